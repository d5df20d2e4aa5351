// How fast a round is shown: chosen by the visitor and remembered in this browser.

import { el } from "./dom.js";

const KEY = "pitboss speed";
const FACTORS = { slow: 1.6, normal: 1, fast: 0.4 };
const SPEEDS = Object.keys(FACTORS);
const MOVES = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

export function speed() {
  const chosen = localStorage.getItem(KEY);
  return SPEEDS.includes(chosen) ? chosen : "normal";
}

// What a duration at normal speed is multiplied by.
export function factor() {
  return FACTORS[speed()];
}

function choose(zone, name) {
  localStorage.setItem(KEY, name);
  drawSpeed(zone);
  zone.querySelector("[aria-checked=true]").focus();
}

export function drawSpeed(zone) {
  const now = speed();
  const at = SPEEDS.indexOf(now);
  const step = (by) => choose(zone, SPEEDS[(at + by + SPEEDS.length) % SPEEDS.length]);
  zone.replaceChildren(...SPEEDS.map((name) => el("button", {
    role: "radio", "aria-checked": String(name === now), tabindex: name === now ? 0 : -1, "data-key": `speed ${name}`, onclick: () => choose(zone, name),
    onkeydown: (event) => event.key in MOVES && (event.preventDefault(), step(MOVES[event.key])),
  }, `${name[0].toUpperCase()}${name.slice(1)}`)));
}
