/** A question back: numbered buttons, "none of these" and free words. It is drawn from the server's state only. */

import { build } from "./build.js";
import { sentence } from "./job-story.js";
import { notice } from "./notice.js";
import * as server from "./server.js";

const EXTRAS = ["plan", "effects", "files", "preview", "details"];

/** `question`: {id, text|question, kind, options, schema}; `after` is called once the reply was taken. */
export function questionPanel(question, { job, thread, after }) {
  const isApproval = question.kind === "approve";
  const told = withPlan(question);
  const trouble = build("div", {});
  const panel = build("section", {
    class: isApproval ? "question approve" : "question",
    "data-question": question.id,
    "aria-label": isApproval ? "An approval is needed" : "A question for you",
  });
  const answer = async (words) => {
    const controls = [...panel.querySelectorAll("button, input")];
    controls.forEach((control) => (control.disabled = true));
    try {
      const said = await server.reply({ job, thread, question: question.id, words });
      panel.dataset.answered = "true";
      after(said);
    } catch (fault) {
      controls.forEach((control) => (control.disabled = false));
      trouble.replaceChildren(notice(fault));
      if (fault.status === 409) after({ job });
    }
  };
  panel.append(
    build("p", { class: "asked" }, askedWords(told)),
    ...EXTRAS.filter((name) => told[name]).map((name) => extra(name, told[name])),
    build("div", { class: "options", role: "group", "aria-label": "Options" }, options(question, isApproval, answer)),
    isApproval ? "" : freeText(answer),
    trouble,
  );
  return panel;
}

/** The plan of an approval, as lists: what would be done, and what that changes. Its words stand in the text too. */
function withPlan(question) {
  const plan = question.schema?.["x-plan"];
  if (!plan) return question;
  const shown = Array.isArray(plan.shown) ? plan.shown : JSON.stringify(plan, null, 1).split("\n");
  const told = { ...question, plan: shown, preview: plan.files };
  const names = Object.keys(plan.files ?? {});
  if (names.length) told.effects = `Writes ${names.length} file${names.length === 1 ? "" : "s"}.`;
  return told;
}

/** The words of the question; where the plan stands below, without the lines that repeat it. */
function askedWords({ plan, text, question }) {
  const words = text ?? question ?? "";
  const repeated = new Set((plan ?? []).map((line) => `  ${line}`));
  return words
    .split("\n")
    .filter((line) => !repeated.has(line))
    .join("\n");
}

function options(question, isApproval, answer) {
  const given = optionsOf(question, isApproval);
  const buttons = given.map((option, i) =>
    optionButton(i + 1, option.text || option.value, () => answer(option.value || option.text), isApproval),
  );
  const hasNone = given.some((option) => /^none of these$/i.test(option.text ?? ""));
  if (!isApproval && given.length && !hasNone)
    buttons.push(optionButton(0, "none of these", () => answer("none of these")));
  return buttons;
}

function optionsOf(question, isApproval) {
  if (question.options?.length)
    return question.options.filter((option) => option.value || !/^none of these$/i.test(option.text));
  const values = question.schema?.enum ?? [];
  if (values.length) return values.map((value) => ({ value: String(value), text: sentence(value) }));
  return isApproval
    ? [
        { value: "approve", text: "Approve" },
        { value: "reject", text: "Reject" },
      ]
    : [];
}

function optionButton(number, words, choose, isApproval = false) {
  const kind = isApproval && number === 1 ? "option primary" : "option";
  return build(
    "button",
    { type: "button", class: kind, "data-option": number, on: { click: choose } },
    build("kbd", {}, number),
    build("span", {}, words),
  );
}

function freeText(answer) {
  const field = build("input", {
    type: "text",
    name: "reply",
    autocomplete: "off",
    maxlength: 2000,
    placeholder: "or in your own words",
    "aria-label": "Answer in your own words",
  });
  const submit = (event) => {
    event.preventDefault();
    if (field.value.trim()) answer(field.value.trim());
  };
  return build("form", { class: "row", on: { submit } }, field, build("button", {}, "Answer"));
}

function extra(name, value) {
  if (name === "preview") return preview(value);
  const items = Array.isArray(value) ? value : [value];
  const words = (item) => (typeof item === "string" ? item : JSON.stringify(item, null, 1));
  return build(
    "div",
    { class: "extra" },
    build("h4", {}, sentence(name)),
    build(
      "ul",
      {},
      items.map((item) => build("li", {}, words(item))),
    ),
  );
}

/** The whole text of each file, folded away. */
function preview(files) {
  const file = ([name, text]) =>
    build("details", {}, build("summary", {}, name), build("pre", { class: "scroll" }, text || "(empty)"));
  return build("div", { class: "extra" }, build("h4", {}, "Files"), Object.entries(files).map(file));
}
