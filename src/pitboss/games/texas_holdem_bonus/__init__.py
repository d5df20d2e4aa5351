"""Texas Hold 'Em Bonus Poker: N.J.A.C. 19:47-28, and the facts its missing pages leave out."""

from pitboss.cards import Suits
from pitboss.games.texas_holdem_bonus.procedure import PROCEDURE
from pitboss.ranking import five_card
from pitboss.ranking.words import RANK_WORDS
from pitboss.regulations.citation import Citation, Law, reading
from pitboss.regulations.options import Choice
from pitboss.regulations.paytables import Block, PayTables, Row
from pitboss.showdown.declaration import (
    EVEN,
    LOSE,
    PUSH,
    Ante,
    AnteMinimum,
    Basis,
    Bonus,
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
from pitboss.showdown.preconditions import Needs

PAGES = Law(nj="NJ THB 19:47-")


def fact(name: str, *pages: str) -> Citation:
    """A rule from the facts, with the definitions in the pages that it carries out."""
    return Citation((("nj", (f"rules THB{' ' if name else ''}{name}", *(f"NJ THB 19:47-{page}" for page in pages))),))


BOTH_ACES, PAIR_OF_ACES, AK_SUITED, AQ_AJ_SUITED, AK, PICTURE_PAIR, AQ_AJ, LOW_PAIR, NOTHING = range(9)

JACK, QUEEN, KING, ACE = (1 << RANK_WORDS.index(rank) for rank in ("jack", "queen", "king", "ace"))


def hole_class(own: Suits, value: int) -> int:
    """The class of two cards in the bonus table."""
    c, d, h, s = own
    ranks = c | d | h | s
    suited = ranks in (c, d, h, s)
    if ranks & ranks - 1 == 0:
        return PAIR_OF_ACES if ranks == ACE else PICTURE_PAIR if ranks >= JACK else LOW_PAIR
    if ranks == ACE | KING:
        return AK_SUITED if suited else AK
    if ranks == ACE | QUEEN or ranks == ACE | JACK:
        return AQ_AJ_SUITED if suited else AQ_AJ
    return NOTHING


BONUS = PayTables(
    "bonus",
    (
        Block(
            ("",),
            (
                Row("player and dealer both a pair of aces", BOTH_ACES, (1000,), fact("bonus Both a pair of aces")),
                Row("pair of aces", PAIR_OF_ACES, (30,), fact("bonus Pair of aces")),
                Row("A-K suited", AK_SUITED, (25,), fact("bonus A-K suited")),
                Row("A-Q or A-J suited", AQ_AJ_SUITED, (20,), fact("bonus A-Q or A-J suited")),
                Row("A-K", AK, (15,), fact("bonus A-K")),
                Row(
                    "pair of kings, queens or jacks", PICTURE_PAIR, (10,), fact("bonus Pair of kings, queens or jacks")
                ),
                Row("A-Q or A-J", AQ_AJ, (5,), fact("bonus A-Q or A-J")),
                Row("pair of tens down to twos", LOW_PAIR, (3,), fact("bonus Pair of tens down to twos")),
            ),
        ),
    ),
    fact("bonus"),
)

ANTE_WINS_WITH = {"flush": five_card.FLUSH, "straight": five_card.STRAIGHT}

STAYED_IN = ("flop", "turn", "river")

GAME = Showdown(
    name="texas-holdem-bonus",
    title="Texas Hold 'Em Bonus",
    jurisdictions={"nj": "New Jersey"},
    positions=6,
    positions_clause=reading(28),
    deal=Deal(
        player=2,
        dealer=2,
        community=5,
        clause=fact("deal", "28.1 Community card", "28.1 Flop", "28.1 Turn", "28.1 River"),
    ),
    ranking=lambda options: five_card.RANKING,
    ante=Ante("placed before the deal; a fold loses it", fact("ante", "28.1 Ante")),
    decisions=(
        Later(
            "flop",
            "after two cards, exactly twice the ante, to see the flop; without it the hand is folded",
            clause=fact("flop", "28.1 Flop wager"),
            decision=fact("fold", "28.1 Fold"),
            least=2,
            limits=(Limit(2, fact("flop")),),
        ),
        Later(
            "turn",
            "after the flop, exactly the ante, or a check",
            clause=fact("turn", "28.1 Turn wager"),
            decision=fact("turn"),
            limits=(Limit(1, fact("turn")),),
            declined_by="check",
        ),
        Later(
            "river",
            "after the turn card, exactly the ante, or a check",
            clause=fact("river", "28.1 River wager"),
            decision=fact("river"),
            limits=(Limit(1, fact("river")),),
            declined_by="check",
        ),
    ),
    ante_minimum=AnteMinimum(
        lambda options: five_card.at_least(ANTE_WINS_WITH[options["ante_wins_with"]]),
        "the hand from which a winning ante is paid",
        fact("ante wins with"),
    ),
    outcomes={
        Outcome.FOLD: Pays(fact("fold"), {"ante": LOSE}),
        Outcome.PLAYER_HIGHER: Pays(fact("player higher"), {"ante": EVEN, **dict.fromkeys(STAYED_IN, EVEN)}),
        Outcome.PLAYER_HIGHER_WEAK: Pays(fact("player higher"), {"ante": PUSH, **dict.fromkeys(STAYED_IN, EVEN)}),
        Outcome.DEALER_HIGHER: Pays(fact("dealer higher"), {"ante": LOSE, **dict.fromkeys(STAYED_IN, LOSE)}),
        Outcome.TIE: Pays(fact("tie", "28.1 Push"), {"ante": PUSH, **dict.fromkeys(STAYED_IN, PUSH)}),
    },
    entry=Entry.always(Needs("ante", fact("ante"))),
    bonuses=(
        Bonus(
            "bonus",
            "pay table of the bonus, on the player's two cards",
            BONUS,
            on=lambda options: hole_class,
            clause=fact("bonus", "28.1 Bonus wager"),
            loses=fact("bonus"),
            lost_by_fold=fact("bonus fold"),
            survives_fold="bonus_survives_fold",
            both={PAIR_OF_ACES: BOTH_ACES},
        ),
    ),
    irregular=Irregular(void_hand=reading(27), void_wagers=reading(27), forfeit=reading(31)),
    choices=(
        Choice(
            "ante_wins_with",
            ("flush", "straight"),
            "the least hand with which a winning ante is paid",
            fact("ante wins with"),
        ),
        Choice(
            "bonus_survives_fold", (False, True), "whether the bonus is still settled after a fold", fact("bonus fold")
        ),
    ),
    hands=tuple(
        HandType(name, says, example, fact("ranking"))
        for name, says, example in (
            ("royal flush", "ten to ace of one suit", "Th Jh Qh Kh Ah 2c 7d"),
            ("straight flush", "five of a suit in sequence", "5d 6d 7d 8d 9d Kc Kh"),
            ("four of a kind", "four of a rank", "8c 8d 8h 8s Kd 2c 3h"),
            ("full house", "three of a rank and two of another", "Jc Jd Js 4h 4s 9c 2d"),
            ("flush", "five of a suit", "Kd 9d 7d 4d 2d Ac Ah"),
            ("straight", "five in sequence; the ace is high or low", "Ac 2d 3h 4s 5c Kd 9h"),
            ("three of a kind", "three of a rank", "7c 7d 7s Kh Jd 4c 2h"),
            ("two pair", "two of a rank and two of another", "Jh Js 4c 4d Ah 9c 7d"),
            ("pair", "two of a rank", "9h 9s Jc 6d 2h Kd 4c"),
            ("high card", "none of these; the highest card counts first", "Qs Td 8h 6c 2d 3h 4s"),
        )
    ),
    procedure=PROCEDURE,
    basis=(
        Basis(PAGES(nj="28.1 Round of play"), "pitboss.table.showdown.programme:round_of_play"),
        Basis(PAGES(nj="28.1 Stub"), "pitboss.table.showdown.state:rest_of_deck"),
        Basis(PAGES(nj="28.1"), "pitboss.games.texas_holdem_bonus:GAME"),
        Basis(fact(""), "pitboss.games.texas_holdem_bonus:GAME"),
        Basis(PAGES(nj="28.1 Suit"), "pitboss.cards:SUITS"),
        Basis(fact("ranking", "28.1 Hand", "28.1 Rank"), "pitboss.ranking.five_card:best_five"),
    ),
)
