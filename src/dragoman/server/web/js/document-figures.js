/** The right of a document: the figures of the page that is shown, what the audit says of them, and what was noted. */

import { build, visible } from "./build.js";
import { printed } from "./answer-sources.js";

/** `open(id)` is called with the fact that was chosen. */
export function documentFigures({ facts, broken, notes }, chosen, open) {
  const tables = Map.groupBy(facts, ({ cell }) => cell.table);
  return [
    broken.length ? brokenSums(broken) : null,
    ...[...tables].map(([number, members]) => tableOf(number, members, broken, chosen, open)),
    facts.length ? null : build("p", { class: "quiet" }, "No figure was read from a table of this page."),
    notes.length ? noteList(notes, "Noted of this page") : null,
  ];
}

export function noteList(notes, words) {
  return build(
    "section",
    { class: "notes" },
    build("h3", {}, words),
    build("ul", {}, notes.map((note) => build("li", {}, visible(note)))),
  );
}

function brokenSums(broken) {
  return build(
    "section",
    { class: "sums" },
    build("h3", {}, build("span", { "aria-hidden": "true" }, "✕ "), "Sums that do not hold"),
    build("ul", {}, broken.map((one) => build("li", {}, visible(one.sentence)))),
    build("p", { class: "quiet" }, "Which of the figures is wrong is not known: look at the page."),
  );
}

function tableOf(number, facts, broken, chosen, open) {
  const failed = broken.filter((one) => one.table === number).length;
  const words = failed === 1 ? "a sum does not hold" : `${failed} sums do not hold`;
  const rows = Map.groupBy(facts, ({ cell }) => cell.row);
  return build(
    "section",
    {},
    build("h3", {}, `Table ${number}`, failed ? build("span", { class: "broken" }, ` ✕ ${words}`) : null),
    build("ul", { class: "fact-list" }, [...rows.values()].map((members) => row(members, chosen, open))),
  );
}

/** One row of the table: its label, and a line for each figure. */
function row(facts, chosen, open) {
  return build(
    "li",
    {},
    build("p", { class: "label" }, visible(facts[0].label)),
    facts.map((fact) => [line(fact, fact.id === chosen, open), fact.id === chosen ? details(fact) : null]),
  );
}

function line(fact, isChosen, open) {
  const attributes = { type: "button", class: "fact", "data-fact": fact.id, "aria-pressed": String(isChosen) };
  const about = [fact.period, fact.basis, fact.share].filter(Boolean).join(" · ") || "no period";
  return build(
    "button",
    { ...attributes, on: { click: () => open(fact.id) } },
    build("span", { class: "visually-hidden" }, `${visible(fact.label)}, `),
    build("span", { class: "quiet" }, about),
    marks(fact),
    build("strong", {}, printed(fact)),
  );
}

/** Proved or broken, as shape and word besides the colour. */
function marks({ proofs, broken }) {
  if (broken.length) return build("span", { class: "broken" }, "✕", said(" in a sum that does not hold"));
  if (!proofs.length) return build("span", {});
  const count = `proved by ${proofs.length} ${proofs.length === 1 ? "identity" : "identities"}`;
  return build("span", { class: "proved", "data-hint": `${count}:\n${proofs.join("\n")}` }, `✓ ${proofs.length}`, said(` ${count}`));
}

const said = (words) => build("span", { class: "visually-hidden" }, words);

function details({ cell, metric, unit, currency, proofs, footnotes }) {
  const lines = [
    `cell “${cell.text}”, row ${cell.row}, column ${cell.column} “${cell.column_label}”`,
    metric ? `read as ${metric.replaceAll("_", " ")}` : "no metric of the vocabulary: kept under its label",
    cell.unit_source ? `${unit || currency || "unit"} from ${cell.unit_source}` : "",
    proofs.length ? `proved by ${proofs.join(", ")}` : "not proved by any sum of the report",
    cell.box ? "" : "its place on the picture is not known",
    ...footnotes.map(({ mark, text }) => `footnote ${mark} ${text}`),
  ];
  return build("div", { class: "details" }, lines.filter(Boolean).map((words) => build("p", {}, visible(words))));
}
