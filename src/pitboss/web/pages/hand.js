// Hand against hand: a situation laid out by clicks or typed, and what every choice in it is worth.

import { hand, spoken } from "./cards.js";
import { patiently } from "./coach.js";
import { ask, comeIn } from "./door.js";
import { el } from "./dom.js";
import { head } from "./header.js";
import { optionFields } from "./terms.js";
import { words } from "./told.js";
import { bars } from "./worths.js";

const RANKS = [..."AKQJT98765432"];
const SUITS = [..."shdc"];
const SIGNS = { s: "♠", h: "♥", d: "♦", c: "♣" };

const form = document.querySelector("#form");
const found = document.querySelector("#found");
let games = [];
let examples = {};
let game = null;
let text = null;
let options = {};
let fields = {};
let active = "hand";
let asking = 0;

const groups = () => [
  ["hand", "Your hand", game.hand || 21],
  ...(game.dealer ? [["dealer", "Dealer's card", 1]] : []),
  ...(game.board.length ? [["board", "Board", Math.max(...game.board)]] : []),
  ...(game.decks > 1 ? [["others", "Other cards on the table", 60]] : []),
];
const cards = (name) => (fields[name] ?? "").split(/[\s,]+/).filter(Boolean).map((card) => card[0].toUpperCase() + card.slice(1).toLowerCase());
const known = (card) => RANKS.includes(card[0]) && card.length === 2 && card[1] in SIGNS;

// Another game begins with the first of its texts and what its house usually chooses.
function choose(name, given = {}, house = {}) {
  const same = game?.game === name;
  game = games.find((each) => each.game === name) ?? games[0];
  text = game.texts.find((each) => each.jurisdiction === (house.text ?? (same && text.jurisdiction))) ?? game.texts[0];
  options = house.options ?? (same ? options : {});
  fields = { [game.main]: "10.00", ...given };
  active = "hand";
  document.body.dataset.game = game.game;
  draw();
  look();
}

function draw() {
  const held = document.activeElement?.dataset?.key;
  form.replaceChildren(
    el("label", { class: "game" }, el("span", {}, "Game"), el("select", { "data-key": "game", onchange: (event) => choose(event.target.value) },
      games.map((each) => el("option", { value: each.game, selected: each === game }, each.title)))),
    el("fieldset", { class: "wagers" }, el("legend", {}, "Wagers"), text.wagers.map((name) => el("label", {}, el("span", {}, words(name)),
      el("input", { "data-key": name, name, inputmode: "decimal", value: fields[name] ?? "", placeholder: "none", autocomplete: "off", oninput: (event) => ((fields[name] = event.target.value.trim()), look()) })))),
    house(),
    el("div", { class: "examples", role: "group", "aria-label": "Examples" }, el("span", {}, "Begin with"),
      (examples[game.game] ?? []).map(([title, given]) => el("button", { type: "button", "data-key": `example ${title}`, onclick: () => choose(game.game, given) }, title))),
    game.wild ? el("p", { class: "wild" }, `${game.wild}.`) : "",
    el("div", { class: "groups" }, groups().map(group)),
    deck(),
  );
  if (held) form.querySelector(`[data-key="${CSS.escape(held)}"]`)?.focus();
}

// By which text it is played, and what the house has chosen of what the text leaves open.
function house() {
  const texts = el("label", { class: "field" }, el("span", {}, "By the rules of"), el("select", { "data-key": "text", onchange: (event) => choose(game.game, fields, { text: event.target.value, options: {} }) },
    game.texts.map((each) => el("option", { value: each.jurisdiction, selected: each === text }, each.title))));
  const chosen = optionFields({ options: { [text.jurisdiction]: text.options } }, text.jurisdiction, options);
  for (const each of chosen) {
    const select = each.querySelector("select");
    const name = select.name.replace("option ", "");
    select.dataset.key = select.name;
    select.addEventListener("change", () => set(name, JSON.parse(select.value)));
  }
  const differs = Object.keys(options).length;
  return el("details", { class: "house", open: opened || differs > 0, ontoggle: (event) => (opened = event.target.open) },
    el("summary", {}, `By the rules of ${text.title}${differs ? ", with the house's own choices" : ", as they come"}`), el("div", { class: "choices" }, texts, chosen));
}

let opened = false;

function set(name, value) {
  const usual = text.options.find((each) => each.name === name).default;
  options = { ...options, [name]: value };
  if (JSON.stringify(value) === JSON.stringify(usual)) delete options[name];
  draw();
  look();
}

function group([name, title, most]) {
  return el("div", { class: `group${active === name ? " active" : ""}`, "data-group": name },
    el("label", {}, el("span", {}, title), el("input", {
      "data-key": name, name, value: fields[name] ?? "", placeholder: most === 1 ? "Kh" : "Qs 6d 4h", autocomplete: "off", spellcheck: "false",
      onfocus: () => activate(name), oninput: (event) => ((fields[name] = event.target.value), lay(), look()),
    })),
    el("div", { class: "laid" }, hand(cards(name).filter(known))),
    el("button", { type: "button", "data-key": `clear ${name}`, "aria-label": `Clear ${title}`, disabled: !cards(name).length, onclick: () => put(name, []) }, "Clear"));
}

function activate(name) {
  active = name;
  for (const each of form.querySelectorAll("[data-group]")) each.classList.toggle("active", each.dataset.group === name);
  lay();
}

