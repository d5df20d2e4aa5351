"""How Double Attack Blackjack is dealt and settled at a table: its irregularities (h) to (m), and readings."""

from pitboss.regulations.citation import Law, reading
from pitboss.shoe.procedure import Procedure, WagerHandling, card_steps, irregularities, round_steps

PAGES = Law(nj="NJ DAB 19:47-")
FACTS = Law(nj="rules DAB")

PROCEDURE = Procedure(
    cards=card_steps(),
    round=round_steps(check=FACTS(nj=" check"), draw=FACTS(nj=" dealer")),
    recut=reading(52),
    cut_card=reading(53),
    wagers=WagerHandling(
        chips=reading(54),
        seated=reading(54),
        close=reading(54),
        boxes=reading(78),
        decides=reading(78),
        limits={
            "bet": FACTS(nj=" bet"),
            "attack": FACTS(nj=" attack"),
            "bust_it": FACTS(nj=" bust it limit"),
            "insurance": reading(72),
        },
    ),
    irregularities=irregularities(
        {letter: reading(77) for letter in "abcdefg"} | {letter: PAGES(nj=f"({letter})") for letter in "hijm"},
        {number: PAGES(nj=(f"(l){number}", "(l)")) for number in "12"},
        dealer_may_miss=False,
    ),
    devices=PAGES(nj="(k)"),
    reader=PAGES(nj="(m)"),
    new_reader=reading(151),
    settled_stands=reading(57),
    nothing_left=reading(51),
)
