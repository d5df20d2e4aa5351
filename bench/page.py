"""How soon a table is there: from the call for its page until the felt with its current state is painted, in Chromium.

    .venv/bin/python bench/page.py [--times 5]

Every game, desktop and phone, each time with an empty cache, on a floor that is in play. Beside it, in the same
browser, the time for a page of the same server that holds one sentence: machines differ and are noisy, so the ratio of
the two is the figure to compare. Every time is printed.
"""

import argparse
import os
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from playwright.sync_api import Browser

from tests.web.browser import GAMES, SIZES, a_browser, a_server

PAINTED = """(() => {
  const there = "#places .place, .rail-area";
  const look = new MutationObserver(() => {
    if (!document.querySelector(there)) return;
    look.disconnect();
    requestAnimationFrame(() => requestAnimationFrame(() => { window.painted = performance.now(); }));
  });
  look.observe(document, { childList: true, subtree: true });
})()"""
"""Positions or betting areas are drawn from the table's state alone. The second frame after them is on the screen."""

BARE = """(() => requestAnimationFrame(() => requestAnimationFrame(() => { window.painted = performance.now(); })))()"""


def painted(browser: Browser, address: str, path: str, size: str, watch: str) -> int:
    """Milliseconds until it is painted."""
    width, height = SIZES[size]
    context = browser.new_context(viewport={"width": width, "height": height}, is_mobile=size == "phone")
    page = context.new_page()
    page.add_init_script(watch)
    page.goto(f"{address}{path}", wait_until="commit")
    while not (took := int(page.evaluate("Math.round(window.painted ?? 0)"))):
        page.wait_for_timeout(50)
    context.close()
    return took


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=5)
    times = parser.parse_args().times
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.2f} at the start; milliseconds, each with an empty cache")
    with tempfile.TemporaryDirectory() as folder, a_browser() as browser, a_server(Path(folder)) as address:
        for size in SIZES:
            bare = [painted(browser, address, "/healthz", size, BARE) for _ in range(times)]
            print(f"{'one sentence':24} {size:8} {bare}")
            for game in GAMES:
                took = [painted(browser, address, f"/tables/{game}-1", size, PAINTED) for _ in range(times)]
                print(f"{game:24} {size:8} {took}, {sum(took) / sum(bare):.1f} times one sentence")
    print(f"load {os.getloadavg()[0]:.2f} at the end")


if __name__ == "__main__":
    main()
