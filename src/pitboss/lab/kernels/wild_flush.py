"""Longest flush with wild deuces against a dealer who shows one card of eight (What The Flush).

A hand is the rank sets of its four suits without the deuces ("naturals", twelve bits, bit 0 = three) and the number of
its deuces: a deuce joins every suit, so which deuces they are makes no difference. Suits are interchangeable, so one
order of the four sets stands for all.

The dealer's hands below a value are counted, not dealt. Let the value's flush have `length` cards and the dealer hold k
deuces. Then no suit of the dealer's may have more than `top = length - k` naturals, and a suit of exactly `top` must be
one of those sets that rank below the value. For a suit with r naturals left in the deck the ways to hold m cards of it
are the coefficients of

    C(r, 0) + C(r, 1) t + ... + C(r, top - 1) t^(top - 1) + G t^top

where only G depends on which ranks are left. The dealer's hands are one coefficient of the product of four such
polynomials: a sum, over the sets of suits that are at the top, of a product of their G's times a number that depends on
the sizes of the suits alone. With one card of the dealer's known, its suit's polynomial counts the sets that hold the
card, and the sets that do are all sets less those that do not: G(left) - G(left without the card).
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from math import comb, floor
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import suits
from pitboss.lab.crew import Progress, silent, spread
from pitboss.lab.tally import ALL_RANKS, Row, Tally, Terms
from pitboss.ranking.compiled import kernel
from pitboss.ranking.wild_flush import flush_length, non_consecutive_flush_length, wild_straight_flush
from pitboss.showdown.declaration import Outcome
from pitboss.showdown.rules import Rules

Array = NDArray[np.int64]

PLAYER, DEALER = 7, 8
SUITS, NATURALS = 4, 12
SETS = 1 << NATURALS
DEUCE = SUITS * NATURALS
"""The place of the deuce among the cards that the dealer can show; naturals stand at `suit * 12 + rank`."""

LENGTHS = 10
"""Flushes have fewer cards than this."""

RUNS = 8
"""Straight flushes of a player's hand have fewer cards than this."""

KINDS = 2 * RUNS
"""A kind is the length of the straight flush, and + 8 if the flush need not be read as one."""

FOLD, LEAST, MOST = range(3)
HIGHER, TIE, LOWER = range(3)
CONTEST = (Outcome.PLAYER_HIGHER, Outcome.TIE, Outcome.DEALER_HIGHER)

SOME = np.array([[mask for mask in range(16) if not mask >> suit & 1] for suit in range(4)])
"""For each suit the sets of other suits."""

WAYS = np.array([24, 12, 12, 4, 12, 6, 4, 1])
"""In how many orders four sets stand, by which neighbours are the same (bit 0: first and second)."""


# --- what depends on the ranking and on the deck ---------------------------------------------------------------------


class Book(NamedTuple):
    """The suits a deck allows, with the worth of each beside 0 to 4 deuces."""

    ranks: int
    natural: int
    deuces: int
    ranked: Array
    """[deuces, place]: the rank sets, from the lowest worth up, so from the shortest up."""
    worth: Array
    """[deuces, place]: their worth."""
    starts: Array
    """[deuces, length]: the first place of a flush of that length, deuces included."""
    kind: Array
    """[deuces, set]: the longest straight flush, and + 8 if the flush need not be read as one."""

    @property
    def cards(self) -> int:
        return SUITS * self.ranks.bit_count()

    @property
    def dealer_hands(self) -> int:
        """The ways to complete the dealer's hand when the player's hand and one card are known."""
        return comb(self.cards - PLAYER - 1, DEALER - 1)

    @staticmethod
    def of(rules: Rules, ranks: int) -> "Book":
        natural, deuces = ranks >> 1, SUITS * (ranks & 1)
        sets = [ranks for ranks in range(SETS) if ranks & ~natural == 0]
        ranked, worth, starts = [], [], []
        kind = np.zeros((SUITS + 1, SETS), np.int64)
        for held in range(SUITS + 1):
            value = {each: rules.ranking.value(*_suits((each, 0, 0, 0), held)) for each in sets}
            order = sorted(sets, key=lambda each: value[each])
            ranked.append(order)
            worth.append([value[each] for each in order])
            starts.append(np.searchsorted(worth[-1], [length << 16 for length in range(LENGTHS)]))
            for each in sets:
                own = _suits((each, 0, 0, 0), held)
                kind[held, each] = min(wild_straight_flush(*own) >> 4, RUNS - 1)
                kind[held, each] += RUNS * (non_consecutive_flush_length(*own) > 0)
        return Book(ranks, natural, deuces, np.array(ranked), np.array(worth), np.array(starts), kind)


