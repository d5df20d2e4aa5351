"""The set-up of `./pitboss` shows progress (16.E5)."""

import importlib.machinery
import importlib.util
import re
import sys
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).resolve().parents[1]

INSTALLER = """
import pathlib, sys
venv, names = pathlib.Path(sys.argv[1]), sys.argv[2].split()
for name in names:
    print(sys.argv[3] % name)
    print("  Downloading %s-1.0-py3-none-any.whl (2 kB)" % name.replace("-", "_"))
site = venv / "lib" / "python3" / "site-packages"
for name in names:
    (site / f"{name}-1.dist-info").mkdir(parents=True)
sys.exit(int(sys.argv[4]))
"""
NAMES = [f"package-{letter}" for letter in "abcdefghijklmnopqrst"]


@pytest.fixture
def launcher(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The launcher as a module, with a .venv of its own."""
    loader = importlib.machinery.SourceFileLoader("launcher", str(HERE / "pitboss"))
    spec = importlib.util.spec_from_loader("launcher", loader)
    assert spec
    module: Any = importlib.util.module_from_spec(spec)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    loader.exec_module(module)
    module.VENV = str(tmp_path / ".venv")
    tmp_path.joinpath("some.lock").write_text("".join(f"{name}==1 \\\n    --hash=sha256:0\n" for name in NAMES))
    return module


def installer(tmp_path: Path, line: str, status: int = 0) -> list[str]:
    """A command that prints as pip or uv does; the lock file is its last argument."""
    given = [str(tmp_path / ".venv"), " ".join(NAMES), line, str(status)]
    return [sys.executable, "-c", INSTALLER, *given, str(tmp_path / "some.lock")]


@pytest.mark.parametrize("line", ["Collecting %s==1 (from -r some.lock (line 1))", " + %s==1", "Downloading %s (2MiB)"])
def test_16_e5_the_set_up_says_which_package_of_how_many_and_how_long(
    launcher: Any, line: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert launcher.succeeds(installer(tmp_path, line))
    shown = capsys.readouterr().err.splitlines()
    assert re.fullmatch(r"pitboss: installed 20 packages in \d+ s", shown[-1])
    assert 2 <= len(shown) <= 12
    for each in shown[:-1]:
        assert re.fullmatch(r"pitboss: (package \d+ of 20 \(package-[a-t]\)|installed \d+ of 20), \d+ s", each), each


def test_16_e5_on_a_terminal_one_line_changes(
    launcher: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    assert launcher.succeeds(installer(tmp_path, "Collecting %s==1"))
    shown = capsys.readouterr().err
    assert shown.count("\n") == 1 and shown.count("\r\x1b[K") >= 21, "and once more after a second without a line"
    assert shown.startswith("\r\x1b[Kpitboss: ")


def test_16_e5_a_set_up_that_fails_shows_what_the_installer_printed(
    launcher: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert not launcher.succeeds(installer(tmp_path, "Collecting %s==1", status=1))
    shown = capsys.readouterr().err
    assert all(f"Collecting {name}==1\n" in shown for name in NAMES)


def test_16_e5_the_number_of_packages_is_that_of_the_lock_files(launcher: Any) -> None:
    for name in ("requirements.lock", "requirements-dev.lock"):
        text = (HERE / name).read_text()
        names = {line.split("==")[0] for line in text.splitlines() if re.match(r"[A-Za-z0-9_.-]+==", line)}
        assert 0 <= len(names) - launcher.packages_in(str(HERE / name)) <= 2, "packages of other systems"


def test_16_e5_no_empty_file_lies_in_the_root() -> None:
    """Such as one named None, which a command once left there."""
    assert not [
        file.name for file in HERE.iterdir() if file.is_file() and not file.stat().st_size and file.name[0] != "."
    ]
