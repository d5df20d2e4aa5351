"""The floor put together: store, chance, pit, people, sockets, and the application that serves them."""

import asyncio
import gc
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from anyio.to_thread import current_default_thread_limiter
from fastapi import APIRouter, FastAPI, WebSocket
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

import pitboss
from pitboss.audit.manifest import check, digest_of, manifest
from pitboss.audit.program import CHANGED, check_files
from pitboss.floor import table_accounts
from pitboss.floor.auditing import Auditing
from pitboss.floor.bots import Crew
from pitboss.floor.clock import rest
from pitboss.floor.extra_tables import MOST_EXTRA_TABLES
from pitboss.floor.gate import Gate
from pitboss.floor.live import where_of
from pitboss.floor.means import Means
from pitboss.floor.pit import Pit
from pitboss.floor.socket import CONNECTIONS, PER_ADDRESS, Sockets
from pitboss.floor.start_check import refusal_of
from pitboss.refusal import Refusal
from pitboss.store import Record
from pitboss.store.batch import as_text

TICK = 50
"""Milliseconds between two looks at the tables' clocks."""
BOTS_ACT = 250
STORE_TICKS = 15_000
"""Milliseconds between two checks of the books where nothing happens."""
COLLECT = 60_000
"""Milliseconds between two full garbage collections."""
LONGEST_WAIT = 1_000_000
"""Microseconds that a garbage collection waits for commands."""
SESSIONS_END = 30_000
"""Milliseconds that the socket of a session may outlive it."""


THREADS = 8
"""Threads that answer requests. They share the processor with the tables, so more threads slow the tables down."""
DAY = 24 * 60 * 60 * 1_000

FAULTS_RECORDED = 10
"""The number of faults of an audit that are recorded in the journal; `pitboss audit` lists all."""


class Floor:
    """Everything that runs while the floor is open."""

    def __init__(
        self,
        means: Means,
        gate: Gate,
        connections: int = CONNECTIONS,
        per_address: int = PER_ADDRESS,
        shared_tables: int | None = None,
        extra_tables: int = MOST_EXTRA_TABLES,
        auditing: Auditing | None = None,
    ) -> None:
        self.means = means
        self.gate = gate
        self.pit = Pit(means, shared_tables, extra_tables)
        self.crew = Crew(self.pit)
        self.sockets = Sockets(self.pit, gate, connections, per_address)
        self.auditing = auditing
        self.program = manifest()
        self.next_step = ""
        """What follows a failure: whether the server goes on by itself, or who must do what."""
        self.environment: dict[str, str] = {}
        """The digests of all executed files: of the signed list, or as first found after the start."""
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """The clocks begin to run."""
        self._tasks = [
            asyncio.create_task(self._over_and_over(TICK, self.pit.tick)),
            asyncio.create_task(self._over_and_over(BOTS_ACT, self.crew.act)),
            asyncio.create_task(self._over_and_over(STORE_TICKS, self._look_at_the_books)),
            asyncio.create_task(self._over_and_over(SESSIONS_END, self._look_at_the_sessions)),
            asyncio.create_task(self._over_and_over(DAY, self._look_at_the_program)),
            asyncio.create_task(self._over_and_over(COLLECT, self._collect_garbage)),
        ]
        if self.auditing and self.auditing.every:
            self._tasks.append(asyncio.create_task(self._audit_again_and_again(self.auditing)))

    async def _audit_again_and_again(self, auditing: Auditing) -> None:
        """The first time at once: the start has verified only what it needs and what is new."""
        await self._without_a_fault(self._look_at_the_program)
        while not self.means.failed:
            await self._without_a_fault(lambda: self.audit(auditing))
            await rest(1_000 * auditing.every)

    async def audit(self, auditing: Auditing) -> None:
        """Audit the whole store. A fault stops play, and a person has to look."""
        try:
            found = await auditing.audit()
        except Refusal as refusal:  # the next one may be carried out
            self.means.log.error("audit_not_done", code=refusal.code, message=refusal.message)
            return
        self.means.log.info("audited", entries=found.entries, faults=len(found.faults))
        if found.faults:
            await self._alarm("audit_failed", refusal_of(found.faults), as_text(found.faults[:FAULTS_RECORDED]))

    async def _alarm(self, kind: str, why: Refusal, after: str, before: str = "") -> None:
        """Stop all tables, and report why in the journal and in the log."""
        await self._write_down(kind, why.code, before, after)
        self.means.failed = self.means.failed or why
        self.means.log.error(kind, code=why.code, message=why.message)
        for table in self.pit.live.values():
            table.republish()

    async def _over_and_over(self, milliseconds: int, act: Callable[[], Any]) -> None:
        while True:
            await rest(milliseconds)
            await self._without_a_fault(act)

    async def _without_a_fault(self, act: Callable[[], Any]) -> None:
        """What is done again and again goes on after a fault."""
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
            await self._look_at_the_tables()
        except Refusal as refusal:
            event = "books_differ" if refusal.code == "books_differ" else "store_failed"
            if self.means.store.closed:
                self.means.failed = refusal
            else:
                event = "books_not_read"
            self.means.log.error(event, code=refusal.code, message=refusal.message)

    async def _look_at_the_tables(self) -> None:
        """Chips and wagers of every table are what its accounts hold."""
        try:
            await self.pit.check_accounts()
        except Refusal as refusal:
            if refusal.code != table_accounts.DIFFERS:
                raise
            await self._alarm(refusal.code, refusal, refusal.message)

    async def _look_at_the_sessions(self) -> None:
        if not self.means.failed:
            await self.sockets.look_around()

    async def _collect_garbage(self) -> None:
        """Run a full collection, if possible when no command runs: nothing else is done for 1 to 11 milliseconds."""
        until = self.means.clock.steady() + LONGEST_WAIT
        while self.means.capacity.is_busy and self.means.clock.steady() < until:
            await rest(1)
        gc.collect()

    async def _look_at_the_program(self) -> None:
        """It must be the one that was started; if a file of it was changed, play stops."""
        try:
            await asyncio.to_thread(check, self.program)
            if self.auditing and self.auditing.every:
                found = await self.auditing.program()
                self.environment = self.environment or found
                check_files(found, self.environment)
        except Refusal as refusal:
            if refusal.code != CHANGED:  # the next look may be carried out
                self.means.log.error("program_not_checked", code=refusal.code, message=refusal.message)
                return
            await self._alarm("program_changed", refusal, refusal.message, digest_of(self.program))

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
        await self.leave("the floor is being closed")
        if self.means.open:
            await self._write_down("floor_closed", self.pit.closing)
        await asyncio.to_thread(self.means.store.close)
        log.info("closed")

    async def leave(self, why: str) -> None:
        """The clocks stop, and everybody is disconnected."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.pit.coach.close()
        if self.auditing:
            self.auditing.close()
        await self.sockets.close(why)

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
        return f"Not ready: {failing} {self.next_step}".strip() if failing else self.pit.closing


MOST_STEPS = 10_000
"""A round has an end: so many decisions and steps of a dealer, and it is over or something is wrong."""


def make_app(floor: Floor, routers: list[APIRouter] | None = None) -> FastAPI:
    """The application. `/docs` is not served: that page loads from the internet."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        current_default_thread_limiter().total_tokens = THREADS
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
