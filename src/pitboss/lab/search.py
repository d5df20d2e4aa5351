"""The search for strategies a person can remember: the best rule for every number of conditions.

What a rule loses is a sum over cells: of each cell the regret of the action it gets. All of it is integer arithmetic.

Rules grow by one or two conditions from the best shorter ones. A new step changes only cells that no earlier step
decides, so it saves the sum, over those cells, of the regret they have less the regret they get. Added up by the values
of a feature, then along their order, this gives what "at least", "at most" and "is" save for every value at once; added
up by two features, what every pair of conditions saves. Rules that cut up one feature alone are found exactly, by
dynamic programming. At each length the best few rules are kept, and the very best improved condition by condition.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.lab.crew import Progress, silent
from pitboss.lab.decisions import Decision
from pitboss.lab.regrets import Numbers, Places, added, in_order, regrets_of
from pitboss.lab.strategies import AT_LEAST, AT_MOST, IS, Condition, Curve, Relation, Rule, Step, sentence

COARSE = 128
"""Two features are searched together over so many stretches of each; the values are made exact one by one later."""

WORK = 400_000
"""About how many cells the rules kept at each length may have together: small decisions are searched more widely."""

FEWEST_KEPT, MOST_KEPT = 6, 40

MOST_VISITS = 20_000
"""Where the search for the best telling of a rule stops."""

POLISHED = 12
"""So many of the rules kept at each length are improved condition by condition."""


def search(decision: Decision, optimum: Fraction | None = None, most: int = 6, progress: Progress = silent) -> Curve:
    """The best rules found with 0, 1, 2, … up to `most` conditions, as far as each more of them lowers the cost.

    `optimum`: what perfect play earns per deal; without it, the best that the cells allow.
    """
    board = _Board(decision)
    best: dict[int, _Draft] = {}

    def note(draft: _Draft) -> None:
        """Keeps the best of each length. A rule that loses nothing by dropping a condition counts as the shorter."""
        draft = _Retelling(board, draft).best
        for shorter in board.shortened(draft):
            if shorter.regret <= draft.regret:
                note(shorter)
                return
        if draft.length not in best or draft.order < best[draft.length].order:
            best[draft.length] = draft

    kept = [[_Draft((), action, int(board.regrets[action].sum())) for action in board.actions]]
    for draft in kept[0]:
        note(draft)
    for length in range(1, most + 1):
        grown = board.cuts(length)
        for draft in kept[-1]:
            grown += _Standing(board, draft).longer_by_one()
        for draft in kept[-2] if length > 1 else []:
            grown += _Standing(board, draft).longer_by_two()
        found = board.best(grown)
        found = board.best(found + [board.polished(draft) for draft in found[:POLISHED]])
        for draft in found[:POLISHED]:
            note(draft)
        kept.append(found)
        progress(length, most)
        if any(draft.regret == 0 for draft in best.values()):
            break
    progress(most, most)
    return board.curve(best, optimum)


class _Draft:
    """A rule in the making; its conditions speak of values by their place in the feature's order."""

    __slots__ = ("default", "regret", "steps")

    def __init__(self, steps: tuple[Step, ...], default: int, regret: int = 0) -> None:
        self.steps, self.default, self.regret = steps, default, regret

    @property
    def length(self) -> int:
        return sum(len(step.conditions) for step in self.steps)

    @property
    def actions(self) -> Places:
        """The action of each step, and of the rest."""
        return np.array([*(step.action for step in self.steps), self.default], np.intp)

    @property
    def order(self) -> tuple[Any, ...]:
        """Better first; among equals what reads better: short, few changes of action, the smaller wagers last."""
        conditions = [each for step in self.steps for each in step.conditions]
        actions = [*(step.action for step in self.steps), self.default]
        rises = sum(action < after for action, after in pairwise(actions))
        falls = sum(action > after for action, after in pairwise(actions))
        downwards = sum(each.relation is AT_MOST for each in conditions)
        said = [(each.feature, each.relation.value, -each.value) for each in conditions]
        upwards = rises if rises + falls > 1 else 0
        reads = rises + falls, upwards, self.default, len(self.steps), downwards
        return self.regret, len(conditions), reads, said, actions

    @property
    def shape(self) -> tuple[Any, ...]:
        """What the rule speaks of, without the values: few of each are kept, lest near copies fill the room."""
        said = [(step.action, *((each.feature, each.relation) for each in step.conditions)) for step in self.steps]
        return self.default, *said


