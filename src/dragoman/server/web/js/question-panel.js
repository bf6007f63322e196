/** A question back: numbered buttons, "none of these" and free words. It is drawn from the server's state only. */

import { build } from "./build.js";
import { sentence } from "./job-story.js";
import { notice } from "./notice.js";
import * as server from "./server.js";

const EXTRAS = ["plan", "effects", "files", "preview", "details"];

/** `question`: {id, text|question, kind, options, schema}; `after` is called once the reply was taken. */
export function questionPanel(question, { job, thread, after }) {
  const isApproval = question.kind === "approve";
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
    build("p", { class: "asked" }, question.text ?? question.question ?? ""),
    ...EXTRAS.filter((name) => question[name]).map((name) => extra(name, question[name])),
    build("div", { class: "options", role: "group", "aria-label": "Options" }, options(question, isApproval, answer)),
    isApproval ? "" : freeText(answer),
    trouble,
  );
  return panel;
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
