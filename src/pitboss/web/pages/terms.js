// Limits and pay tables of a table as a form, and what the lab says they cost, before anybody takes them.

import { ask } from "./door.js";
import { el } from "./dom.js";
import { field, pick, trying } from "./forms.js";
import { words } from "./told.js";

const AGAIN = 700;
const written = (value) => (value === null ? "not offered" : value === true ? "yes" : value === false ? "no" : words(String(value)));

export async function edgesOf(game, jurisdiction, options, told = () => {}) {
  const asked = new URLSearchParams({ game, jurisdiction, options: JSON.stringify(options) });
  for (;;) {
    const { edges } = await ask(`/api/admin/edge?${asked}`);
    if (edges) return edges;
    told("The lab is counting every deal. The first time this can take a minute.");
    await new Promise((done) => setTimeout(done, AGAIN));
  }
}

export function optionFields(game, jurisdiction, chosen) {
  return game.options[jurisdiction].filter((each) => each.values).map((each) => {
    const value = each.name in chosen ? chosen[each.name] : each.default;
    const values = each.values.some((one) => JSON.stringify(one) === JSON.stringify(value)) ? each.values : [value, ...each.values];
    return pick(`option ${each.name}`, words(each.name), values.map((one) => [JSON.stringify(one), written(one)]), JSON.stringify(value), each.says);
  });
}

export function limitFields(wagers, limits) {
  return wagers.map((wager) => el("fieldset", { class: "limit" }, el("legend", {}, `${words(wager)}, least and most`),
    field(`least ${wager}`, "least", { value: limits[wager]?.[0] ?? "", inputmode: "decimal", placeholder: "5.00" }),
    field(`most ${wager}`, "most", { value: limits[wager]?.[1] ?? "", inputmode: "decimal", placeholder: "500.00" })));
}

// What was filled in, as the API takes it; only what differs from `before`.
export function read(given, before = { options: {}, limits: {} }) {
  const options = {}, limits = {};
  for (const [name, value] of Object.entries(given)) {
    const [kind, what] = [name.split(" ")[0], name.split(" ").slice(1).join(" ")];
    if (kind === "option" && value !== JSON.stringify(before.options[what])) options[what] = JSON.parse(value);
    if (kind === "least" && (value || given[`most ${what}`])) limits[what] = [value, given[`most ${what}`]];
  }
  for (const [wager, pair] of Object.entries(limits)) if (JSON.stringify(pair) === JSON.stringify(before.limits[wager])) delete limits[wager];
  return { options, limits };
}

export function compared(now, then) {
  const before = Object.fromEntries((now ?? []).map((each) => [each.wager, each]));
  const row = (each) => {
    const was = before[each.wager]?.edge ?? "not offered";
    return el("tr", {}, el("td", {}, words(each.wager)), now && el("td", { class: "figure" }, was),
      el("td", { class: "figure" }, el("strong", {}, each.edge), each.favours_player ? " the player's" : ""), now && el("td", {}, was === each.edge ? "the same" : "changes"));
  };
  return el("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": "Edges" }, el("table", { class: "edges" }, el("thead", {}, el("tr", {}, el("th", { scope: "col" }, "wager"), now && el("th", { scope: "col", class: "figure" }, "edge now"), el("th", { scope: "col", class: "figure" }, "edge then"), now && el("th", { scope: "col" }, ""))),
    el("tbody", {}, then.map(row))));
}

// First the edge is shown; only then can it be taken, and any further change has to be shown again.
export function shownFirst(filled, shown, take, edges) {
  let asked = 0;
  const look = el("button", { type: "button", "data-key": "edge", onclick: () => trying(async () => {
    const mine = ++asked;
    const tell = (...found) => mine === asked && shown.replaceChildren(...found);
    look.disabled = true;
    try {
      tell(await edges((words) => tell(el("p", { role: "status" }, words))));
      take.disabled = mine !== asked;
    } finally { look.disabled = false; }
  }) }, "Show the edge");
  take.disabled = true;
  filled.addEventListener("input", ({ target }) => {
    if (target.name === "reason") return;
    asked += 1; // an edge that is still being counted is of other terms
    take.disabled = true;
    shown.replaceChildren();
  });
  return look;
}
