"""Hands found void after wagers were settled: issue items A1 and A2, readings 50, 130 and 131."""

import io
from collections.abc import Iterator
from itertools import combinations, product
from typing import Any

import msgspec
import pytest

import pitboss
from pitboss import games
from pitboss.refusal import Refusal
from pitboss.regulations.edition import FIRST
from pitboss.script.replaying import replay_file
from pitboss.session import Session
from pitboss.table.decide import step
from pitboss.table.families import house_of
from pitboss.table.files import encode_event
from pitboss.table.showdown import events as e
from pitboss.table.showdown.commands import Command
from pitboss.table.showdown.standing import OF_HAND, PAYOUT
from pitboss.table.state import finished_round, state_hash
from tests.support import checks
from tests.table.floor import Floor, Seeded, stacked, trail

GAMES = ("three-card-poker", "four-card-poker", "high-card-flush", "what-the-flush", "texas-holdem-bonus")
SEATS = {"ann": 1, "bob": 3, "cy": 4, "dan": 6}
FOLDS = 4
"""The position that folds; the others stay in."""

ALTERNATIVES = [
    (game, settling)
    for game in GAMES
    for settling in (games.showdown(game).procedure.completion.alternatives)  # type: ignore[union-attr]
]


def table_of(game: str, seed: int = 1, stands: bool = False, **setup: Any) -> Floor:
    """A round with every wager of the game at four positions, up to the dealer's reveal."""
    options = {"void_reverses_settled": False} if stands else {}
    table = Floor(game, seed=seed, **setup | {"options": options | setup.get("options", {})})
    for player, position in SEATS.items():
        table.sit(player, position)
    table.get_ready()
    for player, position in SEATS.items():
        wagers = {wager: "1.00" if wager == "progressive" else "10.00" for wager in table.house.offered}
        table.bet(player, position, **wagers)
    while table.next != "reveal_dealer":
        if table.next == "decide":
            decide(table)
        else:
            table.once()
    return table


def decide(table: Floor) -> None:
    """One position folds, the others place the least."""
    position, step = table.task.position, table.house.game.decisions[table.task.decision]
    if position == FOLDS and step.declined_by == "fold":
        table.decide(position, "fold")
    else:
        table.decide(position, step.name, f"{10 * step.least}.00")


def stages(game: str, **setup: Any) -> Iterator[Floor]:
    """A round stopped after the reveal and after each step of the settlement."""
    table = table_of(game, **setup)
    table.once()
    while table.state.playing:
        yield table
        table.once()


def check_played_back(table: Floor) -> None:
    """`table replay` finds the command behind every event and comes to the same table."""
    table.check_replay()
    log = b"".join(encode_event(event) + b"\n" for event in table.log)
    state, balances, _ = replay_file(io.BytesIO(log))
    assert state_hash(state) == state_hash(table.state)
    assert balances == table.session.balances


def wrong_hands(table: Floor) -> list[dict[str, Any]]:
    """Calls of a card too many: at the dealer's hand and at each position's."""
    dealt = table.state.dealt
    at = [{"position": place, "cards": len(dealt[place]) + 1} for place in SEATS.values()]
    return [{"whose": "dealer", "cards": len(table.state.dealer) + 1}, *at]


@pytest.mark.parametrize(("game", "settling"), ALTERNATIVES)
@checks(
    "NJ TCP 19:47-20.12(c)",
    "NJ FCP 19:47-27.12(c)",
    "NJ HCF 13:69F-38.13(c)",
    "NJ WTF 13:69F-38.12(d)",
    "NJ THB 19:47-28.2(a)",
)
def test_a_wrong_number_found_at_any_step_of_the_settlement_gives_everything_back(game: str, settling: str) -> None:
    """Issue item A1: all wagers, payouts and meters as before the round, in balanced postings."""
    reversed_ = 0
    for table in stages(game, settling=settling):
        opening = table.all(e.TableOpened)[0]
        for number in range(len(SEATS) + 1):
            other = stopped_like(table)
            call = wrong_hands(other)[number]
            events = other.do("call", by="floorperson", what="wrong_number", **call)
            reversed_ += sum(isinstance(event, e.SettlementReversed) for event in events)
            if other.state.playing:
                assert game == "what-the-flush" and "position" in call
                assert events[0].effect == "void_hand"  # type: ignore[attr-defined]
                assert other.held(other.state.bets[call["position"]].player) == 1000000
                other.finish()
            else:
                assert {other.won(player) for player in SEATS} == {0}
                assert (other.state.main, other.state.secondary) == (opening.main, opening.secondary)
                other.check_settled()
            check_played_back(other)
    assert reversed_ > 20


