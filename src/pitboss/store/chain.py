"""The chain: each journal entry's hash covers the whole entry and the hash before it.

Whoever changes, adds, drops or swaps anything changes every later hash. The form below is the one thing an independent
verifier must know: a JSON list without spaces, bytes in base64, hashed by SHA-256 behind the previous hash.
"""

import hashlib
from typing import Any

import msgspec

START = bytes(32)
"""What stands before the first entry."""

_encode = msgspec.json.Encoder().encode


class Entry(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A journal entry with everything kept with it, in the order in which it is hashed.

    `events` are (sequence, round, kind, player, sealed, commitment, body), `postings` (giver, taker, cents), `records`
    the texts of a record, `reveals` (sequence, opened). `program` is the digest of the program that wrote it.
    """

    number: int
    at: int
    program: str
    table: str
    who: str
    key: str
    digest: bytes
    answer: bytes
    opening: str | None
    events: list[tuple[int, int, str, str, int, bytes, bytes]]
    postings: list[tuple[str, str, int]]
    records: list[tuple[str, ...]]
    reveals: list[tuple[int, bytes]]


def link(previous: bytes, entry: Entry) -> bytes:
    """The hash of an entry that comes after `previous`."""
    return hashlib.sha256(previous + _encode(entry)).digest()


def commitment(opened: bytes) -> bytes:
    """What is shown of a sealed event. `opened` starts with random bytes, so that nobody can guess and compare."""
    return hashlib.sha256(opened).digest()


def as_text(hash_: Any) -> str:
    return bytes(hash_).hex()
