"""High Card Flush at the table, clause by clause: New Jersey (38.2 to 38.13) and Massachusetts (sections 2 to 13).

Both texts say the same in the same order, so every test runs under both and is named for New Jersey's clause.
"""

import re
from collections.abc import Sequence
from itertools import count
from typing import Any

import pytest

import pitboss
from pitboss.refusal import Refusal
from pitboss.table.families import showdown_house as house_of
from pitboss.table.showdown import events as e
from pitboss.table.showdown.commands import SHAPES
from pitboss.table.showdown.setup import DECK
from pitboss.table.showdown.state import reconstruct
from pitboss.table.state import finished_round
from pitboss.table.views import view
from tests.support import checks
from tests.table.floor import Floor, hands_of, stacked, trail

METHODS = ("manual_shoe", "hand", "automated_shoe")

# Hands that beat, lose to and tie with this dealer's hand, which just qualifies.
DEALER = "3d 5d 9d 2h 7h Qs Ks"
HIGHER = "Ah Kh 9h 4h 8c 6c Jd"
LOWER = "2c 4c 7c 3s 6s 8s Th"
EQUAL = "3c 5c 9c Td Qd 5s 9s"
DEALER_FAILS = "3d 5d 8d 2h 7h Qs Ks"

SEVEN_IN_A_ROW = "3h 4h 5h 6h 7h 8h 9h"
SIX_IN_A_ROW = "8s 9s Ts Js Qs Ks 2c"
FIVE_IN_A_ROW = "4c 5c 6c 7c 8c 2d 4d"
FOUR_IN_A_ROW = "Td Jd Qd Kd 2s 4s 6s"
THREE_IN_A_ROW = "Ac Kc Qc 9d 7d 4s 2s"
NONE_IN_A_ROW = "Jc 9c 3c 5d 7d 2s 4s"

ALL_WAGERS = {"ante": "10.00", "flush_bonus": "5.00", "straight_flush_bonus": "5.00", "progressive": "1.00"}


@pytest.fixture(params=["nj", "ma"])
def text(request: pytest.FixtureRequest) -> str:
    """Whose text the table plays by."""
    return str(request.param)


def law(text: str, paragraph: str) -> str:
    """A clause as each text numbers it: `38.4(c)1ii` is `4(c)(1)(ii)` in Massachusetts."""
    if text == "nj":
        return "NJ HCF 13:69F-" + paragraph
    in_brackets = re.sub(
        r"(?<=\))(\d+)([ivx]*)", lambda found: "".join(f"({part})" for part in found.groups() if part), paragraph
    )
    return "MA HCF " + in_brackets.removeprefix("38.")


def seven_each(positions: Sequence[int]) -> list[str]:
    """Who gets the first, second, third card: seven to each player from the dealer's left, then seven to the dealer."""
    return [str(position) for position in sorted(positions) for _ in range(7)] + ["dealer"] * 7


class Table(Floor):
    """A High Card Flush table; `shuffler` is chosen so that the dealing method is allowed."""

    def __init__(self, text: str, **setup: Any) -> None:
        if setup.get("dealing") == "hand":
            setup = {"shuffler": "device"} | setup
        super().__init__("high-card-flush", jurisdiction=text, **setup)
        self.text = text

    def law(self, paragraph: str) -> str:
        return law(self.text, paragraph)

    def seat(self, *positions: int) -> None:
        for position in positions:
            self.sit(f"p{position}", position)

    def ready(self, hands: dict[int, str] | None = None, dealer: str = DEALER, **wagers: str) -> None:
        """Players with the hands wanted are seated and have wagered; bets are still open."""
        hands = {1: HIGHER} if hands is None else hands
        self.seat(*(position for position in hands if position not in self.state.seats))
        wanted = {str(position): cards for position, cards in hands.items()} | {"dealer": dealer}
        self.get_ready(stacked(seven_each(list(hands)), wanted))
        for position in hands:
            self.bet(f"p{position}", position, **(wagers or {"ante": "10.00"}))

    def to_decisions(self, hands: dict[int, str] | None = None, dealer: str = DEALER, **wagers: str) -> None:
        self.ready(hands, dealer, **wagers)
        self.run("decide")

    def all_raise(self, but: Sequence[int] = ()) -> None:
        """Every position raises as much as its ante; those in `but` fold."""
        while self.next == "decide":
            position = self.task.position
            if position in but:
                self.decide(position, "fold")
            else:
                self.decide(position, "raise", "10.00")

    def play(self, hands: dict[int, str] | None = None, dealer: str = DEALER, **wagers: str) -> list[str]:
        """A whole round in which all raise; what happened from the first decision on."""
        self.to_decisions(hands, dealer, **wagers)
        before = len(self.log)
        self.all_raise()
        self.done()
        return trail(self.log[before:])

    def done(self) -> None:
        """To the end of the round, and everything that must hold of it."""
        self.finish()
        self.agrees()
        self.rebuilds()
        self.check_replay()

    def agrees(self) -> None:
        """The round that is over moved just what `pitboss settle` says it should, and left the meters so."""
        self.check_settled()
        settled = pitboss.settle(finished_round(self.state)).as_json()
        if settled.get("meters"):
            assert settled["meters"] == {"main": money(self.state.main), "secondary": money(self.state.secondary)}

    def rebuilds(self) -> None:
        """Every hand dealt, and the stub, can be taken out of the rack again."""
        dealt: dict[str, list[str]] = {}
        for to, card, _ in self.dealt():
            dealt.setdefault(to, []).append(card)
        found = reconstruct(self.state.rack, self.state.pickups)
        for whose, cards in dealt.items():
            assert sorted(found[whose]) == sorted(cards), whose
        assert sorted(card for cards in found.values() for card in cards) == sorted(DECK)

    def next_order(self) -> list[str]:
        return [task.do for task in self.state.programme[self.state.at :]]


def money(cents: int) -> str:
    return f"{cents // 100}.{cents % 100:02}"


def refused_setup(text: str, **setup: Any) -> Refusal:
    with pytest.raises(Refusal) as caught:
        house_of({"game": "high-card-flush", "jurisdiction": text, **setup})
    return caught.value


def by_suit_and_in_sequence() -> list[str]:
    """A new deck, in the test's own words."""
    return [rank + suit for suit in "cdhs" for rank in "23456789TJQKA"]


# 38.1 Definitions; 13:69E-1.13Y


@checks("NJ HCF 13:69F-38.1 Round of play", "MA HCF 1 Round of play")
def test_38_1_a_round_is_one_cycle_from_the_deal_to_the_last_wager(text: str) -> None:
    table = Table(text)
    table.ready({1: HIGHER, 2: LOWER})
    assert (table.state.playing, table.state.number) == (False, 0)
    table.once()
    assert (table.state.playing, table.state.number) == (True, 1)
    while table.state.playing:
        assert table.refused("no_more_bets").code == "not_next"  # no second round before this one is over
        if table.next == "decide":
            table.decide(table.task.position, "raise", "10.00")
        else:
            table.once()
    kinds = [type(event) for event in table.of_round()]
    assert kinds.index(e.CardsDealt) < kinds.index(e.Decided) < kinds.index(e.WagersTaken) < kinds.index(e.WagersPaid)
    assert table.session.balances["layout"] == 0
    assert table.state.number == 1
    table.play({1: HIGHER, 2: LOWER})
    assert table.state.number == 2


@checks("NJ HCF 13:69F-38.1 Stub", "MA HCF 1 Stub")
@pytest.mark.parametrize(
    ("players", "left"), [(1, 52 - 14), (2, 52 - 21), (3, 52 - 28), (4, 52 - 35), (5, 52 - 42), (6, 3)]
)
def test_38_1_the_stub_is_what_is_left_after_the_deal(text: str, players: int, left: int) -> None:
    table = Table(text)
    positions = list(range(1, players + 1))
    table.seat(*positions)
    order = " ".join(reversed(DECK))
    table.get_ready(order)
    for position in positions:
        table.bet(f"p{position}", position, ante="10.00")
    table.run("rack_stub")
    assert len(table.state.stock) == left
    stub = tuple(order.split()[52 - left :])
    table.once()
    assert reconstruct(table.state.rack, table.state.pickups) == {"stub": stub}


@checks(
    "NJ HCF 13:69F-38.1 Cover card",
    "MA HCF 1 Cover card",
    "NJ HCF 13:69F-38.4(c)1i",
    "MA HCF 4(c)(1)(i)",
    "NJ HCF 13:69F-38.4(c)1iv",
    "MA HCF 4(c)(1)(iv)",
)
def test_38_1_one_cover_card_lies_ready_serves_in_the_cut_and_goes_to_the_rack(text: str) -> None:
    table = Table(text)
    handling = table.house.procedure.cards
    assert handling.cover_cards == 1
    assert "cover card" in SHAPES["cut"].says
    table.seat(1)
    for _ in range(2):
        table.run("cut")
        assert table.state.cover == "beside the deck"
        table.once()
        assert table.state.cover == "in the discard rack"
        assert sorted(table.state.stock) == sorted(DECK)  # it is no card of the game
        table.run("no_more_bets")
        table.bet("p1", 1, ante="10.00")
        table.run("decide")
        table.decide(1, "fold")
        table.done()
        assert table.state.cover == "in the discard rack"


@checks("NJ HCF 13:69F-38.1 Cover card", "MA HCF 1 Cover card")
def test_38_1_without_a_cut_the_cover_card_stays_where_it_is(text: str) -> None:
    table = Table(text, shuffler="device")
    table.play()
    assert table.state.cover == "beside the deck"


def test_cash_goes_to_the_drop_box_and_tips_to_the_tip_box() -> None:
    table = Table("nj")
    table.sit("ann", 1, "100.00")
    books = table.session.balances
    assert (books["drop_box"], books.get("tip_box", 0), books["player:ann"]) == (100_00, 0, 100_00)
    assert books["tray"] == 1_000_000_00 - 100_00
    table.do("tip", who="ann", amount="5.00")
    assert (books["drop_box"], books["tip_box"], books["player:ann"]) == (100_00, 5_00, 95_00)
    assert table.refused("tip", who="ann", amount="95.50").code == "not_enough_chips"
    table.do("tip", who="ann", amount="95.00")
    assert (books["tip_box"], books["player:ann"]) == (100_00, 0)


@checks("NJ HCF 13:69E-1.13Y(d)", "NJ HCF 13:69F-38.12(a)", "MA HCF 12(a)")
def test_1_13Y_d_without_its_system_a_table_offers_no_progressive(text: str) -> None:
    """Issue item A20: a table says whether it has the system, and has one by default."""
    equipped = Table(text, progressive_system=True)
    equipped.ready({1: HIGHER}, ante="10.00", progressive="1.00")
    table = Table(text, progressive_system=False)
    table.seat(1)
    table.get_ready()
    refusal = table.refused("bet", who="p1", position=1, wagers={"ante": "10.00", "progressive": "1.00"})
    assert (refusal.code, refusal.clause) == ("no_progressive_system", table.law("38.12(a)"))
    table.bet("p1", 1, ante="10.00", flush_bonus="5.00")
    table.run("decide")
    assert not table.all(e.ProgressiveCollected)
    table.decide(1, "fold")
    table.done()
    table.agrees()
    assert (table.state.main, table.state.secondary) == (0, 0)


@checks("NJ HCF 13:69E-1.13Y(d)", "NJ HCF 13:69F-38.12(a)", "MA HCF 12(a)")
def test_1_13Y_d_a_progressive_is_not_chosen_for_a_table_without_its_system(text: str) -> None:
    """Issue item A20."""
    refusal = refused_setup(text, progressive_system=False, options={"progressive": "C"})
    assert (refusal.code, refusal.clause) == ("no_progressive_system", law(text, "38.12(a)"))
    assert refused_setup(text, progressive_system=False, limits={"progressive": ["1.00", "1.00"]}).clause == law(
        text, "38.12(a)"
    )
    assert refused_setup(text, progressive_system=False, meters={"main": "1.00", "secondary": "0.00"}).code == (
        "meters_not_used"
    )
    with pytest.raises(Refusal, match="no progressive wager"):
        house_of({"game": "three-card-poker", "progressive_system": True})


@checks("NJ HCF 13:69E-1.13Y(a)")
def test_1_13Y_a_six_positions(text: str) -> None:
    table = Table(text)
    for position in (0, 7, -1):
        refusal = table.refused("sit", who="ann", position=position)
        assert refusal.code == "position_out_of_range"
        assert refusal.clause == ("NJ HCF 13:69E-1.13Y(a)" if text == "nj" else "reading 28")
    table.seat(1, 2, 3, 4, 5, 6)
    assert sorted(table.state.seats) == [1, 2, 3, 4, 5, 6]


# 38.2 Cards; number of decks


@checks("NJ HCF 13:69F-38.2(a)", "MA HCF 2(a)")
@pytest.mark.parametrize("decks", [0, 3, -1])
def test_38_2_a_one_deck_or_two_and_no_other_number(text: str, decks: int) -> None:
    refusal = refused_setup(text, decks=decks, shuffler="device")
    assert (refusal.code, refusal.clause) == ("wrong_decks", law(text, "38.2(a)"))


@checks("NJ HCF 13:69F-38.2(a)", "MA HCF 2(a)")
def test_38_2_a_the_deck_has_52_cards_and_one_cover_card(text: str) -> None:
    table = Table(text)
    assert table.state.stock == ()
    table.do("receive")
    assert sorted(table.state.stock) == sorted(by_suit_and_in_sequence())
    assert (table.state.other, table.state.decks_at_table) == ((), 1)
    assert table.house.procedure.cards.cover_cards == 1


@checks("NJ HCF 13:69F-38.2(a)", "MA HCF 2(a)")
def test_38_2_a_the_cover_card_is_no_card_of_the_game(text: str) -> None:
    """Issue item A19: it lies beside a deck of one back, serves in the cut of 38.4 and goes to the rack."""
    table = Table(text)
    table.seat(1)
    table.run("cut")
    assert [each.back for each in table.all(e.DeckReceived)] == ["red"]
    assert table.state.cover == "beside the deck"
    table.once()
    assert table.state.cover == "in the discard rack"
    assert sorted(table.state.stock) == sorted(DECK)


@checks("NJ HCF 13:69F-38.7(a)", "MA HCF 7(a)")
@pytest.mark.parametrize("shuffler", ["none", "device"])
def test_38_7_a_the_dealer_or_the_device_puts_the_stack_into_the_shoe(text: str, shuffler: str) -> None:
    """Issue item A19: only after shuffle and cut, and bets open with it."""
    table = Table(text, dealing="manual_shoe", shuffler=shuffler)
    table.seat(1)
    table.run("shuffle")
    assert table.refused("load").code == "not_next"
    table.run("load")
    assert table.task.clause == table.law("38.7(a)")
    assert table.refused("bet", who="p1", position=1, wagers={"ante": "10.00"}).code == "bets_not_open"
    stock = table.state.stock
    table.once()
    assert table.state.stock == stock and table.state.betting


@checks("NJ HCF 13:69F-38.9(a)", "MA HCF 9(a)")
def test_38_9_a_an_automated_shoe_deals_stacks_of_seven_by_the_licensees_choice(text: str) -> None:
    """Issue item A19: with or without a shuffling device, and every stack at once."""
    for shuffler in ("none", "device"):
        table = Table(text, dealing="automated_shoe", shuffler=shuffler)
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
        assert stacks == [("1", 7), ("2", 7), ("dealer", 7)]


