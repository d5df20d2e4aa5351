"""Boxes of a state and what lies on them: what a state holds is replaced, never changed."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from pitboss.table.shoe.state import DOUBLED, Party, Share, State


def put(new: State, position: int, **fields: Any) -> None:
    new.boxes = new.boxes | {position: replace(new.boxes[position], **fields)}


def put_hand(new: State, position: int, number: int, **fields: Any) -> None:
    hands = list(new.boxes[position].hands)
    hands[number - 1] = replace(hands[number - 1], **fields)
    put(new, position, hands=tuple(hands))


def put_party(new: State, position: int, player: str, change: Callable[[Party], Party]) -> None:
    parties = new.boxes[position].parties
    put(new, position, parties=tuple(change(party) if party.player == player else party for party in parties))


def put_share(new: State, position: int, player: str, hand: int, change: Callable[[Share], Share]) -> None:
    def of_party(party: Party) -> Party:
        shares = list(party.shares)
        share = shares[hand - 1]
        shares[hand - 1] = change(share) if share else None
        return replace(party, shares=tuple(shares))

    put_party(new, position, player, of_party)


def add(share: Share, wager: str, cents: int) -> Share:
    stakes = share.stakes | {wager: share.stakes.get(wager, 0) + cents}
    layout = share.layout | {wager: share.layout.get(wager, 0) + cents}
    return replace(share, stakes=stakes, layout=layout)


def add_double(share: Share, cents: int) -> Share:
    return replace(add(share, DOUBLED, cents), doubles=(*share.doubles, cents))


def lift(new: State, position: int, hand: int, player: str, stakes: dict[str, int]) -> None:
    """Cents leave the layout."""

    def lighter(layout: dict[str, int]) -> dict[str, int]:
        left = {name: cents - stakes.get(name, 0) for name, cents in layout.items()}
        return {name: cents for name, cents in left.items() if cents}

    if hand:
        put_share(new, position, player, hand, lambda share: replace(share, layout=lighter(share.layout)))
    else:
        put_party(new, position, player, lambda party: replace(party, layout=lighter(party.layout)))
