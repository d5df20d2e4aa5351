// The cloth: the table's shape, the house's name and the inscriptions that its layout asks for, shoe and discard rack, and
// where each position lies.

import { el, svg } from "./dom.js";

const OWN = 680;
const WIDTH = 1240;

export function cloth(layout) {
  const [first, ...others] = layout.inscriptions;
  const flanks = [[], []];
  const tall = [0, 0];
  const put = (rows, element) => {
    const side = tall[0] <= tall[1] ? 0 : 1;
    tall[side] += rows;
    flanks[side].push(element);
  };
  if (others.length) put(others.length * 2, el("ul", { class: "inscriptions" }, others.map((each) => el("li", { title: each.clause }, each.says))));
  for (const table of layout.pays) put(table.rows.length + 1.5, inscribed(table));
  return [
    el("div", { class: "flank left" }, flanks[1]),
    el("div", { class: "flank right" }, flanks[0]),
    arcs(layout.house, first),
  ];
}

function inscribed({ title, rows }) {
  return el("table", { class: "pays" }, el("caption", {}, `${title} pays`),
    el("tbody", {}, rows.map(([hand, odds]) => el("tr", {}, el("td", {}, hand), el("td", {}, odds)))));
}

// Words on the curve of the table, the house's name under what must be known first.
function arcs(house, first) {
  const curve = (name, y) => svg("path", { id: name, d: `M20 ${y} Q320 ${y + 60} 620 ${y}`, fill: "none" });
  const along = (name, shown) => svg("text", shown.attributes, svg("textPath", { href: `#${name}`, startOffset: "50%", "text-anchor": "middle" }, shown.says));
  return svg("svg", { viewBox: "0 0 640 104", class: "arcs", role: "img", "aria-label": [house, first?.says].filter(Boolean).join(". ") },
    curve("upper", 22), curve("lower", 62),
    first ? along("upper", { attributes: { class: "ruling" }, says: first.says }) : null,
    along("lower", { attributes: { class: "house" }, says: house }));
}

export function shoe() {
  return svg("svg", { viewBox: "0 0 96 84", "aria-hidden": "true" },
    svg("path", { d: "M30 8 H88 Q92 8 92 12 V60 L66 76 H8 Q4 76 4 70 V52Z", class: "box" }),
    svg("path", { d: "M4 52 L30 8 L36 14 L14 54Z", class: "mouth" }),
    svg("path", { d: "M14 54 L36 14 L44 18 L24 58Z", class: "paper" }),
    svg("path", { d: "M66 76 V34 L92 20", class: "edge" }));
}

export function rack(full) {
  return svg("svg", { viewBox: "0 0 80 84", "aria-hidden": "true" },
    full ? [0, 1, 2, 3, 4].map((number) => svg("rect", { x: 14, y: 60 - 5 * number, width: 48, height: 8, rx: 2, class: number % 2 ? "paper" : "backing" })) : null,
    svg("path", { d: "M8 20 V74 H72 V20 L64 24 V66 H16 V24Z", class: "box" }));
}

// Where positions lie: position 1 is farthest to the dealer's left, which is a visitor's right. The visitor's own is larger.
export function placesOnArc(positions, own) {
  const each = (own === null ? WIDTH : WIDTH - OWN) / (own === null ? positions : positions - 1);
  let right = WIDTH;
  return Array.from({ length: positions }, (_, index) => {
    const wide = index + 1 === own ? OWN : each;
    right -= wide;
    const across = (right + wide / 2) / WIDTH;
    return { across, down: 1 - Math.pow(2 * across - 1, 2), wide: wide / WIDTH };
  });
}
