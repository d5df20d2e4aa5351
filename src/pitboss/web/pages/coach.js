// The coach beside a table, for whoever asks for one: what each choice is worth now, what a mistake cost, and how it all adds up.
// It shows the house's figures; it reckons nothing but sums.

import { ask } from "./door.js";
import { el, show } from "./dom.js";
import { cents, money, signed, sum } from "./money.js";
import { words } from "./told.js";
import { bars, label, number } from "./worths.js";

const ASK_AGAIN = 400;
const NOTHING = { decisions: 0, right: 0, cost: 0, rounds: 0, wagers: 0, net: 0, expected: 0 };

export class Coach {
  constructor(table, zone, closed) {
    this.path = `/api/tables/${encodeURIComponent(table)}/coach`;
    this.kept = `coach ${table}`;
    this.zone = zone;
    this.closed = closed;
    this.on = true;
    this.question = null;
    this.advice = null;
    this.why = "";
    this.done = null;
    this.mistakes = [];
    this.wide = matchMedia("(min-width: 761px)").matches; // on a phone the session is told when it is asked for
    this.round = null;
    this.doubles = new Set();
    this.expectation = this.expect();
    this.total = { ...NOTHING, ...JSON.parse(sessionStorage.getItem(this.kept) ?? "{}") };
    zone.hidden = false;
  }

  close() {
    this.on = false;
    this.zone.hidden = true;
    this.zone.replaceChildren();
    this.zone.written = null;
    this.closed();
  }

  // What happened, heard before the table is seen as it is now.
  hear(events, me) {
    for (const event of events) {
      if (event.player !== me && !/voided$/.test(event.event)) continue;
      if (event.event === "decided" || event.event === "hand_decided") this.judge(event);
      if (event.event === "bought_in" && this.round) this.round.before += cents(event.amount);
      if (/voided$/.test(event.event)) this.round = null;
      if (event.event === "losers_taken" || event.event === "winners_paid") this.decide(event.rows);
    }
  }

  see(view, me) {
    const dice = view.dealer === undefined;
    const asked = view.choices.filter((each) => each.do === (dice ? "bet" : "decide"));
    const offered = dice ? asked.map(({ wager, behind }) => [wager, behind]) : [view.round, view.next?.hand, view.positions, asked];
    const key = asked.length ? JSON.stringify(offered) : null;
    if (key !== (this.question?.key ?? null)) this.turn(key);
    if (dice) for (const each of view.wagers) each.dice && each.dice[0] === each.dice[2] && this.doubles.add(each.id);
    else this.follow(view, me);
    this.draw();
  }

  turn(key) {
    this.advice = null;
    this.why = "";
    this.done = null;
    this.question = key && { key, answer: null };
    if (key) this.question.answer = this.answer(this.question);
  }

  async answer(question) {
    try {
      const said = await patiently(this.path, (done) => this.question === question && ((this.done = done), this.draw()));
      if (this.question === question) this.advice = said.advice;
      return said.advice;
    } catch (error) {
      if (this.question === question) this.why = [error.message, error.clause].filter(Boolean).join(" ");
      return null;
    } finally {
      this.draw();
    }
  }

  // A decision is judged by the answer to its own question, however late that comes.
  async judge({ action, amount }) {
    const question = this.question;
    const advice = await question?.answer;
    const chosen = advice?.choices.find((each) => each.action === action && cents(each.amount ?? "0.00") === cents(amount));
    const best = advice?.choices.find((each) => each.best);
    if (!chosen?.cents || !best) return;
    const cost = number(best.cents) - number(chosen.cents);
    this.total.decisions += 1;
    this.total.cost += cost;
    if (cost > 0) this.mistakes.push({ chosen, best });
    else this.total.right += 1;
    this.keep();
  }

  // From the deal to the end of a round: what the player had before and after, and what was to be expected.
  follow(view, me) {
    const lying = Object.values(view.positions).map((place) => own(place, me)).filter(Boolean);
    const has = cents(view.chips ?? "0.00") + sum(lying.flatMap((wagers) => Object.values(wagers).map(cents)));
    if (!view.playing) {
      if (this.round) this.end(has);
      this.idle = true;
    } else if (this.idle) {
      this.idle = false;
      this.mistakes = [];
      this.round = lying.length ? { before: has, wagers: lying } : null;
    }
  }

  // It may take a while until the house has counted what was to be expected; the round waits for it.
  async end(has) {
    const { before, wagers } = this.round;
    this.round = null;
    const placed = wagers.flatMap((each) => Object.entries(each));
    const gains = await this.expectation;
    if (!gains || placed.some(([name]) => !(name in gains))) return;
    this.total.rounds += 1;
    this.total.net += has - before;
    this.total.expected += sum(placed.map(([name, amount]) => cents(amount) * number(gains[name])));
    this.keep();
  }