def stopped_like(table: Floor) -> Floor:
    """Another table where the same happened."""
    other = Floor.__new__(Floor)
    other.house = table.house
    other.session = Session(table.house, Seeded(1))
    other.session.log[:] = list(table.log)
    other.session.state = table.state
    other.session.balances = dict(table.session.balances)
    return other


@pytest.mark.parametrize(("game", "settling"), ALTERNATIVES)
def test_where_settled_wagers_stand_only_the_others_go_back(game: str, settling: str) -> None:
    """Issue item A1 with `void_reverses_settled=false`: `settle` comes to what the table paid at every step."""
    for table in stages(game, settling=settling, stands=True):
        paid = table.of_round(e.WagersPaid, e.WagersTaken, e.ProgressivePaid)
        for number in range(len(SEATS) + 1):
            other = stopped_like(table)
            call = wrong_hands(other)[number]
            events = other.do("call", by="supervisor", what="wrong_number", **call)
            assert not [event for event in events if isinstance(event, e.SettlementReversed)]
            if other.state.playing:
                other.finish()
            else:
                other.check_settled()
                settled = {each.position for each in paid}
                for player, position in SEATS.items():
                    assert position in settled or other.won(player) == 0
            check_played_back(other)
            played = finished_round(other.state)
            if played.get("meters"):
                after = pitboss.settle(played).meters
                assert after and (after.main, after.secondary) == (other.state.main, other.state.secondary)


# A progressive, a maximum, a coupon

SEVEN = "8h 7h 6h 5h 4h 3h 2h"
FIVE = "Kd Qd Jd Td 9d 2c 3s"
ALL_WAGERS = {"ante": "10.00", "flush_bonus": "5.00", "straight_flush_bonus": "5.00", "progressive": "1.00"}
NOTHING = "2d 4d 6c 8c Ts Qs 3c"


def flush_table(hands: dict[str, str], stands: bool, **options: Any) -> Floor:
    """High Card Flush with every wager at the positions named, all raised, revealed up to the settlement."""
    table = Floor("high-card-flush", options={"void_reverses_settled": not stands} | options)
    places = [place for place in hands if place != "dealer"]
    for place in places:
        table.sit(f"p{place}", int(place))
    table.get_ready(stacked([place for place in (*places, "dealer") for _ in range(7)], hands))
    for place in places:
        table.bet(
            f"p{place}", int(place), ante="10.00", flush_bonus="5.00", straight_flush_bonus="5.00", progressive="1.00"
        )
    while table.next != "reveal_dealer":
        if table.next == "decide":
            table.decide(table.task.position, "raise", "10.00")
        else:
            table.once()
    table.once()
    return table


def settled(table: Floor, position: int) -> bool:
    return position not in table.state.hands


@pytest.mark.parametrize("order", ["dealer_right_first", "dealer_left_first"])
@checks("NJ HCF 13:69F-38.13(c)", "NJ HCF 13:69F-38.12(f)")
def test_a_progressive_payout_goes_back_to_the_meter(order: str) -> None:
    """Issue item A1: the main meter, what the secondary put onto it, and fixed awards of the house's account."""
    hands = {"1": FIVE, "3": SEVEN, "dealer": NOTHING}
    table = flush_table(hands, stands=False, progressive="C", progressive_order=order)
    before = dict(table.session.balances)
    while len(table.of_round(e.ProgressivePaid)) < 2:
        table.once()
    paid = {event.position: event for event in table.of_round(e.ProgressivePaid)}
    assert paid[3].source == "meter" and paid[3].amount > 0
    after = dict(table.session.balances)
    assert after["progressive_main"] != before["progressive_main"]
    events = table.do("call", what="wrong_number", whose="dealer", cards=8)
    assert trail(events) == ["call wrong_number", "reverse", "void"]
    row = {each.position: each for each in events[1].rows}[3]  # type: ignore[attr-defined]
    assert (row.award, row.source, row.reset) == (paid[3].amount, "meter", paid[3].reset)
    opening = table.all(e.TableOpened)[0]
    books = table.session.balances
    assert (books["progressive_main"], books["progressive_secondary"]) == (opening.main, opening.secondary)
    assert books["progressive_house"] == -opening.main - opening.secondary
    assert table.won("p1") == table.won("p3") == 0
    table.check_settled()
    check_played_back(table)


