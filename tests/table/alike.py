"""What the texts of these games say alike, checked once for each: a game's test names the clause and calls the check.

A `Text` says which game is meant, how its paragraphs are cited, and how a plain round of it is played. A check gets the
setup of the table under test where more than one kind of table must obey it.
"""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest

from pitboss.refusal import Refusal
from pitboss.showdown.procedure import ROLES
from pitboss.table import events as e
from pitboss.table.commands import SHAPES
from pitboss.table.setup import house_of
from pitboss.table.state import BACKS, DECK, reconstruct
from pitboss.table.views import seen, view
from tests.table.floor import CUT, Floor, cents, hands_of, trail

MANUAL = "manual_shoe"
HAND = "hand"
AUTOMATED = "automated_shoe"

DECK_TEXT = " ".join(DECK)


class Text(NamedTuple):
    """A game as its text is cited and played.

    `stay` are the decisions, in order, of a player with an ante of 10.00 who stays in; `to` says for a dealing method
    and the positions with wagers who gets which card, as the test reads the text; `bonus` is the wager that needs no
    decision.
    """

    game: str
    cite: Callable[[str], str]
    stay: tuple[tuple[str, str], ...]
    to: Callable[[str, tuple[int, ...]], list[str]]
    cards: int
    dealer_cards: int
    bonus: str
    fold: str = "fold"

    def floor(self, *positions: int, **setup: Any) -> Floor:
        """A table with a player p1, p2, ... at each position named, where the deck has just not come yet."""
        floor = Floor(self.game, **setup)
        for position in positions:
            floor.sit(f"p{position}", position)
        return floor

    def betting(self, *positions: int, order: str | None = None, **setup: Any) -> Floor:
        """A table where everybody has bet an ante of 10.00 and a bonus wager of 5.00, and bets are still open."""
        floor = self.floor(*positions, **setup)
        floor.get_ready(order)
        self.bets(floor)
        return floor

    def bets(self, floor: Floor) -> None:
        for position, player in sorted(floor.state.seats.items()):
            floor.bet(player, position, ante="10.00", **{self.bonus: "5.00"})

    def decisions(self, floor: Floor, *folding: int) -> None:
        """Everybody stays in but those who fold; everything from the close of the betting to the end is done."""
        if floor.next == "no_more_bets":
            floor.once()
        while floor.state.playing:
            floor.run()
            if floor.next != "decide":
                break
            task = floor.task
            if task.position in folding:
                floor.decide(task.position, self.fold)
            else:
                floor.decide(task.position, *self.stay[task.decision])

    def decisions_up_to(self, floor: Floor, *kinds: type[e.Event]) -> None:
        """Everybody stays in, and everything is done until something of these kinds has happened."""
        while not floor.of_round(*kinds):
            if floor.next == "decide":
                floor.decide(floor.task.position, *self.stay[floor.task.decision])
            else:
                floor.once()

    def round(self, floor: Floor, *folding: int, order: str | None = None) -> None:
        """A whole round of those who are seated."""
        if floor.next != "no_more_bets":
            floor.get_ready(order)
        if not floor.state.bets:
            self.bets(floor)
        self.decisions(floor, *folding)
        assert not floor.state.playing

    def to_the_stub(self, floor: Floor) -> None:
        """Through the deal of a round whose stub is not racked yet."""
        if floor.next != "no_more_bets":
            floor.get_ready()
        self.bets(floor)
        while floor.next != "rack_stub":
            if floor.next == "decide":
                floor.decide(floor.task.position, *self.stay[floor.task.decision])
            else:
                floor.once()


def setup_refused(game: str, **setup: Any) -> Refusal:
    """The refusal that a table gets before it opens."""
    with pytest.raises(Refusal) as caught:
        house_of({"game": game, **setup})
    return caught.value


def settings(game: str) -> Iterator[dict[str, Any]]:
    """Every dealing method a game has, as a table that may use it."""
    for dealing, method in house_of({"game": game}).procedure.methods.items():
        yield {"dealing": dealing, "shuffler": "device" if method.needs_shuffler else "none"}


# Cards and decks


def one_deck_of_52_cards_and_cover_cards(text: Text, cover_cards: int) -> None:
    """One deck, no more and no less; without a device two are too many."""
    floor = text.floor(1)
    assert floor.house.procedure.cards.cover_cards == cover_cards
    floor.get_ready()
    assert sorted(floor.state.stock) == sorted(DECK) and len(set(floor.state.stock)) == 52
    assert [each.back for each in floor.all(e.DeckReceived)] == [BACKS[0]]
    assert floor.state.decks_at_table == 1
    for decks in (0, 3):
        for shuffler in ("none", "device"):
            refusal = setup_refused(text.game, decks=decks, shuffler=shuffler)
            assert (refusal.code, refusal.clause) == ("wrong_decks", text.cite("2(a)"))


def a_second_deck_needs_a_device(text: Text) -> None:
    refusal = setup_refused(text.game, decks=2)
    assert (refusal.code, refusal.clause) == ("second_deck_needs_device", text.cite("2(b)"))
    for shuffler in ("device", "counting_device"):
        floor = text.floor(1, decks=2, shuffler=shuffler)
        floor.get_ready()
        assert floor.state.decks_at_table == 2
        assert sorted(floor.state.stock) == sorted(floor.state.other) == sorted(DECK)


def two_decks_have_different_backs(text: Text) -> None:
    floor = text.floor(1, decks=2, shuffler="device")
    floor.get_ready()
    backs = [each.back for each in floor.all(e.DeckReceived)]
    assert len(backs) == len(set(backs)) == 2
    assert view(floor.house, floor.state, "player", "p1")["back"] == backs[0]
    text.round(floor)
    floor.get_ready()
    assert view(floor.house, floor.state, "player", "p1")["back"] == backs[1]


def two_decks_alternate(text: Text) -> None:
    """Round after round: also when a round is void, the table idle or the method changed, before the load and after."""
    floor = text.floor(1, decks=2, shuffler="device", dealing=MANUAL)
    used = []
    for number in range(12):
        if number in (3, 7):
            floor.get_ready()
        if number in (2, 3):
            floor.do("leave", who="p1")
            floor.do("sit", who="p1", position=1)
        if number in (6, 7):
            floor.do("change_method", dealing=HAND if number == 6 else MANUAL)
        floor.get_ready()
        text.bets(floor)
        floor.run("deal")
        used.append(floor.state.deck)
        if number == 9:
            floor.do("call", what="card_face_up")
            floor.do("call", what="card_face_up")
            assert not floor.state.playing
        else:
            text.decisions(floor)
    assert used == [0, 1] * 6


def one_of_two_decks_leaves_with_the_device(text: Text) -> None:
    """Without a device there is one deck only, from whatever moment the cards are shuffled by hand."""
    opening = text.floor(1, decks=2, shuffler="device", dealing=MANUAL)
    opening.run("shuffle")
    between = text.floor(1, decks=2, shuffler="device", dealing=MANUAL)
    text.round(between)
    ready = text.floor(1, decks=2, shuffler="device", dealing=MANUAL)
    ready.get_ready()
    for floor in (opening, between, ready):
        floor.do("remove_device", device="shuffler")
        floor.do("change_method", shuffler="none")
        for _ in range(2):
            steps = []
            while floor.next != "no_more_bets":
                steps.append(floor.next)
                floor.once()
            assert steps == ["shuffle", "cut", "load"]
            assert floor.state.decks_at_table == 1 and floor.state.other == ()
            text.round(floor)


def one_deck_is_shuffled_while_the_other_plays(text: Text) -> None:
    """The device finishes its deck while bets are taken for the round that the other deck deals."""
    floor = text.floor(1, decks=2, shuffler="device")
    floor.get_ready()
    for _ in range(4):
        text.round(floor)
        floor.run("shuffle")
        assert floor.state.betting and sorted(floor.state.stock) == sorted(DECK), "the other deck is in play already"
        assert floor.refused("no_more_bets").code == "not_next"
        playing = floor.state.deck, floor.state.stock
        floor.do("shuffle", order=DECK_TEXT)
        assert (floor.state.deck, floor.state.stock) == playing, "the deck in play is not touched"
        assert floor.state.other == DECK
        assert floor.next == "no_more_bets"


