"""INT-05: players who say nothing. Those without a connection share one window; nobody is waited for twice."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from drills.secrets import GAMES
from pitboss.floor import app
from pitboss.floor.bots import first_bet
from pitboss.floor.hub import Outbox
from pitboss.floor.live import LiveTable
from pitboss.floor.person import Person
from pitboss.table.views import choices
from tests.floor.floor import SECOND, Floor, a_floor

TIME_OUT = 20 * SECOND
TICK = app.TICK * 1_000
DECIDING = tuple(game for game in GAMES if game != "craps")
"""Craps has no decision that others wait for but the roll, which is another test."""


class Six:
    """A table of six; the last of them answers at once, the others may be silent."""

    def __init__(self, floor: Floor, table: LiveTable) -> None:
        self.floor, self.table = floor, table
        self.people: list[Person] = []
        self.pages: dict[str, Outbox] = {}
        self.waited = 0
        """Microseconds in which the table waited for a decision of a player."""

    async def bet(self) -> None:
        for place in range(1, 7):
            person = await self.floor.seated(self.table, f"p{place}", place)
            self.people.append(person)
            self.look(person)
            await self.table.do(person, first_bet(self.table, person.name))

    def look(self, person: Person) -> None:
        self.pages[person.name] = Outbox(most=100_000)
        self.table.watch(self.pages[person.name], person)

    def lose(self, silent: int) -> set[str]:
        """The connections of the first players are gone."""
        for person in self.people[:silent]:
            self.floor.means.hub.gone(self.pages[person.name])
        return {person.name for person in self.people[:silent]}

    async def until_dealt(self) -> None:
        while not self.asked:
            await self.floor.after(1)

    @property
    def asked(self) -> str:
        """Whose decision the table waits for."""
        wait = self.table.wait
        return str(wait.command.get("who")) if wait is not None and wait.kind == "decision" else ""

    async def finish(self, silent: set[str]) -> None:
        while self.table.state.playing:
            who = self.asked
            if who and who not in silent:
                await self.answer(who)
            else:
                passed = TICK if self.floor.clock.now >= self.table.ends else SECOND
                self.floor.clock.now += passed
                await self.floor.pit.tick()
                self.waited += passed if who else 0

    async def answer(self, who: str) -> None:
        task = self.table.state.next
        command = choices(self.table.house, self.table.state, "player", who, do=task.do)[0]
        given = {name: value for name, value in command.items() if name not in ("by", "who")}
        await self.table.do(Person(who, "player"), given)

    def decided(self) -> list[dict[str, Any]]:
        told = [json.loads(each.body) for each in self.floor.store.books.events("t1")]
        return [each for each in told if "automatic" in each]


@pytest.mark.parametrize("silent", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("game", DECIDING)
def test_16_c12_int_05_players_without_a_connection_share_one_window(tmp_path: Path, game: str, silent: int) -> None:
    """However many of six are gone when they are asked: the others are settled within one time-out and a second."""

    async def test() -> None:
        async with a_floor(tmp_path / "a.db") as floor:
            six = Six(floor, await floor.open(game))
            await six.bet()
            await six.until_dealt()
            gone = six.lose(silent)
            await six.finish(gone)
            assert six.waited <= TIME_OUT + SECOND
            assert all(each["automatic"] == (each["player"] in gone) for each in six.decided())

    asyncio.run(test())


@pytest.mark.parametrize("game", DECIDING)
def test_16_c12_int_05_a_player_with_a_connection_is_waited_for_once_a_round(tmp_path: Path, game: str) -> None:
    """Decisions are made in turn, so each who is there has a time of their own; a second one is not waited for."""

    async def test() -> None:
        async with a_floor(tmp_path / "a.db") as floor:
            six = Six(floor, await floor.open(game))
            await six.bet()
            silent = {"p1", "p2"}
            await six.finish(silent)
            assert six.waited <= 2 * TIME_OUT + SECOND
            assert {each["player"] for each in six.decided() if each["automatic"]} <= silent

    asyncio.run(test())


def test_16_c12_int_05_somebody_who_is_back_has_the_rest_of_the_time(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_floor(tmp_path / "a.db") as floor:
            six = Six(floor, await floor.open("three-card-poker"))
            await six.bet()
            await six.until_dealt()
            six.lose(1)
            await floor.after(10)
            await six.answer("p1")
            six.lose(2)  # the second is lost just when they are asked
            await floor.after(10)
            six.look(six.people[1])
            await floor.after(9)
            assert six.asked == "p2", "the time runs from when they were asked"
            await six.answer("p2")
            assert not any(each["automatic"] for each in six.decided())

    asyncio.run(test())


def test_16_c12_int_05_a_page_that_is_loaded_again_is_waited_for(tmp_path: Path) -> None:
    """Lost 15 s before the turn and back in it: not decided 5 s after the turn began, but at its end."""

    async def test() -> None:
        async with a_floor(tmp_path / "a.db") as floor:
            six = Six(floor, await floor.open("three-card-poker"))
            await six.bet()
            await six.until_dealt()
            six.lose(2)
            six.look(six.people[0])
            await floor.after(15)
            await six.answer("p1")
            six.look(six.people[1])
            await floor.after(19)
            assert six.asked == "p2"
            await floor.after(1)
            assert six.asked == "p3"
            assert [each["automatic"] for each in six.decided()] == [False, True]

    asyncio.run(test())
