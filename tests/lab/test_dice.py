"""Craps in the lab: fractions as published, and equal to walking every run of rolls out by settlement itself."""

from fractions import Fraction
from itertools import islice, pairwise, product
from typing import Any

import pytest

import pitboss
from pitboss.games.craps import GAME
from pitboss.lab import analyze
from pitboss.lab.counting import Lab
from pitboss.lab.dice import DiceAnalysis, gain
from pitboss.lab.figures import decimal, percent, root
from pitboss.lab.readings import costs
from pitboss.money import read_money
from tests.support import checks

CRAPS = DiceAnalysis(GAME.rules())
PUBLISHED = {
    "pass": Fraction(7, 495),
    "come": Fraction(7, 495),
    "dont_pass": Fraction(3, 220),
    "dont_come": Fraction(3, 220),
    "odds": Fraction(0),
    "lay_odds": Fraction(0),
    **{f"place_{number}": Fraction(1, 66) for number in (6, 8)},
    **{f"place_{number}": Fraction(1, 25) for number in (5, 9)},
    **{f"place_{number}": Fraction(1, 15) for number in (4, 10)},
    **{f"place_to_lose_{number}": Fraction(1, 33) for number in (4, 10)},
    **{f"place_to_lose_{number}": Fraction(1, 40) for number in (5, 9)},
    **{f"place_to_lose_{number}": Fraction(1, 55) for number in (6, 8)},
    **{f"buy_{number}": Fraction(1, 20) for number in (4, 5, 6, 8, 9, 10)},
    **{f"lay_{number}": Fraction(1, 40) for number in (4, 10)},
    **{f"lay_{number}": Fraction(1, 30) for number in (5, 9)},
    **{f"lay_{number}": Fraction(1, 24) for number in (6, 8)},
    **{name: Fraction(1, 11) for name in ("big_6", "big_8", "hard_6", "hard_8")},
    **{name: Fraction(1, 9) for name in ("hard_4", "hard_10", "any_craps", "three", "eleven", "craps_eleven", "hop")},
    **{name: Fraction(5, 36) for name in ("two", "twelve", "hop_hard")},
    "field": Fraction(1, 18),
    "any_seven": Fraction(1, 6),
    "horn": Fraction(1, 8),
    "world": Fraction(2, 15),
}


@checks("rules CRAPS published")
def test_every_wager_as_a_fraction() -> None:
    assert {name: worth.edge for name, worth in CRAPS.wagers.items()} == PUBLISHED
    assert {*GAME.wagers()} <= PUBLISHED.keys()


@checks("rules CRAPS published")
@pytest.mark.parametrize(
    ("wagers", "edge"),
    [
        (("place_6", "place_8"), "1.5152 %"),
        (("place_5", "place_9"), "4.0000 %"),
        (("place_4", "place_10"), "6.6667 %"),
        (("hard_6", "hard_8"), "9.0909 %"),
        (("hard_4", "hard_10"), "11.1111 %"),
        (("field",), "5.5556 %"),
        (("any_seven",), "16.6667 %"),
        (("any_craps",), "11.1111 %"),
        (("two", "twelve"), "13.8889 %"),
        (("three", "eleven"), "11.1111 %"),
        (("horn",), "12.5000 %"),
    ],
)
def test_published_figures_to_the_last_digit(wagers: tuple[str, ...], edge: str) -> None:
    assert {percent(CRAPS.wagers[name].edge) for name in wagers} == {edge}


@checks("rules CRAPS published")
def test_published_figures_of_resolved_wagers_and_of_options() -> None:
    assert CRAPS.wagers["dont_pass"].edge_resolved == Fraction(27, 1925)
    assert CRAPS.wagers["pass"].edge_resolved == Fraction(7, 495)
    assert CRAPS.wagers["world"].edge_resolved == Fraction(2, 15)
    three = analyze("craps", options={"field_12": 3}).wagers["field"].edge
    assert (three, percent(three)) == (Fraction(1, 36), "2.7778 %")
    assert analyze("craps", options={"bar": 2}).wagers["dont_pass"].edge == Fraction(3, 220)


