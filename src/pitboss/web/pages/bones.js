// Dice as they fell, and as they are printed on a layout.

import { el, svg } from "./dom.js";

const PIPS = { 1: "C", 2: "AI", 3: "ACI", 4: "ABHI", 5: "ABCHI", 6: "ABDFHI" };
const AT = { A: [14, 14], B: [42, 14], D: [14, 28], C: [28, 28], F: [42, 28], H: [14, 42], I: [42, 42] };

function die(number, kind) {
  return svg("svg", { viewBox: "0 0 56 56", class: kind, "aria-hidden": "true" },
    svg("rect", { x: 2, y: 2, width: 52, height: 52, rx: 9, class: "bone" }),
    [...PIPS[number]].map((each) => svg("circle", { cx: AT[each][0], cy: AT[each][1], r: 5.2, class: "pip" })));
}

const IN_THE_AIR = "6-5"; // some faces: what falls is known when the dice have landed

// A roll such as "5-4", or none yet. While the dice roll they show no outcome.
export function bones(dice, rolling = false) {
  const says = rolling ? "The dice are rolling" : dice ? `The dice show ${dice.replace("-", " and ")}` : "No roll yet";
  const drawn = rolling ? IN_THE_AIR : dice;
  return el("span", { class: `dice${rolling ? " tumbling" : ""}`, role: "img", "aria-label": says }, drawn ? drawn.split("-").map((each) => die(each, "die")) : []);
}

// The same on the cloth: a picture next to words that say it.
export function printed(dice) {
  return el("span", { class: "printed", "aria-hidden": "true" }, dice.split("-").map((each) => die(each, "face")));
}
