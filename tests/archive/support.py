"""The golden archive of version 0.3.0: its files, and a server started on a copy of one of its stores."""

import asyncio
import sqlite3
import tarfile
import tomllib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from typing import Any

import psycopg

from pitboss.audit.verify import Findings, audit
from pitboss.fair import Entropy
from pitboss.fair.sealing import Seal, read_key_file
from pitboss.floor.means import Means
from pitboss.floor.pit import Pit
from pitboss.floor.start_check import Verified, verify
from pitboss.store import open_books, open_store
from pitboss.store.reading import Head
from pitboss.store.tail import Tail
from tests.floor.floor import Floor, SetClock

FOLDER = Path(__file__).parent / "0.3.0"
SCENES = ("closed", "deal", "settlement", "snapshots")
"""How a store was left: closed in good order; killed during a deal, during settlement, after snapshots of tables."""


@cache
def files(part: str) -> dict[str, bytes]:
    """All files of a part of the archive."""
    with tarfile.open(FOLDER / f"{part}.tar.xz") as tar:
        return {member.name: tar.extractfile(member).read() for member in tar}  # type: ignore[union-attr]


def names(part: str, suffix: str) -> list[str]:
    """The files of a part that end in a suffix, without it."""
    return [name.removesuffix(suffix) for name in files(part) if name.endswith(suffix)]


@cache
def differences(kind: str) -> list[dict[str, Any]]:
    """What may differ from version 0.3.0, each with its reason."""
    found: list[dict[str, Any]] = tomllib.loads((FOLDER / "differences.toml").read_text()).get(kind, [])
    return found


class Copy:
    """A copy of one store of the archive: `database` is its address, `folder` what the server keeps next to it."""

    def __init__(self, folder: Path, scene: str, postgresql: str = "") -> None:
        self.folder, self.scene, self.database = folder, scene, postgresql or str(folder / "floor.db")
        self.verified: Verified | None = None
        found = files(f"{'postgresql' if postgresql else 'sqlite'}-{scene}")
        for name, held in found.items():
            file = folder / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(held)
            file.chmod(0o600)  # the server reads no key that others could read
        if postgresql:
            with psycopg.connect(postgresql) as connection:
                connection.execute(found["dump.sql"])

    def record_tail(self) -> None:
        """As if the server had recorded the last entry, which version 0.3.0 did not: rounds continue then."""
        last = "SELECT number, hash FROM journal ORDER BY number DESC LIMIT 1"
        with psycopg.connect(self.database) if "://" in self.database else sqlite3.connect(self.database) as connection:
            found: Any = connection.execute(last).fetchone()
        connection.close()
        tail = Tail(self.folder / "heads")
        tail.record(Head(found[0], 0, bytes(found[1])))
        tail.close()

    def audit(self) -> Findings:
        books = open_books(self.database)
        try:
            return audit(books, self.folder / "heads")
        finally:
            books.engine.dispose()

    def held(self) -> tuple[dict[str, int], tuple[int, int]]:
        """All balances, and the linked meters."""
        books = open_books(self.database)
        try:
            return books.balances(), books.meters("jackpot")
        finally:
            books.engine.dispose()

    @asynccontextmanager
    async def floor(self) -> AsyncIterator[Floor]:
        """The floor opened again by the current code, with a clock that a test sets."""
        entropy, clock = Entropy(), SetClock()
        seal = Seal(read_key_file(self.folder / "seal.key"), entropy)
        heads = self.folder / "heads"
        store = open_store(self.database, program="tests", seal=seal.seal, unseal=seal.unseal, heads=heads)
        pit = Pit(Means(store, clock, entropy, seal))
        try:
            self.verified = verify(store, small=0)
            await pit.restore()
            yield Floor(pit, clock)
        finally:
            pit.coach.close()
            await asyncio.to_thread(store.close)


async def finish_rounds(floor: Floor) -> None:
    """Let every round come to its end, as a server does that closes."""
    await floor.pit.drain()
    for _ in range(5_000):
        if not floor.pit.playing:
            return
        await floor.pit.drain(hurry=True)
        await floor.pit.tick()
    raise AssertionError(f"rounds go on at {[table.id for table in floor.pit.playing]}")
