"""The school over HTTP: a lesson of one's own, steps and drills, for everybody who is signed in."""

import pytest

from pitboss.floor import school
from tests.floor.people.place import Place


def test_a_lesson_step_by_step(place: Place) -> None:
    assert place.visitor().get("/api/school/games").status_code == 401
    ann, bob = place.guest(), place.guest()
    assert len(ann.get("/api/school/games").json()["games"]) == 8
    assert ann.get("/api/school/lesson").json()["error"]["code"] == "no_lesson"
    begun = ann.post("/api/school/lesson", {"game": "three-card-poker"})
    assert begun.status_code == 201 and begun.json()["view"]["betting"] and begun.json()["view"]["next"] is None
    wrong = ann.post("/api/school/lesson/step", {"do": "deal"}).json()
    assert wrong["refused"]["clause"] and wrong["score"] == {"right": 0, "wrong": 1, "asked": 0, "rounds": 0}
    told = ann.post("/api/school/lesson/next", {}).json()
    assert (told["do"], told["score"]["asked"]) == ("no_more_bets", 1)
    right = ann.post("/api/school/lesson/step", {"do": "no_more_bets"}).json()
    assert right["refused"] is None and right["score"]["right"] == 1 and right["view"]["playing"]
    assert ann.get("/api/school/lesson").json()["score"] == right["score"]
    assert bob.get("/api/school/lesson").status_code == 409, "a lesson is one's own"
    assert ann.post("/api/school/lesson", {"game": "none"}).status_code == 422


def test_a_full_school_refuses_a_newcomer_and_sends_nobody_away(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(school, "MOST_LESSONS", 1)
    ann, bob = place.guest(), place.guest()
    assert ann.post("/api/school/lesson", {"game": "craps"}).status_code == 201
    answer = bob.post("/api/school/lesson", {"game": "craps"})
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "school_full")
    assert ann.get("/api/school/lesson").status_code == 200
    assert ann.post("/api/school/lesson", {"game": "three-card-poker"}).status_code == 201


def test_a_drill(place: Place) -> None:
    ann = place.guest()
    asked = ann.get("/api/school/drills/spanish-21").json()["questions"]
    said = [
        ann.post("/api/school/drills/spanish-21", {"question": 0, "choice": choice}).json()
        for choice in asked[0]["choices"]
    ]
    assert [each["right"] for each in said].count(True) == 1
    assert all(each["clause"] for each in said)
    assert ann.get("/api/school/drills/none").status_code == 422
    assert ann.post("/api/school/drills/spanish-21", {"question": 99, "choice": "dead"}).status_code == 409


def test_nothing_of_a_lesson_is_kept(place: Place) -> None:
    ann = place.guest()
    before = place.store.books.balance(f"wallet:{ann.name}")
    ann.post("/api/school/lesson", {"game": "craps"})
    ann.post("/api/school/lesson/step", {"do": "offer"})
    assert place.store.books.balance(f"wallet:{ann.name}") == before
    assert place.store.books.tables() == {}
