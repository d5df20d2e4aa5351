// One table of the pit, live: what goes on there, what can be called, pausing and closing, its terms, its rounds.

import { ask } from "./door.js";
import { el, show } from "./dom.js";
import { field, form, pick, refusal, say, trying } from "./forms.js";
import { cents, money, sum } from "./money.js";
import { when } from "./rows.js";
import { wagers } from "./seen.js";
import { compared, edgesOf, limitFields, optionFields, read, shownFirst } from "./terms.js";
import { short, told, words } from "./told.js";
import { Wire } from "./wire.js";

const capital = (text) => `${text[0].toUpperCase()}${text.slice(1)}`;
const LOOK_AGAIN = 1000;
const WHERE = { card_exposed: "at position", communication: "at position", hand_missed: "at position", card_missed: "at position" };

// Terms that are taken amid a round wait for its end; no new one is begun meanwhile.
async function afterTheRound(error, id) {
  if (error.code !== "round_in_progress") throw error;
  say("The round is finished first; then the table goes on under its new terms.");
  while ((await ask("/api/lobby")).tables.some((each) => each.id === id && each.status === "playing")) await new Promise((done) => setTimeout(done, LOOK_AGAIN));
}

export class PitTable {
  constructor(setup, game, acts) {
    Object.assign(this, { setup, game, acts, view: null, meant: null });
    this.live = el("div", { class: "live" }, el("p", { class: "quiet" }, "Looking at the table."));
    this.calls = el("div", { class: "calls" });
    this.heard = el("p", { class: "heard", role: "status" });
    this.rounds = el("div");
    const runs = acts && setup.status !== "closed";
    this.zone = el("section", { class: "chosen", "aria-label": setup.title, "data-game": setup.game }, this.top(), el("div", { class: "cards" },
      el("div", { class: "column" }, el("div", { class: "card" }, el("h3", {}, "Now"), this.live, this.heard),
        runs && this.running(), el("div", { class: "card" }, el("h3", {}, "Rounds"), this.rounds)),
      el("div", { class: "column wide" }, el("div", { class: "card" }, el("h3", {}, "Call an irregularity"), this.calls), runs && this.terms())));
    this.open();
  }

  top() {
    const { setup } = this;
    return el("div", { class: "title" }, el("h2", {}, setup.title), el("p", { class: "quiet" }, `${setup.id}, ${this.game.jurisdictions[setup.jurisdiction]}`),
      el("a", { class: "button", href: `/tables/${encodeURIComponent(setup.id)}` }, "Watch it"));
  }

  async open() {
    const here = encodeURIComponent(this.setup.id);
    this.wire = new Wire(this.setup.id, {
      session() {}, meters() {}, refused: refusal,
      lost: () => this.live.replaceChildren("Connection lost. Trying again."),
      table: (view, events) => {
        const said = events.map((each) => told(each, "")).filter(Boolean);
        if (said.length) this.heard.textContent = said.slice(-2).join(" ");
        const ended = this.view?.playing && !view.playing;
        this.view = view;
        this.draw();
        if (ended) this.listRounds().catch(refusal);
      },
    });
    this.wire.open();
    try { // what was just done stays said
      this.troubles = (await ask(`/api/admin/tables/${here}/irregularities`)).irregularities;
      await this.listRounds();
      if (this.view) this.draw();
    } catch (error) {
      refusal(error);
    }
  }

  async listRounds() {
    const here = encodeURIComponent(this.setup.id);
    const { rounds } = await ask(`/api/tables/${here}/rounds?most=12`);
    const one = (each) => el("li", {}, el("a", { "data-key": `round ${each.round}`, href: `/rounds/${here}/${each.round}` }, `Round ${each.round}`), el("span", { class: "quiet" }, ` ${when(each.begun)}`));
    show(this.rounds, rounds, () => (rounds.length ? el("ul", { class: "links" }, rounds.map(one)) : el("p", { class: "quiet" }, "Rounds played here can be played back from this list.")));
  }

  close() {
    this.wire.close();
  }

  draw() {
    show(this.live, [this.view.status, this.view.round, this.view.next, this.view.seats, this.view.positions, this.view.wagers], () => this.now());
    show(this.calls, [this.view.choices.filter(isCall), this.meant, this.view.playing, Boolean(this.troubles)], () => this.callable());
  }

  now() {
    const { view } = this;
    const places = Object.keys(view.seats).map(Number);
    return [
      el("p", {}, `Round ${view.round}: ${view.status}. `, view.next && `Next: ${view.next.says}.`, view.next && el("span", { class: "clause" }, ` ${view.next.clause}`)),
      places.length ? el("ul", { class: "places" }, places.map((place) => {
        const total = sum(Object.values(wagers(view, place, view.seats[place])));
        return el("li", {}, el("span", {}, `${place} ${short(view.seats[place])}`), el("b", {}, total ? money(total) : ""));
      })) : el("p", { class: "quiet" }, "Nobody sits here."),
    ];
  }

  callable() {
    const found = new Map();
    for (const each of this.view.choices.filter(isCall)) found.set(key(each), found.get(key(each)) ?? each);
    const offered = [...found.values()];
    if (!this.acts) return el("p", { class: "quiet" }, "A supervisor calls what goes wrong here. An auditor sees all and changes nothing.");
    return [
      offered.length ? el("ul", { class: "troubles" }, offered.map((each) => this.callOne(each))) : el("p", { class: "quiet" }, "As the table stands, nothing can be called. What the text allows is offered here the moment it does."),
      this.view.playing && this.troubles?.some((each) => each.what === "wrong_number") && this.wrongNumber(),
    ];
  }

