"""The coach over HTTP: only for one's own decision, never at an exam, and counted where no table waits for it."""

import asyncio
import gc
import json
import pickle
import threading
from fractions import Fraction
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

from pitboss import games
from pitboss.coach import reckon, situation
from pitboss.floor import coaching
from pitboss.floor.coaching import Coaching, Lane
from pitboss.floor.counter import rules_of
from pitboss.floor.workers import House, Progress, Question
from pitboss.lab.counting import Lab
from pitboss.lab.strategy import choices
from pitboss.refusal import Refusal
from tests.floor.people.place import Place, Visitor, a_place


def at_a_decision(place: Place, game: str = "three-card-poker", **plan: Any) -> Visitor:
    """A guest who has bet and is asked."""
    place.call(place.pit.open, {"id": "t1", "table": {"game": game}, **plan}, "tests")
    guest = place.guest()
    place.sit("t1", guest.name, 2)
    main = str(getattr(place.pit.table("t1").house.rules, "ante", "bet"))
    place.do("t1", guest.name, do="bet", position=2, wagers={main: "10.00"})
    place.tick(60)
    return guest


def answer(guest: Visitor, path: str = "/api/tables/t1/coach") -> dict[str, Any]:
    """Asked again until it is counted."""
    for _ in range(600):
        found = guest.get(path)
        assert found.status_code == 200, found.text
        said: dict[str, Any] = found.json()
        if said["ready"]:
            return said
        assert 0 <= said["done"] <= 100
    raise AssertionError("never ready")


def test_the_coach_tells_each_choice_of_the_own_hand(tmp_path: Path) -> None:
    with a_place(tmp_path / "floor.db") as place:
        guest = at_a_decision(place)
        said = answer(guest)["advice"]
        view = guest.get("/api/tables/t1").json()["view"]
        hand = view["positions"]["2"]["cards"]
        rules: Any = games.game("three-card-poker").rules()
        lab = {each.name: each for each in choices(rules, " ".join(hand), lab=Lab())}
        told = {each["action"]: each for each in said["choices"]}
        assert told.keys() == {"fold", "play"} and told["play"]["amount"] == "10.00"
        for name, action in (("fold", "fold"), ("1x", "play")):
            worth = lab[name].worth
            assert Fraction(told[action]["worth"]) == worth
            assert Fraction(told[action]["cents"]) == worth * 10_00
            assert told[action]["money"] == f"{round(worth * 10_00) / 100:.2f}"
            assert told[action]["best"] == lab[name].best
        best = max(each.worth for each in lab.values())
        assert [each["costs"] for each in said["choices"]] == [
            f"{round((best - lab[name].worth) * 10_00) / 100:.2f}" for name in ("fold", "1x")
        ]
        assert (said["unit"], said["stake"], sorted(said["seen"])) == ("ante", "10.00", sorted(hand))


@pytest.mark.parametrize("game", ["four-card-poker", "texas-holdem-bonus", "spanish-21", "double-attack-blackjack"])
def test_every_family_is_told(tmp_path: Path, game: str) -> None:
    with a_place(tmp_path / "floor.db") as place:
        guest = at_a_decision(place, game)
        view = guest.get("/api/tables/t1").json()["view"]
        asked = [each for each in view["choices"] if each["do"] == "decide"]
        if not asked:
            return  # a blackjack: nothing was asked
        said = answer(guest)["advice"]
        rules = place.pit.table("t1").house.rules
        advice = reckon(rules, situation(rules, view), Lab())
        assert [Fraction(each["worth"]) for each in said["choices"]] == [each.worth for each in advice.choices]
        assert [(each["action"], each["amount"]) for each in said["choices"]] == [
            (each["action"], each.get("amount")) for each in asked
        ]


NOTHING = {"ready": True, "done": 100, "advice": None}


def refused(guest: Visitor, path: str) -> tuple[int, str]:
    found = guest.get(path)
    return found.status_code, found.json()["error"]["code"]


def test_nobody_is_coached_at_an_exam_or_without_a_decision(tmp_path: Path) -> None:
    with a_place(tmp_path / "floor.db") as place:
        guest = at_a_decision(place, exam=True)
        for path in ("/api/tables/t1/coach", "/api/tables/t1/coach/expectation"):
            assert refused(guest, path) == (409, "exam")
        assert "exam table" in guest.get("/api/tables/t1/coach").json()["error"]["message"]
        assert refused(guest, HAND) == (409, "exam"), "nor elsewhere while the round is played"
        assert answer(place.guest(), HAND)["advice"], "others may look at any hand"
        asked = next(each for each in guest.get("/api/tables/t1").json()["view"]["choices"] if each["do"] == "decide")
        place.do("t1", guest.name, **{name: value for name, value in asked.items() if name not in ("by", "who")})
        place.tick(60)
        assert answer(guest, HAND)["advice"], "when it is over"
        place.open_table("four-card-poker", "t2")
        other = place.guest()
        assert other.get("/api/tables/t2/coach").json() == NOTHING
        assert refused(other, "/api/tables/none/coach") == (404, "unknown_table")
        assert refused(place.visitor(), "/api/tables/t2/coach") == (401, "not_signed_in")
        assert refused(place.staff("sue", "supervisor"), "/api/tables/t2/coach") == (403, "not_yours")


