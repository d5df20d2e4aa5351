"""Craps at the table: dice and shooters, wagers between rolls, throws that do not count, what a roll takes and pays."""

from itertools import product
from typing import Any

import pytest

import pitboss
from pitboss.dice import runs
from pitboss.dice.procedure import Effect
from pitboss.games.craps import GAME
from pitboss.money import write_money
from pitboss.refusal import Refusal
from pitboss.session import replay
from pitboss.table.dice import events as e
from pitboss.table.dice import tasks, wagers
from pitboss.table.dice.commands import SHAPES
from pitboss.table.dice.decide import COMMANDS
from pitboss.table.dice.setup import STEPS
from pitboss.table.dice.tasks import TASKS
from pitboss.table.families import house_of
from pitboss.table.felt import _dice_areas
from pitboss.table.state import finished_round, state_hash
from pitboss.table.views import choices, view
from tests.support import checks
from tests.table.rail import Rail

POINTS = {4: "3-1", 5: "4-1", 6: "5-1", 8: "6-2", 9: "5-4", 10: "6-4"}


@pytest.fixture
def rail() -> Rail:
    return Rail()


def with_point(point: int = 9, line: str = "pass", **setup: Any) -> tuple[Rail, str]:
    """A table with one player, whose line wager of 10.00 has this point."""
    rail = Rail(**setup)
    id = rail.come_out(wager=line)
    rail.roll(POINTS[point])
    return rail, id


# The dice come to the table


def test_reading_102_dice_are_received_inspected_and_verified_before_they_are_offered(rail: Rail) -> None:
    rail.do("sit", who="p1", position=1)
    for do in ("receive", "inspect", "verify", "offer", "take_dice"):
        assert rail.next == do
        early = rail.refused("throw", who="p1")
        assert (early.code, early.clause) == ("not_next", rail.house.step_clause(do))
        rail.do(do, **({"who": "p1"} if do == "take_dice" else {}))
    assert rail.session.log[2].dice == 5  # type: ignore[attr-defined]
    assert rail.state.shooter == "p1"


def test_reading_102_verifying_is_the_floorpersons(rail: Rail) -> None:
    rail.do("receive")
    rail.do("inspect")
    assert rail.told("verify", by="dealer") == ("wrong_role", "reading 102")
    rail.do("verify", by="floorperson")


def test_bets_are_not_open_before_the_dice_are_verified(rail: Rail) -> None:
    rail.sit("p1", 1)
    assert rail.told("bet", who="p1", wager="pass", amount="10.00") == ("bets_not_open", "reading 102")


def test_reading_109_another_set_of_dice_is_received_inspected_and_verified() -> None:
    rail, id = with_point()
    rail.do("change_dice", by="floorperson")
    assert not rail.state.betting
    assert [rail.do(do)[0].clause for do in ("receive", "inspect", "verify")] == ["reading 102"] * 3
    assert rail.next == "no_more_bets" and rail.lying() == {id: 1000}
    rail.throw("1-1")
    assert rail.told("change_dice", by="supervisor") == ("not_next", "reading 107")
    assert rail.told("change_dice", by="dealer") == ("wrong_role", "reading 109")


# The shooter


def test_reading_103_the_dice_are_offered_clockwise_from_the_last_shooter(rail: Rail) -> None:
    rail.ready()
    assert rail.told("offer") == ("nobody_at_the_rail", "reading 103")
    for who, position in (("p9", 9), ("p2", 2), ("p5", 5)):
        rail.sit(who, position)
    asked = []
    for _ in range(5):
        rail.do("offer")
        asked.append(rail.state.offered)
        rail.do("decline_dice", who=rail.state.seats[rail.state.offered])
    assert asked == [2, 5, 9, 2, 5]
    rail.shooter("p9")
    rail.bet("p9", "pass")
    rail.roll("5-4", "4-3")
    rail.do("offer")
    assert rail.state.offered == 2


def test_reading_103_only_whom_they_are_offered_takes_or_declines_them(rail: Rail) -> None:
    rail.ready()
    rail.sit("p1", 1)
    rail.sit("p2", 2)
    rail.do("offer")
    assert rail.told("take_dice", who="p2") == ("not_offered", "reading 103")
    assert rail.told("decline_dice", who="p2") == ("not_offered", "reading 103")
    assert rail.told("take_dice", who="p3") == ("not_seated", "reading 101")
    rail.do("take_dice", who="p1")
    assert rail.told("decline_dice", who="p1")[0] == "not_offered"


@pytest.mark.parametrize("line", ["pass", "dont_pass"])
def test_reading_104_the_shooter_has_a_line_wager_before_a_come_out_roll(line: str) -> None:
    rail = Rail()
    rail.ready()
    rail.sit("p1", 1)
    rail.sit("p2", 2)
    rail.shooter("p1")
    rail.bet("p2", "pass")
    rail.bet("p1", "place_6", "12.00")
    assert rail.told("no_more_bets") == ("line_wager_missing", "reading 104")
    rail.bet("p1", line)
    rail.do("no_more_bets")


def test_reading_104_with_a_point_on_none_is_asked_for() -> None:
    rail, id = with_point(line="dont_pass")
    rail.do("take_down", who="p1", id=id)
    rail.roll("1-1")
    assert rail.state.shooter == "p1"


@checks("rules CRAPS round")
def test_reading_105_after_a_seven_out_the_dice_are_passed_on() -> None:
    rail, _ = with_point()
    rail.sit("p2", 2)
    rail.roll("4-3")
    assert (rail.state.shooter, rail.next, rail.state.number, rail.state.playing) == ("", "offer", 1, False)
    rail.do("offer")
    assert rail.state.offered == 2


@checks("rules CRAPS come-out")
@pytest.mark.parametrize("dice", ["4-3", "6-5", "1-1", "2-1", "6-6"])
def test_a_come_out_roll_without_a_point_passes_no_dice(dice: str) -> None:
    rail = Rail()
    rail.come_out()
    rail.roll(dice)
    assert (rail.state.shooter, rail.state.puck, rail.next, rail.state.playing) == ("p1", 0, "no_more_bets", True)


@checks("rules CRAPS come-out")
@pytest.mark.parametrize("point", POINTS)
def test_the_puck_stands_on_the_point_until_it_comes_again(point: int) -> None:
    rail, _ = with_point(point)
    assert rail.state.puck == rail.last(e.PuckMoved).point == point
    rail.roll("1-1")
    assert rail.state.puck == point
    rail.roll(POINTS[point])
    assert rail.state.puck == 0 and rail.state.shooter == "p1"
    assert rail.won("p1") == 1000


