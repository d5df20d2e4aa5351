// Cards, drawn: a large index, one large suit sign, courts with a crown, a quiet back. Each says its own name.

import { svg } from "./dom.js";

const RANKS = {
  A: "ace", K: "king", Q: "queen", J: "jack", T: "ten", 9: "nine", 8: "eight",
  7: "seven", 6: "six", 5: "five", 4: "four", 3: "three", 2: "two",
};
const SUITS = { c: "clubs", d: "diamonds", h: "hearts", s: "spades" };
const SHAPES = {
  h: "M0 9 C-14 -2 -10 -12 -4 -11 C-1 -10.500 0 -8 0 -7 C0 -8 1 -10.500 4 -11 C10 -12 14 -2 0 9Z",
  d: "M0 -11 L8.500 0 L0 11 L-8.500 0Z",
  s: "M0 -11 C12 1 9 8 4 7 C2.500 6.700 1 5.500 .7 4.500 Q1 9 3.500 10 H-3.500 Q-1 9 -.7 4.500 C-1 5.500 -2.500 6.700 -4 7 C-9 8 -12 1 0 -11Z",
  c: "M0 -11 A4.600 4.600 0 0 1 3.600 -3.200 A4.600 4.600 0 1 1 .9 3.600 Q1 9 3.500 10 H-3.500 Q-1 9 -.9 3.600 A4.600 4.600 0 1 1 -3.600 -3.200 A4.600 4.600 0 0 1 0 -11Z",
};
const CROWN = "M-11 7 L-13 -6 L-6 0 L0 -9 L6 0 L13 -6 L11 7Z M-11 9.500 H11 V12 H-11Z";

export function spoken(code) {
  return code === "??" ? "a card face down" : `${RANKS[code[0]]} of ${SUITS[code[1]]}`;
}

class PlayingCard extends HTMLElement {
  static observedAttributes = ["code"];

  attributeChangedCallback() {
    const code = this.getAttribute("code");
    this.setAttribute("role", "img");
    this.setAttribute("aria-label", spoken(code));
    this.dataset.suit = code[1];
    this.replaceChildren(
      svg("svg", { viewBox: "0 0 70 98", "aria-hidden": "true" }, code === "??" ? back() : face(code[0], code[1])),
    );
  }
}

function face(rank, suit) {
  const sign = (place, scale) => svg("path", { d: SHAPES[suit], transform: `translate(${place}) scale(${scale})`, class: "ink" });
  const index = rank === "T" ? "10" : rank;
  return [
    svg("rect", { x: 1, y: 1, width: 68, height: 96, rx: 7, class: "paper" }),
    svg("text", { x: 5, y: 28, class: "ink index", "font-size": 29, "letter-spacing": index === "10" ? -3 : 0 }, index),
    sign("14 43", 0.9),
    "KQJ".includes(rank) ? svg("path", { d: CROWN, transform: "translate(44 42) scale(1.1)", class: "crown" }) : null,
    "KQJ".includes(rank) ? sign("44 74", 1.5) : sign("44 66", 2.1),
  ];
}

function back() {
  const lines = [];
  for (let at = -84; at < 70; at += 14) {
    lines.push(svg("path", { d: `M${at} 90 l84 -84 M${at + 84} 90 l-84 -84`, class: "weave" }));
  }
  return [
    svg("rect", { x: 1, y: 1, width: 68, height: 96, rx: 7, class: "paper" }),
    svg("svg", { x: 6, y: 6, width: 58, height: 86, viewBox: "0 6 70 84", preserveAspectRatio: "none" },
      svg("rect", { x: 0, y: 0, width: 70, height: 98, class: "backing" }), lines),
  ];
}

customElements.define("playing-card", PlayingCard);

// A hand lays new cards one after the other and leaves alone those that lie there.
class CardHand extends HTMLElement {
  lay(codes, { dim = false } = {}) {
    this.classList.toggle("dim", dim);
    this.style.setProperty("--cards", codes.length);
    let fresh = 0;
    codes.forEach((code, place) => {
      const old = this.children[place];
      if (old?.getAttribute("code") === code) return;
      const card = document.createElement("playing-card");
      card.setAttribute("code", code);
      card.className = old ? "turned" : "dealt";
      card.style.animationDelay = `${90 * fresh++}ms`;
      old ? old.replaceWith(card) : this.append(card);
    });
    while (this.children.length > codes.length) this.lastChild.remove();
    return this;
  }
}

customElements.define("card-hand", CardHand);

export function hand(codes, options) {
  return document.createElement("card-hand").lay(codes, options);
}
