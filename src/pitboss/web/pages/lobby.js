// The lobby: a card for each table, and one click to sit at it or to watch it.

import { ask, comeIn } from "./door.js";
import { el, show } from "./dom.js";
import { head } from "./header.js";
import { cents, money } from "./money.js";

const LOOK_AGAIN = 2000;
const STATUS = {
  betting: "bets are open", playing: "a round is played", idle: "waiting for players",
  paused: "no new round", stopped: "stopped", closed: "closed",
};

const tables = document.querySelector("#tables");
const said = document.querySelector("#said");

function card(table) {
  const free = table.positions - table.taken;
  return el("li", { "data-game": table.game, class: "table-card" },
    el("h2", {}, table.title),
    el("dl", {},
      ...limits(table),
      el("dt", {}, "Seats"), el("dd", {}, seats(table, free)),
      el("dt", {}, "Dealer"), el("dd", {}, "automatic"),
      el("dt", {}, "Now"), el("dd", {}, STATUS[table.status]),
    ),
    table.meters && el("p", { class: "meter" }, "Progressive ", el("strong", {}, money(cents(table.meters.main)))),
    el("p", { class: "doors" },
      el("button", { class: "act", "data-key": `sit ${table.id}`, disabled: !free, onclick: () => go(table.id, "#sit"), "aria-label": `Sit down at ${table.title}` }, free ? "Sit down" : "Full"),
      el("button", { "data-key": `watch ${table.id}`, onclick: () => go(table.id, ""), "aria-label": `Watch ${table.title}` }, "Watch"),
    ));
}

function limits(table) {
  const found = Object.entries(table.limits);
  if (!found.length) return [el("dt", {}, "Limits"), el("dd", {}, "none posted")];
  return found.flatMap(([wager, [least, most]]) => [
    el("dt", {}, wager.replaceAll("_", " ")), el("dd", {}, `${money(cents(least))} to ${money(cents(most))}`),
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
    const lobby = await ask("/api/lobby");
    said.textContent = Object.values(lobby.closed).join(" ");
    show(tables, lobby.tables, (found) =>
      found.length ? found.map(card) : el("li", { class: "waiting" }, "No table is open. A supervisor opens the first one."));
  } catch {
    said.textContent = "The floor does not answer. Trying again.";
  }
  setTimeout(look, LOOK_AGAIN);
}

look();
head().then(({ person, balance }) => {
  if (person) document.querySelector("#who").textContent = `${person.name}${balance ? `, ${money(cents(balance))} in the wallet` : ""}. Play money only.`;
}).catch(() => {});
