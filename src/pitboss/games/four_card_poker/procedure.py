"""How Four Card Poker is dealt and settled at a table: N.J.A.C. 19:47-27.2 and 27.4 to 27.12."""

from pitboss.regulations.citation import Citation, Law
from pitboss.showdown.procedure import (
    Completion,
    Give,
    Procedure,
    by_automated_shoe,
    by_hand,
    by_shoe,
    card_handling,
    either_order,
    irregularities,
    wager_handling,
)

LAW = Law(nj="NJ FCP 19:47-")

SECTIONS = {
    "cards": "27.2",
    "opening": "27.4",
    "shuffle": "27.5",
    "wagers": "27.6",
    "shoe": "27.7",
    "hand": "27.8",
    "automated": "27.9",
    "completion": "27.10",
    "irregular": "27.12",
}


def cite(part: str, paragraph: str) -> Citation:
    return LAW(nj=SECTIONS[part] + paragraph)


ONE_AT_A_TIME = (Give("players", 1), Give("dealer", 1)) * 5 + (Give("dealer", 1, face_up=True),)

SHOE = by_shoe(
    cite,
    "one card at a time from a manual shoe; the dealer's fifth and sixth together, the sixth face up",
    (ONE_AT_A_TIME,),
    "bcdef",
)

BOTTOM = 0

PROCEDURE = Procedure(
    cards=card_handling(cite),
    wagers=wager_handling(cite, {"ante": cite("wagers", "(a)1"), "aces_up": cite("wagers", "(a)2")}, most_positions=2),
    methods={
        "manual_shoe": SHOE,
        "hand": by_hand(cite, SHOE, "cde"),
        "automated_shoe": by_automated_shoe(
            cite,
            SHOE,
            "stacks of five from an automated shoe; the bottom card of one more stack is the dealer's sixth",
            ((Give("players", 5), Give("dealer", 5), Give("extra", 5, face_up=True, keeps=BOTTOM)),),
            "cde",
        ),
    },
    completion=Completion(
        examine=cite("completion", "(a)"),
        forfeits=cite("completion", "(c)"),
        reveal=cite("completion", "(d)"),
        alternatives=either_order(cite, "(e)"),
        dealer_cards=cite("completion", "(e)"),
        pick_up=cite("completion", "(f)"),
    ),
    irregularities=irregularities(cite),
    devices=cite("irregular", "(g)"),
)
