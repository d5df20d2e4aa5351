// Tables of figures: figures to the right, exact fractions whole or folded, each clause a link to what it says.

import { el } from "./dom.js";

const LONG = 44;
const SHORT = 15;
const NAMES = ["wager", "option", "area"];

export function grid(shown, { cell = text, folded = shown.rows.length > SHORT } = {}) {
  const { title, columns, rows, note = "", figures = [], loud = [], is_chart = false } = withoutShouts(shown);
  const right = new Set(figures), marked = new Set(loud);
  const head = (each, place) => el("th", { scope: "col", class: right.has(place) ? "figure" : null }, each);
  const data = (each, place) => el(place ? "td" : "th", { scope: place ? null : "row", class: kind(columns[place], right.has(place)), "data-do": is_chart && place ? each[0] : null }, cell(each, columns[place]));
  const table = el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": title },
    el("table", { class: is_chart ? "letters" : "" },
      el("thead", {}, el("tr", {}, columns.map(head))),
      el("tbody", {}, rows.map((row, place) => (marked.has(place) ? unmissed(row.map(data)) : el("tr", {}, row.map(data)))))));
  const under = note ? el("p", { class: "quiet" }, note) : null;
  const wide = (columns.length > 5 && !is_chart) || rows.some((row) => row.some((each, place) => each.length > 60 && !columns[place].endsWith("exactly")));
  return el("details", { class: `grid${wide ? " wide" : ""}`, open: !folded }, el("summary", {}, title, folded ? el("span", { class: "quiet" }, ` ${rows.length} rows`) : null), table, under);
}

// A report shouts in a column of its own; here the row says it where it begins.
function withoutShouts(shown) {
  if (!shown.loud?.length || shown.columns.at(-1) !== "") return shown;
  return { ...shown, columns: shown.columns.slice(0, -1), rows: shown.rows.map((row) => row.slice(0, -1)) };
}

// Never by colour alone: what favours the player says so.
function unmissed(cells) {
  const said = cells.some((each) => /favours the player/i.test(each.textContent));
  if (!said) cells[0].append(el("b", {}, " favours the player"));
  return el("tr", { class: "loud" }, cells);
}

function kind(head, isFigure) {
  if (head.endsWith("exactly")) return "figure exact";
  return isFigure ? "figure" : head === "clause" ? "clause" : null;
}

export function text(each, head) {
  if (head === "clause" && each) return clause(each);
  if (head.endsWith("exactly")) return each.length > LONG ? el("details", { class: "long" }, el("summary", {}, `${each.length - 1} digits`), each) : broken(each);
  return NAMES.includes(head) ? each.replaceAll("_", " ") : each;
}

// A fraction may be broken at its stroke, nowhere else.
function broken(each) {
  const [over, under] = each.split("/");
  return under ? el("span", {}, `${over}/`, el("wbr"), under) : each;
}

// A reading stands with the game's rules, a clause in the matrix.
export function clause(each) {
  const href = each.startsWith("reading ") ? `/rules/${location.pathname.split("/").pop()}#readings` : `/clauses?find=${encodeURIComponent(each)}`;
  return el("a", { href, class: "cited" }, each);
}
