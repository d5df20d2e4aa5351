"""One folder a game: its declaration and the clauses of its texts. A folder put here is a game of the house.

`game("high-card-flush")` imports that game alone; nothing else names it.
"""

import copyreg
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pickle import PicklingError
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Any, Protocol

from pitboss.refusal import Refusal, shown
from pitboss.regulations.options import Option
from pitboss.regulations.pages import Page
from pitboss.showdown.declaration import Showdown

if TYPE_CHECKING:
    from pitboss.shoe.declaration import ShoeGame


class Settled(Protocol):
    """A round settled, of whatever family."""

    def to_json(self) -> str: ...
    def as_json(self) -> Any: ...


class HouseRules(Protocol):
    """A game as one house plays it, of whatever family."""

    @property
    def game(self) -> "Game": ...
    @property
    def jurisdiction(self) -> str: ...
    @property
    def options(self) -> Mapping[str, Any]: ...
    def settle(self, data: Mapping[str, Any]) -> Settled: ...
    def page(self) -> Page: ...
    def as_json(self) -> dict[str, Any]: ...


class Game(Protocol):
    """What the declaration of a game gives, of whatever family. Without a procedure no table can deal it."""

    @property
    def name(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def jurisdictions(self) -> Mapping[str, str]: ...
    @property
    def procedure(self) -> Any: ...
    def options(self, jurisdiction: str) -> dict[str, Option]: ...
    def wagers(self) -> tuple[str, ...]: ...
    def rules(self, jurisdiction: str = "nj", options: Mapping[str, Any] | None = None) -> HouseRules: ...


@cache
def names() -> tuple[str, ...]:
    """The games there are, by folder."""
    return tuple(sorted(module.name.replace("_", "-") for module in iter_modules(__path__) if module.ispkg))


def module_of(name: str, part: str = "") -> Any:
    """The folder of a game, or a module in it. Raises `ModuleNotFoundError` where there is none."""
    return import_module(f"{__name__}.{name.replace('-', '_')}{part and '.' + part}")


@cache
def _load(name: str) -> Game:
    declared: Game = module_of(name).GAME
    assert declared.name == name
    copyreg.pickle(type(declared), _by_name)
    return declared


def _by_name(declared: Any) -> tuple[Any, ...]:
    """A game pickles as its name: a declaration holds functions, and two processes have the same games."""
    if declared.name not in names() or game(declared.name) is not declared:
        raise PicklingError(f"Put {declared.title} into a folder of pitboss.games: a game is pickled by its name.")
    return game, (declared.name,)


def game(name: object) -> Game:
    """The declaration of a game."""
    if not isinstance(name, str) or name not in names():
        raise Refusal("unknown_game", f"Name one of the games {', '.join(names())}; got {shown(name)}.")
    return _load(name)


def family(name: object) -> str:
    """The family of a game, by the room its declaration is of: showdown, dice or shoe."""
    return type(game(name)).__module__.split(".")[1]


def showdown_names() -> list[str]:
    """The player-against-dealer games that have a procedure."""
    return [name for name in names() if isinstance(game(name), Showdown) and game(name).procedure]


def showdown(name: object) -> Showdown:
    """The declaration of a player-against-dealer game."""
    declared = game(name)
    if not isinstance(declared, Showdown):
        raise Refusal("other_family", f"Name a game of cards against the dealer: {declared.title} is not one.")
    return declared


def shoe(name: object) -> "ShoeGame":
    """The declaration of a game dealt from a shoe."""
    from pitboss.shoe.declaration import ShoeGame

    declared = game(name)
    if not isinstance(declared, ShoeGame):
        raise Refusal("other_family", f"Name a game dealt from a shoe: {declared.title} is not one.")
    return declared
