"""The best four of five cards against the best four of six, one of those face up (Four Card Poker).

The dealer's hands that hold the up card, avoid the player's five cards and lie below a value follow by inclusion and
exclusion: the alternating sum, over the 32 subsets S of the player's hand, of the hands of six that hold S and the up
card and lie below that value. Sets of cards are told apart only up to a change of suits, and players' hands are taken
in the order of their value. So at any moment one column of numbers is enough: for each set of up to five cards, the
hands of six that hold it and lie below the value in turn, or have it.
"""

from fractions import Fraction
from itertools import combinations, pairwise
from math import comb, prod
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import DECK, SUIT_BITS, suits
from pitboss.lab.classes import declared, of_own_cards
from pitboss.lab.crew import Progress, share, silent, spread
from pitboss.lab.decisions import Decision, Feature, hand_feature
from pitboss.lab.kernels.one_decision import (
    CHOICES,
    NUMBERS,
    Cells,
    Ints,
    cards_of,
    decision_of,
    extras_of,
    groups_of,
    most_of,
    play_of,
    rows_of,
    worths,
)
from pitboss.lab.tally import ALL_RANKS, Tally, Terms
from pitboss.ranking.compiled import compiled, kernel
from pitboss.ranking.four_card import best_four
from pitboss.ranking.words import RANK_WORDS, top_rank
from pitboss.refusal import Refusal
from pitboss.showdown.declaration import ByValue, Outcome
from pitboss.showdown.rules import Rules

OUTCOMES = (Outcome.PLAYER_HIGHER, Outcome.TIE, Outcome.DEALER_HIGHER)

CARDS = 52
HAND, DEALT = 5, 6
"""Cards of the player, and of the dealer."""

CENSUS = 60
"""About how many percent of the work the census is."""

PARTS = 24
COST_OF_A_VALUE = 40
"""What a value costs in `_meet`, in hands."""


def tally(rules: Rules, terms: Terms, ranks: int = ALL_RANKS, progress: Progress = silent) -> Tally:
    """All deals, every hand played as well as it can be."""
    census = census_of(rules, ranks, share(progress, 0, CENSUS))
    portions = portions_of(rules, census)
    play = play_of(rules, terms, portions.kinds, census.deals, OUTCOMES)
    totals = np.zeros((len(portions.kinds), CHOICES, len(OUTCOMES)), dtype=np.int64)

    def total(part: range) -> tuple[Ints, Ints]:
        met = census.meet(part)
        hand, kinds, number = portions.of(met.hands)
        counts = met.counts[:, hand]
        chosen = play.best(counts, kinds[:, None])
        by_choice = [np.where(chosen == choice, counts, 0).sum(axis=-1) for choice in range(CHOICES)]
        return kinds, (np.stack(by_choice) * number).transpose(2, 0, 1)

    for kinds, deals in spread(total, census.parts(), share(progress, CENSUS, 100)):
        np.add.at(totals, kinds, deals)
    rows = rows_of(rules, groups_of(rules, portions.kinds), totals, OUTCOMES)
    return Tally(census.situations * census.deals, rows)


class Portions(NamedTuple):
    """The hands that stand for all that differ only by a change of suits, once for each kind among these.

    `kinds`: one hand of each kind. By portion, in the order of the hands: the hand, its kind, how many hands it counts.
    """

    kinds: list[int]
    hands: Ints
    kind: Ints
    number: Ints

    def of(self, hands: Ints) -> tuple[Ints, Ints, Ints]:
        """The portions of some hands: the place of each one's hand among these, its kind and its number."""
        first, last = (np.searchsorted(self.hands, hands, side) for side in ("left", "right"))
        many = last - first
        place = np.repeat(np.arange(len(hands)), many)
        at = np.arange(len(place)) + np.repeat(first - np.append(0, np.cumsum(many)[:-1]), many)
        return place, self.kind[at], self.number[at]


