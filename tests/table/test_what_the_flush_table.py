"""What The Flush at the table, clause by clause: N.J.A.C. 13:69F-38.2 to 38.13, and the maker's rules card.

Where the card is silent a table that plays by it follows New Jersey's text.
"""

from collections.abc import Sequence
from typing import Any

import pytest

import pitboss
from pitboss.refusal import Refusal
from pitboss.table.families import showdown_house as house_of
from pitboss.table.showdown import events as e
from pitboss.table.showdown.setup import DECK
from pitboss.table.showdown.state import reconstruct
from pitboss.table.state import finished_round
from pitboss.table.views import view
from tests.support import checks
from tests.table.floor import Floor, hands_of, stacked, trail

NJ_WAYS = [("nj", "manual_shoe"), ("nj", "hand"), ("nj", "automated_shoe")]
CARD_WAYS = [("card", "packets"), ("card", "two_packets")]
WAYS = NJ_WAYS + CARD_WAYS
IN_STACKS = [("nj", "automated_shoe"), *CARD_WAYS]

# The dealer's turned up card, the dealer's other seven, and hands that beat, lose to and tie with them.
TURNED = "3s"
REST = "Ah 9h 5h Kc 8c Qd Js"
HIGHER = "Ac Qc 7c 4c 6d Td 3h"
LOWER = "Ks 9s 4s Jd 7d 6c 8h"
EQUAL = "Ad 9d 5d 6s 7s Tc 4h"

FIVE_FLUSH = "Ad Jd 8d 6d 3d 9c Th"
FOUR_IN_A_ROW = "5s 6s 7s 8s Qc Jc 4h"

BOTH_RUSHES = {"ante": "10.00", "flush_rush": "5.00", "super_flush_rush": "5.00"}


def law(paragraph: str) -> str:
    return "NJ WTF 13:69F-" + paragraph


def card(paragraph: str) -> str:
    return "WTF card " + paragraph


def deal_order(dealing: str, positions: Sequence[int]) -> list[str]:
    """Who gets the first, second, third card, as the texts have it; `rack` for what is burnt or left over."""
    players = [str(position) for position in sorted(positions)]
    stacks = [player for player in players for _ in range(7)]
    if dealing == "automated_shoe":  # 38.9(c)
        return ["dealer"] * 8 + stacks
    if dealing == "packets":  # card 3
        return stacks + ["dealer"] * 8
    if dealing == "two_packets":  # card 3(a)(i): the second packet's top card, dealt last, is burnt, the next one kept
        return stacks + ["dealer"] * 7 + ["rack"] * 5 + ["dealer", "rack"]
    return [*players, "dealer"] * 7 + ["dealer"]  # 38.7(d), 38.8(c)


def seats(dealing: str) -> int:
    """How many players 52 cards are enough for (reading 28)."""
    return 5 if dealing == "two_packets" else 6


class Table(Floor):
    """A What The Flush table; a shuffling device where the way of dealing needs one."""

    def __init__(self, jurisdiction: str = "nj", dealing: str = "manual_shoe", **setup: Any) -> None:
        if dealing not in ("manual_shoe", "automated_shoe"):
            setup = {"shuffler": "device"} | setup
        super().__init__("what-the-flush", jurisdiction=jurisdiction, dealing=dealing, **setup)
        self.dealing = dealing

    def seat(self, *positions: int) -> None:
        for position in positions:
            self.sit(f"p{position}", position)

    def ready(self, hands: dict[int, str] | None = None, turned: str = TURNED, rest: str = REST, **wagers: str) -> None:
        """Players with the hands wanted are seated and have wagered; bets are still open."""
        hands = {1: HIGHER} if hands is None else hands
        self.seat(*(position for position in hands if position not in self.state.seats))
        dealer = f"{turned} {rest}" if self.dealing == "packets" else f"{rest} {turned}"
        wanted = {str(position): cards for position, cards in hands.items()} | {"dealer": dealer}
        self.get_ready(stacked(deal_order(self.dealing, list(hands)), wanted))
        for position in hands:
            self.bet(f"p{position}", position, **(wagers or {"ante": "10.00"}))

    def to_decisions(
        self, hands: dict[int, str] | None = None, turned: str = TURNED, rest: str = REST, **wagers: str
    ) -> None:
        self.ready(hands, turned, rest, **wagers)
        self.run("decide")

    def all_play(self, but: Sequence[int] = ()) -> None:
        """Every position plays as much as its ante; those in `but` fold."""
        while self.next == "decide":
            position = self.task.position
            if position in but:
                self.decide(position, "fold")
            else:
                self.decide(position, "play", "10.00")

    def play(self, hands: dict[int, str] | None = None, **wagers: str) -> list[str]:
        """A whole round in which all play; what happened from the first decision on."""
        self.to_decisions(hands, **wagers)
        before = len(self.log)
        self.all_play()
        self.done()
        return trail(self.log[before:])

    def done(self) -> None:
        """To the end of the round, and everything that must hold of it."""
        self.finish()
        self.check_settled()
        self.rebuilds()
        self.check_replay()

    def rebuilds(self) -> None:
        """Every hand dealt can be taken out of the rack again, card for card in the order dealt."""
        dealt: dict[str, list[str]] = {}
        for to, each, _ in self.dealt():
            dealt.setdefault(to, []).append(each)
        found = reconstruct(self.state.rack, self.state.pickups)
        for whose, cards in dealt.items():
            if whose == "rack":
                assert set(cards) <= set(found["burnt"])
            else:
                assert found[whose] == tuple(cards), whose
        assert sorted(each for cards in found.values() for each in cards) == sorted(DECK)

    def next_order(self) -> list[str]:
        return [task.do for task in self.state.programme[self.state.at :]]


def refused_setup(jurisdiction: str = "nj", **setup: Any) -> Refusal:
    with pytest.raises(Refusal) as caught:
        house_of({"game": "what-the-flush", "jurisdiction": jurisdiction, **setup})
    return caught.value


def by_suit_and_in_sequence() -> list[str]:
    """A new deck, in the test's own words."""
    return [rank + suit for suit in "cdhs" for rank in "23456789TJQKA"]


# 38.1 Definitions


@checks("NJ WTF 13:69F-38.1 Round of play")
@pytest.mark.parametrize(("jurisdiction", "dealing"), WAYS)
def test_38_1_a_round_ends_when_every_wager_is_paid_or_collected(jurisdiction: str, dealing: str) -> None:
    table = Table(jurisdiction, dealing)
    table.ready({1: HIGHER, 2: LOWER})
    table.once()
    assert (table.state.playing, table.state.number) == (True, 1)
    while table.state.playing:
        assert table.refused("no_more_bets").code == "not_next"
        if table.next == "decide":
            table.decide(table.task.position, "play", "10.00")
        else:
            table.once()
    assert table.session.balances["layout"] == 0
    table.check_settled()
    table.play({1: HIGHER, 2: LOWER})
    assert table.state.number == 2


@checks("NJ WTF 13:69F-38.1 Stub")
@pytest.mark.parametrize(
    ("jurisdiction", "dealing", "players"),
    [(*way, players) for way in WAYS for players in (1, 3, 5, 6) if players <= seats(way[1])],
)
def test_38_1_the_stub_is_what_is_left_of_the_deck(jurisdiction: str, dealing: str, players: int) -> None:
    table = Table(jurisdiction, dealing)
    positions = list(range(1, players + 1))
    table.seat(*positions)
    order = " ".join(reversed(DECK))
    table.get_ready(order)
    for position in positions:
        table.bet(f"p{position}", position, ante="10.00")
    table.run("rack_stub")
    gone = 7 * players + (14 if dealing == "two_packets" else 8)
    assert table.state.stock == tuple(order.split()[gone:])
    table.once()
    assert reconstruct(table.state.rack, table.state.pickups)["stub"] == tuple(order.split()[gone:])


# 38.2 Cards; number of decks


@checks("NJ WTF 13:69F-38.2(a)")
def test_38_2_a_one_deck_of_52_and_one_cover_card() -> None:
    for decks in (0, 3):
        refusal = refused_setup(decks=decks, shuffler="device")
        assert (refusal.code, refusal.clause) == ("wrong_decks", law("38.2(a)"))
    table = Table()
    table.do("receive")
    assert sorted(table.state.stock) == sorted(by_suit_and_in_sequence())
    assert (table.state.other, table.state.decks_at_table) == ((), 1)
    assert table.house.procedure.cards.cover_cards == 1


@checks("NJ WTF 13:69F-38.2(a)")
def test_38_2_a_the_cover_card_is_no_card_of_the_game() -> None:
    """Issue item A19: it lies beside a deck of one back, serves in the cut and goes to the rack."""
    table = Table()
    table.seat(1)
    table.run("cut")
    assert [each.back for each in table.all(e.DeckReceived)] == ["red"]
    assert table.state.cover == "beside the deck"
    table.once()
    assert table.state.cover == "in the discard rack"
    assert sorted(table.state.stock) == sorted(DECK)


@checks("NJ WTF 13:69F-38.7(a)")
@pytest.mark.parametrize("shuffler", ["none", "device"])
def test_38_7_a_the_dealer_or_the_device_puts_the_stack_into_the_shoe(shuffler: str) -> None:
    """Issue item A19: only after shuffle and cut, and bets open with it."""
    loaded_after_38_4(Table("nj", "manual_shoe", shuffler=shuffler), law("38.7(a)"))


def loaded_after_38_4(table: Table, clause: str) -> None:
    table.seat(1)
    table.run("shuffle")
    assert table.refused("load").code == "not_next"
    table.run("load")
    assert table.task.clause == clause
    assert table.refused("bet", who="p1", position=1, wagers={"ante": "10.00"}).code == "bets_not_open"
    stock = table.state.stock
    table.once()
    assert table.state.stock == stock and table.state.betting


@checks("NJ WTF 13:69F-38.9(a)")
def test_38_9_a_an_automated_shoe_deals_stacks_of_eight_and_seven() -> None:
    """Issue item A19: the dealer's stack has eight cards, a player's seven."""
    table = Table("nj", "automated_shoe")
    table.seat(1, 2)
    table.get_ready()
    for position in (1, 2):
        table.bet(f"p{position}", position, ante="10.00")
    table.run("deal")
    stacks = []
    while table.next == "deal":
        (event,) = table.once()
        assert isinstance(event, e.CardsDealt)
        stacks.append((event.cards[0][0], len(event.cards)))
    assert stacks == [("dealer", 8), ("1", 7), ("2", 7)]


