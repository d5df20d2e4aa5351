"""keys.js: which key presses which choice, and the sheet that lists them."""

from typing import Any

import pytest

from tests.web.elements.bench import Bench

CHOICES = """async ({ shortcuts }, offered) => {
  const { drawChoices } = await import("/pages/bar.js");
  const zone = Object.assign(document.createElement("div"), { id: "choices" });
  document.querySelector("#bar").replaceChildren(zone);
  drawChoices(zone, offered.map((each) => ({ ...each, act: tell(each.label) })), true);
}"""
PRESS = "({ buttonOf }, key) => buttonOf(key)?.firstChild.textContent ?? null"
OFFERED = [{"label": "Raise 10.00", "main": True}, {"label": "Fold"}, {"label": "Rebet", "shortcut": "r"}]


@pytest.mark.parametrize(
    ("offered", "keys"),
    [
        ([{"label": "Raise", "main": True}, {"label": "Fold"}, {"label": "Flop"}], [" ", "f", "l"]),
        ([{"label": "Stand"}, {"label": "Surrender"}], ["s", "u"]),
        ([{"label": "5"}, {"label": "A"}, {"label": "A"}], ["", "a", ""]),
        ([{"label": "Clear"}, {"label": "Card", "shortcut": "c"}], ["l", "c"]),
        ([{"label": "Deal", "main": True, "off": True, "shortcut": " "}, {"label": "Rebet", "main": True}], ["d", " "]),
    ],
)
def test_each_choice_has_a_key_of_its_own(bench: Bench, offered: list[dict[str, Any]], keys: list[str]) -> None:
    """Space for the first main choice that can be pressed, its own key, or the first letter that is free."""
    assert bench.run("keys.js", "({ shortcuts }, offered) => shortcuts(offered)", offered) == keys


def test_a_key_finds_its_button_by_letter_and_by_number(bench: Bench) -> None:
    bench.run("keys.js", CHOICES, OFFERED)
    wanted = {" ": "Raise 10.00", "f": "Fold", "F": "Fold", "1": "Raise 10.00", "2": "Fold", "r": "Rebet", "x": None}
    assert {key: bench.run("keys.js", PRESS, key) for key in wanted} == wanted


def test_the_sheet_lists_every_key(bench: Bench) -> None:
    bench.run("keys.js", CHOICES, OFFERED)
    bench.run("keys.js", "({ sheet }) => { document.querySelector('#main').replaceChildren(...sheet()); }")
    assert bench.texts("#main dt")[:3] == ["Space", "F", "R"]
    assert bench.texts("#main dd")[:3] == ["Raise 10.00", "Fold", "Rebet"]
    assert {"Escape", "?"} <= {*bench.texts("#main dt")}
