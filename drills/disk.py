"""A disk that can lose power or fail, under a real store: SQLite through a file system written here.

What was written since a file's last sync may be gone, half there, or there in any order when the power comes back. The
store runs unchanged: APSW brings its own SQLite whose files go through `Disk`, and the class `Shim` lets SQLAlchemy use
it as it uses the standard library's. One connection serves writer and readers, since the shared memory of WAL is not
simulated.
"""

import random
import sqlite3
from contextlib import suppress
from pathlib import Path
from typing import Any

import apsw

SECTOR = 512


class Disk:
    """What lies safely on the disk, and what is still under way, for each file.

    `stops_at`: the operation at which the power goes. `fails_at`: the operation that fails, `for_good` or once, by
    `error`. Operations are counted from 1: writes, syncs, truncations, deletions.
    """

    def __init__(
        self,
        stops_at: int = 0,
        fails_at: int = 0,
        for_good: bool = False,
        error: type[Exception] = apsw.IOError,
    ) -> None:
        self.safe: dict[str, bytearray] = {}
        self.pending: dict[str, list[tuple[int, bytes | None]]] = {}
        self.count = 0
        self.stops_at, self.fails_at, self.for_good, self.error = stops_at, fails_at, for_good, error
        self.dead = False
        self.name = f"pitboss-disk-{id(self)}"
        self.vfs = _Files(self)
        self.shared: apsw.Connection | None = None
        self.sync = "FULL"
        self.checkpoint = 1000

    def hold(self, file: Path) -> None:
        """A file that lies on the disk from before."""
        self.safe[str(file)] = bytearray(file.read_bytes())

    def step(self) -> None:
        """One more operation: it may be the one that fails, or the one at which everything ends."""
        if self.dead:
            raise apsw.IOError("the power is gone")
        self.count += 1
        if self.count == self.stops_at:
            self.dead = True
            raise apsw.IOError("the power is gone")
        if self.fails_at and (self.count == self.fails_at or (self.for_good and self.count > self.fails_at)):
            raise self.error("the disk fails")

    def cut(self) -> None:
        self.dead = True

    def write(self, name: str, data: bytes, offset: int) -> None:
        self.pending.setdefault(name, []).append((offset, data))

    def truncate(self, name: str, size: int) -> None:
        self.pending.setdefault(name, []).append((size, None))

    def synced(self, name: str) -> None:
        held = self.safe.setdefault(name, bytearray())
        for offset, data in self.pending.pop(name, []):
            _apply(held, offset, data)

    def deleted(self, name: str) -> None:
        self.safe.pop(name, None)
        self.pending.pop(name, None)

    def after_the_cut(self, rng: random.Random, folder: Path) -> None:
        """What is found when the power comes back: of the writes under way some are there, some not, some torn."""
        for name in self.safe.keys() | self.pending.keys():
            held = bytearray(self.safe.get(name, b""))
            for offset, data in self.pending.get(name, []):
                fate = rng.random()
                if fate < 0.5:
                    continue
                if data is None or fate < 0.75:
                    _apply(held, offset, data)
                    continue
                for start in range(0, len(data), SECTOR):
                    if rng.random() < 0.5:
                        _apply(held, offset + start, data[start : start + SECTOR])
            if name in self.safe or held:
                folder.joinpath(Path(name).name).write_bytes(held)

    def begin(self, path: Path, line: bytes) -> "Record":
        """Stands where `pitboss.store.tail` begins its record."""
        record = Record(self, str(path))
        record.write(line)
        record.sync()
        return record

    def connect(self, file: str, **_: Any) -> "Shim":
        """Stands where `sqlite3.connect` stands."""
        if self.shared is None:
            self.shared = apsw.Connection(file, vfs=self.name)
            self.shared.execute("PRAGMA locking_mode=EXCLUSIVE")
        return Shim(self)

    def close(self) -> None:
        if self.shared is not None:
            with suppress(apsw.Error):
                self.shared.close(True)
        self.vfs.unregister()


def _apply(held: bytearray, offset: int, data: bytes | None) -> None:
    if data is None:
        del held[offset:]
        return
    if len(held) < offset:
        held.extend(bytes(offset - len(held)))
    held[offset : offset + len(data)] = data


class _Files(apsw.VFS):
    def __init__(self, disk: Disk) -> None:
        self.disk = disk
        super().__init__(disk.name, "")

    def xOpen(self, name: Any, flags: list[int]) -> "_File":
        return _File(self.disk, name, flags)

    def xDelete(self, name: str, sync: bool) -> None:
        self.disk.step()
        super().xDelete(name, sync)
        self.disk.deleted(name)


