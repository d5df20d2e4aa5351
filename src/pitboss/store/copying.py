"""A store copied whole: from SQLite to PostgreSQL, back, or to a file that is a backup, while the source is in use.

Rows are added to the copy as they were added to the source, so that the database's own guards check every one again.
The copy is good when its chain ends in the same hash and every row of every table is there.
"""

import hashlib
import os
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import Connection, Table, insert, select
from sqlalchemy.exc import DBAPIError

from pitboss.refusal import Refusal
from pitboss.store import reading
from pitboss.store.opening import check_revision, migrate, open_books
from pitboss.store.reading import IN_PORTIONS, Books
from pitboss.store.safety import check_settings
from pitboss.store.schema import metadata
from pitboss.store.troubles import refusal_of, told
from pitboss.store.where import address, file_of, writing

PORTION = 5000


class Copied(msgspec.Struct, frozen=True):
    """What a copy holds: rows in all, the last entry, and the digest of all rows, the same as in the source."""

    rows: int
    number: int
    hash: str
    digest: str


def copy_store(source: Books, target: str) -> Copied:
    """Copy everything, as it is at one moment, into a database that is empty."""
    engine = writing(address(target))
    try:
        with told(), engine.begin() as there:
            migrate(there)
        check_settings(engine)
        with told(), engine.begin() as there:
            if reading.head(there).number or reading.balances(there):
                raise Refusal("store_not_empty", "Choose an empty database: this one holds a store already.")
            with source.moment() as here:
                check_revision(here)
                return _copy_rows(here, there)
    except DBAPIError as error:
        raise refusal_of(error) from None
    finally:
        engine.dispose()


def _copy_rows(here: Connection, there: Connection) -> Copied:
    rows = 0
    for table in in_order():
        for portion in portions(here, table):
            there.execute(insert(table), [as_added(table, row) for row in portion])
            rows += len(portion)
    first, second = digest(here), digest(there)
    head = reading.head(there)
    if first != second or reading.head(here) != head:
        raise Refusal("copy_differs", "Copy again: what arrived is not what was sent.")
    return Copied(rows, head.number, head.hash.hex(), second)


def in_order() -> list[Table]:
    """What is referred to comes before what refers to it."""
    return list(metadata.sorted_tables)


def as_added(table: Table, row: dict[str, Any]) -> dict[str, Any]:
    """An account starts empty; its postings, which come after it, move it."""
    return row | {"cents": 0} if table.name == "accounts" else row


def portions(connection: Connection, table: Table) -> Iterator[list[dict[str, Any]]]:
    """A table's rows in the order of its key, some at a time."""
    ordered = select(table).order_by(*table.primary_key.columns)
    rows = iter(connection.execute(ordered, execution_options=IN_PORTIONS).mappings())
    while portion := [dict(row) for row in islice(rows, PORTION)]:
        yield portion


def digest(connection: Connection) -> str:
    """One hash over every row of every table, the same on either database.

    Texts sort differently from server to server, so that each row is hashed and the hashes are added up.
    """
    total = 0
    for table in in_order():
        for portion in portions(connection, table):
            for row in portion:
                line = msgspec.json.encode([str(table.name), *row.values()])
                total += int.from_bytes(hashlib.sha256(line).digest(), "big")
    return f"{total % (1 << 256):064x}"


def back_up(database: str, file: Path) -> Copied:
    """A backup is a store in a SQLite file, whole and closed. It has its name only when it is complete."""
    if file.exists():
        raise Refusal("file_exists", f"Choose another name: {file} is there already.")
    unfinished = file.with_name(f"{file.name}.unfinished")
    unfinished.unlink(missing_ok=True)
    copied = copy_store(open_books(database), str(unfinished))
    _settle_down(unfinished)
    unfinished.rename(file)
    return copied


def _settle_down(file: Path) -> None:
    """One file without a log beside it, on the disk."""
    import sqlite3

    assert file_of(address(str(file))) == file
    connection = sqlite3.connect(file)
    connection.execute("PRAGMA journal_mode=DELETE")
    connection.close()
    with file.open("rb+") as opened:
        os.fsync(opened.fileno())
