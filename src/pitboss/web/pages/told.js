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

const SUITS = { c: "♣", d: "♦", h: "♥", s: "♠" };
const drawn = (cards) => cards.map((card) => `${card[0] === "T" ? "10" : card[0]}${SUITS[card[1]]}`).join(" ");
const capital = (text) => `${text[0].toUpperCase()}${text.slice(1)}`;
const listed = (all) => (all.length > 1 ? `${all.slice(0, -1).join(", ")} and ${all.at(-1)}` : all.join(""));
const moved = (stakes) => Object.entries(stakes).map(([wager, amount]) => `${money(cents(amount))} on the ${words(wager)}`).join(", ");

// Where cards go or come from: "3", "3.2" (a hand of a box), "3 discards", "dealer".
function whose(place) {
  if (/^\d/.test(place)) return `position ${place.split(/[. ]/)[0]}`;
  return place === "rack" ? "the discard rack" : place === "community" ? "the board" : `the ${place}`;
}

// Steps that nobody announces at a table, for those who go through a round step by step.
const STEPS = {
  sealed: () => "A step with hidden cards. It is shown when their shoe is out of play.",
  step_done: ({ do: what, position }) => `${words(what)}: done${position ? ` at position ${position}` : ""}.`,
  shuffled: ({ order }) => (order.length ? `${order.length} cards are shuffled.` : "The cards are shuffled."),
  deck_cut: ({ depth }) => `The cards are cut at ${depth}.`,
  bet_placed: ({ player, stakes }) => `${player} bets ${moved(stakes)}.`,
  wager_placed: ({ player, wager, amount }) => `${player} bets ${money(cents(amount))} on ${words(wager)}.`,
  cards_dealt: ({ cards }) => `${cards.length === 1 ? "One card is" : `${cards.length} cards are`} dealt${cards.length ? ` to ${listed([...new Set(cards.map(([to]) => whose(to)))])}` : ""}.`,
  hand_revealed: ({ position, cards, hand }) => `The hand of position ${position} is turned up${cards.length ? `: ${drawn(cards)}` : ""}${hand ? `, ${hand}` : ""}.`,
  cards_collected: ({ whose: all }) => `The cards of ${listed(all.map(whose))} are collected.`,
  wagers_paid: ({ player, rows }) => `${player}: ${rows.map(({ wager, outcome, pays }) => `${words(wager)} ${outcome}${cents(pays) ? ` ${money(cents(pays))}` : ""}`).join(", ")}.`,
  wagers_taken: ({ player, stakes }) => `${player} loses ${moved(stakes)}.`,
  hand_paid: ({ player, rows }) => `${player}: ${rows.map(({ wager, outcome, stake, pays }) => (outcome === "lose" ? `${money(cents(stake))} of the ${words(wager)} come back` : `${words(wager)} ${outcome}${cents(pays) ? ` ${money(cents(pays))}` : ""}`)).join(", ")}.`,
};
STEPS.winners_paid = STEPS.losers_taken = STEPS.wagers_paid;
STEPS.hand_taken = STEPS.forfeits_taken = STEPS.wagers_taken;

// Any event as a sentence.
export function sentence(event) {
  const at = event.position ? `, position ${event.position}` : "";
  return told(event, "") ?? capital(STEPS[event.event]?.(event) ?? `${words(event.event)}${event.player ? `: ${event.player}` : at}.`);
}
