// How each part of a layout of dice is drawn. Where it lies comes from dice-layout.js, what lies on it from the scene.

import { printed } from "./bones.js";
import { stack } from "./chips.js";
import { capital, nameOf, totalOf } from "./dice-pieces.js";
import { breadth, fitting } from "./dice-layout.js";
import { el, svg } from "./dom.js";
import { money, signed } from "./money.js";
import { says, together } from "./spots.js";

const SHORT = 70; // too low for words below each other
const SPELLED = { 6: "SIX", 9: "NINE" }; // the two that are the same upside down
const at = ({ x, y, w, h }) => ({ "--x": `${x}px`, "--y": `${y}px`, "--w": `${w}px`, "--h": `${h}px` });
const size = (pixels) => ({ "--size": `${pixels}px` });
const text = (kind, words, pixels) => (pixels ? el("span", { class: kind, ...size(pixels) }, words) : null);

// Every part in the order in which it is read; the painted lines first, as nothing lies below them.
export function paint(scene, { boxes, unit, height }, width) {
  const bands = boxes.filter((box) => box.look === "band");
  return [
    bands.length ? svg("svg", { class: "bands", viewBox: `0 0 ${width} ${height}`, width, height, "aria-hidden": "true" }, bands.flatMap((box) => paintBand(scene, box, unit))) : null,
    ...boxes.filter((box) => box.look !== "band").map((box) => (box.look === "number" ? paintNumber(scene, box, unit) : box.look === "heading" ? paintHeading(box, unit) : paintArea(scene, box, unit))),
  ];
}

// The way round the corner belongs to the button of the wager at the bottom: a click on it is one there.
function paintBand(scene, { area, d, at: [x, y], long, across }, unit) {
  const pixels = fitting(area.title.toUpperCase(), long - 12, Math.min(across * 0.5, 24 * unit));
  const press = (event) => event.currentTarget.closest(".dice-layout").querySelector(`[data-key="spot ${CSS.escape(area.name)}"]`).click();
  return [
    svg("path", { d, class: scene.open.get(area.name) ? "band open" : "band", onclick: press }),
    pixels ? svg("text", { x, y, class: "along", "font-size": pixels, transform: `rotate(-90 ${x} ${y})`, "text-anchor": "middle", "dominant-baseline": "central" }, area.title.toUpperCase()) : null,
  ];
}

const brief = (amount) => money(amount).replace(".00", "");

// What lies on a place: own chips with their amount, else what became of them, else chips of others.
function onPlace(scene, place) {
  const pieces = scene.pieces.filter((each) => each.place === place);
  return {
    own: pieces.filter((each) => each.player === scene.me), others: totalOf(pieces.filter((each) => each.player !== scene.me)),
    result: together(scene.results.filter((each) => each.place === place)),
  };
}

// `narrow`: there is no room for cents that are none, nor for the word before the amount.
function lie({ own, result }, { narrow = false, chip = true } = {}) {
  if (own.length) return el("span", { class: "lie" }, chip ? stack(totalOf(own)) : null, el("span", { class: "amount" }, narrow ? brief(totalOf(own)) : money(totalOf(own))));
  if (!result) return null;
  const moved = result.moved ? signed(result.moved) : "";
  return el("span", { class: `came ${result.outcome}`, title: `${result.sentence} ${result.clause}` }, narrow && moved ? moved.replace(".00", "") : `${says(result.outcome)}${moved ? ` ${moved}` : ""}`);
}

function paintArea(scene, box, unit) {
  const { area, dice } = box;
  const place = dice ? `${area.name} ${dice}` : area.name;
  const lies = onPlace(scene, place);
  const total = totalOf(lies.own);
  const may = scene.open.get(area.name) ?? [];
  const choice = may.find((each) => !scene.hasSlot(each));
  // A wager lies at once here, so the second click of a double click is not another one.
  const put = (event) => event.detail > 1 || scene.place({ ...choice, ...(dice ? { dice } : {}) });
  const label = `Bet on ${area.title}${dice ? ` ${dice}` : ""}${area.pays ? `, pays ${area.pays}` : ""}${total ? `, ${money(total)} lies there` : ""}${lies.others ? `, others have ${money(lies.others)} there` : ""}`;
  return el("div", { class: `rail-area look-${box.look}${lies.own.length ? " lies" : ""}${box.loud ? " loud" : ""}${box.h < SHORT ? " short" : ""}`, title: `${area.says} (${area.clause})`, ...at(box) },
    el("button", {
      class: "put", "data-key": `spot ${place}`, "data-area": area.name, "data-dice": dice, "data-place": place, disabled: !choice, "aria-label": label, onclick: put,
      oncontextmenu: (event) => lies.own.length && (event.preventDefault(), scene.look(lies.own[0].id)),
    }, LOOKS[box.look](box, lies, unit), lies.others && !lies.own.length && !lies.result ? el("span", { class: "others" }, stack(lies.others)) : null));
}

