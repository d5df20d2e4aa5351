"""worths.js: what choices are worth, as bars on both sides of zero; the best has a sign and a word."""

from fractions import Fraction
from typing import Any

import pytest

from tests.web.elements.bench import Bench


def choice(action: str, cents: str | None, money: str = "0.00", costs: str = "0.00", **more: Any) -> dict[str, Any]:
    return {
        "action": action,
        "amount": None,
        "cents": cents,
        "worth": "1/3",
        "money": money,
        "costs": costs,
        "best": False,
    } | more


def bars(bench: Bench, *choices: dict[str, Any]) -> list[list[float]]:
    """Where each bar begins, how long it is, and where zero lies."""
    bench.show("worths.js", "({ bars }, choices) => bars(choices)", [*choices])
    return bench.each(".bar", "['--from', '--long', '--zero'].map((name) => Number(it.style.getPropertyValue(name)))")


def test_a_fraction_too_long_for_a_number_is_drawn_all_the_same(bench: Bench) -> None:
    values = [Fraction(-9151, 9212), Fraction(-(7**500), 3 * 7**500 + 1), Fraction(0), Fraction(12345, 2)]
    told = bench.run("worths.js", "({ number }, texts) => texts.map(number)", [str(value) for value in values])
    assert told == [pytest.approx(float(value), abs=1e-12) for value in values]


def test_bars_lie_on_both_sides_of_zero(bench: Bench) -> None:
    assert bars(bench, choice("raise", "300", best=True), choice("fold", "-100"), choice("check", "0")) == [
        *([0.25, 0.75, 0.25], [0, 0.25, 0.25], [0.25, 0, 0.25])
    ]
    assert bars(bench, choice("hit", "-50"), choice("stand", "-100")) == [[0.5, 0.5, 1], [0, 1, 1]], "all lose"
    assert bars(bench, choice("hit", "0")) == [[0, 0, 0]], "nothing to measure by"
    assert bars(bench) == []


def test_each_has_its_words_and_the_best_its_sign(bench: Bench) -> None:
    bars(
        bench,
        choice("raise", "1234/5", "2.47", best=True, amount="1000.00"),
        choice("play_it", "-1000", "-10.00", "12.47"),
        choice("check", "200", "2.47"),
        choice("surrender", None),
    )
    rows = bench.page.locator(".worths li")
    assert [row.locator("> :not(.bar)").all_text_contents() for row in rows.all()] == [
        ["Raise 1,000.00", "+2.47", "★ best"],
        ["Play it", "−10.00", "costs 12.47"],
        ["Check", "+2.47", "costs under 0.01"],
        ["Surrender", "no figure"],
    ]
    assert bench.texts(".worths li.best .what") == ["Raise 1,000.00"]
    assert rows.first.locator(".worth").get_attribute("title") == "exactly 1/3 of the bet"