@checks("NJ HCF 13:69F-38.2(b)", "MA HCF 2(b)", "NJ HCF 13:69F-38.2(b)1", "MA HCF 2(b)(1)")
def test_38_2_b_a_second_deck_needs_a_shuffling_device_and_is_as_whole_as_the_first(text: str) -> None:
    refusal = refused_setup(text, decks=2)
    assert (refusal.code, refusal.clause) == ("second_deck_needs_device", law(text, "38.2(b)"))
    for device in ("device", "counting_device"):
        table = Table(text, decks=2, shuffler=device)
        table.seat(1)
        table.get_ready()
        assert table.state.decks_at_table == 2
        assert sorted(table.state.stock) == sorted(table.state.other) == sorted(DECK)


@checks(
    "NJ HCF 13:69F-38.2(b)2",
    "MA HCF 2(b)(2)",
    "NJ HCF 13:69F-38.2(b)3",
    "MA HCF 2(b)(3)",
    "NJ HCF 13:69F-38.2(b)4",
    "MA HCF 2(b)(4)",
    "NJ HCF 13:69F-38.2(b)5",
    "MA HCF 2(b)(5)",
)
@pytest.mark.parametrize("dealing", METHODS)
def test_38_2_b_two_decks_of_different_backs_take_turns(text: str, dealing: str) -> None:
    table = Table(text, decks=2, shuffler="device", dealing=dealing)
    table.seat(1)
    backs = []
    for _ in range(5):
        before = table.state.number
        while table.next != "no_more_bets":
            table.once()
        shuffled = table.all(e.Shuffled)
        assert len(shuffled) == before + 2  # the other deck was shuffled before this round, the device did it
        assert shuffled[-1].device
        backs.append(view(table.house, table.state, "player", "p1")["back"])
        table.bet("p1", 1, ante="10.00")
        waiting, playing = table.state.other, table.state.stock
        assert sorted(waiting) == sorted(playing) == sorted(DECK)
        table.run("decide")
        table.decide(1, "fold")
        while table.state.playing:
            assert table.state.other == waiting  # nothing of the other deck comes into the rack
            table.once()
        assert table.state.other == waiting
        assert sorted(table.state.rack) == sorted(DECK)
    assert backs == ["red", "blue", "red", "blue", "red"]


@checks("NJ HCF 13:69F-38.2(b)4", "MA HCF 2(b)(4)")
def test_38_2_b_4_a_void_round_does_not_break_the_turns(text: str) -> None:
    table = Table(text, decks=2, shuffler="device", dealing="automated_shoe")
    table.seat(1)
    backs = []
    for jam in (False, True, False, True, True):
        table.get_ready()
        backs.append(table.state.deck)
        table.bet("p1", 1, ante="10.00")
        table.run("deal")
        if jam:
            table.do("call", what="shoe_jam")
        else:
            table.run("decide")
            table.decide(1, "fold")
            table.finish()
    assert backs == [0, 1, 0, 1, 0]


# 38.3 Opening

OPENING = [
    ("receive", "dealer", "38.3(a)"),
    ("inspect", "dealer", "38.3(a)"),
    ("verify", "floorperson", "38.3(b)"),
    ("spread", "dealer", "38.3(b)"),
    ("view", "player", "38.3(c)"),
    ("wash", "dealer", "38.3(c)"),
    ("stack", "dealer", "38.3(c)"),
    ("shuffle", "dealer", "38.4(a)"),
    ("cut", "dealer", "38.4(c)1ii"),
    ("load", "dealer", "38.7(a)"),
    ("no_more_bets", "dealer", "38.7(b)"),
]


@checks(
    "NJ HCF 13:69F-38.3(a)",
    "MA HCF 3(a)",
    "NJ HCF 13:69F-38.3(b)",
    "MA HCF 3(b)",
    "NJ HCF 13:69F-38.3(c)",
    "MA HCF 3(c)",
    "NJ HCF 13:69F-38.4(a)",
    "MA HCF 4(a)",
    "NJ HCF 13:69F-38.4(b)2",
    "MA HCF 4(b)(2)",
)
def test_38_3_the_opening_goes_in_order_and_nothing_is_passed_over(text: str) -> None:
    table = Table(text)
    table.seat(1)
    for number, (step, role, clause) in enumerate(OPENING):
        assert (table.task.do, table.task.by, table.task.clause) == (step, role, table.law(clause))
        for other, by, _ in OPENING[:number] + OPENING[number + 1 :]:
            refusal = table.refused(other, by, **({"who": "p1"} if by == "player" else {}))
            assert (refusal.code, refusal.clause) == ("not_next", table.law(clause)), other
        if step != "no_more_bets":
            events = table.once()
            assert [event.clause for event in events] == [table.law(clause)]  # type: ignore[attr-defined]


@checks("NJ HCF 13:69F-38.3(b)", "MA HCF 3(b)")
def test_38_3_b_the_floorperson_verifies_after_the_dealer_inspected(text: str) -> None:
    table = Table(text)
    table.do("receive")
    assert table.refused("verify", "floorperson").code == "not_next"
    table.do("inspect")
    for role in ("dealer", "supervisor"):
        assert table.refused("verify", role).code == "wrong_role"
    assert table.refused("spread").clause == table.law("38.3(b)")
    table.do("verify", "floorperson")
    table.do("spread")


@checks("NJ HCF 13:69F-38.3(b)", "MA HCF 3(b)", "NJ HCF 13:69F-38.3(c)", "MA HCF 3(c)")
def test_38_3_b_and_c_the_spread_lies_open_by_suit_and_in_sequence_until_the_wash(text: str) -> None:
    table = Table(text)
    table.run("spread")
    assert table.state.shown == ()
    table.once()
    assert list(table.state.shown) == by_suit_and_in_sequence()
    assert table.refused("view", who="ann").code == "not_seated"  # the first player to arrive looks
    assert table.refused("wash").clause == table.law("38.3(c)")
    table.sit("ann", 4)
    table.do("view", who="ann")
    assert list(table.state.shown) == by_suit_and_in_sequence()
    table.do("wash")
    assert table.state.shown == ()
    assert table.refused("shuffle").clause == table.law("38.3(c)")
    table.do("stack")
    assert table.next == "shuffle"


@checks("NJ HCF 13:69F-38.3(d)", "MA HCF 3(d)")
def test_38_3_d_each_of_two_decks_is_opened_separately_before_play(text: str) -> None:
    table = Table(text, decks=2, shuffler="device")
    table.seat(1)
    one = ["receive", "inspect", "verify", "spread", "view", "wash", "stack", "shuffle"]
    assert table.next_order() == [*one, *one, "load", "no_more_bets"]
    assert table.refused("bet", who="p1", position=1, wagers={"ante": "10.00"}).code == "bets_not_open"
    table.run("no_more_bets")
    shuffles = table.all(e.Shuffled)
    assert len(shuffles) == 2
    assert (table.state.stock, table.state.other) == (shuffles[0].order, shuffles[1].order)


# 38.4 Shuffle and cut


@checks("NJ HCF 13:69F-38.4(a)", "MA HCF 4(a)")
def test_38_4_a_the_cards_are_shuffled_before_play_and_after_every_round(text: str) -> None:
    table = Table(text)
    table.seat(1)
    orders = []
    for number in range(1, 4):
        table.run("shuffle")
        assert table.refused("load").clause == table.law("38.4(a)")
        assert table.refused("bet", who="p1", position=1, wagers={"ante": "10.00"}).code == "bets_not_open"
        table.run("no_more_bets")
        assert len(table.all(e.Shuffled)) == number
        orders.append(table.all(e.Shuffled)[-1].order)
        assert (sorted(table.state.stock), table.state.rack) == (sorted(DECK), ())  # one stack of all the cards
        table.bet("p1", 1, ante="10.00")
        table.run("decide")
        table.decide(1, "fold")
        table.done()
    assert len(set(orders)) == 3
    assert tuple(by_suit_and_in_sequence()) not in orders


@checks("NJ HCF 13:69F-38.4(a)", "MA HCF 4(a)", "NJ HCF 13:69F-38.4(b)2", "MA HCF 4(b)(2)")
def test_38_4_a_cards_shuffled_beforehand_are_cut_and_dealt(text: str) -> None:
    table = Table(text, preshuffled=True)
    assert table.next_order() == ["receive", "inspect", "cut", "load", "no_more_bets"]
    table.seat(1)
    table.get_ready()
    table.bet("p1", 1, ante="10.00")
    table.run("decide")
    table.decide(1, "fold")
    table.done()
    assert table.next_order() == ["shuffle", "cut", "load", "no_more_bets"]


@checks("NJ HCF 13:69F-38.4(a)", "MA HCF 4(a)")
@pytest.mark.parametrize(
    "order", ["", "Ah Kh", " ".join(DECK[:51]), " ".join(DECK[:51] + DECK[:1]), " ".join(DECK) + " Ah"]
)
def test_38_4_a_a_shuffle_comes_out_as_the_whole_deck_and_by_chance(text: str, order: str) -> None:
    table = Table(text)
    table.seat(1)
    table.run("shuffle")
    assert table.refused("shuffle", order=order).code == "order_malformed"
    live = Table(text, given_orders=False)
    live.seat(1)
    live.run("shuffle")
    assert live.refused("shuffle", order=" ".join(DECK)).code == "order_not_allowed"


@checks("NJ HCF 13:69F-38.4(b)", "MA HCF 4(b)", "NJ HCF 13:69F-38.4(b)1", "MA HCF 4(b)(1)")
@pytest.mark.parametrize("dealing", METHODS)
@pytest.mark.parametrize("device", ["device", "counting_device"])
def test_38_4_b_1_after_a_device_there_is_no_cut(text: str, dealing: str, device: str) -> None:
    table = Table(text, shuffler=device, dealing=dealing)
    table.seat(1)
    table.run("shuffle")
    order = " ".join(reversed(DECK))
    table.do("shuffle", order=order)
    assert table.all(e.Shuffled)[-1].device
    assert table.next == "load"
    refusal = table.refused("cut", depth=20)
    assert refusal.code == "not_next"
    table.once()
    assert table.state.stock == tuple(order.split())
    assert table.refused("order_recut").code == "nothing_to_recut"


@checks("NJ HCF 13:69F-38.4(b)", "MA HCF 4(b)", "NJ HCF 13:69F-38.4(b)2", "MA HCF 4(b)(2)")
@pytest.mark.parametrize("dealing", ["manual_shoe", "automated_shoe"])
def test_38_4_b_2_after_a_shuffle_by_hand_the_cards_are_cut(text: str, dealing: str) -> None:
    table = Table(text, dealing=dealing)
    table.seat(1)
    table.run("shuffle")
    table.once()
    assert not table.all(e.Shuffled)[-1].device
    refusal = table.refused("load")
    assert (refusal.code, refusal.clause) == ("not_next", table.law("38.4(c)1ii"))
    table.once()
    assert table.next == "load"


@checks("NJ HCF 13:69F-38.4(c)", "MA HCF 4(c)", "NJ HCF 13:69F-38.4(c)1", "MA HCF 4(c)(1)")
@checks("NJ HCF 13:69F-38.4(c)1ii", "MA HCF 4(c)(1)(ii)", "NJ HCF 13:69F-38.4(c)1iii", "MA HCF 4(c)(1)(iii)")
@checks("NJ HCF 13:69F-38.4(c)2", "MA HCF 4(c)(2)")
@pytest.mark.parametrize("depth", [10, 11, 26, 42, 43, 50, 51])
def test_38_4_c_the_cut_cards_go_below_the_rest_and_the_deal_is_from_the_top(text: str, depth: int) -> None:
    table = Table(text)
    table.seat(1)
    table.run("shuffle")
    order = [rank + suit for rank in "A23456789TJQK" for suit in "shdc"]
    table.do("shuffle", order=" ".join(order))
    events = table.do("cut", depth=depth)
    assert events == [e.DeckCut(depth, table.law("38.4(c)1ii"))]
    wanted = order[depth:] + order[:depth]
    assert list(table.state.stock) == wanted
    table.run("no_more_bets")
    table.bet("p1", 1, ante="10.00")
    table.run("decide")
    assert [card for _, card, _ in table.dealt()] == wanted[:14]


@checks("NJ HCF 13:69F-38.4(c)1ii", "MA HCF 4(c)(1)(ii)")
@pytest.mark.parametrize("depth", [-1, 0, 1, 9, 52, 53])
def test_38_4_c_1_ii_fewer_than_ten_cards_or_none_left_is_no_cut(text: str, depth: int) -> None:
    table = Table(text)
    table.seat(1)
    table.run("cut")
    refusal = table.refused("cut", depth=depth)
    assert (refusal.code, refusal.clause) == ("cut_depth", table.law("38.4(c)1ii"))
    assert "10" in refusal.message


@checks("NJ HCF 13:69F-38.4(c)1ii", "MA HCF 4(c)(1)(ii)")
def test_38_4_c_1_ii_a_cut_by_itself_takes_at_least_ten_cards(text: str) -> None:
    for seed in range(40):
        table = Floor("high-card-flush", seed, jurisdiction=text, automatic="all")
        table.sit("ann", 1)
        (cut,) = table.all(e.DeckCut)
        assert 10 <= cut.depth <= 51


@checks("NJ HCF 13:69F-38.4(d)", "MA HCF 4(d)")
@pytest.mark.parametrize("moment", ["load", "no_more_bets", "lock_progressive", "place_progressive", "deal"])
def test_38_4_d_a_supervisor_can_have_the_cards_cut_again_until_the_first_is_dealt(text: str, moment: str) -> None:
    table = Table(text)
    table.seat(1)
    table.run("cut")
    refusal = table.refused("order_recut")
    assert (refusal.code, refusal.clause) == ("nothing_to_recut", table.law("38.4(d)"))
    table.do("cut", depth=20)
    if moment != "load":
        table.run("no_more_bets")
        table.bet("p1", 1, ante="10.00")
        table.run(moment)
    for role in ("dealer", "floorperson"):
        assert table.refused("order_recut", role).code == "wrong_role"
    before, task = table.state.stock, table.next
    assert table.do("order_recut", who="s") == [e.RecutOrdered(table.law("38.4(d)"), "s")]
    assert table.refused(task).clause == table.law("38.4(c)1ii")
    assert table.refused("cut", depth=9).code == "cut_depth"
    assert table.refused("order_recut").code == "nothing_to_recut"
    table.do("cut", depth=10)
    assert table.state.stock == before[10:] + before[:10]
    table.do("order_recut")
    table.do("cut", depth=42)
    assert table.state.stock == before  # 10 and 42 make a whole turn
    if moment == "load":
        table.run("no_more_bets")
        table.bet("p1", 1, ante="10.00")
    table.run("decide")
    assert [card for _, card, _ in table.dealt()] == list(before[:14])


@checks("NJ HCF 13:69F-38.4(d)", "MA HCF 4(d)")
def test_38_4_d_no_recut_once_a_card_is_dealt(text: str) -> None:
    table = Table(text)
    table.ready()
    table.run("deal")
    table.once()
    while table.next != "decide":
        refusal = table.refused("order_recut")
        assert (refusal.code, refusal.clause) == ("nothing_to_recut", table.law("38.4(d)"))
        table.once()


