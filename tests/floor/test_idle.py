"""A table at which nobody wagers: after a set time its cards are spread (15.A18)."""

import asyncio
from pathlib import Path

import pytest

from tests.floor.floor import a_floor

HALF_AN_HOUR = 30 * 60


@pytest.mark.parametrize(
    ("game", "main_wager"), [("three-card-poker", "ante"), ("high-card-flush", "ante"), ("spanish-21", "bet")]
)
def test_a18_after_half_an_hour_without_a_wager_the_cards_are_spread(
    tmp_path: Path, game: str, main_wager: str
) -> None:
    async def test() -> None:
        async with a_floor(tmp_path / "a.db") as floor:
            table = await floor.open(game)
            ann = await floor.seated(table, "ann", 1)
            await floor.seated(table, "bob", 2)
            assert table.state.betting
            await floor.after(HALF_AN_HOUR - 60)
            await table.do(ann, {"do": "bet", "position": 1, "wagers": {main_wager: "10.00"}})
            await table.do(ann, {"do": "clear", "position": 1})
            await floor.after(HALF_AN_HOUR - 1)
            assert table.state.betting, "a wager was placed meanwhile, so the time starts again"
            await floor.after(1)
            assert not table.state.betting and table.state.next.do == "view"
            await floor.after(HALF_AN_HOUR // 2)
            assert table.state.next.do == "view", "the cards stay spread until a player asks"
            await table.do(ann, {"do": "view"})
            assert table.state.betting

    asyncio.run(test())


def test_a18_the_time_is_a_setting_of_the_table(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_floor(tmp_path / "a.db") as floor:
            table = await floor.open(timing={"idle": 60_000})
            await floor.seated(table, "ann", 1)
            await floor.after(59)
            assert table.state.betting
            await floor.after(1)
            assert not table.state.betting

    asyncio.run(test())


def test_a18_a_player_who_arrives_at_an_idle_table_and_is_silent_holds_up_nobody(tmp_path: Path) -> None:
    """Where players look for themselves: the others may not ask before the first to arrive has looked."""

    async def test() -> None:
        async with a_floor(tmp_path / "a.db") as floor:
            steps = [step for step in (await floor.open(id_="steps")).house.steps if step != "view"]
            table = await floor.open(id_="t2", timing={"idle": 60_000}, setup={"automatic": steps})
            ann = await floor.seated(table, "ann", 1)
            await table.do(ann, {"do": "view"})
            await floor.after(60)
            assert table.state.inactive == ("ann",)
            await floor.after(600)
            assert table.state.next.do == "view", "the cards stay spread until a player asks"
            await floor.seated(table, "bob", 2)
            await floor.after(60)
            assert table.state.betting

    asyncio.run(test())
