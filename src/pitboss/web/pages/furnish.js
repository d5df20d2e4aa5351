// A table's page is set up once its layout is known: the cloth with what is printed on it, the tabs of the column, the
// speeds, and what pointers open.

import { el, zone } from "./dom.js";
import { cloth, inscribed, shoe } from "./felt.js";
import { watch } from "./hints.js";
import { house } from "./moment.js";
import { dock, history, pays, rules, tab } from "./panels.js";
import { drawSpeed } from "./speed.js";

// The style of the felt, which is another one for dice: it is there before anything is drawn.
export function dress(layout) {
  return new Promise((go) => {
    const href = `/pages/${layout.family === "dice" ? "dice" : "felt"}.css`;
    document.head.append(el("link", { rel: "stylesheet", href, onload: go, onerror: go }));
  });
}

// `plays`: whether rounds of the visitor's own can be listed.
export function furnish(visitor, id, plays) {
  const { layout } = visitor;
  zone("cloth").replaceChildren(...cloth());
  zone("shoe").replaceChildren(...shoe());
  zone("posted").replaceChildren(...inscribed(layout));
  zone("moment").replaceChildren(...house(layout.house));
  const last = () => [...zone("results").children].map((each) => each.cloneNode(true));
  const bets = () => (visitor.view ? Object.fromEntries(visitor.betPlaces.flatMap((place) => Object.entries(visitor.bet(place))).map(([name, amount]) => [name.replaceAll("_", " "), amount])) : {});
  const tabs = [
    layout.family === "dice" ? ["wagers", "Wagers", null] : null, // the list itself lies in the column (dice.js)
    layout.pays.length ? ["pays", "Pays", () => pays(layout, bets())] : null,
    plays ? ["history", "History", () => history(id, last())] : null,
    ["rules", "Rules", () => rules(layout)],
  ].filter(Boolean);
  zone("doors").replaceChildren(...tabs.map((each) => tab(...each)));
  dock(tabs[0][0], tabs[0][2]);
  drawSpeed(zone("speed"));
  watch();
}
