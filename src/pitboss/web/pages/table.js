// A table's page: what the wire tells is kept here, drawn by the zones, and what the visitor wants goes back as commands.

import { clockSays, drawChoices, drawTray } from "./bar.js";
import { keptHand } from "./cards.js";
import { Counts } from "./counts.js";
import { ask, comeIn, Refused } from "./door.js";
import { board, lying, rolled } from "./dice.js";
import { el, show } from "./dom.js";
import { cloth, placesOnArc, rack, shoe } from "./felt.js";
import { menu } from "./menu.js";
import { cents, money, sum, wire as written } from "./money.js";
import { deal, skip, slide } from "./motion.js";
import { apply, options } from "./options.js";
import { history, rules, toggle } from "./panels.js";
import { drawPlace } from "./places.js";
import { explained, list } from "./results.js";
import { Round } from "./round.js";
import { mine, net, place, placesOf, playersAt, wagers } from "./seen.js";
import { play } from "./sound.js";
import { rows, spot, together } from "./spots.js";
import { Staged } from "./staged.js";
import { short, words } from "./told.js";
import { Waits, waitsSays } from "./waits.js";
import { Wire } from "./wire.js";

const zone = (name) => document.querySelector(`#${name}`);
const id = decodeURIComponent(location.pathname.split("/").pop());
const BUY_IN = 500_00;
const FEW_CHIPS = 100_00;

const round = new Round();
const staged = new Staged(id);
const counts = new Counts(id, () => draw());
const waits = new Waits((paid) => {
  if (paid) zone("said").textContent = "Your win is paid: play on.";
  draw();
});
const busy = new Set();
let layout = null;
let view = null;
let me = "";
let plays = false;
let wallet = 0;
let chosen = null;
let picked = null;
let sitAtOnce = location.hash === "#sit";
let clockEnds = 0;

const wire = new Wire(id, {
  session(session) {
    const { person, balance } = session;
    menu(session);
    me = person.name;
    plays = person.role === "player";
    wallet = cents(balance ?? "0.00");
    if (plays) waits.look();
    zone("lost").hidden = true;
    if (view) lookAgain();
  },
  lost() { zone("lost").hidden = false; },
  held() {
    if (!view || own() === null) return "";
    return `Position ${own()} at this table, ${money(chips() + lieAll())} in chips and wagers and ${money(wallet)} in the wallet`;
  },
  refused,
  meters(meters) {
    view.meters = meters;
    draw();
  },
  table(now, events) {
    const said = round.hear(events, me);
    round.sync(now);
    view = now;
    zone("lost").hidden = true;
    clockEnds = view.clock ? performance.now() + view.clock.left : 0;
    for (const event of events) heard(event);
    if (said.length) zone("said").replaceChildren(...said.slice(-2).map((each) => el("span", {}, `${each} `)));
    draw();
    for (const event of events) chipsMove(event);
    document.dispatchEvent(new CustomEvent("table", { detail: { view, events, me } }));
    if (plays && events.some((each) => WON.includes(each.event) && each.player === me)) waits.look();
    if (sitAtOnce) sit();
  },
});

function heard(event) {
  if (event.event === "bet_placed" && event.player === me) staged.placed(view.round, event.position, event.stakes);
  if (event.event === "bought_in" && event.player === me) wallet -= cents(event.amount);
  if (event.event === "bets_closed") picked = null;
  if (event.event === "method_changed") lookAgain();
}

// After an upgrade the page that is open is of the old one: it says so, and goes on as long as it is understood. Another
// way of dealing may have other positions.
async function lookAgain() {
  const now = await ask(`/layouts/${encodeURIComponent(id)}`).catch(() => layout);
  zone("stale").hidden = now.pages === layout.pages;
  if (now.positions === layout.positions || now.pages !== layout.pages) return;
  layout = now;
  draw();
}

