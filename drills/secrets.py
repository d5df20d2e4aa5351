"""Games that differ only in what nobody may know, side by side: every role is told the same, byte for byte.

    .venv/bin/python -m drills.secrets [--pairs 10000] [--seed 1]

A game is played on a floor with players, a visitor, a dealer, a supervisor and an auditor watching; then again with the
same bytes of chance, the same commands and two cards exchanged: one that lies face down and one that is not dealt, or
two that are not dealt; at dice, the throw to come. Until the dealer's hand is turned over, all frames must be the same,
but for the player whose own card it was, whose frames must differ. In each game the frames are also searched by value:
no card may be named in a frame that is not dealt yet, or that lies face down and is not the reader's own. Once it is
turned over they may differ, and how often they do is told: a drill that never saw a difference would prove nothing.
Frames are the floor's own; only the disk is left out. SHF-05, WEB-10.
"""

import argparse
import asyncio
import hashlib
import random
import re
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from typing import Any

import msgspec

from pitboss.fair import Entropy
from pitboss.fair.sealing import Seal
from pitboss.floor import promises
from pitboss.floor.bots import first_bet
from pitboss.floor.config import usual_tables
from pitboss.floor.hub import Outbox
from pitboss.floor.live import LiveTable
from pitboss.floor.means import Means
from pitboss.floor.metrics import Counts
from pitboss.floor.person import Person
from pitboss.floor.pit import Pit
from pitboss.floor.showing import Made
from pitboss.store import Batch, Receipt
from pitboss.table import events as e
from pitboss.table.dice.state import State as DiceState
from pitboss.table.shoe.events import HoleRevealed
from pitboss.table.showdown.events import CardTurned, DealerRevealed, HandRevealed
from pitboss.table.showdown.state import State as ShowdownState
from pitboss.table.views import choices

GAMES = tuple(plan.table["game"] for plan in usual_tables(()))
OTHERS = (
    Person("looker", "player"),
    Person("dan", "dealer"),
    Person("boss", "supervisor"),
    Person("eve", "auditor"),
)
SECOND = 1_000_000
KEY = bytes(range(32))
MOST_THROWS = 4
MOST_ACTS = 200

Act = tuple[Person, dict[str, Any]] | int
"""A person's command, or so many seconds in which nobody says anything."""


class Repeating:
    """The same bytes in every game of a seed, so that all that is published of them is the same."""

    def __init__(self, seed: str) -> None:
        self.seed, self.count = seed, 0

    def read(self, number: int) -> bytes:
        self.count += 1
        return hashlib.shake_256(f"{self.seed} {self.count}".encode()).digest(number)


class SetClock:
    """Time passes only when the drill says so."""

    def __init__(self) -> None:
        self.now = 1_000 * SECOND

    def wall(self) -> int:
        return self.now

    def steady(self) -> int:
        return self.now


class NoDisk:
    """A store that believes everything and keeps nothing."""

    closed = False

    def __init__(self) -> None:
        self.number = 0

    def submit(self, batch: Batch) -> "Future[Receipt]":
        self.number += 1
        kept: Future[Receipt] = Future()
        kept.set_result(Receipt(self.number, batch.expected + len(batch.lines), b"", batch.answer))
        return kept


class Difference(msgspec.Struct, frozen=True):
    """What is other than in the plain game: two places of the first shuffle, or the faces of one throw and later."""

    kind: str
    places: tuple[int, int] = (0, 0)
    throw: int = 0
    owner: str = ""


PLAIN = Difference("nothing")


