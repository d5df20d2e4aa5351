"""Every card game in every state at every size has room for what it shows.

    .venv/bin/python -m drills.room [--rounds 3]

Rounds of random cards are played by clicks. Bets, the first decision and the result are measured at seven sizes, also
with wider letters. What overlaps, leaves the felt or is under 12 pixels is printed.
"""

import argparse
import sys
import tempfile
from pathlib import Path

from tests.web.browser import Visitor, a_browser, a_server
from tests.web.room import PLAN, play, sit_and_bet
from tests.web.test_playing import CARDS


def run(rounds: int, folder: Path) -> list[str]:
    """What was wrong in any round."""
    wrong: list[str] = []
    with a_server(folder, plan=PLAN) as address, a_browser() as browser:
        for game in CARDS:
            for _ in range(rounds):
                visitor = Visitor(browser, address, "desktop")
                wrong += sit_and_bet(visitor, game) + play(visitor, game) + visitor.wrong
                visitor.context.close()
    return wrong


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        wrong = run(wanted.rounds, Path(folder))
    print("\n".join(wrong) or f"{wanted.rounds} rounds of {len(CARDS)} games: everything has its room")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