// A command that is on its way is not given twice: a double click has one effect.
async function act(command) {
  const { by, who, ...rest } = command;
  const same = JSON.stringify(rest);
  if (busy.has(same)) return false;
  busy.add(same);
  zone("refused").textContent = "";
  try {
    await wire.do(rest);
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

// Where the visitor is

const choices = (what) => view.choices.filter((each) => each.do === what);
const own = () => mine(view, me);
const chips = () => cents(view.chips ?? "0.00");
const lies = (position) => wagers(view, position, me);
const lieAll = () => sum((layout.family === "dice" ? [own()] : placesOf(view, me)).flatMap((position) => Object.values(lies(position))));

const inOrder = (positions) => [...new Set(positions)].sort((one, other) => one - other);

// The own seat, wherever else there are own wagers, and where chips lie that are not placed yet.
const betPlaces = () => inOrder([...placesOf(view, me), ...Object.keys(staged.all).map(Number)]);

// Besides, what was just played can be looked at, and where the visitor is about to bet.
const ownPlaces = () => inOrder([...betPlaces(), ...myResults().map((each) => each.position), ...(picked !== null && canBet() ? [picked] : [])]);

const myResults = () => round.results.filter((each) => each.player === me);

// The one that is shown large: where something is asked, else the one chosen, else the seat.
function active() {
  const all = ownPlaces();
  const asked = choices("decide")[0]?.position;
  return asked ?? (all.includes(picked) ? picked : own() ?? all[0] ?? null);
}

// A watcher is nobody to the table yet, so the free seats are read off the view.
const freeSeats = () => Array.from({ length: layout.positions }, (_, index) => index + 1)
  .filter((position) => plays && own() === null && view.open && !(position in view.seats));

// What a position offers to somebody who is not there.
function offeredAt(position) {
  if (freeSeats().includes(position)) return "sit";
  const all = betPlaces();
  if (!canBet() || position === picked || all.includes(position) || all.length >= layout.per_player) return null;
  const there = playersAt(view, position);
  if (there.length) return view.positions[position]?.shared && there.length < layout.per_box ? "join" : null;
  return !layout.adjacent || all.includes(position - 1) || all.includes(position + 1) ? "bet" : null;
}

// What the visitor does

async function sit(position = null) {
  sitAtOnce = false;
  window.history.replaceState(null, "", location.pathname);
  const free = freeSeats();
  if (own() === null) {
    if (!plays) return refused(new Error("Sign in as a player to sit down: the house watches."));
    if (!free.length) return refused(new Error("Watch until a seat is free: all are taken."));
    const middle = (layout.positions + 1) / 2;
    const wanted = position ?? free.sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle))[0];
    if (!(await act({ do: "sit", position: wanted }))) return;
  }
  if (!chips()) await buy();
}

async function buy() {
  if (!wallet) return refused(await noMoney());
  await act({ do: "buy_in", amount: written(Math.min(wallet, BUY_IN)) });
}

// Whoever has no more may still have chips where they sat before.
async function noMoney() {
  const { tables } = await ask("/api/me/tables").catch(() => ({ tables: [] }));
  const others = tables.filter((each) => each.table !== id && cents(each.chips));
  const lie = others.map(({ title, chips: left }) => `${money(cents(left))} at ${title}`).join(", ");
  return new Error(lie ? `Leave another table to have your chips here: your wallet is empty, and you have ${lie}.` : "Sign out and come back as another guest: your wallet is empty.");
}

async function leave() {
  if (own() !== null && !(await act({ do: "leave" }))) return;
  if (chips()) await act({ do: "cash_out" });
  location.href = "/";
}

async function placeBets(bets) {
  for (const [position, wanted] of Object.entries(bets)) {
    if (!sum(Object.values(wanted))) {
      if (sum(Object.values(lies(position))) && !(await act({ do: "clear", position: Number(position) }))) break;
    } else {
      const asText = Object.fromEntries(Object.entries(wanted).map(([name, amount]) => [name, written(amount)]));
      if (!(await act({ do: "bet", position: Number(position), wagers: asText }))) break;
    }
    staged.forget(position);
  }
  draw();
}

// The last bet again, where it can lie: a seat may have been changed meanwhile.
function again() {
  const bets = Object.entries(staged.last.bets);
  const still = bets.filter(([position]) => playersAt(view, position).every((each) => each === me));
  return still.length && still.some(([position]) => Number(position) === own()) ? Object.fromEntries(still) : { [own()]: bets[0][1] };
}

async function clear() {
  staged.forget();
  for (const position of placesOf(view, me)) {
    if (sum(Object.values(lies(position)))) await act({ do: "clear", position });
  }
  draw();
}

function put(position, area, how) {
  staged[how](position, lies(position), area, chosen);
  play("chip");
  draw();
}

// Drawing

function draw() {
  if (!view) return;
  if (layout.family === "shoe") round.named((cards, split) => counts.of(cards, split).says);
  const position = active();
  const here = position === null ? null : seenAt(position, me);
  drawTop();
  show(zone("dealer"), dealerSeen(), drawDealer);
  show(zone("rack"), [view.playing], ([playing]) => rack(playing));
  show(zone("places"), everyPlace(position), (all) => all.map((each) => drawPlace(each, layout.family === "dice" ? [] : layout.areas, { sit, bet: pick, join: pick })));
  if (layout.family === "dice") drawDice();
  else drawOwn(here);
  zone("own").hidden = !here;
  if (here) zone("own").style.setProperty("--own", placesOnArc(layout.positions, position)[position - 1].across);
  drawBar(here);
  const { cards } = deal(zone("shoe"));
  if (cards) play("card", Math.min(cards, 20));
}

