"""A database that does not hold what was signed: refused at the opening, or put back from a backup on purpose.

Whoever opened an older database as if nothing had happened would deal cards that have been seen: seeds and orders which
that database takes for secrets were shown after it was written. So a restore is said aloud. The journal gets a record
of it, the heads that were signed since are set aside, and the floor opens new tables in place of the old.
"""

from pathlib import Path

import msgspec
from sqlalchemy import Connection

from pitboss.refusal import Refusal
from pitboss.store import reading
from pitboss.store.batch import Batch, Record, as_text
from pitboss.store.heads import Heads, SignedHead, read_heads
from pitboss.store.reading import RESTORED, TAIL_BEGUN
from pitboss.store.store import Store
from pitboss.store.tail import Tail, read_tail


class Restored(msgspec.Struct, frozen=True):
    """The last entry that was signed or acknowledged, as far as the folder knows; the last one there is; and where the
    heads were put if some hold no more."""

    signed: int
    acknowledged: int
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
            "backup, say so with `pitboss store restored --reason REASON`; for a new floor name another folder.",
        )


def begin_tail(store: Store) -> None:
    """Record the head of a store that was opened, before anything of it is shown.

    Where no record was found next to a journal that is not new, the end may have been cut off: a record in the journal
    says so first, and the floor replaces its tables as after a restore. Its time is that of the entry before.
    """
    if store.tail is None:
        return
    last = store.books.head()
    if store.tail.found is not None or not last.number:
        store.begin_tail()
        return
    ends = as_text({"entries": last.number, "hash": last.hash.hex()})
    record = Record(kind=TAIL_BEGUN, component="heads", who="house", after=ends)
    store.begin_tail(Batch(at=last.at, records=(record,)))


def say_restored(store: Store, folder: Path, at: int, reason: str) -> Restored:
    """Take the database as it is for the one to go on with. `store` was opened without its heads.

    Whoever says so is believed: heads may be lost with the disk, and the last minute was signed by none. Where none
    are left none is signed here, so that the floor writes down that it has none. The record of the tail is replaced
    last: until then the store stays refused.
    """
    signed, recorded = read_heads(folder), read_tail(folder)
    with store.books.moment() as connection:
        held = [head for head in signed if _holds(connection, head)]
        ends = reading.head(connection)
    kept = signed[: len(held)]
    if held != kept or (signed and not kept):
        raise Refusal("other_store", "Check the database: the signed heads in this folder belong to another one.")
    heads = Heads(folder) if signed else None
    known = max((each for each in (recorded, *signed[-1:]) if each), key=lambda each: each.number, default=None)
    record = Record(
        kind=RESTORED,
        component="store",
        who="operator",
        reason=reason,
        before=as_text({"number": known.number, "hash": known.hash}) if known else "",
        after=as_text({"number": ends.number, "hash": ends.hash.hex()}),
    )
    done = store.commit(Batch(at=at, records=(record,)))
    head = reading.Head(done.number, at, done.hash)
    aside = heads.go_on_from(kept, head) if heads else None
    if heads or recorded:
        tail = Tail(folder)
        tail.record(head)
        tail.close()
    return Restored(signed[-1].number if signed else 0, known.number if known else 0, ends.number, aside)


def _holds(connection: Connection, head: SignedHead) -> bool:
    return reading.holds(connection, head.number, head.hash)
