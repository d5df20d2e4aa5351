"""counts.js: which cards of a hand count is asked once, and told when it is known."""

from playwright.sync_api import expect

from tests.web.elements.bench import Bench

NOTHING = {"counts": None, "says": ""}
KNOWN = {"counts": ["Ah", "Kh"], "says": "two hearts"}
MAKE = """({ Counts }) => { window.counts = new Counts("table 1", tell("changed")); }"""
OF = "([cards, split]) => counts.of(cards, split)"


def test_a_hand_is_asked_for_once_and_told_when_it_is_known(bench: Bench) -> None:
    bench.answers("/hands/table%201", KNOWN)
    bench.run("counts.js", MAKE)
    for _ in range(3):
        assert bench.page.evaluate(OF, [["Ah", "Kh"], False]) in (NOTHING, KNOWN)
    bench.page.wait_for_function("told.length")
    assert bench.told() == [["changed"]]
    assert bench.page.evaluate(OF, [["Ah", "Kh"], False]) == KNOWN
    assert bench.asked == [("GET", "/hands/table%201?cards=Ah,Kh", None)]


def test_a_hand_beside_others_is_another_hand(bench: Bench) -> None:
    bench.answers("/hands/table%201?cards=Ah,Kh", KNOWN)
    bench.answers("/hands/table%201?cards=Ah,Kh&split=true", KNOWN | {"says": "no blackjack"})
    bench.run("counts.js", MAKE)
    for split in (True, False):
        bench.page.evaluate(OF, [["Ah", "Kh"], split])
    bench.page.wait_for_function("told.length === 2")
    assert [bench.page.evaluate(OF, [["Ah", "Kh"], split])["says"] for split in (False, True)] == [
        "two hearts",
        "no blackjack",
    ]


def test_cards_that_make_no_hand_yet_are_not_asked_for(bench: Bench) -> None:
    bench.run("counts.js", MAKE)
    for cards in ([], ["Ah"], ["Ah", "??"]):
        assert bench.page.evaluate(OF, [cards, False]) == NOTHING
    assert bench.asked == []


def test_what_was_refused_is_asked_again(bench: Bench) -> None:
    bench.answers("/hands/table%201", (503, {"message": "Later."}), KNOWN)
    bench.run("counts.js", MAKE)
    assert bench.page.evaluate(OF, [["Ah", "Kh"], False]) == NOTHING
    bench.page.wait_for_function("!counts.known.size")
    assert bench.told() == [], "there is nothing new to draw"
    bench.wait_told(lambda: bench.page.evaluate(OF, [["Ah", "Kh"], False]))
    expect(bench.main).to_be_empty()
    assert bench.page.evaluate(OF, [["Ah", "Kh"], False]) == KNOWN
