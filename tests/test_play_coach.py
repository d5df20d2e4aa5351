"""The coach in `pitboss play`: its figures are those of `pitboss.coach`; the first question loads the lab."""

import io
import random
import re
import subprocess
import sys
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from pitboss import games
from pitboss.cards.chance import Shuffles
from pitboss.coach import Advice, reckon, situation
from pitboss.lab.counting import Lab
from pitboss.lab.figures import decimal
from pitboss.play import table_for
from pitboss.play.coach import FIRST, amount
from pitboss.play.screen import Screen
from pitboss.play.sitting_down import TABLES
from pitboss.play.stay import Stay
from pitboss.play.words import grouped, signed
from pitboss.refusal import spoken
from pitboss.session import Session
from pitboss.table.showdown.setup import DECK
from tests.playing import Known, Script, cards_on, cents, money, page
from tests.test_play_dice import Thrown
from tests.test_play_shoe import house as shoe
from tests.test_play_shoe import stacked

HERE = Path(__file__).resolve().parents[1]
CARD_GAMES = [name for name in games.names() if name != "craps"]


@pytest.fixture(autouse=True)
def _wide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "96")


def sit(
    name: str,
    lines: Sequence[str],
    chance: Any = None,
    coach: bool = True,
    bankroll: str = "500.00",
    house: Any = None,
    ask: Any = None,
) -> tuple[str, list[str], Stay[Any, Any]]:
    """The whole screen, what each line brought to it, and the person."""
    table = house or table_for(games.game(name).rules())
    file = io.StringIO()
    script = Script(file, lines)
    session: Session[Any, Any] = Session(table, chance or Shuffles(5))
    _, stay = TABLES[type(table.game)]
    person = stay(session, Screen(name, file=file), ask or script, bankroll, coach=coach)
    if ask:
        ask.person, ask.screen = person, file
    assert person.run() == 0
    shown = [file.getvalue() if at == len(script.pages) else script.pages[at] for at in range(len(script.pages) + 1)]
    added = [after.removeprefix(before) for before, after in zip(["", *shown], shown, strict=False)]
    return file.getvalue(), added, person


def counted(person: Stay[Any, Any], seen: Any) -> Advice:
    """What the coach of the pages says of the same view."""
    return reckon(person.house.rules, situation(person.house.rules, seen), Lab())


ROW = re.compile(r"^ ([a-z' ]+?(?: [0-9,.]+)?)  +([+-]?[0-9,.]+)  +(-?[0-9.]+)  (best|costs .+|as good)$")


def advice_on(text: str) -> list[tuple[str, str, str, str]]:
    found = [ROW.match(line.rstrip()) for line in text.splitlines()]
    return [(row[1], row[2], row[3], row[4]) for row in found if row]


def as_printed(advice: Advice) -> list[tuple[str, str, str, str]]:
    """Each choice by the definition: what it gains in cents and per unit, and what it gives up against the best."""
    worths = [Fraction(each.worth or 0) for each in advice.choices]
    rows = []
    for each, worth in zip(advice.choices, worths, strict=True):
        placed = f" {grouped(money(each.offered.amount))}" if each.offered.amount else ""
        name = {"pass": {"attack": "no attack", "insurance": "no insurance"}.get(advice.asks, "")}.get(
            each.offered.action, spoken(each.offered.action)
        )
        lost = round((max(worths) - worth) * advice.stake)
        told = f"costs {grouped(money(lost))}" if lost else "costs less than 0.01"
        remark = "best" if each.best else told if worth < max(worths) else "as good"
        rows.append((f"{name}{placed}", signed(round(worth * advice.stake)), decimal(worth, 4), remark))
    return rows


