"""motion.js: cards travel in the order of the deal, chips to who gets them; who wants no motion sees none."""

import re

import pytest

from tests.web.elements.bench import Bench

LAID = """number => document.querySelector("#main").replaceChildren(...Array.from({ length: number }, (_, place) =>
  Object.assign(document.createElement("p"), { textContent: place })))"""
MARK = """marks => [...document.querySelectorAll("#main p")].forEach((each, place) => {
  each.dataset.dealt = marks[place];
})"""
DEAL = "({ deal }) => { deal(document.querySelector('#doors')); }"
SLIDE = """({ slide }) => {
  const [from, to] = document.querySelectorAll("#main p");
  slide(1500, from, to);
  slide(1500, null, to);
}"""
DELAYS = "document.getAnimations().map((each) => [each.effect.target.textContent, each.effect.getTiming().delay])"


def dealt(bench: Bench, *order: int) -> list[list[float | str]]:
    bench.page.evaluate(LAID, len(order))
    bench.page.evaluate(MARK, [*order])
    bench.run("motion.js", DEAL)
    return sorted(bench.page.evaluate(DELAYS), key=lambda each: each[1])


def test_cards_come_one_after_the_other_in_the_order_of_the_deal(bench: Bench) -> None:
    bench.page.emulate_media(reduced_motion="no-preference")
    found = dealt(bench, 10, 9, 2)
    assert [each for each, _ in found] == ["2", "1", "0"], "9 before 10: numbers, not letters"
    assert [delay for _, delay in found] == [0, pytest.approx(112), pytest.approx(224)]
    assert bench.page.locator("[data-dealt]").count() == 0, "no card is dealt twice"


def test_a_card_comes_from_the_middle_of_the_shoe(bench: Bench) -> None:
    bench.page.emulate_media(reduced_motion="no-preference")
    bench.page.evaluate(LAID, 1)
    bench.page.evaluate(MARK, [0])
    bench.page.evaluate("document.querySelector('#doors').textContent = 'The shoe'")
    boxes = bench.each("#doors, #main p", "it.getBoundingClientRect().toJSON()")
    (from_x, from_y), (x, y) = [(each["x"] + each["width"] / 2, each["y"] + each["height"] / 2) for each in boxes]
    bench.run("motion.js", DEAL)
    first = bench.page.evaluate("document.getAnimations()[0].effect.getKeyframes()[0].transform")
    moved = [float(each) for each in re.findall(r"-?[\d.]+(?=px)", first)]
    assert moved == pytest.approx([from_x - x, from_y - y], abs=0.1)


def test_a_long_deal_is_over_in_time(bench: Bench) -> None:
    bench.page.emulate_media(reduced_motion="no-preference")
    bench.page.evaluate(LAID, 50)
    bench.page.evaluate(MARK, [*range(50)])
    bench.run("motion.js", DEAL)
    ends = bench.page.evaluate("document.getAnimations().map((each) => each.effect.getComputedTiming().endTime)")
    assert len(ends) == 50 and 2000 < max(ends) <= 2300


def test_a_card_that_is_turned_stays_where_it_is(bench: Bench) -> None:
    bench.page.emulate_media(reduced_motion="no-preference")
    bench.page.evaluate(LAID, 1)
    bench.page.evaluate("document.querySelector('#main p').dataset.turned = ''")
    bench.run("motion.js", "({ deal, turn }) => { deal(document.querySelector('#doors')); turn(); }")
    frames = bench.page.evaluate("document.getAnimations().map((each) => each.effect.getKeyframes()[0].transform)")
    assert frames == ["scaleX(0.05)"] and bench.page.locator("[data-turned]").count() == 0


def test_a_click_skips_it_all(bench: Bench) -> None:
    bench.page.emulate_media(reduced_motion="no-preference")
    assert len(dealt(bench, 0, 1)) == 2
    bench.run("motion.js", "({ skip }) => skip()")
    assert bench.page.evaluate(DELAYS) == []
    assert dealt(bench, 0, 1) == [], "and what comes until then lands at once"
    bench.run("motion.js", "({ skip }) => skip(false)")
    assert len(dealt(bench, 0, 1)) == 2


