"""Settlement of finished rounds of five card games, clause by clause.

:func:`settle` takes a round in the input format of ``pitboss settle`` and returns its settlement without the
words (hands, clauses).  The round must be valid: nothing is checked here.  Money is counted in whole cents.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import floor
from typing import Any

from .rankings import (
    ACE,
    FIVE_CARD_NAMES,
    FOUR_CARD_NAMES,
    RANKS,
    SUITS,
    best_five,
    flush_rush_length,
    four_card,
    four_card_name,
    longest_flush,
    longest_straight_flush,
    rank,
    suit,
    three_card,
    three_card_name,
    wild_flush,
    wild_straight_flush,
)

WAGERS = {
    "three-card-poker": ("ante", "play", "pair_plus"),
    "four-card-poker": ("ante", "play", "aces_up"),
    "high-card-flush": ("ante", "raise", "flush_bonus", "straight_flush_bonus", "progressive"),
    "what-the-flush": ("ante", "play", "flush_rush", "super_flush_rush"),
    "texas-holdem-bonus": ("ante", "flop", "turn", "river", "bonus"),
}
LATER_WAGERS = ("play", "raise", "flop", "turn", "river")

Options = Mapping[str, Any]
Verdict = tuple[str, int]
"""What becomes of a wager: the outcome, and the cents paid on top of the stake."""

Verdicts = dict[str, Verdict]
"""A verdict for every wager of one position."""

LOSE: Verdict = ("lose", 0)
PUSH: Verdict = ("push", 0)
VOID: Verdict = ("void", 0)


# --------------------------------------------------------------------------------------------------
# Pay tables

PayTable = Mapping[Any, int]
"""Odds to 1 by hand: a name, or a number of cards."""


def columns(labels: list[str], rows: dict[Any, list[int]]) -> dict[str, dict[Any, int]]:
    """Pay tables by label, from the rows in which a text prints them."""
    return {label: {hand: odds[at] for hand, odds in rows.items()} for at, label in enumerate(labels)}


PAIR_PLUS = columns(
    ["A", "B", "C", "D"],
    {
        "pair": [1, 1, 1, 1],
        "flush": [4, 4, 3, 3],
        "straight": [6, 6, 6, 6],
        "three of a kind": [30, 33, 30, 33],
        "straight flush": [40, 35, 40, 35],
    },
)
"""NJ TCP 19:47-20.11(a)2."""

THREE_CARD_ANTE_BONUS = {
    "1-4-5": {"straight": 1, "three of a kind": 4, "straight flush": 5},
    "1-5-6": {"straight": 1, "three of a kind": 5, "straight flush": 6},
}
"""NJ TCP 19:47-20.11(a)3 and 3i."""

ACES_UP = columns(
    ["I", "II", "III", "IV", "V", "VI", "VII"],
    {
        "four of a kind": [50, 50, 50, 50, 50, 50, 50],
        "straight flush": [40, 40, 30, 30, 40, 40, 40],
        "three of a kind": [9, 7, 9, 7, 8, 8, 7],
        "flush": [6, 6, 6, 6, 5, 6, 5],
        "straight": [4, 5, 4, 5, 4, 4, 4],
        "two pair": [2, 2, 2, 2, 3, 2, 3],
        "pair of aces": [1, 1, 1, 1, 1, 1, 1],
    },
)
"""NJ FCP 19:47-27.11(a)3."""

FOUR_CARD_ANTE_BONUS = {"four of a kind": 25, "straight flush": 20, "three of a kind": 2}
"""NJ FCP 19:47-27.11(a)2."""

FLUSH_BONUS = columns(
    ["A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K", "L", "M", "N"],
    {
        7: [300, 100, 200, 300, 200, 500, 400, 1000, 150, 150, 400, 300, 500, 500],
        6: [100, 20, 20, 75, 60, 50, 60, 50, 20, 25, 100, 80, 80, 100],
        5: [10, 10, 10, 5, 12, 12, 12, 10, 10, 10, 10, 11, 11, 10],
        4: [1, 1, 2, 2, 2, 1, 1, 1, 1, 2, 2, 1, 1, 1],
    },
)
"""NJ HCF 13:69F-38.11(c) and MA HCF 11(c), which agree."""

STRAIGHT_FLUSH_BONUS = columns(
    ["A", "B", "C", "D", "E", "F"],
    {
        7: [8000, 500, 500, 1000, 500, 1000],
        6: [1000, 200, 200, 500, 200, 500],
        5: [100, 100, 100, 100, 100, 100],
        4: [60, 50, 75, 75, 60, 60],
        3: [7, 9, 7, 7, 8, 8],
    },
)
"""NJ HCF 13:69F-38.11(d) and MA HCF 11(d), which agree; table G holds the licensee's own amounts."""

