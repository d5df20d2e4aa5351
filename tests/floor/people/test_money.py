"""WEB-11, WEB-14, DIS-01, LED-04: two persons, limits of players, closing: all inside the store's transactions."""

from concurrent.futures import Future, ThreadPoolExecutor, wait
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.audit.verify import audit
from pitboss.floor.people.limits import DAY, NONE, Limit, moved
from pitboss.floor.person import COMMANDS, Person
from pitboss.refusal import Refusal
from pitboss.store import Batch, Line, Opening
from pitboss.store import people as p
from tests.floor.people.place import Place, Visitor

ADJUSTMENT = {"kind": "adjustment", "person": "ann", "amount": "25.00", "reason": "a chip fell down"}
CORRECTION = {
    "kind": "correction",
    "group": "hcf",
    "meter": "main",
    "amount": "12345.67",
    "reason": "display was wrong",
}
CLEARING = CORRECTION | {"amount": "0.00", "reason": "the progressive is over"}
CHANGE = {"kind": "change", "parameter": "starting_bankroll", "value": "500.00", "reason": "a new season"}


def ask(visitor: Visitor, wanted: dict[str, Any]) -> int:
    answer = visitor.post("/api/admin/requests", wanted)
    assert answer.status_code == 201, answer.text
    return int(answer.json()["id"])


@pytest.fixture
def two(place: Place) -> tuple[Visitor, Visitor]:
    place.player("ann")
    place.call(
        place.pit.open,
        {"id": "hcf", "table": {"game": "high-card-flush", "options": {"progressive": "A"}}},
        "tests",
    )
    return place.staff("sue", "supervisor"), place.staff("bob", "supervisor")


@pytest.mark.parametrize(
    "wanted", [ADJUSTMENT, CORRECTION, CLEARING, CHANGE], ids=["adjustment", "correction", "clearing", "change"]
)
def test_web_11_one_person_alone_changes_nothing(
    place: Place, two: tuple[Visitor, Visitor], wanted: dict[str, Any]
) -> None:
    sue, bob = two
    before = (place.store.books.balances(), place.people.parameters.values)
    number = ask(sue, wanted)
    answer = sue.post(f"/api/admin/requests/{number}/approve")
    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "second_person")
    with pytest.raises(Refusal):
        place.people.requests.approve(number, "sue")
    assert (place.store.books.balances(), place.people.parameters.values) == before
    assert bob.post(f"/api/admin/requests/{number}/approve").json()["state"] == "approved"
    assert (place.store.books.balances(), place.people.parameters.values) != before
    again = bob.post(f"/api/admin/requests/{number}/approve")
    assert (again.status_code, again.json()["error"]["code"]) == (409, "request_settled")


def test_web_11_nobody_makes_the_second_person(place: Place, two: tuple[Visitor, Visitor]) -> None:
    """Sue added a supervisor with a password of her choosing, signed in as him, and approved what she had asked for."""
    sue, _ = two
    wanted = {"name": "sock", "role": "supervisor", "password": "not to be guessed"}
    answer = sue.post("/api/admin/people", wanted)
    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "second_person")
    assert "pitboss accounts add" in answer.json()["error"]["message"]
    assert place.people.register.find("sock") is None
    for role in ("dealer", "auditor"):
        assert sue.post("/api/admin/people", wanted | {"name": f"some-{role}", "role": role}).status_code == 201


def test_web_11_the_database_itself_wants_two(place: Place, two: tuple[Visitor, Visitor]) -> None:
    number = ask(two[0], ADJUSTMENT)
    alone = p.requests.update().where(p.requests.c.id == number).values(state="approved", settled_by="sue")
    with pytest.raises(Refusal):
        place.store.aside(lambda connection: connection.execute(alone).rowcount)


