"""High Card Flush in the tests: its two texts, and short ways to write a round of it.

Both texts say nearly the same in nearly the same order. A test of what they share takes the fixture `hcf`, runs under
both and names New Jersey's clauses (N.J.A.C. 13:69F-38); `Text.law` turns them to Massachusetts' numbering. What only
one text says is tested with `NJ` or `MA`.
"""

import re
from dataclasses import dataclass
from typing import Any

import pytest

import pitboss
from pitboss.showdown.describe import describe
from pitboss.showdown.rules import Rules
from tests.support import clauses, rows

NO_HAND = "2c 3c 4c 2d 3d 5d 2h"  # a 3 card flush, five high: the dealer does not qualify
SIDE_CARDS = ["9d", "Jd", "5h", "Th", "Kc"]  # no three of a suit, no two in sequence

WIN, LOSE, PUSH = ("win", "10.00"), ("lose", "0.00"), ("push", "0.00")
MAIN_GAME = ("ante", "raise")

IN_MASSACHUSETTS = {  # where it does not only put brackets round New Jersey's numbers
    "38.6(a)5(b)(i)": "6(a)(5)(ii)a",
    "38.6(a)5(b)(ii)": "6(a)(5)(ii)b",
    "38.6(a)5(b)(iii)": "6(a)(5)(ii)c",
    "38.10(e)1(ii)(A)": "10(e)(1)(ii)a",
    "38.10(e)1(ii)(B)": "10(e)(1)(ii)b",
    "38.10(e)1(ii)(C)": "10(e)(1)(ii)c",
    "38.11(h)": "11(g)",
}


@dataclass(frozen=True)
class Text:
    """One of the two texts; `name` is that of its jurisdiction."""

    name: str

    def law(self, clause: str) -> str:
        """A clause of New Jersey's as this text writes it.

        Massachusetts has `6(a)(1)` for `38.6(a)1`, `11(c) 7 card flush` for `38.11(c) 7 Card Flush`, and one row
        `11(e) 7 card straight flush` of a pay table where New Jersey adds which tables it is in: `[A,B]`.
        """
        if self.name == "nj":
            return "NJ HCF 13:69F-" + clause
        if clause in IN_MASSACHUSETTS:
            return "MA HCF " + IN_MASSACHUSETTS[clause]
        in_brackets = re.sub(r"(?<=\))(\d+)", r"(\1)", clause.removeprefix("38."))
        return "MA HCF " + re.sub(r"(?<= )\d Card .*", lambda row: row[0].removesuffix(" [A,B]").lower(), in_brackets)

    def a_round(
        self, *seats: dict[str, Any], dealer: str = NO_HAND, meters: Any = None, **options: Any
    ) -> dict[str, Any]:
        """A round; `meters` are the readings of main and secondary."""
        made: dict[str, Any] = {
            "game": "high-card-flush",
            "jurisdiction": self.name,
            "options": options,
            "dealer": dealer,
            "positions": list(seats),
        }
        if meters:
            made["meters"] = {"main": meters[0], "secondary": meters[1]}
        return made

    def against(self, cards: str, dealer: str) -> dict[str, Any]:
        return self.a_round(seat(cards), dealer=dealer)

    def wagered(self, wager: str, cards: str, stake: str = "5.00", **options: Any) -> dict[str, Any]:
        """One player with one side wager, against a dealer who does not qualify: the main game gains 10.00."""
        return self.a_round(seat(cards, side={wager: stake}), **options)

    def house(self, **options: Any) -> Rules:
        return pitboss.games.showdown("high-card-flush").rules(self.name, options)

    def refused_option(self, **options: Any) -> pitboss.Refusal:
        with pytest.raises(pitboss.Refusal) as caught:
            self.house(**options)
        return caught.value

    def printed(self, title: str, **options: Any) -> list[list[str]]:
        """The rows of the one table of the printed rules whose title starts so."""
        found = [table.rows for table in describe(self.house(**options)).tables if table.title.startswith(title)]
        assert len(found) == 1, title
        return found[0]

    def titles(self, **options: Any) -> list[str]:
        return [table.title for table in describe(self.house(**options)).tables]


NJ, MA = Text("nj"), Text("ma")


def hand(suited: str) -> str:
    """Seven cards: those given, and side cards that add no flush."""
    given = suited.split()
    return " ".join(given + SIDE_CARDS[: 7 - len(given)])


# Straight flushes of seven cards down to three, in spades, hearts, clubs and diamonds
S7, S6, S5 = hand("3s 4s 5s 6s 7s 8s 9s"), hand("3s 4s 5s 6s 7s 8s"), hand("3s 4s 5s 6s 7s")
S4, S3 = hand("3s 4s 5s 6s"), hand("3s 4s 5s")
H7, H6 = "3h 4h 5h 6h 7h 8h 9h", "3h 4h 5h 6h 7h 8h Qc"
C7 = "7c 8c 9c Tc Jc Qc Kc"
D7, D6 = "7d 8d 9d Td Jd Qd Kd", "6d 7d 8d 9d Td Jd Kc"
H5 = "3h 4h 5h 6h 7h Qc Kd"


def seat(
    cards: str, *actions: Any, position: int = 1, ante: str = "10.00", side: dict[str, str] | None = None
) -> dict[str, Any]:
    """A position with an ante and side wagers; unless told otherwise it raises as much as the ante."""
    return {
        "position": position,
        "cards": cards,
        "wagers": {"ante": ante} | (side or {}),
        "actions": list(actions) or [{"raise": ante}],
    }


def row(round_: dict[str, Any], wager: str, position: int = 1) -> tuple[str, str, str]:
    """Outcome, payment and clause of one wager."""
    return (*rows(round_, position)[wager], clauses(round_, position)[wager])


def meters_after(round_: dict[str, Any]) -> tuple[str, str]:
    meters = pitboss.settle(round_).as_json()["meters"]
    return meters["main"], meters["secondary"]


def is_a_sentence(message: str) -> bool:
    """Words for a dealer: no names of the program's own."""
    return message[0].isupper() and message.endswith(".") and "_" not in message and len(message.split()) > 4
