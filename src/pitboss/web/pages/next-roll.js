// What the next roll would do to the visitor's wagers as they lie: a bar for each total, from a line at zero. The
// amounts are the server's; of a total whose throws do different things the least and the most are told.

import { el } from "./dom.js";
import { cents, signed } from "./money.js";

const TOTALS = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
const THROWS = [];
for (let high = 1; high <= 6; high++) for (let low = 1; low <= high; low++) THROWS.push([`${high}-${low}`, high + low]);

const brief = (amount) => signed(amount).replace(".00", "");

export function byTotal(nets) {
  return TOTALS.map((total) => {
    const all = THROWS.filter(([, sum]) => sum === total).map(([dice]) => cents(nets[dice] ?? "0.00"));
    return { total, least: Math.min(...all), most: Math.max(...all) };
  });
}

export function nextRoll(nets) {
  const all = byTotal(nets);
  const low = Math.min(0, ...all.map((each) => each.least)), high = Math.max(0, ...all.map((each) => each.most));
  const at = (amount) => ((amount - low) / (high - low || 1)) * 100;
  return el("section", { class: "next-roll" }, el("h3", {}, "The next roll"), el("ol", { "--zero": `${at(0)}%` }, all.map(({ total, least, most }) => el("li", {
    class: [least < 0 ? "loses" : "", most > 0 ? "wins" : ""].filter(Boolean).join(" ") || null,
  }, el("b", {}, String(total)), el("span", { class: "track", "aria-hidden": "true" },
    least < 0 ? el("i", { class: "lose", "--from": `${at(least)}%`, "--long": `${at(0) - at(least)}%` }) : null,
    most > 0 ? el("i", { class: "win", "--from": `${at(0)}%`, "--long": `${at(most) - at(0)}%` }) : null),
  el("span", { class: "net" }, says(least, most))))));
}

function says(least, most) {
  if (least === most) return least ? brief(least) : "0";
  return `${least ? brief(least) : "0"} to ${most ? brief(most) : "0"}`;
}