class _File(apsw.VFSFile):
    def __init__(self, disk: Disk, name: Any, flags: list[int]) -> None:
        self.disk = disk
        self.name = name.filename() if isinstance(name, apsw.URIFilename) else str(name)
        super().__init__("", name, flags)

    def xWrite(self, data: bytes, offset: int) -> None:
        self.disk.step()
        super().xWrite(data, offset)
        self.disk.write(self.name, bytes(data), offset)

    def xTruncate(self, size: int) -> None:
        self.disk.step()
        super().xTruncate(size)
        self.disk.truncate(self.name, size)

    def xSync(self, flags: int) -> None:
        """The real file is not synced: only what is written here of it counts."""
        self.disk.step()
        self.disk.synced(self.name)


class Record:
    """The record of the last entry as a file of this disk; it stands for its own number when it is synced."""

    def __init__(self, disk: Disk, name: str) -> None:
        self.disk, self.name = disk, name

    def seek(self, _: int) -> None:
        """It is always written from the start."""

    def write(self, data: bytes) -> None:
        self._step()
        self.disk.write(self.name, data, 0)

    def sync(self) -> None:
        self._step()
        self.disk.synced(self.name)

    def _step(self) -> None:
        try:
            self.disk.step()
        except apsw.Error as error:
            raise OSError(str(error)) from None

    def fileno(self) -> "Record":
        return self

    def close(self) -> None:
        """There is nothing to let go of."""


class Shim:
    """An APSW connection that looks like one of the standard library, as far as SQLAlchemy and the store look."""

    def __init__(self, disk: Disk) -> None:
        self.disk = disk
        self.isolation_level = None

    @property
    def real(self) -> apsw.Connection:
        assert self.disk.shared is not None
        return self.disk.shared

    def cursor(self) -> "_Cursor":
        return _Cursor(self)

    def execute(self, statement: str, parameters: Any = ()) -> "_Cursor":
        return self.cursor().execute(statement, parameters)

    def create_function(self, *_: Any, **__: Any) -> None:
        """SQLAlchemy offers `regexp`; the store has no use for it."""

    @property
    def in_transaction(self) -> bool:
        with suppress(apsw.ConnectionClosedError):
            return self.real.in_transaction
        return False

    def commit(self) -> None:
        if self.in_transaction:
            self.execute("COMMIT")

    def rollback(self) -> None:
        if self.in_transaction:
            self.execute("ROLLBACK")

    def close(self) -> None:
        """The shared connection stays; a transaction left open on it does not."""
        with suppress(sqlite3.Error):
            self.rollback()


class _Cursor:
    def __init__(self, shim: Shim) -> None:
        self.shim = shim
        self.arraysize = 1
        self.rowcount = -1
        self.lastrowid = 0
        self.description: Any = None
        self.rows: list[Any] = []

    def execute(self, statement: str, parameters: Any = ()) -> "_Cursor":
        return self._run(self._meant(statement), [parameters])

    def executemany(self, statement: str, many: Any) -> "_Cursor":
        return self._run(statement, list(many))

    def _meant(self, statement: str) -> str:
        """The control's disk lies about its settings, as some do."""
        disk = self.shim.disk
        if statement == "PRAGMA synchronous=FULL":
            return f"PRAGMA synchronous={disk.sync}; PRAGMA wal_autocheckpoint={disk.checkpoint}"
        if statement == "PRAGMA synchronous":
            return "SELECT 2"
        return "SELECT 1" if statement == "PRAGMA query_only=ON" else statement

    def _run(self, statement: str, many: list[Any]) -> "_Cursor":
        try:
            real = self.shim.real.cursor()
            before = self.shim.real.total_changes()
            real.exec_trace = self._describe
            self.rows = [row for parameters in many for row in real.execute(statement, tuple(parameters))]
            self.rowcount = self.shim.real.total_changes() - before
        except apsw.Error as error:
            kind = sqlite3.IntegrityError if isinstance(error, apsw.ConstraintError) else sqlite3.OperationalError
            told = kind(str(error))
            told.sqlite_errorcode = getattr(error, "result", sqlite3.SQLITE_ERROR)
            raise told from None
        return self

    def _describe(self, real: apsw.Cursor, *_: Any) -> bool:
        """The columns can be asked for only while a statement runs, which one without rows does not for long."""
        self.description = [(each[0], *[None] * 6) for each in real.get_description()] or None
        return True

    def fetchone(self) -> Any:
        return self.rows.pop(0) if self.rows else None

    def fetchmany(self, size: int | None = None) -> list[Any]:
        size = self.arraysize if size is None else size
        found, self.rows = self.rows[:size], self.rows[size:]
        return found

    def fetchall(self) -> list[Any]:
        found, self.rows = self.rows, []
        return found

    def __iter__(self) -> Any:
        return iter(self.fetchall())

    def close(self) -> None:
        """Everything has been read."""
