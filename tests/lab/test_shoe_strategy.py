"""The worth of each choice of one hand: as the whole analysis has it, and refused where a shoe cannot deal it."""

from fractions import Fraction
from typing import Any

import pytest

from pitboss import games
from pitboss.lab.shoe import ShoeAnalysis
from pitboss.lab.shoe_strategy import choices
from pitboss.refusal import Refusal
from pitboss.shoe.rules import Rules


def lab(game: str, **options: Any) -> ShoeAnalysis:
    rules = games.game(game).rules("nj", options)
    assert isinstance(rules, Rules)
    return ShoeAnalysis(rules)


SPANISH = lab("spanish-21")
ATTACK = lab("double-attack-blackjack")


@pytest.mark.parametrize(
    ("hand", "up", "code"),
    [
        ("Ah Ks", "7c", "nothing_to_decide"),
        ("Kh Qs 2c", "7c", "hand_busts"),
        ("Kh Qs Ac", "7c", ""),
        (" ".join(["2c"] * 6), "7c", ""),
        (" ".join(["2c"] * 7), "7c", "card_twice"),
        (" ".join(["2c"] * 6), "2c", "card_twice"),
        ("8h 8s", "7c 7d", "wrong_number_of_cards"),
        ("8h 8s", "", "wrong_number_of_cards"),
        ("8h Ts", "7c", "card_not_in_shoe"),
        ("8h 8s", "Tc", "card_not_in_shoe"),
        ("8h 8x", "7c", "unknown_card"),
        ("8h88s", "7c", "unknown_card"),
    ],
)
def test_what_a_shoe_cannot_deal_is_refused(hand: str, up: str, code: str) -> None:
    """At the bound and beyond it: a shoe of six decks has six of each card; 21 is no bust."""
    if not code:
        assert choices(SPANISH, hand, up)
        return
    with pytest.raises(Refusal) as caught:
        choices(SPANISH, hand, up)
    assert caught.value.code == code


def test_a_blackjack_names_its_clause() -> None:
    with pytest.raises(Refusal) as caught:
        choices(SPANISH, "Ah Ks", "7c")
    assert caught.value.clause == "rules S21 blackjack" and "3 to 2" in caught.value.message


@pytest.mark.parametrize(
    ("found", "hand", "up", "best"),
    [
        (SPANISH, "Kh 7s", "Ac", "surrender"),
        (SPANISH, "Kh 4s 3c", "Ac", "stand"),
        (SPANISH, "7h 5s 5c", "Ac", "hit"),
        (SPANISH, "8h 8s", "Kc", "split"),
        (SPANISH, "6h 5s", "6c", "double"),
        (SPANISH, "9h Ks", "6c", "stand"),
        (ATTACK, "Kh 4s 3c", "Ac", "surrender"),
        (ATTACK, "Ah As", "Ac", "split"),
    ],
)
def test_the_best_choice(found: ShoeAnalysis, hand: str, up: str, best: str) -> None:
    assert [each.name for each in choices(found, hand, up) if each.best] == [best]


def test_surrender_is_a_half_where_it_may_be_and_missing_where_not() -> None:
    for found, hand, may in ((SPANISH, "Kh 7s", True), (SPANISH, "9h 4s 4c", False), (ATTACK, "9h 4s 4c", True)):
        worths = {each.name: each.worth for each in choices(found, hand, "Ac")}
        assert worths.get("surrender") == (Fraction(-1, 2) if may else None)


def test_suits_count_only_where_a_bonus_asks_for_them() -> None:
    def hit(hand: str) -> Fraction:
        return next(each.worth for each in choices(SPANISH, hand, "4c") if each.name == "hit")

    assert hit("9h 5s") == hit("9h 5h") == hit("9s 5s")
    assert hit("7h 7s") < hit("7h 7h") < hit("7s 7s")
    assert hit("6s 8d") == hit("8d 6s") == hit("6h 8c")


REDOUBLING = lab("spanish-21", redouble=True)


@pytest.mark.parametrize(
    ("found", "has"),
    [(SPANISH, {"bonus", "rescue"}), (REDOUBLING, {"bonus", "rescue", "double again"}), (ATTACK, set())],
    ids=["spanish-21", "with redoubling", "double-attack-blackjack"],
)
def test_words_fit_the_game(found: ShoeAnalysis, has: set[str]) -> None:
    """No word of a bonus, a rescue or a second double where there is none."""
    titles = " ".join(table.title for table in found.page().tables)
    said = " ".join((found.treatment(), found.chart_class(), found.chart.legend, titles))
    assert {word for word in ("bonus", "rescue", "double again") if word in said} == has


def test_what_an_up_card_is_worth_says_whether_the_attack_is_in_it() -> None:
    for found, words in ((SPANISH, "a bet gains against 2"), (ATTACK, "a bet without the attack gains against 2")):
        assert any(row[0] == words for table in found.page().tables for row in table.rows)


def test_insurance_is_printed_as_odds_of_whole_numbers() -> None:
    (table,) = [table for table in ATTACK.page().tables if table.title == "Insurance"]
    assert [row[3] for row in table.rows] == ["5 to 2"]
