"""What people can ask of a table, and the shape each command must have.

One table says it all: who may give a command, which fields it needs, which it may have. The documentation and the
checks read the same table.
"""

from collections.abc import Callable, Sequence
from itertools import pairwise
from operator import itemgetter
from typing import Annotated, Any

import msgspec
from msgspec.structs import astuple

from pitboss.refusal import Refusal, shown
from pitboss.showdown.procedure import ROLES

LONGEST_NAME = 64

Number = Annotated[int, msgspec.Meta(ge=-1_000_000, le=1_000_000)]
"""No table has more of anything."""


class Command(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """A command as files have it. `by` is the role, `who` the person, `key` makes repeating it harmless."""

    do: str
    by: str
    who: str = ""
    key: str = ""
    position: Number | None = None
    wagers: dict[str, Any] | None = None
    coupon: str | None = None
    tender: str | None = None
    amount: str | None = None
    action: str | None = None
    automatic: bool | None = None
    order: str | None = None
    depth: Number | None = None
    counted: Number | None = None
    cards: Number | None = None
    what: str | None = None
    whose: str | None = None
    device: str | None = None
    dealing: str | None = None
    shuffler: str | None = None


class Shape(msgspec.Struct, frozen=True):
    """Who may give a command, which fields it must and may have, and what that person is then told to do."""

    by: tuple[str, ...]
    says: str
    needs: tuple[str, ...] = ()
    may: tuple[str, ...] = ()


STAFF = ("dealer", "floorperson", "supervisor")

SHAPES: dict[str, Shape] = {
    "sit": Shape(("player",), "take a seat", ("position",)),
    "leave": Shape(("player",), "leave the seat; not with wagers in a round"),
    "buy_in": Shape(("player",), "buy chips for cash, which goes to the drop box", ("amount",)),
    "cash_out": Shape(("player",), "take all chips away, after leaving the seat"),
    "tip": Shape(("player",), "put chips into the tip box", ("amount",)),
    "bet": Shape(
        ("player",),
        "place the whole of a position's wagers, in place of what lies there",
        ("position", "wagers"),
        ("coupon", "tender"),
    ),
    "clear": Shape(("player",), "take a position's wagers back before the close", ("position",)),
    "decide": Shape(
        ("player",),
        "fold, check, or place the later wager named",
        ("position", "action"),
        ("amount", "automatic"),
    ),
    "view": Shape(("player",), "look over the spread cards"),
    "receive": Shape(("dealer",), "receive the deck"),
    "inspect": Shape(("dealer",), "inspect the cards"),
    "verify": Shape(("floorperson",), "verify the cards"),
    "spread": Shape(("dealer",), "spread the cards face up"),
    "wash": Shape(("dealer",), "turn the cards face down and wash them"),
    "stack": Shape(("dealer",), "stack the cards"),
    "shuffle": Shape(("dealer",), "shuffle the cards", (), ("order",)),
    "cut": Shape(("dealer",), "cut the deck with the cover card", (), ("depth",)),
    "load": Shape(("dealer",), "put the deck in place for the deal"),
    "spread_idle": Shape(("dealer",), "spread the cards of the idle table"),
    "turn_up": Shape(("dealer",), "turn the spread cards up for the arriving player"),
    "no_more_bets": Shape(("dealer",), "call no more bets"),
    "lock_progressive": Shape(("dealer",), "lock the progressive system"),
    "collect_progressive": Shape(("dealer",), "collect the progressive wagers"),
    "verify_progressive": Shape(("dealer",), "compare the progressive chips with the lit sensors", (), ("counted",)),
    "place_progressive": Shape(("dealer",), "place the progressive chips into the tray"),
    "deal": Shape(("dealer",), "deliver the next card or stack", (), ("position", "whose")),
    "rack_stub": Shape(("dealer",), "put the stub into the discard rack"),
    "count_stub": Shape(("dealer",), "count the stub, then rack it", (), ("counted", "position", "whose", "cards")),
    "cover": Shape(("dealer",), "lay the cover card on the dealer's stack"),
    "uncover": Shape(("dealer",), "take the cover card off and put it beside the shoe"),
    "turn_card": Shape(("dealer",), "turn up the dealer's card"),
    "collect_forfeits": Shape(("dealer",), "collect what was forfeited"),
    "collect_discards": Shape(("dealer",), "collect the discards"),
    "reveal_dealer": Shape(("dealer",), "reveal the dealer's hand"),
    "reveal": Shape(("dealer",), "reveal the hand", ("position",)),
    "take": Shape(("dealer",), "collect the losing wagers", ("position",)),
    "pay": Shape(("dealer",), "pay the winning wagers", ("position",)),
    "pay_progressive": Shape(("dealer",), "document and pay the progressive", ("position",)),
    "collect": Shape(("dealer",), "collect the cards", ("position",)),
    "collect_dealer": Shape(("dealer",), "collect the dealer's cards"),
    "order_recut": Shape(("supervisor",), "have the cards cut again before any is dealt"),
    "call": Shape(
        STAFF,
        "call an irregularity",
        ("what",),
        ("position", "whose", "cards", "counted"),
    ),
    "remove_device": Shape(STAFF, "take the shuffler or the automated shoe off the table", ("device",)),
    "change_method": Shape(("supervisor",), "shuffle or deal another way from now on", (), ("dealing", "shuffler")),
    "close": Shape(("supervisor",), "close the table"),
}


def read_command(data: Any) -> Command:
    """A command from what a file or a program gives, refused if its shape is wrong."""
    try:
        # Through bytes and back: nobody else holds what the table keeps, and what cannot be written is not taken.
        command = msgspec.json.decode(msgspec.json.encode(data), type=Command)
    except msgspec.ValidationError as error:
        raise Refusal("command_malformed", f"Mend the command: {str(error)[0].lower()}{str(error)[1:]}.") from None
    except (msgspec.MsgspecError, TypeError, ValueError, RecursionError, OverflowError):
        raise Refusal("command_malformed", "Write the command as plain JSON: something in it cannot be.") from None
    return command


FIELDS = Command.__struct_fields__

NEEDED = {do: itemgetter(*map(FIELDS.index, ("do", "by", *shape.needs))) for do, shape in SHAPES.items()}
"""How to get all fields that a command must have from the tuple of its fields."""


def _others(shape: Shape) -> tuple[tuple[str, ...], Callable[[Sequence[Any]], Any], Any]:
    """The fields a command may not have, how to get them at once, gap by gap, and what is got where none is given."""
    allowed = sorted(map(FIELDS.index, ("do", "by", "who", "key", *shape.needs, *shape.may)))
    gaps = [slice(one + 1, other) for one, other in pairwise((*allowed, len(FIELDS)))]
    others = tuple(name for gap in gaps for name in FIELDS[gap])
    of = itemgetter(*[gap for gap in gaps if FIELDS[gap]])
    return others, of, of((None,) * len(FIELDS))


OTHER_FIELDS = {do: _others(shape) for do, shape in SHAPES.items()}


def check_shape(command: Command) -> None:
    shape = SHAPES.get(command.do)
    if shape is None:
        raise Refusal("unknown_command", f"There is no command {shown(command.do)}; see docs/table.md for all of them.")
    if command.by not in shape.by:
        if command.by not in ROLES:
            known = ", ".join(ROLES)
            raise Refusal("unknown_role", f"Say who gives the command: one of {known}; got {shown(command.by)}.")
        whose = " or ".join(shape.by)
        raise Refusal("wrong_role", f"Leave it to the {whose}: the {command.by} does not {shape.says}.")
    given = astuple(command)
    if None in NEEDED[command.do](given):
        name = next(name for name in shape.needs if getattr(command, name) is None)
        raise Refusal("field_missing", f"Give '{name}' with '{command.do}': {shape.says}.")
    others, of, nothing = OTHER_FIELDS[command.do]
    if of(given) != nothing:
        name = next(name for name in others if getattr(command, name) is not None)
        raise Refusal("unknown_field", f"Take '{name}' out: '{command.do}' has no such field.")
    if command.by == "player" and not command.who:
        raise Refusal("player_missing", "Say which player: 'who' is missing.")
    if len(command.who) > LONGEST_NAME or len(command.key) > LONGEST_NAME:
        raise Refusal("name_too_long", f"Shorten 'who' or 'key' to {LONGEST_NAME} characters.")
