/** Draws the two kinds of chart that answers have, bars and lines, from their Vega-Lite data; always with its table. */

import { build, draw } from "./build.js";

const WIDEST = 640;
const HEIGHT = 208;
const EDGE = { top: 28, right: 8, bottom: 28, left: 8 };
const STEPS = [1, 2, 2.5, 5, 10];

/** Returns a figure; `open("c1")` is called for a citation. A chart this page cannot draw is its table only. */
export function chartFigure(spec, open) {
  const rows = (spec.data?.values ?? []).filter((row) => Number.isFinite(row.value));
  if (!rows.length) return null;
  const chart = plot(spec, rows);
  const table = build(
    "details",
    { open: !chart },
    build("summary", {}, "The figures with their sources"),
    dataTable(rows, open),
  );
  return build("figure", { class: "chart" }, build("figcaption", {}, spec.title ?? ""), chart, table);
}

function plot(spec, rows) {
  const kind = spec.mark?.type ?? spec.mark;
  const x = spec.encoding?.x?.field;
  if (!["bar", "line"].includes(kind) || !rows.every((row) => x in row)) return null;
  const color = spec.encoding.color?.field;
  const names = color ? [...new Set(rows.map((row) => row[color]))] : [""];
  if (color && names.length === rows.length)
    return figure(spec, rows, { kind: "bar", points: names, at: (row) => row[color], names: [""] });
  const points = [...new Set(rows.map((row) => row[x]))];
  if (points.length > 12 || names.length > 5) return null;
  return figure(spec, rows, { kind, points, at: (row) => row[x], names, color });
}

/** One point for each name is no line: those stand side by side as bars. */
function figure(spec, rows, { kind, points, at, names, color }) {
  const series = names.map((name) => ({ name, rows: rows.filter((row) => !name || row[color] === name) }));
  const label = `${spec.title ?? "Chart"}. ${rows.map((row) => `${row.company} ${row.period}: ${shown(row.value)}`).join("; ")}`;
  const width = Math.max(240, Math.min(WIDEST, innerWidth - 72)); // one unit is one pixel, so that words keep their size
  const area = { left: EDGE.left, right: width - EDGE.right, top: EDGE.top, bottom: HEIGHT - EDGE.bottom };
  const y = scale(rows, area, kind === "bar");
  const svg = draw("svg", { viewBox: `0 0 ${width} ${HEIGHT}`, role: "img", "aria-label": label });
  svg.append(draw("line", { class: "axis", x1: area.left, x2: area.right, y1: y(y.base), y2: y(y.base) }));
  const shape = { at, points, series, area, y, band: (area.right - area.left) / points.length };
  svg.append(...(kind === "bar" ? bars(shape) : lines(shape)));
  points.forEach((point, i) => svg.append(text(area.left + (i + 0.5) * shape.band, HEIGHT - 8, point, "tick")));
  const start = y.base > 0 ? build("p", { class: "quiet small" }, `The axis starts at ${shown(y.base)}.`) : null;
  return build("div", { class: "plot" }, names.length > 1 ? legend(names) : null, svg, start);
}

/** Bars start at zero; lines too, unless that would press them together at the top. */
function scale(rows, area, isBars) {
  const values = rows.map((row) => row.value);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const low = !isBars && least > most * 0.6 ? least - (most - least) * 0.6 : Math.min(least, 0);
  const high = Math.max(most, 0);
  const step = niceStep((high - low) / 4 || 1);
  const bottom = Math.floor(low / step) * step;
  const top = Math.ceil(high / step) * step || step;
  const place = (value) => area.bottom - ((value - bottom) / (top - bottom)) * (area.bottom - area.top);
  return Object.assign(place, { base: Math.max(bottom, 0) });
}

function niceStep(rough) {
  const power = 10 ** Math.floor(Math.log10(rough));
  return power * STEPS.find((step) => step * power >= rough);
}

function bars({ at, points, series, area, y, band }) {
  const width = Math.min(48, (band * 0.72) / series.length);
  return series.flatMap(({ rows }, s) =>
    rows.flatMap((row) => {
      const middle = area.left + (points.indexOf(at(row)) + 0.5) * band;
      const left = middle + (s - series.length / 2) * width;
      const [top, bottom] = [y(Math.max(row.value, y.base)), y(Math.min(row.value, y.base))];
      return [
        draw("rect", {
          class: `series-${s}`,
          x: left + 1,
          y: top,
          width: width - 2,
          height: Math.max(1, bottom - top),
        }),
        text(left + width / 2, row.value < 0 ? bottom + 14 : top - 6, shown(row.value), "value"),
      ];
    }),
  );
}

function lines({ at, points, series, area, y, band }) {
  return series.flatMap(({ rows }, s) => {
    const places = rows.map((row) => [area.left + (points.indexOf(at(row)) + 0.5) * band, y(row.value), row.value]);
    const isLabelled = series.length < 3; // more would lie on each other; the table has them all
    return [
      draw("polyline", { class: `series-${s}`, points: places.map(([px, py]) => `${px},${py}`).join(" ") }),
      ...places.map(([px, py]) => draw("circle", { class: `series-${s}`, cx: px, cy: py, r: 3.5 })),
      ...(isLabelled ? places.map(([px, py, value]) => text(px, s ? py + 18 : py - 10, shown(value), "value")) : []),
    ];
  });
}

function text(x, y, words, kind) {
  return draw("text", { x, y, class: kind, "text-anchor": "middle" }, words);
}

function legend(names) {
  return build(
    "p",
    { class: "legend" },
    names.map((name, s) => build("span", { class: `key series-${s}` }, name)),
  );
}

function dataTable(rows, open) {
  const head = ["Company", "Period", rows[0].unit ?? "Value", "Source"];
  return build(
    "table",
    { class: "data" },
    build(
      "thead",
      {},
      build(
        "tr",
        {},
        head.map((words, i) => build("th", { scope: "col", class: i === 2 ? "num" : null }, words)),
      ),
    ),
    build(
      "tbody",
      {},
      rows.map((row) =>
        build("tr", {}, [
          build("td", {}, row.company ?? ""),
          build("td", {}, row.period ?? ""),
          build("td", { class: "num" }, shown(row.value)),
          build("td", {}, row.citation ? markerOf(row, open) : null, row.citation ? " " : null, row.source ?? ""),
        ]),
      ),
    ),
  );
}

function markerOf(row, open) {
  const on = { click: (event) => open(`c${row.citation}`, event) };
  return build(
    "button",
    { type: "button", class: "marker", "aria-label": `Source ${row.citation}: ${row.source}`, on },
    row.citation,
  );
}

const shown = (value) => value.toLocaleString("en", { maximumFractionDigits: 2 }).replace("-", "−");
