"""Which wagers of a round can be void together: only what an irregularity of the game's text voids.

A text voids all hands, or one hand, or the contest's wagers; the procedure's irregularities say which. Where the house
lets settled wagers stand (reading 130), the other wagers of the round are void next to them.
"""

from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING

from pitboss.refusal import Refusal, spoken
from pitboss.showdown.procedure import Effect
from pitboss.showdown.rounds import Round, Seat
from pitboss.showdown.rulings import Ruling

if TYPE_CHECKING:
    from pitboss.showdown.rules import Rules


def check_voids(rules: "Rules", read: Round) -> None:
    """Refuse wagers that no irregularity voids together. A game without a procedure has no irregularities."""
    for seat in read.seats:
        _check_placed(rules, seat)
    if rules.effects is None:
        return
    if rules.keeps_settled:
        if not _voids_hand(rules):
            _check_moment(rules, read)
        return
    if all(_is_void(read, seat) for seat in read.seats):
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


def _check_moment(rules: "Rules", read: Round) -> None:
    """Check that at one moment of the settlement the void wagers, and no others, were not settled yet."""
    assert rules.game.procedure
    orders = {each.by_hand for each in rules.game.procedure.completion.alternatives.values()}
    if all(seat.void for seat in read.seats) or any(_is_moment(rules, read, by_hand) for by_hand in orders):
        return
    message = (
        "Make void what is not settled at one moment, and every wager that a fold or a forfeiture lost: "
        "hands are settled from the dealer's right, and an irregularity of this game voids all hands."
    )
    clause = rules.game.irregular.void_hand.at(rules.jurisdiction)
    position = next((seat.position for seat in read.seats if seat.void or seat.returned), None)
    raise Refusal("void_not_possible", message, clause, position)


def _is_moment(rules: "Rules", read: Round, by_hand: bool) -> bool:
    """Whether settled hands come first, then at most one that is partly settled, then void ones."""
    seats = sorted(read.seats, key=lambda seat: -seat.position)
    back = {seat.position: _returned(rules, read, seat) for seat in seats}
    if not all(seat.void or _returns_lost(rules, seat, back[seat.position]) for seat in seats):
        return False
    found: list[tuple[int, bool]] = []
    for lost in (None,) if by_hand else (True, False):
        for seat in seats:
            found += _in_turn(rules, seat, back[seat.position], lost)
    for seat in reversed(seats):
        found += [(seat.position, made.wager in back[seat.position]) for made in _live(rules, seat, last=True)]
    steps = [{is_void for _, is_void in group} for _, group in groupby(found, key=itemgetter(0))]
    stages = [PARTLY if len(each) > 1 else VOID if True in each else SETTLED for each in steps]
    return stages == sorted(stages) and stages.count(PARTLY) <= 1


SETTLED, PARTLY, VOID = range(3)


def _returned(rules: "Rules", read: Round, seat: Seat) -> frozenset[str]:
    """The void wagers of a position. Those that the round names are void at every position, with the ante its bonus."""
    bonus = rules.game.ante_bonus
    with_ante = {bonus.name} if bonus and rules.ante in read.void else set()
    return seat.returned | read.void | with_ante


def _in_turn(rules: "Rules", seat: Seat, back: frozenset[str], lost: bool | None) -> list[tuple[int, bool]]:
    """The wagers of a hand that are settled in its turn, and whether each is void. `lost`: lost ones only, or others.

    Which wagers of a void hand would have lost is not known, but all of them come before the next hand is paid.
    """
    if seat.void:
        return [] if lost else [(seat.position, True)]
    return [
        (seat.position, made.wager in back)
        for made in _live(rules, seat)
        if lost is None or lost == (made.outcome == "lose")
    ]


def _live(rules: "Rules", seat: Seat, last: bool = False) -> list[Ruling]:
    """The rulings that a step of the settlement carries out, in the hand's turn or, `last`, after all hands.

    No step does anything for a progressive wager that won nothing.
    """
    if seat.void or seat.forfeit:
        return []
    progressive, gone = rules.progressive, _lost_by_fold(rules, seat)
    after_all = progressive is not None and not progressive.right_first
    name = progressive.name if progressive else ""
    return [
        made
        for made in seat.slip.rulings
        if made.wager not in gone and (made.award or made.wager != name) and last == (after_all and made.wager == name)
    ]


def _lost_by_fold(rules: "Rules", seat: Seat) -> set[str]:
    if not seat.folded:
        return set()
    return seat.stakes.keys() - {side.name for side in rules.sides if side.survives_fold}


def _returns_lost(rules: "Rules", seat: Seat, back: frozenset[str]) -> bool:
    """Whether all that a fold or a forfeiture lost is void, and a progressive that won nothing goes with its hand."""
    gone = set(seat.stakes) if seat.forfeit else _lost_by_fold(rules, seat)
    live = [*_live(rules, seat), *_live(rules, seat, last=True)]
    if rules.progressive and rules.progressive.name in seat.stakes and not any(made.award for made in live):
        gone.discard(rules.progressive.name)
        is_settled = bool(live) and not any(made.wager in back for made in live)
        if is_settled == (rules.progressive.name in back):
            return False
    return gone <= back


def _by_round(read: Round, seat: Seat) -> bool:
    """Whether the wagers that the round names are all that the position has."""
    return seat.stakes.keys() <= read.void


def _voids_hand(rules: "Rules") -> bool:
    return rules.effects is not None and Effect.VOID_HAND in rules.effects