class Game:
    """One game on a floor of its own, with everything that each watcher was told."""

    counts = Counts()

    def __init__(self, game: str, seed: str, players: list[Person], difference: Difference = PLAIN) -> None:
        self.game, self.players, self.difference = game, players, difference
        self.clock = SetClock()
        entropy = Entropy(Repeating(seed).read)
        store: Any = NoDisk()
        self.pit = Pit(Means(store, self.clock, entropy, Seal(KEY, entropy), counts=self.counts))
        self.watchers = {person.name: (Outbox(most=1_000_000), person) for person in (*players, *OTHERS)}
        self.acts: list[Act] = []
        self.told_by: list[dict[str, int]] = []
        """Before each act: how many frames each watcher has got."""
        self.dealt_by: list[int] = []
        """Before each act: how many cards are dealt."""
        self.revealed_by = -1
        """The act with which hidden cards are turned over."""
        self.dealt: list[tuple[str, str, bool]] = []
        self.turned: set[str] = set()
        self.order: list[int] = []
        self.faces = 0

    async def open(self) -> None:
        _playing[:] = [self]
        self.table = await self.pit.open({"id": "t1", "table": {"game": self.game}}, "boss")
        for outbox, person in self.watchers.values():
            self.table.watch(outbox, person)

    async def act(self, act: Act) -> None:
        self.acts.append(act)
        self.told_by.append({name: len(outbox.frames) for name, (outbox, _) in self.watchers.items()})
        self.dealt_by.append(len(self.dealt))
        if isinstance(act, int):
            self.clock.now += act * SECOND
            await self.pit.tick()
        else:
            await self.table.do(*act)

    @property
    def last(self) -> int:
        """The first act whose outcome may tell of the difference."""
        return self.revealed_by if self.revealed_by >= 0 else len(self.acts) - 1

    def told(self, until: int | None = None) -> dict[str, list[bytes]]:
        """By watcher: all frames before an act, or all."""
        frames = {name: [*outbox.frames] for name, (outbox, _) in self.watchers.items()}
        return frames if until is None else {name: frames[name][:most] for name, most in self.told_by[until].items()}

    def named(self) -> Iterator[str]:
        """Cards that a frame names before its reader may know them: by value, whatever the frame looks like."""
        ends = [*self.told_by[1:], {name: len(outbox.frames) for name, (outbox, _) in self.watchers.items()}]
        dealt = [*self.dealt_by[1:], len(self.dealt)]
        for name, (outbox, _) in self.watchers.items():
            frames = [*outbox.frames]
            for act in range(self.last):
                may = self.known_to(name, dealt[act])
                for frame in frames[self.told_by[act][name] : ends[act][name]]:
                    for card in cards_in(msgspec.json.decode(frame)) - may:
                        yield f"{self.game}, act {act}: {card} in a frame of {name}"

    def known_to(self, who: str, dealt: int) -> set[str]:
        """Of the first cards dealt, those that lie open and those of the reader's own hand."""
        own = {str(place) for place, player in self.table.state.seats.items() if player == who}
        return {card for to, card, up in self.dealt[:dealt] if up or to in own} | self.turned

    # What chance gives this game, and what happens in it

    def shuffled(self, order: list[int]) -> list[int]:
        if not self.order:
            one, other = self.difference.places
            order[one], order[other] = order[other], order[one]
            self.order = order
        return order

    def fallen(self, face: int) -> int:
        self.faces += 1
        changed = self.difference.throw and (self.faces + 1) // 2 >= self.difference.throw
        return face % 6 + 1 if changed else face

    def happened(self, events: list[e.Event]) -> None:
        for event in events:
            if isinstance(event, e.CardsDealt):
                self.dealt += event.cards
            elif isinstance(event, CardTurned):
                self.turned.add(event.card)
            elif isinstance(event, DealerRevealed | HandRevealed | HoleRevealed) and self.revealed_by < 0:
                self.revealed_by = len(self.acts) - 1


CARD = re.compile(r"(?<![A-Za-z0-9])(?:[2-9TJQKA]|10)[cdhs](?![A-Za-z0-9])")
AN_ENGLISH_WORD = "As"


def cards_in(data: Any) -> set[str]:
    """Every card that is named anywhere in data, in a name or in a text. `As` in a sentence is a word, not an ace."""
    if isinstance(data, dict):
        return {card for name, value in data.items() for card in cards_in(str(name)) | cards_in(value)}
    if isinstance(data, list | tuple):
        return {card for each in data for card in cards_in(each)}
    if not isinstance(data, str):
        return set()
    found = {*CARD.findall(data)}
    is_cards_only = bool(data) and all(CARD.fullmatch(word) for word in data.split())
    return found if is_cards_only else found - {AN_ENGLISH_WORD}


_playing: list[Game] = []
"""The game that chance is asked for."""


@contextmanager
def listening_in() -> Iterator[None]:
    """Chance and publication of the floor, with the drill at the table."""
    draws: Any = promises.Draws
    live: Any = LiveTable
    kept = permutation, between, publish = draws.permutation, draws.between, live.publish

    def shuffled(drawing: promises.Draws, cards: int) -> list[int]:
        return _playing[-1].shuffled([*permutation(drawing, cards)])

    def fallen(drawing: promises.Draws, least: int, most: int) -> int:
        found: int = between(drawing, least, most)
        return _playing[-1].fallen(found) if (least, most) == (1, 6) else found

    def published(table: LiveTable, made: Made, first: int, at: int) -> None:
        _playing[-1].happened(made.events)
        publish(table, made, first, at)

    draws.permutation, draws.between, live.publish = shuffled, fallen, published
    try:
        yield
    finally:
        draws.permutation, draws.between, live.publish = kept


async def plain(game: str, seed: str, random_: random.Random) -> Game:
    """A game to the end of its round, or of some throws."""
    people = [Person(f"p{place}", "player") for place in range(1, random_.randrange(2, 4) + 1)]
    played = Game(game, seed, people)
    throws = random_.randrange(1, MOST_THROWS + 1)
    await played.open()
    for place, person in enumerate(people, 1):
        await played.act((person, {"do": "sit", "position": place}))
        await played.act((person, {"do": "buy_in", "amount": "1000.00"}))
        await played.act((person, first_bet(played.table, person.name)))
    await played.act(4)
    while played.table.state.playing if game != "craps" else played.faces < 2 * throws:
        await played.act(next_act(played, random_))
        assert len(played.acts) < MOST_ACTS, f"{game}, seed {seed} does not end: {played.acts[-3:]}"
    return played


