"""What every family of games asks alike of a house: whose text it plays by, and whether a round was played so."""

from collections.abc import Mapping
from typing import Any, Protocol

from pitboss.refusal import Refusal, shown
from pitboss.regulations.options import Option, resolve


class Declared(Protocol):
    """A game of any family, as far as it is asked here."""

    @property
    def title(self) -> str: ...
    @property
    def jurisdictions(self) -> Mapping[str, str]: ...
    def options(self, jurisdiction: str) -> Mapping[str, Option]: ...


def check_jurisdiction(game: Declared, jurisdiction: object) -> None:
    """Refuse a text that the game is not known in."""
    if not isinstance(jurisdiction, str) or jurisdiction not in game.jurisdictions:
        known = ", ".join(f"{name} ({says})" for name, says in game.jurisdictions.items())
        raise Refusal("unknown_jurisdiction", f"{game.title} is known in {known}; not in {shown(jurisdiction)}.")


def check_own_rules(game: Declared, jurisdiction: str, options: Mapping[str, Any], said: Any, chosen: Any) -> None:
    """Refuse a round that says it was played under another text, or under options that come to other rules."""
    if said not in (None, jurisdiction) or (
        chosen is not None and options != resolve(game.options(jurisdiction), chosen, jurisdiction, game.title)
    ):
        raise Refusal("other_rules", "Settle this round by its own rules: it names another jurisdiction or options.")
