"""The number and the hash of the last entry, on the disk outside the database before a command is acknowledged.

Signed heads cover all but the last minute. If the database lost later entries, with its write-ahead log or by an older
copy, the same cards would be dealt again after they were shown. So the folder of heads has one more file, `tail`:

    pitboss tail NUMBER HASH CHECKSUM

A commit goes to the database first, then here, and then it is acknowledged. After a crash the database is therefore at
this record, or ahead of it by unacknowledged commits. If it is behind, or has another entry in that place, it has lost
entries. If the record is missing or damaged, everything unsigned may have been lost.
"""

import hashlib
import os
from pathlib import Path
from threading import Lock
from typing import IO

import msgspec
from sqlalchemy import Connection

from pitboss.refusal import Refusal
from pitboss.store import reading
from pitboss.store.reading import Head

NAME = "tail"
LOOKS = 5
"""How often a record is read before it counts as damaged: a server may be writing another one meanwhile."""

sync_data = getattr(os, "fdatasync", os.fsync)
"""What brings the record to the disk: its file never grows, so that its size and times need not be there too."""


class Recorded(msgspec.Struct, frozen=True):
    """The last entry acknowledged. `hash` in hex digits."""

    number: int
    hash: str


class Tail:
    """The record, open for writing. Only what was committed is recorded."""

    def __init__(self, folder: Path) -> None:
        self.path = folder.joinpath(NAME)
        self.found = read_tail(folder)
        """The record when the store was opened; None if it was missing or damaged."""
        self._number = -1
        self._file: IO[bytes] | None = None
        self._is_closed = False
        self._one_at_a_time = Lock()

    def record(self, head: Head) -> None:
        """Write a head to the disk, unless a later one is there. Raises `OSError`."""
        with self._one_at_a_time:
            if self._is_closed:  # the next opening of the store has the file: nothing older may be written over it
                raise OSError("the store is closed")
            if head.number <= self._number:
                return
            if self._file is None:
                self._file = _begin(self.path, _line(head))
            else:
                self._file.seek(0)
                self._file.write(_line(head))
                sync_data(self._file.fileno())
            self._number = head.number

    def covers(self, number: int) -> bool:
        return self._number >= number

    def close(self) -> None:
        with self._one_at_a_time:
            self._is_closed = True
            if self._file is not None:
                self._file.close()


def read_tail(folder: Path) -> Recorded | None:
    """The record in a folder of heads; None if it is missing or damaged."""
    for _ in range(LOOKS):
        try:
            line = folder.joinpath(NAME).read_bytes()
        except OSError:
            return None
        if found := _recorded(line):
            return found
    return None


def is_damaged(folder: Path) -> bool:
    """Whether there is a file of that name without a record in it."""
    return folder.joinpath(NAME).exists() and read_tail(folder) is None


def check_tail(connection: Connection, record: Recorded) -> None:
    """Refuse a database that does not hold the last entry acknowledged, as it was."""
    if record.number and not reading.holds(connection, record.number, record.hash):
        ends = reading.head(connection).number
        raise Refusal(
            "store_rolled_back",
            f"Put the newer database back: entry {record.number} was acknowledged, and this one "
            f"{'has another in its place' if ends >= record.number else f'ends at {ends}'}. If it cannot be put back, "
            "say so with `pitboss store restored --reason REASON`: open rounds are void then, and every table deals "
            "new cards.",
        )


def _line(head: Head) -> bytes:
    """Of one length, and shorter than a sector of any disk: a write cut by a power loss is old, new or damaged."""
    words = f"pitboss tail {head.number:020} {head.hash.hex()}"
    return f"{words} {hashlib.sha256(words.encode()).hexdigest()}\n".encode()


def _recorded(line: bytes) -> Recorded | None:
    """The record in a line; None unless the line is exactly as it was written."""
    try:
        _, _, number, hash_, _ = line.decode("ascii").split(" ")
        found = Recorded(int(number), hash_)
        return found if line == _line(Head(found.number, 0, bytes.fromhex(hash_))) else None
    except ValueError:
        return None


def _begin(path: Path, line: bytes) -> IO[bytes]:
    """A new file with this line, in the place of the old one at once; from then on it is written over."""
    unnamed = path.with_name(f"{path.name}.new")
    with unnamed.open("wb") as file:
        file.write(line)
        file.flush()
        os.fsync(file.fileno())
    unnamed.replace(path)
    if os.name != "nt":  # the name must be on the disk too
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
    return path.open("r+b", buffering=0)
