"""How High Card Flush is dealt and settled at a table: N.J.A.C. 13:69F-38 and the Massachusetts rules."""

import msgspec

from pitboss.games.high_card_flush.paytables import LAW, LAYOUT
from pitboss.regulations.citation import Citation, reading
from pitboss.showdown.procedure import (
    ANY_TEXT,
    BONUSES,
    CONTEST,
    Alternative,
    Completion,
    Effect,
    Give,
    HandOrder,
    Irregularity,
    Procedure,
    ProgressiveHandling,
    by_automated_shoe,
    by_hand,
    by_shoe,
    card_handling,
    in_brackets,
    irregularities,
    join,
    several,
    wager_handling,
)

SECTIONS = {
    "cards": 2,
    "opening": 3,
    "shuffle": 4,
    "wagers": 6,
    "shoe": 7,
    "hand": 8,
    "automated": 9,
    "completion": 10,
    "progressive": 12,
    "irregular": 13,
}


def cite(part: str, paragraph: str) -> Citation:
    return LAW(nj=f"38.{SECTIONS[part]}{paragraph}", ma=f"{SECTIONS[part]}{in_brackets(paragraph)}")


SEVEN_EACH = ((Give("players", 7), Give("dealer", 7)),)

SHOE = msgspec.structs.replace(
    by_shoe(cite, "seven consecutive cards a hand from a manual shoe, the dealer's last", SEVEN_EACH, "bcefg"),
    deal_dealer=cite("shoe", "(d)"),
)

CONTEST_FIRST = join(several(cite, "completion", "(e)", "(e)1", "(e)2"), reading(135))
"""The paragraph numbers imply the order."""

IRREGULARITIES = irregularities(cite)

PROCEDURE = Procedure(
    cards=card_handling(cite),
    wagers=wager_handling(
        cite,
        {
            "ante": cite("wagers", "(a)1"),
            "flush_bonus": cite("wagers", "(a)2"),
            "straight_flush_bonus": cite("wagers", "(a)3"),
            "progressive": cite("progressive", "(a)"),
        },
        most_positions=3,
    ),
    methods={
        "manual_shoe": SHOE,
        "hand": msgspec.structs.replace(by_hand(cite, SHOE, "cef"), deal_dealer=cite("hand", "(d)")),
        "automated_shoe": msgspec.structs.replace(
            by_automated_shoe(
                cite, SHOE, "stacks of seven from an automated shoe, the dealer's last", SEVEN_EACH, "cef"
            ),
            deal_dealer=cite("automated", "(d)"),
        ),
    },
    completion=Completion(
        examine=cite("completion", "(a)"),
        forfeits=cite("completion", "(b)"),
        forfeits_at_once=True,
        discards=cite("completion", "(b)"),
        declares=cite("completion", "(c)"),
        reveal=cite("completion", "(d)"),
        alternatives={
            "hand_by_hand": Alternative(
                "finish each hand before the next",
                by_hand=True,
                order=cite("completion", "(e)"),
                reveal=cite("completion", "(e)"),
                take=cite("completion", "(e)3"),
                pay=cite("completion", "(e)3"),
                collect=cite("completion", "(e)3"),
                within={ANY_TEXT: HandOrder((CONTEST, BONUSES), CONTEST_FIRST)},
            ),
        },
        dealer_cards=cite("completion", "(f)"),
        pick_up=cite("completion", "(e)3"),
    ),
    progressive=ProgressiveHandling(
        lock=LAW(nj=("38.12(b)(1)", "38.12(b)"), ma=("12(b)(1)", "12(b)")),
        collect=LAW(nj="38.12(b)(2)", ma="12(b)(2)"),
        verify=LAW(nj="38.12(b)(3)", ma="12(b)(3)"),
        place=LAW(nj="38.12(b)(4)", ma="12(b)(4)"),
        verify_payout=join(LAW(nj="38.12(f)", ma="12(f)"), reading(136)),
        document_payout=LAW(nj=("38.12(e)", "38.12(f)"), ma=("12(e)", "12(f)")),
        document=LAW(nj=("38.12(f)", "38.12(e)", "38.12(d)"), ma=("12(f)", "12(e)", "12(d)")),
        reset=LAW(nj="38.12(f)", ma="12(f)"),
        system=join(LAW(nj="38.12(a)", ma="12(a)"), LAYOUT(nj="1.13Y(d)")),
    ),
    irregularities={
        **IRREGULARITIES,
        "wrong_number": msgspec.structs.replace(IRREGULARITIES["wrong_number"], at_dealer_clause=cite("shoe", "(f)2")),
        "communication": Irregularity(
            "a player exchanges or communicates information on the hand before the dealer's is revealed",
            Effect.FORFEIT,
            cite("completion", "(a)"),
            whose=("player",),
        ),
    },
    devices=cite("irregular", "(g)"),
)
