// Chips in the usual colours: eight edge spots, a light inlay with the value. A stack grows, and says its total.

import { svg } from "./dom.js";
import { money } from "./money.js";

// Value, body, edge spots, ink of the value.
const CHIPS = [
  [100000, "#d9822b", "#fbf3e6", "#7d4208"], [50000, "#6b3fa0", "#f4d98a", "#45247a"], [10000, "#23262c", "#f0e6d2", "#15171b"],
  [2500, "#1f8a55", "#fbf3e6", "#0f5a35"], [500, "#c22a35", "#fbf3e6", "#8d1520"], [100, "#dfe4ea", "#3d6ea8", "#1b2533"],
];
const MOST_DRAWN = 5;
const RISE = 6.5;
const EDGE = (2 * Math.PI * 25.5) / 8;

const look = (cents) => CHIPS.find(([value]) => cents >= value) ?? CHIPS.at(-1);

export function colour(cents) {
  return look(cents)[1];
}

// A value as it is written on a chip: 2.5, 500, 1000.
function drawn(cents, y, value = "") {
  const [, body, spots, ink] = look(cents);
  return svg("g", { transform: `translate(32 ${y})` },
    svg("circle", { cy: 3, r: 29.5, fill: "#0006" }),
    svg("circle", { r: 29, fill: body, stroke: "#0006" }),
    svg("circle", { r: 25.5, fill: "none", stroke: spots, "stroke-width": 7, "stroke-dasharray": `${(EDGE * 0.42).toFixed(2)} ${(EDGE * 0.58).toFixed(2)}`, transform: "rotate(-9)" }),
    svg("circle", { r: 20.5, fill: "#fbf6ea", stroke: ink, "stroke-opacity": 0.4 }),
    value && svg("text", { y: value.length > 2 ? 6.4 : 8, "font-size": value.length > 2 ? 20.5 : 23, "text-anchor": "middle", "font-weight": 700, fill: ink, ...(value.length > 2 && { textLength: value.length > 3 ? 36 : 34, lengthAdjust: "spacingAndGlyphs" }) }, value));
}

export function chip(cents) {
  return svg("svg", { viewBox: "0 0 64 68", class: "chip", "aria-hidden": "true" }, drawn(cents, 32, String(cents / 100)));
}

// Which chips make an amount, the largest first.
export function broken(cents) {
  const found = [];
  for (const [value] of CHIPS) {
    while (cents >= value) {
      found.push(value);
      cents -= value;
    }
  }
  return cents > 0 ? [...found, cents] : found;
}

// The value stands on the chip that lies on top.
export function stack(cents) {
  const chips = broken(cents).slice(0, MOST_DRAWN);
  const height = 68 + RISE * Math.max(chips.length - 1, 0);
  return svg("svg", { viewBox: `0 0 64 ${height}`, class: "stack", "--tall": (height / 64).toFixed(3), role: "img", "aria-label": `${money(cents)} in chips` },
    chips.map((value, place) => drawn(value, height - 36 - RISE * place, place === chips.length - 1 ? String(value / 100) : "")));
}
