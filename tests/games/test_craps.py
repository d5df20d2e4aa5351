"""Craps: every wager, every number of its texts at, below and above it, and what the rules do not allow."""

import json
import re
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import pitboss
from pitboss.games.craps import GAME
from tests.support import checks
from tests.support import refusal as refused

THROWS = [f"{one}-{other}" for one, other in product(range(1, 7), repeat=2)]
SHOWS = {total: next(roll for roll in THROWS if sum(map(int, roll.split("-"))) == total) for total in range(2, 13)}
"""A roll of every total; 4, 6, 8 and 10 the easy way."""
SHOWS |= {4: "3-1", 6: "5-1", 8: "6-2", 10: "6-4"}
POINTS = (4, 5, 6, 8, 9, 10)


def total(roll: str) -> int:
    return sum(map(int, roll.split("-")))


def wager(name: str, amount: str = "10.00", before: int = 1, id: str = "a", **fields: Any) -> dict[str, Any]:
    return {"id": id, "player": "p1", "wager": name, "amount": amount, "before": before, **fields}


def a_round(rolls: list[str | int], *wagers: dict[str, Any], **options: Any) -> dict[str, Any]:
    """Rolls are given as dice, or as a total."""
    shown = [SHOWS[roll] if isinstance(roll, int) else roll for roll in rolls]
    return {"game": "craps", "options": options, "rolls": shown, "wagers": list(wagers)}


def settled(rolls: list[str | int], *wagers: dict[str, Any], **options: Any) -> dict[str, Any]:
    """From a wager's id to its row."""
    found = pitboss.settle(a_round(rolls, *wagers, **options)).as_json()
    return {row["id"]: row for row in found["wagers"]}


def outcome(rolls: list[str | int], *wagers: dict[str, Any], **options: Any) -> tuple[str, str, int | None]:
    """What became of the last wager."""
    row = settled(rolls, *wagers, **options)[wagers[-1]["id"]]
    return row["outcome"], row["pays"], row["roll"]


def net(rolls: list[str | int], *wagers: dict[str, Any], **options: Any) -> str:
    (player,) = pitboss.settle(a_round(rolls, *wagers, **options)).as_json()["players"]
    return str(player["net"])


def refusal(rolls: list[str | int], *wagers: dict[str, Any], **options: Any) -> tuple[str, str | None]:
    found = refused(a_round(rolls, *wagers, **options))
    assert found.message.endswith(".")
    return found.code, found.clause


# The example of the interface


def test_the_example_other_programs_rely_on() -> None:
    round_ = a_round(
        ["6-4", "5-1", "3-4"],
        wager("dont_pass"),
        wager("dont_come", before=2, id="b"),
        wager("lay_odds", "12.00", before=3, id="c", behind="b"),
    )
    found = pitboss.settle(round_).as_json()
    assert found["game"] == "craps"
    assert [(row["id"], row["outcome"], row["pays"], row["roll"]) for row in found["wagers"]] == [
        ("a", "win", "10.00", 3),
        ("b", "win", "10.00", 3),
        ("c", "win", "10.00", 3),
    ]
    assert found["players"] == [{"player": "p1", "net": "30.00"}]
    clauses = [row["clause"] for row in found["wagers"]]
    assert clauses == ["rules CRAPS dont_pass point", "NJ CRAPS 19:47(d)", "rules CRAPS lay odds 6 and 8"]


def test_the_round_in_the_document_is_settled_as_it_says() -> None:
    text = (Path(__file__).resolve().parents[2] / "docs" / "dice.md").read_text()
    (written,) = re.findall(r"```json\n(.*?)```", text, re.DOTALL)
    found = pitboss.settle(json.loads(written)).as_json()
    assert [(row["id"], row["outcome"], row["pays"], row["roll"]) for row in found["wagers"]] == [
        ("a", "lose", "0.00", 4),
        ("b", "lose", "0.00", 4),
        ("c", "win", "15.00", 4),
        ("d", "push", "0.00", None),
    ]


def test_each_player_has_a_net_in_the_order_they_came() -> None:
    other = wager("any_seven", "5.00", id="b") | {"player": "p2"}
    found = pitboss.settle(a_round([7], wager("pass"), other, wager("eleven", "1.00", id="c"))).as_json()
    assert found["players"] == [{"player": "p1", "net": "9.00"}, {"player": "p2", "net": "20.00"}]


def test_an_id_of_the_round_comes_back() -> None:
    assert pitboss.settle(a_round([7], wager("pass")) | {"id": [1, {"x": None}]}).as_json()["id"] == [1, {"x": None}]


# Line wagers


@checks("rules CRAPS pass natural", "rules CRAPS pass craps", "rules CRAPS pass", "rules CRAPS", "rules CRAPS come-out")
@pytest.mark.parametrize("roll", THROWS)
def test_pass_on_the_come_out(roll: str) -> None:
    expected = {7: "win", 11: "win", 2: "lose", 3: "lose", 12: "lose"}.get(total(roll), "open")
    pays = "10.00" if expected == "win" else "0.00"
    assert outcome([roll], wager("pass")) == (expected, pays, None if expected == "open" else 1)


@checks(
    "rules CRAPS dont_pass natural", "rules CRAPS dont_pass craps", "rules CRAPS dont_pass bar", "rules CRAPS dont_pass"
)
@pytest.mark.parametrize("bar", [12, 2])
@pytest.mark.parametrize("roll", THROWS)
def test_dont_pass_on_the_come_out(roll: str, bar: int) -> None:
    expected = {7: "lose", 11: "lose", 2: "win", 3: "win", 12: "win"} | {bar: "push"}
    found = outcome([roll], wager("dont_pass"), bar=bar)
    assert found[0] == expected.get(total(roll), "open")
    assert found[1] == ("10.00" if found[0] == "win" else "0.00")
    if bar == 12:
        assert outcome([roll], wager("dont_pass")) == found


