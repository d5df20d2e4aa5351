// Chips go to who gets them when wagers are settled: what is lost to the dealer, what is won to its spot.

import { cents } from "./money.js";
import { slide } from "./motion.js";
import { play } from "./sound.js";

const LOST = ["wagers_taken", "forfeits_taken", "hand_taken", "losers_taken"];
const PAID = ["wagers_paid", "hand_paid", "winners_paid"];
const WON = [...PAID, "progressive_paid"];

export const wonBy = (event, player) => WON.includes(event.event) && event.player === player;

// `spotOf(event, wager)` is where the wager lies.
export function chipsMove(event, dealer, spotOf) {
  const lost = LOST.includes(event.event);
  if (!lost && !PAID.includes(event.event)) return;
  const rows = event.rows ?? Object.entries(event.stakes ?? {}).map(([wager, stake]) => ({ wager, stake, pays: "0.00" }));
  for (const { wager, stake, pays } of rows) {
    const at = spotOf(event, wager);
    if (lost) slide(cents(stake), at, dealer);
    else if (cents(pays) > 0) slide(cents(pays), dealer, at);
  }
  play("chip", Math.min(rows.length, 4));
}
