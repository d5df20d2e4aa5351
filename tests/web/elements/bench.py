"""One module on an empty page of its own, in a real Chromium: what it draws, what it asks for, whom it tells."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Locator, Page, Route, WebSocketRoute

from pitboss.web.files import read_files
from tests.web.browser import until

ADDRESS = "https://house.test"
"""No machine has this name: what is asked of it is answered here."""

HERE = Path(__file__).parent
FILES = read_files()
BAD = 400

STYLE = "".join(FILES[name].body.decode() for name in ("base.css", "cards.css"))
EMPTY = f"""<!doctype html><html lang="en"><head><meta charset="utf-8"><title>An element</title>
<link rel="icon" href="data:,"><style>{STYLE}</style>
<script>const told = [], tell = (name) => (...given) => {{ told.push([name, ...given]); }};</script></head>
<body><header id="head"></header><button id="menu-door" aria-expanded="false">Menu</button><nav id="pages"></nav>
<aside id="side"><nav id="doors"></nav><div id="panel" hidden></div></aside>
<p id="refused" role="alert"></p><p id="done" role="status"></p><main id="main"></main>
<footer id="bar"></footer></body></html>"""
"""The zones that modules look for, and nothing in them. `tell("name")` is a callback that keeps what it was given."""

RUN = "async (given) => { const found = await import('/pages/%s'); return (%s)(found, given); }"
SHOW = """async (given) => {
  const found = await import('/pages/%s');
  document.querySelector("#main").replaceChildren(...[await (%s)(found, given)].flat(Infinity).filter(Boolean));
}"""


class Bench:
    """`asked` is what the module wanted of the house: method, path with its query, body. `said`: what it sent over
    the last of its `sockets`."""

    def __init__(self, browser: Browser) -> None:
        self.page: Page = browser.new_page()
        self.page.set_default_timeout(60_000)
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.route(f"{ADDRESS}/**", self._answer)
        self.page.route_web_socket(f"{ADDRESS.replace('http', 'ws')}/ws", self._connect)
        self.main = self.page.locator("#main")
        self.wrong: list[str] = []

    def clear(self) -> None:
        """The page is empty, as nobody has ever been here."""
        self._answers: dict[str, list[Any]] = {}
        self.page.emulate_media(reduced_motion="reduce")
        self.page.set_viewport_size({"width": 1280, "height": 720})
        self.page.goto(f"{ADDRESS}/here")
        self.page.evaluate("localStorage.clear(), sessionStorage.clear()")
        self.asked: list[tuple[str, str, Any]] = []
        self.sockets: list[WebSocketRoute] = []
        self.said: list[Any] = []
        self.wrong.clear()

    def hurry(self) -> None:
        """Whatever waits on this page waits for a fiftieth of its time."""
        self.page.evaluate("setTimeout = ((real) => (act, wait) => real(act, wait / 50))(setTimeout)")

    def answers(self, path: str, *said: Any) -> None:
        """What the house says to whoever asks for a path, one after the other; the last is said again. What
        is no 200 is a pair of status and answer, or error."""
        self._answers[path] = [*said]

    def run(self, module: str, does: str, given: Any = None) -> Any:
        """What a function gives back that is handed the module and something else."""
        return self.page.evaluate(RUN % (module, does), given)

    def show(self, module: str, does: str, given: Any = None) -> Locator:
        """What such a function builds, on the page."""
        self.page.evaluate(SHOW % (module, does), given)
        return self.main

    def told(self) -> list[Any]:
        """What callbacks were given since the last time, each with its name."""
        found: list[Any] = self.page.evaluate("told.splice(0)")
        return found

    def wait_told(self, act: Callable[[], object], number: int = 1) -> None:
        """Act, and wait until callbacks were given something because of it: what they were given before is dropped."""
        self.told()
        act()
        self.page.wait_for_function("number => told.length >= number", arg=number)

    def wait_said(self, number: int) -> list[Any]:
        """What the module has sent over its last socket, once it is that many messages."""
        until(self.page, lambda: len(self.said) >= number)
        return self.said

    def texts(self, selector: str) -> list[str]:
        """The words of all elements that fit, as they are written."""
        return self.page.locator(selector).all_text_contents()

    def each(self, selector: str, reads: str) -> list[Any]:
        """What an expression in `it` says of all elements that fit."""
        found: list[Any] = self.page.locator(selector).evaluate_all(f"all => all.map((it) => {reads})")
        return found

    def focused(self) -> str:
        """The key of whatever has the focus, or its name."""
        found: str = self.page.evaluate("document.activeElement.dataset.key ?? document.activeElement.id")
        return found

    def _answer(self, route: Route) -> None:
        asked = urlsplit(route.request.url)
        name = asked.path.removeprefix("/pages/")
        if asked.path == "/here":
            return route.fulfill(body=EMPTY, content_type="text/html")
        if name in FILES:
            return route.fulfill(body=FILES[name].body, content_type=FILES[name].type)
        path = f"{asked.path}?{asked.query}" if asked.query else asked.path
        body = route.request.post_data
        self.asked.append((route.request.method, path, json.loads(body) if body else None))
        said = self._answers.get(path) or self._answers.get(asked.path)
        if not said:
            self.wrong.append(f"nobody answers {path}")
            return route.abort()
        now = said.pop(0) if len(said) > 1 else said[0]
        status, answer = now if isinstance(now, tuple) else (200, now)
        answer = {"error": answer} if status >= BAD else answer
        return route.fulfill(status=status, json=answer)

    def _connect(self, socket: WebSocketRoute) -> None:
        self.sockets.append(socket)
        self.said = said = []
        socket.on_message(lambda message: said.append(json.loads(message)))

    def hear(self, message: Any) -> None:
        """The house says something over the socket."""
        self.sockets[-1].send(json.dumps(message))
