// The rules: a card for each game, and the way to the clauses.

import { ask } from "./door.js";
import { el } from "./dom.js";
import { head } from "./header.js";
import { begin } from "./making.js";

function card(game) {
  return el("li", { "data-game": game.name, class: "card felted" },
    el("h2", {}, el("a", { href: `/rules/${game.name}` }, game.title)),
    el("p", {}, Object.values(game.texts).join("; ")),
    el("p", { class: "wagers" }, el("span", {}, "Wagers: "), game.wagers.join(", ")),
    el("p", { class: "doors" }, el("a", { class: "button act", href: `/rules/${game.name}`, "aria-label": `Read the rules of ${game.title}` }, "Read"),
      el("a", { class: "button", href: `/clauses?game=${game.name}`, "aria-label": `The clauses of ${game.title}` }, "Clauses"),
      el("a", { class: "button", href: `/lab/${game.name}`, "aria-label": `${game.title} in the lab` }, "Lab")));
}

async function open() {
  head();
  const games = await ask("/sheets/games");
  document.querySelector("#main").replaceChildren(
    el("h1", {}, "The rules"),
    el("p", { class: "lead" }, "Each game as its text has it: every statement with the clause it comes from, hands drawn as cards, rounds settled before your eyes."),
    el("p", { class: "doors" }, el("a", { class: "button", href: "/clauses" }, "Search every clause")),
    el("ul", { class: "cards" }, games.map(card)));
}

begin(open);
