// What the lab has to count first: asked for until it is there, with a word on how far it is.

import { el } from "./dom.js";
import { Refused } from "./door.js";

const AGAIN = 400;

export async function made(path, tell = () => {}) {
  for (;;) {
    const answer = await fetch(path);
    if (answer.status === 200) return answer;
    const said = await answer.json();
    if (answer.status !== 202) throw new Refused(said.error);
    tell(said);
    await new Promise((done) => setTimeout(done, AGAIN));
  }
}

// Why something could not be made: sentence and clause.
function alarm({ message, code, clause }) {
  return el("p", { role: "alert", "data-code": code ?? null }, message, clause && el("span", { class: "clause" }, ` ${clause}`));
}

// A place on the page that fills itself: what is being made, how far it is, and what to do if it fails.
export function arriving(path, what, build) {
  const bar = el("progress", { "aria-label": `Counting ${what}` });
  const words = el("p", { role: "status", class: "quiet" }, `Asking the lab for ${what}.`);
  const place = el("div", { class: "arriving" }, words, bar);
  const tell = ({ done, parts, ahead }) => {
    words.textContent = ahead ? `The lab counts something else first; ${what} will be here after that.` : `The lab counts ${what}. It is counted once, then kept.`;
    if (parts && !ahead) { bar.max = parts; bar.value = done; }
    else bar.removeAttribute("value");
  };
  made(path, tell).then((answer) => answer.json()).then((found) => place.replaceWith(...[build(found)].flat()))
    .catch((error) => place.replaceChildren(
      alarm(error),
      el("button", { onclick: () => place.replaceWith(arriving(path, what, build)) }, "Try again")));
  return place;
}

// A page that cannot be filled says why, and offers to try again.
export function begin(open) {
  open().catch((error) => document.querySelector("#main").append(
    alarm(error.code ? error : { message: "The floor does not answer. Nothing is lost." }),
    el("button", { onclick: () => location.reload() }, "Try again")));
}
