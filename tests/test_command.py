"""The command as people run it: a process of its own, real files and pipes, exit statuses, never a traceback."""

import json
import re
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

import pitboss
import pitboss.clauses
from pitboss import games
from pitboss.cli.asking import house_rules
from pitboss.dice.declaration import DiceGame
from pitboss.refusal import Refusal
from pitboss.showdown.describe import example_in_words
from pitboss.table.families import house_of
from tests.support import checks, stops_quietly_when_nobody_reads_on
from tests.test_refusals import HCF, TCP

HERE = Path(__file__).resolve().parents[1]
EXAMPLES = sorted((HERE / "examples").glob("*.jsonl"))


def run(*arguments: str, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    done = subprocess.run([sys.executable, "-m", "pitboss", *arguments], input=given, capture_output=True, timeout=300)
    assert b"Traceback" not in done.stderr, done.stderr.decode()
    return done


@pytest.mark.parametrize("file", EXAMPLES, ids=lambda file: file.stem)
def test_examples_are_settled(file: Path) -> None:
    done = run("settle", str(file))
    assert done.returncode == (1 if file.stem == "broken-rounds" else 0)
    settled = [json.loads(line) for line in done.stdout.splitlines()]
    given = file.read_text().splitlines()
    assert len(settled) == len(given)
    if file.stem == "broken-rounds":
        assert all("error" in line for line in settled)
    else:
        assert all(line["game"] == json.loads(text)["game"] for line, text in zip(settled, given, strict=True))


def test_there_is_an_example_of_every_game() -> None:
    assert {*pitboss.games.names()} <= {file.stem for file in EXAMPLES}


def test_settle_reads_standard_input_and_keeps_the_order() -> None:
    given = b"\n".join([json.dumps(TCP).encode(), b"nonsense", json.dumps(HCF).encode()])
    done = run("settle", "-", given=given)
    first, second, third = [json.loads(line) for line in done.stdout.splitlines()]
    assert (first["game"], second["error"]["code"], third["game"]) == (
        "three-card-poker",
        "not_json",
        "high-card-flush",
    )
    assert done.returncode == 1
    assert b"1 of 3 rounds were refused" in done.stderr


def test_settle_answers_each_line_before_the_next_is_given() -> None:
    with subprocess.Popen([sys.executable, "-m", "pitboss", "settle", "-"], stdin=-1, stdout=-1) as process:
        assert process.stdin and process.stdout
        for _ in range(3):
            process.stdin.write(json.dumps(TCP).encode() + b"\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["game"] == "three-card-poker"
        process.stdin.close()
        assert process.wait(timeout=300) == 0


def test_settle_stops_quietly_when_nobody_reads_on(tmp_path: Path) -> None:
    many = tmp_path / "many.jsonl"
    many.write_bytes((json.dumps(TCP).encode() + b"\n") * 5000)
    stops_quietly_when_nobody_reads_on("settle", str(many))


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("settle", "no-such-file.jsonl"), b"file_error: No such file or directory: no-such-file.jsonl"),
        (("settle", "."), b"file_error: Is a directory"),
        (("rules", "baccarat"), b"unknown_game"),
        (("rules", "high-card-flush", "-j", "nv"), b"unknown_jurisdiction"),
        (("rules", "high-card-flush", "-o", "flush_bonus"), b"Write options as NAME=VALUE"),
        (("rules", "high-card-flush", "-o", "flush_bonus=Z"), b"unknown_pay_table"),
        (("rules", "high-card-flush", "-o", "straight_flush_bonus=G"), b"pay_table_needs_amounts"),
        (("rules", "what-the-flush", "-o", "flush_rush=199,50,4"), b"pay_table_below_minimum"),
        (("clauses", "--game", "baccarat"), b"unknown_game"),
        (("clauses", "--status", "done"), b"unknown_status"),
        (("deal",), b"invalid choice"),
        ((), b"usage"),
    ],
)
def test_a_wrong_call_gets_a_sentence(arguments: tuple[str, ...], says: bytes) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert says in done.stderr