def next_act(played: Game, random_: random.Random) -> Act:
    """What somebody does who may; now and then nobody does anything."""
    table = played.table
    task = table.state.next
    if isinstance(table.state, DiceState) and table.state.betting:
        for person in played.players:
            if not table.state.has_wagers(person.name):
                return person, first_bet(table, person.name)
    if task is None or task.by != "player" or random_.randrange(8) == 0:
        return 30
    for person in played.players:
        found = [each for each in choices(table.house, table.state, "player", person.name) if each["do"] == task.do]
        if found:
            # Where cards of the own are hidden, only what is open to every hand: they may limit what can be added.
            command = random_.choice(found[:2] if isinstance(table.state, ShowdownState) else found)
            return person, {name: held for name, held in command.items() if name not in ("by", "who")}
    return 30


def differences(played: Game, random_: random.Random) -> Iterator[Difference]:
    """Games that nobody may be able to tell from this one before the end."""
    if played.game == "craps":
        yield Difference("the throw to come", throw=played.faces // 2)
        return
    places, pack = places_of(played), played.table.house.pack
    undealt = places[len(played.dealt) :]
    peeked = not isinstance(played.table.state, ShowdownState)

    def exchanged(kind: str, place: int, owner: str = "") -> Iterator[Difference]:
        """With a card that is not dealt, if there is one that does."""
        card = pack[played.order[place]]
        others = [each for each in undealt if differs(card, pack[played.order[each]], peeked)]
        if others:
            yield Difference(kind, (place, random_.choice(others)), owner=owner)

    yield from exchanged("two cards not dealt", random_.choice(undealt))
    lying = zip(places, played.dealt, strict=False)
    hidden = [(place, to) for place, (to, card, up) in lying if not up and card not in played.turned]
    for whose, kind in (("dealer", "a card of the dealer's"), ("rack", "a burnt card")):
        if found := [place for place, to in hidden if to == whose]:
            yield from exchanged(kind, random_.choice(found))
    if own := [(place, to) for place, to in hidden if to.isdigit()]:
        place, to = random_.choice(own)
        yield from exchanged("a player's own card", place, owner=f"p{to}")


def differs(card: str, other: str, peeked: bool) -> bool:
    """Another card; where the dealer peeks for a blackjack, one of which the peek says the same: everybody is told."""
    if not peeked:
        return card != other
    return card != other and (card[0] == "A") == (other[0] == "A") and (card[0] in "TJQK") == (other[0] in "TJQK")


def places_of(played: Game) -> list[int]:
    """The places of the shuffled cards in the order in which they are dealt: from the cut on."""
    pack, order = played.table.house.pack, played.order
    names = [card for _, card, _ in played.dealt]
    for cut in range(len(order)):
        places = [*range(cut, len(order)), *range(cut)]
        if all(pack[order[place]] == name for place, name in zip(places, names, strict=False)):
            return places
    raise AssertionError("the cards dealt are not those shuffled")


async def is_seen(plainly: Game, seed: str, difference: Difference) -> bool:
    """The same acts at a table with a difference: whether it is seen when cards are turned over, or dice thrown.

    Raises where somebody can tell before, or a player cannot tell the own card.
    """
    game = Game(plainly.game, seed, plainly.players, difference)
    await game.open()
    for act in plainly.acts:
        await game.act(act)
    before, other = plainly.told(plainly.last), game.told(plainly.last)
    for name in before:
        same = before[name] == other[name]
        assert same == (name != difference.owner), (
            f"{plainly.game}, seed {seed}: {difference.kind} {difference.places} "
            f"is {'hidden from' if same else 'told to'} {name}"
        )
    return plainly.told() != game.told()


async def drill(pairs: int, seed: int = 1, progress: bool = False) -> Counter[str]:
    """How many pairs there were of each game and kind; `seen: …` how many showed their difference at the end."""
    found: Counter[str] = Counter()
    done = number = 0
    with listening_in():
        while done < pairs:
            game, number = GAMES[number % len(GAMES)], number + 1
            random_, name = random.Random(f"{seed} {number}"), f"{seed} {number}"
            played = await plain(game, name, random_)
            if named := next(played.named(), ""):
                raise AssertionError(f"seed {name}: {named}")
            found["searched by value"] += 1
            for difference in differences(played, random_):
                seen = await is_seen(played, name, difference)
                found.update({game: 1, difference.kind: 1, f"seen: {difference.kind}": seen})
                done += 1
                if progress and done % 500 == 0:
                    print(f"  {done:,} pairs", flush=True)
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    found = asyncio.run(drill(wanted.pairs, wanted.seed, progress=True))
    for what, times in sorted(found.items()):
        print(f"{times:7,} {what}")
    print(f"{sum(found[game] for game in GAMES):,} pairs, all frames the same for whoever may not know")
    return 0


if __name__ == "__main__":
    sys.exit(main())
