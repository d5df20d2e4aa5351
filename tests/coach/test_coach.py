"""The coach's figures: what settlement pays over all that is hidden, what the lab has, and nothing that is not seen."""

import copy
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement
from random import Random
from typing import Any

import pytest

from pitboss import games
from pitboss.cards import CARDS, DECK, NAMES
from pitboss.cards.chance import Shuffles
from pitboss.coach import Advice, Offered, expected, reckon, situation, typed
from pitboss.coach.situations import ShoeSituation, ShowdownSituation
from pitboss.lab.counting import Lab
from pitboss.lab.dice import DiceAnalysis
from pitboss.lab.meters import forgone_by_fold
from pitboss.lab.shoe import ShoeAnalysis
from pitboss.lab.shoe_strategy import choices as shoe_choices
from pitboss.lab.strategy import cards_of, name_of
from pitboss.lab.strategy import choices as showdown_choices
from pitboss.refusal import Refusal
from pitboss.session import Session
from pitboss.table.families import house_of
from pitboss.table.views import view
from tests.coach.rounds import CARD_GAMES, WHO, a_table, decisions, step

LAB = Lab()
ALL = [NAMES[card] for card in DECK]
TEN = {"ante": 10_00}


def rules_of(game: str, **options: Any) -> Any:
    return games.game(game).rules("nj", options)


def worths(advice: Advice) -> dict[tuple[str, int], Fraction]:
    found = {}
    for each in advice.choices:
        assert each.worth is not None, each
        found[each.offered.action, each.offered.amount] = each.worth
    return found


def net(rules: Any, dealer: str, board: str = "", **own: Any) -> int:
    """What one round nets by `settle`, in cents."""
    given = {"game": rules.game.name, "dealer": dealer, "positions": [{"position": 1, **own}]}
    settled = rules.settle(given | ({"community": board} if board else {})).as_json()
    return int(settled["positions"][0]["net"].replace(".", ""))


def in_antes(nets: list[int]) -> Fraction:
    return Fraction(sum(nets), len(nets) * 10_00)


# Against settlement, round by round


@pytest.mark.parametrize("hand", ["Qc 6d 4h", "9c 9d 2s"])
def test_three_card_poker_is_what_settlement_pays_over_all_hands_of_the_dealer(hand: str) -> None:
    """The pair plus is lost by a fold, so it is part of the choice."""
    rules, wagers = rules_of("three-card-poker"), {"ante": "10.00", "pair_plus": "5.00"}
    found = worths(reckon(rules, typed(rules, hand, "", "", "", TEN | {"pair_plus": 5_00}), LAB))
    unseen = [card for card in ALL if card not in hand.split()]
    dealt = [" ".join(cards) for cards in combinations(unseen, 3)]
    plays = [net(rules, dealer, wagers=wagers, cards=hand, actions=[{"play": "10.00"}]) for dealer in dealt]
    assert found["play", 10_00] == in_antes(plays)
    assert found["fold", 0] == in_antes([net(rules, dealt[0], wagers=wagers, cards=hand, actions=["fold"])])


def test_the_players_other_hand_is_counted_out() -> None:
    """What the dealer can hold when six cards are known; and where the lab cannot, the coach says so."""
    rules, hand, other = rules_of("three-card-poker"), "Qc 6d 4h", "Qd Kc Kd"
    at = typed(rules, hand, "", "", "", TEN)
    assert isinstance(at, ShowdownSituation)
    told = reckon(rules, at._replace(beside=tuple(other.split())), LAB)
    unseen = [card for card in ALL if card not in f"{hand} {other}".split()]
    wagers = {"ante": "10.00"}
    plays = [
        net(rules, " ".join(cards), wagers=wagers, cards=hand, actions=[{"play": "10.00"}])
        for cards in combinations(unseen, 3)
    ]
    assert worths(told)["play", 10_00] == in_antes(plays) != worths(reckon(rules, at, LAB))["play", 10_00]
    assert {*other.split()} < {*told.seen} and "not counted out" not in told.says
    holdem = rules_of("texas-holdem-bonus")
    on_the_river = typed(holdem, "Ah 9d", "", "9c Kh 2s 5h", "", TEN)
    assert isinstance(on_the_river, ShowdownSituation)
    told = reckon(holdem, on_the_river._replace(beside=("Ac", "Ad")), LAB)
    assert told.says.endswith("Your other hand is not counted out.") and "Ac" not in told.seen


