"""WEB-07: failures make the next try wait, longer each time; strangers keep nobody out; one message for all causes."""

import asyncio
import os
import signal
from concurrent.futures import ThreadPoolExecutor, wait
from pathlib import Path
from threading import Event, Semaphore

import httpx2 as httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.floor.gate import COOKIE
from pitboss.floor.hashing import Hashing
from pitboss.floor.people.names import check_free_choice, check_name
from pitboss.floor.people.passwords import Passwords, check_password
from pitboss.floor.people.signing_in import OF_A_PAIR, OF_MANY
from pitboss.floor.people.throttle import SECOND, Delays, TooOften
from pitboss.floor.serve import Server, listen, uvicorn_config
from pitboss.refusal import Refusal
from pitboss.store import Books
from pitboss.store import people as p
from pitboss.store.people import folded
from tests.floor.people.place import CHEAP, PASSWORD, Place, a_place

WRONG = {"name": "ann", "password": "not her password"}
RIGHT = {"name": "ann", "password": PASSWORD}
MINUTE = 60


STRANGER, HOME = "203.0.113.7", "192.0.2.1"


def fails(place: Place, name: str = "ann", address: str = STRANGER) -> str:
    """The code of a try with a wrong password."""
    with pytest.raises(Refusal) as refused:
        place.people.signing_in.sign_in(name, WRONG["password"], address)
    return refused.value.code


def signs_in(place: Place, name: str = "ann", address: str = HOME) -> bool:
    try:
        found = place.people.signing_in.sign_in(name, PASSWORD, address)
    except TooOften:
        return False
    place.people.signing_in.trust(name, address)
    return found.name == name


def test_web_07_each_failure_after_the_third_doubles_the_wait(place: Place) -> None:
    """(16.C8) Of one name from one address: 1, 2, 4 seconds and so on, up to a quarter of an hour."""
    place.player("ann")
    visitor = place.visitor()
    for _ in range(2):
        assert visitor.post("/api/session", WRONG).status_code == 401
    assert visitor.post("/api/session", RIGHT).status_code == 201  # two failures are no wait, and success forgets both
    waits = []
    for _ in range(3):
        assert visitor.post("/api/session", WRONG).status_code == 401
    for _ in range(13):
        answer = visitor.post("/api/session", RIGHT)
        assert (answer.status_code, answer.json()["error"]["code"]) == (429, "too_many")
        waits.append(int(answer.headers["retry-after"]))
        assert f"Wait {waits[-1]} s" in answer.json()["error"]["message"]
        place.clock.now += waits[-1] * SECOND - 1
        assert visitor.post("/api/session", WRONG).status_code == 429
        place.clock.now += 1
        assert visitor.post("/api/session", WRONG).status_code == 401
    assert waits == [*(2**n for n in range(10)), 900, 900, 900]
    place.clock.pass_(900)
    assert visitor.post("/api/session", RIGHT).status_code == 201


def test_16_c8_a_stranger_cannot_keep_a_supervisor_out(place: Place) -> None:
    """Not the one who never was here either: failures from elsewhere are another pair of name and address."""
    place.staff("sue", "supervisor")
    for _ in range(200):
        assert fails(place, "sue") in ("sign_in_failed", "too_many")
    assert fails(place, "sue") == "too_many"
    assert signs_in(place, "sue", HOME)


def test_16_c8_guesses_from_everywhere_slow_strangers_down_and_not_whom_we_know(place: Place) -> None:
    place.staff("sue", "supervisor")
    assert signs_in(place, "sue", HOME)
    tries = [fails(place, "sue", f"198.51.{n // 250}.{n % 250}") for n in range(100)]
    assert tries == ["sign_in_failed"] * OF_MANY + ["too_many"] * (100 - OF_MANY)
    assert place.people.signing_in.locked("sue")
    assert not signs_in(place, "sue", "192.0.2.99"), "one who comes from a new address waits too"
    assert signs_in(place, "sue", HOME)
    for n in range(30):  # a minute at most between two guesses
        place.clock.pass_(60)
        assert fails(place, "sue", f"198.52.0.{n}") == "sign_in_failed"
    place.clock.pass_(60)
    assert signs_in(place, "sue", "192.0.2.99"), "nobody is kept out for good"


def test_16_c8_an_address_with_a_session_is_known_after_a_restart_too(tmp_path: Path) -> None:
    with a_place(tmp_path / "floor.db") as place:
        token = place.staff("sue", "supervisor").token
    with a_place(tmp_path / "floor.db") as place:
        back = place.visitor()
        back.client.cookies.set(COOKIE, token)
        assert back.get("/api/lobby").status_code == 200
        for n in range(100):
            fails(place, "sue", f"198.51.{n // 250}.{n % 250}")
        assert signs_in(place, "sue", "testclient")