  callOne(command) {
    const trouble = this.troubles?.find((each) => each.what === command.what);
    const fault = command.do === "void_round";
    const says = fault ? "a fault of the system, or another reason" : trouble?.says ?? words(command.what);
    const where = command.position ? `, ${WHERE[command.what] ?? "position"} ${command.position}` : command.id ? `, wager ${command.id}` : command.whose ? `, in the ${command.whose}` : "";
    const open = this.meant === key(command);
    const card = command.what === "card_exposed" ? field("card", "Card, where known", { maxlength: 2, placeholder: "Ah" }) : null;
    const reason = fault ? field("reason", "Why, if it is not a fault of the system", { maxlength: 200, value: this.why ?? "", oninput: ({ target }) => { this.why = target.value; } }) : null;
    const named = () => Object.fromEntries([card, reason].filter(Boolean).map((each) => each.querySelector("input")).filter((each) => each.value.trim()).map((each) => [each.name, each.value.trim()]));
    return el("li", {}, el("button", { "data-key": key(command), "aria-expanded": String(open), onclick: () => { this.meant = open ? null : key(command); this.draw(); } }, capital(says) + where),
      open && el("div", { class: "meant" }, el("p", {}, fault ? "The round is void and its wagers go back." : capital(`${trouble?.does ?? "as the text says"}.`), el("span", { class: "clause" }, ` ${fault ? "GLI-19 A.6.4, reading 131" : trouble?.clause ?? ""}`)),
        card, reason, el("button", { class: "act", "data-key": `call ${key(command)}`, onclick: () => this.call({ ...command, ...named() }) }, fault ? "Void the round" : "Call it")));
  }

  wrongNumber() {
    const hands = Object.keys(this.view.positions ?? {});
    return form("wrong_number", "", [el("h3", {}, "A hand has a wrong number of cards"), el("div", { class: "pair" },
      pick("whose", "Whose hand", [["dealer", "the dealer's"], ...hands.map((place) => [place, `position ${place}`])], "dealer"),
      field("cards", "Cards it has", { type: "number", min: 0, max: 52, required: true }))], "Call it",
    ({ whose, cards }) => this.do({ do: "call", what: "wrong_number", cards: Number(cards), ...(whose === "dealer" ? { whose } : { position: Number(whose) }) }), { quiet: true });
  }

  async call({ who, ...command }) {
    this.meant = this.why = null;
    await trying(() => this.do(command));
    this.draw();
  }

  async do(command) {
    await this.wire.do(command);
    say("Called, and written down.");
  }

  running() {
    const paused = ["paused", "stopped"].includes(this.setup.status);
    const change = (path, said) => async ({ reason }) => {
      await ask(path, "POST", path.endsWith("close") ? { reason } : { scope: "table", name: this.setup.id, reason });
      say(said);
      this.acts.changed(this.setup.id);
    };
    const reason = field("reason", "Why, for the record", { required: true, minlength: 3, maxlength: 300 });
    const here = `/api/admin/tables/${encodeURIComponent(this.setup.id)}`;
    return el("div", { class: "card" }, el("h3", {}, paused ? "Open it again, or close it" : "Pause or close"), this.setup.why && el("p", {}, this.setup.why),
      form("pause", "", [reason], paused ? "Open again" : "Pause", change(`/api/admin/switches/${paused ? "on" : "off"}`, paused ? "The table goes on." : "No new round is begun; wagers that waited go back."), { quiet: true }),
      form("close", "", [field("reason", "Why it closes for good", { required: true, minlength: 3, maxlength: 300 })], "Close for good", change(`${here}/close`, "The table is closed; its players have their chips back."), { quiet: true }));
  }

  terms() {
    const { setup, game } = this;
    const shown = el("div"), take = el("button", { class: "act", "data-key": "take" }, "Take it between rounds");
    const main = Object.keys(setup.limits).length ? Object.keys(setup.limits) : game.wagers.slice(0, 1);
    const filled = el("form", { class: "card terms", onsubmit: async (event) => {
      event.preventDefault();
      const given = Object.fromEntries(new FormData(filled));
      await trying(async () => {
        const send = () => ask(`/api/admin/tables/${encodeURIComponent(setup.id)}/reopen`, "POST", { ...read(given, setup), reason: given.reason });
        const { table } = await send().catch((error) => afterTheRound(error, setup.id).then(send));
        say(`The table goes on as ${table} under its new terms.`);
        this.acts.changed(table);
      });
    } }, el("h3", {}, "Limits and pay tables"), el("p", { class: "quiet" }, "Between two rounds the table closes and goes on under a new name: promises of chance are made for one set of rules."),
    el("div", { class: "many" }, limitFields(main, setup.limits), optionFields(game, setup.jurisdiction, setup.options)),
    field("reason", "Why, for the record", { required: true, minlength: 3, maxlength: 300 }), shown);
    const look = shownFirst(filled, shown, take, async (told) => {
      const { options } = read(Object.fromEntries(new FormData(filled)), setup);
      const now = await edgesOf(setup.game, setup.jurisdiction, setup.options, told);
      return compared(now, await edgesOf(setup.game, setup.jurisdiction, { ...setup.options, ...options }, told));
    });
    filled.append(el("p", { class: "doors" }, look, take));
    return filled;
  }
}

const isCall = (each) => ["call", "void_round"].includes(each.do);
const key = ({ do: what, what: name = "", position = "", id = "", whose = "" }) => `${what} ${name} ${position}${id}${whose}`.trim();
