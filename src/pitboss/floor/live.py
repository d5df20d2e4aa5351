"""A live table: command, decision, store, state, publication, in that order. Nobody is told before the store has it.

Commands at one table are carried out one after the other. A fault in the code never leaves a half: the round is void,
every wager goes back, the incident is written down and the table stops until a supervisor lets it go on.
"""

import asyncio
import copy
import traceback
from collections.abc import Awaitable, Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from pitboss.audit.reports import REVERSED
from pitboss.fair.epochs import MOST_SHARES
from pitboss.floor.capacity import BUSY
from pitboss.floor.ceiling import IMPOSSIBLE, Impossible
from pitboss.floor.clocks import TimedTable
from pitboss.floor.early_decisions import Note, place_of, round_of
from pitboss.floor.means import Kept
from pitboss.floor.person import BOT, COMMANDS, Person
from pitboss.floor.promises import Draws
from pitboss.floor.showing import Made, Plan
from pitboss.floor.standing import due, standing_of
from pitboss.floor.table_accounts import holdings, refuse
from pitboss.floor.timing import Wait
from pitboss.money import write_money
from pitboss.refusal import Refusal
from pitboss.store import Batch, Opening, Record, line_of
from pitboss.store.batch import Line, as_text
from pitboss.store.troubles import PASSING
from pitboss.table import events as e
from pitboss.table.commands import Command
from pitboss.table.decide import check, go_on, open_table, step
from pitboss.table.events import Events
from pitboss.table.evolve import evolve
from pitboss.table.setup import House
from pitboss.table.showdown.events import SettlementReversed
from pitboss.table.state import State
from pitboss.table.views import choices, why_not

__all__ = ["Answer", "LiveTable", "Plan", "no_coupons"]

HOUSE = "house"
"""Who gives the commands that nobody gives: the clock's, and what follows from a fault."""

ALWAYS = ("leave", "cash_out")
"""What players may do at a table that has stopped: take their chips and go."""

GIVE_BACK = ("clear", "take_down")
"""How wagers that wait for a round are withdrawn: those of a position, or one that lies on a layout of dice."""

NO_MORE_KEYS = "entropy_failed"

SEEN = "chance_seen"
"""Why a table can only be closed: what it would deal may have been shown."""

NO_ANSWER = PASSING | {"key_reused"}
"""Refusals that say nothing about the command: sent again with its key, it may be carried out."""

MOST_OF_VISITORS = MOST_SHARES // 2
"""Shares of one epoch when only those at the table may still add theirs."""

T = TypeVar("T")

Act = Callable[[State, Draws], Events]
"""What happens at a table in a given state, by a chance of its own."""


class Answer(msgspec.Struct, frozen=True):
    """A command was carried out: the sequence of the table's last event then. `again`: it had been before.

    `noted`: it was not carried out, but is held until the player's turn. Nothing of it is stored yet.
    """

    sequence: int
    again: bool = False
    noted: bool = False