@checks("rules CRAPS pass point", "rules CRAPS dont_pass point", "rules CRAPS pass", "rules CRAPS dont_pass")
@pytest.mark.parametrize("point", POINTS)
@pytest.mark.parametrize("roll", THROWS)
def test_a_point_waits_for_itself_or_a_seven(point: int, roll: str) -> None:
    for name, with_point, with_seven in (("pass", "win", "lose"), ("dont_pass", "lose", "win")):
        expected = {point: with_point, 7: with_seven}.get(total(roll), "open")
        row = settled([point, roll], wager(name))["a"]
        assert row["outcome"] == expected
        assert row["point"] == point
        assert row["roll"] == (None if expected == "open" else 2)


@checks("rules CRAPS come", "rules CRAPS dont_come", "rules CRAPS pass natural", "rules CRAPS pass craps")
@checks("rules CRAPS dont_pass natural", "rules CRAPS dont_pass craps", "rules CRAPS dont_pass bar")
@pytest.mark.parametrize(("name", "like"), [("come", "pass"), ("dont_come", "dont_pass")])
def test_come_is_pass_from_a_later_roll(name: str, like: str) -> None:
    """Whatever follows, a come wager gets what a pass wager gets that meets the same rolls first."""
    for first, second in product(range(2, 13), repeat=2):
        later = outcome([9, first, second], wager(name, before=2))
        alone = outcome([first, second], wager(like))
        assert later == (alone[0], alone[1], alone[2] and alone[2] + 1)


@checks("rules CRAPS come", "rules CRAPS dont_come", "rules CRAPS come-out")
@pytest.mark.parametrize("name", ["come", "dont_come"])
def test_come_needs_a_point_on(name: str) -> None:
    assert refusal([9], wager(name)) == ("wager_too_early", f"rules CRAPS {name}")
    assert refusal([7, 9], wager(name, before=2)) == ("wager_too_early", f"rules CRAPS {name}")
    assert refusal([9, 9, 4], wager(name, before=3)) == ("wager_too_early", f"rules CRAPS {name}")
    assert refusal([9, 7, 4], wager(name, before=3)) == ("wager_too_early", f"rules CRAPS {name}")
    assert outcome([9, 4], wager(name, before=2))[0] == "open"


@checks("rules CRAPS pass", "rules CRAPS dont_pass", "rules CRAPS come-out")
@pytest.mark.parametrize("name", ["pass", "dont_pass"])
def test_pass_needs_a_come_out(name: str) -> None:
    assert refusal([4, 6], wager(name, before=2)) == ("wager_too_late", f"rules CRAPS {name}")
    for decided in (7, 11, 2, 3, 12):
        assert outcome([decided, 6], wager(name, before=2))[0] == "open"
    assert outcome([4, 4, 6], wager(name, before=3))[0] == "open"


@checks("rules CRAPS round")
def test_the_run_goes_on_after_a_point_and_a_new_one_begins_after_a_seven_out() -> None:
    rolls: list[str | int] = [4, 4, 6, 7, 5, 5]
    found = settled(
        rolls,
        wager("pass", id="first"),
        wager("pass", before=3, id="second"),
        wager("pass", before=5, id="next shooter"),
        wager("place_8", before=1, id="place"),
    )
    assert [(row["outcome"], row["roll"]) for row in found.values()] == [
        ("win", 2),
        ("lose", 4),
        ("win", 6),
        ("lose", 4),
    ]


def test_a_come_wager_outlives_the_point() -> None:
    """A seven on the next come-out roll loses it, its own number wins it."""
    assert outcome([9, 6, 9, 6], wager("come", before=2)) == ("win", "10.00", 4)
    assert outcome([9, 6, 9, 7], wager("come", before=2)) == ("lose", "0.00", 4)
    assert outcome([9, 6, 9, 11, 4], wager("come", before=2)) == ("open", "0.00", None)


# Changing line wagers


def changed(name: str, before: int, line: int = 1, **change: Any) -> dict[str, Any]:
    return wager(name, before=line, changes=[{"before": before, **change}])


@checks("rules CRAPS come contract")
@pytest.mark.parametrize("change", [{"down": True}, {"amount": "9.99"}, {"amount": "10.01"}])
def test_a_come_wager_is_a_contract(change: dict[str, Any]) -> None:
    assert refusal([9, 6, 6], changed("come", 3, 2, **change)) == ("contract_wager", "rules CRAPS come contract")
    assert refusal([9, 6, 6], changed("pass", 3, 1, **change)) == ("contract_wager", "reading 81")
    assert outcome([9, 6, 6], changed("come", 3, 2, amount="10.00")) == ("win", "10.00", 3)


@checks("rules CRAPS dont_come changes")
def test_a_dont_come_may_be_taken_down_or_reduced_never_raised() -> None:
    rolls: list[str | int] = [9, 6, 7]
    assert refusal(rolls, changed("dont_come", 3, 2, amount="10.01")) == (
        "wager_raised",
        "rules CRAPS dont_come changes",
    )
    assert refusal(rolls, changed("dont_pass", 3, amount="10.01")) == ("wager_raised", "reading 81")
    assert outcome(rolls, changed("dont_come", 3, 2, amount="10.00")) == ("win", "10.00", 3)
    assert outcome(rolls, changed("dont_come", 3, 2, amount="9.99")) == ("win", "9.99", 3)
    assert outcome(rolls, changed("dont_come", 3, 2, down=True)) == ("push", "0.00", None)
    assert net(rolls, changed("dont_come", 3, 2, down=True)) == "0.00"
    twice = [{"before": 3, "amount": "5.00"}, {"before": 4, "amount": "5.01"}]
    assert refusal([9, 6, 5, 7], wager("dont_come", before=2, changes=twice))[0] == "wager_raised"


def test_what_is_settled_cannot_be_changed() -> None:
    assert refusal([7, 4], changed("pass", 2, down=True))[0] == "wager_settled"
    assert refusal([4, 5], changed("field", 2, amount="20.00"))[0] == "wager_settled"
    down_twice = wager("place_6", changes=[{"before": 2, "down": True}, {"before": 3, "down": True}])
    assert refusal([4, 5, 9], down_twice)[0] == "wager_settled"


