"""A table's epochs, one after the other, each commitment chained to the one before: none can be left out unseen.

The shell around the pure `Epoch`: it asks the kernel for seeds and keeps what is alive. `records` is what everybody may
read, in the order in which it became true; whoever publishes them takes them out.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

import msgspec

from pitboss.fair.entropy import Entropy
from pitboss.fair.epochs import Drawing, Epoch, chain_start, end_epoch, open_epoch, void_epoch, with_share
from pitboss.fair.proofs import proof
from pitboss.refusal import Refusal

T = TypeVar("T")


class Record(msgspec.Struct, frozen=True, tag_field="record"):
    table: str
    epoch: int


class Committed(Record, frozen=True, tag="committed"):
    """The seeds are drawn and can no longer be changed; betting may open."""

    previous: str
    commitment: str
    keys: int


class ShareTaken(Record, frozen=True, tag="share_taken"):
    player: str
    share: str


class Frozen(Record, frozen=True, tag="frozen"):
    """The first draw was made: no share is taken any more."""


class Ended(Record, frozen=True, tag="ended"):
    """How it ended; `digest` is that of its proof."""

    ended: str
    why: str
    digest: str


class Standing(msgspec.Struct, frozen=True):
    """Where a chain stands, for a store to keep, under seal: the epochs alive have their seeds in them.

    `last`: the number of the newest epoch. `head`: its commitment. `drawn`: the newest one that has drawn.
    """

    last: int
    head: bytes
    drawn: int = 0
    alive: tuple[Epoch, ...] = ()


class Chain:
    """The epochs of one table, from its first or from where it stood."""

    def __init__(self, table: str, entropy: Entropy, standing: Standing | None = None) -> None:
        self.table = table
        self.records: list[Record] = []
        self._entropy = entropy
        self._stand(standing or Standing(0, chain_start(table)))

    @property
    def standing(self) -> Standing:
        return Standing(self.last, self.head, self.drawn, tuple(self.alive.values()))

    def _stand(self, standing: Standing) -> None:
        self.last, self.head, self.drawn = standing.last, standing.head, standing.drawn
        self.alive = {epoch.number: epoch for epoch in standing.alive}

    @contextmanager
    def all_or_nothing(self) -> Iterator[None]:
        """For a command: if it fails the chain stands as before, and tried again the same draws come out."""
        standing, records = self.standing, len(self.records)
        try:
            yield
        except BaseException:
            self._stand(standing)
            del self.records[records:]
            raise

    def open(self, keys: int = 1) -> Epoch:
        """Fresh seeds, promised at once. `keys_for` says how many the draws to come need."""
        epoch = open_epoch(self.table, self.last + 1, self.head, self._entropy.keys(keys))
        self.last, self.head = epoch.number, epoch.commitment
        self.alive[epoch.number] = epoch
        self._tell(Committed(self.table, epoch.number, epoch.previous.hex(), self.head.hex(), keys))
        return epoch

    def share(self, number: int, player: str, share: bytes) -> Epoch:
        epoch = self.alive[number] = with_share(self._alive(number), player, share)
        self._tell(ShareTaken(self.table, number, player, share.hex()))
        return epoch

    def drawing(self, number: int) -> Drawing:
        """The chance of an epoch. Draws follow the order of epochs: once a later one has drawn, this one is done."""
        epoch = self._alive(number)
        if number < self.drawn:
            raise Refusal("epoch_passed", f"Draw from epoch {self.drawn} or a later one: it has begun after {number}.")
        return Drawing(epoch)

    def keep(self, drawn: Epoch) -> None:
        """The draws count: the command they were made for is carried out."""
        before = self._alive(drawn.number)
        assert (drawn.seeds, drawn.shares) == (before.seeds, before.shares)
        assert drawn.draws[: len(before.draws)] == before.draws and drawn.number >= self.drawn
        self.alive[drawn.number] = drawn
        self.drawn = drawn.number if drawn.draws else self.drawn
        if drawn.draws and not before.draws:
            self._tell(Frozen(self.table, drawn.number))

    def end(self, number: int, events: Sequence[dict[str, Any]] = ()) -> dict[str, Any]:
        """The epoch is over; its proof, with the seeds."""
        return self._close(end_epoch(self._alive(number)), events)

    def void(self, number: int, why: str, events: Sequence[dict[str, Any]] = ()) -> dict[str, Any]:
        """The epoch is given up; its proof, with the seeds and the reason."""
        return self._close(void_epoch(self._alive(number), why), events)

    def take_records(self) -> list[Record]:
        """What has become public since the last time."""
        taken, self.records = self.records, []
        return taken

    def _close(self, epoch: Epoch, events: Sequence[dict[str, Any]]) -> dict[str, Any]:
        del self.alive[epoch.number]
        made = proof(epoch, events)
        self._tell(Ended(self.table, epoch.number, epoch.ended, epoch.why, made["digest"]))
        return made

    def _alive(self, number: int) -> Epoch:
        if number not in self.alive:
            what = "it has ended already" if 0 < number <= self.last else "there is none yet"
            raise Refusal("epoch_over", f"Use an epoch of this table that is alive; of number {number}, {what}.")
        return self.alive[number]

    def _tell(self, record: Record) -> None:
        self.records.append(record)


class ShuffleByShuffle:
    """Chance for a whole table: every shuffle begins the epoch that is open; a cut belongs to the shuffle before it.

    Before a shuffle the next one's seeds are promised, so that an epoch is open at all times and players can give their
    shares for the next shuffle while this one's cards are in play. Whatever a command draws is kept as it is drawn: let
    commands that may fail run within the chain's `all_or_nothing`.
    """

    def __init__(self, chain: Chain, keys: int = 1) -> None:
        self.chain = chain
        self.keys = keys
        if not self.waiting:
            chain.open(keys)

    @property
    def waiting(self) -> int:
        """The epoch that takes shares; 0 if somebody made it void."""
        return min(self._open(), default=0)

    def _open(self) -> list[int]:
        return [number for number in self.chain.alive if number > self.chain.drawn]

    @property
    def current(self) -> int:
        """The epoch that is drawn from; 0 before the first."""
        return self.chain.drawn

    def permutation(self, cards: int) -> Sequence[int]:
        return self._drawn(self._begun(), lambda drawing: drawing.permutation(cards))

    def between(self, least: int, most: int) -> int:
        """What is drawn before any shuffle begins the epoch that is open, as a shuffle does."""
        return self._drawn(self.current or self._begun(), lambda drawing: drawing.between(least, most))

    def _begun(self) -> int:
        """The epoch that was open, to be drawn from; the one after it is promised."""
        while len(self._open()) < 2:
            self.chain.open(self.keys)
        return self.waiting

    def _drawn(self, number: int, draw: Callable[[Drawing], T]) -> T:
        drawing = self.chain.drawing(number)
        result = draw(drawing)
        self.chain.keep(drawing.epoch)
        return result
