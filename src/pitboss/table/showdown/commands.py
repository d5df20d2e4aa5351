"""The commands of a table at which hands are compared."""

from typing import Any

import msgspec

from pitboss.table import commands
from pitboss.table.commands import COMMON, STAFF, Forms, Number, Shape


class CountedHand(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How many cards a hand was found to have: a position's, or the dealer's (`whose`)."""

    cards: Number
    position: Number | None = None
    whose: str | Number | None = None


class Command(commands.Command, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """A command with what betting, deciding, dealing and calling an irregularity need."""

    wagers: dict[str, Any] | None = None
    coupon: str | None = None
    tender: str | None = None
    action: str | None = None
    automatic: bool | None = None
    order: str | None = None
    depth: Number | None = None
    counted: Number | None = None
    cards: Number | None = None
    whose: str | Number | None = None
    hands: tuple[CountedHand, ...] | None = None
    device: str | None = None
    dealing: str | None = None
    shuffler: str | None = None
    main: str | None = None
    secondary: str | None = None
    wager: str | None = None
    card: str | None = None


SHAPES: dict[str, Shape] = {
    **COMMON,
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
    "decline_view": Shape(("player",), "give up the inspection of the spread cards"),
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
    "count_stub": Shape(
        ("dealer",), "count the stub, then rack it", (), ("counted", "position", "whose", "cards", "hands")
    ),
    "cover": Shape(("dealer",), "lay the cover card on the dealer's stack"),
    "uncover": Shape(("dealer",), "take the cover card off and put it next to the shoe"),
    "turn_card": Shape(("dealer",), "turn up the dealer's card"),
    "collect_forfeits": Shape(("dealer",), "collect what was forfeited"),
    "collect_discards": Shape(("dealer",), "collect the discards"),
    "reveal_dealer": Shape(("dealer",), "reveal the dealer's hand"),
    "reveal": Shape(("dealer",), "reveal the hand", ("position",)),
    "take": Shape(("dealer",), "collect the losing wagers", ("position",), ("wager",)),
    "pay": Shape(("dealer",), "pay the winning wagers", ("position",), ("wager",)),
    "verify_payout": Shape(("dealer",), "verify the progressive payout", ("position",)),
    "document_payout": Shape(("dealer",), "obtain the document of the progressive payout", ("position",)),
    "pay_progressive": Shape(("dealer",), "document and pay the progressive", ("position",)),
    "collect": Shape(("dealer",), "collect the cards", ("position",)),
    "collect_dealer": Shape(("dealer",), "collect the dealer's cards"),
    "order_recut": Shape(("supervisor",), "have the cards cut again before any is dealt"),
    "call": Shape(
        STAFF,
        "call an irregularity",
        ("what",),
        ("position", "whose", "cards", "counted", "card"),
    ),
    "read_meters": Shape(("supervisor",), "read the meters that linked tables share", ("main", "secondary")),
    "remove_device": Shape(STAFF, "take the shuffler or the automated shoe off the table", ("device",)),
    "change_method": Shape(("supervisor",), "shuffle or deal another way from now on", (), ("dealing", "shuffler")),
}

FORMS = Forms(Command, SHAPES)
