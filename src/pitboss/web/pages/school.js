// The dealer's school: the visitor deals at a table of their own, and answers what is to be done when something goes wrong.

import { ask, comeIn } from "./door.js";
import { el } from "./dom.js";
import { felt, totalOf } from "./drawn.js";
import { form, pick, refusal, say, trying } from "./forms.js";
import { head } from "./header.js";
import { Round } from "./round.js";
import { net, wagers } from "./seen.js";
import { sentence, words } from "./told.js";

const POSITIONS = { showdown: 6, shoe: 6, dice: 8 };
const zone = document.querySelector("#shown");
const capital = (text) => `${text[0].toUpperCase()}${text.slice(1)}`;
let taught = [];
let round = new Round();
let lesson = null;
let where = null;
let which = null;
let heard = [];
let hint = null;
let dealt = 0;

// The way in

function entrance() {
  score("");
  document.querySelector("#leave").replaceChildren();
  delete document.body.dataset.game;
  const names = taught.map((each) => [each.name, each.title]);
  zone.replaceChildren(el("div", { class: "cards" },
    form("lesson", "Deal a round", [
      el("p", {}, "You are the dealer; three players bet and decide. Do each step yourself, in the order of the text. What comes next is told only if you ask. A wrong step is refused with its clause, and counts."),
      pick("game", "Game", names, names[0][0]),
      pick("whole", "Begin with", [["", "the wagers"], ["yes", "the arrival of the cards or dice"]], ""),
    ], "Begin", async ({ game, whole }) => begin(game, Boolean(whole))),
    form("drill", "What now?", [
      el("p", {}, "Something goes wrong at the table. Say what follows from it: every situation that the game's text knows, each answered with its clause."),
      pick("game", "Game", names, names[0][0]),
    ], "Begin", async ({ game }) => drill(game))));
}

async function begin(game, whole) {
  round = new Round();
  heard = [];
  dealt = 0;
  where = which = hint = null;
  heardNow(await ask("/api/school/lesson", "POST", { game, whole }));
}

const score = (words) => (document.querySelector("#score").textContent = words);
const percent = (right, all) => (all ? `${Math.round((100 * right) / all)} %` : "0 %");

// A lesson

async function step(tool) {
  if (tool.at && !where) return refusal({ message: "Choose the position first, then the step." });
  refusal(null);
  hint = null;
  await trying(async () => {
    heardNow(await ask("/api/school/lesson/step", "POST", { do: tool.do, ...(tool.at ? { position: where } : {}), ...(tool.by_wager && which ? { wager: which } : {}) }));
    if (lesson.refused) refusal(lesson.refused);
  });
}

// The wagers on the layout at the chosen position, so that one of them can be named; a wager that is gone is no longer chosen.
function wagerChoice({ view, tools }) {
  const placed = tools.some((tool) => tool.by_wager) && where ? Object.keys(view.positions?.[where]?.on_layout ?? {}) : [];
  if (placed.length < 2 || !placed.includes(which)) which = null;
  if (placed.length < 2) return null;
  const one = (wager, name) => el("button", { role: "radio", "aria-checked": String(which === wager), "data-key": `wager ${wager ?? "all"}`, onclick: () => { which = wager; drawLesson(); } }, name);
  return el("div", { class: "where", role: "radiogroup", "aria-label": "Which wager" }, el("span", { class: "quiet" }, "Wager"), one(null, "all that is due"), placed.map((wager) => one(wager, words(wager))));
}

function heardNow(now) {
  const said = round.hear(now.events, "");
  if (now.family !== "showdown") round.sync(now.view); // its view shows that there is a hand, the events how many cards it has
  if (!now.refused) heard = [...heard, ...(said.length ? said : now.events.slice(-1).map(sentence))].slice(-6);
  lesson = now;
  drawLesson();
}

async function askNext() {
  await trying(async () => {
    hint = await ask("/api/school/lesson/next", "POST", {});
    lesson.score = hint.score;
    drawLesson();
  });
}

