"""The wires below requests and sockets, with a bound where the server's own have none.

Whoever says nothing or reads nothing must not be kept for ever: connections are counted, and a floor that is full of
such answers nobody else. Nor may they fill the memory: not with what waits to be sent to them when they are shown out,
not with answers to pings, not with the pieces of a message that never ends.
"""

import asyncio
from typing import Any

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import STATUS_PHRASES, H11Protocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Response

from pitboss.floor.api.answers import trouble
from pitboss.floor.api.shell import HEADERS, TLS
from pitboss.floor.room import Room
from pitboss.floor.work_queue import WorkQueue

LINGER = 10
"""Seconds that the last words have to be taken; then the connection is cut."""

WHOLE_REQUEST = 20
"""Seconds for a request to come in, or for some of its answer to be taken; after twice as many it is cut off."""

MOST_PIECES = 64
"""Of one message. Pages send theirs in one."""

READ_AT_ONCE = 4 * 1024
"""Bytes. All frames in them are read before anybody else is attended to; the usual 256 KiB hold 40,000 small ones."""

FREE_BYTES, FREE_PERIOD = 4 * 1024, 1
"""Bytes of one client, and the seconds within which they count: more than a page sends. What comes after them waits."""

MOST_CONTROL, WITHIN = 60, 3
"""Pings and pongs of one client, and the seconds within which they count. Browsers send none unasked."""


class WireConfig(uvicorn.Config):
    """Configuration of the protocols: the room for connections, queues for work that can wait, and whether the pages
    are behind TLS."""

    room: Room
    requests: WorkQueue
    messages: WorkQueue
    """Messages of clients above the byte limit."""
    secure: bool

    @property
    def shell_headers(self) -> dict[str, str]:
        return HEADERS | (TLS if self.secure else {})


def untie(transport: asyncio.BaseTransport) -> None:
    """Free a closed connection at once. Its transport refers to itself and would stay until the next full garbage
    collection: a flood of connections made those take 60 ms."""
    vars(transport).pop("_read_ready_cb", None)


class Wire(WebSocketsSansIOProtocol):
    config: WireConfig

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self._send_response = self.conn.send_response
        self.conn.send_response = self._with_headers  # type: ignore[method-assign]
        self._control, self._control_since = 0, self.loop.time()
        self._received, self._received_since = 0, self.loop.time()
        self._delayed = b""
        """Bytes that wait to be read."""

    def data_received(self, data: bytes) -> None:
        """Read what a page sends at once, and what comes beyond that when nothing else is being done."""
        if not self._delayed and self._is_within_limit(len(data)):
            super().data_received(data)
            return
        self._delayed += data
        self.transport.pause_reading()
        if not self.config.messages.has(self):
            self.config.messages.add(self, self.client[0] if self.client else "", self._read_delayed)

    def _is_within_limit(self, got: int) -> bool:
        now = self.loop.time()
        if now - self._received_since > FREE_PERIOD:
            self._received, self._received_since = 0, now
        self._received += got
        return self._received <= FREE_BYTES

    def _read_delayed(self) -> None:
        data, self._delayed = self._delayed, b""
        if not self.read_paused:
            self.transport.resume_reading()
        try:
            super().data_received(data)
        except Exception:
            self.transport.abort()  # as asyncio does with data that is read at once
            raise
        finally:
            self.config.messages.done(self)

    def _with_headers(self, response: Response) -> None:
        """The server's own refusals of a socket pass by the application; they get the same headers here."""
        if response.status_code != 101:
            self.handshake_complete = True  # else the server logs each refusal as an error of the application
            for name, value in self.config.shell_headers.items():
                response.headers.setdefault(name, value)
        self._send_response(response)
        self.config.requests.done(self.transport)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.config.requests.done(self.transport)
        self.config.messages.done(self)
        untie(self.transport)
        vars(self.conn).pop("send_response", None)  # it refers to this object, and the parser to `conn`
        self.conn.parser.close()

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
        self._count_control()
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.conn.data_to_send()

    def handle_pong(self, event: Frame) -> None:
        self._count_control()
        super().handle_pong(event)

    def _count_control(self) -> None:
        now = self.loop.time()
        if now - self._control_since > WITHIN:
            self._control, self._control_since = 0, now
        self._control += 1
        if self._control > MOST_CONTROL:
            self.transport.abort()

    def handle_cont(self, event: Frame) -> None:
        if len(self.frames) >= MOST_PIECES:
            self.transport.abort()
            return
        super().handle_cont(event)


