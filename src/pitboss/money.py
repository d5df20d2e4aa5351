"""Money is a whole number of cents inside, and a decimal string with two places in files: 1000 and "10.00"."""

import re
from functools import lru_cache

from pitboss.refusal import Refusal

MOST_CENTS = 1_000_000_000_000_00
"""No single amount is larger than 1,000,000,000,000.00."""

_DOLLARS_AND_CENTS = re.compile(r"(-?)(0|[1-9][0-9]{0,40})\.([0-9]{2})")


def read_money(text: object, what: str) -> int:
    """The cents of `"10.00"`; `what` names the amount in a refusal."""
    if type(text) is str:
        cents = _read(text)
        if cents is not None:
            if 0 <= cents <= MOST_CENTS:
                return cents
            raise _out_of_range(cents, what)
    raise Refusal(
        "money_malformed",
        f'Write the {what} as dollars and cents in a string, such as "10.00"; got {shown(text)}.',
    )


def read_wager(text: object, what: str) -> int:
    """The cents of a wager, which must be more than nothing."""
    cents = read_money(text, what)
    if cents == 0:
        raise Refusal("wager_zero", f"Leave the {what} out or bet something on it: a wager of 0.00 is none.")
    return cents


def _out_of_range(cents: int, what: str) -> Refusal:
    if cents < 0:
        return Refusal("wager_negative", f"The {what} is below zero ({write_money(cents)}); an amount cannot be.")
    return Refusal("wager_too_large", f"The {what} of {write_money(cents)} is over the most taken, 1000000000000.00.")


@lru_cache(maxsize=65536)
def _read(text: str) -> int | None:
    match = _DOLLARS_AND_CENTS.fullmatch(text)
    if match is None:
        return None
    sign, dollars, cents = match.groups()
    amount = int(dollars) * 100 + int(cents)
    return -amount if sign else amount


@lru_cache(maxsize=65536)
def write_money(cents: int) -> str:
    """`"10.00"` for 1000, `"-0.05"` for -5."""
    sign = "-" if cents < 0 else ""
    dollars, rest = divmod(abs(cents), 100)
    return f"{sign}{dollars}.{rest:02d}"


def shown(value: object) -> str:
    """A value as it stands in the file, cut short, to quote in a refusal."""
    text = f'"{value}"' if isinstance(value, str) else repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
