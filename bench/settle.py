"""How many six-position rounds a second `pitboss settle` takes from a file, on one core, start-up included.

    .venv/bin/python bench/settle.py [--rounds 20000] [--runs 3]

Each game is settled with wagers of two kinds: in chips, that is in steps of 0.50, and in any cent. Every run is
printed, none is left out. Right after each run the same file goes through the standard library's `json.loads` and
`json.dumps` alone, in a fresh Python on the same core: machines differ and are noisy, so the ratio of the two times
is the figure to compare.
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
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "src"))

from pitboss import games
from pitboss.cards import CARDS
from pitboss.money import write_money

HERE = Path(__file__).resolve().parents[1]
BASELINE = (
    "import json, sys\nfor line in open(sys.argv[1], 'rb'): sys.stdout.write(json.dumps(json.loads(line)) + '\\n')"
)


def chips(rng: random.Random) -> int:
    """A wager in cents, as chips make it: 1.00 to 1,000.00 in steps of 0.50."""
    return rng.randint(2, 2000) * 50


def any_cent(rng: random.Random) -> int:
    """A wager in cents from 1.00 to 1,000.00: so many different amounts that none can be expected again soon."""
    return rng.randint(1_00, 1_000_00)


Draw = Callable[[random.Random], int]
KINDS: dict[str, Draw] = {"0.50 steps": chips, "any cent": any_cent}


def make_round(game: str, draw: Draw, rng: random.Random) -> dict[str, Any]:
    """Six positions with the ante, every side wager and a fold in a quarter of the hands, as the game declares them."""
    deal = games.showdown(game).deal
    deck = rng.sample(list(CARDS), len(CARDS))
    cards = iter(deck)

    def take(number: int) -> str:
        return " ".join(next(cards) for _ in range(number))

    written: dict[str, Any] = {"game": game, "dealer": take(deal.dealer)}
    if deal.community:
        written["community"] = take(deal.community)
    if games.showdown(game).progressive:
        written["meters"] = {"main": "10000.00", "secondary": "0.00"}
    written["positions"] = [make_position(game, number, take(deal.player), draw, rng) for number in range(1, 7)]
    return written


def make_position(game: str, number: int, cards: str, draw: Draw, rng: random.Random) -> dict[str, Any]:
    """The least later wagers are placed, and the last is checked where it can be."""
    declaration, ante = games.showdown(game), draw(rng)
    wagers = {"ante": write_money(ante)} | {bonus.name: write_money(draw(rng)) for bonus in declaration.bonuses}
    if declaration.progressive:
        wagers[declaration.progressive.name] = write_money(declaration.progressive.stake)
    actions: list[Any] = [{step.name: write_money(step.least * ante)} for step in declaration.decisions]
    if declaration.decisions[-1].declined_by == "check":
        actions[-1] = "check"
    if rng.randrange(4) == 0:
        actions = ["fold"]
    return {"position": number, "cards": cards, "wagers": wagers, "actions": actions}


def seconds(command: list[str]) -> float:
    with open(os.devnull, "wb") as sink:
        start = time.perf_counter()
        subprocess.run(command, stdout=sink, check=True)
        return time.perf_counter() - start


def conditions() -> str:
    """The machine, and how busy it is with other things."""
    cpus = Path("/proc/cpuinfo")
    lines = cpus.read_text().splitlines() if cpus.exists() else []
    model = next((line.split(":")[1].strip() for line in lines if "model name" in line), platform.processor())
    return f"{model}, one core, load {os.getloadavg()[0]:.1f}, Python {platform.python_version()}, {platform.system()}"


def measure(game: str, kind: str, rounds: int, runs: int) -> None:
    """Print every run of one game and one kind of amounts."""
    rng = random.Random(f"{game} {kind}")
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:
        for _ in range(rounds):
            file.write(json.dumps(make_round(game, KINDS[kind], rng)) + "\n")
        file.flush()
        for run in range(1, runs + 1):
            ours = seconds([str(HERE / "pitboss"), "settle", file.name])
            beside = seconds([sys.executable, "-c", BASELINE, file.name])
            print(
                f"{game:20} {kind:12} {run:3} {rounds / ours:10,.0f} {rounds / beside:14,.0f} {ours / beside:15.2f}",
                flush=True,
            )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--rounds", type=int, default=20_000)
    parser.add_argument("--runs", type=int, default=3)
    wanted = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    print(conditions())
    print(f"{wanted.rounds:,} six-position rounds a file, every run shown, start-up included\n")
    print(f"{'game':20} {'wagers':12} {'run':>3} {'rounds/s':>10} {'stdlib json/s':>14} {'ratio of times':>15}")
    for game in games.showdown_names():
        for kind in KINDS:
            measure(game, kind, wanted.rounds, wanted.runs)
    print(f"\nload at the end {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
