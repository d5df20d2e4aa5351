"""WEB-10, SHF-05 by value: during a round no role finds a hidden card by any path, nor in the database."""

import io
import json
import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from drills.secrets import GAMES, Repeating, cards_in
from pitboss.fair import Entropy
from pitboss.floor.bots import first_bet
from pitboss.floor.hub import Outbox
from pitboss.floor.person import Person
from pitboss.table import events as e
from pitboss.table.files import decode_event
from tests.floor.people.place import Place, Visitor, a_place
from tests.floor.people.test_doors import BODIES, QUERIES, WHO_MAY, Route, address, changes

CARD_GAMES = tuple(game for game in GAMES if game != "craps")
NO_TABLE = ("/api/lab/", "/api/school/")
"""Routes that deal cards of their own, or are given them; they know no table."""
LEAVING = {("delete", "/api/session"), ("put", "/api/session/password")}


class Live:
    """A round of two players in the middle of its decisions, and everybody who may want to look into it."""

    def __init__(self, place: Place, game: str) -> None:
        self.place = place
        self.log = place.floor.means.log.out = io.StringIO()
        place.open_table(game)
        self.table = place.pit.table("t1")
        self.everybody: dict[str, Visitor] = {
            "ann": place.player("ann"),
            "otto": place.player("otto"),
            "looker": place.player("looker"),
            "dan": place.staff("dan", "dealer"),
            "sue": place.staff("sue", "supervisor"),
            "aud": place.staff("aud", "auditor"),
            "": place.visitor(),
        }
        roles = {"dan": "dealer", "sue": "supervisor", "aud": "auditor"}
        self.sockets = {name: (Outbox(most=10_000), roles.get(name, "player")) for name in self.everybody if name}
        for name, (outbox, role) in self.sockets.items():
            place.call(self.table.watch, outbox, Person(name, role))  # type: ignore[arg-type]
        for position, name in enumerate(("ann", "otto"), 1):
            place.sit("t1", name, position)
            place.do("t1", name, **first_bet(self.table, name))
        for _ in range(30):
            if self.table.wait and self.table.wait.kind == "decision":
                return
            place.tick(1)
        raise AssertionError("nobody was asked for a decision: choose another seed")

    def dealt(self) -> list[tuple[str, str, bool]]:
        stored = [decode_event(each.body) for each in self.place.store.books.events("t1")]
        return [card for event in stored if isinstance(event, e.CardsDealt) for card in event.cards]

    def open_cards(self) -> set[str]:
        """The cards that everybody sees: what the public view of the table names, dealt face up."""
        return {card for _, card, up in self.dealt() if up} | {*getattr(self.table.state, "shown", ())}

    def known_to(self, name: str) -> set[str]:
        own = {str(place) for place, who in self.table.state.seats.items() if who == name}
        return self.open_cards() | {card for to, card, _ in self.dealt() if to in own}

    def ask(self, name: str, route: Route) -> str:
        method, path = route
        answer = self.everybody[name].send(method.upper(), address(path) + QUERIES.get(route, ""), BODIES.get(route))
        return str(answer.text)


@pytest.fixture(params=CARD_GAMES)
def live(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Live]:
    with a_place(tmp_path / "floor.db", entropy=Entropy(Repeating("2").read)) as place:
        yield Live(place, request.param)


def named_in(text: str) -> set[str]:
    try:
        return cards_in(json.loads(text))
    except ValueError:
        return cards_in(text)


