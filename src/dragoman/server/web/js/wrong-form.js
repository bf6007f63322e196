/** Calls an answer wrong, with the reason a person gives. */

import { build } from "./build.js";
import { notice } from "./notice.js";
import * as server from "./server.js";

const DONE = {
  forgotten: "Forgotten as wrong: it will not be given again.",
  blocked: "Noted as wrong: nothing was kept of it, and its question is worked out anew each time.",
  noted: "Noted as wrong. Its question is never answered from memory.",
};

/** Sends what was called wrong, an entry of the memory or the answer of a turn; gives back what was done. */
export const wrongEntry = (entry) => async (reason) => (await server.wrongMemory(entry, reason), "forgotten");
export const wrongTurn = (thread, turn) => (reason) => server.wrongAnswer(thread, turn, reason);

/** `send(reason)` calls it wrong, then `said(words)` is called; `leave()` when the person thinks better of it. */
export function wrongForm(send, { said, leave }) {
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
      said(DONE[await send(reason.value.trim())]);
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
