"""From a house's rules to a tally: the kernel of the game's family, and counts kept from before."""

import sys
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import lru_cache
from importlib import import_module
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, cast

from pitboss.cards import DECK, NAMES, SUIT_BITS
from pitboss.lab.classes import (
    WILD_BITS,
    Asked,
    Counts,
    any_classes,
    classes_of_two_cards,
    code_of,
    declared,
    depends_on_length,
    flush_classes,
    flush_values,
    is_alike_in_all_suits,
    names_a_suit,
    wild_flush_classes,
    wild_flush_values,
)
from pitboss.lab.crew import Progress, silent
from pitboss.lab.kept import Remark, keep
from pitboss.lab.sources import module_of, sources_of
from pitboss.lab.tally import ALL_RANKS, NET, Tally, Terms, terms_of
from pitboss.refusal import Refusal, spoken
from pitboss.regulations.options import Choice
from pitboss.showdown.declaration import Outcome, WithoutExposed, all_cards
from pitboss.showdown.rules import Rules

if TYPE_CHECKING:  # it brings numpy, which counts kept from before can do without
    from pitboss.lab.decisions import Decision


class Family(NamedTuple):
    """A kernel, and the shape of the games it counts. What it does not count is refused, never left out.

    `counts`: whether it counts the classes of a side wager. `tells_apart`: what hands it tells apart, for people.
    `cards`: of player, dealer and board, where they are fixed. `declined_by`: how each decision is declined.
    `qualifies`, `ante_minimum`, `ante_bonus`, `both`: whether a dealer who must qualify, hands too weak for the ante, a
    bonus on the ante, and classes that the dealer's cards change are counted. `limits`: whether the most that may be
    wagered may depend on the hand: by its value, or where `values` are given by the length of its flush, which stands
    above so many bits (`length_bits`) of each value. `never_falls`: whether a higher hand must never earn less.
    `dealer_plays`: what the dealer plays of the cards dealt.
    `seen`: how many cards besides the hand a player may have seen when a choice is to be made. `counts_out`: whether
    cards that lie elsewhere, known to be in nobody's hand, can be counted out of a choice.
    """

    kernel: str
    counts: Counts
    tells_apart: str
    cards: tuple[int, int, int] | None = None
    declined_by: tuple[str, ...] = ("fold",)
    qualifies: bool = False
    ante_minimum: bool = False
    ante_bonus: bool = False
    both: bool = False
    limits: bool = True
    values: Callable[[Rules], Iterable[int]] | None = None
    length_bits: int = 0
    never_falls: bool = False
    dealer_plays: Callable[[tuple[int, ...]], int] = all_cards
    seen: tuple[int, ...] = (0,)
    seen_as: str = "besides the hand"
    counts_out: bool = False

    def lacks(self, rules: Rules) -> str:
        """The part of the main game that is not counted; empty if all of it is."""
        game, deal = rules.game, rules.game.deal
        cards = deal.player, deal.dealer, deal.community
        parts = {
            "hands of this number of cards": self.cards == cards if self.cards else is_small(*cards),
            "its decisions": tuple(step.declined_by for step in game.decisions) == self.declined_by,
            "a dealer who must qualify": not rules.dealer_needs or (self.qualifies and self._can_qualify(rules)),
            "the least hand for the ante": self._counts_ante_minimum(rules),
            "the ante bonus": not game.ante_bonus or (self.ante_bonus and not pays_twice(rules, game.ante_bonus.name)),
            "what the dealer plays of the cards dealt": game.dealer_plays == self.dealer_plays,
        }
        missing = next((part for part, is_counted in parts.items() if not is_counted), "")
        return missing or self._uncounted_limits(rules) or self._uncounted_outcomes(rules)

    def _can_qualify(self, rules: Rules) -> bool:
        return not self.values or rules.dealer_needs >> self.length_bits <= rules.game.deal.dealer

    def _counts_ante_minimum(self, rules: Rules) -> bool:
        """Where it is counted, it is by kinds of hand, and there must be one."""
        if not self.ante_minimum:
            return not rules.ante_needs
        from pitboss.ranking.five_card import at_least, category  # it makes tables, for which no server waits

        least = rules.ante_needs
        return least > 0 and least == at_least(category(least))

    def _uncounted_limits(self, rules: Rules) -> str:
        steps = rules.game.decisions
        if any(not step.limits for step in steps):
            return "a wager without a limit"
        if any(limit.most < step.least for step in steps for limit in step.limits):
            return "a wager whose least is over its limit"
        if not self.limits:
            fixed = all(limit.most == step.least for step in steps for limit in step.limits)
            return "" if fixed else "later wagers of more than one size"
        if self.values is None:
            return ""
        (step,) = steps
        by_length = depends_on_length(lambda value: step.most(value).most, self.values(rules), self.length_bits)
        return "" if by_length else "limits that depend on more than the length of the flush"

    def _uncounted_outcomes(self, rules: Rules) -> str:
        """The part of the outcomes that is not counted: each must decide the ante and each later wager."""
        outcomes = {outcome: dict(pays.results) for outcome, pays in rules.game.outcomes.items()}
        wagers = {rules.ante, *(step.name for step in rules.game.decisions)}
        needed = {Outcome.PLAYER_HIGHER, Outcome.TIE, Outcome.DEALER_HIGHER}
        needed |= {Outcome.DEALER_FAILS} if rules.dealer_needs else set()
        needed |= {Outcome.PLAYER_HIGHER_WEAK} if rules.ante_needs else set()
        fold = outcomes.get(Outcome.FOLD, {})
        if rules.ante not in fold or not fold.keys() <= wagers:
            return "what a fold does"
        if any(outcomes.get(outcome, {}).keys() != wagers for outcome in needed):
            return "its table of outcomes"
        rows = [outcomes[each] for each in (Outcome.PLAYER_HIGHER, Outcome.TIE, Outcome.DEALER_HIGHER)]
        if self.never_falls and any(NET[a[wager]] < NET[b[wager]] for a, b in pairwise(rows) for wager in wagers):
            return "a higher hand that earns less than a lower one"
        weak = outcomes[Outcome.PLAYER_HIGHER_WEAK] if rules.ante_needs else rows[0]
        if any(weak[wager] is not rows[0][wager] for wager in wagers - {rules.ante}):
            return "later wagers that a weak hand wins less on"
        return ""


