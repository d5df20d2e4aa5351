// Cards, drawn: a face with pips for large cards, one with a large index where they are small or overlap, quiet courts,
// a midnight blue back. Each says its own name.

import { svg } from "./dom.js";

const RANKS = {
  A: "ace", K: "king", Q: "queen", J: "jack", T: "ten", 9: "nine", 8: "eight",
  7: "seven", 6: "six", 5: "five", 4: "four", 3: "three", 2: "two",
};
const BY_RANK = "AKQJT98765432";
const SUITS = { c: "clubs", d: "diamonds", h: "hearts", s: "spades" };
const SHAPES = {
  s: "M0-46C3-38 42-10 42 13 42 27 31 35 20 35 13 35 7 32 4 27 5 36 9 43 16 47H-16C-9 43-5 36-4 27-7 32-13 35-20 35-31 35-42 27-42 13-42-10-3-38 0-46Z",
  h: "M0 45C-3 36-44 12-44-17-44-34-32-44-20-44-10-44-3-38 0-29 3-38 10-44 20-44 32-44 44-34 44-17 44 12 3 36 0 45Z",
  d: "M0-48C9-30 22-12 36 0 22 12 9 30 0 48-9 30-22 12-36 0-22-12-9-30 0-48Z",
  c: "M0-46A21 21 0 0 1 15-10C14-9 14-8 16-8A22 22 0 1 1 5 27C6 36 10 43 17 47H-17C-10 43-6 36-5 27A22 22 0 1 1-16-8C-14-8-14-9-15-10A21 21 0 0 1 0-46Z",
};

// Where the pips of a number lie on a card of 100 by 140; those of the lower half are turned over.
const [LEFT, MIDDLE, RIGHT] = [35.5, 50, 64.5];
const [TOP, HIGH, CENTRE, LOW, BOTTOM] = [25, 55, 70, 85, 115];
const both = (...heights) => heights.flatMap((y) => [[LEFT, y], [RIGHT, y]]);
const alone = (...heights) => heights.map((y) => [MIDDLE, y]);
const PIPS = {
  2: alone(TOP, BOTTOM), 3: alone(TOP, CENTRE, BOTTOM), 4: both(TOP, BOTTOM), 5: [...both(TOP, BOTTOM), ...alone(CENTRE)],
  6: both(TOP, CENTRE, BOTTOM), 7: [...both(TOP, CENTRE, BOTTOM), ...alone(47.5)], 8: [...both(TOP, CENTRE, BOTTOM), ...alone(47.5, 92.5)],
  9: [...both(TOP, HIGH, LOW, BOTTOM), ...alone(CENTRE)], T: [...both(TOP, HIGH, LOW, BOTTOM), ...alone(40, 100)],
};

// A court is known by what it wears: a crown with points, a coronet with pearls, a lily.
const WORN = {
  K: "M-15 8-18-9-9-2 0-14 9-2 18-9 15 8ZM-15 11H15V15H-15ZM-2.500-17A2.500 2.500 0 1 1 2.500-17 2.500 2.500 0 1 1-2.500-17Z",
  Q: "M-14 8C-16 2-17-1-19-5-15-2-13-1-10-1-9-5-8-7-7-11-5-7-3-5 0-3 3-5 5-7 7-11 8-7 9-5 10-1 13-1 15-2 19-5 17-1 16 2 14 8ZM-14 11H14V15H-14ZM-2.500-9A2.500 2.500 0 1 1 2.500-9 2.500 2.500 0 1 1-2.500-9Z",
  J: "M0-19C7-12 7-4 3 4H-3C-7-4-7-12 0-19ZM-5 4C-6-3-11-9-17-7-22-5-22 3-16 4-16 0-13-1-11 1-9 2-8 3-8 4ZM5 4C6-3 11-9 17-7 22-5 22 3 16 4 16 0 13-1 11 1 9 2 8 3 8 4ZM-11 6.500H11V10.500H-11Z",
};

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
    this.replaceChildren(...(code === "??" ? [drawing("back", back())] : [drawing("full", full(code[0], code[1])), drawing("plain", plain(code[0], code[1]))]));
  }
}

const drawing = (name, parts) => svg("svg", { viewBox: "0 0 100 140", class: name, "aria-hidden": "true" }, parts);
const paper = () => svg("rect", { x: 0.5, y: 0.5, width: 99, height: 139, rx: 7, class: "paper" });
const pip = (suit, x, y, size, turned = false) => svg("path", { d: SHAPES[suit], class: "ink", transform: `translate(${x} ${y}) scale(${size / 100})${turned ? " rotate(180)" : ""}` });

function index(rank, x, y, size) {
  const ten = rank === "T" && { textLength: size * 0.86, lengthAdjust: "spacingAndGlyphs" };
  return svg("text", { x, y, class: "ink index", "font-size": size, "text-anchor": "middle", ...ten }, rank === "T" ? "10" : rank);
}

