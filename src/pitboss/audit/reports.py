"""What a store says to those who must account for it: reports as rows, for people, as CSV and as JSON.

Money is in cents here; it becomes text where it is written.
"""

import csv
import io
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from fractions import Fraction
from typing import Any

import msgspec
from sqlalchemy import Connection, Select, Text, cast, func, literal, select

from pitboss.money import write_money
from pitboss.refusal import Refusal
from pitboss.store import reading
from pitboss.store import schema as s
from pitboss.store.batch import entries_of
from pitboss.store.people import persons
from pitboss.store.reading import Books
from pitboss.table.files import decode_event, house_of_line
from pitboss.table.showdown.events import HandsVoided, ProgressiveCollected, ProgressivePaid, SettlementReversed

LATEST = (1 << 63) - 1
FOREVER = (0, LATEST)
Period = tuple[int, int]
"""From a time up to, not with, another; both in microseconds since 1970."""

MOST_LINES = 1_000
"""On one page of a report; where there is more, the report says where the next page begins."""

FOR_THE_FLOOR = ("fair_", "table_standing", "session_")
"""How the names of records begin that the floor keeps for its own sake: promises of shuffles, which have a list of
their own, what a restart needs, and what sessions are held to (who signed in is told besides). Among events that a
person looks for they would bury everything else."""

SIGNIFICANT = (
    *("table_opened", "table_closed", "irregularity_called", "hands_voided", "wagers_voided", "forfeited"),
    *("progressive_paid", "settlement_reversed", "deck_removed", "device_removed", "method_changed"),
)
"""What happens at a table that an inspector wants to see without looking for it."""


NOT_WAGERED = ("bought_in", "cashed_out", "tipped")
"""What moves a player's chips and is no part of a round."""


REVERSED = "settlement_reversed"
"""Payouts that players hand back: less came back to them, and nothing more was wagered."""


class Money(int):
    """Cents, to be written as dollars and cents."""


class When(int):
    """Microseconds since 1970, to be written as a time."""

    def __str__(self) -> str:
        seconds, rest = divmod(int(self), 1_000_000)
        return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%dT%H:%M:%S}.{rest:06d}Z"


class Report(msgspec.Struct, frozen=True):
    """A title, columns and rows. An empty one says so. `next`: where the next page begins, if there is one."""

    title: str
    columns: tuple[str, ...]
    rows: list[tuple[Any, ...]]
    next: int | str | None = None

    def as_json(self) -> dict[str, Any]:
        rows = [{name: _json(cell) for name, cell in zip(self.columns, row, strict=True)} for row in self.rows]
        return {"report": self.title, "rows": rows, "next": self.next}

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


def trial_balance(books: Books, after: str = "", most: int = MOST_LINES) -> Report:
    """Accounts in order of name and what each holds. The last line is the sum of all there are, which is nothing."""
    found = select(s.accounts).where(s.accounts.c.name > after).order_by(s.accounts.c.name).limit(most + 1)
    with books.moment() as connection:
        rows = connection.execute(found).all()
        total = int(connection.execute(select(func.sum(s.accounts.c.cents))).scalar() or 0)
    listed, following = page(rows, most, "name")
    lines: list[tuple[Any, ...]] = [(row.name, row.kind, row.owner, Money(row.cents)) for row in listed]
    lines.append(("total", "", "", Money(total)))
    return Report("trial balance", ("account", "kind", "owner", "balance"), lines, following)


def page(found: Sequence[Any], most: int, place: str) -> tuple[Sequence[Any], Any]:
    """What of one more than there is room for stands on a page, and where the next begins, if anything is left."""
    listed = found[:most]
    return listed, getattr(listed[-1], place) if len(found) > most else None


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
    found = select(s.accounts.c.kind, func.sum(s.accounts.c.cents)).group_by(s.accounts.c.kind)
    return {kind: int(cents) for kind, cents in connection.execute(found)}


def tables(books: Books, period: Period = FOREVER, after: str = "", most: int = MOST_LINES) -> Report:
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
    wanted = sorted(table for table in moved.keys() | rounds.keys() if table > after)
    for table in wanted[:most]:
        sums = moved.get(table, {})
        drop = sums.get("wallet>drop_box", 0)
        win = drop + sum(_gained(flow) * cents for flow, cents in sums.items())
        handle = sums.get("chips>layout", 0) - cleared.get(table, 0)
        hold = _percent(Fraction(100 * win, drop)) if drop else ""
        rows.append((table, rounds.get(table, 0), Money(drop), Money(handle), Money(win), hold))
    return Report("tables", columns, rows, rows[-1][0] if len(wanted) > most else None)


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
    for table, giver, taker, cents in connection.execute(statement, execution_options=reading.IN_PORTIONS):
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
    for table, body in connection.execute(statement, execution_options=reading.IN_PORTIONS):
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
            if giver == f"player:{player}" and kind == REVERSED:
                returned -= cents
            elif giver == f"player:{player}":
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


