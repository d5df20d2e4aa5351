"""`pitboss table run` and `pitboss table replay`, and docs/table.md, which says how to write scripts for them."""

import io
import itertools
import json
import re
import signal
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as any_of

import pitboss
import pitboss.script.replaying
from pitboss.cards.chance import Shuffles
from pitboss.drill.families import places
from pitboss.drill.showdown import people
from pitboss.drill.showdown.tables import setup_for
from pitboss.money import read_money, write_money
from pitboss.refusal import Refusal
from pitboss.script import Eyes, Script, replay_answer
from pitboss.script.event_file import Broken, EventFile
from pitboss.script.lines import final_line
from pitboss.script.replaying import Missing, _first_difference, replay_file
from pitboss.session import Session
from pitboss.showdown.procedure import Effect
from pitboss.table.commands import ROLES
from pitboss.table.events import Event
from pitboss.table.families import showdown_house as house_of
from pitboss.table.files import encode_event
from pitboss.table.setup import CHIPS
from pitboss.table.showdown.commands import SHAPES, Command
from pitboss.table.showdown.events import ALL, Paid, TableOpened
from pitboss.table.showdown.setup import STEPS, House, Setup
from pitboss.table.showdown.state import State
from tests.support import heeds_control_c, stops_quietly_when_nobody_reads_on
from tests.test_nothing_breaks import JSON

HERE = Path(__file__).resolve().parents[1]
DOC = (HERE / "docs" / "table.md").read_text(encoding="utf-8")
EXAMPLES = sorted((HERE / "examples" / "table").glob("*.jsonl"))
WITH_MISTAKES = "dealer-in-training"
COMPARED = [place for place in places() if place[0] in pitboss.games.showdown_names()]

Data = dict[str, Any]


def lines_of(commands: Iterable[Data | str | bytes]) -> bytes:
    def line(each: Data | str | bytes) -> bytes:
        return (
            each if isinstance(each, bytes) else each.encode() if isinstance(each, str) else json.dumps(each).encode()
        )

    return b"".join(line(each) + b"\n" for each in commands)


def play(script: bytes, eyes: Eyes | None = None) -> list[Data]:
    """What comes out of a script, line by line."""
    return [json.loads(line) for line in b"".join(Script(eyes).answers(io.BytesIO(script))).splitlines()]


def answers(*commands: Data | str | bytes) -> list[Data]:
    return play(lines_of(commands))


def errors(answered: list[Data]) -> list[tuple[int, str]]:
    return [(each["error"]["line"], each["error"]["code"]) for each in answered if "error" in each]


def events(answered: list[Data], *kinds: str) -> list[Data]:
    return [each for each in answered if "event" in each and (not kinds or each["event"] in kinds)]


def replayed(log: bytes) -> Data:
    state, balances, _ = replay_file(io.BytesIO(log))
    return final_line(state, balances)


def broken(log: bytes) -> Broken:
    with pytest.raises(Broken) as caught:
        replay_file(io.BytesIO(log))
    assert caught.value.message.endswith((".", "…")), caught.value.message
    return caught.value


SETUP: Data = {"table": {"game": "three-card-poker"}, "seed": 7}
SIT: Data = {"do": "sit", "by": "player", "who": "p1", "position": 3}
BUY: Data = {"do": "buy_in", "by": "player", "who": "p1", "amount": "100.00"}
BET: Data = {"do": "bet", "by": "player", "who": "p1", "position": 3, "wagers": {"ante": "10.00"}}
CLOSE: Data = {"do": "no_more_bets", "by": "dealer"}
PLAY: Data = {"do": "decide", "by": "player", "who": "p1", "position": 3, "action": "play", "amount": "10.00"}
ROUND = (SETUP, SIT, BUY, BET, CLOSE, PLAY)
LOG = b"".join(Script().answers(io.BytesIO(lines_of(ROUND))))


# The document agrees with the code


def section(title: str) -> str:
    """What stands under a heading, up to the next of its rank."""
    rank = len(title.split()[0])
    found = re.search(rf"^{re.escape(title)}\n(.*?)(?=^#{{1,{rank}}} |\Z)", DOC, re.DOTALL | re.MULTILINE)
    assert found, title
    return found[1]


def rows(text: str, first_column: str) -> list[list[str]]:
    """The rows of all tables in a text whose first column has this head."""
    found = []
    inside = False
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")] if line.startswith("|") else []
        if not cells:
            inside = False
        elif cells[0] == first_column:
            inside = True
        elif inside and not set(cells[0]) <= {"-"}:
            found.append(cells)
    assert found, first_column
    return found


def tag_of(kind: type[Event]) -> str:
    return str(kind.__struct_config__.tag)


