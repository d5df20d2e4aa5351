"""What is done to the floor goes into the journal: one record a deed, in the transaction that does it."""

from pitboss.floor.clock import Clock
from pitboss.store import Batch, Record, Store
from pitboss.store.batch import Beside


class Journal:
    """The store, as those who keep records use it."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self.store = store
        self.clock = clock

    def keep(self, record: Record, beside: Beside | None = None) -> int:
        """A record with what it changes, whole or not at all; its number in the journal."""
        return self.store.commit(Batch(at=self.clock.wall(), records=(record,), beside=beside)).number
