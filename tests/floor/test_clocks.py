"""The clock of a table: betting windows that wait for nobody who is not there, the deal on request, longer clocks."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from pitboss.floor.bots import Bot, Crew
from pitboss.floor.clocks import FOR_BOTS
from pitboss.floor.hub import Outbox
from pitboss.floor.live import LiveTable
from pitboss.floor.person import BOT, Person
from pitboss.floor.timing import Timing
from pitboss.refusal import Refusal
from tests.floor.floor import HOUSE, SECOND, Floor, a_floor
from tests.floor.test_cut_off import Page
from tests.floor.test_seats import bets, frames, watches

USUAL = Timing()
WINDOW, CUT, DECISION = USUAL.betting // 1000, USUAL.all_have_bet // 1000, USUAL.decision // 1000
GAMES = ["three-card-poker", "spanish-21", "craps"]


def on_a_floor(tmp_path: Path, test: Callable[[Floor], Awaitable[None]]) -> None:
    async def run() -> None:
        async with a_floor(tmp_path / "a.db") as floor:
            await test(floor)

    asyncio.run(run())


async def wager(table: LiveTable, person: Person) -> int:
    """Bets, on the line at dice; the seconds left until no more bets."""
    if "wagers" in table.house.family.forms.shapes["bet"].needs:
        return await bets(table, person)
    await table.do(person, {"do": "bet", "wager": "pass", "amount": "10.00"})
    return left(table)


async def seated(floor: Floor, table: LiveTable, *names: str) -> list[Person]:
    """Players with a page each. At dice the first one shoots."""
    found = []
    for place, name in enumerate(names, 1):
        found.append(await floor.seated(table, name, place))
        watches(table, found[-1])
    if table.state.next is not None and table.state.next.do == "take_dice":
        await table.do(found[0], {"do": "take_dice"})
    return found


def left(table: LiveTable) -> int:
    return (table.ends - table.means.clock.steady()) // SECOND


def deal_of(table: LiveTable, person: Person) -> Any:
    return table.view(person)["deal"]


async def code_of(act: Awaitable[Any]) -> str:
    try:
        await act
    except Refusal as refusal:
        return refusal.code
    return ""


@pytest.mark.parametrize("game", GAMES)
def test_17_2_a_player_alone_is_dealt_at_once(tmp_path: Path, game: str) -> None:
    async def test(floor: Floor) -> None:
        table = await floor.open(game)
        (ann,) = await seated(floor, table, "ann")
        assert deal_of(table, ann) is None, "nothing can be dealt yet"
        assert await code_of(table.deal(ann)) == "nothing_to_deal"
        assert await wager(table, ann) == CUT
        assert deal_of(table, ann) == {"can": True, "asked": False, "waiting": []}
        number, rolls = table.state.number, table.sequence
        await floor.after(0)
        assert table.sequence == rolls, "nothing is dealt before it is asked for"
        await table.deal(ann)
        assert deal_of(table, ann) == {"can": False, "asked": True, "waiting": []}
        await floor.after(0)
        assert table.state.number == number + 1 and table.sequence > rolls

    on_a_floor(tmp_path, test)


@pytest.mark.parametrize("game", GAMES)
def test_17_2_of_several_all_have_to_ask_for_the_deal(tmp_path: Path, game: str) -> None:
    async def test(floor: Floor) -> None:
        table = await floor.open(game)
        ann, ben, cid = await seated(floor, table, "ann", "ben", "cid")
        assert await wager(table, ann) == WINDOW
        await table.deal(ann)
        assert left(table) == WINDOW, "the clock gives the others their time"
        assert deal_of(table, ann) == {"can": False, "asked": True, "waiting": ["ben", "cid"]}
        assert deal_of(table, ben) == {"can": True, "asked": False, "waiting": ["cid"]}
        await wager(table, ben)
        await table.deal(ben)
        assert left(table) == WINDOW and deal_of(table, ben)["waiting"] == ["cid"]
        await table.deal(cid)  # who has not bet lets the others play
        number = table.state.number
        await floor.after(0)
        assert table.state.number == number + 1
        assert not table.state.has_wagers("cid")

    on_a_floor(tmp_path, test)


def test_17_2_who_changes_a_bet_has_not_asked_any_more(tmp_path: Path) -> None:
    async def test(floor: Floor) -> None:
        table = await floor.open()
        ann, ben = await seated(floor, table, "ann", "ben")
        await bets(table, ann)
        await table.deal(ann)
        await bets(table, ann)
        assert deal_of(table, ann)["can"] is True
        await bets(table, ben)
        await table.deal(ben)
        assert left(table) == CUT
        await table.deal(ann)
        assert left(table) == 0

    on_a_floor(tmp_path, test)


def test_17_2_a_request_counts_for_one_window(tmp_path: Path) -> None:
    async def test(floor: Floor) -> None:
        table = await floor.open("craps")
        (ann,) = await seated(floor, table, "ann")
        await wager(table, ann)
        for _ in range(3):  # from roll to roll the wager may stay
            if not table.state.has_wagers("ann"):
                await wager(table, ann)
            assert deal_of(table, ann) == {"can": True, "asked": False, "waiting": []}
            assert left(table) == CUT
            await table.deal(ann)
            await floor.after(0)

    on_a_floor(tmp_path, test)


def test_17_2_nobody_without_a_seat_or_a_players_role_asks_for_the_deal(tmp_path: Path) -> None:
    async def test(floor: Floor) -> None:
        table = await floor.open()
        (ann,) = await seated(floor, table, "ann")
        eve = await floor.player("eve")
        watches(table, eve)
        await bets(table, ann)
        assert await code_of(table.deal(eve)) == await code_of(table.deal(HOUSE)) == "not_seated"
        assert await code_of(table.give_time(eve, 4)) == "not_seated"
        assert deal_of(table, eve) is None and table.view(HOUSE)["deal"] is None
        assert left(table) == CUT, "a visitor is not waited for"
        by_person = await floor.open("four-card-poker", "t2", timing={"dealt_by": "person"})
        (bob,) = await seated(floor, by_person, "bob")
        await bets_at(by_person, bob)
        assert deal_of(by_person, bob) is None
        assert await code_of(by_person.deal(bob)) == "nothing_to_deal", "the dealer closes the bets"

    on_a_floor(tmp_path, test)


async def bets_at(table: LiveTable, person: Person) -> None:
    await table.do(person, {"do": "bet", "position": 1, "wagers": {str(table.house.rules.ante): "10.00"}})


def test_17_2_a_window_does_not_wait_for_a_lost_connection_and_is_whole_again_when_it_is_back(tmp_path: Path) -> None:
    async def test(floor: Floor) -> None:
        table = await floor.open()
        ann, ben = await seated(floor, table, "ann", "ben")
        page = watches(table, ben)
        told = watches(table, ann)
        for watcher in floor.means.hub.of("t1"):
            if watcher.who == "ben" and watcher.outbox is not page:
                floor.means.hub.gone(watcher.outbox)
        assert await bets(table, ann) == WINDOW
        await floor.after(2)
        floor.means.hub.gone(page)
        frames(told)
        await floor.after(0)
        assert left(table) == CUT, "nobody else is there"
        assert frames(told, "snapshot")[-1]["view"]["clock"]["left"] == CUT * 1000
        await floor.after(1)
        watches(table, ben)
        await floor.after(0)
        assert left(table) == WINDOW - 3, "a page was loaded again"
        await table.deal(ann)
        assert deal_of(table, ann)["waiting"] == ["ben"]
        for watcher in floor.means.hub.of("t1"):
            if watcher.who == "ben":
                floor.means.hub.gone(watcher.outbox)
        number = table.state.number
        await floor.after(0)
        assert table.state.number == number + 1, "all who are there have asked"

    on_a_floor(tmp_path, test)


def test_17_2_a_further_bet_begins_the_short_moment_again_and_never_beyond_the_window(tmp_path: Path) -> None:
    async def test(floor: Floor) -> None:
        table = await floor.open("craps")
        (ann,) = await seated(floor, table, "ann")
        assert await wager(table, ann) == CUT
        for passed in range(2, WINDOW, 2):
            await floor.after(2)
            await table.do(ann, {"do": "bet", "wager": "field", "amount": "5.00"})
            assert left(table) == min(CUT, WINDOW - passed)
            await table.do(ann, {"do": "buy_in", "amount": "5.00"})
            assert left(table) == min(CUT, WINDOW - passed), "chips are no bet"
        number = table.state.number
        await floor.after(1)
        assert table.state.number == number + 1

    on_a_floor(tmp_path, test)


def test_17_2_bots_bet_at_once_and_keep_nobody_waiting(tmp_path: Path) -> None:
    """However long they would think."""

    async def test(floor: Floor) -> None:
        table = await floor.open(bots=["simple", "random", "simple"])
        crew = Crew(floor.pit)
        (ann,) = await seated(floor, table, "ann")
        for place, bot in enumerate(crew._of(table), 2):
            await floor.seated(table, bot.person.name, place)
            bot.ready = floor.clock.steady() + 60 * SECOND  # it thinks
        sitting = [who for who in table.state.seats.values() if who.startswith(BOT)]
        assert await crew.act() == 0 and len(sitting) == 3
        assert await bets(table, ann) == CUT, "bots are not waited for"
        await table.deal(ann)
        assert table.ends == floor.clock.steady() + FOR_BOTS
        assert await crew.act() == 3, "none of them thinks"
        assert all(map(table.state.has_wagers, sitting))
        assert table.ends == floor.clock.steady()
        number = table.state.number
        await floor.after(0)
        assert table.state.number == number + 1

    on_a_floor(tmp_path, test)


def test_17_2_a_bot_that_was_refused_does_not_try_again_and_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(floor: Floor) -> None:
        table = await floor.open()
        (ann,) = await seated(floor, table, "ann")
        await bets(table, ann)
        bot, tried = Bot(table, 1, "simple", floor.pit.coach), list[int]()

        async def wants(self: Bot) -> None:
            tried.append(floor.clock.now)
            raise Refusal("no", "No.")

        monkeypatch.setattr(Bot, "wants", wants)
        for _ in range(40):
            await bot.act(floor.clock.steady())
            floor.clock.now += SECOND // 4
        assert len(tried) == 1

    on_a_floor(tmp_path, test)


def test_17_2_a_table_of_bots_alone_plays_on(tmp_path: Path) -> None:
    async def test(floor: Floor) -> None:
        table, crew = await floor.open(bots=["simple", "simple"]), Crew(floor.pit)
        while not table.state.playing:
            await crew.act()
            await floor.after(1)
        assert sum(map(table.state.has_wagers, table.state.seats.values())) == 2, "the one waits for the other"

    on_a_floor(tmp_path, test)


def test_17_9_longer_clocks_for_a_player_alone_at_once_and_at_most_twice_with_others(tmp_path: Path) -> None:
    async def test(floor: Floor) -> None:
        table = await floor.open()
        (ann,) = await seated(floor, table, "ann")
        assert table.view(ann)["pace"] == {"asked": 1, "times": 1}
        await bets(table, ann)
        await table.deal(ann)
        await floor.after(0)
        assert table.view(ann)["clock"]["left"] == DECISION * 1000
        await floor.after(5)
        await table.give_time(ann, 4)
        assert table.view(ann)["clock"]["left"] == (4 * DECISION - 5) * 1000
        assert table.view(ann)["pace"] == {"asked": 4, "times": 4}
        await table.give_time(ann, 1)
        assert table.view(ann)["clock"]["left"] == (4 * DECISION - 5) * 1000, "nobody loses time that was given"
        await floor.after(4 * DECISION - 6)
        assert table.state.playing
        await floor.after(1)
        await floor.play_on(table)
        await table.give_time(ann, 4)
        ben = await floor.seated(table, "ben", 2)
        watches(table, ben)
        assert table.view(ben)["pace"] == {"asked": 1, "times": 2}
        assert await bets(table, ann) == 2 * WINDOW
        assert await bets(table, ben) == CUT
        await floor.after(CUT)
        assert table.view(ann)["clock"]["left"] == 2 * DECISION * 1000

    on_a_floor(tmp_path, test)


def test_17_9_a_longer_clock_is_shared_by_everybody_in_the_decision_round(tmp_path: Path) -> None:
    async def test(floor: Floor) -> None:
        table = await floor.open()
        ann, ben = await seated(floor, table, "ann", "ben")
        await bets(table, ann)
        await bets(table, ben)
        await floor.after(CUT)
        await table.give_time(ben, 2)
        assert table.view(ann)["clock"]["left"] == 2 * DECISION * 1000
        assert table.view(ben)["early"]["left"] == 2 * DECISION * 1000
        await floor.after(2 * DECISION - 1)
        assert table.view(ann)["clock"]["who"] == "ann"
        await floor.after(1)
        assert table.state.has_wagers("ben") and table.view(ben)["clock"]["who"] == "ben"
        await floor.after(1)
        assert not table.state.playing, "the window was one for both"

    on_a_floor(tmp_path, test)


def test_17_9_nothing_is_remembered_of_who_has_left(tmp_path: Path) -> None:
    async def test(floor: Floor) -> None:
        table = await floor.open()
        (ann,) = await seated(floor, table, "ann")
        await table.give_time(ann, 2)
        await table.do(ann, {"do": "leave"})
        assert table.paces == {}

    on_a_floor(tmp_path, test)


def test_17_2_both_are_messages_of_the_socket(tmp_path: Path) -> None:
    """Answered like others, sent again without a second effect, and not stored."""

    async def test(floor: Floor) -> None:
        table = await floor.open()
        ann = await floor.seated(table, "ann", 1)
        page = Page(floor)
        await page.ask({"type": "watch", "table": "t1"})
        deal, pace = {"type": "deal", "table": "t1", "id": 7}, {"type": "pace", "table": "t1", "times": 2, "id": "p"}
        refused = await page.ask(deal)
        assert (refused["type"], refused["id"], refused["error"]["code"]) == ("error", 7, "nothing_to_deal")
        await bets(table, ann)
        before = table.sequence
        for said, shown in ((deal, 1), (deal, 0), (pace, 1), (pace, 0)):
            page.say(said)
            for _ in range(shown):
                assert (await page.answer())["type"] == "snapshot"
            assert await page.answer() == {"type": "done", "id": said["id"], "table": "t1"}
        assert table.sequence == before and table.view(ann)["pace"]["asked"] == 2
        for times in (0, 3, 8, "2", None):
            assert (await page.ask(pace | {"times": times}))["error"]["code"] == "message_malformed"
        await page.cut()

    on_a_floor(tmp_path, test)


def test_17_2_a_table_that_stopped_deals_to_nobody(tmp_path: Path) -> None:
    async def test(floor: Floor) -> None:
        table = await floor.open()
        (ann,) = await seated(floor, table, "ann")
        await bets(table, ann)
        await table.stop(Refusal("malfunction", "Wait."))
        assert deal_of(table, ann) is None and await code_of(table.deal(ann)) == "nothing_to_deal"

    on_a_floor(tmp_path, test)


def test_17_2_every_watcher_is_told_who_is_waited_for(tmp_path: Path) -> None:
    async def test(floor: Floor) -> None:
        table = await floor.open()
        ann, ben = await seated(floor, table, "ann", "ben")
        await bets(table, ann)
        page: Outbox = watches(table, ben)
        frames(page)
        await table.deal(ann)
        (shown,) = frames(page, "snapshot")
        assert shown["view"]["deal"] == {"can": True, "asked": False, "waiting": []}, "only ben"

    on_a_floor(tmp_path, test)
