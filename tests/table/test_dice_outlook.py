"""What a table of dice tells besides the wagers: the last rolls, what the next one would do, odds that can be added."""

from typing import Any

import msgspec
import pytest

from pitboss.dice.declaration import DiceGame, Line, Number, OneRoll
from pitboss.dice.regions import region_of
from pitboss.dice.throws import WAYS, write_dice
from pitboss.games.craps import FREELY, GAME, LINES, fact, next_roll
from pitboss.money import read_money, write_money
from pitboss.session import replay
from pitboss.table.dice.state import MOST_LAST_ROLLS
from pitboss.table.views import view
from tests.table.rail import Rail


def seen(rail: Rail, who: str = "p1", role: str = "player") -> dict[str, Any]:
    return view(rail.house, rail.state, role, who)


def at_rail(**options: Any) -> Rail:
    rail = Rail(options=options)
    rail.come_out()
    rail.sit("p2", 2)
    return rail


# The last rolls


def test_each_roll_says_what_it_was() -> None:
    rail = at_rail()
    rail.roll("6-5")
    rail.bet("p1", "pass")
    rail.roll("6-6")
    rail.bet("p1", "pass")
    rail.roll("5-4", "3-1", "6-3")
    rail.bet("p1", "pass")
    rail.roll("4-4", "4-3")
    said = [(each["total"], each["point"], each["was"]) for each in seen(rail)["last_rolls"]]
    assert said == [
        (11, None, "natural"),
        (12, None, "craps"),
        (9, None, "point"),
        (4, 9, "number"),
        (9, 9, "point made"),
        (8, None, "point"),
        (7, 8, "seven out"),
    ]
    assert [each["dice"] for each in seen(rail)["last_rolls"]][:2] == ["6-5", "6-6"]
    assert seen(rail)["rolls"] == [], "the run is over, and its rolls are still shown"


@pytest.mark.parametrize(("role", "who"), [("player", "p2"), ("dealer", ""), ("supervisor", "")])
def test_anybody_sees_them(role: str, who: str) -> None:
    rail = at_rail()
    rail.roll("5-4")
    assert [each["total"] for each in seen(rail, who, role)["last_rolls"]] == [9]


def test_the_last_twenty_are_kept_and_follow_from_the_events() -> None:
    rail = at_rail()
    rail.roll("5-4", *["3-1", "6-4"] * 12)
    kept = seen(rail)["last_rolls"]
    assert len(kept) == MOST_LAST_ROLLS == 20 and [each["total"] for each in kept] == [4, 10] * 10
    _, state, _ = replay(rail.session.log)
    assert view(rail.house, state, "player", "p1")["last_rolls"] == kept


def test_a_throw_that_does_not_count_is_no_roll() -> None:
    rail = at_rail()
    rail.throw("5-4")
    rail.do("call", by="dealer", what="cocked_dice")
    assert seen(rail)["last_rolls"] == []


# The next roll


def with_many_wagers(**options: Any) -> Rail:
    """Wagers of every kind, with the point on 8 and a come on 6, most with odds."""
    rail = at_rail(**options)
    rail.roll("5-3")
    for wager in ("come", "dont_come"):
        rail.bet("p1", wager)
    rail.roll("4-2")
    for wager in (
        "come",
        "field",
        "any_seven",
        "hard_8",
        "place_5",
        "place_to_lose_10",
        "buy_9",
        "lay_4",
        "horn",
        "two",
    ):
        rail.bet("p1", wager, "20.00")
    rail.bet("p1", "hop", dice="6-2")
    line = next(bet.placed.id for bet in rail.state.layout.lying.values() if bet.placed.wager == "pass")
    come = next(bet.placed.id for bet in rail.state.layout.lying.values() if bet.placed.wager == "come")
    rail.bet("p1", "odds", "30.00", behind=line)
    rail.bet("p1", "odds", "20.00", behind=come)
    rail.bet("p2", "field", "500.00")
    return rail


def settled_net(rail: Rail, who: str, dice: str) -> int:
    """What a roll moved for a player, from the events that settle it: the amounts that pages add up."""
    before = len(rail.session.log)
    rail.roll(dice)
    rows = [
        row
        for event in rail.session.log[before:]
        if getattr(event, "player", "") == who and hasattr(event, "rows")
        for row in event.rows
    ]
    return sum(-row.stake if row.outcome == "lose" else row.pays for row in rows)


@pytest.mark.parametrize("dice", [write_dice(dice) for dice in WAYS])
def test_it_does_what_was_said(dice: str) -> None:
    """Each of the 21 throws, on a layout with wagers of every kind, against what the table then takes and pays."""
    rail = with_many_wagers()
    said = seen(rail)["next_roll"]
    assert settled_net(rail, "p1", dice) == read_net(said.get(dice, "0.00"))


def test_on_a_come_out_roll_odds_and_resting_wagers_do_not_count() -> None:
    for throw in ("5-5", "4-3", "3-2", "4-2"):
        rail = with_many_wagers(place_on_come_out="off")
        rail.roll("4-4")
        rail.bet("p1", "pass")
        assert rail.state.puck == 0
        said = read_net(seen(rail)["next_roll"].get(throw, "0.00"))
        assert settled_net(rail, "p1", throw) == said
        assert said == {"5-5": -2000, "3-2": 0}.get(throw, said), "place 5 rests, place to lose 10 works"


