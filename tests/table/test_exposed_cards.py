"""Issue items A6 and A8: which cards count as exposed, where they may lie, and whether they are named."""

from typing import Any

import pytest

from pitboss.table.showdown import events as e
from pitboss.table.showdown.state import rest_of_deck
from pitboss.table.views import choices
from tests.support import checks
from tests.table.alike.text import is_void
from tests.table.files import check_file
from tests.table.floor import Floor
from tests.table.test_what_the_flush_table import BOTH_RUSHES, FIVE_FLUSH, HIGHER, LOWER, TURNED, WAYS, Table, law

ANY_CARD = law("38.12(a)")


def contest_is_void(table: Table, *fields: Any, **named: Any) -> e.IrregularityCalled:
    """A call that voids ante and play; the round then goes on for the bonus wagers, and its file replays."""
    called, voided = table.do("call", what="card_exposed", **named)
    assert isinstance(called, e.IrregularityCalled) and isinstance(voided, e.WagersVoided)
    assert (called.effect, called.clause, voided.wagers) == ("void_contest", ANY_CARD, ("ante", "play"))
    check_file(table)
    while table.state.playing:
        assert table.next != "decide"
        table.once()
    table.check_settled()
    table.check_replay()
    check_file(table)
    return called


def about_to_decide(jurisdiction: str, dealing: str) -> Table:
    """Three hands; the first has folded and is collected, the second has a live bonus wager and folded too."""
    table = Table(jurisdiction, dealing)
    table.ready({1: HIGHER.replace("6d", "6h"), 2: FIVE_FLUSH, 3: LOWER.replace("Jd", "Jh")})
    table.bet("p2", 2, **BOTH_RUSHES)
    table.run("decide")
    table.decide(1, "fold")
    table.decide(2, "fold")
    assert sorted(table.state.hands) == [2, 3]
    return table


@checks("NJ WTF 13:69F-38.12(a)")
@pytest.mark.parametrize(("jurisdiction", "dealing"), WAYS)
@pytest.mark.parametrize("named", [False, True])
@pytest.mark.parametrize("racked", [False, True])
def test_a6_a_card_of_the_stub(jurisdiction: str, dealing: str, racked: bool, named: bool) -> None:
    table = Table(jurisdiction, dealing)
    table.ready({1: FIVE_FLUSH, 2: LOWER.replace("Jd", "Jh")}, **BOTH_RUSHES)
    table.run("decide" if racked else "rack_stub")
    stub = rest_of_deck(table.state)[3]
    called = contest_is_void(table, whose="stub", **({"card": stub} if named else {}))
    assert (called.whose, called.position, called.card) == ("stub", None, stub if named else None)


@checks("NJ WTF 13:69F-38.12(a)")
@pytest.mark.parametrize(("jurisdiction", "dealing"), WAYS)
@pytest.mark.parametrize("delivered", [0, 1, 2])
def test_a6_a_card_that_is_not_dealt_yet(jurisdiction: str, dealing: str, delivered: int) -> None:
    for named in (None, 0, 9):
        table = Table(jurisdiction, dealing)
        table.ready({1: FIVE_FLUSH, 2: LOWER.replace("Jd", "Jh")}, **BOTH_RUSHES)
        refusal = table.refused("call", what="card_exposed", whose="shoe")
        assert (refusal.code, refusal.clause) == ("not_now", ANY_CARD)
        table.run("deal")
        for _ in range(delivered):
            table.once()
        card = None if named is None else table.state.stock[named]
        called = contest_is_void(table, whose="shoe", **({} if card is None else {"card": card}))
        assert (called.whose, called.card) == ("shoe", card)


@checks("NJ WTF 13:69F-38.12(a)")
@pytest.mark.parametrize(("jurisdiction", "dealing"), WAYS)
def test_a6_the_shoe_is_empty_once_the_stub_is_racked(jurisdiction: str, dealing: str) -> None:
    table = about_to_decide(jurisdiction, dealing)
    refusal = table.refused("call", what="card_exposed", whose="shoe")
    assert (refusal.code, refusal.clause) == ("not_now", ANY_CARD)


