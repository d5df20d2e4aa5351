"""The accounts of a whole floor. A table's own books say `tray` or `player:ann`; on a floor they must say whose.

A name says everything: `kind`, then the table, group or person it belongs to. Chips in front of a player are
`chips:TABLE:PERSON`, a person's money is `wallet:PERSON`. A progressive meter belongs to a group of tables, so that
linked tables share one. A name may hold anything but a colon, which keeps the parts apart.
"""

from collections.abc import Iterable

import msgspec

from pitboss.bank.ledger import Entries
from pitboss.memo import remembered
from pitboss.refusal import Refusal, shown

OUTSIDE = "house"
"""Where play money comes from and goes to; the one account that belongs to nobody."""

NEVER_BELOW_ZERO = ("wallet", "chips", "layout", "main", "secondary", "drop_box", "tip_box")
"""Kinds of accounts that hold something real: nobody can take out what is not in it."""

OF_A_TABLE = ("layout", "tray", "drop_box", "tip_box")
OF_A_GROUP = {"progressive_main": "main", "progressive_secondary": "secondary", "progressive_house": "funding"}
KINDS = (OUTSIDE, "wallet", "chips", *OF_A_TABLE, *OF_A_GROUP.values())

LONGEST_NAME = 80


class Account(msgspec.Struct, frozen=True, gc=False):
    """An account's name taken apart. `owner` is the person it belongs to, empty for the house's own."""

    name: str
    kind: str
    owner: str


class Place(msgspec.Struct, frozen=True, gc=False):
    """Where an event happened: the table, the group whose meters it shares, and the player it names.

    `meters_stand`: a table opens in a group that has its meters already, and brings no opening amounts of its own.
    """

    table: str
    group: str
    player: str = ""
    meters_stand: bool = False


def _account(name: str) -> Account:
    kind, _, rest = name.partition(":")
    parts = rest.split(":")
    wanted = {OUTSIDE: 0, "chips": 2}.get(kind, 1)
    if kind not in KINDS or (wanted == 0) != (rest == "") or (wanted and len(parts) != wanted) or "" in parts * wanted:
        raise Refusal("unknown_account", f"Name an account such as wallet:ann or tray:t1; got {shown(name)}.")
    return Account(name, kind, parts[-1] if kind in ("wallet", "chips") else "")


account = remembered(_account)
"""What a name says. Raises `Refusal` if it names no account."""


def check_name(name: str, what: str) -> str:
    """A table's, group's or person's name, fit to be part of an account's."""
    if not name or len(name) > LONGEST_NAME or ":" in name or not name.isprintable():
        raise Refusal(
            "bad_name",
            f"Name the {what} in 1 to {LONGEST_NAME} printable characters without a colon; got {shown(name)}.",
        )
    return name


def on_the_floor(entries: Entries, place: Place) -> Entries:
    """A table's entries in the floor's accounts. What moves nothing is left out.

    Cash for chips comes out of the player's wallet, and chips that are cashed out go back into it: on a floor of play
    money nobody carries cash in from the street.
    """
    return tuple(
        (_named(giver, place), _named(taker, place), cents)
        for giver, taker, cents in entries
        if cents and not (place.meters_stand and giver == "progressive_house")
    )


def _named(local: str, place: Place) -> str:
    if local in OF_A_TABLE:
        return f"{local}:{place.table}"
    if local.startswith("player:"):
        return f"chips:{place.table}:{local[7:]}"
    if local in ("cash", "cage"):
        return f"wallet:{place.player}"
    if local in OF_A_GROUP:
        return f"{OF_A_GROUP[local]}:{place.group}"
    return local


def check_entries(entries: Iterable[tuple[str, str, int]]) -> None:
    """What may be posted: whole cents, more than none, within 64 bits, and never from one person to another."""
    for giver, taker, cents in entries:
        if type(cents) is not int or not 0 < cents < 1 << 63:
            raise Refusal(
                "amount_out_of_range", f"Post whole cents from 1 to {(1 << 63) - 1}; got {shown(cents)} from {giver}."
            )
        gives, takes = account(giver), account(taker)
        if giver == taker:
            raise Refusal("same_account", f"Post from one account to another; both are {giver}.")
        if gives.owner and takes.owner and gives.owner != takes.owner:
            raise Refusal("no_transfer", "Money never goes from one person's account to another's.", "GLI-19 2.5.6 f")
