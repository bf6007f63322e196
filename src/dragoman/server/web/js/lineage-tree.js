/** How a number came about: calculations with their inputs, facts with their cell, each a link. */

import { build } from "./build.js";
import { printed } from "./answer-sources.js";

/** `open(key)` is called with the address of the node that was chosen; `current` is the address that is shown now. */
export function lineageTree(nodes, current, open) {
  return build(
    "ul",
    { class: "lineage", "aria-label": "How the numbers came about" },
    nodes.map((node, i) => branch(node, `n${i}`, current, open)),
  );
}

function branch(node, key, current, open) {
  const isFact = node.kind === "fact";
  const attributes = {
    type: "button",
    class: "node",
    "aria-current": key === current ? "true" : null,
    on: { click: () => open(key) },
  };
  const head = isFact ? printed(node) : node.result || "no result";
  const about = isFact ? [node.label, node.company, node.period].filter(Boolean).join(" · ") : node.operation;
  return build(
    "li",
    {},
    build("button", attributes, build("strong", {}, head), build("span", { class: "quiet" }, about)),
    isFact ? factLines(node) : calculationLines(node, key === current),
    node.operands?.length
      ? build(
          "ul",
          {},
          node.operands.map((operand, i) => branch(operand, `${key}.${i}`, current, open)),
        )
      : null,
  );
}

/** The sum itself stands above the tree where it is what is shown. */
function calculationLines(node, isCurrent) {
  return [
    isCurrent ? null : build("p", { class: "sum" }, node.expression),
    node.note ? build("p", { class: "caveat" }, node.note) : null,
  ];
}

function factLines({ cell, title, proofs }) {
  const place = `${title}, page ${cell.page}, table ${cell.table}, row ${cell.row}, column “${cell.column_label}”`;
  return [
    build("p", { class: "quiet" }, "cell “", cell.text, "” in ", place),
    cell.unit_source ? build("p", { class: "quiet" }, "unit from ", cell.unit_source) : null,
    proofs?.length ? build("p", { class: "quiet" }, "proved by ", proofs.join(", ")) : null,
  ];
}
