// A table's page: what the wire tells is kept here, drawn by the tabletop, and what the visitor wants goes back as commands.

import { clockSays, drawChoices } from "./bar.js";
import { Counts } from "./counts.js";
import { ask, comeIn, Refused } from "./door.js";
import { el, zone } from "./dom.js";
import { dress, furnish } from "./furnish.js";
import { buttonOf, sheet } from "./keys.js";
import { played } from "./last-played.js";
import { menu } from "./menu.js";
import { cents, money, sum, wire as written } from "./money.js";
import { clearNet, showNet } from "./moment.js";
import { hold } from "./motion.js";
import { BUY_IN, needs } from "./offers.js";
import { Habits } from "./habits.js";
import { apply, clocks, offerSound, options } from "./options.js";
import { tab, toggle } from "./panels.js";
import { Presentation } from "./presentation.js";
import { explained, isRare, reasonOf, summary } from "./results.js";
import { Round } from "./round.js";
import { placesOf } from "./seen.js";
import { play } from "./sound.js";
import { Staged } from "./staged.js";
import { Tabletop } from "./tabletop.js";
import { short } from "./told.js";
import { TopUp } from "./top-up.js";
import { Visitor } from "./visitor.js";
import { Waits } from "./waits.js";
import { Wire } from "./wire.js";

const id = decodeURIComponent(location.pathname.split("/").pop());
const CHOSEN_AT_FIRST = 5_00;
const LATER = 1000;
const NO_DECISION = 500; // milliseconds after Space has skipped ahead
const BEFORE_REBET = 1200; // a result that nobody has seen is not cleared by a bet that comes by itself

const round = new Round();
const staged = new Staged(id);
const waits = new Waits((paid) => {
  if (paid) zone("said").textContent = "Your win is paid: play on.";
  draw();
});
const visitor = new Visitor(round, staged, waits);
const does = { sit, buy, leave, act, put, pick, choose, place: placeBets, clear, undo, deal, stage, more, auto, startSaving, save, placeSaved, topUp: takeMoney };
const topUp = new TopUp((amount) => {
  visitor.topUp = amount;
  draw();
});
const counts = new Counts(id, () => draw());
const tabletop = new Tabletop(visitor, counts, does, doors);
const draw = () => {
  tabletop.draw();
  tick();
};
const busy = new Set();
let byKeyboard = false; // whether the focus was moved by the keyboard
let sitAtOnce = location.hash === "#sit";
let clockEnds = 0;
let earlyEnds = 0;
let skippedAt = -Infinity;

const wire = new Wire(id, {
  session(session) {
    const { person, balance } = session;
    menu(session);
    visitor.me = person.name;
    visitor.plays = person.role === "player";
    visitor.wallet = cents(balance ?? "0.00");
    if (visitor.plays) waits.look();
    zone("lost").hidden = true;
    if (visitor.view) lookAgain();
  },
  lost() {
    zone("lost").hidden = false;
    tell(visitor.habits.stop("the connection was lost."));
  },
  held() {
    if (!visitor.view || visitor.own === null) return "";
    return `Position ${visitor.own} at this table, ${money(visitor.chips + visitor.lieAll)} in chips and wagers and ${money(visitor.wallet)} in the wallet`;
  },
  refused,
  notice(message) { zone("refused").textContent = message; },
  meters(meters) {
    visitor.view.meters = meters;
    draw();
  },
  table(view, events) { presentation.push(view, events); },
});

