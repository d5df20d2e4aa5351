"""What is done to the floor goes into the journal: one record a deed, in the transaction that does it."""

from pitboss.floor.clock import Clock
from pitboss.store import Batch, Record, Store
from pitboss.store.batch import Beside


class Journal:
    """The store, as those who keep records use it."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self.store = store
        self.clock = clock

    def keep(self, record: Record, beside: Beside | None = None, *more: Record, at: int | None = None) -> int:
        """A record with what it changes, whole or not at all; its number in the journal.

        Where the time is kept beside it too, `at` is that very time: the audit compares them.
        """
        now = self.clock.wall() if at is None else at
        return self.store.commit(Batch(at=now, records=(record, *more), beside=beside)).number
