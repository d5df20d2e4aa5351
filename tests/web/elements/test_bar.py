"""bar.js: what lies under the thumb: chips to choose from, what can be done now, and how long."""

from typing import Any

import pytest

from tests.web.elements.bench import Bench

TRAY = "({ drawTray }, given) => drawTray(document.querySelector('#bar'), ...given, tell('chosen'))"


def tray(bench: Bench, chips: list[str] | None, chosen: int = 500) -> None:
    bench.run("bar.js", TRAY, [chips, chosen])


CHOICES = """({ drawChoices }, [offered, numbered]) => {
  const acting = offered.map((each) => ({ ...each, act: () => tell(each.key)() }));
  drawChoices(document.querySelector("#bar"), acting, numbered);
}"""


def choices(bench: Bench, offered: list[dict[str, Any]], numbered: bool = True) -> None:
    bench.run("bar.js", CHOICES, [offered, numbered])


def test_one_chip_is_chosen_and_any_can_be(bench: Bench) -> None:
    tray(bench, ["1.00", "5.00", "1000.00"])
    assert bench.page.get_by_role("radio", checked=True).get_attribute("aria-label") == "Chip of 5.00"
    bench.page.get_by_role("radio", name="Chip of 1,000.00").press("Enter")
    assert bench.told() == [["chosen", 100_000]]
    assert bench.each(".pick", "it.dataset.shortcut") == ["1", "2", "3"]
    tray(bench, ["1.00", "5.00", "1000.00"], 100_000)
    assert bench.focused() == "chip 1000.00", "who chose it keeps the focus"
    assert bench.page.get_by_role("radio", checked=True).count() == 1


def test_where_nothing_is_bet_there_are_no_chips(bench: Bench) -> None:
    tray(bench, ["5.00"])
    tray(bench, None)
    assert bench.page.locator("#bar").inner_html() == ""


OFFERED = [{"key": "raise", "label": "Raise 10.00", "main": True}, {"key": "fold", "label": "Fold", "off": True}]


def test_choices_say_what_they_do_and_do_it_once(bench: Bench) -> None:
    choices(bench, OFFERED)
    read = "[it.firstChild.textContent, it.className, it.disabled, it.dataset.shortcut, it.dataset.number]"
    assert bench.each("#bar button", read) == [["Raise 10.00", "act", False, " ", "1"], ["Fold", "", True, "f", "2"]]
    bench.page.get_by_role("button", name="Raise").press("Enter")
    bench.page.get_by_role("button", name="Fold").click(force=True)
    assert bench.told() == [["raise"]]
    choices(bench, [])
    assert bench.page.locator("#bar").inner_html() == ""


def test_16_c12_a_choice_that_is_noted_is_marked(bench: Bench) -> None:
    choices(bench, [OFFERED[0] | {"noted": True}, OFFERED[1] | {"noted": False}, {"key": "buy", "label": "Buy"}])
    assert bench.each("#bar button", "it.ariaPressed") == ["true", "false", None]


def test_17_2_the_key_of_a_choice_is_printed_on_it_and_not_read_out_with_its_name(bench: Bench) -> None:
    deal = {"key": "deal", "label": "Deal", "shortcut": " ", "main": True}
    keyed: list[dict[str, Any]] = [deal, {"key": "rebet", "label": "Rebet", "shortcut": "r"}]
    choices(bench, [*keyed, {"key": "more", "label": "More", "open": False}], numbered=False)
    assert bench.each("#bar kbd", "it.dataset.shown") == ["Space", "R", "M"]
    assert bench.each("#bar button", "[it.dataset.shortcut, it.ariaKeyShortcuts, it.ariaExpanded]") == [
        [" ", "Space", None],
        ["r", "R", None],
        ["m", "M", "false"],
    ]
    assert bench.page.get_by_role("button", name="Deal", exact=True).count() == 1
    choices(bench, [*OFFERED, keyed[1]])
    assert bench.each("#bar kbd", "it.dataset.shown") == ["Space", "F", "R"]


def test_chips_have_the_numbers_while_there_are_chips(bench: Bench) -> None:
    choices(bench, OFFERED, numbered=False)
    assert bench.page.locator("[data-number]").count() == 0
    choices(bench, OFFERED)
    assert bench.each("#bar button", "it.dataset.number") == ["1", "2"]


@pytest.mark.parametrize(
    ("clock", "left", "says"),
    [
        (None, 5000, ""),
        ({"for": "pace"}, 5000, ""),
        ({"for": "betting"}, 5001, "Bets close in 6 s"),
        ({"for": "decision", "who": "me"}, 5000, "Your decision 5 s"),
        ({"for": "decision", "who": "bot-simple-1"}, 1, "simple bot decides 1 s"),
        ({"for": "betting"}, 0, "Bets close in 0 s"),
    ],
)
def test_the_clock_says_what_ends_and_when(bench: Bench, clock: Any, left: int, says: str) -> None:
    assert bench.run("bar.js", "({ clockSays }, [clock, left]) => clockSays(clock, left, 'me')", [clock, left]) == says
