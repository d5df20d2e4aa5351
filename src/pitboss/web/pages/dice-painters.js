// How each part of a layout of dice is drawn. Where it lies comes from dice-layout.js, what lies on it from the scene.

import { printed } from "./bones.js";
import { stack } from "./chips.js";
import { paintNumber } from "./dice-numbers.js";
import { capital, totalOf } from "./dice-pieces.js";
import { at, lie, lieBreadth, onPlace, size, text } from "./dice-marks.js";
import { el, svg } from "./dom.js";
import { breadth, fitting, fullest } from "./fitting.js";
import { money } from "./money.js";

const SHORT = 70; // too low for words below each other
const BAR = 88; // a barred throw with its word

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

function paintArea(scene, box, unit) {
  const { area, dice } = box;
  const place = dice ? `${area.name} ${dice}` : area.name;
  const lies = onPlace(scene, place, unit);
  const total = totalOf(lies.own);
  const choice = (scene.open.get(area.name) ?? []).find((each) => !scene.hasSlot(each));
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
// How wide chips may be, at the usual scale, that lie in a row of this height.
const chipFor = (high, { scale }) => Math.min(26, (high - 6) / (1.15 * scale));
const kindOf = (area) => capital(area.kind.split(",")[0]);

// Each gives what is inside the button: words that fit, and what lies there in the room that they leave.
const LOOKS = {
  // A name across the cloth, and next to it what lies there.
  word({ area, w, h, size: most }, lies, unit) {
    const words = area.title.toUpperCase(), dice = area.on_layout?.dice, room = w - 16;
    const beside = lieBreadth(lies, room / 2);
    const bar = dice && room - beside - BAR > breadth(words) * 14 ? BAR : 0;
    const pixels = fitting(words, (room - beside - bar) / 1.22, Math.min(most * unit, h * 0.62)) || 12;
    return [text("name", words, pixels), bar ? barred(dice) : null, lie(lies, room - bar - breadth(words) * pixels * 1.22, chipFor(h, lies))];
  },
  tall({ area, w, h }, lies, unit) {
    const words = h < SHORT ? [area.title.toUpperCase()] : area.title.toUpperCase().split(" ");
    const longest = words.reduce((one, other) => (breadth(other) > breadth(one) ? other : one));
    const pixels = fitting(longest, w - 8, Math.min(16 * unit, h * 0.16)) || 12;
    const stands = lies.own.length || lies.result;
    return [...words.map((each) => text("name", each, pixels)), area.on_layout?.dice && h > (stands ? 150 : 110) ? barred(area.on_layout.dice) : null, lie(lies, w - 8, h > 150 ? 26 : 16)];
  },
  odds({ area, w, h }, lies, unit) {
    const words = capital(area.title), pixels = fitting(words, w / 2, 15 * unit) || 12, room = w - 34 - breadth(words) * pixels;
    const behind = `behind the ${area.on_layout?.behind?.[0]?.replaceAll("_", " ").replace("dont ", "don’t ") ?? "line"}`;
    return [text("name", words, pixels), lie(lies, room, chipFor(h, lies)) ?? text("pays", behind, fitting(behind, room, 12 * unit))];
  },
  // A wager on a number: what it is, and below it what it pays.
  half({ area, w, h }, lies, unit) {
    const kind = kindOf(area), brief = kind.split(" ").slice(1).join(" "), room = w - 6;
    const most = Math.min(13 * Math.max(unit, 1), h * 0.36);
    const named = fitting(kind, room, most) ? kind : capital(brief || kind);
    return [text("name", named, fitting(named, room, most) || 12), lie(lies, room, 13) ?? text("pays", area.pays, fitting(area.pays, room, most) || 12)];
  },
  some({ area, w, h }, lies, unit) {
    const kind = kindOf(area).toUpperCase(), most = 13 * unit;
    return [text("name", kind, fitting(kind, w - 6, most) || 12), text("numeral", area.number, Math.min(34 * unit, h * 0.36)), lie(lies, w - 6, 13) ?? text("pays", area.pays, fitting(area.pays, w - 6, most) || 12)];
  },
  field({ area, w, h }, lies, unit) {
    const { totals } = area.on_layout, name = area.title.toUpperCase();
    const often = (odds) => totals.filter(([, each]) => each === odds).length;
    const usual = totals.map(([, odds]) => odds).sort((one, other) => often(other) - often(one))[0];
    const pixels = Math.min(26 * unit, (w - 20) / totals.length / 1.9, h * 0.27);
    const named = fitting(name, w * 0.28, Math.min(20 * unit, h * 0.25)) || 12, room = w - 30 - breadth(name) * named * 1.22;
    const all = [usual, ...totals.filter(([, odds]) => odds !== usual).map(([total, odds]) => `${total} pays ${odds}`)].join(", ");
    return [
      el("span", { class: "totals", "aria-hidden": "true", ...size(Math.max(pixels, 12)) }, totals.map(([total, odds]) => el("span", { class: odds === usual ? null : "special" }, String(total)))),
      el("span", { class: "below" }, text("name", name, named), lie(lies, room) ?? text("pays", fullest([all, usual], room), fitting(fullest([all, usual], room) ?? usual, room, 13 * unit) || 12)),
    ];
  },
  // A name, and at the other end what it pays or what lies there.
  strip({ area, w, h }, lies, unit) {
    const words = capital(area.title), pixels = fitting(words, w * 0.58, Math.min(15 * unit, h * 0.5)) || 12;
    const room = w - 36 - breadth(words) * pixels, note = noteOf(area, room);
    return [text("name", words, pixels), lie(lies, room, chipFor(h, lies)) ?? text("pays", note, fitting(note, room, 12 * Math.max(1, unit * 0.9)))];
  },
  // A throw as it is printed, which says enough where chips leave no room for its name.
  dice({ area, w, h, small, large }, lies, unit) {
    const words = capital(area.title), most = (large ? 20 : 13) * Math.max(unit, 1), room = w - 10;
    const stands = lies.own.length > 0 || lies.result;
    const pixels = fitting(words, room, most) || 12, paid = fitting(area.pays, room, Math.min(most, pixels)) || 12;
    const oneLine = !large && breadth(`${words} ${area.pays}`) * pixels + 10 <= room;
    const lines = small || (stands && !large) || oneLine ? 1 : 2;
    const die = Math.min(w * 0.3, h - 12 - lines * (stands ? 26 : pixels * 1.3), (large ? 60 : 30) * Math.max(unit, 1));
    const named = !small && (large || (stands ? breadth(words) * pixels + 10 + lieBreadth(lies, 200) <= room : true));
    const pays = lie(lies, named && !large ? room - breadth(words) * pixels - 10 : room, large ? 26 : 20) ?? text("pays", area.pays, paid);
    const shown = el("span", { class: "shown", "--die": `${Math.max(die, 12)}px` }, printed(area.on_layout.dice));
    const name = named ? text("name", words, pixels) : null;
    return lines === 2 ? [shown, name, pays] : [shown, el("span", { class: "below" }, name, pays)];
  },
  hop({ dice, w, h }, lies, unit) {
    const words = dice.replace("-", "·");
    return lie(lies, w - 4, 14) ?? text("name", words, fitting(words, w - 2, Math.min(13 * Math.max(unit, 1), h * 0.6)) || 12);
  },
};

// What a strip says besides its name, if there is room: its odds, or the first of them.
function noteOf(area, room) {
  const [first] = area.pays.split("; ");
  return fullest([area.pays, first, first.split(" on ")[0]], room) ?? "";
}

function paintHeading(box, unit) {
  const { area, w, h } = box;
  const words = capital(area.title), pixels = Math.max(12, Math.min(14 * unit, h * 0.6)), room = w - 36 - breadth(words) * pixels;
  const note = noteOf(area, room);
  return el("div", { class: "heading", "aria-hidden": "true", ...at(box) }, text("name", words, pixels), text("pays", note, fitting(note, room, 12 * Math.max(1, unit * 0.9))));
}