// What the presentation queue asks of this page.
const presentation = new Presentation(visitor, {
  draw,
  adopt,
  heard,
  say(sentence) { zone("said").replaceChildren(...[zone("said").lastElementChild, el("span", {}, `${sentence} `)].filter(Boolean)); },
  busy() { zone("felt").dataset.presenting = ""; },
  rest() { delete zone("felt").dataset.presenting; },
  compare(on) { zone("felt").classList.toggle("comparing", on); },
  async result() {
    round.settled = true;
    draw();
    const all = explained(visitor.layout, round, visitor.results);
    await showNet(zone("moment"), { net: sum(all.map((each) => each.moved)), reason: reasonOf(all), spoken: summary(all), rare: isRare(all) });
    if (visitor.habits.auto) await hold(BEFORE_REBET);
  },
  names: () => counts.answered,
  spotOf: (...what) => tabletop.spotOf(...what),
  bank: () => zone("money"),
  dealer: () => zone("dealer"),
  shoe: () => zone("shoe"),
});

// All of a message has been shown: from now on the table is as its view says.
function adopt({ view, events, at }) {
  const { me, plays } = visitor;
  round.sync(view);
  visitor.view = view;
  zone("lost").hidden = true;
  clockEnds = view.clock ? at + view.clock.left : 0;
  earlyEnds = view.early ? at + view.early.left : 0;
  draw();
  document.dispatchEvent(new CustomEvent("table", { detail: { view, events, me } }));
  if (plays && events.some((each) => wonBy(each, me))) waits.look();
  if (sitAtOnce) sit();
  playOn();
}

const wonBy = (event, player) => event.player === player && ["wagers_paid", "hand_paid", "winners_paid", "progressive_paid"].includes(event.event);

// What goes on by itself: the last bet again, and the clocks as the visitor wants them.
function playOn() {
  const next = visitor.habits.next(visitor);
  if (next?.bets) {
    zone("said").textContent = next.says;
    placeBets(next.bets);
  } else if (next) tell(next.says);
  askForTime();
  topUp.look(visitor);
}

// Asked again after every connection: the table forgets it.
function askForTime() {
  const { view } = visitor;
  if (!view?.pace || visitor.own === null || view.pace.asked === clocks() || busy.has("pace")) return;
  busy.add("pace");
  wire.ask({ type: "pace", times: clocks() }).catch(refused).finally(() => busy.delete("pace"));
}

function tell(message) {
  if (message) zone("refused").textContent = message;
}

function heard(event) {
  const own = event.player === visitor.me;
  if (event.event === "bet_placed" && own) staged.placed(visitor.view.round, event.position, event.stakes);
  if (event.event === "bet_placed" && own) clearResult();
  if (event.event === "bought_in" && own) visitor.wallet -= cents(event.amount);
  if (event.event === "bets_closed") visitor.picked = null;
  if (event.event === "bets_closed") clearNet(zone("moment"), visitor.layout.house);
  if (event.event === "method_changed") lookAgain();
}

// The first chip of the next round clears what is left of the last one.
function clearResult() {
  if (round.over && round.dealt) round.begin();
  clearNet(zone("moment"), visitor.layout.house);
}

// After an upgrade the page that is open is of the old one: it says so, and goes on as long as it is understood. Another
// way of dealing may have other positions.
async function lookAgain() {
  const { layout } = visitor;
  const now = await ask(`/layouts/${encodeURIComponent(id)}`).catch(() => layout);
  zone("stale").hidden = now.pages === layout.pages;
  if (now.positions === layout.positions || now.pages !== layout.pages) return;
  visitor.layout = now;
  draw();
}

// A command that is on its way is not given twice: a double click has one effect.
async function act(command, early = "") {
  const { by, who, ...rest } = command;
  const same = JSON.stringify(rest);
  if (busy.has(same)) return false;
  busy.add(same);
  zone("refused").textContent = "";
  try {
    await wire.do(rest, early);
    return true;
  } catch (error) {
    refused(error);
    return false;
  } finally {
    busy.delete(same);
  }
}

function refused(error) {
  zone("refused").replaceChildren(error.message, ...(error.clause ? [" ", el("span", { class: "clause" }, error.clause)] : []));
}

// What the visitor does