PROGRESSIVE_PERCENT = {7: 100, 6: 10}
"""NJ HCF 13:69F-38.11(e) and MA HCF 11(e), all tables: per cent of the main meter."""

PROGRESSIVE_DOLLARS = {
    "A": {5: 250, 4: 50, 3: 3},
    "B": {5: 750, 4: 60},
    "C": {5: 300, 4: 50, 3: 3},
    "D": {5: 800, 4: 50},
}
"""NJ HCF 13:69F-38.11(e) and MA HCF 11(e): fixed awards."""

FLUSH_RUSH = {7: 200, 6: 50, 5: 4}
"""NJ WTF 13:69F-38.11(c); WTF card 9."""

SUPER_FLUSH_RUSH = {7: 200, 6: 50, 5: 20, 4: 5}
"""NJ WTF 13:69F-38.11(d); WTF card 10."""


def table(option: Any, named: Mapping[str, PayTable], printed: PayTable) -> PayTable:
    """The pay table an option picks: by label, by a list in the printed order, or by ``{"G": list}``."""
    if isinstance(option, str):
        return named[option]
    amounts = option["G"] if isinstance(option, Mapping) else option
    return dict(zip(printed, amounts, strict=True))


# --------------------------------------------------------------------------------------------------
# Money, positions and rows


def cents(text: str) -> int:
    """Whole cents of a decimal string."""
    amount = Fraction(text) * 100
    assert amount.denominator == 1
    return int(amount)


def money(amount: int) -> str:
    """A decimal string with two places, from whole cents."""
    sign = "-" if amount < 0 else ""
    return f"{sign}{abs(amount) // 100}.{abs(amount) % 100:02d}"


def cards_of(text: str) -> list[str]:
    """The cards of a hand."""
    return text.split()


@dataclass(frozen=True)
class Seat:
    """One betting position of a round."""

    number: int
    cards: list[str]
    stakes: dict[str, int]
    folded: bool
    void: bool
    forfeit: bool
    void_wagers: frozenset[str]

    def live(self, wager: str) -> bool:
        """Whether the wager was made and no irregularity has settled it."""
        return wager in self.stakes and not (self.void or self.forfeit or wager in self.void_wagers)


def seat_of(position: Mapping[str, Any], void_wagers: frozenset[str]) -> Seat:
    """A position of the input; the wagers made by decisions join those made before the deal.

    A fold means nothing once the ante is void: there was then nothing to forfeit.
    """
    stakes = {name: cents(amount) for name, amount in position["wagers"].items()}
    folded = False
    for action in position["actions"]:
        if action == "fold":
            folded = "ante" not in void_wagers
        elif action != "check":
            stakes.update({name: cents(amount) for name, amount in action.items()})
    return Seat(
        number=position["position"],
        cards=cards_of(position["cards"]),
        stakes=stakes,
        folded=folded,
        void=bool(position.get("void", False)),
        forfeit=bool(position.get("forfeit", False)),
        void_wagers=void_wagers,
    )


def final_verdict(seat: Seat, wager: str, verdicts: Verdicts) -> Verdict:
    """The verdict on a wager: an irregularity goes before the cards, and void before forfeited."""
    if seat.void or wager in seat.void_wagers:
        return VOID
    if seat.forfeit:
        return LOSE
    return verdicts[wager]


def net_gain(wager: str, stake: int, verdict: Verdict) -> int:
    """What a wager adds to the position's gain.

    The progressive stake was collected before the deal and does not come back with a payout (NJ HCF
    13:69F-38.12(b); reading 11).
    """
    outcome, pays = verdict
    if outcome == "win":
        return pays - stake if wager == "progressive" else pays
    return -stake if outcome == "lose" else 0


