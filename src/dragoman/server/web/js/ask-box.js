/** The box to ask in. Enter sends, Shift+Enter makes a new line; words that could not be sent stay in it. */

import { build } from "./build.js";
import { notice } from "./notice.js";
import { goTo } from "./place.js";
import * as server from "./server.js";

export class AskBox extends HTMLElement {
  connectedCallback() {
    if (this.field) return;
    this.field = build("textarea", {
      id: "ask",
      name: "question",
      rows: 1,
      maxlength: 20000,
      autocomplete: "off",
      placeholder: "Ask about a report, a contract, or a task",
      "aria-label": "Your question",
      "aria-keyshortcuts": "/",
    });
    this.button = build("button", { class: "send", "aria-label": "Ask" }, "Ask");
    this.trouble = build("div", {});
    this.sending = build("p", { class: "visually-hidden", role: "status" });
    const form = build("form", { class: "ask" }, this.field, this.button);
    this.replaceChildren(this.trouble, form, this.sending);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.ask(this.field.value);
    });
    this.field.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
      event.preventDefault();
      this.ask(this.field.value);
    });
  }

  /** Puts words into the box, to be changed and sent. */
  offer(words) {
    this.field.value = words;
    this.field.focus();
    this.field.select();
  }

  /** Sends the words; `this.sent` is told the job and the thread. `fresh` has them worked out anew. */
  async ask(words, { fresh = false } = {}) {
    const text = words.trim();
    if (!text || this.isSending) return;
    this.isSending = true;
    this.#wait(true);
    const wish = fresh ? `fresh: ${text}` : text;
    this.key = this.wish === wish ? this.key : newKey(); // the same wish sent again after a failure is one question
    this.wish = wish;
    try {
      const said = await server.say(text, this.thread, this.key, { fresh });
      this.field.value = "";
      this.wish = null;
      this.trouble.replaceChildren();
      this.sent(said);
    } catch (fault) {
      this.field.value = words;
      this.trouble.replaceChildren(notice(fault, { retry: () => this.ask(this.field.value, { fresh }) }));
    }
    this.isSending = false;
    this.#wait(false);
  }

  /** What takes its time is seen to do so: the button says it, and a reader of the screen hears it. */
  #wait(isSending) {
    this.button.disabled = isSending;
    this.button.textContent = isSending ? "Sending…" : "Ask";
    this.sending.textContent = isSending ? "Sending" : "";
  }

  sent({ thread }) {
    goTo({ view: "thread", id: thread });
  }
}

/** A name for one wish: sent again with it, it is the same wish. */
export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return `page-${[...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}
