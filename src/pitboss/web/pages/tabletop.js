// The table as the visitor sees it now: every zone of the page drawn from the view, and only what has changed.

import { drawChoices, drawTray } from "./bar.js";
import { keptHand, parts } from "./cards.js";
import { DiceTable, rolled } from "./dice.js";
import { el, show, zone } from "./dom.js";
import { rack, seats, shoe } from "./felt.js";
import { cents, money, sum } from "./money.js";
import { earlySays, firstStep, offers } from "./offers.js";
import { drawPlace } from "./places.js";
import { explained, list } from "./results.js";
import { net, place, playersAt } from "./seen.js";
import { rows, spot, together } from "./spots.js";
import { waitsSays } from "./waits.js";

export class Tabletop {
  // `does`: what a click makes happen; `doors`: buttons of the panels beside the table.
  constructor(visitor, counts, does, doors) {
    Object.assign(this, { visitor, counts, does, doors });
  }

  draw() {
    const { visitor, does } = this;
    const { view, layout, round } = visitor;
    if (!view) return;
    if (layout.family === "shoe") round.named((cards, split) => this.counts.of(cards, split).says);
    const position = visitor.active;
    const here = position === null ? null : this.seenAt(position, visitor.me);
    this.drawTop();
    show(zone("dealer"), this.dealerSeen(here), (seen) => drawDealer(seen, layout.house));
    show(zone("rack"), [view.playing], ([playing]) => rack(playing));
    show(zone("shoe"), [view.shoe, view.before_cut_card], ([left, before]) => shoe(left === undefined ? null : { cards: left, before }));
    show(zone("places"), this.everyPlace(position), (all) => all.map((each) => drawPlace(each, layout.family === "dice" ? [] : layout.areas, { sit: does.sit, bet: does.pick, join: does.pick })));
    if (layout.family === "dice") this.drawDice();
    else if (here) this.drawOwn(here);
    zone("own").hidden = !here && !zone("side")?.contains(zone("own")); // in the column it says what will stand there
    this.drawBar(here);
  }

  // A position as one player has it, with what counts of its hands and the names under which they are kept.
  seenAt(position, player) {
    const { view, layout, round } = this.visitor;
    const found = place(view, round, position, player);
    found.hands = found.hands.map((held) => {
      if (layout.family === "showdown") this.counts.of([...held.cards, ...round.board.cards]); // asked while they are on their way
      const known = layout.family === "showdown" ? this.counts.of([...landed(held), ...landed(round.board)]) : { counts: null, says: "" };
      const stake = view.positions?.[position]?.players?.find((each) => each.player === player)?.on_hands[held.number - 1];
      return { ...held, name: `${round.number} ${position} ${held.number}`, counts: known.counts, words: held.words || known.says, stake: stake ? sum(Object.values(stake).map(cents)) : 0 };
    });
    return found;
  }

  dealerSeen(here) {
    const { view, layout, round } = this.visitor;
    const { cards, words: said, order, thrownOut } = round.dealer;
    const showdown = layout.family === "showdown";
    const playing = cards.filter((card) => card !== thrownOut);
    return {
      noCards: view.dealer === undefined, dice: round.rolling ? null : round.dice ?? view.last_rolls?.at(-1)?.dice ?? null, rolling: round.rolling, puck: view.puck, said, round: round.number, order, cards,
      counts: showdown && said ? this.counts.of([...playing, ...round.board.cards]).counts : null,
      board: round.board, boardCounts: showdown ? here?.hands[0]?.counts ?? null : null,
    };
  }

  drawTop() {
    const { view, own, waits, plays, lieAll } = this.visitor;
    show(zone("money"), [view.chips, own === null ? 0 : lieAll], ([have, lies]) => [
      el("span", { class: "label" }, "Balance "), el("strong", { id: "chips" }, money(cents(have ?? "0.00"))), el("span", { class: "label lies" }, lies ? `${money(lies)} on the table` : "")]);
    zone("money").hidden = own === null;
    zone("meter").hidden = !view.meters;
    show(zone("meter"), view.meters, (meters) => meters && [
      el("span", { class: "label" }, "Progressive "), el("strong", {}, money(cents(meters.main))), meters.closed && el("small", {}, ` stands still: ${meters.closed}`)]);
    const seated = own !== null;
    const mayLeave = this.visitor.choices("leave").length && !waits.all.length;
    show(zone("actions"), [plays, seated, mayLeave], () => [
      ...this.doors(plays), seated && el("button", { "data-key": "leave", disabled: !mayLeave, onclick: this.does.leave }, "Leave")]);
  }

  everyPlace(main) {
    const { visitor } = this;
    const { view, layout, round, me, staged, canBet, places } = visitor;
    return seats(layout.positions, main).map((at, index) => {
      const position = index + 1;
      const players = playersAt(view, position);
      const own = players.includes(me) || position === main || (!players.length && places.includes(position));
      const { results, wagers, ...rest } = this.seenAt(position, own ? me : players[0]);
      return {
        ...rest, at, players, own, main: position === main, free: !players.length && !own, can: visitor.offeredAt(position),
        wagers: canBet && own ? staged.or(position, wagers) : wagers, net: round.over && results.length && !this.bets(wagers) ? net(results) : null,
      };
    });
  }

