"""AUD-01 beside the journal: whatever the floor keeps of persons is what the records say, or the audit tells."""

from argparse import Namespace
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest
from sqlalchemy import Executable, Table, create_engine, delete, insert, select, text, update

from pitboss.audit.beside import HELD, Told, differences
from pitboss.audit.verify import audit
from pitboss.cli.books import print_findings
from pitboss.floor.people.large import HAND_PAY_DUE
from pitboss.floor.people.requests import Adjustment, Change
from pitboss.refusal import Refusal
from pitboss.store import Batch, Record, reading
from pitboss.store import people as p
from pitboss.store.batch import as_text
from tests.floor.people.place import Place, a_place

TAMPERED = [
    ("INSERT INTO persons VALUES ('eve', 'eve', 'supervisor', 0, 'x', 1)", "person", "eve"),
    ("UPDATE persons SET role = 'supervisor', guest = 0 WHERE name = 'ann'", "person", "ann"),
    (
        "UPDATE persons SET password = (SELECT password FROM persons WHERE name = 'ann') WHERE name = 'sue'",
        "person",
        "sue",
    ),
    ("UPDATE persons SET password = 'x' WHERE name = 'tom'", "person", "tom"),
    ("DELETE FROM persons WHERE name = 'eli'", "person", "eli"),
    ("DELETE FROM locks WHERE person = 'eli'", "lock", "eli"),
    ("UPDATE locks SET until = 1 WHERE person = 'eli'", "lock", "eli"),
    ("UPDATE locks SET failures = '[]' WHERE person = ''", "lock", ""),
    ("INSERT INTO locks VALUES ('sue', '[]', 9000000000000000)", "lock", "sue"),
    ("UPDATE sessions SET person = 'sue' WHERE person = 'ann'", "session", "sue"),
    ("UPDATE sessions SET begun = begun + 1 WHERE person = 'ann'", "session", "ann"),
    ("UPDATE sessions SET seen = begun - 1 WHERE person = 'ann'", "session", "ann"),
    ("UPDATE sessions SET seen = begun + 43200000001 WHERE person = 'ann'", "session", "ann"),
    ("UPDATE sessions SET token = zeroblob(32) WHERE person = 'ann'", "session", "ann"),
    ("INSERT INTO sessions SELECT zeroblob(32), 'tom', begun, seen FROM sessions", "session", "tom"),
    ("INSERT INTO parameters VALUES ('large_win', '9999.00')", "parameter", "large_win"),
    ("UPDATE parameters SET value = '2000.00'", "parameter", "starting_bankroll"),
    ("DELETE FROM parameters", "parameter", "starting_bankroll"),
    ("DELETE FROM switches", "switch", "game:craps"),
    ("UPDATE switches SET what = 'all'", "switch", "all"),
    ("INSERT INTO switches VALUES ('player:ann', 1, 'eve', 'spite')", "switch", "player:ann"),
    ("UPDATE limits SET cents = 100000, later = 100000 WHERE kind = 'loss'", "limit", "ann player loss"),
    ("UPDATE limits SET later_from = 0 WHERE setter = 'house'", "limit", "ann house stake"),
    ("INSERT INTO limits VALUES ('ann', 'house', 'loss', 0, 0, 0)", "limit", "ann house loss"),
    ("DELETE FROM limits WHERE kind = 'stake'", "limit", "ann house stake"),
    ("UPDATE spending SET staked = 0", "spending", "ann 20833"),
    ("INSERT INTO spending VALUES ('sue', 1, 0, 0)", "spending", "sue 1"),
    ("DELETE FROM spending", "spending", "ann 20833"),
    ("UPDATE requests SET state = 'approved', settled_by = 'tom', settled_at = 1 WHERE id = 2", "request", "2"),
    ("UPDATE requests SET state = 'open', settled_by = '', settled_at = 0 WHERE id = 1", "request", "1"),
    ("UPDATE requests SET body = replace(body, '700', '900') WHERE id = 3", "request", "3"),
    ("UPDATE requests SET asked_by = 'tom' WHERE id = 3", "request", "3"),
    ("INSERT INTO requests VALUES (9, 1, 'change', '{}', 'x', 'sue', 'approved', 'tom', 2)", "request", "9"),
    ("DELETE FROM requests WHERE id = 3", "request", "3"),
    ("UPDATE hand_pays SET second_by = 'sue', paid_at = 1 WHERE id = 2", "hand pay", "2"),
    ("UPDATE hand_pays SET cents = 1 WHERE id = 3", "hand pay", "3"),
    ("INSERT INTO hand_pays VALUES (9, 1, 5, 'ann', 't1', '{}', 'sue', 'tom', 2)", "hand pay", "9"),
    ("DELETE FROM hand_pays WHERE id = 3", "hand pay", "3"),
]


