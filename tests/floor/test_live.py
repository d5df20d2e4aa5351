"""Live tables: decided, kept, so, told; found again; done once; stopped rather than wrong."""

import asyncio
import io
import json
import sqlite3
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from sqlalchemy import Connection

from drills.secrets import Repeating
from pitboss.fair import Entropy
from pitboss.fair.epochs import MOST_SHARES
from pitboss.fair.verify_round import main as verify
from pitboss.floor import live, pit, standing
from pitboss.floor.bots import staying
from pitboss.floor.clock import SystemClock
from pitboss.floor.hub import Outbox
from pitboss.floor.live import LiveTable
from pitboss.floor.person import Person
from pitboss.floor.promises import Shown
from pitboss.floor.timing import Timing, waiting
from pitboss.refusal import Refusal
from pitboss.store import Batch
from pitboss.store.opening import open_books
from pitboss.store.schema import ONLY_ADDED
from pitboss.table.decide import step
from pitboss.table.events import Event
from pitboss.table.evolve import evolve, new_state
from pitboss.table.files import decode_event
from pitboss.table.showdown.state import State
from pitboss.table.state import state_hash
from tests.floor.floor import GAMES, HOUSE, SECOND, Floor, SetClock, a_floor, balances, bet_of
from tests.floor.test_cut_off import Page