def test_led_04_a_correction_has_its_six_fields(place: Place, two: tuple[Visitor, Visitor]) -> None:
    """GLI-19 B.3.2: what was altered, from what, to what, when, by whom, why."""
    sue, bob = two
    for wanted in (ADJUSTMENT, CORRECTION, CHANGE):
        bob.post(f"/api/admin/requests/{ask(sue, wanted)}/approve")
    rows = place.records("adjustment", "meter_correction", "parameter_change")
    told = [(row["component"], row["before"], row["after"], row["who"], row["second"], row["reason"]) for row in rows]
    assert told == [
        ("person:ann", "1000.00", "1025.00", "sue", "bob", "a chip fell down"),
        ("meter:main:hcf", told[1][1], "12345.67", "sue", "bob", "display was wrong"),
        ("parameter:starting_bankroll", "1000.00", "500.00", "sue", "bob", "a new season"),
    ]
    assert place.store.books.meters("hcf")[0] == 12345_67
    assert sum(place.store.books.balances().values()) == 0
    meters = place.pit.table("hcf").meters()
    assert meters and meters["main"] == "12345.67"  # shown at once
    assert place.guest().get("/api/session").json()["balance"] == "500.00"


def test_a_request_can_be_taken_back_and_not_done_after(place: Place, two: tuple[Visitor, Visitor]) -> None:
    sue, bob = two
    number = ask(sue, ADJUSTMENT)
    assert sue.post(f"/api/admin/requests/{number}/reject", {"reason": "a mistake"}).json()["state"] == "rejected"
    assert bob.post(f"/api/admin/requests/{number}/approve").status_code == 409
    assert place.store.books.balance("wallet:ann") == 1000_00


def test_nobodys_money_falls_below_zero(place: Place, two: tuple[Visitor, Visitor]) -> None:
    sue, bob = two
    for amount, status in (("-1000.01", 409), ("-1000.00", 200)):
        number = ask(sue, ADJUSTMENT | {"amount": amount})
        assert bob.post(f"/api/admin/requests/{number}/approve").status_code == status
    assert place.store.books.balance("wallet:ann") == 0


@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        (ADJUSTMENT | {"person": "nobody"}, "unknown_person"),
        (ADJUSTMENT | {"person": "sue"}, "not_a_player"),
        (ADJUSTMENT | {"amount": "0.00"}, "bad_amount"),
        (ADJUSTMENT | {"amount": "-0.00"}, "bad_amount"),
        (ADJUSTMENT | {"amount": "1"}, "field_malformed"),
        (ADJUSTMENT | {"amount": 1}, "field_malformed"),
        (ADJUSTMENT | {"amount": "9999999999999.99"}, "wager_too_large"),
        (ADJUSTMENT | {"reason": ""}, "field_malformed"),
        (CORRECTION | {"group": "nowhere"}, "unknown_group"),
        (CORRECTION | {"group": "a:b"}, "bad_name"),
        (CORRECTION | {"meter": "tray"}, "field_malformed"),
        (CHANGE | {"parameter": "odds"}, "unknown_parameter"),
        (CHANGE | {"value": "much"}, "money_malformed"),
        (CHANGE | {"value": "9999999999.99"}, "bad_amount"),
    ],
)
def test_what_can_never_be_done_is_refused_when_it_is_asked_for(
    two: tuple[Visitor, Visitor], wanted: dict[str, Any], code: str
) -> None:
    answer = two[0].post("/api/admin/requests", wanted)
    assert (400 <= answer.status_code < 500, answer.json()["error"]["code"]) == (True, code)


# Limits of players


@pytest.mark.parametrize(
    ("kind", "amount", "taken"),
    [("stake", "10.00", True), ("stake", "9.99", False), ("loss", "10.00", True), ("loss", "9.99", False)],
)
def test_web_14_a_limit_at_and_below_the_wager(place: Place, kind: str, amount: str, taken: bool) -> None:
    ann = place.player("ann")
    place.open_table()
    place.sit("t1", "ann", 1)
    assert ann.put("/api/me/limits", {"kind": kind, "amount": amount}).status_code == 200
    if taken:
        place.do("t1", "ann", do="bet", position=1, wagers={"ante": "10.00"})
        return
    with pytest.raises(Refusal) as refused:
        place.do("t1", "ann", do="bet", position=1, wagers={"ante": "10.00"})
    assert refused.value.code == "limit_reached"
    assert not place.pit.table("t1").state.has_wagers("ann")


