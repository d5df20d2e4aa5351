"""Every test that asks for `database` runs on both: a fresh SQLite file, a fresh database of a PostgreSQL server."""

import os
import uuid
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from drills.play import seal
from pitboss.store import Store, open_store
from tests.store.postgresql import throw_away, why_missing


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """The address of a PostgreSQL server, for as long as the tests run."""
    if missing := why_missing():
        assert not os.environ.get("CI"), f"CI must test PostgreSQL: {missing}"
        pytest.skip(missing)
    if given := os.environ.get("PITBOSS_TEST_PG_URL"):
        yield given
        return
    with throw_away("-k") as cluster:
        cluster.start()
        yield cluster.url


@pytest.fixture
def postgresql(server: str) -> Iterator[str]:
    """A database of its own."""
    name = f"pitboss_test_{uuid.uuid4().hex[:12]}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    yield server.replace("/postgres?", f"/{name}?") if "/postgres?" in server else f"{server.rpartition('/')[0]}/{name}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return str(tmp_path / "pitboss.db")
    found: str = request.getfixturevalue("postgresql")
    return found


@pytest.fixture
def store(database: str, tmp_path: Path) -> Iterator[Store]:
    with open_store(database, program="tests", seal=seal, unseal=seal, heads=tmp_path / "heads") as opened:
        yield opened
