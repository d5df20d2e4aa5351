"""The counting of wild flushes against a plain definition that deals every card."""

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import comb
from typing import Any

import pytest

from pitboss.cards import DECK, suits
from pitboss.games.what_the_flush import GAME
from pitboss.lab.kernels.wild_flush import tally
from pitboss.lab.tally import Tally, Terms, terms_of
from pitboss.ranking.wild_flush import flush_length, non_consecutive_flush_length, wild_straight_flush
from pitboss.showdown.declaration import Outcome
from pitboss.showdown.rules import Rules

RANKINGS = [
    {"wild_rank": wild, "straight_flush_outranks": straights}
    for wild, straights in product(("highest_missing", "ace", "two"), (False, True))
]
Totals = Counter[tuple[Any, ...]]


def deck(ranks: int) -> list[int]:
    return [card for place, card in enumerate(DECK) if ranks >> place % 13 & 1]


def contest(mine: int, dealers: int) -> Outcome:
    if mine == dealers:
        return Outcome.TIE
    return Outcome.PLAYER_HIGHER if mine > dealers else Outcome.DEALER_HIGHER


def situations(rules: Rules, ranks: int) -> Iterator[tuple[int, int, Counter[Outcome]]]:
    """Every hand with every card the dealer can show, and how the contest ends over all other cards."""
    value = cache(rules.ranking.of)
    for cards in combinations(deck(ranks), 7):
        hand = sum(cards)
        left = [card for card in deck(ranks) if not hand & card]
        for shown in left:
            hidden = combinations([card for card in left if card != shown], 7)
            yield (
                hand,
                shown,
                Counter(contest(value(hand), value(rules.game.dealer_plays((shown, *more)))) for more in hidden),
            )


def worth(terms: Terms, hand: int, ends: Mapping[Outcome, int], stake: int) -> Fraction:
    won = sum(deals * (terms.ante[end] + stake * terms.later[end]) for end, deals in ends.items())
    return won + terms.extra(hand) * sum(ends.values())


def best_stake(rules: Rules, terms: Terms, hand: int, ends: Mapping[Outcome, int]) -> int | None:
    most = rules.game.decisions[0].most(rules.ranking.of(hand)).most
    best, stake = Fraction(terms.fold * sum(ends.values())), None
    for each in range(1, most + 1):
        if (gained := worth(terms, hand, ends, each)) > best:
            best, stake = gained, each
    return stake


def classes(hand: int, rules: Rules) -> tuple[int, int, int]:
    own = suits(hand)
    return (
        flush_length(rules.ranking.of(hand)),
        non_consecutive_flush_length(*own),
        wild_straight_flush(*own) >> 4,
    )


def definition(rules: Rules, terms: Terms, ranks: int) -> Totals:
    totals: Totals = Counter()
    for hand, _, ends in situations(rules, ranks):
        stake = best_stake(rules, terms, hand, ends)
        for end, deals in ends.items():
            outcome = Outcome.FOLD if stake is None else end
            totals[classes(hand, rules), None if stake is None else (stake,), outcome] += deals
    return totals


def totals(found: Tally, rules: Rules) -> Totals:
    counted: Totals = Counter()
    for row in found.rows:
        assert row.deals > 0 and not row.matched
        counted[classes(row.hand, rules), row.stakes, row.outcome] += row.deals
    return counted


def ranks_of(text: str) -> int:
    return sum(1 << "23456789TJQKA".index(rank) for rank in text)


@pytest.mark.parametrize("options", RANKINGS, ids=str)
@pytest.mark.parametrize("ranks", ["2345", "29QA", "2TKA", "3456"])
def test_tally_is_the_definition_on_a_deck_of_sixteen(ranks: str, options: Mapping[str, Any]) -> None:
    rules = GAME.rules("nj", options)
    terms = terms_of(rules)
    found = tally(rules, terms, ranks_of(ranks))
    assert found.deals == sum(row.deals for row in found.rows) == comb(16, 7) * 9 * comb(8, 7)
    assert totals(found, rules) == definition(rules, terms, ranks_of(ranks))
