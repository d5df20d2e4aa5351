"""Hold 'em against the dealer: two cards each, five in the middle, a wager before the flop, the turn and the river.

Three ideas make the count short. Boards are taken up to suit symmetry: 134,459 of five cards, 16,432 of four, 1,755 of
three. On a whole board only the suit that can make a flush matters, so cards of one rank in the other suits are alike:
at most 351 types of two cards, ordered once, tell how every hand does against all others. And the wagers on turn and
river change no later choice, so each is decided by the sign of its own sum: the river's over the cards that can come,
the turn's over the river's sums.

A board is a 52-bit integer as everywhere; a card is the number of its bit. Two cards i < j have the number
j (j - 1) / 2 + i, 1,326 in all. A "row" is what one board says about the 351 types.
"""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import permutations
from math import comb, floor, prod
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import DECK, NAMES, RANKS, suits
from pitboss.lab.classes import of_own_cards
from pitboss.lab.crew import Progress, share, silent, spread
from pitboss.lab.decisions import Decision, Feature, hand_feature
from pitboss.lab.tally import ALL_RANKS, Row, Tally, Terms
from pitboss.ranking.bits import BITS
from pitboss.ranking.compiled import compiled, kernel
from pitboss.ranking.five_card import STRAIGHT, STRAIGHT5, THREE_OF_A_KIND, at_least, best_five, category
from pitboss.ranking.words import RANK_WORDS
from pitboss.showdown.declaration import Later, Outcome
from pitboss.showdown.rules import Rules

Ints = NDArray[np.int64]
Table = NDArray[Any]
"""A table of small integers, of whatever width serves it."""

Pays = tuple[int, int, int]
"""What a later wager pays, in antes, when the player is higher, tied and lower."""

Pairs = tuple[tuple[int, int], ...]
"""Two cards of the player with two of the dealer, by their numbers."""

value_of = compiled(best_five)
SIZE = np.array(BITS, dtype=np.int64)

HANDS = 1326
TYPES = 351
NO_SUIT = 4
"""In place of a suit: no flush is possible on the board."""

KINDS = 9
TIE, LOWER = KINDS, KINDS + 1
ENDINGS = KINDS + 2
"""How a contest ends: higher with each of the nine kinds of hand, a tie, or lower."""

ORDERS = 20
"""The ways to see five cards as a flop, a turn and a river."""

HIGH = np.array([high for high in range(52) for _ in range(high)], dtype=np.int64)
LOW = np.array([low for high in range(52) for low in range(high)], dtype=np.int64)
HAND_BITS = (1 << HIGH) | (1 << LOW)
BITS_OF_HANDS: list[int] = HAND_BITS.tolist()
"""Of every two cards, by their number: the later card, the earlier, both as bits."""


def _number(one: Ints, other: Ints) -> Ints:
    """The number of two cards."""
    high, low = np.maximum(one, other), np.minimum(one, other)
    number: Ints = high * (high - 1) // 2 + low
    return number


