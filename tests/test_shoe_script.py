"""Tables with a shoe in files: docs/table.md against the code, scripts played and played back, cheats found."""

import io
import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as any_of

import pitboss
from pitboss.cards.chance import Shuffles
from pitboss.drill.families import places
from pitboss.drill.shoe import people
from pitboss.drill.shoe.tables import next_command, setup_for
from pitboss.refusal import Refusal
from pitboss.script import Eyes, replay_answer
from pitboss.script.lines import final_line
from pitboss.session import Session
from pitboss.shoe.declaration import ShoeGame
from pitboss.shoe.procedure import Effect
from pitboss.table import setup as table
from pitboss.table.families import shoe_house
from pitboss.table.files import encode_event
from pitboss.table.shoe.commands import SHAPES, Command
from pitboss.table.shoe.decide import COMMANDS
from pitboss.table.shoe.decided import DECIDED
from pitboss.table.shoe.decisions import ASKED, PLAY
from pitboss.table.shoe.events import OWN, Back
from pitboss.table.shoe.irregular import CALLS
from pitboss.table.shoe.setup import READERS, SHUFFLERS, STEPS, House, Setup
from pitboss.table.shoe.state import State
from pitboss.table.shoe.tasks import ASKS, TASKS
from tests.test_nothing_breaks import JSON
from tests.test_table_script import answers, broken, errors, lines_of, names, play, replayed, rows, section, tag_of

HERE = Path(__file__).resolve().parents[1]
Data = dict[str, Any]
SHOES = [place for place in places() if isinstance(pitboss.game(place[0]), ShoeGame)]


def test_there_are_two_games_of_the_family() -> None:
    assert [place[0] for place in SHOES] == ["double-attack-blackjack", "spanish-21"]


# The document agrees with the code


def test_the_document_has_every_setting_with_its_default() -> None:
    written = {names(row[0])[0]: row[2] for row in rows(section("### The setup of a shoe"), "field")}
    own = [each for each in msgspec.structs.fields(Setup) if each.name not in table.Setup.__struct_fields__]
    assert [*written] == [each.name for each in own]
    for each in own:
        if each.default is msgspec.UNSET:
            assert written[each.name] == "no limit", each.name
        else:
            assert names(written[each.name])[0] == json.dumps(each.default), each.name
    text = section("### The setup of a shoe")
    assert all(f"`{name}`" in text for name in (*SHUFFLERS, *READERS))


def test_the_document_has_every_step() -> None:
    written = names("".join(row[1] for row in rows(section("### The setup of a shoe"), "when")))
    assert sorted(written) == sorted(STEPS)


def test_the_document_has_every_command_with_its_roles_and_fields() -> None:
    written = {
        names(do)[0]: (tuple(by.split()), tuple(names(needs)), tuple(names(may)))
        for do, by, needs, may, _ in rows(section("### The commands of a shoe"), "do")
    }
    assert written == {do: (shape.by, shape.needs, shape.may) for do, shape in SHAPES.items()}
    fields = [names(row[0])[0] for row in rows(section("### The commands of a shoe"), "field")]
    assert {*fields, "do", "by", "who", "key"} == {*Command.__struct_fields__}


def test_the_document_has_every_decision() -> None:
    written = rows(section("### The commands of a shoe"), "asked")
    assert len(written) == len(ASKED) == len(DECIDED) == len(ASKS)
    told = {name for row in written for name in names(row[1])}
    assert {*PLAY, "attack", "insure", "pass", "stay", "wait", "dead"} <= told


def test_the_document_has_every_irregularity_with_its_effects() -> None:
    written = {names(row[0])[0]: names(row[1]) for row in rows(section("### The irregularities of a shoe"), "`what`")}
    declared: dict[str, list[str]] = {}
    for place in SHOES:
        procedure = pitboss.games.shoe(place[0]).procedure
        assert procedure
        for what, rule in procedure.irregularities.items():
            declared[what] = [effect.name.lower() for effect in (rule.effect, rule.other) if effect]
    assert written == declared
    assert {*written} == {*CALLS}
    effects = {names(row[0])[0] for row in rows(section("### The irregularities of a shoe"), "effect")}
    assert effects == {effect.name.lower() for effect in Effect}


