"""(16.D1) Every settlement row says why, in every game, on every path of decisions and with every outcome.

The words are compared with an independent definition (`tests/oracle/reasons.py`). What pages and the terminal make of
them is in `tests/web/elements/test_results.py` and below.
"""

import io
import json
import random
from collections import Counter, defaultdict
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

import pytest

import pitboss
from pitboss.cards.chance import Shuffles
from pitboss.dice.layout import REASONS as DICE_REASONS
from pitboss.drill.families import drilled, places
from pitboss.drill.family import Place
from pitboss.play import told
from pitboss.play.shoe_told import reason as shoe_reason
from pitboss.refusal import Refusal
from pitboss.script import replay_answer
from pitboss.script.event_file import without_why
from pitboss.script.lines import final_line
from pitboss.session import Session
from pitboss.settling import settle_lines
from pitboss.shoe.rulings import REASONS as SHOE_REASONS
from pitboss.showdown.declaration import REASONS as SHOWDOWN_REASONS
from pitboss.showdown.declaration import Showdown
from pitboss.table.families import house_of
from pitboss.table.files import encode_event
from pitboss.table.setup import House
from pitboss.table.state import State
from tests.oracle import craps, reasons, shoe
from tests.oracle.rounds import random_round

SHOWDOWN = pitboss.games.showdown_names()
SHOE = ("spanish-21", "double-attack-blackjack")
Met = Counter[tuple[str, str, str]]
"""Wager, outcome and why."""

Round = dict[str, Any]


def met_in(game: str) -> Met:
    """What the rows of many random rounds say, each compared with the oracle's own definition."""
    rng, met = random.Random(f"reasons {game}"), Met()
    for _ in range(2500 if game in SHOWDOWN else 4000):
        round_ = random_round(game, rng) if game in SHOWDOWN else shoe.play(game, rng)
        settled = pitboss.settle(round_).as_json()
        boxes = {each["position"]: each for each in round_["positions"]}
        for each in settled["positions"]:
            for row in each["wagers"]:
                of = reasons.of_showdown if game in SHOWDOWN else reasons.of_shoe
                assert row["why"] == of(round_, boxes[each["position"]], row), (round_, row)
                met[row["wager"], row["outcome"], row["why"]] += 1
    return met


def declared(game: str) -> set[tuple[str, str, str]]:
    """Every way in which the declaration of a game lets a wager be settled."""
    told_by: Showdown = pitboss.game(game)  # type: ignore[assignment]
    contest = (told_by.ante.name, *(step.name for step in told_by.decisions))
    sides = [each.name for each in told_by.bonuses] + ([told_by.progressive.name] if told_by.progressive else [])
    found = {
        (wager, result.value, outcome.why(result.value == "push"))
        for outcome, pays in told_by.outcomes.items()
        for wager, result in pays.results.items()
    }
    found |= {(wager, "void", "void") for wager in (*contest, *sides)}
    found |= {(wager, "lose", "forfeit") for wager in (*contest, *sides)}
    found |= {(wager, outcome, "hand") for wager in sides for outcome in ("win", "lose")}
    found |= {(wager, "lose", "fold") for wager in sides if wager in reasons.LOST_BY_A_FOLD}
    return found | ({(told_by.ante_bonus.name, "win", "hand")} if told_by.ante_bonus else set())


@pytest.mark.parametrize("game", SHOWDOWN)
def test_every_outcome_that_a_declaration_has_says_why(game: str) -> None:
    assert {*met_in(game)} == declared(game)


def test_every_outcome_of_a_shoe_says_why() -> None:
    met = {game: met_in(game) for game in SHOE}
    words = {why for each in met.values() for _, _, why in each}
    assert words == {key.split()[0] for key in SHOE_REASONS} - {"void", "forfeit"}
    for game, each in met.items():
        for why in ("surrender", "bust", "blackjack", "dealer_bust", "dealer_higher", "tie", "player_higher"):
            assert any(word == why for _, _, word in each), (game, why)


def test_irregularities_at_a_shoe_say_why() -> None:
    rng = random.Random("irregular")
    for game in SHOE:
        for _ in range(50):
            round_ = shoe.play(game, rng)
            for name in ("void", "forfeit"):
                try:
                    settled = pitboss.settle(
                        round_ | {"positions": [each | {name: True} for each in round_["positions"]]}
                    ).as_json()
                except Refusal:
                    continue  # without players the dealer draws no further
                assert {row["why"] for each in settled["positions"] for row in each["wagers"]} <= {name, "envy"}
            settled = pitboss.settle(round_ | {"void": ["bet"]}).as_json() if len(round_["dealer"].split()) == 2 else {}
            for each in settled.get("positions", ()):
                assert all(row["why"] == "void" for row in each["wagers"] if row["outcome"] == "void")


