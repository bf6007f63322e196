/** The small form that changes a company, a year or a figure of a question that was asked. */

import { build } from "./build.js";
import * as server from "./server.js";

const NAMES = { company: "Company", fiscal_period: "Year", metric: "Figure" };
const MAX_FIELDS = 6;

/**
 * Returns the form. What stands in the question is replaced where it stands; what was only assumed is put behind it in
 * brackets, as the product itself does with what it carries over.
 */
export async function editorOf(question, answer, { slot, ask, leave }) {
  const [about, seen] = await Promise.all([server.about(), server.interpret(question)]);
  const fields = [...fieldsOf(seen.entities, answer.decision), ...assumed(seen.entities, answer.decision)];
  const selects = fields.slice(0, MAX_FIELDS).map((field) => ({ field, select: selectOf(field, about, slot) }));
  selects.find(({ field }) => field.dimension === slot)?.select.setAttribute("data-first", "");
  const submit = (event) => {
    event.preventDefault();
    const changes = selects.filter(({ field, select }) => select.value !== field.value);
    if (!changes.length) return leave();
    ask(changed(question, changes.map(({ field, select }) => ({ ...field, words: select.selectedOptions[0].text }))));
  };
  const keys = (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    leave();
  };
  return build(
    "form",
    { class: "row slots", "aria-label": "Change what was assumed", on: { submit, keydown: keys } },
    selects.map(({ field, select }) => build("label", {}, build("span", {}, NAMES[field.dimension]), select)),
    build("button", { class: "primary" }, "Ask again"),
    build("button", { type: "button", on: { click: leave } }, "Leave it"),
  );
}

/** The slots that stand in the question, each once: [{dimension, value, start, end}]. */
function fieldsOf(entities, decision) {
  const found = entities.filter(({ dimension }) => dimension in NAMES);
  const once = found.filter((one, i) => found.findIndex(({ start }) => start === one.start) === i);
  return once.map(({ dimension, value, start, end }) => {
    const label = typeof value === "string" ? value : value.label;
    return { dimension, value: dimension === "fiscal_period" ? nearest(label, decision.periods) : label, start, end };
  });
}

/** "2024" of a calendar year is the FY2024 of the lists. */
function nearest(label, periods = []) {
  return periods.find((one) => one.endsWith(String(label).slice(-4))) ?? label;
}

/** The slots that the question does not name, and that have one value in the answer's decision. */
function assumed(entities, decision) {
  const named = new Set(entities.map(({ dimension }) => (dimension === "fiscal_range" ? "fiscal_period" : dimension)));
  const values = { company: decision.companies, fiscal_period: decision.periods, metric: decision.metrics };
  return Object.entries(values)
    .filter(([dimension, list]) => !named.has(dimension) && list?.length)
    .map(([dimension, list]) => ({ dimension, value: list.length === 1 ? list[0] : "", start: null }));
}

function selectOf({ dimension, value }, about) {
  const choices = { company: about.companies, fiscal_period: yearsOf(about), metric: about.metrics }[dimension];
  const isKnown = choices.some((one) => one.value === value);
  return build(
    "select",
    { "aria-label": NAMES[dimension], name: dimension },
    isKnown ? null : build("option", { value, selected: true }, value || "as it was"),
    choices.map((one) => build("option", { value: one.value, selected: one.value === value }, one.text)),
  );
}

function yearsOf({ companies }) {
  const labels = [...new Set(companies.flatMap(({ periods }) => periods))].sort().reverse();
  return labels.map((label) => ({ value: label, text: label }));
}

/** The question with the words of each slot in place of the old ones. Places are counted in code points. */
export function changed(question, changes) {
  const letters = Array.from(question);
  const standing = changes.filter(({ start }) => start !== null).sort((a, b) => b.start - a.start);
  for (const { start, end, words } of standing) letters.splice(start, end - start, ...words);
  const added = changes.filter(({ start }) => start === null).map(({ words }) => words);
  const text = letters.join("");
  if (!added.length) return text;
  const hint = /^(.*) \[([^[\]]+)\]$/s.exec(text);
  return hint ? `${hint[1]} [${hint[2]}, ${added.join(", ")}]` : `${text} [${added.join(", ")}]`;
}