class LiveTable(TimedTable):
    """A table that people sit at. Made by `Pit`."""

    # What is asked of it

    async def do(self, person: Person, given: dict[str, Any], early: str = "") -> Answer:
        """Carry out a person's command. Raises `Refusal`, and then nothing has happened.

        `early`: hold a decision of this decision round that comes before the player's turn, until the turn.
        """
        command = self._read(person, given)
        self._note_sign_of_life(person)
        return await _whole(self._with_room(lambda: self._do(person, command, early)))

    async def share(self, person: Person, share: bytes) -> None:
        """A player's share in the chance of the next shuffle."""
        await _whole(self._with_room(lambda: self._share(person, share)))

    async def deal(self, person: Person) -> None:
        """Deal without waiting any longer, as far as this player is concerned."""
        await _whole(self._with_room(lambda: self._hear(person, self.ask_for_deal)))

    async def give_time(self, person: Person, times: int) -> None:
        """Make the clocks longer for a player who needs more time."""
        await _whole(self._with_room(lambda: self._hear(person, partial(self.ask_for_time, times=times))))

    async def tick(self, now: int) -> None:
        """Do what is due: the clock has run out on whoever the table waits for."""
        if self._is_due(now):
            await _whole(self._in_turn(lambda: self._time_is_up(now)))

    async def see_off(self, who: str) -> None:
        """Somebody who is gone gets up, and the chips go back to the wallet; not while a wager lies."""
        await _whole(self._in_turn(lambda: self._see_off(who)))

    async def release(self, who: str) -> None:
        """Release the seat of a player who has placed no bet for too long, and notify the player."""
        await self.see_off(who)
        if who not in self.state.seats.values():
            rounds = self.plan.timing.rounds_without_bet
            message = f"Sit down again to play: you placed no bet in {rounds} rounds, so your seat was released"
            self.notify(who, "seat_released", f"{message}. Your chips are in your wallet.")

    async def pause(self, by: str, reason: str, then: str = "") -> None:
        """No new round; one that is played is finished, wagers that wait for one go back. `then`: the plan of the table
        that is to come in place of this one."""
        await _whole(self._in_turn(lambda: self._pause(by, reason, then)))

    async def resume(self, by: str) -> None:
        """Go on, after a pause or a fault."""
        await _whole(self._in_turn(lambda: self._resume(by)))

    async def freeze(self) -> None:
        """The progressive is closed: wagers on it that wait for a round go back, with all that lie beside them."""
        await _whole(self._in_turn(self._freeze))

    async def wind_up(self) -> None:
        """The round ends: wagers go back to whoever staked them, or, where some were settled, all are."""
        await _whole(self._in_turn(self._wind_up))

    async def stop(self, why: Refusal) -> None:
        """Nothing more is played here until a person sees to it."""
        await _whole(self._in_turn(lambda: self._stop(why)))

    async def check_accounts(self) -> None:
        """Refuse to go on where chips or wagers are not what the accounts hold. Looked at once for every state."""
        if self.compared is not self.state:
            await _whole(self._in_turn(self._check_accounts))

    async def start(self) -> None:
        """Go on where the last run left off."""
        await _whole(self._in_turn(self._start))

    async def open(self, by: str) -> None:
        """The first events of a new table."""
        await _whole(self._in_turn(lambda: self._open(by)))

    async def close(self, by: str) -> None:
        """Everybody gets up with their chips and the table is closed for good, all in one transaction."""
        await _whole(self._in_turn(lambda: self._close(by)))

    async def _with_room(self, act: Callable[[], Awaitable[T]]) -> T:
        """What a person asks for waits with others; if too many wait, it is refused before any work."""
        try:
            with self.means.capacity.place():
                return await self._in_turn(act)
        except Refusal as refusal:
            if refusal is BUSY:
                self.means.counts.refusals.labels(refusal.code).inc()
            raise

    # Everything from here on happens in the table's turn.

    async def _in_turn(self, act: Callable[[], Awaitable[T]]) -> T:
        async with self._turn:
            try:
                return await act()
            finally:
                await self._carry_out_early()

    async def _hear(self, person: Person, ask: Callable[[Person], None]) -> None:
        """What a player asks of the clock."""
        self._note_sign_of_life(person)
        ask(person)

    def _note_sign_of_life(self, person: Person) -> None:
        if person.name in self.state.seats.values():
            self.spoken[person.name] = self.means.clock.steady()
            self.attendance.hear(person.name)

    async def _check_accounts(self) -> None:
        """In the table's turn, so that nothing moves between the look at the state and at the accounts."""
        wanted = holdings(self)
        refuse(wanted, await self.means.ask(self.means.store.desk.held, [*wanted]))
        self.compared = self.state

    def _read(self, person: Person, given: dict[str, Any]) -> Command:
        """A command as the table takes it; who gives it is known here and not believed from outside."""
        forms = self.house.family.forms
        do = given.get("do")
        shape = forms.shapes.get(do) if isinstance(do, str) else None
        may = [by for by in shape.by if person.may_give(by)] if shape else []
        own = person.role if person.role in may or not may else may[0]
        by = given["by"] if given.get("by") in may else own
        if "automatic" in given:
            raise Refusal("unknown_field", "Take 'automatic' out: only the table's clock decides for the silent.")
        if by == "player" and given.get("who", person.name) != person.name:
            raise Refusal("not_yours", "Give commands in your own name only.")
        return forms.read(given | {"by": by, "who": person.name})

    async def _do(self, person: Person, command: Command, early: str) -> Answer:
        check(self.house, self.state, command)  # a command of the wrong shape uses up no key
        if not command.key.isprintable():
            raise Refusal("bad_text", "Use printable characters only in the 'key'.")
        digest = sha256(self.id.encode() + b"\0" + msgspec.json.encode(command)).digest()
        if command.key and (
            known := await self.means.ask(self.means.store.desk.answer, person.name, command.key, digest)
        ):
            return _told(known)
        if self._note_early(person, command, digest, early):
            return Answer(self.sequence, noted=True)
        return await self._answer(person, command, digest)

    async def _answer(self, person: Person, command: Command, digest: bytes) -> Answer:
        """Carry out a command that has not been answered before. A refusal is stored with its key."""
        try:
            self._check_open(command)
            await self._make_room(person, command)
            return await self._carry_out(person, command, digest)
        except Refusal as refusal:
            self.means.counts.refusals.labels(refusal.code).inc()
            if command.key and self._may_act(person) and self._can_keep(refusal):
                await self._keep_answer(person, command, digest, {"error": refusal.as_json()})
            raise

    # Early decisions

    def _note_early(self, person: Person, command: Command, digest: bytes, early: str) -> bool:
        """Hold a decision until its turn, and say whether it is held. Only the player's own pages show it."""
        if self.stopped or self.means.failed or not self.early.note(self.state, person, command, digest, early):
            return False
        self.send_snapshot(person.name)
        return True

    async def _carry_out_early(self) -> None:
        """Carry out the decisions that were made early, one player after the other, as far as it is their turn."""
        while note := self._early_due():
            try:
                await self._answer(note.person, note.command, note.digest)
            except Refusal as refusal:
                if refusal.code in PASSING:  # tried again in the next turn of the table
                    self.early.hold(note)
                    return
                clause = f" ({refusal.clause})" if refusal.clause else ""
                message = f"Decide again: your early decision was refused. {refusal.message}{clause}"
                self.notify(note.person.name, "early_refused", message)

    def _early_due(self) -> Note | None:
        if self.wait is None or self.wait.kind != "decision" or self.stopped or self.means.failed:
            return None
        return self.early.take(self.state, place_of(self.wait.command))

    # Carrying out

    def _may_act(self, person: Person) -> bool:
        """Whether a refusal of this person's command is stored with its key. Others cannot change
        anything here, so nothing is written to the disk: sent again, the command is decided again."""
        seated = person.name in self.state.seats.values() or bool(self.state.chips.get(person.name))
        return seated if person.role == "player" else bool(COMMANDS[person.role])

    def _can_keep(self, refusal: Refusal) -> bool:
        return not self.means.store.closed and refusal.code not in NO_ANSWER

    def _check_floor(self) -> None:
        if self.means.failed:
            raise Refusal("floor_stopped", f"Wait until the floor is open again: {self.means.failing}")

    def _check_open(self, command: Command) -> None:
        self._check_floor()
        if getattr(command, "coupon", None) is not None:
            raise no_coupons()
        if self.stopped and command.do not in ALWAYS:
            raise Refusal("table_stopped", f"Wait, or take your chips and go: {self.stopped.message}")
        if self.no_new_round and command.do in ("bet", "no_more_bets") and not self.state.unfinished:
            raise Refusal("no_new_round", f"Wait: no new round is begun here. {self.no_new_round}")

    async def _make_room(self, person: Person, command: Command) -> None:
        """A bot gives up its seat to a person who asks for it: at once, or when its wagers are settled."""
        bot = self.state.seats.get(getattr(command, "position", 0) or 0, "") if command.do == "sit" else ""
        if not bot.startswith(BOT) or person.name.startswith(BOT) or person.name in self.state.seats.values():
            return
        await self._see_off(bot)
        if bot in self.state.seats.values():
            message = "Choose a seat again when this round is over: a bot is giving up its seat to you."
            raise Refusal("bot_leaves", message)

    async def _keep_answer(self, person: Person, command: Command, digest: bytes, answer: Any) -> None:
        await self.means.commit(
            Batch(
                at=self.means.clock.wall(),
                who=person.name,
                key=command.key,
                digest=digest,
                answer=msgspec.json.encode(answer),
            )
        )

    async def _carry_out(self, person: Person, command: Command, digest: bytes) -> Answer:
        try:
            return await self._safely(person, given(self.house, command), command, digest)
        except Refusal as refusal:
            if refusal.code == NO_MORE_KEYS:
                return await self._no_chance(person, command, digest, refusal)
            raise

    async def _safely(self, person: Person, act: Act, command: Command | None = None, digest: bytes = b"") -> Answer:
        """Decide and keep. Whoever asked for it, a person, a clock or a closing floor: a fault stops the table."""
        try:
            return await self._act(person, act, command, digest)
        except Impossible as refusal:
            await self._lock(refusal)
            raise
        except Refusal:
            raise
        except Exception as error:
            raise await self._fault(error) from None

    async def _act(self, person: Person, act: Act, command: Command | None = None, digest: bytes = b"") -> Answer:
        """Decide and keep. What moves meters holds them until it is kept, and reads first what they show."""
        made = self._decide(act)
        if self.link is None or not moves_meters(made.events):
            return await self._keep(person, made, command, digest)
        async with self.link.lock:
            try:
                return await self._keep_meters(person, self._with_meters(act, made), command, digest)
            except Refusal as refusal:
                if refusal.code != "stale_meters":
                    raise
                # Corrected in the books meanwhile.
                await self._read_link()
                return await self._keep_meters(person, self._with_meters(act, made), command, digest)

    async def _keep_meters(self, person: Person, made: Made, command: Command | None, digest: bytes) -> Answer:
        """Store what moves meters. A table that is settling knows only its own moves, so the books are read afterwards.

        If other tables have moved the meters before a payout is reversed, a record says so: a supervisor checks whether
        an award paid in between must be corrected, and requests that like any correction of a meter or of money.
        """
        assert self.link is not None
        state: Any = self.state
        if not state.is_settling:
            return await self._keep(person, made, command, digest)
        known, reading, records = (state.main, state.secondary), self.link.reading, list[Record]()
        if known != reading and any(reverses_award(event) for event in made.events):
            records.append(_moved_meanwhile(self.id, person.name, known, reading))
        answer = await self._keep(person, made, command, digest, *records)
        await self._read_link()
        for table in self.means.linked(self.link.group):
            table.publish_meters()
        return answer

    async def _read_link(self) -> None:
        assert self.link is not None
        self.link.reading = await self.means.ask(self.means.store.desk.meters, self.link.group)

    def _decide(self, act: Act) -> Made:
        draws = self.promises.begin()
        return self._made(self.state, act(self.state, draws), draws)

    def _made(self, state: State, events: Events, draws: Draws) -> Made:
        before = []
        for event in events:
            before.append(state)
            state = evolve(self.house, state, event)
        draws.settle([*before, state], events, self.sequence)
        return Made(events, before, state, draws)

    def _with_meters(self, act: Act, made: Made) -> Made:
        """The same after the meters were read, if they show something else than the table knew."""
        assert self.link is not None
        main, secondary = self.link.reading
        if self.state.meters() in (None, (main, secondary)):
            return made
        read = {"do": "read_meters", "by": "supervisor", "main": write_money(main), "secondary": write_money(secondary)}
        draws = self.promises.begin()
        only_read = given(self._with_automatic(frozenset()), self.house.family.forms.read(read))
        first = only_read(self.state, draws)
        between = self._made(self.state, first, self.promises.begin()).after
        return self._made(self.state, [*first, *act(between, draws)], draws)

    async def _keep(
        self, person: Person, made: Made, command: Command | None = None, digest: bytes = b"", *records: Record
    ) -> Answer:
        """Into the store, then into the state, then to whoever watches."""
        for state, event in zip(made.before, made.events, strict=True):
            self.ceiling.check(state, event)
        kept = self._check(person, made.events)
        sequence = self.sequence + len(made.events)
        try:
            receipt, at = await self.means.keep(self._batch(person, made, command, digest, records))
        except BaseException:
            _tell(kept, False)
            raise
        _tell(kept, True)
        if receipt.again:
            return _told(receipt.answer)
        self._is_so(made, sequence, at)
        return Answer(sequence)

    def _batch(
        self, person: Person, made: Made, command: Command | None, digest: bytes, records: tuple[Record, ...]
    ) -> Batch:
        """What a command did, as the store keeps it."""
        sequence = self.sequence + len(made.events)
        key = command.key if command else ""
        lines, at = lines_of(made), self.means.clock.wall()
        return Batch(
            at=at,
            table=self.id,
            expected=self.sequence,
            lines=lines,
            who=person.name if key else "",
            key=key,
            digest=digest if key else b"",
            answer=msgspec.json.encode({"sequence": sequence}) if key else b"",
            records=(*records, *made.draws.records(), *self._standing(made, sequence), *self._noted(made, lines, at)),
            reveals=tuple(made.draws.reveals),
            meters=self.link.reading if self.link and moves_meters(made.events) and self.sequence else None,
            opening=Opening(self.plan.group or self.id) if self.sequence == 0 else None,
        )

    def _noted(self, made: Made, lines: tuple[Line, ...], at: int) -> list[Record]:
        paid = tuple(line_of(event, before.number) for before in made.before[:1] for event in before.paid)
        return [record for note in self.means.notes for record in note(self.id, lines, at, paid)]

    def _standing(self, made: Made, sequence: int) -> list[Record]:
        """Now and then the whole state, for a quick restart."""
        if not due(made.after, sequence, self.stood_at):
            return []
        self.stood_at = sequence  # also if it comes to nothing: another try is soon enough
        found = standing_of(self.means.seal, self.id, made.after, sequence, made.draws.after.sealed)
        return [] if found is None else [found]

    def _check(self, person: Person, events: Events) -> list[Kept]:
        """What others want to check before it is kept; each is told how it ended."""
        passed: list[Kept] = []
        try:
            for check in self.means.checks:
                if kept := check(person, self.id, events):
                    passed.append(kept)
        except BaseException:
            _tell(passed, False)
            raise
        return passed

    def _is_so(self, made: Made, sequence: int, at: int) -> None:
        first, self.sequence = self.sequence + 1, sequence
        self.state, self.promises = made.after, made.draws.after
        self._count(made)
        self._count_rounds(made)
        if self.link:
            self._move_meters(made.events)
        self._follow(made)
        self.publish(made, first, at)

    def _count(self, made: Made) -> None:
        counts, game = self.means.counts, str(self.house.game.name)
        counts.commands.labels(game).inc()
        if made.before and made.before[0].playing and not made.after.playing:
            counts.rounds.labels(game).inc()
        counts.automatic.inc(sum(bool(getattr(event, "automatic", False)) for event in made.events))

    def _count_rounds(self, made: Made) -> None:
        """Who was away, and who placed no bet; a player with one more round to keep the seat is notified."""
        most, connected = self.plan.timing.rounds_without_bet, self.watching()
        for before, event, after in zip(made.before, made.events, [*made.before[1:], made.after], strict=True):
            for who in self.attendance.follow(before, event, after, connected):
                if self.attendance.skipped[who] == most - 1:
                    message = "Bet in the next round to keep your seat: you have placed no bet for a while."
                    self.notify(who, "seat_idle", message)

    def _move_meters(self, events: Events) -> None:
        """The link follows what the store has."""
        assert self.link is not None
        if moves_meters(events):
            state: Any = self.state
            self.link.reading = (state.main, state.secondary)
            for table in self.means.linked(self.link.group):
                if table is not self:
                    table.publish_meters()

    # The clock

    async def _time_is_up(self, now: int) -> None:
        """Give the command that silence stands for. Somebody may have spoken just before. In a decision round, decide
        for every player whose time is over, without a tick in between."""
        await self._carry_out_early()
        while (wait := self.wait) and self._is_due(now) and not self._is_back(wait, now):
            is_shared = round_of(self.state) is not None
            if not await self._decide_by_clock(wait, now) or not is_shared:
                return
            await self._carry_out_early()
            now = self.means.clock.steady()

    async def _decide_by_clock(self, wait: Wait, now: int) -> bool:
        """Give the command of a wait whose time is over. False if it is refused: it is tried again later."""
        if wait.kind == "decision":
            self.run_out = {who: at for who, at in self.run_out.items() if who in self.state.seats.values()}
            self.run_out[str(wait.command.get("who"))] = now
        try:
            await self._carry_out(Person(HOUSE, "supervisor"), self.house.family.forms.read(wait.command), b"")
        except Refusal as refusal:
            self.means.log.error("clock_refused", table=self.id, code=refusal.code, do=wait.command.get("do"))
            self.ends = now + wait.microseconds
            return False
        return True

    # Opening, pausing, stopping

    async def _open(self, by: str) -> None:
        draws = self.promises.begin()
        draws.open()
        events, _ = open_table(self.house, draws)
        opened = Record(kind="table_opened", component=self.id, who=by, after=as_text(self.plan))
        await self._keep(Person(HOUSE, "supervisor"), self._made(self.state, events, draws), None, b"", opened)

    async def _close(self, by: str) -> None:
        self._check_floor()
        await self._safely(Person(by, "supervisor"), self._all_of(_good_night(self.state, by)))

    async def _see_off(self, who: str) -> None:
        if who not in self.state.seats.values() or self.stopped or self.means.failed:
            return
        with suppress(Refusal):  # amid a round, or a win is not signed yet: another time
            await self._safely(Person(HOUSE, "supervisor"), self._all_of(_gets_up(self.state, [who])))

    def _all_of(self, commands: Iterable[dict[str, Any]]) -> Act:
        """One command after the other, all or none."""
        wanted = [self.house.family.forms.read(each) for each in commands]

        def act(state: State, draws: Draws) -> Events:
            events: Events = []
            for command in wanted:
                happened, state = step(self.house, state, command, draws)
                events += happened
            return events

        return act

    async def _start(self) -> None:
        if not self.no_new_round and not self.stopped:
            await self._go_on()
        self._set_clock()

    async def _share(self, person: Person, share: bytes) -> None:
        if person.role != "player":
            raise Refusal("wrong_role", "Leave the shares to the players.")
        self._check_room(person)
        promises, records = self.promises.share(person.name, share)
        await self.means.commit(Batch(at=self.means.clock.wall(), records=records))
        self.promises = promises
        self.republish()

    def _check_room(self, person: Person) -> None:
        """Whoever plays here always finds room for a share: those who only look on cannot fill it."""
        waiting = self.promises.waiting
        looks_on = not self._eyes("player", person.name)[1]
        if looks_on and waiting and len(waiting.shares) >= MOST_OF_VISITORS:
            raise Refusal("shares_full", "Sit down first, or wait for the next shuffle: the rest is for the players.")

    async def _pause(self, by: str, reason: str, then: str) -> None:
        await self.means.record(Record(kind="table_paused", component=self.id, who=by, reason=reason, after=then))
        self.no_new_round = reason
        try:
            await self._give_back_waiting()
        finally:
            self._set_clock()
            self.republish()

    async def _give_back_waiting(self) -> None:
        """Wagers of a round that will not be."""
        if self.state.unfinished or self.stopped:
            return
        for who in dict.fromkeys(self.state.seats.values()):
            while found := [each for do in GIVE_BACK for each in choices(self.house, self.state, "player", who, do)]:
                command = self.house.family.forms.read(found[-1])
                await self._safely(Person(HOUSE, "supervisor"), given(self.house, command))

    async def _freeze(self) -> None:
        progressive: Any = getattr(self.house.rules, "progressive", None)
        bets: Any = getattr(self.state, "bets", {})
        waiting = [] if self.state.unfinished or self.stopped or progressive is None else sorted(bets)
        for position in waiting:
            if progressive.name in bets[position].stakes:
                clear = {"do": "clear", "by": "player", "who": bets[position].player, "position": position}
                command = self.house.family.forms.read(clear)
                await self._safely(Person(HOUSE, "supervisor"), given(self.house, command))
        self.republish()

    async def _resume(self, by: str) -> None:
        if self.stopped and self.stopped.code == SEEN:
            raise self.stopped
        before = self.why()
        await self.means.record(Record(kind="table_resumed", component=self.id, who=by, before=before))
        self.no_new_round, self.stopped = "", None
        await self._go_on()
        self._set_clock()
        self.republish()

    async def _go_on(self) -> None:
        """What the table does by itself, where something kept it from it."""
        try:
            if self._decide(self._goes_on).events:
                await self._act(Person(HOUSE, "supervisor"), self._goes_on)
        except Impossible as refusal:
            await self._lock(refusal)
        except Refusal as refusal:
            await self._stop(refusal)
        except Exception as error:
            await self._fault(error)

    def _goes_on(self, state: State, draws: Draws) -> Events:
        return go_on(self.house, state, draws)[0]

    # Faults

    async def _no_chance(self, person: Person, command: Command, digest: bytes, refusal: Refusal) -> Answer:
        """No shuffle can be had: what needs none is done and answered, then the table stops; else wagers go back."""
        without = self._with_automatic(self.house.automatic - NEED_CHANCE)
        try:
            answer = await self._safely(person, given(without, command), command, digest)
        except Refusal:
            if not self.stopped:  # a fault has stopped it already, and that takes a person to look
                await self._void()
                await self._stop(refusal)
            raise refusal from None
        await self._stop(refusal)
        return answer

    def _with_automatic(self, steps: frozenset[str]) -> House:
        house = copy.copy(self.house)
        house.automatic = steps
        return house

    async def _fault(self, error: Exception) -> Refusal:
        """Something is wrong with the program: the round is void, the table stops, people are told what to do."""
        where = where_of(error)
        self.means.counts.faults.inc()
        self.means.log.error("fault", table=self.id, error=type(error).__name__, where=where)
        refusal = Refusal(
            "malfunction",
            "Wait for a supervisor: a fault stopped this table, its round is void and every wager was returned.",
            "GLI-19 A.6.4",
        )
        await self._void()
        await self._stop(refusal, f"{type(error).__name__} in {where}")
        return refusal

    async def _lock(self, refusal: Impossible) -> None:
        """An amount that no hand could win: nobody is shown it, wagers go back, a supervisor has to look."""
        self.means.counts.faults.inc()
        self.means.log.error(IMPOSSIBLE, table=self.id, message=refusal.detail)
        await self._void()
        await self._stop(refusal, refusal.detail)

    async def _void(self) -> None:
        """Every wager that is not settled goes back; nothing else happens by itself."""
        if self.state.is_settling:  # a fault does not reverse a settlement; a supervisor can
            self.means.log.error("void_refused", table=self.id, code="settling_begun")
            return
        command = self.house.family.forms.read({"do": "void_round", "by": "supervisor", "who": HOUSE})
        try:
            await self._act(Person(HOUSE, "supervisor"), given(self._with_automatic(frozenset()), command))
        except Refusal as refusal:
            if refusal.code != "nothing_to_void":
                self.means.log.error("void_refused", table=self.id, code=refusal.code)
        except Exception as error:
            # Even so nothing is lost: the store has the wagers as they lie, and a supervisor can void them later.
            self.means.log.error("void_failed", table=self.id, error=type(error).__name__, where=where_of(error))

    async def _wind_up(self) -> None:
        """A settlement is brought to its end by rule, also where a person deals: its cards lie open, and nothing more
        is drawn."""
        await self._void()
        before, self.stopped, self.hurried = self.stopped, None, True
        without, house = self._with_automatic(self.house.automatic - NEED_CHANCE), Person(HOUSE, "supervisor")
        while not self.stopped and self._is_settling() and (wait := self._waiting()):
            try:
                await self._safely(house, given(without, self.house.family.forms.read(wait.command)))
            except Refusal as refusal:
                self.means.log.error("not_settled", table=self.id, code=refusal.code)
                break
        await self._void()  # at dice others may lie there still
        self.stopped, self.hurried = self.stopped or before, False
        self._set_clock()

    def _is_settling(self) -> bool:
        if self.state.is_settling:
            return True
        void = self.house.family.forms.read({"do": "void_round", "by": "supervisor", "who": HOUSE})
        refusal = why_not(self.house, self.state, void)
        return refusal is not None and refusal.code == "settling_begun"

    async def _stop(self, why: Refusal, detail: str = "") -> None:
        self.stopped, self.wait = why, None
        self.early.clear()
        record = Record(kind="table_stopped", component=self.id, who=HOUSE, reason=why.code, after=detail)
        try:
            await self.means.record(record)
        except Refusal as refusal:
            self.means.log.error("not_recorded", table=self.id, code=refusal.code)
        self.republish()