class Line(H11Protocol):
    """Requests. One that has come in may take as long to be answered as it takes."""

    config: WireConfig
    _timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if hasattr(transport, "max_size"):
            transport.max_size = READ_AT_ONCE
        if self.config.room.enter(self, self.client[0] if self.client else ""):
            self._look_again(None, 0)
        else:
            self._answer(503, "address_full", "Try again in a second: too many requests are being answered.")

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.config.requests.done(self.transport)
        self._leave()
        untie(self.transport)

    def handle_events(self) -> None:
        """A request waits in the queue before it is read. Its rest is read at once, unless it is answered already."""
        if not self._is_answered or not self.conn.trailing_data[0]:
            super().handle_events()
            return
        self._unset_keepalive_if_required()
        self.flow.pause_reading()
        self.config.requests.add(self.transport, self.client[0] if self.client else "", self._start)

    def _start(self) -> None:
        try:
            if not self.transport.is_closing():
                self.flow.resume_reading()
                super().handle_events()
        except Exception:
            self.transport.abort()  # as asyncio does with data that is read at once
            raise
        is_socket = self.transport.get_protocol() is not self
        if self.transport.is_closing() or (self._is_answered and not is_socket):  # no request has begun
            self.config.requests.done(self.transport)

    def on_response_complete(self) -> None:
        self.config.requests.done(self.transport)
        super().on_response_complete()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._leave()
        super().handle_websocket_upgrade(event)

    def _leave(self) -> None:
        self.config.room.leave(self)
        if self._timer is not None:
            self._timer.cancel()

    @property
    def _is_answered(self) -> bool:
        return self.cycle is None or self.cycle.response_complete

    @property
    def waits(self) -> bool:
        """Whether no complete request is being answered."""
        has_asked = self.conn.their_state is h11.IDLE and self.config.requests.has(self.transport)
        return not has_asked and (self._is_answered or self.cycle.more_body)

    def cut(self) -> None:
        self.transport.abort()

    def send_400_response(self, msg: str) -> None:
        """A request that is not HTTP never reaches the application."""
        self._answer(400, "request_malformed", "Send a request in HTTP/1.1: this one cannot be read.")

    def _answer(self, status: int, code: str, message: str) -> None:
        """The server's own answer, in the form and with the headers of all others; then the connection ends."""
        answer = trouble(status, code, message)
        headers = {**self.config.shell_headers, **answer.headers, "connection": "close"}
        parts = [(name.encode(), value.encode()) for name, value in headers.items()]
        try:
            for event in (
                h11.Response(status_code=status, headers=parts, reason=STATUS_PHRASES[status]),
                h11.Data(data=bytes(answer.body)),
                h11.EndOfMessage(),
            ):
                self.transport.write(self.conn.send(event) or b"")
            self.transport.close()
        except h11.LocalProtocolError:  # an answer is under way already
            self.transport.abort()

    def _look_again(self, request: RequestResponseCycle | None, unread: int) -> None:
        self._timer = self.loop.call_later(WHOLE_REQUEST, self._look, request, unread)

    def _look(self, before: RequestResponseCycle | None, unread_before: int) -> None:
        """Whether anything whole has come since the last look, and whether anything of an answer was taken."""
        if self.transport.get_protocol() is not self:  # gone, or a socket now
            return
        request, unread = self.cycle, self.transport.get_write_buffer_size()
        stands_still = request is before and (self.waits or 0 < unread == unread_before)
        if stands_still or self.transport.is_closing():
            self.transport.abort()
        else:
            self._look_again(request, unread)