def names(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


def test_the_document_has_every_command_with_its_roles_and_fields() -> None:
    written = {
        names(do)[0]: (tuple(by.split()), tuple(names(needs)), tuple(names(may)))
        for do, by, needs, may, _ in rows(section("## Commands"), "do")
    }
    assert written == {do: (shape.by, shape.needs, shape.may) for do, shape in SHAPES.items()}


def test_the_document_has_every_field_of_a_command() -> None:
    written = [names(row[0])[0] for row in rows(section("### The fields"), "field")]
    assert {*written, "do", "by", "who", "key"} == {*Command.__struct_fields__}
    assert all(f"`{role}`" in section("## Commands") for role in ROLES)


def test_the_document_has_every_event_with_its_fields() -> None:
    written = {names(row[0])[0]: names(row[1]) for row in rows(section("## Events"), "event")}
    assert written == {str(kind.__struct_config__.tag): [*kind.__struct_fields__] for kind in ALL}
    (paid,) = [row[2] for row in rows(section("## Events"), "event") if row[0] == "`wagers_paid`"]
    assert {*Paid.__struct_fields__} <= {*names(paid)}


def test_the_document_has_every_setting_with_its_default() -> None:
    written = {names(row[0])[0]: row[2] for row in rows(section("## The setup"), "field")}
    fields = {field.name: field for field in msgspec.structs.fields(Setup)}
    assert [*written] == [*fields]
    assert written["chips"] == f"{CHIPS[0]} to {CHIPS[-1]}"
    for name, default in written.items():
        field = fields[name]
        if name not in ("game", "chips", "meters") and field.default is not msgspec.UNSET:
            value = field.default if field.default is not msgspec.NODEFAULT else field.default_factory()
            assert names(default)[0] == json.dumps(value), name


def test_the_document_has_every_step_in_order() -> None:
    assert sorted(names("".join(row[1] for row in rows(section("## The setup"), "when")))) == sorted(STEPS)


def test_the_document_has_every_way_to_deal() -> None:
    written = [
        (
            names(game)[0],
            tuple(names(text)),
            names(dealing)[0],
            "needs a shuffling device" in how,
            "Five positions" in how,
        )
        for game, text, dealing, how in rows(section("### Ways to deal"), "game")
    ]
    declared = [
        (
            name,
            tuple(where for where in game.jurisdictions if method.allowed_in(where)),
            dealing,
            method.needs_shuffler is not None,
            method.positions == 5,
        )
        for name in pitboss.games.showdown_names()
        for game in [pitboss.games.showdown(name)]
        if game.procedure
        for dealing, method in game.procedure.methods.items()
    ]
    assert sorted(written) == sorted(declared)


def test_the_document_has_every_irregularity_with_its_effect() -> None:
    written = {
        (game, names(what)[0]): does
        for games, what, does in rows(section("## Irregularities"), "game")
        for game in names(games)
    }
    declared = {}
    for name in pitboss.games.showdown_names():
        procedure = pitboss.games.showdown(name).procedure
        assert procedure
        for what, found in procedure.irregularities.items():
            does = found.effect.name.lower()
            if found.effect is Effect.DISCARD:
                does += ", then void_all"
            if found.after_the_deal:
                does += f"; {found.after_the_deal.name.lower()} if the second is found after the deal"
            if found.at_dealer and found.at_dealer is not found.effect:
                does += f"; {found.at_dealer.name.lower()} if it is the dealer's"
            declared[name, what] = does
    assert written == declared
    callable_now = {names(row[0])[0] for row in rows(section("## Irregularities"), "`what`")}
    assert callable_now == {what for _, what in declared} | {"device_count"}
    effects = {names(row[0])[0] for row in rows(section("## Irregularities"), "effect")}
    assert effects == {effect.name.lower() for effect in Effect}


def test_the_document_has_every_account() -> None:
    written = {name.split(":")[0] for row in rows(section("### The accounts"), "account") for name in names(row[0])}
    held: set[str] = set()
    for example in EXAMPLES:
        held |= {account.split(":")[0] for account in play(example.read_bytes())[-1]["balances"]}
    assert held == written


def test_the_codes_the_document_names_are_in_the_code() -> None:
    source = "".join(file.read_text() for file in (HERE / "src" / "pitboss").rglob("*.py"))
    for row in rows(section("## Refusals"), "code"):
        assert all(f'"{code}"' in source for code in names(row[0])), row[0]


def test_the_worked_example_comes_out_as_the_document_says() -> None:
    script, shown = re.findall(r"^```jsonl\n(.*?)^```", section("## A worked example"), re.DOTALL | re.MULTILINE)
    made = b"".join(Script().answers(io.BytesIO(script.encode()))).decode().splitlines()
    assert len(made) == len(shown.splitlines())
    for line, pattern in zip(made, shown.splitlines(), strict=True):
        assert re.fullmatch(".*".join(map(re.escape, pattern.split("…"))), line), (line, pattern)


def test_every_example_of_the_document_is_there() -> None:
    written = {names(row[0])[0] for row in rows(DOC, "script")}
    assert written == {example.name for example in EXAMPLES}


# The examples


def test_there_is_a_script_of_every_game() -> None:
    dealt = {name for name in pitboss.games.names() if pitboss.game(name).procedure}
    assert dealt <= {example.stem for example in EXAMPLES}


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.stem)
def test_an_example_is_played_and_played_back(example: Path) -> None:
    script = Script()
    log = b"".join(script.answers(io.BytesIO(example.read_bytes())))
    last = json.loads(log.splitlines()[-1])
    assert bool(script.refused) == (example.stem == WITH_MISTAKES)
    assert sum(signed(held) for held in last["balances"].values()) == 0
    assert last["rounds"] >= 1
    assert replayed(log) == last
    assert replay_answer(io.BytesIO(log)) == (log.splitlines(keepends=True)[-1], "", True)


def signed(text: str) -> int:
    return -read_money(text[1:], "balance") if text.startswith("-") else read_money(text, "balance")


