"""The counting of wild flushes against a plain definition that deals every card."""

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import comb
from random import Random
from typing import Any

import pytest

from pitboss.cards import CARDS, DECK, hand, suits
from pitboss.games.what_the_flush import GAME
from pitboss.lab.kernels.wild_flush import choices, decisions, tally
from pitboss.lab.tally import Tally, Terms, terms_of
from pitboss.ranking.wild_flush import flush_length, non_consecutive_flush_length, wild_straight_flush
from pitboss.showdown.declaration import Outcome
from pitboss.showdown.rules import Rules

RANKINGS = [
    {"wild_rank": wild, "straight_flush_outranks": straights}
    for wild, straights in product(("highest_missing", "ace", "two"), (False, True))
]
CONTEST = (Outcome.PLAYER_HIGHER, Outcome.TIE, Outcome.DEALER_HIGHER)
Ends = tuple[int, int, int]
Totals = Counter[tuple[Any, ...]]


def ranks_of(text: str) -> int:
    return sum(1 << "23456789TJQKA".index(rank) for rank in text)


@cache
def deck(ranks: int) -> list[int]:
    return [card for place, card in enumerate(DECK) if ranks >> place % 13 & 1]


class Definition:
    """The game by the rules: every deal is dealt, every choice weighed."""

    def __init__(self, rules: Rules, terms: Terms, ranks: int) -> None:
        self.rules, self.terms, self.ranks = rules, terms, ranks
        self.value = cache(rules.ranking.of)
        self.dealer_plays = rules.game.dealer_plays

    def ends(self, own: int, shown: int) -> Ends:
        """How often the player's hand is higher, the same, lower, over the dealer's other cards."""
        left = [card for card in deck(self.ranks) if not card & (own | shown)]
        mine, value, dealer_plays = self.value(own), self.value, self.dealer_plays
        higher = same = lower = 0
        for hidden in combinations(left, 7):
            dealers = value(dealer_plays((shown, *hidden)))
            if mine > dealers:
                higher += 1
            elif mine == dealers:
                same += 1
            else:
                lower += 1
        return higher, same, lower

    def worth(self, own: int, ends: Ends) -> dict[tuple[int, ...] | None, Fraction]:
        """What every choice is worth, from the smallest wager up."""
        terms, most = self.terms, self.rules.game.decisions[0].most(self.rules.ranking.of(own)).most
        worth: dict[tuple[int, ...] | None, Fraction] = {None: Fraction(terms.fold)}
        for stake in range(1, most + 1):
            won = sum(n * (terms.ante[end] + stake * terms.later[end]) for end, n in zip(CONTEST, ends, strict=True))
            worth[(stake,)] = Fraction(won, sum(ends)) + terms.extra(own)
        return worth

    def situations(self) -> Iterator[tuple[int, int, Ends]]:
        for own in map(sum, combinations(deck(self.ranks), 7)):
            for shown in deck(self.ranks):
                if not shown & own:
                    yield own, shown, self.ends(own, shown)

    def totals(self) -> Totals:
        totals: Totals = Counter()
        choices: dict[tuple[Any, Ends], tuple[int, ...] | None] = {}
        for own, _, ends in self.situations():
            alike = classes(own), ends
            if alike not in choices:
                worth = self.worth(own, ends)
                choices[alike] = max(worth, key=lambda choice: worth[choice])
            chosen = choices[alike]
            if chosen is None:
                totals[classes(own), None, Outcome.FOLD] += sum(ends)
                continue
            for end, deals in zip(CONTEST, ends, strict=True):
                totals[classes(own), chosen, end] += deals
        return +totals


RANKING = GAME.rules().ranking


@cache
def classes(own: int) -> tuple[int, int, int]:
    """What the bonuses, under any option, ask of a hand."""
    return (
        flush_length(RANKING.of(own)),
        non_consecutive_flush_length(*suits(own)),
        wild_straight_flush(*suits(own)) >> 4,
    )


