/** The one line while something is worked on: the present step, the time after two seconds, and stop. */

import { build } from "./build.js";
import * as server from "./server.js";

const SHOW_TIME_AFTER = 2; // seconds

export class StepLine extends HTMLElement {
  #timer;

  /** `since` is when the work began, in milliseconds. */
  begin(job, since) {
    this.words = build("span", { class: "step", role: "status" }, "Thinking about it");
    this.elapsed = build("span", { class: "elapsed", "aria-hidden": "true" });
    this.connection = build("span", { class: "quiet", role: "status" });
    const stop = build(
      "button",
      { type: "button", class: "link stop", on: { click: () => this.#stop(job, stop) } },
      "Stop",
    );
    this.replaceChildren(
      build("span", { class: "pulse", "aria-hidden": "true" }),
      this.words,
      this.elapsed,
      this.connection,
      stop,
    );
    this.since = since;
  }

  connectedCallback() {
    this.#timer = setInterval(() => this.#tick(this.since), 250);
  }

  disconnectedCallback() {
    clearInterval(this.#timer);
  }

  step(words) {
    if (words && this.words.textContent !== words) this.words.textContent = words;
  }

  live(isLive) {
    this.connection.textContent = isLive ? "" : "connection lost, reconnecting…";
  }

  #tick(since) {
    const seconds = Math.floor((Date.now() - since) / 1000);
    if (seconds >= SHOW_TIME_AFTER)
      this.elapsed.textContent = seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  }

  async #stop(job, button) {
    button.disabled = true;
    this.step("Stopping");
    try {
      await server.cancel(job);
    } catch (fault) {
      button.disabled = false;
      this.step(fault.title || "It cannot be stopped now");
    }
  }
}
