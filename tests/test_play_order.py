"""The order in which `pitboss play` tells a round: cards first, then what they decided, then the net; and its pace."""

import io
import os
import pty
import re
import subprocess
import sys
from collections.abc import Sequence
from typing import Any

import pytest

from pitboss import games
from pitboss.cards.chance import Shuffles
from pitboss.play import table_for
from pitboss.play.screen import SPEEDS, Screen
from pitboss.play.sitting_down import TABLES
from pitboss.play.stay import Stay
from pitboss.play.told import in_one_line
from pitboss.play.words import signed
from pitboss.session import Session
from pitboss.table.state import finished_round
from tests.playing import Script, cards_on, page, play
from tests.test_play import STAY
from tests.test_play_dice import Thrown
from tests.test_play_shoe import house as shoe
from tests.test_play_shoe import stacked

CODES = re.compile(r"\x1b\[[0-9;]*m")
COLOURS = re.compile(r"\x1b\[(?:[0-9;]*;)?[34][0-9]")
OUTCOME = re.compile(r"wins|loses|pushes|Net |qualify|qualifies\b|folded|turns up")


class Terminal(io.StringIO):
    """A file that says it is a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def _wide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "96")


@pytest.fixture
def stops(monkeypatch: pytest.MonkeyPatch) -> list[tuple[float, str]]:
    """Every pause with its seconds and what was on the screen by then, colours left out."""
    found: list[tuple[float, str]] = []
    monkeypatch.setattr("pitboss.play.screen.sleep", lambda seconds: found.append((seconds, on_screen())))
    return found


SCREENS: list[io.StringIO] = []


def on_screen() -> str:
    return CODES.sub("", SCREENS[-1].getvalue())


def seat(
    name: str,
    lines: Sequence[str],
    chance: Any = None,
    file: io.StringIO | None = None,
    bankroll: str = "500.00",
    table: Any = None,
    positions: int = 1,
    **how: Any,
) -> tuple[Stay[Any, Any], Script]:
    table = table or table_for(games.game(name).rules(), positions)
    SCREENS.append(file or io.StringIO())
    script = Script(SCREENS[-1], lines)
    session: Session[Any, Any] = Session(table, chance or Shuffles(5))
    _, stay = TABLES[type(table.game)]
    return stay(session, Screen(name, file=SCREENS[-1], **how), script, bankroll), script


def sit(*given: Any, **how: Any) -> tuple[str, Script, Stay[Any, Any]]:
    """The whole screen, the lines typed with the screen at each, and the person."""
    person, script = seat(*given, **how)
    assert person.run() == 0
    return on_screen(), script, person


LINES = {name: ["10", *STAY[name]] for name in games.showdown_names()} | {
    "spanish-21": ["10", "s"],
    "double-attack-blackjack": ["10", "n", "s"],
}


@pytest.mark.parametrize("name", LINES)
def test_no_result_is_printed_before_the_dealers_cards(name: str, stops: list[tuple[float, str]]) -> None:
    """At every stop on the way: whatever is decided stands under all cards that decide it."""
    compared = 0
    for seed in range(6):
        stops.clear()
        _, script, person = sit(name, LINES[name], Shuffles(seed), Terminal())
        if len(script.pages) != len(LINES[name]) + 1 or " Round 2 " not in CODES.sub("", script.pages[-1]):
            continue  # a blackjack ended the round before the last line, or an ace asked for insurance first
        start = len(CODES.sub("", script.pages[-2]))
        dealer = {*finished_round(person.session.state)["dealer"].split()}
        after = [text[start:] for _, text in stops if len(text) >= start]
        assert len(after) >= 4, "the reveal, the dealer's hand, the comparison and the payment are apart"
        for text in after:
            told = OUTCOME.search(text)
            if told:
                assert cards_on(text[: told.start()]) >= dealer
                compared += 1
        assert any(not OUTCOME.search(text) and cards_on(text) >= dealer for text in after), "the cards come alone"
        assert "Net " not in after[-1], "the net is last"
    assert compared > 4


@pytest.mark.parametrize("name", LINES)
def test_rows_come_before_the_net(name: str) -> None:
    text, script, _ = sit(name, LINES[name], Shuffles(3))
    shown = text.removeprefix(script.pages[-2]).split(" Round 2 ")[0]
    order = [shown.index("\n Dealer"), shown.index("\n You"), shown.rindex(" 10.00  "), shown.index("Net ")]
    assert order == sorted(order)
    assert re.search(r"\n [A-Z0-9].*\. (?:[A-Z].*\.)?\s*Net [+-]?[0-9.]+   Chips [0-9,.]+\n", shown), shown


def test_a_roll_is_called_after_the_dice_and_paid_after_the_call(stops: list[tuple[float, str]]) -> None:
    sit("craps", ["pass 10", ""], Thrown("4-3"), Terminal())
    told = [text[text.rindex("> ") if "> " in text else 0 :] for _, text in stops[:3]]
    assert "●" in told[0]
    assert "come-out roll." not in told[0].split("●")[-1]
    assert "7 on the come-out roll." in told[1]
    assert "wins" not in told[1]
    assert "wins" in told[2]
    assert "Net " not in told[2]


def test_a_hand_that_busts_is_shown_before_the_dealers_hole_card() -> None:
    table = shoe("spanish-21")
    chance = stacked(table, ["9c", "6h", "7d", "8s", "Kh"])
    text, script, _ = sit("spanish-21", ["10", "h"], chance, table=table)
    after = text.removeprefix(script.pages[1])
    shown = after[: after.index("\n Dealer\n")]
    assert cards_on(shown[: shown.index("bust with 26")]) == {"9c", "7d", "Kh"}


# The line of the net


def test_the_line_of_the_net_says_why() -> None:
    text, _, _ = sit("three-card-poker", ["10", "p"], Shuffles(3))
    assert " Dealer does not qualify. Ante pays 10.00, play pushes. Net +10.00   Chips 510.00\n" in text
    text, _, _ = sit("three-card-poker", ["10", "f"], Shuffles(3))
    assert " You folded. Ante loses 10.00. Net -10.00   Chips 490.00\n" in text
    text, _, _ = sit("craps", ["pass 10, field 5", ""], Thrown("4-3"))
    assert " 7 on the come-out roll. Field loses 5.00, pass pays 10.00. Net +5.00   Chips 505.00\n" in text


def test_every_position_and_every_split_hand_has_its_reason() -> None:
    text, _, _ = sit("three-card-poker", ["10", "20", "f", "f"], positions=2)
    assert "Position 1: You folded. Ante loses 10.00. Position 2: You folded. Ante loses 20.00." in " ".join(
        text.split()
    )
    table = shoe("spanish-21")
    chance = stacked(table, ["8c", "6h", "8d", "7s", "2h", "3s", "9d", "9h"])
    text, _, _ = sit("spanish-21", ["10 5", "p", "s", "s"], chance, table=table)
    told = " ".join(text.split())
    assert re.search(r"Hand 1: bet (loses|pays) 10\.00\. .*Hand 2: bet (loses|pays) 10\.00\. Neither card", told)


def test_many_wagers_are_counted_in_the_line_of_the_net() -> None:
    rows = [(f"place {n}", "10.00", "loses", "-10.00", "a 7 came first") for n in range(7)]
    rows += [("field", "5.00", "wins", "+5.00", ""), ("pass", "5.00", "pushes", "0.00", "")]
    assert in_one_line(rows, "7. Seven out") == "7. Seven out. 1 wager pays 5.00, 7 wagers lose 70.00, 1 wager pushes."
    assert in_one_line(rows[:1], "the dealer's hand is higher") == "Dealer's hand is higher. Place 0 loses 10.00."


# The pace


@pytest.mark.parametrize("speed", SPEEDS)
def test_the_pauses_of_a_terminal(speed: str, stops: list[tuple[float, str]]) -> None:
    sit("three-card-poker", ["10", "p"], file=Terminal(), speed=speed)
    assert len(stops) == 5
    assert {seconds for seconds, _ in stops} == {SPEEDS[speed] / 1000}
    assert SPEEDS["slow"] > SPEEDS["normal"] > SPEEDS["fast"]


def test_a_pipe_never_waits(stops: list[tuple[float, str]], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")  # rich then takes anything for a terminal
    for name in LINES:
        sit(name, LINES[name], speed="slow")
    sit("craps", ["pass 10", "", ""], speed="slow")
    assert stops == []


@pytest.mark.parametrize("name", [*LINES, "craps"])
def test_control_c_in_a_pause_leaves_with_the_books_right(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """In each pause of a round: the round is settled once, and all chips are cashed out."""
    lines = LINES.get(name, ["pass 10", "", "", "", ""])
    for at in range(1, 100):
        pressed = ControlC(at)
        monkeypatch.setattr("pitboss.play.screen.sleep", pressed)
        person, _ = seat(name, lines, Shuffles(8), Terminal())
        assert person.run() == (130 if pressed.pauses >= at else 0)
        last = on_screen().split(" You leave ")[1]
        assert f"Net {signed(sum(person.nets.values()))}\n" in last
        assert not person.session.balances.get("player:you")
        if pressed.pauses < at:
            assert at > 3
            return


class ControlC:
    """Control-C in the pause of this number."""

    def __init__(self, at: int) -> None:
        self.at, self.pauses = at, 0

    def __call__(self, seconds: float) -> None:
        self.pauses += 1
        if self.pauses == self.at:
            raise KeyboardInterrupt


def in_a_terminal(*arguments: str, **environment: str) -> str:
    """What a pseudo-terminal shows of a round that is folded."""
    main, end = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "pitboss", "play", "three-card-poker", "--seed", "3", "--speed", "fast", *arguments],
        stdin=end,
        stdout=end,
        stderr=end,
        env={name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLUMNS")}
        | {"TERM": "xterm-256color", "COLORTERM": "truecolor", "LANG": "C.UTF-8"}
        | environment,
        start_new_session=True,
    )
    os.close(end)
    text = b""
    for line in (b"10\n", b"f\n", b"r\n", b"q\n"):
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
    return text.decode()


@pytest.mark.parametrize("how", [{}, {"NO_COLOR": "1"}, "--no-color"], ids=str)
def test_colours_can_be_left_out(how: Any) -> None:
    shown = in_a_terminal(how) if isinstance(how, str) else in_a_terminal(**how)
    assert "You folded. Ante loses 10.00." in CODES.sub("", shown)
    assert bool(COLOURS.search(shown)) == (how == {})


def test_an_unknown_speed_is_refused() -> None:
    done = play("three-card-poker", "--speed", "reckless")
    assert done.returncode == 2
    assert b"--speed" in done.stderr
    assert b"Net " in play("three-card-poker", "--speed", "slow", typed=["10", "f"]).stdout


# What stands at the start, and chips


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("what-the-flush", "Deuces are wild."),
        ("three-card-poker", "Dealer qualifies with queen high or better."),
        ("high-card-flush", "Dealer qualifies with a 3 card flush, nine high or better."),
        ("four-card-poker", "Play 1 to 3 times the ante."),
        ("texas-holdem-bonus", "Flop 2 times the ante."),
        ("spanish-21", "Dealer draws to 16 and stands on all 17s."),
        ("double-attack-blackjack", "Blackjack pays 1 to 1."),
    ],
)
def test_wild_cards_and_the_qualifying_hand_are_told_before_the_first_bet(name: str, says: str) -> None:
    _, script, _ = sit(name, [])
    assert says in script.pages[0].split(" Round 1 ")[0]


def test_a_bet_that_leaves_nothing_to_raise_with_is_warned_of() -> None:
    warned = "This bet leaves 15.00 in chips, and the flop takes 20.00. b buys in, also after the deal."
    text, script, _ = sit("texas-holdem-bonus", ["10", "b 5", "flop"], bankroll="25.00")
    assert warned in script.pages[1]
    assert script.pages[1].index(warned) < script.pages[1].index("No more bets.")
    assert "Net " in text
    assert "This bet leaves" not in sit("texas-holdem-bonus", ["10", "f"], bankroll="30.00")[0]
    both, _, _ = sit("three-card-poker", ["10", "10", "p", "p"], bankroll="30.00", positions=2)
    assert "This bet leaves 10.00 in chips, and the play takes 20.00." in both
    shoe, _, _ = sit("spanish-21", ["10", "s"], bankroll="15.00")
    assert "This bet leaves 5.00 in chips: too little to double in full or to split." in shoe
    assert "This bet leaves" not in sit("spanish-21", ["10", "s"], bankroll="20.00")[0]
    assert "This bet leaves" not in sit("three-card-poker", ["pair_plus 5"], bankroll="5.00")[0]


def test_whoever_is_broke_tops_up_with_enter() -> None:
    text, script, person = sit("three-card-poker", ["10", "f", "", "", "f"], bankroll="14.00")
    broke = script.pages[2].removeprefix(script.pages[1])
    assert "Your chips, 4.00, do not reach for the smallest bet, 5.00." in broke
    assert "[Enter] buy in for 14.00 more" in broke
    assert "[Enter] ante 10.00" in script.pages[3].removeprefix(script.pages[2])
    assert "Bought in for $28.00, cashed out 8.00." in text
    assert person.session.state.number == 2


def test_whoever_is_broke_may_buy_in_otherwise_or_bet_what_is_left() -> None:
    text, script, _ = sit("three-card-poker", ["10", "f", "b 100", "", "", "f"], bankroll="14.00")
    assert "[Enter] ante 10.00" in script.pages[4].removeprefix(script.pages[3])
    assert "Bought in for $114.00, cashed out 94.00." in text
    text, _, _ = sit("three-card-poker", ["10", "f", "pair_plus 4"], bankroll="14.00")
    assert "Pair plus" in text
    text, script, _ = sit("craps", ["pass 10", "", "", "", ""], Thrown("2-3", "3-4"), bankroll="12.00")
    assert "Your chips, 2.00, do not reach for the smallest bet, 5.00." in script.pages[3]
    assert "Bought in for $24.00" in text
    assert text.count("Your chips, 2.00") == 1


def test_the_stay_is_summed_up() -> None:
    text, _, _ = sit("three-card-poker", ["10 5", "p", "20", "f"], Shuffles(3))
    last = text[text.index(" You leave") :]
    assert "2 rounds" in last
    assert "Wagered 45.00 in 2 rounds." in last
    assert "Net -15.00" in last
    assert "Coach" not in last
    text, _, _ = sit("craps", ["pass 10", "", "q"], Thrown("4-3"))
    assert "Wagered 10.00 in 1 run." in text


def test_a_narrow_terminal_keeps_the_net_in_one_piece() -> None:
    text = page("high-card-flush", "--seed", "3", typed=["10 5 5 1", "raise 10"], columns=40)
    assert re.search(
        r"^ Net [+-]?[0-9.]+   Chips [0-9,.]+$", "\n".join(map(str.rstrip, text.splitlines())), re.MULTILINE
    )
