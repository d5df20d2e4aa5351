"""HPY-01, AUD-03: wins that two persons sign for, by amounts with a date; what is large enough to be written down."""

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, cast

import pytest
from sqlalchemy import delete, insert, update

from pitboss.audit.reports import significant
from pitboss.audit.verify import audit
from pitboss.fair import Entropy
from pitboss.fair.sealing import Seal
from pitboss.floor.config import Config
from pitboss.floor.means import Means
from pitboss.floor.people import People
from pitboss.floor.people.parameters import EPOCH, HAND_PAY, LARGE, schedule
from pitboss.floor.person import Person
from pitboss.floor.serve import put_together
from pitboss.refusal import Refusal
from pitboss.store import Batch, Line, Opening, open_store
from pitboss.store import people as p
from pitboss.store.batch import as_text
from pitboss.table.showdown.setup import STEPS
from pitboss.table.showdown.state import State
from tests.floor.floor import KEY, Floor, SetClock
from tests.floor.people.place import Place, Visitor

THRESHOLDS = "2027-01-01 1200.00, 2028-01-01 2000.00"
LAST, FIRST = "2027-12-31T23:59:59.999999", "2028-01-01T00:00:00"


def microseconds(time: str) -> int:
    return (datetime.fromisoformat(time).replace(tzinfo=UTC) - EPOCH) // timedelta(microseconds=1)


@pytest.fixture
def two(place: Place) -> tuple[Visitor, Visitor]:
    return place.staff("sue", "supervisor"), place.staff("bob", "supervisor")


def set_parameter(two: tuple[Visitor, Visitor], name: str, value: str) -> None:
    wanted = {"kind": "change", "parameter": name, "value": value, "reason": "the law says so"}
    number = two[0].post("/api/admin/requests", wanted).json()["id"]
    assert two[1].post(f"/api/admin/requests/{number}/approve").status_code == 200


def a_table(place: Place, name: str = "x") -> None:
    """A table of the store's alone, at which ann has chips."""
    opened = Line("table_opened", b"{}", (("house", "tray", 10_000_00),), 0)
    at = place.clock.wall()
    place.store.commit(Batch(at=at, table=name, opening=Opening(name), lines=(opened,)))
    bought = Line("bought_in", b"{}", (("cash", "drop_box", 100_00), ("tray", "player:ann", 100_00)), 0, "ann")
    place.store.commit(Batch(at=at, table=name, expected=1, lines=(bought,)))


def pay(place: Place, cents: int, sequence: int, table: str = "x") -> None:
    """A win as a table keeps it."""
    body = b'{"position":2,"rows":[{"wager":"pair_plus","outcome":"win"},{"wager":"ante","outcome":"push"}]}'
    won = Line("wagers_paid", body, (("tray", "player:ann", cents),), 3, "ann")
    at = place.clock.wall()
    noted = tuple(place.people.large.records(table, (won,), at))
    place.store.commit(Batch(at=at, table=table, expected=sequence, lines=(won,), records=noted))


def bet(place: Place, sequence: int, kind: str = "bet_placed") -> str:
    """The code with which it is refused; empty if it is kept."""
    entries = (("player:ann", {"bet_placed": "layout", "cashed_out": "cage", "tipped": "tip_box"}[kind], 1_00),)
    line = Line(kind, b"{}", entries, 4, "ann")
    try:
        place.store.commit(Batch(at=place.clock.wall(), table="x", expected=sequence, lines=(line,)))
    except Refusal as refusal:
        return refusal.code
    return ""


