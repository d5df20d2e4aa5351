"""Mutations of the law: for one clause, the ways to remove its rule or to change its number or outcome.

They are found where the game's declaration cites the clause, and applied to the loaded objects and functions of one
process, which is thrown away afterwards. Nothing here is part of the product.
"""

import ast
import inspect
import sys
import textwrap
from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from importlib import import_module
from types import FunctionType
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import force_setattr

from pitboss import games
from pitboss.regulations.citation import Basis, Citation
from pitboss.regulations.layout import ROWS

MOST = 16
"""Mutations tried for one clause, and `MOST_IN_CODE` in one function."""
MOST_IN_CODE = 6

OTHERS = {
    "by": {"dealer": "floorperson", "floorperson": "dealer", "player": "dealer"},
    "row": dict(zip(ROWS, (*ROWS[1:], ROWS[0]), strict=True)),
    "side": {"left": "right", "right": "left"},
    "to": {"players": "dealer", "dealer": "players"},
}
"""Fields of text that are part of a rule, and what else they could say."""

OWN = {
    ("Method", "deal"): ("streets",),
    ("Method", "allowed"): ("in_stacks",),
    ("Method", "deal_dealer"): ("streets",),
    ("CardHandling", "one_deck"): ("cover_cards",),
    ("WagerHandling", "positions"): ("most_positions",),
    ("Progressive", "stake_clause"): ("stake",),
    ("Progressive", "meter_clause"): ("opening_meter",),
    ("Completion", "forfeits"): ("forfeits_at_once",),
    ("Alternative", "order"): ("by_hand", "collect_last"),
}
"""Where a struct cites several clauses: the fields that belong to one of them."""

A_HAND = 1000
"""A `least` above this is the value of a hand; its lowest bit set is a rank."""

CODE = {
    "two_backs": ("pitboss.table.showdown.tasks:_receive",),
    "shuffled_while_other_plays": ("pitboss.table.showdown.programme:_next_round",),
    "alternate": ("pitboss.table.showdown.evolve:_others_turn", "pitboss.table.showdown.programme:_next_round"),
    "one_deck_in_rack": ("pitboss.table.showdown.programme:_next_round",),
    "each_deck": ("pitboss.table.showdown.programme:opening",),
    "no_cut": ("pitboss.table.showdown.programme:_mix",),
    "allowed": ("pitboss.table.showdown.setup:House.check_method",),
    "pick_up": ("pitboss.table.showdown.state:reconstruct",),
    "wins": ("pitboss.shoe.settlement:_contest",),
    "loses": ("pitboss.shoe.settlement:_contest",),
    "ties": ("pitboss.shoe.settlement:_contest",),
    "against_dealers": ("pitboss.shoe.settlement:_contest",),
    "point_clause": ("pitboss.dice.rules:Rules._point",),
    "come_out": ("pitboss.dice.layout:_puck",),
}
"""The code behind a clause that is only cited: by the field that cites it."""

TOLD = (
    *("name", "says", "title", "hand", "example", "hands", "symbol", "option", "labels"),
    *("jurisdictions", "options", "per_hand", "per_round"),
)
"""Fields that name or describe and rule nothing."""


class Mutation(NamedTuple):
    """`kind`: value, remove, task, refusal, code or citation. `apply` changes this process for good."""

    kind: str
    what: str
    apply: Callable[[], None]


class Place(NamedTuple):
    """Where a clause is cited: the struct, its field, the struct's path, and how to take the struct away."""

    owner: Any
    field: str
    path: str
    removals: tuple[tuple[str, Callable[[], None]], ...]


