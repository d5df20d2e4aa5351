"""hints.js: what an element has to say when it is pointed at, tapped or has the focus."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.elements.bench import Bench

WATCH = """({ watch }) => {
  const button = Object.assign(document.createElement("button"), { textContent: "Ante" });
  button.dataset.hint = "To play\\nX 1";
  const other = Object.assign(document.createElement("p"), { textContent: "-" });
  document.querySelector("#main").replaceChildren(button, other);
  watch();
}"""
WINDOW = {"width": 400, "height": 300}


@pytest.mark.parametrize(
    ("box", "stands"),
    [
        ({"left": 200, "top": 200, "width": 40, "height": 20}, {"left": 170, "top": 142}),
        ({"left": 0, "top": 200, "width": 40, "height": 20}, {"left": 8, "top": 142}),
        ({"left": 390, "top": 10, "width": 10, "height": 20}, {"left": 292, "top": 38}),
    ],
)
def test_it_stands_by_its_element_and_in_the_window(bench: Bench, box: dict[str, int], stands: dict[str, int]) -> None:
    given: Any = [box, {"width": 100, "height": 50}, WINDOW]
    assert bench.run("hints.js", "({ standing }, given) => standing(...given)", given) == stands


def test_pointer_focus_and_tap_open_it_and_nothing_needs_a_pointer(bench: Bench) -> None:
    bench.run("hints.js", WATCH)
    hint, button = bench.page.locator("#hint"), bench.main.locator("button")
    expect(hint).to_be_hidden()
    button.hover()
    expect(hint).to_be_visible()
    assert bench.texts("#hint p") == ["To play", "X 1"]
    assert button.get_attribute("aria-describedby") == "hint"
    bench.main.locator("p").hover()
    expect(hint).to_be_hidden()
    bench.page.keyboard.press("Tab")
    button.press("Shift")
    expect(hint).to_be_visible()
    bench.page.keyboard.press("Escape")
    expect(hint).to_be_hidden()
    button.dispatch_event("click")
    expect(hint).to_be_visible()
    button.dispatch_event("click")
    expect(hint).to_be_hidden()


def test_it_goes_with_its_element(bench: Bench) -> None:
    bench.run("hints.js", WATCH)
    bench.main.locator("button").hover()
    bench.main.locator("button").evaluate("it => it.remove()")
    expect(bench.page.locator("#hint")).to_be_hidden()
