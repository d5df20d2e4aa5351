// The pit: tables, meters, what takes two persons, what happened, the books. A supervisor acts, an auditor looks.

import { ask } from "./door.js";
import { el } from "./dom.js";
import { field, form, pick, say, trying } from "./forms.js";
import { head } from "./header.js";
import { cents, money } from "./money.js";
import { pages, period, report } from "./period.js";
import { due, handPays } from "./pit-hand-pays.js";
import { PitTable } from "./pit-table.js";
import { downloads, rows, when } from "./rows.js";
import { words } from "./told.js";
import { compared, edgesOf, limitFields, optionFields, read, shownFirst } from "./terms.js";

const LOOK_AGAIN = 3000;
const BOOKS_AGAIN = 60_000; // the books are read from their first entry to their last, so not at every look
const TABS = { tables: "Tables", open: "Open a table", meters: "Meters", requests: "Two persons", "hand-pays": "Hand pays", events: "Events", books: "Books" };
const STATUS = { betting: "bets are open", playing: "in a round", idle: "waiting for players", paused: "no new round", stopped: "stopped", closed: "closed" };

const zone = document.querySelector("#shown");
let supervisor = false;
let me = "";
let unpaid = [];
let games = {};
let chosen = null;
let list = null;
let hold = { at: -Infinity, rows: [] };

const here = () => location.hash.slice(1).split("/").map(decodeURIComponent);

// Where one already is, the page is only made anew.
function goTo(table) {
  const wanted = `#tables/${encodeURIComponent(table)}`;
  if (location.hash === wanted) draw();
  else location.hash = wanted;
}

// Tables

async function fromTheBooks(now) {
  if (now || performance.now() - hold.at > BOOKS_AGAIN) hold = { at: performance.now(), rows: (await report("tables")).rows };
}

async function tableRows(now = false) {
  const [{ tables: setups }, { tables: cards }] = await Promise.all([ask("/api/admin/tables"), ask("/api/lobby"), fromTheBooks(now)]);
  const by = Object.fromEntries(cards.map((each) => [each.id, each]));
  const held = Object.fromEntries(hold.rows.map((each) => [each.table, each]));
  const order = [...setups].sort((one, other) => (one.status === "closed") - (other.status === "closed"));
  return order.map((setup) => ({ setup, card: by[setup.id], held: held[setup.id] }));
}

function tableList(found) {
  const [, id] = here();
  const limits = (setup) => {
    const same = Object.groupBy(Object.entries(setup.limits), ([, [least, most]]) => `${money(cents(least))} to ${money(cents(most))}`);
    return Object.entries(same).map(([amounts, of]) => `${of.map(([wager]) => words(wager)).join(", ")} ${amounts}`).join("; ");
  };
  const line = ({ setup, card, held }) => el("tr", { "data-table": setup.id, class: setup.status === "closed" ? "closed" : null },
    el("td", { "data-game": setup.game, class: "name" }, el("a", { href: `#tables/${encodeURIComponent(setup.id)}`, "aria-current": setup.id === id ? "true" : null }, el("span", {}, setup.title), el("small", {}, setup.id))),
    el("td", { class: "status" }, STATUS[setup.status]), el("td", { class: "figure more" }, String(setup.round)), el("td", { class: "figure more" }, card ? `${card.taken} of ${card.positions}` : ""),
    el("td", { class: "more" }, limits(setup)), ...["drop", "win", "hold_percent"].map((name) => el("td", { class: `figure ${name === "win" ? "" : "more"}` }, held?.[name] ? (name === "hold_percent" ? `${held[name].replace("-", "−")} %` : money(cents(held[name]))) : "")));
  return el("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": "Tables" }, el("table", { class: "floor" },
    el("thead", {}, el("tr", {}, [["table"], ["now"], ["round", "figure more"], ["seats", "figure more"], ["limits", "more"], ["drop", "figure more"], ["win", "figure"], ["hold", "figure more"]].map(([name, kind]) => el("th", { scope: "col", class: kind }, name)))),
    el("tbody", {}, found.map(line))));
}

