"""A real browser before a real floor. Nothing it asks for may come from another machine."""

import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, sync_playwright

Seen = TypeVar("Seen")

SIZES = {"desktop": (1280, 800), "phone": (390, 844)}
QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
"""Chromium looks for updates and the like; there is no network here, and none is wanted."""


def chromium() -> str:
    """Where it is. In CI it must be there; elsewhere the tests of the pages are skipped without it."""
    found = shutil.which("chromium") or shutil.which("google-chrome") or ""
    if not found and not os.environ.get("CI"):
        pytest.skip("install Chromium (Debian: apt-get install chromium)")
    return found


@contextmanager
def a_browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=[*QUIET])
        try:
            yield browser
        finally:
            browser.close()


@contextmanager
def a_server(folder: Path, bots: str = "none", plan: str = "", port: int = 0) -> Iterator[str]:
    """`pitboss serve`, as people start it, and its address."""
    config = folder / "floor.toml"
    config.write_text(plan or FAST)
    command = [sys.executable, "-P", "-m", "pitboss", "serve", "--port", str(port), "--data", str(folder / "data")]
    environment = os.environ | {"PITBOSS_GRACE": "0", "PITBOSS_BOTS": bots}
    server = subprocess.Popen(
        [*command, "--config", str(config)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env=environment,
    )
    try:
        assert server.stdout is not None
        for line in server.stdout:
            if found := re.search(r"open on (http\S+) ", line):
                yield found[1]
                break
        else:
            raise AssertionError("the floor did not open")
    finally:
        server.kill()
        server.communicate()


GAMES = {
    "three-card-poker": "ante",
    "four-card-poker": "ante",
    "high-card-flush": "ante",
    "what-the-flush": "ante",
    "texas-holdem-bonus": "ante",
    "spanish-21": "bet",
    "double-attack-blackjack": "bet",
    "craps": "pass",
}
"""Each game and the wager that enters it."""

TABLE = """
[[tables]]
id = "{game}-{number}"
table = {{ game = "{game}", limits = {{ {wager} = ["5.00", "500.00"] }} }}
timing = {{ betting = {betting}, all_have_bet = {all_have_bet}, decision = 300000 }}
bots = [{bots}]
"""


PATIENT = 300_000
"""Milliseconds of a betting window in which something else is done: how busy a machine is must not end it."""


def a_table(game: str, number: int, bots: str = "", betting: int = 2_000, all_have_bet: int = 1_000) -> str:
    wager = GAMES[game]
    return TABLE.format(game=game, number=number, wager=wager, bots=bots, betting=betting, all_have_bet=all_have_bet)


def tables(number: int) -> str:
    return "".join(a_table(game, number) for game in GAMES)


WITH_BOTS = a_table("high-card-flush", 3, bots='"random", "simple", "optimal"')
UNHURRIED = a_table("three-card-poker", 4, betting=PATIENT, all_have_bet=PATIENT)
FAST = tables(1) + tables(2) + WITH_BOTS + UNHURRIED
"""Two of each, so that whoever is still the shooter at one is in nobody's way at the other."""


BEYOND = """[...document.querySelectorAll("body *")].filter((each) => each.getBoundingClientRect().right > screen.width)
  .map((each) => `${each.tagName}#${each.id}.${each.getAttribute("class")} ${each.textContent.slice(0, 30)}`)"""
"""What reaches over the right edge of the page."""


class Visitor:
    """A page, and everything that went wrong on it."""

    def __init__(self, browser: Browser, address: str, size: str, reduced_motion: bool = True) -> None:
        width, height = SIZES[size]
        phone = size == "phone"
        self.context = browser.new_context(
            viewport={"width": width, "height": height},
            is_mobile=phone,
            has_touch=phone,
            reduced_motion="reduce" if reduced_motion else "no-preference",
        )
        self.page: Page = self.context.new_page()
        self.address, self.size = address, size
        self.wrong: list[str] = []
        self.page.set_default_timeout(60_000)
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.on("console", lambda said: self.wrong.append(said.text) if said.type == "error" else None)
        self.page.on("request", lambda asked: self._from_here(asked.url))
        self.page.on("websocket", lambda socket: socket.on("framereceived", self._hear))
        self.heard: dict[str, int] = {}
        """By table: the last event that has come to the page."""
        self.page.add_init_script(TAKEN)
        self.page.add_init_script(CHOSEN)

    def _hear(self, frame: str | bytes) -> None:
        told = json.loads(frame)
        if "sequence" in told and "view" in told:
            self.heard[told["table"]] = told["sequence"]

    def _from_here(self, url: str) -> None:
        if urlsplit(url).netloc != urlsplit(self.address).netloc:
            self.wrong.append(f"asked another machine: {url}")

    def sit(self, table: str) -> None:
        """At this very table, as a link from the lobby leads there: Play chooses one itself (test_lobby.py)."""
        self.page.goto(self.address)
        self.page.goto(f"{self.address}/tables/{table}#sit")
        self.page.locator("#chips", has_text="500.00").wait_for()

    def place(self, amount: str, button: str = "place") -> None:
        """Bet, and wait until the page has said that the bet lies: it says so only until the deal."""
        self.page.evaluate("window.taken = [document.querySelector('[data-key=place]')?.textContent]")
        self.page.locator(f"[data-key={button}]:not([disabled])").click()
        self.page.wait_for_function("text => window.taken.slice(1).includes(text)", arg=f"{amount} placed")

    def is_up_to(self, table: str, sequence: int) -> None:
        """Until the page has heard so much of a table, and is drawn."""
        until(self.page, lambda: self.heard.get(table, 0) >= sequence)
        self.is_still()

    def at_rest(self, table: str, read: Callable[[], Seen]) -> tuple[Seen, dict[str, Any]]:
        """What `read` finds on the page and the table's view, both after the same event: a table goes on meanwhile."""
        for _ in range(MOST_READS):
            before = self.heard.get(table)
            self.is_still()
            found, view = read(), self.page.evaluate(VIEW, table)
            if self.heard.get(table) == view["sequence"] == before:
                return found, view
        raise AssertionError(f"{table} never rests")

    def is_still(self) -> None:
        """Until the page is drawn as it stays: letters are there, what moves has arrived, nothing changes any more."""
        self.page.evaluate(STILL)

    def nothing_is_cut(self) -> None:
        """No sideways scrolling, no word wider than what holds it, and nothing lies over anything else."""
        self.page.mouse.move(0, 0)  # what opens under it lies over other things, and should
        self.is_still()
        width = self.page.evaluate("document.documentElement.scrollWidth")
        assert width <= SIZES[self.size][0], f"the page is {width} pixels wide: {self.page.evaluate(BEYOND)}"
        cut = self.page.evaluate(CUT)
        assert not cut, cut
        over = self.page.evaluate(OVER)
        assert not over, over
        outside = self.page.evaluate(OUTSIDE)
        assert not outside, outside

    def nothing_keeps_people_out(self) -> None:
        """Axe finds nothing serious."""
        found = [
            each for each in Axe().run(self.page).response["violations"] if each["impact"] in ("serious", "critical")
        ]
        assert not found, [
            f"{each['id']}: {each['help']}: {[node['html'][:160] for node in each['nodes'][:3]]}" for each in found
        ]


def until(page: Page, so: Callable[[], bool]) -> None:
    """What the page tells this program, such as its connections, comes while the page is waited for."""
    end = time.monotonic() + 300
    while not so():
        assert time.monotonic() < end, "it never came to be so"
        page.wait_for_timeout(20)


MOST_READS = 200
VIEW = "table => fetch(`/api/tables/${table}`).then((answer) => answer.json()).then(({ view }) => view)"

CHOSEN = """
localStorage.setItem("pitboss speed", localStorage.getItem("pitboss speed") ?? "fast");
localStorage.setItem("pitboss sound", localStorage.getItem("pitboss sound") ?? "off");
"""
"""What somebody has chosen who has been here before: rounds are shown fast, and sound is not offered."""

TAKEN = """
window.taken = [];
new MutationObserver(() => {
  const said = document.querySelector("[data-key=place]")?.textContent;
  if (said && window.taken.at(-1) !== said) window.taken.push(said);
}).observe(document, { subtree: true, childList: true, characterData: true });
"""
"""Everything that the button of a bet has said, however short: two frames may come before anybody looks."""

STILL = """async () => {
  await document.fonts.ready;
  const ends = (each) => Number.isFinite(each.effect.getComputedTiming().endTime);
  const landed = () => Promise.allSettled(document.getAnimations().filter(ends).map((each) => each.finished));
  const frame = () => new Promise((go) => requestAnimationFrame(go));
  await landed();
  while (document.querySelector("[data-presenting]")) { await landed(); await frame(); }
  let changed = true;
  const watch = new MutationObserver(() => { changed = true; });
  watch.observe(document, { subtree: true, childList: true, characterData: true });
  for (let frames = 0; changed && frames < 600; frames += 3) {
    changed = false;
    for (let number = 0; number < 3; number += 1) await frame();
  }
  watch.disconnect();
}"""

CUT = """() => [...document.querySelectorAll("button, p, li, h1, h2, .who, .name, .amount")]
  .filter((each) => each.offsetParent && each.scrollWidth > each.clientWidth + 1 && each.clientWidth > 1
    && !each.closest("#results") && getComputedStyle(each).display !== "inline"
    && !each.matches("h1, #said, [data-area]"))
  .map((each) => `${each.className} ${each.textContent}`.slice(0, 80))"""
"""Words that are wider than what holds them. The title and the running commentary may end in dots; the amount of an
area stands beside it, and is measured by itself."""

OVER = """() => {
  const groups = [
    "#posted text, #posted .flat, #rack, #shoe, #dealer .group, #said, #meter, #moment .house, #moment .net, " +
      "#moment .reason, .place, .spot .ring, .spot .name, .spot .amount, .spot .tag, #hands .group, #hands .empty, " +
      "#tabs button",
    ".place .who, .place .amount, .place .layout, .place card-hand, .plate button",
    ".rail-area", "#tray .pick, #choices button, #clock, #money, #speed, #notes > *", ".top > *", "#doors > *",
    "main, #side, #bar, .top",
  ];
  const name = (each) => `${each.id || each.getAttribute("class") || each.tagName} "${each.textContent.slice(0, 20)}"`;
  const seen = (each) => each.checkVisibility() && (each.textContent || each.children.length)
    && getComputedStyle(each).clipPath !== "inset(50%)";
  const box = (each) => [each, each.getBoundingClientRect()];
  const found = [];
  for (const group of groups) {
    const boxes = [...document.querySelectorAll(group)].filter(seen).map(box);
    boxes.forEach(([one, a], place) => boxes.slice(place + 1).forEach(([other, b]) => {
      const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (wide > 2 && high > 2 && !one.contains(other) && !other.contains(one) && !curved(one, other))
        found.push(`${name(one)} and ${name(other)}: ${Math.round(wide)} by ${Math.round(high)}`);
    }));
  }
  return found;

  // Lines of print on curves lie in each other's boxes, and never touch.
  function curved(one, other) { return one.closest(".arcs") && other.closest(".arcs"); }
}"""
"""What lies over what."""

OUTSIDE = """() => {
  const cloth = document.querySelector(".surface");
  if (!cloth?.checkVisibility()) return [];
  const felt = cloth.getBoundingClientRect(), style = getComputedStyle(cloth);
  const [across, down] = style.borderBottomLeftRadius.split(" ").map(parseFloat);
  const radius = { x: Math.min(across, felt.width / 2), y: Math.min(down ?? across, felt.height) };
  const on = (x, y) => {
    if (x < felt.left - 1 || x > felt.right + 1 || y < felt.top - 1 || y > felt.bottom + 1) return false;
    const beside = Math.max(felt.left + radius.x - x, x - (felt.right - radius.x), 0);
    const below = Math.max(y - (felt.bottom - radius.y), 0);
    return (beside / radius.x) ** 2 + (below / radius.y) ** 2 <= 1.02;
  };
  const all = "#felt :is(playing-card, .words, .ring, .stack, .spot .name, .spot .amount, .tag, .plate, #meter, " +
    ".flat, .net, .reason, .house, .empty, .depth p, #tabs button, #said)";
  const seen = (each) => each.checkVisibility() && getComputedStyle(each).clipPath === "none"
    && (each.textContent || each.children.length);
  return [...document.querySelectorAll(all)].filter(seen).filter((each) => {
    const { left, right, top, bottom } = each.getBoundingClientRect();
    return ![[left, top], [right, top], [left, bottom], [right, bottom]].every(([x, y]) => on(x, y));
  }).map((each) => `${each.getAttribute("class") || each.id} "${each.textContent.slice(0, 24)}"`);
}"""
"""What lies beyond the edge of the felt, at its round corners too."""

SMALL = """() => {
  const found = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const holder = node.parentElement;
    const known = holder.closest("#results, script, style, card-hand"); // cards have a test of their index
    if (known || !node.data.trim() || !holder.checkVisibility()) continue;
    const drawn = holder.closest("svg") && holder.getScreenCTM ? holder.getScreenCTM().a : 1;
    const size = parseFloat(getComputedStyle(holder).fontSize) * drawn;
    if (size < 11.95) found.push(`${node.data.trim().slice(0, 24)}: ${size.toFixed(1)}`);
  }
  return found;
}"""
"""Text under 12 pixels."""
