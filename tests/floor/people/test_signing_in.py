"""WEB-07: the third failure in half an hour locks; one message for all causes; a lock ends nobody's round."""

from concurrent.futures import Future, ThreadPoolExecutor, wait
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.floor.people.names import check_free_choice, check_name
from pitboss.floor.people.passwords import Passwords, check_password
from pitboss.floor.people.signing_in import LOCKED_FOR, WINDOW, next_lock
from pitboss.floor.person import Person
from pitboss.refusal import Refusal
from pitboss.store import Books, Record
from pitboss.store import people as p
from pitboss.store.people import folded
from tests.floor.people.place import CHEAP, PASSWORD, Place, a_place

WRONG = {"name": "ann", "password": "not her password"}
RIGHT = {"name": "ann", "password": PASSWORD}
MINUTE = 60


def test_web_07_the_third_failure_locks_and_half_an_hour_unlocks(place: Place) -> None:
    place.player("ann")
    visitor = place.visitor()
    for _ in range(2):
        assert visitor.post("/api/session", WRONG).status_code == 401
    assert visitor.post("/api/session", RIGHT).status_code == 201  # twice is no lock, and success forgets both
    for _ in range(3):
        assert visitor.post("/api/session", WRONG).status_code == 401
    assert visitor.post("/api/session", RIGHT).status_code == 401
    place.clock.pass_(30 * MINUTE - 1)
    assert visitor.post("/api/session", RIGHT).status_code == 401
    place.clock.pass_(1)
    assert visitor.post("/api/session", RIGHT).status_code == 201


