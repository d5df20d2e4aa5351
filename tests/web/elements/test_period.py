"""period.js: a report of some days, page by page."""

from datetime import UTC, datetime, timedelta
from typing import Any

from playwright.sync_api import expect

from tests.web.elements.bench import Bench

PAGES = """async ({ pages }, query) => {
  window.made = await pages("hits", () => query, ({ lines }) => document.createTextNode(lines));
  return made.zone;
}"""


def thirty_days_ago() -> str:
    return (datetime.now(UTC) - timedelta(days=30)).date().isoformat()


def show(bench: Bench, *said: Any) -> None:
    bench.answers("/api/reports/hits", *said)
    bench.show("period.js", PAGES, {"since": "2026-01-01"})


def test_the_last_thirty_days_are_chosen_until_others_are(bench: Bench) -> None:
    days = [thirty_days_ago()]
    bench.show("period.js", "({ period }) => { window.made = period(tell('changed')); return made.zone; }")
    days.append(thirty_days_ago())  # another day, if midnight passed meanwhile
    assert bench.page.evaluate("made.chosen()") in [{"since": day} for day in days]
    bench.page.get_by_label("Until before").fill("2026-02-01")
    bench.page.get_by_label("From (UTC)").fill("")
    assert bench.page.evaluate("made.chosen()") == {"until": "2026-02-01"}
    assert [name for name, *_ in bench.told()] == ["changed", "changed"]


def test_one_page_has_its_files_and_leads_nowhere(bench: Bench) -> None:
    show(bench, {"lines": "all", "next": None})
    assert bench.asked == [("GET", "/api/reports/hits?since=2026-01-01&most=200", None)]
    assert bench.texts("#main a") == ["CSV", "JSON"]
    assert bench.main.locator("a").first.get_attribute("href") == "/api/reports/hits?since=2026-01-01&format=csv"


def test_more_pages_follow_and_the_first_is_found_again(bench: Bench) -> None:
    show(
        bench,
        {"lines": "one", "next": 40},
        {"lines": "two", "next": "t1"},
        {"lines": "three", "next": None},
        {"lines": "one", "next": 40},
    )
    assert bench.texts("#main a") == ["Next page", "CSV", "JSON"]
    bench.page.get_by_role("link", name="Next page").press("Enter")
    expect(bench.main).to_contain_text("two")
    assert bench.texts("#main a") == ["First page", "Next page", "CSV", "JSON"]
    bench.page.get_by_role("link", name="Next page").click()
    expect(bench.main).to_contain_text("three")
    assert bench.texts("#main a") == ["First page", "CSV", "JSON"]
    bench.page.get_by_role("link", name="First page").click()
    expect(bench.main).to_contain_text("one")
    assert [path.split("?")[1] for _, path, _ in bench.asked] == [
        *("since=2026-01-01&most=200", "since=2026-01-01&before=40&most=200"),
        *("since=2026-01-01&after=t1&most=200", "since=2026-01-01&most=200"),
    ]


def test_a_page_that_is_refused_is_said_and_the_old_one_stays(bench: Bench) -> None:
    show(
        bench,
        {"lines": "one", "next": 40},
        (422, {"message": "Choose other days.", "code": "bad"}),
        {"lines": "new", "next": None},
    )
    bench.page.get_by_role("link", name="Next page").click()
    expect(bench.page.get_by_role("alert")).to_have_text("Choose other days.")
    assert bench.main.inner_text().startswith("one")
    bench.page.evaluate("made.again()")
    expect(bench.main).to_contain_text("new")
    expect(bench.page.locator("#refused")).to_be_empty()
