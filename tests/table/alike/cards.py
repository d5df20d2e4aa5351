"""Cards from their arrival to the cut: decks and backs, the opening, the shuffle, the cut, the idle table."""

from pitboss.table.commands import ROLES
from pitboss.table.showdown import events as e
from pitboss.table.showdown.setup import DECK
from pitboss.table.showdown.state import BACKS
from pitboss.table.views import view
from tests.table.alike.text import AUTOMATED, DECK_TEXT, HAND, MANUAL, Text, setup_refused
from tests.table.floor import CUT, trail


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
            text.step(floor)  # checks that rack and table together are the one deck in play
            assert floor.state.deck == deck and len(floor.state.other) == 52
        assert len(floor.state.rack) == 52
        floor.do("load")
        assert floor.state.rack == () and floor.state.deck == 1 - deck
        floor.get_ready()


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
        if then == "load":
            floor.run("no_more_bets")
            text.bets(floor)
        assert floor.state.betting == (then != "deal"), "a recut opens no betting that was closed"
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
