"""Every game that a table can deal is played on the floor, by bots of every manner, with no code of its own."""

import asyncio
from pathlib import Path

import pytest

from pitboss.audit.verify import audit
from pitboss.floor.bots import Crew
from pitboss.floor.config import usual_tables
from pitboss.store import open_books
from pitboss.table.state import state_hash
from tests.floor.floor import HOUSE, SetClock, a_floor, balances

PLANS = usual_tables(("simple", "random", "optimal"))


@pytest.mark.parametrize("plan", PLANS, ids=lambda plan: plan.id)
def test_bots_play_a_game_that_is_kept_found_again_and_audited(tmp_path: Path, plan: object) -> None:
    async def test() -> None:
        clock = SetClock()
        async with a_floor(tmp_path / "a.db", tmp_path / "heads", clock=clock) as floor:
            table = await floor.pit.open(plan, "boss")  # type: ignore[arg-type]
            crew = Crew(floor.pit)
            for step in range(600):
                await crew.act(hurry=True)
                await floor.after(21 if step % 5 == 4 else 2)
                if table.state.number >= 3:
                    break
            assert table.state.number >= 3, table.view(HOUSE)
            assert not table.stopped
            assert sum(balances(floor).values()) == 0
            left = state_hash(table.state)
        async with a_floor(tmp_path / "a.db", tmp_path / "heads", clock=clock) as floor:
            table = floor.pit.table(table.id)
            assert state_hash(table.state) == left
            chips = sum(table.state.chips.values())
            if any(map(table.state.has_wagers, table.state.seats.values())):
                await table.do(HOUSE, {"do": "void_round"})
                assert balances(floor)[f"layout:{table.id}"] == 0
                assert sum(table.state.chips.values()) > chips
            await floor.pit.close(table.id, "boss")
        books = open_books(str(tmp_path / "a.db"))
        assert audit(books, tmp_path / "heads").faults == []
        books.engine.dispose()

    asyncio.run(test())
