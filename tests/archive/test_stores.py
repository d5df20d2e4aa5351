"""Stores of version 0.3.0, SQLite and PostgreSQL, opened by the current code (issue 15, safety net, items 2 and 3)."""

import asyncio
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pitboss.floor.live import LiveTable, Plan
from pitboss.floor.pit import Pit
from pitboss.refusal import Refusal
from pitboss.regulations.edition import EDITION, FIRST
from pitboss.session import replay
from pitboss.store.watch import Watch
from pitboss.table.families import house_of
from pitboss.table.files import decode_event
from pitboss.table.setup import House
from pitboss.table.state import state_hash
from tests.archive.support import SCENES, Copy, finish_rounds
from tests.floor.floor import Floor, a_floor, balances

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
IDS = (*(f"{game}-1" for game in GAMES), "high-card-flush-2")
PREDECESSOR = {"three-card-poker-1~3": "three-card-poker-1~2"}
"""The table that went on under other limits before."""


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


def players_money(held: dict[str, int]) -> dict[str, int]:
    """What each player has, in the wallet and at tables."""
    found: dict[str, int] = {}
    for account, cents in held.items():
        kind, _, rest = account.partition(":")
        name = rest.rpartition(":")[2]
        if kind in ("wallet", "chips"):
            found[name] = found.get(name, 0) + cents
    return found


def is_what_its_events_say(floor: Floor, table: LiveTable) -> bool:
    events = [decode_event(each.body) for each in floor.store.books.events(table.id)]
    _, state, _ = replay(events)
    return state_hash(state) == state_hash(table.state)


def test_16_c2_a_store_is_verified_at_every_start_and_opens(store: Copy) -> None:
    """Everything at the first start; at the next one only what is new and what tables are rebuilt from."""

    async def start() -> int:
        async with store.floor() as floor:
            return len(floor.pit.live)

    tables = asyncio.run(start())
    assert store.verified is not None and store.verified.after == 0
    before = store.verified.entries
    assert asyncio.run(start()) == tables
    assert store.verified.after == before


def test_a_store_is_audited_restarted_and_audited_again(store: Copy) -> None:
    """Tables come back as their events say, open rounds are finished, money is all there."""
    tables = len(IDS) + (store.scene == "closed")
    found = store.audit()
    assert (found.faults, found.older) == ([], tables)

    async def restart() -> None:
        async with store.floor() as floor:
            assert {*IDS} <= {*floor.pit.live}
            for table in floor.pit.live.values():
                assert is_what_its_events_say(floor, table), table.id
                assert table.stopped is None
            money_is_all_there(floor)
            await finish_rounds(floor)
            assert not floor.pit.playing
            money_is_all_there(floor)

    asyncio.run(restart())
    found = store.audit()
    assert (found.faults, found.older) == ([], tables)
    asyncio.run(restart())


def test_tables_of_an_older_edition_are_replaced_when_their_round_is_over(store: Copy) -> None:
    """Issue 15, safety net, item 3: the round in progress ends under edition 1, then the same plan goes on under the
    current edition. Meters go on, and everybody gets their chips."""

    store.record_tail()
    money, meters = store.held()

    async def restart() -> None:
        async with store.floor() as floor:
            old = [table for table in floor.pit.live.values() if table.house.edition == FIRST]
            playing = [table for table in old if table.state.open]
            assert len(playing) == {"closed": 0, "deal": 9, "settlement": 9}.get(store.scene, len(playing))
            for table in playing:
                assert table.state.unfinished and "rules have a new edition" in table.why()
            await play_until(floor, lambda: not any(table.state.open for table in old))
            new = [table for table in floor.pit.live.values() if table.state.open]
            assert {table.house.edition for table in new} == {EDITION}
            assert sorted(table.id.partition("~")[0] for table in new) == sorted(IDS)
            for table in new:
                before = floor.pit.live[PREDECESSOR.get(table.id, table.id.partition("~")[0])]
                assert table.plan.table == {"limits": {}, "options": {}} | before.plan.table
                assert table.plan.bots == before.plan.bots
                assert is_what_its_events_say(floor, table)
            linked = [table for table in new if table.plan.group == "jackpot"]
            assert len(linked) == 2 and all(table.link is linked[0].link for table in linked)
            held = balances(floor)
            money_is_all_there(floor)
            assert not any(cents for name, cents in held.items() if name.startswith(("chips:", "layout:")))
            if not playing:
                assert players_money(held) == players_money(money), "replaced at once: nothing was played"
                assert floor.store.books.meters("jackpot") == meters
            link = linked[0].link
            assert link is not None and link.reading == floor.store.books.meters("jackpot")
            await play_a_round(floor, linked[0])

    asyncio.run(restart())
    assert store.audit().faults == []

    async def again() -> None:
        async with store.floor() as floor:
            names = [table.id for table in floor.pit.live.values() if table.state.open]
            assert len(names) == len(IDS), "replaced once"

    asyncio.run(again())


