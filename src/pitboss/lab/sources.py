"""The source files of a game, whose hash is part of the key of everything that is cached for it.

All of pitboss is hashed by `pitboss.lab.kept.code_digest`. A game may come from another folder: its sources are hashed
here, with every module next to them.
"""

import sys
from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from pathlib import Path

from pitboss.games import Game
from pitboss.games import __name__ as games
from pitboss.ranking.compiled import PACKAGE

KINDS = ("*.py", "*.toml")


def module_of(game: str) -> str:
    """The module of a game's declaration."""
    return f"{games}.{game.replace('-', '_')}"


def sources_of(modules: Iterable[str]) -> list[str] | None:
    """The hashes of these modules' sources; None if one of them has no readable source."""
    hashes = {module: source_hash(module) for module in modules}
    return None if None in hashes.values() else sorted(each for each in hashes.values() if each is not None)


def game_sources(game: Game) -> list[str] | None:
    """The same for a game as its module declares it; None for any other, which its sources do not tell."""
    module = module_of(game.name)
    is_declared = module in sys.modules and vars(sys.modules[module]).get("GAME") is game
    return sources_of([module]) if is_declared else None


@cache
def source_hash(module: str) -> str | None:
    """The hash of a module's source; for one outside of pitboss, of all sources in its folder."""
    name = getattr(sys.modules.get(module), "__file__", None)
    if not name or not name.endswith(".py"):
        return None
    file = Path(name).resolve()
    try:
        return _hash_of([file] if file.is_relative_to(PACKAGE) else _next_to(file))
    except OSError:
        return None


def _next_to(file: Path) -> list[Path]:
    """All sources of a package, its own packages too; for a module that is not a package, those in the same folder."""
    find = file.parent.rglob if file.name == "__init__.py" else file.parent.glob
    return sorted(found for kind in KINDS for found in find(kind)) if file.exists() else [file]


def _hash_of(files: list[Path]) -> str:
    digest = sha256()
    for file in files:
        digest.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()
