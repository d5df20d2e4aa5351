"""proof.js: a proof of fairness checked in the page, as `pitboss verify` checks it, on good and on spoilt ones."""

import copy
import hashlib
import json
import random
from pathlib import Path
from typing import Any

import pytest

from pitboss.fair import verify_round
from tests.web.elements.bench import Bench

EXAMPLES = Path(__file__).resolve().parents[3] / "examples" / "fair" / "proofs.jsonl"
GOOD: list[dict[str, Any]] = [json.loads(line) for line in EXAMPLES.read_text().splitlines()]
VERIFY = """({ verify, Fails }, proofs) => Promise.all(proofs.map((each) => verify(each).then(
  () => "holds", (error) => (error instanceof Fails ? error.message : `broke: ${error}`))))"""


def verified(proof: Any, folder: Path) -> bool:
    file = folder / "proof.json"
    file.write_text(json.dumps(proof))
    return verify_round.main([str(file)]) == 0


def sealed(proof: dict[str, Any]) -> dict[str, Any]:
    """With the digest of what it says."""
    said = {name: value for name, value in proof.items() if name != "digest"}
    plain = json.dumps(said, sort_keys=True, separators=(",", ":"), ensure_ascii=True).encode()
    return said | {"digest": hashlib.sha256(plain).hexdigest()}


def spoilt(proof: dict[str, Any], what: str) -> dict[str, Any]:
    """Something in it is changed, and the digest made to fit."""
    made = copy.deepcopy(proof)
    drawn = made["draws"][0]["result"]
    events = {each["event"]: each for each in made["events"]}
    if what in ("commitment", "previous"):
        made[what] = "0" * 64
    elif what == "seed":
        made["seeds"][0] = "ab" * 32
    elif what == "no seed":
        made["seeds"] = []
    elif what == "draw":
        drawn[0], drawn[1] = drawn[1], drawn[0]
    elif what == "order":
        order = events["shuffled"]["order"]
        order[3], order[4] = order[4], order[3]
    elif what == "card" and "cards_dealt" in events:
        cards = events["cards_dealt"]["cards"]
        cards[0], cards[1] = cards[1], cards[0]
    elif what == "cut":
        events["deck_cut"]["depth"] += 1
    elif what == "ended":
        made["ended"] = "void"
    elif what == "share":
        made["shares"] = [*made["shares"], {"player": "zoe", "share": "00"}]
    elif what == "epoch":
        made["epoch"] += 1
    else:
        made["epoch"] = 0
    return sealed(made)


WAYS = ["seed", "no seed", "commitment", "previous", "draw", "order", "card", "cut", "ended", "share", "epoch", "none"]


def test_good_and_spoilt_proofs_are_judged_as_the_verifier_judges_them(bench: Bench, tmp_path: Path) -> None:
    chance = random.Random(5)
    named = GOOD[0] | {"why": "é\u007f\U0001f0a1"}  # letters beyond ASCII count in the digest too
    drawn = [each for each in GOOD if each["draws"] and each["events"]]
    bad = [spoilt(chance.choice(drawn), way) for way in WAYS * 3]
    others = [named, sealed(named), GOOD[0] | {"more": 1}, {}, None]
    found = bench.run("proof.js", VERIFY, [*GOOD, *bad, *others])
    assert found[: len(GOOD)] == ["holds"] * len(GOOD)
    assert [each for each in found if each.startswith("broke")] == []
    by_us = [each == "holds" for each in found]
    assert by_us == [verified(each, tmp_path) for each in [*GOOD, *bad, *others]]
    assert len({*found}) > 8, "the spoilt ones are found out for different reasons"


@pytest.mark.parametrize("number", range(len(GOOD)))
def test_what_holds_is_said_a_sentence_a_check(bench: Bench, number: int) -> None:
    proof = GOOD[number]
    digest, promise, shares, draws, dealt = bench.run("proof.js", "({ verify }, proof) => verify(proof)", proof)
    assert proof["digest"][:16] in digest and proof["commitment"][:16] in promise
    assert all(each["player"] in shares for each in proof["shares"])
    assert ("the house's seeds alone" in shares) == (not proof["shares"])
    assert draws == f"All {len(proof['draws'])} draws follow from seeds and shares."
    assert dealt.endswith("each the next in its order.") or dealt == "Nothing of these draws was dealt."
