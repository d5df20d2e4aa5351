// Coming in by name, going out, and a new password.

import { ask, forget, whoAmI } from "./door.js";
import { el } from "./dom.js";
import { field, form, say } from "./forms.js";
import { head, IN_THE_PIT } from "./header.js";
import { cents, money } from "./money.js";

const ROLES = {
  player: "You play, see your own rounds and set limits for yourself.",
  dealer: "You give a dealer's commands at tables.",
  supervisor: "You run the pit: tables, irregularities, limits.",
  auditor: "You see everything that was done, and change nothing.",
};
const NAME = { required: true, maxlength: 80, spellcheck: "false", autocapitalize: "none" };
const PASSWORD = { type: "password", required: true, maxlength: 200 };

const zone = document.querySelector("#forms");

// Only to a page of this house: an address from elsewhere in the link leads nowhere.
function next() {
  const wanted = new URLSearchParams(location.search).get("next") ?? "/";
  return /^\/[\w./~%-]*$/.test(wanted) && !wanted.startsWith("//") && wanted !== "/sign-in" ? wanted : "/";
}

// Whoever runs the pit or reads its books begins there, unless another page sent them here.
async function comeInBy(path, given) {
  await ask(path, "POST", given);
  const { person } = await whoAmI();
  const plain = (new URLSearchParams(location.search).get("next") ?? "/") === "/";
  location.href = plain && IN_THE_PIT.includes(person?.role) ? "/pit" : next();
}

function entrance() {
  return [
    form("sign-in", "Sign in", [
      field("name", "Name", { ...NAME, autocomplete: "username" }),
      field("password", "Password", { ...PASSWORD, autocomplete: "current-password" }),
    ], "Sign in", (given) => comeInBy("/api/session", given)),
    form("register", "Register", [
      field("name", "Name", { ...NAME, autocomplete: "username", hint: "2 to 24 letters, digits, hyphens; a letter first" }),
      field("password", "Password", { ...PASSWORD, autocomplete: "new-password", hint: "10 characters or more" }),
    ], "Register as a player", (given) => comeInBy("/api/people", given)),
    el("section", { class: "card" }, el("h2", {}, "Or just play"),
      el("p", {}, "As a guest you need neither name nor password: sit down in the lobby with 1,000.00 of play money."),
      el("p", { class: "doors" }, el("a", { class: "button", href: "/" }, "To the lobby"))),
  ];
}

function inside({ person, balance }) {
  return [
    el("section", { class: "card" }, el("h2", {}, person.name),
      el("dl", {}, el("dt", {}, "Role"), el("dd", {}, person.guest ? "guest" : person.role),
        balance && [el("dt", {}, "Wallet"), el("dd", {}, money(cents(balance)))]),
      el("p", {}, person.guest ? "A guest who signs out has lost the account and its play money." : ROLES[person.role]),
      form("sign-out", "", [], "Sign out", async () => {
        await ask("/api/session", "DELETE");
        forget();
        await draw();
        say("You are signed out.");
      }, { quiet: true })),
    !person.guest && form("password", "New password", [
      field("name", "Name", { value: person.name, autocomplete: "username", hidden: true }),
      field("password", "Password as it is", { ...PASSWORD, autocomplete: "current-password" }),
      field("new_password", "New password", { ...PASSWORD, autocomplete: "new-password", hint: "10 characters or more; all other sessions end" }),
    ], "Change it", async ({ password, new_password }, filled) => {
      await ask("/api/session/password", "PUT", { password, new_password });
      filled.reset();
      say("Your password is changed, and every other session of yours has ended.");
    }),
    person.guest && entrance().slice(0, 2),
  ].flat().filter(Boolean);
}

async function draw() {
  const session = await head();
  zone.replaceChildren(...(session.person ? inside(session) : entrance()));
}

draw();
