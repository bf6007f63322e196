/** An answer as it is read: the words first, then one quiet line, then what belongs to it, folded away. */

import { build } from "./build.js";
import { answerBlocks } from "./answer-text.js";
import { answerMarkdown, checkWords, saveText } from "./answer-export.js";
import { answerFile } from "./answer-file.js";
import { assumptionChips } from "./assumption-chips.js";
import { chartFigure } from "./chart-figure.js";
import { stepWords } from "./job-story.js";

/** `open(key, event)` shows a source; `ask(words)` asks another question, null where that cannot be done. */
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
    answer.outcome === "stored" ? storedLine() : quietLine(question, answer),
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

function quietLine(question, answer) {
  const { mark, text, kind, reason } = checkWords(answer);
  const copy = (event) => {
    navigator.clipboard?.writeText(answerMarkdown(question, answer));
    event.target.textContent = "Copied";
  };
  const name = `${answer.thread}-${answer.turn}`;
  const asMarkdown = () => saveText(answerMarkdown(question, answer), `${name}.md`);
  const asFile = () => saveText(answerFile(question, answer), `${name}.html`, "text/html");
  const confidence =
    kind === "none" || answer.confidence === "unchecked"
      ? null
      : build("span", { class: "confidence", tabindex: 0, "data-hint": reason }, answer.confidence);
  return build(
    "p",
    { class: "line" },
    build(
      "span",
      { class: `check ${kind}`, tabindex: 0, "data-hint": reason },
      build("span", { class: "mark", "aria-hidden": "true" }, mark),
      ` ${text}`,
    ),
    confidence,
    build("span", { class: "time" }, milliseconds(answer.latency_ms)),
    build(
      "span",
      { class: "tools" },
      tool("Copy", "Copy this answer as Markdown", copy),
      tool("Markdown", "Save this answer as Markdown", asMarkdown),
      tool("HTML", "Save this answer as one HTML file with its sources", asFile),
    ),
  );
}

const tool = (words, label, click) =>
  build("button", { type: "button", class: "link", "aria-label": label, on: { click } }, words);

function traceFold(answer) {
  const facts = new Set(JSON.stringify(answer.lineage ?? []).match(/"cell":\{[^}]*\}/g) ?? []).size;
  const from = answer.citations?.length ? `from ${count(answer.citations.length, "source")}` : "without a source";
  const calls = answer.cost?.model_calls ?? 0;
  const parts = [
    `answered ${from}${facts ? `, ${count(facts, "figure")}` : ""}`,
    answer.decision?.decided_by && `decided by ${answer.decision.decided_by}`,
    calls ? count(calls, "model call") : "no model",
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
  );
}

const count = (number, word) => `${number} ${word}${number === 1 ? "" : "s"}`;

export function milliseconds(value) {
  if (value >= 10_000) return `${(value / 1000).toFixed(0)} s`;
  return value >= 1000 ? `${(value / 1000).toFixed(1)} s` : value < 1 ? "< 1 ms" : `${Math.round(value)} ms`;
}
