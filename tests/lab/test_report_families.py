"""Reports of shoe games and craps: the lab's figures in every rendering, formulas that give them, charts that cost."""

import json
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from pypdf import PdfReader

from pitboss import cli, games
from pitboss.clauses import readings
from pitboss.felts import FELTS
from pitboss.lab.counting import Lab
from pitboss.lab.dice import DiceAnalysis
from pitboss.lab.offers import offers
from pitboss.lab.report import DiceParts, ShoeParts, rendered, report_json
from pitboss.lab.report.html import html_of
from pitboss.lab.report.look import INK, TINTS, tint
from pitboss.lab.report.pdf import pdf_of
from pitboss.lab.report.xlsx import xlsx_of
from pitboss.lab.shoe import UPS, ShoeAnalysis
from tests.lab.test_report import Calculator, Page, formulas, rounded


@cache
def craps() -> DiceParts:
    found = DiceAnalysis(games.game("craps").rules("nj", {}))  # type: ignore[arg-type]
    return DiceParts(found, offers(found))


@cache
def double_attack() -> ShoeParts:
    found = ShoeAnalysis(games.game("double-attack-blackjack").rules("nj", {}), Lab())  # type: ignore[arg-type]
    return ShoeParts(found, offers(found))


@cache
def spanish() -> ShoeParts:
    """Without the main game of all other houses, which takes a while."""
    found = ShoeAnalysis(games.game("spanish-21").rules("nj", {}), Lab())  # type: ignore[arg-type]
    return ShoeParts(found, offers(found, "match_the_dealer"))


REPORTS: dict[str, Callable[[], DiceParts | ShoeParts]] = {
    "craps": craps,
    "double-attack-blackjack": double_attack,
    "spanish-21": spanish,
}


@pytest.fixture(params=[craps, double_attack, spanish], ids=["craps", "double-attack-blackjack", "spanish-21"])
def parts(request: pytest.FixtureRequest) -> DiceParts | ShoeParts:
    made: DiceParts | ShoeParts = request.param()
    return made


@cache
def page_of(game: str) -> Page:
    made = REPORTS[game]()
    return Page(html_of(made.document).decode())


def test_the_page_holds_every_wager_as_decimal_and_as_fraction(parts: DiceParts | ShoeParts) -> None:
    page = page_of(parts.document.game)
    rows = {row[0]: row for row in page.tables["summary"]}
    for name, gains in parts.found.gains.items():
        row = rows[name.replace("_", " ").replace("dont", "don't")]
        assert (row[1], row[-1]) == (rounded(-gains.mean, 4), str(gains.mean))
    assert all(link.startswith("#") for link in page.fetched)
    assert not [name for name, times in page.ids.items() if times > 1]


def test_rules_readings_and_clauses_stand_in_the_report(parts: DiceParts | ShoeParts) -> None:
    page, rules = page_of(parts.document.game), parts.found.rules
    shown = {cell for row in page.tables["rules"] for cell in row}
    for table in rules.page().tables:
        assert {cell for row in table.rows for cell in row} <= shown
    numbers = {row[0] for row in page.tables["readings"]}
    assert {f"reading {each.number}" for each in readings(rules.game.name)} <= numbers


@pytest.mark.parametrize("made", [double_attack, spanish])
def test_the_chart_stands_in_the_report_with_its_class_and_its_cost(made: Any) -> None:
    found, page = made().found, page_of(made().document.game)
    tables = page.tables["strategy"]
    for each in found.chart.tables(UPS):
        for row in each.rows:
            assert row in tables
    section = next(section for section in made().document.sections if section.name == "strategy")
    cost = found.main.gain - found.by_chart.gain
    assert any(rounded(cost) in words and "by total, softness" in words for words in section.says)
    assert "composition-dependent" in str(made().document.sections[-1])
    main = page.tables["main"]
    assert ["house edge", rounded(-found.main.gain), str(-found.main.gain)] in main
    assert ["chart's cost", rounded(cost), str(cost)] in main


def test_cells_of_a_chart_are_painted_by_what_is_done_first() -> None:
    assert tint("D4H") == TINTS["D"] and tint("S") == TINTS["S"] and tint("-") is None
    text = html_of(double_attack().document).decode()
    assert f'<td style="background:{TINTS["P"]}">P</td>' in text and "<td>-</td>" in text


def test_letters_of_a_chart_stand_out() -> None:
    """7 to 1 or better, by the usual measure of contrast."""

    def light(colour: str) -> float:
        parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    for colour in TINTS.values():
        assert (light(colour) + 0.05) / (light(INK) + 0.05) >= 7
    assert {"spanish-21", "double-attack-blackjack", "craps"} <= FELTS.keys()


def test_craps_by_wager_made_and_resolved_with_odds_and_its_shooter() -> None:
    page, found = page_of("craps"), craps().found
    resolved = {row[0]: row for row in page.tables["resolved"]}
    assert resolved["don't pass"][1:5] == ["1.3636 %", "3/220", "1.4026 %", "27/1925"]
    odds = page.tables["odds"]
    for each in found.with_odds:
        assert any(row[1] == each.multiples and row[3] == str(each.edge) for row in odds)
    shooter = page.tables["shooter"]
    assert ["rolls on average", "8.525510", "1671/196"] in shooter
    assert ["0", "59.393939 %", "100.000000 %", "1.0"] in shooter
    outcomes = page.tables["outcomes"]
    assert sum(len(worth.chances) for worth in found.wagers.values()) == len(outcomes) - 1