def test_16_c8_one_address_that_tries_many_names_must_wait(place: Place) -> None:
    for name in ("ann", "sue"):
        place.player(name)
    assert signs_in(place, "sue", STRANGER)
    tries = [fails(place, f"n{n}") for n in range(OF_MANY + 5)]
    assert tries == ["sign_in_failed"] * OF_MANY + ["too_many"] * 5
    assert not signs_in(place, "ann", STRANGER) and signs_in(place, "ann", HOME)
    assert signs_in(place, "sue", STRANGER), "who has signed in from there before does not wait for the others"


def test_16_c8_one_who_signs_in_makes_nobody_else_at_the_address_wait(place: Place) -> None:
    """Many people behind one address, some of whom mistype: a success is no failure, nor the time of the last one."""
    for name in ("ann", "sue"):
        place.player(name)
    for n in range(OF_MANY + 10):
        fails(place, f"n{n}")
        place.clock.pass_(60)
    assert signs_in(place, "ann", STRANGER)
    assert signs_in(place, "sue", STRANGER)


def test_16_c8_unknown_names_wait_like_known_ones(place: Place) -> None:
    place.player("ann")
    answers: dict[str, list[tuple[int, str, dict[str, str]]]] = {}
    for name in ("ann", "nobody"):
        visitor = place.visitor()
        given = [visitor.post("/api/session", {"name": name, "password": "not the password"}) for _ in range(6)]
        answers[name] = [(each.status_code, each.text, dict(each.headers)) for each in given]
        place.clock.pass_(1000)
    assert answers["ann"] == answers["nobody"] and [each[0] for each in answers["ann"]] == [401] * 3 + [429] * 3


