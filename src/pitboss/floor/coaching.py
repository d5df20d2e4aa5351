"""The coach at work: reckoning beside the floor, one thing after the other, so that no table waits for it.

What was reckoned is kept by its situation. What takes longer than people wait is told when it is asked for again.
"""

import asyncio
import os
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from typing import Any, Generic, TypeVar

import msgspec

from pitboss.coach import Advice, Expected, Situation, expected, reckon, typed
from pitboss.floor.live import heard
from pitboss.games import HouseRules
from pitboss.lab.counting import Lab
from pitboss.refusal import Refusal

Found = TypeVar("Found")

TypedIn = tuple[str, str, str, str]

PATIENCE = 1
"""Seconds that a question waits for its answer."""
MOST_WAITING = 24
MOST_KEPT = 4_096
NICE = 10
"""How far the coach stands back when the machine is busy."""


class Closed(Exception):
    """The floor is being closed: a count that has begun is left."""


class Lane(Generic[Found]):
    """One thread, the questions that wait for it, and the answers given."""

    def __init__(self) -> None:
        self.lab = Lab(progress=self._progress)
        self.done = 0
        self.closed = False
        self._kept: dict[Any, Found] = {}
        self._waiting: dict[Any, Future[Found]] = {}
        self._thread = ThreadPoolExecutor(1, "coach", _stand_back)

    def _progress(self, done: int, parts: int) -> None:
        """Also where a count is left when the floor is closed."""
        if self.closed:
            raise Closed
        self.done = 100 * done // parts

    async def ask(self, key: Any, work: Callable[[Lab], Found]) -> Found | None:
        """The answer; None while it is still being counted. Raises what the work raises."""
        if key in self._kept:
            return self._kept[key]
        if key not in self._waiting:
            self._begin(key, work)
        found = asyncio.wrap_future(self._waiting[key])
        found.add_done_callback(heard)
        done, _ = await asyncio.wait([found], timeout=PATIENCE)
        if not done:
            return None
        self._waiting.pop(key, None)
        return found.result()

    def _begin(self, key: Any, work: Callable[[Lab], Found]) -> None:
        for other in [each for each, future in self._waiting.items() if future.done()]:
            del self._waiting[other]  # nobody came back for it; what was found is kept
        if len(self._waiting) >= MOST_WAITING:
            raise Refusal("too_many", "Ask again in a moment: the coach has too much to count.")
        self._waiting[key] = self._thread.submit(self._work, key, work)

    def _work(self, key: Any, work: Callable[[Lab], Found]) -> Found:
        self.done = 0
        found = self._kept[key] = work(self.lab)
        while len(self._kept) > MOST_KEPT:
            del self._kept[next(iter(self._kept))]
        return found

    def close(self) -> None:
        self.closed = True
        self._thread.shutdown(wait=False, cancel_futures=True)


def _stand_back() -> None:
    """Threads that a thread begins are as polite as itself; where a system cannot tell threads apart all stay alike."""
    with suppress(AttributeError, OSError):
        if sys.platform == "linux":
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICE)


class Coaching:
    """Each kind of question has a lane of its own: what takes every deal holds up no decision, and however much
    somebody types, nobody at a table waits for it."""

    def __init__(self) -> None:
        self.decisions: Lane[Advice] = Lane()
        self.hands: Lane[Advice] = Lane()
        self.figures: Lane[dict[str, Expected]] = Lane()

    async def advise(self, rules: HouseRules, at: Situation) -> Advice | None:
        return await self.decisions.ask((*house(rules), at), lambda lab: reckon(rules, at, lab))

    async def hand(self, rules: HouseRules, typed_in: TypedIn, wagers: dict[str, int]) -> Advice | None:
        """Cards and wagers that somebody typed: hand, dealer's card, board, other cards."""
        key = (*house(rules), typed_in, *wagers.items())
        return await self.hands.ask(key, lambda lab: reckon(rules, typed(rules, *typed_in, wagers), lab))

    async def expected(self, rules: HouseRules) -> dict[str, Expected] | None:
        return await self.figures.ask(house(rules), lambda lab: expected(rules, lab))

    def close(self) -> None:
        self.decisions.close()
        self.hands.close()
        self.figures.close()


def house(rules: HouseRules) -> tuple[str, str, bytes]:
    """What tells one house's game from another's."""
    return rules.game.name, rules.jurisdiction, msgspec.json.encode(rules.options)
