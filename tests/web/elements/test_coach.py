"""coach.js: what each choice is worth now, what a mistake cost, and how the session adds up."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.elements.bench import Bench

PATH = "/api/tables/t%201/coach"
COACH = """({ Coach }) => {
  window.coach = new Coach("t 1", document.querySelector("#main"), tell("closed"));
}"""


def choice(
    action: str, cents: str, money: str, costs: str, best: bool = False, amount: str | None = None
) -> dict[str, Any]:
    return {
        "action": action,
        "cents": cents,
        "worth": "1/3",
        "money": money,
        "costs": costs,
        "best": best,
        "amount": amount,
    }


RAISE, FOLD = choice("raise", "120", "1.20", "0.00", True, "10.00"), choice("fold", "-500", "-5.00", "6.20")
ADVICE = {"ready": True, "advice": {"asks": "decision", "choices": [RAISE, FOLD], "says": "Of all deals."}}
EXPECTED = {"ready": True, "wagers": {"ante": "-1/50", "pass": "-7/495", "hop_hard": "-1/10"}}
DECIDE = [{"do": "decide", "action": "raise"}, {"do": "decide", "action": "fold"}]


def view(**more: Any) -> dict[str, Any]:
    place = {"player": "me", "wagers": {"ante": "5.00"}}
    return {
        "round": 1,
        "dealer": [],
        "playing": True,
        "chips": "95.00",
        "choices": [],
        "positions": {"1": place},
    } | more


def coach(bench: Bench, *advice: Any, expected: Any = EXPECTED) -> None:
    bench.hurry()
    bench.answers(PATH, *(advice or (ADVICE,)))
    bench.answers(f"{PATH}/expectation", expected)
    bench.run("coach.js", COACH)


def see(bench: Bench, **more: Any) -> None:
    bench.page.evaluate("view => coach.see(view, 'me')", view(**more))


def hear(bench: Bench, *events: dict[str, Any]) -> None:
    bench.page.evaluate("events => coach.hear(events, 'me')", [{"player": "me"} | each for each in events])


def answered(bench: Bench) -> None:
    """Wait until the coach has its answers and has done what waited for them."""
    bench.page.evaluate(
        "Promise.all([coach.expectation, coach.question?.answer]).then(() => new Promise((go) => setTimeout(go)))"
    )


def session(bench: Bench) -> dict[str, str]:
    return dict(zip(bench.texts(".session dt"), bench.texts(".session dd"), strict=True))


def test_it_says_what_it_is_for_while_nothing_is_to_decide(bench: Bench) -> None:
    coach(bench)
    see(bench)
    expect(bench.main.locator(".idle")).to_contain_text("When you have something to decide")
    assert bench.main.locator(".session").count() == 0


def test_choices_have_their_worth_once_it_is_counted(bench: Bench) -> None:
    coach(bench, {"ready": False, "done": 0}, {"ready": False, "done": 40}, ADVICE)
    see(bench, choices=DECIDE)
    expect(bench.main.locator(".now .what")).to_have_text(["Raise 10.00", "Fold"])
    expect(bench.main.locator(".says")).to_have_text("Of all deals.")
    asked = [path for _, path, _ in bench.asked if not path.endswith("expectation")]
    assert asked == [PATH] * 3
    see(bench, choices=DECIDE)
    assert len(bench.asked) == 4, "the same question is asked once"


def test_how_far_it_is_is_said(bench: Bench) -> None:
    coach(bench, {"ready": False, "done": 40})
    see(bench, choices=DECIDE)
    expect(bench.main.locator(".now")).to_have_text("Counting every deal: 40 %.")


def test_why_there_is_no_advice_is_said(bench: Bench) -> None:
    coach(bench, (422, {"message": "Not of this hand."}))
    see(bench, choices=DECIDE)
    expect(bench.main.locator(".now")).to_have_text("Not of this hand.")


def test_why_there_is_no_advice_has_its_clause(bench: Bench) -> None:
    """Issue item B6."""
    coach(bench, (422, {"message": "Not of this hand.", "code": "x", "clause": "X 1"}))
    see(bench, choices=DECIDE)
    expect(bench.main.locator(".now")).to_have_text("Not of this hand. X 1")
    see(bench)
    expect(bench.main.locator(".idle")).to_have_count(1)


def test_a_mistake_says_what_it_cost_and_counts(bench: Bench) -> None:
    coach(bench)
    see(bench, choices=DECIDE)
    hear(bench, {"event": "decided", "action": "fold", "amount": "0.00"})
    expect(bench.main.locator(".mistake")).to_have_text("Fold cost 6.20: raise 10.00 was worth +1.20, this −5.00.")
    assert session(bench) == {"Decisions right": "0 of 1", "Errors cost": "6.20"}


@pytest.mark.parametrize(
    ("event", "right"),
    [({"amount": "10.00"}, "1 of 1"), ({"amount": "20.00"}, None), ({"amount": "10.00", "player": "ann"}, None)],
)
def test_a_right_decision_counts_and_anothers_does_not(bench: Bench, event: dict[str, Any], right: str | None) -> None:
    coach(bench)
    see(bench, choices=DECIDE)
    expect(bench.main.locator(".now .what")).to_have_count(2)
    hear(bench, {"event": "decided", "action": "raise"} | event)
    answered(bench)
    assert session(bench).get("Decisions right") == right
    assert bench.main.locator(".mistake").count() == 0


def test_a_decision_is_judged_by_its_own_question_however_late_the_answer(bench: Bench) -> None:
    coach(bench, *[{"ready": False, "done": 1}] * 8, ADVICE)
    see(bench, choices=DECIDE)
    hear(bench, {"event": "decided", "action": "fold", "amount": "0.00"})
    see(bench)
    expect(bench.main.locator(".mistake")).to_have_count(1)


def play(bench: Bench, *events: dict[str, Any], after: str = "105.00") -> None:
    see(bench, playing=False, positions={}, chips="100.00")
    see(bench)
    hear(bench, *events)
    see(bench, playing=False, positions={}, chips=after)
    answered(bench)


def test_a_round_adds_result_expectation_and_luck(bench: Bench) -> None:
    coach(bench)
    play(bench)
    expect(bench.main.locator(".session summary")).to_have_text("This session: 1 round")
    assert session(bench) == {
        "Decisions right": "0 of 0",
        "Errors cost": "0.00",
        "Result": "+5.00",
        "Expected at best play": "−0.10",
        "Luck": "+5.10",
    }
    play(bench, {"event": "bought_in", "amount": "500.00"}, after="595.00")
    expect(bench.main.locator(".session summary")).to_have_text("This session: 2 rounds")
    assert session(bench)["Result"] == "0.00", "chips that were bought are not won"


def test_a_round_that_is_void_or_not_begun_here_does_not_count(bench: Bench) -> None:
    coach(bench)
    play(bench, {"event": "round_voided", "player": None})
    see(bench, playing=False, positions={}, chips="100.00")
    assert bench.main.locator(".session").count() == 0


def test_nothing_is_added_up_where_nothing_is_expected(bench: Bench) -> None:
    coach(bench, expected={"ready": True, "wagers": {"other": "0"}})
    play(bench)
    assert bench.main.locator(".session").count() == 0


def test_dice_count_each_wager_when_it_is_decided(bench: Bench) -> None:
    wagers = [choice("pass", "0", "0", "0") | {"worth": "-7/495"}, choice("field", "0", "0", "0") | {"worth": "-1/36"}]
    coach(bench, {"ready": True, "advice": {"asks": "wagers", "choices": wagers[::-1], "says": ""}})
    bet = [{"do": "bet", "wager": "pass", "behind": None}]
    seen = {"dealer": None, "wagers": [{"id": "h", "dice": "3-3"}], "choices": bet}
    bench.page.evaluate("view => { delete view.dealer; coach.see(view, 'me'); }", view(**seen))
    expect(bench.main.locator(".costs td")).to_have_text(["pass", "−1.41 %", "field", "−2.78 %"])
    rows = [
        {"id": "p", "wager": "pass", "outcome": "win", "stake": "10.00", "pays": "10.00", "commission": "0.50"},
        {"id": "h", "wager": "hop", "outcome": "lose", "stake": "5.00", "pays": "0.00", "commission": "0.00"},
        {"id": "x", "wager": "unknown", "outcome": "win", "stake": "5.00", "pays": "5.00", "commission": "0.00"},
    ]
    hear(bench, {"event": "winners_paid", "rows": rows})
    expect(bench.main.locator(".session summary")).to_have_text("This session: 2 wagers decided")
    assert session(bench) == {"Result": "+4.50", "Expected of these wagers": "−0.64", "Luck": "+5.14"}


def test_the_session_is_found_again_and_can_begin_anew(bench: Bench) -> None:
    coach(bench)
    play(bench)
    coach(bench)
    see(bench)
    assert session(bench)["Result"] == "+5.00"
    bench.page.get_by_role("button", name="Start over").press("Enter")
    assert bench.main.locator(".session").count() == 0


def test_it_closes_and_says_so_and_draws_no_more(bench: Bench) -> None:
    coach(bench)
    see(bench)
    bench.page.get_by_role("button", name="Close").press("Enter")
    assert bench.told() == [["closed"]] and bench.main.is_hidden()
    see(bench, choices=DECIDE)
    assert bench.main.inner_html() == ""
