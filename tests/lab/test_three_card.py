"""Three Card Poker: the count equals a plain definition on small decks, and the published figures on the full one."""

from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Any

import pytest

from pitboss.cards import hand
from pitboss.games.three_card_poker import GAME
from pitboss.lab.kernels import three_card
from pitboss.lab.tally import terms_of
from tests.lab.definition import (
    all_met,
    always,
    check_cells,
    defined,
    figures,
    grouped,
    other_terms,
    ranks_of,
    worth,
)

LARGER_BONUS = {"ante_bonus": "1-5-6", "pair_plus": "B", "version": "both_compulsory"}
SMALL_DECKS = ("TJQK", "A23Q", "3JQKA")


@pytest.mark.parametrize("ranks", SMALL_DECKS)
@pytest.mark.parametrize("options", [{}, LARGER_BONUS], ids=["1-4-5", "1-5-6"])
def test_the_tally_is_what_dealing_everything_gives(ranks: str, options: dict[str, Any]) -> None:
    rules = GAME.rules(options=options)
    for terms in other_terms(rules):
        assert grouped(rules, three_card.tally(rules, terms, ranks_of(ranks))) == defined(
            rules, terms, ranks, shows=False
        )


@pytest.mark.parametrize("ranks", SMALL_DECKS)
def test_choices_are_worth_what_dealing_everything_gives(ranks: str) -> None:
    rules = GAME.rules()
    for terms in other_terms(rules):
        for (*_, met), (own, *_) in list(all_met(rules, ranks, shows=False).items())[::5]:
            given = three_card.choices(rules, terms, own, 0, ranks_of(ranks))
            assert given == {None if stake is None else (stake,): worth(terms, own, stake, met) for stake in (None, 1)}


def test_a_pay_table_not_offered_leaves_the_tally_as_it_is() -> None:
    """The rows of a tally serve all pay tables, those too that this house does not post."""
    without = GAME.rules(options={"pair_plus": None})
    found = three_card.tally(without, terms_of(without), ranks_of("3JQKA"))
    posted = GAME.rules()
    assert grouped(posted, found) == grouped(posted, three_card.tally(posted, terms_of(posted), ranks_of("3JQKA")))


@pytest.mark.parametrize(
    ("options", "edge"), [({}, Fraction(686689, 20358520)), (LARGER_BONUS, Fraction(594569, 20358520))]
)
def test_published_figures(options: dict[str, Any], edge: Fraction) -> None:
    rules = GAME.rules(options=options)
    tally = three_card.tally(rules, terms_of(rules))
    mean, square, wagered = figures(rules, tally)
    assert tally.deals == comb(52, 3) * comb(49, 3)
    assert mean == -edge
    assert round(100 * edge, 4) == Fraction("3.3730" if not options else "2.9205")
    assert sum(row.deals for row in tally.rows if row.stakes is None) == 7200 * comb(49, 3)
    if not options:
        assert round(100 * edge / wagered, 4) == Fraction("2.0147")
        assert abs(square - mean * mean - Fraction("1.6393") ** 2) < Fraction("0.0002")


@pytest.mark.parametrize(("cards", "plays"), [("Qc 6d 4h", True), ("Qc 6d 3h", False), ("2c 2d 3h", True)])
def test_queen_six_four_is_the_least_hand_to_play(cards: str, plays: bool) -> None:
    rules = GAME.rules()
    worths = three_card.choices(rules, terms_of(rules), hand(cards))
    assert (worths[1,] > worths[None]) is plays


def test_choices_add_up_to_the_tally() -> None:
    """All hands of one value on the full deck, by suits as they come: three of a kind, in fours."""
    rules, threes = GAME.rules(), [hand(f"5{a} 5{b} 5{c}") for a, b, c in combinations("cdhs", 3)]
    terms = terms_of(rules)._replace(extra=lambda own: Fraction(0))
    (decision,) = three_card.decisions(rules, terms)
    (cell,) = [row for row in range(len(decision.cells)) if decision.features[0].words(row) == "three of a kind, fives"]
    worths = [three_card.choices(rules, terms, own) for own in threes]
    assert [sum(each[stake] for each in worths) * comb(49, 3) for stake in (None, (1,))] == decision.values[
        cell
    ].tolist()


def test_cells_hold_all_deals_and_what_every_action_wins() -> None:
    rules, ranks = GAME.rules(), "3JQKA"
    for terms in (terms_of(rules), terms_of(rules)._replace(fold=0)):
        tally = three_card.tally(rules, terms, ranks_of(ranks))
        (decision,) = three_card.decisions(rules, terms, ranks_of(ranks))
        check_cells(terms, tally, decision.values, decision.weights, decision.deals)
        for action, stake in enumerate((None, 1)):
            assert decision.values[:, action].sum() == always(rules, terms, ranks, stake, shows=False)


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("Qc 6d 4h", "queen-six-four"),
        ("9c 9d Kh", "pair of nines with king"),
        ("Qc 9c 4c", "flush, queen-nine-four"),
        ("Qc Jd Th", "straight, queen high"),
    ],
)
def test_hands_are_named_down_to_what_breaks_ties(cards: str, words: str) -> None:
    rules = GAME.rules()
    assert three_card.in_full(rules, rules.ranking.of(hand(cards))) == words