async function sit(position = null) {
  sitAtOnce = false;
  window.history.replaceState(null, "", location.pathname);
  const free = visitor.freeSeats;
  if (visitor.own === null) {
    if (!visitor.plays) return refused(new Error("Sign in as a player to sit down: the house watches."));
    if (!free.length) return refused(new Error("Watch until a seat is free: all are taken."));
    const middle = (visitor.layout.positions + 1) / 2;
    const wanted = position ?? free.sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle))[0];
    if (!(await act({ do: "sit", position: wanted }))) return;
    played(visitor.layout.game);
  }
  if (!visitor.chips) await buy();
}

async function buy() {
  if (!visitor.wallet) return refused(await noMoney());
  await act({ do: "buy_in", amount: written(Math.min(visitor.wallet, BUY_IN)) });
}

async function takeMoney() {
  if (busy.has("top-up")) return;
  busy.add("top-up");
  try {
    visitor.wallet = await topUp.take();
    await buy();
  } catch (error) {
    refused(error);
  } finally {
    busy.delete("top-up");
  }
}

// Whoever has no more may still have chips where they sat before.
async function noMoney() {
  const { tables } = await ask("/api/me/tables").catch(() => ({ tables: [] }));
  const others = tables.filter((each) => each.table !== id && cents(each.chips));
  const lie = others.map(({ title, chips: left }) => `${money(cents(left))} at ${title}`).join(", ");
  return new Error(lie ? `Leave another table to have your chips here: your wallet is empty, and you have ${lie}.` : "Take fresh play money: your wallet is empty.");
}

async function leave() {
  if (visitor.own !== null && !(await act({ do: "leave" }))) return;
  if (visitor.chips) await act({ do: "cash_out" });
  location.href = "/";
}

// Returns whether all of them lie.
async function placeBets(bets) {
  let all = true;
  for (const [position, wanted] of Object.entries(bets)) {
    if (!sum(Object.values(wanted))) {
      if (sum(Object.values(visitor.lies(position))) && !(await act({ do: "clear", position: Number(position) }))) all = false;
    } else {
      const asText = Object.fromEntries(Object.entries(wanted).map(([name, amount]) => [name, written(amount)]));
      if (!(await act({ do: "bet", position: Number(position), wagers: asText }))) all = false;
    }
    if (!all) break;
    staged.forget(position);
  }
  draw();
  return all;
}

// Chips on the spots are placed and dealt with in one go.
async function deal() {
  if (busy.has("deal")) return;
  busy.add("deal");
  try {
    if (!staged.some || (await placeBets(staged.all))) await wire.ask({ type: "deal" });
  } catch (error) {
    if (error.code !== "nothing_to_deal") refused(error); // else the bets have closed meanwhile
  } finally {
    busy.delete("deal");
  }
}

function stage(bets) {
  zone("refused").textContent = "";
  staged.stage(bets);
  clearResult();
  play("chip");
  draw();
}

function more() {
  Object.assign(visitor.habits, { isOpen: !visitor.habits.isOpen, isSaving: false });
  draw();
}

function auto() {
  visitor.habits.auto = !visitor.habits.auto;
  draw();
}

function startSaving() {
  visitor.habits.isSaving = !visitor.habits.isSaving;
  draw();
}

function save(number) {
  visitor.habits.save(number, visitor.current);
  draw();
}

function placeSaved(bet) {
  return placeBets({ [visitor.own]: bet });
}

async function clear() {
  staged.forget();
  for (const position of placesOf(visitor.view, visitor.me)) {
    if (sum(Object.values(visitor.lies(position)))) await act({ do: "clear", position });
  }
  draw();
}

function undo() {
  staged.undo();
  draw();
}

function put(position, area, how) {
  const lacks = how === "add" ? visitor.lacks(position, area) : [];
  zone("refused").textContent = "";
  if (lacks.length) return refused({ message: needs(area, lacks), clause: area.clause });
  if (how === "add") clearResult();
  staged[how](position, visitor.lies(position), area, visitor.chosen);
  play("chip");
  draw();
}

