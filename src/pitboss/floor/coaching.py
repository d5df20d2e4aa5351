"""The coach at work, and what the pit asks the lab: counted beside the floor, so that no table waits for it.

What was counted is kept by its situation. What takes longer than people wait is told when it is asked for again.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, Generic, TypeVar

import msgspec

from pitboss.coach import Advice, Expected, Situation
from pitboss.floor.edges import Edge
from pitboss.floor.live import heard
from pitboss.floor.workers import House, Progress, Question, Worker
from pitboss.games import HouseRules
from pitboss.refusal import Refusal

Found = TypeVar("Found")

TypedIn = tuple[str, str, str, str]

PATIENCE = 1
"""Seconds that somebody who asks is kept waiting for the answer."""
MOST_WAITING = 24
MOST_KEPT = 4_096

Count = Callable[[Question, Progress], Any]


class Lane(Generic[Found]):
    """One process that counts, a thread that waits for it, the questions that wait for both, and the answers given."""

    def __init__(self, count: Count | None = None) -> None:
        self.done = 0
        self.worker = Worker()
        self._count: Count = count or self.worker.ask
        self._kept: dict[Any, Found] = {}
        self._waiting: dict[Any, Future[Found]] = {}
        self._thread = ThreadPoolExecutor(1, "coach")

    def _progress(self, done: int, parts: int) -> None:
        self.done = 100 * done // parts

    async def ask(self, question: Question, patience: int = PATIENCE) -> Found | None:
        """The answer; None while it is still being counted. Raises what the count refuses, which is not kept."""
        key = key_of(question)
        if key in self._kept:
            return self._kept[key]
        if key not in self._waiting:
            self._begin(key, question)
        found = asyncio.wrap_future(self._waiting[key])
        found.add_done_callback(heard)
        done, _ = await asyncio.wait([found], timeout=patience)
        if not done:
            return None
        self._waiting.pop(key, None)
        return found.result()

    def _begin(self, key: Any, question: Question) -> None:
        for other in [each for each, future in self._waiting.items() if future.done()]:
            del self._waiting[other]  # nobody came back for it; what was found is kept
        if len(self._waiting) >= MOST_WAITING:
            raise Refusal("too_many", "Ask again in a moment: there is too much to count already.")
        self._waiting[key] = self._thread.submit(self._work, key, question)

    def _work(self, key: Any, question: Question) -> Found:
        self.done = 0
        found: Found = self._count(question, self._progress)
        self._kept[key] = found
        while len(self._kept) > MOST_KEPT:
            del self._kept[next(iter(self._kept))]
        return found

    def close(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)
        self.worker.close()


class Coaching:
    """Each kind of question has a lane of its own: what takes every deal holds up no decision, and however much
    somebody types, nobody at a table waits for it."""

    def __init__(self) -> None:
        self.decisions: Lane[Advice] = Lane()
        self.hands: Lane[Advice] = Lane()
        self.figures: Lane[Any] = Lane()
        self.bots: Lane[int] = Lane()

    async def advise(self, rules: HouseRules, at: Situation) -> Advice | None:
        return await self.decisions.ask(Question("advice", house(rules), (at,)))

    async def hand(self, rules: HouseRules, typed_in: TypedIn, wagers: dict[str, int]) -> Advice | None:
        """Cards and wagers that somebody typed: hand, dealer's card, board, other cards."""
        return await self.hands.ask(Question("hand", house(rules), (typed_in, tuple(wagers.items()))))

    async def best_times(self, rules: HouseRules, hand: str, seen: str, board: str) -> int | None:
        """How many antes a bot's best choice places; none for a fold or a check. Bots do not wait but ask again."""
        return await self.bots.ask(Question("times", house(rules), (hand, seen, board)), patience=0)

    async def expected(self, rules: HouseRules) -> dict[str, Expected] | None:
        return await self.figures.ask(Question("expected", house(rules)))

    async def edges(self, rules: HouseRules) -> list[Edge] | None:
        """The house edge of every wager."""
        return await self.figures.ask(Question("edges", house(rules)))

    def close(self) -> None:
        self.decisions.close()
        self.hands.close()
        self.figures.close()
        self.bots.close()


def house(rules: HouseRules) -> House:
    return House(rules.game.name, rules.jurisdiction, rules.options)


def key_of(question: Question) -> Any:
    """What tells one question from another."""
    house = question.house
    return question.what, house.game, house.jurisdiction, msgspec.json.encode(house.options), question.given
