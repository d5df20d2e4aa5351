// The rail of a table of dice: the puck, the dice as they fell, and every betting area by its group.

import { stack } from "./chips.js";
import { el, svg } from "./dom.js";
import { cents, money, sum } from "./money.js";
import { tag } from "./spots.js";
import { words } from "./told.js";

const PIPS = { 1: ["C"], 2: ["A", "I"], 3: ["A", "C", "I"], 4: ["A", "B", "H", "I"], 5: ["A", "B", "C", "H", "I"], 6: ["A", "B", "D", "F", "H", "I"] };
const AT = { A: [14, 14], B: [42, 14], D: [14, 28], C: [28, 28], F: [42, 28], H: [14, 42], I: [42, 42] };

function die(number) {
  return svg("svg", { viewBox: "0 0 56 56", class: "die", "aria-hidden": "true" },
    svg("rect", { x: 2, y: 2, width: 52, height: 52, rx: 9, class: "bone" }),
    PIPS[number].map((each) => svg("circle", { cx: AT[each][0], cy: AT[each][1], r: 5.2, fill: "#fff" })));
}

export function bones(dice, puck) {
  return [
    el("div", { class: "group dice", role: "img", "aria-label": dice ? `The dice show ${dice.replace("-", " and ")}` : "No roll yet" }, dice ? dice.split("-").map(die) : []),
    el("p", { class: `puck${puck ? " on" : ""}` }, puck ? `On ${puck}` : "Off"),
  ];
}

const HOPS = [];
for (let high = 1; high <= 6; high++) for (let low = 1; low <= high; low++) HOPS.push(`${high}-${low}`);

export function board({ layout, view, me, open, results, bet, act }) {
  const groups = [...new Set(layout.areas.map((area) => area.group))];
  return groups.map((group) => el("section", { class: "rail-group" }, el("h2", {}, group),
    el("div", { class: "rail-areas" }, layout.areas.filter((area) => area.group === group).map((area) => area_({ area, view, me, open, results, bet, act })))));
}

function area_({ area, view, me, open, results, bet, act }) {
  const own = view.wagers.filter((each) => each.wager === area.name && each.player === me);
  const total = sum(own.map((each) => cents(each.amount)));
  const may = open.get(area.name) ?? [];
  const came = results.filter((each) => each.wager === area.name);
  const which = area.names_dice && el("select", { "aria-label": "Which dice" }, HOPS.map((each) => el("option", {}, each)));
  const place = () => bet({ ...may[0], ...(which ? { dice: which.value } : {}) });
  return el("div", { class: `rail-area${total ? " lies" : ""}`, title: `${area.says} (${area.clause})` },
    el("button", { class: "put", "data-key": `spot ${area.name}`, "data-area": area.name, disabled: !may.length, onclick: place, "aria-label": `Bet on ${area.title}${total ? `, ${money(total)} lies there` : ""}` },
      el("span", { class: "name" }, area.title), total ? [stack(total), el("span", { class: "amount" }, money(total))] : null,
      ...came.slice(0, 1).map((each) => el("span", { class: `tag ${each.outcome}` }, tag(each)))),
    which,
    own.filter((each) => each.point).map((each) => el("span", { class: "point" }, `on ${each.point}`)),
    view.choices.filter((each) => each.do === "take_down" && own.some((wager) => wager.id === each.id)).slice(0, 1)
      .map((each) => el("button", { class: "down", "data-key": `down ${each.id}`, onclick: () => act(each), "aria-label": `Take down ${words(area.name)}` }, "Take down")));
}