def significant(
    books: Books,
    period: Period = FOREVER,
    before: int = LATEST,
    most: int = MOST_LINES,
    kind: str = "",
    for_the_floor: bool = True,
) -> Report:
    """What was done to the floor, what went wrong at tables, and every time the clock went back; the latest first.

    A page has so many entries of the journal, each with all its lines. `kind`: only those of one kind.
    """
    sources = [each for each in (_records(kind, for_the_floor), _events(kind), _clock_went_back(kind)) if each]
    with books.moment() as connection:
        found = {
            number
            for each in sources
            for number in connection.execute(each.numbers(period, before, most + 1)).scalars()
        }
        listed = sorted(found, reverse=True)[:most]
        first = listed[-1] if listed else before
        rows = [row for each in sources for row in connection.execute(each.listed(period, before, first))]
    lines = [(row[0], When(row[1]), *row[2:-1], _decoded(row[-1])) for row in sorted(rows, key=_in_order)]
    return Report("significant events", SIGNIFICANT_COLUMNS, lines, first if len(found) > most else None)


SIGNIFICANT_COLUMNS = ("number", "at", "kind", "component", "who", "second", "reason", "before", "after")
CLOCK_WENT_BACK = "clock_went_back"


class _Source(msgspec.Struct, frozen=True):
    """Where significant events come from: lines of the report, each with its entry in the journal and its time."""

    lines: Select[Any]
    number: Any
    at: Any
    place: Any
    """The place of a line in its entry: a database gives lines in any order."""

    def within(self, period: Period, before: int, first: int = 0) -> Select[Any]:
        inside = (self.at >= period[0], self.at < period[1], self.number < before, self.number >= first)
        return self.lines.where(*inside)

    def listed(self, period: Period, before: int, first: int) -> Select[Any]:
        return self.within(period, before, first).order_by(self.number, self.place)

    def numbers(self, period: Period, before: int, most: int) -> Select[Any]:
        """The latest entries that have such a line."""
        found = self.within(period, before).with_only_columns(self.number, maintain_column_froms=True)
        return found.distinct().order_by(self.number.desc()).limit(most)


def _in_order(row: tuple[Any, ...]) -> tuple[int, str]:
    return -row[0], str(row[2])


def _decoded(text: str | bytes) -> str:
    return text if isinstance(text, str) else bytes(text).decode()


def _records(kind: str, for_the_floor: bool) -> _Source:
    told = [s.records.c[name] for name in SIGNIFICANT_COLUMNS[2:]]
    found = select(s.records.c.number, s.journal.c.at, *told).join(s.journal, s.journal.c.number == s.records.c.number)
    if kind:
        found = found.where(s.records.c.kind == kind)
    if not for_the_floor:
        found = found.where(*(~s.records.c.kind.startswith(each, autoescape=True) for each in FOR_THE_FLOOR))
    return _Source(found, s.records.c.number, s.journal.c.at, s.records.c.line)


def _events(kind: str) -> _Source | None:
    if kind and kind not in SIGNIFICANT:
        return None
    event, nothing = s.events.c, literal("")
    found = (
        select(
            event.number,
            s.journal.c.at,
            event.kind,
            event.table_name,
            event.player,
            nothing,
            nothing,
            nothing,
            event.body,
        )
        .join(s.journal, s.journal.c.number == event.number)
        .where(event.kind.in_((kind,) if kind else SIGNIFICANT))
    )
    return _Source(found, event.number, s.journal.c.at, event.sequence)


def _clock_went_back(kind: str) -> _Source | None:
    """Entries whose time is before that of the entry before them; their numbers rise all the same."""
    if kind not in ("", CLOCK_WENT_BACK):
        return None
    later, earlier, nothing = s.journal.alias("later"), s.journal, literal("")
    times = (cast(each.c.at, Text) for each in (earlier, later))
    said = (literal(CLOCK_WENT_BACK), literal("clock"), nothing, nothing, nothing, *times)
    found = (
        select(later.c.number, later.c.at, *said)
        .join(earlier, earlier.c.number == later.c.number - 1)
        .where(later.c.at < earlier.c.at)
    )
    return _Source(found, later.c.number, later.c.at, later.c.number)


METERS = ("main", "secondary", "wagered", "added", "paid_from_meter", "fixed_awards", "wins")
PARAMETERS = ("pay_table", "awards", "stake", "opening_meter", "main_percent", "secondary_percent")


