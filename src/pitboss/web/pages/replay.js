// A round played back step by step on the felt, each step with its clause, and the proof of its chance checked here.

import { ask } from "./door.js";
import { el } from "./dom.js";
import { felt } from "./drawn.js";
import { trying } from "./forms.js";
import { head } from "./header.js";
import { cents, money, sum } from "./money.js";
import { Fails, verify } from "./proof.js";
import { Round } from "./round.js";
import { when } from "./rows.js";
import { net } from "./seen.js";
import { sentence } from "./told.js";

const zone = document.querySelector("#shown");
const [table, number] = location.pathname.split("/").slice(2).map(decodeURIComponent);
const capital = (text) => `${text[0].toUpperCase()}${text.slice(1)}`;
let replay = null;
let layout = null;
let at = 0;

// What lies on each position after the events so far.
function laid(events) {
  const places = {};
  const at = ({ position, player }) => (places[position] ??= { player, stakes: {} });
  for (const event of events) {
    if (event.event === "bet_placed") Object.assign(at(event), { player: event.player, stakes: { ...event.stakes } });
    if (event.event === "bet_cleared") delete places[event.position];
    if (event.event === "wager_placed") at(event).stakes[event.id] = event.amount;
    if (["wager_raised", "wager_reduced"].includes(event.event)) at(event).stakes[event.id] = event.amount;
    if (["decided", "hand_decided"].includes(event.event) && cents(event.amount)) { const { stakes } = at(event); stakes[event.action] = money(cents(stakes[event.action] ?? "0.00") + cents(event.amount)).replaceAll(",", ""); }
    if (["seated", "dice_taken", "dice_offered"].includes(event.event)) at(event);
  }
  return places;
}

function stateAt(step) {
  const events = replay.steps.slice(0, step + 1).map((each) => each.event);
  const round = new Round();
  round.hear(events, "");
  const puck = events.findLast((each) => each.event === "puck_moved")?.point || null;
  const places = Object.entries(laid(events)).map(([position, { player, stakes }]) => {
    const results = round.results.filter((each) => each.position === Number(position));
    return { position: Number(position), player: player ?? "", total: sum(Object.values(stakes).map(cents)), hands: round.handsOf(position), folded: Boolean(round.folded[position]), net: results.length ? net(results) : null };
  });
  return { round, puck, places };
}

// Drawing

function go(step) {
  at = Math.max(0, Math.min(step, replay.steps.length - 1));
  draw();
}

function draw() {
  const { event } = replay.steps[at];
  const shown = stateAt(at);
  zone.querySelector("#play").replaceChildren(felt({ ...shown, dice: layout.family === "dice", positions: Math.min(layout.positions, 16) }));
  zone.querySelector("#now").replaceChildren(el("strong", {}, `${at + 1} of ${replay.steps.length} `), sentence(event), event.clause ? el("span", { class: "clause" }, ` ${event.clause}`) : "");
  for (const [place, button] of zone.querySelectorAll("#steps button").entries()) {
    if (place === at) button.setAttribute("aria-current", "step");
    else button.removeAttribute("aria-current");
  }
  const list = zone.querySelector("#steps"), current = list.querySelector("[aria-current]");
  list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2;
  zone.querySelector("[data-key=back]").disabled = at === 0;
  zone.querySelector("[data-key=on]").disabled = at === replay.steps.length - 1;
}

