/** An answer as it is read: the words first, then one quiet line, then what belongs to it, folded away. */

import { build } from "./build.js";
import { costWords, count } from "./answer-cost.js";
import { memoryLine, milliseconds, quietLine } from "./answer-line.js";
import { answerBlocks } from "./answer-text.js";
import { assumptionChips } from "./assumption-chips.js";
import { chartFigure } from "./chart-figure.js";
import { stepWords } from "./job-story.js";

/** `open(key, event)` shows a source; `ask(words)` or `ask({words, fresh})` asks another question, null where that cannot be done. */
export function answerBody(question, answer, { open, ask }) {
  const isLong = (answer.answer ?? "").length > 2400;
  const words = build("div", { class: isLong ? "words long" : "words" }, answerBlocks(answer, open));
  return [
    words,
    isLong ? foldButton(words) : null,
    answer.caveats?.length
      ? build(
          "ul",
          { class: "caveats", "aria-label": "Caveats" },
          answer.caveats.map((caveat) => build("li", {}, caveat)),
        )
      : null,
    answer.assumptions?.length ? assumptionChips(question, answer, ask) : null,
    answer.outcome === "stored" ? storedLine() : quietLine(question, answer, ask),
    memoryLine(question, answer, ask),
    answer.trace?.length ? traceFold(answer) : null,
    (answer.charts ?? []).map((spec) => chartFigure(spec, open)),
  ];
}

function foldButton(words) {
  const button = build("button", { type: "button", class: "link", "aria-expanded": "false" }, "Show all of it");
  button.addEventListener("click", () => {
    const isOpen = words.classList.toggle("open");
    button.setAttribute("aria-expanded", String(isOpen));
    button.textContent = isOpen ? "Show less" : "Show all of it";
  });
  return button;
}

function storedLine() {
  return build(
    "p",
    { class: "quiet small" },
    "Stored by another version of Dragoman: its words can be read, its sources cannot be opened. Ask again for those.",
  );
}

function traceFold(answer) {
  const facts = new Set(JSON.stringify(answer.lineage ?? []).match(/"cell":\{[^}]*\}/g) ?? []).size;
  const from = answer.citations?.length ? `from ${count(answer.citations.length, "source")}` : "without a source";
  const parts = [
    `answered ${from}${facts ? `, ${count(facts, "figure")}` : ""}`,
    answer.decision?.decided_by && `decided by ${answer.decision.decided_by}`,
  ];
  const rows = answer.trace.map((visit) =>
    build("tr", {}, [
      build("th", { scope: "row" }, build("span", { tabindex: 0, "data-hint": visit.node }, stepWords(visit.node))),
      build("td", {}, visit.summary),
      build("td", { class: "num" }, milliseconds(visit.milliseconds)),
    ]),
  );
  return build(
    "details",
    { class: "trace" },
    build("summary", {}, parts.filter(Boolean).join(" · ")),
    build("div", { class: "scroll" }, build("table", {}, build("tbody", {}, rows))),
    versionLines(answer),
  );
}

/** What models took, and the prompts with their versions; nothing where none was asked. */
function versionLines(answer) {
  if (!answer.cost?.model_calls) return null;
  const lines = costWords(answer).detail.split("\n");
  return build("ul", { class: "versions", "aria-label": "Language models" }, lines.map((line) => build("li", {}, line)));
}
