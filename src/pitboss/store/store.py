"""The store: one command, one transaction. Events, postings, meters, the answer to its key, the link of the chain.

One thread writes. What it is told is on the disk when `commit` returns, or a `Refusal` says that it is not; after a
failure that leaves anything in doubt the store is closed, and opening it again finds out what was kept. A second thread
records the last entry outside the database (`tail.py`) before a commit is acknowledged, while the first writes on.
"""

import secrets
import sqlite3
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from typing import Any, TypeVar

import msgspec
import psycopg
from psycopg.pq import TransactionStatus
from sqlalchemy import Connection, Dialect, Engine, bindparam, insert, select, text, update
from sqlalchemy.exc import DBAPIError, IntegrityError

from pitboss.refusal import Refusal
from pitboss.store import chain, reading
from pitboss.store import schema as s
from pitboss.store.accounts import account, check_entries
from pitboss.store.batch import Batch, Line, Receipt, Record, check_batch, postings_of, text_fields
from pitboss.store.heads import Heads
from pitboss.store.reading import ANSWER, SALT, Books, Head, same_command
from pitboss.store.statements import Row, Statement
from pitboss.store.tail import Tail
from pitboss.store.troubles import HARMLESS, NOT_KEPT, PASSING, SEQUENCE, first_line, refusal_of, told
from pitboss.store.watch import DIFFER, Cashier, Watch
from pitboss.store.where import READERS

Seal = Callable[[bytes], bytes]
T = TypeVar("T")

Guard = Callable[[Connection, Batch], None]
"""Looks at every batch before it is kept, in the same transaction; a `Refusal` it raises undoes the whole."""

TRIES = 20
"""How often a commit starts again because another program has written to the journal in between."""


