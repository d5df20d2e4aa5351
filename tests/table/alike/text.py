"""A game as its text is cited and played: what every check of `alike` is given."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest

from pitboss.bank.ledger import balances_of
from pitboss.refusal import Refusal
from pitboss.table.families import showdown_house as house_of
from pitboss.table.showdown import events as e
from pitboss.table.showdown.setup import DECK
from tests.table.floor import Floor

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

    def step(self, floor: Floor) -> None:
        """Whatever comes next; whoever must decide stays in."""
        if floor.next == "decide":
            floor.decide(floor.task.position, *self.stay[floor.task.decision])
        else:
            floor.once()

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
            self.step(floor)

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
            self.step(floor)


def setup_refused(game: str, **setup: Any) -> Refusal:
    """The refusal that a table gets before it opens."""
    with pytest.raises(Refusal) as caught:
        house_of({"game": game, **setup})
    return caught.value


def settings(game: str) -> Iterator[dict[str, Any]]:
    """Every dealing method a game has, as a table that may use it."""
    for dealing, method in house_of({"game": game}).procedure.methods.items():
        yield {"dealing": dealing, "shuffler": "device" if method.needs_shuffler else "none"}


def is_void(floor: Floor) -> None:
    """The round is over, everybody has back to the cent what was staked, and all cards are in the rack or gone."""
    assert not floor.state.playing and not floor.state.bets
    before, after = balances_of(_before_the_bets(floor.log)), floor.session.balances
    assert after["layout"] == 0
    assert {name: after[name] - before.get(name, 0) for name in after} == dict.fromkeys(after, 0)
    assert not floor.state.hands and not floor.state.dealer and not floor.state.stock
    floor.check_settled()
    floor.check_replay()


def _before_the_bets(log: list[e.Event]) -> list[e.Event]:
    """Everything up to the end of the round before the last one, and chips bought since."""
    close = max(number for number, event in enumerate(log) if isinstance(event, e.BetsClosed))
    start = max((number for number, event in enumerate(log[:close]) if _ends_a_round(event)), default=-1) + 1
    return log[:start] + [event for event in log[start:] if isinstance(event, e.TableOpened | e.BoughtIn)]


def _ends_a_round(event: e.Event) -> bool:
    if isinstance(event, e.HandsVoided):
        return event.all_hands
    return isinstance(event, e.CardsCollected) and "dealer" in event.whose


def clauses_of(events: list[e.Event]) -> list[str]:
    """The clause of each event."""
    return [str(getattr(event, "clause", "")) for event in events]
