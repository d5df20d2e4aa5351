"""Tables of dice in files: scripts, event files played back, and what docs/table.md says of them."""

import io
import json
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as any_of

import pitboss
from pitboss.cards.chance import Shuffles
from pitboss.drill.dice.tables import next_command, setup_for
from pitboss.games.craps import GAME
from pitboss.refusal import Refusal
from pitboss.script import Eyes, Script, replay_answer
from pitboss.script.lines import final_line
from pitboss.session import Session
from pitboss.table.dice import events as e
from pitboss.table.dice.commands import SHAPES, Command
from pitboss.table.dice.setup import STEPS, House, Setup
from pitboss.table.dice.state import State
from pitboss.table.families import house_of
from pitboss.table.files import encode_event
from tests.test_nothing_breaks import JSON
from tests.test_table_script import (
    EXAMPLES,
    HERE,
    answers,
    broken,
    errors,
    events,
    lines_of,
    names,
    play,
    replayed,
    rows,
    section,
    signed,
)

Data = dict[str, Any]

SETUP: Data = {"table": {"game": "craps", "given_orders": True, "automatic": [s for s in STEPS if s != "throw"]}}
SIT: Data = {"do": "sit", "by": "player", "who": "p1", "position": 3}
BUY: Data = {"do": "buy_in", "by": "player", "who": "p1", "amount": "100.00"}
TAKE: Data = {"do": "take_dice", "by": "player", "who": "p1"}
BET: Data = {"do": "bet", "by": "player", "who": "p1", "wager": "pass", "amount": "10.00"}
CLOSE: Data = {"do": "no_more_bets", "by": "dealer"}
NINE: Data = {"do": "throw", "by": "player", "who": "p1", "dice": "5-4"}
SEVEN: Data = NINE | {"dice": "4-3"}
ROUND = (SETUP, SIT, BUY, TAKE, BET, BET | {"wager": "buy_4", "amount": "20.00"}, CLOSE, NINE, CLOSE, SEVEN)
LOG = b"".join(Script().answers(io.BytesIO(lines_of(ROUND))))


# The document agrees with the code


def test_the_document_has_every_setting() -> None:
    written = [name for row in rows(section("### The setup of a table of dice"), "field") for name in names(row[0])]
    assert written == [*Setup.__struct_fields__]
    (default,) = [row[2] for row in rows(section("### The setup of a table of dice"), "field") if "positions" in row[0]]
    assert names(default) == [str(Setup(game="craps").positions)]


def test_the_document_has_every_step() -> None:
    written = names("".join(row[1] for row in rows(section("### The setup of a table of dice"), "when")))
    assert sorted(written) == sorted(STEPS)


def test_the_document_has_every_command_with_its_roles_and_fields() -> None:
    written = {
        names(do)[0]: (tuple(by.split()), tuple(names(needs)), tuple(names(may)))
        for do, by, needs, may, _ in rows(section("### Commands at a table of dice"), "do")
    }
    assert written == {do: (shape.by, shape.needs, shape.may) for do, shape in SHAPES.items()}
    fields = [names(row[0])[0] for row in rows(section("### Commands at a table of dice"), "field")]
    assert {*fields, "do", "by", "who", "key"} == {*Command.__struct_fields__}


def test_the_document_has_every_irregularity() -> None:
    assert GAME.procedure
    written = {
        names(what)[0]: (tuple(by.split()), does)
        for _, what, by, does in rows(section("### Irregularities at a table of dice"), "game")
    }
    known = GAME.procedure.irregularities.items()
    assert written == {what: (found.by, found.effect.name.lower()) for what, found in known}
    effects = {names(row[0])[0] for row in rows(section("### Irregularities at a table of dice"), "effect")}
    assert effects == {found.effect.name.lower() for _, found in known}


def test_the_document_has_every_event_with_its_fields() -> None:
    text = section("### Events at a table of dice")
    written = {names(row[0])[0]: names(row[1]) for row in rows(text, "event")}
    assert written == {str(kind.__struct_config__.tag): [*kind.__struct_fields__] for kind in e.OWN}
    for kind, event in ((e.Returned, "wagers_taken_down"), (e.Decided, "losers_taken")):
        (told,) = [row[2] for row in rows(text, "event") if names(row[0]) == [event]]
        assert [*kind.__struct_fields__] == names(told)


