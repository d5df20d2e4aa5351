"""Every clause a test names must exist: a mark that misses its clause would prove nothing."""

import pytest

from pitboss.clauses import all_ids


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    known = all_ids()
    for item in items:
        for mark in item.iter_markers("clause"):
            for clause in mark.args:
                found = [each for each in known if each.startswith(clause[:-1])] if clause.endswith("*") else known
                if not found or (clause not in known and not clause.endswith("*")):
                    raise pytest.UsageError(f"{item.nodeid} checks a clause that does not exist: {clause}")
