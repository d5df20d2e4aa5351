// Forms: fields with labels, one button, and a refusal as a sentence with its clause; its code is for programs.

import { el } from "./dom.js";

export function field(name, label, { value = "", hint = "", ...more } = {}) {
  return el("label", { class: "field" }, el("span", {}, label), el("input", { name, value, autocomplete: "off", ...more }), hint && el("small", {}, hint));
}

export function pick(name, label, choices, value, hint = "") {
  const chosen = choices.map(([code, says]) => el("option", { value: code, selected: code === value }, says));
  return el("label", { class: "field" }, el("span", {}, label), el("select", { name }, chosen), hint && el("small", {}, hint));
}

// `act` gets what was filled in. While it is under way the button waits, so that a double click is one click.
export function form(key, title, fields, button, act, { quiet = false } = {}) {
  const submit = el("button", { class: quiet ? null : "act", "data-key": key }, button);
  return el("form", { class: "card", onsubmit: async (event) => {
    event.preventDefault();
    submit.disabled = true;
    const given = Object.fromEntries(new FormData(event.target));
    try { await trying(() => act(given, event.target)); } finally { submit.disabled = false; }
  } }, title && el("h2", {}, title), fields, el("p", { class: "doors" }, submit));
}

export async function trying(act) {
  say("");
  refusal(null);
  try {
    return await act();
  } catch (error) {
    refusal(error);
    return null;
  }
}

export function refusal(error) {
  const zone = document.querySelector("#refused");
  zone.replaceChildren(...(error ? told(error) : []));
  zone.dataset.code = error?.code ?? "";
  if (error) zone.scrollIntoView({ block: "nearest" });
}

export function told(error) {
  return [error.message, error.clause ? el("span", { class: "clause" }, ` ${error.clause}`) : ""];
}

export function say(words) {
  document.querySelector("#done").textContent = words;
}
