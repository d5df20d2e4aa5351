"""What a person calls at a table of dice: several wagers in a line, in the ways people say them."""

import re
from itertools import pairwise
from typing import NamedTuple

from pitboss.dice.declaration import Behind, Hop, Number
from pitboss.dice.rules import Rules
from pitboss.play.typed import COMMA_BETWEEN, read_amount
from pitboss.refusal import Refusal, shown, spoken

VERBS = {"on": "call_on", "off": "call_off", "down": "take_down"}
FILLERS = {"the", "a", "my", "for", "and", "each", "with", "behind", "at", "bet", "take", "call", "put", "please"}
ALL = "all"

ALSO_CALLED = {
    "dp": "dont_pass",
    "dc": "dont_come",
    "lay_odds": "lay_odds",
    "lose": "place_to_lose",
    "hardway": "hard",
    "hardways": "hard",
    "seven": "any_seven",
    "big_red": "any_seven",
    "craps": "any_craps",
    "aces": "two",
    "snake_eyes": "two",
    "ace_deuce": "three",
    "yo": "eleven",
    "boxcars": "twelve",
    "midnight": "twelve",
    "whirl": "world",
    "c&e": "craps_eleven",
    "ce": "craps_eleven",
}
"""Names from the rail that stand on no layout."""


class Call(NamedTuple):
    """One thing called: a wager to place, to change to another amount, to take down or to call on or off.

    `wager` is a name without its number; `line` the wager that odds were called for. `amount` is None where none is.
    """

    do: str
    wager: str
    number: str = ""
    dice: str | None = None
    line: str = ""
    amount: str | None = None

    @property
    def words(self) -> str:
        return " ".join(filter(None, (spoken(self.wager), self.number or self.dice)))


def read_calls(rules: Rules, line: str) -> list[Call]:
    """`pass 10, odds 20, place 6 and 8 12, hard 8 5, hop 5-1 1, place 6 off`: commas may be left out.

    Only the shape is judged here. Whether it may be done is the table's to say.
    """
    text = re.sub("['’]", "", line.casefold())
    text = re.sub(r"([a-z])([0-9])", r"\1 \2", text)
    parts = re.split(r"[;\n]", COMMA_BETWEEN.sub(";", text))
    return [call for part in parts for words in _phrases(part) for call in _read(rules, words)]


def _phrases(part: str) -> list[list[str]]:
    """A phrase is a name with its numbers; a word after numbers begins another, unless it ends the part."""
    words = [word for word in re.sub("[=:_]", " ", part).split() if word not in FILLERS]
    found: list[list[str]] = []
    for place, word in enumerate(words):
        last = place == len(words) - 1
        after_number = found and _is_number(found[-1][-1])
        goes_on = _is_number(word) or word == "to" or (last and word in VERBS)
        if not found or (after_number and not goes_on):
            found.append([])
        found[-1].append(word)
    return found


def _is_number(word: str) -> bool:
    """Anything that can only have been meant as one."""
    return not re.search("[a-z]", word) and bool(re.search("[0-9]", word))


def _read(rules: Rules, words: list[str]) -> list[Call]:
    do, rest = _verb(words)
    named = [word for word in rest if not _is_number(word) and word != "on"]
    numbers = [word for word in rest if _is_number(word)]
    if any(word == "to" and _is_number(after) for word, after in pairwise(rest)):
        do = "change"
        del named[-1 - named[::-1].index("to")]  # the last one: another is part of a name
    wager, line = _wager(rules, named) if named or do == "bet" else (ALL, "")
    if not wager:
        raise Refusal("wager_missing", f"Say on what, such as pass 10; got {shown(' '.join(words))}.")
    dice = next((number for number in numbers if "-" in number[1:]), None)
    if dice:
        numbers.remove(dice)
    amount = None
    if do in ("bet", "change"):
        amount = _amount(rules, wager, numbers, dice)
        numbers = numbers[:-1]
    return [Call(do, wager, number, dice, line, amount) for number in numbers or [""]]


def _verb(words: list[str]) -> tuple[str, list[str]]:
    """What is to be done, said first or last, and the rest; to bet is said without a word."""
    if words[0] in VERBS:
        return VERBS[words[0]], words[1:] or [ALL]
    if words[-1] in VERBS:
        return VERBS[words[-1]], words[:-1]
    return "bet", words


def _amount(rules: Rules, wager: str, numbers: list[str], dice: str | None) -> str:
    """The last number is the amount. A wager on a number needs two of them, a hop its dice."""
    on_number = wager in kinds(rules) and not dice
    example = f"{spoken(wager)} {kinds(rules)[wager][-1]}" if on_number else spoken(wager)
    if isinstance(rules.wagers.get(wager), Hop):
        example = f"{wager} {dice or '5-1'}"
        if not dice:
            raise Refusal("dice_missing", f"Say which dice and how much, such as {example} 1.")
    if len(numbers) < 1 + on_number:
        if wager not in kinds(rules):
            rules.wager(wager)  # of a wager that does not exist no amount is asked for
        example = f"{spoken(wager)} {numbers[0]}" if numbers else example
        raise Refusal("amount_missing", f"Say how much, such as {example} 10.")
    most = 2 if isinstance(rules.wagers.get(wager), Behind) else 1
    if not on_number and len(numbers) > most:
        raise Refusal("too_many_amounts", f"Give one amount for the {spoken(wager)}, such as {example} 10.")
    amount = read_amount(numbers[-1])
    if amount is None:
        raise Refusal("money_malformed", f"Write amounts such as 10 or 10.50; got {shown(numbers[-1])}.")
    return amount


def _wager(rules: Rules, named: list[str]) -> tuple[str, str]:
    """The wager meant, by its name, another name for it or the start of one name only; of odds, the line they back.

    An unknown one is left for the table to refuse.
    """
    typed = "_".join(named)
    if "odds" in named and len(named) > 1 and typed != "lay_odds":
        line, _ = _wager(rules, [word for word in named if word not in ("odds", "lay", "laid")])
        backs = [each.name for each in rules.game.behind if line in each.lines]
        return (backs[0], line) if backs else (typed, "")
    typed = ALSO_CALLED.get(typed, typed)
    names = [*kinds(rules), *(name for name, wager in rules.wagers.items() if not isinstance(wager, Number)), ALL]
    meant = [name for name in names if name.startswith(typed)]
    return (typed if typed in names or len(meant) != 1 or not typed else meant[0]), ""


def kinds(rules: Rules) -> dict[str, list[str]]:
    """The wagers that are made on a number, with the numbers they are made on."""
    found: dict[str, list[str]] = {}
    for wager in rules.game.numbers:
        kind, number = kind_and_number(wager.name)
        found.setdefault(kind, []).append(number)
    return found


def kind_and_number(wager: str) -> tuple[str, str]:
    """`place` and `6` of `place_6`; a wager that is not made on a number has none."""
    kind, _, number = wager.rpartition("_")
    return (kind, number) if number.isdecimal() else (wager, "")
