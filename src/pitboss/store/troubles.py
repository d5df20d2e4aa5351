"""What a database says when something is wrong, as a refusal that tells a person what to do."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
from sqlalchemy.exc import DBAPIError, TimeoutError

from pitboss.refusal import Refusal

LOCKED = Refusal("store_locked", "Wait, or end the other program: something else is writing to this database.")
FULL = Refusal("disk_full", "Free some space on the disk: the database cannot grow, and nothing more was kept.")
READ_ONLY = Refusal("store_read_only", "Make the database writable: its file, its folder or its server is read-only.")
CORRUPT = Refusal("store_corrupt", "Restore a backup: this file is damaged, or is no database of pitboss.")
DISK = Refusal("disk_error", "Check the disk: it failed to read or write, and nothing more was kept.")
NOT_OPENED = Refusal("store_not_found", "Check the database's name: nothing can be opened or made there.")
UNREACHABLE = Refusal("store_unreachable", "Start the database server or check its address: it does not answer.")
DENIED = Refusal("store_denied", "Check the name and password: the database server does not let pitboss in.")
BUSY = Refusal("store_busy", "Try again in a moment: too many are reading the store at once.")
FUNDS = Refusal("insufficient_funds", "Move no more than there is: an account would fall below zero.")
TRANSFER = Refusal("no_transfer", "Money never goes from one person's account to another's.", "GLI-19 2.5.6 f")
RANGE = Refusal("amount_out_of_range", "Post less: an account would hold more than 64 bits can count.")
SEQUENCE = Refusal("stale_sequence", "Read the table again: something has happened there since.")
REVEALED = Refusal("already_revealed", "Reveal an event once: this one has been.")

NOT_KEPT = Refusal("not_kept", "Tell a supervisor: the database's own guards refused this, and nothing of it was kept.")
"""What the program let pass and a constraint did not. The transaction was undone; it is written down."""

_OF_SQLITE = {
    sqlite3.SQLITE_BUSY: LOCKED,
    sqlite3.SQLITE_LOCKED: LOCKED,
    sqlite3.SQLITE_FULL: FULL,
    sqlite3.SQLITE_READONLY: READ_ONLY,
    sqlite3.SQLITE_CORRUPT: CORRUPT,
    sqlite3.SQLITE_NOTADB: CORRUPT,
    sqlite3.SQLITE_IOERR: DISK,
    sqlite3.SQLITE_CANTOPEN: NOT_OPENED,
}

_OF_POSTGRESQL = {
    "53100": FULL,
    "55P03": LOCKED,
    "25006": READ_ONLY,
    "XX001": CORRUPT,
    "XX002": CORRUPT,
    "58030": DISK,
    "3D000": NOT_OPENED,
    "28P01": DENIED,
    "28000": DENIED,
    "42501": DENIED,
    "22003": RANGE,
}

_BY_WORD = {
    "accounts_never_below_zero": FUNDS,
    "no transfer between persons": TRANSFER,
    "cannot store REAL value in INTEGER column accounts.cents": RANGE,
    "events.table_name, events.sequence": SEQUENCE,
    "events_pkey": SEQUENCE,
    "reveals.table_name, reveals.sequence": REVEALED,
    "reveals_pkey": REVEALED,
}
"""What the store's own guards say, on either database."""

HARMLESS = frozenset({refusal.code for refusal in (*_BY_WORD.values(), LOCKED)})
"""After these nothing is in doubt: the transaction was undone, and the store goes on."""


RETURNING = frozenset(
    {refusal.code for refusal in (LOCKED, BUSY, FULL, READ_ONLY, DISK, NOT_OPENED, UNREACHABLE, DENIED)}
    | {"store_failed", "store_closed", "heads_failed", "bad_folder"}
)
"""What may be over a moment later without anybody touching the store: worth another try to open it."""

PASSING = frozenset({LOCKED.code, BUSY.code})
"""What could not be read for now. It says nothing about what is kept."""


def refusal_of(error: BaseException) -> Refusal:
    """The refusal for what a database said."""
    found = error.orig if isinstance(error, DBAPIError) and error.orig is not None else error
    words = first_line(found)
    for word, refusal in _BY_WORD.items():
        if word in words:
            return _afresh(refusal)
    return _afresh(_by_code(found)) if _by_code(found) else _unknown(found)


def _by_code(error: BaseException) -> Refusal | None:
    if isinstance(error, sqlite3.Error):
        # "file is not a database" comes without a code where the very first page is wrong.
        code = getattr(error, "sqlite_errorcode", None)
        return _OF_SQLITE.get(code & 0xFF) if code is not None else None
    if isinstance(error, psycopg.Error):
        known = _OF_POSTGRESQL.get(error.sqlstate or "")
        return known or (UNREACHABLE if isinstance(error, psycopg.OperationalError) else None)
    return DISK if isinstance(error, OSError) else None


def _unknown(error: BaseException) -> Refusal:
    words = first_line(error)
    return Refusal("store_failed", f"Open the store again and check it: the database said '{words}'.")


def first_line(error: BaseException) -> str:
    """What a database said, without the details below, where PostgreSQL repeats what was to be written."""
    found = error.orig if isinstance(error, DBAPIError) and error.orig is not None else error
    return " ".join(str(found).strip().partition("\n")[0].split())[:200]


def _afresh(refusal: Refusal | None) -> Refusal:
    """Raised again and again, one object would gather tracebacks."""
    assert refusal is not None
    return Refusal(refusal.code, refusal.message, refusal.clause)


@contextmanager
def told() -> Iterator[None]:
    """Whatever the database says inside becomes a refusal."""
    try:
        yield
    except (DBAPIError, sqlite3.Error, psycopg.Error) as error:
        raise refusal_of(error) from None
    except TimeoutError:
        raise _afresh(BUSY) from None
