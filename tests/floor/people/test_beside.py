"""AUD-01 beside the journal: roles, parameters and closed things are what the records say, or the audit tells."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from sqlalchemy import text

from pitboss.audit.verify import audit
from pitboss.floor.people.requests import Change
from pitboss.refusal import Refusal
from tests.floor.people.place import Place

TAMPERED = [
    ("INSERT INTO persons VALUES ('eve', 'eve', 'supervisor', 0, 'x', 1)", "person", "eve"),
    ("UPDATE persons SET role = 'supervisor', guest = 0 WHERE name = 'ann'", "person", "ann"),
    ("DELETE FROM persons WHERE name = 'ann'", "person", "ann"),
    ("INSERT INTO parameters VALUES ('large_win', '9999.00')", "parameter", "large_win"),
    ("UPDATE parameters SET value = '2000.00'", "parameter", "starting_bankroll"),
    ("DELETE FROM parameters", "parameter", "starting_bankroll"),
    ("DELETE FROM switches", "switch", "game:craps"),
    ("UPDATE switches SET what = 'all'", "switch", "all"),
    ("INSERT INTO switches VALUES ('player:ann', 1, 'eve', 'spite')", "switch", "player:ann"),
]


@pytest.mark.parametrize(("change", "what", "where"), TAMPERED)
def test_aud_01_what_stands_beside_the_journal_is_what_its_records_say(
    place: Place, change: str, what: str, where: str
) -> None:
    people = place.people
    for name in ("sue", "tom"):
        people.register.add_staff(name, "supervisor", "a long password of theirs", by="house")
    people.register.add_player("ann", "a long password of hers")
    for game in ("craps", "spanish-21"):
        people.switches.turn_off(f"game:{game}", "sue", "an inspection")
    people.switches.turn_on("game:spanish-21", "sue", "inspected")
    asked = people.requests.ask(Change("starting_bankroll", "500.00"), "a new season", "sue")
    people.requests.approve(asked.id, "tom")
    assert audit(place.store.books).faults == []
    place.store.aside(lambda connection: connection.execute(text(change)).rowcount)
    found = audit(place.store.books).faults
    assert (what, where) in {(each.what, each.where) for each in found}


def test_two_who_close_or_open_the_same_at_once_do_no_harm(place: Place) -> None:
    """One does it, the other is told; before, the second one's row closed the whole store."""

    def told(act: Callable[[str, str, str], None]) -> list[str]:
        def one(who: str) -> str:
            together.wait()
            try:
                act("game:craps", who, "at once")
            except Refusal as refusal:
                return refusal.code
            return "done"

        together = Barrier(8)
        with ThreadPoolExecutor(8) as everybody:
            return sorted(everybody.map(one, (f"s{number}" for number in range(8))))

    for _ in range(5):
        assert told(place.people.switches.turn_off) == ["already_closed"] * 7 + ["done"]
        assert place.people.switches.off == {"game:craps": "at once"}
        assert told(place.people.switches.turn_on) == ["done"] + ["not_closed"] * 7
        assert place.people.switches.off == {}
    assert not place.store.closed and audit(place.store.books).faults == []
