"""Around the whole application: headers on every answer, a limit to what is read, never a traceback."""

from collections.abc import Callable
from typing import Any

from anyio.to_thread import current_default_thread_limiter
from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pitboss.floor.api.answers import refused, trouble
from pitboss.floor.logs import Log
from pitboss.refusal import Refusal

MOST_BYTES = 64 * 1024
MOST_WAITING = 100
"""Requests that wait for one of the threads that answer them; one more is refused before any work."""
ALWAYS = ("/healthz", "/readyz")
BUSY = Refusal("too_busy", "Try again in a second: more requests are waiting than this server answers in time.")

POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=()",
}
TLS = {"strict-transport-security": "max-age=31536000; includeSubDomains"}


class TooLarge(Exception):
    """More came than a request may hold."""


def no_limit(address: str) -> None:
    pass


class Shell:
    """`check` is asked first, by address: whoever floods costs no more than that."""

    def __init__(
        self,
        app: ASGIApp,
        secure: bool = False,
        log: Log | None = None,
        check: Callable[[str], None] = no_limit,
    ) -> None:
        self.app = app
        self.check = check
        self.headers = HEADERS | (TLS if secure else {})
        self.log = log or Log()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        flooding = self._flooding(scope)
        answer = _Answer(send, self.headers, scope["path"].startswith("/api/"))
        if flooding:
            await refused(flooding)(scope, receive, answer.send)
            return
        if scope["type"] == "websocket":
            await self.app(scope, receive, answer.send)
            return
        try:
            if _announced(scope) > MOST_BYTES:
                raise TooLarge
            whole = await _whole(receive) if _has_body(scope) else receive
            if whole:
                await self.app(scope, whole, answer.send)
        except TooLarge:
            if not answer.begun:
                await trouble(413, "too_large", f"Send at most {MOST_BYTES} bytes.")(scope, receive, answer.send)
        except Exception as error:
            self.log.error("fault", where=_route(scope), error=type(error).__name__)
            if not answer.begun:
                said = "Tell the supervisor: a fault of the program stopped this request."
                await trouble(500, "malfunction", said)(scope, receive, answer.send)

    def _flooding(self, scope: Scope) -> Refusal | None:
        client = scope.get("client")
        try:
            self.check(client[0] if client else "")
        except Refusal as refusal:
            return refusal
        busy = current_default_thread_limiter().statistics().tasks_waiting >= MOST_WAITING
        return BUSY if busy and scope["path"] not in ALWAYS else None


class _Answer:
    """Sends an answer on, with our headers."""

    def __init__(self, send: Send, headers: dict[str, str], private: bool) -> None:
        self._send, self._headers, self._private = send, headers, private
        self.begun = False

    async def send(self, message: Message) -> None:
        if message["type"] in ("http.response.start", "websocket.http.response.start"):
            self.begun = True
            headers = MutableHeaders(scope=message)
            for name, value in self._headers.items():
                headers[name] = value
            if self._private:
                headers["cache-control"] = "no-store"
        await self._send(message)


def _announced(scope: Scope) -> int:
    """What the request says it holds; whoever does not say is counted while it comes in."""
    said = dict(scope["headers"]).get(b"content-length", b"0")
    return int(said) if said.isdigit() else 0


def _has_body(scope: Scope) -> bool:
    headers = dict(scope["headers"])
    return b"transfer-encoding" in headers or headers.get(b"content-length", b"0") != b"0"


async def _whole(receive: Receive) -> Receive | None:
    """The request with its whole body, or None if the client has left.

    The application starts only then: a request that waits for its body holds little memory.
    """
    body, is_whole = b"", False
    while not is_whole:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        body += message.get("body", b"")
        if len(body) > MOST_BYTES:
            raise TooLarge
        is_whole = not message.get("more_body", False)
    read = [{"type": "http.request", "body": body, "more_body": False}]

    async def again() -> Message:
        return read.pop() if read else await receive()

    return again


def _route(scope: Scope) -> str:
    """The route, not the path: that may hold what somebody typed."""
    route: Any = scope.get("route")
    return str(getattr(route, "path", "unknown route"))
