"""Double Attack Blackjack, clause by clause: what is paid, what is refused, at every number and on both sides of it."""

from typing import Any

import pytest

import pitboss
from pitboss import games
from tests.support import checks, net, refusal, result

Data = dict[str, Any]


def hand(cards: str, **more: Any) -> Data:
    return {"cards": cards, **more}


def seat(*hands: Data, position: int = 1, **more: Any) -> Data:
    wagers = {"bet": "10.00", **more.pop("wagers", {})}
    return {"position": position, "wagers": wagers, "hands": list(hands), **more}


def play(dealer: str, *seats: Data, **more: Any) -> Data:
    return {"game": "double-attack-blackjack", "dealer": dealer, "positions": list(seats), **more}


def rows(round_: Data) -> list[tuple[Any, ...]]:
    return [(row["wager"], row.get("hand"), row["outcome"], row["pays"]) for row in result(round_)["wagers"]]


ATTACK = {"attack": "10.00"}


@checks("rules DAB", "rules DAB bet", "rules DAB wins", "rules DAB loses", "rules DAB ties", "rules DAB busts")
@pytest.mark.parametrize(
    ("cards", "outcome"),
    [("Kh 9d", "win"), ("Kh 8d", "push"), ("Kh 7d", "lose"), ("Kh 6d 6c", "lose"), ("Kh 6d 5c", "win")],
)
def test_against_an_eighteen(cards: str, outcome: str) -> None:
    pays = "10.00" if outcome == "win" else "0.00"
    found = rows(play("Kc 8s", seat(hand(cards), wagers=ATTACK)))
    assert found == [("bet", 1, outcome, pays), ("attack", 1, outcome, pays)]
    # A 21 ties with the dealer's.
    assert net(play("Kc 5s 6d", seat(hand("Kh 6d 5c")))) == "0.00"


@checks("rules DAB points")
def test_points() -> None:
    assert result(play("Kc 8s", seat(hand("Ah 6d"))))["hand"] == "soft 17"
    assert result(play("Kc 8s", seat(hand("Ah 6d Kc"))))["hand"] == "hard 17"


@checks("rules DAB attack")
def test_the_attack_is_at_most_the_bet() -> None:
    for attack, refused in (("0.01", False), ("9.99", False), ("10.00", False), ("10.01", True)):
        round_ = play("5c 8s 5d", seat(hand("Kh 9d"), wagers={"attack": attack}))
        if refused:
            assert (refusal(round_).code, refusal(round_).clause) == ("attack_over_limit", "rules DAB attack")
        else:
            assert rows(round_)[1] == ("attack", 1, "win", attack)


@checks("rules DAB dealer")
def test_the_dealer_stands_on_every_17() -> None:
    stands = seat(hand("Kh 8d"))
    assert refusal(play("Kc 6s", stands)).code == "dealer_must_draw"
    assert net(play("Kc 7s", stands)) == "10.00"
    assert net(play("6c As", stands)) == "10.00"
    assert refusal(play("6c As 2d", stands)).code == "dealer_overdrawn"
    assert refusal(play("Kc 7s 2d", stands)).clause == "rules DAB dealer"


@checks("rules DAB blackjack", "rules DAB blackjack tie", "rules DAB check")
def test_blackjacks() -> None:
    natural = seat(hand("Ah Kd"), wagers=ATTACK)
    assert net(play("Kc 8s", natural)) == "20.00"
    assert net(play("Kc 5s 6d", natural)) == "20.00"
    assert net(play("Ac Ks", natural)) == "0.00"
    assert {row[2] for row in rows(play("Ac Ks", natural))} == {"push"}
    assert refusal(play("Ac Ks", seat(hand("Kh 5d 6c")))).code == "dealer_blackjack_ends_round"
    assert net(play("Ac Ks", seat(hand("Kh 5d 6c")), card_reader=False)) == "-10.00"


@checks("rules DAB double")
def test_doubling_once_on_bet_and_attack() -> None:
    attacked = seat(hand("6h 2d 3c 8d", doubled="20.00"), wagers=ATTACK)
    assert net(play("Kc 8s", attacked)) == "40.00"
    over = refusal(play("Kc 8s", seat(hand("6h 5d 8d", doubled="20.01"), wagers=ATTACK)))
    assert (over.code, over.clause) == ("double_over_limit", "rules DAB double")
    assert refusal(play("Kc 8s", seat(hand("6h 5d 8d", doubled="10.01")))).code == "double_over_limit"
    assert refusal(play("Kc 8s", seat(hand("6h 2d 3c 8d", doubled=["10.00", "20.00"])))).code == "double_twice"
    assert refusal(play("Kc 8s", seat(hand("6h 5d", doubled="10.00")))).code == "double_without_card"
    rescued = refusal(play("Kc 8s", seat(hand("6h 5d 2c", doubled="10.00", rescued=True))))
    assert rescued.code == "rescue_not_offered"


