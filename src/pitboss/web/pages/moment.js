// The strip that is kept free between the inscriptions and the own wagers: the name of the house during play, then the
// result of the round in one line. The net counts up, its reason follows, and both stay until the next bet.

import { el } from "./dom.js";
import { signed } from "./money.js";
import { hold } from "./motion.js";

const WORDS = { win: "You win", lose: "You lose", push: "Push" };
const STEPS = 12;
const STEP = 50;
const RARE = 1600;

const kindOf = (net) => (net > 0 ? "win" : net < 0 ? "lose" : "push");

// `reason`: one short line; `spoken`: all of it, read out; `rare`: a win that deserves a moment of its own.
export async function showNet(zone, { net, reason, spoken, rare }) {
  const kind = kindOf(net);
  const figure = el("b", {}, signed(0));
  zone.replaceChildren(el("p", { class: `net ${kind}${rare ? " rare" : ""}`, "aria-hidden": "true" }, el("small", {}, WORDS[kind]), " ", figure));
  for (let step = 1; step <= STEPS; step++) {
    figure.textContent = signed(Math.round((net * step) / STEPS));
    await hold(STEP);
  }
  zone.append(el("p", { class: "reason", "aria-hidden": "true" }, reason), el("p", { class: "spoken", role: "status" }, `${WORDS[kind]} ${signed(net)}. ${spoken}`));
  if (rare) await hold(RARE);
}

export function house(name) {
  return name ? [el("p", { class: "house" }, name)] : [];
}

export function clearNet(zone, name) {
  zone.replaceChildren(...house(name));
}
