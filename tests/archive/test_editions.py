"""Event files of an older edition of the rules: folded, checked and reported so (issue 15, safety net, item 3)."""

import io
import json
from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any

import pytest

from pitboss.cards.chance import Shuffles
from pitboss.drill.families import drilled, places
from pitboss.refusal import Refusal
from pitboss.regulations.edition import EDITION, FIRST
from pitboss.script import replay_answer
from pitboss.script.lines import final_line
from pitboss.session import Session
from pitboss.table.families import house_of
from pitboss.table.files import encode_event
from pitboss.table.setup import House
from pitboss.table.state import State
from tests.archive.support import files, names

Line = dict[str, Any]


def lines_of(name: str) -> list[Line]:
    return [json.loads(line) for line in files("events")[f"{name}.events"].splitlines()]


def replayed(lines: list[Line]) -> tuple[Line, str, bool]:
    said, remark, sound = replay_answer(io.BytesIO(b"".join(json.dumps(line).encode() + b"\n" for line in lines)))
    return json.loads(said), remark, sound


@pytest.mark.parametrize("name", names("events", ".events"))
def test_an_old_file_is_folded_and_reported_so(name: str) -> None:
    """It comes to the balances and rounds that its own version found, and a sentence says how it was checked."""
    held = files("events")
    lines = lines_of(name)
    found, remark, sound = replayed(lines)
    assert sound, found
    assert (found["edition"], found["checked"]) == (FIRST, "folded")
    assert "edition 1 of the rules" in remark and "not decided again" in remark
    assert (found["balances"], found["rounds"]) == (lines[-1]["balances"], lines[-1]["rounds"])
    before = json.loads(held[f"{name}.replayed"].splitlines()[0])
    assert "error" in before or (found["balances"], found["rounds"]) == (before["balances"], before["rounds"])


def test_an_honest_file_that_version_0_3_0_rejected_is_accepted() -> None:
    """A mistake in guessing commands does not make a file look forged."""
    name = "three-card-poker.nj.dealer-short"
    assert b"error" in files("events")[f"{name}.replayed"]
    assert replayed(lines_of(name))[2]


@pytest.mark.parametrize("number", range(len(places())), ids=["-".join(place) for place in places()])
def test_what_a_table_of_the_first_edition_does_now_folds(number: int) -> None:
    """No false alarm: tables that today's code plays under edition 1, with every mistake and irregularity."""
    place = places()[number]
    for seed in range(2):
        random = Random(f"edition {seed} {place}")
        family = drilled(place)
        session: Session[House, State] = Session(house_of(family.setup_for(place, random), FIRST), Shuffles(seed))
        for _ in range(400):
            if session.state.open:
                with suppress(Refusal):
                    session.do(family.next(random, session))
        lines = [json.loads(encode_event(event)) for event in session.log]
        lines[0]["version"] = "0.3.0"
        found, _, sound = replayed([*lines, final_line(session.state, session.balances)])
        assert sound and found["checked"] == "folded", found


def test_a_file_of_the_current_edition_is_decided_again() -> None:
    session: Session[House, State] = Session(house_of({"game": "three-card-poker"}), Shuffles(1))
    lines = [json.loads(encode_event(event)) for event in session.log]
    last = final_line(session.state, session.balances)
    assert lines[0]["edition"] == EDITION
    assert replayed([*lines, last]) == (last, "", True)


@pytest.mark.parametrize("edition", [None, FIRST])
@pytest.mark.parametrize("version", ["0.4.0", "0.4.1.dev2", "0.10", "1"])
def test_a_new_file_whose_edition_was_removed_is_refused(version: str, edition: int | None) -> None:
    """Issue 15, safety net, item 3: folded as an old file, it would not be decided again."""
    session: Session[House, State] = Session(house_of({"game": "three-card-poker"}), Shuffles(1))
    lines = [json.loads(encode_event(event)) for event in session.log]
    del lines[0]["edition"]
    lines[0] |= {"version": version} | ({"edition": edition} if edition else {})
    found, _, sound = replayed(lines)
    assert not sound and found["error"]["code"] == "edition_differs"
    assert f"pitboss {version} opens tables under edition {EDITION}" in found["error"]["message"]


@pytest.mark.parametrize("version", ["0.3.0", "0.3.9", "0", "unknown", ""])
def test_a_version_that_knew_no_editions_opened_tables_under_the_first(version: str) -> None:
    lines = lines_of("example.craps")
    lines[0]["version"] = version
    assert replayed(lines)[2]


