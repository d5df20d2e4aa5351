// Charts: bars from a zero line, and lines, with their words beside them. Exact figures come in as fractions.

import { el, svg } from "./dom.js";
import { Fraction } from "./fraction.js";

export function draw(chart) {
  const drawn = chart.type === "bars" ? bars(chart) : line(chart);
  return el("figure", { class: `chart ${chart.type}` }, el("figcaption", {}, el("strong", {}, chart.title), el("span", {}, chart.says)), drawn);
}

function bars({ title, bars: all }) {
  const values = all.map((each) => Fraction.read(each.exact).near);
  const least = Math.min(0, ...values), most = Math.max(0, ...values);
  const span = most - least || 1;
  return el("ol", { "aria-label": title }, all.map((each, place) => {
    const value = values[place];
    const from = (Math.min(value, 0) - least) / span, size = Math.abs(value) / span;
    return el("li", { class: each.mark ? "loud" : "", title: `exactly ${each.exact}`, "data-exact": each.exact },
      el("span", { class: "label" }, each.label, each.chosen ? el("em", {}, " in force") : null),
      el("span", { class: "track", "aria-hidden": "true", "--zero": `${(100 * -least) / span}%` },
        el("i", { "--from": `${100 * from}%`, "--size": `${100 * size}%` })),
      el("span", { class: "value" }, each.text, each.mark ? el("b", {}, ` ${each.mark.toLowerCase()}`) : null));
  }));
}

const LEFT = 76, RIGHT = 20, TOP = 34, BOTTOM = 56, HEIGHT = 330, LETTER = 10;

// Drawn as wide as there is room, so that letters keep their size.
function line(chart) {
  const place = el("div", { class: "plot" });
  let width = 0;
  new ResizeObserver(([{ contentRect }]) => {
    if (Math.abs(contentRect.width - width) < 2) return;
    width = contentRect.width;
    place.replaceChildren(plotted(chart, width));
  }).observe(place);
  return place;
}

const read = ({ x, y, label }) => ({ x: Fraction.read(x).near, y: Fraction.read(y).near, label });

function plotted(chart, width) {
  const points = chart.points.map(read), marked = chart.marked.map(read);
  const level = chart.level === "" ? null : Fraction.read(chart.level).near;
  const high = Math.max(...points.map((each) => each.y), level ?? 0) * 1.12 || 1;
  const far = Math.max(...points.map((each) => each.x)) * (chart.steps ? 1.12 : 1) || 1;
  const across = (x) => LEFT + (x / far) * (width - LEFT - RIGHT);
  const up = (y) => HEIGHT - BOTTOM - (y / high) * (HEIGHT - BOTTOM - TOP);
  const path = points.map(({ x, y }, place) =>
    !place ? `M${across(x)} ${up(y)}` : chart.steps ? `H${across(x)} V${up(y)}` : `L${across(x)} ${up(y)}`).join(" ");
  const ends = chart.steps ? `${path} H${width - RIGHT}` : path;
  return svg("svg", { width, height: HEIGHT, viewBox: `0 0 ${width} ${HEIGHT}`, role: "img", "aria-label": spoken(chart) },
    ticks(high, 4).filter((y) => y !== level || !y).flatMap((y) => [
      svg("line", { x1: LEFT, x2: width - RIGHT, y1: up(y), y2: up(y), class: "grid" }),
      svg("text", { x: LEFT - 8, y: up(y) + 6, "text-anchor": "end" }, percents(y, high))]),
    ticks(far, Math.max(3, Math.floor(width / 170)), chart.steps).map((x) =>
      svg("text", { x: across(x), y: HEIGHT - BOTTOM + 24, "text-anchor": "middle" }, x.toLocaleString("en"))),
    svg("text", { x: width - RIGHT, y: HEIGHT - 6, "text-anchor": "end", class: "axis" }, chart.across),
    svg("text", { x: 0, y: 16, class: "axis" }, chart.upwards),
    level === null ? null : svg("line", { x1: LEFT, x2: width - RIGHT, y1: up(level), y2: up(level), class: "level" }),
    level ? svg("text", { x: LEFT - 8, y: up(level) + 6, "text-anchor": "end" }, chart.level_says) : null,
    svg("path", { d: ends, class: "drawn" }),
    marked.flatMap((each) => mark(each, across(each.x), up(each.y), width, chart.steps)));
}

// A label stands where the line is not: above a step, under a line that rises, above it where only the left has room.
function mark({ label }, x, at, width, steps) {
  const fits = x + 12 + label.length * LETTER < width;
  return [
    svg("circle", { cx: x, cy: at, r: 6, class: "point" }),
    svg("text", { x: fits ? x + 10 : x - 10, y: fits && !steps ? at + 28 : at - 12, "text-anchor": fits ? "start" : "end", class: "said" }, label)];
}

function ticks(most, number, whole = false) {
  const rough = most / number;
  const size = 10 ** Math.floor(Math.log10(rough));
  let step = [1, 2, 5, 10].map((each) => each * size).find((each) => each >= rough);
  if (whole) step = Math.max(1, Math.ceil(step));
  const found = [];
  for (let at = 0; at <= most * 1.0001; at += step) found.push(at);
  return found;
}

function percents(value, most) {
  const places = most >= 0.05 ? 0 : most >= 0.005 ? 1 : most >= 0.0005 ? 2 : 3;
  return `${(100 * value).toFixed(places)} %`;
}

function spoken({ title, marked, across }) {
  return `${title}. ${marked.map((each) => (/^\d+$/.test(each.x) ? `${each.x} ${across}: ${each.label}` : each.label)).join("; ")}`;
}
