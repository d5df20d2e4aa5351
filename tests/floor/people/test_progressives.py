"""PRG-02, 05, 06, 08, 09, 10: terms that stay, meters that fall by a win or two persons only, and stand still."""

import asyncio
import csv
import io
import json
import random
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import select

from pitboss import games
from pitboss.audit.reports import METERS, PARAMETERS
from pitboss.bank.ledger import POSTS
from pitboss.cli import main
from pitboss.fair import Entropy
from pitboss.fair.sealing import Seal
from pitboss.floor.config import Config
from pitboss.floor.hub import Outbox
from pitboss.floor.means import Means
from pitboss.floor.people.switches import Switches
from pitboss.floor.serve import put_together
from pitboss.money import read_money
from pitboss.refusal import Refusal
from pitboss.regulations.paytables import PayTable, Share
from pitboss.showdown.progressive import Meters, ProgressiveRules, pay
from pitboss.store import Batch, open_store
from pitboss.store import schema as s
from pitboss.table.files import decode_event
from pitboss.table.showdown.events import HandsVoided, ProgressivePaid
from tests.floor.floor import HOUSE, KEY, SetClock
from tests.floor.people.place import Place, Visitor, a_place

GAME = "high-card-flush"
A = {"progressive": "A"}


@pytest.fixture
def floor(place: Place) -> tuple[Place, Visitor, Visitor]:
    """Ann at a table of a group of meters, with two supervisors."""
    place.player("ann")
    open_table(place, "t1", A)
    place.sit("t1", "ann", 1)
    return place, place.staff("sue", "supervisor"), place.staff("bob", "supervisor")


def open_table(place: Place, name: str, options: dict[str, Any], group: str = "jackpot") -> None:
    plan = {"id": name, "table": {"game": GAME, "options": options}, "group": group}
    place.call(place.pit.open, plan, "tests")


def a_round(place: Place, table: str = "t1", progressive: bool = True) -> None:
    wagers = {"ante": "10.00"} | ({"progressive": "1.00"} if progressive else {})
    place.do(table, "ann", do="bet", position=1, wagers=wagers)
    place.tick(60)
    while place.pit.table(table).state.playing:
        place.tick(60)


def refused(place: Place, act: Any, *given: Any) -> str:
    try:
        act(place, *given)
    except Refusal as refusal:
        return refusal.code
    return ""


OTHERS = [label for label in games.showdown(GAME).progressive.tables["nj"].labels() if label != "A"]  # type: ignore[union-attr]


MOMENTS = ("before a win", "between wins", "after a win")


def come_to(place: Place, moment: str) -> None:
    """A moment in the life of the meters."""
    if moment != "before a win":
        a_round(place)
    if moment == "after a win":
        win_all(place)


@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("label", OTHERS)
def test_prg_05_no_parameter_of_living_meters_can_be_changed(floor: Any, moment: str, label: str) -> None:
    """By joining with other terms, at any moment: the terms of a group stay, the meters are not touched."""
    place, sue, _ = floor
    come_to(place, moment)
    held = place.store.books.meters("jackpot")
    terms = place.pit.means.links["jackpot"].terms.terms()
    other: Any = games.game(GAME).rules("nj", {"progressive": label})
    assert other.progressive.terms() != terms
    assert refused(place, open_table, "t2", {"progressive": label}) == "other_terms"
    asked = {"id": "t2", "table": {"game": GAME, "options": {"progressive": label}}, "group": "jackpot"}
    answer = sue.post("/api/admin/tables", asked)
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "other_terms")
    assert place.store.books.meters("jackpot") == held and "t2" not in place.pit.live
    assert place.pit.means.links["jackpot"].terms.terms() == terms
    open_table(place, "t3", A)
    open_table(place, "t4", {"progressive": label}, "another")
    assert place.store.books.meters("jackpot") == held


def other_award(table: PayTable) -> PayTable:
    first, *rest = table.lines
    return msgspec.structs.replace(table, lines=(msgspec.structs.replace(first, odds=first.odds + 1), *rest))


ANOTHER: dict[str, Callable[[ProgressiveRules], dict[str, Any]]] = {
    "pay_table": lambda terms: {"table": msgspec.structs.replace(terms.table, label="Z")},
    "awards": lambda terms: {"table": other_award(terms.table)},
    "stake": lambda terms: {"stake": terms.stake + 1_00},
    "opening_meter": lambda terms: {"opening_meter": terms.opening_meter + 1},
    "main_percent": lambda terms: {"percent": {**terms.percent, "main": terms.percent["main"] + 1}},
    "secondary_percent": lambda terms: {"percent": {**terms.percent, "secondary": terms.percent["secondary"] - 1}},
}
"""Terms that differ in one parameter alone."""


