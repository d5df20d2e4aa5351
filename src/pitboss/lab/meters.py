"""The progressive by its meter: its return, its break-even, the rounds to a hit, what it returns in the long run."""

from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

from pitboss.cards import suits
from pitboss.lab.pricing import award_in_units
from pitboss.lab.worth import SideWager
from pitboss.showdown.progressive import ProgressiveRules
from pitboss.showdown.rules import Rules


class MeterWorth(NamedTuple):
    """A progressive under one way of playing, per unit staked; meters are in units of the stake.

    The return is `fixed + per_unit * meter`. `cost` is what this way of playing takes from the main game, in the same
    unit: it is part of what the meter must make good.
    """

    fixed: Fraction
    per_unit: Fraction
    contributed: Fraction
    top: Fraction
    any_award: Fraction
    cost: Fraction = Fraction(0)

    def returns(self, meter: Fraction) -> Fraction:
        return self.fixed + self.per_unit * meter

    @property
    def break_even_meter(self) -> Fraction:
        """Where the wager, and what is given up for it, costs nothing."""
        return max((1 + self.cost - self.fixed) / self.per_unit, Fraction(0))

    @property
    def long_run_return(self) -> Fraction:
        """All that is added to the meters is paid in the end; what they opened with counts for less and less."""
        return self.fixed + self.contributed

    @property
    def average_meter(self) -> Fraction:
        """The reading that a wager meets on average in the long run: what it adds is what it takes."""
        return self.contributed / self.per_unit


def meter_worth(progressive: ProgressiveRules, wager: SideWager, cost: Fraction = Fraction(0)) -> MeterWorth:
    shares = [hand for hand in wager.hands if hand.share]
    fixed = [hand for hand in wager.hands if not hand.share]
    unit = Fraction(100, progressive.stake)
    return MeterWorth(
        sum((hand.probability * hand.pays * unit for hand in fixed), Fraction(0)),
        sum((hand.probability * Fraction(hand.pays, 100) for hand in shares), Fraction(0)),
        Fraction(sum(progressive.percent.values()), 100),
        sum((hand.probability for hand in shares if hand.pays == 100), Fraction(0)),
        wager.hit_frequency,
        cost,
    )


def forgone_by_fold(rules: Rules, ante: int, meter: int) -> Callable[[int], Fraction]:
    """What a hand's progressive award is worth in antes of so many cents, all of it lost by a fold."""
    progressive = rules.progressive
    assert progressive

    def forgone(hand: int) -> Fraction:
        won = progressive.wins.get(progressive.classify(suits(hand), rules.ranking.of(hand)))
        return award_in_units(rules, won.award, meter) * progressive.stake / ante if won else Fraction(0)

    return forgone
