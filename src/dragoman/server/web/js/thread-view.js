/** The middle pane: the turns of a thread with the box to go on. Its state is what the server said last. */

import { costWords } from "./answer-cost.js";
import { build, refill, visible } from "./build.js";
import { notice } from "./notice.js";
import { amend, place } from "./place.js";
import { saveLine } from "./save-thread.js";
import { sourceAt } from "./answer-sources.js";
import * as server from "./server.js";

const EXAMPLES = [
  ["Reports: a figure, with its cell", "What was BHP's FY2024 revenue?"],
  ["Contracts: a clause, with its page", "What are the late payment penalties?"],
  ["Tasks: a scenario, step by step", "Check this folder for secrets"],
];

export class ThreadView extends HTMLElement {
  #loading = null;
  #isStale = false;
  #follows = false; // from a question of one's own until its answer: what comes is brought into view

  connectedCallback() {
    this.turns = build("div", { class: "turns", role: "log", "aria-label": "The conversation" });
    this.box = document.createElement("ask-box");
    this.trouble = build("div", {});
    this.total = build("p", { class: "quiet small total" });
    this.saving = build("div", {});
    this.append(
      build(
        "div",
        { class: "scroller" },
        build("div", { class: "column" }, this.turns, this.total, this.saving, this.trouble),
        build("div", { class: "foot" }, this.box),
      ),
    );
    this.addEventListener("ask-again", (event) => this.box.offer(event.detail));
    this.addEventListener("ask-now", ({ detail }) => this.box.ask(detail.words ?? detail, { fresh: detail.fresh }));
    this.box.sent = (said) => this.#sent(said);
    this.seen = () => document.hidden || this.refresh();
    document.addEventListener("visibilitychange", this.seen);
  }

  disconnectedCallback() {
    document.removeEventListener("visibilitychange", this.seen);
  }

  /** Shows a thread, or the examples where there is none yet. */
  async open(id) {
    if (id && id === this.thread && this.record) return this.showEvidence();
    this.thread = id || null;
    this.box.thread = this.thread;
    this.record = null;
    refill(this.saving);
    refill(this.trouble);
    refill(this.total);
    refill(this.turns, this.thread ? build("p", { class: "quiet late" }, "Reading the thread…") : this.#examples());
    document.querySelector("evidence-pane").close();
    if (!this.thread) return this.box.field.focus({ preventScroll: true });
    await this.refresh();
  }

  /** Reads the thread again; calls while it is read are one more reading after it. */
  refresh() {
    if (!this.thread) return null;
    this.#isStale = true;
    this.#loading ??= this.#read().finally(() => (this.#loading = null));
    return this.#loading;
  }

  async #read() {
    while (this.#isStale) {
      this.#isStale = false;
      const { thread } = this;
      try {
        const record = await server.thread(thread);
        if (thread !== this.thread) continue;
        this.record = record;
        refill(this.trouble);
        this.#draw();
      } catch (fault) {
        this.turns.querySelector(":scope > .late")?.remove();
        if (thread === this.thread) refill(this.trouble, notice(fault, { retry: () => this.refresh() }));
      }
    }
  }

  #draw() {
    const changed = () => this.refresh();
    const scroller = this.turns.closest(".scroller");
    const wasAtEnd = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < 160;
    this.turns.querySelector(":scope > .late")?.remove();
    let isNew = false; // something is said at the end that was not there before
    this.record.turns.forEach((turn, i) => {
      const isLast = i === this.record.turns.length - 1;
      const view = this.turns.children[i] ?? this.turns.appendChild(document.createElement("turn-view"));
      isNew = view.show(turn, { thread: this.thread, changed }) && isLast;
    });
    const { cost, turns } = this.record;
    refill(this.total, turns.length > 1 && cost?.model_calls ? `All of this thread: ${costWords({ cost }).words}` : null);
    refill(this.saving, saveLine(this.record));
    if (isNew && (wasAtEnd || this.#follows)) bringIntoView(this.turns.lastElementChild, scroller);
    if (this.record.turns.at(-1)?.answer) this.#follows = false;
    document.title = `${visible(this.record.turns[0]?.text).slice(0, 60) || "Thread"} · Dragoman`;
    this.showEvidence();
  }

  /** Opens the evidence that the address names. */
  showEvidence() {
    const pane = document.querySelector("evidence-pane");
    const { see, tree, document: id, page } = place();
    const [number, key] = see ? [see.split(".")[0], see.slice(see.indexOf(".") + 1)] : [];
    const answer = this.record?.turns.find((turn) => String(turn.turn) === number)?.answer;
    this.querySelectorAll("[data-key].open").forEach((link) => link.classList.remove("open"));
    if (answer && sourceAt(answer, key)) {
      this.querySelector(`turn-view[data-turn="${Number(number)}"]`)
        ?.querySelectorAll("[data-key]")
        .forEach((link) => link.classList.toggle("open", link.dataset.key === key));
      pane.showSource(answer, number, key, { tree: Boolean(tree) });
    } else if (id) pane.showDocument(id, this.#titleOf(id), Number(page) || 1);
    else pane.close();
  }

  #titleOf(id) {
    const cited = this.record?.turns.flatMap((turn) => turn.answer?.citations ?? []).find((one) => one.document === id);
    return cited?.title ?? id;
  }

  async #sent({ thread }) {
    document.querySelector("thread-list").refresh();
    if (thread === this.thread) {
      this.#follows = true;
      amend({ see: "", tree: "", document: "", page: "" });
      await this.refresh();
    } else amend({ view: "thread", id: thread, see: "", tree: "", document: "", page: "" });
  }

  #examples() {
    const run = (words) =>
      build("button", { type: "button", class: "example", on: { click: () => this.box.ask(words) } });
    return build(
      "section",
      { class: "empty" },
      build("h1", {}, "Ask a question"),
      build("p", {}, "Every figure of an answer leads to the cell it stands in, every clause to its page."),
      build(
        "ul",
        { class: "examples" },
        EXAMPLES.map(([why, words]) => {
          const button = run(words);
          button.append(build("span", {}, words), build("span", { class: "quiet" }, why));
          return build("li", {}, button);
        }),
      ),
    );
  }
}

/** The question at the top where the answer is long, else just enough of a scroll to see all of it. */
function bringIntoView(turn, scroller) {
  turn.scrollIntoView({ block: turn.offsetHeight + 144 > scroller.clientHeight ? "start" : "nearest" });
}
