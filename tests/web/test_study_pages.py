"""The lab, the rules and the clauses in a real browser: they show what the lab, the texts and the matrix say."""

import json
from fractions import Fraction
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, expect

from pitboss import games
from pitboss.clauses import matrix
from pitboss.lab import analyze
from pitboss.lab.figures import decimal, percent
from pitboss.lab.report import rendered
from tests.web.browser import SIZES, Visitor
from tests.web.pictures import picture

PATIENCE = 300_000
"""Milliseconds: the first count of a game on a slow machine."""
LEAST_INDEX = 16
"""Pixels: the height of a card's rank."""


def visit(browser: Browser, address: str, path: str, size: str = "desktop") -> Visitor:
    visitor = Visitor(browser, address, size)
    visitor.page.goto(f"{address}{path}")
    visitor.page.locator("#head nav").wait_for()
    return visitor


def leave(visitor: Visitor) -> None:
    visitor.nothing_is_cut()
    assert visitor.wrong == []
    visitor.context.close()


def counted(visitor: Visitor) -> None:
    """All of the page is there."""
    visitor.page.locator("#costs").wait_for(timeout=PATIENCE)
    expect(visitor.page.locator(".arriving")).to_have_count(0, timeout=PATIENCE)


def test_figures_on_a_page_are_the_labs(browser: Browser, address: str) -> None:
    """Every bar of every pay table: what is drawn, what is written, what is marked."""
    visitor = visit(browser, address, "/lab/three-card-poker")
    counted(visitor)
    found = analyze("three-card-poker")
    for wager, title in (("pair_plus", "the pair plus"), ("ante_bonus", "the main game by its ante bonus")):
        chart = visitor.page.locator("figure.chart", has_text=f"House edge of {title}")
        shown = chart.locator("li").evaluate_all(
            "all => all.map((each) => [each.dataset.exact, each.querySelector('.value').textContent])"
        )
        edges = [-worth.gains.mean for worth in found.pay_tables[wager].values()]
        assert shown == [[str(edge), percent(edge)] for edge in edges]
    rows = visitor.page.locator("#summary tbody tr").all_inner_texts()
    for row, (name, gains) in zip(rows, found.gains.items(), strict=True):
        cells = [cell.strip() for cell in row.split("\t")]
        assert cells[0] == name.replace("_", " ") and cells[1] == percent(-gains.mean)
        assert cells[-1] == str(gains.mean)
    expect(visitor.page.locator("#strategy")).to_contain_text("Play queen-six-four or better; fold the rest")
    leave(visitor)


def test_a_table_that_favours_the_player_says_so_in_a_word(browser: Browser, address: str) -> None:
    visitor = visit(browser, address, "/lab/high-card-flush")
    visitor.page.locator("#meter svg").wait_for(timeout=PATIENCE)
    bars = visitor.page.locator("figure.chart", has_text="House edge of the flush bonus").locator("li")
    loud = bars.filter(has_text="favours the player").locator(".label").all_inner_texts()
    worths = analyze("high-card-flush").pay_tables["flush_bonus"]
    assert loud == [label for label, worth in worths.items() if worth.gains.mean > 0] == ["E", "K"]
    meter = visitor.page.locator("#meter svg")
    progressive = analyze("high-card-flush").progressive
    assert progressive
    expect(meter).to_contain_text(f"break-even {decimal(progressive.break_even_meter, 2)}")
    expect(meter).to_contain_text("100 %")
    editor = visitor.page.locator("[data-wager=progressive]")
    editor.get_by_label("meter").fill("150000.01")
    at = analyze("high-card-flush", meter="150000.01").gains["progressive"].mean
    expect(editor.locator(".exact").first).to_have_text(f"exactly {-at}")
    expect(editor.locator("output")).to_have_text(percent(-at))
    leave(visitor)


def pays(editor: Locator) -> list[Locator]:
    return editor.locator("tbody input").all()


def test_a_pay_table_is_edited_live(browser: Browser, address: str) -> None:
    """By keyboard: the edge is the lab's with every key, and the text's word on it has its clause."""
    visitor = visit(browser, address, "/lab/three-card-poker")
    counted(visitor)
    editor = visitor.page.locator("[data-wager=pair_plus]")
    edge, exactly, law = editor.locator("output"), editor.locator(".exact").first, editor.locator(".law")
    expect(law).to_contain_text("Allowed. The text prints it as table A. NJ TCP 19:47-20.11(a)2")
    hands = {"straight flush": 48, "three of a kind": 52, "straight": 720, "flush": 1096, "pair": 3744}

    def holds(odds: list[int]) -> None:
        returned = sum(many * (each + 1) for many, each in zip(hands.values(), odds, strict=True))
        wanted = 1 - Fraction(returned, 22_100)
        expect(exactly).to_have_text(f"exactly {wanted}")
        expect(edge).to_have_text(percent(wanted))
        expect(editor.locator("strong", has_text="favours the player")).to_have_count(int(wanted < 0))

    holds([40, 30, 6, 4, 1])
    rows = pays(editor)
    rows[3].focus()
    visitor.page.keyboard.press("ControlOrMeta+a")
    visitor.page.keyboard.type("5")
    holds([40, 30, 6, 5, 1])
    expect(law).to_contain_text("Not allowed.")
    expect(law.locator("a")).to_have_attribute("href", "/clauses?find=NJ%20TCP%2019%3A47-20.11(a)2")
    visitor.page.keyboard.type("0")
    holds([40, 30, 6, 50, 1])
    rows[3].fill("four")
    expect(law).to_contain_text("Write whole numbers")
    expect(rows[3]).to_have_attribute("aria-invalid", "true")
    editor.get_by_label("Begin with table").select_option("C")
    worth = analyze("three-card-poker").pay_tables["pair_plus"]["C"]
    expect(exactly).to_have_text(f"exactly {-worth.gains.mean}")
    expect(law).to_contain_text("The text prints it as table C.")
    bonus = visitor.page.locator("[data-wager=ante_bonus]")
    bonus.get_by_label("Begin with table").select_option("1-5-6")
    expect(bonus.locator(".law")).to_contain_text("Not allowed. Post ante bonus 1-5-6 only with pair plus table B")
    expect(bonus.locator(".exact").first).to_have_text(f"exactly {Fraction(594569, 20358520)}")
    leave(visitor)


