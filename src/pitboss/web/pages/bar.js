// The bar under the thumb: chips to choose from, what can be done now, and how long.

import { chip } from "./chips.js";
import { el, show } from "./dom.js";
import { letters } from "./keys.js";
import { cents, money } from "./money.js";
import { short } from "./told.js";

const MOVES = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1, Home: -99, End: 99 };

// One stop of the tab key for all chips; arrows go from one to the next.
export function drawTray(zone, chips, chosen, choose) {
  const step = (event, at) => {
    if (!(event.key in MOVES)) return;
    event.preventDefault();
    const next = chips[Math.min(Math.max(at + MOVES[event.key], 0), chips.length - 1)];
    choose(cents(next));
    zone.querySelector(`[data-key="chip ${next}"]`)?.focus();
  };
  const stop = (each, index) => (chips.some((other) => cents(other) === chosen) ? cents(each) === chosen : index === 0);
  show(zone, chips && [chips, chosen], (on) => on && chips.map((each, index) => el("button", {
    class: "pick", role: "radio", "aria-checked": String(cents(each) === chosen), tabindex: stop(each, index) ? 0 : -1, "data-key": `chip ${each}`, "data-shortcut": index + 1,
    "aria-label": `Chip of ${money(cents(each))}`, onclick: () => choose(cents(each)), onkeydown: (event) => step(event, index),
  }, chip(cents(each)))));
}

// Chips have the numbers as shortcuts while there are chips; else the choices have them. The first main choice has the
// space bar, each other one a letter, printed on it.
export function drawChoices(zone, offered, numbered) {
  show(zone, [numbered, offered.map(({ act: _, ...shown }) => shown)], () => {
    const main = offered.findIndex((each) => each.main && !each.off);
    const found = letters(offered.map((each, index) => (index === main ? "" : each.label)));
    return offered.map((each, index) => el("button", {
      class: each.main ? "act" : "", disabled: each.off, "aria-pressed": each.noted?.toString(), "data-key": each.key, onclick: each.act,
      "data-shortcut": numbered ? index + 1 : null, "data-letter": found[index] || null,
    }, each.label, el("kbd", { "aria-hidden": "true", "data-shown": index === main ? "Space" : found[index].toUpperCase() })));
  });
}

// `dice`: what the dice wait for, where they do.
export function clockSays(clock, left, me, dice = "") {
  if (!clock || clock.for === "pace") return "";
  const what = clock.for === "betting" ? "Bets close in" : dice ? `${dice},` : clock.who === me ? "Your decision" : `${short(clock.who ?? "")} decides`;
  return `${what} ${Math.ceil(left / 1000)} s`;
}