# Odds


def other_than(point: int) -> int:
    """A point for the shooter that the next roll does not make."""
    return 5 if point == 9 else 9


def with_odds(
    line: str, point: int, stake: str, last: int, flat: str = "10.00", **options: Any
) -> tuple[str, str, int]:
    """A line wager with odds behind it, decided by the last roll."""
    odds = "odds" if line in ("pass", "come") else "lay_odds"
    at = 2 if line in ("come", "dont_come") else 1
    rolls: list[str | int] = [other_than(point), point, last] if at == 2 else [point, last]
    wagers = wager(line, flat, before=at), wager(odds, stake, before=at + 1, id="o", behind="a")
    found = outcome(rolls, *wagers, **options)
    assert found[2]
    return found[0], found[1], found[2]


@checks("rules CRAPS odds", "rules CRAPS odds 4 and 10", "rules CRAPS odds 5 and 9", "rules CRAPS odds 6 and 8")
@pytest.mark.parametrize(
    ("point", "pays"), [(4, "60.00"), (5, "45.00"), (6, "36.00"), (8, "36.00"), (9, "45.00"), (10, "60.00")]
)
def test_odds_taken_pay_true_odds(point: int, pays: str) -> None:
    assert with_odds("pass", point, "30.00", point) == ("win", pays, 2)
    assert with_odds("pass", point, "30.00", 7) == ("lose", "0.00", 2)
    assert with_odds("come", point, "30.00", point) == ("win", pays, 3)
    assert with_odds("come", point, "30.00", 7) == ("lose", "0.00", 3)


@checks("rules CRAPS lay odds", "rules CRAPS lay odds 4 and 10", "rules CRAPS lay odds 5 and 9")
@checks("rules CRAPS lay odds 6 and 8", "rules CRAPS supplemental", "NJ CRAPS 19:47(d)")
@pytest.mark.parametrize(
    ("point", "pays"), [(4, "30.00"), (5, "40.00"), (6, "50.00"), (8, "50.00"), (9, "40.00"), (10, "30.00")]
)
def test_odds_laid_pay_true_odds(point: int, pays: str) -> None:
    for line in ("dont_pass", "dont_come"):
        assert with_odds(line, point, "60.00", 7)[:2] == ("win", pays)
        assert with_odds(line, point, "60.00", point)[0] == "lose"


@checks("rules CRAPS odds limit")
@pytest.mark.parametrize(("points", "times"), [((4, 10), 3), ((5, 9), 4), ((6, 8), 5)])
def test_odds_taken_up_to_three_four_five_times(points: tuple[int, int], times: int) -> None:
    for point, line in product(points, ("pass", "come")):
        most, over = f"{times * 10}.00", f"{times * 10}.01"
        assert with_odds(line, point, most, 7)[0] == "lose"
        at = 1 if line == "pass" else 2
        rolls: list[str | int] = [point, 7] if line == "pass" else [other_than(point), point, 7]
        wagers = wager(line, before=at), wager("odds", over, before=at + 1, id="o", behind="a")
        assert refusal(rolls, *wagers) == ("odds_over_limit", "rules CRAPS odds limit")


@checks("rules CRAPS odds limit")
@pytest.mark.parametrize("given", [2, "2x", "2"])
def test_odds_by_a_flat_multiple(given: Any) -> None:
    for point in POINTS:
        assert with_odds("pass", point, "20.00", 7, odds=given)[0] == "lose"
        wagers = wager("pass"), wager("odds", "20.01", before=2, id="o", behind="a")
        assert refusal([point, 7], *wagers, odds=given)[0] == "odds_over_limit"


def test_odds_laid_may_win_as_much_as_odds_taken_may_stake() -> None:
    for point in POINTS:
        assert with_odds("dont_pass", point, "60.00", 7)[0] == "win"
        wagers = wager("dont_pass"), wager("lay_odds", "60.01", before=2, id="o", behind="a")
        assert refusal([point, 7], *wagers) == ("odds_over_limit", "reading 83")
    for point, most in ((4, "40.00"), (5, "30.00"), (6, "24.00")):
        assert with_odds("dont_pass", point, most, 7, odds=2)[:2] == ("win", "20.00")
        over = f"{most[:-1]}1"
        wagers = wager("dont_pass"), wager("lay_odds", over, before=2, id="o", behind="a")
        assert refusal([point, 7], *wagers, odds=2)[0] == "odds_over_limit"


@checks("NJ CRAPS 19:47(d)", "rules CRAPS supplemental limit")
@pytest.mark.parametrize(
    ("point", "most"), [(4, "20.00"), (5, "15.00"), (6, "12.00"), (8, "12.00"), (9, "15.00"), (10, "20.00")]
)
def test_the_house_may_limit_what_wins_more_than_the_dont_come(point: int, most: str) -> None:
    assert with_odds("dont_come", point, most, 7, limit_dont_come_odds=True)[:2] == ("win", "10.00")
    over = wager("dont_come", before=2), wager("lay_odds", f"{most[:-1]}1", before=3, id="o", behind="a")
    assert refusal([other_than(point), point, 7], *over, limit_dont_come_odds=True) == (
        "odds_over_limit",
        "NJ CRAPS 19:47(d)",
    )
    assert outcome([other_than(point), point, 7], *over)[0] == "win"
    assert with_odds("dont_pass", point, "60.00", 7, limit_dont_come_odds=True)[0] == "win"


@checks("NJ CRAPS 19:47(d)", "rules CRAPS supplemental", "rules CRAPS supplemental limit")
@pytest.mark.parametrize(
    ("point", "most"), [(4, "20.00"), (5, "15.00"), (6, "12.00"), (8, "12.00"), (9, "15.00"), (10, "20.00")]
)
def test_a_house_without_odds_cannot_refuse_them_behind_a_dont_come(point: int, most: str) -> None:
    """Issue item A7: `odds=none` keeps lay odds behind a don't come, up to what wins as much as it."""
    assert with_odds("dont_come", point, most, 7, odds=None)[:2] == ("win", "10.00")
    rolls: list[str | int] = [other_than(point), point, 7]
    line, over = wager("dont_come", before=2), f"{most[:-1]}1"
    assert refusal(rolls, line, wager("lay_odds", over, before=3, id="o", behind="a"), odds=None) == (
        "odds_over_limit",
        "NJ CRAPS 19:47(d)",
    )
    assert outcome(rolls, line, wager("lay_odds", most, before=3, id="o"), odds=None)[:2] == ("win", "10.00")


