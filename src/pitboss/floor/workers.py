"""Counting in a process of its own: it holds up no table, ends with the floor, and where it dies another is begun.

What that process does is in `pitboss.floor.counter`, which nobody imports here: the lab takes seconds to load.
"""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from multiprocessing.connection import Connection
from queue import SimpleQueue
from threading import Lock, Thread
from typing import Any, NamedTuple

from pitboss.refusal import Refusal

MODULE = "pitboss.floor.counter"
SILENCE = 300
"""Seconds without a word after which a process is taken for dead. Compiling takes a tenth of it on a busy machine."""

Progress = Callable[[int, int], None]


class House(NamedTuple):
    """A game under a text with a house's choices: what rules are made from."""

    game: str
    jurisdiction: str
    options: Mapping[str, Any]


class Question(NamedTuple):
    """What is counted, for which house, and what else it takes; plain values only."""

    what: str
    house: House
    given: tuple[Any, ...] = ()


NICE = 10
"""How far such a process stands back when the machine is busy: tables go first."""

FOUND, REFUSED, FAILED, PROGRESS = "found", "refused", "failed", "progress"


class Worker:
    """One process, begun with its first question. Asked by one thread; closed by any."""

    def __init__(self, module: str = MODULE) -> None:
        self._module = module
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = Lock()
        self._closed = False

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process else None

    def ask(self, question: tuple[Any, ...], progress: Progress) -> Any:
        """The answer. Raises `Refusal`: what the count itself refuses, or that it came to nothing."""
        try:
            what, *said = self._asked(self._running(), question, progress)
        except (OSError, EOFError, ValueError):
            self._end()
            raise Refusal("not_counted", "Ask again: the count was interrupted.") from None
        if what == FOUND:
            return said[0]
        if what == FAILED:
            raise Refusal("not_counted", "Decide without it: a fault of the program stopped this count.")
        raise Refusal(*said)

    def _asked(
        self, process: "subprocess.Popen[bytes]", question: tuple[Any, ...], progress: Progress
    ) -> tuple[Any, ...]:
        assert process.stdin and process.stdout
        to, back = _end_of(process.stdin.fileno(), writes=True), _end_of(process.stdout.fileno(), writes=False)
        with to, back:
            to.send(question)
            while back.poll(SILENCE):
                said: tuple[Any, ...] = back.recv()
                if said[0] != PROGRESS:
                    return said
                progress(*said[1:])
        raise TimeoutError

    def _running(self) -> "subprocess.Popen[bytes]":
        with self._lock:
            if self._closed:
                raise OSError("closed")
            if self._process is None:
                command = [sys.executable, "-P", "-m", self._module]
                pipe, nowhere = subprocess.PIPE, subprocess.DEVNULL
                self._process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=nowhere)
            return self._process

    def _end(self) -> None:
        with self._lock:
            process, self._process = self._process, None
        if process:
            process.kill()
            with process:  # its pipes are closed, and it is waited for
                pass

    def close(self) -> None:
        """A count that has begun is left."""
        self._closed = True
        with self._lock:
            if self._process:
                self._process.kill()


def _end_of(pipe: int, writes: bool) -> "Connection[Any, Any]":
    """An end of a pipe that sends or takes whole messages; the pipe itself stays open after it."""
    return Connection(os.dup(pipe), readable=not writes, writable=writes)


def work(begin: Callable[[Progress], Callable[[Any], tuple[Any, ...]]]) -> None:
    """What such a process does: answer one question after the other, until the floor ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the floor, which ends this in its own time
    os.nice(NICE)
    asked, answers = Connection(os.dup(0), writable=False), Connection(os.dup(1), readable=False)
    os.dup2(2, 1)  # output of a library is not an answer
    questions: SimpleQueue[Any] = SimpleQueue()
    Thread(target=_listen, args=(asked, questions), daemon=True).start()
    answered = begin(lambda done, parts: answers.send((PROGRESS, done, parts)))
    while True:
        answers.send(answered(questions.get()))


def _listen(asked: "Connection[Any, Any]", questions: "SimpleQueue[Any]") -> None:
    """Standard input ends when the floor does, however it does; then this ends too, during a count if need be."""
    with suppress(EOFError, OSError):
        while True:
            questions.put(asked.recv())
    os._exit(0)
