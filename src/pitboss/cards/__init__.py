"""Playing cards as bits.

A card is one bit of a 52-bit integer, thirteen bits a suit: "2c" is bit 0, "Ac" bit 12, "As" bit 51. A hand is the sum
of its cards. A sum of n powers of two has n bits set only if all n differ, so `hand.bit_count()` finds a card dealt
twice, in one hand or across a whole table, without comparing any two.
"""

from collections.abc import Iterable

RANKS = "23456789TJQKA"
SUITS = "cdhs"
SUIT_BITS = 13

CARDS: dict[str, int] = {
    rank + suit: 1 << (SUIT_BITS * s + r) for s, suit in enumerate(SUITS) for r, rank in enumerate(RANKS)
}
NAMES: dict[int, str] = {bit: name for name, bit in CARDS.items()}
DECK: tuple[int, ...] = tuple(CARDS.values())

_card = CARDS.__getitem__


def read_cards(text: str) -> tuple[int, ...]:
    """Cards in the order written, `"Ah Td 2c"`; an unknown one raises KeyError with its name."""
    return tuple(map(_card, text.split()))


def hand(text: str) -> int:
    """The hand written as `"Ah Td 2c"`."""
    return sum(read_cards(text))


def name_cards(cards: Iterable[int]) -> str:
    """The inverse of `read_cards`."""
    return " ".join(NAMES[card] for card in cards)


Suits = tuple[int, int, int, int]
"""A hand as the rank sets of clubs, diamonds, hearts and spades, thirteen bits each."""


def suits(hand: int) -> Suits:
    return hand & 8191, hand >> 13 & 8191, hand >> 26 & 8191, hand >> 39
