"""The chance of a table on the floor: promised before betting opens, kept sealed, shown when its cards are out.

A table's draws belong to epochs (docs/fairness.md). Every shuffle begins the epoch that is open and opens the next one,
so that players can always add a share to the shuffle to come; a cut belongs to the shuffle before it; dice begin an
epoch with every roll. What a command draws is drawn from a copy: only when the store has the command does it count.
"""

from base64 import b64decode, b64encode
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import msgspec

from pitboss.fair import Chain, Drawing, Entropy, Epoch, keys_for, shuffle_choices
from pitboss.fair.sealing import Seal, seal_standing, unseal_standing
from pitboss.refusal import Refusal
from pitboss.store.batch import Record
from pitboss.table import events as e
from pitboss.table.setup import House
from pitboss.table.state import State

DICE = (6, 6)
MOST_CUTS = 4
"""A shuffle may be cut again; its epoch has keys for so many."""

LINGERING = 1_000
"""Epochs that were superseded amid a round are kept beside the decks, under their own number and so much."""

T = TypeVar("T")


class InPlay(msgspec.Struct, frozen=True):
    """An epoch whose cards are in play: the event with which they came, and the last one before others did.

    Where cards are shuffled amid a round, as when a shoe runs out, the hands still hold cards of the epoch before.
    """

    epoch: int
    first: int
    last: int = 0


class Standing(msgspec.Struct, frozen=True):
    """A table's chain of epochs as the store keeps it, under seal, and which of them lies in which deck."""

    sealed: str
    in_play: dict[int, InPlay]


class Shown(msgspec.Struct, frozen=True):
    """An epoch that is over, with the sequences of the first and last event of its proof."""

    epoch: Epoch
    first: int
    last: int


def keys_needed(house: House) -> int:
    """How many keys an epoch at this table takes."""
    cards = len(house.pack)
    return keys_for([*shuffle_choices(cards), *[cards] * MOST_CUTS] if cards else DICE)


class Promises:
    """What is promised at one table. A value: what a command makes of it is another one."""

    def __init__(self, table: str, house: House, entropy: Entropy, seal: Seal) -> None:
        self.table = table
        self.cards = bool(house.pack)
        self.keys = keys_needed(house)
        self.entropy = entropy
        self.seal = seal
        self.chain = Chain(table, entropy)
        self.in_play: dict[int, InPlay] = {}
        self.sealed: dict[int, list[int]] = {}
        """By deck: the sequences of sealed events that wait for the end of their epoch."""

    def begin(self) -> "Draws":
        return Draws(self)

    def copy(self) -> "Promises":
        other: Promises = object.__new__(Promises)
        other.__dict__.update(self.__dict__)
        other.chain = Chain(self.table, self.entropy, self.chain.standing)
        other.in_play = self.in_play.copy()
        other.sealed = {deck: found.copy() for deck, found in self.sealed.items()}
        return other

    def follow(self, state: State, event: e.Event, sequence: int) -> None:
        """Note where a sealed event belongs; `state` is the table before it."""
        if not event.public:
            self.sealed.setdefault(deck_of(state, event), []).append(sequence)

    @property
    def waiting(self) -> Epoch | None:
        """The epoch that is open for shares."""
        return next((epoch for epoch in self.chain.alive.values() if epoch.number > self.chain.drawn), None)

    def public(self) -> dict[str, Any]:
        """What everybody may see."""
        alive = [epoch.public() for epoch in self.chain.alive.values()]
        return {"waiting": self.waiting.public() if self.waiting else None, "alive": alive}

    def standing(self) -> Record:
        """For the store: what a restart needs to go on with the same epochs."""
        sealed = b64encode(seal_standing(self.seal, self.table, self.chain.standing)).decode()
        return _record(self.table, "standing", Standing(sealed, self.in_play))

    def restore(self, text: str) -> None:
        """Go on from what the store has."""
        found = msgspec.json.decode(text, type=Standing)
        standing = unseal_standing(self.seal, b64decode(found.sealed), self.table)
        self.chain = Chain(self.table, self.entropy, standing)
        self.in_play = dict(found.in_play)

    def share(self, player: str, share: bytes) -> tuple["Promises", tuple[Record, ...]]:
        """A player's own bytes for the shuffle to come."""
        if self.waiting is None:
            raise Refusal("no_epoch", "Wait until the table has promised its next shuffle.")
        after = self.copy()
        after.chain.share(self.waiting.number, player, share)
        return after, (*_published(after.chain), after.standing())