def test_games_lists_all() -> None:
    listed = json.loads(run("games", "--json").stdout)
    assert [each["game"] for each in listed["games"]] == [*pitboss.games.names()]
    assert b"What The Flush" in run("games").stdout


ALL_TEXTS = [(name, where) for name in pitboss.games.names() for where in pitboss.game(name).jurisdictions]


@checks("NJ HCF 13:69F-38.11(a)", "MA HCF 11(a)", "NJ WTF 13:69F-38.11(a)")
@pytest.mark.parametrize(("name", "where"), ALL_TEXTS)
def test_38_11_a_odds_are_printed_with_to_and_never_with_for(name: str, where: str) -> None:
    printed = run("rules", name, "-j", where).stdout.decode()
    assert re.search(r"\b\d+ to 1\b", printed)
    assert not re.search(r"\b\d[\d,]*\s+for\s+\d", printed)


@checks("NJ HCF 13:69F-38.11(a)", "MA HCF 11(a)", "NJ WTF 13:69F-38.11(a)")
def test_38_11_a_no_text_of_the_project_states_odds_with_for() -> None:
    kinds = ("*.md", "*.py", "*.toml", "*.html", "*.js")
    files = [file for kind in kinds for room in ("src", "docs", "bench") for file in (HERE / room).rglob(kind)]
    odds_with_for = re.compile(r"\b\d[\d,]*\s+for\s+(1|one)\b")
    files += [HERE / "README.md", HERE / "CHANGELOG.md"]
    assert len(files) > 40
    assert [file for file in files if odds_with_for.search(file.read_text(encoding="utf-8"))] == []


@pytest.mark.parametrize(("name", "where"), ALL_TEXTS)
def test_rules_name_a_clause_beside_every_line(name: str, where: str) -> None:
    page = pitboss.game(name).rules(where).page()
    known = set(pitboss.clauses.all_ids()) | {f"reading {each.number}" for each in pitboss.clauses.readings()}
    assert len(page.tables) > 6
    for table in page.tables:
        assert all(len(row) == len(table.columns) for row in table.rows), table.title
        if where == "ma":
            assert not [row for row in table.rows if row[-1].startswith("NJ ")], table.title
        if table.columns[-1] == "clause":
            assert {row[-1] for row in table.rows} <= known, table.title


@pytest.mark.parametrize(("name", "where"), [each for each in ALL_TEXTS if each[0] in pitboss.games.showdown_names()])
def test_the_examples_of_hands_are_what_they_say(name: str, where: str) -> None:
    """In the flush games the ranking knows flushes only, so a straight flush is told by the length of its run."""
    rules = pitboss.games.showdown(name).rules(where)
    for kind in rules.game.hands:
        words = example_in_words(rules, kind.example)
        if kind.name in ("high card", "longest flush"):
            continue
        if "card" in kind.name and "straight" not in kind.name:
            assert words.startswith(kind.name), kind
        elif "straight flush" in kind.name and "card" in kind.name:
            bonus = next(each for each in rules.bonuses if "straight" in each.wins[7].clause.lower())
            length = int(kind.name.split()[0])
            suits = pitboss.cards.suits(pitboss.cards.hand(kind.example))
            assert bonus.classify(suits, rules.ranking.value(*suits)) == length, kind
        else:
            assert words.startswith(kind.name), kind


def test_options_on_the_command_line() -> None:
    rules = house_rules("high-card-flush", "nj", ["straight_flush_bonus=G:500,200,100,50,8", "progressive=none"])
    assert rules.options["straight_flush_bonus"] == {"G": [500, 200, 100, 50, 8]}
    assert rules.options["progressive"] is None
    assert house_rules("what-the-flush", "nj", ["flush_rush=250,50,4"]).options["flush_rush"] == [250, 50, 4]
    assert house_rules("texas-holdem-bonus", "nj", ["bonus_survives_fold=true"]).options["bonus_survives_fold"] is True
    assert house_rules("three-card-poker", "nj", ["pair_plus=none"]).options["pair_plus"] is None