@checks("NJ WTF 13:69F-38.2(b)", "NJ WTF 13:69F-38.2(b)1")
def test_38_2_b_a_second_deck_needs_a_shuffling_device_and_is_as_whole_as_the_first() -> None:
    refusal = refused_setup(decks=2)
    assert (refusal.code, refusal.clause) == ("second_deck_needs_device", law("38.2(b)"))
    for device in ("device", "counting_device"):
        table = Table(decks=2, shuffler=device)
        table.seat(1)
        table.get_ready()
        assert sorted(table.state.stock) == sorted(table.state.other) == sorted(DECK)


@checks("NJ WTF 13:69F-38.2(b)2", "NJ WTF 13:69F-38.2(b)3", "NJ WTF 13:69F-38.2(b)4", "NJ WTF 13:69F-38.2(b)5")
@checks("WTF card 4")
@pytest.mark.parametrize(("jurisdiction", "dealing"), WAYS)
def test_38_2_b_two_decks_of_different_backs_take_turns(jurisdiction: str, dealing: str) -> None:
    table = Table(jurisdiction, dealing, decks=2, shuffler="device")
    table.seat(1)
    backs = []
    for number in range(5):
        while table.next != "no_more_bets":
            table.once()
        shuffled = table.all(e.Shuffled)
        assert len(shuffled) == number + 2
        assert shuffled[-1].device  # the deck that rests was shuffled by the device, while this one is in play
        backs.append(view(table.house, table.state, "dealer")["back"])
        table.bet("p1", 1, ante="10.00")
        waiting = table.state.other
        assert sorted(waiting) == sorted(table.state.stock) == sorted(DECK)
        table.run("decide")
        table.decide(1, "fold")
        while table.state.playing:
            table.once()
            assert table.state.other == waiting  # the rack holds cards of the deck in play alone
        assert sorted(table.state.rack) == sorted(DECK)
    assert backs == ["red", "blue", "red", "blue", "red"]


@checks("NJ WTF 13:69F-38.2(b)4")
def test_38_2_b_4_a_void_round_does_not_break_the_turns() -> None:
    table = Table(dealing="automated_shoe", decks=2, shuffler="device")
    table.seat(1)
    decks = []
    for jam in (True, False, True, True):
        table.get_ready()
        decks.append(table.state.deck)
        table.bet("p1", 1, ante="10.00")
        table.run("deal")
        if jam:
            table.do("call", what="shoe_jam")
        else:
            table.run("decide")
            table.decide(1, "fold")
            table.finish()
    assert decks == [0, 1, 0, 1]


# 38.3 Opening

STEPS = [
    ("receive", "dealer", "38.3(a)"),
    ("inspect", "dealer", "38.3(a)"),
    ("verify", "floorperson", "38.3(b)"),
    ("spread", "dealer", "38.3(b)"),
    ("view", "player", "38.3(c)"),
    ("wash", "dealer", "38.3(c)"),
    ("stack", "dealer", "38.3(c)"),
    ("shuffle", "dealer", "38.4(a)"),
    ("cut", "dealer", "38.4(c)1ii"),
]
READY = {
    "manual_shoe": ("38.7(a)", "38.7(b)"),
    "hand": ("38.8(b)2", "38.8(b)3"),
    "automated_shoe": ("38.9(b)1", "38.9(b)2"),
    "packets": ("38.9(b)1", "38.9(b)2"),
    "two_packets": ("38.9(b)1", "38.9(b)2"),
}


def opening(table: Table) -> list[tuple[str, str, str]]:
    """The steps to the close: with a device there is no cut."""
    load, close = READY[table.dealing]
    steps = STEPS if table.state.shuffler == "none" else STEPS[:-1]
    return [*steps, ("load", "dealer", load), ("no_more_bets", "dealer", close)]


@checks("NJ WTF 13:69F-38.3(a)", "NJ WTF 13:69F-38.3(b)", "NJ WTF 13:69F-38.3(c)", "NJ WTF 13:69F-38.4(a)")
@checks("NJ WTF 13:69F-38.4(b)", "NJ WTF 13:69F-38.4(b)1", "NJ WTF 13:69F-38.4(b)2")
@pytest.mark.parametrize(("jurisdiction", "dealing"), WAYS)
def test_38_3_the_opening_goes_in_order_and_nothing_is_passed_over(jurisdiction: str, dealing: str) -> None:
    table = Table(jurisdiction, dealing)
    table.seat(1)
    steps = opening(table)
    for number, (step, role, clause) in enumerate(steps):
        assert (table.task.do, table.task.by, table.task.clause) == (step, role, law(clause))
        for other, by, _ in steps[:number] + steps[number + 1 :]:
            refusal = table.refused(other, by, **({"who": "p1"} if by == "player" else {}))
            assert (refusal.code, refusal.clause) == ("not_next", law(clause)), other
        if step != "no_more_bets":
            events = table.once()
            assert [event.clause for event in events] == [law(clause)]  # type: ignore[attr-defined]


@checks("NJ WTF 13:69F-38.3(b)", "NJ WTF 13:69F-38.3(c)")
def test_38_3_b_and_c_the_spread_lies_open_by_suit_and_in_sequence_until_the_wash() -> None:
    table = Table()
    table.run("verify")
    for role in ("dealer", "supervisor"):
        assert table.refused("verify", role).code == "wrong_role"
    table.run("spread")
    assert table.state.shown == ()
    table.once()
    assert list(table.state.shown) == by_suit_and_in_sequence()
    assert table.refused("view", who="ann").code == "not_seated"
    assert table.refused("wash").clause == law("38.3(c)")
    table.sit("ann", 4)
    table.do("view", who="ann")
    table.do("wash")
    assert table.state.shown == ()
    table.do("stack")
    assert table.next == "shuffle"


@checks("NJ WTF 13:69F-38.3(a)", "NJ WTF 13:69F-38.4(a)", "NJ WTF 13:69F-38.4(b)2")
def test_38_3_a_cards_shuffled_beforehand_are_inspected_and_cut() -> None:
    table = Table(preshuffled=True)
    assert table.next_order() == ["receive", "inspect", "cut", "load", "no_more_bets"]
    table.seat(1)
    table.get_ready()
    table.bet("p1", 1, ante="10.00")
    table.run("decide")
    table.decide(1, "fold")
    table.done()
    assert table.next_order() == ["shuffle", "cut", "load", "no_more_bets"]


@checks("NJ WTF 13:69F-38.3(d)")
@pytest.mark.parametrize(("jurisdiction", "dealing"), WAYS)
def test_38_3_d_each_of_two_decks_is_opened_separately(jurisdiction: str, dealing: str) -> None:
    table = Table(jurisdiction, dealing, decks=2, shuffler="device")
    table.seat(1)
    one = ["receive", "inspect", "verify", "spread", "view", "wash", "stack", "shuffle"]
    assert table.next_order() == [*one, *one, "load", "no_more_bets"]
    table.run("no_more_bets")
    shuffles = table.all(e.Shuffled)
    assert (table.state.stock, table.state.other) == (shuffles[0].order, shuffles[1].order)


# 38.4 Shuffle and cut


@checks("NJ WTF 13:69F-38.4(a)")
@pytest.mark.parametrize(("jurisdiction", "dealing"), WAYS)
def test_38_4_a_the_cards_are_shuffled_before_play_and_after_every_round(jurisdiction: str, dealing: str) -> None:
    table = Table(jurisdiction, dealing)
    table.seat(1)
    orders = []
    for number in range(1, 4):
        table.run("shuffle")
        assert table.refused("load").clause == law("38.4(a)")
        table.run("no_more_bets")
        assert len(table.all(e.Shuffled)) == number
        orders.append(table.all(e.Shuffled)[-1].order)
        assert (sorted(table.state.stock), table.state.rack) == (sorted(DECK), ())
        table.bet("p1", 1, ante="10.00")
        table.run("decide")
        table.decide(1, "fold")
        table.done()
    assert len(set(orders)) == 3


@checks("NJ WTF 13:69F-38.4(b)1")
@pytest.mark.parametrize(("jurisdiction", "dealing"), WAYS)
def test_38_4_b_1_after_a_device_the_order_is_dealt_uncut(jurisdiction: str, dealing: str) -> None:
    table = Table(jurisdiction, dealing, shuffler="device")
    table.seat(1)
    table.run("shuffle")
    order = " ".join(reversed(DECK))
    table.do("shuffle", order=order)
    assert table.refused("cut", depth=20).code == "not_next"
    table.once()
    assert table.state.stock == tuple(order.split())
    assert table.refused("order_recut").code == "nothing_to_recut"


@checks("NJ WTF 13:69F-38.4(c)", "NJ WTF 13:69F-38.4(c)1", "NJ WTF 13:69F-38.4(c)1i", "NJ WTF 13:69F-38.4(c)1ii")
@checks("NJ WTF 13:69F-38.4(c)1iii", "NJ WTF 13:69F-38.4(c)1iv", "NJ WTF 13:69F-38.4(c)2")
@pytest.mark.parametrize("dealing", ["manual_shoe", "automated_shoe"])
@pytest.mark.parametrize("depth", [10, 11, 26, 50, 51])
def test_38_4_c_the_cut_cards_go_below_the_rest_and_the_deal_is_from_the_top(dealing: str, depth: int) -> None:
    table = Table(dealing=dealing)
    table.seat(1)
    table.run("shuffle")
    order = [rank + suit for rank in "A23456789TJQK" for suit in "shdc"]
    table.do("shuffle", order=" ".join(order))
    assert table.state.cover == "beside the deck"
    assert table.do("cut", depth=depth) == [e.DeckCut(depth, law("38.4(c)1ii"))]
    assert table.state.cover == "in the discard rack"
    wanted = order[depth:] + order[:depth]
    assert list(table.state.stock) == wanted
    table.run("no_more_bets")
    table.bet("p1", 1, ante="10.00")
    table.run("rack_stub")
    assert [each for _, each, _ in table.dealt()] == wanted[:15]


@checks("NJ WTF 13:69F-38.4(c)1ii")
@pytest.mark.parametrize("depth", [-1, 0, 9, 52, 53])
def test_38_4_c_1_ii_fewer_than_ten_cards_or_none_left_is_no_cut(depth: int) -> None:
    table = Table()
    table.seat(1)
    table.run("cut")
    refusal = table.refused("cut", depth=depth)
    assert (refusal.code, refusal.clause) == ("cut_depth", law("38.4(c)1ii"))


