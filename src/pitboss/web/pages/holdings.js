// Chips and wagers between two views. The server sends a view after the last event of a message; until everything before it
// has been shown, the page shows what the events so far have moved. Money leaves its place when it begins to move and is
// counted again where it lands.

import { cents, sum, wire } from "./money.js";

// The view while events are shown: nothing can be done, no clock runs.
export function waiting(view) {
  return { ...view, choices: [], clock: null, early: null, deal: null };
}

// What leaves its place: a player's chips for a wager, a wager that is lost.
export function leave(view, event, me) {
  if (event.event === "bets_closed") return { ...view, playing: true, betting: false };
  if (event.event === "progressive_collected") return Object.keys(event.stakes).reduce((now, position) => withoutWager(now, { position: Number(position) }, "progressive"), view);
  if (event.event in DECIDED) return event.player === me ? withChips(view, -cents(event.amount)) : view;
  const taken = TAKEN[event.event]?.(event) ?? [];
  return taken.reduce((now, row) => withoutWager(now, event, row.wager, row), view);
}

// What has landed: a wager on its area, a payment and its stake with the player.
export function arrive(view, event, me, areas) {
  if (event.event in DECIDED) return cents(event.amount) ? withWager(view, event, wagerOf(event, areas)) : view;
  if (event.event === "come_moved") return { ...view, wagers: view.wagers.map((each) => (event.wagers.includes(each.id) ? { ...each, point: event.point } : each)) };
  if (event.event === "puck_moved") return { ...view, puck: event.point || null };
  if (event.event === "progressive_paid") return event.player === me ? withChips(view, cents(event.amount)) : view;
  const paid = PAID.includes(event.event) ? event.rows : [];
  const after = paid.reduce((now, row) => withoutWager(now, event, row.wager, row), view);
  return event.player === me ? withChips(after, sum(paid.map(({ stake, pays }) => cents(stake) + cents(pays)))) : after;
}

export const PAID = ["wagers_paid", "hand_paid", "winners_paid"];
const DECIDED = { decided: true, hand_decided: true };
const stakes = ({ stakes: all }) => Object.entries(all).map(([wager, stake]) => ({ wager, stake }));
export const TAKEN = { wagers_taken: stakes, forfeits_taken: stakes, hand_taken: stakes, losers_taken: ({ rows }) => rows };

const DOUBLED = { double: "doubled", redouble: "doubled" };

// The wager that a decision adds to: the one it names, or the first one (a split).
export const wagerOf = ({ action }, areas) => DOUBLED[action] ?? (areas.find((area) => area.name === action) ?? areas[0]).name;

const withChips = (view, moved) => (view.chips === null || view.chips === undefined ? view : { ...view, chips: wire(cents(view.chips) + moved) });

const place = (view, position, changed) => ({ ...view, positions: { ...view.positions, [position]: changed } });

const more = (wagers, name, amount) => ({ ...wagers, [name]: wire(cents(wagers[name] ?? "0.00") + amount) });

function less(wagers, name, amount) {
  const { [name]: lies = "0.00", ...rest } = wagers;
  const left = amount === null ? 0 : cents(lies) - amount;
  return left > 0 ? { ...rest, [name]: wire(left) } : rest;
}

function withWager(view, { position, player, amount }, name) {
  const held = view.positions?.[position];
  if (!held) return view;
  if (!held.players) return place(view, position, { ...held, on_layout: more(held.on_layout, name, cents(amount)) });
  return place(view, position, { ...held, players: held.players.map((each) => (each.player === player ? { ...each, beside: more(each.beside, name, cents(amount)) } : each)) });
}

// Without `stake` the whole wager goes.
function withoutWager(view, { position, player }, name, { id, stake } = {}) {
  if (view.wagers) return { ...view, wagers: view.wagers.filter((each) => each.id !== id) };
  const held = view.positions?.[position];
  if (!held) return view;
  const amount = stake === undefined ? null : cents(stake);
  if (!held.players) return place(view, position, { ...held, on_layout: less(held.on_layout, name, amount) });
  return place(view, position, { ...held, players: held.players.map((each) => (each.player === player ? fewer(each, name, amount) : each)) });
}

// A player's wager lies next to the hands, on one of them, or both: what was just added is not on its hand yet.
function fewer({ beside, on_hands, ...party }, name, amount) {
  let left = amount ?? Infinity;
  const [next, ...hands] = [beside, ...on_hands].map((wagers) => {
    const taken = Math.min(left, cents(wagers[name] ?? "0.00"));
    left -= taken;
    return less(wagers, name, taken);
  });
  return { ...party, beside: next, on_hands: hands };
}
