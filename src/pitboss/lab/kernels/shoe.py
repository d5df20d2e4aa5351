"""Shoe games: every composition of a hand, every way the dealer can draw, and the dealer's chances counted exactly.

Cards are ten classes by value: 0 is the ace, 1 to 8 are two to nine, 9 is every card that counts ten. A composition is
how many of each class a hand holds.

The dealer's draws end at the same total in whatever order they come, but only some orders are drawn by rule. So the
dealer is a tree over the sets of cards drawn, each with the number of orders (`ways`). The chance of a set is the ways
times a product of how many cards are left, over a falling factorial.

What a hand is worth is kept as a numerator over a falling factorial too. Let N cards be left when a hand has m of them.
Its worth is an integer over N(N-1)...(N-K+m+1) with one K for all hands. One more card makes N smaller by one and m
larger by one, so that the worth of drawing is the sum, over the cards left, of what the hand becomes: no division
anywhere. The integers are limbs of 40 bits, the lowest first, so that nothing is rounded.

Where the dealer has checked for a blackjack, the hole card is known to make none. Instead of changing the chances of
every draw, each worth is multiplied by the chance that the hole card is such (`clear`): draws then have their plain
chances, and comparisons come out the same.
"""

from functools import cache
from itertools import accumulate
from typing import Any, NamedTuple

import numpy
from numpy.typing import NDArray

from pitboss.ranking.compiled import kernel

Ints = NDArray[numpy.int64]

CLASSES = 10
ACE, PICTURE = 0, 9
BEST = 21
BUST = 22
STOPS = 17
ENDS = BUST - STOPS + 1
"""How many ends a dealer's hand has: 17 to 21, and bust."""
LIMB = 40
MASK = (1 << LIMB) - 1
LIMBS = 8
DEEPEST = 12
"""The most cards that a dealer draws."""
CARDS = BEST + DEEPEST
"""K: the most cards that a hand and the dealer can draw together."""

STAND, HIT, DOUBLE, SURRENDER = range(4)
"""What may be done with a hand; once doubled, to surrender is to be rescued and to double is to double again."""

GAIN, WAGERED = range(2)
"""What is calculated for every choice: half bets gained and half bets staked."""

Counts = tuple[int, ...]
Array = Any


class Hands(NamedTuple):
    """All compositions that are not bust, those with higher hard totals first: a hand stands after all it can become.

    `children[i][c]` is the hand with one more card of class c, -1 where that busts.
    """

    counts: list[Counts]
    cards: list[int]
    totals: list[int]
    soft: list[bool]
    children: list[list[int]]
    numbers: dict[Counts, int]


@cache
def hands() -> Hands:
    found: list[Counts] = []

    def add(counts: list[int], largest: int, total: int) -> None:
        if total:
            found.append(tuple(counts))
        for card in range(largest, -1, -1):
            if total + card + 1 <= BEST:
                counts[card] += 1
                add(counts, card, total + card + 1)
                counts[card] -= 1

    add([0] * CLASSES, PICTURE, 0)
    found.sort(key=_hard, reverse=True)
    index = {counts: number for number, counts in enumerate(found)}
    soft = [counts[ACE] > 0 and _hard(counts) <= BEST - 10 for counts in found]
    return Hands(
        found,
        [sum(counts) for counts in found],
        [_hard(counts) + 10 * is_soft for counts, is_soft in zip(found, soft, strict=True)],
        soft,
        [[index.get(_with(counts, card), -1) for card in range(CLASSES)] for counts in found],
        index,
    )


def _hard(counts: Counts) -> int:
    return sum(number * (card + 1) for card, number in enumerate(counts))


def _with(counts: Counts, card: int) -> Counts:
    return (*counts[:card], counts[card] + 1, *counts[card + 1 :])


class Tree(NamedTuple):
    """The sets of cards a dealer can draw on an up card, parents first; arrays, an entry a set.

    A set adds a card of class `card` to its `parent`, which holds `used` of it. `total` is where the dealer stops, 0
    where no order of drawing stops there; `ways` counts those orders.
    """

    card: Array
    used: Array
    parent: Array
    depth: Array
    total: Array
    ways: Array