class Somebody:
    """A person who bets and then chooses anything that is legal; what the coach printed is compared before each."""

    person: Any
    screen: io.StringIO

    def __init__(self, seed: int, rounds: int) -> None:
        self.chance, self.rounds, self.read = random.Random(seed), rounds, 0
        self.decisions = self.right = 0
        self.cost = Fraction(0)
        self.verdict: str | None = None

    def __call__(self, prompt: str) -> str:
        text, person = self.screen.getvalue(), self.person
        added, self.read = text[self.read :], len(text)
        self.check_verdict(added)
        seen = person.view()
        if seen["betting"]:
            self.rounds -= 1
            if self.rounds < 0:
                raise EOFError
            return "10"
        advice = counted(person, seen)
        assert advice_on(added) == as_printed(advice)
        choice = self.chance.choice(person.choices(seen))
        self.expect(advice, choice.command)
        key: str = choice.key
        return key

    def expect(self, advice: Advice, command: Any) -> None:
        """What the coach has to say about this decision."""
        best = max(Fraction(each.worth or 0) for each in advice.choices)
        placed = cents(command.get("amount") or "0.00")
        chosen = next(
            each for each in advice.choices if (each.offered.action, each.offered.amount) == (command["action"], placed)
        )
        assert chosen.worth is not None
        cost = (best - chosen.worth) * advice.stake
        self.decisions += 1
        self.right += cost == 0
        self.cost += cost
        self.verdict = f" cost {amount(cost)}. " if cost else ""

    def check_verdict(self, added: str) -> None:
        if self.verdict is not None:
            told = [line for line in added.splitlines() if line.startswith(" Coach: ")]
            assert len(told) == bool(self.verdict)
            assert not told or self.verdict in told[0]
        self.verdict = None


@pytest.mark.parametrize("name", CARD_GAMES)
def test_with_the_coach_every_choice_is_valued_and_every_mistake_has_its_cost(name: str) -> None:
    who = Somebody(3, 4)
    text, _, _ = sit(name, [], Shuffles(8), ask=who)
    assert who.decisions >= 4
    assert text.count(FIRST) == 1
    cost = f"mistakes cost {amount(who.cost)}" if who.cost else "no mistakes"
    assert f" Coach: {who.right} of {who.decisions} decisions right, {cost}." in text


def test_v_values_the_choices_at_any_table_and_judges_nothing() -> None:
    for name in CARD_GAMES:
        text, added, _ = sit(name, ["v", "10", "v", "v"], Shuffles(1), coach=False)
        assert "nothing is to be decided by you now" in added[1], name
        assert not advice_on(added[2]), "without the flag nobody is coached unasked"
        assert advice_on(added[3]), name
        assert advice_on(added[4]) == advice_on(added[3])
        assert text.count(FIRST) == 1, "what is known is not counted again"
        assert "decisions right" not in text


def test_v_is_listed_with_the_keys_and_has_its_words() -> None:
    for word in ("v", "value", "coach", "hint"):
        _, added, _ = sit("three-card-poker", ["?", "10", word], coach=False)
        assert "v coach" in added[1]
        assert advice_on(added[3]), word


def test_the_figures_of_a_known_hand() -> None:
    """Queen, six, four is the hand at which three card poker turns from a fold to a play."""
    dealt = [DECK.index(card) for card in ("Qc", "2h", "6d", "3h", "4h", "8h")]
    rest = [place for place in range(52) if place not in dealt]
    text, added, _ = sit("three-card-poker", ["10", "f"], Known([*rest[:10], *dealt, *rest[10:]]))  # ten are cut
    assert cards_on(added[1]) == {"Qc", "6d", "4h"}
    assert advice_on(text) == [("fold", "-10.00", "-1.0000", "costs 0.07"), ("play 10.00", "-9.93", "-0.9934", "best")]
    assert "Coach: fold cost 0.07. Play 10.00 gains -9.93 on average, fold -10.00." in text
    assert "Coach: 0 of 1 decisions right, mistakes cost 0.07." in text


def test_an_amount_that_is_no_choice_is_valued_where_the_coach_can() -> None:
    table = shoe("spanish-21")
    text, _, _ = sit("spanish-21", ["10", "i 2.50", "s"], stacked(table, ["8c", "Ah", "9d", "9s"]), house=table)
    assert re.search(
        r"Coach: insure 2\.50 cost 0\.[0-9]{2}\. No insurance gains 0\.00 on average, insure 2\.50 -0", text
    )
    text, _, person = sit("four-card-poker", ["10", "play 15"])
    assert "Coach: there is no figure for play 15.00." in text
    assert person.coach.decisions == 0


def test_a_split_with_hands_that_wait_is_marked_approximate() -> None:
    table = shoe("spanish-21")
    eights = stacked(table, ["8c", "6h", "8d", "7s", "8h", "8s"])
    _, added, _ = sit("spanish-21", ["10", "p", "s"], eights, house=table)
    assert "approximate" not in added[1]
    assert "split 10.00" not in added[1], "the table works out what a split takes"
    again = " ".join(added[2].split())
    assert ("split" in [row[0] for row in advice_on(added[2])]) == ("The figure of the split is approximate" in again)
    assert "approximate" in again