def test_reading_105_a_shooter_passes_the_dice_and_the_run_goes_on() -> None:
    rail, _ = with_point()
    rail.sit("p2", 2)
    assert rail.told("pass_dice", by="player", who="p2") == ("not_shooter", "reading 105")
    rail.do("pass_dice", by="player", who="p1")
    assert rail.told("pass_dice", by="dealer") == ("no_shooter", "reading 105")
    assert (rail.state.number, rail.state.playing, rail.state.puck) == (1, True, 9)
    rail.shooter("p2")
    rail.roll("1-1", "5-4")  # no line wager of p2's: the point was on
    assert rail.won("p1") == 1000
    assert len(rail.state.rolls) == 3
    assert rail.refused("no_more_bets").code == "line_wager_missing"


def test_reading_105_the_staff_takes_the_dice_from_a_shooter_who_does_not_throw() -> None:
    rail, _ = with_point()
    rail.sit("p2", 2)
    rail.do("no_more_bets")
    assert rail.told("pass_dice", by="player", who="p1") == ("not_next", "reading 107")
    rail.do("pass_dice", by="supervisor")
    assert rail.state.betting and rail.state.shooter == ""
    rail.bet("p2", "come")
    rail.shooter("p2")
    rail.throw("1-1")
    assert rail.told("pass_dice", by="dealer") == ("not_next", "reading 107")


def test_reading_105_a_shooter_who_leaves_passes_the_dice() -> None:
    rail, id = with_point(line="dont_pass")
    rail.sit("p2", 2)
    rail.do("take_down", who="p1", id=id)
    rail.do("leave", who="p1")
    assert rail.next == "offer" and rail.state.puck == 9
    rail.shooter("p2")
    rail.roll("4-3")
    assert rail.state.number == 1 and rail.settled() == {id: ("push", 0)}


def test_one_who_is_offered_the_dice_may_leave(rail: Rail) -> None:
    rail.ready()
    rail.sit("p1", 1)
    rail.do("offer")
    rail.do("leave", who="p1")
    assert rail.next == "offer" and rail.state.offered == 0


# The rail


@pytest.mark.parametrize(("position", "fine"), [(0, False), (1, True), (16, True), (17, False)])
def test_reading_101_sixteen_positions(position: int, fine: bool) -> None:
    rail = Rail()
    if fine:
        rail.do("sit", who="p1", position=position)
    else:
        assert rail.told("sit", who="p1", position=position) == ("position_out_of_range", "reading 101")


@pytest.mark.parametrize(("positions", "fine"), [(0, False), (1, True), (16, True), (17, False)])
def test_reading_101_a_house_may_set_up_a_shorter_rail(positions: int, fine: bool) -> None:
    if fine:
        rail = Rail(positions=positions)
        rail.do("sit", who="p1", position=positions)
        assert rail.refused("sit", who="p2", position=positions + 1).code == "position_out_of_range"
    else:
        with pytest.raises(Refusal) as caught:
            Rail(positions=positions)
        assert (caught.value.code, caught.value.clause) == ("wrong_positions", "reading 101")


@checks("rules CRAPS come contract")
def test_reading_115_nobody_leaves_a_contract() -> None:
    rail, _ = with_point()
    assert rail.told("leave", who="p1") == ("contract_wager", "reading 81")
    rail.bet("p1", "come")
    rail.roll("5-1")
    rail.roll("5-4")  # the pass is paid, the come on six stays
    assert rail.told("leave", who="p1") == ("contract_wager", "rules CRAPS come contract")
    rail.bet("p1", "pass")
    rail.roll("5-1", "5-1")
    rail.do("leave", who="p1")


def test_reading_115_other_wagers_are_taken_down_first() -> None:
    rail, id = with_point(line="dont_pass")
    assert rail.told("leave", who="p1") == ("wagers_on_layout", "reading 115")
    rail.do("take_down", who="p1", id=id)
    rail.do("no_more_bets")
    assert rail.told("leave", who="p1") == ("must_stay_seated", "reading 115")
    rail.do("throw", who="p1", dice="1-1")
    rail.do("call_roll")
    rail.do("leave", who="p1")


def test_reading_115_nobody_leaves_while_a_wager_waits_for_the_roll(rail: Rail) -> None:
    rail.come_out()
    rail.sit("p2", 2)
    rail.bet("p2", "field")
    rail.sit("p3", 3)
    rail.throw("1-1")
    assert rail.told("leave", who="p2") == ("must_stay_seated", "reading 115")
    rail.do("leave", who="p3")
    rail.do("call_roll")
    assert rail.told("leave", who="p2")[0] == "must_stay_seated"
    rail.settle()
    rail.do("leave", who="p2")
    assert rail.won("p2") == 2000


def test_reading_115_the_wagers_of_a_silent_player_are_settled(rail: Rail) -> None:
    rail.come_out()
    rail.sit("p2", 2)
    rail.bet("p2", "place_6", "12.00")
    rail.roll("5-4", "1-1", "5-1")
    assert rail.won("p2") == 1400


# Wagers


@pytest.mark.parametrize(
    ("amount", "code"), [("4.50", "under_minimum"), ("5.00", ""), ("50.00", ""), ("50.50", "over_maximum")]
)
def test_reading_114_posted_limits(amount: str, code: str) -> None:
    rail = Rail(limits={"pass": ["5.00", "50.00"]})
    rail.ready()
    rail.sit("p1", 1)
    if code:
        assert rail.told("bet", who="p1", wager="pass", amount=amount) == (code, "reading 114")
    else:
        rail.bet("p1", "pass", amount)


def test_reading_114_the_maximum_holds_for_all_on_the_same_wager_and_number() -> None:
    rail = Rail(limits={"place_6": ["5.00", "50.00"], "hop": ["1.00", "5.00"], "come": ["5.00", "50.00"]})
    rail.come_out()
    id = rail.bet("p1", "place_6", "30.00")
    assert rail.told("bet", who="p1", wager="place_6", amount="20.50") == ("over_maximum", "reading 114")
    rail.bet("p1", "place_6", "20.00")
    assert rail.refused("change", who="p1", id=id, amount="30.50").code == "over_maximum"
    assert rail.refused("change", who="p1", id=id, amount="4.50").code == "under_minimum"
    rail.bet("p1", "hop", "5.00", dice="5-1")
    rail.bet("p1", "hop", "5.00", dice="1-1")
    assert rail.refused("bet", who="p1", wager="hop", amount="1.00", dice="1-5").code == "over_maximum"
    rail.roll("5-4")
    rail.bet("p1", "come", "50.00")
    rail.roll("3-1")
    rail.bet("p1", "come", "50.00")  # the other one has travelled


