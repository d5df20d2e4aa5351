// The result of a round in one line: the net counts up, and its reason follows. It stays until the next bet.

import { el } from "./dom.js";
import { signed } from "./money.js";
import { hold } from "./motion.js";

const STEPS = 12;
const STEP = 50;
const RARE = 1600;

const kind = (net) => (net > 0 ? "win" : net < 0 ? "lose" : "push");

// `reason`: one line; `rare`: a win that deserves a moment of its own.
export async function showNet(zone, { net, reason, rare }) {
  const figure = el("strong", { class: `net ${kind(net)}${rare ? " rare" : ""}`, "aria-hidden": "true" });
  zone.replaceChildren(figure);
  for (let step = 1; step <= STEPS; step++) {
    figure.textContent = signed(Math.round((net * step) / STEPS));
    await hold(STEP);
  }
  zone.append(el("span", { class: "reason", role: "status" }, el("span", { class: "spoken" }, `${signed(net)}. `), reason));
  if (rare) await hold(RARE);
}

// During play the strip has the name of the house.
export function clearNet(zone, house) {
  zone.replaceChildren(el("span", { class: "house" }, house));
}
