"""Options, output files and the environment on the command line (issue 16, E1, E2 and E4)."""

import asyncio
import importlib.util
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import pitboss
from pitboss import cli
from pitboss.floor.serve import stop_on_signals
from pitboss.ranking.compiled import home

SHEET = ["report", "high-card-flush", "-o", "flush_bonus=K"]


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        [sys.executable, "-m", "pitboss", *arguments],
        capture_output=True,
        text=True,
        timeout=300,
        env=os.environ | environment,
    )
    assert "Traceback" not in done.stderr, done.stderr
    return done


def refused(*arguments: str, capsys: pytest.CaptureFixture[str]) -> str:
    with pytest.raises(SystemExit) as ended:
        cli.main([*arguments])
    assert ended.value.code == 2
    return capsys.readouterr().err


# E1


def test_e1_o_is_an_option_of_the_house_in_report_too(tmp_path: Path) -> None:
    file = tmp_path / "sheet.json"
    with pytest.raises(SystemExit) as ended:
        cli.main(["report", "three-card-poker", "-o", "pair_plus=C", "-O", str(file)])
    assert ended.value.code == 0
    assert json.loads(file.read_text())["options"]["pair_plus"] == "C"


def test_e1_a_file_given_as_an_option_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = refused(*SHEET, "-o", "x.json", "-O", str(tmp_path / "y.json"), capsys=capsys)
    assert "bad_option" in said and "-O" in said
    assert not [*tmp_path.iterdir()]


def test_e1_a_report_needs_an_output_and_takes_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "-O/--output" in refused(*SHEET, capsys=capsys)
    files = [str(tmp_path / "a.json"), str(tmp_path / "b.json")]
    said = refused(*SHEET, "-O", files[0], "--output", files[1], capsys=capsys)
    assert "give --output only once" in said
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize(
    "command",
    [
        ("layout", "three-card-poker", "--output", "{}"),
        ("play", "three-card-poker", "--log", "{}"),
        ("table", "run", "-", "--rounds", "{}"),
    ],
)
def test_16_e1_every_output_is_given_once(
    command: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = str(tmp_path / "a.svg"), str(tmp_path / "b.svg")
    *start, option, _ = command
    said = refused(*start, option, files[0], option, files[1], capsys=capsys)
    assert f"give {option} only once" in said
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize("command", [("report", "three-card-poker"), ("layout", "three-card-poker")])
def test_16_e1_a_file_given_with_o_is_refused_by_every_command_that_writes_one(
    command: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = str(tmp_path / "x.svg")
    assert "-O/--output" in refused(*command, "-o", file, capsys=capsys)
    output = str(tmp_path / ("y.json" if command[0] == "report" else "y.svg"))
    assert "bad_option" in refused(*command, "-o", file, "-O", output, capsys=capsys)
    assert not [*tmp_path.iterdir()]


# E2


@pytest.mark.parametrize(
    ("ending", "module", "package"),
    [("pdf", "typst", "typst"), ("html", "vl_convert", "vl-convert-python"), ("xlsx", "xlsxwriter", "XlsxWriter")],
)
def test_e2_a_missing_extra_is_found_before_anything_is_counted(
    ending: str,
    module: str,
    package: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    found = importlib.util.find_spec

    def without(name: str, *more: Any) -> Any:
        return None if name == module else found(name, *more)

    def counted(*_: object) -> None:
        raise AssertionError("the lab was asked before the packages were looked for")

    monkeypatch.setattr("pitboss.extras.find_spec", without)
    monkeypatch.setattr("pitboss.lab.analysis.Analysis.__init__", counted)
    said = refused("report", "three-card-poker", "-O", str(tmp_path / f"sheet.{ending}"), capsys=capsys)
    assert said.startswith("pitboss: extra_missing: ") and said.count("\n") == 1
    assert package in said and "pip install 'pitboss[reports]'" in said


def test_16_e2_a_layout_as_pdf_looks_for_typst_before_it_draws(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def drawn(*_: object) -> None:
        raise AssertionError("the layout was drawn before Typst was looked for")

    monkeypatch.setattr("pitboss.extras.find_spec", lambda name: None)
    monkeypatch.setattr("pitboss.layout.sheet.sheet_of", drawn)
    said = refused("layout", "three-card-poker", "-O", str(tmp_path / "layout.pdf"), capsys=capsys)
    assert said.startswith("pitboss: extra_missing: ") and said.count("\n") == 1
    assert "typst" in said and "pip install 'pitboss[reports]'" in said and ".svg" in said


def test_e2_a_json_report_needs_no_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.extras.find_spec", lambda name: None)
    with pytest.raises(SystemExit) as ended:
        cli.main(["report", "three-card-poker", "-O", str(tmp_path / "sheet.json")])
    assert ended.value.code == 0


# E4


def test_e4_version() -> None:
    assert run("--version").stdout == f"pitboss {pitboss.__version__}\n"


def test_e4_the_cache_follows_xdg_cache_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PITBOSS_CACHE", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    assert home() == tmp_path / ".cache" / "pitboss"
    monkeypatch.setenv("XDG_CACHE_HOME", "relative/path")
    assert home() == tmp_path / ".cache" / "pitboss", "the standard has only absolute paths"
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "caches"))
    assert home() == tmp_path / "caches" / "pitboss"
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path / "own"))
    assert home() == tmp_path / "own"


