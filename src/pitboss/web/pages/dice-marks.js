// What lies on a place of a layout of dice: own chips with their amount, or what became of them, as fully as there is room.

import { stack } from "./chips.js";
import { totalOf } from "./dice-pieces.js";
import { el } from "./dom.js";
import { breadth, fullest } from "./fitting.js";
import { money, signed } from "./money.js";
import { says, together } from "./spots.js";

export const at = ({ x, y, w, h }) => ({ "--x": `${x}px`, "--y": `${y}px`, "--w": `${w}px`, "--h": `${h}px` });
export const size = (pixels) => ({ "--size": `${pixels}px` });
export const text = (kind, words, pixels) => (words && pixels ? el("span", { class: kind, ...size(pixels) }, words) : null);
export const brief = (amount) => money(amount).replace(".00", "");

const LETTERS = 12;
const AROUND = 12; // the rim of an amount

// Own wagers, the sum of others', and what a roll made of those that lay there.
// `scale`: how much larger than usual they are.
export function onPlace(scene, place, unit) {
  const pieces = scene.pieces.filter((each) => each.place === place);
  return {
    scale: Math.min(Math.max(unit, 1), 2.2),
    own: pieces.filter((each) => each.player === scene.me), others: totalOf(pieces.filter((each) => each.player !== scene.me)),
    result: together(scene.results.filter((each) => each.place === place)),
  };
}

function ways({ own, result }) {
  if (own.length) return [money(totalOf(own)), brief(totalOf(own))];
  if (!result) return [];
  const moved = result.moved ? signed(result.moved) : "";
  return [`${says(result.outcome)}${moved ? ` ${moved}` : ""}`, moved.replace(".00", "") || says(result.outcome), result.moved > 0 ? "+" : result.moved < 0 ? "−" : "="];
}

// How much of the room is wanted.
export function lieBreadth(lies, room) {
  const letters = LETTERS * lies.scale;
  const words = fullest(ways(lies), room - AROUND, letters);
  return words ? breadth(words) * letters + AROUND + (lies.own.length ? 30 * lies.scale : 0) : 0;
}

// `most`: how wide chips may be at the usual scale. The amount goes before the chips where there is no room for both.
export function lie(lies, room, most = 26) {
  const all = ways(lies), chip = most * lies.scale;
  if (!all.length) return null;
  const letters = fullest(all, room - AROUND, LETTERS * lies.scale) ? LETTERS * lies.scale : LETTERS;
  const words = fullest(all, room - AROUND, letters);
  const sizes = { "--chip": `${chip}px`, "--letters": `${letters}px` };
  if (!lies.own.length) return el("span", { class: `came ${lies.result.outcome}`, title: `${lies.result.sentence} ${lies.result.clause}`, ...sizes }, words ?? all.at(-1));
  const withChips = fullest(all, room - AROUND - chip - 4, letters);
  return el("span", { class: "lie", ...sizes }, withChips || !words ? stack(totalOf(lies.own)) : null, withChips || words ? el("span", { class: "amount" }, withChips ?? words) : null);
}
