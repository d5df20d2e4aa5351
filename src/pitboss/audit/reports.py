"""What a store says to those who must account for it: reports as rows, for people, as CSV and as JSON.

Money is in cents here; it becomes text where it is written.
"""

import csv
import io
from collections.abc import Callable
from datetime import UTC, datetime
from fractions import Fraction
from typing import Any

import msgspec
from sqlalchemy import Connection, func, select

from pitboss.money import write_money
from pitboss.showdown.progressive import ProgressiveRules
from pitboss.store import reading
from pitboss.store import schema as s
from pitboss.store.batch import entries_of
from pitboss.store.reading import Books
from pitboss.table.families import house_of
from pitboss.table.files import decode_event
from pitboss.table.showdown.events import HandsVoided, ProgressiveCollected, ProgressivePaid

FOREVER = (0, (1 << 63) - 1)
Period = tuple[int, int]
"""From a time up to, not with, another; both in microseconds since 1970."""

SIGNIFICANT = (
    *("table_opened", "table_closed", "irregularity_called", "hands_voided", "wagers_voided", "forfeited"),
    *("progressive_paid", "deck_removed", "device_removed", "method_changed"),
)
"""What happens at a table that an inspector wants to see without looking for it."""


NOT_WAGERED = ("bought_in", "cashed_out", "tipped")
"""What moves a player's chips and is no part of a round."""


class Money(int):
    """Cents, to be written as dollars and cents."""


class When(int):
    """Microseconds since 1970, to be written as a time."""

    def __str__(self) -> str:
        seconds, rest = divmod(int(self), 1_000_000)
        return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%dT%H:%M:%S}.{rest:06d}Z"


class Report(msgspec.Struct, frozen=True):
    """A title, columns and rows. An empty one says so."""

    title: str
    columns: tuple[str, ...]
    rows: list[tuple[Any, ...]]

    def as_json(self) -> dict[str, Any]:
        rows = [{name: _json(cell) for name, cell in zip(self.columns, row, strict=True)} for row in self.rows]
        return {"report": self.title, "rows": rows}

    def as_csv(self) -> str:
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(self.columns)
        writer.writerows([_harmless(_text(cell)) for cell in row] for row in self.rows)
        return out.getvalue()

    def as_texts(self) -> list[list[str]]:
        return [[_text(cell) for cell in row] for row in self.rows]


def _json(cell: Any) -> Any:
    if isinstance(cell, Money):
        return write_money(cell)
    if isinstance(cell, When):
        return str(cell)
    return msgspec.Raw(cell) if isinstance(cell, bytes) else cell


def _text(cell: Any) -> str:
    if isinstance(cell, Money):
        return write_money(cell)
    return cell.decode() if isinstance(cell, bytes) else str(cell)


def _harmless(text: str) -> str:
    """A spreadsheet must not take what somebody typed for a formula; amounts below zero stay numbers."""
    return f"'{text}" if text[:1] in ("=", "+", "@", "\t") or (text[:1] == "-" and not text[1:2].isdigit()) else text


def trial_balance(books: Books) -> Report:
    """Every account and what it holds. The last line is the sum, which is nothing."""
    with books.moment() as connection:
        rows = connection.execute(select(s.accounts).order_by(s.accounts.c.kind, s.accounts.c.name)).all()
    lines: list[tuple[Any, ...]] = [(row.name, row.kind, row.owner, Money(row.cents)) for row in rows]
    lines.append(("total", "", "", Money(sum(row.cents for row in rows))))
    return Report("trial balance", ("account", "kind", "owner", "balance"), lines)


