/** What an answer rests on, each with a short address: "c2" is citation 2, "n0.1" the second operand of the first number. */

/** Every number of the lineage: [{key, node}], outermost first. */
export function numbersOf(answer) {
  const found = [];
  const walk = (node, key) => {
    found.push({ key, node });
    (node.operands ?? []).forEach((operand, i) => walk(operand, `${key}.${i}`));
  };
  (answer.lineage ?? []).forEach((node, i) => walk(node, `n${i}`));
  return found;
}

/** The citation or the number behind an address, null for one that leads nowhere. */
export function sourceAt(answer, key) {
  const [, marker] = /^c(\d+)$/.exec(key) ?? [];
  if (marker) {
    const citation = (answer.citations ?? []).find((one) => one.marker === Number(marker));
    return citation ? { kind: "citation", key, citation } : null;
  }
  const number = numbersOf(answer).find((one) => one.key === key);
  return number ? { kind: number.node.kind, key, node: number.node } : null;
}

/** The first thing worth showing of an answer: a calculation, a number or a citation. */
export function firstSource(answer) {
  if (answer.lineage?.length) return "n0";
  return answer.citations?.length ? `c${answer.citations[0].marker}` : null;
}

/** Where a source stands: document, page and what to mark there; null for a calculation, which stands nowhere. */
export function placeOf(source, answer) {
  if (source.kind === "citation") {
    const { document, title, page, quote, boxes = [] } = source.citation;
    const cells = numbersOf(answer)
      .filter(({ node }) => node.kind === "fact" && citedBy(node, source.citation))
      .map(({ node }) => node.cell);
    return { document, title, page, quote, boxes: boxes.length ? boxes : boxesOf(cells), cells };
  }
  if (source.kind !== "fact") return null;
  const { cell, title } = source.node;
  const quote = (answer.citations ?? []).find((one) => citedBy(source.node, one))?.quote ?? "";
  return { document: cell.document, title, page: cell.page, quote, boxes: boxesOf([cell]), cells: [cell] };
}

/** Where cells stand on the picture of their page; none for those of documents without pictures. */
const boxesOf = (cells) => cells.map(({ box }) => box).filter(Boolean);

export function citedBy(fact, citation) {
  const { cell } = fact;
  return (
    cell.document === citation.document && cell.page === citation.page && citation.quote.startsWith(cell.row_label)
  );
}

/** A fact as it is printed, with its unit: "US$55,658 million", "−A$896 million", "191.8 Mt". */
export function printed(fact) {
  const [whole, part] = String(fact.value).split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ",").replace("-", "−");
  const number = `${grouped}${part === undefined ? "" : `.${part}`}`;
  const [symbol, ...rest] = unitWords(fact).split(" ");
  const isMoney = Object.values(SYMBOLS).includes(symbol);
  const shown = isMoney ? [number.replace(/^−?/, (sign) => sign + symbol), ...rest] : [number, symbol, ...rest];
  return shown.join(" ").trim();
}

const SYMBOLS = { USD: "US$", AUD: "A$", CAD: "C$", NZD: "NZ$", EUR: "€", GBP: "£" };
const SCALES = { 1000: "thousand", 1000000: "million", 1000000000: "billion" };

export function unitWords(fact) {
  const [base, per] = String(fact.unit ?? "").split("/");
  const words = [SYMBOLS[base] ?? base, SCALES[fact.scale]];
  return words.filter(Boolean).join(" ") + (per ? ` per ${per}` : "");
}
