// The visitor's wagers as a list: what may be done with each, and what the next roll would do.

import { capital, nameOf, totalOf } from "./dice-pieces.js";
import { el } from "./dom.js";
import { cents, money, wire } from "./money.js";
import { nextRoll } from "./next-roll.js";

// How many there are and what they come to: where the list has no place of its own, this opens it.
export function wagersDoor({ own, open, toggle }) {
  const number = `${own.length} ${own.length === 1 ? "wager" : "wagers"}`;
  return el("button", { class: "wagers-door", "data-key": "wagers", "aria-expanded": String(open), onclick: toggle },
    el("b", {}, number), el("span", {}, "on the table"), el("strong", {}, money(totalOf(own))));
}

export function wagerList(scene) {
  const { view } = scene;
  const own = scene.pieces.filter((each) => each.player === scene.me);
  if (!own.length) return el("p", { class: "empty" }, view.choices.some((each) => each.do === "bet") ? "Choose a chip, then click where it is to lie: it is placed at once." : "What you bet between two rolls will lie here.");
  const lines = own.filter((each) => !own.some((line) => line.id === each.behind));
  return [
    el("ul", { class: "lying" }, lines.flatMap((line) => [wagerRow(scene, line), ...own.filter((each) => each.behind === line.id).map((each) => wagerRow(scene, each, true)), ...scene.slots.filter((slot) => slot.behind === line.id).map((slot) => addOdds(scene, slot))])),
    el("p", { class: "on-table" }, el("span", {}, "On the table"), el("strong", {}, money(totalOf(own)))),
    nextRoll(view.next_roll ?? {}),
  ];
}

function wagerRow({ view, chosen, act, areas }, each, under = false) {
  const name = nameOf(each);
  const can = (what) => view.choices.find((choice) => choice.do === what && choice.id === each.id);
  const changes = view.choices.filter((choice) => choice.do === "change" && choice.id === each.id);
  const change = (by, says) => {
    const to = each.cents + by;
    const may = changes.some((choice) => cents(choice.amount) > each.cents === by > 0) && to > 0;
    return el("button", { disabled: !may, "data-key": `${by > 0 ? "more" : "less"} ${each.id}`, "aria-label": `${says} ${name} to ${money(to)}`, onclick: () => act({ do: "change", id: each.id, amount: wire(to) }) }, `${by > 0 ? "+" : ""}${money(by).replace(".00", "")}`);
  };
  const called = can("call_on") ?? can("call_off");
  const down = can("take_down");
  const area = areas.get(each.wager);
  const contract = Boolean(area?.on_layout?.contract && each.point);
  const notes = [contract ? "contract" : "", each.works === false ? "off" : ""].filter(Boolean);
  return el("li", { class: under ? "under" : null, "data-wager": each.id, tabindex: -1 },
    el("span", { class: "which" }, capital(name), notes.map((note) => el("em", {}, ` ${note}`))),
    el("b", {}, money(each.cents)),
    el("span", { class: "does" }, [contract ? null : [change(chosen, "Raise"), change(-chosen, "Reduce")],
      called ? el("button", { "data-key": `call ${each.id}`, onclick: () => act(called), "aria-label": `Call ${name} ${called.do === "call_on" ? "on" : "off"}` }, called.do === "call_on" ? "Call on" : "Call off") : null,
      down ? el("button", { "data-key": `down ${each.id}`, onclick: () => act(down), "aria-label": `Take down ${name}` }, "Take down") : null].flat()));
}

// Odds that can be added now, below the wager they would stand behind.
function addOdds(scene, { choice, line, most }) {
  return el("li", { class: "under add" }, el("button", { class: "add-odds", "data-key": `add odds ${choice.behind}`, "aria-label": `Bet on ${choice.wager.replaceAll("_", " ")} behind ${line}, up to ${money(most)} more`, onclick: (event) => event.detail > 1 || scene.place(choice) }, `Add odds, up to ${money(most)}`));
}
