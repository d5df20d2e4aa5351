// A table's page: what the wire tells is kept here, drawn by the zones, and what the visitor wants goes back as commands.

import { hand } from "./cards.js";
import { chip } from "./chips.js";
import { ask, comeIn } from "./door.js";
import { board, bones } from "./dice.js";
import { el, show } from "./dom.js";
import { cloth, placeOnArc } from "./felt.js";
import { cents, money, signed, sum, wire as written } from "./money.js";
import { history, rules, toggle } from "./panels.js";
import { Round } from "./round.js";
import { contest, mine, net, place } from "./seen.js";
import { says, spot } from "./spots.js";
import { Staged } from "./staged.js";
import { short, words } from "./told.js";
import { Wire } from "./wire.js";

const zone = (name) => document.querySelector(`#${name}`);
const id = decodeURIComponent(location.pathname.split("/").pop());
const BUY_IN = 500_00;

const round = new Round();
const staged = new Staged(id);
let layout = null;
let view = null;
let me = "";
let plays = false;
let wallet = 0;
let chosen = null;
let sitAtOnce = location.hash === "#sit";
let clockEnds = 0;

const wire = new Wire(id, {
  session({ person, balance }) {
    me = person.name;
    plays = person.role === "player";
    wallet = cents(balance ?? "0.00");
    zone("lost").hidden = true;
  },
  lost() { zone("lost").hidden = false; },
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
    if (said.length) zone("said").textContent = said.slice(-2).join(" ");
    draw();
    document.dispatchEvent(new CustomEvent("table", { detail: { view, events, me } }));
    if (sitAtOnce) sit();
  },
});

function heard(event) {
  if (event.event === "bet_placed" && event.player === me) staged.placed(event.stakes);
  if (event.event === "bought_in" && event.player === me) wallet -= cents(event.amount);
}

async function act(command) {
  zone("refused").textContent = "";
  const { by, who, ...rest } = command;
  try {
    await wire.do(rest);
    return true;
  } catch (error) {
    refused(error);
    return false;
  }
}

function refused(error) {
  zone("refused").replaceChildren(error.message, ...(error.clause ? [" ", el("span", { class: "clause" }, error.clause)] : []));
}

// What the visitor can do

const choices = (what) => view.choices.filter((each) => each.do === what);

// A watcher is nobody to the table yet, so the free seats are read off the view.
const freeSeats = () => Array.from({ length: layout.positions }, (_, index) => index + 1)
  .filter((position) => plays && own() === null && view.open && !(position in view.seats));

async function sit(position = null) {
  sitAtOnce = false;
  window.history.replaceState(null, "", location.pathname);
  const free = freeSeats();
  if (mine(view, me) === null) {
    if (!free.length) return refused(new Error("Watch until a seat is free: all are taken."));
    const middle = (layout.positions + 1) / 2;
    const wanted = position ?? free.sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle))[0];
    if (!(await act({ do: "sit", position: wanted }))) return;
  }
  if (!cents(view.chips ?? "0.00")) await buy();
}

async function buy() {
  if (!wallet) return refused(new Error("Come back as another guest: your wallet is empty."));
  await act({ do: "buy_in", amount: written(Math.min(wallet, BUY_IN)) });
}

async function leave() {
  if (mine(view, me) !== null && !(await act({ do: "leave" }))) return;
  if (cents(view.chips ?? "0.00")) await act({ do: "cash_out" });
  location.href = "/";
}

const own = () => mine(view, me);
const lies = () => (own() === null ? {} : place(view, round, own(), me).wagers);

async function placeBet(wagers = staged.or(lies())) {
  const asText = Object.fromEntries(Object.entries(wagers).map(([name, amount]) => [name, written(amount)]));
  if (await act({ do: "bet", position: own(), wagers: asText })) staged.forget();
  draw();
}

async function clear() {
  staged.forget();
  if (sum(Object.values(lies()))) await act({ do: "clear", position: own() });
  draw();
}

// Drawing

function draw() {
  const position = own();
  const here = position === null ? null : place(view, round, position, me);
  drawTop();
  show(zone("dealer"), [round.dealer, round.community, view.dealer === undefined, round.dice, view.puck], drawDealer);
  show(zone("places"), everyPlace(), (all) => all.map(drawPlace));
  if (layout.family === "dice") drawDice();
  drawOwn(here);
  drawBar(here);
}

function drawTop() {
  show(zone("money"), [view.chips], ([chips]) => [
    el("span", { class: "label" }, "Your chips "), el("strong", { id: "chips" }, money(cents(chips ?? "0.00")))]);
  zone("money").hidden = own() === null;
  zone("meter").hidden = !view.meters;
  show(zone("meter"), view.meters, (meters) => meters && [
    "Progressive ", el("strong", {}, money(cents(meters.main))), meters.closed && el("small", {}, ` stands still: ${meters.closed}`)]);
  const seated = own() !== null;
  show(zone("doors"), [seated, choices("leave").length], () => [
    el("button", { "data-key": "rules", onclick: () => toggle("rules", () => rules(layout)) }, "Rules"),
    el("button", { "data-key": "history", onclick: () => toggle("history", () => history(id)) }, "History"),
    seated && el("button", { "data-key": "leave", disabled: !choices("leave").length, onclick: leave }, "Leave"),
  ]);
}

