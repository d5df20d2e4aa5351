// The last rolls as tiles, the newest last: what each was for its shooter has a colour, a shape and a word.

import { el } from "./dom.js";

const KINDS = { "point made": "made", "seven out": "out", natural: "natural", point: "sets" };
const LEGEND = [["made", "point made"], ["out", "seven out"], ["natural", "natural"]];

export function rolls(all) {
  if (!all.length) return el("p", { class: "no-rolls" }, "The last rolls will stand here.");
  return [
    el("h2", {}, el("span", {}, "Last rolls"), LEGEND.map(([kind, says]) => el("span", { class: "key" }, el("i", { class: kind }), says))),
    el("ol", { class: "rolls", "aria-label": "Last rolls, the newest last" }, all.map(({ total, dice, was }, index) => el("li", {
      class: [KINDS[was], index === all.length - 1 ? "last" : ""].filter(Boolean).join(" ") || null,
      title: `${total} (${dice}): ${was}`, "aria-label": `${total}, ${was}`,
    }, String(total)))),
  ];
}
