// The bar under the thumb: chips to choose from, what can be done now, and how long.

import { chip } from "./chips.js";
import { el, show } from "./dom.js";
import { shortcuts, spoken } from "./keys.js";
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

// Each choice has a key, printed on it. Chips have the numbers while there are chips; else the choices have them too.
export function drawChoices(zone, offered, numbered) {
  show(zone, [numbered, offered.map(({ act: _, ...shown }) => shown)], () => {
    const keys = shortcuts(offered);
    return offered.map((each, index) => el("button", {
      class: each.main ? "act" : "", disabled: each.off, "aria-pressed": each.noted?.toString(), "aria-expanded": each.open?.toString(),
      "data-key": each.key, onclick: () => each.act(), "data-shortcut": keys[index] || null, "data-number": numbered ? index + 1 : null, "aria-keyshortcuts": spoken(keys[index]) || null,
    }, el("span", {}, each.label), keys[index] && el("kbd", { "aria-hidden": "true", "data-shown": spoken(keys[index]) })));
  });
}

// `dice`: what the dice wait for, where they do.
export function clockSays(clock, left, me, dice = "") {
  if (!clock || clock.for === "pace") return "";
  const what = clock.for === "betting" ? "Bets close in" : dice ? `${dice},` : clock.who === me ? "Your decision" : `${short(clock.who ?? "")} decides`;
  return `${what} ${Math.ceil(left / 1000)} s`;
}