def test_the_codes_the_document_names_are_in_the_code() -> None:
    source = "".join(file.read_text() for file in (HERE / "src" / "pitboss").rglob("*.py"))
    for row in rows(section("### Commands at a table of dice"), "code"):
        assert all(f'"{code}"' in source for code in names(row[0])), row[0]


# The example


def example() -> list[Data]:
    return play((HERE / "examples" / "table" / "craps.jsonl").read_bytes())


def test_the_rounds_of_the_example_settle_to_the_same_money() -> None:
    written: list[bytes] = []
    script = (HERE / "examples" / "table" / "craps.jsonl").read_bytes()
    answered = [
        json.loads(line) for line in b"".join(Script(None, written.append).answers(io.BytesIO(script))).splitlines()
    ]
    assert len(written) == answered[-1]["rounds"] == 2
    won: dict[str, int] = {}
    for line in written:
        for each in pitboss.settle(json.loads(line)).players:
            won[each.player] = won.get(each.player, 0) + each.net
    held = {who: signed(answered[-1]["balances"][f"player:{who}"]) for who in won}
    held["p1"] += signed(events(answered, "cashed_out")[0]["amount"])
    assert {who: cents - 500_00 for who, cents in held.items()} == won == {"p1": 82_00, "p2": -45_00}


def test_the_example_shows_what_its_notes_say() -> None:
    answered = example()
    assert [each["effect"] for each in events(answered, "irregularity_called")] == ["check_dice", "void_wager"]
    assert [each["wagers"] for each in events(answered, "come_moved")] == [["6"], ["5"]]
    assert len(events(answered, "dice_thrown")) == len(events(answered, "roll_called")) + 1


# Scripts and playing back


def test_a_throw_is_given_only_where_the_setup_says_so() -> None:
    plain = SETUP | {"table": SETUP["table"] | {"given_orders": False}, "seed": 1}
    assert errors(answers(plain, *ROUND[1:7], NINE)) == [(8, "dice_not_allowed")]


def test_the_same_seed_throws_the_same_dice() -> None:
    table = {"table": {"game": "craps"}, "seed": 3}
    script = lines_of([table, SIT, BUY, TAKE, BET, CLOSE])
    assert play(script) == play(script)
    assert events(play(script), "dice_thrown")


@pytest.mark.parametrize("role", ["player", "dealer", "floorperson", "supervisor"])
def test_everybody_sees_all_events(role: str) -> None:
    shown = events(play(lines_of(ROUND), Eyes(role, "p1" if role == "player" else "")))
    assert shown == events([json.loads(line) for line in LOG.splitlines()])


def test_every_event_is_missed() -> None:
    lines = LOG.splitlines(keepends=True)
    for number in range(len(lines) - 1):
        found = broken(b"".join(lines[:number] + lines[number + 1 :]))
        assert found.line >= max(number, 1), (number, found.message)


def test_every_event_that_comes_twice_is_found() -> None:
    lines = LOG.splitlines(keepends=True)
    for number in range(len(lines) - 1):
        assert broken(b"".join(lines[: number + 1] + lines[number:])).line >= number + 1


@pytest.mark.parametrize(
    ("was", "other"), [("5-4", "6-3"), ("5-4", "6-4"), ("4-3", "7-0"), ("4-3", "4-3-1"), ("4-3", "x")]
)
def test_dice_that_show_something_else_are_found(was: str, other: str) -> None:
    """Thrown or called alone, and in both events where it is another total or none at all."""
    thrown, called = f'"dice_thrown","player":"p1","dice":"{was}"', f'"dice":"{was}","total"'
    for old in (thrown, called):
        tampered = LOG.replace(old.encode(), old.replace(was, other).encode())
        assert tampered != LOG
        assert broken(tampered).code in ("does_not_follow", "ends_early")
    if other != "6-3":
        both = LOG.replace(f'"{was}"'.encode(), f'"{other}"'.encode())
        assert broken(both).code == "does_not_follow"