def only_one_deck_is_in_the_rack(text: Text) -> None:
    """Every step of several rounds: the rack holds at most one deck, and none when the other deck comes into play."""
    floor = text.floor(1, 2, decks=2, shuffler="device")
    floor.get_ready()
    for _ in range(3):
        text.bets(floor)
        deck = floor.state.deck
        while floor.state.playing or floor.next == "no_more_bets":
            if floor.next == "decide":
                floor.decide(floor.task.position, *text.stay[floor.task.decision])
            else:
                floor.once()  # checks that rack and table together are the one deck in play
            assert floor.state.deck == deck and len(floor.state.other) == 52
        assert len(floor.state.rack) == 52
        floor.do("load")
        assert floor.state.rack == () and floor.state.deck == 1 - deck
        floor.get_ready()


# Opening


OPENING = ("receive", "inspect", "verify", "spread", "view", "wash", "stack", "shuffle", "cut", "load", "no_more_bets")

WHO_OPENS = dict.fromkeys(OPENING, "dealer") | {"verify": "floorperson", "view": "player"}

OPENING_CLAUSES = {
    "receive": "4(a)",
    "inspect": "4(a)",
    "verify": "4(b)",
    "spread": "4(b)",
    "view": "4(c)",
    "wash": "4(c)",
    "stack": "4(c)",
    "shuffle": "5(a)",
    "cut": "5(c)1ii",
}


def opens_in_order(text: Text) -> None:
    """Each step only at its place, only by whom it belongs to; whoever is out of order is told what comes first."""
    floor = text.floor(1)
    for number, step in enumerate(OPENING[:-1]):
        assert floor.next == step and floor.task.by == WHO_OPENS[step]
        for other in OPENING:
            if other != step:
                refusal = floor.refused(other, WHO_OPENS[other], who="p1")
                assert refusal.code == "not_next"
                assert refusal.clause == floor.task.clause
        for role in ROLES:
            if role != WHO_OPENS[step]:
                assert floor.refused(step, role, who="p1").code == "wrong_role"
        if step in OPENING_CLAUSES:
            assert floor.task.clause == text.cite(OPENING_CLAUSES[step])
        floor.once()
        assert floor.next == OPENING[number + 1]


def cards_are_spread_for_the_first_player(text: Text) -> None:
    """Face up, by suit and in sequence, and they stay so until somebody has come and looked."""
    floor = text.floor()
    floor.run("spread")
    assert floor.state.shown == ()
    floor.once()
    by_suit = [f"{rank}{suit}" for suit in "cdhs" for rank in "23456789TJQKA"]
    assert list(floor.state.stock) == by_suit and list(floor.state.shown) == by_suit
    assert floor.refused("view", who="p1").code == "not_seated"
    assert floor.refused("wash").code == "not_next"
    floor.sit("p1", 3)
    floor.do("view", who="p1")
    assert floor.state.shown, "they are turned down by the wash, not by the look"
    floor.do("wash")
    assert floor.state.shown == ()


def each_deck_is_opened_by_itself(text: Text) -> None:
    """The second deck comes when the first has gone through everything to its shuffle."""
    floor = text.floor(1, decks=2, shuffler="device")
    floor.get_ready()
    steps = [name for name in trail(floor.log) if name in OPENING or name == "deck_received"]
    one = ["deck_received", "inspect", "verify", "spread", "view", "wash", "stack", "shuffle"]
    assert steps == [*one, *one, "load"]


def pre_shuffled_cards_are_cut_only(text: Text) -> None:
    """They are not spread and not shuffled; they are cut even where a device shuffles later."""
    for shuffler in ("none", "device"):
        floor = text.floor(1, preshuffled=True, shuffler=shuffler)
        steps = []
        while floor.next != "no_more_bets":
            steps.append(floor.next)
            floor.once()
        assert steps == ["receive", "inspect", "cut", "load"]
        at = floor.state.stock.index(DECK[0])
        assert floor.state.stock[at:] + floor.state.stock[:at] != DECK, "cut, and dealt in the order of a new deck"
        text.round(floor)
        assert floor.next == "shuffle"


# Shuffle and cut


def shuffled_before_play_and_after_every_round(text: Text) -> None:
    """Each time into one stack of all 52, in an order that comes from chance."""
    floor = text.floor(1)
    orders = []
    for _ in range(3):
        assert floor.refused("no_more_bets").code == "not_next"
        floor.run("shuffle")
        refusal = floor.refused("deal")
        assert (refusal.code, refusal.clause) == ("not_next", text.cite("5(a)"))
        floor.do("shuffle")
        assert sorted(floor.state.stock) == sorted(DECK) and floor.state.rack == ()
        orders.append(floor.state.stock)
        text.round(floor)
        assert floor.next == "shuffle"
    assert len({*orders, DECK}) == 4


def no_order_is_given_at_a_live_table(text: Text) -> None:
    """A script may say how a shuffle comes out where the setup lets it, and then only as a whole deck."""
    live = text.floor(1, given_orders=False)
    live.run("shuffle")
    assert live.refused("shuffle", order=DECK_TEXT).code == "order_not_allowed"
    floor = text.floor(1)
    floor.run("shuffle")
    for order in ("", DECK_TEXT[3:], f"{DECK_TEXT} Ah", DECK_TEXT.replace("2c", "Ah", 1)):
        assert floor.refused("shuffle", order=order).code == "order_malformed"


def a_device_may_load_the_shoe(text: Text) -> None:
    """By a device: the event says so, there is no cut, and the stack goes straight into the shoe."""
    floor = text.floor(1, shuffler="device")
    floor.run("shuffle")
    floor.once()
    assert floor.all(e.Shuffled)[-1].device
    assert floor.next == "load"
    assert floor.refused("cut", depth=20).code == "not_next"
    text.round(floor)
    assert not floor.all(e.DeckCut)
    by_hand = text.floor(1)
    by_hand.run("shuffle")
    by_hand.once()
    assert not by_hand.all(e.Shuffled)[-1].device and by_hand.next == "cut"


def cut_at_least_ten_cards(text: Text) -> None:
    """9 are too few, 10 and 11 will do; something must be left to lay on them, so 51 are the most (reading 46)."""
    for depth in (-1, 0, 9, 52, 53):
        floor = text.floor(1)
        floor.run("cut")
        refusal = floor.refused("cut", depth=depth)
        assert (refusal.code, refusal.clause) == ("cut_depth", text.cite("5(c)1ii"))
    for depth in (10, 11, 26, 51):
        floor = text.floor(1)
        floor.run("shuffle")
        floor.do("shuffle", order=DECK_TEXT)
        floor.do("cut", depth=depth)
        assert floor.state.stock == DECK[depth:] + DECK[:depth], "the rest goes on top of the cards cut off"
        assert floor.next == "load"


def the_cover_card_lies_under_the_cut(text: Text) -> None:
    """Beside the deck from the shuffle to the cut, in the discard rack after it, and again at the next shuffle."""
    floor = text.floor(1)
    for _ in range(2):
        floor.run("cut")
        assert floor.state.cover == "beside the deck"
        floor.refused("cut", depth=9)
        assert floor.state.cover == "beside the deck"
        floor.once()
        assert floor.state.cover == "in the discard rack"
        text.round(floor)


def cut_after_every_shuffle_by_hand(text: Text) -> None:
    """No cut, no deal; and whatever the depth left to chance is, it is at least ten."""
    depths = []
    for seed in range(40):
        floor = text.floor(1, seed=seed)
        floor.run("cut")
        refusal = floor.refused("load")
        assert (refusal.code, refusal.clause) == ("not_next", text.cite("5(c)1ii"))
        floor.do("cut")
        depths.append(floor.all(e.DeckCut)[-1].depth)
    assert min(depths) >= 10 and len(set(depths)) > 10


def recut_by_the_supervisor(text: Text) -> None:
    """After the cut and before the first card: with the shoe empty or loaded, with bets open or closed."""
    clause = text.cite("5(d)")
    for then in ("load", "no_more_bets", "deal"):
        floor = text.floor(1)
        floor.run("shuffle")
        assert floor.refused("order_recut").clause == clause
        floor.do("shuffle", order=DECK_TEXT)
        assert floor.refused("order_recut").code == "nothing_to_recut"
        floor.do("cut", depth=CUT)
        if then != "load":
            floor.run("no_more_bets")
            text.bets(floor)
            floor.run(then)
        for role in ("player", "dealer", "floorperson"):
            assert floor.refused("order_recut", role, who="p1").code == "wrong_role"
        floor.do("order_recut", "supervisor")
        assert floor.all(e.RecutOrdered)[-1].clause == clause
        assert floor.next == "cut"
        assert floor.refused("order_recut").code == "nothing_to_recut"
        assert floor.refused("cut", depth=9).code == "cut_depth"
        floor.do("cut", depth=12)
        assert floor.state.stock == DECK[22:] + DECK[:22]
        floor.do("order_recut", "supervisor")
        floor.do("cut", depth=30)
        assert floor.state.stock == DECK
        if then != "deal":
            floor.run("no_more_bets")
            if not floor.state.bets:
                text.bets(floor)
            floor.run("deal")
        floor.once()
        assert floor.dealt()[0][1] == DECK[0]
        assert floor.refused("order_recut").code == "nothing_to_recut"


