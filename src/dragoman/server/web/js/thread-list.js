/** The left pane: threads, newest first, and the ways to tasks, documents, memory and settings. */

import { build, refill, visible } from "./build.js";
import { notice } from "./notice.js";
import { address, goTo, place } from "./place.js";
import * as server from "./server.js";

export class ThreadList extends HTMLElement {
  connectedCallback() {
    this.setAttribute("role", "navigation");
    this.setAttribute("aria-label", "Threads");
    this.find = build("input", {
      type: "search",
      placeholder: "Find a thread",
      "aria-label": "Find a thread",
      autocomplete: "off",
      on: { input: () => this.#draw() },
    });
    this.list = build("ul", { class: "threads" });
    this.ways = build("ul", { class: "ways" });
    this.menu = build(
      "button",
      {
        type: "button",
        class: "menu icon",
        "aria-expanded": "false",
        "aria-label": "Threads, tasks, documents, memory and settings",
        on: { click: () => this.#toggle() },
      },
      "☰",
    );
    this.status = build("p", { class: "quiet small", role: "status" });
    const drawer = build(
      "div",
      { class: "drawer" },
      build("a", { class: "new", href: "#" }, build("span", { "aria-hidden": "true" }, "+"), " New"),
      this.find,
      this.list,
      this.status,
      this.ways,
    );
    this.append(
      build("div", { class: "top" }, this.menu, build("a", { class: "name", href: "#" }, "Dragoman")),
      drawer,
    );
    this.addEventListener("click", (event) => event.target.closest("a") && this.#toggle(false));
    this.threads = [];
    this.refresh();
  }

  async refresh() {
    try {
      this.threads = await server.threads();
      this.status.textContent = "";
    } catch (fault) {
      this.status.textContent = fault.title || "The threads cannot be read.";
      if (fault.status === 401)
        refill(document.querySelector("main"), build("div", { class: "column" }, notice(fault)));
    }
    this.#draw();
  }

  /** Marks what is open now; the focus stays where it is. */
  moved() {
    const focused = this.contains(document.activeElement) ? document.activeElement.getAttribute("href") : null;
    this.#toggle(false);
    this.#draw();
    if (focused) [...this.querySelectorAll("a")].find((link) => link.getAttribute("href") === focused)?.focus();
  }

  #draw() {
    const { view, id } = place();
    const wanted = this.find.value.trim().toLowerCase();
    const shown = this.threads.filter(({ label }) => !wanted || (label ?? "").toLowerCase().includes(wanted));
    this.find.hidden = this.threads.length < 6;
    refill(
      this.list,
      shown.map((thread) => this.#line(thread, view === "thread" && id === thread.thread)),
    );
    if (!this.threads.length)
      refill(this.list, build("li", { class: "quiet none" }, "Your threads will be listed here."));
    const way = (name, words, views) =>
      build(
        "li",
        {},
        build("a", { href: address({ view: name }), "aria-current": views.includes(view) ? "page" : null }, words),
      );
    refill(
      this.ways,
      way("tasks", "Tasks", ["tasks", "task"]),
      way("documents", "Documents", ["documents"]),
      way("memory", "Memory", ["memory"]),
      way("settings", "Settings", ["settings"]),
    );
  }

  #line({ thread, label }, isCurrent) {
    const words = visible(label) || "(no words)";
    const forget = build(
      "button",
      {
        type: "button",
        class: "icon forget",
        "aria-label": `Forget the thread: ${words}`,
        on: { click: (event) => this.#forget(event.currentTarget, thread) },
      },
      "×",
    );
    return build(
      "li",
      { class: isCurrent ? "current" : null },
      build(
        "a",
        { href: address({ view: "thread", id: thread }), "aria-current": isCurrent ? "page" : null, title: words },
        words,
      ),
      forget,
    );
  }

  /** The first press asks, the second forgets. */
  async #forget(button, thread) {
    if (!button.classList.contains("sure")) {
      button.classList.add("sure");
      button.textContent = "Forget?";
      button.addEventListener("blur", () => this.#draw(), { once: true });
      return;
    }
    try {
      await server.removeThread(thread);
      this.threads = this.threads.filter((one) => one.thread !== thread);
      this.#draw();
      if (place().id === thread) goTo({ view: "new" });
      await this.refresh();
    } catch (fault) {
      this.status.textContent = fault.detail || fault.title;
    }
  }

  #toggle(isOpen = !this.classList.contains("open")) {
    this.classList.toggle("open", isOpen);
    this.menu.setAttribute("aria-expanded", String(isOpen));
  }
}
