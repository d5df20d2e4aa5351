"""Longest flushes without wild cards: every player's hand against all dealer's hands, by suits.

A player's hand is four rank sets. Up to the order of the suits there are about six million of them, the best one
first. The dealer's cards factor by suit: a hand lies below the flush (length L, ranks R) if every suit holds fewer than
L cards, or L of them below R. The number of such hands is one coefficient of a product of four polynomials. Below
degree L these have binomials that depend on how many cards the player took from the suit; only the coefficient at L,
the number of L-sets below R among the ranks left, depends on which. So the coefficient wanted is linear in each of
those four numbers, with factors that depend on the suits' sizes alone, and the innermost loop is one multiplication and
one addition for each count.
"""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cache
from math import comb
from typing import NamedTuple

import numpy

from pitboss.cards import SUIT_BITS, suits
from pitboss.lab.classes import names_a_suit
from pitboss.lab.crew import Progress, silent, spread
from pitboss.lab.decisions import Decision, Feature, hand_feature
from pitboss.lab.kernels.one_decision import (
    CHOICES,
    FOLD,
    LEAST,
    MOST,
    NUMBERS,
    Ints,
    decision_of,
    flush_cells,
    need_of,
    pays_of,
    ranks_in_words,
    rows_of,
    worths,
)
from pitboss.lab.tally import ALL_RANKS, Row, Tally, Terms
from pitboss.ranking import bits, flush
from pitboss.ranking.compiled import kernel
from pitboss.refusal import Refusal
from pitboss.showdown.declaration import Later, Outcome
from pitboss.showdown.rules import Rules

OUTCOMES = (Outcome.DEALER_FAILS, Outcome.PLAYER_HIGHER, Outcome.TIE, Outcome.DEALER_HIGHER)
FAILS, HIGHER, TIE, BEATEN = range(4)

BITS = numpy.array(bits.BITS, dtype=numpy.int64)
RUNS = numpy.array(flush.RUNS, dtype=numpy.int64)
CHOOSE = numpy.array([[comb(n, k) for k in range(14)] for n in range(14)], dtype=numpy.int64)

RUN_VALUES = 256
"""A run is `length << 4 | top rank`."""

HIGH_RANKS = 0b1111100000000
"""Ten and better: what a player sees at a glance outside the flush."""


@kernel
def below(left: int, length: int, ranks: int) -> int:
    """How many sets of `length` ranks among those `left` are lower than `ranks`, as numbers."""
    found: int = 0
    need = length
    for rank in range(12, -1, -1):
        bit = 1 << rank
        if ranks & bit:
            found += CHOOSE[BITS[left & (bit - 1)], need]
            if not left & bit:
                return found
            need -= 1
    return found


@kernel
def factors(sizes: Ints, length: int, suit_size: int, cards: int) -> Ints:
    """For each subset of the four suits that take `length` cards each: how many ways the others make up `cards`.

    The others take fewer than `length` cards each, of what the player's `sizes` left of their suits.
    """
    found = numpy.zeros(16, dtype=numpy.int64)
    for subset in range(16):
        ways = numpy.zeros(cards + 1, dtype=numpy.int64)
        ways[0] = 1
        rest = cards
        for suit in range(4):
            if subset >> suit & 1:
                rest -= length
                continue
            more = numpy.zeros(cards + 1, dtype=numpy.int64)
            for have in range(cards + 1):
                for take in range(min(length - 1, cards - have) + 1):
                    more[have + take] += ways[have] * CHOOSE[suit_size - sizes[suit], take]
            ways = more
        if rest >= 0:
            found[subset] = ways[rest]
    return found


@kernel
def settled(form: Ints, number: int) -> Ints:
    """A form linear in several numbers, with the first of them put in."""
    half = form.shape[0] // 2
    rest = numpy.empty(half, dtype=numpy.int64)
    for subset in range(half):
        rest[subset] = form[2 * subset] + number * form[2 * subset + 1]
    return rest


@kernel
def orders(m1: int, m2: int, m3: int, m4: int) -> int:
    """In how many ways the four suits can hold these rank sets, which are in order."""
    same = (m1 == m2) + (m2 == m3) + (m3 == m4)
    if same == 2:
        return 6 if m2 != m3 else 4
    return 24 if same == 0 else 12 if same == 1 else 1


@kernel
def outcomes(lower: int, not_higher: int, fails: int, total: int) -> tuple[int, int, int, int]:
    """A dealer who does not qualify has failed, whatever the player holds."""
    above = max(lower, fails)
    return fails, above - fails, max(not_higher - above, 0), total - max(not_higher, fails)


