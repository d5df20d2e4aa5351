"""The pit: all tables of the floor. Opens them, finds them again after a restart, keeps their clocks going."""

import asyncio
from collections.abc import Iterable
from itertools import count
from typing import Any

import msgspec
from sqlalchemy import bindparam, exists, select

from pitboss.floor import table_accounts
from pitboss.floor.chairs import Chairs
from pitboss.floor.coaching import Coaching
from pitboss.floor.extra_tables import MOST_EXTRA_TABLES, ExtraTables
from pitboss.floor.live import NO_MORE_KEYS, SEEN, LiveTable, Plan, no_coupons
from pitboss.floor.means import Kept, Link, Means
from pitboss.floor.person import BOT, Person
from pitboss.floor.showing import MANNERS
from pitboss.floor.standing import KIND, events_before, stood
from pitboss.money import write_money
from pitboss.refusal import Refusal, shown
from pitboss.regulations.edition import EDITION
from pitboss.showdown.progressive import ProgressiveRules
from pitboss.store import Record
from pitboss.store import schema as s
from pitboss.store.accounts import check_name
from pitboss.store.batch import as_text
from pitboss.table.events import Events
from pitboss.table.evolve import happen, own_copy
from pitboss.table.families import house_of, misshapen_setup
from pitboss.table.files import decode_event, house_of_line
from pitboss.table.setup import House

MOST_TABLES = 500
"""That are open: closed ones stay for their history, and take no room from others."""

CLOCK_STEP = 1_000_000
"""The time of day may drift from the clock that only goes forward by a second; more is a step, and written down."""


SECOND = 1_000_000

RENEW_AGAIN = 10 * SECOND
"""The time until the next attempt to replace a table of an older edition that could not be closed."""

RENEW_PATIENCE = 600 * SECOND
"""How long the round of such a table may take; then the clock acts for the player or dealer it waits for."""

BETS = frozenset({"bet_placed", "wager_placed"})
"""How chips come to lie on a layout: of cards, of dice."""


class TableCard(msgspec.Struct, frozen=True):
    """A table as the lobby shows it. `bots`: how many of the seats taken are bots', who give them up to persons."""

    id: str
    game: str
    title: str
    jurisdiction: str
    limits: dict[str, list[str]]
    positions: int
    taken: int
    status: str
    round: int
    meters: dict[str, str] | None
    group: str
    watching: int
    dealt_by: str
    bots: int


