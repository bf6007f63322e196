/** The right pane: the place an answer rests on, and how its numbers came about. On narrow screens it is a sheet. */

import { build, refill } from "./build.js";
import { placeOf, printed, sourceAt } from "./answer-sources.js";
import { lineageTree } from "./lineage-tree.js";
import { notice } from "./notice.js";
import { pageBlocks } from "./page-text.js";
import { pagePicture } from "./page-picture.js";
import { address, amend } from "./place.js";
import { scenarioGraph } from "./scenario-graph.js";
import { sentence } from "./job-story.js";
import * as server from "./server.js";

export class EvidencePane extends HTMLElement {
  #asked = 0; // the newest request; answers to older ones are dropped

  connectedCallback() {
    this.setAttribute("role", "complementary");
    this.setAttribute("aria-label", "Evidence");
  }

  /** Shows what an answer rests on. `tree` puts the lineage first. */
  async showSource(answer, turn, key, { tree = false } = {}) {
    const source = sourceAt(answer, key);
    if (!source) return this.close();
    const open = (next) => amend({ see: `${turn}.${next}`, tree: "" });
    const lineage = answer.lineage?.length
      ? build(
          "section",
          { class: "origin" },
          build("h3", {}, "How the numbers came about"),
          lineageTree(answer.lineage, key, open),
        )
      : null;
    const place = placeOf(source, answer);
    const sheet = newSheet();
    const parts = place ? [trail(source, answer, turn), sheet] : [sum(source.node)];
    this.#frame(place?.title ?? "Calculation", place, tree ? [lineage, ...parts] : [...parts, lineage]);
    if (place) await this.#fillSheet(sheet, place);
  }

  /** Shows a document's page with nothing marked. */
  async showDocument(id, title, page, pages) {
    const place = { document: id, title, page, quote: "", boxes: [], cells: [] };
    const sheet = newSheet();
    this.#frame(title, place, [sheet], pages);
    await this.#fillSheet(sheet, place);
  }