def test_web_07_a_guess_made_at_once_with_the_third_failure_is_too_late(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Guesses that are sent side by side are counted one after the other: no fourth one slips in beside the third."""
    place.player("ann")
    signing_in, journal = place.people.signing_in, place.people.journal
    for _ in range(2):
        with pytest.raises(Refusal):
            signing_in.sign_in(**WRONG, address="a")
    keep = journal.keep
    beside: list[Future[Person]] = []

    def amid(record: Record, *given: Any, **more: Any) -> int:
        if record.kind == "sign_in_failed" and not beside:
            beside.append(pool.submit(signing_in.sign_in, **RIGHT, address="b"))
            wait(beside, timeout=1)
        return keep(record, *given, **more)

    with ThreadPoolExecutor(1) as pool:
        monkeypatch.setattr(journal, "keep", amid)
        with pytest.raises(Refusal):
            signing_in.sign_in(**WRONG, address="a")
    assert isinstance(beside[0].exception(), Refusal)


@pytest.mark.parametrize(("seconds", "status"), [(30 * MINUTE - 1, 401), (30 * MINUTE, 201)])
def test_web_07_failures_count_for_half_an_hour(place: Place, seconds: int, status: int) -> None:
    place.player("ann")
    visitor = place.visitor()
    visitor.post("/api/session", WRONG)
    place.clock.pass_(seconds)
    visitor.post("/api/session", WRONG)
    visitor.post("/api/session", WRONG)
    assert visitor.post("/api/session", RIGHT).status_code == status


@given(st.lists(st.integers(0, 4 * WINDOW), min_size=1, max_size=30))
def test_web_07_locked_exactly_when_three_failures_fell_into_half_an_hour(times: list[int]) -> None:
    """Against the sentence itself: failures while locked do not count, a lock clears what was before."""
    failures: list[int] = []
    until = 0
    counted: list[int] = []
    locked_until = 0
    for now in sorted(times):
        failures, until = next_lock(failures, until, now)
        if now >= locked_until:
            counted.append(now)
            if len([at for at in counted if at > now - WINDOW]) >= 3:
                locked_until, counted = now + LOCKED_FOR, []
        assert (now < until) == (now < locked_until)


def test_web_07_one_message_for_all_causes(place: Place) -> None:
    place.player("ann")
    guest = place.guest()
    visitor = place.visitor()
    answers = [
        visitor.post("/api/session", {"name": name, "password": password})
        for name, password in (
            ("ann", "wrong password"),
            ("nobody", PASSWORD),
            (guest.name, ""[:0] or "x"),
            ("\x00", "x"),
            ("ann", "wrong again"),
            ("ann", "and again"),
            ("ann", PASSWORD),
        )
    ]
    assert {answer.status_code for answer in answers} == {401}
    assert len({answer.text for answer in answers}) == 1
    assert len({tuple(sorted(answer.headers.items())) for answer in answers}) == 1


def test_web_07_equal_work_whether_there_is_such_a_person_or_not(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not by the watch, which no machine keeps well, but by what is done: one verification, one commit, one look."""
    place.player("ann")
    done: list[str] = []
    matches, keep, look = Passwords.matches, type(place.people.journal).keep, Books.moment

    def noted_matches(self: Passwords, kept: str, password: str) -> bool:
        done.append("verified")
        return matches(self, kept, password)

    monkeypatch.setattr(Passwords, "matches", noted_matches)
    monkeypatch.setattr(
        type(place.people.journal),
        "keep",
        lambda *given, **more: (done.append("kept"), keep(*given, **more))[1],  # type: ignore[func-returns-value]
    )
    monkeypatch.setattr(Books, "moment", lambda self: (done.append("looked"), look(self))[1])  # type: ignore[func-returns-value]
    work = []
    for name in ("ann", "nobody", "ann", "ann", "ann"):
        done.clear()
        place.visitor().post("/api/session", {"name": name, "password": "wrong password"})
        work.append([*done])
    door, search = ["looked"] * work[0].count("looked"), ["verified", "kept"]
    assert work == [work[0]] * 5
    assert [each for each in work[0] if each != "looked"] == search and len(door) >= 2


def test_web_07_nobodys_password_costs_as_much_as_somebodys() -> None:
    """The same parameters of argon2id for both, and never a match."""
    passwords = Passwords(CHEAP)
    assert passwords._nobodys.split("$")[:4] == passwords.hash(PASSWORD, "ann").split("$")[:4]
    assert passwords._nobodys.startswith("$argon2id$")
    assert not passwords.matches("", "the password of nobody")


def test_web_07_a_stranger_who_fails_ends_nobodys_round(place: Place) -> None:
    ann = place.player("ann")
    place.open_table()
    place.sit("t1", "ann", 1)
    place.do("t1", "ann", do="bet", position=1, wagers={"ante": "10.00"})
    for _ in range(4):
        place.visitor().post("/api/session", WRONG)
    assert place.people.signing_in.locked("ann")
    assert ann.get("/api/tables/t1").status_code == 200
    place.do("t1", "ann", do="bet", position=1, wagers={"ante": "15.00"})
    place.tick(60)
    assert place.pit.table("t1").state.playing


def test_web_07_a_supervisor_unlocks(place: Place) -> None:
    place.player("ann")
    boss = place.staff("bea", "supervisor")
    for _ in range(3):
        place.visitor().post("/api/session", WRONG)
    assert boss.post("/api/admin/people/ann/unlock", {"reason": "she called"}).status_code == 200
    assert place.visitor().post("/api/session", RIGHT).status_code == 201


def test_web_07_too_many_attempts_from_one_address_must_wait(tmp_path: Path) -> None:
    with a_place(tmp_path / "floor.db", throttled=True) as place:
        visitor = place.visitor()
        codes = [visitor.post("/api/session", {"name": f"n{n}", "password": "x"}).status_code for n in range(21)]
        assert codes == [401] * 20 + [429]
        place.clock.pass_(MINUTE)
        assert visitor.post("/api/session", {"name": "n", "password": "x"}).status_code == 401


def test_web_07_failures_are_recorded_without_what_was_typed(place: Place) -> None:
    """People type their password where the name goes."""
    place.player("ann")
    place.visitor().post("/api/session", WRONG)
    place.visitor().post("/api/session", {"name": "hunter2hunter2", "password": "s3cret s3cret"})
    failed = place.records("sign_in_failed")
    assert [(row["component"], row["who"]) for row in failed] == [("person:ann", "ann"), ("unknown person", "")]
    with place.store.books.moment() as connection:
        locks = connection.execute(p.locks.select()).all()
    assert "hunter2" not in str(failed) + str(locks) and "s3cret" not in str(failed) + str(locks)


@pytest.mark.parametrize(
    "password",
    ["short", "a" * 9, "x" * 201, "aaaaaaaaaaaa", "abcabcabcabc", "tab\tin the middle", "ann and more", "ANN-1234567"],
)
def test_weak_passwords_are_refused(password: str) -> None:
    with pytest.raises(Refusal, match="Choose a password"):
        check_password(password, "ann")


@pytest.mark.parametrize("password", ["abcd123456", "x1y2" * 50, "пароль мой длинный"])
def test_passwords_at_the_bounds_are_taken(password: str) -> None:
    check_password(password, "ann")


@pytest.mark.parametrize(
    "name",
    ["", "a", "1ann", "-ann", "_ann", "a:b", "a b", "a\x00b", "a" * 25, "ann\u0301", "a\ud800", "😀😀", "--", "a/b"],
)
def test_names_that_nobody_can_have(name: str) -> None:
    with pytest.raises(Refusal) as refused:
        check_name(name)
    assert refused.value.code == "bad_name"


@pytest.mark.parametrize("name", ["an", "Zoë", "ann_2", "Ann-Marie", "a" * 24, "李明"])
def test_names_that_people_can_have(name: str) -> None:
    assert check_free_choice(name) == name


@pytest.mark.parametrize("name", ["house", "Dealer", "bot-1", "BOT7", "guest-12345678", "supervisor_2", "ｈouse"])
def test_nobody_takes_a_name_of_the_house(name: str) -> None:
    with pytest.raises(Refusal):
        check_free_choice(name)


def test_a_name_that_only_looks_different_is_taken(place: Place) -> None:
    place.player("Zoë")
    for name in ("zoë", "ZOË"):
        assert folded(name) == folded("Zoë")
        answer = place.visitor().post("/api/people", {"name": name, "password": PASSWORD})
        assert (answer.status_code, answer.json()["error"]["code"]) == (409, "name_taken")
    assert place.visitor().post("/api/session", {"name": "zoë", "password": PASSWORD}).status_code == 201