async function tables(id) {
  const turn = asked;
  const found = await tableRows(true);
  if (turn !== asked) return null; // a table that is not shown would stay connected
  const playing = found.filter(({ setup }) => setup.status === "playing").length;
  document.querySelector("#summary").textContent = `${found.filter(({ setup }) => setup.status !== "closed").length} tables open, ${playing} in a round, ${hold.rows.reduce((all, each) => all + each.rounds, 0)} rounds so far`;
  const listed = el("div", {}, tableList(found));
  const meant = found.find(({ setup }) => setup.id === id)?.setup;
  list = listed;
  chosen = meant ? new PitTable(meant, games[meant.game], supervisor && { changed: goTo }) : null;
  return [chosen?.zone, el("section", { class: "card" }, el("h2", {}, "Tables"), meant ? null : el("p", { class: "quiet" }, "Choose a table to see it live."), listed, downloads("tables"))];
}

// While somebody fills in a form on the page only the list of tables is made anew.
async function keepLooking() {
  const [tab] = here();
  if (list && (tab || "tables") === "tables" && !list.contains(document.activeElement)) {
    try { list.replaceChildren(tableList(await tableRows())); } catch { /* the next look may find the floor again */ }
  }
  await lookForHandPays().catch(() => {});
  setTimeout(keepLooking, LOOK_AGAIN);
}

// Opening a table

function open() {
  if (!supervisor) return el("p", { class: "quiet" }, "A supervisor opens tables.");
  const body = el("div", { class: "opening" });
  const names = Object.values(games).map((each) => [each.name, each.title]);
  const choose = (name) => body.replaceChildren(openForm(games[name]));
  const select = pick("game", "Game", names, names[0][0]);
  select.querySelector("select").addEventListener("change", ({ target }) => choose(target.value));
  choose(names[0][0]);
  return el("section", { class: "card narrow" }, el("h2", {}, "Open a table"), select, body);
}

function openForm(game) {
  const shown = el("div"), take = el("button", { class: "act", "data-key": "open" }, "Open the table");
  const place = Object.keys(game.jurisdictions)[0];
  const where = pick("jurisdiction", "By the rules of", Object.entries(game.jurisdictions), place);
  const options = el("div", { class: "many" }, optionFields(game, place, {}));
  where.querySelector("select").addEventListener("change", ({ target }) => options.replaceChildren(...optionFields(game, target.value, {})));
  const filled = el("form", { class: "terms", onsubmit: async (event) => {
    event.preventDefault();
    const given = Object.fromEntries(new FormData(filled));
    await trying(async () => {
      const bots = Array.from({ length: Number(given.bots) }, (_, index) => ["optimal", "simple", "random"][index % 3]);
      await ask("/api/admin/tables", "POST", { id: given.id, title: given.title, bots, table: { game: game.name, jurisdiction: given.jurisdiction, ...read(given) } });
      goTo(given.id);
      say(`${given.id} is open.`);
    });
  } }, el("div", { class: "many" }, field("id", "Name of the table", { required: true, maxlength: 60, placeholder: `${game.name}-7` }), field("title", "Title in the lobby", { maxlength: 80, placeholder: game.title }),
    where, pick("bots", "Bots that play here", [["0", "none"], ["1", "one"], ["2", "two"], ["3", "three"]], "0"), limitFields(game.wagers.slice(0, 1), {})), options, shown);
  const look = shownFirst(filled, shown, take, async (told) => {
    const given = Object.fromEntries(new FormData(filled));
    return compared(null, await edgesOf(game.name, given.jurisdiction, read(given).options, told));
  });
  filled.append(el("p", { class: "doors" }, look, take));
  return filled;
}

// Meters, two persons, events, books

