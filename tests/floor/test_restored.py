"""A store put back from a backup: nothing is dealt from it as if nobody had seen it, and it goes on in good order."""

import asyncio
import shutil
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from pitboss.audit.reports import significant
from pitboss.audit.verify import audit
from pitboss.floor.bots import staying
from pitboss.floor.live import LiveTable
from pitboss.floor.person import Person
from pitboss.floor.pit import Pit
from pitboss.refusal import Refusal
from pitboss.store import open_books, open_store
from pitboss.store.copying import back_up
from pitboss.store.restoring import say_restored
from pitboss.table.views import choices
from tests.floor.floor import GAMES, Floor, a_floor, balances, bet_of

SHOES = ("spanish-21", "double-attack-blackjack")
EVERY_GAME = (*GAMES, *SHOES, "craps")


def run(test: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(test())


def bet(floor: Floor, game: str) -> dict[str, Any]:
    if game == "craps":
        return {"do": "bet", "wager": "pass", "amount": "10.00"}
    wagers = bet_of(floor.pit.live["t1"]) if game in GAMES else {"bet": "10.00"}
    return {"do": "bet", "position": 1, "wagers": wagers}


async def rolled_back(folder: Path, game: str) -> tuple[set[str], int]:
    """A floor that goes on after a backup, which is then put in its place.

    What was promised until its end, and what ann had at the backup: a blackjack may have ended her round before it.
    """
    database, heads = folder / "a.db", folder / "heads"
    async with a_floor(database, heads) as floor:
        table = await floor.open(game)
        ann = await floor.seated(table, "ann", 1)
        await table.do(ann, bet(floor, game))
        await floor.after(4)
        floor.store.tick(floor.clock.wall())
        back_up(str(database), folder / "backup.db")
        before, promised = table.sequence, {each["commitment"] for each in table.promises.public()["alive"]}
        had = sum(balances(floor)[name] for name in ("wallet:ann", "chips:t1:ann", "layout:t1"))
        for _ in range(8):
            await floor.after(30)
            promised |= {each["commitment"] for each in table.promises.public()["alive"]}
        if table.sequence == before:  # a blackjack ended the round before the backup
            await table.do(ann, bet(floor, game))
    for file in folder.glob("a.db*"):
        file.unlink()
    shutil.copy(folder / "backup.db", database)
    return promised, had


def refused_to_open(folder: Path) -> Refusal:
    with pytest.raises(Refusal) as caught:
        open_store(str(folder / "a.db"), heads=folder / "heads")
    return caught.value


def said(folder: Path) -> None:
    with open_store(str(folder / "a.db"), program="tests") as store:
        say_restored(store, folder / "heads", 7, "the disk died")


@pytest.mark.parametrize("game", EVERY_GAME)
def test_tables_are_replaced_after_a_restore(tmp_path: Path, game: str) -> None:
    """What the old table would deal was seen: its round is void, its chips go back, another has its own chance."""

    async def test() -> None:
        promised, had = await rolled_back(tmp_path, game)
        assert refused_to_open(tmp_path).code == "store_rolled_back"
        said(tmp_path)
        async with a_floor(tmp_path / "a.db", tmp_path / "heads") as floor:
            old, new = floor.pit.live["t1"], floor.pit.live["t1~2"]
            assert not old.state.open and new.state.open
            assert new.plan.table == old.plan.table | {"limits": {}, "options": {}}
            held = balances(floor)
            assert (held["wallet:ann"], held["chips:t1:ann"], held["layout:t1"], sum(held.values())) == (had, 0, 0, 0)
            assert game in SHOES or had == 10**6
            assert promised.isdisjoint(each["commitment"] for each in new.promises.public()["alive"])
            ann = await floor.seated(new, "ann", 1)
            await new.do(ann, bet(floor, game))
            await floor.after(4)
        async with a_floor(tmp_path / "a.db", tmp_path / "heads") as floor:
            assert {*floor.pit.live} == {"t1", "t1~2"}, "replaced once"
        books = open_books(str(tmp_path / "a.db"))
        assert audit(books, tmp_path / "heads").faults == []
        (told,) = significant(books, kind="store_restored").as_json()["rows"]
        assert told["reason"] == "the disk died"
        books.engine.dispose()

    run(test)


def test_a_table_that_cannot_be_closed_deals_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A win waits for its signatures: nobody lets the table go on, and it is replaced when they are there."""

    async def unsigned(self: Pit, table: object) -> None:
        raise Refusal("hand_pay_open", "Sign first.")

    async def test() -> None:
        await rolled_back(tmp_path, "three-card-poker")
        said(tmp_path)
        with monkeypatch.context() as patched:
            patched.setattr(Pit, "_check_signed_for", unsigned)
            for _ in range(2):
                async with a_floor(tmp_path / "a.db", tmp_path / "heads") as floor:
                    table = floor.pit.live["t1"]
                    assert [*floor.pit.live] == ["t1"] and table.state.open and not table.state.playing
                    assert balances(floor)["layout:t1"] == 0
                    with pytest.raises(Refusal) as caught:
                        await table.resume("boss")
                    assert caught.value.code == "chance_seen" and "close this table" in caught.value.message
                    before = table.sequence
                    await floor.after(600)
                    assert table.sequence == before, "nothing happens there"
        async with a_floor(tmp_path / "a.db", tmp_path / "heads") as floor:
            assert not floor.pit.live["t1"].state.open and floor.pit.live["t1~2"].state.open

    run(test)


def test_what_is_no_older_state_of_this_store_is_not_taken_for_one(tmp_path: Path) -> None:
    async def test() -> None:
        await rolled_back(tmp_path, "three-card-poker")
        newer = refused_to_open(tmp_path)
        assert "was signed, and this one ends at" in newer.message and "pitboss store restored" in newer.message
        for file in tmp_path.glob("a.db*"):
            file.unlink()
        (tmp_path / "a.db").touch()
        assert "ends at 0" in refused_to_open(tmp_path).message, "an emptied one"
        with pytest.raises(Refusal) as caught:
            said(tmp_path)
        assert caught.value.code == "other_store"
        for file in tmp_path.glob("a.db*"):
            file.unlink()
        async with a_floor(tmp_path / "a.db") as floor:
            for n in range(20):
                await floor.open(id_=f"other{n}")
        assert "has another in its place" in refused_to_open(tmp_path).message
        with pytest.raises(Refusal) as caught:
            said(tmp_path)
        assert caught.value.code == "other_store"

    run(test)


@pytest.mark.parametrize("game", EVERY_GAME)
def test_a_settlement_that_was_begun_is_ended_before_its_table_is_replaced(tmp_path: Path, game: str) -> None:
    """What was paid or taken cannot be void: such a table was neither settled nor closed nor let go on, for ever."""

    async def test() -> None:
        async with a_floor(tmp_path / "a.db", tmp_path / "heads") as floor:
            table = await floor.open(game, setup={"automatic": "none"}, timing={"dealt_by": "person"})
            table.hurry()  # the clock is the dealer here
            ann, bob = await floor.seated(table, "ann", 1), await floor.seated(table, "bob", 2)
            await until(floor, table, lambda: table.state.betting)
            await table.do(ann, bet(floor, game))
            await table.do(bob, bet(floor, game) | ({} if game == "craps" else {"position": 2}))
            await until(floor, table, table._is_settling)
        said(tmp_path)
        async with a_floor(tmp_path / "a.db", tmp_path / "heads") as floor:
            old, new = floor.pit.live["t1"], floor.pit.live["t1~2"]
            assert not old.state.open and new.state.open
            held = balances(floor)
            assert held["chips:t1:ann"] == held["layout:t1"] == sum(held.values()) == 0

    run(test)


async def until(floor: Floor, table: LiveTable, so: Callable[[], bool]) -> None:
    """Step by step; nobody gives up a hand."""
    for _ in range(100):
        if so():
            return
        for who in ("ann", "bob"):
            found = choices(table.house, table.state, "player", who, "decide")
            if found:
                await table.do(Person(who, "player"), staying(found))
                break
        else:
            await floor.after(30)
    raise AssertionError(table.state.next)


@pytest.mark.parametrize("stopped", [False, True])
def test_a_table_that_waits_for_a_person_is_not_replaced_by_itself(tmp_path: Path, stopped: bool) -> None:
    """A pause by a person and a fault outlast every restart; after a restore another table went on playing there."""

    async def test() -> None:
        async with a_floor(tmp_path / "a.db", tmp_path / "heads") as floor:
            table = await floor.open()
            await floor.seated(table, "ann", 1)
            await (table.stop(Refusal("malfunction", "Wait.")) if stopped else table.pause("boss", "Marked cards."))
        said(tmp_path)
        for _ in range(2):
            async with a_floor(tmp_path / "a.db", tmp_path / "heads") as floor:
                assert [*floor.pit.live] == ["t1"]
                with pytest.raises(Refusal) as caught:
                    await floor.pit.resume(["t1"], "boss")
                assert caught.value.code == "chance_seen"
        async with a_floor(tmp_path / "a.db", tmp_path / "heads") as floor:
            assert await floor.pit.reopen("t1", "boss", {}, {}, "seen to") == "t1~2"
            assert not floor.pit.live["t1~2"].why()

    run(test)


@pytest.mark.parametrize("lost", [False, True])
def test_whoever_says_restored_is_believed(tmp_path: Path, lost: bool) -> None:
    """The backup is of the last minute, which nobody had signed, or the heads were lost with the disk."""

    async def test() -> None:
        async with a_floor(tmp_path / "a.db", tmp_path / "heads") as floor:
            await floor.open()
        if lost:
            shutil.rmtree(tmp_path / "heads")
        said(tmp_path)
        assert (tmp_path / "heads").exists() != lost, "the floor is to write down that it begins new ones"
        async with a_floor(tmp_path / "a.db", tmp_path / "heads") as floor:
            assert {id_ for id_, table in floor.pit.live.items() if table.state.open} == {"t1~2"}

    run(test)


def test_a_backup_that_is_put_back_twice_is_said_to_be_one_twice(tmp_path: Path) -> None:
    """Between the word and the first start nothing was signed: the same backup, copied again, dealt what was seen."""

    async def test() -> None:
        await rolled_back(tmp_path, "three-card-poker")
        said(tmp_path)
        for file in tmp_path.glob("a.db*"):
            file.unlink()
        shutil.copy(tmp_path / "backup.db", tmp_path / "a.db")
        assert refused_to_open(tmp_path).code == "store_rolled_back"
        with open_store(str(tmp_path / "a.db"), program="tests") as store:
            done = say_restored(store, tmp_path / "heads", 8, "once more")
        assert done.aside is not None and done.aside.name == "heads-until-8.jsonl"
        async with a_floor(tmp_path / "a.db", tmp_path / "heads") as floor:
            assert floor.pit.live["t1~2"].state.open and not floor.pit.live["t1"].state.open

    run(test)