@pytest.mark.parametrize("name", pitboss.games.names())
def test_a_file_may_say_none_as_the_command_line_does(name: str) -> None:
    """What a message offers is taken; where it does not offer none, neither null nor the word is."""
    game = pitboss.game(name)
    for where in game.jurisdictions:
        for option in game.options(where).values():
            for value in (None, "none"):
                if "none" in option.choices().split(", "):
                    assert game.rules(where, {option.name: value}).options[option.name] is None
                else:
                    with pytest.raises(pitboss.Refusal):
                        game.rules(where, {option.name: value})


def test_clauses_print_the_matrix() -> None:
    printed = json.loads(run("clauses", "--game", "texas-holdem-bonus", "--json").stdout)["clauses"]
    assert {"id", "game", "paraphrase", "status", "symbols", "tests", "reason", "leaves_out"} == set(printed[0])
    assert all(clause["game"] == "texas-holdem-bonus" for clause in printed)
    found = run("clauses", "--find", "qualifying", "--status", "implemented").stdout.decode()
    assert "38.1 Dealer's" in found


def test_readings_are_printed() -> None:
    numbers = [each["number"] for each in json.loads(run("readings", "three-card-poker", "--json").stdout)["readings"]]
    assert 17 in numbers and 1 not in numbers


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("play", "craps", "--positions", "2"), b"too_many_positions"),
        (("play", "craps", "-j", "ma"), b"unknown_jurisdiction"),
        (("analyze", "craps", "-o", "bar=3"), b"bad_option"),
        (("rules", "craps", "-o", "odds=0"), b"bad_option"),
        (("rules", "craps", "-j", "ma"), b"unknown_jurisdiction"),
    ],
)
def test_what_craps_does_not_have_is_told(arguments: tuple[str, ...], code: bytes) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert code in done.stderr


@pytest.mark.parametrize("name", pitboss.games.names())
def test_every_game_has_a_table(name: str) -> None:
    done = run("table", "run", "-", given=json.dumps({"table": {"game": name}}).encode() + b"\n")
    assert done.returncode == 0
    assert json.loads(done.stdout.splitlines()[0])["setup"]["game"] == name


def test_no_table_deals_a_game_without_a_procedure(monkeypatch: pytest.MonkeyPatch) -> None:
    declared = games.game("craps")
    assert isinstance(declared, DiceGame)
    bare = msgspec.structs.replace(declared, procedure=None)
    monkeypatch.setattr(games, "game", lambda name: bare)
    with pytest.raises(Refusal) as caught:
        house_of({"game": "craps"})
    assert caught.value.code == "no_procedure"


@pytest.mark.parametrize("name", pitboss.games.names())
def test_every_game_is_played_in_the_terminal(name: str) -> None:
    done = run("play", name)
    assert done.returncode == 0
    assert b"cashed out 500.00" in done.stdout


def test_craps_is_printed_priced_and_listed() -> None:
    printed = run("rules", "craps", "-o", "odds=10x", "-o", "field_12=3", "-o", "vig=win").stdout.decode()
    assert "10 times the wager" in printed and "3 to 1" in printed and "5 % of the win" in printed
    assert "don't pass" in printed
    assert "Steps at the table" in printed and "reading 109" in printed and "a die left the table" in printed
    assert json.loads(run("analyze", "craps", "--json").stdout)["wagers"]["pass"]["ev"] == {
        "numerator": "-7",
        "denominator": "495",
    }
    assert b"1671/196" in run("analyze", "craps").stdout
    found = json.loads(run("readings", "craps", "--json").stdout)
    assert {each["option"] for each in found["costs"]} >= {"vig", "vig_of", "bar", "field_12"}
    assert b"rules CRAPS pass point" in run("clauses", "--game", "craps").stdout
