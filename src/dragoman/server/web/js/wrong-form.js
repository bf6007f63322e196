/** Calls a remembered answer wrong, with the reason a person gives. */

import { build } from "./build.js";
import { notice } from "./notice.js";
import * as server from "./server.js";

export const EVICTED = "Forgotten as wrong: it will not be given again.";

/** `said(words)` is called when it is forgotten, `leave()` when the person thinks better of it. */
export function wrongForm(entry, { said, leave }) {
  const reason = build("input", {
    type: "text",
    name: "reason",
    maxlength: 1000,
    placeholder: "What is wrong with it? (may stay empty)",
    "aria-label": "What is wrong with it",
    autocomplete: "off",
  });
  const submit = async (event) => {
    event.preventDefault();
    const sure = form.querySelector("button");
    sure.disabled = true;
    form.querySelector(".notice")?.remove();
    try {
      await server.wrongMemory(entry, reason.value.trim());
      said(EVICTED);
    } catch (fault) {
      if (fault.status === 404) return said("It was forgotten before.");
      sure.disabled = false;
      form.append(notice(fault));
    }
  };
  const form = build(
    "form",
    { class: "row wrong", on: { submit } },
    reason,
    build("button", {}, "It is wrong"),
    build("button", { type: "button", on: { click: leave } }, "Cancel"),
  );
  form.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    leave();
  });
  return form;
}
