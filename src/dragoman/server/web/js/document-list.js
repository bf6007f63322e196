/** The documents that were read, and the way to add one. */

import { build, refill, visible } from "./build.js";
import { notice } from "./notice.js";
import { address, place } from "./place.js";
import * as server from "./server.js";

export class DocumentList extends HTMLElement {
  async connectedCallback() {
    this.list = build("div", { "aria-busy": "true" });
    this.note = build("div", { role: "status" });
    this.append(
      build(
        "div",
        { class: "scroller" },
        build("div", { class: "column wide" }, build("h1", {}, "Documents"), this.#form(), this.note, this.list),
      ),
    );
    document.title = "Documents · Dragoman";
    await this.refresh();
  }

  async refresh() {
    try {
      this.documents = await server.documents();
      refill(
        this.list,
        this.documents.length
          ? this.#table()
          : build(
              "p",
              { class: "quiet" },
              "Nothing was read yet. Add a report above; Markdown, text and PDF can be read.",
            ),
      );
    } catch (fault) {
      refill(this.list, notice(fault, { retry: () => this.refresh() }));
    }
    this.list.removeAttribute("aria-busy");
    this.showEvidence();
  }

  showEvidence() {
    const pane = document.querySelector("evidence-pane");
    const { document: id, page } = place();
    const known = this.documents?.find((one) => one.id === id);
    this.querySelectorAll("tr[data-document]").forEach((row) =>
      row.classList.toggle("open", row.dataset.document === id),
    );
    if (known) pane.showDocument(id, known.title, Number(page) || 1);
    else pane.close();
  }

  #table() {
    const heads = ["Title", "Company", "Period", "Kind", "Published", "Pages", "Facts", ""];
    return build(
      "div",
      { class: "scroll" },
      build(
        "table",
        { class: "data documents" },
        build(
          "thead",
          {},
          build(
            "tr",
            {},
            heads.map((head, i) => build("th", { scope: "col", class: i === 5 || i === 6 ? "num" : null }, head)),
          ),
        ),
        build(
          "tbody",
          {},
          this.documents.map((one) => this.#row(one)),
        ),
      ),
    );
  }

  #row(one) {
    const open = address({ view: "documents", id: one.id, page: "1" });
    return build("tr", { "data-document": one.id }, [
      build(
        "th",
        { scope: "row" },
        build("a", { class: "link", href: open }, visible(one.title) || one.id),
        (one.warnings ?? []).map((warning) => build("p", { class: "caveat" }, warning)),
      ),
      build("td", {}, one.company ?? "–"),
      build("td", {}, one.period ?? "–"),
      build("td", {}, one.kind ?? "–"),
      build("td", {}, one.published ?? "–"),
      build("td", { class: "num" }, one.pages ?? "–"),
      build("td", { class: "num" }, one.facts ?? "–"),
      build("td", { class: "num" }, this.#removal(one)),
    ]);
  }

  /** The first press asks, the second takes it out of the index; the file itself stays. */
  #removal(one) {
    const remove = async (event) => {
      const button = event.currentTarget;
      if (!button.classList.contains("sure")) {
        button.classList.add("sure");
        button.textContent = "Remove?";
        button.addEventListener("blur", () => this.refresh(), { once: true });
        return;
      }
      try {
        await server.removeDocument(one.id);
        refill(this.note, build("p", { class: "quiet small" }, `${visible(one.title) || one.id} is out of the index.`));
        await this.refresh();
      } catch (fault) {
        refill(this.note, notice(fault));
      }
    };
    const label = `Remove ${visible(one.title) || one.id} from the index`;
    return build("button", { type: "button", class: "icon forget", "aria-label": label, on: { click: remove } }, "×");
  }

  #form() {
    const file = build("input", {
      type: "file",
      name: "file",
      required: true,
      accept: ".md,.markdown,.txt,.pdf,.docx",
      "aria-label": "File",
    });
    const company = build("input", {
      type: "text",
      name: "company",
      placeholder: "Company, e.g. BHP",
      "aria-label": "Company",
      maxlength: 60,
    });
    const period = build("input", {
      type: "text",
      name: "period",
      placeholder: "Period, e.g. FY2025",
      "aria-label": "Period",
      maxlength: 20,
    });
    const submit = async (event) => {
      event.preventDefault();
      refill(this.note, build("p", { class: "quiet" }, `Reading ${visible(file.files[0].name)}…`));
      try {
        const report = await server.upload(file.files[0], {
          company: company.value.trim(),
          period: period.value.trim(),
        });
        refill(this.note, readLine(file.files[0].name, report));
        event.target.reset();
        await this.refresh();
      } catch (fault) {
        refill(this.note, notice(fault));
      }
    };
    return build("form", { class: "row upload", on: { submit } }, file, company, period, build("button", {}, "Add"));
  }
}

const count = (number, word) => `${number} ${word}${number === 1 ? "" : "s"}`;

function readLine(name, { pages, passages, facts, warnings = [] }) {
  const counts = [count(pages, "page"), count(passages, "passage"), count(facts, "fact")].join(", ");
  const words = `${visible(name)} was read: ${counts}.`;
  return [build("p", { class: "small" }, words), warnings.map((warning) => build("p", { class: "caveat" }, warning))];
}
