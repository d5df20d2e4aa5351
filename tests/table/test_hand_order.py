"""Issue item A3: the order in which the wagers of one hand are taken and paid."""

from itertools import permutations
from typing import Any

import pytest

from pitboss.cards.chance import Shuffles
from pitboss.floor.school import Lesson
from pitboss.table.families import house_of
from pitboss.table.showdown import events as e
from pitboss.table.showdown.setup import House
from pitboss.table.showdown.standing import part_of, tasks_of_hand
from pitboss.table.showdown.state import State
from pitboss.table.views import choices
from tests.support import checks
from tests.table.files import check_file
from tests.table.floor import Floor, stacked

WTF, HCF, TCP = "what-the-flush", "high-card-flush", "three-card-poker"
Step = tuple[str, str]

WTF_WAGERS = {"ante": "10.00", "flush_rush": "5.00", "super_flush_rush": "5.00"}
WTF_STEPS: list[Step] = [("take", "flush_rush"), ("pay", "super_flush_rush"), ("take", "ante"), ("take", "play")]
"""Four spades in a row against five hearts: only the super flush rush wins."""

HCF_WAGERS = {"ante": "10.00", "flush_bonus": "5.00", "straight_flush_bonus": "5.00", "progressive": "1.00"}
HCF_STEPS: list[Step] = [("take", "ante"), ("take", "raise"), ("pay", "flush_bonus"), ("take", "straight_flush_bonus")]
"""A four card flush against a five card flush: only the flush bonus wins."""


def at_the_hand(game: str, jurisdiction: str = "nj", **setup: Any) -> Floor:
    """One hand with winning and losing wagers, turned up and about to be settled."""
    if game == WTF:
        dealing = "packets" if jurisdiction == "card" else "automated_shoe"
        to = ["1"] * 7 + ["dealer"] * 8 if jurisdiction == "card" else ["dealer"] * 8 + ["1"] * 7
        hands = {"1": "5s 6s 7s 8s Qc Jc 4h", "dealer": "Ah Kh 9h 8h 3h Tc 9c 6d"}
        setup = {"dealing": dealing, "shuffler": "device"} | setup
        order, wagers, later = stacked(to, hands), WTF_WAGERS, "play"
    else:
        order = stacked(["1"] * 7 + ["dealer"] * 7, {"1": "2s 5s 7s 9s Qc Jc 4h", "dealer": "Ah Kh 9h 8h 3h Tc 6d"})
        wagers, later = HCF_WAGERS, "raise"
    floor = Floor(game, jurisdiction=jurisdiction, **setup)
    floor.sit("p1", 1)
    floor.get_ready(order)
    floor.bet("p1", 1, **wagers)
    floor.run("decide")
    floor.decide(1, later, "10.00")
    floor.run("reveal")
    floor.once()
    return floor


def settle(floor: Floor, steps: list[Step]) -> None:
    for do, wager in steps:
        (event,) = floor.do(do, position=1, wager=wager)
        assert names_of(event) == [wager]


def names_of(event: e.Event) -> list[str]:
    """The wagers that an event took or paid."""
    if isinstance(event, e.WagersTaken):
        return [*event.stakes]
    assert isinstance(event, e.WagersPaid)
    return [row.wager for row in event.rows]


TEXTS = [(WTF, "nj", WTF_STEPS), (WTF, "card", WTF_STEPS), (HCF, "nj", HCF_STEPS), (HCF, "ma", HCF_STEPS)]


@checks("NJ WTF 13:69F-38.10(c)", "WTF card 8", "NJ HCF 13:69F-38.10(e)", "MA HCF 10(e)")
@pytest.mark.parametrize(("game", "jurisdiction", "steps"), TEXTS)
def test_a3_wagers_of_a_hand_are_settled_one_by_one_in_any_order(
    game: str, jurisdiction: str, steps: list[Step]
) -> None:
    balances = set()
    for order in permutations(steps):
        floor = at_the_hand(game, jurisdiction)
        settle(floor, [*order])
        assert floor.next == "collect"
        floor.finish()
        floor.check_replay()
        check_file(floor)
        balances.add(tuple(sorted(floor.session.balances.items())))
    assert len(balances) == 1