def position_result(game: str, seat: Seat, verdicts: Verdicts) -> dict[str, Any]:
    """The rows of one position: ante, later wagers, ante bonus if it pays, then the bonus wagers."""
    rows: list[tuple[str, int, Verdict]] = []
    for wager in WAGERS[game]:
        if wager in seat.stakes and (wager == "ante" or wager in LATER_WAGERS):
            rows.append((wager, seat.stakes[wager], final_verdict(seat, wager, verdicts)))
    if "ante_bonus" in verdicts:
        rows.append(("ante_bonus", 0, verdicts["ante_bonus"]))
    for wager in WAGERS[game]:
        if wager in seat.stakes and wager != "ante" and wager not in LATER_WAGERS:
            rows.append((wager, seat.stakes[wager], final_verdict(seat, wager, verdicts)))
    return {
        "position": seat.number,
        "net": money(sum(net_gain(wager, stake, verdict) for wager, stake, verdict in rows)),
        "wagers": [
            {"wager": wager, "stake": money(stake), "outcome": outcome, "pays": money(pays)}
            for wager, stake, (outcome, pays) in rows
        ],
    }


def by_odds(stake: int, odds: int | None) -> Verdict:
    """A bonus wager: paid at the odds to 1, lost if its hand has none."""
    return LOSE if odds is None else ("win", stake * odds)


# --------------------------------------------------------------------------------------------------
# Three Card Poker


def three_card_qualifies(dealer: list[str]) -> bool:
    """Whether the dealer has queen high or better (NJ TCP 19:47-20.11(a)1)."""
    value = three_card(dealer)
    return three_card_name(value) != "high card" or value[1] >= rank("Qh")


def three_card_poker(seat: Seat, dealer: list[str], options: Options) -> Verdicts:
    """One position of Three Card Poker (NJ TCP 19:47-20.10(b), 20.11; readings 15 and 17)."""
    verdicts: Verdicts = {}
    hand, dealer_hand = three_card(seat.cards), three_card(dealer)
    name = three_card_name(hand)
    ante, play = seat.stakes.get("ante", 0), seat.stakes.get("play", 0)
    if seat.folded:
        return {"ante": LOSE, "pair_plus": LOSE}
    if not three_card_qualifies(dealer):
        verdicts["ante"], verdicts["play"] = ("win", ante), PUSH
    elif hand > dealer_hand:
        verdicts["ante"], verdicts["play"] = ("win", ante), ("win", play)
    elif hand == dealer_hand:
        verdicts["ante"], verdicts["play"] = PUSH, PUSH
    else:
        verdicts["ante"], verdicts["play"] = LOSE, LOSE
    bonus = THREE_CARD_ANTE_BONUS[options.get("ante_bonus", "1-4-5")]
    if seat.live("ante") and seat.live("play") and name in bonus:
        verdicts["ante_bonus"] = ("win", ante * bonus[name])
    if "pair_plus" in seat.stakes:
        odds = PAIR_PLUS[options.get("pair_plus", "A")]
        verdicts["pair_plus"] = by_odds(seat.stakes["pair_plus"], odds.get(name))
    return verdicts


# --------------------------------------------------------------------------------------------------
# Four Card Poker


def aces_up_hand(cards: list[str]) -> str:
    """The hand an aces up wager is paid on: of the pairs, only the aces (NJ FCP 19:47-27.1, 27.11(a)3)."""
    value = four_card(cards)
    name = four_card_name(value)
    return "pair of aces" if name == "pair" and value[1] == ACE else name


def four_card_poker(seat: Seat, dealer: list[str], options: Options) -> Verdicts:
    """One position of Four Card Poker (NJ FCP 19:47-27.10(b), 27.11): no qualifying hand, and a tie wins."""
    verdicts: Verdicts = {}
    hand, dealer_hand = four_card(seat.cards), four_card(dealer)
    ante, play = seat.stakes.get("ante", 0), seat.stakes.get("play", 0)
    if seat.folded:
        verdicts["ante"] = LOSE
    elif hand >= dealer_hand:
        verdicts["ante"], verdicts["play"] = ("win", ante), ("win", play)
    else:
        verdicts["ante"], verdicts["play"] = LOSE, LOSE
    paid_from = FOUR_CARD_NAMES.index("three of a kind")
    if seat.live("ante") and seat.live("play") and hand[0] >= paid_from:
        odds = table(options.get("ante_bonus", list(FOUR_CARD_ANTE_BONUS.values())), {}, FOUR_CARD_ANTE_BONUS)
        verdicts["ante_bonus"] = ("win", ante * odds[four_card_name(hand)])
    if "aces_up" in seat.stakes:
        odds = table(options.get("aces_up", "I"), ACES_UP, ACES_UP["I"])
        verdicts["aces_up"] = by_odds(seat.stakes["aces_up"], odds.get(aces_up_hand(seat.cards)))
    return verdicts


