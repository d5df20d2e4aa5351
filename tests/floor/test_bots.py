"""Bots that are called optimal play what the lab advises, at every kind of table."""

import asyncio
import subprocess
import sys
import time
from itertools import product
from pathlib import Path
from types import SimpleNamespace
from typing import Any, ClassVar

import msgspec
import pytest

from pitboss import games
from pitboss.floor import bots
from pitboss.floor.bots import Bot, Crew, best_line, odds_behind
from pitboss.floor.coaching import Coaching
from pitboss.floor.workers import Question, Worker
from pitboss.lab import kept
from pitboss.lab.carried import Carried, carried
from pitboss.lab.shoe import ShoeAnalysis
from pitboss.lab.shoe_strategy import RANKS
from pitboss.money import read_money
from pitboss.refusal import Refusal
from pitboss.shoe.rules import Rules
from tests.floor.floor import a_floor

SHOES = ("spanish-21", "double-attack-blackjack")


@pytest.fixture(scope="module", params=SHOES)
def shoe(request: pytest.FixtureRequest) -> tuple[Rules, Carried]:
    rules = games.game(request.param).rules()
    assert isinstance(rules, Rules)
    return rules, carried(rules)


def test_the_chart_is_kept_as_it_was_made(shoe: tuple[Rules, Carried], monkeypatch: pytest.MonkeyPatch) -> None:
    """Read back from the disk without anything being counted; a damaged file is made again."""
    rules, first = shoe
    monkeypatch.setattr("pitboss.lab.carried.ShoeAnalysis", None)
    assert carried(rules) == first
    monkeypatch.undo()
    file = max(kept.folder().glob("*.chart.json"), key=lambda each: each.stat().st_mtime)
    file.write_text(file.read_text().replace("[", "[ ", 1).replace("true", "false", 1))
    assert carried(rules) == first


def test_every_first_hand_is_played_by_the_chart(shoe: tuple[Rules, Carried]) -> None:
    """All pairs of ranks against all up cards: the first thing wanted is the letter that `pitboss strategy` prints."""
    _, chart = shoe
    shown = chart.chart.as_json(("A", *"23456789", "J"))
    for a, b, up in product(RANKS, RANKS, "A23456789J"):
        if {a, b} & {*"JQK"} and "A" in (a, b):
            continue  # a blackjack is paid at once
        cards = [f"{a}c", f"{b}d"]
        wanted = chart.actions(cards, f"{up}h")
        column = shown["up_cards"].index(up)
        values = [min(RANKS.index(card), 9) for card in (a, b)]
        if values[0] == values[1] and shown["pairs"]["J" if values[0] == 9 else a][column] == "P":
            assert wanted[0] == "split", (cards, up)
            continue
        total = sum(value + 1 for value in values)
        soft = 0 in values and total + 10 <= 21
        letter = shown["soft" if soft else "hard"][str(total + 10 * soft)][column][0]
        hit_for_bonus = chart.chart.hits_for_bonus("A23456789J".index(up), values[0], values[1], 0)
        assert wanted[0] == ("hit" if hit_for_bonus else LETTERS[letter]), (cards, up, letter)


LETTERS = {"S": "stand", "H": "hit", "D": "double", "R": "surrender"}


def test_hands_that_grow_and_doubled_ones(shoe: tuple[Rules, Carried]) -> None:
    _, chart = shoe
    assert chart.actions(["Kc", "2c", "9d"], "6h") == ("stand",)
    assert chart.actions(["2c", "2d", "3d"], "9h")[0] == "hit"
    assert "double" not in chart.actions(["5c", "6d", "9s"], "6h", doubles=1, may_double=False)


def test_a_split_hand_that_may_not_be_surrendered_does_what_the_chart_says_instead() -> None:
    """Reading 118: with hands of any number of cards surrendered, those of three are no help."""
    rules = games.game("double-attack-blackjack").rules("nj", {"surrender_split_hands": False})
    assert isinstance(rules, Rules)
    chart = carried(rules)
    assert chart.chart.as_json(("A", *"23456789", "J"))["after_a_split"]["hard 17"][-1] == "S"
    assert chart.actions(["9c", "8d"], "Ah") == ("surrender", "rescue", "stand")


def test_attacks_are_the_labs() -> None:
    rules = games.game("double-attack-blackjack").rules()
    assert isinstance(rules, Rules)
    chart, wanted = carried(rules), ShoeAnalysis(rules).attack_against()
    assert [up for up in "A23456789" if chart.attacks(f"{up}s")] == [up for up in wanted if len(up) == 1]
    assert chart.attacks("Ks") == ("J Q K" in wanted)


def decision(bot_asks: str, actions: tuple[str, ...], cards: list[str], up: str, rules: Any) -> str:
    """What a bot does at a table that asks so."""
    table: Any = SimpleNamespace(house=SimpleNamespace(rules=rules), state=SimpleNamespace(next=None))
    table.state.next = SimpleNamespace(asks=bot_asks)
    view = {"dealer": [up, "??"], "positions": {"1": {"hands": [{"cards": cards, "doubled": 0}]}}}
    found: list[dict[str, Any]] = [{"do": "decide", "position": 1, "hand": 1, "action": each} for each in actions]
    return str(bots._by_chart(table, view, found)["action"])


