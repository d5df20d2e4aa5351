// A felt to look at: dealer, board or dice, and every position with its wagers and hands. For the school and for rounds played back.

import { hand } from "./cards.js";
import { bones } from "./dice.js";
import { el } from "./dom.js";
import { placeOnArc } from "./felt.js";
import { money, signed, sum } from "./money.js";
import { short } from "./told.js";

// `places` are {position, player, total, hands, folded, net}; `round` remembers the dealer's side.
export function felt({ round, dice, puck, places, positions, cloth = null }) {
  return el("section", { id: "felt", "aria-label": "The felt" },
    el("div", { id: "cloth" }, cloth),
    el("div", { id: "dealer", role: "group", "aria-label": "Dealer" }, dice ? bones(round.dice, puck) : dealer(round)),
    el("ol", { id: "places", "aria-label": "Positions" }, places.map((each) => placeOnArc(place(each), each.position, positions))));
}

function dealer({ dealer: { cards, words }, community }) {
  const group = (codes, says) => el("div", { class: "group" }, hand(codes), el("p", { class: "words" }, says));
  return [group(cards, words ? `Dealer: ${words}` : "Dealer"), community.length ? group(community, "Board") : null];
}

function place({ position, player, total, hands, folded, net }) {
  return el("li", { class: `place${folded ? " folded" : ""}` },
    el("span", { class: "who" }, player.startsWith("player-") ? `Position ${position}` : `${position} ${short(player)}`),
    hands.filter((each) => each.cards.length).flatMap((each) => [hand(each.cards, { dim: folded }), each.words ? el("span", { class: "hand-words" }, each.words) : null]),
    net !== null && net !== undefined ? el("span", { class: "amount net" }, signed(net)) : total ? el("span", { class: "amount" }, money(total)) : null,
    folded ? el("span", { class: "amount" }, "folded") : null);
}

export const totalOf = (wagers) => sum(Object.values(wagers));
