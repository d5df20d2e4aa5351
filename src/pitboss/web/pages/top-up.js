// Fresh play money for a visitor who has too little left to bet with.

import { ask } from "./door.js";
import { cents } from "./money.js";

const PATH = "/api/me/top-up";

export class TopUp {
  // `changed` is told how many cents are offered; 0 for none.
  constructor(changed) {
    this.changed = changed;
    this.amount = 0;
    this.asked = "";
  }

  // Asked once for each state of the visitor's money: only the house knows what lies at other tables.
  async look({ plays, wallet, chips, lieAll, leastBet, view, waits }) {
    const broke = plays && !lieAll && wallet + chips < leastBet && !waits.all.length;
    const now = broke ? `${wallet} ${chips} ${view.round} ${view.playing}` : "";
    if (now === this.asked) return;
    this.asked = now;
    const { can, amount } = broke ? await ask(PATH).catch(() => ({ can: false })) : { can: false };
    if (now === this.asked) this.offer(can ? cents(amount) : 0);
  }

  offer(amount) {
    if (amount === this.amount) return;
    this.amount = amount;
    this.changed(amount);
  }

  // Returns what the wallet holds then.
  async take() {
    const { balance } = await ask(PATH, "POST", {});
    this.offer(0);
    return cents(balance);
  }
}