@checks("NJ HCF 13:69F-38.4(e)", "MA HCF 4(e)")
@pytest.mark.parametrize("face_up", [True, False])
def test_38_4_e_at_an_idle_table_the_cards_lie_spread_until_a_player_comes(text: str, face_up: bool) -> None:
    table = Table(text, idle_face_up=face_up)
    table.seat(1)
    table.get_ready()
    table.do("leave", who="p1")
    turn = [] if face_up else ["turn_up"]
    assert table.next_order() == [
        *("spread_idle", *turn, "view", "wash", "stack"),
        *("shuffle", "cut", "load", "no_more_bets"),
    ]
    assert table.task.clause == table.law("38.4(e)")
    assert table.refused("no_more_bets").clause == table.law("38.4(e)")
    table.once()
    assert list(table.state.shown) == (by_suit_and_in_sequence() if face_up else [])
    if not face_up:
        refusal = table.refused("turn_up")
        assert (refusal.code, refusal.clause) == ("nobody_arrived", table.law("38.4(e)"))
    table.sit("cid", 6)
    if not face_up:
        assert table.refused("view", who="cid").clause == table.law("38.4(e)")
        table.do("turn_up")
    assert list(table.state.shown) == by_suit_and_in_sequence()
    assert table.refused("wash").code == "not_next"
    table.do("view", who="cid")
    table.get_ready()
    assert sorted(table.state.stock) == sorted(DECK)


@checks("NJ HCF 13:69F-38.4(e)", "MA HCF 4(e)")
@pytest.mark.parametrize("moment", ["shuffle", "cut", "load", "no_more_bets"])
def test_38_4_e_whenever_the_last_player_leaves_an_open_table(text: str, moment: str) -> None:
    table = Table(text)
    table.seat(1, 2)
    table.get_ready()
    table.bet("p1", 1, ante="10.00")
    table.run("decide")
    table.decide(1, "fold")
    table.finish()
    table.run(moment)
    table.do("leave", who="p1")
    assert table.next == moment  # somebody is still here
    table.do("leave", who="p2")
    assert table.next == "spread_idle"


# 38.6 Wagers


@checks("NJ HCF 13:69F-38.6(b)", "MA HCF 6(b)")
@pytest.mark.parametrize("tender", ["cash", "verbal", "cash and a word"])
def test_38_6_b_no_wager_by_word_or_with_cash(text: str, tender: str) -> None:
    table = Table(text)
    table.seat(1)
    table.get_ready()
    refusal = table.refused("bet", who="p1", position=1, wagers={"ante": "10.00"}, tender=tender)
    assert (refusal.code, refusal.clause, refusal.position) == ("no_cash_wagers", table.law("38.6(b)"), 1)
    table.do("bet", who="p1", position=1, wagers={"ante": "10.00"}, tender="chips")


@checks("NJ HCF 13:69F-38.6(b)", "MA HCF 6(b)")
def test_38_6_b_wagers_are_chips_and_plaques_there_are(text: str) -> None:
    table = Table(text)
    table.seat(1)
    table.get_ready()
    for wagers in ({"ante": "10.25"}, {"ante": "0.49"}, {"ante": {"10.00": 1}}, {"ante": {"0.25": 2}}):
        refusal = table.refused("bet", who="p1", position=1, wagers=wagers)
        assert (refusal.code, refusal.clause) == ("no_such_chips", table.law("38.6(b)")), wagers
    for number in (0, -1, 1.5, "2", None):
        assert table.refused("bet", who="p1", position=1, wagers={"ante": {"5.00": number}}).code == "no_such_chips"
    table.bet("p1", 1, ante={"25.00": 3, "0.50": 1, "1000.00": 2})
    assert table.state.bets[1].stakes == {"ante": 2075_50}
    assert table.all(e.BetPlaced)[-1].chips == {"ante": {"25.00": 3, "0.50": 1, "1000.00": 2}}
    assert table.held("p1") == 10_000_00 - 2075_50
    assert table.refused("bet", who="p1", position=1, wagers={"ante": "10000.50"}).code == "not_enough_chips"
    table.bet("p1", 1, ante="10000.00")  # in place of what lay there
    assert (table.held("p1"), table.session.balances["layout"]) == (0, 10_000_00)


@checks("NJ HCF 13:69F-38.6(b)", "MA HCF 6(b)")
def test_38_6_b_a_match_play_coupon_rides_on_an_ante_of_its_value(text: str) -> None:
    without = Table(text)
    without.seat(1)
    without.get_ready()
    refusal = without.refused("bet", who="p1", position=1, wagers={"ante": "10.00"}, coupon="10.00")
    assert (refusal.code, refusal.clause) == ("no_coupons", without.law("38.6(b)"))
    table = Table(text, match_play=True)
    table.seat(1)
    table.get_ready()
    for ante in ("9.50", "10.50"):
        refusal = table.refused("bet", who="p1", position=1, wagers={"ante": ante}, coupon="10.00")
        assert (refusal.code, refusal.clause) == ("coupon_unmatched", "reading 29")
    table.bet("p1", 1, coupon="10.00", ante="10.00")
    assert table.held("p1") == 10_000_00 - 10_00  # the coupon is no chips


@checks("NJ HCF 13:69F-38.6(b)", "MA HCF 6(b)")
@pytest.mark.parametrize(
    ("hand", "dealer", "won", "goes"),
    [
        (HIGHER, DEALER, 10_00 + 10_00 + 10_00, "collected"),  # ante, its coupon, raise
        (HIGHER, DEALER_FAILS, 10_00 + 10_00, "collected"),  # ante and coupon; the raise pushes
        (EQUAL, DEALER, 0, "returned"),
        (LOWER, DEALER, -20_00, "collected"),
    ],
)
def test_38_6_b_reading_29_a_coupon_wins_like_the_ante_beside_it(
    text: str, hand: str, dealer: str, won: int, goes: str
) -> None:
    table = Table(text, match_play=True)
    table.seat(1)
    table.get_ready(stacked(seven_each([1]), {"1": hand, "dealer": dealer}))
    table.bet("p1", 1, coupon="10.00", ante="10.00")
    table.run("decide")
    table.decide(1, "raise", "10.00")
    table.done()
    assert table.won("p1") == won
    assert coupon_goes(table) == [goes]


@checks("NJ HCF 13:69F-38.6(b)", "MA HCF 6(b)")
def test_38_6_b_reading_29_a_fold_loses_the_coupon(text: str) -> None:
    table = Table(text, match_play=True)
    table.seat(1)
    table.get_ready()
    table.bet("p1", 1, coupon="10.00", ante="10.00", flush_bonus="5.00")
    table.run("decide")
    refusal = table.refused("decide", who="p1", position=1, action="raise", amount="20.00")
    assert refusal.code == "raise_over_limit"  # reading 45: measured by the chips of the ante
    table.decide(1, "fold")
    assert coupon_goes(table) == ["collected"]
    table.done()
    assert coupon_goes(table) == ["collected"]


def coupon_goes(table: Table) -> list[str]:
    """Where the events of the round say the coupons went."""
    found = [event.coupon for event in table.of_round(e.WagersTaken, e.ForfeitsTaken)]
    found += [row.coupon_goes for event in table.of_round(e.WagersPaid) for row in event.rows]
    return [goes for goes in found if goes]


@checks("NJ HCF 13:69F-38.6(c)", "MA HCF 6(c)")
def test_38_6_c_only_seated_players_wager(text: str) -> None:
    table = Table(text)
    table.seat(1)
    table.get_ready()
    refusal = table.refused("bet", who="ann", position=2, wagers={"ante": "10.00"})
    assert (refusal.code, refusal.clause) == ("not_seated", table.law("38.6(c)"))
    assert table.refused("buy_in", who="ann", amount="10.00").code == "not_seated"
    table.sit("ann", 2)
    table.bet("ann", 2, ante="10.00")
    table.do("clear", who="ann", position=2)
    table.do("leave", who="ann")
    assert table.refused("bet", who="ann", position=2, wagers={"ante": "10.00"}).code == "not_seated"


@checks("NJ HCF 13:69F-38.6(c)", "MA HCF 6(c)")
def test_38_6_c_whoever_wagered_stays_until_the_round_is_over(text: str) -> None:
    table = Table(text)
    table.ready({1: HIGHER, 2: LOWER})
    table.seat(3)
    refusal = table.refused("leave", who="p1")
    assert refusal.code == "wagers_on_layout"  # not yet bound to the round: the wagers can still be taken back
    table.once()
    table.do("leave", who="p3")  # without wagers there is nothing to stay for
    folded = False
    while table.state.playing:
        for player, position in (("p1", 1), ("p2", 2)):
            refusal = table.refused("leave", who=player)
            assert (refusal.code, refusal.clause) == ("must_stay_seated", table.law("38.6(c)"))
            assert refusal.position == position
            assert table.refused("cash_out", who=player).code == "still_seated"
        if table.next == "decide":
            table.decide(table.task.position, *(("raise", "10.00") if folded else ("fold",)))
            folded = True
        else:
            table.once()
    table.agrees()
    table.do("leave", who="p1")
    held = table.held("p1")
    table.do("cash_out", who="p1")
    assert (table.held("p1"), table.session.balances["cage"]) == (0, held)


@checks("NJ HCF 13:69F-38.6(d)", "MA HCF 6(d)")
def test_38_6_d_before_the_close_wagers_are_placed_changed_and_taken_back(text: str) -> None:
    table = Table(text)
    table.seat(1)
    table.get_ready()
    table.bet("p1", 1, ante="10.00", flush_bonus="5.00")
    table.bet("p1", 1, ante="20.00", progressive="1.00")
    assert table.state.bets[1].stakes == {"ante": 20_00, "progressive": 1_00}
    table.do("clear", who="p1", position=1)
    assert (table.state.bets, table.held("p1"), table.session.balances["layout"]) == ({}, 10_000_00, 0)
    assert table.refused("no_more_bets").code == "no_wagers"


@checks("NJ HCF 13:69F-38.6(d)", "MA HCF 6(d)")
def test_38_6_d_after_no_more_bets_nothing_is_made_increased_or_withdrawn(text: str) -> None:
    table = Table(text)
    table.ready({1: HIGHER, 2: LOWER}, **ALL_WAGERS)
    table.seat(4)
    table.once()
    placed = {position: bet.stakes for position, bet in table.state.bets.items()}
    while table.state.playing:
        tries: list[tuple[str, dict[str, Any]]] = [
            ("bet", {"who": "p4", "position": 4, "wagers": {"ante": "10.00"}}),
            ("bet", {"who": "p1", "position": 1, "wagers": {"ante": "20.00"}}),
            ("bet", {"who": "p1", "position": 1, "wagers": {"ante": "10.00", "progressive": "1.00"}}),
            ("clear", {"who": "p1", "position": 1}),
        ]
        for command, fields in tries:
            refusal = table.refused(command, **fields)
            assert (refusal.code, refusal.clause) == ("bets_closed", table.law("38.6(d)"))
        if table.next == "decide":
            assert {position: bet.stakes for position, bet in table.state.bets.items() if not bet.actions} == {
                position: placed[position] for position, bet in table.state.bets.items() if not bet.actions
            }
            table.decide(table.task.position, "raise", "10.00")  # raises alone come later
        else:
            table.once()
    table.agrees()


@checks("NJ HCF 13:69F-38.6(e)", "MA HCF 6(e)")
@pytest.mark.parametrize("allowed", [1, 2, 3])
def test_38_6_e_up_to_three_positions_as_the_house_permits(text: str, allowed: int) -> None:
    table = Table(text, positions_per_player=allowed)
    table.seat(2)
    table.get_ready()
    for position in range(2, 2 + allowed):
        table.bet("p2", position, ante="10.00")
    refusal = table.refused("bet", who="p2", position=2 + allowed, wagers={"ante": "10.00"})
    assert (refusal.code, refusal.clause) == ("too_many_positions", table.law("38.6(e)"))
    table.run("decide")
    while table.next == "decide":
        table.decide(table.task.position, "raise", "10.00")
    table.done()


@checks("NJ HCF 13:69F-38.6(e)", "MA HCF 6(e)")
@pytest.mark.parametrize("wanted", [0, 4, 6, -1])
def test_38_6_e_no_house_may_permit_more_than_three_positions(text: str, wanted: int) -> None:
    refusal = refused_setup(text, positions_per_player=wanted)
    assert (refusal.code, refusal.clause) == ("too_many_positions", law(text, "38.6(e)"))


@checks("NJ HCF 13:69F-38.6(e)", "MA HCF 6(e)")
def test_38_6_e_all_positions_of_a_player_are_side_by_side(text: str) -> None:
    table = Table(text, positions_per_player=3)
    table.seat(1, 5)
    table.get_ready()
    table.bet("p1", 1, ante="10.00")
    refusal = table.refused("bet", who="p1", position=3, wagers={"ante": "10.00"})
    assert (refusal.code, refusal.clause, refusal.position) == ("not_adjacent", table.law("38.6(e)"), 3)
    table.bet("p1", 2, ante="10.00")
    table.bet("p1", 3, ante="10.00")
    assert table.refused("bet", who="p5", position=3, wagers={"ante": "10.00"}).code == "position_taken"
    assert table.refused("bet", who="p1", position=5, wagers={"ante": "10.00"}).code == "position_taken"
    assert table.refused("sit", who="ann", position=3).code == "seat_in_use"
    table.bet("p5", 4, ante="10.00")
    refusal = table.refused("bet", who="p5", position=6, wagers={"ante": "10.00"})
    assert (refusal.code, refusal.clause, refusal.position) == ("not_adjacent", table.law("38.6(e)"), 6)
    table.bet("p5", 5, ante="10.00")  # with the seat between them wagered on, both sides are adjacent
    table.bet("p5", 6, ante="10.00")


@checks("NJ HCF 13:69F-38.6(e)", "MA HCF 6(e)")
def test_38_6_e_taking_back_the_middle_one_leaves_no_two_apart(text: str) -> None:
    table = Table(text, positions_per_player=3)
    table.seat(1)
    table.get_ready()
    for position in (1, 2, 3):
        table.bet("p1", position, ante="10.00")
    try:
        table.do("clear", who="p1", position=2)
        refusal = table.refused("no_more_bets")
    except Refusal as refused:
        refusal = refused
    assert (refusal.code, refusal.clause) == ("not_adjacent", table.law("38.6(e)"))
    table.do("clear", who="p1", position=3)
    if 2 in table.state.bets:
        table.do("clear", who="p1", position=2)
    table.do("no_more_bets")


@checks("NJ HCF 13:69F-38.6(a)1", "MA HCF 6(a)(1)", "NJ HCF 13:69F-38.6(a)2", "MA HCF 6(a)(2)")
@checks("NJ HCF 13:69F-38.6(a)3", "MA HCF 6(a)(3)")
@pytest.mark.parametrize(
    ("wager", "clause"), [("ante", "38.6(a)1"), ("flush_bonus", "38.6(a)2"), ("straight_flush_bonus", "38.6(a)3")]
)
def test_38_6_a_each_wager_lies_within_its_posted_limits(text: str, wager: str, clause: str) -> None:
    table = Table(text, limits={wager: ["5.00", "100.00"]})
    table.seat(1)
    table.get_ready()
    for amount, code in (("4.50", "under_minimum"), ("100.50", "over_maximum")):
        refusal = table.refused("bet", who="p1", position=1, wagers={"ante": "10.00"} | {wager: amount})
        assert (refusal.code, refusal.clause, refusal.position) == (code, table.law(clause), 1)
    for amount in ("5.00", "5.50", "99.50", "100.00"):
        table.bet("p1", 1, **({"ante": "10.00"} | {wager: amount}))


