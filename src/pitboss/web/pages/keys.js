// Keys: which key stands for which choice, and the sheet that lists them all.

import { el } from "./dom.js";

// The key of each choice: Space for the main one, its own where it has one, else the first letter of its label that is free.
export function shortcuts(offered) {
  const main = offered.findIndex((each) => each.main && !each.off);
  const own = offered.map(({ shortcut = "" }, index) => (index === main ? " " : shortcut.trim()));
  const taken = new Set(own);
  return offered.map(({ label }, index) => own[index] || letter(label, taken));
}

function letter(label, taken) {
  const found = [...label.toLowerCase()].find((each) => /[a-z]/.test(each) && !taken.has(each)) ?? "";
  taken.add(found);
  return found;
}

export const spoken = (key) => (key === " " ? "Space" : key.toUpperCase());

// The button of the bar that a key presses.
export function buttonOf(key) {
  const name = CSS.escape(key.toLowerCase());
  return document.querySelector(`#bar [data-shortcut="${name}"], #bar [data-number="${name}"]`);
}

const FIXED = [
  ["1 2 3 …", "a chip while you bet, else a choice"], ["Space", "the main choice"], ["Enter", "what has the focus"],
  ["− or Delete", "take a chip off the area that has the focus"], ["← →", "another chip of the rack, another speed"],
  ["Escape", "close what is open"], ["?", "this list"],
];

export function sheet() {
  const choices = [...document.querySelectorAll("#choices [data-shortcut]")].map((each) => [spoken(each.dataset.shortcut), each.firstChild.textContent]);
  return [el("h2", {}, "Keys"), el("dl", { class: "keys" }, [...choices, ...FIXED].flatMap(([key, says]) => [el("dt", {}, el("kbd", {}, key)), el("dd", {}, says)]))];
}
