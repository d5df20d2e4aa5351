"""The floor put together: store, chance, pit, people, sockets, and the application that serves them."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from fastapi import APIRouter, FastAPI, WebSocket
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

import pitboss
from pitboss.audit.manifest import check, digest_of, manifest
from pitboss.floor.bots import Crew
from pitboss.floor.clock import rest
from pitboss.floor.gate import Gate
from pitboss.floor.live import where_of
from pitboss.floor.means import Means
from pitboss.floor.pit import Pit
from pitboss.floor.socket import CONNECTIONS, PER_ADDRESS, Sockets
from pitboss.refusal import Refusal
from pitboss.store import Record
from pitboss.store.batch import as_text

TICK = 50
"""Milliseconds between two looks at the tables' clocks."""
BOTS_ACT = 250
STORE_TICKS = 15_000
"""Milliseconds between two checks of the books where nothing happens."""
SESSIONS_END = 30_000
"""Milliseconds that the socket of a session may outlive it."""


DAY = 24 * 60 * 60 * 1_000


class Floor:
    """Everything that runs while the floor is open."""

    def __init__(
        self,
        means: Means,
        gate: Gate,
        connections: int = CONNECTIONS,
        per_address: int = PER_ADDRESS,
        shared_tables: int | None = None,
    ) -> None:
        self.means = means
        self.gate = gate
        self.pit = Pit(means, shared_tables)
        self.crew = Crew(self.pit)
        self.sockets = Sockets(self.pit, gate, connections, per_address)
        self.program = manifest()
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """The clocks begin to run."""
        self._tasks = [
            asyncio.create_task(self._over_and_over(TICK, self.pit.tick)),
            asyncio.create_task(self._over_and_over(BOTS_ACT, self.crew.act)),
            asyncio.create_task(self._over_and_over(STORE_TICKS, self._look_at_the_books)),
            asyncio.create_task(self._over_and_over(SESSIONS_END, self._look_at_the_sessions)),
            asyncio.create_task(self._over_and_over(DAY, self._look_at_the_program)),
        ]

    async def _over_and_over(self, milliseconds: int, act: Callable[[], Any]) -> None:
        while True:
            await rest(milliseconds)
            try:
                await act()
            except Exception as error:
                self.means.log.error("fault", where="clock", error=type(error).__name__)

    async def open(self) -> None:
        """The floor is there again: since when it was not, and whether the program is another one."""
        before = await asyncio.to_thread(self.means.store.books.left)
        after = as_text({"program": digest_of(self.program), "version": pitboss.__version__})
        await self._write_down("floor_opened", before=as_text(before), after=after)

    async def _write_down(self, kind: str, reason: str = "", before: str = "", after: str = "") -> None:
        """Something about the whole floor. What cannot be kept stands in the log at least."""
        record = Record(kind=kind, component="floor", who="house", reason=reason, before=before, after=after)
        try:
            await self.means.record(record)
        except Refusal as refusal:
            self.means.log.error("not_recorded", kind=kind, code=refusal.code)

    async def _look_at_the_books(self) -> None:
        """Balances are the sums of what was posted; where they are not, play stops."""
        if self.means.store.closed or self.means.failed:
            return
        try:
            await asyncio.to_thread(self.means.store.tick, self.means.clock.wall())
        except Refusal as refusal:
            event = "books_differ" if refusal.code == "books_differ" else "store_failed"
            if self.means.store.closed:
                self.means.failed = refusal
            else:
                event = "books_not_read"
            self.means.log.error(event, code=refusal.code, message=refusal.message)

    async def _look_at_the_sessions(self) -> None:
        if not self.means.failed:
            await self.sockets.look_around()

    async def _look_at_the_program(self) -> None:
        """It must be the one that was started; if a file of it was changed, play stops."""
        try:
            await asyncio.to_thread(check, self.program)
        except Refusal as refusal:
            await self._write_down("program_changed", refusal.code, digest_of(self.program), refusal.message)
            self.means.failed = refusal
            self.means.log.error("program_changed", code=refusal.code, message=refusal.message)

    async def stop(self, grace: int) -> None:
        """Finish the rounds that are played, give waiting wagers back, say good-bye, close the books."""
        log = self.means.log
        log.info("closing", playing=len(self.pit.playing))
        self.pit.closing = "The floor is being closed."
        if not self.means.failed:
            try:
                await self._finish_rounds(grace)
            except Refusal as refusal:  # the store went meanwhile: rounds stay as they are kept until the next start
                log.error("rounds_not_finished", code=refusal.code)
            except Exception as error:  # nor does a fault keep the floor from closing its books
                self.means.counts.faults.inc()
                log.error("fault", where=where_of(error), error=type(error).__name__)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.pit.coach.close()
        await self.sockets.close()
        if self.means.open:
            await self._write_down("floor_closed", self.pit.closing)
        await asyncio.to_thread(self.means.store.close)
        log.info("closed")

    async def _finish_rounds(self, grace: int) -> None:
        await self.pit.drain()
        steady = self.means.clock.steady
        until = steady() + grace * 1_000_000
        while self.pit.playing and steady() < until:
            await rest(TICK)
        tries = 0
        while self.pit.playing and tries < MOST_STEPS and not self.means.failed:
            await self.pit.drain(hurry=True)
            await self.pit.tick()
            await rest(1)  # for commands that are under way
            tries += 1

    def ready(self) -> str:
        """Why nobody should be sent here; empty if all is well. Anybody may read it."""
        failing = self.means.failing
        return f"Not ready: {failing}" if failing else self.pit.closing


MOST_STEPS = 10_000
"""A round has an end: so many decisions and steps of a dealer, and it is over or something is wrong."""


def make_app(floor: Floor, routers: list[APIRouter] | None = None) -> FastAPI:
    """The application. `/docs` is not served: that page loads from the internet."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        floor.start()
        yield

    app = FastAPI(
        title="pitboss",
        version=pitboss.__version__,
        description="A floor of casino table games. Play money only.",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
    )
    app.state.floor = floor
    app.include_router(health(floor))
    for router in routers or []:
        app.include_router(router)

    @app.websocket("/ws")
    async def socket(websocket: WebSocket) -> None:
        await floor.sockets.welcome(websocket)

    @app.exception_handler(Refusal)
    async def refused(request: Request, refusal: Refusal) -> Response:
        return JSONResponse({"error": refusal.as_json()}, 400)

    return app


def health(floor: Floor) -> APIRouter:
    """What whoever runs the floor looks at."""
    router = APIRouter(tags=["operation"])

    @router.get("/healthz", response_class=PlainTextResponse)
    async def healthz() -> str:
        """The program runs."""
        return "ok\n"

    @router.get("/readyz", response_class=PlainTextResponse, responses={503: {"description": "not ready, and why"}})
    async def readyz() -> Response:
        """The floor can be played on."""
        why = floor.ready()
        return PlainTextResponse(f"{why}\n" if why else "ready\n", 503 if why else 200)

    @router.get("/metrics", response_class=PlainTextResponse)
    async def metrics() -> Response:
        """Figures for Prometheus."""
        by_status: dict[str, int] = {}
        for table in floor.pit.live.values():
            by_status[table.status] = by_status.get(table.status, 0) + 1
        floor.means.counts.tables.clear()
        for status, number in by_status.items():
            floor.means.counts.tables.labels(status).set(number)
        return Response(floor.means.counts.text(), media_type="text/plain; version=0.0.4; charset=utf-8")

    return router
