// The matrix of clauses: what each says, which code carries it out, which tests check it. Searched as one types.

import { el } from "./dom.js";
import { head } from "./header.js";
import { arriving } from "./making.js";

const STATUS = { implemented: "carried out", planned: "planned", out_of_scope: "outside the software" };
const named = (name) => name.replaceAll("-", " ").replace(/^./, (first) => first.toUpperCase());

function row(each) {
  const code = each.symbols.map((symbol) => el("li", {}, symbol)), tests = each.tests.map((test) => el("li", {}, test));
  const shown = el("li", { class: "row", "data-id": each.id },
    el("div", { class: "what" }, el("strong", {}, each.id), el("span", { class: "quiet" }, named(each.game)), el("span", { class: `state ${each.status}` }, STATUS[each.status])),
    el("div", {}, el("p", {}, each.paraphrase), each.reason ? el("p", { class: "quiet" }, each.reason) : null, each.leaves_out ? el("p", { class: "quiet" }, `Not covered: ${each.leaves_out}`) : null,
      code.length || tests.length ? el("details", {}, el("summary", {}, `${count(code, "place")} in the code, ${count(tests, "test")}`), el("ul", { class: "held" }, code, tests)) : null));
  return { each, shown, words: `${each.id} ${each.paraphrase}`.toLowerCase() };
}

const count = (all, what) => `${all.length} ${what}${all.length === 1 ? "" : "s"}`;

function matrix({ clauses }) {
  const rows = clauses.map(row);
  const asked = new URLSearchParams(location.search);
  const games = [...new Set(clauses.map((each) => each.game))];
  const choice = (id, first, all, words) => el("select", { id, onchange: filter }, el("option", { value: "" }, first), all.map((each) => el("option", { value: each, selected: asked.get(id) === each }, words(each))));
  const find = el("input", { id: "find", type: "search", value: asked.get("find") ?? "", placeholder: "a clause or a word, such as 38.6(a) or raise", oninput: filter });
  const game = choice("game", "every game", games, named), status = choice("status", "every status", Object.keys(STATUS), (each) => STATUS[each]);
  const said = el("p", { role: "status" }), list = el("ol", { class: "matrix", "aria-label": "Clauses" }, rows.map((each) => each.shown));
  const none = el("p", { class: "quiet", hidden: true }, "No clause holds that. Try fewer letters, or every game.");

  function filter() {
    const wanted = find.value.trim().toLowerCase();
    let seen = 0;
    for (const { each, shown, words } of rows) {
      const fits = words.includes(wanted) && (!game.value || each.game === game.value) && (!status.value || each.status === status.value);
      shown.hidden = !fits;
      seen += fits;
    }
    said.textContent = `${seen} of ${rows.length} clauses`;
    none.hidden = seen > 0;
    const kept = new URLSearchParams(Object.entries({ find: find.value.trim(), game: game.value, status: status.value }).filter(([, value]) => value));
    history.replaceState(null, "", kept.size ? `?${kept}` : location.pathname);
  }

  queueMicrotask(filter);
  return [
    el("form", { class: "filters", role: "search", onsubmit: (event) => event.preventDefault() },
      el("label", {}, "Find ", find), el("label", {}, "Game ", game), el("label", {}, "Status ", status)),
    said, none, list];
}

head();
document.querySelector("#main").replaceChildren(
  el("h1", {}, "The clauses"),
  el("p", { class: "lead" }, "Every clause of every text, in our words, with the code that carries it out and the tests that check it. Where software cannot carry one out, why."),
  arriving("/sheets/clauses", "every clause", matrix));
