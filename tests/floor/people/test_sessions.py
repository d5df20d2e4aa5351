"""WEB-08: half an hour of silence ends a session, so do twelve hours; tokens are random and die when they should."""

from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from pitboss.audit.verify import audit
from pitboss.floor.people import sessions
from pitboss.floor.people.sessions import IDLE, LONGEST, csrf_token, hashed, new_token
from pitboss.floor.person import Person
from pitboss.store import people as p
from tests.floor.floor import SECOND, SetClock
from tests.floor.people.place import ORIGIN, PASSWORD, Place, Visitor, a_place

MINUTE = 60


def signed_in(visitor: Visitor) -> bool:
    return visitor.get("/api/session").json()["person"] is not None


@pytest.mark.parametrize(
    ("seconds", "alive"), [(29 * MINUTE + 59, True), (30 * MINUTE, False), (30 * MINUTE + 1, False)]
)
def test_web_08_half_an_hour_of_silence_ends_a_session(place: Place, seconds: int, alive: bool) -> None:
    guest = place.guest()
    place.clock.pass_(seconds)
    assert signed_in(guest) is alive


STEPS = [-365 * 24 * 60 * MINUTE, -60 * MINUTE, -29 * MINUTE, 29 * MINUTE, 60 * MINUTE, 365 * 24 * 60 * MINUTE]


@pytest.mark.parametrize("step", STEPS)
def test_16_c11_setting_the_time_of_day_neither_ends_nor_prolongs_a_session(place: Place, step: int) -> None:
    """Of one that is there, and of one that begins afterwards; others who come in end nobody's."""
    before = place.guest()
    place.clock.pass_(10 * MINUTE)
    place.clock.day += step * SECOND
    after = place.guest()
    assert signed_in(before) and signed_in(after)
    place.clock.pass_(29 * MINUTE + 59)
    place.guest()
    assert place.people.sessions.lives(before.token) and signed_in(after)
    place.clock.pass_(1)
    place.guest()
    assert not signed_in(before) and signed_in(after)
    for _ in range(23):
        place.clock.pass_(30 * MINUTE - 1)
        assert signed_in(after)
    place.clock.pass_(30 * MINUTE - 1)
    assert not signed_in(after), "twelve hours are over"
    assert audit(place.store.books).faults == []


@pytest.mark.parametrize(
    ("away", "alive"), [(29 * MINUTE + 59, True), (30 * MINUTE, False), (-29 * MINUTE, True), (-30 * MINUTE, False)]
)
def test_16_c11_over_a_restart_the_time_of_day_counts(tmp_path: Path, away: int, alive: bool) -> None:
    """As long as the server was away nobody was seen; where the clock was set back meanwhile, for no longer."""
    clock = SetClock()
    with a_place(tmp_path / "a.db", clock) as place:
        token = place.guest().token
        clock.pass_(20 * MINUTE)
        assert place.people.sessions.find(token)
    clock.day += (away - 5_000) * SECOND
    clock.now += 5_000 * SECOND  # another run, another steady clock
    with a_place(tmp_path / "a.db", clock) as place:
        assert place.people.sessions.lives(token) is alive
        clock.day += 365 * 24 * 60 * MINUTE * SECOND
        assert place.people.sessions.lives(token) is alive
        if alive:
            clock.pass_(30 * MINUTE - max(away, 0))
            assert not place.people.sessions.lives(token)
        assert audit(place.store.books).faults == []


def test_web_08_a_sign_of_life_counts_from_when_it_was_given(place: Place) -> None:
    """Also one that came too soon after another to be written down."""
    guest = place.guest()
    for pause in (50, 29 * MINUTE + 59, 50, 29 * MINUTE + 59):
        place.clock.pass_(pause)
        assert signed_in(guest)
    place.guest()  # others who come in tidy up what is over, and nothing else
    assert signed_in(guest)
    place.clock.pass_(30 * MINUTE)
    assert not signed_in(guest)


def test_web_08_to_look_whether_a_session_lives_keeps_none_alive(place: Place) -> None:
    guest = place.guest()
    for _ in range(29):
        place.clock.pass_(MINUTE)
        assert place.people.sessions.lives(guest.token)
    place.clock.pass_(MINUTE)
    assert not place.people.sessions.lives(guest.token) and not signed_in(guest)


@pytest.mark.parametrize(("seconds", "alive"), [(12 * 60 * MINUTE - 1, True), (12 * 60 * MINUTE, False)])
def test_web_08_no_session_outlives_half_a_day(place: Place, seconds: int, alive: bool) -> None:
    guest = place.guest()
    while seconds > 20 * MINUTE:
        place.clock.pass_(20 * MINUTE)
        seconds -= 20 * MINUTE
        assert signed_in(guest)
    place.clock.pass_(seconds)
    assert signed_in(guest) is alive
    assert LONGEST > IDLE


