"""`pitboss play craps`: a person at the rail, with lines typed into a stay and into a process."""

import io
import json
import random
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from pitboss import games
from pitboss.cards.chance import Shuffles
from pitboss.clauses import all_ids
from pitboss.dice.declaration import DiceGame
from pitboss.dice.rules import Rules
from pitboss.money import read_money
from pitboss.play import table_for
from pitboss.play.dice import Dice, points_made
from pitboss.play.dice_typed import Call, read_calls
from pitboss.play.screen import PIPS, Screen
from pitboss.play.words import grouped
from pitboss.refusal import Refusal, spoken
from pitboss.session import Session
from pitboss.table.dice import events as e
from pitboss.table.dice.setup import House
from pitboss.table.evolve import evolve, new_state
from pitboss.table.families import house_of
from pitboss.table.state import finished_round
from tests.playing import ROW, Script, cents, events_of, money, page, play

NET = re.compile(r"Net ([+-]?[0-9,.]+)   Chips")


@pytest.fixture(autouse=True)
def _wide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "96")


def rules(**options: Any) -> Rules:
    game = games.game("craps")
    assert isinstance(game, DiceGame)
    return game.rules("nj", options)


def house(**options: Any) -> House:
    found = table_for(rules(**options))
    assert isinstance(found, House)
    return found


class Thrown:
    """Dice that fall as given, and then sevens."""

    def __init__(self, *throws: str) -> None:
        self.faces = iter([int(face) for throw in throws for face in throw.split("-")])

    def permutation(self, cards: int) -> range:
        return range(cards)

    def between(self, least: int, most: int) -> int:
        self.seven = 7 - getattr(self, "seven", 3)
        return next(self.faces, self.seven)


def sit(lines: Sequence[str], chance: Any = None, bankroll: str = "500.00", **options: Any) -> tuple[str, Script, Dice]:
    file = io.StringIO()
    script = Script(file, lines)
    person = Dice(Session(house(**options), chance or Shuffles(5)), Screen("craps", file=file), script, bankroll)
    assert person.run() == 0
    return file.getvalue(), script, person


def added(script: Script) -> list[str]:
    """What each line brought to the screen."""
    return [" ".join(after.removeprefix(before).split()) for before, after in pairwise(script.pages)]


class Somebody:
    """A person who calls anything that is legal, in people's words, and rolls every now and then."""

    def __init__(self, seed: int, rolls: int) -> None:
        self.chance, self.rolls, self.file = random.Random(seed), rolls, io.StringIO()
        self.person: Dice
        self.met: set[str] = set()

    def __call__(self, prompt: str) -> str:
        legal = [each for each in self.person.view()["choices"] if each["do"] in TYPED]
        if self.chance.random() < 0.4 or not legal:
            self.rolls -= 1
            if self.rolls < 0:
                raise EOFError
            return ""
        command = self.chance.choice(legal)
        line = in_words(self.person, command)
        self.met.add(command["wager"] if command["do"] == "bet" else command["do"])
        self.check(command, line)
        return line

    def check(self, command: dict[str, Any], line: str) -> None:
        """The words mean this command; a wager on top of another one becomes a change of that one's amount."""
        if command["do"] == "pass_dice":
            return
        (call,) = read_calls(self.person.rules, line)
        given = self.person.commands(call)
        wagers = {each["id"]: each for each in self.person.own()}
        if command["do"] != "bet":
            assert command["id"] in [each["id"] for each in given]
        elif given[0]["do"] == "change":
            there = wagers[given[0]["id"]]
            assert there["wager"] == command["wager"]
            assert there["behind"] == command.get("behind")
            assert cents(given[0]["amount"]) == cents(there["amount"]) + cents(command["amount"])
        else:
            assert given == [command]


TYPED = {"bet", "take_down", "call_on", "call_off", "pass_dice"}
VERBS = {"take_down": "down", "call_on": "on", "call_off": "off"}