@checks("NJ HCF 13:69F-38.6(a)4", "MA HCF 6(a)(4)", "NJ HCF 13:69F-38.12(a)", "MA HCF 12(a)")
def test_38_12_a_the_progressive_wager_is_one_dollar(text: str) -> None:
    table = Table(text)
    table.seat(1)
    table.get_ready()
    for amount in ("0.50", "1.50", "2.00", "5.00"):
        refusal = table.refused("bet", who="p1", position=1, wagers={"ante": "10.00", "progressive": amount})
        assert (refusal.code, refusal.clause) == ("progressive_not_1.00", table.law("38.6(a)4"))
    table.bet("p1", 1, ante="10.00", progressive="1.00")
    without = Table(text, options={"progressive": None})
    without.seat(1)
    without.get_ready()
    refusal = without.refused("bet", who="p1", position=1, wagers={"ante": "10.00", "progressive": "1.00"})
    assert refusal.code == "wager_not_offered"


@checks("NJ HCF 13:69F-38.1 Ante", "MA HCF 1 Ante")
def test_38_1_no_other_wager_without_an_ante(text: str) -> None:
    table = Table(text)
    table.seat(1)
    table.get_ready()
    for wager in ("flush_bonus", "straight_flush_bonus", "progressive"):
        refusal = table.refused("bet", who="p1", position=1, wagers={wager: "1.00"})
        assert refusal.clause == table.law("38.1 Ante")
    assert table.refused("bet", who="p1", position=1, wagers={"raise": "10.00"}).code == "wager_too_early"


LENGTHS = [
    (2, "Ah Kh 9c 4c 8d 6d Js", 1),
    (3, "Ah Kh 9h 4c 8c 6d Js", 1),
    (4, "Ah Kh 9h 4h 8c 6d Js", 1),
    (5, "Ah Kh 9h 4h 8h 6d Js", 2),
    (6, "Ah Kh 9h 4h 8h 6h Js", 3),
    (7, "Ah Kh 9h 4h 8h 6h Jh", 3),
]


@checks("NJ HCF 13:69F-38.6(a)5", "NJ HCF 13:69F-38.6(a)5(a)", "NJ HCF 13:69F-38.6(a)5(b)", "MA HCF 6(a)(5)")
@checks("MA HCF 6(a)(5)(i)", "MA HCF 6(a)(5)(ii)")
@pytest.mark.parametrize(("length", "hand", "most"), LENGTHS)
def test_38_6_a_5_raise_limits_by_the_longest_flush(text: str, length: int, hand: str, most: int) -> None:
    table = Table(text)
    table.to_decisions({1: hand}, dealer="2h 3h 5c 6c 9d Ts Ks")
    for amount, code in (
        ("9.50", "raise_under_minimum"),
        ("0.50", "raise_under_minimum"),
        (f"{most * 10}.50", "raise_over_limit"),
        (f"{most * 10 + 10}.00", "raise_over_limit"),
    ):
        refusal = table.refused("decide", who="p1", position=1, action="raise", amount=amount)
        assert (refusal.code, refusal.clause) == (code, table.law("38.6(a)5"))
    table.decide(1, "raise", f"{most * 10}.00")
    table.done()
    assert table.won("p1") == 10_00  # this dealer does not qualify


@checks("NJ HCF 13:69F-38.6(a)5", "MA HCF 6(a)(5)")
def test_38_6_a_5_a_raise_is_chips_the_player_has(text: str) -> None:
    table = Table(text)
    table.sit("p1", 1, "20.00")
    table.get_ready()
    table.bet("p1", 1, ante="10.50")
    table.run("decide")
    assert table.refused("decide", who="p1", position=1, action="raise", amount="10.50").code == "not_enough_chips"
    for fields in ({}, {"amount": ""}, {"amount": "10.25"}, {"amount": "-10.50"}, {"amount": "0.00"}):
        assert table.refused("decide", who="p1", position=1, action="raise", **fields).code
    assert table.refused("decide", who="p1", position=1, action="fold", amount="10.50").code == "amount_not_wanted"
    for action in ("check", "play", ""):
        assert table.refused("decide", who="p1", position=1, action=action).code == "action_not_allowed"
    table.do("buy_in", who="p1", amount="1.00")
    table.decide(1, "raise", "10.50")
    assert table.held("p1") == 0


# 38.7, 38.8, 38.9 Dealing


@checks(
    "NJ HCF 13:69F-38.7(a)",
    "MA HCF 7(a)",
    "NJ HCF 13:69F-38.7(b)",
    "MA HCF 7(b)",
    "NJ HCF 13:69F-38.7(c)",
    "MA HCF 7(c)",
    "NJ HCF 13:69F-38.7(d)",
    "MA HCF 7(d)",
    "NJ HCF 13:69F-38.7(e)",
    "MA HCF 7(e)",
    "NJ HCF 13:69F-38.8(a)",
    "MA HCF 8(a)",
    "NJ HCF 13:69F-38.8(b)",
    "MA HCF 8(b)",
    "NJ HCF 13:69F-38.8(b)2",
    "MA HCF 8(b)(2)",
    "NJ HCF 13:69F-38.8(b)3",
    "MA HCF 8(b)(3)",
    "NJ HCF 13:69F-38.8(c)",
    "MA HCF 8(c)",
    "NJ HCF 13:69F-38.8(d)",
    "MA HCF 8(d)",
    "NJ HCF 13:69F-38.8(e)",
    "MA HCF 8(e)",
    "NJ HCF 13:69F-38.9(a)",
    "MA HCF 9(a)",
    "NJ HCF 13:69F-38.9(b)",
    "MA HCF 9(b)",
    "NJ HCF 13:69F-38.9(b)1",
    "MA HCF 9(b)(1)",
    "NJ HCF 13:69F-38.9(b)2",
    "MA HCF 9(b)(2)",
    "NJ HCF 13:69F-38.9(c)",
    "MA HCF 9(c)",
    "NJ HCF 13:69F-38.9(d)",
    "MA HCF 9(d)",
    "NJ HCF 13:69F-38.9(e)",
    "MA HCF 9(e)",
)
@pytest.mark.parametrize("positions", [(1,), (6,), (1, 2, 3, 4, 5, 6), (2, 3, 5), (6, 1)])
@pytest.mark.parametrize(
    ("dealing", "load", "close", "deal", "stub"),
    [
        ("manual_shoe", "38.7(a)", "38.7(b)", "38.7(c)", "38.7(e)"),
        ("hand", "38.8(b)2", "38.8(b)3", "38.8(c)", "38.8(e)"),
        ("automated_shoe", "38.9(b)1", "38.9(b)2", "38.9(c)", "38.9(e)"),
    ],
)
def test_38_7_to_38_9_seven_to_each_player_from_the_left_then_the_dealer(
    text: str, positions: tuple[int, ...], dealing: str, load: str, close: str, deal: str, stub: str
) -> None:
    table = Table(text, dealing=dealing)
    table.seat(*positions)
    order = " ".join(rank + suit for rank in "7A2K9Q5T3J864" for suit in "shdc")
    table.run("shuffle")
    table.shuffle(order)
    table.run("load")
    assert table.task.clause == table.law(load)
    assert table.refused("no_more_bets").clause == table.law(load)  # the cards are in place first
    table.once()
    for position in positions:
        table.bet(f"p{position}", position, ante="10.00")
    refusal = table.refused("deal")
    assert (refusal.code, refusal.clause) == ("not_next", table.law(close))  # bets are closed before any card
    table.once()
    table.run("deal")
    deliveries = []
    while table.next == "deal":
        # The players' cards by (c), the dealer's by (d).
        paragraph = table.law(deal if table.task.to != "dealer" else deal.replace("(c)", "(d)"))
        assert table.refused("rack_stub").clause == paragraph
        (event,) = table.once()
        assert isinstance(event, e.CardsDealt)
        assert (event.clause, len(event.cards), event.tasks) == (paragraph, 7, 1)  # consecutive cards, a stack
        deliveries.append(event.cards[0][0])
    assert deliveries == [*(str(position) for position in sorted(positions)), "dealer"]
    mine = hands_of(seven_each(positions), order)
    assert {str(position): hand for position, hand in table.state.hands.items()} | {
        "dealer": table.state.dealer
    } == mine
    assert not any(face_up for _, _, face_up in table.dealt())
    assert table.state.shown == ()
    assert table.task.clause == table.law(stub)
    assert table.once() == [e.StubRacked(table.law(stub))]
    assert table.state.rack == tuple(order.split()[7 * len(positions) + 7 :])
    assert table.state.shown == ()  # not exposed
    table.run("decide")
    table.all_raise(but=positions)
    table.done()


@checks("NJ HCF 13:69F-38.7(c)", "MA HCF 7(c)", "NJ HCF 13:69F-38.9(c)", "MA HCF 9(c)")
@pytest.mark.parametrize("dealing", METHODS)
def test_38_7_c_only_positions_with_an_ante_get_cards_and_in_their_turn(text: str, dealing: str) -> None:
    table = Table(text, dealing=dealing)
    table.seat(1, 2, 4)
    table.get_ready()
    table.bet("p1", 1, ante="10.00")
    table.bet("p4", 4, ante="10.00")
    table.run("deal")
    for wrong in ({"whose": "dealer"}, {"whose": "4"}, {"position": 4}, {"position": 2}):
        assert table.refused("deal", **wrong).code == "not_next"
    table.do("deal", position=1)
    assert table.refused("deal", whose="dealer").code == "not_next"
    table.do("deal", whose="4")
    table.do("deal", whose="dealer")
    assert sorted(table.state.hands) == [1, 4]


@checks("NJ HCF 13:69F-38.8(b)1", "MA HCF 8(b)(1)")
def test_38_8_b_1_dealing_from_the_hand_needs_a_shuffling_device(text: str) -> None:
    refusal = refused_setup(text, dealing="hand")
    assert (refusal.code, refusal.clause) == ("shuffler_needed", law(text, "38.8(b)1"))
    for device in ("device", "counting_device"):
        Table(text, dealing="hand", shuffler=device)
    table = Table(text)
    table.seat(1)
    table.get_ready()
    assert table.refused("change_method", dealing="hand").clause == table.law("38.8(b)1")
    table.do("change_method", dealing="hand", shuffler="device")


def to_the_stub(table: Table) -> None:
    """Into the next round, up to the stub."""
    table.get_ready()
    table.bet("p1", 1, ante="10.00")
    table.run("rack_stub")


def over(table: Table) -> None:
    table.run("decide")
    table.decide(1, "fold")
    table.done()


@checks(
    "NJ HCF 13:69F-38.7(f)",
    "MA HCF 7(f)",
    "NJ HCF 13:69F-38.7(f)1",
    "MA HCF 7(f)(1)",
    "NJ HCF 13:69F-38.8(f)",
    "MA HCF 8(f)",
    "NJ HCF 13:69F-38.9(f)",
    "MA HCF 9(f)",
)
@pytest.mark.parametrize(
    ("dealing", "count"), [("manual_shoe", "38.7(f)"), ("hand", "38.8(f)"), ("automated_shoe", "38.9(f)")]
)
@pytest.mark.parametrize("early", [0, 1, 2, 4])
def test_38_7_f_the_stub_is_counted_in_the_fifth_round_at_the_latest(
    text: str, dealing: str, count: str, early: int
) -> None:
    """`early` is a round in which the stub is counted although it need not be; the five rounds start after it."""
    table = Table(text, dealing=dealing)
    table.seat(1)
    due = early + 5
    for number in range(1, due + 6):
        to_the_stub(table)
        if number in (due, due + 5):
            refusal = table.refused("rack_stub")
            assert (refusal.code, refusal.clause) == ("count_due", table.law(count))
            assert table.do("count_stub", counted=38) == [e.StubRacked(table.law(count), 38)]
        elif number == early:
            table.do("count_stub")
        else:
            table.do("rack_stub")
        assert table.state.shown == ()  # counted face down, racked unseen
        over(table)


@checks("NJ HCF 13:69F-38.7(f)", "MA HCF 7(f)")
def test_38_7_f_by_itself_the_table_counts_in_every_fifth_round(text: str) -> None:
    table = Table(text, automatic="all")
    table.seat(1)
    for _ in range(11):
        table.bet("p1", 1, ante="10.00")
        table.do("no_more_bets")
        table.decide(1, "fold")
    counted = [event.counted for event in table.all(e.StubRacked)]
    assert counted == [None, None, None, None, 38, None, None, None, None, 38, None]


@checks("NJ HCF 13:69F-38.7(f)2", "MA HCF 7(f)(2)")
@pytest.mark.parametrize("dealing", METHODS)
@pytest.mark.parametrize(
    ("whose", "cards", "counted"),
    [({"position": 1}, 6, 39), ({"position": 1}, 8, 37), ({"whose": "dealer"}, 6, 39), ({"whose": "dealer"}, 8, 37)],
)
def test_38_7_f_2_a_misdeal_of_52_cards_voids_all_hands(
    text: str, dealing: str, whose: dict[str, Any], cards: int, counted: int
) -> None:
    table = Table(text, dealing=dealing)
    table.ready({1: HIGHER}, **ALL_WAGERS)
    table.run("rack_stub")
    events = table.do("count_stub", counted=counted, cards=cards, **whose)
    called, voided = events
    assert isinstance(called, e.IrregularityCalled)
    assert (called.what, called.cards, called.clause) == ("wrong_number", cards, table.law("38.7(f)2"))
    assert isinstance(voided, e.HandsVoided)
    assert voided.all_hands
    assert table.won("p1") == 0
    assert (table.state.playing, table.next) == (False, "shuffle")
    assert table.state.decks_at_table == 1  # the deck is whole and stays
    table.agrees()


@checks("NJ HCF 13:69F-38.7(f)2", "MA HCF 7(f)(2)")
@pytest.mark.parametrize("dealing", METHODS)
@pytest.mark.parametrize(
    ("fields", "in_the_deck"),
    [
        ({"counted": 37}, 51),
        ({"counted": 39}, 53),
        ({"counted": 0}, 14),
        ({"counted": 37, "position": 1, "cards": 7}, 51),  # no hand is wrong, a card is missing
        ({"counted": 37, "position": 1, "cards": 6}, 50),  # a wrong hand, and still not 52
        ({"counted": 39, "position": 1, "cards": 8}, 54),
    ],
)
def test_38_7_f_2_a_deck_that_is_not_whole_leaves_the_table(
    text: str, dealing: str, fields: dict[str, Any], in_the_deck: int
) -> None:
    table = Table(text, dealing=dealing)
    table.ready({1: HIGHER}, **ALL_WAGERS)
    table.run("rack_stub")
    events = table.do("count_stub", **fields)
    assert [type(event) for event in events] == [e.IrregularityCalled, e.HandsVoided, e.DeckRemoved]
    removed = events[-1]
    assert isinstance(removed, e.DeckRemoved)
    assert (removed.counted, removed.back, removed.clause) == (in_the_deck, "red", table.law("38.7(f)2"))
    assert table.won("p1") == 0
    assert (table.state.stock, table.state.rack, table.state.decks_at_table) == ((), (), 0)
    assert table.next == "receive"  # another deck comes, with all of 38.3
    assert table.next_order()[:7] == [step for step, _, _ in OPENING[:7]]
    table.play()


