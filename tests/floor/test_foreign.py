"""WEB-04 at the table: every command of every game by everybody whose it is not, and by one player for another.

As the socket hands it on, with the person of its session.
"""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from pitboss import games
from pitboss.floor.live import LiveTable
from pitboss.floor.person import Person
from pitboss.floor.timing import Timing, waiting
from pitboss.refusal import Refusal
from pitboss.table.families import house_of
from tests.floor.floor import HOUSE, Floor, a_floor, balances
from tests.floor.test_cut_off import ANN, a_bet, as_sent, needs_a_bet

OTTO, DAN, AUD = Person("otto", "player"), Person("dan", "dealer"), Person("aud", "auditor")
EVERYBODY = (ANN, OTTO, DAN, HOUSE, AUD)
ROUNDS = 4


async def refused(floor: Floor, person: Person, command: dict[str, Any]) -> str:
    """The code of the refusal; nothing has changed by it."""
    table = floor.pit.table("t1")
    before = table.sequence, balances(floor)
    try:
        await table.do(person, command)
    except Refusal as refusal:
        assert (table.sequence, balances(floor)) == before, command
        return refusal.code
    raise AssertionError(f"{person.name} did {command}")


@pytest.mark.parametrize("game", games.names())
def test_web_04_no_command_is_given_by_whoever_it_is_not_for(tmp_path: Path, game: str) -> None:
    """Every command there is, by every role that may not give it, also with another's role in it."""

    async def test() -> int:
        tried = 0
        async with a_floor(tmp_path / "a.db") as floor:
            await floor.open(game)
            for person in EVERYBODY:
                for do, shape in house_of({"game": game}).family.forms.shapes.items():
                    if any(person.may_give(by) for by in shape.by):
                        continue
                    for claimed in ({}, {"by": shape.by[0]}, {"by": shape.by[0], "who": "ann"}):
                        code = await refused(floor, person, {"do": do, **claimed})
                        wanted = "unknown_role" if person is AUD else "wrong_role"  # no command is an auditor's
                        if person is OTTO and "who" in claimed:
                            wanted = "not_yours"
                        assert code == wanted, (person, do)
                        tried += 1
        return tried

    tried = asyncio.run(test())
    assert tried > 200


async def nobody_but(floor: Floor, owner: Person, command: dict[str, Any]) -> int:
    """A command that is about to be given, by all the others first: as it is, and in the owner's name."""
    sent, tried = as_sent(command), 0
    for person in EVERYBODY:
        if person is owner or (owner is not ANN and person.may_give(command["by"])):
            continue
        for named in ({}, {"who": owner.name}, {"who": owner.name, "by": command["by"]}):
            await refused(floor, person, sent | named)
            tried += 1
    return tried


def next_of(table: LiveTable) -> tuple[Person, dict[str, Any]]:
    if table.state.betting and needs_a_bet(table):
        return ANN, a_bet(table) | {"by": "player"}
    step = waiting(table.house, table.state, Timing())
    assert step is not None
    command = step.command
    if command["do"] == "decide":  # what keeps the hand, so that there is more to settle
        own = [each for each in table.view(ANN)["choices"] if each["do"] == "decide"]
        command = next((each for each in own if each["action"] not in ("fold", "surrender")), command) | {
            "by": "player"
        }
    return (ANN if command["by"] == "player" else HOUSE), command


@pytest.mark.parametrize("game", games.names())
def test_web_04_nobody_plays_for_another(tmp_path: Path, game: str) -> None:
    """Rounds in which everything is done by hand: before each command all others try it, and nothing changes."""

    async def test() -> tuple[int, set[str]]:
        tried, told = 0, set[str]()
        async with a_floor(tmp_path / "a.db") as floor:
            for person in (ANN, OTTO):
                await floor.player(person.name)
            table = await floor.open(game, setup={"automatic": []}, timing={"dealt_by": "person"})
            first = (
                {"do": "sit", "position": 1},
                {"do": "buy_in", "amount": "500.00"},
                {"do": "tip", "amount": "1.00"},
            )
            for command in first:
                if command["do"] == "sit":  # a seat that nobody has yet is every player's, in their own name
                    await refused(floor, OTTO, command | {"who": "ann"})
                    tried += 1
                else:
                    tried += await nobody_but(floor, ANN, command | {"by": "player"})
                await table.do(ANN, command)
            for _ in range(400):
                owner, command = next_of(table)
                tried += await nobody_but(floor, owner, command)
                told.add(str(command["do"]))
                await table.do(owner, as_sent(command) | ({} if owner is ANN else {"by": command["by"]}))
                if table.state.number > ROUNDS:
                    break
        return tried, told

    tried, told = asyncio.run(test())
    assert tried > 300 and {"bet", "no_more_bets"} <= told, (tried, told)