def _suits(naturals: tuple[int, ...], deuces: int) -> tuple[int, int, int, int]:
    """The four suits of a hand, its deuces dealt to the first of them."""
    c, d, h, s = (ranks << 1 | (suit < deuces) for suit, ranks in enumerate(naturals))
    return c, d, h, s


# --- numbers that depend on the sizes of the suits alone -------------------------------------------------------------


class Weights(NamedTuple):
    """What the products of G's are multiplied by, by dealer's deuces and by the set of suits at the top.

    `short` and `full`: a natural is shown, and its suit is below the top or at it. `deuce`: a deuce is shown.
    """

    short: Array
    full: Array
    deuce: Array

    @staticmethod
    def of(left: tuple[int, ...], deuces: int, length: int) -> "Weights":
        """For a deck with `left` naturals in each suit and so many deuces, and a player's flush of `length` cards."""
        wilds = dealer_wilds(deuces, length)
        short, full = np.zeros((2, wilds, SUITS, 8), np.int64)
        deuce = np.zeros((wilds, 16), np.int64)
        for k in range(wilds):
            top = length - k
            below = [[comb(size, held) for held in range(top)] for size in left]
            for at_top in range(16):
                others = [suit for suit in range(SUITS) if not at_top >> suit & 1]
                missing = DEALER - 1 - k - top * at_top.bit_count()
                if missing + 1 < 0:
                    continue
                deuce[k, at_top] = comb(max(deuces - 1, 0), k) * coefficient([below[suit] for suit in others], missing)
                for suit in others:
                    rest = [below[other] for other in others if other != suit]
                    place = list(SOME[suit]).index(at_top)
                    with_card = [comb(left[suit] - 1, held) for held in range(top - 1)] if left[suit] else []
                    short[k, suit, place] = comb(deuces, k) * coefficient([with_card, *rest], missing)
                    full[k, suit, place] = comb(deuces, k) * coefficient(rest, missing + 1 - top)
        return Weights(short, full, deuce)


def dealer_wilds(deuces: int, length: int) -> int:
    """How many numbers of deuces, from none up, leave the dealer a chance to be below a flush of `length` cards.

    With too many, even naturals spread evenly over the suits make a longer flush.
    """
    wilds = 0
    while wilds <= deuces and SUITS * (length - wilds) >= DEALER - 1 - wilds:
        wilds += 1
    return wilds


def coefficient(factors: list[list[int]], power: int) -> int:
    """Of t^power in a product of polynomials."""
    product = [1]
    for factor in factors:
        product = [
            sum(product[power - m] * each for m, each in enumerate(factor) if 0 <= power - m < len(product))
            for power in range(len(product) + len(factor) - 1)
        ]
    return product[power] if 0 <= power < len(product) else 0


# --- kernels ---------------------------------------------------------------------------------------------------------


@kernel
def _admit(table: Any, ranked: Any, worth: Any, places: Any, natural: int, limit: int) -> None:
    """Counts into the G's all suits worth less than `limit`, from where `places` stand.

    `table[taken, k]` is G with k deuces for a suit from which the ranks `taken` are gone.
    """
    for k in range(places.size):
        place = places[k]
        while place < worth.shape[1] and worth[k, place] < limit:
            others = natural & ~ranked[k, place]
            taken = others
            while taken > 0:
                table[taken, k] += 1
                taken = (taken - 1) & others
            table[0, k] += 1
            place += 1
        places[k] = place