function page() {
  const sealed = replay.steps.filter((each) => each.event.event === "sealed").length;
  const steps = replay.steps.map(({ event }, step) => el("li", {}, el("button", { onclick: () => go(step), "data-key": `step ${step}` }, el("span", {}, sentence(event)), event.clause ? el("span", { class: "clause" }, event.clause) : null)));
  zone.replaceChildren(...[
    sealed && el("p", { class: "sealed" }, `${sealed === 1 ? "One step of this round is" : `${sealed} steps of this round are`} still sealed: hidden cards of the same deck or shoe are in play. Their cards lie here as soon as it is shuffled again.`),
    el("div", { id: "play" }),
    el("div", { class: "steer" }, el("p", { id: "now", role: "status" }), el("p", { class: "doors" },
      el("button", { "data-key": "first", onclick: () => go(0) }, "First"), el("button", { "data-key": "back", onclick: () => go(at - 1) }, "Back"), el("button", { class: "act", "data-key": "on", onclick: () => go(at + 1) }, "Next"), el("button", { "data-key": "last", onclick: () => go(Infinity) }, "Last"))),
    el("div", { class: "lesson" }, el("section", { class: "card" }, el("h2", {}, "Steps"), el("ol", { id: "steps" }, steps)),
      el("section", { class: "card" }, el("h2", {}, "Proof of fairness"), el("div", { id: "proof", role: "status" }, "Checking."))),
  ].filter(Boolean));
}

// The proof

async function check() {
  const zone = document.querySelector("#proof");
  if (!replay.proofs.length) return zone.replaceChildren(el("p", {}, "The cards of this round are still in play. When they are shuffled again their seeds are shown, and the proof is checked here."));
  if (!crypto.subtle) return zone.replaceChildren(el("p", {}, "This browser computes hashes only over TLS or on the machine itself. Use ", el("code", {}, "pitboss verify"), "."));
  const found = [];
  for (const epoch of replay.proofs) {
    const address = `/api/tables/${encodeURIComponent(table)}/proofs/${epoch}`;
    const file = el("a", { class: "button", href: address, download: `${table}-${epoch}.json` }, `Proof ${epoch}`);
    try {
      const lines = await verify(await ask(address));
      found.push(el("div", { class: "holds" }, el("h3", {}, `✓ Epoch ${epoch} holds`), el("ul", {}, lines.map((line) => el("li", {}, line))), file));
    } catch (error) {
      const fails = error instanceof Fails;
      found.push(el("div", { class: fails ? "fails" : "" }, el("h3", {}, fails ? `✗ Epoch ${epoch} does not hold` : `Epoch ${epoch}`), el("p", {}, fails ? `${capital(error.message)}.` : error.message), fails ? file : null));
    }
  }
  const checked = found.some((each) => each.className);
  zone.replaceChildren(...found, !checked ? "" : el("p", { class: "quiet" }, "Checked by this page, from the seeds on; nothing the server says of it is believed. ", el("code", {}, "pitboss verify"), " checks the same file."));
}

document.addEventListener("keydown", ({ key, target, ctrlKey, altKey, metaKey }) => {
  if (!replay || ctrlKey || altKey || metaKey || target.matches?.("input, select")) return;
  if (key === "ArrowRight") go(at + 1);
  if (key === "ArrowLeft") go(at - 1);
});

async function enter() {
  const { person } = await head();
  if (!person) return zone.replaceChildren(el("p", {}, "Sign in to see a round that you had a part in. ", el("a", { href: `/sign-in?next=${encodeURIComponent(location.pathname)}` }, "Sign in")));
  const of = new URLSearchParams(location.search).get("of");
  await trying(async () => {
    replay = await ask(`/api/tables/${encodeURIComponent(table)}/rounds/${encodeURIComponent(number)}${of ? `?of=${encodeURIComponent(of)}` : ""}`);
    layout = await ask(`/layouts/${encodeURIComponent(table)}`);
    document.body.dataset.game = layout.game;
    document.querySelector("#title").textContent = `${layout.title}, round ${number}`;
    document.title = `Pitboss: ${layout.title}, round ${number}`;
    document.querySelector("#facts").textContent = `A replay. Played ${when(replay.begun)} UTC at ${table}${replay.void ? ", void" : ""}${person.role === "player" ? `; wagered ${money(cents(replay.wagered))}, came back ${money(cents(replay.won))}` : ""}`;
    page();
    const decisive = replay.steps.findIndex((each) => each.event.event.endsWith("_revealed"));
    go(decisive > 0 ? decisive : replay.steps.length - 1);
    await check();
  });
  if (!replay) zone.replaceChildren(el("p", { class: "quiet" }, "No round is shown."));
}

enter();
