"""The verifier: a program of its own that accepts what was dealt as promised, and nothing else."""

import ast
import importlib.util
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest

from pitboss.fair.chain import Chain
from pitboss.fair.entropy import Entropy
from pitboss.fair.proofs import digest
from pitboss.table.showdown import events as e
from tests.fair.support import (
    VERIFIER,
    Json,
    PlainTable,
    PlayedTable,
    cards_and_cut,
    planted,
    some_proof,
    verifier,
    written,
)


def load() -> ModuleType:
    spec = importlib.util.spec_from_file_location("verify_round", VERIFIER)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


VERIFY = load()
"""The same file within this process, where thousands of proofs are checked."""


def fault(proofs: list[Json], events: list[Json] | None = None, by_hand: bool = False) -> str:
    """What the verifier has against these; nothing if they hold."""
    try:
        draws = []
        for proof in proofs:
            proof = VERIFY.read_json(json.dumps(proof))
            of_proof = VERIFY.check_proof(proof)
            draws += of_proof
            if proof["events"]:
                VERIFY.check_events(proof["events"], of_proof, False, False, by_hand)
        VERIFY.check_chain(proofs)
        if events is not None:
            VERIFY.check_events(events, draws, True, False, by_hand)
    except (VERIFY.Refused, ValueError) as reason:
        return str(reason)
    return ""


def again(proof: Json) -> Json:
    """A proof with a digest that fits what it says now, as a forger would write it."""
    said = {name: value for name, value in proof.items() if name != "digest"}
    return said | {"digest": digest(said)}


# What holds


def shoe(cards: int) -> Callable[[Any], object]:
    return lambda drawing: drawing.permutation(cards)


def dice(drawing: Any, throws: int = 60) -> None:
    for _ in range(2 * throws):
        drawing.between(1, 6)


def few_dice(drawing: Any) -> None:
    dice(drawing, 5)


DRAWN: dict[str, tuple[Callable[[Any], object], int]] = {
    "a deck and its cut": (cards_and_cut, 1),
    "six decks without tens": (shoe(288), 8),
    "eight decks without tens": (shoe(384), 11),
    "dice": (dice, 2),
}


@pytest.mark.parametrize("kind", DRAWN)
@pytest.mark.parametrize("shares", [0, 1, 5])
def test_pf_02_good_proofs_hold(kind: str, shares: int) -> None:
    draws, keys = DRAWN[kind]
    for seed in range(30):
        assert fault(some_proof(seed, draws, shares, keys, epochs=3)) == ""


def test_pf_02_the_program_as_an_outsider_runs_it(tmp_path: Path) -> None:
    proofs = some_proof(1, cards_and_cut, epochs=3)
    file = written(tmp_path / "proofs.jsonl", proofs)
    noted = ["--commitment", proofs[1]["commitment"], "--digest", proofs[2]["digest"]]
    done = verifier(file, *noted, "--share", f"p1={proofs[0]['shares'][1]['share']}")
    assert done.returncode == 0
    assert done.stdout.count("holds") == 3
    whole = tmp_path / "one.json"
    whole.write_text(json.dumps(proofs[0], indent=2))
    assert verifier(whole).returncode == 0
    for other in (["--commitment", "00" * 32], ["--digest", "00" * 32], ["--share", "p1=00"], ["--share", "p9=010101"]):
        done = verifier(file, *other)
        assert (done.returncode, done.stdout[:7]) == (1, "REFUSED")


def test_pitboss_verify_runs_it(tmp_path: Path) -> None:
    proofs = some_proof(1, cards_and_cut)
    good, bad = written(tmp_path / "good", proofs), written(tmp_path / "bad", [proofs[0] | {"epoch": 2}])
    for file, status in ((good, 0), (bad, 1), (tmp_path / "missing", 2)):
        done = subprocess.run(
            [sys.executable, "-m", "pitboss", "verify", str(file), "--commitment", proofs[0]["commitment"]],
            capture_output=True,
            text=True,
            timeout=300,
        )
        assert done.returncode == status, done.stderr
        assert "Traceback" not in done.stderr


