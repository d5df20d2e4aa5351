// The column beside the felt: what the wagers pay, the coach, the visitor's rounds and the rules, one at a time. Where the
// window has room the column is always there; elsewhere it is folded to its tabs, and opens without covering the table.

import { ask } from "./door.js";
import { el } from "./dom.js";
import { cents, money, signed } from "./money.js";

const panel = document.querySelector("#panel");
export const docked = matchMedia("(min-width: 1180px)");
let opened = null;
let usual = null; // what a docked column shows when nothing else is asked for

const door = (name) => document.querySelector(`[data-panel="${CSS.escape(name)}"]`);

function mark() {
  for (const each of document.querySelectorAll("[data-panel]")) each.setAttribute("aria-expanded", String(each.dataset.panel === opened?.name));
  document.body.classList.toggle("opened", Boolean(opened));
}

// A button of the column or of the head, which opens its panel and closes it again.
export function tab(name, label, build) {
  return el("button", { "data-key": name, "data-panel": name, "aria-controls": "panel", "aria-expanded": String(opened?.name === name), onclick: () => toggle(name, build) }, label);
}

// What the column shows at first: it stays there while the column is docked.
export function dock(name, build) {
  usual = { name, build };
  const follow = () => (docked.matches ? opened ?? open(usual) : opened === usual && shut());
  docked.addEventListener("change", follow);
  follow();
}

function open(wanted, focus = false) {
  const before = opened;
  opened = wanted;
  before?.closed?.();
  mark();
  panel.hidden = !wanted.build;
  if (!wanted.build) return;
  const stays = docked.matches && wanted === usual;
  panel.replaceChildren(el("button", { class: "close", hidden: stays, "aria-label": "Close", onclick: () => toggle(wanted.name) }, "Close"), el("div", {}, "…"));
  Promise.resolve(wanted.build()).catch((error) => el("p", {}, error.message)).then((built) => opened === wanted && panel.lastChild.replaceChildren(...[built].flat().filter(Boolean)));
  if (focus) panel.querySelector(".close").focus();
}

function shut() {
  const { name, closed } = opened;
  opened = null;
  panel.hidden = true;
  closed?.();
  mark();
  return name;
}

// Closing gives the focus back to the door, which may have been drawn again meanwhile. `part`: something beside the panel
// that is opened in its place, such as the coach, with what is to happen when it closes.
export function toggle(name, build, part = null) {
  if (opened?.name !== name) return open(name === usual?.name ? usual : part ? { name, closed: part } : { name, build }, !part && !docked.matches);
  if (docked.matches && usual?.name === name) return;
  shut();
  if (docked.matches && usual) open(usual);
  door(name)?.focus();
}

export const isOpen = (name) => opened?.name === name;

// The column is drawn again where what it shows has changed.
export function refresh(name) {
  if (opened?.name === name && opened.build) Promise.resolve(opened.build()).then((built) => panel.lastChild.replaceChildren(...[built].flat().filter(Boolean)));
}

function table({ title, columns, rows }) {
  return el("details", {}, el("summary", {}, title),
    el("div", { class: "scroll", tabindex: 0 }, el("table", {},
      el("thead", {}, el("tr", {}, columns.map((each) => el("th", { scope: "col" }, each)))),
      el("tbody", {}, rows.map((row) => el("tr", {}, row.map((cell) => el("td", {}, cell))))))));
}

const AGAINST = "Against the dealer";
const FEW = 3; // columns that a column of the page has room for

// How hands are compared, without the clauses; a row of words alone takes the whole width.
function against({ title, columns, rows }) {
  const seen = columns.filter((each) => each !== "clause");
  const cells = (row) => row.filter((_, at) => columns[at] !== "clause");
  const drawn = ([first, ...others]) => el("tr", {}, others.some(Boolean) ? [first, ...others].map((cell) => el("td", {}, cell)) : el("td", { colspan: seen.length }, first));
  return el("div", { class: "scroll", tabindex: seen.length > FEW ? 0 : null }, el("table", { class: "pay against" }, el("caption", {}, title),
    el("thead", {}, el("tr", {}, seen.map((each) => el("th", { scope: "col" }, each)))), el("tbody", {}, rows.map((row) => drawn(cells(row))))));
}

// What the wagers pay: how hands are compared, and each pay table. `bets`: what the visitor has on an area, by its title.
export function pays(layout, bets = {}) {
  const compared = layout.rules.tables.find(({ title }) => title === AGAINST);
  const paid = layout.pays.map(({ title, rows }) => el("table", { class: "pay", "data-pays": title.toLowerCase() },
    el("caption", {}, title, bets[title.toLowerCase()] ? el("span", {}, `you bet ${money(bets[title.toLowerCase()])}`) : null),
    el("tbody", {}, rows.map(([hand, odds]) => el("tr", { "data-line": hand }, el("td", {}, hand), el("td", {}, odds))))));
  if (!compared) return paid;
  return compared.columns.length - 1 > FEW ? [...paid, against(compared)] : [against(compared), ...paid];
}

// Pay tables lie open, the rest is unfolded where it is wanted.
export function rules(layout) {
  const paid = layout.pays.map(({ title, rows }) => el("section", {}, el("h3", {}, `${title} pays`),
    el("table", { class: "pay" }, el("tbody", {}, rows.map(([hand, odds]) => el("tr", {}, el("td", {}, hand), el("td", {}, odds)))))));
  return [el("h2", {}, layout.rules.title), el("p", {}, layout.rules.subtitle), el("ul", { class: "posted" }, layout.inscriptions.map((each) => el("li", {}, each.says, " ", el("span", { class: "clause" }, each.clause)))), ...paid, ...layout.rules.tables.map(table)];
}

// `last`: the results of the round that has just ended, as they are listed.
export async function history(id, last = []) {
  const { rounds } = await ask("/api/me/rounds?most=50");
  const here = rounds.filter((each) => each.table === id);
  const now = last.length ? [el("section", { class: "last" }, last)] : [];
  if (!here.length) return [...now, el("h2", {}, "Your rounds here"), el("p", {}, "Each round you play at this table will stand here with what you wagered and won. Place a bet to begin.")];
  const row = (each) => el("tr", {}, el("td", {}, el("a", { href: `/rounds/${encodeURIComponent(id)}/${each.round}` }, String(each.round))), el("td", {}, money(cents(each.wagered))), el("td", {}, money(cents(each.returned))), el("td", {}, each.void ? "void" : signed(cents(each.net))));
  return [...now, el("h2", {}, "Your rounds here"), el("p", { class: "label" }, "The number of a round leads to it, played back with its proof."),
    el("table", { class: "figures" },
      el("thead", {}, el("tr", {}, ["round", "wagered", "came back", "net"].map((each) => el("th", { scope: "col" }, each)))),
      el("tbody", {}, here.map(row)))];
}