@pytest.mark.parametrize(("chips", "fine"), [("20.50", False), ("21.00", True)])
def test_reading_111_a_commission_is_laid_with_the_wager(chips: str, fine: bool) -> None:
    rail = Rail()
    rail.ready()
    rail.sit("p1", 1, chips)
    if not fine:
        assert rail.refused("bet", who="p1", wager="buy_4", amount="20.00").code == "not_enough_chips"
        return
    id = rail.bet("p1", "buy_4", "20.00")
    assert rail.session.balances["layout"] == 2100
    rail.do("take_down", who="p1", id=id)
    assert rail.won("p1") == 0


@checks("rules CRAPS vig")
@pytest.mark.parametrize(
    ("vig", "dice", "net"), [("bet", "3-1", 3900), ("bet", "4-3", -2100), ("win", "3-1", 3900), ("win", "4-3", -2000)]
)
def test_reading_111_the_commission_goes_to_the_tray_when_a_roll_settles_it(vig: str, dice: str, net: int) -> None:
    rail = Rail(options={"vig": vig})
    rail.come_out()
    rail.sit("p2", 2)
    rail.bet("p2", "buy_4", "20.00")
    rail.roll("5-4", dice)
    assert rail.won("p2") == net


@checks("rules CRAPS vig", "rules CRAPS lay")
@pytest.mark.parametrize(
    ("edition", "options", "commission"), [(2, {}, 100), (1, {}, 200), (1, {"vig_of": "smaller"}, 100)]
)
def test_a_table_keeps_the_commission_of_its_edition(edition: int, options: dict[str, Any], commission: int) -> None:
    """Issue item B4: of the win by default; a table of edition 1 goes on to take it of the bet, and records so."""
    rail = Rail(edition=edition, options=options)
    rail.come_out()
    rail.sit("p2", 2)
    (placed,) = rail.do("bet", who="p2", wager="lay_4", amount="40.00")
    assert placed.commission == commission
    rail.roll("5-4", "4-3")
    assert rail.won("p2") == 2000 - commission
    assert replay(rail.session.log)[0].edition == edition
    rail.check_replay()


def with_dont_come(point: int, **setup: Any) -> tuple[Rail, str]:
    """A table whose shooter has a don't come of 10.00 that travelled to this point."""
    rail, _ = with_point(4 if point != 4 else 10, **setup)
    id = rail.bet("p1", "dont_come")
    rail.roll(POINTS[point])
    return rail, id


@checks("NJ CRAPS 19:47(d)", "rules CRAPS supplemental", "rules CRAPS supplemental limit")
@pytest.mark.parametrize(("point", "most"), [(4, 2000), (5, 1500), (6, 1200)])
def test_a_table_without_odds_takes_those_behind_a_dont_come(point: int, most: int) -> None:
    """Issue item A7."""
    rail, id = with_dont_come(point, options={"odds": "none"})
    over = rail.refused("bet", who="p1", wager="lay_odds", amount=write_money(most + 50), behind=id)
    assert (over.code, over.clause) == ("odds_over_limit", "NJ CRAPS 19:47(d)")
    assert rail.told("bet", who="p1", wager="odds", amount="5.00", behind=id) == (
        "wager_not_offered",
        "rules CRAPS odds limit",
    )
    bets = [each for each in choices(rail.house, rail.state, "player", "p1") if each["do"] == "bet"]
    assert {each["wager"]: each["behind"] for each in bets if each.get("behind")} == {"lay_odds": id}
    odds = rail.bet("p1", "lay_odds", write_money(most))
    rail.roll("4-3")
    assert rail.settled()[odds] == ("win", 1000)
    rail.check_replay()


def test_a_table_without_odds_takes_none_behind_a_dont_pass() -> None:
    """Issue item A7."""
    rail, id = with_point(4, "dont_pass", options={"odds": "none"})
    found = rail.refused("bet", who="p1", wager="lay_odds", amount="5.00", behind=id)
    assert (found.code, found.clause) == ("wager_not_offered", "reading 83")
    assert found.message == "Take the lay odds back: this table takes none behind a don't pass."


@checks("NJ CRAPS 19:47(d)")
@pytest.mark.parametrize("odds", ["none", "3-4-5x"])
def test_reading_150_posted_limits_leave_the_right_to_lay_behind_a_dont_come(odds: str) -> None:
    """Issue item A7: odds that win 10.00 may be laid behind a don't come of 10.00, whatever is posted."""
    for limits in (["1.00", "5.00"], ["50.00", "100.00"]):
        rail, id = with_dont_come(4, options={"odds": odds}, limits={"lay_odds": limits})
        offered = [each for each in choices(rail.house, rail.state, "player", "p1") if each.get("behind") == id]
        assert [each["wager"] for each in offered] == ["lay_odds"]
        refused = rail.refused("bet", who="p1", wager="lay_odds", amount="0.50", behind=id)
        assert (refused.code, refused.clause) == ("under_minimum", "reading 114")
        rail.bet("p1", "lay_odds", "20.00", behind=id)
        refused = rail.refused("bet", who="p1", wager="lay_odds", amount="1.00", behind=id)
        assert refused.code in ("odds_over_limit", "over_maximum", "under_minimum")
        rail.check_replay()


@checks("NJ CRAPS 19:47(d)")
def test_a_table_without_odds_has_an_area_for_those_behind_a_dont_come() -> None:
    """Issue item A7: the layout, and the rules printed with it, have lay odds behind a don't come and no other odds."""
    house = house_of({"game": "craps", "options": {"odds": None}})
    areas = {area.name: area for area in _dice_areas(house) if area.name in ("odds", "lay_odds")}
    assert areas.keys() == {"lay_odds"}
    assert areas["lay_odds"].says == "behind a don't come wager that has its point, at true odds"
    tables = {table.title: table.rows for table in house.rules.page().tables}
    assert [row[0] for row in tables["Wagers"] if "odds" in row[0]] == ["lay_odds"]
    assert not any(title.startswith("Odds") for title in tables)
    rows = tables["Lay odds: behind don't come"]
    assert ["4 or 10", "1 to 2", "what wins as much as the wager", "NJ CRAPS 19:47(d)"] in rows
    assert ["at most", "", "behind a don't come: what wins no more than it", "NJ CRAPS 19:47(d)"] in rows