def test_the_example_holds() -> None:
    """A table of long ago: a change of format that these proofs do not survive needs a new name for the format."""
    example = VERIFIER.parents[3] / "examples" / "fair"
    done = verifier(example / "proofs.jsonl", "--events", example / "events.jsonl", "--share", "p1=61207368617265")
    assert done.returncode == 0, done.stdout
    assert "12 cards and dice as drawn" in done.stdout.splitlines()[-1]


def test_pf_02_it_needs_the_standard_library_and_none_of_our_code(tmp_path: Path) -> None:
    imported = set()
    for node in ast.walk(ast.parse(VERIFIER.read_text())):
        if isinstance(node, ast.Import):
            imported |= {each.name.split(".")[0] for each in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert not node.level
            imported.add((node.module or "").split(".")[0])
    assert imported <= set(sys.stdlib_module_names)
    assert "pitboss" not in imported
    alone = tmp_path / "verify_round.py"
    alone.write_bytes(VERIFIER.read_bytes())
    file = written(tmp_path / "proof.json", some_proof(2, cards_and_cut))
    done = subprocess.run([sys.executable, "-I", "-S", alone, file], capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stderr


# What does not


def places_of(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place in a proof, from the root to the leaves."""
    if path:
        yield path
    for name in value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
        yield from places_of(value[name], (*path, name))


def tampered(proof: Json, random: Random) -> Json:
    """The proof with one thing in it changed, taken out, doubled or swapped."""
    forged: Json = json.loads(json.dumps(proof))
    places = list(places_of(forged))
    while forged == proof:
        *above, last = random.choice(places)
        holder: Any = forged
        for step in above:
            holder = holder[step]
        value = holder[last]
        way = random.randrange(6)
        if way == 0 and isinstance(holder, dict):
            del holder[last]
        elif way == 1 and isinstance(holder, list):
            holder.insert(random.randrange(len(holder) + 1), value)
        elif way == 2 and isinstance(holder, list):
            del holder[last]
        elif way == 3 and isinstance(holder, list):
            other = random.randrange(len(holder))
            holder[last], holder[other] = holder[other], value
        else:
            holder[last] = _other(value, random)
    return forged


def _other(value: Any, random: Random) -> Any:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return random.choice([value + 1, value - 1, -value, value * 7 + 1, str(value), [value], None, True])
    if isinstance(value, str) and value and value.isalnum() and random.randrange(4):
        at = random.randrange(len(value))
        return value[:at] + random.choice("0123456789abcdefAZ") + value[at + 1 :]
    if isinstance(value, str):
        return random.choice([value + "x", value[1:], "", "played", "void", 7, None])
    return random.choice([[], {}, None, "x", 1])


def test_pf_02_ten_thousand_tampered_proofs_are_refused() -> None:
    random = Random(6)
    proofs = [*PlainTable(10, planted(1)).proofs, *(some_proof(seed, few_dice)[0] for seed in range(20))]
    assert {fault([proof]) for proof in proofs} == {""}
    accepted = []
    for _ in range(10_000):
        forged = tampered(random.choice(proofs), random)
        if not fault([forged]):
            accepted.append(forged)
    assert accepted == []


def test_pf_02_nor_those_of_a_forger_who_mends_the_digest() -> None:
    """Whoever knows the format can say what no outcome rests on: other reasons, other words in an event. Not so what
    the seeds decide: here the events are left as they are and all the rest is changed."""
    random = Random(7)
    proofs = [proof for proof in PlainTable(10, planted(2)).proofs if proof["draws"]]
    for seed in range(20):
        [proof] = some_proof(seed, few_dice)
        proofs.append(again(proof | {"events": rolled([draw["result"] for draw in proof["draws"]])}))
    assert {fault([proof]) for proof in proofs} == {""}
    accepted = []
    for _ in range(10_000):
        proof = random.choice(proofs)
        events = {"events": proof["events"]}
        forged = again(
            tampered({name: proof[name] for name in proof if name not in ("events", "digest")}, random) | events
        )
        if not fault([forged]):
            accepted.append(forged)
    assert accepted == []


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (b"", "not JSON"),
        (b"{", "not JSON"),
        (b"[]", "not an object"),
        (b"null", "not an object"),
        (b"{}", "lacks"),
        (b'{"epoch": 1, "epoch": 2}', "twice"),
        (b'{"epoch": 1.0}', "whole number"),
        (b'{"epoch": NaN}', "whole number"),
        (b"[" * 100_000, ""),
        (b"\xff\xfe", ""),
        (b"1" * 10_000, ""),
    ],
)
def test_what_is_no_proof_is_refused_without_a_traceback(tmp_path: Path, text: bytes, reason: str) -> None:
    file = tmp_path / "proof"
    file.write_bytes(text)
    done = verifier(file)
    assert done.returncode == 1
    assert done.stdout.startswith("REFUSED") and reason in done.stdout


@pytest.mark.parametrize("name", ["\ud800", "\x1b[2J", "é", "two\nlines"])
def test_names_in_a_file_cannot_spoil_the_answer(tmp_path: Path, name: str) -> None:
    proof = some_proof(1, cards_and_cut)[0]
    file = written(tmp_path / "proof", [again(proof | {"table": name})])
    done = verifier(file)
    assert done.returncode == 1
    assert done.stdout.startswith("REFUSED") and done.stdout.isascii() and done.stdout.count("\n") == 1
    assert "\x1b" not in done.stdout


def test_events_of_any_shape_are_followed_or_refused() -> None:
    random = Random(8)
    table = PlainTable(2, planted(9))
    draws = [draw for proof in table.proofs for draw in proof["draws"]]
    events = [
        event for event in table.events if event["event"] in ("shuffled", "deck_cut", "cards_dealt", "stub_racked")
    ]
    refused = 0
    for _ in range(2_000):
        forged = tampered({"events": events}, random).get("events", [])
        try:
            VERIFY.check_events(forged if isinstance(forged, list) else [forged], draws, True)
        except VERIFY.Refused:
            refused += 1
    assert refused > 1_000


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    done = verifier(tmp_path / "nothing")
    assert (done.returncode, "cannot read" in done.stderr) == (2, True)


@pytest.mark.parametrize("of", [0, -1, 65537, 10**30])
def test_a_draw_of_a_size_that_nobody_draws_is_refused_at_once(of: int) -> None:
    proof = some_proof(1, cards_and_cut)[0]
    proof["draws"][0]["of"] = of
    assert "pack" in fault([again(proof)])


def test_pf_03_an_epoch_left_out_or_out_of_order_is_refused() -> None:
    proofs = some_proof(1, cards_and_cut, epochs=5)
    assert fault(proofs) == ""
    assert "in order" in fault([*proofs[:2], *proofs[3:]])
    assert "in order" in fault([proofs[1], proofs[0]])
    assert "in order" in fault([*proofs, proofs[4]])
    other = some_proof(2, cards_and_cut, epochs=5)
    assert "different tables" in fault([*proofs[:2], *other[2:]])
    renumbered = [*proofs[:2], again(proofs[3] | {"epoch": 3})]
    assert "promised" in fault(renumbered)


def test_pf_03_a_second_chain_of_the_same_table_does_not_fit_the_first() -> None:
    """A house that prepared two rows of seeds cannot go over from one to the other."""
    one, other = some_proof(1, cards_and_cut, shares=0, epochs=4), some_proof(1001, cards_and_cut, shares=0, epochs=4)
    for proof in other:
        proof["table"] = one[0]["table"]
    assert fault([one[0], again(other[1])])
    assert fault([again(other[0])])


# Tables


@pytest.mark.parametrize("number", range(24))
def test_shf_01_tables_of_every_kind_deal_what_was_drawn(number: int) -> None:
    """Every game, text and dealing method, with the mistakes and faults of the drill; every card is the next one."""
    table = PlayedTable(number, 4, Entropy())
    assert fault(table.proofs, table.events, by_hand=True) == ""
    dealt = sum(len(event.cards) for event in table.session.log if isinstance(event, e.CardsDealt))
    dealt += sum(2 for event in table.events if event["event"] == "dice_thrown")
    draws = [draw for proof in table.proofs for draw in proof["draws"]]
    assert VERIFY.check_events(table.events, draws, True, False, True).checked == dealt > 0


def test_shf_01_the_events_in_a_file_and_as_an_outsider_checks_them(tmp_path: Path) -> None:
    table = PlainTable(3, planted(4))
    proofs, events = written(tmp_path / "proofs", table.proofs), written(tmp_path / "events", table.events)
    done = verifier(proofs, "--events", events)
    assert done.returncode == 0, done.stdout
    assert "cards and dice as drawn" in done.stdout
    early = written(tmp_path / "early", table.proofs[:2])
    assert verifier(early, "--events", events).returncode == 1
    assert verifier(early, "--events", events, "--so-far").returncode == 0
    (tmp_path / "events").write_text("not JSON\n")
    assert verifier(proofs, "--events", events).returncode == 1


def test_shf_01_a_card_changed_in_any_event_is_found() -> None:
    table = PlainTable(2, planted(5))
    found = 0
    for at, event in enumerate(table.events):
        for place in range(len(event.get("cards", ())) if event["event"] == "cards_dealt" else 0):
            forged = json.loads(json.dumps(table.events))
            forged[at]["cards"][place][1] = "Ah" if event["cards"][place][1] != "Ah" else "2c"
            assert "is not the next card" in fault(table.proofs, forged)
            found += 1
        if event["event"] == "shuffled":
            forged = json.loads(json.dumps(table.events))
            order = forged[at]["order"]
            order[0], order[51] = order[51], order[0]
            assert "order drawn" in fault(table.proofs, forged)
            assert fault(table.proofs, [*table.events[:at], *table.events[at + 1 :]]), "a shuffle left out"
            assert fault(table.proofs, [*table.events[:at], event, *table.events[at:]]), "one that nobody drew"
            found += 1
    assert found > 10


def test_shf_01_a_cut_that_was_drawn_cannot_be_replaced() -> None:
    table = PlainTable(3, planted(6))
    proofs = [again(proof | {"events": []}) for proof in table.proofs]
    for at, event in enumerate(table.events):
        if event["event"] == "deck_cut":
            forged = json.loads(json.dumps(table.events))
            forged[at]["depth"] = event["depth"] % 42 + 1
            for by_hand in (False, True):
                assert fault(proofs, table.events, by_hand) == ""
                assert fault(proofs, forged, by_hand)


def test_shf_01_a_cut_by_hand_is_taken_only_where_one_is_expected() -> None:
    """A cut may be a person's. A house that knows the order could call its own choice so; whoever checks says which."""
    table = PlainTable(1, planted(7))
    proof = json.loads(json.dumps(table.proofs[0]))
    del proof["draws"][1]
    assert "--cuts-by-hand" in fault([again(proof)])
    assert fault([again(proof)], by_hand=True) == ""


def test_the_events_of_one_epoch_stand_in_its_proof() -> None:
    """From its shuffle to the next one: every card of them is checked."""
    table = PlainTable(3, planted(8))
    checked = 0
    for proof in table.proofs[:3]:
        checked += VERIFY.check_events(proof["events"], VERIFY.check_proof(proof), False).checked
        forged = json.loads(json.dumps(proof))
        for event in forged["events"]:
            if event["event"] == "cards_dealt":
                event["cards"][0][1] = "Ah" if event["cards"][0][1] != "Ah" else "2c"
        assert "not the next card" in fault([again(forged)])
    assert checked == 3 * 6


def rolled(results: list[int]) -> list[Json]:
    return [
        {"event": "dice_thrown", "dice": "-".join(map(str, sorted(pair, reverse=True)))}
        for pair in zip(results[::2], results[1::2], strict=True)
    ]


def test_dice_are_those_drawn() -> None:
    [proof] = some_proof(3, dice, keys=2)
    events = rolled([draw["result"] for draw in proof["draws"]])
    assert fault([again(proof | {"events": events})]) == ""
    for at in range(0, len(events), 10):
        one, other = events[at]["dice"].split("-")
        forged = [*events[:at], {"event": "dice_thrown", "dice": f"{int(one) % 6 + 1}-{other}"}, *events[at + 1 :]]
        assert "dice" in fault([again(proof | {"events": forged})])
    assert "led to no event" in fault([again(proof | {"events": events[:-1]})])
    assert "proof is not given" in fault([again(proof | {"events": [*events, events[0]]})])


def shoes(*packs: list[str]) -> tuple[list[Json], list[list[str]]]:
    """An epoch for each pack, and the order in which its cards come; each pack in sequence."""
    chain = Chain("table 1", planted(9))
    proofs, orders = [], []
    for number, pack in enumerate(packs, 1):
        chain.open(13)
        drawing = chain.drawing(number)
        orders.append([pack[place] for place in drawing.permutation(len(pack))])
        chain.keep(drawing.epoch)
        proofs.append(chain.end(number))
    return proofs, orders


def dealt(*cards: str) -> Json:
    return {"event": "cards_dealt", "cards": [["1", card, False] for card in cards]}


SIX = [card for card in VERIFY.NO_TENS for _ in range(6)]
LOW = [card for card in SIX if card[0] in "23456789"]


@pytest.mark.parametrize("pack", [SIX[:-1], LOW, ["2c", "3d", "4h", "5s"], ["2c"] * 280, []], ids=len)
def test_shf_01_a_shoe_without_the_cards_that_a_house_does_not_like_is_refused(pack: list[str]) -> None:
    """Each order is the one drawn; the cards themselves are not those of a whole pack."""
    proofs, orders = shoes(sorted(pack, key=VERIFY.NO_TENS.index) or SIX[:1])
    events = [{"event": "shuffled", "order": orders[0]}, dealt(*orders[0][:4])]
    assert "no whole pack" in fault(proofs, events)


def test_shf_01_the_discards_of_a_shoe_are_all_its_cards_but_those_on_the_table() -> None:
    _, [whole] = shoes(SIX)
    table = whole[-5:]
    left = sorted(whole[:-5], key=VERIFY.NO_TENS.index)

    def events(first: list[str], second: list[str]) -> list[Json]:
        shuffled: Json = {"event": "shuffled"}
        played = [dealt(*first[:-5]), {"event": "bets_closed"}, dealt(*first[-5:])]
        return [shuffled | {"order": first}, *played, shuffled | {"order": second}, dealt(*second[:3])]

    proofs, orders = shoes(SIX, left)
    assert fault(proofs, events(*orders)) == ""
    for forged in (left[:-1], [card for card in left if card[0] != "A"], [*left, *["As"] * 7], left + table):
        proofs, orders = shoes(SIX, sorted(forged, key=VERIFY.NO_TENS.index))
        held = fault(proofs, events(*orders))
        assert ("left of the shoe" in held) == (forged != left + table), "the table's hands may have been racked"
    proofs, orders = shoes(SIX, left)
    early = [{"event": "shuffled", "order": each} for each in orders]
    assert "though the shoe has cards" in fault(proofs, early)


def test_shf_01_of_a_shoe_in_another_epoch_it_is_told_what_is_not_checked(tmp_path: Path) -> None:
    for pack, word in ((LOW, "192 cards left of an earlier shoe"), (["2c"] * 9, "no shoe has the cards")):
        proofs, orders = shoes(SIX, pack)
        of_discards = again(proofs[1] | {"events": [{"event": "shuffled", "order": orders[1]}, dealt(orders[1][0])]})
        done = verifier(written(tmp_path / "proof", [of_discards]))
        assert word in done.stdout and done.returncode == ("no shoe" in word)
