"""SHF-05, WEB-10: games that differ only in cards nobody may see give every role the same frames, byte for byte."""

import asyncio
import hashlib
from pathlib import Path
from typing import Any

import pytest

from pitboss.fair import Entropy
from pitboss.floor import promises
from pitboss.floor.hub import Outbox
from pitboss.floor.person import Person
from pitboss.table.showdown.setup import DECK as NAMES
from pitboss.table.showdown.state import rest_of_deck
from tests.floor.floor import GAMES, a_floor, bet_of

Swap = dict[int, int]
WATCHERS = (
    Person("p1", "player"),
    Person("p2", "player"),
    Person("looker", "player"),
    Person("dan", "dealer"),
    Person("boss", "supervisor"),
    Person("eve", "auditor"),
)


class Repeating:
    """The same bytes in every run of a game, so that all that is published of them is the same."""

    def __init__(self, seed: int) -> None:
        self.seed, self.count = seed, 0

    def read(self, number: int) -> bytes:
        self.count += 1
        return hashlib.shake_256(f"{self.seed} {self.count}".encode()).digest(number)


async def frames_until_the_reveal(
    folder: Path, game: str, seed: int, swap: Swap, monkeypatch: pytest.MonkeyPatch
) -> tuple[list[list[bytes]], Any]:
    """What each watcher was told, and the table amid the decisions."""
    real = promises.Draws.permutation

    def swapped(draws: promises.Draws, cards: int) -> list[int]:
        return [swap.get(card, card) for card in real(draws, cards)]

    with monkeypatch.context() as patch:
        patch.setattr(promises.Draws, "permutation", swapped)
        async with a_floor(folder / f"{len(swap)}-{seed}-{game}.db", entropy=Entropy(Repeating(seed).read)) as floor:
            table = await floor.open(game)
            outboxes = [Outbox(most=1000) for _ in WATCHERS]
            for outbox, person in zip(outboxes, WATCHERS, strict=True):
                table.watch(outbox, person)
            for place, person in enumerate(WATCHERS[:2], 1):
                await floor.seated(table, person.name, place)
                await table.do(person, {"do": "bet", "position": place, "wagers": bet_of(table)})
            await floor.after(4)
            await floor.after(20)  # the first player is silent
            assert table.state.playing
            for outbox, person in zip(outboxes, WATCHERS, strict=True):
                table.again(outbox, person)
            return [[*outbox.frames] for outbox in outboxes], table.state


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(3))
def test_hidden_cards_reach_nobody(tmp_path: Path, game: str, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    def run(swap: Swap) -> tuple[list[list[bytes]], Any]:
        return asyncio.run(frames_until_the_reveal(tmp_path, game, seed, swap, monkeypatch))

    plain, state = run({})
    stub = NAMES.index(rest_of_deck(state)[-1])
    hidden = next(card for card in state.dealer if card not in state.shown)
    with_dealers, other = run(_exchanged(NAMES.index(hidden), stub))
    assert hidden not in other.dealer and NAMES[stub] in other.dealer
    assert with_dealers == plain, "a card of the dealer's that lies face down is nobody's to know"
    own = state.hands[2][0]
    with_own, other = run({**_exchanged(NAMES.index(own), stub), -1: -1})
    assert own not in other.hands[2]
    for person, frames, others in zip(WATCHERS, plain, with_own, strict=True):
        assert (frames == others) == (person.name != "p2"), f"a card of player 2 as {person.role} {person.name} sees it"


def _exchanged(one: int, other: int) -> Swap:
    return {one: other, other: one}
