"""The drills judge rightly: their probabilities are right, they find what is wrong and accept what is fair."""

import math

import numpy as np
import pytest

from drills.chance import byte_modulo, check_table, naive, shuffled, thrown
from drills.goodness import Found, chi_square, rejected, two_sided
from drills.statistics import coupons, duplicates, family_of_numbers, family_of_shuffles, pairs, poisson, positions
from tests.fair.support import planted


@pytest.mark.parametrize(
    ("statistic", "degrees", "chance"),
    [
        (3.841459, 1, 0.05),
        (6.634897, 1, 0.01),
        (18.307038, 10, 0.05),
        (68.669294, 51, 0.05),
        (10, 10, 0.440493),
        (0, 3, 1),
    ],
)
def test_chi_square_as_the_tables_have_it(statistic: float, degrees: int, chance: float) -> None:
    assert chi_square(statistic, degrees) == pytest.approx(chance, abs=1e-6)


def test_chi_square_of_two_degrees_is_an_exponential_one() -> None:
    for statistic in (0.1, 1.0, 5.0, 50.0, 500.0):
        assert chi_square(statistic, 2) == pytest.approx(math.exp(-statistic / 2), rel=1e-12)


def test_a_normal_value_and_a_poisson_number() -> None:
    assert two_sided(1.959964) == pytest.approx(0.05, abs=1e-6)
    assert poisson(0, 10.0) == pytest.approx(2 * math.exp(-10))
    assert poisson(10, 10.0) == 1.0


def test_rng_04_holm_at_its_bounds() -> None:
    """Of three the least likely is held against 1/3 %, the next against 1/2 %, the last against 1 %."""
    third, half = 0.01 / 3, 0.005

    def names(*chances: float) -> list[str]:
        return [found.name for found in rejected(Found(str(at), chance) for at, chance in enumerate(chances))]

    assert names(third, half, 0.01) == ["0", "1", "2"]
    assert names(third * 1.0001, half, 0.01) == []
    assert names(third, half * 1.0001, 0.01) == ["0"]
    assert names(third, half, 0.0101) == ["0", "1"]


@pytest.mark.parametrize("seed", range(20))
def test_rng_04_the_controls_are_rejected(seed: int) -> None:
    assert rejected([Found("every card at every place", positions(naive(2_000, seed)))])
    assert rejected(family_of_numbers(byte_modulo(100_000, seed), 52))


def test_rng_04_short_fair_shuffles_and_dice_are_not() -> None:
    """From planted keys, so that the same numbers are judged each time."""
    family = [*family_of_shuffles(shuffled(52, 2_000, planted(1)))]
    family += family_of_shuffles(shuffled(384, 200, planted(2)))
    family += family_of_numbers(thrown(20_000, planted(3)), 6)
    assert rejected(family) == []
    assert len(family) == 54 + 54 + 24


def test_rng_04_what_each_test_is_there_for_is_found() -> None:
    fair = np.random.default_rng(1).permuted(np.tile(np.arange(52), (20_000, 1)), axis=1)
    alike = fair.copy()
    alike[10_000:] = alike[:10_000]
    assert duplicates(fair) > 0.001 > duplicates(alike)
    numbers = np.random.default_rng(2).integers(0, 6, 60_000)
    echo = numbers.copy()
    echo[3::6] = numbers[::6]
    assert pairs(numbers, 6, 3) > 0.001 > pairs(echo, 6, 3)
    assert coupons(numbers, 6) > 0.001 > coupons(np.tile(np.arange(6), 10_000), 6)


def test_pf_02_rounds_of_a_table_hold_and_forged_ones_do_not() -> None:
    assert check_table(100, 1) == (100, 10, 10)
