"""The coach of each family of games. The lab's kernels are loaded when the first of them is asked."""

from collections.abc import Mapping

from pitboss.coach.advice import Advice, Expected
from pitboss.coach.situations import DiceSituation, ShoeSituation, ShowdownSituation, Situation
from pitboss.dice.rules import Rules as DiceRules
from pitboss.games import HouseRules
from pitboss.lab.counting import Lab
from pitboss.shoe.rules import Rules as ShoeRules
from pitboss.showdown.rules import Rules as ShowdownRules


def reckon(rules: HouseRules, at: Situation, lab: Lab) -> Advice:
    """What each choice is worth. This may take a while: the lab counts."""
    from pitboss.coach import dice, shoe, showdown

    if isinstance(rules, ShowdownRules) and isinstance(at, ShowdownSituation):
        return showdown.reckon(rules, at, lab)
    if isinstance(rules, ShoeRules) and isinstance(at, ShoeSituation):
        return shoe.reckon(rules, at, lab)
    assert isinstance(rules, DiceRules) and isinstance(at, DiceSituation)
    return dice.reckon(rules, at)


def expected(rules: HouseRules, lab: Lab) -> dict[str, Expected]:
    """What each wager gains per unit staked, before anything is dealt. This takes every deal to be counted."""
    from pitboss.coach import dice, shoe, showdown

    if isinstance(rules, ShowdownRules):
        return showdown.expected(rules, lab)
    if isinstance(rules, ShoeRules):
        return shoe.expected(rules, lab)
    assert isinstance(rules, DiceRules)
    return dice.expected(rules)


def typed(rules: HouseRules, hand: str, dealer: str, board: str, others: str, wagers: Mapping[str, int]) -> Situation:
    """A situation from cards and wagers that somebody typed. Raises `Refusal` for what cannot be dealt."""
    from pitboss.coach.typing_in import read

    return read(rules, hand, dealer, board, others, wagers)
