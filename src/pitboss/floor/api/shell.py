"""Around the whole application: headers on every answer, a limit to what is read, never a traceback."""

from typing import Any

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pitboss.floor.api.answers import trouble
from pitboss.floor.logs import Log

MOST_BYTES = 64 * 1024

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


class Shell:
    def __init__(self, app: ASGIApp, secure: bool = False, log: Log | None = None) -> None:
        self.app = app
        self.headers = HEADERS | (TLS if secure else {})
        self.log = log or Log()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        answer, limit = _Answer(send, self.headers, scope["path"].startswith("/api/")), _Limit(receive)
        try:
            if _announced(scope) > MOST_BYTES:
                raise TooLarge
            await self.app(scope, limit.receive, limit.unless_over(answer.send))
        except TooLarge:
            if not answer.begun:
                await trouble(413, "too_large", f"Send at most {MOST_BYTES} bytes.")(scope, receive, answer.send)
        except Exception as error:
            self.log.error("fault", where=_route(scope), error=type(error).__name__)
            if not answer.begun:
                said = "Tell the supervisor: a fault of the program stopped this request."
                await trouble(500, "malfunction", said)(scope, receive, answer.send)


class _Answer:
    """Sends an answer on, with our headers."""

    def __init__(self, send: Send, headers: dict[str, str], private: bool) -> None:
        self._send, self._headers, self._private = send, headers, private
        self.begun = False

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
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


class _Limit:
    """Counts what comes in. Whatever the application makes of a request cut short, it is answered as too large."""

    def __init__(self, receive: Receive) -> None:
        self._receive, self._got = receive, 0

    async def receive(self) -> Message:
        message = await self._receive()
        self._got += len(message.get("body", b""))
        self._check()
        return message

    def unless_over(self, send: Send) -> Send:
        async def checked(message: Message) -> None:
            self._check()
            await send(message)

        return checked

    def _check(self) -> None:
        if self._got > MOST_BYTES:
            raise TooLarge


def _route(scope: Scope) -> str:
    """The route, not the path: that may hold what somebody typed."""
    route: Any = scope.get("route")
    return str(getattr(route, "path", "unknown route"))