def no_recut_where_nothing_is_cut(text: Text) -> None:
    """After a device's shuffle, at an idle table, after a change of method, and when the round was void at once."""
    by_device = text.floor(1, shuffler="device")
    by_device.get_ready()
    idle = text.floor(1)
    idle.get_ready()
    idle.do("leave", who="p1")
    idle.once()
    changed = text.floor(1)
    changed.get_ready()
    changed.do("change_method", dealing=AUTOMATED)
    void = text.betting(1)
    void.run("deal")
    void.do("call", what="card_face_up")
    void.do("call", what="card_face_up")
    for floor in (by_device, idle, changed, void):
        refusal = floor.refused("order_recut")
        assert (refusal.code, refusal.clause) == ("nothing_to_recut", text.cite("5(d)"))


def spread_at_an_idle_table(text: Text) -> None:
    """Face up or face down; turned up for whoever comes; then washed, stacked, shuffled and cut again."""
    clause = text.cite("5(e)")
    for face_up in (True, False):
        floor = text.floor(1, 2, idle_face_up=face_up)
        floor.get_ready()
        floor.do("leave", who="p1")
        assert floor.next == "no_more_bets", "one player is still there"
        floor.do("leave", who="p2")
        assert floor.next == "spread_idle" and floor.task.clause == clause
        floor.once()
        assert floor.state.shown == (DECK if face_up else ())
        if not face_up:
            refusal = floor.refused("turn_up")
            assert (refusal.code, refusal.clause) == ("nobody_arrived", clause)
        floor.sit("p3", 3)
        if not face_up:
            assert floor.refused("view", who="p3").code == "not_next"
            floor.do("turn_up")
        assert floor.state.shown == DECK
        steps = []
        while floor.next != "no_more_bets":
            steps.append(floor.next)
            floor.once()
        assert steps == ["view", "wash", "stack", "shuffle", "cut", "load"]
        text.round(floor)


def spread_when_the_last_player_leaves_between_rounds(text: Text) -> None:
    """As soon as the round is over there is no gaming activity, whether the deck is shuffled yet or not."""
    for moment in ("shuffle", "cut", "load", "no_more_bets"):
        floor = text.betting(1)
        text.round(floor)
        floor.run(moment)
        floor.do("leave", who="p1")
        assert floor.next == "spread_idle", f"left before {moment}"
        floor.once()
        floor.sit("p2", 2)
        text.round(floor)


# Wagers


def chips_and_plaques_only(text: Text) -> None:
    """By amount or by denomination; nothing that chips cannot make, no cash, no word."""
    clause = text.cite("6(b)")
    floor = text.floor(1)
    floor.get_ready()
    for tender in ("cash", "verbal", "marker", ""):
        refusal = floor.refused("bet", who="p1", position=1, wagers={"ante": "10.00"}, tender=tender)
        assert (refusal.code, refusal.clause) == ("no_cash_wagers", clause)
    for wager in ("10.25", "0.25", "10.49", "10.51", {"3.00": 2}, {"5.00": 1, "0.25": 2}):
        refusal = floor.refused("bet", who="p1", position=1, wagers={"ante": wager})
        assert (refusal.code, refusal.clause) == ("no_such_chips", clause)
    for number in (0, -1, 1.5, "2", True):
        assert floor.refused("bet", who="p1", position=1, wagers={"ante": {"5.00": number}}).code
    assert floor.refused("bet", who="p1", position=1, wagers={"ante": {}}).code == "wager_zero"
    floor.do("bet", who="p1", position=1, wagers={"ante": {"25.00": 2, "0.50": 1}}, tender="chips")
    assert floor.state.bets[1].stakes == {"ante": cents("50.50")}
    assert floor.all(e.BetPlaced)[-1].chips == {"ante": {"25.00": 2, "0.50": 1}}
    assert floor.held("p1") == cents("10000.00") - cents("50.50")
    floor.bet("p1", 1, ante="10.50")
    assert floor.state.bets[1].stakes == {"ante": cents("10.50")}, "a new bet takes the place of the old one"
    assert floor.held("p1") == cents("10000.00") - cents("10.50")


def only_wagers_that_are_offered(text: Text) -> None:
    """Something, and nothing that is not on the layout or comes later; a fold places nothing."""
    floor = text.floor(1)
    floor.get_ready()
    later, amount = text.stay[0]
    for wagers in ({}, {"insurance": "10.00"}, {"ante": "10.00", later: amount}, {"ante": "0.00"}, {"ante": "-5.00"}):
        assert floor.refused("bet", who="p1", position=1, wagers=wagers).code
    floor.bet("p1", 1, ante="10.00")
    floor.run("decide")
    refusal = floor.refused("decide", who="p1", position=1, action=text.fold, amount="10.00")
    assert refusal.code == "amount_not_wanted"
    for action in ("", "raise", "stand"):
        assert floor.refused("decide", who="p1", position=1, action=action).code == "action_not_allowed"
    without = text.floor(1, options={text.bonus: None})
    without.get_ready()
    wagers = {"ante": "10.00", text.bonus: "5.00"}
    assert without.refused("bet", who="p1", position=1, wagers=wagers).code == "wager_not_offered"


def nobody_bets_more_than_the_chips_held(text: Text) -> None:
    floor = text.floor()
    floor.sit("p1", 1, chips="20.00")
    floor.get_ready()
    assert floor.refused("bet", who="p1", position=1, wagers={"ante": "20.50"}).code == "not_enough_chips"
    floor.bet("p1", 1, ante="20.00")
    floor.bet("p1", 1, ante="19.50")
    assert floor.held("p1") == 50


def the_later_wager_is_made_of_chips(text: Text) -> None:
    floor = text.floor()
    action, amount = text.stay[0]
    floor.sit("p1", 1, chips="14.50")
    floor.get_ready()
    floor.bet("p1", 1, ante="5.00")
    floor.run("decide")
    half = f"{cents(amount) // 200}.{cents(amount) // 2 % 100:02}"
    refusal = floor.refused("decide", who="p1", position=1, action=action, amount="5.25")
    assert (refusal.code, refusal.clause) == ("no_such_chips", text.cite("6(b)"))
    floor.do("tip", who="p1", amount="9.50")
    refusal = floor.refused("decide", who="p1", position=1, action=action, amount=half)
    assert refusal.code == "not_enough_chips"
    floor.do("buy_in", who="p1", amount="10.00")
    floor.do("decide", who="p1", position=1, action=action, amount=half)


def a_coupon_rides_on_the_ante(text: Text) -> None:
    """Only where the house takes it, only beside chips of its own value."""
    clause = text.cite("6(b)")
    without = text.floor(1)
    without.get_ready()
    refusal = without.refused("bet", who="p1", position=1, wagers={"ante": "10.00"}, coupon="10.00")
    assert (refusal.code, refusal.clause) == ("no_coupons", clause)
    floor = text.floor(1, match_play=True)
    floor.get_ready()
    for coupon in ("9.50", "10.50"):
        refusal = floor.refused("bet", who="p1", position=1, wagers={"ante": "10.00"}, coupon=coupon)
        assert (refusal.code, refusal.clause) == ("coupon_unmatched", "reading 29")
    floor.bet("p1", 1, ante="10.00", coupon="10.00")
    assert floor.held("p1") == cents("9990.00"), "a coupon is no chip"
    assert floor.state.bets[1].coupon == cents("10.00")
    floor.bet("p1", 1, ante="10.00")
    assert floor.state.bets[1].coupon == 0, "a new bet takes the place of the old one, coupon and all"
    floor.bet("p1", 1, ante="10.00", coupon="10.00")
    floor.run("decide")
    floor.do("call", what="card_exposed", whose="dealer")
    assert floor.won("p1") == 0


