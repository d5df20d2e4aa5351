"""INT-05: players who say nothing share one window, and the others can decide before their turn."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from drills.silent import DECIDING, MOST, TIME_OUT, Six, rounds_of
from pitboss.floor.decision_windows import GRACE, DecisionWindows
from pitboss.floor.hub import Outbox
from pitboss.floor.person import Person
from pitboss.floor.socket import Client
from pitboss.refusal import Refusal
from pitboss.store.troubles import PASSING
from tests.floor.floor import HOUSE, SECOND, Floor, a_floor


def play(tmp_path: Path, test: Callable[[Six, Floor], Awaitable[None]], game: str = "three-card-poker") -> None:
    """A test at a table of six that have bet and are asked."""

    async def run() -> None:
        async with a_floor(tmp_path / "a.db") as floor:
            six = Six(floor, await floor.open(game))
            await six.bet()
            await six.until_dealt()
            await test(six, floor)

    asyncio.run(run())


def names(*numbers: int) -> set[str]:
    return {f"p{number}" for number in numbers}


@pytest.mark.parametrize("silent", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("game", DECIDING)
def test_16_c12_int_05_players_without_a_connection_share_one_window(tmp_path: Path, game: str, silent: int) -> None:
    """However many of six are gone when they are asked: the others are settled within one time-out and a second."""

    async def test(six: Six, floor: Floor) -> None:
        gone = six.lose(silent)
        await six.finish(gone)
        assert six.waited <= MOST
        assert all(each["automatic"] == (each["player"] in gone) for each in six.decided())

    play(tmp_path, test, game)


@pytest.mark.parametrize("silent", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("game", DECIDING)
def test_16_c12_int_05_connected_players_share_one_window(tmp_path: Path, game: str, silent: int) -> None:
    """Of six who are all connected the first say nothing, and the others answer in their turn."""

    async def test(six: Six, floor: Floor) -> None:
        quiet = names(*range(1, silent + 1))
        await six.finish(quiet)
        assert six.waited <= MOST
        assert all(each["automatic"] == (each["player"] in quiet) for each in six.decided())

    play(tmp_path, test, game)


@pytest.mark.parametrize("silent", [1, 3, 5])
@pytest.mark.parametrize("game", DECIDING)
def test_16_c12_int_05_early_decisions_are_carried_out_in_turn(tmp_path: Path, game: str, silent: int) -> None:
    """The first ones say nothing, the others have decided before: their choice counts, and it is not automatic."""

    async def test(six: Six, floor: Floor) -> None:
        quiet, chosen = names(*range(1, silent + 1)), {}
        for place in range(silent + 1, 7):
            for offer in six.offered(f"p{place}")["decisions"]:  # none against a dealer's blackjack
                assert (await six.decide_early(f"p{place}")).noted
                chosen[f"p{place}"] = offer["choices"][-1]["action"]
        assert six.decided() == []
        while six.asked in quiet and not six.decided():
            await six.after(SECOND)
        await six.finish(quiet)
        first = {each["player"]: each for each in reversed(six.decided())}
        assert {who: first[who]["action"] for who in chosen} == chosen
        assert all(each["automatic"] == (each["player"] in quiet) for each in six.decided())
        assert six.waited <= SECOND, "after the first time-out nobody is waited for"

    play(tmp_path, test, game)


@pytest.mark.parametrize("game", DECIDING)
def test_16_c12_int_05_rounds_with_every_kind_of_silence(tmp_path: Path, game: str) -> None:
    """In short form what `python -m drills.silent` plays 1,000 times."""
    troubles, longest = asyncio.run(rounds_of(game, [1, 2, 3, 4, 5], "tests", tmp_path))
    assert troubles == [] and longest <= MOST / SECOND


def test_16_c12_int_05_who_thinks_and_answers_takes_no_time_from_others(tmp_path: Path) -> None:
    async def test(six: Six, floor: Floor) -> None:
        for who in ("p1", "p2"):
            await floor.after(15)
            await six.answer(who)
        await floor.after(19)
        assert six.asked == "p3"
        await floor.after(1)
        assert six.asked == "p4"
        assert [each["automatic"] for each in six.decided()] == [False, False, True]

    play(tmp_path, test)


def test_16_c12_int_05_a_program_that_answers_at_once_in_its_turn_has_time_for_it(tmp_path: Path) -> None:
    async def test(six: Six, floor: Floor) -> None:
        await floor.after(20)
        for who in ("p2", "p3"):
            await six.after(GRACE - 1)
            assert six.asked == who, "the window is over, but they were not asked before"
            await six.answer(who)
        await six.after(GRACE)
        assert six.asked == "p5"
        assert [each["automatic"] for each in six.decided()] == [True, False, False, True]

    play(tmp_path, test)


def test_16_c12_int_05_a_decision_that_could_not_be_made_early_has_its_own_time() -> None:
    """Such as the second one on a hand that got another card. Of the shared time only silence takes away."""
    windows, street = DecisionWindows(), (1, 0)
    assert windows.ask(street, ("ann", 1), lambda: [("bob", 2), ("cid", 3)], TIME_OUT) == TIME_OUT
    windows.use_up(street, 5 * SECOND)
    assert windows.ask(street, ("ann", 1), list, TIME_OUT) == TIME_OUT
    assert windows.ask(street, ("bob", 2), list, TIME_OUT) == TIME_OUT - 5 * SECOND
    windows.use_up(street, TIME_OUT)
    assert windows.ask(street, ("cid", 3), list, TIME_OUT) == GRACE
    assert windows.ask((1, 1), ("cid", 3), list, TIME_OUT) == TIME_OUT, "the next street is another window"
    assert windows.ask((1, 2), ("cid", 3), list, 1) == 1, "no longer than the table's time"


def test_16_c12_int_05_a_newer_early_decision_replaces_the_older(tmp_path: Path) -> None:
    async def test(six: Six, floor: Floor) -> None:
        await six.decide_early("p2", key="one")
        assert six.offered("p2")["decisions"][0]["noted"]["action"] == "play"
        await six.decide_early("p2", 1, key="two")
        assert six.offered("p2")["decisions"][0]["noted"]["action"] == "fold"
        await six.answer("p1")
        assert [(each["player"], each["action"]) for each in six.decided()][1:] == [("p2", "fold")]
        assert six.asked == "p3"

    play(tmp_path, test)


def test_16_c12_int_07_an_early_decision_sent_again_has_one_effect(tmp_path: Path) -> None:
    """By its key: while it waits, after it was carried out, and after it was replaced."""

    async def test(six: Six, floor: Floor) -> None:
        bob = Person("p2", "player")
        raised = {"do": "decide", "position": 2, "action": "play", "amount": "10.00", "key": "one"}
        for _ in range(3):
            assert (await six.table.do(bob, raised, early=six.early)).noted
        with pytest.raises(Refusal, match="belongs to another command"):
            await six.table.do(bob, {"do": "decide", "position": 2, "action": "fold", "key": "one"}, early=six.early)
        folded = {"do": "decide", "position": 2, "action": "fold", "key": "two"}
        assert (await six.table.do(bob, folded, early=six.early)).noted
        for _ in range(2):
            with pytest.raises(Refusal, match="was replaced or dropped"):
                await six.table.do(bob, raised, early=six.early)
            if six.asked == "p1":
                await six.answer("p1")
        again = await six.table.do(bob, folded, early=six.early)
        assert again.again and not again.noted
        assert [each["action"] for each in six.decided() if each["player"] == "p2"] == ["fold"]

    play(tmp_path, test)


def test_16_c12_int_05_a_client_is_told_that_a_decision_is_noted(tmp_path: Path) -> None:
    """Not that it is done: nothing is stored yet."""

    async def test(six: Six, floor: Floor) -> None:
        nothing: Any = None
        client = Client(nothing, six.people[1], floor.pit, nothing)
        command = {"do": "decide", "position": 2, "action": "fold", "key": "one"}
        said = json.dumps({"type": "do", "id": 7, "table": "t1", "command": command, "early": six.early})
        await client._hear(said)
        assert json.loads(client.outbox.frames[-1]) == {"type": "noted", "id": 7, "table": "t1"}
        await six.answer("p1")
        await client._hear(said)
        done = json.loads(client.outbox.frames[-1])
        assert (done["type"], done["id"], done["again"]) == ("done", 7, True)

    play(tmp_path, test)


def test_16_c12_int_05_a_client_that_does_not_ask_for_it_is_refused_before_its_turn(tmp_path: Path) -> None:
    async def test(six: Six, floor: Floor) -> None:
        for key in ("", "one"):
            with pytest.raises(Refusal) as refused:
                await six.table.do(six.people[1], {"do": "decide", "position": 2, "action": "fold", "key": key})
            assert refused.value.code == "not_next"
        assert six.offered("p2")["decisions"][0]["noted"] is None

    play(tmp_path, test)


def test_16_c12_int_05_an_early_decision_is_visible_to_nobody_else(tmp_path: Path) -> None:
    """Neither in a frame nor in the store, until its turn. The player's own pages show it."""

    async def test(six: Six, floor: Floor) -> None:
        people = [Person("looker", "player"), Person("dan", "dealer"), HOUSE, Person("eve", "auditor")]
        for person in people:
            six.look(person)
        before = {name: len(page.frames) for name, page in six.pages.items()}
        stored, balances = len(six.events()), floor.store.books.balances()
        await six.decide_early("p3", key="one")
        after = {name: len(page.frames) for name, page in six.pages.items()}
        assert {name for name in after if after[name] != before[name]} == {"p3"}
        own = json.loads(six.pages["p3"].frames[-1])["view"]["early"]["decisions"]
        assert own[0]["noted"] == {
            "do": "decide", "by": "player", "who": "p3", "position": 3, "action": "play", "amount": "10.00",
        }  # fmt: skip
        assert len(six.events()) == stored and floor.store.books.balances() == balances
        await six.answer("p1")
        for name, page in six.pages.items():
            told = json.loads(page.frames[-1])["view"]["early"]
            assert name in ("p3", "p4", "p5", "p6") or told is None
            assert name == "p3" or told is None or [each["noted"] for each in told["decisions"]] == [None]
        assert all(each["player"] != "p3" for each in six.decided())

    play(tmp_path, test)