@checks("NJ HCF 13:69F-38.7(f)", "MA HCF 7(f)")
def test_38_7_f_a_count_is_a_number_of_cards_and_comes_after_the_deal(text: str) -> None:
    table = Table(text)
    table.ready()
    assert table.refused("count_stub", counted=38).code == "not_next"
    table.run("rack_stub")
    for counted in (-1, 53):
        refusal = table.refused("count_stub", counted=counted)
        assert (refusal.code, refusal.clause) == ("count_impossible", table.law("38.7(f)"))
    refusal = table.refused("count_stub", counted=39, position=2, cards=6)
    assert (refusal.code, refusal.clause) == ("no_hand", table.law("38.7(f)2"))
    table.do("count_stub", counted=38)
    assert table.refused("count_stub", counted=38).code == "not_next"


@checks("NJ HCF 13:69F-38.7(g)", "MA HCF 7(g)", "NJ HCF 13:69F-38.8(f)", "MA HCF 8(f)", "NJ HCF 13:69F-38.9(f)")
@checks("MA HCF 9(f)")
@pytest.mark.parametrize("dealing", METHODS)
def test_38_7_g_a_device_that_counts_makes_the_count_of_the_stub_needless(text: str, dealing: str) -> None:
    table = Table(text, dealing=dealing, shuffler="counting_device")
    table.seat(1)
    for _ in range(7):
        to_the_stub(table)
        table.do("rack_stub")
        over(table)
    to_the_stub(table)
    table.do("count_stub", counted=38)  # it may still be counted


@checks("NJ HCF 13:69F-38.7(g)", "MA HCF 7(g)")
@pytest.mark.parametrize("counted", [0, 51, 53])
def test_38_7_g_a_deck_the_device_finds_wrong_leaves_the_table(text: str, counted: int) -> None:
    table = Table(text, shuffler="counting_device")
    table.seat(1)
    table.run("shuffle")
    refusal = table.refused("call", what="device_count", counted=counted)
    assert (refusal.code, refusal.clause) == ("not_now", table.law("38.7(g)"))
    table.once()
    assert table.refused("call", what="device_count", counted=52).code == "count_is_right"
    events = table.do("call", what="device_count", counted=counted)
    assert isinstance(events[-1], e.DeckRemoved)
    assert (events[-1].counted, events[-1].clause) == (counted, table.law("38.7(g)"))
    assert (table.next, table.state.decks_at_table) == ("receive", 0)
    table.play()


@checks("NJ HCF 13:69F-38.7(g)", "MA HCF 7(g)")
def test_38_7_g_of_two_decks_only_the_wrong_one_leaves(text: str) -> None:
    table = Table(text, shuffler="counting_device", decks=2)
    table.play()
    table.get_ready()
    loaded = table.state.stock
    (event,) = [
        event for event in table.do("call", what="device_count", counted=51) if isinstance(event, e.DeckRemoved)
    ]
    assert (event.back, event.in_device) == ("red", True)  # blue is in play, red was being shuffled
    table.get_ready()
    assert (table.state.stock, table.state.deck, table.state.decks_at_table) == (loaded, 1, 2)


@checks("NJ HCF 13:69F-38.7(g)", "MA HCF 7(g)")
@pytest.mark.parametrize("shuffler", ["none", "device"])
def test_38_7_g_a_device_that_does_not_count_finds_nothing(text: str, shuffler: str) -> None:
    table = Table(text, shuffler=shuffler)
    table.seat(1)
    table.run("load")
    assert table.refused("call", what="device_count", counted=51).code == "no_counting_device"


# 38.10 Completion of the round


@checks("NJ HCF 13:69F-38.10(b)", "MA HCF 10(b)", "NJ HCF 13:69F-38.10(d)", "MA HCF 10(d)")
@checks("NJ HCF 13:69F-38.10(e)", "MA HCF 10(e)", "NJ HCF 13:69F-38.10(e)3", "MA HCF 10(e)(3)")
@checks("NJ HCF 13:69F-38.10(f)", "MA HCF 10(f)")
def test_38_10_decisions_from_the_left_then_hands_one_by_one_from_the_right(text: str) -> None:
    table = Table(text)
    assert table.play({1: HIGHER, 2: LOWER, 3: EQUAL}) == [
        *("raise 1", "raise 2", "raise 3"),
        *("collect 1 discards", "collect 2 discards", "collect 3 discards"),
        "reveal dealer",
        *("reveal 3", "pay 3", "collect 3"),  # a push is left to the player
        *("reveal 2", "take 2", "collect 2"),
        *("reveal 1", "pay 1", "collect 1"),
        "collect dealer",
    ]
    assert [table.won(player) for player in ("p1", "p2", "p3")] == [20_00, -20_00, 0]
    clauses = [
        (word, event.clause)
        for event in table.of_round(e.CardsCollected, e.DealerRevealed, e.HandRevealed, e.WagersTaken, e.WagersPaid)
        for word in trail([event])
    ]
    assert clauses == [
        ("collect 1 discards", table.law("38.10(b)")),
        ("collect 2 discards", table.law("38.10(b)")),
        ("collect 3 discards", table.law("38.10(b)")),
        ("reveal dealer", table.law("38.10(d)")),
        ("reveal 3", table.law("38.10(e)")),
        ("pay 3", table.law("38.10(e)3")),
        ("collect 3", table.law("38.10(e)3")),
        ("reveal 2", table.law("38.10(e)")),
        ("take 2", table.law("38.10(e)3")),
        ("collect 2", table.law("38.10(e)3")),
        ("reveal 1", table.law("38.10(e)")),
        ("pay 1", table.law("38.10(e)3")),
        ("collect 1", table.law("38.10(e)3")),
        ("collect dealer", table.law("38.10(f)")),
    ]


@checks("NJ HCF 13:69F-38.10(e)", "MA HCF 10(e)", "NJ HCF 13:69F-38.10(e)3", "MA HCF 10(e)(3)")
@checks("NJ HCF 13:69F-38.10(f)", "MA HCF 10(f)")
def test_38_10_e_nothing_of_the_settlement_can_be_done_out_of_order(text: str) -> None:
    table = Table(text)
    table.to_decisions({1: HIGHER, 2: LOWER, 3: EQUAL})
    table.all_raise()
    table.run("reveal_dealer")
    steps = [(do, position) for do in ("reveal", "take", "pay", "collect") for position in (1, 2, 3)]
    while table.state.playing:
        task = table.task
        for do, position in steps:
            if (do, position) != (task.do, task.position):
                refusal = table.refused(do, position=position)
                assert (refusal.code, refusal.clause) == ("not_next", task.clause)
        if task.do != "collect_dealer":
            assert table.refused("collect_dealer").code == "not_next"
        table.once()
    table.agrees()


@checks("NJ HCF 13:69F-38.10(e)3", "MA HCF 10(e)(3)")
def test_38_10_e_3_a_hand_lies_face_up_until_it_is_paid(text: str) -> None:
    table = Table(text)
    table.to_decisions({1: HIGHER, 2: LOWER}, DEALER_FAILS)
    table.all_raise()
    table.run("pay")
    assert table.task.position == 2  # the dealer does not qualify: the lower hand is paid too
    assert set(table.state.hands[2]) <= set(table.state.shown)
    table.once()
    assert 2 in table.state.hands
    table.once()
    assert 2 not in table.state.hands
    table.done()
    assert (table.won("p1"), table.won("p2")) == (10_00, 10_00)


@checks("NJ HCF 13:69F-38.10(b)", "MA HCF 10(b)")
def test_38_10_b_each_player_decides_in_turn_and_on_no_other_hand(text: str) -> None:
    table = Table(text, positions_per_player=2)
    table.seat(1, 3)
    table.get_ready()
    for player, position in (("p1", 1), ("p1", 2), ("p3", 3)):
        table.bet(player, position, ante="10.00")
    refusal = table.refused("decide", who="p1", position=1, action="fold")
    assert refusal.code == "not_your_hand"  # no round yet
    table.run("decide")
    for player, position in (("p1", 2), ("p3", 3)):
        refusal = table.refused("decide", who=player, position=position, action="fold")
        assert (refusal.code, refusal.clause, refusal.position) == ("not_next", table.law("38.10(b)"), 1)
    for player, position in (("p3", 1), ("p1", 3), ("p1", 4), ("nobody", 1)):
        refusal = table.refused("decide", who=player, position=position, action="fold")
        assert (refusal.code, refusal.clause) == ("not_your_hand", table.law("38.10(a)"))
    table.decide(1, "fold")
    table.decide(2, "raise", "10.00")
    assert table.refused("decide", who="p1", position=2, action="fold").code == "not_next"  # no second thoughts
    assert table.refused("reveal_dealer").clause == table.law("38.10(b)")
    table.decide(3, "raise", "10.00")
    table.done()


@checks("NJ HCF 13:69F-38.10(b)", "MA HCF 10(b)", "NJ HCF 13:69F-38.10(d)", "MA HCF 10(d)")
def test_38_10_b_a_folded_hand_and_its_ante_are_collected_at_once(text: str) -> None:
    table = Table(text)
    table.to_decisions({1: HIGHER, 2: LOWER, 3: EQUAL})
    tray, hand = table.session.balances["tray"], table.state.hands[2]
    table.decide(1, "raise", "10.00")
    events = table.decide(2, "fold")
    assert trail(events) == ["fold 2", "forfeit 2"]
    (taken,) = [event for event in events if isinstance(event, e.ForfeitsTaken)]
    assert (taken.stakes, taken.clause) == ({"ante": 10_00}, table.law("38.10(b)"))
    assert table.session.balances["tray"] == tray + 10_00
    assert 2 not in table.state.hands
    assert table.state.rack[-7:] == hand
    assert not set(hand) & set(table.state.shown)
    table.decide(3, "raise", "10.00")
    before = len(table.log)
    table.done()
    assert "reveal 2" not in trail(table.log[before:])


@checks("NJ HCF 13:69F-38.10(b)", "MA HCF 10(b)")
@pytest.mark.parametrize(
    ("hand", "kept"),
    [
        (HIGHER, "Ah Kh 9h 4h"),
        (LOWER, "3s 6s 8s"),
        ("Ah Kh 9h 4h 8h 6h Jh", "Ah Kh 9h 4h 8h 6h Jh"),  # a hand that uses all its cards
        ("Ah Kh 9c 4c 8d 6d Js", "Ah Kh"),
    ],
)
def test_38_10_b_the_cards_not_played_are_laid_aside_and_collected(text: str, hand: str, kept: str) -> None:
    table = Table(text)
    table.to_decisions({1: hand}, dealer="2h 3h 5c Tc 9d Ts Ks")
    table.all_raise()
    assert table.next == "collect_discards"
    assert table.refused("reveal_dealer").clause == table.law("38.10(b)")
    stub = len(table.state.rack)
    table.once()
    assert table.state.hands[1] == tuple(kept.split())
    assert sorted(table.state.rack[stub:]) == sorted(set(hand.split()) - set(kept.split()))
    assert table.state.shown == ()
    table.done()
    (shown,) = table.of_round(e.HandRevealed)
    assert shown.cards == tuple(kept.split())


@checks("NJ HCF 13:69F-38.10(b)", "MA HCF 10(b)", "NJ HCF 13:69F-38.12(e)", "MA HCF 12(e)")
@pytest.mark.parametrize("wager", ["straight_flush_bonus", "progressive"])
def test_38_10_b_cards_that_win_another_wager_are_not_laid_aside(text: str, wager: str) -> None:
    """A straight flush in another suit than the longest flush is evaluated too, so it stays until it is paid."""
    hand = "Ah Kh 9h 4c 5c 6c 8d"
    table = Table(text)
    table.to_decisions({1: hand}, ante="10.00", **{wager: "1.00"})
    table.all_raise()
    table.run("reveal_dealer")
    assert table.state.hands[1] == ("Ah", "Kh", "9h", "4c", "5c", "6c")
    table.done()
    (shown,) = table.of_round(e.HandRevealed)
    assert shown.cards == ("Ah", "Kh", "9h", "4c", "5c", "6c")
    plain = Table(text)
    plain.to_decisions({1: hand})
    plain.all_raise()
    plain.run("reveal_dealer")
    assert plain.state.hands[1] == ("Ah", "Kh", "9h")  # without the wager they are not used
    plain.done()
    (shown,) = plain.of_round(e.HandRevealed)
    assert (shown.cards, shown.also) == (("Ah", "Kh", "9h"), ())  # and nothing is told of what lies in the rack


@checks("NJ HCF 13:69F-38.10(c)", "MA HCF 10(c)")
def test_38_10_c_a_folded_hand_declares_the_cards_that_win_its_bonus(text: str) -> None:
    five = "Ah Kh 9h 4h 2h 8c Jd"
    table = Table(text)
    table.to_decisions({1: five, 2: LOWER, 3: EQUAL}, "3d 5d 9d 8h 7h Qs Ks", ante="10.00", flush_bonus="5.00")
    events = table.decide(1, "fold")
    (taken,) = [event for event in events if isinstance(event, e.ForfeitsTaken)]
    assert taken.stakes == {"ante": 10_00}
    assert table.state.bets[1].layout == {"flush_bonus": 5_00}
    assert 1 in table.state.hands  # the exception to collecting it at once
    table.decide(2, "fold")
    table.decide(3, "raise", "10.00")
    before = len(table.log)
    table.done()
    assert trail(table.log[before:]) == [
        *("collect 3 discards", "reveal dealer", "reveal 3", "pay 3", "take 3", "collect 3"),  # a push, a lost bonus
        *("take 2", "collect 2"),  # nothing wins, so nothing is turned up
        *("reveal 1", "pay 1", "collect 1", "collect dealer"),
    ]
    declared = table.of_round(e.HandRevealed)[-1]
    assert declared.cards == ("Ah", "Kh", "9h", "4h", "2h")
    assert declared.clause == table.law("38.10(c)")
    assert table.won("p1") == -10_00 + 50_00  # ten to one, and the wager itself comes back
    assert table.won("p2") == -15_00


@checks("NJ HCF 13:69F-38.10(c)", "MA HCF 10(c)")
def test_38_10_c_two_bonuses_in_two_suits_are_declared_together(text: str) -> None:
    table = Table(text)
    table.to_decisions(
        {1: "Ah Kh 9h 4h 4c 5c 6c"}, ante="10.00", flush_bonus="5.00", straight_flush_bonus="5.00", progressive="1.00"
    )
    table.all_raise(but=[1])
    table.done()
    (declared,) = table.of_round(e.HandRevealed)
    assert declared.cards == ("Ah", "Kh", "9h", "4h", "4c", "5c", "6c")
    assert table.won("p1") == -10_00 + 5_00 + 35_00 - 1_00  # 1 to 1 and 7 to 1; the progressive is lost by the fold
    assert table.of_round(e.ProgressivePaid) == []