def portions_of(rules: Rules, census: "Census") -> Portions:
    """By value alone, unless a pay table may look at the cards themselves: then every hand is put into its classes."""
    if all(isinstance(each.classify, ByValue) for each in declared(rules)):
        hands = np.sort(census.sets.cards[census.sets.starts[HAND] :])
        return Portions(census.kinds, hands, census.places_of(hands), weights_of(hands))
    dealt = np.array([sum(cards) for cards in combinations([card for card in DECK if card & census.deck], HAND)])
    alike = any_suits(dealt)
    numbers: dict[tuple[int, ...], int] = {}
    classes_of = of_own_cards(rules)
    asked = [numbers.setdefault(classes_of(hand), len(numbers)) for hand in dealt.tolist()]
    _, first, kind = np.unique(
        census.places_of(alike) * len(numbers) + np.array(asked), return_index=True, return_inverse=True
    )
    order = np.lexsort((kind, alike))
    pairs = np.stack((alike, kind))[:, order]
    begins = np.flatnonzero(np.append(True, (pairs[:, 1:] != pairs[:, :-1]).any(axis=0)))
    hands, kind = pairs[:, begins]
    return Portions(dealt[first].tolist(), hands, kind, np.diff(np.append(begins, len(dealt))))


def choices(
    rules: Rules, terms: Terms, hand: int, seen: int, ranks: int = ALL_RANKS, gone: int = 0
) -> dict[tuple[int, ...] | None, Fraction]:
    """What each choice is worth with this hand, in antes per deal, when the dealer shows this card (0: any card).

    With cards `gone` elsewhere, so that the suits are no longer alike, the dealer's hands are dealt out one by one.
    """
    value = rules.ranking.of(hand)
    counts = _dealt_out(hand | gone, seen, ranks, value) if gone else census_of(rules, ranks).against(hand, seen, value)
    return worths(rules, terms, hand, counts, OUTCOMES)


def _dealt_out(taken: int, seen: int, ranks: int, value: int) -> list[int]:
    """By outcome, the deals with none of the cards taken."""
    left = [card for card in cards_of(ranks) if not card & taken]
    ends = np.zeros(len(OUTCOMES), dtype=np.int64)
    for shown in [seen] if seen else left:
        _meet_each(shown, np.array([card for card in left if card != shown]), value, ends)
    return [int(deals) for deals in ends]


def decisions(rules: Rules, terms: Terms, ranks: int = ALL_RANKS, progress: Progress = silent) -> tuple[Decision, ...]:
    """The one decision, by what the hand is, the rank shown, and how many cards of that rank you hold."""
    census = census_of(rules, ranks, share(progress, 0, CENSUS))
    hands = _hands(rules, census)
    _check_alike(rules, terms, census, hands)
    shape = (len(hands.words), SUIT_BITS, 1 + 4)
    ends = np.zeros((len(OUTCOMES), prod(shape)), dtype=np.int64)

    def group(part: range) -> tuple[Ints, Ints]:
        met = census.meet(part)
        yours = hands.place[met.kinds[:, None]]
        cells = np.ravel_multi_index((yours, FALLING, _of_each_rank(met.hands)), shape)
        return cells.ravel(), (met.counts * met.weights[:, None]).reshape(len(OUTCOMES), -1)

    for places, deals in spread(group, census.parts(), share(progress, CENSUS, 100)):
        for outcome in range(len(OUTCOMES)):
            np.add.at(ends[outcome], places, deals[outcome])
    (used,) = np.nonzero(ends.any(axis=0))
    place, shown, alike = np.unravel_index(used, shape)
    seen = np.stack((place, shown, 1 + np.sign(hands.top[place] - (SUIT_BITS - 1 - shown)), alike), axis=1)
    extra = extras_of(terms, [hands.examples[each] for each in place], ends[:, used].sum(axis=0))
    cells = Cells(seen, ends[:, used].T, np.array(most_of(rules, hands.examples))[place], extra)
    return (decision_of(rules, terms, OUTCOMES, _features(hands), cells),)


class _Hands(NamedTuple):
    """What hands are without their side cards, in order: in words, one of each, and the rank that counts most in it.

    `place`: for each kind of hand the place among these.
    """

    words: list[str]
    examples: list[int]
    top: Ints
    place: Ints


def _hands(rules: Rules, census: "Census") -> _Hands:
    words = [rules.ranking.words(value) for value in census.values.tolist()]
    first = {each: number for number, each in reversed(list(enumerate(words)))}
    named = sorted(first, key=first.__getitem__)
    tops = [top_rank(value >> SUIT_BITS & ALL_RANKS) for value in census.values.tolist()]
    return _Hands(
        named,
        [census.kinds[first[each]] for each in named],
        np.array([tops[first[each]] for each in named]),
        np.array([named.index(each) for each in words]),
    )


