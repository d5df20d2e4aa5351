// The visitor's betting areas: rings on the felt with their names, what lies there, and what became of it.

import { stack } from "./chips.js";
import { el } from "./dom.js";
import { money, signed } from "./money.js";

const OUTCOMES = { win: "wins", lose: "loses", push: "pushes", surrender: "surrendered" };

export function says(outcome) {
  return OUTCOMES[outcome] ?? outcome;
}

export function spot({ area, amount, staged, open, results, bet, less }) {
  const lies = amount ? `, ${money(amount)}${staged ? " not placed yet" : ""}` : ", empty";
  const inside = [
    el("span", { class: "ring" }, amount ? stack(amount) : el("span", { class: "limits" }, results.length ? "" : limits(area))),
    el("span", { class: "name" }, area.title),
    el("span", { class: "amount" }, amount ? money(amount) : ""),
    ...results.slice(0, 1).map((each) => el("span", { class: `tag ${each.outcome}` }, tag(each))),
  ];
  const shared = { class: `spot ${area.when}${staged ? " staged" : ""}${amount ? " lies" : ""}`, "data-key": `spot ${area.name}`, "data-area": area.name, title: `${area.says} (${area.clause})` };
  if (!open) return el("div", { ...shared, role: "img", "aria-label": `${area.title}${lies}` }, inside);
  return el("button", {
    ...shared,
    "aria-label": `Bet on ${area.title}${lies}`,
    onclick: bet,
    onkeydown: (event) => ["Delete", "Backspace", "-"].includes(event.key) && (event.preventDefault(), less()),
    oncontextmenu: (event) => (event.preventDefault(), less()),
  }, inside);
}

function limits(area) {
  if (area.exactly) return area.exactly.replace(".00", "");
  return area.least ? `${area.least.replace(".00", "")} to ${area.most.replace(".00", "")}` : "";
}

export function tag({ outcome, pays, stake }) {
  const moved = outcome === "lose" ? -stake : pays;
  return [el("span", {}, says(outcome)), moved ? el("span", {}, signed(moved)) : null];
}