@checks("NJ HCF 13:69F-38.10(c)", "MA HCF 10(c)", "NJ HCF 13:69F-38.12(c)", "MA HCF 12(c)")
@pytest.mark.parametrize(("survives", "award"), [(False, 0), (True, 50_00)])
def test_38_12_c_whether_a_folded_hand_wins_the_progressive(text: str, survives: bool, award: int) -> None:
    table = Table(text, options={"progressive_survives_fold": survives})
    table.to_decisions({1: FOUR_IN_A_ROW}, "3d 5d 9d 2h 7h Qs Ks", ante="10.00", progressive="1.00")
    table.decide(1, "fold")
    assert (1 in table.state.hands) is survives
    table.done()
    assert table.won("p1") == -11_00 + award
    assert [event.amount for event in table.of_round(e.ProgressivePaid)] == ([award] if survives else [])
    if survives:
        (declared,) = table.of_round(e.HandRevealed)
        assert declared.cards == ("Td", "Jd", "Qd", "Kd")


@checks("NJ HCF 13:69F-38.10(d)", "MA HCF 10(d)")
def test_38_10_d_the_dealer_reveals_when_all_have_decided(text: str) -> None:
    table = Table(text)
    table.to_decisions({1: HIGHER, 2: LOWER})
    assert table.refused("reveal_dealer").code == "not_next"
    table.decide(1, "fold")
    assert table.refused("reveal_dealer").code == "not_next"
    table.decide(2, "fold")
    assert table.task.clause == table.law("38.10(d)")  # nobody is left, so there are no discards
    assert table.session.balances["layout"] == 0
    assert not set(table.state.dealer) & set(table.state.shown)
    (event,) = table.once()
    assert event == e.DealerRevealed(tuple(DEALER.split()), "3 card flush, nine high", table.law("38.10(d)"))
    assert set(table.state.dealer) <= set(table.state.shown)
    assert table.next == "collect_dealer"
    table.done()


@checks("NJ HCF 13:69F-38.10(a)", "MA HCF 10(a)")
def test_38_10_a_a_player_sees_the_own_seven_cards_and_nobody_else_does(text: str) -> None:
    table = Table(text)
    table.to_decisions({1: HIGHER, 2: LOWER})
    own = view(table.house, table.state, "player", "p1")["positions"]
    assert own["1"]["cards"] == HIGHER.split()
    for role, who in (("player", "p2"), ("player", "p3"), ("dealer", ""), ("floorperson", ""), ("supervisor", "")):
        seen = view(table.house, table.state, role, who)
        assert not set(seen["positions"]["1"]["cards"]) & set(DECK), role
        assert not set(seen["dealer"]) & set(DECK), role


@checks("NJ HCF 13:69F-38.10(a)", "MA HCF 10(a)")
@pytest.mark.parametrize("moment", ["first", "middle", "last"])
def test_38_10_a_a_player_who_tells_forfeits_every_wager_of_the_round(text: str, moment: str) -> None:
    table = Table(text, positions_per_player=3)
    table.seat(1, 4)
    hands = {"1": SEVEN_IN_A_ROW, "2": FIVE_IN_A_ROW, "3": FOUR_IN_A_ROW, "4": "2c 3c 9c 3s 5s 7s Th"}
    table.get_ready(stacked(seven_each([1, 2, 3, 4]), hands | {"dealer": "3d 5d 9d 2h Jh Qs Ks"}))
    for position in (1, 2, 3):
        table.bet("p1", position, **ALL_WAGERS)
    table.bet("p4", 4, **ALL_WAGERS)
    staked = 21_00 * 3
    table.run("deal")
    refusal = table.refused("call", what="communication", position=1)
    assert (refusal.code, refusal.clause) == ("no_hand", table.law("38.10(a)"))  # no cards, nothing to tell
    table.once()
    if moment != "first":
        table.run("decide")
        table.decide(1, "raise", "30.00")
        staked += 30_00
        table.decide(2, "fold")
    if moment == "last":
        table.decide(3, "raise", "10.00")
        staked += 10_00
        table.decide(4, "raise", "10.00")
        table.run("reveal_dealer")
    tray = table.session.balances["tray"]
    on_layout = sum(sum(table.state.bets[position].layout.values()) for position in (1, 2, 3))
    named = 1 if moment == "first" else 3
    called, forfeited = table.do("call", "floorperson", who="f", what="communication", position=named)
    assert isinstance(called, e.IrregularityCalled)
    assert (called.effect, called.by, called.position) == ("forfeit", "f", named)
    assert isinstance(forfeited, e.Forfeited)
    assert (forfeited.player, sorted(forfeited.stakes), forfeited.clause) == ("p1", [1, 2, 3], table.law("38.10(a)"))
    assert table.session.balances["tray"] == tray + on_layout
    assert all(not table.state.bets[position].layout for position in (1, 2, 3))
    if moment != "first":
        assert not {1, 2, 3} & set(table.state.hands)
    if moment == "first":
        table.run("decide")
    while table.next == "decide":
        assert table.task.position == 4  # the others have nothing left to decide
        table.decide(4, "raise", "10.00")
    table.done()
    assert table.won("p1") == -staked
    assert table.of_round(e.WagersPaid, e.ProgressivePaid) == []
    assert table.of_round(e.WagersTaken)[0].player == "p4"


@checks("NJ HCF 13:69F-38.10(a)", "MA HCF 10(a)")
def test_38_10_a_once_the_dealer_has_revealed_there_is_nothing_left_to_tell(text: str) -> None:
    table = Table(text)
    table.seat(1)
    table.get_ready()
    refusal = table.refused("call", what="communication", position=1)
    assert (refusal.code, refusal.clause) == ("not_now", table.law("38.10(a)"))
    table.play({1: HIGHER})
    table.to_decisions({1: HIGHER})
    assert table.refused("call", what="communication", whose="dealer").code == "not_irregular"
    assert table.refused("call", what="communication", position=2).code == "no_hand"
    table.all_raise()
    table.run("reveal_dealer")
    table.once()
    refusal = table.refused("call", what="communication", position=1)
    assert (refusal.code, refusal.clause) == ("not_now", table.law("38.10(a)"))
    table.done()


@checks("NJ HCF 13:69F-38.10(a)", "MA HCF 10(a)")
def test_38_10_a_all_hands_void_gives_a_forfeiture_back(text: str) -> None:
    """Reading 43: a void round never was."""
    table = Table(text)
    table.to_decisions({1: HIGHER, 2: LOWER}, **ALL_WAGERS)
    table.do("call", what="communication", position=1)
    table.do("call", what="card_exposed", whose="dealer")
    assert (table.won("p1"), table.won("p2")) == (0, 0)
    table.agrees()


# 38.12, 38.11(f) The progressive


@checks(
    "NJ HCF 13:69F-38.12(b)",
    "MA HCF 12(b)",
    "NJ HCF 13:69F-38.12(b)(1)",
    "MA HCF 12(b)(1)",
    "NJ HCF 13:69F-38.12(b)(2)",
    "MA HCF 12(b)(2)",
    "NJ HCF 13:69F-38.12(b)(3)",
    "MA HCF 12(b)(3)",
    "NJ HCF 13:69F-38.12(b)(4)",
    "MA HCF 12(b)(4)",
)
def test_38_12_b_before_any_card_the_progressive_is_locked_collected_counted_and_placed(text: str) -> None:
    table = Table(text)
    table.seat(1, 2, 3)
    table.get_ready()
    table.bet("p1", 1, ante="10.00", progressive="1.00")
    table.bet("p2", 2, ante="10.00")
    table.bet("p3", 3, ante="10.00", progressive="1.00")
    table.once()
    steps = [
        ("lock_progressive", "38.12(b)(1)"),
        ("collect_progressive", "38.12(b)(2)"),
        ("verify_progressive", "38.12(b)(3)"),
        ("place_progressive", "38.12(b)(4)"),
    ]
    tray = table.session.balances["tray"]
    for number, (step, clause) in enumerate(steps):
        assert (table.next, table.task.clause) == (step, table.law(clause))
        for other in [each for each, _ in steps if each != step] + ["deal"]:
            assert table.refused(other).clause == table.law(clause)
        late = table.refused("bet", who="p2", position=2, wagers={"ante": "10.00", "progressive": "1.00"})
        assert late.code == "bets_closed"
        if number == 2:
            for counted in (0, 1, 3):
                refusal = table.refused("verify_progressive", counted=counted)
                assert (refusal.code, refusal.clause) == ("sensors_differ", table.law("38.12(b)(3)"))
                assert "sensors lit 2" in refusal.message
            table.do("verify_progressive", counted=2)
        else:
            assert table.session.balances["tray"] == tray
            table.once()
    assert table.session.balances["tray"] == tray + 2_00
    assert "progressive" not in table.state.bets[1].layout
    assert table.next == "deal"


@checks("NJ HCF 13:69F-38.12(b)", "MA HCF 12(b)")
def test_38_12_b_where_no_progressive_is_offered_the_deal_follows_the_close(text: str) -> None:
    table = Table(text, options={"progressive": None})
    table.ready()
    table.once()
    assert table.next == "deal"
    assert table.house.meters.main == 0


CONTRIBUTIONS = {"A": (24, 2), "B": (23, 2), "C": (21, 5), "D": (25, 5)}


@checks("NJ HCF 13:69F-38.11(f)", "MA HCF 11(f)", "NJ HCF 13:69F-38.11(f) Main Meter", "MA HCF 11(f) Main Meter")
@checks("NJ HCF 13:69F-38.11(f) Secondary Meter", "MA HCF 11(f) Secondary Meter")
@pytest.mark.parametrize("option", ["A", "B", "C", "D"])
@pytest.mark.parametrize("wagers", [0, 1, 3])
def test_38_11_f_contributions_by_pay_table(text: str, option: str, wagers: int) -> None:
    table = Table(text, options={"progressive": option})
    assert (table.state.main, table.state.secondary) == (10_000_00, 0)
    table.seat(1, 2, 3, 4)
    table.get_ready()
    for position in (1, 2, 3, 4):
        extra = {"progressive": "1.00"} if position <= wagers else {}
        table.bet(f"p{position}", position, ante="10.00", **extra)
    house = table.session.balances["progressive_house"]
    table.run("deal")
    main, secondary = (share * wagers for share in CONTRIBUTIONS[option])
    (collected,) = table.of_round(e.ProgressiveCollected)
    assert (collected.main, collected.secondary) == (main, secondary)
    assert collected.positions == tuple(range(1, wagers + 1))
    assert (table.state.main, table.state.secondary) == (10_000_00 + main, secondary)
    books = table.session.balances
    assert (books["progressive_main"], books["progressive_secondary"]) == (10_000_00 + main, secondary)
    assert books["progressive_house"] == house - main - secondary


AWARDS = {
    "A": ("full", "tenth", 250_00, 50_00, 3_00),
    "B": ("full", "tenth", 750_00, 60_00, None),
    "C": ("full", "tenth", 300_00, 50_00, 3_00),
    "D": ("full", "tenth", 800_00, 50_00, None),
}
IN_A_ROW = (SEVEN_IN_A_ROW, SIX_IN_A_ROW, FIVE_IN_A_ROW, FOUR_IN_A_ROW, THREE_IN_A_ROW)


