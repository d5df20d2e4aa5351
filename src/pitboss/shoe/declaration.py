"""The words in which a shoe game is declared. A game module holds one `ShoeGame` and nothing else.

Settlement, the printed rules and the lab read the same declaration.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import msgspec

from pitboss.regulations.citation import Basis, Citation, Irregular, reading
from pitboss.regulations.houses import check_jurisdiction
from pitboss.regulations.options import Option
from pitboss.shoe.procedure import Procedure

if TYPE_CHECKING:
    from pitboss.shoe.rules import Rules

Cards = Sequence[str]


class Odds(msgspec.Struct, frozen=True):
    """3 to 2. A payment of part of a cent is rounded down."""

    to: int
    per: int = 1

    def on(self, stake: int) -> int:
        return stake * self.to // self.per

    def fraction(self) -> Fraction:
        return Fraction(self.to, self.per)

    def __str__(self) -> str:
        return f"{self.to} to {self.per}"


EVEN = Odds(1)


class Shoe(msgspec.Struct, frozen=True):
    """How many decks it holds, by the house's choice where there is more than one, and the rank taken out of each."""

    decks: tuple[int, ...]
    without: str
    clause: Citation
    found: Citation  # what is done with such a card found in the shoe
    option: str = "decks"


class Dealer(msgspec.Struct, frozen=True):
    """How the dealer draws: to 17, and to soft 17 where an option says so."""

    draws: Citation
    need_not_draw: Citation
    overdrawn: Citation
    checks_for_blackjack: Citation
    hits_soft_17: str = ""  # the option; where there is none, the dealer stands on all 17s


class Bet(msgspec.Struct, frozen=True):
    """The wager of the main game, and what it comes to against the dealer's hand.

    `plays`: that its hand is hit as often as the player wants, until it stands or is 21.
    """

    says: str
    clause: Citation
    wins: Citation
    loses: Citation
    busts: Citation
    ties: Citation
    plays: Citation = reading(55)
    name: str = "bet"


class Blackjack(msgspec.Struct, frozen=True):
    """The first two cards an ace and a ten-value card. `beats_dealers`: it wins against a dealer's blackjack too."""

    odds: Odds
    clause: Citation
    beats_dealers: bool
    against_dealers: Citation


class Bonus(msgspec.Struct, frozen=True):
    """A 21 that pays more than even money."""

    name: str
    is_held: Callable[[Cards], bool]
    odds: Odds
    clause: Citation


class Award(msgspec.Struct, frozen=True):
    """A sum of money for a wager of at least so much; all in cents."""

    wager: int
    pays: int
    clause: Citation


class SuperBonus(msgspec.Struct, frozen=True):
    """A sum for a rare hand against a rare up card, and a smaller one for every other player at the table."""

    says: str
    is_held: Callable[[Cards, str], bool]
    awards: tuple[Award, ...]  # the largest first
    envy: int
    clause: Citation
    envy_clause: Citation
    name: str = "super_bonus"
    envy_name: str = "envy"


class Double(msgspec.Struct, frozen=True):
    """More on the hand for one more card. `redouble`: the option by which it may be done again, `times` in all.

    `rescue`: the hand is given up after a double, and what that added taken back; `rescue_again` after a second one.
    """

    says: str
    clause: Citation
    needs_card: Citation
    redouble: str = ""
    redouble_clause: Citation | None = None
    times: int = 1
    rescue: Citation | None = None
    rescue_again: Citation | None = None


class Split(msgspec.Struct, frozen=True):
    """Pairs of equal value become hands of their own. `aces_once`: aces are split once and get one card each."""

    says: str
    clause: Citation
    most: int
    pays: Citation  # what 21 in two cards is after a split
    aces_once: Citation | None = None
    pair: Citation | None = None  # that equal value makes a pair, where the clause does not say so
    option: str = ""  # by which a house sets how many hands; where there is none, `most`


ANY_TIME, NOT_AFTER_A_DOUBLE, FIRST_TWO_CARDS = "any_time", "not_after_a_double", "first_two_cards"
"""When a hand may be surrendered, as houses choose it."""


