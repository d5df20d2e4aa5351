"""dice.js: a table of dice on its page: the strip with the dice, the layout at every size, tabs, and the wagers."""

from typing import Any

import pytest

from pitboss.table.views import view
from tests.table.rail import Rail
from tests.web.elements.bench import Bench
from tests.web.elements.dice_page import (
    BOXES,
    PHONES,
    SETTLED,
    SIZES,
    WIDER,
    DicePage,
    areas,
    everything,
    rail_with_a_point,
    results_of,
)


def seen(rail: Rail) -> dict[str, Any]:
    return view(rail.house, rail.state, "player", "p1")


def page_of(bench: Bench, rail: Rail, size: tuple[int, int] = (1280, 800), **more: Any) -> DicePage:
    page = DicePage(bench, areas(rail))
    page.draw(seen(rail), **more)
    page.resize(*size)
    return page


def test_the_puck_is_on_its_number_or_off(bench: Bench) -> None:
    bench.show("dice.js", "({ rolled }) => [...rolled('4-2', 6), ...rolled(null, null)]")
    assert bench.each(".puck", "[it.className, it.textContent]") == [["puck on", "On 6"], ["puck", "Off"]]
    assert bench.each(".dice", "it.ariaLabel") == ["The dice show 4 and 2", "No roll yet"]


def test_17_dice_tumble_until_they_land(bench: Bench) -> None:
    """Only their transform moves; who wants no motion sees them lie still, without pips."""
    page = page_of(bench, rail_with_a_point())
    roll = "({ rolled }) => document.querySelector('#dealer').replaceChildren(...rolled(null, 8, true))"
    pips = page.page.locator("#dealer .pip")
    moves = """document.getAnimations().filter((each) => each.effect.target.matches(".die"))
      .map((each) => Object.keys(each.effect.getKeyframes()[0]).filter((key) => !GENERAL.includes(key)))"""
    general = '["offset", "easing", "composite", "computedOffset"]'
    bench.run("dice.js", roll)
    assert bench.each("#dealer .dice", "it.ariaLabel") == ["The dice are rolling"]
    assert page.page.locator("#dealer .die").count() == 2 and not pips.first.is_visible()
    assert page.page.evaluate(moves.replace("GENERAL", general)) == []
    bench.page.emulate_media(reduced_motion="no-preference")
    assert pips.first.is_visible()
    assert page.page.evaluate(moves.replace("GENERAL", general)) == [["transform"], ["transform"]]


# Boxes


def states() -> dict[str, tuple[dict[str, Any], list[dict[str, Any]]]]:
    """A layout with odds to add, one with a wager on every area, and one with the results of a seven."""
    some, full, after = rail_with_a_point(), rail_with_a_point(), rail_with_a_point()
    everything(full)
    everything(after)
    results = results_of(after, "4-3")
    return {"some": (seen(some), []), "full": (seen(full), []), "after": (seen(after), results)}


STATES = states()


@pytest.mark.parametrize("wider", [False, True], ids=["font", "wider"])
@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_nothing_overlaps_or_leaves_its_box(bench: Bench, size: tuple[int, int], state: str, wider: bool) -> None:
    page = DicePage(bench, areas(Rail()))
    if wider:
        page.page.add_style_tag(content=WIDER)
    shown, results = STATES[state]
    page.draw(shown, results, "The dice are offered to you. The puck is off.")
    page.resize(*size)
    tabs = page.tabs()
    assert bool(tabs) == (size[0] < 900)
    for tab in tabs or [""]:
        if tab:
            page.choose(tab)
        assert page.page.evaluate(BOXES) == [], tab
        areas_shown = bench.main.page.locator(".laid .put").count()
        assert areas_shown > 3
    assert bench.wrong == []


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_every_area_is_within_reach_of_a_click(bench: Bench, size: tuple[int, int]) -> None:
    rail = rail_with_a_point()
    page = page_of(bench, rail, size)
    reached: set[str] = set()
    for tab in page.tabs() or [""]:
        if tab:
            page.choose(tab)
        reached |= set(bench.each(".put", "it.dataset.area"))
    assert reached == {spot["name"] for spot in areas(rail)}


# What is clicked


def test_a_click_places_the_chip_that_is_chosen(bench: Bench) -> None:
    page = page_of(bench, rail_with_a_point())
    bench.told()
    page.page.locator("[data-area=field]").click()
    page.page.locator("[data-area=hop][data-dice='6-5']").click()
    assert [each[1] for each in bench.told()] == [
        {"do": "bet", "by": "player", "who": "p1", "wager": "field", "amount": "5.00"},
        {"do": "bet", "by": "player", "who": "p1", "wager": "hop", "amount": "5.00", "dice": "6-5"},
    ]


def test_odds_are_never_more_than_there_is_room_for(bench: Bench) -> None:
    rail = rail_with_a_point()
    page = page_of(bench, rail, (1920, 1080), chosen=50_000)
    page.page.locator("[data-area=odds]").click()
    line = next(
        id for id, bet in rail.state.layout.lying.items() if bet.placed.wager == "pass" and bet.placed.player == "p1"
    )
    [[_, command]] = bench.told()
    assert (command["behind"], command["amount"]) == (line, "50.00"), "five times the 10.00 on 8"
    page.page.locator("[data-number='10'] .slot[data-wager=odds]").click()
    [[_, command]] = bench.told()
    assert command["amount"] == "30.00", "three times the come of 10.00 on 10"