function pick(position) {
  visitor.picked = position;
  draw();
}

function choose(chip) {
  visitor.chosen = chip;
  draw();
}

// Space presses the button that the keyboard has moved to, except on the felt: there Enter bets and Space deals.
function presses({ key, target }) {
  return key === " " && byKeyboard && target.matches("button, a, summary") && !zone("felt").contains(target);
}

// Space skips ahead. Pressed twice in a hurry it does not decide as well.
function skips() {
  const now = performance.now();
  if (presentation.skip()) skippedAt = now;
  return now - skippedAt < NO_DECISION;
}

function doors() {
  return [
    tab("keys", "?", sheet),
    tab("options", "Options", options),
  ];
}

function tick() {
  const { view, me } = visitor;
  if (!view) return;
  const decidesNow = visitor.early && !visitor.early.noted; // before the turn, by a clock of its own
  const clock = decidesNow ? { for: "decision", who: me } : view.clock;
  const left = Math.max((decidesNow ? earlyEnds : clockEnds) - performance.now(), 0);
  const waiting = view.betting && visitor.own !== null && !waits.all.length ? diceWait() || "Bets are open." : "";
  zone("clock").className = clock?.for === "decision" && clock.who === me ? "yours" : "";
  zone("clock").textContent = clock ? clockSays(clock, left, me, view.betting ? diceWait() : "") : waiting;
}

// Whoever has the dice wagers first.
function diceWait() {
  const { view, me } = visitor;
  if (!view.shooter) return "";
  return view.shooter === me ? "You shoot: bet on the line first" : `The dice wait for a line wager of ${short(view.shooter)}`;
}

document.addEventListener("keydown", (event) => {
  visitor.habits.attend();
  if (event.key === "Tab") byKeyboard = true;
  if (event.key === "Escape" && !zone("panel").hidden) return zone("panel").querySelector(".close").click();
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, select")) return;
  if (event.key === " " && skips()) return event.preventDefault();
  if (event.key === "?") return toggle("keys", sheet);
  if (presses(event)) return;
  const found = buttonOf(event.key);
  if (!found) return;
  event.preventDefault();
  if (!found.disabled && !event.repeat) found.click();
});
document.addEventListener("pointerdown", () => {
  visitor.habits.attend();
  byKeyboard = false;
  presentation.skip();
});
document.addEventListener("visibilitychange", () => document.hidden && presentation.skip());
document.addEventListener("clocks", askForTime);
zone("reload").addEventListener("click", () => location.reload());

async function open() {
  apply();
  let session, layout;
  try {
    [session, layout] = await Promise.all([comeIn(), ask(`/layouts/${encodeURIComponent(id)}`)]);
  } catch (error) {
    if (!(error instanceof Refused)) return later();
    zone("title").textContent = error.status === 404 ? "No such table" : "Not now";
    drawChoices(zone("choices"), [{ key: "lobby", label: "To the lobby", main: true, act: () => (location.href = "/") }], true);
    return refused(error.status === 404 ? new Error("Choose a table of the lobby: this one is not open, or has gone on under another name.") : error);
  }
  await dress(layout);
  visitor.layout = layout;
  visitor.habits = new Habits(layout.game);
  visitor.chosen = cents(layout.chips.find((each) => cents(each) >= CHOSEN_AT_FIRST) ?? layout.chips[0]);
  zone("lost").hidden = true;
  document.body.dataset.game = layout.game;
  document.body.dataset.family = layout.family;
  document.title = `Pitboss: ${layout.title}`;
  zone("title").textContent = layout.title;
  furnish(visitor, id, session.person.role === "player");
  offerSound(zone("offer"));
  await wire.open(session);
  setInterval(tick, 200);
}

function later() {
  zone("title").textContent = "One moment";
  zone("lost").hidden = false;
  setTimeout(open, LATER);
}

open();
