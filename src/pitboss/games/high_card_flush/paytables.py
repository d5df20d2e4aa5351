"""The pay tables of High Card Flush, as both texts print them."""

from pitboss.regulations.citation import Law
from pitboss.regulations.paytables import Block, PayTables, Row, Share

LAW = Law(nj="NJ HCF 13:69F-", ma="MA HCF ")
LAYOUT = Law(nj="NJ HCF 13:69E-")


def _length(length: int, what: str, section: str, pays: tuple[int | None, ...]) -> Row:
    """A row of a table that both states print alike; the hand's class is its number of cards."""
    return Row(
        f"{length} card {what}",
        length,
        pays,
        LAW(nj=f"38.11({section}) {length} Card {what.title()}", ma=f"11({section}) {length} card {what}"),
    )


FLUSH_BONUS = PayTables(
    "flush_bonus",
    (
        Block(
            tuple("ABCDEFGHIJKLMN"),
            (
                _length(7, "flush", "c", (300, 100, 200, 300, 200, 500, 400, 1000, 150, 150, 400, 300, 500, 500)),
                _length(6, "flush", "c", (100, 20, 20, 75, 60, 50, 60, 50, 20, 25, 100, 80, 80, 100)),
                _length(5, "flush", "c", (10, 10, 10, 5, 12, 12, 12, 10, 10, 10, 10, 11, 11, 10)),
                _length(4, "flush", "c", (1, 1, 2, 2, 2, 1, 1, 1, 1, 2, 2, 1, 1, 1)),
            ),
        ),
    ),
    LAW(nj="38.11(c)", ma="11(c)"),
)

STRAIGHT_FLUSH_BONUS = PayTables(
    "straight_flush_bonus",
    (
        Block(
            tuple("ABCDEF"),
            (
                _length(7, "straight flush", "d", (8000, 500, 500, 1000, 500, 1000)),
                _length(6, "straight flush", "d", (1000, 200, 200, 500, 200, 500)),
                _length(5, "straight flush", "d", (100, 100, 100, 100, 100, 100)),
                _length(4, "straight flush", "d", (60, 50, 75, 75, 60, 60)),
                _length(3, "straight flush", "d", (7, 9, 7, 7, 8, 8)),
            ),
        ),
    ),
    LAW(nj="38.11(d)", ma="11(d)"),
    licensee="G",
    licensee_clause=LAW(nj="38.11(h)", ma="11(g)"),
)

ALL, TENTH = Share(100), Share(10)

PROGRESSIVE_NJ = PayTables(
    "progressive",
    (
        Block(
            ("A", "B"),
            (
                Row("7 card straight flush", 7, (ALL, ALL), LAW(nj="38.11(e) 7 Card Straight Flush [A,B]")),
                Row("6 card straight flush", 6, (TENTH, TENTH), LAW(nj="38.11(e) 6 Card Straight Flush [A,B]")),
                Row("5 card straight flush", 5, (250, 750), LAW(nj="38.11(e) 5 Card Straight Flush [A,B]")),
                Row("4 card straight flush", 4, (50, 60), LAW(nj="38.11(e) 4 Card Straight Flush [A,B]")),
                Row("3 card straight flush", 3, (3, None), LAW(nj="38.11(e) 3 Card Straight Flush [A,B]")),
            ),
        ),
        Block(
            ("C", "D"),
            (
                Row(
                    "7 card straight flush or AKQJT9 suited",
                    7,
                    (ALL, ALL),
                    LAW(nj="38.11(e) 7 Card Straight Flush or AKQJT9 Suited [C,D]"),
                ),
                Row(
                    "6 card straight flush (A23456 to 89TJQK)",
                    6,
                    (TENTH, TENTH),
                    LAW(nj="38.11(e) 6 Card Straight Flush (A23456-89TJQK Suited) [C,D]"),
                ),
                Row("5 card straight flush", 5, (300, 800), LAW(nj="38.11(e) 5 Card Straight Flush [C,D]")),
                Row("4 card straight flush", 4, (50, 50), LAW(nj="38.11(e) 4 Card Straight Flush [C,D]")),
                Row("3 card straight flush", 3, (3, None), LAW(nj="38.11(e) 3 Card Straight Flush [C,D]")),
            ),
        ),
    ),
    LAW(nj="38.11(e)"),
)

AKQJT9_SUITED_WINS_ALL = frozenset((("nj", "C"), ("nj", "D")))
"""The state and tables in which A-K-Q-J-T-9 of a suit is paid like seven cards (reading 9)."""

PROGRESSIVE_MA = PayTables(
    "progressive",
    (
        Block(
            ("A", "B", "C", "D"),
            (
                Row("7 card straight flush", 7, (ALL, ALL, ALL, ALL), LAW(ma="11(e) 7 card straight flush")),
                Row("6 card straight flush", 6, (TENTH, TENTH, TENTH, TENTH), LAW(ma="11(e) 6 card straight flush")),
                Row("5 card straight flush", 5, (250, 750, 300, 800), LAW(ma="11(e) 5 card straight flush")),
                Row("4 card straight flush", 4, (50, 60, 50, 50), LAW(ma="11(e) 4 card straight flush")),
                Row("3 card straight flush", 3, (3, None, 3, None), LAW(ma="11(e) 3 card straight flush")),
            ),
        ),
    ),
    LAW(ma="11(e)"),
)