function drawDealer([dealer, community, noCards, dice, puck]) {
  if (noCards) return bones(dice, puck);
  return [
    el("div", { class: "group" }, hand(dealer.cards), el("p", { class: "words" }, el("span", { class: "label" }, "Dealer"), dealer.words ? ` ${dealer.words}` : "")),
    community.length ? el("div", { class: "group" }, hand(community), el("p", { class: "words" }, el("span", { class: "label" }, "Board"))) : null,
  ];
}

function everyPlace() {
  const sits = new Set(freeSeats());
  return Array.from({ length: layout.positions }, (_, index) => index + 1).map((number) => {
    const found = place(view, round, number);
    return { ...found, own: found.player === me && me !== "", free: !found.player, sit: sits.has(number), net: round.over && found.results.length ? net(found.results) : null };
  });
}

function drawPlace(each) {
  const total = sum(Object.values(each.wagers));
  const shown = each.hands.flatMap((held) => held.cards);
  return placeOnArc(el("li", { class: `place${each.own ? " own" : ""}${each.asked !== null ? " asked" : ""}${each.free ? " free" : ""}${each.folded ? " folded" : ""}` },
    el("span", { class: "seat" }, `${each.position}`),
    el("span", { class: "who" }, each.free ? "free" : each.own ? "you" : short(each.player)),
    each.sit ? el("button", { "data-key": `sit ${each.position}`, onclick: () => sit(each.position), "aria-label": `Sit at position ${each.position}` }, "Sit") : null,
    shown.length && !each.own ? hand(shown, { dim: each.folded }) : null,
    total && each.net === null ? el("span", { class: "amount" }, money(total)) : null,
    each.net !== null ? el("span", { class: "amount net" }, signed(each.net)) : each.folded ? el("span", { class: "amount" }, "folded") : null,
  ), each.position, layout.positions);
}

function drawDice() {
  const open = new Map();
  for (const each of choices("bet")) open.set(each.wager, [...(open.get(each.wager) ?? []), each]);
  const results = round.results.filter((each) => each.player === me);
  show(zone("board"), [view.wagers, [...open.keys()], results, chosen, view.puck, me], () =>
    board({ layout, view, me, open, results, bet: betOnDice, act }));
}

function betOnDice(command) {
  const least = cents(command.amount);
  return act({ ...command, amount: written(Math.max(least, chosen)) });
}

function drawOwn(here) {
  zone("own").hidden = !here;
  if (!here) return;
  const cards = layout.family !== "dice";
  show(zone("hands"), cards && [here.hands, here.asked, here.folded, round.over], (seen) => seen && drawHands(here));
  const open = canBet();
  const waits = open && staged.some;
  const amounts = open ? staged.or(here.wagers) : here.wagers;
  show(zone("spots"), cards && [amounts, waits, open, here.results], (seen) => seen && layout.areas.map((area) => spot({
    area, open: open && area.when === "before", amount: amounts[area.name] ?? 0,
    staged: waits && amounts[area.name] !== here.wagers[area.name],
    results: waits || !round.over ? [] : together(here.results.filter((each) => each.wager === area.name)),
    bet: () => (staged.add(here.wagers, area, chosen), draw()),
    less: () => (staged.less(here.wagers, area, chosen), draw()),
  })));
  show(zone("results"), [here.results, round.dealer.words, round.over && !staged.some], () => here.results.length && (round.over || !cards) ? drawResults(here) : []);
}

// A wager on several hands has one spot: what it came to there.
function together(results) {
  if (results.length < 2) return results;
  const all = net(results);
  return [{ outcome: all > 0 ? "win" : all < 0 ? "lose" : "push", pays: all, stake: -all }];
}

function drawHands(here) {
  if (!here.hands.length) return el("p", { class: "empty" }, canBet() ? "Choose a chip, then put it on a spot." : "Your cards will lie here.");
  const many = here.hands.length > 1;
  return here.hands.map((held) => el("div", { class: `group${many && here.asked && here.asked !== held.number ? " rests" : ""}` },
    hand(held.cards, { dim: here.folded }), el("p", { class: "words" }, here.folded ? "Folded" : held.words)));
}

function drawResults(here) {
  const words_ = contest(layout, here.results);
  const total = net(here.results);
  return [
    el("p", { class: "sum" }, words_ ? `${capital(words_)}. ` : "", el("strong", {}, signed(total))),
    el("ul", {}, here.results.map((each) => el("li", {},
      el("span", {}, capital(`${words(each.wager)} ${says(each.outcome)}`)), el("b", {}, each.outcome === "lose" ? signed(-each.stake) : signed(each.pays)),
      el("span", { class: "clause" }, each.clause)))),
  ];
}

