"""A shoe game played out from one up card: what every choice of every hand is worth, in exact integers.

This is the bridge between the kernel's limbs and Python's integers.
"""

from fractions import Fraction
from functools import cache, lru_cache
from typing import NamedTuple

import numpy

from pitboss.lab.kernels.shoe import (
    ACE,
    BEST,
    BUST,
    CARDS,
    CLASSES,
    ENDS,
    GAIN,
    LIMB,
    LIMBS,
    MASK,
    PICTURE,
    STOPS,
    WAGERED,
    Array,
    Counts,
    count_ends,
    dealer_tree,
    hands,
    play_out,
)

NOTHING_ORDERED = -1

ONE_SHOE = CLASSES * (1 + CLASSES)
"""Every up card, against hands as they are dealt and against those split of each class."""


class GivenUp(NamedTuple):
    """When a hand may be given up for half of what stands on it: of two cards, of more, once it is doubled.

    Playing out chooses among the later times; the two cards are chosen where it is known how they came about.
    """

    two_cards: bool
    later: bool
    doubled: bool


class Terms(NamedTuple):
    """What playing out asks of a house's rules. `pays` is what a certain 21 pays in half bets, by hand; else 0."""

    hits_soft_17: bool
    pays: tuple[int, ...]
    doubles: int
    given_up: GivenUp


class Pack(NamedTuple):
    """The dealer's up card, and what is left of the shoe but for the player's hand, by class."""

    up: int
    left: Counts

    def clear(self, hand: Counts) -> Fraction:
        """The chance that the hole card makes no blackjack when the player has this hand."""
        left = [have - own for have, own in zip(self.left, hand, strict=True)]
        makes = {ACE: PICTURE, PICTURE: ACE}.get(self.up)
        return Fraction(1) if makes is None else 1 - Fraction(left[makes], sum(left))


class Worth(NamedTuple):
    """Of one choice, times the chance of no dealer's blackjack: bets gained and staked."""

    gain: Fraction
    wagered: Fraction

    def times(self, factor: Fraction | int) -> "Worth":
        return Worth(self.gain * factor, self.wagered * factor)

    def plus(self, other: "Worth") -> "Worth":
        return Worth(self.gain + other.gain, self.wagered + other.wagered)


NO_WORTH = Worth(Fraction(0), Fraction(0))


class Counted(NamedTuple):
    """Wins less losses of every hand of a pack when it stands: counted once, played out any number of times."""

    pack: Pack
    wanted: Array
    won: Array


class Played(NamedTuple):
    """A pack played out: the worth of every choice, and the choice made, `chosen[k]` of hands doubled k times."""

    pack: Pack
    scale: list[int]
    choices: Array
    chosen: Array

    def worth(self, hand: int, choice: int) -> Worth:
        scale = self.scale[hands().cards[hand]]
        limbs = self.choices[hand, choice].tolist()
        return Worth(Fraction(whole(limbs[GAIN]), 2 * scale), Fraction(whole(limbs[WAGERED]), 2 * scale))


def whole(limbs: list[int]) -> int:
    """The integer that limbs of 40 bits hold, the lowest first."""
    number = 0
    for limb in reversed(limbs):
        number = (number << LIMB) + limb
    return number


def whole_numbers(limbs: Array) -> list[list[int]]:
    """The integers of a table of limbs, row by row. As bytes they are read much faster than limb by limb."""
    size = LIMB >> 3
    packed = numpy.ascontiguousarray(limbs.astype("<i8")).view(numpy.uint8)
    packed = packed.reshape(*limbs.shape, 8)[..., :size].reshape(len(limbs), -1)
    across = size * limbs.shape[-1]
    return [
        [int.from_bytes(row[start : start + across], "little", signed=True) for start in range(0, len(row), across)]
        for row in map(bytes, packed)
    ]


def _limbs(number: int) -> list[int]:
    return [number >> LIMB * place & MASK for place in range(LIMBS)]


