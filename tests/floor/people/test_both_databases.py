"""People on both databases: the same answers, the same guards, the same rows."""

import pytest

from pitboss.audit.verify import audit
from pitboss.refusal import Refusal
from pitboss.store import people as p
from tests.floor.people.place import PASSWORD, a_place
from tests.store.conftest import database, postgresql, server  # noqa: F401


def test_a_day_on_the_floor(database: str) -> None:  # noqa: F811
    """Guests, names, locks, limits, requests, switches, history: everything that writes a table of people."""
    with a_place(database) as place:
        ann, sue, bob = place.player("ann"), place.staff("sue", "supervisor"), place.staff("bob", "supervisor")
        place.open_table()
        place.sit("t1", "ann", 1)
        assert ann.put("/api/me/limits", {"kind": "stake", "amount": "30.00"}).status_code == 200
        place.play_a_round("t1", "ann", 1)
        place.play_a_round("t1", "ann", 1)
        with pytest.raises(Refusal, match=r"30\.00"):
            place.do("t1", "ann", do="bet", position=1, wagers={"ante": "10.50"})
        assert ann.get("/api/me/limits").json()["staked"] == "20.00"
        asked = sue.post(
            "/api/admin/requests", {"kind": "adjustment", "person": "ann", "amount": "7.00", "reason": "tea"}
        )
        assert bob.post(f"/api/admin/requests/{asked.json()['id']}/approve").status_code == 200
        assert ann.get("/api/session").json()["balance"] == "507.00"
        assert sue.post("/api/admin/switches/off", {"scope": "all", "reason": "night"}).status_code == 200
        for _ in range(3):
            place.visitor().post("/api/session", {"name": "ann", "password": "wrong password"})
        assert place.visitor().post("/api/session", {"name": "ann", "password": PASSWORD}).status_code == 429
        assert [each["round"] for each in ann.get("/api/me/rounds").json()["rounds"]] == [2, 1]
        assert ann.get("/api/tables/t1/rounds/1").json()["balance_before"] == "500.00"
        assert sue.get("/api/reports/liability").json()["rows"][-1]["amount"] == "0.00"
        for name in ("an\x00n", "x" * 5000, "\ud800"):
            assert place.people.register.find(name) is None
        alone = p.requests.update().values(settled_by=p.requests.c.asked_by)
        with pytest.raises(Refusal):
            place.store.aside(lambda connection: connection.execute(alone).rowcount)
    with a_place(database) as place:
        assert place.people.switches.off == {"all": "night"}
        assert "ann" in place.people.limits.limited
        found = audit(place.store.books)
        assert (found.faults, found.not_held) == ([], {})