def _types() -> Table:
    """For every flush suit (or none) and two cards the number of their type. A card is of one of 26 types: its rank,
    and whether it is of the suit that can make a flush."""
    cards = np.arange(52)
    table = np.zeros((5, HANDS), dtype=np.uint16)
    for suit in range(5):
        kind = cards % 13 + 13 * (cards // 13 == suit)
        more, less = np.maximum(kind[HIGH], kind[LOW]), np.minimum(kind[HIGH], kind[LOW])
        table[suit] = more * (more + 1) // 2 + less
    return table


def _moved() -> Table:
    """For every exchange of suits the number that two cards have after it. An exchange is written as four places of two
    bits: where clubs, diamonds, hearts and spades go."""
    cards = np.arange(52)
    table = np.zeros((256, HANDS), dtype=np.uint16)
    for code in range(256):
        to = cards % 13 + 13 * (code >> 2 * (cards // 13) & 3)
        if len(set(to.tolist())) == 52:
            table[code] = _number(to[HIGH], to[LOW])
    return table


def _hole_classes() -> Ints:
    """What two cards are before the flop, 169 in all: `13 * high + low` suited, `13 * low + high` not."""
    one, other = HIGH % 13, LOW % 13
    high, low = np.maximum(one, other), np.minimum(one, other)
    found: Ints = np.where(HIGH // 13 == LOW // 13, 13 * high + low, 13 * low + high)
    return found


TYPE_OF, MOVED, HOLE_CLASS = _types(), _moved(), _hole_classes()
HOLE_CLASSES = 169


# Boards up to suit symmetry


@kernel
def _first_form(board: int) -> tuple[int, int]:
    """The board with its suits exchanged so that their rank sets fall, and that exchange."""
    a, b, c, d = (board & 8191) << 2, (board >> 13 & 8191) << 2 | 1, (board >> 26 & 8191) << 2 | 2, board >> 39 << 2 | 3
    if a < b:
        a, b = b, a
    if c < d:
        c, d = d, c
    if a < c:
        a, c = c, a
    if b < d:
        b, d = d, b
    if b < c:
        b, c = c, b
    code = 1 << 2 * (b & 3) | 2 << 2 * (c & 3) | 3 << 2 * (d & 3)
    return a >> 2 | b >> 2 << 13 | c >> 2 << 26 | d >> 2 << 39, code


@kernel
def _all_boards(cards: Ints, size: int) -> Ints:
    """The boards of `size` cards that are their own first form."""
    found = np.empty(140000, dtype=np.int64)
    count = 0
    at = np.arange(size)
    while True:
        board = 0
        for number in range(size):
            board |= 1 << cards[at[number]]
        if _first_form(board)[0] == board:
            found[count] = board
            count += 1
        last = size - 1
        while last >= 0 and at[last] == len(cards) - size + last:
            last -= 1
        if last < 0:
            return found[:count].copy()
        at[last] += 1
        for place in range(last + 1, size):
            at[place] = at[place - 1] + 1


@kernel
def _alike(board: int) -> int:
    """How many boards are the same but for an exchange of suits."""
    c, d, h, s = board & 8191, board >> 13 & 8191, board >> 26 & 8191, board >> 39
    orders, run = 24, 1  # the suits stand in falling order: equal ones are neighbours
    for one, other in ((c, d), (d, h), (h, s)):
        run = run + 1 if one == other else 1
        orders //= run
    return orders


@kernel
def _flush_suit(board: int) -> int:
    """The suit of which the board holds three or more."""
    for suit in range(4):
        if SIZE[board >> 13 * suit & 8191] >= 3:
            return suit
    return NO_SUIT


@kernel
def _without_suits(boards: Ints) -> Ints:
    """A key under which boards meet that differ only in suits of no use: the flush suit's ranks, and how many cards of
    each rank are beside them."""
    keys = np.empty_like(boards)
    for at, board in enumerate(boards):
        flush, key = _flush_suit(board), 0
        for suit in range(4):
            for rank in range(13):
                if board >> 13 * suit + rank & 1:
                    key += 1 << 39 + rank if suit == flush else 1 << 3 * rank
        keys[at] = key
    return keys


# What a board says: wins and ties of every type of two cards


@kernel
def _judge(board: int, ranks: int, pays: Ints, net: Table, result: Table) -> None:
    """Fill the row of one board: for every type its net on a later wager, and its `wins | ties << 10 | kind << 20`.

    Types are taken from the lowest value up, with running counts of the hands passed, in all and with a given card:
    a hand beats those below it without its own two cards.
    """
    flush = _flush_suit(board)
    suits = np.empty(4, dtype=np.int64)
    cards = np.zeros(26, dtype=np.int64)  # how many of each type can be dealt
    first, second = np.zeros(26, dtype=np.int64), np.zeros(26, dtype=np.int64)  # one of them and another, as bits
    for suit in range(4):
        suits[suit] = board >> 13 * suit & 8191
        for rank in range(13):
            if (ranks & ~suits[suit]) >> rank & 1:
                kind = rank + 13 if suit == flush else rank
                cards[kind] += 1
                second[kind] = first[kind]
                first[kind] = 1 << 13 * suit + rank
    deck = cards.sum()
    against = (deck - 2) * (deck - 3) // 2
    order = np.empty(TYPES, dtype=np.int64)
    ways, more_of, less_of = np.empty(TYPES, np.int64), np.empty(TYPES, np.int64), np.empty(TYPES, np.int64)
    count = 0
    for more in range(26):
        for less in range(more + 1):
            many = cards[more] * (cards[more] - 1) // 2 if more == less else cards[more] * cards[less]
            if many:
                hand = board | first[more] | (second[more] if more == less else first[less])
                held = value_of(hand & 8191, hand >> 13 & 8191, hand >> 26 & 8191, hand >> 39)
                number = more * (more + 1) // 2 + less
                ways[number], more_of[number], less_of[number] = many, more, less
                order[count] = held << 9 | number
                count += 1
    order[:count].sort()
    below = upto = 0
    below_with, upto_with = np.zeros(26, dtype=np.int64), np.zeros(26, dtype=np.int64)
    start = 0
    while start < count:
        end = start
        while end < count and order[end] >> 9 == order[start] >> 9:
            number = order[end] & 511
            more, less = more_of[number], less_of[number]
            upto += ways[number]
            if more == less:
                upto_with[more] += cards[more] - 1
            else:
                upto_with[more] += cards[less]
                upto_with[less] += cards[more]
            end += 1
        for at in range(start, end):
            number = order[at] & 511
            more, less = more_of[number], less_of[number]
            wins = below - below_with[more] - below_with[less]
            ties = upto - upto_with[more] - upto_with[less] + 1 - wins  # its own cards' hand was taken out twice
            net[number] = pays[0] * wins + pays[1] * ties + pays[2] * (against - wins - ties)
            result[number] = wins | ties << 10 | order[at] >> 35 << 20
        for at in range(start, end):
            number = order[at] & 511
            below_with[more_of[number]] = upto_with[more_of[number]]
            below_with[less_of[number]] = upto_with[less_of[number]]
        below, start = upto, end


@kernel
def _judge_all(boards: Ints, ranks: int, pays: Ints, net: Table, result: Table) -> None:
    for at, board in enumerate(boards):
        _judge(board, ranks, pays, net[at], result[at])


# The sums that decide


@kernel
def _river_sums(
    turns: Ints, ranks: int, rivers: Ints, row_of: Table, net: Table, type_of: Table, hand_bits: Ints, sums: Table
) -> None:
    """For every board of four cards and every two others: what a wager on the river nets, over all cards to come."""
    total = np.empty(HANDS, dtype=np.int32)
    for at, four in enumerate(turns):
        total[:] = 0
        for card in range(52):
            if four >> card & 1 or not ranks >> card % 13 & 1:
                continue
            board = four | 1 << card
            row = net[row_of[np.searchsorted(rivers, _first_form(board)[0])]]
            types = type_of[_flush_suit(board)]
            for hand in range(HANDS):
                total[hand] += row[types[hand]]
            for low in range(card):  # hands with the card that came do not meet it
                hand = card * (card - 1) // 2 + low
                total[hand] -= row[types[hand]]
            for high in range(card + 1, 52):
                hand = high * (high - 1) // 2 + card
                total[hand] -= row[types[hand]]
        for hand in range(HANDS):
            sums[at, hand] = 0 if hand_bits[hand] & four else total[hand]


@kernel
def _turn_sums(flops: Ints, ranks: int, turns: Ints, river_sums: Table, moved: Table, sums: Table) -> None:
    """The same for a wager on the turn: the river's sums over all turn cards. (Those of hands on the board are 0.)"""
    total = np.empty(HANDS, dtype=np.int32)
    for at, three in enumerate(flops):
        total[:] = 0
        for card in range(52):
            if three >> card & 1 or not ranks >> card % 13 & 1:
                continue
            form, code = _first_form(three | 1 << card)
            row, to = river_sums[np.searchsorted(turns, form)], moved[code]
            for hand in range(HANDS):
                total[hand] += row[to[hand]]
        for hand in range(HANDS):  # slower to compile as one assignment
            sums[at, hand] = total[hand]


@kernel
def _wagers(turns: Ints, river_sums: Table, flops: Ints, turn_sums: Table, moved: Table, orders: Table) -> None:
    """For every board of four cards and two others: in how many of its four orders which wagers are placed.

    Four counts of eight bits each: neither, only the river's, only the turn's, both.
    """
    placed = np.empty(HANDS, dtype=np.int64)
    for at, four in enumerate(turns):
        placed[:] = 0
        for card in range(52):
            if four >> card & 1:
                form, code = _first_form(four ^ 1 << card)
                row, to = turn_sums[np.searchsorted(flops, form)], moved[code]
                for hand in range(HANDS):
                    placed[hand] += row[to[hand]] > 0
        for hand in range(HANDS):
            river = 8 if river_sums[at, hand] > 0 else 0
            orders[at, hand] = 4 - placed[hand] << river | placed[hand] << river + 16


# The count


@kernel
def _count(
    rivers: Ints,
    rows: Table,
    result: Table,
    turns: Ints,
    orders: Table,
    type_of: Table,
    moved: Table,
    hand_bits: Ints,
    hole_class: Ints,
    pairs: Ints,
    absent: int,
    against: int,
) -> tuple[Ints, Ints]:
    """All deals by hole class, wagers and ending; and those where player and dealer hold one of the given pairs."""
    deals = np.zeros((HOLE_CLASSES, 4, ENDINGS), dtype=np.int64)
    matched = np.zeros((HOLE_CLASSES, 4, ENDINGS), dtype=np.int64)
    total = np.empty(HANDS, dtype=np.int32)
    for at, board in enumerate(rivers):
        alike = _alike(board)
        total[:] = 0
        for card in range(52):
            if board >> card & 1:
                form, code = _first_form(board ^ 1 << card)
                row, to = orders[np.searchsorted(turns, form)], moved[code]
                for hand in range(HANDS):
                    total[hand] += row[to[hand]]
        row, types = result[rows[at]], type_of[_flush_suit(board)]
        for hand in range(HANDS):
            if hand_bits[hand] & (board | absent):
                continue
            found = row[types[hand]]
            wins, ties, kind = alike * (found & 1023), alike * (found >> 10 & 1023), found >> 20
            lower = alike * against - wins - ties
            into = deals[hole_class[hand]]
            for placed in range(4):
                times = total[hand] >> 8 * placed & 255
                into[placed, kind] += times * wins
                into[placed, TIE] += times * ties
                into[placed, LOWER] += times * lower
        for number in range(len(pairs)):
            hand, other = pairs[number]
            if (hand_bits[hand] | hand_bits[other]) & board == 0:
                own, its = hand_bits[hand] | board, hand_bits[other] | board
                mine = value_of(own & 8191, own >> 13 & 8191, own >> 26 & 8191, own >> 39)
                theirs = value_of(its & 8191, its >> 13 & 8191, its >> 26 & 8191, its >> 39)
                ending = mine >> 26 if mine > theirs else TIE if mine == theirs else LOWER
                for placed in range(4):
                    matched[hole_class[hand], placed, ending] += alike * (total[hand] >> 8 * placed & 255)
    return deals, matched


class Sums(NamedTuple):
    """What decides the turn and the river: for every flop and every board of four the sums of all two cards."""

    flops: Ints
    turns: Ints
    turn: Table
    river: Table


class Counts(NamedTuple):
    """Every deal by hole class, wagers placed on turn and river (`2 * turn + river`) and ending, for every ante rule.

    `matched`: those of them in which the dealer's two cards are of the same bonus class.
    """

    deals: Ints
    matched: Ints


# Put together


class Judged(NamedTuple):
    """All boards of five cards, the row of each, and what the rows hold."""

    rivers: Ints
    rows: Table
    net: Table
    result: Table


def prepared(ranks: int, pays: Pays, progress: Progress = silent) -> tuple[Sums, Judged]:
    """The sums that decide the wagers on turn and river, where these pay `pays` when higher, tied and lower; boards."""
    cards = np.array([card for card in range(52) if ranks >> card % 13 & 1])
    flops, turns, rivers = (np.sort(_all_boards(cards, size)) for size in (3, 4, 5))
    _, example, rows = np.unique(_without_suits(rivers), return_index=True, return_inverse=True)
    apart, paid = rivers[example], np.array(pays, dtype=np.int64)
    net, result = (np.zeros((len(apart), TYPES), dtype=np.int32) for _ in range(2))
    river_sums, turn_sums = (np.empty((len(boards), HANDS), dtype=np.int32) for boards in (turns, flops))
    rows = rows.astype(np.int32)

    def judge(part: slice) -> None:
        _judge_all(apart[part], ranks, paid, net[part], result[part])

    def add_rivers(part: slice) -> None:
        _river_sums(turns[part], ranks, rivers, rows, net, TYPE_OF, HAND_BITS, river_sums[part])

    def add_turns(part: slice) -> None:
        _turn_sums(flops[part], ranks, turns, river_sums, MOVED, turn_sums[part])

    _run(judge, len(apart), 2000, share(progress, 0, 35))
    _run(add_rivers, len(turns), 500, share(progress, 35, 90))
    _run(add_turns, len(flops), 200, share(progress, 90, 100))
    return Sums(flops, turns, turn_sums, river_sums), Judged(rivers, rows, net, result)


def _run(task: Callable[[slice], None], length: int, size: int, progress: Progress) -> None:
    """Do a task in parts of `size`."""
    for _ in spread(task, _parts(length, size), progress):
        pass


def _parts(length: int, size: int) -> list[slice]:
    return [slice(start, start + size) for start in range(0, length, size)]


def counts(
    ranks: int, pays: Pays, pairs: Pairs, progress: Progress = silent, ready: tuple[Sums, Judged] | None = None
) -> Counts:
    """Every deal under the best wagers on turn and river; `pairs`: which two cards of player and dealer match.

    Made once: the ante rules differ only in what they pay. `ready`: the preparation, where it is made already.
    """
    if (ranks, pays, pairs) not in _made:
        if ready is None:
            ready, progress = prepared(ranks, pays, share(progress, 0, 55)), share(progress, 55, 100)
        _made[ranks, pays, pairs] = _counted(ranks, pairs, *ready, progress)
    return _made[ranks, pays, pairs]


_made: dict[tuple[int, Pays, Pairs], Counts] = {}


def _counted(ranks: int, pairs: Pairs, decided: Sums, judged: Judged, progress: Progress) -> Counts:
    orders = np.empty_like(decided.river)
    absent = _absent(ranks)
    matching = np.array(pairs, dtype=np.int64).reshape(-1, 2)
    against = comb(4 * ranks.bit_count() - 7, 2)

    def place(part: slice) -> None:
        _wagers(decided.turns[part], decided.river[part], decided.flops, decided.turn, MOVED, orders[part])

    def count(part: slice) -> tuple[Ints, Ints]:
        boards, rows = judged.rivers[part], judged.rows[part]
        made: tuple[Ints, Ints] = _count(
            *(boards, rows, judged.result, decided.turns, orders),
            *(TYPE_OF, MOVED, HAND_BITS, HOLE_CLASS, matching, absent, against),
        )
        return made

    _run(place, len(decided.turns), 1000, share(progress, 0, 10))
    parts = list(spread(count, _parts(len(judged.rivers), 4000), share(progress, 10, 100)))
    deals, matched = (np.sum([part[which] for part in parts], axis=0) for which in (0, 1))
    return Counts(deals, matched)


def _absent(ranks: int) -> int:
    """The cards that are not in the deck."""
    return sum((8191 ^ ranks) << 13 * suit for suit in range(4))


def _matching(rules: Rules) -> Pairs:
    """The two cards of player and dealer that a bonus pays together: both of one class, where the bonus asks for it."""
    found = []
    for bonus in rules.game.bonuses:
        classify = bonus.on(rules.options)
        for hand_class in bonus.both:
            hands = [number for number, hand in enumerate(BITS_OF_HANDS) if classify(suits(hand), 0) == hand_class]
            found += [pair for pair in permutations(hands, 2) if not HAND_BITS[pair[0]] & HAND_BITS[pair[1]]]
    return tuple(found)


def _pays(terms: Terms) -> Pays:
    """What a later wager pays when higher, tied and lower. It must be the same for weak hands."""
    later = terms.later
    assert later[Outcome.PLAYER_HIGHER] == later[Outcome.PLAYER_HIGHER_WEAK]
    return later[Outcome.PLAYER_HIGHER], later[Outcome.TIE], later[Outcome.DEALER_HIGHER]


def _outcomes(rules: Rules) -> tuple[Outcome, ...]:
    """What each ending is under the ante rule."""
    assert rules.ranking.value is best_five and rules.dealer_needs == 0
    least = category(rules.ante_needs)
    assert rules.ante_needs == at_least(least)
    higher = (Outcome.PLAYER_HIGHER if kind >= least else Outcome.PLAYER_HIGHER_WEAK for kind in range(KINDS))
    return *higher, Outcome.TIE, Outcome.DEALER_HIGHER


def _stakes(rules: Rules) -> tuple[tuple[int, ...], ...]:
    """The stakes on flop, turn and river, by the wagers placed on the last two."""
    flop, turn, river = (step.least for step in rules.game.decisions)
    return tuple((flop, placed // 2 * turn, placed % 2 * river) for placed in range(4))


def tally(rules: Rules, terms: Terms, ranks: int = ALL_RANKS, progress: Progress = silent) -> Tally:
    """All deals under optimal play. The flop wager is decided for each of the 169 hole classes.

    Each two cards of a hole class have the same deals, so those that a pay table puts into another class have their
    share of them. What the dealer's cards match does not depend on suits.
    """
    made = counts(ranks, _pays(terms), _matching(rules), progress)
    outcomes, stakes = _outcomes(rules), _stakes(rules)
    rows: Counter[tuple[int, bool, tuple[int, ...] | None, Outcome]] = Counter()
    for hole, groups in _groups(rules, ranks).items():
        hands = sum(groups.values())
        for hand, number in groups.items():
            stays = _worth(rules, terms, made.deals[hole], hand) > terms.fold
            for matched, deals in ((True, made.matched[hole]), (False, made.deals[hole] - made.matched[hole])):
                for placed, ending in np.argwhere(deals).tolist():
                    end = (stakes[placed], outcomes[ending]) if stays else (None, Outcome.FOLD)
                    share_of_deals, rest = divmod(int(deals[placed, ending]) * number, hands)
                    assert rest == 0
                    rows[hand, matched, *end] += share_of_deals
    return Tally(int(made.deals.sum()), tuple(Row(*row, deals) for row, deals in rows.items()))


def _groups(rules: Rules, ranks: int) -> dict[int, Counter[int]]:
    """For each hole class of the deck one hand of each class that pay tables put it into, and how many there are."""
    classes_of, last = of_own_cards(rules), dict[tuple[int, ...], int]()
    held = [each for each in zip(HOLE_CLASS.tolist(), BITS_OF_HANDS, strict=True) if not each[1] & _absent(ranks)]
    for hole, hand in held:
        last[hole, *classes_of(hand)] = hand
    groups: dict[int, Counter[int]] = {}
    for hole, hand in held:
        groups.setdefault(hole, Counter())[last[hole, *classes_of(hand)]] += 1
    return groups


def _examples(ranks: int) -> dict[int, int]:
    """For each hole class of the deck two cards that stand for it."""
    held = zip(HOLE_CLASS.tolist(), BITS_OF_HANDS, strict=True)
    return {hole: hand for hole, hand in held if not hand & _absent(ranks)}


def _worth(rules: Rules, terms: Terms, deals: Ints, hand: int) -> Fraction:
    """What staying in with a hand is worth, per deal, over its deals by wagers placed and ending."""
    total = sum(
        int(deals[placed, ending]) * (terms.ante[outcome] + sum(stakes) * terms.later[outcome])
        for placed, stakes in enumerate(_stakes(rules))
        for ending, outcome in enumerate(_outcomes(rules))
    )
    return Fraction(total, int(deals.sum())) + terms.extra(hand)


# One situation


def hole_words(hand: int) -> str:
    """Two cards as the trade calls them: "A-K suited", "7-2", "9-9"."""
    high, low = sorted((NAMES[card] for card in DECK if card & hand), key=lambda name: -RANKS.index(name[0]))
    return f"{high[0]}-{low[0]}{' suited' if high[1] == low[1] else ''}"


@kernel
def _endings(hand: int, four: int, ranks: int, pays: Ints, type_of: Table) -> Ints:
    """How the deals of one hand end on a board of four cards, over all rivers and dealer's hands."""
    found = np.zeros(ENDINGS, dtype=np.int64)
    net, result = np.zeros(TYPES, dtype=np.int32), np.zeros(TYPES, dtype=np.int32)
    held = HAND_BITS[hand]
    dealt = SIZE[ranks] * 4 - 7
    for card in range(52):
        if not (four | held) >> card & 1 and ranks >> card % 13 & 1:
            board = four | 1 << card
            _judge(board, ranks, pays, net, result)
            of_hand = result[type_of[_flush_suit(board), hand]]
            wins, ties = of_hand & 1023, of_hand >> 10 & 1023
            found[of_hand >> 20] += wins
            found[TIE] += ties
            found[LOWER] += dealt * (dealt - 1) // 2 - wins - ties
    return found


def choices(
    rules: Rules, terms: Terms, hand: int, seen: int, ranks: int = ALL_RANKS, gone: int = 0
) -> dict[tuple[int, ...] | None, Fraction]:
    """What each choice is worth with these two cards, when none, three or four of the community cards are seen.

    It is the worth of the whole round, played as well as can be from there on. On the turn and the river a check is
    `(0,)`; after the turn card the turn's wager is left out, as it adds the same to both choices. Cards elsewhere are
    not counted out.
    """
    assert not gone
    flop, turn, river = (step.least for step in rules.game.decisions)
    hole, pays = BITS_OF_HANDS.index(hand), np.array(_pays(terms), dtype=np.int64)
    if not seen:
        deals = counts(ranks, _pays(terms), _matching(rules)).deals[HOLE_CLASS[hole]]
        return {None: Fraction(terms.fold), (flop,): _worth(rules, terms, deals, hand)}
    check, bet = (np.zeros((4, ENDINGS), dtype=np.int64) for _ in range(2))
    if seen.bit_count() == 4:
        check[0] = bet[1] = _endings(hole, seen, ranks, pays, TYPE_OF)
    else:
        for card in _left(ranks, hand | seen):
            found = _endings(hole, seen | card, ranks, pays, TYPE_OF)
            placed = int(found[:KINDS].sum() * pays[0] + found[TIE] * pays[1] + found[LOWER] * pays[2] > 0)
            check[placed] += found
            bet[2 + placed] += found
    stake = river if seen.bit_count() == 4 else turn
    return {(0,): _worth(rules, terms, check, hand), (stake,): _worth(rules, terms, bet, hand)}


def _left(ranks: int, dealt: int) -> list[int]:
    """The cards of the deck that are not dealt yet."""
    return [card for card in DECK if not card & (dealt | _absent(ranks))]


# Decisions as a person sees them

MADE = (
    *("nothing of your own", "a low pair", "third pair", "second pair", "top pair"),
    *("two pair", "three of a kind", "a straight", "a flush", "a full house or better"),
)
"""A pair is named by how many ranks of the board are above it: over a low one, three or more. Two pair are made with
both your cards."""

DRAW = ("no draw", "an inside straight draw", "an open straight draw", "a flush draw", "a flush and straight draw")
KICKER = (
    *("a low kicker", "the fifth kicker", "the fourth kicker", "the third kicker"),
    *("the second kicker", "the top kicker"),
)
"""Your high card, by how many ranks above it are not on the board: above the top kicker there is none."""

SUITED = ("four of a suit", "three of a suit", "two of a suit", "no two of a suit")
NEAR = ("four of a straight", "three of a straight", "two of a straight", "no two of a straight")

SEEN = (
    hand_feature("your hand", MADE.__getitem__),
    Feature("your draw", DRAW.__getitem__, "or better", "or worse", "{}", "you have {}"),
    Feature("your low card", RANK_WORDS.__getitem__, "or higher", "or lower", "a low card of {}"),
    Feature("your kicker", KICKER.__getitem__, "or better", "or worse", "{}", "you have {}"),
    Feature("the board", ("unpaired", "paired").__getitem__),
    Feature("the board's suits", SUITED.__getitem__, "or fewer", "or more", clause="the board has {}"),
    Feature("the board's run", NEAR.__getitem__, "or fewer", "or more", clause="the board has {}"),
)
RADIX = (10, 5, 13, 6, 2, 4, 4)
"""So many values has each feature; a cell's number is written with these digits."""

CELLS = prod(RADIX)
STRAIGHTS = np.array(STRAIGHT5, dtype=np.int64)
HIGHEST = np.array([ranks.bit_length() - 1 for ranks in range(8192)], dtype=np.int64)


@kernel
def _own_hand(kind: int, board_kind: int, pairs: int, board_ranks: int) -> int:
    """What a player has that the board alone does not give: a number of `MADE`. `pairs`: ranks paired by own cards."""
    if kind > board_kind and kind >= THREE_OF_A_KIND:
        return min(9, kind + 3)
    if pairs and kind < THREE_OF_A_KIND:
        return 5 if SIZE[pairs] == 2 else 4 - min(3, SIZE[board_ranks >> HIGHEST[pairs] + 1])
    return 0


@kernel
def _draw(kind: int, board: int, hand: int, ranks: int, board_ranks: int) -> int:
    """What may come to a hand, with its own cards: a number of `DRAW`."""
    if kind >= STRAIGHT:
        return 0
    flush = straights = 0
    for suit in range(4):
        held = (board | hand) >> 13 * suit & 8191
        if SIZE[held] == 4 and hand >> 13 * suit & 8191:
            flush = 1
    for rank in range(13):
        if STRAIGHTS[ranks | 1 << rank] and not STRAIGHTS[board_ranks | 1 << rank]:
            straights += 1
    return 3 + min(1, straights) if flush else min(2, straights)


@kernel
def _near(ranks: int) -> int:
    """The most ranks that one straight could use."""
    most, cyclic = 0, ranks << 1 | ranks >> 12
    for start in range(10):
        most = max(most, SIZE[cyclic >> start & 31])
    return most


@kernel
def _cell(board: int, hand: int) -> int:
    """The number of the cell that two cards are in on a board of three or four."""
    c, d, h, s = board & 8191, board >> 13 & 8191, board >> 26 & 8191, board >> 39
    board_kind = value_of(c, d, h, s) >> 26
    board_ranks, board_two = c | d | h | s, c & d | (c | d) & (h | s) | h & s
    suited = max(SIZE[c], SIZE[d], SIZE[h], SIZE[s])
    paired = min(1, board_kind)
    c, d, h, s = c | hand & 8191, d | hand >> 13 & 8191, h | hand >> 26 & 8191, s | hand >> 39
    kind = value_of(c, d, h, s) >> 26
    ranks, two = c | d | h | s, c & d | (c | d) & (h | s) | h & s
    own = (hand | hand >> 13 | hand >> 26 | hand >> 39) & 8191
    high = HIGHEST[own]
    low = HIGHEST[own ^ 1 << high] if SIZE[own] == 2 else high
    higher = min(5, 12 - high - SIZE[board_ranks >> high + 1])
    cell = _own_hand(kind, board_kind, two & ~board_two, board_ranks)
    cell = cell * 5 + _draw(kind, board, hand, ranks, board_ranks)
    cell = (cell * 13 + low) * 6 + 5 - higher
    cell = (cell * 2 + paired) * 4 + 4 - suited
    number: int = cell * 4 + 4 - _near(board_ranks)
    return number


@kernel
def _cells(boards: Ints, sums: Table, hand_bits: Ints, stays: Table, absent: int) -> Ints:
    """For every cell how many boards and hands are in it, and what the wager nets there."""
    found = np.zeros((CELLS, 2), dtype=np.int64)
    for at, board in enumerate(boards):
        alike = _alike(board)
        for hand in range(HANDS):
            if stays[hand] and not hand_bits[hand] & (board | absent):
                cell = _cell(board, hand_bits[hand])
                found[cell, 0] += alike
                found[cell, 1] += alike * sums[at, hand]
    return found


def decisions(
    rules: Rules, terms: Terms, ranks: int = ALL_RANKS, progress: Progress = silent
) -> tuple[Decision, Decision, Decision]:
    """The flop's by the two cards; the turn's and the river's by what the hand has made and may make, and the board.

    On the turn and the river the value of a wager is its own net; hands that are best folded never get there.
    """
    pays, examples = _pays(terms), _examples(ranks)
    decided, judged = prepared(ranks, pays, share(progress, 0, 30))
    deals = counts(ranks, pays, _matching(rules), share(progress, 30, 55), (decided, judged)).deals
    worths = {hole: _worth(rules, terms, deals[hole], hand) for hole, hand in examples.items()}
    stays = np.array([worths.get(hole, terms.fold) > terms.fold for hole in HOLE_CLASS.tolist()])
    cards, total = 4 * ranks.bit_count(), int(deals.sum())
    after_river = comb(cards - 7, 2)
    turn, river = (
        _seen(step, boards, found, orders, stays, ranks, total, share(progress, start, end))
        for step, boards, found, orders, start, end in (
            (
                rules.game.decisions[1],
                decided.flops,
                decided.turn,
                (1, (cards - 5) * (cards - 6) * after_river),
                55,
                60,
            ),
            (rules.game.decisions[2], decided.turns, decided.river, (4, 4 * (cards - 6) * after_river), 60, 100),
        )
    )
    return _flop(rules, terms, worths, deals, examples), turn, river


def _seen(
    step: Later,
    boards: Ints,
    found: Table,
    orders: tuple[int, int],
    stays: Table,
    ranks: int,
    total: int,
    progress: Progress,
) -> Decision:
    """A decision with community cards in sight. `orders`: how often each sum counts, and in how many deals."""
    cells = np.zeros((CELLS, 2), dtype=np.int64)

    def count(part: slice) -> Ints:
        made: Ints = _cells(boards[part], found[part], HAND_BITS, stays, _absent(ranks))
        return made

    for part in spread(count, _parts(len(boards), 200 + len(boards) // 12), progress):
        cells += part
    (used,) = np.nonzero(cells[:, 0])
    net = cells[used, 1] * orders[0] * step.least
    return Decision(
        step.name,
        SEEN,
        (step.declined_by, f"{step.least}x"),
        np.stack(np.unravel_index(used, RADIX), axis=1).astype(np.int64),
        np.stack((np.zeros_like(net), net), axis=1),
        cells[used, 0] * orders[1],
        total,
    )


def _flop(rules: Rules, terms: Terms, worths: dict[int, Fraction], deals: Ints, examples: dict[int, int]) -> Decision:
    """Before the flop: by the low card if the two are unsuited, by being suited or a pair, and by the high card."""
    step = rules.game.decisions[0]
    weights = {hole: int(deals[hole].sum()) for hole in examples}
    return Decision(
        step.name,
        BEFORE_FLOP,
        (step.declined_by, f"{step.least}x"),
        np.array([_hole(*divmod(hole, 13)) for hole in examples], dtype=np.int64),
        np.array([(terms.fold * many, floor(worths[hole] * many)) for hole, many in weights.items()], dtype=np.int64),
        np.array(list(weights.values()), dtype=np.int64),
        sum(weights.values()),
    )


HOLE = (
    *(f"unsuited cards with {'an' if low == 'eight' else 'a'} {low}" for low in RANK_WORDS[:-1]),
    *("suited cards", "a pair"),
)
"""Two cards before the flop; the one named is the lower."""

BEFORE_FLOP = (
    Feature("your cards", HOLE.__getitem__, "or better", "or lower", "{}"),
    Feature("your high card", RANK_WORDS.__getitem__, "or higher", "or lower", "a high card of {}"),
)


def _hole(first: int, second: int) -> tuple[int, int]:
    """The features of a hole class: the number in `HOLE`, and the high card. Suited, the first rank is the higher."""
    kind = HOLE.index("a pair" if first == second else "suited cards") if first >= second else first
    return kind, max(first, second)