@cache
def tables() -> tuple[Array, ...]:
    """Counts, cards, totals and children of all hands, for the kernel."""
    every = hands()
    lists = every.counts, every.cards, every.totals, every.children
    return tuple(numpy.array(each, dtype=numpy.int64) for each in lists)


@cache
def _hands_with(first: int | None) -> Array:
    """The hands of two cards or more that hold a card of this class, what a hand can become before itself."""
    every = hands()
    found = [n for n, counts in enumerate(every.counts) if every.cards[n] > 1 and (first is None or counts[first])]
    return numpy.array(found, dtype=numpy.int64)


@lru_cache(ONE_SHOE)
def count(pack: Pack, hits_soft_17: bool, first: int | None = None, wins_with_21: bool = False) -> Counted:
    """The dealer's chances against every hand, or every hand that holds a card of one class.

    Where a 21 always wins, nothing is counted against it. What a house says of splits, doubles and surrender changes
    nothing here, so that many houses are priced from one count.
    """
    counts, _, totals, _ = tables()
    won = numpy.zeros((len(counts), 3), numpy.int64)
    wanted = _hands_with(first)
    open_ = wanted[totals[wanted] < BEST] if wins_with_21 else wanted
    ends = dealer_ends(pack, hits_soft_17, open_)
    won[open_] = (beats(totals[open_])[:, :, None] * ends).sum(axis=1)
    return Counted(pack, wanted, won)


def beats(totals: Array) -> Array:
    """Whether each total wins (1), ties or loses (-1) against the dealer's 17 to 21 and bust."""
    theirs = numpy.arange(STOPS, BUST + 1)
    return numpy.where(theirs == BUST, 1, numpy.sign(totals[:, None] - theirs))


def dealer_ends(pack: Pack, hits_soft_17: bool, wanted: Array) -> Array:
    """Against each hand wanted: in how many ways the dealer ends with 17 to 21 and busts, in three limbs each."""
    counts, *_ = tables()
    ends = numpy.zeros((len(wanted), ENDS, 3), numpy.int64)
    left = numpy.array(pack.left, numpy.int64)
    count_ends(left, counts, wanted, *dealer_tree(pack.up, hits_soft_17), ends)
    return ends


def play(counted: Counted, terms: Terms, ordered: Array | None = None) -> Played:
    """Every hand at its best, or as ordered."""
    counts, cards, totals, children = tables()
    pack, size = counted.pack, len(counts)
    scale = scales(sum(pack.left))
    choices = numpy.zeros((size, 4, 2, LIMBS), numpy.int64)
    best = numpy.zeros((terms.doubles + 1, size, 2, LIMBS), numpy.int64)
    chosen = numpy.zeros((terms.doubles + 1, size), numpy.int64)
    if ordered is None:
        ordered = numpy.full((terms.doubles + 1, size), NOTHING_ORDERED, numpy.int64)
    play_out(
        numpy.array(pack.left, numpy.int64),
        pack.up,
        counts,
        cards,
        totals,
        children,
        counted.wanted,
        counted.won,
        numpy.array([_limbs(each) for each in scale], dtype=numpy.int64),
        numpy.array(terms.pays, numpy.int64),
        terms.doubles,
        terms.given_up.later,
        terms.given_up.doubled,
        ordered,
        choices,
        best,
        chosen,
    )
    return Played(pack, scale, choices, chosen)


@cache
def scales(cards: int) -> list[int]:
    """The denominator for a hand of each number of cards, when so many are left beside a hand of none."""
    found = [1]
    for left in range(cards - CARDS + 1, cards + 1):
        found.append(found[-1] * left)
    return found[::-1][: BEST + 3]


def without(left: Counts, *cards: int) -> Counts:
    """A pack with some cards taken out."""
    return tuple(have - cards.count(card) for card, have in enumerate(left))


def hand_of(*cards: int) -> Counts:
    """The composition of these cards."""
    return tuple(cards.count(card) for card in range(CLASSES))