def test_web_07_guesses_made_at_once_are_counted_before_they_are_tried(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of guesses sent side by side only as many are tried as one after the other."""
    place.player("ann")
    signing_in, matches = place.people.signing_in, Passwords.matches
    tried: list[str] = []
    refused: list[Refusal | None] = []

    def during(self: Passwords, kept: str, password: str) -> bool:
        tried.append(password)
        if len(tried) < 10:
            try:
                signing_in.sign_in("ann", f"guess number {len(tried)}", STRANGER)
            except Refusal as refusal:
                refused.append(refusal)
        return matches(self, kept, password)

    monkeypatch.setattr(Passwords, "matches", during)
    assert fails(place) == "sign_in_failed"
    assert len(tried) == OF_A_PAIR and next(each.code for each in refused if each) == "too_many"


def test_web_07_a_forged_address_changes_nothing_about_the_wait(tmp_path: Path) -> None:
    """(16.C12) X-Forwarded-For of an address that is no proxy is ignored: the wait counts the connection's own."""

    def sign_in(port: int, forged: str) -> int:
        headers = {"origin": f"http://127.0.0.1:{port}", "x-forwarded-for": forged, "forwarded": f"for={forged}"}
        answer = httpx.post(f"http://127.0.0.1:{port}/api/session", json=WRONG, headers=headers)
        return answer.status_code

    async def test(proxies: tuple[str, ...]) -> list[int]:
        with a_place(
            tmp_path / f"{len(proxies)}.db", port=(listening := listen("127.0.0.1", 0)).getsockname()[1]
        ) as place:
            place.people.register.add_player("ann", PASSWORD)
            server = Server(uvicorn_config(place.app, proxies=proxies))
            server.config.lifespan = "off"
            serving = asyncio.create_task(server.serve([listening]))
            port = listening.getsockname()[1]
            codes = [await asyncio.to_thread(sign_in, port, f"198.51.100.{n}") for n in range(6)]
            server.should_exit = True
            await serving
            listening.close()
            return codes

    assert asyncio.run(test(())) == [401] * 3 + [429] * 3
    assert asyncio.run(test(("127.0.0.1",))) == [401] * 6, "the control: a proxy that is configured is believed"


@given(st.lists(st.tuples(st.integers(0, 2 * 900), st.booleans()), min_size=1, max_size=40))
def test_web_07_a_wait_is_what_the_sentence_says(tries: list[tuple[int, bool]]) -> None:
    """Against the sentence: the wait after failure n is 2^(n - 3) seconds, from the third on, at most 900."""
    delays, now, failures, last = Delays(3, 900 * SECOND, 10**15), 10**9, 0, 0
    for seconds, take_back in tries:
        now += seconds * SECOND
        wanted = 0 if failures < 3 else min(2 ** (failures - 3), 900) * SECOND
        assert (delays.wait("a", now) > 0) == (now < last + wanted)
        before = delays.fail("a", now)
        if take_back:
            delays.take_back("a", now, before)
        else:
            failures, last = failures + 1, now


class Held:
    """A hasher that waits until it is released, and notes how many hash at once."""

    def __init__(self) -> None:
        self.begun, self.released = Semaphore(0), Event()
        self.running: list[int] = []
        self.now = 0

    def hash(self, password: str) -> str:
        if "nobody" not in password:
            self._wait()
        return CHEAP.hash(password)

    def verify(self, kept: str, password: str) -> bool:
        self._wait()
        return CHEAP.verify(kept, password)

    def _wait(self) -> None:
        self.now += 1
        self.running.append(self.now)
        self.begun.release()
        assert self.released.wait(60)
        self.now -= 1


def test_16_c4_passwords_wait_in_a_bounded_queue_and_then_429(place: Place) -> None:
    """Registrations at once: one is hashed, some wait, the others are told when to come back; nobody else waits."""
    ann = place.player("ann")
    held = Held()
    place.people.register.passwords = passwords = Passwords(held, places=4)

    def register(number: int) -> tuple[int, str]:
        answer = place.visitor().post("/api/people", {"name": f"new{number}", "password": PASSWORD})
        return answer.status_code, answer.headers.get("retry-after", "")

    with ThreadPoolExecutor(55) as pool:
        first = [pool.submit(register, number) for number in range(4)]
        assert held.begun.acquire(timeout=60)
        while passwords._places._value:
            wait(first, timeout=0.01)
        rest = [pool.submit(register, number) for number in range(4, 55)]
        assert {each.result(60) for each in rest} == {(429, "2")}, "refused while the first is still being hashed"
        assert ann.get("/api/lobby").status_code == 200
        for name in ("ann", "nobody"):  # the queue tells nothing about a name
            answer = place.visitor().post("/api/session", {"name": name, "password": PASSWORD})
            assert (answer.status_code, answer.json()["error"]["message"][:12]) == (429, "Try again in")
        held.released.set()
        assert {each.result(60) for each in first} == {(201, "")}
    assert held.running == [1] * 4, "one at a time"
    assert signs_in(place, "ann"), "a try that was not made is no failure"


def test_16_c4_a_server_hashes_in_a_process_of_its_own() -> None:
    hashing = Hashing()
    try:
        passwords = Passwords(hashing, nobodys=hashing.nobodys())
        kept = passwords.hash(PASSWORD, "ann")
        assert kept.startswith("$argon2id$v=19$m=65536,t=3,p=4$"), "RFC 9106's second recommended option"
        assert passwords.matches(kept, PASSWORD) and not passwords.matches(kept, "not her password")
        assert not passwords.matches("", PASSWORD) and not passwords.matches("no hash", PASSWORD)
        pid = hashing._worker.pid
        assert pid and os.getpriority(os.PRIO_PROCESS, pid) >= min(os.getpriority(os.PRIO_PROCESS, 0) + 5, 19)
        os.kill(pid, signal.SIGKILL)
        assert passwords.matches(kept, PASSWORD), "where the process is gone nobody waits for another"
    finally:
        hashing.close()


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
            ("Ann", "and again"),
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
    for name in ("ann", "nobody", "ann", "nobody", "ann"):
        done.clear()
        place.visitor().post("/api/session", {"name": name, "password": "wrong password"})
        work.append([*done])
    door, search = ["looked"] * work[0].count("looked"), ["verified", "kept"]
    assert work == [work[0]] * 5
    assert [each for each in work[0] if each != "looked"] == search and len(door) >= 1


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
    assert [place.visitor().post("/api/session", WRONG).status_code for _ in range(4)] == [401] * 3 + [429]
    assert ann.get("/api/tables/t1").status_code == 200
    place.do("t1", "ann", do="bet", position=1, wagers={"ante": "15.00"})
    place.tick(60)
    assert place.pit.table("t1").state.playing


def test_web_07_a_supervisor_unlocks(place: Place) -> None:
    place.player("ann")
    boss = place.staff("bea", "supervisor")
    for n in range(40):
        fails(place, "ann", f"198.51.100.{n}")
    assert [place.visitor().post("/api/session", WRONG).status_code for _ in range(4)] == [401] * 3 + [429]
    assert place.people.signing_in.locked("ann")
    assert boss.post("/api/admin/people/ann/unlock", {"reason": "she called"}).status_code == 200
    assert not place.people.signing_in.locked("ann")
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


@pytest.mark.parametrize("password", ["kwm7tz3fq9", "x1y2" * 50, "пароль мой длинный"])
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
