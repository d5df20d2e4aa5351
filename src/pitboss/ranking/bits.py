"""Look-up tables over the 8,192 rank sets of a suit. Bit 0 is the two, bit 12 the ace.

Plain lists, built at import in a few milliseconds; `compiled.py` hands them to Numba as arrays.
"""

ALL_RANKS = 8191

BITS: list[int] = [ranks.bit_count() for ranks in range(8192)]
"""How many ranks are in the set."""

TOP1: list[int] = [1 << ranks.bit_length() >> 1 for ranks in range(8192)]
"""The highest rank alone (0 for the empty set)."""


def keep_highest(lower: list[int]) -> list[int]:
    """From the table that keeps the n highest ranks, the one that keeps n + 1."""
    return [top | lower[ranks ^ top] for ranks, top in enumerate(TOP1)]


TOP2: list[int] = keep_highest(TOP1)


def straights(length: int) -> list[int]:
    """For every rank set the top rank (one bit) of its highest straight of `length`, 0 if it has none.

    The ace stands above the king and, once more, below the two.
    """
    table = []
    for ranks in range(8192):
        starts = ranks << 1 | ranks >> 12
        for _ in range(length - 1):
            starts &= starts >> 1
        table.append(1 << starts.bit_length() - 1 + length - 2 if starts else 0)
    return table


def longest_runs() -> list[int]:
    """For every rank set its longest run of consecutive ranks as `length << 4 | top rank`, ace high or low.

    Of runs of the same length the highest counts. The ace cannot stand at both ends of one run.
    """
    table = [0]
    for ranks in range(1, 8192):
        rest, length = ranks << 1 | ranks >> 12, 0
        while rest:
            starts, length = rest, length + 1
            rest &= rest >> 1
        top = starts.bit_length() - 1 + length - 2
        table.append(min(length, 13) << 4 | top)
    return table