class Draws:
    """Chance for one command, and what must be kept of it."""

    def __init__(self, before: Promises) -> None:
        self.after = before
        self._touched = False
        self._begun: list[int] = []
        self.reveals: list[int] = []
        self.shown: list[Shown] = []

    def permutation(self, cards: int) -> Sequence[int]:
        self._begin_epoch()
        return self._draw(lambda drawing: drawing.permutation(cards))

    def between(self, least: int, most: int) -> int:
        if not self.after.chain.drawn or (not self.after.cards and not self._begun):
            self._begin_epoch()
        return self._draw(lambda drawing: drawing.between(least, most))

    def open(self) -> None:
        """The first promise of a table, before anything happens there."""
        self._touch().open(self.after.keys)

    def _touch(self) -> Chain:
        if not self._touched:
            self.after, self._touched = self.after.copy(), True
        return self.after.chain

    def _begin_epoch(self) -> None:
        """The one that was promised begins, and the next is promised before anything is drawn from this one."""
        chain, waiting = self._touch(), self.after.waiting
        assert waiting is not None, "nothing is drawn that was not promised"
        chain.open(self.after.keys)
        self._begun.append(waiting.number)

    def _draw(self, draw: Callable[[Drawing], T]) -> T:
        chain = self._touch()
        drawing = chain.drawing(self._begun[-1] if self._begun else chain.drawn)
        drawn = draw(drawing)
        chain.keep(drawing.epoch)
        return drawn

    def settle(self, states: Sequence[State], events: Sequence[e.Event], expected: int) -> None:
        """Follow what the command did: which epochs came into play, which are over.

        `states` are those before each event, and at the end the one after all.
        """
        lingering = any(deck >= LINGERING for deck in self.after.in_play)
        if not self._touched and not lingering and not any(_matters(event) for event in events):
            return
        self._touch()
        begun = iter(self._begun)
        for sequence, (state, event) in enumerate(zip(states, events, strict=False), expected + 1):
            if isinstance(event, e.Shuffled | e.DeckReceived) and event.order:
                self._superseded(deck_of(state, event), sequence - 1, expected, state.playing)
                self.after.in_play[deck_of(state, event)] = InPlay(next(begun), sequence)
            self.after.follow(state, event, sequence)
            if isinstance(event, e.TableClosed):
                self._give_up(sequence, expected)
        if not states[-1].playing:
            self._lingering_over(expected)
        if not self.after.cards:
            self._dice_have_fallen(begun, expected, expected + len(events))

    def _superseded(self, deck: int, last: int, expected: int, playing: bool) -> None:
        """Other cards come in place of a deck's. Amid a round its epoch lingers: seeds would tell cards in hands."""
        if not playing:
            return self._over(deck, last, expected)
        found, sealed = self.after.in_play.pop(deck, None), self.after.sealed.pop(deck, [])
        if found is not None:
            aside = LINGERING + found.epoch
            self.after.in_play[aside] = msgspec.structs.replace(found, last=last)
            self.after.sealed[aside] = sealed
        return None

    def _lingering_over(self, expected: int) -> None:
        for deck in [deck for deck in self.after.in_play if deck >= LINGERING]:
            self._over(deck, self.after.in_play[deck].last, expected)

    def _over(self, deck: int, last: int, expected: int) -> None:
        """The cards of a deck are out of play: its epoch may be shown, and what was sealed with it opened."""
        found = self.after.in_play.pop(deck, None)
        if found is not None and self.after.chain.alive[found.epoch].draws:
            self.shown.append(Shown(self.after.chain.alive[found.epoch], found.first, last))
            self.after.chain.end(found.epoch)
        kept = self.after.sealed.pop(deck, [])
        self.reveals += [sequence for sequence in kept if sequence <= expected]
        # What this very command sealed is not in the store yet; it is opened with the next epoch of its deck.
        if late := [sequence for sequence in kept if sequence > expected]:
            self.after.sealed.setdefault(deck if deck < LINGERING else 0, []).extend(late)

    def _give_up(self, last: int, expected: int) -> None:
        for deck in [*self.after.in_play, *self.after.sealed]:
            self._over(deck, last, expected)
        for epoch in [*self.after.chain.alive.values()]:
            self.shown.append(Shown(epoch, last, last))
            self.after.chain.void(epoch.number, "the table was closed")

    def _dice_have_fallen(self, begun: Any, expected: int, last: int) -> None:
        for number in begun:
            self.shown.append(Shown(self.after.chain.alive[number], expected + 1, last))
            self.after.chain.end(number)

    def records(self) -> tuple[Record, ...]:
        """What the store keeps of the promises, with the command they were made or kept for."""
        if not self._touched:
            return ()
        published = _published(self.after.chain)
        if not published and not self.shown:
            return ()
        shown = [_record(self.after.table, "shown", each) for each in self.shown]
        return (*published, *shown, self.after.standing())


def _matters(event: e.Event) -> bool:
    return isinstance(event, e.TableClosed) or not event.public


def _published(chain: Chain) -> list[Record]:
    return [_record(chain.table, str(each.__struct_config__.tag), each) for each in chain.take_records()]


def _record(table: str, kind: str, said: Any) -> Record:
    return Record(kind=f"fair_{kind}", component=table, who="house", after=msgspec.json.encode(said).decode())


def deck_of(state: State, event: e.Event) -> int:
    """Which deck an event of cards concerns, where a table may have two."""
    in_play: int = getattr(state, "deck", 0)
    if isinstance(event, e.DeckReceived):
        return 1 - in_play if getattr(state, "stock", ()) else in_play
    return 1 - in_play if getattr(event, "other", False) else in_play
