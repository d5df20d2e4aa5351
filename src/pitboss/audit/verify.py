"""The audit of a store: every link of the chain, every signed head, every posting, every balance, every sequence.

`audit` looks at everything. `follow` goes on from the entry where an earlier audit ended. The store is read at one
moment, and no key is needed: what is still sealed posts nothing, and what was revealed must be what the log committed
to. Postings are calculated again from the events by the bank, balances from the postings.
"""

from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
from sqlalchemy import Connection, func, or_, select

from pitboss.audit.beside import Told, differences, not_held
from pitboss.bank.ledger import Entries
from pitboss.refusal import Refusal
from pitboss.regulations.edition import EDITION
from pitboss.store import chain, heads, reading, tail
from pitboss.store import schema as s
from pitboss.store.accounts import account
from pitboss.store.batch import PUBLIC, entries_of, postings_of
from pitboss.store.guards import missing_guards
from pitboss.store.reading import SALT, Books, Link
from pitboss.table.events import TableOpened
from pitboss.table.files import decode_event

OPENED = "table_opened"

MOST_FAULTS = 100
"""A store that was rewritten has a fault in every entry; so many are told."""


class Fault(msgspec.Struct, frozen=True):
    """Something that is not as it was kept: what kind of thing, where, and in which words a person is told."""

    what: str
    where: str
    sentence: str


class Findings(msgspec.Struct, frozen=True):
    """What an audit has looked at, and what is wrong. `unsigned`: entries after the last signed head.

    `not_held`: rows beside the journal of which records of an older program do not tell everything, by their kind.
    `older`: tables of an older edition of the rules. `recorded`: the last entry acknowledged, by the folder of heads.
    """

    entries: int
    events: int
    postings: int
    heads: int
    unsigned: int
    hash: str
    faults: list[Fault]
    not_held: dict[str, int]
    older: int = 0
    recorded: int | None = None


USED = (
    "table_opened",
    "fair_standing",
    "table_standing",
    "table_paused",
    "table_resumed",
    "table_stopped",
    reading.RESTORED,
    reading.HEADS_BEGUN,
    reading.TAIL_BEGUN,
)
"""Kinds of records that a server reads when it starts: the last one of each component."""

COUNTED = ("journal", "events", "postings", "reveals", "older")

EVERY = 10_000
"""Entries between two reports of progress."""

Progress = Callable[[int, int], None]
"""Called with the number of the entry that is verified and the number of the last one."""


class Course(msgspec.Struct):
    """What is known at an entry of the journal: everything that it takes to go on from there.

    `sealed`: by table, the commitments of sealed events that are not revealed yet. `latest`: by component and kind, the
    entry of the last record of the kinds in `USED`. `hashes`: of entries that were signed.
    """

    number: int = 0
    hash: bytes = chain.START
    sequences: dict[str, int] = {}
    groups: dict[str, str] = {}
    sums: dict[str, int] = {}
    sealed: dict[str, dict[int, bytes]] = {}
    latest: dict[str, dict[str, int]] = {}
    counted: dict[str, int] = msgspec.field(default_factory=lambda: dict.fromkeys(COUNTED, 0))
    told: Told = msgspec.field(default_factory=Told)
    faults: list[Fault] = []
    hashes: dict[int, str] = {}

    def fault(self, what: str, where: object, sentence: str) -> None:
        if len(self.faults) < MOST_FAULTS:
            self.faults.append(Fault(what, str(where), sentence))


def audit(books: Books, folder: Path | None = None, progress: Progress | None = None) -> Findings:
    """Look at everything. With the folder of heads, what was cut off or rolled back is found too."""
    found, outside = Course(), read_outside(folder)
    with books.moment() as connection:
        follow(connection, found, outside, progress)
    return findings(found, outside)


class Outside(msgspec.Struct, frozen=True):
    """What a folder of heads holds of the journal. `recorded`: the last entry acknowledged."""

    folder: Path | None = None
    signed: list[heads.SignedHead] = []
    recorded: tail.Recorded | None = None


def read_outside(folder: Path | None) -> Outside:
    """Read a folder of heads. Call it before the database is read: the journal may grow in between, never shrink."""
    return Outside(folder, heads.read_heads(folder), tail.read_tail(folder)) if folder else Outside()


def follow(connection: Connection, found: Course, outside: Outside, progress: Progress | None = None) -> None:
    """Verify the entries after those that `found` knows, then all balances and all rows that records tell of."""
    first = found.number
    signed = [head for head in outside.signed if head.number > first]
    wanted = {head.number for head in signed}
    last = reading.head(connection).number
    for link in reading.links(connection, first):
        _check_link(found, link)
        _check_events(found, link)
        _check_postings(found, link)
        _check_reveals(found, link)
        _note_used(found, link)
        found.told.hear(link.entry)
        if link.entry.number in wanted:
            found.hashes[link.entry.number] = link.hash.hex()
        if progress and link.entry.number % EVERY == 0:
            progress(link.entry.number, last)
    _check_rest(found, connection)
    for difference in differences(connection, found.told):
        found.fault(*difference)
    for guard in missing_guards(connection):
        found.fault("guard", guard, f"The database's own guard '{guard}' is missing or is not what it was.")
    if outside.folder:
        _check_heads(found, signed, outside.folder, first)
        _check_tail(connection, found, outside.recorded, outside.folder)


