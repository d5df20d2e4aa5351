"""Every change of a table's page, in order, with what was moving at that moment."""

from typing import Any

from playwright.sync_api import Page

FACTS = {
    "moment": "#moment .net, #moment .reason",
    "results": "#results",
    "tags": "#spots .tag > span:not(.why), .laid .came",
    "puck": ".puck, .on-puck",
    "rolls": ".rolls li",
    "names": "#dealer .words, #hands .words, #places .words",
    "chips": "#chips",
    "clock": "#clock",
    "choices": "#choices [data-key]",
    "tray": "#tray [data-key]",
}
"""What a page may show only when the cards and chips before it have landed, by its selector."""

WATCH = """facts => {
  const codes = (zone) => [...document.querySelectorAll(`${zone} playing-card`)]
    .map((each) => each.getAttribute("code"));
  const moving = (what) => document.getAnimations().filter(({ effect, playState }) =>
    playState === "running" && effect.target?.matches?.(what)).length;
  const texts = (selector) => [...document.querySelectorAll(selector)].filter((each) => each.getClientRects().length)
    .map((each) => each.dataset.key ?? each.textContent).join(" | ");
  const look = () => ({
    ...Object.fromEntries(Object.entries(facts).map(([name, selector]) => [name, texts(selector)])),
    dealer: codes("#dealer"), hand: codes("#hands"),
    dice: document.querySelector("#dealer .dice")?.ariaLabel ?? "",
  });
  window.changes = [];
  let before = look();
  new MutationObserver(() => {
    document.body.getBoundingClientRect(); // lengths on the felt are known only after its layout
    const now = look();
    const changed = Object.keys(now).filter((name) => String(now[name]) !== String(before[name]));
    const cards = moving("playing-card");
    if (changed.length) window.changes.push({ changed, before, now, cards, moving: cards + moving(".sliding, .die") });
    before = now;
  }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
}"""


def watch(page: Page) -> None:
    """Write down every change from now on."""
    page.evaluate(WATCH, FACTS)


def seen(page: Page) -> list[dict[str, Any]]:
    """The changes so far, in order."""
    found: list[dict[str, Any]] = page.evaluate("window.changes.splice(0)")
    return found
