"""What a person types: amounts, wagers and decisions, in the ways people write them."""

import re
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from pitboss.money import read_money
from pitboss.play.words import grouped
from pitboss.refusal import Refusal, shown, spoken
from pitboss.showdown.declaration import Later
from pitboss.showdown.rules import Rules
from pitboss.table.showdown.setup import House

Data = dict[str, Any]

_AMOUNT = re.compile(r"\$?([0-9]{1,12}|[0-9]{1,3}(?:,[0-9]{3}){1,3})(?:\.([0-9]{1,2}))?").fullmatch
COMMA_BETWEEN = re.compile(r",(?![0-9]{3}(?![0-9]))")


def read_amount(text: str) -> str | None:
    """`10`, `$10`, `10.5` and `1,000` as money is written in files; None for anything else."""
    found = _AMOUNT(text)
    if not found:
        return None
    return f"{int(found[1].replace(',', ''))}.{(found[2] or '').ljust(2, '0')}"


def read_wagers(rules: Rules, line: str) -> dict[str, str]:
    """The wagers of a game in which hands are compared."""
    return read_amounts(offered(rules), rules.not_offered, line)


def read_amounts(order: Sequence[str], not_offered: Callable[[str], Refusal], line: str) -> dict[str, str]:
    """Wagers as people type them: amounts in the order of the layout, or names with amounts; `-` or 0 leaves one out.

    Only the shape is judged here. Whether such wagers may be placed is the table's to say.
    """
    found: dict[str, str] = {}
    name: list[str] = []
    unnamed = iter(order)
    for part in COMMA_BETWEEN.sub(" ", re.sub(r"[=:;]", " ", line.casefold())).split():
        amount = "0.00" if part == "-" else read_amount(part)
        if amount is None:
            if not re.fullmatch(r"[a-z_']+", part):
                raise Refusal("money_malformed", f"Write amounts such as 10 or 10.50; got {shown(part)}.")
            name.append(part)
            continue
        wager = _wager(order, "_".join(name)) if name else next(unnamed, None)
        if wager is None:
            raise Refusal("too_many_amounts", f"Give one amount for each wager: {', '.join(map(spoken, order))}.")
        if wager in found:
            raise Refusal("wager_twice", f"Bet on the {spoken(wager)} once.")
        found[wager] = amount
        name = []
    if name:
        wager = _wager(order, "_".join(name))
        if wager not in order:
            raise not_offered(wager)
        raise Refusal("amount_missing", f"Say how much on the {spoken(wager)}, such as {wager} 10.")
    return {wager: amount for wager, amount in found.items() if amount != "0.00"}


def _wager(order: Sequence[str], typed: str) -> str:
    """The wager meant, by its name or the start of one name only. An unknown one is left for the table to refuse."""
    meant = [wager for wager in order if wager.startswith(typed)]
    return typed if typed in order or len(meant) != 1 else meant[0]


def offered(rules: Rules) -> tuple[str, ...]:
    """The wagers that can be placed before the deal, in the order of the layout."""
    return tuple(wager for wager in rules.game.wagers() if wager in rules.offered)


class Choice(NamedTuple):
    """Something the person can do now: the key to press, the command it gives, and what it is called."""

    key: str
    command: Data
    action: str
    amount: str

    @property
    def label(self) -> str:
        """`[f]old`, `chec[k]`, `[2] raise 20.00`."""
        if self.key in self.action:
            before, _, after = self.action.partition(self.key)
            return f"{before}[{self.key}]{after}{self._amount}"
        return f"[{self.key}] {self.action}{self._amount}"

    @property
    def _amount(self) -> str:
        return f" {grouped(self.amount)}" if self.amount else ""


KEPT = frozenset("?bcrqv")
"""Keys that mean the same at every prompt, so that no wager is placed by whoever wanted the rules."""


def decision_keys(house: House, step: Later, ante: int, commands: list[Data]) -> list[Choice]:
    """A key for each legal choice: a letter of its name, or how many antes it takes where that letter is another's."""
    decline = next(letter for letter in step.declined_by[0] + step.declined_by[::-1] if letter not in KEPT)
    letters = [each.name[0] for each in house.game.decisions]
    free = not KEPT.intersection(letters) and not any(each.declined_by[0] in letters for each in house.game.decisions)
    placing = [command for command in commands if command["action"] == step.name]
    found = []
    for command in commands:
        amount = command.get("amount", "")
        times = str(read_money(amount, step.name) // ante) if amount else ""
        key = decline if not amount else letters[0] if free and len(placing) == 1 else times
        found.append(Choice(key, command, command["action"], amount))
    return found


def read_choice(choices: list[Choice], step: Later, least: Data, line: str) -> Data:
    """The decision meant. What is not among the choices goes to the table as typed, to be refused by its clause.

    `least` is the command that places the smallest amount, whether there are chips for it or not.
    """
    word, *rest = line.casefold().split() or [""]
    if not word:
        raise Refusal("nothing_chosen", f"Choose {one_of([choice.label for choice in choices])}.")
    for choice in choices:
        if not rest and (word == choice.key or (choice.amount and read_amount(word) == choice.amount)):
            return choice.command
    amount = read_amount("".join(rest)) or shown(" ".join(rest)) if rest else None
    action = _action(step, word)
    if action == step.name and not amount:
        placing = [choice for choice in choices if choice.amount]
        if len(placing) == 1:
            return placing[0].command
        if placing:
            raise Refusal("amount_missing", f"Say how much: {one_of([choice.label for choice in placing])}.")
        return least
    command = {field: held for field, held in least.items() if field != "amount"} | {"action": action}
    return command | ({"amount": amount} if amount else {})


def _action(step: Later, word: str) -> str:
    meant = [each for each in (step.declined_by, step.name) if each.startswith(word)]
    return meant[0] if len(meant) == 1 else word[:40]


def one_of(words: list[str]) -> str:
    return " or ".join([", ".join(words[:-1]), words[-1]] if words[1:] else words)
