"""No role sees the hole card or the shoe: rounds that differ only in hidden cards look the same until the reveal."""

from random import Random
from typing import Any

import pytest

from pitboss.refusal import Refusal
from pitboss.session import Session
from pitboss.shoe.hands import is_natural
from pitboss.table.events import CardsDealt
from pitboss.table.families import shoe_house
from pitboss.table.shoe.setup import House
from pitboss.table.shoe.state import State
from pitboss.table.shoe.views import dealer_seen
from pitboss.table.views import choices, seen, view

SEATS = (1, 3, 4)
WATCHERS = [("player", "p3"), ("player", "p9"), ("dealer", "d"), ("floorperson", "f"), ("supervisor", "s")]
GAMES = ["spanish-21", "double-attack-blackjack"]

HOLE = 2 * len(SEATS) + 2
"""The place of the hole card in the order: after the burnt card, the last of the first cards."""


class Fixed:
    """A shuffle comes out as told; nothing else is drawn."""

    def __init__(self, order: list[int]) -> None:
        self.order = order

    def permutation(self, cards: int) -> list[int]:
        assert cards == len(self.order)
        return self.order

    def between(self, least: int, most: int) -> int:
        return least


class Told:
    """One round up to the hole card, decided by a seed and what is seen; what each watcher was told at every step."""

    def __init__(self, game: str, order: list[int], seed: int, reader: str, automatic: str) -> None:
        setup = {"game": game, "shuffler": "device", "card_reader": reader, "automatic": automatic}
        self.session: Session[House, State] = Session(shoe_house(setup), Fixed(order))
        self.told: dict[tuple[str, str], list[Any]] = {watcher: [] for watcher in WATCHERS}
        self.random = Random(seed)
        for position in SEATS:
            self.do({"do": "sit", "by": "player", "who": f"p{position}", "position": position})
            self.do({"do": "buy_in", "by": "player", "who": f"p{position}", "amount": "1000.00"})
        while not self.over():
            self.step()

    @property
    def state(self) -> State:
        return self.session.state

    @property
    def used(self) -> int:
        """How many cards came out of the shoe before the hole card was turned."""
        names = [type(event).__name__ for event in self.session.log]
        before = self.session.log[: names.index("HoleRevealed")]
        return sum(len(event.cards) for event in before if isinstance(event, CardsDealt))

    def over(self) -> bool:
        """The hole card is turned, or the next step turns it."""
        return self.state.hole_shown or self.state.last_round is not None

    def do(self, data: dict[str, Any]) -> None:
        before = self.state
        try:
            events = self.session.do(data)
        except Refusal as refusal:
            for watcher in WATCHERS:
                if watcher == (data["by"], data.get("who")):
                    self.told[watcher].append(refusal.as_json())
            return
        for role, who in WATCHERS:
            shown = []
            for event in events:
                if type(event).__name__ == "HoleRevealed":
                    break
                shown.append(seen(self.session.house, before, event, role, who))
            self.told[role, who].append(shown)
            if not self.over():
                self.told[role, who].append(view(self.session.house, self.state, role, who))

    def step(self) -> None:
        task = self.state.next
        assert task
        if task.do == "no_more_bets" and not self.state.boxes:
            for position in SEATS:
                wagers = {"bet": "10.00", self.session.house.game.sides()[0]: "5.00"}
                self.do({"do": "bet", "by": "player", "who": f"p{position}", "position": position, "wagers": wagers})
        if task.do == "decide":
            who = task.player or self.state.boxes[task.position].parties[0].player
            self.do({"do": "draw", "by": "dealer", "who": "d"})
            found = [each for each in choices(self.session.house, self.state, "player", who) if each["do"] == "decide"]
            self.do(self.random.choice(found))
        else:
            who = {"dealer": "d", "floorperson": "f", "player": "p1"}[task.by]
            data = {"do": task.do, "by": task.by, "who": who}
            self.do(data | ({"position": task.position} if task.do in ("take", "pay", "collect") else {}))


@pytest.mark.parametrize("automatic", ["all", "none"])
@pytest.mark.parametrize("reader", ["reader", "none"])
@pytest.mark.parametrize("game", GAMES)
def test_hidden_cards_change_nothing_that_is_seen(game: str, reader: str, automatic: str) -> None:
    """The hole card, the burnt card and all cards still in the shoe are shuffled among themselves.

    With a reader everybody is told whether there is a blackjack, so that stays as it is.
    """
    random = Random(f"{game} {reader} {automatic}")
    pairs = 0
    while pairs < 25:
        size = len(shoe_house({"game": game}).pack)
        order = random.sample(range(size), size)
        first = Told(game, order, pairs, reader, automatic)
        hole = HOLE
        hidden = [0, hole, *range(first.used, size)]
        swapped = list(order)
        for place, other in zip(hidden, random.sample(hidden, len(hidden)), strict=True):
            swapped[place] = order[other]
        pack = first.session.house.pack
        up = _up(first)
        if reader != "none" and is_natural((up, pack[order[hole]])) != is_natural((up, pack[swapped[hole]])):
            continue
        again = Told(game, swapped, pairs, reader, automatic)
        for watcher in WATCHERS:
            assert first.told[watcher] == again.told[watcher]
        pairs += 1


def _up(told: Told) -> str:
    dealt = [card for event in told.session.log if isinstance(event, CardsDealt) for card in event.cards]
    return str(next(card for to, card, up in dealt if to == "dealer" and up))


@pytest.mark.parametrize("game", GAMES)
def test_the_place_of_the_hole_card_is_the_one_these_tests_change(game: str) -> None:
    size = len(shoe_house({"game": game}).pack)
    order = Random(game).sample(range(size), size)
    told = Told(game, order, 1, "none", "none")
    dealt = [card for event in told.session.log if isinstance(event, CardsDealt) for card in event.cards]
    (hole,) = [card for to, card, up in dealt if to == "dealer" and not up]
    assert hole == told.session.house.pack[order[HOLE]]


@pytest.mark.parametrize("game", GAMES)
def test_the_reader_tells_only_whether_there_is_a_blackjack(game: str) -> None:
    """All hole cards that make none under the same ace look alike."""
    house = shoe_house({"game": game})
    pack = house.pack
    ace = pack.index("As")
    seen_of: dict[bool, list[Any]] = {True: [], False: []}
    for rank in "23456789JQKA":
        rest = [place for place in range(len(pack)) if place != ace]
        hole = next(place for place in rest if pack[place] == f"{rank}c" and place != ace)
        small = [place for place in rest if pack[place] in ("2d", "3d", "4d")]
        cards = small[: 2 * len(SEATS) + 1]
        at = len(SEATS) + 1 if game == "spanish-21" else 1
        order = [*cards[:at], ace, *cards[at:], hole]
        order += [place for place in range(len(pack)) if place not in {*order}]
        told = Told(game, order, 3, "reader", "all")
        first = [each for each in told.told["player", "p9"] if isinstance(each, list)]
        upto = [each for events in first for each in events if each["event"] != "hand_decided"][:20]
        seen_of[rank in "JQK"].append(upto)
    assert all(each == seen_of[False][0] for each in seen_of[False])
    assert all(each == seen_of[True][0] for each in seen_of[True])
    assert seen_of[True][0] != seen_of[False][0]


def test_the_dealers_second_card_is_hidden_and_no_other() -> None:
    state = State(shuffler="none", card_reader="none", dealer=("8c", "9d"))
    assert dealer_seen(state) == ["8c", "??"]
    state.hole_shown, state.dealer = True, ("8c", "9d", "2s")
    assert dealer_seen(state) == ["8c", "9d", "2s"]