def test_a_file_of_a_newer_edition_is_refused() -> None:
    lines = lines_of("example.craps")
    lines[0]["edition"] = EDITION + 1
    found, _, sound = replayed(lines)
    assert not sound and found["error"]["code"] == "newer_edition"


def test_a_field_that_events_have_got_since_may_be_missing() -> None:
    """Old lines lack new fields; a field that no table writes is still found."""
    lines = lines_of("example.three-card-poker")
    at = next(at for at, line in enumerate(lines) if line.get("event") == "bet_placed")
    del lines[at]["coupon"]
    assert replayed(lines)[2]
    lines[at]["colour"] = "red"
    found, _, sound = replayed(lines)
    assert not sound and found["error"]["code"] == "not_as_written"


def test_a_corrected_citation_does_not_make_a_file_look_forged() -> None:
    lines = lines_of("example.high-card-flush")
    for line in lines:
        if "clause" in line:
            line["clause"] = "NJ HCF 13:69F-38.10(z)"
    assert replayed(lines)[2]


# Forged files

Forge = Callable[[list[Line]], object]


def event(lines: list[Line], kind: str, number: int = 0) -> Line:
    return [line for line in lines if line.get("event") == kind][number]


def more(held: Line, name: str, cents: int = 100) -> None:
    whole = int(held[name].replace(".", "")) + cents
    held[name] = f"{whole // 100}.{whole % 100:02d}"


def without(lines: list[Line], kind: str) -> None:
    lines.remove(event(lines, kind))


def swapped_card(lines: list[Line]) -> None:
    dealt = event(lines, "cards_dealt")["cards"]
    dealt[0][1], dealt[1][1] = dealt[1][1], dealt[0][1]


def card_from_nowhere(lines: list[Line]) -> None:
    """Also in the shuffle: the deck has it twice then."""
    order = event(lines, "shuffled")["order"]
    order[0] = order[1]


def tip_more_than_there_is(lines: list[Line]) -> None:
    at = lines.index(event(lines, "bets_closed"))
    lines.insert(at, {"event": "tipped", "player": event(lines, "bought_in")["player"], "amount": "999999.00"})


def skipped_round(lines: list[Line]) -> None:
    event(lines, "bets_closed", -1)["number"] += 1


def void_for_no_reason(lines: list[Line]) -> None:
    without(lines, "irregularity_called")


def settled_out_of_turn(lines: list[Line]) -> None:
    """Two hands in the other order: every player gets what is right, but edition 1 had one order only."""
    first, second = (lines.index(event(lines, "wagers_taken", number)) for number in (0, 1))
    assert lines[first]["position"] != lines[second]["position"]
    lines[first], lines[second] = lines[second], lines[first]


def settled_in_two_steps(lines: list[Line]) -> None:
    taken = next(each for each in lines if each.get("event") == "wagers_taken" and len(each["stakes"]) > 1)
    name, cents = taken["stakes"].popitem()
    lines.insert(lines.index(taken) + 1, taken | {"stakes": {name: cents}})


def cut_off(lines: list[Line]) -> None:
    del lines[lines.index(event(lines, "bets_closed")) + 1 :]


def balance(lines: list[Line]) -> None:
    more(lines[-1]["balances"], "tray")


def rounds(lines: list[Line]) -> None:
    lines[-1]["rounds"] += 1


