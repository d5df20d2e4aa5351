"""Secrets of a live round under lock, for a store whose files others may read: AES-256-GCM, the key in a file apart.

What is sealed can be read only with the key, only unchanged, and only as what it was sealed as: the order of table 7
does not open as that of table 8.
"""

import os
from pathlib import Path

import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from pitboss.fair.chain import Standing
from pitboss.fair.entropy import KEY_BYTES, Entropy
from pitboss.refusal import Refusal

NONCE_BYTES = 12
VERSION = b"\x01"


class Seal:
    """Seals and unseals bytes under one key. The 96-bit nonces are random: good for 2^32 secrets a key."""

    def __init__(self, key: bytes, entropy: Entropy) -> None:
        assert len(key) == KEY_BYTES
        self._cipher = AESGCM(key)
        self._entropy = entropy

    def seal(self, secret: bytes, what: str = "") -> bytes:
        nonce = self._entropy.keys(1)[0][:NONCE_BYTES]
        return VERSION + nonce + self._cipher.encrypt(nonce, secret, VERSION + what.encode())

    def unseal(self, sealed: bytes, what: str = "") -> bytes:
        nonce, body = sealed[1 : 1 + NONCE_BYTES], sealed[1 + NONCE_BYTES :]
        try:
            if sealed[:1] != VERSION or len(nonce) != NONCE_BYTES:
                raise InvalidTag
            return self._cipher.decrypt(nonce, body, VERSION + what.encode())
        except InvalidTag:
            raise Refusal(
                "seal_broken",
                "Restore the store from a backup, or give the key file it was sealed with: a secret does not open.",
            ) from None


def make_key_file(path: Path, key: bytes) -> None:
    """A key that only the owner can read. A file that is there is never written over.

    On a full disk none is left there half written: the next start would take it for the key.
    """
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        raise Refusal("key_file_exists", f"Keep {path} or move it away: a key file is never overwritten.") from None
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(key.hex().encode() + b"\n")
            file.flush()
            os.fsync(file.fileno())
    except BaseException:
        path.unlink()
        raise


def read_key_file(path: Path) -> bytes:
    """The key, from a file that nobody else can read."""
    if os.name == "posix" and path.stat().st_mode & 0o077:
        raise Refusal("key_file_open", f"Run `chmod 600 {path}`: others on this machine could read the key.")
    try:
        key = bytes.fromhex(path.read_text("ascii"))
    except ValueError:
        key = b""
    if len(key) != KEY_BYTES:
        raise Refusal("key_file_malformed", f"Give a key file with {2 * KEY_BYTES} hex digits: {path} has none.")
    return key


def seal_standing(seal: Seal, table: str, standing: Standing) -> bytes:
    """Where a table's chain stands, for the store: the live epochs with their seeds, shares and draws."""
    return seal.seal(msgspec.json.encode(standing), _name(table))


def unseal_standing(seal: Seal, sealed: bytes, table: str) -> Standing:
    return msgspec.json.decode(seal.unseal(sealed, _name(table)), type=Standing)


def _name(table: str) -> str:
    return f"chain of {table}"
