"""`pitboss play`: a person at a table in the terminal, as a process with lines typed into it, and the parts inside."""

import io
import json
import os
import pty
import random
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from pitboss import games
from pitboss.cards.chance import Shuffles
from pitboss.clauses import all_ids
from pitboss.felts import FELTS
from pitboss.play import table_for
from pitboss.play.screen import CREAM, Screen, arranged, screen_felt
from pitboss.play.showdown import Showdown
from pitboss.play.typed import read_amount, read_wagers
from pitboss.play.words import grouped, signed
from pitboss.refusal import Refusal
from pitboss.session import Session
from pitboss.table.evolve import evolve, new_state
from pitboss.table.families import showdown_house as house_of
from pitboss.table.showdown import events as e
from pitboss.table.showdown.setup import House
from pitboss.table.state import finished_round
from tests.playing import ROW, Known, Script, cards_on, cents, events_of, money, page, play, results_on
from tests.support import heeds_control_c

STAY = {
    "three-card-poker": ["play 10"],
    "four-card-poker": ["play 10"],
    "high-card-flush": ["raise 10"],
    "what-the-flush": ["play 10"],
    "texas-holdem-bonus": ["flop 20", "check", "river 10"],
}
"""What stays in to the end, with an ante of 10.00 and whatever hand."""

SIDES = {"high-card-flush": " 5 5 1", "what-the-flush": " 5 5"}

DEALT = games.showdown_names()
"""The games that a person can play in the terminal."""

TABLES = [
    (name, where, dealing)
    for name in DEALT
    for where in games.game(name).jurisdictions
    for dealing, method in (games.showdown(name).procedure or pytest.fail("no procedure")).methods.items()
    if method.allowed_in(where)
]


@pytest.fixture(autouse=True)
def _wide(monkeypatch: pytest.MonkeyPatch) -> None:
    """No result is broken over two lines."""
    monkeypatch.setenv("COLUMNS", "96")


def session_of(name: str, where: str) -> list[str]:
    """Six rounds: stay in, fold, stay in with every side wager, fold with them, and rebet."""
    rich = "10" + SIDES.get(name, " 5")
    stay = STAY[name]
    return ["", *stay, "10", "fold", rich, *stay, rich, "f", "", *stay, "ante 10", *stay, "q"]


def rounds_of(log: Path) -> Iterator[dict[str, Any]]:
    """The finished rounds of an event file, by playing it again."""
    events = events_of(log)
    assert isinstance(events[0], e.TableOpened)
    house = house_of(events[0].setup)
    state = new_state(house)
    for event in events:
        was = state.playing
        state = evolve(house, state, event)
        if was and not state.playing:
            yield finished_round(state)


def rounds_on(text: str) -> list[str]:
    """The pages of the rounds that were dealt."""
    pages = re.split(r"^ Round [0-9]+ .*$", text, flags=re.MULTILINE)[1:]
    return [each for each in pages if "No more bets." in each]


def before_the_reveal(text: str) -> str:
    """A round's page up to its last decision."""
    return text[: text.rindex("\n> ")]


@pytest.mark.parametrize(("name", "where", "dealing"), TABLES, ids=str)
def test_what_is_shown_is_what_settle_pays(name: str, where: str, dealing: str, tmp_path: Path) -> None:
    log = tmp_path / "events.jsonl"
    arguments = [name, "-j", where, "--dealing", dealing, "--seed", "11", "--log", str(log)]
    text = page(*arguments, typed=session_of(name, where))
    played = list(rounds_of(log))
    shown = rounds_on(text)
    assert len(played) == len(shown) == 6
    assert settled_by_command(played, tmp_path) == [shown_result(each) for each in shown]
    for round_, each in zip(played, shown, strict=True):
        own = set(round_["positions"][0]["cards"].split())
        board = set(round_.get("community", "").split())
        assert cards_on(each) >= own | set(round_["dealer"].split()) | board
    nets = [cents(re.search(r"Net ([+-]?[0-9,.]+) ", each)[1]) for each in shown]  # type: ignore[index]
    assert f"cashed out {grouped(money(500_00 + sum(nets)))}." in text
    if max(nets) > 0:
        assert f"Biggest win {signed(max(nets))}, in round {nets.index(max(nets)) + 1}." in text


