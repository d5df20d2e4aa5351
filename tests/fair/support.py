"""What the tests of chance share: keys that come out alike each time, tables on proved chance, the verifier."""

import json
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

from pitboss.drill.families import drilled, places
from pitboss.fair.chain import Chain, ShuffleByShuffle
from pitboss.fair.entropy import Entropy
from pitboss.refusal import Refusal
from pitboss.session import Session
from pitboss.table.families import house_of
from pitboss.table.files import encode_event
from pitboss.table.setup import House
from pitboss.table.state import State

VERIFIER = Path(__file__).resolve().parents[2] / "src" / "pitboss" / "fair" / "verify_round.py"

Json = dict[str, Any]


def planted(seed: int) -> Entropy:
    """A source that looks good and can be had again: for tests that need the same epoch twice."""
    random = Random(seed)
    return Entropy(random.randbytes)


def keys_from(seed: int, number: int) -> list[bytes]:
    return [sha256(f"{seed} {place}".encode()).digest() for place in range(number)]


def verifier(*arguments: object) -> subprocess.CompletedProcess[str]:
    """The verifier as an outsider runs it: a Python without packages, without our source on its path."""
    command = [sys.executable, "-I", "-S", str(VERIFIER), *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert "Traceback" not in done.stderr, done.stderr
    return done


def written(path: Path, lines: list[Json]) -> Path:
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


def some_proof(
    seed: int, draws: Callable[[Any], object], shares: int = 2, keys: int = 1, epochs: int = 1
) -> list[Json]:
    """The proofs of a table's first epochs, each drawn in the same way."""
    chain = Chain(f"table {seed}", planted(seed))
    proofs = []
    for number in range(1, epochs + 1):
        chain.open(keys)
        for player in range(shares):
            chain.share(number, f"p{player}", bytes([seed % 251, player, number % 256]))
        drawing = chain.drawing(number)
        draws(drawing)
        chain.keep(drawing.epoch)
        proofs.append(chain.end(number))
    return proofs


def cards_and_cut(drawing: Any) -> None:
    drawing.permutation(52)
    drawing.between(10, 42)


class PlayedTable:
    """A table of the drill, with all its mistakes and faults, on chance that can be proved."""

    def __init__(self, number: int, rounds: int, entropy: Entropy, seed: int = 1) -> None:
        random = Random(f"{seed}:{number}")
        every = places()
        self.place = every[number % len(every)]
        setup = drilled(self.place).setup_for(self.place, random) | {"given_orders": False}
        self.chain = Chain(f"table {number}", entropy)
        self.chance = ShuffleByShuffle(self.chain, keys=13)
        self.log: list[Any] = []
        self.session: Session[House, State] = Session(house_of(setup), self.chance)
        self._play(random, rounds)
        self.events = [json.loads(encode_event(event)) for event in self.session.log]
        self.proofs = [self._close(number) for number in sorted(self.chain.alive)]

    def _play(self, random: Random, rounds: int) -> None:
        session = self.session
        for _ in range(6_000):
            if session.state.number - session.state.playing >= rounds or not session.state.open:
                return
            command = drilled(self.place).next(random, session)
            if command.get("do") == "close" and not session.state.playing:
                continue
            with suppress(Refusal):
                session.do(command)
        raise AssertionError("the table got stuck")

    def _close(self, number: int) -> Json:
        drawn = self.chain.alive[number].draws
        return self.chain.end(number) if drawn else self.chain.void(number, "the table closed before its shuffle")


class PlainTable:
    """A table that runs itself, cuts included: one player, who folds every hand."""

    def __init__(self, rounds: int, entropy: Entropy) -> None:
        self.chain = Chain("table 1", entropy)
        self.chance = ShuffleByShuffle(self.chain)
        self.session: Session[House, State] = Session(house_of({"game": "three-card-poker"}), self.chance)
        player = {"by": "player", "who": "p1"}
        self.session.do({"do": "sit", "position": 1, **player})
        self.session.do({"do": "buy_in", "amount": "100000.00", **player})
        for _ in range(rounds):
            self.chain.share(self.chance.waiting, "p1", b"a share")
            self.session.do({"do": "bet", "position": 1, "wagers": {"ante": "10.00"}, **player})
            self.session.do({"do": "no_more_bets", "by": "dealer"})
            self.session.do({"do": "decide", "position": 1, "action": "fold", **player})
        self.events: list[Json] = [json.loads(encode_event(event)) for event in self.session.log]
        shuffles = [at for at, event in enumerate(self.events) if event["event"] == "shuffled"]
        ends = [*shuffles[1:], len(self.events)]
        self.proofs = [
            self.chain.end(number, self.events[start:stop])
            for number, (start, stop) in enumerate(zip(shuffles, ends, strict=True), 1)
        ]
        self.proofs.append(self.chain.void(self.chance.waiting, "the table closed before its shuffle"))