function pick(position) {
  picked = position;
  draw();
}

// A position as one player has it, with what counts of its hands and the names under which they are kept.
function seenAt(position, player) {
  const found = place(view, round, position, player);
  found.hands = found.hands.map((held) => {
    const known = layout.family === "showdown" ? counts.of([...held.cards, ...round.board.cards]) : { counts: null, says: "" };
    return { ...held, name: `${round.number} ${position} ${held.number}`, counts: known.counts, words: held.words || known.says };
  });
  return found;
}

function dealerSeen() {
  const { cards, words: said, order, thrownOut } = round.dealer;
  const playing = cards.filter((card) => card !== thrownOut);
  const revealed = layout.family === "showdown" && said;
  return {
    noCards: view.dealer === undefined, dice: round.dice, puck: view.puck, said, round: round.number, order, cards,
    counts: revealed ? counts.of([...playing, ...round.board.cards]).counts : null,
    board: round.board, boardCounts: layout.family === "showdown" && active() !== null ? seenAt(active(), me).hands[0]?.counts ?? null : null,
  };
}

function drawDealer(seen) {
  if (seen.noCards) return [...rolled(seen.dice, seen.puck), el("p", { class: "house-name" }, layout.house)];
  return [
    el("div", { class: "group" }, keptHand(`${seen.round} dealer`, seen.cards, { counts: seen.counts, order: seen.order }),
      el("p", { class: "words" }, el("span", { class: "label" }, "Dealer"), seen.said ? ` ${seen.said}` : "")),
    seen.board.cards.length ? el("div", { class: "group board" }, keptHand(`${seen.round} board`, seen.board.cards, { counts: seen.boardCounts, order: seen.board.order }),
      el("p", { class: "words" }, el("span", { class: "label" }, "Board"))) : null,
  ];
}

function drawTop() {
  show(zone("money"), [view.chips], ([have]) => [
    el("span", { class: "label wide" }, "Your chips "), el("span", { class: "label narrow" }, "Chips "), el("strong", { id: "chips" }, money(cents(have ?? "0.00")))]);
  zone("money").hidden = own() === null;
  zone("meter").hidden = !view.meters;
  show(zone("meter"), view.meters, (meters) => meters && [
    "Progressive ", el("strong", {}, money(cents(meters.main))), meters.closed && el("small", {}, ` stands still: ${meters.closed}`)]);
  const seated = own() !== null;
  const mayLeave = choices("leave").length && !waits.all.length;
  show(zone("doors"), [plays, seated, mayLeave], () => [
    el("button", { "data-key": "rules", onclick: () => toggle("rules", () => rules(layout)) }, "Rules"),
    plays && el("button", { "data-key": "history", onclick: () => toggle("history", () => history(id)) }, "History"),
    el("button", { "data-key": "options", onclick: () => toggle("options", options) }, "Options"),
    seated && el("button", { "data-key": "leave", disabled: !mayLeave, onclick: leave }, "Leave"),
  ]);
}

function everyPlace(main) {
  const arc = placesOnArc(layout.positions, layout.family === "dice" ? null : main);
  return arc.map((at, index) => {
    const position = index + 1;
    const players = playersAt(view, position);
    const isOwn = players.includes(me) || position === main || (!players.length && ownPlaces().includes(position));
    const found = seenAt(position, isOwn ? me : players[0]);
    const { results, wagers: lying_, ...rest } = found;
    return {
      ...rest, at, players, own: isOwn, main: position === main, free: !players.length && !isOwn, can: offeredAt(position),
      wagers: canBet() && isOwn ? staged.or(position, lying_) : lying_, net: round.over && results.length ? net(results) : null,
    };
  });
}

function drawDice() {
  const open = new Map();
  for (const each of waits.all.length ? [] : choices("bet")) open.set(each.wager, [...(open.get(each.wager) ?? []), each]);
  const results = explained(layout, round, myResults());
  const scene = { layout, view, me, open, results, chosen, bet: betOnDice, act };
  show(zone("board"), [view.wagers, [...open], results, view.puck, me], () => board(scene));
  show(zone("hands"), [view.wagers, view.choices, chosen, me], () => lying(scene));
  show(zone("results"), results, () => (results.length ? list(results, { what: "This roll" }) : []));
}

function betOnDice(command) {
  play("chip");
  return act({ ...command, amount: written(Math.max(cents(command.amount), chosen)) });
}

