"""REC-02, AUD-03, PF-02: rounds played back with every field, proofs checked by another program, significant events."""

import asyncio
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pitboss import games
from pitboss.audit import reports
from pitboss.fair import verify_round
from pitboss.floor import live, serve
from pitboss.floor.api.forms import Replay
from pitboss.floor.config import Config, usual_tables
from pitboss.floor.history import History
from pitboss.floor.people.parameters import LARGE
from pitboss.floor.people.register import Register
from pitboss.floor.person import Person
from pitboss.floor.promises import Shown
from pitboss.money import read_money
from pitboss.refusal import Refusal
from tests.floor.floor import SetClock
from tests.floor.people.place import PASSWORD, Place, a_place

GAMES = [str(plan.table["game"]) for plan in usual_tables(())]

RECALL = {
    "date and time": ("begun", "ended"),
    "which game, under which rules and version": ("game", "rules", "version", "programs"),
    "denomination": ("denomination",),
    "the final outcome": ("outcome",),
    "funds before": ("balance_before",),
    "funds after": ("balance_after",),
    "total wagered": ("wagered",),
    "total won": ("won",),
    "what the player chose": ("choices",),
    "every phase in between": ("steps",),
    "progressive won": ("progressive",),
    "void or not": ("void",),
}
"""What a recall shows (GLI-19 4.14.2 and what this floor adds), and where it stands in the answer."""


@pytest.mark.parametrize("game", [game for game in GAMES if hasattr(games.game(game), "ante")])
def test_rec_02_every_field_of_a_recall_is_shown_and_marked(place: Place, game: str) -> None:
    ann = place.player("ann")
    place.open_table(game)
    place.sit("t1", "ann", 1)
    place.play_a_round("t1", "ann", 1, "20.00")
    place.play_a_round("t1", "ann", 1, "10.00")
    told = ann.get("/api/tables/t1/rounds/1").json()
    assert told["replay"] is True
    for what, fields in RECALL.items():
        assert all(told[field] not in ("", None, []) for field in fields), what
    assert {field for fields in RECALL.values() for field in fields} <= {*Replay.model_fields}
    assert (told["table"], told["round"], told["game"]) == ("t1", 1, game)
    money = {name: read_money(told[name], name) for name in ("balance_before", "balance_after", "wagered", "won")}
    assert money["balance_before"] - money["wagered"] + money["won"] == money["balance_after"]
    assert money["balance_before"] == 500_00 and money["wagered"] >= 20_00
    assert [step["sequence"] for step in told["steps"]] == sorted(step["sequence"] for step in told["steps"])
    rounds = ann.get("/api/me/rounds").json()["rounds"]
    assert [(each["round"], each["wagered"], each["net"]) for each in rounds][1] == (
        1,
        told["wagered"],
        rounds[1]["net"],
    )


@pytest.mark.parametrize("game", [game for game in GAMES if not hasattr(games.game(game), "ante")])
def test_rec_02_every_field_of_a_round_of_a_shoe_or_a_run_of_dice(place: Place, game: str) -> None:
    ann = place.player("ann")
    place.open_table(game)
    place.sit("t1", "ann", 1)
    bet: dict[str, Any] = {"do": "bet", "position": 1, "wagers": {"bet": "20.00"}}
    if game == "craps":
        bet = {"do": "bet", "wager": "pass", "amount": "20.00"}
    table = place.pit.table("t1")
    for _ in range(2_000):
        if table.state.number > 1 or (table.state.number == 1 and not table.state.playing):
            break
        if table.state.betting and not table.state.has_wagers("ann") and not getattr(table.state, "puck", 0):
            place.do("t1", "ann", **bet)
        place.tick(60)
    told = ann.get("/api/tables/t1/rounds/1").json()
    assert told["replay"] is True and (told["round"], told["game"]) == (1, game)
    for what, fields in RECALL.items():
        assert all(told[field] not in ("", None, []) for field in fields), what
    money = {name: read_money(told[name], name) for name in ("balance_before", "balance_after", "wagered", "won")}
    assert money["balance_before"] - money["wagered"] + money["won"] == money["balance_after"]
    assert money["balance_before"] == 500_00 and money["wagered"] >= 20_00


