// The head of every page: where one can go, and who is signed in.

import { whoAmI } from "./door.js";
import { el } from "./dom.js";
import { apply } from "./options.js";

const PLACES = { "/": "Lobby", "/lab": "Lab", "/rules": "Rules", "/school": "School", "/pit": "Pit" };
export const IN_THE_PIT = ["supervisor", "auditor"];

// Fills the page's <header id="head">; answers with the session, so that a page asks once.
export async function head() {
  apply();
  const session = await whoAmI().catch(() => ({ person: null, balance: null }));
  document.querySelector("#head").replaceChildren(
    el("a", { href: "/", class: "house-name" }, "Pitboss"),
    el("nav", { "aria-label": "Pages" }, places(session)),
    who(session),
  );
  return session;
}

const current = (path) => (path === location.pathname ? "page" : null);

export function places({ person }) {
  const seen = Object.entries(PLACES).filter(([path]) => path !== "/pit" || IN_THE_PIT.includes(person?.role));
  return seen.map(([path, name]) => el("a", { href: path, "aria-current": current(path) }, name));
}

export function who({ person }) {
  return el("a", { href: `/sign-in?next=${encodeURIComponent(location.pathname)}`, class: "who", "aria-current": current("/sign-in") }, person ? person.name : "Sign in");
}