  /** Shows the graph of a scenario or an assistant. */
  async showGraph(id) {
    const asked = ++this.#asked;
    const picture = build("section", { class: "graph-of" }, build("p", { class: "quiet late" }, "Reading the graph…"));
    this.#frame(sentence(id), null, [picture]);
    try {
      const graph = await server.graph(id);
      if (asked !== this.#asked) return;
      this.querySelector("h2").textContent = graph.display_name ?? sentence(id);
      refill(picture, scenarioGraph(graph));
    } catch (fault) {
      if (asked === this.#asked) refill(picture, notice(fault, { retry: () => this.showGraph(id) }));
    }
  }

  close() {
    this.#asked += 1;
    this.hidden = true;
    document.body.classList.remove("with-evidence");
    refill(this);
  }

  #frame(title, place, parts) {
    const leave = build(
      "button",
      { type: "button", class: "icon", "aria-label": "Close the evidence (Escape)", on: { click: leaveEvidence } },
      "×",
    );
    this.pages = build("span", { class: "pages quiet" }, place ? `page ${place.page}` : "");
    const head = build("header", {}, build("h2", { tabindex: -1 }, title), this.pages, leave);
    refill(this, head, build("div", { class: "body" }, parts, place?.quote ? quoteActions(place) : null));
    this.hidden = false;
    document.body.classList.add("with-evidence");
  }

  async #fillSheet(sheet, place) {
    const asked = ++this.#asked;
    sheet.setAttribute("aria-busy", "true");
    try {
      const page = await server.page(place.document, place.page, place.boxes.length ? "" : place.quote);
      const content = await pageContent(page, place);
      if (asked !== this.#asked) return;
      refill(sheet, content.elements);
      this.#turnPages(place, page);
      content.marked?.scrollIntoView({ block: "center", inline: "nearest" });
    } catch (fault) {
      if (asked === this.#asked) refill(sheet, notice(fault, { retry: () => this.#fillSheet(sheet, place) }));
    }
    sheet.removeAttribute("aria-busy");
  }

  #turnPages(place, page) {
    const last = page.pages;
    const turn = (step, words, sign) => {
      const to = place.page + step;
      const isThere = to >= 1 && to <= last;
      const move = () => amend({ see: "", tree: "", document: place.document, page: String(to) });
      return build(
        "button",
        { type: "button", class: "icon", "aria-label": words, disabled: !isThere, on: { click: move } },
        sign,
      );
    };
    const number = `page ${place.page}${last ? ` / ${last}` : ""}`;
    refill(
      this.pages,
      last > 1 ? turn(-1, "Page before", "‹") : null,
      number,
      last > 1 ? turn(1, "Next page", "›") : null,
    );
  }
}

const newSheet = () => build("section", { class: "sheet" }, build("p", { class: "quiet late" }, "Reading the page…"));

export function leaveEvidence() {
  amend({ see: "", tree: "", document: "", page: "", graph: "" });
}

async function pageContent(page, place) {
  if (page.has_image) {
    try {
      const size = page.size ? [page.size.width, page.size.height] : null;
      const label = `${place.title}, page ${place.page}${place.quote ? `; marked: ${place.quote}` : ""}`;
      const boxes = place.boxes.length ? place.boxes : (page.boxes ?? []);
      const picture = await pagePicture(place.document, place.page, { boxes, size, label });
      const { blocks, marked } = pageBlocks(page.text, place);
      const isOpen = Boolean(marked) && !boxes.length; // where the picture shows no place, the text does
      const text = build(
        "details",
        { class: "as-text", open: isOpen },
        build("summary", {}, "The page as text"),
        blocks,
      );
      return { elements: [picture, text], marked: isOpen ? marked : picture.querySelector("rect") };
    } catch {
      // the file may be gone since it was read; its text is stored
    }
  }
  const { blocks, marked } = pageBlocks(page.text, place);
  const isLost = place.quote && !marked;
  const lost = isLost
    ? build(
        "p",
        { class: "caveat" },
        "The page as it is stored does not show this place line by line; the quote: ",
        build("q", {}, place.quote),
      )
    : null;
  return { elements: [lost, blocks], marked };
}

/** "55,658 US$ million ← fact ← cell", each step in words. */
function trail(source, answer, turn) {
  if (source.kind !== "fact") return null;
  const fact = source.node;
  const parent = source.key.includes(".") ? source.key.slice(0, source.key.lastIndexOf(".")) : null;
  const back =
    parent &&
    build(
      "button",
      { type: "button", class: "link", on: { click: () => amend({ see: `${turn}.${parent}`, tree: "" }) } },
      "← back to the sum",
    );
  const cell = `row “${fact.cell.row_label}”, column “${fact.cell.column_label}”`;
  return build("p", { class: "trail" }, build("strong", {}, printed(fact)), ` ← ${cell}`, back ? [" ", back] : null);
}

function sum(node) {
  return build(
    "section",
    { class: "calculation" },
    build("p", { class: "result" }, node.result),
    build("p", { class: "sum" }, node.expression),
  );
}

/** The address of the place in the browser of documents, where all of the document can be seen. */
function documentAt({ document: id, page, cells }) {
  const [cell, ...others] = cells;
  const shown = cell && !others.length ? [cell.table, cell.row, cell.column].join(".") : "";
  return address({ view: "documents", id, page: String(page), cell: shown });
}

function quoteActions(place) {
  const copy = (event) => {
    navigator.clipboard?.writeText(`“${place.quote}” (${place.title}, page ${place.page})`);
    event.target.textContent = "Copied";
  };
  return build(
    "p",
    { class: "actions" },
    build("button", { type: "button", class: "link", on: { click: copy } }, "Copy the quote"),
    build("a", { class: "link", href: documentAt(place) }, "Open the document"),
  );
}
