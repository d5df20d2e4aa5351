"""Progressive meters: what a wager adds, what a payout takes, what a full payout leaves. Whole cents throughout."""

from collections.abc import Callable, Mapping

import msgspec

from pitboss.regulations.paytables import Line, PayTable, Share


class Meters(msgspec.Struct, frozen=True):
    """The readings of the main and the secondary meter, in cents."""

    main: int
    secondary: int


class ProgressiveRules(msgspec.Struct, frozen=True):
    """The progressive as this house offers it: its table, its meters, its order of payment."""

    name: str
    classify: Callable[[int, int], int]
    table: PayTable
    stake: int
    opening_meter: int
    percent: Mapping[str, int]
    survives_fold: bool
    right_first: bool
    stake_clause: str
    lost_by_fold: str
    meter_clause: str

    def open(self) -> Meters:
        """The meters of a new progressive."""
        return Meters(self.opening_meter, 0)

    def contribute(self, meters: Meters, wagers: int) -> Meters:
        """The meters after `wagers` progressive wagers. The stake is a whole dollar, so no cent is split."""
        collected = wagers * self.stake
        return Meters(
            meters.main + collected * self.percent["main"] // 100,
            meters.secondary + collected * self.percent["secondary"] // 100,
        )

    def pay(self, meters: Meters | None, line: Line) -> tuple[int, Meters | None]:
        """What a hand wins, and the meters after it.

        A share is rounded down to the cent and comes off the main meter; a full one leaves the secondary in its place.
        Fixed awards leave the meters alone (reading 22). A share needs meters to be a share of.
        """
        if not isinstance(line.odds, Share):
            return line.odds * 100, meters
        assert meters is not None
        award = meters.main * line.odds // 100
        if line.odds == 100:
            return award, Meters(meters.secondary, 0)
        return award, Meters(meters.main - award, meters.secondary)
