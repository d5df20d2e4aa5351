"""The people on the floor: who they are, how they sign in, what they may do, what is closed to them."""

from sqlalchemy import Connection

from pitboss.floor.clock import Clock
from pitboss.floor.people.hand_pays import HandPays
from pitboss.floor.people.journal import Journal
from pitboss.floor.people.large import Large
from pitboss.floor.people.limits import Limits
from pitboss.floor.people.parameters import Parameters
from pitboss.floor.people.passwords import Passwords
from pitboss.floor.people.register import Register
from pitboss.floor.people.requests import Requests
from pitboss.floor.people.sessions import Sessions
from pitboss.floor.people.signing_in import SigningIn
from pitboss.floor.people.switches import Switches
from pitboss.floor.people.throttle import Pace, Throttle
from pitboss.floor.people.top_ups import TopUps
from pitboss.store import Batch, Store

SIGN_INS, ARRIVALS, STRANGERS = 20, 60, 120
"""From one address in a minute: attempts to sign in, new guests and players, and attempts at what takes a session."""

REQUESTS = 20
"""Of one person in a second; one address may have `AN_ADDRESS` times as many, as several people may be behind it."""
AN_ADDRESS = 10


class People:
    """Everything about persons, over one store. The store asks `guard` before it keeps anything."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        passwords: Passwords | None = None,
        sign_ins: int = SIGN_INS,
        arrivals: int = ARRIVALS,
        strangers: int = STRANGERS,
        requests: int = REQUESTS,
    ) -> None:
        self.journal = Journal(store, clock)
        self.parameters = Parameters(store.books)
        self.register = Register(self.journal, passwords or Passwords(), self.parameters.start)
        self.sessions = Sessions(self.journal)
        self.signing_in = SigningIn(self.journal, self.register, Throttle(clock, sign_ins, "attempts to sign in"))
        self.arrivals = Throttle(clock, arrivals, "new arrivals")
        self.strangers = Throttle(clock, strangers, "requests without a session")
        self.asking = Pace(clock, requests, "of yours")
        self.addresses = Pace(clock, AN_ADDRESS * requests, "from your address")
        self.switches = Switches(self.journal)
        self.limits = Limits(self.journal)
        self.large = Large(self.parameters, lambda table: self.switches.game_of(table))
        self.hand_pays = HandPays(self.journal)
        self.top_ups = TopUps(self.journal, self.parameters.start)
        self.requests = Requests(self.journal, self.register, self.parameters)
        store.guard = self.guard

    def guard(self, connection: Connection, batch: Batch) -> None:
        """Runs inside every transaction of the store; raises `Refusal` for what is closed, locked or over a limit."""
        self.switches.guard(batch)
        self.hand_pays.guard(connection, batch)
        self.limits.guard(connection, batch)