def test_the_document_has_every_event_with_its_fields() -> None:
    found = rows(section("### The events of a shoe"), "event")
    written = {names(row[0])[0]: names(row[1]) for row in found}
    assert written == {tag_of(kind): [*kind.__struct_fields__] for kind in OWN}
    (paid,) = [row[2] for row in found if row[0] == "`hand_paid`"]
    assert {*Back.__struct_fields__} <= {*names(paid)}


# Every step has a handler


def test_every_step_has_a_handler_a_command_and_words() -> None:
    steps = {*STEPS, "no_more_bets"}
    assert steps == set(TASKS)
    assert steps <= set(SHAPES) and all(SHAPES[step].says for step in steps)
    assert set(COMMANDS) | set(TASKS) == set(SHAPES)


# Scripts

SETUP: Data = {"table": {"game": "spanish-21"}, "seed": 7}
SIT: Data = {"do": "sit", "by": "player", "who": "p1", "position": 3}
BUY: Data = {"do": "buy_in", "by": "player", "who": "p1", "amount": "100.00"}
BET: Data = {"do": "bet", "by": "player", "who": "p1", "position": 3, "wagers": {"bet": "10.00"}}
CLOSE: Data = {"do": "no_more_bets", "by": "dealer"}
STAND: Data = {"do": "decide", "by": "player", "who": "p1", "position": 3, "action": "stand"}
ROUND = (SETUP, SIT, BUY, BET, CLOSE, STAND)


def example(name: str) -> bytes:
    script = (HERE / "examples" / "table" / f"{name}.jsonl").read_bytes()
    return b"".join(json.dumps(each, separators=(",", ":")).encode() + b"\n" for each in play(script))


LOG = example("spanish-21")


def test_a_round_is_run_and_the_same_key_has_one_effect() -> None:
    answered = answers(*ROUND[:2], BUY | {"key": "k"}, BUY | {"key": "k"}, BUY | {"key": "k", "amount": "5.00"})
    assert errors(answered) == [(5, "key_reused")]
    assert answered[-1]["balances"]["player:p1"] == "100.00"


def test_every_event_of_a_file_is_missed_and_comes_not_twice() -> None:
    lines = LOG.splitlines(keepends=True)
    for number in range(1, len(lines) - 1):
        broken(b"".join(lines[:number] + lines[number + 1 :]))
        broken(b"".join([*lines[: number + 1], *lines[number:]]))


@pytest.mark.parametrize(
    ("kind", "change"),
    [
        ("cards_dealt", lambda held: held["cards"][0].__setitem__(1, "9d")),
        ("hole_revealed", lambda held: held.update(card="9d")),
        ("hand_paid", lambda held: held["rows"][0].update(pays="50.00")),
        ("hand_paid", lambda held: held.update(player="p2" if held["player"] == "p1" else "p1")),
        ("hand_taken", lambda held: held["stakes"].update(match_the_dealer="4.00")),
        ("hand_decided", lambda held: held.update(amount="24.00")),
        ("cut_card_placed", lambda held: held.update(behind=9)),
        ("deck_cut", lambda held: held.update(depth=9)),
        ("shuffled", lambda held: held.update(order=held["order"][::-1])),
        ("shuffled", lambda held: held.update(order=held["order"][1:])),
        ("shuffled", lambda held: held["order"].__setitem__(0, "Th")),
        ("box_shared", lambda held: held.update(position=5)),
        ("cards_collected", lambda held: held.update(whose=["2.1" if held["whose"] != ["2.1"] else "2.2"])),
    ],
)
def test_a_cheat_is_found(kind: str, change: Callable[[Data], Any]) -> None:
    lines = LOG.splitlines()
    at = next(number for number, line in enumerate(lines) if json.loads(line).get("event") == kind)
    held = json.loads(lines[at])
    change(held)
    lines[at] = json.dumps(held).encode()
    assert broken(b"\n".join(lines) + b"\n").message


def drilled(number: int, steps: int) -> bytes:
    """The event file of a drill's table, irregularities and all."""
    random = Random(f"shoe {number}")
    session: Session[House, State] = Session(
        shoe_house(setup_for(SHOES[number % len(SHOES)], random)), Shuffles(number)
    )
    for _ in range(steps):
        if not session.state.open:
            break
        fault = random.randrange(10) == 0
        data = people.fault(random, session.house, session.state) if fault else next_command(random, session)
        if data.get("do") == "close":
            continue
        try:
            session.do(data)
        except Refusal:
            continue
    last = msgspec.json.encode(final_line(session.state, session.balances))
    return b"".join(encode_event(event) + b"\n" for event in session.log) + last + b"\n"