def totals(found: Tally) -> Totals:
    assert all(row.deals > 0 and not row.matched for row in found.rows)
    counted: Totals = Counter()
    for row in found.rows:
        counted[classes(row.hand), row.stakes, row.outcome] += row.deals
    return counted


def with_extra(terms: Terms) -> Terms:
    """A third of an ante for long flushes, and a loss for hands with a short straight flush that is none of them."""

    def extra(own: int) -> Fraction:
        length, _, run = classes(own)
        return Fraction(1, 3) if length > 3 else Fraction(2, 7) if run == 2 else Fraction(-1, 9)

    return terms._replace(extra=extra)


def other_pays(terms: Terms) -> Terms:
    """A tie wins the ante, a higher hand of the dealer's leaves it, and a fold costs two antes."""
    ante = {Outcome.PLAYER_HIGHER: 2, Outcome.TIE: 1, Outcome.DEALER_HIGHER: 0}
    later = {Outcome.PLAYER_HIGHER: 1, Outcome.TIE: -1, Outcome.DEALER_HIGHER: -3}
    return terms._replace(fold=-2, ante=ante, later=later)


@pytest.mark.parametrize("options", RANKINGS, ids=str)
def test_tally_is_the_definition_on_a_deck_of_sixteen(options: Mapping[str, Any]) -> None:
    rules, ranks = GAME.rules("nj", options), ranks_of("29QA")
    terms = terms_of(rules)
    found = tally(rules, terms, ranks)
    assert found.deals == sum(row.deals for row in found.rows) == comb(16, 7) * 9 * comb(8, 7)
    assert totals(found) == Definition(rules, terms, ranks).totals()


@pytest.mark.parametrize(
    ("ranks", "options"),
    [
        ("2345", {"wild_rank": "highest_missing", "straight_flush_outranks": True}),
        ("2TKA", {"wild_rank": "ace", "straight_flush_outranks": False}),
        ("3456", {"wild_rank": "two", "straight_flush_outranks": True}),
    ],
)
def test_tally_is_the_definition_on_other_decks(ranks: str, options: Mapping[str, Any]) -> None:
    """Decks full of straights, of high cards, and without a deuce."""
    rules = GAME.rules("nj", options)
    terms = with_extra(terms_of(rules))
    assert totals(tally(rules, terms, ranks_of(ranks))) == Definition(rules, terms, ranks_of(ranks)).totals()


@pytest.mark.parametrize("change", [with_extra, other_pays])
def test_tally_is_the_definition_on_other_terms(change: Any) -> None:
    rules, ranks = GAME.rules(), ranks_of("28JK")
    terms = change(terms_of(rules))
    assert totals(tally(rules, terms, ranks)) == Definition(rules, terms, ranks).totals()


@pytest.mark.parametrize("options", RANKINGS, ids=str)
def test_choices_are_the_definition_on_a_deck_of_twenty_four(options: Mapping[str, Any]) -> None:
    """Hands of every length, among them flushes of five and more cards whose limit is higher."""
    rules, ranks, chance = GAME.rules("nj", options), ranks_of("2357QA"), Random(str(options))
    terms = with_extra(terms_of(rules))
    definition = Definition(rules, terms, ranks)
    for text in ("2c 3c 5c 7c Qc Ac Ad", "2c 2d 3h 5h 7s Qs Ac", "3c 5c Qc 3d 5d Qh As", "2c 2d 2h 2s 3c Ad Qh"):
        left = [card for card in deck(ranks) if not card & hand(text)]
        for shown in chance.sample(left, 2):
            ends = definition.ends(hand(text), shown)
            assert choices(rules, terms, hand(text), shown, ranks) == definition.worth(hand(text), ends)


def test_choices_before_a_card_is_seen_are_the_mean_over_all_cards() -> None:
    rules, own = GAME.rules(), hand("Kc 9c 4c Td 5d 6h 2s")
    terms = terms_of(rules)
    seen = [choices(rules, terms, own, card) for card in DECK if not card & own]
    assert choices(rules, terms, own, 0) == {choice: sum(each[choice] for each in seen) / 45 for choice in seen[0]}