@checks("NJ WTF 13:69F-38.4(d)")
@pytest.mark.parametrize("moment", ["load", "no_more_bets", "deal"])
def test_38_4_d_a_supervisor_can_have_the_cards_cut_again_until_the_first_is_dealt(moment: str) -> None:
    table = Table()
    table.seat(1)
    table.run("cut")
    assert table.refused("order_recut").clause == law("38.4(d)")
    table.do("cut", depth=20)
    if moment != "load":
        table.run("no_more_bets")
        table.bet("p1", 1, ante="10.00")
        table.run(moment)
    for role in ("dealer", "floorperson"):
        assert table.refused("order_recut", role).code == "wrong_role"
    before = table.state.stock
    assert table.do("order_recut", who="s") == [e.RecutOrdered(law("38.4(d)"), "s")]
    assert table.refused(moment).clause == law("38.4(c)1ii")
    assert table.refused("cut", depth=9).code == "cut_depth"
    table.do("cut", depth=10)
    assert table.state.stock == before[10:] + before[:10]
    if moment == "load":
        table.run("no_more_bets")
        table.bet("p1", 1, ante="10.00")
    table.run("deal")
    table.once()
    while table.next != "decide":
        refusal = table.refused("order_recut")
        assert (refusal.code, refusal.clause) == ("nothing_to_recut", law("38.4(d)"))
        table.once()


@checks("NJ WTF 13:69F-38.4(e)")
@pytest.mark.parametrize("face_up", [True, False])
def test_38_4_e_at_an_idle_table_the_cards_lie_spread_until_a_player_comes(face_up: bool) -> None:
    table = Table(idle_face_up=face_up)
    table.seat(1)
    table.get_ready()
    table.do("leave", who="p1")
    turn = [] if face_up else ["turn_up"]
    mix = ["wash", "stack", "shuffle", "cut", "load", "no_more_bets"]
    assert table.next_order() == ["spread_idle", *turn, "view", *mix]
    assert table.task.clause == law("38.4(e)")
    table.once()
    assert list(table.state.shown) == (by_suit_and_in_sequence() if face_up else [])
    if not face_up:
        assert table.refused("turn_up").code == "nobody_arrived"
    table.sit("cid", 6)
    if not face_up:
        table.do("turn_up")
    assert list(table.state.shown) == by_suit_and_in_sequence()
    table.do("view", who="cid")
    table.get_ready()
    assert sorted(table.state.stock) == sorted(DECK)


@checks("NJ WTF 13:69F-38.4(e)")
@pytest.mark.parametrize(("jurisdiction", "dealing"), WAYS)
def test_38_4_e_with_two_decks_both_are_mixed_again(jurisdiction: str, dealing: str) -> None:
    """This text, unlike High Card Flush's, sends an idle table to 38.3(d) too."""
    table = Table(jurisdiction, dealing, decks=2, shuffler="device")
    table.seat(1)
    table.get_ready()
    table.do("leave", who="p1")
    steps = table.next_order()
    assert steps[0] == "spread_idle"
    assert (steps.count("wash"), steps.count("stack"), steps.count("shuffle")) == (2, 2, 2)
    before, (stock, other) = len(table.all(e.Shuffled)), (table.state.stock, table.state.other)
    table.sit("cid", 5)
    table.get_ready()
    assert len(table.all(e.Shuffled)) == before + 2
    assert {table.state.stock, table.state.other}.isdisjoint({stock, other})
    assert sorted(table.state.stock) == sorted(table.state.other) == sorted(DECK)


@checks("NJ WTF 13:69F-38.4(e)")
@pytest.mark.parametrize("moment", ["shuffle", "cut", "load", "no_more_bets"])
def test_38_4_e_whenever_the_last_player_leaves_an_open_table(moment: str) -> None:
    table = Table()
    table.seat(1)
    table.get_ready()
    table.bet("p1", 1, ante="10.00")
    table.run("decide")
    table.decide(1, "fold")
    table.finish()
    table.run(moment)
    table.do("leave", who="p1")
    assert table.next == "spread_idle"


# 38.6 Wagers, 38.13 positions


@checks("NJ WTF 13:69F-38.6(a)")
def test_38_6_a_wagers_are_chips_and_plaques_never_cash_or_a_word() -> None:
    table = Table()
    table.seat(1)
    table.get_ready()
    for tender in ("cash", "verbal"):
        refusal = table.refused("bet", who="p1", position=1, wagers={"ante": "10.00"}, tender=tender)
        assert (refusal.code, refusal.clause, refusal.position) == ("no_cash_wagers", law("38.6(a)"), 1)
    for ante in ("10.25", {"10.00": 1}):
        refusal = table.refused("bet", who="p1", position=1, wagers={"ante": ante})
        assert (refusal.code, refusal.clause) == ("no_such_chips", law("38.6(a)"))
    refusal = table.refused("bet", who="p1", position=1, wagers={"ante": "10.00"}, coupon="10.00")
    assert (refusal.code, refusal.clause) == ("no_coupons", law("38.6(a)"))
    table.bet("p1", 1, ante={"25.00": 1, "2.50": 2}, flush_rush={"5.00": 1})
    assert table.state.bets[1].stakes == {"ante": 30_00, "flush_rush": 5_00}


@checks("NJ WTF 13:69F-38.6(a)")
@pytest.mark.parametrize(
    ("hand", "won", "goes"),
    [(HIGHER, 30_00, "collected"), (EQUAL, 0, "returned"), (LOWER, -20_00, "collected"), ("", -10_00, "collected")],
)
def test_38_6_a_reading_29_a_match_play_coupon_wins_like_the_ante(hand: str, won: int, goes: str) -> None:
    """Without a hand the player folds."""
    table = Table(match_play=True)
    table.seat(1)
    dealer = f"{REST} {TURNED}"
    table.get_ready(stacked(deal_order("manual_shoe", [1]), {"1": hand or LOWER, "dealer": dealer}))
    for ante in ("9.50", "10.50"):
        refusal = table.refused("bet", who="p1", position=1, wagers={"ante": ante}, coupon="10.00")
        assert (refusal.code, refusal.clause) == ("coupon_unmatched", "reading 29")
    table.bet("p1", 1, coupon="10.00", ante="10.00")
    table.run("decide")
    table.all_play(but=[] if hand else [1])
    table.done()
    assert table.won("p1") == won
    found = [event.coupon for event in table.of_round(e.WagersTaken, e.ForfeitsTaken)]
    found += [row.coupon_goes for event in table.of_round(e.WagersPaid) for row in event.rows]
    assert [each for each in found if each] == [goes]


@checks("NJ WTF 13:69F-38.6(b)")
@pytest.mark.parametrize(("jurisdiction", "dealing"), WAYS)
def test_38_6_b_after_no_more_bets_nothing_is_made_increased_or_withdrawn(jurisdiction: str, dealing: str) -> None:
    table = Table(jurisdiction, dealing)
    table.ready({1: HIGHER, 2: LOWER}, **BOTH_RUSHES)
    table.bet("p1", 1, ante="15.00")
    table.do("clear", who="p1", position=1)
    table.bet("p1", 1, **BOTH_RUSHES)  # until the close everything can be changed
    table.seat(4)
    table.once()
    while table.state.playing:
        for command, fields in (
            ("bet", {"who": "p4", "position": 4, "wagers": {"ante": "10.00"}}),
            ("bet", {"who": "p1", "position": 1, "wagers": {"ante": "20.00"}}),
            ("clear", {"who": "p1", "position": 1}),
        ):
            refusal = table.refused(command, **fields)  # type: ignore[arg-type]
            assert (refusal.code, refusal.clause) == ("bets_closed", law("38.6(b)"))
        if table.next == "decide":
            table.decide(table.task.position, "play", "10.00")  # what 38.10 lets in later
        else:
            table.once()
    table.check_settled()


@checks("NJ WTF 13:69F-38.6(f)")
def test_38_6_f_only_seated_players_wager_and_they_stay_until_the_round_is_over() -> None:
    table = Table()
    table.ready({1: HIGHER, 2: LOWER})
    refusal = table.refused("bet", who="ann", position=3, wagers={"ante": "10.00"})
    assert (refusal.code, refusal.clause) == ("not_seated", law("38.6(f)"))
    table.seat(3)
    table.once()
    table.do("leave", who="p3")
    while table.state.playing:
        for player in ("p1", "p2"):
            refusal = table.refused("leave", who=player)
            assert (refusal.code, refusal.clause) == ("must_stay_seated", law("38.6(f)"))
        if table.next == "decide":
            table.decide(table.task.position, "fold")
        else:
            table.once()
    table.do("leave", who="p1")
    table.do("cash_out", who="p1")


@checks("NJ WTF 13:69F-38.13")
@pytest.mark.parametrize(("jurisdiction", "dealing"), WAYS)
def test_38_13_one_position_a_player(jurisdiction: str, dealing: str) -> None:
    for wanted in (0, 2, 3):
        refusal = refused_setup(jurisdiction, positions_per_player=wanted, dealing=dealing, shuffler="device")
        assert (refusal.code, refusal.clause) == ("too_many_positions", law("38.13"))
    table = Table(jurisdiction, dealing)
    table.seat(2)
    table.get_ready()
    for position in (1, 3):
        refusal = table.refused("bet", who="p2", position=position, wagers={"ante": "10.00"})
        assert (refusal.code, refusal.clause, refusal.position) == ("too_many_positions", law("38.13"), position)
    table.bet("p2", 2, ante="10.00")
    assert table.refused("bet", who="p2", position=3, wagers={"ante": "10.00"}).clause == law("38.13")
    assert table.refused("sit", who="p2", position=3).code == "already_seated"


def test_reading_44_posted_limits() -> None:
    table = Table(limits={"ante": ["10.00", "500.00"], "flush_rush": ["1.00", "25.00"]})
    table.seat(1)
    table.get_ready()
    for wagers, code in (
        ({"ante": "9.50"}, "under_minimum"),
        ({"ante": "500.50"}, "over_maximum"),
        ({"ante": "10.00", "flush_rush": "0.50"}, "under_minimum"),
        ({"ante": "10.00", "flush_rush": "25.50"}, "over_maximum"),
    ):
        refusal = table.refused("bet", who="p1", position=1, wagers=wagers)
        assert (refusal.code, refusal.clause) == (code, "reading 44")
    table.bet("p1", 1, ante="10.00", flush_rush="1.00")
    table.bet("p1", 1, ante="500.00", flush_rush="25.00")


