"""Issue 15, safety net 4: `tools/compare` finds what another revision does otherwise, and what is not explained."""

import json
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(HERE / "tools"))

import compare  # noqa: E402

OPENED = {"event": "table_opened", "version": "0.3.0"}


def step(*events: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A step that everybody sees as it is."""
    return (
        {"do": "pay", "events": [*events], "postings": [[]] * len(events), "seen": {"dealer": [*events]}}
        | {"views": {"dealer": {"round": 1, "choices": []}}}
        | more
    )


def paths(before: dict[str, Any], after: dict[str, Any]) -> list[str]:
    return [path for path, *_ in compare.step_differences("craps/rail", before, after)]


def test_each_difference_has_the_path_of_its_field() -> None:
    paid = {"event": "wagers_paid", "rows": [{"pays": "5.00"}, {"pays": "6.00"}]}
    other = {"event": "wagers_paid", "rows": [{"pays": "5.00"}, {"pays": "7.00"}]}
    assert paths(step(paid), step(other)) == [
        "events/craps/rail/wagers_paid.rows[1].pays",
        "seen/craps/rail/dealer/wagers_paid.rows[1].pays",
    ]
    assert paths(step(paid), step(paid, postings=[[["tray", "player:p1", 5]]])) == ["postings/craps/rail/wagers_paid"]
    assert paths(step(paid), {"do": "pay", "refused": {"code": "not_now"}}) == ["steps/craps/rail/pay"]
    refused = [{"do": "pay", "refused": {"code": code, "message": "Wait."}} for code in ("not_now", "not_next")]
    assert paths(*refused) == ["refusals/craps/rail/pay.code"]
    assert paths({"last": {"rounds": 1}}, {"last": {"rounds": 2}}) == ["last/craps/rail.rounds"]


def test_what_is_offered_is_named_by_its_command() -> None:
    call, fold = {"do": "call", "what": "card_exposed"}, {"do": "decide", "action": "fold"}
    views = [{"dealer": {"choices": offered}} for offered in ([fold], [call, fold], [fold, call])]
    assert paths(step(views=views[0]), step(views=views[1])) == ["views/craps/rail/dealer.choices[+call.card_exposed]"]
    assert paths(step(views=views[1]), step(views=views[0])) == ["views/craps/rail/dealer.choices[-call.card_exposed]"]
    assert paths(step(views=views[1]), step(views=views[2])) == ["views/craps/rail/dealer.choices"], "another order"


def test_frames_are_compared_by_type() -> None:
    frames = [[{"type": "events", "view": {"round": number}}] for number in (1, 2)]
    one, other, more = ({"do": "wait", "frames": {"player p1": each}} for each in (*frames, frames[0] * 2))
    assert paths(one, other) == ["frames/craps/rail/player/events.view.round"]
    assert paths(one, more) == ["frames/craps/rail/player"]
    assert paths(one, one) == []


def test_a_field_is_absent_or_of_another_type() -> None:
    assert [each[0] for each in compare.fields("x", {"a": 1, "b": 1}, {"a": True, "c": 1})] == ["x.a", "x.b", "x.c"]
    assert list(compare.fields("x", {"a": [1, {"b": None}]}, {"a": [1, {"b": None}]})) == []


@pytest.mark.parametrize(
    ("pattern", "path", "fits"),
    [
        ("*/table_opened.edition", "seen/craps/rail/dealer/table_opened.edition", True),
        ("events/craps/*/wagers_paid.rows[*].pays", "events/craps/rail/wagers_paid.rows[*].pays", True),
        ("events/craps/*/wagers_paid.rows[*].pays", "events/craps/rail/wagers_paid.rows[*].clause", False),
        ("events/craps/*", "settle/events/craps/x", False),
    ],
)
def test_a_pattern_explains_the_paths_it_fits(pattern: str, path: str, fits: bool) -> None:
    text = f'release = "x"\n[[explained]]\nitem = "15.3"\npaths = {json.dumps([pattern])}\nwhy = "So it is."\n'
    _, explained = compare.read_explanations(text)
    assert bool(compare.explanation_of(path, explained)) == fits


def test_what_is_not_explained_fails_and_what_no_longer_occurs_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    _, explained = compare.read_explanations(compare.EXPLAINED.read_text())
    differences = [
        compare.Difference(f"views/craps/rail/player.positions.{place}.cards[0]", "drill 1:7, step 3", "Ah", "??")
        for place in (2, 5)
    ]
    assert compare.report(compare.grouped(differences), explained, release=True) == 1
    said = capsys.readouterr().out
    assert "NOT EXPLAINED, 2 times: views/craps/rail/player.positions.*.cards[*]" in said
    assert 'before: "Ah"' in said and 'after:  "??"' in said and "drill 1:7, step 3" in said
    assert "explained and not found in this corpus: */table_opened.edition" in said
    assert compare.report({}, [], release=True) == 0


def test_the_release_is_written_down_and_each_explanation_has_its_item() -> None:
    release, explained = compare.read_explanations(compare.EXPLAINED.read_text())
    assert len(release) == 40
    assert all(each.why.startswith("(") and each.why.endswith(".") for each in explained)


def test_a_clone_without_the_commit_says_so(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="this clone does not have it"):
        compare.check_out("0" * 40, tmp_path)


PLANTED = {
    "bank/ledger.py": ('"tip_box"', '"tips"'),
    "shoe/hands.py": ("bust with", "busted with"),
    "table/views.py": ('"betting": state.betting', '"betting": not state.betting'),
}
"""Changes that a person might make by mistake, each in a part of its own."""


def test_planted_changes_are_found_and_nothing_else(tmp_path: Path) -> None:
    """Both trees play the same corpus: without a change every line is the same."""
    changed = tmp_path / "changed"
    shutil.copytree(HERE / "src", changed, ignore=shutil.ignore_patterns("__pycache__"))
    for name, (was, becomes) in PLANTED.items():
        file = changed / "pitboss" / name
        assert was in file.read_text(), name
        file.write_text(file.read_text().replace(was, becomes))
    same, work = (compare.tree(src, tmp_path / "bytecode") for src in (HERE / "src", changed))
    played = [compare.Tables() for _ in range(2)]
    assert list(compare.compare_tables(same, same, tmp_path, 12, 0, played[0])) == []
    groups = compare.grouped(compare.compare_tables(same, work, tmp_path, 12, 0, played[1]))
    assert played[0].counted == played[1].counted and played[0].counted["events"] > 500
    assert {path.split("/")[0] for path in groups} == {"postings", "views", "frames", "last"}
    seen = [path for path in groups if path.startswith(("views/", "frames/"))]
    assert {path.split(".")[-1] for path in seen} == {"betting", "counts"}
    corpus = compare.corpus_of_rounds(played[0].rounds)
    assert list(compare.compare_settlements(same, same, corpus, tmp_path)) == []
    groups = compare.grouped(compare.compare_settlements(same, work, corpus, tmp_path))
    assert groups and {path.split(".")[-1] for path in groups} == {"hand"}