@kernel
def _count(own: Any, table: Any, natural: int, short: Any, full: Any, deuce: Any, scratch: Any, counts: Any) -> None:
    """The dealer's hands below a value for every card that can be shown, against a player with the suits `own`."""
    product, slope, base = scratch[0], scratch[1:5], scratch[5]
    base[:4] = 0
    shown_deuce = 0
    wilds = short.shape[0]
    for k in range(wilds):
        product[0] = 1
        for suit in range(4):
            here = table[own[suit], k]
            for at_top in range(1 << suit):
                product[at_top | 1 << suit] = product[at_top] * here
        for at_top in range(16):
            shown_deuce += deuce[k, at_top] * product[at_top]
        for suit in range(4):
            less, more = 0, 0
            for i in range(8):
                less += short[k, suit, i] * product[SOME[suit, i]]
                more += full[k, suit, i] * product[SOME[suit, i]]
            slope[suit, k] = more
            base[suit] += less + more * table[own[suit], k]
    counts[DEUCE] = shown_deuce
    for suit in range(4):
        held = own[suit]
        for rank in range(12):
            card = 1 << rank
            if natural & card and not held & card:
                below = base[suit]
                for k in range(wilds):
                    below -= slope[suit, k] * table[held | card, k]
                counts[suit * 12 + rank] = below


@kernel
def _complete(first: int, sizes: Any, ranked: Any, starts: Any, hands: Any) -> int:
    """All hands whose highest suit is at the place `first` and whose other suits have `sizes` cards, from the highest.

    A hand is a row: four rank sets and the number of their orders. Sets of one size stand in falling order.
    """
    found = 0
    ends = starts[1:]
    for second in range(starts[sizes[1]], first + 1 if sizes[1] == sizes[0] else ends[sizes[1]]):
        for third in range(starts[sizes[2]], second + 1 if sizes[2] == sizes[1] else ends[sizes[2]]):
            for fourth in range(starts[sizes[3]], third + 1 if sizes[3] == sizes[2] else ends[sizes[3]]):
                row = hands[found]
                row[0], row[1], row[2], row[3] = ranked[first], ranked[second], ranked[third], ranked[fourth]
                row[4] = WAYS[(first == second) + 2 * (second == third) + 4 * (third == fourth)]
                found += 1
    return found


@kernel
def _kind(hand: Any, sizes: Any, kind: Any) -> int:
    """The longest straight flush of a hand; 8 is added if its longest flush need not be read as one."""
    run, loose = 0, 0
    for suit in range(4):
        own = kind[hand[suit]]
        run = max(run, own & 7)
        if sizes[suit] == sizes[0]:
            loose |= own & 8
    return loose | run


@kernel
def _examples(begin: int, end: int, sizes: Any, ranked: Any, starts: Any, kind: Any, hands: Any, examples: Any) -> None:
    """The first hand of every kind."""
    for first in range(begin, end):
        for hand in hands[: _complete(first, sizes, ranked, starts, hands)]:
            which = _kind(hand, sizes, kind)
            if examples[which, 0] < 0:
                examples[which] = hand[:4]


