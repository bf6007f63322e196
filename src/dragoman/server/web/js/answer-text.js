/** An answer's text as paragraphs in which numbers and markers lead to their sources. */

import { build } from "./build.js";
import { citedBy, numbersOf, printed } from "./answer-sources.js";

const TOKEN = new RegExp(
  String.raw`\[(?<marker>\d{1,3})\]|(?<judged>≈)(?=[.!…]?(?:\s|$))|` +
    String.raw`(?<![\w.,])(?<number>−?(?:US\$|A\$|C\$|NZ\$|[$€£])?[−-]?(?<digits>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)` +
    String.raw`(?:\s?(?:thousand|million|billion|trillion|percentage points|per cent|%|×|Mt|kt|koz|oz)(?![\w]))?)`,
  "g",
);

/** Returns block elements; `open(key, event)` is called with the address of what was chosen. */
export function answerBlocks(answer, open) {
  const link = linker(answer, open);
  return paragraphs(answer).map((block) => {
    if (block.items)
      return build(
        "ul",
        {},
        block.items.map((item) => build("li", {}, link(item))),
      );
    return build(
      "p",
      {},
      block.lines.map((line, i) => [i ? build("br") : null, link(line)]),
    );
  });
}

/** The text without the sentences that are shown as chips and caveats of their own. */
export function paragraphs(answer) {
  const aside = [...(answer.assumptions ?? []), ...(answer.caveats ?? [])];
  const blocks = [];
  for (const part of (answer.answer ?? "").split(/\n{2,}/)) {
    const left = aside.reduce((text, sentence) => text.replace(sentence, ""), part).replace(/^[ \t]+|[ \t]+$/gm, "");
    const lines = left.split("\n").filter((line) => line.trim());
    for (const line of lines) {
      const item = /^[-•] (.*)/.exec(line)?.[1];
      const last = blocks.at(-1);
      if (item !== undefined && last?.items && last.part === part) last.items.push(item);
      else if (item !== undefined) blocks.push({ items: [item], part });
      else if (last?.lines && last.part === part) last.lines.push(line);
      else blocks.push({ lines: [line], part });
    }
  }
  return blocks;
}

function linker(answer, open) {
  const numbers = numbersOf(answer);
  const used = new Set();
  const pieceOf = ({ groups: { marker, judged, number, digits }, index }, text) => {
    if (judged) return judgedSign(answer);
    if (marker) return markerLink(answer, Number(marker), open);
    return numberLink({ number, digits, after: text.slice(index + number.length) }, { answer, numbers, used }, open);
  };
  return (text) => {
    const pieces = [];
    let end = 0;
    for (const match of text.matchAll(TOKEN)) {
      const { marker, judged } = match.groups;
      const piece = pieceOf(match, text);
      if (!piece) continue;
      const before = text.slice(end, match.index);
      pieces.push(marker || judged ? before.replace(/ $/, "") : before, piece);
      end = match.index + match[0].length;
    }
    pieces.push(text.slice(end));
    return pieces;
  };
}

/** Behind a sentence that only a language model's judgement carries. */
function judgedSign(answer) {
  if (!answer.grounding?.claims.some((claim) => claim.judged)) return null; // a sign of the text itself
  const hint = "Judged by a language model: the page it cites holds the quote it gave, but code could not settle the sentence.";
  return build("span", { class: "judged", tabindex: 0, role: "img", "aria-label": "judged, not checked", "data-hint": hint }, "≈");
}

function markerLink(answer, marker, open) {
  const citation = (answer.citations ?? []).find((one) => one.marker === marker);
  if (!citation) return null;
  const label = `Source ${marker}: ${citation.title}, ${citation.place || `page ${citation.page}`}`;
  return sourceButton(
    `c${marker}`,
    "marker",
    String(marker),
    { "aria-label": label, "data-hint": hint(citation) },
    open,
  );
}

function numberLink({ number, digits, after }, { answer, numbers, used }, open) {
  const value = Number(digits.replaceAll(",", ""));
  const marker = /^[^[\]]*?\[(\d{1,3})\]/.exec(after.split(/[.;] (?=[A-Z"“])|\n/)[0])?.[1];
  const citation = (answer.citations ?? []).find((one) => one.marker === Number(marker));
  const same = numbers.filter(({ node }) => valueOf(node) === value);
  const cited = citation && same.find(({ node }) => node.kind === "fact" && citedBy(node, citation));
  const chosen = cited || same.find(({ key }) => !used.has(key)) || same[0];
  if (chosen) {
    used.add(chosen.key);
    return sourceButton(chosen.key, "number", number, { "data-hint": nodeHint(chosen.node) }, open);
  }
  if (/^(19|20)\d\d$/.test(number)) return null; // a year is no figure
  return citation && new RegExp(`(?<![\\w.,])${digits.replaceAll(".", "\\.")}(?![\\w]|[.,]\\d)`).test(citation.quote)
    ? sourceButton(`c${marker}`, "number", number, { "data-hint": hint(citation) }, open)
    : null;
}

function sourceButton(key, kind, text, attributes, open) {
  const on = { click: (event) => open(key, event) };
  return build("button", { type: "button", class: kind, "data-key": key, on, ...attributes }, text);
}

function valueOf(node) {
  if (node.kind === "fact") return Math.abs(Number(node.value));
  const [digits] = /\d[\d,]*(?:\.\d+)?/.exec(node.result ?? "") ?? [];
  return digits === undefined ? null : Number(digits.replaceAll(",", ""));
}

const hint = (citation) => `${citation.quote}\n${citation.title}, ${citation.place || `page ${citation.page}`}`;

function nodeHint(node) {
  if (node.kind !== "fact") return `${node.expression}\ncalculated; click for each input`;
  return `${node.cell.row_label}, ${node.cell.column_label}: ${printed(node)}\n${node.title}, page ${node.page}`;
}
