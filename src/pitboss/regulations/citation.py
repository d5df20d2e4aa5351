"""Naming the clause behind a rule, in every jurisdiction that has the rule."""

from collections.abc import Collection, Iterator, Mapping
from enum import Enum
from typing import Any, NamedTuple

import msgspec

from pitboss.refusal import Refusal


class Citation(msgspec.Struct, frozen=True):
    """The clauses a rule comes from, by jurisdiction.

    The first of each is the one told to people; the rest are implemented by the same rule.
    """

    clauses: tuple[tuple[str, tuple[str, ...]], ...]

    def at(self, jurisdiction: str, borrowed_from: Collection[str] = ()) -> str:
        """The clause of this jurisdiction's text; if it has none, that of a text it borrows from.

        Raises `Refusal` if there is neither: another text's clause is never cited instead.
        """
        for name, ids in self.clauses:
            if name == jurisdiction or name == EVERYWHERE:
                return ids[0]
        for name, ids in self.clauses:
            if name in borrowed_from:
                return ids[0]
        raise Refusal("no_citation", f"Cite a clause for {jurisdiction!r}: {', '.join(self.all())} is of another text.")

    def holds_in(self, jurisdiction: str) -> bool:
        """Whether this jurisdiction's own text, or a reading for all, has the rule."""
        return any(name in (jurisdiction, EVERYWHERE) for name, _ in self.clauses)

    def all(self) -> tuple[str, ...]:
        return tuple(clause for _, ids in self.clauses for clause in ids)


EVERYWHERE = "*"


class Borrowing(msgspec.Struct, frozen=True):
    """A part of a game that one text takes from another, with the reading for it.

    `part` is a field of the declaration; `says` is what it is about.
    """

    part: str
    source: str
    says: str
    clause: Citation


class Cited(NamedTuple):
    """A citation in a declaration: the path of the object that makes it, its field there, the symbol it stands for."""

    path: str
    field: str
    citation: Citation
    symbol: str | None


class Text(NamedTuple):
    """One text of a game that is `known` in several: what of a declaration is played under it."""

    jurisdiction: str
    known: Collection[str]

    def entries(self, part: Mapping[Any, Any]) -> Mapping[Any, Any]:
        """Of what each text has its own entry for, this text's; else all but what is declared for others."""
        if part and all(key in self.known for key in part):
            return {self.jurisdiction: part.get(self.jurisdiction, NOTHING)}
        return {key: held for key, held in part.items() if self.plays(getattr(held, "jurisdictions", ()))}

    def plays(self, jurisdictions: Collection[str]) -> bool:
        return not jurisdictions or self.jurisdiction in jurisdictions


NOTHING = Citation(())
"""Stands for a part that is missing."""


def citations_in(value: Any, path: str, text: Text | None = None) -> Iterator[Cited]:
    """Every citation in a declaration, or in a part of it; of one text, or of all."""
    if isinstance(value, Citation):
        yield Cited(path, "", value, None)
    elif isinstance(value, msgspec.Struct):
        symbol = getattr(value, "symbol", None)
        for field in value.__struct_fields__:
            held = getattr(value, field)
            if isinstance(held, Citation):
                yield Cited(path, field, held, symbol)
            else:
                yield from citations_in(held, f"{path}.{field}", text)
    elif isinstance(value, Mapping):
        for key, held in (text.entries(value) if text else value).items():
            yield from citations_in(held, f"{path}[{key.name if isinstance(key, Enum) else key}]", text)
    elif isinstance(value, tuple):
        for number, held in enumerate(value):
            name = getattr(held, "name", None) or getattr(held, "hand", None) or number
            yield from citations_in(held, f"{path}[{name}]", text)


class Basis(msgspec.Struct, frozen=True):
    """Clauses that a symbol outside the declaration implements, such as the ranking function."""

    clause: Citation
    symbol: str


class Law:
    """Writes the citations of one game: `Law(nj="NJ HCF 13:69F-")` makes `law(nj="38.6(a)1")` a Citation.

    `law(everywhere="reading 16")` cites what holds in all jurisdictions of the game.
    """

    def __init__(self, **prefixes: str) -> None:
        self.prefixes = prefixes

    def __call__(self, everywhere: str = "", **ids: str | tuple[str, ...]) -> Citation:
        clauses = [(name, self._full(name, given)) for name, given in ids.items()]
        if everywhere:
            clauses.append((EVERYWHERE, (everywhere,)))
        return Citation(tuple(clauses))

    def _full(self, jurisdiction: str, given: str | tuple[str, ...]) -> tuple[str, ...]:
        ids = (given,) if isinstance(given, str) else given
        return tuple(self.prefixes[jurisdiction] + clause for clause in ids)


def reading(number: int) -> Citation:
    """A reading taken where the texts are silent, slip or disagree (`pitboss readings` prints them)."""
    return Citation(((EVERYWHERE, (f"reading {number}",)),))


class Irregular(msgspec.Struct, frozen=True):
    """The clauses by which hands or wagers become void, or are forfeited."""

    void_hand: Citation
    void_wagers: Citation
    forfeit: Citation