def liability(books: Books) -> Report:
    """What the house owes: players' money, their chips, wagers in open rounds, the meters.

    On the other side stands what the house has put in and holds. Both sides come from the same moment and are equal.
    """
    with books.moment() as connection:
        held = _sums_by_kind(connection)
    owed = {
        "players' money": held.get("wallet", 0),
        "players' chips": held.get("chips", 0),
        "held in open rounds": held.get("layout", 0),
        "progressive meters": held.get("main", 0) + held.get("secondary", 0),
    }
    own = sum(held.get(kind, 0) for kind in ("house", "tray", "drop_box", "tip_box", "funding"))
    rows: list[tuple[Any, ...]] = [(name, Money(cents)) for name, cents in owed.items()]
    rows += [("owed in all", Money(sum(owed.values()))), ("put in by the house", Money(-own))]
    rows.append(("difference", Money(sum(owed.values()) + own)))
    return Report("liability", ("what", "amount"), rows)


def _sums_by_kind(connection: Connection) -> dict[str, int]:
    sums: dict[str, int] = {}
    for kind, cents in connection.execute(select(s.accounts.c.kind, s.accounts.c.cents)):
        sums[kind] = sums.get(kind, 0) + cents
    return sums


def tables(books: Books, period: Period = FOREVER) -> Report:
    """For each table in a period: drop, win and hold.

    Win is what the drop box and the tray gained from players; hold is the win as a share of the drop. Handle is what
    was wagered. Chips in front of players have been paid for and are not won yet.
    """
    columns = ("table", "rounds", "drop", "handle", "win", "hold_percent")
    with books.moment() as connection:
        moved = _moved_by_table(connection, period)
        rounds = _rounds_by_table(connection, period)
        cleared = _cleared_by_table(connection, period)
    rows = []
    for table in sorted(moved.keys() | rounds.keys()):
        sums = moved.get(table, {})
        drop = sums.get("wallet>drop_box", 0)
        win = drop + sum(_gained(flow) * cents for flow, cents in sums.items())
        handle = sums.get("chips>layout", 0) - cleared.get(table, 0)
        hold = _percent(Fraction(100 * win, drop)) if drop else ""
        rows.append((table, rounds.get(table, 0), Money(drop), Money(handle), Money(win), hold))
    return Report("tables", columns, rows)


def _gained(flow: str) -> int:
    """What a flow does to the tray; its opening and its fills come from the house and are no win.

    Chips that a player buys leave the tray for the cash in the drop box.
    """
    giver, _, taker = flow.partition(">")
    if "house" in (giver, taker):
        return 0
    return (taker == "tray") - (giver == "tray")


def _percent(share: Fraction) -> str:
    """Two places, exact to the half cent of a percent and rounded to even."""
    hundredths = round(share * 100)
    return write_money(hundredths)


def _moved_by_table(connection: Connection, period: Period) -> dict[str, dict[str, int]]:
    """For each table, from a flow such as `wallet>drop_box` to the cents that took it."""
    statement = (
        select(s.journal.c.table_name, s.postings.c.giver, s.postings.c.taker, func.sum(s.postings.c.cents))
        .join(s.journal, s.journal.c.number == s.postings.c.number)
        .where(s.journal.c.table_name != "", s.journal.c.at >= period[0], s.journal.c.at < period[1])
        .group_by(s.journal.c.table_name, s.postings.c.giver, s.postings.c.taker)
    )
    moved: dict[str, dict[str, int]] = {}
    for table, giver, taker, cents in connection.execute(statement):
        flow = f"{giver.partition(':')[0]}>{taker.partition(':')[0]}"
        sums = moved.setdefault(table, {})
        sums[flow] = sums.get(flow, 0) + int(cents)
    return moved


def _rounds_by_table(connection: Connection, period: Period) -> dict[str, int]:
    statement = (
        select(s.events.c.table_name, func.count())
        .join(s.journal, s.journal.c.number == s.events.c.number)
        .where(s.events.c.kind == "bets_closed", s.journal.c.at >= period[0], s.journal.c.at < period[1])
        .group_by(s.events.c.table_name)
    )
    return reading.pairs(connection, statement)


