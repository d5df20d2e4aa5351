"""How often the dealer qualifies, whatever the players hold: a count of the dealer's own hands."""

from fractions import Fraction
from itertools import combinations
from math import comb

from pitboss.cards import DECK, SUIT_BITS
from pitboss.ranking.bits import ALL_RANKS
from pitboss.ranking.flush import longest_flush
from pitboss.showdown.rules import Rules


def dealer_qualifies(rules: Rules) -> Fraction | None:
    """None where every dealer's hand plays."""
    if not rules.dealer_needs:
        return None
    cards = rules.game.deal.dealer
    fails = _short_flushes(rules.dealer_needs, cards) if rules.ranking.value is longest_flush else _lower(rules, cards)
    return 1 - Fraction(fails, comb(len(DECK), cards))


def _lower(rules: Rules, cards: int) -> int:
    """By dealing every hand; for hands of few cards."""
    return sum(rules.ranking.of(sum(dealt)) < rules.dealer_needs for dealt in combinations(DECK, cards))


def _short_flushes(least: int, cards: int) -> int:
    """Hands whose four suits are all below the least flush: a coefficient of the fourth power of a polynomial."""
    length, ranks = least >> SUIT_BITS, least & ALL_RANKS
    suit = [comb(SUIT_BITS, count) for count in range(length)]
    suit.append(sum(each < ranks for each in range(ALL_RANKS + 1) if each.bit_count() == length))
    ways = [1]
    for _ in range(4):
        more = [0] * (len(ways) + length)
        for have, number in enumerate(ways):
            for take, choices in enumerate(suit):
                more[have + take] += number * choices
        ways = more
    return ways[cards]
