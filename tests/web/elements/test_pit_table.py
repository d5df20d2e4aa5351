"""pit-table.js: one table of the pit, live: what can be called, pausing and closing, its terms, its rounds."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.elements.bench import Bench

SUE = {"person": {"name": "sue", "guest": False, "role": "supervisor"}, "balance": None, "csrf": "x"}
SETUP = {
    "id": "t 1",
    "title": "The table",
    "game": "some-game",
    "jurisdiction": "nj",
    "status": "betting",
    "why": "",
    "limits": {"ante": ["5.00", "100.00"]},
    "options": {"bonus": "A"},
}
GAME = {
    "jurisdictions": {"nj": "New Jersey"},
    "wagers": ["ante", "bonus"],
    "options": {"nj": [{"name": "bonus", "says": "", "default": "A", "values": ["A", "B"]}]},
}
TROUBLES = [
    {"what": "card_exposed", "says": "a card is exposed", "does": "the hand is void", "clause": "X 1"},
    {"what": "wrong_number", "says": "a wrong number", "does": "it is void", "clause": "X 2"},
]
EXPOSED = {"do": "call", "what": "card_exposed", "position": 2, "who": "sue"}
VIEW: dict[str, Any] = {
    "round": 7,
    "status": "playing",
    "playing": True,
    "seats": {"2": "ann", "3": "bot-simple-1"},
    "next": None,
    "positions": {"2": {"player": "ann", "wagers": {}, "on_layout": {"ante": "1500.00"}}},
    "choices": [],
}
MAKE = """({ PitTable }, [setup, game, acts]) => {
  window.pit = new PitTable(setup, game, acts && { changed: tell("changed") });
  return pit.zone;
}"""


ANOTHER = "given => pit.view !== before && JSON.stringify(pit.view) === JSON.stringify(given)"
"""Not the view before, even where both are alike."""


def pit(bench: Bench, acts: bool = True, rounds: Any = (), **setup: Any) -> None:
    bench.answers("/api/session", SUE)
    bench.answers("/api/admin/tables/t%201/irregularities", {"irregularities": TROUBLES})
    bench.answers("/api/tables/t%201/rounds?most=12", {"rounds": [*rounds]})
    bench.show("pit-table.js", MAKE, [SETUP | setup, GAME, acts])
    bench.page.wait_for_function("pit.wire.socket?.readyState === 1 && pit.rounds.children.length")
    bench.hear({"type": "hello", "name": "sue"})


def live(bench: Bench, events: Any = (), **more: Any) -> None:
    bench.page.evaluate("window.before = pit.view")
    if events:
        bench.hear({"type": "events", "first": 2, "sequence": 2, "view": VIEW | more, "events": [*events]})
    else:
        bench.hear({"type": "snapshot", "sequence": 1, "view": VIEW | more})
    bench.page.wait_for_function(ANOTHER, arg=VIEW | more)


def test_it_says_which_table_and_who_is_there(bench: Bench) -> None:
    pit(bench)
    assert bench.texts(".title p") == ["t 1, New Jersey"]
    assert bench.page.get_by_role("link", name="Watch it").get_attribute("href") == "/tables/t%201"
    live(bench, next={"says": "deal", "clause": "X 9"})
    assert bench.texts(".live p") == ["Round 7: playing. Next: deal. X 9"]
    assert bench.texts(".live li") == ["2 ann1,500.00", "3 simple bot"]
    live(bench, seats={}, status="waiting")
    assert bench.texts(".live p") == ["Round 7: waiting. ", "Nobody sits here."]


def test_what_happens_there_is_told(bench: Bench) -> None:
    pit(bench)
    live(bench)
    live(bench, [{"event": "bets_closed"}, {"event": "cards_dealt"}, {"event": "dice_taken", "player": "ann"}], round=8)
    assert bench.texts(".heard") == ["No more bets. Ann shoots."]


def test_its_rounds_can_be_played_back_and_come_when_one_ends(bench: Bench) -> None:
    pit(bench)
    expect(bench.main).to_contain_text("Rounds played here can be played back from this list.")
    live(bench)
    bench.answers("/api/tables/t%201/rounds?most=12", {"rounds": [{"round": 7, "begun": 0}]})
    live(bench, playing=False)
    link = bench.page.get_by_role("link", name="Round 7")
    expect(link).to_have_attribute("href", "/rounds/t%201/7")


def test_what_can_be_called_says_what_it_does_before_it_is_called(bench: Bench) -> None:
    pit(bench)
    live(bench)
    expect(bench.main.locator(".calls")).to_contain_text("nothing can be called")
    live(bench, choices=[EXPOSED, EXPOSED | {"who": "tom"}, {"do": "void_round"}, {"do": "bet"}])
    buttons = bench.main.locator(".troubles button")
    expect(buttons).to_have_text(["A card is exposed, at position 2", "A fault of the system, or another reason"])
    buttons.first.press("Enter")
    expect(bench.main.locator(".meant p")).to_have_text("The hand is void. X 1")
    expect(buttons.first).to_have_attribute("aria-expanded", "true")
    assert [each["type"] for each in bench.wait_said(1)] == ["watch"], "nothing is called yet"
    bench.main.locator("[data-key^='call call']").press("Enter")
    command = bench.wait_said(2)[-1]["command"]
    assert {**command, "key": ""} == {"do": "call", "what": "card_exposed", "position": 2, "key": ""}
    bench.hear({"type": "done", "id": bench.said[-1]["id"]})
    expect(bench.page.locator("#done")).to_have_text("Called, and written down.")
    expect(bench.main.locator(".meant")).to_have_count(0)


def test_a6_an_exposed_card_of_the_stub_is_called_with_its_name(bench: Bench) -> None:
    pit(bench)
    exposed = {"do": "call", "what": "card_exposed"}
    live(bench, choices=[exposed, exposed | {"whose": "stub"}])
    buttons = bench.main.locator(".troubles button")
    expect(buttons).to_have_text(["A card is exposed", "A card is exposed, in the stub"])
    buttons.last.press("Enter")
    bench.main.locator(".meant [name=card]").fill("Ah")
    bench.main.locator("[data-key^='call call']").press("Enter")
    bench.page.wait_for_function("pit.wire.pending.size")
    bench.page.wait_for_timeout(20)
    command = bench.said[-1]["command"]
    assert {**command, "key": ""} == {**exposed, "whose": "stub", "card": "Ah", "key": ""}


def test_a_fault_of_the_system_voids_the_round_and_a_refusal_is_said(bench: Bench) -> None:
    pit(bench)
    live(bench, choices=[{"do": "void_round"}])
    bench.main.locator(".troubles button").click()
    expect(bench.main.locator(".meant p")).to_contain_text("The round is void")
    bench.page.get_by_role("button", name="Void the round").click()
    bench.hear({"type": "error", "id": bench.wait_said(2)[-1]["id"], "error": {"message": "Too late.", "code": "late"}})
    expect(bench.page.locator("#refused")).to_have_text("Too late.")


def test_a1_a_round_is_voided_with_a_reason_which_stays_while_the_table_goes_on(bench: Bench) -> None:
    pit(bench)
    live(bench, choices=[{"do": "void_round"}])
    bench.main.locator(".troubles button").click()
    bench.main.locator(".meant [name=reason]").fill("Two hands were mixed up.")
    live(bench, choices=[EXPOSED, {"do": "void_round"}])
    expect(bench.main.locator(".meant [name=reason]")).to_have_value("Two hands were mixed up.")
    bench.page.get_by_role("button", name="Void the round").click()
    command = bench.wait_said(2)[-1]["command"]
    assert {**command, "key": ""} == {"do": "void_round", "reason": "Two hands were mixed up.", "key": ""}


@pytest.mark.parametrize(("whose", "named"), [("dealer", {"whose": "dealer"}), ("2", {"position": 2})])
def test_a_wrong_number_is_called_with_whose_hand_it_is(bench: Bench, whose: str, named: dict[str, Any]) -> None:
    pit(bench)
    live(bench)
    bench.page.get_by_label("Whose hand").select_option(whose)
    bench.page.get_by_label("Cards it has").fill("4")
    bench.page.get_by_label("Cards it has").press("Enter")
    assert (
        bench.wait_said(2)[-1]["command"] | {"key": ""}
        == {"do": "call", "what": "wrong_number", "cards": 4, "key": ""} | named
    )
    live(bench, playing=False)
    assert bench.page.get_by_label("Whose hand").count() == 0, "there are no hands between rounds"


def test_an_auditor_sees_all_and_changes_nothing(bench: Bench) -> None:
    pit(bench, acts=False)
    live(bench, choices=[EXPOSED])
    expect(bench.main.locator(".calls")).to_contain_text("An auditor sees all and changes nothing.")
    assert bench.main.locator("button, form").count() == 0


@pytest.mark.parametrize(
    ("status", "button", "path", "says"),
    [
        ("betting", "Pause", "off", "No new round is begun; wagers that waited go back."),
        ("paused", "Open again", "on", "The table goes on."),
    ],
)
def test_it_is_paused_and_opened_again_with_a_reason(
    bench: Bench, status: str, button: str, path: str, says: str
) -> None:
    pit(bench, status=status, why="A card is missing.")
    assert "A card is missing." in bench.texts(".card > p")
    bench.answers(f"/api/admin/switches/{path}", {})
    bench.page.get_by_role("button", name=button).click()
    assert bench.told() == [], "not without a reason"
    bench.main.locator("form", has_text=button).get_by_label("Why, for the record").fill("counted")
    bench.page.get_by_role("button", name=button).click()
    expect(bench.page.locator("#done")).to_have_text(says)
    assert bench.asked[-1] == (
        "POST",
        f"/api/admin/switches/{path}",
        {"scope": "table", "name": "t 1", "reason": "counted"},
    )
    assert bench.told() == [["changed", "t 1"]]


def test_a_closed_table_has_nothing_to_run(bench: Bench) -> None:
    pit(bench, status="closed")
    assert bench.main.locator("form").count() == 0


def test_new_terms_are_taken_after_their_edge_was_shown_and_the_round_is_over(bench: Bench) -> None:
    bench.hurry()
    pit(bench)
    bench.answers("/api/admin/edge", {"edges": [{"wager": "bonus", "edge": "2 %", "favours_player": False}]})
    bench.answers(
        "/api/admin/tables/t%201/reopen", (409, {"message": "Wait.", "code": "round_in_progress"}), {"table": "t 1~2"}
    )
    playing = {"tables": [{"id": "t 1", "status": "playing"}]}
    bench.answers("/api/lobby", playing, playing, {"tables": []})
    form = bench.main.locator("form.terms")
    form.locator("select").select_option("B")
    form.get_by_label("Why, for the record").fill("Sunday")
    form.locator("[data-key=edge]").click()
    expect(form.locator("tbody td")).to_have_text(["bonus", "2 %", "2 %", "the same"])
    form.locator("[data-key=take]").click()
    expect(bench.page.locator("#done")).to_have_text("The table goes on as t 1~2 under its new terms.")
    taken = ("POST", "/api/admin/tables/t%201/reopen", {"options": {"bonus": "B"}, "limits": {}, "reason": "Sunday"})
    assert bench.asked.count(taken) == 2 and bench.told() == [["changed", "t 1~2"]]


def test_it_hangs_up_when_another_table_is_looked_at(bench: Bench) -> None:
    pit(bench)
    bench.page.evaluate("pit.close()")
    bench.page.wait_for_function("pit.wire.socket.readyState === 3")
