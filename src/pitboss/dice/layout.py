"""Wagers on the layout from roll to roll: placed, changed, called on or off, declared void, decided by the dice.

A layout is what lies there between two rolls. It never changes: `between_rolls` and `roll` make another one and say
which wagers left it. Settlement plays a finished run so, a table a live one.
"""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from pitboss.dice.declaration import Behind, Changes, Line, May, Number, Opens
from pitboss.dice.runs import Change, Placed
from pitboss.dice.throws import Dice
from pitboss.money import write_money
from pitboss.refusal import Refusal, shown, spoken

if TYPE_CHECKING:
    from pitboss.dice.rules import Rules, Ruling

NO_POINT = 0

Id = str | int

NO_ID: Id = ""
"""Of a wager that gets its id when it is accepted."""


class Bet(msgspec.Struct, frozen=True, gc=False):
    """A wager on the layout. `point`: the one it waits for, or 0. `working`: as called, None where not called.

    `behind` is the wager that odds support.
    """

    placed: Placed
    amount: int
    point: int = NO_POINT
    behind: Id | None = None
    working: bool | None = None

    def words(self) -> str:
        name = f"the {spoken(self.placed.wager)}"
        return name if self.placed.id == NO_ID else f"{name} {shown(self.placed.id)}"


class Gone(NamedTuple):
    """A wager that has left the layout: what it is paid on top of its stake and charged besides, in cents.

    `roll` is the number of the roll that decided it, None for one taken down (a push) or declared void before `before`.
    `why`: what decided it, a word of docs/dice.md.
    """

    bet: Bet
    outcome: str
    pays: int
    commission: int
    roll: int | None
    before: int
    clause: str
    why: str

    def how(self) -> str:
        if self.roll is not None:
            return f"roll {self.roll} decided it"
        return f"it was {'declared void' if self.outcome == VOID else 'taken down'} before roll {self.before}"


VOID = "void"
TAKEN_DOWN = "taken_down"

REASONS = {
    "point": "its point {total} was rolled",
    "seven": "a seven was rolled",
    "craps": "craps {total} was rolled",
    "number": "{total} was rolled",
    "off": "off on this roll, it goes back",
    TAKEN_DOWN: "taken down",
    VOID: "void, it goes back",
}
"""Each reason of a settlement row as a page prints it. `{total}`: what the dice show."""


class Layout(msgspec.Struct, frozen=True):
    """What lies between two rolls, by id in the order placed. `point` is 0 while the puck is off."""

    point: int = NO_POINT
    next_roll: int = 1
    lying: dict[Id, Bet] = {}

    def with_behind(self, id: Id) -> list[Id]:
        """A wager and the odds behind it."""
        return [each for each, bet in self.lying.items() if each == id or bet.behind == id]


# Between rolls


def between_rolls(
    rules: "Rules",
    layout: Layout,
    gone: Mapping[Id, Gone],
    changes: Iterable[Change] = (),
    placed: Iterable[Placed] = (),
    voids: Iterable[Change] = (),
) -> tuple[Layout, list[Gone]]:
    """The layout after some wagers were changed, others placed, others declared void; and what left it so.

    `gone` are the wagers that have left it before. Raises `Refusal`.
    """
    voids = list(voids)
    own = _Between(rules, layout, gone, {change.id for change in voids})
    for change in changes:
        own.change(change)
    for each in placed:
        own.place(each)
    for change in voids:
        own.void(change.id)
    own.check_odds()
    return Layout(layout.point, layout.next_roll, own.lying), own.lifted