def test_a_progressive_payout_that_stands_leaves_its_meter_as_it_is() -> None:
    """Issue item A1: the shares of returned wagers come off as far as the payout has left them on the meter."""
    table = flush_table({"1": FIVE, "3": NOTHING, "5": SEVEN, "dealer": "9c 9s Jh Js 5c 5s Kc"}, True, progressive="C")
    while not settled(table, 5):
        table.once()
    (paid,) = table.of_round(e.ProgressivePaid)
    table.do("call", what="wrong_number", position=1, cards=6)
    played = finished_round(table.state)
    assert [each["void"] for each in played["positions"]] == [
        ["ante", "flush_bonus", "straight_flush_bonus", "progressive", "raise"],
        ["ante", "flush_bonus", "straight_flush_bonus", "progressive", "raise"],
        False,
    ]
    assert table.won("p5") > paid.amount and table.won("p1") == table.won("p3") == 0
    after = pitboss.settle(played).meters
    assert after and (after.main, after.secondary) == (table.state.main, table.state.secondary)
    table.check_settled()
    check_played_back(table)


def test_what_stands_is_what_was_paid_under_the_maximum_of_the_whole_round() -> None:
    """Issue item A1: 38.11(h) cut the payouts with those of hands that are void now."""
    hands = {"1": SEVEN, "3": "Ad Kd Qd Jd Td 9d 2c", "dealer": "9c 9s Jh Js 5c 5s Kc"}
    table = flush_table(hands, True, max_per_round="100.00")
    while not settled(table, 3):
        table.once()
    (paid,) = [event for event in table.of_round(e.WagersPaid) if event.position == 3]
    cut = sum(row.pays for row in paid.rows if row.wager in ("flush_bonus", "straight_flush_bonus"))
    assert 0 < cut < 10000
    table.do("call", what="wrong_number", position=1, cards=8)
    table.check_settled()
    check_played_back(table)


@pytest.mark.parametrize("stands", [False, True])
@checks("NJ TCP 19:47-20.12(c)")
def test_a_coupon_comes_back_and_what_it_won_goes_back(stands: bool) -> None:
    table = Floor("three-card-poker", match_play=True, options={"void_reverses_settled": not stands})
    table.sit("p1", 1)
    table.sit("p2", 2)
    hands = {"1": "As Ah Kd", "2": "Ks Kh 2d", "dealer": "Qs 9h 2c"}
    table.get_ready(stacked(["1", "2", "dealer"] * 3, hands))
    table.bet("p1", 1, coupon="10.00", ante="10.00")
    table.bet("p2", 2, coupon="10.00", ante="10.00")
    table.run("decide")
    table.decide(1, "play", "10.00")
    table.decide(2, "play", "10.00")
    table.run("pay")
    table.once()
    assert table.won("p2") == 3000  # ante, play and coupon win 10.00 each
    events = table.do("call", what="wrong_number", position=1, cards=4)
    if stands:
        assert table.won("p2") == 3000
    else:
        row = events[1].rows[0]  # type: ignore[attr-defined]
        assert (row.coupon, row.coupon_pays, row.pays) == ("returned", 1000, {"ante": 1000, "play": 1000})
        assert table.won("p2") == 0
    assert table.won("p1") == 0
    table.check_settled()
    check_played_back(table)


def test_an_ante_bonus_that_is_not_paid_yet_is_named_next_to_a_lost_ante() -> None:
    """Issue item A1: the ante was taken and stands, its bonus is void; `settle` agrees."""
    table = Floor("three-card-poker", settling="all_hands", options={"void_reverses_settled": False})
    table.sit("p1", 1)
    table.get_ready(stacked(["1", "dealer"] * 3, {"1": "2s 2h 2d", "dealer": "3s 3h 3d"}))
    table.bet("p1", 1, ante="10.00")
    table.run("decide")
    table.decide(1, "play", "10.00")
    table.run("pay")
    table.do("call", what="wrong_number", whose="dealer", cards=4)
    assert finished_round(table.state)["positions"][0]["void"] == ["ante_bonus"]
    assert table.won("p1") == -2000
    table.check_settled()
    check_played_back(table)