async function meters() {
  const days = period(() => Promise.all([found.again(), hits.again()]));
  const hit = (each) => {
    const { amount = "", hand = "", player = each.who } = JSON.parse(each.after || "{}");
    return { at: when(each.at), table: each.component, player, hand, amount };
  };
  const [found, hits] = await Promise.all([
    pages("progressives", days.chosen, (page) => rows(["group", "main", "secondary", "wagered", "added", "paid_from_meter", "fixed_awards", "wins"], page.rows, { empty: "A table with a progressive wager has its meters here." })),
    pages("significant", () => ({ ...days.chosen(), kind: "progressive_paid" }), (page) => rows(["at", "table", "player", "hand", "amount"], page.rows.map(hit), { empty: "No progressive was won in this period. Each hit will stand here with its hand and its amount." })),
  ]);
  return [
    el("section", { class: "card" }, el("h2", {}, "Meters"), days.zone, el("p", { class: "quiet" }, "Meters as they stand now; what was wagered, added and paid in these days."), found.zone),
    el("section", { class: "card" }, el("h2", {}, "Hits"), hits.zone),
  ];
}

async function requests() {
  const { requests: found } = await ask("/api/admin/requests?most=50");
  const open = found.filter((each) => each.state === "open");
  const said = (each) => Object.entries(each.what).map(([name, value]) => `${name} ${value}`).join(", ");
  const settle = (each, how, body) => trying(async () => { await ask(`/api/admin/requests/${each.id}/${how}`, "POST", body); say(how === "approve" ? "Approved and done." : "Rejected."); await draw(); });
  const waiting = open.map((each) => el("li", { class: "card" }, el("h3", {}, `${each.kind}: ${said(each)}`), el("p", {}, each.reason), el("p", { class: "quiet" }, `Asked by ${each.asked_by}, ${when(each.at)}. Another supervisor approves it.`),
    supervisor && el("p", { class: "doors" }, el("button", { class: "act", "data-key": `approve ${each.id}`, onclick: () => settle(each, "approve", {}) }, "Approve"), el("button", { "data-key": `reject ${each.id}`, onclick: () => settle(each, "reject", { reason: "rejected in the pit" }) }, "Reject"))));
  const reason = () => field("reason", "Why, for the record", { required: true, minlength: 3, maxlength: 300 });
  const asking = (kind) => async (given) => { await ask("/api/admin/requests", "POST", { kind, ...given }); say("Asked. It waits here for a second person."); await draw(); };
  return [
    el("section", { class: "card" }, el("h2", {}, "Waiting for a second person"), waiting.length ? el("ul", { class: "cards" }, waiting) : el("p", { class: "quiet" }, "Nothing waits. What one supervisor asks for below, another approves here.")),
    supervisor && el("div", { class: "cards" },
      form("adjustment", "Adjust a wallet", [field("person", "Player", { required: true }), field("amount", "Amount, below zero to take", { required: true, placeholder: "-25.00" }), reason()], "Ask", asking("adjustment")),
      form("correction", "Correct a meter", [field("group", "Group", { required: true }), pick("meter", "Meter", [["main", "main"], ["secondary", "secondary"]], "main"), field("amount", "It is to show", { required: true, placeholder: "12345.67" }), reason()], "Ask", asking("correction")),
      form("change", "Change a parameter", [field("parameter", "Parameter", { required: true, value: "starting_bankroll" }), field("value", "New value", { required: true, placeholder: "500.00" }), reason()], "Ask", asking("change"))),
    el("section", { class: "card" }, el("h2", {}, "Settled"), rows(["kind", "what", "asked_by", "state", "settled_by", "at"], found.filter((each) => each.state !== "open").map((each) => ({ ...each, what: said(each), at: when(each.settled_at) })))),
  ];
}

