"""How Spanish 21 is dealt and settled at a table: N.J.A.C. 19:47-19.12 to 19.15, and readings where it is silent."""

from pitboss.regulations.citation import Law, reading
from pitboss.shoe.procedure import Procedure, WagerHandling, card_steps, irregularities, round_steps

PAGES = Law(nj="NJ S21 19:47-")
FACTS = Law(nj="rules S21")

PROCEDURE = Procedure(
    cards=card_steps(),
    round=round_steps(check=FACTS(nj=" check"), draw=PAGES(nj="19.12(b)")),
    recut=reading(52),
    cut_card=reading(53),
    wagers=WagerHandling(
        chips=reading(54),
        seated=reading(54),
        close=reading(54),
        boxes=PAGES(nj="19.14"),
        decides=PAGES(nj="19.13(b)"),
        limits={
            "bet": FACTS(nj=" bet"),
            "match_the_dealer": FACTS(nj=" match"),
            "insurance": FACTS(nj=" insurance limit"),
        },
    ),
    irregularities=irregularities(
        {letter: PAGES(nj=f"19.15({letter})") for letter in "abcdefghijm"},
        {number: PAGES(nj=(f"19.15(l){number}", "19.15(l)")) for number in "12"},
        dealer_may_miss=True,
    ),
    devices=PAGES(nj="19.15(k)"),
    reader=PAGES(nj="19.15(m)"),
    new_reader=reading(151),
    settled_stands=reading(57),
    nothing_left=reading(51),
)
