// The lobby: a card for each table, and one click to sit at it or to watch it.

import { ask, comeIn } from "./door.js";
import { el, show } from "./dom.js";
import { head } from "./header.js";
import { cents, money } from "./money.js";
import { words } from "./told.js";

const LOOK_AGAIN = 2000;
const STATUS = {
  betting: "bets are open", playing: "in a round", idle: "waiting for players",
  paused: "no new round", stopped: "stopped", closed: "closed",
};

const DEALERS = { house: "automatic", person: "a person" };
const NOWHERE = { tables: [] };
let plays = false;
let staff = false;

const tables = document.querySelector("#tables");
const said = document.querySelector("#said");

function card(table, mine) {
  const free = table.positions - table.taken;
  const open = free + table.bots; // bots give up their seats
  return el("li", { "data-game": table.game, class: "table-card" },
    el("h2", {}, table.title),
    el("dl", {},
      ...limits(table),
      el("dt", {}, "Seats"), el("dd", {}, seats(table, free)),
      el("dt", {}, "Dealer"), el("dd", {}, DEALERS[table.dealt_by]),
      el("dt", {}, "Now"), el("dd", {}, STATUS[table.status]),
      mine && [el("dt", {}, "Your chips"), el("dd", {}, el("strong", {}, money(cents(mine.chips))))],
    ),
    table.meters && el("p", { class: "meter" }, "Progressive ", el("strong", {}, money(cents(table.meters.main)))),
    mine ? el("p", { class: "doors" }, back(table, mine)) : el("p", { class: "doors" },
      !staff && el("button", { class: "act", "data-key": `sit ${table.id}`, disabled: !open, onclick: () => go(table.id, "#sit"), "aria-label": `Sit down at ${table.title}` }, open ? "Sit down" : "Full"),
      el("button", { "data-key": `watch ${table.id}`, onclick: () => go(table.id, ""), "aria-label": `Watch ${table.title}` }, "Watch"),
    ));
}

// Whoever went away from a table finds the seat and the chips as they were left.
const back = ({ id, title }, { position }) => el("button", { class: "act", "data-key": `back ${id}`, onclick: () => go(id, ""), "aria-label": `Back to ${title}` }, position === null ? "To your chips" : "Back to your seat");

function limits(table) {
  const found = Object.entries(table.limits);
  if (!found.length) return [el("dt", {}, "Limits"), el("dd", {}, "none posted")];
  return found.flatMap(([wager, [least, most]]) => [
    el("dt", {}, words(wager)), el("dd", {}, `${money(cents(least))} to ${money(cents(most))}`),
  ]);
}

function seats(table, free) {
  const dots = el("span", { class: "seats", "aria-hidden": "true" });
  for (let place = 0; place < table.positions && table.positions < 9; place++) dots.append(el("i", { class: place < table.taken ? "taken" : "" }));
  return el("span", {}, dots, `${free} of ${table.positions} free`);
}

async function go(table, how) {
  try {
    await comeIn();
    location.href = `/tables/${encodeURIComponent(table)}${how}`;
  } catch (error) {
    said.textContent = error.message;
  }
}

async function look() {
  try {
    const [lobby, mine] = await Promise.all([ask("/api/lobby"), plays ? ask("/api/me/tables").catch(() => NOWHERE) : NOWHERE]);
    const places = Object.fromEntries(mine.tables.map((each) => [each.table, each]));
    said.textContent = Object.values(lobby.closed).join(" ");
    show(tables, [lobby.tables, places], ([found]) =>
      found.length ? found.map((each) => card(each, places[each.id])) : el("li", { class: "waiting" }, "No table is open. A supervisor opens the first one."));
  } catch {
    said.textContent = "The floor does not answer. Trying again.";
  }
  setTimeout(look, LOOK_AGAIN);
}

head().then(({ person, balance }) => {
  plays = person?.role === "player";
  staff = Boolean(person) && !plays;
  if (person) document.querySelector("#who").textContent = `${person.name}${balance ? `, ${money(cents(balance))} in the wallet` : ""}. Play money only.`;
}).catch(() => {}).finally(look);
