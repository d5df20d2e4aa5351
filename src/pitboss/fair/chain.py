"""A table's epochs, one after the other, each commitment chained to the one before: none can be left out unseen.

The shell around the pure `Epoch`: it asks the kernel for seeds and keeps what is alive. `records` is what everybody may
read, in the order in which it became true; whoever publishes them takes them out.
"""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from pitboss.fair.entropy import Entropy
from pitboss.fair.epochs import Drawing, Epoch, chain_start, end_epoch, open_epoch, void_epoch, with_share
from pitboss.fair.proofs import proof
from pitboss.refusal import Refusal


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


class Chain:
    """The epochs of one table. One that was kept goes on from its last epoch number, its head and what is alive."""

    def __init__(
        self, table: str, entropy: Entropy, last: int = 0, head: bytes = b"", alive: Iterable[Epoch] = ()
    ) -> None:
        self.table = table
        self.last = last
        self.head = head or chain_start(table)
        self.alive = {epoch.number: epoch for epoch in alive}
        self.records: list[Record] = []
        self._entropy = entropy

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
        if any(each.draws for each in self.alive.values() if each.number > number):
            raise Refusal("epoch_passed", f"Draw from the latest epoch: one after {number} has begun.")
        return Drawing(epoch)

    def keep(self, drawn: Epoch) -> None:
        """The draws count: the command they were made for is carried out."""
        before = self._alive(drawn.number)
        assert (drawn.seeds, drawn.shares) == (before.seeds, before.shares)
        assert drawn.draws[: len(before.draws)] == before.draws
        self.alive[drawn.number] = drawn
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
    shares for the next shuffle while this one's cards are in play.
    """

    def __init__(self, chain: Chain, keys: int = 1) -> None:
        self.chain = chain
        self.keys = keys
        self.waiting = chain.open(keys).number
        self.current = 0

    def permutation(self, cards: int) -> Sequence[int]:
        self.current, self.waiting = self.waiting, self.chain.open(self.keys).number
        drawing = self.chain.drawing(self.current)
        order = drawing.permutation(cards)
        self.chain.keep(drawing.epoch)
        return order

    def between(self, least: int, most: int) -> int:
        """What is drawn before any shuffle, as dice are, begins the epoch that is open."""
        if not self.current:
            self.current, self.waiting = self.waiting, self.chain.open(self.keys).number
        drawing = self.chain.drawing(self.current)
        number = drawing.between(least, most)
        self.chain.keep(drawing.epoch)
        return number
