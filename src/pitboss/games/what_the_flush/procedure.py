"""How What The Flush is dealt and settled at a table: N.J.A.C. 13:69F-38, and the maker's rules card."""

import msgspec

from pitboss.regulations.citation import Citation, Law, reading
from pitboss.showdown.procedure import (
    BONUSES,
    CONTEST,
    Alternative,
    Completion,
    Effect,
    Expose,
    Give,
    HandOrder,
    Irregularity,
    Procedure,
    WagerHandling,
    by_automated_shoe,
    by_hand,
    by_shoe,
    card_handling,
    irregularities,
    join,
    several,
)

LAW = Law(nj="NJ WTF 13:69F-", card="WTF card ")

SECTIONS = {
    "cards": "38.2",
    "opening": "38.3",
    "shuffle": "38.4",
    "wagers": "38.6",
    "shoe": "38.7",
    "hand": "38.8",
    "automated": "38.9",
    "completion": "38.10",
    "irregular": "38.12",
}


def cite(part: str, paragraph: str) -> Citation:
    return LAW(nj=SECTIONS[part] + paragraph)


PASSES = tuple(str(number) for number in range(1, 16))

ONE_AT_A_TIME = (Give("players", 1), Give("dealer", 1)) * 7 + (Give("dealer", 1),)

SHOE = by_shoe(
    cite,
    "one card at a time from a manual shoe, an eighth to the dealer",
    (ONE_AT_A_TIME,),
    "bcef-",
    deal=join(several(cite, "shoe", "(d)", *("(d)" + each for each in PASSES)), cite("shoe", "(c)")),
)

AUTOMATED = msgspec.structs.replace(
    by_automated_shoe(
        cite,
        SHOE,
        "stacks from an automated shoe: eight cards to the dealer first, then seven to each player",
        ((Give("dealer", 8), Give("players", 7)),),
        "cde",
    ),
    counting_device=cite("automated", "(f)"),
    jurisdictions=("nj",),
)

SECOND_FROM_TOP = 5

PACKETS = msgspec.structs.replace(
    AUTOMATED,
    says="packets from the shuffler: seven cards to each player, then eight to the dealer",
    streets=((Give("players", 7), Give("dealer", 8)),),
    deal=LAW(card="3"),
    stub=LAW(card="4"),
    needs_shuffler=LAW(card="1"),
    jurisdictions=("card",),
)

TWO_PACKETS = msgspec.structs.replace(
    PACKETS,
    says="packets of seven: one to each player, two for the dealer, of the second its top card burnt and the next kept",
    streets=((Give("players", 7), Give("dealer", 7), Give("extra", 7, face_up=True, keeps=SECOND_FROM_TOP)),),
    deal=LAW(card=("3(a)(i)", "3(a)")),
    positions=5,
)

IRREGULARITIES = irregularities(cite, "bcdaef")

PROCEDURE = Procedure(
    cards=msgspec.structs.replace(card_handling(cite), idle_both_decks=True),
    wagers=WagerHandling(
        chips=cite("wagers", "(a)"),
        seated=cite("wagers", "(f)"),
        close=cite("wagers", "(b)"),
        limits=dict.fromkeys(("ante", "flush_rush", "super_flush_rush"), reading(44)),
        positions=LAW(nj="38.13"),
        most_positions=1,
    ),
    methods={
        "manual_shoe": msgspec.structs.replace(SHOE, jurisdictions=("nj",)),
        "hand": msgspec.structs.replace(
            by_hand(cite, SHOE, "cde", deal=several(cite, "hand", "(c)", *("(c)" + each for each in PASSES))),
            jurisdictions=("nj",),
        ),
        "automated_shoe": AUTOMATED,
        "packets": PACKETS,
        "two_packets": TWO_PACKETS,
    },
    completion=Completion(
        examine=cite("completion", "(a)"),
        forfeits=LAW(nj="38.10(a)2", card="6(b)"),
        forfeits_at_once=True,
        reveal=LAW(nj="38.10(b)", card="7"),
        alternatives={
            "hand_by_hand": Alternative(
                "finish each hand before the next",
                by_hand=True,
                order=LAW(nj="38.10(c)", card="8"),
                reveal=LAW(nj="38.10(c)", card="8"),
                take=LAW(nj="38.10(c)2", card="8(b)"),
                pay=LAW(nj="38.10(c)3", card="8(a)"),
                collect=cite("completion", "(d)"),
                collect_last=True,
                take_sides=LAW(nj="38.10(c)1", card=("9", "10")),
                pay_sides=LAW(nj="38.10(c)1", card=("9", "10")),
                within={
                    "nj": HandOrder((BONUSES, CONTEST), LAW(nj="38.10(c)")),
                    "card": HandOrder((CONTEST, BONUSES), join(LAW(card=("8", "9", "10")), reading(135))),
                },
            ),
        },
        announces=cite("completion", "(c)"),
        dealer_cards=cite("completion", "(d)"),
        pick_up=cite("completion", "(d)"),
        expose={"nj": Expose(top=True, clause=LAW(nj="38.10(a)")), "card": Expose(top=False, clause=LAW(card="5"))},
    ),
    irregularities=IRREGULARITIES
    | {
        "card_exposed": Irregularity(
            "a card other than the dealer's turned up one is exposed before all have decided",
            Effect.VOID_CONTEST,
            cite("irregular", "(a)"),
            whose=("dealer", "player", "stub", "shoe"),
        ),
        "card_face_up": msgspec.structs.replace(IRREGULARITIES["card_face_up"], after_the_deal=Effect.VOID_CONTEST),
        "wrong_number": msgspec.structs.replace(
            IRREGULARITIES["wrong_number"],
            effect=Effect.VOID_HAND,
            at_dealer_clause=join(cite("shoe", "(f)2"), reading(7)),
        ),
    },
    devices=cite("irregular", "(g)"),
)
