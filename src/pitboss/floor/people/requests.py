"""What takes two persons: one asks, another approves, and only then is it done.

Adjustments of a player's money, corrections of a meter, parameters of the floor. The record names both persons, the
reason, and what was there before and after (GLI-19 B.3.2); the database itself refuses an approval by whoever asked.
"""

from typing import Any

import msgspec
from sqlalchemy import Connection, Row, bindparam, func, insert, select, update

from pitboss.bank.ledger import Entries
from pitboss.floor.people.journal import Journal
from pitboss.floor.people.parameters import Parameters
from pitboss.floor.people.register import Register
from pitboss.money import MOST_CENTS, write_money
from pitboss.refusal import Refusal
from pitboss.store import Record
from pitboss.store import people as p
from pitboss.store import schema as s
from pitboss.store.accounts import OUTSIDE, check_name
from pitboss.store.batch import Beside, as_text

TRIES = 5
"""How often a deed starts again because the balance has moved meanwhile."""


class Adjustment(msgspec.Struct, frozen=True, tag_field="kind", tag="adjustment", forbid_unknown_fields=True):
    """Cents into a player's wallet from the house, or out of it if below zero."""

    person: str
    cents: int


class Correction(msgspec.Struct, frozen=True, tag_field="kind", tag="correction", forbid_unknown_fields=True):
    """What a progressive meter of a group is to show."""

    group: str
    meter: str
    cents: int


class Change(msgspec.Struct, frozen=True, tag_field="kind", tag="change", forbid_unknown_fields=True):
    """A parameter of the floor and its new value."""

    parameter: str
    value: str


Deed = Adjustment | Correction | Change


class Request(msgspec.Struct, frozen=True):
    id: int
    at: int
    deed: Deed
    reason: str
    asked_by: str
    state: str
    settled_by: str
    settled_at: int