def test_the_print_has_the_figures(parts: DiceParts | ShoeParts) -> None:
    reader = PdfReader(BytesIO(pdf_of(parts.document)))
    text = "".join(page.extract_text() for page in reader.pages).replace("\N{NO-BREAK SPACE}", " ")
    for gains in parts.found.gains.values():
        assert rounded(-gains.mean, 4) in text
    assert "Readings" in text and "How it was computed" in text


@cache
def workbook(game: str) -> bytes:
    made = REPORTS[game]()
    return xlsx_of(made.found, made.document)


def test_every_formula_comes_to_its_value_and_to_the_labs(parts: DiceParts | ShoeParts) -> None:
    data = workbook(parts.document.game)
    book, values = openpyxl.load_workbook(BytesIO(data)), openpyxl.load_workbook(BytesIO(data), data_only=True)
    calculator = Calculator(book)
    found = formulas(book)
    assert len(found) > 40
    for sheet, at in found:
        assert calculator.cell(sheet, at) == pytest.approx(values[sheet][at].value, rel=1e-9, abs=1e-12), (sheet, at)
    results = {row[0].value: row for row in values["Results"].iter_rows() if row[0].value}
    for name, gains in parts.found.gains.items():
        row = results[name.replace("_", " ").replace("dont", "don't")]
        assert row[1].value == pytest.approx(float(-gains.mean), rel=1e-12)
        assert row[3].value == pytest.approx(0, abs=1e-15)


def entry(book: Any, sheet: str, wanted: str, column: int, after: str = "") -> Any:
    """The cell of a column in the first row that begins with a text, below a row that begins with another."""
    seen = not after
    for row in book[sheet].iter_rows():
        seen = seen or row[0].value == after
        if seen and row[0].value == wanted:
            return row[column]
    raise AssertionError(wanted)


def edge(book: Any, wager: str) -> float:
    row = next(row for row in book["Results"].iter_rows() if row[0].value == wager)
    return float(Calculator(book).cell("Results", row[1].coordinate))


def test_a_changed_payout_moves_the_edge_of_a_wager() -> None:
    book = openpyxl.load_workbook(BytesIO(workbook("craps")))
    assert edge(book, "any seven") == pytest.approx(1 / 6)
    entry(book, "Outcomes", "win", 2, after="Any seven").value = 5
    assert edge(book, "any seven") == pytest.approx(0)
    book = openpyxl.load_workbook(BytesIO(workbook("double-attack-blackjack")))
    side = double_attack().found.sides[0]
    more = Fraction(side.hands[0].combinations, side.of) * 100
    entry(book, "Bust it", "8-8-8 of one suit", 3).value = 300
    assert edge(book, "bust it") == pytest.approx(float(-side.gain - more))


def test_an_attack_taken_back_moves_the_edge() -> None:
    found = double_attack().found
    book = openpyxl.load_workbook(BytesIO(workbook("double-attack-blackjack")))
    six = entry(book, "Main game", "6", 3)
    assert six.value == 1
    six.value = 0
    lost = Fraction(found.shoe[5], sum(found.shoe)) * found.main.by_up[5]
    assert edge(book, "bet") == pytest.approx(float(lost - found.main.gain))


def test_json_is_the_analysis_and_more(parts: DiceParts | ShoeParts) -> None:
    more = report_json(parts)
    assert {"report", "rules", "readings", "strategy", "choices"} == more.keys()
    assert more["report"]["strategy_class"] in ("composition-dependent", "left until decided")
    assert more["strategy"]["game"] == parts.found.rules.game.name


def test_a_house_without_odds_and_one_without_bust_it_get_their_reports() -> None:
    bare = DiceAnalysis(games.game("craps").rules("nj", {"odds": None, "vig": "win"}))  # type: ignore[arg-type]
    assert b"</html>" in rendered(bare, "html")
    printed = json.loads(rendered(bare, "json"))
    assert "odds" not in printed["wagers"] and printed["options"]["vig"] == "win"
    assert printed["shooter"]["points"][0]["points"] == 0


def test_the_command_writes_what_the_ending_asks(tmp_path: Path) -> None:
    for ending, begins in (("html", b"<!DOCTYPE"), ("pdf", b"%PDF"), ("XLSX", b"PK"), ("json", b"{")):
        file = tmp_path / f"craps.{ending}"
        with pytest.raises(SystemExit) as ended:
            cli.main(["report", "craps", "-O", str(file), "-o", "field_12=3"])
        assert not ended.value.code
        assert file.read_bytes().startswith(begins)


def test_the_same_report_has_the_same_bytes() -> None:
    assert workbook("craps") == xlsx_of(craps().found, craps().document)
    assert html_of(craps().document) == html_of(craps().document)
