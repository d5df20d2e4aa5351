"""Running the pit over the API: setups, edges, irregularities, a table that goes on under new terms."""

import time
from typing import Any

import pytest

from pitboss import games
from pitboss.floor import pit as pit_module
from pitboss.floor.coaching import Lane
from pitboss.floor.edges import Edge
from pitboss.floor.timing import Timing
from pitboss.floor.workers import Progress, Question
from pitboss.lab import analyze
from pitboss.lab.figures import percent
from pitboss.refusal import Refusal
from pitboss.table.families import house_of
from tests.floor.people.place import Place, Visitor

REASON = "the evening's limits"


def edges(visitor: Visitor, game: str, options: str = "{}") -> dict[str, str]:
    for _ in range(600):
        found = visitor.get("/api/admin/edge", params={"game": game, "options": options}).json()
        if found["edges"] is not None:
            return {each["wager"]: each["edge"] for each in found["edges"]}
        time.sleep(0.1)
    raise AssertionError("the lab does not answer")


@pytest.mark.parametrize("path", ["tables", "games", "edge?game=craps", "tables/t1/irregularities"])
def test_who_may_look(place: Place, path: str) -> None:
    place.open_table()
    assert place.visitor().get(f"/api/admin/{path}").status_code == 401
    assert place.guest().get(f"/api/admin/{path}").status_code == 403
    assert place.staff("dee", "dealer").get(f"/api/admin/{path}").status_code == 403
    assert place.staff("abe", "auditor").get(f"/api/admin/{path}").status_code == 200
    assert place.staff("sue", "supervisor").get(f"/api/admin/{path}").status_code == 200


def test_only_a_supervisor_reopens_and_every_try_leaves_a_record(place: Place) -> None:
    place.open_table()
    for visitor, status in ((place.visitor(), 401), (place.guest(), 403), (place.staff("abe", "auditor"), 403)):
        assert visitor.post("/api/admin/tables/t1/reopen", {"reason": REASON}).status_code == status
    assert [each["kind"] for each in place.records("refused", "table_reopened")] == ["refused"] * 3
    sue = place.staff("sue", "supervisor")
    assert sue.post("/api/admin/tables/t1/reopen", {"reason": REASON}).json() == {"table": "t1~2"}
    assert sue.post("/api/admin/tables/t1~2/reopen", {"reason": REASON}).json() == {"table": "t1~3"}
    again = sue.post("/api/admin/tables/t1/reopen", {"reason": REASON})
    assert (again.status_code, again.json()["error"]["code"]) == (409, "table_closed")
    assert [each["before"] for each in place.records("table_reopened")] == ["t1", "t1~2"]


def test_a_table_goes_on_under_new_terms_and_its_players_have_their_chips_back(place: Place) -> None:
    place.open_table("high-card-flush", "t1", limits={"ante": ["5.00", "100.00"]}, options={"progressive": "C"})
    ann = place.guest()
    place.sit("t1", ann.name, 3)
    meters = place.pit.table("t1").meters()
    sue = place.staff("sue", "supervisor")
    wanted = {"limits": {"ante": ["10.00", "200.00"]}, "options": {"flush_bonus": "K"}, "reason": REASON}
    assert sue.post("/api/admin/tables/t1/reopen", wanted).status_code == 201
    old, new = place.pit.table("t1"), place.pit.table("t1~2")
    assert not old.state.open and new.state.open
    assert ann.get("/api/session").json()["balance"] == "1000.00"
    assert new.house.setup.limits == {"ante": ["10.00", "200.00"]}
    assert new.house.rules.options["flush_bonus"] == "K" and new.house.rules.options["progressive"] == "C"
    assert new.meters() == meters
    told = {each["id"]: each for each in sue.get("/api/admin/tables").json()["tables"]}
    assert (told["t1"]["status"], told["t1~2"]["limits"]) == ("closed", {"ante": ["10.00", "200.00"]})


def test_nothing_closes_for_terms_that_the_text_does_not_allow(place: Place) -> None:
    place.open_table("high-card-flush")
    sue = place.staff("sue", "supervisor")
    for wanted in (
        {"options": {"flush_bonus": "Z"}},
        {"limits": {"ante": ["10.00", "5.00"]}},
        {"limits": {"nothing": ["5.00", "10.00"]}},
    ):
        assert sue.post("/api/admin/tables/t1/reopen", wanted | {"reason": REASON}).status_code >= 400
        assert place.pit.table("t1").state.open and not place.pit.table("t1").no_new_round


def test_nothing_closes_for_another_progressive_than_its_meters_have(place: Place) -> None:
    """The text would allow it; the meters that go on do not."""
    place.open_table("high-card-flush", "t1", options={"progressive": "C"})
    ann = place.guest()
    place.sit("t1", ann.name, 3)
    sue = place.staff("sue", "supervisor")
    refused = sue.post("/api/admin/tables/t1/reopen", {"options": {"progressive": "B"}, "reason": REASON})
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "other_terms")
    table = place.pit.table("t1")
    assert table.state.open and not table.no_new_round and table.state.seats == {3: ann.name}
    assert "t1~2" not in place.pit.live


