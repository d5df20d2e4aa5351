"""The proof of an epoch that has ended: a JSON document from which anyone can draw everything again.

docs/fairness.md has its form; `verify_round.py` checks it.
"""

import json
from collections.abc import Sequence
from hashlib import sha256
from typing import Any

import msgspec

from pitboss.fair.epochs import Epoch
from pitboss.refusal import Refusal

FORMAT = "pitboss-proof-1"


def proof(epoch: Epoch, events: Sequence[dict[str, Any]] = ()) -> dict[str, Any]:
    """`events`: what the table did with the draws, from the first of them on, as its event file has it."""
    if not epoch.ended:
        raise Refusal("epoch_live", f"Wait until epoch {epoch.number} has ended: its seeds still decide what comes.")
    said: dict[str, Any] = {
        "format": FORMAT,
        "table": epoch.table,
        "epoch": epoch.number,
        "previous": epoch.previous.hex(),
        "commitment": epoch.commitment.hex(),
        "seeds": [seed.hex() for seed in epoch.seeds],
        "shares": [{"player": each.player, "share": each.share.hex()} for each in epoch.shares],
        "draws": msgspec.json.decode(msgspec.json.encode(epoch.draws)),
        "ended": epoch.ended,
        "why": epoch.why,
        "events": list(events),
    }
    return said | {"digest": digest(said)}


def digest(said: dict[str, Any]) -> str:
    """One hash for all that a proof says: what a log keeps of it, or a player writes down."""
    return sha256(json.dumps(said, sort_keys=True, separators=(",", ":")).encode()).hexdigest()
