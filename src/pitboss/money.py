"""Money is a whole number of cents inside, and a decimal string with two places in files: 1000 and "10.00"."""

import re

from pitboss.memo import remembered
from pitboss.refusal import Refusal, shown, spoken

MOST_CENTS = 1_000_000_000_000_00
"""No single amount is larger than 1,000,000,000,000.00."""

_DOLLARS_AND_CENTS = re.compile(r"-?(?:0|[1-9][0-9]{0,4000})\.[0-9]{2}").fullmatch


MOST_REMEMBERED = 100_000

KNOWN_WAGERS: dict[str, int] = {}
"""Amounts that `read_wager` has found good, by their text: a look-up here saves reading them again."""


def _write(cents: int) -> str:
    digits = f"{abs(cents):03d}"
    return f"{'-' if cents < 0 else ''}{digits[:-2]}.{digits[-2:]}"


write_money = remembered(_write, MOST_REMEMBERED)
"""`"10.00"` for 1000, `"-0.05"` for -5."""


def read_money(text: object, what: str) -> int:
    """The cents of `"10.00"`; `what` names the amount in a refusal."""
    if not isinstance(text, str) or not _DOLLARS_AND_CENTS(text):
        raise Refusal(
            "money_malformed",
            f'Write the {spoken(what)} as dollars and cents in a string, such as "10.00"; got {shown(text)}.',
        )
    cents = int(text[:-3] + text[-2:])
    if 0 <= cents <= MOST_CENTS and text[0] != "-":
        return cents
    raise _out_of_range(cents, what)


def read_wager(text: object, what: str) -> int:
    """The cents of a wager, which must be more than nothing."""
    if type(text) is str and text in KNOWN_WAGERS:
        return KNOWN_WAGERS[text]
    cents = read_money(text, what)
    if cents == 0:
        raise Refusal("wager_zero", f"Leave the {spoken(what)} out or bet something on it: a wager of 0.00 is none.")
    if len(KNOWN_WAGERS) < MOST_REMEMBERED:
        KNOWN_WAGERS[str(text)] = cents
    return cents


def _out_of_range(cents: int, what: str) -> Refusal:
    name, text = spoken(what), write_money(cents)
    if cents <= 0:
        return Refusal("wager_negative", f"The {name} is below zero ({text}); an amount cannot be.")
    return Refusal("wager_too_large", f"The {name} of {text} is over the most taken, {write_money(MOST_CENTS)}.")