@pytest.mark.parametrize(
    "example", [each for each in EXAMPLES if each.stem != "craps"], ids=lambda example: example.stem
)
def test_the_rounds_of_an_example_settle_to_the_same_money(example: Path) -> None:
    """What a player has at the end is what was bought, less tips and what was taken away, and what `settle` says."""
    written: list[bytes] = []
    script = Script(keep_round=written.append)
    answered = [json.loads(line) for line in b"".join(script.answers(io.BytesIO(example.read_bytes()))).splitlines()]
    assert len(written) == answered[-1]["rounds"]
    won: dict[str, int] = {}
    closes = iter([json.loads(line) for line in written])
    seats: dict[int, str] = {}
    for event in events(answered):
        if event["event"] == "bet_placed":
            seats[event["position"]] = event["player"]
        if event["event"] == "bets_closed":
            played = next(closes)
            for position, given in zip(pitboss.settle(played).positions, played["positions"], strict=True):
                who = given.get("player") or seats[position.position]
                won[who] = won.get(who, 0) + position.net
                for other in getattr(position, "others", ()):
                    won[other.player] = won.get(other.player, 0) + other.net
    for player, net in won.items():
        moved = {
            kind: sum(
                read_money(each["amount"], "amount") for each in events(answered, kind) if each["player"] == player
            )
            for kind in ("bought_in", "tipped", "cashed_out")
        }
        held = signed(answered[-1]["balances"][f"player:{player}"])
        assert held == moved["bought_in"] - moved["tipped"] - moved["cashed_out"] + net


def example(name: str) -> list[Data]:
    return play((HERE / "examples" / "table" / f"{name}.jsonl").read_bytes())


def test_the_four_card_poker_dealer_does_every_step() -> None:
    answered = example("four-card-poker")
    assert all(each["by"] for each in events(answered, "step_done"))
    dealt = events(answered, "cards_dealt")
    assert [each["tasks"] for each in dealt] == [1] * 11
    assert [face_up for each in dealt for _, _, face_up in each["cards"]] == [False] * 10 + [True]
    assert [each["cards"][0][1] for each in dealt if each["cards"][0][0] == "2"] == ["Ks", "Kd", "7c", "7h", "2s"]


def test_the_progressive_is_paid_from_the_right_and_starts_again_with_the_secondary_meter() -> None:
    answered = example("high-card-flush")
    first, second = events(answered, "progressive_paid")
    assert (first["position"], first["amount"], first["main"]) == (5, "2500.04", "22500.38")
    assert (second["position"], second["amount"], second["secondary"]) == (2, "22500.38", "0.00")
    assert second["main"] == second["reset"] == "300.10"
    assert {first["source"], second["source"]} == {"meter"}


def test_the_exposed_card_voids_the_contest_and_honours_the_bonus() -> None:
    answered = example("what-the-flush")
    (void,) = events(answered, "wagers_voided")
    assert void["stakes"] == {"1": {"ante": "10.00", "play": "10.00"}, "3": {"ante": "10.00"}}
    settled = [each for each in events(answered, "wagers_taken", "wagers_paid") if each["position"] == 1]
    assert "flush_rush" in json.dumps(settled[0])


def test_the_irregularities_do_what_the_text_says() -> None:
    effects = [(each["what"], each["effect"]) for each in events(example("irregularities"), "irregularity_called")]
    assert effects == [
        ("card_face_up", "discard"),
        ("card_face_up", "void_all"),
        ("drawn_in_error", "next_card"),
        ("card_exposed", "void_all"),
        ("wrong_number", "void_all"),
        ("communication", "forfeit"),
    ]


def test_the_mistakes_of_the_dealer_in_training_are_told_with_their_clauses() -> None:
    told = [each["error"] for each in example(WITH_MISTAKES) if "error" in each]
    assert [each["code"] for each in told] == [
        "not_next",
        "wrong_role",
        "cut_depth",
        "no_cash_wagers",
        "not_next",
        "bets_closed",
        "not_next",
        "not_next",
        "not_next",
    ]
    assert all(each["clause"].startswith("NJ TCP 19:47-20.") for each in told if each["code"] != "wrong_role")
    assert told[2]["clause"] == "NJ TCP 19:47-20.5(c)1ii"


# Scripts


def test_a_seed_makes_every_run_alike_and_none_makes_them_differ() -> None:
    script = lines_of(ROUND)
    assert play(script) == play(script)
    other = lines_of([SETUP | {"seed": 8}, *ROUND[1:]])
    assert events(play(other), "shuffled") != events(play(script), "shuffled")
    by_chance = lines_of([{"table": SETUP["table"]}, SIT])
    assert events(play(by_chance), "shuffled") != events(play(by_chance), "shuffled")


def test_a_seed_gives_these_cards_for_good() -> None:
    """Scripts that were kept must come out the same under every version."""
    (first, _) = events(play(lines_of(ROUND)), "shuffled")
    assert first["order"][:6] == ["6d", "2s", "7h", "Qc", "3s", "Kc"]
    assert [Shuffles(7).between(10, 42), *Shuffles(1).permutation(5)] == [30, 2, 3, 4, 0, 1]


@pytest.mark.parametrize("seed", [-1, "7", True, [], 7.5])
def test_a_seed_is_a_whole_number(seed: Any) -> None:
    assert errors(answers(SETUP | {"seed": seed})) == [(1, "setup_malformed")]


def test_lines_that_cannot_be_read_are_refused_and_the_rest_is_played() -> None:
    too_long = json.dumps(SIT | {"note": "x" * 1_000_000})
    bad: list[Data | str | bytes] = ["", "  ", "nonsense", "[1]", "7", '{"do": ', b"\xff\xfe", "[" * 5000, too_long]
    bad += [
        '{"do": "sit", "do": "leave", "by": "player"}',
        '{"do": "sit", "who": "\\ud800"}',
        '{"do": 1' + "0" * 5000 + "}",
    ]
    answered = answers(SETUP, *bad, SIT, BUY, BET, CLOSE, PLAY)
    assert [line for line, _ in errors(answered)] == [*range(2, 2 + len(bad))]
    assert {code for _, code in errors(answered)} == {
        "empty_line",
        "not_json",
        "not_an_object",
        "line_too_long",
        "name_twice",
    }
    assert answered[-1] == play(lines_of(ROUND))[-1]


