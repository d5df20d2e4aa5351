"""Events as files have them: a JSON object a line, cards as text, money as decimal strings."""

from collections.abc import Callable
from functools import cache
from typing import Any, get_args, get_origin, get_type_hints

import msgspec

from pitboss.money import read_money, write_money
from pitboss.table import events as e

Turn = Callable[[Any], Any]
"""Turns a value as JSON has it into the other form: cents into text, or text into cents."""


def encode_event(event: e.Event) -> bytes:
    """An event as a line of a file, without its end."""
    held = msgspec.to_builtins(event, str_keys=True)
    return msgspec.json.encode(_turn_fields(type(event), held, write_money))


def event_as_json(event: e.Event) -> dict[str, Any]:
    """An event as files have it."""
    found: dict[str, Any] = _turn_fields(type(event), msgspec.to_builtins(event, str_keys=True), write_money)
    return found


def public_as_json(event: e.Event) -> dict[str, Any]:
    """An event as everybody sees it. Of an event that is not public, only its kind."""
    return event_as_json(event) if event.public else {"event": event.__struct_config__.tag}


def with_cents(kind: type, held: dict[str, Any]) -> dict[str, Any]:
    """An event's fields as a file has them, with every amount in cents."""
    return _turn_fields(kind, held, lambda text: read_money(text, "amount"))


def _turn_fields(kind: type, held: dict[str, Any], turn: Turn) -> dict[str, Any]:
    plan = _plan(kind)
    if not plan:
        return held
    return {name: _turn(plan[name], value, turn) if name in plan else value for name, value in held.items()}


def _turn(shape: Any, value: Any, turn: Turn) -> Any:
    """`shape` is "money", ("each", shape) for the values of an object, or ("rows", kind) for a list of rows."""
    if shape == "money":
        return turn(value)
    form, inner = shape
    if form == "each":
        return {name: _turn(inner, each, turn) for name, each in value.items()}
    return [_turn_fields(inner, each, turn) for each in value]


@cache
def _plan(kind: type) -> dict[str, Any]:
    """The fields of a kind of event that hold money, read from its annotations."""
    hints = get_type_hints(kind, include_extras=True)
    shapes = {name: _shape(hint) for name, hint in hints.items()}
    return {name: shape for name, shape in shapes.items() if shape is not None}


def _shape(hint: Any) -> Any:
    if hint == e.Cents:
        return "money"
    if get_origin(hint) is dict:
        inner = _shape(get_args(hint)[1])
        return None if inner is None else ("each", inner)
    if (
        get_origin(hint) is tuple
        and isinstance(get_args(hint)[0], type)
        and issubclass(get_args(hint)[0], msgspec.Struct)
    ):
        return ("rows", get_args(hint)[0])
    return None
