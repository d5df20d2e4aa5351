"""Three Card Poker: N.J.A.C. 19:47-20."""

from pitboss.games.three_card_poker.procedure import PROCEDURE
from pitboss.ranking import three_card
from pitboss.ranking.three_card import FLUSH, PAIR, STRAIGHT, STRAIGHT_FLUSH, THREE_OF_A_KIND
from pitboss.ranking.words import RANK_WORDS
from pitboss.refusal import Refusal
from pitboss.regulations.citation import Law, reading
from pitboss.regulations.options import Choice
from pitboss.regulations.paytables import Block, PayTables, Row
from pitboss.showdown.declaration import (
    EVEN,
    LOSE,
    PUSH,
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
    Options,
    Outcome,
    Pays,
    Qualification,
    Showdown,
)
from pitboss.showdown.preconditions import Covers, Needs, NeedsOneOf, Precondition, Within

LAW = Law(nj="NJ TCP 19:47-")

PAIR_PLUS = PayTables(
    "pair_plus",
    (
        Block(
            tuple("ABCD"),
            (
                Row("straight flush", STRAIGHT_FLUSH, (40, 35, 40, 35), LAW(nj="20.11(a)2 Straight flush")),
                Row("three of a kind", THREE_OF_A_KIND, (30, 33, 30, 33), LAW(nj="20.11(a)2 Three-of-a-kind")),
                Row("straight", STRAIGHT, (6, 6, 6, 6), LAW(nj="20.11(a)2 Straight")),
                Row("flush", FLUSH, (4, 4, 3, 3), LAW(nj="20.11(a)2 Flush")),
                Row("pair", PAIR, (1, 1, 1, 1), LAW(nj="20.11(a)2 Pair")),
            ),
        ),
    ),
    LAW(nj="20.11(a)2"),
)

ANTE_BONUS = PayTables(
    "ante_bonus",
    (
        Block(
            ("1-4-5",),
            (
                Row("straight flush", STRAIGHT_FLUSH, (5,), LAW(nj="20.11(a)3 Straight flush")),
                Row("three of a kind", THREE_OF_A_KIND, (4,), LAW(nj="20.11(a)3 Three-of-a-kind")),
                Row("straight", STRAIGHT, (1,), LAW(nj="20.11(a)3 Straight")),
            ),
        ),
        Block(
            ("1-5-6",),
            (
                Row("straight flush", STRAIGHT_FLUSH, (6,), LAW(nj="20.11(a)3i Straight flush")),
                Row("three of a kind", THREE_OF_A_KIND, (5,), LAW(nj="20.11(a)3i Three-of-a-kind")),
                Row("straight", STRAIGHT, (1,), LAW(nj="20.11(a)3i Straight")),
            ),
        ),
    ),
    LAW(nj="20.11(a)3"),
)

ANTE_OR_PAIR_PLUS = NeedsOneOf(("ante", "pair_plus"), LAW(nj=("20.6(a)", "20.6(a)1", "20.6(a)2", "20.6(a)3")))

VERSIONS: dict[str, tuple[Precondition, ...]] = {
    "standard": (ANTE_OR_PAIR_PLUS,),
    "ante_covers_pair_plus": (ANTE_OR_PAIR_PLUS, Covers("ante", "pair_plus", LAW(nj="20.6(f)1"))),
    "ante_covers_half": (ANTE_OR_PAIR_PLUS, Covers("ante", "pair_plus", LAW(nj="20.6(f)2"), part=2)),
    "both_compulsory": (
        Needs("ante", LAW(nj="20.6(f)3")),
        Needs("pair_plus", LAW(nj="20.6(f)3")),
        Within("ante", "pair_plus", 5, LAW(nj="20.6(f)3")),
    ),
}


def check_options(options: Options, jurisdiction: str) -> None:
    """The larger ante bonus needs pair plus table B in a version of 20.6(f); a compulsory pair plus must be offered."""
    if options["ante_bonus"] == "1-5-6" and (options["version"] == "standard" or options["pair_plus"] != "B"):
        raise Refusal(
            "ante_bonus_not_allowed",
            "Post ante bonus 1-5-6 only with pair plus table B and a version other than standard.",
            LAW(nj="20.11(a)3i").at(jurisdiction),
        )
    if options["version"] == "both_compulsory" and options["pair_plus"] is None:
        raise Refusal(
            "pair_plus_not_offered",
            "Offer the pair plus: in the version both_compulsory every player must place it.",
            LAW(nj="20.6(f)3").at(jurisdiction),
        )


