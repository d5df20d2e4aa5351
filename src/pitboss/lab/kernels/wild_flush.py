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
from functools import cache, lru_cache
from math import comb
from typing import Any, NamedTuple

import numpy as np

from pitboss.cards import DECK, suits
from pitboss.lab.crew import Progress, silent, spread
from pitboss.lab.decisions import Decision, Feature, hand_feature
from pitboss.lab.kernels.one_decision import (
    CHOICES,
    FOLD,
    LEAST,
    MOST,
    NUMBERS,
    alike,
    decision_of,
    flush_cells,
    need_of,
    pays_of,
    ranks_in_words,
    rows_of,
    worths,
)
from pitboss.lab.kernels.one_decision import Ints as Array
from pitboss.lab.tally import ALL_RANKS, Tally, Terms
from pitboss.ranking import Ranking
from pitboss.ranking.compiled import kernel
from pitboss.ranking.wild_flush import non_consecutive_flush_length, wild_straight_flush
from pitboss.ranking.words import ACE, RANK_WORDS
from pitboss.showdown.declaration import Outcome, WithoutExposed
from pitboss.showdown.rules import Rules

PLAYER, DEALER = 7, 8
SUITS, NATURALS = 4, 12
SETS = 1 << NATURALS
DEUCE = SUITS * NATURALS
"""The place of the deuce among the cards that the dealer can show; naturals stand at `suit * 12 + rank`."""

LENGTHS = PLAYER + 2
"""The lengths of a player's flush, and one more: where it starts, those of seven cards end."""

RUNS = 8
"""Straight flushes of a player's hand have fewer cards than this."""

KINDS = 2 * RUNS
"""A kind is the length of the straight flush, and + 8 if the flush need not be read as one."""

HIGHER, TIE, LOWER = range(3)
CONTEST = (Outcome.PLAYER_HIGHER, Outcome.TIE, Outcome.DEALER_HIGHER)

FEW_FIRST = sorted(range(16), key=lambda suits: (suits.bit_count(), suits))
TOPS = np.array(FEW_FIRST)
"""The sets of suits that can be at the top, small sets first."""

OTHER_TOPS = np.array([[suits for suits in FEW_FIRST if not suits >> suit & 1] for suit in range(4)])
"""For each suit the sets of other suits, small sets first."""

MANY = (1, 5, 11, 15, 16)
MANY_OTHERS = (1, 4, 7, 8, 8)
"""How many of these sets have at most 0, 1, 2, ... suits."""

WAYS = np.array([24, 12, 12, 4, 12, 6, 4, 1])
"""In how many orders four sets stand, by which neighbours are the same (bit 0: first and second)."""


# --- what depends on the ranking and on the deck ---------------------------------------------------------------------


class Book(NamedTuple):
    """The suits of up to seven naturals that a deck allows, with the worth of each beside 0 to 4 deuces."""

    cards: int
    ranks: int
    """How many naturals a suit has."""
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
    def dealer_hands(self) -> int:
        """The ways to complete the dealer's hand when the player's hand and one card are known."""
        return comb(self.cards - PLAYER - 1, DEALER - 1)

    @staticmethod
    @lru_cache(maxsize=4)
    def of(ranking: Ranking, ranks: int) -> "Book":
        natural, deuces = ranks >> 1, SUITS * (ranks & 1)
        sets = [each for each in range(SETS) if each & ~natural == 0 and each.bit_count() <= PLAYER]
        ranked, worth, starts = [], [], []
        kind = np.zeros((SUITS + 1, SETS), np.int64)
        for held in range(SUITS + 1):
            value = {each: ranking.value(*_suits((each, 0, 0, 0), held)) for each in sets}
            order = sorted(sets, key=value.__getitem__)
            ranked.append(order)
            worth.append([value[each] for each in order])
            starts.append(np.searchsorted(worth[-1], [length << 16 for length in range(LENGTHS)]))
            for each in sets:
                if each.bit_count() + held <= PLAYER:
                    own = _suits((each, 0, 0, 0), held)
                    loose = non_consecutive_flush_length(*own) > 0
                    kind[held, each] = RUNS * loose + (wild_straight_flush(*own) >> 4)
        return Book(
            SUITS * ranks.bit_count(),
            natural.bit_count(),
            natural,
            deuces,
            np.array(ranked),
            np.array(worth),
            np.array(starts),
            kind,
        )


