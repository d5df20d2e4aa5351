"""fraction.js: whole numbers of any size, written as the lab writes them."""

import operator
import random
from fractions import Fraction

import pytest

from pitboss.lab.figures import decimal, percent
from tests.web.elements.bench import Bench

ZERO = {"-0.0000 %": "0.0000 %", "-0": "0"}


def some(number: int) -> list[Fraction]:
    chance = random.Random(7)
    return [Fraction(chance.randint(-(10**30), 10**30), chance.randint(1, 10**28)) for _ in range(number)]


def test_fractions_are_written_as_the_lab_writes_them(bench: Bench) -> None:
    values = [Fraction(n, 20_000_000) for n in (0, 5, 15, -5, -15, 25, 1)]  # halves of the last place, to even
    values += some(300)
    told = bench.run(
        "fraction.js",
        """({ Fraction }, texts) => texts.map(Fraction.read).map((it) => [`${it}`, it.percent(), it.decimal(0)])""",
        [f"{value.numerator * 6}/{value.denominator * 6}" for value in values],
    )
    for value, (text, share, whole) in zip(values, told, strict=True):
        assert text == str(value)
        assert share == ZERO.get(percent(value), percent(value))
        assert whole == ZERO.get(decimal(value, 0), decimal(value, 0))


@pytest.mark.parametrize(("word", "does"), [("plus", operator.add), ("minus", operator.sub), ("times", operator.mul)])
def test_fractions_are_reckoned_exactly(bench: Bench, word: str, does: object) -> None:
    assert callable(does)
    pairs = [
        *zip(some(40), reversed(some(40)), strict=True),
        (Fraction(1, 3), Fraction(-1, 3)),
        (Fraction(0), Fraction(5)),
    ]
    told = bench.run(
        "fraction.js",
        """({ Fraction }, [word, pairs]) => pairs.map((pair) => pair.map(Fraction.read))
          .map(([one, other]) => one[word](other)).map((it) => [`${it}`, it.isNegative])""",
        [word, [[str(each) for each in pair] for pair in pairs]],
    )
    wanted = [does(one, other) for one, other in pairs]
    assert told == [[str(each), each < 0] for each in wanted]


def test_a_minus_below_the_stroke_goes_above_it(bench: Bench) -> None:
    assert bench.run(
        "fraction.js",
        "({ Fraction }) => [`${new Fraction(6n, -4n)}`, `${new Fraction(0n, -4n)}`, `${new Fraction(7n)}`]",
    ) == [*("-3/2", "0", "7")]


def test_a_number_near_enough_to_be_drawn(bench: Bench) -> None:
    """Of hundreds of digits too; each half of them alone would be infinite."""
    values = [Fraction(-9151, 9212), Fraction(-(7**500), 3 * 7**500 + 1), Fraction(0), Fraction(12345, 2)]
    told = bench.run(
        "fraction.js",
        "({ Fraction }, texts) => texts.map((each) => Fraction.read(each).near)",
        [str(each) for each in values],
    )
    assert told == [pytest.approx(float(value), abs=1e-12) for value in values]