class _Between:
    """A layout's own copy while hands are on it."""

    def __init__(self, rules: "Rules", layout: Layout, gone: Mapping[Id, Gone], voids: set[Id]) -> None:
        self.rules = rules
        self.point = layout.point
        self.next_roll = layout.next_roll
        self.lying = layout.lying.copy()
        self.gone = gone
        self.lifted: list[Gone] = []
        self.touched: list[Id] = []
        self.voids = voids

    def place(self, placed: Placed) -> None:
        wager = self.rules.wagers[placed.wager]
        bet = Bet(placed, placed.amount, NO_POINT, None, placed.working)
        if isinstance(wager, Line):
            self._check_opens(wager, bet)
        if isinstance(wager, Behind):
            line = self._line_behind(wager, bet)
            bet = Bet(placed, placed.amount, line.point, line.placed.id, placed.working)
            self.touched.append(line.placed.id)
        elif placed.behind is not None:
            message = f"Leave 'behind' out of {bet.words()}: only odds stand behind a wager."
            raise Refusal("behind_not_used", message, self.rules.cite(wager.clause))
        if placed.working is not None:
            self._check_call(bet, placed.working)
        self.lying[placed.id] = bet

    def change(self, change: Change) -> None:
        bet = self._lies(change.id)
        if change.working is not None:
            self._check_call(bet, change.working)
            self.lying[change.id] = Bet(bet.placed, bet.amount, bet.point, bet.behind, change.working)
        elif change.down:
            self._check_change(bet, 0)
            self._lift(change.id, "push", self.rules.cite(self.rules.game.taking_down), TAKEN_DOWN)
        elif change.amount is not None:
            self._check_change(bet, change.amount)
            self.lying[change.id] = Bet(bet.placed, change.amount, bet.point, bet.behind, bet.working)
            self.touched.append(change.id if bet.behind is None else bet.behind)

    def void(self, id: Id) -> None:
        if id not in self.voids:  # it went with its line wager
            return
        self._lies(id)
        self._lift(id, VOID, self.rules.cite(self.rules.game.voiding), VOID)

    def check_odds(self) -> None:
        """Whatever was done since the last roll, no odds may be over their limit now."""
        for id in self.touched:
            if id in self.lying:
                self._check_odds(self.lying[id])

    def _lies(self, id: Id) -> Bet:
        found = self.lying.get(id)
        if found is None:
            gone = self.gone.get(id) or next(each for each in self.lifted if each.bet.placed.id == id)
            message = f"Leave {gone.bet.words()} as it is before roll {self.next_roll}: {gone.how()}."
            raise Refusal("wager_settled", message, gone.clause)
        return found

    def _lift(self, id: Id, outcome: str, clause: str, why: str) -> None:
        """With a line wager go the odds behind it; odds that are void before this roll are void, whatever it is."""
        for each in [each for each, bet in self.lying.items() if each == id or bet.behind == id]:
            if each != id and each in self.voids:
                self.voids.remove(each)
                found = (VOID, self.rules.cite(self.rules.game.voiding), VOID)
            else:
                found = (outcome, clause, why)
            self.lifted.append(Gone(self.lying.pop(each), found[0], 0, 0, None, self.next_roll, *found[1:]))

    def _check_opens(self, line: Line, bet: Bet) -> None:
        if line.opens is Opens.COME_OUT and self.point:
            code, when = "wager_too_late", f"the point is {self.point}"
        elif line.opens is Opens.POINT_ON and not self.point:
            code, when = "wager_too_early", f"roll {self.next_roll} is a come-out roll"
        else:
            return
        message = f"Place {bet.words()} {line.opens.value}: {when}."
        raise Refusal(code, message, self.rules.cite(line.opens_clause))

    def _line_behind(self, odds: Behind, bet: Bet) -> Bet:
        """The line wager that odds support; where none is named, the only one of the player's that could be meant."""
        placed, clause, taking = bet.placed, self.rules.cite(odds.clause), self.rules.lines_for(odds)
        lines = self.rules.line_words(odds)
        if placed.behind is None:
            meant = [each for each in self.lying.values() if _carries(odds, each, placed.player) and each.point]
            can = [each for each in meant if each.placed.wager in taking]
            if len(can) == 1:
                return can[0]
            if meant and not can:
                raise self._not_behind(odds, bet, meant[0])
            if can:
                message = f"Say in 'behind' which {lines} wager {bet.words()} supports; {len(can)} could be meant."
            else:
                message = f"Wait with {bet.words()} until a {lines} wager of the same player has a point; none has."
            raise Refusal("behind_missing", message, clause)
        line = self.lying.get(placed.behind) or self._left(placed.behind)
        if line is None:
            message = f"Name in 'behind' a wager placed before {bet.words()}; got {shown(placed.behind)}."
            raise Refusal("behind_unknown", message, clause)
        if not _carries(odds, line, placed.player):
            message = f"Put {bet.words()} behind a {lines} wager of the same player: {line.words()} is none."
            raise Refusal("behind_wrong", message, clause)
        if line.placed.wager not in taking:
            raise self._not_behind(odds, bet, line)
        if placed.behind not in self.lying:
            message = f"Take {bet.words()} back: {line.words()} no longer lies on the layout."
            raise Refusal("odds_too_late", message, clause)
        if not line.point:
            message = f"Wait with {bet.words()} until {line.words()} has a point of its own."
            raise Refusal("odds_too_early", message, clause)
        return line

    def _not_behind(self, odds: Behind, bet: Bet, line: Bet) -> Refusal:
        """Odds that this house takes behind other line wagers only."""
        message = f"Take {bet.words()} back: this table takes none behind a {spoken(line.placed.wager)}."
        return Refusal("wager_not_offered", message, self.rules.cite(odds.limit_clause))

    def _left(self, id: Id) -> Bet | None:
        """A wager that no longer lies there."""
        if id in self.gone:
            return self.gone[id].bet
        return next((each.bet for each in self.lifted if each.bet.placed.id == id), None)

    def _check_odds(self, line: Bet) -> None:
        behind = [each for each in self.lying.values() if each.behind == line.placed.id]
        for name in {each.placed.wager for each in behind}:
            odds = self.rules.wagers[name]
            assert isinstance(odds, Behind)
            standing = [each for each in behind if each.placed.wager == name]
            total = sum(each.amount for each in standing)
            most, clause = self.rules.most_behind(odds, line.placed.wager, line.point, line.amount)
            if total > most:
                raise Refusal(
                    "odds_over_limit",
                    f"Put at most {write_money(most)} behind {line.words()} of {write_money(line.amount)} on "
                    f"{line.point}, not {write_money(total)} ({standing[-1].words()}).",
                    clause,
                )

    def _check_change(self, bet: Bet, amount: int) -> None:
        """A new amount, 0 to take it down."""
        changes = changes_of(self.rules, bet)
        assert changes, "a one-roll wager is settled before it could be changed"
        clause = self.rules.cite(changes.clause)
        if changes.may is May.STAY and amount != bet.amount:
            raise Refusal(
                "contract_wager",
                f"Leave {bet.words()} on the layout as it is until a roll decides it: it is a contract.",
                clause,
            )
        if changes.may is May.REDUCE and amount > bet.amount:
            raise Refusal(
                "wager_raised",
                f"Leave {bet.words()} at {write_money(bet.amount)} or less, not {write_money(amount)}: it may be taken "
                "down or reduced, never raised.",
                clause,
            )

    def _check_call(self, bet: Bet, working: bool) -> None:
        wager = self.rules.wagers[bet.placed.wager]
        if isinstance(wager, Number) or (isinstance(wager, Behind) and (wager.off_on_come_out or working)):
            return
        clause = wager.works if isinstance(wager, Behind) else self.rules.game.calling
        message = f"Do not call {bet.words()} {'on' if working else 'off'}: it always works."
        raise Refusal("always_works", message, self.rules.cite(clause))


