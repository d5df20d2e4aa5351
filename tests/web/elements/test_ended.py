"""ended.js: a session that ended under an open page is said, with both ways on, and nothing goes on before."""

import re
from typing import Any

import pytest

from tests.web.elements.bench import Bench

GUEST = {"person": {"name": "guest-9", "guest": True}, "csrf": "x"}
CHOOSE = """({ choose }, given) => { choose(...given).then((found) => tell("goes on")(found.person.name)); }"""


def asked(bench: Bench, was: dict[str, Any], now: dict[str, Any] | None = None, held: str = "") -> list[str]:
    bench.run("ended.js", CHOOSE, [was, now, held])
    bench.page.get_by_role("dialog", name="Your session ended").wait_for()
    return [each for each in bench.texts("#ended p") if each]


@pytest.mark.parametrize("held", ["", "5.00 in chips"])
def test_whoever_has_a_password_finds_all_again(bench: Bench, held: str) -> None:
    what = held or "Seat, chips and wallet"
    assert asked(bench, {"name": "ann", "guest": False}, held=held)[:2] == [
        "Sign in again, or go on as a guest.",
        f"{what} stay with ann and wait until you sign in by that name.",
    ]
    assert bench.page.get_by_role("link", name="Sign in again").get_attribute("href") == "/sign-in?next=%2Fhere"


def test_a_guest_is_told_what_is_left_behind(bench: Bench) -> None:
    said = asked(bench, {"name": "guest-1", "guest": True}, {"name": "ann"}, "5.00")
    assert said[0] == "This browser is signed in as ann now, no longer as guest-1."
    assert said[1].startswith("5.00 stay in the books of guest-1. A guest has no password")
    assert bench.page.get_by_role("button", name="Go on as ann").count() == 1


def test_escape_is_no_answer(bench: Bench) -> None:
    asked(bench, {"name": "ann", "guest": False})
    for _ in range(3):
        bench.page.keyboard.press("Escape")
        bench.page.wait_for_timeout(20)
    assert bench.page.get_by_role("dialog").is_visible() and bench.told() == [] and bench.asked == []


def test_going_on_is_one_step_by_keyboard(bench: Bench) -> None:
    bench.answers("/api/session", GUEST)
    bench.page.evaluate("localStorage.setItem('who was here', '{\"name\": \"ann\"}')")
    asked(bench, {"name": "ann", "guest": False})
    bench.wait_told(lambda: bench.page.get_by_role("button", name="Go on as a guest").press("Enter"))
    assert bench.told() == [["goes on", "guest-9"]]
    assert bench.page.locator("dialog").count() == 0


def test_a_refusal_is_said_and_it_is_asked_again(bench: Bench) -> None:
    bench.answers("/api/session", (429, {"message": "Wait a minute.", "code": "too_many"}), GUEST)
    asked(bench, {"name": "ann", "guest": False})
    bench.page.click("[data-key=go-on]")
    bench.page.get_by_role("alert").filter(has_text=re.compile("^Wait a minute.$")).wait_for()
    bench.wait_told(lambda: bench.page.click("[data-key=go-on]"))


def test_who_asks_twice_is_answered_once(bench: Bench) -> None:
    """Two parts of a page find out at the same time: one question, and both go on with its answer."""
    bench.answers("/api/session", GUEST)
    for _ in range(2):
        asked(bench, {"name": "ann", "guest": False})
    assert bench.page.locator("dialog").count() == 1
    bench.wait_told(lambda: bench.page.click("[data-key=go-on]"), 2)
    asked(bench, {"name": "ann", "guest": False})
    assert bench.page.locator("dialog").count() == 1, "another end is asked about anew"
