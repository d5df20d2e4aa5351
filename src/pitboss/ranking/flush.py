"""The longest flush and the longest straight flush of a hand (High Card Flush, 38.5).

A flush is worth its number of cards first, then its ranks, highest first: `length << 13 | ranks`.
A straight flush is worth its length, then its top card: `length << 4 | top`.
"""

from pitboss.cards import SUIT_BITS, suits
from pitboss.memo import remembered
from pitboss.ranking import Ranking
from pitboss.ranking.bits import BITS, longest_runs
from pitboss.ranking.words import RANK_WORDS, top_rank

FLUSHES = [length << 13 | ranks for ranks, length in enumerate(BITS)]
RUNS = longest_runs()


# The best of four is found by hand here: in plain Python `max` costs twice as much, and these run for every hand.


def longest_flush(c: int, d: int, h: int, s: int) -> int:
    best, other = FLUSHES[c], FLUSHES[d]
    if other > best:
        best = other
    other = FLUSHES[h]
    if other > best:
        best = other
    other = FLUSHES[s]
    return other if other > best else best


def longest_straight_flush(c: int, d: int, h: int, s: int) -> int:
    best, other = RUNS[c], RUNS[d]
    if other > best:
        best = other
    other = RUNS[h]
    if other > best:
        best = other
    other = RUNS[s]
    return other if other > best else best


def flush_length(value: int) -> int:
    return value >> 13


def flush_at_least(length: int, high_card: int) -> int:
    """The lowest flush of `length` cards whose highest is at least the rank `high_card`."""
    return length << 13 | 1 << high_card


def words_of(value: int) -> str:
    return f"{value >> 13} card flush, {RANK_WORDS[top_rank(value & 8191)]} high"


def straight_flush_words(value: int) -> str:
    return f"{value >> 4} card straight flush, {RANK_WORDS[value & 15]} high"


words = remembered(words_of)


def flush_cards(hand: int) -> int:
    """The cards of the longest flush."""
    c, d, h, s = suits(hand)
    longest = longest_flush(c, d, h, s)
    for number, ranks in enumerate((c, d, h, s)):
        if FLUSHES[ranks] == longest:
            return ranks << SUIT_BITS * number
    raise AssertionError("one of four suits has the longest flush")


RANKING = Ranking(longest_flush, words, flush_cards)
STRAIGHT_FLUSH_RANKING = Ranking(longest_straight_flush, straight_flush_words)
