"""INT-05: rounds at full tables in which 1 to 5 of 6 players say nothing.

    .venv/bin/python -m drills.silent [--rounds 1000] [--seed 1]

Every game with decisions is played on a real store, by a clock that the drill sets. Silent players are connected or
have lost their connection. The others decide early or in their turn. The drill counts how long the table waits for
decisions: at most the timeout and one second. The clock decides for all who are silent, and for nobody else.
"""

import argparse
import asyncio
import json
import random
import tempfile
from collections.abc import Collection
from itertools import cycle, islice, product
from pathlib import Path
from typing import Any

from drills.secrets import GAMES
from pitboss.floor import app
from pitboss.floor.bots import first_bet
from pitboss.floor.early_decisions import name_of, round_of
from pitboss.floor.hub import Outbox
from pitboss.floor.live import Answer, LiveTable
from pitboss.floor.person import Person
from pitboss.table.views import choices
from tests.floor.floor import SECOND, Floor, a_floor

TIME_OUT = 20 * SECOND
TICK = app.TICK * 1_000 + 9_000
"""Microseconds between two looks at the clock. A tick takes some time itself."""
MOST = TIME_OUT + SECOND
SEATS = 6
DECIDING = tuple(game for game in GAMES if game != "craps")
"""Craps has no decision that others wait for but the roll, which is another test."""


class Six:
    """A full table. Everybody has a page open."""

    def __init__(self, floor: Floor, table: LiveTable) -> None:
        self.floor, self.table = floor, table
        self.people: list[Person] = []
        self.pages: dict[str, Outbox] = {}
        self.waited = 0
        """Microseconds in which the table waited for a decision of a player."""

    async def bet(self) -> None:
        """Sit down and place the first wager."""
        for place in range(1, SEATS + 1):
            person = await self.floor.seated(self.table, f"p{place}", place)
            self.people.append(person)
            self.look(person)
            await self.table.do(person, first_bet(self.table, person.name))

    async def bet_again(self) -> None:
        """The next round, with pages for all of them."""
        self.waited = 0
        for person in self.people:
            self.floor.means.hub.gone(self.pages[person.name])
            self.look(person)
            if self.table.state.chips.get(person.name, 0) < 200_00:
                await self.floor.player(person.name)
                await self.table.do(person, {"do": "buy_in", "amount": "1000.00"})
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
        """Until somebody is asked, or the round is over: a dealer's blackjack ends it before a decision."""
        number = self.table.state.number
        while not self.asked and (self.table.state.playing or self.table.state.number == number):
            await self.floor.after(1)

    @property
    def asked(self) -> str:
        """Whose decision the table waits for."""
        wait = self.table.wait
        return str(wait.command.get("who")) if wait is not None and wait.kind == "decision" else ""

    async def finish(self, silent: Collection[str]) -> None:
        """Play to the end of the round: silent players say nothing, the others answer in their turn."""
        while self.table.state.playing:
            who = self.asked
            if who and who not in silent:
                await self.answer(who)
            else:
                passed = SECOND if self.table.ends - self.floor.clock.now >= SECOND else TICK
                await self.after(passed)
                self.waited += passed if who else 0

    async def after(self, microseconds: int) -> None:
        self.floor.clock.now += microseconds
        await self.floor.pit.tick()

    async def answer(self, who: str) -> None:
        task = self.table.state.next
        command = choices(self.table.house, self.table.state, "player", who, do=task.do)[0]
        await self.table.do(Person(who, "player"), without_role(command))

    def offered(self, who: str) -> dict[str, Any]:
        """What a player can decide early."""
        found: dict[str, Any] = self.table.view(Person(who, "player"))["early"] or {"decisions": []}
        return found

    @property
    def early(self) -> str:
        """The decision round, as a view names it."""
        return name_of(round_of(self.table.state))

    async def decide_early(self, who: str, number: int = 0, **more: Any) -> Answer:
        """Choose early: the last choice, or another one. Quiet ones come first."""
        offer = self.offered(who)["decisions"][0]
        command = without_role(offer["choices"][number - 1]) | more
        return await self.table.do(Person(who, "player"), command, early=offer["round"])

    def events(self) -> list[dict[str, Any]]:
        return [json.loads(each.body) for each in self.floor.store.books.events(self.table.id)]

    def decided(self) -> list[dict[str, Any]]:
        return [each for each in self.events() if "automatic" in each]


def without_role(command: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in command.items() if name not in ("by", "who")}


async def a_round(six: Six, silent: int, dice: random.Random) -> list[str]:
    """Play a round in which a number of players stay silent. Returns what went wrong."""
    known = len(six.decided())
    await six.until_dealt()
    quiet = {person.name for person in dice.sample(six.people, silent)}
    for person in six.people:
        if person.name in quiet and dice.random() < 0.5:
            six.floor.means.hub.gone(six.pages[person.name])
        elif person.name not in quiet and dice.random() < 0.5 and six.offered(person.name)["decisions"]:
            await six.decide_early(person.name, dice.randrange(2))
    await six.finish(quiet)
    where = f"{six.table.house.game.name} with {silent} silent"
    wrong = [each for each in six.decided()[known:] if each["automatic"] != (each["player"] in quiet)]
    late = [f"{where}: {six.waited / SECOND} s"] if six.waited > MOST else []
    return late + [f"{where}: {each['player']} decided, automatic: {each['automatic']}" for each in wrong]


async def rounds_of(game: str, wanted: list[int], seed: str, folder: Path) -> tuple[list[str], float]:
    """Play rounds at one table, each with as many silent players as wanted. Returns what went wrong and the longest
    wait, in seconds."""
    dice, troubles, longest = random.Random(seed), list[str](), 0
    async with a_floor(folder / f"{game}.db") as floor:
        six = Six(floor, await floor.open(game, timing={"rounds_without_bet": 0}))
        for number, silent in enumerate(wanted):
            await (six.bet_again() if number else six.bet())
            troubles += await a_round(six, silent, dice)
            longest = max(longest, six.waited)
    return troubles, longest / SECOND


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=1000)
    parser.add_argument("--seed", default="1")
    given = parser.parse_args()
    wanted: dict[str, list[int]] = {game: [] for game in DECIDING}
    for silent, game in islice(cycle(product(range(1, SEATS), DECIDING)), given.rounds):
        wanted[game].append(silent)
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for game, silent_each in wanted.items():
            troubles, longest = asyncio.run(rounds_of(game, silent_each, given.seed + game, Path(folder)))
            print(*troubles, f"{game}: {len(silent_each)} rounds, the longest wait {longest:.3f} s", sep="\n")
            failed += len(troubles)
    print(f"{given.rounds} rounds with 1 to 5 of 6 silent: {failed} with a wait over 21 s or another decision")
    return bool(failed)


if __name__ == "__main__":
    raise SystemExit(main())
