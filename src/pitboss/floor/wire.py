"""The wires below requests and sockets, with a bound where the server's own have none.

Whoever says nothing or reads nothing must not be kept for ever: connections are counted, and a floor that is full of
such answers nobody else. Nor may they fill the memory: not with what waits to be sent to them when they are shown out,
not with answers to pings, not with the pieces of a message that never ends.
"""

import asyncio

from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

LINGER = 10
"""Seconds that the last words have to be taken; then the connection is cut."""

WHOLE_REQUEST = 20
"""Seconds for a request to come in, or for some of its answer to be taken; after twice as many it is cut off."""

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


class Line(H11Protocol):
    """Requests. One that has come in may take as long to be answered as it takes."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._look_again(None, 0)

    def _look_again(self, request: RequestResponseCycle | None, unread: int) -> None:
        self.loop.call_later(WHOLE_REQUEST, self._look, request, unread)

    def _look(self, before: RequestResponseCycle | None, unread_before: int) -> None:
        """Whether anything whole has come since the last look, and whether anything of an answer was taken."""
        if self.transport.get_protocol() is not self:  # gone, or a socket now
            return
        request, unread = self.cycle, self.transport.get_write_buffer_size()
        waits = request is None or request.response_complete or request.more_body
        stands_still = request is before and (waits or 0 < unread == unread_before)
        if stands_still or self.transport.is_closing():
            self.transport.abort()
        else:
            self._look_again(request, unread)