def progressives(books: Books, period: Period = FOREVER, after: str = "", most: int = MOST_LINES) -> Report:
    """For each group of meters: what they show, what went in and out in a period, and their parameters.

    What is left of a wager after its shares is the house's. A wager that was returned counts as never made. A page
    has so many groups, in order of name; tables without a progressive are groups too, and have no line.
    """
    with books.moment() as connection:
        found = connection.execute(_GROUPS.where(s.tables.c.meter_group > after).limit(most + 1)).all()
        listed, following = page(found, most, "meter_group")
        groups = [row.meter_group for row in listed]
        terms = _terms(connection, groups)
        moved = {group: Moved(house.rules.progressive.percent["main"]) for group, house in terms.items()}
        for group, body in connection.execute(_moves(groups, period), execution_options=reading.IN_PORTIONS):
            if group in moved:
                moved[group].by(decode_event(body))
        meters = {group: reading.meters(connection, group) for group in terms}
    rows = []
    for group, house in sorted(terms.items()):
        own = house.rules.progressive.terms()
        shown, told = map(Money, meters[group]), (own[name] for name in PARAMETERS)
        rows.append((group, house.setup.game, *shown, *moved[group].told(), *told))
    return Report("progressives", ("group", "game", *METERS, *PARAMETERS), rows, following)


def _terms(connection: Connection, groups: list[str]) -> dict[str, Any]:
    """The first house of each group that has a progressive: the terms of a group are the same at all its tables."""
    houses: dict[str, Any] = {}
    for group, body in connection.execute(_SETUPS.where(s.tables.c.meter_group.in_(groups))):
        if group not in houses:
            house: Any = house_of_line(body)
            if getattr(house.rules, "progressive", None) is not None:
                houses[group] = house
    return houses


class Moved(msgspec.Struct):
    """What went into a group's meters and out of them. `percent`: of a wager that goes to the main one."""

    percent: int
    wagered: int = 0
    added: int = 0
    from_meter: int = 0
    from_house: int = 0
    wins: int = 0

    def by(self, event: Any) -> None:
        if isinstance(event, ProgressiveCollected):
            self.wagered += sum(event.stakes.values())
            self.added += event.main + event.secondary
        elif isinstance(event, HandsVoided):
            self.wagered -= event.main * 100 // self.percent
            self.added -= event.main + event.secondary
        elif isinstance(event, ProgressivePaid):
            self.from_meter += event.amount if event.source == "meter" else 0
            self.from_house += event.amount if event.source == "house" else 0
            self.wins += 1
        elif isinstance(event, SettlementReversed):
            for row in event.rows:
                self.from_meter -= row.award if row.source == "meter" else 0
                self.from_house -= row.award if row.source == "house" else 0
                self.wins -= bool(row.source)

    def told(self) -> tuple[Any, ...]:
        return *map(Money, (self.wagered, self.added, self.from_meter, self.from_house)), self.wins


_GROUPS = select(s.tables.c.meter_group).distinct().order_by(s.tables.c.meter_group)
_SETUPS = (
    select(s.tables.c.meter_group, s.events.c.body)
    .join(s.events, s.events.c.table_name == s.tables.c.name)
    .where(s.events.c.sequence == 1)
    .order_by(s.tables.c.opened_by)
)


def _moves(groups: list[str], period: Period) -> Select[Any]:
    """What moved the meters of these groups, in a period."""
    return (
        select(s.tables.c.meter_group, s.events.c.body)
        .join(s.tables, s.tables.c.name == s.events.c.table_name)
        .join(s.journal, s.journal.c.number == s.events.c.number)
        .where(
            s.tables.c.meter_group.in_(groups),
            s.events.c.kind.in_(("progressive_collected", "progressive_paid", "hands_voided", REVERSED)),
            s.journal.c.at >= period[0],
            s.journal.c.at < period[1],
        )
    )


def check_player(books: Books, player: str) -> None:
    """Raises `Refusal` for a name that nobody ever had: a slip of the pen must not read like an idle player."""
    owned = select(s.accounts.c.name).where(s.accounts.c.owner == player).limit(1)
    named = select(persons.c.name).where(persons.c.name == player)
    with books.moment() as connection:
        if connection.execute(owned).first() is None and connection.execute(named).first() is None:
            raise Refusal("unknown_person", "Check the name: nobody in this store has it.")


def check_round(books: Books, table: str, round_: int) -> None:
    """Raises `Refusal` for a table that was never opened, or a round that it never had."""
    if table not in books.tables():
        raise Refusal("unknown_table", "Check the name: no table of this store has it.")
    if not books.events(table, round_=round_):
        raise Refusal("unknown_round", "Check the number: no such round was played at this table.")


REPORTS: dict[str, Callable[..., Report]] = {
    "trial-balance": trial_balance,
    "liability": liability,
    "tables": tables,
    "player": rounds_of,
    "round": a_round,
    "significant": significant,
    "progressives": progressives,
}