def test_reading_111_a_raised_buy_wager_has_a_raised_commission() -> None:
    rail, _ = with_point()
    id = rail.bet("p1", "buy_4", "20.00")
    (raised,) = rail.do("change", who="p1", id=id, amount="40.00")
    assert (raised.amount, raised.added) == (4000, 2100)
    (reduced,) = rail.do("change", who="p1", id=id, amount="10.00")
    assert (reduced.amount, reduced.returned) == (1000, 3150)
    rail.roll("1-1")
    (raised,) = rail.do("change", who="p1", id=id, amount="20.00")
    assert raised.added == 1050


@pytest.mark.parametrize("tender", ["cash", "verbal"])
def test_reading_106_no_wager_by_word_or_with_cash(rail: Rail, tender: str) -> None:
    rail.ready()
    rail.sit("p1", 1)
    told = rail.told("bet", who="p1", wager="pass", amount="10.00", tender=tender)
    assert told == ("no_cash_wagers", "reading 106")
    rail.bet("p1", "pass", tender="chips")


def test_reading_106_only_players_at_the_rail_wager(rail: Rail) -> None:
    rail.ready()
    assert rail.told("bet", who="p1", wager="pass", amount="10.00") == ("not_seated", "reading 101")


def test_reading_106_nothing_changes_once_the_dice_are_out() -> None:
    rail, _ = with_point()
    place = rail.bet("p1", "place_6", "12.00")
    rail.do("no_more_bets")
    late: list[tuple[str, dict[str, Any]]] = [
        ("bet", {"wager": "field", "amount": "5.00"}),
        ("change", {"id": place, "amount": "6.00"}),
        ("take_down", {"id": place}),
        ("call_off", {"id": place}),
        ("call_on", {"id": place}),
    ]
    given: dict[str, dict[str, Any]] = {"throw": {"who": "p1", "dice": "5-1"}, "call_roll": {}, "pay": {"position": 1}}
    for step in ("throw", "call_roll", "pay"):
        assert rail.next == step
        for do, fields in late:
            assert rail.told(do, who="p1", **fields) == ("bets_closed", "reading 106")
        rail.do(step, **given[step])
    rail.bet("p1", "field", "5.00")


@pytest.mark.parametrize("line", ["pass", "come"])
@checks("rules CRAPS come contract")
def test_reading_106_even_a_contract_may_be_taken_back_before_a_roll_counts_for_it(line: str) -> None:
    rail, _ = with_point() if line == "come" else (Rail(), "")
    if line == "pass":
        rail.ready()
        rail.sit("p1", 1)
        rail.shooter("p1")
    id = rail.bet("p1", line)
    rail.do("change", who="p1", id=id, amount="25.00")
    rail.do("change", who="p1", id=id, amount="5.00")
    rail.do("take_down", who="p1", id=id)
    assert id not in rail.lying()
    assert rail.told("take_down", who="p1", id=id) == ("no_such_wager", "reading 106")


@checks("rules CRAPS come contract")
def test_a_come_wager_is_a_contract() -> None:
    rail, _ = with_point()
    id = rail.bet("p1", "come")
    rail.roll("3-1")
    for do, fields in (("take_down", {}), ("change", {"amount": "5.00"}), ("change", {"amount": "15.00"})):
        assert rail.told(do, who="p1", id=id, **fields) == ("contract_wager", "rules CRAPS come contract")


@checks("rules CRAPS dont_come changes")
@pytest.mark.parametrize(("amount", "code"), [("9.50", ""), ("10.50", "wager_raised"), ("10.00", "same_amount")])
def test_a_dont_come_is_reduced_and_never_raised(amount: str, code: str) -> None:
    rail, _ = with_point()
    id = rail.bet("p1", "dont_come")
    rail.roll("3-1")
    if code:
        assert rail.refused("change", who="p1", id=id, amount=amount).code == code
    else:
        rail.do("change", who="p1", id=id, amount=amount)
        assert rail.lying()[id] == 950
    rail.do("take_down", who="p1", id=id)


@pytest.mark.parametrize(
    ("wager", "clause"),
    [("dont_come", "rules CRAPS dont_come changes"), ("place_8", "reading 82"), ("hard_8", "reading 82")],
)
def test_a_wager_is_changed_by_its_own_clause_once_a_roll_has_counted(wager: str, clause: str) -> None:
    """Until then by that of placing it."""
    rail, line = with_point(line="dont_pass")
    (reduced,) = rail.do("change", who="p1", id=line, amount="9.00")
    (down,) = rail.do("take_down", who="p1", id=line)
    assert (reduced.clause, down.clause) == ("reading 81", "reading 81")
    fresh, kept = rail.bet("p1", wager), rail.bet("p1", wager)
    (raised,) = rail.do("change", who="p1", id=fresh, amount="11.00")
    (back,) = rail.do("take_down", who="p1", id=fresh)
    assert (raised.clause, back.clause) == ("reading 106", "reading 106")
    rail.roll("5-4")
    assert rail.told("change", who="p1", id=kept, amount="10.00") == ("same_amount", clause)
    (reduced,) = rail.do("change", who="p1", id=kept, amount="9.00")
    (down,) = rail.do("take_down", who="p1", id=kept)
    assert (reduced.clause, down.clause) == (clause, clause)


@checks("rules CRAPS round")
def test_reading_82_odds_go_with_the_wager_they_stand_behind() -> None:
    rail, id = with_point(line="dont_pass")
    odds = rail.bet("p1", "lay_odds", "30.00")
    (down,) = rail.do("take_down", who="p1", id=id)
    assert [row.id for row in down.rows] == [id, odds]
    assert rail.lying() == {} and rail.won("p1") == 0


@checks("rules CRAPS odds limit")
@pytest.mark.parametrize(("point", "times"), [(4, 3), (5, 4), (6, 5), (8, 5), (9, 4), (10, 3)])
def test_odds_at_their_limit_and_over_it(point: int, times: int) -> None:
    rail, _ = with_point(point)
    most = 10 * times
    told = rail.told("bet", who="p1", wager="odds", amount=f"{most}.50")
    assert told == ("odds_over_limit", "rules CRAPS odds limit")
    odds = rail.bet("p1", "odds", f"{most - 1}.50")
    assert rail.told("bet", who="p1", wager="odds", amount="1.00")[0] == "odds_over_limit"
    rail.do("change", who="p1", id=odds, amount=f"{most}.00")
    assert rail.told("change", who="p1", id=odds, amount=f"{most}.50")[0] == "odds_over_limit"


