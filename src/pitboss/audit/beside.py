"""What stands beside the journal: persons, their locks and sessions, parameters, what is closed, limits, requests, wins
that two must sign for.

Each row changes in the transaction of a record that tells it, so it must be what the records say. A supervisor whom
nobody added is found like this, a password that its person did not set, an approval that nobody gave. Records of older
programs tell less: no password, no request's number, times that are a moment off. What they leave out is not held.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, Table, select

from pitboss.audit.reports import NOT_WAGERED, REVERSED
from pitboss.bank.ledger import Entries
from pitboss.money import read_money
from pitboss.refusal import Refusal
from pitboss.store import people as p
from pitboss.store.batch import as_text, entries_of
from pitboss.store.chain import Entry

Difference = tuple[str, str, str]
"""What kind of thing it is, which one, and the sentence a person is told."""

Row = dict[str, Any]
"""From column to value."""

HELD: dict[str, Table] = {
    "person": p.persons,
    "lock": p.locks,
    "parameter": p.parameters,
    "switch": p.switches,
    "limit": p.limits,
    "spending": p.spending,
    "request": p.requests,
    "hand pay": p.hand_pays,
}

DEEDS = ("adjustment", "meter_correction", "parameter_change")
SETTLED = {*DEEDS, *(f"{deed}_rejected" for deed in DEEDS)}
MINUTE = 60_000_000
UNREADABLE = (msgspec.MsgspecError, Refusal, ValueError, KeyError)
"""What a record gives that was tampered with. Its hash tells of that."""


class Said(NamedTuple):
    """A record, as the chain has it."""

    kind: str
    component: str
    who: str
    second: str
    reason: str
    before: str
    after: str

    @property
    def named(self) -> str:
        """`ann` of `person:ann`."""
        return self.component.partition(":")[2]


class Person(msgspec.Struct):
    role: str
    guest: bool
    password: str = ""


class Password(msgspec.Struct):
    password: str


class Lock(msgspec.Struct):
    failures: list[int]
    locked_until: int


class Session(msgspec.Struct):
    session: str


class Sessions(msgspec.Struct):
    sessions: list[str]


class Limit(msgspec.Struct):
    kind: str
    setter: str
    now: str | None
    later: str | None
    later_from: int


class Told(msgspec.Struct):
    """What the records of the journal say, as they go by: of every row the columns that are told.

    `sessions`: whose they are and when they began, by the hash of their tokens, until they are ended. When their time
    is over, no record tells it. `told_first`: whether a session was told already. `arrivals`: when people came in
    before any session was told: an older program began theirs without a record. `is_exact`: whether the rows' times are
    those of their entries, as they are since records tell passwords.
    """

    rows: dict[str, dict[str, Row]] = msgspec.field(default_factory=lambda: {what: {} for what in HELD})
    limited: set[str] = set()
    sessions: dict[str, Row] = {}
    told_first: bool = False
    arrivals: dict[str, list[int]] = {}
    at: int = 0
    is_exact: bool = False

    def hear(self, entry: Entry) -> None:
        self.at = entry.at
        if self.limited:
            with suppress(*UNREADABLE):
                self._spend(entry)
        records = [Said(*each) for each in entry.records]
        for each in records:
            if each.kind in HEARD:
                with suppress(*UNREADABLE):
                    HEARD[each.kind](self, each)
        kinds = {each.kind for each in records}
        if kinds & SETTLED and "request_settled" not in kinds:
            self._some_request_is_settled()

    def time(self, column: str) -> Row:
        return {column: self.at} if self.is_exact else {}

    def person_added(self, said: Said) -> None:
        told = msgspec.json.decode(said.after, type=Person)
        self.is_exact |= told.password != ""
        row = {"name": said.named, "folded": p.folded(said.named), "role": told.role, "guest": int(told.guest)}
        password = {"password": told.password} if told.password else {}
        self.rows["person"][said.named] = row | password | self.time("made_at")
        if said.who == said.named:
            self._came_in(said.named)

    def password_changed(self, said: Said) -> None:
        row = self.rows["person"][said.named]
        row.pop("password", None)
        if said.after:
            row["password"] = msgspec.json.decode(said.after, type=Password).password
            self.is_exact = True

    def sign_in_failed(self, said: Said) -> None:
        self.rows["lock"][said.named] = {"person": said.named}
        told = msgspec.json.decode(said.after, type=Lock)
        self.rows["lock"][said.named] |= {"failures": as_text(told.failures), "until": told.locked_until}

    def lock_cleared(self, said: Said) -> None:
        self.rows["lock"].pop(said.named, None)

    def signed_in(self, said: Said) -> None:
        self.lock_cleared(said)
        self._came_in(said.named)

    def _came_in(self, name: str) -> None:
        if not self.told_first:
            self.arrivals.setdefault(name, []).append(self.at)

    def session_begun(self, said: Said) -> None:
        token = msgspec.json.decode(said.after, type=Session).session
        if not self.told_first and (came := self.arrivals.get(said.named)):
            came.pop()  # the session of that arrival is the one told here
        self.told_first = True
        self.sessions[token] = {"person": said.named, "begun": self.at}

    def session_ended(self, said: Said) -> None:
        for token in msgspec.json.decode(said.after, type=Sessions).sessions:
            self.sessions.pop(token, None)

    def may_have_begun(self, person: str, begun: int) -> bool:
        """Whether an older program may have begun a session then: right after somebody came in."""
        return any(abs(begun - at) <= MINUTE for at in self.arrivals.get(person, ()))

    def parameter_change(self, said: Said) -> None:
        self.rows["parameter"][said.named] = {"name": said.named, "value": said.after}

    def closed(self, said: Said) -> None:
        row = {"what": said.component, "who": said.who, "reason": said.reason}
        self.rows["switch"][said.component] = row | self.time("at")

    def opened(self, said: Said) -> None:
        self.rows["switch"].pop(said.component, None)

    def limit_set(self, said: Said) -> None:
        told = msgspec.json.decode(said.after, type=Limit)
        key = {"person": said.named, "setter": told.setter, "kind": told.kind}
        values = {"cents": _limit(told.now), "later": _limit(told.later), "later_from": told.later_from}
        self.rows["limit"][" ".join(key.values())] = key | values
        self.limited.add(said.named)

    def _spend(self, entry: Entry) -> None:
        """What the wagers of players with limits use up of their day."""
        lines = ((kind, entries_of(body)) for _, _, kind, _, sealed, _, body in entry.events if not sealed)
        for name, (staked, returned) in staked_and_returned(lines).items():
            if name in self.limited:
                key = {"person": name, "day": entry.at // p.DAY}
                row = self.rows["spending"].setdefault(f"{name} {key['day']}", key | self._nothing_spent())
                if "staked" in row:
                    row["staked"] = max(row["staked"] + staked, 0)
                    row["returned"] = max(row["returned"] + returned, 0)

    def _nothing_spent(self) -> Row:
        """Older programs could miss a wager made in the moment of the limit."""
        return {"staked": 0, "returned": 0} if self.is_exact else {}

    def requested(self, said: Said) -> None:
        """They are numbered as they come."""
        number = len(self.rows["request"]) + 1
        told = {"kind": msgspec.json.decode(said.after)["kind"], "body": said.after, "reason": said.reason}
        still = {"asked_by": said.who, "state": "open", "settled_by": "", "settled_at": 0}
        self.rows["request"][str(number)] = {"id": number} | told | still | self.time("at")

    def request_settled(self, said: Said) -> None:
        row = self.rows["request"][said.named]
        row |= {"state": said.after, "settled_by": said.who, "settled_at": self.at}

    def _some_request_is_settled(self) -> None:
        """An older program's record does not tell which: any that was open may be the one."""
        for row in self.rows["request"].values():
            if row.get("state") == "open":
                del row["state"], row["settled_by"], row["settled_at"]

    def hand_pay_due(self, said: Said) -> None:
        number = len(self.rows["hand pay"]) + 1
        cents = read_money(msgspec.json.decode(said.after)["amount"], "win")
        won = {"id": number, "at": self.at, "cents": cents, "person": said.who, "table_name": said.component}
        unsigned = {"first_by": "", "second_by": "", "paid_at": 0}
        self.rows["hand pay"][str(number)] = won | {"document": said.after} | unsigned

    def hand_pay_signed(self, said: Said) -> None:
        self.rows["hand pay"][said.named]["first_by"] = said.who

    def hand_pay(self, said: Said) -> None:
        row = self.rows["hand pay"][said.named]
        del row["paid_at"]
        row |= {"first_by": said.who, "second_by": said.second} | self.time("paid_at")

    def hand_pay_reversed(self, said: Said) -> None:
        for row in self.rows["hand pay"].values():
            if row["second_by"] == "" and is_win_of(row, said):
                row |= {"first_by": row["first_by"] or "house", "second_by": REVERSED_WIN} | self.time("paid_at")


