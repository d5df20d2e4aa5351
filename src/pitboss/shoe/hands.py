"""Cards and hands of a shoe game. A card is its text, "8s"; a hand counts points, an ace one or eleven."""

from collections.abc import Iterable, Sequence

from pitboss.cards import CARDS
from pitboss.refusal import Refusal, shown

TEN_VALUED = "TJQK"
VALUES = {rank: 10 if rank in TEN_VALUED else 1 if rank == "A" else int(rank) for rank in "23456789TJQKA"}
"""What each rank counts, the ace as one."""

VALUE_OF = {card: VALUES[card[0]] for card in CARDS}

BEST = 21
STANDS_ON = 17
SOFT = 10
"""What an ace adds when it counts eleven."""

RED = "dh"


def read_hand(text: str, whose: str) -> tuple[str, ...]:
    """The cards in the order dealt."""
    cards = tuple(text.split())
    for card in cards:
        if card not in CARDS:
            raise Refusal(
                "unknown_card",
                f"{shown(card)} of {whose} is no card: write a rank of 23456789JQKA, then a suit of cdhs.",
            )
    return cards


def hard_total(cards: Iterable[str]) -> int:
    """The points with every ace as one."""
    return sum([VALUE_OF[card] for card in cards])


def total_of(cards: Sequence[str]) -> tuple[int, bool]:
    """The points, and whether an ace among them counts eleven."""
    hard = hard_total(cards)
    if hard + SOFT <= BEST and any(card[0] == "A" for card in cards):
        return hard + SOFT, True
    return hard, False


def is_natural(cards: Sequence[str]) -> bool:
    """An ace and a card that counts ten, and nothing more."""
    return len(cards) == 2 and total_of(cards)[0] == BEST


def is_bust(cards: Sequence[str]) -> bool:
    return hard_total(cards) > BEST


def of_one_suit(cards: Sequence[str]) -> bool:
    return len({card[1] for card in cards}) == 1


def of_one_colour(cards: Sequence[str]) -> bool:
    return len({card[1] in RED for card in cards}) == 1


def must_draw(cards: Sequence[str], hits_soft_17: bool) -> bool:
    """The dealer's rule: draw to 17, and to a soft 17 where the house says so."""
    total, soft = total_of(cards)
    return total < STANDS_ON or (total == STANDS_ON and soft and hits_soft_17)


def in_words(cards: Sequence[str], split: bool = False) -> str:
    """`blackjack`, `soft 18`, `hard 16`, `bust with 24`."""
    if not split and is_natural(cards):
        return "blackjack"
    total, soft = total_of(cards)
    if total > BEST:
        return f"bust with {total}"
    return f"{'soft' if soft else 'hard'} {total}"
