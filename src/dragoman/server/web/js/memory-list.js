/** Answers that are remembered: found, read, edited, forgotten; and what happened to them. */

import { ageSince } from "./age.js";
import { count } from "./answer-cost.js";
import { newKey } from "./ask-box.js";
import { build, refill, visible } from "./build.js";
import { memoryEntry } from "./memory-entry.js";
import { notice } from "./notice.js";
import { amend, goTo, place } from "./place.js";
import * as server from "./server.js";

const A_PAGE = 20; // entries
const EXAMPLE = "What was BHP's FY2024 revenue?";
const WAIT = 250; // milliseconds after the last letter

export class MemoryList extends HTMLElement {
  #read = 0; // the reading that counts: an older one that comes late is dropped

  connectedCallback() {
    this.find = build("input", {
      type: "search",
      placeholder: "Find words of a question or an answer",
      "aria-label": "Find a remembered answer",
      autocomplete: "off",
      value: place().find ?? "",
      on: { input: () => this.#search() },
    });
    this.state = build("div", { class: "memory-state", "aria-busy": "true" });
    this.note = build("div", { role: "status" });
    this.list = build("div", { class: "entries" });
    this.pages = build("nav", { class: "row pager", "aria-label": "Pages" });
    this.past = build("div", {});
    const parts = [build("h1", {}, "Memory"), this.state, this.find, this.note, this.list, this.pages, this.past];
    this.append(build("div", { class: "scroller" }, build("div", { class: "column" }, parts)));
    document.title = "Memory · Dragoman";
    this.showEvidence();
  }

  disconnectedCallback() {
    clearTimeout(this.timer);
  }

  /** Shows what the address names. */
  showEvidence() {
    document.querySelector("evidence-pane").close();
    const { find = "" } = place();
    if (document.activeElement !== this.find) this.find.value = find;
    this.refresh();
  }

  async refresh() {
    const number = ++this.#read;
    const { find = "", from = "0" } = place();
    const wish = { find, offset: Number(from) || 0, limit: A_PAGE };
    try {
      const record = await server.memory(wish);
      if (number === this.#read) this.#draw(record, wish);
    } catch (fault) {
      if (number === this.#read) refill(this.list, notice(fault, { retry: () => this.refresh() }));
    }
    this.state.removeAttribute("aria-busy");
  }

  #draw(record, wish) {
    const { conclusions, total, statistics, is_on: isOn, compares_by: comparesBy } = record;
    if (!conclusions.length && wish.offset) return amend({ from: "" });
    refill(this.state, isOn ? null : switchedOff(), statistics.entries || hasPast(statistics) ? countsOf(statistics, comparesBy) : null);
    this.find.hidden = !statistics.entries;
    const changed = (words) => {
      if (words) refill(this.note, build("p", { class: "quiet small" }, words));
      this.refresh();
    };
    if (conclusions.length) refill(this.list, conclusions.map((one) => memoryEntry(one, changed)));
    else if (statistics.entries) refill(this.list, build("p", { class: "quiet" }, `Nothing remembered has the words “${visible(wish.find)}”.`));
    else refill(this.list, isOn ? empty() : null);
    refill(this.pages, total > A_PAGE ? this.#pager(wish.offset, total) : null);
    const open = this.past.querySelector("details")?.open;
    refill(this.past, hasPast(statistics) ? pastOf(open) : null);
  }

  #search() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => amend({ find: this.find.value.trim(), from: "" }), WAIT);
  }

  #pager(offset, total) {
    const turn = (words, to, isPossible) =>
      build(
        "button",
        { type: "button", disabled: !isPossible, on: { click: () => amend({ from: to > 0 ? String(to) : "" }) } },
        words,
      );
    const last = Math.min(offset + A_PAGE, total);
    return [
      turn("Newer", offset - A_PAGE, offset > 0),
      build("span", { class: "quiet small" }, `${offset + 1}–${last} of ${total}`),
      turn("Older", offset + A_PAGE, last < total),
    ];
  }
}

const hasPast = ({ entries, ...rest }) => Object.values(rest).some(Boolean);

const switchedOff = () =>
  build(
    "p",
    { class: "caveat" },
    "Memory is off (DRAGOMAN_MEMORY=off): every answer is worked out anew, and none is kept. What was kept before is still listed here.",
  );

function countsOf(statistics, comparesBy) {
  const words = [
    `${count(statistics.entries, "answer")} kept`,
    `given again ${times(statistics.hit)}`,
    statistics.hint && `helped ${times(statistics.hint)} as a hint`,
    statistics.edited && `edited ${times(statistics.edited)}`,
    statistics.wrong && `${statistics.wrong} called wrong`,
    `open questions compared by ${comparesBy}`,
  ];
  return build("p", { class: "quiet small statistics" }, words.filter(Boolean).join(" · "));
}

const times = (number) => (number === 1 ? "once" : `${number} times`);

/** What there is to know while nothing is kept, and the way to see it happen. */
function empty() {
  const ask = async (event) => {
    const button = event.currentTarget;
    button.disabled = true;
    try {
      const { thread } = await server.say(EXAMPLE, null, newKey());
      document.querySelector("thread-list").refresh();
      goTo({ view: "thread", id: thread });
    } catch (fault) {
      button.disabled = false;
      button.after(notice(fault));
    }
  };
  return build(
    "section",
    { class: "teaching" },
    build("p", {}, "Nothing is remembered yet."),
    build(
      "p",
      { class: "quiet" },
      "An answer is kept when every claim of it was found on its page. The same question then gets it again at once, marked with its age; news, questions back and answers with a caveat are never kept. A changed index or another year asks anew.",
    ),
    build(
      "button",
      { type: "button", class: "example", on: { click: ask } },
      build("span", {}, EXAMPLE),
      build("span", { class: "quiet" }, "Ask it twice: the second comes from memory"),
    ),
  );
}

const KINDS = {
  remembered: "kept",
  hit: "given again",
  hint: "used as a hint",
  edited: "edited",
  deleted: "deleted",
  wrong: "called wrong",
  expired: "too old",
};

/** The log, read when it is unfolded. */
function pastOf(isOpen) {
  const rows = build("tbody", {});
  const trouble = build("div", {});
  const load = async () => {
    try {
      refill(rows, (await server.memoryAudit()).map(rowOf));
    } catch (fault) {
      refill(trouble, notice(fault, { retry: load }));
    }
  };
  const heads = ["When", "What", "Entry", "Question or reason"].map((head) => build("th", { scope: "col" }, head));
  const table = build("table", { class: "data" }, build("thead", {}, build("tr", {}, heads)), rows);
  const fold = build(
    "details",
    { class: "past", open: Boolean(isOpen) },
    build("summary", {}, "What happened to them"),
    trouble,
    build("div", { class: "scroll" }, table),
  );
  fold.addEventListener("toggle", () => fold.open && load());
  return fold;
}

function rowOf({ at, kind, entry, question, equivalence, reason }) {
  const sure = kind === "hit" || kind === "hint" ? ` (${Math.round((equivalence ?? 1) * 100)} % the same)` : "";
  return build("tr", {}, [
    build("td", {}, build("time", { datetime: at, title: at }, `${ageSince(at)} ago`)),
    build("td", {}, `${KINDS[kind] ?? kind}${sure}`),
    build("td", {}, entry),
    build("td", {}, visible(reason || question || "–")),
  ]);
}
