"""One folder a game: its declaration and the clauses of its texts. A folder put here is a game of the house.

`game("high-card-flush")` imports that game alone; nothing else names it.
"""

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from pitboss.refusal import Refusal, shown
from pitboss.showdown.declaration import Showdown


@cache
def names() -> tuple[str, ...]:
    """The games there are, by folder."""
    return tuple(sorted(module.name.replace("_", "-") for module in iter_modules(__path__) if module.ispkg))


@cache
def _load(name: str) -> Showdown:
    declared = import_module(f"{__name__}.{name.replace('-', '_')}").GAME
    assert isinstance(declared, Showdown) and declared.name == name
    return declared


def game(name: object) -> Showdown:
    """The declaration of a game."""
    if not isinstance(name, str) or name not in names():
        raise Refusal("unknown_game", f"Name one of the games {', '.join(names())}; got {shown(name)}.")
    return _load(name)
