"""Three Card Poker: the count equals a plain definition on small decks, and the published figures on the full one.

The definition, which serves every game with one decision and no community cards, deals out everything: each
player's hand, each dealer's hand beside it, each of the dealer's cards that may lie face up.
"""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb
from typing import Any

import pytest

from pitboss.cards import DECK, RANKS, hand, suits
from pitboss.games.three_card_poker import GAME
from pitboss.lab.kernels import three_card
from pitboss.lab.tally import Tally, Terms, terms_of
from pitboss.showdown.declaration import Outcome
from pitboss.showdown.rules import Rules

# The definition

Kind = tuple[tuple[int, ...], tuple[int, ...] | None, Outcome]
"""What pay tables ask of a hand, the stakes, the outcome."""


def ranks_of(text: str) -> int:
    return sum(1 << RANKS.index(rank) for rank in text)


def deck_of(text: str) -> list[int]:
    return [card for number, card in enumerate(DECK) if RANKS[number % 13] in text]


Met = tuple[int, ...]
"""Deals by outcome, in the order of `OUTCOMES`."""

OUTCOMES = (Outcome.DEALER_FAILS, Outcome.PLAYER_HIGHER, Outcome.TIE, Outcome.DEALER_HIGHER)


@cache
def value_of(rules: Rules, cards: int) -> int:
    return rules.ranking.of(cards)


def outcome(rules: Rules, value: int, other: int) -> int:
    """The place in `OUTCOMES` of what comes of two values, the player's and the dealer's."""
    if other < rules.dealer_needs:
        return 0
    return 1 if value > other else 2 if value == other else 3


def met_by(rules: Rules, own: int, deck: list[int], shows: bool) -> dict[int, Met]:
    """By the dealer's up card (0 where none is seen) the outcomes of all deals that one hand can meet."""
    rest, value = [card for card in deck if not card & own], value_of(rules, own)
    found = {seen: [0, 0, 0, 0] for seen in (rest if shows else (0,))}
    for cards in combinations(rest, rules.game.deal.dealer):
        ended = outcome(rules, value, value_of(rules, sum(cards)))
        for seen in cards if shows else (0,):
            found[seen][ended] += 1
    return {seen: tuple(deals) for seen, deals in found.items()}


@cache
def all_met(rules: Rules, ranks: str, shows: bool) -> dict[tuple[int, Met], list[int]]:
    """The same for every hand and up card: the hands of the same value that meet the same, once for each up card."""
    deck = deck_of(ranks)
    found: dict[tuple[int, Met], list[int]] = {}
    for own in map(sum, combinations(deck, rules.game.deal.player)):
        for met in met_by(rules, own, deck, shows).values():
            found.setdefault((value_of(rules, own), met), []).append(own)
    return found


def worth(terms: Terms, own: int, stake: int | None, met: Met) -> Fraction:
    if stake is None:
        return Fraction(terms.fold)
    ended = [(each, deals) for each, deals in zip(OUTCOMES, met, strict=True) if deals]
    won = sum((terms.ante[each] + stake * terms.later[each]) * deals for each, deals in ended)
    return terms.extra(own) + Fraction(won, sum(met))


def stakes_allowed(rules: Rules, own: int) -> list[int | None]:
    (step,) = rules.game.decisions
    return [None, *range(step.least, step.most(rules.ranking.of(own)).most + 1)]


def defined(rules: Rules, terms: Terms, ranks: str, shows: bool) -> Counter[Kind]:
    """All deals when every hand is played by what it is worth; `max` takes the first, the smallest, of equal stakes."""
    deals: Counter[Kind] = Counter()
    for (_, met), hands in all_met(rules, ranks, shows).items():
        best = max(stakes_allowed(rules, hands[0]), key=lambda stake: worth(terms, hands[0], stake, met))
        kind = asked(rules, hands[0])
        for ended, number in zip(OUTCOMES, met, strict=True):
            row = (kind, None, Outcome.FOLD) if best is None else (kind, (best,), ended)
            deals[row] += number * len(hands)
    return +deals


def asked(rules: Rules, own: int) -> tuple[int, ...]:
    """The class of a hand in each side wager and in the ante bonus."""
    value = rules.ranking.of(own)
    assert rules.game.ante_bonus
    return (*(side.classify(suits(own), value) for side in rules.sides), rules.game.ante_bonus.on(value))


def grouped(rules: Rules, tally: Tally) -> Counter[Kind]:
    """The rows of a tally, in the form of the definition."""
    assert sum(row.deals for row in tally.rows) == tally.deals
    assert all(row.deals > 0 and not row.matched for row in tally.rows)
    deals: Counter[Kind] = Counter()
    for row in tally.rows:
        deals[asked(rules, row.hand), row.stakes, row.outcome] += row.deals
    return deals


def other_terms(rules: Rules) -> Iterator[Terms]:
    """The printed terms, and some that no house offers: each changes who should play, and for how much."""
    printed = terms_of(rules)
    yield printed
    yield printed._replace(fold=0)
    yield printed._replace(extra=lambda own: Fraction(rules.ranking.of(own) % 5, 7) - Fraction(1, 2))
    yield printed._replace(extra=lambda own: Fraction(10**30 if rules.ranking.of(own) % 2 else -(10**30)))
    ties = {Outcome.TIE: 0, Outcome.DEALER_FAILS: -1}
    yield printed._replace(ante={**printed.ante, **ties}, later={**printed.later, **ties})
    yield printed._replace(later={**printed.later, Outcome.PLAYER_HIGHER: 0, Outcome.DEALER_HIGHER: 0})


def figures(rules: Rules, tally: Tally) -> tuple[Fraction, Fraction, Fraction]:
    """Mean and mean square of what the main game wins, and the mean of what is wagered, in antes."""
    terms = terms_of(rules)
    mean = square = wagered = Fraction(0)
    for row in tally.rows:
        (stake,) = row.stakes or (0,)
        won = Fraction(terms.fold)
        if row.stakes:
            won = terms.ante[row.outcome] + stake * terms.later[row.outcome] + terms.extra(row.hand)
        mean += won * row.deals
        square += won * won * row.deals
        wagered += (1 + stake) * row.deals
    return mean / tally.deals, square / tally.deals, wagered / tally.deals


# Three Card Poker

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
        for (_, met), (own, *_) in list(all_met(rules, ranks, shows=False).items())[::5]:
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


def always(rules: Rules, terms: Terms, ranks: str, stake: int | None, shows: bool) -> Fraction:
    """What one choice, made with every hand, wins over all deals."""
    everything = all_met(rules, ranks, shows).items()
    return sum((worth(terms, own[0], stake, met) * sum(met) * len(own) for (_, met), own in everything), Fraction(0))


def check_cells(terms: Terms, tally: Tally, values: Any, weights: Any, deals: int) -> None:
    """No rule that goes by cells does better than the best play."""
    assert weights.sum() == deals == tally.deals
    assert (values[:, 0] == terms.fold * weights).all()
    best = Fraction(0)
    for row in tally.rows:
        stake, *_ = row.stakes or (None,)
        best += row.deals * worth(terms, row.hand, stake, tuple(int(each is row.outcome) for each in OUTCOMES))
    assert values.max(axis=1).sum() <= best


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