def _cleared_by_table(connection: Connection, period: Period) -> dict[str, int]:
    """Wagers taken back before the deal were never wagered."""
    statement = (
        select(s.events.c.table_name, s.events.c.body)
        .join(s.journal, s.journal.c.number == s.events.c.number)
        .where(s.events.c.kind == "bet_cleared", s.journal.c.at >= period[0], s.journal.c.at < period[1])
    )
    cleared: dict[str, int] = {}
    for table, body in connection.execute(statement):
        cleared[table] = cleared.get(table, 0) + sum(cents for _, _, cents in entries_of(body))
    return cleared


def rounds_of(books: Books, player: str, period: Period = FOREVER) -> Report:
    """Every round a player had a part in: when it began and ended, what the player wagered, what came back."""
    mine = (
        select(s.events.c.table_name, s.events.c.round)
        .join(s.journal, s.journal.c.number == s.events.c.number)
        .where(s.events.c.player == player, s.journal.c.at >= period[0], s.journal.c.at < period[1])
        .distinct()
        .order_by(s.events.c.table_name, s.events.c.round)
    )
    with books.moment() as connection:
        found = [
            (row[0], row[1], _part_in(connection, player, row[0], row[1])) for row in connection.execute(mine).all()
        ]
    rows = [
        (table, round_, When(begun), When(ended), Money(wagered), Money(returned), Money(returned - wagered))
        for table, round_, (begun, ended, wagered, returned) in found
        if wagered or returned
    ]
    return Report(f"rounds of {player}", ("table", "round", "from", "to", "wagered", "returned", "net"), rows)


def _part_in(connection: Connection, player: str, table: str, round_: int) -> tuple[int, int, int, int]:
    """When a round began and ended, what a player wagered in it, and what came back; reckoned from its events."""
    statement = (
        select(s.journal.c.at, s.events.c.kind, s.events.c.sealed, s.events.c.body)
        .join(s.journal, s.journal.c.number == s.events.c.number)
        .where(s.events.c.table_name == table, s.events.c.round == round_)
        .order_by(s.events.c.sequence)
    )
    times, wagered, returned = [], 0, 0
    for at, kind, sealed, body in connection.execute(statement):
        times.append(at)
        if sealed or kind in NOT_WAGERED:
            continue
        for giver, taker, cents in entries_of(body):
            if giver == f"player:{player}":
                wagered += cents
            elif taker == f"player:{player}" and kind == "bet_cleared":
                wagered -= cents
            elif taker == f"player:{player}":
                returned += cents
    return times[0], times[-1], wagered, returned


def a_round(books: Books, table: str, round_: int) -> Report:
    """A round's events in order, as they were kept, to be played back."""
    events = books.events(table, round_=round_)
    rows: list[tuple[Any, ...]] = [(each.sequence, When(each.at), each.kind, each.player, each.body) for each in events]
    return Report(f"round {round_} of {table}", ("sequence", "at", "kind", "player", "event"), rows)


def significant(books: Books, period: Period = FOREVER) -> Report:
    """What was done to the floor, what went wrong at tables, and every time the clock went back."""
    columns = ("number", "at", "kind", "component", "who", "second", "reason", "before", "after")
    inside = (s.journal.c.at >= period[0], s.journal.c.at < period[1])
    with books.moment() as connection:
        rows = [
            tuple(row)
            for row in connection.execute(
                select(
                    s.records.c.number,
                    s.journal.c.at,
                    *(s.records.c[name] for name in columns[2:]),
                )
                .join(s.journal, s.journal.c.number == s.records.c.number)
                .where(*inside)
            )
        ]
        rows += [
            (number, at, kind, table, player, "", "", "", bytes(body).decode())
            for number, at, kind, table, player, body in connection.execute(
                select(
                    s.events.c.number,
                    s.journal.c.at,
                    s.events.c.kind,
                    s.events.c.table_name,
                    s.events.c.player,
                    s.events.c.body,
                )
                .join(s.journal, s.journal.c.number == s.events.c.number)
                .where(s.events.c.kind.in_(SIGNIFICANT), *inside)
            )
        ]
        rows += _clock_went_back(connection, period)
    return Report(
        "significant events", columns, [(row[0], When(row[1]), *row[2:]) for row in sorted(rows, key=_in_order)]
    )