@checks("NJ WTF 13:69F-38.12(a)")
@pytest.mark.parametrize(("jurisdiction", "dealing"), WAYS)
@pytest.mark.parametrize(
    ("position", "card", "recorded"),
    [(1, None, None), (1, "Qc", "Qc"), (1, "As", None), (2, None, "Th"), (2, "8d", "8d"), (2, "As", None)],
)
def test_a6_a_card_of_a_folded_hand(
    jurisdiction: str, dealing: str, position: int, card: str | None, recorded: str | None
) -> None:
    """Collected (1) or left for a bonus wager (2). No card is recorded if the call names one that lies elsewhere."""
    called = contest_is_void(
        about_to_decide(jurisdiction, dealing), position=position, **({"card": card} if card else {})
    )
    assert (called.position, called.card) == (position, recorded)


@checks("NJ WTF 13:69F-38.12(a)")
@pytest.mark.parametrize("whose", [3, "3"])
def test_a6_a_position_may_be_given_as_whose(whose: Any) -> None:
    called = contest_is_void(about_to_decide("nj", "manual_shoe"), whose=whose, card="9s")
    assert (called.position, called.card) == (3, "9s")
    table = about_to_decide("nj", "manual_shoe")
    assert table.refused("call", what="card_exposed", whose=whose, position=2).code == "whose_hand"
    assert table.refused("call", what="card_exposed", whose="stub", position=2).code == "whose_hand"
    for unknown in ("rail", "9" * 5000):
        assert table.refused("call", what="card_exposed", whose=unknown).code == "whose_hand"
    assert table.refused("call", what="card_exposed", whose=5).code == "no_hand"


@checks("NJ WTF 13:69F-38.12(a)", "NJ WTF 13:69F-38.12(d)")
def test_a6_a_card_of_a_void_hand() -> None:
    table = Table()
    table.to_decisions({1: FIVE_FLUSH, 2: LOWER.replace("Jd", "Jh")}, **BOTH_RUSHES)
    table.do("call", what="wrong_number", position=1, cards=8)
    contest_is_void(table, position=1, card="6d")


@checks("NJ WTF 13:69F-38.12(a)", "NJ WTF 13:69F-38.10(a)", "WTF card 5")
@pytest.mark.parametrize(("jurisdiction", "dealing"), WAYS)
def test_a6_reading_18_the_card_turned_up_by_the_rules_is_no_exposure(jurisdiction: str, dealing: str) -> None:
    table = about_to_decide(jurisdiction, dealing)
    refusal = table.refused("call", what="card_exposed", whose="dealer", card=TURNED)
    assert (refusal.code, refusal.clause) == (
        "not_irregular",
        law("38.10(a)") if jurisdiction == "nj" else "WTF card 5",
    )
    called = contest_is_void(table, whose="dealer", card="9h")
    assert called.card == "9h"


@checks("NJ WTF 13:69F-38.12(a)")
def test_a6_the_card_is_written_as_a_card_and_calls_end_with_the_last_decision() -> None:
    table = about_to_decide("nj", "manual_shoe")
    refusal = table.refused("call", what="card_exposed", whose="stub", card="1x")
    assert (refusal.code, refusal.clause) == ("unknown_card", ANY_CARD)
    table.decide(3, "play", "10.00")
    for fields in ({"whose": "stub"}, {"whose": "dealer"}, {"position": 1}, {"whose": 3}):
        refusal = table.refused("call", what="card_exposed", **fields)
        assert (refusal.code, refusal.clause) == ("not_now", ANY_CARD)


def test_a6_what_can_be_called_is_offered_to_the_staff() -> None:
    table = about_to_decide("nj", "manual_shoe")
    offered = [
        each for each in choices(table.house, table.state, "supervisor", "") if each.get("what") == "card_exposed"
    ]
    assert {(each.get("position"), each.get("whose")) for each in offered} == {
        *((None, None), (1, None), (2, None), (3, None), (None, "stub"))
    }