@checks("NJ HCF 13:69F-38.12(d)", "MA HCF 12(d)", "NJ HCF 13:69F-38.12(e)", "MA HCF 12(e)")
@checks("NJ HCF 13:69F-38.12(f)", "MA HCF 12(f)")
@pytest.mark.parametrize("option", ["A", "B", "C", "D"])
@pytest.mark.parametrize("length", [7, 6, 5, 4, 3])
def test_38_12_f_a_payout_is_documented_and_never_comes_from_the_tray(text: str, option: str, length: int) -> None:
    hand, award = IN_A_ROW[7 - length], AWARDS[option][7 - length]
    dealer = "6d 8d Ad 2h Jh Qh 3s"
    table = Table(text, options={"progressive": option})
    table.to_decisions({1: hand}, dealer, ante="10.00", progressive="1.00")
    main, secondary = 10_000_00 + CONTRIBUTIONS[option][0], CONTRIBUTIONS[option][1]
    table.all_raise()
    before = len(table.log)
    if award is None:
        table.done()
        assert trail(table.log[before:])[-2:] == ["collect 1", "collect dealer"]
        assert table.of_round(e.ProgressivePaid) == []
        assert (table.state.main, table.state.secondary) == (main, secondary)
        return
    table.run("pay_progressive")
    tray, house = table.session.balances["tray"], table.session.balances["progressive_house"]
    assert set(table.state.hands[1]) <= set(table.state.shown)  # left face up
    refusal = table.refused("collect", position=1)
    assert (refusal.code, refusal.clause) == ("not_next", table.law("38.12(f)"))  # until the document is made
    (paid,) = table.once()
    assert isinstance(paid, e.ProgressivePaid)
    assert table.session.balances["tray"] == tray
    assert str(paid.hand).startswith(f"{length} card straight flush")  # as the pay table names it
    assert (paid.position, paid.player, paid.clause) == (1, "p1", table.law("38.12(f)"))
    if award == "full":
        assert (paid.amount, paid.source, paid.reset) == (main, "meter", secondary)
        assert (table.state.main, table.state.secondary) == (secondary, 0)
    elif award == "tenth":
        assert (paid.amount, paid.source, paid.reset) == (main // 10, "meter", 0)
        assert (table.state.main, table.state.secondary) == (main - main // 10, secondary)
    else:
        assert isinstance(award, int)
        assert (paid.amount, paid.source, paid.reset) == (award, "house", 0)
        assert (table.state.main, table.state.secondary) == (main, secondary)
        assert table.session.balances["progressive_house"] == house - award
    assert (table.next, 1 in table.state.hands) == ("collect", True)
    table.once()
    assert 1 not in table.state.hands  # then it is collected at once
    table.done()


@checks("NJ HCF 13:69F-38.12(d)", "MA HCF 12(d)")
def test_38_12_d_a_hand_without_any_payout_is_collected_at_once(text: str) -> None:
    table = Table(text)
    assert table.play({1: NONE_IN_A_ROW}, "3d 8d Ad 2h Jh Qs Ks", **ALL_WAGERS)[-4:] == [
        *("reveal 1", "take 1", "collect 1", "collect dealer"),
    ]
    assert table.won("p1") == -31_00
    assert table.of_round(e.WagersTaken)[0].stakes == {
        "ante": 10_00,
        "raise": 10_00,
        "flush_bonus": 5_00,
        "straight_flush_bonus": 5_00,
    }


@checks("NJ HCF 13:69F-38.12(f)", "MA HCF 12(f)")
@pytest.mark.parametrize("option", ["C", "D"])
def test_38_11_e_ace_to_nine_suited_wins_the_whole_meter_in_new_jersey(text: str, option: str) -> None:
    """Reading 9: each as its own text says."""
    table = Table(text, options={"progressive": option})
    table.play({1: "As Ks Qs Js Ts 9s 2c"}, "3d 8d Ad 2h Jh Qh 5c", ante="10.00", progressive="1.00")
    (paid,) = table.of_round(e.ProgressivePaid)
    main = 10_000_00 + CONTRIBUTIONS[option][0]
    assert paid.amount == (main if text == "nj" else main // 10)


@checks("NJ HCF 13:69F-38.12(f)", "MA HCF 12(f)", "NJ HCF 13:69F-38.11(f)", "MA HCF 11(f)")
@pytest.mark.parametrize(
    ("order", "paid", "meters"),
    [
        ("dealer_right_first", [(2, 1_000_04), (1, 9_000_44)], (4, 0)),
        ("dealer_left_first", [(1, 10_000_48), (2, 0)], (4, 0)),
    ],
)
def test_38_12_f_two_winners_are_paid_one_after_the_other(
    text: str, order: str, paid: list[tuple[int, int]], meters: tuple[int, int]
) -> None:
    """Two wagers make 10,000.48 and 0.04; a full payout leaves the secondary; a tenth of 0.04 is no cent."""
    table = Table(text, options={"progressive_order": order})
    table.to_decisions({1: SEVEN_IN_A_ROW, 2: SIX_IN_A_ROW}, "3d 8d Ad 2h Jh Qh 5c", ante="10.00", progressive="1.00")
    table.all_raise()
    before = len(table.log)
    table.done()
    assert [(event.position, event.amount) for event in table.of_round(e.ProgressivePaid)] == paid
    assert (table.state.main, table.state.secondary) == meters
    steps = [step for step in trail(table.log[before:]) if step not in ("verify_payout", "document_payout")]
    if order == "dealer_right_first":
        assert steps[-9:] == [
            *("reveal 2", "pay 2", "pay_progressive 2", "collect 2"),
            *("reveal 1", "pay 1", "pay_progressive 1", "collect 1"),
            "collect dealer",
        ]
    else:
        assert steps[-9:] == [
            *("reveal 2", "pay 2", "reveal 1", "pay 1"),
            *("pay_progressive 1", "collect 1", "pay_progressive 2", "collect 2"),
            "collect dealer",
        ]


@checks("NJ HCF 13:69F-38.12(f)", "MA HCF 12(f)", "NJ HCF 13:69F-38.11(f)", "MA HCF 11(f)")
@pytest.mark.parametrize("order", ["dealer_right_first", "dealer_left_first"])
def test_38_12_f_two_tenths_and_two_full_payouts(text: str, order: str) -> None:
    table = Table(text, options={"progressive_order": order})
    dealer = "3d 8d Ad 2h Jh Qh 5c"
    six = "6c 7c 8c 9c Tc Jc 4h"
    table.play({1: SIX_IN_A_ROW, 2: six}, dealer, ante="10.00", progressive="1.00")
    main = 10_000_48
    first = main // 10
    second = (main - first) // 10
    assert [event.amount for event in table.of_round(e.ProgressivePaid)] == [first, second]
    main -= first + second
    table.play({1: SEVEN_IN_A_ROW, 2: "6c 7c 8c 9c Tc Jc Qc"}, "3d 8d Ad 2h Ah Kh 5c", ante="10.00", progressive="1.00")
    assert [event.amount for event in table.of_round(e.ProgressivePaid)] == [main + 48, 8]  # four wagers made 0.08
    assert [event.reset for event in table.of_round(e.ProgressivePaid)] == [8, 0]
    assert (table.state.main, table.state.secondary) == (0, 0)


@checks("NJ HCF 13:69F-38.11(f)", "MA HCF 11(f)")
@pytest.mark.parametrize("option", ["A", "B", "C", "D"])
def test_38_11_f_the_meters_hold_the_opening_the_shares_and_lose_percentages_only(text: str, option: str) -> None:
    table = Table(text, options={"progressive": option})
    dealer = "3d 8d Ad 2h Jh Qh Ah"
    for hand in (SIX_IN_A_ROW, NONE_IN_A_ROW, FIVE_IN_A_ROW, THREE_IN_A_ROW, SEVEN_IN_A_ROW, SIX_IN_A_ROW):
        table.play({2: hand, 5: "Tc Td Kh 3s 5s 7s 6d"}, dealer, ante="10.00", progressive="1.00")
        shares = sum(event.main + event.secondary for event in table.all(e.ProgressiveCollected))
        percentages = sum(event.amount for event in table.all(e.ProgressivePaid) if event.source == "meter")
        assert table.state.main + table.state.secondary == 10_000_00 + shares - percentages
    assert {event.source for event in table.all(e.ProgressivePaid)} == {"meter", "house"}


@checks("NJ HCF 13:69F-38.11(f)", "MA HCF 11(f)")
def test_38_11_f_a_table_can_take_over_the_readings_of_its_meters(text: str) -> None:
    table = Table(text, meters={"main": "12345.67", "secondary": "89.01"})
    table.play({1: SEVEN_IN_A_ROW}, "3d 8d Ad 2h Jh Qh Ah", ante="10.00", progressive="1.00")
    (paid,) = table.of_round(e.ProgressivePaid)
    assert paid.amount == 12_345_67 + 24
    assert (table.state.main, table.state.secondary) == (89_01 + 2, 0)


@checks("NJ HCF 13:69F-38.12(f)", "MA HCF 12(f)")
def test_38_12_f_the_system_is_ready_for_the_next_round_after_a_payout(text: str) -> None:
    table = Table(text)
    table.play({1: SEVEN_IN_A_ROW}, "3d 8d Ad 2h Jh Qh Ah", ante="10.00", progressive="1.00")
    assert (table.state.main, table.state.secondary) == (2, 0)
    table.play({1: SEVEN_IN_A_ROW}, "3d 8d Ad 2h Jh Qh Ah", ante="10.00", progressive="1.00")
    assert [event.amount for event in table.of_round(e.ProgressivePaid)] == [26]  # 0.02 and 0.24
    assert (table.state.main, table.state.secondary) == (2, 0)


# 38.13 Irregularities


def void_to_the_cent(table: Table, clause: str) -> e.HandsVoided:
    """All hands are void: everybody has what was there before, the meters too, and the cards are shuffled again."""
    voided = table.all(e.HandsVoided)[-1]
    assert isinstance(voided, e.HandsVoided)
    assert (voided.all_hands, voided.clause) == (True, table.law(clause))
    for player in table.state.seats.values():
        assert table.won(player) == 0, player
    books = table.session.balances
    assert books["layout"] == 0
    assert books["tray"] == 1_000_000_00 - sum(event.amount for event in table.all(e.BoughtIn))
    assert (table.state.main, table.state.secondary) == (10_000_00, 0)
    assert (books["progressive_main"], books["progressive_secondary"]) == (10_000_00, 0)
    assert (table.state.playing, table.state.bets, table.state.hands, table.state.shown) == (False, {}, {}, ())
    assert table.next == "shuffle"
    assert sorted(table.state.rack) == sorted(DECK)
    table.agrees()
    table.check_replay()
    return voided


@checks("NJ HCF 13:69F-38.13(a)", "MA HCF 13(a)")
@pytest.mark.parametrize("dealing", METHODS)
@pytest.mark.parametrize("delivered", [0, 1, 2])
def test_38_13_a_one_card_face_up_is_left_out_and_the_deal_goes_on(text: str, dealing: str, delivered: int) -> None:
    table = Table(text, dealing=dealing)
    table.seat(1, 2)
    order = " ".join(rank + suit for rank in "7A2K9Q5T3J864" for suit in "shdc")
    table.get_ready(order)
    for position in (1, 2):
        table.bet(f"p{position}", position, ante="10.00")
    table.run("deal")
    for _ in range(delivered):
        table.once()
    found = order.split()[7 * delivered]
    (called,) = table.do("call", what="card_face_up")
    assert isinstance(called, e.IrregularityCalled)
    assert (called.effect, called.card, called.clause) == ("discard", found, table.law("38.13(a)"))
    assert table.state.rack == (found,)
    assert table.state.shown == (found,)
    table.run("decide")
    mine = hands_of(seven_each([1, 2]), order.replace(found + " ", ""))
    assert {str(position): hand for position, hand in table.state.hands.items()} | {
        "dealer": table.state.dealer
    } == mine
    assert len(reconstruct(table.state.rack, table.state.pickups)["stub"]) == 52 - 21 - 1
    table.all_raise(but=[1, 2])
    table.done()


@checks("NJ HCF 13:69F-38.13(a)", "MA HCF 13(a)")
@pytest.mark.parametrize("dealing", METHODS)
@pytest.mark.parametrize("between", [0, 1, 2])
def test_38_13_a_a_second_card_face_up_voids_all_hands(text: str, dealing: str, between: int) -> None:
    table = Table(text, dealing=dealing)
    table.ready({1: HIGHER, 2: LOWER}, **ALL_WAGERS)
    table.run("deal")
    table.do("call", what="card_face_up")
    for _ in range(between):
        table.once()
    events = table.do("call", what="card_face_up")
    assert trail(events) == ["call card_face_up", "void"]
    void_to_the_cent(table, "38.13(a)")


@checks("NJ HCF 13:69F-38.13(a)", "MA HCF 13(a)")
def test_38_13_a_only_while_cards_are_being_dealt(text: str) -> None:
    table = Table(text)
    table.ready()
    while table.next != "deal":
        refusal = table.refused("call", what="card_face_up")
        assert (refusal.code, refusal.clause) == ("not_now", table.law("38.13(a)"))
        table.once()
    table.once()
    assert table.next == "deal"  # the dealer's seven are still to come
    table.do("call", what="card_face_up")
    table.once()
    while table.state.playing:
        assert table.refused("call", what="card_face_up").code == "not_now"
        if table.next == "decide":
            table.decide(1, "fold")
        else:
            table.once()
    table.play()  # and the count starts again with the next round
    table.ready()
    table.run("deal")
    (called,) = table.do("call", what="card_face_up")
    assert isinstance(called, e.IrregularityCalled)
    assert called.effect == "discard"


@checks("NJ HCF 13:69F-38.13(b)", "MA HCF 13(b)")
@pytest.mark.parametrize("dealing", METHODS)
def test_38_13_b_a_card_drawn_in_error_is_the_next_card(text: str, dealing: str) -> None:
    table = Table(text, dealing=dealing)
    table.ready({1: HIGHER, 2: LOWER})
    refusal = table.refused("call", what="drawn_in_error")
    assert (refusal.code, refusal.clause) == ("not_now", table.law("38.13(b)"))
    table.run("deal")
    while table.next == "deal":
        (called,) = table.do("call", what="drawn_in_error")
        assert isinstance(called, e.IrregularityCalled)
        assert (called.effect, called.clause) == ("next_card", table.law("38.13(b)"))
        table.once()
    assert table.refused("call", what="drawn_in_error").code == "not_now"
    table.run("decide")
    assert table.state.hands == {1: tuple(HIGHER.split()), 2: tuple(LOWER.split())}
    assert table.state.dealer == tuple(DEALER.split())
    table.all_raise()
    table.done()
    assert (table.won("p1"), table.won("p2")) == (20_00, -20_00)


@checks("NJ HCF 13:69F-38.13(c)", "MA HCF 13(c)")
@pytest.mark.parametrize("dealing", METHODS)
@pytest.mark.parametrize("cards", [0, 6, 8, 9])
@pytest.mark.parametrize("moment", ["first", "decide", "last"])
def test_38_13_c_a_wrong_number_of_cards_voids_all_hands(text: str, dealing: str, cards: int, moment: str) -> None:
    table = Table(text, dealing=dealing)
    table.ready({1: HIGHER, 2: LOWER, 3: EQUAL}, **ALL_WAGERS)
    table.run("deal")
    table.once()
    table.once()
    if moment != "first":
        table.run("decide")
        table.decide(1, "raise", "10.00")
    if moment == "last":
        table.decide(2, "fold")  # its bonus wagers keep the hand on the table
        table.decide(3, "raise", "10.00")
        table.run("reveal_dealer")
    for right in (7,):
        refusal = table.refused("call", what="wrong_number", position=2, cards=right)
        assert (refusal.code, refusal.clause) == ("number_is_right", table.law("38.13(c)"))
    events = table.do("call", what="wrong_number", position=2, cards=cards)
    assert trail(events) == ["call wrong_number", "void"]
    assert events[0].cards == cards  # type: ignore[attr-defined]
    void_to_the_cent(table, "38.13(c)")


@checks("NJ HCF 13:69F-38.13(c)", "MA HCF 13(c)")
def test_38_13_c_after_the_discards_seven_is_still_the_right_number(text: str) -> None:
    table = Table(text)
    table.to_decisions({1: HIGHER, 2: LOWER})
    table.all_raise()
    table.run("reveal_dealer")
    for position in (1, 2):
        refusal = table.refused("call", what="wrong_number", position=position, cards=7)
        assert refusal.code == "number_is_right"
    table.do("call", what="wrong_number", position=1, cards=6)
    assert (table.won("p1"), table.won("p2")) == (0, 0)
    table.agrees()


@checks("NJ HCF 13:69F-38.13(c)", "MA HCF 13(c)")
@pytest.mark.parametrize("whose", [{"position": 1}, {"position": 2}, {"whose": "dealer"}])
@pytest.mark.parametrize("step", ["reveal", "take"])
def test_38_13_c_reading_50_until_the_first_wager_is_settled(text: str, whose: dict[str, Any], step: str) -> None:
    table = Table(text)
    table.to_decisions({1: HIGHER, 2: LOWER}, **ALL_WAGERS)
    table.all_raise()
    table.run(step)
    table.do("call", what="wrong_number", cards=8, **whose)
    void_to_the_cent(table, "38.13(c)" if "position" in whose else "38.7(f)2")


@checks("NJ HCF 13:69F-38.13(c)", "MA HCF 13(c)")
@pytest.mark.parametrize("whose", [{"position": 1}, {"position": 2}, {"whose": "dealer"}])
def test_38_13_c_reading_130_what_is_settled_goes_back(text: str, whose: dict[str, Any]) -> None:
    """Issue item A1: at every step until the dealer's cards are collected."""
    for steps in count(1):
        table = Table(text)
        table.to_decisions({1: HIGHER, 2: LOWER}, **ALL_WAGERS)
        table.all_raise()
        table.run("take")
        for _ in range(steps):
            table.once()
        if not table.state.playing:
            assert steps > 4
            return
        assert trail(table.do("call", what="wrong_number", cards=8, **whose)) == [
            "call wrong_number",
            "reverse",
            "void",
        ]
        void_to_the_cent(table, "38.13(c)" if "position" in whose else "38.7(f)2")


@checks("NJ HCF 13:69F-38.13(c)", "MA HCF 13(c)")
def test_38_13_c_a_player_passed_over_has_a_wrong_number_too(text: str) -> None:
    table = Table(text)
    table.to_decisions({1: HIGHER, 2: LOWER})
    table.do("call", what="wrong_number", position=2, cards=0)
    void_to_the_cent(table, "38.13(c)")


@checks("NJ HCF 13:69F-38.13(c)", "MA HCF 13(c)")
@pytest.mark.parametrize("cards", [6, 8])
def test_38_13_c_so_does_a_wrong_number_at_the_dealer(text: str, cards: int) -> None:
    table = Table(text)
    table.to_decisions({1: HIGHER, 2: LOWER}, **ALL_WAGERS)
    table.decide(1, "fold")
    table.do("call", what="wrong_number", whose="dealer", cards=cards)
    void_to_the_cent(table, "38.7(f)2")


@checks("NJ HCF 13:69F-38.13(c)", "MA HCF 13(c)")
def test_38_13_c_a_number_that_cannot_be_is_refused(text: str) -> None:
    table = Table(text)
    table.seat(1)
    table.get_ready()
    assert table.refused("call", what="wrong_number", position=1, cards=6).code == "not_now"
    table.to_decisions({1: HIGHER})
    for cards in (-1, 7 + 38 + 1, 52):
        assert table.refused("call", what="wrong_number", position=1, cards=cards).code == "number_impossible"
    assert table.refused("call", what="wrong_number", position=1).code == "field_missing"
    assert table.refused("call", what="wrong_number", position=1, whose="dealer", cards=6).code == "whose_hand"
    assert table.refused("call", what="wrong_number", position=4, cards=6).code == "no_hand"
    assert table.refused("call", "player", who="p1", what="wrong_number", position=1, cards=6).code == "wrong_role"


@checks("NJ HCF 13:69F-38.13(d)", "MA HCF 13(d)")
@pytest.mark.parametrize("dealing", METHODS)
@pytest.mark.parametrize("moment", ["rack_stub", "decide", "collect_discards", "reveal_dealer"])
def test_38_13_d_a_dealers_card_exposed_before_the_reveal_voids_all_hands(text: str, dealing: str, moment: str) -> None:
    table = Table(text, dealing=dealing)
    table.ready({1: HIGHER, 2: LOWER}, **ALL_WAGERS)
    table.run("deal")
    table.once()
    table.once()
    refusal = table.refused("call", what="card_exposed", whose="dealer")
    assert (refusal.code, refusal.clause) == ("not_now", table.law("38.13(d)"))  # the dealer has no card yet
    table.once()
    if moment != "rack_stub":
        table.run("decide")
    if moment in ("collect_discards", "reveal_dealer"):
        table.decide(1, "raise", "10.00")
        table.decide(2, "fold")
        table.run(moment)
    (called, _) = table.do("call", what="card_exposed", whose="dealer")
    assert isinstance(called, e.IrregularityCalled)
    assert called.card in DEALER.split()
    void_to_the_cent(table, "38.13(d)")


@checks("NJ HCF 13:69F-38.13(d)", "MA HCF 13(d)")
def test_38_13_d_neither_after_the_reveal_nor_of_a_players_card(text: str) -> None:
    table = Table(text)
    table.to_decisions({1: HIGHER})
    refusal = table.refused("call", what="card_exposed", position=1)
    assert (refusal.code, refusal.clause) == ("not_irregular", table.law("38.13(d)"))
    table.all_raise()
    table.run("reveal_dealer")
    table.once()
    refusal = table.refused("call", what="card_exposed", whose="dealer")
    assert (refusal.code, refusal.clause) == ("not_now", table.law("38.13(d)"))
    table.done()


@checks("NJ HCF 13:69F-38.13(e)", "MA HCF 13(e)")
@pytest.mark.parametrize("device", ["device", "counting_device"])
@pytest.mark.parametrize("decks", [1, 2])
def test_38_13_e_a_shuffler_that_jams_shuffles_again(text: str, device: str, decks: int) -> None:
    table = Table(text, shuffler=device, decks=decks)
    table.seat(1)
    table.run("shuffle")
    for _ in range(2):
        (called,) = table.do("call", what="shuffler_jam")
        assert isinstance(called, e.IrregularityCalled)
        assert (called.effect, called.clause) == ("reshuffle", table.law("38.13(e)"))
        assert table.next == "shuffle"  # nothing comes before the cards are shuffled again
        assert table.refused("load").clause == table.law("38.4(a)")
    table.get_ready()
    refusal = table.refused("call", what="shuffler_jam")
    assert (refusal.code, refusal.clause) == ("not_now", table.law("38.13(e)"))
    table.play()
    table.run("shuffle")
    table.do("call", what="shuffler_jam")
    table.play()


@checks("NJ HCF 13:69F-38.13(e)", "MA HCF 13(e)")
def test_38_13_e_without_a_device_nothing_jams(text: str) -> None:
    table = Table(text)
    table.seat(1)
    table.run("shuffle")
    assert table.refused("call", what="shuffler_jam").code == "not_now"


@checks("NJ HCF 13:69F-38.13(f)", "MA HCF 13(f)")
@pytest.mark.parametrize("delivered", [0, 1, 2])
def test_38_13_f_an_automated_shoe_that_jams_voids_the_round(text: str, delivered: int) -> None:
    table = Table(text, dealing="automated_shoe")
    table.ready({1: HIGHER, 2: LOWER}, **ALL_WAGERS)
    while table.next != "deal":
        refusal = table.refused("call", what="shoe_jam")
        assert (refusal.code, refusal.clause) == ("not_now", table.law("38.13(f)"))
        table.once()
    for _ in range(delivered):
        table.once()
    table.do("call", what="shoe_jam")
    void_to_the_cent(table, "38.13(f)")
    table.play({1: HIGHER, 2: LOWER})


@checks("NJ HCF 13:69F-38.13(f)", "MA HCF 13(f)")
@pytest.mark.parametrize("dealing", ["manual_shoe", "hand"])
def test_38_13_f_only_an_automated_shoe_jams_and_only_while_it_deals(text: str, dealing: str) -> None:
    table = Table(text, dealing=dealing)
    table.ready()
    table.run("deal")
    assert table.refused("call", what="shoe_jam").code == "not_now"
    automated = Table(text, dealing="automated_shoe")
    automated.to_decisions()
    assert automated.refused("call", what="shoe_jam").code == "not_now"


@checks("NJ HCF 13:69F-38.13(g)", "MA HCF 13(g)")
@pytest.mark.parametrize(
    ("setup", "device", "change"),
    [
        ({"shuffler": "device"}, "shuffler", {"shuffler": "none"}),
        ({"shuffler": "device"}, "shuffler", {"shuffler": "counting_device"}),
        ({"dealing": "automated_shoe"}, "shoe", {"dealing": "manual_shoe"}),
        ({"dealing": "automated_shoe", "shuffler": "device"}, "shoe", {"dealing": "hand"}),
    ],
)
def test_38_13_g_a_device_leaves_the_table_before_another_method_is_used(
    text: str, setup: dict[str, Any], device: str, change: dict[str, str]
) -> None:
    table = Table(text, **setup)
    table.seat(1)
    table.get_ready()
    refusal = table.refused("change_method", **change)
    assert (refusal.code, refusal.clause) == ("device_on_table", table.law("38.13(g)"))
    (removed,) = table.do("remove_device", device=device)
    assert removed == e.DeviceRemoved(device, table.law("38.13(g)"), "dealer")
    assert table.refused("remove_device", device=device).code == "no_such_device"
    table.bet("p1", 1, ante="10.00")
    assert table.refused("no_more_bets").code == "device_missing"
    assert table.refused("change_method", **change).code == "round_in_progress"
    table.do("clear", who="p1", position=1)
    for role in ("dealer", "floorperson"):
        assert table.refused("change_method", role, **change).code == "wrong_role"
    (changed,) = table.do("change_method", **change)
    assert isinstance(changed, e.MethodChanged)
    assert changed.clause == table.law("38.13(g)")
    assert table.next == "shuffle"
    table.play()


@checks("NJ HCF 13:69F-38.13(g)", "MA HCF 13(g)")
def test_38_13_g_a_device_that_was_removed_does_not_shuffle_again(text: str) -> None:
    table = Table(text, dealing="automated_shoe", shuffler="device")
    table.seat(1)
    table.get_ready()
    table.do("remove_device", device="shuffler")
    table.do("remove_device", device="shoe")
    for half in ({"dealing": "manual_shoe"}, {"shuffler": "none"}):
        assert table.refused("change_method", **half).clause == table.law("38.13(g)")  # the other is missing too
    assert table.refused("no_more_bets").code == "device_missing"
    table.do("change_method", dealing="manual_shoe", shuffler="none")
    table.play()
    assert not table.all(e.Shuffled)[-1].device


@checks("NJ HCF 13:69F-38.13(g)", "MA HCF 13(g)", "NJ HCF 13:69F-38.2(b)", "MA HCF 2(b)")
def test_38_13_g_without_its_shuffler_a_table_goes_on_with_one_deck(text: str) -> None:
    table = Table(text, shuffler="device", decks=2)
    table.play()
    table.get_ready()
    table.do("remove_device", device="shuffler")
    (changed,) = table.do("change_method", shuffler="none")
    assert isinstance(changed, e.MethodChanged)
    assert (changed.decks, table.state.other, table.state.decks_at_table) == (1, (), 1)
    assert table.next_order() == ["shuffle", "cut", "load", "no_more_bets"]
    backs = []
    for _ in range(2):
        table.play()
        backs.append(table.state.deck)
    assert backs[0] == backs[1]


@checks("NJ HCF 13:69F-38.13(g)", "MA HCF 13(g)")
def test_38_13_g_no_device_is_removed_in_a_round_nor_where_there_is_none(text: str) -> None:
    table = Table(text, dealing="automated_shoe", shuffler="device")
    table.to_decisions()
    for device in ("shuffler", "shoe"):
        refusal = table.refused("remove_device", device=device)
        assert (refusal.code, refusal.clause) == ("round_in_progress", table.law("38.13(g)"))
    assert table.refused("change_method", dealing="manual_shoe").code == "round_in_progress"
    plain = Table(text)
    plain.seat(1)
    plain.get_ready()
    for device in ("shuffler", "shoe"):
        assert plain.refused("remove_device", device=device).code == "no_such_device"
    assert plain.refused("remove_device", device="camera").code == "unknown_device"


# Voids, roles, and a table that runs itself


@checks("NJ HCF 13:69F-38.13(c)", "MA HCF 13(c)", "NJ HCF 13:69F-38.13(d)", "MA HCF 13(d)")
def test_38_13_a_void_round_gives_back_folded_antes_and_coupons_ride_for_nothing(text: str) -> None:
    table = Table(text, match_play=True)
    table.seat(1, 2)
    table.get_ready(stacked(seven_each([1, 2]), {"1": HIGHER, "2": LOWER, "dealer": DEALER}))
    table.bet("p1", 1, coupon="10.00", ante="10.00", progressive="1.00")
    table.bet("p2", 2, ante="15.50", flush_bonus="2.50")
    table.run("decide")
    table.decide(1, "fold")
    assert 1 not in table.state.hands
    voided = table.do("call", what="card_exposed", whose="dealer")[-1]
    assert isinstance(voided, e.HandsVoided)
    assert voided.tray == {1: 11_00, 2: 0}
    assert voided.stakes == {1: {}, 2: {"ante": 15_50, "flush_bonus": 2_50}}
    assert (voided.main, voided.secondary) == (24, 2)
    void_to_the_cent(table, "38.13(d)")


@pytest.mark.parametrize(
    ("command", "wrong"),
    [
        ("verify", ("dealer", "player", "supervisor")),
        ("order_recut", ("dealer", "player", "floorperson")),
        ("change_method", ("dealer", "player", "floorperson")),
        ("close", ("dealer", "player", "floorperson")),
        ("shuffle", ("player", "floorperson", "supervisor")),
        ("deal", ("player", "floorperson", "supervisor")),
        ("no_more_bets", ("player", "floorperson", "supervisor")),
        ("count_stub", ("player", "floorperson", "supervisor")),
        ("decide", ("dealer", "floorperson", "supervisor")),
        ("bet", ("dealer", "floorperson", "supervisor")),
        ("call", ("player",)),
        ("remove_device", ("player",)),
    ],
)
def test_each_command_belongs_to_its_role(text: str, command: str, wrong: tuple[str, ...]) -> None:
    table = Table(text)
    table.to_decisions()
    for role in wrong:
        assert table.refused(command, role, who="p1").code == "wrong_role"
    assert table.refused(command, "cook", who="p1").code == "unknown_role"


@checks("NJ HCF 13:69F-38.10(e)", "MA HCF 10(e)", "NJ HCF 13:69F-38.12(b)", "MA HCF 12(b)")
def test_a_table_that_runs_itself_does_the_same_in_the_same_order(text: str) -> None:
    hands = {1: HIGHER, 2: LOWER, 3: EQUAL}
    by_hand = Table(text, strict_order=True)
    by_hand.to_decisions(hands, **ALL_WAGERS)
    by_hand.all_raise()
    by_hand.done()
    order = stacked(seven_each([1, 2, 3]), {str(at): cards for at, cards in hands.items()} | {"dealer": DEALER})
    steps = [step for step in OWN_STEPS if step not in ("shuffle", "cut")]
    itself = Table(text, automatic=steps)
    itself.seat(1, 2, 3)
    itself.shuffle(order)
    itself.do("cut", depth=10)
    for position in hands:
        itself.bet(f"p{position}", position, **ALL_WAGERS)
    itself.do("no_more_bets")
    itself.all_raise()
    itself.agrees()
    assert trail(itself.of_round()) == trail(by_hand.of_round())
    assert itself.session.balances == by_hand.session.balances


OWN_STEPS = [
    *("receive", "inspect", "verify", "spread", "view", "wash", "stack", "shuffle", "cut", "load"),
    *("lock_progressive", "collect_progressive", "verify_progressive", "place_progressive"),
    *("deal", "rack_stub", "collect_discards", "reveal_dealer"),
    *("reveal", "take", "pay", "pay_progressive", "collect", "collect_dealer"),
]


@checks("NJ HCF 13:69F-38.7(f)2", "MA HCF 7(f)(2)")
@pytest.mark.parametrize("cards", [6, 8])
def test_38_7_f_2_a_wrong_number_at_the_dealer_is_cited_to_the_clause_that_names_the_dealer(
    text: str, cards: int
) -> None:
    """Issue item A19: 38.13(c) is about players' hands."""
    table = Table(text)
    table.ready({1: HIGHER})
    table.run("decide")
    called, voided = table.do("call", what="wrong_number", whose="dealer", cards=cards)
    assert isinstance(called, e.IrregularityCalled) and isinstance(voided, e.HandsVoided)
    assert called.clause == voided.clause == table.law("38.7(f)2")


@checks("NJ HCF 13:69F-38.10(a)", "MA HCF 10(a)")
def test_38_10_a_nobody_decides_on_the_hand_of_another(text: str) -> None:
    """Issue item A19."""
    table = Table(text)
    table.ready({1: HIGHER, 2: LOWER})
    table.run("decide")
    for fields in ({"action": "fold"}, {"action": "raise", "amount": "10.00"}):
        refusal = table.refused("decide", who="p2", position=1, **fields)
        assert (refusal.code, refusal.clause) == ("not_your_hand", table.law("38.10(a)"))


@checks("NJ HCF 13:69F-38.11(e)", "MA HCF 11(e)")
def test_38_11_e_no_awards_of_the_licensees_own(text: str) -> None:
    """Issue item A19: the text gives tables to choose from, not the least that may be paid."""
    refusal = refused_setup(text, options={"progressive": [100, 10, 5000, 500, 50]})
    assert refusal.clause == law(text, "38.11(e)")


@checks("NJ HCF 13:69F-38.12(a)", "MA HCF 12(a)", "NJ HCF 13:69F-38.6(a)4", "MA HCF 6(a)(4)")
def test_38_12_a_shared_meters_are_not_read_while_a_round_is_settled(text: str) -> None:
    """Issue item A19."""
    table = Table(text)
    table.ready({1: HIGHER, 2: LOWER})
    table.run("decide")
    while table.next == "decide":
        table.decide(table.task.position, "raise", "10.00")
    while not table.state.settling:
        table.once()
    refusal = table.refused("read_meters", main="1.00", secondary="0.00")
    assert refusal.code == "round_in_progress"
