"""Amounts, cards and typed text as people read them."""

import re
from collections.abc import Sequence

from pitboss.money import write_money

Cards = Sequence[str]
SIGNS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}


def grouped(amount: str) -> str:
    """`10000.00` as people read it."""
    dollars, cents = amount.split(".")
    return f"{int(dollars):,}.{cents}"


def signed(cents: int) -> str:
    return ("+" if cents > 0 else "") + f"{'-' if cents < 0 else ''}{grouped(write_money(abs(cents)))}"


def unsigned(text: str) -> int:
    """The cents that `signed` wrote."""
    return int(re.sub(r"[+,.]", "", text))


def name(card: str) -> str:
    """`10♥` for `Th`."""
    return card[0].replace("T", "10") + SIGNS[card[1]]


def printable(text: str) -> str:
    """No typed control character reaches the terminal."""
    return "".join(sign if sign.isprintable() else "?" for sign in text)