FORGED: dict[str, tuple[str, Forge]] = {
    "a payout": ("example.high-card-flush", lambda lines: more(event(lines, "wagers_paid")["rows"][0], "pays")),
    "a stake taken": ("example.three-card-poker", lambda all_: more(event(all_, "wagers_taken")["stakes"], "ante")),
    "a wager": ("example.three-card-poker", lambda lines: more(event(lines, "bet_placed")["stakes"], "ante")),
    "a raise": ("example.high-card-flush", lambda lines: more(event(lines, "decided"), "amount")),
    "a jackpot": ("example.high-card-flush", lambda lines: more(event(lines, "progressive_paid"), "amount")),
    "a contribution": ("example.high-card-flush", lambda lines: more(event(lines, "progressive_collected"), "main")),
    "a void wager": ("example.what-the-flush", lambda all_: more(event(all_, "wagers_voided")["tray"], "1")),
    "a payout at a shoe": ("example.spanish-21", lambda lines: more(event(lines, "hand_paid")["rows"][0], "pays")),
    "a bet at a shoe": ("example.spanish-21", lambda lines: more(event(lines, "hand_decided", -1), "amount")),
    "a payout at dice": ("example.craps", lambda lines: more(event(lines, "winners_paid")["rows"][0], "pays")),
    "a wager at dice": ("example.craps", lambda lines: more(event(lines, "wager_placed"), "amount")),
    "a roll": ("example.craps", lambda lines: event(lines, "roll_called").update(dice="6-6", total=12)),
    "the tray": ("example.three-card-poker", lambda lines: more(lines[0], "inventory")),
    "a balance": ("example.three-card-poker", balance),
    "the number of rounds": ("example.three-card-poker", rounds),
    "a round that is skipped": ("example.three-card-poker", skipped_round),
    "cards swapped": ("example.three-card-poker", swapped_card),
    "a card twice": ("example.three-card-poker", card_from_nowhere),
    "chips from nowhere": ("example.three-card-poker", tip_more_than_there_is),
    "a payout left out": ("example.high-card-flush", lambda lines: without(lines, "wagers_paid")),
    "a loss left out": ("example.three-card-poker", lambda lines: without(lines, "wagers_taken")),
    "a hand not collected": ("example.three-card-poker", lambda lines: without(lines, "cards_collected")),
    "a stub not racked": ("example.three-card-poker", lambda lines: without(lines, "stub_racked")),
    "a decision left out": ("example.three-card-poker", lambda lines: without(lines, "decided")),
    "a buy-in left out": ("example.three-card-poker", lambda lines: without(lines, "bought_in")),
    "a shuffle left out": ("example.three-card-poker", lambda lines: without(lines, "shuffled")),
    "a seat left out": ("example.three-card-poker", lambda lines: without(lines, "seated")),
    "a hand settled out of turn": ("example.three-card-poker", settled_out_of_turn),
    "a hand settled in two steps": ("example.three-card-poker", settled_in_two_steps),
    "a void for no reason": ("example.what-the-flush", void_for_no_reason),
    "a payout at a shoe left out": ("example.spanish-21", lambda lines: without(lines, "hand_paid")),
    "a payout at dice left out": ("example.craps", lambda lines: without(lines, "winners_paid")),
    "a throw left out": ("example.craps", lambda lines: without(lines, "dice_thrown")),
    "cut off in the middle of a command": ("example.three-card-poker", cut_off),
}


@pytest.mark.parametrize("what", FORGED)
def test_a_forged_old_file_is_found(what: str) -> None:
    """An altered amount, a missing event, an altered balance: found without deciding anything again."""
    name, forge = FORGED[what]
    lines = [line for line in lines_of(name) if "error" not in line]
    forge(lines)
    found, _, sound = replayed(lines)
    assert not sound, what
    assert found["error"]["message"]


MONEY = ("pays", "stake", "amount", "stakes", "rows", "tray", "layout", "main", "secondary", "added", "returned")
NOT_TO_BE_FOUND = ("bought_in", "tipped", "bet_placed", "wager_placed")
"""Another buy-in or tip with all that follows from it is another honest file; so is a wager that nothing came of."""


def amounts(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    if isinstance(value, str) and path and value[-3:-2] == "." and any(each in MONEY for each in path):
        return [path]
    return [found for key, held in inner for found in amounts(held, (*path, key))]


@pytest.mark.parametrize("family", ["three-card-poker", "high-card-flush", "spanish-21", "craps"])
def test_any_amount_of_a_settlement_that_is_altered_is_found(family: str) -> None:
    """Without the last line, so that no balance tells: every amount that a settlement moves."""
    random = Random(f"forged {family}")
    chosen = [name for name in names("events", ".events") if name.startswith(family) and "rare" not in name]
    for name in random.sample(chosen, min(4, len(chosen))):
        honest = [line for line in lines_of(name) if "event" in line]
        events = range(1, len(honest))
        places_ = [
            (at, path)
            for at in events
            if honest[at]["event"] not in NOT_TO_BE_FOUND
            for path in amounts({key: held for key, held in honest[at].items() if key != "coupon"})
        ]
        for at, path in random.sample(places_, min(12, len(places_))):
            lines = json.loads(json.dumps(honest))
            held = lines[at]
            for key in path[:-1]:
                held = held[key]
            more(held, path[-1])
            assert not replayed(lines)[2], (name, at, path, lines[at])
