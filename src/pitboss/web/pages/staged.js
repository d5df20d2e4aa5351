// Chips that lie on spots but are not placed yet, by position, and the last bet, for whoever wants it again.

import { cents } from "./money.js";

export class Staged {
  constructor(table) {
    this.kept = `last bet ${table}`;
    this.steps = [];
    const last = sessionStorage.getItem(this.kept);
    this.last = last ? JSON.parse(last) : null;
  }

  get some() {
    return this.steps.length > 0;
  }

  // What is to lie at each position that was touched.
  get all() {
    return this.steps.at(-1) ?? {};
  }

  or(position, placed) {
    return this.all[position] ?? placed;
  }

  add(position, placed, area, chip) {
    const now = this.or(position, placed);
    const fixed = area.exactly ? cents(area.exactly) : null;
    this.step(position, now, area.name, fixed === null ? (now[area.name] ?? 0) + chip : now[area.name] ? 0 : fixed);
  }

  less(position, placed, area, chip) {
    const now = this.or(position, placed);
    if (!now[area.name]) return;
    this.step(position, now, area.name, Math.max(now[area.name] - (area.exactly ? cents(area.exactly) : chip), 0));
  }

  step(position, now, name, amount) {
    const { [name]: _, ...rest } = now;
    this.steps.push({ ...this.all, [position]: amount ? { ...rest, [name]: amount } : rest });
  }

  // Chips for several positions in one step.
  stage(bets) {
    this.steps.push({ ...this.all, ...bets });
  }

  undo() { this.steps.pop(); }

  // A position's chips are placed, or nobody's business any more.
  forget(position = null) {
    const { [position]: _, ...rest } = this.all;
    this.steps = position !== null && Object.keys(rest).length ? [rest] : [];
  }

  // What was placed for one round is the last bet, at all its positions.
  placed(round, position, stakes) {
    const before = this.last?.round === round ? this.last.bets : {};
    const bet = Object.fromEntries(Object.entries(stakes).map(([name, amount]) => [name, cents(amount)]));
    this.last = { round, bets: { ...before, [position]: bet } };
    sessionStorage.setItem(this.kept, JSON.stringify(this.last));
  }
}
