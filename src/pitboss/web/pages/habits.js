// How a player likes to play on: the last bet again by itself, and saved bets. Kept in this browser.

import { money, sum } from "./money.js";

const AUTO = "pitboss auto-rebet";
const UNATTENDED = 3;
export const NUMBERS = [1, 2, 3];

const worth = (bets) => sum(Object.values(bets).flatMap((each) => Object.values(each)));

export class Habits {
  constructor(game) {
    this.key = `pitboss bets ${game}`;
    this.isOpen = false; // whether auto-rebet and saved bets are offered
    this.isSaving = false; // whether the next number that is pressed saves the bet
    this.unattended = 0; // rounds in a row in which the player did nothing on this page
    this.before = null;
  }

  get auto() {
    return localStorage.getItem(AUTO) === "on";
  }

  set auto(on) {
    localStorage.setItem(AUTO, on ? "on" : "off");
    this.unattended = 0;
  }

  // By number: cents on each area.
  get saved() {
    return JSON.parse(localStorage.getItem(this.key) ?? "{}");
  }

  save(number, bet) {
    localStorage.setItem(this.key, JSON.stringify({ ...this.saved, [number]: bet }));
    this.isSaving = false;
  }

  // The player has done something.
  attend() {
    this.unattended = 0;
  }

  // Why no bet is placed by itself any more.
  stop(why) {
    if (!this.auto) return "";
    this.auto = false;
    return `Auto-rebet is off: ${why}`;
  }

  // Whether a betting window has opened since the last view. The first view is of a window that was open before.
  opens({ betting, round }) {
    const { before } = this;
    this.before = { betting, round };
    return before !== null && betting && (!before.betting || before.round !== round);
  }

  // What happens by itself now: the bets to place and what is said of them, or only why it is over.
  next(visitor) {
    const { staged, canBet, chips, lieAll } = visitor;
    if (!this.opens(visitor.view) || !this.auto || !staged.last || !canBet || lieAll || staged.some) return null;
    const bets = visitor.lastBet;
    if (this.unattended >= UNATTENDED) return { says: this.stop(`you did nothing for ${UNATTENDED} rounds.`) };
    if (worth(bets) > chips) return { says: this.stop(`your last bet was ${money(worth(bets))}, and you have ${money(chips)} in chips.`) };
    this.unattended += 1;
    return { bets, says: `Auto-rebet: ${money(worth(bets))}.` };
  }
}
