"""Ordinary poker hands, the best five of the cards held (five to seven of them)."""

from pitboss.memo import remembered
from pitboss.ranking import Ranking
from pitboss.ranking.bits import BITS, TOP1, TOP2, keep_highest, straights
from pitboss.ranking.words import ACE, poker_words

STRAIGHT5 = straights(5)
TOP3 = keep_highest(TOP2)
TOP5 = keep_highest(keep_highest(TOP3))
FIVE_OR_MORE = [ranks if number >= 5 else 0 for ranks, number in enumerate(BITS)]
"""The suits long enough for a flush; of seven cards only one can be."""

CATEGORIES = (
    "high card",
    "pair",
    "two pair",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
)
HIGH_CARD, PAIR, TWO_PAIR, THREE_OF_A_KIND, STRAIGHT, FLUSH, FULL_HOUSE, FOUR_OF_A_KIND, STRAIGHT_FLUSH = range(9)


def best_five(c: int, d: int, h: int, s: int) -> int:
    flush = FIVE_OR_MORE[c] | FIVE_OR_MORE[d] | FIVE_OR_MORE[h] | FIVE_OR_MORE[s]
    if flush and STRAIGHT5[flush]:
        return STRAIGHT_FLUSH << 26 | STRAIGHT5[flush] << 13
    black, red = c | s, d | h
    ranks = black | red
    two = black & red | c & s | d & h
    three = two and c & s & red | d & h & black
    if three:
        four = c & d & h & s
        if four:
            return FOUR_OF_A_KIND << 26 | four << 13 | TOP1[ranks ^ four]
        trips = TOP1[three]
        pair = TOP1[two ^ trips]
        if pair:
            return FULL_HOUSE << 26 | trips << 13 | pair
    if flush:
        return FLUSH << 26 | TOP5[flush] << 13
    straight = STRAIGHT5[ranks]
    if straight:
        return STRAIGHT << 26 | straight << 13
    if three:
        return THREE_OF_A_KIND << 26 | three << 13 | TOP2[ranks ^ three]
    if two:
        pairs = TOP2[two]
        if BITS[pairs] == 2:
            return TWO_PAIR << 26 | pairs << 13 | TOP1[ranks ^ pairs]
        return PAIR << 26 | pairs << 13 | TOP3[ranks ^ pairs]
    return HIGH_CARD << 26 | TOP5[ranks] << 13


def category(value: int) -> int:
    return value >> 26


def at_least(kind: int) -> int:
    """The lowest value of a category: what a hand must reach to be "a flush or better"."""
    return kind << 26


def words_of(value: int) -> str:
    kind, major = value >> 26, value >> 13 & 8191
    if kind == STRAIGHT_FLUSH and major == 1 << ACE:
        return "royal flush"
    return poker_words(CATEGORIES[kind], major, value & 8191)


words = remembered(words_of)

RANKING = Ranking(best_five, words)
