// The presentation queue: what the server reports is shown in its order, each thing when its card or chip has landed. A
// message holds events and the view after them. The events are shown one after the other; then the view is adopted, with
// what can be done next. Nothing is known on the page before it is seen.

import { arrive, leave, PAID, TAKEN, wagerOf, waiting } from "./holdings.js";
import { cents } from "./money.js";
import { deal, hold, landed, skip, slide, sorted, turn } from "./motion.js";
import { play } from "./sound.js";

const FOLD = 300;
const COMPARE = 400;
const TUMBLE = 700;
const NEXT_PLAYER = 60;
const LONGEST_NAME = 1000;

const begins = ({ events }) => events.some((each) => each.event === "bets_closed");

export class Presentation {
  // `page`: what is asked of it (draw, say, heard, adopt, result, spotOf) and where chips come from and go (bank, dealer, shoe).
  constructor(visitor, page) {
    Object.assign(this, { visitor, page, queue: [], busy: false, resumesAt: null, compared: true });
  }

  push(view, events) {
    const message = { view, events, at: performance.now() };
    this.queue.push(message);
    if (!this.busy) return this.run();
    if (begins(message)) this.catchUp(message);
  }

  // Everything that has come so far lands at once. Says whether there was anything to skip.
  skip() {
    if (this.busy) skip();
    return this.busy;
  }

  // The table is a round ahead: the old one is not played to its end.
  catchUp(message) {
    this.resumesAt = message;
    skip();
  }

  async run() {
    this.busy = true;
    while (this.queue.length) {
      const message = this.queue.shift();
      if (message === this.resumesAt) skip(false);
      await this.present(message);
    }
    skip(false);
    this.busy = false;
    this.page.rest();
  }

  async present(message) {
    const { visitor, page } = this;
    const { view, events } = message;
    try {
      if (events.some((each) => this.takesTime(each))) {
        page.busy();
        visitor.view = waiting(visitor.view);
        this.compared = !events.some((each) => each.event in REVEALS);
      }
      for (const event of events) await this.event(event);
      if (this.hasEnded(message)) await page.result();
      await this.layMissing(view);
    } catch (error) {
      reportError(error); // what can be done next is never lost
    }
    page.adopt(message);
  }

  // A card of which no event came, because it was missed, still lands before its hand has a name.
  async layMissing(view) {
    const { visitor, page } = this;
    if (!visitor.view) return;
    visitor.round.follow(view);
    page.draw();
    await Promise.all([deal(page.shoe()), turn()]);
  }

  takesTime(event) {
    return event.event in MOTIONS && (event.player === undefined || event.player === this.visitor.me || !(event.event in DECISIONS));
  }

  hasEnded({ view, events }) {
    const { visitor } = this;
    return visitor.results.length > 0 && ((visitor.view?.playing && !view.playing) || events.some((each) => each.event === "dice_thrown"));
  }

  // The motion of an event, then what is known once it has landed.
  async event(event) {
    const { visitor, page } = this;
    if (this.takesTime(event)) await MOTIONS[event.event].call(this, event);
    else this.begin(event);
    visitor.view = arrive(visitor.view, event, visitor.me, visitor.layout.areas);
    const says = visitor.round.tell(event, visitor.me);
    page.heard(event);
    if (says) page.say(says);
    page.draw();
    if (event.event in CARDS) await this.names();
    if (event.event in TRAVELS) await landed();
  }

  // The hands as they lie now are named and sorted before anything else happens, if the server is there to name them.
  async names() {
    await Promise.race([this.page.names(), hold(LONGEST_NAME)]);
    await sorted();
  }

  begin(event) {
    const { visitor } = this;
    visitor.view = leave(visitor.view, event, visitor.me);
    visitor.round.lay(event);
    this.page.draw();
  }

  // Both hands are looked at before chips move.
  async compare() {
    if (this.compared) return;
    this.compared = true;
    this.page.compare(true);
    await hold(COMPARE);
    this.page.compare(false);
  }

  async settle(event, move) {
    const own = event.player === this.visitor.me;
    if (own) await this.compare();
    const from = this.chipsOf(event);
    this.begin(event);
    play("chip", Math.min(from.length, 4));
    const moving = Promise.all(from.map(({ at, ...row }) => move(row, at)));
    await (own ? moving : hold(NEXT_PLAYER));
  }

  // Where the wagers of an event lie, looked at before they leave.
  chipsOf(event) {
    const rows = TAKEN[event.event]?.(event) ?? event.rows;
    return rows.map((row) => ({ ...row, at: this.page.spotOf(event, row.wager) }));
  }
}

const REVEALS = { dealer_revealed: true, hole_revealed: true };
const CARDS = { ...REVEALS, cards_dealt: true, hand_revealed: true };
const TRAVELS = { come_moved: true, puck_moved: true };
const DECISIONS = { decided: true, hand_decided: true };

const take = function (event) { return this.settle(event, ({ stake }, at) => slide(cents(stake), at, this.page.dealer())); };
const pay = function (event) { return this.settle(event, ({ pays }, at) => slide(cents(pays), this.page.dealer(), at)); };

async function decide(event) {
  this.begin(event);
  if (cents(event.amount)) {
    play("chip");
    await slide(cents(event.amount), this.page.bank(), this.page.spotOf(event, wagerOf(event, this.visitor.layout.areas)));
  } else if (event.action === "fold") {
    await hold(FOLD);
  }
}

const MOTIONS = {
  decided: decide,
  hand_decided: decide,

  async cards_dealt(event) {
    this.begin(event);
    if (event.cards.length) play("card", Math.min(event.cards.length, 20));
    await deal(this.page.shoe());
  },

  async dealer_revealed(event) {
    for (const cards of this.visitor.round.turns(event)) {
      this.visitor.round.dealer.cards = cards;
      this.page.draw();
      await turn();
    }
    this.begin(event);
  },

  async hole_revealed(event) {
    this.begin(event);
    await turn();
  },

  async hand_revealed(event) {
    this.begin(event);
    await turn();
  },

  async dice_thrown(event) {
    this.begin(event);
    play("dice");
    await hold(TUMBLE);
  },

  async progressive_paid(event) {
    this.begin(event);
    await slide(cents(event.amount), this.page.dealer(), this.page.spotOf(event, "progressive"));
  },
};
for (const name of Object.keys(TAKEN)) MOTIONS[name] = take;
for (const name of PAID) MOTIONS[name] = pay;
