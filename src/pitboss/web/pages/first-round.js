// A first round in four short steps: take a seat, bet, decide, result. The sentences are made from the layout of the table.

import { el } from "./dom.js";
import { cents, money } from "./money.js";
import { words } from "./told.js";

const key = (game) => `pitboss first round ${game}`;
const named = ({ name }) => words(name).replace(/^./, (letter) => letter.toUpperCase());
const listed = (areas) => areas.map(named).join(", ").replace(/, ([^,]*)$/, " and $1");
const sentence = (text) => `${text.replace(/\.$/, "")}.`;

export const isKnown = (game) => localStorage.getItem(key(game)) !== null;

// The steps of a game: each has a title and what to do.
export function stepsOf(layout) {
  const family = FAMILIES[layout.family] ?? FAMILIES.other;
  const main = mainOf(layout);
  return [
    { title: "Take a seat", says: `Take any free seat at ${layout.title}. Chips for play money come with it.` },
    { title: "Bet", says: bet(layout, main) },
    { title: "Decide", says: family.decide(layout, main) },
    { title: "Result", says: family.result(layout, main) },
  ];
}

const mainOf = ({ areas }) => areas.find((each) => each.when !== "later" && each.row === "line") ?? areas[0];

function bet({ areas, family }, main) {
  const least = main.least ? `, ${money(cents(main.least))} or more` : "";
  const sides = areas.filter((each) => each.when === "before" && each !== main);
  const rest = family === "dice" ? `It goes ${main.says}. ` : "";
  const others = sides.length ? `${listed(sides)} ${sides.length > 1 ? "are" : "is"} optional.` : "";
  return `Choose a chip and put it on ${named(main)}${least}. ${rest}${others}`.trim();
}

const FAMILIES = {
  showdown: { decide: stayIn, result: compare },
  shoe: { decide: draw, result: nearest },
  dice: { decide: odds, result: rolled },
  other: { decide: () => "The buttons below the felt show what you can do now.", result: inscribed },
};

// What the felt says about how much a wager may be: "equal to the ante", "2 times the ante".
const amounts = ({ inscriptions }, area) => inscriptions.map(({ says }) => says).filter((says) => says.startsWith(`${named(area)} `)).map((says) => says.slice(named(area).length + 1));

function stayIn(layout, main) {
  const later = layout.areas.filter((each) => each.when === "later");
  const [first, ...others] = [...later.filter((each) => each.times), ...later.filter((each) => !each.times)];
  if (!first) return "Look at your cards.";
  const found = amounts(layout, first);
  const most = found.length > 1 ? `at least the ${words(main.name)}` : (found[0] ?? `at least the ${words(main.name)}`).replace(/^equal to/, "as much as");
  const better = found.length > 1 ? " A better hand may bet more." : "";
  const after = others.length ? ` Later you may bet on ${listed(others)}, or check.` : "";
  return `Look at your cards. To stay in, bet ${most} on ${named(first)}; otherwise fold.${better}${after}`;
}

function compare({ inscriptions }) {
  const dealer = inscriptions.filter(({ says }) => says.startsWith("Dealer ") || says.includes("wild")).map(({ says }) => sentence(says)).join(" ");
  return `${dealer} The better hand wins.`.trim();
}

function draw({ areas }) {
  const added = areas.filter((each) => each.when === "later" && each.says.startsWith("added")).map((each) => ` ${named(each)} can be ${each.says}.`).join("");
  return `Hit for another card, or stand. Double and split are offered where the rules allow them.${added}`;
}

function nearest({ inscriptions }) {
  const dealer = inscriptions.filter(({ says }) => !says.startsWith("Insurance")).map(({ says }) => sentence(says)).join(" ");
  return `The hand nearer to 21 wins; more than 21 loses. ${dealer}`.trim();
}

function odds({ areas }, main) {
  const [behind] = areas.filter((each) => each.group === "odds");
  return `The shooter throws, and ${named(main)} stays until it wins or loses. ${behind ? `${named(behind)} may be added ${behind.says}.` : ""}`.trim();
}

function rolled(_, main) {
  return `After each roll the page shows what it won and lost. ${named(main)} pays ${main.pays}.`;
}

function inscribed({ inscriptions }) {
  return `The page shows what each wager won or lost. ${inscriptions.map(({ says }) => sentence(says)).join(" ")}`.trim();
}

// The element, or null where the person has finished or dismissed it in this game before, unless it is asked for `again`.
// `end` is called with "finished" or "dismissed"; `last` is the label of the last button. `element.go(1 to 4)` shows a step.
export function firstRound(layout, { again = false, end = () => {}, last = "Done" } = {}) {
  if (!again && isKnown(layout.game)) return null;
  const steps = stepsOf(layout);
  let now = 1;
  const title = el("b", {});
  const says = el("span", {});
  const marks = steps.map(() => el("i", {}));
  const back = el("button", { "data-key": "first-back", onclick: () => go(now - 1) }, "Back");
  const next = el("button", { class: "act", "data-key": "first-next", onclick: () => (now === steps.length ? over("finished") : go(now + 1)) });
  const shown = el("section", { class: "first-round", "data-game": layout.game, "aria-labelledby": "first-round-title" },
    el("h2", { id: "first-round-title" }, `A first round of ${layout.title}`),
    el("div", { class: "marks", "aria-hidden": "true" }, marks),
    el("p", { class: "step", role: "status" }, title, " ", says),
    el("div", { class: "doors" }, el("button", { "data-key": "first-skip", onclick: () => over("dismissed") }, "Skip"), back, next));

  function go(step) {
    now = Math.min(Math.max(step, 1), steps.length);
    title.textContent = `${now} of ${steps.length}: ${steps[now - 1].title}.`;
    says.textContent = steps[now - 1].says;
    marks.forEach((mark, place) => mark.classList.toggle("on", place < now));
    back.disabled = now === 1;
    next.textContent = now === steps.length ? last : "Next";
  }

  function over(how) {
    localStorage.setItem(key(layout.game), how);
    shown.remove();
    end(how);
  }

  shown.go = go;
  go(1);
  return shown;
}
