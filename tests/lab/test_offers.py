"""What houses may choose in games without lettered tables, and which wagers of craps cost least."""

from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest

from pitboss import games
from pitboss.dice.rules import Rules as DiceRules
from pitboss.lab import analyze
from pitboss.lab.counting import Lab
from pitboss.lab.dice import DiceAnalysis
from pitboss.lab.dice_strategy import best_lines, cost, ranked, strategy_json, strategy_page
from pitboss.lab.figures import percent
from pitboss.lab.offers import Offer, offers, offers_json, offers_tables
from pitboss.lab.readings import costs, costs_json, costs_table
from pitboss.lab.shoe import ShoeAnalysis
from pitboss.refusal import Refusal
from tests.support import checks


def craps(**options: Any) -> DiceAnalysis:
    rules = games.game("craps").rules("nj", options)
    assert isinstance(rules, DiceRules)
    return DiceAnalysis(rules)


def by_label(listed: list[Offer]) -> dict[str, Fraction]:
    return {each.label: -each.gain for each in listed}


@checks("rules CRAPS published")
def test_the_field_by_what_twelve_pays() -> None:
    listed = offers(craps(), "field")
    assert by_label(listed) == {"field_12=3": Fraction(1, 36), "field_12=2": Fraction(1, 18)}
    assert [each.in_force for each in listed] == [False, True]
    assert [each.in_force for each in offers(craps(field_12=3), "field")] == [True, False]
    assert listed[0].pays == ("3 to 1", "2 to 1", "1 to 1")


def test_a_line_wager_by_the_odds_behind_it() -> None:
    listed = offers(craps(), "dont_pass")
    assert by_label(listed) == {
        "odds=100x": Fraction(3, 22220),
        "odds=20x": Fraction(3, 4620),
        "odds=10x": Fraction(3, 2420),
        "odds=5x": Fraction(3, 1320),
        "odds=3-4-5x": Fraction(3, 1100),
        "odds=2x": Fraction(1, 220),
        "odds=1x": Fraction(3, 440),
        "odds=none": Fraction(3, 220),
    }
    assert [each.label for each in listed if each.in_force] == ["odds=3-4-5x"]
    assert [each.label for each in offers(craps(odds=None), "pass") if each.in_force] == ["odds=none"]
    assert [each.label for each in offers(craps(odds="7x"), "pass") if each.in_force] == ["odds=7x"]


def test_a_dont_come_has_odds_in_every_house() -> None:
    """Issue item A7: without odds of its own a house still takes those of rule (d)."""
    for here in ("3-4-5x", None):
        listed = offers(craps(odds=here), "dont_come")
        assert by_label(listed)["odds=none"] == by_label(listed)["odds=1x"] == Fraction(3, 440)
        assert [each.choices["odds"] for each in listed if each.in_force] == [here]


def test_commissions_by_how_they_are_taken() -> None:
    """As analyses of those houses have it."""
    for each in offers(craps(), "lay_5"):
        assert each.choices.keys() == {"vig", "vig_of"}
        assert each.gain == analyze("craps", options=each.choices).wagers["lay_5"].gains.mean


def test_every_wager_is_listed_the_best_for_the_player_first() -> None:
    found = craps()
    listed = offers(found)
    assert {each.wager for each in listed} == found.wagers.keys()
    for one, other in pairwise(listed):
        assert one.wager != other.wager or one.gain >= other.gain
    assert sum(each.in_force for each in listed) == len(found.wagers)
    alike = [table.title for table in offers_tables(listed)]
    assert "Buy 4, buy 10 (* in force)" in alike and "Wagers that no choice of the house changes" in alike
    assert offers_json(listed)[0].keys() >= {"wager", "table", "options", "house_edge", "ev", "in_force", "pays"}


@checks("rules S21 match*")
def test_match_the_dealer_by_decks() -> None:
    found = ShoeAnalysis(games.game("spanish-21").rules("nj", {}))  # type: ignore[arg-type]
    listed = offers(found, "match_the_dealer")
    assert {label: percent(edge) for label, edge in by_label(listed).items()} == {
        "decks=6": "3.0555 %",
        "decks=8": "2.9855 %",
    }
    assert [each.label for each in listed if each.in_force] == ["decks=6"]
    assert "main" not in found.__dict__  # a side wager needs no recursion


def test_the_main_game_under_every_choice() -> None:
    """Published: 0.37, 0.38, 0.78, 0.80, 0.42 and 0.45 %, each within a hundredth of a point."""
    found = ShoeAnalysis(games.game("spanish-21").rules("nj", {"decks": 8}))  # type: ignore[arg-type]
    listed = offers(found, "bet")
    published = {
        (6, False, False): "0.37",
        (8, False, False): "0.38",
        (6, True, False): "0.78",
        (8, True, False): "0.80",
        (6, True, True): "0.42",
        (8, True, True): "0.45",
    }
    edges = {tuple(each.choices.values()): -100 * each.gain for each in listed}
    assert len(edges) == 8
    for house, edge in published.items():
        assert abs(edges[house] - Fraction(edge)) < Fraction(1, 100)
    assert [each.brief for each in listed if each.in_force] == ["8 decks"]
    assert listed[0].brief == "6 decks, redouble"


