"""Passwords: kept as argon2id hashes, and checked in the same time whether there is such a person or not."""

from threading import BoundedSemaphore

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError, VerifyMismatchError

from pitboss.refusal import Refusal

SHORTEST, LONGEST = 10, 200
AT_ONCE = 2
"""Each check takes 64 MiB; more of them side by side would be a way to exhaust the machine."""


class Passwords:
    """`hasher` has the costs; RFC 9106's for servers unless told otherwise."""

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        self.hasher = hasher or PasswordHasher()
        self._turn = BoundedSemaphore(AT_ONCE)
        self._nobodys = self.hasher.hash("the password of nobody")

    def hash(self, password: str, name: str) -> str:
        check_password(password, name)
        with self._turn:
            return self.hasher.hash(password)

    def matches(self, kept: str, password: str) -> bool:
        """Whether a password is the one kept. Nobody's (an empty `kept`) takes as long, and never matches."""
        with self._turn:
            try:
                return self.hasher.verify(kept or self._nobodys, password) and bool(kept)
            except (VerifyMismatchError, VerificationError, InvalidHashError):
                return False


def check_password(password: str, name: str) -> None:
    """Long enough, not endless, and not what anybody would try first."""
    if not SHORTEST <= len(password) <= LONGEST or not password.isprintable():
        raise Refusal("bad_password", f"Choose a password of {SHORTEST} to {LONGEST} printable characters.")
    if len(set(password.casefold())) < 4 or name.casefold() in password.casefold():
        raise Refusal(
            "bad_password", "Choose a password that is harder to guess: not your name, not one key held down."
        )