def drilled(number: int, steps: int) -> bytes:
    """The event file of a drilled table, irregularities and all."""
    random = Random(f"dice {number}")
    house = house_of(setup_for(("craps", "nj", "rail"), random))
    assert isinstance(house, House)
    session: Session[House, State] = Session(house, Shuffles(number))
    for _ in range(steps):
        if not session.state.open:
            break
        try:
            session.do(next_command(random, session))
        except Refusal:
            continue
    last = msgspec.json.encode(final_line(session.state, session.balances))
    return b"".join(encode_event(event) + b"\n" for event in session.log) + last + b"\n"


@pytest.mark.parametrize("number", range(12))
def test_whatever_a_table_did_is_played_back(number: int) -> None:
    log = drilled(number, 400)
    assert replayed(log) == json.loads(log.splitlines()[-1])


@pytest.mark.parametrize("who", ["", "dealer", "floorperson", "supervisor", "eve"])
def test_a_person_of_the_staff_may_be_called_as_a_role_is(who: str) -> None:
    """What the event names is a role or a person; the file is played back either way."""
    script = [*ROUND[:6], *({"do": do, "by": "supervisor", "who": who, **fields} for do, fields in STAFF_DOES)]
    log = b"".join(Script().answers(io.BytesIO(lines_of(script))))
    assert errors([json.loads(line) for line in log.splitlines()]) == []
    assert replayed(log) == json.loads(log.splitlines()[-1])


STAFF_DOES: list[tuple[str, Data]] = [
    ("change_dice", {}),
    ("call", {"what": "wager_void", "id": "2"}),
    ("pass_dice", {}),
    ("call", {"what": "unsound_dice"}),
]


DRILLED = [drilled(number, 150).splitlines(keepends=True) for number in range(3)]


@settings(max_examples=200, deadline=None)
@given(any_of.data())
def test_any_part_of_an_event_file_may_be_anything(data: any_of.DataObject) -> None:
    """Found, or without any consequence: then the file comes to what it came to before."""
    lines = data.draw(any_of.sampled_from(DRILLED))
    number = data.draw(any_of.integers(0, len(lines) - 2))
    held = json.loads(lines[number])
    held[data.draw(any_of.sampled_from([*held]))] = data.draw(JSON)
    other = [*lines[:number], json.dumps(held).encode() + b"\n", *lines[number + 1 :]]
    line, remark, fine = replay_answer(io.BytesIO(b"".join(other)))
    assert line == lines[-1] if fine else remark.startswith("line ")


@settings(max_examples=400, deadline=None)
@given(any_of.data())
def test_any_command_is_an_answer(data: any_of.DataObject) -> None:
    """Any value in any field of any command, from the opening to the settlement."""
    do = data.draw(any_of.sampled_from([*SHAPES]))
    shape = SHAPES[do]
    command: Data = {"do": do, "by": data.draw(any_of.sampled_from(shape.by)), "who": "p1"}
    small = any_of.integers(-1, 20) | any_of.sampled_from(
        ["1", "2", "10.00", "pass", "odds", "5-1", "wager_void", True]
    )
    for name in (*shape.needs, *data.draw(any_of.sets(any_of.sampled_from([*shape.may, "key"])))):
        command[name] = data.draw(small | JSON)
    at = data.draw(any_of.integers(1, len(ROUND)))
    table = SETUP["table"] | {"automatic": data.draw(any_of.sampled_from(["all", "none", SETUP["table"]["automatic"]]))}
    answered = answers({"table": table, "seed": 1}, *ROUND[1:at], command, *ROUND[at:])
    assert all(each["error"]["message"] for each in answered if "error" in each)
    assert sum(signed(held) for held in answered[-1]["balances"].values()) == 0


@settings(max_examples=200, deadline=None)
@given(any_of.data())
def test_any_setup_is_an_answer(data: any_of.DataObject) -> None:
    table: Data = {"game": "craps"}
    for name in data.draw(any_of.sets(any_of.sampled_from([*Setup.__struct_fields__]), min_size=1)):
        table[name] = data.draw(JSON)
    answered = answers({"table": table})
    assert errors(answered) or answered[-1]["rounds"] == 0


def test_craps_is_among_the_examples() -> None:
    assert "craps" in {each.stem for each in EXAMPLES}