@checks("rules DAB split", "rules DAB split aces")
def test_splitting() -> None:
    four = [hand("8h Kd"), hand("8d 3c Kc", doubled="20.00"), hand("8c Ks"), hand("8s 9s")]
    assert net(play("Kc 8s", seat(*four, wagers=ATTACK))) == "20.00"
    assert refusal(play("Kc 8s", seat(*four, hand("8s 2s"), wagers=ATTACK))).code == "split_over_limit"
    assert net(play("Kc 8s", seat(hand("Ah Kd"), hand("Ad 2c")))) == "0.00"
    # After a split an ace and a picture tie with a 21.
    assert net(play("Kc 5s 6d", seat(hand("Ah Kd"), hand("Ad Kc")))) == "0.00"
    third = refusal(play("Kc 8s", seat(hand("Ah Kd"), hand("Ad 2c"), hand("As 2c"))))
    assert (third.code, third.clause) == ("aces_split_again", "rules DAB split aces")
    drawn = refusal(play("Kc 8s", seat(hand("Ah Kd"), hand("Ad 2c 5d"))))
    assert (drawn.code, drawn.clause) == ("split_aces_drawn", "rules DAB split aces")


@checks("rules DAB surrender")
@pytest.mark.parametrize(
    ("given_up", "loss"),
    [
        (seat(hand("Kh 6d", surrendered=True)), "-5.00"),
        (seat(hand("Kh 2d 4c", surrendered=True), wagers=ATTACK), "-10.00"),
        (seat(hand("6h 5d 2c", doubled="20.00", surrendered=True), wagers=ATTACK), "-20.00"),
        (seat(hand("8h 6d", surrendered=True), hand("8d Kc")), "-5.00"),
    ],
)
def test_surrender_at_any_time(given_up: Data, loss: str) -> None:
    assert net(play("Kc 8s", given_up)) == loss


@checks("rules DAB surrender")
def test_surrender_not_when_bust_nor_against_a_blackjack() -> None:
    assert refusal(play("Kc 8s", seat(hand("Kh 6d 9c", surrendered=True)))).code == "given_up_after_bust"
    assert refusal(play("Ac Ks", seat(hand("Kh 6d", surrendered=True)))).code == "dealer_blackjack_ends_round"
    assert net(play("Ac Ks", seat(hand("Kh 6d", surrendered=True)), card_reader=False)) == "-10.00"


@pytest.mark.parametrize(
    ("options", "named"), [({}, "bet, attack, bust_it, insurance"), ({"bust_it": None}, "bet, attack, insurance")]
)
def test_an_unknown_wager_is_told_which_ones_can_be_placed(options: Data, named: str) -> None:
    found = refusal(play("Kc 8s", seat(hand("Kh 6d"), wagers={"ante": "5.00"}), options=options))
    assert found.code == "unknown_wager" and found.message.endswith(f"it has {named}.")
    early = refusal(play("Kc 8s", seat(hand("Kh 6d"), wagers={"doubled": "5.00"})))
    assert (early.code, early.clause) == ("wager_too_early", "rules DAB double")


@checks("rules DAB split")
@pytest.mark.parametrize("most", [2, 3, 4])
def test_reading_116_a_split_makes_as_many_hands_as_the_house_lets(most: int) -> None:
    eights = [hand(f"8{suit} Kd") for suit in "hdcsh"]
    house = {"options": {"split_hands": most}}
    assert net(play("Kc 8s", seat(*eights[:most]), **house)) == "0.00"
    over = refusal(play("Kc 8s", seat(*eights[: most + 1]), **house))
    clause = "rules DAB split" if most == 4 else "reading 116"
    assert (over.code, over.clause) == ("split_over_limit", clause)
    assert f"at most {most} hands" in over.message


def test_reading_121_cards_of_equal_value_are_a_pair() -> None:
    assert net(play("Kc 8s", seat(hand("Kh 9d"), hand("Qd 9c")))) == "20.00"
    found = refusal(play("Kc 8s", seat(hand("Kh 9d"), hand("9c Kd"))))
    assert (found.code, found.clause) == ("not_a_pair", "reading 121")