@checks("NJ TCP 19:47-20.12(d)", "NJ TCP 19:47-20.9(c)1", "NJ TCP 19:47-20.9(c)2")
@pytest.mark.parametrize("dealing", ["automated_shoe", "automated_shoe_dealer_last"])
@pytest.mark.parametrize("whose", ["dealer", "shoe"])
def test_a8_the_dealers_stack_exposed_in_the_shoe_voids_all_hands(dealing: str, whose: str) -> None:
    """From the last player's stack until its own delivery, at each step there is; covered or about to be."""
    moments = []
    for steps in range(30):
        floor = Floor("three-card-poker", dealing=dealing)
        floor.sit("p1", 1)
        floor.sit("p2", 2)
        floor.get_ready()
        floor.bet("p1", 1, ante="10.00", pair_plus="5.00")
        floor.bet("p2", 2, ante="10.00")
        floor.do("no_more_bets")
        for _ in range(steps):
            if floor.next == "decide":
                floor.decide(floor.task.position, *(("play", "10.00") if floor.task.position == 1 else ("fold",)))
            else:
                floor.once()
        if floor.state.dealer:
            break
        if len(floor.state.hands) < 2 and floor.next == "deal" and floor.task.position:
            refusal = floor.refused("call", what="card_exposed", whose=whose)
            assert (refusal.code, refusal.clause) == (
                "not_now" if whose == "dealer" else "not_irregular",
                "NJ TCP 19:47-20.12(d)",
            )
            continue
        moments.append(floor.next)
        stack = floor.state.stock[:3]
        card = stack[steps % 3]
        (called, voided) = floor.do("call", what="card_exposed", whose=whose, **({"card": card} if steps % 2 else {}))
        assert isinstance(called, e.IrregularityCalled) and isinstance(voided, e.HandsVoided)
        assert (called.effect, called.clause) == ("void_all", "NJ TCP 19:47-20.12(d)")
        assert called.card == (card if steps % 2 else None)
        assert voided.all_hands
        is_void(floor)
        check_file(floor)
    expected = (
        ["cover", "deal"] if dealing == "automated_shoe" else ["cover", "decide", "decide", "collect_forfeits", "deal"]
    )
    assert moments == expected


@checks("NJ TCP 19:47-20.12(d)", "NJ FCP 19:47-27.12(d)", "NJ HCF 13:69F-38.13(d)", "MA HCF 13(d)")
@pytest.mark.parametrize(
    ("game", "jurisdiction", "clause"),
    [
        ("three-card-poker", "nj", "NJ TCP 19:47-20.12(d)"),
        ("four-card-poker", "nj", "NJ FCP 19:47-27.12(d)"),
        ("high-card-flush", "nj", "NJ HCF 13:69F-38.13(d)"),
        ("high-card-flush", "ma", "MA HCF 13(d)"),
        ("texas-holdem-bonus", "nj", "reading 27"),
    ],
)
def test_a6_the_other_texts_count_the_dealers_cards_alone(game: str, jurisdiction: str, clause: str) -> None:
    floor = Floor(game, jurisdiction=jurisdiction)
    floor.sit("p1", 1)
    floor.get_ready()
    floor.bet("p1", 1, ante="10.00")
    floor.run("deal")
    while floor.next != "decide":
        for fields in ({"whose": "stub"}, {"whose": "shoe"}, {"whose": 1}, {"position": 1}):
            refusal = floor.refused("call", what="card_exposed", **fields)
            assert (refusal.code, refusal.clause) == ("not_irregular", clause)
        floor.once()
    card = floor.state.dealer[0]
    called = floor.do("call", what="card_exposed", whose="dealer", card=card)[0]
    assert isinstance(called, e.IrregularityCalled)
    assert (called.card, called.clause, called.effect) == (card, clause, "void_all")
    check_file(floor)


@pytest.mark.parametrize("game", ["three-card-poker", "four-card-poker", "high-card-flush", "texas-holdem-bonus"])
def test_a6_another_card_than_the_one_named_is_never_recorded(game: str) -> None:
    """The call counts, its event has no card, and the file replays."""
    floor = Floor(game)
    floor.sit("p1", 1)
    floor.get_ready()
    floor.bet("p1", 1, ante="10.00")
    floor.run("decide")
    called = floor.do("call", what="card_exposed", whose="dealer", card=floor.state.hands[1][0])[0]
    assert isinstance(called, e.IrregularityCalled)
    assert (called.card, called.effect) == (None, "void_all")
    check_file(floor)
