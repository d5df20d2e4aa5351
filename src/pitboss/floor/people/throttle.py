"""How often somebody may try: so many times in a minute, counted by where they come from."""

from collections import deque
from threading import Lock

from pitboss.floor.clock import Clock
from pitboss.refusal import Refusal

MINUTE = 60_000_000
MOST_KNOWN = 10_000
"""Addresses remembered at once; a flood from more of them must not fill the memory."""


class Throttle:
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
                raise Refusal("too_many", f"Wait a minute: there were too many {self.what} from your address.")
            times.append(now)
            if len(self._times) > MOST_KNOWN:
                self._forget(now)

    def _forget(self, now: int) -> None:
        """Those who have been quiet for a minute; if nobody was, the ones who came first."""
        quiet = [address for address, times in self._times.items() if not times or times[-1] <= now - MINUTE]
        for address in quiet or list(self._times)[: MOST_KNOWN // 2]:
            del self._times[address]
