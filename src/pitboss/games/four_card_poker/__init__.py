"""Four Card Poker: N.J.A.C. 19:47-27."""

from pitboss.games.four_card_poker.procedure import PROCEDURE
from pitboss.ranking import four_card
from pitboss.ranking.four_card import (
    FLUSH,
    FOUR_OF_A_KIND,
    PAIR_OF_ACES,
    STRAIGHT,
    STRAIGHT_FLUSH,
    THREE_OF_A_KIND,
    TWO_PAIR,
)
from pitboss.regulations.citation import Law, reading
from pitboss.regulations.paytables import Block, PayTables, Row
from pitboss.showdown.declaration import (
    EVEN,
    LOSE,
    Ante,
    AnteBonus,
    Basis,
    Bonus,
    ByValue,
    Deal,
    Entry,
    HandType,
    Irregular,
    Later,
    Limit,
    Outcome,
    Pays,
    Showdown,
)
from pitboss.showdown.preconditions import NeedsOneOf

LAW = Law(nj="NJ FCP 19:47-")


def _aces_up(columns: str, hand: str, hand_class: int, *pays: int) -> Row:
    printed = hand.replace(" of a ", "-of-a-").capitalize()
    return Row(hand, hand_class, pays, LAW(nj=f"27.11(a)3 {printed} [{columns}]"))


ACES_UP = PayTables(
    "aces_up",
    (
        Block(
            ("I", "II", "III", "IV"),
            (
                _aces_up("I-IV", "four of a kind", FOUR_OF_A_KIND, 50, 50, 50, 50),
                _aces_up("I-IV", "straight flush", STRAIGHT_FLUSH, 40, 40, 30, 30),
                _aces_up("I-IV", "three of a kind", THREE_OF_A_KIND, 9, 7, 9, 7),
                _aces_up("I-IV", "flush", FLUSH, 6, 6, 6, 6),
                _aces_up("I-IV", "straight", STRAIGHT, 4, 5, 4, 5),
                _aces_up("I-IV", "two pair", TWO_PAIR, 2, 2, 2, 2),
                _aces_up("I-IV", "pair of aces", PAIR_OF_ACES, 1, 1, 1, 1),
            ),
        ),
        Block(
            ("V", "VI", "VII"),
            (
                _aces_up("V-VII", "four of a kind", FOUR_OF_A_KIND, 50, 50, 50),
                _aces_up("V-VII", "straight flush", STRAIGHT_FLUSH, 40, 40, 40),
                _aces_up("V-VII", "three of a kind", THREE_OF_A_KIND, 8, 8, 7),
                _aces_up("V-VII", "flush", FLUSH, 5, 6, 5),
                _aces_up("V-VII", "straight", STRAIGHT, 4, 4, 4),
                _aces_up("V-VII", "two pair", TWO_PAIR, 3, 2, 3),
                _aces_up("V-VII", "pair of aces", PAIR_OF_ACES, 1, 1, 1),
            ),
        ),
    ),
    LAW(nj="27.11(a)3"),
    at_least=True,
)

ANTE_BONUS = PayTables(
    "ante_bonus",
    (
        Block(
            ("",),
            (
                Row("four of a kind", FOUR_OF_A_KIND, (25,), LAW(nj="27.11(a)2 Four-of-a-kind")),
                Row("straight flush", STRAIGHT_FLUSH, (20,), LAW(nj="27.11(a)2 Straight flush")),
                Row("three of a kind", THREE_OF_A_KIND, (2,), LAW(nj="27.11(a)2 Three-of-a-kind")),
            ),
        ),
    ),
    LAW(nj="27.11(a)2"),
    at_least=True,
)

GAME = Showdown(
    name="four-card-poker",
    title="Four Card Poker",
    jurisdictions={"nj": "New Jersey"},
    positions=6,
    positions_clause=reading(28),
    deal=Deal(player=5, dealer=6, clause=LAW(nj="27.7(c)")),
    ranking=lambda options: four_card.RANKING,
    ante=Ante("placed before the deal to play against the dealer", LAW(nj=("27.6(a)1", "27.1 Ante wager"))),
    decisions=(
        Later(
            "play",
            "after seeing the cards, one to three times the ante; without it the hand is folded",
            clause=LAW(nj=("27.6(a)1", "27.1 Play wager")),
            decision=LAW(nj="27.10(b)"),
            limits=(Limit(3, LAW(nj="27.10(b)")),),
        ),
    ),
    outcomes={
        Outcome.FOLD: Pays(LAW(nj="27.10(b)"), {"ante": LOSE}),
        Outcome.PLAYER_HIGHER: Pays(LAW(nj="27.11(a)1"), {"ante": EVEN, "play": EVEN}),
        Outcome.DEALER_HIGHER: Pays(LAW(nj="27.11(a)1"), {"ante": LOSE, "play": LOSE}),
        Outcome.TIE: Pays(LAW(nj="27.11(a)1"), {"ante": EVEN, "play": EVEN}),
    },
    entry=Entry.always(
        NeedsOneOf(("ante", "aces_up"), LAW(nj=("27.6(a)", "27.6(a)1", "27.6(a)2", "27.6(a)3"))),
    ),
    ante_bonus=AnteBonus(
        "bonus on the ante for high hands, paid even if the dealer wins", ANTE_BONUS, four_card.category
    ),
    bonuses=(
        Bonus(
            "aces_up",
            "pay table of the aces up, on the player's best four of five cards",
            ACES_UP,
            on=lambda options: ByValue(four_card.aces_up_class),
            clause=LAW(nj=("27.6(a)2", "27.1 Aces up wager")),
            loses=LAW(nj="27.11(a)3"),
            lost_by_fold=LAW(nj="27.10(b)"),
        ),
    ),
    irregular=Irregular(void_hand=LAW(nj="27.12(c)"), void_wagers=LAW(nj="27.12(c)"), forfeit=reading(31)),
    hands=(
        HandType("four of a kind", "four of a rank", "8c 8d 8h 8s Kd", LAW(nj="27.3(b)1")),
        HandType("straight flush", "four of a suit in sequence", "Ah Kh Qh Jh 2c", LAW(nj="27.3(b)2")),
        HandType("three of a kind", "three of a rank", "7c 7d 7s Kh 2d", LAW(nj="27.3(b)3")),
        HandType("flush", "four of a suit", "Kd 9d 4d 2d Ac", LAW(nj="27.3(b)4")),
        HandType("straight", "four in sequence; the ace is high or low", "4d 3c 2h As Kd", LAW(nj="27.3(b)5")),
        HandType("two pair", "two of a rank and two of another", "Jh Js 4c 4d Ah", LAW(nj="27.3(b)6")),
        HandType("pair", "two of a rank", "9h 9s Jc 6d 2h", LAW(nj="27.3(b)7")),
        HandType("high card", "none of these; the highest card counts first", "Qs Td 8h 6c 2d", LAW(nj="27.3(c)")),
    ),
    procedure=PROCEDURE,
    basis=(
        Basis(LAW(nj="27.1 Round of play"), "pitboss.table.showdown.programme:round_of_play"),
        Basis(LAW(nj="27.1 Stub"), "pitboss.table.showdown.state:rest_of_deck"),
        Basis(LAW(nj=("27.1", "27.11(a)")), "pitboss.games.four_card_poker:GAME"),
        Basis(LAW(nj="27.1 Suit"), "pitboss.cards:SUITS"),
        Basis(LAW(nj=("27.1 Hand", "27.3(a)", "27.3(b)", "27.3(c)")), "pitboss.ranking.four_card:best_four"),
    ),
)
