// The bar under the thumb: chips to choose from, what can be done now, and how long.

import { chip } from "./chips.js";
import { el, show } from "./dom.js";
import { cents, money } from "./money.js";
import { short } from "./told.js";

export function drawTray(zone, chips, chosen, choose) {
  show(zone, chips && [chips, chosen], (on) => on && chips.map((each, index) => el("button", {
    class: "pick", role: "radio", "aria-checked": String(cents(each) === chosen), "data-key": `chip ${each}`, "data-shortcut": index + 1,
    "aria-label": `Chip of ${money(cents(each))}`, onclick: () => choose(cents(each)),
  }, chip(cents(each)))));
}

// Chips have the numbers as shortcuts while there are chips; else the choices have them. Some have a key of their own.
export function drawChoices(zone, offered, numbered) {
  show(zone, [numbered, offered.map(({ act: _, ...shown }) => shown)], () => offered.map((each, index) => {
    const key = each.shortcut ?? (numbered ? String(index + 1) : null);
    return el("button", {
      class: each.main ? "act" : "", disabled: each.off, "aria-pressed": each.noted?.toString(), "aria-expanded": each.open?.toString(),
      "data-key": each.key, onclick: () => each.act(), "data-shortcut": key, "aria-keyshortcuts": key && spoken(key),
    }, el("span", {}, each.label), key && el("kbd", { "aria-hidden": "true" }, spoken(key)));
  }));
}

const spoken = (key) => (key === " " ? "Space" : key.toUpperCase());

// `dice`: what the dice wait for, where they do.
export function clockSays(clock, left, me, dice = "") {
  if (!clock || clock.for === "pace") return "";
  const what = clock.for === "betting" ? "Bets close in" : dice ? `${dice},` : clock.who === me ? "Your decision" : `${short(clock.who ?? "")} decides`;
  return `${what} ${Math.ceil(left / 1000)} s`;
}
