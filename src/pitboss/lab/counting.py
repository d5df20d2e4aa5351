"""From a house's rules to a tally: the kernel of the game's family, and counts kept from before."""

import sys
from collections.abc import Callable
from fractions import Fraction
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, cast

from pitboss.cards import DECK, NAMES
from pitboss.lab.crew import Progress, silent
from pitboss.lab.kept import Remark, keep
from pitboss.lab.sources import module_of, sources_of
from pitboss.lab.tally import ALL_RANKS, Tally, Terms, terms_of
from pitboss.refusal import Refusal
from pitboss.regulations.options import Choice
from pitboss.showdown.declaration import all_cards
from pitboss.showdown.rules import Rules

if TYPE_CHECKING:  # it brings numpy, which counts kept from before can do without
    from pitboss.lab.decisions import Decision


class Family(NamedTuple):
    """A kernel, and the shape of the games it counts. What it does not count is refused, never left out.

    `cards`: of player, dealer and board, where they are fixed. `qualifies`, `ante_minimum`: whether a dealer who must
    qualify, and hands too weak for the ante, are counted. `thrown_out`: cards that do not play where they lie face up.
    `seen`: how many cards besides the hand a player may have seen when a choice is to be made. `counts_out`: whether
    cards that lie elsewhere, known to be in nobody's hand, can be counted out of a choice.
    """

    kernel: str
    cards: tuple[int, int, int] | None = None
    decisions: int = 1
    qualifies: bool = False
    ante_minimum: bool = False
    thrown_out: tuple[int, ...] = ()
    seen: tuple[int, ...] = (0,)
    seen_as: str = "besides the hand"
    counts_out: bool = False

    def counts(self, rules: Rules) -> bool:
        game, deal = rules.game, rules.game.deal
        return (
            self.cards in (None, (deal.player, deal.dealer, deal.community))
            and (deal.community == 0 or self.cards is not None)
            and len(game.decisions) == self.decisions
            and (self.qualifies or not rules.dealer_needs)
            and (self.ante_minimum or not rules.ante_needs)
            and (game.dealer_plays is all_cards or bool(self.thrown_out))
            and tuple(card for card in DECK if game.dealer_plays((card,)) != card) == self.thrown_out
        )


DEUCES = tuple(card for card in DECK if NAMES[card][0] == "2")

FAMILIES = {
    "pitboss.ranking.flush": Family("flush", qualifies=True, counts_out=True),
    "pitboss.ranking.wild_flush": Family(
        "wild_flush", (7, 8, 0), thrown_out=DEUCES, seen=(1, 0), seen_as="of the dealer's (--dealer-up)"
    ),
    "pitboss.ranking.three_card": Family("three_card", (3, 3, 0), qualifies=True, counts_out=True),
    "pitboss.ranking.four_card": Family(
        "four_card", (5, 6, 0), seen=(1, 0), seen_as="of the dealer's (--dealer-up)", counts_out=True
    ),
    "pitboss.ranking.five_card": Family(
        "holdem", (2, 2, 5), 3, ante_minimum=True, seen=(0, 3, 4), seen_as="of the board (--community)"
    ),
}
"""By the module of a game's ranking."""


class Kernel(Protocol):
    """What the module of a family gives."""

    def tally(self, rules: Rules, terms: Terms, ranks: int, progress: Progress) -> Tally: ...
    def choices(
        self, rules: Rules, terms: Terms, hand: int, seen: int, ranks: int, gone: int
    ) -> dict[tuple[int, ...] | None, Fraction]: ...
    def decisions(self, rules: Rules, terms: Terms, ranks: int, progress: Progress) -> "tuple[Decision, ...]": ...


def family_of(rules: Rules) -> Family:
    family = FAMILIES.get(rules.ranking.value.__module__)
    if family is None or not family.counts(rules):
        raise Refusal("no_kernel", f"The lab has no kernel that counts the hands of {rules.game.title} yet.")
    return family


def kernel_of(rules: Rules) -> Kernel:
    return cast(Kernel, import_module(f"pitboss.lab.kernels.{family_of(rules).kernel}"))


def nothing(hand: int) -> Fraction:
    """What most hands forgo by a fold besides the main game."""
    return Fraction(0)


class Lab:
    """How counting is done: with or without the disk, who is told of progress and of remarks."""

    def __init__(self, use_kept: bool = True, progress: Progress = silent, remark: Remark = lambda words: None) -> None:
        self.use_kept, self.progress, self.remark = use_kept, progress, remark
        self.counted: dict[str, Tally] = {}

    def tally(self, rules: Rules, forgone: Callable[[int], Fraction] = nothing) -> Tally:
        """All deals under the play that is best for the main game, and for what else a fold would forgo.

        What a hand earns by staying in only ever turns folds into plays. So if no folded hand would earn anything, the
        count without such earnings stands; otherwise it is counted, and kept, with what each kind of hand earns.
        """
        family_of(rules)
        plain = self._count(rules, terms_of(rules)._replace(extra=nothing), [])
        terms = terms_of(rules, forgone)
        if all(terms.extra(row.hand) <= 0 for row in plain.rows if row.stakes is None):
            return plain
        hands = sorted({row.hand for row in plain.rows})
        return self._count(rules, terms, [str(max(-FAR, min(terms.extra(hand), FAR))) for hand in hands])

    def _count(self, rules: Rules, terms: Terms, extra: list[str]) -> Tally:
        def count() -> Tally:
            return kernel_of(rules).tally(rules, terms, ALL_RANKS, self.progress)

        house = house_of(rules)
        depends_on = [house, extra]
        if house["source"] is None:
            self.remark(f"{rules.game.title} has no readable source, so its count is not cached.")
            return keep(depends_on, count, self.remark, use=False)
        key = repr(depends_on)
        if key not in self.counted:
            self.counted[key] = keep(depends_on, count, self.remark, self.use_kept)
        return self.counted[key]


FAR = 8
"""More antes than any play loses: what a hand earns beyond that decides nothing else."""


def house_of(rules: Rules) -> Any:
    """What a count may depend on, to be kept under: the game as it is written and every choice but the pay tables.

    `source` is None where a part of the game has no readable source.
    """
    game = rules.game
    written = {function.__module__ for function in (rules.ranking.value, game.ranking, game.dealer_plays)}
    written |= {step.measure.__module__ for step in game.decisions} | {bonus.on.__module__ for bonus in game.bonuses}
    written |= {game.ante_bonus.on.__module__} if game.ante_bonus else set()
    written |= {module for module in (module_of(game.name),) if module in sys.modules}
    return {
        "game": [game.name, rules.jurisdiction],
        "choices": {each.name: rules.options[each.name] for each in game.choices if isinstance(each, Choice)},
        "cards": [game.deal.player, game.deal.dealer, game.deal.community],
        "needs": [rules.dealer_needs, rules.ante_needs],
        "limits": [[step.least, [(limit.most, limit.up_to) for limit in step.limits]] for step in game.decisions],
        "outcomes": {
            outcome.name: {wager: result.name for wager, result in pays.results.items()}
            for outcome, pays in game.outcomes.items()
        },
        "source": sources_of(written),
    }
