// What a visitor has chosen for this browser, and remembers: a deck of four colours, sound.

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

function choose(name, on) {
  localStorage.setItem(key(name), on ? "on" : "off");
  apply();
}

export function options() {
  return [el("h2", {}, "Options"), ...Object.entries(KNOWN).map(([name, says]) => {
    const box = el("input", { type: "checkbox", "data-option": name, onchange: () => choose(name, box.checked) });
    box.checked = option(name);
    return el("label", { class: "option" }, box, says);
  }), el("p", { class: "label" }, "Kept in this browser.")];
}
