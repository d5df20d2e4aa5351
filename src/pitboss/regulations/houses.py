"""What every family of games asks alike of a house: whose text it plays by, and whether a round was played so."""

from collections.abc import Iterable, Mapping
from typing import Any, Protocol
from zlib import crc32

from pitboss.refusal import Refusal, shown
from pitboss.regulations.citation import Borrowing, Text, citations_in
from pitboss.regulations.options import Option, resolve, written


class Declared(Protocol):
    """A game of any family, as far as it is asked here."""

    @property
    def title(self) -> str: ...
    @property
    def __struct_fields__(self) -> tuple[str, ...]: ...
    @property
    def jurisdictions(self) -> Mapping[str, str]: ...
    def options(self, jurisdiction: str) -> Mapping[str, Option]: ...


Borrows = Mapping[str, Iterable[Borrowing]]
"""From a text to what it takes from others."""


class House:
    """The rules of one house: a game under a text with options. Equal where these three are, and pickled as these."""

    def parts(self) -> tuple[Any, str, dict[str, Any]]:
        """The game, the text and the options; each family has them under these names, with its own types."""
        own = vars(self)
        return own["game"], own["jurisdiction"], own["options"]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, House):
            return NotImplemented
        (game, *chosen), (other_game, *other_chosen) = self.parts(), other.parts()
        return game is other_game and chosen == other_chosen

    def __hash__(self) -> int:
        """The same in every process: Python's own hash of a text is not."""
        game, jurisdiction, _ = self.parts()
        return crc32(f"{game.name} {jurisdiction}".encode())

    def __reduce__(self) -> tuple[Any, ...]:
        """The game goes by its name (`pitboss.games`); all that follows from the options is made again."""
        return type(self), self.parts()

    def __repr__(self) -> str:
        game, jurisdiction, options = self.parts()
        chosen = "".join(f", {name}={written(value)}" for name, value in options.items())
        return f"<{game.name} ({jurisdiction}){chosen}>"


def house_json(house: House) -> dict[str, Any]:
    """Which house it is, and everything that it may choose. The start of `pitboss rules --json` in every family."""
    game, jurisdiction, options = house.parts()
    declared: Mapping[str, Option] = game.options(jurisdiction)
    return {
        "game": game.name,
        "title": game.title,
        "jurisdiction": jurisdiction,
        "regulation": game.jurisdictions[jurisdiction],
        "options": options,
        "choices": [
            {
                "option": name,
                "value": options[name],
                "default": option.default,
                **option.values_json(),
                "says": option.says,
                "clause": option.clause.at(jurisdiction),
            }
            for name, option in declared.items()
        ],
    }


def check_jurisdiction(game: Declared, jurisdiction: object, borrows: Borrows | None = None) -> None:
    """Refuse a text that the game does not have, or that has no clause for some part of the game."""
    if not isinstance(jurisdiction, str) or jurisdiction not in game.jurisdictions:
        known = ", ".join(f"{name} ({says})" for name, says in game.jurisdictions.items())
        raise Refusal("unknown_jurisdiction", f"{game.title} is known in {known}; not in {shown(jurisdiction)}.")
    check_citations(game, jurisdiction, (borrows or {}).get(jurisdiction, ()))


def check_citations(game: Declared, jurisdiction: str, borrows: Iterable[Borrowing] = ()) -> None:
    """Refuse a text that has no clause for some part of the game, unless that part is declared as borrowed."""
    sources = {each.part: each.source for each in borrows}
    for part in (field for field in game.__struct_fields__ if field not in FOR_SOME_TEXTS):
        source = sources.get(part)
        for cited in citations_in(getattr(game, part), part, Text(jurisdiction, game.jurisdictions)):
            citation = cited.citation
            if not (citation.holds_in(jurisdiction) or (source and citation.holds_in(source))):
                where = f"{cited.path}.{cited.field}".rstrip(".")
                raise Refusal(
                    "no_citation",
                    f"Cite a clause of {game.jurisdictions[jurisdiction]} for {where} of {game.title}, or declare that "
                    f"it is borrowed. It cites only {', '.join(citation.all()) or 'nothing'}.",
                )


FOR_SOME_TEXTS = ("basis", "layout", "borrows")
"""Parts that need no clause of the text: those in `basis`, other texts' layouts, and borrowed parts."""


def check_own_rules(game: Declared, jurisdiction: str, options: Mapping[str, Any], said: Any, chosen: Any) -> None:
    """Refuse a round that says it was played under another text, or under options that come to other rules."""
    if said not in (None, jurisdiction) or (
        chosen is not None and options != resolve(game.options(jurisdiction), chosen, jurisdiction, game.title)
    ):
        raise Refusal("other_rules", "Settle this round by its own rules: it names another jurisdiction or options.")