def in_words(person: Dice, command: dict[str, Any]) -> str:
    wagers = {each["id"]: each for each in person.own()}
    if command["do"] == "pass_dice":
        return "pass dice"
    if command["do"] == "bet":
        words = spoken(command["wager"])
        if "behind" in command:
            line = wagers[command["behind"]]
            words = f"{spoken(line['wager'])} odds {line['point']}"
        return " ".join(filter(None, (words, command.get("dice"), command["amount"])))
    wager = wagers[command["id"]]
    words = spoken(wager["wager"])
    if wager["behind"]:
        words = f"{spoken(wagers[wager['behind']]['wager'])} odds"
    return " ".join(filter(None, (words, str(wager["point"] or ""), wager["dice"], VERBS[command["do"]])))


def somebody_plays(seed: int, rolls: int, **options: Any) -> tuple[str, Somebody]:
    who = Somebody(seed, rolls)
    session: Session[Any, Any] = Session(house(**options), Shuffles(seed))
    who.person = Dice(session, Screen("craps", file=who.file), who, "50000.00")
    assert who.person.run() == 0
    return who.file.getvalue(), who


def runs_of(events: list[Any]) -> Iterator[dict[str, Any]]:
    table = house_of(events[0].setup)
    state = new_state(table)
    for event in events:
        was = state.playing
        state = evolve(table, state, event)
        if was and not state.playing:
            yield finished_round(state)


@pytest.mark.parametrize("seed", range(4))
def test_everything_legal_can_be_called_and_what_is_shown_is_what_settle_pays(seed: int) -> None:
    text, who = somebody_plays(seed, 40)
    person = who.person
    runs = list(runs_of(person.session.log))
    told = re.findall(r"The run is over: ([0-9]+) rolls?, ([0-9]+) points? made, net ([+-]?[0-9,.]+)\.", text)
    assert len(told) == len(runs)
    for run, (rolls, made, net) in zip(runs, told, strict=True):
        settled = person.rules.settle(run)
        assert [each.net for each in settled.players] == [cents(net)]
        assert len(run["rolls"]) == int(rolls)
        assert points_made(person.rules, run["rolls"]) == int(made)
    rows = [row for row in map(ROW.match, (line.rstrip() for line in text.splitlines())) if row]
    decided = [
        row for event in person.session.log if isinstance(event, e.LosersTaken | e.WinnersPaid) for row in event.rows
    ]
    assert len(rows) == len(decided)
    assert all(row[5] for row in rows), "every result says why"
    nets = sum(cents(each) for each in NET.findall(text))
    assert nets == sum(cents(row[4]) for row in rows) == sum(person.nets.values())
    assert f"cashed out {grouped(money(50000_00 + nets))}." in text


def test_every_wager_of_the_layout_is_met() -> None:
    met = set[str]().union(*(somebody_plays(seed, 60)[1].met for seed in range(10, 14)))
    assert met >= {*rules().wagers, "take_down", "call_on", "call_off", "pass_dice"}


def test_the_board_shows_all_that_lies_there() -> None:
    text, _, _ = sit(
        ["pass 10, place 6 and 8 12, hard 8 5", "", "odds 20, come 10, hop 5-1 1, place 6 off", "", "come odds 15"],
        Thrown("2-2", "5-4"),
    )
    last = [line.split() for line in text.split("Run 1, roll 3: point 4")[1].split("> ")[0].splitlines()]
    assert ["ON", "4", "5", "6", "8", "9", "10"] in last
    assert ["pass", "10"] in last
    assert ["odds", "20"] in last
    assert ["come", "10"] in last
    assert ["place", "12", "off", "12"] in last
    assert ["hard", "5"] in last
    assert "On the layout: 69.00." in text.split("Run 1, roll 3: point 4")[1]
    assert "odds 20 15" in " ".join(text.rsplit("[Enter] roll", 2)[1].split())


