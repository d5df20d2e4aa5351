"""High Card Flush: N.J.A.C. 13:69F-38 with the layout of 13:69E-1.13Y, and the Massachusetts rules."""

from functools import cache

from pitboss.games.high_card_flush.paytables import (
    AKQJT9_SUITED_WINS_ALL,
    FLUSH_BONUS,
    LAW,
    LAYOUT,
    PROGRESSIVE_MA,
    PROGRESSIVE_NJ,
    STRAIGHT_FLUSH_BONUS,
)
from pitboss.games.high_card_flush.procedure import PROCEDURE
from pitboss.ranking import flush
from pitboss.ranking.words import RANK_WORDS
from pitboss.regulations.citation import Citation, reading
from pitboss.regulations.layout import BEHIND, FRONT, LEFT, LINE, RIGHT, Area, Box, Inscription
from pitboss.regulations.options import Amount, Choice
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
    Contribution,
    Deal,
    Entry,
    HandType,
    Irregular,
    Later,
    Limit,
    Maximum,
    Options,
    Outcome,
    Pays,
    Progressive,
    Qualification,
    Showdown,
)
from pitboss.showdown.preconditions import Needs

NINE = RANK_WORDS.index("nine")
SIX_FROM_THE_ACE = 6 << 4 | RANK_WORDS.index("ace")


def flush_class(options: Options) -> Classify:
    """The flush bonus goes by the number of cards in the longest flush."""
    return ByValue(flush.flush_length)


def straight_flush_class(options: Options) -> Classify:
    """The straight flush bonus goes by length; with a suit named, seven cards of another suit count as six."""
    return _lengths(options["seven_card_suit"], False)


def progressive_class(options: Options, jurisdiction: str) -> Classify:
    """As the straight flush bonus; where the table says so, A-K-Q-J-T-9 of a suit ranks with seven cards."""
    return _lengths(options["seven_card_suit"], (jurisdiction, options["progressive"]) in AKQJT9_SUITED_WINS_ALL)


@cache
def _lengths(suit: str | None, AKQJT9_wins_all: bool) -> Classify:
    def length(run: int) -> int:
        return 7 if AKQJT9_wins_all and run == SIX_FROM_THE_ACE else run >> 4

    def one_card_less(run: int) -> int:
        return length(run - (1 << 4) if run >> 4 == 7 else run)

    return ByMeasure(flush.longest_straight_flush, length, suit, one_card_less if suit else None)


def limits(*clauses: Citation) -> tuple[Limit, ...]:
    """How many antes a raise may be, by the longest flush."""
    four, five, seven = clauses
    return (
        Limit(1, four, "a two, three or four card flush", up_to=4),
        Limit(2, five, "a five card flush", up_to=5),
        Limit(3, seven, "a six or seven card flush"),
    )


