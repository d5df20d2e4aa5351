"""From "no more bets" to the last card in the rack: the deal, the stub and its count, the settlement."""

from typing import Any

from pitboss.table.commands import ROLES
from pitboss.table.showdown import events as e
from pitboss.table.showdown.commands import SHAPES
from pitboss.table.showdown.state import BACKS, reconstruct
from pitboss.table.views import seen, view
from tests.table.alike.cards import OPENING
from tests.table.alike.text import Text, is_void
from tests.table.floor import Floor, hands_of, trail


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
            told = seen(floor.house, floor.state, event, role, who)
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
        text.step(floor)
    assert floor.task.clause == clause
    stub = floor.state.stock
    floor.do("rack_stub")
    assert floor.of_round(e.StubRacked) == [e.StubRacked(clause)]
    assert floor.state.stock == () and floor.state.rack[-len(stub) :] == stub
    assert not {*stub} & {*floor.state.shown}


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
    named: dict[str, Any] = {"whose": "dealer"} if whose == "dealer" else {"position": int(whose)}
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
    assert floor.state.rack == () and floor.state.decks_at_table == 0
    assert floor.refused("bet", who="p1", position=1, wagers={"ante": "10.00"}).code == "bets_not_open"
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
    for where in ({}, {"whose": "dealer", "position": 1}, {"whose": "player"}):
        refusal = floor.refused("count_stub", counted=len(floor.state.stock) - 1, cards=text.cards + 1, **where)
        assert (refusal.code, refusal.clause) == ("whose_hand", clause)


def counted_anew_with_a_new_deck(text: Text, **setup: Any) -> None:
    """A wrong count in the third round is a count: with the new deck the eighth must have the next."""
    floor = text.floor(1, **setup)
    for number in range(1, 9):
        text.to_the_stub(floor)
        if number == 3:
            floor.do("count_stub", counted=len(floor.state.stock) - 1)
        elif number == 8:
            assert floor.refused("rack_stub").code == "count_due"
        else:
            floor.do("rack_stub")
            text.decisions(floor)


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
    assert floor.state.decks_at_table == 1 and floor.state.other == ()
    assert floor.refused("bet", who="p1", position=1, wagers={"ante": "10.00"}).code == "bets_not_open"
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


def hands_are_open_when_revealed(floor: Floor) -> None:
    """From the dealer's reveal on: a hand lies open for everybody from its own reveal until it is collected."""
    folded = [position for position, bet in floor.state.bets.items() if bet.folded]
    hands, dealer = dict(floor.state.hands), floor.state.dealer
    open_hands: set[int] = set()
    floor.do("reveal_dealer")
    while floor.state.playing:
        for role, who in (("player", "p9"), ("dealer", ""), ("floorperson", ""), ("supervisor", "")):
            told = view(floor.house, floor.state, role, who)
            assert told["dealer"] == list(dealer)
            for position in floor.state.hands:
                cards = told["positions"][str(position)]["cards"]
                assert (cards == list(hands[position])) == (position in open_hands)
        task = floor.task
        floor.once()
        if task.do == "reveal":
            open_hands.add(task.position)
    assert open_hands == {*hands} and not {*folded} - {*hands} & open_hands


def a_table_closes(text: Text) -> None:
    """Between rounds, by the supervisor; then players leave with their chips and nothing else happens."""
    floor = text.betting(1)
    assert floor.refused("close").code == "round_in_progress"
    floor.run("decide")
    assert floor.refused("close").code == "round_in_progress"
    text.decisions(floor)
    floor.do("close", "supervisor")
    for command in ("shuffle", "receive", "no_more_bets", "order_recut"):
        assert floor.refused(command).code == "table_closed"
    assert floor.refused("sit", who="p2", position=2).code == "table_closed"
    assert floor.refused("cash_out", who="p1").code == "still_seated"
    held = floor.held("p1")
    floor.do("leave", who="p1")
    floor.do("cash_out", who="p1")
    assert floor.held("p1") == 0 and floor.session.balances["cage"] == held
    assert floor.refused("cash_out", who="p1").code == "no_chips"
    assert floor.state.stock == floor.state.rack == ()


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
    """Of all the steps of a settlement only the next one is taken, and that at its position only.

    Hand by hand, the wagers of one hand are taken and paid in any order (issue item A3).
    """
    steps = [("reveal", place) for place in positions] + [("take", place) for place in positions]
    steps += [("pay", place) for place in positions] + [("collect", place) for place in positions]
    task = floor.task
    for do, place in steps:
        either = floor.house.alternative.by_hand and place == task.position and {do, task.do} == {"take", "pay"}
        if (do, place) != (task.do, task.position) and not either:
            refusal = floor.refused(do, position=place)
            assert (refusal.code, refusal.clause) == ("not_next", task.clause)
    for do in ("reveal_dealer", "collect_dealer", "shuffle", "no_more_bets", "collect_forfeits"):
        if do != task.do:
            assert floor.refused(do).code == "not_next"


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