def test_the_amounts_on_the_board_add_up() -> None:
    for seed in range(20, 23):
        text, _ = somebody_plays(seed, 15)
        for board in re.findall(r"^ (?:puck OFF)? +4  .*?On the layout: [0-9,.]+\.", text, re.MULTILINE | re.DOTALL):
            rows, waiting, total = board.partition("On the next roll:")[0], board, board.rsplit(": ", 1)[1].rstrip(".")
            cells = [cell for line in rows.splitlines()[1:] for cell in re.findall(r"  ([0-9,.]+)", line)]
            if "On the layout" in rows:
                cells = [cell for line in rows.splitlines()[1:-1] for cell in re.findall(r"  ([0-9,.]+)", line)]
            next_roll = re.findall(r" ([0-9,]+\.[0-9]{2})(?=  |\n)", waiting.partition("On the next roll:")[2])
            assert sum(read_money(full(each), "cell") for each in [*cells, *next_roll]) == cents(total), board


def full(amount: str) -> str:
    plain = amount.replace(",", "")
    return plain if "." in plain else f"{plain}.00"


# What is called


CALLS = [
    ("pass 10", [Call("bet", "pass", amount="10.00")]),
    ("Pass: $10", [Call("bet", "pass", amount="10.00")]),
    ("don't pass 1,000", [Call("bet", "dont_pass", amount="1000.00")]),
    ("dp 10 dc 5", [Call("bet", "dont_pass", amount="10.00"), Call("bet", "dont_come", amount="5.00")]),
    (
        "pass 10, odds 20, place 6 12, hard 8 5, hop 5-1 1",
        [
            Call("bet", "pass", amount="10.00"),
            Call("bet", "odds", amount="20.00"),
            Call("bet", "place", "6", amount="12.00"),
            Call("bet", "hard", "8", amount="5.00"),
            Call("bet", "hop", dice="5-1", amount="1.00"),
        ],
    ),
    ("pass 10 odds 20.50", [Call("bet", "pass", amount="10.00"), Call("bet", "odds", amount="20.50")]),
    (
        "place the 6 and 8 for 12 each",
        [Call("bet", "place", "6", amount="12.00"), Call("bet", "place", "8", amount="12.00")],
    ),
    ("place6 12", [Call("bet", "place", "6", amount="12.00")]),
    ("place_6 12", [Call("bet", "place", "6", amount="12.00")]),
    ("place to lose 6 5", [Call("bet", "place_to_lose", "6", amount="5.00")]),
    ("buy 4 20", [Call("bet", "buy", "4", amount="20.00")]),
    ("lay 4 40", [Call("bet", "lay", "4", amount="40.00")]),
    ("lay odds 40", [Call("bet", "lay_odds", amount="40.00")]),
    ("odds 6 20", [Call("bet", "odds", "6", amount="20.00")]),
    ("odds on 6 20", [Call("bet", "odds", "6", amount="20.00")]),
    ("come odds 6 20", [Call("bet", "odds", "6", line="come", amount="20.00")]),
    ("odds behind pass 20", [Call("bet", "odds", line="pass", amount="20.00")]),
    ("don't come odds 4 20", [Call("bet", "lay_odds", "4", line="dont_come", amount="20.00")]),
    (
        "yo 1; c&e 2; seven 5",
        [Call("bet", w, amount=a) for w, a in (("eleven", "1.00"), ("craps_eleven", "2.00"), ("any_seven", "5.00"))],
    ),
    ("fi 5", [Call("bet", "field", amount="5.00")]),
    ("place 6 off", [Call("call_off", "place", "6")]),
    ("off place 6", [Call("call_off", "place", "6")]),
    ("call off the place 6", [Call("call_off", "place", "6")]),
    ("odds on", [Call("call_on", "odds")]),
    ("off", [Call("call_off", "all")]),
    ("all down", [Call("take_down", "all")]),
    ("take down place 6 and 8", [Call("take_down", "place", "6"), Call("take_down", "place", "8")]),
    ("down 6", [Call("take_down", "all", "6")]),
    ("hop 5-1 down", [Call("take_down", "hop", dice="5-1")]),
    ("place 6 to 24", [Call("change", "place", "6", amount="24.00")]),
    ("odds to 50", [Call("change", "odds", amount="50.00")]),
    ("place to lose 4 to 10", [Call("change", "place_to_lose", "4", amount="10.00")]),
    ("pass 10, place 6 off", [Call("bet", "pass", amount="10.00"), Call("call_off", "place", "6")]),
    ("nosuch 5", [Call("bet", "nosuch", amount="5.00")]),
]


