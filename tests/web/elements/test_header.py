"""header.js: where one can go from every page, and who is signed in."""

from typing import Any

import pytest

from tests.web.elements.bench import Bench

ALL = ["Lobby", "Lab", "Rules", "School"]


def person(role: str) -> dict[str, Any]:
    return {"person": {"name": "Ann <b>", "role": role}, "balance": "1.00"}


@pytest.mark.parametrize(
    ("role", "more"), [("player", []), ("dealer", []), ("supervisor", ["Pit"]), ("auditor", ["Pit"])]
)
def test_the_pit_stands_there_for_those_it_is_for(bench: Bench, role: str, more: list[str]) -> None:
    bench.answers("/api/session", person(role))
    assert bench.run("header.js", "async ({ head }) => (await head()).balance") == "1.00", "a page asks once"
    assert bench.page.get_by_role("navigation", name="Pages").get_by_role("link").all_text_contents() == [*ALL, *more]
    who = bench.page.locator("#head .who")
    assert who.text_content() == "Ann <b>" and who.get_attribute("href") == "/sign-in?next=%2Fhere"


@pytest.mark.parametrize("said", [{"person": None, "balance": None}, (500, {"message": "Not now."})])
def test_nobody_signed_in_and_nobody_known_are_the_same(bench: Bench, said: Any) -> None:
    bench.answers("/api/session", said)
    bench.run("header.js", "({ head }) => head()")
    assert bench.texts("#head a") == ["Pitboss", *ALL, "Sign in"]


def test_the_page_one_is_on_says_so(bench: Bench) -> None:
    bench.page.evaluate("history.replaceState(null, '', '/school')")
    bench.show("header.js", "({ places, who }) => [places({ person: null }), who({ person: null })]")
    assert bench.texts("#main [aria-current=page]") == ["School"]
    bench.page.evaluate("history.replaceState(null, '', '/sign-in')")
    bench.show("header.js", "({ places, who }) => [places({ person: null }), who({ person: null })]")
    assert bench.texts("#main [aria-current=page]") == ["Sign in"]


def test_what_was_chosen_in_this_browser_holds_on_every_page(bench: Bench) -> None:
    bench.answers("/api/session", person("player"))
    bench.page.evaluate("localStorage.setItem('pitboss four_colours', 'on')")
    bench.run("header.js", "({ head }) => head()")
    assert bench.page.evaluate("document.body.className") == "four_colours"


def test_the_house_has_its_name_and_the_person_a_balance(bench: Bench) -> None:
    bench.answers("/api/session", {"person": {"name": "guest-7a2f", "role": "player"}, "balance": "1240.00"})
    named = "Object.assign(document.createElement('meta'), { name: 'application-name', content: 'A <i>' })"
    bench.page.evaluate(f"document.head.append({named})")
    bench.run("header.js", "({ head }) => head()")
    assert bench.texts("#head .house-name") == ["A <i>"] and bench.texts("#head .balance") == ["Balance 1,240.00"]
    assert bench.each("#head .who", "it.dataset.short") == ["7a"]
