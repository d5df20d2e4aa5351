"""Passwords: kept as argon2id hashes, and checked in the same time whether there is such a person or not."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore, Lock
from typing import Protocol

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError, VerifyMismatchError

from pitboss.floor.people.common import is_common
from pitboss.floor.people.throttle import SECOND, TooOften
from pitboss.refusal import Refusal

SHORTEST, LONGEST = 10, 200
PLACES = 8
"""Passwords that are being hashed or wait, each in a thread."""
RETRY = 2
"""Seconds in which all that wait have been hashed, on a slow machine too."""


class Hasher(Protocol):
    def hash(self, password: str) -> str: ...

    def verify(self, kept: str, password: str, /) -> bool: ...


class Passwords:
    """`hasher` has the costs; RFC 9106's for servers by default.

    One password is hashed at a time. Where every place is taken, the next is refused at once.
    """

    def __init__(self, hasher: Hasher | None = None, places: int = PLACES, nobodys: str = "") -> None:
        """`nobodys`: a hash with the same costs, which nobody's password is compared with."""
        self.hasher: Hasher = hasher or PasswordHasher()
        self._places = BoundedSemaphore(places)
        self._turn = Lock()
        self._nobodys = nobodys or self.hasher.hash("the password of nobody")

    def hash(self, password: str, name: str) -> str:
        check_password(password, name)
        with self._in_turn():
            return self.hasher.hash(password)

    def matches(self, kept: str, password: str) -> bool:
        """Whether a password is the one kept. Nobody's (an empty `kept`) takes as long, and never matches."""
        with self._in_turn():
            try:
                return self.hasher.verify(kept or self._nobodys, password) and bool(kept)
            except (VerifyMismatchError, VerificationError, InvalidHashError):
                return False

    @contextmanager
    def _in_turn(self) -> Iterator[None]:
        if not self._places.acquire(blocking=False):
            message = f"Try again in {RETRY} seconds: more passwords wait to be checked than this server takes at once."
            raise TooOften(message, RETRY * SECOND)
        try:
            with self._turn:
                yield
        finally:
            self._places.release()


def check_password(password: str, name: str) -> None:
    """Long enough, not endless, and not what anybody would try first."""
    if not SHORTEST <= len(password) <= LONGEST or not password.isprintable():
        raise Refusal("bad_password", f"Choose a password of {SHORTEST} to {LONGEST} printable characters.")
    if len(set(password.casefold())) < 4 or name.casefold() in password.casefold():
        raise Refusal(
            "bad_password", "Choose a password that is harder to guess: not your name, not one key held down."
        )
    if is_common(password, name):
        raise Refusal(
            "bad_password",
            "Choose a password that is harder to guess, such as four words that do not belong together: this one is "
            "made of common words, keys in a row and numbers, which are tried first.",
        )