@pytest.mark.parametrize("columns", [80, 100, 200])
def test_e4_tables_are_as_wide_as_columns_says(columns: int) -> None:
    lines = run("games", COLUMNS=str(columns)).stdout.splitlines()
    assert max(map(len, lines)) <= columns


@pytest.mark.parametrize(("command", "name"), [("games", "games"), ("clauses", "clauses"), ("readings", "readings")])
def test_e4_lists_as_json_are_named_inside_an_object(command: str, name: str) -> None:
    found = json.loads(run(command, "--json").stdout)
    assert isinstance(found, dict) and isinstance(found[name], list) and found[name]


@pytest.mark.parametrize("error", [NotImplementedError, AttributeError])
def test_e4_a_server_closes_on_signals_where_the_loop_takes_none(
    error: type[Exception], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on Windows, where `add_signal_handler` is not implemented, or in a loop that does not have it."""
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}

    async def test() -> None:
        def missing(*_: object) -> None:
            raise error

        monkeypatch.setattr(asyncio.get_running_loop(), "add_signal_handler", missing)
        stop = asyncio.Event()
        stop_on_signals(stop)
        os.kill(os.getpid(), signal.SIGTERM)
        await asyncio.wait_for(stop.wait(), 10)

    try:
        asyncio.run(test())
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def test_16_e4_the_process_that_counts_for_the_pages_closes_without_an_error() -> None:
    """It waits for the end of its input in a thread, which locked the input's buffer: Python aborted at its exit."""
    command = [sys.executable, "-P", "-m", "pitboss.web.sheets", "craps", "nj", "clauses"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout and process.stderr
        made, errors = process.stdout.read(), process.stderr.read()
        assert process.wait(60) == 0, errors
    assert b"Fatal" not in errors and b"Traceback" not in errors
    what, size = made.split(b"\n", 1)[0].split()
    assert (what, int(size)) == (b"whole", len(made.split(b"\n", 1)[1]))


@pytest.mark.parametrize(
    "command",
    [
        ("games",),
        ("rules", "craps"),
        ("clauses", "-g", "craps"),
        ("readings",),
        ("readings", "craps"),
        ("analyze", "craps"),
        ("paytables", "craps"),
        ("strategy", "craps"),
        ("strategy", "three-card-poker"),
        ("strategy", "three-card-poker", "--hand", "Qh 6c 4d"),
        ("audit", "manifest"),
    ],
)
def test_16_e4_every_json_is_one_object_with_named_lists(
    command: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.main([*command, "--json"])
    assert ended.value.code == 0
    found = json.loads(capsys.readouterr().out)
    assert isinstance(found, dict)
    lists = [name for name, value in found.items() if isinstance(value, list) and value]
    assert lists or isinstance(found["wagers"], dict)


@pytest.mark.parametrize("command", ["games", "rules high-card-flush", "clauses --find qualifying", "readings craps"])
def test_e4_no_word_is_broken_at_80_columns(command: str) -> None:
    """What stands in a wide table stands in a narrow one too, word for word; only longer words than a line break."""
    wide, narrow = (run(*command.split(), COLUMNS=columns).stdout for columns in ("1000", "80"))
    assert max(map(len, narrow.splitlines())) <= 80
    long = {word for word in wide.split() if 9 <= len(word) <= 70 and not {*word} <= {"─"}}
    assert long and not long - {word.rstrip(":") for word in narrow.split()} - {*narrow.split()}
