// Small pictures of games: the cards, chips or dice of a picture on a felt. They say nothing that the words next to them do not.

import { bones } from "./bones.js";
import { hand } from "./cards.js";
import { stack } from "./chips.js";
import { el } from "./dom.js";

const MOST_NUMBERS = 3;
const MOST_LINES = 2;

export function scene({ dealer, board, player, rest, dice, numbers, lines, chips, wild }) {
  return el("div", { class: "scene", "aria-hidden": "true" }, dice ? layout(dice, numbers, lines) : [
    row("far", board.length ? board : dealer),
    el("div", { class: "near" }, fan(player), chips.map((value) => stack(value * 300)), wild && el("span", { class: "wild" }, "Wild")),
    row("rest", rest),
  ]);
}

const row = (name, codes) => codes.length > 0 && el("div", { class: name }, hand(codes));

// A hand spread open.
function fan(codes) {
  const held = hand(codes);
  [...held.children].forEach((card, place) => card.style.setProperty("--turn", `${(place - (codes.length - 1) / 2) * 5}deg`));
  held.classList.add("fan");
  return held;
}

// A layout of dice: numbers from its middle, the dice between its lines, the puck on a number.
function layout(dice, numbers, lines) {
  const from = Math.max(0, Math.floor((numbers.length - MOST_NUMBERS) / 2) + 1);
  const shown = numbers.slice(from, from + MOST_NUMBERS);
  const [first, second] = lines.filter((each) => !each.startsWith("don't")).slice(0, MOST_LINES);
  return [
    el("div", { class: "numbers" }, shown.map((each, place) => el("span", {}, place === 0 && el("i", {}, "ON"), each))),
    second && el("span", { class: "line" }, second),
    bones(dice),
    first && el("span", { class: "line" }, first),
  ];
}
