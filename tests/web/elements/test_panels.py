"""panels.js: what lies beside the felt until it is asked for: the rules, and the visitor's rounds."""

from typing import Any

from playwright.sync_api import expect

from tests.web.elements.bench import Bench

DOORS = """({ toggle }) => {
  const door = (name, build) => {
    const button = document.createElement("button");
    button.dataset.key = button.textContent = name;
    button.onclick = () => toggle(name, build);
    document.querySelector("#doors").append(button);
  };
  door("rules", () => [document.createTextNode("the rules")]);
  door("history", () => new Promise((resolve) => { window.arrive = () => resolve("the rounds"); }));
  door("broken", () => Promise.reject(new Error("Not now.")));
}"""


def doors(bench: Bench) -> None:
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
