// A view of any family as places with wagers and hands: what the felt is drawn from. No game's rules are known here.

import { cents, sum } from "./money.js";

export function mine(view, me) {
  const found = Object.entries(view.seats).find(([, player]) => player === me);
  return found ? Number(found[0]) : null;
}

const parties = (held) => held?.players?.map((each) => each.player) ?? (held?.player ? [held.player] : []);

// Who sits at a position or has wagers there, the one who decides first.
export function playersAt(view, position) {
  const seated = view.seats[position];
  return [...new Set([...parties(view.positions?.[position]), ...(seated ? [seated] : [])])];
}

// The positions where somebody sits or has a wager.
export function placesOf(view, me) {
  const held = Object.entries(view.positions ?? {}).filter(([, each]) => parties(each).includes(me)).map(([position]) => Number(position));
  const seat = mine(view, me);
  return [...new Set([...(seat === null ? [] : [seat]), ...held])].sort((one, other) => one - other);
}

export function place(view, round, position, player) {
  const asked = view.next?.do === "decide" && view.next.position === position;
  return {
    position,
    player: player ?? null,
    wagers: wagers(view, position, player),
    hands: round.handsOf(position),
    asked: asked ? view.next.hand ?? 0 : null,
    folded: Boolean(round.folded[position]),
    results: round.results.filter((each) => each.position === position && each.player === player),
  };
}

// Cents on each betting area of a position, as one player has them there.
export function wagers(view, position, player) {
  if (view.wagers) return added(view.wagers.filter((each) => each.player === player).map((each) => [each.wager, cents(each.amount)]));
  const held = view.positions?.[position];
  if (!held || !parties(held).includes(player)) return {};
  if (held.players) {
    const party = held.players.find((each) => each.player === player);
    const lying = view.playing ? [party.beside, ...party.on_hands] : [party.wagers];
    return added(lying.flatMap((each) => Object.entries(each)).map(([name, amount]) => [name, cents(amount)]));
  }
  const lying = view.playing ? held.on_layout : held.wagers;
  return Object.fromEntries(Object.entries(lying).map(([name, amount]) => [name, cents(amount)]));
}

function added(pairs) {
  const total = {};
  for (const [name, amount] of pairs) total[name] = (total[name] ?? 0) + amount;
  return total;
}

// What a result did to its player's chips.
export const moved = ({ outcome, stake, pays }) => (["lose", "collected"].includes(outcome) ? -stake : pays);

export function net(results) {
  return sum(results.map(moved));
}