def live(place: Place) -> None:
    """A day of a house: something in every table, in every state that a row can be in."""
    people = place.people
    for name in ("sue", "tom", "eli"):
        people.register.add_staff(name, "supervisor", "a long password of theirs", by="house")
    people.register.add_player("ann", "a long password of hers")
    people.register.add_guest()
    people.register.set_password("tom", "another password of his", "tom")
    people.sessions.begin(people.register.person("ann"))
    for name in ("eli", "eli", "eli", "tom", "nobody"):
        with pytest.raises(Refusal, match="Check name and password"):
            people.signing_in.sign_in(name, "a wrong password", "here")
    people.signing_in.sign_in("tom", "another password of his", "here")
    for game in ("craps", "spanish-21"):
        people.switches.turn_off(f"game:{game}", "sue", "an inspection")
    people.switches.turn_on("game:spanish-21", "sue", "inspected")
    asked = people.requests.ask(Change("starting_bankroll", "500.00"), "a new season", "sue")
    people.requests.approve(asked.id, "tom")
    for cents in (600, 700, 800):
        people.requests.ask(Adjustment("ann", cents), "a mistake of ours", "sue")
    people.requests.reject(2, "tom", "not ours")
    people.requests.approve(4, "tom")
    people.limits.set("ann", "player", "loss", 5000, "ann")
    place.clock.pass_(60)
    people.limits.set("ann", "player", "loss", 7000, "ann")
    people.limits.set("ann", "house", "stake", 9000, "sue")
    people.limits.set("ann", "house", "stake", None, "sue")
    place.open_table()
    place.sit("t1", "ann", 1)
    for _ in range(2):
        place.play_a_round("t1", "ann", 1)
        place.clock.pass_(24 * 60 * 60)
    for round_ in (1, 2, 3):
        win = as_text({"amount": "1500.00", "round": round_})
        due = Record(kind=HAND_PAY_DUE, component="t1", who="ann", after=win)
        place.store.commit(Batch(at=place.clock.wall(), records=(due,)))
    for number, by in ((1, "sue"), (1, "tom"), (2, "tom")):
        people.hand_pays.sign(number, by)
    found = audit(place.store.books)
    assert (found.faults, found.not_held) == ([], {})


def told(place: Place) -> set[tuple[str, str]]:
    return {(each.what, each.where) for each in audit(place.store.books).faults}


@pytest.mark.parametrize(("change", "what", "where"), TAMPERED)
def test_aud_01_what_stands_beside_the_journal_is_what_its_records_say(
    place: Place, change: str, what: str, where: str
) -> None:
    live(place)
    place.store.aside(lambda connection: connection.execute(text(change)).rowcount)
    assert (what, where) in told(place)


def test_aud_01_every_cell_of_every_row_beside_the_journal_is_held(tmp_path: Path) -> None:
    """Each cell is changed, each row taken away, and one added to each table."""
    with a_place(tmp_path / "floor.db") as place:
        live(place)
    engine, missed, tried = create_engine(f"sqlite:///{tmp_path / 'floor.db'}"), [], 0
    for table in HELD.values():
        with engine.connect() as connection:
            rows = [dict(row._mapping) for row in connection.execute(select(table))]
        for what, change in changes(table, rows):
            with engine.connect() as connection:  # what is not committed is undone
                connection.exec_driver_sql("PRAGMA ignore_check_constraints=ON")
                connection.execute(change)
                said = Told()
                for link in reading.links(connection):
                    said.hear(link.entry)
                tried += 1
                missed += [] if any(differences(connection, said)) else [what]
    engine.dispose()
    assert missed == []
    assert tried == 153


def test_aud_01_a_session_that_is_over_or_was_begun_by_an_older_program_is_no_fault(place: Place) -> None:
    ann = place.people.register.add_player("ann", "a long password of hers")
    begun = place.clock.wall()
    row = {"token": bytes(32), "person": "ann", "begun": begun, "seen": begun}
    place.store.aside(lambda connection: connection.execute(insert(p.sessions), row).rowcount)
    assert told(place) == set(), "a program that told of no session"
    place.clock.pass_(1)
    place.people.signing_in.sign_in("ann", "a long password of hers", "here")
    token = place.people.sessions.begin(ann)
    assert told(place) == set()
    place.people.sessions.end(token)
    place.people.sessions.end(token)
    assert told(place) == set()
    assert len(place.records("session_ended")) == 1, "once over it does not end again"
    place.clock.pass_(-3600)
    place.people.sessions.begin(ann)
    assert told(place) == set(), "whatever the clock says"


@pytest.mark.parametrize("way", ["signed out", "a new password", "signed in again"])
def test_aud_01_an_ended_session_that_is_put_back_is_found(place: Place, way: str) -> None:
    sessions, ann = place.people.sessions, place.people.register.add_player("ann", "a long password of hers")
    token = sessions.begin(ann)
    with place.store.books.moment() as connection:
        row = dict(connection.execute(select(p.sessions)).one()._mapping)
    ways: dict[str, Callable[[], object]] = {
        "signed out": lambda: sessions.end(token),
        "a new password": lambda: sessions.end_all("ann"),
        "signed in again": lambda: sessions.begin(ann, instead_of=token),
    }
    ways[way]()
    assert told(place) == set() and sessions.person(token) is None
    place.store.aside(lambda connection: connection.execute(insert(p.sessions), row).rowcount)
    assert told(place) == {("session", "ann")}