def coupon_outcomes(text: Text, order: str, chips: int, coupon: int, goes: str, *, fold: bool = False) -> None:
    """What p1 wins with an ante of 10.00, what a coupon of 10.00 adds to it, and where the coupon goes."""
    for given, expected in ((None, chips), ("10.00", chips + coupon)):
        floor = text.floor(1, match_play=True)
        floor.get_ready(order)
        floor.bet("p1", 1, ante="10.00", coupon=given)
        text.decisions(floor, *((1,) if fold else ()))
        assert floor.won("p1") == expected
        ends = [each.coupon for each in floor.of_round(e.WagersTaken, e.ForfeitsTaken)]
        ends += [row.coupon_goes for each in floor.of_round(e.WagersPaid) for row in each.rows]
        assert [end for end in ends if end] == ([goes] if given else [])
        if not given:
            floor.check_settled()


def only_seated_players_bet(text: Text) -> None:
    """And whoever has a wager and cards stays until the round is over; others may come and go."""
    clause = text.cite("6(c)")
    floor = text.floor(1, 2)
    floor.get_ready()
    refusal = floor.refused("bet", who="p9", position=3, wagers={"ante": "10.00"})
    assert (refusal.code, refusal.clause) == ("not_seated", clause)
    assert floor.refused("buy_in", who="p9", amount="100.00").code == "not_seated"
    floor.bet("p1", 1, ante="10.00")
    assert floor.refused("leave", who="p1").code == "wagers_on_layout"
    floor.do("clear", who="p1", position=1)
    floor.do("leave", who="p1")
    refusal = floor.refused("bet", who="p1", position=1, wagers={"ante": "10.00"})
    assert (refusal.code, refusal.clause) == ("not_seated", clause)
    floor.do("sit", who="p1", position=1)
    floor.bet("p1", 1, ante="10.00")
    floor.run("deal")
    floor.do("leave", who="p2")
    floor.do("sit", who="p2", position=2)
    while floor.state.playing:
        refusal = floor.refused("leave", who="p1")
        assert (refusal.code, refusal.clause) == ("must_stay_seated", clause)
        if floor.next == "decide":
            floor.decide(1, *text.stay[floor.task.decision])
        else:
            floor.once()
    floor.do("leave", who="p1")


def nobody_leaves_after_a_fold(text: Text) -> None:
    floor = text.betting(1, 2)
    floor.run("decide")
    floor.decide(1, text.fold)
    assert floor.refused("leave", who="p1").code == "must_stay_seated"
    text.decisions(floor)
    floor.do("leave", who="p1")


def no_wager_after_the_close(text: Text) -> None:
    """From no more bets to the last card none is made, raised or withdrawn; then not before the cards are ready."""
    clause = text.cite("6(d)")
    floor = text.betting(1, 2)
    floor.do("clear", who="p2", position=2)
    floor.bet("p1", 1, ante="15.00")
    floor.bet("p1", 1, ante="10.00")
    floor.once()
    while floor.state.playing:
        stakes = {place: dict(bet.stakes) for place, bet in floor.state.bets.items()}
        for refusal in (
            floor.refused("bet", who="p2", position=2, wagers={"ante": "10.00"}),
            floor.refused("bet", who="p1", position=1, wagers={"ante": "15.00"}),
            floor.refused("bet", who="p1", position=1, wagers={"ante": "5.00"}),
            floor.refused("clear", who="p1", position=1),
        ):
            assert (refusal.code, refusal.clause) == ("bets_closed", clause)
        assert {place: dict(bet.stakes) for place, bet in floor.state.bets.items()} == stakes
        if floor.next == "decide":
            floor.decide(1, *text.stay[floor.task.decision])
        else:
            floor.once()
    refusal = floor.refused("bet", who="p1", position=1, wagers={"ante": "10.00"})
    assert (refusal.code, refusal.clause) == ("bets_not_open", text.cite("5(a)"))
    floor.get_ready()
    floor.bet("p1", 1, ante="10.00")


def two_positions_side_by_side(text: Text) -> None:
    """One position unless the house permits two; two that touch, never three; nobody else's seat."""
    clause = text.cite("6(e)")
    for number in (0, 3):
        refusal = setup_refused(text.game, positions_per_player=number)
        assert (refusal.code, refusal.clause) == ("too_many_positions", clause)
    one = text.floor(3)
    one.get_ready()
    one.bet("p3", 3, ante="10.00")
    refusal = one.refused("bet", who="p3", position=4, wagers={"ante": "10.00"})
    assert (refusal.code, refusal.clause) == ("too_many_positions", clause)
    for seat, others, far in ((3, (2, 4), (1, 5, 6)), (1, (2,), (3, 4, 5, 6)), (6, (5,), (1, 2, 3, 4))):
        for other in others:
            floor = text.floor(seat, positions_per_player=2)
            floor.get_ready()
            player = f"p{seat}"
            for place in far:
                refusal = floor.refused("bet", who=player, position=place, wagers={"ante": "10.00"})
                assert (refusal.code, refusal.clause) == ("not_adjacent", clause)
            floor.bet(player, seat, ante="10.00")
            floor.bet(player, other, ante="15.00")
            for place in {1, 2, 3, 4, 5, 6} - {seat, other}:
                refusal = floor.refused("bet", who=player, position=place, wagers={"ante": "10.00"})
                assert (refusal.code, refusal.clause) == ("too_many_positions", clause)
            floor.run("decide")
            assert sorted(floor.state.hands) == sorted((seat, other))
            floor.do("call", what="wrong_number", position=other, cards=text.cards + 1)
            is_void(floor)
    neighbours = text.floor(3, 4, positions_per_player=2)
    neighbours.get_ready()
    assert neighbours.refused("bet", who="p3", position=4, wagers={"ante": "10.00"}).code == "position_taken"
    neighbours.bet("p3", 2, ante="10.00")
    assert neighbours.refused("sit", who="p2", position=2).code == "seat_in_use"


def six_positions(text: Text) -> None:
    """From 1 to 6 (reading 28)."""
    floor = text.floor()
    for position in (-1, 0, 7):
        refusal = floor.refused("sit", who="p1", position=position)
        assert (refusal.code, refusal.clause) == ("position_out_of_range", "reading 28")
    for position in (1, 6):
        floor.sit(f"p{position}", position)
    assert floor.refused("sit", who="p2", position=1).code == "seat_taken"
    assert floor.refused("sit", who="p1", position=2).code == "already_seated"


def posted_limits(text: Text, wager: str, clause: str, beside: dict[str, str] | None = None) -> None:
    """At, just below and just above the posted minimum and maximum."""
    floor = text.floor(1, limits={wager: ["5.00", "100.00"]})
    floor.get_ready()
    for amount, code in (("4.50", "under_minimum"), ("100.50", "over_maximum")):
        refusal = floor.refused("bet", who="p1", position=1, wagers={wager: amount, **(beside or {})})
        assert (refusal.code, refusal.clause) == (code, clause)
    for amount in ("5.00", "5.50", "99.50", "100.00"):
        floor.bet("p1", 1, **{wager: amount}, **(beside or {}))


# Dealing


def dealt_as_the_text_says(text: Text, dealing: str, face_up: tuple[int, ...], **setup: Any) -> None:
    """The exact cards to the exact places, from several orders and with several positions.

    `face_up` are the places in the test's own list of recipients whose card lies face up, counted from its end.
    """
    for seed, positions in enumerate(((1,), (6,), (2, 5), (1, 3, 4), (1, 2, 3, 4, 5, 6))):
        floor = text.floor(*positions, dealing=dealing, seed=seed, **setup)
        floor.get_ready()
        order = floor.state.stock
        text.round(floor)
        to = text.to(dealing, positions)
        dealt = floor.dealt()
        assert [(whose, card) for whose, card, _ in dealt] == list(zip(to, order, strict=False))
        assert [number - len(to) for number, (_, _, up) in enumerate(dealt) if up] == list(face_up)
        floor.check_replay()


