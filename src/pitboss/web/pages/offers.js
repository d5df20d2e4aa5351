// What is offered to the visitor now as buttons, the first thing first: a seat, chips, decisions, bets.

import { NUMBERS } from "./habits.js";
import { cents, money, sum } from "./money.js";
import { short, words } from "./told.js";

export const BUY_IN = 500_00;
const FEW_CHIPS = 100_00;
const PLAIN = { view: "Look at the cards and play on", take_dice: "Take the dice", decline_dice: "Decline the dice", pass_dice: "Pass the dice on", throw: "Throw the dice", consent: "Let others bet on your box" };
const MAIN = ["view", "take_dice", "throw"];
const QUIET = ["fold", "check", "surrender", "pass", "stay"];

// `does`: what each of them makes happen.
export function offers(visitor, does) {
  const { view, layout, wallet, chips } = visitor;
  if (view.status === "stopped" || view.status === "closed") return [];
  if (visitor.active === null) return visitor.freeSeats.length ? [{ key: "sit", label: "Sit down", main: true, act: () => does.sit() }] : [];
  const more = { key: "buy", label: `Buy ${money(Math.min(wallet, BUY_IN))} in chips`, act: does.buy };
  const few = wallet > 0 && chips < FEW_CHIPS;
  const early = visitor.early?.choices.map((each) => ({ ...decision(each, does, visitor.early.round), noted: same(each, visitor.early.noted) }));
  const decisions = early ?? visitor.choices("decide").map((each) => decision(each, does));
  if (decisions.length) return [...decisions.sort((one, other) => Number(other.main) - Number(one.main)), ...(few ? [more] : [])];
  const others = view.choices.filter((each) => PLAIN[each.do]).map((each) => ({ key: each.do, label: PLAIN[each.do], main: MAIN.includes(each.do), act: () => does.act(each) }));
  const fresh = visitor.topUp ? [{ key: "top-up", label: `Take ${money(visitor.topUp)} in play money`, main: true, act: does.topUp }] : [];
  if (!chips && !visitor.lieAll) return wallet ? [{ ...more, main: true }] : [...fresh, { key: "lobby", label: "To the lobby", main: !fresh.length, act: does.leave }];
  if (layout.family === "dice" && view.deal) others.push(dealing(visitor, does));
  if (layout.family === "dice" || !visitor.canBet) return [...others, ...(few && visitor.canBet ? [more] : []), ...fresh];
  const lacks = wallet > 0 && (visitor.wanted > chips + visitor.lieAll || Boolean(visitor.shortfall));
  return [...others, ...betting(visitor, does), ...(few || lacks ? [more] : []), ...fresh];
}

// The deal on request, with the chips that lie on the spots. Who has no bet lets the others play.
function dealing(visitor, does) {
  const { view, layout, staged, lieAll } = visitor;
  const { asked = false, can = false, waiting = [] } = view.deal ?? {};
  const [word, turn] = layout.family === "dice" ? ["Roll", "roll"] : ["Deal", "round"];
  if (can && !staged.some && !lieAll) return { key: "skip", label: `Skip this ${turn}`, act: does.deal };
  const off = !canPlace(visitor) && (!can || staged.some);
  return { key: "deal", label: asked && off && waiting.length ? `Waiting for ${named(waiting)}` : word, main: !off, off, shortcut: " ", act: does.deal };
}

function named(waiting) {
  return waiting.length === 1 ? short(waiting[0]) : `${waiting.length} players`;
}

function canPlace({ staged, wanted, lieAll, lacking }) {
  return staged.some && Boolean(wanted || lieAll) && !lacking;
}

// What a player who can decide before the turn has to know.
export function earlySays({ early }) {
  if (!early) return "";
  return early.noted ? `Noted: ${labelOf(early.noted)}. You can change it until your turn.` : "You can decide now. The table plays your decision in your turn.";
}

function same(one, other) {
  return one.action === other?.action && one.amount === other?.amount;
}

function labelOf({ action, amount }) {
  const said = words(action);
  return `${said[0].toUpperCase()}${said.slice(1)}${amount ? ` ${money(cents(amount))}` : ""}`;
}

