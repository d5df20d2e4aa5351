"""Safe settings or no start. Each is read back from the database, not believed: a build, a file system or another
program's configuration may have had the last word.
"""

import sqlite3

from sqlalchemy import Connection, Engine, text

from pitboss.refusal import Refusal
from pitboss.store.schema import metadata
from pitboss.store.where import Connect


def check_python() -> None:
    """Assertions are part of the safety: a Python that drops them is not let near money."""
    if not __debug__:
        raise Refusal("unsafe_python", "Start Python without -O and PYTHONOPTIMIZE: they switch assertions off.")


def check_settings(writer: Engine, connect: Connect = sqlite3.connect) -> None:
    """Refuse a database whose settings could lose an acknowledged commit."""
    with writer.begin() as connection:
        if writer.dialect.name == "sqlite":
            _check_sqlite(connection, connect)
        else:
            _check_postgresql(connection)


def _check_sqlite(connection: Connection, connect: Connect) -> None:
    def pragma(name: str) -> object:
        return connection.exec_driver_sql(f"PRAGMA {name}").scalar()

    if pragma("journal_mode") != "wal":
        raise _unsafe("journal_mode is WAL", "move the file to a local disk")
    if pragma("synchronous") not in (2, 3):
        raise _unsafe("synchronous is FULL", "commits would be lost in a power cut")
    if pragma("foreign_keys") != 1:
        raise _unsafe("foreign_keys is ON", "postings could name accounts that do not exist")
    listed = {row[1]: row[5] for row in connection.exec_driver_sql("PRAGMA table_list")}
    loose = sorted(name for name in metadata.tables if not listed.get(name))
    if loose:
        raise _unsafe(f"{loose[0]} is a STRICT table", "a cell could hold anything")
    if not _holds_the_pen(connection, connect):
        raise _unsafe("transactions begin with BEGIN IMMEDIATE", "two writers could start from the same balance")


def _holds_the_pen(connection: Connection, connect: Connect) -> bool:
    """Whether nobody else can begin to write while this transaction is open."""
    file = connection.exec_driver_sql("PRAGMA database_list").first()
    assert file is not None
    other = connect(file[2], timeout=0, isolation_level=None)
    try:
        other.execute("BEGIN IMMEDIATE")
    except sqlite3.OperationalError:
        return True
    finally:
        other.close()
    return False


def _check_postgresql(connection: Connection) -> None:
    def setting(name: str) -> object:
        return connection.execute(text(f"SHOW {name}")).scalar()

    if setting("fsync") != "on":
        raise _unsafe("fsync is on", "a crash could corrupt the database")
    if setting("full_page_writes") != "on":
        raise _unsafe("full_page_writes is on", "a power cut could tear pages")
    if setting("synchronous_commit") not in ("on", "remote_apply"):
        raise _unsafe("synchronous_commit is on", "commits would be lost in a power cut")
    if setting("data_checksums") != "on":
        raise _unsafe("data_checksums is on (pg_checksums --enable)", "damage on the disk would go unseen")


def _unsafe(wanted: str, otherwise: str) -> Refusal:
    return Refusal("unsafe_settings", f"See that {wanted}: {otherwise}.")