@checks("NJ WTF 13:69F-38.10(c)", "NJ HCF 13:69F-38.10(e)")
@pytest.mark.parametrize(("game", "jurisdiction", "steps"), TEXTS)
@pytest.mark.parametrize("first", ["take", "pay"])
def test_a3_a_position_alone_settles_all_that_is_left(
    game: str, jurisdiction: str, steps: list[Step], first: str
) -> None:
    for number in range(len(steps)):
        floor = at_the_hand(game, jurisdiction)
        settle(floor, steps[:number])
        left = {do: [wager for each, wager in steps[number:] if each == do] for do in ("take", "pay")}
        for do in (first, "pay" if first == "take" else "take"):
            if left[do]:
                (event,) = floor.do(do, position=1)
                assert sorted(names_of(event)) == sorted(left[do])
        assert floor.next == "collect"
        floor.finish()
        check_file(floor)


STRICT = [
    (WTF, "nj", [WTF_STEPS[1], WTF_STEPS[2]], "NJ WTF 13:69F-38.10(c)"),
    (WTF, "card", [WTF_STEPS[2], WTF_STEPS[1]], "WTF card 8"),
    (HCF, "nj", [HCF_STEPS[0], HCF_STEPS[2]], "NJ HCF 13:69F-38.10(e)"),
    (HCF, "ma", [HCF_STEPS[0], HCF_STEPS[2]], "MA HCF 10(e)"),
]


@checks("NJ WTF 13:69F-38.10(c)", "WTF card 8", "NJ HCF 13:69F-38.10(e)", "MA HCF 10(e)")
@pytest.mark.parametrize(("game", "jurisdiction", "pair", "clause"), STRICT)
def test_a3_strict_order_requires_the_order_of_the_text(
    game: str, jurisdiction: str, pair: list[Step], clause: str
) -> None:
    """Bonus wagers first in What The Flush, the contest first in the other texts."""
    first, later = pair
    floor = at_the_hand(game, jurisdiction, strict_order=True)
    contest_first = first[1] == "ante"
    refusal = floor.refused(later[0], position=1, wager=later[1])
    assert (refusal.code, refusal.clause, refusal.position) == ("not_next", clause, 1)
    if first[0] != later[0]:
        assert (contest_first, floor.next) != (True, later[0])
    parts = []
    while floor.next in ("take", "pay"):
        (event,) = floor.do(floor.next, position=1)
        parts += [part_of(floor.house, wager) for wager in names_of(event)]
    assert parts == sorted(parts, reverse=contest_first)  # "bonuses" sorts before "contest"
    floor.finish()
    check_file(floor)


@checks("NJ WTF 13:69F-38.10(c)", "NJ HCF 13:69F-38.10(e)")
@pytest.mark.parametrize(("game", "jurisdiction", "steps"), TEXTS)
def test_a3_an_automatic_table_follows_the_text(game: str, jurisdiction: str, steps: list[Step]) -> None:
    strict = at_the_hand(game, jurisdiction, strict_order=True)
    strict.finish()
    itself = at_the_hand(game, jurisdiction, automatic=["take", "pay", "collect", "collect_dealer"])
    kinds = (e.WagersTaken, e.WagersPaid)
    assert itself.of_round(*kinds) == strict.of_round(*kinds)
    first = itself.of_round(*kinds)[0]
    parts = [part_of(itself.house, wager) for wager in names_of(first)]
    if (game, jurisdiction) == (WTF, "nj"):
        assert {*parts} == {"bonuses"}
    else:
        assert parts[0] == "contest"


@pytest.mark.parametrize(("game", "jurisdiction", "steps"), TEXTS)
def test_a3_edition_1_takes_then_pays(
    game: str, jurisdiction: str, steps: list[Step], monkeypatch: pytest.MonkeyPatch
) -> None:
    def first_edition(setup: dict[str, Any]) -> House:
        house = house_of(setup, 1)
        assert isinstance(house, House)
        return house

    monkeypatch.setattr("tests.table.floor.house_of", first_edition)
    floor = at_the_hand(game, jurisdiction, automatic=["take", "pay", "collect", "collect_dealer"])
    settled = floor.of_round(e.WagersTaken, e.WagersPaid)
    assert [type(event) for event in settled] == [e.WagersTaken, e.WagersPaid]
    by_hand = at_the_hand(game, jurisdiction)
    for do, wager in steps:
        assert by_hand.refused(do, position=1, wager=wager).code == "not_next"
    assert by_hand.refused("pay", position=1).code == "not_next"
    for do in ("take", "pay"):
        by_hand.do(do, position=1)
    assert by_hand.of_round(e.WagersTaken, e.WagersPaid) == settled


