// A table of dice: the puck, the dice as they fell, every betting area, and the visitor's wagers.

import { bones } from "./bones.js";
import { stack } from "./chips.js";
import { el } from "./dom.js";
import { cents, money, sum, wire } from "./money.js";
import { tag, together } from "./spots.js";
import { words } from "./told.js";

export function rolled(dice, puck) {
  return [bones(dice), el("p", { class: `puck${puck ? " on" : ""}` }, puck ? `On ${puck}` : "Off")];
}

const HOPS = [];
for (let high = 1; high <= 6; high++) for (let low = 1; low <= high; low++) HOPS.push(`${high}-${low}`);

// Every betting area by its group; areas of one kind for several numbers stand in a row under its name.
export function board(scene) {
  const groups = [...new Set(scene.layout.areas.map((area) => area.group))];
  return groups.map((group) => el("section", { class: "rail-group", "data-group": group }, el("h2", {}, group), rows(scene, group)));
}

function rows(scene, group) {
  const areas = scene.layout.areas.filter((area) => area.group === group);
  const kinds = [...new Set(areas.map((area) => area.kind))];
  return kinds.map((kind) => el("div", { class: `rail-row${kind ? " numbered" : ""}` }, kind ? el("h3", {}, kind) : null,
    el("div", { class: "rail-areas" }, areas.filter((area) => area.kind === kind).map((area) => drawArea(scene, area)))));
}

function drawArea({ view, me, open, results, bet }, area) {
  const own = view.wagers.filter((each) => each.wager === area.name && each.player === me);
  const others = sum(view.wagers.filter((each) => each.wager === area.name && each.player !== me).map((each) => cents(each.amount)));
  const total = sum(own.map((each) => cents(each.amount)));
  const may = open.get(area.name) ?? [];
  const result = together(results.filter((each) => each.wager === area.name));
  const which = area.names_dice ? select("Which dice", HOPS.map((each) => [each, each]))
    : may.length > 1 ? select("Behind which wager", may.map((each) => [each.behind, behind(view, each.behind)])) : null;
  // A wager lies at once here, so the second click of a double click is not another one.
  const place = (event) => event.detail > 1 || bet({ ...may[0], ...(which && (area.names_dice ? { dice: which.value } : { behind: which.value })) });
  return el("div", { class: `rail-area${total ? " lies" : ""}`, title: `${area.says} (${area.clause})` },
    el("button", { class: "put", "data-key": `spot ${area.name}`, "data-area": area.name, disabled: !may.length, onclick: place,
      "aria-label": `Bet on ${area.title}${area.pays ? `, pays ${area.pays}` : ""}${total ? `, ${money(total)} lies there` : ""}${others ? `, others have ${money(others)} there` : ""}` },
    el("span", { class: "name" }, area.number || area.title), area.pays ? area.pays.split("; ").map((each) => el("span", { class: "pays" }, each)) : null,
    others && !total ? el("span", { class: "lie others" }, stack(others)) : null, total ? el("span", { class: "lie" }, stack(total), el("span", { class: "amount" }, money(total))) : null),
    which, result && tag(result, { narrow: Boolean(area.number) }));
}

const select = (label, choices) => el("select", { "aria-label": label }, choices.map(([value, says]) => el("option", { value }, says)));

function behind(view, id) {
  const found = view.wagers.find((each) => each.id === id);
  return `${words(found.wager)}${found.point ? ` on ${found.point}` : ""}`;
}

// The visitor's wagers as they lie, and what may be done with each: as much more or less as the chip chosen, on or off, down.
export function lying({ view, me, chosen, act }) {
  const own = view.wagers.filter((each) => each.player === me);
  if (!own.length) return [el("h2", {}, "Your wagers"), el("p", { class: "empty" }, view.choices.some((each) => each.do === "bet") ? "Choose a chip, then click where it is to lie: it is placed at once." : "What you bet between two rolls will lie here.")];
  return [el("h2", {}, "Your wagers"), el("ul", { class: "lying" }, own.map((each) => {
    const can = (what) => view.choices.find((choice) => choice.do === what && choice.id === each.id);
    const changes = view.choices.filter((choice) => choice.do === "change" && choice.id === each.id);
    const change = (by, says) => {
      const to = cents(each.amount) + by;
      const may = changes.some((choice) => cents(choice.amount) > cents(each.amount) === by > 0) && to > 0;
      return el("button", { disabled: !may, "data-key": `${by > 0 ? "more" : "less"} ${each.id}`, "aria-label": `${says} ${name(each)} to ${money(to)}`, onclick: () => act({ do: "change", id: each.id, amount: wire(to) }) }, by > 0 ? `+${money(by)}` : money(by));
    };
    const called = can("call_on") ?? can("call_off");
    const down = can("take_down");
    return el("li", {},
      el("span", { class: "which" }, capital(name(each)), each.works === false ? el("em", {}, " off") : null),
      el("b", {}, money(cents(each.amount))),
      el("span", { class: "does" }, change(chosen, "Raise"), change(-chosen, "Reduce"),
        called ? el("button", { "data-key": `call ${each.id}`, onclick: () => act(called), "aria-label": `Call ${name(each)} ${called.do === "call_on" ? "on" : "off"}` }, called.do === "call_on" ? "Call on" : "Call off") : null,
        down ? el("button", { "data-key": `down ${each.id}`, onclick: () => act(down), "aria-label": `Take down ${name(each)}` }, "Take down") : null));
  }))];
}

const name = (each) => `${words(each.wager)}${each.dice ? ` ${each.dice}` : ""}${each.point ? ` on ${each.point}` : ""}`;
const capital = (text) => `${text[0].toUpperCase()}${text.slice(1)}`;
