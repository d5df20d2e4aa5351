// Betting areas: rings on the felt in their rows, what lies there, and what became of it.

import { stack } from "./chips.js";
import { el } from "./dom.js";
import { money, signed, sum } from "./money.js";
import { words } from "./told.js";

const ROWS = ["front", "line", "behind"];
const OUTCOMES = { win: "wins", lose: "loses", push: "pushes", collected: "collected", surrender: "surrendered", void: "void" };

export function says(outcome) {
  return OUTCOMES[outcome] ?? outcome;
}

// The rows as they lie, the one nearest to the dealer first.
export function rows(areas, draw) {
  return ROWS.map((row) => areas.filter((area) => area.row === row)).filter((row) => row.length)
    .map((row) => el("div", { class: "spots-row" }, row.map(draw)));
}

// `collected`: it went into the tray before the deal, and plays on.
// `lacks`: wagers that have to lie there first. `asks`: the amount that a choice of now would put there.
// The area takes chips; its name tells its terms.
export function spot({ area, amount, staged, open, collected, result, asks = 0, lacks = [], bet, less }) {
  const lies = amount ? `, ${money(amount)}${staged ? " not placed yet" : ""}` : collected ? ", in play" : ", empty";
  const inside = [
    el("span", { class: "ring" }, amount ? stack(amount) : el("span", { class: asks ? "asks" : "limits" }, result ? "" : collected ? "in play" : asks ? money(asks).replace(".00", "") : limits(area))),
    el("span", { class: "amount" }, amount && !result ? money(amount) : ""),
  ];
  const shared = { "data-key": `spot ${area.name}`, "data-area": area.name };
  const drawn = !open ? el("div", { ...shared, role: "img", "aria-label": `${area.title}${lies}` }, inside) : el("button", {
    ...shared,
    "aria-label": `Bet on ${area.title}${lies}${lacks.length ? `, after the ${lacks.map(words).join(" and the ")}` : ""}`,
    "aria-disabled": lacks.length ? "true" : null,
    onclick: bet,
    onkeydown: (event) => ["Delete", "Backspace", "-"].includes(event.key) && (event.preventDefault(), less()),
    oncontextmenu: (event) => (event.preventDefault(), less()),
  }, inside);
  const flags = { staged, lies: amount, lacks: lacks.length, asked: asks, [result?.outcome]: result };
  return el("div", { class: ["spot", area.when, area.row, ...Object.keys(flags).filter((flag) => flags[flag])].join(" ") }, drawn,
    el("button", { class: "name", "data-key": `terms ${area.name}`, "data-hint": terms(area), "aria-label": `Terms of ${area.title}` }, area.title), result && tag(result));
}

// What there is to know of an area: its rule, its limits, what it costs on average, its clause.
export function terms(area) {
  const range = area.exactly ? `Exactly ${area.exactly}.` : area.least ? `${area.least} to ${area.most}.` : "";
  return [area.says, range, area.edge ? `House edge ${area.edge}.` : "", area.clause].filter(Boolean).join("\n");
}

// A wager at another's position: its chips, and their worth beside them.
export function small(area, amount) {
  return el("span", { class: `small ${area.when}`, role: "img", "data-area": area.name, "aria-label": `${area.title}, ${amount ? money(amount) : "empty"}`, },
    el("span", { class: "ring" }, amount ? stack(amount) : null));
}

function limits(area) {
  if (area.exactly) return area.exactly.replace(".00", "");
  return area.least ? `${area.least.replace(".00", "")} to ${area.most.replace(".00", "")}` : "";
}

// What became of a wager: the word and the sum on its spot; why and by which clause when it is pointed at or tapped.
// `narrow`: whole sums without cents, where there is little room.
export function tag({ outcome, moved, sentence, clause }, { narrow = false } = {}) {
  return el("button", { class: `tag ${outcome}`, "aria-label": `${sentence} ${clause}`, "data-hint": `${sentence}\n${clause}` },
    el("span", {}, says(outcome)), moved ? el("span", {}, narrow ? signed(moved).replace(".00", "") : signed(moved)) : null,
    el("span", { class: "why", role: "tooltip" }, sentence, " ", el("span", { class: "clause" }, clause)));
}

// A wager on several hands has one spot: what it came to there.
export function together(results) {
  if (results.length < 2) return results[0] ?? null;
  const moved = sum(results.map((each) => each.moved));
  return { outcome: moved > 0 ? "win" : moved < 0 ? "lose" : "push", moved, sentence: results.map((each) => each.sentence).join(" "), clause: [...new Set(results.map((each) => each.clause))].join(", ") };
}
