"""What The Flush: N.J.A.C. 13:69F-38, and the maker's rules card."""

from pitboss.cards import hand as cards
from pitboss.games.what_the_flush.procedure import PROCEDURE
from pitboss.ranking import Ranking, wild_flush
from pitboss.regulations.citation import Borrowing, Law, reading
from pitboss.regulations.options import Choice
from pitboss.regulations.paytables import Block, PayTables, Row
from pitboss.showdown.declaration import (
    EVEN,
    LOSE,
    PUSH,
    Ante,
    Basis,
    Bonus,
    ByMeasure,
    ByValue,
    Classify,
    Deal,
    Entry,
    HandType,
    Irregular,
    Later,
    Limit,
    Options,
    Outcome,
    Pays,
    Showdown,
    Wild,
    WithoutExposed,
)
from pitboss.showdown.preconditions import Needs

LAW = Law(nj="NJ WTF 13:69F-", card="WTF card ")

FLUSH_RUSH = PayTables(
    "flush_rush",
    (
        Block(
            ("",),
            (
                Row("7 card flush", 7, (200,), LAW(nj="38.11(c) Seven Card Flush", card="9 7-Card Flush")),
                Row("6 card flush", 6, (50,), LAW(nj="38.11(c) Six Card Flush", card="9 6-Card Flush")),
                Row("5 card flush", 5, (4,), LAW(nj="38.11(c) Five Card Flush", card="9 5-Card Flush")),
            ),
        ),
    ),
    LAW(nj="38.11(c)", card="9"),
    at_least=True,
)

SUPER_FLUSH_RUSH = PayTables(
    "super_flush_rush",
    (
        Block(
            ("",),
            tuple(
                Row(
                    f"{length} card straight flush",
                    length,
                    (odds,),
                    LAW(
                        nj=f"38.11(d) {word} Card Straight Flush",
                        card=f"10 {length}-Card Straight Flush",
                    ),
                )
                for length, word, odds in ((7, "Seven", 200), (6, "Six", 50), (5, "Five", 20), (4, "Four", 5))
            ),
        ),
    ),
    LAW(nj="38.11(d)", card="10"),
    at_least=True,
)

DEUCES = cards("2c 2d 2h 2s")

WILD_RANKS = {
    "highest_missing": wild_flush.HIGHEST_MISSING,
    "ace": wild_flush.WILD_ACE,
    "two": wild_flush.WILD_TWO,
}


def ranking(options: Options) -> Ranking:
    return wild_flush.ranking(WILD_RANKS[options["wild_rank"]], options["straight_flush_outranks"])


without_exposed_deuce = WithoutExposed(DEUCES)


def flush_rush_class(options: Options) -> Classify:
    if options["flush_rush_pays_straights"]:
        return ByValue(wild_flush.flush_length)
    return ByMeasure(wild_flush.non_consecutive_flush_length, lambda length: length)


def super_flush_rush_class(options: Options) -> Classify:
    return ByMeasure(wild_flush.wild_straight_flush, lambda run: run >> 4)