def test_wagers_that_were_decided_are_bet_again_or_pressed(bench: Bench) -> None:
    rail = Rail()
    rail.come_out()
    rail.bet("p1", "field", "20.00")
    rail.bet("p1", "hop", dice="6-5")
    before = seen(rail)
    results = results_of(rail, "4-3")
    page = DicePage(bench, areas(rail))
    page.draw(before)
    page.draw(seen(rail), results)
    page.resize(1280, 800)
    assert bench.texts(".again > *") == ["Rebet 40", "Press 80"], "what the roll came to stands above them"
    for key, times in (("rebet", 1), ("press", 2)):
        bench.wait_told(page.page.locator(f"[data-key={key}]").click, 3)
        placed = {each["wager"]: (each["amount"], each.get("dice")) for _, each in bench.told()}
        assert placed == {
            "pass": (f"{10 * times}.00", None),
            "field": (f"{20 * times}.00", None),
            "hop": (f"{10 * times}.00", "6-5"),
        }


# Tabs, and the list of wagers


@pytest.mark.parametrize("size", PHONES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_tabs_say_what_lies_on_them(bench: Bench, size: tuple[int, int]) -> None:
    rail = Rail()
    rail.come_out()
    rail.bet("p1", "hard_8", "25.00")
    page = page_of(bench, rail, size)
    assert bench.texts(".dice-tabs button") == ["Line10", "Numbers", "One roll", "Hard ways25"]
    page.choose("tab hard")
    assert bench.each(".put", "it.dataset.area") == ["hard_4", "hard_6", "hard_8", "hard_10"]
    assert bench.each("[role=tab]", "it.ariaSelected") == ["false", "false", "false", "true"]
    assert bench.focused() == "tab hard"


def test_dice_stay_in_sight_on_a_phone(bench: Bench) -> None:
    page = page_of(bench, rail_with_a_point(), (360, 740))
    page.choose("tab one roll")
    page.page.locator("[data-dice='6-6']").scroll_into_view_if_needed()
    page.page.evaluate("window.scrollTo(0, document.documentElement.scrollHeight)")
    strip = page.page.locator(".throw").bounding_box()
    assert strip and 0 <= strip["y"] < 200


@pytest.mark.parametrize("size", [(390, 844), (1000, 760)], ids=["phone", "middle"])
def test_the_list_opens_where_it_has_no_place_of_its_own(bench: Bench, size: tuple[int, int]) -> None:
    page = page_of(bench, rail_with_a_point(), size)
    door = page.page.locator("[data-key=wagers]")
    assert not page.page.locator(".lying").is_visible() and door.get_attribute("aria-expanded") == "false"
    high = page.page.locator(".dice-layout").evaluate("it => it.clientHeight")
    door.click()
    assert page.page.locator(".lying").is_visible() and bench.focused() == "wagers"
    page.page.evaluate(SETTLED)
    assert page.page.locator(".dice-layout").evaluate("it => it.clientHeight") == high, "it lies below the layout"
    assert page.page.evaluate(BOXES) == []
    page.page.evaluate("window.scrollTo(0, 0)")
    page.page.locator("[data-number='9'] .own-chips").first.click()
    assert page.page.evaluate("document.activeElement.querySelector('.which').textContent") == "Come on 9 contract"


def test_on_a_large_screen_the_list_is_always_there(bench: Bench) -> None:
    page = page_of(bench, rail_with_a_point())
    assert page.page.locator(".lying").is_visible() and not page.page.locator("[data-key=wagers]").is_visible()
    assert page.page.locator(".next-roll").is_visible()


# Motion


def test_a_come_wager_travels_to_its_number_and_the_puck_moves(bench: Bench) -> None:
    bench.page.emulate_media(reduced_motion="no-preference")
    bench.page.goto(bench.page.url)  # whether motion is wanted is read once
    rail = Rail()
    rail.come_out()
    rail.roll("5-3")
    rail.bet("p1", "come")
    page = page_of(bench, rail)
    rail.roll("6-3")
    page.page.evaluate(
        """() => {
          const animate = Element.prototype.animate;
          Element.prototype.animate = function (frames, times) {
            tell("moves")(this.closest("[data-place]").dataset.place, frames[0].transform);
            return animate.call(this, frames, times);
          };
        }"""
    )
    page.draw(seen(rail))
    [[_, place, by]] = bench.told()
    assert place == "number 9" and by.startswith("translate(")
    assert by.split(", ")[1].startswith(tuple("123456789")), "it comes from below"


def test_who_wants_no_motion_sees_none(bench: Bench) -> None:
    rail = Rail()
    rail.come_out()
    rail.roll("5-3")
    rail.bet("p1", "come")
    page = page_of(bench, rail)
    rail.roll("6-3")
    page.page.evaluate("() => { Element.prototype.animate = tell('moves'); }")
    page.draw(seen(rail))
    assert bench.told() == []


def test_a_result_stands_where_the_chip_stood(bench: Bench) -> None:
    rail = rail_with_a_point()
    page = page_of(bench, rail)
    results = results_of(rail, "5-4")
    page.draw(seen(rail), results)
    assert bench.texts("[data-number='9'] .came") == ["pushes"], "the come won what the don't come lost"
    assert page.page.locator("[data-area=come] .came").count() == 0
