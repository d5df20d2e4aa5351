// What the lab knows of one game: edges, pay tables to edit, how to play, outcomes, the progressive, readings, PAR sheet.

import { ask } from "./door.js";
import { el } from "./dom.js";
import { draw } from "./drawing.js";
import { edited } from "./editor.js";
import { grid } from "./grids.js";
import { head } from "./header.js";
import { arriving, begin, made } from "./making.js";

const game = location.pathname.split("/").pop();
const WHAT = { play: "how to play", choices: "the choices of the house", readings: "what each reading costs" };
const FORMATS = { "par.pdf": "PDF", "par.xlsx": "Spreadsheet", "par.html": "Page", "par.json": "JSON" };
const LAST = ["together", "method"];

function section({ name, title, says, parts }) {
  return el("section", { id: name, class: "part" }, el("h2", {}, title), says.map((each) => el("p", { class: "says" }, each)),
    parts.map((each) => (each.type === "grid" ? grid(each) : draw(each))));
}

function worth(found, text) {
  const sections = found.sections.map((each) => [each.name, section(each)]);
  const tables = sections.find(([name]) => name === "tables")?.[1];
  tables?.append(...found.editors.map((each) => edited(game, text, each)));
  const first = (name) => (name === "summary" ? 0 : name === "tables" ? 1 : name === "strategy" ? 2 : LAST.includes(name) ? 4 : 3);
  const ordered = sections.sort(([a], [b]) => first(a) - first(b)).map(([, each]) => each);
  if (!ordered[0].querySelector(".chart")) ordered[0].querySelector("h2").after(draw(found.edges));
  return [
    found.warnings.length ? el("div", { class: "warned", role: "note" }, found.warnings.map((each) => el("p", {}, each))) : null,
    ...ordered.slice(0, -1),
    el("div", { id: "later" }),
    ordered.at(-1),
    el("dl", { class: "facts" }, found.facts.flatMap(([what, is]) => [el("dt", {}, what), el("dd", {}, is)])),
  ].filter(Boolean);
}

function download(text, part) {
  const said = el("span", { role: "status", class: "quiet" });
  const fetchIt = async (event) => {
    event.target.disabled = true;
    try {
      await made(`/sheets/${game}/${text}/${part}`, ({ done, parts }) => { said.textContent = parts ? ` counting, ${Math.round((100 * done) / parts)} %` : " being made"; });
      said.textContent = "";
      el("a", { href: `/sheets/${game}/${text}/${part}`, download: "" }).click();
    } catch (error) {
      said.textContent = ` ${[error.message, error.clause].filter(Boolean).join(" ")}`;
    }
    event.target.disabled = false;
  };
  return el("span", {}, el("button", { "data-key": part, onclick: fetchIt, "aria-label": `Download the PAR sheet: ${FORMATS[part]}` }, FORMATS[part]), said);
}

function contents() {
  const seen = [...document.querySelectorAll("section.part")];
  document.querySelector("#contents").replaceChildren(...seen.map((each) => el("a", { href: `#${each.id}` }, each.querySelector("h2").textContent)));
}

async function open() {
  head();
  const titles = await ask("/sheets/games");
  const here = titles.find((each) => each.name === game);
  const asked = new URLSearchParams(location.search).get("text");
  const text = asked in here.texts ? asked : Object.keys(here.texts)[0];
  const texts = Object.entries(here.texts);
  document.title = `Pitboss: ${here.title} in the lab`;
  document.body.dataset.game = game;
  const body = el("div", { id: "sheet" });
  document.querySelector("#main").replaceChildren(
    el("div", { class: "banner" },
      el("h1", {}, `${here.title}: the lab`),
      texts.length === 1 ? el("p", {}, here.texts[text]) : null,
      texts.length > 1 ? el("p", { class: "doors" }, texts.map(([name, says]) => el("a", { class: "button", href: `?text=${name}`, "aria-current": name === text ? "true" : null }, says))) : null,
      el("p", { class: "doors" }, el("a", { class: "button", href: `/rules/${game}?text=${text}` }, "Rules"), here.family === "dice" ? null : el("a", { class: "button", href: `/lab/hand?game=${game}` }, "Hand against hand"), el("a", { class: "button", href: "/lab" }, "All games")),
      el("p", { class: "doors" }, el("strong", {}, "PAR sheet"), Object.keys(FORMATS).map((each) => download(text, each)))),
    el("nav", { id: "contents", "aria-label": "On this page" }), body);
  body.append(arriving(`/sheets/${game}/${text}/worth`, "every deal", (found) => {
    queueMicrotask(() => { later(here, text); contents(); document.querySelector(location.hash || "#none")?.scrollIntoView(); });
    return worth(found, text);
  }));
}

const PARTS = { showdown: ["play", "readings"], shoe: ["choices", "readings"], dice: ["readings"] };

function later({ family }, text) {
  const places = PARTS[family].map((part) => arriving(`/sheets/${game}/${text}/${part}`, WHAT[part], (found) => {
    queueMicrotask(contents);
    return found.sections.map(section);
  }));
  document.querySelector("#later").replaceWith(...places);
}

begin(open);
