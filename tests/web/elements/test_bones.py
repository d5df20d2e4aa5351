"""bones.js: dice as they fell, each with as many pips as it shows."""

import pytest

from tests.web.elements.bench import Bench


@pytest.mark.parametrize("dice", ["1-2", "3-4", "5-6"])
def test_dice_have_their_pips_and_say_them(bench: Bench, dice: str) -> None:
    bench.show("bones.js", "({ bones }, dice) => bones(dice)", dice)
    drawn = bench.page.get_by_role("img", name=f"The dice show {dice.replace('-', ' and ')}", exact=True)
    pips = drawn.locator(".die").evaluate_all("all => all.map((die) => die.querySelectorAll('circle').length)")
    assert pips == [int(each) for each in dice.split("-")]


def test_pips_lie_as_on_any_die(bench: Bench) -> None:
    """Alike from both sides, apart from each other, one in the middle where their number is odd."""
    for number in range(1, 7):
        bench.show("bones.js", "({ bones }, dice) => bones(dice)", f"{number}-1")
        places = (
            bench.main.locator(".die")
            .first.locator("circle")
            .evaluate_all("all => all.map((each) => [each.cx.baseVal.value, each.cy.baseVal.value])")
        )
        assert len({tuple(each) for each in places}) == number
        assert sorted(places) == sorted([56 - x, 56 - y] for x, y in places)
        assert ([28, 28] in places) == (number % 2 == 1)


def test_17_dice_that_roll_show_no_outcome(bench: Bench) -> None:
    bench.show("bones.js", "({ bones }) => [bones('1-2', true), bones(null, true)]")
    rolling = bench.page.get_by_role("img", name="The dice are rolling", exact=True)
    first, second = rolling.evaluate_all("all => all.map((each) => each.outerHTML)")
    assert first == second and rolling.first.locator(".die").count() == 2


def test_before_the_first_roll_there_are_none(bench: Bench) -> None:
    bench.show("bones.js", "({ bones }) => bones(null)")
    assert bench.page.get_by_role("img", name="No roll yet").locator(".die").count() == 0
