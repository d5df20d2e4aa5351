"""Four Card Poker: the count equals a plain definition on small decks, and for some hands on the full one."""

import random
from fractions import Fraction
from math import comb
from typing import Any

import numpy as np
import pytest

from pitboss.cards import DECK, hand
from pitboss.games.four_card_poker import GAME
from pitboss.lab.kernels import four_card
from pitboss.lab.tally import terms_of
from pitboss.ranking.compiled import compiled, kernel
from pitboss.ranking.four_card import best_four
from tests.lab.definition import (
    always,
    check_cells,
    deck_of,
    defined,
    figures,
    grouped,
    met_by,
    other_terms,
    ranks_of,
    stakes_allowed,
    worth,
)

RULES = GAME.rules()


@pytest.mark.parametrize("ranks", ["A234", "58QK"])
def test_the_tally_is_what_dealing_everything_gives(ranks: str) -> None:
    for terms in other_terms(RULES):
        assert grouped(RULES, four_card.tally(RULES, terms, ranks_of(ranks))) == defined(
            RULES, terms, ranks, shows=True
        )


def test_choices_are_worth_what_dealing_everything_gives() -> None:
    """Seven ranks, so that both sides can have every kind of hand."""
    ranks = "A23478K"
    terms = terms_of(RULES)
    for cards in (
        "Kc 8d 7h 4s 2c",
        "8c 8d 7c 4s 2c",
        "Kc Kd 3c 3s Ac",
        "Ac 2d 3h 4s Kc",
        "Kc 8c 7c 4c 2d",
        "3c 3d 3h 8s 7d",
    ):
        own = hand(cards)
        met = met_by(RULES, own, deck_of(ranks), shows=True)
        for seen, deals in {**met, 0: tuple(map(sum, zip(*met.values(), strict=True)))}.items():
            given = four_card.choices(RULES, terms, own, seen, ranks_of(ranks))
            stakes = stakes_allowed(RULES, own)
            assert given == {None if stake is None else (stake,): worth(terms, own, stake, deals) for stake in stakes}


def test_cards_that_lie_elsewhere_are_counted_out() -> None:
    ranks, terms = "A23478K", terms_of(RULES)
    own, gone = hand("8c 8d 7c 4s 2c"), hand("Kc Kd Ah 8h 3d")
    met = met_by(RULES, own, [card for card in deck_of(ranks) if not card & gone], shows=True)
    for seen, deals in {**met, 0: tuple(map(sum, zip(*met.values(), strict=True)))}.items():
        given = four_card.choices(RULES, terms, own, seen, ranks_of(ranks), gone)
        stakes = stakes_allowed(RULES, own)
        assert given == {None if stake is None else (stake,): worth(terms, own, stake, deals) for stake in stakes}


value_of = compiled(best_four)


@kernel
def met_on_full_deck(own: int, seen: int, out: Any) -> None:
    """Every dealer's hand with the up card, one by one: how many are below, at and above the player's."""
    rest = np.array([card for card in range(52) if not (own | seen) >> card & 1])
    value = value_of(own & 8191, own >> 13 & 8191, own >> 26 & 8191, own >> 39)
    one = np.int64(1)
    for a in range(46):
        for b in range(a):
            for c in range(b):
                for d in range(c):
                    four = seen | one << rest[a] | one << rest[b] | one << rest[c] | one << rest[d]
                    for e in range(d):
                        dealer = four | one << rest[e]
                        other = value_of(dealer & 8191, dealer >> 13 & 8191, dealer >> 26 & 8191, dealer >> 39)
                        out[0 if other < value else 1 if other == value else 2] += 1


def test_full_deck_situations_are_what_dealing_everything_gives() -> None:
    chance = random.Random(4)
    terms = list(other_terms(RULES))[4]  # where ties are told from wins
    for _ in range(12):
        *cards, seen = chance.sample(DECK, 6)
        own, counts = sum(cards), np.zeros(3, dtype=np.int64)
        met_on_full_deck(own, seen, counts)
        assert counts.sum() == comb(46, 5)
        given = four_card.choices(RULES, terms, own, seen)
        assert given == {
            None if stake is None else (stake,): worth(terms, own, stake, (0, *counts.tolist()))
            for stake in stakes_allowed(RULES, own)
        }


def test_published_figures() -> None:
    tally = four_card.tally(RULES, terms_of(RULES))
    mean, _, _ = figures(RULES, tally)
    assert tally.deals == comb(52, 5) * 47 * comb(46, 5)
    assert mean == Fraction(-8840827253, 317119576410)
    assert round(100 * -mean, 2) == Fraction("2.79")
    assert {row.stakes for row in tally.rows} == {None, (1,), (3,)}


def test_there_are_as_many_classes_of_hands_as_burnside_counts() -> None:
    sets = four_card.sets_of(sum(DECK))
    assert np.diff(sets.starts).tolist() == [1, 13, 169, 1755, 16432, 134459]
    for size in range(6):
        one_size = sets.cards[sets.starts[size] : sets.starts[size + 1]]
        assert four_card.weights_of(one_size).sum() == comb(52, size)


def test_cells_hold_all_deals_and_what_every_action_wins() -> None:
    ranks = "A234"
    for terms in list(other_terms(RULES))[:2]:
        tally = four_card.tally(RULES, terms, ranks_of(ranks))
        (decision,) = four_card.decisions(RULES, terms, ranks_of(ranks))
        check_cells(terms, tally, decision.values, decision.weights, decision.deals)
        for action, stake in enumerate((None, 1, 3)):
            assert decision.values[:, action].sum() == always(RULES, terms, ranks, stake, shows=True)
    assert decision.actions == ("fold", "1x", "3x")


def test_cells_of_the_full_deck_are_fine_and_few() -> None:
    """What rules can reach with these features is within a thousandth of an ante of the best play."""
    (decision,) = four_card.decisions(RULES, terms_of(RULES))
    tally = four_card.tally(RULES, terms_of(RULES))
    check_cells(terms_of(RULES), tally, decision.values, decision.weights, decision.deals)
    reached = Fraction(int(decision.values.max(axis=1).sum()), decision.deals)
    assert figures(RULES, tally)[0] - reached < Fraction(1, 1000)
    assert len(decision.cells) < 5000
    words = [feature.words(int(value)) for feature, value in zip(decision.features, decision.cells[-1], strict=True)]
    assert words == ["four of a kind, aces", "two", "above", "one"]


def test_hands_are_told_without_their_side_cards_in_order() -> None:
    (decision,) = four_card.decisions(RULES, terms_of(RULES), ranks_of("58QK"))
    words = [decision.features[0].words(place) for place in range(int(decision.cells[:, 0].max()) + 1)]
    assert words[:4] == ["pair of fives", "pair of eights", "pair of queens", "pair of kings"]
    assert words[4] == "two pair, eights and fives" and words[-1] == "four of a kind, kings"
    assert len(set(words)) == len(words)


def test_progress_moves_from_the_start() -> None:
    told: list[tuple[int, int]] = []
    four_card._kept.clear()
    four_card.decisions(RULES, terms_of(RULES), ranks_of("A234"), lambda done, parts: told.append((done, parts)))
    assert told == sorted(told) and told[0][0] < four_card.CENSUS and told[-1] == (100, 100)