def test_a_line_of_just_one_megabyte_is_read() -> None:
    start = json.dumps(SIT)[:-1] + ', "note": "'
    fits = start + "x" * (1_000_000 - len(start) - 2) + '"}'
    assert len(fits) == 1_000_000
    assert errors(answers(SETUP, fits[:-3] + 'x"}')) == []
    assert errors(answers(SETUP, fits[:-3] + 'xx"}')) == [(2, "line_too_long")]


def test_a_byte_order_mark_and_windows_line_ends_are_no_trouble() -> None:
    script = b"\xef\xbb\xbf" + lines_of(ROUND).replace(b"\n", b"\r\n")
    assert play(script) == play(lines_of(ROUND))


def test_a_script_needs_a_table_first() -> None:
    assert errors(answers(SIT, BUY, SETUP, SIT)) == [(1, "no_table"), (2, "no_table")]
    assert errors(play(b"")) == [(1, "no_table")]
    refused = answers({"table": {"game": "baccarat"}}, SIT)
    assert errors(refused) == [(1, "unknown_game"), (2, "no_table")]
    assert len(refused) == 2


@pytest.mark.parametrize(
    ("first", "code"),
    [
        ({"table": "three-card-poker"}, "setup_malformed"),
        ({"table": {}}, "setup_malformed"),
        ({"table": {"game": "three-card-poker"}, "speed": 3}, "setup_malformed"),
        ({"table": {"game": "three-card-poker", "colour": "red"}}, "setup_malformed"),
        ({"table": {"game": "three-card-poker", "dealing": "hand"}}, "shuffler_needed"),
        ({"table": {"game": "three-card-poker"}, "note": 7}, "note_malformed"),
    ],
)
def test_a_setup_that_is_wrong_is_refused_on_its_line(first: Data, code: str) -> None:
    assert errors(answers(first)) == [(1, code)]


def test_no_table_of_the_page_has_a_row_twice() -> None:
    for part in DOC.split("\n\n"):
        rows = [line for line in part.splitlines() if line.startswith("| ")]
        assert len(rows) == len(set(rows)), part[:200]


@pytest.mark.parametrize(
    ("first", "sentence"),
    [
        ({"table": "x"}, "Mend table: expected an object, got text."),
        ({"table": {"game": "three-card-poker"}, "speed": 3}, "Take 'speed' out: there is no such field."),
        ({"table": {"game": "three-card-poker", "colour": 1}}, "Take 'colour' out: there is no such field."),
        (
            {"table": {"game": "three-card-poker", "automatic": 5}},
            "Mend automatic: expected text or a list, got a whole number.",
        ),
        ({"table": {"game": "three-card-poker", "limits": {"ante": "5"}}}, "Mend limits: expected a list, got text."),
        (
            {"table": {"game": "what-the-flush", "positions_per_player": 2}},
            "Let a player bet on one position of What The Flush; got 2.",
        ),
        (
            {"table": {"game": "what-the-flush", "jurisdiction": "card"}},
            'Use a shuffling device: What The Flush is not dealt by "packets" without one.',
        ),
    ],
)
def test_a_setup_that_is_wrong_is_told_in_words(first: Data, sentence: str) -> None:
    assert answers(first)[0]["error"]["message"] == sentence


def test_a_command_with_a_field_too_many_is_told_in_words() -> None:
    refused = answers(SETUP, SIT | {"colour": "red"})
    assert refused[-2]["error"]["message"] == "Take 'colour' out: there is no such field."


def test_one_script_plays_one_table() -> None:
    assert errors(answers(SETUP, SETUP, SIT)) == [(2, "table_already_open")]


def test_a_note_has_no_effect() -> None:
    noted = [each | {"note": "why"} for each in ROUND]
    assert answers(*noted[:3], {"note": "between two lines"}, *noted[3:]) == answers(*ROUND)


def test_the_same_key_has_one_effect() -> None:
    keyed = BUY | {"key": "a"}
    answered = answers(SETUP, SIT, keyed, keyed, keyed | {"note": "again"})
    assert len(events(answered, "bought_in")) == 1
    assert [each["repeated"] for each in answered if "repeated" in each] == [
        {"key": "a", "line": 4},
        {"key": "a", "line": 5},
    ]
    assert answered[-1]["balances"]["player:p1"] == "100.00"


def test_the_same_key_with_another_command_is_refused_and_a_refusal_is_repeated() -> None:
    late = SIT | {"position": 9, "key": "b"}
    answered = answers(SETUP, late, late, SIT | {"key": "b"}, SIT | {"key": "c"})
    assert errors(answered) == [(2, "position_out_of_range"), (3, "position_out_of_range"), (4, "key_reused")]


def test_balances_below_zero_have_a_sign() -> None:
    answered = answers(SETUP, SIT, BUY | {"amount": "0.50"})
    assert answered[-1]["balances"]["cash"] == "-0.50"
    assert answered[-1]["rounds"] == 0


def test_a_round_that_is_not_over_is_not_counted() -> None:
    assert answers(*ROUND[:-1])[-1]["rounds"] == 0
    assert answers(*ROUND)[-1]["rounds"] == 1


# What a role sees


GIVEN: Data = {"game": "three-card-poker", "given_orders": True, "shuffler": "device"}
AUTOMATIC = [step for step in STEPS if step != "shuffle"]