def _check_alike(rules: Rules, terms: Terms, census: "Census", hands: _Hands) -> None:
    """Refuse rules for hands by name where hands of one name differ in what they may wager or earn."""
    most = np.array(most_of(rules, census.kinds)), np.array(most_of(rules, hands.examples))
    extra = [terms.extra(hand) for hand in census.kinds], [terms.extra(hand) for hand in hands.examples]
    if (most[0] != most[1][hands.place]).any() or any(
        earned != extra[1][place] for earned, place in zip(extra[0], hands.place.tolist(), strict=True)
    ):
        raise Refusal(
            "no_kernel",
            f"The lab has no chart of {rules.game.title} yet: its limits or its ante bonus depend on side cards.",
        )


def _features(hands: _Hands) -> tuple[Feature, ...]:
    return (
        hand_feature("your hand", hands.words.__getitem__),
        Feature("the dealer's card", lambda place: RANK_WORDS[-1 - place], "or lower", "or higher"),
        Feature("your pair or high card", ("below", "equal to", "above").__getitem__, clause=AGAINST_SHOWN),
        Feature(
            *("your cards of the dealer's rank", NUMBERS.__getitem__, "or more", "or fewer"),
            clause="you hold {} of the dealer's rank",
        ),
    )


AGAINST_SHOWN = "your pair or high card is {} the dealer's card"

FALLING = np.array([SUIT_BITS - 1 - card % SUIT_BITS for card in range(CARDS)])
"""The rank of each card, from the ace down: a low card of the dealer's is good for the player."""


def _of_each_rank(hands: Ints) -> Ints:
    """For each hand and card, how many cards of the hand have the rank of that card."""
    held = (hands[:, None] >> np.arange(CARDS) & 1).reshape(-1, 4, SUIT_BITS)
    return np.tile(held.sum(axis=1), 4)


# Sets of cards up to a change of suits


class Sets(NamedTuple):
    """All sets of at most five cards up to a change of suits, by number: the empty one first, larger ones later.

    `cards`: the set that stands for the others, its suits not rising as numbers. `starts`: the first number of each
    size, and the end. `more`: for each set of at most four cards, and each card, the set of both; the end, where there
    is none.
    """

    cards: Ints
    starts: Ints
    more: NDArray[np.int32]


BITS = np.int64(1) << np.arange(CARDS)


def sets_of(deck: int) -> Sets:
    """Sets of each size from those before, by one card more."""
    levels, starts, tables = [np.zeros(1, dtype=np.int64)], [0, 1], []
    for _ in range(HAND):
        sets = levels[-1][:, None]
        fits = (sets & BITS == 0) & (deck & BITS != 0)
        grown = any_suits((sets | BITS)[fits])
        found = _each_once(grown)
        table = np.full(fits.shape, -1, dtype=np.int32)
        table[fits] = starts[-1] + np.searchsorted(found, grown)
        tables.append(table)
        levels.append(found)
        starts.append(starts[-1] + len(found))
    more = np.concatenate(tables)
    more[more < 0] = starts[-1]
    return Sets(np.concatenate(levels), np.array(starts), more)


def _each_once(numbers: Ints) -> Ints:
    """In order, without repetitions."""
    rising: Ints = np.sort(numbers)
    once: Ints = rising[np.append(True, rising[1:] != rising[:-1])]
    return once


def _suits_of(sets: Ints) -> list[Ints]:
    return [sets >> SUIT_BITS * suit & ALL_RANKS for suit in range(4)]


def any_suits(sets: Ints) -> Ints:
    """Of each set the one that stands for all that differ only by a change of suits: its suits are sorted."""
    ranks = _suits_of(sets)
    for high, low in (0, 1), (2, 3), (0, 2), (1, 3), (1, 2):
        ranks[high], ranks[low] = np.maximum(ranks[high], ranks[low]), np.minimum(ranks[high], ranks[low])
    return ranks[0] | ranks[1] << SUIT_BITS | ranks[2] << 2 * SUIT_BITS | ranks[3] << 3 * SUIT_BITS