@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("parameter", PARAMETERS)
def test_prg_05_each_parameter_alone_keeps_a_table_out(floor: Any, moment: str, parameter: str) -> None:
    """Six parameters, three moments: meters that were opened with another one take no table with these."""
    place, sue, _ = floor
    come_to(place, moment)
    link, held = place.pit.means.links["jackpot"], place.store.books.meters("jackpot")
    own = link.terms
    link.terms = msgspec.structs.replace(own, **ANOTHER[parameter](own))
    changed = {name for name, told in own.terms().items() if link.terms.terms()[name] != told}
    assert changed == {parameter}
    assert refused(place, open_table, "t2", A) == "other_terms"
    answer = sue.post("/api/admin/tables", {"id": "t2", "table": {"game": GAME, "options": A}, "group": "jackpot"})
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "other_terms")
    assert place.store.books.meters("jackpot") == held and "t2" not in place.pit.live
    link.terms = own
    open_table(place, "t2", A)


@pytest.mark.parametrize("parameter", PARAMETERS)
def test_prg_05_no_route_changes_a_parameter(floor: Any, parameter: str) -> None:
    """Asked for as a parameter of the floor, alone or by two: there is none of that name, and it is written down."""
    place, sue, _ = floor
    before = place.pit.means.links["jackpot"].terms.terms()
    for name in (parameter, f"jackpot.{parameter}", f"progressive:{parameter}"):
        wanted = {"kind": "change", "parameter": name, "value": "1.00", "reason": "more for us"}
        answer = sue.post("/api/admin/requests", wanted)
        assert (answer.status_code, answer.json()["error"]["code"]) == (422, "unknown_parameter")
    assert [row["reason"] for row in place.records("refused")] == ["unknown_parameter"] * 3
    assert place.pit.means.links["jackpot"].terms.terms() == before


def test_prg_05_the_terms_stay_over_a_restart(floor: Any) -> None:
    place, _, _ = floor
    terms = place.pit.means.links.pop("jackpot").terms.terms()
    place.pit.live.clear()
    place.call(place.pit.restore)
    assert place.pit.means.links["jackpot"].terms.terms() == terms
    assert refused(place, open_table, "t2", {"progressive": OTHERS[0]}) == "other_terms"


def test_prg_05_a_table_that_did_not_open_leaves_no_terms(place: Place) -> None:
    """Terms begin with meters that the store has, not with somebody's try."""
    place.store.guard = lambda connection, batch: forbid(batch)
    assert refused(place, open_table, "t1", A) == "closed"
    assert place.pit.means.links == {}
    place.store.guard = None
    open_table(place, "t1", {"progressive": OTHERS[0]})
    assert place.pit.means.links["jackpot"].terms.table.label == OTHERS[0]


def forbid(batch: Batch) -> None:
    raise Refusal("closed", "Not today.")


def win_all(place: Place) -> None:
    """The whole meter is won: by the event that a table makes of it, kept as the table would."""
    from pitboss.store.batch import line_of

    table = place.pit.table("t1")
    main, secondary = place.store.books.meters("jackpot")
    event = ProgressivePaid(1, "ann", "a hand", main, "meter", secondary, 0, secondary, "")
    batch = Batch(at=place.clock.wall(), table="t1", expected=table.sequence, lines=(line_of(event, 1),))
    table.sequence = place.store.commit(batch).sequence
    place.call(place.pit.meters_corrected, "jackpot")