def _in_order(row: tuple[Any, ...]) -> tuple[int, str]:
    return row[0], str(row[2])


def _clock_went_back(connection: Connection, period: Period) -> list[tuple[Any, ...]]:
    """Entries whose time is before that of the entry before them; their numbers rise all the same."""
    later = s.journal.alias("later")
    statement = (
        select(later.c.number, later.c.at, s.journal.c.at)
        .join(s.journal, s.journal.c.number == later.c.number - 1)
        .where(later.c.at < s.journal.c.at, later.c.at >= period[0], later.c.at < period[1])
    )
    return [
        (number, at, "clock_went_back", "clock", "", "", "", str(before), str(at))
        for number, at, before in connection.execute(statement)
    ]


METERS = ("main", "secondary", "wagered", "added", "paid_from_meter", "fixed_awards", "wins")
PARAMETERS = ("pay_table", "awards", "stake", "opening_meter", "main_percent", "secondary_percent")


def progressives(books: Books) -> Report:
    """For each group of meters: what they show, what went in and out since they were opened, and their parameters.

    What is left of a wager after its shares is the house's. A wager that was returned counts as never made.
    """
    with books.moment() as connection:
        groups = connection.execute(_GROUPS_OF_METERS).all()
        setups = {row.table_name: row.body for row in connection.execute(_SETUPS)}
        moves = connection.execute(_METERS_MOVED).all()
        meters = {group: reading.meters(connection, group) for _, group in groups}
    rows: dict[str, tuple[Any, ...]] = {}
    for table, group in groups:
        house = house_of(msgspec.json.decode(setups[table])["setup"])
        progressive: ProgressiveRules | None = getattr(house.rules, "progressive", None)
        if progressive is None or group in rows:
            continue
        bodies = [body for of, body in moves if of == group]
        shown, terms = map(Money, meters[group]), progressive.terms()
        own = (terms[name] for name in PARAMETERS)
        rows[group] = (group, house.setup.game, *shown, *_moved(progressive, bodies), *own)
    return Report("progressives", ("group", "game", *METERS, *PARAMETERS), list(rows.values()))


def _moved(progressive: ProgressiveRules, bodies: list[bytes]) -> tuple[Any, ...]:
    wagered = added = wins = 0
    paid = {"meter": 0, "house": 0}
    for event in map(decode_event, bodies):
        if isinstance(event, ProgressiveCollected):
            wagered += sum(event.stakes.values())
            added += event.main + event.secondary
        elif isinstance(event, HandsVoided):
            wagered -= event.main * 100 // progressive.percent["main"]
            added -= event.main + event.secondary
        elif isinstance(event, ProgressivePaid):
            paid[event.source] += event.amount
            wins += 1
    return Money(wagered), Money(added), Money(paid["meter"]), Money(paid["house"]), wins


_GROUPS_OF_METERS = select(s.tables.c.name, s.tables.c.meter_group).order_by(s.tables.c.opened_by)
_SETUPS = select(s.events.c.table_name, s.events.c.body).where(s.events.c.sequence == 1)
_METERS_MOVED = (
    select(s.tables.c.meter_group, s.events.c.body)
    .join(s.tables, s.tables.c.name == s.events.c.table_name)
    .where(s.events.c.kind.in_(("progressive_collected", "progressive_paid", "hands_voided")))
)

REPORTS: dict[str, Callable[..., Report]] = {
    "trial-balance": trial_balance,
    "liability": liability,
    "tables": tables,
    "player": rounds_of,
    "round": a_round,
    "significant": significant,
    "progressives": progressives,
}
