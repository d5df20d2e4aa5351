// The rules of one game, from its declaration: tables with their clauses, hands as cards, rounds settled.

import { hand } from "./cards.js";
import { bones } from "./bones.js";
import { ask } from "./door.js";
import { el } from "./dom.js";
import { clause, grid, text } from "./grids.js";
import { head } from "./header.js";
import { begin } from "./making.js";

const game = location.pathname.split("/").pop();
const WORDS = { win: "wins", lose: "loses", push: "comes back", void: "void, returned" };
const LONG = 14;

function cell(each, column) {
  return column === "example" && each ? hand(each.split(" ")) : text(each, column);
}

function shown({ whose, cards, says }) {
  return el("div", { class: "dealt" }, el("p", {}, el("strong", {}, whose), says ? `: ${says}` : ""), hand(cards));
}

function result({ wager, stake, outcome, pays, returned, clause: by }) {
  const words = [WORDS[outcome] ?? outcome, outcome === "win" ? ` ${pays}` : "", returned ? `, ${returned} given back` : ""].join("");
  return el("tr", {}, el("th", { scope: "row" }, wager), el("td", { class: "figure" }, stake), el("td", {}, words), el("td", { class: "clause" }, clause(by)));
}

function example({ says, hands, dice, wagers }) {
  return el("figure", { class: "example" }, el("figcaption", {}, says),
    el("div", { class: "layout" }, hands.map(shown), dice.length ? el("div", { class: "dealt throws" }, dice.map((each) => bones(each))) : null),
    el("div", { class: "scroll" }, el("table", {}, el("thead", {}, el("tr", {}, ["wager", "stake", "result", "clause"].map((each) => el("th", { scope: "col", class: each === "stake" ? "figure" : null }, each)))), el("tbody", {}, wagers.map(result)))));
}

// By place, as titles may come twice.
const anchor = (place) => `table-${place + 1}`;

async function open() {
  head();
  const titles = await ask("/sheets/games");
  const here = titles.find((each) => each.name === game);
  const asked = new URLSearchParams(location.search).get("text");
  const law = asked in here.texts ? asked : Object.keys(here.texts)[0];
  const { rules, readings, examples } = await ask(`/sheets/${game}/${law}/rules`);
  const texts = Object.entries(here.texts);
  document.title = `Pitboss: the rules of ${here.title}`;
  document.body.dataset.game = game;
  const sections = rules.tables.map((each, place) => el("section", { id: anchor(place), class: "part" }, grid(each, { cell, folded: each.rows.length > LONG && !each.columns.includes("example") })));
  const parts = [["examples", "Rounds, settled"], ...rules.tables.map((each, place) => [anchor(place), each.title]), ["readings", readings.title]].filter(([name]) => name !== "examples" || examples.length);
  document.querySelector("#main").replaceChildren(
    el("div", { class: "banner" },
      el("h1", {}, rules.title),
      el("p", {}, rules.subtitle),
      texts.length > 1 ? el("p", { class: "doors" }, texts.map(([name, says]) => el("a", { class: "button", href: `?text=${name}`, "aria-current": name === law ? "true" : null }, says))) : null,
      el("p", { class: "doors" }, el("a", { class: "button", href: `/lab/${game}?text=${law}` }, "What it costs"), el("a", { class: "button", href: `/clauses?game=${game}` }, "All its clauses"), el("a", { class: "button", href: "/rules" }, "All games"))),
    el("nav", { id: "contents", "aria-label": "On this page" }, parts.filter(([, title], place) => parts.findIndex(([, other]) => other === title) === place).map(([name, title]) => el("a", { href: `#${name}` }, title))),
    examples.length ? el("section", { id: "examples", class: "part" }, el("h2", {}, "Rounds, settled"), el("div", { class: "examples" }, examples.map(example))) : "",
    el("h2", {}, "The rules"), el("div", { class: "rulebook" }, sections),
    el("section", { id: "readings", class: "part" }, grid(readings)));
  document.querySelector(location.hash || "#none")?.scrollIntoView();
}

begin(open);