def test_prg_09_closed_means_frozen(floor: Any) -> None:
    """No wager on it is kept, by no way; nothing is added, nothing is won; everybody is told; it is as it was after."""
    place, sue, _ = floor
    a_round(place)
    held = place.store.books.meters("jackpot")
    outbox = Outbox()
    place.pit.table("t1").watch(outbox, HOUSE)
    place.do("t1", "ann", do="bet", position=1, wagers={"ante": "10.00", "progressive": "1.00"})
    switch = {"scope": "progressive", "name": "jackpot", "reason": "The display is broken."}
    assert sue.post("/api/admin/switches/off", switch).status_code == 200
    assert place.store.books.balance("layout:t1") == 0, "a wager that waited for its round is back"
    for _ in range(500):
        assert refused(place, lambda p: p.do("t1", "ann", do="bet", position=1, wagers=WITH)) == "progressive_closed"
    for _ in range(5):
        a_round(place, progressive=False)
    assert place.store.books.meters("jackpot") == held
    assert place.pit.table("t1").meters() == {
        "main": f"{held[0] // 100}.{held[0] % 100:02}",
        "secondary": f"{held[1] // 100}.{held[1] % 100:02}",
        "closed": "The display is broken.",
    }
    assert b"The display is broken." in outbox.frames[-1]
    assert place.visitor().get("/api/lobby").json()["closed"] == {"progressive:jackpot": "The display is broken."}
    assert sue.post("/api/admin/switches/on", switch).status_code == 200
    assert place.store.books.meters("jackpot") == held
    a_round(place)
    assert place.store.books.meters("jackpot") != held


WITH = {"ante": "10.00", "progressive": "1.00"}


@pytest.mark.parametrize("what", ["progressive:jackpot", "table:t1", f"game:{GAME}", "all"])
def test_prg_09_a_floor_that_ended_amid_a_closing_closes_when_it_opens(tmp_path: Path, what: str) -> None:
    """The switch was kept and the tables were not told yet: what waited for a round goes back before one is dealt."""
    with a_place(tmp_path / "floor.db") as place:
        place.player("ann")
        open_table(place, "t1", A)
        place.sit("t1", "ann", 1)
        place.do("t1", "ann", do="bet", position=1, wagers=WITH)
        place.people.switches.turn_off(what, "sue", "The display is broken.")
        assert place.store.books.balance("layout:t1") == 11_00
    entropy = Entropy()
    seal = Seal(KEY, entropy)
    clock = SetClock()

    async def opened(times: int) -> None:
        for again in range(times):
            store = open_store(str(tmp_path / "floor.db"), program="tests", seal=seal.seal, unseal=seal.unseal)
            with store:
                floor, _ = await put_together(Config(), Means(store, clock, entropy, seal), 8000)
                assert store.books.balance("layout:t1") == 0 and not floor.pit.table("t1").state.has_wagers("ann")
                assert bool(floor.pit.table("t1").no_new_round) == (not what.startswith("progressive"))
                with store.books.moment() as connection:
                    paused = connection.execute(select(s.records).where(s.records.c.kind == "table_paused")).all()
                assert len(paused) == (0 if what.startswith("progressive") else 1), f"told once, start {again}"

    asyncio.run(opened(2))


def test_prg_09_ten_thousand_wagers_and_no_increment(floor: Any) -> None:
    """Past the table, at the last word inside the store's transaction."""
    place, _, _ = floor
    switches: Switches = place.people.switches
    switches.turn_off("progressive:jackpot", "sue", "a drill")
    kept: list[Batch] = []
    submit = place.store.submit
    place.do("t1", "ann", do="bet", position=1, wagers={"ante": "10.00"})

    def noted(batch: Batch) -> Any:
        kept.append(batch)
        return submit(batch)

    place.store.submit = noted
    assert refused(place, lambda p: p.do("t1", "ann", do="bet", position=1, wagers=WITH)) == "progressive_closed"
    place.store.submit = submit
    (batch,) = [each for each in kept if each.lines]
    held, told = place.store.books.meters("jackpot"), place.store.books.head()
    for _ in range(10_000):
        try:
            place.store.commit(batch)
        except Refusal as refusal:
            assert refusal.code == "progressive_closed"
        else:
            raise AssertionError("a wager was kept")
    assert (place.store.books.meters("jackpot"), place.store.books.head()) == (held, told)
    switches.turn_on("progressive:jackpot", "sue", "a drill")
    assert place.store.books.meters("jackpot") == held
    switches.guard(batch)
    switches.turn_off("progressive:jackpot", "sue", "a drill")
    others = Batch(at=0, table="t1", lines=tuple(each for each in batch.lines if each.kind != "bet_placed"))
    switches.guard(others)


def test_prg_09_only_meters_that_are_there_are_closed(floor: Any) -> None:
    place, sue, _ = floor
    answer = sue.post("/api/admin/switches/off", {"scope": "progressive", "name": "nowhere", "reason": "a drill"})
    assert (answer.status_code, answer.json()["error"]["code"]) == (404, "unknown_group")
    open_table(place, "t2", A, "another")
    place.people.switches.turn_off("progressive:another", "sue", "a drill")
    a_round(place)


