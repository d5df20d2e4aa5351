"""Reports: every rendering holds the lab's figures, the workbook's formulas give them, and no half file is left."""

import errno
import json
import os
import re
import subprocess
import sys
from collections import Counter, defaultdict
from fractions import Fraction
from functools import cache
from html.parser import HTMLParser
from io import BytesIO
from itertools import accumulate
from pathlib import Path
from typing import Any

import numpy as np
import openpyxl
import pytest
from openpyxl.workbook import Workbook
from pypdf import PdfReader

from pitboss import cli
from pitboss.felts import FELTS, OTHER_FELT, darker
from pitboss.lab import analyze, report
from pitboss.lab.analysis import Analysis
from pitboss.lab.kept import code_digest
from pitboss.lab.report import Parts, parts_of
from pitboss.lab.report.html import html_of
from pitboss.lab.report.look import CREAM
from pitboss.lab.report.pdf import pdf_of
from pitboss.lab.report.sessions import LEVELS, sessions
from pitboss.lab.report.xlsx import xlsx_of
from pitboss.lab.worth import Moments, SideWager, of_distribution
from pitboss.refusal import Refusal


@cache
def three_card() -> Parts:
    return parts_of(analyze("three-card-poker"))


@cache
def flush() -> Parts:
    """High Card Flush without its strategy, which takes a while to find."""
    found = analyze("high-card-flush")
    return Parts(found, (), sessions(found.main.gains))


PARTS = {"three-card-poker": three_card, "high-card-flush": flush}


@cache
def page_text(game: str) -> str:
    return html_of(PARTS[game]().document).decode()


@cache
def printed(game: str) -> bytes:
    return pdf_of(PARTS[game]().document)


@pytest.fixture(params=[three_card, flush], ids=["three-card-poker", "high-card-flush"])
def parts(request: pytest.FixtureRequest) -> Parts:
    made: Parts = request.param()
    return made


