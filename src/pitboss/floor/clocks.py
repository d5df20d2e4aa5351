"""The clock of a table: how long it waits for people, what ends the wait early, and what makes it longer.

The end of a betting window follows who is there: it is cut short when everybody who takes part has bet, it is over when
they all ask for the deal, and it is whole again when somebody comes back. Nothing here is stored: what the clock does
is a command like any other, and that is stored.
"""

from functools import partial
from typing import Any

from msgspec.structs import replace

from pitboss.floor.decision_windows import DecisionWindows
from pitboss.floor.early_decisions import EarlyDecisions, place_of, round_of
from pitboss.floor.hub import Eyes
from pitboss.floor.means import Link, Means
from pitboss.floor.person import BOT, Person
from pitboss.floor.showing import Made, Plan, TableOnShow
from pitboss.floor.timing import Wait, persons_in, waited_for, waiting
from pitboss.refusal import Refusal
from pitboss.table import events as e
from pitboss.table.events import Event, Events
from pitboss.table.setup import House

CHIPS = (e.BoughtIn, e.CashedOut, e.Tipped, e.Seated, e.Left)
"""What players can do while another one decides. It takes no time from anybody, and gives none."""

FOR_BOTS = 500_000
"""Microseconds for bots to place their bets when every person has asked for the deal. They act four times a second."""

MOST_ALONE, MOST_WITH_OTHERS = 4, 2
"""How many times longer a player can make the clocks: alone, and where other persons would have to wait."""