def no_coupons() -> Refusal:
    """A coupon wins like chips: as long as nobody counts who holds which, a table that took one gave money away."""
    message = "Leave match play coupons out: the floor hands none out, so nobody can hold one."
    return Refusal("no_coupons", message, "reading 29")


def _good_night(state: State, by: str) -> Iterator[dict[str, Any]]:
    """What everybody at a table does when it closes."""
    yield from _gets_up(state, dict.fromkeys([*state.seats.values(), *state.chips]))
    yield {"do": "close", "by": "supervisor", "who": by}


def _gets_up(state: State, names: Collection[str]) -> Iterator[dict[str, Any]]:
    seated = {*state.seats.values()}
    yield from ({"do": "leave", "by": "player", "who": who} for who in names if who in seated)
    yield from ({"do": "cash_out", "by": "player", "who": who} for who in names if state.chips.get(who))


def given(house: House, command: Command) -> Act:
    """What a command makes of a table."""
    return lambda state, draws: step(house, state, command, draws)[0]


NEED_CHANCE = frozenset({"shuffle", "receive", "cut", "place_cut_card", "throw"})


def lines_of(made: Made) -> tuple[Line, ...]:
    """The events as the store keeps them, each with the round it belongs to: the one played, or the one to come."""
    after = [*made.before[1:], made.after]
    return tuple(
        line_of(event, now.number if before.playing or now.playing else before.number + 1)
        for event, before, now in zip(made.events, made.before, after, strict=True)
    )


