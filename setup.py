"""Builds the package by pyproject.toml, with the tests of each clause as data (src/pitboss/clause_marks.py)."""

from pathlib import Path
from runpy import run_path

from setuptools import setup
from setuptools.command.build_py import build_py

HERE = Path(__file__).resolve().parent


class WithMarks(build_py):
    """`pitboss clauses` prints the tests of each clause also where the tests are not installed."""

    def run(self) -> None:
        super().run()
        if not self.editable_mode:
            write_marks = run_path(str(HERE / "src" / "pitboss" / "clause_marks.py"))["write_marks"]
            write_marks(HERE / "tests", Path(self.build_lib) / "pitboss")


setup(cmdclass={"build_py": WithMarks})
