"""What a decision makes of a box and of the tasks that follow."""

from collections.abc import Callable

from msgspec.structs import replace

from pitboss.shoe.rounds import on_hand
from pitboss.table.shoe import events as e
from pitboss.table.shoe import programme
from pitboss.table.shoe.boxes import add, add_double, put, put_hand, put_party, put_share
from pitboss.table.shoe.onward import after_first_two, insert
from pitboss.table.shoe.programme import Programme, Task
from pitboss.table.shoe.setup import House
from pitboss.table.shoe.standing import others_on, way_to_give_up
from pitboss.table.shoe.state import Hand, Party, Share, State


def _attacks(house: House, new: State, event: e.HandDecided, task: Task) -> int:
    attack = house.game.attack
    if event.amount and attack:
        more = {attack.name: event.amount}
        place = event.position
        put_party(new, place, event.player, lambda party: replace(party, stakes=party.stakes | more))
        put_share(new, place, event.player, 1, lambda share: add(share, attack.name, event.amount))
    return 1


def _insures(house: House, new: State, event: e.HandDecided, task: Task) -> int:
    if event.amount:
        more = {house.game.insurance.name: event.amount}
        put_party(
            new,
            event.position,
            event.player,
            lambda party: replace(party, stakes=party.stakes | more, layout=party.layout | more),
        )
    return 1


def _plays(house: House, new: State, event: e.HandDecided, task: Task) -> int:
    """The box stays at turn as long as it has an open hand; what the decision asks for comes first."""
    position, number = event.position, event.hand
    box = new.boxes[position]
    if event.action == "hit":
        insert(new, (programme.requested(house, position, number),))
    elif event.action == "double":
        put_share(new, position, event.player, number, lambda share: add_double(share, event.amount))
        put_hand(new, position, number, doubles=box.hands[number - 1].doubles + 1)
        asked = _others_asked(house, new, position, number, "double")
        insert(new, (*asked, programme.requested(house, position, number)))
    elif event.action == "split":
        _split(house, new, event)
        insert(new, _others_asked(house, new, position, number, "split"))
    elif event.action == "refuse":
        put(new, position, refused=True)
    else:
        put_hand(new, position, number, done=True)
        _give_up(new, event)
        insert(new, _others_asked(house, new, position, number, "give_up"))
    return 0


def _give_up(new: State, event: e.HandDecided) -> None:
    if event.action in ("surrender", "rescue"):
        given = {"surrendered" if event.action == "surrender" else "rescued": True}
        put_share(new, event.position, event.player, event.hand, lambda share: replace(share, **given))


def _split(house: House, new: State, event: e.HandDecided) -> None:
    """Two hands of one card each. Whoever decides has a wager on both, the others for now on the first."""
    box, at = new.boxes[event.position], event.hand
    hand = box.hands[at - 1]
    hands = (*box.hands[: at - 1], *(Hand((card,)) for card in hand.cards), *box.hands[at:])
    parties = []
    for number, party in enumerate(box.parties):
        more = _fresh_share(house, party) if number == 0 else None
        parties.append(replace(party, shares=(*party.shares[:at], more, *party.shares[at:])))
    put(new, event.position, hands=hands, parties=tuple(parties))


def _fresh_share(house: House, party: Party) -> Share:
    stakes = on_hand(house.rules, party.stakes)
    return Share(stakes, stakes)


def _others_asked(house: House, new: State, position: int, hand: int, asks: str) -> Programme:
    """The others on the box who can join what was decided."""
    box, shared = new.boxes[position], house.game.shared
    if shared is None or len(box.parties) == 1:
        return ()
    joining = others_on(box, hand)
    if asks == "give_up":
        joining = tuple(party for party in joining if way_to_give_up(house, box, hand, party))
    surrender = house.game.surrender.clause
    clause = {"double": shared.doubles, "split": shared.splits}.get(asks, surrender)
    names = tuple(party.player for party in joining)
    return programme.answers(house, position, hand, asks, names, house.cite(clause))


def _joins_double(house: House, new: State, event: e.HandDecided, task: Task) -> int:
    if event.amount:
        put_share(new, event.position, event.player, event.hand, lambda share: add_double(share, event.amount))
    return 1


def _joins_split(house: House, new: State, event: e.HandDecided, task: Task) -> int:
    """The new hand is covered too, or the wager stays on one of the two."""
    first, second = task.hand - 1, task.hand

    def change(party: Party) -> Party:
        shares = list(party.shares)
        if event.amount:
            shares[second] = _fresh_share(house, party)
        elif event.hand == task.hand + 1:
            shares[first], shares[second] = None, shares[first]
        return replace(party, shares=tuple(shares))

    put_party(new, event.position, event.player, change)
    return 1


def _joins_giving_up(house: House, new: State, event: e.HandDecided, task: Task) -> int:
    _give_up(new, event)
    return 1


def _waits(house: House, new: State, event: e.HandDecided, task: Task) -> int:
    """The card comes after the other players' cards; of a dead hand it does not come at all."""
    missed, *rest = new.programme[new.at + 1 :]
    if event.action == "wait":
        rest = _after_second_cards(missed, rest) if not task.hand else _before_the_reveal(missed, rest)
    new.programme, new.at = tuple(rest), 0
    return 0


def _after_second_cards(missed: Task, rest: list[Task]) -> list[Task]:
    at = after_first_two(rest)
    return [*rest[:at], missed, *rest[at:]]


def _before_the_reveal(missed: Task, rest: list[Task]) -> list[Task]:
    """With the card, the rest of that box's turn."""
    own = [task for task in rest if task.do == "decide" and task.position == missed.position]
    others = [task for task in rest if task not in own]
    at = next(number for number, task in enumerate(others) if task.do == "reveal_hole")
    return [*others[:at], missed, *own, *others[at:]]


DECIDED: dict[str, Callable[[House, State, e.HandDecided, Task], int]] = {
    "attack": _attacks,
    "insurance": _insures,
    "play": _plays,
    "double": _joins_double,
    "split": _joins_split,
    "give_up": _joins_giving_up,
    "passed": _waits,
}
"""What a decision does, by what was asked; how many tasks are done with it."""
