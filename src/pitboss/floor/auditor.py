"""A process that audits store and program: `python -m pitboss.floor.auditor`, begun by `pitboss.floor.auditing`.

It reads the database and the signed heads, and writes nothing. It gets no key: what it verified, the server signs.
"""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from pitboss.audit import checkpoint
from pitboss.audit.program import Module, check_bytecode, here, whole
from pitboss.audit.verify import Course, findings, follow, read_outside
from pitboss.floor.workers import FAILED, FOUND, REFUSED, Progress, work
from pitboss.refusal import Refusal
from pitboss.store import open_books


def audit_store(database: str, folder: str, program: str, progress: Progress) -> tuple[bytes, bytes]:
    """The findings of an audit from the first entry, and a checkpoint if there are no faults, both as JSON."""
    outside = read_outside(Path(folder) if folder else None)
    books = open_books(database)
    try:
        with books.moment() as connection:
            found = Course()
            follow(connection, found, outside, progress)
            report = msgspec.json.encode(findings(found, outside))
            verified = b"" if found.faults else msgspec.json.encode(checkpoint.take(connection, found, program))
    finally:
        books.engine.dispose()
    return report, verified


def check_program(modules: list[Module], progress: Progress) -> dict[str, str]:
    """Every file that is executed, with its digest. Raises `Refusal` for forged bytecode of the server's modules."""
    check_bytecode(modules)
    return whole(here())


WORK: dict[str, Callable[..., Any]] = {"audit": audit_store, "program": check_program}


def answered(question: tuple[Any, ...], progress: Progress) -> tuple[Any, ...]:
    """The answer, or the reason why the question failed."""
    what, *given = question
    try:
        return FOUND, WORK[what](*given, progress)
    except Refusal as refusal:
        return REFUSED, refusal.code, refusal.message, refusal.clause, refusal.position
    except Exception as error:
        return FAILED, type(error).__name__


if __name__ == "__main__":
    work(lambda progress: partial(answered, progress=progress))
