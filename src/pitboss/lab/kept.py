"""Counts kept on disk, each under the hash of everything it depends on. What is damaged is counted again."""

import hashlib
import os
import tempfile
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from pitboss.lab.tally import Row, Tally
from pitboss.ranking.compiled import home, sources_digest
from pitboss.showdown.declaration import Outcome

Remark = Callable[[str], None]


class KeptRow(msgspec.Struct, array_like=True):
    hand: int
    matched: bool
    stakes: tuple[int, ...] | None
    outcome: str
    deals: int


class Kept(msgspec.Struct):
    """A tally as written, with the hash of its key and rows: a file cut short, changed or moved is no count."""

    deals: int
    rows: list[KeptRow]
    digest: str


def keep(depends_on: Any, count: Callable[[], Tally], remark: Remark, use: bool = True) -> Tally:
    """The tally kept for what it depends on; counted and kept if there is none. `use=False` does without the disk."""
    if not use:
        return count()
    key = key_of(depends_on)
    file = folder() / f"{key}.json"
    found = _read(file, key, remark)
    if found is None:
        found = count()
        _write(file, key, found, remark)
    return found


def key_of(depends_on: Any) -> str:
    """The name of what is kept: the hash of what it depends on, and of all code."""
    return digest_of(msgspec.json.encode(depends_on) + code_digest().encode())


def folder() -> Path:
    return home() / "counts"


@cache
def code_digest() -> str:
    """The hash of all code and rules: every source and every text of clauses and readings."""
    return sources_digest(("",), ("*.py", "*.toml"))


def digest_of(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _read(file: Path, key: str, remark: Remark) -> Tally | None:
    try:
        kept = msgspec.json.decode(file.read_bytes(), type=Kept)
        if kept.digest == digest_of(msgspec.json.encode([key, kept.deals, kept.rows])):
            rows = (Row(row.hand, row.matched, row.stakes, Outcome[row.outcome], row.deals) for row in kept.rows)
            return Tally(kept.deals, tuple(rows))
    except FileNotFoundError:
        return None
    except (OSError, msgspec.MsgspecError, KeyError):
        pass
    remark(f"The count kept in {file} is damaged; counting again.")
    return None


def _write(file: Path, key: str, tally: Tally, remark: Remark) -> None:
    """Written beside and moved into place, so that nobody ever reads half a count. Not being able to is no failure."""
    rows = [KeptRow(row.hand, row.matched, row.stakes, row.outcome.name, row.deals) for row in tally.rows]
    data = msgspec.json.encode(Kept(tally.deals, rows, digest_of(msgspec.json.encode([key, tally.deals, rows]))))
    try:
        write_whole(file, data)
    except OSError as error:
        remark(f"The count could not be kept in {file.parent} ({error.strerror}); the result stands.")


def write_whole(file: Path, data: bytes) -> None:
    """All of the file or nothing."""
    file.parent.mkdir(parents=True, exist_ok=True)
    handle, beside = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}.")
    try:
        with os.fdopen(handle, "wb") as out:
            out.write(data)
        os.chmod(beside, 0o666 & ~_umask())
        os.replace(beside, file)
    except BaseException:
        with suppress(OSError):
            os.unlink(beside)
        raise


def _umask() -> int:
    """What the user lets nobody do; it can only be asked for by setting it."""
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