def test_16_c12_int_05_an_early_decision_is_dropped_with_its_round(tmp_path: Path) -> None:
    async def test(six: Six, floor: Floor) -> None:
        await six.decide_early("p2", key="one")
        await six.table.do(HOUSE, {"do": "void_round"})
        await six.bet_again()
        await six.until_dealt()
        assert six.offered("p2")["decisions"][0]["noted"] is None
        await six.answer("p1")
        assert six.asked == "p2"
        with pytest.raises(Refusal, match="dropped before your turn"):
            await six.table.do(six.people[1], {"do": "decide", "position": 2, "key": "one"} | RAISE, early=six.early)
        await six.answer("p2")

    play(tmp_path, test)


RAISE = {"action": "play", "amount": "10.00"}


def test_16_c12_int_05_an_early_decision_is_dropped_when_the_table_stops(tmp_path: Path) -> None:
    async def test(six: Six, floor: Floor) -> None:
        await six.decide_early("p2")
        await six.table.stop(Refusal("malfunction", "Wait for a supervisor."))
        assert six.table.view(six.people[1])["early"] is None
        await six.table.resume("boss")
        assert six.offered("p2")["decisions"][0]["noted"] is None
        await six.answer("p1")
        assert six.asked == "p2"

    play(tmp_path, test)


