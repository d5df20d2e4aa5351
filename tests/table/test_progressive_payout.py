"""Issue item A21: a progressive payout is verified and documented before the cards are collected."""

from typing import Any

import pytest

from pitboss.table.families import house_of
from pitboss.table.showdown import events as e
from pitboss.table.showdown.setup import STEPS, House
from pitboss.table.written import event_as_json
from tests.support import checks
from tests.table.files import check_file
from tests.table.floor import Floor, stacked

CHECKS = ["verify_payout", "document_payout"]
FULL = "4s 5s 6s 7s 8s 9s Ts"
FIXED = "4s 5s 6s 7s 8s Kd Qd"
DEALER = "3d 8d Ad 2h Jh Qh 5c"


def at_the_payout(jurisdiction: str = "nj", hand: str = FULL, **setup: Any) -> Floor:
    """A hand that wins the progressive, its ante and raise not settled yet."""
    floor = Floor("high-card-flush", jurisdiction=jurisdiction, **setup)
    floor.sit("p1", 1)
    floor.get_ready(stacked(["1"] * 7 + ["dealer"] * 7, {"1": hand, "dealer": DEALER}))
    floor.bet("p1", 1, ante="10.00", progressive="1.00")
    floor.run("decide")
    floor.decide(1, "raise", "10.00")
    while floor.state.playing and floor.next not in ("take", "pay", *CHECKS, "pay_progressive"):
        floor.once()
    return floor


def payout_steps(floor: Floor) -> list[str]:
    """The steps of the payout that the programme still has."""
    return [task.do for task in floor.state.programme[floor.state.at :] if task.do in (*CHECKS, "pay_progressive")]


@checks("NJ HCF 13:69F-38.12(e)", "MA HCF 12(e)", "NJ HCF 13:69F-38.12(f)", "MA HCF 12(f)")
@pytest.mark.parametrize("hand", [FULL, FIXED])
@pytest.mark.parametrize(("jurisdiction", "law"), [("nj", "NJ HCF 13:69F-38.12"), ("ma", "MA HCF 12")])
def test_a21_verified_then_documented_then_paid_then_collected(jurisdiction: str, law: str, hand: str) -> None:
    floor = at_the_payout(jurisdiction, hand)
    floor.do("pay", position=1)
    assert (floor.next, floor.task.clause) == ("verify_payout", law + "(f)")
    for do in ("collect", "pay_progressive", "document_payout"):
        refusal = floor.refused(do, position=1)
        assert (refusal.code, refusal.clause) == ("not_next", law + "(f)")
    for role in ("player", "floorperson", "supervisor"):
        assert floor.refused("verify_payout", role, who="p1", position=1).code == "wrong_role"
    assert floor.do("verify_payout", position=1) == [
        e.StepDone("verify_payout", law + "(f)", "dealer", position=1),
    ]
    assert (floor.next, floor.task.clause) == ("document_payout", law + "(e)")
    for do in ("collect", "pay_progressive", "verify_payout"):
        assert floor.refused(do, position=1).clause == law + "(e)"
    floor.do("document_payout", position=1, who="dealer-7")
    assert floor.refused("collect", position=1).code == "not_next"
    floor.do("pay_progressive", position=1)
    floor.do("collect", position=1)
    floor.finish()
    floor.check_replay()
    check_file(floor)


@checks("NJ HCF 13:69F-38.12(e)")
def test_a21_the_payout_may_be_checked_while_the_wagers_of_its_hand_wait() -> None:
    """The order within one hand is free (item A3), but not that of the payout's own steps."""
    floor = at_the_payout()
    assert floor.next == "pay"
    assert floor.refused("pay_progressive", position=1).code == "not_next"
    assert floor.refused("document_payout", position=1).code == "not_next"
    floor.do("verify_payout", position=1)
    assert floor.refused("verify_payout", position=1).code == "not_next"
    floor.do("document_payout", position=1)
    floor.do("pay_progressive", position=1)
    assert floor.refused("pay_progressive", position=1).code == "not_next"
    assert floor.next == "pay"
    floor.do("pay", position=1)
    assert floor.next == "collect"
    floor.finish()
    floor.check_replay()
    check_file(floor)
    strict = at_the_payout(strict_order=True)
    refusal = strict.refused("verify_payout", position=1)
    assert (refusal.code, refusal.clause) == ("not_next", "NJ HCF 13:69F-38.10(e)")


WITHOUT = [step for step in STEPS if step not in ("shuffle", "cut", *CHECKS)]
"""A list of automatic steps as version 0.3.0 knew them."""


@checks("NJ HCF 13:69F-38.12(e)", "NJ HCF 13:69F-38.12(f)")
@pytest.mark.parametrize(
    ("automatic", "steps"),
    [
        ("none", [*CHECKS, "pay_progressive"]),
        ([], [*CHECKS, "pay_progressive"]),
        (["take", "pay", "collect"], [*CHECKS, "pay_progressive"]),
        (["verify_payout"], ["document_payout", "pay_progressive"]),
        (CHECKS, ["pay_progressive"]),
        (["pay_progressive"], []),
        ([*CHECKS, "pay_progressive"], []),
        (["document_payout", "pay_progressive"], ["verify_payout"]),
        (WITHOUT, []),
        ([*WITHOUT, *CHECKS], []),
    ],
)
def test_a21_steps_of_their_own_where_the_setup_does_not_list_them(automatic: Any, steps: list[str]) -> None:
    floor = at_the_payout(automatic=automatic)
    done = []
    while floor.state.playing:
        if floor.next in (*CHECKS, "pay_progressive"):
            done.append(floor.next)
        floor.once()
    assert done == steps
    assert len(floor.of_round(e.ProgressivePaid)) == 1
    documented = [event.do for event in floor.of_round(e.StepDone) if event.do in CHECKS]
    assert documented == [step for step in steps if step in CHECKS]
    check_file(floor)


def test_a21_an_automatic_table_has_nothing_new() -> None:
    floor = Floor("high-card-flush", automatic="all", seed=3)
    assert floor.house.payout_checks == ()
    floor.sit("p1", 1)
    for _ in range(30):
        floor.bet("p1", 1, ante="10.00", progressive="1.00")
        floor.do("no_more_bets")
        floor.decide(1, "raise", "10.00")
    assert floor.all(e.ProgressivePaid)
    assert not [event for event in floor.all(e.StepDone) if event.do in CHECKS]
    assert all("position" not in event_as_json(event) for event in floor.all(e.StepDone))


def test_a21_edition_1_has_no_such_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    def first_edition(setup: dict[str, Any]) -> House:
        house = house_of(setup, 1)
        assert isinstance(house, House)
        return house

    monkeypatch.setattr("tests.table.floor.house_of", first_edition)
    floor = at_the_payout()
    assert payout_steps(floor) == ["pay_progressive"]
    floor.finish()


@checks("NJ HCF 13:69F-38.12(d)")
def test_a21_a_hand_that_wins_no_progressive_is_collected_at_once() -> None:
    floor = at_the_payout(hand="2s 5s 7s 9s Qc Jc 4h")
    while floor.next in ("take", "pay"):
        floor.once()
    assert floor.next == "collect"
