"""What must stand on the layout before the deal: which wagers a player needs, and how large beside each other."""

from collections.abc import Container, Mapping
from typing import Protocol

import msgspec

from pitboss.money import write_money
from pitboss.refusal import Refusal, spoken
from pitboss.regulations.citation import Citation

Wagers = Mapping[str, int]
"""The cents on each wager placed before the deal."""


class Precondition(Protocol):
    @property
    def clause(self) -> Citation: ...
    def says(self) -> str: ...
    def is_met_by(self, placed: Container[str]) -> bool:
        """Whether these wagers meet it, whatever their amounts."""

    def needed_with(self, wager: str) -> str:
        """The wager that this one requires; empty if it requires none."""

    def check(self, wagers: Wagers, jurisdiction: str) -> None: ...


class Needs(msgspec.Struct, frozen=True):
    """This wager must be placed."""

    wager: str
    clause: Citation

    def says(self) -> str:
        return f"Everyone places the {spoken(self.wager)}."

    def is_met_by(self, placed: Container[str]) -> bool:
        return self.wager in placed

    def needed_with(self, wager: str) -> str:
        return "" if wager == self.wager else self.wager

    def check(self, wagers: Wagers, jurisdiction: str) -> None:
        if not self.is_met_by(wagers):
            raise Refusal(
                f"{self.wager}_missing",
                f"Place the {spoken(self.wager)}: nobody plays without one.",
                self.clause.at(jurisdiction),
            )


class NeedsOneOf(msgspec.Struct, frozen=True):
    """At least one of these wagers must be placed."""

    wagers: tuple[str, ...]
    clause: Citation

    def says(self) -> str:
        return f"Everyone places the {' or the '.join(map(spoken, self.wagers))}, or both."

    def is_met_by(self, placed: Container[str]) -> bool:
        return any(name in placed for name in self.wagers)

    def needed_with(self, wager: str) -> str:
        return "" if wager in self.wagers else self.wagers[0]

    def check(self, wagers: Wagers, jurisdiction: str) -> None:
        if not self.is_met_by(wagers):
            raise Refusal(
                "wager_missing",
                f"Place the {' or the '.join(map(spoken, self.wagers))}: the position has neither.",
                self.clause.at(jurisdiction),
            )


class Covers(msgspec.Struct, frozen=True):
    """To place `other`, a player needs this wager at no less than 1/`part` of it."""

    wager: str
    other: str
    clause: Citation
    part: int = 1

    def says(self) -> str:
        share = "at least equal to it" if self.part == 1 else "of at least half of it"
        return f"A {spoken(self.other)} needs an {spoken(self.wager)} {share}."

    def is_met_by(self, placed: Container[str]) -> bool:
        return self.other not in placed

    def needed_with(self, wager: str) -> str:
        return self.wager if wager == self.other else ""

    def check(self, wagers: Wagers, jurisdiction: str) -> None:
        covered = wagers.get(self.other, 0)
        if wagers.get(self.wager, 0) * self.part < covered:
            least = -(-covered // self.part)
            raise Refusal(
                f"{self.wager}_below_{self.other}",
                f"Place an {spoken(self.wager)} of at least {write_money(least)} "
                f"with a {spoken(self.other)} of {write_money(covered)}.",
                self.clause.at(jurisdiction),
            )


class Within(msgspec.Struct, frozen=True):
    """Neither of two wagers may be more than `times` the other."""

    one: str
    other: str
    times: int
    clause: Citation

    def says(self) -> str:
        return f"Neither {spoken(self.one)} nor {spoken(self.other)} is more than {self.times} times the other."

    def is_met_by(self, placed: Container[str]) -> bool:
        return False

    def needed_with(self, wager: str) -> str:
        return ""

    def check(self, wagers: Wagers, jurisdiction: str) -> None:
        low, high = sorted((wagers[self.one], wagers[self.other]))
        if high > low * self.times:
            raise Refusal(
                "wagers_too_far_apart",
                f"Bring {spoken(self.one)} and {spoken(self.other)} closer: {write_money(high)} is more than "
                f"{self.times} times {write_money(low)}.",
                self.clause.at(jurisdiction),
            )
