"""At how many tables of a floor several players may share a box (Spanish 21 19.13(g))."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from pitboss.floor.live import Plan
from pitboss.refusal import Refusal
from tests.floor.floor import Floor, a_floor
from tests.support import checks

GAME = "spanish-21"
SHARED: dict[str, Any] = {"players_per_box": 2}


async def not_opened(floor: Floor, id_: str, **setup: Any) -> tuple[str, str | None]:
    with pytest.raises(Refusal) as caught:
        await floor.open(GAME, id_, setup=setup)
    assert id_ not in floor.pit.live
    return caught.value.code, caught.value.clause


REFUSED = ("too_many_shared_tables", "NJ S21 19:47-19.13(g)")


@checks("NJ S21 19:47-19.13(g)")
def test_19_13_g_tables_with_shared_boxes_are_limited(tmp_path: Path) -> None:
    """Issue item A20: `shared_tables` counts the open tables at which a box may have several players."""

    async def play() -> None:
        async with a_floor(tmp_path / "floor.db", shared_tables=1) as floor:
            await floor.open(GAME, "t1", setup=SHARED)
            assert await not_opened(floor, "t2", **SHARED) == REFUSED
            await floor.open(GAME, "t2")
            await floor.open(GAME, "t3", setup=SHARED | {"shared_boxes": 0})
            await floor.open("double-attack-blackjack", "t4")
            successor = await floor.pit.reopen("t1", "boss", {"bet": ["10.00", "500.00"]}, {}, "Sunday")
            assert floor.pit.live[successor].house.sharing_clause == REFUSED[1], "in place of t1, not beside it"
            await floor.pit.close(successor, "boss")
            await floor.open(GAME, "t5", setup=SHARED)
            assert await not_opened(floor, "t6", **SHARED) == REFUSED

    asyncio.run(play())


@checks("NJ S21 19:47-19.13(g)")
def test_19_13_g_a_configuration_with_too_many_is_refused_as_a_whole(tmp_path: Path) -> None:
    """Issue item A20: nothing is opened, also where each table alone could be."""
    plans = [Plan(id=f"t{number}", table={"game": GAME, **SHARED}) for number in (1, 2)]

    async def play() -> None:
        async with a_floor(tmp_path / "floor.db", shared_tables=1) as floor:
            floor.pit.check(plans[:1])
            with pytest.raises(Refusal) as caught:
                floor.pit.check(plans)
            assert (caught.value.code, caught.value.clause) == REFUSED

    asyncio.run(play())


@checks("NJ S21 19:47-19.13(g)")
def test_reading_153_without_a_limit_any_number_and_with_a_lower_one_open_tables_go_on(tmp_path: Path) -> None:
    """Issue item A20."""

    async def play() -> None:
        async with a_floor(tmp_path / "floor.db") as floor:
            for number in (1, 2):
                await floor.open(GAME, f"t{number}", setup=SHARED)
        async with a_floor(tmp_path / "floor.db", shared_tables=0) as floor:
            assert [table.state.open for table in floor.pit.live.values()] == [True, True]
            assert await not_opened(floor, "t3", **SHARED) == REFUSED
            await floor.open("three-card-poker", "t3")

    asyncio.run(play())