function full(rank, suit) {
  const corner = () => [index(rank, 13.5, 26, 27), pip(suit, 13.5, 38, 15)];
  const body = WORN[rank] ? court(rank, suit) : rank === "A" ? pip(suit, 50, 70, 46) : PIPS[rank].map(([x, y]) => pip(suit, x, y, 17.5, y > CENTRE));
  return [paper(), svg("g", { class: "body" }, body), ...corner(), svg("g", { transform: "rotate(180 50 70)" }, corner())];
}

function court(rank, suit) {
  const worn = (turn) => svg("path", { d: WORN[rank], class: "gilt", transform: `rotate(${turn} 50 70) translate(50 38) scale(.9)` });
  return [
    svg("rect", { x: 26, y: 16, width: 48, height: 108, rx: 4, class: "panel" }),
    svg("rect", { x: 28, y: 18, width: 44, height: 104, rx: 2.5, class: "frame" }), worn(0), worn(180),
    svg("path", { d: "M50 50 70 70 50 90 30 70Z", class: "lozenge" }), pip(suit, 50, 70, 21),
  ];
}

function plain(rank, suit) {
  const sign = WORN[rank] ? [svg("path", { d: WORN[rank], class: "gilt", transform: "translate(36 90) scale(.86)" }), pip(suit, 36, 118, 28)] : pip(suit, 36, 107, 44);
  return [paper(), index(rank, 23, 40, 42), pip(suit, 23, 58, 25), svg("g", { class: "body" }, sign)];
}

// The lattice is one line: a card is drawn often, and quickly.
const LATTICE = Array.from({ length: 16 }, (_, at) => `M${10 * at - 50} 8 ${10 * at + 38} 132M${10 * at + 38} 8 ${10 * at - 50} 132`).join("");

function back() {
  return [
    paper(), svg("rect", { x: 6, y: 6, width: 88, height: 128, rx: 4, class: "backing" }),
    svg("svg", { x: 9.5, y: 9.5, width: 81, height: 121, viewBox: "9.5 9.5 81 121" }, svg("path", { d: LATTICE, class: "weave" })),
    svg("rect", { x: 9.5, y: 9.5, width: 81, height: 121, rx: 3, class: "rim" }),
    svg("ellipse", { cx: 50, cy: 70, rx: 20, ry: 26, class: "medal" }),
    svg("path", { d: SHAPES.s, class: "seal", transform: "translate(50 70) scale(.21)" }),
  ];
}

customElements.define("playing-card", PlayingCard);

// The place of each card in its hand: those that count first, cards of one rank together and more of them first, then by
// rank. A hand with a card face down, or of which nobody knows what counts, lies as it was dealt.
export function placesInHand(codes, counts) {
  const places = codes.map((_, place) => place);
  if (!counts?.length || codes.includes("??")) return places;
  const alike = (place) => codes.filter((code) => code[0] === codes[place][0] && counts.includes(code) === counts.includes(codes[place])).length;
  const keys = places.map((place) => [counts.includes(codes[place]) ? 0 : 1, -alike(place), BY_RANK.indexOf(codes[place][0]), place]);
  const order = places.toSorted((one, other) => keys[one].map((key, at) => key - keys[other][at]).find(Boolean) ?? 0);
  return places.map((place) => order.indexOf(place));
}

// How many cards a hand has, how many of them lie first, and how many beside those as they do not count.
export function parts(codes, counts) {
  const first = counts ? codes.filter((code) => counts.includes(code)).length || codes.length : codes.length;
  return { cards: codes.length, first, rest: codes.length - first };
}

// A hand leaves alone the cards that lie there. A new one is marked with its number in the deal, or as turned, for motion.
// Where `counts` names some of the cards, those are lifted and the others dimmed. The last `across` cards lie across.
class CardHand extends HTMLElement {
  lay(codes, { dim = false, counts = null, order = [], across = 0 } = {}) {
    this.classList.toggle("dim", dim);
    const sorted = Boolean(counts) && codes.some((code) => !counts.includes(code));
    const places = placesInHand(codes, counts);
    const lie = parts(codes, counts);
    this.classList.toggle("sorted", sorted && lie.rest > 0);
    this.classList.toggle("many", lie.first > 5 || (lie.first === 5 && lie.rest > 0));
    for (const [name, value] of Object.entries(lie)) this.style.setProperty(`--${name}`, value);
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
      card.classList.toggle("covered", ![lie.first, lie.cards].includes(places[place] + 1));
      card.classList.toggle("across", place >= codes.length - across);
      card.style.setProperty("--at", places[place]);
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

// The hand of that name, the same element each time, so that cards that lie there are not dealt again.
export function keptHand(name, codes, options) {
  if (kept.size > MOST_KEPT) for (const [old, element] of kept) if (!element.isConnected) kept.delete(old);
  if (!kept.has(name)) kept.set(name, document.createElement("card-hand"));
  return kept.get(name).lay(codes, options);
}
