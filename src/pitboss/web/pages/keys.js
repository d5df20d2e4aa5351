// Keys: which letter stands for which choice, what a key presses, and the sheet that lists them all.

import { el } from "./dom.js";

// The first letter of each label that no other has; none where all are taken.
export function letters(labels) {
  const taken = new Set();
  return labels.map((label) => {
    const found = [...label.toLowerCase()].find((each) => /[a-z]/.test(each) && !taken.has(each)) ?? "";
    taken.add(found);
    return found;
  });
}

const FIXED = [
  ["1 2 3 …", "a chip while you bet, else a choice"], ["Space", "the main choice"], ["Enter", "what has the focus"],
  ["− or Delete", "take a chip off the area that has the focus"], ["← →", "another chip of the rack, another speed"],
  ["Escape", "close what is open"], ["?", "this list"],
];

export function sheet() {
  const choices = [...document.querySelectorAll("#choices [data-letter]")].map((each) => [each.dataset.letter.toUpperCase(), each.textContent]);
  return [el("h2", {}, "Keys"), el("dl", { class: "keys" }, [...choices, ...FIXED].flatMap(([key, says]) => [el("dt", {}, el("kbd", {}, key)), el("dd", {}, says)]))];
}

const busy = (target) => target.matches("input, select, textarea, button, a, summary, [contenteditable]");

// `open`: shows the sheet. Space presses the main choice where no other control has the focus.
export function watchKeys(open) {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, select, textarea")) return;
    if (event.key === "?") return open();
    if (event.key === " " && busy(event.target)) return;
    const found = event.key === " " ? document.querySelector("#choices .act:not(:disabled)") : document.querySelector(`#choices [data-letter="${CSS.escape(event.key.toLowerCase())}"]:not(:disabled)`);
    if (!found) return;
    event.preventDefault();
    found.click();
  });
}