// `round`: of a decision before the turn, which counts for that decision round only.
function decision(each, does, ...round) {
  const { action, amount, position, hand } = each;
  return {
    key: `decide ${action} ${amount ?? ""} at ${position} ${hand ?? ""}`,
    label: labelOf(each),
    main: amount !== undefined || !QUIET.includes(action),
    act: () => does.act(each, ...round),
  };
}

// What comes next, where the cards will lie. Chips on a spot are no bet until they are placed, which nobody can guess.
export function firstStep(visitor, position) {
  if (!visitor.canBet) return visitor.lieAll ? "Your bet is placed. The cards come now." : "Your cards will lie here.";
  const { lacking, staged } = visitor;
  if (lacking) return needs(lacking.area, lacking.needs);
  const warning = foldsOnly(visitor);
  const byHouse = visitor.layout.dealt_by !== "person";
  if (staged.some) return `${warning}${byHouse ? `Press Deal to bet ${money(visitor.wanted)} and play.` : `Press ${placing(visitor)} before the bets close.`}`;
  if (!sum(Object.values(visitor.lies(position)))) return "Choose a chip, then put it on a spot.";
  return `${warning}Your bet is placed. The cards come when the bets close${visitor.view.deal?.can ? ", or when you press Deal" : ""}.`;
}

export function needs(area, names) {
  return `Put a chip on the ${names.map(words).join(" and the ")} too: the ${words(area.name)} is not taken alone.`;
}

// Who has put everything on the first wager cannot make the next one; who has put too much cannot make all of them.
function foldsOnly({ shortfall, tight, wallet }) {
  if (!shortfall) return tight ? `Later wagers can take up to ${money(tight.takes)}, and you will have ${money(tight.left)}. ` : "";
  const { left, takes, wager } = shortfall;
  return `Bet less${wallet > 0 ? " or buy chips" : ""}: the ${words(wager)} takes ${money(takes)}, and you will have ${money(left)}. Otherwise you can only fold. `;
}

function placing({ staged, lieAll, wanted }) {
  if (!staged.some) return lieAll ? `${money(lieAll)} placed` : "Place bet";
  return `${lieAll ? "Change to" : "Place"} ${money(wanted)}`;
}

function betting(visitor, does) {
  const { staged, lieAll, layout, habits } = visitor;
  const doubled = visitor.doubled;
  const byHouse = layout.dealt_by !== "person";
  return [
    byHouse && dealing(visitor, does),
    { key: "place", label: placing(visitor), main: !byHouse && staged.some, off: !canPlace(visitor), act: () => does.place(staged.all) },
    staged.some || lieAll
      ? { key: "undo", label: "Undo", off: !staged.some, act: does.undo }
      : { key: "rebet", label: "Rebet", off: !staged.last, shortcut: "r", act: () => does.place(visitor.lastBet) },
    { key: "double", label: "Double", off: !doubled, shortcut: "d", act: () => does.stage(doubled) },
    { key: "clear", label: "Clear", off: !staged.some && !lieAll, act: does.clear },
    { key: "more", label: habits.auto && !habits.isOpen ? "Auto-rebet on" : "More", open: habits.isOpen, act: does.more },
    ...(habits.isOpen ? [{ key: "auto", label: "Auto-rebet", noted: habits.auto, act: does.auto }, ...savedBets(visitor, does)] : []),
  ].filter(Boolean);
}

// Saved bets, each placed by one click. To save one, the number is chosen after it.
function savedBets({ habits, current }, does) {
  const { saved, isSaving } = habits;
  const numbers = NUMBERS.filter((number) => isSaving || saved[number]);
  return [
    { key: "save", label: "Save bet", noted: isSaving, off: !current && !isSaving, act: does.startSaving },
    ...numbers.map((number) => (isSaving
      ? { key: `save ${number}`, label: `Save as ${number}`, off: !current, act: () => does.save(number) }
      : { key: `saved ${number}`, label: `Bet ${number}: ${money(sum(Object.values(saved[number])))}`, act: () => does.placeSaved(saved[number]) })),
  ];
}
