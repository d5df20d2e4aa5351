"""Room for connections that are not sockets: how many from one address and in all, before a request is read.

One more connection takes the place of the one that has waited longest without asking for anything. So connections that
say nothing or little keep nobody out, not even somebody who comes from the same address. How fast connections come is
limited too, by address and for all strangers together: to set one up costs more than to refuse it.
"""

from collections.abc import Callable, Iterable
from ipaddress import ip_address, ip_network
from typing import Protocol

from pitboss.floor.clock import Clock, SystemClock
from pitboss.floor.people.throttle import Pace

PER_ADDRESS = 100
"""From one address by default: a browser has six at most."""
IN_ALL = 1_000
A_SECOND = 5
"""New connections in a second: a fifth of those that may be open."""
AT_ONCE, STRANGERS_AT_ONCE = 75, 10
"""Seconds' worth of new connections at once: from one address, three times as many as it may have sockets, as all pages
there may come back together after a restart; and from all addresses at which nobody is signed in."""
FOR_STAFF = 20
"""More of both from addresses that staff use: where everybody else is busy asking, staff still come in."""


class Held(Protocol):
    """A connection."""

    @property
    def waits(self) -> bool:
        """Whether no complete request is being answered."""

    def cut(self) -> None: ...


class Room:
    """`per_address` and `in_all`: 0 for any number. Proxies count only towards `in_all`: the client's address is
    not known before the request is read."""

    def __init__(
        self,
        per_address: int = PER_ADDRESS,
        in_all: int = IN_ALL,
        proxies: Iterable[str] = (),
        is_staff: Callable[[str], bool] = lambda address: False,
        is_known: Callable[[str], bool] = lambda address: False,
        clock: Clock | None = None,
    ) -> None:
        """`is_staff`, `is_known`: whether staff, or anybody, is signed in at an address."""
        clock = clock or SystemClock()
        self.per_address, self.in_all, self.is_staff, self.is_known = per_address, in_all, is_staff, is_known
        self._pace = Pace(clock, -(-per_address // A_SECOND), "from your address", burst=AT_ONCE)
        self._strangers = Pace(clock, in_all // A_SECOND, "of strangers", burst=STRANGERS_AT_ONCE)
        self.proxies = [ip_network(each) for each in proxies]
        self.held: dict[Held, str] = {}
        self._from: dict[str, dict[Held, None]] = {}

    def admits(self, address: str) -> bool:
        """Whether a new connection is set up at all. Counts it."""
        if self.is_staff(address) or self._is_proxy(address):
            return True
        return self._pace.allows(address) and (self.is_known(address) or self._strangers.allows(""))

    def enter(self, held: Held, address: str) -> bool:
        """Whether there is room for one more connection; if need be another one is cut for it."""
        more = FOR_STAFF if self.is_staff(address) else 0
        own = self._from.get(address, {})
        if self.per_address and len(own) >= self.per_address + more and not self._is_proxy(address):
            if not self._cut_one(own):
                return False
        elif self.in_all and len(self.held) >= self.in_all + more and not self._cut_one(self.held):
            return False
        self.held[held] = address
        self._from.setdefault(address, {})[held] = None
        return True

    def leave(self, held: Held) -> None:
        address = self.held.pop(held, None)
        if address is not None:
            own = self._from[address]
            del own[held]
            if not own:
                del self._from[address]

    def _cut_one(self, held: Iterable[Held]) -> bool:
        """Cut the oldest connection that waits; False if all are being answered."""
        found = next((each for each in held if each.waits), None)
        if found is None:
            return False
        self.leave(found)
        found.cut()
        return True

    def _is_proxy(self, address: str) -> bool:
        try:
            return any(ip_address(address) in each for each in self.proxies)
        except ValueError:
            return False
