// A report as a table: figures to the right, a note where there is nothing, and its files to take away.

import { el } from "./dom.js";
import { cents, money } from "./money.js";

const MONEY = /^-?\d+\.\d\d$/;

export function cell(value) {
  return MONEY.test(value) ? money(cents(value)) : String(value ?? "");
}

export function rows(columns, lines, { empty = "Nothing yet.", heads = {} } = {}) {
  if (!lines.length) return el("p", { class: "quiet" }, empty);
  const right = new Set(columns.filter((name) => lines.every((line) => typeof line[name] === "number" || line[name] === "" || MONEY.test(line[name]))));
  return el("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": "Rows" }, el("table", {},
    el("thead", {}, el("tr", {}, columns.map((name) => el("th", { scope: "col", class: right.has(name) ? "figure" : null }, heads[name] ?? name.replaceAll("_", " "))))),
    el("tbody", {}, lines.map((line) => el("tr", {}, columns.map((name) => el("td", { class: right.has(name) ? "figure" : null }, line[name] instanceof Node ? line[name] : cell(line[name]))))))));
}

export function downloads(report, query = {}) {
  const file = (format) => el("a", { class: "button", href: `/api/reports/${report}?${new URLSearchParams({ ...query, format })}`, download: `${report}.${format}` }, format.toUpperCase());
  return el("p", { class: "doors" }, file("csv"), file("json"));
}

export function when(time) {
  return (typeof time === "number" ? new Date(time / 1000).toISOString() : time).slice(0, 19).replace("T", " ");
}
