"""What a player is offered is what `decide` would accept: nothing that is not asked for would have been allowed."""

from typing import Any

import pytest

from pitboss.drill import run
from pitboss.drill.families import places
from pitboss.drill.family import NAMES, Reached
from pitboss.table.setup import House
from pitboss.table.state import State
from pitboss.table.views import allowed, choices

PLAIN = ("view", "leave", "cash_out", "take_dice", "decline_dice", "pass_dice", "throw")
OF_A_POSITION = ("sit", "clear", "consent")
Found = set[tuple[str, int | None]]


def would_be_allowed(house: House, state: State, who: str) -> Found:
    """Every such command of the family at every position, tried."""
    forms, most = house.family.forms, house.most_positions(state)
    tried: list[tuple[str, int | None]] = [(do, None) for do in PLAIN if do in forms.shapes]
    tried += [(do, place) for do in OF_A_POSITION if do in forms.shapes for place in range(1, most + 1)]
    return {
        (do, place)
        for do, place in tried
        if allowed(house, state, forms.kind(do=do, by="player", who=who, position=place))
    }


def offered(house: House, state: State, who: str) -> Found:
    found = choices(house, state, "player", who)
    return {(each["do"], each.get("position")) for each in found if each["do"] in (*PLAIN, *OF_A_POSITION)}


def test_whatever_is_allowed_is_offered_at_every_place(monkeypatch: pytest.MonkeyPatch) -> None:
    tried = run._try
    seen: set[str] = set()
    steps = iter(range(1 << 60))

    def and_look(session: run.AnySession, *given: Any) -> None:
        tried(session, *given)
        for who in (*NAMES, "a stranger") if next(steps) % 3 == 0 else ():
            found = offered(session.house, session.state, who)
            assert found == would_be_allowed(session.house, session.state, who), (who, session.state)
            seen.update(do for do, _ in found)

    monkeypatch.setattr(run, "_try", and_look)
    for number in range(len(places())):
        run.sequence(number, 7, 2, Reached())
    assert seen == {*PLAIN, *OF_A_POSITION}, "every kind was there to be offered"


def test_one_kind_of_choice_is_the_part_of_all_that_does_it(monkeypatch: pytest.MonkeyPatch) -> None:
    tried = run._try
    steps = iter(range(1 << 60))

    def and_look(session: run.AnySession, *given: Any) -> None:
        tried(session, *given)
        task, who = session.state.next, NAMES[next(steps) % 6]
        if task is not None:
            everything = choices(session.house, session.state, task.by, who)
            only = choices(session.house, session.state, task.by, who, task.do)
            assert only == [each for each in everything if each["do"] == task.do]

    monkeypatch.setattr(run, "_try", and_look)
    for number in range(0, len(places()), 5):
        run.sequence(number, 8, 1, Reached())
