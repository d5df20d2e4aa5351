// A report of a period, page by page: what stands on it is drawn by whoever asks, the rest is the same for all.

import { ask } from "./door.js";
import { el } from "./dom.js";
import { field, trying } from "./forms.js";
import { downloads } from "./rows.js";

const MOST = 200;
const DAYS = 30;
const DAY = 86_400_000;

export const report = (name, query = {}) => ask(`/api/reports/${name}?${new URLSearchParams(query)}`);

// The days a report is of, the last thirty as it comes. `change` is told whenever others are chosen.
export function period(change) {
  const day = (name, label, value) => field(name, label, { type: "date", value, max: "9999-12-31", onchange: change });
  const zone = el("div", { class: "pair" }, day("since", "From (UTC)", new Date(Date.now() - DAYS * DAY).toISOString().slice(0, 10)), day("until", "Until before", ""));
  const chosen = () => Object.fromEntries([...zone.querySelectorAll("input")].filter((each) => each.value).map((each) => [each.name, each.value]));
  return { zone, chosen };
}

// `query()` says what is asked for; `draw(found)` what is shown of a page. Links lead on, and back to the first page.
export async function pages(name, query, draw) {
  const body = el("div"), feet = el("p", { class: "doors" });
  const link = (key, says, place) => el("a", { class: "button", href: location.hash, "data-key": `${name} ${key}`, onclick: (event) => { event.preventDefault(); return trying(() => turn(place)); } }, says);
  async function turn(place = {}) {
    const wanted = { ...query(), ...place };
    const found = await report(name, { ...wanted, most: MOST });
    body.replaceChildren(draw(found));
    const back = Object.keys(place).length ? [link("first", "First page", {})] : [];
    const on = found.next === null ? [] : [link("next", "Next page", { [typeof found.next === "number" ? "before" : "after"]: found.next })];
    feet.replaceChildren(...back, ...on, ...downloads(name, wanted).children);
  }
  await turn();
  return { zone: el("div", {}, body, feet), again: () => trying(turn) };
}
