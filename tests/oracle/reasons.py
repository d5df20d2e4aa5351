"""Why each wager of a finished round was settled so: an independent definition of `why`, for all three families.

Each function takes a round in the input format of ``pitboss settle`` and one row of its settlement, and returns the
word that the row must have. The round must be valid.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from . import craps, shoe
from .rankings import FIVE_CARD_NAMES, best_five, four_card, longest_flush, three_card, wild_flush
from .settlement import Seat, cards_of, dealer_qualifies, seat_of, what_the_flush_dealer

Data = Mapping[str, Any]

CONTEST = ("ante", "play", "raise", "flop", "turn", "river")
LOST_BY_A_FOLD: Mapping[str, Callable[[Data], bool]] = {
    "pair_plus": lambda options: True,
    "progressive": lambda options: not options.get("progressive_survives_fold", False),
    "bonus": lambda options: not options.get("bonus_survives_fold", False),
}
"""The side wagers that a folded hand loses whatever it holds. All others are settled by the hand."""


def values(round_: Data, seat: Seat) -> tuple[Any, Any]:
    """The player's hand and the dealer's, so that the higher one wins."""
    game, options, dealer = round_["game"], round_.get("options", {}), cards_of(round_["dealer"])
    if game == "three-card-poker":
        return three_card(seat.cards), three_card(dealer)
    if game == "four-card-poker":
        return four_card(seat.cards), four_card(dealer)
    if game == "high-card-flush":
        return longest_flush(seat.cards), longest_flush(dealer)
    if game == "what-the-flush":
        how = (options.get("wild_rank", "highest_missing"), options.get("straight_flush_outranks", False))
        return wild_flush(seat.cards, *how), wild_flush(what_the_flush_dealer(dealer), *how)
    board = cards_of(round_["community"])
    return best_five(seat.cards + board), best_five(dealer + board)


def of_showdown(round_: Data, position: Data, row: Data) -> str:
    """A row of a game in which each hand is compared with the dealer's."""
    options, void = round_.get("options", {}), frozenset(round_.get("void", []))
    seat, wager = seat_of(position, void), row["wager"]
    if seat.void or wager in void:
        return "void"
    if seat.forfeit:
        return "forfeit"
    if wager not in CONTEST:
        return "fold" if seat.folded and wager in LOST_BY_A_FOLD and LOST_BY_A_FOLD[wager](options) else "hand"
    if seat.folded:
        return "fold"
    if dealer_qualifies(round_["game"], cards_of(round_["dealer"])) is False:
        return "dealer_not_qualified"
    own, dealer = values(round_, seat)
    if own == dealer:
        return "tie"
    if own < dealer:
        return "dealer_higher"
    needs = FIVE_CARD_NAMES.index(options.get("ante_wins_with", "flush")) if "community" in round_ else -1
    return "hand_too_low" if wager == "ante" and own[0] < needs else "player_higher"


def of_shoe(round_: Data, box: Data, row: Data) -> str:
    """A row of a shoe game. The rounds of the oracle know no irregularity."""
    dealer, wager = round_["dealer"].split(), row["wager"]
    if wager == "insurance":
        return "dealer_blackjack" if shoe.natural(dealer) else "no_blackjack"
    if wager == "bust_it":
        return "dealer_bust" if len(dealer) == 3 and shoe.points(dealer)[0] > 21 else "no_bust"
    if wager == "envy":
        return "envy"
    if wager in ("match_the_dealer", "super_bonus"):
        return "hand"
    hand = box["hands"][row["hand"] - 1]
    cards, split = hand["cards"].split(), len(box["hands"]) > 1
    mine, theirs = shoe.points(cards)[0], shoe.points(dealer)[0]
    if hand.get("surrendered") or hand.get("rescued"):
        return "surrender" if hand.get("surrendered") else "rescue"
    if mine > 21:
        return "bust"
    if shoe.natural(cards) and not split:
        both = shoe.natural(dealer) and round_["game"] != "spanish-21"
        return "tie" if both else "blackjack"
    if mine == 21 and round_["game"] == "spanish-21":
        return "bonus_21" if not hand.get("doubled") and shoe.bonus(cards) > 1 else "player_21"
    if theirs > 21:
        return "dealer_bust"
    if shoe.natural(dealer) or mine < theirs:
        return "dealer_higher"
    return "player_higher" if mine > theirs else "tie"


def of_dice(round_: Data, row: Data) -> str:
    """A row of craps, from the roll that settled it."""
    wager = next(each for each in round_["wagers"] if each["id"] == row["id"])
    if row["roll"] is None:
        return "taken_down" if row["outcome"] == "push" else str(row["outcome"])
    total = sum(craps.read(round_["rolls"][row["roll"] - 1]))
    line = next((each for each in round_["wagers"] if each["id"] == wager.get("behind")), wager)
    is_line = line["wager"] in craps.RIGHT + craps.WRONG
    point = craps.line_story(line, round_["rolls"], round_.get("options") or {})[2] if is_line else 0
    if wager["wager"] == "odds" and row["outcome"] == "push":
        return "off"
    if total == point:
        return "point"
    return "seven" if total == 7 else "craps" if total in (2, 3, 12) else "number"
