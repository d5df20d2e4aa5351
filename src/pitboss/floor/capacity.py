"""How many commands wait at once. One more is refused before any work, instead of making everybody wait longer."""

from collections.abc import Iterator
from contextlib import contextmanager

from pitboss.floor.clock import Clock
from pitboss.refusal import Refusal

MOST = 256
"""Commands that run or wait on the whole floor: less than a second's work."""
LONGEST = 10_000_000
"""Microseconds. If one has waited longer, those that come after it would too."""

BUSY = Refusal("too_busy", "Try again in a second: more commands are waiting than this server carries out in time.")


class Capacity:
    def __init__(self, clock: Clock, most: int = MOST, longest: int = LONGEST) -> None:
        self.clock, self.most, self.longest = clock, most, longest
        self._since: dict[object, int] = {}
        """When each began to wait, the first one first."""

    @property
    def is_busy(self) -> bool:
        """Whether a command runs or waits."""
        return bool(self._since)

    @contextmanager
    def place(self) -> Iterator[None]:
        """Take a place among the waiting commands; raises `Refusal` if all are taken."""
        now, place = self.clock.steady(), object()
        if len(self._since) >= self.most or now - next(iter(self._since.values()), now) > self.longest:
            raise BUSY
        self._since[place] = now
        try:
            yield
        finally:
            del self._since[place]
