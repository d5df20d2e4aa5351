// The positions around the table: who is there, what lies on their spots, their cards, and what they came to.

import { keptHand } from "./cards.js";
import { el } from "./dom.js";
import { money, signed, sum } from "./money.js";
import { rows, small } from "./spots.js";
import { short } from "./told.js";

export function drawPlace(each, areas, does) {
  const total = sum(Object.values(each.wagers));
  const flags = ["own", "main", "free", "folded"].filter((flag) => each[flag]).concat(each.asked !== null ? ["asked"] : []);
  const who = each.free ? "free" : each.own ? "you" : short(each.players[0]);
  return el("li", { class: ["place", ...flags].join(" "), "data-position": each.position, "--across": each.at.across.toFixed(4), "--down": each.at.down.toFixed(4), "--wide": each.at.wide.toFixed(4) },
    areas.length ? el("div", { class: "layout" }, rows(areas, (area) => small(area, each.wagers[area.name] ?? 0))) : null,
    each.main ? null : el("div", { class: "hands" }, each.hands.map((held) => keptHand(held.name, held.cards, { dim: each.folded, counts: held.counts, order: held.order }))),
    el("p", { class: "who" }, el("span", { class: "seat" }, `${each.position}`), " ", who,
      each.players.length > 1 ? ` and ${each.players.length - 1} more` : ""),
    each.net !== null ? el("p", { class: "amount net" }, signed(each.net)) : each.folded ? el("p", { class: "amount" }, "folded") : total ? el("p", { class: "amount" }, money(total)) : null,
    each.can ? el("button", { "data-key": `${each.can} ${each.position}`, onclick: () => does[each.can](each.position), "aria-label": SAYS[each.can](each.position) }, WORDS[each.can]) : null);
}

const WORDS = { sit: "Sit", bet: "Bet here", join: "Join" };
const SAYS = {
  sit: (position) => `Sit at position ${position}`,
  bet: (position) => `Bet at position ${position} too`,
  join: (position) => `Bet on the box at position ${position} with its player`,
};