  // At dice each wager counts when it is decided: what it came to, and what was to be expected when it was made.
  async decide(rows) {
    const named = rows.map((row) => ({ ...row, name: this.doubles.has(row.id) ? `${row.wager}_hard` : row.wager }));
    const gains = await this.expectation;
    if (!gains) return;
    for (const { name, outcome, stake, pays, commission } of named.filter((row) => row.name in gains)) {
      this.total.wagers += 1;
      this.total.net += (outcome === "lose" ? -cents(stake) : cents(pays)) - cents(commission);
      this.total.expected += cents(stake) * number(gains[name]);
    }
    this.keep();
  }

  async expect() {
    const said = await patiently(`${this.path}/expectation`, () => {}, 2000).catch(() => null);
    return said?.wagers ?? null;
  }

  keep() {
    sessionStorage.setItem(this.kept, JSON.stringify(this.total));
    this.draw();
  }

  forget() {
    this.total = { ...NOTHING };
    this.mistakes = [];
    this.keep();
  }

  draw() {
    if (!this.on) return;
    show(this.zone, [this.advice, this.why, this.done, this.question?.key ?? null, this.mistakes, this.total], () => [
      el("div", { class: "coach-head" }, el("h2", {}, "Coach"), el("button", { "data-key": "coach close", onclick: () => this.close() }, "Close")),
      this.total.wagers ? this.summary() : null,
      el("div", { class: "now", "aria-live": "polite" }, [this.now()].flat()),
      ...this.mistakes.map(({ chosen, best }) => el("p", { class: "mistake" }, `${label(chosen)} cost ${money(cents(chosen.costs))}: ${label(best).toLowerCase()} was worth ${signed(cents(best.money))}, this ${signed(cents(chosen.money))}.`)),
      this.total.wagers ? null : this.summary(),
    ]);
  }

  now() {
    if (this.why) return el("p", {}, this.why);
    if (this.advice?.asks === "wagers") return [el("p", {}, "What each wager gains on average, of what is staked:"), costs(this.advice.choices)];
    if (this.advice) return [bars(this.advice.choices), el("p", { class: "label says" }, this.advice.says)];
    if (this.question) return el("p", {}, this.done ? `Counting every deal: ${this.done} %.` : "Counting.");
    return this.mistakes.length ? null : el("p", { class: "idle" }, "When you have something to decide, what each choice is worth stands here.");
  }

  summary() {
    const { decisions, right, cost, rounds, wagers, net, expected } = this.total;
    if (!decisions && !rounds && !wagers) return null;
    const luck = net - expected + cost;
    const rows = [
      ...(wagers ? [] : [["Decisions right", `${right} of ${decisions}`], ["Errors cost", money(Math.round(cost))]]),
      ...(rounds || wagers ? [["Result", signed(net)], [wagers ? "Expected of these wagers" : "Expected at best play", signed(Math.round(expected))], ["Luck", signed(Math.round(luck))]] : []),
    ];
    const so = wagers ? `${wagers} ${wagers === 1 ? "wager" : "wagers"} decided` : `${rounds} ${rounds === 1 ? "round" : "rounds"}`;
    return el("details", { class: "session", open: this.wide, ontoggle: (event) => (this.wide = event.target.open) }, el("summary", {}, `This session: ${so}`),
      el("dl", {}, rows.flatMap(([name, figure]) => [el("dt", {}, name), el("dd", {}, figure)])),
      el("button", { "data-key": "coach again", onclick: () => this.forget() }, "Start over"));
  }
}

// The visitor's wagers at a place, as they were placed.
function own(place, me) {
  if (place.players) return place.players.find((each) => each.player === me)?.wagers;
  return place.player === me ? place.wagers : null;
}

function costs(choices) {
  const sorted = [...choices].sort((one, other) => number(other.worth) - number(one.worth));
  return el("div", { class: "costs" }, el("table", {},
    el("thead", {}, el("tr", {}, el("th", { scope: "col" }, "wager"), el("th", { scope: "col" }, "gains"))),
    el("tbody", {}, sorted.map((each) => el("tr", { "data-action": each.action }, el("td", {}, words(each.action), each.best ? " ★ best" : ""), el("td", {}, percent(each.worth)))))));
}

const percent = (worth) => `${(100 * number(worth)).toFixed(2).replace("-", "−")} %`;

// Asks again while the house is still counting.
export async function patiently(path, tell, rest = ASK_AGAIN) {
  for (;;) {
    const said = await ask(path);
    if (said.ready) return said;
    tell(said.done);
    await new Promise((go) => setTimeout(go, rest));
  }
}
