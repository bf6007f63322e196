/** A document's page from its text: headings, tables, lists and prose as elements, with the cited place marked. */

import { build } from "./build.js";

const RULE = /^[|:\- \t]*-[|:\- \t]*$/;

/**
 * `place` says what to mark: {quote, cells: [{row_label, column_label, text}]}. Returns {blocks, marked}: the elements,
 * and the one to bring into view, null when nothing of the place stands on this page.
 */
export function pageBlocks(text, place) {
  const marks = { quote: words(place.quote), cells: place.cells ?? [], found: [] };
  const blocks = [];
  const lines = text.split("\n");
  for (let i = 0; i < lines.length;) {
    const line = lines[i].trim();
    if (!line) i += 1;
    else if (line.startsWith("|") && RULE.test(lines[i + 1]?.trim() ?? "")) i = table(lines, i, blocks, marks);
    else if (/^#{1,6}\s/.test(line)) {
      blocks.push(heading(line, marks));
      i += 1;
    } else i = prose(lines, i, blocks, marks);
  }
  return { blocks, marked: marks.found.find((one) => one.matches("td, th")) ?? marks.found[0] ?? null };
}

function heading(line, marks) {
  const [, hashes, title] = /^(#+)\s+(.*?)\s*#*$/.exec(line);
  return build(hashes.length === 1 ? "h3" : "h4", {}, quoteMarked(plain(title), marks));
}

function prose(lines, start, blocks, marks) {
  let end = start;
  const isItem = /^\s*(?:[-*+•]|\d{1,3}[.)])\s+/;
  if (isItem.test(lines[start])) {
    const items = [];
    for (; end < lines.length && isItem.test(lines[end]); end++)
      items.push(lines[end].trim().replace(/^[-*+•]\s+/, ""));
    blocks.push(
      build(
        "ul",
        {},
        items.map((item) => build("li", {}, quoteMarked(plain(item), marks))),
      ),
    );
    return end;
  }
  const isEnd = (line) => !line.trim() || /^#{1,6}\s/.test(line) || line.trim().startsWith("|");
  do end += 1;
  while (end < lines.length && !isEnd(lines[end]));
  blocks.push(build("p", {}, quoteMarked(plain(lines.slice(start, end).join("\n")), marks)));
  return end;
}

function table(lines, start, blocks, marks) {
  const header = cellsOf(lines[start]);
  const alignments = cellsOf(lines[start + 1]).map((rule) => (rule.endsWith(":") ? "num" : null));
  const rows = [];
  let end = start + 2;
  for (; end < lines.length && lines[end].trim().startsWith("|"); end++) {
    rows.push(tableRow(cellsOf(lines[end]), { header, alignments, marks }));
  }
  const head = build(
    "tr",
    {},
    header.map((title, i) => build("th", { scope: "col", class: alignments[i] }, title)),
  );
  const element = build("table", {}, build("thead", {}, head), build("tbody", {}, rows));
  blocks.push(
    build("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": `Table ${header[0]}` }, element),
  );
  return end;
}

function tableRow(cells, { header, alignments, marks }) {
  const isCited = marks.quote && marks.quote.startsWith(words(cells[0])) && words(cells.join(" | ")) === marks.quote;
  const boxed = marks.cells
    .filter((cell) => words(cell.row_label) === words(cells[0]))
    .map((cell) =>
      header.findIndex(
        (title, i) => i && words(title) === words(cell.column_label) && words(cells[i]) === words(cell.text),
      ),
    )
    .filter((column) => column > 0);
  const row = build(
    "tr",
    { class: isCited || boxed.length ? "cited" : null },
    cells.map((cell, i) => {
      const isBoxed = boxed.includes(i);
      const kind = [alignments[i], isBoxed ? "boxed" : null].filter(Boolean).join(" ") || null;
      const element = i
        ? build("td", { class: kind }, isBoxed ? build("mark", {}, cell) : cell)
        : build("th", { scope: "row" }, cell);
      if (isBoxed) marks.found.push(element);
      return element;
    }),
  );
  if (isCited && !boxed.length) marks.found.push(row);
  return row;
}

/** The text with the quoted part of it in a mark. */
export function quoteMarked(text, marks) {
  const span = marks.quote ? spanOf(text, marks.quote) : null;
  if (!span) return [text];
  const mark = build("mark", {}, text.slice(...span));
  marks.found.push(mark);
  return [text.slice(0, span[0]), mark, text.slice(span[1])];
}

/** Finds the quote in a text whatever the white space between its words. */
function spanOf(text, quote) {
  const parts = quote.split(" ").map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  if (parts.length > 400) return null;
  const found = new RegExp(parts.join("[\\s|]+")).exec(text);
  return found ? [found.index, found.index + found[0].length] : null;
}

function cellsOf(line) {
  return line
    .trim()
    .replace(/^\||\|$/g, "")
    .split(/(?<!\\)\|/)
    .map((cell) => plain(cell.trim().replaceAll("\\|", "|")));
}

const plain = (text) =>
  text
    .replace(/\*\*|__|`/g, "")
    .replace(/<!--.*?-->/gs, "")
    .trim();
const words = (text) =>
  plain(String(text ?? ""))
    .replace(/^\||\|$/g, "")
    .split(/\s+/)
    .join(" ")
    .trim();