@pytest.mark.parametrize("pays_bonus", [False, True])
@checks("NJ FCP 19:47-27.12(c)")
def test_an_ante_bonus_that_is_paid_before_its_ante_stands(pays_bonus: bool) -> None:
    """Issue item A1: the bonus is settled and stands, the ante goes back; the finished round tells them apart."""
    table = Floor("four-card-poker", settling="hand_by_hand", options={"void_reverses_settled": False})
    table.sit("p1", 1)
    hands = {"1": "5c 6c 7c 8c Kh", "dealer": "Kd Ks 9s 8s 3d 4d"}
    table.get_ready(stacked(["1", "dealer"] * 5 + ["dealer"], hands))
    table.bet("p1", 1, ante="10.00", aces_up="5.00")
    table.run("decide")
    table.decide(1, "play", "30.00")
    table.run("pay")
    table.do("pay", position=1, wager="ante_bonus" if pays_bonus else "aces_up")
    table.do("call", what="wrong_number", position=1, cards=6)
    assert table.won("p1") == 200_00
    back = ["ante", "aces_up", "play"] if pays_bonus else ["ante", "play", "ante_bonus"]
    assert finished_round(table.state)["positions"][0]["void"] == back
    table.check_settled()
    check_played_back(table)


@pytest.mark.parametrize("stands", [False, True])
@checks("NJ HCF 13:69F-38.13(c)")
def test_a_void_round_takes_no_more_off_the_meters_than_another_table_left_there(stands: bool) -> None:
    """Issue item A1: a linked table's payout has emptied the meters since this round's shares went in."""
    table = table_until_decisions(stands)
    table.do("read_meters", main="0.50", secondary="0.00")
    table.do("call", what="wrong_number", position=1, cards=8)
    assert (table.state.main, table.state.secondary) == (0, 0)
    assert {table.won(player) for player in SEATS} == {0}
    table.check_settled()
    check_played_back(table)


def table_until_decisions(stands: bool) -> Floor:
    """A round of High Card Flush with four progressive wagers, whose shares are 0.96 and 0.08."""
    table = Floor("high-card-flush", options={"void_reverses_settled": not stands, "progressive": "A"})
    for player, position in SEATS.items():
        table.sit(player, position)
    table.get_ready()
    for player, position in SEATS.items():
        table.bet(player, position, ante="10.00", progressive="1.00")
    table.run("decide")
    return table


# Who may do what meanwhile


def test_chips_stay_at_the_table_until_the_last_card_is_collected() -> None:
    """Issue item A1: no tips, no leaving and no cash-out for players of the round."""
    table = table_of("three-card-poker", settling="hand_by_hand")
    table.sit("eve", 5)
    table.do("tip", who="ann", amount="1.00")
    table.run("collect")
    refusal = table.refused("tip", who="ann", amount="1.00")
    assert (refusal.code, refusal.clause) == ("round_not_over", "reading 130")
    assert table.refused("leave", who="ann").code == "must_stay_seated"
    assert table.refused("cash_out", who="ann").code == "still_seated"
    table.do("tip", who="eve", amount="1.00")
    table.run()
    table.do("tip", who="ann", amount="1.00")


@pytest.mark.parametrize("stands", [False, True])
@pytest.mark.parametrize("game", GAMES)
def test_a_supervisor_voids_a_round_that_is_being_settled(game: str, stands: bool) -> None:
    """Issue item A1: for an irregularity, with the reason in the event; without one it is a fault of the system."""
    for table in stages(game, stands=stands):
        for reason in (None, "Two hands were mixed up."):
            other = stopped_like(table)
            fields = {} if reason is None else {"reason": reason}
            events = other.do("void_round", who="sam", **fields)
            called: Any = events[0]
            assert (called.what, called.by) == ("void_round" if reason else "malfunction", "sam")
            assert called.clause == ("reading 131" if reason else "GLI-19 A.6.4")
            assert (encode_event(called).count(b'"reason"') == 1) == (reason is not None)
            assert not other.state.playing
            assert stands or {other.won(player) for player in SEATS} == {0}
            other.check_settled()
            check_played_back(other)


@pytest.mark.parametrize("reason", ["", "  ", "x" * 201, "one\ntwo"])
def test_a_reason_is_a_line_that_can_be_read(reason: str) -> None:
    table = table_of("three-card-poker")
    refusal = table.refused("void_round", reason=reason)
    assert (refusal.code, refusal.clause) == ("bad_reason", "reading 131")


def test_only_a_supervisor_voids_a_round() -> None:
    table = table_of("three-card-poker")
    assert table.refused("void_round", by="floorperson", reason="no").code == "wrong_role"


