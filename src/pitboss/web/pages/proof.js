// Checks a proof of fairness in the page itself, written from docs/fairness.md: digest, promise, shares, keys, every draw,
// and what the table did with the draws. Web Crypto only; nothing of what the server says about it is believed.

const RANKS = "23456789TJQKA";
const FULL = [..."cdhs"].flatMap((suit) => [...RANKS].map((rank) => rank + suit));
const NO_TENS = FULL.filter((card) => card[0] !== "T");
const PACKS = { 52: FULL, 288: NO_TENS.flatMap((card) => Array(6).fill(card)), 384: NO_TENS.flatMap((card) => Array(8).fill(card)) };
const FIELDS = ["commitment", "digest", "draws", "ended", "epoch", "events", "format", "previous", "seeds", "shares", "table", "why"];
const text = new TextEncoder();

export class Fails extends Error {}

function must(holds, otherwise) {
  if (!holds) throw new Fails(otherwise);
}

// Bytes

const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

function unhex(written, what, least = 32, most = 32) {
  must(typeof written === "string" && /^([0-9a-f]{2})+$/.test(written), `${what} is not written in hexadecimal`);
  const found = Uint8Array.from(written.match(/../g), (pair) => parseInt(pair, 16));
  must(found.length >= least && found.length <= most, `${what} has ${found.length} bytes`);
  return found;
}

function joined(parts) {
  const all = new Uint8Array(parts.reduce((size, each) => size + each.length, 0));
  let at = 0;
  for (const each of parts) { all.set(each, at); at += each.length; }
  return all;
}

function eight(number) {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(number));
  return bytes;
}

const bytes = (field) => (typeof field === "string" ? text.encode(field) : field);
const frame = (...fields) => joined(fields.map(bytes).flatMap((field) => [eight(field.length), field]));
const sha = async (data) => new Uint8Array(await crypto.subtle.digest("SHA-256", data));

async function hmac(key, data) {
  const ready = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", ready, data));
}

