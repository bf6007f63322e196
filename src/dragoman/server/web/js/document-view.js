/** One document: contents on the left, the page in the middle, its figures with their audit marks on the right. */

import { build, draw, refill, visible } from "./build.js";
import { documentContents, markPage } from "./document-contents.js";
import { documentFigures, noteList } from "./document-figures.js";
import { DocumentPages } from "./document-pages.js";
import { notice } from "./notice.js";
import { pageBlocks } from "./page-text.js";
import { frameOf, pictureAt } from "./page-picture.js";
import { address, amend, place } from "./place.js";
import { saveFacts } from "./save-thread.js";
import * as server from "./server.js";

export class DocumentView extends HTMLElement {
  #asked = 0; // the newest request; answers to older ones are dropped
  #shown = null; // {page, figures, address} of the page that is shown

  connectedCallback() {
    this.setAttribute("aria-label", "Document");
  }

  disconnectedCallback() {
    this.pages?.close();
  }

  /** Shows what the address names: a document, a page of it, a figure on the page. */
  async showEvidence() {
    document.querySelector("evidence-pane").close();
    const { id, page } = place();
    if (id !== this.document) await this.#open(id);
    else if (this.about && Number(page || 1) !== this.number) await this.#turnTo(Number(page) || 1);
    else if (this.#shown) this.#draw();
  }

  refresh() {
    const { document: id } = this;
    this.document = null;
    return this.#open(id);
  }

  /** Goes on by so many pages. Returns whether there is such a page. */
  turn(by) {
    const to = (Number(place().page) || 1) + by; // the address is ahead of what is drawn where pages are turned fast
    const isThere = this.about && to >= 1 && to <= this.about.pages;
    if (isThere) amend({ page: String(to), fact: "", cell: "" });
    return Boolean(isThere);
  }

  /** Chooses the next or the previous figure of the page. */
  stepFact(by) {
    const facts = this.#shown?.figures.facts ?? [];
    if (!facts.length) return;
    const at = facts.indexOf(chosenOf(facts));
    const next = at < 0 ? (by > 0 ? 0 : facts.length - 1) : Math.max(0, Math.min(facts.length - 1, at + by));
    amend({ fact: facts[next].id, cell: "" });
    this.querySelector(`[data-fact="${CSS.escape(facts[next].id)}"]`)?.focus();
  }

  async #open(id) {
    const asked = ++this.#asked;
    this.pages?.close();
    Object.assign(this, { document: id, about: null, number: null, pages: new DocumentPages(id) });
    this.#shown = null;
    refill(this, build("p", { class: "quiet late opening" }, "Opening the document…"));
    try {
      const [about, pages] = await Promise.all([server.document_(id), server.documentPages(id)]);
      if (asked !== this.#asked) return;
      this.about = about;
      this.#frame(pages);
      await this.#turnTo(Number(place().page) || 1);
    } catch (fault) {
      if (asked === this.#asked)
        refill(this, build("div", { class: "column" }, back(), notice(fault, { retry: () => this.refresh() })));
    }
  }

  #frame(pages) {
    const { about } = this;
    const to = (page) => address({ view: "documents", id: about.id, page: String(page) });
    const title = visible(about.title) || about.id;
    document.title = `${title.slice(0, 60)} · Dragoman`;
    this.contents = build("nav", { class: "contents", "aria-label": "Contents" }, documentContents(about.outline ?? [], pages, to));
    this.tools = build("div", { class: "turning" });
    this.status = build("p", { class: "quiet small", role: "status" });
    this.sheet = build("div", { class: "leaf" });
    this.figures = build("section", { class: "figures", tabindex: -1, "aria-label": "Figures of this page" });
    refill(
      this,
      build("header", {}, back(), build("h1", { tabindex: -1 }, title), aboutLine(about, pages), saveFacts(about.id), wholeNotes(about)),
      build(
        "div",
        { class: "browser" },
        this.contents,
        build("section", { class: "reading", "aria-label": "The page" }, this.tools, this.status, this.sheet),
        this.figures,
      ),
    );
  }

  async #turnTo(wanted) {
    const asked = ++this.#asked;
    const number = Math.max(1, Math.min(this.about.pages || 1, Math.trunc(wanted)));
    this.number = number;
    this.#turning();
    markPage(this.contents, number);
    this.sheet.setAttribute("aria-busy", "true");
    this.pages.keep(number);
    try {
      const shown = await this.pages.read(number);
      if (asked !== this.#asked) return;
      const label = `Page ${number} of ${visible(this.about.title)}`;
      const size = shown.page.size ? [shown.page.size.width, shown.page.size.height] : null;
      const picture = shown.address ? await pictureAt(shown.address, { size, label }) : null;
      if (asked !== this.#asked) return;
      this.#shown = { ...shown, picture };
      this.sheet.scrollTop = 0;
      this.#draw();
      if (number < this.about.pages) this.pages.read(number + 1).catch(() => {}); // ahead; told when it is wanted
    } catch (fault) {
      if (asked !== this.#asked || fault.name === "AbortError") return;
      this.#shown = null;
      refill(this.figures);
      refill(this.sheet, notice(fault, { retry: () => this.#turnTo(number) }));
    } finally {
      if (asked === this.#asked) this.sheet.removeAttribute("aria-busy");
    }
  }

  #draw() {
    const { page, figures, picture } = this.#shown;
    const fact = chosenOf(figures.facts);
    const focused = this.figures.contains(document.activeElement) ? document.activeElement.dataset.fact : null;
    const open = (id) => amend({ fact: id === fact?.id ? "" : id, cell: "" });
    this.status.textContent = statusWords(page, figures);
    refill(this.figures, documentFigures(figures, fact?.id, open));
    const text = pageBlocks(page.text, { quote: "", cells: fact ? [fact.cell] : [] });
    if (picture) {
      picture.querySelectorAll("rect").forEach((one) => one.remove());
      picture.append(...frames(figures, fact, open));
      refill(this.sheet, picture, build("details", { class: "as-text" }, build("summary", {}, "The page as text"), text.blocks));
    } else refill(this.sheet, build("div", { class: "sheet" }, text.blocks));
    if (focused) this.figures.querySelector(`[data-fact="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
    if (fact) {
      const frame = picture?.querySelector(".frame.chosen") ?? text.marked;
      // Where page and figures scroll together, the page is what a figure leads to.
      if (matchMedia("(min-width: 721px)").matches)
        this.figures.querySelector('[aria-pressed="true"]')?.scrollIntoView({ block: "nearest" });
      frame?.scrollIntoView({ block: "center", inline: "nearest" });
    }
  }

  #turning() {
    const { number, about } = this;
    const button = (by, words, sign) =>
      build(
        "button",
        { type: "button", class: "icon", "aria-label": words, disabled: number + by < 1 || number + by > about.pages, on: { click: () => this.turn(by) } },
        sign,
      );
    const field = build("input", { type: "text", inputmode: "numeric", "aria-label": `Page, of ${about.pages}`, value: number });
    const go = (event) => {
      event.preventDefault();
      const to = Number(field.value);
      if (Number.isInteger(to) && to >= 1 && to <= about.pages) amend({ page: String(to), fact: "", cell: "" });
      else field.value = number;
    };
    const hadFocus = this.tools.contains(document.activeElement) ? document.activeElement.getAttribute("aria-label") : null;
    refill(
      this.tools,
      build("form", { on: { submit: go } }, button(-1, "Page before", "‹"), field, build("span", { class: "quiet" }, `/ ${about.pages}`), button(1, "Next page", "›")),
    );
    if (hadFocus) this.tools.querySelector(`[aria-label="${hadFocus}"]`)?.focus();
  }
}

/** The figure that the address names: by its own name, or by its cell as "table.row.column". */
function chosenOf(facts) {
  const { fact, cell: where } = place();
  const isThere = ({ id, cell }) => (fact ? id === fact : where === [cell.table, cell.row, cell.column].join("."));
  return facts.find(isThere);
}

const back = () => build("a", { class: "back link", href: address({ view: "documents" }) }, "← Documents");

function aboutLine(about, pages) {
  const sum = (name) => pages.reduce((total, one) => total + one[name], 0);
  const [facts, proved, broken] = ["facts", "proved", "broken"].map(sum);
  const words = [
    about.company,
    about.period,
    `${about.pages} ${about.pages === 1 ? "page" : "pages"}`,
    facts ? `${facts} figures, ${proved} proved` : "no figures",
    broken ? `${broken} ${broken === 1 ? "sum does" : "sums do"} not hold` : "",
  ];
  return build("p", { class: "quiet small" }, words.filter(Boolean).join(" · "));
}

/** What was noted of the document as a whole. */
function wholeNotes({ notes = [] }) {
  const whole = notes.filter(({ page }) => page === null).map(({ text }) => text);
  return whole.length ? noteList(whole, "Noted of this document") : null;
}

function statusWords(page, { facts, broken }) {
  const proved = facts.filter(({ proofs }) => proofs.length).length;
  const printedAs = page.printed && page.printed !== String(page.page) ? ` (printed ${visible(page.printed)})` : "";
  const counts = facts.length ? `${facts.length} figures, ${proved} proved` : "no figures";
  return `Page ${page.page}${printedAs}: ${counts}${broken.length ? `, ${broken.length} sums do not hold` : ""}`;
}

/** Frames over the picture: the tables and cells of sums that do not hold, a spot on every figure, the chosen one. */
function frames({ facts, broken }, chosen, open) {
  const tables = [...new Set(broken.map(({ table }) => table))].map((table) => around(facts.filter(({ cell }) => cell.table === table)));
  const spots = facts.filter(({ cell }) => cell.box).map((fact) => spot(fact, open));
  return [
    ...tables.filter(Boolean).map((box) => frameOf(box, { class: "frame table" })),
    ...broken.flatMap(({ boxes }) => boxes.map((box) => frameOf(box, { class: "frame failed" }))),
    ...spots,
    chosen?.cell.box ? frameOf(chosen.cell.box, { class: "frame chosen" }) : null,
  ].filter(Boolean);
}

/** A place that can be clicked; by keys and for screen readers the list beside the page does the same. */
function spot(fact, open) {
  const rect = frameOf(fact.cell.box, { class: "spot" });
  rect.addEventListener("click", () => open(fact.id));
  rect.append(draw("title", {}, `${visible(fact.label)}: ${fact.cell.text}`));
  return rect;
}

function around(facts) {
  const boxes = facts.map(({ cell }) => cell.box).filter(Boolean);
  if (!boxes.length) return null;
  const least = (name) => Math.min(...boxes.map((box) => box[name]));
  const most = (name) => Math.max(...boxes.map((box) => box[name]));
  return { x0: least("x0") - 4, y0: least("y0") - 4, x1: most("x1") + 4, y1: most("y1") + 4 };
}