@cache
def dealer_tree(up: int, hits_soft_17: bool) -> Tree:
    """Draws of a dealer who has checked for a blackjack: the first card is none that makes one."""
    ways: dict[Counts, int] = {}

    def draw(drawn: Counts, counts: list[int], hard: int) -> None:
        total = hard + 10 if counts[ACE] and hard + 10 <= BEST else hard
        stops = total > 17 or (total == 17 and not (hits_soft_17 and total > hard))
        if drawn and stops:
            key = tuple(sorted(drawn, reverse=True))
            ways[key] = ways.get(key, 0) + 1
            return
        for card in range(CLASSES):
            if drawn or {up, card} != {ACE, PICTURE}:
                counts[card] += 1
                draw((*drawn, card), counts, hard + card + 1)
                counts[card] -= 1

    first = [0] * CLASSES
    first[up] = 1
    draw((), first, up + 1)
    sets = sorted({part for key in ways for part in accumulate(((card,) for card in key), lambda a, b: a + b)})
    place = {key: number for number, key in enumerate(sets, 1)}
    place[()] = 0
    made = [
        (key[-1], key[:-1].count(key[-1]), place[key[:-1]], len(key), _stop(up, key), ways.get(key, 0)) for key in sets
    ]
    columns = numpy.array([(0, 0, 0, 0, 0, 0), *made], dtype=numpy.int64).T.copy()
    assert columns[3].max() <= DEEPEST
    return Tree(*columns)


def _stop(up: int, drawn: Counts) -> int:
    hard = up + 1 + sum(card + 1 for card in drawn)
    soft = (up == ACE or ACE in drawn) and hard + 10 <= BEST
    return hard + 10 if soft else min(hard, BUST)


@kernel
def count_ends(
    pack: Ints,
    counts: Ints,
    wanted: Ints,
    card: Ints,
    used: Ints,
    parent: Ints,
    depth: Ints,
    total: Ints,
    ways: Ints,
    ends: Ints,
) -> None:
    """For each wanted hand: ways in which the dealer ends with 17 to 21 and busts, over N(N-1)...(N-11).

    `pack` is what is left but for the hand itself. Three limbs each.
    """
    sets = card.shape[0]
    low, high = numpy.zeros(sets, numpy.int64), numpy.zeros(sets, numpy.int64)
    left = numpy.zeros(CLASSES, numpy.int64)
    sums = numpy.zeros((2, ENDS, DEEPEST + 1), numpy.int64)
    low[0] = 1
    for place in range(wanted.shape[0]):
        hand = wanted[place]
        cards = 0
        possible = True
        for each in range(CLASSES):
            left[each] = pack[each] - counts[hand, each]
            cards += left[each]
            possible = possible and left[each] >= 0
        if not possible:
            continue
        sums[:, :, :] = 0
        for each in range(1, sets):
            above = parent[each]
            times = left[card[each]] - used[each]
            part = low[above] * times
            low[each] = part & MASK
            high[each] = high[above] * times + (part >> LIMB)
            orders = ways[each]
            if orders:
                end = total[each] - STOPS
                sums[0, end, depth[each]] += orders * low[each]
                sums[1, end, depth[each]] += orders * high[each]
        for end in range(ENDS):
            _gather(ends[place, end], sums[0, end], sums[1, end], cards)


@kernel
def _gather(into: Ints, low: Ints, high: Ints, cards: int) -> None:
    """Sums by the number of cards drawn, each over its own falling factorial, over one for all."""
    for deep in range(1, DEEPEST + 1):
        times = cards - deep + 1
        into[0] = into[0] * times + low[deep]
        into[1] = into[1] * times + high[deep]
        into[2] *= times
        _carry(into)


@kernel
def _carry(limbs: Ints) -> None:
    """Every limb but the highest between nothing and its most."""
    for place in range(limbs.shape[0] - 1):
        limbs[place + 1] += limbs[place] >> LIMB
        limbs[place] &= MASK


@kernel
def _times(into: Ints, limbs: Ints, number: int) -> None:
    """A multiple of an integer."""
    for place in range(LIMBS):
        into[place] = limbs[place] * number
    _carry(into)


@kernel
def _is_more(one: Ints, other: Ints) -> bool:
    for place in range(LIMBS - 1, -1, -1):
        if one[place] != other[place]:
            return bool(one[place] > other[place])
    return False


@kernel
def _whole(into: Ints, limbs: Ints, cards: int, held: int) -> None:
    """A sum over twelve draws as one over all that the denominator has."""
    into[:] = 0
    into[:3] = limbs
    _carry(into)  # which brings the sign to the highest limb
    for left in range(cards - held - DEEPEST, cards - CARDS, -1):
        for place in range(LIMBS):
            into[place] *= left
        _carry(into)


