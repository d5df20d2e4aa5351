"""A floor for tests: real store and chance, a clock that a test sets, no server."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from pitboss.fair import Entropy
from pitboss.fair.sealing import Seal
from pitboss.floor.extra_tables import MOST_EXTRA_TABLES
from pitboss.floor.live import LiveTable
from pitboss.floor.means import Means
from pitboss.floor.person import Person
from pitboss.floor.pit import Pit
from pitboss.store import Batch, Record, open_store
from tests.chance import dealt_alike

KEY = bytes(range(32))
SECOND = 1_000_000
GAMES = ("three-card-poker", "four-card-poker", "high-card-flush", "what-the-flush", "texas-holdem-bonus")
HOUSE = Person("boss", "supervisor")


class SetClock:
    """A clock that stands still until a test moves it."""

    def __init__(self) -> None:
        self.now = 1_000 * SECOND
        self.day = 1_800_000_000 * SECOND

    def wall(self) -> int:
        return self.day + self.now

    def steady(self) -> int:
        return self.now

    def pass_(self, seconds: int) -> None:
        self.now += seconds * SECOND


class Floor:
    def __init__(self, pit: Pit, clock: SetClock) -> None:
        self.pit, self.clock, self.means, self.store = pit, clock, pit.means, pit.means.store

    async def open(self, game: str = "three-card-poker", id_: str = "t1", **more: Any) -> LiveTable:
        setup = {"game": game} | more.pop("setup", {})
        return await self.pit.open({"id": id_, "table": setup, **more}, "boss")

    async def player(self, name: str, cents: int = 1_000_000) -> Person:
        funded = Record(
            kind="wallet_funded", component="accounts", who=name, entries=(("house", f"wallet:{name}", cents),)
        )
        await self.means.commit(Batch(at=self.clock.wall(), records=(funded,)))
        return Person(name, "player")

    async def seated(self, table: LiveTable, name: str, position: int, amount: str = "1000.00") -> Person:
        person = await self.player(name)
        await table.do(person, {"do": "sit", "position": position})
        await table.do(person, {"do": "buy_in", "amount": amount})
        return person

    async def after(self, seconds: int) -> None:
        self.clock.pass_(seconds)
        await self.pit.tick()

    async def play_on(self, table: LiveTable) -> None:
        """Let the clock decide everything until the round is over."""
        while table.state.playing:
            await self.after(30)


@asynccontextmanager
async def a_floor(
    database: str | Path,
    heads: Path | None = None,
    entropy: Entropy | None = None,
    clock: SetClock | None = None,
    shared_tables: int | None = None,
    extra_tables: int = MOST_EXTRA_TABLES,
) -> AsyncIterator[Floor]:
    """Opened, or opened again: what the store has is restored."""
    clock, seal = clock or SetClock(), Seal(KEY, entropy or Entropy())
    entropy = entropy or dealt_alike()
    store = open_store(str(database), program="tests", seal=seal.seal, unseal=seal.unseal, heads=heads)
    pit = Pit(Means(store, clock, entropy, seal), shared_tables, extra_tables)
    try:
        await pit.restore()
        yield Floor(pit, clock)
    finally:
        pit.coach.close()
        store.close()


def bet_of(table: LiveTable, amount: str = "10.00") -> dict[str, str]:
    return {str(table.house.rules.ante): amount}


def balances(floor: Floor) -> dict[str, int]:
    return floor.store.books.balances()