def findings(found: Course, outside: Outside) -> Findings:
    """What an audit from the first entry has looked at and found."""
    signed, recorded = outside.signed, outside.recorded
    return Findings(
        entries=found.counted["journal"],
        events=found.counted["events"],
        postings=found.counted["postings"],
        heads=len(signed),
        unsigned=max(0, found.number - (signed[-1].number if signed else 0)),
        hash=found.hash.hex(),
        faults=found.faults,
        not_held=not_held(found.told),
        older=found.counted["older"],
        recorded=recorded.number if recorded else None,
    )


def _check_link(found: Course, link: Link) -> None:
    entry = link.entry
    found.counted["journal"] += 1
    if entry.number != found.number + 1:
        found.fault("gap", entry.number, f"Entry {found.number} is followed by entry {entry.number}.")
    if link.previous != found.hash:
        found.fault("chain", entry.number, f"Entry {entry.number} does not follow from the one before it.")
    if chain.link(link.previous, entry) != link.hash:
        found.fault("hash", entry.number, f"Entry {entry.number} is not what was hashed when it was kept.")
    found.number, found.hash = entry.number, link.hash


def _check_events(found: Course, link: Link) -> None:
    """Sequences have no gap; what is secret is sealed, and nothing else."""
    entry = link.entry
    if entry.opening is not None:
        if entry.table in found.groups:
            found.fault("table", entry.table, f"Table {entry.table} was opened twice.")
        found.groups.setdefault(entry.table, "")
    for sequence, _, kind, _, sealed, commitment, body in entry.events:
        found.counted["events"] += 1
        if kind == OPENED:
            found.counted["older"] += _is_older(body)
        if sequence != found.sequences.get(entry.table, 0) + 1:
            found.fault(
                "sequence", f"{entry.table} {sequence}", f"Event {sequence} of {entry.table} is out of sequence."
            )
        found.sequences[entry.table] = sequence
        if bool(sealed) != (kind not in PUBLIC):
            found.fault("seal", f"{entry.table} {sequence}", f"Event {sequence} of {entry.table} is sealed wrongly.")
        if sealed:
            found.sealed.setdefault(entry.table, {})[sequence] = commitment


def _is_older(opened: bytes) -> bool:
    """Whether a table was opened under an older edition of the rules. A malformed event is reported elsewhere."""
    try:
        event = decode_event(opened)
    except Refusal:
        return False
    return isinstance(event, TableOpened) and event.rules_edition < EDITION


def _check_postings(found: Course, link: Link) -> None:
    """What the events must have posted, by the bank's reckoning, comes first; what records posted comes after it."""
    entry = link.entry
    reckoned = list(_reckoned(found, link))
    posted = entry.postings
    if posted[: len(reckoned)] != reckoned:
        found.fault("posting", entry.number, f"The postings of entry {entry.number} are not what its events move.")
    if len(posted) > len(reckoned) and not entry.records:
        found.fault("posting", entry.number, f"Entry {entry.number} posts more than its events move.")
    if entry.opening is not None:
        found.groups[entry.table] = entry.opening
    for giver, taker, cents in posted:
        found.counted["postings"] += 1
        found.sums[giver] = found.sums.get(giver, 0) - cents
        found.sums[taker] = found.sums.get(taker, 0) + cents


def _reckoned(found: Course, link: Link) -> Iterator[tuple[str, str, int]]:
    entry = link.entry
    group = found.groups.get(entry.table, "") if entry.opening is None else entry.opening
    standing = entry.opening is not None and entry.opening in found.groups.values()
    for sequence, _, kind, player, sealed, _, body in entry.events:
        if sealed:
            continue
        try:
            moved: Entries = entries_of(body)
        except Refusal:
            where = f"{entry.table} {sequence}"
            found.fault("event", where, f"Event {sequence} of {entry.table} is no event of a table.")
            continue
        yield from postings_of(kind, player, moved, entry.table, group, standing)


def _check_reveals(found: Course, link: Link) -> None:
    entry = link.entry
    for sequence, opened in entry.reveals:
        found.counted["reveals"] += 1
        where = f"{entry.table} {sequence}"
        if chain.commitment(opened) != found.sealed.get(entry.table, {}).pop(sequence, None):
            found.fault(
                "reveal", where, f"What was revealed of event {sequence} of {entry.table} was not sealed there."
            )
        elif entries_of(opened[SALT:]):
            found.fault("reveal", where, f"Event {sequence} of {entry.table} moves money and was kept secret.")


