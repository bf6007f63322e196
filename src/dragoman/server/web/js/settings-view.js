/** Settings of this page in this browser; what belongs to the server is told, not set. */

import { build, refill } from "./build.js";
import { keepLook, lookOf } from "./look.js";
import { modelFacts } from "./model-facts.js";
import { notice } from "./notice.js";
import * as server from "./server.js";

const CHOICES = {
  theme: ["Theme", [["system", "As the system"], ["light", "Light"], ["dark", "Dark"]]],
  density: ["Density", [["comfortable", "Comfortable"], ["compact", "Compact"]]],
};

export class SettingsView extends HTMLElement {
  async connectedCallback() {
    this.told = build("dl", { class: "facts", "aria-busy": "true" });
    this.append(
      build(
        "div",
        { class: "scroller" },
        build(
          "div",
          { class: "column" },
          build("h1", {}, "Settings"),
          build("section", { class: "settings" }, Object.keys(CHOICES).map(choiceOf)),
          modelFacts(),
          build("section", { class: "server" }, build("h2", {}, "This server"), this.told),
        ),
      ),
    );
    document.title = "Settings · Dragoman";
    this.showEvidence();
    try {
      refill(this.told, factsOf(await server.about()));
    } catch (fault) {
      refill(this.told, notice(fault));
    }
    this.told.removeAttribute("aria-busy");
  }

  showEvidence() {
    document.querySelector("evidence-pane").close();
  }
}

function choiceOf(name) {
  const [title, choices] = CHOICES[name];
  const option = ([value, words]) =>
    build(
      "label",
      { class: "choice" },
      build("input", {
        type: "radio",
        name,
        value,
        checked: lookOf(name) === value,
        on: { change: () => keepLook(name, value) },
      }),
      build("span", {}, words),
    );
  return build("fieldset", {}, build("legend", {}, title), build("div", { class: "row" }, choices.map(option)));
}

function factsOf({ version, reference_date: day, companies }) {
  const covered = companies.map(({ text, periods }) => `${text} ${rangeOf(periods)}`).join(" · ");
  const facts = [
    ["Version", version],
    ["Today is", `${day} (“last year” is counted from it; dragoman serve --reference-date sets another)`],
    ["Covered", covered || "no company yet"],
  ];
  return facts.map(([name, words]) => build("div", {}, build("dt", {}, name), build("dd", {}, words)));
}

function rangeOf(periods) {
  const [first, last] = [periods[0], periods.at(-1)];
  return first === last ? (first ?? "") : `${first}–${last}`;
}
