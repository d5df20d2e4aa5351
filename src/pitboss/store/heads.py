"""Signed heads of the chain, written outside the database: whoever rewrites the database cannot rewrite these.

A folder holds `signing.key` (Ed25519, for its owner alone), `public.key`, which an auditor keeps elsewhere, and
`heads.jsonl`, a signed line at least every 1,000 entries and every minute. Put the folder on another disk. What the
last head does not cover yet is the window in which a cut tail would go unseen.
"""

import os
from contextlib import suppress
from pathlib import Path
from typing import IO

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from pitboss.refusal import Refusal
from pitboss.store.reading import EMPTY, Head

EVERY_ENTRIES = 1000
EVERY_MICROSECONDS = 60_000_000


class SignedHead(msgspec.Struct, frozen=True):
    """A line of `heads.jsonl`: number, time and hash of an entry, and the signature of `signed_text`."""

    number: int
    at: int
    hash: str
    signature: str

    def signed_text(self) -> bytes:
        return f"pitboss head {self.number} {self.at} {self.hash}".encode()


class Heads:
    """The folder of heads, open for adding to it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self.key = signing_key(folder)
        known = read_heads(folder)
        self.is_new = not known
        self.last = known[-1] if known else SignedHead(0, 0, EMPTY.hash.hex(), "")
        self.file: IO[bytes] = folder.joinpath("heads.jsonl").open("ab")
        _drop_half_a_line(self.file)

    @property
    def public(self) -> str:
        """The key that tells its signatures, in hex digits."""
        return self.key.public_key().public_bytes_raw().hex()

    def due(self, head: Head) -> bool:
        """A clock that was set back must not keep heads from being written."""
        new = head.number - self.last.number
        return new >= EVERY_ENTRIES or (new > 0 and abs(head.at - self.last.at) >= EVERY_MICROSECONDS)

    def sign(self, head: Head) -> None:
        """Add a head and see it on the disk."""
        if head.number == self.last.number:
            return
        self.last = self._signed(head)
        self.file.write(msgspec.json.encode(self.last) + b"\n")
        self.file.flush()
        os.fsync(self.file.fileno())

    def go_on_from(self, kept: list[SignedHead], head: Head) -> Path:
        """Only some of the heads still hold, and this one comes after them. All there were stay, in the file returned.

        Signed at once: else the same backup, put back a second time, would be taken for what was restored.
        """
        file, aside = Path(self.file.name), self.folder.joinpath(f"heads-until-{head.at}.jsonl")
        unnamed = self.folder.joinpath("heads.jsonl.new")
        self.last = self._signed(head)
        _write(aside, file.read_bytes())
        _write(unnamed, b"".join(msgspec.json.encode(each) + b"\n" for each in (*kept, self.last)))
        self.close()
        unnamed.replace(file)
        return aside

    def _signed(self, head: Head) -> SignedHead:
        unsigned = SignedHead(head.number, head.at, head.hash.hex(), "")
        return msgspec.structs.replace(unsigned, signature=self.key.sign(unsigned.signed_text()).hex())

    def close(self) -> None:
        with suppress(OSError):  # what could not be written before is tried once more, and was reported then
            self.file.close()


def _write(path: Path, text: bytes) -> None:
    with path.open("wb") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())


def signing_key(folder: Path) -> Ed25519PrivateKey:
    """The folder's key; a new one where there is none. It is written whole before it has its name."""
    private, public = folder.joinpath("signing.key"), folder.joinpath("public.key")
    if not private.exists():
        if folder.joinpath("heads.jsonl").exists():
            raise Refusal("key_missing", f"Put {private} back: heads were signed with it, and no other key can go on.")
        key = Ed25519PrivateKey.generate()
        _write(public, key.public_key().public_bytes_raw().hex().encode() + b"\n")
        unnamed = folder.joinpath("signing.key.new")
        with os.fdopen(os.open(unnamed, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            file.write(key.private_bytes_raw().hex() + "\n")
            file.flush()  # or an empty file would be synced, and left by a power cut
            os.fsync(file.fileno())
        unnamed.replace(private)
    if os.name == "posix" and private.stat().st_mode & 0o077:
        raise Refusal("key_file_open", f"Run `chmod 600 {private}`: others on this machine could read the key.")
    try:
        return Ed25519PrivateKey.from_private_bytes(bytes.fromhex(private.read_text().strip()))
    except ValueError:
        raise Refusal("key_damaged", f"Put {private} back from a copy: it holds no signing key.") from None


def public_key(folder: Path) -> Ed25519PublicKey:
    file = folder.joinpath("public.key")
    try:
        return Ed25519PublicKey.from_public_bytes(bytes.fromhex(file.read_text().strip()))
    except (OSError, ValueError):
        raise Refusal("key_missing", f"Put {file} there: heads cannot be checked without the public key.") from None


def read_heads(folder: Path) -> list[SignedHead]:
    """The heads in the folder. A last line that a crash cut short is none; any other that cannot be read is a fault."""
    file = folder.joinpath("heads.jsonl")
    lines = file.read_bytes().split(b"\n") if file.exists() else []
    try:
        return [msgspec.json.decode(line, type=SignedHead) for line in lines[:-1]]
    except (msgspec.MsgspecError, UnicodeDecodeError):
        raise Refusal("heads_damaged", f"Put {file} back from a copy: one of its lines is no signed head.") from None


def _drop_half_a_line(file: IO[bytes]) -> None:
    """What a crash left of a line it was writing; the next one must not be glued to it."""
    whole = Path(file.name).read_bytes()
    file.truncate(whole.rfind(b"\n") + 1)


def is_genuine(head: SignedHead, key: Ed25519PublicKey) -> bool:
    try:
        key.verify(bytes.fromhex(head.signature), head.signed_text())
    except (InvalidSignature, ValueError):
        return False
    return True