// What is drawn while somebody types, without taking the field away.
function lay() {
  for (const [name] of groups()) {
    const place = form.querySelector(`[data-group="${name}"]`);
    place.querySelector(".laid").replaceChildren(hand(cards(name).filter(known)));
    place.querySelector("button").disabled = !cards(name).length;
  }
  form.querySelector(".deck").replaceWith(deck());
}

function put(name, laid) {
  fields[name] = laid.join(" ");
  draw();
  look();
}

// Clicking a card lays it; clicking one that lies in the same hand takes it up, where there is only one of it.
function deck() {
  const used = groups().flatMap(([name]) => cards(name));
  const of = groups().find(([name]) => name === active);
  const title = of[1].toLowerCase();
  return el("div", { class: "deck", role: "group", "aria-label": `Cards to lay in ${title}` }, SUITS.map((suit) => el("div", { class: "suit", "data-suit": suit },
    RANKS.filter((rank) => rank !== game.without).map((rank) => {
      const card = `${rank}${suit}`;
      const many = used.filter((each) => each === card).length;
      const mine = cards(active).includes(card) && game.decks === 1;
      const full = many >= game.decks || cards(active).length >= of[2];
      return el("button", { type: "button", "data-key": card, class: mine || many >= game.decks ? "laid" : "", disabled: full && !mine, "aria-pressed": String(mine), "aria-label": spoken(card), onclick: () => lift(card, mine) }, `${rank === "T" ? "10" : rank}${SIGNS[suit]}`);
    }))));
}

function lift(card, mine) {
  const laid = mine ? cards(active).filter((each) => each !== card) : [...cards(active), card];
  const place = groups().findIndex(([name]) => name === active);
  const [, , most] = groups()[place];
  const name = active;
  if (!mine && laid.length >= most && groups()[place + 1]) active = groups()[place + 1][0];
  put(name, laid);
}

// Enough cards to be asked about; until then the page says what is missing.
function missing() {
  const count = cards("hand").length;
  if (game.hand ? count !== game.hand : count < 2) return `Lay ${game.hand ? `${game.hand} cards` : "two cards or more"} in your hand.`;
  if (game.decks > 1 && !cards("dealer").length) return "Lay the dealer's card.";
  if (game.board.length && !game.board.includes(cards("board").length)) return `Lay ${game.board.join(", ").replace(/, (\d+)$/, " or $1")} cards on the board.`;
  return "";
}

async function look() {
  const mine = ++asking;
  const query = new URLSearchParams({ game: game.game });
  for (const [name] of groups()) if (cards(name).length) query.append(name, cards(name).join(" "));
  for (const name of text.wagers) if (fields[name]) query.append("wager", `${name}=${fields[name]}`);
  if (text !== game.texts[0]) query.append("jurisdiction", text.jurisdiction);
  if (Object.keys(options).length) query.append("options", JSON.stringify(options));
  history.replaceState(null, "", `${location.pathname}?${query}`);
  const lacks = missing();
  if (lacks) return found.replaceChildren(el("p", { class: "empty" }, `${lacks} What each choice is worth will stand here.`));
  found.setAttribute("aria-busy", "true");
  try {
    const said = await patiently(`/api/lab/hand?${query}`, (done) => mine === asking && tell(done));
    if (mine === asking) told(said.advice);
  } catch (error) {
    if (mine === asking) found.replaceChildren(el("p", { role: "alert", "data-code": error.code ?? null }, error.message, error.clause ? el("span", { class: "clause" }, ` ${error.clause}`) : ""));
  } finally {
    if (mine === asking) found.removeAttribute("aria-busy");
  }
}

function tell(done) {
  found.replaceChildren(el("p", {}, `Counting every deal${done ? `: ${done} %` : ""}. The first time takes a while; then it is kept.`), el("progress", { max: 100, value: done }));
}

function told(advice) {
  found.replaceChildren(
    el("h2", {}, "What each choice is worth"),
    bars(advice.choices),
    el("p", { class: "says" }, `${advice.says} In money of this ${advice.unit} of ${advice.stake}.`),
    el("details", {}, el("summary", {}, "The exact figures"),
      el("div", { class: "scroll" }, el("table", {}, el("thead", {}, el("tr", {}, ["choice", `in ${advice.unit}s`].map((each) => el("th", { scope: "col" }, each)))),
        el("tbody", {}, advice.choices.map((each) => el("tr", {}, el("td", {}, words(each.action), each.amount ? ` ${each.amount}` : ""), el("td", { class: "exact" }, each.worth ?? "no figure"))))))));
}

function chosenIn(query) {
  try { return JSON.parse(query.get("options") ?? "{}"); } catch { return {}; }
}

async function open() {
  await comeIn();
  await head();
  [{ games }, examples] = await Promise.all([ask("/api/lab/hands"), ask("/lab/hand/examples")]);
  const query = new URLSearchParams(location.search);
  const given = Object.fromEntries(["hand", "dealer", "board", "others"].filter((name) => query.has(name)).map((name) => [name, query.get(name)]));
  for (const each of query.getAll("wager")) given[each.split("=")[0]] = each.split("=")[1] ?? "";
  const name = query.get("game") ?? Object.keys(examples)[0];
  const [example] = examples[name] ?? [];
  choose(name, query.has("hand") || !example ? given : example[1], { text: query.get("jurisdiction") ?? undefined, options: chosenIn(query) });
}

open();