class Store:
    """A store open for writing. `books` reads it. Use `pitboss.store.opening.open_store` to make one."""

    def __init__(
        self,
        writer: Engine,
        books: Books,
        desk: Books,
        program: str,
        seal: Seal | None,
        heads: Heads | None,
        tail: Tail | None,
        release: Callable[[], None],
    ) -> None:
        self.books = books
        self.desk = desk
        """Reads by connections of its own, which no report can take: for what play waits for, and nothing long."""
        self.writer = writer
        self.program = program
        self.seal = seal
        self.heads = heads
        self.tail = tail
        self.guard: Guard | None = None
        self.watch = Watch(desk)
        self._release = release
        self._thread = ThreadPoolExecutor(1, "pitboss-store")
        self._recorder = ThreadPoolExecutor(1, "pitboss-tail")
        self._clerks = ThreadPoolExecutor(READERS, "pitboss-desk")
        self._closed: Refusal | None = None
        self._head: Head = reading.EMPTY
        self._say = _Statements(writer.dialect)
        with told():
            self._connection = writer.connect()
            self._remember()
        self.watch.check()
        self._cashier = Cashier(self.watch, writer.dialect)

    @property
    def closed(self) -> bool:
        """Whether nothing more is kept: by will, or because something was left in doubt."""
        return self._closed is not None

    @property
    def closed_by(self) -> Refusal | None:
        """Why nothing more is kept."""
        return self._closed

    def submit(self, batch: Batch) -> "Future[Receipt]":
        """Hand a batch to the writer; the future is done when it is on the disk, and recorded outside the database."""
        waiting: Future[Receipt] = Future()
        try:
            self._thread.submit(self._commit_for, waiting, batch)
        except RuntimeError:
            raise self._why_closed() from None
        return waiting

    def commit(self, batch: Batch) -> Receipt:
        """Keep a batch, whole. Raises `Refusal`, and then nothing of it was kept, or the store is closed."""
        return self.submit(batch).result()

    def ask(self, question: Callable[..., T], *given: object) -> "Future[T]":
        """Ask the desk, amid a table's turn: neither its threads nor its connections are anybody else's."""
        try:
            return self._clerks.submit(question, *given)
        except RuntimeError:
            raise self._why_closed() from None

    def aside(self, work: Callable[[Connection], T]) -> T:
        """Write what other rooms keep in tables of their own and no journal tells, such as who is signed in."""
        try:
            return self._thread.submit(self._aside, work).result()
        except RuntimeError:
            raise self._why_closed() from None

    def tick(self, at: int) -> None:
        """Called at least every minute: signs what is not signed yet, and compares balances with what was posted.

        A cent that does not agree closes the store. That the books cannot be read for now does not: the next look does.
        """

        def sign() -> None:
            if self.heads and self._head.number:
                self._sign(self.heads.due(msgspec.structs.replace(self._head, at=at)))

        self._in_turn(sign)
        try:
            self.watch.check()
        except Refusal as refusal:
            if refusal.code not in PASSING:
                self._in_turn(self._tell_and_shut, refusal, at)
            raise

    def begin_tail(self, first: Batch | None = None) -> None:
        """Record the head before anything of the store is shown; after one more entry, where there is one to make.

        That entry is not signed with it: a folder without heads is still one when the floor says that it begins them.
        """
        self._in_turn(self._begin_tail, first)

    def relayed(self, name: str, number: int) -> None:
        """Remember how far a reader of the journal has come. It only ever goes forward."""
        self._in_turn(self._relayed, name, number)

    def close(self, sign: bool = True) -> None:
        """Sign the last head and let go. A store that is closed already stays so."""
        if sign and self._closed is None:
            self._in_turn(self._sign, True)
        self._thread.shutdown()
        self._recorder.shutdown()
        self._clerks.shutdown()
        if self.tail is not None and self.tail.covers(0) and self._closed is None:
            with suppress(OSError):  # everything acknowledged is recorded already; the rest is ahead of the record
                self.tail.record(self._head)
        self._shut(Refusal("store_closed", "Open the store again: it was closed."))

    def _in_turn(self, do: Callable[..., None], *given: object) -> None:
        """Done by the writer, after what it was given before."""
        if self._closed is not None:
            raise self._why_closed()
        self._thread.submit(do, *given).result()

    def _shut(self, why: Refusal) -> None:
        if self._closed is None:
            self._closed = why
            self._connection.invalidate()
            self._connection.close()
            self.writer.dispose()
            self.books.engine.dispose()
            self.desk.engine.dispose()
            if self.heads:
                self.heads.close()
            if self.tail:
                self.tail.close()
            self._release()

    def _why_closed(self) -> Refusal:
        cause = self._closed.message if self._closed else ""
        return Refusal("store_closed", f"Open the store again before anything else is kept. {cause}".strip())

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # The recorder's thread.

    def _record_for(self, waiting: "Future[Receipt]", receipt: Receipt) -> None:
        """Report that an entry is kept, once it is recorded. One record serves all that are committed."""
        assert self.tail is not None
        try:
            if not self.tail.covers(receipt.number):
                self.tail.record(self._head)
        except OSError as error:
            refusal = Refusal("heads_failed", f"Mend the folder of heads: the last entry is not recorded ({error}).")
            with suppress(Exception):  # it is being closed anyway, and whatever fails then, those who wait are told
                self._thread.submit(self._shut, refusal).result()
            waiting.set_exception(self._why_closed())
        else:
            waiting.set_result(receipt)

    # From here on everything runs in the writer's thread.

    def _commit_for(self, waiting: "Future[Receipt]", batch: Batch) -> None:
        if not waiting.set_running_or_notify_cancel():
            return
        try:
            receipt = self._commit(batch)
        except BaseException as error:
            waiting.set_exception(error)
            return
        if self.tail is None:
            waiting.set_result(receipt)
        else:
            self._recorder.submit(self._record_for, waiting, receipt)

    def _commit(self, batch: Batch) -> Receipt:
        if self._closed is not None:
            raise self._why_closed()
        check_batch(batch)
        for _ in range(TRIES):
            try:
                receipt = self._write(batch)
                break
            except Refusal as refusal:
                if refusal.code == DIFFER:
                    self._tell_and_shut(refusal, batch.at)
                raise
            except DBAPIError as error:
                receipt_before = self._after_failure(error, batch)
                if receipt_before is not None:
                    return receipt_before
        else:
            raise Refusal("store_locked", "Try again: other programs keep writing to the journal.")
        self._sign(self.heads is not None and self.heads.due(self._head))
        return receipt

    def _begin_tail(self, first: Batch | None) -> None:
        assert self.tail is not None
        if first is not None:
            with told():
                self._write(first)
        self.tail.record(self._head)

    def _tell_and_shut(self, why: Refusal, at: int) -> None:
        """The last thing kept is why nothing more is."""
        record = Record(kind=why.code, component="store", who="house", reason=why.message)
        with suppress(Refusal):
            self._commit(Batch(at=at, records=(record,)))
        self._shut(why)

    def _aside(self, work: Callable[[Connection], T]) -> T:
        if self._closed is not None:
            raise self._why_closed()
        try:
            with self._connection.begin():
                return work(self._connection)
        except DBAPIError as error:
            refusal = refusal_of(error)
            if refusal.code not in HARMLESS and not (isinstance(error, IntegrityError) and self._is_undone()):
                self._shut(refusal)
            raise refusal from None

    def _write(self, batch: Batch) -> Receipt:
        """One transaction. What the store remembers is changed only when it is done."""
        prepared = _Prepared(self, batch)
        connection = self._connection
        with connection.begin():
            self._reveal(connection, batch, prepared)
            hash_ = chain.link(self._head.hash, prepared.entry)
            say = self._say
            say.add_journal.one(connection, prepared.journal_row(self._head.hash, hash_))
            self._cashier.check(connection, prepared.number, prepared.entry.postings)
            self._check_place(connection, batch, prepared)
            say.add_accounts.each(connection, prepared.new_accounts)
            say.add_events.each(connection, prepared.event_rows)
            say.add_postings.each(connection, prepared.posting_rows)
            say.add_records.each(connection, prepared.record_rows)
            say.add_reveals.each(connection, prepared.reveal_rows)
            if self.guard is not None:
                self.guard(connection, batch)
            if batch.beside is not None:
                batch.beside(connection)
        self._head = Head(prepared.number, batch.at, hash_)
        self._accounts.update(row[0] for row in prepared.new_accounts)
        if batch.opening:
            self._groups[batch.table] = batch.opening.group
        return Receipt(prepared.number, batch.expected + len(batch.lines), hash_, batch.answer)

    def _check_place(self, connection: Connection, batch: Batch, prepared: "_Prepared") -> None:
        """The table stands where the caller believes it does, and so do the meters."""
        if batch.meters is not None and reading.meters(connection, prepared.group) != batch.meters:
            raise Refusal("stale_meters", "Read the meters again: another table of the group has moved them.")
        if batch.opening:
            row = (batch.table, prepared.group, prepared.number, len(batch.lines))
            self._say.add_table.one(connection, row)
        elif batch.lines:
            move = (batch.expected + len(batch.lines), batch.table, batch.expected)
            if self._say.move_on.one(connection, move).rowcount != 1:
                raise Refusal(SEQUENCE.code, SEQUENCE.message)

    def _reveal(self, connection: Connection, batch: Batch, prepared: "_Prepared") -> None:
        """Open what was sealed, and see that it is what was committed to."""
        for sequence in batch.reveals:
            found = self._say.sealed.one(connection, (batch.table, sequence)).fetchone()
            is_sealed, commitment, body = found if found is not None else (0, b"", b"")
            if not is_sealed:
                raise Refusal("not_sealed", f"Reveal a sealed event: {sequence} of {batch.table} is not sealed.")
            opened = self.books._unsealed(bytes(body))
            if chain.commitment(opened) != bytes(commitment):
                raise Refusal("wrong_key", "Open the store with the key it was sealed with: this one opens nothing.")
            prepared.reveal(sequence, opened)

    def _after_failure(self, error: DBAPIError, batch: Batch) -> Receipt | None:
        """What a failed transaction means: answered before, start again, refused, or the store must close."""
        words = first_line(error)  # below it PostgreSQL repeats the row, in which a person's name may say anything
        if isinstance(error, IntegrityError) and batch.key and ("journal.who" in words or "journal_keys" in words):
            return self._answered_before(batch)
        if "journal.number" in words or "journal_pkey" in words or "the journal is a chain" in words:
            self._refresh()
            return None
        refusal = refusal_of(error)
        if refusal.code in HARMLESS:
            raise refusal from None
        if isinstance(error, IntegrityError) and self._is_undone():
            self._tell_not_kept(batch, error)
            raise Refusal(NOT_KEPT.code, NOT_KEPT.message) from None
        self._shut(refusal)
        raise refusal from None

    def _is_undone(self) -> bool:
        """Whether the database itself says that no transaction is open any more."""
        held = self._connection
        if held.closed or held.invalidated or held.in_transaction():
            return False
        raw: Any = held.connection.driver_connection
        if isinstance(raw, sqlite3.Connection):
            return not raw.in_transaction
        return isinstance(raw, psycopg.Connection) and raw.info.transaction_status is TransactionStatus.IDLE

    def _tell_not_kept(self, batch: Batch, error: DBAPIError) -> None:
        """A constraint refused what the program let pass: written down. If that fails too, all is in doubt."""
        record = Record(
            kind=NOT_KEPT.code, component=batch.table or "store", who="house", reason="guard", after=first_line(error)
        )
        try:
            self._remember()
            self._write(Batch(at=batch.at, records=(record,)))
        except DBAPIError as worse:
            refusal = refusal_of(worse)
            self._shut(refusal)
            raise refusal from None

    def _answered_before(self, batch: Batch) -> Receipt:
        with told(), self._connection.begin():
            found = self._connection.execute(ANSWER, {"who": batch.who, "key": batch.key}).one()
        answer = same_command(found, batch.digest)
        return Receipt(found.number, 0, bytes(found.hash), answer, again=True)

    def _sign(self, due: bool) -> None:
        """A head that cannot be written closes the store: nothing is played that nobody could prove."""
        if not due or self.heads is None or self._closed is not None:
            return
        try:
            self.heads.sign(self._head)
        except OSError as error:
            refusal = Refusal("heads_failed", f"Mend the folder of heads: a signed head cannot be written ({error}).")
            self._shut(refusal)
            raise refusal from None

    def _relayed(self, name: str, number: int) -> None:
        with told(), self._connection.begin():
            self._connection.execute(_RELAYED, {"name": name, "number": number})

    def _refresh(self) -> None:
        with told():
            self._remember()

    def _remember(self) -> None:
        """What every commit needs and only commits change."""
        with self._connection.begin():
            connection = self._connection
            self._head = reading.head(connection)
            self._groups: dict[str, str] = reading.pairs(connection, _GROUPS)
            self._accounts: set[str] = set(connection.execute(select(s.accounts.c.name)).scalars())
            self._program = self._program_number(connection)

    def _program_number(self, connection: Connection) -> int:
        known: dict[str, int] = reading.pairs(connection, select(s.programs.c.digest, s.programs.c.id))
        if self.program not in known:
            known[self.program] = len(known) + 1
            connection.execute(insert(s.programs), {"id": known[self.program], "digest": self.program})
        return known[self.program]


