"""Naming the clause behind a rule, in every jurisdiction that has the rule."""

import msgspec


class Citation(msgspec.Struct, frozen=True):
    """The clauses a rule comes from, by jurisdiction.

    The first of each is the one told to people; the rest are implemented by the same rule.
    """

    clauses: tuple[tuple[str, tuple[str, ...]], ...]

    def at(self, jurisdiction: str) -> str:
        """The clause to name in this jurisdiction; where its text has none, the reading or text it borrows from."""
        for name, ids in self.clauses:
            if name == jurisdiction or name == EVERYWHERE:
                return ids[0]
        return self.clauses[0][1][0]

    def holds_in(self, jurisdiction: str) -> bool:
        """Whether this jurisdiction's own text, or a reading for all, has the rule."""
        return any(name in (jurisdiction, EVERYWHERE) for name, _ in self.clauses)

    def all(self) -> tuple[str, ...]:
        return tuple(clause for _, ids in self.clauses for clause in ids)


EVERYWHERE = "*"


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
