"""Who does each step of opening and shuffling, and that irregularities do what their declaration tells people."""

import pytest

from pitboss.refusal import Refusal
from pitboss.table.showdown import events as e
from tests.support import checks
from tests.table.floor import Floor
from tests.table.shoe_floor import ShoeFloor

TEXTS = [
    ("high-card-flush", "nj"),
    ("high-card-flush", "ma"),
    ("what-the-flush", "nj"),
    ("three-card-poker", "nj"),
    ("four-card-poker", "nj"),
    ("texas-holdem-bonus", "nj"),
]
every_text = pytest.mark.parametrize(("game", "jurisdiction"), TEXTS)

BY = {
    "receive": "dealer",
    "inspect": "dealer",
    "verify": "floorperson",
    "spread": "dealer",
    "view": "player",
    "wash": "dealer",
    "stack": "dealer",
    "shuffle": "dealer",
    "cut": "dealer",
    "load": "dealer",
    "spread_idle": "dealer",
    "turn_up": "dealer",
}
"""As the texts have it: the dealer, but for the floorperson's verification and the first player's look."""


def step_by_step(floor: Floor, until: str, seen: set[str]) -> None:
    """To a step, each by the role that its text names and refused to everybody else."""
    while floor.next != until:
        do = floor.next
        assert floor.task.by == BY[do], do
        for role in {"dealer", "floorperson", "player", "supervisor"} - {BY[do]}:
            with pytest.raises(Refusal):
                floor.session.do({"do": do, "by": role, "who": "p1"})
        floor.once()
        seen.add(do)


@checks("NJ HCF 13:69F-38.3(a)", "NJ HCF 13:69F-38.3(b)", "NJ HCF 13:69F-38.3(c)", "NJ HCF 13:69F-38.4(a)")
@checks("NJ HCF 13:69F-38.4(b)2", "NJ HCF 13:69F-38.4(c)*", "NJ HCF 13:69F-38.4(e)")
@checks("MA HCF 3(a)", "MA HCF 3(b)", "MA HCF 3(c)", "MA HCF 4(a)", "MA HCF 4(b)(2)", "MA HCF 4(c)*", "MA HCF 4(e)")
@checks("NJ WTF 13:69F-38.3(a)", "NJ WTF 13:69F-38.3(b)", "NJ WTF 13:69F-38.3(c)", "NJ WTF 13:69F-38.4(a)")
@checks("NJ WTF 13:69F-38.4(b)2", "NJ WTF 13:69F-38.4(c)*", "NJ WTF 13:69F-38.4(e)")
@checks("NJ TCP 19:47-20.4(a)", "NJ TCP 19:47-20.4(b)", "NJ TCP 19:47-20.4(c)", "NJ TCP 19:47-20.5(a)")
@checks("NJ TCP 19:47-20.5(b)2", "NJ TCP 19:47-20.5(c)*", "NJ TCP 19:47-20.5(e)")
@checks("NJ FCP 19:47-27.4(a)", "NJ FCP 19:47-27.4(b)", "NJ FCP 19:47-27.4(c)", "NJ FCP 19:47-27.5(a)")
@checks("NJ FCP 19:47-27.5(b)2", "NJ FCP 19:47-27.5(c)*", "NJ FCP 19:47-27.5(e)")
@every_text
def test_each_step_is_done_by_the_one_the_text_names(game: str, jurisdiction: str) -> None:
    """Issue item A19: from the deck's arrival to the first bets, and at an idle table whose cards lie face down."""
    floor = Floor(game, jurisdiction=jurisdiction, dealing="manual_shoe", idle_face_up=False)
    floor.sit("p1", 1)
    seen: set[str] = set()
    step_by_step(floor, "no_more_bets", seen)
    floor.do("leave", who="p1")
    while floor.next != "turn_up":
        assert floor.task.by == BY[floor.next], floor.next
        seen.add(floor.next)
        floor.once()
    floor.sit("p1", 1)
    step_by_step(floor, "no_more_bets", seen)
    assert seen == set(BY)


@checks("NJ HCF 13:69F-38.13(a)", "NJ HCF 13:69F-38.13(b)", "NJ HCF 13:69F-38.13(f)")
@checks("MA HCF 13(a)", "MA HCF 13(b)", "MA HCF 13(f)")
@checks("NJ WTF 13:69F-38.12(b)", "NJ WTF 13:69F-38.12(c)", "NJ WTF 13:69F-38.12(f)")
@checks("NJ TCP 19:47-20.12(a)", "NJ TCP 19:47-20.12(b)")
@checks("NJ FCP 19:47-27.12(a)", "NJ FCP 19:47-27.12(b)", "NJ FCP 19:47-27.12(f)")
@every_text
def test_what_an_irregularity_does_is_what_its_declaration_says(game: str, jurisdiction: str) -> None:
    """Issue item A19: the words that people read are those of the effect that happens."""
    for what, dealing in (
        ("card_face_up", "manual_shoe"),
        ("drawn_in_error", "manual_shoe"),
        ("shoe_jam", "automated_shoe"),
    ):
        floor = Floor(game, jurisdiction=jurisdiction, dealing=dealing)
        floor.sit("p1", 1)
        floor.get_ready()
        floor.bet("p1", 1, ante="10.00")
        floor.run("deal")
        floor.do("call", what=what)
        called = floor.all(e.IrregularityCalled)[-1]
        declared = floor.house.procedure.irregularities[what]
        assert called.effect == declared.effect.name.lower(), what
        assert called.clause == floor.house.cite(declared.clause)


