"""The table's page with a layout of dice, from a real table's view: for what must hold at every size of a window."""

import re
from typing import Any

import msgspec

from pitboss.table.felt import felt_of
from pitboss.table.views import view
from tests.table.rail import Rail
from tests.web.elements.bench import FILES, Bench

SIZES = [(360, 740), (390, 844), (844, 390), (820, 1180), (1280, 800), (1920, 1080), (2560, 1440)]
PHONES = SIZES[:3]

STYLES = re.findall(r'<link rel="stylesheet" href="/pages/([^"]+)">', FILES["table.html"].body.decode())
STYLES.append("dice.css")  # the page adds it for a table of dice
BODY = re.search(r"<body>(.*)</body>", FILES["table.html"].body.decode(), re.DOTALL)

OPEN = """async ({ DiceTable, rolled }, { styles, body, areas }) => {
  document.body.innerHTML = body;
  Object.assign(document.body.dataset, { family: "dice", game: "craps" });
  await Promise.all(styles.map((name) => new Promise((go) => {
    const link = document.createElement("link");
    document.head.append(Object.assign(link, { rel: "stylesheet", href: `/pages/${name}`, onload: go }));
  })));
  const zones = Object.fromEntries(["felt", "board", "hands"].map((name) => [name, document.getElementById(name)]));
  const RESULT = `<p class="net lose"><small>You lose</small> <b>−1,250.00</b></p>
    <p class="reason">Pass pays 20.00. Field, place 4, place 5 and 12 more lose 1,270.00: 7 was rolled.</p>`;
  let given = null;
  const table = new DiceTable(zones, areas, () => given && table.draw(given));
  window.draw = ({ view, results, said, chosen = 500, me = "p1" }) => {
    const open = new Map();
    for (const each of view.choices.filter((choice) => choice.do === "bet")) {
      open.set(each.wager, [...(open.get(each.wager) ?? []), each]);
    }
    given = { view, me, open, results, chosen, act: async (command) => (tell("act")(command), true) };
    document.querySelector("#dealer").replaceChildren(...rolled(view.last_rolls.at(-1)?.dice ?? null, view.puck));
    document.querySelector("#said").textContent = said;
    document.querySelector("#moment").innerHTML = results.length ? RESULT : "";
    table.draw(given);
  };
}"""


def areas(rail: Rail) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = msgspec.to_builtins(felt_of(rail.house).areas)
    return found


class DicePage:
    """The page of one table of dice, drawn when told."""

    def __init__(self, bench: Bench, spots: list[dict[str, Any]]) -> None:
        self.bench, self.page = bench, bench.page
        assert BODY
        bench.run("dice.js", OPEN, {"styles": STYLES, "body": BODY[1], "areas": spots})

    def draw(
        self, seen: dict[str, Any], results: list[dict[str, Any]] | None = None, said: str = "", **more: Any
    ) -> None:
        self.page.evaluate("given => draw(given)", {"view": seen, "results": results or [], "said": said, **more})

    def resize(self, width: int, height: int) -> None:
        """The window has another size, and the layout has followed it."""
        self.page.set_viewport_size({"width": width, "height": height})
        self.page.evaluate(SETTLED)

    def tabs(self) -> list[str]:
        found: list[str] = self.bench.each(".dice-tabs button", "it.dataset.key")
        return found

    def choose(self, tab: str) -> None:
        self.page.locator(f"[data-key='{tab}']").click()


SETTLED = """async () => {
  const frame = () => new Promise((go) => requestAnimationFrame(go));
  let before = "";
  for (let same = 0; same < 3;) {
    await frame();
    const now = document.querySelector(".laid")?.outerHTML ?? "";
    same = now === before ? same + 1 : 0;
    before = now;
  }
}"""
"""Until three frames in a row show the same layout."""


def rail_with_a_point() -> Rail:
    """A pass and a don't pass on 8, come and don't come on three other numbers, and wagers of others."""
    rail = Rail()
    rail.come_out()
    for position in (2, 3):
        rail.sit(f"p{position}", position)
        rail.bet(f"p{position}", "pass", "25.00")
    rail.bet("p1", "dont_pass", "15.00")
    rail.roll("5-3")
    for point in ("4-2", "6-3", "6-4"):
        rail.bet("p1", "come")
        rail.bet("p1", "dont_come")
        rail.bet("p2", "come")
        rail.roll(point)
    return rail


