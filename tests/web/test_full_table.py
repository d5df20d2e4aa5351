"""Six people at one table: whoever looks, from whichever seat, sees everybody's cards and wagers in their places."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.web.browser import GAMES, PATIENT, Visitor, a_server, a_table
from tests.web.test_playing import MOST_DECISIONS, ask

SEATS = 6
TWO = "three-card-poker"
"""A second table of this game, for two."""
SHOWDOWNS = [game for game, wager in GAMES.items() if wager == "ante"]


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Dealt when all have bet, and not before."""
    plan = "".join(a_table(game, 1, betting=PATIENT) for game in SHOWDOWNS) + a_table(TWO, 2, betting=PATIENT)
    with a_server(tmp_path_factory.mktemp("full"), plan=plan) as found:
        yield found


@pytest.mark.parametrize("game", SHOWDOWNS)
def test_every_seat_of_a_full_table_lies_in_its_place(browser: Browser, address: str, game: str) -> None:
    people = [Visitor(browser, address, "desktop") for _ in range(SEATS)]
    for each in people:
        each.sit(f"{game}-1")
        each.page.locator("button[data-area]").first.wait_for()
        for area in each.page.locator("button[data-area]").all():
            area.click()
    for each in people:
        each.nothing_is_cut()
    for each in people:
        each.page.evaluate("document.querySelector('[data-key=place]')?.click()")
    people[0].page.locator("#hands playing-card").first.wait_for()
    assert len(ask(people[0], f"/api/tables/{game}-1")["view"]["positions"]) == SEATS
    for each in people:
        each.nothing_is_cut()
    everyone_decides(people)
    for each in people:
        each.nothing_is_cut()
        assert each.wrong == []
        each.context.close()


def everyone_decides(people: list[Visitor]) -> None:
    """Each takes the first choice offered, until the round is over."""
    for _ in range(MOST_DECISIONS):
        if people[0].page.locator("#results li").count():
            return
        for each in people:
            each.page.evaluate("document.querySelector('#choices [data-key^=decide]')?.click()")
        people[0].page.wait_for_timeout(100)
    raise AssertionError("the round does not end")


def test_16_c12_int_05_a_player_decides_before_the_turn(browser: Browser, address: str) -> None:
    """By keys, on a phone and on a desktop: the choice is noted, can be changed, and is carried out in the turn."""
    people = [Visitor(browser, address, size) for size in ("desktop", "phone")]
    for each in people:
        each.sit(f"{TWO}-2")
        each.page.locator("button[data-area=ante]").click()
        each.page.locator("button[data-area=ante]").click()
    for each in people:
        each.page.evaluate("document.querySelector('[data-key=place]')?.click()")
    for each in people:
        each.page.locator("#choices [data-key^=decide]").first.wait_for()
    asked = ask(people[0], f"/api/tables/{TWO}-2")["view"]["next"]["position"]
    seats = [each.page.locator("#own").evaluate(MINE) for each in people]
    first, second = people if seats[0] == asked else people[::-1]
    expect(second.page.locator("#early")).to_have_text(
        "You can decide now. The table plays your decision in your turn."
    )
    expect(first.page.locator("#early")).to_have_text("")
    for key, label in (("1", "Play 10.00"), ("2", "Fold"), ("1", "Play 10.00")):
        second.page.keyboard.press(key)
        expect(second.page.locator("#early")).to_have_text(f"Noted: {label}. You can change it until your turn.")
        expect(second.page.locator("#choices [aria-pressed=true] > span")).to_have_text(label)
    second.nothing_is_cut()
    second.nothing_keeps_people_out()
    expect(first.page.locator("#early")).to_have_text("")
    first.page.keyboard.press("2")
    for each in people:
        each.page.locator("#results li").first.wait_for()
        assert each.wrong == []
    expect(first.page.locator("#hands")).to_contain_text("Folded")
    expect(second.page.locator("#hands")).not_to_contain_text("Folded")
    for each in people:
        each.context.close()


MINE = """async () => {
  const { person } = await (await fetch("/api/session")).json();
  const { view } = await (await fetch(`/api/tables/${location.pathname.split("/").pop()}`)).json();
  return Number(Object.keys(view.seats).find((position) => view.seats[position] === person.name));
}"""