def is_small(player: int, dealer: int, community: int) -> bool:
    """Whether hands are small enough for a kernel of any number of cards to count them in 64 bits."""
    return 1 <= player <= MOST_CARDS and 1 <= dealer <= MOST_CARDS and community == 0


MOST_CARDS = 8

DEUCES = sum(card for card in DECK if NAMES[card][0] == "2")

FAMILIES = {
    "pitboss.ranking.flush:longest_flush": Family(
        "flush",
        flush_classes,
        "the length of the longest flush and the longest straight flush",
        qualifies=True,
        values=flush_values,
        length_bits=SUIT_BITS,
        counts_out=True,
    ),
    "pitboss.ranking.wild_flush:ranking.<locals>.value": Family(
        "wild_flush",
        wild_flush_classes,
        "the length of the longest flush and of the longest straight flush",
        (7, 8, 0),
        values=wild_flush_values,
        length_bits=WILD_BITS,
        never_falls=True,
        dealer_plays=WithoutExposed(DEUCES),
        seen=(1, 0),
        seen_as="of the dealer's (--dealer-up)",
    ),
    "pitboss.ranking.three_card:three_card": Family(
        "three_card", any_classes, "the player's cards", (3, 3, 0), qualifies=True, ante_bonus=True, counts_out=True
    ),
    "pitboss.ranking.four_card:best_four": Family(
        "four_card",
        any_classes,
        "the player's cards",
        (5, 6, 0),
        ante_bonus=True,
        seen=(1, 0),
        seen_as="of the dealer's (--dealer-up)",
        counts_out=True,
    ),
    "pitboss.ranking.five_card:best_five": Family(
        "holdem",
        classes_of_two_cards,
        "the player's two cards",
        (2, 2, 5),
        ("fold", "check", "check"),
        ante_minimum=True,
        both=True,
        limits=False,
        seen=(0, 3, 4),
        seen_as="of the board (--community)",
    ),
}
"""By the function of a game's ranking."""


