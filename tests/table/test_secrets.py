"""No role sees what it may not: pairs of rounds that differ only in hidden cards look the same until the reveal."""

from random import Random
from typing import Any

import pytest

from pitboss.drill.families import places
from pitboss.games import showdown_names
from pitboss.refusal import Refusal
from pitboss.session import Session
from pitboss.table.families import house_of as any_house
from pitboss.table.families import showdown_house as house_of
from pitboss.table.showdown.setup import DECK, House
from pitboss.table.showdown.state import State
from pitboss.table.views import seen, view

SEATS = (1, 3, 4)
WATCHERS = [("player", "p3"), ("player", "p9"), ("dealer", "d"), ("floorperson", "f"), ("supervisor", "s")]
COMPARED = [place for place in places() if place[0] in showdown_names()]
PLACES = ["-".join(place) for place in COMPARED]


class Fixed:
    """Shuffles come out as told; nothing else is drawn."""

    def __init__(self, order: list[str]) -> None:
        self.order = order

    def permutation(self, cards: int) -> list[int]:
        return [DECK.index(card) for card in self.order]

    def between(self, least: int, most: int) -> int:
        return 26


def play(place: tuple[str, str, str], order: list[str], random: Random, automatic: str) -> dict[Any, list[Any]]:
    """One round up to the dealer's reveal; what each watcher sees at every step, refusals of others' steps left out."""
    game, jurisdiction, dealing = place
    setup = {
        "game": game,
        "jurisdiction": jurisdiction,
        "dealing": dealing,
        "shuffler": "device",
        "automatic": automatic,
    }
    session: Session[House, State] = Session(house_of(setup), Fixed(order))
    told: dict[Any, list[Any]] = {watcher: [] for watcher in WATCHERS}

    def do(data: dict[str, Any]) -> None:
        before = session.state
        try:
            events = session.do(data)
        except Refusal as refusal:
            for watcher in WATCHERS:
                if watcher == (data["by"], data.get("who")):
                    told[watcher].append(refusal.as_json())
            return
        for role, who in WATCHERS:
            shown = []
            for event in events:
                if type(event).__name__ == "DealerRevealed":
                    break
                shown.append(seen(session.house, before, event, role, who))
            told[role, who].append(shown)
            if session.state.results is None and session.state.last_round is None:
                told[role, who].append(view(session.house, session.state, role, who))

    for position in SEATS:
        do({"do": "sit", "by": "player", "who": f"p{position}", "position": position})
        do({"do": "buy_in", "by": "player", "who": f"p{position}", "amount": "1000.00"})
    rules = session.house.rules
    while session.state.results is None and session.state.last_round is None:
        task = session.state.next
        assert task
        if task.do == "no_more_bets" and not session.state.bets:
            for position in SEATS:
                wagers = {"ante": "10.00"} | {side.name: "1.00" for side in rules.sides}
                do({"do": "bet", "by": "player", "who": f"p{position}", "position": position, "wagers": wagers})
        if task.do == "decide":
            step = session.house.game.decisions[task.decision]
            player = {"do": "decide", "by": "player", "who": session.state.bets[task.position].player}
            do(player | {"position": task.position, "action": step.name, "amount": "5.00"})
            if random.random() < 0.3:
                do(player | {"position": task.position, "action": step.declined_by})
            else:
                do(player | {"position": task.position, "action": step.name, "amount": f"{10 * step.least}.00"})
        else:
            who = {"dealer": "d", "floorperson": "f", "player": "p1"}[task.by]
            do({"do": task.do, "by": task.by, "who": who})
    return told


@pytest.mark.parametrize("automatic", ["all", "none"])
@pytest.mark.parametrize("place", COMPARED, ids=PLACES)
def test_hidden_cards_change_nothing_that_is_seen(place: tuple[str, str, str], automatic: str) -> None:
    """Twenty pairs: the watcher's own cards and the cards shown stay, all others are shuffled among themselves."""
    random = Random("-".join(place))
    for pair in range(20):
        order = random.sample(DECK, len(DECK))
        session = play(place, order, Random(pair), automatic)
        for watcher in WATCHERS:
            known = known_cards(place, order, watcher)
            hidden = [card for card in order if card not in known]
            swapped = iter(random.sample(hidden, len(hidden)))
            other = [card if card in known else next(swapped) for card in order]
            assert other != order
            again = play(place, other, Random(pair), automatic)
            assert session[watcher] == again[watcher]