@pytest.mark.parametrize("game", ["three-card-poker", "four-card-poker", "high-card-flush", "texas-holdem-bonus"])
def test_the_other_hand_is_read_from_the_view_as_long_as_it_lies_there(game: str) -> None:
    table: Any = Session(house_of({"game": game, "positions_per_player": 2}), Shuffles(3))
    for who, places in ((WHO, (2, 3)), ("bo", (5,))):
        table.do({"do": "sit", "by": "player", "who": who, "position": places[0]})
        table.do({"do": "buy_in", "by": "player", "who": who, "amount": "1000.00"})
    while not table.state.betting:
        step(table, Random(1))
    for who, place in ((WHO, 2), (WHO, 3), ("bo", 5)):
        table.do({"do": "bet", "by": "player", "who": who, "position": place, "wagers": {"ante": "10.00"}})
    met = 0
    while not met or table.state.playing:
        seen = view(table.house, table.state, "player", WHO)
        asked = [each["position"] for each in seen["choices"] if each["do"] == "decide"]
        if asked:
            at = situation(table.house.rules, seen)
            assert isinstance(at, ShowdownSituation)
            other = seen["positions"][str(5 - asked[0])]["cards"]
            assert [*at.beside] == sorted((card for card in other if card != "??"), key=CARDS.__getitem__)
            met += bool(at.beside)
        step(table, Random(1))
    assert met


@pytest.mark.parametrize("turn", ["check", {"turn": "10.00"}], ids=["checked", "placed"])
def test_the_river_is_what_settlement_pays_over_all_that_may_come(turn: Any) -> None:
    """With the turn's wager where it lies: the worth is that of the whole round."""
    rules, hand, board = rules_of("texas-holdem-bonus"), "Ah 9d", "9c Kh 2s 5h"
    placed = {} if turn == "check" else {"turn": 10_00}
    found = worths(reckon(rules, typed(rules, hand, "", board, "", TEN | placed), LAB))
    unseen = [card for card in ALL if card not in f"{hand} {board}".split()]
    deals = [(card, " ".join(two)) for card in unseen for two in combinations([c for c in unseen if c != card], 2)]
    for key, river in ((("river", 10_00), {"river": "10.00"}), (("check", 0), "check")):
        actions, wagers = [{"flop": "20.00"}, turn, river], {"ante": "10.00"}
        nets = [net(rules, two, f"{board} {card}", wagers=wagers, cards=hand, actions=actions) for card, two in deals]
        assert found[key] == in_antes(nets)


def test_a_bonus_that_a_fold_loses_is_counted_with_what_the_dealer_may_hold() -> None:
    """Aces against aces pay more: one deal of 1,225 brings them."""
    rules = rules_of("texas-holdem-bonus")
    (side,) = rules.sides
    assert not side.survives_fold
    alone = worths(reckon(rules, typed(rules, "Ah Ad", "", "", "", TEN), LAB))
    both = worths(reckon(rules, typed(rules, "Ah Ad", "", "", "", TEN | {side.name: 5_00}), LAB))
    pays = [net(rules, dealer, "2c 7d 9h Js 4c", cards="Ah Ad", wagers={"ante": "10.00", side.name: "5.00"},
                actions=[{"flop": "20.00"}, "check", "check"])
            - net(rules, dealer, "2c 7d 9h Js 4c", cards="Ah Ad", wagers={"ante": "10.00"},
                  actions=[{"flop": "20.00"}, "check", "check"])
            for dealer in ("Ac As", "Kc Qd")]  # fmt: skip
    assert both["flop", 20_00] - alone["flop", 20_00] == Fraction(pays[0] + 1224 * pays[1], 1225 * 10_00)
    assert both["fold", 0] == Fraction(-3, 2) and alone["fold", 0] == -1


