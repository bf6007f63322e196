/** What was assumed, as chips. One that names a company, a year or a figure is changed in place, and asked again. */

import { build } from "./build.js";
import { notice } from "./notice.js";
import { editorOf } from "./slot-editor.js";

const EDITED = { period: "fiscal_period", calendar: "fiscal_period", carried: "fiscal_period", company: "company", metric: "metric" };

/** `ask(words)` asks the changed question; without it the chips only tell. */
export function assumptionChips(question, answer, ask) {
  const place = build("div", { class: "assumed" });
  const known = new Map((answer.decision?.plan?.assumptions ?? []).map(({ kind, text }) => [text, kind]));
  const chip = (words) => {
    const slot = ask && answer.decision?.companies ? EDITED[known.get(words)] : null;
    return build("li", {}, slot && isOfReports(answer) ? editable(words, slot) : build("span", { class: "chip" }, words));
  };

  function editable(words, slot) {
    const open = async (event) => {
      const button = event.currentTarget;
      const isOpen = button.getAttribute("aria-expanded") === "true";
      close();
      if (isOpen) return;
      button.setAttribute("aria-expanded", "true");
      const leave = () => (close(), button.focus());
      try {
        const form = await editorOf(answer.decision.query || question, answer, { slot, ask, leave });
        if (button.getAttribute("aria-expanded") !== "true") return;
        place.append(form);
        form.querySelector("[data-first]")?.focus();
      } catch (fault) {
        place.append(notice(fault));
      }
    };
    return build(
      "button",
      {
        type: "button",
        class: "chip",
        "aria-expanded": "false",
        "data-hint": "Not what you meant? Change it and it is asked again.",
        on: { click: open },
      },
      build("span", {}, words),
      build("span", { class: "pen", "aria-hidden": "true" }, "✎"),
    );
  }

  function close() {
    place.querySelector("form, .notice")?.remove();
    place.querySelectorAll("[aria-expanded]").forEach((button) => button.setAttribute("aria-expanded", "false"));
  }

  place.append(build("ul", { class: "chips", "aria-label": "Assumed" }, answer.assumptions.map(chip)));
  return place;
}

const isOfReports = ({ decision }) => decision.assistant !== "contracts" && !decision.decomposition;