Shown = tuple[list[tuple[str, str, str, int]], int]


def settled_by_command(played: list[dict[str, Any]], folder: Path) -> list[Shown]:
    """Each round as `pitboss settle` pays it: wager, stake, outcome and gain, and the net."""
    file = folder / "rounds.jsonl"
    file.write_text("".join(json.dumps(each) + "\n" for each in played))
    done = subprocess.run([sys.executable, "-m", "pitboss", "settle", str(file)], capture_output=True, timeout=300)
    assert done.returncode == 0, done.stdout.decode()
    found = []
    for line in done.stdout.splitlines():
        (position,) = json.loads(line)["positions"]
        found.append(([as_shown(row) for row in position["wagers"]], cents(position["net"])))
    return found


def as_shown(row: dict[str, str]) -> tuple[str, str, str, int]:
    stake, pays = cents(row["stake"]), cents(row["pays"])
    kept = row["outcome"] == "lose" or row["wager"] == "progressive"
    word = {"win": "wins", "lose": "loses", "push": "pushes"}[row["outcome"]]
    return row["wager"].replace("_", " "), row["stake"] if stake else "", word, pays - (stake if kept else 0)


def shown_result(text: str) -> Shown:
    rows = [(wager, stake, outcome, cents(gain)) for wager, stake, outcome, gain in results_on(text)]
    net = re.search(r"Net ([+-]?[0-9,.]+) ", text)
    assert net and rows
    return rows, cents(net[1])


@pytest.mark.parametrize(("name", "where", "dealing"), TABLES, ids=str)
def test_no_hidden_card_is_named_before_the_reveal(name: str, where: str, dealing: str, tmp_path: Path) -> None:
    log = tmp_path / "events.jsonl"
    arguments = [name, "-j", where, "--dealing", dealing, "--seed", "12", "--log", str(log)]
    text = page(*arguments, typed=session_of(name, where))
    for visible, each in zip(seen_before_the_reveal(log), rounds_on(text), strict=True):
        assert cards_on(before_the_reveal(each)) == visible


def seen_before_the_reveal(log: Path) -> Iterator[set[str]]:
    """For each round of an event file: the player's own cards, and those face up when the last decision was made."""
    seen: set[str] = set()
    decided: set[str] = set()
    for event in events_of(log):
        if isinstance(event, e.CardsDealt):
            seen |= {card for to, card, face_up in event.cards if to == "1" or face_up}
        elif isinstance(event, e.CardTurned):
            seen.add(event.card)
        elif isinstance(event, e.Decided):
            decided = seen.copy()
        elif isinstance(event, e.DealerRevealed):
            yield decided
            seen = set()


def sit(
    house: House, lines: Sequence[str], chance: Any = None, bankroll: str = "500.00"
) -> tuple[str, Script, Showdown]:
    file = io.StringIO()
    script = Script(file, lines)
    person = Showdown(Session(house, chance or Shuffles(5)), Screen(house.game.name, file=file), script, bankroll)
    assert person.run() == 0
    return file.getvalue(), script, person


def house(name: str, where: str = "nj", positions: int = 1, dealing: str = "", **options: Any) -> House:
    found = table_for(games.showdown(name).rules(where, options), positions, dealing)
    assert isinstance(found, House)
    return found


@pytest.mark.parametrize(("name", "where", "dealing"), TABLES, ids=str)
def test_tables_that_differ_in_hidden_cards_look_alike_until_the_reveal(name: str, where: str, dealing: str) -> None:
    """The same screens, whatever lies face down: neither cards, nor words, nor choices tell."""
    table = house(name, where, dealing=dealing)
    chance = random.Random(f"{name} {where} {dealing}")
    lines = ["10" + SIDES.get(name, " 5"), *STAY[name], "q"]
    for _ in range(5):
        order = chance.sample(range(52), 52)
        _, script, person = sit(table, lines, Known(order))
        until = len(STAY[name])  # the prompts of the bet and of each decision
        other = reordered_out_of_sight(person, order, script.pages[until], chance)
        assert other != order
        assert sit(table, lines, Known(other))[1].pages[: until + 1] == script.pages[: until + 1]


