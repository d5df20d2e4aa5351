"""The commands of a table of dice."""

from pitboss.table import commands
from pitboss.table.commands import COMMON, STAFF, Forms, Shape


class Command(commands.Command, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """A command with what wagers on the layout and throws need. `id` names a wager that lies there."""

    wager: str | None = None
    id: str | None = None
    behind: str | None = None
    dice: str | None = None
    working: bool | None = None
    tender: str | None = None


SHAPES: dict[str, Shape] = {
    **COMMON,
    "bet": Shape(
        ("player",),
        "place one wager on the layout",
        ("wager", "amount"),
        ("behind", "dice", "working", "tender"),
    ),
    "change": Shape(("player",), "raise or reduce a wager to this amount", ("id", "amount")),
    "take_down": Shape(("player",), "take a wager down, with any odds behind it", ("id",)),
    "call_on": Shape(("player",), "call a wager on", ("id",)),
    "call_off": Shape(("player",), "call a wager off", ("id",)),
    "take_dice": Shape(("player",), "take the dice that are offered"),
    "decline_dice": Shape(("player",), "decline the dice that are offered"),
    "pass_dice": Shape(("player", *STAFF), "pass the dice on to another shooter"),
    "throw": Shape(("player",), "throw the dice", (), ("dice",)),
    "receive": Shape(("dealer",), "receive a set of dice"),
    "inspect": Shape(("dealer",), "inspect the dice"),
    "verify": Shape(("floorperson",), "verify the dice"),
    "offer": Shape(("dealer",), "offer the dice to the next player"),
    "no_more_bets": Shape(("dealer",), "call no more bets and send the dice out"),
    "call_roll": Shape(("dealer",), "call the roll"),
    "check_dice": Shape(("floorperson",), "check the dice that left the table"),
    "move_puck": Shape(("dealer",), "move the puck"),
    "take": Shape(("dealer",), "take the losing wagers", ("position",)),
    "move_come": Shape(("dealer",), "move the come wagers to their number", ("position",)),
    "pay": Shape(("dealer",), "pay the winning wagers", ("position",)),
    "change_dice": Shape(("floorperson", "supervisor"), "bring another set of dice"),
    "call": Shape(STAFF, "call an irregularity", ("what",), ("id",)),
}

FORMS = Forms(Command, SHAPES)