@pytest.mark.parametrize("number", range(12))
def test_whatever_a_table_did_is_played_back(number: int) -> None:
    log = drilled(number, 600)
    assert replayed(log) == json.loads(log.splitlines()[-1])


DRILLED = [drilled(number, 150).splitlines(keepends=True) for number in range(2)]


@settings(max_examples=150, deadline=None)
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


@settings(max_examples=300, deadline=None)
@given(any_of.data())
def test_any_command_is_an_answer(data: any_of.DataObject) -> None:
    """Any value in any field of any command, at the opening, while bets are open, and while cards lie on the table."""
    do = data.draw(any_of.sampled_from([*SHAPES]))
    shape = SHAPES[do]
    command: Data = {"do": do, "by": data.draw(any_of.sampled_from(shape.by)), "who": "p1"}
    small = any_of.integers(-1, 300) | any_of.sampled_from(["dealer", "10.00", "hit", "split", "Th", {"bet": "5.00"}])
    for name in (*shape.needs, *data.draw(any_of.sets(any_of.sampled_from([*shape.may, "key"])))):
        command[name] = data.draw(small | JSON)
    at = data.draw(any_of.integers(1, len(ROUND)))
    game = data.draw(any_of.sampled_from([place[0] for place in SHOES]))
    setup = {"game": game, "automatic": data.draw(any_of.sampled_from(["all", "none"]))}
    answered = answers(SETUP | {"table": setup}, *ROUND[1:at], command, *ROUND[at:])
    assert all(each["error"]["message"] for each in answered if "error" in each)
    assert sum(cents(held) for held in answered[-1]["balances"].values()) == 0


def cents(text: str) -> int:
    return int(text.replace(".", ""))


@settings(max_examples=150, deadline=None)
@given(any_of.data())
def test_any_setup_is_an_answer(data: any_of.DataObject) -> None:
    setup: Data = {"game": data.draw(any_of.sampled_from([place[0] for place in SHOES]))}
    for name in data.draw(any_of.sets(any_of.sampled_from([*Setup.__struct_fields__]), min_size=1)):
        setup[name] = data.draw(JSON)
    answered = answers({"table": setup})
    assert errors(answered) or answered[-1]["rounds"] == 0


@pytest.mark.parametrize(("role", "who"), [("player", "p1"), ("player", "p2"), ("dealer", ""), ("supervisor", "")])
def test_a_role_sees_no_order_and_no_hole_card(role: str, who: str) -> None:
    script = (HERE / "examples" / "table" / "spanish-21.jsonl").read_bytes()
    seen = play(script, Eyes(role, who))
    assert [each["order"] for each in seen if each.get("event") == "shuffled"] == [[]]
    hidden = [card for each in seen if each.get("event") == "cards_dealt" for card in each["cards"] if not card[2]]
    assert hidden == [["rack", "??", False], ["dealer", "??", False]]


def test_the_examples_show_what_they_say() -> None:
    shared = [each for each in map(json.loads, LOG.splitlines()) if each.get("event") == "hand_decided"]
    assert [(each["player"], each["action"]) for each in shared] == [
        *(("p1", "split"), ("p2", "split"), ("p1", "double"), ("p2", "stay"), ("p1", "stand"), ("p1", "stand")),
    ]
    wrong = [json.loads(line) for line in example("shoe-irregularities").splitlines()]
    assert [(each["what"], each["effect"]) for each in wrong if each.get("event") == "irregularity_called"] == [
        ("ten_found", "destroy"),
        ("hand_missed", "ask"),
        ("hand_missed", "dead"),
        ("reader_misused", "void_all"),
        ("card_face_up", "discard"),
        ("card_face_up", "void_all"),
    ]


def test_lines_of_a_script_are_refused_one_by_one() -> None:
    answered = play(lines_of([*ROUND[:4], "nonsense", {**BET, "wagers": {"bet": "0.10"}}, CLOSE]))
    assert errors(answered) == [(5, "not_json"), (6, "no_such_chips")]
