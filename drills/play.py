"""Real rounds through a store: a table that runs itself, six players who bet and decide by a seed, every command kept.

What the drills, the benchmark and the tests of the store share. The seal is a plain cipher stream from one key: enough
to see that nothing lies open in a database, and nothing more.
"""

import hashlib
import random
from collections.abc import Iterator

import msgspec

from pitboss.cards.chance import Shuffles
from pitboss.store import Batch, Opening, Receipt, Record, Store, lines_of
from pitboss.store.batch import Line
from pitboss.table import events as e
from pitboss.table.decide import open_table, step
from pitboss.table.families import house_of
from pitboss.table.showdown.commands import Command

POSITIONS = range(1, 7)
BANKROLL = 100_000_000
MINUTE = 60_000_000


def seal(opened: bytes) -> bytes:
    """The same function opens it again."""
    stream = hashlib.shake_256(b"a key for drills").digest(len(opened))
    mixed = int.from_bytes(opened, "big") ^ int.from_bytes(stream, "big")
    return mixed.to_bytes(len(opened), "big")


class Table:
    """A table being played; `batches` of a command at a time, so that a drill can stop between any two."""

    def __init__(
        self,
        name: str,
        game: str = "three-card-poker",
        seed: int = 1,
        group: str = "",
        start: int = 0,
        positions: range = POSITIONS,
    ) -> None:
        self.name, self.group, self.at = name, group or name, start
        self.house, self.chance, self.rng = house_of({"game": game}), Shuffles(seed), random.Random(seed)
        self.players = {position: f"{name}-p{position}" for position in positions}
        self.sequence = self.count = 0
        self.round_now = 1
        self.sealed: list[tuple[int, int]] = []

    def opening(self) -> Batch:
        events, self.state = open_table(self.house, self.chance)
        funded = tuple(
            Record(kind="wallet_funded", component="accounts", who=who, entries=(("house", f"wallet:{who}", BANKROLL),))
            for who in self.players.values()
        )
        return self._batch(events, Opening(self.group), funded)

    def seating(self) -> Iterator[Batch]:
        for position, who in self.players.items():
            yield self._do(Command(do="sit", by="player", who=who, position=position))
            yield self._do(Command(do="buy_in", by="player", who=who, amount="500000.00"))

    def round(self) -> Iterator[Batch]:
        """A round of six positions: the bets, no more bets, the decisions with all that follows by itself."""
        wagers = {"ante": "10.00"} | {side.name: "1.00" for side in self.house.rules.sides}
        for position, who in self.players.items():
            yield self._do(Command(do="bet", by="player", who=who, position=position, wagers=wagers))
        yield self._do(Command(do="no_more_bets", by="dealer", who="dealer"))
        while (task := self.state.next) and task.do == "decide":
            decision = self.house.game.decisions[task.decision]
            declined = self.rng.randrange(4) == 0
            action = decision.declined_by if declined else decision.name
            amount = None if declined else f"{10 * decision.least}.00"
            who, position = self.players[task.position], task.position
            yield self._do(Command(do="decide", by="player", who=who, position=position, action=action, amount=amount))

    def revealing(self) -> Batch:
        """The round is over: what was sealed of it is opened. The shuffle for the next one stays as it is."""
        over = tuple(sequence for round_, sequence in self.sealed if round_ < self.round_now)
        self.sealed = [each for each in self.sealed if each[0] >= self.round_now]
        return Batch(at=self._later(), table=self.name, expected=self.sequence, reveals=over)

    def whole_round(self) -> Iterator[Batch]:
        yield from self.round()
        yield self.revealing()

    def _do(self, command: Command) -> Batch:
        playing, number = self.state.playing, self.state.number
        events, self.state = step(self.house, self.state, command, self.chance)
        return self._batch(
            events, None, (), command, (playing or number != self.state.number) and not self.state.playing
        )

    def _batch(
        self,
        events: list[e.Event],
        opening: Opening | None,
        records: tuple[Record, ...],
        command: Command | None = None,
        is_over: bool = False,
    ) -> Batch:
        lines: tuple[Line, ...] = lines_of(events, self.round_now, is_over)
        self.round_now += is_over
        expected, self.sequence, self.count = self.sequence, self.sequence + len(lines), self.count + 1
        self.sealed += [(line.round, expected + n) for n, line in enumerate(lines, 1) if line.secret]
        asked = msgspec.json.encode(command) if command else b""
        return Batch(
            at=self._later(),
            table=self.name,
            expected=expected,
            lines=lines,
            opening=opening,
            records=records,
            who=command.who if command else "",
            key=f"{self.name}-{self.count}" if command else "",
            digest=hashlib.sha256(asked).digest() if command else b"",
            answer=b"%d" % len(lines),
        )

    def _later(self) -> int:
        self.at += 1000
        return self.at


def play(store: Store, table: Table, rounds: int) -> Receipt:
    """Open a table, seat six players, play so many rounds."""
    receipt = store.commit(table.opening())
    for batch in table.seating():
        receipt = store.commit(batch)
    for _ in range(rounds):
        for batch in table.whole_round():
            receipt = store.commit(batch)
    return receipt
