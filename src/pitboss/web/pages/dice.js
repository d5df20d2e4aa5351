// A table of dice: the dice and the last rolls, the layout, and the visitor's wagers.

import { bones } from "./bones.js";
import { numbersOf, tabbed, tabsOf, whole } from "./dice-layout.js";
import { brief } from "./dice-marks.js";
import { paint } from "./dice-painters.js";
import { Pieces } from "./dice-pieces.js";
import { wagerList, wagersDoor } from "./dice-wagers.js";
import { el, show, zone } from "./dom.js";
import { breadth } from "./fitting.js";
import { cents, money, sum, wire } from "./money.js";
import { shift } from "./motion.js";
import { docked, toggle } from "./panels.js";
import { rolls } from "./rolls.js";
import { play } from "./sound.js";

const TABS_BELOW = 880; // the layout in tabs, where the felt is narrower
const LOW = 480; // a phone on its side

export function rolled(dice, puck, rolling = false) {
  return [bones(dice, rolling), el("p", { class: `puck${puck ? " on" : ""}` }, puck ? `On ${puck}` : "Off")];
}

export class DiceTable {
  // `felt`, `board` and `hands` are zones of the page; `redraw` is called when the room has changed.
  constructor({ felt, board, hands }, areas, redraw) {
    Object.assign(this, { felt, board, hands, areas, tab: null, open: false, size: "" });
    this.pieces = new Pieces(areas);
    this.strip = el("div", { class: "throw" }, zone("head"), zone("middle"), el("div", { class: "past" }), el("div", { class: "again" }));
    this.tabs = el("div", { class: "dice-tabs", role: "tablist", "aria-label": "Kinds of wagers" });
    this.layout = el("div", { class: "dice-layout", role: "group", "aria-label": "Layout" });
    board.replaceChildren(this.strip, this.tabs, this.layout);
    const watch = new ResizeObserver(() => this.room() !== this.size && redraw());
    watch.observe(felt);
    watch.observe(this.layout);
    this.redraw = redraw;
  }

  // The room there is, as the felt is told: in tabs or whole.
  room() {
    this.dock();
    const width = this.felt.clientWidth;
    this.felt.dataset.room = width < TABS_BELOW ? (innerHeight < LOW && innerWidth > innerHeight ? "low" : "narrow") : "whole";
    const { style } = this.layout;
    if (this.keptIn !== this.window()) style.removeProperty("--kept");
    const needs = style.getPropertyValue("--needs");
    style.removeProperty("--needs"); // what a layout needed before says nothing about the room for the next
    this.width = this.layout.clientWidth;
    this.height = this.layout.clientHeight;
    style.setProperty("--needs", needs);
    return [this.felt.dataset.room, this.width, this.height].join(" ");
  }

  // The wagers lie in the column beside the felt, or below the layout where it is folded.
  dock() {
    const holder = docked.matches ? zone("side") : this.felt;
    if (zone("own").parentElement !== holder) holder.append(zone("own"));
  }

  // `given`: view, me, open (choices by wager), results, chosen, and `act`, which gives a command.
  draw(given) {
    const scene = this.scene(given);
    this.size = this.room();
    const { view, me } = given;
    const inTabs = ["narrow", "low"].includes(this.felt.dataset.room);
    show(this.strip.querySelector(".past"), [view.last_rolls], () => rolls(view.last_rolls ?? []));
    show(this.strip.querySelector(".again"), [given.results, [...given.open.keys()], this.size], () => this.again(scene));
    this.drawTabs(scene, inTabs);
    const { width, height } = this;
    const before = this.spots();
    show(this.layout, [view.wagers, [...given.open], scene.results, view.puck, me, this.size, inTabs && this.tab], () => {
      const arranged = inTabs ? tabbed(this.areas, this.tab, width, height) : whole(this.areas, width, Math.max(height, 420));
      this.layout.style.setProperty("--needs", `${arranged.height}px`);
      return el("div", { class: "laid", "--high": `${arranged.height}px` }, paint(scene, arranged, width));
    });
    this.travel(before, scene);
    const own = scene.pieces.filter((each) => each.player === me);
    show(this.hands, [view.wagers, view.choices, view.next_roll, given.chosen, me, this.open, this.focus], () => [
      wagersDoor({ own, open: this.open, toggle: () => this.toggle() }),
      el("div", { class: `wagers${this.open ? " opened" : ""}` }, el("h2", {}, "Your wagers"), wagerList(scene)),
    ]);
  }

  scene(given) {
    const { view, open, results } = given;
    const pieces = this.pieces.lay(view.wagers);
    const numbers = numbersOf(this.areas).map((each) => `number ${each}`);
    const slots = [...open.values()].flat().filter((choice) => choice.behind).map((choice) => {
      const line = pieces.find((each) => each.id === choice.behind);
      return { choice, behind: choice.behind, place: line?.place, line: this.pieces.line(choice.behind), most: cents(line?.room?.[choice.wager] ?? "0.00") };
    });
    return {
      ...given, pieces, slots, areas: this.pieces.areas, puck: view.puck ?? null,
      results: results.map((each) => ({ ...each, place: this.pieces.placeOfResult(each) })),
      // Odds behind a wager that has travelled are added at its number.
      hasSlot: (choice) => slots.some((each) => each.choice === choice && numbers.includes(each.place)),
      place: (choice) => this.bet(given, this.sized(choice, slots.find((each) => each.choice.behind === choice.behind && each.choice.wager === choice.wager), given.chosen)),
      look: (id) => this.look(id),
    };
  }