class Surrender(msgspec.Struct, frozen=True):
    """Half of the hand's wagers given up: on the first two cards, and not after a split, unless options say more."""

    says: str
    clause: Citation
    option: str = ""  # when
    split_option: str = ""  # whether a hand that a split has made may be surrendered too
    split_clause: Citation | None = None  # that it may not, where no house chooses


class SurrenderTimes(msgspec.Struct, frozen=True):
    """After what a hand may still be surrendered in one house."""

    draw: bool
    double: bool
    split: bool

    def allow(self, drawn: bool = False, doubled: bool = False, split: bool = False) -> bool:
        return (self.draw or not drawn) and (self.double or not doubled) and (self.split or not split)

    def in_words(self) -> str:
        if not self.draw:
            return "on the first two cards"
        return "at any time" if self.double else "at any time before a double"


class Insurance(msgspec.Struct, frozen=True):
    """Up to half the wager that an ace up becomes a blackjack."""

    odds: Odds
    clause: Citation
    limit: Citation
    name: str = "insurance"


class Attack(msgspec.Struct, frozen=True):
    """Added to the bet once the dealer's up card is seen, up to as much again."""

    says: str
    clause: Citation
    name: str = "attack"


class Pays(msgspec.Struct, frozen=True):
    """Odds, and the clause that sets them."""

    odds: Odds
    clause: Citation


class Match(msgspec.Struct, frozen=True):
    """Each of the player's first two cards against the dealer's up card: odds by the number of decks."""

    says: str
    clause: Citation
    rank: Mapping[int, Pays]
    suited: Mapping[int, Pays]
    name: str = "match_the_dealer"


class BustRow(msgspec.Struct, frozen=True):
    """What a dealer's bust with exactly three cards pays."""

    name: str
    is_held: Callable[[Cards], bool]
    odds: Odds
    clause: Citation


class BustIt(msgspec.Struct, frozen=True):
    """A wager that the dealer busts with exactly three cards."""

    says: str
    clause: Citation
    limit: Citation
    rows: tuple[BustRow, ...]  # the first that fits pays
    draws: Citation
    least: int
    name: str = "bust_it"


class Shared(msgspec.Struct, frozen=True):
    """More than one player on a box: each may double, cover a split hand or insure for himself, or not.

    `limits`: by which the number of such boxes at a table, and of such tables, may be limited.
    """

    most: int
    clause: Citation
    limits: Citation
    doubles: Citation
    splits: Citation
    insures: Citation


class ShoeGame(msgspec.Struct, frozen=True):
    """A game of hands that grow against a dealer who draws by rule, dealt from a shoe."""

    name: str
    title: str
    jurisdictions: Mapping[str, str]
    positions: int
    positions_clause: Citation
    shoe: Shoe
    dealer: Dealer
    bet: Bet
    blackjack: Blackjack
    double: Double
    split: Split
    surrender: Surrender
    insurance: Insurance
    irregular: Irregular
    wins_with_21: Citation | None = None
    bonuses: tuple[Bonus, ...] = ()
    super_bonus: SuperBonus | None = None
    attack: Attack | None = None
    match: Match | None = None
    bust_it: BustIt | None = None
    shared: Shared | None = None
    choices: tuple[Option, ...] = ()
    basis: tuple[Basis, ...] = ()
    procedure: Procedure | None = None

    def options(self, jurisdiction: str) -> dict[str, Option]:
        return {option.name: option for option in self.choices}

    def sides(self) -> tuple[str, ...]:
        """The side wagers, whose options say whether the house offers them."""
        return tuple(side.name for side in (self.match, self.bust_it) if side)

    def wagers(self) -> tuple[str, ...]:
        """The names of all wagers, in the order they are printed."""
        attack = (self.attack.name,) if self.attack else ()
        return (self.bet.name, *attack, "doubled", *self.sides(), self.insurance.name)

    def rules(self, jurisdiction: str = "nj", options: Mapping[str, Any] | None = None) -> "Rules":
        """The game as one house plays it. Refused if the choices contradict the text."""
        from pitboss.shoe.rules import Rules

        check_jurisdiction(self, jurisdiction)
        return Rules(self, jurisdiction, {} if options is None else options)
