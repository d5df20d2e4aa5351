"""Work for clients that can wait: little at a time, one address after the other, and after the commands of players.

Requests, messages and commands share one event loop. If all of it were done when it arrives, a command would wait for
everything that arrived before it. With the queue, a command waits for one piece of work at most.
"""

import asyncio
from collections.abc import Callable
from fractions import Fraction
from typing import Any

AT_ONCE = 1
"""Pieces of work that are done at the same time."""
LONGEST: Any = Fraction(5, 1000)
"""Seconds. Work that takes longer waits for another thread or process, and no longer counts as being done."""
MOST_WAIT: Any = Fraction(5, 1000)
"""Seconds that other work waits for commands. If commands never pause, one piece is started in each of these."""
MOST_QUEUED = 50
"""Requests in the queue at which connections are accepted slowly: half of what one address may have open."""
LOOK_AGAIN: Any = Fraction(1, 1000)
"""Seconds until the queue is looked at again while it waits for commands or for work that is being done."""

Start = Callable[[], None]

Seconds = Any
"""By the clock of the event loop, which counts in floats."""


class WorkQueue:
    """`is_busy`: whether a command is being carried out. A connection has at most one piece of work in the queue."""

    def __init__(self, is_busy: Callable[[], bool] = lambda: False) -> None:
        self.is_busy = is_busy
        self._waiting: dict[str, dict[Any, Start]] = {}
        """By address: connections with work, and how to start it. The address whose turn is next is the first."""
        self._addresses: dict[Any, str] = {}
        """Of the connections that wait."""
        self._doing: dict[Any, Seconds] = {}
        """When the work of each connection was started."""
        self._started: Seconds = 0
        self._next_look: asyncio.Handle | None = None

    def add(self, connection: Any, address: str, start: Start) -> None:
        """Start a piece of work as soon as it is its turn: in the loop's next pass, if nothing else is being done."""
        self._waiting.setdefault(address, {})[connection] = start
        self._addresses[connection] = address
        self._look_soon()

    def has(self, connection: Any) -> bool:
        """Whether work of a connection waits to be started."""
        return connection in self._addresses

    @property
    def is_full(self) -> bool:
        return len(self._addresses) >= MOST_QUEUED

    def done(self, connection: Any) -> None:
        """The work of a connection is done, or the connection is gone."""
        self._doing.pop(connection, None)
        address = self._addresses.get(connection)
        if address is not None:
            self._take(address, connection)
        if self._waiting:
            self._look_soon()

    def must_wait(self, last: Seconds, now: Seconds) -> bool:
        """Whether other work, last done at a given time, waits for commands."""
        return now - last < MOST_WAIT and self.is_busy()

    def _look_soon(self) -> None:
        if isinstance(self._next_look, asyncio.TimerHandle):
            self._next_look.cancel()
            self._next_look = None
        if self._next_look is None:
            self._next_look = asyncio.get_running_loop().call_soon(self._look)

    def _look(self) -> None:
        """Start one piece of work. The loop does everything else that is due before the next one."""
        loop = asyncio.get_running_loop()
        self._next_look = None
        try:
            if self._waiting and self._may_start(loop.time()):
                self._start_one(loop.time())
        finally:
            if self._waiting and self._next_look is None:
                self._next_look = loop.call_later(LOOK_AGAIN, self._look)

    def _may_start(self, now: Seconds) -> bool:
        for connection, since in [*self._doing.items()]:
            if now - since > LONGEST:
                del self._doing[connection]
        return len(self._doing) < AT_ONCE and not self.must_wait(self._started, now)

    def _start_one(self, now: Seconds) -> None:
        address, own = next(iter(self._waiting.items()))
        connection = next(iter(own))
        start = self._take(address, connection)
        self._doing[connection] = self._started = now
        start()

    def _take(self, address: str, connection: Any) -> Start:
        """Take work out of the queue. The next piece is of another address."""
        own = self._waiting.pop(address)
        if len(own) > 1:
            self._waiting[address] = own
        del self._addresses[connection]
        return own.pop(connection)
