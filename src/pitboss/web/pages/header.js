// The head of every page: the house, where one can go, the balance, and who is signed in.

import { whoAmI } from "./door.js";
import { el, svg } from "./dom.js";
import { cents, money } from "./money.js";
import { apply } from "./options.js";

const PLACES = { "/": "Lobby", "/lab": "Lab", "/rules": "Rules", "/school": "School", "/pit": "Pit" };
const ICONS = {
  "/": "M2.5 7.5 8 3l5.5 4.5V13h-11Z", "/lab": "M6.5 2v4.500L2.8 13h10.400L9.5 6.500V2M5.5 2h5",
  "/rules": "M3 2.500h8.500a1 1 0 0 1 1 1v10H4a1 1 0 0 1-1-1ZM3 12.500a1 1 0 0 1 1-1h8.500", "/school": "M1 6.500 8 3l7 3.500L8 10ZM4 8.300V12c2 1.500 6 1.500 8 0V8.300",
  "/pit": "M2.500 13.500V6M8 13.500V2.500M13.500 13.500V8.500",
};
export const IN_THE_PIT = ["supervisor", "auditor"];

export const houseName = () => document.querySelector("meta[name='application-name']")?.content ?? "Pitboss";

// Fills the page's <header id="head">; answers with the session, so that a page asks once.
export async function head() {
  apply();
  const session = await whoAmI().catch(() => ({ person: null, balance: null }));
  const links = places(session);
  for (const link of links) link.prepend(icon(link.getAttribute("href")));
  document.querySelector("#head").replaceChildren(
    el("a", { href: "/", class: "house-name" }, mark(), el("span", {}, houseName())),
    el("nav", { "aria-label": "Pages" }, links),
    ...[balance(session)].filter(Boolean),
    signedIn(session),
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

// The same with two letters in a circle, which stay where there is no room for the name.
function signedIn(session) {
  const link = who(session);
  if (!session.person) return link;
  const { name } = session.person;
  link.dataset.short = name.replace(/^guest-/, "").slice(0, 2);
  link.replaceChildren(el("span", { class: "person" }, name));
  return link;
}

function balance({ balance: amount }) {
  return amount && el("span", { class: "balance" }, el("span", { class: "word" }, "Balance "), el("b", {}, money(cents(amount))));
}

function icon(path) {
  return svg("svg", { viewBox: "0 0 16 16", fill: "none", stroke: "currentColor", "stroke-width": 1.5, "stroke-linecap": "round", "stroke-linejoin": "round", "aria-hidden": "true" }, svg("path", { d: ICONS[path] }));
}

// A chip.
function mark() {
  return svg("svg", { viewBox: "0 0 24 24", fill: "none", stroke: "currentColor", "aria-hidden": "true" },
    svg("circle", { cx: 12, cy: 12, r: 10, "stroke-width": 2 }), svg("circle", { cx: 12, cy: 12, r: 8, "stroke-width": 4, "stroke-dasharray": "4.190 4.190" }), svg("circle", { cx: 12, cy: 12, r: 4, fill: "currentColor", "stroke-width": 0 }));
}
