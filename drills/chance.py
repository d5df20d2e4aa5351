"""Chance put to the test: `python -m drills.chance statistics`, `starts`, `calls`, `dates`, `proofs` or `promises`.

    statistics   RNG-04, RNG-05: finished shuffles and dice of every kind a table uses, judged together at 1 %
    starts       RNG-06: cold starts and forked workers, none like another
    calls        RNG-10: the same keys after a number of calls, the same numbers
    dates        RNG-10: the same keys on dates over 30 years, the same numbers (with `faketime`)
    proofs       PF-02, PF-03, SHF-01: rounds by the chain, verified by the separate program; tampered ones refused
    promises     PF-01: the log of so many rounds read in order, no commitment and no share after the bet of its round

Run from a checkout with `.venv/bin/python -m drills.chance …`. The exit status is 1 if anything fails.
"""

import argparse
import importlib.util
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from drills.goodness import LEVEL, Found, rejected
from drills.statistics import Rows, family_of_numbers, family_of_shuffles
from pitboss.fair.chain import Chain, Committed, Frozen, ShareTaken, ShuffleByShuffle
from pitboss.fair.entropy import Entropy
from pitboss.fair.epochs import Drawing, chain_start, open_epoch
from pitboss.fair.proofs import digest
from pitboss.fair.stream import Stream, keys_for, shuffle_choices
from pitboss.session import Session
from pitboss.table.families import showdown_house as house_of
from pitboss.table.files import encode_event
from pitboss.table.showdown.events import BetPlaced
from pitboss.table.showdown.setup import House
from pitboss.table.showdown.state import State

VERIFIER = Path(__file__).resolve().parents[1] / "src" / "pitboss" / "fair" / "verify_round.py"

SHOES = {"one deck": 52, "six decks without tens": 288, "eight decks without tens": 384}
"""Every pack that a game of ours is dealt from."""


# Statistics


def shuffled(cards: int, number: int, entropy: Entropy | None = None) -> Rows:
    """So many shuffles, each in an epoch of its own, as a table makes them."""
    source, keys = entropy or Entropy(), keys_for(shuffle_choices(cards))
    rows = np.empty((number, cards), np.int64)
    start = chain_start("drill")
    for row in range(number):
        rows[row] = Drawing(open_epoch("drill", row + 1, start, source.keys(keys))).permutation(cards)
    return rows


