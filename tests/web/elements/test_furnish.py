"""furnish.js: a table's page is set up once its layout is known."""

from typing import Any

from playwright.sync_api import expect

from tests.web.elements.bench import Bench

ZONES = ["cloth", "shoe", "posted", "moment", "speed", "results"]
LAYOUT: dict[str, Any] = {
    "house": "Pitboss",
    "inscriptions": [{"says": "Deuces are wild", "clause": "X 1"}],
    "pays": [{"title": "Bonus", "rows": [["pair", "1 to 1"]]}],
    "rules": {"title": "A game", "subtitle": "", "tables": []},
}
FURNISH = """({ furnish }, { zones, layout, plays }) => {
  for (const id of zones) document.querySelector("#main").append(Object.assign(document.createElement("div"), { id }));
  furnish({ layout, view: null }, "t1", plays);
}"""


def furnished(bench: Bench, plays: bool = True, **more: Any) -> None:
    bench.run("furnish.js", FURNISH, {"zones": ZONES, "layout": LAYOUT | more, "plays": plays})


def test_every_part_of_the_page_has_what_its_layout_says(bench: Bench) -> None:
    furnished(bench)
    assert bench.texts("#moment .house") == ["Pitboss"] and bench.texts("#posted .flat b") == ["Deuces are wild"]
    assert bench.texts("#doors button") == ["Pays", "History", "Rules"]
    assert bench.page.locator("#cloth .surface").count() == bench.page.locator("#shoe svg").count() == 1
    assert bench.page.locator("#speed button").count() == 3
    expect(bench.page.locator("#panel caption")).to_have_text("Bonus")


def test_who_plays_no_rounds_has_no_history_and_a_table_without_pays_shows_its_rules(bench: Bench) -> None:
    furnished(bench, plays=False, pays=[])
    assert bench.texts("#doors button") == ["Rules"]
    expect(bench.page.locator("#panel h2")).to_have_text("A game")


def test_17_a_table_of_dice_has_its_wagers_first(bench: Bench) -> None:
    """The list lies in the column itself (dice.js): no panel covers it."""
    furnished(bench, family="dice", pays=[])
    assert bench.texts("#doors button") == ["Wagers", "History", "Rules"]
    assert bench.each("#doors button", "it.ariaExpanded") == ["true", "false", "false"]
    expect(bench.page.locator("#panel")).to_be_hidden()


def test_17_a_felt_wears_the_style_of_its_family_alone(bench: Bench) -> None:
    worn = "async ({ dress }, family) => { await dress({ family }); return [...document.styleSheets].at(-1).href; }"
    assert str(bench.run("furnish.js", worn, "showdown")).endswith("/pages/felt.css")
    assert str(bench.run("furnish.js", worn, "dice")).endswith("/pages/dice.css")
