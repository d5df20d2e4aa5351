"""Which wagers of a round can be void together: only what an irregularity of the game's text voids.

A text voids all hands, or one hand, or the contest's wagers; the procedure's irregularities say which. Where the house
lets settled wagers stand (reading 130), the other wagers of the round are void next to them.
"""

from typing import TYPE_CHECKING

from pitboss.refusal import Refusal, spoken
from pitboss.showdown.procedure import Effect
from pitboss.showdown.rounds import Round, Seat

if TYPE_CHECKING:
    from pitboss.showdown.rules import Rules


def check_voids(rules: "Rules", read: Round) -> None:
    """Refuse wagers that no irregularity voids together. A game without a procedure has no irregularities."""
    for seat in read.seats:
        _check_placed(rules, seat)
    if rules.effects is None or rules.keeps_settled or all(_is_void(read, seat) for seat in read.seats):
        return
    if read.void and not is_contest(rules, read):
        raise _not_the_contest(rules)
    for seat in read.seats:
        _check_hand(rules, read, seat)


def _check_placed(rules: "Rules", seat: Seat) -> None:
    bonus = rules.game.ante_bonus
    for wager in seat.returned:
        if wager not in seat.stakes and not (bonus and wager == bonus.name and rules.ante in seat.stakes):
            message = f"Take the {spoken(wager)} out of 'void': this position has placed no such wager."
            raise Refusal("void_not_placed", message, None, seat.position)


def _is_void(read: Round, seat: Seat) -> bool:
    return seat.void or seat.stakes.keys() <= seat.returned | read.void


def is_contest(rules: "Rules", read: Round) -> bool:
    """Whether the wagers that the round names are those of the contest, in a game whose text voids it alone."""
    contest = {rules.ante, *(step.name for step in rules.game.decisions)}
    return (rules.effects is None or Effect.VOID_CONTEST in rules.effects) and read.void == contest


def _not_the_contest(rules: "Rules") -> Refusal:
    if rules.effects and Effect.VOID_CONTEST in rules.effects:
        names = " and ".join(spoken(name) for name in (rules.ante, *(step.name for step in rules.game.decisions)))
        message = f"Name {names} alone, or all wagers: an irregularity voids those of the contest or every hand."
    else:
        message = "Make every wager of the round void, or none: an irregularity of this game voids all hands."
    return Refusal("void_not_possible", message, rules.game.irregular.void_wagers.at(rules.jurisdiction))


def _check_hand(rules: "Rules", read: Round, seat: Seat) -> None:
    """Check that a single void hand is one that the text voids, with all its wagers."""
    if seat.returned and not _is_void(read, seat):
        message = "Make the whole hand void, or none of its wagers: this house reverses settled wagers of a void hand."
    elif (seat.returned or seat.void) and not _by_round(read, seat) and not _voids_hand(rules):
        message = "Make every hand of the round void, or none: an irregularity of this game voids all hands."
    else:
        return
    clause = rules.game.irregular.void_hand.at(rules.jurisdiction)
    raise Refusal("void_not_possible", message, clause, seat.position)


def _by_round(read: Round, seat: Seat) -> bool:
    """Whether the wagers that the round names are all that the position has."""
    return seat.stakes.keys() <= read.void


def _voids_hand(rules: "Rules") -> bool:
    return rules.effects is not None and Effect.VOID_HAND in rules.effects
