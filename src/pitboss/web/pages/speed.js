// How fast a round is shown: chosen once, remembered in this browser, and told to the page by an event.

import { el } from "./dom.js";

const KEPT = "pitboss speed";
const SPEEDS = ["slow", "normal", "fast"];

export function speed() {
  const kept = localStorage.getItem(KEPT);
  return SPEEDS.includes(kept) ? kept : "normal";
}

function choose(zone, name) {
  localStorage.setItem(KEPT, name);
  drawSpeed(zone);
  zone.querySelector("[aria-checked=true]").focus();
  document.dispatchEvent(new CustomEvent("speed", { detail: name }));
}

export function drawSpeed(zone) {
  const now = speed();
  const at = SPEEDS.indexOf(now);
  const step = (by) => choose(zone, SPEEDS[(at + by + SPEEDS.length) % SPEEDS.length]);
  const moves = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
  zone.replaceChildren(...SPEEDS.map((name) => el("button", {
    role: "radio", "aria-checked": String(name === now), tabindex: name === now ? 0 : -1, "data-key": `speed ${name}`, onclick: () => choose(zone, name),
    onkeydown: (event) => event.key in moves && (event.preventDefault(), step(moves[event.key])),
  }, `${name[0].toUpperCase()}${name.slice(1)}`)));
}
