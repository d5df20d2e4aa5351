"""Starts requests: a few at a time, one address after the other, and after the commands of players.

Requests and commands share one event loop. If each request were started when it arrives, a command would wait for all
that arrived before it. Here it waits for the few that are being answered.
"""

import asyncio
from collections.abc import Callable
from typing import Any

AT_ONCE = 2
"""Requests that are answered at the same time."""
SHORT = 0.02
"""Seconds. A request that takes longer waits for another thread or process, and no longer counts as being answered."""
HOLD = 0.005
"""Seconds that requests wait for commands. If commands never pause, one request is started in each of these."""
LONG = 50
"""Requests in the queue at which no more connections are accepted: half of what one address may have open."""
LOOK_AGAIN = 0.001
"""Seconds until the queue is looked at again while it waits for commands or for requests that are being answered."""

Start = Callable[[], None]


class RequestQueue:
    """`is_busy`: whether a command is being carried out. A connection has at most one request in the queue."""

    def __init__(self, is_busy: Callable[[], bool] = lambda: False) -> None:
        self.is_busy = is_busy
        self._waiting: dict[str, dict[Any, Start]] = {}
        """By address: connections with a request, and how to start it. The address whose turn is next is the first."""
        self._addresses: dict[Any, str] = {}
        """Of the connections that wait."""
        self._answering: dict[Any, float] = {}
        """When the request of each connection was started."""
        self._started = 0.0
        self._next_look: asyncio.Handle | None = None

    def add(self, connection: Any, address: str, start: Start) -> None:
        """Start a request as soon as it is its turn: at once, where nothing else is being done."""
        self._waiting.setdefault(address, {})[connection] = start
        self._addresses[connection] = address
        self._look()

    def has(self, connection: Any) -> bool:
        """Whether a request of a connection waits to be started."""
        return connection in self._addresses

    @property
    def is_long(self) -> bool:
        return len(self._addresses) >= LONG

    def done(self, connection: Any) -> None:
        """A request was answered, or its connection is gone."""
        self._answering.pop(connection, None)
        address = self._addresses.get(connection)
        if address is not None:
            self._take(address, connection)
        if self._waiting and self._next_look is None:
            self._next_look = asyncio.get_running_loop().call_soon(self._look)

    def _look(self) -> None:
        loop = asyncio.get_running_loop()
        if self._next_look is not None:
            self._next_look.cancel()
            self._next_look = None
        while self._waiting and self._may_start(loop.time()):
            self._start_one(loop.time())
        if self._waiting and self._next_look is None:
            self._next_look = loop.call_later(LOOK_AGAIN, self._look)

    def _may_start(self, now: float) -> bool:
        for connection, since in [*self._answering.items()]:
            if now - since > SHORT:
                del self._answering[connection]
        return len(self._answering) < AT_ONCE and not self.must_wait(self._started, now)

    def must_wait(self, last: float, now: float) -> bool:
        """Whether other work, last done at a given time, waits for commands."""
        return now - last < HOLD and self.is_busy()

    def _start_one(self, now: float) -> None:
        address, own = next(iter(self._waiting.items()))
        connection = next(iter(own))
        start = self._take(address, connection)
        self._answering[connection] = self._started = now
        start()

    def _take(self, address: str, connection: Any) -> Start:
        """Take a request out of the queue. The next one is of another address."""
        own = self._waiting.pop(address)
        if len(own) > 1:
            self._waiting[address] = own
        del self._addresses[connection]
        return own.pop(connection)
