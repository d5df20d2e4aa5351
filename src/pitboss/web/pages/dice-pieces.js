// Which wager lies where: on its area, on the number it has travelled to, on the dice it names. Where a wager lay is
// remembered, so that its result can stand there.

import { regionOf } from "./dice-layout.js";
import { cents, sum } from "./money.js";
import { words } from "./told.js";

const TRAVEL = ["come", "dont_come"];

export class Pieces {
  constructor(areas) {
    this.areas = new Map(areas.map((area) => [area.name, area]));
    this.known = new Map();
  }

  // The wagers of a view, each with its place.
  lay(wagers) {
    for (const each of wagers) this.known.set(each.id, each);
    return wagers.map((each) => ({ ...each, cents: cents(each.amount), place: this.placeOf(each) }));
  }

  placeOf(wager) {
    const region = this.regionOf(wager.wager);
    if (TRAVEL.includes(region) && wager.point) return `number ${wager.point}`;
    if (region === "odds") {
      const line = this.known.get(wager.behind);
      const there = line && this.placeOf(line);
      return there?.startsWith("number ") ? there : wager.wager;
    }
    return wager.dice ? `${wager.wager} ${wager.dice}` : wager.wager;
  }

  regionOf(name) {
    const area = this.areas.get(name);
    return area ? regionOf(area) : "";
  }

  // The place of a result: where its wager lay when it was last seen.
  placeOfResult({ id, wager }) {
    const known = this.known.get(id);
    return known ? this.placeOf(known) : wager;
  }

  // Which line wager odds stand behind, in words.
  line(id) {
    const found = this.known.get(id);
    return found ? nameOf(found) : "";
  }
}

export const nameOf = (each) => `${words(each.wager)}${each.dice ? ` ${each.dice}` : ""}${each.point ? ` on ${each.point}` : ""}`;
export const capital = (text) => `${text[0].toUpperCase()}${text.slice(1)}`;
export const totalOf = (pieces) => sum(pieces.map((each) => each.cents));