@pytest.mark.parametrize(
    ("time", "cents", "locks"),
    [
        *((LAST, cents, locks) for cents, locks in ((1199_99, False), (1200_00, True), (1200_01, True))),
        *((FIRST, cents, locks) for cents, locks in ((1200_01, False), (1999_99, False), (2000_00, True))),
        *((FIRST, cents, True) for cents in (2000_01, 9999_99)),
        ("2026-12-31T23:59:59.999999", 5000_00, False),
        ("2027-01-01T00:00:00", 1200_00, True),
    ],
)
def test_hpy_01_at_below_and_above_on_both_sides_of_new_year(
    place: Place, two: tuple[Visitor, Visitor], time: str, cents: int, locks: bool
) -> None:
    place.player("ann")
    a_table(place)
    set_parameter(two, HAND_PAY, THRESHOLDS)
    place.clock.day = microseconds(time) - place.clock.now
    assert place.clock.wall() == microseconds(time)
    pay(place, cents, 2)
    assert bool(place.people.hand_pays.all()) is locks
    assert bet(place, 3) == ("hand_pay_due" if locks else "")


def test_hpy_01_locked_until_two_different_persons_sign(place: Place, two: tuple[Visitor, Visitor]) -> None:
    """The document has when, who, where, which game and round, by what, how much, and who signed."""
    sue, bob = two
    place.player("ann")
    a_table(place)
    set_parameter(two, HAND_PAY, "2020-01-01 1200.00")
    pay(place, 1500_00, 2)
    assert [bet(place, 3, kind) for kind in ("bet_placed", "cashed_out", "tipped")] == ["hand_pay_due"] * 3
    (due,) = sue.get("/api/admin/hand-pays").json()["hand_pays"]
    sign = f"/api/admin/hand-pays/{due['id']}/sign"
    assert sue.post(sign).json()["first_by"] == "sue"
    again = sue.post(sign)
    assert (again.status_code, again.json()["error"]["code"]) == (403, "second_person")
    assert bet(place, 3) == "hand_pay_due", "one signature opens nothing"
    assert bob.post(sign).json()["second_by"] == "bob"
    assert bet(place, 3) == ""
    late = bob.post(sign)
    assert (late.status_code, late.json()["error"]["code"]) == (409, "hand_pay_signed")
    (record,) = place.records("hand_pay")
    assert (record["who"], record["second"], record["before"]) == ("sue", "bob", "locked")
    document = place.people.hand_pays.all()[0].document | {"first_by": "sue", "second_by": "bob"}
    assert record["after"] == as_text(document)
    assert document == {
        "at": place.clock.wall(),
        "player": "ann",
        "table": "x",
        "game": "",
        "round": 3,
        "position": 2,
        "won_by": "pair_plus",
        "amount": "1500.00",
        "first_by": "sue",
        "second_by": "bob",
    }


def test_hpy_01_the_database_itself_wants_two(place: Place) -> None:
    row = {"id": 1, "at": 1, "cents": 1, "person": "ann", "table_name": "x", "document": "{}", "paid_at": 0}
    place.store.aside(lambda c: c.execute(insert(p.hand_pays), row | {"first_by": "sue", "second_by": ""}).rowcount)
    for signed in ({"second_by": "sue"}, {"first_by": "", "second_by": "bob"}):
        alone = update(p.hand_pays).values(**signed)
        with pytest.raises(Refusal):
            place.store.aside(lambda c, alone=alone: c.execute(alone).rowcount)  # type: ignore[misc]
    place.store.aside(lambda c: c.execute(update(p.hand_pays).values(second_by="bob")).rowcount)


def test_hpy_01_the_lock_outlives_the_server(place: Place, two: tuple[Visitor, Visitor]) -> None:
    place.player("ann")
    a_table(place)
    set_parameter(two, HAND_PAY, "2020-01-01 1200.00")
    pay(place, 1200_00, 2)
    set_parameter(two, HAND_PAY, "none")
    People(place.store, place.clock)  # those who come after, over the same store
    assert bet(place, 3) == "hand_pay_due"