def test_a_game_that_the_coach_cannot_value_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    told = "The lab has no kernel that counts the hands of Three Card Poker yet."
    monkeypatch.setattr("pitboss.lab.counting.problem_of", lambda rules: ("no_kernel", told))
    text, added, _ = sit("three-card-poker", ["10", "v", "p", "10", "f"])
    assert told in added[1]
    assert told in added[2]
    assert text.count(told) == 2, "said once, and whenever it is asked for"
    assert "Coach: " not in text
    assert text.count("Net ") == 3


@pytest.mark.parametrize("name", ["three-card-poker", "what-the-flush"])
def test_the_coach_knows_no_hidden_card(name: str) -> None:
    """Decks that differ only in cards out of sight have the same figures."""
    chance = random.Random(name)
    order = chance.sample(range(52), 52)
    _, added, _ = sit(name, ["10"], Known(order))
    visible = cards_on(added[1])
    hidden = [card for card in order if DECK[card] not in visible]
    mixed = iter(chance.sample(hidden, len(hidden)))
    other = [card if DECK[card] in visible else next(mixed) for card in order]
    assert other != order
    assert advice_on(added[1])
    assert sit(name, ["10"], Known(other))[1][1] == added[1]


# Craps


def test_at_dice_the_coach_tells_what_wagers_cost() -> None:
    lines = ["pass 10", "", "odds 20, place 6 12, hop 2-2 1", "", ""]
    text, added, _ = sit("craps", lines, Thrown("2-3", "6-1"))
    first = [line.split() for line in added[0].splitlines()]
    assert ["don't", "pass", "-1.36", "%", "best"] in first
    assert ["pass", "-1.41", "%"] in first
    assert ["any", "seven", "-16.67", "%"] in first
    assert first.index(["pass", "-1.41", "%"]) < first.index(["any", "seven", "-16.67", "%"])
    assert "Coach: pass 10.00 costs 0.14 on average." in added[1]
    assert ["odds", "0.00", "%", "best"] in [line.split() for line in added[2].splitlines()]
    assert "Coach: odds 20.00 costs nothing on average." in added[3]
    assert "Coach: place 6 12.00 costs 0.18 on average." in added[3]
    assert "Coach: hop 2-2 1.00 costs 0.14 on average." in added[3]
    assert text.count("don't pass   ") == 1, "told once, and then when it is asked for"
    assert "Coach: 4 wagers decided came to -43.00. On average such wagers come to -0.46." in text


def test_at_dice_v_tells_the_wagers_that_can_be_made() -> None:
    text, added, _ = sit("craps", ["v", "pass 10", "", "v"], Thrown("2-3"), coach=False)
    assert "don't pass" in added[1]
    assert re.search(r"^ odds +0\.00 %  best", added[4], re.MULTILINE)
    assert "Coach: " not in text


# The process


def loaded_by(arguments: list[str], lines: list[str]) -> set[str]:
    """Of the heavy rooms, those that a command has loaded when it ends."""
    code = f"""
import sys
from pitboss.cli import main
try:
    main({arguments!r})
except SystemExit as end:
    assert end.code == 0
print(*(name for name in ("numba", "numpy", "pitboss.coach", "pitboss.lab.counting") if name in sys.modules))
"""
    done = subprocess.run(
        [sys.executable, "-c", code],
        input="".join(f"{line}\n" for line in lines),
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    return {*done.stdout.splitlines()[-1].split()}


@pytest.mark.parametrize("name", ["three-card-poker", "spanish-21", "craps"])
def test_nobody_loads_the_lab_who_does_not_ask(name: str) -> None:
    assert loaded_by(["play", name, "--seed", "3"], ["", "s", "f", ""]) == set()


def test_the_first_question_loads_it() -> None:
    assert "numba" in loaded_by(["play", "three-card-poker", "--seed", "3"], ["", "v", "f"])


def test_the_transcript_in_the_readme_is_true() -> None:
    readme = (HERE / "README.md").read_text()
    shown = readme.split("$ ./pitboss play three-card-poker --coach\n", 1)[1].split("\n\n$ ", 1)[0]
    printed = page("three-card-poker", "--coach", "--seed", "3", typed=["10 5", "p"], columns=96)
    assert shown.count("\n") > 15
    assert shown in "\n".join(line.rstrip() for line in printed.splitlines())