@kernel
def against(hand: Ints, ranks: int, deck: int, cards: int, needs: Ints) -> tuple[int, int, int, int]:
    """How many dealer's hands end how against one player's hand, whose highest flush is `ranks`."""
    sizes, suit_size, length = BITS[hand], BITS[deck], BITS[ranks]
    lower, fails = factors(sizes, length, suit_size, cards), factors(sizes, needs[0], suit_size, cards)
    not_higher = lower
    for suit in range(4):
        left = deck & ~hand[suit]
        under = below(left, length, ranks)
        lower, not_higher = settled(lower, under), settled(not_higher, under + (ranks & ~left == 0))
        fails = settled(fails, below(left, needs[0], needs[1]))
    total = CHOOSE_DEALER[suit_size * 4 - sizes.sum(), cards]
    ends: tuple[int, int, int, int] = outcomes(lower[0], not_higher[0], fails[0], total)
    return ends


CHOOSE_DEALER = numpy.array([[comb(n, k) for k in range(9)] for n in range(53)], dtype=numpy.int64)


@kernel
def count(
    length: int,
    best: Ints,
    masks: Ints,
    starts: Ints,
    deck: int,
    player_cards: int,
    cards: int,
    needs: Ints,
    payoffs: Ints,
    multiples: Ints,
    least_gain: Ints,
) -> tuple[Ints, Ints, Ints]:
    """All hands whose longest flush is one of `best`, played as well as they can be.

    `masks` are the rank sets by size, size n from `starts[n]` on. `needs`: length and ranks with which the dealer
    qualifies. `payoffs`: of each outcome for the ante and for the raise. `multiples`: the least and the most raise.
    `least_gain`: by run, what a hand must gain over all deals to be played.

    Returned are the deals by run, choice and outcome; a hand for each run; and for each of `best`, by the number of
    high cards outside the flush, the deals of each outcome if all are played.
    """
    tally = numpy.zeros((RUN_VALUES, CHOICES, 4), dtype=numpy.int64)
    examples = numpy.zeros((RUN_VALUES, 4), dtype=numpy.int64)
    rest = player_cards - length
    cells = numpy.zeros((best.shape[0], rest + 1, 4), dtype=numpy.int64)
    suit_size = BITS[deck]
    total = CHOOSE_DEALER[suit_size * 4 - player_cards, cards]
    small = masks.shape[0]
    under, fails = numpy.zeros(small, dtype=numpy.int64), numpy.zeros(small, dtype=numpy.int64)
    for i in range(small):
        fails[i] = below(deck & ~masks[i], needs[0], needs[1])
    sizes = numpy.zeros(4, dtype=numpy.int64)
    sizes[0] = length
    ante_f, ante_h, ante_t, ante_b = payoffs[0]
    later_f, later_h, later_t, later_b = payoffs[1]
    for n2 in range(min(length, rest), -1, -1):
        for n3 in range(min(n2, rest - n2), -1, -1):
            n4 = rest - n2 - n3
            if n4 > n3:
                continue
            sizes[1], sizes[2], sizes[3] = n2, n3, n4
            plain = factors(sizes, length, suit_size, cards)
            plain_fails = factors(sizes, needs[0], suit_size, cards)
            for number in range(best.shape[0]):
                ranks = best[number]
                for i in range(small):
                    under[i] = below(deck & ~masks[i], length, ranks)
                low1 = settled(plain, below(deck & ~ranks, length, ranks))
                fail1 = settled(plain_fails, below(deck & ~ranks, needs[0], needs[1]))
                for i2 in range(starts[n2], starts[n2 + 1]):
                    m2 = masks[i2]
                    if n2 == length and m2 > ranks:
                        break
                    low2, upto2 = settled(low1, under[i2]), settled(low1, under[i2] + (ranks & m2 == 0))
                    fail2 = settled(fail1, fails[i2])
                    for i3 in range(starts[n3], i2 + 1 if n3 == n2 else starts[n3 + 1]):
                        m3, x = masks[i3], under[i3]
                        low3, low3_times = low2[0] + x * low2[1], low2[2] + x * low2[3]
                        x += ranks & m3 == 0
                        upto3, upto3_times = upto2[0] + x * upto2[1], upto2[2] + x * upto2[3]
                        x = fails[i3]
                        fail3, fail3_times = fail2[0] + x * fail2[1], fail2[2] + x * fail2[3]
                        for i4 in range(starts[n4], i3 + 1 if n4 == n3 else starts[n4 + 1]):
                            m4, x = masks[i4], under[i4]
                            f, h, t, b = outcomes(
                                low3 + x * low3_times,
                                upto3 + (x + (ranks & m4 == 0)) * upto3_times,
                                fail3 + fails[i4] * fail3_times,
                                total,
                            )
                            ante = f * ante_f + h * ante_h + t * ante_t + b * ante_b
                            later = f * later_f + h * later_h + t * later_t + b * later_b
                            run = max(max(RUNS[ranks], RUNS[m2]), max(RUNS[m3], RUNS[m4]))
                            choice = MOST if later > 0 else LEAST
                            times = orders(ranks, m2, m3, m4)
                            f, h, t, b = f * times, h * times, t * times, b * times
                            if ante + multiples[choice - 1] * later > least_gain[run]:
                                ends = tally[run, choice]
                                ends[FAILS] += f
                                ends[HIGHER] += h
                                ends[TIE] += t
                                ends[BEATEN] += b
                            else:
                                tally[run, FOLD, 0] += times * total
                            if examples[run, 0] == 0:
                                examples[run, 0], examples[run, 1] = ranks, m2
                                examples[run, 2], examples[run, 3] = m3, m4
                            high = BITS[m2 & HIGH_RANKS] + BITS[m3 & HIGH_RANKS] + BITS[m4 & HIGH_RANKS]
                            ends = cells[number, high]
                            ends[FAILS] += f
                            ends[HIGHER] += h
                            ends[TIE] += t
                            ends[BEATEN] += b
    return tally, examples, cells


