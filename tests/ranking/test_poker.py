"""The poker rankings equal their slow definitions: same winners, same ties, over every hand where the space allows.

Two rankings are the same if the fast value decides the slow one and both sort alike. `same_order` proves just that,
for all hands it is given, without comparing pairs.
"""

import random
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations, pairwise
from typing import Any

import numpy
import pytest

from pitboss.cards import CARDS, DECK, suits
from pitboss.ranking import Ranking, five_card, four_card, three_card
from pitboss.ranking.compiled import compiled
from tests.oracle import rankings as slow
from tests.support import checks

NAMES = list(CARDS)


def same_order(ranking: Ranking, definition: Callable[[Sequence[str]], Any], hands: Iterable[tuple[str, ...]]) -> int:
    """Prove the two orders equal over these hands; the number of different values met."""
    meaning: dict[int, Any] = {}
    for hand in hands:
        value = ranking.of(sum(CARDS[card] for card in hand))
        defined = definition(hand)
        assert meaning.setdefault(value, defined) == defined, hand
    in_order = [meaning[value] for value in sorted(meaning)]
    assert all(lower < higher for lower, higher in pairwise(in_order))
    return len(meaning)


@checks("NJ TCP 19:47-20.3(a)", "NJ TCP 19:47-20.3(b)", "NJ TCP 19:47-20.3(c)")
def test_20_3_every_three_card_hand() -> None:
    kinds = 12 + 13 + 12 + (286 - 12) + 13 * 12 + (286 - 12)
    assert same_order(three_card.RANKING, slow.three_card, combinations(NAMES, 3)) == kinds


@checks("NJ FCP 19:47-27.3(a)", "NJ FCP 19:47-27.3(b)", "NJ FCP 19:47-27.3(c)")
def test_27_3_every_four_card_hand() -> None:
    kinds = 13 + 11 + 13 * 12 + (715 - 11) + 11 + 78 + 13 * 66 + (715 - 11)
    assert same_order(four_card.RANKING, slow.four_card, combinations(NAMES, 4)) == kinds


@checks("rules THB ranking")
@pytest.mark.parametrize("first", range(13))
def test_every_five_card_hand(first: int) -> None:
    """In slices, so that two workers share them; the slices meet in the order of all classes below."""
    hands = (hand for start in range(first, 48, 13) for hand in _starting_with(start))
    assert same_order(five_card.RANKING, slow.five_card, hands) > 1000


def _starting_with(start: int) -> Iterable[tuple[str, ...]]:
    return ((NAMES[start], *rest) for rest in combinations(NAMES[start + 1 :], 4))


def test_the_7462_classes_of_five_cards_in_order() -> None:
    """One hand of each value is enough to compare all values with each other."""
    one_of_each: dict[int, tuple[str, ...]] = {}
    for hand in combinations(NAMES[:39], 5):
        one_of_each.setdefault(five_card.RANKING.of(sum(CARDS[card] for card in hand)), hand)
    for rank in range(13):
        quads = [NAMES[suit * 13 + rank] for suit in range(4)]
        for kicker in range(13):
            if kicker != rank:
                four = (*quads, NAMES[kicker])
                one_of_each.setdefault(five_card.RANKING.of(sum(CARDS[card] for card in four)), four)
    assert same_order(five_card.RANKING, slow.five_card, one_of_each.values()) == 7462


