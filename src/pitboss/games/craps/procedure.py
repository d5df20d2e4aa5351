"""Craps at the table. The loose pages keep none of its procedure, so that readings stand in for it."""

from pitboss.dice.procedure import Effect, Irregularity, Procedure, Step
from pitboss.regulations.citation import reading

STAFF = ("dealer", "floorperson", "supervisor")

PROCEDURE = Procedure(
    positions=16,
    rail=reading(101),
    steps={
        "receive": Step("dealer", reading(102)),
        "inspect": Step("dealer", reading(102)),
        "verify": Step("floorperson", reading(102)),
        "offer": Step("dealer", reading(103)),
        "take_dice": Step("player", reading(103)),
        "no_more_bets": Step("dealer", reading(106)),
        "throw": Step("player", reading(107)),
        "call_roll": Step("dealer", reading(107)),
        "check_dice": Step("floorperson", reading(109)),
        "move_puck": Step("dealer", reading(110)),
        "take": Step("dealer", reading(110)),
        "move_come": Step("dealer", reading(110)),
        "pay": Step("dealer", reading(110)),
    },
    wagering=reading(106),
    chips=reading(106),
    limits=reading(114),
    line_wager=reading(104),
    passing=reading(105),
    throwing=reading(107),
    changing_dice=reading(109),
    leaving=reading(115),
    irregularities={
        "die_off_table": Irregularity("a die left the table", Effect.CHECK_DICE, reading(108), STAFF),
        "cocked_dice": Irregularity("a die leans and does not lie flat", Effect.NO_ROLL, reading(108), STAFF),
        "die_too_many": Irregularity("more than two dice were thrown", Effect.NO_ROLL, reading(108), STAFF),
        "die_in_bank": Irregularity("a die came to rest among the chips", Effect.NO_ROLL, reading(108), STAFF),
        "not_thrown": Irregularity(
            "the dice were not thrown together down the table", Effect.NO_ROLL, reading(108), STAFF
        ),
        "wager_void": Irregularity("a wager is void", Effect.VOID_WAGER, reading(112), ("supervisor",)),
        "unsound_dice": Irregularity("the dice are not sound", Effect.VOID_ALL, reading(112), ("supervisor",)),
    },
)
