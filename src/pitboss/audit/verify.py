"""The audit of a store: every link of the chain, every signed head, every posting, every balance, every sequence.

It reads the store at one moment and needs no key: what is still sealed posts nothing, and what was revealed must be
what the log committed to. Postings are reckoned anew from the events by the bank, balances from the postings.
"""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import msgspec
from sqlalchemy import Connection, func, or_, select

from pitboss.audit.beside import Told, differences, not_held
from pitboss.bank.ledger import Entries
from pitboss.refusal import Refusal
from pitboss.regulations.edition import EDITION
from pitboss.store import chain, heads, reading
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
    `older`: tables of an older edition of the rules.
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


class _Audit:
    """What is known while the journal goes by."""

    def __init__(self) -> None:
        self.faults: list[Fault] = []
        self.number = self.at = 0
        self.hash = chain.START
        self.sequences: dict[str, int] = {}
        self.groups: dict[str, str] = {}
        self.sums: dict[str, int] = {}
        self.commitments: dict[tuple[str, int], bytes] = {}
        self.counted: Counter[str] = Counter()
        self.hashes: dict[int, str] = {0: chain.START.hex()}
        self.told = Told()

    def fault(self, what: str, where: object, sentence: str) -> None:
        if len(self.faults) < MOST_FAULTS:
            self.faults.append(Fault(what, str(where), sentence))


def audit(books: Books, folder: Path | None = None) -> Findings:
    """Look at everything. With the folder of heads, what was cut off or rolled back is found too."""
    signed = heads.read_heads(folder) if folder else []
    wanted = {head.number for head in signed}
    found = _Audit()
    with books.moment() as connection:
        for link in reading.links(connection):
            _check_link(found, link)
            _check_events(found, link)
            _check_postings(found, link)
            _check_reveals(found, link)
            found.told.hear(link.entry)
            if link.entry.number in wanted:
                found.hashes[link.entry.number] = link.hash.hex()
        _check_rest(found, connection)
        for difference in differences(connection, found.told):
            found.fault(*difference)
        for guard in missing_guards(connection):
            found.fault("guard", guard, f"The database's own guard '{guard}' is missing or is not what it was.")
    if folder:
        _check_heads(found, signed, folder)
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
    )


def _check_link(found: _Audit, link: Link) -> None:
    entry = link.entry
    found.counted["journal"] += 1
    if entry.number != found.number + 1:
        found.fault("gap", entry.number, f"Entry {found.number} is followed by entry {entry.number}.")
    if link.previous != found.hash:
        found.fault("chain", entry.number, f"Entry {entry.number} does not follow from the one before it.")
    if chain.link(link.previous, entry) != link.hash:
        found.fault("hash", entry.number, f"Entry {entry.number} is not what was hashed when it was kept.")
    found.number, found.hash = entry.number, link.hash


def _check_events(found: _Audit, link: Link) -> None:
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
            found.commitments[entry.table, sequence] = commitment


def _is_older(opened: bytes) -> bool:
    """Whether a table was opened under an older edition of the rules. A malformed event is reported elsewhere."""
    try:
        event = decode_event(opened)
    except Refusal:
        return False
    return isinstance(event, TableOpened) and event.rules_edition < EDITION


def _check_postings(found: _Audit, link: Link) -> None:
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


def _reckoned(found: _Audit, link: Link) -> Iterator[tuple[str, str, int]]:
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


def _check_reveals(found: _Audit, link: Link) -> None:
    entry = link.entry
    for sequence, opened in entry.reveals:
        found.counted["reveals"] += 1
        where = f"{entry.table} {sequence}"
        if chain.commitment(opened) != found.commitments.pop((entry.table, sequence), None):
            found.fault(
                "reveal", where, f"What was revealed of event {sequence} of {entry.table} was not sealed there."
            )
        elif entries_of(opened[SALT:]):
            found.fault("reveal", where, f"Event {sequence} of {entry.table} moves money and was kept secret.")


def _check_rest(found: _Audit, connection: Connection) -> None:
    """What hangs on no entry, the balances, the accounts' own names, the tables' last sequences."""
    found.counted["records"] = _count(connection, "records")
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


def _check_heads(found: _Audit, signed: list[heads.SignedHead], folder: Path) -> None:
    """Each head is genuine and is the hash of its entry; numbers rise. A head beyond the end: something was cut off."""
    key = heads.public_key(folder)
    last = 0
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
    if not signed and found.number:
        found.fault("head", 0, "No head was ever signed, or the file of heads was emptied.")
