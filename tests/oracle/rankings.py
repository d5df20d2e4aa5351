"""Hand rankings of five card games, written for clarity rather than for speed.

A card is a string such as ``"Ah"``.  Every ranking returns a tuple of integers: of two hands of the same
game the one with the greater tuple wins, and equal tuples tie.  Ranks count from 2 to 14, the ace being 14.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

RANKS = "23456789TJQKA"
SUITS = "cdhs"
ACE = 14
ALL_RANKS = tuple(range(2, ACE + 1))
DECK = tuple(rank_letter + suit_letter for suit_letter in SUITS for rank_letter in RANKS)

Value = tuple[int, ...]

THREE_CARD_NAMES = ("high card", "pair", "flush", "straight", "three of a kind", "straight flush")
FOUR_CARD_NAMES = (
    "high card",
    "pair",
    "two pair",
    "straight",
    "flush",
    "three of a kind",
    "straight flush",
    "four of a kind",
)
FIVE_CARD_NAMES = (
    "high card",
    "pair",
    "two pair",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
)


def rank(card: str) -> int:
    """The rank of a card, 2 to 14."""
    return RANKS.index(card[0]) + 2


def suit(card: str) -> str:
    """The suit of a card, one of ``c d h s``."""
    return card[1]


def ranks_high_first(cards: Sequence[str]) -> list[int]:
    """The ranks of the cards, highest first."""
    return sorted((rank(card) for card in cards), reverse=True)


def consecutive_top(ranks: Sequence[int]) -> int | None:
    """The top rank if the ranks are distinct and run on without a gap, else None.

    An ace stands above the king or below the two, never between them.
    """
    if len(set(ranks)) != len(ranks):
        return None
    ace_high = sorted(ranks)
    ace_low = sorted(1 if value == ACE else value for value in ranks)
    for ordered in (ace_high, ace_low):
        if ordered[-1] - ordered[0] == len(ordered) - 1:
            return ordered[-1]
    return None


def one_suit(cards: Sequence[str]) -> bool:
    """Whether all cards are of one suit."""
    return len({suit(card) for card in cards}) == 1


def by_count(cards: Sequence[str]) -> list[tuple[int, int]]:
    """(how often, rank) for every rank present: the most frequent first, then the highest."""
    ranks = [rank(card) for card in cards]
    return sorted(((ranks.count(value), value) for value in set(ranks)), reverse=True)


# --------------------------------------------------------------------------------------------------
# Three Card Poker


def three_card(cards: Sequence[str]) -> Value:
    """A Three Card Poker hand (NJ TCP 19:47-20.3; reading 13: the pair's rank before the other card)."""
    assert len(cards) == 3
    high_first = ranks_high_first(cards)
    top = consecutive_top(high_first)
    groups = by_count(cards)
    counts = [count for count, _ in groups]
    grouped = [value for _, value in groups]
    if top is not None and one_suit(cards):
        return (THREE_CARD_NAMES.index("straight flush"), top)
    if counts == [3]:
        return (THREE_CARD_NAMES.index("three of a kind"), *grouped)
    if top is not None:
        return (THREE_CARD_NAMES.index("straight"), top)
    if one_suit(cards):
        return (THREE_CARD_NAMES.index("flush"), *high_first)
    if counts == [2, 1]:
        return (THREE_CARD_NAMES.index("pair"), *grouped)
    return (THREE_CARD_NAMES.index("high card"), *high_first)


def three_card_name(value: Value) -> str:
    """The name of a :func:`three_card` hand's class."""
    return THREE_CARD_NAMES[value[0]]


# --------------------------------------------------------------------------------------------------
# Four Card Poker


def exactly_four(cards: Sequence[str]) -> Value:
    """The value of four given cards (NJ FCP 19:47-27.3; reading 13)."""
    assert len(cards) == 4
    high_first = ranks_high_first(cards)
    top = consecutive_top(high_first)
    groups = by_count(cards)
    counts = [count for count, _ in groups]
    grouped = [value for _, value in groups]
    if counts == [4]:
        return (FOUR_CARD_NAMES.index("four of a kind"), *grouped)
    if top is not None and one_suit(cards):
        return (FOUR_CARD_NAMES.index("straight flush"), top)
    if counts == [3, 1]:
        return (FOUR_CARD_NAMES.index("three of a kind"), *grouped)
    if one_suit(cards):
        return (FOUR_CARD_NAMES.index("flush"), *high_first)
    if top is not None:
        return (FOUR_CARD_NAMES.index("straight"), top)
    if counts == [2, 2]:
        return (FOUR_CARD_NAMES.index("two pair"), *grouped)
    if counts == [2, 1, 1]:
        return (FOUR_CARD_NAMES.index("pair"), *grouped)
    return (FOUR_CARD_NAMES.index("high card"), *high_first)


def four_card(cards: Sequence[str]) -> Value:
    """The best four of a player's five or the dealer's six cards (NJ FCP 19:47-27.1, 27.3, 27.10(d))."""
    return max(exactly_four(chosen) for chosen in combinations(cards, 4))


def four_card_name(value: Value) -> str:
    """The name of a :func:`four_card` hand's class."""
    return FOUR_CARD_NAMES[value[0]]


# --------------------------------------------------------------------------------------------------
# Texas Hold 'Em Bonus


def five_card(cards: Sequence[str]) -> Value:
    """Ordinary five card poker (rules THB); ace to five is the lowest straight."""
    assert len(cards) == 5
    high_first = ranks_high_first(cards)
    top = consecutive_top(high_first)
    groups = by_count(cards)
    counts = [count for count, _ in groups]
    grouped = [value for _, value in groups]
    if top is not None and one_suit(cards):
        return (FIVE_CARD_NAMES.index("straight flush"), top)
    if counts == [4, 1]:
        return (FIVE_CARD_NAMES.index("four of a kind"), *grouped)
    if counts == [3, 2]:
        return (FIVE_CARD_NAMES.index("full house"), *grouped)
    if one_suit(cards):
        return (FIVE_CARD_NAMES.index("flush"), *high_first)
    if top is not None:
        return (FIVE_CARD_NAMES.index("straight"), top)
    if counts == [3, 1, 1]:
        return (FIVE_CARD_NAMES.index("three of a kind"), *grouped)
    if counts == [2, 2, 1]:
        return (FIVE_CARD_NAMES.index("two pair"), *grouped)
    if counts == [2, 1, 1, 1]:
        return (FIVE_CARD_NAMES.index("pair"), *grouped)
    return (FIVE_CARD_NAMES.index("high card"), *high_first)


def best_five(cards: Sequence[str]) -> Value:
    """The best five of two hole cards and five community cards (NJ THB 19:47-28.1 "hand")."""
    return max(five_card(chosen) for chosen in combinations(cards, 5))


def five_card_name(value: Value) -> str:
    """The name of a :func:`five_card` hand's class; the ace-high straight flush is a royal flush."""
    name = FIVE_CARD_NAMES[value[0]]
    return "royal flush" if name == "straight flush" and value[1] == ACE else name


# --------------------------------------------------------------------------------------------------
# High Card Flush


def longest_flush(cards: Sequence[str]) -> Value:
    """Length of the largest flush, then its ranks, highest first (NJ HCF 13:69F-38.5(b); MA HCF 5(b))."""
    flushes = []
    for wanted in SUITS:
        held = [card for card in cards if suit(card) == wanted]
        flushes.append((len(held), *ranks_high_first(held)))
    return max(flushes)


def longest_straight_flush(cards: Sequence[str]) -> tuple[int, int]:
    """(length, top rank) of the longest run in one suit (NJ HCF 13:69F-38.5(a),(c); MA HCF 5(a),(c)).

    All subsets of the cards are tried.  An ace runs with king or with two and three, never with both.  A hand
    without any two cards that follow each other in suit has length 1.
    """
    found = []
    for length in range(1, len(cards) + 1):
        for chosen in combinations(cards, length):
            top = consecutive_top([rank(card) for card in chosen])
            if one_suit(chosen) and top is not None:
                found.append((length, top))
    return max(found)


# --------------------------------------------------------------------------------------------------
# What The Flush


def naturals_and_wilds(cards: Sequence[str], wanted: str) -> tuple[list[int], int]:
    """The ranks of the cards of one suit that are not twos, and the number of twos of any suit.

    Every two is wild and lengthens a flush whatever its suit (NJ WTF 13:69F-38.5(a), 38.10(b),(c); WTF card).
    """
    naturals = [rank(card) for card in cards if suit(card) == wanted and rank(card) != 2]
    wilds = sum(1 for card in cards if rank(card) == 2)
    return naturals, wilds


def wild_flush_length(cards: Sequence[str]) -> int:
    """The number of cards in the longest flush, wild twos included (NJ WTF 13:69F-38.10(b),(c))."""
    lengths = []
    for wanted in SUITS:
        naturals, wilds = naturals_and_wilds(cards, wanted)
        lengths.append(len(naturals) + wilds)
    return max(lengths)


def longest_wild_flushes(cards: Sequence[str]) -> list[tuple[list[int], int]]:
    """(natural ranks, number of wilds) of every suit in which the longest flush can be made."""
    longest = wild_flush_length(cards)
    flushes = [naturals_and_wilds(cards, wanted) for wanted in SUITS]
    return [(naturals, wilds) for naturals, wilds in flushes if len(naturals) + wilds == longest]


def readings(naturals: Sequence[int], wilds: int) -> Iterator[list[int]]:
    """Every way to read a flush's wilds, each at a rank of its own that the flush lacks (reading 21)."""
    missing = [value for value in ALL_RANKS if value not in naturals]
    for chosen in combinations(missing, wilds):
        yield [*naturals, *chosen]


def ranked_as(naturals: Sequence[int], wilds: int, wild_rank: str) -> list[int]:
    """The ranks of a flush, highest first, with its wilds ranked by the option (readings 1 and 21)."""
    ranks = list(naturals)
    for _ in range(wilds):
        if wild_rank == "highest_missing":
            ranks.append(max(value for value in ALL_RANKS if value not in ranks))
        elif wild_rank == "ace":
            ranks.append(ACE)
        elif wild_rank == "two":
            ranks.append(2)
        else:
            raise ValueError(wild_rank)
    return sorted(ranks, reverse=True)


def wild_flush(
    cards: Sequence[str], wild_rank: str = "highest_missing", straight_flush_outranks: bool = False
) -> Value:
    """A What The Flush hand: length, then ranks (NJ WTF 13:69F-38.5, 38.10(b),(c); readings 1, 2, 20 and 21).

    With ``straight_flush_outranks`` a 1 follows the length, and then the top card, if some reading of the
    wilds makes the flush run on without a gap; a 0, and then the ranks, if none does.
    """
    values: list[Value] = []
    for naturals, wilds in longest_wild_flushes(cards):
        length = len(naturals) + wilds
        ranks = ranked_as(naturals, wilds, wild_rank)
        if not straight_flush_outranks:
            values.append((length, *ranks))
            continue
        tops = [consecutive_top(reading) for reading in readings(naturals, wilds)]
        straights = [top for top in tops if top is not None]
        values.append((length, 1, max(straights)) if straights else (length, 0, *ranks))
    return max(values)


def wild_straight_flush(cards: Sequence[str]) -> int:
    """The length of the longest straight flush with wild twos (NJ WTF 13:69F-38.5(a),(e); WTF card 10).

    For every suit, length and lowest rank, a run is made if its ranks that are not held naturally are no more
    than the twos held.  The ace may also stand below the two.
    """
    best = 1
    for wanted in SUITS:
        naturals, wilds = naturals_and_wilds(cards, wanted)
        for length in range(1, len(cards) + 1):
            for lowest in range(1, ACE + 2 - length):
                run = [ACE if value == 1 else value for value in range(lowest, lowest + length)]
                lacking = [value for value in run if value not in naturals]
                if len(lacking) <= wilds:
                    best = max(best, length)
    return best


def flush_rush_length(cards: Sequence[str], pays_straights: bool = True) -> int:
    """The flush length that the Flush Rush pays, or 0 (NJ WTF 13:69F-38.5(d), 38.11(c); readings 3 and 21).

    If straights are not paid, a flush that runs on without a gap however its wilds are read is paid nothing,
    not even as a shorter flush.
    """
    length = wild_flush_length(cards)
    if length < 5:
        return 0
    if pays_straights:
        return length
    for naturals, wilds in longest_wild_flushes(cards):
        if any(consecutive_top(reading) is None for reading in readings(naturals, wilds)):
            return length
    return 0
