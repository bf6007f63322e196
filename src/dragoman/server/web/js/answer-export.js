/** An answer as Markdown with its sources: what is on screen, to paste or to save. */

import { costWords } from "./answer-cost.js";

export function answerMarkdown(question, answer) {
  const parts = [quoted(question), answer.answer ?? ""];
  if (answer.calculation) parts.push(answer.calculation.steps.map((step) => `    ${step.expression}`).join("\n"));
  for (const chart of answer.charts ?? []) parts.push(chartTable(chart));
  if (answer.citations?.length) parts.push(answer.citations.map(source).join("\n"));
  parts.push(`${checkWords(answer).text}; ${costWords(answer).words}; ${answer.latency_ms} ms; thread ${answer.thread}, turn ${answer.turn}`);
  return parts.filter((part) => part.trim()).join("\n\n") + "\n";
}

/** Checked or not, as mark, word and reason; shape and word say it, not colour alone. */
export function checkWords(answer) {
  const grounding = answer.grounding;
  if (answer.outcome === "unsupported")
    return {
      mark: "–",
      text: "not covered",
      kind: "none",
      reason: "This is outside the documents that were read, so nothing was searched.",
    };
  if (answer.outcome === "out_of_scope")
    return { mark: "–", text: "out of scope", kind: "none", reason: "Nothing here answers questions of this kind." };
  if (!grounding && answer.trace?.length && answer.trace.every(({ node }) => node.includes(".")))
    return { mark: "–", text: "no document", kind: "none", reason: "No document was read for this: nothing to check." };
  if (!grounding || grounding.verdict === "unchecked")
    return {
      mark: "?",
      text: "unchecked",
      kind: "unchecked",
      reason: "The answer holds no figure or statement that could be checked against a page.",
    };
  const [mark, text, kind] = {
    yes: judgedOf(grounding) ? ["≈", judgedWords(grounding), "judged"] : ["✓", "checked", "yes"],
    partial: ["◐", "partly checked", "partial"],
    no: ["✕", "not on the page", "no"],
  }[grounding.verdict];
  return { mark, text, kind, reason: reasonOf(grounding) };
}

/** Claims that no code could settle: a model found them on the page, with a quote that stands there. */
const judgedOf = ({ claims }) => claims.filter((claim) => claim.judged && claim.verdict === "supported").length;

function judgedWords(grounding) {
  const judged = judgedOf(grounding);
  return judged === grounding.supported ? "judged" : `checked, ${judged} of ${grounding.supported} judged`;
}

function reasonOf(grounding) {
  const checked = grounding.claims.length - grounding.unchecked;
  const judged = judgedOf(grounding);
  const settled = grounding.supported - judged;
  const lines = [`${settled} of ${checked} ${checked === 1 ? "claim" : "claims"} checked against the page`];
  if (judged) lines.push(`${judged} more judged by a language model, from a quote that stands on the page`);
  for (const claim of grounding.claims) {
    if (claim.verdict !== "supported")
      lines.push(`${claim.verdict}: ${claim.text}${claim.reason ? ` (${claim.reason})` : ""}`);
    else if (claim.reason && claim.reason !== "stands on the page") lines.push(claim.reason);
  }
  return [...new Set(lines)].slice(0, 6).join("\n");
}

function source(citation) {
  return `[${citation.marker}] ${citation.title}, ${citation.place || `page ${citation.page}`}\n${quoted(citation.quote)}`;
}

function chartTable(chart) {
  const rows = chart.data?.values ?? [];
  const lines = rows.map(
    (row) => `| ${[row.company, row.period, row.value, row.unit, row.source].map(cell).join(" | ")} |`,
  );
  return [
    `**${chart.title ?? "Figures"}**`,
    "",
    "| Company | Period | Value | Unit | Source |",
    "| --- | --- | ---: | --- | --- |",
    ...lines,
  ].join("\n");
}

const cell = (value) =>
  String(value ?? "")
    .replaceAll("|", "\\|")
    .replaceAll("\n", " ");
const quoted = (text) =>
  String(text)
    .split("\n")
    .map((line) => `> ${line}`)
    .join("\n");

/** Offers the text as a file. */
export function saveText(text, name, type = "text/markdown") {
  saveBlob(new Blob([text], { type: `${type};charset=utf-8` }), name);
}

/** Offers what the server made as a file. */
export function saveBlob(blob, name) {
  const address = URL.createObjectURL(blob);
  const link = document.createElement("a");
  Object.assign(link, { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