# --------------------------------------------------------------------------------------------------
# High Card Flush


def high_card_flush_qualifies(dealer: list[str]) -> bool:
    """Whether the dealer has a three card flush, nine high, or better (NJ HCF 13:69F-38.1; MA HCF 1)."""
    return longest_flush(dealer) >= (3, rank("9h"))


def straight_flush_length(cards: list[str], options: Options) -> int:
    """The length paid on: seven cards of another suit than a chosen one count as six (38.5(c)2)."""
    length, _ = longest_straight_flush(cards)
    chosen_suit = options.get("seven_card_suit")
    if length == 7 and chosen_suit is not None and suit(cards[0]) != chosen_suit:
        return 6
    return length


def has_ace_to_nine(cards: list[str]) -> bool:
    """Whether the hand holds ace, king, queen, jack, ten and nine of one suit."""
    return any(all(letter + wanted in cards for letter in "AKQJT9") for wanted in SUITS)


def progressive_length(cards: list[str], jurisdiction: str, options: Options) -> int:
    """The row of the progressive table, as a length (NJ HCF 13:69F-38.11(e); MA HCF 11(e); reading 9)."""
    label = options.get("progressive", "A")
    if jurisdiction == "nj" and label in ("C", "D") and has_ace_to_nine(cards):
        return 7
    return straight_flush_length(cards, options)


@dataclass
class Meters:
    """The two progressive meters, in cents."""

    main: int
    secondary: int

    def pay_percent(self, percent: int) -> int:
        """Take a percentage off the main meter, rounded down to the cent (38.11(f); reading 10).

        A payout of all of it moves the secondary meter to the main one.
        """
        paid = floor(Fraction(self.main) * Fraction(percent, 100))
        self.main -= paid
        if percent == 100:
            self.main, self.secondary = self.secondary, 0
        return paid


def progressive(seat: Seat, jurisdiction: str, options: Options, meters: Meters) -> Verdict:
    """A live progressive wager: only percentages move the meters (38.11(e),(f), 38.12(c); readings 8, 22)."""
    if seat.folded and not options.get("progressive_survives_fold", False):
        return LOSE
    length = progressive_length(seat.cards, jurisdiction, options)
    if length in PROGRESSIVE_PERCENT:
        return ("win", meters.pay_percent(PROGRESSIVE_PERCENT[length]))
    dollars = PROGRESSIVE_DOLLARS[options.get("progressive", "A")].get(length)
    return LOSE if dollars is None else ("win", dollars * 100)


def high_card_flush(seat: Seat, dealer: list[str], options: Options) -> Verdicts:
    """One position of High Card Flush but for the progressive (38.10(b),(c),(e), 38.11(b) to (d),(i))."""
    verdicts: Verdicts = {}
    hand, dealer_hand = longest_flush(seat.cards), longest_flush(dealer)
    ante, raised = seat.stakes.get("ante", 0), seat.stakes.get("raise", 0)
    if seat.folded:
        verdicts["ante"] = LOSE
    elif not high_card_flush_qualifies(dealer):
        verdicts["ante"], verdicts["raise"] = ("win", ante), PUSH
    elif hand > dealer_hand:
        verdicts["ante"], verdicts["raise"] = ("win", ante), ("win", raised)
    elif hand == dealer_hand:
        verdicts["ante"], verdicts["raise"] = PUSH, PUSH
    else:
        verdicts["ante"], verdicts["raise"] = LOSE, LOSE
    if "flush_bonus" in seat.stakes:
        odds = FLUSH_BONUS[options.get("flush_bonus", "A")]
        verdicts["flush_bonus"] = by_odds(seat.stakes["flush_bonus"], odds.get(hand[0]))
    if "straight_flush_bonus" in seat.stakes:
        bonus = table(options.get("straight_flush_bonus", "A"), STRAIGHT_FLUSH_BONUS, STRAIGHT_FLUSH_BONUS["A"])
        length = straight_flush_length(seat.cards, options)
        verdicts["straight_flush_bonus"] = by_odds(seat.stakes["straight_flush_bonus"], bonus.get(length))
    return verdicts