def test_a_house_without_odds_refuses_all_others() -> None:
    """Issue item A7."""
    taken = wager("pass"), wager("odds", before=2, id="o", behind="a")
    assert refusal([4, 7], *taken, odds=None) == ("wager_not_offered", "rules CRAPS odds limit")
    for behind in ({"behind": "a"}, {}):
        laid = wager("dont_pass"), wager("lay_odds", before=2, id="o", **behind)
        assert refusal([4, 7], *laid, odds=None) == ("wager_not_offered", "reading 83")
    early = wager("dont_come", before=2), wager("lay_odds", before=2, id="o", behind="a")
    assert refusal([4, 5, 7], *early, odds=None)[0] == "odds_too_early"
    with_dont_pass = wager("dont_pass"), wager("dont_come", before=2, id="c"), wager("lay_odds", before=3, id="o")
    assert outcome([4, 5, 7], *with_dont_pass, odds=None) == ("win", "6.66", 3)  # only the don't come can be meant


def test_odds_behind_one_wager_are_counted_together() -> None:
    odds = [wager("odds", stake, before=2, id=id, behind="a") for stake, id in (("20.00", "x"), ("10.00", "y"))]
    assert outcome([4, 7], wager("pass"), *odds)[0] == "lose"
    assert (
        refusal([4, 7], wager("pass"), *odds, wager("odds", "0.01", before=2, id="z", behind="a"))[0]
        == "odds_over_limit"
    )


def test_a_reduced_wager_has_room_for_fewer_odds() -> None:
    reduced = wager("dont_pass", changes=[{"before": 3, "amount": "5.00"}])
    odds = wager("lay_odds", "60.00", before=2, id="o", behind="a")
    assert refusal([4, 5, 7], reduced, odds) == ("odds_over_limit", "reading 83")
    both = odds | {"changes": [{"before": 3, "amount": "30.00"}]}
    assert outcome([4, 5, 7], reduced, both) == ("win", "15.00", 3)
    assert outcome([4, 5, 7], both | {"before": 2}, reduced)[0] == "win"
    over = odds | {"changes": [{"before": 3, "amount": "30.01"}]}
    assert refusal([4, 5, 7], reduced, over)[0] == "odds_over_limit"


def test_odds_go_down_with_their_wager() -> None:
    line = wager("dont_pass", changes=[{"before": 3, "down": True}])
    odds = wager("lay_odds", "60.00", before=2, id="o", behind="a")
    found = settled([4, 5, 7], line, odds)
    assert [(row["outcome"], row["roll"], row["clause"]) for row in found.values()] == [
        ("push", None, "reading 82")
    ] * 2
    late = wager("lay_odds", "60.00", before=3, id="o", behind="a")
    assert refusal([4, 5, 7], line, late)[0] == "odds_too_late"


@checks("rules CRAPS odds off", "rules CRAPS odds")
@pytest.mark.parametrize(("last", "expected"), [(6, "win"), (7, "lose")])
def test_come_odds_are_off_on_a_come_out_unless_called_on(last: int, expected: str) -> None:
    """The point 9 is made, so that the fifth roll is a come-out roll; the come wager itself always works."""
    rolls: list[str | int] = [9, 6, 9, 11, last]
    come = wager("come", before=2)
    odds = wager("odds", "50.00", before=3, id="o", behind="a")
    assert outcome(rolls, come)[0] == expected
    assert outcome(rolls, come, odds) == ("push", "0.00", 5)
    assert settled(rolls, come, odds)["o"]["clause"] == "rules CRAPS odds off"
    pays = "60.00" if expected == "win" else "0.00"
    assert outcome(rolls, come, odds | {"working": True}) == (expected, pays, 5)
    called = odds | {"changes": [{"before": 5, "working": True}]}
    assert outcome(rolls, come, called) == (expected, pays, 5)
    called_off_again = odds | {"changes": [{"before": 4, "working": True}, {"before": 5, "working": False}]}
    assert outcome(rolls, come, called_off_again)[0] == "push"
    on_a_point: list[str | int] = [9, 6, 9, 4, last]
    assert outcome(on_a_point, come, odds) == (expected, pays, 5)
    assert outcome(on_a_point, come, odds | {"working": False}) == ("push", "0.00", 5)


@checks("rules CRAPS lay odds work", "rules CRAPS lay odds", "rules CRAPS supplemental", "NJ CRAPS 19:47(d)")
def test_dont_odds_always_work() -> None:
    rolls: list[str | int] = [9, 6, 9, 7]
    line, odds = wager("dont_come", before=2), wager("lay_odds", "12.00", before=3, id="o", behind="a")
    assert outcome(rolls, line, odds) == ("win", "10.00", 4)
    assert outcome(rolls, line, odds | {"working": True}) == ("win", "10.00", 4)
    assert refusal(rolls, line, odds | {"working": False}) == ("always_works", "rules CRAPS lay odds work")
    called = odds | {"changes": [{"before": 4, "working": False}]}
    assert refusal(rolls, line, called) == ("always_works", "rules CRAPS lay odds work")


