"""A supervisor voids a round with a reason, at every kind of table (issue item A1, reading 131)."""

import io
import json
from typing import Any

import pytest

import pitboss
from pitboss.refusal import Refusal
from pitboss.script import replay_answer
from pitboss.script.lines import encode, final_line
from pitboss.session import Session
from pitboss.table.families import house_of
from pitboss.table.files import encode_event
from pitboss.table.state import finished_round
from tests.table.floor import Seeded

REASON = "The dealer mixed two hands up."

SHOE = ["receive", "inspect", "verify", "spread", "view", "wash", "stack", "shuffle", "cut", "place_cut_card", "load"]
DICE = ["receive", "inspect", "verify", "offer", "call_roll", "move_puck", "take", "move_come", "pay"]
TABLES: dict[str, tuple[dict[str, Any], list[dict[str, Any]]]] = {
    "spanish-21": (
        {"automatic": [*SHOE, "burn", "deal", "check"]},
        [{"do": "bet", "position": 1, "wagers": {"bet": "10.00", "match_the_dealer": "5.00"}}, {"do": "no_more_bets"}],
    ),
    "double-attack-blackjack": (
        {"automatic": [*SHOE, "burn", "deal"]},
        [
            {"do": "bet", "position": 1, "wagers": {"bet": "10.00", "bust_it": "5.00"}},
            {"do": "no_more_bets"},
            {"do": "decide", "position": 1, "action": "attack", "amount": "10.00"},
        ],
    ),
    "craps": (
        {"automatic": DICE, "given_orders": True},
        [
            {"do": "take_dice"},
            {"do": "bet", "wager": "pass", "amount": "10.00"},
            {"do": "no_more_bets"},
            {"do": "throw", "dice": "6-4"},
            {"do": "bet", "wager": "odds", "amount": "20.00"},
        ],
    ),
}
BY_DEALER = ("no_more_bets",)


def in_a_round(game: str) -> Session[Any, Any]:
    """One player with wagers, in the midst of a round."""
    setup, commands = TABLES[game]
    session: Session[Any, Any] = Session(house_of({"game": game, **setup}), Seeded(3))
    opening: list[dict[str, Any]] = [{"do": "sit", "position": 1}, {"do": "buy_in", "amount": "100.00"}]
    for command in [*opening, *commands]:
        by = {"by": "dealer"} if command["do"] in BY_DEALER else {"by": "player", "who": "ann"}
        session.do(command | by)
    return session


@pytest.mark.parametrize("game", TABLES)
@pytest.mark.parametrize("reason", [None, REASON])
def test_a1_every_wager_goes_back_and_the_reason_is_in_the_record(game: str, reason: str | None) -> None:
    session = in_a_round(game)
    assert session.balances["player:ann"] < 10000
    given = {} if reason is None else {"reason": reason}
    known = len(session.log)
    session.do({"do": "void_round", "by": "supervisor", "who": "sam", **given})
    called, *effects = [json.loads(encode_event(event)) for event in session.log[known:]]
    expected = ("malfunction", "GLI-19 A.6.4") if reason is None else ("void_round", "reading 131")
    assert (called["what"], called["clause"], called["effect"]) == (*expected, "void_all")
    assert (called["by"], called.get("reason")) == ("sam", reason)
    assert expected[1] in {each.get("clause") for each in effects}
    assert session.balances["player:ann"] == 10000 and session.balances["layout"] == 0
    settled = pitboss.settle(finished_round(session.state))
    assert {each.net for each in getattr(settled, "positions", None) or settled.players} <= {0}
    lines = [encode_event(event) for event in session.log]
    lines.append(encode(final_line(session.state, session.balances)))
    _, remark, sound = replay_answer(io.BytesIO(b"\n".join(lines) + b"\n"))
    assert sound and not remark, remark


@pytest.mark.parametrize("game", TABLES)
@pytest.mark.parametrize("reason", ["", "  ", "x" * 201, "two\nlines"])
def test_a1_a_reason_is_a_line_that_can_be_read(game: str, reason: str) -> None:
    session = in_a_round(game)
    with pytest.raises(Refusal) as caught:
        session.do({"do": "void_round", "by": "supervisor", "reason": reason})
    assert (caught.value.code, caught.value.clause) == ("bad_reason", "reading 131")