def known_cards(place: tuple[str, str, str], order: list[str], watcher: tuple[str, str]) -> set[str]:
    """The cards a watcher may know before the reveal: those shown to all, and the player's own."""
    game, jurisdiction, dealing = place
    setup = {"game": game, "jurisdiction": jurisdiction, "dealing": dealing, "shuffler": "device", "automatic": "all"}
    session: Session[House, State] = Session(house_of(setup), Fixed(order))
    for position in SEATS:
        session.do({"do": "sit", "by": "player", "who": f"p{position}", "position": position})
        session.do({"do": "buy_in", "by": "player", "who": f"p{position}", "amount": "1000.00"})
        session.do(
            {"do": "bet", "by": "player", "who": f"p{position}", "position": position, "wagers": {"ante": "10.00"}}
        )
    session.do({"do": "no_more_bets", "by": "dealer"})
    known = {*session.state.shown, *session.state.community}
    while session.state.next and session.state.next.do == "decide":
        task = session.state.next
        step = session.house.game.decisions[task.decision]
        known |= {*session.state.shown}
        if watcher[0] == "player" and watcher[1] == "p3":
            known |= set(session.state.dealt[3])
        amount = f"{10 * step.least}.00"
        session.do(
            {
                "do": "decide",
                "by": "player",
                "who": session.state.bets[task.position].player,
                "position": task.position,
                "action": step.name,
                "amount": amount,
            }
        )
    board = session.state.last_round.community if session.state.last_round else None
    return known | set((board or "").split())


class Dice:
    """Dice that fall as told, one after the other."""

    def __init__(self, numbers: list[int]) -> None:
        self.numbers = iter(numbers)

    def permutation(self, cards: int) -> list[int]:
        raise AssertionError("no cards are shuffled here")

    def between(self, least: int, most: int) -> int:
        return next(self.numbers)


def rolled(numbers: list[int], automatic: str, rolls: int) -> dict[Any, list[Any]]:
    """What each watcher sees of a table of dice, up to the throw after so many of them."""
    session: Session[Any, Any] = Session(any_house({"game": "craps", "automatic": automatic}), Dice(numbers))
    told: dict[Any, list[Any]] = {watcher: [] for watcher in WATCHERS}

    def thrown() -> int:
        return sum(type(event).__name__ == "DiceThrown" for event in session.log)

    def do(data: dict[str, Any]) -> None:
        before = session.state
        try:
            events = session.do(data)
        except Refusal as refusal:
            told["player", "p3"].append(refusal.as_json())
            return
        for role, who in WATCHERS:
            shown = [seen(session.house, before, event, role, who) for event in events]
            if thrown() > rolls:
                told[role, who] += [shown[: [each["event"] for each in shown].index("dice_thrown")]]
            else:
                told[role, who] += [shown, view(session.house, session.state, role, who)]

    for who, position in (("p3", 3), ("p4", 4)):
        do({"do": "sit", "by": "player", "who": who, "position": position})
        do({"do": "buy_in", "by": "player", "who": who, "amount": "1000.00"})
    while thrown() <= rolls:
        task = session.state.next
        if task.do == "take_dice":
            do({"do": "take_dice", "by": "player", "who": session.state.seats[session.state.offered]})
        elif task.do == "no_more_bets":
            for who in ("p3", "p4"):
                for wager in ("pass", "come", "field", "place_6"):
                    do({"do": "bet", "by": "player", "who": who, "wager": wager, "amount": "12.00"})
            do({"do": "no_more_bets", "by": "dealer"})
        elif task.do == "throw":
            do({"do": "throw", "by": "player", "who": session.state.shooter})
        else:
            data = {"do": task.do, "by": task.by}
            do(data | {"position": task.position} if task.position else data)
    return told


@pytest.mark.parametrize("automatic", ["all", "none"])
@pytest.mark.parametrize("rolls", [0, 1, 2, 5])
def test_dice_still_to_fall_change_nothing_that_is_seen(automatic: str, rolls: int) -> None:
    """Twenty pairs whose dice are the same up to a roll: until the next throw they look alike to everyone."""
    random = Random(f"dice {automatic} {rolls}")
    for _ in range(20):
        same = [random.randint(1, 6) for _ in range(2 * rolls)]
        one, other = ([*same, *(random.randint(1, 6) for _ in range(2))] for _ in range(2))
        assert rolled(one, automatic, rolls) == rolled(other, automatic, rolls)
