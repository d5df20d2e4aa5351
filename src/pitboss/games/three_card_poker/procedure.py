"""How Three Card Poker is dealt and settled at a table: N.J.A.C. 19:47-20.2 and 20.4 to 20.12."""

import msgspec

from pitboss.regulations.citation import Citation, Law, reading
from pitboss.showdown.procedure import (
    Completion,
    Give,
    Method,
    Procedure,
    by_automated_shoe,
    by_hand,
    by_shoe,
    card_handling,
    either_order,
    irregularities,
    join,
    several,
    wager_handling,
)

LAW = Law(nj="NJ TCP 19:47-")

SECTIONS = {
    "cards": "20.2",
    "opening": "20.4",
    "shuffle": "20.5",
    "wagers": "20.6",
    "shoe": "20.7",
    "hand": "20.8",
    "automated": "20.9",
    "completion": "20.10",
    "irregular": "20.12",
}

DEVICES_MISSING = {"(e)", "(f)", "(g)"}
"""20.12 breaks off after (d)."""


def cite(part: str, paragraph: str) -> Citation:
    if part == "irregular" and paragraph in DEVICES_MISSING:
        return reading(26)
    return LAW(nj=SECTIONS[part] + paragraph)


ONE_AT_A_TIME = (Give("players", 1), Give("dealer", 1)) * 3

SHOE = by_shoe(cite, "one card at a time from a manual shoe", (ONE_AT_A_TIME,), "bcdef")


def covered(method: Method) -> Method:
    """The dealer's stack lies under a cover card until it is revealed."""
    return msgspec.structs.replace(method, cover=cite("cards", "(c)"), uncover=cite("completion", "(b)"))


IRREGULARITIES = irregularities(cite)

PROCEDURE = Procedure(
    cards=card_handling(cite),
    wagers=wager_handling(
        cite, {"ante": cite("wagers", "(a)1"), "pair_plus": cite("wagers", "(a)2")}, most_positions=2
    ),
    methods={
        "manual_shoe": SHOE,
        "hand": by_hand(cite, SHOE, "cde"),
        "automated_shoe": covered(
            by_automated_shoe(
                cite,
                SHOE,
                "stacks of three from an automated shoe; the dealer's under a cover card, before the decisions",
                ((Give("players", 3), Give("dealer", 3)),),
                "cde",
                deal=join(cite("automated", "(c)"), cite("automated", "(c)1")),
            )
        ),
        "automated_shoe_dealer_last": covered(
            by_automated_shoe(
                cite,
                SHOE,
                "stacks of three from an automated shoe; the dealer's stays in the shoe until all have decided",
                ((Give("players", 3),), (Give("dealer", 3),)),
                "cde",
                deal=join(cite("automated", "(c)"), cite("automated", "(c)2")),
            )
        ),
    },
    completion=Completion(
        examine=cite("completion", "(a)"),
        forfeits=cite("completion", "(b)"),
        reveal=cite("completion", "(b)"),
        alternatives=either_order(cite, "(c)"),
        dealer_cards=cite("completion", "(c)"),
        pick_up=cite("completion", "(d)"),
    ),
    irregularities=IRREGULARITIES
    | {
        "card_exposed": msgspec.structs.replace(
            IRREGULARITIES["card_exposed"],
            clause=join(cite("irregular", "(d)"), several(cite, "automated", "(c)1", "(c)2"), reading(137)),
        )
    },
    devices=cite("irregular", "(g)"),
)