def test_every_outcome_of_the_dice_says_why() -> None:
    rng, met = random.Random("reasons craps"), defaultdict(set)
    for _ in range(2500):
        round_ = craps.random_round(rng)
        for row in pitboss.settle(round_).as_json()["wagers"]:
            assert row["why"] == reasons.of_dice(round_, row), (round_, row)
            met[row["wager"]].add((row["outcome"], row["why"]))
    assert {why for each in met.values() for _, why in each} == {*DICE_REASONS, "open"}
    assert met["pass"] >= {("win", "seven"), ("win", "number"), ("lose", "craps"), ("win", "point"), ("lose", "seven")}
    assert met["dont_pass"] >= {("lose", "seven"), ("push", "craps"), ("win", "craps"), ("lose", "point")}
    assert met["odds"] >= {("win", "point"), ("lose", "seven"), ("push", "off"), ("push", "taken_down")}
    assert met["place_6"] >= {("win", "number"), ("lose", "seven"), ("void", "void")}


# Every path of decisions: a bet, a check or a fold at each step


BOARD = "Kh Kd 7c 7s 2h"
PATHS = [["fold"]] + [
    [{"flop": "20.00"}, turn, river] for turn in ({"turn": "10.00"}, "check") for river in ({"river": "10.00"}, "check")
]


@pytest.mark.parametrize(
    ("own", "dealer", "why", "ante"),
    [
        ("Ah Qh", "Kc Ks", "dealer_higher", "dealer_higher"),
        ("Kc Ks", "Ah Qh", "player_higher", "player_higher"),
        ("Ac 3d", "Qc 4d", "player_higher", "hand_too_low"),
        ("Ac 3d", "Ad 3c", "tie", "tie"),
    ],
)
@pytest.mark.parametrize("actions", PATHS, ids=lambda actions: " ".join(map(str, actions)))
def test_a_check_is_no_fold(actions: list[Any], own: str, dealer: str, why: str, ante: str) -> None:
    """Bet the flop, check, check, lose is no fold; a low hand that wins says why the ante pushes."""
    position = {"position": 1, "cards": own, "wagers": {"ante": "10.00"}, "actions": actions}
    round_ = {"game": "texas-holdem-bonus", "dealer": dealer, "community": BOARD, "positions": [position]}
    rows = pitboss.settle(round_).as_json()["positions"][0]["wagers"]
    if actions == ["fold"]:
        assert [row["why"] for row in rows] == ["fold"]
    else:
        assert {row["wager"]: row["why"] for row in rows} == {"ante": ante} | {
            name: why for action in actions if isinstance(action, dict) for name in action
        }


# The same from a line of a file, in the terminal and in events


@pytest.mark.parametrize("game", pitboss.games.names())
def test_a_line_of_a_file_has_the_reason_too(game: str) -> None:
    rng = random.Random("lines")
    for _ in range(20):
        made = craps.random_round(rng) if game == "craps" else shoe.play(game, rng) if game in SHOE else None
        round_ = made or random_round(game, rng)
        (line, _) = next(iter(settle_lines(io.BytesIO(json.dumps(round_).encode()))))
        assert json.loads(line) == pitboss.settle(round_).as_json()


@pytest.mark.parametrize("game", SHOWDOWN)
def test_the_terminal_has_words_for_every_reason(game: str) -> None:
    """One sentence for each reason, whatever the decisions before were; a bonus names the line of its pay table."""
    rng, found = random.Random(f"terminal {game}"), defaultdict(set)
    for _ in range(1500):
        round_ = random_round(game, rng)
        rules: Any = pitboss.game(game).rules(round_.get("jurisdiction", "nj"), round_.get("options", {}))
        for each in rules.settle(round_).positions:
            for row in each.wagers:
                found[row.why, row.outcome].add(told.reason(rules, row))
    assert all(all(each) for each in found.values())
    assert found["dealer_higher", "lose"] == {"the dealer's hand is higher"}
    assert found["void", "void"] == {"it goes back"} and found["forfeit", "lose"] == {"it is forfeited"}
    assert "you folded" in found["fold", "lose"] and found["hand", "lose"] == {"not a hand it pays"}
    assert all(" pays " in each or each.startswith("cut to the most") for each in found["hand", "win"])
    assert {why for why, _ in found} <= {key.split()[0] for key in SHOWDOWN_REASONS}


