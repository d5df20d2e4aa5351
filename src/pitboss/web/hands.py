"""Which cards of a hand count, for a page that lifts them out of the others, and its name. A page knows no ranking."""

import msgspec

from pitboss.cards import CARDS
from pitboss.floor.live import LiveTable
from pitboss.refusal import Refusal
from pitboss.shoe.declaration import ShoeGame
from pitboss.shoe.hands import in_words
from pitboss.showdown.declaration import Showdown
from pitboss.showdown.rules import Rules
from pitboss.table.showdown.standing import counting_cards

MOST_CARDS = 12
MOST_OF_A_SHOE = 24
"""More than a hand can take up to 21 and the card that breaks it."""


class Counted(msgspec.Struct, frozen=True):
    """`counts`: the cards that make the hand, in the order asked; `says`: what they are, in the game's words."""

    counts: list[str]
    says: str


def counted(live: LiveTable, text: str, split: bool = False) -> Counted:
    """Of cards written as `Ah,Td,2c` those that count at this table; all do where points are counted.

    `split`: it is a hand of a split, whose ace and ten are no blackjack.
    """
    game = live.house.game
    cards = tuple(text.split(","))
    if isinstance(game, ShoeGame):
        if len(cards) > MOST_OF_A_SHOE or not all(card in CARDS for card in cards):
            raise Refusal("cards_malformed", 'Name cards with commas between them, such as "Ah,Td,2c".')
        return Counted(list(cards), in_words(cards, split))
    if not isinstance(game, Showdown):
        raise Refusal("no_ranking", "Ask at another table: here dice are thrown.")
    if len(cards) > MOST_CARDS or len({*cards}) < len(cards) or not all(card in CARDS for card in cards):
        raise Refusal("cards_malformed", 'Name different cards with commas between them, such as "Ah,Td,2c".')
    rules: Rules = live.house.rules
    counts = that_count(rules, cards)
    words = rules.words(rules.ranking.of(sum(CARDS[card] for card in cards)))
    uses_wild = game.wild and any(CARDS[card] & game.wild.cards for card in counts)
    return Counted(list(counts), f"{words} ({_lowered(game.wild.says)})" if game.wild and uses_wild else words)


def _lowered(text: str) -> str:
    return f"{text[0].lower()}{text[1:]}"


def that_count(rules: Rules, cards: tuple[str, ...]) -> tuple[str, ...]:
    """The cards that make the hand. Where the rank of one card tells it all, as of three alike, all of that rank do."""
    kept = counting_cards(rules, cards)
    return kept if len(kept) > 1 else tuple(card for card in cards if card[0] == kept[0][0])
