"""rows.js: a report as a table, its figures to the right, its files to take away."""

import pytest

from tests.web.elements.bench import Bench

LINES = [
    {"table": "t1", "drop": "1234.50", "rounds": 7, "net_win": "-3.00", "at": None},
    {"table": "t2", "drop": "", "rounds": 0, "net_win": "0.00"},
]
COLUMNS = ["table", "drop", "rounds", "net_win", "at"]


def test_a_report_has_its_heads_figures_and_money(bench: Bench) -> None:
    bench.show(
        "rows.js",
        "({ rows }, [columns, lines]) => rows(columns, lines, { heads: { drop: 'Drop (USD)' } })",
        [COLUMNS, LINES],
    )
    assert bench.texts("#main th") == ["table", "Drop (USD)", "rounds", "net win", "at"]
    assert bench.texts("#main td") == ["t1", "1,234.50", "7", "−3.00", "", "t2", "", "0", "0.00", ""]
    assert bench.texts("#main th.figure") == ["Drop (USD)", "rounds", "net win"]
    assert bench.main.locator("tr:last-child td.figure").count() == 3
    assert bench.page.get_by_role("group", name="Rows").get_attribute("tabindex") == "0", "it is scrolled by keyboard"


def test_a_cell_may_be_an_element(bench: Bench) -> None:
    bench.show(
        "rows.js",
        "({ rows }) => rows(['it'], [{ it: Object.assign(document.createElement('a'), { textContent: 'Round 7' }) }])",
    )
    assert bench.texts("#main td > a") == ["Round 7"]


@pytest.mark.parametrize(("options", "says"), [({}, "Nothing yet."), ({"empty": "No hits."}, "No hits.")])
def test_an_empty_report_says_so(bench: Bench, options: dict[str, str], says: str) -> None:
    bench.show("rows.js", "({ rows }, options) => rows(['a'], [], options)", options)
    assert bench.texts("#main p") == [says] and bench.main.locator("table").count() == 0


def test_files_come_with_the_same_question(bench: Bench) -> None:
    bench.show("rows.js", "({ downloads }) => downloads('drop', { since: '2026-01-02', word: 'a&b' })")
    files = bench.main.locator("a").evaluate_all(
        "all => all.map((each) => [each.textContent, each.getAttribute('href'), each.download])"
    )
    assert files == [
        [kind.upper(), f"/api/reports/drop?since=2026-01-02&word=a%26b&format={kind}", f"drop.{kind}"]
        for kind in ("csv", "json")
    ]


def test_a_time_is_read_to_the_second(bench: Bench) -> None:
    assert bench.run(
        "rows.js", "({ when }, given) => given.map(when)", [1_767_225_599_999_999, 0, "2026-01-02T03:04:05.678Z"]
    ) == [*("2025-12-31 23:59:59", "1970-01-01 00:00:00", "2026-01-02 03:04:05")]