def test_only_the_own_wagers_count_and_only_for_players() -> None:
    rail = with_many_wagers()
    assert seen(rail, "p2")["next_roll"]["4-3"] == "-500.00" and seen(rail, "p2")["next_roll"]["6-6"] == "1000.00"
    assert "4-4" in seen(rail)["next_roll"] and seen(rail)["next_roll"] != seen(rail, "p2")["next_roll"]
    assert seen(rail, "", "dealer")["next_roll"] == {}
    assert seen(Rail())["next_roll"] == {}


def read_net(text: str) -> int:
    return -read_money(text[1:], "net") if text.startswith("-") else read_money(text, "net")


# Odds that can be added


def test_the_room_for_odds_is_what_is_accepted() -> None:
    rail = at_rail()
    rail.roll("5-3")
    line = next(iter(rail.lying()))
    assert seen(rail)["wagers"][0]["room"] == {"odds": "50.00"}, "five times a pass of 10.00 on an 8"
    rail.bet("p1", "odds", "30.00", behind=line)
    room = seen(rail)["wagers"][0]["room"]["odds"]
    assert room == "20.00"
    assert rail.told("bet", who="p1", wager="odds", amount="21.00", behind=line)[0] == "odds_over_limit"
    rail.bet("p1", "odds", room, behind=line)
    assert seen(rail)["wagers"][0]["room"] == {"odds": write_money(0)}


def test_a_wager_without_a_point_has_no_room_for_odds() -> None:
    assert seen(at_rail())["wagers"][0]["room"] == {}


# Regions


def regions(game: DiceGame, **options: Any) -> dict[str, str]:
    rules = game.rules("nj", options)
    return {wager.name: region_of(rules, wager).region for wager in game.all_wagers()}


CRAPS = GAME


def test_wagers_have_a_region_by_what_decides_them() -> None:
    found = regions(CRAPS)
    lines = {name: found[name] for name in ("pass", "dont_pass", "come", "dont_come")}
    assert lines == {"pass": "line", "dont_pass": "dont_line", "come": "come", "dont_come": "dont_come"}
    assert {found[f"{kind}_{number}"] for kind in ("place", "buy") for number in (4, 5, 6, 8, 9, 10)} == {"for"}
    assert {found[f"{kind}_{number}"] for kind in ("place_to_lose", "lay") for number in (4, 10)} == {"against"}
    assert {found[f"hard_{number}"] for number in (4, 6, 8, 10)} == {"hard"}
    assert [found[name] for name in ("big_6", "field", "any_seven", "two", "horn", "hop", "odds")] == [
        *("some_numbers", "field", "one_roll", "throw", "combined", "hop", "odds")
    ]
    assert "" not in found.values()


@pytest.mark.parametrize(("bar", "dice"), [(12, "6-6"), (2, "1-1")])
def test_the_barred_throw_is_printed(bar: int, dice: str) -> None:
    rules = CRAPS.rules("nj", {"bar": bar})
    assert region_of(rules, rules.wagers["dont_pass"]).dice == dice
    assert region_of(rules, rules.wagers["pass"]).dice == ""


def test_the_field_says_what_each_total_pays() -> None:
    rules = CRAPS.rules("nj", {"field_12": 3})
    totals = dict(region_of(rules, rules.wagers["field"]).totals)
    assert totals == {2: "2 to 1", 12: "3 to 1"} | dict.fromkeys((3, 4, 9, 10, 11), "1 to 1")


def test_a_contract_is_marked() -> None:
    rules = CRAPS.rules()
    assert {name for name in rules.wagers if region_of(rules, rules.wagers[name]).contract} == {"pass", "come"}


def test_odds_say_which_lines_they_support() -> None:
    rules = CRAPS.rules("nj", {"odds": None})
    assert region_of(rules, rules.wagers["lay_odds"]).behind == ("dont_come",)


def test_a_game_nobody_has_declared_has_places_too() -> None:
    """Other names, another kind of line, a wager on no number: what has no usual place is drawn in a strip."""
    second = msgspec.structs.replace(LINES[0], name="again")
    always = msgspec.structs.replace(LINES[0], name="put", opens=type(LINES[0].opens).ALWAYS)
    small = Number("all_small", "all small", fact("big"), CRAPS.numbers[0].rows, FREELY)
    game = msgspec.structs.replace(
        CRAPS,
        lines=(*[msgspec.structs.replace(line, name=f"my_{line.name}") for line in LINES], second, always),
        behind=(),
        numbers=(small,),
        one_roll=(next_roll("low", "2, 3 or 4", (2, 3, 4), CRAPS.numbers[0].rows[0].odds, "any craps"),),
        combined=(),
        hops=(),
    )
    assert regions(game) == {
        "my_pass": "line",
        "my_dont_pass": "dont_line",
        "my_come": "come",
        "my_dont_come": "dont_come",
        "again": "",
        "put": "",
        "all_small": "",
        "low": "one_roll",
    }
    assert all(isinstance(each, Line | Number | OneRoll) for each in game.all_wagers())