class _Prepared:
    """A batch as rows and as the entry that is hashed, for the place at the end of the journal."""

    def __init__(self, store: Store, batch: Batch) -> None:
        self.number: int = store._head.number + 1
        self.batch = batch
        self.program = store._program
        self.group = self._group(store, batch)
        standing = batch.opening is not None and batch.opening.group in store._groups.values()
        self.event_rows: list[Row] = []
        events = [self._event(store, batch.expected + n, line) for n, line in enumerate(batch.lines, 1)]
        postings = [
            posting
            for line in batch.lines
            for posting in postings_of(line.kind, line.player, line.entries, batch.table, self.group, standing)
        ]
        postings += [posting for record in batch.records for posting in record.entries]
        check_entries(postings)
        self.posting_rows: list[Row] = [(self.number, n, *posting) for n, posting in enumerate(postings, 1)]
        named = {name: None for giver, taker, _ in postings for name in (giver, taker) if name not in store._accounts}
        self.new_accounts: list[Row] = [(name, account(name).kind, account(name).owner) for name in named]
        records = [text_fields(record) for record in batch.records]
        self.record_rows: list[Row] = [(self.number, n, *record) for n, record in enumerate(records, 1)]
        self.reveal_rows: list[Row] = []
        self.entry: chain.Entry = chain.Entry(
            self.number,
            batch.at,
            store.program,
            batch.table,
            batch.who,
            batch.key,
            batch.digest,
            batch.answer,
            batch.opening.group if batch.opening else None,
            events,
            postings,
            records,
            [],
        )

    @staticmethod
    def _group(store: Store, batch: Batch) -> str:
        if not batch.table:
            return ""
        if batch.opening:
            if batch.table in store._groups:
                raise Refusal("table_exists", f"Choose another name: there is a table {batch.table} already.")
            return batch.opening.group
        if batch.table not in store._groups:
            raise Refusal("unknown_table", f"Open the table first: the store knows no table {batch.table}.")
        return store._groups[batch.table]

    def _event(self, store: Store, sequence: int, line: Line) -> tuple[int, int, str, str, int, bytes, bytes]:
        """An event as it is hashed; its row goes to the rows. A secret one is sealed."""
        body, commitment, secret = line.body, b"", line.secret
        if secret:
            if store.seal is None:
                raise Refusal("seal_needed", "Open the store with a seal: cards of a live round are never kept open.")
            opened = secrets.token_bytes(SALT) + body
            body, commitment = store.seal(opened), chain.commitment(opened)
        told_of = (line.round, line.kind, line.player, int(secret), commitment, body)
        self.event_rows.append((self.batch.table, sequence, self.number, *told_of))
        return sequence, *told_of

    def journal_row(self, previous: bytes, hash_: bytes) -> Row:
        batch = self.batch
        told_of = (batch.table, batch.who, batch.key, batch.digest, batch.answer)
        return self.number, batch.at, self.program, *told_of, previous, hash_

    def reveal(self, sequence: int, opened: bytes) -> None:
        self.entry.reveals.append((sequence, opened))
        self.reveal_rows.append((self.batch.table, sequence, self.number, opened))


