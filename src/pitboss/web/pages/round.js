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
    this.dealer = { cards: [], words: "", order: [], thrownOut: null };
    this.board = { cards: [], order: [] };
    this.hands = {};
    this.results = [];
    this.folded = {};
    this.dice = null;
    this.over = false;
  }

  // Returns the sentences that are announced.
  hear(events, me) {
    return events.flatMap((event) => {
      this[event.event]?.(event);
      return told(event, me) ?? [];
    });
  }

  // While a round is played the view is right whatever was missed.
  sync(view) {
    this.over = !view.playing;
    for (const each of this.results) each.player ??= view.positions?.[each.position]?.player ?? view.seats[each.position];
    if (!view.playing || !view.dealer) return;
    this.dealer.cards = view.dealer;
    this.board.cards = view.community ?? [];
    for (const [position, place] of Object.entries(view.positions)) {
      if (place.cards?.length) this.lie(position, place.cards);
      (place.hands ?? []).forEach((each, number) => {
        if (each.collected) return;
        Object.assign(this.hand(`${position}.${number + 1}`), { cards: each.cards, words: each.counts ?? "", doubled: each.doubled });
      });
    }
  }

  hand(key) {
    return (this.hands[key] ??= { cards: [], words: "", order: [] });
  }

  // Cards laid aside are still shown: what is left of a hand whose cards are all known adds nothing to it.
  lie(key, cards) {
    const held = this.hand(key);
    if (!cards.every((card) => card !== HIDDEN && held.cards.includes(card))) held.cards = cards;
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

  // Each card is numbered as it leaves the shoe, so that it can be dealt in that order. With it a hand is another one.
  cards_dealt({ cards }) {
    for (const [to, card] of cards) {
      if (to === "rack") continue;
      const held = to === "dealer" ? this.dealer : to === "community" ? this.board : this.hand(to);
      held.order[held.cards.length] = this.dealt++;
      held.cards = [...held.cards, card];
      held.words = ""; // it is another hand now
    }
  }

  // A table that runs itself draws, pays and collects at once: what a hand came to then is asked for.
  named(says) {
    this.dealer.words ||= says(this.dealer.cards, false);
    for (const [key, held] of Object.entries(this.hands)) held.words ||= says(held.cards, this.handsOf(key.split(".")[0]).length > 1);
  }

  card_turned({ card, thrown_out }) { if (thrown_out) this.dealer.thrownOut = card; }

  decided({ position, action }) { if (action === "fold") this.folded[position] = true; }

  // The second card begins a hand of its own right after the first; hands behind it move on by one.
  hand_decided({ position, hand, action }) {
    const own = this.hands[`${position}.${hand}`];
    if (action !== "split" || !(own?.cards.length > 1)) return;
    for (let number = this.handsOf(position).length; number > hand; number--) {
      this.hands[`${position}.${number + 1}`] = this.hands[`${position}.${number}`];
    }
    this.hands[`${position}.${hand + 1}`] = { cards: own.cards.slice(1), words: "", order: [] };
    Object.assign(own, { cards: own.cards.slice(0, 1), order: [] });
  }

  dealer_revealed({ cards, hand }) { Object.assign(this.dealer, { cards, words: hand ?? "" }); }

  hole_revealed({ card, hand }) {
    Object.assign(this.dealer, { cards: this.dealer.cards.map((each) => (each === HIDDEN ? card : each)), words: hand });
  }

  hand_revealed({ position, cards, hand, also }) {
    this.lie(position, cards);
    this.hand(position).words = [hand, ...also.filter((each) => each !== hand && !hand?.startsWith(`${each}, `))].filter(Boolean).join("; ");
  }

  dice_thrown({ dice }) { this.dice = dice; this.results = []; }
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
