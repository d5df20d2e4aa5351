// Where the visitor is: the own seat, chips and wagers, the place that is looked at, and what the other places offer.

import { Habits } from "./habits.js";
import { cents, sum } from "./money.js";
import { mine, placesOf, playersAt, wagers } from "./seen.js";

const SHUT = ["paused", "stopped", "closed"];
const inOrder = (positions) => [...new Set(positions)].sort((one, other) => one - other);

export class Visitor {
  constructor(round, staged, waits, habits = new Habits("")) {
    Object.assign(this, { round, staged, waits, habits, layout: null, view: null, me: "", plays: false, wallet: 0, topUp: 0, chosen: 0, picked: null });
  }

  get own() {
    return mine(this.view, this.me);
  }

  get chips() {
    return cents(this.view.chips ?? "0.00");
  }

  choices(what) {
    return this.view.choices.filter((each) => each.do === what);
  }

  // The decision that can be made before the turn, if none is asked now: the first without a choice, else the one at the
  // place that is looked at.
  get early() {
    const all = this.choices("decide").length ? [] : this.view.early?.decisions ?? [];
    return all.find((each) => !each.noted) ?? all.find((each) => each.position === this.picked) ?? all[0] ?? null;
  }

  // Cents on each area of a position, and on all of them together.
  lies(position) {
    return wagers(this.view, position, this.me);
  }

  get lieAll() {
    const places = this.layout.family === "dice" ? [this.own] : placesOf(this.view, this.me);
    return sum(places.flatMap((position) => Object.values(this.lies(position))));
  }

  // What would lie there if the chips on the spots were placed.
  get wanted() {
    const { all } = this.staged;
    const placed = placesOf(this.view, this.me).filter((position) => !(position in all)).map((position) => this.lies(position));
    return sum([...Object.values(all), ...placed].flatMap((each) => Object.values(each)));
  }

  bet(position) {
    return this.staged.all[position] ?? this.lies(position);
  }

  // The wagers that have to lie at a position before a chip is put on an area: a side wager needs the main one. Of two
  // that need each other either may be the first.
  lacks(position, area) {
    const mutual = (name) => this.layout.areas.find((each) => each.name === name)?.needs?.includes(area.name);
    return (area.needs ?? []).filter((name) => !this.bet(position)[name] && !mutual(name));
  }

  // A staged bet that the table would refuse: where it lies, and what it lacks.
  get lacking() {
    for (const [position, bet] of Object.entries(this.staged.all)) {
      for (const area of this.layout.areas.filter((each) => bet[each.name])) {
        const needs = (area.needs ?? []).filter((name) => !bet[name]);
        if (needs.length) return { position: Number(position), area, needs };
      }
    }
    return null;
  }

  // Whether the chips that are left after the bet are too few to play on: what is left, and what the least of it takes.
  get shortfall() {
    const later = this.layout.areas.find((each) => each.times);
    if (!later) return null;
    const left = this.chips + this.lieAll - this.wanted;
    const takes = sum(this.betPlaces.map((position) => (this.bet(position)[later.of] ?? 0) * later.times));
    return takes > Math.max(left, 0) && left >= 0 ? { left, takes, wager: later.name } : null;
  }

  // Whether the chips that are left after the bet are too few for all that can be wagered later: what is left, and what
  // the most of it takes.
  get tight() {
    const left = this.chips + this.lieAll - this.wanted;
    const later = this.layout.areas.filter((each) => each.most_times);
    const takes = sum(this.betPlaces.flatMap((position) => later.map((each) => (this.bet(position)[each.of] ?? 0) * each.most_times)));
    return takes > Math.max(left, 0) && left >= 0 ? { left, takes } : null;
  }

  // The cents without which nobody bets here; with nothing posted, anything is enough.
  get leastBet() {
    const enters = this.layout.areas.filter((each) => each.when !== "later" && each.least && !each.needs?.length);
    return enters.length ? Math.min(...enters.map((each) => cents(each.least))) : 1;
  }

  // What lies at the own seat or is about to: cents on each area. Null if that is nothing.
  get current() {
    const bet = this.own === null ? {} : this.bet(this.own);
    return sum(Object.values(bet)) ? bet : null;
  }

  // Twice the bet, or twice the last one, as far as limits go. Null where that is no more, or more than the chips.
  get doubled() {
    const here = Object.fromEntries(this.betPlaces.map((position) => [position, this.bet(position)]));
    const before = sum(Object.values(here).flatMap((each) => Object.values(each))) ? here : this.staged.last ? this.lastBet : {};
    const twice = Object.fromEntries(Object.entries(before).map(([position, bet]) => [position, this.twice(bet)]));
    const worth = (bets) => sum(Object.values(bets).flatMap((each) => Object.values(each)));
    return worth(twice) > worth(before) && worth(twice) <= this.chips + this.lieAll ? twice : null;
  }

  twice(bet) {
    return Object.fromEntries(Object.entries(bet).map(([name, amount]) => {
      const { exactly, most } = this.layout.areas.find((each) => each.name === name) ?? {};
      return [name, exactly ? amount : Math.min(amount * 2, most ? cents(most) : Infinity)];
    }));
  }

  get canBet() {
    const { view, waits } = this;
    return view.betting && !waits.all.length && this.own !== null && !SHUT.includes(view.status) && this.chips + this.lieAll > 0;
  }

  get results() {
    return this.round.results.filter((each) => each.player === this.me);
  }

  // Where results are.
  get came() {
    return inOrder(this.results.map((each) => each.position));
  }

  // The own seat, wherever else there are own wagers, and where chips lie that are not placed yet.
  get betPlaces() {
    return inOrder([...placesOf(this.view, this.me), ...Object.keys(this.staged.all).map(Number)]);
  }

  // Besides, what was just played can be looked at, and where the visitor is about to bet.
  get places() {
    return inOrder([...this.betPlaces, ...this.came, ...(this.picked !== null && this.canBet ? [this.picked] : [])]);
  }

  // The one that is shown large: where something is asked, else the one chosen, else the seat.
  get active() {
    const all = this.places;
    const asked = this.choices("decide")[0]?.position ?? this.early?.position;
    return asked ?? (all.includes(this.picked) ? this.picked : this.own ?? all[0] ?? null);
  }

  // A watcher is nobody to the table yet, so the free seats are read off the view. Where none is, a bot gives up its own.
  get freeSeats() {
    const { view, layout } = this;
    if (!this.plays || this.own !== null || !view.open) return [];
    const all = Array.from({ length: layout.positions }, (_, index) => index + 1);
    const free = all.filter((position) => !(position in view.seats));
    return free.length ? free : all.filter((position) => view.seats[position].startsWith("bot-"));
  }

  // What a position offers to somebody who is not there.
  offeredAt(position) {
    const { view, layout } = this;
    if (this.freeSeats.includes(position) && !(position in view.seats)) return "sit";
    const all = this.betPlaces;
    if (!this.canBet || position === this.picked || all.includes(position) || all.length >= layout.per_player) return null;
    const there = playersAt(view, position);
    if (there.length) return view.positions[position]?.shared && there.length < layout.per_box ? "join" : null;
    return !layout.adjacent || all.includes(position - 1) || all.includes(position + 1) ? "bet" : null;
  }

  // The last bet again, where it can lie: a seat may have been changed meanwhile.
  get lastBet() {
    const bets = Object.entries(this.staged.last.bets);
    const still = bets.filter(([position]) => playersAt(this.view, position).every((each) => each === this.me));
    return still.length && still.some(([position]) => Number(position) === this.own) ? Object.fromEntries(still) : { [this.own]: bets[0][1] };
  }
}
