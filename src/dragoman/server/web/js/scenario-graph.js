/** A graph as a drawing from top to bottom, with its ways as a list below, which says the same in words. */

import { build, draw } from "./build.js";
import { sentence } from "./job-story.js";

const BOX = { width: 136, height: 40, gap: 16, rise: 72 };
const MARGIN = 40; // at both sides, for the ways that go around
const KINDS = { ask_user: "asks you", approve: "waits for your yes", classify: "decides", graph: "an assistant", tool: "a tool", map: "many at once", prompt: "a model", node: "", start: "", end: "" };

/** `graph` is what /v1/graph gives. */
export function scenarioGraph(graph) {
  const { nodes, edges } = complete(graph);
  return [
    graph.effects === "write" ? build("p", { class: "caveat" }, "It writes, and waits for your yes before it does.") : null,
    build("div", { class: "scroll drawing" }, drawing(nodes, edges, graph.display_name)),
    build("h3", {}, "Its ways"),
    build("ul", { class: "ways-of" }, edges.filter(({ from }) => from !== "begin").map(wayLine)),
  ];
}

/** Adds where it begins, its end and where it chains to: a file names those, but they are no levels. */
function complete({ nodes, edges }) {
  const known = new Map(nodes.map((one) => [one.id, one]));
  const named = edges.map((edge) => ({ ...edge, to: edge.chain ? `→ ${edge.chain}` : edge.to }));
  if (!known.has("__start__") && nodes.length) {
    known.set("begin", { id: "begin", kind: "start" });
    named.unshift({ from: "begin", to: nodes[0].id, when: null });
  }
  for (const { to } of named) if (!known.has(to)) known.set(to, { id: to, kind: to.startsWith("→") ? "chain" : "end" });
  return { nodes: [...known.values()], edges: named };
}

/** Each node one row below the last that leads to it; a way back upwards counts for nothing. */
function rowsOf(nodes, edges) {
  const row = new Map();
  const follow = (id, depth, path) => {
    if (path.has(id) || (row.get(id) ?? -1) >= depth) return;
    row.set(id, depth);
    const further = new Set([...path, id]);
    for (const edge of edges) if (edge.from === id) follow(edge.to, depth + 1, further);
  };
  const begin = nodes.find(({ kind }) => kind === "start") ?? nodes[0];
  if (begin) follow(begin.id, 0, new Set());
  for (const { id } of nodes) if (!row.has(id)) row.set(id, 0);
  return row;
}

function drawing(nodes, edges, name) {
  const row = rowsOf(nodes, edges);
  const rows = [];
  for (const node of nodes) (rows[row.get(node.id)] ??= []).push(node);
  const widest = Math.max(...rows.map((line) => line?.length ?? 0));
  const width = widest * (BOX.width + BOX.gap) - BOX.gap + MARGIN * 2;
  const at = new Map();
  rows.forEach((line, y) =>
    line.forEach((node, x) => {
      const left = (width - line.length * (BOX.width + BOX.gap) + BOX.gap) / 2 + x * (BOX.width + BOX.gap);
      at.set(node.id, { x: left, y: y * BOX.rise + 4 });
    }),
  );
  const height = rows.length * BOX.rise - (BOX.rise - BOX.height) + 8;
  const label = `${name ?? "The graph"}: ${nodes.map(({ id }) => words(id)).join(", ")}`;
  const svg = draw("svg", { class: "graph", viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": label });
  svg.append(arrowHead(), ...edges.map((edge) => line(at.get(edge.from), at.get(edge.to))), ...nodes.map((node) => box(node, at.get(node.id))));
  return svg;
}

function line(from, to) {
  const [x1, x2] = [from.x + BOX.width / 2, to.x + BOX.width / 2];
  const [middle1, middle2] = [from.y + BOX.height / 2, to.y + BOX.height / 2];
  const way = (kind, d) => draw("path", { class: kind, d, "marker-end": "url(#way-end)" });
  if (to.y <= from.y) {
    const side = Math.min(from.x, to.x) - MARGIN + 8;
    return way("way back", `M${from.x} ${middle1} C${side} ${middle1} ${side} ${middle2} ${to.x} ${middle2}`);
  }
  if (to.y - from.y > BOX.rise && from.x === to.x) {
    const right = from.x + BOX.width;
    const side = right + MARGIN - 8;
    return way("way", `M${right} ${middle1} C${side} ${middle1} ${side} ${middle2} ${right} ${middle2}`);
  }
  const [y1, y2] = [from.y + BOX.height, to.y];
  const bend = (y2 - y1) / 2;
  return way("way", `M${x1} ${y1} C${x1} ${y1 + bend} ${x2} ${y2 - bend} ${x2} ${y2}`);
}

function arrowHead() {
  const marker = { id: "way-end", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 8, markerHeight: 8, markerUnits: "userSpaceOnUse", orient: "auto" };
  return draw("defs", {}, draw("marker", marker, draw("path", { class: "head", d: "M0 0 L8 4 L0 8 Z" })));
}

function box({ id, kind }, { x, y }) {
  const middle = x + BOX.width / 2;
  const about = KINDS[kind] ?? (kind === "chain" ? "goes on there" : kind);
  return draw(
    "g",
    { class: `level ${kind}` },
    draw("rect", { x, y, width: BOX.width, height: BOX.height, rx: ["start", "end"].includes(kind) ? 20 : 6 }),
    draw("text", { x: middle, y: y + (about ? 17 : 24), "text-anchor": "middle" }, words(id)),
    about ? draw("text", { class: "kind", x: middle, y: y + 32, "text-anchor": "middle" }, about) : null,
  );
}

function wayLine({ from, to, when }) {
  return build("li", {}, `${words(from)} → ${words(to).replace("→ ", "")}`, when ? [" when ", build("code", {}, when)] : null);
}

function words(id) {
  const plain = { __start__: "begin", __end__: "end" }[id] ?? id;
  const shown = plain.startsWith("→") ? `→ ${sentence(plain.slice(2))}` : sentence(plain);
  return shown.length > 20 ? `${shown.slice(0, 19)}…` : shown;
}