def dealt(order: str) -> bytes:
    """Two players and the dealer, with a given order of the deck."""
    cards = order.split()
    rest = [card for card in pitboss.cards.CARDS if card not in cards]
    shuffle = {"do": "shuffle", "by": "dealer", "order": " ".join(cards + rest)}
    other, place = {"who": "p2"}, {"who": "p2", "position": 5}
    setup = {"table": GIVEN | {"automatic": AUTOMATIC}}
    start = [setup, SIT, BUY, SIT | place, BUY | other, shuffle]
    return lines_of([*start, BET, BET | place, CLOSE, PLAY, PLAY | place])


FIRST = "Ah 2c 3d Kh 5c 6d Qh 8c 9d"
OTHER = "Ah 2d 3c Kh 5d 6c Qh 8d 9c"
"""The same cards for position 3, others for position 5 and the dealer."""


def test_a_player_sees_own_cards_and_no_others() -> None:
    (cards,) = events(play(dealt(FIRST), Eyes("player", "p1")), "cards_dealt")
    assert [card for _, card, _ in cards["cards"]] == ["Ah", "??", "??", "Kh", "??", "??", "Qh", "??", "??"]
    (cards,) = events(play(dealt(FIRST), Eyes("dealer")), "cards_dealt")
    assert {card for _, card, _ in cards["cards"]} == {"??"}
    assert all(each["order"] == [] for each in events(play(dealt(FIRST), Eyes("supervisor")), "shuffled"))


@pytest.mark.parametrize(("role", "who"), [("player", "p1"), ("dealer", ""), ("floorperson", ""), ("supervisor", "")])
def test_hidden_cards_make_no_difference_before_the_reveal(role: str, who: str) -> None:
    """A refusal of another's command, which may depend on that other's hand, is not told either."""
    one, other = (play(dealt(order), Eyes(role, who)) for order in (FIRST, OTHER))

    def before(answered: list[Data]) -> list[Data]:
        return [*itertools.takewhile(lambda each: each.get("event") != "dealer_revealed", answered)]

    assert before(one) == before(other)
    assert len(before(one)) > 20


def test_a_refusal_is_told_to_nobody_else() -> None:
    script = lines_of([SETUP, SIT, BET | {"who": "p2"}, BET, {"do": "deal", "by": "dealer"}, "nonsense"])
    codes = {
        (role, who): [code for _, code in errors(play(script, Eyes(role, who)))]
        for role, who in (("player", "p1"), ("player", "p2"), ("dealer", ""), ("dealer", "d1"), ("supervisor", ""))
    }
    assert codes == {
        ("player", "p1"): ["not_enough_chips", "not_json"],
        ("player", "p2"): ["not_seated", "not_json"],
        ("dealer", ""): ["not_next", "not_json"],
        ("dealer", "d1"): ["not_json"],
        ("supervisor", ""): ["not_json"],
    }


def test_a_repeated_key_is_told_to_nobody_else() -> None:
    script = lines_of([SETUP, SIT, BUY | {"key": "a"}, BUY | {"key": "a"}])
    assert any("repeated" in each for each in play(script, Eyes("player", "p1")))
    assert not any("repeated" in each for each in play(script, Eyes("dealer")))


def test_the_last_line_of_a_role_has_no_hash_and_no_other_purse() -> None:
    assert play(dealt(FIRST), Eyes("player", "p2"))[-1] == {"balances": {"player:p2": "80.00"}, "rounds": 1}
    assert play(dealt(FIRST), Eyes("player", "nobody"))[-1]["balances"] == {"player:nobody": "0.00"}
    staff = play(dealt(FIRST), Eyes("floorperson"))[-1]
    assert "tray" in staff["balances"] and "state" not in staff


def test_a_role_must_be_one_and_a_player_must_be_named() -> None:
    for wrong in (("guest", "p1"), ("player", "")):
        with pytest.raises(Refusal):
            Eyes(*wrong)


def test_what_a_role_saw_cannot_be_played_back() -> None:
    seen = b"".join(Script(Eyes("player", "p1")).answers(io.BytesIO(lines_of(ROUND))))
    assert broken(seen).code == "view_of_a_role"


# Rounds for `pitboss settle`


def test_a_void_round_is_written_too() -> None:
    written: list[bytes] = []
    script = Script(keep_round=written.append)
    exposed = {"do": "call", "by": "floorperson", "what": "card_exposed", "whose": "dealer"}
    list(script.answers(io.BytesIO(lines_of([*ROUND[:-1], exposed, BET, CLOSE, PLAY]))))
    void, played = (pitboss.settle(json.loads(line)) for line in written)
    assert void.positions[0].net == 0
    assert {row.outcome for row in void.positions[0].wagers} == {"void"}
    assert played.positions[0].net != 0


# Playing back


def test_errors_and_repeated_keys_are_passed_over() -> None:
    keyed = BUY | {"key": "a"}
    log = b"".join(Script().answers(io.BytesIO(lines_of([SETUP, "nonsense", SIT, keyed, keyed, BET, CLOSE, PLAY]))))
    assert b'"error"' in log and b'"repeated"' in log
    assert replayed(log) == json.loads(log.splitlines()[-1])


def test_a_file_without_its_last_line_is_played_back_and_that_is_said() -> None:
    log = b"".join(LOG.splitlines(keepends=True)[:-1])
    line, remark, fine = replay_answer(io.BytesIO(log))
    assert (line, fine) == (LOG.splitlines(keepends=True)[-1], True)
    assert "last line with the balances is missing" in remark


def test_a_file_cut_off_anywhere_is_never_taken_for_whole() -> None:
    """At the end of a command it is sound as far as it goes; anywhere else it is broken."""
    boundaries = 0
    for length in range(len(LOG) - 1):
        _, remark, fine = replay_answer(io.BytesIO(LOG[:length]))
        assert remark, length
        boundaries += fine
    # the opening, the seat, the chips, the wager, the deal and the rest, each with and without its line's end
    assert boundaries == 12


