"""What the drill checks at a shoe can fail: a cent, a card, a ten, a wager or a payment that is wrong is found."""

from typing import Any

import msgspec
import pytest

from pitboss.cards.chance import Shuffles
from pitboss.drill.families import drilled, missing, places, wanted
from pitboss.drill.family import Reached
from pitboss.drill.run import Broken, batch, sequence
from pitboss.drill.shoe import coverage
from pitboss.drill.shoe.checks import ShoeWitness
from pitboss.refusal import Refusal
from pitboss.session import Session
from pitboss.table import events as table
from pitboss.table.evolve import happen
from pitboss.table.families import shoe_house
from pitboss.table.shoe import events as e
from pitboss.table.shoe.setup import House
from pitboss.table.shoe.standing import back
from pitboss.table.shoe.state import State

SHOES = [number for number, place in enumerate(places()) if place[2] == "shoe"]


def a_session(**setup: Any) -> Session[House, State]:
    """A player with two cards to decide on."""
    session: Session[House, State] = Session(shoe_house({"game": "spanish-21", **setup}), Shuffles(11))
    session.do({"do": "sit", "by": "player", "who": "p1", "position": 1})
    session.do({"do": "buy_in", "by": "player", "who": "p1", "amount": "100.00"})
    session.do({"do": "bet", "by": "player", "who": "p1", "position": 1, "wagers": {"bet": "10.00"}})
    session.do({"do": "no_more_bets", "by": "dealer"})
    assert session.state.playing
    return session


@pytest.mark.parametrize("account", ["player:p1", "layout", "tray", "drop_box", "tip_box"])
def test_a_cent_too_many_is_found(account: str) -> None:
    session = a_session()
    witness = ShoeWitness(session)
    session.balances[account] = session.balances.get(account, 0) + 1
    with pytest.raises(AssertionError):
        witness.look()


def changed(state: State, where: str) -> State:
    if where == "a card is gone":
        return msgspec.structs.replace(state, stock=state.stock[:-1])
    if where == "two cards change places":
        first, *rest = state.stock
        other = next(place for place, card in enumerate(rest) if card != first)
        rest[other], first = first, rest[other]
        return msgspec.structs.replace(state, stock=(first, *rest))
    if where == "a card became another":
        return msgspec.structs.replace(state, dealer=("Th", *state.dealer[1:]))
    if where == "a ten was destroyed that nobody found":
        return msgspec.structs.replace(state, destroyed=("Th",))
    box = state.boxes[1]
    party = msgspec.structs.replace(box.parties[0], stakes={"bet": 2000})
    return msgspec.structs.replace(state, boxes={1: msgspec.structs.replace(box, parties=(party,))})


@pytest.mark.parametrize(
    "where",
    [
        "a card is gone",
        "two cards change places",
        "a card became another",
        "a ten was destroyed that nobody found",
        "a wager changed",
    ],
)
def test_a_state_that_is_not_what_the_events_say_is_found(where: str) -> None:
    session = a_session()
    witness = ShoeWitness(session)
    session.state = changed(session.state, where)
    with pytest.raises(AssertionError):
        witness.check(session.state, session.balances)
    with pytest.raises(AssertionError, match="replay differs"):
        witness.look()


def test_an_event_that_did_not_happen_is_found() -> None:
    session = a_session()
    witness = ShoeWitness(session)
    session.log.append(table.Tipped("p1", 100))
    with pytest.raises(AssertionError):
        witness.look()


def test_a_payment_too_high_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def generous(*given: Any) -> list[tuple[Any, tuple[e.Back, ...]]]:
        return [
            (party, tuple(msgspec.structs.replace(row, pays=row.pays + 50) for row in rows))
            for party, rows in back(*given)
        ]

    monkeypatch.setattr("pitboss.table.shoe.tasks.back", generous)
    with pytest.raises(Broken, match="settle says"):
        batch((SHOES[0], SHOES[0] + 1, 1, 3))


@pytest.mark.parametrize("shoe", SHOES)
def test_what_was_decided_happens_without_a_refusal(monkeypatch: pytest.MonkeyPatch, shoe: int) -> None:
    """A refusal of the state itself would stop the same step for ever; `decide` alone refuses."""

    def surely(*given: Any) -> None:
        try:
            happen(*given)
        except Refusal as refusal:
            raise AssertionError(f"{refusal.code} while an event happens") from refusal

    monkeypatch.setattr("pitboss.table.decide.happen", surely)
    batch((shoe, shoe + 1, 1, 7))


@pytest.mark.parametrize(
    "options",
    [
        {"split_hands": 2, "surrender": "first_two_cards", "surrender_split_hands": False},
        {"split_hands": 3, "surrender": "not_after_a_double"},
        {"surrender": "first_two_cards"},
        {"surrender_split_hands": False},
    ],
)
def test_houses_that_seeds_do_not_draw_are_drilled_too(monkeypatch: pytest.MonkeyPatch, options: Any) -> None:
    """Readings 116 to 118: a seed goes on meaning the tables that it meant before these could be chosen."""
    (shoe,) = (number for number in SHOES if places()[number][0] == "double-attack-blackjack")
    monkeypatch.setattr("pitboss.drill.shoe.tables.some_options", lambda *_: options)
    assert sequence(shoe, 20, 4, Reached()) == 4 * drilled(places()[shoe]).times


def test_what_a_drill_should_reach_is_read_from_the_code() -> None:
    codes = coverage.refusal_codes()
    assert {"bets_closed", "tell_supervisor", "consent_missing", "cut_card_depth", "ten_in_shoe", "not_next"} <= {
        *codes
    }
    assert len({*codes}) == len(codes)
    for number in SHOES:
        place = places()[number]
        found = wanted(place)
        assert ("irregularity", "reader_misused: void_all") in found
        assert (("command", "consent") in found) == (place[0] == "spanish-21")
        assert [each for each in missing(Reached()) if each[0] == place]
