// What an element has to say when it is pointed at, tapped or has the focus: any element with `data-hint`, one line each.
// Nothing needs a pointer: a tap opens it, another tap or Escape closes it.

import { el } from "./dom.js";

const GAP = 8;
const bubble = el("div", { id: "hint", role: "tooltip", hidden: true });
let shown = null;

// Where a bubble of that size stands: above its element, below where there is no room, and always in the window.
export function standing(box, size, window) {
  const left = Math.min(Math.max(box.left + box.width / 2 - size.width / 2, GAP), window.width - size.width - GAP);
  const above = box.top - size.height - GAP;
  const top = above >= GAP ? above : Math.min(box.top + box.height + GAP, window.height - size.height - GAP);
  return { left: Math.max(left, GAP), top: Math.max(top, GAP) };
}

function open(element) {
  if (shown === element) return;
  close();
  shown = element;
  element.setAttribute("aria-describedby", bubble.id);
  bubble.replaceChildren(...element.dataset.hint.split("\n").map((line) => el("p", {}, line)));
  bubble.hidden = false;
  const { left, top } = standing(element.getBoundingClientRect(), bubble.getBoundingClientRect(), { width: innerWidth, height: innerHeight });
  bubble.style.left = `${left}px`;
  bubble.style.top = `${top}px`;
}

export function close() {
  shown?.removeAttribute("aria-describedby");
  shown = null;
  bubble.hidden = true;
}

const of = (target) => target instanceof Element && target.closest("[data-hint]");

export function watch() {
  document.body.append(bubble);
  document.addEventListener("pointerover", ({ target, pointerType }) => pointerType === "mouse" && (of(target) ? open(of(target)) : close()));
  document.addEventListener("focusin", ({ target }) => (of(target) && target.matches(":focus-visible") ? open(of(target)) : close()));
  document.addEventListener("click", ({ target }) => {
    const found = of(target);
    if (!found) return close();
    const again = shown === found && !found.matches(":hover");
    again ? close() : open(found);
  });
  document.addEventListener("keydown", ({ key }) => key === "Escape" && close());
  new MutationObserver(() => shown && !shown.isConnected && close()).observe(document.body, { childList: true, subtree: true });
}