class Requests:
    def __init__(self, journal: Journal, register: Register, parameters: Parameters) -> None:
        self.journal = journal
        self.books = journal.store.books
        self.register = register
        self.parameters = parameters

    def ask(self, deed: Deed, reason: str, by: str) -> Request:
        """Put a request where another person finds it. One that could never be done is refused at once."""
        self._check(deed)
        now, made = self.journal.clock.wall(), []

        def beside(connection: Connection) -> None:
            number = int(connection.execute(select(func.max(p.requests.c.id))).scalar() or 0) + 1
            request = Request(number, now, deed, reason, by, "open", "", 0)
            connection.execute(insert(p.requests), _row(request))
            made.append(request)

        self.journal.keep(
            Record(
                kind=f"{_kind(deed)}_requested", component=_component(deed), who=by, reason=reason, after=_text(deed)
            ),
            beside,
            at=now,
        )
        return made[-1]

    def all(self, state: str = "", before: int = 1 << 31, most: int = 100) -> list[Request]:
        """The latest first."""
        found = select(p.requests).where(p.requests.c.id < before).order_by(p.requests.c.id.desc()).limit(most)
        with self.books.moment() as connection:
            rows = connection.execute(found.where(p.requests.c.state == state) if state else found).all()
        return [_request(row) for row in rows]

    def find(self, number: int) -> Request:
        with self.books.moment() as connection:
            row = connection.execute(select(p.requests).where(p.requests.c.id == number)).first()
        if row is None:
            raise Refusal("unknown_request", "Check the number: there is no such request.")
        return _request(row)

    def approve(self, number: int, by: str) -> Request:
        """Do what was asked for, by the word of a second person."""
        request = self.find(number)
        if request.asked_by == by:
            raise Refusal(
                "second_person", "Ask another supervisor: the person who requests cannot approve.", "GLI-19 B.3.2"
            )
        for _ in range(TRIES):
            try:
                self._carry_out(request, by)
                return self.find(number)
            except Refusal as refusal:
                if refusal.code != "balance_moved":
                    raise
        raise Refusal("balance_moved", "Approve again: the balance keeps moving.")

    def reject(self, number: int, by: str, reason: str) -> Request:
        """Not to be done; whoever asked may take a request back in the same way."""
        request = self.find(number)
        record = Record(
            kind=f"{_kind(request.deed)}_rejected",
            component=_component(request.deed),
            who=by,
            reason=reason,
            after=_text(request.deed),
        )
        self._settle(request, "rejected", by, record)
        return self.find(number)

    def _check(self, deed: Deed) -> None:
        if isinstance(deed, Adjustment):
            if self.register.person(deed.person).role != "player":
                raise Refusal("not_a_player", "Name a player: nobody else has a wallet.")
            if not 0 < abs(deed.cents) <= MOST_CENTS:
                raise Refusal("bad_amount", f"Adjust by 0.01 to {write_money(MOST_CENTS)}, either way.")
        elif isinstance(deed, Correction):
            check_name(deed.group, "group of meters")
            with self.books.moment() as connection:
                known = connection.execute(_OF_GROUP, {"group": deed.group}).first()
            if known is None:
                raise Refusal("unknown_group", "Check the name: no table shares meters under it.")
        else:
            self.parameters.check(deed.parameter, deed.value)

    def _carry_out(self, request: Request, by: str) -> None:
        deed = request.deed
        if isinstance(deed, Change):
            before = self.parameters.get(deed.parameter)
            self._keep(request, by, before, deed.value, (), self.parameters.written(deed))
            self.parameters.changed(deed)
            return
        account = f"wallet:{deed.person}" if isinstance(deed, Adjustment) else f"{deed.meter}:{deed.group}"
        other = OUTSIDE if isinstance(deed, Adjustment) else f"funding:{deed.group}"
        held = self.books.balance(account)
        after = held + deed.cents if isinstance(deed, Adjustment) else deed.cents
        if after < 0:
            raise Refusal("insufficient_funds", f"Take no more than there is: {account} holds {write_money(held)}.")
        entries = _moved(other, account, after - held)
        holds = write_money(held), write_money(after)
        self._keep(request, by, *holds, entries, lambda connection: _check_balance(connection, account, after))

    def _keep(self, request: Request, by: str, before: str, after: str, entries: Entries, beside: Beside) -> None:
        record = Record(
            kind=_kind(request.deed),
            component=_component(request.deed),
            who=request.asked_by,
            second=by,
            reason=request.reason,
            before=before,
            after=after,
            entries=entries,
        )
        self._settle(request, "approved", by, record, beside)

    def _settle(self, request: Request, state: str, by: str, deed: Record, done: Beside | None = None) -> None:
        """Settled once, and only while it is open. A second record says which request the deed settles."""
        now = self.journal.clock.wall()
        change = (
            update(p.requests)
            .where(p.requests.c.id == request.id, p.requests.c.state == "open")
            .values(state=state, settled_by=by, settled_at=now)
        )

        def beside(connection: Connection) -> None:
            if connection.execute(change).rowcount != 1:
                raise Refusal("request_settled", "Leave it: the request has been approved or rejected already.")
            if done is not None:
                done(connection)

        settled = Record(kind="request_settled", component=f"request:{request.id}", who=by, before="open", after=state)
        self.journal.keep(deed, beside, settled, at=now)


def _moved(giver: str, taker: str, cents: int) -> Entries:
    """Cents from one account to another; the other way round if they are below zero."""
    if cents == 0:
        return ()
    return ((giver, taker, cents),) if cents > 0 else ((taker, giver, -cents),)


def _check_balance(connection: Connection, account: str, wanted: int) -> None:
    """The record says what the account holds afterwards: it must."""
    held = connection.execute(select(s.accounts.c.cents).where(s.accounts.c.name == account)).scalar()
    if int(held or 0) != wanted:
        raise Refusal("balance_moved", "Approve again: the balance has moved meanwhile.")


def _kind(deed: Deed) -> str:
    return {"adjustment": "adjustment", "correction": "meter_correction", "change": "parameter_change"}[
        str(deed.__struct_config__.tag)
    ]


def _component(deed: Deed) -> str:
    if isinstance(deed, Adjustment):
        return f"person:{deed.person}"
    if isinstance(deed, Correction):
        return f"meter:{deed.meter}:{deed.group}"
    return f"parameter:{deed.parameter}"


def _text(deed: Deed) -> str:
    return as_text(msgspec.to_builtins(deed))


def _row(request: Request) -> dict[str, Any]:
    row = msgspec.structs.asdict(request)
    del row["deed"]
    return row | {"kind": str(request.deed.__struct_config__.tag), "body": _text(request.deed)}


def _request(row: Row[*tuple[Any, ...]]) -> Request:
    deed: Deed = msgspec.json.decode(row.body, type=Deed)
    return Request(row.id, row.at, deed, row.reason, row.asked_by, row.state, row.settled_by, row.settled_at)


_OF_GROUP = select(s.tables.c.name).where(s.tables.c.meter_group == bindparam("group")).limit(1)