def reordered_out_of_sight(person: Showdown, order: list[int], seen: str, chance: random.Random) -> list[int]:
    """The deck with all cards that were not on the screen in other places."""
    from pitboss.table.showdown.setup import DECK

    visible = cards_on(seen)
    hidden = [card for card in order if DECK[card] not in visible]
    mixed = iter(chance.sample(hidden, len(hidden)))
    return [card if DECK[card] in visible else next(mixed) for card in order]


def test_the_log_of_a_stay_plays_back(tmp_path: Path) -> None:
    log = tmp_path / "events.jsonl"
    page(
        "high-card-flush",
        "-j",
        "ma",
        "--positions",
        "3",
        "--log",
        str(log),
        typed=["10", "10 5", "10 5 5 1", "f", "q", "q"],
    )
    done = subprocess.run(
        [sys.executable, "-m", "pitboss", "table", "replay", str(log)], capture_output=True, timeout=300
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout)["balances"]["player:you"] == "0.00"


# Wrong lines

WRONG_BETS = [
    ("abc", "Three Card Poker has no wager 'abc'"),
    ("abc 10", "Three Card Poker has no wager 'abc'"),
    ("-5", "Write amounts such as 10 or 10.50"),
    ("10.005", "Write amounts such as 10 or 10.50"),
    ("1e3", "Write amounts such as 10 or 10.50"),
    ("10/2", "Write amounts such as 10 or 10.50"),
    ("٣", "Write amounts such as 10 or 10.50"),
    ("9" * 400, "Write amounts such as 10 or 10.50"),
    ("\x1b[31m 10", "Write amounts such as 10 or 10.50"),
    ("[red]10[/red]", "Write amounts such as 10 or 10.50"),
    ("0", "Place at least one wager"),
    ("- -", "Place at least one wager"),
    ("ante", "Say how much on the ante, such as ante 10."),
    ("ante 10 pair", "Say how much on the pair plus, such as pair_plus 10."),
    ("ante 10 ante 20", "Bet on the ante once."),
    ("10 5 5", "Give one amount for each wager: ante, pair plus."),
    ("play 10", "it is placed after the deal."),
    ("progressive 1", "Three Card Poker has no wager 'progressive'"),
    ("4.50", "Bet at least 5.00 on the ante: it is posted. (NJ TCP 19:47-20.6(a)1)"),
    ("501", "Bet at most 500.00 on the ante: it is posted. (NJ TCP 19:47-20.6(a)1)"),
    ("10 0.50", "Bet at least 1.00 on the pair plus: it is posted. (NJ TCP 19:47-20.6(a)2)"),
    ("10 100.50", "Bet at most 100.00 on the pair plus: it is posted. (NJ TCP 19:47-20.6(a)2)"),
    ("10.25", "the smallest here is 0.50."),
    ("500 100", "Buy in for more: you have 500.00 and need 600.00."),
    ("buy", "Say for how much you buy in, such as buy 100."),
    ("b some", "Say for how much you buy in, such as buy 100."),
    ("buy 0.30", "the smallest here is 0.50."),
    ("c nothing like it", "No clause of Three Card Poker holds"),
    ("fold", "Three Card Poker has no wager 'fold'"),
]


def test_a_wrong_bet_is_told_and_asked_again() -> None:
    text, script, _ = sit(house("three-card-poker"), [line for line, _ in WRONG_BETS])
    for before, after, (line, sentence) in zip(script.pages[:-1], script.pages[1:], WRONG_BETS, strict=True):
        assert sentence in " ".join(after.removeprefix(before).split()), line
    assert "cashed out 500.00." in text
    assert "0 rounds" in text
    assert "\x1b" not in text


WRONG_CHOICES = [
    ("", "Choose [f]old or [p]lay 10.00."),
    ("   ", "Choose [f]old or [p]lay 10.00."),
    ("x", 'Place the play or fold; "x" cannot be chosen here. (NJ TCP 19:47-20.10(b))'),
    ("check", 'Place the play or fold; "check" cannot be chosen here.'),
    ("raise 10", 'Place the play or fold; "raise" cannot be chosen here.'),
    ("2", 'Place the play or fold; "2" cannot be chosen here.'),
    ("play 20", "Make the play 10.00 or fold, not 20.00: this hand allows exactly 1 times the ante."),
    ("p 9.50", "Make the play 10.00 or fold, not 9.50"),
    ("play 0", "Leave the play out or bet something on it"),
    ("play ten", "Write the play as dollars and cents"),
    ("fold 10", "Leave the amount out: to fold places nothing."),
    ("fold now", "Leave the amount out: to fold places nothing."),
    ("\x07\x9b[31m", "cannot be chosen here."),
    ("é" * 300, "cannot be chosen here."),
    ("leave", "Stay seated until the round is over: you have wagers in it. (NJ TCP 19:47-20.6(c))"),
]


