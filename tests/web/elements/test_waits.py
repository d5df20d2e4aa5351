"""waits.js: wins that the floor pays by hand, looked at until they are paid."""

from typing import Any

import pytest

from tests.web.elements.bench import Bench

WIN = {"amount": "12000.00", "table": "t1", "round": 7, "position": 2, "won_by": "royal_flush", "signatures": 0}


def look(bench: Bench, *said: Any) -> None:
    bench.hurry()
    bench.answers("/api/me/hand-pays", *said)
    bench.run("waits.js", "({ Waits }) => { window.waits = new Waits(tell('changed')); return waits.look(); }")


def test_it_looks_again_until_it_is_paid_and_says_so_once(bench: Bench) -> None:
    signed = WIN | {"signatures": 1}
    look(bench, *({"hand_pays": each} for each in ([WIN], [WIN], [signed], [])))
    bench.page.wait_for_function("told.length === 3")
    assert bench.told() == [["changed", 0], ["changed", False], ["changed", True]]
    assert bench.page.evaluate("waits.all") == []
    asked = len(bench.asked)
    assert asked == 4, "nothing new is not told"
    bench.page.wait_for_timeout(150)
    assert len(bench.asked) == asked, "and when nothing waits it is left alone"


def test_nothing_that_waits_is_nothing_to_tell(bench: Bench) -> None:
    look(bench, {"hand_pays": []})
    assert bench.told() == [] and bench.page.evaluate("waits.all") == []


def test_a_house_that_does_not_answer_has_not_paid(bench: Bench) -> None:
    look(bench, {"hand_pays": [WIN]}, (503, {"message": "Later."}), {"hand_pays": []})
    bench.page.wait_for_function("told.length === 2")
    assert bench.told() == [["changed", 0], ["changed", True]]
    assert len(bench.asked) == 3


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ({}, "t1, round 7, position 2: royal flush. Two supervisors sign for it."),
        ({"signatures": 1}, "t1, round 7, position 2: royal flush. One supervisor has signed, a second one will."),
        ({"position": None, "won_by": ""}, "t1, round 7. Two supervisors sign for it."),
    ],
)
def test_what_waits_is_said_with_its_clause(bench: Bench, more: dict[str, Any], says: str) -> None:
    bench.show("waits.js", "({ waitsSays }, win) => waitsSays(win)", WIN | more)
    assert bench.texts("#main strong") == ["Your win of 12,000.00 waits for the floor to pay it by hand. "]
    assert bench.texts("#main span") == [
        f"{says} Until then you neither bet nor leave with your chips. ",
        "GLI-19 2.9.4",
    ]
