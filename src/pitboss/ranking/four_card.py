"""Four card poker hands (19:47-27.3), the best four of the cards held (four to six of them).

Four of a kind is the highest; a three of a kind beats a flush, a flush beats a straight.
"""

from pitboss.memo import remembered
from pitboss.ranking import Ranking
from pitboss.ranking.bits import BITS, TOP1, TOP2, keep_highest, straights
from pitboss.ranking.words import ACE, poker_words

STRAIGHT4 = straights(4)
TOP4 = keep_highest(keep_highest(TOP2))

CATEGORIES = (
    "high card",
    "pair",
    "two pair",
    "straight",
    "flush",
    "three of a kind",
    "straight flush",
    "four of a kind",
)
HIGH_CARD, PAIR, TWO_PAIR, STRAIGHT, FLUSH, THREE_OF_A_KIND, STRAIGHT_FLUSH, FOUR_OF_A_KIND = range(8)
PAIR_OF_ACES = 8
"""A class of its own for pay tables; no category of the ranking."""


def best_four(c: int, d: int, h: int, s: int) -> int:
    four = c & d & h & s
    if four:
        return FOUR_OF_A_KIND << 26 | four << 13
    straights_in_suit = STRAIGHT4[c] | STRAIGHT4[d] | STRAIGHT4[h] | STRAIGHT4[s]
    if straights_in_suit:
        return STRAIGHT_FLUSH << 26 | TOP1[straights_in_suit] << 13
    ranks = c | d | h | s
    two = c & d | (c | d) & (h | s) | h & s
    three = c & d & (h | s) | (c | d) & h & s
    if three:
        trips = TOP1[three]
        return THREE_OF_A_KIND << 26 | trips << 13 | TOP1[ranks ^ trips]
    flush = c if BITS[c] >= 4 else d if BITS[d] >= 4 else h if BITS[h] >= 4 else s if BITS[s] >= 4 else 0
    if flush:
        return FLUSH << 26 | TOP4[flush] << 13
    straight = STRAIGHT4[ranks]
    if straight:
        return STRAIGHT << 26 | straight << 13
    pairs = TOP2[two]
    if BITS[pairs] == 2:
        return TWO_PAIR << 26 | pairs << 13
    if pairs:
        return PAIR << 26 | pairs << 13 | TOP2[ranks ^ pairs]
    return HIGH_CARD << 26 | TOP4[ranks] << 13


def category(value: int) -> int:
    return value >> 26


def aces_up_class(value: int) -> int:
    """The category, with a pair of aces told from other pairs."""
    kind = value >> 26
    return PAIR_OF_ACES if kind == PAIR and value >> 13 & 8191 == 1 << ACE else kind


def words_of(value: int) -> str:
    return poker_words(CATEGORIES[value >> 26], value >> 13 & 8191, value & 8191)


words = remembered(words_of)

RANKING = Ranking(best_four, words)
