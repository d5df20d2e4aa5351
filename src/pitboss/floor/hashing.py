"""Hashing passwords in a process of its own, `python -m pitboss.floor.hashing`, at a lower priority than the tables.

In the server's own threads one hash would take 64 MiB and both cores of a small machine for a tenth of a second, and
every player would wait that long.
"""

import os
import signal
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any

from argon2 import PasswordHasher
from argon2.exceptions import VerificationError

from pitboss.floor.workers import FAILED, FOUND, Worker
from pitboss.refusal import Refusal

MODULE = "pitboss.floor.hashing"
NICE = 19
"""The lowest priority."""


class Hashing:
    """Hashes and verifies as `PasswordHasher` does. Asked by one thread at a time."""

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        self.hasher = hasher or PasswordHasher()
        self._worker = Worker(MODULE)

    def hash(self, password: str) -> str:
        return str(self._asked("hash", password))

    def verify(self, kept: str, password: str) -> bool:
        return bool(self._asked("verify", kept, password))

    def _asked(self, what: str, *given: str) -> Any:
        try:
            return self._worker.ask((what, *given), lambda done, parts: None)
        except Refusal:  # the process was killed: nobody has to wait until another has started
            return WORK[what](self.hasher, *given)

    def nobodys(self) -> str:
        """The hash of a password that nobody has, made here: the server does not wait for the process to start."""
        return self.hasher.hash("the password of nobody")

    def close(self) -> None:
        self._worker.close()


def verified(hasher: PasswordHasher, kept: str, password: str) -> bool:
    try:
        return hasher.verify(kept, password)
    except (VerificationError, ValueError):
        return False


WORK: dict[str, Callable[..., Any]] = {"hash": PasswordHasher.hash, "verify": verified}


def lower_priority() -> None:
    """Run at the lowest priority and on one core only, where the system lets a process choose."""
    if hasattr(os, "setpriority"):
        os.setpriority(os.PRIO_PROCESS, 0, NICE)
    if hasattr(os, "sched_setaffinity"):
        with suppress(OSError):  # a container may forbid it
            os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends this in its own time
    lower_priority()
    asked, answers = Connection(os.dup(0), writable=False), Connection(os.dup(1), readable=False)
    hasher = PasswordHasher()
    with suppress(EOFError, OSError):  # standard input ends when the server does
        while True:
            what, *given = asked.recv()
            try:
                answers.send((FOUND, WORK[what](hasher, *given)))
            except Exception as error:
                answers.send((FAILED, type(error).__name__))


if __name__ == "__main__":
    main()
