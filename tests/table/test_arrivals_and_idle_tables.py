"""Inspection of the cards, adjacent positions, idle tables, posted limits, counts of the stub (15.A9 to A18)."""

import io
from typing import Any

import pytest

from pitboss.refusal import Refusal
from pitboss.regulations.edition import FIRST
from pitboss.script.replaying import replay_file
from pitboss.showdown.procedure import ROUNDS_PER_COUNT
from pitboss.table.families import house_of
from pitboss.table.files import encode_event
from pitboss.table.showdown import events as e
from pitboss.table.views import choices
from tests.support import checks
from tests.table.floor import Floor
from tests.table.shoe_floor import ShoeFloor

GAMES = ("three-card-poker", "four-card-poker", "high-card-flush", "what-the-flush", "texas-holdem-bonus")
SEVERAL = {  # the games whose text permits several positions, and the paragraph
    ("three-card-poker", "nj"): "NJ TCP 19:47-20.6(e)",
    ("four-card-poker", "nj"): "NJ FCP 19:47-27.6(e)",
    ("high-card-flush", "nj"): "NJ HCF 13:69F-38.6(e)",
    ("high-card-flush", "ma"): "MA HCF 6(e)",
}
LOOK = {
    ("three-card-poker", "nj"): "NJ TCP 19:47-20.4(c)",
    ("four-card-poker", "nj"): "NJ FCP 19:47-27.4(c)",
    ("high-card-flush", "nj"): "NJ HCF 13:69F-38.3(c)",
    ("high-card-flush", "ma"): "MA HCF 3(c)",
}
IDLE = {
    ("three-card-poker", "nj"): "NJ TCP 19:47-20.5(e)",
    ("four-card-poker", "nj"): "NJ FCP 19:47-27.5(e)",
    ("high-card-flush", "nj"): "NJ HCF 13:69F-38.4(e)",
    ("high-card-flush", "ma"): "MA HCF 4(e)",
    ("what-the-flush", "nj"): "NJ WTF 13:69F-38.4(e)",
}


def replayed(floor: Floor | ShoeFloor) -> None:
    """`table replay` finds the commands behind the whole log."""
    replay_file(io.BytesIO(b"\n".join(map(encode_event, floor.log))))


# A9: adjacent positions


@checks("NJ TCP 19:47-20.6(e)", "NJ FCP 19:47-27.6(e)", "NJ HCF 13:69F-38.6(e)", "MA HCF 6(e)")
@pytest.mark.parametrize(("game", "jurisdiction"), SEVERAL)
def test_a9_positions_on_both_sides_of_an_empty_seat_are_not_adjacent(game: str, jurisdiction: str) -> None:
    most = 3 if game == "high-card-flush" else 2
    floor = Floor(game, jurisdiction=jurisdiction, positions_per_player=most)
    floor.sit("p3", 3)
    floor.get_ready()
    floor.bet("p3", 2, ante="10.00")
    refusal = floor.refused("bet", who="p3", position=4, wagers={"ante": "10.00"})
    assert (refusal.code, refusal.clause, refusal.position) == ("not_adjacent", SEVERAL[game, jurisdiction], 4)
    floor.bet("p3", 3, ante="10.00")
    if most == 3:
        floor.bet("p3", 4, ante="10.00")
        refusal = floor.refused("clear", who="p3", position=3)
        assert (refusal.code, refusal.clause) == ("not_adjacent", SEVERAL[game, jurisdiction])
        for position in (2, 3, 4):
            floor.do("clear", who="p3", position=position)
    else:
        floor.do("clear", who="p3", position=3)
        assert sorted(floor.state.bets) == [2]


# A12: the first player to arrive


@checks("NJ TCP 19:47-20.4(b)", "NJ FCP 19:47-27.4(b)", "NJ HCF 13:69F-38.3(b)", "MA HCF 3(b)")
@pytest.mark.parametrize(("game", "jurisdiction"), LOOK)
def test_a12_only_the_first_player_to_arrive_inspects_the_cards(game: str, jurisdiction: str) -> None:
    floor = Floor(game, jurisdiction=jurisdiction)
    floor.run("view")
    floor.sit("first", 5)
    floor.sit("second", 1)
    for command in ("view", "decline_view"):
        refusal = floor.refused(command, who="second")
        assert (refusal.code, refusal.clause) == ("not_first_player", LOOK[game, jurisdiction])
        assert "first" in refusal.message
    offered = {each["do"] for each in choices(floor.house, floor.state, "player", "first")}
    assert {"view", "decline_view"} <= offered
    assert "view" not in {each["do"] for each in choices(floor.house, floor.state, "player", "second")}
    floor.do("view", who="first")
    assert floor.next == "wash"
    replayed(floor)


