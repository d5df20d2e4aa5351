"""Takes new connections from a listening socket: a few at a time, and those of a flood are refused at once.

asyncio accepts all waiting connections, up to a thousand, before it does other work. It also sets each one up before
its address can be checked, which costs ten times as much as a refusal.
"""

import asyncio
import socket
from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from typing import Any

from pitboss.floor.api.answers import trouble
from pitboss.floor.api.shell import HEADERS
from pitboss.floor.room import Room
from pitboss.floor.work_queue import LOOK_AGAIN, Seconds, WorkQueue

AT_ONCE = 2
INTERVAL: Any = Fraction(2, 1000)
"""Connections that are accepted at once, and the seconds until the next ones are: at most 1,000 a second. Others wait
in the system's queue and cost nothing there."""
SLOW_INTERVAL: Any = Fraction(20, 1000)
"""The same while many requests wait: slower than they are answered, and nobody is kept out."""
UNREAD = 16 * 1024
"""Bytes of a refused request that are read, so that its answer arrives."""
PAUSE = 1
"""Seconds without new connections when the system has no more files for them."""


def refusal() -> bytes:
    """The answer to a refused connection. Its request is discarded."""
    message = "Try again in a few seconds: too many connections were opened at once."
    answer = trouble(503, "too_busy", message)
    headers = {**HEADERS, **answer.headers, "retry-after": "5", "connection": "close"}
    lines = ["HTTP/1.1 503 Service Unavailable", *(f"{name}: {value}" for name, value in headers.items()), "", ""]
    return "\r\n".join(lines).encode() + bytes(answer.body)


class Acceptor:
    def __init__(
        self, listening: socket.socket, protocol: Callable[[], asyncio.Protocol], room: Room, requests: WorkQueue
    ) -> None:
        self._listening, self._protocol, self._room, self._requests = listening, protocol, room, requests
        self._loop = asyncio.get_running_loop()
        self._taken: Seconds = 0
        self._tasks: set[asyncio.Task[Any]] = set()
        self._refusal = refusal()
        self._closed = False
        listening.setblocking(False)
        self._open()

    def _open(self) -> None:
        if not self._closed:
            self._loop.add_reader(self._listening.fileno(), self._take)

    def close(self) -> None:
        """Accept no more connections."""
        self._closed = True
        with suppress(OSError, ValueError):
            self._loop.remove_reader(self._listening.fileno())

    def _take(self) -> None:
        now = self._loop.time()
        if self._requests.must_wait(self._taken, now):
            self._pause(LOOK_AGAIN)
            return
        self._taken = now
        for _ in range(AT_ONCE):
            try:
                connection, address = self._listening.accept()
            except (BlockingIOError, InterruptedError, ConnectionAbortedError):
                return
            except OSError:  # no more files: those that are connected go on
                self._pause(PAUSE)
                return
            connection.setblocking(False)
            if self._room.admits(address[0]):
                self._set_up(connection)
            else:
                self._refuse(connection)
        self._pause(SLOW_INTERVAL if self._requests.is_full else INTERVAL)

    def _pause(self, seconds: Seconds) -> None:
        self._loop.remove_reader(self._listening.fileno())
        self._loop.call_later(seconds, self._open)

    def _set_up(self, connection: socket.socket) -> None:
        task = self._loop.create_task(self._connect(connection))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _connect(self, connection: socket.socket) -> None:
        try:
            await self._loop.connect_accepted_socket(self._protocol, connection)
        except OSError:  # gone already
            connection.close()

    def _refuse(self, connection: socket.socket) -> None:
        with suppress(OSError):  # closing a connection with unread data resets it, and the client loses the answer
            connection.send(self._refusal)
            connection.recv(UNREAD)
        connection.close()
