// What became of each wager, in sentences with their reason: "Raise pushes: the dealer does not qualify."

import { el } from "./dom.js";
import { signed, sum } from "./money.js";
import { contest, moved } from "./seen.js";
import { says } from "./spots.js";
import { words } from "./told.js";

const capital = (text) => `${text[0].toUpperCase()}${text.slice(1)}`;
const GIVEN_UP = { surrender: "surrendered, the rest comes back", rescue: "rescued, what the last double added comes back" };
const NUMBERS = ["two", "three", "four", "five", "six", "seven"];
const plain = (text) => text.toLowerCase().replaceAll("-", " ").replace(/ \[.*/, "").replace(/\b[2-7](?= card)/, (digit) => NUMBERS[digit - 2]);

// Each result of a position with its sentence, and what it moved. The reason is how the contest ended, or the hand; in
// a list it is said once for all wagers of a hand.
export function explained(layout, round, results) {
  const ended = contest(layout, results);
  const told = {};
  const place = (each) => layout.areas.findIndex((area) => area.name === each.wager);
  return results.toSorted((one, other) => one.hand - other.hand || place(one) - place(other)).map((each) => {
    const hand = round.hands[each.hand ? `${each.position}.${each.hand}` : each.position];
    const decided = ended && each.wager in ended.results;
    const because = decided ? ended.says : reason(layout, each, hand?.words ?? "", round.dealer.words);
    const short = `${capital(words(each.wager))} ${says(each.outcome)}`;
    const again = because && because === told[each.hand];
    told[each.hand] = because;
    return {
      ...each,
      moved: moved(each),
      decided: decided ? ended.says : "",
      short: decided || !because || again ? short : `${short}: ${because}`,
      sentence: `${short}${because ? `: ${because}` : ""}.`,
    };
  });
}

// A side wager wins by the line of its pay table, which its clause names; a hand of a shoe by its count.
function reason(layout, each, own, dealer) {
  if (each.givenUp) return GIVEN_UP[each.givenUp];
  const named = layout.pays.flatMap(({ rows }) => rows.map(([hand]) => hand)).filter((hand) => plain(each.clause).endsWith(` ${plain(hand)}`));
  if (named.length) return named.sort((one, other) => other.length - one.length)[0];
  return each.hand && own ? `${own}${dealer ? ` against the dealer's ${dealer}` : ""}` : "";
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
