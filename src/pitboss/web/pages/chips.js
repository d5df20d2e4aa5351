// Chips in the usual colours, with edge spots; a stack shows its total.

import { svg } from "./dom.js";
import { money } from "./money.js";

const COLOURS = [
  [100000, "#e07b1a"], [50000, "#6d3fa0"], [10000, "#23262b"], [2500, "#1f7a4a"], [500, "#b3282d"], [100, "#ece7da"],
];
const MOST_DRAWN = 5;

export function colour(cents) {
  return COLOURS.find(([value]) => cents >= value)?.[1] ?? COLOURS.at(-1)[1];
}

function drawn(value, y) {
  const spots = [-30, 30, 90, 150, 210, 270].map((turn) =>
    svg("rect", { x: -4, y: -24, width: 8, height: 7, rx: 1, fill: value >= 100 && value < 500 ? "#3b5f8f" : "#f4efe2", transform: `rotate(${turn})` }));
  return svg("g", { transform: `translate(28 ${y})` },
    svg("circle", { cy: 2.5, r: 24, fill: "#0007" }),
    svg("circle", { r: 24, fill: colour(value), stroke: "#0006" }), spots,
    svg("circle", { r: 15.5, fill: "none", stroke: value < 500 ? "#3b5f8f" : "#f4efe2", "stroke-width": 1.5, "stroke-dasharray": "3 2.500" }));
}

export function chip(cents) {
  const words = String(cents / 100);
  const light = cents < 500;
  return svg("svg", { viewBox: "0 0 56 56", class: "chip", "aria-hidden": "true" }, drawn(cents, 28),
    svg("text", { x: 28, y: 33.5, "text-anchor": "middle", "font-size": words.length > 3 ? 12 : words.length > 2 ? 14.5 : 16, "font-weight": 700, fill: light ? "#1b2430" : "#fff" }, words));
}

// Which chips make an amount, the largest first.
export function broken(cents) {
  const found = [];
  for (const [value] of COLOURS) {
    while (cents >= value) {
      found.push(value);
      cents -= value;
    }
  }
  return cents > 0 ? [...found, cents] : found;
}

export function stack(cents) {
  const chips = broken(cents).slice(0, MOST_DRAWN);
  const height = 52 + 6 * (chips.length - 1);
  return svg("svg", { viewBox: `0 0 56 ${height + 4}`, class: "stack", role: "img", "aria-label": `${money(cents)} in chips` },
    chips.map((value, place) => drawn(value, height - 26 - 6 * place)));
}
