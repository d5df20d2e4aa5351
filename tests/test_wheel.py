"""What an installed package has that a checkout reads from its own folders (16.E4)."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from pitboss.clause_marks import marks_in, write_marks
from pitboss.clauses import matrix

HERE = Path(__file__).resolve().parents[1]


def test_16_e4_clauses_of_an_installed_package_carry_their_tests(tmp_path: Path) -> None:
    """The package alone, as a wheel has it, with the marks that `setup.py` writes into it."""
    package = tmp_path / "lib" / "site" / "pitboss"
    shutil.copytree(HERE / "src" / "pitboss", package, ignore=shutil.ignore_patterns("__pycache__"))
    write_marks(HERE / "tests", package)
    done = subprocess.run(
        [sys.executable, "-P", "-m", "pitboss", "clauses", "--json"],
        capture_output=True,
        text=True,
        timeout=300,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(package.parent)},
    )
    found = json.loads(done.stdout)["clauses"]
    assert found == msgspec.to_builtins(matrix())
    assert sum(bool(clause["tests"]) for clause in found) > 500


def test_16_e4_a_wheel_without_marks_is_not_built(tmp_path: Path) -> None:
    (tmp_path / "tests").mkdir()
    with pytest.raises(FileNotFoundError):
        write_marks(tmp_path / "tests", tmp_path)
    assert not [*tmp_path.glob("*.json")]


def test_16_e4_the_build_writes_the_marks() -> None:
    """With the build's own names: setuptools is not part of the environment that the tests need."""
    text = (HERE / "setup.py").read_text()
    assert '"build_py": WithMarks' in text and "write_marks(HERE / " in text
    assert "recursive-include tests *.py" in (HERE / "MANIFEST.in").read_text(), "a wheel is built from an sdist too"
    assert [*marks_in(HERE / "tests")]
