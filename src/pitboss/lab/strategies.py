"""Strategies to remember: a list of steps with conditions, what it costs, and the sentence a player would keep."""

import re
from collections.abc import Iterable, Sequence
from enum import Enum
from fractions import Fraction
from itertools import groupby, takewhile
from typing import NamedTuple

from pitboss.lab.decisions import Decision


class Relation(Enum):
    AT_LEAST = "at least"
    AT_MOST = "at most"
    IS = "is"


AT_LEAST, AT_MOST, IS = Relation


class Condition(NamedTuple):
    """What one feature (by its number in the decision) must be."""

    feature: int
    relation: Relation
    value: int


class Step(NamedTuple):
    """An action for all situations that meet every condition, unless an earlier step has decided them."""

    conditions: tuple[Condition, ...]
    action: int


class Rule(NamedTuple):
    """A strategy to remember. The first step that fits decides; `default` covers the rest.

    All figures are exact: `value` and `cost` (against the optimum) in antes per deal; `misplayed` is the share of the
    hands that come to this decision and get an action worse than the best of their cell.
    """

    steps: tuple[Step, ...]
    default: int
    words: str
    cost: Fraction
    value: Fraction
    misplayed: Fraction

    @property
    def conditions(self) -> int:
        """How many conditions there are to remember."""
        return sum(len(step.conditions) for step in self.steps)


class Curve(NamedTuple):
    """The trade between simple and optimal: each rule has more conditions than the one before it, and costs less."""

    decision: str
    optimum: Fraction
    rules: tuple[Rule, ...]

    def worth_their_length(self) -> "Curve":
        """Without the rules that save less than a twentieth of what the next shorter one costs."""
        told: list[Rule] = []
        for rule in self.rules:
            if not told or rule.cost <= told[-1].cost * Fraction(19, 20):
                told.append(rule)
        return self._replace(rules=tuple(told))

    def best(self, conditions: int) -> Rule:
        """The best rule of no more than so many conditions."""
        return [rule for rule in self.rules if rule.conditions <= conditions][-1]


VERBS = ("play", "raise", "call")
"""Names of decisions that say what a player does; in the others a player bets."""


def sentence(decision: Decision, steps: Sequence[Step], default: int) -> str:
    """ "Raise 3x with a pair of tens or better; 1x with a pair of twos or better; fold the rest"."""
    phrases = Phrases(decision)
    parts = [
        phrases.does(action, ", or ".join(phrases.situation(step.conditions) for step in group))
        for action, group in groupby(steps, key=lambda step: step.action)
    ]
    parts.append(phrases.does(default, "the rest" if parts else "every hand"))
    text = "; ".join(parts)
    return text[0].upper() + text[1:]


class Phrases:
    """The words of one decision: its actions, and the values of its features."""

    def __init__(self, decision: Decision) -> None:
        self.decision = decision
        self.lowest: list[int] = decision.cells.min(axis=0).tolist()
        self.highest: list[int] = decision.cells.max(axis=0).tolist()
        self.one_size = sum(_is_size(action) for action in decision.actions) == 1
        # The largest wager, where it is not allowed, stands for the largest that is, and so earns the same.
        self.capped = bool((decision.values[:, -1] == decision.values[:, -2]).any())
        self.verb = decision.name if decision.name in VERBS else "bet"
        self.verb_is_said = False

    def does(self, action: int, situation: str) -> str:
        """ "fold the rest", "raise 3x with …", then "1x with …"; if there is one size only, it goes without saying."""
        said = self.decision.actions[action]
        if not _is_size(said):
            return f"{said} {situation}"
        if self.one_size:
            return f"{self.verb} {situation}"
        if self.capped and action == len(self.decision.actions) - 1:
            said = "the most allowed"
        opening = "" if self.verb_is_said else f"{self.verb} "
        self.verb_is_said = True
        return f"{opening}{said} with {situation}"

    def situation(self, conditions: Iterable[Condition]) -> str:
        """What is held first; what is asked of the rest follows: "… when the dealer's card is nine or lower"."""
        held, others = "", []
        for feature, group in groupby(conditions, key=lambda condition: condition.feature):
            low, high = self.lowest[feature], self.highest[feature]
            for _, relation, value in group:
                low = low if relation is AT_MOST else max(low, value)
                high = high if relation is AT_LEAST else min(high, value)
            if self.decision.features[feature].noun and not held:
                held = self.held(feature, low, high)
            else:
                others.append(self.sight(feature, low, high))
        return f"{held or 'any hand'} when {' and '.join(others)}" if others else held

    def held(self, feature: int, low: int, high: int) -> str:
        """ "a pair of tens or better", "a high card of eight or higher"; of other things the bare words."""
        return with_article((self.decision.features[feature].noun or "{}").format(self.span(feature, low, high)))

    def sight(self, feature: int, low: int, high: int) -> str:
        """ "the dealer's card is nine or lower", "the board has three of a suit", "your draws are two"."""
        name, *_, clause = self.decision.features[feature]
        thing = next(word for word in name.split()[1:] if not word.endswith("'s"))
        clause = clause or f"{name} {'are' if thing.endswith('s') else 'is'} {{}}"
        return clause.format(self.span(feature, low, high))

    def span(self, feature: int, low: int, high: int) -> str:
        """A stretch of what a feature can be: "ten or higher", "two or fewer", "ace to nine"."""
        _, words, upwards, downwards, *_ = self.decision.features[feature]
        if low == high:
            return words(low)
        if upwards and high == self.highest[feature]:
            return f"{words(low)} {upwards}"
        if downwards and low == self.lowest[feature]:
            return f"{words(high)} {downwards}"
        return f"{words(low)} {'or' if high == low + 1 else 'to'} {_without_what_is_said(words(low), words(high))}"


def _without_what_is_said(before: str, words: str) -> str:
    """ "a pair of threes to sevens", "a 3 card flush, ten-nine-six to ten-nine-eight", but "… to a 4 card flush"."""
    said = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(before.split(), words.split(), strict=False)))
    return " ".join(words.split()[said:]) if said > 1 else with_article(words)


def _is_size(action: str) -> bool:
    return action[:1].isdigit()


ARTICLE = re.compile(r"(pair|flush|straight|full house|\d card )")


def with_article(words: str) -> str:
    """ "a pair of tens", but "queen-six-four" and "three of a kind, nines"."""
    return f"a {words}" if ARTICLE.match(words) else words
