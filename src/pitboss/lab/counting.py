"""From a house's rules to a tally: the kernel of the game's family, and counts kept from before."""

from collections.abc import Callable
from fractions import Fraction
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, cast

from pitboss.lab.crew import Progress, silent
from pitboss.lab.kept import Remark, keep
from pitboss.lab.tally import ALL_RANKS, Tally, Terms, terms_of
from pitboss.refusal import Refusal
from pitboss.showdown.rules import Rules

if TYPE_CHECKING:  # it brings numpy, which counts kept from before can do without
    from pitboss.lab.decisions import Decision


class Family(NamedTuple):
    """A kernel, and how many cards besides the hand a player may have seen when a choice is to be made."""

    kernel: str
    seen: tuple[int, ...] = (0,)
    seen_as: str = "besides the hand"


FAMILIES = {
    "pitboss.ranking.flush": Family("flush"),
    "pitboss.ranking.wild_flush": Family("wild_flush", (1, 0), "of the dealer's (--dealer-up)"),
    "pitboss.ranking.three_card": Family("three_card"),
    "pitboss.ranking.four_card": Family("four_card", (1, 0), "of the dealer's (--dealer-up)"),
    "pitboss.ranking.five_card": Family("holdem", (0, 3, 4), "of the board (--community)"),
}
"""By the module of a game's ranking."""


class Kernel(Protocol):
    """What the module of a family gives."""

    def tally(self, rules: Rules, terms: Terms, ranks: int, progress: Progress) -> Tally: ...
    def choices(
        self, rules: Rules, terms: Terms, hand: int, seen: int, ranks: int
    ) -> dict[tuple[int, ...] | None, Fraction]: ...
    def decisions(self, rules: Rules, terms: Terms, ranks: int, progress: Progress) -> "tuple[Decision, ...]": ...


def family_of(rules: Rules) -> Family:
    family = FAMILIES.get(rules.ranking.value.__module__)
    if family is None:
        raise Refusal("no_kernel", f"The lab has no kernel that counts the hands of {rules.game.title} yet.")
    return family


def kernel_of(rules: Rules) -> Kernel:
    return cast(Kernel, import_module(f"pitboss.lab.kernels.{family_of(rules).kernel}"))


class Lab:
    """How counting is done: with or without the disk, who is told of progress and of remarks."""

    def __init__(self, use_kept: bool = True, progress: Progress = silent, remark: Remark = lambda words: None) -> None:
        self.use_kept, self.progress, self.remark = use_kept, progress, remark

    def tally(self, rules: Rules, forgone: Callable[[int], Fraction] | None = None, forgone_by: Any = None) -> Tally:
        """All deals under the play that is best for the main game, and for what else a fold would forgo.

        `forgone_by` says by what `forgone` is given, for the count to be kept under. What a hand earns by staying in
        only ever turns folds into plays. So if no folded hand would earn anything, the count without it stands.
        """
        plain = self._count(rules, terms_of(rules)._replace(extra=lambda hand: Fraction(0)), None)
        terms = terms_of(rules, forgone) if forgone else terms_of(rules)
        if all(terms.extra(row.hand) <= 0 for row in plain.rows if row.stakes is None):
            return plain
        return self._count(rules, terms, [rules.options.get("ante_bonus"), forgone_by])

    def _count(self, rules: Rules, terms: Terms, extra: Any) -> Tally:
        def count() -> Tally:
            return kernel_of(rules).tally(rules, terms, ALL_RANKS, self.progress)

        depends_on = [facts_counted_by(rules, terms), extra]
        return keep(depends_on, count, self.remark, self.use_kept)


def facts_counted_by(rules: Rules, terms: Terms) -> Any:
    """All that a kernel reads of a game, for a count to be kept under: two houses that differ elsewhere share it."""
    game, value = rules.game, rules.ranking.value
    held = [cell.cell_contents for cell in getattr(value, "__closure__", None) or ()]
    return {
        "ranking": [value.__module__, value.__qualname__, held],
        "cards": [game.deal.player, game.deal.dealer, game.deal.community, game.dealer_plays.__qualname__],
        "needs": [rules.dealer_needs, rules.ante_needs],
        "decisions": [
            [step.least, [(limit.most, limit.up_to) for limit in step.limits], step.measure.__qualname__]
            for step in game.decisions
        ],
        "pays": [terms.fold, *({each.name: net for each, net in pays.items()} for pays in (terms.ante, terms.later))],
        "matched": sorted({hand_class for bonus in game.bonuses for hand_class in bonus.both}),
    }
