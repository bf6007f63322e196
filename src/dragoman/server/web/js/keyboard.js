/** Keys: everything on the page can be reached without a mouse. Keys do nothing while somebody types. */

import { build } from "./build.js";
import { firstSource } from "./answer-sources.js";
import { leaveEvidence } from "./evidence-pane.js";
import { goTo, place } from "./place.js";

const KEYS = [
  ["/", "ask"],
  ["j", "next answer, or next figure of a document"],
  ["k", "answer before, or figure before"],
  ["← →", "page before, next page of a document"],
  ["1 – 9", "choose an option, 0 for none of these"],
  ["e", "evidence of the answer, and back"],
  ["t", "trace of the answer"],
  ["n", "new thread"],
  ["Esc", "close"],
  ["?", "this list"],
];

const ACTIONS = {
  "/": () => document.querySelector("#ask")?.focus(),
  j: () => (opened() ? opened().stepFact(1) : step(1)),
  k: () => (opened() ? opened().stepFact(-1) : step(-1)),
  e: evidence,
  t: () => current()?.querySelector(".trace")?.toggleAttribute("open"),
  n: () => goTo({ view: "new" }),
  "?": openList,
};

export function watchKeys() {
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") return escape(event);
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    if (opened() && event.key.startsWith("Arrow")) return turnPage(event);
    const action = ACTIONS[event.key] ?? (/^\d$/.test(event.key) ? () => choose(event.key) : null);
    if (!action || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    action();
  });
}

const opened = () => document.querySelector("document-view");

/** Left and right turn the page; up and down scroll as everywhere. */
function turnPage(event) {
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (by && opened().turn(by)) event.preventDefault();
}

function isTyping(target) {
  return (
    target.matches?.("input, textarea, select, [contenteditable]") &&
    !target.matches("input[type=file], input[type=checkbox]")
  );
}

function escape(event) {
  if (document.querySelector("dialog[open]")) return;
  if (isTyping(event.target)) event.target.blur();
  else if (!document.querySelector("evidence-pane").hidden) closeEvidence();
}

const turns = () => [...document.querySelectorAll("turn-view, task-card, .entry")];
const current = () => document.activeElement?.closest("turn-view") ?? turns().at(-1);

function step(by) {
  const all = turns();
  const at = all.indexOf(document.activeElement?.closest("turn-view, task-card, .entry"));
  const next = at < 0 ? (by > 0 ? all.length - 1 : all.length - 1) : Math.max(0, Math.min(all.length - 1, at + by));
  all[next]?.focus();
  all[next]?.scrollIntoView({ block: "nearest" });
}

function choose(digit) {
  const panels = [...document.querySelectorAll("section.question:not([data-answered])")];
  panels.at(-1)?.querySelector(`[data-option="${digit}"]`)?.click();
}

function evidence() {
  const pane = document.querySelector("evidence-pane");
  if (!pane.hidden) return closeEvidence();
  const view = current();
  const key = view?.turn?.answer && firstSource(view.turn.answer);
  if (!key) return;
  view.open(key);
  setTimeout(() => pane.querySelector("h2")?.focus(), 50);
}

function closeEvidence() {
  const { see } = place();
  leaveEvidence();
  document.querySelector(`turn-view[data-turn="${Number(see?.split(".")[0]) || 0}"]`)?.focus({ preventScroll: true });
}

function openList() {
  const close = build("button", { type: "button", class: "icon", "aria-label": "Close" }, "×");
  const rows = KEYS.map(([key, words]) =>
    build("div", {}, build("dt", {}, build("kbd", {}, key)), build("dd", {}, words)),
  );
  const dialog = build(
    "dialog",
    { class: "keys", "aria-label": "Keys" },
    build("header", {}, build("h2", {}, "Keys"), close),
    build("dl", {}, rows),
  );
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
