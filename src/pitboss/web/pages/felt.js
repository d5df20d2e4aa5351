// The cloth: rail, light and weave, what is printed on it, shoe and discard rack, and where each position lies.

import { el, svg } from "./dom.js";

const TRAY = ["500", "100", "100", "25", "25", "5", "5", "5", "1", "1"];
const LINE = 74; // characters on one curve

export function cloth() {
  return [
    el("div", { class: "rail" }), el("div", { class: "trim" }), el("div", { class: "surface" }, el("div", { class: "groove" })),
    el("div", { class: "bank" }, TRAY.map((chip) => el("i", { "data-chip": chip }))),
  ];
}

// Inscriptions with what they repeat left out: "Raise equal to the ante with a pair", "2 times with a flush".
export function printed(inscriptions) {
  const [first, ...others] = inscriptions.map((each) => each.says);
  const rest = others.map((says, at) => {
    const [word] = says.split(" ");
    const again = others.slice(0, at).find((each) => each.startsWith(`${word} `) && each.includes(" the ante with "));
    return again && says.includes(" the ante with ") ? says.slice(word.length + 1).replace(" the ante with ", " with ") : says;
  });
  return { first: first ?? "", rest };
}

// As few lines as their length allows, and about equally long.
export function lines(parts, most = LINE) {
  const whole = parts.join(" · ").length;
  const wanted = Math.ceil(whole / most);
  for (let long = Math.ceil(whole / Math.max(wanted, 1)); ; long += 2) {
    const found = parts.reduce((all, part) => (all.length && `${all.at(-1)} · ${part}`.length <= long ? [...all.slice(0, -1), `${all.at(-1)} · ${part}`] : [...all, part]), []);
    if (found.length <= wanted) return found;
  }
}

// What is printed between dealer and players: on curves where the felt has room for them, else in lines.
export function inscribed(layout) {
  const { first, rest } = printed(layout.inscriptions);
  if (!first) return [];
  const curved = lines(rest);
  const height = 36 + 19 * curved.length;
  const along = (name, kind, says, most) => [
    svg("path", { id: name, d: `M10 ${kind.y} Q310 ${kind.y + 34} 610 ${kind.y}`, fill: "none" }),
    svg("text", { class: kind.class, ...(says.length * kind.wide > most ? { textLength: most, lengthAdjust: "spacingAndGlyphs" } : {}) },
      svg("textPath", { href: `#${name}`, startOffset: "50%", "text-anchor": "middle" }, says)),
  ];
  return [
    svg("svg", { viewBox: `0 0 620 ${height}`, class: "arcs", "aria-hidden": "true" },
      along("ruling", { class: "ruling", y: 14, wide: 11 }, first, 560),
      curved.flatMap((says, at) => along(`print-${at}`, { class: "print", y: 33 + 19 * at, wide: 9 }, says, 550))),
    el("p", { class: "flat", "data-hint": layout.inscriptions.map((each) => `${each.says}. ${each.clause}`).join("\n") }, el("b", {}, first), rest.length ? el("span", {}, rest.join(" · ")) : null),
  ];
}

// `depth`: how many cards the shoe holds and how many of them come before the cut card, where that can be seen.
export function shoe(depth = null) {
  return [
    svg("svg", { viewBox: "0 0 110 74", "aria-hidden": "true" },
      svg("path", { d: "M40 8H102Q106 8 106 12V60Q106 64 102 64H40Z", class: "box" }),
      svg("path", { d: "M52 17H92V55H52Z", class: "paper" }), svg("path", { d: "M55 20H89V52H55Z", class: "backing" }),
      svg("path", { d: "M8 20 42 8V64L8 52Z", class: "mouth" }), svg("path", { d: "M14 25 36 17V55L14 47Z", class: "paper" }),
      svg("path", { d: "M17 27.500 34 21.200V50.800L17 44.500Z", class: "backing" }), svg("path", { d: "M8 20 42 8H102", class: "edge" })),
    depth && el("div", { class: "depth", "--cut": (depth.before / Math.max(depth.cards, 1)).toFixed(3) }, el("i", {}),
      el("p", {}, `${depth.cards} left`), el("p", {}, depth.before ? `${depth.before} to the cut` : "last round")),
  ].filter(Boolean);
}

export function rack(full) {
  return svg("svg", { viewBox: "0 0 84 74", "aria-hidden": "true" },
    svg("path", { d: "M8 18 20 6H64L76 18V64H8Z", class: "rack-back" }),
    full ? [svg("rect", { x: 16, y: 26, width: 52, height: 34, rx: 3, class: "paper" }), svg("rect", { x: 18.5, y: 28.5, width: 47, height: 29, rx: 2, class: "backing" })] : null,
    svg("path", { d: "M8 18H76V64H8Z", class: "rack-front" }));
}

// Where the positions lie: the own one, or the middle one for a watcher, at the centre; the others down the right rail and
// up the left one, in the order of the deal, which begins at the dealer's left. Rows are counted from the dealer.
export function seats(positions, own) {
  const centre = own ?? Math.ceil(positions / 2);
  const others = Array.from({ length: positions }, (_, index) => index + 1).filter((position) => position !== centre);
  const rows = Math.ceil(others.length / 2);
  return Array.from({ length: positions }, (_, index) => {
    const place = others.indexOf(index + 1);
    if (place < 0) return { side: "centre", row: rows, rows };
    return place < rows ? { side: "right", row: place, rows } : { side: "left", row: 2 * rows - 1 - place, rows };
  });
}
