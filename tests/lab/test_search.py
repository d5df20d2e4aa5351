"""Strategies to remember: the search beside every rule there is, on decisions small enough for that; charts."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, pairwise, product

import numpy as np
import pytest
from numpy.typing import NDArray

from pitboss.games import high_card_flush, three_card_poker
from pitboss.lab.charts import chart
from pitboss.lab.decisions import Decision, Feature, hand_feature
from pitboss.lab.kernels import flush, three_card
from pitboss.lab.search import search
from pitboss.lab.strategies import AT_LEAST, AT_MOST, IS, Condition, Relation, Step
from pitboss.lab.tally import terms_of

Ints = NDArray[np.int64]
Mask = NDArray[np.bool_]
ACTIONS = ("fold", "1x", "3x")


def made_up(seed: int, sizes: tuple[int, ...], actions: int, smooth: bool = False) -> Decision:
    """Every combination of values, with worths at random, or with worths that mostly grow with the features."""
    chance = np.random.default_rng(seed)
    cells = np.array(list(product(*map(range, sizes))), np.int64)
    weights = chance.integers(1, 50, len(cells))
    better = (8 * cells.sum(axis=1)[:, None] - 30) * np.arange(actions) if smooth else 0
    values = (chance.integers(-60, 60, (len(cells), actions)) + better) * weights[:, None]
    features = tuple(Feature(name, str) for name in ("your hand", "the dealer's card", "your kicker")[: len(sizes)])
    return Decision("play", features, ACTIONS[:actions], cells, values, weights, int(weights.sum()) + 7)


def met(cells: Ints, condition: Condition) -> Mask:
    compare = {AT_LEAST: np.greater_equal, AT_MOST: np.less_equal, IS: np.equal}[condition.relation]
    mask: Mask = compare(cells[:, condition.feature], condition.value)
    return mask


def worth(decision: Decision, steps: tuple[Step, ...], default: int) -> Fraction:
    """What a rule earns per deal, from its definition."""
    total, free = 0, np.ones(len(decision.cells), np.bool_)
    for conditions, action in (*steps, Step((), default)):
        fits = np.logical_and.reduce([free, *(met(decision.cells, each) for each in conditions)])
        total += sum(decision.values[fits, action].tolist())
        free &= ~fits
    return Fraction(total, decision.deals)


def best_of_all(decision: Decision, conditions: int) -> int:
    """The most any rule of so many conditions earns over all deals, no more than two in a step."""
    columns = enumerate(decision.cells.T.tolist())
    every = [
        Condition(feature, relation, value) for feature, column in columns for value in column for relation in Relation
    ]
    singles = list({(mask := met(decision.cells, each)).tobytes(): mask for each in every}.values())
    pairs = [one & other for one, other in combinations(singles, 2)]

    def lists(left: int) -> Iterator[list[Mask]]:
        if left == 0:
            yield []
        for size, masks in ((1, singles), (2, pairs)):
            if size <= left:
                for rest in lists(left - size):
                    for mask in masks:
                        yield [mask, *rest]

    def earned(masks: list[Mask]) -> int:
        total, free = 0, np.ones(len(decision.cells), np.bool_)
        for mask in [*masks, free]:
            total += int((decision.values * (free & mask)[:, None]).sum(axis=0).max())
            free = free & ~mask
        return total

    return max(earned(masks) for masks in lists(conditions))


@pytest.mark.parametrize("smooth", [False, True])
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    ("sizes", "actions", "most"), [((5, 4), 2, 2), ((4, 3, 2), 3, 2), ((9,), 3, 2), ((4, 3), 2, 3), ((3, 2, 2), 2, 3)]
)
def test_no_rule_of_as_many_conditions_is_better(
    sizes: tuple[int, ...], actions: int, most: int, seed: int, smooth: bool
) -> None:
    decision = made_up(seed, sizes, actions, smooth)
    curve = search(decision, most=most)
    for conditions in range(most + 1):
        assert curve.best(conditions).value * decision.deals == best_of_all(decision, conditions)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("cuts", [1, 2, 3])
def test_steps_along_one_order_are_found_exactly(seed: int, cuts: int) -> None:
    decision = made_up(seed, (24,), 3, smooth=True)
    values = decision.values

    def earned(begins: tuple[int, ...]) -> int:
        ends = zip((0, *begins), (*begins, len(values)), strict=True)
        return sum(int(values[begin:end].sum(axis=0).max()) for begin, end in ends)

    best = max(earned(begins) for begins in combinations(range(1, len(values)), cuts))
    assert search(decision, most=cuts).best(cuts).value * decision.deals >= best


@pytest.mark.parametrize("smooth", [False, True])
@pytest.mark.parametrize("seed", range(2))
def test_every_figure_is_the_rule_s_own_and_every_condition_counts(seed: int, smooth: bool) -> None:
    decision = made_up(seed, (40, 6, 3), 3, smooth)
    best = Fraction(int(decision.values.max(axis=1).sum()), decision.deals)
    curve = search(decision)
    assert curve == search(decision)
    assert curve.optimum == best
    for rule in curve.rules:
        assert rule.value == worth(decision, rule.steps, rule.default)
        assert rule.cost == best - rule.value
        assert rule.conditions == sum(len(step.conditions) for step in rule.steps) <= 6
        assert all(len(step.conditions) <= 2 for step in rule.steps)
        for number, step in enumerate(rule.steps):
            for condition in step.conditions:
                kept = tuple(each for each in step.conditions if each != condition)
                fewer = (*rule.steps[:number], *([Step(kept, step.action)] if kept else []), *rule.steps[number + 1 :])
                assert worth(decision, fewer, rule.default) < rule.value
    for shorter, longer in pairwise(curve.rules):
        assert shorter.conditions < longer.conditions
        assert shorter.cost > longer.cost


def test_the_share_misplayed_counts_hands_with_a_better_action() -> None:
    decision = listed([-1] * 5, [-4, -2, 3, -2, 4], weights=[1, 2, 2, 4, 1])
    play = search(decision, most=1).best(1)
    assert play.words == "Play third or better; fold the rest"
    assert play.misplayed == Fraction(4, 10)
    assert play.cost == Fraction(1, 10)


def test_the_cost_is_against_the_optimum_given() -> None:
    decision = made_up(0, (5, 4), 2)
    for rule, same in zip(search(decision).rules, search(decision, Fraction(100)).rules, strict=True):
        assert (rule.steps, rule.value) == (same.steps, same.value)
        assert same.cost == 100 - same.value


def test_sums_may_pass_what_64_bits_hold() -> None:
    decision = made_up(1, (30, 5, 2), 3, smooth=True)
    scale = (1 << 63) // int(abs(decision.values).max()) - 1
    large = decision._replace(values=decision.values * scale, weights=decision.weights * (scale >> 8))
    assert sum((large.values.max(axis=1) - large.values.min(axis=1)).astype(object)) > 1 << 63
    for rule, same in zip(search(decision).rules, search(large).rules, strict=True):
        assert rule.steps == same.steps
        assert rule.cost * scale == same.cost
        assert rule.misplayed == same.misplayed


def test_equal_choices_get_the_smaller_wager() -> None:
    assert search(listed([0, 0, 0], [-1, 0, 5])).rules[-1].words == "Play third; fold the rest"
    assert search(listed([0, 0], [0, 0])).rules[-1].words == "Fold every hand"


def test_progress_is_told() -> None:
    told: list[tuple[int, int]] = []
    search(made_up(0, (9, 3), 2), most=3, progress=lambda done, parts: told.append((done, parts)))
    assert told[-1] == (3, 3)
    assert told == sorted(told)


ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")


def listed(*values: list[int], actions: tuple[str, ...] = ACTIONS, weights: list[int] | None = None) -> Decision:
    """A decision by one feature; of each action the worth of every value."""
    count = len(values[0])
    deals = np.array(weights or [1] * count, np.int64)
    feature = hand_feature("your hand", lambda value: ORDINALS[value])
    cells = np.arange(count, dtype=np.int64)[:, None]
    earned = np.array(values, np.int64).T
    return Decision("play", (feature,), actions[: len(values)], cells, earned, deals, int(deals.sum()))


def test_a_sentence_goes_from_the_best_hand_down() -> None:
    decision = listed([-1] * 5, [-4, -3, 0, 1, 2], [-9, -9, -5, 4, 9])
    assert [(rule.conditions, rule.words) for rule in search(decision).rules] == [
        (0, "Play 1x with every hand"),
        (1, "Play 3x with fourth or better; fold the rest"),
        (2, "Play 3x with fourth or better; 1x with third or better; fold the rest"),
    ]
    assert search(decision).rules[-1].cost == 0
    checks = listed([0, 0, 0], [-4, -3, 2], actions=("check", "1x"))._replace(name="river")
    assert search(checks).rules[-1].words == "Bet third; check the rest"


def test_a_wager_over_the_limit_is_the_most_allowed() -> None:
    decision = listed([-1] * 4, [-4, 1, 2, 3], [-4, 1, 2, 6])
    assert search(decision).rules[-1].words == "Play the most allowed with second or better; fold the rest"


def test_a_sentence_names_what_else_is_seen() -> None:
    cells = np.array(list(product(range(4), range(3), range(2))), np.int64)
    hand, card, suited = cells.T
    play = (hand == 3) | (hand >= 1) & (card >= 1) & (suited == 1)
    features = (
        hand_feature("your hand", lambda value: f"pair of {ORDINALS[value]}s"),
        Feature("the dealer's card", lambda value: ("ace", "king", "two")[value]),
        Feature("your suits", lambda value: ("suited", "unsuited")[1 - value], clause="your hand is {}"),
    )
    values = np.stack([np.zeros(24, np.int64), np.where(play, 5, -5)], axis=1)
    decision = Decision("play", features, ("fold", "play"), cells, values, np.ones(24, np.int64), 24)
    assert [(rule.conditions, rule.words) for rule in search(decision).rules] == [
        (0, "Fold every hand"),
        (1, "Play a pair of fourths; fold the rest"),
        (3, "Play a pair of fourths, or a pair of seconds or better when your hand is suited; fold the rest"),
        (
            4,
            "Fold a pair of firsts; play a pair of fourths, "
            "or any hand when the dealer's card is king or two and your hand is suited; fold the rest",
        ),
    ]


def test_a_rule_is_told_with_few_changes_of_action() -> None:
    cells = np.array(list(product(range(9), range(4))), np.int64)
    hand, card = cells.T
    play = (hand >= 7) | (hand >= 3) & (card == 3)
    shown = Feature("the dealer's card", lambda value: ("ace", "king", "queen", "two")[value])
    features = hand_feature("your hand", str), shown
    values = np.stack([np.zeros(36, np.int64), np.where(play, 5, -5)], axis=1)
    decision = Decision("play", features, ("fold", "1x"), cells, values, np.ones(36, np.int64), 36)
    rule = search(decision).rules[-1]
    assert rule.words == "Play 7 or better, or 3 or better when the dealer's card is two; fold the rest"
    assert rule.cost == 0


def test_counts_are_said_with_more_and_fewer() -> None:
    cells = np.array(list(product(range(2), range(5))), np.int64)
    features = hand_feature("your hand", str), Feature("your cards of its suit", str, "or more", "or fewer")
    play = np.where(cells[:, 1] >= 2, 5, -5) * 10**6
    decision = Decision(
        "play", features, ("fold", "1x"), cells, np.stack([0 * play, play], axis=1), np.ones(10, np.int64), 10
    )
    words = "Play any hand when your cards of its suit are 2 or more; fold the rest"
    assert search(decision).best(1).words == words
    fewer = decision._replace(values=np.stack([0 * play, -play], axis=1))
    assert search(fewer).best(1).words == words.replace("2 or more", "1 or fewer")


def test_what_is_held_beside_the_hand_can_stand_in_its_place() -> None:
    cells = np.array(list(product(range(3), range(4), range(2))), np.int64)
    hand, high, paired = cells.T
    features = (
        hand_feature("your hand", lambda value: ("nothing", "third pair", "top pair")[value]),
        Feature("your high card", lambda value: ("jack", "queen", "king", "ace")[value], *RANKED, "a high card of {}"),
        Feature("the board", lambda value: ("unpaired", "paired")[value]),
    )
    play = np.where((hand >= 1) | (high >= 2) & (paired == 1), 5, -5)
    values = np.stack([0 * play, play], axis=1)
    decision = Decision("turn", features, ("check", "1x"), cells, values, np.ones(24, np.int64), 24)
    assert search(decision).rules[-1].words == (
        "Bet third pair or better, or a high card of king or higher when the board is paired; check the rest"
    )
    found = chart(decision)
    assert found.rows == ("third pair or better", "nothing")


RANKED = ("or higher", "or lower")


def test_wagers_of_several_sizes_are_told_from_the_top_down() -> None:
    """The fold could come first with as many conditions: "Fold … when …; 1x with …; 3x with the rest"."""
    cells = np.array(list(product(range(6), range(4))), np.int64)
    hand, held = cells.T
    features = hand_feature("your hand", str), Feature("your cards of its rank", str, "or more", "or fewer")
    best = np.where(hand >= 4, 2, np.where((hand >= 2) | (held >= 2), 1, 0))
    values = -abs(np.arange(3) - best[:, None])
    decision = Decision("play", features, ACTIONS, cells, values, np.ones(24, np.int64), 24)
    assert search(decision).rules[-1].words == (
        "Play 3x with 4 or better; 1x with 2 or better, or any hand when your cards of its rank are 2 or more; "
        "fold the rest"
    )


def test_rules_that_save_next_to_nothing_are_not_told() -> None:
    curve = search(made_up(2, (40, 6, 3), 3, smooth=True))
    told = curve.worth_their_length()
    assert told.rules[0] == curve.rules[0]
    for shorter, longer in pairwise(told.rules):
        assert longer.cost <= shorter.cost * Fraction(19, 20)
        between = [rule for rule in curve.rules if shorter.conditions < rule.conditions < longer.conditions]
        assert all(rule.cost > shorter.cost * Fraction(19, 20) for rule in between)
    few = curve._replace(rules=tuple(curve.rules[0]._replace(cost=Fraction(cost)) for cost in (100, 96, 95, 94, 0)))
    assert [rule.cost for rule in few.worth_their_length().rules] == [100, 95, 0]


def test_a_list_merges_neighbours_that_agree() -> None:
    found = chart(listed([-1] * 5, [-4, -3, 0, 1, 2], [-9, -9, -5, 4, 9]))
    assert (found.row_feature, found.column_feature, found.columns) == ("your hand", "", ("",))
    assert found.rows == ("fourth or better", "third", "second or worse")
    assert found.actions == (("3x",), ("1x",), ("fold",))
    assert found.cost == 0


def test_a_grid_takes_the_feature_best_to_know_and_leaves_out_what_never_happens() -> None:
    cells = np.array([each for each in product(range(4), range(2), range(3)) if each[0] != 1 or each[2]], np.int64)
    hand, _, card = cells.T
    play = np.where(hand + card >= 3, 4, -4)
    names = ("your hand", "your idle card", "the dealer's card")
    features = tuple(Feature(name, lambda value: ORDINALS[value]) for name in names)
    values = np.stack([np.zeros(len(cells), np.int64), play], axis=1)
    decision = Decision("play", features, ("fold", "1x"), cells, values, np.ones(len(cells), np.int64), len(cells))
    found = chart(decision)
    assert found.column_feature == "the dealer's card"
    assert found.columns == ("first", "second", "third")
    assert found.rows == ("fourth", "third", "second", "first")
    assert found.actions == (("1x", "1x", "1x"), ("fold", "1x", "1x"), ("", "fold", "1x"), ("fold", "fold", "fold"))
    assert found.cost == 0
    without_second = decision._replace(cells=cells[hand != 1], values=values[hand != 1])
    assert chart(without_second).rows == ("fourth", "third", "first")


def test_a_chart_keeps_to_its_lines_and_says_what_that_costs() -> None:
    decision = made_up(3, (60, 4), 3, smooth=True)
    full, short = chart(decision, lines=1000), chart(decision, lines=5)
    assert full.cost == 0
    assert len(short.rows) == 5 < len(full.rows)
    assert short.cost > 0
    assert chart(decision, Fraction(10**6), lines=5).cost > short.cost


def test_three_card_poker_is_queen_six_four() -> None:
    rules = three_card_poker.GAME.rules()
    (decision,) = three_card.decisions(rules, terms_of(rules))
    rule = search(decision).best(1)
    assert rule.words == "Play queen-six-four or better; fold the rest"
    assert rule.cost == 0
    assert chart(decision).rows == ("queen-six-four or better", "queen-six-three or worse")


def test_high_card_flush_is_ten_eight_six() -> None:
    rules = high_card_flush.GAME.rules()
    (decision,) = flush.decisions(rules, terms_of(rules))
    words = "Raise the most allowed with a 3 card flush, ten-eight-six or better; fold the rest"
    assert search(decision, most=1).best(1).words == words
