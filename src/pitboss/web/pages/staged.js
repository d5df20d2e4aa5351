// Chips that lie on spots but are not placed yet, and the last bet, for whoever wants it again.

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

  or(placed) {
    return this.steps.at(-1) ?? placed;
  }

  add(placed, area, chip) {
    const now = this.or(placed);
    const fixed = area.exactly ? cents(area.exactly) : null;
    this.step(now, area.name, fixed === null ? (now[area.name] ?? 0) + chip : now[area.name] ? 0 : fixed);
  }

  less(placed, area, chip) {
    const now = this.or(placed);
    this.step(now, area.name, Math.max((now[area.name] ?? 0) - (area.exactly ? cents(area.exactly) : chip), 0));
  }

  step(now, name, amount) {
    const { [name]: _, ...rest } = now;
    this.steps.push(amount ? { ...rest, [name]: amount } : rest);
  }

  undo() { this.steps.pop(); }

  forget() { this.steps = []; }

  placed(stakes) {
    this.last = Object.fromEntries(Object.entries(stakes).map(([name, amount]) => [name, cents(amount)]));
    sessionStorage.setItem(this.kept, JSON.stringify(this.last));
  }
}