GAME = Showdown(
    name="three-card-poker",
    title="Three Card Poker",
    jurisdictions={"nj": "New Jersey"},
    positions=6,
    positions_clause=reading(28),
    deal=Deal(player=3, dealer=3, clause=LAW(nj=("20.7(c)", "20.1 Hand"))),
    ranking=lambda options: three_card.RANKING,
    ante=Ante("placed before the deal to play against the dealer", LAW(nj=("20.6(a)1", "20.1 Ante wager"))),
    decisions=(
        Later(
            "play",
            "after seeing the cards, equal to the ante; without it the hand is folded",
            clause=LAW(nj=("20.6(a)1", "20.1 Play wager")),
            decision=LAW(nj="20.10(b)"),
            limits=(Limit(1, LAW(nj="20.1 Play wager")),),
        ),
    ),
    qualification=Qualification(
        three_card.HIGH_CARD << 26 | 1 << RANK_WORDS.index("queen") + 13, "queen high", LAW(nj="20.11(a)1")
    ),
    outcomes={
        Outcome.FOLD: Pays(LAW(nj="20.10(b)"), {"ante": LOSE}),
        Outcome.DEALER_FAILS: Pays(LAW(nj="20.11(a)1"), {"ante": EVEN, "play": PUSH}),
        Outcome.PLAYER_HIGHER: Pays(LAW(nj="20.11(a)1"), {"ante": EVEN, "play": EVEN}),
        Outcome.DEALER_HIGHER: Pays(LAW(nj="20.11(a)1"), {"ante": LOSE, "play": LOSE}),
        Outcome.TIE: Pays(LAW(nj="20.3(c)"), {"ante": PUSH, "play": PUSH}),
    },
    entry=Entry(VERSIONS, option="version"),
    ante_bonus=AnteBonus(
        "bonus on the ante for high hands, paid even if the dealer wins", ANTE_BONUS, three_card.category
    ),
    bonuses=(
        Bonus(
            "pair_plus",
            "pay table of the pair plus, on the player's three cards",
            PAIR_PLUS,
            on=lambda options: ByValue(three_card.category),
            clause=LAW(nj=("20.6(a)2", "20.1 Pair plus wager")),
            loses=LAW(nj="20.11(a)2"),
            lost_by_fold=LAW(nj="20.10(b)"),
            survives_fold=False,
        ),
    ),
    irregular=Irregular(void_hand=LAW(nj="20.12(c)"), void_wagers=LAW(nj="20.12(c)"), forfeit=reading(31)),
    choices=(
        Choice(
            "version",
            ("standard", "ante_covers_pair_plus", "ante_covers_half", "both_compulsory"),
            "how ante and pair plus depend on each other",
            LAW(nj="20.6(f)"),
        ),
    ),
    check_options=check_options,
    hands=(
        HandType("straight flush", "three of a suit in sequence", "Ah Kh Qh", LAW(nj="20.3(b)1")),
        HandType("three of a kind", "three of a rank", "7c 7d 7s", LAW(nj="20.3(b)2")),
        HandType("straight", "three in sequence; the ace is high or low", "3d 2c As", LAW(nj="20.3(b)3")),
        HandType("flush", "three of a suit", "Kd 9d 4d", LAW(nj="20.3(b)4")),
        HandType("pair", "two of a rank", "9h 9s Jc", LAW(nj="20.3(b)5")),
        HandType("high card", "none of these; the highest card counts first", "Qs 6d 4h", LAW(nj="20.3(c)")),
    ),
    procedure=PROCEDURE,
    basis=(
        Basis(LAW(nj="20.1 Round of play"), "pitboss.table.showdown.programme:round_of_play"),
        Basis(LAW(nj="20.1 Stub"), "pitboss.table.showdown.state:rest_of_deck"),
        Basis(LAW(nj=("20.1", "20.11(a)")), "pitboss.games.three_card_poker:GAME"),
        Basis(LAW(nj="20.1 Suit"), "pitboss.cards:SUITS"),
        Basis(LAW(nj=("20.3(a)", "20.3(b)", "20.3(c)")), "pitboss.ranking.three_card:three_card"),
        Basis(LAW(nj="20.6(f)"), "pitboss.games.three_card_poker:VERSIONS"),
        Basis(LAW(nj="20.11(a)3i"), "pitboss.games.three_card_poker:check_options"),
    ),
)