@checks("NJ WTF 13:69F-38.6(c)", "WTF card 2")
@pytest.mark.parametrize(("jurisdiction", "clause"), [("nj", law("38.6(c)")), ("card", card("2"))])
def test_38_6_c_no_bonus_wager_without_an_ante(jurisdiction: str, clause: str) -> None:
    table = Table(jurisdiction, "manual_shoe" if jurisdiction == "nj" else "packets")
    table.seat(1)
    table.get_ready()
    for wager in ("flush_rush", "super_flush_rush"):
        assert table.refused("bet", who="p1", position=1, wagers={wager: "5.00"}).clause == clause


@checks("NJ WTF 13:69F-38.6(d)", "NJ WTF 13:69F-38.10(a)1", "WTF card 6(a)[1]", "WTF card 6(a)[2]", "WTF card 6(a)[3]")
@pytest.mark.parametrize(("jurisdiction", "dealing"), WAYS)
@pytest.mark.parametrize(
    ("hand", "most"),
    [
        ("Ac Kc 9d 4d 7h 6h Ts", 1),
        ("Ac Kc 9c 4c 7h 6h Ts", 1),
        ("Ac Kc 9c 2s 2h 6h Ts", 2),  # five cards with two wild deuces
        ("Ac Kc 9c 4c 7c 6h Ts", 2),
        ("Ac Kc 9c 4c 7c 6c Ts", 3),
        ("Ac Kc 9c 4c 7c 6c 2s", 3),
    ],
)
def test_38_6_d_play_limits_by_the_longest_flush(jurisdiction: str, dealing: str, hand: str, most: int) -> None:
    table = Table(jurisdiction, dealing)
    table.to_decisions({1: hand}, turned="3s", rest="Ah 9h 5h Kd 8d Qd Js")
    for amount, code in (
        ("9.50", "play_under_minimum"),
        (f"{most * 10}.50", "play_over_limit"),
        (f"{most * 10 + 10}.00", "play_over_limit"),
    ):
        refusal = table.refused("decide", who="p1", position=1, action="play", amount=amount)
        assert (refusal.code, refusal.position) == (code, 1)
        assert refusal.clause == (law("38.6(d)") if jurisdiction == "nj" else card("6(a)"))
    table.decide(1, "play", f"{most * 10}.00")
    assert table.state.bets[1].layout == {"ante": 10_00, "play": most * 10_00}  # beside the ante, in its own place
    assert table.session.balances["layout"] == 10_00 + most * 10_00
    table.done()


# 38.7, 38.8, 38.9 and the card's 3: dealing

DEALING_CLAUSES = {
    "manual_shoe": (law("38.7(d)"), law("38.7(e)")),
    "hand": (law("38.8(c)"), law("38.8(d)")),
    "automated_shoe": (law("38.9(c)"), law("38.9(d)")),
    "packets": (card("3"), card("4")),
    "two_packets": (card("3(a)(i)"), card("4")),
}


@checks("NJ WTF 13:69F-38.7(a)", "NJ WTF 13:69F-38.7(b)", "NJ WTF 13:69F-38.7(d)*", "NJ WTF 13:69F-38.7(e)")
@checks("NJ WTF 13:69F-38.8(a)", "NJ WTF 13:69F-38.8(b)", "NJ WTF 13:69F-38.8(b)2", "NJ WTF 13:69F-38.8(b)3")
@checks("NJ WTF 13:69F-38.8(c)*", "NJ WTF 13:69F-38.8(d)")
@checks("NJ WTF 13:69F-38.9(a)", "NJ WTF 13:69F-38.9(b)", "NJ WTF 13:69F-38.9(b)1", "NJ WTF 13:69F-38.9(b)2")
@checks("NJ WTF 13:69F-38.9(c)", "NJ WTF 13:69F-38.9(d)")
@checks("WTF card 3", "WTF card 3(a)", "WTF card 3(a)(i)", "WTF card 4")
@pytest.mark.parametrize(
    ("jurisdiction", "dealing", "positions"),
    [
        (*way, positions)
        for way in WAYS
        for positions in ((1,), (5,), (1, 2, 3, 4, 5), (2, 3, 5), (4, 1), (1, 2, 3, 4, 5, 6))
        if max(positions) <= seats(way[1])
    ],
)
def test_38_7_to_38_9_every_card_goes_where_the_text_says(
    jurisdiction: str, dealing: str, positions: tuple[int, ...]
) -> None:
    table = Table(jurisdiction, dealing)
    table.seat(*positions)
    order = " ".join(rank + suit for rank in "7A2K9Q5T3J864" for suit in "shdc")
    table.run("shuffle")
    table.shuffle(order)
    load, close = READY[dealing]
    deal, stub = DEALING_CLAUSES[dealing]
    table.run("load")
    assert table.refused("no_more_bets").clause == law(load)  # the cards are in place first
    table.once()
    for position in positions:
        table.bet(f"p{position}", position, ante="10.00")
    refusal = table.refused("deal")
    assert (refusal.code, refusal.clause) == ("not_next", law(close))  # bets are closed before any card
    table.once()
    to, number = deal_order(dealing, positions), 0
    sizes = []
    while table.next == "deal":
        assert table.refused("rack_stub").clause == deal
        (event,) = table.once()
        assert isinstance(event, e.CardsDealt)
        assert (event.clause, event.tasks) == (deal, 1)
        for whose, _, face_up in event.cards:
            assert whose == to[number]
            assert face_up is (dealing == "two_packets" and number == len(to) - 2)  # the one turned up, no other
            number += 1
        sizes.append(len(event.cards))
    assert number == len(to)
    if dealing in ("manual_shoe", "hand"):
        assert set(sizes) == {1}
    else:
        assert sorted(set(sizes)) == ([7] if dealing == "two_packets" else [7, 8])
    mine = hands_of(to, order)
    assert table.state.hands == {int(whose): cards for whose, cards in mine.items() if whose.isdigit()}
    assert table.state.dealer == mine["dealer"]
    assert table.state.rack == mine.get("rack", ())
    assert table.task.clause == stub
    assert table.once() == [e.StubRacked(stub)]
    assert table.state.stock == ()
    assert not set(order.split()[len(to) :]) & set(table.state.shown)  # not exposed
    table.run("decide")
    table.all_play(but=positions)
    table.done()


@checks("NJ WTF 13:69F-38.9(c)", "WTF card 3")
def test_38_9_c_the_dealers_eight_come_first_in_new_jersey_and_last_by_the_card() -> None:
    first = {}
    for jurisdiction, dealing in (("nj", "automated_shoe"), ("card", "packets")):
        table = Table(jurisdiction, dealing)
        table.seat(1, 2)
        table.get_ready(" ".join(DECK))
        for position in (1, 2):
            table.bet(f"p{position}", position, ante="10.00")
        table.run("deal")
        wrong, right = ("1", "dealer") if jurisdiction == "nj" else ("dealer", "1")
        assert table.refused("deal", whose=wrong).code == "not_next"
        (event,) = table.do("deal", whose=right)
        assert isinstance(event, e.CardsDealt)
        first[jurisdiction] = [each for _, each, _ in event.cards]
    assert first == {"nj": list(DECK[:8]), "card": list(DECK[:7])}


@checks("WTF card 3(a)(i)")
def test_card_3_a_i_two_packets_leave_room_for_five_players() -> None:
    table = Table("card", "two_packets")
    for position in (0, 6):
        refusal = table.refused("sit", who="ann", position=position)
        assert (refusal.code, refusal.clause) == ("position_out_of_range", "reading 28")
    table.seat(1, 2, 3, 4, 5)
    assert sorted(table.state.seats) == [1, 2, 3, 4, 5]
    for jurisdiction, dealing in (*NJ_WAYS, ("card", "packets")):
        other = Table(jurisdiction, dealing)
        assert other.refused("sit", who="ann", position=7).code == "position_out_of_range"
        other.seat(6)


@checks("WTF card 3(a)(i)")
def test_card_3_a_i_a_sixth_player_gets_no_cards_once_two_packets_are_dealt() -> None:
    table = Table("card", "packets")
    table.seat(1, 6)
    table.get_ready()
    table.do("remove_device", device="shoe")
    table.do("change_method", dealing="two_packets")
    table.get_ready()
    refusal = table.refused("bet", who="p6", position=6, wagers={"ante": "10.00"})
    assert refusal.code == "position_out_of_range"
    table.bet("p1", 1, ante="10.00")


@checks("NJ WTF 13:69F-38.8(b)1", "WTF card 3")
@pytest.mark.parametrize(("jurisdiction", "dealing"), [("nj", "hand"), *CARD_WAYS])
def test_38_8_b_1_dealing_from_the_hand_or_in_packets_needs_a_shuffling_device(jurisdiction: str, dealing: str) -> None:
    refusal = refused_setup(jurisdiction, dealing=dealing)
    assert refusal.code == "shuffler_needed"
    if jurisdiction == "nj":
        assert refusal.clause == law("38.8(b)1")
    Table(jurisdiction, dealing, shuffler="counting_device")


@pytest.mark.parametrize(
    ("jurisdiction", "dealing"),
    [("card", "manual_shoe"), ("card", "hand"), ("card", "automated_shoe"), ("nj", "packets"), ("nj", "two_packets")],
)
def test_each_text_has_its_own_ways_to_deal(jurisdiction: str, dealing: str) -> None:
    assert refused_setup(jurisdiction, dealing=dealing, shuffler="device").code == "unknown_dealing"


def to_the_stub(table: Table) -> None:
    table.get_ready()
    table.bet("p1", 1, ante="10.00")
    table.run("rack_stub")


def over(table: Table) -> None:
    table.run("decide")
    table.decide(1, "fold")
    table.done()


COUNT = {
    "manual_shoe": "38.7(f)",
    "hand": "38.8(e)",
    "automated_shoe": "38.9(e)",
    "packets": "38.9(e)",
    "two_packets": "38.9(e)",
}


def left_of(dealing: str) -> int:
    """The stub of a round with one player."""
    return 52 - 7 - (14 if dealing == "two_packets" else 8)