  // Whether a bet for the next round lies there. On a layout of dice wagers stay from roll to roll.
  bets(wagers) {
    const { view, layout } = this.visitor;
    return view.betting && layout.family !== "dice" && sum(Object.values(wagers)) > 0;
  }

  drawDice() {
    const { visitor, does } = this;
    const { view, layout, me, chosen } = visitor;
    const open = new Map();
    for (const each of visitor.waits.all.length ? [] : visitor.choices("bet")) open.set(each.wager, [...(open.get(each.wager) ?? []), each]);
    const results = explained(layout, visitor.round, visitor.results);
    this.dice ??= new DiceTable({ felt: zone("felt"), board: zone("board"), hands: zone("hands") }, layout.areas, () => this.draw());
    this.dice.draw({ view, me, open, results, chosen, act: does.act });
    show(zone("results"), results, () => (results.length ? list(results, { what: "This roll" }) : []));
  }

  drawOwn(here) {
    const { visitor, does } = this;
    const { layout, round, staged, places, came, canBet: open } = visitor;
    const { position } = here;
    show(zone("tabs"), [places, position], () => (places.length > 1 ? places.map((each) => el("button", { "data-key": `tab ${each}`, "aria-pressed": String(each === position), onclick: () => does.pick(each) }, `Position ${each}`)) : []));
    const step = firstStep(visitor, position);
    show(zone("hands"), [here.hands, here.asked, here.folded, round.over, step], () => drawHands(here, step));
    const asks = (area) => cents(visitor.choices("decide").find((each) => each.action === area.name && each.position === position)?.amount ?? "0.00");
    const changing = open && staged.some;
    const again = changing || this.bets(here.wagers); // a new bet, which no old result may cover
    const amounts = open ? staged.or(position, here.wagers) : here.wagers;
    const results = explained(layout, round, here.results);
    show(zone("spots"), [position, amounts, changing, again, open, results, round.settled, layout.areas.map(asks)], () => rows(layout.areas, (area) => spot({
      area, open: open && area.when === "before", amount: amounts[area.name] ?? 0,
      staged: changing && amounts[area.name] !== here.wagers[area.name],
      collected: !round.settled && results.some((each) => each.wager === area.name && each.outcome === "collected"),
      result: again ? null : together(results.filter((each) => each.wager === area.name && (round.settled || each.outcome !== "collected"))),
      lacks: open ? visitor.lacks(position, area) : [], asks: area.when === "later" && !amounts[area.name] ? asks(area) : 0,
      bet: () => does.put(position, area, "add"),
      less: () => does.put(position, area, "less"),
    })));
    const all = came.flatMap((each) => explained(layout, round, place(visitor.view, round, each, visitor.me).results));
    show(zone("results"), [all, round.over], () => (all.length && round.over ? list(all, { many: came.length > 1 }) : []));
  }

  drawBar(here) {
    const { visitor, does } = this;
    const betting = here && visitor.canBet;
    show(zone("waits"), visitor.waits.all, (all) => all.map((each) => el("p", {}, waitsSays(each))));
    show(zone("early"), earlySays(visitor), (says) => says);
    drawTray(zone("tray"), betting ? visitor.layout.chips : null, visitor.chosen, does.choose);
    drawChoices(zone("choices"), offers(visitor, does), !betting);
  }

  // Where a wager of an event lies.
  spotOf(event, wager) {
    const { player, position } = event;
    const { layout, me, active } = this.visitor;
    const name = CSS.escape(wager);
    if (layout.family === "dice") return this.dice.spotOf(event, wager);
    const large = player === me && position === active;
    return (large ? zone("spots") : zone("places").querySelector(`[data-position="${position}"]`))?.querySelector(`[data-area="${name}"] .ring`);
  }
}

// The cards of a hand that have arrived: only those have a name.
const landed = ({ cards, landed: number }) => cards.slice(0, number);

function drawDealer(seen, house) {
  if (seen.noCards) return [...rolled(seen.dice, seen.puck, seen.rolling), el("p", { class: "house-name" }, house)];
  return [
    el("div", { class: "group" }, keptHand(`${seen.round} dealer`, seen.cards, { counts: seen.counts, order: seen.order }),
      el("p", { class: "words" }, el("span", { class: "label" }, "Dealer"), seen.said ? ` ${seen.said}` : "")),
    seen.board.cards.length ? el("div", { class: "group board" }, keptHand(`${seen.round} board`, seen.board.cards, { counts: seen.boardCounts, order: seen.board.order }),
      el("p", { class: "words" }, el("span", { class: "label" }, "Board"))) : null,
  ];
}

// Several hands lie side by side: the one that is asked is framed, each has its own stake.
function drawHands(here, step) {
  if (!here.hands.length) return el("p", { class: "empty" }, step);
  const many = here.hands.length > 1;
  return here.hands.map((held) => el("div", { class: `group${many && here.asked ? (here.asked === held.number ? " active" : " rests") : ""}`, "--first": parts(held.cards, held.counts).first, "--rest": parts(held.cards, held.counts).rest },
    keptHand(held.name, held.cards, { dim: here.folded, counts: held.counts, order: held.order, across: held.doubled ?? 0 }), el("p", { class: "words" }, here.folded ? "Folded" : held.words),
    many && held.stake ? el("p", { class: "stake" }, money(held.stake), held.doubled ? " doubled" : "") : null));
}
