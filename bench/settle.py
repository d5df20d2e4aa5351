"""How many six-position rounds a second `pitboss settle` takes from a file to a file, on one core.

    .venv/bin/python bench/settle.py [--rounds 20000] [--repeat 3]

Beside every run the same file goes through the standard library's `json.loads` and `json.dumps` alone, in a fresh
Python on the same core: machines differ and are noisy, so the ratio of the two is the figure to compare. Start-up is
included.
"""

import argparse
import json
import os
import platform
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parents[1]
RANKS, SUITS = "23456789TJQKA", "cdhs"
DECK = [rank + suit for rank in RANKS for suit in SUITS]
CARDS = {
    "three-card-poker": (3, 3, 0),
    "four-card-poker": (5, 6, 0),
    "high-card-flush": (7, 7, 0),
    "what-the-flush": (7, 8, 0),
    "texas-holdem-bonus": (2, 2, 5),
}
SIDE = {
    "three-card-poker": ("pair_plus",),
    "four-card-poker": ("aces_up",),
    "high-card-flush": ("flush_bonus", "straight_flush_bonus"),
    "what-the-flush": ("flush_rush", "super_flush_rush"),
    "texas-holdem-bonus": ("bonus",),
}
BASELINE = (
    "import json, sys\nfor line in open(sys.argv[1], 'rb'): sys.stdout.write(json.dumps(json.loads(line)) + '\\n')"
)


def chips(rng: random.Random) -> int:
    """A wager in cents, as chips make it: 1.00 to 1,000.00 in steps of 0.50."""
    return rng.randint(2, 2000) * 50


def make_round(game: str, rng: random.Random) -> dict[str, Any]:
    """Six positions with the ante, every side wager, and a fold in a quarter of the hands."""
    own, dealers, community = CARDS[game]
    deck = DECK[:]
    rng.shuffle(deck)
    deal = iter(deck)

    def take(number: int) -> str:
        return " ".join(next(deal) for _ in range(number))

    written: dict[str, Any] = {"game": game, "dealer": take(dealers)}
    if community:
        written["community"] = take(community)
    if game == "high-card-flush":
        written["meters"] = {"main": "10000.00", "secondary": "0.00"}
    written["positions"] = [make_position(game, number, take(own), chips(rng), rng) for number in range(1, 7)]
    return written


def make_position(game: str, number: int, cards: str, ante: int, rng: random.Random) -> dict[str, Any]:
    def money(cents: int) -> str:
        return f"{cents // 100}.{cents % 100:02d}"

    wagers = {"ante": money(ante)} | {name: money(chips(rng)) for name in SIDE[game]}
    if game == "high-card-flush":
        wagers["progressive"] = "1.00"
    actions: list[Any] = [{"raise" if game == "high-card-flush" else "play": money(ante)}]
    if game == "texas-holdem-bonus":
        actions = [{"flop": money(2 * ante)}, {"turn": money(ante)}, "check"]
    if rng.random() < 0.25:
        actions = ["fold"]
    return {"position": number, "cards": cards, "wagers": wagers, "actions": actions}


def seconds(command: list[str]) -> float:
    with open(os.devnull, "wb") as sink:
        start = time.perf_counter()
        subprocess.run(command, stdout=sink, check=True)
        return time.perf_counter() - start


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--rounds", type=int, default=20_000)
    parser.add_argument("--repeat", type=int, default=3)
    wanted = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    cpus = Path("/proc/cpuinfo")
    lines = cpus.read_text().splitlines() if cpus.exists() else []
    model = next((line.split(":")[1].strip() for line in lines if "model name" in line), platform.processor())
    print(f"{model}, one core, load {os.getloadavg()[0]:.1f}, Python {platform.python_version()}, {platform.system()}")
    print(f"{wanted.rounds:,} six-position rounds a game, best of {wanted.repeat}, start-up included\n")
    print(f"{'game':20} {'rounds/s':>10} {'stdlib json/s':>14} {'ratio of times':>15}")
    for game in CARDS:
        rng = random.Random(game)
        with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:
            for _ in range(wanted.rounds):
                file.write(json.dumps(make_round(game, rng)) + "\n")
            file.flush()
            ours = min(seconds([str(HERE / "pitboss"), "settle", file.name]) for _ in range(wanted.repeat))
            beside = min(seconds([sys.executable, "-c", BASELINE, file.name]) for _ in range(wanted.repeat))
        print(f"{game:20} {wanted.rounds / ours:10,.0f} {wanted.rounds / beside:14,.0f} {ours / beside:15.2f}")


if __name__ == "__main__":
    main()
