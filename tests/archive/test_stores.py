"""Stores of version 0.3.0, SQLite and PostgreSQL, opened by the current code (issue 15, safety net, item 2)."""

import asyncio
from pathlib import Path

import pytest

from pitboss.session import replay
from pitboss.store.watch import Watch
from pitboss.table.files import decode_event
from pitboss.table.state import state_hash
from tests.archive.support import SCENES, Copy, finish_rounds
from tests.floor.floor import Floor, balances

GAMES = (
    "craps",
    "double-attack-blackjack",
    "four-card-poker",
    "high-card-flush",
    "spanish-21",
    "texas-holdem-bonus",
    "three-card-poker",
    "what-the-flush",
)


@pytest.fixture(params=[f"{database}-{scene}" for database in ("sqlite", "postgresql") for scene in SCENES])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Copy:
    database, scene = request.param.split("-")
    return Copy(tmp_path, scene, request.getfixturevalue("postgresql") if database == "postgresql" else "")


def money_is_all_there(floor: Floor) -> None:
    """Postings balance, every account holds what was posted to it, and chips are where the tables say."""
    held = balances(floor)
    assert sum(held.values()) == 0
    assert Watch(floor.store.books).differences() == {}
    for table in floor.pit.live.values():
        chips = {name: cents for name, cents in table.state.chips.items() if cents}
        for name, cents in chips.items():
            assert held[f"chips:{table.id}:{name}"] == cents
        if not any(map(table.state.has_wagers, table.state.seats.values())):
            assert held.get(f"layout:{table.id}", 0) == 0


def test_a_store_is_audited_restarted_and_audited_again(store: Copy) -> None:
    """Tables come back as their events say, open rounds are finished, money is all there."""
    assert store.audit().faults == []

    async def restart() -> None:
        async with store.floor() as floor:
            ids = {f"{game}-1" for game in GAMES} | {"high-card-flush-2"}
            assert ids <= {*floor.pit.live}
            for table in floor.pit.live.values():
                events = [decode_event(each.body) for each in floor.store.books.events(table.id)]
                _, state, _ = replay(events)
                assert state_hash(state) == state_hash(table.state), table.id
                assert table.stopped is None
            money_is_all_there(floor)
            await finish_rounds(floor)
            assert not floor.pit.playing
            money_is_all_there(floor)

    asyncio.run(restart())
    assert store.audit().faults == []
    asyncio.run(restart())
