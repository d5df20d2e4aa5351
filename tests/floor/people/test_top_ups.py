"""(17.6) Fresh play money for a player who has nothing left to bet with, and for nobody else."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from pitboss.audit.verify import audit
from pitboss.money import write_money
from tests.floor.people.place import Place, Visitor

START = "1000.00"


@pytest.fixture
def broke(place: Place) -> Visitor:
    """A guest with a seat who has given everything away as tips."""
    assert write_money(place.people.parameters.start()) == START
    place.open_table(limits={"ante": ["10.00", "100.00"]})
    guest = place.guest()
    place.sit("t1", guest.name, 1, START)
    place.do("t1", guest.name, do="tip", amount=START)
    return guest


def code(visitor: Visitor) -> str:
    answer = visitor.post("/api/me/top-up")
    return "" if answer.status_code == 201 else str(answer.json()["error"]["code"])


def can(visitor: Visitor) -> bool:
    return bool(visitor.get("/api/me/top-up").json()["can"])


def test_who_has_nothing_left_gets_what_a_new_player_gets(place: Place, broke: Visitor) -> None:
    assert broke.get("/api/me/top-up").json() == {"can": True, "amount": START, "why_not": None}
    assert broke.post("/api/me/top-up").json() == {"amount": START, "balance": START}
    assert broke.get("/api/session").json()["balance"] == START
    (record,) = place.records("topped_up")
    assert (record["who"], record["component"]) == (broke.name, f"person:{broke.name}")
    assert not can(broke) and code(broke) == "not_broke"
    assert not audit(place.store.books).faults


def test_what_is_in_chips_counts_too_and_less_than_any_bet_is_nothing(place: Place, broke: Visitor) -> None:
    other = place.guest()
    assert code(other) == "not_broke"
    place.sit("t1", other.name, 2, START)
    assert code(other) == "not_broke"
    place.do("t1", other.name, do="tip", amount="990.00")
    assert code(other) == "not_broke" and "10.00 in your wallet and in chips" in why_not(other)
    place.do("t1", other.name, do="tip", amount="1.00")
    assert can(other)
    place.open_table("craps", "t2", limits={"pass": ["5.00", "100.00"]})
    assert code(other) == "not_broke", "another table takes a smaller bet"
    place.do("t1", other.name, do="tip", amount="5.00")
    assert code(other) == ""


def why_not(visitor: Visitor) -> str:
    return str(visitor.get("/api/me/top-up").json()["why_not"])


def test_nobody_with_an_open_wager_gets_more(place: Place, broke: Visitor) -> None:
    assert code(broke) == ""
    place.clock.pass_(61)  # before the bet: no window may close on it
    place.do("t1", broke.name, do="buy_in", amount=START)
    place.do("t1", broke.name, do="bet", position=1, wagers={"ante": "100.00"})
    place.do("t1", broke.name, do="tip", amount="900.00")
    assert not can(broke) and code(broke) == "wagers_open"
    place.do("t1", broke.name, do="clear", position=1)
    assert code(broke) == "not_broke"


def test_once_a_minute_and_once_at_once(place: Place, broke: Visitor) -> None:
    with ThreadPoolExecutor(4) as pool:
        tables = [*place.pit.live.values()]
        tried = [pool.submit(place.people.top_ups.grant, broke.name, tables, 0) for _ in range(4)]
    assert sum(each.exception() is None for each in tried) == 1
    assert broke.get("/api/session").json()["balance"] == START
    place.do("t1", broke.name, do="buy_in", amount=START)
    place.do("t1", broke.name, do="tip", amount=START)
    answer = broke.post("/api/me/top-up")
    assert (answer.status_code, answer.json()["error"]["code"]) == (429, "too_many")
    place.clock.pass_(61)
    assert code(broke) == ""


def test_only_players_have_a_wallet(place: Place, broke: Visitor) -> None:
    assert place.visitor().post("/api/me/top-up").status_code in (401, 403)
    assert place.staff("sue", "supervisor").post("/api/me/top-up").status_code == 403
    assert place.records("topped_up") == []
