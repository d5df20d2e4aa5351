"""The floor under strain: short forms of the drills, and what they have found."""

import asyncio
import gc
import os
from pathlib import Path
from typing import Any

import pytest

from drills import floor_kill
from pitboss.refusal import Refusal
from tests.floor.floor import a_floor
from tests.store.postgresql import why_missing


@pytest.mark.parametrize("way", floor_kill.WAYS)
def test_int_01_killed_amid_play_nothing_acknowledged_is_missing(way: str) -> None:
    """INT-01, LED-06, PRG-12, a short form of `python -m drills.floor_kill`. How soon it is back is not asserted."""
    if way != "server" and (missing := why_missing()):
        assert not os.environ.get("CI"), f"CI must test PostgreSQL: {missing}"
        pytest.skip(missing)
    outcome = floor_kill.drill(2, way)
    assert outcome.kills == 2 and outcome.acknowledged > 0 and outcome.entries > outcome.acknowledged
    assert (outcome.missing, outcome.cents_out_of_balance, outcome.faults, outcome.not_said) == (0, 0, 0, 0)


def test_the_drill_plays_every_game_with_fifty_bots() -> None:
    plans = floor_kill.plans()
    assert len({plan.table["game"] for plan in plans}) == 8
    assert sum(len(plan.bots) for plan in plans) >= 50


def test_a_refusal_for_somebody_who_is_gone_is_no_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for the answer any more: it is dropped, not printed with a traceback."""

    async def test() -> None:
        printed: list[dict[str, Any]] = []
        asyncio.get_running_loop().set_exception_handler(lambda loop, context: printed.append(context))
        async with a_floor(tmp_path / "a.db") as floor:
            table = await floor.open()
            person = await floor.player("ann")
            gone, asked = asyncio.Event(), asyncio.Event()

            async def unreachable(*given: Any) -> None:
                asked.set()
                await gone.wait()
                raise Refusal("store_unreachable", "Start the database server: it does not answer.")

            monkeypatch.setattr(floor.means, "read", unreachable)
            asking = asyncio.create_task(table.do(person, {"do": "sit", "position": 1, "key": "k"}))
            await asked.wait()
            asking.cancel()
            await asyncio.gather(asking, return_exceptions=True)
            gone.set()
            async with table._turn:  # it has been carried out, or rather refused
                pass
            await asyncio.sleep(0)
            gc.collect()
        assert printed == []

    asyncio.run(test())
