"""Balances are the sums of what was posted. The watch adds up new postings only, so that it can look often."""

from collections.abc import Callable, Iterable, Sequence
from threading import Lock

from sqlalchemy import Connection, Dialect, Select, bindparam, select

from pitboss.memo import remembered
from pitboss.refusal import Refusal
from pitboss.store import reading
from pitboss.store import schema as s
from pitboss.store.accounts import account
from pitboss.store.reading import IN_PORTIONS, Books
from pitboss.store.statements import Statement

_POSTED = select(s.postings.c.number, s.postings.c.giver, s.postings.c.taker, s.postings.c.cents).where(
    s.postings.c.number > bindparam("after")
)

DIFFER = "books_differ"


class Watch:
    """The sums of all postings seen so far, beside the balances the database keeps."""

    def __init__(self, books: Books) -> None:
        self.books = books
        self.sums: dict[str, int] = {}
        self.seen = 0
        self.one_at_a_time = Lock()

    def differences(self) -> dict[str, tuple[int, int]]:
        """Accounts whose balance is not the sum of their entries: what they hold, and what was posted."""
        with self.one_at_a_time, self.books.moment() as connection:
            sums, seen = self.sums.copy(), self.seen
            rows = connection.execute(_POSTED, {"after": seen}, execution_options=IN_PORTIONS)
            for number, giver, taker, cents in rows:
                sums[giver] = sums.get(giver, 0) - cents
                sums[taker] = sums.get(taker, 0) + cents
                seen = max(seen, number)
            held = reading.balances(connection)
            self.sums, self.seen = sums, seen  # all of it was read: half of it would differ from the books for ever
        names = held.keys() | self.sums.keys()
        return _differences(names, held, self.sums)

    def check(self) -> None:
        """Refuse to go on with books that do not agree."""
        _refuse(self.differences())


class Cashier:
    """Looks before anybody is paid: the accounts that pay and are paid hold what was posted to them, to the cent.

    Only the writer asks, in the transaction of the payment. The sums begin with those of the watch and go on with the
    postings since the last payment, so that a look costs the same however long the journal is.
    """

    def __init__(self, watch: Watch, dialect: Dialect) -> None:
        self.sums, self.seen = watch.sums.copy(), watch.seen
        self.posted = Statement(_POSTED, dialect)
        self.held: Callable[[int], Statement] = remembered(lambda accounts: Statement(_held(accounts), dialect))

    def check(self, connection: Connection, number: int, postings: Sequence[tuple[str, str, int]]) -> None:
        """Before the postings of an entry are added. All entries before it are kept, so what is summed up stays."""
        names = {name for giver, taker, _ in postings if account(taker).owner for name in (giver, taker)}
        if not names:
            return
        for _, giver, taker, cents in self.posted.one(connection, (self.seen,)).fetchall():
            self.sums[giver] = self.sums.get(giver, 0) - cents
            self.sums[taker] = self.sums.get(taker, 0) + cents
        self.seen = number - 1
        held = self.held(len(names)).one(connection, tuple(names))
        _refuse(_differences(names, dict(held.fetchall()), self.sums))


def _held(accounts: int) -> Select[tuple[str, int]]:
    """What so many accounts hold. On PostgreSQL it then stays so until the payment is kept; SQLite has one writer."""
    names = [bindparam(f"name_{n}", type_=s.accounts.c.name.type) for n in range(accounts)]
    found = select(s.accounts.c.name, s.accounts.c.cents).where(s.accounts.c.name.in_(names))
    return found.order_by(s.accounts.c.name).with_for_update()


def _differences(names: Iterable[str], held: dict[str, int], sums: dict[str, int]) -> dict[str, tuple[int, int]]:
    pairs = {name: (held.get(name, 0), sums.get(name, 0)) for name in sorted(names)}
    return {name: pair for name, pair in pairs.items() if pair[0] != pair[1]}


def _refuse(differences: dict[str, tuple[int, int]]) -> None:
    for name, (held, posted) in differences.items():
        raise Refusal(
            DIFFER, f"Stop play and run `pitboss audit`: {name} holds {held} cents, but {posted} were posted to it."
        )
