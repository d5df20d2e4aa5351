"""panels.js: what lies beside the felt until it is asked for: the rules, and the visitor's rounds."""

from typing import Any

from playwright.sync_api import expect

from tests.web.elements.bench import Bench

DOORS = """({ tab }) => document.querySelector("#doors").replaceChildren(
  tab("rules", "rules", () => [document.createTextNode("the rules")]),
  tab("history", "history", () => new Promise((resolve) => { window.arrive = () => resolve("the rounds"); })),
  tab("broken", "broken", () => Promise.reject(new Error("Not now."))))"""
FOLDED: Any = {"width": 800, "height": 700}
DOCKED: Any = {"width": 1280, "height": 800}


def doors(bench: Bench, docked: bool = False) -> None:
    bench.page.set_viewport_size(DOCKED if docked else FOLDED)
    bench.run("panels.js", DOORS)


def press(bench: Bench, name: str) -> None:
    bench.page.locator(f"[data-key={name}]").press("Enter")


def test_a_panel_opens_with_the_focus_in_it_and_closes_back_to_its_door(bench: Bench) -> None:
    doors(bench)
    press(bench, "rules")
    expect(bench.page.locator("#panel div")).to_have_text("the rules")
    close = bench.page.get_by_role("button", name="Close")
    expect(close).to_be_focused()
    close.press("Enter")
    expect(bench.page.locator("#panel")).to_be_hidden()
    assert bench.focused() == "rules", "the keyboard is back where it came from"


def test_its_door_closes_it_and_another_takes_its_place(bench: Bench) -> None:
    doors(bench)
    press(bench, "rules")
    press(bench, "broken")
    expect(bench.page.locator("#panel div")).to_have_text("Not now.")
    press(bench, "broken")
    expect(bench.page.locator("#panel")).to_be_hidden()


DOCK = """({ dock, tab }) => {
  const build = () => [document.createTextNode("the pays")];
  document.querySelector("#doors").prepend(tab("pays", "pays", build));
  dock("pays", build);
}"""


def test_17_a_docked_column_always_shows_something(bench: Bench) -> None:
    """Closing what was asked for leads back to it, and gives the focus back to its door."""
    doors(bench, docked=True)
    bench.run("panels.js", DOCK)
    shown = bench.page.locator("#panel > div")
    expect(shown).to_have_text("the pays")
    press(bench, "pays")
    expect(shown).to_have_text("the pays")
    assert bench.page.get_by_role("button", name="Close").count() == 0
    press(bench, "rules")
    expect(shown).to_have_text("the rules")
    assert bench.each("[data-panel]", "it.ariaExpanded") == ["false", "true", "false", "false"]
    bench.page.get_by_role("button", name="Close").press("Enter")
    expect(shown).to_have_text("the pays")
    assert bench.focused() == "rules"
    press(bench, "rules")
    expect(shown).to_have_text("the rules")
    press(bench, "pays")
    expect(shown).to_have_text("the pays")
    assert bench.page.get_by_role("button", name="Close").count() == 0, "it is there again as it was"


def test_17_a_column_that_has_no_room_any_more_folds_and_unfolds(bench: Bench) -> None:
    doors(bench)
    bench.run("panels.js", DOCK)
    expect(bench.page.locator("#panel")).to_be_hidden()
    bench.page.set_viewport_size(DOCKED)
    expect(bench.page.locator("#panel > div")).to_have_text("the pays")
    bench.page.set_viewport_size(FOLDED)
    expect(bench.page.locator("#panel")).to_be_hidden()


AGAINST = [["You fold", "loses", "X 1"], ["The dealer needs a pair", "", "X 2"]]
PAYS = {
    "rules": {"tables": [{"title": "Against the dealer", "columns": ["when", "ante", "clause"], "rows": AGAINST}]},
    "pays": [{"title": "Bonus", "rows": [["pair", "1 to 1"]]}],
}


def test_17_pays_tell_how_hands_compare_what_wagers_pay_and_what_is_bet(bench: Bench) -> None:
    bench.show("panels.js", "({ pays }, layout) => pays(layout, { bonus: 500 })", PAYS)
    assert bench.texts("caption") == ["Against the dealer", "Bonusyou bet 5.00"]
    assert bench.texts("th") == ["when", "ante"], "no clauses here"
    assert bench.texts("td") == ["You fold", "loses", "The dealer needs a pair", "pair", "1 to 1"]


def test_what_comes_late_does_not_lie_over_what_is_looked_at(bench: Bench) -> None:
    doors(bench)
    press(bench, "history")
    expect(bench.page.locator("#panel div")).to_have_text("…")
    press(bench, "rules")
    bench.page.evaluate("arrive()")
    bench.page.wait_for_timeout(20)
    assert bench.texts("#panel div") == ["the rules"]


def test_rules_have_what_is_posted_pay_tables_open_and_the_rest_folded(bench: Bench) -> None:
    table = {"title": "How it is dealt", "columns": ["step", "clause"], "rows": [["one card", "X 2"]]}
    layout = {
        "pays": [{"title": "Bonus", "rows": [["pair", "1 to 1"]]}],
        "inscriptions": [{"says": "Dealer qualifies", "clause": "X 1"}],
        "rules": {"title": "The game", "subtitle": "as it is played", "tables": [table]},
    }
    bench.show("panels.js", "({ rules }, layout) => rules(layout)", layout)
    assert bench.texts("h2, h3, .posted li") == ["The game", "Dealer qualifies X 1", "Bonus pays"]
    assert bench.texts(".pay td") == ["pair", "1 to 1"]
    assert bench.texts("details summary, details th, details td") == [
        "How it is dealt",
        "step",
        "clause",
        "one card",
        "X 2",
    ]
    assert bench.page.locator("details[open]").count() == 0


def round_(table: str, number: int, **more: Any) -> dict[str, Any]:
    return {
        "table": table,
        "round": number,
        "wagered": "1000.00",
        "returned": "5.00",
        "net": "-995.00",
        "void": False,
    } | more


def test_rounds_of_this_table_lead_to_their_proofs(bench: Bench) -> None:
    rounds = [round_("t 1", 9), round_("t2", 8), round_("t 1", 7, net="5.00"), round_("t 1", 6, void=True)]
    bench.answers("/api/me/rounds?most=50", {"rounds": rounds})
    bench.show("panels.js", "({ history }) => history('t 1')")
    assert bench.texts("tbody tr") == ["91,000.005.00−995.00", "71,000.005.00+5.00", "61,000.005.00void"]
    assert bench.main.locator("a").first.get_attribute("href") == "/rounds/t%201/9"


def test_before_the_first_round_it_says_what_will_stand_there(bench: Bench) -> None:
    bench.answers("/api/me/rounds?most=50", {"rounds": [round_("t2", 8)]})
    bench.show("panels.js", "({ history }) => history('t 1')")
    expect(bench.main).to_contain_text("Place a bet to begin.")
    assert bench.main.locator("table").count() == 0
