"""Where a store is, and how it is reached: engines for one writer and for many readers, on either database."""

import os
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.pool import NullPool, QueuePool

from pitboss.refusal import Refusal, shown

Connect = Callable[..., Any]
"""Opens a file as `sqlite3.connect` does; a drill hands in one whose disk fails."""

PATIENCE = 5
"""Seconds to wait for somebody else's write to end."""

CONNECTING = 10
"""Seconds to wait for a database server that does not answer at all, unless its address has a `connect_timeout`."""

READERS = 4

PRIVATE = 0o600
"""The rights of every file of a store."""

PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "trusted_schema=OFF", "fullfsync=ON")
"""What keeps an acknowledged commit through a power cut: NORMAL lost some in most simulated cuts, FULL none."""


def address(text: str) -> URL:
    """A database's address: `postgresql://…`, `sqlite:///FILE` or just a file's name."""
    if "://" not in text:
        if not text:
            raise Refusal("bad_database", "Name a file, or a database such as postgresql://localhost/pitboss.")
        return URL.create("sqlite", database=text)
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):
        raise _unknown(text) from None
    if url.drivername == "sqlite" and url.database and not url.query:
        return url
    if url.drivername in ("postgresql", "postgres", "postgresql+psycopg"):
        return url.set(drivername="postgresql+psycopg")
    raise _unknown(text)


def _unknown(text: str) -> Refusal:
    """The password, if there is one, is not repeated."""
    scheme = shown(text.partition("://")[0] + "://…")
    return Refusal("bad_database", f"Name a file, sqlite:///FILE or postgresql://HOST/NAME; got {scheme}.")


def file_of(url: URL) -> Path | None:
    """The file of a SQLite store; none on PostgreSQL."""
    return Path(str(url.database)) if url.drivername == "sqlite" else None


def writing(url: URL, connect: Connect = sqlite3.connect) -> Engine:
    """An engine for the one writer. Every transaction asks for the right to write when it begins."""
    if url.drivername != "sqlite":
        return _patient(create_engine(_not_forever(url), pool_size=1, max_overflow=0))
    engine = create_engine(
        "sqlite://", creator=lambda: _private(url, connect), poolclass=QueuePool, pool_size=1, max_overflow=0
    )
    return _beginning_with(engine, "BEGIN IMMEDIATE")


def reading(url: URL, connect: Connect = sqlite3.connect) -> Engine:
    """An engine for readers. Whatever one reads in a transaction is of one moment."""
    if url.drivername != "sqlite":
        return _patient(
            create_engine(
                _not_forever(url),
                isolation_level="REPEATABLE READ",
                pool_size=READERS,
                execution_options={"postgresql_readonly": True},
            )
        )
    engine = create_engine(
        "sqlite://",
        creator=lambda: _at_rest(url) if is_at_rest(url) else _sqlite(url, connect, "query_only=ON"),
        poolclass=NullPool if connect is not sqlite3.connect else QueuePool,
    )
    return _beginning_with(engine, "BEGIN")


def _not_forever(url: URL) -> URL:
    return url if "connect_timeout" in url.query else url.update_query_dict({"connect_timeout": str(CONNECTING)})


def _patient(engine: Engine) -> Engine:
    """PostgreSQL waits for somebody else's lock for ever, and all tables with it, unless told otherwise."""

    @event.listens_for(engine, "connect")
    def connected(opened: Any, _: object) -> None:
        opened.execute(f"SET lock_timeout = '{PATIENCE}s'")
        opened.commit()

    return engine


def is_at_rest(url: URL) -> bool:
    """A store that cannot be written to, such as an auditor's copy on a read-only medium, and that nobody has open.

    SQLite wants to make files beside a database even to read it. Where they are there, as with a floor that is open and
    run by somebody else, it reads by them: what lies in a write-ahead log is not left out, nor half of what is written.
    """
    file, log, index = (Path(f"{url.database}{end}") for end in ("", "-wal", "-shm"))
    in_use = log.exists() and (index.exists() or log.stat().st_size)
    return file.is_file() and not in_use and not os.access(file.parent, os.W_OK)


def _at_rest(url: URL) -> Any:
    file = Path(str(url.database)).resolve().as_uri()
    opened = sqlite3.connect(f"{file}?immutable=1", uri=True, isolation_level=None, check_same_thread=False)
    opened.execute("PRAGMA query_only=ON").close()
    return opened


def _private(url: URL, connect: Connect) -> Any:
    """A file that only its owner can read and write. SQLite gives the log and its index the rights of the database."""
    if os.name == "posix" and connect is sqlite3.connect and url.database != ":memory:":
        with suppress(OSError):  # a folder that is not there, or not ours to write to, SQLite reports by itself
            os.close(os.open(str(url.database), os.O_RDWR | os.O_CREAT, PRIVATE))
        for end in ("", "-wal", "-shm"):
            narrow(Path(f"{url.database}{end}"))
    return _sqlite(url, connect)


def narrow(file: Path) -> None:
    """Let nobody but the owner read or write a file. Raises `Refusal` if it belongs to somebody else."""
    try:
        if file.stat().st_mode & ~PRIVATE & 0o777:
            file.chmod(PRIVATE)
    except FileNotFoundError:
        return
    except PermissionError:
        message = f"Run `chmod 600 {file}` as its owner: others on this machine could read or change the store."
        raise Refusal("store_open_to_others", message) from None


def _sqlite(url: URL, connect: Connect, *more: str) -> Any:
    file = str(url.database)
    if file == ":memory:":
        raise Refusal("bad_database", "Keep the store in a file: one in memory is gone when the program ends.")
    opened = connect(file, timeout=PATIENCE, isolation_level=None, check_same_thread=False)
    for pragma in (*PRAGMAS, *more):
        opened.execute(f"PRAGMA {pragma}").close()
    return opened


def _beginning_with(engine: Engine, statement: str) -> Engine:
    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql(statement)

    return engine