@kernel
def _play(
    begin: int,
    end: int,
    held: int,
    deuces: int,
    sizes: Any,
    natural: int,
    ranked: Any,
    worth: Any,
    starts: Any,
    kind: Any,
    short: Any,
    full: Any,
    deuce: Any,
    pays: Any,
    total: int,
    least: int,
    most: int,
    needs: Any,
    hands: Any,
    sums: Any,
) -> None:
    """Plays the hands whose highest suit is at the places from `begin` to `end`, each as well as it can be.

    `pays[0]` is what each outcome does to the ante, `pays[1]` to the later wager. `needs[kind]`: staying in must gain
    more than this over all deals of the dealer's hand. `sums[kind, stake, outcome]` are deals.
    """
    length = held + sizes[0]
    wilds = short.shape[0]
    below, upto = np.zeros((4096, 5), np.int32), np.zeros((4096, 5), np.int32)
    below_places, upto_places = starts[:wilds, length].copy(), starts[:wilds, length].copy()
    lower, up_to = np.zeros(DEUCE + 1, np.int64), np.zeros(DEUCE + 1, np.int64)
    scratch = np.zeros((6, 16), np.int64)
    for first in range(begin, end):
        value = worth[held, first]
        _admit(below, ranked, worth, below_places, natural, value)
        _admit(upto, ranked, worth, upto_places, natural, value + 1)
        for hand in hands[: _complete(first, sizes, ranked[held], starts[held][held:], hands)]:
            which = _kind(hand, sizes, kind)
            need = needs[which]
            _count(hand, below, natural, short, full, deuce, scratch, lower)
            _count(hand, upto, natural, short, full, deuce, scratch, up_to)
            folds, small, large = 0, sums[which, LEAST], sums[which, MOST]
            for place in range(DEUCE + 1):
                if place < DEUCE:
                    ways = natural >> place % 12 & 1 & ~(hand[place // 12] >> place % 12)
                else:
                    ways = deuces
                if ways == 0:
                    continue
                ways *= hand[4]
                win, tie, lose = lower[place], up_to[place] - lower[place], total - up_to[place]
                gain = pays[1, 0] * win + pays[1, 1] * tie + pays[1, 2] * lose
                stake = most if gain > 0 else least
                if stake * gain + pays[0, 0] * win + pays[0, 1] * tie + pays[0, 2] * lose <= need:
                    folds += ways
                    continue
                chosen = large if gain > 0 else small
                chosen[HIGHER] += ways * win
                chosen[TIE] += ways * tie
                chosen[LOWER] += ways * lose
            sums[which, FOLD, 0] += folds * total


# --- the game --------------------------------------------------------------------------------------------------------


class Part(NamedTuple):
    """Hands with so many deuces and naturals of these sizes by suit, whose highest suit is at these places."""

    held: int
    sizes: tuple[int, ...]
    begin: int
    end: int

    @property
    def length(self) -> int:
        return self.held + self.sizes[0]


PART = 40_000
"""About how many hands make a part."""


def _parts(book: Book) -> Iterator[Part]:
    most = book.natural.bit_count()
    for held in range(min(book.deuces, PLAYER) + 1):
        for sizes in _splits(PLAYER - held, SUITS, most):
            begin, end = book.starts[held, held + sizes[0]], book.starts[held, held + sizes[0] + 1]
            step = max(1, PART // _completions(sizes, most))
            for start in range(begin, end, step):
                yield Part(held, sizes, start, min(start + step, end))


def _splits(cards: int, suits: int, most: int) -> Iterator[tuple[int, ...]]:
    """The sizes that so many suits can have, in falling order."""
    if suits == 0:
        if cards == 0:
            yield ()
        return
    for size in range(min(cards, most), -1, -1):
        for rest in _splits(cards - size, suits - 1, size):
            yield (size, *rest)


def _completions(sizes: tuple[int, ...], ranks: int) -> int:
    """At most so many hands share their highest suit."""
    found = 1
    for size in set(sizes[1:]):
        same = sizes[1:].count(size)
        found *= comb(comb(ranks, size) + same - 1, same)
    return found


class Kinds(NamedTuple):
    """One hand for every kind there is, at `length * 16 + kind`."""

    hands: dict[int, int]

    @staticmethod
    def of(book: Book) -> "Kinds":
        hands: dict[int, int] = {}

        def look(part: Part) -> tuple[Part, Array]:
            examples = np.full((KINDS, SUITS), -1)
            _examples(
                part.begin,
                part.end,
                np.array(part.sizes),
                book.ranked[part.held],
                book.starts[part.held, part.held :],
                book.kind[part.held],
                _room(part, book),
                examples,
            )
            return part, examples

        for part, examples in spread(look, list(_parts(book))):
            for kind in np.flatnonzero(examples[:, 0] >= 0):
                hand = _hand(examples[kind].tolist(), part.held)
                place = part.length * KINDS + int(kind)
                hands[place] = min(hands.get(place, hand), hand)
        return Kinds(hands)


def _room(part: Part, book: Book) -> Array:
    """Space for the hands that share their highest suit."""
    return np.empty((_completions(part.sizes, book.natural.bit_count()), SUITS + 1), np.int64)


def _hand(naturals: list[int], deuces: int) -> int:
    return sum(own << 13 * suit for suit, own in enumerate(_suits(tuple(naturals), deuces)))


def _check(rules: Rules) -> None:
    """That the declaration has the shape counted here."""
    game = rules.game
    assert (game.deal.player, game.deal.dealer, game.deal.community) == (PLAYER, DEALER, 0)
    assert len(game.decisions) == 1 and not rules.dealer_needs and not rules.ante_needs
    assert all(
        game.dealer_plays((1 << 13 * suit + rank, 2)) == (2 if rank == 0 else 2 + (1 << 13 * suit + rank))
        for suit in range(SUITS)
        for rank in range(NATURALS + 1)
        if (suit, rank) != (0, 1)
    )


def tally(rules: Rules, terms: Terms, ranks: int = ALL_RANKS, progress: Progress = silent) -> Tally:
    """Every deal, when the player sees the dealer's first card and plays as well as possible.

    Rows are by length of the flush, whether it need not be read as a straight flush, length of the straight flush.
    """
    _check(rules)
    book = Book.of(rules, ranks)
    kinds = Kinds.of(book).hands
    total = book.dealer_hands
    later = rules.game.decisions[0]
    pays = np.array([[contest[outcome] for outcome in CONTEST] for contest in (terms.ante, terms.later)])
    needs = np.zeros((LENGTHS, KINDS), np.int64)
    most = dict.fromkeys(range(LENGTHS), later.least)
    for place, hand in kinds.items():
        needs[divmod(place, KINDS)] = _need(terms, hand, total)
        most[place // KINDS] = later.most(rules.ranking.of(hand)).most

    def play(part: Part) -> tuple[Part, Array]:
        sums = np.zeros((KINDS, 3, 3), np.int64)
        left = book.deuces - part.held
        short, full, deuce = Weights.of(_left(part.sizes, book), left, part.length)
        _play(
            part.begin,
            part.end,
            part.held,
            left,
            np.array(part.sizes),
            book.natural,
            book.ranked,
            book.worth,
            book.starts,
            book.kind[part.held],
            short,
            full,
            deuce,
            pays,
            total,
            later.least,
            most[part.length],
            needs[part.length],
            _room(part, book),
            sums,
        )
        return part, sums * comb(book.deuces, part.held)

    found = np.zeros((LENGTHS, KINDS, 3, 3), np.int64)
    for part, sums in spread(play, list(_parts(book)), progress):
        found[part.length] += sums
    return Tally(
        comb(book.cards, PLAYER) * (book.cards - PLAYER) * total,
        tuple(_rows(found, kinds, later.least, most)),
    )


def _left(sizes: tuple[int, ...], book: Book) -> tuple[int, ...]:
    return tuple(book.natural.bit_count() - size for size in sizes)


def _need(terms: Terms, hand: int, total: int) -> int:
    """What staying in must win in the contest, over all dealer's hands, so that it is better than a fold.

    Won plus extra must be more than the fold; won is an integer, so the bound may be rounded down.
    """
    need = floor((terms.fold - terms.extra(hand)) * total)
    return max(-FAR, min(need, FAR))


FAR = 1 << 62
"""More than any contest wins or loses: clamped here, a need still is always or never met."""


def _rows(found: Array, kinds: dict[int, int], least: int, most: dict[int, int]) -> Iterator[Row]:
    for place, hand in sorted(kinds.items()):
        length, kind = divmod(place, KINDS)
        if folded := int(found[length, kind, FOLD].sum()):
            yield Row(hand, False, None, Outcome.FOLD, folded)
        deals: dict[tuple[int, Outcome], int] = {}
        for chosen, stake in ((LEAST, least), (MOST, most[length])):
            for outcome, count in zip(CONTEST, found[length, kind, chosen].tolist(), strict=True):
                deals[stake, outcome] = deals.get((stake, outcome), 0) + count
        for (stake, outcome), count in deals.items():
            if count:
                yield Row(hand, False, (stake,), outcome, count)