def _suits(naturals: tuple[int, ...], deuces: int) -> tuple[int, int, int, int]:
    """The four suits of a hand, its deuces dealt to the first of them."""
    c, d, h, s = naturals
    return c << 1 | (deuces > 0), d << 1 | (deuces > 1), h << 1 | (deuces > 2), s << 1 | (deuces > 3)


# --- numbers that depend on the sizes of the suits alone -------------------------------------------------------------


class Weights(NamedTuple):
    """What the products of G's are multiplied by, by dealer's deuces and by the set of suits at the top.

    `short` and `full`: a natural is shown, and its suit is below the top or at it; the others by `OTHER_TOPS`.
    `deuce`: a deuce is shown; by `TOPS`. `many`: how many of either sets of suits the dealer's cards are enough for.
    """

    short: Array
    full: Array
    deuce: Array
    many: Array

    @staticmethod
    @cache
    def of(left: tuple[int, ...], deuces: int, length: int) -> "Weights":
        """For a deck with `left` naturals in each suit and so many deuces, and a player's flush of `length` cards."""
        wilds = dealer_wilds(deuces, length)
        short, full = np.zeros((2, wilds, SUITS, 8), np.int64)
        deuce, many = np.zeros((wilds, 16), np.int64), np.zeros((wilds, 2), np.int64)
        for k in range(wilds):
            top, hidden = length - k, DEALER - 1 - k
            below = [[comb(size, held) for held in range(top)] for size in left]
            with_card = [[comb(size - 1, held) for held in range(top - 1)] if size else [] for size in left]
            most = min(hidden // top, SUITS)
            many[k] = MANY[most], MANY_OTHERS[most]
            for i, tops in enumerate(TOPS[: many[k, 0]].tolist()):
                rest = [below[other] for other in range(SUITS) if not tops >> other & 1]
                deuce[k, i] = comb(max(deuces - 1, 0), k) * coefficient(rest, hidden - top * tops.bit_count())
            for suit in range(SUITS):
                for i, tops in enumerate(OTHER_TOPS[suit, : many[k, 1]].tolist()):
                    rest = [below[other] for other in range(SUITS) if other != suit and not tops >> other & 1]
                    missing = hidden - top * tops.bit_count()
                    short[k, suit, i] = comb(deuces, k) * coefficient([with_card[suit], *rest], missing)
                    full[k, suit, i] = comb(deuces, k) * coefficient(rest, missing + 1 - top)
        return Weights(short, full, deuce, many)


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
def _admit(table: Any, book: Any, places: Any, limit: int) -> None:
    """Counts into the G's all suits worth less than `limit`, from where `places` stand.

    `table[taken, k]` is G with k deuces for a suit from which the ranks `taken` are gone.
    """
    for k in range(places.size):
        place = places[k]
        while place < book.worth.shape[1] and book.worth[k, place] < limit:
            others = book.natural & ~book.ranked[k, place]
            taken = others
            while taken > 0:
                table[taken, k] += 1
                taken = (taken - 1) & others
            table[0, k] += 1
            place += 1
        places[k] = place


@kernel
def _line(own: Any, table: Any, weights: Any, product: Any, base: Any, slope: Any) -> int:
    """The dealer's hands below a value, against a player with the suits `own`, for all cards the dealer can show.

    With a natural shown they are `base[suit]` less the sum over k of `slope[suit, k]` times the G without that card;
    with a deuce shown they are what is returned.
    """
    short, full, deuce, many = weights
    base[:] = 0
    shown_deuce = 0
    product[0] = 1
    for k in range(short.shape[0]):
        for suit in range(4):
            product[1 << suit] = table[own[suit], k]
        for i in range(5, many[k, 0]):
            tops = TOPS[i]
            product[tops] = product[tops & (tops - 1)] * product[tops & -tops]
        for i in range(many[k, 0]):
            shown_deuce += deuce[k, i] * product[TOPS[i]]
        for suit in range(4):
            less, more = 0, 0
            for i in range(many[k, 1]):
                ways = product[OTHER_TOPS[suit, i]]
                less += short[k, suit, i] * ways
                more += full[k, suit, i] * ways
            slope[suit, k] = more
            base[suit] += less + more * product[1 << suit]
    return shown_deuce


@kernel
def _on_line(taken: int, table: Any, base: int, slope: Any) -> int:
    """The dealer's hands with a card shown. `taken`: the ranks of its suit that the player has, and its own."""
    below = base
    for k in range(slope.size):
        below -= slope[k] * table[taken, k]
    return below


@kernel
def _complete(first: int, held: int, sizes: Any, book: Any, hands: Any) -> int:
    """All hands with so many deuces and suits of these `sizes`, whose highest suit is at the place `first`.

    A hand is a row: four rank sets and the number of their orders. Sets of one size stand in falling order.
    """
    ranked, starts, ends = book.ranked[held], book.starts[held, held:], book.starts[held, held + 1 :]
    found = 0
    for second in range(starts[sizes[1]], first + 1 if sizes[1] == sizes[0] else ends[sizes[1]]):
        for third in range(starts[sizes[2]], second + 1 if sizes[2] == sizes[1] else ends[sizes[2]]):
            for fourth in range(starts[sizes[3]], third + 1 if sizes[3] == sizes[2] else ends[sizes[3]]):
                row = hands[found]
                row[0], row[1], row[2], row[3] = ranked[first], ranked[second], ranked[third], ranked[fourth]
                row[4] = WAYS[(first == second) + 2 * (second == third) + 4 * (third == fourth)]
                found += 1
    return found


@kernel
def _kind(hand: Any, held: int, sizes: Any, book: Any) -> int:
    """The longest straight flush of a hand; 8 is added if its longest flush need not be read as one."""
    run, loose = 0, 0
    for suit in range(4):
        own = book.kind[held, hand[suit]]
        run = max(run, own & 7)
        if sizes[suit] == sizes[0]:
            loose |= own & 8
    return loose | run


@kernel
def _examples(part: Any, book: Any, hands: Any, examples: Any) -> None:
    """The first hand of every kind."""
    for first in range(part.begin, part.end):
        for hand in hands[: _complete(first, part.held, part.sizes, book, hands)]:
            kind = _kind(hand, part.held, part.sizes, book)
            if examples[kind, 0] < 0:
                examples[kind] = hand[:4]


@kernel
def _on_all_lines(left: int, own: int, length: int, table: Any, base: int, slope: Any) -> int:
    """The sum of that over all `left` cards of the suit that can be shown.

    A set of n cards counts in the G without a card for each of the cards but its own n.
    """
    below = left * base
    for k in range(slope.size):
        below -= slope[k] * table[own, k] * (left - length + k)
    return below


@kernel
def _choose(lower: int, up_to: int, pays: Any, stakes: Any, total: int, need: int) -> int:
    """The best choice when of `total` dealer's hands so many are lower, and so many lower or the same."""
    tie, higher = up_to - lower, total - up_to
    gain = pays[1, 0] * lower + pays[1, 1] * tie + pays[1, 2] * higher
    chosen = MOST if gain > 0 else LEAST
    won = stakes[chosen] * gain + pays[0, 0] * lower + pays[0, 1] * tie + pays[0, 2] * higher
    return chosen if won > need else FOLD


@kernel
def _add(lower: int, up_to: int, total: int, ways: int, sums: Any) -> None:
    sums[HIGHER] += ways * lower
    sums[TIE] += ways * (up_to - lower)
    sums[LOWER] += ways * (total - up_to)


@kernel
def _play(
    part: Any, book: Any, weights: Any, pays: Any, stakes: Any, total: int, needs: Any, hands: Any, sums: Any
) -> None:
    """Plays the hands of a part, each as well as it can be.

    `pays[0]` is what each outcome does to the ante, `pays[1]` to the later wager. `needs[kind]`: staying in must gain
    more than this over all deals of the dealer's hand. `sums[kind, choice, outcome]` are deals.

    The more of the dealer's hands are lower, the better is a higher wager. So where the choice is the same whether all
    or none of the sets in G have the card shown, it is the same for every card of the suit, and their sum is enough.
    """
    held, length, natural, wilds = part.held, part.length, book.natural, weights.short.shape[0]
    below, upto = np.zeros((4096, 5), np.int32), np.zeros((4096, 5), np.int32)
    below_places, upto_places = book.starts[:wilds, length].copy(), book.starts[:wilds, length].copy()
    product, bases, upto_bases = np.zeros(16, np.int64), np.zeros(4, np.int64), np.zeros(4, np.int64)
    slopes, upto_slopes = np.zeros((4, wilds), np.int64), np.zeros((4, wilds), np.int64)
    for first in range(part.begin, part.end):
        value = book.worth[held, first]
        _admit(below, book, below_places, value)
        _admit(upto, book, upto_places, value + 1)
        for hand in hands[: _complete(first, held, part.sizes, book, hands)]:
            kind, ways = _kind(hand, held, part.sizes, book), hand[4]
            need, found = needs[kind], sums[kind]
            lower = _line(hand, below, weights, product, bases, slopes)
            up_to = _line(hand, upto, weights, product, upto_bases, upto_slopes)
            chosen = _choose(lower, up_to, pays, stakes, total, need)
            _add(lower, up_to, total, ways * (book.deuces - held), found[chosen])
            for suit in range(4):
                own, left = hand[suit], natural & ~hand[suit]
                base, slope, upto_base, upto_slope = bases[suit], slopes[suit], upto_bases[suit], upto_slopes[suit]
                lower, up_to = _on_line(own, below, base, slope), _on_line(own, upto, upto_base, upto_slope)
                chosen = _choose(lower, up_to, pays, stakes, total, need)
                if chosen == _choose(base, upto_base, pays, stakes, total, need):
                    cards = book.ranks - part.sizes[suit]
                    lower = _on_all_lines(cards, own, length, below, base, slope)
                    up_to = _on_all_lines(cards, own, length, upto, upto_base, upto_slope)
                    _add(lower, up_to, total * cards, ways, found[chosen])
                    continue
                while left:
                    taken = own | left & -left
                    left &= left - 1
                    lower, up_to = _on_line(taken, below, base, slope), _on_line(taken, upto, upto_base, upto_slope)
                    chosen = _choose(lower, up_to, pays, stakes, total, need)
                    _add(lower, up_to, total, ways, found[chosen])


@kernel
def _count(own: Any, table: Any, book: Any, weights: Any, counts: Any) -> None:
    """The dealer's hands below a value, by the card shown."""
    product, bases = np.zeros(16, np.int64), np.zeros(4, np.int64)
    slopes = np.zeros((4, weights.short.shape[0]), np.int64)
    counts[DEUCE] = _line(own, table, weights, product, bases, slopes)
    for suit in range(4):
        for rank in range(12):
            if book.natural & ~own[suit] & 1 << rank:
                counts[suit * 12 + rank] = _on_line(own[suit] | 1 << rank, table, bases[suit], slopes[suit])


@kernel
def _situations(part: Any, book: Any, weights: Any, total: int, hands: Any, deals: Any) -> None:
    """Fills in the deals of a part by highest suit, card shown and outcome."""
    held, wilds = part.held, weights.short.shape[0]
    below, upto = np.zeros((4096, 5), np.int32), np.zeros((4096, 5), np.int32)
    below_places, upto_places = book.starts[:wilds, part.length].copy(), book.starts[:wilds, part.length].copy()
    lower, up_to = np.zeros(DEUCE + 1, np.int64), np.zeros(DEUCE + 1, np.int64)
    for first in range(part.begin, part.end):
        value = book.worth[held, first]
        _admit(below, book, below_places, value)
        _admit(upto, book, upto_places, value + 1)
        for hand in hands[: _complete(first, held, part.sizes, book, hands)]:
            _count(hand, below, book, weights, lower)
            _count(hand, upto, book, weights, up_to)
            for place in range(DEUCE + 1):
                deuce = place == DEUCE
                ways = book.deuces - held if deuce else (book.natural & ~hand[place // 12]) >> place % 12 & 1
                if ways:
                    _add(lower[place], up_to[place], total, ways * hand[4], deals[first - part.begin, place])


# --- the game --------------------------------------------------------------------------------------------------------


class Part(NamedTuple):
    """Hands with so many deuces and naturals of these sizes by suit, whose highest suit is at these places."""

    length: int
    held: int
    sizes: tuple[int, ...]
    begin: int
    end: int


PART = 40_000
"""About how many hands make a part."""


def _parts(book: Book) -> Iterator[Part]:
    most = book.ranks
    for held in range(min(book.deuces, PLAYER) + 1):
        for sizes in _splits(PLAYER - held, SUITS, most):
            length = held + sizes[0]
            begin, end = book.starts[held, length : length + 2].tolist()
            step = max(1, PART // _completions(sizes, most))
            for start in range(begin, end, step):
                yield Part(length, held, sizes, start, min(start + step, end))


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


def _kinds(book: Book) -> dict[tuple[int, int], int]:
    """One hand for every length of flush and kind there is, in order."""
    hands: dict[tuple[int, int], int] = {}

    def look(part: Part) -> tuple[Part, Array]:
        examples = np.full((KINDS, SUITS), -1)
        _examples(part, book, _room(part, book), examples)
        return part, examples

    for part, examples in spread(look, list(_parts(book))):
        for kind in np.flatnonzero(examples[:, 0] >= 0).tolist():
            hand = _hand(examples[kind].tolist(), part.held)
            hands[part.length, kind] = min(hands.get((part.length, kind), hand), hand)
    return dict(sorted(hands.items()))


def _room(part: Part, book: Book) -> Array:
    """Space for the hands that share their highest suit."""
    return np.empty((_completions(part.sizes, book.ranks), SUITS + 1), np.int64)


def _hand(naturals: list[int], deuces: int) -> int:
    return sum(own << 13 * suit for suit, own in enumerate(_suits(tuple(naturals), deuces)))


def _check(rules: Rules) -> None:
    """That the declaration has the shape counted here."""
    game = rules.game
    assert (game.deal.player, game.deal.dealer, game.deal.community) == (PLAYER, DEALER, 0)
    assert len(game.decisions) == 1 and not rules.dealer_needs and not rules.ante_needs
    assert game.dealer_plays == WithoutExposed(sum(DECK[:: NATURALS + 1]))


def tally(rules: Rules, terms: Terms, ranks: int = ALL_RANKS, progress: Progress = silent) -> Tally:
    """Every deal, when the player sees the dealer's first card and plays as well as possible.

    Rows are by length of the flush, whether it need not be read as a straight flush, length of the straight flush.
    What staying in earns besides the contest may depend on these alone.
    """
    _check(rules)
    book = Book.of(rules.ranking, ranks)
    kinds = _kinds(book)
    total = book.dealer_hands
    pays = _pays(terms)
    needs = np.zeros((LENGTHS, KINDS), np.int64)
    for kind, hand in kinds.items():
        needs[kind] = need_of(terms, hand, total)

    def play(part: Part) -> tuple[Part, Array]:
        sums = np.zeros((KINDS, CHOICES, len(CONTEST)), np.int64)
        weights = Weights.of(_left(part.sizes, book), book.deuces - part.held, part.length)
        stakes = np.array(_stakes(rules, part.length))
        _play(part, book, weights, pays, stakes, total, needs[part.length], _room(part, book), sums)
        return part, sums * comb(book.deuces, part.held)

    found = np.zeros((LENGTHS, KINDS, CHOICES, len(CONTEST)), np.int64)
    for part, sums in spread(play, list(_parts(book)), progress):
        found[part.length] += sums
    totals = np.array([found[kind] for kind in kinds])
    deals = comb(book.cards, PLAYER) * (book.cards - PLAYER) * total
    return Tally(deals, rows_of(rules, list(kinds.values()), totals, CONTEST))


def _stakes(rules: Rules, length: int) -> tuple[int, int, int]:
    """What each choice stakes with a flush of this length."""
    (step,) = rules.game.decisions
    return 0, step.least, step.most(length << 16).most


def _pays(terms: Terms) -> Array:
    """What each outcome does to the ante and to the later wager. A higher hand must not earn less."""
    pays = pays_of(terms, CONTEST)
    assert (np.diff(pays) <= 0).all()
    return pays


def _left(sizes: tuple[int, ...], book: Book) -> tuple[int, ...]:
    return tuple(book.ranks - size for size in sizes)


def choices(
    rules: Rules, terms: Terms, hand: int, seen: int, ranks: int = ALL_RANKS, gone: int = 0
) -> dict[tuple[int, ...] | None, Fraction]:
    """What each choice is worth with this hand, in antes, when the dealer shows the card `seen`.

    With 0 for `seen`, what each would be worth to a player who has to make it before the card is shown. A player
    has one hand here, so no cards elsewhere are known.
    """
    assert not gone
    _check(rules)
    book = Book.of(rules.ranking, ranks)
    own = np.array([ranks >> 1 for ranks in suits(hand)])
    held = sum(ranks & 1 for ranks in suits(hand))
    sizes = tuple(int(ranks).bit_count() for ranks in own)
    value, total = rules.ranking.of(hand), book.dealer_hands
    weights = Weights.of(_left(sizes, book), book.deuces - held, held + max(sizes))
    lower, up_to = (_counts(own, held + max(sizes), limit, book, weights) for limit in (value, value + 1))
    ends = np.stack([lower, up_to - lower, total - up_to], axis=1)
    shown = [_place(card) for card in DECK if card & (seen or ~hand) and ranks >> (card.bit_length() - 1) % 13 & 1]
    return worths(rules, terms, hand, ends[shown].sum(axis=0).tolist(), CONTEST)


def _counts(own: Array, length: int, limit: int, book: Book, weights: Weights) -> Array:
    """The dealer's hands worth less than `limit`, a flush of `length` cards, by the card shown."""
    table, counts = np.zeros((SETS, 5), np.int32), np.zeros(DEUCE + 1, np.int64)
    _admit(table, book, book.starts[: len(weights.short), length].copy(), limit)
    _count(own, table, book, weights, counts)
    return counts


def _place(card: int) -> int:
    suit, rank = divmod(card.bit_length() - 1, 13)
    return suit * NATURALS + rank - 1 if rank else DEUCE


def decisions(rules: Rules, terms: Terms, ranks: int = ALL_RANKS, progress: Progress = silent) -> tuple[Decision, ...]:
    """The play wager, by the flush, the dealer's card, the cards held of its suit, and whether a deuce is held.

    What staying in earns besides the contest is left out: this game has no such thing.
    """
    _check(rules)
    _pays(terms)
    book = Book.of(rules.ranking, ranks)

    def look(part: Part) -> tuple[Array, Array]:
        deals = np.zeros((part.end - part.begin, DEUCE + 1, len(CONTEST)), np.int64)
        weights = Weights.of(_left(part.sizes, book), book.deuces - part.held, part.length)
        _situations(part, book, weights, book.dealer_hands, _room(part, book), deals)
        first, shown = np.nonzero(deals.any(axis=2))
        seen = np.empty((len(first), 4), np.int64)
        seen[:, 0] = book.worth[part.held, part.begin + first]
        seen[:, 1] = np.where(shown == DEUCE, NATURALS, NATURALS - 1 - shown % NATURALS)
        seen[:, 2] = np.array((*part.sizes, 0))[shown // NATURALS]
        seen[:, 3] = part.held > 0
        return alike(seen, deals[first, shown] * comb(book.deuces, part.held))

    looks = list(spread(look, list(_parts(book)), progress))
    seen, ends = alike(*(np.concatenate(each) for each in zip(*looks, strict=True)))
    cells, flushes = flush_cells(rules, terms, CONTEST, seen, ends, 16)
    features = (
        hand_feature("your flush", lambda place: _flush_words(flushes[place], rules.ranking)),
        Feature("the dealer's card", lambda place: RANK_WORDS[NATURALS - place], "or lower", "or higher"),
        Feature(
            *("your cards of the dealer's suit", NUMBERS.__getitem__, "or more", "or fewer"),
            clause="you hold {} of the dealer's suit",
        ),
        Feature("your deuces", ("no deuce", "a deuce").__getitem__, noun="{}", clause="you hold {}"),
    )
    return (decision_of(rules, terms, CONTEST, features, cells),)


def _flush_words(value: int, ranking: Ranking) -> str:
    """A flush by all of its ranks, or by its length where the ranks make no difference."""
    length, straight, ranks = value >> 16, value >> 15 & 1, value & 0x7FFF
    if straight:
        return ranking.words(value)
    if ranks == 0:
        return f"{length} card flush"
    named = [RANK_WORDS[ACE]] * (ranks >> ACE)
    named += ranks_in_words(ranks & (1 << ACE) - 1)
    named += [RANK_WORDS[0]] * (length - len(named))
    return f"{length} card flush, {'-'.join(named)}"
