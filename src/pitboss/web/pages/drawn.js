// A felt to look at: dealer, board or dice, and every position with its wagers and hands. For the school and for rounds played back.

import "./cards.js";
import { rolled } from "./dice.js";
import { el } from "./dom.js";
import { money, signed, sum } from "./money.js";
import { short } from "./told.js";

// `places` are {position, player, total, hands, folded, net}; `round` remembers the dealer's side.
export function felt({ round, dice, puck, places, positions }) {
  return el("section", { class: `drawn${dice ? " of-dice" : ""}`, "aria-label": "The felt" },
    el("div", { class: "drawn-dealer", role: "group", "aria-label": "Dealer" }, dice ? rolled(round.dice, puck) : dealer(round)),
    el("ol", { class: "drawn-places", "aria-label": "Positions" }, places.map((each) => onArc(place(each), each.position, positions))));
}

function dealer({ dealer: { cards, words }, community, board }) {
  const shared = board?.cards ?? community;
  const group = (codes, says) => el("div", { class: "drawn-hand" }, hand(codes), el("p", {}, says));
  return [group(cards, words ? `Dealer: ${words}` : "Dealer"), shared.length ? group(shared, "Board") : null];
}

const hand = (codes, options) => document.createElement("card-hand").lay(codes, options);

// Position 1 is farthest to the dealer's left, which is a visitor's right.
function onArc(element, position, positions) {
  const across = 1 - (position - 0.5) / positions;
  element.style.setProperty("--across", across.toFixed(4));
  element.style.setProperty("--down", (1 - (2 * across - 1) ** 2).toFixed(4));
  return element;
}

function place({ position, player, total, hands, folded, net }) {
  return el("li", { class: "drawn-place" },
    el("span", { class: "drawn-who" }, player.startsWith("player-") ? `Position ${position}` : `${position} ${short(player)}`),
    hands.filter((each) => each.cards.length).flatMap((each) => [hand(each.cards, { dim: folded }), each.words ? el("span", { class: "drawn-words" }, each.words) : null]),
    net !== null && net !== undefined ? el("b", {}, signed(net)) : total ? el("span", {}, money(total)) : null,
    folded ? el("span", {}, "folded") : null);
}

export const totalOf = (wagers) => sum(Object.values(wagers));
