// A pay table edited live: the edge is a sum of products in whole numbers, made anew with every key.

import { ask } from "./door.js";
import { el } from "./dom.js";
import { Fraction } from "./fraction.js";
import { clause } from "./grids.js";
import { cents } from "./money.js";

const PAUSE = 150;
const WHOLE = /^[0-9]{1,9}$/;

// What a wager costs by these pays: null where a hand is not paid.
export function edge(editor, rows, pays, meter) {
  const deals = BigInt(editor.deals);
  let returned = new Fraction(0n);
  rows.forEach((row, place) => {
    if (pays[place] === null) return;
    returned = returned.plus(new Fraction(BigInt(row.deals), deals).times(award(editor, row, BigInt(pays[place]), meter)));
  });
  return Fraction.read(editor.base).minus(returned);
}

// In units staked. A share of the meter is paid down to the cent; other awards of a progressive are dollars.
function award(editor, row, pays, meter) {
  if (!editor.stake) return new Fraction(pays + (editor.returns_stake ? 1n : 0n));
  return new Fraction(row.share ? (BigInt(meter) * pays) / 100n : pays * 100n, BigInt(cents(editor.stake)));
}

export function edited(game, text, editor) {
  let block = editor.blocks.find((each) => each.tables.some((table) => table.in_force)) ?? editor.blocks[0];
  const id = (name) => `edit-${editor.wager}-${name}`;
  const all = editor.blocks.flatMap((each) => each.tables.map((table) => ({ block: each, table })));
  const choose = el("select", { id: id("table"), onchange: () => take(all[choose.selectedIndex]) },
    all.map(({ table }) => el("option", { selected: table.in_force }, `${table.label || "the text's"}${table.in_force ? " (in force)" : ""}`)));
  const meter = editor.meter ? el("input", { id: id("meter"), inputmode: "decimal", value: editor.meter, oninput: () => reckon() }) : null;
  const body = el("tbody");
  const figure = el("output", { for: id("table"), class: "edge" }), word = el("strong"), exactly = el("span", { class: "exact" });
  const law = el("p", { role: "status", class: "law" });
  let asked = 0;

  function take({ block: chosen, table }) {
    block = chosen;
    body.replaceChildren(...block.rows.map((row, place) => el("tr", {},
      el("th", { scope: "row" }, el("label", { for: id(place) }, row.hand)),
      el("td", {}, el("span", { class: "pays" }, editor.stake && !row.share ? "$" : "",
        el("input", { id: id(place), inputmode: "numeric", size: 6, value: table.pays[place] ?? "", oninput: () => reckon(), "aria-describedby": id("law") }),
        editor.stake ? (row.share ? "% of the meter" : "") : "to 1")),
      el("td", { class: "figure" }, BigInt(row.deals).toLocaleString("en")),
      el("td", { class: "clause" }, clause(row.clause)))));
    reckon();
  }

  function reckon() {
    const mine = ++asked; // what was asked before is of another table
    const inputs = [...body.querySelectorAll("input")];
    const bad = inputs.filter((each) => each.value.trim() && !WHOLE.test(each.value.trim()));
    inputs.forEach((each) => each.setAttribute("aria-invalid", bad.includes(each)));
    const badMeter = meter && !/^[0-9]{1,10}(\.[0-9]{2})?$/.test(meter.value.trim());
    if (bad.length || badMeter) return said("Write whole numbers; leave a hand empty that is not paid. A meter is money, such as 10000.00.", "not yet a table");
    const pays = inputs.map((each) => each.value.trim() || null);
    const found = edge(editor, block.rows, pays, meter ? cents(meter.value.trim()) : 0);
    figure.textContent = found.percent();
    exactly.textContent = `exactly ${found}`;
    word.textContent = found.isNegative ? "favours the player" : "";
    figure.parentElement?.classList.toggle("loud", found.isNegative);
    setTimeout(() => mine === asked && check(pays.map((each) => each ?? "-"), mine), PAUSE);
  }

  async function check(pays, mine) {
    try {
      const query = new URLSearchParams({ wager: editor.wager, pays: pays.join(",") });
      const found = await ask(`/sheets/${game}/${text}/posting?${query}`);
      if (mine === asked) said(found.says, found.allowed ? "allowed" : "not allowed", found.clause);
    } catch (error) {
      if (mine === asked) said(error.message, "not known");
    }
  }

  function said(sentence, mark, by = "") {
    law.className = `law ${mark === "allowed" ? "may" : "may-not"}`;
    law.replaceChildren(el("strong", {}, mark === "allowed" ? "✓ Allowed. " : mark === "not allowed" ? "✗ Not allowed. " : ""), sentence, by ? " " : "", by ? clause(by) : "");
  }

  law.id = id("law");
  const shown = el("section", { class: "editor", "aria-label": `Edit the pay table of the ${editor.title}`, "data-wager": editor.wager },
    el("h3", {}, `What if? The ${editor.title}`),
    el("p", { class: "fields" },
      el("label", { for: id("table") }, "Begin with table "), choose,
      meter ? el("label", { for: id("meter") }, "meter ") : null, meter),
    el("div", { class: "side-by-side" },
      el("div", { class: "scroll" }, el("table", {}, el("thead", {}, el("tr", {}, ["hand", "pays", "deals that pay", "clause"].map((each, place) => el("th", { scope: "col", class: place === 2 ? "figure" : null }, each)))), body)),
      el("div", { class: "outcome", "aria-live": "polite" }, el("p", {}, "house edge"), el("p", {}, figure, " ", word), el("p", {}, exactly), law)));
  take(all.find(({ table }) => table.in_force) ?? all[0]);
  return shown;
}
