"""Fresh play money for a player who has nothing left to bet with. Each grant is a record with its posting.

A player can ask for it when everything that they own, in the wallet and in chips, is less than the smallest bet that
any table takes, and when no wager or win of theirs is still to be decided or paid.
"""

from collections.abc import Callable, Iterable
from threading import Lock

from pitboss.floor.bots import least_bet
from pitboss.floor.live import LiveTable
from pitboss.floor.people.journal import Journal
from pitboss.floor.people.throttle import Throttle
from pitboss.money import write_money
from pitboss.refusal import Refusal
from pitboss.store import Record
from pitboss.store.accounts import OUTSIDE

A_MINUTE = 1
"""Grants to one player in a minute."""


class TopUps:
    """`start`: the cents that a new player starts with, which is also what a grant is."""

    def __init__(self, journal: Journal, start: Callable[[], int]) -> None:
        self.journal, self.start = journal, start
        self._pace = Throttle(journal.clock, A_MINUTE, "top-ups")
        self._turn = Lock()

    def refusal(self, name: str, tables: Iterable[LiveTable], owed: int) -> Refusal | None:
        """Why a player gets no fresh money now. `owed`: the number of wins that the house has still to pay."""
        tables = [*tables]
        chips = {f"chips:{table.id}:{name}": table.state.chips.get(name, 0) for table in tables}
        wallet = f"wallet:{name}"
        held = self.journal.store.books.held([wallet, *chips])
        # A table's state follows the books a moment later: the larger of the two is what may still be there.
        owned = held.get(wallet, 0) + sum(max(held.get(account, 0), cents) for account, cents in chips.items())
        if owed or any(table.state.has_wagers(name) for table in tables):
            return Refusal("wagers_open", "Wait until your wagers are decided and your wins are paid.")
        least = min((least_bet(table.house) for table in tables if table.state.open), default=0)
        if owned >= least:
            message = f"Play with what you have: {write_money(owned)} in your wallet and in chips."
            return Refusal("not_broke", f"{message} Fresh play money is for less than {write_money(least)}.")
        return None

    def grant(self, name: str, tables: Iterable[LiveTable], owed: int) -> int:
        """Fresh play money; returns the cents. One after the other: two at once would both find an empty wallet."""
        with self._turn:
            refusal = self.refusal(name, tables, owed)
            if refusal:
                raise refusal
            self._pace.check(name)
            cents = self.start()
            entries = ((OUTSIDE, f"wallet:{name}", cents),)
            self.journal.keep(Record(kind="topped_up", component=f"person:{name}", who=name, entries=entries))
        return cents