def nothing_is_dealt_before_no_more_bets(text: Text, clause: str, **setup: Any) -> None:
    """Nor is the betting closed with nothing bet."""
    floor = text.floor(1, **setup)
    floor.get_ready()
    assert floor.task.clause == clause
    refusal = floor.refused("deal")
    assert (refusal.code, refusal.clause) == ("not_next", clause)
    refusal = floor.refused("no_more_bets")
    assert (refusal.code, refusal.clause) == ("no_wagers", clause)
    text.bets(floor)
    assert floor.refused("deal").code == "not_next"
    for role in ("player", "floorperson", "supervisor"):
        assert floor.refused("no_more_bets", role, who="p1").code == "wrong_role"
    floor.do("no_more_bets")
    assert floor.of_round(e.BetsClosed)[0].clause == clause
    floor.do("deal")
    assert floor.dealt()


def loaded_after_shuffle_and_cut(text: Text, clause: str, **setup: Any) -> None:
    """The stacked deck goes into shoe or hand when 5(a) to (c) are done, and bets open with it."""
    floor = text.floor(1, **setup)
    while floor.next != "load":
        assert floor.refused("load").code == "not_next"
        assert not floor.state.betting
        floor.once()
    assert floor.task.clause == clause
    assert floor.refused("bet", who="p1", position=1, wagers={"ante": "10.00"}).code == "bets_not_open"
    stock = floor.state.stock
    floor.do("load")
    assert floor.state.stock == stock and floor.state.betting


def only_those_with_a_wager_get_cards(text: Text, dealing: str, lone_bonus: bool, **setup: Any) -> None:
    """An ante, a bonus wager or both; a seat without a wager gets none."""
    floor = text.floor(1, 2, 3, 4, dealing=dealing, **setup)
    floor.get_ready()
    floor.bet("p1", 1, ante="10.00")
    floor.bet("p3", 3, ante="10.00", **{text.bonus: "5.00"})
    if lone_bonus:
        floor.bet("p4", 4, **{text.bonus: "5.00"})
    floor.run("decide")
    assert sorted(floor.state.hands) == ([1, 3, 4] if lone_bonus else [1, 3])


def players_see_only_their_own_cards(text: Text, clause: str, **setup: Any) -> None:
    """Until the reveal nobody sees another hand, and nobody decides on it."""
    floor = text.betting(1, 2, **setup)
    floor.run("decide")
    own = floor.state.hands[1]
    assert view(floor.house, floor.state, "player", "p1")["positions"]["1"]["cards"] == list(own)
    for role, who in (("player", "p2"), ("dealer", ""), ("floorperson", ""), ("supervisor", "")):
        assert not {*view(floor.house, floor.state, role, who)["positions"]["1"]["cards"]} & {*own}
        for event in floor.of_round(e.CardsDealt):
            told = seen(floor.state, event, role, who)
            assert told and not {card for _, card, _ in told["cards"]} & {*own}
    for who in ("p2", "p9"):
        refusal = floor.refused("decide", who=who, position=1, action=text.stay[0][0], amount=text.stay[0][1])
        assert (refusal.code, refusal.clause) == ("not_your_hand", clause)
    assert floor.refused("decide", "dealer", position=1, action="fold").code == "wrong_role"
    refusal = floor.refused("decide", who="p2", position=2, action=text.stay[0][0], amount=text.stay[0][1])
    assert refusal.code == "not_next", "from the dealer's left"


def stub_racked_unseen(text: Text, clause: str, **setup: Any) -> None:
    """When everybody has all cards, and not before; nobody sees it."""
    floor = text.betting(1, 2, **setup)
    floor.run("deal")
    while floor.next != "rack_stub":
        assert floor.refused("rack_stub").code == "not_next"
        if floor.next == "decide":
            floor.decide(floor.task.position, *text.stay[floor.task.decision])
        else:
            floor.once()
    assert floor.task.clause == clause
    stub = floor.state.stock
    floor.do("rack_stub")
    assert floor.of_round(e.StubRacked) == [e.StubRacked(clause)]
    assert floor.state.stock == () and floor.state.rack[-len(stub) :] == stub
    assert not {*stub} & {*floor.state.shown}


# Counting the stub


def counted_every_fifth_round(text: Text, clause: str, **setup: Any) -> None:
    """Not needed in rounds 1 to 4, compelled in the 5th; after a count in any round, compelled five rounds later."""
    for by_themselves, due in (((), (5, 10)), ((2,), (7, 12)), ((4,), (9,)), ((5,), (10,)), ((1, 7), (6, 12))):
        floor = text.floor(1, **setup)
        counted = []
        for number in range(1, 13):
            text.to_the_stub(floor)
            right = len(floor.state.stock)
            if number in due:
                refusal = floor.refused("rack_stub")
                assert (refusal.code, refusal.clause) == ("count_due", clause)
            if number in (*due, *by_themselves):
                floor.do("count_stub", counted=right)
                assert floor.of_round(e.StubRacked) == [e.StubRacked(clause, right)]
                counted.append(number)
            else:
                floor.do("rack_stub")
                assert floor.of_round(e.StubRacked)[0].counted is None
            text.decisions(floor)
        assert counted == sorted((*due, *by_themselves))


def count_still_due_after_a_void_round(text: Text, **setup: Any) -> None:
    """A fifth round that is void before its stub is counted leaves the count to the sixth."""
    floor = text.floor(1, **setup)
    for _ in range(4):
        text.round(floor)
    floor.get_ready()
    text.bets(floor)
    floor.run("deal")
    floor.do("call", what="card_face_up")
    floor.do("call", what="card_face_up")
    text.to_the_stub(floor)
    assert floor.refused("rack_stub").code == "count_due"
    floor.do("count_stub", counted=len(floor.state.stock))


def counts_that_are_wrong(text: Text, clause: str, **setup: Any) -> None:
    """Misdealt but 52 in all: void, and the deck stays. Not misdealt: void, and the deck leaves the table.

    A hand one card over or under, the stub one under or over; and counts at the ends of what is possible.
    """
    for counted in (-1, 53):
        floor = text.floor(1, 2, **setup)
        text.to_the_stub(floor)
        assert floor.refused("count_stub", counted=counted).code == "count_impossible"
    for whose in ("1", "2", "dealer"):
        for more in (1, -1):
            _misdealt(text, clause, whose, more, **setup)
    for off in (-1, 1, None):
        _incomplete(text, clause, off, **setup)
    _misdealt_and_incomplete(text, clause, **setup)


def _misdealt(text: Text, clause: str, whose: str, more: int, **setup: Any) -> None:
    floor = text.floor(1, 2, **setup)
    text.to_the_stub(floor)
    right = len(floor.state.stock)
    hand = text.dealer_cards if whose == "dealer" else text.cards
    named: dict[str, Any] = {} if whose == "dealer" else {"position": int(whose)}
    floor.do("count_stub", counted=right - more, cards=hand + more, **named)
    called, voided = floor.of_round(e.IrregularityCalled, e.HandsVoided)
    assert (called.what, called.cards, called.clause, voided.clause) == ("wrong_number", hand + more, clause, clause)
    assert voided.all_hands
    is_void(floor)
    assert not floor.all(e.DeckRemoved) and floor.next == "shuffle"
    text.round(floor)


def _incomplete(text: Text, clause: str, off: int | None, **setup: Any) -> None:
    """`off` cards in the stub too many; None for a count of nothing at all."""
    floor = text.floor(1, 2, **setup)
    text.to_the_stub(floor)
    right = len(floor.state.stock)
    counted = 0 if off is None else right + off
    floor.do("count_stub", counted=counted)
    is_void(floor)
    removed = floor.all(e.DeckRemoved)
    assert [(each.counted, each.clause) for each in removed] == [(52 - right + counted, clause)]
    assert floor.next == "receive", "another deck comes, and is opened like the first"
    steps = []
    while floor.next != "no_more_bets":
        steps.append(floor.next)
        floor.once()
    device = floor.state.shuffler != "none"
    assert steps == [step for step in OPENING[:-1] if not (device and step == "cut")]
    text.round(floor)


def _misdealt_and_incomplete(text: Text, clause: str, **setup: Any) -> None:
    """A wrong hand does not save a deck that is not whole even with it, nor does a hand that is right."""
    for cards in (text.cards + 2, text.cards):
        floor = text.floor(1, 2, **setup)
        text.to_the_stub(floor)
        floor.do("count_stub", counted=len(floor.state.stock) - 1, position=1, cards=cards)
        is_void(floor)
        assert [each.clause for each in floor.all(e.DeckRemoved)] == [clause]
    floor = text.floor(1, 2, **setup)
    text.to_the_stub(floor)
    refusal = floor.refused("count_stub", counted=len(floor.state.stock) - 1, position=5, cards=text.cards + 1)
    assert (refusal.code, refusal.clause) == ("no_hand", clause)


