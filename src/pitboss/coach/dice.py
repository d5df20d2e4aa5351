"""A table of dice: a wager that lies there asks for no decision, so the coach tells what each one costs to make."""

from collections.abc import Iterator, Mapping
from fractions import Fraction

from pitboss.coach.advice import Advice, Expected, Offered, ranked
from pitboss.coach.situations import DiceSituation
from pitboss.dice.declaration import Behind
from pitboss.dice.rules import Rules
from pitboss.lab.dice import DiceAnalysis, Worth, chances_at, gain


def reckon(rules: Rules, at: DiceSituation) -> Advice:
    """What each wager gains on average per unit staked, left there until it is decided."""
    found = DiceAnalysis(rules).wagers
    choices = ranked(each for offered, point in at.offered for each in worths(rules, found, offered, point))
    return Advice("wagers", "staked", 1_00, choices, (), SAYS)


SAYS = "What a wager gains on average for each 1.00 staked, if it stays until it is decided."


def worths(
    rules: Rules, found: Mapping[str, Worth], offered: Offered, point: int
) -> Iterator[tuple[Offered, Fraction]]:
    """A hop is told twice, on a double too; odds are told for the point they would stand on."""
    wager = rules.wager(offered.action)
    if isinstance(wager, Behind):
        ends = chances_at(rules.stages[wager.name][point])
        yield offered, sum((gain(ruling) * chance for ruling, chance in ends.items()), Fraction(0))
        return
    for name in (offered.action, f"{offered.action}_hard"):
        if name in found and (name == offered.action or name not in rules.wagers):
            yield offered._replace(action=name), found[name].gains.mean


def expected(rules: Rules) -> dict[str, Expected]:
    """What each wager gains per unit staked."""
    return {name: Expected(worth.gains.mean) for name, worth in DiceAnalysis(rules).wagers.items()}
