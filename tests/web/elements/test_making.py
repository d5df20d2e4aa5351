"""making.js: what the lab counts first is asked for until it is there, with a word on how far it is."""

from typing import Any

from playwright.sync_api import expect

from tests.web.elements.bench import Bench

ARRIVING = """({ arriving }) => arriving("/sheets/it", "the edges", ({ found }) => document.createTextNode(found))"""


def arrive(bench: Bench, *said: Any) -> None:
    bench.answers("/sheets/it", *said)
    bench.show("making.js", ARRIVING)


def counting(done: int = 0, parts: int = 0, ahead: int = 0) -> tuple[int, dict[str, int]]:
    return 202, {"done": done, "parts": parts, "ahead": ahead}


def test_it_is_asked_for_again_until_it_is_there(bench: Bench) -> None:
    bench.hurry()
    arrive(bench, counting(), counting(1, 4), counting(2, 4), {"found": "all of it"})
    expect(bench.main).to_have_text("all of it")
    assert bench.main.locator("progress").count() == 0 and len(bench.asked) == 4


def test_how_far_it_is_stands_there(bench: Bench) -> None:
    arrive(bench, counting(3, 4))
    words, bar = bench.main.get_by_role("status"), bench.page.get_by_role("progressbar", name="Counting the edges")
    expect(words).to_have_text("The lab counts the edges. It is counted once, then kept.")
    assert (bar.get_attribute("max"), bar.get_attribute("value")) == ("4", "3")


def test_what_waits_for_something_else_says_so(bench: Bench) -> None:
    arrive(bench, counting(3, 4, ahead=1))
    words = bench.main.get_by_role("status")
    expect(words).to_have_text("The lab counts something else first; the edges will be here after that.")
    assert bench.page.get_by_role("progressbar").get_attribute("value") is None


def test_a_refusal_says_why_and_can_be_tried_again(bench: Bench) -> None:
    arrive(bench, (503, {"message": "The lab was interrupted.", "code": "not_counted"}), {"found": "all of it"})
    expect(bench.main.get_by_role("alert")).to_have_text("The lab was interrupted.")
    bench.page.get_by_role("button", name="Try again").press("Enter")
    expect(bench.main).to_have_text("all of it")


def test_16_d3_a_refusal_of_the_lab_has_its_sentence_and_clause(bench: Bench) -> None:
    """Issue item B6."""
    arrive(bench, (409, {"message": "Post table B.", "code": "not_posted", "clause": "NJ TCP 19:47-20.11(a)3i"}))
    expect(bench.main.get_by_role("alert")).to_have_text("Post table B. NJ TCP 19:47-20.11(a)3i")
    expect(bench.main.locator(".clause")).to_have_text("NJ TCP 19:47-20.11(a)3i")


def test_a_page_that_cannot_be_filled_says_so(bench: Bench) -> None:
    bench.run(
        "making.js", "({ begin }) => begin(async () => { throw Object.assign(new Error('Not now.'), { code: 'x' }); })"
    )
    expect(bench.main.get_by_role("alert")).to_have_text("Not now.")
    bench.page.evaluate("document.querySelector('#main').replaceChildren()")
    bench.run("making.js", "({ begin }) => begin(async () => { throw new TypeError('fetch'); })")
    expect(bench.main.get_by_role("alert")).to_have_text("The floor does not answer. Nothing is lost.")
    with bench.page.expect_navigation():
        bench.page.get_by_role("button", name="Try again").click()
