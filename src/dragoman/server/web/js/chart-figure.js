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
  const table = build("details", { open: !chart }, build("summary", {}, "The figures with their sources"), dataTable(rows, open));
  return build("figure", { class: "chart" }, build("figcaption", {}, spec.title ?? ""), chart, table);
}

function plot(spec, rows) {
  const kind = spec.mark?.type ?? spec.mark;
  const x = spec.encoding?.x?.field;
  if (!["bar", "line"].includes(kind) || !rows.every((row) => x in row)) return null;
  const points = [...new Set(rows.map((row) => row[x]))];
  const names = spec.encoding?.color ? [...new Set(rows.map((row) => row[spec.encoding.color.field]))] : [""];
  if (points.length > 12 || names.length > 5) return null;
  const series = names.map((name) => ({
    name,
    rows: rows.filter((row) => !name || row[spec.encoding.color.field] === name),
  }));
  const label = `${spec.title ?? "Chart"}. ${rows.map((row) => `${row.company} ${row.period}: ${shown(row.value)}`).join("; ")}`;
  const width = Math.max(240, Math.min(WIDEST, innerWidth - 72)); // one unit is one pixel, so that words keep their size
  const right = kind === "line" && names.length > 1 ? 128 : EDGE.right;
  const area = { left: EDGE.left, right: width - right, top: EDGE.top, bottom: HEIGHT - EDGE.bottom };
  const y = scale(rows, area, kind === "bar");
  const svg = draw("svg", { viewBox: `0 0 ${width} ${HEIGHT}`, role: "img", "aria-label": label });
  svg.append(draw("line", { class: "axis", x1: area.left, x2: area.right, y1: y(y.base), y2: y(y.base) }));
  const shape = { x, points, series, area, y, band: (area.right - area.left) / points.length };
  svg.append(...(kind === "bar" ? bars(shape) : lines(shape)));
  points.forEach((point, i) => svg.append(text(area.left + (i + 0.5) * shape.band, HEIGHT - 8, point, "tick")));
  return build("div", { class: "plot" }, svg, kind === "bar" && names.length > 1 ? legend(names) : null);
}

function scale(rows, area, fromZero) {
  const values = rows.map((row) => row.value);
  const low = Math.min(...values, 0);
  const high = Math.max(...values, 0);
  const step = niceStep((high - low) / 4 || 1);
  const bottom = fromZero || low < 0 ? Math.floor(low / step) * step : 0;
  const top = Math.ceil(high / step) * step || step;
  const place = (value) => area.bottom - ((value - bottom) / (top - bottom)) * (area.bottom - area.top);
  return Object.assign(place, { base: Math.max(bottom, Math.min(0, top)) });
}

function niceStep(rough) {
  const power = 10 ** Math.floor(Math.log10(rough));
  return power * STEPS.find((step) => step * power >= rough);
}

function bars({ x, points, series, area, y, band }) {
  const width = Math.min(48, (band * 0.72) / series.length);
  return series.flatMap(({ rows }, s) =>
    rows.flatMap((row) => {
      const middle = area.left + (points.indexOf(row[x]) + 0.5) * band;
      const left = middle + (s - series.length / 2) * width;
      const [top, bottom] = [y(Math.max(row.value, y.base)), y(Math.min(row.value, y.base))];
      return [
        draw("rect", { class: `bar series-${s}`, x: left + 1, y: top, width: width - 2, height: Math.max(1, bottom - top) }),
        text(left + width / 2, row.value < 0 ? bottom + 14 : top - 6, shown(row.value), "value"),
      ];
    }),
  );
}

function lines({ x, points, series, area, y, band }) {
  const ends = [];
  return series.flatMap(({ name, rows }, s) => {
    const at = rows.map((row) => [area.left + (points.indexOf(row[x]) + 0.5) * band, y(row.value), row.value]);
    const [endX, endY] = at.at(-1);
    const free = ends.reduce((place, taken) => (Math.abs(place - taken) < 16 ? taken + 16 : place), endY);
    ends.push(free);
    return [
      draw("polyline", { class: `line series-${s}`, points: at.map(([px, py]) => `${px},${py}`).join(" ") }),
      ...at.map(([px, py]) => draw("circle", { class: `dot series-${s}`, cx: px, cy: py, r: 3.5 })),
      ...(series.length < 3 ? at.map(([px, py, value]) => text(px, s ? py + 18 : py - 10, shown(value), "value")) : []),
      name ? text(endX + 34, free + 4, name, `name series-${s}`) : draw("g"),
    ];
  });
}

function text(x, y, words, kind) {
  return draw("text", { x, y, class: kind, "text-anchor": kind.startsWith("name") ? "start" : "middle" }, words);
}

function legend(names) {
  return build("p", { class: "legend" }, names.map((name, s) => build("span", { class: `key series-${s}` }, name)));
}

function dataTable(rows, open) {
  const head = ["Company", "Period", rows[0].unit ?? "Value", "Source"];
  return build(
    "table",
    { class: "data" },
    build("thead", {}, build("tr", {}, head.map((words, i) => build("th", { scope: "col", class: i === 2 ? "num" : null }, words)))),
    build("tbody", {}, rows.map((row) => build("tr", {}, [
      build("td", {}, row.company ?? ""),
      build("td", {}, row.period ?? ""),
      build("td", { class: "num" }, shown(row.value)),
      build("td", {}, row.citation ? markerOf(row, open) : null, row.citation ? " " : null, row.source ?? ""),
    ]))),
  );
}

function markerOf(row, open) {
  const on = { click: (event) => open(`c${row.citation}`, event) };
  return build("button", { type: "button", class: "marker", "aria-label": `Source ${row.citation}: ${row.source}`, on }, row.citation);
}

const shown = (value) => value.toLocaleString("en", { maximumFractionDigits: 2 }).replace("-", "−");
