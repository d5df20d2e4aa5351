// What a visitor has chosen for this browser, and remembers: a deck of four colours, sound, longer clocks.

import { el } from "./dom.js";

const KNOWN = {
  four_colours: "Four-colour deck: clubs green, diamonds blue",
  sound: "Sound of cards and chips",
};
const key = (name) => `pitboss ${name}`;

export function option(name) {
  return localStorage.getItem(key(name)) === "on";
}

export function apply() {
  for (const name of Object.keys(KNOWN)) document.body.classList.toggle(name, option(name));
}

// How many times longer the clocks of a table are to be.
const TIMES = { 1: "As long as the table's", 2: "Twice as long", 4: "Four times as long, where no other person waits" };

export function clocks() {
  return Number(localStorage.getItem(key("clocks")) ?? 1);
}

function clockOption() {
  const chosen = el("select", { "data-option": "clocks", onchange: () => {
    localStorage.setItem(key("clocks"), chosen.value);
    document.dispatchEvent(new CustomEvent("clocks"));
  } }, Object.entries(TIMES).map(([times, says]) => el("option", { value: times, selected: Number(times) === clocks() }, says)));
  return el("label", { class: "option" }, "Clocks", chosen);
}

function choose(name, on) {
  localStorage.setItem(key(name), on ? "on" : "off");
  apply();
}

export function options() {
  return [el("h2", {}, "Options"), ...Object.entries(KNOWN).map(([name, says]) => {
    const box = el("input", { type: "checkbox", "data-option": name, onchange: () => choose(name, box.checked) });
    box.checked = option(name);
    return el("label", { class: "option" }, box, says);
  }), clockOption(), el("p", { class: "label" }, "Kept in this browser.")];
}

// Sound is offered once, at the first table, and is off until it is accepted.
export function offerSound(zone) {
  if (localStorage.getItem(key("sound")) !== null) return;
  const answer = (on, says) => el("button", { "data-key": `sound ${on ? "on" : "off"}`, onclick: () => {
    choose("sound", on);
    zone.replaceChildren();
  } }, says);
  zone.replaceChildren(el("span", {}, "Play the sound of cards and chips? "), answer(true, "Sound on"), " ", answer(false, "No sound"));
}