class Kernel(Protocol):
    """What the module of a family gives."""

    def tally(self, rules: Rules, terms: Terms, ranks: int, progress: Progress) -> Tally: ...
    def choices(
        self, rules: Rules, terms: Terms, hand: int, seen: int, ranks: int, gone: int
    ) -> dict[tuple[int, ...] | None, Fraction]: ...
    def decisions(self, rules: Rules, terms: Terms, ranks: int, progress: Progress) -> "tuple[Decision, ...]": ...


def family_of(rules: Rules) -> Family:
    """The family that counts these rules. Raises `Refusal` if no kernel counts all of them."""
    problem = problem_of(rules)
    if problem:
        raise Refusal(*problem)
    return FAMILIES[ranked_by(rules)]


def ranked_by(rules: Rules) -> str:
    value = rules.ranking.value
    return f"{value.__module__}:{value.__qualname__}"


@lru_cache(maxsize=64)
def problem_of(rules: Rules) -> tuple[str, str] | None:
    """Why these rules cannot be counted: the code and the sentence of a refusal."""
    family, title = FAMILIES.get(ranked_by(rules)), rules.game.title
    if family is None:
        return "no_kernel", f"The lab has no kernel that counts the hands of {title} yet."
    part = family.lacks(rules)
    if part:
        return "no_kernel", f"The lab has no kernel that counts {title} yet: it cannot count {part}."
    offered = {side.name for side in rules.sides}
    why = next((why for each in declared(rules) if each.name in offered for why in uncounted(family, rules, each)), "")
    return ("classes_not_counted", why) if why else None


def uncounted(family: Family, rules: Rules, side: Asked) -> Iterator[str]:
    """Why a side wager cannot be counted."""
    leave_out = f"Leave out the {spoken(side.name)} ({side.name}=none): the lab cannot count it exactly."
    if not family.counts(rules, side.classify):
        yield f"{leave_out} By its declaration it may depend on more than {family.tells_apart}; no more is counted."
    if pays_twice(rules, side.name):
        yield f"{leave_out} Its pay table has two lines for one class of hands."
    if side.both and not family.both:
        yield f"{leave_out} Its classes depend on the dealer's cards, which are not counted."
    if side.both and family.both and not is_alike_in_all_suits(side.classify):
        yield f"{leave_out} Its classes depend on the suits of the player's and of the dealer's cards together."
    if side.both and any(other.both for other in declared(rules) if other.name != side.name):
        yield f"{leave_out} Another wager depends on the dealer's cards too, and only one such wager is counted."


def pays_twice(rules: Rules, wager: str) -> bool:
    """Whether the wager's table in force has two lines for one class."""
    table = rules.table(wager)
    classes = [line.hand_class for line in table.lines] if table else []
    return len(set(classes)) < len(classes)


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
    """The cache key of a count: the game's source and every choice except the pay tables.

    `source` is None where a part of the game has no readable source.
    """
    game = rules.game
    written = {function.__module__ for function in (rules.ranking.value, game.ranking, game.dealer_plays)}
    written |= {step.measure.__module__ for step in game.decisions} | {bonus.on.__module__ for bonus in game.bonuses}
    written |= {game.ante_bonus.on.__module__} if game.ante_bonus else set()
    written |= {module for module in (module_of(game.name),) if module in sys.modules}
    written |= {game.progressive.on.__module__} if game.progressive else set()
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
        "classes": classes_in_key(rules),
        "functions": [code_of(each) for each in functions_of(rules)],
    }


def functions_of(rules: Rules) -> list[Callable[..., Any]]:
    """The functions of a declaration that a count depends on, besides the classes of side wagers."""
    game = rules.game
    measures = [step.measure for step in game.decisions]
    return [game.ranking, *measures, *([game.ante_bonus.on] if game.ante_bonus else [])]


def classes_in_key(rules: Rules) -> Any:
    """The classes that rows are told apart by: of every side wager, or only whether a suit makes a difference."""
    family = FAMILIES.get(ranked_by(rules))
    if family is None or family.values:
        return names_a_suit(rules)
    return [code_of(each.classify) for each in declared(rules)]