@checks("NJ WTF 13:69F-38.7(f)", "NJ WTF 13:69F-38.7(f)1", "NJ WTF 13:69F-38.8(e)", "NJ WTF 13:69F-38.9(e)")
@pytest.mark.parametrize(("jurisdiction", "dealing"), WAYS)
@pytest.mark.parametrize("early", [0, 3])
def test_38_7_f_the_stub_is_counted_in_the_fifth_round_at_the_latest(
    jurisdiction: str, dealing: str, early: int
) -> None:
    """`early` is a round in which the stub is counted although it need not be; the five rounds start after it."""
    table = Table(jurisdiction, dealing)
    table.seat(1)
    left = left_of(dealing)
    for number in range(1, early + 11):
        to_the_stub(table)
        if number in (early + 5, early + 10):
            refusal = table.refused("rack_stub")
            assert (refusal.code, refusal.clause) == ("count_due", law(COUNT[dealing]))
            assert table.do("count_stub", counted=left) == [e.StubRacked(law(COUNT[dealing]), left)]
        elif number == early:
            table.do("count_stub")
        else:
            table.do("rack_stub")
        over(table)


@checks("NJ WTF 13:69F-38.7(f)", "NJ WTF 13:69F-38.8(e)", "NJ WTF 13:69F-38.9(e)")
@pytest.mark.parametrize(("jurisdiction", "dealing"), WAYS)
def test_38_7_f_by_itself_the_table_counts_in_every_fifth_round(jurisdiction: str, dealing: str) -> None:
    """Issue item A19: face down, and by the same clause as a dealer."""
    table = Table(jurisdiction, dealing, automatic="all")
    table.seat(1)
    for _ in range(11):
        table.bet("p1", 1, ante="10.00")
        table.do("no_more_bets")
        table.decide(1, "fold")
    left = left_of(dealing)
    racked = table.all(e.StubRacked)
    assert [each.counted for each in racked] == [None, None, None, None, left, None, None, None, None, left, None]
    assert {each.clause for each in racked if each.counted} == {law(COUNT[dealing])}


@checks("NJ WTF 13:69F-38.7(f)", "NJ WTF 13:69F-38.8(e)")
@pytest.mark.parametrize("dealing", ["manual_shoe", "hand"])
def test_38_7_f_no_device_takes_the_place_of_the_count(dealing: str) -> None:
    """Issue item A19: this text excuses a device that counts with an automated shoe alone (38.9(f))."""
    table = Table("nj", dealing, shuffler="counting_device")
    table.seat(1)
    for number in range(1, 6):
        to_the_stub(table)
        if number == 5:
            assert table.refused("rack_stub").clause == law(COUNT[dealing])
            table.do("count_stub", counted=left_of(dealing))
        else:
            table.do("rack_stub")
        over(table)


@checks("NJ WTF 13:69F-38.7(f)2")
@pytest.mark.parametrize(("jurisdiction", "dealing"), WAYS)
@pytest.mark.parametrize(("whose", "cards"), [({"position": 1}, 6), ({"whose": "dealer"}, 7)])
def test_38_7_f_2_a_misdeal_found_by_the_count_voids_all_hands(
    jurisdiction: str, dealing: str, whose: dict[str, Any], cards: int
) -> None:
    """Reading 7: found by the count it is all hands, not that hand alone."""
    table = Table(jurisdiction, dealing)
    table.ready({1: HIGHER, 2: LOWER}, **BOTH_RUSHES)
    table.run("rack_stub")
    events = table.do("count_stub", counted=left_of(dealing) - 7 + 1, cards=cards, **whose)
    assert trail(events) == ["call wrong_number", "void"]
    void_to_the_cent(table, "38.7(f)2")
    assert table.state.decks_at_table == 1


@checks("NJ WTF 13:69F-38.7(f)2")
@pytest.mark.parametrize(("jurisdiction", "dealing"), WAYS)
@pytest.mark.parametrize(
    ("more", "fields", "in_the_deck"),
    [(-1, {}, 51), (1, {}, 53), (-1, {"position": 1, "cards": 6}, 50), (-1, {"position": 1, "cards": 7}, 51)],
)
def test_38_7_f_2_a_deck_that_is_not_whole_leaves_the_table(
    jurisdiction: str, dealing: str, more: int, fields: dict[str, Any], in_the_deck: int
) -> None:
    table = Table(jurisdiction, dealing)
    table.ready({1: HIGHER}, **BOTH_RUSHES)
    table.run("rack_stub")
    events = table.do("count_stub", counted=left_of(dealing) + more, **fields)
    removed = events[-1]
    assert isinstance(removed, e.DeckRemoved)
    assert (removed.counted, removed.clause) == (in_the_deck, law("38.7(f)2"))
    assert table.won("p1") == 0
    assert (table.next, table.state.decks_at_table) == ("receive", 0)
    table.play()


@checks("NJ WTF 13:69F-38.9(f)")
@pytest.mark.parametrize(("jurisdiction", "dealing"), WAYS)
def test_38_9_f_only_with_the_automated_shoe_a_counting_device_replaces_the_count(
    jurisdiction: str, dealing: str
) -> None:
    table = Table(jurisdiction, dealing, shuffler="counting_device")
    table.seat(1)
    for number in range(1, 7):
        to_the_stub(table)
        if number == 5 and dealing in ("manual_shoe", "hand"):
            assert table.refused("rack_stub").code == "count_due"
            table.do("count_stub")
        else:
            table.do("rack_stub")
        over(table)


@checks("NJ WTF 13:69F-38.9(f)")
@pytest.mark.parametrize(("jurisdiction", "dealing"), IN_STACKS)
@pytest.mark.parametrize("counted", [51, 53])
def test_38_9_f_a_deck_the_device_finds_wrong_leaves_the_table(jurisdiction: str, dealing: str, counted: int) -> None:
    table = Table(jurisdiction, dealing, shuffler="counting_device")
    table.seat(1)
    table.run("shuffle")
    assert table.refused("call", what="device_count", counted=counted).code == "not_now"
    table.once()
    assert table.refused("call", what="device_count", counted=52).code == "count_is_right"
    removed = table.do("call", what="device_count", counted=counted)[-1]
    assert isinstance(removed, e.DeckRemoved)
    assert (removed.counted, removed.clause) == (counted, law("38.9(f)"))
    assert table.next == "receive"
    table.play()
    plain = Table()
    plain.seat(1)
    plain.run("load")
    assert plain.refused("call", what="device_count", counted=counted).code == "no_counting_device"


# 38.10 and the card's 5 to 8: completion


@checks("NJ WTF 13:69F-38.10(c)", "NJ WTF 13:69F-38.10(d)")
@pytest.mark.parametrize(("jurisdiction", "dealing"), NJ_WAYS)
def test_38_10_decisions_from_the_left_hands_from_the_right_then_all_cards(jurisdiction: str, dealing: str) -> None:
    table = Table(jurisdiction, dealing)
    assert table.play({1: HIGHER, 2: LOWER, 3: EQUAL}) == [
        *("play 1", "play 2", "play 3"),
        "reveal dealer",
        *("reveal 3", "pay 3"),
        *("reveal 2", "take 2"),
        *("reveal 1", "pay 1"),
        *("collect 3", "collect 2", "collect 1", "collect dealer"),  # after settling all wagers
    ]
    assert [table.won(player) for player in ("p1", "p2", "p3")] == [20_00, -20_00, 0]
    clauses = [event.clause for event in table.of_round(e.DealerRevealed, e.HandRevealed, e.CardsCollected)]
    assert clauses == [law("38.10(b)")] + [law("38.10(c)")] * 3 + [law("38.10(d)")] * 4
    assert table.state.pickups[-4:] == (("3", 7), ("2", 7), ("1", 7), ("dealer", 8))


@checks("WTF card 8", "WTF card 6(b)", "WTF card 7")
@pytest.mark.parametrize(("jurisdiction", "dealing"), CARD_WAYS)
def test_card_8_from_the_right_each_hand_that_stayed_in(jurisdiction: str, dealing: str) -> None:
    table = Table(jurisdiction, dealing)
    table.to_decisions({1: HIGHER, 2: LOWER, 3: EQUAL})
    table.decide(1, "play", "10.00")
    events = table.decide(2, "fold")
    assert [event.clause for event in events if isinstance(event, e.ForfeitsTaken)] == [card("6(b)")]
    table.decide(3, "play", "10.00")
    before = len(table.log)
    table.done()
    steps = [step for step in trail(table.log[before:]) if not step.startswith("collect")]
    assert steps == ["reveal dealer", "reveal 3", "pay 3", "reveal 1", "pay 1"]  # the folded hand is not compared
    (dealer,) = table.of_round(e.DealerRevealed)
    assert dealer.clause == card("7")
    assert [event.clause for event in table.of_round(e.HandRevealed)] == [card("8"), card("8")]


@checks("NJ WTF 13:69F-38.10(c)", "NJ WTF 13:69F-38.10(d)", "WTF card 8")
@pytest.mark.parametrize(("jurisdiction", "dealing"), WAYS)
def test_38_10_c_nothing_of_the_settlement_can_be_done_out_of_order(jurisdiction: str, dealing: str) -> None:
    table = Table(jurisdiction, dealing)
    table.to_decisions({1: HIGHER, 2: LOWER, 3: EQUAL})
    table.all_play()
    assert table.next == "reveal_dealer"
    steps = [(do, position) for do in ("reveal", "take", "pay", "collect") for position in (1, 2, 3)]
    while table.state.playing:
        task = table.task
        for do, position in steps:
            if (do, position) != (task.do, task.position):
                refusal = table.refused(do, position=position)
                assert (refusal.code, refusal.clause) == ("not_next", task.clause)
        table.once()
    table.check_settled()


