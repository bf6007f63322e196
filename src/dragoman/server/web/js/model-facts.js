/** Which language models are configured, how they are, a check of them, and how to have some. Keys are never shown or taken here. */

import { count, money, shortName } from "./answer-cost.js";
import { milliseconds } from "./answer-line.js";
import { build, refill, visible } from "./build.js";
import { notice } from "./notice.js";
import * as server from "./server.js";

const POLICIES = {
  cascade: "rules first, a model only where they are unsure or words must be written",
  model: "the model decides and writes, with guards around it",
  embedded: "no model is ever called",
};
const HEALTH = { closed: "", open: "rests after failures", "half-open": "on trial after a rest" };
const WAYS = [
  ["Your own server (Ollama, vLLM, llama.cpp)", "DRAGOMAN_MODEL_URL=http://127.0.0.1:11434/v1 DRAGOMAN_MODEL_NAME=qwen3 dragoman serve"],
  ["DeepSeek or OpenAI: set the key in your shell, not here", "read -rs DEEPSEEK_API_KEY && export DEEPSEEK_API_KEY && dragoman serve"],
  ["Several, in an order of your own: write models.yaml into your home folder of Dragoman", "dragoman models list"],
];

/** Fills a section when what is configured is known. */
export function modelFacts() {
  const section = build("section", { class: "models", "aria-busy": "true" });
  server
    .models()
    .then((record) => refill(section, build("h2", {}, "Language models"), content(record)))
    .catch((fault) => refill(section, build("h2", {}, "Language models"), notice(fault)))
    .finally(() => section.removeAttribute("aria-busy"));
  return section;
}

function content({ models, policy, source, embedder }) {
  return [
    build("p", { class: "small quiet" }, summaryOf(models, policy)),
    models.length ? tableOf(models) : null,
    models.length ? checkOf(models) : null,
    build(
      "dl",
      { class: "facts" },
      fact("Policy", `${policy}: ${POLICIES[policy] ?? ""}`),
      source ? fact("Configured by", source) : null,
      fact("Embedder", embedderWords(embedder)),
    ),
    build(
      "details",
      { open: !models.length },
      build("summary", { class: "small" }, "How to set models up"),
      build("p", { class: "small quiet" }, "The terminal that starts Dragoman sets them; this page takes no key and shows none."),
      build("ul", { class: "recipes" }, WAYS.map(recipe)),
    ),
  ];
}

function summaryOf(models, policy) {
  if (!models.length) return "None is configured: rules and code answer everything, and nothing is sent anywhere.";
  if (policy === "embedded") return "The policy forbids every call: what is configured here is not asked.";
  const usable = models.filter((one) => one.is_usable).length;
  if (!usable) return "None can be asked: the keys are not set.";
  return usable === 1 ? "One model can be asked." : `${count(usable, "model")} can be asked, the first one first.`;
}

const fact = (name, words) => build("div", {}, build("dt", {}, name), build("dd", {}, words));

function embedderWords(embedder) {
  return {
    ready: `${embedder.id}: search by words and by meaning`,
    off: "switched off (DRAGOMAN_EMBEDDER=off): search by words alone",
    broken: "does not work; dragoman doctor says why. Search is by words alone",
    missing: "none: search is by words alone. dragoman models fetch gets one (84 MB)",
  }[embedder.state];
}

function tableOf(models) {
  const heads = ["Model", "Family", "A million tokens", "State"].map((head) => build("th", { scope: "col" }, head));
  return build(
    "div",
    { class: "scroll" },
    build("table", { class: "data" }, build("thead", {}, build("tr", {}, heads)), build("tbody", {}, models.map(row))),
  );
}

function row(one) {
  const price = one.usd_per_million_tokens;
  const roles = one.roles?.length ? one.roles.join(", ") : "";
  return build("tr", { "data-model": one.id }, [
    build(
      "th",
      { scope: "row" },
      build("span", {}, shortName(one.id)),
      build("p", { class: "quiet small" }, [one.model, one.url, roles && `asked to ${roles}`].filter(Boolean).map(visible).join(" · ")),
    ),
    build("td", {}, `${one.family}, ${one.tier}`),
    build("td", {}, price ? `${dollars(price.input)} in, ${dollars(price.output)} out` : "price not known"),
    build("td", {}, stateOf(one)),
  ]);
}

/** "US$1.10": cents at least, and no digit less than is known. */
function dollars(text) {
  const [whole, part = ""] = text.split(".");
  return `US$${whole}.${part.padEnd(2, "0")}`;
}

function stateOf({ is_usable: isUsable, key, health }) {
  if (!isUsable) return build("span", { class: "state waiting" }, `left out: ${key} is not set`);
  const words = HEALTH[health] ?? "";
  return build("span", { class: words ? "state waiting" : "state" }, words || "ready to be asked");
}

/** Copies a command; where the browser forbids that, it can be marked by hand. */
function recipe([why, command]) {
  const copy = async (event) => {
    const button = event.currentTarget;
    try {
      await navigator.clipboard.writeText(command);
      button.textContent = "Copied";
    } catch {
      getSelection().selectAllChildren(button.previousElementSibling);
      button.textContent = "Marked: press Ctrl+C";
    }
  };
  return build(
    "li",
    {},
    build("p", { class: "small quiet" }, why),
    build("div", { class: "command" }, build("code", {}, command), build("button", { type: "button", class: "link", "aria-label": `Copy: ${command}`, on: { click: copy } }, "Copy")),
  );
}

/** The button that has every model asked, and what came of it. */
function checkOf(models) {
  const results = build("div", { class: "checked", role: "status" });
  const button = build("button", { type: "button" }, "Check them");
  button.addEventListener("click", async () => {
    button.disabled = true;
    refill(results, build("p", { class: "quiet small" }, "Asking each model…"));
    try {
      refill(results, (await server.checkModels()).map(resultOf));
    } catch (fault) {
      refill(results, notice(fault));
    }
    button.disabled = false;
  });
  const words = `A real round trip: a few hundred tokens ${models.length > 1 ? "each" : ""}, at the model's price.`;
  return [build("div", { class: "row" }, button, build("span", { class: "quiet small" }, words)), results];
}

const MARKS = { ok: ["✓", "done"], fault: ["✕", "failed"], skipped: ["–", ""] };

function resultOf({ id, trials }) {
  const line = ({ way, outcome, detail, milliseconds: time, usd }) => {
    const [mark, kind] = MARKS[outcome];
    const took = outcome === "skipped" ? "" : `${milliseconds(time)}, ${money(usd)}`;
    return build(
      "li",
      { "data-outcome": outcome },
      build("span", { class: `state ${kind}` }, `${mark} ${way}`),
      build("span", { class: "quiet" }, [outcome === "skipped" ? "not tried" : "", took, detail].filter(Boolean).join(" · ")),
    );
  };
  return build("section", { "data-checked": id }, build("h3", {}, shortName(id)), build("ul", { class: "trials" }, trials.map(line)));
}