GAME = Showdown(
    name="high-card-flush",
    title="High Card Flush",
    jurisdictions={"nj": "New Jersey", "ma": "Massachusetts"},
    positions=6,
    positions_clause=Citation((*LAYOUT(nj="1.13Y(a)").clauses, *reading(28).clauses)),
    deal=Deal(player=7, dealer=7, clause=LAW(nj=("38.7(c)", "38.7(d)"), ma=("7(c)", "7(d)"))),
    ranking=lambda options: flush.RANKING,
    ante=Ante(
        "placed before the deal; a fold loses it",
        LAW(nj=("38.6(a)1", "38.1 Ante", "38.6(a)"), ma=("6(a)(1)", "1 Ante", "6(a)")),
    ),
    decisions=(
        Later(
            "raise",
            "after seeing the cards, to stay in; without it the hand is folded",
            clause=LAW(
                nj=(
                    "38.6(a)5",
                    "38.6(a)5(a)",
                    "38.6(a)5(b)",
                    "38.1 Raise wager",
                    "38.1 Raise wager(a)",
                    "38.1 Raise wager(b)",
                ),
                ma=("6(a)(5)", "6(a)(5)(i)", "6(a)(5)(ii)", "1 Raise wager", "1 Raise wager(1)", "1 Raise wager(2)"),
            ),
            decision=LAW(nj="38.10(b)", ma="10(b)"),
            measure=flush.flush_length,
            limits=limits(
                LAW(nj=("38.6(a)5(b)(i)", "38.1 Raise wager(b)(i)"), ma=("6(a)(5)(ii)a", "1 Raise wager(2)(i)")),
                LAW(nj=("38.6(a)5(b)(ii)", "38.1 Raise wager(b)(ii)"), ma=("6(a)(5)(ii)b", "1 Raise wager(2)(ii)")),
                LAW(nj=("38.6(a)5(b)(iii)", "38.1 Raise wager(b)(iii)"), ma=("6(a)(5)(ii)c", "1 Raise wager(2)(iii)")),
            ),
        ),
    ),
    qualification=Qualification(
        flush.flush_at_least(3, NINE),
        "a 3 card flush, nine high",
        LAW(
            nj=("38.1 Dealer's qualifying hand", "38.10(e)1"),
            ma=("1 Dealer's qualifying hand", "10(e)(1)"),
        ),
    ),
    outcomes={
        Outcome.FOLD: Pays(LAW(nj=("38.10(b)", "38.1 Fold"), ma=("10(b)", "1 Fold")), {"ante": LOSE}),
        Outcome.DEALER_FAILS: Pays(
            LAW(nj=("38.10(e)1(i)", "38.11(b)"), ma=("10(e)(1)(i)", "11(b)")), {"ante": EVEN, "raise": PUSH}
        ),
        Outcome.PLAYER_HIGHER: Pays(
            LAW(nj=("38.10(e)1(ii)(A)", "38.10(e)1(ii)"), ma=("10(e)(1)(ii)a", "10(e)(1)(ii)")),
            {"ante": EVEN, "raise": EVEN},
        ),
        Outcome.DEALER_HIGHER: Pays(LAW(nj="38.10(e)1(ii)(B)", ma="10(e)(1)(ii)b"), {"ante": LOSE, "raise": LOSE}),
        Outcome.TIE: Pays(
            LAW(nj=("38.10(e)1(ii)(C)", "38.1 Push"), ma=("10(e)(1)(ii)c", "1 Push")), {"ante": PUSH, "raise": PUSH}
        ),
    },
    entry=Entry.always(Needs("ante", LAW(nj="38.1 Ante", ma="1 Ante"))),
    bonuses=(
        Bonus(
            "flush_bonus",
            "pay table of the flush bonus, on the longest flush",
            FLUSH_BONUS,
            on=flush_class,
            clause=LAW(
                nj=("38.6(a)2", "38.1 Flush Bonus wager", "38.10(e)2", "38.10(e)2(i)"),
                ma=("6(a)(2)", "1 Flush Bonus wager", "10(e)(2)", "10(e)(2)(i)"),
            ),
            loses=LAW(nj="38.11(c)", ma="11(c)"),
            lost_by_fold=LAW(nj="38.10(c)", ma="10(c)"),
        ),
        Bonus(
            "straight_flush_bonus",
            "pay table of the straight flush bonus, on the longest straight flush",
            STRAIGHT_FLUSH_BONUS,
            on=straight_flush_class,
            clause=LAW(
                nj=("38.6(a)3", "38.1 Straight Flush Bonus wager", "38.10(e)2(ii)"),
                ma=("6(a)(3)", "1 Straight Flush Bonus wager", "10(e)(2)(ii)"),
            ),
            loses=LAW(nj="38.11(d)", ma="11(d)"),
            lost_by_fold=LAW(nj="38.10(c)", ma="10(c)"),
        ),
    ),
    progressive=Progressive(
        "progressive",
        "pay table of the progressive, on the longest straight flush",
        tables={"nj": PROGRESSIVE_NJ, "ma": PROGRESSIVE_MA},
        on=progressive_class,
        stake=1_00,
        opening_meter=10_000_00,
        contributions=(
            Contribution(
                "main", {"A": 24, "B": 23, "C": 21, "D": 25}, LAW(nj="38.11(f) Main Meter", ma="11(f) Main Meter")
            ),
            Contribution(
                "secondary",
                {"A": 2, "B": 2, "C": 5, "D": 5},
                LAW(nj="38.11(f) Secondary Meter", ma="11(f) Secondary Meter"),
            ),
        ),
        clause=LAW(
            nj=("38.6(a)4", "38.1 Progressive payout wager", "38.10(e)2(iii)"),
            ma=("6(a)(4)", "1 Progressive payout wager", "10(e)(2)(iii)"),
        ),
        loses=LAW(nj="38.11(e)", ma="11(e)"),
        stake_clause=LAW(nj=("38.6(a)4", "38.12(a)"), ma=("6(a)(4)", "12(a)")),
        lost_by_fold=LAW(nj="38.12(c)", ma="12(c)"),
        won_after_fold=LAW(nj="38.10(c)", ma="10(c)"),
        survives_fold_option="progressive_survives_fold",
        order_option="progressive_order",
        meter_clause=LAW(nj="38.11(f)", ma="11(f)"),
        order_clause=LAW(nj="38.12(f)", ma="12(f)"),
    ),
    maximum=Maximum(
        ("flush_bonus", "straight_flush_bonus"),
        per_hand="max_per_hand",
        per_round="max_per_round",
        clause=LAW(nj="38.11(h)", ma="11(g)"),
    ),
    irregular=Irregular(
        void_hand=LAW(nj="38.13(c)", ma="13(c)"),
        void_wagers=LAW(nj="38.13(c)", ma="13(c)"),
        forfeit=LAW(nj="38.10(a)", ma="10(a)"),
    ),
    choices=(
        Choice(
            "progressive_survives_fold",
            (False, True),
            "whether a folded hand can win the progressive",
            LAW(nj="38.12(c)", ma="12(c)"),
        ),
        Choice(
            "progressive_order",
            ("dealer_right_first", "dealer_left_first"),
            "who is paid first when several win the progressive in a round",
            LAW(nj="38.12(f)", ma="12(f)"),
        ),
        Choice(
            "seven_card_suit",
            (None, "c", "d", "h", "s"),
            "the only suit whose 7 card straight flush counts as seven cards",
            LAW(nj="38.5(c)2", ma="5(c)(2)"),
        ),
        Amount("max_per_hand", "the most that both bonuses pay a hand together", LAW(nj="38.11(h)", ma="11(g)")),
        Amount("max_per_round", "the most that both bonuses pay a round together", LAW(nj="38.11(h)", ma="11(g)")),
    ),
    hands=(
        HandType(
            "longest flush",
            "more cards of one suit beat fewer",
            "Ah Kh 9h 4h 2h 3c Jd",
            LAW(nj="38.5(b)(1)", ma="5(b)(1)"),
        ),
        HandType(
            "7 card straight flush",
            "seven of a suit in sequence",
            "3d 4d 5d 6d 7d 8d 9d",
            LAW(nj="38.5(c)1", ma="5(c)(1)"),
        ),
        HandType(
            "6 card straight flush",
            "six of a suit in sequence",
            "8s 9s Ts Js Qs Ks 2h",
            LAW(nj="38.5(c)3", ma="5(c)(3)"),
        ),
        HandType(
            "5 card straight flush",
            "five of a suit in sequence",
            "Ac 2c 3c 4c 5c 9d Kh",
            LAW(nj="38.5(c)4", ma="5(c)(4)"),
        ),
        HandType(
            "4 card straight flush",
            "four of a suit in sequence",
            "6h 7h 8h 9h 2c Jd Ks",
            LAW(nj="38.5(c)5", ma="5(c)(5)"),
        ),
        HandType(
            "3 card straight flush",
            "three of a suit in sequence; the ace is high or low, never between",
            "Qd Kd Ad 5c 8h 3s 2s",
            LAW(nj="38.5(c)6", ma="5(c)(5)"),
        ),
        HandType("7 card flush", "seven of a suit", "As Ts 9s 7s 5s 4s 2s", LAW(nj="38.5(c)7", ma="5(c)(6)")),
        HandType("6 card flush", "six of a suit", "Kd Td 9d 7d 5d 3d 2s", LAW(nj="38.5(c)8", ma="5(c)(7)")),
        HandType("5 card flush", "five of a suit", "Qc Tc 8c 6c 2c 9h As", LAW(nj="38.5(c)9", ma="5(c)(8)")),
        HandType("4 card flush", "four of a suit", "Qh Th 8h 6h 2c 9d As", LAW(nj="38.5(c)10", ma="5(c)(9)")),
    ),
    layout=(
        Inscription("house", "the name of the house", LAYOUT(nj="1.13Y(b)1")),
        Area("ante", "a betting area at each position", LAYOUT(nj="1.13Y(b)2"), ("ante",), LINE),
        Area("raise", "a betting area right in front of each ante", LAYOUT(nj="1.13Y(b)3"), ("raise",), FRONT),
        Area(
            "bonuses and progressive",
            "a betting area of each wager offered, behind the ante",
            LAYOUT(nj="1.13Y(b)4"),
            ("flush_bonus", "straight_flush_bonus", "progressive"),
            BEHIND,
        ),
        Inscription("odds", "what the bonuses and the progressive pay", LAYOUT(nj="1.13Y(b)5")),
        Inscription("raises", "how much may be raised on which hand", LAYOUT(nj="1.13Y(b)6")),
        Inscription("qualifying hand", "the hand with which the dealer qualifies", LAYOUT(nj="1.13Y(b)7")),
        Box("drop box", "on the dealer's side of the table, left of the dealer", LAYOUT(nj="1.13Y(c)"), LEFT),
        Box("tip box", "on the dealer's side of the table, right of the dealer", LAYOUT(nj="1.13Y(c)"), RIGHT),
    ),
    procedure=PROCEDURE,
    basis=(
        Basis(LAW(nj="38.1 Round of play", ma="1 Round of play"), "pitboss.table.showdown.programme:round_of_play"),
        Basis(LAW(nj="38.1 Stub", ma="1 Stub"), "pitboss.table.showdown.state:rest_of_deck"),
        Basis(LAW(nj="38.1 Cover card", ma="1 Cover card"), "pitboss.table.showdown.tasks:_cut"),
        Basis(LAYOUT(nj="1.13Y(b)"), "pitboss.layout.sheet:sheet_of"),
        Basis(LAW(nj="38.1", ma="1"), "pitboss.games.high_card_flush:GAME"),
        Basis(LAW(nj="38.1 Suit", ma="1 Suit"), "pitboss.cards:SUITS"),
        Basis(
            LAW(nj=("38.5(a)", "38.5(b)", "38.5(b)(1)", "38.5(b)(2)"), ma=("5(a)", "5(b)", "5(b)(1)", "5(b)(2)")),
            "pitboss.ranking.flush:longest_flush",
        ),
        Basis(LAW(nj=("38.5(a)", "38.5(c)"), ma=("5(a)", "5(c)")), "pitboss.ranking.flush:longest_straight_flush"),
        Basis(LAW(nj="38.11(i)", ma="11(h)"), "pitboss.ranking.flush:longest_straight_flush"),
        Basis(LAW(nj="38.11(a)", ma="11(a)"), "pitboss.showdown.describe:odds_in_words"),
        Basis(LAW(nj=("38.11(f)", "38.12(f)"), ma=("11(f)", "12(f)")), "pitboss.showdown.progressive:ProgressiveRules"),
        Basis(LAW(nj=("38.11(f)", "38.12(f)"), ma=("11(f)", "12(f)")), "pitboss.showdown.progressive:pay"),
        Basis(LAW(nj="38.12(f)", ma="12(f)"), "pitboss.showdown.settlement:_pay_progressive"),
        Basis(LAW(nj="38.11(h)", ma="11(g)"), "pitboss.showdown.settlement:_cut_to_maximum"),
        Basis(LAW(nj="38.11(h)", ma="11(g)"), "pitboss.regulations.paytables:PayTables"),
    ),
)
