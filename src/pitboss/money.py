"""Money is a whole number of cents inside, and a decimal string with two places in files: 1000 and "10.00"."""

import re
from typing import Any

import msgspec

from pitboss.refusal import Refusal, shown, spoken

MOST_CENTS = 1_000_000_000_000_00
"""No single amount is larger than 1,000,000,000,000.00."""

_DOLLARS_AND_CENTS = re.compile(r"-?(?:0|[1-9][0-9]{0,4000})\.[0-9]{2}").fullmatch
_USUAL_WAGERS = re.compile(r"[1-9][0-9]{0,11}+\.[0-9]{2}(?:,[1-9][0-9]{0,11}+\.[0-9]{2})*+").fullmatch

_numbers = msgspec.json.Decoder(list[int]).decode

_CENTS = [f".{cents:02d}" for cents in range(100)]


# Amounts are not remembered: there are too many to stay in the processor's cache, and reading or writing one anew is
# quicker than fetching it from memory.


def write_money(cents: int) -> str:
    """`"10.00"` for 1000, `"-0.05"` for -5."""
    if cents < 0:
        return f"-{-cents // 100}{_CENTS[-cents % 100]}"
    return f"{cents // 100}{_CENTS[cents % 100]}"


def write_gain(cents: int) -> str:
    """`"+10.00"` for 1000, `"-0.05"` for -5, `"0.00"` for nothing."""
    return f"+{write_money(cents)}" if cents > 0 else write_money(cents)


def read_money(text: object, what: str) -> int:
    """The cents of `"10.00"`; `what` names the amount in a refusal."""
    if not isinstance(text, str) or not _DOLLARS_AND_CENTS(text):
        raise Refusal(
            "money_malformed",
            f'Write the {spoken(what)} as dollars and cents in a string, such as "10.00"; got {shown(text)}.',
        )
    cents = int(text.replace(".", ""))
    if 0 <= cents <= MOST_CENTS and text[0] != "-":
        return cents
    raise _out_of_range(cents, what)


def read_wager(text: object, what: str) -> int:
    """The cents of a wager, which must be more than nothing."""
    cents = read_money(text, what)
    if cents == 0:
        raise Refusal("wager_zero", f"Leave the {spoken(what)} out or bet something on it: a wager of 0.00 is none.")
    return cents


def read_usual_wagers(texts: list[Any]) -> list[int] | None:
    """The cents of many wagers at one go. None if one of them is not usual and must be read by itself.

    Usual is from 1.00 to twelve digits of dollars. Without their points such amounts are a JSON list of numbers, which
    the decoder reads several times as fast as Python does one by one.
    """
    try:
        joined = ",".join(texts)
    except TypeError:
        return None
    if not _USUAL_WAGERS(joined):
        return None
    cents = _numbers(f"[{joined.replace('.', '')}]")
    return cents if len(cents) == len(texts) else None


def _out_of_range(cents: int, what: str) -> Refusal:
    name, text = spoken(what), write_money(cents)
    if cents <= 0:
        return Refusal("wager_negative", f"The {name} is below zero ({text}); an amount cannot be.")
    return Refusal("wager_too_large", f"The {name} of {text} is over the most taken, {write_money(MOST_CENTS)}.")
