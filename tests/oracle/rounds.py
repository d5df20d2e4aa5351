"""Random valid rounds of five card games, in the input format of ``pitboss settle``.

:func:`random_round` draws everything from the generator it is given, so that a seed gives the same rounds
again.  Some rounds have a stacked deck: long flushes, straight flushes, ties and hands at a limit come up
often there.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from .rankings import ACE, DECK, RANKS, SUITS, longest_flush, rank, suit, wild_flush_length
from .settlement import (
    ACES_UP,
    FLUSH_BONUS,
    FLUSH_RUSH,
    FOUR_CARD_ANTE_BONUS,
    LATER_WAGERS,
    PAIR_PLUS,
    PROGRESSIVE_DOLLARS,
    STRAIGHT_FLUSH_BONUS,
    SUPER_FLUSH_RUSH,
    WAGERS,
    money,
)

JURISDICTIONS = {
    "three-card-poker": ("nj",),
    "four-card-poker": ("nj",),
    "high-card-flush": ("nj", "ma"),
    "what-the-flush": ("nj", "card"),
    "texas-holdem-bonus": ("nj",),
}
PLAYER_CARDS = {
    "three-card-poker": 3,
    "four-card-poker": 5,
    "high-card-flush": 7,
    "what-the-flush": 7,
    "texas-holdem-bonus": 2,
}
OTHER_CARDS = {
    "three-card-poker": {"dealer": 3},
    "four-card-poker": {"dealer": 6},
    "high-card-flush": {"dealer": 7},
    "what-the-flush": {"exposed": 1, "dealer": 7},
    "texas-holdem-bonus": {"dealer": 2, "community": 5},
}

Json = dict[str, Any]


# --------------------------------------------------------------------------------------------------
# Dealing


class Table:
    """The deck and the hands of one round, some cards of which may be chosen before the rest is dealt.

    A hand is named by ``"dealer"``, ``"exposed"`` (the dealer's card that What The Flush turns up),
    ``"community"`` or the number of a position.
    """

    def __init__(self, game: str, seats: Sequence[int], rng: random.Random) -> None:
        self.rng = rng
        self.seats = [str(number) for number in seats]
        self.room = dict(OTHER_CARDS[game])
        self.room.update(dict.fromkeys(self.seats, PLAYER_CARDS[game]))
        self.hands: dict[str, list[str]] = {name: [] for name in self.room}
        self.free = rng.sample(DECK, len(DECK))

    def give(self, name: str, cards: Sequence[str]) -> bool:
        """Put chosen cards into a hand; if one is gone or there is no room, nothing happens."""
        if len(self.hands[name]) + len(cards) > self.room[name] or len(set(cards)) != len(cards):
            return False
        if any(card not in self.free for card in cards):
            return False
        for card in cards:
            self.free.remove(card)
        self.hands[name].extend(cards)
        return True

    def pad(self, name: str, most: int, keep: str = "") -> None:
        """Fill a hand as far as it goes without twos, the suit ``keep``, and suits above ``most`` cards."""
        for card in list(self.free):
            held = [suit(other) for other in self.hands[name]]
            if rank(card) != 2 and suit(card) != keep and held.count(suit(card)) < most:
                self.give(name, [card])

    def deal(self) -> None:
        """Fill all hands and mix each."""
        for name, hand in self.hands.items():
            while len(hand) < self.room[name]:
                hand.append(self.free.pop())
            self.rng.shuffle(hand)

    def some_seats(self, most: int) -> list[str]:
        """One position or more, at random."""
        return self.rng.sample(self.seats, self.rng.randint(1, min(most, len(self.seats))))

    def suits(self) -> list[str]:
        """The four suits in random order."""
        return self.rng.sample(SUITS, 4)


def card(value: int, wanted: str) -> str:
    """The card of a rank and a suit; 1 is the ace too."""
    return RANKS[(ACE if value == 1 else value) - 2] + wanted


def suited(values: Sequence[int], wanted: str) -> list[str]:
    """Cards of one suit."""
    return [card(value, wanted) for value in values]


def run(rng: random.Random, length: int) -> list[int]:
    """Consecutive ranks; the ends, ace low and ace high, come up often."""
    lowest = rng.choice([1, 1, ACE + 1 - length, *range(1, ACE + 2 - length)])
    return list(range(lowest, lowest + length))


def mixed(rng: random.Random, values: Sequence[int]) -> list[str]:
    """Cards of these distinct ranks, not all of one suit."""
    while True:
        cards = [card(value, rng.choice(SUITS)) for value in values]
        if len({suit(one) for one in cards}) > 1:
            return cards


def alike(rng: random.Random, value: int, count: int) -> list[str]:
    """Some cards of one rank."""
    return [card(value, wanted) for wanted in rng.sample(SUITS, count)]


def any_rank(rng: random.Random) -> int:
    """A rank, aces and twos more often than others."""
    ranks: list[int] = [2, ACE, ACE, *range(2, ACE + 1)]
    return rng.choice(ranks)


def recoloured(rng: random.Random, cards: Sequence[str]) -> list[str]:
    """The same cards with the four suits exchanged."""
    new_suits = dict(zip(SUITS, rng.sample(SUITS, 4), strict=True))
    return [one[0] + new_suits[suit(one)] for one in cards]


# --------------------------------------------------------------------------------------------------
# Stacked decks: Three Card Poker


def three_card_hand(rng: random.Random) -> list[str]:
    """A paid hand, each kind about as often as the others."""
    kind = rng.choice(["straight flush", "three of a kind", "straight", "flush", "pair"])
    if kind == "straight flush":
        return suited(run(rng, 3), rng.choice(SUITS))
    if kind == "three of a kind":
        return alike(rng, any_rank(rng), 3)
    if kind == "straight":
        return mixed(rng, run(rng, 3))
    if kind == "flush":
        return suited(rng.sample(range(2, ACE + 1), 3), rng.choice(SUITS))
    return alike(rng, any_rank(rng), 2)


def stack_three_card_hands(table: Table) -> None:
    """Paid hands for positions and the dealer."""
    for name in table.some_seats(4) + table.rng.choice([[], ["dealer"]]):
        table.give(name, three_card_hand(table.rng))


def stack_three_card_qualifying(table: Table) -> None:
    """A dealer at or just below queen high; a position with nearly the same cards (20.11(a)1)."""
    rng = table.rng
    high = rng.choice([11, 12, 12, 13])
    table.give("dealer", mixed(rng, [high, *rng.sample(range(2, high), 2)]))
    table.give(table.seats[0], mixed(rng, [high, *rng.sample(range(2, high), 2)]))


def stack_tie_with_dealer(table: Table) -> None:
    """Positions with the dealer's ranks in other suits, or with one card of another rank."""
    rng = table.rng
    size = min(table.room["dealer"], min(table.room[seat] for seat in table.seats))
    if size == 3 and rng.random() < 0.5:
        ranks = [rank(one) for one in three_card_hand(rng)]
    else:
        ranks = [any_rank(rng) for _ in range(size)]
    if len(ranks) < size:
        ranks.append(any_rank(rng))
    wanted = [card(value, rng.choice(SUITS)) for value in ranks]
    table.give("dealer", wanted)
    for seat in table.some_seats(2):
        others = recoloured(rng, wanted)
        if rng.random() < 0.4:
            others[-1] = card(any_rank(rng), rng.choice(SUITS))
        table.give(seat, others)


# --------------------------------------------------------------------------------------------------
# Stacked decks: Four Card Poker


def four_card_hand(rng: random.Random) -> list[str]:
    """A paid hand, each kind about as often as the others."""
    kind = rng.choice(["quads", "straight flush", "trips", "flush", "straight", "two pair", "aces", "pair"])
    if kind == "quads":
        return alike(rng, any_rank(rng), 4)
    if kind == "straight flush":
        return suited(run(rng, 4), rng.choice(SUITS))
    if kind == "trips":
        return alike(rng, any_rank(rng), 3)
    if kind == "flush":
        return suited(rng.sample(range(2, ACE + 1), 4), rng.choice(SUITS))
    if kind == "straight":
        return mixed(rng, run(rng, 4))
    if kind == "two pair":
        high, low = rng.sample(range(2, ACE + 1), 2)
        return alike(rng, high, 2) + alike(rng, low, 2)
    return alike(rng, ACE if kind == "aces" else rng.choice([12, 13, any_rank(rng)]), 2)


def stack_four_card_hands(table: Table) -> None:
    """Paid hands for positions and the dealer."""
    for name in table.some_seats(4) + table.rng.choice([[], ["dealer"]]):
        table.give(name, four_card_hand(table.rng))


def stack_four_card_ties(table: Table) -> None:
    """The same four ranks for a position and the dealer, where the cards allow it (27.11(a)1)."""
    wanted = four_card_hand(table.rng)
    table.give("dealer", wanted)
    for seat in table.some_seats(2):
        table.give(seat, recoloured(table.rng, wanted))


# --------------------------------------------------------------------------------------------------
# Stacked decks: High Card Flush


def stack_straight_flushes(table: Table) -> None:
    """Runs of three to seven in suits of their own, for one position or several."""
    rng = table.rng
    lengths = rng.choice([[3, 4, 5, 6, 7], [6, 7], [7]])
    for seat, wanted in zip(table.some_seats(4), table.suits(), strict=False):
        table.give(seat, suited(run(rng, rng.choice(lengths)), wanted))


def stack_ace_to_nine(table: Table) -> None:
    """Ace to nine suited for one position or two; now and then the eight as well (38.11(e) C and D)."""
    rng = table.rng
    for seat, wanted in zip(table.some_seats(2), table.suits(), strict=False):
        table.give(seat, suited(range(rng.choice([8, 9, 9]), ACE + 1), wanted))


def stack_two_runs(table: Table) -> None:
    """Two runs in one hand, in one suit or in two; king, ace and two of a suit (38.5(a), 38.11(i))."""
    rng = table.rng
    first, second = table.suits()[:2]
    seat = rng.choice(table.seats)
    if rng.random() < 0.4:
        table.give(seat, suited([13, ACE, 2], first))
        table.give(seat, suited(rng.choice([[3], [12], [3, 12], [3, 4, 11, 12]]), first))
        return
    for wanted in (first, rng.choice([first, second])):
        table.give(seat, suited(run(rng, rng.choice([3, 3, 4])), wanted))


def stack_long_flushes(table: Table) -> None:
    """Flushes of four to seven cards for positions and the dealer."""
    rng = table.rng
    for name, wanted in zip(rng.sample([*table.some_seats(3), "dealer"], 2), table.suits(), strict=False):
        table.give(name, suited(rng.sample(range(2, ACE + 1), rng.randint(4, 7)), wanted))


def stack_equal_flushes(table: Table) -> None:
    """A position and the dealer with the same flush, or with one that differs in its lowest card."""
    rng = table.rng
    length = rng.randint(3, 6)
    first, second = table.suits()[:2]
    values = sorted(rng.sample(range(3, ACE + 1), length), reverse=True)
    others = list(values)
    if rng.random() < 0.4:
        others[-1] = rng.choice([value for value in range(3, ACE + 1) if value not in values] or values)
    seat = rng.choice(table.seats)
    if table.give("dealer", suited(values, first)) and table.give(seat, suited(others, second)):
        table.pad(seat, 2, second)
        table.pad("dealer", 2, first)


def stack_flush_qualifying(table: Table) -> None:
    """A dealer with a flush of three cards, or of four, that is eight, nine or ten high (38.1)."""
    rng = table.rng
    wanted = rng.choice(SUITS)
    high = rng.choice([8, 8, 9, 9, 10])
    length = rng.choice([3, 3, 3, 4])
    if table.give("dealer", suited([high, *rng.sample(range(2, high), length - 1)], wanted)):
        table.pad("dealer", 2, wanted)


# --------------------------------------------------------------------------------------------------
# Stacked decks: What The Flush


def twos(rng: random.Random, most: int) -> list[str]:
    """Some twos."""
    return alike(rng, 2, rng.randint(1, most))


def stack_twos(table: Table) -> None:
    """Twos for positions and the dealer, and long suits beside them."""
    rng = table.rng
    for name, wanted in zip(rng.sample([*table.seats, "dealer"], 2), table.suits(), strict=False):
        table.give(name, twos(rng, 4))
        table.give(name, suited(rng.sample(range(3, ACE + 1), rng.randint(2, 4)), wanted))


def stack_exposed_two(table: Table) -> None:
    """A two turned up by the dealer, at times with another two among the seven that are left (38.10(a))."""
    rng = table.rng
    table.give("exposed", alike(rng, 2, 1))
    if rng.random() < 0.5:
        table.give("dealer", twos(rng, 3))


def stack_eight_card_flush(table: Table) -> None:
    """Seven or eight cards of one suit for the dealer, twos among them; a long flush beside (reading 20)."""
    rng = table.rng
    first, second = table.suits()[:2]
    wilds = rng.choice([0, 0, 1, 2, 3])
    values = run(rng, 8) if rng.random() < 0.3 else rng.sample(range(3, ACE + 1), 8)
    naturals = [value for value in values if value != 2][: 8 - wilds]
    table.give("exposed", suited(naturals[:1], first))
    table.give("dealer", alike(rng, 2, wilds))
    table.give("dealer", suited(naturals[1:], first))
    table.give(rng.choice(table.seats), suited(rng.sample(range(3, ACE + 1), rng.randint(5, 7)), second))


def with_wilds(rng: random.Random, values: Sequence[int], wanted: str) -> list[str]:
    """A flush of these ranks in which twos stand for some; the rank two is always a wild one."""
    wilds = rng.choice([0, 0, 1, 1, 2, 3])
    naturals = [value for value in values if value != 2]
    wilds = min(max(wilds, len(values) - len(naturals)), len(values) - 1)
    kept = rng.sample(naturals, len(values) - wilds)
    return suited(kept, wanted) + alike(rng, 2, wilds)


def stack_wild_runs(table: Table) -> None:
    """Straight flushes of four to seven cards with twos in them, against the dealer's flush at times."""
    rng = table.rng
    first, second = table.suits()[:2]
    length = rng.randint(4, 7)
    seat = rng.choice(table.seats)
    if table.give(seat, with_wilds(rng, run(rng, length), first)):
        table.pad(seat, 2, first)
    if rng.random() < 0.6:
        values = run(rng, length) if rng.random() < 0.5 else rng.sample(range(3, ACE + 1), length)
        if table.give("dealer", with_wilds(rng, values, second)):
            table.give("exposed", [rng.choice([one for one in table.free if suit(one) != second])])
            table.pad("dealer", 2, second)


def stack_equal_wild_flushes(table: Table) -> None:
    """The same flush for a position and the dealer, a two standing for the ace or the king of one."""
    rng = table.rng
    first, second = table.suits()[:2]
    values = [ACE, 13, *rng.sample(range(3, 13), rng.randint(1, 4))]
    seat = rng.choice(table.seats)
    for name, wanted in ((seat, first), ("dealer", second)):
        dropped = rng.choice([0, 0, ACE, 13])
        cards = suited([value for value in values if value != dropped], wanted)
        if dropped:
            cards += alike(rng, 2, 1)
        if table.give(name, cards):
            table.pad(name, 2, wanted)
    if not table.hands["exposed"]:
        table.give("exposed", [rng.choice([one for one in table.free if suit(one) != second])])


# --------------------------------------------------------------------------------------------------
# Stacked decks: Texas Hold 'Em Bonus


def stack_hole_cards(table: Table) -> None:
    """Two cards the bonus wager pays on; aces for a position and the dealer often."""
    rng = table.rng
    if rng.random() < 0.4:
        aces = alike(rng, ACE, 4)
        table.give(rng.choice(table.seats), aces[:2])
        table.give("dealer", aces[2:])
    for seat in table.some_seats(4):
        if rng.random() < 0.5:
            table.give(seat, alike(rng, any_rank(rng), 2))
        else:
            low = rng.choice([13, 12, 11, 10])
            table.give(seat, [card(ACE, rng.choice(SUITS)), card(low, rng.choice(SUITS))])


def stack_board_plays(table: Table) -> None:
    """A board that is a straight, flush, full house, four of a kind or straight flush by itself."""
    rng = table.rng
    kind = rng.choice(["straight", "flush", "full house", "quads", "straight flush", "royal", "two pair"])
    high, low = rng.sample(range(2, ACE + 1), 2)
    boards: dict[str, Callable[[], list[str]]] = {
        "straight": lambda: mixed(rng, run(rng, 5)),
        "flush": lambda: suited(rng.sample(range(2, ACE + 1), 5), rng.choice(SUITS)),
        "full house": lambda: alike(rng, high, 3) + alike(rng, low, 2),
        "quads": lambda: [*alike(rng, high, 4), card(rng.choice([ACE, low]), rng.choice(SUITS))],
        "straight flush": lambda: suited(run(rng, 5), rng.choice(SUITS)),
        "royal": lambda: suited(range(10, ACE + 1), rng.choice(SUITS)),
        "two pair": lambda: alike(rng, high, 2) + alike(rng, low, 2),
    }
    table.give("community", boards[kind]())


def stack_board_helps(table: Table) -> None:
    """Four cards to a straight, flush or straight flush on the board, and a card that completes it."""
    rng = table.rng
    values = run(rng, 5)
    wanted = rng.choice(SUITS)
    cards = suited(values, wanted) if rng.random() < 0.6 else mixed(rng, values)
    rng.shuffle(cards)
    for name in table.rng.sample([*table.seats, "dealer"], 1):
        held = rng.randint(1, 2)
        table.give(name, cards[:held])
        table.give("community", cards[held:])


def stack_sets(table: Table) -> None:
    """Pairs in the hole that the board matches: three and four of a kind, full houses."""
    rng = table.rng
    for name in rng.sample([*table.seats, "dealer"], 2):
        value = any_rank(rng)
        cards = alike(rng, value, rng.choice([3, 4]))
        table.give(name, cards[:2])
        table.give("community", cards[2:])
    if rng.random() < 0.5:
        table.give("community", alike(rng, any_rank(rng), 2))


STACKS: dict[str, tuple[Callable[[Table], None], ...]] = {
    "three-card-poker": (stack_three_card_hands, stack_three_card_qualifying, stack_tie_with_dealer),
    "four-card-poker": (stack_four_card_hands, stack_four_card_ties, stack_tie_with_dealer),
    "high-card-flush": (
        stack_straight_flushes,
        stack_straight_flushes,
        stack_ace_to_nine,
        stack_two_runs,
        stack_long_flushes,
        stack_equal_flushes,
        stack_flush_qualifying,
    ),
    "what-the-flush": (
        stack_twos,
        stack_exposed_two,
        stack_eight_card_flush,
        stack_wild_runs,
        stack_equal_wild_flushes,
        stack_straight_flushes,
        stack_long_flushes,
    ),
    "texas-holdem-bonus": (
        stack_hole_cards,
        stack_board_plays,
        stack_board_helps,
        stack_sets,
        stack_tie_with_dealer,
    ),
}


# --------------------------------------------------------------------------------------------------
# Options


def raised(rng: random.Random, odds: Sequence[int]) -> list[int]:
    """Odds no less than these, as a list."""
    return [value + rng.choice([0, 0, 1, 3, 50]) for value in odds]


def at_times(rng: random.Random, options: Json, name: str, values: Sequence[Any], chance: float) -> None:
    """Set an option with some chance, to a value at random."""
    if rng.random() < chance:
        options[name] = rng.choice(values)


def three_card_options(rng: random.Random, options: Json) -> None:
    """Versions, pair plus tables and ante bonuses; 1-5-6 only where 20.11(a)3i allows it."""
    versions = ["standard", "ante_covers_pair_plus", "ante_covers_half", "both_compulsory"]
    at_times(rng, options, "version", versions, 0.6)
    standard = options.get("version", "standard") == "standard"
    tables: list[str | None] = [*PAIR_PLUS, "B"]
    at_times(rng, options, "pair_plus", [*tables, None] if standard else tables, 0.7)
    bonuses = ["1-4-5"] if standard or options.get("pair_plus") != "B" else ["1-4-5", "1-5-6", "1-5-6"]
    at_times(rng, options, "ante_bonus", bonuses, 0.7)


def four_card_options(rng: random.Random, options: Json) -> None:
    """Aces up tables, and better odds than the text's."""
    printed = rng.choice([list(odds.values()) for odds in ACES_UP.values()])
    at_times(rng, options, "aces_up", [*ACES_UP, None, printed, raised(rng, printed)], 0.7)
    bonus = list(FOUR_CARD_ANTE_BONUS.values())
    at_times(rng, options, "ante_bonus", [bonus, raised(rng, bonus)], 0.4)


def high_card_flush_options(rng: random.Random, options: Json) -> None:
    """Tables of all letters, the licensee's own amounts, limits, and the readings that are options."""
    at_times(rng, options, "flush_bonus", [*FLUSH_BONUS, None], 0.7)
    own = sorted((rng.randint(1, 9000) for _ in range(5)), reverse=True)
    own_table = {"G": rng.choice([own, [500, 200, 100, 50, 8]])}
    at_times(rng, options, "straight_flush_bonus", [*STRAIGHT_FLUSH_BONUS, own_table, own_table, None], 0.7)
    at_times(rng, options, "progressive", [*PROGRESSIVE_DOLLARS, "C", "D", None], 0.8)
    at_times(rng, options, "seven_card_suit", SUITS, 0.3)
    at_times(rng, options, "progressive_order", ["dealer_right_first", "dealer_left_first"], 0.4)
    at_times(rng, options, "progressive_survives_fold", [False, True], 0.4)
    limits = [money(rng.choice([rng.randint(1, 5000), rng.randint(5000, 10**6), 10**7])) for _ in range(3)]
    at_times(rng, options, "max_per_hand", limits, 0.3)
    at_times(rng, options, "max_per_round", limits, 0.3)


def what_the_flush_options(rng: random.Random, options: Json) -> None:
    """Wild ranks, the readings that are options, and better odds than the text's."""
    at_times(rng, options, "wild_rank", ["highest_missing", "ace", "two"], 0.6)
    at_times(rng, options, "straight_flush_outranks", [False, True], 0.6)
    at_times(rng, options, "flush_rush_pays_straights", [False, True], 0.6)
    rush, super_rush = list(FLUSH_RUSH.values()), list(SUPER_FLUSH_RUSH.values())
    at_times(rng, options, "flush_rush", [None, rush, raised(rng, rush)], 0.3)
    at_times(rng, options, "super_flush_rush", [None, super_rush, raised(rng, super_rush)], 0.3)


def texas_options(rng: random.Random, options: Json) -> None:
    """The hand from which the ante wins; a bonus that outlives a fold, or is not offered."""
    at_times(rng, options, "ante_wins_with", ["flush", "straight"], 0.6)
    at_times(rng, options, "bonus_survives_fold", [False, True], 0.6)
    at_times(rng, options, "bonus", [None], 0.04)


OPTIONS: dict[str, Callable[[random.Random, Json], None]] = {
    "three-card-poker": three_card_options,
    "four-card-poker": four_card_options,
    "high-card-flush": high_card_flush_options,
    "what-the-flush": what_the_flush_options,
    "texas-holdem-bonus": texas_options,
}


# --------------------------------------------------------------------------------------------------
# Wagers and decisions


def amount(rng: random.Random) -> int:
    """A stake in cents: round, odd, very small or very large."""
    return rng.choice(
        [
            500 * rng.randint(1, 40),
            rng.choice([735, 1001, 1, 3333, 2500, 50]),
            rng.randint(1, 50_000),
            rng.randint(100, 10_000),
            rng.choice([10**8, rng.randint(10**6, 10**8)]) if rng.random() < 0.2 else 1000,
        ]
    )


def bonus_wagers(game: str, options: Json) -> list[str]:
    """The wagers beside the main game that are offered."""
    wagers = [wager for wager in WAGERS[game] if wager != "ante" and wager not in LATER_WAGERS]
    return [wager for wager in wagers if options.get(wager, "offered") is not None]


def opening_wagers(game: str, options: Json, rng: random.Random) -> dict[str, int]:
    """The wagers of one position before the deal, in cents."""
    ante = amount(rng)
    wagers = {"ante": ante}
    for wager in bonus_wagers(game, options):
        if rng.random() < 0.65:
            wagers[wager] = 100 if wager == "progressive" else amount(rng)
    version = options.get("version", "standard")
    if version == "both_compulsory":
        ratio = rng.randint(1, 5)
        wagers["pair_plus"] = rng.choice([ante * ratio, -(-ante // ratio), rng.randint(ante, ante * ratio)])
    elif version != "standard" and "pair_plus" in wagers:
        most = ante if version == "ante_covers_pair_plus" else 2 * ante
        wagers["pair_plus"] = rng.choice([most, rng.randint(1, most)])
    elif game in ("three-card-poker", "four-card-poker") and len(wagers) > 1 and rng.random() < 0.15:
        del wagers["ante"]
    return wagers


def most_of_later(game: str, cards: Sequence[str]) -> int:
    """How many antes the later wager may be (20.6(a)1; 27.6(a)1; HCF 38.6(a)5; WTF 38.6(d))."""
    if game == "three-card-poker":
        return 1
    if game == "four-card-poker":
        return 3
    length = longest_flush(cards)[0] if game == "high-card-flush" else wild_flush_length(cards)
    return 1 if length <= 4 else 2 if length == 5 else 3


def staying(game: str, ante: int, cards: Sequence[str], rng: random.Random) -> list[Any]:
    """The decisions of a position that does not fold."""
    if game == "texas-holdem-bonus":
        turn = rng.choice(["check", {"turn": money(ante)}])
        river = rng.choice(["check", {"river": money(ante)}])
        return [{"flop": money(2 * ante)}, turn, river]
    most = most_of_later(game, cards)
    later = rng.choice([ante, ante * most, ante * rng.randint(1, most), rng.randint(ante, ante * most)])
    return [{"raise" if game == "high-card-flush" else "play": money(later)}]


def fold_matters(game: str, wagers: dict[str, int], options: Json) -> bool:
    """Whether a fold would bear on a wager other than the ante."""
    return (
        (game == "three-card-poker" and "pair_plus" in wagers)
        or ("progressive" in wagers and not options.get("progressive_survives_fold", False))
        or (game == "texas-holdem-bonus" and "bonus" in wagers)
    )


def random_position(
    game: str, number: int, cards: list[str], options: Json, void: Sequence[str], rng: random.Random
) -> Json:
    """One position: wagers, decisions, and at times an irregularity of its own.

    Where the ante is void a position has decided or not; it then folds, or leaves the decision out, only if
    that could not bear on its other wagers.
    """
    wagers = opening_wagers(game, options, rng)
    position: Json = {
        "position": number,
        "cards": " ".join(cards),
        "wagers": {name: money(stake) for name, stake in wagers.items()},
        "actions": [],
    }
    whim = rng.random()
    if whim < 0.03:
        position["void"] = True
    elif whim < 0.06:
        position["forfeit"] = True
    if "ante" not in wagers:
        return position
    decisions: list[list[Any]] = [staying(game, wagers["ante"], cards, rng) for _ in range(4)]
    if "ante" not in void and "void" not in position:
        decisions.append(["fold"])
    elif "void" in position or not fold_matters(game, wagers, options):
        decisions.extend([["fold"], [], []] if "forfeit" not in position else [["fold"]])
    position["actions"] = rng.choice(decisions)
    return position


def void_list(game: str, rng: random.Random) -> list[str]:
    """The wagers of a round that an irregularity voids: the main game, bonus wagers, or both."""
    main = [wager for wager in WAGERS[game] if wager == "ante" or wager in LATER_WAGERS]
    others = [wager for wager in WAGERS[game] if wager not in main]
    return rng.choice([main, main + others, main + others[:1], [rng.choice(others)], others])


def is_lawful(game: str, void: list[str], positions: list[Json]) -> bool:
    """Whether an irregularity of the text voids just this: all wagers, or in What The Flush a hand or the main game."""
    by_itself = game == "what-the-flush"
    whole = not void or set(WAGERS[game]) <= set(void) or (by_itself and void == ["ante", "play"])
    return whole and (by_itself or not any("void" in position for position in positions))


def random_meters(rng: random.Random) -> dict[str, str]:
    """Readings of the two progressive meters, from empty to large."""
    main = rng.choice([0, 1, 9, 10, 95, 1_000_000, rng.randint(0, 10**4), rng.randint(10**6, 10**9)])
    secondary = rng.choice([0, 0, 7, rng.randint(0, 10**4), rng.randint(0, 10**8)])
    return {"main": money(main), "secondary": money(secondary)}


def random_round(
    game: str, rng: random.Random, *, jurisdiction: str | None = None, rare: float = 0.5
) -> dict[str, Any]:
    """A valid random round; with probability ``rare`` its deck is stacked with unusual hands."""
    law = rng.choice(JURISDICTIONS[game]) if jurisdiction is None else jurisdiction
    assert law in JURISDICTIONS[game]
    seats = sorted(rng.sample(range(1, 7), rng.randint(1, 6)))
    options: Json = {}
    if rng.random() < 0.8:
        OPTIONS[game](rng, options)

    table = Table(game, seats, rng)
    if rng.random() < rare:
        for stack in rng.sample(STACKS[game], rng.randint(1, 2)):
            stack(table)
    table.deal()

    void = void_list(game, rng) if rng.random() < 0.06 else []
    positions = [random_position(game, number, table.hands[str(number)], options, void, rng) for number in seats]
    if not is_lawful(game, void, positions) and game == "what-the-flush":
        options["void_reverses_settled"] = False  # only then hands and wagers are void next to settled ones
    elif not is_lawful(game, void, positions):
        void = [*WAGERS[game]]  # the other texts void all hands
        for position in positions:
            position.pop("void", None)
    if rng.random() < 0.1:
        rng.shuffle(positions)

    result: Json = {"game": game}
    if law != "nj" or rng.random() < 0.5:
        result["jurisdiction"] = law
    if options or rng.random() < 0.5:
        result["options"] = options
    result["dealer"] = " ".join(table.hands.get("exposed", []) + table.hands["dealer"])
    if "community" in table.hands:
        result["community"] = " ".join(table.hands["community"])
    wagered = any("progressive" in position["wagers"] for position in positions)
    if wagered or ("progressive" in bonus_wagers(game, options) and rng.random() < 0.5):
        result["meters"] = random_meters(rng)
    if void:
        result["void"] = void
    result["positions"] = positions
    return result
