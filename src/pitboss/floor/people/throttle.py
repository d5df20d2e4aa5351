"""How often somebody may try or ask, by where they come from or by who they are. What is remembered has a bound."""

from collections import deque
from collections.abc import Callable
from threading import Lock
from typing import TypeVar

from pitboss.floor.clock import Clock
from pitboss.refusal import Refusal

Kept = TypeVar("Kept")

SECOND = 1_000_000
MINUTE = 60 * SECOND
MOST_KNOWN = 10_000
"""Addresses or people remembered at once; a flood from more of them must not fill the memory."""


class TooOften(Refusal):
    """`seconds`: how long to wait before it is worth asking again."""

    def __init__(self, message: str, wait: int) -> None:
        super().__init__("too_many", message)
        self.seconds = max(1, -(-wait // SECOND))


class Throttle:
    """So many tries in a minute, each remembered: for what is rare."""

    def __init__(self, clock: Clock, most: int, what: str) -> None:
        self.clock = clock
        self.most = most
        self.what = what
        self._times: dict[str, deque[int]] = {}
        self._lock = Lock()

    def check(self, address: str) -> None:
        """Counts a try; raises `Refusal` if there were too many in the last minute."""
        now = self.clock.steady()
        with self._lock:
            times = self._times.setdefault(address, deque())
            while times and times[0] <= now - MINUTE:
                times.popleft()
            if len(times) >= self.most:
                said = f"Wait a minute: there were too many {self.what} from your address."
                raise TooOften(said, times[0] + MINUTE - now)
            times.append(now)
            forget(self._times, lambda times: not times or times[-1] <= now - MINUTE)


class Pace:
    """So many requests a second, and `BURST` seconds' worth of them at once: for what is usual.

    One number is remembered of each who asks: the time until which what was asked for would have taken, at that pace.
    """

    def __init__(self, clock: Clock, per_second: int, whose: str, burst: int | None = None) -> None:
        self.clock = clock
        self.whose = whose
        self._burst = (BURST if burst is None else burst) * SECOND
        self._each = SECOND // per_second if per_second else 0
        self._until: dict[str, int] = {}
        self._lock = Lock()

    def allows(self, who: str) -> bool:
        """Counts a request unless they come too fast."""
        try:
            self.check(who)
        except TooOften:
            return False
        return True

    def check(self, who: str) -> None:
        """Counts a request; raises `Refusal` if they come too fast. What is refused does not count."""
        if not self._each:
            return
        now = self.clock.steady()
        with self._lock:
            until = max(self._until.get(who, 0), now) + self._each
            if until > now + self._burst:
                said = f"Wait a moment and ask again: requests {self.whose} come faster than this floor answers them."
                raise TooOften(said, until - now - self._burst)
            self._until[who] = until
            forget(self._until, lambda until: until <= now)


BURST = 10


class Delays:
    """How long to wait after failures: nothing until there are `free`, then a second, two, four, up to `longest`.

    What is remembered of a key is forgotten after `memory` without a failure. Not locked: the caller does that.
    """

    def __init__(self, free: int, longest: int, memory: int) -> None:
        self.free, self.longest, self.memory = free, longest, memory
        self._failed: dict[str, tuple[int, int]] = {}

    def wait(self, key: str, now: int) -> int:
        """Microseconds until the next try, 0 or less if it may be made now."""
        failures, last = self._failed.get(key, (0, 0))
        return last + self._delay(failures) - now if failures >= self.free else 0

    def _delay(self, failures: int) -> int:
        doubled = min(failures - self.free, self.longest.bit_length())
        return min(SECOND << doubled, self.longest)

    def fail(self, key: str, now: int) -> int:
        """Counts a failure. Returns when the one before it was."""
        failures, last = self._failed.get(key, (0, 0))
        before = failures if now - last < self.memory else 0
        self._failed[key] = (before + 1, now)
        forget(self._failed, lambda failed: now - failed[1] >= self.memory)
        return last

    def take_back(self, key: str, at: int, before: int) -> None:
        """Uncount a failure counted at a time: the attempt was not one. `before`: see `fail`."""
        failures, last = self._failed.pop(key, (0, 0))
        if failures > 1:
            self._failed[key] = (failures - 1, before if last == at else last)

    def clear(self, key: str, and_longer: bool = False) -> None:
        """Forget the failures of a key; with `and_longer` also of every key that begins with it."""
        self._failed.pop(key, None)
        for each in [each for each in self._failed if and_longer and each.startswith(key)]:
            del self._failed[each]


def forget(known: dict[str, Kept], quiet: Callable[[Kept], bool]) -> None:
    """Where more are known than there is room for: those who were quiet; if nobody was, the half that came first."""
    if len(known) > MOST_KNOWN:
        for each in [each for each, kept in known.items() if quiet(kept)] or list(known)[: MOST_KNOWN // 2]:
            del known[each]
