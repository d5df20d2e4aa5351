"""From keys to numbers: exactly uniform, by enumeration; enough keys, by counting; nothing an attacker can follow."""

import ast
from collections import Counter
from itertools import product, repeat
from math import factorial
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.fair.entropy import Entropy
from pitboss.fair.stream import WORDS, Stream, framed, keys_for, scaled, shuffle_choices
from pitboss.refusal import Refusal
from pitboss.shoe.procedure import with_enough_around
from pitboss.showdown.procedure import DECK_SIZE, LEAST_CUT
from tests.fair.support import keys_from

SOURCE = Path(__file__).resolve().parents[2] / "src" / "pitboss"

RANGES = range(2, 417)
"""Every number of outcomes that a choice of ours can have, with room: a shuffle of up to eight decks, cuts, dice."""

PACKS = (52, 288, 384)


class Planted(Stream):
    """A stream whose words a test chooses."""

    def __init__(self, words: list[int]) -> None:
        super().__init__(keys_from(0, 1000))
        self.planted = list(reversed(words))

    def _word(self) -> int:
        return self.planted.pop()


class Chosen(Stream):
    """A stream whose choices a test makes; `asked` says out of how many."""

    def __init__(self, choices: tuple[int, ...]) -> None:
        super().__init__([])
        self.choices, self.asked = list(choices), list[int]()

    def below(self, outcomes: int) -> int:
        self.asked.append(outcomes)
        return self.choices[len(self.asked) - 1]