def mutations(game: str, clause: str) -> list[Mutation]:
    """The mutations of a clause. A mutation that only cites another clause is used if there is no other."""
    declared = games.game(game)
    places = [place for place in _places(declared, "GAME", ()) if clause in getattr(place.owner, place.field).all()]
    found = [each for place in places if not isinstance(place.owner, Basis) for each in _of_place(place)]
    found += [each for place in places if isinstance(place.owner, Basis) for each in _of_symbol(place.owner.symbol)]
    told = {at for place in places for at in _told(getattr(place.owner, place.field), clause)}
    found += _of_tasks(game, told)
    if clause in _limited(declared):
        found += _of_symbol("pitboss.table.players:check_limit")
    named = {(place.field, _holder(place.path)) for place in places if not isinstance(place.owner, Basis)}
    for field, holder in sorted(named):
        if field != "clause":
            found += _of_refusals(game, field, holder)
    if not found:
        found = [each for field, _ in sorted(named) for symbol in CODE.get(field, ()) for each in _of_symbol(symbol)]
    if not found:
        found = [each for field, _ in sorted(named) if field != "clause" for each in _of_users(game, field)]
    if not found and any(type(place.owner).__name__ == "HandType" for place in places):
        found = [*_of_ranking(declared)]
    unique = list({(each.kind, each.what): each for each in found}.values())
    return _spread(unique) or [_other_clause(place) for place in places[:1] if not isinstance(place.owner, Basis)]


def _limited(declared: Any) -> set[str]:
    """The clauses by which minimum and maximum wagers are posted."""
    wagers = getattr(getattr(declared, "procedure", None), "wagers", None)
    limits = getattr(wagers, "limits", {})
    return {clause for citation in limits.values() for clause in citation.all()}


def _holder(path: str) -> str:
    """What the struct at a path is called in the code: a method of `methods`, the `wagers` of a procedure."""
    last = path.split("[")[0].rsplit(".", 1)[-1]
    return last.removesuffix("s") if "[" in path else last


def _of_users(game: str, field: str) -> Iterator[Mutation]:
    """The functions that cite a field, changed: where a clause has neither a value nor a refusal of its own."""
    for function in [each for each in _functions(games.family(game)) if _mentions(each, field)][:4]:
        yield from _of_function(function, f"{function.__module__}:{function.__qualname__}")


def _mentions(function: FunctionType, field: str) -> bool:
    tree = _tree_of(function)
    return tree is not None and any(isinstance(node, ast.Attribute) and node.attr == field for node in ast.walk(tree))


def _of_ranking(declared: Any) -> Iterator[Mutation]:
    """A kind of hand is words in the declaration; its rule is the ranking."""
    options = declared.rules().options
    value = declared.ranking(options).value
    yield from _of_function(value, f"{value.__module__}:{value.__qualname__}")
    for basis in declared.basis:
        if basis.symbol.startswith("pitboss.ranking.") and not basis.symbol.endswith(f":{value.__name__}"):
            yield from _of_symbol(basis.symbol)


