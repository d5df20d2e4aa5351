// Wins of the visitor's that the floor pays by hand. What waits is looked at again until it is paid.

import { ask } from "./door.js";
import { el } from "./dom.js";
import { cents, money } from "./money.js";
import { words } from "./told.js";

const LOOK_AGAIN = 3000;

export class Waits {
  constructor(changed) {
    this.changed = changed;
    this.all = [];
  }

  async look() {
    clearTimeout(this.again);
    const { hand_pays: found } = await ask("/api/me/hand-pays").catch(() => ({ hand_pays: this.all }));
    clearTimeout(this.again);
    if (found.length) this.again = setTimeout(() => this.look(), LOOK_AGAIN);
    const paid = this.all.length && !found.length;
    if (JSON.stringify(found) === JSON.stringify(this.all)) return;
    this.all = found;
    this.changed(paid);
  }
}

const SIGNED = ["Two supervisors sign for it.", "One supervisor has signed, a second one will."];

export function waitsSays({ amount, table, round, position, won_by, signatures }) {
  const where = `${table}, round ${round}${position ? `, position ${position}` : ""}`;
  return [el("strong", {}, `Your win of ${money(cents(amount))} waits for the floor to pay it by hand. `),
    el("span", {}, `${where}${won_by ? `: ${words(won_by)}` : ""}. ${SIGNED[signatures]} Until then you neither bet nor leave with your chips. `), el("span", { class: "clause" }, "GLI-19 2.9.4")];
}
