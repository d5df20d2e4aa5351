"""Limits of players: how much they may stake or lose in a day, set by themselves and by the house.

Every limit counts, so the stricter wins. A lower one holds at once, a higher one only after a day. They are checked
inside the transaction that keeps the wager, so no number of wagers at once gets past them. A day is one of UTC; what
was staked before a player's first limit does not count. A wager that stands is at risk and counts as lost until it
comes back.
"""

from threading import Lock
from typing import Any

import msgspec
from sqlalchemy import Connection, insert, select, update

from pitboss.audit.beside import staked_and_returned
from pitboss.floor.people.journal import Journal
from pitboss.money import write_money
from pitboss.refusal import Refusal
from pitboss.store import Batch, Record
from pitboss.store import people as p
from pitboss.store.batch import as_text

DAY = p.DAY
NONE = p.NO_LIMIT
"""The limit of those who have none."""

LIMIT_SET = "limit_set"
KINDS = ("stake", "loss")
SETTERS = ("player", "house")


class Limit(msgspec.Struct, frozen=True):
    """What holds now, and what will from a time on; the same if nothing is to change."""

    cents: int
    later: int
    later_from: int

    def at(self, now: int) -> int:
        return self.later if now >= self.later_from else self.cents

    def changed(self, cents: int, now: int) -> "Limit":
        """Lower at once, higher after a day."""
        holds = self.at(now)
        return Limit(cents, cents, now) if cents <= holds else Limit(holds, cents, now + DAY)


class Limits:
    def __init__(self, journal: Journal) -> None:
        self.journal = journal
        self._turn = Lock()
        with journal.store.books.moment() as connection:
            self.limited = frozenset(connection.execute(select(p.limits.c.person).distinct()).scalars())

    def of(self, name: str) -> dict[str, dict[str, Limit]]:
        """From who set it to what it limits; a limit that was never set is not there."""
        with self.journal.store.books.moment() as connection:
            return _limits(connection, name)

    def spent(self, name: str) -> tuple[int, int]:
        """Staked and come back today."""
        with self.journal.store.books.moment() as connection:
            return _spent(connection, name, self.journal.clock.wall() // DAY)

    def set(self, name: str, setter: str, kind: str, cents: int | None, by: str) -> Limit:
        """A new limit, or none. One after the other: two that start from the same limit would undo the lower one."""
        with self._turn:
            wanted, now = NONE if cents is None else cents, self.journal.clock.wall()
            before = self.of(name).get(setter, {}).get(kind)
            after = (before or Limit(NONE, NONE, 0)).changed(wanted, now)
            key = {"person": name, "setter": setter, "kind": kind}
            record = Record(
                kind=LIMIT_SET,
                component=f"person:{name}",
                who=by,
                before=_told(kind, setter, before),
                after=_told(kind, setter, after),
            )
            self.journal.keep(record, lambda connection: _write(connection, key, msgspec.structs.asdict(after)))
        return after

    def guard(self, connection: Connection, batch: Batch) -> None:
        """Counts what is staked and what comes back; refuses a stake that a limit does not allow.

        Whoever sets a limit is counted from the next transaction on, and the audit counts likewise.
        """
        set_now = {each.component.removeprefix("person:") for each in batch.records if each.kind == LIMIT_SET}
        if set_now:
            self.limited |= set_now
        if not self.limited:
            return
        for name, (staked, returned) in moved(batch).items():
            if name in self.limited:
                self._count(connection, name, batch.at, staked, returned)

    def _count(self, connection: Connection, name: str, at: int, staked: int, returned: int) -> None:
        before = _spent(connection, name, at // DAY)
        after = (before[0] + staked, before[1] + returned)
        if staked > 0:
            for kind, used in (("stake", after[0]), ("loss", after[0] - after[1])):
                most = min(
                    (own[kind].at(at) for own in _limits(connection, name).values() if kind in own), default=NONE
                )
                if used > most:
                    raise _over(kind, most)
        _spend(connection, name, at // DAY, *after)


def moved(batch: Batch) -> dict[str, tuple[int, int]]:
    """For each player, what a batch stakes and brings back."""
    return staked_and_returned((line.kind, line.entries) for line in batch.lines)


def _over(kind: str, most: int) -> Refusal:
    what = {"stake": "stake no more than", "loss": "risk no more than"}[kind]
    return Refusal("limit_reached", f"Stop for today, or {what} your limit of {write_money(most)}.", "GLI-19 2.5.5")


def _limits(connection: Connection, name: str) -> dict[str, dict[str, Limit]]:
    found: dict[str, dict[str, Limit]] = {}
    for row in connection.execute(select(p.limits).where(p.limits.c.person == name)):
        found.setdefault(row.setter, {})[row.kind] = Limit(row.cents, row.later, row.later_from)
    return found


def _write(connection: Connection, key: dict[str, str], values: dict[str, Any]) -> None:
    there = update(p.limits).where(*(p.limits.c[name] == value for name, value in key.items()))
    if connection.execute(there.values(**values)).rowcount == 0:
        connection.execute(insert(p.limits), key | values)


def _spent(connection: Connection, name: str, day: int) -> tuple[int, int]:
    today = (p.spending.c.person == name) & (p.spending.c.day == day)
    row = connection.execute(select(p.spending.c.staked, p.spending.c.returned).where(today)).first()
    return (row.staked, row.returned) if row else (0, 0)


def _spend(connection: Connection, name: str, day: int, staked: int, returned: int) -> None:
    """A wager of yesterday taken back today leaves nothing below zero."""
    values = {"staked": max(staked, 0), "returned": max(returned, 0)}
    today = update(p.spending).where(p.spending.c.person == name, p.spending.c.day == day)
    if connection.execute(today.values(**values)).rowcount == 0:
        connection.execute(insert(p.spending), {"person": name, "day": day} | values)


def _told(kind: str, setter: str, limit: Limit | None) -> str:
    if limit is None:
        return ""
    amounts = {
        name: None if cents >= NONE else write_money(cents)
        for name, cents in (("now", limit.cents), ("later", limit.later))
    }
    return as_text({"kind": kind, "setter": setter, **amounts, "later_from": limit.later_from})