def test_a_bot_takes_the_advice_that_the_table_allows(
    shoe: tuple[Rules, Carried], monkeypatch: pytest.MonkeyPatch
) -> None:
    rules, chart = shoe
    monkeypatch.setattr(bots.CHARTS, "of", lambda rules: chart)
    assert decision("insurance", ("insure", "pass"), ["9c", "9d"], "Ah", rules) == "pass"
    assert decision("play", ("stand", "hit", "double"), ["Kc", "9d"], "6h", rules) == "stand"
    assert decision("play", ("stand", "hit", "double"), ["2c", "3d"], "9h", rules) == "hit"
    doubles = next(hand for hand in (["6c", "5d"], ["7c", "4d"]) if chart.actions(hand, "5h")[0] == "double")
    assert decision("play", ("stand", "hit", "double"), doubles, "5h", rules) == "double"
    assert decision("play", ("stand", "hit"), doubles, "5h", rules) == "hit", "what cannot be had is passed over"
    assert decision("split", ("split", "stay"), ["8c", "8d"], "6h", rules) == "stay"
    monkeypatch.setattr(bots.CHARTS, "of", lambda rules: None)
    assert decision("play", ("stand", "hit"), doubles, "5h", rules) in ("stand", "hit")


def test_a_chart_is_made_by_another_process_and_is_the_labs(
    shoe: tuple[Rules, Carried], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Until it is there, there is none; nothing is counted here."""
    rules, chart = shoe
    monkeypatch.setattr("pitboss.lab.carried.carried", lambda *given: pytest.fail("counted in the server"))
    charts = bots.Charts()
    assert charts.of(rules) is None
    deadline = time.monotonic() + 300
    while charts.of(rules) is None and time.monotonic() < deadline:
        time.sleep(0.1)
    assert charts.of(rules) == chart


def test_where_no_chart_is_made_there_is_none(shoe: tuple[Rules, Carried], monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(self: Worker, question: Question, progress: Any) -> None:
        raise Refusal("not_counted", "Decide without it.")

    monkeypatch.setattr(Worker, "ask", refused)
    charts = bots.Charts()
    charts._make(b"", shoe[0])
    assert charts._made == {}


def test_at_dice_the_best_is_the_cheapest_line_with_all_its_odds(tmp_path: Path) -> None:
    assert best_line(games.game("craps").rules()) == "dont_pass"
    assert best_line(games.game("craps").rules("nj", {"odds": None})) == "pass"  # a don't come opens no run

    async def test() -> None:
        async with a_floor(tmp_path / "a.db") as floor:
            table = await floor.open("craps")
            bot = Bot(table, 1, "optimal", floor.pit.coach)
            state: Any = table.state
            for _ in range(400):
                await bot.act(floor.clock.steady(), hurry=True)
                await floor.after(4)
                state = table.state
                behind = [bet for bet in state.layout.lying.values() if bet.behind is not None]
                if behind:
                    break
            (odds,) = behind
            rules: Any = table.house.rules
            line = state.layout.lying[odds.behind]
            assert (line.placed.wager, odds.placed.wager) == ("dont_pass", "lay_odds")
            most, _ = rules.most_behind(rules.wagers["lay_odds"], "dont_pass", line.point, line.amount)
            assert odds.amount == most - most % table.house.smallest_chip >= read_money("10.00", "line")
            assert odds_behind(table, bot.person.name) is None, "once is enough"

    asyncio.run(test())


def test_a_manner_that_is_none_is_refused_and_stops_no_other_bot(tmp_path: Path) -> None:
    """It came from the configuration unseen, and no bot of the whole floor moved any more."""

    async def test() -> None:
        async with a_floor(tmp_path / "a.db") as floor:
            with pytest.raises(Refusal, match="optimal, simple, random; got"):
                await floor.open(bots=["simple", "clever"])
            assert floor.pit.live == {}
            old, new = await floor.open(), await floor.open("four-card-poker", "t2", bots=["simple"])
            old.plan = msgspec.structs.replace(old.plan, bots=("clever",))  # as a store from before may have it
            assert await Crew(floor.pit).act(hurry=True) == 1
            assert len(new.state.seats) == 1

    asyncio.run(test())


def test_the_best_is_counted_beside_the_floor() -> None:
    """Queen-six-four is the least hand that plays. Compiled in the server, it would hold up every table meanwhile."""
    code = """
import asyncio, sys
from pitboss import games
from pitboss.floor.coaching import Coaching

async def times(hand):
    while (found := await coach.best_times(rules, hand, "", "")) is None:
        await asyncio.sleep(0.02)
    return found

coach, rules = Coaching(), games.game("three-card-poker").rules()
print([asyncio.run(times(hand)) for hand in ("Qs 6h 4d", "Qs 6h 3d")], "numba" in sys.modules)
coach.close()
"""
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=300)
    assert said.stdout.strip() == "[1, 0] False", said.stderr


def test_an_optimal_bot_does_what_was_counted_and_stays_where_nothing_can_be(tmp_path: Path) -> None:
    class Counted(Coaching):
        """Each answer once: still counting, a fold, a play, no count at all."""

        said: ClassVar[list[int | Refusal | None]] = [None, 0, 1, Refusal("not_counted", "Ask again.")]

        async def best_times(self, *_: object) -> int | None:
            found = self.said.pop(0)
            if isinstance(found, Refusal):
                raise found
            return found

    async def test() -> None:
        async with a_floor(tmp_path / "a.db") as floor:
            table = await floor.open()
            bot = Bot(table, 1, "optimal", Counted())
            while not table.state.playing:
                await bot.act(floor.clock.steady(), hurry=True)
                await floor.after(4)
            chosen = [await bot.wants() for _ in range(4)]
            assert chosen[0] is None, "still thinking"
            assert [each["action"] for each in chosen[1:] if each] == ["fold", "play", "play"]

    asyncio.run(test())