def test_16_c12_web_10_no_role_finds_a_hidden_card_by_any_path(live: Live) -> None:
    """Every route, with its refusals; the sockets of every role; error texts; metrics; the log."""
    assert any(not up for _, _, up in live.dealt()), "a card lies face down"
    hidden = {card for _, card, _ in live.dealt()} - live.open_cards()
    asked = [route for route in WHO_MAY if not route[1].startswith(NO_TABLE) and route not in LEAVING]
    reading = [route for route in asked if not changes(route)]
    for name in live.everybody:
        for route in reading:
            found = named_in(live.ask(name, route)) - live.known_to(name)
            assert not found, f"{name or 'nobody'} reads {found} from {route}"
    for name, (outbox, _) in live.sockets.items():
        for frame in outbox.frames:
            found = cards_in(json.loads(frame)) - live.known_to(name)
            assert not found, f"{name} is told {found} by a socket"
    own = named_in(live.ask("ann", ("get", "/api/tables/{table}")))
    assert own >= live.known_to("ann") - live.open_cards(), "who owns a card sees it, so the search finds cards"
    for (
        name
    ) in live.everybody:  # what changes something comes last: refusals must say nothing, and neither may the rest
        for route in asked:
            if changes(route) and name not in WHO_MAY[route]:
                assert not named_in(live.ask(name, route)) - live.known_to(name), (name, route)
    for text in _errors(live):
        assert not named_in(text) - live.open_cards() - live.known_to("otto"), text
    assert not named_in(live.log.getvalue()) & hidden
    assert not named_in(live.ask("sue", ("get", "/metrics"))) & hidden


def _errors(live: Live) -> Iterator[str]:
    """What refused commands say: of somebody who plays, at another's hand, out of turn, and nonsense."""
    from pitboss.refusal import Refusal

    commands: tuple[dict[str, Any], ...] = (
        {"do": "decide", "position": 1, "action": "fold"},
        {"do": "decide", "position": 2, "action": "dance"},
        {"do": "reveal_dealer", "by": "dealer"},
        {"do": "reveal", "position": 1},
        {"do": "nothing"},
    )
    for command in commands:
        try:
            live.place.call(live.table.do, Person("otto", "player"), command)
        except Refusal as refusal:
            yield json.dumps(refusal.as_json())


def test_16_c12_web_10_the_database_of_a_live_round_holds_ciphertext_only(live: Live, tmp_path: Path) -> None:
    """Somebody with every right over the database and without the key: no cell names a card that lies face down."""
    database = sqlite3.connect(f"file:{tmp_path / 'floor.db'}?mode=ro", uri=True)
    tables = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    cells = 0
    for table in tables:
        for row in database.execute(f'SELECT * FROM "{table}"'):
            for cell in row:
                cells += 1
                assert not _stored_cards(cell) - live.open_cards(), (table, cell)
    database.close()
    assert cells > 500, "there is something to read"
    assert any(not up for _, _, up in live.dealt()), "the key opens what lies face down"


QUOTED = re.compile(rb'"([2-9TJQKA][cdhs])"')
PASSWORD = re.compile(r"^\$argon2id\$.*")
"""One hash in 500 has a card between two of its signs, as "/7h+"."""
LISTED = re.compile(rb"[2-9TJQKA][cdhs](?:[ ,]+[2-9TJQKA][cdhs]){2,}")


def _stored_cards(cell: object) -> set[str]:
    """Cards that a cell names. In ciphertext two bytes look like a card now and then; a plain one stands in quotes."""
    if not isinstance(cell, bytes):
        return named_in(PASSWORD.sub("", str(cell)))
    try:
        return named_in(cell.decode())
    except UnicodeDecodeError:
        return {card.decode() for card in [*QUOTED.findall(cell), *LISTED.findall(cell)]}


@pytest.mark.parametrize(
    "text", ['{"hand": ["7h"]}', '{"says": "The dealer has 7h."}', '{"7h": 1}', '{"cards": "As 7h"}']
)
def test_16_c12_the_search_by_value_finds_a_planted_card(text: str) -> None:
    assert "7h" in named_in(text)
    assert _stored_cards(b'\xff["7h"') == {"7h"} and _stored_cards(b"\xff 7h Kd 2c") and not _stored_cards(b"\xff7h")
    assert _stored_cards("$argon2id$v=19$m=8,t=1,p=1$7h+a$b") == set() and _stored_cards("7h+a") == {"7h"}
    assert named_in('{"says": "As dealt, 70 hours"}') == set()
    assert named_in('{"cards": "As Kd"}') == {"As", "Kd"}
