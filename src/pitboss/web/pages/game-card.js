// A game in the lobby: picture, sentence, house edge, who is seated, stakes to choose, Play and Watch.

import { el, show, svg } from "./dom.js";
import { cents, money } from "./money.js";
import { scene } from "./scenes.js";
import { byStakes, isShut, people } from "./seats.js";
import { words } from "./told.js";

const MOST_ROWS = 3;
const CHIPS = "M2.500 5c0-1.400 2.500-2.600 5.500-2.600s5.500 1.200 5.500 2.600-2.500 2.600-5.500 2.600S2.500 6.400 2.500 5ZM2.500 5v5.500C2.500 12 5 13 8 13s5.500-1 5.500-2.500V5M2.500 8c0 1.400 2.500 2.500 5.500 2.500s5.500-1.100 5.500-2.500";

// Built once and filled again and again, so that an open list of stakes stays open.
export class GameCard {
  constructor(game, does) {
    Object.assign(this, { game, does, stakes: null, all: {} });
    this.last = el("small", { class: "last" });
    this.edge = el("div", {});
    this.seated = el("div", {});
    this.pick = el("div", { class: "stakes" });
    this.doors = el("div", { class: "doors" });
    this.shown = el("li", { class: "table-card", "data-game": game.name },
      el("div", { class: "pic" }, scene(game.picture)),
      el("div", { class: "body" },
        el("div", { class: "text" },
          el("div", { class: "name" }, el("h3", { id: `game-${game.name}` }, game.title), this.last),
          el("p", { class: "says" }, game.says),
          el("dl", { class: "facts" }, this.edge, this.seated)),
        el("div", { class: "go", role: "group", "aria-labelledby": `game-${game.name}` }, this.pick, this.doors)));
  }

  // The tables of the stakes that are chosen.
  get tables() {
    return this.all[this.stakes] ?? [];
  }

  // `terms` by table; `mine`: the own place at a table of this game; `staff` watches only.
  fill({ tables, terms, mine, staff, isLast, isMain }) {
    this.all = byStakes(tables, terms);
    if (!(this.stakes in this.all)) this.stakes = Object.keys(this.all)[0];
    this.state = { tables, terms, mine, staff, isLast, isMain };
    this.shown.classList.toggle("played", isLast);
    this.draw();
  }

  draw() {
    const { tables, terms, mine, staff, isLast, isMain } = this.state;
    const sum = (of) => tables.reduce((total, each) => total + of(each), 0);
    show(this.last, isLast, (on) => on && "last played");
    show(this.edge, terms[this.tables[0]?.id]?.edge ?? null, edge);
    show(this.seated, [sum(people), sum((each) => each.positions), sum((each) => each.bots)], seated);
    show(this.pick, [Object.keys(this.all), this.stakes], () => this.choice());
    show(this.doors, [mine?.table ?? null, staff, isMain, this.tables.every(isShut)], () => this.ways(mine, staff, isMain));
  }

  choice() {
    const all = Object.keys(this.all);
    if (all.length === 1) return [svg("svg", { viewBox: "0 0 16 16", fill: "none", stroke: "currentColor", "stroke-width": 1.3, "aria-hidden": "true" }, svg("path", { d: CHIPS })), el("span", {}, el("span", { class: "heard" }, "Stakes "), el("b", {}, all[0]))];
    const list = el("select", { "aria-label": `Stakes of ${this.game.title}`, "data-key": `stakes ${this.game.name}`, onchange: () => { this.stakes = list.value; this.draw(); } },
      all.map((each) => el("option", { value: each, selected: each === this.stakes }, each)));
    return list;
  }

  ways(mine, staff, isMain) {
    const { name, title } = this.game;
    const shut = this.tables.every(isShut);
    const play = mine
      ? el("button", { class: "can", "data-key": `play ${name}`, "aria-label": `Back to your seat at ${title}`, onclick: () => this.does.back(mine.table) }, "Back")
      : el("button", { class: isMain ? "act" : "can", "data-key": `play ${name}`, disabled: shut, "aria-label": `Play ${title}`, onclick: () => this.does.play(this) }, shut ? "Paused" : "Play");
    return [!staff && play, el("button", { "data-key": `watch ${name}`, "aria-label": `Watch ${title}`, onclick: () => this.does.watch(this) }, "Watch")];
  }
}

function edge(found) {
  return found && [el("dt", {}, "House edge"), el("dd", {}, el("b", {}, `${found.percent} %`), ` of ${words(found.of)}${found.approximate ? ", approximate" : ""}`)];
}

function seated([persons, seats, bots]) {
  return [el("dt", {}, "Seated"), el("dd", {}, el("b", {}, persons), ` of ${seats}${bots ? `, ${bots} ${bots === 1 ? "bot" : "bots"}` : ""}`)];
}

// The largest progressive of a game, and what it pays for.
export class MeterCard {
  constructor(game) {
    Object.assign(this, { game, shown: el("li", { class: "meter", "data-meter": game.name }) });
  }

  // `where`: the stakes it is played for, where the game has several meters.
  fill({ amount, terms, where }) {
    const { name, title } = this.game;
    show(this.shown, [amount, terms, where], () => [
      el("h3", {}, terms.wager.replace(/^./, (letter) => letter.toUpperCase()), " ", el("small", {}, where ? `${title}, ${where}` : title)),
      el("p", { class: "big" }, money(cents(amount))),
      el("dl", {}, terms.rows.slice(0, MOST_ROWS).map(([hand, pays]) => el("div", {}, el("dt", {}, hand), el("dd", {}, inWords(pays))))),
      el("div", { class: "go" }, el("small", {}, `${money(cents(terms.stake))} a round`), el("a", { href: `/rules/${name}`, "data-key": `meter ${name}`, "aria-label": `How the ${terms.wager} of ${title} is won` }, "How it is won")),
    ]);
  }
}

// As the felt has it: "100% of meter", "10% of meter", "250".
function inWords(pays) {
  return pays === "100% of meter" ? "whole meter" : pays.replace("%", " %").replace(/^\d+$/, "$&.00");
}
