// Cards, drawn: a large index, one large suit sign, courts as plain half figures, a quiet back. Each says its own name.

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
// A court is a head between shoulders under what it wears: a crown with points, one with pearls, a cap with a feather.
const SHOULDERS = "M-17 31 C-17 15 -9 11 0 11 C9 11 17 15 17 31Z";
const WORN = {
  K: "M-11 -9 L-13 -23 L-6 -16 L0 -27 L6 -16 L13 -23 L11 -9Z",
  Q: "M-10 -9 L-12 -18 L-5 -14 L0 -20 L5 -14 L12 -18 L10 -9Z M-12 -23 a2.500 2.500 0 1 1 .1 0Z M0 -24.500 a2.500 2.500 0 1 1 .1 0Z M12 -23 a2.500 2.500 0 1 1 .1 0Z",
  J: "M-12 -8 C-12 -20 8 -22 12 -8Z M5 -14 C8 -26 16 -27 20 -24 C17 -18 12 -14 8 -12Z",
};
const HAIR = { K: "M-9 2 C-9 15 9 15 9 2 L6 9 H-6Z", Q: "M-10 -8 C-16 8 -13 14 -9 15 L-7 0Z M10 -8 C16 8 13 14 9 15 L7 0Z", J: "M-9 -8 C-12 2 -11 8 -8 9 L-6 0Z M9 -8 C12 2 11 8 8 9 L6 0Z" };

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
    svg("text", { x: 5, y: 28, class: "ink index", "font-size": 29, ...(index === "10" && { textLength: 26, lengthAdjust: "spacingAndGlyphs" }) }, index),
    sign("14 43", 0.9),
    "KQJ".includes(rank) ? court(rank) : sign("44 66", 2.1),
  ];
}

function court(rank) {
  return svg("g", { transform: "translate(45 62)" },
    svg("path", { d: SHOULDERS, class: "ink" }),
    svg("path", { d: "M0 11 V31 M-7 13 L0 22 L7 13", fill: "none", stroke: "#e8c667", "stroke-width": 2 }),
    svg("circle", { r: 9, cy: 1, fill: "#f1d3b3", stroke: "#0004" }),
    svg("path", { d: HAIR[rank], fill: "#6b4a2a" }),
    svg("path", { d: WORN[rank], fill: "#c99a2c", stroke: "#7d5c10", "stroke-width": 0.8 }),
    svg("path", { d: "M-3.500 0 v1 M3.500 0 v1 M-2.500 5.500 h5", fill: "none", stroke: "#222", "stroke-width": 1.6, "stroke-linecap": "round" }));
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

// A hand leaves alone the cards that lie there. A new one is marked with its number in the deal, or as turned, for motion.
// Where `counts` names some of the cards, those are lifted and the others dimmed.
class CardHand extends HTMLElement {
  lay(codes, { dim = false, counts = null, order = [] } = {}) {
    this.classList.toggle("dim", dim);
    const sorted = Boolean(counts) && codes.some((code) => !counts.includes(code));
    this.classList.toggle("sorted", sorted);
    this.style.setProperty("--cards", codes.length);
    codes.forEach((code, place) => {
      let card = this.children[place];
      if (card?.getAttribute("code") !== code) {
        const old = card;
        card = document.createElement("playing-card");
        card.setAttribute("code", code);
        if (old) card.dataset.turned = "";
        else if (order[place] !== undefined) card.dataset.dealt = order[place];
        old ? old.replaceWith(card) : this.append(card);
      }
      const lifted = sorted && counts.includes(code);
      card.classList.toggle("counts", lifted);
      card.classList.toggle("aside", sorted && !lifted);
      card.setAttribute("aria-label", `${spoken(code)}${lifted ? ", counts" : sorted ? ", does not count" : ""}`);
    });
    while (this.children.length > codes.length) this.lastChild.remove();
    return this;
  }
}

customElements.define("card-hand", CardHand);

export function hand(codes, options) {
  return document.createElement("card-hand").lay(codes, options);
}

const kept = new Map();
const MOST_KEPT = 100;

// The hand of that name, the same element each time, so that what lies there is not dealt anew.
export function keptHand(name, codes, options) {
  if (kept.size > MOST_KEPT) for (const [old, element] of kept) if (!element.isConnected) kept.delete(old);
  if (!kept.has(name)) kept.set(name, document.createElement("card-hand"));
  return kept.get(name).lay(codes, options);
}