const canBet = () => view.betting && own() !== null && !["paused", "stopped", "closed"].includes(view.status) && cents(view.chips ?? "0.00") + sum(Object.values(lies())) > 0;

function drawBar(here) {
  const betting = here && canBet();
  if (chosen === null) chosen = cents(layout.chips.find((each) => cents(each) >= 500) ?? layout.chips[0]);
  show(zone("tray"), betting ? [chosen, view.chips] : null, (on) => on && layout.chips.map((each, index) => el("button", {
    class: "pick", role: "radio", "aria-checked": String(cents(each) === chosen), "data-key": `chip ${each}`, "data-shortcut": index + 1,
    "aria-label": `Chip of ${money(cents(each))}`, onclick: () => ((chosen = cents(each)), draw()),
  }, chip(cents(each)))));
  const offered = offers(here, betting);
  show(zone("choices"), offered.map(({ act: _, ...shown }) => shown), () => offered.map((each, index) =>
    el("button", { class: each.main ? "act" : "", disabled: each.off, "data-key": each.key, onclick: each.act, "data-shortcut": betting ? null : index + 1 }, each.label)));
}

// What is offered now, the first thing first.
function offers(here, betting) {
  if (view.status === "stopped" || view.status === "closed") return [];
  if (!here) return freeSeats().length ? [{ key: "sit", label: "Sit down", main: true, act: () => sit() }] : [];
  const decisions = choices("decide").map((each) => ({ key: `decide ${each.action} ${each.amount ?? ""}`, label: label(each), main: each.amount !== undefined || !quiet(each), act: () => act(each) }));
  if (decisions.length) return decisions.sort((a, b) => Number(b.main) - Number(a.main));
  const others = view.choices.filter((each) => PLAIN[each.do]).map((each) => ({ key: each.do, label: PLAIN[each.do], main: each.do !== "decline_dice" && each.do !== "pass_dice", act: () => act(each) }));
  const lying = sum(Object.values(here.wagers));
  if (!cents(view.chips) && !lying) return [{ key: "buy", label: `Buy ${money(Math.min(wallet, BUY_IN))} in chips`, main: true, act: buy, off: !wallet }];
  if (layout.family === "dice" || !betting) return others;
  const wanted = sum(Object.values(staged.or(here.wagers)));
  return [
    ...others,
    { key: "place", label: staged.some ? `${lying ? "Change to" : "Place"} ${money(wanted)}` : lying ? `${money(lying)} placed` : "Place bet", main: staged.some, off: !staged.some || !wanted, act: () => placeBet() },
    { key: "rebet", label: "Rebet", off: !staged.last || lying > 0, act: () => placeBet(staged.last) },
    { key: "undo", label: "Undo", off: !staged.some, act: () => (staged.undo(), draw()) },
    { key: "clear", label: "Clear", off: !staged.some && !lying, act: clear },
  ];
}

const PLAIN = { take_dice: "Take the dice", decline_dice: "Decline the dice", pass_dice: "Pass the dice on", throw: "Throw the dice" };
const quiet = (each) => ["fold", "check", "surrender", "pass", "stay"].includes(each.action);
const capital = (text) => `${text[0].toUpperCase()}${text.slice(1)}`;
const label = ({ action, amount }) => `${capital(words(action))}${amount ? ` ${money(cents(amount))}` : ""}`;

function tick() {
  const left = Math.max(clockEnds - performance.now(), 0);
  const clock = view?.clock;
  const yours = clock?.for === "decision" && clock.who === me;
  if (view && !clock) {
    zone("clock").className = "";
    zone("clock").textContent = view.betting && own() !== null ? (layout.family === "dice" ? "The dice go out once the shooter has a line wager." : "Bets are open.") : "";
    return;
  }
  const said = !clock || clock.for === "pace" ? "" : clock.for === "betting" ? "Bets close in" : yours ? "Your decision" : `${short(clock.who ?? "")} decides`;
  zone("clock").className = yours ? "yours" : "";
  zone("clock").textContent = said && `${said} ${Math.ceil(left / 1000)} s`;
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, select")) return;
  if (event.key === "Escape" && !zone("panel").hidden) return zone("panel").querySelector(".close").click();
  const found = document.querySelector(`#bar [data-shortcut="${CSS.escape(event.key)}"]`);
  if (found && !found.disabled) found.click();
});

async function open() {
  try {
    await comeIn();
    layout = await ask(`/layouts/${encodeURIComponent(id)}`);
  } catch (error) {
    zone("title").textContent = "No such table";
    return refused(error);
  }
  document.body.dataset.game = layout.game;
  document.body.dataset.family = layout.family;
  document.title = `Pitboss: ${layout.title}`;
  zone("title").textContent = layout.title;
  zone("cloth").replaceChildren(cloth(layout));
  await wire.open();
  setInterval(tick, 200);
}

open();
