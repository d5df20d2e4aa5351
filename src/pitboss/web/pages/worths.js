// What choices are worth, as bars on both sides of a zero line, with the figure beside each; the best has a sign and a word.

import { el } from "./dom.js";
import { Fraction } from "./fraction.js";
import { money, signed, cents } from "./money.js";
import { words } from "./told.js";

// A fraction such as "-9151/9212" as a number, for lengths; figures are shown as the house has rounded them.
export const number = (fraction) => Fraction.read(fraction).near;

export const label = ({ action, amount }) => {
  const said = `${words(action)}${amount ? ` ${money(cents(amount))}` : ""}`;
  return `${said[0].toUpperCase()}${said.slice(1)}`;
};

const remark = (each) => (each.best ? "★ best" : each.costs === "0.00" ? "costs under 0.01" : `costs ${money(cents(each.costs))}`);

export function bars(choices) {
  const known = choices.filter((each) => each.cents !== null);
  const values = known.map((each) => number(each.cents));
  const low = Math.min(0, ...values);
  const span = Math.max(0, ...values) - low || 1;
  return el("ul", { class: "worths" }, choices.map((each) => {
    if (each.cents === null) return el("li", {}, el("span", { class: "what" }, label(each)), el("span", { class: "remark" }, "no figure"));
    const value = number(each.cents);
    return el("li", { class: each.best ? "best" : "", "data-action": each.action, "data-amount": each.amount ?? "" },
      el("span", { class: "what" }, label(each)),
      el("span", { class: "bar", "aria-hidden": "true", "--from": (Math.min(0, value) - low) / span, "--long": Math.abs(value) / span, "--zero": -low / span }),
      el("b", { class: "worth", title: `exactly ${each.worth} of the bet` }, signed(cents(each.money))),
      el("span", { class: "remark" }, remark(each)));
  }));
}
