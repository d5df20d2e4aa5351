// What lies beside the felt until it is asked for: the rules with their clauses, and the visitor's rounds.

import { ask } from "./door.js";
import { el } from "./dom.js";
import { cents, money, signed } from "./money.js";

const panel = document.querySelector("#panel");
let opened = null;

export function toggle(name, build) {
  const closes = opened === name;
  opened = closes ? null : name;
  panel.hidden = closes;
  // Whoever closes it is back at its door, which may have been drawn anew meanwhile.
  if (closes) return document.querySelector(`#doors [data-key="${CSS.escape(name)}"]`)?.focus();
  panel.replaceChildren(el("button", { class: "close", "aria-label": "Close", onclick: () => toggle(opened) }, "Close"), el("div", {}, "…"));
  Promise.resolve(build()).catch((error) => el("p", {}, error.message)).then((built) => opened === name && panel.lastChild.replaceChildren(...[built].flat()));
  panel.querySelector(".close").focus();
}

function table({ title, columns, rows }) {
  return el("details", {}, el("summary", {}, title),
    el("div", { class: "scroll" }, el("table", {},
      el("thead", {}, el("tr", {}, columns.map((each) => el("th", { scope: "col" }, each)))),
      el("tbody", {}, rows.map((row) => el("tr", {}, row.map((cell) => el("td", {}, cell))))))));
}

// Pay tables lie open, the rest is unfolded where it is wanted.
export function rules(layout) {
  const pays = layout.pays.map(({ title, rows }) => el("section", {}, el("h3", {}, `${title} pays`),
    el("table", { class: "pay" }, el("tbody", {}, rows.map(([hand, odds]) => el("tr", {}, el("td", {}, hand), el("td", {}, odds)))))));
  return [el("h2", {}, layout.rules.title), el("p", {}, layout.rules.subtitle), el("ul", { class: "posted" }, layout.inscriptions.map((each) => el("li", {}, each.says, " ", el("span", { class: "clause" }, each.clause)))), ...pays, ...layout.rules.tables.map(table)];
}

export async function history(id) {
  const { rounds } = await ask("/api/me/rounds?most=50");
  const here = rounds.filter((each) => each.table === id);
  if (!here.length) return [el("h2", {}, "Your rounds here"), el("p", {}, "Each round you play at this table will stand here with what you wagered and won. Place a bet to begin.")];
  const row = (each) => el("tr", {}, el("td", {}, el("a", { href: `/rounds/${encodeURIComponent(id)}/${each.round}` }, String(each.round))), el("td", {}, money(cents(each.wagered))), el("td", {}, money(cents(each.returned))), el("td", {}, each.void ? "void" : signed(cents(each.net))));
  return [el("h2", {}, "Your rounds here"), el("p", { class: "label" }, "The number of a round leads to it, played back with its proof."),
    el("table", { class: "figures" },
      el("thead", {}, el("tr", {}, ["round", "wagered", "came back", "net"].map((each) => el("th", { scope: "col" }, each)))),
      el("tbody", {}, here.map(row)))];
}
