// A view of any family as places with wagers and hands: what the felt is drawn from. No game's rules are known here.

import { cents, sum } from "./money.js";

export function mine(view, me) {
  const found = Object.entries(view.seats).find(([, player]) => player === me);
  return found ? Number(found[0]) : null;
}

export function place(view, round, position, me) {
  const player = view.seats[position] ?? holder(view, position);
  const asked = view.next?.do === "decide" && view.next.position === position;
  return {
    position,
    player: player ?? null,
    wagers: wagers(view, position, player),
    hands: round.handsOf(position),
    asked: asked ? view.next.hand ?? 0 : null,
    folded: Boolean(round.folded[position]),
    results: round.results.filter((each) => each.position === position && (!me || each.player === me)),
  };
}

function holder(view, position) {
  const held = view.positions?.[position];
  return held?.player ?? held?.players?.[0]?.player;
}

// Cents on each betting area of a position, as one player has them there.
export function wagers(view, position, player) {
  if (view.wagers) return added(view.wagers.filter((each) => each.player === player).map((each) => [each.wager, cents(each.amount)]));
  const held = view.positions?.[position];
  if (!held) return {};
  if (held.players) {
    const party = held.players.find((each) => each.player === player) ?? held.players[0];
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

// How a contest with the dealer ended, in the declaration's words: the one whose results and clause these are.
export function contest(layout, results) {
  const fits = ({ results: wanted, clause }) =>
    Object.keys(wanted).length &&
    Object.entries(wanted).every(([wager, outcome]) => results.some((each) => each.wager === wager && each.outcome === outcome)) &&
    results.some((each) => each.wager in wanted && (each.clause === clause || each.outcome === "lose"));
  const found = layout.contests.filter(fits).sort((a, b) => Object.keys(b.results).length - Object.keys(a.results).length);
  return found.length && (found.length === 1 || Object.keys(found[0].results).length > Object.keys(found[1].results).length) ? found[0].says : "";
}

export function net(results) {
  return sum(results.map(({ outcome, stake, pays }) => (outcome === "lose" ? -stake : pays)));
}