def test_prg_09_a_round_that_is_played_is_finished(floor: Any) -> None:
    """A wager that was taken before counts: its share goes on the meter, and then the meter stands."""
    place, sue, _ = floor
    held = place.store.books.meters("jackpot")
    place.do("t1", "ann", do="bet", position=1, wagers=WITH)
    place.tick(60)
    assert place.pit.table("t1").state.playing
    sue.post("/api/admin/switches/off", {"scope": "progressive", "name": "jackpot", "reason": "a drill"})
    while place.pit.table("t1").state.playing:
        place.tick(60)
    assert place.store.books.meters("jackpot") != held


def test_prg_10_every_meter_and_parameter_in_api_report_and_export(
    floor: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place, sue, bob = floor
    for _ in range(3):
        a_round(place)
    wanted = {"kind": "correction", "group": "jackpot", "meter": "main", "amount": "9000.00", "reason": "display"}
    held = sum(place.store.books.meters("jackpot"))
    number = sue.post("/api/admin/requests", wanted).json()["id"]
    assert bob.post(f"/api/admin/requests/{number}/approve").status_code == 200
    corrected = sum(place.store.books.meters("jackpot")) - held
    win_all(place)
    (row,) = sue.get("/api/reports/progressives").json()["rows"]
    assert {*METERS, *PARAMETERS} <= {*row} and len({*METERS, *PARAMETERS}) == 13
    assert all(row[name] != "" for name in (*METERS, *PARAMETERS))
    assert {name: row[name] for name in PARAMETERS} == place.pit.means.links["jackpot"].terms.terms()
    cents = {name: read_money(row[name], name) for name in METERS if name != "wins"}
    opened = read_money(row["opening_meter"], "opening meter")
    assert cents["main"] + cents["secondary"] == opened + cents["added"] + corrected - cents["paid_from_meter"]
    assert (cents["wagered"], row["wins"], cents["fixed_awards"]) == (3_00, 1, 0)
    text = sue.get("/api/reports/progressives?format=csv").text
    (exported,) = csv.DictReader(io.StringIO(text))
    assert {*METERS, *PARAMETERS} <= {*exported}
    with pytest.raises(SystemExit, match="0"):
        main(["audit", "progressives", "--json", "--database", str(tmp_path / "floor.db")])
    (printed,) = json.loads(capsys.readouterr().out)["rows"]
    assert printed == row
    shown = place.pit.table("t1").meters()
    assert shown and (shown["main"], shown["secondary"]) == (row["main"], row["secondary"])


def test_prg_10_what_moved_in_a_period_beside_what_the_meters_show_now(floor: Any) -> None:
    place, sue, _ = floor
    a_round(place)
    place.clock.pass_(2 * 86_400)
    a_round(place)
    sue = place.sign_in("sue")
    (whole,) = sue.get("/api/reports/progressives").json()["rows"]
    day = f"{datetime.fromtimestamp(place.clock.wall() // 1_000_000, UTC) - timedelta(days=1):%Y-%m-%d}"
    (since,), (until,) = (sue.get(f"/api/reports/progressives?{x}={day}").json()["rows"] for x in ("since", "until"))
    assert (whole["wagered"], since["wagered"], until["wagered"]) == ("2.00", "1.00", "1.00")
    assert since["main"] == until["main"] == whole["main"]


def test_prg_08_no_event_but_a_win_and_a_void_takes_from_a_meter() -> None:
    """Every kind of event there is: which of them post from a meter is read from what they post."""
    takes = set()
    for kind, posts in POSTS.items():
        for constant in _strings_of(posts):
            if constant in ("progressive_main", "progressive_secondary"):
                takes.add(kind.__name__)
    assert takes == {"TableOpened", "ProgressiveCollected", "ProgressivePaid", "HandsVoided", "SettlementReversed"}


def _strings_of(function: Any) -> set[str]:
    found: set[str] = set()
    for each in function.__code__.co_consts:
        found |= (
            {each}
            if isinstance(each, str)
            else {part for part in each if isinstance(part, str)}
            if isinstance(each, tuple)
            else set()
        )
    return found


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 1 << 32))
def test_prg_08_meters_fall_by_what_is_paid_and_by_nothing_else(seed: int) -> None:
    """20 times 50,000 random wagers and awards: a fall is the payment to the cent, or a reset to the secondary."""
    chance, progressive = random.Random(seed), games.showdown(GAME).rules("nj", A).progressive
    assert progressive is not None
    meters, awards = progressive.open(), [line.odds for line in progressive.table.lines]
    wagers, drawn = range(7), chance.choices(range(10), k=50_000)
    for what in drawn:
        before = meters
        if what:
            meters = progressive.contribute(meters, chance.choice(wagers))
            assert meters.main >= before.main and meters.secondary >= before.secondary
        else:
            award = chance.choice(awards)
            paid, meters = pay(meters, award)
            fell = before.main + before.secondary - meters.main - meters.secondary
            assert fell == (paid if isinstance(award, Share) else 0)
    assert meters.main >= 0 and isinstance(meters, Meters)