@checks("NJ CRAPS 19:47(d)", "rules CRAPS supplemental limit", "rules CRAPS supplemental")
@pytest.mark.parametrize(("point", "most"), [(4, 40), (5, 30), (6, 24), (8, 24), (9, 30), (10, 40)])
def test_the_house_may_limit_the_supplemental_wager(point: int, most: int) -> None:
    other = 9 if point != 9 else 5
    rail, _ = with_point(other, options={"limit_dont_come_odds": True})
    id = rail.bet("p1", "dont_come", "20.00")
    assert rail.refused("bet", who="p1", wager="lay_odds", amount="5.00", behind=id).code == "odds_too_early"
    rail.roll(POINTS[point])
    told = rail.told("bet", who="p1", wager="lay_odds", amount=f"{most}.50", behind=id)
    assert told == ("odds_over_limit", "NJ CRAPS 19:47(d)")
    rail.bet("p1", "lay_odds", f"{most}.00", behind=id)
    held = rail.session.balances["player:p1"]
    rail.roll("4-3")
    # the don't come of 20.00 pays 1 to 1, the supplemental wager as much; the pass is lost
    assert rail.session.balances["player:p1"] == held + 4000 + most * 100 + 2000


def test_reading_92_a_wager_is_not_reduced_below_its_odds() -> None:
    rail, id = with_point(line="dont_pass")
    odds = rail.bet("p1", "lay_odds", "60.00")
    assert rail.refused("change", who="p1", id=id, amount="9.50").code == "odds_over_limit"
    rail.do("change", who="p1", id=odds, amount="30.00")
    rail.do("change", who="p1", id=id, amount="5.00")


def test_reading_89_odds_name_the_wager_they_support() -> None:
    rail, line = with_point()
    odds = rail.bet("p1", "odds")
    assert rail.state.layout.lying[odds].behind == line
    come = rail.bet("p1", "come")
    rail.roll("3-1")
    assert rail.refused("bet", who="p1", wager="odds", amount="5.00").code == "behind_missing"
    odds = rail.bet("p1", "odds", behind=come)
    assert rail.state.layout.lying[odds].point == 4
    assert rail.refused("bet", who="p1", wager="odds", amount="5.00", behind="99").code == "behind_unknown"
    assert rail.refused("bet", who="p1", wager="lay_odds", amount="5.00", behind=come).code == "behind_wrong"
    rail.roll("3-1")
    assert rail.refused("bet", who="p1", wager="odds", amount="5.00", behind=come).code == "odds_too_late"


def test_odds_without_a_wager_to_support_are_told_to_wait(rail: Rail) -> None:
    rail.come_out()
    found = rail.refused("bet", who="p1", wager="lay_odds", amount="5.00")
    assert found.code == "behind_missing"
    assert found.message == (
        "Wait with the lay odds until a don't pass or don't come wager of the same player has a point; none has."
    )


def test_a_refused_bet_has_no_id(rail: Rail) -> None:
    """The next one that is accepted would get it."""
    rail.come_out()
    found = rail.refused("bet", who="p1", wager="come", amount="10.00")
    assert found.message == "Place the come once a point is on: roll 1 is a come-out roll."
    assert rail.bet("p1", "buy_4", "20.00") == "2"


def test_reading_85_wagers_are_called_on_and_off() -> None:
    rail, line = with_point()
    place = rail.bet("p1", "place_6", "12.00")
    rail.do("call_off", who="p1", id=place)
    assert rail.told("call_off", who="p1", id=place) == ("already_called", "reading 85")
    rail.roll("5-1")
    assert place in rail.lying()
    rail.do("call_on", who="p1", id=place)
    rail.roll("5-1")
    assert place not in rail.lying() and rail.won("p1") == 1400 - 1000
    assert rail.told("call_off", who="p1", id=line) == ("always_works", "reading 85")


def test_wagers_of_others_and_wagers_that_are_gone() -> None:
    rail, line = with_point()
    rail.sit("p2", 2)
    field = rail.bet("p1", "field", "5.00")
    assert rail.told("take_down", who="p2", id=line) == ("not_your_wager", "reading 106")
    rail.roll("1-1")
    assert rail.refused("change", who="p1", id=field, amount="10.00").code == "wager_settled"
    assert rail.told("call_off", who="p1", id="ghost") == ("no_such_wager", "reading 106")


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"wager": "place_7"}, "unknown_number"),
        ({"wager": "ghost"}, "unknown_wager"),
        ({"wager": "come"}, "wager_too_early"),
        ({"wager": "odds"}, "behind_missing"),
        ({"wager": "hop"}, "bad_dice"),
        ({"wager": "hop", "dice": "7-1"}, "bad_dice"),
        ({"wager": "hop", "dice": "0-1"}, "bad_dice"),
        ({"wager": "hop", "dice": "6-6"}, ""),
        ({"wager": "field", "dice": "5-1"}, "dice_not_used"),
        ({"wager": "field", "behind": "1"}, "behind_not_used"),
        ({"wager": "field", "working": False}, "always_works"),
        ({"amount": "10.25"}, "no_such_chips"),
        ({"amount": "0.00"}, "wager_zero"),
        ({"amount": "-1.00"}, "wager_negative"),
        ({"amount": "10"}, "money_malformed"),
        ({"amount": "10000.50"}, "not_enough_chips"),
        ({"amount": 10}, "command_malformed"),
        ({"wager": None}, "field_missing"),
        ({"colour": "red"}, "command_malformed"),
        ({"position": 1}, "unknown_field"),
    ],
)
def test_a_bad_bet_is_refused(rail: Rail, fields: dict[str, Any], code: str) -> None:
    rail.ready()
    rail.sit("p1", 1)
    bet = {"who": "p1", "wager": "pass", "amount": "10.00"} | fields
    if code:
        assert rail.refused("bet", **bet).code == code
    else:
        rail.do("bet", **bet)


def test_the_pass_is_too_late_once_the_point_is_on() -> None:
    rail, _ = with_point()
    assert rail.told("bet", who="p1", wager="pass", amount="10.00") == ("wager_too_late", "rules CRAPS pass")
    assert rail.told("bet", who="p1", wager="dont_pass", amount="5.00")[0] == "wager_too_late"


def test_a_house_without_odds(rail: Rail) -> None:
    rail, _ = with_point(options={"odds": None})
    assert rail.told("bet", who="p1", wager="odds", amount="5.00") == ("wager_not_offered", "rules CRAPS odds limit")


# The throw


@checks("rules CRAPS dice")
@pytest.mark.parametrize("dice", ["7-1", "0-1", "1-7", "1", "1-1-1", "six-one", ""])
def test_dice_that_show_what_dice_cannot(rail: Rail, dice: str) -> None:
    rail.come_out()
    rail.do("no_more_bets")
    assert rail.told("throw", who="p1", dice=dice) == ("bad_dice", "reading 107")