  bet({ act }, command) {
    play("chip");
    return act(command);
  }

  // The chip that is chosen, but never more than there is room for behind a wager, nor less than is taken.
  sized(choice, slot, chosen) {
    const wanted = slot?.most ? Math.min(chosen, slot.most) : chosen;
    return { ...choice, amount: wire(Math.max(cents(choice.amount), wanted)) };
  }

  drawTabs(scene, inTabs) {
    const tabs = tabsOf(this.areas);
    if (!tabs.some((each) => each.key === this.tab)) this.tab = tabs[0]?.key;
    const lie = (tab) => sum(scene.pieces.filter((each) => each.player === scene.me && tab.areas.some((area) => area.name === each.wager)).map((each) => each.cents));
    show(this.tabs, [inTabs, this.tab, tabs.map(lie)], () => (inTabs ? tabs.map((tab) => el("button", {
      role: "tab", "data-key": `tab ${tab.key}`, "aria-selected": String(tab.key === this.tab), onclick: () => { this.tab = tab.key; this.redraw(); },
    }, tab.says, lie(tab) ? el("small", {}, money(lie(tab)).replace(".00", "")) : null)) : []));
  }

  // The wagers that the last roll decided, once more or twice as high.
  again(scene) {
    const { results, open } = scene;
    const bets = results.filter((each) => open.has(each.wager) && each.stake && !this.pieces.known.get(each.id)?.behind);
    const bet = async (times) => {
      for (const each of bets) {
        const { dice } = this.pieces.known.get(each.id) ?? {};
        if (!(await scene.act({ ...open.get(each.wager)[0], amount: wire(each.stake * times), ...(dice ? { dice } : {}) }))) break;
      }
    };
    if (!bets.length) return [];
    const total = sum(bets.map((each) => each.stake));
    const room = this.strip.querySelector(".again").clientWidth - 52;
    const [rebet, press] = [["Rebet", total], ["Press", 2 * total]];
    const roomy = breadth(`${rebet[0]} ${brief(total)}${press[0]} ${brief(2 * total)}`) * 14 < room;
    const button = ([says, amount], times, title) => el("button", { "data-key": says.toLowerCase(), "aria-label": `${says} ${money(amount)}`, title, onclick: () => bet(times) }, roomy ? `${says} ${brief(amount)}` : says);
    return [button(rebet, 1, "The same wagers again"), button(press, 2, "The same wagers, twice as high")];
  }

  toggle() {
    this.open = !this.open;
    this.keep();
    this.redraw();
  }

  // An open list takes its room below the layout, which stays as high as it was.
  keep() {
    this.keptIn = this.open ? this.window() : "";
    this.layout.style.setProperty("--kept", this.open ? `${this.height}px` : "0px");
  }

  window() {
    return `${innerWidth} ${innerHeight}`;
  }

  // The row of a wager in the list, wherever the list is.
  look(id) {
    if (docked.matches && !this.hands.offsetParent) toggle("wagers");
    if (!docked.matches && !this.open) this.toggle();
    const found = this.hands.querySelector(`[data-wager="${CSS.escape(id)}"]`);
    found?.scrollIntoView({ block: "nearest" });
    found?.focus({ preventScroll: true });
  }

  // Where the chips of each place are now.
  spots() {
    const found = new Map();
    for (const each of this.layout.querySelectorAll("[data-place]")) {
      const chips = each.dataset.place === "puck" ? each : each.querySelector(".stack") ?? each;
      found.set(each.dataset.place, chips.getBoundingClientRect());
    }
    return found;
  }

  // Chips and the puck go from where they lay to where they lie now.
  travel(before, { pieces, puck }) {
    const was = this.places;
    this.places = new Map([...pieces.map((each) => [each.id, each.place]), ["puck", puck]]);
    if (!was || !this.layout.offsetParent) return;
    for (const [id, place] of this.places) {
      if (!place || !was.get(id) || was.get(id) === place) continue;
      const from = before.get(id === "puck" ? "puck" : was.get(id));
      const element = this.chips(id === "puck" ? "puck" : place);
      if (from && element) shift(element, from);
    }
  }

  chips(place) {
    const holder = this.layout.querySelector(`[data-place="${CSS.escape(place)}"]`);
    return place === "puck" ? holder : holder?.querySelector(".stack");
  }

  // Where a wager of an event lies, or lay.
  spotOf({ rows = [] }, wager) {
    const place = this.pieces.placeOfResult(rows.find((each) => each.wager === wager) ?? { wager });
    return this.layout.querySelector(`[data-place="${CSS.escape(place)}"]`) ?? this.layout.querySelector(`[data-area="${CSS.escape(wager)}"]`);
  }
}
