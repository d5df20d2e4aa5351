"""What every table of the floor works with."""

import asyncio
from collections.abc import Callable, Iterable
from typing import Any, Protocol

from pitboss.fair import Entropy
from pitboss.fair.sealing import Seal
from pitboss.floor.capacity import Capacity
from pitboss.floor.clock import Clock
from pitboss.floor.hub import Hub
from pitboss.floor.logs import Log
from pitboss.floor.metrics import Counts
from pitboss.floor.person import Person
from pitboss.refusal import Refusal
from pitboss.showdown.progressive import ProgressiveRules
from pitboss.store import Batch, Line, Receipt, Record, Store
from pitboss.store.troubles import NOT_KEPT
from pitboss.table.events import Events

Kept = Callable[[bool], None]
"""Told whether what was checked has been kept."""


class Check(Protocol):
    """A check of a command that is about to be kept, such as of a player's own limits. Raises `Refusal`."""

    def __call__(self, person: Person, table: str, events: Events) -> Kept | None: ...


Notes = Callable[[str, tuple[Line, ...], int, tuple[Line, ...]], Iterable[Record]]
"""What else is written down with the events of a table, at the time they are kept, after the payments of its round."""


PARTS = {
    "books_differ": "the check of the books",
    "program_changed": "the check of the program",
    "store_differs": "the audit of the store",
    "table_differs": "the check of tables against accounts",
}
"""What can fail besides the store."""


class Link:
    """The meters of a group of tables. Whoever moves them holds the lock until the store has it.

    `terms` are the rules of the progressive, the same at every table of the group as long as its meters live.
    """

    def __init__(self, group: str, terms: ProgressiveRules, main: int, secondary: int) -> None:
        self.group = group
        self.terms = terms
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
        self.capacity = Capacity(clock)
        self.hub = Hub(clock.steady)
        self.log = log or Log()
        self.counts = counts or Counts()
        self.links: dict[str, Link] = {}
        self.checks: list[Check] = []
        self.notes: list[Notes] = []
        self.frozen: Callable[[str], str] = lambda group: ""
        """Why the meters of a group stand still, if they do; whoever closes progressives says so."""
        self.unpaid: Callable[[Iterable[str]], None] = lambda players: None
        """Raises `Refusal` where one of them has a win that is not signed for; whoever keeps hand pays says so."""
        self.linked: Callable[[str], list[Any]] = lambda group: []
        """The live tables of a group; the pit says which."""
        self.failed: Refusal | None = None
        """Why nothing more can be kept, once the store has closed itself."""

    async def commit(self, batch: Batch) -> Receipt:
        """Keep a batch; done when it is on the disk. The event loop goes on meanwhile."""
        return (await self.keep(batch))[0]

    async def keep(self, batch: Batch) -> tuple[Receipt, int]:
        """The same, with the time at which the disk had it."""
        began = self.clock.steady()
        ended: list[int] = []
        try:
            writing = self.store.submit(batch)
            writing.add_done_callback(lambda _: ended.append(self.clock.wall()))  # in the writer's thread
            receipt = await asyncio.wrap_future(writing)
        except Refusal as refusal:
            if refusal.code == NOT_KEPT.code:
                self.counts.faults.inc()
                self.log.error(NOT_KEPT.code, table=batch.table)
            if not self.open:
                self.failed = self.failed or self.store.closed_by or refusal
                self.log.error("store_failed", code=refusal.code, message=refusal.message)
                raise Refusal(refusal.code, f"Wait until the floor is open again: {self.failing}") from None
            raise
        self.counts.committed(self.clock.steady() - began)
        return receipt, ended[0]

    @property
    def failing(self) -> str:
        """What anybody may know of a failure: which part, and its code. A database's own words are logged."""
        if self.failed is None:
            return "the store is closed." if self.store.closed else ""
        return f"{PARTS.get(self.failed.code, 'the store')} failed ({self.failed.code})."

    @property
    def open(self) -> bool:
        """Whether the store still keeps what it is told."""
        return not self.store.closed

    async def record(self, record: Record) -> None:
        """Something that was done to the floor, kept by itself."""
        await self.commit(Batch(at=self.clock.wall(), records=(record,)))

    async def ask(self, question: Callable[..., Any], *given: Any) -> Any:
        """Ask the store's desk, amid a table's turn: however many read the books, the table does not wait for them."""
        return await asyncio.wrap_future(self.store.ask(question, *given))

    async def read(self, ask: Callable[..., Any], *given: Any) -> Any:
        """Ask the books without holding up the floor."""
        return await asyncio.to_thread(ask, *given)
