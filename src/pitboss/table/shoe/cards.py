"""Where cards go: out of the shoe, onto hands, into the discard rack."""

from pitboss.table.shoe.boxes import put, put_hand
from pitboss.table.shoe.state import State


def leave_shoe(new: State, cards: int) -> None:
    """So many cards come out; when the cut card does, this round is the last of the shoe."""
    new.stock = new.stock[cards:]
    if cards:
        new.exposed, new.cut = "", False
    new.shuffle_due = new.shuffle_due or len(new.stock) <= new.behind


def lay(new: State, position: int, number: int, card: str) -> tuple[str, ...]:
    box = new.boxes[position]
    cards = (*box.hands[number - 1].cards, card)
    put_hand(new, position, number, cards=cards)
    if len(cards) == 2 and not box.is_split:
        put(new, position, dealt=cards)
    return cards


def rack(new: State, whose: str, cards: tuple[str, ...]) -> None:
    """Cards into the discard rack, with a note of whose they were in which round."""
    if cards:
        new.rack += cards
        new.pickups = (*new.pickups, (f"{new.number}: {whose}", len(cards)))


def pick_up(new: State, position: int, number: int) -> None:
    hand = new.boxes[position].hands[number - 1]
    if not hand.racked:
        rack(new, f"{position}.{number}", hand.cards)
        put_hand(new, position, number, racked=True)
