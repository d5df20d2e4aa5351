"""What each role may see of a table of dice. All of it lies open but what others have in their rails.

No view can tell how dice will fall: they are drawn from chance when they are thrown, and nothing knows them before.
"""

from typing import Any

from pitboss.dice.declaration import Behind, Hop
from pitboss.dice.layout import Bet, works
from pitboss.dice.outlook import kind_of_roll, net_by_throw, room_behind
from pitboss.dice.throws import write_dice
from pitboss.money import write_money
from pitboss.table.dice import events as e
from pitboss.table.dice.commands import Command
from pitboss.table.dice.setup import House
from pitboss.table.dice.state import State
from pitboss.table.dice.wagers import posted
from pitboss.table.players import coming, going
from pitboss.table.written import public_as_json


def view(house: House, state: State, role: str, who: str = "") -> dict[str, Any]:
    """What one person sees besides what every table shows."""
    return {
        "shooter": state.shooter or None,
        "offered": state.offered or None,
        "puck": state.puck or None,
        "rolls": list(state.rolls),
        "last_rolls": [_rolled(house, dice, point) for dice, point in state.last_rolls],
        "thrown": state.thrown or None,
        "wagers": [_wager(house, state, bet) for bet in state.layout.lying.values()],
        "due": [
            {"id": str(each.bet.placed.id), "position": place, "outcome": each.outcome, "pays": write_money(each.pays)}
            for place, rows in sorted(state.due.items())
            for each in rows
        ],
        "next_roll": _next_roll(house, state, who) if role == "player" else {},
    }


def _rolled(house: House, dice: str, point: int) -> dict[str, Any]:
    """A roll of the past: its dice, their total, where the puck stood before it, and what it was."""
    total = sum(int(each) for each in dice.split("-"))
    return {"dice": dice, "total": total, "point": point or None, "was": kind_of_roll(house.rules, point, total)}


def _next_roll(house: House, state: State, who: str) -> dict[str, str]:
    """What each throw would win or lose the player with the wagers as they lie."""
    return {write_dice(dice): write_money(net) for dice, net in net_by_throw(house.rules, state.layout, who).items()}


def _wager(house: House, state: State, bet: Bet) -> dict[str, Any]:
    placed = bet.placed
    return {
        "id": str(placed.id),
        "player": placed.player,
        "wager": placed.wager,
        "amount": write_money(bet.amount),
        "commission": write_money(house.rules.commission_on(placed.wager, bet.amount)),
        "point": bet.point or None,
        "behind": bet.behind,
        "dice": write_dice(placed.dice) if placed.dice else None,
        "works": works(house.rules, state.layout, bet),
        "room": {name: write_money(most) for name, most in room_behind(house.rules, state.layout, bet).items()},
    }


def seen(state: State, event: e.Event, role: str, who: str = "") -> dict[str, Any]:
    """Everything that happens at a table of dice is seen by all who stand around it."""
    return public_as_json(event)


def candidates(house: House, state: State, role: str, who: str) -> list[Command]:
    """One command of each kind that could be legal, in its plainest form. What surely is refused is not asked for."""
    task = state.next
    found: list[Command] = []
    if role == "player":
        found += _player_candidates(house, state, who)
    elif task and task.by == role:
        found.append(Command(do=task.do, by=role, who=who, position=task.position or None))
    if role == "player" or not task:
        return found
    found.append(Command(do="pass_dice", by=role, who=who))
    found += [Command(do="call", by=role, who=who, what=what) for what in house.procedure.irregularities]
    if role != "dealer":
        found.append(Command(do="change_dice", by=role, who=who))
    if role == "supervisor":
        found += [Command(do=do, by=role, who=who) for do in ("void_round", "close")]
        found += [Command(do="call", by=role, who=who, what="wager_void", id=str(id)) for id in state.layout.lying]
    return found


def _player_candidates(house: House, state: State, who: str) -> list[Command]:
    about = coming(house, state, who)
    found = [Command(do=do, by="player", who=who, position=place) for do, place in about if do == "leave"]
    if going(state, who):
        found.append(Command(do="cash_out", by="player", who=who))
    if who in state.seats.values():
        plain = ("take_dice", "decline_dice", "pass_dice", "throw")
        found += [Command(do=do, by="player", who=who) for do in plain]
    found += [Command(do=do, by="player", who=who, position=place) for do, place in about if do == "sit"]
    lying = {str(id): bet.amount for id, bet in state.layout.lying.items() if bet.placed.player == who}
    own, step = [*lying], house.smallest_chip
    for id, amount in lying.items():
        found += [Command(do=do, by="player", who=who, id=id) for do in ("take_down", "call_on", "call_off")]
        changed = [write_money(each) for each in (amount + step, amount - step) if each > 0]
        found += [Command(do="change", by="player", who=who, id=id, amount=each) for each in changed]
    if state.betting and who in state.seats.values():
        for name, wager in house.rules.wagers.items():
            dice = "1-1" if isinstance(wager, Hop) else None
            lines: list[str | None] = [*own] if isinstance(wager, Behind) else [None]
            for line in lines:
                limits = posted(house, name, state.layout.lying[line] if line else None)
                least = write_money(limits[0] if limits else house.smallest_chip)
                found.append(Command(do="bet", by="player", who=who, wager=name, amount=least, dice=dice, behind=line))
    return found