class Pit:
    """`shared_tables`: the number of open tables at which several players may share a box; None for any number.

    `extra_tables`: the number of tables a game that open by themselves where all others are full.
    """

    def __init__(self, means: Means, shared_tables: int | None = None, extra_tables: int = MOST_EXTRA_TABLES) -> None:
        self.means = means
        self.shared_tables = shared_tables
        self.live: dict[str, LiveTable] = {}
        self.closing = ""
        self.house_name = ""
        """The name of the house on the pages, and on felts whose setup has no name; empty for the default."""
        self.coach = Coaching()
        self.chairs = Chairs()
        self.extras = ExtraTables(self, extra_tables)
        self._placing: dict[str, str] = {}
        """Whose bet is about to be kept at a table; a table takes one command at a time."""
        self._offset = means.clock.wall() - means.clock.steady()
        self._older: dict[str, int] = {}
        """Tables of an older edition of the rules, and when to try to replace each."""
        self._started = means.clock.steady()
        means.linked = self._linked
        means.checks.append(self._one_open_round)

    # Finding tables

    def tables(self) -> list[TableCard]:
        return [self._card(table) for table in self.live.values() if table.state.open]

    def table(self, id_: str) -> LiveTable:
        if id_ not in self.live:
            raise Refusal("unknown_table", f"Choose a table of the lobby: there is no table {shown(id_)}.")
        return self.live[id_]

    def _card(self, table: LiveTable) -> TableCard:
        setup = table.house.setup
        return TableCard(
            table.id,
            setup.game,
            table.title,
            setup.jurisdiction,
            setup.limits,
            table.house.most_positions(table.state),
            len(table.state.seats),
            table.status,
            table.state.number,
            table.meters(),
            table.plan.group,
            len(self.means.hub.of(table.id)),
            table.plan.timing.dealt_by,
            sum(who.startswith(BOT) for who in table.state.seats.values()),
        )

    def progressive_of(self, table: str) -> tuple[str, str]:
        """The group of a table's meters, and the wager that plays for them; nothing where there is none."""
        link = self.live[table].link if table in self.live else None
        return (link.group, link.terms.name) if link else ("", "")

    def _linked(self, group: str) -> list[LiveTable]:
        return [table for table in self.live.values() if table.link and table.link.group == group]

    def _one_open_round(self, person: Person, table: str, events: Events) -> Kept | None:
        """Chips of a player at one table of a game come before others at another one of that game (GLI-19 4.16.3).

        From the first bet on, before anything is dealt: two bets taken would be two rounds a moment later. A bet that
        is about to be kept counts as one that lies.
        """
        if not any(str(event.__struct_config__.tag) in BETS for event in events):
            return None
        here = self.live[table]
        for other in self.live.values():
            if other is here or other.house.game is not here.house.game:
                continue
            if other.state.has_wagers(person.name) or self._placing.get(other.id) == person.name:
                raise _round_open(other)
        self._placing[table] = person.name

        def placed(_: bool) -> None:
            del self._placing[table]

        return placed

    # Opening and closing

    def named(self, plan: Plan) -> Plan:
        """The plan with the name of the house on the felt, unless its setup has a name of its own."""
        if not self.house_name or "house_name" in plan.table:
            return plan
        return msgspec.structs.replace(plan, table=plan.table | {"house_name": self.house_name})

    async def open(self, setup: Plan | dict[str, Any], by: str) -> LiveTable:
        """A new table. Raises `Refusal` for a setup that its text does not allow."""
        plan = self.named(_plan(setup))
        if sum(table.state.open for table in self.live.values()) >= MOST_TABLES:
            raise Refusal("too_many_tables", f"Close a table first: the floor has room for {MOST_TABLES}.")
        house, link = self._house_of(plan)
        table = LiveTable(plan, house, self.means, link)
        self.live[plan.id] = table
        try:
            await table.open(by)
        except BaseException:
            del self.live[plan.id]
            if link and not self._linked(link.group):
                del self.means.links[link.group]
            raise
        self.means.log.info("table_opened", table=plan.id, game=house.setup.game, by=by)
        return table

    def _house_of(self, plan: Plan) -> tuple[House, Link | None]:
        """The house, and the link to its meters: a table that joins a group opens with what its meters show."""
        house = self._check(plan)
        terms: ProgressiveRules | None = getattr(house.rules, "progressive", None)
        if terms is None:
            return house, None
        group = plan.group or plan.id
        link = self.means.links.get(group)
        if link is None:
            opened: Any = house.opened()
            link = self.means.links[group] = Link(group, terms, opened.main, opened.secondary)
            return house, link
        main, secondary = link.reading
        meters = {"main": write_money(main), "secondary": write_money(secondary)}
        return house_of(plan.table | {"meters": meters}), link

    def _check(self, plan: Plan, instead_of: str = "") -> House:
        """The house of a plan. Raises `Refusal` for one that cannot be opened now; nothing has happened then.

        `instead_of`: the table that will be closed for it.
        """
        check_name(plan.id, "table")
        if "/" in plan.id or plan.id in (".", ".."):
            raise Refusal("bad_name", f"Name the table without a slash: {shown(plan.id)} could be in no address.")
        if plan.group:
            check_name(plan.group, "group of meters")
        if plan.id in self.live:
            raise Refusal("table_exists", f"Choose another name: there is a table {plan.id} already.")
        if self.closing:
            raise Refusal("floor_closing", f"Wait until the floor is open again: {self.closing}")
        if unknown := {*plan.bots}.difference(MANNERS):
            raise Refusal("unknown_manner", f"Let bots be one of {', '.join(MANNERS)}; got {shown(min(unknown))}.")
        if plan.table.get("given_orders"):
            raise Refusal("order_not_allowed", "Leave 'given_orders' out: on the floor every shuffle comes by chance.")
        if plan.table.get("match_play"):
            raise no_coupons()
        house = house_of(plan.table)
        terms: ProgressiveRules | None = getattr(house.rules, "progressive", None)
        link = self.means.links.get(plan.group or plan.id)
        if terms and link:
            _check_terms(link.group, link.terms, terms)
        self._check_shared([house], instead_of)
        return house

    def _check_shared(self, new: Iterable[House], instead_of: str = "") -> None:
        """Refuse more tables with shared boxes than the floor may have."""
        wanted = [house.sharing_clause for house in new if house.sharing_clause]
        living = [table for table in self.live.values() if table.state.open and table.id != instead_of]
        there = sum(table.house.sharing_clause is not None for table in living)
        if wanted and self.shared_tables is not None and there + len(wanted) > self.shared_tables:
            message = f"Set players_per_box to 1: this floor allows shared boxes at {self.shared_tables} tables."
            raise Refusal("too_many_shared_tables", message, wanted[0])

    def check(self, plans: Iterable[Plan]) -> None:
        """Whether all of these could be opened, one after the other. Raises `Refusal`; nothing has happened then."""
        terms: dict[str, ProgressiveRules] = {}
        houses = [(plan, self._check(plan)) for plan in plans]
        self._check_shared(house for _, house in houses)
        for plan, house in houses:
            wanted: ProgressiveRules | None = getattr(house.rules, "progressive", None)
            if wanted is not None:
                group = plan.group or plan.id
                _check_terms(group, terms.setdefault(group, wanted), wanted)

    async def close(self, id_: str, by: str, reason: str = "", then: Plan | None = None) -> None:
        """Close a table between rounds: its players get their chips back, and its cards are shown to have been fair.

        All of it or nothing. A winner whose chips wait for the house's signatures keeps the table open. `then`: what
        comes in its place.
        """
        table = self.table(id_)
        await self._check_signed_for(table)
        await table.pause(by, reason or "The table is being closed.", as_text(then) if then else "")
        if table.state.unfinished:
            raise Refusal("round_in_progress", "Close the table again when its round is over; no new one is begun.")
        try:
            await table.close(by)
        except Refusal:
            await self._check_signed_for(table)  # a win meanwhile, here or at another table of a player's
            raise
        self.means.log.info("table_closed", table=id_, by=by)

    async def _check_signed_for(self, table: LiveTable) -> None:
        await self.means.read(self.means.unpaid, [who for who, cents in table.state.chips.items() if cents])

    async def reopen(
        self, id_: str, by: str, limits: dict[str, list[str]], options: dict[str, Any], reason: str
    ) -> str:
        """Other limits or choices from the next round on: the table closes and goes on under the name returned.

        Refused before anything is closed if the new setup could not be opened. Meters go on where they stand. Should
        the floor end between the one and the other, the next start opens what was to come.
        """
        old = self.table(id_)
        if not old.state.open:
            raise Refusal("table_closed", "Choose another table: this one is closed.")
        setup = old.plan.table
        changed = {"limits": setup.get("limits", {}) | limits, "options": setup.get("options", {}) | options}
        group = old.plan.group or (old.link.group if old.link else "")
        plan = msgspec.structs.replace(old.plan, id=self._successor(id_), table=setup | changed, group=group)
        self._check(plan, instead_of=id_)
        await self.close(id_, by, reason, plan)
        await self.open(plan, by)
        return plan.id

    def _successor(self, id_: str) -> str:
        """The same name with the next number behind it that was never used."""
        stem, _, number = id_.rpartition("~")
        stem, numbers = (stem, count(int(number) + 1)) if stem and number.isdecimal() else (id_, count(2))
        return next(name for name in (f"{stem}~{each}" for each in numbers) if name not in self.live)

    async def pause(self, ids: Iterable[str], by: str, reason: str) -> None:
        """No new round at these tables; rounds that are played are finished."""
        for id_ in ids:
            await self.table(id_).pause(by, reason)

    async def resume(self, ids: Iterable[str], by: str) -> None:
        for id_ in ids:
            await self.table(id_).resume(by)

    async def freeze(self, group: str) -> None:
        """A progressive is closed or opened again: its tables say so, and no wager waits to move its meters."""
        for table in self._linked(group):
            await (table.freeze() if self.means.frozen(group) else table.show_again())

    async def meters_corrected(self, group: str) -> None:
        """Somebody has corrected a meter in the books: the tables of the group show what it holds now."""
        link = self.means.links.get(group)
        if link is None:
            return
        async with link.lock:
            link.reading = await self.means.ask(self.means.store.desk.meters, group)
        for table in self._linked(group):
            table.publish_meters()

    # Time

    async def tick(self) -> None:
        """Called many times a second: whatever is due at any table is done."""
        now = self.means.clock.steady()
        await self._watch_clock()
        for table in self.live.values():
            table.follow_connections()
        due = [table for table in self.live.values() if table.wait is not None and now >= table.ends]
        if due:
            await asyncio.gather(*(table.tick(now) for table in due))
        await self.chairs.clear(self.live.values(), now)
        await self.extras.look(now)
        if self._older:
            await self.renew(now)

    async def _watch_clock(self) -> None:
        """Windows and time-outs do not follow the time of day; that somebody has set it is written down."""
        offset = self.means.clock.wall() - self.means.clock.steady()
        if abs(offset - self._offset) > CLOCK_STEP:
            before, self._offset = self._offset, offset
            step = f"{offset - before} microseconds"
            self.means.log.error("clock_stepped", by=step)
            if not self.means.store.closed:
                await self.means.record(Record(kind="clock_stepped", component="clock", who="house", after=step))

    async def drain(self, hurry: bool = False) -> None:
        """No new round anywhere. `hurry`: decisions that are still awaited are made by rule at once."""
        self.closing = CLOSING
        for table in [*self.live.values()]:
            if not table.no_new_round and table.state.open and not self.means.failed:
                try:
                    await table.pause("house", CLOSING)
                except Refusal as refusal:  # a fault at one table keeps no other from ending its round
                    self.means.log.error("not_paused", table=table.id, code=refusal.code)
            if hurry:
                table.hurry()

    @property
    def playing(self) -> list[LiveTable]:
        return [table for table in self.live.values() if table.state.unfinished and not table.stopped]

    async def check_accounts(self) -> None:
        """Refuse to go on where chips or wagers at a table are not what its accounts hold."""
        for table in [*self.live.values()]:
            await table.check_accounts()

    # After a restart

    async def restore(self) -> int:
        """Find every table as it was left, and go on. The number of tables that are open."""
        books, then, seen = self.means.store.books, dict[str, Left](), list[LiveTable]()
        anew = await self.means.read(books.begun_anew)
        found: dict[str, Left] = {}
        for id_, (group, sequence) in (await self.means.read(books.tables)).items():
            left = await self.means.read(self._left_at, id_)
            table = await self._restored(group, left)
            found[id_] = msgspec.structs.replace(left, events=[])  # they are in the table's state now
            assert table.sequence == sequence, "the store has every event"
            self.live[id_] = table
            self.chairs.meet(table)
        table_accounts.check(self.live.values(), await self.means.read(books.balances))
        for id_, left in found.items():
            table = self.live[id_]
            if table.state.open and left.opened < anew:
                seen.append(table)
            elif table.state.open:
                await table.start()
                if table.house.edition < EDITION:
                    self._older[id_] = 0
            elif left.then:
                then[id_] = left
        for id_, left in then.items():
            await self._go_on_as(id_, left)
        for table in seen:
            await self._replace(table)
        await self.renew(self.means.clock.steady())
        return len(self.tables())

    async def renew(self, now: int) -> None:
        """Replace each table of an older edition of the rules, when its round is over, with one of the current edition
        from the same plan. A table that a person has paused, or a fault has stopped, waits for a person."""
        for id_ in [each for each, due in self._older.items() if now >= due]:
            table = self.live[id_]
            if not table.state.open:
                del self._older[id_]
            elif self.closing or table.stopped or table.no_new_round not in ("", NEW_EDITION):
                continue
            elif not (table.no_new_round and table.state.unfinished):
                await self._renew(table, now)
            elif now - self._started >= RENEW_PATIENCE:
                table.hurry()

    async def _renew(self, table: LiveTable, now: int) -> None:
        try:
            if not table.no_new_round:
                await table.pause("house", NEW_EDITION)
            if not table.state.unfinished:
                if table.link:  # the new table opens with what the meters hold
                    await self.meters_corrected(table.link.group)
                await self.reopen(table.id, "house", {}, {}, NEW_EDITION)
        except Refusal as refusal:  # such as a win that is not signed for, or a setup that the new rules do not allow
            self._older[table.id] = now + RENEW_AGAIN
            self.means.log.error("not_renewed", table=table.id, code=refusal.code, message=refusal.message)

    async def _replace(self, table: LiveTable) -> None:
        """The store was put back from a backup: whatever this table will deal may have been shown since.

        Its round is void, everybody gets their chips, and a table with chance of its own comes in its place. Where a
        person has paused it, or a fault waits for one, it is for that person to close or reopen it.
        """
        await table.wind_up()
        if table.stopped and table.stopped.code != SEEN:
            table.stopped = Refusal(SEEN, PUT_BACK)  # not written down: why it stands still is the fault
        elif table.no_new_round not in ("", PUT_BACK):
            await table.stop(Refusal(SEEN, PUT_BACK))
        else:
            try:
                await self.reopen(table.id, "house", {}, {}, PUT_BACK)
            except Refusal as refusal:  # such as a win that is not signed for: nothing is dealt until it can be closed
                self.means.log.error("not_replaced", table=table.id, code=refusal.code)
                await table.stop(Refusal(SEEN, PUT_BACK))

    async def _go_on_as(self, id_: str, left: "Left") -> None:
        """A table was closed for another one to come in its place: if the floor ended in between, it comes now."""
        plan = _plan(msgspec.json.decode(left.then))
        if plan.id not in self.live:
            try:
                await self.open(plan, left.by)
            except Refusal as refusal:
                self.means.log.error("not_reopened", table=id_, code=refusal.code)

    def _left_at(self, id_: str) -> "Left":
        """How a table was opened, all that happened there, and how it was left."""

        def last(*kinds: str) -> Any:
            found = select(s.records).where(s.records.c.component == id_, s.records.c.kind.in_(kinds))
            return connection.execute(
                found.order_by(s.records.c.number.desc(), s.records.c.line.desc()).limit(1)
            ).first()

        with self.means.store.books.moment() as connection:
            opened, standing, stood = last("table_opened"), last("fair_standing"), last(KIND)
            first = connection.execute(_FIRST, {"table": id_}).scalar()
            pausing, stopping = last("table_paused", "table_resumed"), last("table_stopped", "table_resumed")
            sealed = frozenset(row[0] for row in connection.execute(_SEALED, {"table": id_}))
        paused, by, then = (
            (pausing.reason, pausing.who, pausing.after)
            if pausing is not None and pausing.kind == "table_paused"
            else ("", "", "")
        )
        stopped = stopping.reason if stopping is not None and stopping.kind == "table_stopped" else ""
        assert opened is not None and standing is not None and first is not None
        plan, house = _plan(msgspec.json.decode(opened.after)), house_of_line(first)
        at = stood.after if stood is not None else ""
        after = events_before(at, type(house.family.new_state(house))) if at else 0
        if at and not after:
            self.means.log.info("snapshot_not_read", table=id_, why="its schema is another: read from the first event")
            at = ""
        events = [decode_event(each.body) for each in self.means.store.books.events(id_, after)]
        return Left(opened.number, plan, house, standing.after, at, paused, by, then, stopped, sealed, events)

    async def _restored(self, group: str, left: "Left") -> LiveTable:
        house, link = left.house, None
        terms: ProgressiveRules | None = getattr(house.rules, "progressive", None)
        if terms is not None:
            link = self.means.links.get(group)
            if link is None:
                reading = await self.means.read(self.means.store.books.meters, group)
                link = self.means.links[group] = Link(group, terms, *reading)
        table = LiveTable(left.plan, house, self.means, link)
        table.promises.restore(left.standing)
        if left.stood:
            found = stood(self.means.seal, table.id, left.stood, type(table.state))
            table.state, table.sequence, table.promises.sealed = found
            table.stood_at = table.sequence
        _follow(table, left.events, left.sealed)
        # A pause by the floor itself ends with the restart, and may begin again; one by a person does not.
        table.no_new_round = "" if left.paused in (CLOSING, NEW_EDITION) else left.paused
        # A new run has chance of its own; any other fault waits for a person, however often the floor is started.
        if left.stopped and left.stopped != NO_MORE_KEYS:
            table.stopped = Refusal(left.stopped, STILL_STOPPED)
        return table