def test_a_wager_that_is_not_offered_is_no_wager_to_ask_for() -> None:
    with pytest.raises(Refusal, match=r"Ask for a wager of this house \(bet, insurance\)"):
        found = ShoeAnalysis(games.game("spanish-21").rules("nj", {"match_the_dealer": None}))  # type: ignore[arg-type]
        offers(found, "match_the_dealer")


def test_a_wager_that_favours_the_player_is_loud() -> None:
    offer = Offer("field", {}, Fraction(1, 100), Fraction(1), None, (), True)
    assert "<<< FAVOURS THE PLAYER" in offers_tables([offer])[0].rows[0]
    assert offers_json([offer])[0]["favours_player"] is True


# Which wagers cost least


def test_wagers_from_the_cheapest_up() -> None:
    found = craps()
    order = ranked(found)
    assert sorted(name for each in order for name in each.wagers) == sorted(found.wagers)
    assert [each.wagers for each in order[:4]] == [
        ("lay_odds",),
        ("odds",),
        ("dont_pass", "dont_come"),
        ("pass", "come"),
    ]
    assert order[-1].wagers == ("any_seven",)
    for one, other in pairwise(order):
        assert cost(one.worth) <= cost(other.worth)
    for each in order:
        assert {(cost(found.wagers[name]), found.wagers[name].wins) for name in each.wagers} == {
            (cost(each.worth), each.worth.wins)
        }


def test_the_best_lines_are_those_with_this_houses_odds() -> None:
    assert [(each.line, each.multiples) for each in best_lines(craps(odds="2x"))] == [
        ("dont_pass", "2x"),
        ("dont_come", "2x"),
        ("pass", "2x"),
        ("come", "2x"),
    ]
    assert [each.line for each in best_lines(craps(odds=None))] == ["dont_come"]
    (kept,) = strategy_json(craps(odds=None))["with_odds"]  # no house can refuse these (issue item A7)
    assert (kept["wager"], kept["odds"], kept["house_edge"]) == ("dont_come", "none", 3 / 440)


def test_what_strategy_prints_of_craps() -> None:
    page = strategy_page(craps())
    assert "Nothing is decided once a wager lies" in page.subtitle
    assert ["pass", "3-4-5x", "0.3743 %", "1.4141 %", "3.78"] in page.tables[0].rows
    printed = strategy_json(craps())
    assert printed["decisions"] == []
    assert printed["with_odds"][0]["exact"]["house_edge"] == {"numerator": "3", "denominator": "1100"}


def test_how_many_points_a_shooter_makes() -> None:
    """Equal to walking from point to point, and to the sums of its own chances."""
    shooter = craps().shooter
    ways = {4: 3, 5: 4, 6: 5, 8: 5, 9: 4, 10: 3}
    makes = sum(Fraction(many, 24) * Fraction(many, many + 6) for many in ways.values())
    assert makes == shooter.makes_point == Fraction(67, 165)
    runs = craps().points_runs()
    assert [made for made, _, _ in runs] == list(range(13))
    assert runs[0][1:] == (1 - makes, Fraction(1))
    for (_, ends, lasts), (_, _, after) in pairwise(runs):
        assert lasts - ends == after
    assert shooter.points_made == Fraction(67, 98)
    assert shooter.points_variance == shooter.points_made + shooter.points_made**2
    printed = craps().to_dict()["shooter"]["points"]
    assert printed[1]["exact"]["probability"] == {"numerator": str(67 * 98), "denominator": str(165**2)}


def test_a_limit_on_odds_costs_by_the_whole() -> None:
    """No wager's own edge changes; don't come with its odds does, from 3/1100 to that of single odds."""
    rules = games.game("craps").rules("nj", {})
    found = {(cost.option, cost.value): cost.with_odds for cost in costs(rules, Lab())}
    assert found["limit_dont_come_odds", True] == {"dont_come": (Fraction(3, 1100), Fraction(3, 440))}
    assert not any(changed for option, changed in found.items() if option[0] != "limit_dont_come_odds")
    listed = costs(rules, Lab())
    shown = next(row for row in costs_table(listed).rows if row[0] == "limit_dont_come_odds")
    assert shown[3] == "don't come with odds 0.6818 % (+0.4091 %)"
    (told,) = (each["with_odds"] for each in costs_json(listed) if "with_odds" in each)
    assert told["dont_come"]["exact"] == {"numerator": "3", "denominator": "440"}
