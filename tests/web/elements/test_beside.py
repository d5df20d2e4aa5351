"""beside.js: the coach's door at a table; nothing of the coach is loaded before somebody asks."""

from typing import Any

from playwright.sync_api import expect

from tests.web.elements.bench import Bench

VIEW: dict[str, Any] = {"round": 1, "dealer": [], "playing": False, "choices": [], "positions": {}, "exam": False}
TABLE = "detail => document.dispatchEvent(new CustomEvent('table', { detail }))"


def table(bench: Bench, me: str = "me", **more: Any) -> None:
    bench.run("beside.js", "() => {}")
    bench.page.evaluate(TABLE, {"view": VIEW | more, "events": [], "me": me})


def test_the_door_stands_there_once_for_whoever_came_in(bench: Bench) -> None:
    loaded: list[str] = []
    bench.page.on("request", lambda request: loaded.append(request.url.rsplit("/", 1)[1]))
    table(bench, me="")
    assert bench.page.locator("#coach-door").count() == 0
    table(bench)
    table(bench)
    door = bench.page.get_by_role("button", name="Coach")
    expect(door).to_have_attribute("aria-expanded", "false")
    assert bench.page.locator("#coach-door").count() == 1 and bench.page.locator("#coach").is_hidden()
    assert "coach.js" not in loaded and bench.asked == []


def test_the_coach_opens_sees_the_table_and_closes_back_to_its_door(bench: Bench) -> None:
    bench.answers("/api/tables/here/coach/expectation", {"ready": True, "wagers": {}})
    table(bench)
    door = bench.page.locator("#coach-door")
    door.press("Enter")
    expect(bench.page.get_by_role("complementary", name="Coach")).to_contain_text("When you have something to decide")
    expect(door).to_have_attribute("aria-expanded", "true")
    bench.page.get_by_role("button", name="Close").press("Enter")
    expect(bench.page.locator("#coach")).to_be_hidden()
    expect(door).to_have_attribute("aria-expanded", "false")
    expect(door).to_be_focused()
    door.press("Enter")
    expect(bench.page.locator("#coach")).to_be_visible()
    door.press("Enter")
    expect(bench.page.locator("#coach")).to_be_hidden()


def test_what_happens_is_heard_while_it_is_open(bench: Bench) -> None:
    bench.answers("/api/tables/here/coach/expectation", {"ready": True, "wagers": {}})
    bench.answers("/api/tables/here/coach", (422, {"message": "Not of this."}))
    table(bench)
    bench.page.locator("#coach-door").click()
    expect(bench.page.locator("#coach .idle")).to_have_count(1)
    table(bench, choices=[{"do": "decide", "action": "fold"}])
    expect(bench.page.locator("#coach .now")).to_have_text("Not of this.")


def test_at_an_exam_nobody_is_coached_and_the_page_says_so(bench: Bench) -> None:
    table(bench, exam=True)
    table(bench, exam=True)
    assert bench.each("#exam", "[it.textContent, it.title]") == [
        ["Exam: no coach", "At an exam table nobody is coached."]
    ]
    assert bench.page.locator("#coach-door, #coach").count() == 0
