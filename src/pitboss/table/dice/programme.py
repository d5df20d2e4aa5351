"""The order of play: which tasks follow which, from the arrival of the dice to the last wager paid."""

from collections.abc import Iterable

from pitboss.table.dice.setup import House
from pitboss.table.dice.state import Programme
from pitboss.table.state import Task

BETTING = ("offer", "take_dice", "no_more_bets")
"""While one of these comes next, wagers are made."""


def new_dice(house: House) -> Programme:
    """A set of dice, from its arrival until it may be offered."""
    return _tasks(house, "receive", "inspect", "verify")


def offering(house: House) -> Programme:
    """The dice find a shooter; wagers are made meanwhile."""
    return _tasks(house, *BETTING)


def betting(house: House) -> Programme:
    return _tasks(house, "no_more_bets")


def throw(house: House) -> Programme:
    return _tasks(house, "throw", "call_roll")


def check_dice(house: House) -> Programme:
    return _tasks(house, "check_dice")


def settling(house: House, positions: Iterable[int]) -> Programme:
    """Each procedure for all positions in turn before the next."""
    places = sorted(positions)
    in_turn = [_task(house, do, place) for do in ("take", "move_come", "pay") for place in places]
    return (_task(house, "move_puck"), *in_turn)


def _tasks(house: House, *steps: str) -> Programme:
    return tuple(_task(house, do) for do in steps)


def _task(house: House, do: str, position: int = 0) -> Task:
    step = house.procedure.steps[do]
    return Task(do, step.by, house.cite(step.clause), position)
