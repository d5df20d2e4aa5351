"""What a house may choose: pay tables, versions, and readings where the texts are silent or disagree."""

from collections.abc import Mapping
from typing import Any, Protocol

import msgspec

from pitboss.money import read_wager, write_money
from pitboss.refusal import Refusal, shown
from pitboss.regulations.citation import Citation
from pitboss.regulations.paytables import PayTables


class Option(Protocol):
    """One thing to choose. `read` checks a value from a file, `parse` turns command-line text into such a value."""

    @property
    def name(self) -> str: ...
    @property
    def says(self) -> str: ...
    @property
    def clause(self) -> Citation: ...
    @property
    def default(self) -> Any: ...
    def choices(self) -> str: ...
    def values_json(self) -> dict[str, Any]:
        """`values`: those that have a name; `accepts`: what else is taken, such as an amount, or None."""

    def read(self, value: Any, jurisdiction: str) -> Any: ...
    def parse(self, text: str) -> Any: ...


class Choice(msgspec.Struct, frozen=True):
    """One of a few named values; the first is the default."""

    name: str
    values: tuple[str | bool | int | None, ...]
    says: str
    clause: Citation

    @property
    def default(self) -> str | bool | int | None:
        return self.values[0]

    def choices(self) -> str:
        return ", ".join(written(value) for value in self.values)

    def values_json(self) -> dict[str, Any]:
        return {"values": list(self.values), "accepts": None}

    def read(self, value: Any, jurisdiction: str) -> Any:
        for known in self.values:
            if (type(value) is type(known) and value == known) or (known is None and is_none(value)):
                return known
        raise Refusal(
            "bad_option",
            f"Set {self.name} to one of {self.choices()}; got {shown(value)}.",
            self.clause.at(jurisdiction),
        )

    def parse(self, text: str) -> Any:
        return next((value for value in self.values if written(value) == text), text)


class Amount(msgspec.Struct, frozen=True):
    """A sum of money, or none."""

    name: str
    says: str
    clause: Citation
    default: None = None

    def choices(self) -> str:
        return 'an amount such as "500.00", none'

    def values_json(self) -> dict[str, Any]:
        return {"values": [None], "accepts": "amount"}

    def read(self, value: Any, jurisdiction: str) -> str | None:
        if is_none(value):
            return None
        try:
            return write_money(read_wager(value, self.name))
        except Refusal:
            message = f'Set {self.name} to dollars and cents above 0.00 ("500.00") or none; got {shown(value)}.'
            raise Refusal("bad_option", message, self.clause.at(jurisdiction)) from None

    def parse(self, text: str) -> Any:
        return None if text == NONE else text


class PayTableChoice(msgspec.Struct, frozen=True):
    """Which pay table a wager is paid by; `None` where the wager may be left out and the house does not offer it."""

    tables: PayTables
    says: str
    may_be_left_out: bool = True

    @property
    def name(self) -> str:
        return self.tables.name

    @property
    def clause(self) -> Citation:
        return self.tables.clause

    @property
    def default(self) -> Any:
        label = self.tables.labels()[0]
        return label if label else self.tables.odds(label)

    def choices(self) -> str:
        given = [label for label in self.tables.labels() if label and label != self.tables.licensee]
        if self.tables.licensee:
            given.append(f"{self.tables.licensee}:{','.join('n' for _ in self.tables.blocks[0].rows)}")
        if self.tables.at_least or not given:
            given.append("a list of odds no lower" if self.tables.at_least else str(self.default))
        return ", ".join(given + ([NONE] if self.may_be_left_out else []))

    def values_json(self) -> dict[str, Any]:
        given = [label or self.default for label in self.tables.labels() if label != self.tables.licensee]
        accepts = "odds" if self.tables.at_least else "labelled odds" if self.tables.licensee else None
        return {"values": given + ([None] if self.may_be_left_out else []), "accepts": accepts}

    def read(self, value: Any, jurisdiction: str) -> Any:
        if self.may_be_left_out and is_none(value):
            return None
        table = self.tables.choose(value, jurisdiction)
        odds = [int(line.odds) for line in table.lines]
        return value if isinstance(value, str) else {table.label: odds} if isinstance(value, dict) else odds

    def parse(self, text: str) -> Any:
        """`none`, `B`, `G:500,200,100,50,8` or `250,50,4`."""
        if text == NONE:
            return None
        label, colon, amounts = text.partition(":")
        if colon:
            return {label: _numbers(amounts)}
        return _numbers(text) if "," in text or text.isdecimal() else text


def resolve(options: Mapping[str, Option], given: Any, jurisdiction: str, game: str) -> dict[str, Any]:
    """Every option with its value: the house's where given, else the default."""
    if not isinstance(given, Mapping):
        raise Refusal("options_malformed", f"Give the options as an object of names and values; got {shown(given)}.")
    for name in given:
        if name not in options:
            raise Refusal(
                "unknown_option", f"{game} has no option {shown(name)}; it has {', '.join(options) or 'none'}."
            )
    return {
        name: option.read(given[name], jurisdiction) if name in given else option.default
        for name, option in options.items()
    }


def is_none(value: Any) -> bool:
    """In a file none is `null`; the word that people read and type is taken too."""
    return value is None or value == NONE


NONE = "none"


def written(value: str | bool | int | None) -> str:
    """A value as the command line has it."""
    if value is None:
        return NONE
    return str(value).lower() if isinstance(value, bool) else str(value)


def _numbers(text: str) -> list[int | str]:
    return [int(part) if part.isdecimal() and len(part) < 12 else part for part in text.split(",")]