def test_only_the_own_seat_is_coached(tmp_path: Path) -> None:
    with a_place(tmp_path / "floor.db") as place:
        at_a_decision(place)
        assert place.guest().get("/api/tables/t1/coach").json() == NOTHING


def test_an_exam_stays_one_after_a_restart_and_is_opened_over_the_api(tmp_path: Path) -> None:
    with a_place(tmp_path / "floor.db") as place:
        boss = place.staff("sue", "supervisor")
        plan = {"id": "x1", "table": {"game": "three-card-poker"}, "exam": True}
        assert boss.post("/api/admin/tables", plan).status_code == 201
    with a_place(tmp_path / "floor.db") as place:
        assert place.pit.table("x1").plan.exam
        assert refused(place.guest(), "/api/tables/x1/coach") == (409, "exam")


def test_what_is_expected_before_the_deal(tmp_path: Path) -> None:
    with a_place(tmp_path / "floor.db") as place:
        place.open_table("three-card-poker")
        said = answer(place.guest(), "/api/tables/t1/coach/expectation")
        assert Fraction(said["wagers"]["ante"]) == Fraction(-686689, 20358520)


HAND = "/api/lab/hand?game=three-card-poker&hand=Qc+6d+4h&wager=ante%3D10.00"


def test_a_hand_that_somebody_types(tmp_path: Path) -> None:
    with a_place(tmp_path / "floor.db") as place:
        guest = place.guest()
        said = answer(guest, HAND)["advice"]
        assert [each["worth"] for each in said["choices"]] == ["-1/1", "-9151/9212"]
        assert answer(guest, HAND)["advice"] == said
        assert refused(guest, HAND.replace("6d", "Qc")) == (409, "card_twice")
        assert refused(guest, HAND.replace("%3D10.00", "")) == (422, "field_malformed")
        assert refused(guest, HAND.replace("10.00", "10")) == (422, "money_malformed")
        assert refused(guest, HAND.replace("three-card-poker", "bridge")) == (422, "unknown_game")
        assert refused(place.visitor(), HAND) == (401, "not_signed_in")
        beside = "+".join(["2c", "3d", "4h"] * 20)  # as many as the page takes
        assert refused(guest, f"{HAND}&others={beside}") == (409, "no_such_cards")
        named = {each["game"]: each for each in guest.get("/api/lab/hands").json()["games"]}
        assert named.keys() == {*games.names()} - {"craps"}
        (text,) = named["three-card-poker"]["texts"]
        assert (text["title"], text["wagers"]) == ("New Jersey", ["ante", "pair_plus"])
        assert [each["name"] for each in text["options"]] == [
            "ante_bonus",
            "pair_plus",
            "version",
            "void_reverses_settled",
        ]
        assert [each["jurisdiction"] for each in named["high-card-flush"]["texts"]] == ["nj", "ma"]
        assert (named["texas-holdem-bonus"]["board"], named["spanish-21"]["without"]) == ([0, 3, 4], "T")


def test_a_hand_by_another_text_and_a_houses_choices(tmp_path: Path) -> None:
    with a_place(tmp_path / "floor.db") as place:
        guest = place.guest()
        houses: list[tuple[str, str, str, dict[str, str]]] = [
            ("three-card-poker", "6c 5c 4c", "nj", {}),
            (
                "three-card-poker",
                "6c 5c 4c",
                "nj",
                {"ante_bonus": "1-5-6", "pair_plus": "B", "version": "both_compulsory"},
            ),
            ("high-card-flush", "Ts 8s 6s Kh Qd 9h 3c", "ma", {"progressive": "D"}),
        ]
        found = []
        for game, hand, text, options in houses:
            rules: Any = games.game(game).rules(text, options)
            asked = {"game": game, "hand": hand, "wager": "ante=10.00", "jurisdiction": text}
            said = answer(guest, f"/api/lab/hand?{urlencode(asked | {'options': json.dumps(options)})}")
            found.append([Fraction(each["worth"]) for each in said["advice"]["choices"]])
            assert found[-1] == [each.worth for each in choices(rules, hand, lab=Lab())]
        assert found[0] != found[1], "another bonus, another worth"
        beside = HAND + "&wager=pair_plus%3D5.00" + '&options={"pair_plus": null}'
        assert refused(guest, beside) == (409, "wager_not_offered")
        assert refused(guest, f"{HAND}&jurisdiction=ma") == (409, "unknown_jurisdiction")
        assert refused(guest, f"{HAND}&options=[]") == (422, "field_malformed")
        assert refused(guest, HAND + '&options={"ante_bonus": "none of these"}')[1] == "unknown_pay_table"


# The lanes


