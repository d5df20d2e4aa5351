"""A table's chips and wagers compared with the accounts of the ledger.

The audit compares postings with events and balances with postings. This compares what a table deals from, its state,
with the balances: chips of each player, and the wagers that lie on the layout.
"""

from collections.abc import Iterable, Iterator, Mapping

from pitboss.floor.showing import TableOnShow
from pitboss.refusal import Refusal

DIFFERS = "table_differs"

Holdings = dict[str, int]
"""Cents by account."""


def holdings(table: TableOnShow) -> Holdings:
    """What a table's state says that its accounts hold."""
    state = table.state
    chips = {f"chips:{table.id}:{who}": cents for who, cents in state.chips.items()}
    return chips | {f"layout:{table.id}": state.wagered(table.house.rules)}


def differences(wanted: Holdings, held: Mapping[str, int]) -> Iterator[tuple[str, int, int]]:
    """Accounts that do not hold what a state says: the account, what it holds, what the state says."""
    for account in sorted(wanted.keys() | held.keys()):
        if held.get(account, 0) != wanted.get(account, 0):
            yield account, held.get(account, 0), wanted.get(account, 0)


def check(tables: Iterable[TableOnShow], balances: Mapping[str, int]) -> None:
    """Refuse to go on where a cent differs. Chips of a player whom no table knows are a difference too."""
    wanted: Holdings = {}
    for table in tables:
        wanted |= holdings(table)
    refuse(wanted, {name: cents for name, cents in balances.items() if name.startswith(("chips:", "layout:"))})


def refuse(wanted: Holdings, held: Mapping[str, int]) -> None:
    for account, has, says in differences(wanted, held):
        raise Refusal(
            DIFFERS,
            f"Table {account.split(':')[1]} and its accounts differ: {account} holds {has} cents, but the table has "
            f"{says}. Run `pitboss audit`, then restore a backup (docs/store.md). Nothing is served from this store.",
        )
