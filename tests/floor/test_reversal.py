"""A settlement that is reversed on the floor: issue item A1, with meters that several tables share."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from pitboss.audit.reports import progressives, rounds_of, significant
from pitboss.audit.verify import audit
from pitboss.floor.history import History
from pitboss.floor.live import LiveTable
from pitboss.floor.person import Person
from pitboss.store import schema as s
from pitboss.table.chance import Chance
from pitboss.table.showdown import tasks
from pitboss.table.showdown.setup import DECK
from tests.floor.floor import HOUSE, Floor, a_floor, balances
from tests.table.floor import stacked

BY_HAND = {"reveal", "take", "pay", "pay_progressive", "collect", "collect_dealer"}
SEVEN = "8h 7h 6h 5h 4h 3h 2h"
NOTHING = "2d 4d 6c 8c Ts Qs 3c"
ORDER = tuple(stacked(["2"] * 7 + ["dealer"] * 7, {"2": SEVEN, "dealer": NOTHING}).split())


@pytest.fixture(autouse=True)
def straight_flush(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever chance says, position 2 is dealt a 7 card straight flush."""

    def order(chance: Chance) -> tuple[str, ...]:
        chance.permutation(len(DECK))
        return ORDER

    monkeypatch.setattr(tasks, "_shuffled", order)


async def opened(floor: Floor, name: str) -> LiveTable:
    steps = [each for each in (await floor.open("high-card-flush", f"{name}-steps")).house.steps if each not in BY_HAND]
    setup: dict[str, Any] = {"automatic": steps, "shuffler": "device", "options": {"progressive": "C"}}
    return await floor.open("high-card-flush", name, group="jackpot", setup=setup)


async def to_the_reveal(table: LiveTable, person: Person) -> None:
    wagers = {"ante": "10.00", "flush_bonus": "5.00", "progressive": "1.00"}
    await table.do(person, {"do": "bet", "position": 2, "wagers": wagers})
    await table.do(HOUSE, {"do": "no_more_bets", "by": "dealer"})
    await table.do(person, {"do": "decide", "position": 2, "action": "raise", "amount": "10.00"})


async def until(table: LiveTable, step: str) -> None:
    """The dealer's steps up to and with one."""
    done = ""
    while done != step:
        done = table.state.next.do
        await table.do(HOUSE, {"do": done, "by": "dealer", "position": 2})


def records(floor: Floor, kind: str) -> list[Any]:
    with floor.store.books.moment() as connection:
        return list(connection.execute(select(s.records).where(s.records.c.kind == kind)))


@pytest.mark.parametrize("moved", [False, True])
def test_a_progressive_payout_goes_back_to_meters_that_others_have_moved(tmp_path: Path, moved: bool) -> None:
    """The books hold what is right, every table shows it, and a record says where an award may need correction."""

    async def test() -> None:
        async with a_floor(tmp_path / "a.db") as floor:
            one, two = await opened(floor, "t1"), await opened(floor, "t2")
            ann, ben = await floor.seated(one, "ann", 2), await floor.seated(two, "ben", 2)
            before = floor.store.books.meters("jackpot")
            await to_the_reveal(one, ann)
            await until(one, "pay_progressive")
            assert floor.store.books.meters("jackpot")[0] < before[0]
            added = (0, 0)
            if moved:
                low = floor.store.books.meters("jackpot")
                await to_the_reveal(two, ben)
                high = floor.store.books.meters("jackpot")
                added = (high[0] - low[0], high[1] - low[1])
                assert sum(added) > 0
            await one.do(HOUSE, {"do": "call", "what": "wrong_number", "whose": "dealer", "cards": 8})
            meters = floor.store.books.meters("jackpot")
            assert meters == (before[0] + added[0], before[1] + added[1])
            assert one.link is not None and one.link.reading == meters
            assert one.meters() == two.meters()
            assert balances(floor)["chips:t1:ann"] == 1000_00
            assert sum(balances(floor).values()) == 0
            found = records(floor, "meters_moved_meanwhile")
            assert [each.component for each in found] == (["t1"] if moved else [])
            (part,) = History(floor.store.books).rounds_of("ann")
            assert (part.wagered, part.returned, part.net, part.void) == ("26.00", "26.00", "0.00", True)
            assert rounds_of(floor.store.books, "ann").as_json()["rows"][0]["net"] == "0.00"
            kinds = [row["kind"] for row in significant(floor.store.books).as_json()["rows"]]
            assert "settlement_reversed" in kinds
            row = next(each for each in progressives(floor.store.books).as_json()["rows"] if each["group"] == "jackpot")
            assert (row["paid_from_meter"], row["wins"]) == ("0.00", 0)
            assert audit(floor.store.books).faults == []
            # The next round begins from what the meters show.
            await to_the_reveal(one, ann)
            assert one.link.reading == floor.store.books.meters("jackpot")

    asyncio.run(test())


def test_a_fault_reverses_nothing_that_was_settled(tmp_path: Path) -> None:
    """The floor itself brings a settlement to its end; only a person voids it."""

    async def test() -> None:
        async with a_floor(tmp_path / "a.db") as floor:
            one = await opened(floor, "t1")
            ann = await floor.seated(one, "ann", 2)
            await to_the_reveal(one, ann)
            await until(one, "pay")
            await one.wind_up()
            assert not one.state.playing
            assert balances(floor)["chips:t1:ann"] > 1000_00
            two = await opened(floor, "t2")
            ben = await floor.seated(two, "ben", 2)
            await to_the_reveal(two, ben)
            await until(two, "pay")
            await two.do(HOUSE, {"do": "void_round", "reason": "The wrong position was paid."})
            assert not two.state.playing and balances(floor)["chips:t2:ben"] == 1000_00

    asyncio.run(test())