def test_a_wrong_choice_is_told_and_asked_again() -> None:
    lines = ["", *(line for line, _ in WRONG_CHOICES), "play"]
    text, script, _ = sit(house("three-card-poker"), lines)
    for before, after, (line, sentence) in zip(script.pages[1:], script.pages[2:], WRONG_CHOICES, strict=False):
        assert sentence in " ".join(after.removeprefix(before).split()), line
    assert len(rounds_on(text)) == 1
    assert "\x07" not in text
    assert "\x9b" not in text


def test_bytes_that_are_no_text_are_refused_like_any_other_line() -> None:
    text = page("three-card-poker", typed=b"\xff\xfe\x00\n10\n\xc3\x28\nf\nq\n")
    assert "Write amounts such as 10" in text
    assert "cannot be chosen here" in text


@pytest.mark.parametrize(
    ("arguments", "code", "sentence"),
    [
        (["two-card-poker"], "unknown_game", ""),
        (["three-card-poker", "-j", "ma"], "unknown_jurisdiction", ""),
        (["three-card-poker", "-o", "pair_plus"], "bad_option", "NAME=VALUE"),
        (["three-card-poker", "--bankroll", "many"], "money_malformed", "such as 500.00"),
        (["three-card-poker", "--bankroll", "0"], "money_malformed", "such as 500.00"),
        (["three-card-poker", "--bankroll", "0.25"], "no_such_chips", "NJ TCP 19:47-20.6"),
        (["three-card-poker", "--positions", "0"], "too_many_positions", "NJ TCP 19:47-20.6(e)"),
        (["three-card-poker", "--positions", "3"], "too_many_positions", "NJ TCP 19:47-20.6(e)"),
        (["what-the-flush", "--positions", "2"], "too_many_positions", "NJ WTF 13:69F-38.13"),
        (["three-card-poker", "--dealing", "packets"], "unknown_dealing", "manual_shoe"),
        (["three-card-poker", "--log", "/nowhere/log"], "file_error", "/nowhere/log"),
    ],
)
def test_a_table_that_cannot_be_is_refused_before_anyone_sits(arguments: list[str], code: str, sentence: str) -> None:
    done = play(*arguments)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(f"pitboss: {code}: ".encode()), done.stderr
    assert sentence.encode() in done.stderr


# Leaving


@pytest.mark.parametrize("name", DEALT)
def test_the_end_of_input_is_a_clean_exit_at_every_prompt(name: str) -> None:
    table = house(name)
    lines = session_of(name, "nj")
    for typed in range(len(lines)):
        text, _, person = sit(table, lines[:typed])
        nets = [cents(net) for net in re.findall(r"Net ([+-]?[0-9,.]+)   Chips", text)]
        assert f"Bought in for $500.00, cashed out {grouped(money(500_00 + sum(nets)))}." in text
        assert not person.session.state.playing
        assert not person.session.state.bets
        assert not person.session.state.seats


@pytest.mark.parametrize("typed", [0, 1, 2, 5])
def test_the_end_of_input_of_the_process(typed: int) -> None:
    lines = ["?", "10", "?", "play 10", "10 5"]
    assert " You leave" in page("three-card-poker", typed=lines[:typed])
    assert " You leave" in page("three-card-poker", typed="\n".join(lines[:typed]).encode())


def test_whoever_gives_up_a_hand_in_play_folds_it_as_a_silent_player() -> None:
    text, _, person = sit(house("three-card-poker"), ["10 5", "q", "q"])
    decided = [event for event in person.session.log if isinstance(event, e.Decided)]
    assert [(each.action, each.automatic) for each in decided] == [("fold", True)]
    assert "Stay seated until the round is over" in text
    assert "cashed out 485.00" in text


