"""game-card.js: a game in the lobby, filled again and again without being built again."""

from typing import Any

import pytest

from tests.web.elements.bench import Bench
from tests.web.elements.test_scenes import EMPTY
from tests.web.elements.test_seats import table

GAME = {"name": "toss", "title": "Coin <b>Toss", "says": "Heads or tails.", "picture": EMPTY | {"player": ["Ah"]}}
EDGE = {"wager": "ante", "of": "ante", "percent": "3.37", "approximate": False}
HIGH = {"ante": ["25.00", "2000.00"]}

CARD = """({ GameCard }, [game, states]) => {
  const card = new GameCard(game, { play: (it) => tell("play")(it.stakes), watch: tell("watch"), back: tell("back") });
  window.card = card;
  for (const state of states) card.fill(state);
  return card.shown;
}"""


def state(*tables: Any, edge: Any = EDGE, **more: Any) -> dict[str, Any]:
    terms = {each["id"]: {"main": "ante", "edge": edge, "progressive": None} for each in tables}
    usual = {"mine": None, "staff": False, "isLast": False, "isMain": False}
    return usual | {"tables": [*tables], "terms": terms} | more


def facts(bench: Bench) -> list[str]:
    return bench.texts(".facts > div:not(:empty)")


def test_a_card_says_what_a_person_chooses_by(bench: Bench) -> None:
    bench.show("game-card.js", CARD, [GAME, [state(table("a", 4, bots=3), table("b", 1))]])
    assert bench.page.get_by_role("heading", level=3).all_text_contents() == ["Coin <b>Toss"]
    assert bench.texts(".says") == ["Heads or tails."]
    assert facts(bench) == ["House edge3.37 % of ante", "Seated2 of 12, 3 bots"]
    assert bench.texts(".stakes") == ["Stakes 5 to 500"], "one stake is no choice"
    assert bench.texts(".last") == [""]


@pytest.mark.parametrize(
    ("edge", "says"),
    [(None, []), (EDGE | {"approximate": True}, ["House edge3.37 % of ante, approximate"])],
)
def test_an_edge_is_not_invented(bench: Bench, edge: Any, says: list[str]) -> None:
    bench.show("game-card.js", CARD, [GAME, [state(table("a"), edge=edge)]])
    assert facts(bench)[:-1] == says


def test_stakes_are_chosen_and_stay_chosen(bench: Bench) -> None:
    both = state(table("a"), table("b", limits=HIGH))
    both["terms"]["b"]["edge"] = None
    bench.show("game-card.js", CARD, [GAME, [both]])
    stakes = bench.page.get_by_role("combobox", name="Stakes of Coin <b>Toss")
    assert stakes.locator("option").all_text_contents() == ["5 to 500", "25 to 2,000"]
    stakes.select_option("25 to 2,000")
    assert len(facts(bench)) == 1, "the other table has no figure"
    busier = state(table("a", 2), table("b", 1, limits=HIGH))
    bench.page.evaluate("state => window.card.fill(state)", busier)
    assert stakes.input_value() == "25 to 2,000" and facts(bench)[-1] == "Seated3 of 12"
    bench.page.get_by_role("button", name="Play Coin <b>Toss").click()
    assert bench.told() == [["play", "25 to 2,000"]]


def test_a_card_that_is_filled_again_keeps_its_buttons(bench: Bench) -> None:
    bench.show("game-card.js", CARD, [GAME, [state(table("a"))]])
    play = bench.page.get_by_role("button", name="Play Coin <b>Toss")
    play.focus()
    bench.page.evaluate("state => window.card.fill(state)", state(table("a", 3)))
    assert bench.focused() == "play toss" and facts(bench)[-1] == "Seated3 of 6"


def test_play_is_solid_only_where_it_is_the_main_action(bench: Bench) -> None:
    bench.show("game-card.js", CARD, [GAME, [state(table("a"))]])
    assert bench.each("[data-key='play toss']", "it.className") == ["can"]
    bench.page.evaluate("state => window.card.fill(state)", state(table("a"), isLast=True, isMain=True))
    assert bench.each("[data-key='play toss']", "it.className") == ["act"] and bench.texts(".last") == ["last played"]


def test_who_has_a_seat_goes_back_and_staff_watches(bench: Bench) -> None:
    bench.show("game-card.js", CARD, [GAME, [state(table("a"), mine={"table": "a"})]])
    bench.page.get_by_role("button", name="Back to your seat at Coin <b>Toss").click()
    assert bench.told() == [["back", "a"]]
    bench.page.evaluate("state => window.card.fill(state)", state(table("a"), staff=True))
    assert bench.main.get_by_role("button").all_text_contents() == ["Watch"]


@pytest.mark.parametrize(("status", "label"), [("idle", "Play"), ("paused", "Paused"), ("stopped", "Paused")])
def test_a_full_game_keeps_play_and_a_paused_one_does_not(bench: Bench, status: str, label: str) -> None:
    bench.show("game-card.js", CARD, [GAME, [state(table("a", 6, status=status))]])
    play = bench.page.locator("[data-key='play toss']")
    assert play.text_content() == label and play.is_enabled() == (label == "Play")


METER = """({ MeterCard }, all) => {
  const card = new MeterCard({ name: "toss", title: "Coin Toss" });
  for (const each of all) card.fill(each);
  return card.shown;
}"""


def test_a_meter_is_large_and_says_what_it_pays_for(bench: Bench) -> None:
    rows = [["7 heads", "100% of meter"], ["6 heads", "10% of meter"], ["5 heads", "250"], ["4 heads", "50"]]
    terms = {"wager": "progressive", "stake": "1.00", "rows": rows}
    told = [{"amount": amount, "terms": terms, "where": ""} for amount in ("10000.00", "12418.37")]
    bench.show("game-card.js", METER, told)
    assert bench.texts(".big") == ["12,418.37"] and bench.texts("h3") == ["Progressive Coin Toss"]
    assert bench.texts("dd") == ["whole meter", "10 % of meter", "250.00"] and bench.texts(".go small") == [
        "1.00 a round"
    ]
