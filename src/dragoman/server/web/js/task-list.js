/** Tasks: each job that is more than a question, newest first, and what kinds of task there are. */

import { build, refill } from "./build.js";
import { sentence } from "./job-story.js";
import { notice } from "./notice.js";
import { amend, goTo, place } from "./place.js";
import * as server from "./server.js";

const AGAIN_AFTER = 4000; // milliseconds between looks for new tasks

export class TaskList extends HTMLElement {
  connectedCallback() {
    this.cards = build("div", { class: "cards", "aria-busy": "true" });
    this.kinds = build("section", { class: "kinds" });
    this.append(
      build(
        "div",
        { class: "scroller" },
        build("div", { class: "column" }, build("h1", {}, "Tasks"), this.cards, this.kinds),
      ),
    );
    document.title = "Tasks · Dragoman";
    this.refresh();
    this.#showKinds();
    this.timer = setInterval(() => document.hidden || this.refresh(), AGAIN_AFTER);
  }

  disconnectedCallback() {
    clearInterval(this.timer);
  }

  showEvidence() {
    const pane = document.querySelector("evidence-pane");
    const { graph } = place();
    if (graph) pane.showGraph(graph);
    else pane.close();
  }

  async refresh() {
    try {
      const jobs = (await server.jobs()).filter(isTask);
      const shown = new Map([...this.cards.querySelectorAll("task-card")].map((card) => [card.job.id, card]));
      const cards = jobs.map((job) => shown.get(job.id) ?? newCard(job));
      if (!jobs.length)
        refill(
          this.cards,
          build(
            "p",
            { class: "quiet" },
            "No task was started yet. Ask for one in a thread: it shows here with each step, and waits for you before it writes anything.",
          ),
        );
      else if (cards.length !== shown.size || !this.cards.querySelector("task-card")) refill(this.cards, cards);
    } catch (fault) {
      refill(this.cards, notice(fault, { retry: () => this.refresh() }));
    }
    this.cards.removeAttribute("aria-busy");
  }

  /** A server without scenarios simply has none to offer. */
  async #showKinds() {
    const kinds = await server.scenarios().catch(() => []);
    if (!kinds.length || !this.isConnected) return;
    refill(
      this.kinds,
      build("h2", {}, "What can be asked for"),
      build("ul", { class: "examples tall" }, kinds.map(kindLine)),
    );
  }
}

/** A job that is a task. Everything else is a question, and lives in its thread. */
export const isTask = (job) => Boolean(job.is_task);

function newCard(job) {
  const card = document.createElement("task-card");
  card.show(job);
  return card;
}

function kindLine(kind) {
  const [example] = kind.examples ?? [];
  const start = () => {
    goTo({ view: "new" });
    requestAnimationFrame(() => document.querySelector("ask-box")?.offer(example ?? kind.id));
  };
  const effects = [kind.effects ?? []]
    .flat()
    .filter((effect) => effect !== "read")
    .join(", ");
  return build(
    "li",
    { class: "kind" },
    build(
      "button",
      { type: "button", class: "example", on: { click: start } },
      build("strong", {}, kind.display_name ?? sentence(kind.id)),
      build("span", { class: "quiet" }, kind.description ?? "", effects ? ` Effects: ${effects}.` : ""),
      example ? build("span", { class: "quiet" }, `“${example}”`) : null,
    ),
    build(
      "button",
      {
        type: "button",
        class: "link",
        "aria-label": `Steps of ${kind.display_name ?? kind.id}`,
        on: { click: () => amend({ graph: kind.id }) },
      },
      "Its steps",
    ),
  );
}