def test_a3_a_wager_that_is_not_due_is_refused_with_its_clause() -> None:
    law = "NJ WTF 13:69F-38.10(c)"
    floor = at_the_hand(WTF)
    for do, wager, code, clause in (
        ("pay", "ante", "wager_lost", law + "2"),
        ("pay", "flush_rush", "wager_lost", law + "1"),
        ("take", "super_flush_rush", "wager_not_lost", law + "1"),
        ("take", "pair_plus", "no_such_wager", law + "2"),
        ("pay", "", "no_such_wager", law + "3"),
    ):
        refusal = floor.refused(do, position=1, wager=wager)
        assert (refusal.code, refusal.clause, refusal.position) == (code, clause, 1)
    floor.do("take", position=1, wager="ante")
    floor.do("pay", position=1)
    for do in ("take", "pay"):
        for wager, clause in (("ante", "2" if do == "take" else "3"), ("super_flush_rush", "1")):
            refusal = floor.refused(do, position=1, wager=wager)
            assert (refusal.code, refusal.clause) == ("wager_settled", law + clause)
    assert floor.refused("pay", position=1).code == "not_next"
    assert floor.refused("take", position=2, wager="ante").code == "not_next"
    floor.do("take", position=1)
    assert floor.refused("take", position=1, wager="ante").code == "not_next"
    progressive = at_the_hand(HCF)
    for do in ("take", "pay"):
        refusal = progressive.refused(do, position=1, wager="progressive")
        assert (refusal.code, refusal.clause) == ("progressive_apart", "NJ HCF 13:69F-38.12(f)")


def poker(settling: str, hands: dict[str, str], **setup: Any) -> Floor:
    """Three Card Poker, all hands turned up and the first about to be settled."""
    floor = Floor(TCP, settling=settling, **setup)
    for position in hands:
        if position != "dealer":
            floor.sit(f"p{position}", int(position))
    floor.get_ready(stacked([*hands] * 3, hands))
    for position in hands:
        if position != "dealer":
            floor.bet(f"p{position}", int(position), ante="10.00", pair_plus="5.00")
    floor.run("decide")
    while floor.next == "decide":
        floor.decide(floor.task.position, "play", "10.00")
    floor.run("take")
    return floor


@checks("NJ TCP 19:47-20.11(a)2", "NJ TCP 19:47-20.10(c)2ii")
@pytest.mark.parametrize("strict", [False, True])
def test_a3_an_ante_bonus_is_paid_once_by_its_name(strict: bool) -> None:
    """Paragraph (c)2 names no order, so a strict table has none to keep."""
    hands = {"1": "4h 5h 6h", "dealer": "Tc Jc Qc"}
    steps = [("pay", "ante_bonus"), ("take", "ante"), ("pay", "pair_plus"), ("take", "play")]
    for order in permutations(steps):
        floor = poker("hand_by_hand", hands, strict_order=strict)
        for do, wager in order:
            floor.do(do, position=1, wager=wager)
            assert floor.next == "collect" or floor.refused(do, position=1, wager=wager).code == "wager_settled"
        floor.finish()
        assert floor.won("p1") == -20_00 + 50_00 + 5_00 * 40
        check_file(floor)


@checks("NJ TCP 19:47-20.10(c)1")
def test_a3_each_procedure_for_all_hands_before_the_next_stays_so() -> None:
    """Of all_hands the text orders the procedures over all hands: nothing is paid before every hand is taken."""
    hands = {"1": "4h 5h 6h", "2": "7h 8h 9h", "dealer": "Tc Jc Qc"}
    floor = poker("all_hands", hands)
    assert (floor.next, floor.task.position) == ("take", 2)
    refusal = floor.refused("pay", position=2, wager="pair_plus")
    assert (refusal.code, refusal.clause) == ("not_next", "NJ TCP 19:47-20.10(c)1ii")
    floor.do("take", position=2, wager="play")
    assert floor.refused("take", position=1).code == "not_next"
    floor.do("take", position=2)
    floor.do("take", position=1)
    assert (floor.next, floor.task.position) == ("pay", 2)
    floor.do("pay", position=2, wager="ante_bonus")
    assert floor.task.position == 2
    floor.finish()
    check_file(floor)


