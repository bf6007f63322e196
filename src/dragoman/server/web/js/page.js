/** Puts the page together and shows the place that the address names. */

import { AskBox } from "./ask-box.js";
import { DocumentList } from "./document-list.js";
import { DocumentView } from "./document-view.js";
import { EvidencePane } from "./evidence-pane.js";
import { watchHints } from "./hover-card.js";
import { watchKeys } from "./keyboard.js";
import { MemoryList } from "./memory-list.js";
import { onMove, place } from "./place.js";
import { SettingsView } from "./settings-view.js";
import { StepLine } from "./step-line.js";
import { TaskCard } from "./task-card.js";
import { TaskList } from "./task-list.js";
import { ThreadList } from "./thread-list.js";
import { ThreadView } from "./thread-view.js";
import { TurnView } from "./turn-view.js";

const ELEMENTS = {
  "ask-box": AskBox,
  "document-list": DocumentList,
  "document-view": DocumentView,
  "evidence-pane": EvidencePane,
  "memory-list": MemoryList,
  "settings-view": SettingsView,
  "step-line": StepLine,
  "task-card": TaskCard,
  "task-list": TaskList,
  "turn-view": TurnView,
  "thread-view": ThreadView,
  "thread-list": ThreadList,
};
const VIEWS = {
  new: "thread-view",
  thread: "thread-view",
  tasks: "task-list",
  task: "task-list",
  documents: "document-list",
  memory: "memory-list",
  settings: "settings-view",
};

for (const [name, element] of Object.entries(ELEMENTS)) customElements.define(name, element);

const main = document.querySelector("main");

function show() {
  const { view, id } = place();
  const wanted = view === "documents" && id ? "document-view" : VIEWS[view];
  let shown = main.firstElementChild;
  if (shown?.localName !== wanted) {
    shown = document.createElement(wanted);
    main.replaceChildren(shown);
  }
  if (wanted === "thread-view") shown.open(view === "thread" ? id : "");
  else shown.showEvidence();
  if (view === "new") document.title = "Dragoman";
  document.querySelector("thread-list").moved();
}

watchHints();
watchKeys();
onMove(show);
addEventListener("online", () => {
  document.querySelector("thread-list").refresh();
  main.firstElementChild?.refresh?.();
});
show();
