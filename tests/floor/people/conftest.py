"""A floor of its own for every test that asks for a `place`."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.floor.people.place import Place, a_place


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    with a_place(tmp_path / "floor.db") as made:
        yield made