def test_a_hand_given_up_after_the_flop_is_checked_to_the_end() -> None:
    _, _, person = sit(house("texas-holdem-bonus"), ["10", "flop", "q", "q"])
    decided = [event for event in person.session.log if isinstance(event, e.Decided)]
    assert [(each.action, each.automatic) for each in decided] == [("flop", False), ("check", True), ("check", True)]


def test_whoever_asked_to_leave_may_still_decide() -> None:
    text, _, _ = sit(house("three-card-poker"), ["10", "q", "play"])
    assert results_on(text)[1][0] == "play"


def test_wagers_not_yet_in_play_are_taken_back_by_whoever_leaves() -> None:
    text, _, person = sit(house("three-card-poker", positions=2), ["10", "q"])
    assert any(isinstance(event, e.BetCleared) for event in person.session.log)
    assert "cashed out 500.00" in text


@pytest.mark.parametrize("lines", [[], ["10"], ["10", "x"], ["10", "p", "10 5"]], ids=len)
def test_control_c_is_a_clean_exit(lines: list[str]) -> None:
    process = subprocess.Popen(
        [sys.executable, "-u", "-m", "pitboss", "play", "three-card-poker", "--seed", "2"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=heeds_control_c,
    )
    assert process.stdin and process.stdout and process.stderr
    process.stdin.write("".join(f"{line}\n" for line in lines).encode())
    process.stdin.flush()
    text = b""
    while text.count(b"\n> ") < len(lines) + 1:
        text += os.read(process.stdout.fileno(), 65536)
    time.sleep(0.2)
    process.send_signal(signal.SIGINT)
    text += process.stdout.read()
    assert process.wait(timeout=300) == 130
    assert b"You leave" in text
    assert process.stderr.read() == b""
    for stream in (process.stdin, process.stdout, process.stderr):
        stream.close()


def test_nobody_reading_on_ends_it_quietly() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "pitboss", "play", "three-card-poker"], stdin=-1, stdout=-1, stderr=-1
    )
    assert process.stdin and process.stdout and process.stderr
    process.stdout.readline()
    process.stdout.close()
    process.stdin.write(b"\np\n" * 50)
    process.stdin.close()
    assert process.wait(timeout=300) == 1
    assert b"Traceback" not in process.stderr.read()
    process.stderr.close()


def test_closed_input_is_told() -> None:
    done = subprocess.run(
        ["sh", "-c", f"{sys.executable} -m pitboss play three-card-poker <&-"], capture_output=True, timeout=300
    )
    assert done.returncode == 2
    assert b"Open standard input" in done.stderr


# What is offered


def test_the_choices_are_those_of_the_hand() -> None:
    """A raise of two or three antes is offered with the flush that allows it, and only then."""
    table = house("high-card-flush")
    seen = set()
    for seed in range(60):
        _, script, _ = sit(table, ["10", "f"], Shuffles(seed))
        words = re.search(r"^ ([0-9]) card flush", script.pages[1], re.MULTILINE)
        assert words
        length = int(words[1])
        keys = re.findall(r"\[([f0-9])\]", script.pages[1].splitlines()[-1])
        assert keys == ["f", *"123"[: 1 if length < 5 else 2 if length == 5 else 3]]
        seen.add(len(keys))
    assert seen >= {2, 3}


@pytest.mark.parametrize(
    ("typed", "amount"),
    [("1", 10_00), ("3", 30_00), ("play 15", 15_00), ("p 25.50", 25_50), ("20", 20_00), ("PLAY 30", 30_00)],
)
def test_an_amount_is_chosen_by_key_or_typed(typed: str, amount: int) -> None:
    _, _, person = sit(house("four-card-poker"), ["10", typed])
    (decided,) = [event for event in person.session.log if isinstance(event, e.Decided)]
    assert (decided.action, decided.amount) == ("play", amount)


def test_a_play_without_its_amount_is_asked_for() -> None:
    text, _, _ = sit(house("four-card-poker"), ["10", "play", "1"])
    assert "Say how much: [1] play 10.00, [2] play 20.00 or [3] play 30.00." in text


def test_keys_never_mean_two_things() -> None:
    """What prints the rules at one prompt must not raise at another."""
    for name in DEALT:
        _, script, _ = sit(house(name), ["10", *STAY[name]], Shuffles(1))
        for each in script.pages[1 : 1 + len(STAY[name])]:
            keys = re.findall(r"\[(.)\]", each.splitlines()[-1])
            assert keys
            assert not {*"?bcrqv"} & {*keys}
            assert len({*keys}) == len(keys)


