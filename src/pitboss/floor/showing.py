"""A table as the floor knows it, and what each person sees of it.

A frame is made from the view of whoever it is for. Hidden cards are not taken out of it: they never go in.
"""

import asyncio
from functools import partial
from typing import Any

import msgspec

from pitboss.floor.attendance import Attendance
from pitboss.floor.ceiling import Ceiling
from pitboss.floor.hub import Eyes, Frame, Outbox, Watcher, as_frame
from pitboss.floor.means import Link, Means
from pitboss.floor.person import Person
from pitboss.floor.promises import Draws, Promises
from pitboss.floor.timing import Timing
from pitboss.money import write_money
from pitboss.refusal import Refusal
from pitboss.table.events import Events
from pitboss.table.evolve import new_state
from pitboss.table.setup import House
from pitboss.table.state import State
from pitboss.table.views import choices, seen, table

MANNERS = ("optimal", "simple", "random")
"""How a bot plays."""


class Plan(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table as the floor opens it. `table` is its setup (docs/table.md); tables of one `group` share their meters.

    `exam`: nobody is coached there. `extra_of`: the table that this is a copy of, opened when its game was full.
    """

    id: str
    table: dict[str, Any]
    title: str = ""
    group: str = ""
    timing: Timing = Timing()
    bots: tuple[str, ...] = ()
    exam: bool = False
    extra_of: str = ""


class Made(msgspec.Struct, frozen=True):
    """What a command makes of a table: its events, the state before each of them, and the state after all."""

    events: Events
    before: list[State]
    after: State
    draws: Draws


class TableOnShow:
    """What there is to know of a table, and how it is told."""

    def __init__(self, plan: Plan, house: House, means: Means, link: Link | None) -> None:
        self.plan, self.house, self.means, self.link = plan, house, means, link
        self.id = plan.id
        self.ceiling = Ceiling(house)
        self.state: State = new_state(house)
        self.sequence = 0
        self.stood_at = 0
        self.promises = Promises(plan.id, house, means.entropy, means.seal)
        self.stopped: Refusal | None = None
        self.no_new_round = ""
        """Why no new round is begun, if none is: the table, its game or the whole floor is being closed."""
        self.compared: State | None = None
        """The state that was last compared with the accounts."""
        self.spoken: dict[str, int] = {}
        """By the steady clock: when somebody who sits here last gave a command."""
        self.attendance = Attendance()
        self._turn = asyncio.Lock()
        self._promised: tuple[Promises, dict[str, Any]] | None = None
        self._asked: tuple[State, dict[Eyes, list[dict[str, Any]]]] | None = None

    @property
    def playing(self) -> bool:
        return self.state.playing

    @property
    def status(self) -> str:
        if not self.state.open:
            return "closed"
        if self.stopped or self.means.failed:
            return "stopped"
        if self.state.playing:
            return "playing"
        return "paused" if self.no_new_round else "betting" if self.state.betting else "idle"

    def meters(self) -> dict[str, str] | None:
        """The progressive meters as everybody may see them: those of the group, and why they stand still if they do."""
        if self.link is None:
            return None
        main, secondary = self.link.reading
        shown = {"main": write_money(main), "secondary": write_money(secondary)}
        closed = self.means.frozen(self.link.group)
        return shown | {"closed": closed} if closed else shown

    def view(self, person: Person) -> dict[str, Any]:
        """The table as one person sees it."""
        return self.seen_by(self._eyes(person.role, person.name))

    def seen_by(self, eyes: Eyes) -> dict[str, Any]:
        role, who = eyes
        found = table(self.house, self.state, role, who)
        return found | {
            "table": self.id,
            "title": self.title,
            "sequence": self.sequence,
            "status": self.status,
            "exam": self.plan.exam,
            "why": self.why() or self.means.failing or None,
            "meters": self.meters(),
            "choices": self._choices(role, who),
            "promise": self._promise(),
        }

    def _promise(self) -> dict[str, Any]:
        """Reckoned once for all who look: the promises of a table are replaced, never changed."""
        if self._promised is None or self._promised[0] is not self.promises:
            self._promised = self.promises, self.promises.public()
        return self._promised[1]

    @property
    def title(self) -> str:
        return self.plan.title or str(self.house.game.title)

    def why(self) -> str:
        return self.stopped.message if self.stopped else self.no_new_round

    def _choices(self, role: str, who: str) -> list[dict[str, Any]]:
        """Asked once a state for each role and person: states are replaced, never changed."""
        roles = {"supervisor": ("supervisor", "floorperson", "dealer"), "auditor": ()}.get(role, (role,))
        if self.stopped or self.means.failed:
            return []
        if self._asked is None or self._asked[0] is not self.state:
            self._asked = self.state, {}
        known = self._asked[1]
        for by in roles:
            if (by, who) not in known:
                known[by, who] = choices(self.house, self.state, by, who)
        return [each for by in roles for each in known[by, who]]

    def watch(self, outbox: Outbox, person: Person) -> None:
        """From now on everything that happens here is told; what the table looks like comes first."""
        watcher = Watcher(outbox, person.role, person.name)
        self.means.hub.watch(self.id, watcher)
        outbox.answer(self._snapshot(self._eyes(person.role, person.name)))

    def again(self, outbox: Outbox, person: Person) -> None:
        """The whole table once more, for a client that has missed something."""
        outbox.answer(self._snapshot(self._eyes(person.role, person.name)))

    def _eyes(self, role: str, who: str) -> Eyes:
        """Whoever has nothing at the table sees what every other such person sees."""
        known = who in self.state.chips or who in self.state.seats.values() or self.state.has_wagers(who)
        return role, who if role == "player" and known else ""

    def _snapshot(self, eyes: Eyes) -> Frame:
        self.means.counts.resent.inc()
        return as_frame({"type": "snapshot", "table": self.id, "sequence": self.sequence, "view": self.seen_by(eyes)})

    def publish_meters(self) -> None:
        """Another table of the group has moved the meters."""
        frame = as_frame({"type": "meters", "table": self.id, "meters": self.meters()})
        self.means.hub.publish(self.id, self._eyes_of, lambda eyes: frame, self._snapshot)

    def _eyes_of(self, watcher: Watcher) -> Eyes:
        return self._eyes(watcher.role, watcher.who)

    def publish(self, made: Made, first: int, at: int) -> None:
        """`at`: when the store had it."""
        common = {"type": "events", "table": self.id, "first": first, "sequence": self.sequence, "at": at}

        def frame(eyes: Eyes) -> Frame:
            told = [
                seen(self.house, state, event, *eyes) for state, event in zip(made.before, made.events, strict=True)
            ]
            return as_frame(common | {"events": told, "view": self.seen_by(eyes)})

        self.means.hub.publish(self.id, self._eyes_of, frame, self._snapshot)

    def notify(self, who: str, code: str, message: str) -> None:
        """A sentence for one person who watches this table."""
        frame = as_frame({"type": "notice", "table": self.id, "code": code, "message": message})
        for watcher in self._watchers_of(who):
            watcher.outbox.put(self.id, frame, partial(self._snapshot_for, watcher))

    def send_snapshot(self, who: str) -> None:
        """Send a snapshot to one person: what has changed concerns nobody else."""
        for watcher in self._watchers_of(who):
            watcher.outbox.put(self.id, self._snapshot_for(watcher), partial(self._snapshot_for, watcher))

    def _watchers_of(self, who: str) -> list[Watcher]:
        return [watcher for watcher in self.means.hub.of(self.id) if watcher.who == who]

    def _snapshot_for(self, watcher: Watcher) -> Frame:
        return self._snapshot(self._eyes_of(watcher))

    def watching(self) -> set[str]:
        """Who has a connection to this table."""
        return {watcher.who for watcher in self.means.hub.of(self.id)}

    def republish(self) -> None:
        """Something about the table has changed that is no event."""
        self.means.hub.publish(self.id, self._eyes_of, self._snapshot, self._snapshot)

    async def show_again(self) -> None:
        """The same in the table's own time."""
        self.republish()