@checks("rules CRAPS dice")
def test_two_dice_fall_by_chance() -> None:
    """With another source they fall otherwise; nothing is drawn before the throw."""
    shown = set()
    for seed in range(200):
        rail = Rail(seed, given_orders=False)
        rail.come_out()
        rail.do("no_more_bets")
        assert rail.chance.drawn == 0
        rail.do("throw", who="p1")
        assert rail.chance.drawn == 2
        shown.add(rail.state.thrown)
    assert shown <= {f"{one}-{other}" for one, other in product(range(1, 7), repeat=2)}
    assert len(shown) > 30


def test_dice_are_given_only_where_the_setup_says_so() -> None:
    rail = Rail(given_orders=False)
    rail.come_out()
    rail.do("no_more_bets")
    assert rail.told("throw", who="p1", dice="4-3") == ("dice_not_allowed", "reading 107")


def test_reading_107_only_the_shooter_throws(rail: Rail) -> None:
    rail.come_out()
    rail.sit("p2", 2)
    rail.do("no_more_bets")
    assert rail.told("throw", who="p2", dice="1-1") == ("not_shooter", "reading 107")


NO_ROLLS = ["die_off_table", "cocked_dice", "die_too_many", "die_in_bank", "not_thrown"]


@pytest.mark.parametrize("what", NO_ROLLS)
@pytest.mark.parametrize("by", ["dealer", "floorperson", "supervisor"])
def test_reading_108_a_throw_that_does_not_count_moves_nothing(what: str, by: str) -> None:
    rail, _ = with_point()
    place = rail.bet("p1", "place_6", "12.00")
    lying, puck = rail.lying(), rail.state.puck
    for _ in range(3):
        rail.throw("4-3")
        (called,) = rail.do("call", by=by, what=what)
        assert called.clause == "reading 108"
        assert (rail.lying(), rail.state.puck, rail.state.rolls, rail.won("p1")) == (lying, puck, ("5-4",), -2200)
        assert (rail.next == "check_dice") == (what == "die_off_table")
        if rail.next == "check_dice":
            assert rail.told("no_more_bets") == ("not_next", "reading 109")
            assert rail.told("check_dice", by="dealer") == ("wrong_role", "reading 109")
            rail.do("check_dice")
        assert rail.state.betting
    rail.do("change", who="p1", id=place, amount="6.00")  # no roll has counted for it
    rail.roll("5-4")
    assert rail.won("p1") == 1000 - 600


@pytest.mark.parametrize("what", NO_ROLLS)
def test_reading_108_no_roll_is_called_between_the_throw_and_its_call(what: str, rail: Rail) -> None:
    rail.come_out()
    assert rail.told("call", what=what) == ("not_now", "reading 108")
    rail.do("no_more_bets")
    assert rail.told("call", what=what) == ("not_now", "reading 108")
    rail.do("throw", who="p1", dice="4-3")
    rail.do("call_roll")
    assert rail.told("call", what=what) == ("not_now", "reading 108")


def test_reading_109_dice_that_left_the_table_may_be_replaced_in_place_of_the_check() -> None:
    rail, _ = with_point()
    rail.throw("1-1")
    rail.do("call", what="die_off_table")
    rail.do("change_dice", by="floorperson")
    rail.ready()
    assert rail.next == "no_more_bets"


# After the roll


def test_reading_110_the_order_after_a_roll(rail: Rail) -> None:
    rail.come_out("p5", 5)
    rail.sit("p2", 2)
    rail.bet("p2", "dont_pass")
    rail.roll("5-4")
    for who in ("p2", "p5"):
        rail.bet(who, "come")
        rail.bet(who, "place_6", "12.00")
        rail.bet(who, "any_seven", "5.00")
    rail.throw("5-1")
    rail.do("call_roll")
    wanted = [("take", 2), ("take", 5), ("move_come", 2), ("move_come", 5), ("pay", 2), ("pay", 5)]
    for do, position in wanted:
        assert rail.state.next and (rail.state.next.do, rail.state.next.position) == (do, position)
        wrong = 7 - position
        assert rail.told(do, position=wrong) == ("not_next", "reading 110")
        rail.do(do, position=position)
    assert rail.next == "no_more_bets"
    moved = rail.last(e.ComeMoved)
    assert (moved.position, moved.point) == (5, 6)


def test_the_puck_is_moved_before_anything_is_taken(rail: Rail) -> None:
    rail.come_out()
    rail.bet("p1", "any_craps", "5.00")
    rail.throw("5-4")
    rail.do("call_roll")
    assert rail.told("take", position=1) == ("not_next", "reading 110")
    rail.do("move_puck")
    rail.do("take", position=1)


@checks("rules CRAPS round")
def test_reading_113_only_wagers_called_off_live_through_a_seven_out() -> None:
    """Every wager of the game on the layout, then a seven: what is left are the numbers that are off."""
    rail, _ = with_point(6)
    kept = {}
    for wager in GAME.wagers():
        if wager in ("pass", "dont_pass"):
            continue
        dice = {"dice": "5-1"} if wager == "hop" else {}
        if wager in ("odds", "lay_odds"):
            continue
        rail.bet("p1", wager, "6.00", **dice)
        if wager in {number.name for number in GAME.numbers}:
            kept[rail.bet("p1", wager, "12.00", working=False)] = wager
    rail.roll("4-3")
    assert rail.lying() == dict.fromkeys(kept, 1200)
    assert {rail.settled()[id] for id in kept} == {("open", 0)}
    rail.shooter("p1")
    line = rail.bet("p1", "pass")
    rail.roll("5-1", "4-3")
    again = finished_round(rail.state)
    assert {each["id"] for each in again["wagers"]} == {*kept, line}
    assert all(each["before"] == 1 and each.get("working", False) is False for each in again["wagers"])
    assert rail.settled()[line] == ("lose", -1000)


def test_reading_113_a_wager_that_stayed_is_changed_in_the_next_run() -> None:
    rail, _ = with_point()
    six, eight = (rail.bet("p1", wager, "12.00", working=False) for wager in ("place_6", "place_8"))
    rail.roll("4-3")
    rail.do("change", who="p1", id=six, amount="24.00")
    rail.do("call_on", who="p1", id=six)
    rail.do("take_down", who="p1", id=eight)
    rail.shooter("p1")
    line = rail.bet("p1", "pass")
    rail.roll("5-4", "5-1", "4-3")
    assert rail.settled() == {six: ("win", 2800), line: ("lose", -1000)}


