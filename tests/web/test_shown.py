"""What the page shows equals what the store has: the short form of `python -m drills.pages`, and which cards count."""

import json
import random
from itertools import combinations
from pathlib import Path

import pytest

from drills import pages
from pitboss import games
from pitboss.cards import CARDS
from pitboss.showdown.rules import Rules
from pitboss.web.hands import that_count
from tests.web.browser import GAMES
from tests.web.test_files import get

HANDS = {"three-card-poker": (3, 3), "four-card-poker": (5, 4), "texas-holdem-bonus": (7, 5)}
"""How many cards a player has, with the board, and how many of them count."""


def test_rounds_of_all_games_are_shown_as_they_are_stored(tmp_path: Path) -> None:
    played = pages.run(16, 7, tmp_path)
    assert set(played) == set(GAMES) and played.total() == 16


def hands(number: int, cards: int, seed: int) -> list[tuple[str, ...]]:
    chance = random.Random(seed)
    return [tuple(chance.sample([*CARDS], cards)) for _ in range(number)]


@pytest.mark.parametrize("game", HANDS)
def test_the_cards_that_count_are_the_best_hand_of_its_size(game: str) -> None:
    """Compared with every choice of that many cards."""
    rules: Rules = games.game(game).rules()  # type: ignore[assignment]
    cards, counting = HANDS[game]
    for hand in hands(200, cards, seed=3):
        lifted = that_count(rules, hand)
        assert len(lifted) == counting
        best = max(rules.ranking.of(sum(CARDS[card] for card in some)) for some in combinations(hand, counting))
        assert rules.ranking.of(sum(CARDS[card] for card in lifted)) == best


def test_three_alike_and_four_alike_all_count() -> None:
    three: Rules = games.game("three-card-poker").rules()  # type: ignore[assignment]
    assert that_count(three, ("7c", "7d", "7h")) == ("7c", "7d", "7h")
    four: Rules = games.game("four-card-poker").rules()  # type: ignore[assignment]
    assert that_count(four, ("7c", "7d", "2s", "7h", "7s")) == ("7c", "7d", "7h", "7s")


def test_the_longest_flush_is_lifted_in_the_order_it_lies() -> None:
    rules: Rules = games.game("high-card-flush").rules()  # type: ignore[assignment]
    assert that_count(rules, ("3s", "Qd", "8h", "Td", "Ad", "6s", "9c")) == ("Qd", "Td", "Ad")
    for hand in hands(300, 7, seed=5):
        lifted = that_count(rules, hand)
        assert len({card[1] for card in lifted}) == 1
        assert len(lifted) == max(sum(card[1] == suit for card in hand) for suit in "cdhs")


def test_a_table_tells_which_cards_count(address: str) -> None:
    status, _, body = get(f"{address}/hands/high-card-flush-1?cards=Ah,Kh,2c,3d,4s,9h,8c")
    assert (status, json.loads(body)) == (200, {"counts": ["Ah", "Kh", "9h"], "says": "3 card flush, ace high"})


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ("Ah,Kh", "blackjack"),
        ("Ah,Kh&split=true", "soft 21"),
        ("Ah,Ah,6d", "soft 18"),
        ("Jh,6d,9c", "bust with 25"),
    ],
)
def test_a_table_of_a_shoe_tells_what_cards_come_to(address: str, asked: str, says: str) -> None:
    status, _, body = get(f"{address}/hands/spanish-21-1?cards={asked}")
    assert (status, json.loads(body)["says"]) == (200, says)


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("high-card-flush-1?cards=Ah,Ah", "cards_malformed"),
        ("high-card-flush-1?cards=", "cards_malformed"),
        ("high-card-flush-1?cards=Ah,??", "cards_malformed"),
        ("high-card-flush-1?cards=" + ",".join([*CARDS][:13]), "cards_malformed"),
        ("spanish-21-1?cards=Ah,??", "cards_malformed"),
        ("spanish-21-1?cards=" + ",".join(["Ah"] * 25), "cards_malformed"),
        ("craps-1?cards=Ah,Kh", "no_ranking"),
        ("none?cards=Ah,Kh", "not_found"),
        ("high-card-flush-1", "cards_malformed"),
    ],
)
def test_what_is_no_hand_is_refused(address: str, path: str, code: str) -> None:
    status, _, body = get(f"{address}/hands/{path}")
    assert status in (404, 409, 422)
    assert json.loads(body)["error"]["code"] == code
