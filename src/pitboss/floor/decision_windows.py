"""The time that all players of one decision round share. Pure: it reads no clock.

Everybody can decide from the first moment (see `early`), so the time of those who say nothing runs for all of them at
once. Only time after which the clock decided is used up: nobody loses time to a player who thinks and then answers.
"""

from collections.abc import Callable, Iterable

from pitboss.floor.early_decisions import DecisionRound, Place

GRACE = 150_000
"""Microseconds for a player who is asked when the window is over: a program may answer only in its turn. Five silent
players take the window, four times this, and up to one tick each: less than one second more."""


class Window:
    """`left`: microseconds that are not used up. `places`: those who can decide since it began and were not asked."""

    def __init__(self, left: int, places: Iterable[Place]) -> None:
        self.left = left
        self.places = {*places}


class DecisionWindows:
    """The windows of the decision rounds of one round of play."""

    def __init__(self) -> None:
        self._open: dict[DecisionRound, Window] = {}

    def ask(
        self, decision_round: DecisionRound, place: Place, to_come: Callable[[], Iterable[Place]], microseconds: int
    ) -> int:
        """How long a player who is asked now has. The first one opens the window. A decision that could not be made
        before has its own time, such as the next one on a hand that got another card."""
        self._open = {known: window for known, window in self._open.items() if known[0] == decision_round[0]}
        window = self._open.get(decision_round)
        if window is None:
            window = self._open[decision_round] = Window(microseconds, (place, *to_come()))
        if place not in window.places:
            return microseconds
        window.places.discard(place)
        return max(window.left, min(GRACE, microseconds))

    def use_up(self, decision_round: DecisionRound | None, microseconds: int) -> None:
        """Reduce the window by the time that a player stayed silent."""
        if decision_round in self._open:
            window = self._open[decision_round]
            window.left = max(window.left - microseconds, 0)

    def lengthen(self, decision_round: DecisionRound | None, microseconds: int) -> None:
        """Give everybody who shares the window more time."""
        if decision_round in self._open:
            self._open[decision_round].left += microseconds

    def left(self, decision_round: DecisionRound | None) -> int:
        return self._open[decision_round].left if decision_round in self._open else 0