def a_wrong_count_with_two_decks(text: Text, clause: str) -> None:
    """The deck in play leaves; a new one is opened, and waits in the device while the other plays."""
    floor = text.floor(1, decks=2, shuffler="device")
    used, back = [], ""
    for number in range(6):
        floor.get_ready()
        used.append(floor.state.deck)
        if number == 2:
            back = BACKS[floor.state.deck]
            text.to_the_stub(floor)
            floor.do("count_stub", counted=len(floor.state.stock) + 1)
            assert floor.state.decks_at_table == 1 and floor.next == "receive"
        else:
            text.round(floor)
            assert floor.state.decks_at_table == 2
    assert used == [0, 1] * 3
    assert [(each.back, each.clause) for each in floor.all(e.DeckRemoved)] == [(back, clause)]
    assert [each.back for each in floor.all(e.DeckReceived)] == [*BACKS, back]


def no_count_with_a_counting_device(text: Text, clause: str, **setup: Any) -> None:
    """Eleven rounds without a count; with a device that does not count, the fifth needs one."""
    floor = text.floor(1, **setup | {"shuffler": "counting_device"})
    for _ in range(11):
        text.to_the_stub(floor)
        floor.do("rack_stub")
        text.decisions(floor)
    plain = text.floor(1, **setup | {"shuffler": "device"})
    for _ in range(4):
        text.round(plain)
    text.to_the_stub(plain)
    assert plain.refused("rack_stub").code == "count_due"
    plain.do("count_stub")
    text.decisions(plain)
    assert plain.refused("call", what="device_count", counted=51).code == "no_counting_device"
    plain.do("shuffle")
    assert plain.refused("call", what="device_count", counted=51).code == "no_counting_device"


def a_counting_device_that_counts_wrong(text: Text, clause: str, **setup: Any) -> None:
    """51 or 53 after any shuffle: the deck leaves; 52 is right. Only after a shuffle, before the cards are in place."""
    setup |= {"shuffler": "counting_device"}
    for rounds in (0, 1):
        for counted in (0, 51, 53):
            floor = text.floor(1, **setup)
            for _ in range(rounds):
                text.round(floor)
            floor.run("shuffle")
            assert floor.refused("call", what="device_count", counted=counted).code == "not_now"
            floor.do("shuffle")
            for right in (52, -1, None):
                refusal = floor.refused("call", what="device_count", counted=right)
                assert (refusal.code, refusal.clause) == ("count_is_right", clause)
            floor.do("call", what="device_count", counted=counted)
            assert [(each.counted, each.clause) for each in floor.all(e.DeckRemoved)] == [(counted, clause)]
            assert floor.next == "receive" and floor.state.decks_at_table == 0
            text.round(floor)
    floor = text.floor(1, **setup)
    floor.get_ready()
    assert floor.refused("call", what="device_count", counted=51).code == "not_now"


def a_counting_device_with_two_decks(text: Text, clause: str) -> None:
    """The deck that was just shuffled leaves, the other one stays; rounds go on and alternate."""
    floor = text.floor(1, decks=2, shuffler="counting_device")
    floor.get_ready()
    text.round(floor)
    floor.run("shuffle")
    floor.once()
    shuffled = BACKS[1 - floor.state.deck]
    text.bets(floor)
    refusal = floor.refused("call", what="device_count", counted=51)
    assert (refusal.code, refusal.clause) == ("round_in_progress", clause), "wagers are taken back first"
    floor.do("clear", who="p1", position=1)
    floor.do("call", what="device_count", counted=51)
    assert [(each.back, each.clause) for each in floor.all(e.DeckRemoved)] == [(shuffled, clause)]
    assert floor.state.decks_at_table == 1
    used = []
    for _ in range(4):
        floor.get_ready()
        used.append(floor.state.deck)
        assert floor.state.decks_at_table == 2
        text.round(floor)
    assert used == [1, 0, 1, 0]
    for number in (0, 1):  # at the opening, the first deck and the second
        floor = text.floor(1, decks=2, shuffler="counting_device")
        for _ in range(number):
            floor.run("shuffle")
            floor.once()
        floor.run("shuffle")
        floor.once()
        floor.do("call", what="device_count", counted=51)
        assert [each.back for each in floor.all(e.DeckRemoved)] == [BACKS[number]]
        text.round(floor)
        assert floor.state.decks_at_table == 2


# Completion


def hands_rebuilt_from_the_rack(text: Text, *folding: int, **setup: Any) -> None:
    """Every hand, whoever folded: from the rack come the cards dealt, in the order dealt."""
    positions = (1, 3, 4, 6)
    floor = text.floor(*positions, **setup)
    floor.get_ready()
    order = " ".join(floor.state.stock)
    text.round(floor, *folding)
    to = text.to(floor.state.dealing, positions)[: len(floor.dealt())]
    dealt = hands_of(to, order)
    rebuilt = reconstruct(floor.state.rack, floor.state.pickups)
    assert {whose: rebuilt[whose] for whose in dealt if whose != "rack"} == {
        whose: cards for whose, cards in dealt.items() if whose != "rack"
    }
    assert rebuilt.get("burnt", ()) == dealt.get("rack", ())
    assert rebuilt["stub"] == tuple(order.split()[len(to) :])
    racked = [whose for whose, _ in floor.state.pickups]
    assert racked[-1] == "dealer", "the dealer's cards come last"
    staying = [str(place) for place in positions if place not in folding]
    assert [whose for whose in racked if whose in staying] == staying[::-1], "from the dealer's right"
    for place in folding:
        assert racked.count(str(place)) == 1, "a folded hand is racked in one piece"


# Irregularities


def is_void(floor: Floor) -> None:
    """The round is over, everybody has back to the cent what was staked, and all cards are in the rack or gone."""
    assert not floor.state.playing and floor.state.bets == {}
    assert floor.session.balances.get("layout", 0) == 0
    for player in floor.state.chips:
        assert floor.won(player) == 0, f"{player} should have everything back"
    assert floor.session.balances["tray"] == floor.house.inventory - sum(b.amount for b in floor.all(e.BoughtIn))
    assert floor.state.hands == {} and floor.state.dealer == () and floor.state.stock == ()
    floor.check_replay()


def at_every_delivery(text: Text, **setup: Any) -> Iterator[tuple[int, Floor]]:
    """Tables that stop before the first, second, ... last delivery of a round; all bets are down."""
    number = 0
    while True:
        floor = text.betting(1, 2, **setup)
        floor.run("deal")
        done = 0
        while floor.state.playing and done < number:
            if floor.next == "decide":
                floor.decide(floor.task.position, *text.stay[floor.task.decision])
            elif floor.next in ("deal", "collect_forfeits"):
                done += floor.next == "deal"
                floor.once()
            else:
                return
        while floor.next == "decide":
            floor.decide(floor.task.position, *text.stay[floor.task.decision])
        if floor.next != "deal":
            return
        yield number, floor
        number += 1


def outside_the_deal(text: Text, **setup: Any) -> Iterator[Floor]:
    """Tables where nothing is being dealt: bets open, each step from the stub to the last card racked, and after."""
    yield text.betting(1, 2, **setup)
    floor = text.betting(1, 2, **setup)
    floor.run("deal")
    while floor.state.playing:
        if floor.next != "deal":
            yield floor
        if floor.next == "decide":
            floor.decide(floor.task.position, *text.stay[floor.task.decision])
        else:
            floor.once()
    yield floor


def one_card_found_face_up(text: Text, clause: str, **setup: Any) -> None:
    """Whenever in the deal it is found, it is not used and goes to the rack, and the cards behind it are dealt."""
    found = 0
    for number, floor in at_every_delivery(text, **setup):
        order = [card for _, card, _ in floor.dealt()] + list(floor.state.stock)
        at = len(floor.dealt())
        floor.do("call", what="card_face_up")
        called = floor.of_round(e.IrregularityCalled)[0]
        assert (called.card, called.effect, called.clause) == (order[at], "discard", clause)
        assert floor.state.rack[-1] == order[at] and floor.state.playing
        text.decisions(floor)
        to = text.to(floor.state.dealing, (1, 2))
        without = order[:at] + order[at + 1 :]
        assert [(whose, card) for whose, card, _ in floor.dealt()] == list(zip(to, without, strict=False)), number
        floor.check_settled()
        found += 1
    assert found > 1
    for floor in outside_the_deal(text, **setup):
        refusal = floor.refused("call", what="card_face_up")
        assert (refusal.code, refusal.clause) == ("not_now", clause)


