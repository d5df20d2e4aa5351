// What travels: cards from the shoe in the order of the deal, chips to who gets them. A click skips it all; who wants no
// motion sees none.

import { stack } from "./chips.js";
import { el } from "./dom.js";

const CARD = 160;
const WHOLE_DEAL = 2300;
const CHIPS = 520;

const still = matchMedia("(prefers-reduced-motion: reduce)");
const middle = (box) => [box.left + box.width / 2, box.top + box.height / 2];
const running = new Set();

function travel(element, frames, options) {
  const motion = element.animate(frames, { easing: "ease-out", fill: "backwards", ...options });
  running.add(motion);
  motion.onfinish = motion.oncancel = () => running.delete(motion);
  return motion;
}

export function skip() {
  for (const motion of [...running]) motion.finish();
}

// Cards that were laid since the last time: from the shoe to their places one after the other, or turned where they lie.
// Returns how many came, and after how long the last one lies.
export function deal(shoe) {
  const turned = [...document.querySelectorAll("[data-turned]")];
  const dealt = [...document.querySelectorAll("[data-dealt]")].sort((one, other) => one.dataset.dealt - other.dataset.dealt);
  const step = Math.min(CARD * 0.7, (WHOLE_DEAL - CARD) / Math.max(dealt.length, 1));
  for (const card of turned) {
    delete card.dataset.turned;
    if (!still.matches) travel(card, [{ transform: "scaleX(.05)" }, {}], { duration: CARD });
  }
  dealt.forEach((card, place) => {
    delete card.dataset.dealt;
    if (still.matches || !card.offsetParent) return;
    const box = card.getBoundingClientRect();
    const [x, y] = middle(box);
    // Where no shoe is drawn they come from the upper right, but never from beyond the edge: the page would grow with them.
    const [fromX, fromY] = shoe.offsetParent ? middle(shoe.getBoundingClientRect()) : [innerWidth - box.width, 0];
    travel(card, [{ transform: `translate(${fromX - x}px, ${fromY - y}px) rotate(14deg) scale(.6)`, opacity: 0 }, { opacity: 1, offset: 0.2 }, {}], { duration: CARD, delay: place * step });
  });
  return { cards: dealt.length, lasts: dealt.length ? step * (dealt.length - 1) + CARD : 0 };
}

// Chips worth so many cents from one element to another.
export function slide(cents, from, to) {
  if (still.matches || !from?.offsetParent || !to?.offsetParent) return;
  const [x, y] = middle(from.getBoundingClientRect());
  const [toX, toY] = middle(to.getBoundingClientRect());
  const ghost = el("div", { class: "sliding", "aria-hidden": "true" }, stack(cents));
  ghost.style.left = `${x}px`;
  ghost.style.top = `${y}px`;
  document.body.append(ghost);
  travel(ghost, [{}, { transform: `translate(${toX - x}px, ${toY - y}px)`, opacity: 1, offset: 0.9 }, { transform: `translate(${toX - x}px, ${toY - y}px)`, opacity: 0 }], { duration: CHIPS, easing: "ease-in-out" })
    .finished.catch(() => {}).then(() => ghost.remove());
}