@pytest.mark.parametrize(
    ("vig", "of", "wager", "edge", "outlay"),
    [
        ("bet", "as_taken", "buy_4", "5.0000 %", "4.7619 %"),
        ("bet", "smaller", "lay_4", "2.5000 %", "2.4390 %"),
        ("bet", "smaller", "lay_5", "3.3333 %", "3.2258 %"),
        ("bet", "smaller", "lay_6", "4.1667 %", "4.0000 %"),
        ("win", "smaller", "buy_4", "1.6667 %", "1.6667 %"),
        ("win", "smaller", "buy_5", "2.0000 %", "2.0000 %"),
        ("win", "smaller", "buy_6", "2.2727 %", "2.2727 %"),
        ("win", "smaller", "lay_4", "1.6667 %", "1.6667 %"),
        ("win", "as_taken", "lay_5", "2.0000 %", "2.0000 %"),
        ("win", "as_taken", "lay_6", "2.2727 %", "2.2727 %"),
        ("win", "as_taken", "buy_4", "3.3333 %", "3.3333 %"),
    ],
)
def test_commissions(vig: str, of: str, wager: str, edge: str, outlay: str) -> None:
    """Those that are published, such as 4.7619 % on a buy and 2.4390 % on a lay, are per unit with the commission."""
    worth = analyze("craps", options={"vig": vig, "vig_of": of}).wagers[wager]
    assert (percent(worth.edge), percent(worth.edge_of_outlay)) == (edge, outlay)


@checks("rules CRAPS published", "rules CRAPS vig")
def test_the_published_edges_of_lay_wagers_hold_by_default() -> None:
    """Issue item B4: 2.44, 3.23 and 4.00 % of what is handed over; no other wager is priced by what `vig_of` says."""
    printed = CRAPS.to_dict()["wagers"]
    outlay = {
        name: printed[name]["house_edge_of_outlay"]
        for name in printed
        if name.startswith("lay_") and name[4:].isdigit()
    }
    assert {name: f"{edge:.2%}" for name, edge in outlay.items()} == {
        **dict.fromkeys(("lay_4", "lay_10"), "2.44%"),
        **dict.fromkeys(("lay_5", "lay_9"), "3.23%"),
        **dict.fromkeys(("lay_6", "lay_8"), "4.00%"),
    }
    of_the_bet = analyze("craps", options={"vig_of": "as_taken"}).wagers
    assert {name for name, worth in CRAPS.wagers.items() if worth != of_the_bet[name]} == outlay.keys()


@pytest.mark.parametrize(
    ("line", "odds", "edge"),
    [
        ("pass", "1x", Fraction(7, 825)),
        ("pass", "2x", Fraction(1, 165)),
        ("pass", "3-4-5x", Fraction(7, 1870)),
        ("pass", "5x", Fraction(7, 2145)),
        ("pass", "10x", Fraction(7, 3795)),
        ("pass", "100x", Fraction(1, 4785)),
        ("dont_pass", "1x", Fraction(3, 440)),
        ("dont_pass", "2x", Fraction(1, 220)),
        ("dont_pass", "3-4-5x", Fraction(3, 1100)),
        ("dont_pass", "10x", Fraction(3, 2420)),
    ],
)
def test_combined_edges_with_odds(line: str, odds: str, edge: Fraction) -> None:
    """0.848 %, 0.606 %, 0.374 % … and 0.682 %, 0.455 %, 0.273 % are the published ones."""
    found = {(each.line, each.multiples): each for each in CRAPS.with_odds}
    assert found[line, odds].edge == edge
    assert found[line, odds].gains.mean == -PUBLISHED[line]


def test_the_deviation_of_a_line_with_odds() -> None:
    found = {(each.line, each.multiples): f"{root(each.gains.variance):.4f}" for each in CRAPS.with_odds}
    assert found["pass", "3-4-5x"] == "4.9156"
    assert found["dont_pass", "3-4-5x"] == "4.9128"