CAPPED = ("flush_bonus", "straight_flush_bonus")


def cap_bonuses(seats: list[Seat], all_verdicts: list[Verdicts], limit: Any) -> None:
    """Cut what flush bonus and straight flush bonus pay at the seats together to the limit, if they pay more.

    The cut is in proportion, each payout rounded down to the cent (38.11(h); MA HCF 11(g)).
    """
    if limit is None:
        return
    paid = {
        (at, wager): all_verdicts[at][wager][1]
        for at, seat in enumerate(seats)
        for wager in CAPPED
        if seat.live(wager) and all_verdicts[at][wager][0] == "win"
    }
    total = sum(paid.values())
    if total <= cents(limit):
        return
    share = Fraction(cents(limit), total)
    for (at, wager), pays in paid.items():
        all_verdicts[at][wager] = ("win", floor(pays * share))


def settle_high_card_flush(
    seats: list[Seat], dealer: list[str], jurisdiction: str, options: Options, meters: Meters
) -> list[Verdicts]:
    """All positions: the caps by hand, then by round (38.11(h)); the progressive in its order (38.12(f))."""
    all_verdicts = [{} if irregular(seat) else high_card_flush(seat, dealer, options) for seat in seats]
    for seat, verdicts in zip(seats, all_verdicts, strict=True):
        cap_bonuses([seat], [verdicts], options.get("max_per_hand"))
    cap_bonuses(seats, all_verdicts, options.get("max_per_round"))
    right_first = options.get("progressive_order", "dealer_right_first") == "dealer_right_first"
    for at in sorted(range(len(seats)), key=lambda index: seats[index].number, reverse=right_first):
        if seats[at].live("progressive"):
            all_verdicts[at]["progressive"] = progressive(seats[at], jurisdiction, options, meters)
    return all_verdicts


# --------------------------------------------------------------------------------------------------
# What The Flush


def what_the_flush_dealer(dealer: list[str]) -> list[str]:
    """The cards the dealer plays: an exposed two, listed first, is discarded (NJ WTF 13:69F-38.10(a))."""
    return dealer[1:] if rank(dealer[0]) == 2 else dealer


def what_the_flush(seat: Seat, dealer: list[str], options: Options) -> Verdicts:
    """One position of What The Flush (NJ WTF 13:69F-38.10, 38.11; WTF card 6, 8 to 10; reading 19)."""
    verdicts: Verdicts = {}
    wild_rank = options.get("wild_rank", "highest_missing")
    outranks = options.get("straight_flush_outranks", False)
    hand = wild_flush(seat.cards, wild_rank, outranks)
    dealer_hand = wild_flush(what_the_flush_dealer(dealer), wild_rank, outranks)
    ante, play = seat.stakes.get("ante", 0), seat.stakes.get("play", 0)
    if seat.folded:
        verdicts["ante"] = LOSE
    elif hand > dealer_hand:
        verdicts["ante"], verdicts["play"] = ("win", ante), ("win", play)
    elif hand == dealer_hand:
        verdicts["ante"], verdicts["play"] = PUSH, PUSH
    else:
        verdicts["ante"], verdicts["play"] = LOSE, LOSE
    if "flush_rush" in seat.stakes:
        odds = table(options.get("flush_rush", list(FLUSH_RUSH.values())), {}, FLUSH_RUSH)
        length = flush_rush_length(seat.cards, options.get("flush_rush_pays_straights", True))
        verdicts["flush_rush"] = by_odds(seat.stakes["flush_rush"], odds.get(length))
    if "super_flush_rush" in seat.stakes:
        odds = table(options.get("super_flush_rush", list(SUPER_FLUSH_RUSH.values())), {}, SUPER_FLUSH_RUSH)
        length = wild_straight_flush(seat.cards)
        verdicts["super_flush_rush"] = by_odds(seat.stakes["super_flush_rush"], odds.get(length))
    return verdicts


# --------------------------------------------------------------------------------------------------
# Texas Hold 'Em Bonus