def moves_meters(events: Sequence[e.Event]) -> bool:
    """Whether progressive meters are added to or taken from."""
    return any(str(event.__struct_config__.tag) in METERS for event in events)


METERS = frozenset({"progressive_collected", "progressive_paid", REVERSED, "hands_voided"})


def reverses_award(event: e.Event) -> bool:
    """Whether an event reverses a progressive payout."""
    return isinstance(event, SettlementReversed) and any(row.source for row in event.rows)


def _moved_meanwhile(table: str, who: str, known: tuple[int, int], reading: tuple[int, int]) -> Record:
    before, after = (" ".join(map(write_money, each)) for each in (known, reading))
    reason = "a progressive payout was reversed after other tables had moved the meters"
    return Record(kind="meters_moved_meanwhile", component=table, who=who, reason=reason, before=before, after=after)


async def _whole(act: Awaitable[T]) -> T:
    """To the end, even if whoever asked is gone meanwhile: the store and the state must never part."""
    task = asyncio.ensure_future(act)
    task.add_done_callback(heard)
    return await asyncio.shield(task)


def heard(task: "asyncio.Future[Any]") -> None:
    """A refusal for somebody who is gone is no fault: looked at here, it is not printed with a traceback."""
    if not task.cancelled():
        task.exception()


def _tell(kept: list[Kept], so: bool) -> None:
    for each in kept:
        each(so)


def _told(answer: bytes) -> Answer:
    """The answer that was given before, given again."""
    held = msgspec.json.decode(answer)
    if error := held.get("error"):
        raise Refusal(error["code"], error["message"], error["clause"], error["position"])
    return Answer(held["sequence"], again=True)


def where_of(error: BaseException) -> str:
    """The place in the code, and nothing of what was in its hands."""
    last = traceback.extract_tb(error.__traceback__)[-1:]
    return f"{Path(last[0].filename).name}:{last[0].lineno}" if last else "nowhere"
