// What is remembered of a round, so that its end can be read: a table that runs itself turns, pays and collects at once.

import { cents } from "./money.js";
import { told } from "./told.js";

const HIDDEN = "??";

export class Round {
  constructor() {
    this.number = 0;
    this.begin();
  }

  begin() {
    this.number += 1;
    this.dealt = 0;
    this.dealer = { cards: [], words: "", order: [], landed: 0, thrownOut: null };
    this.board = { cards: [], order: [], landed: 0 };
    this.hands = {};
    this.results = [];
    this.folded = {};
    this.dice = null;
    this.rolling = false;
    this.settled = false;
    this.over = false;
  }

  // Everything that has happened, at once. Returns the sentences that are announced.
  hear(events, me) {
    return events.flatMap((event) => {
      this.lay(event);
      return this.tell(event, me) ?? [];
    });
  }

  // What begins to move: cards on their way to a place, cards that are turned. Their hand has no name yet.
  lay(event) {
    LAY[event.event]?.call(this, event);
  }

  // What is known when it has landed. Returns the sentence that is announced, if there is one.
  tell(event, me) {
    this.land();
    this[event.event]?.(event);
    return told(event, me);
  }

  land() {
    for (const held of [this.dealer, this.board, ...Object.values(this.hands)]) held.landed = held.cards.length;
    this.rolling = false;
  }

  // The dealer's cards turned one after the other: the hand before each turn ends, the last one whole.
  turns({ cards }) {
    const before = this.dealer.cards;
    const hidden = cards.map((_, place) => place).filter((place) => before[place] === HIDDEN);
    return hidden.map((last) => cards.map((card, place) => (place > last && before[place] === HIDDEN ? HIDDEN : card)));
  }

  // The table as it is after everything that was reported.
  sync(view) {
    this.settled = this.over = !view.playing;
    for (const each of this.results) each.player ??= view.positions?.[each.position]?.player ?? view.seats[each.position];
    this.follow(view);
    for (const [position, { hands = [] }] of Object.entries((view.playing && view.positions) || {})) {
      hands.forEach((each, number) => each.collected || (this.hand(`${position}.${number + 1}`).words = each.counts ?? ""));
    }
    this.land();
  }

  // The cards of a round that is played, as the view has them: an event may have been missed.
  follow(view) {
    if (!view.playing || !view.dealer) return;
    this.dealer.cards = view.dealer;
    this.board.cards = view.community ?? [];
    for (const [position, { cards = [], hands = [] }] of Object.entries(view.positions)) {
      if (cards.length) this.put(position, cards);
      hands.forEach((each, number) => each.collected || Object.assign(this.hand(`${position}.${number + 1}`), { cards: each.cards, doubled: each.doubled }));
    }
  }

  hand(key) {
    return (this.hands[key] ??= { cards: [], words: "", order: [], landed: 0 });
  }

  // Cards laid aside are still shown: what is left of a hand whose cards are all known adds nothing to it.
  put(key, cards) {
    const held = this.hand(key);
    if (!cards.every((card) => card !== HIDDEN && held.cards.includes(card))) Object.assign(held, { cards, landed: 0 });
  }

  handsOf(position) {
    return Object.entries(this.hands).filter(([key]) => key.split(".")[0] === String(position))
      .map(([key, held]) => ({ number: Number(key.split(".")[1] ?? 0), ...held }))
      .sort((one, other) => one.number - other.number);
  }

  lost(event, hand = 0) {
    for (const [wager, stake] of Object.entries(event.stakes)) {
      this.results.push({ position: event.position, player: event.player, hand, wager, outcome: "lose", stake: cents(stake), pays: 0, clause: event.clause, why: event.why?.[wager] });
    }
  }

  came(event, hand = 0) {
    for (const row of event.rows) {
      this.results.push({ ...row, position: event.position, player: event.player, hand, stake: cents(row.stake), pays: cents(row.pays) });
    }
  }

  bets_closed() { this.begin(); }

  // A table that runs itself draws, pays and collects at once: what a hand came to then is asked for.
  named(says) {
    const name = (held, split) => (held.landed === held.cards.length ? says(held.cards, split) : "");
    this.dealer.words ||= name(this.dealer, false);
    for (const [key, held] of Object.entries(this.hands)) held.words ||= name(held, this.handsOf(key.split(".")[0]).length > 1);
  }