def a_win_to_sign_for(place: Place, two: tuple[Visitor, Visitor]) -> Visitor:
    """Ann wins so much at t1, where ben plays too."""
    ann = place.player("ann")
    place.player("ben")
    place.open_table()
    for name, position in (("ann", 1), ("ben", 2)):
        place.sit("t1", name, position)
    set_parameter(two, HAND_PAY, "2020-01-01 10.00")
    while not place.people.hand_pays.all():
        place.do("t1", "ann", do="bet", position=1, wagers={"ante": "10.00"})
        place.do("t1", "ben", do="bet", position=2, wagers={"ante": "9.00"})
        place.tick(60)
        place.do("t1", "ann", do="decide", position=1, action="play", amount="10.00")
        place.do("t1", "ben", do="decide", position=2, action="fold")
        assert not place.pit.table("t1").state.playing
    return ann


def test_hpy_01_a_win_at_a_live_table_locks_its_winner_and_nobody_else(
    place: Place, two: tuple[Visitor, Visitor]
) -> None:
    a_win_to_sign_for(place, two)
    (due,) = place.people.hand_pays.all()
    assert (due.person, due.table, due.document["game"]) == ("ann", "t1", "three-card-poker")
    assert due.document["round"] == place.pit.table("t1").state.number
    with pytest.raises(Refusal) as refused:
        place.do("t1", "ann", do="bet", position=1, wagers={"ante": "10.00"})
    assert refused.value.code == "hand_pay_due" and due.amount in refused.value.message
    place.do("t1", "ben", do="bet", position=2, wagers={"ante": "10.00"})


def as_it_stands(place: Place, table: str = "t1") -> tuple[int, str, dict[int, str], dict[str, int]]:
    live = place.pit.table(table)
    return live.sequence, live.no_new_round, dict(live.state.seats), dict(live.state.chips)


def signed(place: Place, two: tuple[Visitor, Visitor]) -> None:
    (due,) = place.people.hand_pays.all()
    for each in two:
        assert each.post(f"/api/admin/hand-pays/{due.id}/sign").status_code == 200


@pytest.mark.parametrize("how", ["close", "reopen"])
def test_hpy_01_a_table_is_not_closed_over_an_open_hand_pay(
    place: Place, two: tuple[Visitor, Visitor], how: str
) -> None:
    """Refused beforehand: nobody has got up or was cashed out, the others play on. After the signatures it closes."""
    a_win_to_sign_for(place, two)
    (due,) = place.people.hand_pays.all()
    before = as_it_stands(place)
    answer = two[0].post(f"/api/admin/tables/t1/{how}", {"reason": "the night is over"})
    assert answer.status_code == 409
    error = answer.json()["error"]
    assert (error["code"], error["clause"]) == ("hand_pay_open", "GLI-19 2.9.4")
    for word in (f"hand pay {due.id} ", due.amount, "ann", f"round {due.document['round']}"):
        assert word in error["message"]
    assert as_it_stands(place) == before and place.pit.table("t1").state.open
    signed(place, two)
    held = {name: place.store.books.balance(f"wallet:{name}") + before[3][name] for name in ("ann", "ben")}
    assert two[0].post(f"/api/admin/tables/t1/{how}", {"reason": "the night is over"}).is_success
    assert place.pit.table("t1").status == "closed"
    assert {name: place.store.books.balance(f"wallet:{name}") for name in held} == held
    assert ("t1~2" in place.pit.live) is (how == "reopen")


def test_hpy_01_a_win_elsewhere_holds_the_chips_here(place: Place, two: tuple[Visitor, Visitor]) -> None:
    place.open_table(id_="t2")
    a_win_to_sign_for(place, two)
    place.do("t2", "ann", do="sit", position=1)
    empty = two[0].post("/api/admin/tables/t2/close", {"reason": "the night is over"})
    assert empty.status_code == 200, "who has no chips there waits for none"
    place.open_table(id_="t3")
    place.sit("t3", "ann", 1, "100.00")
    answer = two[0].post("/api/admin/tables/t3/close", {"reason": "the night is over"})
    assert answer.json()["error"]["code"] == "hand_pay_open" and " at t1," in answer.json()["error"]["message"]