@pytest.mark.parametrize("begun", ["before anybody came in", "before the first that is told", "after it"])
def test_aud_01_a_session_is_nobodys_before_its_person_came_in(place: Place, begun: str) -> None:
    """A floor of today: half a day long a supervisor's session could be older than all records, and nobody saw it."""
    place.people.register.add_staff("sue", "supervisor", "a long password of theirs", by="house")
    now = place.clock.wall()
    if begun != "before anybody came in":
        place.clock.pass_(1)
        place.guest()
    now += 2_000_000 * (begun == "after it")
    row = {"token": bytes(32), "person": "sue", "begun": now, "seen": now}
    place.store.aside(lambda connection: connection.execute(insert(p.sessions), row).rowcount)
    assert told(place) == {("session", "sue")}


def changes(table: Table, rows: list[dict[str, Any]]) -> Iterator[tuple[str, Executable]]:
    for row in rows:
        this = [column == row[column.name] for column in table.primary_key]
        yield f"delete {row}", delete(table).where(*this)
        for name, value in row.items():
            yield (
                f"{table.name}.{name} of {row}",
                update(table).where(*this).values({name: -value if name in ("id", "day") else another(value)}),
            )
    keys = [column.name for column in table.columns if column.primary_key or column.unique]
    more = rows[-1] | {name: another(rows[-1][name]) for name in keys}
    yield f"insert {more}", insert(table).values(more)


def another(value: Any) -> Any:
    return f"{value}x" if isinstance(value, str) else value + 1


def old_record(place: Place, record: Record, *rows: tuple[Table, dict[str, Any]]) -> None:
    """As the programs before kept them: rows with times of their own, a moment before the entry's."""

    def beside(connection: Any) -> None:
        for table, row in rows:
            connection.execute(insert(table), row)

    place.people.journal.keep(record, beside)


def test_a_store_from_before_is_audited_for_what_its_records_tell(
    place: Place, capsys: pytest.CaptureFixture[str]
) -> None:
    earlier = place.clock.wall() - 7
    for name in ("sue", "tom"):
        after = as_text({"role": "supervisor", "guest": False})
        row = {"name": name, "folded": name, "role": "supervisor", "guest": 0, "password": "x", "made_at": earlier}
        old_record(
            place, Record(kind="person_added", component=f"person:{name}", who="sue", after=after), (p.persons, row)
        )
    deed = as_text({"kind": "change", "parameter": "large_win", "value": "5.00"})
    for number in (1, 2):
        row = {"id": number, "at": earlier, "kind": "change", "body": deed, "reason": "so", "asked_by": "sue"}
        row |= {"state": "open", "settled_by": "", "settled_at": 0}
        asked = Record(
            kind="parameter_change_requested", component="parameter:large_win", who="sue", reason="so", after=deed
        )
        old_record(place, asked, (p.requests, row))
    done = Record(
        kind="parameter_change", component="parameter:large_win", who="sue", second="tom", reason="so", after="5.00"
    )
    old_record(place, done, (p.parameters, {"name": "large_win", "value": "5.00"}))
    settled = {"state": "approved", "settled_by": "tom", "settled_at": earlier}
    run(place, update(p.requests).where(p.requests.c.id == 2).values(settled))
    old_record(place, Record(kind="password_changed", component="person:tom", who="tom"))
    found = audit(place.store.books)
    assert (found.faults, found.not_held) == ([], {"person": 2, "request": 2})
    print_findings(found, Namespace(json=False, csv=False))
    assert "not checked in every column, because an older version recorded less: person 2, request 2" in (
        capsys.readouterr().out
    )
    place.people.requests.reject(1, "tom", "once is enough")
    place.people.register.set_password("sue", "a password of today", "sue")
    found = audit(place.store.books)
    assert (found.faults, found.not_held) == ([], {"person": 2, "request": 2}), "their times are still nobody's"
    run(place, update(p.persons).values(password="y"))
    run(place, update(p.requests).values(state="open"))
    assert told(place) == {("person", "sue"), ("request", "1")}, "what was told since is held"
    run(place, update(p.requests).values(reason="or so"))
    assert ("request", "2") in told(place), "and so is what was always told"


def run(place: Place, change: Any) -> None:
    place.store.aside(lambda connection: connection.execute(change).rowcount)


def test_two_who_close_or_open_the_same_at_once_do_no_harm(place: Place) -> None:
    """One does it, the other is told; before, the second one's row closed the whole store."""

    def told(act: Callable[[str, str, str], None]) -> list[str]:
        def one(who: str) -> str:
            together.wait()
            try:
                act("game:craps", who, "at once")
            except Refusal as refusal:
                return refusal.code
            return "done"

        together = Barrier(8)
        with ThreadPoolExecutor(8) as everybody:
            return sorted(everybody.map(one, (f"s{number}" for number in range(8))))

    for _ in range(5):
        assert told(place.people.switches.turn_off) == ["already_closed"] * 7 + ["done"]
        assert place.people.switches.off == {"game:craps": "at once"}
        assert told(place.people.switches.turn_on) == ["done"] + ["not_closed"] * 7
        assert place.people.switches.off == {}
    assert not place.store.closed and audit(place.store.books).faults == []