@pytest.mark.parametrize("roll", [f"{one}-{other}" for one, other in product(range(1, 7), repeat=2)])
@pytest.mark.parametrize("point", [0, 4, 9])
def test_every_wager_is_paid_by_the_table_as_settlement_says(roll: str, point: int) -> None:
    """All wagers of the game at once, on every throw, on a come-out roll and with a point: the witness compares."""
    rail = Rail(options={"vig": "bet"})
    line = rail.come_out()
    if point:
        rail.roll(POINTS[point])
        rail.bet("p1", "odds", "10.00", behind=line)
    rail.sit("p2", 2)
    for wager in GAME.wagers():
        if wager in ("odds", "lay_odds") or (
            wager in ("come", "dont_come", "pass", "dont_pass") and ("come" in wager) != bool(point)
        ):
            continue
        rail.bet("p2", wager, "10.00", **({"dice": "5-1"} if wager == "hop" else {}))
    rail.roll(roll)
    while rail.state.playing:
        if rail.state.layout.point:
            rail.roll("4-3")
        else:
            if not any(bet.placed.wager == "pass" for bet in rail.state.layout.lying.values()):
                rail.bet("p1", "pass")
            rail.roll("5-4")
    assert rail.witness.rounds == 1
    nets = {each.player: each.net for each in pitboss.settle(finished_round(rail.state)).players}
    assert nets == {who: rail.won(who) for who in ("p1", "p2")}


# Voids


def test_reading_112_a_void_wager_goes_back_with_its_odds() -> None:
    rail, id = with_point()
    odds = rail.bet("p1", "odds", "40.00")
    rail.roll("1-1")
    rail.do("no_more_bets")
    called, voided = rail.do("call", by="supervisor", what="wager_void", id=id)
    assert (called.effect, called.position, voided.clause) == ("void_wager", 1, "reading 112")
    assert rail.lying() == {} and rail.won("p1") == 0
    rail.do("throw", who="p1", dice="4-3")
    rail.do("call_roll")
    rail.settle()
    assert rail.settled() == {id: ("void", 0), odds: ("void", 0)}
    assert finished_round(rail.state)["wagers"][0]["changes"] == [{"before": 3, "void": True}]


def test_reading_112_a_void_wager_that_saw_no_roll_is_in_the_run_too() -> None:
    rail, line = with_point()
    late = rail.bet("p1", "field", "5.00")
    rail.do("no_more_bets")
    rail.do("call", by="supervisor", what="wager_void", id=late)
    rail.do("throw", who="p1", dice="4-3")
    rail.do("call_roll")
    rail.settle()
    assert rail.settled() == {line: ("lose", -1000), late: ("void", 0)}


@pytest.mark.parametrize("by", ["dealer", "floorperson"])
@pytest.mark.parametrize("what", ["wager_void", "unsound_dice"])
def test_reading_112_only_the_supervisor_voids(by: str, what: str) -> None:
    rail, _ = with_point()
    assert rail.told("call", by=by, what=what) == ("wrong_role", "reading 112")


def test_reading_112_what_cannot_be_void() -> None:
    rail, _ = with_point()
    field = rail.bet("p1", "field", "5.00")
    assert rail.told("call", by="supervisor", what="wager_void") == ("field_missing", "reading 112")
    assert rail.told("call", by="supervisor", what="wager_void", id="99")[0] == "no_such_wager"
    assert rail.told("call", by="supervisor", what="unsound_dice", id=field)[0] == "unknown_field"
    assert rail.refused("call", by="supervisor", what="ghost").code == "unknown_irregularity"
    rail.throw("1-1")
    rail.do("call_roll")
    assert rail.told("call", by="supervisor", what="wager_void", id=field) == ("not_now", "reading 112")
    assert rail.told("call", by="supervisor", what="unsound_dice") == ("not_now", "reading 112")
    rail.settle()
    assert rail.told("call", by="supervisor", what="wager_void", id=field) == ("wager_settled", "reading 112")


def test_reading_112_unsound_dice_void_the_throw_and_every_wager() -> None:
    rail, line = with_point()
    rail.sit("p2", 2)
    place = rail.bet("p2", "buy_4", "20.00")
    rail.roll("1-1")
    fresh = rail.bet("p2", "field", "5.00")
    rail.throw("4-3")
    _, voided = rail.do("call", by="supervisor", what="unsound_dice")
    assert {row.id for row in voided.rows} == {line, place, fresh}
    assert (rail.won("p1"), rail.won("p2"), rail.lying(), rail.state.puck) == (0, 0, {}, 0)
    assert (rail.state.number, rail.state.playing, rail.next) == (1, False, "receive")
    assert rail.settled() == {line: ("void", 0), place: ("void", 0)}  # no roll came after the field
    rail.ready()
    rail.do("offer")
    assert rail.state.offered == 1


def test_reading_112_without_a_roll_there_was_no_round(rail: Rail) -> None:
    rail.come_out()
    rail.throw("4-3")
    rail.do("call", by="supervisor", what="unsound_dice")
    assert (rail.state.number, rail.state.last_round, rail.won("p1")) == (0, None, 0)


def test_every_irregularity_has_an_effect_and_a_reading() -> None:
    assert GAME.procedure
    assert {found.effect for found in GAME.procedure.irregularities.values()} == {*Effect}


# The run as settlement takes it


def test_what_was_done_between_rolls_is_written_as_what_it_came_to() -> None:
    rail, line = with_point(line="dont_pass")
    place = rail.bet("p1", "place_6", "12.00")
    rail.roll("1-1")
    for amount in ("24.00", "18.00"):
        rail.do("change", who="p1", id=place, amount=amount)
    rail.do("call_off", who="p1", id=place)
    gone = rail.bet("p1", "come")
    rail.do("take_down", who="p1", id=gone)
    odds = rail.bet("p1", "lay_odds", "30.00")
    rail.do("take_down", who="p1", id=line)  # the odds have never been there
    rail.roll("2-1", "4-3")
    changes = {each["id"]: each.get("changes", []) for each in finished_round(rail.state)["wagers"]}
    assert changes == {
        line: [{"before": 3, "down": True}],
        place: [{"before": 3, "amount": "18.00"}, {"before": 3, "working": False}],
    }
    assert odds not in changes
    assert rail.lying() == {place: 1800}


def test_odds_taken_down_before_their_line_wager_are_written_so_that_they_settle() -> None:
    rail, line = with_point(line="dont_pass")
    odds = rail.bet("p1", "lay_odds", "30.00")
    rail.roll("1-1")
    rail.do("change", who="p1", id=odds, amount="20.00")
    rail.do("take_down", who="p1", id=odds)
    rail.do("take_down", who="p1", id=line)
    rail.roll("4-3")
    assert rail.settled() == {line: ("push", 0), odds: ("push", 0)}