def test_hpy_01_a_win_in_the_midst_of_closing_leaves_no_half(
    place: Place, two: tuple[Visitor, Visitor], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The look beforehand saw nothing yet; the transaction that cashes everybody out refuses as a whole."""
    a_win_to_sign_for(place, two)
    check, looks = place.pit.means.unpaid, []

    def late(players: Any) -> None:
        looks.append(players)
        if len(looks) > 1:
            check(players)

    monkeypatch.setattr(place.pit.means, "unpaid", late)
    sequence, _, seats, chips = as_it_stands(place)
    answer = two[0].post("/api/admin/tables/t1/close", {"reason": "the night is over"})
    assert (answer.status_code, answer.json()["error"]["code"], len(looks)) == (409, "hand_pay_open", 2)
    assert as_it_stands(place) == (sequence, "the night is over", seats, chips), "paused, and nobody has got up"
    signed(place, two)
    assert two[0].post("/api/admin/tables/t1/close", {"reason": "the night is over"}).status_code == 200


def test_hpy_01_a_winner_sees_what_waits(place: Place, two: tuple[Visitor, Visitor]) -> None:
    ann = a_win_to_sign_for(place, two)
    (due,) = place.people.hand_pays.all()
    (told,) = ann.get("/api/me/hand-pays").json()["hand_pays"]
    assert told == {
        "id": due.id,
        "since": due.at,
        "table": "t1",
        "round": due.document["round"],
        "position": 1,
        "won_by": due.document["won_by"],
        "amount": due.amount,
        "signatures": 0,
    }
    two[0].post(f"/api/admin/hand-pays/{due.id}/sign")
    assert [each["signatures"] for each in ann.get("/api/me/hand-pays").json()["hand_pays"]] == [1]
    two[1].post(f"/api/admin/hand-pays/{due.id}/sign")
    assert ann.get("/api/me/hand-pays").json() == place.sign_in("ben").get("/api/me/hand-pays").json()


@pytest.mark.parametrize(
    "text",
    [
        *("", "1200.00", "2026-01-01", "2026-01-01 1200", "20260101 1200.00", "2026-01-01  1200.00"),
        *("2026-02-30 1.00", "2026-01-01 1.00,2027-01-01 2.00", "2027-01-01 1.00, 2026-01-01 2.00", "None"),
        *("2026-01-01 0.00", "2026-01-01 1.00, 2026-01-01 2.00", "2026-01-01 -1.00", "2026-01-01 1.00 EUR"),
        "२०२६-01-01 1.00",
    ],
)
def test_hpy_01_a_schedule_that_is_none_is_refused(place: Place, two: tuple[Visitor, Visitor], text: str) -> None:
    wanted = {"kind": "change", "parameter": HAND_PAY, "value": text, "reason": "the law says so"}
    answer = two[0].post("/api/admin/requests", wanted)
    assert answer.status_code in (409, 422), text
    assert schedule("none") == ()


AMOUNTS: dict[str, tuple[str, Any]] = {
    "large_win": ("wagers_paid", (("tray", "player:ann"),)),
    "large_wager": ("bet_placed", (("player:ann", "layout"),)),
    "large_transaction": ("bought_in", (("cash", "drop_box"), ("tray", "player:ann"))),
}


@pytest.mark.parametrize("parameter", LARGE)
@pytest.mark.parametrize("cents", [9999_99, 10_000_00, 10_000_01])
def test_aud_03_a_large_amount_is_written_down(place: Place, parameter: str, cents: int) -> None:
    kind, flows = AMOUNTS[parameter]
    line = Line(kind, b"{}", tuple((giver, taker, cents) for giver, taker in flows), 1, "ann")
    found = [record for record in place.people.large.records("t1", (line,), 0) if record.kind == parameter]
    assert len(found) == (cents >= 10_000_00)
    assert all(record.who == "ann" and record.component == "t1" and record.after for record in found)


def test_hpy_01_a_stake_that_comes_back_is_not_won(place: Place, two: tuple[Visitor, Visitor]) -> None:
    set_parameter(two, HAND_PAY, "2020-01-01 100.00")
    entries = (("layout", "player:ann", 100_00), ("tray", "player:ann", 99_99))
    paid = Line("wagers_paid", b'{"rows":[]}', entries, 1, "ann")
    voided = Line("wagers_voided", b"{}", (("tray", "player:ann", 500_00),), 1, "ann")
    assert [*place.people.large.records("t1", (paid, voided), place.clock.wall())] == []


HOPS = ("1-4", "2-3", "1-5", "2-4", "3-3", "2-6", "3-5", "4-4")
EVERY_THROW = [{"wager": "field"}, {"wager": "any_seven"}, *({"wager": "hop", "dice": dice} for dice in HOPS)]
"""Whatever falls on a come-out roll, one of these wins."""


def test_hpy_01_a_win_with_which_a_table_goes_on_is_signed_for_too(tmp_path: Path) -> None:
    """The dice could not be thrown for want of chance: the next start throws them, before anybody does anything."""
    clock, broken = SetClock(), False

    def read(number: int) -> bytes:
        if broken:
            raise OSError(5, "Input/output error")
        return os.urandom(number)

    @asynccontextmanager
    async def opened() -> AsyncIterator[Floor]:
        entropy = Entropy(read)
        seal = Seal(KEY, entropy)
        with open_store(str(tmp_path / "a.db"), program="tests", seal=seal.seal, unseal=seal.unseal) as store:
            store.aside(lambda connection: connection.execute(delete(p.parameters)))
            wanted = {"name": HAND_PAY, "value": "2020-01-01 0.01"}
            store.aside(lambda connection: connection.execute(insert(p.parameters), wanted))
            floor, _ = await put_together(Config(), Means(store, clock, entropy, seal), 8000)
            yield Floor(floor.pit, clock)

    async def play() -> None:
        nonlocal broken
        async with opened() as floor:
            table = await floor.open("craps")
            ann = await floor.seated(table, "ann", 1)
            await table.do(ann, {"do": "bet", "wager": "pass", "amount": "10.00"})
            for wager in EVERY_THROW:
                await table.do(ann, {"do": "bet", "amount": "10.00"} | wager)
            broken = True
            await floor.after(60)
            await floor.after(60)
            assert table.stopped and table.stopped.code == "entropy_failed"
        broken = False
        async with opened() as floor:
            table = floor.pit.table("t1")
            assert "winners_paid" in [each.kind for each in floor.store.books.events("t1")]
            with pytest.raises(Refusal) as caught:
                await table.do(Person("ann", "player"), {"do": "tip", "amount": "1.00"})
            assert caught.value.code == "hand_pay_due"

    asyncio.run(play())


@pytest.mark.parametrize("then", ["", "2020-01-01 5000.00"])
def test_a_win_that_is_reversed_waits_for_no_signature(place: Place, two: tuple[Visitor, Visitor], then: str) -> None:
    """Issue item A1: the round is void before the cards are collected, so there is no win, and the books agree.

    Also where by `then` no such win takes signatures any more.
    """
    place.player("ann")
    place.open_table(automatic=[step for step in STEPS if step not in ("pay", "collect", "collect_dealer")])
    place.sit("t1", "ann", 1)
    set_parameter(two, HAND_PAY, "2020-01-01 10.00")
    table, boss = place.pit.table("t1"), Person("sue", "supervisor")
    while not place.people.hand_pays.all():
        had = place.store.books.balance("chips:t1:ann")
        place.do("t1", "ann", do="bet", position=1, wagers={"ante": "10.00"})
        place.call(table.do, boss, {"do": "no_more_bets", "by": "dealer"})
        place.do("t1", "ann", do="decide", position=1, action="play", amount="10.00")
        while table.state.playing and not place.people.hand_pays.all():
            do = table.state.next.do
            place.call(table.do, boss, {"do": do, "by": "dealer"} | ({"position": 1} if do != "collect_dealer" else {}))
    (due,) = place.people.hand_pays.all(state="due")
    assert place.store.books.balance("chips:t1:ann") != had
    if then:
        set_parameter(two, HAND_PAY, then)
    place.call(table.do, boss, {"do": "void_round", "reason": "Two hands were mixed up."})
    assert place.store.books.balance("chips:t1:ann") == had, "also after a bonus that a losing hand was paid"
    assert place.people.hand_pays.all(state="due") == []
    closed = place.people.hand_pays.find(due.id)
    assert (closed.first_by, closed.second_by) == ("house", "reversed")
    place.do("t1", "ann", do="bet", position=1, wagers={"ante": "10.00"})
    assert audit(place.store.books).faults == []


def test_16_c11_a_bots_win_is_written_down_and_takes_no_signatures(place: Place, two: tuple[Visitor, Visitor]) -> None:
    """Next to a player's of the same amount, which does."""
    set_parameter(two, HAND_PAY, THRESHOLDS)
    place.clock.day = microseconds(FIRST) - place.clock.now
    body = b'{"position":2,"rows":[{"wager":"ante","outcome":"win"}]}'
    at = place.clock.wall()
    kinds = {
        who: [each.kind for each in place.people.large.records("x", (_win(who, body),), at)]
        for who in ("bot-simple-1-x", "ann")
    }
    assert kinds == {"bot-simple-1-x": ["large_win"], "ann": ["large_win", "hand_pay_due"]}


def _win(who: str, body: bytes) -> Line:
    return Line("wagers_paid", body, (("tray", f"player:{who}", 10_000_00),), 3, who)


def test_a3_a_win_that_is_paid_wager_by_wager_counts_as_a_whole(place: Place, two: tuple[Visitor, Visitor]) -> None:
    """Issue item A3: ante and play of one hand, each below the amounts, reach them together; once, and no more."""
    place.player("ann")
    place.open_table(automatic=[step for step in STEPS if step not in ("pay", "collect", "collect_dealer")])
    place.sit("t1", "ann", 1)
    table, boss = place.pit.table("t1"), Person("sue", "supervisor")

    def won() -> list[str]:
        results = cast(State, table.state).results
        return [] if results is None else [row.wager for row in results[1].back if row.outcome == "win"]

    while not {"ante", "play"} <= {*won()}:
        if table.state.playing:
            do = table.state.next.do
            place.call(table.do, boss, {"do": do, "by": "dealer"} | ({"position": 1} if do != "collect_dealer" else {}))
            continue
        place.do("t1", "ann", do="bet", position=1, wagers={"ante": "10.00"})
        place.call(table.do, boss, {"do": "no_more_bets", "by": "dealer"})
        place.do("t1", "ann", do="decide", position=1, action="play", amount="10.00")
    set_parameter(two, HAND_PAY, "2020-01-01 20.00")  # not before: an ante with its bonus reaches them without the play
    set_parameter(two, "large_win", "20.00")
    place.call(table.do, boss, {"do": "pay", "by": "dealer", "position": 1, "wager": "ante"})
    assert place.people.hand_pays.all() == []
    place.call(table.do, boss, {"do": "pay", "by": "dealer", "position": 1, "wager": "play"})
    (due,) = place.people.hand_pays.all()
    assert (due.person, due.amount, due.document["won_by"]) == ("ann", "20.00", "ante, play")
    assert (due.document["round"], due.document["position"]) == (table.state.number, 1)
    (large,) = significant(place.store.books, kind="large_win").as_json()["rows"]
    assert large["after"] == "20.00"
    assert audit(place.store.books).faults == []