def test_chips_that_do_not_reach_leave_the_fold_and_the_buy_in() -> None:
    text, script, person = sit(house("three-card-poker"), ["10", "play", "b 20", "play"], bankroll="15.00")
    assert script.pages[1].splitlines()[-2] == " [f]old"
    assert "Your chips, 5.00, do not reach for the play: buy in for more to place it." in script.pages[1]
    assert "Buy in for more: you have 5.00 and need 10.00." in script.pages[2]
    assert "Bought in for $35.00" in text
    assert [event.action for event in person.session.log if isinstance(event, e.Decided)] == ["play"]


def test_a_lone_side_wager_faces_no_decision() -> None:
    text, script, _ = sit(house("three-card-poker"), ["pair_plus 5"])
    assert len(script.pages) == 2
    assert [row[0] for row in results_on(text)] == ["pair plus"]


def test_enter_bets_the_same_again() -> None:
    text, _, person = sit(house("three-card-poker"), ["20 5", "f", "", "f"])
    placed = [event.stakes for event in person.session.log if isinstance(event, e.BetPlaced)]
    assert placed == [{"ante": 20_00, "pair_plus": 5_00}] * 2
    assert "[Enter] ante 20.00, pair plus 5.00" in text


def test_enter_bets_what_every_player_must_place() -> None:
    _, _, person = sit(house("three-card-poker", version="both_compulsory"), ["", "f"])
    (placed,) = [event.stakes for event in person.session.log if isinstance(event, e.BetPlaced)]
    assert placed == {"ante": 10_00, "pair_plus": 10_00}


def test_two_positions_side_by_side() -> None:
    text, script, person = sit(house("three-card-poker", positions=2), ["10", "15 5", "play", "f", "-", "-", "-", "20"])
    placed = [(event.position, event.stakes) for event in person.session.log if isinstance(event, e.BetPlaced)]
    assert placed == [(1, {"ante": 10_00}), (2, {"ante": 15_00, "pair_plus": 5_00}), (2, {"ante": 20_00})]
    assert "You, position 1" in script.pages[2]
    assert "You, position 2" not in script.pages[2]
    assert "You, position 2" in script.pages[3]
    assert "Bet on a position, or q to leave." in text


def test_the_meter_is_shown_and_grows() -> None:
    text, _, _ = sit(house("high-card-flush"), ["10 - - 1", "f"])
    assert "Progressive meter 10,000.00, secondary 0.00" in text
    assert "Progressive meter 10,000.24, secondary 0.02" in text


def test_a_progressive_that_is_not_its_stake_is_refused_by_its_clause() -> None:
    text, _, _ = sit(house("high-card-flush", "ma"), ["10 - - 2"])
    assert "Make the progressive wager 1.00. (MA HCF 6(a)(4))" in text


def test_a_thrown_out_deuce_is_said() -> None:
    for seed in range(40):
        text, script, _ = sit(house("what-the-flush"), ["10", "f"], Shuffles(seed))
        shows = re.search(r"Dealer  shows (\w+)[♣♦♥♠](, which is thrown out)?", script.pages[1])
        assert shows
        assert (shows[1] == "2") == (shows[2] is not None)
        assert (shows[1] == "2") == ("thrown out\n" in text.removeprefix(script.pages[1]))


# Reasons


def reasons(name: str, lines: Sequence[str], seeds: range, **options: Any) -> set[tuple[str, str, str]]:
    found = set()
    table = house(name, **options)
    for seed in seeds:
        text, _, _ = sit(table, lines, Shuffles(seed))
        for line in text.splitlines():
            if row := ROW.match(line.rstrip()):
                found.add((row[1], row[3], row[5] or ""))
    return found


def test_every_result_says_why() -> None:
    found = reasons("three-card-poker", ["10 5", "play"] * 3, range(60))
    assert {
        ("ante", "wins", "the dealer does not qualify"),
        ("play", "pushes", "the dealer does not qualify"),
        ("ante", "wins", "your hand is higher"),
        ("play", "loses", "the dealer's hand is higher"),
        ("pair plus", "wins", "pair pays 1 to 1"),
        ("pair plus", "wins", "flush pays 4 to 1"),
        ("pair plus", "loses", "not a hand it pays"),
        ("ante bonus", "wins", "straight pays 1 to 1"),
    } <= found
    assert all(why for _, _, why in found)