def two_cards_found_face_up(text: Text, clause: str, **setup: Any) -> None:
    """At once, or the second at the last delivery: all hands are void. The next round starts at none."""
    deliveries = sum(1 for _ in at_every_delivery(text, **setup))
    for first in (0, deliveries - 1):
        for number, floor in at_every_delivery(text, **setup):
            if number != first:
                continue
            floor.do("call", what="card_face_up")
            while floor.next == "deal" and len(floor.of_round(e.CardsDealt)) < deliveries - 1:
                floor.once()
            while floor.next == "decide":
                floor.decide(floor.task.position, *text.stay[floor.task.decision])
            if floor.next != "deal":
                continue
            floor.do("call", what="card_face_up")
            assert floor.of_round(e.HandsVoided)[0].clause == clause
            is_void(floor)
            assert sorted(floor.state.rack) == sorted(DECK) and floor.next == "shuffle"
            floor.get_ready()
            text.bets(floor)
            floor.run("deal")
            floor.do("call", what="card_face_up")
            assert floor.state.playing, "the count of cards found starts anew"


def a_card_drawn_in_error_is_the_next(text: Text, clause: str, **setup: Any) -> None:
    for _, floor in at_every_delivery(text, **setup):
        order = [card for _, card, _ in floor.dealt()] + list(floor.state.stock)
        stock = floor.state.stock
        floor.do("call", what="drawn_in_error")
        called = floor.of_round(e.IrregularityCalled)[0]
        assert (called.effect, called.clause, called.card) == ("next_card", clause, None)
        assert floor.state.stock == stock and floor.state.shown == tuple(c for _, c, up in floor.dealt() if up)
        text.decisions(floor)
        to = text.to(floor.state.dealing, (1, 2))
        assert [(whose, card) for whose, card, _ in floor.dealt()] == list(zip(to, order, strict=False))
    for floor in outside_the_deal(text, **setup):
        refusal = floor.refused("call", what="drawn_in_error")
        assert (refusal.code, refusal.clause) == ("not_now", clause)


def from_the_first_card(text: Text, *folding: int, **setup: Any) -> Iterator[Floor]:
    """A table at each step from the first card to the first wager settled, a fresh one for each."""
    number = 0
    while True:
        floor = text.betting(1, 2, **setup)
        floor.run("deal")
        for _ in range(number):
            if floor.next == "decide":
                folds = floor.task.position in folding
                choice = (text.fold,) if folds else text.stay[floor.task.decision]
                floor.decide(floor.task.position, *choice)
            else:
                floor.once()
        if floor.of_round(e.WagersTaken, e.WagersPaid):
            return
        yield floor
        number += 1


def the_staff_calls(text: Text) -> None:
    """Dealer, floorperson and supervisor alike; nobody calls what the text does not know."""
    for role in ("dealer", "floorperson", "supervisor"):
        floor = text.betting(1)
        floor.run("deal")
        floor.do("call", role, what="card_face_up")
        assert floor.of_round(e.IrregularityCalled)[0].by == role
        for what in ("", "communication", "earthquake"):
            assert floor.refused("call", role, what=what).code == "unknown_irregularity"
        floor.run("decide")
        for where in ({"whose": "player"}, {"whose": "dealer", "position": 1}, {"whose": "floorperson"}):
            assert floor.refused("call", role, what="wrong_number", cards=1, **where).code == "whose_hand"
    assert floor.refused("call", "player", who="p1", what="card_face_up").code == "wrong_role"


def a_wrong_number_of_cards(text: Text, clause: str, *folding: int, **setup: Any) -> None:
    """One card over or under, at any hand that has cards, until the first wager is settled: everything is void."""
    called = 0
    for floor in from_the_first_card(text, *folding, **setup):
        hands = {str(place): len(hand) for place, hand in floor.state.hands.items()} | {
            "dealer": len(floor.state.dealer)
        }
        named = next((whose for whose in sorted(hands, key=lambda whose: (hands[whose], whose)) if hands[whose]), None)
        if named is None:
            continue
        where: dict[str, Any] = {"whose": "dealer"} if named == "dealer" else {"position": int(named)}
        refusal = floor.refused("call", what="wrong_number", cards=hands[named], **where)
        assert (refusal.code, refusal.clause) == ("number_is_right", clause)
        for impossible in (-1, 53):
            assert floor.refused("call", what="wrong_number", cards=impossible, **where).code == "number_impossible"
        assert floor.refused("call", what="wrong_number", **where).code == "field_missing"
        more = 1 if called % 2 else -1
        floor.do("call", what="wrong_number", cards=hands[named] + more, **where)
        event, voided = floor.of_round(e.IrregularityCalled, e.HandsVoided)
        assert (event.cards, event.clause, voided.clause) == (hands[named] + more, clause, clause)
        assert voided.all_hands
        is_void(floor)
        assert sorted(floor.state.rack) == sorted(DECK) and floor.next in ("shuffle", "load")
        called += 1
    assert called > 2
    floor = text.betting(1, 2, **setup)
    assert floor.refused("call", what="wrong_number", position=1, cards=1).code == "not_now"
    floor.run("decide")
    assert floor.refused("call", what="wrong_number", position=3, cards=1).code == "no_hand"
    text.decisions_up_to(floor, e.WagersTaken, e.WagersPaid)
    while floor.state.playing:
        refusal = floor.refused("call", what="wrong_number", whose="dealer", cards=text.dealer_cards + 1)
        assert (refusal.code, refusal.clause) == ("not_now", clause), "what is settled stands"
        floor.once()


def a_dealers_card_exposed(text: Text, clause: str, *folding: int, **setup: Any) -> None:
    """From the dealer's first card to the reveal; a player's card that shows changes nothing."""
    called = 0
    for floor in from_the_first_card(text, *folding, **setup):
        if floor.state.results is not None:
            break
        refusal = floor.refused("call", what="card_exposed", position=1)
        assert refusal.code == "not_irregular" and refusal.clause == clause
        if not floor.state.dealer:
            refusal = floor.refused("call", what="card_exposed", whose="dealer")
            assert (refusal.code, refusal.clause) == ("not_now", clause)
            continue
        floor.do("call", what="card_exposed", whose="dealer")
        assert floor.of_round(e.HandsVoided)[0].clause == clause
        is_void(floor)
        assert floor.next in ("shuffle", "load")
        called += 1
    assert called > 1
    floor = text.betting(1, 2, **setup)
    assert floor.refused("call", what="card_exposed", whose="dealer").code == "not_now"


def not_exposed_after_the_reveal(text: Text, clause: str, **setup: Any) -> None:
    floor = text.betting(1, 2, **setup)
    while floor.next != "reveal_dealer":
        if floor.next == "decide":
            floor.decide(floor.task.position, *text.stay[floor.task.decision])
        else:
            floor.once()
    floor.once()
    while floor.state.playing:
        refusal = floor.refused("call", what="card_exposed", whose="dealer")
        assert (refusal.code, refusal.clause) == ("not_now", clause)
        floor.once()
    assert floor.refused("call", what="card_exposed", whose="dealer").code == "not_now"


def a_shuffler_that_jams(text: Text, clause: str, **setup: Any) -> None:
    """While it shuffles, at the opening and between rounds: the cards are shuffled again. Not where hands shuffle."""
    floor = text.floor(1, **setup | {"shuffler": "device"})
    for _ in range(2):
        while floor.next != "shuffle":
            assert floor.refused("call", what="shuffler_jam").code == "not_now"
            floor.once()
        for _ in range(2):
            floor.do("call", what="shuffler_jam")
            assert floor.all(e.IrregularityCalled)[-1].clause == clause
            assert floor.next == "shuffle"
        assert floor.refused("load").code == "not_next"
        floor.do("shuffle")
        refusal = floor.refused("call", what="shuffler_jam")
        assert (refusal.code, refusal.clause) == ("not_now", clause)
        text.round(floor)
    if setup.get("dealing") != HAND and setup.get("decks") != 2:
        by_hand = text.floor(1, **setup)
        by_hand.run("shuffle")
        assert by_hand.refused("call", what="shuffler_jam").code == "not_now"


