"""The wire below a client's socket, with a bound where the server's own has none.

Whoever reads nothing must not be kept for ever, nor fill the memory: not with what waits to be sent to them when they
are shown out, not with answers to pings, not with the pieces of a message that never ends.
"""

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

LINGER = 10
"""Seconds that the last words have to be taken; then the connection is cut."""

MOST_PIECES = 64
"""Of one message. Pages send theirs in one."""


class Wire(WebSocketsSansIOProtocol):
    async def run_asgi(self) -> None:
        await super().run_asgi()
        self._cut_later()

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self._cut_later()

    def _cut_later(self) -> None:
        """To close waits until the other end has taken everything, and it may never do so."""
        self.loop.call_later(LINGER, self.transport.abort)

    def handle_ping(self) -> None:
        """Answers that are not read are not made."""
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.conn.data_to_send()

    def handle_cont(self, event: Frame) -> None:
        if len(self.frames) >= MOST_PIECES:
            self.transport.abort()
            return
        super().handle_cont(event)
