/** A task: its levels as they are done, what it asks, what it gave. It is drawn from the job's events only. */

import { build, refill } from "./build.js";
import { answerBody } from "./answer-body.js";
import { followJob } from "./job-stream.js";
import { isFinished, newStory, sentence, tell } from "./job-story.js";
import { notice } from "./notice.js";
import { amend } from "./place.js";
import { questionPanel } from "./question-panel.js";
import { Problem } from "./server.js";
import * as server from "./server.js";

const STATES = {
  queued: "queued",
  running: "running",
  waiting: "waits for you",
  done: "done",
  failed: "failed",
  cancelled: "stopped",
};
const STEP_OF_REPLAY = 220; // milliseconds

export class TaskCard extends HTMLElement {
  #following = new AbortController();
  #events = [];
  #drawn = "";

  /** `job` is the record that /v1/jobs gives. */
  show(job) {
    this.job = job;
    this.story = newStory();
    this.setAttribute("role", "group");
    this.setAttribute("aria-label", `Task: ${job.prompt}`);
    this.#draw();
    this.#follow();
  }

  /** A card that is moved within the list takes up again where it was. */
  connectedCallback() {
    if (this.job && this.#following.signal.aborted) this.#follow();
  }

  disconnectedCallback() {
    this.#following.abort();
  }

  async #follow() {
    this.#following.abort();
    this.#following = new AbortController();
    try {
      const onEvent = (event) => {
        this.#events.push(event);
        tell(this.story, event);
        this.#draw();
        if (isFinished(this.story.status)) this.dispatchEvent(new CustomEvent("task-ended"));
      };
      await followJob(this.job.id, { after: this.#events.at(-1)?.seq ?? 0, onEvent, signal: this.#following.signal });
    } catch (fault) {
      this.append(notice(fault));
    }
  }

  #draw() {
    const { status } = this.story;
    const state = JSON.stringify(this.story);
    if (state === this.#drawn) return;
    this.#drawn = state;
    this.dataset.status = status;
    refill(
      this,
      build(
        "header",
        {},
        build("h3", {}, sentence(this.story.scenario || this.job.scenario) || "Task"),
        build("span", { class: `state ${status}`, role: "status" }, STATES[status] ?? status),
      ),
      build("p", { class: "prompt" }, this.job.prompt),
      this.story.levels.length
        ? build("ol", { class: "levels", "aria-label": "Levels" }, this.story.levels.map(levelLine))
        : null,
      this.story.notes.map(({ words, isLoss }) => build("p", { class: isLoss ? "caveat" : "quiet small" }, words)),
      this.story.question
        ? questionPanel(this.story.question, { job: this.job.id, thread: this.job.thread, after: () => {} })
        : null,
      this.story.error ? notice(problemOf(this.story.error, this.job.id)) : null,
      this.story.result ? resultOf(this.story.result, this.job) : null,
      status === "cancelled"
        ? build("p", { class: "quiet" }, "Stopped. What was done before is kept; nothing after it was begun.")
        : null,
      this.#actions(status),
    );
    if (this.story.question && this.closest("turn-view"))
      this.querySelector(".question").scrollIntoView({ block: "nearest" });
  }

  #actions(status) {
    const link = (words, click) => build("button", { type: "button", class: "link", on: { click } }, words);
    if (isFinished(status))
      return build(
        "p",
        { class: "actions" },
        this.#events.length > 2 ? link("Replay", () => this.#replay()) : null,
      );
    if (this.story.question?.kind === "approve") return null; // its own buttons say so
    return build(
      "p",
      { class: "actions" },
      link("Stop", (event) => this.#stop(event.target)),
    );
  }

  async #stop(button) {
    button.disabled = true;
    await server.cancel(this.job.id).catch((fault) => this.append(notice(fault)));
  }

  async #replay() {
    const wait = matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : STEP_OF_REPLAY;
    this.story = newStory();
    for (const event of this.#events) {
      tell(this.story, event);
      if (event.type === "question.asked") this.story.question = null; // it has its reply already
      this.#draw();
      if (wait) await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
}

function levelLine({ name, state, summary }) {
  const mark = { done: "✓", running: "•" }[state];
  return build(
    "li",
    { class: state },
    build("span", { class: "mark", "aria-hidden": "true" }, mark),
    build("span", {}, sentence(name)),
    build("span", { class: "quiet" }, summary || (state === "running" ? "working" : "")),
  );
}

export function problemOf(error, job) {
  return new Problem({
    title: "This did not work.",
    detail: error.message ?? error.detail ?? "",
    remedy: error.remedy ?? "",
    code: error.code ?? "",
    job,
  });
}

/** A result that is an answer reads like one; anything else is shown name by name. */
export function resultOf(result, job) {
  if (typeof result.answer === "string" && result.outcome) {
    const open = (key, event) =>
      amend({
        view: "thread",
        id: result.thread || job.thread,
        see: `${result.turn}.${key}`,
        tree: event?.shiftKey ? "1" : "",
      });
    return build("div", { class: "answer" }, answerBody(job.prompt, result, { open, ask: null }));
  }
  const { text, summary, ...rest } = result;
  const words = [text, summary].find((value) => typeof value === "string");
  return build(
    "div",
    { class: "result" },
    words ? build("p", {}, words) : null,
    Object.keys(rest).length ? build("dl", {}, Object.entries(rest).map(entry)) : null,
  );
}

function entry([name, value]) {
  const isList = Array.isArray(value) && value.every((item) => typeof item === "string");
  const shown = isList
    ? build(
        "ul",
        {},
        value.map((item) => build("li", {}, item)),
      )
    : typeof value === "object"
      ? build("pre", {}, JSON.stringify(value, null, 2))
      : String(value);
  return [build("dt", {}, sentence(name)), build("dd", {}, shown)];
}