def a_shoe_that_jams(text: Text, clause: str, dealing: str, **setup: Any) -> None:
    """At any delivery: the round is void, and what was dealt is shuffled again with what was not."""
    called = 0
    for _, floor in at_every_delivery(text, dealing=dealing, **setup):
        floor.do("call", what="shoe_jam")
        assert floor.of_round(e.HandsVoided)[0].clause == clause
        is_void(floor)
        assert sorted(floor.state.rack) == sorted(DECK) and floor.next == "shuffle"
        text.round(floor)
        called += 1
    assert called > 2
    for floor in outside_the_deal(text, dealing=dealing, **setup):
        refusal = floor.refused("call", what="shoe_jam")
        assert (refusal.code, refusal.clause) == ("not_now", clause)
    manual = text.betting(1, dealing=MANUAL)
    manual.run("deal")
    assert manual.refused("call", what="shoe_jam").code == "not_now"


def a_device_leaves_before_another_method(text: Text, clause: str) -> None:
    """Shuffler and automated shoe; and until the supervisor has named the method nothing is shuffled or dealt."""
    floor = text.floor(1, dealing=AUTOMATED, shuffler="device")
    floor.get_ready()
    for change in ({"shuffler": "none"}, {"dealing": MANUAL}, {"shuffler": "counting_device"}):
        refusal = floor.refused("change_method", **change)
        assert (refusal.code, refusal.clause) == ("device_on_table", clause)
    floor.do("remove_device", device="shuffler")
    assert floor.all(e.DeviceRemoved)[-1].clause == clause
    assert floor.refused("remove_device", device="shuffler").code == "no_such_device"
    refusal = floor.refused("change_method", dealing=MANUAL)
    assert (refusal.code, refusal.clause) == ("device_missing", clause), "what shuffles now is not said"
    refusal = floor.refused("change_method", dealing=MANUAL, shuffler="none")
    assert (refusal.code, refusal.clause) == ("device_on_table", clause), "the shoe is still there"
    text.bets(floor)
    refusal = floor.refused("no_more_bets")
    assert (refusal.code, refusal.clause) == ("device_missing", clause)
    assert floor.refused("change_method", shuffler="none").code == "round_in_progress"
    floor.do("clear", who="p1", position=1)
    for role in ("player", "dealer", "floorperson"):
        assert floor.refused("change_method", role, who="p1", shuffler="none").code == "wrong_role"
    floor.do("change_method", "supervisor", shuffler="none")
    assert floor.all(e.MethodChanged)[-1].clause == clause
    assert [floor.next, floor.state.shuffler] == ["shuffle", "none"]
    floor.once()
    assert floor.next == "cut"
    floor.get_ready()
    floor.do("remove_device", "floorperson", device="shoe")
    floor.do("change_method", dealing=MANUAL)
    text.round(floor)
    assert floor.dealt() and floor.state.dealing == MANUAL
    assert floor.refused("remove_device", device="shoe").code == "no_such_device"
    assert floor.refused("remove_device", device="shuffler").code == "no_such_device"
    assert floor.refused("remove_device", device="chair").code == "unknown_device"


def a_device_replaced(text: Text, clause: str) -> None:
    """The same kind put in its place, between rounds only; the hand needs a device."""
    floor = text.betting(1, dealing=HAND, shuffler="device")
    floor.run("deal")
    refusal = floor.refused("remove_device", device="shuffler")
    assert (refusal.code, refusal.clause) == ("round_in_progress", clause)
    assert floor.refused("change_method", shuffler="device").code == "round_in_progress"
    text.decisions(floor)
    assert floor.refused("remove_device", "player", who="p1", device="shuffler").code == "wrong_role"
    floor.do("remove_device", device="shuffler")
    refusal = floor.refused("shuffle")
    assert (refusal.code, refusal.clause) == ("device_missing", clause)
    refusal = floor.refused("change_method", shuffler="none")
    assert (refusal.code, refusal.clause) == ("shuffler_needed", text.cite("8(b)1"))
    floor.do("change_method", shuffler="device")
    text.round(floor)


def every_command_belongs_to_a_role(text: Text) -> None:
    """Whoever else gives it is refused, whatever is going on, and nothing changes."""
    for floor in (text.floor(1), text.betting(1)):
        for name, shape in SHAPES.items():
            for role in ROLES:
                if role not in shape.by:
                    assert floor.refused(name, role, who="p1").code == "wrong_role"
    assert floor.refused("bet", "dealer", position=1, wagers={"ante": "5.00"}).code == "wrong_role"
    assert floor.refused("call", "player", who="p1", what="wrong_number").code == "wrong_role"


def one_round_after_another(text: Text) -> None:
    """A round is one cycle: wagers, then cards, then every wager paid or collected, and the layout is clear."""
    floor = text.floor(1, 2, 5)
    for number in range(1, 4):
        text.round(floor, 2)
        kinds = [type(event) for event in floor.of_round()]
        assert floor.of_round(e.BetsClosed)[0].number == floor.state.number == number
        assert kinds.index(e.CardsDealt) < kinds.index(e.StubRacked) < kinds.index(e.DealerRevealed)
        assert kinds[-1] is e.CardsCollected and not floor.state.bets
        assert floor.session.balances["layout"] == 0
        assert floor.state.hands == {} and len(floor.state.rack) == 52
        floor.check_settled()
        assert floor.refused("no_more_bets").code == "not_next"


def stub_is_the_rest_of_the_deck(text: Text, **setup: Any) -> None:
    """What is left when all cards of the round are out: 52 less those dealt."""
    floor = text.floor(1, 2, **setup)
    text.to_the_stub(floor)
    to = text.to(floor.state.dealing, (1, 2))
    assert len(floor.state.stock) == 52 - len(to)
    stub = floor.state.stock
    floor.once()
    assert reconstruct(floor.state.rack, floor.state.pickups)["stub"] == stub


def nothing_else_is_next(floor: Floor, positions: tuple[int, ...]) -> None:
    """Of all the steps of a settlement only the next one is taken, and that at its position only."""
    steps = [("reveal", place) for place in positions] + [("take", place) for place in positions]
    steps += [("pay", place) for place in positions] + [("collect", place) for place in positions]
    task = floor.task
    for do, place in steps:
        if (do, place) != (task.do, task.position):
            refusal = floor.refused(do, position=place)
            assert (refusal.code, refusal.clause) == ("not_next", task.clause)
    for do in ("reveal_dealer", "collect_dealer", "shuffle", "no_more_bets", "collect_forfeits"):
        if do != task.do:
            assert floor.refused(do).code == "not_next"


def clauses_of(events: list[e.Event]) -> list[str]:
    """The clause of each event."""
    return [str(getattr(event, "clause", "")) for event in events]


def runs_by_itself_as_by_hand(text: Text, **setup: Any) -> None:
    """A table that does every step by itself does what a dealer is told to do, card for card and cent for cent."""
    machine = text.floor(1, 2, 5, automatic="all", **setup)
    orders = []
    for number in range(6):
        orders.append(machine.state.stock)
        text.bets(machine)
        machine.do("no_more_bets")
        _decide_all(text, machine, number)
        assert machine.next == "no_more_bets"
        if number == 4:
            assert machine.of_round(e.StubRacked)[0].counted is not None, "counted in the fifth round"
    dealer = text.floor(1, 2, 5, **setup)
    for number, order in enumerate(orders):
        dealer.get_ready(" ".join(order))
        text.bets(dealer)
        dealer.once()
        _decide_all(text, dealer, number)
    rounds = [event for event in machine.log if type(event) in OF_A_ROUND]
    assert trail(rounds) == trail(event for event in dealer.log if type(event) in OF_A_ROUND)
    players = ("p1", "p2", "p5")
    assert [machine.held(player) for player in players] == [dealer.held(player) for player in players]
    machine.check_replay()


OF_A_ROUND = (
    *(e.BetsClosed, e.CardsDealt, e.StubRacked, e.Decided, e.ForfeitsTaken, e.DealerRevealed, e.HandRevealed),
    *(e.WagersTaken, e.WagersPaid, e.CardsCollected),
)


def _decide_all(text: Text, floor: Floor, number: int) -> None:
    """In round number n the player at the n-th seat folds, if there is one."""
    folding = (1, 2, 5)[number : number + 1]
    while floor.state.playing:
        if floor.next != "decide":
            floor.once()
        elif floor.task.position in folding:
            floor.decide(floor.task.position, text.fold)
        else:
            floor.decide(floor.task.position, *text.stay[floor.task.decision])