def test_16_c1_a_store_without_a_tail_record_begins_with_new_cards(store: Copy) -> None:
    """Version 0.3.0 recorded no last entry, so nobody can tell whether its end was lost: open rounds are void, or ended
    where their settlement had begun, and every table is replaced."""

    async def restart() -> None:
        async with store.floor() as floor:
            old = [table for table in floor.pit.live.values() if table.house.edition == FIRST]
            new = [table for table in floor.pit.live.values() if table.state.open]
            assert not any(table.state.open for table in old), "replaced at once"
            assert sorted(table.id.partition("~")[0] for table in new) == sorted(IDS)
            before = {each["commitment"] for table in old for each in table.promises.public()["alive"]}
            assert all(each["commitment"] not in before for table in new for each in table.promises.public()["alive"])
            money_is_all_there(floor)
            assert not any(cents for name, cents in balances(floor).items() if name.startswith(("chips:", "layout:")))

    for _ in range(2):
        asyncio.run(restart())
    assert store.audit().faults == []


async def play_until(floor: Floor, so: Callable[[], bool]) -> None:
    """Let the clock decide for everybody."""
    for _ in range(3_000):
        if so():
            return
        await floor.after(30)
    raise AssertionError("it never came")


async def play_a_round(floor: Floor, table: LiveTable) -> None:
    """Somebody sits down at the new table and plays for the progressive."""
    ann = await floor.seated(table, "ann", 1)
    await play_until(floor, lambda: table.state.betting)
    await table.do(ann, {"do": "bet", "position": 1, "wagers": {"ante": "10.00", "progressive": "1.00"}})
    await play_until(floor, lambda: table.state.number == 1 and not table.state.playing)
    money_is_all_there(floor)


def test_a_table_that_a_person_paused_waits_for_that_person(tmp_path: Path) -> None:
    store = Copy(tmp_path, "settlement")
    store.record_tail()

    async def paused() -> None:
        async with store.floor() as floor:
            await floor.pit.pause(["craps-1"], "boss", "Look at the dice.")

    async def test() -> None:
        async with store.floor() as floor:
            table = floor.pit.live["craps-1"]
            await play_until(floor, lambda: not table.state.unfinished)
            await floor.after(30)
            assert table.state.open and table.why() == "Look at the dice."
            await floor.pit.resume(["craps-1"], "boss")
            await floor.after(1)
            assert not table.state.open and floor.pit.live["craps-1~2"].house.edition == EDITION

    asyncio.run(paused())
    asyncio.run(test())