@pytest.mark.parametrize(("typed", "read"), CALLS)
def test_calls_as_people_make_them(typed: str, read: list[Call]) -> None:
    assert read_calls(rules(), typed) == read


@pytest.mark.parametrize("seed", range(3))
def test_no_line_breaks_the_reading(seed: int) -> None:
    """Anything typed is read or refused."""
    chance = random.Random(seed)
    words = [
        "pass",
        "come",
        "odds",
        "place",
        "hard",
        "6",
        "8",
        "10",
        "5-1",
        "on",
        "off",
        "down",
        "to",
        "all",
        "take",
        "lay",
        "buy",
        "hop",
        "$5",
        "1,000",
        "-1",
        "5-",
        ".",
        "'",
        ",",
        ";",
        "-",
        "10.005",
        "é",
        "\x00",
    ]
    for _ in range(2000):
        line = " ".join(chance.choices(words, k=chance.randint(0, 7)))
        try:
            assert all(call.wager for call in read_calls(rules(), line))
        except Refusal as refusal:
            assert refusal.message.endswith(".")


# Wrong lines

BEFORE_THE_POINT = [
    ("roll", "Place a pass or don't pass wager first: the shooter has one on a come-out roll. (reading 104)"),
    ("frob 10", 'Craps has no wager "frob"; it has pass, dont pass, come'),
    ("10", "Say on what, such as pass 10"),
    ("pass", "Say how much, such as pass 10."),
    ("frob", 'Craps has no wager "frob"; it has pass, dont pass, come'),
    ("pass 10 20", "Give one amount for the pass"),
    ("pass 4", "Bet at least 5.00 on the pass: it is posted. (reading 114)"),
    ("pass 501", "Bet at most 500.00 on the pass: it is posted. (reading 114)"),
    ("pass 10.25", "the smallest here is 0.50."),
    ("pass 10.005", "Write amounts such as 10 or 10.50"),
    ("pass 0", "Leave the pass out or bet something on it"),
    ("place 6", "Say how much, such as place 6 10."),
    ("place 7 10", "Bet place on one of 4, 5, 6, 8, 9, 10: there is no"),
    ("hard 5 10", "Bet hard on one of 4, 6, 8, 10: there is no"),
    ("hop 1", "Say which dice and how much, such as hop 5-1 1."),
    ("hop 7-1 1", "two dice that each show 1 to 6"),
    ("hop 0-1 1", "two dice that each show 1 to 6"),
    ("odds 20", "Wait with the odds until a pass or come wager of yours has a point. (rules CRAPS odds)"),
    ("come 10", "Place the come once a point is on: roll 1 is a come-out roll. (rules CRAPS come)"),
    ("place 6 off", "there is no place 6 to be called off."),
    ("frob off", 'Craps has no wager "frob"'),
    ("all off", "nothing of yours there can be called off."),
    ("buy", "Say for how much you buy in, such as buy 100."),
    ("\x1b[31m 5", "no wager"),
]
WITH_A_POINT = [
    ("pass 10", "Place the pass before a come-out roll: the point is 4. (rules CRAPS pass)"),
    ("pass down", "Leave the pass on the layout as it is until a roll decides it: it is a contract. (reading 81)"),
    ("pass to 20", "it is a contract. (reading 81)"),
    ("odds 30.50", "Put at most 30.00 behind the pass of 10.00 on 4, not 30.50 (the odds). (rules CRAPS odds limit)"),
    ("lay odds 10", "Wait with the lay odds until a don't pass or don't come wager of yours has a point."),
    ("pass off", "it always works."),
    ("place 6 to 12", "Say another amount: the place 6 is of 12.00 already."),
    ("buy 4 5000", "Bet at most 500.00"),
    ("q", "Stay at the rail: you have a wager that must stay until a roll decides it. (reading 81)"),
]


