// The box of a number: the puck, its numeral, and what has travelled there with its odds, or a place for them.

import { stack } from "./chips.js";
import { at, brief, lie, onPlace, size } from "./dice-marks.js";
import { nameOf, totalOf } from "./dice-pieces.js";
import { el } from "./dom.js";
import { fitting } from "./fitting.js";
import { money } from "./money.js";

const SPELLED = { 6: "SIX", 9: "NINE" }; // the two that are the same upside down
const FLAT = 120; // lower than this, the puck lies next to the numeral
const ROOM_FOR_ONE = 46;
const SLIM = 84;
const LEAST_CHIP = 18;

export function paintNumber(scene, box, unit) {
  const { number, w, h, top, foot } = box;
  const middle = h - top - foot, on = scene.puck === number, flat = middle < FLAT;
  const words = SPELLED[number] ?? String(number);
  const place = `number ${number}`;
  const { own, others, result, scale } = onPlace(scene, place, unit);
  const slim = flat && w < SLIM; // the puck stays above the numeral, and all is smaller
  const pixels = Math.min(fitting(words, on && flat && !slim ? w - 44 : w - 10, 40 * unit) || 12, slim && on ? 20 : middle * 0.34);
  return el("div", { class: `number-box${on ? " point" : ""}${flat ? (slim ? " slim" : " flat") : ""}`, "data-number": number, ...at(box), "--top": `${top}px`, "--foot": `${foot}px` },
    el("div", { class: "number-middle", "data-place": place },
      el("div", { class: "numeral-row" }, on ? el("span", { class: "on-puck", "data-place": "puck", "aria-hidden": "true" }, "ON") : null, el("span", { class: "numeral", "aria-hidden": "true", ...size(pixels) }, words)),
      el("div", { class: "travelled" },
        own.length ? groups(scene, own, w - 8, (slim && on ? 16 : flat ? 20 : 24) * (flat ? 1 : scale)) : result ? lie({ own: [], result, scale: 1 }, w - 8) : null,
        !own.length && !result && others ? el("span", { class: "others", title: `Others have ${money(others)} here` }, stack(others)) : null)));
}

// A line wager with its odds is a group; where they have no room next to each other, all are one.
function groups(scene, own, room, chip) {
  const lines = own.filter((each) => !own.some((line) => line.id === each.behind));
  const wide = room / lines.length;
  const slotOf = (line) => scene.slots.find((slot) => slot.behind === line.id);
  if (wide < ROOM_FOR_ONE && lines.length > 1) return group(scene, lines, own, null, room, chip);
  return lines.map((line) => group(scene, [line], own.filter((each) => each === line || each.behind === line.id), slotOf(line), wide, chip));
}

function group(scene, lines, pieces, slot, room, chip) {
  const [line] = lines, odds = pieces.filter((each) => each.behind);
  const says = lines.map((each) => `Your ${nameOf(each)}: ${money(each.cents)}${odds.length ? ` and ${money(totalOf(odds.filter((one) => one.behind === each.id)))} in odds` : ""}`).join(". ");
  const apart = odds.length && lines.length === 1 && room >= 2 * chip + 8;
  const beside = slot ? Math.min(chip, (room - 10) / (apart ? 3 : 2)) : 0; // the size at which a place for odds fits, too
  const offered = beside >= LEAST_CHIP;
  return el("span", { class: `come-group${offered ? " offered" : ""}`, "--chip": `${offered ? beside : chip}px` },
    el("span", { class: "come-chips" },
      el("button", { class: "own-chips", "data-key": `own ${line.id}`, "aria-label": `${says}. Show what can be done`, title: says, onclick: () => scene.look(line.id) }, apart ? [stack(line.cents), stack(totalOf(odds))] : stack(totalOf(pieces))),
      offered ? paintSlot(scene, slot) : null),
    el("span", { class: "amount" }, brief(totalOf(pieces))));
}

// Where odds can be added now.
function paintSlot(scene, { choice, line, most }) {
  const says = `Bet on ${choice.wager.replaceAll("_", " ")} behind ${line}${most ? `, up to ${money(most)} more` : ""}`;
  return el("button", { class: "slot", "data-key": `odds ${choice.behind}`, "data-wager": choice.wager, "aria-label": says, title: most ? `Add up to ${money(most)}` : null, onclick: (event) => event.detail > 1 || scene.place(choice) }, "+");
}
