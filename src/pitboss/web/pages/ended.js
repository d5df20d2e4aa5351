// A session has ended while its page was open: said, and both ways on are offered. Nothing goes on before one is chosen.

import { asGuest, forget } from "./door.js";
import { el } from "./dom.js";

let asking = null;

// `was`: whose session it was, `now`: who is signed in instead, if anybody. Answers with the session that goes on.
export function choose(was, now, held) {
  return (asking ??= new Promise((resolve) => {
    const refused = el("p", { role: "alert" });
    const go = async () => {
      try {
        forget();
        resolve(await asGuest());
        box.remove();
        asking = null;
      } catch (error) {
        refused.replaceChildren(error.message);
      }
    };
    const again = `/sign-in?next=${encodeURIComponent(location.pathname)}`;
    // A browser closes a dialog at a second Escape, whatever it was told at the first.
    const stay = { oncancel: (event) => event.preventDefault(), onclose: () => box.isConnected && box.showModal() };
    const box = el("dialog", { id: "ended", "aria-labelledby": "ended-title", ...stay },
      el("h2", { id: "ended-title" }, "Your session ended"),
      el("p", {}, now ? `This browser is signed in as ${now.name} now, no longer as ${was.name}.` : "Sign in again, or go on as a guest."),
      el("p", {}, stays(was, held)),
      refused,
      el("p", { class: "doors" }, el("a", { class: "act", "data-key": "again", href: again }, "Sign in again"),
        el("button", { "data-key": "go-on", onclick: go }, now ? `Go on as ${now.name}` : "Go on as a guest")));
    document.body.append(box);
    box.showModal();
  }));
}

// What becomes of the seat and the money: they are in the books under the old name.
function stays({ name, guest }, held) {
  const what = held ? `${held} stay` : "Seat, chips and wallet stay";
  return guest ? `${what} in the books of ${name}. A guest has no password, so nobody can take them up again: register to keep what you win.`
    : `${what} with ${name} and wait until you sign in by that name.`;
}
