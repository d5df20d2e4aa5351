// The other positions along the rail: who is there, what lies on their spots, their cards, and what they came to.

import { keptHand } from "./cards.js";
import { el } from "./dom.js";
import { money, signed, sum } from "./money.js";
import { rows, small } from "./spots.js";
import { short } from "./told.js";

export function drawPlace(each, areas, does) {
  const flags = ["own", "main", "free", "folded"].filter((flag) => each[flag]).concat(each.asked !== null ? ["asked"] : [], each.at.side, each.at.rows > 3 ? "dense" : []);
  const who = each.free ? "free" : each.own ? "you" : short(each.players[0]);
  return el("li", { class: ["place", ...flags].join(" "), "data-position": each.position, "--position": each.position, "--row": each.at.row, "--rows": each.at.rows },
    areas.length ? el("div", { class: "lay" }, el("div", { class: "layout" }, rows(areas, (area) => small(area, each.wagers[area.name] ?? 0))),
      each.main ? null : el("div", { class: "hands" }, each.hands.map((held) => keptHand(held.name, held.cards, { dim: each.folded, counts: held.counts, order: held.order })))) : null,
    el("div", { class: "plate" },
      el("p", { class: "who" }, el("span", { class: "seat" }, `${each.position}`), " ", el("span", { class: "name" }, who, each.players.length > 1 ? ` and ${each.players.length - 1} more` : "")),
      state(each),
      each.can ? el("button", { "data-key": `${each.can} ${each.position}`, onclick: () => does[each.can](each.position), "aria-label": SAYS[each.can](each.position) }, WORDS[each.can]) : null));
}

// What the position came to, else that it is folded, else what it has wagered.
function state(each) {
  const total = sum(Object.values(each.wagers));
  if (each.net !== null) return el("p", { class: `amount net ${each.net > 0 ? "win" : each.net < 0 ? "lose" : "push"}` }, signed(each.net));
  if (each.folded) return el("p", { class: "amount" }, "folded");
  return total ? el("p", { class: "amount" }, money(total)) : null;
}

const WORDS = { sit: "Sit", bet: "Bet here", join: "Join" };
const SAYS = {
  sit: (position) => `Sit at position ${position}`,
  bet: (position) => `Bet at position ${position} too`,
  join: (position) => `Bet on the box at position ${position} with its player`,
};
