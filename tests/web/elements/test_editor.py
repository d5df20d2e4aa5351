"""editor.js: a pay table edited live, its edge a sum of products made anew with every key."""

from fractions import Fraction
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.elements.bench import Bench

ROWS = [
    {"hand": "flush", "deals": "20", "share": False, "clause": "X 1"},
    {"hand": "pair", "deals": "300", "share": False, "clause": "X 2"},
]
EDITOR: dict[str, Any] = {
    "wager": "bonus",
    "title": "bonus",
    "deals": "1000",
    "base": "1",
    "returns_stake": True,
    "stake": None,
    "meter": None,
    "blocks": [
        {
            "rows": ROWS,
            "tables": [
                {"label": "A", "in_force": False, "pays": ["5", "1"]},
                {"label": "", "in_force": True, "pays": ["4", None]},
            ],
        },
        {"rows": ROWS[:1], "tables": [{"label": "C", "in_force": False, "pays": ["9"]}]},
    ],
}
PROGRESSIVE = EDITOR | {
    "stake": "1.00",
    "returns_stake": False,
    "meter": "10000.00",
    "blocks": [
        {
            "rows": [ROWS[0] | {"share": True}, ROWS[1]],
            "tables": [{"label": "A", "in_force": True, "pays": ["10", "50"]}],
        }
    ],
}
ALLOWED = {"says": "The text prints it.", "allowed": True, "clause": "X 9"}


def edge(bench: Bench, editor: dict[str, Any], pays: list[str | None], meter: int = 0) -> Fraction:
    found = bench.run(
        "editor.js",
        "({ edge }, [editor, rows, pays, meter]) => `${edge(editor, rows, pays, meter)}`",
        [editor, editor["blocks"][0]["rows"], pays, meter],
    )
    return Fraction(found)


@pytest.mark.parametrize("pays", [["5", "1"], ["5", None], [None, None], ["0", "0"], ["999999999", "1"]])
def test_the_edge_is_what_is_staked_less_what_comes_back(bench: Bench, pays: list[str | None]) -> None:
    returned = sum(
        Fraction(deals, 1000) * (int(each) + 1) for deals, each in zip((20, 300), pays, strict=True) if each is not None
    )
    assert edge(bench, EDITOR, pays) == 1 - returned


def test_a_share_of_the_meter_is_paid_down_to_the_cent(bench: Bench) -> None:
    found = edge(bench, PROGRESSIVE, ["10", "50"], 1_000_009)
    assert found == 1 - (Fraction(20, 1000) * 100_000 + Fraction(300, 1000) * 5_000) / 100


def edit(bench: Bench, editor: dict[str, Any] = EDITOR, *said: Any) -> None:
    bench.answers("/sheets/some-game/nj/posting", *(said or (ALLOWED,)))
    bench.show("editor.js", "({ edited }, editor) => edited('some-game', 'nj', editor)", editor)


def test_it_begins_with_the_table_in_force(bench: Bench) -> None:
    edit(bench)
    assert bench.page.get_by_label("Begin with table").locator("option").all_text_contents() == [
        "A",
        "the text's (in force)",
        "C",
    ]
    assert bench.each("tbody input", "it.value") == ["4", ""]
    assert (bench.texts("output"), bench.texts(".outcome .exact")) == (["90.0000 %"], ["exactly 9/10"])
    expect(bench.page.locator(".law")).to_have_text("✓ Allowed. The text prints it. X 9")
    assert bench.asked == [("GET", "/sheets/some-game/nj/posting?wager=bonus&pays=4%2C-", None)]
    bench.page.get_by_label("Begin with table").select_option("C")
    assert bench.texts("tbody label") == ["flush"] and bench.each("tbody input", "it.value") == ["9"]


def test_every_key_counts_and_what_favours_the_player_says_so(bench: Bench) -> None:
    edit(bench, EDITOR, (422, {"message": "Post less.", "code": "x"}))
    bench.page.get_by_label("pair").press_sequentially("9")
    assert bench.texts("output") == ["-210.0000 %"]
    assert bench.texts(".outcome strong")[0] == "favours the player" and bench.main.locator(".loud output").count() == 1
    bench.page.get_by_label("pair").press("Backspace")
    assert bench.texts(".outcome strong")[0] == "" and bench.main.locator(".loud").count() == 0
    expect(bench.page.locator(".law")).to_have_text("Post less.")


def test_what_the_text_does_not_allow_says_why(bench: Bench) -> None:
    edit(bench, EDITOR, ALLOWED | {"allowed": False, "says": "Post no less."})
    expect(bench.page.locator(".law")).to_have_text("✗ Not allowed. Post no less. X 9")
    expect(bench.page.locator(".law")).to_have_class("law may-not")


def test_what_is_no_number_is_marked(bench: Bench) -> None:
    edit(bench)
    for written in ("four", "-1", "1.5", "1234567890"):
        bench.page.get_by_label("flush").fill(written)
        assert bench.each("tbody input", "it.ariaInvalid") == ["true", "false"], written
        expect(bench.page.locator(".law")).to_contain_text("Write whole numbers")
    bench.page.get_by_label("flush").fill(" 7 ")
    expect(bench.page.locator(".law")).to_contain_text("Allowed")
    assert bench.each("tbody input", "it.ariaInvalid") == ["false", "false"]


WRONG_AT_ONCE = """({ edited }, editor) => {
  const shown = edited("some-game", "nj", editor), field = shown.querySelector("tbody input");
  field.value = "four";
  field.dispatchEvent(new Event("input"));
  return shown;
}"""


def test_the_word_on_an_older_table_does_not_lie_over_a_wrong_field(bench: Bench) -> None:
    bench.show("editor.js", WRONG_AT_ONCE, EDITOR)
    bench.page.wait_for_timeout(250)
    expect(bench.page.locator(".law")).to_contain_text("Write whole numbers")
    assert bench.asked == []


def test_a_meter_is_money(bench: Bench) -> None:
    edit(bench, PROGRESSIVE)
    assert bench.texts(".pays") == ["% of the meter", "$"]
    before = bench.texts("output")
    bench.page.get_by_label("meter").fill("20000.00")
    assert bench.texts("output") != before
    bench.page.get_by_label("meter").fill("20000.0")
    expect(bench.page.locator(".law")).to_contain_text("A meter is money")