function drawLesson() {
  const { view, family, score: marks, tools } = lesson;
  const all = marks.right + marks.wrong;
  document.body.dataset.game = lesson.game;
  score(`${lesson.title}: ${marks.right} right, ${marks.wrong} wrong, ${marks.asked} asked for`);
  document.querySelector("#leave").replaceChildren(el("button", { "data-key": "finish", onclick: finish }, "Finish"));
  if (marks.rounds > dealt) say(`Round ${marks.rounds} is dealt to its end: ${marks.right} of ${all} steps right, ${percent(marks.right, all)}. Deal the next one, or finish.`);
  else say("");
  dealt = marks.rounds;
  const places = Object.entries(view.seats).map(([position, player]) => {
    const results = round.results.filter((each) => each.position === Number(position));
    return { position: Number(position), player, total: totalOf(wagers(view, Number(position), player)), hands: round.handsOf(position), folded: Boolean(round.folded[position]), net: results.length ? net(results) : null };
  });
  const held = document.activeElement?.dataset?.key;
  zone.replaceChildren(
    felt({ round, dice: family === "dice", puck: view.puck, places, positions: POSITIONS[family] }),
    el("div", { class: "lesson" },
      el("section", { class: "card", "aria-label": "Your steps" }, el("div", { class: "where", role: "radiogroup", "aria-label": "At which position" }, el("span", { class: "quiet" }, "At position"),
        Object.keys(view.seats).map((place) => el("button", { role: "radio", "aria-checked": String(where === Number(place)), "data-key": `at ${place}`, onclick: () => { where = where === Number(place) ? null : Number(place); drawLesson(); } }, place))),
        wagerChoice(lesson),
        el("ul", { class: "tools" }, tools.map((tool) => el("li", {}, el("button", { "data-key": `do ${tool.do}`, onclick: () => step(tool) }, capital(tool.says), tool.at ? el("span", { class: "quiet" }, `${tool.by_wager && which ? `, the ${words(which)}` : ""} at ${where ?? "…"}`) : null))))),
      el("section", { class: "card" }, el("h2", {}, "At the table"), el("ul", { class: "heard", "aria-live": "polite" }, heard.map((each) => el("li", {}, each))),
        hint ? el("p", { class: "hint", role: "status" }, capital(hint.says), hint.position ? ` (position ${hint.position})` : "", ".", el("span", { class: "clause" }, ` ${hint.clause}`)) : null,
        el("p", { class: "doors" }, el("button", { "data-key": "next", onclick: askNext }, "What comes next?")))));
  if (held) zone.querySelector(`[data-key="${CSS.escape(held)}"]`)?.focus();
}

function finish() {
  const { right, wrong, asked, rounds } = lesson.score;
  refusal(null);
  say("");
  ended(`${lesson.title}: the lesson is over`, percent(Math.max(right - asked, 0), right + wrong), [["Rounds dealt", rounds], ["Steps right", right], ["of them asked for", asked], ["Steps wrong", wrong]]);
}

function ended(title, mark, lines) {
  score("");
  document.querySelector("#leave").replaceChildren();
  zone.replaceChildren(el("section", { class: "card narrow result", role: "status" }, el("h2", {}, title), el("p", { class: "mark" }, mark), el("dl", {}, lines.flatMap(([name, value]) => [el("dt", {}, name), el("dd", {}, String(value))])),
    el("p", { class: "doors" }, el("button", { class: "act", "data-key": "again", onclick: entrance }, "Another lesson"))));
}

// Drills

async function drill(game) {
  const { questions } = await ask(`/api/school/drills/${encodeURIComponent(game)}`);
  const order = questions.map((each) => [Math.random(), each]).sort(([one], [other]) => one - other).map(([, each]) => each);
  const title = taught.find((each) => each.name === game).title;
  let right = 0;
  const put = (number) => {
    if (number === order.length) return ended(`${title}: what now?`, percent(right, order.length), [["Situations", order.length], ["Right", right], ["Wrong", order.length - right]]);
    const { situation, choices, number: question } = order[number];
    score(`${title}: ${number + 1} of ${order.length}, ${right} right`);
    const after = el("div", { class: "after", role: "status" });
    const buttons = Object.entries(choices).map(([choice, does]) => el("li", {}, el("button", { "data-key": `choose ${choice}`, onclick: () => trying(async () => {
      const said = await ask(`/api/school/drills/${encodeURIComponent(game)}`, "POST", { question, choice });
      right += said.right;
      for (const each of buttons) each.firstChild.disabled = true;
      buttons.find((each) => each.firstChild.dataset.key === `choose ${said.effect}`).firstChild.classList.add("right");
      after.replaceChildren(el("p", {}, el("strong", {}, said.right ? "Right. " : "No. "), capital(`${said.does}.`), el("span", { class: "clause" }, ` ${said.clause}`)), el("p", { class: "doors" }, el("button", { class: "act", "data-key": "on", onclick: () => put(number + 1) }, number + 1 === order.length ? "To the score" : "Next")));
      after.querySelector("button").focus();
    }) }, capital(does))));
    zone.replaceChildren(el("section", { class: "card narrow" }, el("h2", {}, `${capital(situation)}: what now?`), el("ul", { class: "tools answers" }, buttons), after));
  };
  document.querySelector("#leave").replaceChildren(el("button", { "data-key": "finish", onclick: entrance }, "Leave"));
  put(0);
}

async function enter() {
  await trying(async () => {
    await comeIn();
    await head();
    taught = (await ask("/api/school/games")).games;
    entrance();
  });
}

enter();