// The throw on which a wager against the dice does not win.
const barred = (dice) => el("span", { class: "barred" }, text("pays", "BAR", 12), printed(dice));

const kindOf = (area) => capital(area.kind.split(",")[0]);

const LOOKS = {
  // A name across the cloth, and next to it what lies there.
  word({ area, w, h, size: most }, lies, unit) {
    const words = area.title.toUpperCase(), dice = area.on_layout?.dice;
    const room = w - 24 - (dice ? 80 : 0) - 110;
    return [text("name", words, fitting(words, room / 1.2, Math.min(most * unit, h * 0.62)) || 12), dice ? barred(dice) : null, lie(lies)];
  },
  tall({ area, w, h }, lies, unit) {
    const words = h < SHORT ? [area.title.toUpperCase()] : area.title.toUpperCase().split(" ");
    const longest = words.reduce((one, other) => (breadth(other) > breadth(one) ? other : one));
    const pixels = fitting(longest, w - 8, Math.min(16 * unit, h * 0.16)) || 12;
    return [...words.map((each) => text("name", each, pixels)), area.on_layout?.dice && h > 2 * SHORT ? barred(area.on_layout.dice) : null, lie(lies, { narrow: w < 100, chip: h > SHORT })];
  },
  odds({ area, w }, lies, unit) {
    const says = capital(area.title);
    return [text("name", says, fitting(says, w / 2, 15 * unit) || 12), lie(lies) ?? (w > 260 ? text("pays", `behind the ${area.on_layout?.behind?.[0]?.replaceAll("_", " ").replace("dont ", "don’t ") ?? "line"}`, 12 * Math.max(unit, 1)) : null)];
  },
  half({ area, w, h }, lies, unit) {
    const kind = kindOf(area), brief = kind.split(" ").slice(1).join(" ");
    const most = Math.min(13 * Math.max(unit, 1), h * 0.38);
    const named = fitting(kind, w - 6, most) ? kind : capital(brief || kind);
    return [text("name", named, fitting(named, w - 4, most) || 12), lie(lies, { narrow: true, chip: w > 64 }) ?? text("pays", area.pays, fitting(area.pays, w - 4, most) || 12)];
  },
  some({ area, w, h }, lies, unit) {
    const kind = kindOf(area).toUpperCase();
    return [text("name", kind, fitting(kind, w - 6, 13 * unit) || 12), text("numeral", area.number, Math.min(34 * unit, h * 0.4)), lie(lies, { narrow: true, chip: false }) ?? text("pays", area.pays, fitting(area.pays, w - 6, 13 * unit) || 12)];
  },
  field({ area, w, h }, lies, unit) {
    const { totals } = area.on_layout;
    const usual = totals.map(([, odds]) => odds).sort((one, other) => totals.filter(([, odds]) => odds === other).length - totals.filter(([, odds]) => odds === one).length)[0];
    const pixels = Math.min(26 * unit, (w - 20) / totals.length / 1.9, h * 0.32);
    const special = totals.filter(([, odds]) => odds !== usual);
    const says = [usual, ...special.map(([total, odds]) => `${total} pays ${odds}`)];
    const name = area.title.toUpperCase();
    return [
      el("span", { class: "totals", "aria-hidden": "true", ...size(Math.max(pixels, 12)) }, totals.map(([total, odds]) => el("span", { class: odds === usual ? null : "special" }, String(total)))),
      el("span", { class: "below" }, text("name", name, fitting(name, w * 0.3, 20 * unit) || 12), lie(lies) ?? text("pays", fitting(says.join(", "), w * 0.6, 13 * unit) ? says.join(", ") : usual, fitting(says.join(", "), w * 0.6, 13 * unit) || 12)),
    ];
  },
  // A name, and at the other end what it pays or what lies there.
  strip({ area, w, h }, lies, unit) {
    const words = capital(area.title), pixels = fitting(words, w * 0.55, Math.min(15 * unit, h * 0.5)) || 12;
    const room = w - 32 - breadth(words) * pixels;
    return [text("name", words, pixels), lie(lies, { narrow: room < 130, chip: room > 90 }) ?? text("pays", noteOf(area, room), 12 * Math.max(1, unit * 0.9))];
  },
  // A throw as it is printed; own chips lie next to it.
  dice({ area, w, h, small, large }, lies, unit) {
    const words = capital(area.title), most = (large ? 20 : 13) * Math.max(unit, 1), stands = lies.own.length > 0;
    const lines = small ? [area.pays] : stands || large || !fitting(`${words} ${area.pays}`, w - 20, most) ? [words, area.pays] : [`${words} ${area.pays}`];
    const pixels = Math.min(...lines.map((line) => fitting(line, w - 8, most) || 12), (h * 0.5) / lines.length / 1.2);
    const die = Math.min(w * (stands ? 0.22 : 0.3), h - 10 - lines.length * Math.max(pixels, 12) * 1.25, (large ? 60 : 30) * Math.max(unit, 1));
    const pays = lie({ ...lies, own: [] }, { narrow: w < 150 }) ?? text("pays", area.pays, pixels);
    const amount = stands ? lie(lies, { narrow: w < 110, chip: false }) : pays;
    const shown = el("span", { class: "shown", "--die": `${die}px` }, printed(area.on_layout.dice), stands && w > 84 ? stack(totalOf(lies.own)) : null);
    return small ? [shown, amount] : lines.length > 1 && !(stands && !large) ? [shown, text("name", words, pixels), amount] : [shown, el("span", { class: "below" }, text("name", words, pixels), amount)];
  },
  hop({ dice, w, h }, lies, unit) {
    return lie(lies, { narrow: true, chip: false }) ?? text("name", dice.replace("-", "·"), Math.min(13 * Math.max(unit, 1), h * 0.6, w * 0.42));
  },
};

