// What travels on the felt: cards from the shoe in the order of the deal, chips to the player or the dealer. Each motion
// answers with a promise that ends when the thing has landed. All times are animations of the page, so a click can end
// them all at once. Under reduced motion things appear in the same order without travel.

import { stack } from "./chips.js";
import { el } from "./dom.js";
import { factor } from "./speed.js";

const CARD = 180;
const APART = 112;
const WHOLE_DEAL = 2300;
const TURN = 460;
const CHIPS = 260;
const FADE = 120;

const still = matchMedia("(prefers-reduced-motion: reduce)");
const middle = (box) => [box.left + box.width / 2, box.top + box.height / 2];
const running = new Set();
let skipping = false;

// From now on everything lands at once, until `skipping` is switched off again.
export function skip(wanted = true) {
  skipping = wanted;
  if (wanted) for (const motion of [...running]) motion.finish();
}

async function animate(element, frames, { duration, delay = 0, easing = "ease-out" }) {
  if (skipping || document.hidden) return;
  const motion = element.animate(frames, { easing, fill: "backwards", duration: duration * factor(), delay: delay * factor() });
  running.add(motion);
  await motion.finished.catch(() => {});
  running.delete(motion);
}

// Nothing moves for this long.
export function hold(duration) {
  return animate(document.documentElement, null, { duration });
}

const fade = (element, delay = 0) => animate(element, [{ opacity: 0 }, {}], { duration: FADE, delay });
const isVisible = (element) => Boolean(element?.getClientRects().length);

// The cards that were laid since the last time, from the shoe to their places one after the other.
export function deal(shoe) {
  const dealt = [...document.querySelectorAll("[data-dealt]")].sort((one, other) => one.dataset.dealt - other.dataset.dealt);
  const apart = Math.min(APART, (WHOLE_DEAL - CARD) / Math.max(dealt.length, 1));
  const from = isVisible(shoe) ? middle(shoe.getBoundingClientRect()) : null;
  const boxes = dealt.map((card) => card.getBoundingClientRect());
  return Promise.all(dealt.map((card, place) => {
    delete card.dataset.dealt;
    if (!isVisible(card)) return null;
    return still.matches ? fade(card) : travel(card, boxes[place], from, place * apart);
  }));
}

// Where no shoe is drawn cards come from the upper right, but never from beyond the edge: the page would grow with them.
function travel(card, box, from, delay) {
  const [x, y] = middle(box);
  const [fromX, fromY] = from ?? [innerWidth - box.width, 0];
  const frames = [{ transform: `translate(${fromX - x}px, ${fromY - y}px) rotate(14deg) scale(.6)`, opacity: 0 }, { opacity: 1, offset: 0.2 }, {}];
  return animate(card, frames, { duration: CARD, delay });
}

// The cards whose other side was laid up since the last time turn where they lie.
export function turn() {
  return Promise.all([...document.querySelectorAll("[data-turned]")].map((card) => {
    delete card.dataset.turned;
    if (!isVisible(card)) return null;
    return still.matches ? fade(card) : animate(card, [{ transform: "scaleX(.05)" }, {}], { duration: TURN });
  }));
}

// Chips from one element to another.
export async function slide(cents, from, to) {
  if (!cents || skipping || document.hidden || !isVisible(from) || !isVisible(to)) return;
  if (still.matches) return hold(FADE);
  const [x, y] = middle(from.getBoundingClientRect());
  const [toX, toY] = middle(to.getBoundingClientRect());
  const ghost = el("div", { class: "sliding", "aria-hidden": "true" }, stack(cents));
  ghost.style.left = `${x}px`;
  ghost.style.top = `${y}px`;
  document.body.append(ghost);
  await animate(ghost, [{}, { transform: `translate(${toX - x}px, ${toY - y}px)` }], { duration: CHIPS, easing: "ease-in-out" });
  ghost.remove();
}

// Something lies elsewhere now: it goes there from the box it was in.
export async function shift(element, from) {
  if (still.matches) return;
  const [x, y] = middle(from);
  const [toX, toY] = middle(element.getBoundingClientRect());
  await animate(element, [{ transform: `translate(${x - toX}px, ${y - toY}px)` }, {}], { duration: CHIPS });
}

// Everything that moves now has landed.
export function landed() {
  return Promise.all([...running].map((motion) => motion.finished.catch(() => {})));
}

// Cards that slide to their order in a hand are there. The style sheet moves them, at its own time.
export async function sorted() {
  document.body.getBoundingClientRect(); // lengths on the felt are known only after its layout
  const sliding = document.getAnimations().filter((each) => each instanceof CSSTransition && each.effect.target.matches("playing-card"));
  if (skipping) for (const each of sliding) each.finish();
  for (const each of sliding) running.add(each);
  await Promise.all(sliding.map((each) => each.finished.catch(() => {})));
  for (const each of sliding) running.delete(each);
}
