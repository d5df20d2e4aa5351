// What became of each wager, in sentences with their reason: "Raise pushes: the dealer does not qualify."

import { el } from "./dom.js";
import { money, signed, sum } from "./money.js";
import { moved } from "./seen.js";
import { says } from "./spots.js";
import { words } from "./told.js";

const capital = (text) => `${text[0].toUpperCase()}${text.slice(1)}`;

// Each result of a position with its sentence, and what it moved. The reason is the result's own `why`, in the words of
// the layout; in a list it is said once for all wagers of a hand, and once at the head where hands are compared.
export function explained(layout, round, results) {
  const place = (each) => layout.areas.findIndex((area) => area.name === each.wager);
  const sorted = results.toSorted((one, other) => one.hand - other.hand || place(one) - place(other));
  const reasons = sorted.map((each) => reason(layout, round, each));
  const head = layout.family === "showdown" ? reasons.find((_, at) => sorted[at].why && sorted[at].why !== "hand") ?? "" : "";
  return sorted.map((each, at) => {
    const because = reasons[at];
    const short = `${capital(words(each.wager))} ${says(each.outcome)}`;
    const again = because === head || (at > 0 && sorted[at - 1].hand === each.hand && because === reasons[at - 1]);
    return {
      ...each,
      moved: moved(each),
      decided: head,
      because: again ? "" : because,
      short: !because || again ? short : `${short}: ${because}`,
      sentence: `${short}${because ? `: ${because}` : ""}.`,
    };
  });
}

// The words of the layout for the result's `why`, with the hands, the pay line or the roll that they name.
function reason(layout, round, each) {
  const said = layout.reasons[`${each.why} ${each.outcome}`] ?? layout.reasons[each.why] ?? "";
  const named = {
    own: round.hands[each.hand ? `${each.position}.${each.hand}` : each.position]?.words,
    dealer: round.dealer.words,
    line: each.line ?? payLine(layout, each.clause) ?? "a hand it pays",
    total: round.dice && round.dice.split("-").reduce((one, other) => Number(one) + Number(other)),
  };
  const names = [...said.matchAll(/{(\w+)}/g)].map(([, name]) => name);
  return names.every((name) => named[name]) ? said.replace(/{(\w+)}/g, (_, name) => named[name]) : "";
}

// The hand of a pay table: the row of the printed rules that has the result's clause.
function payLine(layout, clause) {
  const tables = (layout.rules?.tables ?? []).filter(({ columns }) => columns[1] === "pays");
  return tables.flatMap(({ rows }) => rows).find((row) => row.at(-1) === clause)?.[0];
}

// All results of a round: how the contest ended once, then a line for each wager.
export function list(explained, { many = false, what = "This round" } = {}) {
  const ended = [...new Set(explained.map((each) => each.decided).filter(Boolean))];
  return [
    el("p", { class: "sum" }, el("span", {}, many || ended.length !== 1 ? what : `${capital(ended[0])}.`), el("strong", {}, signed(sum(explained.map((each) => each.moved))))),
    el("ul", {}, explained.map((each) => el("li", { tabindex: 0 },
      el("span", {}, `${many ? `Position ${each.position}: ` : ""}${each.short}.`), el("b", {}, signed(each.moved)),
      el("span", { class: "clause" }, each.clause)))),
  ];
}

const TIMES_THAT_ARE_RARE = 25;

// A payment that few rounds bring.
export const isRare = (explained) => explained.some(({ outcome, stake, pays }) => outcome === "win" && pays >= TIMES_THAT_ARE_RARE * Math.max(stake, 1_00));

// Why a round ended as it did, in one short sentence: the contest, or the first wager that has a reason.
export function reasonOf(explained) {
  const hands = explained.toSorted((one, other) => Number(other.hand > 0) - Number(one.hand > 0));
  const found = hands.map((each) => each.decided || each.because).find(Boolean) ?? "";
  return found && `${capital(found)}.`;
}

// All of a result: how the contest ended, then each wager with its own reason.
export function summary(explained) {
  const ended = [...new Set(explained.map((each) => each.decided).filter(Boolean))];
  return [...(ended.length === 1 ? ended : []), ...parts(explained)].map((each) => `${capital(each)}.`).join(" ");
}

// Wagers without a reason of their own share a sentence.
function parts(explained) {
  const said = explained.map((each) => `${words(each.wager)} ${each.outcome === "win" ? "pays" : says(each.outcome)}${each.moved ? ` ${money(Math.abs(each.moved))}` : ""}`);
  const alone = explained.flatMap((each, at) => (each.because ? [`${said[at]}: ${each.because}`] : []));
  const rest = said.filter((_, at) => !explained[at].because);
  return [...(rest.length ? [rest.join(", ")] : []), ...alone];
}
