// The strip that is kept free between the inscriptions and the own wagers: the house's name, and the result of a round.

import { el } from "./dom.js";
import { signed } from "./money.js";

const WORDS = { win: "You win", lose: "You lose", push: "Push" };

export function house(name) {
  return name ? [el("p", { class: "house" }, name)] : [];
}

// What the round came to in cents, and why in one sentence.
export function result(net, reason = "") {
  const kind = net > 0 ? "win" : net < 0 ? "lose" : "push";
  return [
    el("p", { class: `net ${kind}` }, el("small", {}, WORDS[kind]), " ", el("b", {}, signed(net))),
    reason ? el("p", { class: "reason" }, reason) : null,
  ].filter(Boolean);
}
