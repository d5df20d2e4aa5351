// Which cards of a hand count, and what they are called: asked once for each hand. No ranking is known here.

import { ask } from "./door.js";

const NOTHING = { counts: null, says: "" };

export class Counts {
  constructor(table, changed) {
    this.path = `/hands/${encodeURIComponent(table)}?cards=`;
    this.changed = changed;
    this.known = new Map();
    this.asking = new Set();
  }

  // Until every hand that was asked about has its name.
  get answered() {
    return Promise.all(this.asking);
  }

  // Cards with one face down among them make no hand yet. `split`: a hand beside others of its position.
  of(cards, split = false) {
    if (cards.length < 2 || cards.includes("??")) return NOTHING;
    const key = `${cards.join(",")}${split ? "&split=true" : ""}`;
    if (!this.known.has(key)) this.ask(key);
    return this.known.get(key) ?? NOTHING;
  }

  async ask(key) {
    const answer = this.find(key);
    this.asking.add(answer);
    await answer;
    this.asking.delete(answer);
  }

  async find(key) {
    this.known.set(key, null);
    try {
      this.known.set(key, await ask(this.path + key));
      this.changed();
    } catch {
      this.known.delete(key);
    }
  }
}
