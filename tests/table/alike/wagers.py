"""Wagers: chips and coupons, seats and positions, limits, the close."""

from pitboss.table.showdown import events as e
from tests.table.alike.text import Text, is_void, setup_refused
from tests.table.floor import cents


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
        text.step(floor)
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
        text.step(floor)
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
