"""What each role may see of a table: of its state, and of each event as it happens.

No role sees the order of the deck, and nobody sees a card that lies face down, but a player the cards of the player's
own hands. A view is made only from what it may hold: hidden cards are not filtered out of it, they never go in.
"""

from typing import Any

import msgspec

from pitboss.money import write_money
from pitboss.table.players import coming, going
from pitboss.table.showdown import events as e
from pitboss.table.showdown.commands import SHAPES, Command
from pitboss.table.showdown.irregular import UNDEALT
from pitboss.table.showdown.setup import House
from pitboss.table.showdown.standing import paid, taken, tasks_of_hand
from pitboss.table.showdown.state import BACKS, Bet, State
from pitboss.table.written import event_as_json, public_as_json

HIDDEN = "??"


def own_positions(state: State, role: str, who: str) -> frozenset[int]:
    """The positions whose cards a player holds."""
    if role != "player":
        return frozenset()
    return frozenset(position for position, bet in state.bets.items() if bet.player == who)


def view(house: House, state: State, role: str, who: str = "") -> dict[str, Any]:
    """What one person sees besides what every table shows."""
    own = own_positions(state, role, who)
    return {
        "positions": {
            str(position): _position(state, position, bet, position in own)
            for position, bet in sorted(state.bets.items())
        },
        "dealer": [card if card in state.shown else HIDDEN for card in state.dealer],
        "turned": state.turned or None,
        "community": list(state.community),
        "back": BACKS[state.deck],
        "meters": {"main": write_money(state.main), "secondary": write_money(state.secondary)}
        if house.rules.progressive
        else None,
    }


def _position(state: State, position: int, bet: Bet, own: bool) -> dict[str, Any]:
    return {
        "player": bet.player,
        "wagers": {name: write_money(cents) for name, cents in bet.stakes.items()},
        "on_layout": {name: write_money(cents) for name, cents in bet.layout.items()},
        "folded": bet.folded,
        "void": bet.void,
        "forfeit": bet.forfeit,
        "cards": _hand(state, position, own),
    }


def _hand(state: State, position: int, own: bool) -> list[str]:
    """Others see the cards turned up, and that there is a hand, not how many of its cards were laid aside."""
    hand = state.hands.get(position, ())
    if own:
        return list(hand)
    shown = [card for card in hand if card in state.shown]
    return shown or ([HIDDEN] if hand else [])


def seen(state: State, event: e.Event, role: str, who: str = "") -> dict[str, Any]:
    """An event as one person sees it happen; `state` is the table before it. Refusals are told to nobody else."""
    own = own_positions(state, role, who)
    if isinstance(event, e.Shuffled | e.DeckReceived):
        return event_as_json(msgspec.structs.replace(event, order=()))
    if isinstance(event, e.CardsDealt):
        shown = tuple(
            (to, card if up or (to.isdigit() and int(to) in own) else HIDDEN, up) for to, card, up in event.cards
        )
        return event_as_json(msgspec.structs.replace(event, cards=shown))
    return public_as_json(event)


def candidates(house: House, state: State, role: str, who: str) -> list[Command]:
    """One command of each kind that could be legal, in its plainest form. What surely is refused is not asked for."""
    task = state.next
    found: list[Command] = []
    if role == "player":
        found += _player_candidates(house, state, who)
    if task and task.by == role and task.do != "decide":
        position = task.position or None if "position" in SHAPES[task.do].needs else None
        found.append(Command(do=task.do, by=role, who=who, position=position))
        found += _settling_candidates(house, state, role, who)
    if role == "dealer":
        found.append(Command(do="count_stub", by=role, who=who))
        if task and task.do == "no_more_bets":
            found.append(Command(do="spread_idle", by=role, who=who))
    if role == "supervisor":
        found += [Command(do=do, by=role, who=who) for do in ("order_recut", "void_round", "close")]
    if role != "player":
        found += [Command(do="call", by=role, who=who, what=what) for what in house.procedure.irregularities]
        found += [
            Command(do="call", by=role, who=who, what=what, position=position)
            for what, where in (("card_exposed", state.dealt), ("communication", state.hands))
            for position in sorted(where)
        ]
        found += [Command(do="call", by=role, who=who, what="card_exposed", whose=whose) for whose in UNDEALT]
        found += [Command(do="remove_device", by=role, who=who, device=device) for device in ("shuffler", "shoe")]
    return found


def _settling_candidates(house: House, state: State, role: str, who: str) -> list[Command]:
    """The other steps of the hand that is being settled, and each of its wagers by itself where several are due."""
    tasks = tasks_of_hand(house, state)
    first = tasks[0] if tasks else None
    found = [
        Command(do=do, by=role, who=who, position=task.position)
        for do, task in {task.do: task for task in tasks}.items()
        if first and do != first.do
    ]
    if first:
        place = first.position
        lost, back = taken(house, state, place), [row.wager for row in paid(house, state, place)]
        due = [("take", wager) for wager in lost] + [("pay", wager) for wager in back]
        if len(due) > 1:
            found += [Command(do=do, by=role, who=who, position=place, wager=wager) for do, wager in due]
    return found


def _player_candidates(house: House, state: State, who: str) -> list[Command]:
    task = state.next
    looks = ("view", "decline_view") if task and task.do == "view" else ()
    found = [Command(do=do, by="player", who=who) for do in looks]
    found += [Command(do=do, by="player", who=who, position=place) for do, place in coming(house, state, who)]
    if state.betting:
        own = sorted(own_positions(state, "player", who))
        found += [Command(do="clear", by="player", who=who, position=place) for place in own]
    if going(state, who):
        found.append(Command(do="cash_out", by="player", who=who))
    if task and task.do == "decide" and state.bets[task.position].player == who:
        decision = house.game.decisions[task.decision]
        ante = state.bets[task.position].stakes[house.rules.ante]
        found.append(Command(do="decide", by="player", who=who, position=task.position, action=decision.declined_by))
        for times in range(decision.least, decision.limits[-1].most + 1):
            found.append(
                Command(
                    do="decide",
                    by="player",
                    who=who,
                    position=task.position,
                    action=decision.name,
                    amount=write_money(times * ante),
                )
            )
    return found