def test_a_par_sheet_comes_down_as_the_lab_writes_it(browser: Browser, address: str) -> None:
    visitor = visit(browser, address, "/lab/three-card-poker")
    for part, begins in (("par.json", b"{"), ("par.pdf", b"%PDF"), ("par.xlsx", b"PK"), ("par.html", b"<!")):
        with visitor.page.expect_download(timeout=PATIENCE) as coming:
            visitor.page.click(f"[data-key='{part}']")
        assert coming.value.suggested_filename == f"three-card-poker-nj-{part}"
        body = Path(coming.value.path()).read_bytes()
        assert body.lstrip().lower().startswith(begins.lower()), part
        if part == "par.json":
            assert json.loads(body) == json.loads(rendered(analyze("three-card-poker"), "json"))
    leave(visitor)


def test_every_game_has_its_lab_and_its_rules(browser: Browser, address: str) -> None:
    """Each statement with its clause, examples as cards or dice; and a game that is none is none."""
    visitor = visit(browser, address, "/lab")
    for path in ("/lab", "/rules"):
        visitor.page.goto(f"{address}{path}")
        expect(visitor.page.locator(".card h2")).to_have_text([games.game(name).title for name in games.names()])
    for name in games.names():
        visitor.page.goto(f"{address}/rules/{name}")
        visitor.page.locator(".example").first.wait_for()
        for place, table in enumerate(games.game(name).rules().page().tables, 1):
            rows = visitor.page.locator(f"#table-{place} tbody tr")
            expect(rows).to_have_count(len(table.rows))
            if table.columns[-1] == "clause":
                assert rows.locator("td:last-child").all_text_contents() == [row[-1] for row in table.rows]
        assert visitor.page.locator(".example :is(playing-card, .die)").count() > 3
    for path in ("/lab/none", "/rules/none", "/sheets/none/nj/worth", "/sheets/craps/ma/worth", "/sheets/craps/nj/x"):
        assert visitor.page.request.get(f"{address}{path}").status == 404
    for query in ("", "?wager=pair_plus", "?wager=pair_plus&pays=a"):
        bad = visitor.page.request.get(f"{address}/sheets/three-card-poker/nj/posting{query}")
        assert (bad.status, bad.json()["error"]["code"]) == (422, "field_malformed")
    visitor.context.close()
    assert visitor.wrong == []


def test_the_clauses_are_found_by_word_game_and_status(browser: Browser, address: str) -> None:
    visitor = visit(browser, address, "/clauses")
    page, clauses = visitor.page, matrix()
    said = page.get_by_text(f"of {len(clauses)} clauses")
    said.wait_for(timeout=PATIENCE)

    def shown() -> list[str]:
        found: list[str] = page.locator(".row:not([hidden])").evaluate_all("all => all.map((each) => each.dataset.id)")
        return found

    assert shown() == [each.id for each in clauses]
    page.get_by_label("Find").fill("Raise")
    with_word = [each for each in clauses if "raise" in f"{each.id} {each.paraphrase}".lower()]
    expect(said).to_have_text(f"{len(with_word)} of {len(clauses)} clauses")
    assert shown() == [each.id for each in with_word]
    page.get_by_label("Game").select_option("high-card-flush")
    page.get_by_label("Status").select_option("out_of_scope")
    both = [each for each in with_word if each.game == "high-card-flush" and each.status == "out_of_scope"]
    expect(said).to_have_text(f"{len(both)} of {len(clauses)} clauses")
    assert shown() == [each.id for each in both]
    page.get_by_label("Find").fill("no clause holds this")
    expect(page.get_by_text("Try fewer letters")).to_be_visible()
    page.goto(f"{address}/clauses?find=NJ%20TCP%2019%3A47-20.10(b)")
    page.locator(".row[data-id='NJ TCP 19:47-20.10(b)']").wait_for()
    assert 0 < len(shown()) < 20
    leave(visitor)


@pytest.mark.parametrize("size", SIZES)
def test_pictures_of_the_lab_and_the_rules(browser: Browser, address: str, size: str) -> None:
    for path, name in (
        ("/lab/high-card-flush", "lab"),
        ("/lab/spanish-21", "lab-chart"),
        ("/rules/high-card-flush", "rules"),
        ("/clauses?find=raise", "clauses"),
    ):
        visitor = visit(browser, address, path, size)
        if name.startswith("lab"):
            visitor.page.locator("#summary").wait_for(timeout=PATIENCE)
        else:
            visitor.page.locator(".example, .row:not([hidden])").first.wait_for(timeout=PATIENCE)
        if name == "rules":
            heights = visitor.page.locator(".example .index").evaluate_all(
                "all => all.map((each) => each.getScreenCTM().a * parseFloat(each.getAttribute('font-size')) * 0.7)"
            )
            assert min(heights) >= LEAST_INDEX
        if name == "lab":
            visitor.page.locator("#tables").scroll_into_view_if_needed()
            visitor.page.locator("#tables").evaluate("each => each.scrollIntoView()")
        if name == "lab-chart":
            visitor.page.locator("#strategy").evaluate("each => each.scrollIntoView()")
        picture(visitor, name)
        leave(visitor)