async function events() {
  const days = period(() => found.again()), kinds = new Set();
  const select = pick("kind", "Show", [["", "everything"]], "").querySelector("select");
  select.addEventListener("change", () => found.again());
  const draw = (page) => {
    for (const { kind } of page.rows) if (!kinds.has(kind)) kinds.add(kind) && select.append(el("option", { value: kind }, kind.replaceAll("_", " ")));
    return rows(["at", "kind", "component", "who", "reason", "told"], page.rows.map((each) => ({ ...each, at: when(each.at), kind: each.kind.replaceAll("_", " "), told: inShort(each) })), { heads: { component: "where", told: "what" }, empty: "Nothing happened in this period." });
  };
  const found = await pages("significant", () => ({ ...days.chosen(), kind: select.value }), draw);
  days.zone.prepend(select.parentElement);
  return el("section", { class: "card" }, el("h2", {}, "Significant events"), days.zone, found.zone);
}

// What an event says besides its kind: the irregularity, the amount, the clause.
function inShort({ after }) {
  if (!after?.startsWith("{")) return after ?? "";
  const { what, effect, amount, hand, clause, position } = JSON.parse(after);
  return [what, effect, hand, amount, position && `position ${position}`, clause].filter((each) => each && typeof each !== "object").map((each) => String(each).replaceAll("_", " ")).join(", ");
}

async function books() {
  const drawn = (page) => el("div", {}, el("p", {}, `All accounts together come to ${money(cents(page.rows.at(-1).balance))}.`), rows(page.columns, page.rows));
  const [owed, balance] = await Promise.all([report("liability"), pages("trial-balance", () => ({}), drawn)]);
  return [
    el("section", { class: "card" }, el("h2", {}, "Liability"), rows(owed.columns, owed.rows), downloads("liability")),
    el("section", { class: "card" }, el("h2", {}, "Trial balance"), balance.zone),
  ];
}

const paidByHand = () => handPays(supervisor && me, draw);

// Whoever is in the pit sees that a win waits, whatever page is open there.
async function lookForHandPays() {
  const before = JSON.stringify(unpaid);
  unpaid = await due();
  if (before === JSON.stringify(unpaid)) return;
  if (here()[0] === "hand-pays") await draw();
  else countHandPays();
}

function countHandPays() {
  const number = unpaid.length && el("b", { class: "count" }, String(unpaid.length), el("span", { class: "spoken" }, " waiting"));
  document.querySelector("#tabs [href='#hand-pays']").replaceChildren(TABS["hand-pays"], ...(number ? [number] : []));
}

const DRAWN = { tables, open, meters, requests, "hand-pays": paidByHand, events, books };

// Whoever goes on before a page is ready gets the page asked for last.
let asked = 0;

async function draw() {
  const turn = ++asked;
  const [tab, ...more] = here();
  const wanted = tab in DRAWN ? tab : "tables";
  chosen?.close();
  chosen = list = null;
  document.querySelector("#tabs").replaceChildren(...Object.entries(TABS).filter(([name]) => supervisor || name !== "open").map(([name, says]) => el("a", { href: `#${name}`, onclick: () => say(""), "aria-current": name === wanted ? "page" : null }, says)));
  countHandPays();
  try {
    const drawn = await DRAWN[wanted](...more);
    if (turn === asked) zone.replaceChildren(...[drawn].flat().filter(Boolean));
  } catch (error) {
    if (turn === asked) zone.replaceChildren(el("p", { role: "alert" }, error.message));
  }
}

async function enter() {
  const { person } = await head();
  if (!["supervisor", "auditor"].includes(person?.role)) {
    zone.replaceChildren(el("section", { class: "card narrow" }, el("h2", {}, "For supervisors and auditors"), el("p", {}, "Here tables are opened and closed, irregularities called, and the books shown. Sign in as one of the house."), el("p", { class: "doors" }, el("a", { class: "button", href: "/sign-in?next=/pit" }, "Sign in"))));
    return;
  }
  supervisor = person.role === "supervisor";
  me = person.name;
  games = Object.fromEntries((await ask("/api/admin/games")).games.map((each) => [each.name, each]));
  addEventListener("hashchange", draw);
  await draw();
  keepLooking();
}

enter();