@checks("NJ WTF 13:69F-38.10(c)")
@pytest.mark.parametrize(
    ("hand", "words", "straight"),
    [
        (HIGHER, "4 card flush, ace high", None),
        (FOUR_IN_A_ROW, "4 card flush, eight high", "4 card straight flush"),
        ("5s 6s 7s 8s 9s Jc 4h", "5 card flush, nine high", "5 card straight flush"),
        ("5s 6s 7s 8s 2c Ts 4h", "6 card flush, ace high", "6 card straight flush"),
        ("5s 6s 7s 8s 2c Ts Js", "7 card flush, ace high", "7 card straight flush"),
        ("5s 6s 7s Ts Jc Qc 4h", "4 card flush, ten high", None),
        ("5s 6s 7s Kc Jc Qc 4h", "3 card flush, king high", None),  # three in a row are not announced
    ],
)
@pytest.mark.parametrize("offered", [True, False])
def test_38_10_c_the_dealer_announces_the_flush_and_any_straight_flush(
    hand: str, words: str, straight: str | None, offered: bool
) -> None:
    table = Table(options={} if offered else {"super_flush_rush": None})
    table.to_decisions({1: hand}, "3s", "Ah 9h 5h Kd 8d Qd Jd")
    table.all_play()
    table.done()
    (shown,) = table.of_round(e.HandRevealed)
    assert shown.cards == tuple(hand.split())
    assert shown.hand == words
    announced = [each for each in shown.also if "straight" in each]
    assert announced == ([straight] if straight and offered else [])


@checks("NJ WTF 13:69F-38.10(a)", "WTF card 5")
@pytest.mark.parametrize(("jurisdiction", "dealing"), WAYS)
@pytest.mark.parametrize("turned", ["3s", "2s"])
def test_38_10_a_the_top_card_or_by_the_card_the_bottom_one_is_turned_up(
    jurisdiction: str, dealing: str, turned: str
) -> None:
    table = Table(jurisdiction, dealing)
    table.ready({1: HIGHER, 2: LOWER}, turned)
    table.run("turn_card")
    clause = law("38.10(a)") if jurisdiction == "nj" else card("5")
    assert table.task.clause == clause
    place = 0 if dealing == "packets" else 7
    assert table.state.dealer[place] == turned
    assert table.refused("decide", who="p1", position=1, action="fold").clause == clause  # players decide after it
    assert table.once() == [e.CardTurned(turned, turned == "2s", clause)]
    assert turned in table.state.shown
    assert len(set(table.state.dealer) & set(table.state.shown)) == 1
    table.all_play()
    (revealed,) = table.once()
    assert isinstance(revealed, e.DealerRevealed)
    assert set(revealed.cards) == {turned, *REST.split()}
    assert revealed.hand == "3 card flush, ace high"  # a deuce that was turned up is out of the hand
    table.done()
    assert finished_round(table.state)["dealer"].split()[0] == turned


@checks("NJ WTF 13:69F-38.10(a)", "NJ WTF 13:69F-38.10(b)", "WTF card 5", "WTF card 7")
@pytest.mark.parametrize(("jurisdiction", "dealing"), WAYS)
def test_38_10_b_a_hidden_deuce_stays_in_the_dealers_hand_and_is_wild(jurisdiction: str, dealing: str) -> None:
    table = Table(jurisdiction, dealing)
    table.to_decisions({1: HIGHER}, "3s", "Ah 9h 5h Kc 8c 2d Js")
    table.all_play()
    (revealed,) = table.once()
    assert isinstance(revealed, e.DealerRevealed)
    assert revealed.hand == "4 card flush, ace high"
    table.done()
    assert table.won("p1") == -20_00  # A-K-9-5 with the deuce as king beats A-Q-7-4


@checks("NJ WTF 13:69F-38.10(b)")
def test_38_10_b_reading_20_all_eight_dealer_cards_count() -> None:
    table = Table()
    table.to_decisions({1: "Ac Kc Qc Jc 9c 7c 5c"}, "3s", "4s 6s 8s Ts Js Qs As")
    table.decide(1, "play", "30.00")
    table.done()
    (revealed,) = table.of_round(e.DealerRevealed)
    assert revealed.hand == "8 card flush, ace high"
    assert table.won("p1") == -40_00


@checks("NJ WTF 13:69F-38.10(a)", "NJ WTF 13:69F-38.10(a)2", "WTF card 6(b)")
@pytest.mark.parametrize(("jurisdiction", "dealing"), WAYS)
def test_38_10_a_2_a_fold_loses_the_ante_at_once_and_keeps_the_bonus_wagers(jurisdiction: str, dealing: str) -> None:
    table = Table(jurisdiction, dealing)
    hands = {1: FIVE_FLUSH, 2: FOUR_IN_A_ROW, 3: "Ks 9s 4s Jh 7h 6c 8h"}
    table.ready(hands, rest="Ah 9h 5h Kc 8c Qd Js", **BOTH_RUSHES)
    table.run("decide")
    tray = table.session.balances["tray"]
    for position in (1, 2, 3):
        events = table.decide(position, "fold")
        (taken,) = [event for event in events if isinstance(event, e.ForfeitsTaken)]
        assert taken.stakes == {"ante": 10_00}
        assert position in table.state.hands
    assert table.session.balances["tray"] == tray + 30_00
    table.done()
    assert table.won("p1") == -10_00 + 20_00 - 5_00  # five card flush 4 to 1
    assert table.won("p2") == -10_00 - 5_00 + 25_00  # four card straight flush 5 to 1
    assert table.won("p3") == -20_00


@checks("NJ WTF 13:69F-38.10(a)2")
@pytest.mark.parametrize(("jurisdiction", "dealing"), WAYS)
def test_38_10_a_2_a_folded_hand_without_bonus_wagers_is_collected_at_once(jurisdiction: str, dealing: str) -> None:
    table = Table(jurisdiction, dealing)
    table.to_decisions({1: HIGHER, 2: LOWER})
    table.decide(1, "fold")
    assert 1 not in table.state.hands
    assert table.state.rack[-7:] == tuple(HIGHER.split())
    assert not set(HIGHER.split()) & set(table.state.shown)
    table.decide(2, "play", "10.00")
    table.done()


@checks("NJ WTF 13:69F-38.10(a)")
def test_38_10_a_each_player_decides_in_turn_and_sees_no_other_hand() -> None:
    table = Table()
    table.to_decisions({1: HIGHER, 2: LOWER})
    refusal = table.refused("decide", who="p2", position=2, action="fold")
    assert (refusal.code, refusal.clause, refusal.position) == ("not_next", law("38.10(a)"), 1)
    refusal = table.refused("decide", who="p2", position=1, action="fold")
    assert (refusal.code, refusal.clause) == ("not_your_hand", law("38.10(a)"))
    assert table.refused("reveal_dealer").clause == law("38.10(a)")
    for role, who in (("player", "p2"), ("dealer", ""), ("supervisor", "")):
        seen = view(table.house, table.state, role, who)
        assert not set(seen["positions"]["1"]["cards"]) & set(DECK)
        assert set(seen["dealer"]) & set(DECK) == {TURNED}
    assert view(table.house, table.state, "player", "p1")["positions"]["1"]["cards"] == HIGHER.split()


@checks("NJ WTF 13:69F-38.10(d)")
@pytest.mark.parametrize(("jurisdiction", "dealing"), WAYS)
def test_38_10_d_every_hand_of_a_full_table_can_be_rebuilt_from_the_rack(jurisdiction: str, dealing: str) -> None:
    positions = tuple(range(1, seats(dealing) + 1))
    table = Table(jurisdiction, dealing)
    table.seat(*positions)
    for _ in range(3):
        table.get_ready()
        order = " ".join(table.state.stock)
        for position in positions:
            table.bet(f"p{position}", position, **(BOTH_RUSHES if position % 2 else {"ante": "10.00"}))
        table.run("decide")
        table.all_play(but=[2, 3])
        table.finish()
        mine = hands_of(deal_order(dealing, positions), order)
        found = reconstruct(table.state.rack, table.state.pickups)
        for position in positions:
            assert found[str(position)] == mine[str(position)]
        assert found["dealer"] == mine["dealer"]
        table.check_settled()


# 38.12 Irregularities


def at_the_dealer(table: Table) -> str:
    """A wrong number at the dealer voids all hands by the stub count's rule; the card has reading 7 alone."""
    return "38.7(f)2" if table.session.house.jurisdiction == "nj" else "reading 7"


def void_to_the_cent(table: Table, clause: str) -> None:
    """All hands are void: everybody has what was there before, and the cards are shuffled again."""
    voided = table.all(e.HandsVoided)[-1]
    assert isinstance(voided, e.HandsVoided)
    assert (voided.all_hands, voided.clause) == (True, clause if clause == "reading 7" else law(clause))
    for player in table.state.seats.values():
        assert table.won(player) == 0, player
    assert table.session.balances["layout"] == 0
    bought = sum(event.amount for event in table.all(e.BoughtIn))
    assert table.session.balances["tray"] == 1_000_000_00 - bought
    assert (table.state.playing, table.state.bets, table.state.hands, table.state.shown) == (False, {}, {}, ())
    assert table.next == "shuffle"
    assert sorted(table.state.rack) == sorted(DECK)
    table.check_settled()
    table.check_replay()


@checks("NJ WTF 13:69F-38.12(a)")
@pytest.mark.parametrize(("jurisdiction", "dealing"), WAYS)
@pytest.mark.parametrize("moment", ["first", "stub", "decide", "last"])
@pytest.mark.parametrize("whose", ["player", "dealer"])
def test_38_12_a_an_exposed_card_voids_ante_and_play_and_leaves_the_bonus_wagers(
    jurisdiction: str, dealing: str, moment: str, whose: str
) -> None:
    table = Table(jurisdiction, dealing)
    hands = {1: FIVE_FLUSH, 2: FOUR_IN_A_ROW, 3: "Ks 9s 4s Jh 7h 6c 8h"}
    table.ready(hands, **BOTH_RUSHES)
    fields: dict[str, Any] = {"whose": "dealer"} if whose == "dealer" else {"position": 1}
    refusal = table.refused("call", what="card_exposed", **fields)
    assert (refusal.code, refusal.clause) == ("not_now", law("38.12(a)"))
    table.run("deal")
    while (1 not in table.state.hands) if whose == "player" else not table.state.dealer:
        assert table.refused("call", what="card_exposed", **fields).clause == law("38.12(a)")
        table.once()
    if moment == "stub":
        table.run("rack_stub")
    elif moment != "first":
        table.run("decide")
    if moment == "last":
        table.decide(1, "fold")
        table.decide(2, "play", "10.00")
    assert not table.state.void_wagers
    called, voided = table.do("call", what="card_exposed", **fields)
    assert isinstance(called, e.IrregularityCalled)
    assert called.card != table.state.turned  # reading 18: another card than the one turned up
    assert isinstance(voided, e.WagersVoided)
    assert (voided.wagers, voided.clause) == (("ante", "play"), law("38.12(a)"))
    assert [sum(voided.stakes[position].values()) + voided.tray[position] for position in (1, 2, 3)] == [
        10_00,
        20_00 if moment == "last" else 10_00,
        10_00,
    ]
    again = table.refused("call", what="card_exposed", **fields)
    assert again.code == "already_void"
    while table.state.playing:
        assert table.next != "decide"  # there is nothing left to decide
        table.once()
    table.check_settled()
    table.rebuilds()
    table.check_replay()
    assert table.won("p1") == 20_00 - 5_00
    assert table.won("p2") == -5_00 + 25_00
    assert table.won("p3") == -10_00
    assert finished_round(table.state)["void"] == ["ante", "play"]


