// What happens, in a sentence that can be read out; null where nobody needs telling.

import { cents, money } from "./money.js";

const named = (name, me) => (name === me ? "You" : short(name));
const verb = (name, me, word) => (name === me ? word : `${word}${/(s|sh|ch|ss)$/.test(word) ? "es" : "s"}`);

// What a player does has a verb, or the name of the wager that is made.
const VERBS = ["play", "raise", "fold", "check", "hit", "stand", "split", "double", "redouble", "surrender", "rescue", "attack", "call", "pass", "stay"];

// A bot is known by how it plays, a guest by a few letters.
export function short(name) {
  const bot = name.match(/^bot-(\w+)/);
  return bot ? `${bot[1]} bot` : name.replace(/^guest-(.{4}).*/, "guest $1");
}

export function words(name) {
  return name.replaceAll("_", " ").replace("dont ", "don't ");
}

const SAYS = {
  bets_closed: () => "No more bets.",
  decided: ({ player, action, amount, automatic }, me) => {
    const does = verb(player, me, VERBS.includes(action) || !cents(amount) ? words(action) : "bet");
    const what = `${does}${cents(amount) ? ` ${money(cents(amount))}` : ""}${VERBS.includes(action) || !cents(amount) ? "" : ` on the ${words(action)}`}`;
    return `${named(player, me)} ${what}${automatic ? " (time is up)" : ""}.`;
  },
  hand_decided: (event, me) => SAYS.decided(event, me),
  card_turned: ({ thrown_out }) => (thrown_out ? "The dealer turns a card and throws it out." : "The dealer turns a card."),
  dealer_revealed: ({ hand }) => (hand ? `Dealer has ${hand}.` : "The dealer's hand is turned."),
  hole_checked: ({ blackjack }) => (blackjack ? "The dealer has a blackjack." : "No blackjack."),
  hole_revealed: ({ hand }) => `The dealer's second card is turned: ${hand}.`,
  progressive_paid: ({ player, amount, hand }, me) => `${named(player, me)} ${verb(player, me, "win")} ${money(cents(amount))} of the progressive${hand ? `: ${hand}` : ""}.`,
  hands_voided: ({ all_hands, wagers }) => (wagers ? `${all_hands ? "The round" : "A hand"} is void. Settled wagers stand, the others go back.` : all_hands ? "The round is void. All wagers go back." : "A hand is void. Its wagers go back."),
  settlement_reversed: () => "Payouts and lost stakes are returned.",
  wagers_voided: () => "Wagers are void and go back.",
  box_voided: () => "Wagers are void and go back.",
  round_voided: () => "The round is void.",
  roll_wagers_voided: () => "Wagers are void and go back.",
  irregularity_called: ({ what, clause, reason }) => `${words(what)}${reason ? ` (${reason})` : ""}: called by the house (${clause}).`,
  dice_offered: ({ player }, me) => `The dice are offered to ${player === me ? "you" : short(player)}.`,
  dice_taken: ({ player }, me) => `${named(player, me)} ${verb(player, me, "shoot")}.`,
  roll_called: ({ total, dice }) => `${total}: ${dice.replace("-", " and ")}.`,
  puck_moved: ({ point }) => (point ? `The point is ${point}.` : "The puck is off."),
  table_closed: () => "The table is closed.",
};

export function told(event, me) {
  const says = SAYS[event.event]?.(event, me);
  return says ? says[0].toUpperCase() + says.slice(1) : null;
}
