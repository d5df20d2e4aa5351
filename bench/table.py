"""How many six-position rounds a second a table plays in memory, with every procedure event and its postings.

    .venv/bin/python bench/table.py [--rounds 2000] [--runs 3]

The table runs itself; six players bet, decide and fold now and then. Beside every run the same events go through the
standard library's `json.dumps` once, on the same core: machines differ and are noisy, so the ratio of the two is the
figure to compare. Every run is printed.
"""

import argparse
import json
import os
import platform
import random
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "src"))

from pitboss import games
from pitboss.bank.ledger import post
from pitboss.cards.chance import Shuffles
from pitboss.table.decide import open_table, step
from pitboss.table.families import house_of
from pitboss.table.files import event_as_json
from pitboss.table.showdown import events as e
from pitboss.table.showdown.commands import Command

PLAYERS = {position: f"p{position}" for position in range(1, 7)}


SAMPLE = 200
"""The rounds whose events are kept for the comparison; a server writes events out and keeps none."""


def play(game: str, rounds: int) -> tuple[int, list[e.Event]]:
    """So many rounds: the nanoseconds they took, and the events of the first of them."""
    house, chance, rng = house_of({"game": game}), Shuffles(1), random.Random(1)
    opened, state = open_table(house, chance)
    balances: dict[str, int] = {}
    for event in opened:
        post(balances, event)
    log: list[e.Event] = []

    def do(command: Command) -> None:
        nonlocal state
        events, state = step(house, state, command, chance)
        for event in events:
            post(balances, event)
        if 0 < state.number <= SAMPLE:
            log.extend(events)

    for position, who in PLAYERS.items():
        do(Command(do="sit", by="player", who=who, position=position))
        do(Command(do="buy_in", by="player", who=who, amount="100000000.00"))
    wagers = {"ante": "10.00"} | {side.name: "1.00" for side in house.rules.sides}
    start = time.perf_counter_ns()
    for _ in range(rounds):
        for position, who in PLAYERS.items():
            do(Command(do="bet", by="player", who=who, position=position, wagers=wagers))
        do(Command(do="no_more_bets", by="dealer"))
        while (task := state.next) and task.do == "decide":
            decision = house.game.decisions[task.decision]
            declined = rng.randrange(4) == 0
            action = decision.declined_by if declined else decision.name
            amount = None if declined else f"{10 * decision.least}.00"
            who, position = PLAYERS[task.position], task.position
            do(Command(do="decide", by="player", who=who, position=position, action=action, amount=amount))
    taken = time.perf_counter_ns() - start
    assert state.number == rounds and sum(balances.values()) == 0
    return taken, log


def dump(log: list[e.Event]) -> int:
    """What the standard library takes to write the same events."""
    data = [event_as_json(event) for event in log]
    start = time.perf_counter_ns()
    for each in data:
        json.dumps(each)
    return time.perf_counter_ns() - start


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=2000)
    parser.add_argument("--runs", type=int, default=3)
    wanted = parser.parse_args()
    load = os.getloadavg()[0]
    machine = f"Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} cores"
    print(f"{machine}, load {load:.2f} at the start")
    print(f"{wanted.rounds} rounds of six positions a run, automatic table, one process, postings included")
    print(f"{'game':20} {'events a round':>14}   rounds a second in each run (times json.dumps of the same events)")
    for game in games.showdown_names():
        runs, events = [], 0
        for _ in range(wanted.runs):
            taken, log = play(game, wanted.rounds)
            events = len(log)
            beside = dump(log) * wanted.rounds / SAMPLE
            runs.append(f"{wanted.rounds * 1_000_000_000 // taken:,} ({taken / beside:.1f})")
        print(f"{game:20} {events / SAMPLE:>14.1f}   {'  '.join(runs)}")
    print(f"load {os.getloadavg()[0]:.2f} at the end")


if __name__ == "__main__":
    main()