def test_which_wager_odds_stand_behind() -> None:
    line, odds = wager("pass"), wager("odds", before=2, id="o")
    assert outcome([4, 4], line, odds) == ("win", "20.00", 2)
    come = wager("come", before=2, id="b")
    assert refusal([4, 5, 7], line, come, wager("odds", before=3, id="o"))[0] == "behind_missing"
    assert outcome([4, 5, 5], line, come, wager("odds", before=3, id="o", behind="b")) == ("win", "15.00", 3)
    assert refusal([4, 4], odds)[0] == "behind_missing"
    assert refusal([4, 4], line, odds | {"behind": "x"})[0] == "behind_unknown"
    assert refusal([4, 4], line, odds | {"behind": "o"})[0] == "behind_unknown"
    assert refusal([4, 4], line, odds | {"behind": "a", "player": "p2"})[0] == "behind_wrong"
    assert refusal([4, 4], line, odds | {"behind": "a", "wager": "lay_odds"})[0] == "behind_wrong"
    assert refusal([4, 4], wager("place_4"), odds | {"behind": "a"})[0] == "behind_wrong"
    assert refusal([4, 4], line, odds | {"behind": "a", "before": 1})[0] == "odds_too_early"
    assert refusal([4, 5, 9], line, come, wager("odds", before=2, id="o", behind="b"))[0] == "odds_too_early"
    assert refusal([4, 4, 4], line, odds | {"behind": "a", "before": 3})[0] == "odds_too_late"
    assert refusal([4, 4], line, wager("field", before=2, id="o", behind="a"))[0] == "behind_not_used"


def test_a_house_may_take_no_odds() -> None:
    wagers = wager("pass"), wager("odds", before=2, id="o", behind="a")
    assert refusal([4, 4], *wagers, odds=None) == ("wager_not_offered", "rules CRAPS odds limit")


# Wagers on a number


@checks("rules CRAPS place 4 and 10", "rules CRAPS place 5 and 9", "rules CRAPS place 6 and 8")
@checks("rules CRAPS place to lose 4 and 10", "rules CRAPS place to lose 5 and 9", "rules CRAPS place to lose 6 and 8")
@checks("rules CRAPS big", "rules CRAPS wagers")
@pytest.mark.parametrize("roll", THROWS)
@pytest.mark.parametrize(
    ("kind", "number", "stake", "pays"),
    [
        *(("place", number, "5.00", "9.00") for number in (4, 10)),
        *(("place", number, "5.00", "7.00") for number in (5, 9)),
        *(("place", number, "6.00", "7.00") for number in (6, 8)),
        *(("place_to_lose", number, "11.00", "5.00") for number in (4, 10)),
        *(("place_to_lose", number, "8.00", "5.00") for number in (5, 9)),
        *(("place_to_lose", number, "5.00", "4.00") for number in (6, 8)),
        *(("big", number, "5.00", "5.00") for number in (6, 8)),
    ],
)
def test_wagers_on_a_number(kind: str, number: int, stake: str, pays: str, roll: str) -> None:
    wins, loses = (7, number) if kind == "place_to_lose" else (number, 7)
    expected = {wins: ("win", pays, 1), loses: ("lose", "0.00", 1)}.get(total(roll), ("open", "0.00", None))
    assert outcome([roll], wager(f"{kind}_{number}", stake)) == expected


@checks("rules CRAPS hardways 4 and 10", "rules CRAPS hardways 6 and 8")
@pytest.mark.parametrize("roll", THROWS)
@pytest.mark.parametrize(("number", "pays"), [(4, "70.00"), (6, "90.00"), (8, "90.00"), (10, "70.00")])
def test_hardways(number: int, pays: str, roll: str) -> None:
    double = len({*roll.split("-")}) == 1
    expected = "open" if total(roll) not in (7, number) else "win" if double else "lose"
    assert outcome([roll], wager(f"hard_{number}"))[:2] == (expected, pays if expected == "win" else "0.00")


VIGS = [
    ("bet", "as_taken", "buy_4", "20.00", ("40.00", "39.00"), "-21.00"),
    ("bet", "as_taken", "buy_5", "20.00", ("30.00", "29.00"), "-21.00"),
    ("bet", "as_taken", "buy_6", "20.00", ("24.00", "23.00"), "-21.00"),
    ("bet", "as_taken", "lay_4", "40.00", ("20.00", "18.00"), "-42.00"),
    ("bet", "as_taken", "lay_5", "30.00", ("20.00", "18.50"), "-31.50"),
    ("bet", "as_taken", "lay_6", "24.00", ("20.00", "18.80"), "-25.20"),
    ("bet", "smaller", "buy_4", "20.00", ("40.00", "39.00"), "-21.00"),
    ("bet", "smaller", "lay_4", "40.00", ("20.00", "19.00"), "-41.00"),
    ("bet", "smaller", "lay_6", "24.00", ("20.00", "19.00"), "-25.00"),
    ("win", "as_taken", "buy_4", "20.00", ("38.00", "38.00"), "-20.00"),
    ("win", "as_taken", "buy_10", "20.00", ("38.00", "38.00"), "-20.00"),
    ("win", "as_taken", "buy_9", "20.00", ("28.50", "28.50"), "-20.00"),
    ("win", "as_taken", "buy_8", "20.00", ("22.80", "22.80"), "-20.00"),
    ("win", "as_taken", "lay_10", "40.00", ("19.00", "19.00"), "-40.00"),
    ("win", "as_taken", "lay_9", "30.00", ("19.00", "19.00"), "-30.00"),
    ("win", "as_taken", "lay_8", "24.00", ("19.00", "19.00"), "-24.00"),
    ("win", "smaller", "buy_4", "20.00", ("39.00", "39.00"), "-20.00"),
    ("win", "smaller", "lay_4", "40.00", ("19.00", "19.00"), "-40.00"),
]


@checks("rules CRAPS buy", "rules CRAPS lay", "rules CRAPS vig")
@pytest.mark.parametrize(("vig", "of", "name", "stake", "won", "lost"), VIGS)
def test_true_odds_less_five_percent(vig: str, of: str, name: str, stake: str, won: tuple[str, str], lost: str) -> None:
    number = int(name.split("_")[1])
    wins, loses = (number, 7) if name.startswith("buy") else (7, number)
    assert outcome([wins], wager(name, stake), vig=vig, vig_of=of)[1] == won[0]
    assert net([wins], wager(name, stake), vig=vig, vig_of=of) == won[1]
    assert net([loses], wager(name, stake), vig=vig, vig_of=of) == lost
    assert net([12], wager(name, stake), vig=vig, vig_of=of) == "0.00"