def test_every_event_is_missed() -> None:
    lines = LOG.splitlines(keepends=True)
    for number in range(len(lines) - 1):
        found = broken(b"".join(lines[:number] + lines[number + 1 :]))
        assert found.line >= max(number, 1), (number, found.message)


def test_every_event_that_comes_twice_is_found() -> None:
    lines = LOG.splitlines(keepends=True)
    for number in range(len(lines) - 1):
        assert broken(b"".join(lines[: number + 1] + lines[number:])).line >= number + 1


def amounts(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The way to every amount of money."""
    if isinstance(value, str):
        return [path] if re.fullmatch(r"-?[0-9]+\.[0-9]{2}", value) else []
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [found for key, held in inner for found in amounts(held, (*path, key))]


def changed(line: bytes, path: tuple[Any, ...], change: Any) -> bytes:
    held = json.loads(line)
    place = held
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = change(place[path[-1]])
    return json.dumps(held).encode() + b"\n"


HARMLESS = {"setup"}
"""Chips that nobody used and limits that nobody reached may be others: no event would differ."""


@pytest.mark.parametrize("name", [each.stem for each in EXAMPLES])
def test_a_changed_cent_is_found(name: str) -> None:
    log = b"".join(Script().answers(io.BytesIO((HERE / "examples" / "table" / f"{name}.jsonl").read_bytes())))
    lines = log.splitlines(keepends=True)
    found = 0
    for number, line in enumerate(lines):
        held = json.loads(line)
        for path in amounts(held if "error" not in held else {}):
            if path[0] not in HARMLESS:
                other = changed(line, path, lambda text: write_money(signed(text) + 1))
                assert broken(b"".join([*lines[:number], other, *lines[number + 1 :]])).line > number
                found += 1
    assert found > 10


def test_a_changed_card_is_found() -> None:
    lines = LOG.splitlines(keepends=True)
    for number, line in enumerate(lines):
        for card in re.findall(rb'"([2-9TJQKA][cdhs])"', line):
            other = b"Ah" if card != b"Ah" else b"Ks"
            tampered = [*lines[:number], line.replace(b'"' + card + b'"', b'"' + other + b'"'), *lines[number + 1 :]]
            assert broken(b"".join(tampered)).line >= number + 1


@pytest.mark.parametrize("name", [each.stem for each in EXAMPLES])
def test_what_differs_is_named_with_both_values(name: str) -> None:
    """However deep in an event: rows[0].pays, and not all rows twice."""
    log = b"".join(Script().answers(io.BytesIO((HERE / "examples" / "table" / f"{name}.jsonl").read_bytes())))
    lines = log.splitlines(keepends=True)
    named = 0
    for number, line in enumerate(lines[:-1]):
        for path in amounts(json.loads(line)):
            found, was = broken_by_a_cent(lines, number, path)
            if found.code == "does_not_follow" and found.line == number + 1 and "the file has" in found.message:
                place = "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in path).removeprefix(".")
                values = f'\'{place}\' "{was}"; the file has "{write_money(signed(was) + 1)}".'
                assert values in found.message, found.message
                named += 1
    assert named


def broken_by_a_cent(lines: list[bytes], number: int, path: tuple[Any, ...]) -> tuple[Broken, str]:
    """What is told of a file with one amount raised by a cent, and the amount as it was; HARMLESS ones are none."""
    was: list[str] = []

    def raised(text: str) -> str:
        was.append(text)
        return write_money(signed(text) + 1)

    if path[0] in HARMLESS or "error" in json.loads(lines[number]):
        return Broken(0, "", ""), ""
    other = changed(lines[number], path, raised)
    return broken(b"".join([*lines[:number], other, *lines[number + 1 :]])), was[0]


def test_what_only_one_side_has_is_named() -> None:
    own, other = {"a": [1, 2], "b": {}}, {"a": [1], "b": {"c": 1}}
    assert _first_difference(own, other) == ("a[1]", 2, Missing)
    assert _first_difference({"b": {}}, {"b": {"c": 1}}) == ("b.c", Missing, 1)
    assert _first_difference({"b": [1]}, {"b": "1"}) == ("b", [1], "1")


def test_an_order_given_as_a_list_is_told_how_it_is_written() -> None:
    table = {"table": {"game": "three-card-poker", "automatic": "none", "given_orders": True}}
    (_, found, *_) = answers(table, {"do": "shuffle", "by": "dealer", "order": ["As", "Kd"]})
    assert found["error"]["message"] == (
        "Mend 'order': expected text, got a list; write all cards as one text with spaces between them "
        '("As Kd 7h ...").'
    )


def test_two_cards_that_change_places_in_a_shuffle_are_found_when_one_was_dealt() -> None:
    lines = LOG.splitlines(keepends=True)
    number = next(n for n, line in enumerate(lines) if b'"shuffled"' in line)
    order = json.loads(lines[number])["order"]
    order[14], order[40] = order[40], order[14]
    lines[number] = json.dumps(json.loads(lines[number]) | {"order": order}).encode() + b"\n"
    found = broken(b"".join(lines))
    assert (found.code, json.loads(lines[found.line - 1])["event"]) == ("does_not_follow", "cards_dealt")


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda lines: [], "not_a_log"),
        (lambda lines: lines[1:], "not_a_log"),
        (lambda lines: [*lines, lines[-2]], "after_the_end"),
        (lambda lines: [*lines[:3], b"nonsense\n", *lines[3:]], "not_json"),
        (lambda lines: [*lines[:3], b"[]\n", *lines[3:]], "not_an_object"),
        (lambda lines: [*lines[:3], b'{"event": "party"}\n', *lines[3:]], "not_an_event"),
        (lambda lines: [*lines[:3], b'{"event": "seated", "event": "left"}\n', *lines[3:]], "name_twice"),
        (lambda lines: [*lines[:3], b'{"event": 7}\n', *lines[3:]], "not_an_event"),
        (lambda lines: [*lines[:3], b'{"event": []}\n', *lines[3:]], "not_an_event"),
        (lambda lines: [*lines[:3], b'{"hello": 1}\n', *lines[3:]], "not_an_event"),
        (lambda lines: [*lines[:3], b'{"event": "wagers_paid", "rows": [7]}\n', *lines[3:]], "not_an_event"),
        (lambda lines: [*lines[:3], b'{"event": "bet_placed", "stakes": [7]}\n', *lines[3:]], "not_an_event"),
        (lambda lines: [*lines[:3], b'{"event": "tipped", "player": "p1", "amount": "-1.00"}\n'], "wager_negative"),
        (lambda lines: [*lines[:3], b'{"event":"seated","player":"p1","position":2,"x":1}\n'], "not_as_written"),
        (lambda lines: [*lines[:3], b"x" * 1_000_001 + b"\n", *lines[3:]], "line_too_long"),
        (lambda lines: [lines[0].replace(b"three-card", b"five-card"), *lines[1:]], "unknown_game"),
        (lambda lines: [*lines[:-1], b'{"balances": 7, "state": "", "rounds": 1}\n'], "final_malformed"),
        (lambda lines: [*lines[:-1], b'{"balances": {}}\n'], "final_malformed"),
        (lambda lines: [*lines[:-1], lines[-1].replace(b'"80.00"', b'"80.01"')], "balances_differ"),
        (lambda lines: [*lines[:-1], lines[-1].replace(b"player:p1", b"player:p2")], "balances_differ"),
        (lambda lines: [*lines[:-1], lines[-1].replace(b'"rounds":1', b'"rounds":2')], "rounds_differ"),
        (lambda lines: [*lines[:-1], re.sub(rb'"state":"[0-9a-f]', b'"state":"x', lines[-1])], "state_differs"),
    ],
)
def test_a_broken_file_is_told_with_its_line(change: Any, code: str) -> None:
    lines = LOG.splitlines(keepends=True)
    other = change(lines)
    found = broken(b"".join(other))
    assert found.code == code
    assert 1 <= found.line <= max(len(other), 1)
    assert found.as_json()["line"] == found.line


def test_a_line_that_is_no_event_stops_however_often_it_is_tried() -> None:
    file = EventFile(io.BytesIO(LOG.splitlines(keepends=True)[0] + b"nonsense\n" + LOG))
    for _ in range(3):
        with pytest.raises(Broken) as caught:
            file.peek(1)
        assert caught.value.line == 2
    assert isinstance(file.peek(), TableOpened)


def test_whatever_stops_the_table_is_told_with_its_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def stops(*_: Any) -> Any:
        raise KeyError("stock")

    monkeypatch.setattr(pitboss.script.replaying, "step", stops)
    found = broken(LOG)
    assert (found.line, found.code) == (6, "does_not_follow")
    assert "KeyError" in found.message


def test_another_version_is_named_only_when_its_file_does_not_follow() -> None:
    older = LOG.replace(f'"version":"{pitboss.__version__}"'.encode(), b'"version":"0.0.1"')
    assert older != LOG
    assert replayed(older) == replayed(LOG)
    assert "pitboss 0.0.1" in broken(older.replace(b'"amount":"100.00"', b'"amount":"100.25"')).message


def drilled(number: int, steps: int) -> bytes:
    """The event file of a drill's table, irregularities and all."""
    random = Random(f"script {number}")
    session: Session[House, State] = Session(
        house_of(setup_for(COMPARED[number % len(COMPARED)], random)), Shuffles(number)
    )
    for _ in range(steps):
        if not session.state.open:
            break
        mood = random.random()
        who = people.mischief if mood < 0.1 else people.fault if mood < 0.2 else people.proper
        try:
            session.do(who(random, session.house, session.state))
        except Refusal:
            continue
    last = msgspec.json.encode(final_line(session.state, session.balances))
    return b"".join(encode_event(event) + b"\n" for event in session.log) + last + b"\n"


@pytest.mark.parametrize("number", range(len(COMPARED)))
def test_whatever_a_table_did_is_played_back(number: int) -> None:
    for again in range(3):
        log = drilled(number + again * len(COMPARED), 250)
        assert replayed(log) == json.loads(log.splitlines()[-1])


DRILLED = [drilled(number, 120).splitlines(keepends=True) for number in range(3)]


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


@settings(max_examples=200, deadline=None)
@given(any_of.lists(any_of.binary(max_size=60).map(lambda line: line.replace(b"\n", b" ")), max_size=5))
def test_any_bytes_are_an_answer(given_lines: list[bytes]) -> None:
    text = b"".join(line + b"\n" for line in given_lines)
    assert json.loads(replay_answer(io.BytesIO(text))[0])["error"]["message"]
    assert len(errors(play(text))) == max(len(given_lines), 1)


@settings(max_examples=400, deadline=None)
@given(any_of.data())
def test_any_command_is_an_answer(data: any_of.DataObject) -> None:
    """Any value in any field of any command, at the opening, while bets are open, and while cards lie on the table."""
    do = data.draw(any_of.sampled_from([*SHAPES]))
    shape = SHAPES[do]
    command: Data = {"do": do, "by": data.draw(any_of.sampled_from(shape.by)), "who": "p1"}
    small = any_of.integers(-1, 60) | any_of.sampled_from(["dealer", "10.00", "fold", "shuffler", {"ante": "5.00"}])
    for name in (*shape.needs, *data.draw(any_of.sets(any_of.sampled_from([*shape.may, "key"])))):
        command[name] = data.draw(small | JSON)
    at = data.draw(any_of.integers(1, len(ROUND)))
    table = SETUP["table"] | {"automatic": data.draw(any_of.sampled_from(["all", "none"]))}
    answered = answers(SETUP | {"table": table}, *ROUND[1:at], command, *ROUND[at:])
    assert all(each["error"]["message"] for each in answered if "error" in each)
    assert sum(signed(held) for held in answered[-1]["balances"].values()) == 0


@settings(max_examples=300, deadline=None)
@given(any_of.data())
def test_any_setup_is_an_answer(data: any_of.DataObject) -> None:
    table: Data = {"game": data.draw(any_of.sampled_from(pitboss.games.names()))}
    for name in data.draw(any_of.sets(any_of.sampled_from([*Setup.__struct_fields__]), min_size=1)):
        table[name] = data.draw(JSON)
    answered = answers({"table": table})
    assert errors(answered) or answered[-1]["rounds"] == 0


# The command as people run it


def run(*arguments: str, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    done = subprocess.run(
        [sys.executable, "-m", "pitboss", "table", *arguments], input=given, capture_output=True, timeout=300
    )
    assert b"Traceback" not in done.stderr, done.stderr.decode()
    return done


def test_run_and_replay_and_settle_together(tmp_path: Path) -> None:
    script, log, finished = (tmp_path / name for name in ("script.jsonl", "log.jsonl", "rounds.jsonl"))
    script.write_bytes(lines_of(ROUND))
    done = run("run", str(script), "--rounds", str(finished))
    assert (done.returncode, done.stdout, done.stderr) == (0, LOG, b"")
    log.write_bytes(done.stdout)
    back = run("replay", str(log))
    assert (back.returncode, back.stdout, back.stderr) == (0, LOG.splitlines(keepends=True)[-1], b"")
    assert run("replay", "-", given=LOG).stdout == back.stdout
    (settled,) = [pitboss.settle(json.loads(line)) for line in finished.read_bytes().splitlines()]
    assert settled.positions[0].net == -2000


def test_run_says_how_many_lines_were_refused() -> None:
    done = run("run", "-", given=lines_of([SETUP, "nonsense", SIT]))
    assert done.returncode == 1
    assert b"1 of 3 lines were refused" in done.stderr


def test_run_shows_what_a_role_sees() -> None:
    done = run("run", "-", "--role", "player", "--who", "p2", given=dealt(FIRST))
    assert done.returncode == 0
    assert json.loads(done.stdout.splitlines()[-1]) == {"balances": {"player:p2": "80.00"}, "rounds": 1}


def test_replay_tells_a_broken_file() -> None:
    done = run("replay", "-", given=LOG.replace(b'"amount":"100.00"', b'"amount":"100.50"'))
    assert done.returncode == 1
    assert json.loads(done.stdout)["error"]["code"] == "balances_differ"
    assert done.stderr.startswith(b"pitboss: line ")


def test_run_answers_each_line_before_the_next_is_given() -> None:
    with subprocess.Popen([sys.executable, "-m", "pitboss", "table", "run", "-"], stdin=-1, stdout=-1) as process:
        assert process.stdin and process.stdout
        process.stdin.write(lines_of([SETUP]))
        process.stdin.flush()
        for _ in range(5):
            assert b'"event"' in process.stdout.readline()
        process.stdin.write(b"nonsense\n")
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["error"]["code"] == "not_json"
        process.stdin.close()
        assert "balances" in json.loads(process.stdout.readline())
        assert process.wait(timeout=300) == 1


def test_run_stops_quietly_at_ctrl_c() -> None:
    command = [sys.executable, "-m", "pitboss", "table", "run", "-"]
    with subprocess.Popen(command, stdin=-1, stdout=-1, stderr=-1, preexec_fn=heeds_control_c) as process:
        assert process.stdin and process.stdout and process.stderr
        process.stdin.write(lines_of([SETUP]))
        process.stdin.flush()
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=300) == 130
        assert process.stderr.read() == b""


def test_run_stops_quietly_when_nobody_reads_on(tmp_path: Path) -> None:
    many = tmp_path / "many.jsonl"
    many.write_bytes(lines_of([SETUP, SIT, *[BUY] * 20_000]))
    stops_quietly_when_nobody_reads_on("table", "run", str(many))


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("run", "no-such-file.jsonl"), b"file_error: No such file or directory: no-such-file.jsonl"),
        (("replay", "no-such-file.jsonl"), b"file_error: No such file or directory: no-such-file.jsonl"),
        (("run", "."), b"file_error: Is a directory"),
        (("run", "-", "--role", "guest"), b"unknown_role"),
        (("run", "-", "--role", "player"), b"player_missing"),
        (("run", "-", "--who", "p1"), b"unknown_role"),
        (("run", "-", "--rounds", "."), b"file_error: Is a directory"),
        (("shuffle",), b"invalid choice"),
        ((), b"usage"),
    ],
)
def test_a_wrong_call_gets_a_sentence(arguments: tuple[str, ...], says: bytes) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert says in done.stderr


def test_the_rounds_never_overwrite_the_script(tmp_path: Path) -> None:
    script = tmp_path / "script.jsonl"
    script.write_bytes(lines_of(ROUND))
    done = run("run", str(script), "--rounds", str(script))
    assert (done.returncode, script.read_bytes()) == (2, lines_of(ROUND))
    assert b"Write the rounds to another file" in done.stderr
