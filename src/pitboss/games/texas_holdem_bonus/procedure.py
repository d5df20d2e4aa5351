"""How Texas Hold 'Em Bonus is dealt and settled: 19:47-28.1 and 28.2, the rest as Four Card Poker (reading 27)."""

from pitboss.regulations.citation import Citation, Law, reading
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
    join,
    wager_handling,
)

PAGES = Law(nj="NJ THB 19:47-")

PRINTED = {"(a)", "(b)", "(b)1", "(b)2"}
"""What there is of 28.2."""


def cite(part: str, paragraph: str) -> Citation:
    if part == "cards" and paragraph in PRINTED:
        return PAGES(nj="28.2" + paragraph)
    return reading(27)


BURN = Give("burn", 1)
FLOP = (BURN, Give("community", 3, face_up=True))
TURN = RIVER = (BURN, Give("community", 1, face_up=True))
BOARD = (FLOP, TURN, RIVER)

SHOE = by_shoe(
    cite,
    "one card at a time from a manual shoe; a burn before flop, turn and river",
    ((Give("players", 1), Give("dealer", 1)) * 2, *BOARD),
    "bcdef",
    deal=join(reading(27), PAGES(nj=("28.1 Burn", "28.1 Flop", "28.1 Turn", "28.1 River"))),
)

PROCEDURE = Procedure(
    cards=card_handling(cite, cover_cards=2),
    wagers=wager_handling(cite, {"ante": reading(27), "bonus": reading(27)}, most_positions=2),
    methods={
        "manual_shoe": SHOE,
        "hand": by_hand(cite, SHOE, "cde", deal=SHOE.deal),
        "automated_shoe": by_automated_shoe(
            cite,
            SHOE,
            "stacks of two from an automated shoe; a burn before flop, turn and river",
            ((Give("players", 2), Give("dealer", 2)), *BOARD),
            "cde",
            deal=SHOE.deal,
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