def test_choices_follow_suits_wherever_they_stand() -> None:
    rules = GAME.rules()
    terms = terms_of(rules)
    one = choices(rules, terms, hand("Kc 9c 4c Td 5d 6h 2s"), CARDS["Ah"])
    other = choices(rules, terms, hand("Ks 9s 4s Th 5h 6c 2d"), CARDS["Ac"])
    assert one == other and one[None] == -1


@pytest.mark.parametrize("options", RANKINGS, ids=str)
def test_decisions_hold_every_deal_and_no_more_than_the_optimum(options: Mapping[str, Any]) -> None:
    rules, ranks = GAME.rules("nj", options), ranks_of("269QA")
    terms = terms_of(rules)
    found, (decision,) = tally(rules, terms, ranks), decisions(rules, terms, ranks)
    assert decision.deals == found.deals == decision.weights.sum()
    assert decision.actions == ("fold", "1x", "2x", "3x")
    assert (decision.values[:, 0] == -decision.weights).all()
    assert decision.values.max(axis=1).sum() <= net(found, terms)
    fair = decision.values[decision.cells[:, 1] == 12, 1].sum()
    assert fair == 0, "against a deuce thrown out both sides have seven cards of the same deck"
    assert decision.cells.shape == (len(decision.values), len(decision.features))


def test_decisions_are_the_definition_cell_by_cell() -> None:
    """By the dealer's card, the cards held of its suit, and whether a deuce is held: what every action earns."""
    rules, ranks = GAME.rules(), ranks_of("28JK")
    terms = other_pays(terms_of(rules))
    dealt: dict[tuple[int, ...], list[Fraction]] = {}
    definition = Definition(rules, terms, ranks)
    for own, shown, ends in definition.situations():
        suit, rank = divmod(shown.bit_length() - 1, 13)
        sizes = [(each >> 1).bit_count() for each in suits(own)]
        cell = 12 - rank, sizes[suit] if rank else 0, int(sum(sizes) < 7)
        worth = list(definition.worth(own, ends).values())
        worth += worth[-1:] * (4 - len(worth))
        sums = dealt.get(cell, [Fraction(0)] * 4)
        dealt[cell] = [total + sum(ends) * each for total, each in zip(sums, worth, strict=True)]
    found: dict[tuple[int, ...], list[int]] = {}
    (decision,) = decisions(rules, terms, ranks)
    for (_, *seen), values in zip(decision.cells.tolist(), decision.values.tolist(), strict=True):
        so_far = found.get(tuple(seen), [0] * 4)
        found[tuple(seen)] = [total + each for total, each in zip(so_far, values, strict=True)]
    assert found == dealt


def test_decisions_say_what_they_see() -> None:
    words: dict[str, set[str]] = {}
    for options in RANKINGS:
        rules = GAME.rules("nj", options)
        (decision,) = decisions(rules, other_pays(terms_of(rules)), ranks_of("29QA"))
        for feature, values in zip(decision.features, decision.cells.T.tolist(), strict=True):
            words.setdefault(feature.name, set()).update(map(feature.words, values))
    assert words["the dealer's card"] == {"two", "nine", "queen", "ace"}
    assert words["your deuces"] == {"no deuce", "a deuce"}
    assert words["your flush"] >= {
        "7 card flush",
        "4 card straight flush, ace high",
        "4 card flush, ace-king-queen-nine",
        "4 card flush, ace-ace-queen-nine",
        "4 card flush, queen-nine-two-two",
    }


def net(found: Tally, terms: Terms) -> int:
    return sum(
        row.deals * (terms.ante[row.outcome] + row.stakes[0] * terms.later[row.outcome] if row.stakes else terms.fold)
        for row in found.rows
    )


def test_the_whole_deck() -> None:
    """All deals once, and what a plain program in another language finds (`bench/baseline/wild_flush.c`)."""
    rules = GAME.rules()
    terms = terms_of(rules)
    found = tally(rules, terms)
    assert found.deals == sum(row.deals for row in found.rows) == comb(52, 7) * 45 * comb(44, 7)
    assert net(found, terms) == -5248252398288624
