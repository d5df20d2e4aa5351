"""Names that look the same are one name, and what is tried first is no password (16.C11)."""

from pathlib import Path
from typing import Any

import pytest

from pitboss.audit.verify import audit
from pitboss.floor.people import People, common
from pitboss.floor.people.names import check_free_choice, check_name
from pitboss.floor.people.passwords import check_password
from pitboss.refusal import Refusal
from tests.floor.people.place import PASSWORD, Place, a_place

CYRILLIC_ACE = "\u0430\u0441\u0435"
CYRILLIC_AHHA = "\u0410\u041d\u041d\u0410"


@pytest.mark.parametrize(
    ("taken", "wanted"),
    [
        ("ace", CYRILLIC_ACE),
        (CYRILLIC_ACE, "Ace"),
        ("Ahha", CYRILLIC_AHHA),
        ("boss", "b0ss"),
        ("Bill", "BiII"),
        ("Ian", "lan"),
        ("Tom", "Torn"),
        ("MAX", "\u039c\u0391\u03a7"),
    ],
)
def test_16_c11_names_that_look_the_same_are_one_name(place: Place, taken: str, wanted: str) -> None:
    """Also where the one who has it is of the house: nobody plays as somebody who looks like a supervisor."""
    place.staff(taken, "supervisor")
    refused = place.visitor().post("/api/people", {"name": wanted, "password": PASSWORD})
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "name_taken")
    with pytest.raises(Refusal, match="looks like somebody's"):
        place.people.register.add_staff(wanted, "dealer", PASSWORD, by="tests")


def test_16_c11_names_that_only_resemble_each_other_are_two(place: Place) -> None:
    for name in ("Ali", "All", "Anna", "\u0410\u043d\u043d\u0430", "zoe", "zoë", "\u674e\u660e", "ann_2", "ann_3"):
        place.player(name)


@pytest.mark.parametrize(
    "name", ["b\u043ess", "Anna\u0430", "K\u03b9m", "ann\u0663", "\u0430\u03b1", "\u0561nn", "\u13a0nn"]
)
def test_16_c11_a_name_is_written_in_one_alphabet(name: str) -> None:
    with pytest.raises(Refusal, match="one alphabet"):
        check_name(name)


@pytest.mark.parametrize("name", ["b0t-7", "dea1er", "p1ayer_2", "h0use", "B0T", "TAB1E", "\u0412\u041e\u0422-7"])
def test_16_c11_nobody_looks_like_the_house(name: str) -> None:
    with pytest.raises(Refusal, match="house's own"):
        check_free_choice(name)


def test_16_c11_two_who_have_had_such_names_still_sign_in_and_the_third_is_refused(tmp_path: Path) -> None:
    """A store of before, in which both were registered, opens as ever; staff added on the machine count at once."""
    with a_place(tmp_path / "a.db") as place:
        ace = place.player("ace")
        assert ace.name == "ace"
        place.people.register._check_looks = lambda *_: None  # type: ignore[method-assign]  # as it was before
        place.player(CYRILLIC_ACE)
    with a_place(tmp_path / "a.db") as place:
        for name in ("ace", CYRILLIC_ACE):
            assert place.sign_in(name).name == name
        assert audit(place.store.books).faults == []
        refused = place.visitor().post("/api/people", {"name": CYRILLIC_ACE.upper(), "password": PASSWORD})
        assert refused.json()["error"]["code"] == "name_taken"
        place.player("ben")
        other = People(place.store, place.clock, place.people.register.passwords)
        other.register.add_staff("carl", "supervisor", PASSWORD, by="command line")
        refused = place.visitor().post("/api/people", {"name": "car1", "password": PASSWORD})
        assert refused.json()["error"]["code"] == "name_taken"


@pytest.mark.parametrize(
    "password",
    [
        "password12",
        "P@ssw0rd123!",
        "Welcome2026!",
        "qwertyuiop",
        "1q2w3e4r5t",
        "zaq12wsx3edc",
        "iloveyou1234",
        "abcd123456",
        "0987654321",
        "dragonmonkey1",
        "passwordpassword",
        "Pitboss2026",
        "trustno1trustno1",
        "8317462950",
        "poiuytrewq",
    ],
)
def test_16_c11_common_passwords_are_refused(password: str) -> None:
    with pytest.raises(Refusal, match="which are tried first"):
        check_password(password, "ann")


@pytest.mark.parametrize(
    "password",
    ["correct horse battery", "monkey dragon sunshine 9", "password and horses", "kwm7tz3fq9", "Tr0ub4dor&3"],
)
def test_16_c11_passwords_that_are_made_of_more_are_taken(password: str) -> None:
    check_password(password, "ann")


def test_16_c11_a_common_password_is_refused_at_every_door(place: Place) -> None:
    refused = place.visitor().post("/api/people", {"name": "ann", "password": "Welcome2026!"})
    assert (refused.status_code, refused.json()["error"]["code"]) == (422, "bad_password")
    ann = place.player("ann")
    refused = ann.put("/api/session/password", {"password": PASSWORD, "new_password": "qwertyuiop"})
    assert refused.json()["error"]["code"] == "bad_password"
    with pytest.raises(Refusal, match="which are tried first"):
        place.people.register.add_staff("sue", "supervisor", "password12", by="tests")


@pytest.mark.parametrize("password", ["a" * 199 + "é", "abc" * 66 + "é", "123password" * 18 + "é"])
def test_16_c11_a_long_password_is_looked_at_in_a_bounded_number_of_steps(
    password: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks = 0
    pieces = common._pieces

    def counted(*given: Any) -> set[str]:
        nonlocal looks
        looks += 1
        return pieces(*given)

    monkeypatch.setattr(common, "_pieces", counted)
    assert not common.is_common(password) and looks < 100 * len(password)
