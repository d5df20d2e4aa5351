"""Nothing that somebody else has written is obeyed by a terminal (16.C11): ESC, C1 controls, turned writing."""

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError
from rich.console import Console

from pitboss.cli import main
from pitboss.floor import serve
from pitboss.floor.api.forms import Reason, TablePlan
from pitboss.floor.logs import Log
from pitboss.refusal import printable, printable_json, shown
from pitboss.store import Batch, Record, open_store
from pitboss.terminal import print_json, print_tables

EVIL = "\x1b]0;owned\x07\x1b[2J \x9b31m \x7f \u202egnp.exe \u2066 \r over"
CONTROLS = {*"\x1b\x07\x9b\x7f\u202e\u2066\r\x08\x85\u2028"}


def is_clean(text: str) -> bool:
    return not CONTROLS & {*text}


def test_16_c11_control_characters_are_written_out() -> None:
    assert printable("a\x1b[1mb\x9b\u202e\nc é 李") == "a\\x1b[1mb\\x9b\\u202e\nc é 李"
    assert is_clean(printable(EVIL)) and is_clean(shown(EVIL)) and is_clean(shown([EVIL]))
    assert json.loads(printable_json(json.dumps({"a": EVIL}, ensure_ascii=False))) == {"a": EVIL}


def test_16_c11_in_the_log() -> None:
    out = io.StringIO()
    Log(out).error("fault", table=EVIL, agent=EVIL)
    assert is_clean(out.getvalue()) and json.loads(out.getvalue())["agent"] == EVIL


def test_16_c11_in_tables_and_json(capsys: pytest.CaptureFixture[str]) -> None:
    out = io.StringIO()
    for width in (200, 20):  # as a table, and as paragraphs
        print_tables([(EVIL, ["what", "why"], [["x", EVIL], [EVIL, "y"]])], Console(file=out, width=width))
    assert is_clean(out.getvalue()) and "\\x1b" in out.getvalue()
    print_json({"reason": EVIL})
    said = capsys.readouterr().out
    assert is_clean(said) and json.loads(said) == {"reason": EVIL}


def test_16_c11_at_the_start_of_the_server(capsys: pytest.CaptureFixture[str]) -> None:
    serve.say(f"data {EVIL}\ngrace 10")
    said = capsys.readouterr().out
    assert is_clean(said) and said.count("\n") == 2


@pytest.mark.parametrize("form", [[], ["--json"], ["--csv"]])
def test_16_c11_what_a_store_holds(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, form: list[str]
) -> None:
    """A reason that an older program has taken is printed by `pitboss audit` on a terminal."""
    file = tmp_path / "a.db"
    with open_store(str(file), program="tests") as store:
        store.commit(Batch(at=1, records=(Record(kind="void", component="t1", who="sue", reason=EVIL),)))
    if form == ["--csv"]:
        monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    with pytest.raises(SystemExit) as ended:
        main(["audit", "significant", "--database", str(file), *form])
    said = capsys.readouterr()
    assert ended.value.code == 0 and is_clean(said.out + said.err)


def test_16_c11_a_refusal_and_a_files_name(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for arguments in (["settle", f"{tmp_path}/{EVIL}"], ["rules", EVIL], ["store", "check", "--database", f"no{EVIL}"]):
        with pytest.raises(SystemExit) as ended:
            main(arguments)
        said = capsys.readouterr()
        assert ended.value.code and is_clean(said.out + said.err) and said.err


@pytest.mark.parametrize("text", [EVIL, "abc\x1b", "abc\x85", "abc\u202e", "abc\nd", "\x00abc"])
def test_16_c11_such_reasons_and_titles_are_not_taken(text: str) -> None:
    reasons: TypeAdapter[Any] = TypeAdapter(Reason)
    assert reasons.validate_python("Zoë: 李明, ½ — “why”") == "Zoë: 李明, ½ — “why”"
    with pytest.raises(ValidationError):
        reasons.validate_python(text)
    with pytest.raises(ValidationError):
        TablePlan(id="x", table={}, title=text)