function drawOwn(here) {
  if (!here) return;
  const { position } = here;
  const many = ownPlaces();
  show(zone("tabs"), [many, position], () => (many.length > 1 ? many.map((each) => el("button", { "data-key": `tab ${each}`, "aria-pressed": String(each === position), onclick: () => pick(each) }, `Position ${each}`)) : []));
  show(zone("hands"), [here.hands, here.asked, here.folded, round.over, firstStep(position)], () => drawHands(here));
  const open = canBet();
  const waits = open && staged.some;
  const amounts = open ? staged.or(position, here.wagers) : here.wagers;
  const results = explained(layout, round, here.results);
  show(zone("spots"), [position, amounts, waits, open, results, round.over], () => rows(layout.areas, (area) => spot({
    area, open: open && area.when === "before", amount: amounts[area.name] ?? 0,
    staged: waits && amounts[area.name] !== here.wagers[area.name],
    collected: !round.over && results.some((each) => each.wager === area.name && each.outcome === "collected"),
    result: waits || !round.over ? null : together(results.filter((each) => each.wager === area.name)),
    bet: () => put(position, area, "add"),
    less: () => put(position, area, "less"),
  })));
  const came = inOrder(myResults().map((each) => each.position));
  const all = came.flatMap((each) => explained(layout, round, place(view, round, each, me).results));
  show(zone("results"), [all, round.over], () => (all.length && round.over ? list(all, { many: came.length > 1 }) : []));
}

// What comes next, where the cards will lie. Chips on a spot are no bet until they are placed, which nobody can guess.
function firstStep(position) {
  if (!canBet()) return "Your cards will lie here.";
  if (staged.some) return `Press ${offers({}, true).find(({ key }) => key === "place").label} before the bets close.`;
  return sum(Object.values(lies(position))) ? "Your bet is placed. The cards come when the bets close." : "Choose a chip, then put it on a spot.";
}

function drawHands(here) {
  if (!here.hands.length) return el("p", { class: "empty" }, firstStep(here.position));
  const many = here.hands.length > 1;
  return here.hands.map((held) => el("div", { class: `group${many && here.asked && here.asked !== held.number ? " rests" : ""}` },
    keptHand(held.name, held.cards, { dim: here.folded, counts: held.counts, order: held.order }), el("p", { class: "words" }, here.folded ? "Folded" : held.words)));
}

const canBet = () => view.betting && !waits.all.length && own() !== null && !["paused", "stopped", "closed"].includes(view.status) && chips() + lieAll() > 0;

function drawBar(here) {
  const betting = here && canBet();
  show(zone("waits"), waits.all, (all) => all.map((each) => el("p", {}, waitsSays(each))));
  if (chosen === null) chosen = cents(layout.chips.find((each) => cents(each) >= 500) ?? layout.chips[0]);
  drawTray(zone("tray"), betting ? layout.chips : null, chosen, (chip) => ((chosen = chip), draw()));
  drawChoices(zone("choices"), offers(here, betting), !betting);
}

// What is offered now, the first thing first.
function offers(here, betting) {
  if (view.status === "stopped" || view.status === "closed") return [];
  if (!here) return freeSeats().length ? [{ key: "sit", label: "Sit down", main: true, act: () => sit() }] : [];
  const more = { key: "buy", label: `Buy ${money(Math.min(wallet, BUY_IN))} in chips`, act: buy };
  const decisions = choices("decide").map((each) => ({ key: `decide ${each.action} ${each.amount ?? ""} at ${each.position} ${each.hand ?? ""}`, label: label(each), main: each.amount !== undefined || !quiet(each), act: () => act(each) }));
  const few = wallet > 0 && chips() < FEW_CHIPS;
  if (decisions.length) return [...decisions.sort((a, b) => Number(b.main) - Number(a.main)), ...(few ? [more] : [])];
  const others = view.choices.filter((each) => PLAIN[each.do]).map((each) => ({ key: each.do, label: PLAIN[each.do], main: each.do === "take_dice" || each.do === "throw", act: () => act(each) }));
  const lying_ = lieAll();
  if (!chips() && !lying_) return [wallet ? { ...more, main: true } : { key: "lobby", label: "To the lobby", main: true, act: leave }];
  if (layout.family === "dice" || !betting) return few && betting ? [...others, more] : others;
  const wanted = sum(Object.values(staged.all).flatMap((each) => Object.values(each))) + sum(placesOf(view, me).filter((each) => !(each in staged.all)).flatMap((each) => Object.values(lies(each))));
  return [
    ...others,
    { key: "place", label: staged.some ? `${lying_ ? "Change to" : "Place"} ${money(wanted)}` : lying_ ? `${money(lying_)} placed` : "Place bet", main: staged.some, off: !staged.some || (!wanted && !lying_), act: () => placeBets(staged.all) },
    { key: "rebet", label: "Rebet", off: !staged.last || lying_ > 0, act: () => placeBets(again()) },
    { key: "undo", label: "Undo", off: !staged.some, act: () => (staged.undo(), draw()) },
    { key: "clear", label: "Clear", off: !staged.some && !lying_, act: clear },
    ...(few || (wallet > 0 && wanted > chips() + lying_) ? [more] : []),
  ];
}