  card_turned({ card, thrown_out }) { if (thrown_out) this.dealer.thrownOut = card; }

  decided({ position, action }) { if (action === "fold") this.folded[position] = true; }

  dealer_revealed({ hand }) { this.dealer.words = hand ?? ""; }
  hole_revealed({ hand }) { this.dealer.words = hand; }

  hand_revealed({ position, hand, also }) {
    this.hand(position).words = [hand, ...also.filter((each) => each !== hand && !hand?.startsWith(`${each}, `))].filter(Boolean).join("; ");
  }

  dice_thrown({ dice }) { this.dice = dice; }
  wagers_taken(event) { this.lost(event); }
  forfeits_taken(event) { this.lost(event); }
  hand_taken(event) { this.lost(event, event.hand); }
  wagers_paid(event) { this.came(event); }

  // Of a hand that is given up a part comes back, of a wager that is lost; the loss itself was told before.
  hand_paid(event) { this.came({ ...event, rows: event.rows.filter((row) => row.outcome !== "lose") }, event.hand); }
  losers_taken(event) { this.came(event); }
  winners_paid(event) { this.came(event); }

  // It goes into the tray before the deal, whatever it wins later. Whose it is stands in the view.
  progressive_collected({ stakes, clause }) {
    for (const [position, stake] of Object.entries(stakes)) {
      this.results.push({ position: Number(position), player: null, hand: 0, wager: "progressive", outcome: "collected", stake: cents(stake), pays: 0, clause });
    }
  }

  // What goes back has no result.
  goesBack(is) { this.results = this.results.filter((each) => !is(each)); }
  settlement_reversed({ rows }) { this.goesBack((each) => rows.some(({ position }) => position === each.position)); }
  hands_voided({ all_hands, players, wagers }) { this.goesBack((each) => (wagers ? wagers[each.position]?.includes(each.wager) : all_hands || each.position in players)); }
  wagers_voided({ players, wagers }) { this.goesBack((each) => each.position in players && wagers.includes(each.wager)); }
  box_voided({ position, hand, what }) { if (what !== "sides") this.goesBack((each) => each.position === position && (what === "box" || each.hand === hand)); }
  round_voided() { this.goesBack(() => true); }

  progressive_paid({ position, player, amount, hand, clause, why }) {
    this.results.push({ position, player, hand: 0, wager: "progressive", outcome: "win", stake: 0, pays: cents(amount), clause, why, line: hand });
  }
}

const LAY = {
  // Each card is numbered as it leaves the shoe, so that it can be dealt in that order. With it a hand is another one.
  cards_dealt({ cards }) {
    for (const [to, card] of cards) {
      if (to === "rack") continue;
      const held = to === "dealer" ? this.dealer : to === "community" ? this.board : this.hand(to);
      held.order[held.cards.length] = this.dealt++;
      held.cards = [...held.cards, card];
      held.words = ""; // it is another hand now
    }
  },

  // The second card begins a hand of its own right after the first; hands behind it move on by one.
  hand_decided({ position, hand, action }) {
    const own = this.hands[`${position}.${hand}`];
    if (action !== "split" || !(own?.cards.length > 1)) return;
    for (let number = this.handsOf(position).length; number > hand; number--) {
      this.hands[`${position}.${number + 1}`] = this.hands[`${position}.${number}`];
    }
    this.hands[`${position}.${hand + 1}`] = { cards: own.cards.slice(1), words: "", order: [], landed: 1 };
    Object.assign(own, { cards: own.cards.slice(0, 1), order: [], landed: 1 });
  },

  dealer_revealed({ cards }) { Object.assign(this.dealer, { cards, landed: 0 }); },

  hole_revealed({ card }) {
    Object.assign(this.dealer, { cards: this.dealer.cards.map((each) => (each === HIDDEN ? card : each)), landed: 0 });
  },

  hand_revealed({ position, cards }) { this.put(position, cards); },

  dice_thrown() {
    this.dice = null;
    this.rolling = true;
    this.results = [];
  },
};