@checks("NJ HCF 13:69F-38.13(d)", "MA HCF 13(d)", "NJ TCP 19:47-20.12(d)", "NJ FCP 19:47-27.12(d)")
@pytest.mark.parametrize(("game", "jurisdiction"), [text for text in TEXTS if text[0] != "what-the-flush"])
def test_once_the_dealer_has_revealed_no_card_is_exposed_too_early(game: str, jurisdiction: str) -> None:
    """Issue item A19."""
    floor = Floor(game, jurisdiction=jurisdiction)
    floor.sit("p1", 1)
    floor.get_ready()
    floor.bet("p1", 1, ante="10.00")
    floor.run("decide")
    while floor.next != "reveal_dealer":
        if floor.next == "decide":
            later = floor.house.game.decisions[floor.task.decision]
            floor.decide(1, later.name, f"{10 * later.least}.00")
        else:
            floor.once()
    floor.once()
    clause = floor.house.cite(floor.house.procedure.irregularities["card_exposed"].clause)
    refused = floor.refused("call", what="card_exposed", whose="dealer")
    assert (refused.code, refused.clause) == ("not_now", clause)


@checks("NJ HCF 13:69F-38.7(a)", "NJ HCF 13:69F-38.8(a)", "NJ HCF 13:69F-38.8(b)", "NJ HCF 13:69F-38.9(a)")
@checks("NJ HCF 13:69F-38.9(b)", "MA HCF 7(a)", "MA HCF 8(a)", "MA HCF 8(b)", "MA HCF 9(a)", "MA HCF 9(b)")
@checks("NJ WTF 13:69F-38.7(a)", "NJ WTF 13:69F-38.8(a)", "NJ WTF 13:69F-38.8(b)", "NJ WTF 13:69F-38.9(a)")
@checks("NJ WTF 13:69F-38.9(b)", "NJ TCP 19:47-20.7(a)", "NJ TCP 19:47-20.8(a)", "NJ TCP 19:47-20.8(b)")
@checks("NJ TCP 19:47-20.9(a)", "NJ TCP 19:47-20.9(b)", "NJ FCP 19:47-27.7(a)", "NJ FCP 19:47-27.8(a)")
@checks("NJ FCP 19:47-27.8(b)", "NJ FCP 19:47-27.9(a)", "NJ FCP 19:47-27.9(b)")
@every_text
def test_an_automated_shoe_is_a_device_and_neither_a_manual_shoe_nor_a_hand_is_one(
    game: str, jurisdiction: str
) -> None:
    """Issue item A19: only a device jams, and only a device is taken off the table."""
    ways = {"manual_shoe": False, "hand": False, "automated_shoe": True}
    if game == "three-card-poker":
        ways["automated_shoe_dealer_last"] = True
    for dealing, is_device in ways.items():
        floor = Floor(game, jurisdiction=jurisdiction, dealing=dealing, shuffler="device")
        floor.sit("p1", 1)
        floor.get_ready()
        floor.bet("p1", 1, ante="10.00")
        floor.run("deal")
        if is_device:
            assert floor.do("call", what="shoe_jam")
        else:
            assert floor.refused("call", what="shoe_jam").code == "not_now"


@checks("NJ WTF 13:69F-38.7(f)", "NJ TCP 19:47-20.7(e)", "NJ TCP 19:47-20.8(e)", "NJ TCP 19:47-20.9(e)")
@checks("NJ FCP 19:47-27.7(e)", "NJ FCP 19:47-27.8(e)", "NJ FCP 19:47-27.9(e)", "NJ HCF 13:69F-38.7(f)", "MA HCF 7(f)")
@every_text
def test_a_count_is_a_number_of_cards_that_a_deck_has(game: str, jurisdiction: str) -> None:
    """Issue item A19."""
    for dealing in ("manual_shoe", "hand", "automated_shoe"):
        floor = Floor(game, jurisdiction=jurisdiction, dealing=dealing, shuffler="device")
        floor.sit("p1", 1)
        floor.get_ready()
        floor.bet("p1", 1, ante="10.00")
        while floor.next != "rack_stub":
            if floor.next == "decide":
                later = floor.house.game.decisions[floor.task.decision]
                floor.decide(1, later.name, f"{10 * later.least}.00")
            else:
                floor.once()
        for counted in (-1, 53):
            refused = floor.refused("count_stub", counted=counted)
            assert (refused.code, refused.clause) == (
                "count_impossible",
                floor.house.cite(floor.house.method(dealing).count),
            )


@checks("NJ S21 19:47-19.15(c)", "NJ S21 19:47-19.15(j)", "NJ DAB 19:47-(j)", "NJ DAB 19:47-(l)", "NJ DAB 19:47-(l)2")
@checks("NJ S21 19:47-19.15(l)2")
@pytest.mark.parametrize("game", ["spanish-21", "double-attack-blackjack"])
def test_what_an_irregularity_of_a_shoe_does_is_named(game: str) -> None:
    """Issue item A19: the event says the effect of the text."""
    there = ShoeFloor(game)
    there.sit("p1", 1)
    there.run("shuffle")
    assert there.call("shuffler_jam")[0].effect == "reshuffle"  # type: ignore[attr-defined]
    there = ShoeFloor(game)
    there.start("9c 9s 4s 8h 7d 6s")
    there.run("deal")
    assert there.call("drawn_in_error")[0].effect == "next_card"  # type: ignore[attr-defined]
    there.run()
    assert there.call("reader_misused", "supervisor")[0].effect == "continue"  # type: ignore[attr-defined]