def _spread(found: list[Mutation]) -> list[Mutation]:
    """At most `MOST`, evenly from all."""
    return found if len(found) <= MOST else [found[number * len(found) // MOST] for number in range(MOST)]


def _told(citation: Citation, clause: str) -> Iterator[str]:
    """The clauses that are cited where this clause is among those of a citation."""
    for _, ids in citation.clauses:
        if clause in ids:
            yield ids[0]


def _places(value: Any, path: str, removals: tuple[tuple[str, Callable[[], None]], ...]) -> Iterator[Place]:
    if isinstance(value, msgspec.Struct):
        optional = {each.name for each in msgspec.structs.fields(value) if each.default is None}
        for name in value.__struct_fields__:
            held = getattr(value, name)
            gone = ((f"{path}.{name} = None", _setting(value, name, None)),) if name in optional else ()
            if isinstance(held, Citation):
                yield Place(value, name, path, gone or (removals if name == "clause" else ()))
            else:
                yield from _places(held, f"{path}.{name}", gone)
            if isinstance(held, tuple):
                for number, each in enumerate(held):
                    shorter = held[:number] + held[number + 1 :]
                    gone = ((f"{path}.{name} without number {number}", _setting(value, name, shorter)),)
                    yield from _places(each, f"{path}.{name}[{number}]", gone)
    elif isinstance(value, dict):
        for key, each in value.items():
            word = key.name if isinstance(key, Enum) else key
            if isinstance(each, tuple):
                yield from _held_in(value, key, each, f"{path}[{word}]")
            else:
                yield from _places(each, f"{path}[{word}]", ((f"{path} without {word}", _dropping(value, key)),))


def _held_in(owner: dict[Any, Any], key: Any, held: tuple[Any, ...], path: str) -> Iterator[Place]:
    """What a tuple in a mapping cites; each part may be left out of it."""
    for number, each in enumerate(held):

        def shorten(shorter: tuple[Any, ...] = held[:number] + held[number + 1 :]) -> None:
            owner[key] = shorter

        yield from _places(each, f"{path}[{number}]", ((f"{path} without number {number}", shorten),))


def _setting(owner: Any, name: str, value: Any) -> Callable[[], None]:
    return lambda: force_setattr(owner, name, value)


def _dropping(owner: dict[Any, Any], key: Any) -> Callable[[], None]:
    def drop() -> None:
        del owner[key]

    return drop


def _of_place(place: Place) -> Iterator[Mutation]:
    cites = [name for name in place.owner.__struct_fields__ if isinstance(getattr(place.owner, name), Citation)]
    own = OWN.get((type(place.owner).__name__, place.field))
    names = own or (place.owner.__struct_fields__ if len(cites) == 1 or place.field == "clause" else ())
    for name in names:
        if name not in TOLD and name not in cites and not _is_idle(place.owner, name) and _is_read(place, name):
            for what, value in _others(name, getattr(place.owner, name)):
                yield Mutation("value", f"{place.path}.{name}{what}", _setting(place.owner, name, value))
    if type(place.owner).__name__ == "Irregularity":
        for function in _calls_of(place)[:1]:
            yield from _of_function(function, f"{function.__module__}:{function.__qualname__}")
    for what, remove in () if type(place.owner).__name__ == "HandType" else place.removals:
        yield Mutation("remove", what, remove)


def _is_read(place: Place, name: str) -> bool:
    """Whether the code of an irregularity reads a field of its declaration, itself or in a function that it calls."""
    if type(place.owner).__name__ != "Irregularity":
        return True
    return any(f".{name}" in inspect.getsource(each) for each in _calls_of(place))


def _calls_of(place: Place) -> list[FunctionType]:
    """The function that carries an irregularity out, and those of its module that it calls."""
    key = place.path.split("[")[-1].rstrip("]")
    for module in (sys.modules[f"pitboss.table.{family}.irregular"] for family in ("showdown", "shoe")):
        first = getattr(module, f"_{key}", None)
        if type(place.owner).__module__.split(".")[1] in module.__name__ and isinstance(first, FunctionType):
            called = [held for name in first.__code__.co_names if (held := vars(module).get(name)) is not None]
            return [first, *(each for each in called if isinstance(each, FunctionType))]
    return []


def _is_idle(owner: Any, name: str) -> bool:
    """Whether a value has no effect where it stands: the odds of what does not win, a limit that never ends."""
    result = getattr(owner, "result", None)
    if name == "odds" and isinstance(result, Enum):
        return result.name != "WIN"
    return name == "up_to" and getattr(owner, name) > A_HAND


def _others(name: str, value: Any) -> Iterator[tuple[str, Any]]:
    """Other values for a field, each with what was changed."""
    if isinstance(value, bool):
        yield f" = {not value}", not value
    elif isinstance(value, int) and name == "least" and value > A_HAND:
        low = value & -value
        yield " one rank higher", value + low
        yield " one rank lower", value - low // 2
    elif isinstance(value, int):
        yield " + 1", type(value)(value + 1)
        if value > 1:
            yield " - 1", type(value)(value - 1)
    elif isinstance(value, Enum):
        members = [*type(value)]
        other = members[(members.index(value) + 1) % len(members)]
        yield f" = {other.name}", other
    elif isinstance(value, str):
        if value in OTHERS.get(name, {}):
            yield f" = {OTHERS[name][value]}", OTHERS[name][value]
    elif isinstance(value, tuple):
        yield from _other_tuples(name, value)
    elif isinstance(value, Mapping):
        for key, each in value.items():
            for what, other in _others(name, each):
                word = key.name if isinstance(key, Enum) else key
                yield f"[{word}]{what}", {**value, key: other}
    elif isinstance(value, msgspec.Struct) and not any(True for _ in _places(value, "", ())):
        for field in value.__struct_fields__:
            if field == "keeps" and not getattr(value, field):
                continue  # only a packet for the dealer keeps one card
            for what, other in _others(field, getattr(value, field)):
                yield f".{field}{what}", msgspec.structs.replace(value, **{field: other})


def _other_tuples(name: str, value: tuple[Any, ...]) -> Iterator[tuple[str, Any]]:
    if len(value) > 1 and all(isinstance(each, str) for each in value):
        yield f" without {value[0]}", value[1:]
    for number, each in enumerate(value):
        if isinstance(each, msgspec.Struct) and any(True for _ in _places(each, "", ())):
            continue
        for what, other in _others(name, each):
            yield f"[{number}]{what}", (*value[:number], other, *value[number + 1 :])


def _other_clause(place: Place) -> Mutation:
    held: Citation = getattr(place.owner, place.field)
    other = Citation(tuple((name, ("another clause",)) for name, _ in held.clauses))
    return Mutation("citation", f"{place.path}.{place.field} cites another", _setting(place.owner, place.field, other))


# Tasks of the programme


def _of_tasks(game: str, told: set[str]) -> list[Mutation]:
    """The step that a clause asks for, never done."""
    family = games.family(game)
    if family not in ("showdown", "shoe") or not told:
        return []
    module = import_module(f"pitboss.table.{family}.programme")

    def without(builds: Callable[..., Any]) -> Callable[..., Any]:
        def shorter(*given: Any, **named: Any) -> Any:
            built = builds(*given, **named)
            if not isinstance(built, tuple | list):
                return built
            return type(built)(task for task in built if getattr(task, "clause", None) not in told)

        return shorter

    def apply() -> None:
        for name, function in [*vars(module).items()]:
            if isinstance(function, FunctionType) and function.__module__ == module.__name__:
                replaced = without(function)
                for other in [*sys.modules.values()]:
                    if getattr(other, name, None) is function:
                        setattr(other, name, replaced)

    first = min(told)
    return [Mutation("task", f"no task by {first}", apply)] if _has_task(game, module, told) else []


def _has_task(game: str, module: Any, told: set[str]) -> bool:
    """Whether any programme of the game holds such a task, by whatever way of dealing and text."""
    return any(clause in _task_clauses(game, module.__name__) for clause in told)


_FOUND: dict[str, set[str]] = {}


def _task_clauses(game: str, module: str) -> set[str]:
    """The clauses of a procedure that the programme's source cites for a step."""
    if game not in _FOUND:
        source = ast.parse(inspect.getsource(import_module(module)))
        calls = [node for node in ast.walk(source) if isinstance(node, ast.Call) and "Task" in ast.dump(node.func)]
        names = {part.attr for call in calls for part in ast.walk(call) if isinstance(part, ast.Attribute)}
        places = _places(games.game(game), "GAME", ())
        _FOUND[game] = {
            ids[0]
            for place in places
            if place.field in names
            and type(place.owner).__name__ != "WagerHandling"
            and (place.field != "clause" or type(place.owner).__name__ in ("Step", "Expose"))
            for _, ids in getattr(place.owner, place.field).clauses
        }
    return _FOUND[game]


# Functions


def _functions(family: str) -> Iterator[FunctionType]:
    """The functions of a family and of what all tables share."""
    rooms = (f"pitboss.{family}.", f"pitboss.table.{family}.", "pitboss.table.", "pitboss.regulations.")
    for name, module in sorted(sys.modules.items()):
        elsewhere = any(name.startswith(f"pitboss.table.{other}.") for other in ("showdown", "shoe", "dice"))
        if name.startswith(rooms[:2]) or (name.startswith(rooms[2:]) and not elsewhere):
            for held in [*vars(module).values()]:
                if getattr(held, "__module__", None) == name:
                    yield from _functions_of(held)


def _functions_of(held: Any) -> Iterator[FunctionType]:
    if isinstance(held, FunctionType):
        yield held
    elif isinstance(held, type):
        for each in vars(held).values():
            if isinstance(each, FunctionType):
                yield each
            elif isinstance(each, staticmethod) and isinstance(each.__func__, FunctionType):
                yield each.__func__


def _of_refusals(game: str, field: str, holder: str) -> Iterator[Mutation]:
    """A refusal that cites a field of the procedure, never raised."""
    for function in _functions(games.family(game)):
        tree = _tree_of(function)
        if tree is None:
            continue
        guards = [node for node in ast.walk(tree) if isinstance(node, ast.If) and _refuses(node, field, holder)]
        for number, _ in enumerate(guards):
            where = f"{function.__module__}:{function.__qualname__}"

            def never(tree: ast.AST, number: int = number) -> None:
                found = [node for node in ast.walk(tree) if isinstance(node, ast.If) and _refuses(node, field, holder)]
                found[number].test = ast.Constant(False)

            yield Mutation("refusal", f"{where} never refuses by {field} ({number})", _changing(function, never))


def _refuses(node: ast.If, field: str, holder: str) -> bool:
    """Whether the branch raises a refusal that names the field of such a struct."""
    for each in node.body:
        if isinstance(each, ast.Raise):
            for part in ast.walk(each):
                if isinstance(part, ast.Attribute) and part.attr == field and _last(part.value) in (holder, *CALLED):
                    return True
                if isinstance(part, ast.Constant) and part.value == field:
                    return True
    return False


CALLED = ("rule", "handling", "needed")
"""What the code calls a part of a procedure for short."""


def _last(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def _of_symbol(symbol: str) -> Iterator[Mutation]:
    """The function that a clause names as its code, with a comparison turned round or a number changed."""
    module, _, name = symbol.partition(":")
    held: Any = import_module(module)
    for part in name.split("."):
        held = getattr(held, part, None)
    for function in [*_functions_of(getattr(held, "__wrapped__", held))][:4]:
        yield from _of_function(function, f"{module}:{function.__qualname__}")


def _of_function(function: FunctionType, where: str) -> Iterator[Mutation]:
    tree = _tree_of(function)
    if tree is None:
        return
    spots = [node for node in ast.walk(tree) if _can_change(node)]
    step = max(1, len(spots) // MOST_IN_CODE)
    for number in [*range(0, len(spots), step)][:MOST_IN_CODE]:

        def change(tree: ast.AST, number: int = number) -> None:
            _change([node for node in ast.walk(tree) if _can_change(node)][number])

        yield Mutation("code", f"{where} changed at {_line(spots[number])}", _changing(function, change))


def _line(node: ast.AST) -> str:
    return f"{getattr(node, 'lineno', 0)}:{getattr(node, 'col_offset', 0)}"


def _can_change(node: ast.AST) -> bool:
    if isinstance(node, ast.Constant):
        return isinstance(node.value, int) and not isinstance(node.value, bool)
    return isinstance(node, ast.Compare | ast.If | ast.IfExp)


def _change(node: ast.AST) -> None:
    if isinstance(node, ast.Constant):
        node.value = int(str(node.value)) + 1
    elif isinstance(node, ast.Compare):
        node.ops[0] = TURNED.get(type(node.ops[0]), ast.NotEq)()
    elif isinstance(node, ast.If | ast.IfExp):
        node.test = ast.UnaryOp(ast.Not(), node.test)


TURNED: dict[type, type[ast.cmpop]] = {
    ast.Lt: ast.GtE,
    ast.GtE: ast.Lt,
    ast.Gt: ast.LtE,
    ast.LtE: ast.Gt,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}


def _tree_of(function: FunctionType) -> ast.Module | None:
    """The source of a function without its decorators; none where it is inside another function."""
    if function.__closure__ or "<locals>" in function.__qualname__ or function.__name__ == "<lambda>":
        return None
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    except (OSError, SyntaxError, TypeError):
        return None
    if not isinstance(tree.body[0], ast.FunctionDef):
        return None
    tree.body[0].decorator_list = []
    return tree


def _changing(function: FunctionType, change: Callable[[ast.AST], None]) -> Callable[[], None]:
    """Replace the code of the function, so that every reference to it has the change."""

    def apply() -> None:
        tree = _tree_of(function)
        assert tree is not None
        change(tree)
        names: dict[str, Any] = {}
        exec(compile(ast.fix_missing_locations(tree), "mutation", "exec"), function.__globals__ | {}, names)
        function.__code__ = names[function.__name__].__code__

    return apply
