"""The words in which a player-against-dealer game is declared. A game module holds one `Showdown` and nothing else.

Settlement, the printed rules, and everything to come (table, lab, simulator, pages) read the same declaration.
"""

from collections.abc import Callable, Mapping
from enum import Enum
from typing import TYPE_CHECKING, Any

import msgspec

from pitboss.cards import SUITS, Suits
from pitboss.ranking import Ranking, SuitsValue
from pitboss.regulations.citation import Basis as Basis
from pitboss.regulations.citation import Borrowing, Citation, reading
from pitboss.regulations.citation import Irregular as Irregular
from pitboss.regulations.houses import check_jurisdiction
from pitboss.regulations.layout import Part
from pitboss.regulations.options import Choice, Option, PayTableChoice
from pitboss.regulations.paytables import PayTables
from pitboss.showdown.preconditions import Precondition
from pitboss.showdown.procedure import Procedure

if TYPE_CHECKING:
    from pitboss.showdown.rules import Rules

Options = Mapping[str, Any]
"""The house's choices, resolved: every option has a value."""

Classify = Callable[[Suits, int], int]
"""From the player's own cards, and the hand's value in the game's ranking, to a class of a pay table.

A plain function may look at every card. The lab counts it where it can look at every hand, and refuses it elsewhere.
`ByValue` and `ByMeasure` say that the classes depend on less, and can see no more than that.
"""


class ByValue(msgspec.Struct, frozen=True):
    """Classes that depend on the hand's value in the game's ranking alone."""

    classes: Callable[[int], int]

    def __call__(self, own: Suits, value: int) -> int:
        return self.classes(value)


class ByMeasure(msgspec.Struct, frozen=True):
    """Classes that depend on one measure of the player's own cards, such as their longest straight flush.

    `suit`: where it is named, hands whose measure does not come from that suit alone are classed by `in_other_suits`.
    """

    measure: SuitsValue
    classes: Callable[[int], int]
    suit: str | None = None
    in_other_suits: Callable[[int], int] | None = None

    def __call__(self, own: Suits, value: int) -> int:
        c, d, h, s = own
        measured = self.measure(c, d, h, s)
        if self.in_other_suits and self.suit and self.measure(*only_suit(own, self.suit)) != measured:
            return self.in_other_suits(measured)
        return self.classes(measured)


def only_suit(own: Suits, suit: str) -> Suits:
    """The cards of one suit."""
    c, d, h, s = (ranks if name == suit else 0 for name, ranks in zip(SUITS, own, strict=True))
    return c, d, h, s


class Outcome(Enum):
    """How the contest between a player and the dealer can end."""

    FOLD = "the player folds"
    DEALER_FAILS = "the dealer does not qualify"
    PLAYER_HIGHER = "the player's hand is higher"
    PLAYER_HIGHER_WEAK = "the player's hand is higher, but below what the ante needs to win"
    TIE = "the hands tie"
    DEALER_HIGHER = "the dealer's hand is higher"

    def why(self, wager_pushes: bool) -> str:
        """The word of a settlement row for a wager that this outcome decides."""
        if self is Outcome.PLAYER_HIGHER_WEAK:
            return "hand_too_low" if wager_pushes else "player_higher"
        return "dealer_not_qualified" if self is Outcome.DEALER_FAILS else self.name.lower()


FOLD, HAND, VOID, FORFEIT = "fold", "hand", "void", "forfeit"
"""Why a wager was decided other than by the contest: a fold lost it, its own hand, an irregularity."""

REASONS = {
    "fold": Outcome.FOLD.value,
    "dealer_not_qualified": Outcome.DEALER_FAILS.value,
    "player_higher": Outcome.PLAYER_HIGHER.value,
    "hand_too_low": "the hand is below what the ante needs to win",
    "tie": Outcome.TIE.value,
    "dealer_higher": Outcome.DEALER_HIGHER.value,
    "hand": "{line}",
    "hand lose": "not a hand it pays",
    "void": "void, it goes back",
    "forfeit": "forfeited",
}
"""Each reason of a settlement row as a page prints it. `{line}`: the hand of the pay table that is paid."""


