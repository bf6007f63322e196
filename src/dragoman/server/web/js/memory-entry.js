/** One remembered answer, with what a person may do to it. */

import { ageWords, ageSince } from "./age.js";
import { build, refill, visible } from "./build.js";
import { notice } from "./notice.js";
import * as server from "./server.js";
import { wrongEntry, wrongForm } from "./wrong-form.js";

const LONGEST = 20_000; // characters of an answer, as the server takes them

/** `changed(words)` is called when it is no longer what is drawn, with what to say about it. */
export function memoryEntry(entry, changed) {
  const body = build("div", { class: "words" });
  const below = build("div", {});
  const actions = build("p", { class: "actions" });
  const name = visible(entry.question);
  const element = build(
    "article",
    { class: "entry", tabindex: -1, "aria-label": `Remembered: ${name}`, "data-entry": entry.id },
    build("h2", { dir: "auto" }, name),
    body,
    build("p", { class: "line" }, facts(entry).map((words) => build("span", {}, words))),
    actions,
    below,
  );

  function show() {
    refill(body, entry.answer.split(/\n{2,}/).map((part) => build("p", { class: "kept", dir: "auto" }, part)));
    refill(below);
    refill(actions, action("Edit", edit), action("Wrong", wrong), removal());
  }

  const action = (words, click) =>
    build("button", { type: "button", class: "link", "aria-label": `${words}: ${name}`, on: { click } }, words);

  const leave = () => {
    show();
    actions.querySelector("button").focus();
  };

  function edit() {
    const form = editForm(entry, { leave, said: (record) => (Object.assign(entry, record), changed("The answer is changed, and will be marked as edited.")) });
    refill(body, form);
    refill(actions);
    form.querySelector("textarea").focus();
  }

  function wrong() {
    refill(below, wrongForm(wrongEntry(entry.id), { leave, said: (words) => changed(`${words} (${name})`) }));
    below.querySelector("input").focus();
  }

  /** The first press asks, the second forgets. */
  function removal() {
    const remove = async (event) => {
      const button = event.currentTarget;
      if (!button.classList.contains("sure")) {
        button.classList.add("sure");
        button.textContent = "Delete it?";
        button.addEventListener("blur", () => (button.classList.remove("sure"), (button.textContent = "Delete")), { once: true });
        return;
      }
      try {
        await server.removeMemory(entry.id);
        changed(`Deleted: ${name}`);
      } catch (fault) {
        if (fault.status === 404) changed("It was forgotten before.");
        else refill(below, notice(fault));
      }
    };
    return action("Delete", remove);
  }

  show();
  return element;
}

function facts({ age_seconds: age, hits, edited_at: edited, is_over: isOver, sources }) {
  return [
    `${ageWords(age)} old${isOver ? ", too old to be given again" : ""}`,
    hits ? `given again ${hits === 1 ? "once" : `${hits} times`}` : "not yet given again",
    edited && `edited ${ageSince(edited)} ago`,
    [...new Set(sources)].map(visible).join(", "),
  ].filter(Boolean);
}

/** A text area with the words; Escape and Cancel leave them as they were, Ctrl+Enter saves. */
function editForm(entry, { said, leave }) {
  const field = build("textarea", { name: "answer", rows: 4, maxlength: LONGEST, required: true, dir: "auto", "aria-label": "The answer" });
  field.value = entry.answer;
  const trouble = build("div", {});
  const save = build("button", { class: "primary" }, "Save");
  const submit = async (event) => {
    event.preventDefault();
    save.disabled = true;
    try {
      said(await server.editMemory(entry.id, field.value));
    } catch (fault) {
      save.disabled = false;
      refill(trouble, notice(fault));
    }
  };
  const form = build(
    "form",
    { class: "edit", on: { submit } },
    field,
    build("p", { class: "quiet small" }, "Your words are not checked against the pages; the answer will say that a person changed it. Ctrl+Enter saves, Esc cancels."),
    trouble,
    build("div", { class: "row" }, save, build("button", { type: "button", on: { click: leave } }, "Cancel")),
  );
  form.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      event.stopPropagation();
      leave();
    }
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      form.requestSubmit();
    }
  });
  return form;
}