@checks("NJ TCP 19:47-20.10(c)1")
def test_a3_a_strict_table_takes_a_lone_hand_before_it_pays() -> None:
    hands = {"1": "4h 5h 6h", "dealer": "Tc Jc Qc"}
    refusal = poker("all_hands", hands, strict_order=True).refused("pay", position=1)
    assert (refusal.code, refusal.clause) == ("not_next", "NJ TCP 19:47-20.10(c)1")
    poker("all_hands", hands).do("pay", position=1)


@checks("NJ FCP 19:47-27.10(e)1")
@pytest.mark.parametrize("strict", [False, True])
def test_a3_a_strict_table_of_four_card_poker_takes_a_lone_hand_before_it_pays(strict: bool) -> None:
    """A pair of aces wins the aces up and loses to three kings."""
    floor = Floor("four-card-poker", strict_order=strict)
    floor.sit("p1", 1)
    hands = {"1": "Ac Ad 9s 8h 2c", "dealer": "Ks Kh Kd 3c 4d 6s"}
    floor.get_ready(stacked(["1", "dealer"] * 5 + ["dealer"], hands))
    floor.bet("p1", 1, ante="10.00", aces_up="5.00")
    floor.run("decide")
    floor.decide(1, "play", "10.00")
    floor.run("take")
    if strict:
        refusal = floor.refused("pay", position=1)
        assert (refusal.code, refusal.clause) == ("not_next", "NJ FCP 19:47-27.10(e)1")
    else:
        floor.do("pay", position=1)


def hand_with_both(game: str) -> Lesson:
    """A lesson that has come to a hand of which the next two steps differ, and the first part is not the last."""
    for seed in range(400):
        lesson = Lesson(game, Shuffles(seed))
        while not lesson.score.rounds:
            house, state = lesson.house, lesson.state
            assert isinstance(house, House) and isinstance(state, State)
            tasks = tasks_of_hand(house, state)
            if {task.do for task in tasks} == {"take", "pay"} and len({task.part for task in tasks}) == 2:
                return lesson
            wanted = lesson.hint()
            tool = next(each for each in lesson.tools() if each.do == wanted["do"])
            lesson.do({"do": tool.do} | ({"position": wanted["position"]} if tool.at else {}))
    raise AssertionError("no such hand")


@checks("NJ WTF 13:69F-38.10(c)", "NJ HCF 13:69F-38.10(e)")
@pytest.mark.parametrize(
    ("game", "first", "clause"),
    [(WTF, "bonus wagers", "NJ WTF 13:69F-38.10(c)"), (HCF, "ante and raise wagers", "NJ HCF 13:69F-38.10(e)")],
)
def test_a3_the_school_teaches_the_order_of_the_text(game: str, first: str, clause: str) -> None:
    lesson = hand_with_both(game)
    hint = lesson.hint()
    assert first in hint["says"]
    wrong = {"take": "pay", "pay": "take"}[hint["do"]]
    refusal = lesson.do({"do": wrong, "position": hint["position"]})
    assert refusal and (refusal.code, refusal.clause) == ("not_next", clause)
    assert lesson.do({"do": hint["do"], "position": hint["position"]}) is None
    assert lesson.do({"do": wrong, "position": hint["position"]}) is None


def test_a3_the_dealer_is_offered_each_step_of_the_hand() -> None:
    floor = at_the_hand(WTF)
    found = [(each["do"], each.get("wager")) for each in choices(floor.house, floor.state, "dealer", "")]
    assert found[:2] == [("take", None), ("pay", None)]
    assert {*WTF_STEPS} <= {*found}
    strict = at_the_hand(WTF, strict_order=True)
    found = [(each["do"], each.get("wager")) for each in choices(strict.house, strict.state, "dealer", "")]
    assert [each for each in found if each[0] in ("take", "pay")] == [("take", None), ("take", "flush_rush")]
