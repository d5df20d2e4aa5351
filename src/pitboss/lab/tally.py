"""What a counting kernel finds: how many deals end how, when every hand is played as well as it can be.

A tally knows no money but what decided the play. Every figure of a report is the sum over its rows of what the declared
rules pay on each, so another pay table needs no new count.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import NamedTuple

from pitboss.refusal import Refusal
from pitboss.showdown.declaration import Outcome, Result
from pitboss.showdown.rules import Rules

ALL_RANKS = 8191
"""The whole deck, as the ranks in each of its four suits. Kernels take fewer ranks too, so that a plain definition can
be run beside them."""

NET = {Result.EVEN: 1, Result.PUSH: 0, Result.LOSE: -1}


class Row(NamedTuple):
    """Deals that are alike in everything the rules pay for.

    `hand`: one player's hand that stands for all of them; every pay table has them in one class. `matched`: the
    dealer's own cards are of the same class, for the bonuses that ask. `stakes`: the antes placed on each later wager
    in their order; none after a fold.
    """

    hand: int
    matched: bool
    stakes: tuple[int, ...] | None
    outcome: Outcome
    deals: int


class Tally(NamedTuple):
    """Every deal, once. `deals` is their number: all cards a hand can meet, in the order in which players see them."""

    deals: int
    rows: tuple[Row, ...]


class Terms(NamedTuple):
    """What decides a play, in antes: what a fold costs, what each outcome does to the ante and to a later wager.

    `extra`: what a hand earns by staying in besides the contest, such as an ante bonus.
    """

    fold: int
    ante: Mapping[Outcome, int]
    later: Mapping[Outcome, int]
    extra: Callable[[int], Fraction]


def terms_of(rules: Rules, forgone: Callable[[int], Fraction] = lambda hand: Fraction(0)) -> Terms:
    """The terms of the main game; `forgone` adds what else a fold would lose on a hand, in antes."""
    game = rules.game
    ante, *later = rules.game.ante.name, *(step.name for step in game.decisions)
    contest = {outcome: pays.results for outcome, pays in game.outcomes.items() if outcome is not Outcome.FOLD}
    if any(len({results[wager] for wager in later}) > 1 for results in contest.values()):
        raise Refusal("no_kernel", f"The lab cannot count {game.title} yet: its later wagers end differently.")

    def extra(hand: int) -> Fraction:
        return forgone(hand) + ante_bonus(rules, hand)

    return Terms(
        NET[game.outcomes[Outcome.FOLD].results[ante]],
        {outcome: NET[results[ante]] for outcome, results in contest.items()},
        {outcome: NET[results[later[0]]] for outcome, results in contest.items()},
        extra,
    )


def ante_bonus(rules: Rules, hand: int) -> int:
    """What the ante earns on the hand itself, once it is played."""
    if rules.ante_bonus is None or rules.game.ante_bonus is None:
        return 0
    won = rules.ante_bonus.get(rules.game.ante_bonus.on(rules.ranking.of(hand)))
    return won.odds if won else 0