class _Statements:
    """What the writer says to its database. The rows it adds have their values in the order of the table's columns."""

    def __init__(self, dialect: Dialect) -> None:
        self.add_journal = Statement(insert(s.journal), dialect)
        self.add_accounts = Statement(_ADD_ACCOUNTS, dialect)
        self.add_table = Statement(insert(s.tables), dialect)
        self.add_events = Statement(insert(s.events), dialect)
        self.add_postings = Statement(insert(s.postings), dialect)
        self.add_records = Statement(insert(s.records), dialect)
        self.add_reveals = Statement(insert(s.reveals), dialect)
        self.move_on = Statement(_MOVE_ON, dialect)
        self.sealed = Statement(_SEALED, dialect)


_ADD_ACCOUNTS = text(
    "INSERT INTO accounts (name, kind, owner, cents) VALUES (:name, :kind, :owner, 0) ON CONFLICT (name) DO NOTHING"
)
_MOVE_ON = (
    update(s.tables)
    .where(s.tables.c.name == bindparam("table"), s.tables.c.sequence == bindparam("known"))
    .values(sequence=bindparam("last"))
)
_SEALED = select(s.events.c.sealed, s.events.c.commitment, s.events.c.body).where(
    s.events.c.table_name == bindparam("table"), s.events.c.sequence == bindparam("sequence")
)
_GROUPS = select(s.tables.c.name, s.tables.c.meter_group)
_RELAYED = text(
    "INSERT INTO relays (name, number) VALUES (:name, :number) "
    "ON CONFLICT (name) DO UPDATE SET number = excluded.number WHERE relays.number < excluded.number"
)
