"""Four card poker hands (19:47-27.3), the best four of the cards held (four to six of them).

Four of a kind is the highest; a three of a kind beats a flush, a flush beats a straight.
"""

from pitboss.memo import remembered
from pitboss.ranking import Ranking
from pitboss.ranking.bits import BITS, TOP1, TOP2, keep_highest, straights
from pitboss.ranking.words import ACE, poker_words

STRAIGHT4 = straights(4)
TOP4 = keep_highest(keep_highest(TOP2))
FOUR_OR_MORE = [ranks if number >= 4 else 0 for ranks, number in enumerate(BITS)]
"""The suits long enough for a flush; of six cards only one can be, and then no four are of a kind."""

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
    flush = FOUR_OR_MORE[c] | FOUR_OR_MORE[d] | FOUR_OR_MORE[h] | FOUR_OR_MORE[s]
    if flush and STRAIGHT4[flush]:
        return STRAIGHT_FLUSH << 26 | STRAIGHT4[flush] << 13
    black, red = c | s, d | h
    ranks = black | red
    two = black & red | c & s | d & h
    if two:
        three = c & s & red | d & h & black
        if three:
            four = c & d & h & s
            if four:
                return FOUR_OF_A_KIND << 26 | four << 13
            trips = TOP1[three]
            return THREE_OF_A_KIND << 26 | trips << 13 | TOP1[ranks ^ trips]
    if flush:
        return FLUSH << 26 | TOP4[flush] << 13
    straight = STRAIGHT4[ranks]
    if straight:
        return STRAIGHT << 26 | straight << 13
    if two:
        pairs = TOP2[two]
        if BITS[pairs] == 2:
            return TWO_PAIR << 26 | pairs << 13
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
