/** Saving what the server writes: an answer or a whole conversation, each number with its document, page and cell. */

import { saveBlob } from "./answer-export.js";
import { build } from "./build.js";
import * as server from "./server.js";

const FORMS = [
  ["Sheet", "xlsx", "as a spreadsheet, each number with its document, page and cell"],
  ["CSV", "csv", "as CSV, each number with its document, page and cell"],
  ["Markdown", "md", "as Markdown"],
  ["HTML", "html", "as one HTML file with its sources"],
];

/** Buttons for the forms that are named; a fault is told where the button is. */
export function saveButtons({ thread, turn, what, forms = FORMS.map(([, form]) => form) }) {
  return FORMS.filter(([, form]) => forms.includes(form)).map(([words, form, label]) => {
    const button = build("button", { type: "button", class: "link", "aria-label": `Save ${what} ${label}` }, words);
    const name = `${turn ? `${thread}-${turn}` : thread}.${form}`;
    button.addEventListener("click", () => save(button, words, name, () => server.exported(thread, form, turn)));
    return button;
  });
}

/** Buttons for the facts of a document. */
export function saveFacts(document_) {
  const buttons = FORMS.filter(([, form]) => ["xlsx", "csv"].includes(form)).map(([words, form, label]) => {
    const button = build("button", { type: "button", class: "link", "aria-label": `Save the figures ${label}` }, words);
    const read = () => server.exportedFacts(document_, form);
    button.addEventListener("click", () => save(button, words, `${document_}.${form}`, read));
    return button;
  });
  return build("p", { class: "line save" }, build("span", {}, "Save the figures:"), buttons);
}

async function save(button, words, name, read) {
  button.disabled = true;
  try {
    saveBlob(await read(), name);
    button.textContent = words;
    button.removeAttribute("title");
  } catch (fault) {
    button.textContent = `${words}: not saved`;
    button.title = [fault.detail || fault.title, fault.remedy].filter(Boolean).join(" ");
  } finally {
    button.disabled = false;
  }
}

/** The line under a conversation of several answers; nothing where there is one. */
export function saveLine(record) {
  if (record.turns.filter(({ answer }) => answer).length < 2) return null;
  return build(
    "p",
    { class: "line save" },
    build("span", {}, "Save the conversation:"),
    saveButtons({ thread: record.thread, what: "the conversation" }),
  );
}