def test_wrong_calls_are_told_and_asked_again() -> None:
    lines = [*(line for line, _ in BEFORE_THE_POINT), "pass 10, place 6 12", "", *(line for line, _ in WITH_A_POINT)]
    wanted = [*BEFORE_THE_POINT, ("", "place"), ("", "The point is 4"), *WITH_A_POINT]
    text, script, _ = sit([*lines, ""], Thrown("2-2", "6-1"))
    for told, (line, sentence) in zip(added(script), wanted, strict=False):
        assert sentence in told, line
    assert "\x1b" not in text


def test_what_stood_before_a_refusal_stays() -> None:
    _, script, person = sit(["pass 10, place 7 5, field 5", "q"])
    placed = [event.wager for event in person.session.log if isinstance(event, e.WagerPlaced)]
    assert placed == ["pass"]
    assert "pass 10.00" in added(script)[0]


def test_a_line_of_the_wrong_shape_places_nothing() -> None:
    _, _, person = sit(["pass 10, field", "q"])
    assert not [event for event in person.session.log if isinstance(event, e.WagerPlaced)]


def test_a_come_and_a_pass_ask_behind_which() -> None:
    _, script, person = sit(["pass 10", "", "come 10", "", "odds 10", "odds 9 10", "pass odds 5"], Thrown("2-2", "5-4"))
    assert "Say behind which wager: pass odds 4, come odds 9" in added(script)[4]
    behind = [event.behind for event in person.session.log if isinstance(event, e.WagerPlaced)]
    assert behind == [None, None, "2", "1"]


def test_enter_bets_the_line_again_and_then_rolls() -> None:
    _, script, person = sit(["don't pass 25", "", "", ""], Thrown("6-5", "6-5"))
    placed = [(event.wager, event.amount) for event in person.session.log if isinstance(event, e.WagerPlaced)]
    assert placed == [("dont_pass", 25_00)] * 2
    assert "[Enter] don't pass 25" in script.pages[2]
    assert script.pages[3].splitlines()[-1] == " [Enter] roll"


def test_a_commission_is_told() -> None:
    text, _, _ = sit(["pass 10, buy 4 20", "", "buy 4 20"], Thrown("2-2"))
    assert "buy 4: commission 1.00 goes down with it." in text
    row = next(
        row for row in map(ROW.match, (line.rstrip() for line in text.splitlines())) if row and row[1] == "buy 4"
    )
    assert (row[3], row[4], row[5]) == ("wins", "+39.00", "4 (2-2) pays 2 to 1, commission 1.00")


# The dice


def test_the_dice_are_drawn_as_they_fell() -> None:
    for face in range(1, 7):
        assert "".join(PIPS[face]).count("●") == face
    text, _, _ = sit(["pass 10", ""], Thrown("6-3"))
    drawn = [line for line in text.splitlines() if line.startswith((" ╭───────╮", " │", " ╰"))][:5]
    assert [line.split("  ")[0].strip() for line in drawn][1:4] == [["│ ●", " ● │"][0]] * 3
    assert sum(line.count("●") for line in drawn) == 9
    assert "9. The point is 9." in text


@pytest.mark.parametrize(
    ("throws", "says"),
    [
        (["4-3"], "7 on the come-out roll."),
        (["1-1"], "2 on the come-out roll."),
        (["4-4"], "8 the hard way. The point is 8."),
        (["5-3", "4-4"], "8 the hard way. The point is made; the puck is off."),
        (["5-3", "6-5"], "11. The point is still 8."),
        (["5-3", "6-1"], "7. Seven out."),
    ],
)
def test_a_roll_is_called(throws: list[str], says: str) -> None:
    text, _, _ = sit(["pass 10", *[""] * len(throws)], Thrown(*throws))
    assert says in text


def test_no_screen_tells_how_dice_will_fall() -> None:
    lines = ["pass 10, field 5, place 6 12", "?", "c", ""]
    pages = [sit(lines, Shuffles(seed))[1].pages[:4] for seed in range(6)]
    assert all(each == pages[0] for each in pages)