def every_progressive() -> list[ProgressiveRules]:
    """As every text has it, by every letter of its tables."""
    game = games.showdown(GAME)
    assert game.progressive is not None
    tables = game.progressive.tables
    found = [game.rules(text, {"progressive": each}).progressive for text in tables for each in tables[text].labels()]
    return [each for each in found if each]


def test_prg_02_no_share_of_a_wager_is_a_fraction_of_a_cent() -> None:
    found = every_progressive()
    assert len(found) == 8
    for progressive in found:
        for percent in progressive.percent.values():
            assert progressive.stake * percent % 100 == 0
        wanted = Meters(progressive.percent["main"], progressive.percent["secondary"])  # of a dollar
        assert progressive.contribute(Meters(0, 0), 1) == wanted


@pytest.mark.parametrize("seed", range(4))
def test_prg_02_what_a_hit_rounds_off_stays_for_the_next(seed: int) -> None:
    """Four times 250,000 hits at meters that end in any cent: all that was put in was paid or still lies there."""
    chance, progressive = random.Random(seed), every_progressive()[seed]
    shares = [line.odds for line in progressive.table.lines if isinstance(line.odds, Share)]
    assert {*shares} == {10, 100}
    meters, put_in, paid_out, rounded = progressive.open(), progressive.opening_meter, 0, 0
    award: dict[int, Share] = {share: share for share in shares}
    for what in chance.choices((10, 100), (99, 1), k=250_000):
        before = progressive.contribute(meters, chance.randrange(1, 50))
        put_in += before.main - meters.main + before.secondary - meters.secondary
        paid, meters = pay(before, award[what])
        paid_out += paid
        rounded += before.main * what % 100 != 0
        assert 0 <= before.main * what - paid * 100 < 100, "less than a cent is rounded off"
    assert put_in == paid_out + meters.main + meters.secondary
    assert rounded > 100_000


def test_prg_06_no_ceiling_stops_a_meter() -> None:
    """These texts know none: 100,000 wagers are all on the meters, one by one."""
    for progressive in every_progressive():
        assert not [name for name in progressive.__struct_fields__ if "ceiling" in name or "most" in name]
        meters = progressive.open()
        for wagers in range(1, 100_001):
            meters = progressive.contribute(meters, 1)
            assert meters.main == progressive.opening_meter + wagers * progressive.percent["main"]
        assert meters.secondary == 100_000 * progressive.percent["secondary"]


def test_prg_08_every_fall_in_the_journal_has_its_reason(floor: Any) -> None:
    """Wagers, a round that is void, a correction, a win: each entry that lowers a meter is one of the three."""
    place, sue, bob = floor
    a_round(place)
    place.do("t1", "ann", do="bet", position=1, wagers=WITH)
    place.tick(60)
    place.call(place.pit.table("t1").do, HOUSE, {"do": "void_round"})
    wanted = {"kind": "correction", "group": "jackpot", "meter": "main", "amount": "100.00", "reason": "display"}
    number = sue.post("/api/admin/requests", wanted).json()["id"]
    bob.post(f"/api/admin/requests/{number}/approve")
    win_all(place)
    with place.store.books.moment() as connection:
        ask = "SELECT DISTINCT number FROM postings WHERE giver IN ('main:jackpot', 'secondary:jackpot')"
        falls = [row[0] for row in connection.exec_driver_sql(ask)]
        kinds = connection.exec_driver_sql("SELECT number, kind FROM records").all()
    records = {(number, kind) for number, kind in kinds}
    events: dict[int, set[type]] = {}
    for each in place.store.books.events("t1"):
        events.setdefault(each.number, set()).add(type(decode_event(each.body)))
    reasons = [
        "correction"
        if (number, "meter_correction") in records
        else next(kind.__name__ for kind in events[number] if kind in (ProgressivePaid, HandsVoided))
        for number in falls
    ]
    assert sorted(reasons) == ["HandsVoided", "ProgressivePaid", "correction"]