def everything(rail: Rail) -> None:
    """A wager of p1 on every area that is open, one behind every line that takes odds, and many of p2."""
    for choice in view(rail.house, rail.state, "player", "p1")["choices"]:
        if choice["do"] != "bet":
            continue
        amount = "20.00" if choice["wager"] not in ("hop",) else "125.00"
        more = {key: choice[key] for key in ("behind", "dice") if choice.get(key)}
        rail.bet("p1", choice["wager"], amount, **more)
    for wager in ("field", "place_6", "hard_8", "any_seven", "come", "big_6", "lay_4"):
        rail.bet("p2", wager, "20.00")


def results_of(rail: Rail, dice: str) -> list[dict[str, Any]]:
    """What a roll does to p1's wagers, as the page has it."""
    before = len(rail.session.log)
    rail.roll(dice)
    rows = [
        row
        for event in rail.session.log[before:]
        if getattr(event, "player", "") == "p1" and hasattr(event, "rows")
        for row in event.rows
    ]
    return [
        {
            "id": row.id, "wager": row.wager, "outcome": row.outcome, "stake": row.stake, "pays": row.pays,
            "moved": -row.stake if row.outcome == "lose" else row.pays, "sentence": "It came so.", "clause": row.clause,
        }
        for row in rows
    ]  # fmt: skip


BOXES = """() => {
  const found = [];
  const box = (each) => each.getBoundingClientRect();
  const seen = (each) => each.checkVisibility() && box(each).width > 0;
  const name = (each) => {
    const holder = each.closest("[data-place], [data-number], .heading, .throw, .wagers");
    const of = holder?.dataset.place ?? holder?.className;
    return `${each.getAttribute("class") ?? each.tagName} "${each.textContent.slice(0, 24)}" of ${of}`;
  };
  const all = (selector, within = document) => [...within.querySelectorAll(selector)].filter(seen);
  const inside = (each, outer, slack = 1) => {
    const a = box(each), b = box(outer);
    const over = Math.max(b.left - a.left, a.right - b.right, b.top - a.top, a.bottom - b.bottom);
    if (over > slack) found.push(`${name(each)} leaves its box by ${over.toFixed(1)}`);
  };
  const pairs = (parts) => parts.flatMap((one, place) => parts.slice(place + 1).map((other) => [one, other]));
  const apart = (parts, slack, allowed = () => false) => pairs(parts).forEach(([one, other]) => {
    if (one.contains(other) || other.contains(one) || allowed(one, other)) return;
    const a = box(one), b = box(other);
    const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    if (wide <= slack || high <= slack) return;
    found.push(`${name(one)} lies over ${name(other)}: ${wide.toFixed(1)} by ${high.toFixed(1)}`);
  });
  const laid = document.querySelector(".laid");
  const areas = all(".rail-area, .heading", laid), numbers = all(".number-middle", laid);
  for (const each of [...areas, ...all(".number-box", laid)]) inside(each, laid);
  apart([...areas, ...numbers], 1.6);
  const LEAVES = ".name, .pays, .amount, .came, .stack, .printed, .numeral, .totals span";
  for (const area of areas) {
    const leaves = all(LEAVES, area);
    for (const each of leaves) inside(each, area, 0.6);
    apart(leaves, 1, (one, other) => one.closest(".others") || other.closest(".others"));
  }
  for (const number of numbers) {
    const leaves = all(".numeral, .on-puck, .stack, .slot, .amount, .came", number);
    for (const each of leaves) inside(each, number, 1);
    const pair = (one, other) => one.matches(".amount, .stack") && other.matches(".amount, .stack");
    apart(leaves, 1, pair);
  }
  const strip = document.querySelector(".throw");
  const parts = all(".dice, .puck, #said, #moment > *, .again > *, .rolls li, .past h2 > *", strip);
  for (const each of parts) inside(each, strip, 2);
  apart(parts, 1);
  for (const each of all(".dice-tabs button, .wagers-door, .lying li > *, .next-roll li > *")) {
    const inline = getComputedStyle(each).display === "inline";
    if (!inline && each.scrollWidth > each.clientWidth + 1) found.push(`${name(each)} is cut`);
  }
  for (const each of all("#board *, #own *")) {
    const own = [...each.childNodes].some((child) => child.nodeType === Node.TEXT_NODE && child.data.trim());
    const size = parseFloat(getComputedStyle(each).fontSize);
    if (own && size < 12) found.push(`${name(each)} is ${size} px`);
  }
  const wide = document.documentElement.scrollWidth;
  if (wide > innerWidth) found.push(`the page is ${wide} wide`);
  return found;
}"""
"""Boxes that lie over each other or leave the box they belong to, and letters under 12 pixels."""

WIDER = """
#felt * { letter-spacing: .085em; }
#felt :is(.look-word, .look-field) .name { letter-spacing: .2em !important; }
"""
"""Letters about 15 % wider than those of this machine, which are wide already."""