class TimedTable(TableOnShow):
    """A table with a clock."""

    def __init__(self, plan: Plan, house: House, means: Means, link: Link | None) -> None:
        super().__init__(plan, house, means, link)
        self.wait: Wait | None = None
        self.ends = 0
        self.asked = 0
        """By the steady clock: when the table began to wait for what it waits for."""
        self.latest_end = 0
        """By the steady clock: when the wait is over for a player who has a connection."""
        self.windows = DecisionWindows()
        self.early = EarlyDecisions(house)
        self.run_out: dict[str, int] = {}
        """By the steady clock: when the time of a player's decision last ran out."""
        self.hurried = False
        self.paces: dict[str, int] = {}
        """How many times longer a player asks the clocks to be."""
        self._asked_deal: set[str] = set()
        """Who has asked for the deal in this betting window."""
        self._agreed_at: int | None = None
        """By the steady clock: since when everybody has asked for the deal."""
        self._all_bet_at: int | None = None
        """By the steady clock: when the last one who was waited for has bet, or has changed a bet."""
        self._waits_for: list[str] = []

    # What is shown of it

    def seen_by(self, eyes: Eyes) -> dict[str, Any]:
        role, who = eyes
        is_player = role == "player" and bool(who) and not self.stopped and not self.means.failed
        return super().seen_by(eyes) | {
            "early": self._early(who) if is_player else None,
            "clock": self._clock(),
            "deal": self._deal(who) if is_player else None,
            "pace": {"asked": self.paces.get(who, 1), "times": self._times()} if is_player else None,
        }

    def _early(self, who: str) -> dict[str, Any] | None:
        """What one player can decide before the turn, and the time left in milliseconds."""
        decisions = [] if who.startswith(BOT) else self.early.offered(self.state, who)
        if not decisions:
            return None
        now = self.means.clock.steady()
        left = max(self.windows.left(round_of(self.state)) - (now - self.asked), self.ends - now, 0)
        return {"left": left // 1000, "decisions": decisions}

    def _clock(self) -> dict[str, Any] | None:
        """What the table waits for and how long still, in milliseconds."""
        if self.wait is None or self.wait.kind == "idle":  # nobody is hurried at an idle table
            return None
        left = max(self.ends - self.means.clock.steady(), 0) // 1000
        return {"for": self.wait.kind, "left": left, "who": self.wait.command.get("who")}

    def _deal(self, who: str) -> dict[str, Any] | None:
        """Whether a player can ask for the deal, or has asked, and who else has not yet."""
        if self.wait is None or self.wait.kind != "betting" or who not in self.state.seats.values():
            return None
        asked = who in self._asked_deal
        return {"can": not asked, "asked": asked, "waiting": [each for each in self._silent() if each != who]}

    # What players ask of it

    def ask_for_deal(self, person: Person) -> None:
        """Deal without waiting any longer, as far as this player is concerned."""
        if person.role != "player" or person.name not in self.state.seats.values():
            raise Refusal("not_seated", "Take a seat first: only seated players ask for the deal.")
        if self.wait is None or self.wait.kind != "betting" or self.stopped or self.means.failed:
            raise Refusal("nothing_to_deal", "Ask for the deal when bets are open and somebody has bet.")
        if person.name not in self._asked_deal:
            self._asked_deal.add(person.name)
            self._set_clock()
            self.republish()

    def ask_for_time(self, person: Person, times: int) -> None:
        """Make the clocks longer for a player who needs more time, or as they were."""
        if person.role != "player" or person.name not in self.state.seats.values():
            raise Refusal("not_seated", "Take a seat first: the clocks are those of the players.")
        if self.paces.get(person.name, 1) != times:
            self.paces[person.name] = times
            self._set_clock(goes_on=True)
            self.republish()

    def _times(self) -> int:
        """How many times longer the clocks are: as asked for, and less where others have to wait."""
        there = self._connected_persons()
        wanted = max((self.paces.get(who, 1) for who in there), default=1)
        return min(wanted, MOST_ALONE if len(there) == 1 else MOST_WITH_OTHERS)

    def _connected_persons(self) -> list[str]:
        connected = self.watching()
        return [who for who in persons_in(self.state) if who in connected]

    def _silent(self) -> list[str]:
        """Who has not asked for the deal: of those with a connection, and of those whose bet is waited for."""
        connected, missing = self.watching(), waited_for(self.state, self._sit_out())
        return [
            who
            for who in persons_in(self.state)
            if who not in self._asked_deal and (who in connected or (who in missing and not self.state.has_wagers(who)))
        ]

    def _sit_out(self) -> set[str]:
        """For whom no betting window waits: who is away, who has lost the connection, and who lets the others play."""
        connected, left = self.watching(), self.means.hub.left.get(self.id, {})
        lost = {who for who, at in left.items() if self.spoken.get(who, 0) <= at}
        passed = {who for who in self._asked_deal if not self.state.has_wagers(who)}
        return self.attendance.sit_out(connected) | lost | passed

    # When it ends

    def follow_connections(self) -> None:
        """A betting window ends earlier or later when somebody whose bet is waited for goes or comes back."""
        if self.wait is None or self.wait.kind != "betting":
            return
        if self._waits_for != self._present():
            self._set_clock()
            self.republish()

    def _present(self) -> list[str]:
        return [*waited_for(self.state, self._sit_out()), *self._silent()]

    def _follow(self, made: Made) -> None:
        """Set the clock after something has happened."""
        if any(isinstance(event, e.BetsClosed) for event in made.events):
            self.wait = None  # a window that opens again is another one
            self._asked_deal.clear()
        self._reduce_window(made)
        self.early.drop_expired(self.state)
        self.paces = {who: times for who, times in self.paces.items() if who in self.state.seats.values()}
        bettors = _bettors(made.events)
        self._asked_deal -= bettors  # a player who changes a bet has more to do
        if bettors:
            self._all_bet_at = None
        self._set_clock(goes_on=all(isinstance(event, CHIPS) for event in made.events))

    def _set_clock(self, goes_on: bool = False) -> None:
        """How long the table waits from here; a wait that goes on keeps its end. `goes_on`: nothing happened that the
        table waits for, so a wait for the same command is the same one."""
        before, self.wait = self.wait, self._waiting()
        if self.wait is None:
            return
        now = self.means.clock.steady()
        is_same = before is not None and goes_on and before.command == self.wait.command
        if before is None or (before.situation != self.wait.situation and not is_same):
            self.asked, self.latest_end = now, now + self._time_limit(self.wait)
            self.ends = self._time_of(self.wait)
            self._all_bet_at = self._agreed_at = None
        elif self.wait.kind == "decision":
            self._lengthen(self.wait.microseconds - before.microseconds)
        if self.wait.kind == "betting":
            self._close_betting(self.wait, now)

    def _close_betting(self, wait: Wait, now: int) -> None:
        """When the bets close. Each further bet of a person begins the short moment before the deal again."""
        self._waits_for = self._present()
        self._all_bet_at = None if wait.at_most is None else (self._all_bet_at or now)
        self._agreed_at = None if not self._asked_deal or self._silent() else (self._agreed_at or now)
        if self.hurried:
            return
        self.ends = self.asked + wait.microseconds
        if self._all_bet_at is not None and wait.at_most is not None:
            self.ends = min(self.ends, self._all_bet_at + wait.at_most)
        if self._agreed_at is not None:
            self.ends = min(self.ends, self._agreed_at + (FOR_BOTS if self._bots_to_bet() else 0))

    def _bots_to_bet(self) -> bool:
        return any(who.startswith(BOT) and not self.state.has_wagers(who) for who in self.state.seats.values())

    def _lengthen(self, microseconds: int) -> None:
        """Give a player who is asked more time, and everybody who shares the window. Nobody loses time."""
        if microseconds <= 0:
            return
        self.latest_end += microseconds
        self.ends += microseconds
        self.windows.lengthen(round_of(self.state), microseconds)

    def _time_limit(self, wait: Wait) -> int:
        """How long the table waits from now on. All players of one decision round share one window."""
        decision_round = round_of(self.state)
        if wait.kind != "decision" or decision_round is None:
            return wait.microseconds
        to_come = partial(self.early.to_come, self.state)
        return self.windows.ask(decision_round, place_of(wait.command), to_come, wait.microseconds)

    def _reduce_window(self, made: Made) -> None:
        """Reduce the shared window after the clock has decided."""
        if any(getattr(event, "automatic", False) for event in made.events):
            self.windows.use_up(round_of(made.before[0]), self.means.clock.steady() - self.asked)

    def _time_of(self, wait: Wait) -> int:
        """When the wait is over. The time of a player without a connection runs from when it was lost. One who has let
        a decision's time run out and said nothing since is not waited for again. A program that plays without a page
        always has its time."""
        who, hub = str(wait.command.get("who")), self.means.hub
        left = hub.left.get(self.id, {}).get(who)
        if wait.kind != "decision" or (left is None and not self._watchers_of(who)):
            return self.asked + wait.microseconds
        if self.run_out.get(who, 0) > self.spoken.get(who, 0):
            return self.asked
        return self.latest_end if left is None else min(left + wait.microseconds, self.latest_end)

    def _waiting(self) -> Wait | None:
        if self.stopped or (self.no_new_round and self.state.betting and not self.state.unfinished):
            return None
        usual, times = self.plan.timing, self._times()
        timing = replace(usual, betting=usual.betting * times, decision=usual.decision * times)
        if self.hurried:
            timing = replace(timing, dealt_by="house")
        return waiting(self.house, self.state, timing, closing=self.hurried, out=self._sit_out())

    def hurry(self) -> None:
        """The floor closes: anyone who is waited for has had the time there was, a dealer too."""
        self.hurried = True
        self._set_clock()
        self.ends = 0

    def _is_due(self, now: int) -> bool:
        """Whether silence counts. On a floor that has stopped nobody can speak, so nobody is silent."""
        return self.wait is not None and now >= self.ends and not self.stopped and not self.means.failed

    def _is_back(self, wait: Wait, now: int) -> bool:
        """Whether somebody whose time was cut short has a connection again: then the time runs on to its end."""
        ends = self._time_of(wait)
        if wait.kind != "decision" or self.hurried or not self.ends <= now < ends:
            return False
        self.ends = ends
        self.republish()
        return True


def _bettors(events: Events) -> set[str]:
    """Persons who have placed, changed or cleared a bet."""
    return {who for event in events if (who := _bettor(event)) and not who.startswith(BOT)}


def _bettor(event: Event) -> str:
    return "" if isinstance(event, CHIPS) else str(getattr(event, "player", ""))