def bonus_odds(hole: list[str], dealer_hole: list[str]) -> int | None:
    """The odds of the bonus wager on two cards (rules THB)."""
    high, low = sorted((card[0] for card in hole), key=RANKS.index, reverse=True)
    suited = suit(hole[0]) == suit(hole[1])
    two = high + low
    if two == "AA":
        return 1000 if all(card[0] == "A" for card in dealer_hole) else 30
    if two == "AK":
        return 25 if suited else 15
    if two in ("AQ", "AJ"):
        return 20 if suited else 5
    if two in ("KK", "QQ", "JJ"):
        return 10
    if high == low:
        return 3
    return None


def texas_holdem_bonus(seat: Seat, dealer: list[str], community: list[str], options: Options) -> Verdicts:
    """One position of Texas Hold 'Em Bonus (rules THB)."""
    verdicts: Verdicts = {}
    hand, dealer_hand = best_five(seat.cards + community), best_five(dealer + community)
    if seat.folded:
        verdicts["ante"] = LOSE
    elif hand > dealer_hand:
        ante_wins_from = FIVE_CARD_NAMES.index(options.get("ante_wins_with", "flush"))
        verdicts["ante"] = ("win", seat.stakes["ante"]) if hand[0] >= ante_wins_from else PUSH
        for wager in ("flop", "turn", "river"):
            verdicts[wager] = ("win", seat.stakes.get(wager, 0))
    else:
        verdict = PUSH if hand == dealer_hand else LOSE
        for wager in ("ante", "flop", "turn", "river"):
            verdicts[wager] = verdict
    if "bonus" in seat.stakes:
        if seat.folded and not options.get("bonus_survives_fold", False):
            verdicts["bonus"] = LOSE
        else:
            verdicts["bonus"] = by_odds(seat.stakes["bonus"], bonus_odds(seat.cards, dealer))
    return verdicts


# --------------------------------------------------------------------------------------------------
# A round


def irregular(seat: Seat) -> bool:
    """Whether an irregularity settles all wagers of the position, so that its cards do not matter."""
    return seat.void or seat.forfeit


def dealer_qualifies(game: str, dealer: list[str]) -> bool | None:
    """Whether the dealer's hand qualifies; None in the games where it need not."""
    if game == "three-card-poker":
        return three_card_qualifies(dealer)
    if game == "high-card-flush":
        return high_card_flush_qualifies(dealer)
    return None


def verdicts_of(game: str, seat: Seat, dealer: list[str], community: list[str], options: Options) -> Verdicts:
    """One position of a game whose positions do not bear on each other."""
    if game == "three-card-poker":
        return three_card_poker(seat, dealer, options)
    if game == "four-card-poker":
        return four_card_poker(seat, dealer, options)
    if game == "what-the-flush":
        return what_the_flush(seat, dealer, options)
    if game == "texas-holdem-bonus":
        return texas_holdem_bonus(seat, dealer, community, options)
    raise ValueError(game)


def settle(round_: Mapping[str, Any]) -> dict[str, Any]:
    """The settlement of a valid round."""
    game: str = round_["game"]
    jurisdiction: str = round_.get("jurisdiction", "nj")
    options: Options = round_.get("options", {})
    dealer = cards_of(round_["dealer"])
    void_wagers = frozenset(round_.get("void", []))
    seats = [seat_of(position, void_wagers) for position in round_["positions"]]
    readings = round_.get("meters", {"main": "0.00", "secondary": "0.00"})
    meters = Meters(main=cents(readings["main"]), secondary=cents(readings["secondary"]))

    if game == "high-card-flush":
        all_verdicts = settle_high_card_flush(seats, dealer, jurisdiction, options, meters)
    else:
        community = cards_of(round_.get("community", ""))
        all_verdicts = [
            {} if irregular(seat) else verdicts_of(game, seat, dealer, community, options) for seat in seats
        ]
    result: dict[str, Any] = {
        "game": game,
        "dealer": {"qualifies": dealer_qualifies(game, dealer)},
        "positions": [
            position_result(game, seat, verdicts) for seat, verdicts in zip(seats, all_verdicts, strict=True)
        ],
    }
    if "meters" in round_:
        result["meters"] = {"main": money(meters.main), "secondary": money(meters.secondary)}
    return result