@pytest.mark.parametrize("game", GAMES)
def test_ver_04_every_round_says_program_rules_and_pay_tables(
    tmp_path: Path, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rounds under one program and, after a restart, under another: each tells its own, whoever plays it back."""
    database, kept_by, clock = tmp_path / "floor.db", dict[int, tuple[list[str], str]](), SetClock()
    last = list[str]()
    for program, version in (("a" * 64, "0.1.0"), ("b" * 64, "0.2.0"), ("c" * 64, "0.3.0")):
        monkeypatch.setattr("pitboss.__version__", version)
        with a_place(database, clock, program=program) as place:
            place.call(place.floor.open)
            if not kept_by:
                place.player("ann")
                place.open_table(game)
            table = place.pit.table("t1")
            before = table.state.number
            for _ in range(2_000):
                if table.state.number >= before + 3 and table.state.playing:
                    break
                if "ann" not in table.state.seats.values():  # at first, and where a long run of dice was waited for
                    place.sit("t1", "ann", 1, "200.00")
                if table.state.betting and not table.state.has_wagers("ann"):
                    place.do("t1", "ann", **_a_bet(table))
                place.tick(60)
            ann = place.sign_in("ann")
            played = sorted(each["round"] for each in ann.get("/api/me/rounds").json()["rounds"])
            new = [number for number in played if number not in kept_by and number < table.state.number]
            kept_by |= {number: ([program], version) for number in new}
            ready = ann.get(f"/api/tables/t1/rounds/{new[0]}").json()["programs"]
            assert ready in ([program], [*last, program]), "its cards may have been shuffled by the one before"
            kept_by[new[0]], last = (ready, version), [program]
            wanted = games.game(game).options("nj")
            for number, (digests, said) in kept_by.items():
                told = ann.get(f"/api/tables/t1/rounds/{number}").json()
                assert (told["programs"], told["version"], told["rules"]) == (digests, said, "nj"), number
                assert told["options"] == table.house.rules.options and {*told["options"]} == {*wanted}
            ann.send("DELETE", "/api/session")
    assert len(kept_by) >= 5


def _a_bet(table: Any) -> dict[str, Any]:
    if table.house.game.name == "craps":
        return {"do": "bet", "wager": "pass", "amount": "10.00"}
    wager = str(getattr(table.house.rules, "ante", "bet"))
    return {"do": "bet", "position": 1, "wagers": {wager: "10.00"}}


def test_rec_02_whoever_only_sat_down_had_no_part_in_it(place: Place) -> None:
    ben = place.player("ben")
    place.player("ann")
    place.open_table()
    place.sit("t1", "ann", 1)
    place.sit("t1", "ben", 2)
    place.play_a_round("t1", "ann", 1)
    answer = ben.get("/api/tables/t1/rounds/1")
    assert (answer.status_code, answer.json()["error"]["code"]) == (404, "unknown_round")


def test_rec_02_pages_of_a_history_hold_every_round_once(place: Place) -> None:
    ann, aud = place.player("ann"), place.staff("aud", "auditor")
    place.open_table()
    place.sit("t1", "ann", 1)
    for _ in range(5):
        place.play_a_round("t1", "ann", 1)
    found, before = [], None
    while True:
        page = ann.get("/api/me/rounds", params={"most": 2} | ({"before": before} if before else {})).json()
        found += [each["round"] for each in page["rounds"]]
        before = page["next"]
        if before is None:
            break
    assert found == [5, 4, 3, 2, 1]
    assert [each["round"] for each in aud.get("/api/people/ann/rounds").json()["rounds"]] == found
    for number in (0, 6, 7, (1 << 63) - 1):
        assert ann.get(f"/api/tables/t1/rounds/{number}").status_code == 404, number
        assert aud.get(f"/api/tables/t1/rounds/{number}").status_code in (404, 409), number
    table = aud.get("/api/tables/t1/rounds", params={"most": 2}).json()
    assert [each["round"] for each in table["rounds"]] == [5, 4] and table["next"] == 4
    assert ann.get("/api/me/rounds").json()["rounds"][0]["net"] == "-10.00"


def test_pf_02_a_proof_from_the_api_is_verified_by_the_other_program(place: Place, tmp_path: Path) -> None:
    ann = place.player("ann")
    place.open_table()
    place.sit("t1", "ann", 1)
    for _ in range(3):
        place.play_a_round("t1", "ann", 1)
    listed = ann.get("/api/tables/t1/proofs").json()["proofs"]
    proved = [ann.get(f"/api/tables/t1/proofs/{each['epoch']}") for each in listed]
    assert [answer.status_code for answer in proved] == [200] * 3
    assert ann.get("/api/tables/t1/rounds/2").json()["proofs"]
    file = tmp_path / "proofs.jsonl"
    file.write_text("".join(json.dumps(answer.json()) + "\n" for answer in reversed(proved)))
    command = [sys.executable, "-I", str(verify_round.__file__), str(file)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    ended = reports.significant(place.store.books, kind="fair_ended").as_json()["rows"]
    noted = [f"--digest={json.loads(each['after'])['digest']}" for each in ended]
    assert len(noted) == 3, "the journal's digests are those of the proofs that are served"
    assert subprocess.run([*command, *noted], capture_output=True, timeout=300).returncode == 0
    assert subprocess.run([*command, f"--digest={'0' * 64}"], capture_output=True, timeout=300).returncode == 1
    file.write_text(
        file.read_text().replace('"result": ', '"result":  ', 1).replace(listed[0]["commitment"][:8], "0" * 8)
    )
    assert subprocess.run(command, capture_output=True, text=True, timeout=300).returncode != 0


@pytest.mark.parametrize("preshuffled", [True, False])
@pytest.mark.parametrize("dealing", ["manual_shoe", "hand"])
def test_pf_02_proofs_of_two_decks_in_turn_hold_too(
    place: Place, tmp_path: Path, dealing: str, preshuffled: bool
) -> None:
    """The other deck is shuffled while this one is in play: its cards are another proof's."""
    ann = place.player("ann")
    two: dict[str, Any] = {"shuffler": "device", "decks": 2, "dealing": dealing, "preshuffled": preshuffled}
    place.open_table(**two)
    place.sit("t1", "ann", 1)
    for _ in range(6):
        place.play_a_round("t1", "ann", 1)
    listed = ann.get("/api/tables/t1/proofs").json()["proofs"]
    served = [ann.get(f"/api/tables/t1/proofs/{each['epoch']}").json() for each in listed]
    proofs = [proof for proof in served if "error" not in proof]
    assert len(proofs) >= 4
    said = ""
    for proof in proofs:
        (tmp_path / "proof.json").write_text(json.dumps(proof))
        command = [sys.executable, "-I", str(verify_round.__file__), str(tmp_path / "proof.json")]
        done = subprocess.run(command, capture_output=True, text=True, timeout=300)
        assert done.returncode == 0, done.stdout + done.stderr
        said += done.stdout
    assert said.count("6 cards and dice as drawn, 6 cards of other epochs not checked") >= 3, said


def test_pf_02_a_proof_is_found_without_reading_every_other(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table that has seen ten thousand shuffles answers as soon as one that has seen ten."""
    place.player("ann")
    place.open_table()
    place.sit("t1", "ann", 1)
    for _ in range(11):
        place.play_a_round("t1", "ann", 1)
    history, read = History(place.store.books), list[Any]()
    decode = msgspec.json.decode

    def counted(text: Any, **more: Any) -> Any:
        read.extend([text] if more.get("type") is Shown else [])
        return decode(text, **more)

    monkeypatch.setattr(msgspec.json, "decode", counted)
    for epoch in (1, 10, 11):
        read.clear()
        assert history.proof("t1", epoch)["epoch"] == epoch and len(read) == 1


def test_pf_04_no_proof_of_an_epoch_that_still_serves(place: Place) -> None:
    ann = place.player("ann")
    place.open_table()
    place.sit("t1", "ann", 1)
    place.play_a_round("t1", "ann", 1)
    alive = [each["epoch"] for each in ann.get("/api/tables/t1").json()["view"]["promise"]["alive"]]
    assert alive
    for epoch in alive:
        answer = ann.get(f"/api/tables/t1/proofs/{epoch}")
        assert (answer.status_code, answer.json()["error"]["code"]) == (404, "unknown_proof")


def test_aud_03_significant_events_have_their_fields(place: Place) -> None:
    """Each is triggered once; all stand in the report with time, component, person; reason, before, after where due."""
    place.player("ann")
    sue, bob, aud = (
        place.staff("sue", "supervisor"),
        place.staff("bob", "supervisor"),
        place.staff("aud", "auditor"),
    )
    hcf = {"id": "hcf", "table": {"game": "high-card-flush", "options": {"progressive": "A"}}, "title": "the big one"}
    for _ in range(3):
        place.visitor().post("/api/session", {"name": "ann", "password": "wrong password"})
    asked = {"reason": "it was wrong"}
    wanted: list[dict[str, Any]] = [
        {"kind": "adjustment", "person": "ann", "amount": "1.00"},
        {"kind": "correction", "group": "hcf", "meter": "main", "amount": "5000.00"},
        {"kind": "change", "parameter": "starting_bankroll", "value": "10.00"},
    ]
    assert sue.post("/api/admin/tables", hcf).status_code == 201
    for each in wanted:
        number = sue.post("/api/admin/requests", each | asked).json()["id"]
        assert bob.post(f"/api/admin/requests/{number}/approve").status_code == 200
    number = sue.post("/api/admin/requests", wanted[0] | asked).json()["id"]
    bob.post(f"/api/admin/requests/{number}/reject", {"reason": "not again"})
    bob.post("/api/admin/people/ann/unlock", {"reason": "she called"})
    bob.put("/api/admin/limits", {"person": "ann", "kind": "loss", "amount": "50.00"})
    bob.put("/api/session/password", {"password": PASSWORD, "new_password": "yet another one"})
    bob.post("/api/admin/people", {"name": "dora", "role": "dealer", "password": PASSWORD})
    for switch in ({"scope": "player", "name": "ann"}, {"scope": "all"}):
        bob.post("/api/admin/switches/off", switch | {"reason": "a drill"})
        bob.post("/api/admin/switches/on", switch | {"reason": "over"})
    bob.post("/api/admin/requests/999/approve")
    bob.post("/api/admin/tables/hcf/close", {"reason": "the day is over"})
    rows = aud.get("/api/reports/significant").json()["rows"]
    found = {row["kind"]: row for row in rows if row["who"]}  # what tables do by themselves names nobody
    wanted_kinds = {
        *("person_added", "signed_in", "sign_in_failed", "unlocked", "password_changed", "limit_set"),
        *("adjustment_requested", "adjustment", "adjustment_rejected", "meter_correction", "parameter_change"),
        *("closed", "opened", "table_opened", "table_paused", "table_closed", "refused"),
    }
    assert wanted_kinds <= {*found}
    assert len(wanted_kinds) == 17
    for kind in wanted_kinds:
        row = found[kind]
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z", row["at"])
        assert row["component"] and row["who"], row
    for kind in ("adjustment", "meter_correction", "parameter_change", "closed", "opened"):
        assert found[kind]["reason"] and found[kind]["before"] and found[kind]["after"]
    assert "locked_until" in str(next(row["after"] for row in rows if row["kind"] == "sign_in_failed"))
    text = aud.get("/api/reports/significant?format=csv").text
    assert text.count("\n") == len(rows) + 1
    assert PASSWORD not in text and "another one" not in text


PAGED = {"trial-balance": "after", "tables": "after", "significant": "before", "progressives": "after"}


@pytest.mark.parametrize("report", PAGED)
def test_web_05_no_report_is_longer_than_a_page(place: Place, report: str) -> None:
    """As JSON and as CSV, with the next page named in the answer and in its header."""
    place.player("ann")
    aud = place.staff("aud", "auditor")
    for id_ in ("t1", "t2", "t3"):
        place.open_table("high-card-flush", id_, options={"progressive": "A"})
    place.sit("t1", "ann", 1)
    place.play_a_round("t1", "ann", 1)
    path = f"/api/reports/{report}"
    whole = aud.get(path).json()
    assert whole["next"] is None and len(whole["rows"]) >= 3
    found, texts, query = [], [], "most=1"
    while query:
        page, text = aud.get(f"{path}?{query}"), aud.get(f"{path}?{query}&format=csv")
        rows = [row for row in page.json()["rows"] if row.get("account") != "total"]
        assert len({row["number"] if report == "significant" else 0 for row in rows}) <= 1
        found += rows
        texts += [line for line in text.text.splitlines()[1:] if not line.startswith("total,")]
        link = re.fullmatch(r'<\?(.+)>; rel="next"', page.headers.get("link", ""))
        assert (link is None) == (page.json()["next"] is None) == ("link" not in text.headers)
        query = link[1] if link else ""
        assert not link or f"{PAGED[report]}={page.json()['next']}" in query.replace("%3A", ":")
    assert found == [row for row in whole["rows"] if row.get("account") != "total"]
    assert texts == [line for line in aud.get(f"{path}?format=csv").text.splitlines()[1:] if line[:6] != "total,"]
    for wrong in ("most=0", "most=1001", f"{PAGED[report]}=%00", "since=1&until=now"):
        status = aud.get(f"{path}?{wrong}").status_code
        assert status == (200 if "since" in wrong and report == "trial-balance" else 422), wrong


def test_aud_03_events_of_one_kind_and_of_a_period(place: Place) -> None:
    place.open_table(id_="t1")
    place.clock.pass_(86_400)
    place.open_table(id_="t2")
    aud = place.staff("aud", "auditor")
    day = str(aud.get("/api/reports/significant?kind=table_opened").json()["rows"][0]["at"])[:10]
    told = aud.get(f"/api/reports/significant?kind=table_opened&since={day}").json()["rows"]
    assert {(row["kind"], row["component"]) for row in told} == {("table_opened", "t2")}
    assert aud.get("/api/reports/significant?kind=fair_committed").json()["rows"] == []
    assert aud.get("/api/reports/significant?kind=No%20kind").status_code == 422


SEVENTEEN: dict[str, tuple[str, str]] = {
    "failed attempts to come in": ("sign_in_failed", ""),
    "faults of the program": ("table_stopped", "reason after"),
    "the floor not there": ("floor_opened", "before after"),
    "large wins": ("large_win", "reason after"),
    "large wagers": ("large_wager", "reason after"),
    "voids, overrides and corrections": ("irregularity_called", "after"),
    "data changed from outside": ("books_differ", "reason"),
    "another program": ("program_changed", "reason before after"),
    "parameters of the floor": ("parameter_change", "second reason before after"),
    "the clock": ("clock_stepped", "after"),
    "parameters of a game": ("table_opened", "after"),
    "parameters of a progressive": ("meter_correction", "second reason before after"),
    "adjustments of a player's money": ("adjustment", "second reason before after"),
    "changes of a person's data": ("password_changed", ""),
    "a player closed": ("closed", "reason before after"),
    "large amounts brought or taken away": ("large_transaction", "reason after"),
    "what takes a person outside the usual": ("table_resumed", "before"),
}
"""The groups of significant events (GLI-19 2.8.8, as this project has them), the kind of record, and what it tells
besides its time, its component and, where a person did it, who."""


def test_aud_03_each_of_the_seventeen_groups_is_written_at_once(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = place.player("ann")
    sue, bob = place.staff("sue", "supervisor"), place.staff("bob", "supervisor")
    plan = {"id": "hcf", "table": {"game": "high-card-flush", "options": {"progressive": "A"}}, "title": "the big one"}

    def two(**wanted: Any) -> None:
        number = sue.post("/api/admin/requests", wanted | {"reason": "it was wrong"}).json()["id"]
        assert bob.post(f"/api/admin/requests/{number}/approve").status_code == 200

    def lower_thresholds() -> None:
        for name in LARGE:
            two(kind="change", parameter=name, value="0.01")

    def bet() -> None:
        place.do("hcf", "ann", do="bet", position=1, wagers={"ante": "10.00"})

    def play() -> None:
        while not place.records("large_win"):
            if not place.pit.table("hcf").state.has_wagers("ann"):
                bet()
            place.tick(4)
            asked = place.pit.table("hcf").state.next
            if asked is not None and asked.do == "decide":
                place.do("hcf", "ann", do="decide", position=1, action="raise", amount="10.00")

    def void() -> None:
        bet()
        place.tick(4)
        place.call(place.pit.table("hcf").do, Person("sue", "supervisor"), {"do": "void_round"})

    def fault() -> None:
        monkeypatch.setattr(live, "step", broken)
        with pytest.raises(Refusal):
            place.do("hcf", "ann", do="tip", amount="1.00")
        monkeypatch.undo()

    def broken(*given: Any) -> Any:
        raise AssertionError("planted")

    def another_program() -> None:
        monkeypatch.setattr("pitboss.floor.app.check", other)
        place.call(place.floor._look_at_the_program)
        monkeypatch.undo()
        place.floor.means.failed = None

    def other(program: Any) -> None:
        raise Refusal("program_changed", "Start again: a file is not as it was.")

    def step_the_clock() -> None:
        place.clock.day += 5_000_000
        place.call(place.pit.tick)

    def plant_a_cent() -> None:
        planted = "UPDATE accounts SET cents = cents + 1 WHERE name = 'wallet:ann'"
        place.store.aside(lambda connection: connection.exec_driver_sql(planted).rowcount)
        with pytest.raises(Refusal):
            place.store.tick(place.clock.wall())

    triggers: dict[str, Any] = {
        "failed attempts to come in": lambda: place.visitor().post(
            "/api/session", {"name": "ann", "password": "wrong password"}
        ),
        "the floor not there": lambda: place.call(place.floor.open),
        "parameters of a game": lambda: sue.post("/api/admin/tables", plan),
        "parameters of the floor": lower_thresholds,
        "large amounts brought or taken away": lambda: place.sit("hcf", "ann", 1),
        "large wagers": bet,
        "large wins": play,
        "voids, overrides and corrections": void,
        "adjustments of a player's money": lambda: two(kind="adjustment", person="ann", amount="1.00"),
        "parameters of a progressive": lambda: two(kind="correction", group="hcf", meter="main", amount="50.00"),
        "changes of a person's data": lambda: ann.put(
            "/api/session/password", {"password": PASSWORD, "new_password": "yet another one"}
        ),
        "faults of the program": fault,
        "what takes a person outside the usual": lambda: place.call(place.pit.resume, ["hcf"], "sue"),
        "a player closed": lambda: sue.post(
            "/api/admin/switches/off", {"scope": "player", "name": "ann", "reason": "by her own wish"}
        ),
        "the clock": step_the_clock,
        "another program": another_program,
        "data changed from outside": plant_a_cent,
    }
    assert {*triggers} == {*SEVENTEEN} and len(SEVENTEEN) == 17
    for group, trigger in triggers.items():
        kind, told = SEVENTEEN[group]
        place.clock.pass_(100)
        before, since = len(rows_of(place, kind)), place.clock.wall()
        trigger()
        found = rows_of(place, kind)[before:]
        assert found, group
        for row in found:
            assert since <= row["at"] <= place.clock.wall(), group
            assert row["component"], group
        for field in told.split():
            assert any(row[field] for row in found), (group, field)
        assert kind in NOBODYS or any(row["who"] for row in found), group


def test_aud_03_the_floor_says_when_it_opens_and_when_it_closes(place: Place) -> None:
    place.call(place.floor.open)
    place.clock.pass_(3600)
    place.call(place.floor.stop, 0)
    (opened,), (closed,) = rows_of(place, "floor_opened"), rows_of(place, "floor_closed")
    assert closed["at"] - opened["at"] == 3600 * 1_000_000
    assert "program" in opened["after"] and closed["reason"]


def test_aud_03_a_start_that_is_refused_is_written_down(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def refuses(*given: Any) -> Any:
        raise Refusal("wrong_key", "Open the store with the key it was sealed with.")

    monkeypatch.setattr(serve, "put_together", refuses)
    config = Config(data=str(tmp_path), port=0)
    opened, listening = serve.open_all(config), serve.listen("127.0.0.1", 0)
    with opened[0] as store, listening:
        with pytest.raises(Refusal, match="the key"):
            asyncio.run(serve._run(config, listening, 1, opened, None))
        report = reports.significant(store.books)
    (row,) = [dict(zip(report.columns, row, strict=True)) for row in report.rows]
    assert (row["kind"], row["reason"], row["who"]) == ("start_refused", "wrong_key", "house")


NOBODYS = ("irregularity_called",)
"""Of an event the person stands in the event itself."""


def rows_of(place: Place, kind: str) -> list[dict[str, Any]]:
    report = reports.significant(place.store.books)
    rows = [dict(zip(report.columns, row, strict=True)) for row in report.rows]
    return [row | {"at": int(row["at"])} for row in rows if row["kind"] == kind]


def test_led_15_reports_agree_and_an_empty_period_says_so(place: Place) -> None:
    ann, aud = place.player("ann"), place.staff("aud", "auditor")
    place.open_table()
    place.sit("t1", "ann", 1)
    place.play_a_round("t1", "ann", 1)
    total = aud.get("/api/reports/trial-balance").json()["rows"][-1]
    assert (total["account"], total["balance"]) == ("total", "0.00")
    liability = {row["what"]: row["amount"] for row in aud.get("/api/reports/liability").json()["rows"]}
    assert liability["difference"] == "0.00"
    assert liability["players' money"] == ann.get("/api/session").json()["balance"] == "500.00"
    nothing = aud.get("/api/reports/tables?since=1999-01-01&until=1999-12-31T23:59:59Z").json()
    assert (nothing["rows"], nothing["note"]) == ([], "no activity")
    for time in ("0.0", "1e3", "2026-02-30", "2026-01-01T24:01", "now", "2026-01-01 10:00", "२०२६-01-01"):
        assert aud.get("/api/reports/tables", params={"since": time}).status_code == 422, time
    hold = aud.get("/api/reports/tables").json()["rows"][0]
    assert (hold["table"], hold["rounds"], hold["drop"], hold["win"], hold["hold_percent"]) == (
        "t1",
        1,
        "500.00",
        "10.00",
        "2.00",
    )
    csv = aud.get("/api/reports/tables?format=csv")
    assert csv.headers["content-type"].startswith("text/csv")
    assert csv.text.splitlines()[1].startswith("t1,1,500.00")


def test_aud_05_where_nothing_can_be_kept_nothing_is_done(place: Place) -> None:
    """The record and the deed are one transaction: a store that is closed does neither."""
    sue = place.staff("sue", "supervisor")
    place.store.close()
    for path, body in (
        ("/api/admin/people", {"name": "dora", "role": "dealer", "password": PASSWORD}),
        ("/api/session/guest", {}),
        ("/api/admin/switches/off", {"scope": "all", "reason": "a drill"}),
    ):
        answer = sue.post(path, body)
        assert (answer.status_code, answer.json()["error"]["code"]) == (503, "store_closed")
        assert answer.json()["error"]["message"].startswith("Come back in a moment"), (
            "no operator's words for a visitor"
        )
    assert place.people.switches.off == {}


def test_led_14_a_record_that_is_refused_leaves_no_person(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """Money between persons is refused by the store, and the person who came with it is not there either."""
    place.player("ann")
    monkeypatch.setattr("pitboss.floor.people.register.OUTSIDE", "wallet:ann")
    with pytest.raises(Refusal) as refused:
        place.people.register.add_player("bob", PASSWORD)
    assert refused.value.code == "no_transfer"
    assert Register.find(place.people.register, "bob") is None
