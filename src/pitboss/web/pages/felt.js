// The cloth: the table's shape, the house's name and the inscriptions that its layout asks for.

import { el, svg } from "./dom.js";

const WIDTH = 1240;
const HEIGHT = 400;

export function cloth(layout) {
  const half = Math.ceil(layout.inscriptions.length / 2);
  const drawn = document.createDocumentFragment();
  drawn.append(
    svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", class: "shape", "aria-hidden": "true" },
      svg("path", { d: `M0 0 H${WIDTH} V120 Q${WIDTH} ${HEIGHT - 8} ${WIDTH / 2} ${HEIGHT - 8} Q0 ${HEIGHT - 8} 0 120Z`, class: "wood" }),
      svg("path", { d: `M16 0 H${WIDTH - 16} V118 Q${WIDTH - 16} ${HEIGHT - 24} ${WIDTH / 2} ${HEIGHT - 24} Q16 ${HEIGHT - 24} 16 118Z`, class: "felt" }),
      svg("path", { d: `M400 186 Q${WIDTH / 2} 222 ${WIDTH - 400} 186`, class: "stitch" })),
    el("p", { class: "house" }, layout.house),
    inscriptions(layout.inscriptions.slice(0, half), "right"),
    inscriptions(layout.inscriptions.slice(half), "left"),
  );
  return drawn;
}

function inscriptions(all, side) {
  return el("ul", { class: `inscriptions ${side}` }, all.map((each) => el("li", { title: each.clause }, each.says)));
}

// Position 1 is farthest to the dealer's left, which is a visitor's right.
export function placeOnArc(element, position, positions) {
  const across = 1 - (position - 0.5) / positions;
  const down = 1 - Math.pow(2 * across - 1, 2);
  element.style.setProperty("--across", across.toFixed(4));
  element.style.setProperty("--down", down.toFixed(4));
  return element;
}