def asked(word: Any) -> Question:
    """A question of no meaning, told from others by a word."""
    return Question("advice", House("craps", "nj", {}), (word,))


def test_what_takes_long_is_told_later_and_the_floor_goes_on_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coaching, "PATIENCE", 0)
    go, where = threading.Event(), list[str]()

    def count(question: Question, progress: Progress) -> int:
        where.append(threading.current_thread().name)
        progress(1, 4)
        go.wait(60)
        return 7

    async def ask() -> None:
        lane: Lane[int] = Lane(count)
        assert await lane.ask(asked("a")) is None
        while lane.done != 25:
            await asyncio.sleep(0)
        assert await lane.ask(asked("a")) is None, "asked twice, counted once"
        go.set()
        while (found := await lane.ask(asked("a"))) is None:
            await asyncio.sleep(0)
        assert found == 7 and await lane.ask(asked("a")) == 7
        assert len(where) == 1 and where[0].startswith("coach")
        lane.close()

    asyncio.run(ask())


def test_a_refusal_of_the_count_is_told_and_not_kept() -> None:
    tries = list[int]()

    def count(question: Question, progress: Progress) -> int:
        tries.append(1)
        raise Refusal("no_figures", "None.")

    async def ask() -> None:
        lane: Lane[int] = Lane(count)
        for _ in range(2):
            with pytest.raises(Refusal):
                while True:
                    await lane.ask(asked("a"))
        assert len(tries) == 2
        lane.close()

    asyncio.run(ask())


def test_a_refusal_that_comes_too_late_leaves_no_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever asked was told to ask again, and never did."""
    monkeypatch.setattr(coaching, "PATIENCE", 0)
    go, unheard = threading.Event(), list[Any]()

    def count(question: Question, progress: Progress) -> int:
        go.wait(60)
        raise Refusal("no_figures", "None.")

    async def ask() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda loop, told: unheard.append(told))
        lane: Lane[int] = Lane(count)
        assert await lane.ask(asked("a")) is None
        (late,) = lane._waiting.values()
        go.set()
        while not late.done():
            await asyncio.sleep(0)
        for _ in range(5):  # what was found is told to the loop
            await asyncio.sleep(0.01)
        lane.close()

    asyncio.run(ask())
    gc.collect()
    assert unheard == []


def test_no_more_wait_than_there_is_room_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coaching, "PATIENCE", 0)
    go = threading.Event()

    async def ask() -> None:
        lane: Lane[bool] = Lane(lambda question, progress: go.wait(60))
        for number in range(coaching.MOST_WAITING):
            assert await lane.ask(asked(number)) is None
        with pytest.raises(Refusal, match="Ask again in a moment") as caught:
            await lane.ask(asked("one more"))
        assert caught.value.code == "too_many"
        assert await lane.ask(asked(0)) is None, "who waits already may ask how far it is"
        lane.close()
        go.set()

    asyncio.run(ask())


def test_whatever_somebody_types_nobody_at_a_table_waits_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coaching, "PATIENCE", 0)
    go = threading.Event()
    rules = games.game("three-card-poker").rules()

    async def ask() -> None:
        coach = Coaching()
        coach.hands = Lane(lambda question, progress: go.wait(60))
        coach.decisions = Lane(lambda question, progress: question.given[0])
        for number in range(coaching.MOST_WAITING):
            assert await coach.hand(rules, ("Qs 6d 4h", "", "", ""), {"ante": 100 + number}) is None
        with pytest.raises(Refusal, match="too much to count"):
            await coach.hand(rules, ("Qs 6d 4h", "", "", ""), {"ante": 1})
        at: Any = "at a table"
        async with asyncio.timeout(300):
            while (found := await coach.advise(rules, at)) is None:
                await asyncio.sleep(0)
        assert found == at
        coach.close()
        go.set()

    asyncio.run(ask())


def test_what_is_kept_has_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coaching, "MOST_KEPT", 3)

    async def ask() -> None:
        lane: Lane[int] = Lane(lambda question, progress: question.given[0])
        for number in range(5):
            while await lane.ask(asked(number)) is None:
                pass
        assert list(lane._kept.values()) == [2, 3, 4]
        lane.close()

    asyncio.run(ask())


def test_only_what_the_player_sees_goes_to_the_process(tmp_path: Path) -> None:
    """The whole question, byte by byte: the house's choices and the situation that the player's own view has."""
    sent = list[Question]()

    def count(question: Question, progress: Progress) -> Any:
        sent.append(question)
        return reckon(rules_of(question.house), question.given[0], Lab())

    with a_place(tmp_path / "floor.db") as place:
        guest = at_a_decision(place)
        place.pit.coach.decisions = Lane(count)
        answer(guest)
        live = place.pit.table("t1")
        view = guest.get("/api/tables/t1").json()["view"]
        rules = live.house.rules
        wanted = Question("advice", House("three-card-poker", "nj", dict(rules.options)), (situation(rules, view),))
        assert [pickle.dumps(each) for each in sent] == [pickle.dumps(wanted)]