def test_a_house_that_limits_dont_come_odds() -> None:
    limited = analyze("craps", options={"limit_dont_come_odds": True})
    found = {(each.line, each.multiples): each.average_wager for each in limited.with_odds}
    assert found["dont_come", "3-4-5x"] == found["dont_come", "100x"] == found["dont_pass", "1x"] == 2
    assert found["dont_pass", "3-4-5x"] == 5


# A shooter's run


def test_how_long_a_shooter_lasts() -> None:
    shooter = CRAPS.shooter
    assert shooter.rolls.mean == Fraction(1671, 196)
    assert shooter.makes_point == Fraction(67, 165)
    runs = list(islice(shooter.runs(), 154))
    assert runs[0] == (1, Fraction(0), Fraction(1))
    assert runs[1] == (2, Fraction(1, 9), Fraction(1))
    assert decimal(1 / runs[153][2] / 10**9, 2) == "5.59"  # the odds against the longest run on record, in billions
    for (_, ends, lasts), (_, _, after) in pairwise(runs):
        assert lasts - ends == after


def test_mean_and_variance_of_a_run_by_summing_it() -> None:
    """2,000 rolls leave less than a part in 10**100 out."""
    scale = 10**120
    total = total_square = 0
    for rolls, ends, _ in islice(CRAPS.shooter.runs(), 2000):
        weight = ends.numerator * scale // ends.denominator
        total += rolls * weight
        total_square += rolls * rolls * weight
    mean, square = Fraction(total, scale), Fraction(total_square, scale)
    exact = CRAPS.shooter.rolls
    assert abs(mean - exact.mean) < Fraction(1, 10**100)
    assert abs(square - mean * mean - exact.variance) < Fraction(1, 10**100)


def test_runs_equal_walking_out_all_throws() -> None:
    """Every sequence of totals up to five rolls, by its ways."""
    ways = {total: 6 - abs(7 - total) for total in range(2, 13)}
    ended: dict[int, Fraction] = {}

    def walk(point: int, rolls: int, chance: Fraction) -> None:
        if rolls == 5:
            return
        for total, number in ways.items():
            here = chance * Fraction(number, 36)
            if point and total == 7:
                ended[rolls + 1] = ended.get(rolls + 1, Fraction(0)) + here
            elif point:
                walk(0 if total == point else point, rolls + 1, here)
            else:
                walk(total if total in (4, 5, 6, 8, 9, 10) else 0, rolls + 1, here)

    walk(0, 0, Fraction(1))
    assert ended == {rolls: ends for rolls, ends, _ in islice(CRAPS.shooter.runs(), 5) if ends}


# The lab's money is settlement's


HOUSES: list[dict[str, Any]] = [
    {},
    {"bar": 2, "field_12": 3, "vig": "win"},
    {"vig": "win", "vig_of": "smaller", "odds": "10x"},
    {"vig_of": "as_taken"},
    {"vig": "win", "vig_of": "as_taken"},
]


ONE_THROW_EACH = [f"{one}-{other}" for one, other in product(range(1, 7), repeat=2)]
BASE = "2772000.00"
"""A stake that all odds and commissions divide."""


@pytest.mark.parametrize("options", HOUSES)
@pytest.mark.parametrize("name", GAME.wagers())
def test_the_edge_of_every_wager_by_settling_every_throw(name: str, options: dict[str, Any]) -> None:
    """Rolls that decide nothing repeat themselves; so a wager's worth is that of the throws that decide it."""
    if name in ("odds", "lay_odds"):
        return
    found = analyze("craps", options=options).wagers[name]
    assert found.gains.mean == worth_by_settling(name, options)