def test_web_14_the_stricter_of_two_wins(place: Place) -> None:
    ann, sue = place.player("ann"), place.staff("sue", "supervisor")
    place.open_table()
    place.sit("t1", "ann", 1)
    for own, house, most in (("50.00", "20.00", "20.00"), ("15.00", "20.00", "15.00")):
        ann.put("/api/me/limits", {"kind": "stake", "amount": own})
        sue.put("/api/admin/limits", {"person": "ann", "kind": "stake", "amount": house})
        with pytest.raises(Refusal, match=most):
            place.do("t1", "ann", do="bet", position=1, wagers={"ante": "20.50"})


def test_web_14_lower_at_once_higher_after_a_day(place: Place) -> None:
    ann = place.player("ann")

    def limit(amount: str | None) -> dict[str, Any]:
        answer = ann.put("/api/me/limits", {"kind": "stake", "amount": amount})
        found: dict[str, Any] = answer.json()["limits"][0]
        return found

    assert limit("100.00")["amount"] == "100.00"
    assert limit("50.00")["amount"] == "50.00"
    assert limit("80.00")["amount"] == "50.00"
    assert limit(None)["amount"] == "50.00"
    for seconds, amount in ((86_399, "50.00"), (1, None)):
        for _ in range(seconds // 1200):
            place.clock.pass_(1200)
            ann.get("/api/session")
        place.clock.pass_(seconds % 1200)
        if not ann.get("/api/session").json()["person"]:
            ann = place.sign_in("ann")
        assert ann.get("/api/me/limits").json()["limits"][0]["amount"] == amount


def test_web_14_never_exceeded_by_wagers_at_once(place: Place) -> None:
    """Ten tables, twenty wagers each at the same time, money for all of them, a limit for seven."""
    person = place.people.register.add_player("ann", "a long password")
    for n in range(10):
        batch = Batch(
            at=place.clock.wall(),
            table=f"x{n}",
            opening=Opening(f"x{n}"),
            lines=(Line("table_opened", b"{}", (("house", "tray", 1000_00),), 0),),
        )
        place.store.commit(batch)
        bought = Line("bought_in", b"{}", (("cash", "drop_box", 100_00), ("tray", "player:ann", 100_00)), 0, "ann")
        place.store.commit(Batch(at=place.clock.wall(), table=f"x{n}", expected=1, lines=(bought,)))
    place.people.limits.set(person.name, "player", "stake", 70_00, by="ann")
    lines = [2] * 10

    def bet(number: int) -> bool:
        table = number % 10
        wager = Line("bet_placed", b"{}", (("player:ann", "layout", 10_00),), 1, "ann")
        for _ in range(200):
            batch = Batch(at=place.clock.wall(), table=f"x{table}", expected=lines[table], lines=(wager,))
            try:
                lines[table] = place.store.commit(batch).sequence
                return True
            except Refusal as refusal:
                if refusal.code == "limit_reached":
                    return False
                assert refusal.code == "stale_sequence"
        raise AssertionError("never got a turn")

    with ThreadPoolExecutor(16) as crowd:
        taken = sum(crowd.map(bet, range(200)))
    assert taken == 7
    assert place.people.limits.spent("ann") == (70_00, 0)
    assert sum(cents for name, cents in place.store.books.balances().items() if name.startswith("layout")) == 70_00


def test_web_14_what_comes_back_is_not_lost_but_was_staked(place: Place) -> None:
    line = Line("wagers_paid", b"", (("layout", "player:ann", 1000), ("tray", "player:ann", 500)), 1)
    cleared = Line("bet_cleared", b"", (("layout", "player:ann", 300),), 1, "ann")
    bought = Line("bought_in", b"", (("cash", "drop_box", 900), ("tray", "player:ann", 900)), 1, "ann")
    staked = Line("bet_placed", b"", (("player:ann", "layout", 700), ("player:bob", "layout", 100)), 1, "ann")
    batch = Batch(at=0, table="t", lines=(line, cleared, bought, staked))
    assert moved(batch) == {"ann": (700 - 300, 1500), "bob": (100, 0)}


def test_web_14_a_new_day_counts_anew(place: Place) -> None:
    place.people.register.add_player("ann", "a long password")
    place.open_table()
    place.sit("t1", "ann", 1)
    place.people.limits.set("ann", "player", "stake", 10_00, by="ann")
    place.do("t1", "ann", do="bet", position=1, wagers={"ante": "10.00"})
    with pytest.raises(Refusal):
        place.do("t1", "ann", do="bet", position=1, wagers={"ante": "10.50"})
    place.tick(60)
    while place.pit.table("t1").state.playing:
        place.tick(60)
    with pytest.raises(Refusal):
        place.do("t1", "ann", do="bet", position=1, wagers={"ante": "5.00"})
    place.clock.pass_(DAY // 1_000_000)
    place.do("t1", "ann", do="bet", position=1, wagers={"ante": "5.00"})


@given(st.lists(st.tuples(st.integers(0, 3 * DAY), st.integers(0, 1000)), min_size=1, max_size=20))
def test_web_14_a_limit_is_never_above_what_was_asked_a_day_ago_or_since(changes: list[tuple[int, int]]) -> None:
    """By the sentence: it holds the least of what was wanted in the last day and of what held before that."""
    limit, now = Limit(NONE, NONE, 0), 0
    asked: list[tuple[int, int]] = []
    for pause, cents in changes:
        now += pause
        held = limit.at(now)
        limit = limit.changed(cents, now)
        asked.append((now, cents))
        assert limit.at(now) == min(held, cents)
        assert limit.at(now + DAY) == cents
        assert limit.at(now + DAY - 1) == min(held, cents)


def test_web_14_a_lower_limit_holds_whoever_asks_for_a_higher_one_at_once(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both start from the limit that holds; the higher one, written last, must not put the old one back."""
    place.player("ann")
    limits = place.people.limits
    limits.set("ann", "player", "loss", 10_000, "ann")
    look = limits.of
    meanwhile: list[Future[Limit]] = []

    def amid(name: str) -> Any:
        found = look(name)
        if not meanwhile:
            meanwhile.append(pool.submit(limits.set, "ann", "player", "loss", 1_000, "ann"))
            wait(meanwhile, timeout=0.5)
        return found

    with ThreadPoolExecutor(1) as pool:
        monkeypatch.setattr(limits, "of", amid)
        limits.set("ann", "player", "loss", None, "ann")
    monkeypatch.undo()
    assert limits.of("ann")["player"]["loss"].at(place.clock.wall()) == 1_000


# Closing


def closed(place: Place, who: str = "ann", table: str = "t1") -> str:
    """The code with which a wager is refused; empty if it is taken."""
    try:
        place.do(table, who, do="bet", position=1 if who == "ann" else 2, wagers={"ante": "10.00"})
    except Refusal as refusal:
        return refusal.code
    return ""


@pytest.mark.parametrize(
    ("scope", "name", "ann", "bob", "other"),
    [
        ("all", "", True, True, True),
        ("game", "three-card-poker", True, True, False),
        ("table", "t1", True, True, False),
        ("player", "ann", True, False, True),
        ("game", "four-card-poker", False, False, True),
    ],
)
def test_dis_01_closed_at_once_and_opened_again(
    place: Place, scope: str, name: str, ann: bool, bob: bool, other: bool
) -> None:
    """All, one game, one table, one player: no new wager from then on; nobody else is kept from playing."""
    for who in ("ann", "bob"):
        place.player(who)
    sue = place.staff("sue", "supervisor")
    place.open_table()
    place.open_table("four-card-poker", "t2")
    place.sit("t1", "ann", 1, "100.00")
    place.sit("t1", "bob", 2, "100.00")
    place.sit("t2", "ann", 1, "100.00")
    switch = {"scope": scope, "name": name, "reason": "a drill"}
    assert sue.post("/api/admin/switches/off", switch).status_code == 200
    assert bool(closed(place, "ann")) is ann
    assert bool(closed(place, "bob")) is bob
    assert bool(closed(place, "ann", "t2")) is other
    assert sue.post("/api/admin/switches/off", switch).json()["error"]["code"] == "already_closed"
    assert sue.post("/api/admin/switches/on", switch).status_code == 200
    assert not closed(place, "ann") and not closed(place, "bob")
    rows = place.records("closed", "opened")
    assert [(row["kind"], row["who"], row["reason"]) for row in rows] == [
        ("closed", "sue", "a drill"),
        ("opened", "sue", "a drill"),
    ]


def test_dis_01_a_table_that_stands_still_is_opened_by_its_own_name_alone(place: Place) -> None:
    """After a fault a supervisor looks at this table: opening the floor or a game again does not stand for that."""
    sue = place.staff("sue", "supervisor")
    place.open_table()
    table = place.pit.table("t1")
    switch = {"scope": "table", "name": "t1", "reason": "looked at it"}
    assert sue.post("/api/admin/switches/on", switch).json()["error"]["code"] == "not_closed"
    place.call(table._stop, Refusal("malfunction", "A fault."))
    for way in ("off", "on"):
        assert sue.post(f"/api/admin/switches/{way}", {"scope": "all", "reason": "a break"}).status_code == 200
    assert table.status == "stopped"
    assert sue.post("/api/admin/switches/on", switch).status_code == 200
    assert table.status != "stopped" and not table.why()
    place.player("ann")
    place.sit("t1", "ann", 1)
    place.do("t1", "ann", do="bet", position=1, wagers={"ante": "10.00"})
    place.tick(60)
    assert sue.post("/api/admin/tables/t1/close", {"reason": "late"}).json()["error"]["code"] == "round_in_progress"
    while table.state.playing:
        place.tick(60)
    assert table.status == "paused"
    sue.post("/api/admin/switches/off", {"scope": "all", "reason": "a break"})
    assert sue.post("/api/admin/switches/on", switch).json()["error"]["code"] == "not_closed", "all is closed"
    sue.post("/api/admin/switches/on", {"scope": "all", "reason": "over"})
    assert table.status == "betting" and audit(place.store.books).faults == []


def test_dis_01_a_round_that_is_played_is_finished(place: Place) -> None:
    place.player("ann")
    sue = place.staff("sue", "supervisor")
    place.open_table()
    place.sit("t1", "ann", 1)
    place.do("t1", "ann", do="bet", position=1, wagers={"ante": "10.00"})
    place.tick(60)
    assert place.pit.table("t1").state.playing
    sue.post("/api/admin/switches/off", {"scope": "all", "reason": "fire drill"})
    place.do("t1", "ann", do="decide", position=1, action="play", amount="10.00")
    assert not place.pit.table("t1").state.playing
    assert closed(place)


def test_dis_01_a_wager_that_was_under_way_is_refused_by_the_store(place: Place) -> None:
    """Past every check of the table: the last word is spoken inside the transaction."""
    place.people.register.add_player("ann", "a long password")
    place.open_table()
    place.sit("t1", "ann", 1)
    place.people.switches.turn_off("player:ann", "sue", "a drill")
    sequence = place.pit.table("t1").sequence
    wager = Line("bet_placed", b"{}", (("player:ann", "layout", 10_00),), 1, "ann")
    with pytest.raises(Refusal) as refused:
        place.store.commit(Batch(at=place.clock.wall(), table="t1", expected=sequence, lines=(wager,)))
    assert refused.value.code == "closed"
    assert place.store.books.balance("layout:t1") == 0


def test_dis_01_what_is_closed_stays_closed_after_a_restart(tmp_path: Any) -> None:
    from tests.floor.people.place import a_place

    with a_place(tmp_path / "floor.db") as place:
        place.people.switches.turn_off("all", "sue", "night")
    with a_place(tmp_path / "floor.db") as place:
        assert place.people.switches.off == {"all": "night"}
        with pytest.raises(Refusal):
            place.people.switches.check("t1")
        assert place.visitor().get("/api/lobby").json()["closed"] == {"all": "night"}


def test_dis_01_which_players_are_closed_is_not_posted(place: Place) -> None:
    place.player("ann")
    place.people.switches.turn_off("player:ann", "sue", "a private matter")
    assert place.visitor().get("/api/lobby").json()["closed"] == {}


def test_a_player_has_no_command_of_the_staff() -> None:
    by = ("player", "dealer", "floorperson", "supervisor")
    may = {role: {each for each in by if each in COMMANDS[role]} for role in COMMANDS}
    assert all(Person("x", role).may_give(each) for role, found in may.items() for each in found)
    assert may == {
        "player": {"player"},
        "dealer": {"dealer"},
        "supervisor": {"dealer", "floorperson", "supervisor"},
        "auditor": set(),
    }
