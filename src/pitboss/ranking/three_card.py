"""Three card poker hands (19:47-20.3): a three of a kind beats a straight, a straight beats a flush."""

from pitboss.memo import remembered
from pitboss.ranking import Ranking
from pitboss.ranking.bits import BITS, straights
from pitboss.ranking.words import poker_words

STRAIGHT3 = straights(3)

CATEGORIES = ("high card", "pair", "flush", "straight", "three of a kind", "straight flush")
HIGH_CARD, PAIR, FLUSH, STRAIGHT, THREE_OF_A_KIND, STRAIGHT_FLUSH = range(6)


def three_card(c: int, d: int, h: int, s: int) -> int:
    ranks = c | d | h | s
    kinds = BITS[ranks]
    if kinds == 3:
        straight = STRAIGHT3[ranks]
        if ranks == c or ranks == d or ranks == h or ranks == s:
            return STRAIGHT_FLUSH << 26 | straight << 13 if straight else FLUSH << 26 | ranks << 13
        return STRAIGHT << 26 | straight << 13 if straight else HIGH_CARD << 26 | ranks << 13
    if kinds == 2:
        pair = c & d | (c | d) & (h | s) | h & s
        return PAIR << 26 | pair << 13 | ranks ^ pair
    return THREE_OF_A_KIND << 26 | ranks << 13


def category(value: int) -> int:
    return value >> 26


def words_of(value: int) -> str:
    return poker_words(CATEGORIES[value >> 26], value >> 13 & 8191, value & 8191)


words = remembered(words_of)

RANKING = Ranking(three_card, words)