class Page(HTMLParser):
    """The tables of a page by section, as rows of texts, and what it would fetch."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tables: dict[str, list[list[str]]] = {}
        self.fetched: list[str] = []
        self.ids: Counter[str] = Counter()
        self.tags: Counter[str] = Counter()
        self.section, self.cell = "", False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.tags[tag] += 1
        self.fetched += [value or "" for name, value in attrs if name in ("src", "href", "xlink:href")]
        self.ids.update([value for name, value in attrs if name == "id" and value])
        if tag == "section":
            self.section = given["id"] or ""
            self.tables[self.section] = []
        elif tag == "tr":
            self.tables[self.section].append([])
        elif tag in ("td", "th"):
            self.tables[self.section][-1].append("")
            self.cell = True

    def handle_endtag(self, tag: str) -> None:
        self.cell = self.cell and tag not in ("td", "th")

    def handle_data(self, data: str) -> None:
        if self.cell:
            self.tables[self.section][-1][-1] += data


def rounded(value: Fraction, places: int = 6) -> str:
    """A percentage, from the definition."""
    return f"{float(value * 100):,.{places}f} %"


def test_the_page_holds_every_figure_as_decimal_and_as_fraction(parts: Parts) -> None:
    found, page = parts.found, Page(page_text(parts.document.game))
    main = found.main
    rows = page.tables["main"]
    assert ["house edge, per ante", rounded(-main.gains.mean), str(-main.gains.mean)] in rows
    assert ["element of risk", rounded(main.element_of_risk), str(main.element_of_risk)] in rows
    assert main.dealer_qualifies is not None
    assert ["the dealer qualifies", rounded(main.dealer_qualifies), str(main.dealer_qualifies)] in rows
    for name, chance in main.actions.items():
        assert [name, rounded(chance), str(chance)] in rows
    for net, chance in main.gains.distribution:
        deals = f"{int(chance * found.deals):,}"
        sign = "+" if net > 0 else "−" if net < 0 else ""
        assert [f"{sign}{abs(net)}", deals, rounded(chance), str(chance)] in rows
    for wager, side in found.sides.items():
        rows = page.tables[wager]
        assert ["house edge", rounded(-side.gains.mean), str(-side.gains.mean)] in rows
        for hand in side.hands:
            line = next(row for row in rows if row[0] == hand.name)
            assert line[1:4] == [f"{hand.combinations:,}", rounded(hand.probability), str(hand.probability)]
            assert line[-2:] == [hand.words, hand.clause]
    for worths in found.pay_tables.values():
        for worth in worths.values():
            assert any(str(worth.gains.mean) in row for row in page.tables["tables"])


def test_combinations_of_a_table_come_to_all_hands(parts: Parts) -> None:
    page = Page(page_text(parts.document.game))
    for wager in parts.found.sides:
        rows = page.tables[wager]
        first = next(place for place, row in enumerate(rows) if row[0] == "hand") + 1
        *hands, together = [int(row[1].replace(",", "")) for row in rows[first:]]
        assert sum(hands) == together


def test_the_page_is_one_file_that_fetches_nothing(parts: Parts) -> None:
    text = page_text(parts.document.game)
    page = Page(text)
    assert page.tags["script"] == page.tags["link"] == page.tags["img"] == 0
    assert all(target.startswith("#") for target in page.fetched)
    assert not re.search(r"@import|url\((?!#)", text)
    assert page.tags["svg"] == page.tags["figure"] == len(parts.document.plots) >= 4
    assert not [name for name, times in page.ids.items() if times > 1]
    assert "prefers-color-scheme: dark" in text
    assert "@media print" in text


def test_odds_are_to_and_never_for(parts: Parts) -> None:
    text = page_text(parts.document.game)
    assert "40 to 1" in text or "300 to 1" in text
    assert not re.search(r"\d for (1|one)\b", text)


def test_tables_that_favour_the_player_are_loud() -> None:
    document = flush().document
    page = page_text(document.game)
    favours = [label for label, worth in flush().found.pay_tables["flush_bonus"].items() if worth.gains.mean > 0]
    assert favours == ["E", "K"]
    assert document.warnings == ("Of the tables to choose from, flush bonus tables E, K FAVOUR THE PLAYER.",)
    assert page.count('<tr class="loud">') >= 2
    assert "FAVOURS THE PLAYER" in printed_text(printed(document.game))
    edges = next(plot for plot in document.plots if plot.name == "edge-flush_bonus")
    loud = [row["table"] for row in edges.spec["data"]["values"] if row["loud"]]
    assert loud == favours


def printed_text(data: bytes) -> str:
    return "\n".join(page.extract_text() for page in PdfReader(BytesIO(data)).pages)


def test_the_print_holds_the_figures_and_brings_its_fonts(parts: Parts) -> None:
    found, data = parts.found, printed(parts.document.game)
    text = " ".join(printed_text(data).split())
    for gains in found.gains.values():
        assert f"{float(-gains.mean * 100):.4f} %" in text
    assert str(found.main.gains.mean) in text
    assert f"{found.deals:,}" in text
    assert code_digest() in text.replace(" ", "")
    for side in found.sides.values():
        for hand in side.hands:
            assert f"{hand.combinations:,}" in text
    for section in parts.document.sections:
        assert section.title in text
    assert all(fonts_embedded(data)) and len(fonts_embedded(data)) > 2


def fonts_embedded(data: bytes) -> list[bool]:
    """Of every font in the file, those of the plots too, whether its glyphs are inside."""
    descriptors = [held for held in _objects(data) if held.get("/Type") == "/FontDescriptor"]
    return [any(key in held for key in ("/FontFile", "/FontFile2", "/FontFile3")) for held in descriptors]


def _objects(data: bytes) -> list[Any]:
    reader = PdfReader(BytesIO(data))
    numbers = range(1, int(str(reader.trailer["/Size"])))
    objects = (reader.get_object(number) for number in numbers)
    return [held for held in objects if isinstance(held, dict)]


class Calculator:
    """Works out a workbook: the few functions its formulas use, on arrays of doubles."""

    def __init__(self, book: Workbook) -> None:
        self.book = book
        self.known: dict[tuple[str, str], Any] = {}

    def cell(self, sheet: str, at: str) -> Any:
        if (sheet, at) not in self.known:
            held = self.book[sheet][at].value
            formula = isinstance(held, str) and held.startswith("=")
            self.known[sheet, at] = self.worked_out(sheet, held[1:]) if formula else held
        return self.known[sheet, at]

    def area(self, sheet: str, area: str) -> Any:
        return np.array([self.cell(sheet, cell.coordinate) for row in self.book[sheet][area] for cell in row])

    def worked_out(self, sheet: str, formula: str) -> Any:
        def reference(found: re.Match[str]) -> str:
            if found["text"]:
                return found["text"]
            where = found["sheet"] or sheet
            at = found["at"].replace("$", "")
            return f"_.{'area' if ':' in at else 'cell'}({where!r}, {at!r})"

        pattern = r"(?P<text>\"[^\"]*\")|(?:'(?P<sheet>[^']+)'!)?(?P<at>\$?[A-Z]{1,2}\$?\d+(?::\$?[A-Z]{1,2}\$?\d+)?)"
        text = re.sub(pattern, reference, formula).replace("^", "**")
        return eval(text, {"_": self, **FUNCTIONS})


def sum_if(area: Any, wanted: Any, sums: Any) -> Any:
    return sums[area > 0].sum() if wanted == ">0" else sums[area == wanted].sum()


FUNCTIONS = {
    "SUM": np.sum,
    "SQRT": np.sqrt,
    "SUMPRODUCT": lambda *areas: np.prod(areas, axis=0).sum(),
    "SUMIF": sum_if,
}


def workbook(parts: Parts, values: bool = False) -> Workbook:
    return openpyxl.load_workbook(BytesIO(made(parts.found.rules.game.name)), data_only=values)


@cache
def made(game: str) -> bytes:
    return xlsx_of(PARTS[game]().found, PARTS[game]().document)


def formulas(book: Workbook) -> list[tuple[str, str]]:
    return [
        (sheet.title, cell.coordinate)
        for sheet in book
        for row in sheet.iter_rows()
        for cell in row
        if isinstance(cell.value, str) and cell.value.startswith("=")
    ]


def test_every_formula_of_the_workbook_comes_to_its_value(parts: Parts) -> None:
    book, values = workbook(parts), workbook(parts, values=True)
    calculator = Calculator(book)
    found = formulas(book)
    assert len(found) > 100
    for sheet, at in found:
        assert calculator.cell(sheet, at) == pytest.approx(values[sheet][at].value, rel=1e-9, abs=1e-12), (sheet, at)


def test_the_workbook_shows_the_labs_figures(parts: Parts) -> None:
    results = workbook(parts, values=True)["Results"]
    lines = {row[0].value: [cell.value for cell in row] for row in results.iter_rows(min_row=4)}
    for name, gains in parts.found.gains.items():
        line = lines[name.replace("_", " ")]
        assert line[1:3] == pytest.approx([float(-gains.mean)] * 2, rel=1e-14)
        assert line[6] == str(gains.mean)


def entries(book: Workbook, sheet: str, head: str) -> dict[str, str]:
    """By hand, the cell in the column under a head."""
    heads = next(row for row in book[sheet].iter_rows() if any(cell.value == head for cell in row))
    column = next(cell.column for cell in heads if cell.value == head)
    found = {}
    assert column
    for row in book[sheet].iter_rows():
        if (row[0].row or 0) <= (heads[0].row or 0):
            continue
        if not row[0].value:
            break
        found[str(row[0].value)] = row[column - 1].coordinate
    return found


def edge(book: Workbook, wager: str) -> Any:
    line = next(row for row in book["Results"].iter_rows() if row[0].value == wager)
    return Calculator(book).cell("Results", line[1].coordinate)


def test_a_changed_payout_moves_the_edge() -> None:
    found = three_card().found
    for label in ("B", "C", "D"):
        book = workbook(three_card())
        cells = entries(book, "Pair plus", "pays, to 1")
        other = found.under("pair_plus", label)
        assert isinstance(other, SideWager)
        pays = {hand.name: hand.pays for hand in other.hands}
        for name, at in cells.items():
            if name in pays:
                book["Pair plus"][at] = pays[name]
        assert edge(book, "pair plus") == pytest.approx(float(-other.gains.mean), rel=1e-12)


def test_a_changed_ante_bonus_and_a_changed_outcome_move_the_edge() -> None:
    found = three_card().found
    book = workbook(three_card())
    bonus = entries(book, "Main game", "pays, to 1")
    book["Main game"][bonus["straight flush"]] = 6
    book["Main game"][bonus["three of a kind"]] = 5
    assert edge(book, "ante") == pytest.approx(float(-found.under("ante_bonus", "1-5-6").gains.mean), rel=1e-12)
    book = workbook(three_card())
    book["Main game"][entries(book, "Main game", "ante")["the dealer does not qualify"]] = 0
    fails = sum(row.deals for row in found.tally.rows if row.outcome.name == "DEALER_FAILS")
    assert edge(book, "ante") == pytest.approx(float(-found.main.gains.mean + Fraction(fails, found.deals)), rel=1e-12)


def test_a_changed_meter_moves_the_progressive() -> None:
    book = workbook(flush())
    meter = next(row for row in book["Progressive"].iter_rows() if row[0].value == "main meter")[1]
    meter.value = 360_000
    higher = analyze("high-card-flush", meter="360000.00")
    assert edge(book, "progressive") == pytest.approx(float(-higher.gains["progressive"].mean), rel=1e-9)


def test_the_workbook_says_what_a_posted_maximum_takes() -> None:
    found = analyze("high-card-flush", options={"max_per_hand": "50.00"})
    book = openpyxl.load_workbook(BytesIO(xlsx_of(found, Parts(found, (), ()).document)))
    plain = flush().found.gains["flush_bonus"].mean
    assert found.gains["flush_bonus"].mean < plain
    assert edge(book, "flush bonus") == pytest.approx(float(-plain), rel=1e-12)
    assert any("maximum" in words for words in Parts(found, (), ()).document.sections[-1].says)


def test_json_is_the_analysis_and_more() -> None:
    data = json.loads(report.rendered(three_card().found, "json"))
    analysis = json.loads(json.dumps(three_card().found.to_dict()))
    assert {name: data[name] for name in analysis} == analysis
    assert data["report"]["code_and_rules"] == f"sha256:{code_digest()}"
    assert data["report"]["tie_rule"] == "the smaller wager"
    assert data["strategy"][0]["rules"][-1]["words"] == "Play queen-six-four or better; fold the rest"
    assert data["sessions"][0]["rounds"] == 1
    assert data["rules"]["tables"][0]["title"] == "Wagers"
    assert any(each["number"] == 16 for each in data["readings"])


def test_the_report_says_how_it_was_computed(parts: Parts) -> None:
    method = parts.document.sections[-1]
    words = " ".join(method.says)
    for wanted in ("exact", "the smaller wager", "optimal over the exact cards", f"{parts.found.deals:,}"):
        assert wanted in words
    facts = dict(parts.document.facts)
    assert code_digest() in facts["Code and rules"]
    assert "version" in facts["pitboss"]


def test_strategy_stands_in_the_report() -> None:
    page = Page(page_text("three-card-poker"))
    rule = next(row for row in page.tables["strategy"] if "Play queen-six-four or better; fold the rest" in row)
    assert rule[2] == "0.000000 %"
    assert any(plot.name == "cost-play" for plot in three_card().document.plots)


def convolved(gains: Moments, rounds: int) -> dict[Fraction, Fraction]:
    """The distribution of a sum of independent rounds, from its definition."""
    sums = {Fraction(0): Fraction(1)}
    for _ in range(rounds):
        longer: defaultdict[Fraction, Fraction] = defaultdict(Fraction)
        for so_far, chance in sums.items():
            for gain, also in gains.distribution:
                longer[so_far + gain] += chance * also
        sums = dict(sorted(longer.items()))
    return sums


@pytest.mark.parametrize("rounds", [1, 2, 5, 10])
def test_percentiles_of_sessions_are_those_of_the_exact_convolution(rounds: int) -> None:
    gains = three_card().found.main.gains
    (session,) = sessions(gains, (rounds,))
    exact = convolved(gains, rounds)
    at_most = dict(zip(exact, accumulate(exact.values()), strict=True))
    for level in LEVELS:
        assert session.results[level] == next(
            sum_ for sum_, chance in at_most.items() if chance >= Fraction(level, 100)
        )
    assert float(session.ahead) == pytest.approx(float(sum(chance for sum_, chance in exact.items() if sum_ > 0)))
    assert session.mean == gains.mean * rounds


def test_sessions_of_half_antes_and_of_gains_far_apart() -> None:
    halves = of_distribution({Fraction(-1): 3, Fraction(3, 2): 2}, 5)
    assert sessions(halves, (1,))[0].results[75] == Fraction(3, 2)
    assert sessions(of_distribution({Fraction(-1): 10**6, Fraction(10**6): 1}, 10**6 + 1)) == ()


def test_the_same_report_has_the_same_bytes() -> None:
    document = three_card().document
    assert html_of(document).decode() == page_text(document.game)
    assert pdf_of(document) == printed(document.game)
    assert xlsx_of(three_card().found, document) == made(document.game)


@pytest.mark.parametrize(
    ("game", "jurisdiction", "options"),
    [
        ("three-card-poker", "nj", {"pair_plus": None}),
        ("three-card-poker", "nj", {"version": "both_compulsory", "pair_plus": "B", "ante_bonus": "1-5-6"}),
        ("high-card-flush", "ma", {"progressive_survives_fold": True, "flush_bonus": "K"}),
        ("high-card-flush", "nj", {"straight_flush_bonus": {"G": [500, 200, 100, 50, 8]}, "progressive": None}),
    ],
)
def test_every_house_gets_its_report(game: str, jurisdiction: str, options: dict[str, Any]) -> None:
    found = analyze(game, jurisdiction, options)
    document = Parts(found, (), sessions(found.main.gains)).document
    assert b"</html>" in html_of(document)
    assert pdf_of(document).startswith(b"%PDF")
    book = openpyxl.load_workbook(BytesIO(xlsx_of(found, document)))
    for name, gains in found.gains.items():
        assert edge(book, name.replace("_", " ")) == pytest.approx(float(-gains.mean), rel=1e-9)


def test_inscriptions_stand_out() -> None:
    """7 to 1 or better, by the usual measure of contrast."""

    def light(colour: str) -> float:
        parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    for felt in (*FELTS.values(), OTHER_FELT):
        assert (light(CREAM) + 0.05) / (light(darker(felt, 25)) + 0.05) >= 7, felt


def run(*arguments: str) -> int:
    with pytest.raises(SystemExit) as ended:
        cli.main(list(arguments))
    return int(ended.value.code or 0)


def test_the_command_writes_what_the_ending_asks(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for ending, begins in (("html", b"<!DOCTYPE"), ("pdf", b"%PDF"), ("XLSX", b"PK"), ("json", b"{")):
        file = tmp_path / f"report.{ending}"
        assert run("report", "three-card-poker", "-O", str(file), "-o", "pair_plus=C") == 0
        assert file.read_bytes().startswith(begins)
    assert json.loads((tmp_path / "report.json").read_text())["options"]["pair_plus"] == "C"
    assert capsys.readouterr() == ("", "")
    assert len(list(tmp_path.iterdir())) == 4


@pytest.mark.parametrize(
    ("output", "code"),
    [
        ("report.doc", "unknown_format"),
        ("report", "unknown_format"),
        ("pair_plus=C", "unknown_format"),
        ("missing/report.html", "file_error"),
        (".", "unknown_format"),
        ("folder.html", "file_error"),
    ],
)
def test_what_cannot_be_written_is_refused_in_a_sentence(
    output: str, code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder.html").mkdir()
    monkeypatch.setattr(Analysis, "__init__", _fails_if_reached)
    assert run("report", "three-card-poker", "-O", output) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"pitboss: {code}: ") and said.count("\n") == 1
    assert [file.name for file in tmp_path.iterdir()] == ["folder.html"]


def _fails_if_reached(self: Analysis, *_: object) -> None:
    raise AssertionError("the lab was asked before the file was looked at")


def test_a_full_disk_leaves_the_old_file_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "report.json"
    file.write_text("before")

    def full(*_: object) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(OSError, match="No space left") as raised:
        report.write_report(three_card().found, file)
    assert raised.value.filename == str(file)
    assert file.read_text() == "before"
    assert [each.name for each in tmp_path.iterdir()] == ["report.json"]


LIMITED = """
import resource, sys
from pitboss import cli
resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))
cli.main(["report", "three-card-poker", "-O", sys.argv[1]])
"""


def test_a_file_that_does_not_fit_ends_in_a_sentence(tmp_path: Path) -> None:
    """The system stops the file after 20,000 bytes, as a full disk would."""
    three_card()
    file = tmp_path / "report.html"
    done = subprocess.run([sys.executable, "-c", LIMITED, str(file)], capture_output=True, text=True, timeout=300)
    assert done.returncode == 2
    assert done.stderr == f"pitboss: file_error: File too large: {file}\n"
    assert list(tmp_path.iterdir()) == []


def test_an_unknown_format_is_refused_by_the_library_too(tmp_path: Path) -> None:
    with pytest.raises(Refusal, match=r"\.html, \.pdf, \.xlsx, \.json"):
        report.write_report(three_card().found, tmp_path / "report.txt")