GAME = Showdown(
    name="what-the-flush",
    title="What The Flush",
    jurisdictions={"nj": "New Jersey", "card": "the maker's rules card"},
    positions=6,
    positions_clause=reading(28),
    deal=Deal(player=7, dealer=8, clause=LAW(nj=("38.7(d)", "38.1 Hand"), card=("3", "intro(2)"))),
    dealer_plays=without_exposed_deuce,
    wild=Wild("Deuces are wild", DEUCES, LAW(nj="38.5(a)", card="intro(3)")),
    ranking=ranking,
    ante=Ante("placed before the deal; a fold loses it", LAW(nj=("38.6(c)", "38.1 Ante"), card=("2", "intro(1)"))),
    decisions=(
        Later(
            "play",
            "after seeing the cards, to stay in; without it the hand is folded",
            clause=LAW(nj=("38.6(d)", "38.1 Play"), card="6(a)"),
            decision=LAW(nj="38.10(a)", card=("6(a)", "6")),
            measure=wild_flush.flush_length,
            limits=(
                Limit(1, LAW(nj="38.6(d)", card="6(a)[1]"), "a flush of up to four cards", up_to=4),
                Limit(2, LAW(nj="38.6(d)", card="6(a)[2]"), "a five card flush", up_to=5),
                Limit(3, LAW(nj="38.6(d)", card="6(a)[3]"), "a six or seven card flush"),
            ),
        ),
    ),
    outcomes={
        Outcome.FOLD: Pays(LAW(nj="38.10(a)2", card="6(b)"), {"ante": LOSE}),
        Outcome.PLAYER_HIGHER: Pays(LAW(nj=("38.10(c)3", "38.11(b)"), card="8(a)"), {"ante": EVEN, "play": EVEN}),
        Outcome.DEALER_HIGHER: Pays(LAW(nj="38.10(c)2", card="8(b)"), {"ante": LOSE, "play": LOSE}),
        Outcome.TIE: Pays(LAW(nj="38.10(c)4", card=("8(c)", "intro(6)")), {"ante": PUSH, "play": PUSH}),
    },
    entry=Entry.always(Needs("ante", LAW(nj="38.6(c)", card="2"))),
    bonuses=(
        Bonus(
            "flush_rush",
            "pay table of the flush rush, on the longest flush",
            FLUSH_RUSH,
            on=flush_rush_class,
            clause=LAW(nj=("38.6(d)[2]", "38.1 Flush Rush", "38.6(e)", "38.5(d)"), card=("9", "6(b)")),
            loses=LAW(nj="38.10(c)1", card="9"),
            lost_by_fold=LAW(nj="38.10(a)2", card="6(b)"),
        ),
        Bonus(
            "super_flush_rush",
            "pay table of the super flush rush, on the longest straight flush",
            SUPER_FLUSH_RUSH,
            on=super_flush_rush_class,
            clause=LAW(nj=("38.6(d)[2]", "38.1 Super Flush Rush", "38.6(e)", "38.5(e)"), card=("10", "6(b)")),
            loses=LAW(nj="38.10(c)1", card="10"),
            lost_by_fold=LAW(nj="38.10(a)2", card="6(b)"),
        ),
    ),
    irregular=Irregular(
        void_hand=LAW(nj="38.12(d)", everywhere="reading 30"),
        void_wagers=LAW(nj="38.12(a)", everywhere="reading 30"),
        forfeit=reading(31),
    ),
    choices=(
        Choice("wild_rank", ("highest_missing", "ace", "two"), "the rank a wild deuce takes in a flush", reading(1)),
        Choice(
            "straight_flush_outranks",
            (False, True),
            "whether a straight flush beats a flush of the same length in the main game",
            reading(2),
        ),
        Choice(
            "flush_rush_pays_straights",
            (True, False),
            "whether the flush rush pays a flush that is also a straight",
            reading(3),
        ),
    ),
    hands=(
        HandType(
            "longest flush",
            "more cards of one suit beat fewer; deuces are wild",
            "Ah Th 7h 2c 2d 9s 5c",
            LAW(nj="38.5(b)2", card="intro(4)"),
        ),
        HandType(
            "7 card straight flush",
            "seven of a suit in sequence, deuces wild",
            "3d 4d 5d 2c 7d 8d 9d",
            LAW(nj="38.5(e)4", card="10 7-Card Straight Flush"),
        ),
        HandType(
            "6 card straight flush",
            "six of a suit in sequence",
            "8s 9s Ts Js Qs Ks 4h",
            LAW(nj="38.5(e)3", card="10 6-Card Straight Flush"),
        ),
        HandType(
            "5 card straight flush",
            "five of a suit in sequence",
            "Ac 2h 3c 4c 5c 9d Kh",
            LAW(nj="38.5(e)2", card="10 5-Card Straight Flush"),
        ),
        HandType(
            "4 card straight flush",
            "four of a suit in sequence",
            "6h 7h 8h 9h 3c Jd Ks",
            LAW(nj="38.5(e)1", card="10 4-Card Straight Flush"),
        ),
        HandType("7 card flush", "seven of a suit", "As Ts 9s 7s 5s 4s 2h", LAW(nj="38.5(d)3", card="9 7-Card Flush")),
        HandType("6 card flush", "six of a suit", "Kd Td 9d 7d 5d 3d 4s", LAW(nj="38.5(d)2", card="9 6-Card Flush")),
        HandType("5 card flush", "five of a suit", "Qc Tc 8c 6c 2d 9h As", LAW(nj="38.5(d)1", card="9 5-Card Flush")),
    ),
    procedure=PROCEDURE,
    borrows={
        "card": (
            Borrowing("procedure", "nj", "how cards and chips are handled, and irregularities", clause=reading(30)),
        )
    },
    basis=(
        Basis(LAW(nj="38.1 Round of play"), "pitboss.table.showdown.programme:round_of_play"),
        Basis(LAW(nj="38.1 Stub"), "pitboss.table.showdown.state:rest_of_deck"),
        Basis(LAW(nj="38.10(a)1"), "pitboss.table.showdown.decide:_decide"),
        Basis(LAW(nj="38.1"), "pitboss.games.what_the_flush:GAME"),
        Basis(LAW(nj="38.1 Suit"), "pitboss.cards:SUITS"),
        Basis(
            LAW(
                nj=("38.5(a)", "38.5(b)", "38.5(b)1", "38.5(b)2", "38.5(c)"),
                card=("intro(3)", "intro(4)", "intro(5)", "intro(7)"),
            ),
            "pitboss.ranking.wild_flush:wild_flush",
        ),
        Basis(LAW(nj=("38.10(a)", "38.10(b)"), card=("5", "7")), "pitboss.games.what_the_flush:without_exposed_deuce"),
        Basis(LAW(nj="38.11(a)"), "pitboss.showdown.describe:odds_in_words"),
        Basis(LAW(nj=("38.12(a)", "38.12(d)")), "pitboss.showdown.settlement:settle"),
    ),
)
