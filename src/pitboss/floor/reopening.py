"""A store that closed itself for a fault is opened again in the running server, as soon as its database is back.

The store finds out at its opening what it has, as after a restart of the process, so the whole floor is made again on
it: the same checks, tables that stand where the store has them. Only the listening address and the server stay. Clients
of the old floor are disconnected (close code 1012), as when a server is restarted, and connect to the new one.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from fractions import Fraction
from typing import Any

from starlette.types import ASGIApp, Receive, Scope, Send

from pitboss.audit.manifest import check
from pitboss.floor.app import Floor
from pitboss.floor.live import where_of
from pitboss.refusal import Refusal
from pitboss.store.troubles import RETURNING

LOOK = 100
"""Milliseconds between two looks at whether the store is still open."""
FIRST_PAUSE, LONGEST_PAUSE = 500, 4_000
"""Milliseconds before the first try, and at most between two: each pause is twice the one before."""
CALM = 60_000_000
"""Microseconds that a store must have been open for the pauses to begin again with the first."""

TRIES_AGAIN = "The server opens the store again by itself as soon as it can."
NEEDS_A_PERSON = "Read the log, correct the cause, then restart the server: it does not open the store by itself."

Made = tuple[Floor, ASGIApp]
OpenAgain = Callable[[], Awaitable[Made]]
"""Opens the store and makes a floor on it, as a start does. Raises `Refusal`, and then nothing is open."""


class Front:
    """The application that the server runs: all requests go to the floor that is open now."""

    def __init__(self, floor: Floor, app: ASGIApp) -> None:
        self.floor, self.app = floor, app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self.app(scope, receive, send)

    async def change(self, floor: Floor, app: ASGIApp) -> None:
        """Another floor takes the place of this one, whose store is closed."""
        old = self.floor
        floor.environment = floor.environment or old.environment  # the files that are executed are still those
        self.floor, self.app = floor, app
        floor.start()
        await old.leave("the floor opens again")


class Reopening:
    """Puts another floor in the place of one whose store has failed, until `stop`."""

    def __init__(self, front: Front, open_again: OpenAgain, stop: asyncio.Event) -> None:
        self.front, self.open_again, self.stop = front, open_again, stop
        self.pause = FIRST_PAUSE

    async def run(self) -> None:
        opened_at = self._now()
        while await store_closes(self.front.floor, self.stop):
            if self._now() - opened_at > CALM:
                self.pause = FIRST_PAUSE
            await self._open_again()
            opened_at = self._now()

    def _now(self) -> int:
        return self.front.floor.means.clock.steady()

    async def _open_again(self) -> None:
        """Until it is open, or nobody wants it any more, or a person must see to it first."""
        old = self.front.floor
        store = old.means.store
        await asyncio.to_thread(store.close)  # what it still does ends, and it lets go of the database
        why = alarm_of(old) or store.closed_by
        while why is not None and not self.stop.is_set():
            old.means.failed = why
            if why.code not in RETURNING:
                old.next_step = NEEDS_A_PERSON
                await self.stop.wait()
                return
            old.next_step = TRIES_AGAIN
            if await stopped(self.stop, self.pause):
                return
            self.pause = min(2 * self.pause, LONGEST_PAUSE)
            why = await self._try(old)

    async def _try(self, old: Floor) -> Refusal | None:
        """Why the store could not be opened; None if it was opened."""
        try:
            await asyncio.to_thread(check, old.program)  # what runs is the program of the start, whatever is there now
            floor, app = await self.open_again()
        except Refusal as refusal:
            old.means.log.error("not_reopened", code=refusal.code, message=refusal.message)
            return refusal
        except Exception as error:  # a fault of the program: nothing says that another try would end otherwise
            old.means.log.error("fault", where=where_of(error), error=type(error).__name__)
            return Refusal("malfunction", "Restart the server: a fault kept it from opening the store.")
        await self.front.change(floor, app)
        floor.means.log.info("reopened", tables=len(floor.pit.tables()))
        return None


def alarm_of(floor: Floor) -> Refusal | None:
    """What play was stopped for before the store closed: to open the store again would forget it."""
    why = floor.means.failed
    return why if why is not None and why.code not in RETURNING else None


async def store_closes(floor: Floor, stop: asyncio.Event) -> bool:
    """Wait until the store has closed itself; False if `stop` comes first."""
    while not floor.means.store.closed:
        if await stopped(stop, LOOK):
            return False
    return not stop.is_set()


async def stopped(stop: asyncio.Event, milliseconds: int) -> bool:
    """Wait for `stop`, at most the given time."""
    seconds: Any = Fraction(milliseconds, 1000)
    with suppress(TimeoutError):
        await asyncio.wait_for(stop.wait(), seconds)
    return stop.is_set()
