// The head of the table's own page, in one row with the table's doors: links where there is room, else behind one button.

import { places, who } from "./header.js";

const pages = document.querySelector("#pages");
const door = document.querySelector("#menu-door");

export function menu(session) {
  pages.replaceChildren(...places(session), who(session));
}

function open(wanted) {
  door.setAttribute("aria-expanded", String(wanted));
  if (wanted) pages.querySelector("a")?.focus();
}

const isOpen = () => door.getAttribute("aria-expanded") === "true";

door.addEventListener("click", () => open(!isOpen()));
document.addEventListener("pointerdown", ({ target }) => isOpen() && !pages.contains(target) && !door.contains(target) && open(false));
pages.addEventListener("keydown", ({ key }) => {
  if (key !== "Escape") return;
  open(false);
  door.focus();
});
