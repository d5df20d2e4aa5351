"""How far a store was verified: what the audit knew at an entry, signed, in the folder of heads.

A start continues from the checkpoint, not from the first entry. A checkpoint is used only if its signature is valid,
the same program wrote it, and the journal holds every hash that it held then; otherwise everything is verified.

Entries before the checkpoint are not read again, except those that the server is about to use: the events of every
table since its snapshot, and the last records of each kind in `USED`. Every hash up to the checkpoint is known to be
the one that was verified, so each of these entries can be verified by itself.
"""

import hashlib
import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from sqlalchemy import Connection, bindparam, func, select

from pitboss.audit.verify import USED, Course
from pitboss.store import chain, heads, reading
from pitboss.store import people as p
from pitboss.store import schema as s
from pitboss.store.reading import AT_ONCE, IN_PORTIONS, Link

FILE = "verified.json"


class Checkpoint(msgspec.Struct, frozen=True):
    """`course`: what the audit knew. `hashes`: the SHA-256 of the hashes of all entries up to there, in order.

    `program`: the digest of the program that verified it.
    """

    program: str
    hashes: str
    course: Course


class Signed(msgspec.Struct, frozen=True):
    """The file: the text of a checkpoint, and the signature of `signed_text`."""

    checkpoint: str
    signature: str

    def signed_text(self) -> bytes:
        return b"pitboss verified " + hashlib.sha256(self.checkpoint.encode()).hexdigest().encode()


def take(connection: Connection, found: Course, program: str) -> Checkpoint:
    """Make a checkpoint at the end of an audit without faults."""
    assert not found.faults
    _forget_old_sessions(connection, found)
    found.hashes.clear()
    return Checkpoint(program, digest_of_hashes(connection, found.number), found)


def write(checkpoint: Checkpoint, folder: Path, key: Ed25519PrivateKey) -> None:
    """Sign a checkpoint and put it in the place of the last one."""
    unsigned = Signed(msgspec.json.encode(checkpoint).decode(), "")
    signed = msgspec.structs.replace(unsigned, signature=key.sign(unsigned.signed_text()).hex())
    unnamed = folder.joinpath(f"{FILE}.new")
    with os.fdopen(os.open(unnamed, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
        file.write(msgspec.json.encode(signed))
        file.flush()
        os.fsync(file.fileno())
    unnamed.replace(folder.joinpath(FILE))


def read(connection: Connection, folder: Path, program: str) -> Course | None:
    """What the audit knew at the checkpoint; None without a checkpoint that is valid for this program and journal."""
    try:
        signed = msgspec.json.decode(folder.joinpath(FILE).read_bytes(), type=Signed)
        heads.public_key(folder).verify(bytes.fromhex(signed.signature), signed.signed_text())
        found = msgspec.json.decode(signed.checkpoint, type=Checkpoint)
    except (OSError, ValueError, InvalidSignature):
        return None
    if found.program != program or digest_of_hashes(connection, found.course.number) != found.hashes:
        return None
    return found.course


def digest_of_hashes(connection: Connection, upto: int) -> str:
    """The SHA-256 of the hashes of all entries up to one, one after the other."""
    digest, count = hashlib.sha256(), 0
    for (each,) in connection.execute(_HASHES, {"upto": upto}, execution_options=IN_PORTIONS):
        digest.update(each)
        count += 1
    return digest.hexdigest() if count == upto else ""


def check_used(connection: Connection, found: Course, since: Mapping[str, int], upto: int) -> None:
    """Verify what the server is about to use of the entries up to a checkpoint. `since`: by table, the sequence of the
    last event that it does not read again."""
    _check_latest(connection, found)
    used = {number for kinds in found.latest.values() for number in kinds.values()}
    for table, last in found.sequences.items():
        used |= _entries_of(connection, found, table, since.get(table, 0), last)
        _check_revealed(connection, found, table, since.get(table, 0))
    for link in _links(connection, sorted(number for number in used if number <= upto)):
        if chain.link(link.previous, link.entry) != link.hash:
            number = link.entry.number
            found.fault("hash", number, f"Entry {number} is not what was hashed when it was kept.")


def _check_latest(connection: Connection, found: Course) -> None:
    """The last record of each kind is where the audit found it: none was added, and none was taken away."""
    held: dict[str, dict[str, int]] = {}
    for component, kind, number in connection.execute(_LATEST):
        held.setdefault(component, {})[kind] = number
    for component in sorted(held.keys() | found.latest.keys()):
        if held.get(component) != found.latest.get(component):
            found.fault("record", component, f"The last records of {component} are not those that were verified.")


def _entries_of(connection: Connection, found: Course, table: str, after: int, last: int) -> set[int]:
    """The entries of the first event of a table and of those after a sequence. All of them must be there."""
    numbers, expected = set[int](), 1
    for sequence, number, filed in connection.execute(_PLACES, {"table": table, "after": after}):
        if sequence != expected or filed != table:
            where = f"{table} {sequence}"
            found.fault("sequence", where, f"Event {sequence} of {table} is out of sequence or filed elsewhere.")
        numbers.add(number)
        expected = max(after, sequence) + 1
    if expected != last + 1 and last:
        found.fault("sequence", f"{table} {last}", f"Events of {table} are missing: {expected} to {last}.")
    return numbers


def _check_revealed(connection: Connection, found: Course, table: str, after: int) -> None:
    """What was revealed is what was committed to, and what was not revealed yet is still sealed."""
    still = found.sealed.get(table, {})
    for sequence, commitment, opened in connection.execute(_REVEALED, {"table": table, "after": after}):
        right = sequence in still if opened is None else chain.commitment(bytes(opened)) == bytes(commitment)
        if not right:
            where = f"{table} {sequence}"
            found.fault("reveal", where, f"What was revealed of event {sequence} of {table} was not sealed there.")


def _links(connection: Connection, numbers: Sequence[int]) -> Iterator[Link]:
    for first in range(0, len(numbers), AT_ONCE):
        yield from reading.links(connection, among=numbers[first : first + AT_ONCE])


def _forget_old_sessions(connection: Connection, found: Course) -> None:
    """Drop sessions that have ended, so that checkpoints do not grow. An old one put back would belong to nobody."""
    there = {bytes(token).hex() for token in connection.execute(select(p.sessions.c.token)).scalars()}
    known, since = found.told.sessions, found.told.at - p.LONGEST_SESSION
    found.told.sessions = {token: row for token, row in known.items() if token in there or row["begun"] > since}


_HASHES = select(s.journal.c.hash).where(s.journal.c.number <= bindparam("upto")).order_by(s.journal.c.number)
_LATEST = (
    select(s.records.c.component, s.records.c.kind, func.max(s.records.c.number))
    .where(s.records.c.kind.in_(USED))
    .group_by(s.records.c.component, s.records.c.kind)
)
_AFTER = (s.events.c.sequence > bindparam("after")) | (s.events.c.sequence == 1)
_PLACES = (
    select(s.events.c.sequence, s.events.c.number, s.journal.c.table_name)
    .join(s.journal, s.journal.c.number == s.events.c.number)
    .where(s.events.c.table_name == bindparam("table"), _AFTER)
    .order_by(s.events.c.sequence)
)
_REVEALED = (
    select(s.events.c.sequence, s.events.c.commitment, s.reveals.c.opened)
    .outerjoin(
        s.reveals,
        (s.reveals.c.table_name == s.events.c.table_name) & (s.reveals.c.sequence == s.events.c.sequence),
    )
    .where(s.events.c.table_name == bindparam("table"), s.events.c.sealed == 1, _AFTER)
)
