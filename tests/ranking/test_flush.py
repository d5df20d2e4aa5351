"""The flush rankings equal their slow definitions: every rank set of a suit, every number of wilds, every reading."""

import random
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import combinations
from typing import Any

import numpy
import pytest

from pitboss.cards import CARDS, DECK, RANKS, name_cards, suits
from pitboss.ranking import Ranking, flush, wild_flush
from pitboss.ranking.compiled import compiled
from tests.oracle import rankings as slow
from tests.ranking.test_poker import same_order
from tests.support import checks

READINGS = {"highest_missing": 0, "ace": 1, "two": 2}


def rank_sets(most: int, ranks: str = RANKS) -> Iterator[tuple[str, ...]]:
    """Every set of up to `most` cards of hearts, each with at least one."""
    for size in range(1, most + 1):
        yield from (tuple(rank + "h" for rank in chosen) for chosen in combinations(ranks, size))


def with_deuces(most: int) -> Iterator[tuple[str, ...]]:
    """Every set of natural hearts with no to four deuces, up to `most` cards in all."""
    deuces = ("2c", "2d", "2h", "2s")
    for wilds in range(5):
        for naturals in rank_sets(most - wilds, RANKS[1:]):
            yield naturals + deuces[:wilds]


def window_straight_flush(hand: Sequence[str], wilds: int = 0) -> int:
    """The longest run by sliding a window over A23456789TJQKA: it is filled by cards of the suit and by wilds."""
    line = "A" + RANKS
    for length in range(len(hand), 0, -1):
        for start in range(len(line) - length + 1):
            window = set(line[start : start + length])
            for suit in "cdhs":
                held = {card[0] for card in hand if card[1] == suit and not (wilds and card[0] == "2")}
                if len(window) == length and len(window & held) + wilds >= length:
                    return length
    return 0


@checks("NJ HCF 13:69F-38.5(a)", "NJ HCF 13:69F-38.5(b)", "NJ HCF 13:69F-38.5(b)(1)")
@checks("NJ HCF 13:69F-38.5(b)(2)", "MA HCF 5(a)", "MA HCF 5(b)")
@checks("MA HCF 5(b)(1)", "MA HCF 5(b)(2)")
def test_38_5_b_every_rank_set_as_longest_flush() -> None:
    assert same_order(flush.RANKING, slow.longest_flush, rank_sets(13)) == 8191


@checks("NJ HCF 13:69F-38.5(b)(1)", "MA HCF 5(b)(1)")
def test_38_5_b_a_million_hands_of_seven_cards() -> None:
    rng = random.Random(38)
    names = list(CARDS)
    hands = (tuple(rng.sample(names, 7)) for _ in range(1_000_000))
    assert same_order(flush.RANKING, slow.longest_flush, hands) > 1000


@checks("NJ HCF 13:69F-38.5(a)", "NJ HCF 13:69F-38.5(c)", "NJ HCF 13:69F-38.11(i)")
@checks("MA HCF 5(a)", "MA HCF 5(c)", "MA HCF 11(h)")
def test_38_5_c_every_rank_set_as_longest_straight_flush() -> None:
    for hand in rank_sets(5):
        value = flush.STRAIGHT_FLUSH_RANKING.of(sum(CARDS[card] for card in hand))
        assert (value >> 4, value & 15) == _as_index(slow.longest_straight_flush(hand)), hand
    for hand in rank_sets(13):
        assert flush.STRAIGHT_FLUSH_RANKING.of(sum(CARDS[card] for card in hand)) >> 4 == window_straight_flush(hand)


def _as_index(value: tuple[int, int]) -> tuple[int, int]:
    """The definition counts ranks from two; an ace on top is 14."""
    length, top = value
    return length, top - 2


@checks("NJ HCF 13:69F-38.5(c)", "MA HCF 5(c)")
def test_38_5_c_random_hands_of_seven_cards() -> None:
    rng = random.Random(385)
    for _ in range(30_000):
        hand = sum(rng.sample(DECK, 7))
        assert flush.STRAIGHT_FLUSH_RANKING.of(hand) >> 4 == window_straight_flush(name_cards_of(hand))


def name_cards_of(hand: int) -> list[str]:
    return name_cards(card for card in DECK if card & hand).split()


@checks("NJ WTF 13:69F-38.5(a)", "NJ WTF 13:69F-38.5(b)", "NJ WTF 13:69F-38.5(b)1")
@checks("NJ WTF 13:69F-38.5(b)2", "NJ WTF 13:69F-38.5(c)", "WTF card intro(3)")
@checks("WTF card intro(4)", "WTF card intro(7)")
@pytest.mark.parametrize("outranks", [False, True])
@pytest.mark.parametrize("reading", READINGS)
def test_38_5_every_flush_with_wild_deuces_under_every_reading(reading: str, outranks: bool) -> None:
    ranking = wild_flush.ranking(READINGS[reading], outranks)
    definition = partial(slow.wild_flush, wild_rank=reading, straight_flush_outranks=outranks)
    assert same_order(ranking, definition, with_deuces(8)) > 1000


