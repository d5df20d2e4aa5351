"""One command, one transaction: kept whole or not at all, once, on either database."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import Connection, insert
from sqlalchemy.exc import OperationalError

from drills import books as drill
from drills.play import MINUTE, Table, play, seal
from pitboss.audit.reports import significant
from pitboss.audit.verify import audit
from pitboss.bank.ledger import balances_of
from pitboss.refusal import Refusal
from pitboss.store import Batch, Record, Store, heads, open_store
from pitboss.store.accounts import KINDS, OUTSIDE
from pitboss.store.batch import Line
from pitboss.store.heads import is_genuine, public_key, read_heads
from pitboss.store.opening import open_books
from pitboss.store.people import persons
from pitboss.store.reading import Head
from pitboss.store.watch import Cashier, Watch
from pitboss.store.where import address, writing
from pitboss.table.files import decode_event


def refused(store: Store, batch: Batch) -> Refusal:
    before = store.books.head(), store.books.balances()
    with pytest.raises(Refusal) as caught:
        store.commit(batch)
    assert (store.books.head(), store.books.balances()) == before, "a refusal leaves nothing behind"
    return caught.value


def funded(person: str, cents: int, at: int = 1, **more: object) -> Batch:
    entries = (("house", f"wallet:{person}", cents),)
    record = Record(kind="wallet_funded", component="accounts", who="floor", entries=entries)
    return msgspec.structs.replace(Batch(at=at, records=(record,)), **more)


def moved(giver: str, taker: str, cents: int) -> Batch:
    return Batch(at=1, records=(Record(kind="adjusted", component="books", who="s", entries=((giver, taker, cents),)),))


@pytest.mark.parametrize("game", ["three-card-poker", "high-card-flush"])
def test_rounds_come_back_as_they_were(store: Store, game: str) -> None:
    table = Table("t1", game)
    play(store, table, 3)
    kept = store.books.events("t1")
    assert [each.sequence for each in kept] == list(range(1, table.sequence + 1))
    events = [decode_event(each.body) for each in kept]
    local = balances_of(events)
    held = store.books.balances()
    assert sum(held.values()) == 0
    assert held["tray:t1"] == local["tray"] and held["drop_box:t1"] == local["drop_box"]
    for who in table.players.values():
        assert held[f"chips:t1:{who}"] == local[f"player:{who}"]
        assert held[f"wallet:{who}"] == 100_000_000 - 50_000_000
    rounds = {each.round for each in kept}
    assert rounds == {1, 2, 3, 4}, "the cards of the fourth lie ready"
    assert [e.sequence for r in sorted(rounds) for e in store.books.events("t1", round_=r)] == [
        e.sequence for e in kept
    ]
    assert [each.sequence for each in store.books.events("t1", after=100)] == list(range(101, table.sequence + 1))


def test_the_store_is_found_again_as_it_was_left(database: str) -> None:
    table = Table("t1")
    with open_store(database, seal=seal, unseal=seal) as store:
        last = play(store, table, 1)
        held = store.books.balances()
    with open_store(database, seal=seal, unseal=seal) as store:
        assert store.books.head().hash == last.hash
        assert store.books.balances() == held
        for batch in table.whole_round():
            store.commit(batch)
        assert store.books.tables() == {"t1": ("t1", table.sequence)}


def test_int_07_a_key_has_one_effect_and_one_answer(store: Store) -> None:
    batch = funded("ann", 500, who="ann", key="k1", digest=b"d1", answer=b"first")
    first = store.commit(batch)
    again = store.commit(msgspec.structs.replace(batch, at=99, answer=b"second"))
    assert (again.number, again.answer, again.again) == (first.number, b"first", True)
    assert store.books.balance("wallet:ann") == 500
    assert store.books.answer("ann", "k1", b"d1") == b"first"
    assert store.books.answer("ann", "k2", b"d1") is None
    other = msgspec.structs.replace(batch, digest=b"d2")
    assert refused(store, other).code == "key_reused"
    with pytest.raises(Refusal, match="new key"):
        store.books.answer("ann", "k1", b"d2")
    store.commit(msgspec.structs.replace(batch, who="ben"))
    assert store.books.balance("wallet:ann") == 1000, "keys are each person's own"
    store.commit(funded("ann", 1))
    store.commit(funded("ann", 1))
    assert store.books.balance("wallet:ann") == 1002, "no key, no memory"


def test_a_retried_table_command_is_answered_though_the_table_has_moved_on(store: Store) -> None:
    table = Table("t1")
    store.commit(table.opening())
    batches = list(table.seating())
    receipts = [store.commit(batch) for batch in batches]
    again = store.commit(batches[0])
    assert again.again and again.number == receipts[0].number and again.answer == receipts[0].answer


def test_a_refusal_kept_under_its_key_is_an_answer(store: Store) -> None:
    store.commit(Batch(at=1, who="ann", key="k", digest=b"d", answer=b"refused"))
    assert store.books.answer("ann", "k", b"d") == b"refused"


def test_a_stale_sequence_is_refused(store: Store) -> None:
    table = Table("t1")
    store.commit(table.opening())
    sit = next(table.seating())
    for wrong in (sit.expected - 1, sit.expected + 1, 0):
        assert refused(store, msgspec.structs.replace(sit, expected=wrong)).code == "stale_sequence"
    store.commit(sit)
    assert refused(store, msgspec.structs.replace(sit, key="another")).code == "stale_sequence"


def test_what_cannot_be_kept_is_refused_before_the_database_sees_it(store: Store) -> None:
    line = Line("tipped", b"{}", (), 0)
    assert refused(store, Batch(at=-1, key="k")).code == "bad_time"
    assert refused(store, Batch(at=1 << 63, key="k")).code == "bad_time"
    assert refused(store, Batch(at=1)).code == "empty_batch"
    assert refused(store, Batch(at=1, lines=(line,))).code == "table_missing"
    assert refused(store, Batch(at=1, table="t9", lines=(line,))).code == "unknown_table"
    for name in ("a:b", "x" * 81, "a\nb", "\x00"):
        assert refused(store, Batch(at=1, table=name, lines=(line,))).code == "bad_name"
    for text in ("a\x00b", "\ud800"):
        assert refused(store, Batch(at=1, who=text, key="k")).code == "bad_text"
        assert refused(store, Batch(at=1, records=(Record(kind=text, component="c", who="w"),))).code == "bad_text"
    opening = Table("t1").opening()
    store.commit(opening)
    assert refused(store, opening).code == "table_exists"


def test_led_01_a_posting_takes_from_one_account_what_it_gives_to_another(store: Store) -> None:
    """It balances by its form: there is no way to write one side of it."""
    assert refused(store, moved("house", "house", 5)).code == "same_account"
    for wrong in ("", "nobody:ann", "wallet", "wallet:", "chips:ann", "house:x", "tray:a:b"):
        assert refused(store, moved("house", wrong, 5)).code == "unknown_account"


def test_led_03_no_balance_falls_below_zero(store: Store) -> None:
    store.commit(funded("ann", 1000))
    assert refused(store, moved("wallet:ann", "house", 1001)).code == "insufficient_funds"
    store.commit(moved("wallet:ann", "house", 1000))
    assert refused(store, moved("wallet:ann", "house", 1)).code == "insufficient_funds"
    for kind in ("main:g", "secondary:g", "layout:t", "drop_box:t", "tip_box:t", "chips:t:ann"):
        assert refused(store, moved(kind, "house", 1)).code == "insufficient_funds"
    for kind in ("funding:g", "tray:t"):
        store.commit(moved(kind, "house", 1))


def test_led_14_nothing_goes_from_one_person_to_another(store: Store) -> None:
    store.commit(funded("ann", 1000))
    accounts = ["wallet:ann", "chips:t:ann", "wallet:ben", "chips:t:ben", "chips:u:ben"]
    for giver in accounts:
        for taker in accounts:
            if giver.split(":")[-1] != taker.split(":")[-1]:
                assert refused(store, moved(giver, taker, 1)).code == "no_transfer"
    store.commit(moved("wallet:ann", "chips:t:ann", 1))
    store.commit(moved("chips:t:ann", "chips:u:ann", 1))


BOUNDARIES = [1, 2**31 - 1, 2**31, 2**32 - 20, 2**32, 2**53 + 1, 2**63 - 1]

ONE_OF_EACH = {kind: f"{kind}:t" for kind in KINDS} | {OUTSIDE: OUTSIDE, "wallet": "wallet:ann", "chips": "chips:t:ann"}
"""An account of every kind there is: whatever a meter counts lies in one of them."""


@pytest.mark.parametrize("account", ONE_OF_EACH.values(), ids=ONE_OF_EACH.keys())
def test_met_01_amounts_are_exact_or_refused_and_never_wrap(store: Store, account: str) -> None:
    other, third, last = ("tray:u", "tray:v", "tray:w") if account == OUTSIDE else (OUTSIDE, "funding:h", "wallet:ben")
    for cents in (0, -1, 2**63, 2**64, True, 5.0):
        assert refused(store, moved(other, account, cents)).code == "amount_out_of_range"  # type: ignore[arg-type]
    for cents in BOUNDARIES:
        store.commit(moved(other, account, cents))
        assert store.books.balance(account) == cents
        store.commit(moved(account, other, cents))
        assert store.books.balance(account) == 0
    store.commit(moved(other, account, 2**63 - 1))
    assert refused(store, moved(third, account, 1)).code == "amount_out_of_range"
    assert store.books.balance(account) == 2**63 - 1
    assert refused(store, moved(other, last, 2)).code == "amount_out_of_range", "nor below what 64 bits hold"


def test_linked_tables_share_their_meters(store: Store) -> None:
    first = Table("t1", "high-card-flush", 1, "linked")
    second = Table("t2", "high-card-flush", 2, "linked")
    store.commit(first.opening())
    opened = store.books.meters("linked")
    store.commit(second.opening())
    assert store.books.meters("linked") == opened, "the second table finds the meters there"
    for table in (first, second):
        for batch in table.seating():
            store.commit(batch)
    for table in (first, second):
        for batch in table.round():
            store.commit(batch)
    assert store.books.meters("linked") != opened
    assert store.books.balance("main:linked") == store.books.meters("linked")[0]
    assert "main:t1" not in store.books.balances()


def test_a_meter_that_another_table_moved_is_noticed(store: Store) -> None:
    table = Table("t1", "high-card-flush", 1, "linked")
    store.commit(table.opening())
    main, secondary = store.books.meters("linked")
    sit = next(table.seating())
    for wrong in ((main + 1, secondary), (main, secondary - 1)):
        assert refused(store, msgspec.structs.replace(sit, meters=wrong)).code == "stale_meters"
    store.commit(msgspec.structs.replace(sit, meters=(main, secondary)))


def test_a_closed_store_keeps_nothing_more(database: str) -> None:
    store = open_store(database)
    store.commit(funded("ann", 1))
    store.close()
    store.close()
    with pytest.raises(Refusal) as caught:
        store.commit(funded("ann", 1))
    assert caught.value.code == "store_closed"


def broken_row(connection: Connection) -> None:
    """A person of no role: the database's own guard refuses it."""
    row = {"name": "x", "folded": "x", "role": "king", "guest": 0, "password": "secret hash", "made_at": 1}
    connection.execute(insert(persons), row)


