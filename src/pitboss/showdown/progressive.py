"""Progressive meters: what a wager adds, what a payout takes, what a full payout leaves. Whole cents throughout."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import msgspec

from pitboss.cards import Suits
from pitboss.money import write_money
from pitboss.regulations.paytables import PayTable, Share

if TYPE_CHECKING:
    from pitboss.showdown.rulings import Ruling


class Meters(msgspec.Struct, frozen=True):
    """The readings of the main and the secondary meter, in cents."""

    main: int
    secondary: int


class ProgressiveRules(msgspec.Struct, frozen=True):
    """The progressive as this house offers it: its table, its meters, its order of payment."""

    name: str
    classify: Callable[[Suits, int], int]
    table: PayTable
    stake: int
    opening_meter: int
    percent: Mapping[str, int]
    survives_fold: bool
    right_first: bool
    wins: "dict[int, Ruling]"
    loses: "Ruling"
    lost_by_fold: "Ruling"
    stake_clause: str

    def open(self) -> Meters:
        """The meters of a new progressive."""
        return Meters(self.opening_meter, 0)

    def terms(self) -> dict[str, str]:
        """The parameters as people read them. These texts know no ceiling, and no share is kept in reserve."""
        awards = [f"{line.odds}%" if isinstance(line.odds, Share) else str(line.odds) for line in self.table.lines]
        return {
            "pay_table": self.table.label,
            "awards": " ".join(awards),
            "stake": write_money(self.stake),
            "opening_meter": write_money(self.opening_meter),
            "main_percent": str(self.percent["main"]),
            "secondary_percent": str(self.percent["secondary"]),
        }

    def contribute(self, meters: Meters, wagers: int) -> Meters:
        """The meters after `wagers` progressive wagers. The stake is a whole dollar, so no cent is split."""
        collected = wagers * self.stake
        return Meters(
            meters.main + collected * self.percent["main"] // 100,
            meters.secondary + collected * self.percent["secondary"] // 100,
        )


def pay(meters: Meters, award: int) -> tuple[int, Meters]:
    """What a hand is paid, in cents, and the meters after it. The award is whole dollars or a `Share` in percent.

    A share is rounded down to the cent and comes off the main meter; a full one leaves the secondary in its place.
    Fixed awards leave the meters alone (reading 22).
    """
    if not isinstance(award, Share):
        return award * 100, meters
    paid = meters.main * award // 100
    if award == 100:
        return paid, Meters(meters.secondary, 0)
    return paid, Meters(meters.main - paid, meters.secondary)