def test_nothing_can_be_called_when_the_dealers_cards_are_collected() -> None:
    table = table_of("three-card-poker")
    table.finish()
    refusal = table.refused("call", what="wrong_number", position=1, cards=4)
    assert refusal.code == "not_now" and "until the dealer's cards are collected" in refusal.message


def test_a_table_of_the_first_edition_keeps_its_rules() -> None:
    """What is settled stands there, and nobody calls a wrong number any more; tips are taken."""
    table = table_of("three-card-poker", settling="hand_by_hand")
    table.run("collect")
    old = house_of(msgspec.to_builtins(table.house.setup), FIRST)
    for do in (
        {"do": "call", "by": "dealer", "what": "wrong_number", "position": 1, "cards": 4},
        {"do": "void_round", "by": "supervisor"},
    ):
        with pytest.raises(Refusal) as caught:
            step(old, table.state, old.family.forms.read(do), Seeded())
        assert caught.value.code in ("not_now", "settling_begun")
    tip = old.family.forms.read({"do": "tip", "by": "player", "who": "ann", "amount": "1.00"})
    assert step(old, table.state, tip, Seeded())[0]


# A folded hand


@pytest.mark.parametrize("cards", [-1, 1])
@pytest.mark.parametrize("game", GAMES)
@checks("NJ TCP 19:47-20.12(c)", "NJ FCP 19:47-27.12(c)", "NJ HCF 13:69F-38.13(c)", "NJ WTF 13:69F-38.12(d)")
def test_a_folded_hand_that_was_picked_up_counts_like_any_other(game: str, cards: int) -> None:
    """Issue item A2: short or long, found before the reveal or while hands are settled; its ante goes back."""
    for number in (0, 3):
        table = table_of(game)
        for _ in range(number):
            table.once()
        wrong = len(table.state.dealt[FOLDS]) + cards
        events = table.do("call", what="wrong_number", position=FOLDS, cards=wrong)
        assert events[0].effect == ("void_hand" if game == "what-the-flush" else "void_all")  # type: ignore[attr-defined]
        assert table.won("cy") == 0
        if table.state.playing:
            table.finish()
        played = finished_round(table.state)
        folded = next(each for each in played["positions"] if each["position"] == FOLDS)
        assert folded["void"] is True and len(folded["cards"].split()) == wrong
        table.check_settled()
        check_played_back(table)


def test_a_folded_hand_without_side_wagers_lies_in_the_rack_and_is_found_there() -> None:
    """Issue item A2: the cards of the rack are as they were found."""
    table = Floor("four-card-poker")
    table.sit("p1", 1)
    table.sit("p2", 2)
    table.get_ready()
    table.bet("p1", 1, ante="10.00")
    table.bet("p2", 2, ante="10.00")
    table.run("decide")
    table.decide(1, "fold")
    table.decide(2, "play", "10.00")
    table.run("reveal")
    assert 1 not in table.state.hands
    assert table.refused("call", what="wrong_number", position=1, cards=5).code == "number_is_right"
    assert table.refused("call", what="wrong_number", position=1, cards=60).code == "number_impossible"
    assert table.refused("call", what="wrong_number", position=3, cards=4).code == "no_hand"
    table.do("call", what="wrong_number", position=1, cards=3)
    assert table.won("p1") == table.won("p2") == 0
    table.check_settled()
    check_played_back(table)


def reached(table: Floor) -> set[tuple[frozenset[str], ...]]:
    """What is void at each position, for a void round at every moment that some order of the settlement can reach."""
    waiting: list[Any] = [table.state]
    found, seen = set(), set()
    while waiting:
        state = waiting.pop()
        if not state.playing or (key := state_hash(state)) in seen:
            continue
        seen.add(key)
        _, void = step(table.house, state, command_of("void_round", "supervisor", reason="a fault"), Seeded())
        found.add(tuple(returned(table, position) for position in finished_round(void)["positions"]))
        task = state.next
        place = {"position": task.position} if task.position else {}
        ways = [command_of(task.do, "dealer", **place)]
        if task.do in OF_HAND:
            ways += [
                command_of(do, "dealer", **place, wager=wager)
                for do in ("take", "pay")
                for wager in (*state.bets[task.position].layout, table.house.ante_bonus)
                if wager
            ]
            ways += [command_of(do, "dealer", **place) for do in PAYOUT]
        for way in ways:
            try:
                waiting.append(step(table.house, state, way, Seeded())[1])
            except Refusal:
                continue
    return found


def command_of(do: str, by: str, **fields: Any) -> Command:
    return Command(do=do, by=by, **fields)


