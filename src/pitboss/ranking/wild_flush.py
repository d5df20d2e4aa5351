"""Flushes and straight flushes with wild deuces (What The Flush, 38.5), under every reading of what a deuce ranks.

A deuce joins the flush of any suit. The value is `length << 16 | straight << 15 | ranks`; what `ranks` holds
follows from the reading (see `wild_flush_value`).
"""

from functools import cache

from pitboss.memo import remembered
from pitboss.ranking import Ranking
from pitboss.ranking.bits import ALL_RANKS, BITS, TOP1
from pitboss.ranking.flush import RUNS
from pitboss.ranking.words import ACE, RANK_WORDS, top_rank

HIGHEST_MISSING, WILD_ACE, WILD_TWO = range(3)
"""Readings of a wild deuce's rank (readings 1 and 21)."""

DEUCE = 1
BELOW_ACE = (1 << ACE) - 1


def wild_runs() -> list[int]:
    """The longest run of a suit helped by k wilds, at `k << 13 | ranks`, in the form of `RUNS`.

    One more wild is one more rank of the player's choice, so each table is the best of thirteen look-ups in the last.
    The suit's own deuce is one of the k: whether it is in `ranks` makes no difference.
    """
    tables = [RUNS]
    for _ in range(4):
        last = best = tables[-1]
        for rank in range(13):
            bit = 1 << rank
            best = [run if run >= (other := last[ranks | bit]) else other for ranks, run in enumerate(best)]
        tables.append(best)
    return [table[ranks & ~DEUCE] for table in tables for ranks in range(8192)]


WILD_RUNS = wild_runs()


def wild_ranks(natural: int, wilds: int, reading: int) -> int:
    """The ranks of a flush of `natural` cards and `wilds` deuces as one number that compares highest card first.

    Highest missing: each deuce takes the highest rank not there yet. Ace: every deuce is an ace, so the number of aces
    stands above the other ranks. Two: deuces rank below everything, so the natural cards decide.
    """
    if reading == HIGHEST_MISSING:
        for _ in range(wilds):
            natural |= TOP1[ALL_RANKS ^ natural]
        return natural
    if reading == WILD_ACE:
        return (natural >> ACE) + wilds << ACE | natural & BELOW_ACE
    return natural


@cache
def wild_flushes(reading: int, straight_outranks: bool) -> list[int]:
    """The value of a suit's flush with k deuces, at `k << 13 | ranks` as in `WILD_RUNS`."""
    values: list[int] = []
    for wilds in range(5):
        for natural in range(0, 8192, 2):
            length, run = BITS[natural] + wilds, WILD_RUNS[wilds << 13 | natural]
            if straight_outranks and run >> 4 == length:
                value = length << 16 | 1 << 15 | run & 15
            else:
                value = length << 16 | wild_ranks(natural, wilds, reading)
            values += value, value
    return values


def wild_flush(c: int, d: int, h: int, s: int, table: list[int]) -> int:
    """The best of the four suits, each with all the deuces; `table` holds the flushes of one reading, or the runs."""
    start = (c & 1) + (d & 1) + (h & 1) + (s & 1) << 13
    best, other = table[start | c], table[start | d]
    if other > best:
        best = other
    other = table[start | h]
    if other > best:
        best = other
    other = table[start | s]
    return other if other > best else best


def wild_straight_flush(c: int, d: int, h: int, s: int) -> int:
    """`length << 4 | top`, each deuce standing wherever it helps most."""
    return wild_flush(c, d, h, s, WILD_RUNS)


def flush_length(value: int) -> int:
    return value >> 16


def wild_flush_length(c: int, d: int, h: int, s: int) -> int:
    """How many cards the longest flush has."""
    wilds = (c & 1) + (d & 1) + (h & 1) + (s & 1)
    return wilds + max(BITS[c & ~DEUCE], BITS[d & ~DEUCE], BITS[h & ~DEUCE], BITS[s & ~DEUCE])


def non_consecutive_flush_length(c: int, d: int, h: int, s: int) -> int:
    """The length of the longest flush, 0 if it can only be read as a straight flush (reading 21).

    One wild is enough to break a sequence: no flush is so long that every missing rank would continue it.
    """
    length = wild_flush_length(c, d, h, s)
    if (c | d | h | s) & DEUCE:
        return length
    for suit in (c, d, h, s):
        if BITS[suit] == length and RUNS[suit] >> 4 < length:
            return length
    return 0


def words_of(value: int) -> str:
    length, ranks = value >> 16, value & 0x7FFF
    if value >> 15 & 1:
        return f"{length} card straight flush, {RANK_WORDS[ranks]} high"
    return f"{length} card flush, {RANK_WORDS[min(top_rank(ranks), ACE)]} high"


words = remembered(words_of)


def ranking(reading: int, straight_outranks: bool) -> Ranking:
    """The ranking of the main game under one reading of the wild's rank and of straight flushes."""
    table = wild_flushes(reading, straight_outranks)

    def value(c: int, d: int, h: int, s: int) -> int:
        return wild_flush(c, d, h, s, table)

    return Ranking(value, words)
