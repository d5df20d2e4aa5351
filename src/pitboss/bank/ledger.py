"""Double entries. What an event moves is taken from one account and put into another, to the cent.

Accounts: `player:NAME` (chips in front of a player), `layout` (wagers on the table), `tray` (the table inventory),
`drop_box` (cash for chips), `tip_box`, `progressive_main` and `progressive_secondary` (the meters),
`progressive_house` (what funds the meters and pays fixed awards), and for what comes from or goes beyond the table
`house`, `cash` and `cage`.
"""

from collections.abc import Callable, Iterable
from typing import Any

from pitboss.table import events as e

Entries = tuple[tuple[str, int], ...]
"""Accounts and cents; the cents of an event's entries sum to zero."""

Balances = dict[str, int]

NOTHING: Entries = ()


def entries(event: e.Event) -> Entries:
    """What an event posts."""
    posts = POSTS.get(type(event))
    return posts(event) if posts else NOTHING


def post(balances: Balances, event: e.Event) -> None:
    """Put an event's entries into the balances. Entries that do not sum to zero never reach them."""
    posts = POSTS.get(type(event))
    if posts is None:
        return
    posted, total = posts(event), 0
    for _, cents in posted:
        total += cents
    assert total == 0, f"unbalanced: {event}"
    for account, cents in posted:
        balances[account] = balances.get(account, 0) + cents


def balances_of(events: Iterable[e.Event]) -> Balances:
    """The balances of a whole event log."""
    balances: Balances = {}
    for event in events:
        post(balances, event)
    return balances


def player(name: str) -> str:
    return f"player:{name}"


def _opened(event: e.TableOpened) -> Entries:
    return (
        ("house", -event.inventory),
        ("tray", event.inventory),
        ("progressive_house", -event.main - event.secondary),
        ("progressive_main", event.main),
        ("progressive_secondary", event.secondary),
    )


def _bought_in(event: e.BoughtIn) -> Entries:
    amount = event.amount
    return ("cash", -amount), ("drop_box", amount), ("tray", -amount), (player(event.player), amount)


def _cashed_out(event: e.CashedOut) -> Entries:
    return (player(event.player), -event.amount), ("cage", event.amount)


def _tipped(event: e.Tipped) -> Entries:
    return (player(event.player), -event.amount), ("tip_box", event.amount)


def _placed(event: e.BetPlaced) -> Entries:
    amount = sum(event.stakes.values())
    return (player(event.player), -amount), ("layout", amount)


def _cleared(event: e.BetCleared) -> Entries:
    amount = sum(event.stakes.values())
    return ("layout", -amount), (player(event.player), amount)


def _decided(event: e.Decided) -> Entries:
    if not event.amount:
        return NOTHING
    return (player(event.player), -event.amount), ("layout", event.amount)


def _progressive_collected(event: e.ProgressiveCollected) -> Entries:
    amount = sum(event.stakes.values())
    return (
        ("layout", -amount),
        ("tray", amount),
        ("progressive_house", -event.main - event.secondary),
        ("progressive_main", event.main),
        ("progressive_secondary", event.secondary),
    )


def _taken(event: e.WagersTaken | e.ForfeitsTaken) -> Entries:
    amount = sum(event.stakes.values())
    return ("layout", -amount), ("tray", amount)


def _forfeited(event: e.Forfeited) -> Entries:
    amount = sum(sum(stakes.values()) for stakes in event.stakes.values())
    return ("layout", -amount), ("tray", amount)


def _paid(event: e.WagersPaid) -> Entries:
    stakes = pays = 0
    for row in event.rows:
        stakes += row.stake
        pays += row.pays + row.coupon
    return ("layout", -stakes), ("tray", -pays), (player(event.player), stakes + pays)


def _progressive_paid(event: e.ProgressivePaid) -> Entries:
    source = "progressive_main" if event.source == "meter" else "progressive_house"
    paid = (source, -event.amount), (player(event.player), event.amount)
    if not event.reset:
        return paid
    return (*paid, ("progressive_secondary", -event.reset), ("progressive_main", event.reset))


def _returned(event: e.HandsVoided | e.WagersVoided) -> Entries:
    """Stakes from the layout, what was collected from the tray."""
    found: list[tuple[str, int]] = []
    for position, stakes in event.stakes.items():
        lay, tray = sum(stakes.values()), event.tray[position]
        found += [("layout", -lay), ("tray", -tray), (player(event.players[position]), lay + tray)]
    return tuple(found)


def _hands_voided(event: e.HandsVoided) -> Entries:
    """The shares of returned progressive wagers come off the meters again."""
    return (
        *_returned(event),
        ("progressive_main", -event.main),
        ("progressive_secondary", -event.secondary),
        ("progressive_house", event.main + event.secondary),
    )


POSTS: dict[type, Callable[[Any], Entries]] = {
    e.TableOpened: _opened,
    e.BoughtIn: _bought_in,
    e.CashedOut: _cashed_out,
    e.Tipped: _tipped,
    e.BetPlaced: _placed,
    e.BetCleared: _cleared,
    e.Decided: _decided,
    e.ProgressiveCollected: _progressive_collected,
    e.WagersTaken: _taken,
    e.ForfeitsTaken: _taken,
    e.Forfeited: _forfeited,
    e.WagersPaid: _paid,
    e.ProgressivePaid: _progressive_paid,
    e.HandsVoided: _hands_voided,
    e.WagersVoided: _returned,
}