def _note_used(found: Course, link: Link) -> None:
    """Where the records are that a server reads when it starts."""
    for kind, component, *_ in link.entry.records:
        if kind in USED:
            found.latest.setdefault(component, {})[kind] = link.entry.number


def _check_rest(found: Course, connection: Connection) -> None:
    """What hangs on no entry, the balances, the accounts' own names, the tables' last sequences."""
    for name in ("events", "postings", "reveals"):
        if _count(connection, name) != found.counted[name]:
            found.fault("stray", name, f"Some {name} belong to no entry of the journal.")
    for rows in (s.events, s.reveals):
        strange = select(func.count()).where(
            rows.c.number == s.journal.c.number, rows.c.table_name != s.journal.c.table_name
        )
        if connection.execute(strange).scalar():
            found.fault("table", rows.name, f"Some {rows.name} are filed under a table that is not their entry's.")
    for rows in (s.postings, s.records):
        line = rows.c.line
        uneven = or_(func.min(line) != 1, func.max(line) != func.count())
        for number in connection.execute(select(rows.c.number).group_by(rows.c.number).having(uneven)).scalars():
            found.fault("lines", number, f"The {rows.name} of entry {number} are not numbered as they were.")
    numbers = select(s.journal.c.number).scalar_subquery()
    if connection.execute(select(func.count()).where(s.records.c.number.not_in(numbers))).scalar():
        found.fault("stray", "records", "Some records belong to no entry of the journal.")
    held = {row.name: row for row in connection.execute(select(s.accounts))}
    for name in sorted(held.keys() | found.sums.keys()):
        cents = held[name].cents if name in held else 0
        if cents != found.sums.get(name, 0):
            words = f"{name} holds {cents} cents, but {found.sums.get(name, 0)} were posted to it."
            found.fault("balance", name, words)
        if name not in held:
            found.fault("account", name, f"The account {name} is gone; money was posted to it.")
        if name not in found.sums:
            found.fault("account", name, f"Nobody ever posted to the account {name}.")
        if name in held and not _says_what_it_is(name, held[name].kind, held[name].owner):
            found.fault("account", name, f"The account {name} is filed as something else.")
    last = reading.pairs(connection, select(s.tables.c.name, s.tables.c.sequence))
    for table in sorted(last.keys() | found.sequences.keys()):
        if last.get(table) != found.sequences.get(table, 0):
            found.fault("table", table, f"Table {table} is said to be at event {last.get(table)}, but is not.")
    for table in sorted(last.keys() - found.groups.keys()):
        found.fault("table", table, f"Table {table} was never opened.")


def _count(connection: Connection, name: str) -> int:
    return int(connection.execute(select(func.count()).select_from(s.metadata.tables[name])).scalar() or 0)


def _says_what_it_is(name: str, kind: str, owner: str) -> bool:
    try:
        said = account(name)
    except Refusal:
        return False
    return (said.kind, said.owner) == (kind, owner)


def _check_heads(found: Course, signed: list[heads.SignedHead], folder: Path, first: int) -> None:
    """Each head is genuine and is the hash of its entry; numbers rise. A head beyond the end: something was cut off."""
    key = heads.public_key(folder)
    last = first
    for head in signed:
        if not heads.is_genuine(head, key):
            found.fault("head", head.number, f"The head of entry {head.number} does not bear this key's signature.")
        elif head.number <= last:
            found.fault("head", head.number, f"The head of entry {head.number} is out of order.")
        elif head.number > found.number:
            words = f"Entry {head.number} was signed, but the journal ends at {found.number}: the end was cut off."
            found.fault("cut", head.number, words)
        elif found.hashes.get(head.number) != head.hash:
            found.fault("head", head.number, f"Entry {head.number} is not the one that was signed.")
        last = max(last, head.number)
    if not signed and found.number and not first:
        found.fault("head", 0, "No head was ever signed, or the file of heads was emptied.")


def _check_tail(connection: Connection, found: Course, recorded: tail.Recorded | None, folder: Path) -> None:
    """The last entry acknowledged is in the chain. A folder may have no record of it: then nothing is compared."""
    if recorded is None:
        if tail.is_damaged(folder):
            found.fault("tail", 0, "The record of the last entry acknowledged is damaged.")
    elif recorded.number > found.number:
        words = f"Entry {recorded.number} was acknowledged, but the journal ends at {found.number}"
        found.fault("cut", recorded.number, f"{words}: the end was cut off.")
    elif recorded.number and not reading.holds(connection, recorded.number, recorded.hash):
        found.fault("tail", recorded.number, f"Entry {recorded.number} is not the one that was acknowledged.")