def test_what_a_guard_of_the_database_refuses_is_refused_alone(store: Store) -> None:
    """Undone, so that nothing is in doubt: the store goes on, and what happened is written down."""
    store.commit(funded("ann", 5))
    for number in (2, 3):
        with pytest.raises(Refusal) as found:
            store.commit(msgspec.structs.replace(funded("ann", 7), beside=broken_row))
        assert (found.value.code, store.closed) == ("not_kept", False)
        assert store.books.balance("wallet:ann") == 5 and store.books.head().number == number
    assert store.commit(funded("ann", 1)).number == 4
    told = significant(store.books, kind="not_kept").as_json()["rows"]
    assert len(told) == 2 and "persons_have_a_role" in str(told) and "secret hash" not in str(told)
    assert store.watch.differences() == {} and audit(store.books).faults == []


def test_a_guard_that_refuses_even_the_word_of_it_closes_the_store(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    def again(batch: Batch) -> None:
        with store._connection.begin():
            broken_row(store._connection)

    monkeypatch.setattr(store, "_write", again)
    assert refused(store, funded("ann", 7)).code == "store_failed"
    assert store.closed


def test_a_transaction_that_is_still_open_closes_the_store(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "_is_undone", lambda: False)
    assert refused(store, msgspec.structs.replace(funded("ann", 7), beside=broken_row)).code == "store_failed"
    assert store.closed


def test_two_writers_share_one_chain(database: str) -> None:
    """A second program that writes to the same journal: both go on, and nothing is lost or doubled."""
    with open_store(database) as one, open_store(database) as other:
        for n in range(10):
            one.commit(funded("ann", 1, at=n))
            other.commit(funded("ann", 1, at=n))
        assert one.books.balance("wallet:ann") == 20
        assert one.books.head().number == 20
        assert one.watch.differences() == {}


def test_a_claimed_store_has_one_server(database: str) -> None:
    with open_store(database, claim=True):
        with pytest.raises(Refusal) as caught:
            open_store(database, claim=True)
        assert caught.value.code == "store_locked"
        open_store(database).close()
    open_store(database, claim=True).close()


def test_led_11_the_journal_is_the_outbox(store: Store) -> None:
    """A reader who dies anywhere goes on from its number: nothing is lost, nothing comes twice."""
    table = Table("t1")
    play(store, table, 2)
    got: list[int] = []
    for stop in range(1000):
        since = store.books.relayed("pages")
        found = store.books.published_since(since, most=3)
        if since >= store.books.head().number:
            break
        if stop % 3 == 0:
            continue  # died before it had told anybody
        got += [each.sequence for each in found]
        store.relayed("pages", min(since + 3, store.books.head().number))
        store.relayed("pages", 0)
        assert store.books.relayed("pages") > since, "it never goes back"
    assert got == list(range(1, table.sequence + 1))


def test_shf_02_cards_of_a_live_round_lie_nowhere_in_the_open(store: Store, database: str) -> None:
    table = Table("t1")
    play(store, table, 2)
    live = list(table.round())[:8]
    for batch in live:
        store.commit(batch)
    with store.books.moment() as connection:
        rows = connection.exec_driver_sql(
            "SELECT e.kind, e.body, r.opened FROM events e LEFT JOIN reveals r "
            "ON r.table_name = e.table_name AND r.sequence = e.sequence WHERE e.sealed = 1 ORDER BY e.sequence"
        ).all()
    assert {row[0] for row in rows} == {"shuffled", "deck_received", "cards_dealt"}
    assert all(b'"event"' not in bytes(row[1]) for row in rows)
    hidden = [row[0] for row in rows if row[2] is None]
    assert hidden == ["shuffled", "cards_dealt"], "what is not played out yet"
    for kind, _, opened in rows:
        if opened is not None:
            assert decode_event(bytes(opened)[16:]).__struct_config__.tag == kind


def test_a_round_is_revealed_once_and_only_where_it_was_sealed(store: Store) -> None:
    table = Table("t1")
    store.commit(table.opening())
    for batch in [*table.seating(), *table.round()]:
        store.commit(batch)
    reveal = table.revealing()
    assert len(reveal.reveals) > 1
    store.commit(reveal)
    assert refused(store, reveal).code == "already_revealed"
    for wrong in (1, 100_000):
        assert refused(store, msgspec.structs.replace(reveal, reveals=(wrong,))).code == "not_sealed"


def test_another_key_opens_nothing(database: str) -> None:
    with open_store(database, seal=seal, unseal=lambda sealed: sealed) as store:
        table = Table("t1")
        store.commit(table.opening())
        for batch in [*table.seating(), *table.round()]:
            store.commit(batch)
        assert refused(store, table.revealing()).code == "wrong_key"


def test_without_a_key_a_live_round_stays_hidden_and_none_is_kept(database: str) -> None:
    with open_store(database, seal=seal, unseal=seal) as store:
        table = Table("t1")
        play(store, table, 1)
    with open_store(database) as store:
        assert store.books.events("t1", round_=1), "a round that was revealed can be read by anybody"
        with pytest.raises(Refusal) as caught:
            store.books.events("t1")
        assert caught.value.code == "sealed"
        batches = list(table.round())
        for batch in batches[:6]:
            store.commit(batch)
        assert refused(store, batches[6]).code == "seal_needed"


def test_aud_02_heads_are_signed_every_minute_every_thousand_entries_and_at_the_end(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The thousand is counted by a smaller number here; that it is a thousand is asked of `due` itself below."""
    monkeypatch.setattr(heads, "EVERY_ENTRIES", 20)
    folder = tmp_path / "elsewhere"
    with open_store(database, heads=folder) as store:
        store.commit(funded("ann", 1, at=MINUTE - 1))
        assert read_heads(folder) == []
        store.commit(funded("ann", 1, at=MINUTE))
        assert [head.number for head in read_heads(folder)] == [2]
        store.commit(funded("ann", 1, at=2 * MINUTE - 1))
        assert len(read_heads(folder)) == 1
        store.tick(2 * MINUTE)
        assert [head.number for head in read_heads(folder)] == [2, 3]
        store.tick(9 * MINUTE)
        assert len(read_heads(folder)) == 2, "nothing new, no new head"
        for n in range(20):
            assert len(read_heads(folder)) == 2, n
            store.commit(funded("ann", 1, at=2 * MINUTE))
        assert [head.number for head in read_heads(folder)] == [2, 3, 23]
        store.commit(funded("ann", 1, at=2 * MINUTE))
    signed = read_heads(folder)
    assert [head.number for head in signed] == [2, 3, 23, 24]
    assert all(is_genuine(head, public_key(folder)) for head in signed)
    assert not is_genuine(msgspec.structs.replace(signed[0], number=3), public_key(folder))
    assert (folder / "signing.key").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(("number", "at", "due"), [(1, 0, False), (999, 0, False), (1000, 0, True), (1001, 0, True)])
def test_aud_02_a_head_is_due_at_a_thousand_entries(tmp_path: Path, number: int, at: int, due: bool) -> None:
    assert heads.Heads(tmp_path).due(Head(number, at, b"")) is due


@pytest.mark.parametrize(("at", "due"), [(59_999_999, False), (60_000_000, True), (60_000_001, True)])
def test_aud_02_a_head_is_due_after_a_minute(tmp_path: Path, at: int, due: bool) -> None:
    assert heads.Heads(tmp_path).due(Head(1, at, b"")) is due
    assert heads.Heads(tmp_path).due(Head(0, at, b"")) is False, "where there is something to sign"


def test_aud_05_where_no_head_can_be_written_nothing_more_is_kept(database: str, tmp_path: Path) -> None:
    store = open_store(database, heads=tmp_path / "heads")
    assert store.heads
    store.heads.file.close()
    store.heads.file = open("/dev/full", "wb", buffering=0)  # noqa: SIM115
    with pytest.raises(Refusal) as caught:
        store.commit(funded("ann", 1, at=MINUTE))
    assert caught.value.code == "heads_failed"
    with pytest.raises(Refusal) as caught:
        store.commit(funded("ann", 1, at=MINUTE))
    assert caught.value.code == "store_closed"


def test_led_02_a_cent_out_of_place_stops_play(database: str) -> None:
    with open_store(database) as store:
        store.commit(funded("ann", 100))
        store.watch.check()
    _plant_a_cent(database)
    with pytest.raises(Refusal) as caught:
        open_store(database)
    assert caught.value.code == "books_differ" and "wallet:ann" in caught.value.message


def test_led_02_a_cent_out_of_place_is_found_while_the_store_is_open(database: str) -> None:
    with open_store(database) as store:
        store.commit(funded("ann", 100))
        store.tick(1)
        _plant_a_cent(database)
        with pytest.raises(Refusal, match="wallet:ann"):
            store.tick(MINUTE)
        for more in (lambda: store.commit(funded("ann", 1)), lambda: store.tick(MINUTE)):
            with pytest.raises(Refusal) as caught:
                more()
            assert caught.value.code == "store_closed", "play has stopped"


def a_payment(store: Store, table: Table) -> tuple[Batch, str]:
    """Rounds are kept up to a command that pays somebody, which is not, and whom it pays."""
    while True:
        for batch in table.whole_round():
            if paid := [line.player for line in batch.lines if line.kind == "wagers_paid"]:
                return batch, paid[0]
            store.commit(batch)


@pytest.mark.parametrize(("account", "cent"), [("tray:t1", 1), ("layout:t1", -1), ("chips:t1:", 1)])
def test_led_02_a_cent_out_of_place_is_found_before_a_payment(database: str, account: str, cent: int) -> None:
    """With whoever pays or is paid: nothing of the payment is kept, why is written down, nothing more is kept."""
    table = Table("t1")
    with open_store(database, seal=seal, unseal=seal) as store:
        play(store, table, 3)
        batch, winner = a_payment(store, table)
        account += winner if account.startswith("chips") else ""
        _plant_a_cent(database, account, cent)
        head, held, sequence = store.books.head(), store.books.balances(), store.books.tables()["t1"]
        with pytest.raises(Refusal) as caught:
            store.commit(batch)
        assert caught.value.code == "books_differ" and f"{account} holds" in caught.value.message
        assert store.closed and store.closed_by == caught.value
        with pytest.raises(Refusal) as caught:
            store.commit(funded("ann", 1))
        assert caught.value.code == "store_closed", "play has stopped"
    books = open_books(database, seal)
    assert (books.balances(), books.tables()["t1"]) == (held, sequence), "nothing half done"
    assert books.head().number == head.number + 1, "but why"
    (told,) = significant(books, kind="books_differ").as_json()["rows"]
    assert account in told["reason"]
    books.engine.dispose()


@pytest.mark.parametrize("account", ["main:t1", "funding:t1"])
def test_led_02_a_cent_out_of_place_on_a_meter_is_found_before_an_award(database: str, account: str) -> None:
    with open_store(database, seal=seal, unseal=seal) as store:
        play(store, Table("t1", "high-card-flush"), 1)
        store.commit(moved("house", account, 5000))
        store.commit(moved(account, "wallet:ann", 500))
        _plant_a_cent(database, account)
        store.commit(moved("house", account, 500))
        with pytest.raises(Refusal, match=account):
            store.commit(moved(account, "wallet:ann", 500))
        assert store.closed


def test_led_02_what_another_writer_kept_is_no_difference(database: str) -> None:
    """Nor is a payment that was refused counted as one, nor an entry that started again."""
    with open_store(database) as one, open_store(database) as other:
        for n in range(1, 6):
            one.commit(funded("ann", n))
            other.commit(funded("ann", 10 * n))
            for store in (one, other):
                assert refused(store, moved("wallet:ann", "house", 10**6)).code == "insufficient_funds"
        assert one.books.balance("wallet:ann") == 165
        _plant_a_cent(database)
        with pytest.raises(Refusal, match="wallet:ann holds 166 cents, but 165"):
            other.commit(funded("ann", 1))
        assert other.closed and not one.closed
        with pytest.raises(Refusal, match="wallet:ann holds 166 cents, but 165"):
            one.commit(funded("ann", 1))


@pytest.mark.parametrize(
    "name", ["journal_keys", "journal_pkey", "journal.who", "journal.number", "the journal is a chain", "events_pkey"]
)
def test_a_name_that_reads_like_a_guards_word_changes_no_refusal(database: str, name: str) -> None:
    """PostgreSQL repeats the row below what it says, and the row has the name of whoever asked."""
    with open_store(database) as store:
        store.commit(funded(name, 100))
        too_much = msgspec.structs.replace(moved(f"wallet:{name}", "house", 101), who=name, key="k1", digest=b"d")
        assert refused(store, too_much).code == "insufficient_funds"
        assert not store.closed


def test_a_connection_lost_amid_what_stands_beside_the_journal_closes_the_store(database: str) -> None:
    """Whoever would go on with another connection might write beside the server that has the store now."""
    with open_store(database) as store:

        def lost(connection: Connection) -> None:
            if connection.dialect.name == "sqlite":
                raise OperationalError("", None, sqlite3.OperationalError("disk I/O error"))
            pid = connection.exec_driver_sql("SELECT pg_backend_pid()").scalar()
            engine = writing(address(database))
            with engine.begin() as other:
                other.exec_driver_sql(f"SELECT pg_terminate_backend({pid})")
            engine.dispose()
            connection.exec_driver_sql("SELECT 1")

        with pytest.raises(Refusal):
            store.aside(lost)
        assert store.closed
        with pytest.raises(Refusal, match="Open the store again"):
            store.aside(lambda connection: None)


def test_led_02_the_drill_compares_and_finds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A short form of `python -m drills.books`: a store for each game, with a cent planted at its end."""
    for seed in range(len(drill.GAMES)):
        outcome = drill.one_store(tmp_path, 60, seed)
        assert outcome.holds and (outcome.rounds, outcome.planted, outcome.found) == (60, 1, 1)
        assert outcome.payments >= 20
    monkeypatch.setattr(Cashier, "check", lambda *_: None)
    assert drill.one_store(tmp_path, 60, 1).found == 1, "the next minute finds what no payment found"
    monkeypatch.setattr(Watch, "check", lambda _: None)
    assert drill.one_store(tmp_path, 60, 1).found == 0, "and the drill sees where nothing finds it"


def _plant_a_cent(database: str, account: str = "wallet:ann", cent: int = 1) -> None:
    engine = writing(address(database))
    with engine.begin() as connection:
        if connection.dialect.name == "postgresql":
            connection.exec_driver_sql("SET session_replication_role = replica")
        connection.exec_driver_sql(f"UPDATE accounts SET cents = cents + {cent} WHERE name = '{account}'")
    engine.dispose()


class CutShort:
    """A connection that is gone after a few rows."""

    def __init__(self, connection: Any) -> None:
        self.connection = connection

    def execute(self, *given: Any, **more: Any) -> Iterator[Any]:
        yield from islice(self.connection.execute(*given, **more), 1)
        raise Refusal("store_busy", "Try again in a moment: too many are reading the store at once.")


def test_books_that_cannot_be_read_for_now_close_nothing(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor does what was read of them before it was cut short count twice in the next look."""
    with open_store(database) as store:
        for name in ("ann", "ben"):
            store.commit(funded(name, 1))
        moment = store.watch.books.moment

        @contextmanager
        def cut_short() -> Iterator[Any]:
            with moment() as connection:
                yield CutShort(connection)

        with monkeypatch.context() as patched:
            patched.setattr(store.watch.books, "moment", cut_short)
            with pytest.raises(Refusal) as caught:
                store.tick(MINUTE)
        assert caught.value.code == "store_busy" and not store.closed
        store.commit(funded("ann", 1))
        store.tick(2 * MINUTE)