@pytest.mark.parametrize("game", GAMES)
def test_a12_a_first_player_who_declines_has_had_the_opportunity(game: str) -> None:
    floor = Floor(game)
    assert floor.refused("decline_view", who="first").code == "not_now"
    floor.run("view")
    assert floor.refused("decline_view", who="first").code == "not_seated"
    floor.sit("first", 5)
    floor.sit("second", 1)
    (declined,) = floor.do("decline_view", who="first")
    assert isinstance(declined, e.StepDone) and (declined.do, declined.by) == ("decline_view", "first")
    assert floor.next == "wash"
    assert floor.refused("decline_view", who="first").code == "not_now"
    replayed(floor)


@pytest.mark.parametrize("game", GAMES)
def test_a12_if_the_first_player_leaves_the_next_to_arrive_inspects(game: str) -> None:
    floor = Floor(game)
    floor.run("view")
    floor.sit("first", 5)
    floor.sit("second", 1)
    floor.sit("third", 2)
    floor.do("leave", who="first")
    floor.sit("first", 6)  # who comes back has not arrived first
    assert floor.refused("view", who="first").code == "not_first_player"
    assert floor.refused("view", who="third").code == "not_first_player"
    floor.do("view", who="second")
    replayed(floor)


def test_a12_a_table_that_runs_itself_names_the_first_player() -> None:
    floor = Floor("three-card-poker", automatic="all")
    floor.sit("first", 5)
    assert [each.by for each in floor.all(e.StepDone) if each.do == "view"] == ["first"]


def test_a12_in_a_shoe_game_too() -> None:
    floor = ShoeFloor("spanish-21")
    floor.run("view")
    floor.sit("first", 3)
    floor.sit("second", 1)
    assert floor.refused("view", who="second").code == "not_first_player"
    floor.do("decline_view", who="first")
    assert floor.next == "wash"
    replayed(floor)


# A15: limits of the progressive

PROGRESSIVE = {"options": {"progressive": "A"}}


@checks("NJ HCF 13:69F-38.12(a)", "MA HCF 12(a)")
@pytest.mark.parametrize("limits", [["0.50", "1.00"], ["1.00", "2.00"], ["2.00", "2.00"], ["0.99", "0.99"]])
@pytest.mark.parametrize(("jurisdiction", "clause"), [("nj", "NJ HCF 13:69F-38.12(a)"), ("ma", "MA HCF 12(a)")])
def test_a15_no_other_limit_than_one_dollar_is_posted_for_the_progressive(
    limits: list[str], jurisdiction: str, clause: str
) -> None:
    setup = {"game": "high-card-flush", "jurisdiction": jurisdiction, "limits": {"progressive": limits}} | PROGRESSIVE
    with pytest.raises(Refusal) as caught:
        house_of(setup)
    assert (caught.value.code, caught.value.clause) == ("bad_limits", clause)
    assert house_of(setup, FIRST).limits, "a table of the first edition opens again as it was"


def test_a15_one_dollar_is_posted() -> None:
    house = house_of({"game": "high-card-flush", "limits": {"progressive": ["1.00", "1.00"]}} | PROGRESSIVE)
    assert house.limits == {"progressive": (100, 100)}


# A17: the count of each deck


def counted_in(game: str, rounds: int) -> list[tuple[str, bool]]:
    """From round to round, which deck was dealt and whether its stub was counted."""
    floor = Floor(game, decks=2, shuffler="device")
    floor.sit("p1", 1)
    found = []
    for _ in range(rounds):
        floor.get_ready()
        floor.bet("p1", 1, ante="10.00")
        floor.run("deal")
        deck = "red" if floor.state.deck == 0 else "blue"
        while floor.state.playing:
            if floor.next == "decide":
                floor.decide(1, floor.house.game.decisions[floor.task.decision].declined_by)
            else:
                floor.once()
        found.append((deck, floor.of_round(e.StubRacked)[-1].counted is not None))
    return found