@kernel
def _draw(into: Ints, hand: int, children: Ints, left: Ints, becomes: Ints, busts: Ints, stake: int) -> None:
    """One more card: what the hand becomes, and the stake where it busts, gained and wagered."""
    for what in range(2):
        total = into[what]
        lost = -stake if what == GAIN else stake
        for place in range(LIMBS):
            total[place] = busts[place] * lost
        for card in range(CLASSES):
            child = children[hand, card]
            if child >= 0:
                for place in range(LIMBS):
                    total[place] += left[card] * becomes[child, what, place]
        _carry(total)


@kernel
def _end(into: Ints, won: Ints, clear: Ints, stake: int) -> None:
    """Standing for this many half bets, paid even money."""
    _times(into[GAIN], won, stake)
    _times(into[WAGERED], clear, stake)


@kernel
def _settle(into: Ints, clear: Ints, gain: int, stake: int) -> None:
    """A gain that is certain."""
    _times(into[GAIN], clear, gain)
    _times(into[WAGERED], clear, stake)


@kernel
def play_out(
    pack: Ints,
    up: int,
    counts: Ints,
    held: Ints,
    totals: Ints,
    children: Ints,
    wanted: Ints,
    won: Ints,
    scale: Ints,
    pays: Ints,
    doubles: int,
    later: bool,
    doubled: bool,
    ordered: Ints,
    choices: Ints,
    best: Ints,
    chosen: Ints,
) -> None:
    """The worth of every choice of every hand wanted, and the choice made: the best, or the one ordered.

    `scale[m]` is the denominator for a hand of m cards; `pays` what a certain 21 pays in half bets, 0 where the
    dealer's hand decides. A hand may be doubled `doubles` times. It may be given up for half of what stands on it: once
    doubled where `doubled` says so, and without a double where `later` does. `best[k]` and `chosen[k]` are of hands
    doubled k times, as is `ordered[k]`, which holds a choice or -1 for each hand.
    """
    left = numpy.zeros(CLASSES, numpy.int64)
    clear, busts, win = (
        numpy.zeros(LIMBS, numpy.int64),
        numpy.zeros(LIMBS, numpy.int64),
        numpy.zeros(LIMBS, numpy.int64),
    )
    values = numpy.zeros((4, 2, LIMBS), numpy.int64)
    makes = PICTURE if up == ACE else ACE if up == PICTURE else -1
    cards = 0
    for each in range(CLASSES):
        cards += pack[each]
    for hand in wanted:
        own = held[hand]
        possible = True
        out = 0
        breaks = 0
        for card in range(CLASSES):
            left[card] = pack[card] - counts[hand, card]
            possible = possible and left[card] >= 0
            if children[hand, card] < 0:
                out += left[card]
                breaks += card == makes
        if not possible:
            continue
        remaining = cards - own
        if makes < 0:
            _times(clear, scale[own], 1)
            _times(busts, scale[own + 1], out)
        else:
            _times(clear, scale[own + 1], remaining - left[makes])
            _times(busts, scale[own + 2], out * (remaining - 1 - left[makes]) + breaks * left[makes])
        _whole(win, won[hand], cards, own)
        certain = pays[hand] > 0
        for level in range(doubles, -1, -1):
            stake = 2 << level
            if certain:
                gain = pays[hand] if level == 0 else stake
                _settle(values[STAND], clear, gain, stake)
            else:
                _end(values[STAND], win, clear, stake)
            choice = STAND
            if level == 0:
                _draw(values[HIT], hand, children, left, best[0], busts, stake)
                if _is_more(values[HIT, GAIN], values[choice, GAIN]):
                    choice = HIT
            if level < doubles:
                _draw(values[DOUBLE], hand, children, left, best[level + 1], busts, 2 * stake)
                if _is_more(values[DOUBLE, GAIN], values[choice, GAIN]):
                    choice = DOUBLE
            _settle(values[SURRENDER], clear, -(stake >> 1), stake)
            given_up = doubled if level > 0 else later
            if given_up and _is_more(values[SURRENDER, GAIN], values[choice, GAIN]):
                choice = SURRENDER
            if ordered[level, hand] >= 0:
                choice = ordered[level, hand]
            chosen[level, hand] = choice
            best[level, hand] = values[choice]
            if level == 0:
                choices[hand] = values
