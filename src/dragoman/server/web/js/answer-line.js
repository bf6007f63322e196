/** The quiet line under an answer: checked or not, how sure, how long, which model, at what price; and where it is from memory, that. */

import { ageSince, ageWords, secondsOf } from "./age.js";
import { costWords } from "./answer-cost.js";
import { answerMarkdown, checkWords, saveText } from "./answer-export.js";
import { answerFile } from "./answer-file.js";
import { build, refill, visible } from "./build.js";
import { saveButtons } from "./save-thread.js";
import { wrongForm, wrongTurn } from "./wrong-form.js";

/** `ask` asks another question, null where that cannot be done. */
export function quietLine(question, answer, ask) {
  const { mark, text, kind, reason } = checkWords(answer);
  const { words, detail } = costWords(answer);
  const confidence =
    kind === "none" || answer.confidence === "unchecked"
      ? null
      : build("span", { class: "confidence", tabindex: 0, "data-hint": reason }, answer.confidence);
  const place = build("div", { class: "said-wrong" });
  const wrong = answer.outcome === "answered" && !answer.remembered ? wrongButton(question, answer, ask, place) : null;
  const line = build(
    "p",
    { class: "line" },
    build(
      "span",
      { class: `check ${kind}`, tabindex: 0, "data-hint": reason },
      build("span", { class: "mark", "aria-hidden": "true" }, mark),
      ` ${text}`,
    ),
    confidence,
    build("span", { class: "time" }, milliseconds(answer.latency_ms)),
    build("span", { class: "cost", tabindex: 0, "data-hint": detail }, words),
    tools(question, answer, wrong),
  );
  return [line, place];
}

function tools(question, answer, wrong) {
  const name = `${answer.thread}-${answer.turn}`;
  const asMarkdown = () => saveText(answerMarkdown(question, answer), `${name}.md`);
  const asFile = () => saveText(answerFile(question, answer), `${name}.html`, "text/html");
  const copy = (event) => {
    navigator.clipboard?.writeText(answerMarkdown(question, answer));
    event.target.textContent = "Copied";
  };
  return build(
    "span",
    { class: "tools" },
    tool("Copy", "Copy this answer as Markdown", copy),
    tool("Markdown", "Save this answer as Markdown", asMarkdown),
    tool("HTML", "Save this answer as one HTML file with its sources", asFile),
    answer.thread ? saveButtons({ ...answer, what: "this answer", forms: ["xlsx", "csv"] }) : null,
    wrong,
  );
}

const tool = (words, label, click) =>
  build("button", { type: "button", class: "link", "aria-label": label, on: { click } }, words);

/** "From memory, 3 h old · ask again · wrong answer"; null for an answer that was worked out. */
export function memoryLine(question, answer, ask) {
  if (!answer.remembered) return null;
  const place = build("div", { class: "from-memory" });
  const wrong = wrongButton(question, answer, ask, place);
  const again = ask ? button("ask again", () => ask(anew(question, answer))) : null;
  place.append(build("p", { class: "line" }, ageOf(answer.remembered), again, wrong));
  return place;
}

const anew = (question, answer) => ({ words: answer.decision?.query || question, fresh: true });

/** Opens the form in `place`; what was done stands there afterwards. */
function wrongButton(question, answer, ask, place) {
  const again = ask ? () => ask(anew(question, answer)) : null;
  const wrong = button("wrong answer", () => {
    const leave = () => (form.remove(), wrong.focus());
    const said = (words) => (wrong.remove(), refill(place, told(words, again)));
    const form = wrongForm(wrongTurn(answer.thread, answer.turn), { leave, said });
    place.querySelector("form")?.remove();
    place.append(form);
    form.querySelector("input").focus();
  });
  return wrong;
}

function ageOf(remembered) {
  const age = ageWords(secondsOf(remembered.age));
  const hint = `First answered ${age} before, to: ${visible(remembered.question)}`;
  const edited = remembered.edited_at;
  return [
    build("span", { tabindex: 0, "data-hint": hint }, `From memory, ${age} old`),
    edited ? build("span", { class: "edited" }, `edited by a person ${ageSince(edited)} ago`) : null,
  ];
}

const told = (words, again) =>
  build("p", { class: "line", role: "status" }, build("span", {}, words), again ? button("ask again", again) : null);

const button = (words, click) => build("button", { type: "button", class: "link", on: { click } }, words);

export function milliseconds(value) {
  if (value >= 10_000) return `${(value / 1000).toFixed(0)} s`;
  return value >= 1000 ? `${(value / 1000).toFixed(1)} s` : value < 1 ? "< 1 ms" : `${Math.round(value)} ms`;
}
