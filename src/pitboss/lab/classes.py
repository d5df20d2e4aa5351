"""Which classes of hands a kernel can count.

A kernel counts hands by kind, and one hand stands for all of a kind. A figure is exact only if every pay table puts all
hands of a kind into one class. What a class depends on is in the declaration (`ByValue`, `ByMeasure`, or any function
of the cards). It is checked here against the kinds of each kernel, before anything is counted.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations
from types import CodeType, FunctionType
from typing import Any, NamedTuple, Never, cast

import msgspec

from pitboss.cards import DECK, SUIT_BITS, suits
from pitboss.showdown.declaration import ByMeasure, ByValue, Classify
from pitboss.showdown.rules import Rules

Counts = Callable[[Rules, Classify], bool]
"""Whether a kernel counts the classes of this function."""


class Asked(NamedTuple):
    """A side wager as far as the lab asks: its name, its classes, and those that the dealer's cards change."""

    name: str
    classify: Classify
    both: frozenset[int]


def declared(rules: Rules) -> Iterator[Asked]:
    """All side wagers of the game, those too that this house does not offer: a count serves them all."""
    for bonus in rules.game.bonuses:
        yield Asked(bonus.name, bonus.on(rules.options), frozenset(bonus.both))
    progressive = rules.game.progressive
    if progressive:
        yield Asked(progressive.name, progressive.on(rules.options, rules.jurisdiction), frozenset())


def of_own_cards(rules: Rules) -> Callable[[int], tuple[int, ...]]:
    """From a hand to its classes in the tables that may look at more than its value."""
    asked = [each.classify for each in declared(rules) if not isinstance(each.classify, ByValue)]

    def classes(hand: int) -> tuple[int, ...]:
        own = suits(hand)
        return tuple(classify(own, rules.ranking.value(*own)) for classify in asked)

    return classes


def names_a_suit(rules: Rules) -> bool:
    """Whether a pay table asks which suit a hand is of."""
    return any(isinstance(each.classify, ByMeasure) and each.classify.suit for each in declared(rules))


# What each kernel counts


def any_classes(rules: Rules, classify: Classify) -> bool:
    """For kernels that look at every hand a player can be dealt."""
    return True


def classes_of_two_cards(rules: Rules, classify: Classify) -> bool:
    """Classes of the own cards before the board: the value, which the board is part of, may not be looked at."""
    try:
        for cards in combinations(DECK, 2):
            classify(suits(sum(cards)), HIDDEN)
    except (LookedAtError, TypeError):
        return False
    return True


def is_alike_in_all_suits(classify: Classify) -> bool:
    """Whether two cards are always in the same class as those that differ from them only by a change of suits."""
    classes: dict[tuple[int, ...], int] = {}
    hands = [suits(sum(cards)) for cards in combinations(DECK, 2)]
    return all(classes.setdefault(tuple(sorted(own)), classify(own, 0)) == classify(own, 0) for own in hands)


def flush_classes(rules: Rules, classify: Classify) -> bool:
    """By the length of the longest flush and by the longest straight flush.

    A suit may matter only to straight flushes that no hand has in two suits: each suit then has a quarter of them.
    """
    from pitboss.ranking.flush import RUNS, longest_straight_flush  # it makes tables, for which no server waits

    if isinstance(classify, ByValue):
        return depends_on_length(classify.classes, flush_values(rules), SUIT_BITS)
    if not isinstance(classify, ByMeasure) or classify.measure is not longest_straight_flush:
        return False
    other = classify.in_other_suits or classify.classes
    twice = [run for run in set(RUNS) if 2 * (run >> 4) <= rules.game.deal.player]
    return all(classify.classes(run) == other(run) for run in twice)


def flush_values(rules: Rules) -> list[int]:
    """The values of all flushes that can be a player's longest."""
    cards = rules.game.deal.player
    masks = range(1, 1 << SUIT_BITS)
    return [mask.bit_count() << SUIT_BITS | mask for mask in masks if -(-cards // 4) <= mask.bit_count() <= cards]


WILD_BITS = 16
"""The number of bits below the length in the value of a flush with wild cards."""


def wild_flush_classes(rules: Rules, classify: Classify) -> bool:
    """By the length of the longest flush, whether it must be read as a straight one, and the longest straight flush."""
    from pitboss.ranking import wild_flush

    if isinstance(classify, ByValue):
        return depends_on_length(classify.classes, wild_flush_values(rules), WILD_BITS)
    if not isinstance(classify, ByMeasure) or classify.suit:
        return False
    if classify.measure is wild_flush.wild_straight_flush:
        runs = {run for run in wild_flush.WILD_RUNS if run >> 4 <= rules.game.deal.player}
        return depends_on_length(classify.classes, runs, 4)
    return classify.measure in (wild_flush.non_consecutive_flush_length, wild_flush.wild_flush_length)


def wild_flush_values(rules: Rules) -> set[int]:
    """The values of all flushes that can be a player's longest: of the ranks in one suit, and of deuces in others."""
    cards = rules.game.deal.player
    deuces = [(0, 0, 0, 0), (1, 0, 0, 0), (1, 1, 0, 0), (1, 1, 1, 0), (1, 1, 1, 1)]
    return {
        rules.ranking.value(c | ranks, d, h, s)
        for held, (c, d, h, s) in enumerate(deuces)
        for ranks in range(0, 1 << SUIT_BITS, 2)
        if -(-(cards - held) // 4) <= ranks.bit_count() <= cards - held
    }


def depends_on_length(asked: Callable[[int], int], values: Iterable[int], bits: int) -> bool:
    """Whether the answer is the same for all values of one length, which is stored above the low `bits`."""
    found: dict[int, int] = {}
    return all(found.setdefault(value >> bits, asked(value)) == asked(value) for value in values)


# For the cache


def code_of(function: Any, within: tuple[Any, ...] = ()) -> Any:
    """What a function is, for a cache key: its code and the values it uses from where it was made.

    A value without code is represented by its `repr`. If that differs each time, it only causes a new count.
    """
    if any(function is each for each in within):
        return "itself"
    inside = (*within, function)
    if isinstance(function, msgspec.Struct):
        fields = [getattr(function, name) for name in function.__struct_fields__]
        return [type(function).__name__, *(code_of(field, inside) for field in fields)]
    if isinstance(function, CodeType):
        return [function.co_code.hex(), function.co_names, [code_of(each, inside) for each in function.co_consts]]
    if not isinstance(function, FunctionType):
        return repr(function)
    used = [*(cell.cell_contents for cell in function.__closure__ or ()), *(function.__defaults__ or ())]
    used += _globals_of(function)
    return [function.__module__, code_of(function.__code__, inside), [code_of(each, inside) for each in used]]


def _globals_of(function: FunctionType) -> list[Any]:
    """The values outside of a function that its code names. What pitboss itself is made of is in every key anyway."""
    if function.__module__.split(".")[0] == "pitboss":
        return []
    codes = [function.__code__]
    for code in codes:
        codes += [each for each in code.co_consts if isinstance(each, CodeType)]
    names = sorted({name for code in codes for name in code.co_names} & function.__globals__.keys())
    return [function.__globals__[name] for name in names]


# A check that something is not looked at


class LookedAtError(Exception):
    """A function looked at what it may not depend on."""


class Hidden:
    """Replaces a number that may not be looked at. Operations not defined here raise `TypeError`."""

    def refuse(self, *others: object) -> Never:
        raise LookedAtError

    __eq__ = __ne__ = __bool__ = __hash__ = __index__ = __int__ = __repr__ = refuse


HIDDEN = cast(int, Hidden())