def test_void_odds_whose_line_wager_is_then_taken_down_came_to_nothing() -> None:
    rail, line = with_point(line="dont_pass")
    odds = rail.bet("p1", "lay_odds", "30.00")
    rail.do("call", by="supervisor", what="wager_void", id=odds)
    rail.do("take_down", who="p1", id=line)
    rail.roll("4-3")
    assert rail.settled() == {line: ("push", 0)}


@pytest.mark.parametrize("line_first", [False, True])
def test_odds_and_their_line_wager_that_left_in_two_ways_are_written_so(line_first: bool) -> None:
    """Between the same two rolls: void odds of a wager taken down, and odds taken down from a void wager."""
    rail, line = with_point(line="dont_pass")
    odds = rail.bet("p1", "lay_odds", "30.00")
    rail.roll("1-1")
    if line_first:
        rail.do("take_down", who="p1", id=odds)
        rail.do("call", by="supervisor", what="wager_void", id=line)
    else:
        rail.do("call", by="supervisor", what="wager_void", id=odds)
        rail.do("take_down", who="p1", id=line)
    told = {id: left.outcome for id, left in rail.state.gone.items()}
    assert told == ({line: "void", odds: "push"} if line_first else {line: "push", odds: "void"})
    rail.roll("4-3")
    assert {id: outcome for id, (outcome, _) in rail.settled().items()} == told


def test_closing_the_table_ends_a_run_that_nobody_plays_on() -> None:
    rail, id = with_point(line="dont_pass")
    assert rail.told("close") == ("round_in_progress", "reading 115")
    rail.do("take_down", who="p1", id=id)
    rail.do("no_more_bets")
    assert rail.told("close") == ("round_in_progress", "reading 115")
    rail.do("throw", who="p1", dice="1-1")
    rail.do("call_roll")
    rail.do("close")
    assert (rail.state.number, rail.state.playing, rail.settled()) == (1, False, {id: ("push", 0)})
    assert rail.refused("offer").code == "table_closed"
    rail.do("leave", who="p1")
    rail.do("cash_out", who="p1")


def test_a_run_is_no_longer_than_settlement_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks, "MOST_ROLLS", 2)
    rail, _ = with_point()
    rail.roll("1-1")
    assert rail.told("no_more_bets") == ("run_too_long", "reading 106")
    rail.do("call", by="supervisor", what="unsound_dice")
    assert rail.state.number == 1
    assert runs.MOST_ROLLS == 2000


def test_a_run_has_no_more_wagers_than_fit_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wagers, "MOST_WAGERS", 2)
    rail, _ = with_point()
    rail.bet("p1", "field", "5.00")
    assert rail.refused("bet", who="p1", wager="field", amount="5.00").code == "too_many_wagers"


# The table around it


def test_every_step_has_a_handler_a_command_and_words() -> None:
    steps = {*STEPS, "take_dice", "no_more_bets"}
    assert GAME.procedure
    assert steps == {*TASKS} == {*GAME.procedure.steps}
    assert {*COMMANDS} | {*TASKS} == {*SHAPES}
    for do, step in GAME.procedure.steps.items():
        assert SHAPES[do].by == (step.by,)


@pytest.mark.parametrize("automatic", ["all", "none", ["throw", "call_roll"], ["offer", "take", "pay"]])
def test_whatever_runs_by_itself_the_same_comes_out(automatic: Any) -> None:
    """The same seed, the same wagers: the same dice, and the same money in the end."""
    rail = Rail(5, automatic=automatic)
    for _ in range(400):
        if rail.state.number == 3 and not rail.state.playing:
            break
        if not rail.state.seats:
            rail.sit("p1", 1)
        elif rail.next == "take_dice":
            rail.do("take_dice", who="p1")
        elif rail.next == "no_more_bets" and not rail.state.layout.point and not rail.state.layout.lying:
            rail.bet("p1", "pass")
            rail.bet("p1", "field", "5.00")
        elif rail.next == "throw":
            rail.do("throw", who="p1")
        else:
            task = rail.state.next
            assert task
            rail.do(task.do, by=task.by, **({"position": task.position} if task.position else {}))
    called = [event.dice for event in rail.session.log if isinstance(event, e.RollCalled)]
    assert (called, rail.won("p1")) == EXPECTED.setdefault("seed 5", (called, rail.won("p1")))
    assert rail.witness.rounds == 3


EXPECTED: dict[str, tuple[list[str], int]] = {}


def test_the_same_key_has_one_effect(rail: Rail) -> None:
    rail.ready()
    rail.sit("p1", 1)
    first = rail.do("bet", who="p1", wager="pass", amount="10.00", key="k")
    assert rail.do("bet", who="p1", wager="pass", amount="10.00", key="k") == first
    assert rail.lying() == {"1": 1000}
    assert rail.refused("bet", who="p1", wager="pass", amount="11.00", key="k").code == "key_reused"


def test_the_log_alone_makes_the_same_table() -> None:
    rail, _ = with_point()
    rail.bet("p1", "come")
    rail.roll("3-1", "5-4")
    _, state, balances = replay(rail.session.log)
    assert state_hash(state) == state_hash(rail.state) and balances == rail.session.balances


def test_what_a_person_can_do_is_what_is_accepted() -> None:
    rail, line = with_point(limits={"come": ["5.00", "50.00"]})
    rail.sit("p2", 2)
    can = {
        (each["do"], each.get("wager"), each.get("behind")) for each in choices(rail.house, rail.state, "player", "p1")
    }
    assert {("bet", "come", None), ("bet", "odds", line), ("pass_dice", None, None)} <= can
    assert not {("bet", "pass", None), ("take_down", None, None), ("leave", None, None)} & can
    assert ("leave", None, None) in {
        (each["do"], None, None) for each in choices(rail.house, rail.state, "player", "p2")
    }
    staff = {each["do"] for each in choices(rail.house, rail.state, "dealer")}
    assert staff == {"no_more_bets", "pass_dice"}
    shown = view(rail.house, rail.state, "player", "p1")
    assert (shown["puck"], shown["shooter"], shown["rolls"]) == (9, "p1", ["5-4"])
    assert shown["wagers"][0] | {"works": True} == shown["wagers"][0]
    assert shown["chips"] == "9990.00" and view(rail.house, rail.state, "dealer")["chips"] is None


@pytest.mark.parametrize("setup", [{"limits": {"ghost": ["1.00", "2.00"]}}, {"positions": "ten"}, {"dealing": "hand"}])
def test_a_setup_that_is_wrong_is_refused(setup: dict[str, Any]) -> None:
    with pytest.raises(Refusal):
        house_of({"game": "craps", **setup})