REVERSED_WIN = "reversed"
"""Close a win whose settlement was reversed: it needs no signatures any more."""


def is_win_of(row: Row, record: Any) -> bool:
    """Whether a win that waits for signatures is the reversed win of a record."""
    if (row["person"], row["table_name"]) != (record.who, record.component):
        return False
    won, undone = msgspec.json.decode(row["document"]), msgspec.json.decode(record.after)
    return all(won[name] == undone[name] for name in ("round", "position"))


HEARD: dict[str, Callable[[Told, Said], None]] = {
    "person_added": Told.person_added,
    "password_changed": Told.password_changed,
    "sign_in_failed": Told.sign_in_failed,
    "signed_in": Told.signed_in,
    "unlocked": Told.lock_cleared,
    "session_begun": Told.session_begun,
    "session_ended": Told.session_ended,
    "parameter_change": Told.parameter_change,
    "closed": Told.closed,
    "opened": Told.opened,
    "limit_set": Told.limit_set,
    **{f"{deed}_requested": Told.requested for deed in DEEDS},
    "request_settled": Told.request_settled,
    "hand_pay_due": Told.hand_pay_due,
    "hand_pay_signed": Told.hand_pay_signed,
    "hand_pay": Told.hand_pay,
    "hand_pay_reversed": Told.hand_pay_reversed,
}


