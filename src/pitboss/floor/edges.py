"""The house edge of a game under a house's choices, asked of the lab. Counting takes a while and holds nobody up."""

from concurrent.futures import Future
from queue import SimpleQueue
from threading import Lock, Thread
from typing import Any

import msgspec

from pitboss import games
from pitboss.refusal import Refusal

MOST_KEPT = 200
MOST_WAITING = 8
"""Whoever asks for more at once waits until one of these is counted."""


class Edge(msgspec.Struct, frozen=True):
    """What a wager costs: the house edge as the lab prints it, and whether it is the player's."""

    wager: str
    edge: str
    favours_player: bool


class Edges:
    """One count at a time, in a thread of its own that a closing floor does not wait for; every answer is kept."""

    def __init__(self) -> None:
        self._wanted: SimpleQueue[tuple[Future[list[Edge]], Any]] = SimpleQueue()
        self._kept: dict[bytes, Future[list[Edge]]] = {}
        self._lock = Lock()
        self._worker: Thread | None = None

    def of(self, game: str, jurisdiction: str, options: dict[str, Any]) -> list[Edge] | None:
        """The edges, or None while they are counted. Raises `Refusal` for choices that the text does not allow."""
        rules = games.game(game).rules(jurisdiction, options)
        key = msgspec.json.encode((game, jurisdiction, sorted(rules.options.items())))
        with self._lock:
            found = self._kept.get(key) or self._ask(key, rules)
        return found.result() if found.done() else None

    def _ask(self, key: bytes, rules: Any) -> "Future[list[Edge]]":
        if sum(not each.done() for each in self._kept.values()) >= MOST_WAITING:
            raise Refusal("too_many", "Wait a moment: the lab has enough to count already.")
        if len(self._kept) >= MOST_KEPT:
            del self._kept[next(iter(self._kept))]
        asked = self._kept[key] = Future()
        self._wanted.put((asked, rules))
        if self._worker is None:
            self._worker = Thread(target=self._count, name="edges", daemon=True)
            self._worker.start()
        return asked

    def _count(self) -> None:
        while True:
            asked, rules = self._wanted.get()
            try:
                asked.set_result(counted(rules))
            except BaseException as error:
                asked.set_exception(error)


def counted(rules: Any) -> list[Edge]:
    """The edge of every wager, exact until it is written."""
    from pitboss.lab.analysis import analysis_of
    from pitboss.lab.figures import percent

    gains: Any = analysis_of(rules).gains
    return [Edge(wager, percent(-each.mean), each.mean > 0) for wager, each in gains.items()]