class Result(Enum):
    """What an outcome does to a wager: the word settlement prints."""

    EVEN = "win"
    PUSH = "push"
    LOSE = "lose"


EVEN, PUSH, LOSE = Result.EVEN, Result.PUSH, Result.LOSE


class Pays(msgspec.Struct, frozen=True):
    """A row of the outcome table: the result of every wager of the contest, and the clause that says so."""

    clause: Citation
    results: Mapping[str, Result]


class Ante(msgspec.Struct, frozen=True):
    """The wager that enters the contest with the dealer."""

    says: str
    clause: Citation
    name: str = "ante"


class Limit(msgspec.Struct, frozen=True):
    """The most a later wager may be, in antes, for hands whose measure is at most `up_to`."""

    most: int
    clause: Citation
    hands: str = "any hand"
    up_to: int = 1 << 60


class Later(msgspec.Struct, frozen=True):
    """A wager placed after seeing cards, or declined: with a fold, or with a check where the contest goes on.

    `measure` turns the hand's value into what the limits depend on, such as the length of its flush.
    """

    name: str
    says: str
    clause: Citation
    decision: Citation
    least: int = 1
    limits: tuple[Limit, ...] = ()
    measure: Callable[[int], int] = lambda value: 0
    declined_by: str = "fold"

    def most(self, value: int) -> Limit:
        measured = self.measure(value)
        for limit in self.limits:
            if measured <= limit.up_to:
                return limit
        raise AssertionError(f"{self.name} has no limit at {measured}")


class Bonus(msgspec.Struct, frozen=True):
    """A side wager on the player's own cards, paid by a table.

    `on` makes the function from a hand to its class in the table under the options chosen; what it makes says what the
    class depends on (`Classify`). `survives_fold` is a fact or the name of the option that says so. `both`: classes
    that become another when the dealer's cards are of the same.
    """

    name: str
    says: str
    tables: PayTables
    on: Callable[[Options], Classify]
    clause: Citation
    loses: Citation
    lost_by_fold: Citation
    survives_fold: bool | str = True
    both: Mapping[int, int] = {}


class AnteBonus(msgspec.Struct, frozen=True):
    """A premium on the ante for high hands, whatever the dealer holds."""

    says: str
    tables: PayTables
    on: Callable[[int], int]
    name: str = "ante_bonus"


class Contribution(msgspec.Struct, frozen=True):
    """What each progressive wager adds to a meter, in percent, under each table."""

    meter: str
    percent: Mapping[str, int]
    clause: Citation


class Progressive(msgspec.Struct, frozen=True):
    """A wager of fixed size on the player's own cards, paid from meters that grow with every such wager."""

    name: str
    says: str
    tables: Mapping[str, PayTables]
    on: Callable[[Options, str], Classify]
    stake: int
    opening_meter: int
    contributions: tuple[Contribution, ...]
    clause: Citation
    stake_clause: Citation
    loses: Citation
    lost_by_fold: Citation
    won_after_fold: Citation
    survives_fold_option: str
    order_option: str
    meter_clause: Citation
    order_clause: Citation


class Qualification(msgspec.Struct, frozen=True):
    """The least hand with which the dealer plays."""

    least: int
    says: str
    clause: Citation


class AnteMinimum(msgspec.Struct, frozen=True):
    """A winning hand below this pushes the ante: the value, by the options chosen."""

    least: Callable[[Options], int]
    says: str
    clause: Citation


class Maximum(msgspec.Struct, frozen=True):
    """The most that some bonus wagers pay together, for a hand and for a round; both are options."""

    wagers: tuple[str, ...]
    per_hand: str
    per_round: str
    clause: Citation


class Entry(msgspec.Struct, frozen=True):
    """What must be placed before the deal. Where it depends on an option, by that option's values."""

    conditions: Mapping[str, tuple[Precondition, ...]]
    option: str | None = None

    @staticmethod
    def always(*conditions: Precondition) -> "Entry":
        return Entry({"": conditions})

    def under(self, options: Options) -> tuple[Precondition, ...]:
        return self.conditions[options[self.option] if self.option else ""]


