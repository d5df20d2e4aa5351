"""Ordinary poker hands, the best five of the cards held (five to seven of them)."""

from pitboss.memo import remembered
from pitboss.ranking import Ranking
from pitboss.ranking.bits import BITS, TOP1, TOP2, keep_highest, straights
from pitboss.ranking.words import ACE, poker_words

STRAIGHT5 = straights(5)
TOP3 = keep_highest(TOP2)
TOP5 = keep_highest(keep_highest(TOP3))

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
    flush = c if BITS[c] >= 5 else d if BITS[d] >= 5 else h if BITS[h] >= 5 else s if BITS[s] >= 5 else 0
    if flush and STRAIGHT5[flush]:
        return STRAIGHT_FLUSH << 26 | STRAIGHT5[flush] << 13
    ranks = c | d | h | s
    two = c & d | (c | d) & (h | s) | h & s
    three = c & d & (h | s) | (c | d) & h & s
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
