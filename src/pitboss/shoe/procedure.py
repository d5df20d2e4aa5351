"""The words in which the handling of a shoe is declared: a game's `Procedure`. The table plays it out step by step."""

from collections.abc import Mapping
from enum import Enum

import msgspec

from pitboss.regulations.citation import Citation, reading

LEAST_CUT = 10
"""So many cards at least are cut from the top, and lie behind the cut card."""


def with_enough_around(cards: int) -> tuple[int, int]:
    """The least and the most cards on one side of a place in so many that has enough of them on either side."""
    return LEAST_CUT, cards - LEAST_CUT


USUALLY_BEHIND = 4
"""Where nobody says how many cards lie behind the cut card, it is one in so many."""


class Step(msgspec.Struct, frozen=True):
    """Something that must be done at its place in the order of play: by whom, by which clause."""

    by: str
    clause: Citation


class Effect(Enum):
    """What an irregularity does to the round."""

    DISCARD = "the card is not used and goes to the discard rack; a second one voids the round"
    DESTROY = "the card is not used, and a floorperson destroys it; a second one voids the round"
    NEXT_CARD = "the card is used as the next one"
    OFFERED = (
        "the card is the next one, seen by all: whoever refuses it gets no more cards, and one nobody uses is burned"
    )
    BURN = "the card is burned"
    LATER = "the dealer takes the own card when all players have theirs"
    ASK = "the player chooses: the card comes after the other players' cards, or the hand is dead"
    DEAD = "the hand is dead and its wagers go back"
    SHUFFLE_DISCARDS = "the discards are shuffled and cut, one card is burned, and the round is finished from them"
    VOID_ALL = "the round is void: every wager goes back"
    RESHUFFLE = "the cards are shuffled again"
    CONTINUE = "play goes on"
    NO_READER = "play goes on without a card reader"


class Irregularity(msgspec.Struct, frozen=True):
    """Something that goes wrong, what it does, and by which clause.

    `other`: what it does in the other case that the text names, such as a second card. `by`: where only one role may
    call it.
    """

    says: str
    effect: Effect
    clause: Citation
    other: Effect | None = None
    other_clause: Citation | None = None
    other_when: str = ""
    by: str = ""


class WagerHandling(msgspec.Struct, frozen=True):
    """How wagers are made at the table. `decides`: on a box that several players share."""

    chips: Citation
    seated: Citation
    close: Citation
    boxes: Citation
    decides: Citation
    limits: Mapping[str, Citation]


class Procedure(msgspec.Struct, frozen=True):
    """Everything a game's text says about handling the shoe and the chips."""

    cards: Mapping[str, Step]
    round: Mapping[str, Step]
    recut: Citation
    cut_card: Citation
    wagers: WagerHandling
    irregularities: Mapping[str, Irregularity]
    devices: Citation  # how a shuffling device leaves the table
    reader: Citation  # how play goes on when a card reader fails
    new_reader: Citation  # when another card reader comes, or none
    settled_stands: Citation
    nothing_left: Citation  # what is done when neither shoe nor discards have a card


def card_steps() -> dict[str, Step]:
    """Cards from their arrival to the first burn, as the other texts of New Jersey handle them (readings 52 and 53)."""
    opening, shoe = reading(52), reading(53)
    return {
        "receive": Step("dealer", opening),
        "inspect": Step("dealer", opening),
        "verify": Step("floorperson", opening),
        "spread": Step("dealer", opening),
        "view": Step("player", opening),
        "wash": Step("dealer", opening),
        "stack": Step("dealer", opening),
        "shuffle": Step("dealer", opening),
        "cut": Step("dealer", opening),
        "spread_idle": Step("dealer", opening),
        "place_cut_card": Step("dealer", shoe),
        "load": Step("dealer", shoe),
        "burn": Step("dealer", shoe),
    }


def round_steps(**clauses: Citation) -> dict[str, Step]:
    """The dealer's steps of a round; what no text says is by reading 55 (order of play) or 56 (settling)."""
    play, settling = reading(55), reading(56)
    found = {
        **dict.fromkeys(("no_more_bets", "deal", "check", "reveal_hole", "draw", "decide"), play),
        **dict.fromkeys(("take_insurance", "take", "pay", "collect", "collect_dealer"), settling),
        **clauses,
    }
    return {do: Step("player" if do == "decide" else "dealer", clause) for do, clause in found.items()}


def irregularities(
    at: Mapping[str, Citation], told: Mapping[str, Citation], dealer_may_miss: bool
) -> dict[str, Irregularity]:
    """What can go wrong at a shoe: `at` by the letters (a) to (m), `told` what paragraph (l) tells apart, 1 and 2."""
    found = {
        "card_face_up": Irregularity(
            "a card lies face up in the shoe",
            Effect.DISCARD,
            at["a"],
            other=Effect.VOID_ALL,
            other_when="a second one is found in the round",
        ),
        "ten_found": Irregularity(
            "a ten is found in the shoe",
            Effect.DESTROY,
            at["b"],
            other=Effect.VOID_ALL,
            other_when="a second one is found in the round",
        ),
        "drawn_in_error": Irregularity("a card is drawn in error, its face not seen", Effect.NEXT_CARD, at["c"]),
        "drawn_exposed": Irregularity("a card is drawn in error and seen by the players", Effect.OFFERED, at["d"]),
        "dealer_overdrew": Irregularity("the dealer draws a card on 17 or more", Effect.BURN, at["e"]),
        "dealer_missed": Irregularity("the dealer forgets the own first or second card", Effect.LATER, at["f"]),
        "shoe_short": Irregularity("the shoe runs out in the round", Effect.SHUFFLE_DISCARDS, at["g"]),
        "hand_missed": Irregularity(
            "a box is passed over in the deal",
            Effect.DEAD,
            at["h"],
            other=Effect.ASK,
            other_when="it has a card, or is passed over for the first time and can still get one",
        ),
        "card_missed": Irregularity("a card that a player asked for is not dealt", Effect.ASK, at["i"]),
        "shuffler_jam": Irregularity("the shuffling device jams, stops or does not finish", Effect.RESHUFFLE, at["j"]),
        "reader_misused": Irregularity(
            "the hole card is put into the card reader without an ace or a picture up",
            Effect.CONTINUE,
            told["2"],
            other=Effect.VOID_ALL,
            other_clause=told["1"],
            other_when="players can learn the card from this reader",
            by="supervisor",
        ),
        "reader_failed": Irregularity("the card reader fails", Effect.NO_READER, at["m"]),
    }
    if not dealer_may_miss:
        del found["dealer_missed"]
    return found
