"""Which test checks which clause, read from the `@checks("…")` marks of the tests.

A wheel has no tests, so `setup.py` writes the marks into it as data. Only the standard library is used here: a
wheel is built without the packages that pitboss runs on.
"""

import ast
import json
from collections.abc import Iterator
from pathlib import Path

DATA = "clause_marks.json"
"""The file in an installed package; a checkout has none, and its tests are read."""

Mark = tuple[str, str]
"""A clause, and the test that checks it."""


def marks_of(package: Path) -> list[Mark]:
    """The marks that the package was built with, or those in the tests of its checkout."""
    data = package.joinpath(DATA)
    if data.is_file():
        return [(clause, test) for clause, test in json.loads(data.read_text(encoding="utf-8"))["marks"]]
    return list(marks_in(package.parent.parent.joinpath("tests")))


def marks_in(folder: Path) -> Iterator[Mark]:
    """Every clause named in a `@checks(...)` above a test of this folder, with the test's name."""
    for file in sorted(folder.rglob("test_*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                for decorator in node.decorator_list:
                    if isinstance(decorator, ast.Call) and getattr(decorator.func, "id", "") == "checks":
                        for argument in decorator.args:
                            name = f"{file.relative_to(folder.parent).as_posix()}::{node.name}"
                            yield ast.literal_eval(argument), name


def write_marks(folder: Path, package: Path) -> None:
    """Write the marks of a folder of tests into a package. Without tests a wheel would say that none exist."""
    found = list(marks_in(folder))
    if not found:
        raise FileNotFoundError(f"no test in {folder} is marked with the clause that it checks")
    package.joinpath(DATA).write_text(json.dumps({"marks": found}, indent=0) + "\n", encoding="utf-8")