def thrown(number: int, entropy: Entropy | None = None) -> Rows:
    """So many dice, a shooter's fifty in an epoch."""
    source, start, found = entropy or Entropy(), chain_start("drill"), list[int]()
    for epoch in range(-(-number // 50)):
        drawing = Drawing(open_epoch("drill", epoch + 1, start, source.keys(1)))
        found += [drawing.between(1, 6) - 1 for _ in range(50)]
    return np.array(found[:number])


def naive(number: int, seed: int) -> Rows:
    """A control: every place changes with any other, which favours some orders."""
    random = np.random.default_rng(seed)
    rows = np.tile(np.arange(52), (number, 1))
    all_rows = np.arange(number)
    for place in range(52):
        other = random.integers(0, 52, number)
        rows[all_rows, other], rows[:, place] = rows[:, place].copy(), rows[all_rows, other].copy()
    return rows


def byte_modulo(number: int, seed: int) -> Rows:
    """A control: a byte's remainder, which favours the first 48 of 52."""
    return (np.random.default_rng(seed).integers(0, 256, number) % 52).astype(np.int64)


def in_parts(make: Callable[[int], Rows], number: int, workers: int) -> Rows:
    with ProcessPoolExecutor(workers) as pool:
        return np.concatenate(list(pool.map(make, [number // workers] * workers)))


def statistics(wanted: argparse.Namespace) -> bool:
    family = list[Found]()
    for name, cards in SHOES.items():
        number = wanted.shuffles * 52 // cards
        rows = in_parts(partial(shuffled, cards), number, wanted.workers)
        family += [Found(f"{name}: {found.name}", found.chance) for found in family_of_shuffles(rows)]
        print(f"{name}: {len(rows):,} shuffles")
    dice = in_parts(thrown, 4 * wanted.shuffles, wanted.workers)
    family += [Found(f"dice: {found.name}", found.chance) for found in family_of_numbers(dice, 6)]
    print(f"dice: {len(dice):,}")
    least, out = min(family, key=lambda found: found.chance), rejected(family)
    low = sum(found.chance < LEVEL for found in family)
    print(f"{len(family)} tests, {len(out)} rejected by Holm at {LEVEL:.0%}")
    print(f"below 1 % by themselves: {low}, chance alone makes about {len(family) * LEVEL:.1f}")
    print(f"the least likely: {least.name}, {least.chance:.5f}")
    for found in out:
        print(f"REJECTED {found.name} {found.chance:.3g}")
    return not out and controls()


def controls() -> bool:
    """What is wrong must be found, with every seed."""
    shuffles = sum(bool(rejected(family_of_shuffles(naive(2_000, seed)))) for seed in range(20))
    draws = sum(bool(rejected(family_of_numbers(byte_modulo(100_000, seed), 52))) for seed in range(20))
    print(f"controls: naive shuffle rejected at 2,000 with {shuffles} of 20 seeds")
    print(f"controls: byte modulo rejected at 100,000 with {draws} of 20 seeds")
    return shuffles == draws == 20


# Starts

FIRST_SHUFFLE = (
    "from pitboss.fair.chain import Chain, ShuffleByShuffle; from pitboss.fair.entropy import Entropy;"
    "print(*ShuffleByShuffle(Chain('t', Entropy())).permutation(52))"
)


def starts(wanted: argparse.Namespace) -> bool:
    """Every process its own, each the first of a process namespace of its own where the system allows that."""
    own = ["unshare", "--pid", "--fork"]
    apart = subprocess.run([*own, "true"], capture_output=True).returncode == 0 if _there("unshare") else False
    frozen = ["faketime", "-f", "2026-01-01 00:00:00"] if _there("faketime") else []
    command = [*(own if apart else []), *frozen, sys.executable, "-c", FIRST_SHUFFLE]
    # Compiled once: where Python may not write bytecode, every start would compile all sources again.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment["PYTHONPYCACHEPREFIX"] = str(VERIFIER.parents[3] / ".venv" / "bytecode")
    found = set()
    for _ in range(wanted.number):
        found.add(subprocess.run(command, capture_output=True, text=True, check=True, env=environment).stdout)
    where = "process number 1 in each" if apart else "process numbers as they come"
    print(f"{wanted.number} cold starts ({where}): {len(found)} different first shuffles")
    forks = {_in_a_fork(chain) for chain in [Chain("t", Entropy())] for _ in range(wanted.number)}
    print(f"{wanted.number} forked workers: {len(forks)} different shuffles")
    print("the clock was " + ("frozen at one moment for all starts" if frozen else f"not frozen: {INSTALL_FAKETIME}"))
    return len(found) == len(forks) == int(wanted.number)


def _there(program: str) -> bool:
    return any((Path(folder) / program).exists() for folder in os.environ.get("PATH", "").split(os.pathsep))


def _in_a_fork(chain: Chain) -> bytes:
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.write(writing, bytes(Drawing(chain.open()).permutation(52)))
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as answer:
        order = answer.read()
    os.waitpid(child, 0)
    return order


INSTALL_FAKETIME = "install it with `apt-get install faketime`"

DATES = """
import os, sys, time
from datetime import date, timedelta
from pitboss.fair.stream import Stream
number, orders, days = int(sys.argv[1]), set(), set()
for n in range(number):
    day = date(2000, 1, 1) + timedelta(n * 30 * 365 // number)
    os.environ["FAKETIME"] = f"{day} 12:00:00"
    assert time.strftime("%Y-%m-%d") == str(day), "the clock does not follow"
    days.add(day)
    orders.add(tuple(Stream([bytes(range(32))]).permutation(52)))
print(len(orders), len(days))
"""


def dates(wanted: argparse.Namespace) -> bool:
    """One process whose clock is set to one date after the other: `faketime` reads its variable at every call."""
    if not _there("faketime"):
        print(f"not run: there is no faketime here; {INSTALL_FAKETIME}")
        return False
    command = ["faketime", "-f", "2000-01-01 12:00:00", sys.executable, "-c", DATES, str(wanted.number)]
    environment = os.environ | {"FAKETIME_NO_CACHE": "1"}
    answer = subprocess.run(command, capture_output=True, text=True, check=True, env=environment).stdout.split()
    print(f"on {int(answer[1]):,} dates over 30 years: {answer[0]} order of the cards from the same keys")
    return answer == ["1", str(wanted.number)]


def calls(wanted: argparse.Namespace) -> bool:
    keys = [bytes(range(32))]
    wanted_order, done, alike = Stream(keys).permutation(52), 0, True
    for number in (0, 1, wanted.number):
        for _ in range(number - done):
            Stream(keys).between(1, 6)
        done = max(done, number)
        alike &= Stream(keys).permutation(52) == wanted_order
    print(f"after 0, 1 and {wanted.number:,} calls: {'the same' if alike else 'OTHER'} numbers from the same keys")
    return alike


# Proofs


def verifier() -> Any:
    """The separate program, in this process: started anew for each proof it would spend its time starting."""
    spec = importlib.util.spec_from_file_location("verify_round", VERIFIER)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def played(rounds: int, table: int) -> list[dict[str, Any]]:
    """The proofs of a table that deals so many rounds of three card poker, each with its events."""
    chain = Chain(f"table {table}", Entropy())
    chance = ShuffleByShuffle(chain)
    session: Session[House, State] = Session(house_of({"game": "three-card-poker"}), chance)
    player = {"by": "player", "who": "p1"}
    session.do({"do": "sit", "position": 1, **player})
    session.do({"do": "buy_in", "amount": "1000000.00", **player})
    proofs = []
    for _ in range(rounds):
        chain.share(chance.waiting, "p1", os.urandom(16))
        at, epoch = len(session.log), chance.current
        opening = session.log[max(n for n in range(at) if session.log[n].__class__.__name__ == "Shuffled") :]
        session.do({"do": "bet", "position": 1, "wagers": {"ante": "10.00"}, **player})
        session.do({"do": "no_more_bets", "by": "dealer"})
        events = [*opening, *session.log[at:]]
        session.do({"do": "decide", "position": 1, "action": "fold", **player})
        proofs.append(chain.end(epoch, [json.loads(encode_event(event)) for event in events]))
        del session.log[:at]
    proofs.append(chain.end(chance.current))
    proofs.append(chain.void(chance.waiting, "the drill is over"))
    return proofs


def check_table(rounds: int, table: int) -> tuple[int, int, int]:
    """Rounds that hold, tampered ones tried, tampered ones refused."""
    verify, random = verifier(), Random(table)
    proofs = played(rounds, table)
    held = 0
    for proof in proofs:
        draws = verify.check_proof(proof)
        if proof["events"]:
            held += verify.check_events(proof["events"], draws, False).checked == 6
    verify.check_chain(proofs)
    forged = [_forged(random.choice(proofs[:-1]), random) for _ in range(rounds // 10)]
    return held, len(forged), sum(_refused(verify, proof) for proof in forged)


def _forged(proof: dict[str, Any], random: Random) -> dict[str, Any]:
    """Another number somewhere in what the seeds decide, or another seed, share or promise, the digest mended."""
    forged: dict[str, Any] = json.loads(json.dumps(proof))
    draw, seed = forged["draws"][0], forged["seeds"][0]
    way = random.randrange(6)
    if way == 0:
        one, other = random.sample(range(52), 2)
        draw["result"][one], draw["result"][other] = draw["result"][other], draw["result"][one]
    elif way == 1:
        forged["draws"][1]["result"] = forged["draws"][1]["result"] % 42 + 1
    elif way == 2:
        forged["seeds"][0] = f"{int(seed, 16) ^ 1 << random.randrange(256):064x}"
    elif way == 3:
        forged["shares"].append({"player": "z", "share": f"{random.randrange(256):02x}"})
    elif way == 4:
        forged["epoch"] += 1
    else:
        forged["previous"] = f"{int(forged['previous'], 16) ^ 1 << random.randrange(256):064x}"
    del forged["digest"]
    return forged | {"digest": digest(forged)}


def _refused(verify: Any, proof: dict[str, Any]) -> bool:
    try:
        verify.check_proof(proof)
    except verify.Refused:
        return True
    return False


def proofs(wanted: argparse.Namespace) -> bool:
    tables = max(1, wanted.number // 1_000)
    with ProcessPoolExecutor(wanted.workers) as pool:
        found = list(pool.map(check_table, [1_000] * tables, range(tables)))
    held, tried, refused = map(sum, zip(*found, strict=True))
    print(f"{tables:,} tables, {tables * 1_000:,} rounds: {held:,} hold, every chain without a gap")
    print(f"{tried:,} tampered proofs: {refused:,} refused")
    return held == tables * 1_000 and refused == tried


# Promises

PROMISED = ("three-card-poker", "high-card-flush", "texas-holdem-bonus")


class Order:
    """Reads one log of a table and its chain, entry by entry, and counts what comes too late."""

    def __init__(self) -> None:
        self.promised = self.frozen = self.bet_on = self.rounds = self.late = 0

    def read(self, entry: object) -> None:
        if isinstance(entry, Committed):
            self.late += entry.epoch <= max(self.promised, self.bet_on)
            self.promised = entry.epoch
        elif isinstance(entry, ShareTaken):
            self.late += not self.frozen < entry.epoch <= self.promised
        elif isinstance(entry, Frozen):
            self.late += not self.frozen < entry.epoch <= self.promised
            self.frozen = entry.epoch
        elif isinstance(entry, BetPlaced):
            self.late += self.frozen != self.bet_on + 1  # every round has an epoch of its own, frozen by now
            self.bet_on = self.frozen
            self.rounds += 1


class Watched:
    """A table and its chain with one log: a floor publishes what the chain says before it tells the events.

    What the chain says in a command that places a bet comes after the bet in this log: too late, if it is a promise.
    """

    def __init__(self, game: str, name: str) -> None:
        self.chain, self.order = Chain(name, Entropy()), Order()
        self.chance = ShuffleByShuffle(self.chain)
        self.session: Session[House, State] = Session(house_of({"game": game}), self.chance)
        self._tell([])
        self.do("sit", position=1)
        self.do("buy_in", amount="1000000.00")

    def do(self, what: str, by: str = "player", **command: Any) -> None:
        who = {"who": "p1"} if by == "player" else {}
        self._tell(self.session.do({"do": what, "by": by, **who, **command}))

    def _tell(self, events: list[Any]) -> None:
        bets = [event for event in events if isinstance(event, BetPlaced)]
        for entry in [*bets, *self.chain.take_records()]:
            self.order.read(entry)
        self.session.log.clear()

    def round_of_play(self) -> None:
        self.chain.share(self.chance.waiting, "p1", os.urandom(8))
        epoch = self.chance.current
        self._tell([])
        self.do("bet", position=1, wagers={"ante": "10.00"})
        self.do("no_more_bets", by="dealer")
        self.do("decide", position=1, action="fold")
        self.chain.end(epoch)


def in_order(rounds: int, table: int) -> tuple[int, int]:
    """Rounds played, and what came too late in them."""
    watched = Watched(PROMISED[table % len(PROMISED)], f"table {table}")
    for _ in range(rounds):
        watched.round_of_play()
    return watched.order.rounds, watched.order.late


def promises(wanted: argparse.Namespace) -> bool:
    tables = max(1, wanted.number // 1_000)
    with ProcessPoolExecutor(wanted.workers) as pool:
        rounds, late = map(sum, zip(*pool.map(in_order, [1_000] * tables, range(tables)), strict=True))
    print(f"{tables:,} tables, {rounds:,} rounds: {late:,} commitments, shares or draws after a bet of their round")
    return late == 0 and rounds == tables * 1_000


def main() -> int:
    parser = argparse.ArgumentParser(prog="drills.chance", description=__doc__)
    parser.add_argument("-w", "--workers", type=int, default=os.cpu_count() or 1)
    parts = parser.add_subparsers(required=True)
    for run, name, size, says in (
        (statistics, "shuffles", 1_000_000, "of one deck; the shoes get as many cards"),
        (starts, "number", 1_000, "starts and forks"),
        (calls, "number", 1_000_000, "calls"),
        (dates, "number", 1_000, "dates"),
        (proofs, "number", 100_000, "rounds"),
        (promises, "number", 1_000_000, "rounds"),
    ):
        part = parts.add_parser(run.__name__)
        part.add_argument(f"--{name}", type=int, default=size, help=says)
        part.set_defaults(run=run)
    wanted = parser.parse_args()
    began = time.monotonic()
    fine: bool = wanted.run(wanted)
    print(f"{'fine' if fine else 'FAILED'} after {time.monotonic() - began:.0f} s")
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