@checks("NJ TCP 19:47-20.7(e)", "NJ FCP 19:47-27.7(e)", "NJ HCF 13:69F-38.7(f)", "NJ WTF 13:69F-38.7(f)")
@pytest.mark.parametrize("game", GAMES)
def test_a17_of_two_decks_each_is_counted_once_in_five_of_its_own_rounds(game: str) -> None:
    """A count of the table in every fifth round falls on the decks by turns; counts at other times may not."""
    counts = counted_in(game, 24)
    for deck in ("red", "blue"):
        own = [counted for which, counted in counts if which == deck]
        for start in range(len(own) - ROUNDS_PER_COUNT + 1):
            assert any(own[start : start + ROUNDS_PER_COUNT]), (deck, counts)
    for start in range(len(counts) - ROUNDS_PER_COUNT + 1):
        assert any(counted for _, counted in counts[start : start + ROUNDS_PER_COUNT]), counts


def test_a17_counting_one_deck_only_does_not_do_for_the_other() -> None:
    floor = Floor("three-card-poker", decks=2, shuffler="device")
    floor.sit("p1", 1)
    own = {0: 0, 1: 0}
    for _ in range(4 * ROUNDS_PER_COUNT):
        floor.get_ready()
        floor.bet("p1", 1, ante="10.00")
        floor.run("rack_stub")
        deck = floor.state.deck
        own[deck] += 1
        if deck == 0:
            floor.do("count_stub")
            own[0] = 0
        elif own[1] == ROUNDS_PER_COUNT:
            refusal = floor.refused("rack_stub")
            assert (refusal.code, refusal.clause) == ("count_due", "NJ TCP 19:47-20.7(e)")
            break
        else:
            floor.do("rack_stub")
        floor.decide(1, "fold")
        floor.finish()
    else:
        pytest.fail("the other deck was never counted")
    floor.do("count_stub")
    assert floor.state.deck_rounds[1] == 0


# A18: an idle table


@checks("NJ TCP 19:47-20.5(e)", "NJ FCP 19:47-27.5(e)", "NJ HCF 13:69F-38.4(e)", "MA HCF 4(e)", "NJ WTF 13:69F-38.4(e)")
@pytest.mark.parametrize("face_up", [True, False])
@pytest.mark.parametrize(("game", "jurisdiction"), IDLE)
def test_a18_the_cards_of_a_table_without_wagers_are_spread_though_players_sit(
    game: str, jurisdiction: str, face_up: bool
) -> None:
    floor = Floor(game, jurisdiction=jurisdiction, idle_face_up=face_up)
    floor.sit("p1", 1)
    floor.sit("p2", 2)
    floor.get_ready()
    (spread,) = floor.do("spread_idle")
    assert isinstance(spread, e.StepDone) and (spread.do, spread.clause) == ("spread_idle", IDLE[game, jurisdiction])
    assert bool(floor.state.shown) is face_up and not floor.state.betting
    assert floor.next == ("view" if face_up else "turn_up")
    refusal = floor.refused("bet", who="p1", position=1, wagers={"ante": "10.00"})
    assert refusal.code == "bets_not_open" and "view" in refusal.message
    if not face_up:
        floor.do("turn_up")
    floor.do("view", who="p2")  # of the players who were seated all the time, the first to ask
    floor.get_ready()
    floor.bet("p1", 1, ante="10.00")
    floor.check_replay()
    replayed(floor)


def test_a18_a_wager_is_gaming_activity() -> None:
    floor = Floor("three-card-poker")
    floor.sit("p1", 1)
    floor.get_ready()
    floor.bet("p1", 1, ante="10.00")
    refusal = floor.refused("spread_idle")
    assert (refusal.code, refusal.clause) == ("wagers_on_layout", "NJ TCP 19:47-20.5(e)")
    floor.do("no_more_bets")
    assert floor.refused("spread_idle").code == "not_next"


@pytest.mark.parametrize("game", ["three-card-poker", "spanish-21"])
def test_a18_spread_cards_wait_for_a_player_who_asks_or_arrives(game: str) -> None:
    """What runs by itself would look, wash and shuffle again at once for players who do not play."""
    floor: Any = Floor(game, automatic="all") if game == "three-card-poker" else ShoeFloor(game, automatic="all")
    floor.sit("p1", 1)
    floor.sit("p2", 2)
    assert floor.state.betting
    floor.do("spread_idle", by="dealer")
    assert floor.next == "view" and floor.state.inactive == ("p1", "p2")
    floor.sit("p3", 3)
    assert floor.state.betting and floor.state.inactive == ()
    looked = [each.by for each in floor.log if isinstance(each, e.StepDone) and each.do == "view"]
    assert looked == ["p1", "p3"], "the player who arrived, not one who sat there idle"
    floor.do("spread_idle", by="dealer")
    floor.do("decline_view", by="player", who="p1")
    assert floor.state.betting
    floor.check_replay()
    replayed(floor)
