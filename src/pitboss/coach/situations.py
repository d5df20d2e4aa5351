"""What a player decides on, read from that player's own view. This is all that the coach ever gets to know."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from pitboss.cards import CARDS
from pitboss.coach.advice import NothingAsked, Offered, cents, decisions_in, no_figures, offered_by
from pitboss.dice.rules import Rules as DiceRules
from pitboss.games import HouseRules
from pitboss.shoe.hands import TEN_VALUED
from pitboss.shoe.rules import Rules as ShoeRules
from pitboss.showdown.rules import Rules as ShowdownRules

HIDDEN = "??"
DOUBLED = "doubled"


class ShowdownSituation(NamedTuple):
    """Cards in an order that tells nothing, so that equal situations are equal. `meter`: the main one, if it counts.

    `beside`: the cards of the player's other hands, as long as they lie there.
    """

    hand: tuple[str, ...]
    up: str
    board: tuple[str, ...]
    wagers: tuple[tuple[str, int], ...]
    meter: int
    offered: tuple[Offered, ...]
    beside: tuple[str, ...] = ()


def _showdown(rules: ShowdownRules, view: Mapping[str, Any]) -> ShowdownSituation:
    found = decisions_in(view)
    place = view["positions"][str(found[0]["position"])]
    shown = [card for card in view["dealer"] if card != HIDDEN]
    wagers = place["wagers"]
    at_stake = rules.progressive is not None and rules.progressive.name in wagers
    return ShowdownSituation(
        in_order(place["cards"]),
        view["turned"] or " ".join(shown),
        in_order(view["community"]),
        tuple(sorted((name, cents(amount)) for name, amount in wagers.items())),
        cents(view["meters"]["main"]) if at_stake else 0,
        offered_by(found),
        in_order([card for other in _other_hands(view, found[0]) for card in other["cards"] if card != HIDDEN]),
    )


def _other_hands(view: Mapping[str, Any], asked: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Where else whoever is asked has a hand."""
    asked_at = str(asked["position"])
    return [
        each
        for position, each in view["positions"].items()
        if position != asked_at and each["player"] == view["positions"][asked_at]["player"]
    ]


def in_order(cards: list[str]) -> tuple[str, ...]:
    return tuple(sorted(cards, key=CARDS.__getitem__))


class ShoeSituation(NamedTuple):
    """`beside`: every other card that lies open. `bet`, and on the hand: what lay there at `first`, and what does now,
    after so many `doubles`; in cents. `hands`: how many the box has.
    """

    asks: str
    up: str
    hand: tuple[str, ...]
    beside: tuple[str, ...]
    bet: int
    first: int
    on_hand: int
    doubles: int
    hands: int
    offered: tuple[Offered, ...]


def _shoe(rules: ShoeRules, view: Mapping[str, Any]) -> ShoeSituation:
    found = decisions_in(view)
    asked, place = view["next"], view["positions"][str(found[0]["position"])]
    party = next(each for each in place["players"] if each["player"] == found[0]["who"])
    number = (asked["hand"] or 1) - 1
    open_ = [tuple(hand["cards"]) for box in view["positions"].values() for hand in box["hands"]]
    own: Mapping[str, Any] = place["hands"][number] if place["hands"] else {"cards": [], "doubled": 0}
    if own["cards"]:
        open_.remove(tuple(own["cards"]))
    if not has_looked(view) and asked["asks"] == "play":
        raise no_figures("nobody has looked whether the dealer has a blackjack")
    stakes = {name: cents(amount) for name, amount in (party["on_hands"][number] if party["on_hands"] else {}).items()}
    return ShoeSituation(
        asked["asks"],
        view["dealer"][0],
        tuple(own["cards"]),
        tuple(sorted(card for cards in open_ for card in cards if card != HIDDEN)),
        cents(party["wagers"][rules.game.bet.name]),
        sum(stake for name, stake in stakes.items() if name != DOUBLED),
        sum(stakes.values()),
        own["doubled"],
        len(place["hands"]),
        offered_by(found),
    )


def has_looked(view: Mapping[str, Any]) -> bool:
    """Whether everybody knows that the dealer has no blackjack."""
    return view["checked"] == "none" or view["dealer"][0][0] not in f"A{TEN_VALUED}"


class DiceSituation(NamedTuple):
    """The wagers that may be placed now, each with the point of the line that it would stand behind, or 0."""

    offered: tuple[tuple[Offered, int], ...]


def _dice(rules: DiceRules, view: Mapping[str, Any]) -> DiceSituation:
    points = {each["id"]: each["point"] or 0 for each in view["wagers"]}
    found = [each for each in view["choices"] if each["do"] == "bet"]
    if not found:
        raise NothingAsked
    named = {
        (Offered(each["wager"], cents(each["amount"])), points.get(each.get("behind") or "", 0)): None for each in found
    }
    return DiceSituation(tuple(named))


Situation = ShowdownSituation | ShoeSituation | DiceSituation


def situation(rules: HouseRules, view: Mapping[str, Any]) -> Situation:
    """What a player decides on now. Raises `Refusal` where nothing is asked of whoever sees this."""
    if isinstance(rules, ShowdownRules):
        return _showdown(rules, view)
    if isinstance(rules, ShoeRules):
        return _shoe(rules, view)
    assert isinstance(rules, DiceRules)
    return _dice(rules, view)