@checks("rules CRAPS lay", "rules CRAPS vig")
@pytest.mark.parametrize(
    ("name", "stake", "commission"),
    [
        ("lay_4", "40.00", "1.00"),
        ("lay_10", "40.00", "1.00"),
        ("lay_5", "30.00", "1.00"),
        ("lay_9", "30.00", "1.00"),
        ("lay_6", "24.00", "1.00"),
        ("lay_8", "24.00", "1.00"),
        ("lay_4", "0.39", None),
        ("lay_4", "0.40", "0.01"),
        ("lay_6", "10.00", "0.41"),
        ("lay_5", "10.00", "0.33"),
    ],
)
def test_a_lay_commission_is_of_what_would_be_won(name: str, stake: str, commission: str | None) -> None:
    """Issue item B4: 5 % of the win by default, won or lost, rounded down (reading 86); a buy's is of the bet."""
    for roll in (7, int(name.split("_")[1])):
        assert settled([roll], wager(name, stake))["a"].get("commission") == commission
    assert settled([4], wager("buy_4", "20.00"))["a"]["commission"] == "1.00"
    assert outcome([4], wager("buy_4", "20.00"), vig="win") == ("win", "39.00", 1)


def test_no_commission_on_what_goes_back() -> None:
    down = wager("buy_4", "20.00", changes=[{"before": 2, "down": True}])
    assert net([5, 4], down) == "0.00"
    row = settled([4], wager("buy_4", "20.00"))["a"]
    assert row["commission"] == "1.00"
    assert "commission" not in settled([4], wager("buy_4", "20.00"), vig="win")["a"]


def test_place_and_buy_wagers_work_on_a_come_out_unless_the_house_rests_them() -> None:
    for name in ("place_6", "buy_6", "place_to_lose_6", "lay_6", "big_6", "hard_6"):
        rests = name in ("place_6", "buy_6")
        assert outcome([7], wager(name))[0] in ("win", "lose")
        assert outcome([7], wager(name), place_on_come_out="off")[0] == (
            "open" if rests else outcome([7], wager(name))[0]
        )
        called = wager(name, working=True)
        assert outcome([7], called, place_on_come_out="off") == outcome([7], wager(name))
        assert outcome([4, 7], wager(name), place_on_come_out="off")[2] == 2


def test_wagers_on_a_number_are_called_off_and_on() -> None:
    calls = [{"before": 2, "working": False}, {"before": 4, "working": True}]
    assert outcome([4, 6, 7, 6], wager("place_6", "6.00", changes=calls)) == ("win", "7.00", 4)
    assert outcome([4, 6], wager("hard_6", working=False)) == ("open", "0.00", None)
    for name in ("pass", "dont_pass", "field", "hop"):
        extra: dict[str, Any] = {"dice": "1-1"} if name == "hop" else {}
        assert refusal([4], wager(name, working=False, **extra)) == ("always_works", "reading 85")
    assert refusal([9, 6, 6], changed("come", 3, 2, working=False)) == ("always_works", "reading 85")


def test_wagers_on_a_number_are_raised_reduced_and_taken_down() -> None:
    changes: list[dict[str, Any]] = [{"before": 2, "amount": "12.00"}, {"before": 3, "amount": "6.00"}]
    row = settled([4, 5, 6], wager("place_6", "60.00", changes=changes))["a"]
    assert (row["stake"], row["pays"]) == ("6.00", "7.00")
    assert outcome([4, 5, 6], wager("place_6", changes=[*changes, {"before": 3, "down": True}]))[0] == "push"


@pytest.mark.parametrize(
    ("name", "stake", "roll", "pays"),
    [
        ("place_6", "5.00", 6, "5.83"),
        ("place_6", "5.99", 6, "6.98"),
        ("place_6", "6.01", 6, "7.01"),
        ("place_5", "0.01", 5, "0.01"),
        ("place_to_lose_4", "0.01", 7, "0.00"),
        ("place_to_lose_4", "0.02", 7, "0.00"),
        ("place_to_lose_4", "0.03", 7, "0.01"),
        ("horn", "0.01", 12, "0.06"),
        ("horn", "5.00", 12, "33.75"),
        ("world", "0.01", 11, "0.02"),
    ],
)
def test_what_does_not_divide_is_rounded_down(name: str, stake: str, roll: int, pays: str) -> None:
    assert outcome([roll], wager(name, stake)) == ("win", pays, 1)


def test_a_commission_is_rounded_down() -> None:
    for stake, commission in (("0.19", None), ("0.20", "0.01"), ("0.39", "0.01"), ("0.40", "0.02")):
        assert settled([4], wager("buy_4", stake))["a"].get("commission") == commission


# Wagers on the next roll

NEXT_ROLL: dict[str, dict[int, str]] = {
    "field": {2: "20.00", 12: "20.00", **dict.fromkeys((3, 4, 9, 10, 11), "10.00")},
    "any_seven": {7: "40.00"},
    "any_craps": dict.fromkeys((2, 3, 12), "70.00"),
    "two": {2: "300.00"},
    "three": {3: "150.00"},
    "eleven": {11: "150.00"},
    "twelve": {12: "300.00"},
    "horn": {2: "67.50", 12: "67.50", 3: "30.00", 11: "30.00"},
    "world": {2: "52.00", 12: "52.00", 3: "22.00", 11: "22.00"},
    "craps_eleven": {2: "30.00", 3: "30.00", 12: "30.00", 11: "70.00"},
}


