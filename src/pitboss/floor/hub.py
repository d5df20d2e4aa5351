"""Who watches which table, and what is on its way to them.

Every client has one bounded outbox. Nobody waits for a client that reads slowly: what does not fit is left out, and
when there is room again the client gets the whole table anew instead of what it missed.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Any

import msgspec

MOST_WAITING = 64
"""Frames that wait for one client; more than a whole round makes."""

Eyes = tuple[str, str]
"""A role and, where it matters, whose: what two people with the same eyes see of a table is the same, byte for byte."""

Frame = bytes


class Outbox:
    """What waits to be sent to one client."""

    def __init__(self, most: int = MOST_WAITING) -> None:
        self.most = most
        self.frames: deque[Frame] = deque()
        self.behind: dict[str, Callable[[], Frame]] = {}
        """Tables of which frames were left out, and how to make the whole of each anew."""
        self._filled = asyncio.Event()

    def put(self, table: str, frame: Frame, whole: Callable[[], Frame]) -> None:
        """A frame of a table; `whole` makes the snapshot that can stand for it."""
        if table in self.behind:
            return
        if len(self.frames) < self.most:
            self.frames.append(frame)
        else:
            self.behind[table] = whole
        self._filled.set()

    def answer(self, frame: Frame) -> None:
        """The answer to a client's own message. How many there can be is limited where messages are read."""
        self.frames.append(frame)
        self._filled.set()

    async def next(self) -> Frame:
        """The next frame to send; snapshots of what was left out come when everything else is sent."""
        while not self.frames and not self.behind:
            self._filled.clear()
            await self._filled.wait()
        if self.frames:
            return self.frames.popleft()
        table = next(iter(self.behind))
        return self.behind.pop(table)()


class Watcher(msgspec.Struct, frozen=True, eq=False):
    """Somebody who looks at a table through an outbox."""

    outbox: Outbox
    role: str
    who: str


class Hub:
    """The watchers of every table. `now` is the steady clock."""

    def __init__(self, now: Callable[[], int]) -> None:
        self._now = now
        self.watchers: dict[str, dict[Outbox, Watcher]] = {}
        self.left: dict[str, dict[str, int]] = {}
        """By table: who has watched it and has no connection to it any more, and since when."""

    def watch(self, table: str, watcher: Watcher) -> None:
        self.watchers.setdefault(table, {})[watcher.outbox] = watcher
        self.left.get(table, {}).pop(watcher.who, None)

    def unwatch(self, table: str, outbox: Outbox) -> None:
        there = self.watchers.get(table, {})
        watcher = there.pop(outbox, None)
        outbox.behind.pop(table, None)
        if watcher and all(other.who != watcher.who for other in there.values()):
            self.left.setdefault(table, {})[watcher.who] = self._now()
        if not there:
            self.watchers.pop(table, None)

    def gone(self, outbox: Outbox) -> None:
        """A client is gone, from every table."""
        for table in [table for table, there in self.watchers.items() if outbox in there]:
            self.unwatch(table, outbox)

    def of(self, table: str) -> list[Watcher]:
        return [*self.watchers.get(table, {}).values()]

    def publish(
        self,
        table: str,
        eyes_of: Callable[[Watcher], Eyes],
        frame: Callable[[Eyes], Frame],
        whole: Callable[[Eyes], Frame],
    ) -> None:
        """Tell every watcher of a table; a frame is made once for all who see the same."""
        made: dict[Eyes, Frame] = {}
        for watcher in self.of(table):
            eyes = eyes_of(watcher)
            if eyes not in made:
                made[eyes] = frame(eyes)
            watcher.outbox.put(table, made[eyes], _later(whole, eyes_of, watcher))


def _later(whole: Callable[[Eyes], Frame], eyes_of: Callable[[Watcher], Eyes], watcher: Watcher) -> Callable[[], Frame]:
    return lambda: whole(eyes_of(watcher))


def as_frame(said: Any) -> Frame:
    return msgspec.json.encode(said)
