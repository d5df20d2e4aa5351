"""The tests of RNG-04 on finished outcomes: shuffles as rows of a table, dice as rows of one column."""

import math
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from drills.goodness import Counts, Found, chi_square, fit, two_sided

Rows = NDArray[np.int64]
"""An order of cards a row."""

LAGS = range(1, 11)
FIRST = 5
"""Shuffles that begin with the same so many cards count as duplicates."""


def family_of_shuffles(rows: Rows) -> Iterator[Found]:
    """The seven tests of GLI-19, where every card lies, neighbours, and what one shuffle says of the next ten."""
    cards = rows.shape[1]
    yield Found("every card at every place", positions(rows))
    for place in (0, cards // 2, cards - 2):
        yield Found(f"ordered neighbours at {place}", neighbours(rows, place))
    yield Found("interplay of neighbours", interplay(rows))
    yield Found("duplicates", duplicates(rows))
    for name, place in (("first card", 0), ("last card", cards - 1)):
        for found in family_of_numbers(rows[:, place], cards):
            yield Found(f"{name}: {found.name}", found.chance)


def family_of_numbers(numbers: Rows, outcomes: int) -> Iterator[Found]:
    """One number after the other, each from 0 to outcomes - 1."""
    yield Found("total distribution", total_distribution(numbers, outcomes))
    yield Found("overlaps", overlaps(numbers, outcomes))
    yield Found("coupon collector", coupons(numbers, few(outcomes, len(numbers) // 500)))
    yield Found("runs", runs(numbers, outcomes))
    for lag in LAGS:
        yield Found(f"serial correlation, lag {lag}", serial_correlation(numbers, outcomes, lag))
        yield Found(f"pairs, lag {lag}", pairs(numbers, outcomes, lag))


ENOUGH = 10
"""A cell of a table is expected so often at least: what is rarer no chi-square can judge."""


def few(outcomes: int, most: int) -> int:
    """Kinds to sort outcomes into, each as large: the most up to 13 or, where there are few numbers, fewer."""
    return max(kinds for kinds in range(2, 14) if outcomes % kinds == 0 and (kinds <= most or kinds == 2))


def kinds_for_pairs(outcomes: int, number: int) -> int:
    """As many kinds as leave enough pairs for each cell; all outcomes, where there are numbers enough."""
    fine = (kinds for kinds in range(outcomes, 1, -1) if outcomes % kinds == 0 and number >= ENOUGH * kinds * kinds)
    return next(fine, 2)


def positions(rows: Rows) -> float:
    """Each card as often at each place: of n x n counts (n - 1)^2 are free, and n (n - 1) is the mean of their sum."""
    number, cards = rows.shape
    counts = np.zeros((cards, cards), np.int64)
    for place in range(cards):
        counts[place] = np.bincount(rows[:, place], minlength=cards)
    statistic = float(((counts - number / cards) ** 2).sum()) / (number / cards) * (cards - 1) / cards
    return chi_square(statistic, (cards - 1) ** 2)


def neighbours(rows: Rows, place: int) -> float:
    """Each of the ordered pairs of different cards as often at two neighbouring places."""
    number, cards = rows.shape
    kinds = kinds_for_pairs(cards, number)
    size = cards // kinds
    counts = np.bincount(rows[:, place] % kinds * kinds + rows[:, place + 1] % kinds, minlength=kinds * kinds)
    pairs = np.full((kinds, kinds), size * size) - np.eye(kinds) * size
    expected = (pairs * number / (cards * (cards - 1))).ravel()
    possible = expected > 0
    return fit(counts[possible], expected[possible], int(possible.sum()) - 1)


def interplay(rows: Rows) -> float:
    """Neighbours are as little alike as cards that lack each other: their products have a known mean."""
    number, cards = rows.shape
    apart = rows - (cards - 1) / 2
    products = (apart[:, :-1] * apart[:, 1:]).sum(axis=1)
    variance = (cards * cards - 1) / 12
    return two_sided((float(products.mean()) + variance) / (float(products.std()) / math.sqrt(number)))


def duplicates(rows: Rows) -> float:
    """Pairs of shuffles that begin alike: pairs are independent two by two, so their number has an exact variance."""
    number, cards = rows.shape
    starts = np.zeros(number, np.int64)
    for place in range(FIRST):
        starts = starts * cards + rows[:, place]
    _, often = np.unique(starts, return_counts=True)
    found = int((often * (often - 1) // 2).sum())
    one, of = 1 / math.perm(cards, FIRST), number * (number - 1) / 2
    if of * one < 100:
        return poisson(found, of * one)
    return two_sided((found - of * one) / math.sqrt(of * one * (1 - one)))


def poisson(found: int, mean: float) -> float:
    """How likely a Poisson number is as far out on its side, for both sides."""
    below = sum(math.exp(n * math.log(mean) - mean - math.lgamma(n + 1)) for n in range(found + 1))
    at = math.exp(found * math.log(mean) - mean - math.lgamma(found + 1))
    return min(1.0, 2 * min(below, 1 - below + at))


def total_distribution(numbers: Rows, outcomes: int) -> float:
    return fit(np.bincount(numbers, minlength=outcomes), len(numbers) / outcomes, outcomes - 1)


def pairs(numbers: Rows, outcomes: int, lag: int) -> float:
    """Numbers so far apart, each used once: every pair as often."""
    kinds = kinds_for_pairs(outcomes, len(numbers) // 2)
    whole = numbers[: len(numbers) // (2 * lag) * 2 * lag].reshape(-1, 2, lag) % kinds
    counts = np.bincount((whole[:, 0] * kinds + whole[:, 1]).ravel(), minlength=kinds * kinds)
    return fit(counts, counts.sum() / counts.size, counts.size - 1)


def overlaps(numbers: Rows, outcomes: int) -> float:
    """Every number with the next, around the end: pairs less singles is a chi-square of n^2 - n degrees."""
    kinds = kinds_for_pairs(outcomes, len(numbers))
    numbers = numbers % kinds
    two: Counts = np.bincount(numbers * kinds + np.roll(numbers, -1), minlength=kinds * kinds)
    one: Counts = np.bincount(numbers, minlength=kinds)
    total = len(numbers)
    of_pairs = float(((two - total / two.size) ** 2).sum()) / (total / two.size)
    of_singles = float(((one - total / one.size) ** 2).sum()) / (total / one.size)
    return chi_square(of_pairs - of_singles, kinds * kinds - kinds)


def serial_correlation(numbers: Rows, outcomes: int, lag: int) -> float:
    apart = numbers - (outcomes - 1) / 2
    variance = (outcomes * outcomes - 1) / 12
    count = len(numbers) - lag
    return two_sided(float((apart[:-lag] * apart[lag:]).sum()) / variance / math.sqrt(count))


def runs(numbers: Rows, outcomes: int) -> float:
    """Changes between the lower and the upper half come and go like a fair coin; a middle number is left out."""
    kept = numbers[numbers * 2 != outcomes - 1]
    upper = kept * 2 > outcomes - 1
    changes, chances = int((upper[1:] != upper[:-1]).sum()), len(upper) - 1
    return two_sided((changes - chances / 2) / math.sqrt(chances / 4))


def coupons(numbers: Rows, kinds: int) -> float:
    """How many numbers it takes until every kind was there, against the exact chances of each length."""
    lengths = _collections((numbers % kinds).tolist(), kinds)
    longest = kinds * 6
    chances = _chances_of_length(kinds, longest)
    counts = np.bincount(np.minimum(lengths, longest), minlength=longest + 1)[kinds:]
    expected = chances * len(lengths)
    fine = expected >= 5
    counts = np.append(counts[fine], counts[~fine].sum())
    expected = np.append(expected[fine], expected[~fine].sum())
    if expected[-1] < 5:
        counts[-2], expected[-2] = counts[-2] + counts[-1], expected[-2] + expected[-1]
        counts, expected = counts[:-1], expected[:-1]
    return fit(counts, expected, len(counts) - 1)


def _collections(numbers: list[int], kinds: int) -> list[int]:
    lengths, seen, start = list[int](), set[int](), 0
    for at, number in enumerate(numbers):
        seen.add(number)
        if len(seen) == kinds:
            lengths.append(at + 1 - start)
            start = at + 1
            seen.clear()
    return lengths


def _chances_of_length(kinds: int, longest: int) -> NDArray[np.float64]:
    """Of lengths from `kinds` up to `longest`, which stands for all that are longer too."""
    held = np.zeros(kinds + 1)
    held[0], chances = 1.0, []
    for _ in range(longest):
        grown = np.arange(kinds + 1) / kinds
        held = held * grown + np.append(0.0, held[:-1] * (1 - grown[:-1]))
        chances.append(float(held[kinds]))
        held[kinds] = 0.0
    chances[-1] += 1 - sum(chances)
    return np.array(chances[kinds - 1 :])