def _suit_arrays() -> tuple[Any, Any]:
    """Each card's suit and its rank bit."""
    cards = range(52)
    return numpy.array([card // 13 for card in cards]), numpy.array([1 << card % 13 for card in cards])


def _best_of_subsets(kernel: Any, held: int, counted: int) -> Any:
    """A kernel that goes through all hands of `held` cards from a lowest one up, and counts those whose value is not
    the best value among their subsets of `counted` cards."""
    import numba

    chosen = numpy.array(list(combinations(range(held), counted)))
    suit_of, bit_of = _suit_arrays()

    @numba.njit
    def mismatches(hands: Any) -> int:
        wrong = 0
        masks = numpy.zeros(4, numpy.int64)
        for row in range(hands.shape[0]):
            masks[:] = 0
            for card in hands[row]:
                masks[suit_of[card]] |= bit_of[card]
            whole = kernel(masks[0], masks[1], masks[2], masks[3])
            best = 0
            for subset in chosen:
                masks[:] = 0
                for place in subset:
                    card = hands[row, place]
                    masks[suit_of[card]] |= bit_of[card]
                best = max(best, kernel(masks[0], masks[1], masks[2], masks[3]))
            wrong += whole != best
        return wrong

    return mismatches


def _all_hands(size: int, lowest: int) -> Any:
    rest = list(combinations(range(lowest + 1, 52), size - 1))
    hands = numpy.empty((len(rest), size), numpy.int64)
    hands[:, 0] = lowest
    if rest:
        hands[:, 1:] = rest
    return hands


@checks("NJ FCP 19:47-27.1 Hand")
@pytest.mark.parametrize("held", [5, 6])
def test_27_1_best_four_of_every_five_and_six_cards(held: int) -> None:
    mismatches = _best_of_subsets(compiled(four_card.best_four), held, 4)
    if held == 5:
        assert sum(mismatches(_all_hands(5, lowest)) for lowest in range(48)) == 0
    else:
        assert mismatches(_random_hands(6, 3_000_000, seed=6)) == 0


@checks("NJ THB 19:47-28.1 Hand", "NJ THB 19:47-28.1 Rank")
def test_28_1_best_five_of_three_million_seven_card_hands() -> None:
    assert _best_of_subsets(compiled(five_card.best_five), 7, 5)(_random_hands(7, 3_000_000, seed=7)) == 0


def _random_hands(size: int, number: int, seed: int) -> Any:
    rng = numpy.random.default_rng(seed)
    return rng.random((number, 52), dtype=numpy.float32).argpartition(size, axis=1)[:, :size]


@checks("rules THB ranking")
def test_how_many_seven_card_hands_are_of_each_kind() -> None:
    """All 133,784,560 of them, against totals known since long."""
    import numba

    best = compiled(five_card.best_five)
    suit_of, bit_of = _suit_arrays()

    @numba.njit
    def count_kinds() -> Any:
        counts = numpy.zeros(9, numpy.int64)
        m = numpy.zeros((8, 4), numpy.int64)
        at = numpy.zeros(8, numpy.int64)
        at[0] = -1
        depth = 0
        while depth >= 0:
            at[depth] += 1
            if at[depth] > 45 + depth:
                depth -= 1
                continue
            m[depth + 1] = m[depth]
            m[depth + 1, suit_of[at[depth]]] |= bit_of[at[depth]]
            if depth == 6:
                counts[best(m[7, 0], m[7, 1], m[7, 2], m[7, 3]) >> 26] += 1
            else:
                depth += 1
                at[depth] = at[depth - 1]
        return counts

    totals = [23_294_460, 58_627_800, 31_433_400, 6_461_620, 6_180_020, 4_047_644, 3_473_184, 224_848, 41_584]
    assert count_kinds().tolist() == totals


@pytest.mark.parametrize(
    ("function", "size"), [(three_card.three_card, 3), (four_card.best_four, 6), (five_card.best_five, 7)]
)
def test_plain_python_and_machine_code_agree(function: Callable[..., int], size: int) -> None:
    kernel = compiled(function)
    rng = random.Random(size)
    for _ in range(20_000):
        hand = suits(sum(rng.sample(DECK, size)))
        assert function(*hand) == kernel(*hand)


@pytest.mark.parametrize(
    ("ranking", "cards", "words"),
    [
        (three_card.RANKING, "9h 9s Jc", "pair of nines"),
        (three_card.RANKING, "3d 2c As", "straight, three high"),
        (three_card.RANKING, "6c 6d 6s", "three of a kind, sixes"),
        (three_card.RANKING, "Qs 6d 4h", "queen high"),
        (four_card.RANKING, "Jh Js 4c 4d Ah", "two pair, jacks and fours"),
        (four_card.RANKING, "8c 8d 8h 8s Kd", "four of a kind, eights"),
        (four_card.RANKING, "Ah Kh Qh Jh 2c", "straight flush, ace high"),
        (five_card.RANKING, "Th Jh Qh Kh Ah 2c 7d", "royal flush"),
        (five_card.RANKING, "Jc Jd Js 4h 4s 9c 2d", "full house, jacks over fours"),
        (five_card.RANKING, "Kd 9d 7d 4d 2d Ac Ah", "flush, king high"),
    ],
)
def test_values_turn_back_into_words(ranking: Ranking, cards: str, words: str) -> None:
    assert ranking.words(ranking.of(sum(CARDS[card] for card in cards.split()))) == words
