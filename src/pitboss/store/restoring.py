"""A database that does not hold what was signed: refused at the opening, or put back from a backup on purpose.

Whoever opened an older database as if nothing had happened would deal cards that have been seen: seeds and orders which
that database takes for secrets were shown after it was written. So a restore is said aloud. The journal gets a record
of it, the heads that were signed since are set aside, and the floor opens new tables in place of the old.
"""

from pathlib import Path

import msgspec
from sqlalchemy import Connection, bindparam, select

from pitboss.refusal import Refusal
from pitboss.store import reading
from pitboss.store import schema as s
from pitboss.store.batch import Batch, Record, as_text
from pitboss.store.heads import Heads, SignedHead, read_heads
from pitboss.store.reading import RESTORED
from pitboss.store.store import Store

_HASH = select(s.journal.c.hash).where(s.journal.c.number == bindparam("number"))


class Restored(msgspec.Struct, frozen=True):
    """The last entry that was signed, the last one there is, and where the heads were put if some hold no more."""

    signed: int
    number: int
    aside: Path | None


def check_signed(connection: Connection, last: SignedHead) -> None:
    """Refuse a database that does not hold the last entry signed, as it was signed."""
    if last.number and not _holds(connection, last):
        ends = reading.head(connection).number
        raise Refusal(
            "store_rolled_back",
            f"Put the newer database back: entry {last.number} was signed, and this one "
            f"{'has another in its place' if ends >= last.number else f'ends at {ends}'}. If it was restored from a "
            "backup, say so with `pitboss store restored`; for a new floor name another folder.",
        )


def say_restored(store: Store, folder: Path, at: int, reason: str) -> Restored:
    """Take the database as it is for the one to go on with. `store` was opened without its heads.

    Whoever says so is believed: heads may be lost with the disk, and the last minute was signed by none. Where none
    are left none is signed here, so that the floor writes down that it begins anew.
    """
    signed = read_heads(folder)
    with store.books.moment() as connection:
        held = [head for head in signed if _holds(connection, head)]
        ends = reading.head(connection)
    kept = signed[: len(held)]
    if held != kept or (signed and not kept):
        raise Refusal("other_store", "Check the database: it is none that this folder's heads were ever signed for.")
    heads = Heads(folder) if signed else None
    record = Record(
        kind=RESTORED,
        component="store",
        who="operator",
        reason=reason,
        before=as_text({"number": signed[-1].number, "hash": signed[-1].hash}) if signed else "",
        after=as_text({"number": ends.number, "hash": ends.hash.hex()}),
    )
    done = store.commit(Batch(at=at, records=(record,)))
    aside = heads.go_on_from(kept, reading.Head(done.number, at, done.hash)) if heads else None
    return Restored(signed[-1].number if signed else 0, ends.number, aside)


def _holds(connection: Connection, head: SignedHead) -> bool:
    found = connection.execute(_HASH, {"number": head.number}).scalar()
    return found is not None and bytes(found).hex() == head.hash