// JSON with sorted names, no spaces, ASCII only.
function plain(value) {
  if (Array.isArray(value)) return `[${value.map(plain).join(",")}]`;
  if (value && typeof value === "object") return `{${Object.keys(value).sort().map((name) => `${plain(name)}:${plain(value[name])}`).join(",")}}`;
  must(typeof value !== "number" || Number.isSafeInteger(value), "a number in it is not whole");
  return JSON.stringify(value).replace(/[^ -~]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

// Choices

class Chooser {
  constructor(keys) { Object.assign(this, { keys, key: -1, words: [], block: 0, room: 0n }); }

  next() {
    this.key += 1;
    must(this.key < this.keys.length, "more was drawn than its seeds can decide");
    Object.assign(this, { words: [], block: 0, room: 1n << 256n });
  }

  async word() {
    if (!this.words.length) {
      const found = await hmac(this.keys[this.key], eight(this.block++));
      for (let at = 0; at < found.length; at += 2) this.words.push((found[at] << 8) | found[at + 1]);
    }
    return this.words.shift();
  }

  async choose(outcomes) {
    must(Number.isInteger(outcomes) && outcomes >= 1 && outcomes <= 65536, `nothing is drawn from ${outcomes} outcomes`);
    if (BigInt(outcomes) > this.room) this.next();
    this.room /= BigInt(outcomes);
    const fair = 65536 - (65536 % outcomes);
    for (;;) {
      const word = await this.word();
      if (word < fair) return word % outcomes;
    }
  }

  async permutation(cards) {
    must(Number.isInteger(cards) && cards >= 1 && cards <= 65536, `there is no pack of ${cards} cards`);
    const order = Array.from({ length: cards }, (_, place) => place);
    for (let place = cards - 1; place > 0; place--) {
      const other = await this.choose(place + 1);
      [order[place], order[other]] = [order[other], order[place]];
    }
    return order;
  }
}

async function draw({ draw: kind, of, least, most }, chooser) {
  if (kind === "permutation") return chooser.permutation(of);
  must(kind === "between" && Number.isInteger(least) && Number.isInteger(most), "a draw is of no known kind");
  return least + (await chooser.choose(most - least + 1));
}

// The proof

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

function shares(given) {
  const names = given.map((each) => (must(same(Object.keys(each).sort(), ["player", "share"]), "a share has other fields"), hex(text.encode(each.player))));
  must(same(names, [...new Set(names)].sort()), "the shares are not in order of name, one a player");
  return joined(given.map((each) => frame(frame(each.player, unhex(each.share, "a share", 1, 64)))));
}

// Answers with what was found to hold, a sentence a check; throws `Fails` at the first that does not.
export async function verify(proof) {
  must(proof && same(Object.keys(proof).sort(), FIELDS) && proof.format === "pitboss-proof-1", "it is no proof of this form");
  const { digest, ...said } = proof;
  must(hex(await sha(text.encode(plain(said)))) === digest, "its digest is not that of what it says");
  const previous = unhex(proof.previous, "the promise before"), promised = unhex(proof.commitment, "the promise");
  must(Number.isInteger(proof.epoch) && proof.epoch >= 1, "epochs are counted from 1");
  if (proof.epoch === 1) must(hex(await sha(frame("pitboss fair 1 start", proof.table))) === proof.previous, "the first epoch is not chained to the start of its table");
  const seeds = proof.seeds.map((seed) => unhex(seed, "a seed"));
  must(seeds.length && new Set(proof.seeds).size === seeds.length, "there is no seed, or one stands twice");
  const found = await sha(frame("pitboss fair 1 commitment", proof.table, String(proof.epoch), previous, ...seeds));
  must(hex(found) === proof.commitment, "the seeds are not those that were promised");
  must(proof.ended === "played" ? proof.draws.length && proof.why === "" : proof.ended === "void" && proof.why.trim(), "how it ended does not fit what was drawn");
  const mixed = shares(proof.shares);
  const keys = await Promise.all(seeds.map((seed, at) => hmac(seed, frame("pitboss fair 1 key", promised, String(at), mixed))));
  const chooser = new Chooser(keys);
  for (const [at, each] of proof.draws.entries()) must(same(await draw(each, chooser), each.result), `draw ${at + 1} is not what the seeds and shares give`);
  const checked = proof.events.length ? follow(proof) : 0;
  return [
    `The digest is that of everything the proof says: ${digest.slice(0, 16)}…`,
    `The ${seeds.length === 1 ? "seed is the one" : `${seeds.length} seeds are those`} promised before betting: ${proof.commitment.slice(0, 16)}…`,
    proof.shares.length ? `Shares of ${proof.shares.map((each) => each.player).join(", ")} are mixed in.` : "No player gave a share; the house's seeds alone decided.",
    `All ${proof.draws.length} draws follow from seeds and shares.`,
    checked ? `${checked} cards or dice came as they were drawn, each the next in its order.` : "Nothing of these draws was dealt.",
  ];
}

// What the table did with the draws: every order, cut and roll is the next draw, every card the next of its order.
function follow({ draws, events }) {
  let at = 0, checked = 0;
  let stock = null, other = null, hands = {};
  const next = () => (must(at < draws.length, "something was done that no draw of this proof decided"), draws[at++]);
  const fresh = (order) => {
    const drawn = next();
    must(drawn.draw === "permutation" && drawn.of === order.length, "the shuffle is not the next draw");
    const pack = PACKS[drawn.of] ?? [...order].sort((one, two) => NO_TENS.indexOf(one) - NO_TENS.indexOf(two));
    must(same(drawn.result.map((place) => pack[place]), order), "the cards shuffled are not in the order drawn");
    return { cards: [...order], drawn: true, whole: true };
  };
  const unshuffled = () => ({ cards: [...FULL], drawn: false, whole: true });
  const empty = () => { if (stock) Object.assign(stock, { cards: [], whole: false }); };
  const deal = ([to, card]) => {
    if (!stock) return; // of a deck that an earlier epoch shuffled
    must(stock.drawn, "a card was dealt from a deck that nobody shuffled");
    must(stock.cards[0] === card, `${card} was dealt and is not the next card of the order drawn`);
    stock.cards.shift();
    stock.whole = false;
    (hands[to] ??= []).push(card);
    checked += 1;
  };
  const HAPPENS = {
    shuffled: (event) => { const deck = fresh(event.order); if (event.other) other = deck; else stock = deck; },
    deck_received: (event) => { if (stock?.cards.length) other = stock; stock = event.order.length ? fresh(event.order) : unshuffled(); },
    deck_cut: ({ depth }) => {
      const drawn = next();
      const cards = stock ? stock.cards.length : drawn.most + 10;
      must(drawn.draw === "between" && drawn.result === depth && drawn.least === 10 && drawn.most === cards - 10, "the cut was not drawn");
      if (stock) stock.cards = [...stock.cards.slice(depth), ...stock.cards.slice(0, depth)];
    },
    dice_thrown: ({ dice }) => {
      const drawn = [next(), next()];
      must(drawn.every((each) => each.least === 1 && each.most === 6), "the dice are not the next draws");
      must(same(drawn.map((each) => String(each.result)).sort(), dice.split("-").sort()), "the dice do not show what was drawn");
      checked += 2;
    },
    bets_closed: () => { hands = {}; },
    cards_dealt: ({ cards }) => cards.forEach(deal),
    step_done: (event) => {
      if (event.do === "spread_idle") stock = unshuffled();
      if (event.do === "load" && event.other) { [stock, other] = [other, stock]; if (other && !other.whole) other = unshuffled(); }
    },
    stub_racked: empty,
    hands_voided: (event) => event.all_hands && empty(),
    deck_removed: (event) => { if (event.in_device) other = null; else empty(); },
    method_changed: (event) => { if (event.decks === 1) other = null; },
    irregularity_called: (event) => {
      if (!stock) return;
      if (["card_face_up", "dealer_overdrew"].includes(event.what)) { must(stock.cards.includes(event.card), "a card was found that was not there"); stock.cards.splice(stock.cards.indexOf(event.card), 1); stock.whole = false; }
      if (event.what === "wrong_number" && stock.cards.length) {
        // Short hands first: what they leave on the deck may be what the others have.
        const found = (event.hands ?? [event]).map(({ position, cards }) => ({ whose: position === null ? "dealer" : String(position), cards }));
        const more = ({ whose, cards }) => cards - (hands[whose] ?? []).length;
        for (const { whose, cards } of found.sort((one, other) => more(one) - more(other))) {
          const all = [...(hands[whose] ?? []), ...stock.cards];
          hands[whose] = all.slice(0, cards);
          stock.cards = all.slice(cards);
        }
        stock.whole = false;
      }
    },
  };
  for (const event of events) HAPPENS[event.event]?.(event);
  must(at === draws.length, "there are draws that led to no event");
  return checked;
}