CHANGES = np.array((24, 12, 12, 4, 12, 6, 4, 1))
"""How many sets come from one by changes of suits, by which neighbours among its four suits are equal."""


def weights_of(sets: Ints) -> Ints:
    """How many sets each stands for."""
    first, second, third, fourth = _suits_of(sets)
    changes: Ints = CHANGES[(first == second) + 2 * (second == third) + 4 * (third == fourth)]
    return changes


# Hands of six, before any player's hand is looked at


class Census(NamedTuple):
    """What hands of six are worth, by the sets of cards they hold. A value is known by its place among all values.

    `values`: all values, in order. `kinds`: one hand of five of each. `sixes`: for each set of five cards and each
    card, the value of both. `holders`: the sets of five in the order of those values, once for each; the first of each
    value stands at `at`. `below`: for each value and set of four cards, how many hands of six hold it and lie below.
    `players`: the sets of five in the order of their own value; the first of each value stands at `begins`.
    """

    deck: int
    sets: Sets
    values: Ints
    kinds: list[int]
    sixes: NDArray[np.int16]
    holders: NDArray[np.int32]
    at: Ints
    below: NDArray[np.int16]
    players: Ints
    begins: Ints

    def places_of(self, hands: Ints) -> Ints:
        """The place of the value of each of these hands of five."""
        own = np.zeros(len(hands), dtype=np.int64)
        _values(hands, own)
        return np.searchsorted(self.values, own)

    @property
    def deals(self) -> int:
        """The dealer's hands with a given up card, beside a player's hand."""
        return comb(self.deck.bit_count() - HAND - 1, DEALT - 1)

    @property
    def situations(self) -> int:
        """Players' hands, each with every up card."""
        cards = self.deck.bit_count()
        return comb(cards, HAND) * (cards - HAND)

    def parts(self) -> list[range]:
        """All values, in stretches of about the same work."""
        work = self.begins + COST_OF_A_VALUE * np.arange(len(self.begins))
        ends = np.searchsorted(work, work[-1] * np.arange(PARTS + 1) // PARTS)
        return [range(first, last) for first, last in pairwise(ends.tolist()) if first < last]

    def meet(self, part: range) -> "Met":
        """Every hand of these values with every up card, against the dealer's hands."""
        begins = self.begins[part.start : part.stop + 1]
        places = self.players[begins[0] : begins[-1]]
        hands = self.sets.cards[self.sets.starts[HAND] + places]
        kinds = np.repeat(np.arange(part.start, part.stop), np.diff(begins))
        pairs = np.zeros((len(hands), CARDS), dtype=np.int64)
        _, starts, more = self.sets
        _meet(part.start, part.stop, starts, more, self.sixes, self.holders, self.at, self.below, hands, begins, pairs)
        pairs -= EQUAL * (self.sixes[places] == kinds[:, None])  # the last of the 32 subsets: all five cards
        free = (hands[:, None] & BITS == 0) & (self.deck & BITS != 0)
        lower, same = pairs & EQUAL - 1, pairs >> 32
        counts = np.stack((lower, same, self.deals - lower - same)) * free
        return Met(hands, kinds, weights_of(hands), counts, free)

    def against(self, hand: int, seen: int, value: int) -> list[int]:
        """By outcome, the deals that one hand can meet when the dealer shows this card, or (0) any."""
        kind = int(np.searchsorted(self.values, value))
        met = self.meet(range(kind, kind + 1))
        (counts,) = met.counts[:, met.hands == any_suits(np.array([hand]))].swapaxes(0, 1)
        ranks = suits(hand)
        order = sorted(range(4), key=lambda suit: -ranks[suit])
        shown = [
            order.index(card // SUIT_BITS) * SUIT_BITS + card % SUIT_BITS for card in range(CARDS) if seen >> card & 1
        ]
        return [int(number) for number in (counts[:, shown] if seen else counts).sum(axis=1)]


class Met(NamedTuple):
    """What some hands meet. By hand and up card: `counts` of deals (outcomes first), and whether it can be (`free`)."""

    hands: Ints
    kinds: Ints
    weights: Ints
    counts: Ints
    free: NDArray[np.bool_]


def census_of(rules: Rules, ranks: int, progress: Progress = silent) -> Census:
    """The census of a deck of these ranks. The last one made is kept."""
    assert rules.ranking.value is best_four and not rules.dealer_needs
    assert (rules.game.deal.player, rules.game.deal.dealer) == (HAND, DEALT)
    if ranks not in _kept:
        _kept.clear()
        _kept[ranks] = _census(ranks, progress)
    return _kept[ranks]


_kept: dict[int, Census] = {}


def _census(ranks: int, progress: Progress) -> Census:
    """The best four of six cards are among some five of them, so a player can have every value that a dealer can."""
    deck = sum(cards_of(ranks))
    sets = sets_of(deck)
    _, starts, more = sets
    four, five, end = starts[HAND - 1 :].tolist()
    hands = sets.cards[five:]
    own = np.zeros(len(hands), dtype=np.int64)
    _values(hands, own)
    players = np.argsort(own, kind="stable")
    values, first = np.unique(own, return_index=True)
    sixes = np.zeros((len(hands), CARDS), dtype=np.int16)
    below = np.zeros((len(values) + 1, five - four), dtype=np.int16)

    def value(part: slice) -> None:
        _values_with_one_more(hands[part], deck, values, sixes[part])

    def add(part: slice) -> None:
        _count_values(more[four:five][part], five, sixes, below[:, part])
        np.cumsum(below[:, part], axis=0, out=below[:, part])

    for task, length, step, stage in (value, end - five, 4096, (15, 60)), (add, five - four, 512, (60, 90)):
        for _ in spread(
            task, [slice(start, start + step) for start in range(0, length, step)], share(progress, *stage)
        ):
            pass
    at = np.zeros(len(values) + 1, dtype=np.int64)
    holders = np.zeros(len(hands) * (deck.bit_count() - HAND), dtype=np.int32)
    _in_order(sixes, at, holders)
    begins = np.searchsorted(own[players], np.append(values, values[-1] + 1))
    return Census(deck, sets, values, hands[first].tolist(), sixes, holders, at, below, players, begins)


# Kernels

NO_VALUE = 32767

EQUAL = 1 << 32
"""Two counts go in one integer, hands below a value + `EQUAL` x hands of that value; sums hold pairs of sums."""

SUBSETS = 31
"""Of a hand of five, without the hand itself. A subset is a number of five bits, one for each card."""

FIRST_CARD = np.array([(subset & -subset).bit_length() - 1 for subset in range(SUBSETS)])
SIGN = np.array([1 - 2 * (subset.bit_count() & 1) for subset in range(SUBSETS)])

value_of = compiled(best_four)


@kernel
def _meet_each(shown: int, left: Any, value: int, ends: Any) -> None:
    """How each hand of the dealer's with the card shown compares: five more of those left."""
    for a in range(len(left)):
        for b in range(a):
            for c in range(b):
                for d in range(c):
                    five = shown | left[a] | left[b] | left[c] | left[d]
                    for e in range(d):
                        hand = five | left[e]
                        met = value_of(hand & 8191, hand >> 13 & 8191, hand >> 26 & 8191, hand >> 39)
                        ends[0 if met < value else 1 if met == value else 2] += 1


@kernel
def _values(hands: Any, out: Any) -> None:
    """The value of each hand."""
    for place, hand in enumerate(hands):
        out[place] = value_of(hand & 8191, hand >> 13 & 8191, hand >> 26 & 8191, hand >> 39)


@kernel
def _values_with_one_more(hands: Any, deck: int, values: Any, out: Any) -> None:
    """For each hand and each card, the place of the value of both."""
    for place in range(len(hands)):
        for card in range(CARDS):
            bit = np.int64(1) << card
            if hands[place] & bit or not deck & bit:
                out[place, card] = NO_VALUE
                continue
            hand = hands[place] | bit
            value = value_of(hand & 8191, hand >> 13 & 8191, hand >> 26 & 8191, hand >> 39)
            low, high = 0, len(values)
            while high - low > 1:
                middle = (low + high) >> 1
                if values[middle] <= value:
                    low = middle
                else:
                    high = middle
            out[place, card] = low


@kernel
def _count_values(more: Any, five: int, sixes: Any, out: Any) -> None:
    """For sets of four cards, how often each value comes with two cards more, one row below its own.

    Each two cards are found in either order, so all counts are halved.
    """
    for place in range(len(more)):
        for card in range(CARDS):
            with_card = more[place, card] - five
            if with_card < len(sixes):
                for value in sixes[with_card]:
                    if value != NO_VALUE:
                        out[value + 1, place] += 1
        for value in range(len(out)):
            out[value, place] >>= 1


@kernel
def _in_order(sixes: Any, at: Any, out: Any) -> None:
    """The rows of a table in the order of the values they hold, once for each; and where each value begins."""
    for row in sixes:
        for value in row:
            if value != NO_VALUE:
                at[value + 1] += 1
    for value in range(1, len(at)):
        at[value] += at[value - 1]
    free = at.copy()
    for place in range(len(sixes)):
        for value in sixes[place]:
            if value != NO_VALUE:
                out[free[value]] = place
                free[value] += 1


@kernel
def _meet(
    first: int,
    last: int,
    starts: Any,
    more: Any,
    sixes: Any,
    holders: Any,
    at: Any,
    below: Any,
    hands: Any,
    begins: Any,
    out: Any,
) -> None:
    """For players' hands of the values from `first` to before `last`, and every up card, the dealer's hands as a pair.

    The column holds a pair for each set of one to five cards. Sets of five follow the values step by step, sets of four
    are read from their table, and smaller ones follow from those with one card more: over all such cards, each hand of
    six is counted once for every card of it outside the set.
    """
    four, five, end = starts[4], starts[5], starts[6]
    column = np.zeros(end + 1, dtype=np.int64)
    for place in range(end - five):
        for value in sixes[place]:
            column[five + place] += value < first
    numbers = np.zeros(SUBSETS, dtype=np.int64)
    ranks = np.zeros((SUBSETS, 4), dtype=np.int64)
    seats = np.zeros((SUBSETS, 4), dtype=np.int64)
    seats[0] = np.arange(4)
    for value in range(first, last):
        for each in range(at[value], at[value + 1]):
            column[five + holders[each]] += EQUAL
        for place in range(five - four):
            lower = np.int64(below[value, place])
            column[four + place] = lower + EQUAL * (below[value + 1, place] - lower)
        for size in range(3, 0, -1):
            for number in range(starts[size], starts[size + 1]):
                total = 0
                for card in range(CARDS):
                    total += column[more[number, card]]
                column[number] = total // (DEALT - size)
        for each in range(begins[value - first] - begins[0], begins[value - first + 1] - begins[0]):
            _name_subsets(hands[each], more, numbers, ranks, seats)
            _include_and_exclude(more, column, numbers, seats, out[each])
        for each in range(at[value], at[value + 1]):
            column[five + holders[each]] += 1 - EQUAL


@kernel
def _name_subsets(hand: int, more: Any, numbers: Any, ranks: Any, seats: Any) -> None:
    """The number of each subset of a hand, from the subset without its first card.

    `ranks`: its ranks in each suit. `seats`: of each suit the place that it takes among the four in the set that
    stands for this one, where suits do not rise.
    """
    cards = np.zeros(HAND, dtype=np.int64)
    found = 0
    for card in range(CARDS):
        if hand >> card & 1:
            cards[found] = card
            found += 1
    for subset in range(1, SUBSETS):
        rest, card = subset & subset - 1, cards[FIRST_CARD[subset]]
        suit, rank = card // 13, card % 13
        numbers[subset] = more[numbers[rest], 13 * seats[rest, suit] + rank]
        for each in range(4):
            ranks[subset, each] = ranks[rest, each]
        ranks[subset, suit] |= 1 << rank
        for each in range(4):
            own, seat = ranks[subset, each], 0
            for other in range(4):
                seat += ranks[subset, other] > own or (ranks[subset, other] == own and other < each)
            seats[subset, each] = seat


@kernel
def _include_and_exclude(more: Any, column: Any, numbers: Any, seats: Any, out: Any) -> None:
    """For every up card the alternating sum of the column over the subsets, each with that card."""
    for subset in range(SUBSETS):
        number, sign = numbers[subset], SIGN[subset]
        for suit in range(4):
            seat = 13 * seats[subset, suit]
            for rank in range(13):
                out[13 * suit + rank] += sign * column[more[number, seat + rank]]