def staked_and_returned(lines: Iterable[tuple[str, Entries]]) -> dict[str, tuple[int, int]]:
    """For each player, what events stake and bring back. A wager taken back before the deal was never staked."""
    sums: dict[str, tuple[int, int]] = {}
    for kind, entries in lines:
        if kind in NOT_WAGERED:
            continue
        for giver, taker, cents in entries:
            if giver.startswith("player:"):
                staked, returned = sums.get(giver[7:], (0, 0))
                handed_back = cents if kind == REVERSED else 0
                sums[giver[7:]] = (staked + cents - handed_back, returned - handed_back)
            if taker.startswith("player:"):
                staked, returned = sums.get(taker[7:], (0, 0))
                back = cents if kind == "bet_cleared" else 0
                sums[taker[7:]] = (staked - back, returned + cents - back)
    return sums


def differences(connection: Connection, told: Told) -> Iterator[Difference]:
    """What is not as the records say."""
    for what, table in HELD.items():
        found, wanted = _found(connection, table), told.rows[what]
        for name in sorted(found.keys() | wanted.keys()):
            held, said = found.get(name), wanted.get(name)
            if held is not None and said is not None:
                held = {column: held[column] for column in said if held[column] != said[column]}
                said = {column: said[column] for column in held}
            if held != said:
                has, say = (as_text(each) if each else "nothing" for each in (held, said))
                yield what, name, f"The database has {has} for {what} {name}, but the records say {say}."
    yield from _sessions_nobody_began(connection, told)


def _sessions_nobody_began(connection: Connection, told: Told) -> Iterator[Difference]:
    """A session that is gone is no fault, for its time may be over. An older program's began without a record: what
    began when its person came in is let be, and over within half a day."""
    for row in connection.execute(select(p.sessions).order_by(p.sessions.c.begun)):
        held = {"person": row.person, "begun": row.begun}
        said = told.sessions.get(row.token.hex())
        known = held == said if said else told.may_have_begun(row.person, row.begun)
        if not known or not row.begun <= row.seen <= row.begun + p.LONGEST_SESSION:
            has, say = as_text(held | {"seen": row.seen}), as_text(said) if said else "nothing"
            yield "session", row.person, f"The database has the session {has}, but the records say {say}."


def not_held(told: Told) -> dict[str, int]:
    """How many rows of each kind have something that their records, of an older program, do not tell."""
    counted = Counter(
        what for what, table in HELD.items() for row in told.rows[what].values() if len(row) < len(table.columns)
    )
    return dict(counted)


def _found(connection: Connection, table: Table) -> dict[str, Row]:
    """The rows by name; of a password what a record may tell."""
    rows = [dict(row._mapping) for row in connection.execute(select(table))]
    for row in rows:
        if "password" in row:
            row["password"] = p.password_digest(row["password"])
    return {" ".join(str(row[column.name]) for column in table.primary_key): row for row in rows}


def _limit(amount: str | None) -> int:
    return p.NO_LIMIT if amount is None else read_money(amount, "limit")