class Count(NamedTuple):
    """The kernel's answer for flushes of one length: see `count`."""

    length: int
    best: Ints
    tally: Ints
    examples: Ints
    cells: Ints


def counts(rules: Rules, terms: Terms, ranks: int, progress: Progress) -> Iterator[Count]:
    """All hands, a part at a time."""
    deal, (decision,) = rules.game.deal, rules.game.decisions
    masks, starts = rank_sets(ranks, deal.player)
    payoffs = pays_of(terms, OUTCOMES)
    needs, gains = needs_of(rules), least_gains(terms, comb(4 * ranks.bit_count() - deal.player, deal.dealer))

    def part(some: tuple[int, Ints]) -> Count:
        length, best = some
        others = masks[: starts[min(length, deal.player - length) + 1]]
        multiples = numpy.array(stakes(decision, length))
        shape = ranks, deal.player, deal.dealer, needs
        return Count(length, best, *count(length, best, others, starts, *shape, payoffs, multiples, gains[length]))

    yield from spread(part, list(parts(masks, starts, deal.player)), progress)


def stakes(decision: Later, length: int) -> tuple[int, int]:
    """The least and the most antes that a flush of this length may raise."""
    return decision.least, decision.most(length << SUIT_BITS).most


def needs_of(rules: Rules) -> Ints:
    """The length and ranks with which the dealer qualifies."""
    return numpy.array([rules.dealer_needs >> SUIT_BITS, rules.dealer_needs & ALL_RANKS])


def rank_sets(deck: int, most: int) -> tuple[Ints, Ints]:
    """All rank sets of the deck by size, each size in ascending order, and where each size starts."""
    found = [ranks for ranks in range(ALL_RANKS + 1) if ranks & ~deck == 0]
    starts = [sum(ranks.bit_count() < size for ranks in found) for size in range(most + 3)]
    return numpy.array(sorted(found, key=int.bit_count)), numpy.array(starts)


def parts(masks: Ints, starts: Ints, player_cards: int) -> Iterator[tuple[int, Ints]]:
    """Some flushes of one length at a time."""
    for length in range(1, player_cards + 1):
        best = masks[starts[length] : starts[length + 1]]
        for start in range(0, len(best), FLUSHES_IN_A_PART):
            yield length, best[start : start + FLUSHES_IN_A_PART]


FLUSHES_IN_A_PART = 48


def least_gains(terms: Terms, total: int) -> Ints:
    """By length and run, the gain over all of a hand's deals above which it is played, whatever its suits are."""
    found = numpy.full((SUIT_BITS + 1, RUN_VALUES), terms.fold * total)
    for (length, run), hand in some_hands().items():
        found[length, run] = max(need_of(terms, turned, total) for turned in turns(hand))
    return found


@cache
def some_hands() -> dict[tuple[int, int], int]:
    """For every length of flush and longest run cards that have them, in one suit or in two."""
    found: dict[tuple[int, int], int] = {}
    lowest: dict[int, int] = {}
    for ranks, run in enumerate(flush.RUNS):
        length = ranks.bit_count()
        found.setdefault((length, run), ranks)
        if run < flush.RUNS[lowest.setdefault(length, ranks)]:
            lowest[length] = ranks
    alone = {run: ranks for (length, run), ranks in found.items() if run >> 4 == length}
    for length, ranks in lowest.items():
        for run, others in alone.items():
            if flush.RUNS[ranks] <= run and others.bit_count() <= length:
                found.setdefault((length, run), ranks | others << SUIT_BITS)
    return found


