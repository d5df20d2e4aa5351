"""What the rules pay on a row of a tally: the same rulings that settle a round, read for one unit of each wager."""

from fractions import Fraction
from typing import NamedTuple

from pitboss.cards import suits
from pitboss.lab.tally import NET, Row, Tally, ante_bonus
from pitboss.showdown.declaration import Outcome
from pitboss.showdown.progressive import Meters, pay
from pitboss.showdown.rules import Rules, SideRules
from pitboss.showdown.settlement import in_proportion


class Priced(NamedTuple):
    """A row with its money: the main game in antes, each side wager per unit staked, by name."""

    row: Row
    main: Fraction
    wagered: int
    sides: dict[str, Fraction]


def priced(rules: Rules, tally: Tally, meter: int, bet: int) -> tuple[Priced, ...]:
    """Every row with what it gains. `meter`: the progressive's main meter in cents.

    `bet`: the cents on each bonus wager; they matter only where a maximum cuts what the bonuses pay together.
    """
    return tuple(
        Priced(
            row,
            Fraction(main_gain(rules, row)),
            1 + sum(row.stakes or ()),
            under_maximum(rules, {side.name: side_gain(rules, side, row, meter) for side in rules.sides}, bet),
        )
        for row in tally.rows
    )


def has_maximum(rules: Rules) -> bool:
    return rules.most_per_hand is not None or rules.most_per_round is not None


def under_maximum(rules: Rules, gains: dict[str, Fraction], bet: int) -> dict[str, Fraction]:
    """The gains with the bonuses cut to the posted maximum, for a hand alone in its round and `bet` on each of them."""
    if rules.game.maximum is None or not has_maximum(rules):
        return gains
    won = [wager for wager in rules.game.maximum.wagers if gains.get(wager, -1) > 0]
    payments = [int(gains[wager] * bet) for wager in won]
    for most in (rules.most_per_hand, rules.most_per_round):
        if most is not None:
            payments = in_proportion(payments, most)
    return gains | {wager: Fraction(paid, bet) for wager, paid in zip(won, payments, strict=True)}


def main_gain(rules: Rules, row: Row) -> int:
    """What the ante, the later wagers and the ante bonus gain together, in antes."""
    results = rules.game.outcomes[row.outcome].results
    gain = NET[results[rules.ante]]
    if row.stakes is None:
        return gain
    for step, stake in zip(rules.game.decisions, row.stakes, strict=True):
        gain += stake * NET[results[step.name]]
    return gain + ante_bonus(rules, row.hand)


def side_class(rules: Rules, side: SideRules, hand: int, matched: bool = False) -> int:
    """The hand's class in the side wager's table."""
    found = side.classify(suits(hand), rules.ranking.of(hand))
    return side.both.get(found, found) if matched else found


def is_lost_by_fold(side: SideRules, row: Row) -> bool:
    return row.outcome is Outcome.FOLD and not side.survives_fold


def side_gain(rules: Rules, side: SideRules, row: Row, meter: int) -> Fraction:
    """What one unit on a side wager gains; a progressive stake is not returned with an award."""
    won = side.wins.get(side_class(rules, side, row.hand, row.matched))
    if won is None or is_lost_by_fold(side, row):
        return Fraction(-1)
    return award_in_units(rules, won.award, meter) - 1 if won.award else Fraction(won.odds)


def award_in_units(rules: Rules, award: int, meter: int) -> Fraction:
    """A progressive award per unit staked, as it is paid: whole dollars, or a share of the meter down to the cent."""
    assert rules.progressive
    cents, _ = pay(Meters(meter, 0), award)
    return Fraction(cents, rules.progressive.stake)