def test_16_c12_int_05_an_early_decision_that_is_refused_leaves_the_rest_of_the_time(tmp_path: Path) -> None:
    """The chips are gone when the turn comes."""

    async def test(six: Six, floor: Floor) -> None:
        await six.decide_early("p2")
        await six.table.do(six.people[1], {"do": "tip", "amount": "990.00"})
        await six.answer("p1")
        assert six.asked == "p2"
        notice = next(told for frame in six.pages["p2"].frames if (told := json.loads(frame))["type"] == "notice")
        assert notice["code"] == "early_refused" and "refused. Buy in for more" in notice["message"]
        await floor.after(19)
        assert six.asked == "p2"
        await six.answer("p2")
        assert [each["action"] for each in six.decided()][1:] == ["fold"]

    play(tmp_path, test)


def test_16_c12_int_05_an_early_decision_counts_though_the_connection_is_lost(tmp_path: Path) -> None:
    async def test(six: Six, floor: Floor) -> None:
        await six.decide_early("p2")
        six.lose(2)
        await floor.after(20)
        assert six.asked == "p3"
        assert [each["automatic"] for each in six.decided()] == [True, False]

    play(tmp_path, test)


@pytest.mark.parametrize(
    ("who", "command"),
    [
        ("p2", {"position": 2, "action": "play", "amount": "11.00"}),
        ("p2", {"position": 2, "action": "check"}),
        ("p2", {"position": 3, "action": "fold"}),
        ("looker", {"position": 2, "action": "fold"}),
    ],
)
def test_16_c12_int_05_what_cannot_be_noted_is_refused_as_before(tmp_path: Path, who: str, command: Any) -> None:
    async def test(six: Six, floor: Floor) -> None:
        with pytest.raises(Refusal) as refused:
            await six.table.do(Person(who, "player"), {"do": "decide", **command}, early=six.early)
        assert refused.value.code == ("not_next" if command["position"] == 2 and who == "p2" else "not_your_hand")

    play(tmp_path, test)


def test_16_c12_int_05_each_street_is_decided_by_itself(tmp_path: Path) -> None:
    """A decision that was made early on one street says nothing about the next."""

    async def test(six: Six, floor: Floor) -> None:
        for place in range(2, 7):
            await six.decide_early(f"p{place}")
        await six.answer("p1")
        assert six.table.state.next.decision == 1 and six.asked in names(1, 2)
        assert all(six.offered(f"p{place}")["decisions"][0]["noted"] is None for place in range(3, 7))
        assert six.offered("p1")["decisions"] == [], "folded, or asked now"

    play(tmp_path, test, "texas-holdem-bonus")


