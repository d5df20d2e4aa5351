"""Verify a store before anything is served from it.

Everything since the last checkpoint is verified (`audit/checkpoint.py`), all balances, all rows that records tell of,
and of older entries those that tables are rebuilt from. A small store is verified from its first entry, and so is any
store at its first start and at the first one of another program.
"""

from collections.abc import Mapping
from contextlib import suppress

import msgspec
from sqlalchemy import Connection, bindparam, select

from pitboss.audit import checkpoint
from pitboss.audit.verify import Course, Fault, Progress, follow, read_outside
from pitboss.floor.standing import KIND, events_before
from pitboss.refusal import Refusal
from pitboss.store import Store
from pitboss.store import schema as s
from pitboss.store.reading import head
from pitboss.table.files import house_of_line

DIFFERS = "store_differs"


SMALL = 20_000
"""Entries of a store that every start verifies from the first one: a second or two."""


class Verified(msgspec.Struct, frozen=True):
    """`entries`: how many there are. `after`: the last one that an earlier start or audit had verified."""

    entries: int
    after: int


def verify(store: Store, progress: Progress | None = None, small: int = SMALL) -> Verified:
    """Refuse a store that does not hold what was kept. Otherwise the next start goes on from here."""
    heads = store.heads
    # Where nobody has signed yet, a record says so (`heads_begun`), and all tables are replaced.
    outside = read_outside(heads.folder if heads and not heads.is_new else None)
    with store.books.moment() as connection:
        known = None
        if heads and head(connection).number > small:
            known = checkpoint.read(connection, heads.folder, store.program)
        found, after = known or Course(), known.number if known else 0
        follow(connection, found, outside, progress)
        if after:
            checkpoint.check_used(connection, found, _snapshots(connection), after)
        if found.faults:
            raise refusal_of(found.faults)
        if heads and found.number > after:
            checked = checkpoint.take(connection, found, store.program)
            with suppress(OSError):  # such as a full disk: then the next start verifies as much again
                checkpoint.write(checked, heads.folder, heads.key)
    return Verified(found.number, after)


def refusal_of(faults: list[Fault]) -> Refusal:
    """The first fault, how many others there are, and what to do."""
    others = len(faults) - 1
    more = f" {others} more {'fault was' if others == 1 else 'faults were'} found." if others else ""
    return Refusal(
        DIFFERS,
        f"The store does not hold what was kept: {faults[0].sentence}{more} "
        "Run `pitboss audit` to list all faults, then restore a backup (docs/store.md). Nothing is served from it.",
    )


def _snapshots(connection: Connection) -> Mapping[str, int]:
    """By table, the sequence of the last event before the snapshot that it is rebuilt from."""
    found = {}
    for table in connection.execute(select(s.tables.c.name)).scalars():
        text = connection.execute(_SNAPSHOT, {"table": table}).scalar()
        first = connection.execute(_FIRST, {"table": table}).scalar()
        if text is not None and first is not None:
            with suppress(Refusal, msgspec.MsgspecError):  # what cannot be read was changed, which its entry shows
                house = house_of_line(first)
                found[table] = events_before(text, type(house.family.new_state(house)))
    return found


_SNAPSHOT = (
    select(s.records.c.after)
    .where(s.records.c.component == bindparam("table"), s.records.c.kind == KIND)
    .order_by(s.records.c.number.desc(), s.records.c.line.desc())
    .limit(1)
)
_FIRST = select(s.events.c.body).where(s.events.c.table_name == bindparam("table"), s.events.c.sequence == 1)