def test_web_08_the_token_of_before_is_dead_after_signing_in_and_out(place: Place) -> None:
    visitor = place.player("ann")
    first = visitor.token
    visitor.arrived(visitor.post("/api/session", {"name": "ann", "password": PASSWORD}))
    second = visitor.token
    assert first != second
    assert visitor.send("DELETE", "/api/session").status_code == 200
    for dead in (first, second):
        assert place.people.sessions.find(dead) is None
    assert not visitor.token


def test_web_08_a_new_password_ends_every_other_session(place: Place) -> None:
    here, there = place.player("ann"), place.sign_in("ann")
    changed = here.put("/api/session/password", {"password": PASSWORD, "new_password": "another long sentence"})
    assert changed.status_code == 200
    assert signed_in(here) and not signed_in(there)
    assert there.post("/api/session", {"name": "ann", "password": PASSWORD}).status_code == 401


def test_web_08_a_million_tokens_of_256_bits_are_all_different(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the very function that a session begins with: what it gives is what a browser gets."""
    tokens = {new_token() for _ in range(1_000_000)}
    assert len(tokens) == 1_000_000
    assert {len(token) for token in tokens} == {43}  # 256 bits in base 64
    for at, characters in enumerate(zip(*islice(tokens, 2_000), strict=True)):
        assert len(set(characters)) == (64 if at < 42 else 16), "no character of a token stands still"
    made: list[str] = []
    monkeypatch.setattr(sessions, "new_token", lambda: made.append(new_token()) or made[-1])  # type: ignore[func-returns-value]
    person = place.people.register.add_guest()
    begun = [place.people.sessions.begin(person) for _ in range(20)]
    assert begun == made and len({*made, *tokens}) == 1_000_020


def test_web_08_the_store_has_no_token_that_a_browser_could_send(place: Place) -> None:
    guest = place.guest()
    with place.store.books.moment() as connection:
        rows = connection.execute(p.sessions.select()).all()
    assert [bytes(row.token) for row in rows] == [hashed(guest.token)]
    assert guest.token.encode() not in bytes(rows[0].token)


def test_web_08_the_csrf_token_does_not_tell_the_cookie(place: Place) -> None:
    guest = place.guest()
    assert guest.csrf == csrf_token(guest.token)
    assert guest.token not in guest.csrf
    assert place.people.sessions.find(guest.csrf) is None


def test_web_08_sessions_survive_a_restart(tmp_path: Path) -> None:
    clock = SetClock()
    with a_place(tmp_path / "floor.db", clock) as before:
        token = before.guest().token
    clock.pass_(29 * MINUTE)
    with a_place(tmp_path / "floor.db", clock) as after:
        assert after.people.sessions.person(token) is not None


@pytest.mark.parametrize("token", ["", "x", "x" * 43, "ä" * 43, "x" * 100_000, "\x00" * 43])
def test_web_08_what_is_no_token_is_nobody(place: Place, token: str) -> None:
    place.guest()
    assert place.people.sessions.find(token) is None


def test_web_09_the_cookie_is_for_this_floor_and_no_script(place: Place) -> None:
    visitor = place.visitor()
    cookie = visitor.post("/api/session/guest").headers["set-cookie"].lower()
    assert "httponly" in cookie and "samesite=strict" in cookie and "path=/" in cookie
    assert "domain" not in cookie


def test_web_09_behind_tls_the_cookie_is_bound_to_it(tmp_path: Path) -> None:
    from pitboss.floor.gate import Gate

    class Nobody:
        def person(self, token: str) -> None:
            return None

        def lives(self, token: str) -> bool:
            return False

    gate = Gate(Nobody(), ["https://floor.example"])
    assert gate.secure and gate.cookie.startswith("__Host-")
    assert not Gate(Nobody(), [ORIGIN]).secure


def test_web_08_a_session_that_begins_while_all_are_ended_is_told_of_too(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ended without a word, it could be put back into the database, and no audit would find it."""
    ann = place.player("ann")
    sessions, journal = place.people.sessions, place.people.journal
    keep, begun = journal.keep, list[str]()

    def amid(*given: Any, **more: Any) -> int:
        if not begun:
            begun.append("")
            begun.append(sessions.begin(Person("ann", "player")))
        return keep(*given, **more)

    monkeypatch.setattr(journal, "keep", amid)
    sessions.end_all("ann")
    assert not signed_in(ann) and not sessions.lives(begun[-1])
    with place.store.books.moment() as connection:
        told = connection.exec_driver_sql("SELECT after FROM records WHERE kind = 'session_ended'").scalars().all()
    for token in (ann.token, begun[-1]):
        assert any(hashed(token).hex() in each for each in told)
    assert audit(place.store.books).faults == []