@checks("NJ WTF 13:69F-38.12(a)")
@pytest.mark.parametrize(("jurisdiction", "dealing"), WAYS)
def test_38_12_a_once_all_have_decided_an_exposed_card_changes_nothing(jurisdiction: str, dealing: str) -> None:
    table = Table(jurisdiction, dealing)
    table.to_decisions({1: HIGHER, 2: LOWER})
    table.all_play()
    while table.state.playing:
        for fields in ({"whose": "dealer"}, {"position": 1}):
            refusal = table.refused("call", what="card_exposed", **fields)
            assert refusal.clause == law("38.12(a)")
        table.once()
    table.check_settled()
    assert (table.won("p1"), table.won("p2")) == (20_00, -20_00)


@checks("NJ WTF 13:69F-38.12(a)", "NJ WTF 13:69F-38.10(a)", "WTF card 5")
@pytest.mark.parametrize(("jurisdiction", "dealing"), [way for way in WAYS if way[1] != "two_packets"])
def test_38_12_a_reading_18_the_card_to_be_turned_up_is_still_the_top_or_bottom_one(
    jurisdiction: str, dealing: str
) -> None:
    """A dealer's card exposed earlier is another card than the one that is turned up, and stays so."""
    table = Table(jurisdiction, dealing)
    table.ready({1: HIGHER})
    table.run("deal")
    while len(table.state.dealer) < (3 if dealing in ("manual_shoe", "hand") else 8):
        table.once()
    (called, _) = table.do("call", what="card_exposed", whose="dealer")
    assert isinstance(called, e.IrregularityCalled)
    table.run("turn_card")
    (turned,) = table.once()
    assert isinstance(turned, e.CardTurned)
    assert turned.card == TURNED
    table.done()


@checks("NJ WTF 13:69F-38.12(b)")
@pytest.mark.parametrize(("jurisdiction", "dealing"), WAYS)
@pytest.mark.parametrize("delivered", [0, 1, 2])
def test_38_12_b_one_card_face_up_in_the_deal_is_left_out(jurisdiction: str, dealing: str, delivered: int) -> None:
    table = Table(jurisdiction, dealing)
    table.seat(1, 2)
    order = " ".join(rank + suit for rank in "7A2K9Q5T3J864" for suit in "shdc")
    table.get_ready(order)
    for position in (1, 2):
        table.bet(f"p{position}", position, **BOTH_RUSHES)
    refusal = table.refused("call", what="card_face_up")
    assert (refusal.code, refusal.clause) == ("not_now", law("38.12(b)"))
    table.run("deal")
    for _ in range(delivered):
        table.once()
    found = order.split()[len(table.dealt())]
    (called,) = table.do("call", what="card_face_up")
    assert isinstance(called, e.IrregularityCalled)
    assert (called.effect, called.card, called.clause) == ("discard", found, law("38.12(b)"))
    assert table.state.rack[-1] == found
    table.run("turn_card")
    mine = hands_of(deal_order(dealing, [1, 2]), order.replace(found + " ", ""))
    assert table.state.hands == {1: mine["1"], 2: mine["2"]}
    assert table.state.dealer == mine["dealer"]
    table.run("decide")
    table.all_play()
    table.done()


@checks("NJ WTF 13:69F-38.12(b)")
@pytest.mark.parametrize(("jurisdiction", "dealing"), WAYS)
@pytest.mark.parametrize("between", [0, 1, 2])
def test_38_12_b_a_second_one_in_the_deal_voids_all_hands(jurisdiction: str, dealing: str, between: int) -> None:
    table = Table(jurisdiction, dealing)
    table.ready({1: HIGHER, 2: LOWER}, **BOTH_RUSHES)
    table.run("deal")
    table.do("call", what="card_face_up")
    for _ in range(between):
        table.once()
    assert trail(table.do("call", what="card_face_up")) == ["call card_face_up", "void"]
    void_to_the_cent(table, "38.12(b)")


@checks("NJ WTF 13:69F-38.12(b)")
@pytest.mark.parametrize(("jurisdiction", "dealing"), WAYS)
@pytest.mark.parametrize(("in_the_deal", "after"), [(0, 1), (0, 2), (0, 3), (1, 1), (1, 2)])
def test_38_12_b_found_after_the_deal_the_bonus_wagers_are_honoured(
    jurisdiction: str, dealing: str, in_the_deal: int, after: int
) -> None:
    """Reading 42: a single one changes nothing; from the second on ante and play are void, and returned once."""
    table = Table(jurisdiction, dealing)
    table.ready({1: FIVE_FLUSH, 2: FOUR_IN_A_ROW}, **BOTH_RUSHES)
    table.run("deal")
    for _ in range(in_the_deal):
        table.do("call", what="card_face_up")
    table.run("rack_stub")
    effects = []
    for _ in range(after):
        called = table.do("call", what="card_face_up")[0]
        assert isinstance(called, e.IrregularityCalled)
        effects.append(called.effect)
    total = in_the_deal + after
    assert effects == (["discard"] + ["void_contest"] * (after - 1) if not in_the_deal else ["void_contest"] * after)
    assert len(table.of_round(e.WagersVoided)) == (1 if total > 1 else 0)
    table.once()
    refusal = table.refused("call", what="card_face_up")
    assert (refusal.code, refusal.clause) == ("not_now", law("38.12(b)"))  # the stub is in the rack
    while table.state.playing:
        if table.next == "decide":
            assert total == 1
            table.decide(table.task.position, "fold")
        else:
            table.once()
    table.check_settled()
    table.check_replay()
    if in_the_deal == 0:
        lost = -10_00 if total == 1 else 0
        assert table.won("p1") == lost + 20_00 - 5_00
        assert table.won("p2") == lost - 5_00 + 25_00


@checks("NJ WTF 13:69F-38.12(c)")
@pytest.mark.parametrize(("jurisdiction", "dealing"), WAYS)
def test_38_12_c_a_card_drawn_in_error_is_the_next_card(jurisdiction: str, dealing: str) -> None:
    table = Table(jurisdiction, dealing)
    table.ready({1: HIGHER, 2: LOWER})
    refusal = table.refused("call", what="drawn_in_error")
    assert (refusal.code, refusal.clause) == ("not_now", law("38.12(c)"))
    table.run("deal")
    while table.next == "deal":
        (called,) = table.do("call", what="drawn_in_error")
        assert isinstance(called, e.IrregularityCalled)
        assert called.effect == "next_card"
        table.once()
    assert table.refused("call", what="drawn_in_error").code == "not_now"
    assert table.state.hands == {1: tuple(HIGHER.split()), 2: tuple(LOWER.split())}
    assert set(table.state.dealer) == set(f"{REST} {TURNED}".split())
    table.run("decide")
    table.all_play()
    table.done()


@checks("NJ WTF 13:69F-38.12(d)")
@pytest.mark.parametrize(("jurisdiction", "dealing"), WAYS)
@pytest.mark.parametrize("cards", [6, 8])
@pytest.mark.parametrize("moment", ["stub", "decide", "own turn", "folded", "decided", "last"])
def test_38_12_d_a_wrong_number_at_a_player_voids_that_hand_only(
    jurisdiction: str, dealing: str, cards: int, moment: str
) -> None:
    table = Table(jurisdiction, dealing)
    table.ready({1: HIGHER, 2: "5s 6s 7s 8s Th Jh 4h", 3: LOWER}, **BOTH_RUSHES)
    table.run("rack_stub" if moment == "stub" else "decide")
    staked = 20_00
    if moment not in ("stub", "decide"):
        table.decide(1, "play", "10.00")
    if moment == "folded":
        table.decide(2, "fold")
    elif moment in ("decided", "last"):
        table.decide(2, "play", "10.00")
        staked += 10_00
    if moment == "last":
        table.decide(3, "play", "10.00")
    refusal = table.refused("call", what="wrong_number", position=2, cards=7)
    assert (refusal.code, refusal.clause) == ("number_is_right", law("38.12(d)"))
    called, voided = table.do("call", what="wrong_number", position=2, cards=cards)
    assert isinstance(called, e.IrregularityCalled)
    assert (called.effect, called.position, called.cards) == ("void_hand", 2, cards)
    assert isinstance(voided, e.HandsVoided)
    assert (voided.all_hands, list(voided.stakes), voided.clause) == (False, [2], law("38.12(d)"))
    assert sum(voided.stakes[2].values()) + voided.tray[2] == staked
    assert table.won("p2") == 0
    assert 2 not in table.state.hands
    if moment == "stub":
        table.run("decide")
    table.all_play()
    table.finish()
    table.check_settled()
    table.check_replay()
    assert [table.won(player) for player in ("p1", "p2", "p3")] == [20_00 - 10_00, 0, -30_00]  # the others play on
    assert 2 not in [event.position for event in table.of_round(e.HandRevealed, e.WagersTaken, e.WagersPaid)]


@checks("NJ WTF 13:69F-38.12(d)")
@pytest.mark.parametrize("dealing", ["manual_shoe", "hand"])
@pytest.mark.parametrize("cards", [0, 2])
def test_38_12_d_reading_47_a_hand_void_during_the_deal_gets_no_more_cards(dealing: str, cards: int) -> None:
    table = Table(dealing=dealing)
    table.ready({1: HIGHER, 2: LOWER}, **BOTH_RUSHES)
    table.run("deal")
    for _ in range(3):
        table.once()
    table.do("call", what="wrong_number", position=1, cards=cards)
    assert table.won("p1") == 0
    table.run("rack_stub")
    assert (1 in table.state.hands, len(table.state.hands[2]), len(table.state.dealer)) == (False, 7, 8)
    table.run("decide")
    table.decide(2, "fold")
    table.finish()
    table.check_settled()
    assert table.won("p1") == 0


