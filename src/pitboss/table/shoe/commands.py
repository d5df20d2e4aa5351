"""The commands of a table that deals from a shoe."""

from typing import Any

from pitboss.table import commands
from pitboss.table.commands import COMMON, STAFF, Forms, Number, Shape


class Command(commands.Command, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """A command with what betting, deciding, dealing and calling an irregularity need."""

    wagers: dict[str, Any] | None = None
    tender: str | None = None
    action: str | None = None
    hand: Number | None = None
    automatic: bool | None = None
    order: str | None = None
    depth: Number | None = None
    behind: Number | None = None
    whose: str | None = None
    card: str | None = None
    device: str | None = None
    shuffler: str | None = None
    card_reader: str | None = None


SHAPES: dict[str, Shape] = {
    **COMMON,
    "bet": Shape(
        ("player",),
        "place the whole of the wagers on a box, in place of what lies there",
        ("position", "wagers"),
        ("tender",),
    ),
    "clear": Shape(("player",), "take the wagers on a box back before the close", ("position",)),
    "consent": Shape(("player",), "let others wager on the box", ("position",)),
    "decide": Shape(
        ("player",),
        "decide what is asked now",
        ("position", "action"),
        ("hand", "amount", "automatic"),
    ),
    "view": Shape(("player",), "look over the spread cards"),
    "decline_view": Shape(("player",), "give up the inspection of the spread cards"),
    "receive": Shape(("dealer",), "receive the cards"),
    "inspect": Shape(("dealer",), "inspect the cards"),
    "verify": Shape(("floorperson",), "verify the cards"),
    "spread": Shape(("dealer",), "spread the cards face up"),
    "wash": Shape(("dealer",), "turn the cards face down and wash them"),
    "stack": Shape(("dealer",), "stack the cards"),
    "shuffle": Shape(("dealer",), "shuffle the cards", (), ("order",)),
    "cut": Shape(("dealer",), "cut the cards", (), ("depth",)),
    "place_cut_card": Shape(("dealer",), "put the cut card in", (), ("behind",)),
    "load": Shape(("dealer",), "put the cards into the shoe"),
    "burn": Shape(("dealer",), "burn a card"),
    "spread_idle": Shape(("dealer",), "spread the cards of the idle table"),
    "destroy": Shape(("floorperson",), "remove the ten and destroy it"),
    "no_more_bets": Shape(("dealer",), "call no more bets"),
    "deal": Shape(("dealer",), "deal the next card", (), ("position", "whose")),
    "check": Shape(("dealer",), "check the hole card with the card reader"),
    "take_insurance": Shape(("dealer",), "collect the insurance wagers that lost"),
    "reveal_hole": Shape(("dealer",), "turn up the hole card"),
    "draw": Shape(("dealer",), "draw a card for the dealer's hand"),
    "take": Shape(("dealer",), "collect the losing wagers", ("position",), ("hand",)),
    "pay": Shape(("dealer",), "pay the winning wagers", ("position",), ("hand",)),
    "collect": Shape(("dealer",), "collect the cards", ("position",), ("hand",)),
    "collect_dealer": Shape(("dealer",), "collect the dealer's cards"),
    "order_recut": Shape(("supervisor",), "have the cards cut again before any is dealt"),
    "call": Shape(STAFF, "call an irregularity", ("what",), ("position", "card")),
    "remove_device": Shape(STAFF, "take the shuffling device off the table", ("device",)),
    "change_method": Shape(("supervisor",), "shuffle or check another way", (), ("shuffler", "card_reader")),
}

FORMS = Forms(Command, SHAPES)
