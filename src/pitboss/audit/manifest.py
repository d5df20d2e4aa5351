"""What the program is made of: the SHA-256 of every file that decides what happens at a table.

The sources with their rules, pay tables and clauses, the migrations that make the schema, and the pinned versions of
the dependencies. One changed byte anywhere changes the one digest that every entry of the journal carries.
`audit/program.py` adds the files of the dependencies and of Python. `tools/digests.py` calculates the same with the
standard library alone.
"""

import hashlib
import os
from pathlib import Path

from pitboss.refusal import Refusal

PACKAGE = Path(__file__).resolve().parents[1]
ROOT = PACKAGE.parents[1]
BESIDE = ("pitboss", "pyproject.toml", "requirements.lock")
"""Files of a checkout outside the package; an installed package has none of them."""


def manifest(package: Path = PACKAGE, root: Path = ROOT) -> dict[str, str]:
    """From every file's name to its digest, in order."""
    inside = [file for file in package.rglob("*") if file.is_file() and not _is_bytecode(file)]
    beside = [root.joinpath(name) for name in BESIDE if root.joinpath(name).is_file()]
    named = {_name(file, root): file for file in (*inside, *beside)}
    return {name: _digest(named[name]) for name in sorted(named)}


def dependencies(folder: Path) -> dict[str, str]:
    """The same for a folder of installed packages; bytecode and what Python itself makes is left out."""
    files = [file for file in folder.rglob("*") if file.is_file() and not _is_bytecode(file)]
    named = {_name(file, folder): file for file in files}
    return {name: _digest(named[name]) for name in sorted(named)}


def digest_of(found: dict[str, str]) -> str:
    """One digest for all: of the lines `digest  name`, as `sha256sum` prints them."""
    lines = "".join(f"{digest}  {name}\n" for name, digest in sorted(found.items()))
    return hashlib.sha256(lines.encode()).hexdigest()


def differences(found: dict[str, str], wanted: dict[str, str]) -> list[str]:
    """Names that are changed, missing or too many."""
    return sorted(name for name in found.keys() | wanted.keys() if found.get(name) != wanted.get(name))


def check(wanted: dict[str, str], package: Path = PACKAGE, root: Path = ROOT) -> None:
    """Refuse to go on with a program that is not the one that was started."""
    for name in differences(manifest(package, root), wanted):
        raise Refusal("program_changed", f"Close the tables and put {name} back: it is not what it was at the start.")


def _is_bytecode(file: Path) -> bool:
    return file.suffix == ".pyc" or "__pycache__" in file.parts


def _name(file: Path, root: Path) -> str:
    return file.relative_to(root).as_posix().replace(os.sep, "/")


def _digest(file: Path) -> str:
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()
