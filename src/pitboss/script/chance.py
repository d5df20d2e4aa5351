"""Chance for a table that is played back: its results come from an event file."""

from collections.abc import Callable, Sequence
from typing import Any

from pitboss.script.event_file import Broken, EventFile
from pitboss.table import events as e
from pitboss.table.dice.events import DiceThrown
from pitboss.table.setup import House


class RecordedChance:
    """Chance whose next shuffle, cut or throw is the next one in an event file."""

    def __init__(self, house: House, file: EventFile) -> None:
        self.pack = house.pack
        self.file = file
        self.at = 0
        self.numbers: list[int] = []

    def permutation(self, cards: int) -> Sequence[int]:
        """The next recorded shuffle, as places in the pack; of fewer cards, in those cards in pack order."""
        event = self._next("shuffled", lambda event: bool(getattr(event, "order", None)))
        whole = cards == len(self.pack)
        if (
            len(event.order) != cards
            or not ({*event.order} <= {*self.pack})
            or (whole and self._is_no_pack(event.order))
        ):
            message = f"A shuffle has each of the {cards} cards once."
            raise Broken(self.file.line_of(self.at - 1), "order_malformed", message)
        places: dict[str, list[int]] = {}
        sequence = self.pack if whole else sorted(event.order, key=self.pack.index)
        for place, card in reversed(list(enumerate(sequence))):
            places.setdefault(card, []).append(place)
        return [places[card].pop() for card in event.order]

    def _is_no_pack(self, order: Sequence[str]) -> bool:
        return sorted(order) != sorted(self.pack)

    def between(self, least: int, most: int) -> int:
        if not self.numbers:
            event = self._next("deck_cut", lambda event: type(event) in NUMBERS_DRAWN)
            self.numbers = list(NUMBERS_DRAWN[type(event)](event))
        return self.numbers.pop(0)

    def _next(self, kind: str, wanted: Callable[[e.Event], bool]) -> Any:
        while (event := self.file.peek(self.at)) is not None:
            self.at += 1
            if wanted(event):
                return event
        raise ends_early(self.file, kind)


NUMBERS_DRAWN: dict[type, Callable[[Any], Sequence[int]]] = {
    e.DeckCut: lambda event: (event.depth,),
    DiceThrown: lambda event: tuple(map(int, event.dice.split("-"))),
}
"""From events that record numbers drawn from chance to these numbers, in the order of the draws."""


def ends_early(file: EventFile, following: str) -> Broken:
    message = f"The events end before the table has done all its automatic steps: {following} must follow."
    return Broken(file.line, "ends_early", message)
