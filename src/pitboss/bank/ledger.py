"""Double entries. What an event moves is taken from one account and put into another, so that it always balances.

Accounts: `player:NAME` (chips in front of a player), `layout` (wagers on the table), `tray` (the table inventory),
`drop_box` (cash for chips), `tip_box`, `progressive_main` and `progressive_secondary` (the meters),
`progressive_house` (what funds the meters and pays fixed awards), and for what comes from or goes beyond the table
`house`, `cash` and `cage`.
"""

from collections.abc import Callable, Iterable
from typing import Any

from pitboss.table.dice import events as d
from pitboss.table.shoe import events as shoe
from pitboss.table.showdown import events as e

Entries = tuple[tuple[str, str, int], ...]
"""The account that gives, the one that takes, and the cents."""

Balances = dict[str, int]

NOTHING: Entries = ()


def entries(event: e.Event) -> Entries:
    """What an event posts."""
    posts = POSTS.get(type(event))
    return posts(event) if posts else NOTHING


def post(balances: Balances, event: e.Event) -> None:
    """Put an event's entries into the balances."""
    posts = POSTS.get(type(event))
    if posts is None:
        return
    for giver, taker, cents in posts(event):
        balances[giver] = balances.get(giver, 0) - cents
        balances[taker] = balances.get(taker, 0) + cents


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
        ("house", "tray", event.inventory),
        ("progressive_house", "progressive_main", event.main),
        ("progressive_house", "progressive_secondary", event.secondary),
    )


def _bought_in(event: e.BoughtIn) -> Entries:
    return ("cash", "drop_box", event.amount), ("tray", player(event.player), event.amount)


def _cashed_out(event: e.CashedOut) -> Entries:
    return ((player(event.player), "cage", event.amount),)


def _tipped(event: e.Tipped) -> Entries:
    return ((player(event.player), "tip_box", event.amount),)


def _placed(event: e.BetPlaced) -> Entries:
    return ((player(event.player), "layout", sum(event.stakes.values())),)


def _cleared(event: e.BetCleared) -> Entries:
    return (("layout", player(event.player), sum(event.stakes.values())),)


def _decided(event: e.Decided | shoe.HandDecided) -> Entries:
    if not event.amount:
        return NOTHING
    return ((player(event.player), "layout", event.amount),)


def _progressive_collected(event: e.ProgressiveCollected) -> Entries:
    return (
        ("layout", "tray", sum(event.stakes.values())),
        ("progressive_house", "progressive_main", event.main),
        ("progressive_house", "progressive_secondary", event.secondary),
    )


def _taken(event: e.WagersTaken | e.ForfeitsTaken | shoe.HandTaken) -> Entries:
    return (("layout", "tray", sum(event.stakes.values())),)


def _forfeited(event: e.Forfeited) -> Entries:
    return (("layout", "tray", sum(sum(stakes.values()) for stakes in event.stakes.values())),)


def _paid(event: e.WagersPaid) -> Entries:
    stakes = pays = 0
    for row in event.rows:
        stakes += row.stake
        pays += row.pays + row.coupon
    who = player(event.player)
    return ("layout", who, stakes), ("tray", who, pays)


def _hand_paid(event: shoe.HandPaid) -> Entries:
    who = player(event.player)
    stakes, pays = sum(row.stake for row in event.rows), sum(row.pays for row in event.rows)
    return ("layout", who, stakes), ("tray", who, pays)


def _box_voided(event: shoe.BoxVoided) -> Entries:
    """What lay on the layout, and from the tray what had been taken."""
    back = (("layout", event.layout), ("tray", event.tray))
    return tuple((account, player(who), cents) for account, returned in back for who, cents in returned.items())


def _progressive_paid(event: e.ProgressivePaid) -> Entries:
    source = "progressive_main" if event.source == "meter" else "progressive_house"
    paid = (source, player(event.player), event.amount)
    return (paid, ("progressive_secondary", "progressive_main", event.reset)) if event.reset else (paid,)


def _returned(event: e.HandsVoided | e.WagersVoided) -> Entries:
    """Stakes from the layout, what was collected from the tray."""
    found: list[tuple[str, str, int]] = []
    for position, stakes in event.stakes.items():
        who = player(event.players[position])
        found += [("layout", who, sum(stakes.values())), ("tray", who, event.tray[position])]
    return tuple(found)


def _settlement_reversed(event: e.SettlementReversed) -> Entries:
    """Payouts from the players, lost stakes to them, progressive payouts back to the meter or the house."""
    found: list[tuple[str, str, int]] = []
    for row in event.rows:
        who = player(row.player)
        pays = sum(row.pays.values()) + row.coupon_pays
        found += [(who, "tray", pays), ("tray", who, sum(row.taken.values()))]
        if row.source:
            found.append((who, "progressive_main" if row.source == "meter" else "progressive_house", row.award))
        if row.reset:
            found.append(("progressive_main", "progressive_secondary", row.reset))
    return tuple(found)


def _hands_voided(event: e.HandsVoided) -> Entries:
    """The shares of returned progressive wagers come off the meters again."""
    return (
        *_returned(event),
        ("progressive_main", "progressive_house", event.main),
        ("progressive_secondary", "progressive_house", event.secondary),
    )


def _wager_placed(event: d.WagerPlaced) -> Entries:
    return ((player(event.player), "layout", event.amount + event.commission),)


def _wager_raised(event: d.WagerRaised) -> Entries:
    return ((player(event.player), "layout", event.added),)


def _wager_reduced(event: d.WagerReduced) -> Entries:
    return (("layout", player(event.player), event.returned),)


def _wagers_back(event: d.WagersTakenDown | d.RollWagersVoided) -> Entries:
    return tuple(("layout", player(row.player), row.stake + row.commission) for row in event.rows)


def _losers_taken(event: d.LosersTaken) -> Entries:
    return (("layout", "tray", sum(row.stake + row.commission for row in event.rows)),)


def _winners_paid(event: d.WinnersPaid) -> Entries:
    """The stakes come back, and what they won; the commission that lay with them is the house's."""
    who = player(event.player)
    return (
        ("layout", who, sum(row.stake for row in event.rows)),
        ("tray", who, sum(row.pays for row in event.rows)),
        ("layout", "tray", sum(row.commission for row in event.rows)),
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
    e.SettlementReversed: _settlement_reversed,
    e.HandsVoided: _hands_voided,
    e.WagersVoided: _returned,
    shoe.HandDecided: _decided,
    shoe.HandTaken: _taken,
    shoe.HandPaid: _hand_paid,
    shoe.BoxVoided: _box_voided,
    d.WagerPlaced: _wager_placed,
    d.WagerRaised: _wager_raised,
    d.WagerReduced: _wager_reduced,
    d.WagersTakenDown: _wagers_back,
    d.RollWagersVoided: _wagers_back,
    d.LosersTaken: _losers_taken,
    d.WinnersPaid: _winners_paid,
}