class _Board:
    """A decision made ready: values by their place in the feature's order, and the regret of every action and cell."""

    def __init__(self, decision: Decision) -> None:
        self.decision = decision
        self.cells = np.arange(len(decision.cells))
        self.actions = range(len(decision.actions))
        ordered = [in_order(column) for column in decision.cells.T]
        self.values = [values for values, _ in ordered]
        self.places = [places for _, places in ordered]
        self.sizes = [len(values) for values in self.values]
        self.features = [feature for feature, size in enumerate(self.sizes) if size > 1]
        self.scales = [
            _Scale(places, size, decision.weights) for places, size in zip(self.places, self.sizes, strict=True)
        ]
        self.regrets = regrets_of(decision)
        self.room = min(max(WORK // len(self.cells), FEWEST_KEPT), MOST_KEPT)
        self.tries = 1 + self.room // 10

    def meets(self, conditions: tuple[Condition, ...]) -> NDArray[np.bool_]:
        met = np.ones(len(self.cells), np.bool_)
        for feature, relation, value in conditions:
            places = self.places[feature]
            if relation is AT_LEAST:
                met &= places >= value
            elif relation is AT_MOST:
                met &= places <= value
            else:
                met &= places == value
        return met

    def taken(self, steps: tuple[Step, ...]) -> tuple[Places, Places]:
        """The step that decides each cell, and the one that would without it; past the last step comes the rest."""
        first = np.full(len(self.cells), len(steps))
        second = first.copy()
        for number in reversed(range(len(steps))):
            met = self.meets(steps[number].conditions)
            np.copyto(second, first, where=met)
            first[met] = number
        return first, second

    def with_opposite(self, condition: Condition) -> Iterator[Condition]:
        """The condition, and the one that all other cells meet, if there is one."""
        feature, relation, place = condition
        yield condition
        if relation is AT_LEAST or (relation is IS and place == self.sizes[feature] - 1):
            yield Condition(feature, AT_MOST, place - 1)
        elif relation is AT_MOST or place == 0:
            yield Condition(feature, AT_LEAST, place + 1)

    def judged(self, draft: _Draft, taken: Places | None = None) -> _Draft:
        """The draft with the best action in each of its steps, and its regret."""
        if taken is None:
            taken, _ = self.taken(draft.steps)
        sums = np.stack([added(taken, regrets, len(draft.steps) + 1) for regrets in self.regrets])
        *actions, default = sums.argmin(axis=0).tolist()
        steps = tuple(Step(step.conditions, action) for step, action in zip(draft.steps, actions, strict=True))
        return _Draft(steps, default, int(sums.min(axis=0).sum()))

    def shortened(self, draft: _Draft) -> Iterator[_Draft]:
        """The draft without one of its conditions, for each of them."""
        for number, (conditions, action) in enumerate(draft.steps):
            for dropped in range(len(conditions)):
                rest = conditions[:dropped] + conditions[dropped + 1 :]
                step = (Step(rest, action),) if rest else ()
                yield self.judged(_Draft((*draft.steps[:number], *step, *draft.steps[number + 1 :]), draft.default))

    def best(self, drafts: list[_Draft]) -> list[_Draft]:
        """As many of the best drafts as there is room for: no two that play alike, and few of a shape."""
        found: dict[bytes, _Draft] = {}
        shapes: dict[tuple[Any, ...], int] = {}
        for draft in sorted(drafts, key=lambda draft: draft.regret)[: 20 * self.room]:
            shapes[draft.shape] = shapes.get(draft.shape, 0) + 1
            if shapes[draft.shape] > self.tries:
                continue
            taken, _ = self.taken(draft.steps)
            for each in (draft, self.judged(draft, taken)):
                play = each.actions[taken].tobytes()
                if play not in found or each.order < found[play].order:
                    found[play] = each
            if len(found) >= self.room:
                break
        return sorted(found.values(), key=lambda draft: draft.order)

    def polished(self, draft: _Draft) -> _Draft:
        """The draft after exchanging one condition at a time for the best there is, until none can be bettered."""
        while True:
            others = [other for shorter in self.shortened(draft) for other in _Standing(self, shorter).longer_by_one()]
            better = min(others, key=lambda other: other.regret, default=draft)
            if better.regret >= draft.regret:
                return draft
            draft = self.judged(better)

    def cuts(self, length: int) -> list[_Draft]:
        """For each feature the best way to cut its order into `length` + 1 stretches, each with an action: exactly."""
        found = []
        for feature in self.features:
            size = self.sizes[feature]
            if size > length:
                sums = np.stack([added(self.places[feature], regrets, size) for regrets in self.regrets])
                found.append(self.judged(_cut(feature, sums, length)))
        return found

    def curve(self, best: dict[int, _Draft], optimum: Fraction | None) -> Curve:
        """The rules found that cost less than all shorter ones."""
        highest = Fraction(sum(self.decision.values.max(axis=1).tolist()), self.decision.deals)
        top = highest if optimum is None else optimum
        rules: list[Rule] = []
        for length in sorted(best):
            value = highest - Fraction(best[length].regret, self.decision.deals)
            if not rules or value > rules[-1].value:
                rules.append(self.rule(best[length], value, top - value))
        return Curve(self.decision.name, top, tuple(rules))

    def rule(self, draft: _Draft, value: Fraction, cost: Fraction) -> Rule:
        taken, _ = self.taken(draft.steps)
        wrong = self.regrets[draft.actions[taken], self.cells] > 0
        weights = self.decision.weights
        misplayed = Fraction(sum(weights[wrong].tolist()), sum(weights.tolist()))
        *actions, default = [self.most(action, taken == row) for row, action in enumerate(draft.actions.tolist())]
        steps = tuple(
            Step(tuple(self.said(each) for each in step.conditions), action)
            for step, action in zip(draft.steps, actions, strict=True)
        )
        return Rule(steps, default, sentence(self.decision, steps, default), cost, value, misplayed)

    def most(self, action: int, cells: NDArray[np.bool_]) -> int:
        """The largest wager that is the same as this one in all these cells, because no more is allowed in them."""
        same = [each for each in self.actions if (self.regrets[each, cells] == self.regrets[action, cells]).all()]
        return same[-1] if action else 0

    def said(self, condition: Condition) -> Condition:
        """The condition on the feature's own values; "at least the highest" and "at most the lowest" are "is"."""
        feature, relation, place = condition
        end = {AT_LEAST: self.sizes[feature] - 1, AT_MOST: 0}.get(relation)
        return Condition(feature, IS if place == end else relation, self.values[feature][place])


class _Scale:
    """A feature's order in at most `COARSE` stretches, with about as many deals in each."""

    def __init__(self, places: Places, size: int, weights: Numbers) -> None:
        self.fine = size <= COARSE
        stretch = np.arange(size)
        if not self.fine:
            counts = np.zeros(size, object)
            np.add.at(counts, places, weights.astype(object))
            before = counts.cumsum() - counts
            stretch = np.unique((before * COARSE // sum(counts)).astype(np.intp), return_inverse=True)[1]
        self.places: Places = stretch[places]
        self.begins: list[int] = [*np.flatnonzero(np.diff(stretch, prepend=-1)).tolist(), size]
        self.size = len(self.begins) - 1

    def place(self, relation: Relation, stretch: int) -> int:
        """Where a condition on a stretch draws its line."""
        return self.begins[stretch + 1] - 1 if relation is AT_MOST else self.begins[stretch]


class _Standing:
    """A draft with what it does in every cell: the regret it has there, and what falls to the next step that fits."""

    def __init__(self, board: _Board, draft: _Draft) -> None:
        self.board, self.draft = board, draft
        self.taken, self.next = board.taken(draft.steps)
        self.rows = len(draft.steps) + 1
        self.regret = board.regrets[draft.actions[self.taken], board.cells]

    def longer_by_one(self) -> Iterator[_Draft]:
        """One condition more: in a step of its own at any place, or in a step that had only one."""
        for action in self.board.actions:
            saved = self.regret - self.board.regrets[action]
            for feature in self.board.features:
                for relation, first, sums in _along(_from_below(self._table(saved, feature)), 1):
                    for row, place, sum_ in _greatest(relation, sums, self.board.tries):
                        yield self._inserted(row, (Condition(feature, relation, first + place),), action, sum_)
        yield from self._narrowed()

    def _narrowed(self) -> Iterator[_Draft]:
        """A second condition in a step: of its cells those that do not meet it fall to the next step that fits."""
        saved = self.regret - self.board.regrets[self.draft.actions[self.next], self.board.cells]
        for feature in self.board.features:
            table = self._table(saved, feature)
            whole = table.sum(axis=1, keepdims=True)
            for relation, first, sums in _along(table, 1):
                for row, place, sum_ in _greatest(relation, whole - sums, self.board.tries):
                    if row < len(self.draft.steps):
                        yield from self._with(row, Condition(feature, relation, first + place), sum_)

    def longer_by_two(self) -> Iterator[_Draft]:
        """One step more that has two conditions: on two features, or the two ends of a stretch of one."""
        for action in self.board.actions:
            saved = self.regret - self.board.regrets[action]
            for feature in self.board.features:
                for row, low, high, sum_ in _stretches(_from_below(self._table(saved, feature))):
                    ends = Condition(feature, AT_LEAST, low), Condition(feature, AT_MOST, high)
                    yield self._inserted(row, ends, action, sum_)
            for one, other in combinations(self.board.features, 2):
                yield from self._pairs(saved, one, other, action)

    def _pairs(self, saved: Numbers, one: int, other: int, action: int) -> Iterator[_Draft]:
        """Conditions on two features, drawn between stretches where a feature has very many values."""
        scale, second = self.board.scales[one], self.board.scales[other]
        key = (self.taken * scale.size + scale.places) * second.size + second.places
        table = _from_below(added(key, saved, self.rows, scale.size, second.size))
        for relation, first, along in _along(table, 1, scale.fine):
            for also, start, sums in _along(along, 2, second.fine):
                depth = sums.shape[2]
                for row, best, sum_ in _greatest(IS, sums.reshape(self.rows, -1), 1):
                    place, other_place = first + best // depth, start + best % depth
                    mine = Condition(one, relation, scale.place(relation, place))
                    both = mine, Condition(other, also, second.place(also, other_place))
                    yield self._inserted(row, both, action, sum_)

    def _table(self, saved: Numbers, feature: int) -> Numbers:
        """What is saved in the cells of each step, by the values of a feature."""
        size = self.board.sizes[feature]
        return added(self.taken * size + self.board.places[feature], saved, self.rows, size)

    def _inserted(self, row: int, conditions: tuple[Condition, ...], action: int, saved: int) -> _Draft:
        """A new step before the one at `row`."""
        steps, default, regret = self.draft.steps, self.draft.default, self.draft.regret
        return _Draft((*steps[:row], Step(conditions, action), *steps[row:]), default, regret - saved)

    def _with(self, row: int, more: Condition, saved: int) -> Iterator[_Draft]:
        """The step at `row` with a second condition, if there is room for one and it says something new."""
        steps, default, regret = self.draft.steps, self.draft.default, self.draft.regret
        has, *others = steps[row].conditions
        if not others and _says_two(has, more):
            step = Step(tuple(sorted([has, more], key=_by_feature)), steps[row].action)
            yield _Draft((*steps[:row], step, *steps[row + 1 :]), default, regret - saved)


class _Retelling:
    """The same play told as well as its conditions and their opposites allow.

    Cells that meet the same conditions are one kind; a set of kinds is an integer with a bit for each. A step fits if
    one action is right for all kinds it would decide.
    """

    def __init__(self, board: _Board, draft: _Draft) -> None:
        self.best, self.visits = draft, MOST_VISITS
        said = dict.fromkeys(condition for step in draft.steps for condition in step.conditions)
        literals = list(dict.fromkeys(each for condition in said for each in board.with_opposite(condition)))
        truths = [board.meets((literal,)) for literal in literals]
        code = sum((truth.astype(np.int64) << place for place, truth in enumerate(truths)), start=0 * board.cells)
        _, first, kind = np.unique(code, return_index=True, return_inverse=True)
        self.kinds = (1 << len(first)) - 1
        met = [_bits(truth[first]) for truth in truths]
        alone = [((literal,), bits) for literal, bits in zip(literals, met, strict=True)]
        paired = [((*one, *other), bits & also) for (one, bits), (other, also) in combinations(alone, 2)]
        self.terms = alone + [(tuple(sorted(pair, key=_by_feature)), bits) for pair, bits in paired if _says_two(*pair)]
        played = board.regrets[draft.actions[board.taken(draft.steps)[0]], board.cells]
        unlike = [added(kind, (regrets != played).astype(np.int64), len(first)) for regrets in board.regrets]
        self.right = [_bits(differing == 0) for differing in unlike]
        self.tell((), self.kinds, draft.length, 0)

    def tell(self, steps: tuple[Step, ...], free: int, left: int, start: int) -> None:
        """Every way to go on with the kinds not yet decided; neighbours with the same action in one order only."""
        self.visits -= 1
        action = self.fitting(free)
        if action is not None:
            told = _Draft(steps, action, self.best.regret)
            self.best = min(self.best, told, key=lambda draft: draft.order)
            return
        for number, (conditions, met) in enumerate(self.terms):
            if len(conditions) <= left and met & free and self.visits > 0:
                action = self.fitting(met & free)
                if action is not None and (number >= start or action != steps[-1].action):
                    self.tell((*steps, Step(conditions, action)), free & ~met, left - len(conditions), number + 1)

    def fitting(self, kinds: int) -> int | None:
        """The action that is right for all these kinds; of wagers equal by their limits the largest."""
        fit = [action for action, right in enumerate(self.right) if not kinds & ~right]
        return None if not fit else fit[-1] if fit[0] else 0


def _bits(flags: NDArray[np.bool_]) -> int:
    return sum(1 << place for place in np.flatnonzero(flags).tolist())


def _by_feature(condition: Condition) -> tuple[int, str]:
    return condition.feature, condition.relation.value


def _says_two(one: Condition, other: Condition) -> bool:
    """Whether two conditions in a step say more than one: on two features, or the two ends of a stretch."""
    return one.feature != other.feature or {one.relation, other.relation} == {AT_LEAST, AT_MOST}


def _from_below(table: Numbers) -> Numbers:
    """What reaches a new step at each row: the cells of the step that stood there and of all below."""
    return np.flip(np.flip(table, 0).cumsum(axis=0), 0)


def _along(table: Numbers, axis: int, single: bool = True) -> Iterator[tuple[Relation, int, Numbers]]:
    """For each relation the sums over all values that stand in it to a value, and the place of the first such value.

    `single`: whether "is" can be said.
    What every value meets is no condition: "at least" begins with the second value, "at most" ends before the last.
    """
    size = table.shape[axis]
    if size > 2:  # of two values, "is" says it all
        running, before = table.cumsum(axis=axis), (slice(None),) * axis
        yield AT_MOST, 0, running[(*before, slice(-1))]
        yield AT_LEAST, 1, running[(*before, slice(-1, None))] - running[(*before, slice(-1))]
    if single:
        yield IS, 0, table


def _greatest(relation: Relation, sums: Numbers, tries: int) -> Iterator[tuple[int, int, int]]:
    """The greatest sums of each row above 0: row, place, sum. Of equals the one that fewest cells meet is first."""
    last = sums.shape[1] - 1 if relation is AT_LEAST else 0
    ranked = sums[:, ::-1] if last else sums
    places = (-ranked).argsort(axis=1, kind="stable")[:, :tries] if tries > 1 else ranked.argmax(axis=1)[:, None]
    found = np.take_along_axis(ranked, places, axis=1)
    for row, nth in np.argwhere(found > 0).tolist():
        yield row, abs(last - int(places[row, nth])), int(found[row, nth])


def _stretches(table: Numbers) -> Iterator[tuple[int, int, int, int]]:
    """In each row the run of values, ends left out, with the greatest sum: row, first and last place, sum.

    It is the greatest difference of two running sums, the later less the earlier.
    """
    running = table.cumsum(axis=1)
    least = np.minimum.accumulate(running, axis=1)
    for row, sums in enumerate(running[:, 1:-1] - least[:, :-2]):
        if len(sums):
            high = int(sums.argmax()) + 1
            low = int(np.flatnonzero(running[row, :high] == least[row, high - 1])[-1]) + 1
            if low < high and sums[high - 1] > 0:
                yield row, low, high, int(sums[high - 1])


def _cut(feature: int, regrets: Numbers, cuts: int) -> _Draft:
    """A feature's order cut into stretches with the least regret in all; `regrets` by action and value.

    If the last stretch has action a, the least regret up to a value is the running sum of a's regrets, plus the least,
    over all places where that stretch may begin, of the regret before it less a's running sum there.
    """
    count, size = regrets.shape
    running = np.concatenate([np.zeros((count, 1), regrets.dtype), regrets.cumsum(axis=1)], axis=1)
    least, begins = [running], []
    for _ in range(cuts):
        beginning = least[-1].min(axis=0) - running
        begins.append((beginning, np.minimum.accumulate(beginning, axis=1)))
        least.append(begins[-1][1] + running)
    steps = []
    action, end = int(least.pop()[:, size].argmin()), size
    while begins:
        beginning, best = begins.pop()
        # The last of equals: a situation worth the same either way gets the action of the lower stretch.
        begin = int(np.flatnonzero(beginning[action, : end + 1] == best[action, end])[-1])
        if begin == 0:
            break
        if begin < end:
            steps.append(Step((Condition(feature, AT_LEAST, begin),), action))
        action, end = int(least.pop()[:, begin].argmin()), begin
    return _Draft(tuple(steps), action)
