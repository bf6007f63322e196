/** An answer as one file of HTML that needs nothing else: words, charts with their figures, and every source quoted. */

import { build } from "./build.js";
import { paragraphs } from "./answer-text.js";
import { checkWords } from "./answer-export.js";
import { chartFigure } from "./chart-figure.js";

const STYLE = `
:root { color-scheme: light dark; --ink: light-dark(#1b1d20, #e8e9eb); --quiet: light-dark(#5b6169, #a2a8b0); --line: light-dark(#dfe2e5, #33373c); --paper: light-dark(#fff, #17191c); --accent: light-dark(#0b6b60, #6fcabc); --amber: light-dark(#9a5b00, #f2b84b); --mark: var(--accent); }
body { max-width: 720px; margin: 40px auto; padding: 0 24px; background: var(--paper); color: var(--ink); font: 16px/24px system-ui, sans-serif; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
h1 { font-size: 20px; line-height: 28px; } h2 { margin-top: 32px; font-size: 16px; line-height: 24px; }
a { color: var(--accent); text-decoration: none; } sup { line-height: 0; }
.quiet, footer { color: var(--quiet); font-size: 14px; line-height: 20px; } .caveats { border-left: 3px solid var(--amber); padding-left: 12px; list-style: none; }
blockquote { margin: 4px 0 16px; padding-left: 12px; border-left: 2px solid var(--line); white-space: pre-line; font-size: 14px; line-height: 20px; }
figure { margin: 24px 0; padding: 16px; border: 1px solid var(--line); border-radius: 6px; } figcaption { font-weight: 600; font-size: 14px; }
svg { display: block; width: 100%; height: auto; overflow: visible; } text { font: 12px system-ui, sans-serif; fill: var(--quiet); } .value { fill: var(--ink); } .axis { stroke: var(--line); }
.series-1 { --mark: var(--quiet); } .series-2 { --mark: color-mix(in srgb, var(--accent) 50%, var(--paper)); } .series-3 { --mark: color-mix(in srgb, var(--quiet) 50%, var(--paper)); } .series-4 { --mark: var(--amber); }
rect, circle { fill: var(--mark); } polyline { fill: none; stroke: var(--mark); stroke-width: 2; } .key { margin-right: 16px; color: var(--quiet); font-size: 13px; } .key::before { content: ""; display: inline-block; width: 12px; height: 4px; margin-right: 6px; vertical-align: middle; background: var(--mark); }
table { width: 100%; border-collapse: collapse; font-size: 14px; line-height: 20px; } th, td { padding: 6px 12px 6px 0; border-bottom: 1px solid var(--line); text-align: start; font-weight: 400; } .num { text-align: right; }
button { border: 0; padding: 0; background: none; color: inherit; font: inherit; }
`;

/** Returns the text of the file. Everything goes in as text nodes; the browser writes the markup. */
export function answerFile(question, answer) {
  const file = document.implementation.createHTMLDocument(question.slice(0, 80));
  file.documentElement.lang = "en";
  const charset = build("meta", { charset: "utf-8" });
  const policy = build("meta", { "http-equiv": "Content-Security-Policy", content: "default-src 'none'; style-src 'unsafe-inline'" });
  const view = build("meta", { name: "viewport", content: "width=device-width, initial-scale=1" });
  file.head.prepend(charset, policy, view);
  file.body.append(
    build("h1", {}, question),
    ...paragraphs(answer).map(block),
    list("Assumed", answer.assumptions, "quiet"),
    list("Caveats", answer.caveats, "caveats"),
    ...(answer.calculation?.steps ?? []).map(({ expression }) => build("p", { class: "quiet" }, expression)),
    ...(answer.charts ?? []).map(chart),
    sources(answer.citations ?? []),
    build("footer", {}, `${checkWords(answer).text}. ${checkWords(answer).reason.split("\n")[0]}. Dragoman, thread ${answer.thread}, turn ${answer.turn}.`),
  );
  // The style is a constant of ours, put in as text: this page's own policy lets no script make a style element.
  return `<!doctype html>\n${file.documentElement.outerHTML.replace("</head>", `<style>${STYLE}</style></head>`)}\n`;
}

function block({ items, lines }) {
  if (items) return build("ul", {}, items.map((item) => build("li", {}, marked(item))));
  return build("p", {}, lines.map((line, i) => [i ? build("br") : null, marked(line)]));
}

/** "… [1]" with the marker as a link to its source. */
function marked(text) {
  return text.split(/\[(\d{1,3})\]/).map((part, i) => (i % 2 ? build("sup", {}, build("a", { href: `#source-${part}` }, part)) : part));
}

function list(name, sentences, kind) {
  if (!sentences?.length) return "";
  return build("ul", { class: kind, "aria-label": name }, sentences.map((one) => build("li", {}, one)));
}

/** The drawing as on the page, and its figures open: nothing in a file can be clicked. */
function chart(spec) {
  const figure = chartFigure(spec, () => {});
  if (!figure) return "";
  figure.querySelectorAll("details").forEach((one) => one.setAttribute("open", ""));
  figure.querySelectorAll("button").forEach((one) => one.replaceWith(build("a", { href: `#source-${one.textContent}` }, `[${one.textContent}]`)));
  return figure;
}

function sources(citations) {
  if (!citations.length) return "";
  return build(
    "section",
    {},
    build("h2", {}, "Sources"),
    citations.map(({ marker, title, place, page, quote }) => [
      build("p", { id: `source-${marker}` }, `[${marker}] ${title}, ${place || `page ${page}`}`),
      build("blockquote", {}, quote),
    ]),
  );
}