def test_16_c12_int_05_somebody_who_is_back_has_the_rest_of_the_time(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_floor(tmp_path / "a.db") as floor:
            six = Six(floor, await floor.open("three-card-poker"))
            await six.bet()
            await six.until_dealt()
            six.lose(1)
            await floor.after(10)
            await six.answer("p1")
            six.lose(2)  # the second is lost just when they are asked
            await floor.after(10)
            six.look(six.people[1])
            await floor.after(9)
            assert six.asked == "p2", "the time runs from when they were asked"
            await six.answer("p2")
            assert not any(each["automatic"] for each in six.decided())

    asyncio.run(test())


def test_16_c12_int_05_a_page_that_is_loaded_again_is_waited_for(tmp_path: Path) -> None:
    """Lost 15 s before the turn and back in it: not decided 5 s after the turn began, but at its end."""

    async def test() -> None:
        async with a_floor(tmp_path / "a.db") as floor:
            six = Six(floor, await floor.open("three-card-poker"))
            await six.bet()
            await six.until_dealt()
            six.lose(2)
            six.look(six.people[0])
            await floor.after(15)
            await six.answer("p1")
            six.look(six.people[1])
            await floor.after(19)
            assert six.asked == "p2"
            await floor.after(1)
            assert six.asked == "p3"
            assert [each["automatic"] for each in six.decided()] == [False, True]

    asyncio.run(test())


def test_16_c12_int_05_a_decision_for_another_round_is_refused(tmp_path: Path) -> None:
    """A page was cut off before it could send it, and comes back when other cards lie there."""

    async def test(six: Six, floor: Floor) -> None:
        offered = six.early
        await six.table.do(HOUSE, {"do": "void_round"})
        await six.bet_again()
        await six.until_dealt()
        assert six.early != offered
        with pytest.raises(Refusal) as refused:
            await six.table.do(six.people[1], {"do": "decide", "position": 2, "key": "late"} | RAISE, early=offered)
        assert refused.value.code == "decision_over"
        assert six.offered("p2")["decisions"][0]["noted"] is None

    play(tmp_path, test)


def test_16_c12_int_07_a_noted_decision_sent_again_without_its_round_has_one_effect(tmp_path: Path) -> None:
    async def test(six: Six, floor: Floor) -> None:
        command = {"do": "decide", "position": 2, "key": "one"} | RAISE
        assert (await six.table.do(six.people[1], command, early=six.early)).noted
        assert (await six.table.do(six.people[1], command)).noted
        await six.answer("p1")
        assert [each["action"] for each in six.decided() if each["player"] == "p2"] == ["play"]

    play(tmp_path, test)


def test_16_c12_int_05_chips_that_others_buy_do_not_restart_the_clock(tmp_path: Path) -> None:
    async def test(six: Six, floor: Floor) -> None:
        for _ in range(19):
            await floor.after(1)
            assert six.asked == "p1"
            await six.table.do(six.people[5], {"do": "buy_in", "amount": "1.00"})
            await six.table.do(six.people[0], {"do": "buy_in", "amount": "1.00"})
        await floor.after(1)
        assert six.asked != "p1"

    play(tmp_path, test)


def test_16_c12_int_05_an_early_decision_that_the_store_cannot_take_yet_is_held(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(six: Six, floor: Floor) -> None:
        await six.decide_early("p2", key="one")
        answer = six.table._answer

        async def busy(person: Person, command: Any, digest: bytes) -> Any:
            if person.name == "p2":
                raise Refusal(next(iter(PASSING)), "Try again.")
            return await answer(person, command, digest)

        monkeypatch.setattr(six.table, "_answer", busy)
        await six.answer("p1")
        assert six.asked == "p2" and not [each for each in six.decided() if each["player"] == "p2"]
        monkeypatch.setattr(six.table, "_answer", answer)
        await floor.after(20)
        assert [each["automatic"] for each in six.decided() if each["player"] == "p2"] == [False]

    play(tmp_path, test)


def test_16_c12_int_05_dice_that_nobody_wants_go_round_once_a_tick(tmp_path: Path) -> None:
    """Craps has no decision round: the table stays free for others between two players who say nothing."""

    async def test() -> None:
        async with a_floor(tmp_path / "a.db") as floor:
            table = await floor.open("craps")
            for place in (1, 2):
                person = await floor.seated(table, f"p{place}", place)
                table.watch(Outbox(most=100_000), person)
                await table.do(person, {"do": "bet", "wager": "place_6", "amount": "6.00"})
            for _ in range(200):
                await floor.after(1)
            before = table.sequence
            await floor.after(1)
            assert table.sequence - before < 20

    asyncio.run(asyncio.wait_for(test(), 120))