@pytest.mark.parametrize("game", SHOE)
def test_the_terminal_has_words_for_every_reason_at_a_shoe(game: str) -> None:
    rng, found = random.Random(f"terminal {game}"), defaultdict(set)
    for _ in range(1500):
        round_ = shoe.play(game, rng)
        rules: Any = pitboss.game(game).rules("nj", round_["options"])
        boxes = {each["position"]: each for each in round_["positions"]}
        for each in rules.settle(round_).positions:
            hands = [tuple(hand["cards"].split()) for hand in boxes[each.position]["hands"]]
            first = (hands[0][0], hands[1][0]) if len(hands) > 1 else hands[0][:2]
            for row in each.wagers:
                cards = hands[row.hand - 1] if row.hand else first
                dealer = tuple(round_["dealer"].split())
                found[row.why].add(shoe_reason(rules, dealer, cards, len(hands) > 1, row))
    assert all(all(each) for each in found.values())
    assert all(each.startswith("bust with ") for each in found["bust"])
    assert all(each.startswith("surrendered, ") for each in found["surrender"])
    assert all(each.endswith(" tie") for each in found["tie"])


def settled_wagers(value: Any) -> Iterable[dict[str, Any]]:
    """Every part of an event that says what became of a wager."""
    if isinstance(value, dict):
        if "outcome" in value or value.get("event") in TAKING or ("commission" in value and "stake" in value):
            yield value
        for each in value.values():
            yield from settled_wagers(each)
    elif isinstance(value, list):
        for each in value:
            yield from settled_wagers(each)


TAKING = {
    *("wagers_taken", "forfeits_taken", "hand_taken", "progressive_paid", "hands_voided", "wagers_voided"),
    *("forfeited", "box_voided"),
}
BY_WAGER = {"wagers_taken", "forfeits_taken", "hand_taken"}
KNOWN = {key.split()[0] for key in (*SHOWDOWN_REASONS, *SHOE_REASONS, *DICE_REASONS)}


def drill_of(place: Place, seed: int) -> Session[House, State]:
    """A table with every mistake and irregularity that the drill knows."""
    rng, family = random.Random(f"reasons {seed} {place}"), drilled(place)
    session: Session[House, State] = Session(house_of(family.setup_for(place, rng)), Shuffles(seed))
    for _ in range(300):
        if session.state.open:
            with suppress(Refusal):
                session.do(family.next(rng, session))
    return session


@pytest.mark.parametrize("place", places(), ids="-".join)
def test_every_settled_wager_in_an_event_says_why_and_files_replay_with_and_without(place: Place) -> None:
    session = drill_of(place, 1)
    lines = [json.loads(encode_event(event)) for event in session.log]
    for line in lines:
        for held in settled_wagers(line):
            said = held["why"]
            if held.get("event") in BY_WAGER:
                assert said.keys() == held["stakes"].keys()
            assert {*(said.values() if isinstance(said, dict) else [said])} <= KNOWN, held
        if line["event"] == "settlement_reversed":
            assert [row["why"] for row in line["rows"]] == ["void"] * len(line["rows"])
    last = final_line(session.state, session.balances)
    assert replayed([*lines, last]) == (last, True)
    # Version 0.4.0 wrote no reasons, and its states held none: another hash.
    found, sound = replayed([*(without_why(line) for line in lines), last | {"state": "0" * 64}])
    had_any = any(without_why(line) != line for line in lines)
    assert sound or not had_any, found


def replayed(lines: list[Round]) -> tuple[Round, bool]:
    said, _, sound = replay_answer(io.BytesIO(b"".join(json.dumps(line).encode() + b"\n" for line in lines)))
    return json.loads(said), sound


def test_a_wrong_reason_in_a_file_is_found() -> None:
    """A file may lack reasons, but it may not have others than the table gives."""
    session = drill_of(next(place for place in places() if place[0] == "three-card-poker"), 1)
    lines = [json.loads(encode_event(event)) for event in session.log]
    taken = next(line for line in lines if line["event"] == "wagers_taken")
    taken["why"] = dict.fromkeys(taken["why"], "envy")
    found, sound = replayed([*lines, final_line(session.state, session.balances)])
    assert not sound and found["error"]["code"] == "does_not_follow"