def test_the_progressive_counts_with_its_meter_where_a_fold_loses_it() -> None:
    rules = rules_of("high-card-flush", progressive="C")
    assert not rules.progressive.survives_fold
    hand, meter = "Ah Kh Qh Jh Th 2c 3d", 123_456_78
    at = typed(rules, hand, "", "", "", TEN)
    assert isinstance(at, ShowdownSituation)
    stake = rules.progressive.stake
    plain = worths(reckon(rules, at, LAB))
    beside = worths(reckon(rules, at._replace(wagers=(("ante", 10_00), ("progressive", stake)), meter=meter), LAB))
    cards = sum(cards_of(hand, "hand"))
    won = forgone_by_fold(rules, 10_00, meter)(cards) - Fraction(stake, 10_00)
    assert won > 1
    assert {key: beside[key] - plain[key] for key in plain} == {
        key: Fraction(-stake, 10_00) if key[0] == "fold" else won for key in plain
    }


# Against the lab


@pytest.mark.parametrize(
    ("game", "hand", "up", "board"),
    [
        ("three-card-poker", "Jc 6d 4h", "", ""),
        ("four-card-poker", "Qc 6d 4h 4d 9s", "Kh", ""),
        ("four-card-poker", "Qc 6d 4h 4d 9s", "", ""),
        ("high-card-flush", "Ah Kh 9h 8h 3h 4d 5s", "", ""),
        ("high-card-flush", "Ah Kh 9h 2c 3c 4d 5s", "", ""),
        ("what-the-flush", "Ah Kh 9h 2c 3c 4d 5s", "Th", ""),
        ("texas-holdem-bonus", "7h 2d", "", ""),
        ("texas-holdem-bonus", "Ah Kd", "", "2c 7h 9s"),
        ("texas-holdem-bonus", "Ah Kd", "", "2c 7h 9s Td"),
    ],
)
def test_a_hand_is_worth_what_the_lab_says(game: str, hand: str, up: str, board: str) -> None:
    """The same choices, the same fractions, the same best: of each ante and so of each cent."""
    rules = rules_of(game)
    advice = reckon(rules, typed(rules, hand, up, board, "", {"ante": 25_00}), LAB)
    several = len(rules.game.decisions) > 1
    told = {}
    for each in advice.choices:
        name = each.offered.action
        stakes = None if name == "fold" else (each.offered.amount // 25_00,)
        told[name_of(stakes, name if several else "")] = (each.worth, each.best)
    assert told == {
        each.name: (each.worth, each.best) for each in showdown_choices(rules, hand, up or None, board or None, LAB)
    }
    assert (advice.unit, advice.stake) == ("ante", 25_00)


SPANISH, REDOUBLED = rules_of("spanish-21"), rules_of("spanish-21", redouble=True)
ATTACK = rules_of("double-attack-blackjack")


@pytest.mark.parametrize("rules", [SPANISH, REDOUBLED, ATTACK], ids=["spanish", "redoubling", "attack"])
@pytest.mark.parametrize(
    ("hand", "up"),
    [("8h 8s", "Kc"), ("6h 7h", "4c"), ("6h 5s", "Ac"), ("7s 7s", "4d"), ("Ah 6d", "5c"), ("5h 4c 2d", "Qc")],
)
def test_a_hand_from_the_shoe_is_worth_what_the_lab_says(rules: Any, hand: str, up: str) -> None:
    """Doubles are reckoned here card by card, with what may be given up; the lab's kernel has them otherwise."""
    advice = reckon(rules, typed(rules, hand, up, "", "", {"bet": 10_00}), LAB)
    lab = {each.name: (each.worth, each.best) for each in shoe_choices(ShoeAnalysis(rules), hand, up)}
    assert {each.offered.action: (each.worth, each.best) for each in advice.choices} == lab


def test_an_attack_is_worth_the_best_play_of_every_hand_that_may_follow() -> None:
    """The average over all two cards of what the coach itself finds best."""
    ranks = [*"A23456789", "K"]
    up, cards = "6c", {rank: 8 * 4 * (3 if rank == "K" else 1) - (rank == "6") for rank in ranks}
    every = sum(cards.values())
    gain = Fraction(0)
    for a, b in combinations_with_replacement(ranks, 2):
        ways = cards[a] * (cards[b] - (a == b)) * (1 if a == b else 2)
        if {a, b} == {"A", "K"}:
            best = Fraction(1)
        else:
            advice = reckon(ATTACK, typed(ATTACK, f"{a}h {b}d", up, "", "", {"bet": 10_00}), LAB)
            best = max(worths(advice).values())
        gain += Fraction(ways, every * (every - 1)) * best
    at = ShoeSituation("attack", up, (), (), 10_00, 0, 0, 0, 0, (Offered("attack", 5_00), Offered("pass")))
    assert worths(reckon(ATTACK, at, LAB)) == {("attack", 5_00): gain * Fraction(3, 2), ("pass", 0): gain}


# Against a plain recursion, with other cards on the table


RANKS = "A23456789JQK"
VALUES = {rank: min(place + 1, 10) for place, rank in enumerate(RANKS)}


def shoe_without(decks: int, *cards: str) -> tuple[int, ...]:
    """How many of each value are left."""
    left = [0] * 11
    for rank in RANKS:
        left[VALUES[rank]] += 4 * decks
    for card in cards:
        left[VALUES[card[0]]] -= 1
    return tuple(left)


@cache
def dealer_ends(total: int, aces: int, left: tuple[int, ...], first: int) -> dict[int, Fraction]:
    """Where a dealer ends who stands on every 17 and has no blackjack. `first`: the up card, until one is drawn."""
    soft = total + 10 if aces and total + 10 <= 21 else total
    if not first and soft >= 17:
        return {min(soft, 22): Fraction(1)}
    barred = {1: 10, 10: 1}.get(first, 0)
    allowed = {value: many for value, many in enumerate(left) if many and value != barred}
    found: dict[int, Fraction] = {}
    for value, many in allowed.items():
        rest = tuple(have - (place == value) for place, have in enumerate(left))
        for end, chance in dealer_ends(total + value, aces + (value == 1), rest, 0).items():
            found[end] = found.get(end, Fraction(0)) + chance * Fraction(many, sum(allowed.values()))
    return found


@pytest.mark.parametrize("up", ["9c", "Ac", "Kd"])
def test_standing_is_what_the_dealer_ends_with_once_all_open_cards_are_out_of_the_shoe(up: str) -> None:
    hand, others = "9h 8s", "5c 6d Kh 6s As"
    advice = reckon(SPANISH, typed(SPANISH, hand, up, "", others, {"bet": 10_00}), LAB)
    left = shoe_without(6, up, *hand.split(), *others.split())
    value = VALUES[up[0]]
    ends = dealer_ends(value, int(value == 1), left, value)
    stands = sum((chance * (1 if end > 21 or end < 17 else 0 if end == 17 else -1) for end, chance in ends.items()))
    assert worths(advice)["stand", 0] == stands
    alone = worths(reckon(SPANISH, typed(SPANISH, hand, up, "", "", {"bet": 10_00}), LAB))
    assert worths(advice)["stand", 0] != alone["stand", 0]


def test_suits_seen_on_the_table_change_what_a_bonus_is_worth() -> None:
    """6-7 of spades wait for one of six eights of spades; each that lies open is one less."""
    plain = {"6h 7s": Fraction(0), "6s 7s": Fraction(0)}
    for others in ("", "8s", "8s 8s 8s", "8s 8s 8s 8s 8s 8s"):
        for hand in plain:
            found = worths(reckon(SPANISH, typed(SPANISH, hand, "4c", "", others, {"bet": 10_00}), LAB))
            plain[hand] = found["hit", 0]
        unseen = 6 * 48 - 3 - len(others.split())
        assert plain["6s 7s"] - plain["6h 7s"] == Fraction(6 - others.count("8s"), unseen) * Fraction(3, 2)


def test_the_super_bonus_is_in_the_worth_of_the_hit_that_may_make_it() -> None:
    """At 5.00 and at 25.00, and not below."""
    for bet, pays in ((4_00, 0), (5_00, 1_000_00), (24_00, 1_000_00), (25_00, 5_000_00)):
        hit = {
            hand: worths(reckon(SPANISH, typed(SPANISH, hand, "7d", "", "", {"bet": bet}), LAB))["hit", 0]
            for hand in ("7h 7h", "7s 7h")
        }
        chance = Fraction(4, 6 * 48 - 3)
        assert hit["7h 7h"] - hit["7s 7h"] == chance * (Fraction(1, 2) + Fraction(pays, bet))


def test_insurance_wins_as_often_as_a_picture_is_unseen() -> None:
    offered = (Offered("insure", 5_00), Offered("pass"))
    at = ShoeSituation("insurance", "Ac", ("9h", "8s"), ("Kc", "Qd", "2c"), 10_00, 10_00, 10_00, 0, 1, offered)
    pictures, unseen = 6 * 12 - 2, 6 * 48 - 6
    gain = Fraction(2 * pictures - (unseen - pictures), unseen)
    assert worths(reckon(SPANISH, at, LAB)) == {("insure", 5_00): gain * Fraction(1, 2), ("pass", 0): 0}
    in_attack = Fraction(5, 2) * Fraction(8 * 12 - 2, 8 * 48 - 6) - Fraction(8 * 48 - 6 - (8 * 12 - 2), 8 * 48 - 6)
    assert worths(reckon(ATTACK, at, LAB))["insure", 5_00] == in_attack * Fraction(1, 2)


def test_a_doubled_hand_is_rescued_for_what_was_there_before() -> None:
    """Half of a double for less is not the half of all: 10.00 of 14.00 are lost."""
    ways = (Offered("stand"), Offered("rescue"))
    for doubled, lost in ((10_00, 1), (4_00, 1)):
        at = ShoeSituation("play", "Kc", ("5h", "4s", "3c"), (), 10_00, 10_00, 10_00 + doubled, 1, 1, ways)
        assert worths(reckon(SPANISH, at, LAB))["rescue", 0] == -lost
    ways = (Offered("stand"), Offered("surrender"))
    at = ShoeSituation("play", "Kc", ("5h", "4s", "3c"), (), 10_00, 10_00, 14_00, 1, 1, ways)
    assert worths(reckon(ATTACK, at, LAB))["surrender", 0] == Fraction(-7, 10)


# What a player sees, and nothing more


@pytest.mark.parametrize("game", CARD_GAMES)
def test_every_decision_at_a_table_is_told_from_what_its_player_sees(game: str) -> None:
    asked = 0
    for seed in range(4):
        table = a_table(game, seed)
        rules = table.house.rules
        for seen in decisions(table, seed, {CARD_GAMES[game]: "10.00"}):
            at = situation(rules, seen)
            advice = reckon(rules, at, LAB)
            offered = [each for each in seen["choices"] if each["do"] == "decide"]
            assert [each.offered.action for each in advice.choices] == [each["action"] for each in offered]
            assert worths(advice) and sum(each.best for each in advice.choices) == 1
            assert {*advice.seen} <= open_cards(seen), "no card that this player does not see"
            assert situation(rules, view(table.house, other_cards_hidden(table.state, seen), "player", WHO)) == at
            asked += 1
    assert asked > 2


def open_cards(seen: dict[str, Any]) -> set[str]:
    hands = [hand for place in seen["positions"].values() for hand in place.get("hands", [place])]
    cards = {card for hand in hands for card in hand["cards"]} | {*seen["dealer"], seen.get("turned")}
    return (cards | {*seen.get("community", [])}) - {"??", None}


def other_cards_hidden(state: Any, seen: dict[str, Any]) -> Any:
    """The same table, with other cards where this player sees none: the dealer's hidden ones, and the deck."""
    other = copy.copy(state)
    unseen = iter([card for card in ALL if card not in open_cards(seen) | {*state.dealer} and card[0] != "T"])
    pairs = zip(state.dealer, seen["dealer"], strict=True)
    other.dealer = tuple(
        next(unseen) if shown == "??" and card != seen.get("turned") else card for card, shown in pairs
    )
    other.stock = tuple(reversed(state.stock))
    assert other.dealer != state.dealer or "??" not in seen["dealer"]
    return other


def test_nothing_is_told_to_whoever_is_not_asked() -> None:
    table = a_table("three-card-poker", 1)
    for _ in decisions(table, 1, {"ante": "10.00"}):
        for who in ("bo", "cy"):
            with pytest.raises(Refusal) as caught:
                situation(table.house.rules, view(table.house, table.state, "player", who))
            assert caught.value.code == "nothing_to_decide"


# Dice, and what is expected before a deal


def test_at_craps_every_wager_offered_is_told_with_its_edge() -> None:
    table = a_table("craps", 3)
    rules = table.house.rules
    lab = {name: worth.gains.mean for name, worth in DiceAnalysis(rules).wagers.items()}
    advice = reckon(rules, situation(rules, view(table.house, table.state, "player", WHO)), LAB)
    found = {action: worth for (action, _), worth in worths(advice).items()}
    assert {"pass", "dont_pass", "field"} <= found.keys() and found["pass"] == Fraction(-7, 495)
    assert found == {name: lab[name] for name in found}
    assert [each.offered.action for each in advice.choices if each.best] == [max(found, key=found.__getitem__)]


def test_what_is_expected_of_each_wager_is_the_labs_figure() -> None:
    three = expected(rules_of("three-card-poker"), LAB)
    assert three["ante"].at(0) == Fraction(-686689, 20358520)
    assert expected(rules_of("craps"), LAB)["pass"].at(0) == Fraction(-7, 495)


# What is typed


@pytest.mark.parametrize(
    ("game", "hand", "up", "board", "others", "wagers", "code"),
    [
        ("three-card-poker", "Qc 6d", "", "", "", TEN, "wrong_number_of_cards"),
        ("three-card-poker", "Qc 6d 4h", "Kh", "", "", TEN, "no_such_cards"),
        ("three-card-poker", "Qc 6d 4h", "", "", "Kh", TEN, "no_such_cards"),
        ("three-card-poker", "Qc 6d 6d", "", "", "", TEN, "card_twice"),
        ("three-card-poker", "Qc 6d 6x", "", "", "", TEN, "unknown_card"),
        ("three-card-poker", "Qc 6d 4h", "", "", "", {}, "wager_missing"),
        ("three-card-poker", "Qc 6d 4h", "", "", "", {"bet": 10_00}, "unknown_wager"),
        ("three-card-poker", "Qc 6d 4h", "", "", "", {"ante": 1_000_000_01}, "bad_amount"),
        ("texas-holdem-bonus", "Qc 6d", "", "2c 3c", "", TEN, "wrong_number_of_cards"),
        ("spanish-21", "9h 8s", "", "", "", {"bet": 10_00}, "wrong_number_of_cards"),
        ("spanish-21", "9h 8s", "7c", "2c", "", {"bet": 10_00}, "no_such_cards"),
        ("spanish-21", "9h 8s 4c", "7c", "", "", {"bet": 10_00}, "nothing_to_decide"),
        ("spanish-21", "9h 8s", "7c", "", "7c 7c 7c 7c 7c 7c", {"bet": 10_00}, "card_twice"),
        ("craps", "", "", "", "", {"pass": 10_00}, "no_such_cards"),
    ],
)
def test_what_cannot_be_is_refused(
    game: str, hand: str, up: str, board: str, others: str, wagers: dict[str, int], code: str
) -> None:
    with pytest.raises(Refusal) as caught:
        typed(rules_of(game), hand, up, board, others, wagers)
    assert caught.value.code == code


def test_at_the_bounds_it_is_taken() -> None:
    assert typed(rules_of("three-card-poker"), "Qc 6d 4h", "", "", "", {"ante": 1_000_000_00})
    assert typed(SPANISH, "9h 8s", "7c", "", "7c 7c 7c 7c 7c", {"bet": 1})