@checks("rules CRAPS field even", "rules CRAPS field 2", "rules CRAPS field 12", "rules CRAPS any seven")
@checks("rules CRAPS any craps", "rules CRAPS two or twelve", "rules CRAPS three or eleven", "rules CRAPS horn")
@checks("rules CRAPS world", "rules CRAPS craps eleven")
@pytest.mark.parametrize("roll", THROWS)
@pytest.mark.parametrize("name", NEXT_ROLL)
def test_wagers_on_the_next_roll(name: str, roll: str) -> None:
    pays = NEXT_ROLL[name].get(total(roll))
    expected = ("win", pays, 1) if pays else ("lose", "0.00", 1)
    if name == "world" and total(roll) == 7:
        expected = ("push", "0.00", 1)
    assert outcome([roll, 4], wager(name)) == expected


@checks("rules CRAPS field 12")
def test_the_field_may_pay_three_to_one_on_twelve() -> None:
    assert outcome([12], wager("field"), field_12=3) == ("win", "30.00", 1)
    assert outcome([12], wager("field"), field_12=2) == ("win", "20.00", 1)
    assert outcome([2], wager("field"), field_12=3) == ("win", "20.00", 1)


@checks("rules CRAPS hop", "rules CRAPS hop easy", "rules CRAPS hop hard")
@pytest.mark.parametrize("roll", THROWS)
def test_hops(roll: str) -> None:
    for named in ("5-1", "1-5", "3-3", "4-2"):
        hit = sorted(named) == sorted(roll)
        pays = ("300.00" if named == "3-3" else "150.00") if hit else "0.00"
        assert outcome([roll], wager("hop", dice=named)) == ("win" if hit else "lose", pays, 1)


# Bad input


@checks("rules CRAPS dice")
@pytest.mark.parametrize(
    "roll", ["7-1", "0-1", "1-7", "6", "6-", "6-4-1", "", " 6-4", "6-4\n", "-6-4", "٣-1", 64, None, [6, 4]]
)
def test_dice_that_cannot_fall(roll: Any) -> None:
    broken = a_round([4, 5], wager("pass")) | {"rolls": ["1-1", roll]}
    found = refused(broken)
    assert (found.code, found.clause) == ("bad_dice", "rules CRAPS dice")
    assert refusal([4], wager("hop", dice=roll)) == ("bad_dice", "rules CRAPS hop")


@checks("rules CRAPS wagers")
@pytest.mark.parametrize(
    ("name", "code"),
    [
        *(
            (f"{kind}_{number}", "unknown_number")
            for kind in ("place", "buy", "lay", "place_to_lose")
            for number in (3, 7, 11)
        ),
        *((f"hard_{number}", "unknown_number") for number in (5, 7, 9, 2)),
        *((f"big_{number}", "unknown_number") for number in (4, 7, 10)),
        ("place_06", "unknown_number"),
        ("place", "unknown_wager"),
        ("place_six", "unknown_wager"),
        ("ante", "unknown_wager"),
        ("ante_6", "unknown_wager"),
        ("Pass", "unknown_wager"),
        ("", "unknown_wager"),
        (None, "unknown_wager"),
        (7, "unknown_wager"),
        (["pass"], "unknown_wager"),
        ("place_" + "9" * 5000, "unknown_number"),
    ],
)
def test_a_wager_that_does_not_exist(name: Any, code: str) -> None:
    found = refused(a_round([4], wager(name)))
    assert found.code == code
    assert found.clause
    assert len(found.message) < 700


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"rolls": []}, "rolls_missing"),
        ({"wagers": []}, "wagers_missing"),
        ({"rolls": ["6-4"] * 2001}, "too_many_rolls"),
        ({"rolls": "6-4"}, "field_malformed"),
        ({"wagers": {}}, "field_malformed"),
        ({"wagers": [wager("pass"), wager("field")]}, "id_twice"),
        ({"wagers": [wager("pass", "0.00")]}, "wager_zero"),
        ({"wagers": [wager("pass", "-1.00")]}, "wager_negative"),
        ({"wagers": [wager("pass", "10")]}, "money_malformed"),
        ({"wagers": [wager("pass", before=0)]}, "no_such_roll"),
        ({"wagers": [wager("pass", before=2)]}, "no_such_roll"),
        ({"wagers": [wager("pass", before=-1)]}, "no_such_roll"),
        ({"wagers": [wager("pass", dice="5-1")]}, "dice_not_used"),
        ({"wagers": [wager("hop")]}, "bad_dice"),
        ({"wagers": [wager("pass") | {"before": "1"}]}, "field_malformed"),
        ({"wagers": [wager("pass") | {"id": True}]}, "field_malformed"),
        ({"wagers": [wager("pass") | {"colour": "red"}]}, "unknown_field"),
        ({"wagers": [{"id": "a", "player": "p1", "wager": "pass", "amount": "1.00"}]}, "field_missing"),
        ({"wagers": [wager("place_6", changes=[{"before": 1, "down": True}])]}, "change_too_early"),
        ({"wagers": [wager("place_6", changes=[{"before": 2, "down": True}])]}, "no_such_roll"),
        ({"rolls": ["1-1", "1-1"], "wagers": [wager("place_6", changes=[{"before": 2}])]}, "change_malformed"),
        (
            {
                "rolls": ["1-1"] * 2,
                "wagers": [wager("place_6", changes=[{"before": 2, "down": True, "amount": "1.00"}])],
            },
            "change_malformed",
        ),
        ({"rolls": ["1-1"] * 2, "wagers": [wager("place_6", changes=[{"before": 2, "amount": "0.00"}])]}, "wager_zero"),
        ({"positions": []}, "unknown_field"),
        ({"jurisdiction": "ma"}, "unknown_jurisdiction"),
        ({"jurisdiction": 5}, "unknown_jurisdiction"),
        ({"options": []}, "options_malformed"),
        ({"options": {"wild_rank": "ace"}}, "unknown_option"),
        ({"options": {"bar": 3}}, "bad_option"),
        ({"options": {"bar": 2.0}}, "bad_option"),
        ({"options": {"field_12": 4}}, "bad_option"),
        ({"options": {"field_12": True}}, "bad_option"),
        ({"options": {"vig": "both"}}, "bad_option"),
        ({"options": {"odds": 0}}, "bad_option"),
        ({"options": {"odds": 1001}}, "bad_option"),
        ({"options": {"odds": "-1x"}}, "bad_option"),
        ({"options": {"odds": "5-4-3x"}}, "bad_option"),
        ({"options": {"odds": "x"}}, "bad_option"),
        ({"options": {"odds": {"4": 3}}}, "bad_option"),
    ],
)
def test_a_round_that_cannot_be_settled(fields: dict[str, Any], code: str) -> None:
    found = refused(a_round([4], wager("pass")) | fields)
    assert found.code == code
    assert found.message.endswith(".")
    assert (found.clause is not None) == (
        code in ("bad_option", "rolls_missing", "no_such_roll", "dice_not_used", "bad_dice")
    )


