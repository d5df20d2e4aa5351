"""Balances are the sums of what was posted. The watch adds up new postings only, so that it can look often."""

from threading import Lock

from sqlalchemy import bindparam, select

from pitboss.refusal import Refusal
from pitboss.store import reading
from pitboss.store import schema as s
from pitboss.store.reading import IN_PORTIONS, Books

_POSTED = select(s.postings.c.number, s.postings.c.giver, s.postings.c.taker, s.postings.c.cents).where(
    s.postings.c.number > bindparam("after")
)


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
        pairs = {name: (held.get(name, 0), self.sums.get(name, 0)) for name in sorted(names)}
        return {name: pair for name, pair in pairs.items() if pair[0] != pair[1]}

    def check(self) -> None:
        """Refuse to go on with books that do not agree."""
        for name, (held, posted) in self.differences().items():
            raise Refusal(
                "books_differ",
                f"Stop play and run `pitboss audit`: {name} holds {held} cents, but {posted} were posted to it.",
            )
