"""The matrix of clauses: every unit of every text, with the code that carries it out and the tests that check it.

Paraphrases stand in a TOML file beside each game. Which code implements a clause is read from the game's declaration,
wherever a `Citation` names it; which tests check it, from their `@checks(...)` marks (`clause_marks.py`).
"""

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from pitboss import games
from pitboss.clause_marks import marks_of
from pitboss.regulations.citation import citations_in
from pitboss.showdown.declaration import Showdown

STATUSES = ("implemented", "planned", "out_of_scope")


class Clause(msgspec.Struct):
    """One clause as `pitboss clauses --json` prints it.

    `leaves_out`: the part of an implemented clause that software cannot carry out.
    """

    id: str
    game: str
    paraphrase: str
    status: str
    symbols: list[str]
    tests: list[str]
    reason: str | None
    leaves_out: str | None = None


def matrix(game: str | None = None) -> list[Clause]:
    """All clauses in the order of the texts, or those of one game."""
    wanted = games.names() if game is None else (games.game(game).name,)
    tests = tests_by_clause()
    return [clause for name in wanted for clause in _clauses_of(name, tests)]


def _clauses_of(name: str, tests: Mapping[str, list[str]]) -> Iterator[Clause]:
    symbols = symbols_by_clause(name)
    for text in texts(name):
        read = tomllib.loads(text.read_text(encoding="utf-8"))
        for short, entry in read["clauses"].items():
            clause = read["cites"] + short
            planned, out_of_scope = entry.get("planned"), entry.get("out_of_scope")
            yield Clause(
                clause,
                read["game"],
                entry["says"],
                "planned" if planned else "out_of_scope" if out_of_scope else "implemented",
                symbols.get(clause, []),
                tests.get(clause, []),
                planned or out_of_scope,
                entry.get("leaves_out"),
            )


class Borrowed(msgspec.Struct):
    """A part of a game that one of its texts takes from another, as `pitboss clauses --json` prints it."""

    game: str
    jurisdiction: str
    part: str
    source: str
    says: str
    clause: str


def borrowed(game: str | None = None) -> list[Borrowed]:
    """What texts borrow from others, of all games or of one."""
    wanted = games.names() if game is None else (games.game(game).name,)
    return [
        Borrowed(name, jurisdiction, each.part, each.source, each.says, each.clause.at(jurisdiction))
        for name in wanted
        if isinstance(declared := games.game(name), Showdown)
        for jurisdiction, parts in declared.borrows.items()
        for each in parts
    ]


def texts(name: str) -> list[Path]:
    """The clause files in a game's folder: all its TOML but the readings."""
    return [file for file in sorted(folder_of(name).glob("*.toml")) if file.name != READINGS]


def folder_of(name: str) -> Path:
    return Path(games.__file__).parent / name.replace("-", "_")


READINGS = "readings.toml"


class Reading(msgspec.Struct):
    """What is taken where the texts are silent, slip or disagree; an option where a house may take the other.

    `holds_for` are the games it holds for: one that has it alone, or all of the families that share it.
    """

    number: int
    game: str | None
    holds_for: str
    where: str
    says: str
    option: str | None


SHARED = {
    "tables": ("all games", ("showdown", "shoe", "dice")),
    "cards": ("all card games", ("showdown", "shoe")),
    "showdown": ("games of hands against the dealer's", ("showdown",)),
    "shoe": ("shoe games", ("shoe",)),
}
"""The parts of the readings that games share: how each is called, and the families it holds for."""


def readings(game: str | None = None) -> list[Reading]:
    """All readings by number, or those that hold for one game."""
    wanted = games.names() if game is None else (games.game(game).name,)
    families = {games.family(name) for name in wanted}
    shared = _readings_in(Path(__file__).parent / "regulations" / READINGS)
    found = [
        _reading(number, entry, None, called)
        for part, (called, holds) in SHARED.items()
        if families.intersection(holds)
        for number, entry in shared[part].items()
    ]
    for name in wanted:
        own = _readings_in(folder_of(name) / READINGS).get("readings", {})
        found += [_reading(number, entry, name, name) for number, entry in own.items()]
    return sorted(found, key=lambda reading: reading.number)


def _readings_in(file: Path) -> dict[str, Any]:
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.exists() else {}


def _reading(number: str, entry: Mapping[str, str], game: str | None, holds_for: str) -> Reading:
    return Reading(int(number), game, holds_for, entry["where"], entry["says"], entry.get("option"))


def unsupported(clause: Clause) -> str | None:
    """What an implemented clause lacks; CI fails on it."""
    if clause.status == "implemented" and not clause.symbols:
        return f"{clause.id}: no code cites it"
    if clause.status == "implemented" and not clause.tests:
        return f"{clause.id}: no test checks it"
    return None


def symbols_by_clause(name: str) -> dict[str, list[str]]:
    """From clause to the parts of the declaration that cite it, or the symbols these name."""
    found: dict[str, list[str]] = {}
    root = f"pitboss.games.{name.replace('-', '_')}:GAME"
    for cited in citations_in(games.game(name), root):
        for clause in cited.citation.all():
            symbols = found.setdefault(clause, [])
            if (cited.symbol or cited.path) not in symbols:
                symbols.append(cited.symbol or cited.path)
    return found


@cache
def tests_by_clause() -> dict[str, list[str]]:
    """From clause to the tests marked with it. A mark that ends in * stands for every clause that starts so."""
    found: dict[str, list[str]] = {}
    for mark, test in marks_of(Path(__file__).resolve().parent):
        for clause in _meant(mark):
            tests = found.setdefault(clause, [])
            if test not in tests:
                tests.append(test)
    return found


def _meant(mark: str) -> list[str]:
    if not mark.endswith("*"):
        return [mark]
    return [clause for clause in all_ids() if clause.startswith(mark[:-1])]


@cache
def all_ids() -> tuple[str, ...]:
    """The ids of all clauses of all texts."""
    ids = []
    for name in games.names():
        for text in texts(name):
            read = tomllib.loads(text.read_text(encoding="utf-8"))
            ids += [read["cites"] + short for short in read["clauses"]]
    return tuple(ids)