def test_a_fold_says_what_went_with_it() -> None:
    found = reasons("three-card-poker", ["10 5", "f"], range(2))
    assert found == {("ante", "loses", "you folded"), ("pair plus", "loses", "it goes with the fold")}
    found = reasons("high-card-flush", ["10 - - 1", "f"], range(2))
    assert ("progressive", "loses", "a folded hand does not win it") in found


def test_a_winning_hand_too_low_for_the_ante_says_so() -> None:
    found = reasons("texas-holdem-bonus", ["10", "flop", "turn", "river"], range(20))
    assert ("ante", "pushes", "your hand is higher, but the ante wins from a flush up") in found
    assert ("flop", "wins", "your hand is higher") in found


def test_a_progressive_win_says_its_award() -> None:
    for seed in range(400):
        found = reasons("high-card-flush", ["10 - - 1", "raise 10"], range(seed, seed + 1))
        won = [why for wager, outcome, why in found if (wager, outcome) == ("progressive", "wins")]
        if won:
            assert re.fullmatch(r"[3-7] card straight flush pays .*; the wager itself is kept", won[0])
            return
    pytest.fail("no seed wins the progressive")


# The clauses, on request


@pytest.mark.parametrize(("name", "where"), sorted({(name, where) for name, where, _ in TABLES}))
def test_help_at_every_prompt_cites_clauses_that_exist(name: str, where: str) -> None:
    lines = ["?", "10" + SIDES.get(name, " 5")]
    for each in STAY[name]:
        lines += ["?", each]
    _, script, person = sit(house(name, where), [*lines, "c"])
    known = [*all_ids(), *(f"reading {number}" for number in range(1, 100))]
    for number in (1, *(3 + 2 * n for n in range(len(STAY[name]))), len(lines) + 1):
        added = script.pages[number].removeprefix(script.pages[number - 1])
        assert any(clause in added for clause in known), added
    for _, clause in person.cited:
        assert clause in person.law.says


def test_c_tells_the_clauses_behind_the_results_in_our_words() -> None:
    _, script, _ = sit(house("three-card-poker"), ["c", "10 5", "f", "c", "clause 20.11(a)1", "c queen"])
    assert "will be here after the first round" in script.pages[1]
    told = " ".join(script.pages[4].removeprefix(script.pages[3]).split())
    assert "ante loses NJ TCP 19:47-20.10(b)" in told
    assert "pair plus loses" in told
    assert "NJ TCP 19:47-20.11(a)1 " in " ".join(script.pages[5].removeprefix(script.pages[4]).split())


def test_r_prints_the_rules_of_this_table() -> None:
    text = page("three-card-poker", "-o", "pair_plus=C", typed=["r", "q"])
    assert "What the pair plus pays, table C" in text


# The look


@pytest.mark.parametrize("name", DEALT)
def test_nothing_is_wider_than_a_narrow_terminal(name: str) -> None:
    text = page(name, "--seed", "3", typed=["?", *session_of(name, "nj"), "c"], columns=60)
    assert max(len(line) for line in text.splitlines()) <= 60
    assert cards_on(text)


def test_a_terminal_without_the_signs_gets_look_alikes() -> None:
    done = play(
        "texas-holdem-bonus", "--seed", "3", typed=["10", "é", *STAY["texas-holdem-bonus"]], PYTHONIOENCODING="ascii"
    )
    assert done.returncode == 0
    text = done.stdout.decode("ascii")
    assert re.search(r"\|[2-9AKQJ][cdhs]  \|", text)


def test_the_same_seed_deals_the_same_and_none_deals_anew() -> None:
    lines = ["10", "f"] * 3
    assert page("what-the-flush", "--seed", "9", typed=lines) == page("what-the-flush", "--seed", "9", typed=lines)
    assert page("what-the-flush", typed=lines) != page("what-the-flush", typed=lines)


def test_every_game_has_a_felt_of_its_own() -> None:
    assert FELTS.keys() == {*games.names()}
    assert len({*FELTS.values()}) == len(FELTS)


