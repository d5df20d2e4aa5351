// Tables of a game by stakes, and the best of them to play at or to watch.

import { cents, money } from "./money.js";

const SHUT = ["paused", "stopped", "closed"];
const DEALT = { house: "", person: ", a person deals" };

export const isShut = (table) => SHUT.includes(table.status);
export const people = (table) => table.taken - table.bots; // bots give up their seats
const isFull = (table) => people(table) >= table.positions;
const short = (amount) => money(cents(amount)).replace(/\.00$/, "");

// What can be bet at a table: the limits of its main wager, and who deals where a person does.
export function stakesOf(table, terms) {
  const [least, most] = table.limits[terms?.main] ?? Object.values(table.limits)[0] ?? [];
  return `${least ? `${short(least)} to ${short(most)}` : "no limits posted"}${DEALT[table.dealt_by]}`;
}

// The tables of each stake, the lowest stake first.
export function byStakes(tables, terms) {
  const found = {};
  const low = (table) => cents((table.limits[terms[table.id]?.main] ?? Object.values(table.limits)[0] ?? ["0.00"])[0]);
  for (const table of [...tables].sort((one, other) => low(one) - low(other))) (found[stakesOf(table, terms[table.id])] ??= []).push(table);
  return found;
}

const fullest = (tables) => [...tables].sort((one, other) => people(other) - people(one))[0] ?? null;

// Where a person sits down: among people where there are some, never at a table that is full or deals no round.
export const bestToPlay = (tables) => fullest(tables.filter((each) => !isShut(each) && !isFull(each)));

// Where most people are; else where bots play.
export const bestToWatch = (tables) => [...tables].sort((one, other) => people(other) - people(one) || other.taken - one.taken)[0] ?? null;