@checks("NJ WTF 13:69F-38.5(a)", "NJ WTF 13:69F-38.10(b)")
@pytest.mark.parametrize("outranks", [False, True])
@pytest.mark.parametrize("reading", READINGS)
def test_38_5_random_hands_rich_in_deuces(reading: str, outranks: bool) -> None:
    """Several suits compete for the same deuces."""
    rng = random.Random(f"{reading} {outranks}")
    names = list(CARDS)
    deuces = [card for card in names if card[0] == "2"]
    hands = [tuple({*rng.sample(deuces, rng.randint(0, 4)), *rng.sample(names, 7)})[:8] for _ in range(6_000)]
    ranking = wild_flush.ranking(READINGS[reading], outranks)
    definition = partial(slow.wild_flush, wild_rank=reading, straight_flush_outranks=outranks)
    assert same_order(ranking, definition, hands) > 100


@checks("NJ WTF 13:69F-38.5(e)", "NJ WTF 13:69F-38.5(b)1")
def test_38_5_e_every_straight_flush_with_wild_deuces() -> None:
    for hand in with_deuces(8):
        wilds = sum(card[0] == "2" for card in hand)
        value = wild_flush.wild_straight_flush(*suits(sum(CARDS[card] for card in hand)))
        assert value >> 4 == window_straight_flush(hand, wilds), hand


@checks("NJ WTF 13:69F-38.5(e)")
def test_38_5_e_random_straight_flushes_with_wild_deuces() -> None:
    rng = random.Random(5)
    for _ in range(400):
        hand = sum(rng.sample(DECK, 7))
        assert wild_flush.wild_straight_flush(*suits(hand)) >> 4 == slow.wild_straight_flush(name_cards_of(hand))


@checks("NJ WTF 13:69F-38.5(d)")
@pytest.mark.parametrize("pays_straights", [True, False])
def test_38_5_d_flush_rush_length_of_every_rank_set(pays_straights: bool) -> None:
    """Below five cards neither way pays, so only the paid lengths are compared."""
    fast = wild_flush.wild_flush_length if pays_straights else wild_flush.non_consecutive_flush_length
    for hand in with_deuces(7):
        length = fast(*suits(sum(CARDS[card] for card in hand)))
        assert (length if length >= 5 else 0) == slow.flush_rush_length(hand, pays_straights), hand


RANKING_FUNCTIONS = [
    flush.longest_flush,
    flush.longest_straight_flush,
    wild_flush.wild_straight_flush,
    wild_flush.wild_flush_length,
    wild_flush.non_consecutive_flush_length,
]


@pytest.mark.parametrize("function", RANKING_FUNCTIONS)
def test_plain_python_and_machine_code_agree(function: Callable[..., int]) -> None:
    kernel = compiled(function)
    rng = random.Random(function.__name__)
    for _ in range(20_000):
        hand = suits(sum(rng.sample(DECK, 7)))
        assert function(*hand) == kernel(*hand)


@pytest.mark.parametrize("outranks", [False, True])
@pytest.mark.parametrize("reading", READINGS.values())
def test_plain_python_and_machine_code_agree_on_wild_flushes(reading: int, outranks: bool) -> None:
    kernel: Any = compiled(wild_flush.wild_flush)
    table = wild_flush.wild_flushes(reading, outranks)
    as_array = numpy.array(table)
    rng = random.Random(reading)
    for _ in range(5_000):
        hand = suits(sum(rng.sample(DECK, 8)))
        assert wild_flush.wild_flush(*hand, table) == kernel(*hand, as_array)


@pytest.mark.parametrize(
    ("ranking", "cards", "words"),
    [
        (flush.RANKING, "Qh Th 8h 6h 2c 9d As", "4 card flush, queen high"),
        (flush.RANKING, "9d 3d 2d Kc Qh 4s 5s", "3 card flush, nine high"),
        (flush.STRAIGHT_FLUSH_RANKING, "Ac 2c 3c 4c 5c 9d Kh", "5 card straight flush, five high"),
        (wild_flush.ranking(0, False), "Th 7h 2c 9s 5c 4d Jd", "3 card flush, ace high"),
        (wild_flush.ranking(1, False), "Th 7h 2c 9s 5c 4d Js", "3 card flush, ace high"),
        (wild_flush.ranking(2, False), "Th 7h 2c 9s 5d 4d Jc", "3 card flush, ten high"),
        (wild_flush.ranking(0, True), "3h 4h 5h 6h 2c 9s Kd", "5 card straight flush, seven high"),
    ],
)  # fmt: skip
def test_values_turn_back_into_words(ranking: Ranking, cards: str, words: str) -> None:
    assert ranking.words(ranking.of(sum(CARDS[card] for card in cards.split()))) == words