// What a strip says besides its name, if there is room: its odds, or the first of them.
function noteOf(area, room) {
  const fits = (words) => breadth(words) * 12 <= room;
  const [first] = area.pays.split("; ");
  return [area.pays, area.pays.replaceAll("; ", ", "), first, first.split(" on ")[0]].find(fits) ?? "";
}

function paintHeading(box, unit) {
  const { area, w, h } = box;
  const words = capital(area.title);
  return el("div", { class: "heading", "aria-hidden": "true", ...at(box) }, text("name", words, Math.min(14 * Math.max(unit, 1), h * 0.6)),
    text("pays", noteOf(area, w - 24 - breadth(words) * 14), 12 * Math.max(1, unit * 0.9)));
}

// A number: the puck, its numeral, and what has travelled there with its odds, or a place for them.
function paintNumber(scene, box, unit) {
  const { number, w, h, top, foot } = box;
  const middle = h - top - foot, on = scene.puck === number;
  const words = SPELLED[number] ?? String(number);
  const pixels = Math.min(fitting(words, on && middle < 120 ? w * 0.5 : w - 10, 40 * unit) || 12, middle * 0.36);
  const place = `number ${number}`;
  const here = scene.pieces.filter((each) => each.place === place);
  const slots = scene.slots.filter((each) => each.place === place);
  const own = here.filter((each) => each.player === scene.me), lines = own.filter((each) => !each.behind);
  const { result, others } = onPlace(scene, place);
  return el("div", { class: `number-box${on ? " point" : ""}${middle < 120 ? " flat" : ""}`, "data-number": number, ...at(box), "--top": `${top}px`, "--foot": `${foot}px` },
    el("div", { class: "number-middle", "data-place": place },
      el("div", { class: "numeral-row" }, on ? el("span", { class: "on-puck", "data-place": "puck", "aria-hidden": "true" }, "ON") : null, el("span", { class: "numeral", "aria-hidden": "true", ...size(pixels) }, words)),
      el("div", { class: "travelled" },
        lines.map((line) => travelled(scene, line, own.filter((each) => each.behind === line.id), slots.find((each) => each.behind === line.id), w / Math.max(lines.length, 1))),
        !own.length && result ? lie({ own: [], result }, { narrow: true }) : null,
        !own.length && !result && others ? el("span", { class: "others", title: `Others have ${money(others)} here` }, stack(others)) : null)));
}

function travelled(scene, line, odds, slot, width) {
  const total = line.cents + totalOf(odds), name = nameOf(line);
  const says = `Your ${name}: ${money(line.cents)}${odds.length ? ` and ${money(totalOf(odds))} in odds` : ""}`;
  return el("span", { class: `come-group${width < 60 ? " tight" : ""}` }, el("span", { class: "come-chips" },
    el("button", { class: "own-chips", "data-key": `own ${line.id}`, "aria-label": `${says}. Show what can be done`, title: says, onclick: () => scene.look(line.id) }, stack(line.cents), odds.length ? stack(totalOf(odds)) : null),
    slot && !(odds.length && width < 90) ? paintSlot(scene, slot) : null), el("span", { class: "amount" }, brief(total)));
}

// Where odds can be added now.
function paintSlot(scene, { choice, line, most }) {
  return el("button", { class: "slot", "data-key": `odds ${choice.behind}`, "data-wager": choice.wager, "aria-label": `Bet on ${choice.wager.replaceAll("_", " ")} behind ${line}${most ? `, up to ${money(most)} more` : ""}`, title: most ? `Add up to ${money(most)}` : null, onclick: (event) => event.detail > 1 || scene.place(choice) }, "+");
}
