"""Many at once: a hundred who want one seat, and up to eight tables that win one progressive in the same moment.

    .venv/bin/python -m drills.races [--seats 1000] [--wins 1000]

A seat has exactly one holder. The first win gets what the meter showed, the others what was left in their order, by the
published rule; the sums are exact, and the journal played again comes to the same.
"""

import argparse
import asyncio
import random
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from typing import Any

from pitboss.fair import Entropy
from pitboss.fair.sealing import Seal
from pitboss.floor.clock import SystemClock
from pitboss.floor.means import Means
from pitboss.floor.person import Person
from pitboss.floor.pit import Pit
from pitboss.refusal import Refusal
from pitboss.store import Batch, Line, Opening, Store, open_store
from pitboss.store.batch import line_of
from pitboss.table.files import decode_event
from pitboss.table.showdown.events import ProgressivePaid

CROWD = 100
TABLES = 8
GROUP = "jackpot"


def races_for_a_seat(folder: Path, races: int, crowd: int = CROWD) -> list[str]:
    """What went wrong: nothing, if every race had exactly one winner, who sits there."""

    async def run() -> list[str]:
        entropy = Entropy()
        seal = Seal(bytes(range(32)), entropy)
        with open_store(str(folder / "seats.db"), program="drill", seal=seal.seal, unseal=seal.unseal) as store:
            pit = Pit(Means(store, SystemClock(), entropy, seal))
            table = await pit.open({"id": "t1", "table": {"game": "three-card-poker"}}, "drill")
            people = [Person(f"p{number}", "player") for number in range(crowd)]
            troubles = []
            for race in range(races):
                sit = {"do": "sit", "position": race % 6 + 1}
                answers = await asyncio.gather(*(table.do(each, sit) for each in people), return_exceptions=True)
                sat = [
                    each.name for each, answer in zip(people, answers, strict=True) if not isinstance(answer, Refusal)
                ]
                if len(sat) != 1 or [*table.state.seats.values()] != sat:
                    troubles.append(f"race {race}: {sat} were told that they sit, {table.state.seats} does")
                for name in sat:
                    await table.do(Person(name, "player"), {"do": "leave"})
            return troubles

    return asyncio.run(run())


class Meters:
    """Tables of one group in a store, each with a player; every one of them may win the whole meter."""

    def __init__(self, store: Store, tables: int = TABLES) -> None:
        self.store, self.sequences = store, dict[str, int]()
        for number in range(tables):
            opened = Line("table_opened", b"{}", (("house", "tray", 1_000_00),), 0)
            name = f"t{number}"
            store.commit(Batch(at=1, table=name, opening=Opening(GROUP), lines=(opened,)))
            self.sequences[name] = 1

    def add(self, main: int, secondary: int) -> None:
        entries = (
            ("progressive_house", "progressive_main", main),
            ("progressive_house", "progressive_secondary", secondary),
        )
        self._keep("t0", Line("progressive_collected", b"{}", entries, 1))

    def _keep(self, table: str, line: Line, meters: tuple[int, int] | None = None) -> int:
        batch = Batch(at=1, table=table, expected=self.sequences[table], lines=(line,), meters=meters)
        receipt = self.store.commit(batch)
        self.sequences[table] = receipt.sequence
        return receipt.number

    def win(self, table: str, shown: tuple[int, int]) -> tuple[int, int]:
        """The number in the journal and the cents; whoever comes late reads the meters again, as a table does."""
        while True:
            main, secondary = shown
            event = ProgressivePaid(1, f"player-{table}", "the hand", main, "meter", secondary, 0, secondary, "")
            try:
                return self._keep(table, line_of(event, 1), shown), main
            except Refusal as refusal:
                if refusal.code != "stale_meters":
                    raise
                shown = self.store.books.meters(GROUP)


def races_for_a_meter(folder: Path, races: int, seed: int = 1) -> list[str]:
    chance, troubles = random.Random(seed), list[str]()
    with open_store(str(folder / "meters.db"), program="drill") as store, ThreadPoolExecutor(TABLES) as crowd:
        meters = Meters(store)
        for race in range(races):
            meters.add(chance.randint(1, 10_000_00), chance.randint(1, 1_000_00))
            winners = chance.sample(sorted(meters.sequences), chance.randint(2, TABLES))
            shown, gate = store.books.meters(GROUP), Barrier(len(winners))

            def at_once(table: str, shown: tuple[int, int] = shown, gate: Barrier = gate) -> tuple[int, int]:
                gate.wait()
                return meters.win(table, shown)

            paid = [cents for _, cents in sorted(crowd.map(at_once, winners))]
            wanted = [shown[0], shown[1], *[0] * TABLES][: len(winners)]
            if paid != wanted or store.books.meters(GROUP) != (0, 0):
                troubles.append(f"race {race}: {shown} was paid as {paid}")
        troubles += played_again(store)
    return troubles


def played_again(store: Store) -> list[str]:
    """From the journal alone: every win took what stood there then."""
    books, events = store.books, []
    for table in books.tables():
        events += [(each.number, each) for each in books.events(table)]
    main = secondary = 0
    troubles = []
    for _, each in sorted(events, key=lambda found: found[0]):
        if each.kind == "progressive_collected":
            with books.moment() as connection:
                ask = f"SELECT taker, cents FROM postings WHERE number = {each.number} ORDER BY line"
                added: dict[str, Any] = dict(connection.exec_driver_sql(ask).all())
            main, secondary = main + added[f"main:{GROUP}"], secondary + added[f"secondary:{GROUP}"]
        elif each.kind == "progressive_paid":
            event = decode_event(each.body)
            assert isinstance(event, ProgressivePaid)
            if event.amount != main:
                troubles.append(f"entry {each.number} paid {event.amount} of {main}")
            main, secondary = secondary, 0
    return troubles + ([] if sum(books.balances().values()) == 0 else ["the books do not balance"])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seats", type=int, default=1000)
    parser.add_argument("--wins", type=int, default=1000)
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        seats, wins = races_for_a_seat(Path(folder), wanted.seats), races_for_a_meter(Path(folder), wanted.wins)
    for trouble in (*seats, *wins):
        print(trouble)
    print(f"{wanted.seats} races of {CROWD} for a seat: {len(seats)} with another end than one holder")
    print(f"{wanted.wins} races of 2 to {TABLES} for a meter: {len(wins)} out of order or amiss by a cent")
    return bool(seats or wins)


if __name__ == "__main__":
    raise SystemExit(main())
