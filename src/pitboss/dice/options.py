"""What a house chooses in a dice game: a whole number of a few, and how many odds it takes."""

from typing import Any

import msgspec

from pitboss.refusal import Refusal, shown
from pitboss.regulations.citation import Citation
from pitboss.regulations.options import NONE, is_none


class WholeNumber(msgspec.Struct, frozen=True):
    """One of a few whole numbers; the first is the default."""

    name: str
    values: tuple[int, ...]
    says: str
    clause: Citation

    @property
    def default(self) -> int:
        return self.values[0]

    def choices(self) -> str:
        return ", ".join(map(str, self.values))

    def values_json(self) -> dict[str, Any]:
        return {"values": list(self.values), "accepts": None}

    def read(self, value: Any, jurisdiction: str) -> int:
        for known in self.values:
            if value == str(known) or (type(value) is int and value == known):
                return known
        message = f"Set {self.name} to one of {self.choices()}; got {shown(value)}."
        raise Refusal("bad_option", message, self.clause.at(jurisdiction))

    def parse(self, text: str) -> str:
        return text


class Multiples(msgspec.Struct, frozen=True):
    """The most odds as multiples of the wager they stand behind: one set by point, or the same for every point.

    Inside it is text: "3-4-5x", or "10x" for a flat multiple. A flat one may be given as a number too.
    """

    name: str
    by_point: dict[int, int]
    label: str
    says: str
    clause: Citation
    most: int = 1000

    @property
    def default(self) -> str:
        return self.label

    def choices(self) -> str:
        return f"{self.label}, a flat multiple such as 2x (1x to {self.most}x), none"

    def values_json(self) -> dict[str, Any]:
        return {"values": [self.label, None], "accepts": "multiple"}

    def read(self, value: Any, jurisdiction: str) -> str | None:
        if is_none(value):
            return None
        text = str(value) if type(value) is int else value
        if isinstance(text, str):
            bare = text.removesuffix("x")
            if bare == self.label.removesuffix("x"):
                return self.label
            if bare.isascii() and bare.isdecimal() and len(bare) <= len(str(self.most)) and 1 <= int(bare) <= self.most:
                return f"{int(bare)}x"
        message = f"Set {self.name} to {self.choices()}; got {shown(value)}."
        raise Refusal("bad_option", message, self.clause.at(jurisdiction))

    def parse(self, text: str) -> str | None:
        return None if text == NONE else text

    def multiple(self, chosen: str, point: int) -> int:
        """How many times the line wager, on this point, under a value that `read` gave."""
        return self.by_point[point] if chosen == self.label else int(chosen.removesuffix("x"))
