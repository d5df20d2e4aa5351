// The lab: a card for each game with the edge of every wager. Games are counted one after the other.

import { ask } from "./door.js";
import { el } from "./dom.js";
import { draw } from "./drawing.js";
import { head } from "./header.js";
import { arriving, begin } from "./making.js";

const FEW = 9;

function card(game) {
  const filled = el("div", { class: "edges" }, el("p", { class: "quiet" }, "It is counted after the games before it."));
  return { game, filled, shown: el("li", { "data-game": game.name, class: "card felted" },
    el("h2", {}, el("a", { href: `/lab/${game.name}` }, game.title)), filled,
    el("p", { class: "doors" }, el("a", { class: "button act", href: `/lab/${game.name}`, "aria-label": `Everything about ${game.title}` }, "Everything"), el("a", { class: "button", href: `/rules/${game.name}`, "aria-label": `The rules of ${game.title}` }, "Rules"))) };
}

function short(edges) {
  const left = edges.bars.length - FEW;
  const chart = left > 0 ? { ...edges, bars: edges.bars.slice(0, FEW) } : edges;
  return [draw(chart), left > 0 ? el("p", { class: "quiet" }, `and ${left} more wagers`) : null].filter(Boolean);
}

async function fill({ game, filled }) {
  const [text] = Object.keys(game.texts);
  await new Promise((done) => {
    const coming = arriving(`/sheets/${game.name}/${text}/worth`, "every deal", (found) => { done(); return short(found.edges); });
    filled.replaceChildren(coming);
  });
}

async function open() {
  head();
  const cards = (await ask("/sheets/games")).map(card);
  document.querySelector("#main").replaceChildren(
    el("h1", {}, "The lab"),
    el("p", { class: "lead" }, "The worth of every wager, exact unless marked approximate: every deal is counted, none is sampled. House edge per unit staked, with each house's usual pay tables."),
    el("p", { class: "doors" }, el("a", { class: "button", href: "/lab/hand" }, "Hand against hand"), el("a", { class: "button", href: "/clauses" }, "The clauses")),
    el("ul", { class: "cards" }, cards.map((each) => each.shown)));
  for (const each of cards) await fill(each);
}

begin(open);
