"""What each role may see of a table: of its state, and of each event as it happens.

Players' cards lie open. Nobody sees the order of the shoe, a burnt card, or the hole card before it is turned. A view
is made only from what it may hold: hidden cards are not filtered out of it, they never go in.
"""

from typing import Any

import msgspec

from pitboss.money import write_money
from pitboss.shoe.hands import in_words
from pitboss.shoe.rounds import most_beside
from pitboss.table import events as table
from pitboss.table.events import Event
from pitboss.table.players import coming, going
from pitboss.table.shoe.commands import Command
from pitboss.table.shoe.decisions import actions_for, hand_asked
from pitboss.table.shoe.setup import House
from pitboss.table.shoe.standing import line, lying, share_of, way_to_give_up
from pitboss.table.shoe.state import Box, Hand, Party, State
from pitboss.table.written import event_as_json, public_as_json

HIDDEN = "??"


def view(house: House, state: State, role: str, who: str = "") -> dict[str, Any]:
    """What one person sees besides what every table shows."""
    return {
        "positions": {str(position): _box(state, position, box) for position, box in sorted(state.boxes.items())},
        "dealer": dealer_seen(state),
        "checked": state.found or None,
        "exposed": state.exposed or None,
        "shoe": len(state.stock),
        "before_cut_card": max(0, len(state.stock) - state.behind),
        "cut_card": "out" if state.shuffle_due else "in",
        "card_reader": state.card_reader,
    }


def dealer_seen(state: State) -> list[str]:
    """The second card lies face down until it is revealed."""
    hidden = 1 if not state.hole_shown and len(state.dealer) > 1 else None
    return [HIDDEN if number == hidden else card for number, card in enumerate(state.dealer)]


def asked(house: House, state: State, task: Any) -> dict[str, Any]:
    """Of a task: on which hand, of whom, and what."""
    player = task.player
    if task.do == "decide" and not player:
        player = state.boxes[task.position].parties[0].player
    return {
        "hand": (hand_asked(house, task, state.boxes[task.position]) or None) if task.do == "decide" else None,
        "player": player or None,
        "asks": task.asks or None,
    }


def _box(state: State, position: int, box: Box) -> dict[str, Any]:
    """The players as their wagers lie, whoever decides nearest the dealer."""
    parties = box.parties if state.playing else line(state, position)
    return {
        "players": [_party(party) for party in parties],
        "hands": [_hand(box, hand) for hand in box.hands],
        "void": box.void,
        "shared": box.party_of(state.consents.get(position, "")) is not None,
    }


def _party(party: Party) -> dict[str, Any]:
    return {
        "player": party.player,
        "wagers": _written(party.stakes),
        "beside": _written(lying(party, 0)),
        "on_hands": [_written(lying(party, hand)) for hand in range(1, len(party.shares) + 1)],
    }


def _written(stakes: dict[str, int]) -> dict[str, str]:
    return {name: write_money(cents) for name, cents in stakes.items()}


def _hand(box: Box, hand: Hand) -> dict[str, Any]:
    return {
        "cards": list(hand.cards),
        "counts": in_words(hand.cards, box.is_split) if hand.cards else None,
        "doubled": hand.doubles,
        "void": hand.void,
        "collected": hand.racked,
    }


def seen(state: State, event: Event, role: str, who: str = "") -> dict[str, Any]:
    """An event as one person sees it happen."""
    if isinstance(event, table.Shuffled | table.DeckReceived):
        return event_as_json(msgspec.structs.replace(event, order=()))
    if isinstance(event, table.CardsDealt):
        shown = tuple((to, card if up else HIDDEN, up) for to, card, up in event.cards)
        return event_as_json(msgspec.structs.replace(event, cards=shown))
    return public_as_json(event)


def candidates(house: House, state: State, role: str, who: str) -> list[Command]:
    """One command of each kind that could be legal, in its plainest form. What surely is refused is not asked for."""
    task = state.next
    if role == "player":
        return _player_candidates(house, state, who)
    found: list[Command] = []
    if task and task.by == role:
        position = task.position or None if task.do in ("take", "pay", "collect") else None
        found.append(Command(do=task.do, by=role, who=who, position=position))
        if task.do == "no_more_bets":
            found.append(Command(do="spread_idle", by=role, who=who))
    if role == "supervisor":
        found += [Command(do=do, by=role, who=who) for do in ("order_recut", "void_round", "close")]
    for what in house.procedure.irregularities:
        place = (task.position or None) if task and what in ("hand_missed", "card_missed") else None
        card = f"{house.game.shoe.without}c" if what == "ten_found" else None
        found.append(Command(do="call", by=role, who=who, what=what, position=place, card=card))
    found.append(Command(do="remove_device", by=role, who=who, device="shuffler"))
    return found


def _player_candidates(house: House, state: State, who: str) -> list[Command]:
    task = state.next
    looks = ("view", "decline_view") if task and task.do == "view" else ()
    found = [Command(do=do, by="player", who=who) for do in looks]
    if going(state, who):
        found.append(Command(do="cash_out", by="player", who=who))
    found += [Command(do=do, by="player", who=who, position=place) for do, place in coming(house, state, who)]
    if state.betting:
        own = [place for place, box in sorted(state.boxes.items()) if box.party_of(who)]
        for place in own:
            found += [Command(do=do, by="player", who=who, position=place) for do in ("clear", "consent")]
    return found + _decisions(house, state, who)


def _decisions(house: House, state: State, who: str) -> list[Command]:
    """Each decision that is asked now, with the most that it may add and that the player has chips for."""
    task = state.next
    if task is None or task.do != "decide":
        return []
    box = state.boxes[task.position]
    party = box.party_of(who)
    if party is None:
        return []
    hand = hand_asked(house, task, box)
    most = most_beside(house.rules, party.stakes)
    amounts = {action: most[wager] for action, wager in ADDS.items() if wager in most}
    if hand and (share := share_of(party, hand)):
        amounts["double"] = share.standing
    amounts = {action: _in_chips(house, min(most, state.chips.get(who, 0))) for action, most in amounts.items()}
    if task.asks == "play":
        actions = actions_for(house, state, box, hand)
    elif task.asks == "give_up":
        actions = (way_to_give_up(house, box, hand, party), "stay")
    else:
        actions = EITHER_OR[task.asks]
    return [
        Command(
            do="decide",
            by="player",
            who=who,
            position=task.position,
            hand=hand or None,
            action=action,
            amount=write_money(amounts[action]) if action in amounts else None,
        )
        for action in actions
    ]


def _in_chips(house: House, cents: int) -> int:
    """As much of an amount as chips can make."""
    return cents - cents % house.smallest_chip


ADDS = {"attack": "attack", "insure": "insurance"}
"""Decisions that add a wager beside the bet."""

EITHER_OR = {
    "attack": ("attack", "pass"),
    "insurance": ("insure", "pass"),
    "double": ("double", "stay"),
    "split": ("split", "stay"),
    "passed": ("wait", "dead"),
}
"""The two answers to what is asked."""