def rows_of(table: Floor) -> list[list[str]]:
    """The wagers of each position that a list of void wagers can name; an ante bonus where it is owed."""
    bonus, results = table.house.ante_bonus, table.state.results
    assert results is not None
    return [
        [*bet.stakes, *(row.wager for row in results[position].back if row.wager == bonus)]
        for position, bet in sorted(table.state.bets.items())
    ]


def returned(table: Floor, position: dict[str, Any]) -> frozenset[str]:
    rows = dict(zip(sorted(table.state.bets), rows_of(table), strict=True))[position["position"]]
    return frozenset(rows if position["void"] is True else position["void"] or ())


PROGRESSIVE = {"progressive": "A", "flush_bonus": None}
HIGH_CARD_FLUSH = {"1": "4c 5c 6c Kd Qd 2h 3s", "2": "9c 8h 7h 6h Td 2s 4s"}

DEALS = [
    # Hands whose wagers win and lose: a pair plus next to a lost ante, an ante bonus, a fold.
    ("three-card-poker", {"1": "4c 4d 9s", "2": "Qh Jd Th", "dealer": "Ac Ad 2s"}, {}, 0),
    ("three-card-poker", {"1": "4c 4d 9s", "2": "Qh Jd Th", "dealer": "Ac 7d 2s"}, {}, 1),
    ("four-card-poker", {"1": "Ac Ad 9s 8h 2c", "2": "Kh 7d 6h 3c 2d"}, {}, 2),
    ("high-card-flush", HIGH_CARD_FLUSH, PROGRESSIVE, 0),
    ("high-card-flush", HIGH_CARD_FLUSH, PROGRESSIVE, 2),
    ("high-card-flush", HIGH_CARD_FLUSH, PROGRESSIVE | {"progressive_order": "dealer_left_first"}, 0),
]


@pytest.mark.parametrize(("game", "hands", "options", "folds"), DEALS)
def test_a10_settle_accepts_next_to_settled_wagers_exactly_what_some_moment_leaves(
    game: str, hands: dict[str, str], options: dict[str, Any], folds: int
) -> None:
    """Issue item A10 under `void_reverses_settled` false: every list of void wagers that no table writes is refused."""
    moments: set[tuple[frozenset[str], ...]] = set()
    for settling in games.showdown(game).procedure.completion.alternatives:  # type: ignore[union-attr]
        table = dealt_to_two(game, settling, hands, options, folds)
        moments |= reached(table)
    table.session.do({"do": "void_round", "by": "supervisor", "reason": "a fault"})
    form = finished_round(table.state)
    table = dealt_to_two(game, settling, hands, options, folds)
    rows = rows_of(table)
    for void in product(*(subsets(each) for each in rows)):
        places = [place | {"void": sorted(names)} for place, names in zip(form["positions"], void, strict=True)]
        if not any(void):
            continue
        try:
            pitboss.settle(form | {"positions": places})
            assert void in moments, f"accepted, but no moment leaves {void}"
        except Refusal as refusal:
            assert refusal.code == "void_not_possible"
            assert void not in moments, f"refused, though a moment leaves {void}"


def subsets(names: list[str]) -> list[frozenset[str]]:
    return [frozenset(each) for number in range(len(names) + 1) for each in combinations(names, number)]


def dealt_to_two(game: str, settling: str, hands: dict[str, str], options: dict[str, Any], folds: int) -> Floor:
    """Two hands with every wager of the game, the dealer's revealed; what is settled stands."""
    table = Floor(game, settling=settling, options=options | {"void_reverses_settled": False})
    table.sit("ann", 1)
    table.sit("bob", 2)
    procedure, deal = table.house.procedure, table.house.game.deal
    assert procedure
    one_by_one = game != "high-card-flush"
    to = ["1", "2", "dealer"] * deal.player if one_by_one else ["1"] * 7 + ["2"] * 7 + ["dealer"] * 7
    table.get_ready(stacked(to, hands))
    for player, position in (("ann", 1), ("bob", 2)):
        wagers = {wager: "1.00" if wager == "progressive" else "10.00" for wager in table.house.offered}
        table.bet(player, position, **wagers)
    while table.state.results is None:
        if table.next == "decide":
            position, later = table.task.position, table.house.game.decisions[table.task.decision]
            table.decide(position, *(("fold",) if position == folds else (later.name, f"{10 * later.least}.00")))
        else:
            table.once()
    return table