def _round_open(at: LiveTable) -> Refusal:
    number = at.state.number + (not at.state.playing)
    return Refusal(
        "round_open",
        f"Finish your round {number} at {at.id} first, or take your wagers back there: it is not over.",
        "GLI-19 4.16.3",
    )


def _check_terms(group: str, living: ProgressiveRules, wanted: ProgressiveRules) -> None:
    """Meters that live keep the terms they were opened with: stake, shares, opening amount and awards."""
    if wanted.terms() != living.terms():
        raise Refusal(
            "other_terms",
            f"Give the table the progressive of group {shown(group)}, or meters of its own: what is paid, what is "
            "staked and what is added stays as it is while the meters live.",
            "GLI-19 2.4.2",
        )


class Left(msgspec.Struct, frozen=True):
    """A table as the last run of the floor left it. `opened`: the entry of the journal that opened it.

    `then`: what was to come in its place, by the word of `by`.
    """

    opened: int
    plan: Plan
    house: House
    standing: str
    stood: str
    paused: str
    by: str
    then: str
    stopped: str
    sealed: frozenset[int]
    events: Events


_FIRST = select(s.events.c.body).where(s.events.c.table_name == bindparam("table"), s.events.c.sequence == 1)
_SEALED = select(s.events.c.sequence).where(
    s.events.c.table_name == bindparam("table"),
    s.events.c.sealed == 1,
    ~exists().where(s.reveals.c.table_name == s.events.c.table_name, s.reveals.c.sequence == s.events.c.sequence),
)

CLOSING = "The floor is being closed."
NEW_EDITION = "The rules have a new edition: this round is finished, then another table takes the place of this one."
PUT_BACK = "The store may be a backup, and what is dealt here may be known: close this table."
STILL_STOPPED = "Wait for a supervisor: a fault stopped this table before the floor was closed and opened again."


def _follow(table: LiveTable, events: Events, sealed: frozenset[int]) -> None:
    """The state is what the events say; what of them is still sealed waits for the end of its epoch."""
    own = own_copy(table.state)
    for sequence, event in enumerate(events, table.sequence + 1):
        if sequence in sealed:
            table.promises.follow(own, event, sequence)
        happen(table.house, own, [event])
    table.state, table.sequence = own, table.sequence + len(events)
    open_ = table.promises.sealed.items()
    table.promises.sealed = {deck: [each for each in kept if each in sealed] for deck, kept in open_}


def _plan(setup: Plan | dict[str, Any]) -> Plan:
    if isinstance(setup, Plan):
        return setup
    try:
        return msgspec.convert(setup, Plan)
    except msgspec.ValidationError as error:
        raise misshapen_setup(error) from None