def test_a_motion_ends_when_its_card_has_landed(bench: Bench) -> None:
    bench.page.emulate_media(reduced_motion="no-preference")
    bench.page.evaluate(LAID, 2)
    bench.page.evaluate(MARK, [0, 1])
    landed = """async ({ deal }) => {
      await deal(document.querySelector("#doors"));
      return document.getAnimations().length;
    }"""
    assert bench.run("motion.js", landed) == 0


def test_a_pause_is_one_that_a_click_ends(bench: Bench) -> None:
    bench.run("motion.js", "({ hold }) => { hold(600_000).then(tell('over')); }")
    assert bench.told() == []
    bench.run("motion.js", "({ skip }) => skip()")
    bench.page.wait_for_function("told.length")


def test_speeds_change_every_time(bench: Bench) -> None:
    bench.page.emulate_media(reduced_motion="no-preference")
    for name, factor in (("slow", 1.6), ("normal", 1), ("fast", 0.4)):
        bench.page.evaluate("name => localStorage.setItem('pitboss speed', name)", name)
        assert [delay for _, delay in dealt(bench, 0, 1)] == [0, pytest.approx(112 * factor)]


def test_who_wants_no_motion_sees_cards_appear_where_they_lie(bench: Bench) -> None:
    assert [delay for _, delay in dealt(bench, 0, 1)] == [0, 0]
    frames = bench.page.evaluate("document.getAnimations().map((each) => each.effect.getKeyframes()[0].transform)")
    assert frames == [None, None], "they fade in, and nothing travels"
    assert bench.page.locator("[data-dealt]").count() == 0
    bench.run(
        "motion.js",
        "({ slide }) => slide(500, document.querySelector('#menu-door'), document.querySelector('#menu-door'))",
    )
    assert bench.page.locator(".sliding").count() == 0


def test_what_is_not_seen_does_not_travel(bench: Bench) -> None:
    bench.page.emulate_media(reduced_motion="no-preference")
    bench.page.evaluate("document.querySelector('#main').hidden = true")
    assert dealt(bench, 0, 1) == []


def test_chips_go_from_one_to_the_other_and_are_gone(bench: Bench) -> None:
    bench.page.emulate_media(reduced_motion="no-preference")
    bench.page.evaluate(LAID, 2)
    bench.run("motion.js", SLIDE)
    chips = bench.page.locator(".sliding")
    assert chips.count() == 1 and chips.get_attribute("aria-hidden") == "true", "from nowhere nothing slides"
    assert chips.locator(".stack").get_attribute("aria-label") == "15.00 in chips"
    bench.run("motion.js", "({ skip }) => skip()")
    chips.wait_for(state="detached")


SHIFT = """({ shift, landed }) => {
  const [one, other] = document.querySelectorAll("#main p");
  shift(other, one.getBoundingClientRect());
  landed().then(() => tell("landed")());
}"""


def test_17_what_lies_elsewhere_goes_there_and_a_click_ends_it(bench: Bench) -> None:
    bench.page.emulate_media(reduced_motion="no-preference")
    bench.page.evaluate("localStorage.setItem('pitboss speed', 'slow')")
    bench.page.evaluate(LAID, 2)
    bench.run("motion.js", SHIFT)
    [[text, times, by]] = bench.page.evaluate(
        """document.getAnimations().map(({ effect }) =>
          [effect.target.textContent, effect.getTiming().duration, effect.getKeyframes()[0].transform])"""
    )
    assert (text, times) == ("1", 260 * 1.6) and re.fullmatch(r"translate\(0px, -[\d.]+px\)", by), by
    bench.wait_told(lambda: bench.run("motion.js", "({ skip }) => skip()"))
