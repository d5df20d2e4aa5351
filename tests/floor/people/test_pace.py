"""WEB-05: how fast requests are answered, of a person and of an address; what is remembered of them has a bound."""

from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from starlette.testclient import WebSocketDenialResponse

from pitboss.floor.config import Config, Settings
from pitboss.floor.people import AN_ADDRESS, REQUESTS, throttle
from pitboss.floor.people.throttle import BURST, SECOND, Pace, Throttle
from pitboss.refusal import Refusal
from tests.floor.floor import SetClock
from tests.floor.people.place import ORIGIN, a_place


def passes(pace: Pace | Throttle, who: str = "ann") -> bool:
    try:
        pace.check(who)
    except Refusal:
        return False
    return True


@settings(max_examples=60, deadline=None)
@given(st.sampled_from([1, 3, 20]), st.lists(st.tuples(st.integers(0, 4 * SECOND), st.integers(1, 60)), max_size=30))
def test_web_05_a_pace_is_a_bucket_that_fills_by_the_second(per_second: int, asked: list[tuple[int, int]]) -> None:
    """Against the other way to say it: a bucket of `BURST` seconds' worth, exact."""
    clock = SetClock()
    pace = Pace(clock, per_second, "of yours")
    each = Fraction(SECOND // per_second, SECOND)
    room = held = Fraction(BURST)
    for wait, times in asked:
        clock.now += wait
        held = min(room, held + Fraction(wait, SECOND))
        for _ in range(times):
            fits = held >= each
            assert passes(pace) == fits
            held -= each if fits else 0


def test_web_05_the_wait_that_is_told_is_long_enough() -> None:
    clock = SetClock()
    pace = Pace(clock, 20, "of yours")
    while passes(pace):
        pass
    with pytest.raises(throttle.TooOften) as refusal:
        pace.check("ann")
    assert refusal.value.code == "too_many" and refusal.value.seconds == 1
    clock.pass_(refusal.value.seconds)
    assert passes(pace) and passes(pace, "ben")


def test_web_05_no_limit_is_no_limit() -> None:
    pace = Pace(SetClock(), 0, "of yours")
    assert all(passes(pace) for _ in range(10_000))


@pytest.mark.parametrize("kind", [Pace, Throttle])
def test_web_05_a_flood_from_everywhere_does_not_fill_the_memory(kind: type, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(throttle, "MOST_KNOWN", 100)
    clock = SetClock()
    pace = kind(clock, 2, "of yours")
    known = vars(pace)["_until" if kind is Pace else "_times"]
    for number in range(1_000):
        assert passes(pace, f"a{number}")
        clock.now += 1
        assert len(known) <= 100
    clock.pass_(120)
    for number in range(101):
        passes(pace, f"b{number}")
    assert not any(each.startswith("a") for each in known), "those who were quiet are forgotten first"


def test_web_05_a_person_who_floods_is_told_to_wait_and_nobody_else_is(tmp_path: Path) -> None:
    with a_place(tmp_path / "floor.db", throttled=True) as place:
        ann, ben = place.player("ann"), place.player("ben")
        boss = place.staff("sue", "supervisor")
        most = REQUESTS * BURST
        codes = [ann.get("/api/me/limits").status_code for _ in range(most + 2)]
        assert codes == [200] * most + [429] * 2
        answer = ann.get("/api/lobby")
        assert answer.headers["retry-after"] == "1"
        assert answer.json()["error"]["code"] == "too_many" and answer.json()["error"]["message"].startswith("Wait")
        assert "default-src" in answer.headers["content-security-policy"]
        assert ben.get("/api/me/limits").status_code == 200
        place.clock.pass_(1)
        assert [ann.get("/api/me/limits").status_code for _ in range(REQUESTS + 1)] == [200] * REQUESTS + [429]
        for _ in range(most):
            boss.get("/api/lobby")
        before = len(place.records("refused"))
        assert boss.post("/api/admin/switches/on", {}).status_code == 429
        assert len(place.records("refused")) == before, "a flood is not written down"


def test_web_05_an_address_that_floods_is_answered_before_anything_is_asked(tmp_path: Path) -> None:
    """Strangers, made-up cookies and sockets too: all that comes from one address."""
    with a_place(tmp_path / "floor.db", throttled=True) as place:
        visitor = place.visitor()
        most = AN_ADDRESS * REQUESTS * BURST
        codes = [visitor.get("/healthz").status_code for _ in range(most + 1)]
        assert codes == [200] * most + [429]
        place.people.sessions.find = None  # type: ignore[assignment, method-assign]
        answer = visitor.get("/api/lobby", headers={"cookie": "pitboss_session=made-up"})
        assert (answer.status_code, answer.headers["retry-after"]) == (429, "1")
        with (
            pytest.raises(WebSocketDenialResponse) as closed,
            visitor.client.websocket_connect("/ws", headers={"origin": ORIGIN}),
        ):
            pass
        assert (closed.value.status_code, closed.value.headers["retry-after"]) == (429, "1")
        place.clock.pass_(1)
        assert visitor.get("/healthz").status_code == 200


def test_the_summary_says_how_fast() -> None:
    assert "20 a second of one person, 200 from one address" in Settings(Config(), {}).summary()
    assert "any number" in Settings(Config(requests=0), {}).summary()
