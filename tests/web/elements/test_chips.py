"""chips.js: an amount as the fewest chips, the largest below; a stack says its worth."""

import pytest

from tests.web.elements.bench import Bench

BROKEN = {
    0: [],
    100: [100],
    499: [100, 100, 100, 100, 99],
    500: [500],
    3_600: [2_500, 500, 500, 100],
    166_600: [100_000, 50_000, 10_000, 2_500, 2_500, 500, 500, 500, 100],
    50: [50],
}


def test_an_amount_is_broken_into_the_fewest_chips(bench: Bench) -> None:
    assert bench.run("chips.js", "({ broken }, given) => given.map(broken)", [*BROKEN]) == [*BROKEN.values()]


@pytest.mark.parametrize("amount", BROKEN)
def test_a_stack_has_five_chips_at_most_and_says_its_worth(bench: Bench, amount: int) -> None:
    bench.show("chips.js", "({ stack }, amount) => stack(amount)", amount)
    stack = bench.page.get_by_role("img", name=f"{amount / 100:,.2f} in chips", exact=True)
    drawn = stack.locator("> g").evaluate_all(
        "all => all.map((each) => each.querySelectorAll('circle')[1].attributes.fill.value)"
    )
    colours = bench.run("chips.js", "({ colour }, given) => given.map(colour)", BROKEN[amount][:5])
    assert drawn == colours
    box = bench.main.locator("svg").evaluate("it => it.viewBox.baseVal.height")
    lies = stack.locator("> g").evaluate_all("all => all.map((each) => each.transform.baseVal[0].matrix.f)")
    assert lies == sorted(lies, reverse=True), "each lies above the one before"
    assert all(24 <= y <= box - 26.5 for y in lies), "and inside the drawing"


def test_each_worth_has_its_colour(bench: Bench) -> None:
    values = [100, 500, 2_500, 10_000, 50_000, 100_000]
    colours = bench.run("chips.js", "({ colour }, given) => given.map(colour)", values)
    assert len({*colours}) == len(values)
    between = [1, 100, 499, 2_499, 9_999, 49_999, 99_999, 9_900_000]
    wanted = [colours[0], colours[0], colours[0], *colours[1:5], colours[5]]
    assert bench.run("chips.js", "({ colour }, given) => given.map(colour)", between) == wanted


@pytest.mark.parametrize(("amount", "says"), [(100, "1"), (250, "2.5"), (2_500, "25"), (100_000, "1000")])
def test_a_chip_has_its_worth_written_on_it(bench: Bench, amount: int, says: str) -> None:
    bench.show("chips.js", "({ chip }, amount) => chip(amount)", amount)
    assert bench.texts("#main text") == [says]
    chip = bench.main.locator("svg")
    assert chip.get_attribute("aria-hidden") == "true", "whoever shows it has the words"
    inlay = "2 * it.querySelector('circle:last-of-type').r.baseVal.value"
    assert chip.evaluate(f"it => it.querySelector('text').getBBox().width < {inlay}"), "the words fit on the inlay"