def run(test: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(test())  # type: ignore[arg-type]


async def refused(act: Awaitable[Any]) -> Refusal:
    try:
        await act
    except Refusal as refusal:
        return refusal
    raise AssertionError("was not refused")


async def with_cards(floor: Floor, table: LiveTable, players: int = 2) -> list[Person]:
    """A round in which everybody has cards and nobody has decided."""
    people = [await floor.seated(table, f"p{place}", place) for place in range(1, players + 1)]
    for place, person in enumerate(people, 1):
        await table.do(person, {"do": "bet", "position": place, "wagers": bet_of(table)})
    await floor.after(4)
    assert table.state.playing
    return people


def test_nobody_is_told_before_the_store_has_it(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_floor(tmp_path / "a.db") as floor:
            table = await floor.open()
            person = await floor.player("ann")
            outbox = Outbox()
            table.watch(outbox, person)
            outbox.frames.clear()
            told: list[int] = []
            keep = floor.means.keep

            async def watched(batch: Batch) -> Any:
                before = len(outbox.frames), table.sequence
                receipt, at = await keep(batch)
                assert (len(outbox.frames), table.sequence) == before
                told.append(receipt.sequence)
                return receipt, at

            floor.means.keep = watched  # type: ignore[method-assign]
            answer = await table.do(person, {"do": "sit", "position": 2})
            assert told == [answer.sequence] == [table.sequence]
            frame = json.loads(outbox.frames[0])
            assert (frame["type"], frame["sequence"]) == ("events", table.sequence)
            assert frame["first"] + len(frame["events"]) - 1 == frame["sequence"]

    run(test)


@pytest.mark.parametrize("game", GAMES)
def test_int_03_a_table_is_found_again_as_it_was_left_in_every_phase(tmp_path: Path, game: str) -> None:
    """INT-03: whatever was acknowledged is there after the server has gone; the player comes back to the same state."""

    async def test() -> None:
        clock = SetClock()
        steps = ["sit", "buy", "bet", "close", *["decide"] * 6]
        left: list[Any] = []
        for number in range(len(steps) + 1):
            async with a_floor(tmp_path / "a.db", clock=clock) as floor:
                if not number:
                    await floor.open(game)
                table, person = floor.pit.table("t1"), Person("ann", "player")
                if left:
                    assert [state_hash(table.state), table.view(person)] == left
                if number == len(steps):
                    return
                step = steps[number]
                if step == "sit":
                    await floor.player("ann")
                    await table.do(person, {"do": "sit", "position": 2})
                elif step == "buy":
                    await table.do(person, {"do": "buy_in", "amount": "500.00"})
                elif step == "bet":
                    await table.do(person, {"do": "bet", "position": 2, "wagers": bet_of(table)})
                elif step == "close" or table.state.playing:
                    await floor.after(30)
                    assert number > 3 or table.view(person)["positions"]["2"]["on_layout"], "the wager shows as held"
                left = [state_hash(table.state), table.view(person)]

    run(test)


@pytest.mark.parametrize("game", ["spanish-21", "double-attack-blackjack", "craps"])
def test_int_03_a_shoe_and_a_run_of_dice_are_found_again_in_every_phase(tmp_path: Path, game: str) -> None:
    """INT-03 where hands grow and wagers live from roll to roll: the server is gone after each of twenty steps."""

    async def test() -> None:
        clock, left = SetClock(), list[Any]()
        bet: dict[str, Any] = {"do": "bet", "position": 1, "wagers": {"bet": "10.00"}}
        if game == "craps":
            bet = {"do": "bet", "wager": "pass", "amount": "10.00"}
        for number in range(20):
            async with a_floor(tmp_path / "a.db", clock=clock) as floor:
                if not number:
                    await floor.open(game)
                table, person = floor.pit.table("t1"), Person("ann", "player")
                if left:
                    assert [state_hash(table.state), table.view(person), balances(floor)] == left
                state: Any = table.state
                if not number:
                    await floor.player("ann")
                    await table.do(person, {"do": "sit", "position": 1})
                elif number == 1:
                    await table.do(person, {"do": "buy_in", "amount": "500.00"})
                elif state.betting and not state.has_wagers("ann") and not getattr(state, "puck", 0):
                    await table.do(person, bet)
                    assert balances(floor)["layout:t1"] == 10_00, "the wager shows as held"
                else:
                    await floor.after(30)
                left = [state_hash(table.state), table.view(person), balances(floor)]

    run(test)


def test_int_07_a_command_sent_again_has_one_effect_and_one_answer(tmp_path: Path) -> None:
    """INT-07: twice, ten times, at once, an hour later, after a restart; the same key with another body is refused."""

    async def test() -> None:
        clock = SetClock()
        async with a_floor(tmp_path / "a.db", clock=clock) as floor:
            table = await floor.open()
            person = await floor.player("ann")
            commands: list[dict[str, Any]] = [
                {"do": "sit", "position": 2},
                {"do": "buy_in", "amount": "100.00"},
                {"do": "tip", "amount": "1.00"},
                {"do": "bet", "position": 2, "wagers": {"ante": "10.00"}},
                {"do": "clear", "position": 2},
                {"do": "sit", "position": 2},
                {"do": "leave"},
                {"do": "cash_out"},
            ]
            for number, command in enumerate(commands):
                keyed = command | {"key": f"k{number}"}
                sent = await asyncio.gather(*(table.do(person, keyed) for _ in range(10)), return_exceptions=True)
                first, before = sent[0], table.sequence
                clock.pass_(3600)
                again = (await asyncio.gather(table.do(person, keyed), return_exceptions=True))[0]
                if isinstance(first, Refusal):
                    assert {each.code for each in [*sent, again]} == {first.code} == {"seat_taken"}  # type: ignore[union-attr]
                else:
                    assert {each.sequence for each in [*sent, again]} == {first.sequence}  # type: ignore[union-attr]
                    assert [each.again for each in sent].count(False) == 1  # type: ignore[union-attr]
                assert table.sequence == before
                other = await refused(table.do(person, {"do": "view", "key": f"k{number}"}))
                assert other.code == "key_reused"
        async with a_floor(tmp_path / "a.db", clock=clock) as floor:
            table, before = floor.pit.table("t1"), floor.pit.table("t1").sequence
            answer = await table.do(person, commands[1] | {"key": "k1"})
            assert answer.again and table.sequence == before
            assert floor.store.books.balance("wallet:ann") == 1_000_000 - 100

    run(test)


async def ten_times(clock: SetClock, table: LiveTable, person: Person, command: dict[str, Any], key: str) -> None:
    """At once, and an hour late: one effect, one answer."""
    given = {name: held for name, held in command.items() if name not in ("who", "automatic")} | {"key": key}
    sent = await asyncio.gather(*(table.do(person, given) for _ in range(10)))
    after = table.sequence
    clock.pass_(3600)
    sent.append(await table.do(person, given))
    assert [each.again for each in sent].count(False) == 1 and {each.sequence for each in sent} == {after}
    assert table.sequence == after


@pytest.mark.parametrize("game", [*GAMES, "spanish-21", "double-attack-blackjack", "craps"])
def test_int_07_every_step_of_a_round_sent_again_has_one_effect(tmp_path: Path, game: str) -> None:
    """Everything that dealer, supervisor and player say in rounds that people deal, at a table of every game."""

    async def test() -> None:
        clock = SetClock()
        async with a_floor(tmp_path / "a.db", clock=clock) as floor:
            table = await floor.open(game, setup={"automatic": "none"}, timing={"dealt_by": "person"})
            ann, said = await floor.player("ann"), list[str]()
            wanted = {"bet", "no_more_bets", "throw" if game == "craps" else "decide"}

            async def say(person: Person, command: dict[str, Any]) -> None:
                said.append(str(command["do"]))
                await ten_times(clock, table, person, command, f"k{len(said)}")

            await say(ann, {"do": "sit", "position": 1})
            await say(ann, {"do": "buy_in", "amount": "500.00"})
            await say(ann, {"do": "tip", "amount": "1.00"})
            while True:
                assert len(said) < 2_000, "a hand to decide comes long before"
                if table.state.betting and not table.state.has_wagers("ann"):
                    await say(ann, a_bet(table))
                if table.state.betting and table.state.number >= 2 and wanted <= {*said}:
                    break
                step = waiting(table.house, table.state, Timing())
                assert step is not None
                await say(ann if step.command["by"] == "player" else HOUSE, step.command)
            await say(HOUSE, {"do": "void_round", "by": "supervisor"})
            await say(ann, {"do": "leave"})
            await say(ann, {"do": "cash_out"})
            held = balances(floor)
            assert sum(held.values()) == 0 and held["chips:t1:ann"] == held["layout:t1"] == 0

    run(test)


def test_int_04_an_open_round_comes_before_another_of_its_game(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_floor(tmp_path / "a.db") as floor:
            one, two = await floor.open(), await floor.open(id_="t2")
            other = await floor.open("four-card-poker", id_="t3")
            (person,) = await with_cards(floor, one, 1)
            for table in (two, other):
                await table.do(person, {"do": "sit", "position": 1})
                await table.do(person, {"do": "buy_in", "amount": "100.00"})
            for _ in range(3):
                found = await refused(two.do(person, {"do": "bet", "position": 1, "wagers": bet_of(two)}))
                assert (found.code, found.clause) == ("round_open", "GLI-19 4.16.3")
                assert "round 1 at t1" in found.message
            await other.do(person, {"do": "bet", "position": 1, "wagers": bet_of(other)})
            await floor.play_on(one)
            await two.do(person, {"do": "bet", "position": 1, "wagers": bet_of(two)})

    run(test)


def test_int_04_by_no_channel_a_new_round_is_begun(tmp_path: Path) -> None:
    """Over the connection she plays by, over another one, and over one to a floor that was started again."""

    async def tries(floor: Floor, *pages: Page) -> None:
        bet = {"do": "bet", "position": 1, "wagers": bet_of(floor.pit.table("t2"))}
        for page in pages:
            answer = await page.ask({"type": "do", "table": "t2", "command": bet})
            assert (answer["error"]["code"], answer["error"]["clause"]) == ("round_open", "GLI-19 4.16.3")
            assert "round 1 at t1" in answer["error"]["message"]
            await page.cut()
        assert not floor.pit.table("t2").state.has_wagers("ann")

    async def test() -> None:
        async with a_floor(tmp_path / "a.db") as floor:
            one, two = await floor.open(), await floor.open(id_="t2")
            ann = await floor.seated(one, "ann", 1)
            for command in ({"do": "sit", "position": 1}, {"do": "buy_in", "amount": "100.00"}):
                await two.do(ann, command)
            own, other = Page(floor), Page(floor)
            bet = {"do": "bet", "position": 1, "wagers": bet_of(one)}
            assert (await own.ask({"type": "do", "table": "t1", "command": bet}))["type"] == "done"
            await floor.after(4)
            assert one.state.playing
            await tries(floor, own, other)
        async with a_floor(tmp_path / "a.db") as floor:
            assert floor.pit.table("t1").state.playing
            await tries(floor, Page(floor))
            await floor.play_on(floor.pit.table("t1"))
            bet = {"do": "bet", "position": 1, "wagers": bet_of(floor.pit.table("t2"))}
            page = Page(floor)
            assert (await page.ask({"type": "do", "table": "t2", "command": bet}))["type"] == "done"
            await page.cut()

    run(test)


EACH = ("three-card-poker", "spanish-21", "craps")


async def at_two_tables(floor: Floor, game: str) -> tuple[LiveTable, LiveTable, Person]:
    one, two = await floor.open(game), await floor.open(game, id_="t2")
    person = await floor.seated(one, "ann", 1)
    await two.do(person, {"do": "sit", "position": 1})
    await two.do(person, {"do": "buy_in", "amount": "100.00"})
    return one, two, person


def a_bet(table: LiveTable) -> dict[str, Any]:
    if table.house.game.name == "craps":
        return {"do": "bet", "wager": "pass", "amount": "10.00"}
    name = getattr(table.house.rules, "ante", None) or table.house.rules.game.bet.name
    return {"do": "bet", "position": 1, "wagers": {str(name): "10.00"}}


@pytest.mark.parametrize("game", EACH)
def test_int_04_a_bet_before_the_deal_keeps_another_of_its_game_away(tmp_path: Path, game: str) -> None:
    """Two bets taken before either table deals would be two open rounds; at dice a wager lies for many rolls."""

    async def test() -> None:
        async with a_floor(tmp_path / "a.db") as floor:
            one, two, person = await at_two_tables(floor, game)
            await one.do(person, a_bet(one))
            assert not one.state.playing
            found = await refused(two.do(person, a_bet(two)))
            assert (found.code, found.clause) == ("round_open", "GLI-19 4.16.3")
            assert "round 1 at t1" in found.message and not two.state.has_wagers("ann")
            await one.do(person, a_bet(one))  # more at the same table is the same round
            await floor.after(60)
            if game == "craps":
                while one.state.has_wagers("ann"):
                    assert (await refused(two.do(person, a_bet(two)))).code == "round_open"
                    await floor.after(60)
            else:
                await floor.play_on(one)
            await two.do(person, a_bet(two))
            assert two.state.has_wagers("ann")
            assert (await refused(one.do(person, a_bet(one)))).code == "round_open"

    run(test)


@pytest.mark.parametrize("game", EACH)
def test_int_04_of_two_bets_at_once_one_is_taken(tmp_path: Path, game: str) -> None:
    async def test() -> None:
        async with a_floor(tmp_path / "a.db") as floor:
            one, two, person = await at_two_tables(floor, game)
            both = [table.do(person, a_bet(table)) for table in (one, two)]
            found = await asyncio.gather(*both, return_exceptions=True)
            codes = [each.code for each in found if isinstance(each, Refusal)]
            assert codes == ["round_open"]
            assert one.state.has_wagers("ann") != two.state.has_wagers("ann")

    run(test)


def test_int_04_a_bet_that_was_not_kept_holds_up_no_other(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_floor(tmp_path / "a.db") as floor:
            one, two, person = await at_two_tables(floor, "three-card-poker")

            async def keep(batch: Batch) -> Any:
                raise Refusal("store_locked", "Wait.")

            def a_fault(*given: object) -> list[Any]:
                raise ZeroDivisionError

            kept, floor.means.keep = floor.means.keep, keep  # type: ignore[method-assign]
            assert (await refused(one.do(person, a_bet(one)))).code == "store_locked"
            floor.means.keep = kept  # type: ignore[method-assign]
            floor.means.notes.append(a_fault)
            assert (await refused(one.do(person, a_bet(one)))).code == "malfunction"
            floor.means.notes.clear()
            await two.do(person, a_bet(two))
            assert two.state.has_wagers("ann")

    run(test)


@pytest.mark.parametrize("silent", [1, 3, 5])
def test_int_05_silent_players_hold_up_nobody_and_are_marked(tmp_path: Path, silent: int) -> None:
    """INT-05: of six seats some say nothing; every round is settled when their clocks have run out, no later."""

    async def test() -> None:
        async with a_floor(tmp_path / "a.db") as floor:
            table = await floor.open()
            people = await with_cards(floor, table, 6)
            waited = 0
            while table.state.playing:
                place = table.state.next.position
                if place > silent:
                    person = people[place - 1]
                    await table.do(person, {"do": "decide", "position": place, "action": "play", "amount": "10.00"})
                else:
                    await floor.after(19)
                    assert table.state.next.position == place, "not before the time is over"
                    await floor.after(1)
                    waited += 20
            assert waited == 20 * silent
            kept = [json.loads(each.body) for each in floor.store.books.events("t1")]
            marked = {each["position"]: each["automatic"] for each in kept if each["event"] == "decided"}
            assert marked == {place: place <= silent for place in range(1, 7)}

    run(test)


PHASES = ("sit", "bet", "no_more_bets", "decide")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("phase", PHASES)
def test_int_06_a_fault_voids_the_round_cleanly(
    tmp_path: Path, game: str, phase: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """INT-06: an assertion fails in each phase: wagers come back, the log says void, the incident is written."""

    async def test() -> None:
        async with a_floor(tmp_path / "a.db") as floor:
            table = await floor.open(game)
            person = await floor.seated(table, "ann", 2)
            if phase != "sit":
                await table.do(person, {"do": "bet", "position": 2, "wagers": bet_of(table)})
            if phase == "decide":
                await floor.after(4)
                assert table.state.playing
            monkeypatch.setattr(live, "step", _faulty_once(phase))
            commands: dict[str, dict[str, Any]] = {
                "sit": {"do": "tip", "amount": "1.00"},
                "bet": {"do": "clear", "position": 2},
            }
            if phase in commands:
                found = await refused(table.do(person, commands[phase]))
                assert (found.code, found.clause) == ("malfunction", "GLI-19 A.6.4")
            else:
                await floor.after(30)
            assert table.status == "stopped" and not table.state.playing
            held = balances(floor)
            assert (held["chips:t1:ann"], held.get("layout:t1", 0), sum(held.values())) == (100_000, 0, 0)
            kept = [json.loads(each.body) for each in floor.store.books.events("t1")]
            void = [each for each in kept if each["event"] == "irregularity_called"]
            assert [each["what"] for each in void] == ([] if phase == "sit" else ["malfunction"])
            with floor.store.books.moment() as connection:
                incidents = connection.exec_driver_sql("SELECT reason FROM records WHERE kind = 'table_stopped'").all()
            assert [row[0] for row in incidents] == ["malfunction"]
            stopped = await refused(table.do(person, {"do": "bet", "position": 2, "wagers": bet_of(table)}))
            assert stopped.code == "table_stopped"
            await table.resume("boss")
            await table.do(person, {"do": "bet", "position": 2, "wagers": bet_of(table)})
            await floor.after(4)
            assert table.state.playing, "play goes on when a supervisor lets it"

    run(test)


OTHER_FAMILIES = [
    *(("spanish-21", phase) for phase in PHASES),
    *(("double-attack-blackjack", phase) for phase in PHASES),
    *(("craps", phase) for phase in ("sit", "bet", "no_more_bets", "point")),
]


@pytest.mark.parametrize(("game", "phase"), OTHER_FAMILIES)
def test_int_06_a_fault_voids_a_round_of_a_shoe_or_of_dice(
    tmp_path: Path, game: str, phase: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """INT-06 where hands grow and wagers live from roll to roll; `point`: a wager that a roll has left standing."""

    async def test() -> None:
        async with a_floor(tmp_path / "a.db") as floor:
            table = await floor.open(game)
            person = await floor.seated(table, "ann", 1)
            bet: dict[str, Any] = {"do": "bet", "position": 1, "wagers": {"bet": "10.00"}}
            if game == "craps":
                bet = {"do": "bet", "wager": "pass", "amount": "10.00"}
            if phase != "sit":
                await table.do(person, bet)
            if phase in ("decide", "point"):
                await _play_up_to(phase, floor, table, person, bet)
            before = sum(balances(floor).get(name, 0) for name in ("chips:t1:ann", "layout:t1"))
            monkeypatch.setattr(live, "step", _faulty_once(phase))
            if phase in ("sit", "bet"):
                found = await refused(table.do(person, {"do": "tip", "amount": "1.00"}))
                assert (found.code, found.clause) == ("malfunction", "GLI-19 A.6.4")
            while not table.stopped:
                await floor.after(30)
            held = balances(floor)
            assert (held["chips:t1:ann"], held.get("layout:t1", 0), sum(held.values())) == (before, 0, 0)
            kept = [json.loads(each.body) for each in floor.store.books.events("t1")]
            void = [each["what"] for each in kept if each["event"] == "irregularity_called"]
            assert void == ([] if phase == "sit" else ["malfunction"])
            with floor.store.books.moment() as connection:
                incidents = connection.exec_driver_sql("SELECT reason FROM records WHERE kind = 'table_stopped'").all()
            assert [row[0] for row in incidents] == ["malfunction"]
            assert (await refused(table.do(person, bet))).code == "table_stopped"
            await table.resume("boss")
            assert table.status != "stopped", "play goes on when a supervisor lets it"

    run(test)


ROUNDS = 12
"""So many that wagers are taken and paid at every game."""


async def _rounds(tmp_path: Path, game: str, number: int, monkeypatch: pytest.MonkeyPatch, at: str = "") -> set[str]:
    """Ann alone, who stays in whenever she may, with the same chance every time. What kinds of events there were.

    With `at`, a kind of event: the program fails when the first of it has been decided, and nothing of it is kept.
    """
    begun, kinds, left = False, set[str](), [at]

    def faulty(house: Any, state: Any, command: Any, chance: Any) -> Any:
        events, after = step(house, state, command, chance)
        found = {str(event.__struct_config__.tag) for event in events}
        if begun:
            kinds.update(found)
            assert not (left and left[0] in found and left.pop()), "planted"
        return events, after

    async with a_floor(tmp_path / f"{number}.db", entropy=Entropy(Repeating(game).read)) as floor:
        monkeypatch.setattr(live, "step", faulty)
        table = await floor.open(game)
        person = await floor.seated(table, "ann", 1)
        begun, before = True, (0, 0)
        while table.state.number <= ROUNDS and not table.stopped:
            held = balances(floor)
            before = held["chips:t1:ann"], held.get("layout:t1", 0)
            decisions = [each for each in table.view(person)["choices"] if each["do"] == "decide"]
            with suppress(Refusal):
                if decisions:
                    sent = {name: told for name, told in staying(decisions).items() if name not in ("who", "by")}
                    await table.do(person, sent)
                elif table.state.betting and not table.state.has_wagers("ann"):
                    await table.do(person, _a_bet(table, game))
                else:
                    await floor.after(30)
        if at:
            await _is_void(floor, table, *before)
    return kinds


def _a_bet(table: LiveTable, game: str) -> dict[str, Any]:
    if game == "craps":
        return {"do": "bet", "wager": "pass", "amount": "10.00"}
    return {"do": "bet", "position": 1, "wagers": bet_of(table) if game in GAMES else {"bet": "10.00"}}


async def _is_void(floor: Floor, table: LiveTable, chips: int, laid: int) -> None:
    """What lay is back exactly, the history says void if anything did, the incident is written, play can go on."""
    assert table.stopped and table.stopped.code == "malfunction" and not table.state.playing
    held = balances(floor)
    assert (held["chips:t1:ann"], held.get("layout:t1", 0), sum(held.values())) == (chips + laid, 0, 0)
    kept = [json.loads(each.body) for each in floor.store.books.events("t1")]
    void = [each["what"] for each in kept if each["event"] == "irregularity_called"]
    assert void == (["malfunction"] if laid else [])
    with floor.store.books.moment() as connection:
        incidents = connection.exec_driver_sql("SELECT reason FROM records WHERE kind = 'table_stopped'").all()
    assert [row[0] for row in incidents] == ["malfunction"]
    await table.resume("boss")
    assert table.status != "stopped"


SETTLED = {"wagers_taken", "wagers_paid", "hand_taken", "hand_paid", "losers_taken", "winners_paid"}


@pytest.mark.parametrize("game", [*GAMES, "spanish-21", "double-attack-blackjack", "craps"])
def test_int_06_a_fault_at_every_kind_of_event_of_a_round(
    tmp_path: Path, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Everything that happens from the first wager to the next shuffle, each once: the cards dealt, the hands turned
    over, the wagers taken and paid, the cards collected."""
    kinds = asyncio.run(_rounds(tmp_path, game, 0, monkeypatch))
    assert len(SETTLED & kinds) == 2 and len(kinds) >= 8, kinds
    for number, kind in enumerate(sorted(kinds), 1):
        asyncio.run(_rounds(tmp_path, game, number, monkeypatch, kind))


async def _play_up_to(phase: str, floor: Floor, table: LiveTable, person: Person, bet: dict[str, Any]) -> None:
    """Until a player has to decide, or a wager waits for a point."""
    for _ in range(200):
        state: Any = table.state
        asked = state.next is not None and state.next.do == ("decide" if phase == "decide" else "")
        if asked and table.house.game.name != "craps":
            return
        if table.house.game.name == "craps" and state.puck and state.has_wagers("ann"):
            return
        if state.betting and not state.has_wagers("ann"):
            await table.do(person, bet)
        await floor.after(4)
    raise AssertionError("never came to it")


def _faulty_at(monkeypatch: pytest.MonkeyPatch, do: str, table: LiveTable) -> None:
    """A command that is carried out at a table fails there as long as it is planted."""

    def broken(house: Any, state: Any, command: Any, chance: Any) -> Any:
        if command.do == do and house is table.house:
            raise AssertionError("planted")
        return step(house, state, command, chance)

    monkeypatch.setattr(live, "step", broken)


@pytest.mark.parametrize("asked", ["pause", "drain", "see_off", "close"])
def test_int_06_a_fault_in_what_the_house_does_stops_one_table_cleanly(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, asked: str
) -> None:
    """Not only what people say: while a table is paused or closed and wagers go back, a fault is a fault."""

    async def test() -> None:
        async with a_floor(tmp_path / "a.db") as floor:
            table, other = await floor.open(), await floor.open("four-card-poker", "t2")
            ann, ben = await floor.seated(table, "ann", 1), await floor.seated(other, "ben", 1)
            await other.do(ben, {"do": "bet", "position": 1, "wagers": bet_of(other)})
            if asked in ("pause", "drain"):
                await table.do(ann, {"do": "bet", "position": 1, "wagers": bet_of(table)})
                _faulty_at(monkeypatch, "clear", table)
            else:
                _faulty_at(monkeypatch, "cash_out", table)
            if asked == "drain":
                await floor.pit.drain()
            elif asked == "see_off":
                await table.see_off("ann")
            else:
                act = table.pause("boss", "a look") if asked == "pause" else floor.pit.close("t1", "boss")
                assert (await refused(act)).code == "malfunction"
            assert table.stopped and table.stopped.code == "malfunction" and table.wait is None
            kept = balances(floor)
            assert (kept.get("layout:t1", 0), kept["chips:t1:ann"]) == (0, 100_000)
            with floor.store.books.moment() as connection:
                incidents = connection.exec_driver_sql("SELECT reason FROM records WHERE kind = 'table_stopped'").all()
            assert [row[0] for row in incidents] == ["malfunction"]
            if asked == "drain":
                assert other.no_new_round and kept["layout:t2"] == 0, "the other table gave its wagers back"
            assert not other.stopped

    run(test)


def _faulty_once(phase: str) -> Any:
    real, left = step, [1]

    def faulty(house: Any, state: Any, command: Any, chance: Any) -> Any:
        if command.do not in ("void_round",) and left and left.pop():
            raise AssertionError("planted")
        return real(house, state, command, chance)

    return faulty


class Failing:
    """The kernel's generator, which a test can break."""

    def __init__(self) -> None:
        self.way, self.last = "", b""

    def read(self, number: int) -> bytes:
        import os

        if self.way == "error":
            raise OSError(5, "Input/output error")
        block = os.urandom(number)
        if self.way == "repeated":  # what it gave last, over and over
            block = (self.last * number)[:number]
        self.last = block
        return {"short": block[:-1], "zeros": bytes(number)}.get(self.way, block)


@pytest.mark.parametrize("way", ["error", "short", "zeros", "repeated"])
def test_rng_09_no_entropy_no_cards(tmp_path: Path, way: str) -> None:
    """RNG-09: the table stops at once, no card is dealt, every wager is back, the event is written at that time."""

    async def test() -> None:
        kernel = Failing()
        async with a_floor(tmp_path / "a.db", entropy=Entropy(kernel.read)) as floor:
            table = await floor.open()
            person = await floor.seated(table, "ann", 2)
            await table.do(person, {"do": "bet", "position": 2, "wagers": bet_of(table)})
            kernel.way = way
            await floor.after(4)
            assert table.status == "stopped" and not table.state.playing
            kinds = [each.kind for each in floor.store.books.events("t1")]
            assert "cards_dealt" not in kinds
            assert balances(floor)["chips:t1:ann"] == 100_000
            with floor.store.books.moment() as connection:
                ask = "SELECT reason, at FROM records JOIN journal USING (number) WHERE kind = 'table_stopped'"
                found = connection.exec_driver_sql(ask).all()
            assert [(reason, at) for reason, at in found] == [("entropy_failed", floor.clock.wall())]

    run(test)


def test_rng_09_a_decision_that_counts_is_not_answered_as_refused(tmp_path: Path) -> None:
    """Only the shuffle after the round fails: the raise is made and settled, and so its player is told."""

    async def test() -> None:
        kernel = Failing()
        async with a_floor(tmp_path / "a.db", entropy=Entropy(kernel.read)) as floor:
            table = await floor.open()
            (person,) = await with_cards(floor, table, 1)
            before, kernel.way = table.sequence, "error"
            command = {"do": "decide", "position": 1, "action": "play", "amount": "10.00", "key": "k"}
            done = await table.do(person, command)
            kinds = [each.kind for each in floor.store.books.events("t1", before)]
            assert "decided" in kinds and "cards_collected" in kinds and "shuffled" not in kinds
            assert table.status == "stopped" and balances(floor)["layout:t1"] == 0
            again = await table.do(person, command)
            assert (again.sequence, again.again) == (done.sequence, True) == (table.sequence, True)

    run(test)


def test_shares_promises_and_proofs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """PF-01: the commitment stands in the journal before any wager of its round; the proof of each round verifies."""

    async def test() -> list[dict[str, Any]]:
        import msgspec

        from pitboss.fair import proof

        async with a_floor(tmp_path / "a.db") as floor:
            table = await floor.open()
            person = await floor.seated(table, "ann", 2)
            for _ in range(4):
                waiting = table.view(person)["promise"]["waiting"]
                await table.share(person, b"mine")
                assert (await refused(table.share(person, b"again"))).code == "share_twice"
                assert table.view(person)["promise"]["waiting"]["shares"] == [{"player": "ann", "share": b"mine".hex()}]
                await table.do(person, {"do": "bet", "position": 2, "wagers": bet_of(table)})
                await floor.after(4)
                await floor.play_on(table)
                assert table.view(person)["promise"]["waiting"]["epoch"] == waiting["epoch"] + 1
            await floor.pit.close("t1", "boss")
            with floor.store.books.moment() as connection:
                ask = "SELECT number, kind, after FROM records WHERE kind LIKE 'fair_%' ORDER BY number, line"
                records = connection.exec_driver_sql(ask).all()
                bets = connection.exec_driver_sql("SELECT number FROM events WHERE kind = 'bet_placed'").all()
            committed = [row for row in records if row[1] == "fair_committed"]
            frozen = [row for row in records if row[1] == "fair_frozen"]
            for (bet,), kept, drawn in zip(bets, committed, frozen, strict=False):
                assert kept[0] < bet and drawn[0] < bet, "promised, then shuffled, then bet"
            assert len(committed) == 6
            events = {each.sequence: json.loads(each.body) for each in floor.store.books.events("t1")}
            shown = [msgspec.json.decode(row[2], type=Shown) for row in records if row[1] == "fair_shown"]
            assert [each.epoch.number for each in shown] == [1, 2, 3, 4, 5, 6]
            ended = [json.loads(row[2]) for row in records if row[1] == "fair_ended"]
            assert [each["ended"] for each in ended] == ["played"] * 5 + ["void"]
            proofs = []
            for each, end in zip(shown, ended, strict=True):
                epoch = msgspec.structs.replace(each.epoch, ended=end["ended"], why=end["why"])
                of = [events[n] for n in range(each.first, each.last + 1)] if epoch.draws else []
                proofs.append(proof(epoch, of))
            return proofs

    proofs = asyncio.run(test())
    for number, each in enumerate(proofs):
        file = tmp_path / f"{number}.json"
        file.write_text(json.dumps(each))
        assert verify([str(file)]) == 0, capsys.readouterr()


def test_nothing_sealed_stays_sealed_when_its_cards_are_out(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_floor(tmp_path / "a.db") as floor:
            table = await floor.open()
            person = await floor.seated(table, "ann", 2)
            for _ in range(3):
                await table.do(person, {"do": "bet", "position": 2, "wagers": bet_of(table)})
                await floor.after(4)
                await floor.play_on(table)
            with floor.store.books.moment() as connection:
                ask = "SELECT kind FROM events WHERE sealed = 1 AND sequence NOT IN (SELECT sequence FROM reveals)"
                assert [row[0] for row in connection.exec_driver_sql(ask)] == ["shuffled"], "only the cards to come"

    run(test)


def test_linked_tables_share_their_meters(tmp_path: Path) -> None:
    """Tables of one group: what each adds is shown at all, in the order in which the store has it."""

    async def test() -> None:
        async with a_floor(tmp_path / "a.db") as floor:
            one = await floor.open("high-card-flush", "t1", group="jackpot")
            two = await floor.open("high-card-flush", "t2", group="jackpot")
            outbox = Outbox()
            two.watch(outbox, HOUSE)
            outbox.frames.clear()
            start = floor.store.books.meters("jackpot")
            for table, name in ((one, "ann"), (two, "ben"), (one, "ann"), (two, "ben")):
                person = Person(name, "player")
                if name not in table.state.seats.values():
                    await floor.seated(table, name, 2)
                wagers = bet_of(table) | {"progressive": "1.00"}
                await table.do(person, {"do": "bet", "position": 2, "wagers": wagers})
            await asyncio.gather(floor.after(4))
            for table in (one, two):
                await floor.play_on(table)
            main, secondary = floor.store.books.meters("jackpot")
            assert (main, secondary) != start
            assert one.meters() == two.meters()
            assert one.link is not None and one.link.reading == (main, secondary)
            told = [json.loads(frame) for frame in outbox.frames]
            assert any(each["type"] == "meters" for each in told)
            kept = [json.loads(each.body)["event"] for each in floor.store.books.events("t2")]
            assert "meters_read" in kept
            third = await floor.open("high-card-flush", "t3", group="jackpot")
            assert third.meters() == one.meters()
            assert floor.store.books.meters("jackpot") == (main, secondary), "a table that joins brings no money"
        async with a_floor(tmp_path / "a.db") as floor:
            assert {name: table.meters() for name, table in floor.pit.live.items()} == dict.fromkeys(
                ("t1", "t2", "t3"), third.meters()
            )

    run(test)


def test_dis_01_a_paused_table_finishes_its_round_and_begins_no_other(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_floor(tmp_path / "a.db") as floor:
            one, two = await floor.open(), await floor.open("four-card-poker", "t2")
            await with_cards(floor, one, 1)
            person = await floor.seated(two, "ben", 3)
            await two.do(person, {"do": "bet", "position": 3, "wagers": bet_of(two)})
            await floor.pit.pause(["t1", "t2"], "boss", "Inspection.")
            assert one.state.playing, "a running round goes on"
            assert balances(floor)["chips:t2:ben"] == 100_000, "wagers of a round that will not be go back"
            found = await refused(two.do(person, {"do": "bet", "position": 3, "wagers": bet_of(two)}))
            assert found.code == "no_new_round" and "Inspection." in found.message
            await floor.play_on(one)
            assert one.status == "paused"
        async with a_floor(tmp_path / "a.db") as floor:
            assert floor.pit.table("t1").status == "paused", "a person's pause outlives the server"
            await floor.pit.resume(["t1", "t2"], "boss")
            two = floor.pit.table("t2")
            await two.do(person, {"do": "bet", "position": 3, "wagers": bet_of(two)})

    run(test)


def jump(seconds: int) -> list[int]:
    """What the time of day makes of two seconds, in tenths: amid them somebody sets it."""
    return [1] * 10 + [1 + 10 * seconds] + [1] * 9


STEPS = {
    "a second on": ("2027-01-15T08:00Z", jump(1)),
    "a second back": ("2027-01-15T08:00Z", jump(-1)),
    "an hour on": ("2027-01-15T08:00Z", jump(3_600)),
    "an hour back": ("2027-01-15T08:00Z", jump(-3_600)),
    "a year on": ("2027-01-15T08:00Z", jump(31_536_000)),
    "a year back": ("2027-01-15T08:00Z", jump(-31_536_000)),
    "a leap second stood still for": ("2017-01-01T00:00Z", [1] * 10 + [0] * 10),
    "a leap second left out": ("2017-01-01T00:00Z", jump(1)),
    "summer time begins": ("2027-03-14T07:00Z", [1] * 20),
    "summer time ends": ("2026-11-01T06:00Z", [1] * 20),
}
"""The time amid the two seconds, and how the time of day goes on in each tenth of them."""


@pytest.fixture
def new_york(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A machine whose time of day has a summer and a winter."""
    with monkeypatch.context() as patched:
        patched.setenv("TZ", "America/New_York")
        time.tzset()
        yield
    time.tzset()


@pytest.mark.usefixtures("new_york")
@pytest.mark.parametrize("amid", ["betting", "decision"])
@pytest.mark.parametrize("name", STEPS)
def test_aud_06_a_clock_that_jumps_misfires_nothing_and_is_written_down(tmp_path: Path, name: str, amid: str) -> None:
    when, tenths = STEPS[name]
    middle, clock = int(datetime.fromisoformat(when).timestamp()) * SECOND, SetClock()
    clock.day = middle - SECOND - clock.now - (4 * SECOND if amid == "decision" else 0)

    async def test() -> None:
        async with a_floor(tmp_path / "a.db", clock=clock) as floor:
            table = await floor.open()
            if amid == "betting":
                person = await floor.seated(table, "p1", 1)
                await table.do(person, {"do": "bet", "position": 1, "wagers": bet_of(table)})
            else:
                await with_cards(floor, table, 1)
            before, ends, left = table.sequence, table.ends, table.ends - clock.now
            assert left == (3 if amid == "betting" else 20) * SECOND and clock.wall() == middle - SECOND
            for tenth in tenths:
                clock.now += SECOND // 10
                clock.day += (tenth - 1) * SECOND // 10
                await floor.pit.tick()
            assert (table.sequence, table.ends) == (before, ends), "no clock of a table follows the time of day"
            clock.now = ends - 1
            await floor.pit.tick()
            assert table.sequence == before, "a moment too soon"
            clock.now = ends
            await floor.pit.tick()
            assert table.sequence > before and table.state.playing == (amid == "betting")
            with floor.store.books.moment() as connection:
                found = connection.exec_driver_sql("SELECT count(*) FROM records WHERE kind = 'clock_stepped'").scalar()
                numbers = connection.exec_driver_sql("SELECT number FROM journal ORDER BY number").scalars().all()
            stepped = sum(tenths) * SECOND // 10 - 2 * SECOND
            assert found == (abs(stepped) > pit.CLOCK_STEP) == ("hour" in name or "year" in name)
            assert numbers == [*range(1, len(numbers) + 1)]
            assert [each.sequence for each in floor.store.books.events("t1")] == [*range(1, table.sequence + 1)]

    run(test)


@pytest.mark.parametrize(("when", "hours"), [("2027-03-14T07:00Z", (1, 3)), ("2026-11-01T06:00Z", (1, 1))])
@pytest.mark.usefixtures("new_york")
def test_aud_06_the_floors_clock_knows_no_summer_time(monkeypatch: pytest.MonkeyPatch, when: str, hours: Any) -> None:
    """Nor zones: the microseconds go on while the machine's own hour is skipped or comes twice."""
    middle = int(datetime.fromisoformat(when).timestamp())
    told = []
    for second in (middle - 1, middle):
        monkeypatch.setattr(time, "time_ns", lambda now=second: now * 10**9)
        told.append(SystemClock().wall())
    assert told == [(middle - 1) * SECOND, middle * SECOND]
    assert (time.localtime(middle - 1).tm_hour, time.localtime(middle).tm_hour) == hours


def test_a_command_that_a_constraint_refuses_is_refused_alone(tmp_path: Path) -> None:
    """A slip of the program that the database caught: counted, logged, written down; play goes on at every table."""

    async def test() -> None:
        async with a_floor(tmp_path / "a.db") as floor:
            floor.means.log.out = io.StringIO()
            table = await floor.open()
            person, before = await floor.seated(table, "ann", 2), table.sequence
            bet = {"do": "bet", "position": 2, "wagers": bet_of(table)}

            def slip(connection: Connection, batch: Batch) -> None:
                floor.store.guard = None
                connection.exec_driver_sql("INSERT INTO locks (person, failures, until) VALUES ('ann', NULL, 0)")

            floor.store.guard = slip
            found = await refused(table.do(person, bet | {"key": "k"}))
            assert found.code == "not_kept" and "locks" not in found.message
            assert (table.sequence, table.status, floor.means.failed) == (before, "betting", None)
            assert (await refused(table.do(person, bet | {"key": "k"}))).code == "not_kept", (
                "the same key, the same answer"
            )
            await table.do(person, bet | {"key": "another"})
            assert table.state.has_wagers("ann") and '"event": "not_kept"' in floor.means.log.out.getvalue()
            assert b"pitboss_faults_total 1.0" in floor.means.counts.text()

    run(test)


def test_aud_05_a_store_that_keeps_nothing_more_stops_play(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_floor(tmp_path / "a.db") as floor:
            table = await floor.open()
            person = await floor.seated(table, "ann", 2)
            before = table.sequence
            floor.store._shut(Refusal("disk_full", "Free some space on the disk."))
            found = await refused(table.do(person, {"do": "bet", "position": 2, "wagers": bet_of(table)}))
            assert found.code == "store_closed"
            found = await refused(table.do(person, {"do": "bet", "position": 2, "wagers": bet_of(table)}))
            assert found.code == "floor_stopped" and "disk" in found.message
            assert (table.sequence, table.status) == (before, "stopped")

    run(test)


@pytest.mark.parametrize("unwritable", [name for name in ONLY_ADDED if name != "programs"])
def test_aud_05_where_the_log_cannot_be_written_no_round_is_played(tmp_path: Path, unwritable: str) -> None:
    """Each table of ledger and log by itself; programs are only written down at the start.

    No card is dealt where every command leaves a row. Records and reveals come with the next shuffle and with the end
    of a round: it is not settled without them, and there is none after it.
    """

    async def test() -> None:
        async with a_floor(tmp_path / "a.db") as floor:
            table = await floor.open()
            person = await floor.seated(table, "ann", 2)
            with sqlite3.connect(tmp_path / "a.db") as beside:
                broken = f"BEFORE INSERT ON {unwritable} BEGIN SELECT RAISE(ABORT, 'no'); END"
                beside.execute(f"CREATE TRIGGER unwritable {broken}")
            late, codes = unwritable in ("records", "reveals"), []
            for number in range(20):
                bet = {"do": "bet", "position": 2, "wagers": bet_of(table)}
                if late and not number:
                    await table.do(person, bet)
                else:
                    codes.append((await refused(table.do(person, bet))).code)
                await floor.after(30)
            assert len(codes) == 20 - late and {*codes} <= {"not_kept", "store_failed", "floor_stopped", "bets_closed"}
            assert of_rounds(floor) == (["bets_closed", "cards_dealt"] if late else [])
            held = balances(floor)
            assert held["chips:t1:ann"] + held.get("layout:t1", 0) == 100_000
            assert held.get("layout:t1", 0) == (10_00 if late else 0), "what lies is held in the open round"

    run(test)


def of_rounds(floor: Floor) -> list[str]:
    """What tells of a round that is played."""
    told = ("bets_closed", "cards_dealt", "decided", "wagers_taken", "wagers_paid")
    return [each.kind for each in floor.store.books.events("t1") if each.kind in told]


@pytest.mark.parametrize("account", ["layout:t1", "chips:t1:p1"])
def test_led_02_a_cent_out_of_place_is_found_before_wagers_go_back(tmp_path: Path, account: str) -> None:
    """Between two looks at the books: no cent is kept or shown, the round stays as it was, the floor says why."""

    async def test() -> None:
        async with a_floor(tmp_path / "a.db") as floor:
            table = await floor.open()
            (person,) = await with_cards(floor, table, 1)
            before, held, round_ = table.sequence, balances(floor), table.state.number
            with sqlite3.connect(tmp_path / "a.db") as beside:
                beside.execute("UPDATE accounts SET cents = cents + 1 WHERE name = ?", [account])
            void = {"do": "void_round", "by": "supervisor"}
            assert (await refused(table.do(HOUSE, void))).code == "books_differ"
            assert (table.sequence, table.status, table.state.number) == (before, "stopped", round_)
            assert table.state.playing and floor.means.failing == "the check of the books failed (books_differ)."
            decide = {"do": "decide", "position": 1, "action": "play", "amount": "10.00"}
            assert (await refused(table.do(person, decide))).code == "floor_stopped"
        books = open_books(str(tmp_path / "a.db"))
        assert books.balances() == held | {account: held[account] + 1}

    run(test)


def test_ver_01_a_floor_that_has_stopped_folds_nobodys_hand(tmp_path: Path) -> None:
    """Whoever is not heard is not silent: the store of a changed program still keeps, and the clock would fold them."""

    async def test() -> None:
        async with a_floor(tmp_path / "a.db") as floor:
            table = await floor.open()
            person = (await with_cards(floor, table, 1))[0]
            wait, before, held = table.wait, table.sequence, balances(floor)
            assert wait is not None and wait.command["action"] == "fold"
            floor.means.failed = Refusal("program_changed", "Start again: a file is not as it was.")
            decide = {"do": "decide", "position": 1, "action": "play", "amount": "10.00"}
            assert (await refused(table.do(person, decide))).code == "floor_stopped"
            await floor.after(120)
            assert (table.sequence, balances(floor)) == (before, held)
        async with a_floor(tmp_path / "a.db") as floor:  # started again: the hand is still to be decided
            table = floor.pit.table("t1")
            await floor.after(1)
            await table.do(person, decide)
            assert any(json.loads(each.body).get("action") == "play" for each in floor.store.books.events("t1", before))

    run(test)


def test_only_the_clock_decides_for_others(tmp_path: Path) -> None:
    """WEB-04 at the table: nobody speaks in another's name or role, or marks a decision as the clock's."""

    async def test() -> None:
        async with a_floor(tmp_path / "a.db") as floor:
            table = await floor.open()
            ann, ben = await with_cards(floor, table, 2)
            decide = {"do": "decide", "position": 1, "action": "fold"}
            assert (await refused(table.do(ben, decide))).code == "not_your_hand"
            assert (await refused(table.do(ben, decide | {"who": "p1"}))).code == "not_yours"
            assert (await refused(table.do(ann, decide | {"automatic": True}))).code == "unknown_field"
            assert (await refused(table.do(ann, {"do": "close", "by": "supervisor"}))).code == "wrong_role"
            assert (await refused(table.do(Person("eve", "auditor"), {"do": "close"}))).code == "unknown_role"
            assert (await refused(table.do(Person("dan", "dealer"), {"do": "void_round"}))).code == "wrong_role"
            await table.do(HOUSE, {"do": "void_round"})
            assert not table.state.playing and balances(floor)["chips:t1:p1"] == 100_000

    run(test)


def test_a_run_of_dice_with_nothing_on_the_layout_keeps_no_table_open(tmp_path: Path) -> None:
    """A line wager decided by a come-out roll leaves nothing to play for: nobody has to wait for a seven."""

    async def test() -> None:
        async with a_floor(tmp_path / "a.db") as floor:
            table = await floor.open("craps")
            person = await floor.seated(table, "ann", 1)
            while not (table.state.playing and table.state.betting and not table.state.has_wagers("ann")):
                if not table.state.has_wagers("ann") and table.view(person)["shooter"] == "ann":
                    await table.do(person, {"do": "bet", "wager": "pass", "amount": "10.00"})
                await floor.after(30)
            await floor.pit.drain()
            assert floor.pit.playing == []
            again = table.do(person, {"do": "bet", "wager": "pass", "amount": "10.00"})
            assert (await refused(again)).code == "no_new_round"
            await floor.pit.close(table.id, "boss")
            assert not table.state.open
            assert balances(floor)[f"layout:{table.id}"] == 0
            assert table.state.chips == {}

    run(test)


def test_a_shooter_without_a_line_wager_does_not_keep_others_waiting(tmp_path: Path) -> None:
    """Alone, a shooter has all the time; once somebody else has a wager, as much as for a decision."""

    async def test() -> None:
        async with a_floor(tmp_path / "a.db") as floor:
            table = await floor.open("craps")
            ann, bob = await floor.seated(table, "ann", 1), await floor.seated(table, "bob", 2)
            await table.do(ann, {"do": "take_dice"})
            await floor.after(600)
            assert table.view(ann)["shooter"] == "ann" and table.view(ann)["clock"] is None
            await table.do(bob, {"do": "bet", "wager": "pass", "amount": "10.00"})
            clock = table.view(bob)["clock"]
            assert (clock["for"], clock["who"], clock["left"]) == ("decision", "ann", table.plan.timing.decision)
            await floor.after(table.plan.timing.decision // 1000 - 1)
            assert table.view(ann)["shooter"] == "ann"
            await floor.after(2)
            assert table.view(ann)["shooter"] != "ann"
            await table.do(bob, {"do": "take_dice"})
            await floor.after(20)
            assert table.state.playing, "the dice are thrown"

    run(test)


def test_a_run_that_nobody_shoots_on_is_void_when_the_floor_closes(tmp_path: Path) -> None:
    """A place wager lies, the point was made, and nobody bets on the line: the dice do not go round for ever."""

    def lies(table: LiveTable, wager: str) -> bool:
        return any(each["wager"] == wager for each in table.view(HOUSE)["wagers"])

    async def test() -> None:
        async with a_floor(tmp_path / "a.db") as floor:
            table = await floor.open("craps")
            ann = await floor.seated(table, "ann", 1)
            while table.view(ann)["puck"] or not table.state.playing or not lies(table, "place_6"):
                if table.view(ann)["shooter"] != "ann":
                    await table.do(ann, {"do": "take_dice"})
                for wager, amount in (("place_6", "12.00"), ("pass", "10.00")):
                    if not table.view(ann)["puck"] and not lies(table, wager):
                        await table.do(ann, {"do": "bet", "wager": wager, "amount": amount})
                await floor.after(20)
            before = table.sequence
            table.hurry()
            for _ in range(20):
                await floor.pit.tick()
            assert not table.state.unfinished and table.sequence - before < 10
            assert balances(floor)["layout:t1"] == 0

    run(test)


def test_closing_a_table_gives_everybody_their_chips(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_floor(tmp_path / "a.db") as floor:
            table = await floor.open()
            await with_cards(floor, table, 3)
            assert (await refused(floor.pit.close("t1", "boss"))).code == "round_in_progress"
            await floor.play_on(table)
            await floor.pit.close("t1", "boss")
            held = balances(floor)
            assert not any(cents for name, cents in held.items() if name.startswith(("chips", "layout")))
            assert floor.pit.tables() == [] and table.status == "closed"
            assert (await refused(floor.open())).code == "table_exists"

    run(test)


def test_reading_29_nobody_claims_a_coupon_that_the_floor_never_handed_out(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_floor(tmp_path / "a.db") as floor:
            with_coupons = floor.open(id_="t2", setup={"match_play": True})
            assert (await refused(with_coupons)).code == "no_coupons" and "t2" not in floor.pit.live
            table = await floor.open()
            ann = await floor.seated(table, "ann", 1)
            taking: Any = table.house.setup
            table.house.setup = replace(taking, match_play=True)  # as a table of an older floor was opened
            before = table.sequence
            bet = {"do": "bet", "position": 1, "wagers": {"ante": "10.00"}}
            found = await refused(table.do(ann, bet | {"coupon": "10.00"}))
            assert (found.code, found.clause, table.sequence) == ("no_coupons", "reading 29", before)
            await table.do(ann, bet)

    run(test)


def test_a_table_that_stopped_is_closed_as_a_whole(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_floor(tmp_path / "a.db") as floor:
            table = await floor.open()
            for name, position in (("ann", 1), ("ben", 2)):
                await floor.seated(table, name, position)
            await table._stop(Refusal("malfunction", "Wait for a supervisor."))
            await floor.pit.close("t1", "boss")
            held = balances(floor)
            assert table.status == "closed" and held["wallet:ann"] == held["wallet:ben"] == 1_000_000
            assert not any(cents for name, cents in held.items() if name.startswith(("chips", "layout")))

    run(test)


@pytest.mark.parametrize("game", GAMES)
def test_a_table_with_a_long_history_starts_from_where_it_stood(
    tmp_path: Path, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A restart reads the events since the last standing only, and comes to the state that all events make."""
    monkeypatch.setattr(standing, "EVERY", 20)

    async def test() -> None:
        clock = SetClock()
        async with a_floor(tmp_path / "a.db", clock=clock) as floor:
            table = await floor.open(game)
            person = await floor.seated(table, "ann", 2)
            for _ in range(4):
                await table.do(person, {"do": "bet", "position": 2, "wagers": bet_of(table)})
                await floor.after(4)
                await floor.play_on(table)
            await table.do(person, {"do": "bet", "position": 2, "wagers": bet_of(table)})
            left, sealed, view = state_hash(table.state), table.promises.sealed, table.view(person)
            assert table.stood_at > 20
            played = new_state(table.house)
            for each in floor.store.books.events("t1"):
                played = evolve(table.house, played, decode_event(each.body))
            assert state_hash(played) == left
        read: list[int] = []

        def counted(body: bytes) -> Event:
            read.append(1)
            return decode_event(body)

        monkeypatch.setattr(pit, "decode_event", counted)
        async with a_floor(tmp_path / "a.db", clock=clock) as floor:
            table = floor.pit.table("t1")
            assert (state_hash(table.state), table.promises.sealed, table.view(person)) == (left, sealed, view)
            assert 0 < len(read) < 40 < table.sequence
            await floor.after(4)
            await floor.play_on(table)

    run(test)


def _older(monkeypatch: pytest.MonkeyPatch) -> None:
    """As version 0.3.0 wrote them: no word of the schema."""
    monkeypatch.setattr(standing, "schema_hash", lambda kind: "")


def _renamed(monkeypatch: pytest.MonkeyPatch) -> None:
    """As a program wrote them in which the cards of the stock had another name."""
    other = msgspec.defstruct("State", [("deck_cards", tuple[str, ...], ())], bases=(State,))
    hash_of_other = standing.schema_hash(other)
    encode, decode = msgspec.json.encode, msgspec.json.decode

    def otherwise(held: Any) -> bytes:
        return encode(held).replace(b'"stock":', b'"deck_cards":')

    json_ = SimpleNamespace(encode=otherwise, decode=decode)
    monkeypatch.setattr(standing, "msgspec", SimpleNamespace(json=json_, ValidationError=msgspec.ValidationError))
    monkeypatch.setattr(standing, "state_hash", lambda state: "")
    monkeypatch.setattr(standing, "schema_hash", lambda kind: hash_of_other)


@pytest.mark.parametrize("written", [_older, _renamed], ids=["without a schema", "a field renamed"])
def test_a_snapshot_of_another_schema_is_not_read(
    tmp_path: Path, written: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Issue 15, safety net 5: a renamed field decoded as empty. The table is rebuilt from its first event."""

    async def test() -> None:
        clock = SetClock()
        with monkeypatch.context() as patched:
            patched.setattr(standing, "EVERY", 20)
            written(patched)
            async with a_floor(tmp_path / "a.db", clock=clock) as floor:
                table = await floor.open("three-card-poker")
                person = await floor.seated(table, "ann", 2)
                for _ in range(4):
                    await table.do(person, {"do": "bet", "position": 2, "wagers": bet_of(table)})
                    await floor.after(4)
                    await floor.play_on(table)
                await table.do(person, {"do": "bet", "position": 2, "wagers": bet_of(table)})
                left, sealed = state_hash(table.state), table.promises.sealed
                assert table.stood_at > 20
        read: list[int] = []

        def counted(body: bytes) -> Event:
            read.append(1)
            return decode_event(body)

        monkeypatch.setattr(pit, "decode_event", counted)
        async with a_floor(tmp_path / "a.db", clock=clock) as floor:
            table = floor.pit.table("t1")
            assert (state_hash(table.state), table.promises.sealed) == (left, sealed)
            assert len(read) == table.sequence, "all events were read"
            await floor.after(4)
            await floor.play_on(table)

    run(test)


def test_a_schema_is_names_types_and_defaults_at_any_depth() -> None:
    def kind(**fields: Any) -> type:
        """A type as it might be, with another one inside it."""
        inner = msgspec.defstruct("Inner", [(name, *held) for name, held in fields.items()])
        return msgspec.defstruct("Outer", [("held", dict[str, tuple[inner, ...]])])  # type: ignore[valid-type]

    hashes = [
        standing.schema_hash(kind(**fields))
        for fields in ({"a": (int,)}, {"b": (int,)}, {"a": (str,)}, {"a": (int, 1)}, {"a": (int,), "b": (int,)})
    ]
    assert len({*hashes}) == len(hashes)
    assert standing.schema_hash(kind(a=(int,))) == hashes[0]
    assert {*map(len, hashes)} == {64}


async def _rounds_for_one_jackpot(floor: Floor) -> tuple[LiveTable, LiveTable, Person]:
    """Two tables of a group: the first has added to the meters, then the second has moved them."""
    one = await floor.open("high-card-flush", "t1", group="jackpot")
    two = await floor.open("high-card-flush", "t2", group="jackpot")
    ann, ben = await floor.seated(one, "ann", 2), await floor.seated(two, "ben", 2)
    for table, person in ((one, ann), (two, ben)):
        wagers = bet_of(table) | {"progressive": "1.00"}
        await table.do(person, {"do": "bet", "position": 2, "wagers": wagers})
        await floor.after(4)
    assert one.state.playing and two.state.playing
    return one, two, ann


def test_a_void_round_takes_off_the_meters_what_they_show_now(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault at a table whose group has moved on: every table shows what the books hold, not what was known there."""

    async def test() -> None:
        async with a_floor(tmp_path / "a.db") as floor:
            one, two, ann = await _rounds_for_one_jackpot(floor)
            monkeypatch.setattr(live, "step", _faulty_once("decide"))
            assert (await refused(one.do(ann, {"do": "tip", "amount": "1.00"}))).code == "malfunction"
            assert not one.state.playing and balances(floor)["chips:t1:ann"] == 100_000
            assert one.link is not None and one.link.reading == floor.store.books.meters("jackpot")
            assert one.meters() == two.meters() and one.state.meters() == one.link.reading

    run(test)


def test_a_void_round_waits_for_whoever_moves_the_meters(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While another table's contribution is on its way to the disk: the wagers go back, as people are told."""

    async def test() -> None:
        async with a_floor(tmp_path / "a.db") as floor:
            one, two, ann = await _rounds_for_one_jackpot(floor)
            await floor.play_on(two)
            ben = Person("ben", "player")
            if not one.state.playing:
                await one.do(ann, {"do": "bet", "position": 2, "wagers": bet_of(one) | {"progressive": "1.00"}})
                await floor.after(4)
            await two.do(ben, {"do": "bet", "position": 2, "wagers": bet_of(two) | {"progressive": "1.00"}})
            keep, fault = floor.means.keep, list[asyncio.Task[Refusal]]()

            async def slow(batch: Batch) -> Any:
                if batch.table == "t2" and batch.meters and not fault:
                    monkeypatch.setattr(live, "step", _faulty_once("decide"))
                    fault.append(asyncio.create_task(refused(one.do(ann, {"do": "tip", "amount": "1.00"}))))
                    found = await keep(batch)
                    for _ in range(100):  # the disk has it; this table does not know yet
                        await asyncio.sleep(0)
                    return found
                return await keep(batch)

            monkeypatch.setattr(floor.means, "keep", slow)
            await two.do(HOUSE, {"do": "no_more_bets", "by": "dealer"})
            assert (await fault[0]).code == "malfunction"
            assert not one.state.playing and one.stopped
            assert one.link is not None and one.link.reading == floor.store.books.meters("jackpot")

    run(test)


def test_a_new_start_lets_no_stopped_table_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Until a supervisor has looked: neither a restart nor a second one does it for them."""

    async def test() -> None:
        async with a_floor(tmp_path / "a.db") as floor:
            table = await floor.open()
            person = await floor.seated(table, "ann", 2)
            with monkeypatch.context() as broken:
                broken.setattr(live, "step", _faulty_once("sit"))
                assert (await refused(table.do(person, {"do": "tip", "amount": "1.00"}))).code == "malfunction"
            await floor.pit.drain()
        bet = {"do": "bet", "position": 2, "wagers": bet_of(table)}
        for _ in range(2):
            async with a_floor(tmp_path / "a.db") as floor:
                table = floor.pit.table("t1")
                assert table.status == "stopped" and "supervisor" in table.why()
                assert (await refused(table.do(person, bet))).code == "table_stopped"
        async with a_floor(tmp_path / "a.db") as floor:
            table = floor.pit.table("t1")
            await table.resume("boss")
            await table.do(person, bet)
        async with a_floor(tmp_path / "a.db") as floor:
            assert floor.pit.table("t1").status != "stopped", "what was let go on goes on"

    run(test)


def test_a_new_start_is_the_cure_where_chance_had_failed(tmp_path: Path) -> None:
    async def test() -> None:
        kernel = Failing()
        async with a_floor(tmp_path / "a.db", entropy=Entropy(kernel.read)) as floor:
            table = await floor.open()
            person = await floor.seated(table, "ann", 2)
            await table.do(person, {"do": "bet", "position": 2, "wagers": bet_of(table)})
            kernel.way = "error"
            while not table.stopped:
                await floor.after(30)
        async with a_floor(tmp_path / "a.db") as floor:
            table = floor.pit.table("t1")
            assert table.status != "stopped"
            await table.do(person, {"do": "bet", "position": 2, "wagers": bet_of(table)})

    run(test)


def test_visitors_cannot_keep_a_player_from_giving_a_share(tmp_path: Path) -> None:
    """Else whoever fills the list with names of their own has the last word on the shuffle."""

    async def test() -> None:
        async with a_floor(tmp_path / "a.db") as floor:
            table = await floor.open()
            for number in range(MOST_SHARES // 2):
                await table.share(Person(f"v{number}", "player"), b"x")
            assert (await refused(table.share(Person("one more", "player"), b"x"))).code == "shares_full"
            ann = await floor.seated(table, "ann", 2)
            await table.share(ann, b"mine")
            assert {"player": "ann", "share": b"mine".hex()} in table.view(ann)["promise"]["waiting"]["shares"]

    run(test)


def test_int_07_a_command_that_found_the_store_locked_is_carried_out_when_it_comes_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That it should wait was kept as the answer to its key, and given for ever."""

    async def test() -> None:
        async with a_floor(tmp_path / "a.db") as floor:
            table, ann = await floor.open(), await floor.player("ann")
            sit = {"do": "sit", "position": 1, "key": "k"}
            submit, locked = floor.store.submit, [Refusal("store_locked", "Wait.")]

            def busy(batch: Batch) -> Any:
                if locked:
                    raise locked.pop()
                return submit(batch)

            monkeypatch.setattr(floor.store, "submit", busy)
            assert (await refused(table.do(ann, sit))).code == "store_locked" and not locked
            assert not (await table.do(ann, sit)).again
            assert (await table.do(ann, sit)).again and table.state.seats == {1: "ann"}

    run(test)


def test_a_table_closed_for_another_to_come_is_there_at_the_next_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The floor ended after the one was closed and before the other was open: it was gone until opened anew."""

    async def opened() -> dict[str, bool]:
        async with a_floor(tmp_path / "a.db") as floor:
            return {name: table.state.open for name, table in floor.pit.live.items()}

    async def test() -> None:
        async with a_floor(tmp_path / "a.db") as floor:
            for name in ("t1", "t2"):
                await floor.open(
                    "high-card-flush", name, group="jackpot", setup={"limits": {"ante": ["5.00", "50.00"]}}
                )
            ann = await floor.seated(floor.pit.table("t1"), "ann", 1)
            shut = floor.pit.close

            async def last_thing(*given: Any) -> None:
                await shut(*given)
                floor.pit.closing = pit.CLOSING

            monkeypatch.setattr(floor.pit, "close", last_thing)
            limits = {"ante": ["10.00", "100.00"]}
            assert (await refused(floor.pit.reopen("t1", "boss", limits, {}, "Sunday"))).code == "floor_closing"
            assert balances(floor)["wallet:ann"] == 1_000_000
        async with a_floor(tmp_path / "a.db") as floor:
            table = floor.pit.table("t1~2")
            assert (table.state.open, table.plan.table["limits"], table.plan.group) == (True, limits, "jackpot")
            await table.do(ann, {"do": "sit", "position": 1})
            await floor.pit.close("t1~2", "boss", "for good")
        assert await opened() == {"t1": False, "t1~2": False, "t2": True}, "what was closed for good stays so"

    run(test)
