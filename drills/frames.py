"""Frames that nobody meant: random and mutilated messages at a live table. No crash, no hang, always an answer.

    .venv/bin/python -m drills.frames [--frames 100000] [--seed 1]

Each frame goes the way a client's does, from the reader of messages to the table and its store. WEB-06.
"""

import argparse
import asyncio
import copy
import json
import random
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

from pitboss.fair import Entropy
from pitboss.fair.sealing import Seal
from pitboss.floor.clock import SystemClock
from pitboss.floor.means import Means
from pitboss.floor.person import Person
from pitboss.floor.pit import Pit
from pitboss.floor.socket import Client
from pitboss.store import open_store

GOOD: list[dict[str, Any]] = [
    {"type": "watch", "table": "t1"},
    {"type": "unwatch", "table": "t1"},
    {"type": "again", "table": "t1"},
    {"type": "ping", "id": 1},
    {"type": "share", "table": "t1", "share": "00ff"},
    {"type": "deal", "table": "t1"},
    {"type": "pace", "table": "t1", "times": 2},
    {"type": "do", "table": "t1", "command": {"do": "sit", "position": 2}},
    {"type": "do", "table": "t1", "command": {"do": "bet", "position": 2, "wagers": {"ante": "10.00"}}},
    {"type": "do", "table": "t1", "command": {"do": "decide", "position": 2, "action": "fold", "key": "k"}},
]
ODD: list[Any] = [None, True, -1, 1 << 70, 1e308, "", "\x00", "\ud800", "t1", [], {}, [[]], "9" * 300, {"a": {"b": []}}]


def frame(random_: random.Random) -> str:
    """A good message with something wrong in it, in its values, its names or its letters."""
    said: Any = json.loads(json.dumps(random_.choice(GOOD)))
    for _ in range(random_.randrange(3)):
        held = (
            said["command"]
            if "command" in said and isinstance(said["command"], dict) and random_.random() < 0.7
            else said
        )
        name = random_.choice([*held, "do", "key", "position", "amount", "wagers", "who", "by", "zzz"])
        held[name] = copy.deepcopy(random_.choice(ODD))
    text = json.dumps(said)
    if random_.random() < 0.4:
        at = random_.randrange(len(text))
        text = text[:at] + random_.choice(["", "{", "]", '"', "\\", "\u2603", ":" * 40, "[" * 2000]) + text[at + 1 :]
    return text


class Nowhere:
    """A socket that is never spoken to."""


async def drill(frames: int, seed: int, folder: Path) -> Counter[str]:
    entropy, random_ = Entropy(), random.Random(seed)
    seal = Seal(bytes(range(32)), entropy)
    store = open_store(str(folder / "a.db"), program="drill", seal=seal.seal, unseal=seal.unseal)
    pit = Pit(Means(store, SystemClock(), entropy, seal))
    await pit.open({"id": "t1", "table": {"game": "three-card-poker"}}, "drill")
    client = Client(Nowhere(), Person("ann", "player"), pit, Nowhere())  # type: ignore[arg-type]
    answers: Counter[str] = Counter()
    for _ in range(frames):
        began = time.monotonic_ns()
        text = frame(random_)
        await client._hear(text)
        assert client.outbox.frames, f"no answer to {text!r}"
        while client.outbox.frames:
            told = json.loads(client.outbox.frames.popleft())
            answers[told["error"]["code"] if told["type"] == "error" else told["type"]] += 1
        assert time.monotonic_ns() - began < 5_000_000_000, f"a hang at {text!r}"
    assert not pit.table("t1").stopped and sum(store.books.balances().values()) == 0
    store.close()
    return answers


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--frames", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        answers = asyncio.run(drill(wanted.frames, wanted.seed, Path(folder)))
    print(f"{wanted.frames} frames, every one answered: {dict(answers.most_common())}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
