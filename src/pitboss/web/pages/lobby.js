// The lobby: the games by family, one click to a seat or to watch. Seats and meters are asked for again and again.

import { ask, comeIn } from "./door.js";
import { el, show, zone } from "./dom.js";
import { firstRound } from "./first-round.js";
import { GameCard, MeterCard } from "./game-card.js";
import { head } from "./header.js";
import { lastPlayed, played } from "./last-played.js";
import { cents, money } from "./money.js";
import { bestToPlay, bestToWatch, people, stakesOf } from "./seats.js";

const LOOK_AGAIN = 2000;
const NEW_TABLE = 500; // a full game opens another table within a second
const MOST_WAITS = 20;
const NO_ANSWER = "The floor does not answer. Trying again.";
const NOWHERE = { tables: [] };
const later = (time) => new Promise((done) => setTimeout(done, time));

const floor = { catalogue: null, tables: [], mine: [], cards: new Map(), meters: new Map() };
let plays = false;
let staff = false;

const messages = { notice: "", house: "" };

// A notice answers what the person did and stays until the next attempt; what the house says changes by itself.
function say(kind, text) {
  messages[kind] = text;
  const now = messages.notice || messages.house;
  if (zone("said").textContent !== now) zone("said").textContent = now;
}

const does = {
  back: (table) => go(table, ""),
  watch: (card) => go(bestToWatch(card.tables).id, ""),
  async play(card) {
    say("notice", "");
    try {
      const table = await seatAt(card);
      if (!table) return;
      played(card.game.name);
      go(table.id, "#sit");
    } catch {
      say("notice", NO_ANSWER);
    }
  },
};

// A table with a free seat. Where all are taken another table opens by itself in a moment.
async function seatAt(card) {
  for (let waits = 0; waits < MOST_WAITS; waits++) {
    await refresh();
    draw();
    const found = bestToPlay(card.tables);
    if (found) return found;
    say("notice", `All seats at ${card.game.title} are taken. Another table opens in a moment.`);
    await later(NEW_TABLE);
  }
  say("notice", `Watch ${card.game.title} or try again in a minute: all seats are taken, and no further table could be opened.`);
  return null;
}

async function go(table, how) {
  try {
    await comeIn();
    location.href = `/tables/${encodeURIComponent(table)}${how}`;
  } catch (error) {
    say("notice", error.message);
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
    say("house", Object.values(closed).join(" "));
    draw();
  } catch {
    say("house", NO_ANSWER);
  }
  setTimeout(look, LOOK_AGAIN);
}

const ofGame = (name) => floor.tables.filter(({ game }) => game === name);
const openGames = () => floor.catalogue.games.filter(({ name }) => ofGame(name).length);

function draw() {
  const games = openGames();
  zone("new").parentElement.hidden = !games.length || staff;
  if (!games.length) return show(zone("games"), "none", () => el("p", { class: "waiting" }, "No table is open. A supervisor opens the first one."));
  show(zone("games"), [games.map(({ name }) => name), metersNow().map(({ game }) => game.name)], () => families(games));
  for (const card of floor.cards.values()) fill(card);
  for (const meter of metersNow()) floor.meters.get(meter.game.name).fill(meter);
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
  floor.meters = new Map(metersNow().map(({ game }) => [game.name, floor.meters.get(game.name) ?? new MeterCard(game)]));
  const there = floor.catalogue.families.map((family) => {
    const own = games.filter((game) => game.family === family.name);
    const shownOf = (cards) => own.filter(({ name }) => cards.has(name)).map(({ name }) => cards.get(name).shown);
    return { family, shown: [...shownOf(floor.cards), ...shownOf(floor.meters)] };
  }).filter(({ shown }) => shown.length);
  zone("families").replaceChildren(...there.map(({ family }) => el("a", { href: `#${family.name}` }, family.short)));
  return there.map(({ family, shown }) => el("section", { id: family.name, class: "family", "data-games": Math.min(shown.length, 3), "aria-labelledby": `family-${family.name}` },
    el("header", {}, el("h2", { id: `family-${family.name}` }, family.title), el("p", {}, family.says)),
    el("ul", { class: "games" }, shown)));
}

// By game, the largest of its meters. Tables that share a meter are one.
function metersNow() {
  const { tables, games } = floor.catalogue;
  return games.flatMap((game) => {
    const metered = ofGame(game.name).filter((table) => table.meters && tables[table.id].progressive);
    if (!metered.length) return [];
    const several = new Set(metered.map((table) => table.group || table.id)).size > 1;
    const [best] = metered.sort((one, other) => cents(other.meters.main) - cents(one.meters.main));
    return [{ game, amount: best.meters.main, terms: tables[best.id].progressive, where: several ? stakesOf(best, tables[best.id]) : "" }];
  });
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

document.querySelector("[data-key=first-round]").addEventListener("click", () => explain().catch((error) => say("notice", error.message)));

head().then(({ person }) => {
  plays = person?.role === "player";
  staff = Boolean(person) && !plays;
}).catch(() => {}).finally(look);
