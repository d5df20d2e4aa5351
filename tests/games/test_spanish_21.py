"""Spanish 21, clause by clause: what is paid, what is refused, at every number and on both sides of it."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

import pitboss
from tests.support import checks, net, refusal, result

Data = dict[str, Any]


def hand(cards: str, **more: Any) -> Data:
    return {"cards": cards, **more}


def seat(*hands: Data, position: int = 1, bet: str = "10.00", **more: Any) -> Data:
    wagers = {"bet": bet, **more.pop("wagers", {})}
    return {"position": position, "wagers": wagers, "hands": list(hands), **more}


def play(dealer: str, *seats: Data, **more: Any) -> Data:
    options = {key: more.pop(key) for key in ("decks", "dealer_hits_soft_17", "redouble") if key in more}
    return {"game": "spanish-21", "options": options, "dealer": dealer, "positions": list(seats), **more}


def rows(round_: Data, position: int = 1) -> list[tuple[Any, ...]]:
    return [(row["wager"], row.get("hand"), row["outcome"], row["pays"]) for row in result(round_, position)["wagers"]]


def bet(round_: Data) -> tuple[str, str, str]:
    row = result(round_)["wagers"][0]
    return row["outcome"], row["pays"], row["clause"]


@checks("rules S21", "rules S21 bet", "rules S21 wins", "rules S21 loses", "rules S21 ties", "rules S21 busts")
@pytest.mark.parametrize(
    ("cards", "outcome", "pays"),
    [
        ("Kh 9d", "win", "10.00"),
        ("Kh 8d", "push", "0.00"),
        ("Kh 7d", "lose", "0.00"),
        ("9h 9d 2c", "win", "10.00"),
        ("9h 4d Kc", "lose", "0.00"),
    ],
)
def test_against_an_eighteen(cards: str, outcome: str, pays: str) -> None:
    assert bet(play("Kc 8s", seat(hand(cards))))[:2] == (outcome, pays)


@checks("rules S21 busts")
def test_a_bust_loses_though_the_dealer_busts_too() -> None:
    assert bet(play("Kc 6s Kd", seat(hand("Kh 6d 6c")), seat(hand("Kh 2c"), position=2))) == (
        "lose",
        "0.00",
        "rules S21 busts",
    )
    assert refusal(play("Kc 8s", seat(hand("Kh 6d 6c 2c")))).code == "card_after_bust"


@checks("rules S21 points")
@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("Ah Kd", "blackjack"),
        ("Ah 6d", "soft 17"),
        ("Ah 6d Kc", "hard 17"),
        ("Ah Ad", "soft 12"),
        ("Ah Ad 9c", "soft 21"),
        ("Jh Qd", "hard 20"),
        ("Kh 9d 2c", "hard 21"),
        ("Kh 9d 3c", "bust with 22"),
    ],
)
def test_points(cards: str, words: str) -> None:
    assert result(play("Kc 8s", seat(hand(cards))))["hand"] == words


@checks("NJ S21 19:47-19.12(b)", "NJ S21 19:47-19.15(e)", "rules S21 soft 17 option")
def test_19_12_b_the_dealer_draws_to_17() -> None:
    stands = seat(hand("Kh 8d"))
    assert refusal(play("Kc 6s", stands)).clause == "NJ S21 19:47-19.12(b)"
    assert refusal(play("Kc 6s", stands)).code == "dealer_must_draw"
    assert net(play("Kc 6s Ad", stands)) == "10.00"
    assert net(play("Kc 7s", stands)) == "10.00"
    assert net(play("Kc 8s", stands)) == "0.00"
    assert refusal(play("Kc 7s 4d", stands)).code == "dealer_overdrawn"
    assert refusal(play("Kc 6s Ad 2c", stands)).clause == "NJ S21 19:47-19.15(e)"


@checks("NJ S21 19:47-19.12(b)", "rules S21 soft 17 option")
def test_a_soft_17_by_the_option() -> None:
    stands = seat(hand("Kh 8d"))
    assert net(play("6c As", stands)) == "10.00"
    assert refusal(play("6c As 4d", stands)).code == "dealer_overdrawn"
    soft = refusal(play("6c As", stands, dealer_hits_soft_17=True))
    assert (soft.code, soft.clause) == ("dealer_must_draw", "rules S21 soft 17 option")
    assert refusal(play("6c 9s", stands, dealer_hits_soft_17=True)).clause == "NJ S21 19:47-19.12(b)"
    assert net(play("6c As 4d", stands, dealer_hits_soft_17=True)) == "-10.00"
    assert refusal(play("6c As Ad 2d", stands, dealer_hits_soft_17=True)).code == "dealer_overdrawn"
    assert net(play("6c As Kd", stands, dealer_hits_soft_17=True)) == "10.00"


@checks("NJ S21 19:47-19.12(c)")
@pytest.mark.parametrize(
    "decided",
    [
        hand("Kh 6d Kc"),
        hand("Ah Kd"),
        hand("Kh 9d 2c"),
        hand("Kh 6d", surrendered=True),
        hand("9h 2d 3c", doubled="10.00", rescued=True),
    ],
)
def test_19_12_c_the_dealer_need_not_draw_when_all_is_decided(decided: Data) -> None:
    round_ = play("Kc 5s", seat(decided))
    assert net(round_) == net(play("Kc 5s 6d", seat(decided)))
    assert refusal(play("Kc 5s", seat(decided), seat(hand("Kh 8d"), position=2))).code == "dealer_must_draw"


@checks("rules S21 blackjack", "rules S21 blackjack against blackjack", "rules S21 check")
def test_blackjacks() -> None:
    assert bet(play("Kc 8s", seat(hand("Ah Kd")))) == ("win", "15.00", "rules S21 blackjack")
    assert bet(play("Ac Ks", seat(hand("Ah Kd")))) == ("win", "15.00", "rules S21 blackjack against blackjack")
    assert bet(play("Kc As", seat(hand("Kh Qd")))) == ("lose", "0.00", "rules S21 loses")
    # 3 to 2 of an odd cent is rounded down.
    assert bet(play("Kc 8s", seat(hand("Ah Kd"), bet="10.01")))[1] == "15.01"


@checks("rules S21 check")
@pytest.mark.parametrize(
    "played",
    [
        seat(hand("Kh 5d 2c")),
        seat(hand("Kh 5d", surrendered=True)),
        seat(hand("8h 5d"), hand("8d 5c")),
        seat(hand("6h 5d Kc", doubled="10.00")),
    ],
)
def test_nothing_is_played_once_the_dealer_has_a_blackjack(played: Data) -> None:
    refused = refusal(play("Ac Ks", played))
    assert (refused.code, refused.clause) == ("dealer_blackjack_ends_round", "rules S21 check")
    # Without the card reader hands are played first; a 21 still wins.
    assert net(play("Ac Ks", played, card_reader=False)).startswith("-" if "Kc" not in str(played) else "20")


@checks("rules S21 21")
@pytest.mark.parametrize("dealer", ["Kc 8s", "Kc 5s 6h", "5c 6s Kh", "Kc 6s 9c"])
def test_21_always_wins(dealer: str) -> None:
    assert bet(play(dealer, seat(hand("Kh 9d 2c")))) == ("win", "10.00", "rules S21 21")
    assert net(play(dealer, seat(hand("9h 2d Kc", doubled="10.00")))) == "20.00"


BONUSES = [
    ("2h 3d 4c Kd 2c", "15.00", "five cards"),
    ("2h 3d 4c 8d 2c 2d", "20.00", "six cards"),
    ("2h 3d 4c 5d 2c 3h 2d", "30.00", "seven cards"),
    ("2h 3d 4c 4d 2c 2h Ad 3c", "30.00", "seven cards"),
    ("6h 7h 8d", "15.00", "mixed"),
    ("7h 7h 7d", "15.00", "mixed"),
    ("8h 6h 7h", "20.00", "suited"),
    ("7d 7d 7d", "20.00", "suited"),
    ("6s 7s 8s", "30.00", "spades"),
    ("7s 7s 7s", "30.00", "spades"),
]


@checks("rules S21 bonus*", "rules S21 best bonus")
@pytest.mark.parametrize(("cards", "pays", "name"), BONUSES)
def test_bonus_21s(cards: str, pays: str, name: str) -> None:
    assert bet(play("Kc 8s", seat(hand(cards)))) == ("win", pays, f"rules S21 bonus {name}")
    # Four cards, and cards that make no 21, earn none.
    assert bet(play("Kc 8s", seat(hand("2h 3d 6c Kd")))) == ("win", "10.00", "rules S21 21")
    # After a double none is paid, after a split it is.
    assert net(play("Kc 8s", seat(hand(cards, doubled="10.00")))) == "20.00"
    split = play("Kc 8s", seat(hand(cards), hand(f"{cards[0]}c {'9' if cards[0] == '9' else 'K'}d")))
    assert rows(split)[0] == ("bet", 1, "win", pays)


@checks("rules S21 best bonus")
def test_only_the_best_bonus_pays() -> None:
    found = [row for row in rows(play("Kc 8s", seat(hand("7s 7s 7s")))) if row[2] == "win"]
    assert found == [("bet", 1, "win", "30.00")]


@checks("rules S21 super bonus", "rules S21 super bonus 5", "rules S21 super bonus 25", "rules S21 envy")
@pytest.mark.parametrize(
    ("wager", "award"),
    [("4.99", None), ("5.00", "1000.00"), ("24.99", "1000.00"), ("25.00", "5000.00"), ("500.00", "5000.00")],
)
def test_the_super_bonus_by_the_wager(wager: str, award: str | None) -> None:
    others = [seat(hand("Kh Kd"), position=2), seat(hand("Kh 6d 6c"), position=3, bet="1.00")]
    round_ = play("7c Ks", seat(hand("7h 7h 7h"), bet=wager), *others)
    found = {row[0]: row[3] for row in rows(round_)}
    assert found.get("super_bonus") == award
    for position in (2, 3):
        envy = [row for row in rows(round_, position) if row[0] == "envy"]
        assert envy == ([("envy", None, "win", "50.00")] if award else [])
    assert "envy" not in found


@checks("rules S21 super bonus")
@pytest.mark.parametrize(
    "round_",
    [
        play("8c Ks", seat(hand("7h 7h 7h"), bet="25.00")),
        play("7c Ks", seat(hand("7h 7h 7d"), bet="25.00")),
        play("7c Ks", seat(hand("7h 7h 7h", doubled="25.00"), bet="25.00")),
        play("7c Ks", seat(hand("7h 7h 7h"), hand("7d Kd"), bet="25.00")),
        play("Kc 7s", seat(hand("7h 7h 7h"), bet="25.00")),
    ],
)
def test_no_super_bonus_otherwise(round_: Data) -> None:
    assert "super_bonus" not in {row[0] for row in rows(round_)}


@checks("rules S21 envy")
def test_two_super_bonuses_pay_each_other_envy_and_a_player_on_two_boxes_once() -> None:
    winner, other = seat(hand("7h 7h 7h"), bet="5.00"), seat(hand("7d 7d 7d"), bet="5.00", position=2)
    assert net(play("7c Ks", winner, other)) == "1060.00"
    one = seat(hand("Kh 8d"), position=3, player="ann")
    two = seat(hand("Kh 8c"), position=4, player="ann")
    round_ = play("7c Ks", winner, one, two)
    assert [net(round_, position) for position in (3, 4)] == ["60.00", "10.00"]


@checks("rules S21 double", "rules S21 redouble")
def test_doubling() -> None:
    assert rows(play("Kc 8s", seat(hand("6h 4d 9c", doubled="10.00")))) == [
        ("bet", 1, "win", "10.00"),
        ("doubled", 1, "win", "10.00"),
    ]
    assert net(play("Kc 8s", seat(hand("2h 2d 2c 2d Kc", doubled="9.99")))) == "0.00"
    over = refusal(play("Kc 8s", seat(hand("6h 4d 9c", doubled="10.01"))))
    assert (over.code, over.clause) == ("double_over_limit", "rules S21 double")
    late = refusal(play("Kc 8s", seat(hand("6h 4d", doubled="10.00"))))
    assert (late.code, late.clause) == ("double_without_card", "rules S21 double")
    twice = refusal(play("Kc 8s", seat(hand("2h 4d 3c Kd", doubled=["10.00", "20.00"]))))
    assert (twice.code, twice.clause) == ("double_twice", "rules S21 redouble")


@checks("rules S21 redouble", "rules S21 double")
def test_redoubling_up_to_three_times() -> None:
    house = {"redouble": True}
    doubled = ["10.00", "20.00", "40.00"]
    assert net(play("Kc 8s", seat(hand("2h 2d 2c 4d 9c", doubled=doubled)), **house)) == "80.00"
    assert net(play("Kc 8s", seat(hand("2h 2d 2c 4d 9c", doubled="70.00")), **house)) == "80.00"
    four = hand("2h 2d 2c 2d 3c Kc", doubled=[*doubled, "80.00"])
    assert refusal(play("Kc 8s", seat(four), **house)).code == "double_over_limit"
    high = hand("2h 2d 2c 4d 9c", doubled=["10.00", "20.01"])
    assert refusal(play("Kc 8s", seat(high), **house)).code == "double_over_limit"
    assert refusal(play("Kc 8s", seat(hand("2h 2d 2c 4d 9c", doubled="70.01")), **house)).code == "double_over_limit"
    short = hand("2h 4d 9c 2d", doubled=doubled)
    assert refusal(play("Kc 8s", seat(short), **house)).code == "double_without_card"


@checks("rules S21 rescue")
def test_the_rescue() -> None:
    rescued = seat(hand("6h 4d 2c", doubled="10.00", rescued=True))
    assert rows(play("Kc 8s", rescued)) == [("bet", 1, "lose", "0.00"), ("doubled", 1, "push", "0.00")]
    assert net(play("Kc 8s", rescued)) == "-10.00"
    again = seat(hand("2h 4d 2c 3c", doubled=["10.00", "20.00"], rescued=True))
    assert net(play("Kc 8s", again, redouble=True)) == "-20.00"
    assert net(play("Kc 8s", seat(hand("2h 4d 2c 3c", doubled="30.00", rescued=True)), redouble=True)) == "-20.00"
    assert refusal(play("Kc 8s", seat(hand("6h 4d 2c", rescued=True)))).code == "rescue_without_double"
    bust = seat(hand("6h 6d Kc", doubled="10.00", rescued=True))
    assert refusal(play("Kc 8s", bust)).code == "given_up_after_bust"
    both = seat(hand("6h 4d 2c", doubled="10.00", rescued=True, surrendered=True))
    assert refusal(play("Kc 8s", both)).code == "given_up_twice"


def test_reading_62_a_rescue_after_a_second_double_is_cited_and_told() -> None:
    once = result(play("Kc 8s", seat(hand("6h 4d 2c", doubled="10.00", rescued=True)), redouble=True))
    assert {row["clause"] for row in once["wagers"]} == {"rules S21 rescue"}
    twice = result(play("Kc 8s", seat(hand("2h 4d 2c 3c", doubled=["10.00", "20.00"], rescued=True)), redouble=True))
    assert [(row["wager"], row.get("returned"), row["clause"]) for row in twice["wagers"]] == [
        ("bet", None, "reading 62"),
        ("doubled", "20.00", "reading 62"),
    ]
    assert said()["rescue"] == ("after a double, the bet is given up and the rest taken back", "rules S21 rescue")
    again = said(redouble=True)["rescue"]
    assert again == ("after a double, all that stood before it is given up and what it added taken back", "reading 62")


@checks("rules S21 split")
def test_splitting() -> None:
    hands = [hand("8h Kd"), hand("8d 3c Kc", doubled="10.00"), hand("8c Ks"), hand("8s 9s")]
    assert net(play("Kc 8s", seat(*hands))) == "10.00"
    fifth = refusal(play("Kc 8s", seat(*hands, hand("8h 2c"))))
    assert (fifth.code, fifth.clause) == ("split_over_limit", "rules S21 split")
    assert net(play("9c 8s", seat(hand("Jh Ad"), hand("Kd 9c")))) == "20.00"
    assert refusal(play("Kc 8s", seat(hand("8h Kd"), hand("9d Kc")))).code == "not_a_pair"
    # Aces are split as often, hit and doubled; with a picture they are a 21 and no blackjack.
    aces = [hand("Ah Kd"), hand("Ad 5c 3c"), hand("Ac 2s Ks", doubled="10.00")]
    assert rows(play("Kc 8s", seat(*aces)))[0] == ("bet", 1, "win", "10.00")
    assert net(play("Kc 8s", seat(*aces))) == "0.00"
    assert refusal(play("Kc 8s", seat(hand("8h Kd"), hand("8d")))).code == "wrong_number_of_cards"


@checks("rules S21 surrender")
def test_surrender_is_for_the_first_two_cards() -> None:
    given_up = seat(hand("Kh 6d", surrendered=True))
    assert net(play("Kc 8s", given_up)) == "-5.00"
    assert result(play("Kc 8s", given_up))["wagers"][0]["returned"] == "5.00"
    assert net(play("Kc 8s", seat(hand("Kh 6d", surrendered=True), bet="10.01"))) == "-5.01"
    drawn = refusal(play("Kc 8s", seat(hand("Kh 2d 4c", surrendered=True))))
    assert (drawn.code, drawn.clause) == ("surrender_after_draw", "rules S21 surrender")
    split = refusal(play("Kc 8s", seat(hand("8h 6d", surrendered=True), hand("8d Kc"))))
    assert (split.code, split.clause) == ("surrender_after_split", "reading 120")
    assert said()["surrender after a split"] == ("not at this table", "reading 120")


@checks("rules S21 insurance", "rules S21 insurance limit")
def test_insurance() -> None:
    insured: Data = {"wagers": {"insurance": "5.00"}}
    assert rows(play("Ac Ks", seat(hand("Kh 6d"), **insured)))[1] == ("insurance", None, "win", "10.00")
    assert net(play("Ac 8s", seat(hand("Kh 9d"), **insured))) == "-5.00"
    more = refusal(play("Ac Ks", seat(hand("Kh 6d"), wagers={"insurance": "5.01"})))
    assert (more.code, more.clause) == ("insurance_over_limit", "rules S21 insurance limit")
    assert net(play("Ac Ks", seat(hand("Kh 6d"), wagers={"insurance": "4.99"}))) == "-0.02"
    no_ace = refusal(play("Kc As", seat(hand("Kh 6d"), **insured)))
    assert (no_ace.code, no_ace.clause) == ("insurance_without_ace", "rules S21 insurance limit")


@checks("rules S21 match*")
@pytest.mark.parametrize(
    ("cards", "six", "eight"),
    [
        ("8h 5d", "20.00", "15.00"),
        ("8c 5d", "45.00", "60.00"),
        ("8c 8c", "90.00", "120.00"),
        ("8c 8h", "65.00", "75.00"),
        ("8d 8h", "40.00", "30.00"),
        ("9d 9h", "0.00", "0.00"),
    ],
)
def test_match_the_dealer(cards: str, six: str, eight: str) -> None:
    for decks, pays in ((6, six), (8, eight)):
        round_ = play("8c Ks", seat(hand(cards), wagers={"match_the_dealer": "5.00"}), decks=decks)
        assert rows(round_)[1] == ("match_the_dealer", None, "lose" if pays == "0.00" else "win", pays)


@checks("rules S21 match")
def test_match_the_dealer_by_rank_not_by_value_and_after_a_split() -> None:
    side = {"match_the_dealer": "5.00"}
    assert rows(play("Kc 8s", seat(hand("Qc 9d"), wagers=side)))[1][2] == "lose"
    split = seat(hand("8h Kd"), hand("8c Kc"), hand("8s Ks"), wagers=side)
    assert rows(play("8c Ks", split, decks=6))[-1][3] == "65.00"
    assert rows(play("8c Ks", split | {"dealt": "8s 8h"}, decks=6))[-1][3] == "40.00"
    assert refusal(play("8c Ks", split | {"dealt": "8s 8d"})).code == "dealt_malformed"
    none = play("8c Ks", seat(hand("8h 9d"), wagers=side)) | {"options": {"match_the_dealer": None}}
    assert refusal(none).code == "wager_not_offered"


@checks("rules S21 decks", "rules S21 decks option")
def test_the_shoe() -> None:
    six = [seat(hand("8h 8h"), position=1), seat(hand("8h 8h"), position=2), seat(hand("8h 8h"), position=3)]
    assert net(play("Kc 7s", *six, decks=6)) == "-10.00"
    seventh = play("8h 9s", *six, decks=6)
    assert (refusal(seventh).code, refusal(seventh).clause) == ("card_too_often", "rules S21 decks")
    assert net(play("8h 9s", *six, decks=8)) == "-10.00"
    for decks in (5, 7, "6", None, True):
        assert refusal(play("8h 9s", *six, decks=decks)).code == "bad_option"


@checks("NJ S21 19:47-19.15(b)")
def test_a_ten_in_the_shoe() -> None:
    for round_ in (play("Tc 8s", seat(hand("8h 8d"))), play("Kc 8s", seat(hand("8h 2d Ts")))):
        assert (refusal(round_).code, refusal(round_).clause) == ("ten_in_shoe", "NJ S21 19:47-19.15(b)")


def shared(*others: Data, **more: Any) -> Data:
    return seat(*more.pop("hands", (hand("6h 5d Kc", doubled="10.00"),)), others=list(others), **more)


def other(player: str, *hands: Any, bet: str = "4.00", **wagers: str) -> Data:
    return {"player": player, "wagers": {"bet": bet, **wagers}, **({"hands": list(hands)} if hands else {})}


@checks("NJ S21 19:47-19.13(a)")
def test_19_13_a_up_to_three_players_on_a_box() -> None:
    box = shared(other("bo"), other("cy"))
    assert [each["net"] for each in result(play("Kc 8s", box))["others"]] == ["4.00", "4.00"]
    full = refusal(play("Kc 8s", shared(other("bo"), other("cy"), other("di"))))
    assert (full.code, full.clause) == ("box_too_full", "NJ S21 19:47-19.13(a)")
    assert refusal(play("Kc 8s", shared(other("bo"), other("bo")))).code == "player_twice"


@checks("NJ S21 19:47-19.13(d)")
def test_19_13_d_each_doubles_for_himself() -> None:
    box = shared(other("bo", {"doubled": "4.00"}), other("cy", {}))
    assert [each["net"] for each in result(play("Kc 8s", box))["others"]] == ["8.00", "4.00"]
    alone = shared(other("bo", {"doubled": "4.00"}), hands=[hand("6h 5d Kc")])
    assert (refusal(play("Kc 8s", alone)).code, refusal(play("Kc 8s", alone)).clause) == (
        "double_not_called",
        "NJ S21 19:47-19.13(d)",
    )
    assert refusal(play("Kc 8s", shared(other("bo", {"doubled": "4.01"})))).code == "double_over_limit"


@checks("NJ S21 19:47-19.13(e)")
def test_19_13_e_each_covers_split_hands_or_names_one() -> None:
    hands = [hand("8h Kd"), hand("8d 9c")]
    box = shared(other("bo", {}, {}), other("cy", None, {}), hands=hands)
    assert [each["net"] for each in result(play("9c 8s", box))["others"]] == ["4.00", "0.00"]
    none = refusal(play("9c 8s", shared(other("bo", None, None), hands=hands)))
    assert (none.code, none.clause) == ("split_not_covered", "NJ S21 19:47-19.13(e)")
    few = refusal(play("9c 8s", shared(other("bo", {}), hands=hands)))
    assert (few.code, few.clause) == ("shares_malformed", "NJ S21 19:47-19.13(e)")


@pytest.mark.parametrize(
    ("played", "code"),
    [
        (hand("9c 5d 6h 2c"), ""),
        (hand("9c 5d 7h 2c"), "card_after_21"),
        (hand("Ac Kc 2c"), "card_after_21"),
        (hand("Ac Kd 7h", doubled="10.00"), "card_after_21"),
        (hand("6c 5d Kh", doubled="10.00", rescued=True), "given_up_at_21"),
        (hand("6c 5d 9h", doubled="10.00", rescued=True), ""),
        (hand("Ac Kc", surrendered=True), "given_up_at_21"),
        (hand("Kc Kd", surrendered=True), ""),
    ],
)
def test_a_hand_of_21_is_finished(played: Data, code: str) -> None:
    """Reading 55: settlement takes no more than the table does."""
    round_ = play("9c 8s", seat(played))
    if code:
        assert (refusal(round_).code, refusal(round_).clause) == (code, "reading 55")
    else:
        pitboss.settle(round_)


def test_a_refusal_counts_one_card_as_one() -> None:
    for found in (refusal(play("9c", seat(hand("Kh 9d")))), refusal(play("9c 8s", seat(hand("Kh"))))):
        assert (found.code, "cards given: 1." in found.message) == ("wrong_number_of_cards", True)


def said(title: str = "What may be done with a hand", **options: Any) -> dict[str, tuple[str, str]]:
    """What the printed rules say in one of their tables, and by which clause."""
    tables = {table.title: table.rows for table in pitboss.game("spanish-21").rules("nj", options).page().tables}
    return {row[0]: (row[1], row[2]) for row in tables[title]}


def test_the_printed_rules_cite_what_has_the_dealer_draw() -> None:
    assert said("The dealer")["draws"] == ("stands on every 17 and more", "NJ S21 19:47-19.12(b)")
    hits = said("The dealer", dealer_hits_soft_17=True)["draws"]
    assert hits == ("draws to soft 17, stands on hard 17 and more", "rules S21 soft 17 option")


def test_the_printed_rules_have_hit_and_stand() -> None:
    assert (said()["hit"][1], said()["stand"][1]) == ("reading 55", "reading 55")


@checks("NJ S21 19:47-19.15(h)")
def test_a_dead_box_without_a_card_may_have_been_shared() -> None:
    box = shared(other("bo", bet="5.00"), hands=[], void=True)
    found = result(play("9c 8s", box, seat(hand("Kh 9d"), position=2)))
    assert [row["outcome"] for each in (found, *found["others"]) for row in each["wagers"]] == ["void", "void"]


@checks("NJ S21 19:47-19.13(f)")
def test_19_13_f_each_insures_for_himself() -> None:
    box = shared(other("bo", insurance="2.00"), other("cy"), hands=[hand("Kh 6d")])
    found = result(play("Ac Ks", box))
    assert (found["net"], [each["net"] for each in found["others"]]) == ("-10.00", ["0.00", "-4.00"])
    over = refusal(play("Ac Ks", shared(other("bo", insurance="2.01"), hands=[hand("Kh 6d")])))
    assert over.code == "insurance_over_limit"


@checks("NJ S21 19:47-19.15(i)", "NJ S21 19:47-19.15(l)1")
def test_dead_hands_and_void_wagers_go_back() -> None:
    """Reading 79: a record does not say which paragraph made them void, so none is named."""
    dead = seat(hand("Kh 6d"), wagers={"match_the_dealer": "5.00"}, void=True)
    round_ = play("Kc 8s", dead, seat(hand("Kh 9d"), position=2))
    assert (net(round_), net(round_, 2)) == ("0.00", "10.00")
    assert {row["clause"] for row in result(round_)["wagers"]} == {"reading 79"}
    one = seat(hand("8h 6d", void=True), hand("8d Kc"))
    assert net(play("9c 8s", one)) == "10.00"
    assert net(play("", seat(void=True))) == "0.00"
    everything = play("Kc 8s", seat(hand("Kh 6d")), void=["bet", "match_the_dealer"])
    assert result(everything)["wagers"][0]["clause"] == "reading 79"
    assert net(play("Kc 8s", seat(hand("Kh 9d"), forfeit=True))) == "-10.00"


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"position": 0}, "position_out_of_range"),
        ({"position": 7}, "position_out_of_range"),
        ({"hands": []}, "hands_missing"),
        ({"hands": [{"cards": "8h"}]}, "wrong_number_of_cards"),
        ({"hands": [{"cards": "8h 1d"}]}, "unknown_card"),
        ({"hands": [{"cards": "8h 2d", "doubled": []}]}, "money_malformed"),
        ({"hands": [{"cards": "8h 2d 3c", "doubled": "0.00"}]}, "wager_zero"),
        ({"hands": [{"cards": "8h 2d 3c", "doubled": 10}]}, "money_malformed"),
        ({"hands": [{"cards": 1}]}, "field_malformed"),
        ({"wagers": {}}, "bet_missing"),
        ({"wagers": {"bet": "0.00"}}, "wager_zero"),
        ({"wagers": {"bet": "10.00", "attack": "10.00"}}, "unknown_wager"),
        ({"wagers": {"bet": "10.00", "doubled": "10.00"}}, "wager_too_early"),
        ({"void": True, "forfeit": True}, "void_and_forfeit"),
        ({"cards": "8h 8d"}, "unknown_field"),
    ],
)
def test_what_is_no_position_is_refused(change: Data, code: str) -> None:
    found = refusal(play("Kc 8s", seat(hand("8h 8d")) | change))
    assert found.code == code
    assert found.message.endswith(".")


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"dealer": "Kc"}, "wrong_number_of_cards"),
        ({"dealer": "Kc Xs"}, "unknown_card"),
        ({"positions": []}, "positions_missing"),
        ({"void": ["ante"]}, "unknown_wager"),
        ({"jurisdiction": "ma"}, "unknown_jurisdiction"),
        ({"options": {"deck": 6}}, "unknown_option"),
        ({"options": []}, "options_malformed"),
        ({"positions": [seat(hand("8h 8d")), seat(hand("8h 8d"))]}, "position_twice"),
        ({"meters": {}}, "unknown_field"),
    ],
)
def test_what_is_no_round_is_refused(change: Data, code: str) -> None:
    assert refusal(play("Kc 8s", seat(hand("8h 8d"))) | change).code == code


def test_rules_settle_only_their_own_rounds() -> None:
    rules = pitboss.game("spanish-21").rules("nj", {"decks": 8})
    round_ = play("Kc 8s", seat(hand("8h 8d")), decks=8)
    assert rules.settle(round_).as_json()["positions"][0]["net"] == "-10.00"
    for wrong, code in (
        (play("Kc 8s", seat(hand("8h 8d")), decks=6), "other_rules"),
        (round_ | {"game": "double-attack-blackjack", "options": None}, "other_game"),
    ):
        with pytest.raises(pitboss.Refusal) as caught:
            rules.settle(wrong)
        assert caught.value.code == code


def test_the_round_of_the_document_is_settled() -> None:
    text = (Path(__file__).resolve().parents[2] / "docs" / "shoe.md").read_text()
    (written,) = re.findall(r"```json\n(.*?)```", text, re.DOTALL)
    found = result(json.loads(written))
    assert (found["net"], [each["net"] for each in found["others"]]) == ("45.00", ["15.00"])


@checks("rules S21 check")
def test_the_dealer_has_an_up_card_and_a_hole_card() -> None:
    """Issue item A19."""
    refused = refusal(play("Kc", seat(hand("Kh 8d"))))
    assert (refused.code, refused.clause) == ("wrong_number_of_cards", "rules S21 check")
