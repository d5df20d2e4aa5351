"""What every table of the floor works with."""

import asyncio
from collections.abc import Callable
from typing import Any, Protocol

import msgspec
from sqlalchemy import Connection

from pitboss.fair import Entropy
from pitboss.fair.sealing import Seal
from pitboss.floor.clock import Clock
from pitboss.floor.hub import Hub
from pitboss.floor.logs import Log
from pitboss.floor.metrics import Counts
from pitboss.floor.person import Person
from pitboss.refusal import Refusal
from pitboss.store import Batch, Receipt, Record, Store
from pitboss.table.events import Events

Kept = Callable[[bool], None]
"""Told whether what was checked has been kept."""


class Check(Protocol):
    """A check of a command that is about to be kept, such as of a player's own limits. Raises `Refusal`."""

    def __call__(self, person: Person, table: str, events: Events) -> Kept | None: ...


class Guard(Protocol):
    """The same inside the transaction, in the writer's thread: no number of commands at once gets past it."""

    def __call__(self, connection: Connection, batch: Batch) -> None: ...


class Link:
    """The meters of a group of tables. Whoever moves them holds the lock until the store has it."""

    def __init__(self, group: str, main: int, secondary: int) -> None:
        self.group = group
        self.reading = (main, secondary)
        self.lock = asyncio.Lock()


class Means:
    """The store and its one writer, the clock, chance, who watches, what is counted and logged."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        entropy: Entropy,
        seal: Seal,
        log: Log | None = None,
        counts: Counts | None = None,
    ) -> None:
        self.store = store
        self.clock = clock
        self.entropy = entropy
        self.seal = seal
        self.hub = Hub()
        self.log = log or Log()
        self.counts = counts or Counts()
        self.links: dict[str, Link] = {}
        self.checks: list[Check] = []
        self.guards: list[Guard] = []
        self.linked: Callable[[str], list[Any]] = lambda group: []
        """The live tables of a group; the pit says which."""
        self.failed: Refusal | None = None
        """Why nothing more can be kept, once the store has closed itself."""

    async def commit(self, batch: Batch) -> Receipt:
        """Keep a batch; done when it is on the disk. The event loop goes on meanwhile."""
        if self.guards and batch.lines:
            batch = msgspec.structs.replace(batch, beside=lambda connection: self._guarded(connection, batch))
        began = self.clock.steady()
        try:
            receipt = await asyncio.wrap_future(self.store.submit(batch))
        except Refusal as refusal:
            if not self.open:
                self.failed = self.failed or refusal
                self.log.error("store_failed", code=refusal.code, message=refusal.message)
            raise
        self.counts.committed(self.clock.steady() - began)
        return receipt

    def _guarded(self, connection: Connection, batch: Batch) -> None:
        for guard in self.guards:
            guard(connection, batch)

    @property
    def open(self) -> bool:
        """Whether the store still keeps what it is told."""
        return not self.store.closed

    async def record(self, record: Record) -> None:
        """Something that was done to the floor, kept by itself."""
        await self.commit(Batch(at=self.clock.wall(), records=(record,)))

    async def read(self, ask: Callable[..., Any], *given: Any) -> Any:
        """Ask the books without holding up the floor."""
        return await asyncio.to_thread(ask, *given)