@checks("NJ WTF 13:69F-38.12(d)")
@pytest.mark.parametrize(("jurisdiction", "dealing"), WAYS)
@pytest.mark.parametrize("cards", [7, 9])
@pytest.mark.parametrize("moment", ["rack_stub", "decide", "reveal_dealer", "reveal"])
def test_38_12_d_reading_7_a_wrong_number_at_the_dealer_voids_all_hands(
    jurisdiction: str, dealing: str, cards: int, moment: str
) -> None:
    table = Table(jurisdiction, dealing)
    table.ready({1: HIGHER, 2: LOWER}, **BOTH_RUSHES)
    table.run("rack_stub" if moment == "rack_stub" else "decide")
    if moment not in ("rack_stub", "decide"):
        table.decide(1, "fold")
        table.decide(2, "play", "10.00")
        table.run(moment)
    assert table.refused("call", what="wrong_number", whose="dealer", cards=8).code == "number_is_right"
    table.do("call", what="wrong_number", whose="dealer", cards=cards)
    void_to_the_cent(table, at_the_dealer(table))


@checks("NJ WTF 13:69F-38.12(d)")
@pytest.mark.parametrize(("jurisdiction", "dealing"), WAYS)
def test_38_12_d_reading_50_also_when_wagers_are_settled(jurisdiction: str, dealing: str) -> None:
    """Issue item A1: the hand alone is void, settled or not."""
    table = Table(jurisdiction, dealing)
    table.to_decisions({1: HIGHER, 2: LOWER})
    table.all_play()
    table.run("take")
    assert table.task.position == 2
    table.do("call", what="wrong_number", position=2, cards=6)  # seen as the hand is turned up
    assert table.won("p2") == 0
    table.run("pay")
    table.once()
    assert table.won("p1") == 20_00
    events = table.do("call", what="wrong_number", position=1, cards=6)
    assert trail(events) == ["call wrong_number", "reverse", "void"]
    assert table.won("p1") == 0
    table.finish()
    table.check_settled()
    refusal = table.refused("call", what="wrong_number", cards=6, position=1)
    assert (refusal.code, refusal.clause) == ("not_now", law("38.12(d)"))


@checks("NJ WTF 13:69F-38.12(a)", "NJ WTF 13:69F-38.12(d)")
@pytest.mark.parametrize("then", ["hand", "dealer", "count", "face up"])
def test_38_12_wagers_void_twice_are_returned_once(then: str) -> None:
    table = Table()
    table.ready({1: FIVE_FLUSH, 2: LOWER.replace("Jd", "Jh")}, **BOTH_RUSHES)
    table.run("rack_stub")
    table.do("call", what="card_exposed", position=1)
    assert (table.won("p1"), table.won("p2")) == (-10_00, -10_00)
    if then == "hand":
        table.do("call", what="wrong_number", position=1, cards=6)
        assert (table.won("p1"), table.won("p2")) == (0, -10_00)
        table.finish()
    elif then == "dealer":
        table.do("call", what="wrong_number", whose="dealer", cards=7)
        void_to_the_cent(table, "38.7(f)2")
    elif then == "count":
        table.do("count_stub", counted=len(table.state.stock) + 1, position=1, cards=6)
        void_to_the_cent(table, "38.7(f)2")
    else:
        for _ in range(3):
            table.do("call", what="card_face_up")
        assert (table.won("p1"), table.won("p2")) == (-10_00, -10_00)
        table.finish()
    table.check_settled()


@checks("NJ WTF 13:69F-38.12(a)", "NJ WTF 13:69F-38.12(d)")
def test_38_12_a_void_hand_stays_void_when_the_contest_is() -> None:
    table = Table()
    table.to_decisions({1: FIVE_FLUSH, 2: LOWER.replace("Jd", "Jh")}, **BOTH_RUSHES)
    table.do("call", what="wrong_number", position=1, cards=8)
    table.do("call", what="card_exposed", position=2)
    assert (table.won("p1"), table.won("p2")) == (0, -10_00)
    table.finish()
    table.check_settled()
    assert (table.won("p1"), table.won("p2")) == (0, -10_00)


@checks("NJ WTF 13:69F-38.12(e)")
@pytest.mark.parametrize(("jurisdiction", "dealing"), WAYS)
@pytest.mark.parametrize("decks", [1, 2])
def test_38_12_e_a_shuffler_that_jams_shuffles_again(jurisdiction: str, dealing: str, decks: int) -> None:
    table = Table(jurisdiction, dealing, shuffler="device", decks=decks)
    table.seat(1)
    table.run("shuffle")
    for _ in range(2):
        (called,) = table.do("call", what="shuffler_jam")
        assert isinstance(called, e.IrregularityCalled)
        assert (called.effect, called.clause) == ("reshuffle", law("38.12(e)"))
        assert table.refused("load").clause == law("38.4(a)")
    table.get_ready()
    refusal = table.refused("call", what="shuffler_jam")
    assert (refusal.code, refusal.clause) == ("not_now", law("38.12(e)"))
    by_hand = Table()
    by_hand.seat(1)
    by_hand.run("shuffle")
    assert by_hand.refused("call", what="shuffler_jam").code == "not_now"


@checks("NJ WTF 13:69F-38.12(f)")
@pytest.mark.parametrize(("jurisdiction", "dealing"), IN_STACKS)
@pytest.mark.parametrize("delivered", [0, 1, 2])
def test_38_12_f_an_automated_shoe_that_jams_voids_the_round(jurisdiction: str, dealing: str, delivered: int) -> None:
    table = Table(jurisdiction, dealing)
    table.ready({1: HIGHER, 2: LOWER}, **BOTH_RUSHES)
    refusal = table.refused("call", what="shoe_jam")
    assert (refusal.code, refusal.clause) == ("not_now", law("38.12(f)"))
    table.run("deal")
    for _ in range(delivered):
        table.once()
    table.do("call", what="shoe_jam")
    void_to_the_cent(table, "38.12(f)")
    table.to_decisions({1: HIGHER, 2: LOWER})
    assert table.refused("call", what="shoe_jam").code == "not_now"


@checks("NJ WTF 13:69F-38.12(f)")
@pytest.mark.parametrize("dealing", ["manual_shoe", "hand"])
def test_38_12_f_nothing_else_jams(dealing: str) -> None:
    table = Table(dealing=dealing)
    table.ready()
    table.run("deal")
    assert table.refused("call", what="shoe_jam").clause == law("38.12(f)")


@checks("NJ WTF 13:69F-38.12(g)")
@pytest.mark.parametrize(
    ("setup", "device", "change"),
    [
        ({"shuffler": "device"}, "shuffler", {"shuffler": "none"}),
        ({"shuffler": "device", "decks": 2}, "shuffler", {"shuffler": "none"}),
        ({"dealing": "automated_shoe"}, "shoe", {"dealing": "manual_shoe"}),
        ({"jurisdiction": "card", "dealing": "packets"}, "shoe", {"dealing": "two_packets"}),
    ],
)
def test_38_12_g_a_device_leaves_the_table_before_another_method_is_used(
    setup: dict[str, Any], device: str, change: dict[str, str]
) -> None:
    table = Table(**setup)
    table.seat(1)
    table.get_ready()
    refusal = table.refused("change_method", **change)
    assert (refusal.code, refusal.clause) == ("device_on_table", law("38.12(g)"))
    assert table.do("remove_device", device=device) == [e.DeviceRemoved(device, law("38.12(g)"), "dealer")]
    table.bet("p1", 1, ante="10.00")
    assert table.refused("no_more_bets").code == "device_missing"
    table.do("clear", who="p1", position=1)
    table.do("change_method", **change)
    assert table.next == "shuffle"
    table.dealing = change.get("dealing", table.dealing)
    table.play()
    table.to_decisions()
    for each in ("shuffler", "shoe"):
        assert table.refused("remove_device", device=each).code in ("no_such_device", "round_in_progress")


# Agreement and a table that runs itself


@pytest.mark.parametrize(("jurisdiction", "dealing"), WAYS)
def test_rounds_dealt_by_chance_agree_with_settlement(jurisdiction: str, dealing: str) -> None:
    table = Table(jurisdiction, dealing, automatic="all", seed=7)
    positions = (1, 2, 4, 5)
    table.seat(*positions)
    for number in range(30):
        for position in positions:
            table.bet(f"p{position}", position, **BOTH_RUSHES)
        table.do("no_more_bets")
        table.all_play(but=[position for position in positions if (number + position) % 3 == 0])
        table.check_settled()
        settled = pitboss.settle(finished_round(table.state)).as_json()
        assert len(settled["positions"]) == 4
    table.check_replay()


@checks("NJ WTF 13:69F-38.10(c)1", "WTF card 9", "WTF card 10")
@pytest.mark.parametrize(("jurisdiction", "dealing"), [("nj", "manual_shoe"), ("card", "packets")])
def test_38_10_c_1_side_wagers_alone_are_taken_and_paid_by_their_own_paragraph(jurisdiction: str, dealing: str) -> None:
    """Issue item A19: after a fold nothing else is left to settle."""
    table = Table(jurisdiction, dealing)
    flush, nothing = "3h 5h 7h 9h Jh 4c 6d", "3s 8c 5d 9c 6s Jd 4h"
    spoken_for = {*f"{flush} {nothing}".split()}
    turned, *rest = [card for card in DECK if card not in spoken_for and card[0] != "2"][:8]
    table.to_decisions({1: flush, 2: nothing}, turned, " ".join(rest), **BOTH_RUSHES)
    while table.next == "decide":
        table.decide(table.task.position, "fold")
    table.done()
    clause = {"nj": "NJ WTF 13:69F-38.10(c)1", "card": "WTF card 9"}[jurisdiction]
    taken = [each for each in table.of_round(e.WagersTaken) if "ante" not in each.stakes]
    paid = table.of_round(e.WagersPaid)
    assert taken and paid
    assert {each.clause for each in (*taken, *paid)} == {clause}


@checks("NJ WTF 13:69F-38.7(f)2")
def test_38_7_f_2_a_wrong_number_at_the_dealer_is_cited_to_the_clause_that_names_the_dealer() -> None:
    """Issue item A19: 38.12(d) is about a player's hand."""
    table = Table()
    table.ready({1: HIGHER})
    table.run("decide")
    called, *_ = table.do("call", what="wrong_number", whose="dealer", cards=7)
    assert isinstance(called, e.IrregularityCalled) and called.clause == law("38.7(f)2")