class Wild(msgspec.Struct, frozen=True):
    """Cards that stand for others: in words, and which."""

    says: str
    cards: int
    clause: Citation


class HandType(msgspec.Struct, frozen=True):
    """A kind of hand, for people: its name, what it is, an example and the clause."""

    name: str
    says: str
    example: str
    clause: Citation


class Deal(msgspec.Struct, frozen=True):
    """How many cards the player, the dealer and the middle of the table get."""

    player: int
    dealer: int
    clause: Citation
    community: int = 0


VOID_REVERSES_SETTLED = Choice(
    "void_reverses_settled",
    (True, False),
    "whether wagers already settled go back too when their hand is found void",
    reading(130),
)
"""An option of every game of this family. It bears on no wager's odds."""


def all_cards(cards: tuple[int, ...]) -> int:
    """The dealer plays every card dealt to the dealer."""
    return sum(cards)


class WithoutExposed(msgspec.Struct, frozen=True):
    """The dealer's first card lies face up. If it is one of `cards` it is thrown out, and the others play."""

    cards: int

    def __call__(self, dealt: tuple[int, ...]) -> int:
        return sum(dealt) - (dealt[0] if dealt and dealt[0] & self.cards else 0)


class Showdown(msgspec.Struct, frozen=True):
    """A game of one deck in which each player's hand is compared with the dealer's.

    `borrows`: by jurisdiction, the parts that its text leaves out and takes from another.
    """

    name: str
    title: str
    jurisdictions: Mapping[str, str]
    positions: int
    positions_clause: Citation
    deal: Deal
    ranking: Callable[[Options], Ranking]
    ante: Ante
    decisions: tuple[Later, ...]
    outcomes: Mapping[Outcome, Pays]
    entry: Entry
    irregular: Irregular
    hands: tuple[HandType, ...]
    bonuses: tuple[Bonus, ...] = ()
    ante_bonus: AnteBonus | None = None
    progressive: Progressive | None = None
    qualification: Qualification | None = None
    ante_minimum: AnteMinimum | None = None
    wild: Wild | None = None
    maximum: Maximum | None = None
    dealer_plays: Callable[[tuple[int, ...]], int] = all_cards
    choices: tuple[Option, ...] = ()
    check_options: Callable[[Options, str], None] = lambda options, jurisdiction: None
    layout: tuple[Part, ...] = ()
    basis: tuple[Basis, ...] = ()
    procedure: Procedure | None = None
    borrows: Mapping[str, tuple[Borrowing, ...]] = {}

    def options(self, jurisdiction: str) -> dict[str, Option]:
        """Everything a house may choose: a pay table for each wager that has one, then the game's other options."""
        found: list[Option] = []
        if self.ante_bonus:
            found.append(PayTableChoice(self.ante_bonus.tables, self.ante_bonus.says, may_be_left_out=False))
        found += [PayTableChoice(bonus.tables, bonus.says) for bonus in self.bonuses]
        if self.progressive:
            found.append(PayTableChoice(self.progressive.tables[jurisdiction], self.progressive.says))
        return {option.name: option for option in (*found, *self.choices, VOID_REVERSES_SETTLED)}

    def wagers(self) -> tuple[str, ...]:
        """The names of all wagers, in the order they are settled and printed."""
        later = tuple(step.name for step in self.decisions)
        side = tuple(bonus.name for bonus in self.bonuses)
        return (self.ante.name, *later, *side, *([self.progressive.name] if self.progressive else []))

    def rules(self, jurisdiction: str = "nj", options: Mapping[str, Any] | None = None) -> "Rules":
        """The game as one house plays it. Refused if the choices contradict the text or each other."""
        from pitboss.showdown.rules import Rules

        check_jurisdiction(self, jurisdiction, self.borrows)
        return Rules(self, jurisdiction, {} if options is None else options)