def test_a_setup_that_the_new_rules_refuse_leaves_its_table_to_a_person(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table begins no new round; a supervisor reopens it with another setup. Nothing is lost."""
    store, check = Copy(tmp_path, "closed"), Pit._check
    store.record_tail()

    def stricter(self: Pit, plan: Plan, **more: Any) -> House:
        if plan.table["game"] == "craps" and not plan.table.get("options"):
            raise Refusal("not_allowed", "Choose another option.")
        return check(self, plan, **more)

    async def test() -> None:
        monkeypatch.setattr(Pit, "_check", stricter)
        async with store.floor() as floor:
            table = floor.pit.live["craps-1"]
            assert table.state.open and "rules have a new edition" in table.why()
            assert floor.pit.live["spanish-21-1~2"].state.open, "others are replaced"
            name = await floor.pit.reopen("craps-1", "boss", {}, {"bar": 2}, "Bar the two.")
            assert floor.pit.live[name].house.edition == EDITION and not table.state.open
            await floor.after(30)
            money_is_all_there(floor)

    asyncio.run(test())
    assert store.audit().faults == []


def test_a_server_that_ends_between_closing_and_opening_opens_the_new_table_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, open_ = Copy(tmp_path, "closed"), Pit.open

    class Killed(BaseException):
        pass

    async def killed(self: Pit, setup: Any, by: str) -> LiveTable:
        if setup.id == "high-card-flush-1~2":
            raise Killed
        return await open_(self, setup, by)

    async def ends() -> None:
        with pytest.raises(Killed):
            async with store.floor():
                pass

    async def test() -> None:
        async with store.floor() as floor:
            new = floor.pit.live["high-card-flush-1~2"]
            assert new.state.open and new.house.edition == EDITION
            assert not floor.pit.live["high-card-flush-1"].state.open
            link = new.link
            assert link is not None and link.reading == meters == floor.store.books.meters("jackpot")
            money_is_all_there(floor)

    meters = store.held()[1]
    with monkeypatch.context() as patched:
        patched.setattr(Pit, "open", killed)
        asyncio.run(ends())
    asyncio.run(test())


def test_a_round_that_nobody_deals_is_ended_by_the_clock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """At a table of the first edition that a person deals, and nobody comes after the restart."""

    async def before() -> None:
        with monkeypatch.context() as patched:
            patched.setattr("pitboss.floor.pit.house_of", lambda data: house_of(data, FIRST))
            async with a_floor(tmp_path / "a.db", tmp_path / "heads") as floor:
                table = await floor.open(setup={"automatic": "none"}, timing={"dealt_by": "person"})
                assert table.house.edition == FIRST
                ann = await floor.seated(table, "ann", 1)
                table.hurry()  # the clock is the dealer until here
                await play_until(floor, lambda: table.state.betting)
                await table.do(ann, {"do": "bet", "position": 1, "wagers": {"ante": "10.00"}})
                await play_until(floor, lambda: table.state.playing and bool(table.state.next.do == "deal"))

    async def after() -> None:
        async with a_floor(tmp_path / "a.db", tmp_path / "heads") as floor:
            table = floor.pit.live["t1"]
            sequence = table.sequence
            await floor.after(590)
            assert table.state.playing and table.sequence == sequence, "somebody may still come and deal"
            await play_until(floor, lambda: "t1~2" in floor.pit.live)
            assert not table.state.open and floor.pit.live["t1~2"].house.edition == EDITION
            money_is_all_there(floor)

    asyncio.run(before())
    asyncio.run(after())


def test_the_server_starts_on_a_store_of_the_first_edition(tmp_path: Path) -> None:
    """`pitboss serve` itself: it is ready, ends in good order, and `pitboss audit` says what it found."""
    store = Copy(tmp_path, "snapshots")
    command = [sys.executable, "-m", "pitboss"]
    server = subprocess.Popen(
        [*command, "serve", "--data", str(tmp_path), "--port", "0"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert server.stdout and server.stderr
    line = next(line for line in iter(server.stdout.readline, b"") if b"open on" in line or not line)
    assert b"with 9 tables" in line
    server.send_signal(signal.SIGTERM)
    _, logged = server.communicate(timeout=300)
    assert server.returncode == 0 and b"Traceback" not in logged, logged.decode()
    done = subprocess.run([*command, "audit", "--data", str(tmp_path)], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "9 tables are of an older edition of the rules" in done.stdout
    assert store.audit().faults == []