# Void wagers


@pytest.mark.parametrize("before", [1, 2, 3, 4])
def test_a_void_wager_goes_back_whenever_it_is_declared_so(before: int) -> None:
    """A contract too; after the roll that decided it, the third, there is nothing to void."""
    rolls: list[str | int] = [9, 2, 7]
    void = wager("pass", changes=[{"before": before, "void": True}])
    if before == 4:
        assert refusal(rolls, void)[0] == "wager_settled"
    else:
        row = settled(rolls, void)["a"]
        assert (row["outcome"], row["pays"], row["roll"], row["clause"]) == ("void", "0.00", None, "reading 112")
        assert net(rolls, void) == "0.00"


def test_a_wager_may_be_void_after_the_last_roll() -> None:
    void = wager("pass", changes=[{"before": 3, "void": True}])
    assert outcome([9, 2], void) == ("void", "0.00", None)
    assert refusal([9, 2], wager("pass", changes=[{"before": 4, "void": True}]))[0] == "no_such_roll"


def test_odds_are_void_with_the_wager_in_front_of_them() -> None:
    line = wager("pass", changes=[{"before": 3, "void": True}])
    odds = [wager("odds", "20.00", before=2, id="b"), wager("odds", "20.00", before=3, id="c", behind="a")]
    assert {id: row["outcome"] for id, row in settled([9, 2, 7], line, *odds).items()} == dict.fromkeys("abc", "void")


def test_void_odds_do_not_count_towards_the_limit() -> None:
    odds = [
        wager("odds", "40.00", before=2, id="b", behind="a", changes=[{"before": 2, "void": True}]),
        wager("odds", "40.00", before=2, id="c", behind="a"),
    ]
    assert outcome([9, 9], wager("pass"), *odds) == ("win", "60.00", 2)
    odds[0].pop("changes")
    assert refusal([9, 9], wager("pass"), *odds)[0] == "odds_over_limit"


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"before": 1, "void": True}, "change_too_early"),
        ({"before": 2, "void": False}, "change_malformed"),
        ({"before": 2, "void": True, "down": True}, "change_malformed"),
        ({"before": 2, "void": "yes"}, "field_malformed"),
    ],
)
def test_a_void_that_cannot_be_read(change: dict[str, Any], code: str) -> None:
    assert refusal([9, 2, 7], wager("place_6", before=2, changes=[change]))[0] == code


@pytest.mark.parametrize("odds", ["3-4-5x", "3-4-5", 1, 1000, "1x", "1000x", None])
def test_odds_a_house_may_offer(odds: Any) -> None:
    assert pitboss.game("craps").rules("nj", {"odds": odds})


def test_two_thousand_rolls_are_settled() -> None:
    assert outcome(["1-1"] * 2000, wager("place_6"))[0] == "open"


def test_rules_settle_their_own_rounds_only() -> None:
    rules = pitboss.game("craps").rules("nj", {"bar": 2})
    round_ = a_round([4], wager("pass"))
    assert rules.settle(round_ | {"options": {"bar": "2"}}).as_json()["game"] == "craps"
    del round_["options"]
    assert rules.settle(round_).as_json()
    others: list[dict[str, Any]] = [{"options": {}}, {"options": {"bar": 12}}, {"jurisdiction": "ma"}]
    for other in others:
        with pytest.raises(pitboss.Refusal, match="its own rules"):
            rules.settle(round_ | other)
    with pytest.raises(pitboss.Refusal, match="these are Craps's"):
        rules.settle(round_ | {"game": "three-card-poker"})


def test_a_settlement_in_python() -> None:
    found = pitboss.settle(a_round([7], wager("pass"), wager("buy_4", "20.00", id="b")))
    assert [(row.id, row.stake, row.pays, row.commission, row.net) for row in found.wagers] == [
        ("a", 10_00, 10_00, 0, 10_00),
        ("b", 20_00, 0, 1_00, -21_00),
    ]
    assert found.players[0].net == -11_00


def test_no_wager_gains_more_than_its_odds() -> None:
    """The gain of every ruling, per unit, beside the best odds of the texts: 30 to 1."""
    rules = GAME.rules()
    stages = [stage for stages in rules.stages.values() for stage in stages.values()]
    gains = {ruling.pays for stage in stages for ruling in stage.values()}
    assert max(gains) == 30 and min(gains) == 0


@checks("rules CRAPS round", "rules CRAPS odds limit")
def test_a_round_has_a_roll_and_odds_have_a_highest_multiple() -> None:
    """Issue item A19."""
    assert refusal([], wager("pass")) == ("rolls_missing", "rules CRAPS round")
    craps = pitboss.game("craps")
    assert craps.rules("nj", {"odds": 1000})
    with pytest.raises(pitboss.Refusal):
        craps.rules("nj", {"odds": 1001})


@checks("rules CRAPS dont_pass bar", "rules CRAPS dont_pass craps")
@pytest.mark.parametrize(("bar", "pushes", "wins"), [(12, "6-6", "1-1"), (2, "1-1", "6-6")])
def test_a_dont_come_pushes_on_the_bar_and_wins_on_the_other_craps(bar: int, pushes: str, wins: str) -> None:
    """Issue item A19."""
    assert outcome([9, pushes], wager("dont_come", before=2), bar=bar)[0] == "push"
    assert outcome([9, wins], wager("dont_come", before=2), bar=bar)[:2] == ("win", "10.00")
