"""The floor under strain: short forms of the drills, and what they have found."""

import asyncio
import gc
import os
import random
from pathlib import Path
from typing import Any

import pytest

from drills import floor_kill, secrets, soak
from pitboss.floor.live import LiveTable
from pitboss.refusal import Refusal
from tests.floor.floor import a_floor, balances
from tests.store.postgresql import why_missing

KILLS = {"server": 17, "server-postgresql": 17, "database": 16}
"""50 in all."""


def test_int_01_the_short_form_has_fifty_kills() -> None:
    assert sum(KILLS.values()) == 50 and {*KILLS} == {*floor_kill.WAYS}


@pytest.mark.parametrize("way", floor_kill.WAYS)
def test_int_01_killed_amid_play_nothing_acknowledged_is_missing(way: str) -> None:
    """INT-01, LED-06, PRG-12, a short form of `python -m drills.floor_kill`. How soon it is back is not asserted."""
    if way != "server" and (missing := why_missing()):
        assert not os.environ.get("CI"), f"CI must test PostgreSQL: {missing}"
        pytest.skip(missing)
    outcome = floor_kill.drill(KILLS[way], way, short=True)
    assert outcome.kills == KILLS[way] and outcome.acknowledged > 0 and outcome.entries > outcome.acknowledged
    assert (outcome.missing, outcome.cents_out_of_balance, outcome.faults, outcome.not_said) == (0, 0, 0, 0)
    assert outcome.reopened == (KILLS[way] if way == "database" else 0), "16.C9: the same server plays on"


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

            monkeypatch.setattr(floor.means, "ask", unreachable)
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


def test_wagers_that_wait_for_the_dice_go_back_when_a_table_is_paused(tmp_path: Path) -> None:
    """Found by closing a floor amid play: a wager before the first roll stayed on the layout."""

    async def test() -> None:
        async with a_floor(tmp_path / "a.db") as floor:
            table = await floor.open("craps")
            person = await floor.seated(table, "ann", 1)
            before = balances(floor)
            for wager in ("pass", "field"):
                await table.do(person, {"do": "bet", "wager": wager, "amount": "10.00"})
            assert balances(floor)["layout:t1"] == 2000
            await floor.pit.drain()
            assert balances(floor) == before | {"layout:t1": 0}

    asyncio.run(test())


def test_shf_05_games_that_differ_in_what_nobody_may_know_look_the_same() -> None:
    """SHF-05, WEB-10, a short form of `python -m drills.secrets`: every game, every kind of secret."""
    found = asyncio.run(secrets.drill(60))
    assert all(found[game] for game in secrets.GAMES) and len(secrets.GAMES) == 8
    for kind in ("a card of the dealer's", "a player's own card", "the throw to come"):
        assert found[f"seen: {kind}"] > 0, f"{kind} can be told once it lies open, or the drill sees nothing"
    assert found["two cards not dealt"] and found["a burnt card"]
    assert not found["seen: two cards not dealt"], "cards that stay in the deck are never told"


def test_shf_05_a_leak_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: a table that tells staff the dealer's hand is found out."""
    seen_by = LiveTable.seen_by

    def indiscreet(table: Any, eyes: Any) -> dict[str, Any]:
        told: dict[str, Any] = seen_by(table, eyes)
        return told | {"dealer": list(table.state.dealer)} if eyes[0] == "auditor" and "dealer" in told else told

    monkeypatch.setattr(LiveTable, "seen_by", indiscreet)
    with pytest.raises(AssertionError, match=r"(told to|in a frame of) eve"):
        asyncio.run(secrets.drill(20))


def test_a_soak_in_short() -> None:
    crowd, samples, wrong = soak.drill(6, clients=12, tables=7)
    assert not wrong and crowd.frames > 12 and len(samples) > 5
    assert {number for _, number in crowd.late}, "events were seen"


def series(memory: Any) -> list[soak.Sample]:
    noise = random.Random(1)
    return [
        soak.Sample(at, int(memory(at)) + noise.randrange(1000), 400, 900 + noise.randrange(20), 50_000, 3, 1)
        for at in range(0, 3600, 5)
    ]


def test_a_soak_tells_a_leak_from_noise_and_from_a_warm_up() -> None:
    assert soak.leaks(series(lambda at: 100_000)) == []
    assert soak.leaks(series(lambda at: min(60_000 + 200 * at, 100_000))) == [], "full caches are no leak"
    assert soak.leaks(series(lambda at: 100_000 + 1.5 * at)) == [], "within what is allowed"
    assert len(soak.leaks(series(lambda at: 100_000 + 3 * at))) == 1, "ten megabytes an hour"


@pytest.mark.parametrize("slope", [-2, 0, 5])
def test_a_rise_is_that_of_the_best_line(slope: int) -> None:
    times = [float(at) for at in range(11)]
    more, uncertain = soak.rise(times, [7 + slope * at for at in times])
    assert more == pytest.approx(10 * slope) and uncertain == pytest.approx(0)
