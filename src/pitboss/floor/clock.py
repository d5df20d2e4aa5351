"""Time as the floor takes it: passed in, so that tests drive windows and time-outs without waiting for them."""

import asyncio
import time
from fractions import Fraction
from typing import Any, Protocol


class Clock(Protocol):
    """Both in microseconds: the time of day, which people may set, and one that only ever goes forward."""

    def wall(self) -> int: ...

    def steady(self) -> int: ...


class SystemClock:
    def wall(self) -> int:
        return time.time_ns() // 1000

    def steady(self) -> int:
        return time.monotonic_ns() // 1000


async def rest(milliseconds: int) -> None:
    """Let others run for a while."""
    seconds: Any = Fraction(milliseconds, 1000)
    await asyncio.sleep(seconds)
