// The head of every page: where one can go, and who is signed in.

import { whoAmI } from "./door.js";
import { el } from "./dom.js";
import { apply } from "./options.js";

const PLACES = { "/": "Lobby", "/lab": "Lab", "/rules": "Rules", "/school": "School", "/pit": "Pit" };
const IN_THE_PIT = ["supervisor", "auditor"];

// Fills the page's <header id="head">; answers with the session, so that a page asks once.
export async function head() {
  apply();
  const session = await whoAmI().catch(() => ({ person: null, balance: null }));
  const here = location.pathname;
  const seen = Object.entries(PLACES).filter(([path]) => path !== "/pit" || IN_THE_PIT.includes(session.person?.role));
  document.querySelector("#head").replaceChildren(
    el("a", { href: "/", class: "house-name" }, "Pitboss"),
    el("nav", { "aria-label": "Pages" }, seen.map(([path, name]) => el("a", { href: path, "aria-current": path === here ? "page" : null }, name))),
    el("a", { href: `/sign-in?next=${encodeURIComponent(here)}`, class: "who", "aria-current": here === "/sign-in" ? "page" : null }, session.person ? session.person.name : "Sign in"),
  );
  return session;
}