@pytest.mark.parametrize("part", range(8))
def test_rng_02_every_word_for_every_range_gives_each_value_as_often(part: int) -> None:
    for outcomes in RANGES[part::8]:
        found = Counter(map(scaled, range(WORDS), repeat(outcomes)))
        dropped = found.pop(None, 0)
        assert set(found) == set(range(outcomes))
        assert set(found.values()) == {WORDS // outcomes}
        assert dropped == WORDS % outcomes < outcomes


@pytest.mark.parametrize("outcomes", [1, 2, 32768, 32769, 65535, 65536])
def test_rng_02_at_the_ends_of_the_range(outcomes: int) -> None:
    found = Counter(map(scaled, range(WORDS), repeat(outcomes)))
    dropped = found.pop(None, 0)
    assert (len(found), set(found.values()), dropped) == (outcomes, {WORDS // outcomes}, WORDS % outcomes)


@pytest.mark.parametrize("outcomes", [-1, 0, 65537])
def test_rng_02_what_cannot_be_scaled_is_refused(outcomes: int) -> None:
    with pytest.raises(Refusal) as caught:
        Stream(keys_from(1, 1)).below(outcomes)
    assert caught.value.code == "range_too_wide"


def test_rng_02_a_dropped_word_is_followed_by_the_next() -> None:
    for outcomes in (3, 6, 33, 52, 416):
        first_dropped = WORDS - WORDS % outcomes
        stream = Planted([first_dropped, WORDS - 1, first_dropped - 1, 0])
        assert stream.below(outcomes) == outcomes - 1
        assert stream.below(outcomes) == 0


def test_rng_02_every_range_used_by_a_table_is_enumerated() -> None:
    """The calls are read from the source; one whose size is not known here has to be added here.

    A shoe is shuffled and cut whatever number of cards it holds, so its calls are tried for all of them.
    """
    sizes, calls = set[int](), 0
    for file in (SOURCE / "table").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and _draws(node.func):
                calls += 1
                for cards in range(2 * LEAST_CUT, max(PACKS) + 1):
                    sizes |= _sizes(node, cards)
    assert calls == 6, "a new draw: see that its range is among those enumerated"
    assert sizes == {*range(1, max(PACKS) + 1)}
    assert sizes - {1} <= set(RANGES)


def _sizes(node: ast.Call, cards: int) -> set[int]:
    """How many outcomes a call asks for, choice by choice, of a shoe that holds so many cards."""
    known: dict[str, object] = {
        "DECK_SIZE": DECK_SIZE,
        "LEAST_CUT": LEAST_CUT,
        "with_enough_around": with_enough_around,
        "cards": cards,
        "len": int,
    }
    values = eval(f"[{', '.join(map(ast.unparse, node.args))}]", known)
    return set(shuffle_choices(values[0])) if len(values) == 1 else {values[1] - values[0] + 1}


def _draws(called: ast.Attribute) -> bool:
    return called.attr in ("permutation", "between") and ast.unparse(called.value) == "chance"


@pytest.mark.parametrize("cards", range(2, 9))
def test_rng_03_every_order_comes_from_exactly_one_list_of_choices(cards: int) -> None:
    asked = tuple(shuffle_choices(cards))
    orders = set()
    for choices in product(*map(range, asked)):
        stream = Chosen(choices)
        orders.add(tuple(stream.permutation(cards)))
        assert tuple(stream.asked) == asked
    assert len(orders) == factorial(cards)


@pytest.mark.parametrize(("least", "most"), [(10, 42), (1, 6), (0, 0), (-3, 3)])
def test_between_takes_both_ends(least: int, most: int) -> None:
    stream = Stream(keys_from(2, 50))
    assert {stream.between(least, most) for _ in range(1500 if most > least else 3)} == {*range(least, most + 1)}


@pytest.mark.parametrize(("cards", "keys"), [(1, 1), (52, 1), (104, 3), (288, 8), (384, 11), (416, 13)])
def test_rng_08_fresh_key_bits_hold_every_order(cards: int, keys: int) -> None:
    """Counted exactly: as many keys are begun as are needed for every order to be possible, and no choice is made
    beyond what its key can decide."""
    assert keys_for(shuffle_choices(cards)) == keys
    stream = Stream(keys_from(3, keys))
    stream.permutation(cards)
    assert stream.begun == keys
    assert 1 << 256 * stream.begun >= factorial(cards)


def test_rng_08_a_key_decides_2_to_the_256_outcomes_and_not_one_more() -> None:
    full = [WORDS] * 16
    assert (keys_for(full), keys_for([*full, 1]), keys_for([*full, 2])) == (1, 1, 2)
    stream = Stream(keys_from(4, 2))
    for outcomes in full:
        stream.below(outcomes)
    assert stream.begun == 1
    stream.below(1)
    assert stream.begun == 1
    stream.below(2)
    assert stream.begun == 2


def test_rng_08_without_a_further_key_nothing_more_is_drawn() -> None:
    stream = Stream(keys_from(5, 1))
    for _ in range(16):
        stream.below(WORDS)
    with pytest.raises(Refusal) as caught:
        stream.below(2)
    assert caught.value.code == "keys_used_up"


@given(st.lists(st.integers(1, WORDS), max_size=400))
def test_rng_08_keys_are_counted_as_they_are_used(choices: list[int]) -> None:
    stream = Stream(keys_from(6, 500))
    for outcomes in choices:
        stream.below(outcomes)
    assert stream.begun == keys_for(choices)


def test_rng_08_every_key_of_a_shoe_matters() -> None:
    keys = keys_from(7, 11)
    whole = Stream(keys).permutation(384)
    for place in range(11):
        other = [*keys[:place], bytes(32), *keys[place + 1 :]]
        assert Stream(other).permutation(384) != whole


def test_rng_10_the_same_keys_give_the_same_numbers_whenever_and_after_whatever() -> None:
    wanted = Stream(keys_from(8, 1)).permutation(52)
    for number in range(1000):
        Stream(keys_from(number, 1)).permutation(number % 53)
    assert Stream(keys_from(8, 1)).permutation(52) == wanted
    assert sorted(wanted) == [*range(52)]


def test_the_stream_as_the_specification_has_it() -> None:
    """One known answer, so that a change of the format cannot pass unnoticed: proofs of years ago must still hold."""
    stream = Stream([bytes(range(32)), bytes(range(32, 64))])
    assert stream.permutation(10) == KNOWN_ORDER
    assert [stream.between(1, 6) for _ in range(10)] == KNOWN_DICE


KNOWN_ORDER = [8, 5, 1, 2, 9, 3, 4, 7, 0, 6]
KNOWN_DICE = [2, 2, 4, 1, 2, 3, 2, 1, 2, 1]


@given(st.lists(st.binary(max_size=9), max_size=5), st.lists(st.binary(max_size=9), max_size=5))
def test_no_two_lists_are_framed_alike(one: list[bytes], other: list[bytes]) -> None:
    assert (framed(*one) == framed(*other)) == (one == other)


# RNG-01: attacks that recover a generator's state from what it gave


TRIES = 1000


def outputs(number: int) -> list[int]:
    """Numbers of 32 bits from our stream, as an attacker would like them best: whole words, in order."""
    entropy = Entropy()
    keys = [key for _ in range(-(-number * 2 // 16 // 1000)) for key in entropy.keys(1000)]
    stream = Stream(keys)
    return [stream.below(WORDS) << 16 | stream.below(WORDS) for _ in range(number)]


def untwisted(seen: list[int]) -> Random:
    """A Mersenne twister that would have given these 624 numbers."""
    clone = Random()
    clone.setstate((3, (*map(_untempered, seen), 624), None))
    return clone


def _untempered(word: int) -> int:
    """What the twister's four tempering steps made this word from."""
    word ^= word >> 18
    word ^= word << 15 & 0xEFC60000
    undone = word
    for _ in range(5):
        undone = word ^ undone << 7 & 0x9D2C5680
    word = undone
    for _ in range(3):
        undone = word ^ undone >> 11
    return undone & 0xFFFFFFFF


def predicted_by_untwisting(seen: list[int]) -> int:
    clone = untwisted(seen[:624])
    return sum(clone.getrandbits(32) == number for number in seen[624 : 624 + TRIES])


def test_rng_01_untwisting_predicts_a_mersenne_twister_and_nothing_of_ours() -> None:
    twister = Random(7)
    assert predicted_by_untwisting([twister.getrandbits(32) for _ in range(624 + TRIES)]) == TRIES
    ours = outputs(100_000)
    for start in range(0, len(ours) - 624 - TRIES, 5_000):
        assert predicted_by_untwisting(ours[start:]) == 0


def predicted_by_congruence(seen: list[int]) -> int:
    """Solve x' = ax + c mod 2^32 from three numbers with an odd difference, and count how many of the next come out."""
    size = 1 << 32
    at = next(n for n in range(len(seen) - 2) if (seen[n + 1] - seen[n]) % 2)
    factor = (seen[at + 2] - seen[at + 1]) * pow(seen[at + 1] - seen[at], -1, size) % size
    step = (seen[at + 1] - factor * seen[at]) % size
    number, right = seen[at + 2], 0
    for wanted in seen[at + 3 : at + 3 + TRIES]:
        number = (factor * number + step) % size
        right += number == wanted
    return right


def test_rng_01_solving_a_congruence_predicts_one_and_nothing_of_ours() -> None:
    number, planted = 12345, []
    for _ in range(TRIES + 10):
        number = (1664525 * number + 1013904223) % (1 << 32)
        planted.append(number)
    assert predicted_by_congruence(planted) == TRIES
    ours = outputs(100_000)
    for start in range(0, len(ours) - 2 * TRIES, 5_000):
        assert predicted_by_congruence(ours[start : start + 5_000]) == 0