def test_cream_on_felt_has_the_contrast_asked_for() -> None:
    def luminance(colour: str) -> float:
        red, green, blue = ((int(colour[at : at + 2], 16) / 255.0) ** 2.2 for at in (1, 3, 5))
        return float(0.2126 * red + 0.7152 * green + 0.0722 * blue)

    for felt in map(screen_felt, FELTS):
        assert luminance(CREAM) + 0.05 >= 7 * (luminance(felt) + 0.05)


def test_in_a_terminal_cards_have_colours_and_lines_can_be_edited() -> None:
    main, end = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "pitboss", "play", "four-card-poker", "--seed", "4"],
        stdin=end,
        stdout=end,
        stderr=end,
        env={name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLUMNS")}
        | {"TERM": "xterm-256color", "COLORTERM": "truecolor", "LANG": "C.UTF-8"},
        start_new_session=True,
    )
    os.close(end)
    text = b""
    for line in (b"100\x7f\n", b"f\n", b"q\n"):  # a nought too many, rubbed out
        while not text.endswith(b"> "):
            text += os.read(main, 65536)
        os.write(main, line)
        text += b"."
    while True:
        try:
            more = os.read(main, 65536)
        except OSError:
            break
        if not more:
            break
        text += more
    assert process.wait(timeout=300) == 0
    os.close(main)
    shown = text.decode()
    assert "\x1b[" in shown
    assert "On the layout: ante 10.00." in shown
    assert "cashed out 490.00." in shown
    assert "Traceback" not in shown


def test_hands_are_held_as_people_hold_them() -> None:
    poker, flush = games.showdown("three-card-poker").rules(), games.showdown("high-card-flush").rules()
    assert arranged(poker, ["Kd", "9h", "9s"], ["Kd", "9h", "9s"]) == ["9h", "9s", "Kd"]
    hand = ["2c", "Ah", "Kd", "4h", "Qd", "9h", "3s"]
    assert arranged(flush, hand, ["Ah", "9h", "4h"]) == ["Ah", "9h", "4h", "Kd", "Qd", "2c", "3s"]


# Reading


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        *(
            ("10", "10.00"),
            ("10.5", "10.50"),
            ("10.50", "10.50"),
            ("$10", "10.00"),
            ("1,000", "1000.00"),
            ("0", "0.00"),
        ),
        *(("007", "7.00"), ("1,000,000.25", "1000000.25")),
        *(
            (wrong, None)
            for wrong in ("", "-1", "+1", "1.", ".5", "1.005", "10,5", "1,00", "ten", "1 0", "9" * 13, "NaN")
        ),
    ],
)
def test_amounts_as_people_type_them(typed: str, read: str | None) -> None:
    assert read_amount(typed) == read


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("10", {"ante": "10.00"}),
        ("10 5", {"ante": "10.00", "flush_bonus": "5.00"}),
        ("10,5", {"ante": "10.00", "flush_bonus": "5.00"}),
        ("10 - 5", {"ante": "10.00", "straight_flush_bonus": "5.00"}),
        ("10 0 0 1", {"ante": "10.00", "progressive": "1.00"}),
        ("ante 10 flush_bonus 5", {"ante": "10.00", "flush_bonus": "5.00"}),
        ("Ante: 10; Straight Flush Bonus = 5", {"ante": "10.00", "straight_flush_bonus": "5.00"}),
        ("ante=10,prog=1", {"ante": "10.00", "progressive": "1.00"}),
        ("progressive 1 ante 1,000", {"progressive": "1.00", "ante": "1000.00"}),
        ("10 prog 1", {"ante": "10.00", "progressive": "1.00"}),
        ("0", {}),
        ("nosuch 5", {"nosuch": "5.00"}),
    ],
)
def test_wagers_as_people_type_them(typed: str, read: dict[str, str]) -> None:
    assert read_wagers(games.showdown("high-card-flush").rules(), typed) == read


def test_a_wager_that_this_table_does_not_offer_is_refused_by_its_clause() -> None:
    with pytest.raises(Refusal) as caught:
        read_wagers(games.showdown("high-card-flush").rules("nj", {"progressive": None}), "progressive")
    assert (caught.value.code, caught.value.clause) == ("wager_not_offered", "NJ HCF 13:69F-38.6(a)4")
