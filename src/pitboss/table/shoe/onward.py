"""From task to task of a programme: past what no longer applies, and what has to come first before it."""

from pitboss.shoe.procedure import with_enough_around
from pitboss.table.shoe import programme
from pitboss.table.shoe.programme import Programme, Task
from pitboss.table.shoe.setup import House
from pitboss.table.shoe.standing import applies, open_hand, settle
from pitboss.table.shoe.state import State


def forward(house: House, new: State, tasks: int = 1) -> None:
    """Past tasks that are done, to the next one that applies."""
    new.at += tasks
    while task := new.next:
        if task.do == "settle":
            _settle(house, new)
        elif not applies(house, new, task):
            new.at += 1
        elif first := _comes_first(house, new, task):
            insert(new, first)
        else:
            break
    new.betting = new.open and new.next is not None and new.next.do == "no_more_bets"


def _comes_first(house: House, new: State, task: Task) -> Programme:
    """What a task needs before it can be done: cards in the shoe, and two of them in a split hand.

    Whoever refused a card that was seen does not get that very one.
    """
    if task.do in ("deal", "draw") and not new.stock:
        least, most = with_enough_around(len(new.rack))
        return programme.shuffle_discards(house, cut=least <= most)
    if task.do == "decide" and task.asks == "play":
        box = new.boxes[task.position]
        hand = open_hand(house, box)
        if len(box.hands[hand - 1].cards) < 2:
            second = programme.second_card(house, task.position, hand)
            return (programme.burn_exposed(house), second) if box.refused and new.exposed else (second,)
    return ()


def insert(new: State, tasks: Programme) -> None:
    new.programme, new.at = tasks + new.programme[new.at :], 0


def _settle(house: House, new: State) -> None:
    """With the dealer's hand complete every wager is settled by the same rules as `pitboss settle`."""
    new.finished, new.results = settle(house, new)
    hands = tuple((position, len(box.hands)) for position, box in sorted(new.boxes.items()))
    new.programme = programme.settling(house, hands) + new.programme[new.at + 1 :]
    new.at = 0


def first_cards(tasks: list[Task]) -> int:
    """How many tasks belong to the first cards: each card, and the question whether to wait for one passed over."""
    return next((at for at, task in enumerate(tasks) if task.do != "deal" and task.asks != "passed"), len(tasks))


def after_first_two(tasks: list[Task]) -> int:
    """Where the players' first two cards end, in tasks that begin among the first cards."""
    return max((at + 1 for at in range(first_cards(tasks)) if tasks[at].position), default=0)