def _carries(odds: Behind, line: Bet, player: Id) -> bool:
    return line.placed.wager in odds.lines and line.placed.player == player


def changes_of(rules: "Rules", bet: Bet) -> Changes | None:
    """How a wager may be changed once a roll has left it on the layout; a wager on the next roll never is."""
    wager = rules.wagers[bet.placed.wager]
    return wager.changes if isinstance(wager, Line | Behind | Number) else None


# The roll


def works(rules: "Rules", layout: Layout, bet: Bet) -> bool:
    """Whether the next roll can decide a wager other than by deciding the one it stands behind."""
    if bet.working is not None:
        return bet.working
    if layout.point:
        return True
    wager = rules.wagers[bet.placed.wager]
    return not (isinstance(wager, Behind) and wager.off_on_come_out) and wager.name not in rules.rests


def roll(rules: "Rules", layout: Layout, dice: Dice) -> tuple[Layout, list[Gone]]:
    """The layout after a roll, and every wager that the roll decided; a line wager without a point may have got one."""
    total, number = sum(dice), layout.next_roll
    lying: dict[Id, Bet] = {}
    decided: list[Gone] = []
    for id, bet in layout.lying.items():
        placed = bet.placed
        stages = rules.stages_of(placed.wager, placed.dice)
        ruling = stages[bet.point].get(dice)
        if ruling is None:
            if not bet.point and total in stages:  # only a line wager has a stage for it
                bet = Bet(placed, bet.amount, total, None, bet.working)
            lying[id] = bet
        elif works(rules, layout, bet):
            decided.append(_decided(bet, ruling, number, _why(rules, bet, total)))
        elif bet.behind is not None:
            decided.append(_decided(bet, rules.off[placed.wager], number, "off"))
        else:
            lying[id] = bet
    return Layout(_puck(rules, layout.point, total), number + 1, lying), decided


def _decided(bet: Bet, ruling: "Ruling", number: int, why: str) -> Gone:
    pays, commission = ruling.paid_on(bet.amount), ruling.charged_on(bet.amount)
    return Gone(bet, ruling.outcome, pays, commission, number, number, ruling.clause, why)


def _why(rules: "Rules", bet: Bet, total: int) -> str:
    """What a roll was to the wager that it decided: its point, a seven, craps or any other number."""
    shooting = rules.game.shooting
    if total == bet.point:
        return "point"
    if total == shooting.seven:
        return "seven"
    return "craps" if total in shooting.craps else "number"


def _puck(rules: "Rules", point: int, total: int) -> int:
    """Where the puck stands after a roll."""
    shooting = rules.game.shooting
    if not point:
        return total if total in shooting.points else NO_POINT
    return NO_POINT if total in (point, shooting.seven) else point
