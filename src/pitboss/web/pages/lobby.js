// The lobby: the games by family, one click to a seat or to watch. Seats and meters are asked for again and again.

import { ask, comeIn } from "./door.js";
import { el, show, zone } from "./dom.js";
import { firstRound } from "./first-round.js";
import { GameCard, MeterCard } from "./game-card.js";
import { head } from "./header.js";
import { lastPlayed, played } from "./last-played.js";
import { cents, money } from "./money.js";
import { bestToPlay, bestToWatch, people } from "./seats.js";

const LOOK_AGAIN = 2000;
const NEW_TABLE = 500; // a full game opens another table within a second
const MOST_WAITS = 20;
const NOWHERE = { tables: [] };
const later = (time) => new Promise((done) => setTimeout(done, time));

const floor = { catalogue: null, tables: [], mine: [], cards: new Map(), meters: new Map() };
let plays = false;
let staff = false;

const does = {
  back: (table) => go(table, ""),
  watch: (card) => go(bestToWatch(card.tables).id, ""),
  async play(card) {
    const table = await seatAt(card);
    if (!table) return;
    played(card.game.name);
    go(table.id, "#sit");
  },
};

// A table with a free seat. Where all are taken another table opens by itself in a moment.
async function seatAt(card) {
  for (let waits = 0; waits < MOST_WAITS; waits++) {
    await refresh();
    const found = bestToPlay(card.tables);
    if (found) return found;
    zone("said").textContent = `All seats at ${card.game.title} are taken. Another table opens in a moment.`;
    await later(NEW_TABLE);
  }
  zone("said").textContent = `Watch ${card.game.title} or try again in a minute: all seats are taken, and no further table could be opened.`;
  return null;
}

async function go(table, how) {
  try {
    await comeIn();
    location.href = `/tables/${encodeURIComponent(table)}${how}`;
  } catch (error) {
    zone("said").textContent = error.message;
  }
}

async function refresh() {
  const [lobby, mine] = await Promise.all([ask("/api/lobby"), plays ? ask("/api/me/tables").catch(() => NOWHERE) : NOWHERE]);
  const unknown = lobby.tables.some(({ id }) => !(id in (floor.catalogue?.tables ?? {})));
  if (unknown || !floor.catalogue) floor.catalogue = await ask("/catalogue");
  const open = lobby.tables.map(({ id }) => id);
  Object.assign(floor, { tables: lobby.tables.filter(({ id }) => id in floor.catalogue.tables), mine: mine.tables.filter(({ table }) => open.includes(table)) });
  return lobby;
}

async function look() {
  try {
    const { closed } = await refresh();
    zone("said").textContent = Object.values(closed).join(" ");
    draw();
  } catch {
    zone("said").textContent = "The floor does not answer. Trying again.";
  }
  setTimeout(look, LOOK_AGAIN);
}

const ofGame = (name) => floor.tables.filter(({ game }) => game === name);
const openGames = () => floor.catalogue.games.filter(({ name }) => ofGame(name).length);

function draw() {
  const games = openGames();
  zone("new").parentElement.hidden = !games.length || staff;
  if (!games.length) return show(zone("games"), "none", () => el("p", { class: "waiting" }, "No table is open. A supervisor opens the first one."));
  show(zone("games"), [games.map(({ name }) => name), metersNow().map(({ key }) => key)], () => families(games));
  for (const card of floor.cards.values()) fill(card);
  for (const { key, amount } of metersNow()) floor.meters.get(key).fill(amount);
  const persons = floor.tables.reduce((total, each) => total + people(each), 0);
  show(zone("who"), [persons, floor.tables.length], ([count, tables]) => `Play money. ${count} ${count === 1 ? "person" : "people"} at ${tables} ${tables === 1 ? "table" : "tables"}.`);
  show(zone("mine"), floor.mine, (mine) => mine.map(seat));
}

function fill(card) {
  const tables = ofGame(card.game.name);
  const mine = floor.mine.find(({ table }) => tables.some(({ id }) => id === table));
  const isLast = lastPlayed() === card.game.name;
  card.fill({ tables, terms: floor.catalogue.tables, mine, staff, isLast, isMain: isLast && !floor.mine.length });
}

// Each family is a heading and a list; its meters stand after its games.
function families(games) {
  floor.cards = new Map(games.map((game) => [game.name, floor.cards.get(game.name) ?? new GameCard(game, does)]));
  const meters = metersNow();
  floor.meters = new Map(meters.map(({ key, game, terms }) => [key, floor.meters.get(key) ?? new MeterCard(game, key, terms)]));
  const there = floor.catalogue.families.map((family) => {
    const own = games.filter((game) => game.family === family.name);
    return { family, shown: [...own.map(({ name }) => floor.cards.get(name).shown), ...meters.filter(({ game }) => own.includes(game)).map(({ key }) => floor.meters.get(key).shown)] };
  }).filter(({ shown }) => shown.length);
  zone("families").replaceChildren(...there.map(({ family }) => el("a", { href: `#${family.name}` }, family.short)));
  return there.map(({ family, shown }) => el("section", { id: family.name, class: "family", "data-games": Math.min(shown.length, 3), "aria-labelledby": `family-${family.name}` },
    el("header", {}, el("h2", { id: `family-${family.name}` }, family.title), el("p", {}, family.says)),
    el("ul", { class: "games" }, shown)));
}

// One meter for all tables that share it.
function metersNow() {
  const found = new Map();
  for (const table of floor.tables) {
    const terms = floor.catalogue.tables[table.id].progressive;
    const key = table.group || table.id;
    if (table.meters && terms && !found.has(key)) found.set(key, { key, terms, amount: table.meters.main, game: floor.catalogue.games.find(({ name }) => name === table.game) });
  }
  return [...found.values()];
}

// Who went away from a table finds the seat and the chips as they were left.
function seat({ table, title, position, chips }) {
  const where = position === null ? `You have ${money(cents(chips))} in chips at ${title}.` : `You have a seat at ${title}, ${money(cents(chips))} in chips.`;
  return el("li", {}, el("span", {}, where), el("button", { class: "act", "data-key": `back ${table}`, onclick: () => go(table, "") }, position === null ? "To your chips" : "Back to your seat"));
}

// The first round of the game played last, else of the first one.
async function explain() {
  const games = openGames();
  const game = games.find(({ name }) => name === lastPlayed()) ?? games[0];
  const card = floor.cards.get(game.name);
  const layout = await ask(`/layouts/${encodeURIComponent(card.tables[0].id)}`);
  const shown = el("dialog", { "aria-labelledby": "first-round-title" });
  const end = (how) => { shown.close(); shown.remove(); if (how === "finished" && !staff) does.play(card); };
  shown.append(firstRound(layout, { again: true, end, last: staff ? "Close" : `Play ${game.title}` }));
  shown.addEventListener("close", () => shown.remove());
  document.body.append(shown);
  shown.showModal();
}

document.querySelector("[data-key=first-round]").addEventListener("click", () => explain().catch((error) => { zone("said").textContent = error.message; }));

head().then(({ person }) => {
  plays = person?.role === "player";
  staff = Boolean(person) && !plays;
}).catch(() => {}).finally(look);