def worth_by_settling(name: str, options: dict[str, Any]) -> Fraction:
    """Of a wager placed before the next roll. A line wager that travels is worth what it is from its point on."""
    before = ["6-4"] if name in ("come", "dont_come") else []
    total, deciding = Fraction(0), 0
    extra: dict[str, Any] = {"dice": "5-1"} if name == "hop" else {}
    wager: dict[str, Any] = {"id": 1, "player": 1, "wager": name, "amount": BASE, "before": len(before) + 1, **extra}
    for roll in ONE_THROW_EACH:
        sequence = [*before, roll]
        row, net = settle_one(sequence, wager, options)
        if row["outcome"] != "open":
            total, deciding = total + net, deciding + 1
        elif name in ("pass", "dont_pass", "come", "dont_come"):
            total, deciding = total + from_point(sequence, wager, options), deciding + 1
    return total / deciding


def from_point(rolls: list[str], wager: dict[str, Any], options: dict[str, Any]) -> Fraction:
    settled = [settle_one([*rolls, roll], wager, options) for roll in ONE_THROW_EACH]
    decided = [net for row, net in settled if row["outcome"] != "open"]
    return sum(decided, Fraction(0)) / len(decided)


def settle_one(rolls: list[str], wager: dict[str, Any], options: dict[str, Any]) -> tuple[dict[str, Any], Fraction]:
    """The row, and what a unit gained."""
    settled = pitboss.settle({"game": "craps", "options": options, "rolls": rolls, "wagers": [wager]}).as_json()
    net = settled["players"][0]["net"]
    cents = -read_money(net[1:], "net") if net.startswith("-") else read_money(net, "net")
    return settled["wagers"][0], Fraction(cents, read_money(BASE, "stake"))


# What is printed


def test_the_form_other_programs_rely_on() -> None:
    printed = CRAPS.to_dict()
    assert (printed["game"], printed["jurisdiction"], printed["method"]) == ("craps", "nj", "exact")
    dont = printed["wagers"]["dont_pass"]
    assert dont["house_edge"] == 3 / 220
    assert dont["house_edge_resolved"] == 27 / 1925
    assert dont["ev"] == {"numerator": "-3", "denominator": "220"}
    assert dont["exact"]["house_edge_resolved"] == {"numerator": "27", "denominator": "1925"}
    assert sum(each["probability"] for each in dont["outcomes"]) == pytest.approx(1)
    assert printed["shooter"]["exact"]["mean_rolls"] == {"numerator": "1671", "denominator": "196"}
    assert printed["options"]["odds"] == "3-4-5x"
    assert repr(CRAPS).startswith("<craps (nj): pass 1.4141 %, dont_pass 1.3636 %")
    assert "1671/196" in str(CRAPS)
    assert "<td>1671/196</td>" in CRAPS._repr_html_()


@checks("NJ CRAPS 19:47(d)")
def test_a_house_without_odds_still_has_those_behind_a_dont_come() -> None:
    """Issue item A7: a don't come with odds that win as much costs 3/440, as with single odds."""
    found = analyze("craps", options={"odds": None})
    assert {"odds", "lay_odds"} & found.wagers.keys() == {"lay_odds"}
    (own,) = (each for each in found.to_dict()["with_odds"] if each["odds"] == "none")
    assert (own["wager"], own["average_wager"]) == ("dont_come", 2.0)
    assert own["exact"]["house_edge"] == {"numerator": "3", "denominator": "440"}


def test_chances_of_every_wager_add_up_and_fit_its_mean() -> None:
    for name, worth in CRAPS.wagers.items():
        assert sum(worth.chances.values()) == 1, name
        assert sum(gain(ruling) * chance for ruling, chance in worth.chances.items()) == worth.gains.mean
        assert worth.rolls >= 1


def test_what_the_readings_of_craps_cost() -> None:
    found = {(cost.option, cost.value): cost.changes for cost in costs(GAME.rules(), Lab())}
    assert found["field_12", 3]["field"] == Fraction(1, 36)
    assert found["vig", "win"]["buy_4"] == Fraction(1, 20) - Fraction(1, 60)
    assert not any(found["bar", 2].values())
    assert not any(found["limit_dont_come_odds", True].values())
    assert not any(found["place_on_come_out", "off"].values())