const PLAIN = { take_dice: "Take the dice", decline_dice: "Decline the dice", pass_dice: "Pass the dice on", throw: "Throw the dice", consent: "Let others bet on your box" };
const quiet = (each) => ["fold", "check", "surrender", "pass", "stay"].includes(each.action);
const capital = (text) => `${text[0].toUpperCase()}${text.slice(1)}`;
const label = ({ action, amount }) => `${capital(words(action))}${amount ? ` ${money(cents(amount))}` : ""}`;

// Chips go to who gets them: what is lost to the dealer, what is won to its spot.
function chipsMove(event) {
  const rows_ = event.rows ?? Object.entries(event.stakes ?? {}).map(([wager, stake]) => ({ wager, outcome: "lose", stake, pays: "0.00" }));
  if (!LOST.includes(event.event) && !PAID.includes(event.event)) return;
  for (const { wager, stake, pays } of rows_) {
    const at = spotOf(event, wager);
    if (LOST.includes(event.event)) slide(cents(stake), at, zone("dealer"));
    else if (cents(pays) > 0) slide(cents(pays), zone("dealer"), at);
  }
  play("chip", Math.min(rows_.length, 4));
}

const LOST = ["wagers_taken", "forfeits_taken", "hand_taken", "losers_taken"];
const PAID = ["wagers_paid", "hand_paid", "winners_paid"];
const WON = [...PAID, "progressive_paid"];

function spotOf({ player, position }, wager) {
  const name = CSS.escape(wager);
  if (layout.family === "dice") return zone("board").querySelector(`[data-area="${name}"]`);
  const large = player === me && position === active();
  return (large ? zone("spots") : zone("places").querySelector(`[data-position="${position}"]`))?.querySelector(`[data-area="${name}"] .ring`);
}

function tick() {
  if (!view) return;
  const { clock } = view;
  const waiting = view.betting && own() !== null && !waits.all.length ? diceWait() || "Bets are open." : "";
  zone("clock").className = clock?.for === "decision" && clock.who === me ? "yours" : "";
  zone("clock").textContent = clock ? clockSays(clock, Math.max(clockEnds - performance.now(), 0), me, view.betting ? diceWait() : "") : waiting;
}

// Whoever has the dice wagers first.
function diceWait() {
  if (!view.shooter) return "";
  return view.shooter === me ? "You shoot: bet on the line first" : `The dice wait for a line wager of ${short(view.shooter)}`;
}

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !zone("panel").hidden) return zone("panel").querySelector(".close").click();
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, select")) return;
  const found = document.querySelector(`#bar [data-shortcut="${CSS.escape(event.key)}"]`);
  if (found && !found.disabled) found.click();
});
document.addEventListener("pointerdown", skip);
zone("reload").addEventListener("click", () => location.reload());

const LATER = 1000;

async function open() {
  apply();
  let session;
  try {
    [session, layout] = await Promise.all([comeIn(), ask(`/layouts/${encodeURIComponent(id)}`)]);
  } catch (error) {
    if (!(error instanceof Refused)) return later();
    zone("title").textContent = error.status === 404 ? "No such table" : "Not now";
    drawChoices(zone("choices"), [{ key: "lobby", label: "To the lobby", main: true, act: () => (location.href = "/") }], true);
    return refused(error.status === 404 ? new Error("Choose a table of the lobby: this one is not open, or has gone on under another name.") : error);
  }
  zone("lost").hidden = true;
  document.body.dataset.game = layout.game;
  document.body.dataset.family = layout.family;
  document.title = `Pitboss: ${layout.title}`;
  zone("title").textContent = layout.title;
  zone("cloth").replaceChildren(...cloth(layout));
  zone("shoe").replaceChildren(shoe());
  zone("posted").textContent = layout.inscriptions[0]?.says ?? ""; // where the cloth has no room for its curve
  await wire.open(session);
  setInterval(tick, 200);
}

function later() {
  zone("title").textContent = "One moment";
  zone("lost").hidden = false;
  setTimeout(open, LATER);
}

open();