def tally(rules: Rules, terms: Terms, ranks: int = ALL_RANKS, progress: Progress = silent) -> Tally:
    """All deals, every hand played as well as it can be; hands are told apart by length of flush and longest run."""
    deal, size = rules.game.deal, 4 * ranks.bit_count()
    sums = numpy.zeros((SUIT_BITS + 1, RUN_VALUES, CHOICES, len(OUTCOMES)), dtype=numpy.int64)
    hands: dict[tuple[int, int], int] = {}
    for part in counts(rules, terms, ranks, progress):
        sums[part.length] += part.tally
        for run in part.examples[:, 0].nonzero()[0].tolist():
            # Parts come in any order; the lowest hand stands for its kind, so that every count is the same.
            kind, example = (part.length, run), as_hand(part.examples[run])
            hands[kind] = min(example, hands.get(kind, example))
    kinds = sorted(hands)
    totals = numpy.array([sums[kind] for kind in kinds])
    for kind in kinds:
        if sums[kind][FOLD].any() and len({terms.extra(hand) for hand in turns(hands[kind])}) > 1:
            raise Refusal(
                "no_kernel", f"The lab cannot count {rules.game.title} yet: whether to fold depends on suits."
            )
    deals = comb(size, deal.player) * comb(size - deal.player, deal.dealer)
    rows = rows_of(rules, [hands[kind] for kind in kinds], totals, OUTCOMES)
    return Tally(deals, tuple(by_suit(rules, rows)) if names_a_suit(rules) else rows)


def by_suit(rules: Rules, rows: Iterable[Row]) -> Iterator[Row]:
    """The rows, told apart by suit where the longest straight flush can only be in one."""
    for row in rows:
        run = flush.longest_straight_flush(*suits(row.hand))
        hands = turns(row.hand) if 2 * (run >> 4) > rules.game.deal.player else [row.hand]
        number, rest = divmod(row.deals, len(hands))
        assert rest == 0, row
        yield from (row._replace(hand=hand, deals=number) for hand in hands)


def turns(hand: int) -> list[int]:
    """The hand with every suit moved on by none, one, two and three."""
    whole = 4 * SUIT_BITS
    return [(hand << by | hand >> whole - by) & (1 << whole) - 1 for by in range(0, whole, SUIT_BITS)]


def as_hand(masks: Ints) -> int:
    return sum(int(ranks) << SUIT_BITS * suit for suit, ranks in enumerate(masks))


def choices(
    rules: Rules, terms: Terms, hand: int, seen: int = 0, ranks: int = ALL_RANKS, gone: int = 0
) -> dict[tuple[int, ...] | None, Fraction]:
    """What each choice is worth with this hand, in antes, when the dealer has none of the cards `gone`."""
    best, deal = rules.ranking.of(hand) & ALL_RANKS, rules.game.deal
    ends = against(numpy.array(suits(hand | gone)), best, ranks, deal.dealer, needs_of(rules))
    return worths(rules, terms, hand, [int(deals) for deals in ends], OUTCOMES)


def decisions(rules: Rules, terms: Terms, ranks: int = ALL_RANKS, progress: Progress = silent) -> tuple[Decision, ...]:
    """The raise, by the flush and the high cards outside it.

    What staying in earns besides the contest is left out: this game has no such thing.
    """
    seen: list[Ints] = []
    ends: list[Ints] = []
    for part in counts(rules, terms, ranks, progress):
        number, high = numpy.nonzero(part.cells.any(axis=-1))
        seen.append(numpy.stack([part.length << SUIT_BITS | part.best[number], high], axis=1))
        ends.append(part.cells[number, high])
    both = numpy.concatenate(seen), numpy.concatenate(ends)
    cells, flushes = flush_cells(rules, terms, OUTCOMES, *both, SUIT_BITS)
    features = (
        hand_feature("your flush", lambda place: in_words(flushes[place])),
        Feature(
            *("your cards from ten up outside the flush", NUMBERS.__getitem__, "or more", "or fewer"),
            clause="{} of your cards outside the flush are ten or higher",
        ),
    )
    return (decision_of(rules, terms, OUTCOMES, features, cells),)


def in_words(value: int) -> str:
    """A flush by its length and all of its ranks, or by its length where the ranks make no difference."""
    ranks = value & ALL_RANKS
    return f"{value >> SUIT_BITS} card flush" + (f", {'-'.join(ranks_in_words(ranks))}" if ranks else "")
