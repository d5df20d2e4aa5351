"""Strategies to remember: a list of steps with conditions, what it costs, and the sentence a player would keep."""

import re
from collections.abc import Iterable, Sequence
from enum import Enum
from fractions import Fraction
from itertools import groupby
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

    def best(self, conditions: int) -> Rule:
        """The best rule of no more than so many conditions."""
        return [rule for rule in self.rules if rule.conditions <= conditions][-1]


VERBS = ("play", "raise", "call")
"""Names of decisions that say what a player does; in the others a player bets."""


HANDS = ("your hand", "your cards", "your flush")
"""First features that are the hand itself: "with a pair of tens or better" says all."""


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
        """The hand first; what is asked of the rest follows: "… when the dealer's card is nine to two"."""
        hand, others = "any hand", []
        for feature, group in groupby(conditions, key=lambda condition: condition.feature):
            low, high = self.lowest[feature], self.highest[feature]
            for _, relation, value in group:
                low = low if relation is AT_MOST else max(low, value)
                high = high if relation is AT_LEAST else min(high, value)
            if feature == 0 and self.decision.features[0].name in HANDS:
                hand = self.hands(low, high)
            else:
                others.append(self.sight(feature, low, high))
        return f"{hand} when {' and '.join(others)}" if others else hand

    def row(self, low: int, high: int) -> str:
        """A stretch of the first feature, whatever it is."""
        return self.hands(low, high) if self.decision.features[0].name in HANDS else self.span(0, low, high)

    def hands(self, low: int, high: int) -> str:
        """ "a pair of tens or better", "queen-six-three or worse", "a pair of twos to a pair of nines"."""
        words = self.decision.features[0].words
        if low == high:
            return with_article(words(low))
        if high == self.highest[0]:
            return f"{with_article(words(low))} or better"
        if low == self.lowest[0]:
            return f"{with_article(words(high))} or worse"
        return f"{with_article(words(low))} to {with_article(words(high))}"

    def sight(self, feature: int, low: int, high: int) -> str:
        """ "the dealer's card is nine to two", "your second suit is 3 or more cards", "your deuces are 0"."""
        name, words = self.decision.features[feature]
        if low == high and words(low) in ("yes", "no"):
            return name if words(low) == "yes" else f"not {name}"
        subject = name if name.startswith(("your ", "the ")) else f"the {name}"
        thing = next(word for word in subject.split()[1:] if not word.endswith("'s"))
        return f"{subject} {'are' if thing.endswith('s') else 'is'} {self.span(feature, low, high)}"

    def span(self, feature: int, low: int, high: int) -> str:
        """A stretch of what a feature can be. What is counted says only where it begins or ends."""
        words = self.decision.features[feature].words
        number, *things = words(high if low == self.lowest[feature] else low).split(" ", 1)
        if low == high:
            return words(low)
        if number.isdigit() and high == self.highest[feature]:
            return " ".join([f"{number} or more", *things])
        if number.isdigit() and low == self.lowest[feature]:
            return " ".join([f"{number} or fewer", *things])
        return f"{words(low)} {'or' if high == low + 1 else 'to'} {words(high)}"


def _is_size(action: str) -> bool:
    return action[:1].isdigit()


ARTICLE = re.compile(r"(pair|flush|straight|full house|\d card )")


def with_article(words: str) -> str:
    """ "a pair of tens", but "queen-six-four" and "three of a kind, nines"."""
    return f"a {words}" if ARTICLE.match(words) else words
