"""What a table holds, by family: the money each player has at stake, the cards, and the results of a finished round.

`script/folding.py` checks event files of an older edition against these.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from pitboss.dice.declaration import DiceGame
from pitboss.shoe.declaration import ShoeGame
from pitboss.showdown.declaration import Showdown
from pitboss.table.dice.setup import House as DiceHouse
from pitboss.table.dice.state import State as DiceState
from pitboss.table.setup import House
from pitboss.table.shoe.setup import House as ShoeHouse
from pitboss.table.shoe.state import State as ShoeState
from pitboss.table.showdown.setup import DECK
from pitboss.table.showdown.setup import House as ShowdownHouse
from pitboss.table.showdown.state import State as ShowdownState
from pitboss.table.state import finished_round

Money = Counter[str]
"""Cents by player."""

Amounts = Iterator[tuple[str, int]]


class Holdings(msgspec.Struct, frozen=True):
    """The functions that read a family's state."""

    at_stake: Callable[[Any, Any], Amounts]
    """From house and state: every wager that lies on the layout, with its player."""
    cards: Callable[[Any, Any], str]
    """From house and state: a sentence about cards that are missing or too many; empty if every card is there."""
    nets: Callable[[Any, Any, Any], Amounts]
    """From house, the state before a round's last event and the one after it: what settlement gives each player."""


def total(amounts: Amounts) -> Money:
    found = Money()
    for player, cents in amounts:
        found[player] += cents
    return found


# Games that compare hands


def _showdown_at_stake(house: ShowdownHouse, state: ShowdownState) -> Amounts:
    return ((bet.player, sum(bet.layout.values())) for bet in state.bets.values())


def _showdown_cards(house: ShowdownHouse, state: ShowdownState) -> str:
    hands = [card for hand in state.hands.values() for card in hand]
    there = [*state.stock, *state.rack, *hands, *state.dealer, *state.community]
    decks = [deck for deck in (there, state.other) if deck]
    if any(sorted(deck) != sorted(DECK) for deck in decks):
        return "The deck does not have each of its 52 cards once."
    return "" if len(decks) == state.decks_at_table else f"{len(decks)} decks lie there, not {state.decks_at_table}."


def _showdown_nets(house: ShowdownHouse, before: ShowdownState, after: ShowdownState) -> Amounts:
    assert after.last_round is not None
    settled = house.rules.settle_form(after.last_round)
    return ((before.bets[each.position].player, each.net) for each in settled.positions)


# Shoes


def _shoe_at_stake(house: ShoeHouse, state: ShoeState) -> Amounts:
    for box in state.boxes.values():
        for party in box.parties:
            yield party.player, sum(party.layout.values())
            yield from ((party.player, sum(share.layout.values())) for share in party.shares if share)


def _shoe_cards(house: ShoeHouse, state: ShoeState) -> str:
    hands = [hand for box in state.boxes.values() for hand in box.hands if not hand.racked]
    there = [*state.stock, *state.rack, *state.dealer, *(card for hand in hands for card in hand.cards)]
    sound = not there or Counter(there) == Counter(house.pack)
    return "" if sound else f"The cards of the shoe are not its {len(house.pack)} cards."


def _shoe_nets(house: ShoeHouse, before: ShoeState, after: ShoeState) -> Amounts:
    assert after.last_round is not None
    for each in house.rules.settle_form(after.last_round).positions:
        yield before.boxes[each.position].parties[0].player, each.net
        yield from ((other.player, other.net) for other in each.others)


# Dice


def _dice_at_stake(house: DiceHouse, state: DiceState) -> Amounts:
    """With the commission that lies with each wager."""
    waiting = [each.bet for rows in state.due.values() for each in rows]
    for bet in (*state.layout.lying.values(), *waiting):
        yield str(bet.placed.player), bet.amount + house.rules.commission_on(bet.placed.wager, bet.amount)


def _dice_nets(house: DiceHouse, before: DiceState, after: DiceState) -> Amounts:
    settled = house.rules.settle(finished_round(after))
    return ((str(each.player), each.net) for each in settled.players)


FAMILIES: dict[type, Holdings] = {
    Showdown: Holdings(_showdown_at_stake, _showdown_cards, _showdown_nets),
    ShoeGame: Holdings(_shoe_at_stake, _shoe_cards, _shoe_nets),
    DiceGame: Holdings(_dice_at_stake, lambda house, state: "", _dice_nets),
}


def holdings_of(house: House) -> Holdings:
    return FAMILIES[type(house.game)]