def test_help_and_clauses_cite_what_exists() -> None:
    _, script, person = sit(
        ["?", "pass 10, place 6 12", "", "?", "odds 10", "", "c", "c commission"], Thrown("2-2", "6-1")
    )
    known = [*all_ids(), *(f"reading {number}" for number in range(1, 200))]
    for number in (0, 3, 6, 7):
        told = script.pages[number + 1].removeprefix(script.pages[number])
        assert any(clause in told for clause in known), told
    helped = " ".join(script.pages[4].removeprefix(script.pages[3]).split())
    assert "odds up to 30.00" in helped
    assert "come 5.00 to 500.00" in helped
    assert not re.search(r"(?<!don't )\bpass 5.00 to", helped), "no pass can be placed with a point on"
    assert person.cited
    for _, clause in person.cited:
        assert clause in person.law.says


# Leaving


@pytest.mark.parametrize("seed", range(3))
def test_the_end_of_input_is_a_clean_exit_at_every_prompt(seed: int) -> None:
    lines = [
        "pass 10, field 5, lay 4 40",
        "",
        "odds 10, place 6 12",
        "",
        "come 10",
        "",
        "come odds 10",
        "",
        "",
        "all off",
        "",
    ]
    for typed in range(len(lines)):
        text, _, person = sit(lines[:typed], Shuffles(seed))
        nets = sum(cents(net) for net in NET.findall(text))
        assert f"Bought in for $500.00, cashed out {grouped(money(500_00 + nets))}." in text
        state = person.session.state
        assert not state.layout.lying
        assert not state.due
        assert not state.seats


def test_what_may_come_down_does_and_a_contract_is_played_to_its_end() -> None:
    text, _, person = sit(["pass 10, place 6 12", "", "odds 20", "q", "q"], Thrown("2-2", "5-6", "3-1"))
    assert "Down: place 6 12.00." in text
    assert "Down: odds 20.00." in text
    assert [event.dice for event in person.session.log if isinstance(event, e.RollCalled)] == ["2-2", "5-6", "3-1"]
    assert "cashed out 510.00." in text


def test_without_a_contract_nobody_is_asked_twice() -> None:
    text, script, _ = sit(["pass 10, field 5", "q"])
    assert len(script.pages) == 2
    assert "cashed out 500.00." in text


def test_a_contract_that_no_shooter_is_left_for_goes_back() -> None:
    text, _, person = sit(["pass 10", "", "come 10", "", "", "q", "q"], Thrown("2-2", "5-4", "3-1"))
    assert "No shooter is left: come on 9 10.00 goes back. (reading 112)" in text
    assert "cashed out 510.00." in text
    assert not person.session.state.layout.lying


# The process


def test_the_log_of_a_stay_plays_back(tmp_path: Path) -> None:
    log = tmp_path / "events.jsonl"
    lines = ["pass 10, place 6 12", "", "odds 10", "", "", "", "come 5", "", "q", "q"]
    text = page("craps", "--seed", "4", "--log", str(log), typed=lines)
    assert " You leave" in text
    assert events_of(log)
    done = subprocess.run(
        [sys.executable, "-m", "pitboss", "table", "replay", str(log)], capture_output=True, timeout=300
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout)["balances"]["player:you"] == "0.00"


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["--positions", "2"], "too_many_positions"),
        (["--dealing", "manual_shoe"], "unknown_dealing"),
        (["-o", "odds=many"], "bad_option"),
    ],
)
def test_a_table_that_cannot_be_is_refused_before_anyone_stands_there(arguments: list[str], code: str) -> None:
    done = play("craps", *arguments)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(f"pitboss: {code}: ".encode()), done.stderr


def test_nothing_is_wider_than_a_narrow_terminal() -> None:
    everything = "place to lose 4, 5, 6, 8, 9, 10 125, place 4 and 5 and 6 and 8 and 9 and 10 125, hop 5-1 1, horn 4"
    text = page(
        "craps",
        "--seed",
        "3",
        "--bankroll",
        "5000",
        typed=["pass 10", everything, "?", "", "all off", "", "q"],
        columns=60,
    )
    assert max(len(line) for line in text.splitlines() if not line.startswith("> ")) <= 60
    assert "place to lose" in text


def test_a_terminal_without_the_signs_gets_look_alikes() -> None:
    done = play("craps", "--seed", "3", typed=["pass 10", "", "q", "q"], PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    assert "| o" in done.stdout.decode("ascii")