TWO = seat(hand("Kh 6d", surrendered=True))
DRAWN = seat(hand("Kh 2d 4c", surrendered=True))
DOUBLED = seat(hand("6h 5d 2c", doubled="10.00", surrendered=True))
SPLIT = seat(hand("8h 6d", surrendered=True), hand("8d Kc"))
SPLIT_AND_DRAWN = seat(hand("8h 2d 6d", surrendered=True), hand("8d Kc"))
SPLIT_AND_DOUBLED = seat(hand("8h 2d 6d", doubled="10.00", surrendered=True), hand("8d Kc"))
EVERY_TIME = (TWO, DRAWN, DOUBLED, SPLIT, SPLIT_AND_DRAWN, SPLIT_AND_DOUBLED)

IN_TIME, DRAW, DOUBLE, AFTER_SPLIT = (
    None,
    ("surrender_after_draw", "reading 117"),
    ("surrender_after_double", "reading 117"),
    ("surrender_after_split", "reading 118"),
)


@checks("rules DAB surrender")
@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({}, (IN_TIME,) * 6),
        ({"surrender": "not_after_a_double"}, (IN_TIME, IN_TIME, DOUBLE, IN_TIME, IN_TIME, DOUBLE)),
        ({"surrender": "first_two_cards"}, (IN_TIME, DRAW, DRAW, IN_TIME, DRAW, DRAW)),
        ({"surrender_split_hands": False}, (IN_TIME, IN_TIME, IN_TIME, AFTER_SPLIT, AFTER_SPLIT, AFTER_SPLIT)),
        (
            {"surrender": "first_two_cards", "surrender_split_hands": False},
            (IN_TIME, DRAW, DRAW, AFTER_SPLIT, AFTER_SPLIT, AFTER_SPLIT),
        ),
    ],
)
def test_readings_117_and_118_when_a_hand_may_be_surrendered(options: Data, told: tuple[Any, ...]) -> None:
    for given_up, wanted in zip(EVERY_TIME, told, strict=True):
        round_ = play("Kc 8s", given_up, options=options)
        if wanted is None:
            assert net(round_) == ("-10.00" if given_up in (DOUBLED, SPLIT_AND_DOUBLED) else "-5.00")
        else:
            assert (refusal(round_).code, refusal(round_).clause) == wanted


def test_the_rules_say_what_the_house_has_chosen() -> None:
    def said(title: str = "What may be done with a hand", **options: Any) -> dict[str, tuple[str, str]]:
        page = games.game("double-attack-blackjack").rules("nj", options).page()
        (table,) = (table for table in page.tables if table.title == title)
        return {row[0]: (row[1], row[2]) for row in table.rows}

    assert said("The dealer")["a card drawn past that"] == ("is burned", "reading 77")
    assert said("Against the dealer")["an ace and a picture after a split"][1] == "reading 71"
    given = said()
    assert given["split"][0].endswith("up to 4 hands in all") and given["split"][1] == "rules DAB split"
    assert given["surrender"][0].endswith("at any time") and given["surrender"][1] == "rules DAB surrender"
    assert given["surrender after a split"] == ("as any other hand", "rules DAB surrender")
    other = said(split_hands=2, surrender="first_two_cards", surrender_split_hands=False)
    assert other["split"][0].endswith("up to 2 hands in all") and other["split"][1] == "reading 116"
    assert other["surrender"][0].endswith("on the first two cards") and other["surrender"][1] == "reading 117"
    assert other["surrender after a split"] == ("not at this table", "reading 118")
    assert said(surrender="not_after_a_double")["surrender"][0].endswith("at any time before a double")


@checks("rules DAB insurance")
def test_insurance_pays_5_to_2() -> None:
    assert rows(play("Ac Ks", seat(hand("Kh 6d"), wagers={"insurance": "5.00"})))[1][3] == "12.50"
    assert rows(play("Ac Ks", seat(hand("Kh 6d"), wagers={"insurance": "0.01"})))[1][3] == "0.02"
    assert net(play("Ac Ks", seat(hand("Kh 6d"), wagers={**ATTACK, "insurance": "10.00"}))) == "5.00"
    over = refusal(play("Ac Ks", seat(hand("Kh 6d"), wagers={**ATTACK, "insurance": "10.01"})))
    assert (over.code, over.clause) == ("insurance_over_limit", "reading 72")
    assert refusal(play("Kc As", seat(hand("Kh 6d"), wagers={"insurance": "5.00"}))).code == "insurance_without_ace"


