"""What people can ask of a table, and the shape each command must have.

One table a family says it all: who may give a command, which fields it needs, which it may have. The documentation and
the checks read the same table.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from operator import itemgetter
from typing import Annotated, Any

import msgspec
from msgspec.structs import astuple

from pitboss.refusal import Refusal, kinds_spelled, misshapen, shown

ROLES = ("player", "dealer", "floorperson", "supervisor")
"""Who can do something at a table."""

STAFF = ("dealer", "floorperson", "supervisor")

LONGEST_NAME = 64

MALFUNCTION = "GLI-19 A.6.4"
"""The clause by which a fault of the system voids the round it fell into."""

Number = Annotated[int, msgspec.Meta(ge=-1_000_000, le=1_000_000)]
"""No table has more of anything."""


class Command(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """A command as files have it. `by` is the role, `who` the person, `key` makes repeating it harmless.

    A family adds the fields that its own commands have.
    """

    do: str
    by: str
    who: str = ""
    key: str = ""
    position: Number | None = None
    amount: str | None = None
    what: str | None = None
    reason: str | None = None


class Shape(msgspec.Struct, frozen=True):
    """Who may give a command, which fields it must and may have, and what that person is then told to do."""

    by: tuple[str, ...]
    says: str
    needs: tuple[str, ...] = ()
    may: tuple[str, ...] = ()


COMMON: dict[str, Shape] = {
    "sit": Shape(("player",), "take a seat", ("position",)),
    "leave": Shape(("player",), "leave the seat; not with wagers in a round"),
    "buy_in": Shape(("player",), "buy chips for cash, which goes to the drop box", ("amount",)),
    "cash_out": Shape(("player",), "take all chips away, after leaving the seat"),
    "tip": Shape(("player",), "put chips into the tip box", ("amount",)),
    "void_round": Shape(("supervisor",), "void the round: a fault of the system or an irregularity", (), ("reason",)),
    "close": Shape(("supervisor",), "close the table"),
}
"""The commands of every table."""


class Forms:
    """The commands of a family, made ready to be checked: fields are read by their place in the tuple of them all."""

    def __init__(self, kind: type[Command], shapes: Mapping[str, Shape]) -> None:
        fields = kind.__struct_fields__
        self.kind = kind
        self.shapes = shapes
        self.needed = {do: itemgetter(*map(fields.index, ("do", "by", *shape.needs))) for do, shape in shapes.items()}
        self.others = {do: _others(fields, shape) for do, shape in shapes.items()}

    def read(self, data: Any) -> Command:
        """A command from what a file or a program gives, refused if its shape is wrong."""
        try:
            # Through bytes and back: nobody else holds what the table keeps, and what cannot be written is not taken.
            command = msgspec.json.decode(msgspec.json.encode(data), type=self.kind)
        except msgspec.ValidationError as error:
            raise _misshapen(error) from None
        except (msgspec.MsgspecError, TypeError, ValueError, RecursionError, OverflowError):
            raise Refusal("command_malformed", "Write the command as plain JSON: something in it cannot be.") from None
        return command

    def check(self, command: Command) -> None:
        do = command.do
        shape = self.shapes.get(do)
        if shape is None:
            raise Refusal("unknown_command", f"There is no command {shown(do)}; see docs/table.md for all of them.")
        if command.by not in shape.by:
            if command.by not in ROLES:
                known = ", ".join(ROLES)
                raise Refusal("unknown_role", f"Say who gives the command: one of {known}; got {shown(command.by)}.")
            whose = " or ".join(shape.by)
            raise Refusal("wrong_role", f"Leave it to the {whose}: the {command.by} does not {shape.says}.")
        given = astuple(command)
        if None in self.needed[do](given):
            name = next(name for name in shape.needs if getattr(command, name) is None)
            raise Refusal("field_missing", f"Give '{name}' with '{do}': {shape.says}.")
        others, of, nothing = self.others[do]
        if of(given) != nothing:
            name = next(name for name in others if getattr(command, name) is not None)
            raise Refusal("unknown_field", f"Take '{name}' out: '{do}' has no such field.")
        if command.by == "player" and not command.who:
            raise Refusal("player_missing", "Say which player: 'who' is missing.")
        if len(command.who) > LONGEST_NAME or len(command.key) > LONGEST_NAME:
            raise Refusal("name_too_long", f"Shorten 'who' or 'key' to {LONGEST_NAME} characters.")


def _misshapen(error: msgspec.ValidationError) -> Refusal:
    what, _, where = str(error).partition(" - at `$.")
    if what.startswith("Object"):
        return misshapen(error, needed="no command is carried out without it", code="command_malformed")
    field = where.rstrip("`")
    mend = f"'{field}'" if field else "the command"
    written = f"; write {WRITTEN[field]}" if field in WRITTEN else ""
    return Refusal("command_malformed", f"Mend {mend}: {kinds_spelled(what)}{written}.")


WRITTEN = {"order": 'all cards as one text with spaces between them ("As Kd 7h ...")'}
"""How a field is written where an event shows it otherwise."""


def _others(fields: tuple[str, ...], shape: Shape) -> tuple[tuple[str, ...], Callable[[Sequence[Any]], Any], Any]:
    """The fields a command may not have, how to get them at once, gap by gap, and what is got where none is given."""
    allowed = sorted(map(fields.index, ("do", "by", "who", "key", *shape.needs, *shape.may)))
    gaps = [slice(one + 1, other) for one, other in pairwise((*allowed, len(fields)))]
    others = tuple(name for gap in gaps for name in fields[gap])
    of = itemgetter(*[gap for gap in gaps if fields[gap]])
    return others, of, of((None,) * len(fields))
