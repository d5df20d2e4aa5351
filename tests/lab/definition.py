"""The plain definition that counts are checked against: everything is dealt out, and each hand played by its worth.

It serves every game with one decision and no community cards: each player's hand, each dealer's hand beside it, each of
the dealer's cards that may lie face up. Small decks keep it feasible.
"""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import Any

from pitboss.cards import DECK, RANKS, suits
from pitboss.lab.tally import Tally, Terms, terms_of
from pitboss.showdown.declaration import Outcome
from pitboss.showdown.rules import Rules

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
def all_met(rules: Rules, ranks: str, shows: bool) -> dict[tuple[int, tuple[int, ...], Met], list[int]]:
    """The same for every hand and up card: the hands of one value and class that meet the same, once for each card."""
    deck = deck_of(ranks)
    found: dict[tuple[int, tuple[int, ...], Met], list[int]] = {}
    for own in map(sum, combinations(deck, rules.game.deal.player)):
        value, kind = value_of(rules, own), asked(rules, own)
        for met in met_by(rules, own, deck, shows).values():
            found.setdefault((value, kind, met), []).append(own)
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
    for (_, kind, met), hands in all_met(rules, ranks, shows).items():
        best = max(stakes_allowed(rules, hands[0]), key=lambda stake: worth(terms, hands[0], stake, met))
        for ended, number in zip(OUTCOMES, met, strict=True):
            row = (kind, None, Outcome.FOLD) if best is None else (kind, (best,), ended)
            deals[row] += number * len(hands)
    return +deals


def asked(rules: Rules, own: int) -> tuple[int, ...]:
    """The class of a hand in each side wager and in the ante bonus."""
    value = rules.ranking.of(own)
    bonus = rules.game.ante_bonus
    return (*(side.classify(suits(own), value) for side in rules.sides), bonus.on(value) if bonus else 0)


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


def always(rules: Rules, terms: Terms, ranks: str, stake: int | None, shows: bool) -> Fraction:
    """What one choice, made with every hand, wins over all deals."""
    everything = all_met(rules, ranks, shows).items()
    won = (worth(terms, own[0], stake, met) * sum(met) * len(own) for (*_, met), own in everything)
    return sum(won, Fraction(0))


def check_cells(terms: Terms, tally: Tally, values: Any, weights: Any, deals: int) -> None:
    """No rule that goes by cells does better than the best play."""
    assert weights.sum() == deals == tally.deals
    assert (values[:, 0] == terms.fold * weights).all()
    best = Fraction(0)
    for row in tally.rows:
        stake, *_ = row.stakes or (None,)
        best += row.deals * worth(terms, row.hand, stake, tuple(int(each is row.outcome) for each in OUTCOMES))
    assert values.max(axis=1).sum() <= best