@checks("rules DAB bust it*")
@pytest.mark.parametrize(
    ("dealer", "pays"),
    [
        ("8c 8c 8c", "200.00"),
        ("8c 8s 8c", "50.00"),
        ("8h 8d 8d", "50.00"),
        ("8c 8h 8s", "8.00"),
        ("Kc 6d 6s", "15.00"),
        ("Kc 5d 7s", "10.00"),
        ("Kc 4d 8s", "8.00"),
        ("Kc 3d 9s", "6.00"),
        ("Kc 2d Js", "3.00"),
        ("6c 6d Ks", "3.00"),
        ("7c 7d Qs", "3.00"),
        ("Kc 6d 5s", "0.00"),
        ("Kc 2d 2s 9c", "0.00"),
        ("Kc 7d", "0.00"),
        ("Ac Kd", "0.00"),
    ],
)
def test_bust_it_by_the_third_card(dealer: str, pays: str) -> None:
    found = rows(play(dealer, seat(hand("Kh 9d"), wagers={"bust_it": "1.00"})))
    assert found[-1] == ("bust_it", None, "lose" if pays == "0.00" else "win", pays)


@checks("rules DAB bust it limit", "rules DAB bust it draw")
def test_the_limits_of_bust_it_and_the_card_drawn_for_it() -> None:
    def with_(stake: str, dealer: str = "Kc 8s", cards: str = "Kh 9d") -> Data:
        return play(dealer, seat(hand(cards), wagers={"bust_it": stake}))

    assert refusal(with_("0.99")).code == "bust_it_under_minimum"
    assert (refusal(with_("10.01")).code, refusal(with_("10.01")).clause) == (
        "bust_it_over_limit",
        "rules DAB bust it limit",
    )
    assert net(with_("1.00")) == "9.00" and net(with_("10.00")) == "0.00"
    # Nobody else needs the dealer's hand, but this wager needs a third card to 12 and 16, not to 11 or 17.
    for dealer, refused in (("9c 2s", False), ("9c 3s", True), ("9c 7s", True), ("9c 8s", False), ("Ac 2s", False)):
        round_ = with_("1.00", dealer, "Kh 6d 8c")
        if refused:
            assert (refusal(round_).code, refusal(round_).clause) == ("dealer_must_draw", "rules DAB bust it draw")
        else:
            assert net(round_) == "-11.00"
    assert net(with_("1.00", "9c 3s 2c", "Kh 6d 8c")) == "-11.00"
    none = with_("1.00") | {"options": {"bust_it": None}}
    assert (refusal(none).code, refusal(none).clause) == ("wager_not_offered", "rules DAB bust it")


@checks("rules DAB decks")
def test_the_shoe_has_eight_decks_and_no_tens() -> None:
    seats = [seat(hand("8h 8h"), position=position) for position in (1, 2, 3, 4)]
    assert net(play("Kc 7s", *seats)) == "-10.00"
    assert refusal(play("8h 9s", *seats)).code == "card_too_often"
    assert refusal(play("Tc 9s", *seats)).code == "ten_in_shoe"
    assert refusal(play("8c 9s", *seats, options={"decks": 6})).code == "unknown_option"


@checks("NJ DAB 19:47-(i)", "NJ DAB 19:47-(l)1")
def test_dead_hands_and_void_wagers_go_back() -> None:
    """Reading 79: a record does not say which paragraph made them void, so none is named."""
    dead = play("Kc 8s", seat(hand("Kh 6d"), wagers=ATTACK, void=True))
    assert net(dead) == "0.00" and result(dead)["wagers"][0]["clause"] == "reading 79"
    everything = play("Kc 6s", seat(hand("Kh 6d"), wagers=ATTACK), void=["bet"])
    assert {(row["outcome"], row["clause"]) for row in result(everything)["wagers"]} == {("void", "reading 79")}


def test_a_box_has_one_player() -> None:
    box = seat(hand("Kh 9d"), others=[{"player": "bo", "wagers": {"bet": "5.00"}}])
    assert refusal(play("Kc 8s", box)).code == "box_not_shared"


@checks("rules DAB check", "rules DAB busts", "rules DAB surrender", "rules DAB bust it")
def test_rounds_that_break_a_rule_are_refused_by_its_name() -> None:
    """Issue item A19."""
    lacking = refusal(play("Kc", seat(hand("Kh 8d"))))
    assert (lacking.code, lacking.clause) == ("wrong_number_of_cards", "rules DAB check")
    bust = refusal(play("Kc 8s", seat(hand("Kh 9d 5c 2s"))))
    assert bust.clause == "rules DAB busts"
    (row,) = pitboss.settle(play("Kc 8s", seat(hand("Kh 6d", surrendered=True)))).as_json()["positions"][0]["wagers"]
    assert row["clause"] == "rules DAB surrender"
    wagers = {"bet": "10.00", "bust_it": "5.00"}
    unwanted = refusal(play("Kc 8s", seat(hand("Kh 8d"), wagers=wagers), options={"bust_it": None}))
    assert unwanted.code == "wager_not_offered"
