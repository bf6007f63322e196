/** One exchange: the question, and under it the answer, a question back, the present step, or what went wrong. */

import { build, refill } from "./build.js";
import { answerBody } from "./answer-body.js";
import { costWords } from "./answer-cost.js";
import { followJob } from "./job-stream.js";
import { isFinished, newStory, tell } from "./job-story.js";
import { notice } from "./notice.js";
import { amend } from "./place.js";
import { questionPanel } from "./question-panel.js";
import { problemOf } from "./task-card.js";
import * as server from "./server.js";

const UNWINDS = 1000; // milliseconds until what a stopped turn took is on record
const LONG = 600; // letters of a question that are shown before it is folded

export class TurnView extends HTMLElement {
  #following = null;
  #drawn = "";
  #job = null; // the record of its job, read while there is no answer
  #readAt = null; // the status the turn had then: one reading for each
  #story = newStory();

  /** `turn` is one of /v1/threads/{id}; `changed` is called when the server has something new for it.
   *  Returns whether something is drawn that was not there before. */
  show(turn, { thread, changed }) {
    Object.assign(this, { turn, thread, changed });
    this.dataset.turn = turn.turn;
    this.#watch();
    // A task's card follows its job by itself: it is drawn once.
    const state = JSON.stringify(turn.is_task ? [turn.job, Boolean(this.#job)] : [turn, this.#job]);
    if (state === this.#drawn) return false;
    this.#drawn = state;
    this.setAttribute("role", "article");
    this.setAttribute("tabindex", "-1");
    this.setAttribute("aria-label", `Question ${turn.turn}`);
    const hadFocus = this.contains(document.activeElement) && document.activeElement !== this;
    refill(
      this,
      askedByYou(turn.text),
      build("div", { class: "answer" }, this.#content()),
    );
    if (hadFocus) this.focus({ preventScroll: true });
    return true;
  }

  disconnectedCallback() {
    this.#following?.abort();
    this.#following = null;
  }

  open(key, event) {
    amend({ see: `${this.turn.turn}.${key}`, tree: event?.shiftKey ? "1" : "", document: "", page: "" });
  }

  #content() {
    const { turn } = this;
    this.steps = null;
    if (turn.is_task) return this.#job ? this.#taskCard() : null; // its job is still read
    if (this.#isWorking()) return [this.#replies(), this.#stepLine()];
    if (turn.question && !["cancelled", "failed"].includes(turn.status)) return [this.#replies(), this.#panel()];
    if (turn.answer && !turn.question) return [this.#replies(), this.#answer()];
    if (turn.status === "failed" && this.#job?.status !== "failed") return null; // what went wrong is still read
    if (turn.status === "failed")
      return notice(problemOf(this.#job.error ?? {}, turn.job), { retry: () => this.#again() });
    const words =
      turn.status === "cancelled"
        ? "Stopped. Your question is kept; nothing was answered. Nothing half-written is kept."
        : "This was stopped before it had an answer.";
    return build(
      "p",
      { class: "quiet stopped" },
      words,
      turn.cost?.model_calls ? ` It took ${costWords(turn).words}.` : "",
      " ",
      build("button", { type: "button", class: "link", on: { click: () => this.#again() } }, "Ask again"),
    );
  }

  /** A reply was taken and its job runs, though the stored answer is still the question. */
  #isWorking() {
    const { status, answer, question } = this.turn;
    return (status === "queued" || status === "running") && (!answer || Boolean(question));
  }

  #answer() {
    return answerBody(this.turn.text, this.turn.answer, {
      open: (key, event) => this.open(key, event),
      ask: (wish) => this.dispatchEvent(new CustomEvent("ask-now", { bubbles: true, detail: wish })),
    });
  }

  #stepLine() {
    this.steps = document.createElement("step-line");
    this.steps.begin(this.turn.job, Math.min(Date.now(), Date.parse(this.#job?.updated ?? "") || Date.now()));
    this.steps.step(this.#story.step);
    return this.steps;
  }

  #panel() {
    const { question, job, status } = this.turn;
    const after = (said) => (status ? this.changed() : this.#follow(said.job, new AbortController().signal));
    return questionPanel(question, { job: status ? job : null, thread: this.thread, after });
  }

  #taskCard() {
    const card = document.createElement("task-card");
    card.addEventListener("task-ended", () => this.changed());
    card.show(this.#job);
    return card;
  }

  #replies() {
    const asked = this.turn.replies ?? [];
    return asked.map(({ question, meant, reply }) =>
      build("p", { class: "replied quiet" }, question, " ", build("strong", {}, meant || reply)),
    );
  }

  #again() {
    this.dispatchEvent(new CustomEvent("ask-again", { bubbles: true, detail: this.turn.text }));
  }

  /** Follows the job while anything can still happen in it; a hidden tab lets go and takes up again when it is seen. */
  #watch() {
    const { job, status, answer } = this.turn;
    const isWanted = !answer || this.turn.is_task || status === "failed";
    if (job && status && isWanted && this.#readAt !== status) {
      if (status === "cancelled" && this.#following) setTimeout(() => this.isConnected && this.changed(), UNWINDS);
      this.#readJob(job, status);
    }
    const isOver = !job || !status || isFinished(status) || this.turn.is_task;
    if (isOver || document.hidden) {
      this.#following?.abort();
      this.#following = null;
      return;
    }
    if (this.#following) return;
    this.#following = new AbortController();
    this.#follow(job, this.#following.signal);
  }

  async #readJob(job, status) {
    this.#readAt = status;
    this.#job = await server.job(job).catch(() => ({ status, error: { message: "what went wrong cannot be read" } }));
    if (this.isConnected) this.show(this.turn, this);
  }

  async #follow(job, signal) {
    const story = (this.#story = newStory());
    const onConnection = (isLive) => this.steps?.live(isLive);
    const onEvent = (event) => {
      tell(story, event);
      this.steps?.step(story.step);
      if (/^scenario/.test(event.type) && story.scenario !== this.turn.scenario) this.changed();
      if (/^(question\.|job\.(done|failed|cancelled))/.test(event.type)) this.changed();
    };
    try {
      await followJob(job, { onEvent, onConnection, signal });
    } catch (fault) {
      if (!signal.aborted) refill(this.querySelector(".answer"), notice(fault, { retry: this.changed }));
    }
    if (this.#following?.signal === signal) this.#following = null;
  }
}

/** The words as they were typed; a very long question is folded. */
function askedByYou(text) {
  const label = build("span", { class: "visually-hidden" }, "You asked: ");
  const words = (shown) => build("p", { class: "asked-by-you", dir: "auto" }, label.cloneNode(true), shown);
  if (text.length <= LONG) return words(text);
  const whole = build("details", { class: "folded" }, build("summary", {}, "All of the question"), words(text));
  return build("div", {}, words(`${text.slice(0, LONG)}…`), whole);
}
