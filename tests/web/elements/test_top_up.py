"""top-up.js: fresh play money for a visitor who has too little left to bet with."""

from typing import Any

from tests.web.elements.bench import Bench

PATH = "/api/me/top-up"
LOOK = """async ({ TopUp }, visitor) => {
  window.topUp ??= new TopUp(tell("offered"));
  await topUp.look(visitor);
}"""
BROKE: dict[str, Any] = {
    "plays": True,
    "wallet": 0,
    "chips": 200,
    "lieAll": 0,
    "leastBet": 500,
    "view": {"round": 1, "playing": False},
    "waits": {"all": []},
}
CAN = {"can": True, "amount": "1000.00", "why_not": None}


def look(bench: Bench, **changed: Any) -> list[Any]:
    bench.run("top-up.js", LOOK, BROKE | changed)
    return bench.told()


def test_it_is_offered_once_to_whoever_cannot_bet_any_more(bench: Bench) -> None:
    bench.answers(PATH, CAN)
    enough: list[dict[str, Any]] = [{"chips": 500}, {"wallet": 300}, {"lieAll": 1}]
    for change in (*enough, {"plays": False}, {"waits": {"all": [{}]}}):
        assert look(bench, **change) == []
    assert bench.asked == []
    assert look(bench) == [["offered", 100_000]]
    assert look(bench) == [] and len(bench.asked) == 1, "it is asked once"
    assert look(bench, chips=700) == [["offered", 0]]


def test_the_house_may_know_of_more(bench: Bench) -> None:
    """Chips at another table, or a wager that is not decided yet: asked again after the round."""
    bench.answers(PATH, {"can": False, "amount": "1000.00", "why_not": "Wait."}, (503, {"message": "Busy."}), CAN)
    assert look(bench) == [] and look(bench, view={"round": 2, "playing": True}) == []
    assert look(bench, view={"round": 2, "playing": False}) == [["offered", 100_000]]


def test_what_is_taken_is_in_the_wallet(bench: Bench) -> None:
    bench.answers(PATH, CAN)
    look(bench)
    bench.answers(PATH, {"amount": "1000.00", "balance": "1002.00"})
    assert bench.page.evaluate("topUp.take()") == 100_200
    assert bench.asked[-1] == ("POST", PATH, {}) and bench.told() == [["offered", 0]]
