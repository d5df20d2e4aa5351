"""door.js: who is signed in. A newcomer is a guest in one click, and nobody is silently somebody else."""

from typing import Any

from playwright.sync_api import expect

from tests.web.elements.bench import Bench

NOBODY: dict[str, Any] = {"person": None, "balance": None, "csrf": "first"}
GUEST = {"person": {"name": "guest-1234", "guest": True}, "csrf": "second"}
ANN = {"person": {"name": "ann", "guest": False}, "csrf": "third"}
COME_IN = "async ({ comeIn }, before) => (await comeIn(before)).person.name"
WAS_HERE = "localStorage.setItem('who was here', JSON.stringify({ name: 'ann', guest: false }))"


def test_a_newcomer_is_a_guest_at_once_and_is_remembered(bench: Bench) -> None:
    bench.answers("/api/session", NOBODY)
    bench.answers("/api/session/guest", GUEST)
    assert bench.run("door.js", COME_IN) == "guest-1234"
    assert bench.asked == [("GET", "/api/session", None), ("POST", "/api/session/guest", {})]
    assert bench.page.evaluate("JSON.parse(localStorage.getItem('who was here'))") == {
        "name": "guest-1234",
        "guest": True,
    }


def test_whoever_is_signed_in_stays_so(bench: Bench) -> None:
    bench.answers("/api/session", ANN)
    assert bench.run("door.js", COME_IN) == "ann"
    assert bench.run("door.js", COME_IN, ANN["person"]) == "ann"
    assert [path for _, path, _ in bench.asked] == ["/api/session"] * 2


def test_whoever_was_here_before_is_asked_first(bench: Bench) -> None:
    bench.answers("/api/session", NOBODY)
    bench.page.evaluate(WAS_HERE)
    bench.page.evaluate("async () => { (await import('/pages/door.js')).comeIn(); }")
    expect(bench.page.get_by_role("dialog")).to_contain_text("with ann")
    assert [path for _, path, _ in bench.asked] == ["/api/session"], "nobody has become a guest"


def test_a_page_made_anew_goes_on_with_whoever_signed_in_meanwhile(bench: Bench) -> None:
    bench.answers("/api/session", GUEST)
    bench.page.evaluate(WAS_HERE)
    assert bench.run("door.js", COME_IN) == "guest-1234"
    assert bench.page.get_by_role("dialog").count() == 0


def test_a_page_that_knows_its_visitor_asks_before_it_goes_on_with_another(bench: Bench) -> None:
    bench.answers("/api/session", ANN)
    bench.page.evaluate("async (was) => { (await import('/pages/door.js')).comeIn(was, '5.00'); }", GUEST["person"])
    expect(bench.page.get_by_role("dialog")).to_contain_text("5.00 stay in the books of guest-1234")


def test_whoever_signed_out_on_purpose_is_asked_nothing(bench: Bench) -> None:
    bench.answers("/api/session", NOBODY)
    bench.answers("/api/session/guest", GUEST)
    bench.page.evaluate(WAS_HERE)
    assert (
        bench.run("door.js", "async ({ comeIn, forget }) => (forget(), (await comeIn()).person.name)") == "guest-1234"
    )


def test_what_is_asked_carries_the_sessions_token(bench: Bench) -> None:
    bench.answers("/api/session", NOBODY)
    bench.answers("/api/it", {"done": True})
    sent: list[dict[str, str]] = []
    bench.page.on("request", lambda request: sent.append(request.headers))
    assert bench.run("door.js", "({ ask }) => ask('/api/it', 'POST', { a: 1 })") == {"done": True}
    bench.run("door.js", "({ whoAmI }) => whoAmI()")
    bench.run("door.js", "({ ask }) => ask('/api/it')")
    assert [each.get("x-csrf-token") for each in sent[-3:]] == [None, None, "first"]
    assert bench.asked[0] == ("POST", "/api/it", {"a": 1}) and bench.asked[2] == ("GET", "/api/it", None)


def test_a_refusal_has_sentence_clause_code_and_status(bench: Bench) -> None:
    bench.answers("/api/it", (409, {"message": "Wait for the round.", "clause": "X 1", "code": "round_in_progress"}))
    found = bench.run(
        "door.js",
        """({ ask, Refused }) => ask("/api/it").catch((error) =>
          [error instanceof Refused, error.message, error.clause, error.code, error.status])""",
    )
    assert found == [True, "Wait for the round.", "X 1", "round_in_progress", 409]
