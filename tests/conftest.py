"""Every clause a test names must exist: a mark that misses its clause would prove nothing.

At the end of a run every reason for a skipped test is printed with the number of tests it concerns.
"""

import os
from collections import Counter
from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import settings

from pitboss.clauses import all_ids

settings.register_profile("any machine", deadline=None)  # how busy a machine is must not fail a test
settings.load_profile("any machine")

# GNU readline, which pytest loads, puts the terminal's width there; commands under test would print as narrow.
os.environ.pop("COLUMNS", None)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    known = all_ids()
    for item in items:
        for mark in item.iter_markers("clause"):
            for clause in mark.args:
                found = [each for each in known if each.startswith(clause[:-1])] if clause.endswith("*") else known
                if not found or (clause not in known and not clause.endswith("*")):
                    raise pytest.UsageError(f"{item.nodeid} checks a clause that does not exist: {clause}")


def skipped_lines(reports: Iterable[Any]) -> list[str]:
    """One line for each reason, the most frequent first."""
    reasons = Counter(str(report.longrepr[2]).removeprefix("Skipped: ") for report in reports)
    return [f"{number} skipped: {reason}" for reason, number in reasons.most_common()]


def pytest_terminal_summary(terminalreporter: Any) -> None:
    lines = skipped_lines(terminalreporter.stats.get("skipped", []))
    if lines:
        terminalreporter.section("skipped tests")
        for line in lines:
            terminalreporter.write_line(line)
        terminalreporter.write_line("README.md, Tests, says what they need.")
