"""Which cards of a hand count, for a page that lifts them out of the others, and what they are called. A page knows no
ranking and adds up no points."""

import msgspec

from pitboss.cards import CARDS
from pitboss.floor.live import LiveTable
from pitboss.refusal import Refusal
from pitboss.shoe.declaration import ShoeGame
from pitboss.shoe.hands import in_words
from pitboss.showdown.declaration import Showdown
from pitboss.showdown.rules import Rules
from pitboss.table.showdown.standing import counting_cards

MOST_CARDS, MOST_FROM_A_SHOE = 12, 24
"""More than any hand has: twenty-one aces are one of the shoe."""


class Counted(msgspec.Struct, frozen=True):
    """`counts`: the cards that make the hand, in the order asked; `says`: what they are, in the game's words."""

    counts: list[str]
    says: str


def counted(live: LiveTable, text: str, split: bool = False) -> Counted:
    """Of cards written as `Ah,Td,2c` those that count at this table; `split`: it is one of several hands of a box."""
    game = live.house.game
    if not isinstance(game, Showdown | ShoeGame):
        raise Refusal("no_ranking", "Ask at another table: here dice are thrown.")
    cards, from_a_shoe = tuple(text.split(",")), isinstance(game, ShoeGame)
    too_many = len(cards) > (MOST_FROM_A_SHOE if from_a_shoe else MOST_CARDS)
    if too_many or not all(card in CARDS for card in cards):
        raise Refusal("cards_malformed", 'Name the cards with commas between them, such as "Ah,Td,2c".')
    if from_a_shoe:
        return Counted([*cards], in_words(cards, split))
    if len({*cards}) < len(cards):
        raise Refusal("cards_malformed", "Name different cards: they are of one deck.")
    rules: Rules = live.house.rules
    hand = sum(CARDS[card] for card in cards)
    return Counted(list(that_count(rules, cards)), rules.words(rules.ranking.of(hand)))


def that_count(rules: Rules, cards: tuple[str, ...]) -> tuple[str, ...]:
    """The cards that make the hand. Where the rank of one card tells it all, as of three alike, all of that rank do."""
    kept = counting_cards(rules, cards)
    return kept if len(kept) > 1 else tuple(card for card in cards if card[0] == kept[0][0])