def test_a_closed_table_takes_no_room(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """However often a table goes on under new terms, as many can be open as ever."""
    monkeypatch.setattr(pit_module, "MOST_TABLES", 2)
    place.open_table(id_="t1")
    place.open_table(id_="t2")
    sue = place.staff("sue", "supervisor")
    for name in ("t1", "t1~2"):
        assert sue.post(f"/api/admin/tables/{name}/reopen", {"reason": REASON}).status_code == 201
    with pytest.raises(Refusal, match="Close a table first"):
        place.open_table(id_="t3")
    assert sum(table.state.open for table in place.pit.live.values()) == 2


@pytest.mark.parametrize("name", ["a/b", "/", ".", ".."])
def test_a_table_has_a_name_that_it_can_be_asked_for_by(place: Place, name: str) -> None:
    """Else it could be opened and never looked at or closed."""
    answer = place.staff("sue", "supervisor").post("/api/admin/tables", {"id": name, "table": {"game": "craps"}})
    assert answer.json()["error"]["code"] == "bad_name"
    assert name not in place.pit.live


def test_a_table_that_a_person_deals_is_opened_over_the_api(place: Place) -> None:
    boss = place.staff("sue", "supervisor")
    plan = {"id": "d1", "table": {"game": "three-card-poker"}, "timing": {"dealt_by": "person", "decision": 5000}}
    assert boss.post("/api/admin/tables", plan).status_code == 201
    assert place.pit.table("d1").plan.timing == Timing(dealt_by="person", decision=5000)
    for wrong in ({"decision": -1}, {"decision": 24 * 3600 * 1000 + 1}, {"dealt_by": "nobody"}, {"tempo": 1}):
        answer = boss.post("/api/admin/tables", plan | {"id": "d2", "timing": wrong})
        assert answer.status_code == 422 and "timing." in answer.json()["error"]["message"]
    assert "d2" not in place.pit.live
    assert boss.post("/api/admin/tables", plan | {"id": "d3", "timing": {}}).status_code == 201
    assert place.pit.table("d3").plan.timing == Timing()


def test_a_round_that_was_never_played_is_not_waited_for(place: Place) -> None:
    place.open_table()
    answer = place.staff("abe", "auditor").get("/api/tables/t1/rounds/999")
    assert (answer.status_code, answer.json()["error"]["code"]) == (404, "unknown_round")


def test_between_rounds_only(place: Place) -> None:
    place.open_table()
    ann = place.guest()
    place.sit("t1", ann.name, 3)
    place.do("t1", ann.name, do="bet", position=3, wagers={"ante": "10.00"})
    place.tick(60)
    assert place.pit.table("t1").state.playing
    sue = place.staff("sue", "supervisor")
    refused = sue.post("/api/admin/tables/t1/reopen", {"reason": REASON})
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "round_in_progress")
    while place.pit.table("t1").state.playing:
        place.tick(60)
    assert sue.post("/api/admin/tables/t1/reopen", {"reason": REASON}).status_code == 201


def test_the_edge_is_the_labs(place: Place) -> None:
    sue = place.staff("sue", "supervisor")
    for options, chosen in (("{}", {}), ('{"pair_plus": "B"}', {"pair_plus": "B"})):
        wanted: Any = analyze("three-card-poker", options=chosen).gains
        assert edges(sue, "three-card-poker", options) == {name: percent(-each.mean) for name, each in wanted.items()}
    assert edges(sue, "craps")["pass"] == "1.4141 %"
    for bad in ("[]", "{", '{"pair_plus": "Z"}', '{"none": 1}'):
        answer = sue.get("/api/admin/edge", params={"game": "three-card-poker", "options": bad})
        assert answer.status_code in (409, 422) and answer.json()["error"]["message"]


@pytest.mark.parametrize("game", games.names())
def test_irregularities_are_those_of_the_declaration(place: Place, game: str) -> None:
    place.open_table(game)
    told = place.staff("sue", "supervisor").get("/api/admin/tables/t1/irregularities").json()["irregularities"]
    house: Any = house_of({"game": game})
    declared = house.procedure.irregularities
    assert {each["what"] for each in told} == {*declared}
    for each in told:
        assert each["says"].startswith(declared[each["what"]].says) and each["clause"] and each["does"]


def test_games_and_what_a_house_may_choose(place: Place) -> None:
    told = place.staff("sue", "supervisor").get("/api/admin/games").json()["games"]
    assert [each["name"] for each in told] == [*games.names()]
    for each in told:
        for jurisdiction, options in each["options"].items():
            declared = games.game(each["name"]).options(jurisdiction)
            assert [option["name"] for option in options] == [*declared]
            for option in options:
                for value in option["values"] or ():
                    declared[option["name"]].read(value, jurisdiction)


def test_a_count_that_failed_is_told_once_and_counted_anew(place: Place) -> None:
    tries = list[str]()

    def count(question: Question, progress: Progress) -> list[Edge]:
        tries.append(question.house.options["flush_bonus"])
        if len(tries) == 1:
            raise Refusal("not_counted", "Ask again: the count was interrupted.")
        return [Edge("ante", "1.0000 %", False)]

    sue = place.staff("sue", "supervisor")
    place.pit.coach.figures = Lane(count)
    path = "/api/admin/edge?game=high-card-flush&options=" + '{"flush_bonus":"B"}'
    failed = sue.get(path)
    assert (failed.status_code, failed.json()["error"]["code"]) == (503, "not_counted")
    for _ in range(2):
        assert sue.get(path).json()["edges"] == [{"wager": "ante", "edge": "1.0000 %", "favours_player": False}]
    assert tries == ["B", "B"]
    assert sue.get("/api/admin/edge?game=craps&jurisdiction=nowhere").status_code == 409
