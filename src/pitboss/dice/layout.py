"""Wagers on the layout from roll to roll: placed, changed, called on or off, decided by the dice.

It is the whole of a dice game between two rolls. Settlement plays a finished run on it; a table can play a live one.
"""

from typing import TYPE_CHECKING

import msgspec

from pitboss.dice.declaration import Behind, Changes, Line, May, Number, Opens
from pitboss.dice.runs import Change, Placed
from pitboss.dice.throws import Dice
from pitboss.money import write_money
from pitboss.refusal import Refusal, shown, spoken

if TYPE_CHECKING:
    from pitboss.dice.rules import Rules, Ruling, Stages

NO_POINT = 0


class Bet(msgspec.Struct, eq=False):
    """A wager on the layout. `point`: the one it waits for, or 0. `working`: as called, None where not called.

    `stages` holds the rulings that throws have for it, by its point. `ruling` and `roll` say what decided it and when,
    `down` before which roll it was taken down.
    """

    placed: Placed
    amount: int
    stages: "Stages"
    point: int = NO_POINT
    behind: "Bet | None" = None
    working: bool | None = None
    ruling: "Ruling | None" = None
    roll: int | None = None
    down: int | None = None

    @property
    def lies(self) -> bool:
        return self.ruling is None and self.down is None

    def words(self) -> str:
        return f"the {spoken(self.placed.wager)} {shown(self.placed.id)}"


class Layout:
    """All wagers of a run and the puck: `point` is 0 while it is off, before a come-out roll."""

    def __init__(self, rules: "Rules") -> None:
        self.rules = rules
        self.point = NO_POINT
        self.next_roll = 1
        self.bets: dict[str | int, Bet] = {}
        self.lying: list[Bet] = []
        self._touched: list[Bet] = []

    # Between rolls

    def place(self, placed: Placed) -> None:
        wager = self.rules.wagers[placed.wager]
        stages = self.rules.stages_of(placed.wager, placed.dice)
        bet = Bet(placed, placed.amount, stages, working=placed.working)
        if isinstance(wager, Line):
            self._check_opens(wager, bet)
        if isinstance(wager, Behind):
            bet.behind = self._line_behind(wager, bet)
            bet.point = bet.behind.point
            self._touched.append(bet.behind)
        elif placed.behind is not None:
            message = f"Leave 'behind' out of {bet.words()}: only odds stand behind a wager."
            raise Refusal("behind_not_used", message, self.rules.cite(wager.clause))
        if placed.working is not None:
            self._check_call(bet, placed.working)
        self.bets[placed.id] = bet
        self.lying.append(bet)

    def change(self, change: Change) -> None:
        bet = self.bets[change.id]
        if not bet.lies:
            how = f"roll {bet.roll} decided it" if bet.ruling else f"it was taken down before roll {bet.down}"
            raise Refusal("wager_settled", f"Leave {bet.words()} as it is before roll {self.next_roll}: {how}.")
        if change.working is not None:
            self._check_call(bet, change.working)
            bet.working = change.working
        elif change.down:
            self._check_change(bet, 0)
            self._take_down(bet)
        elif change.amount is not None:
            self._check_change(bet, change.amount)
            bet.amount = change.amount
            self._touched.append(bet.behind or bet)

    def close(self) -> None:
        """No more bets: whatever was done since the last roll, no odds may be over their limit now."""
        for line in self._touched:
            if line.lies:
                self._check_odds(line)
        self._touched.clear()

    def _take_down(self, bet: Bet) -> None:
        """With a line wager go the odds behind it."""
        for each in self.lying:
            if each is bet or each.behind is bet:
                each.down = self.next_roll
        self._clear()

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
        placed, clause = bet.placed, self.rules.cite(odds.clause)
        lines = " or ".join(map(spoken, odds.lines))
        if placed.behind is None:
            can = [each for each in self.lying if self._carries(odds, each, placed.player) and each.point]
            if len(can) == 1:
                return can[0]
            message = f"Say in 'behind' which {lines} wager {bet.words()} supports; {len(can)} could be meant."
            raise Refusal("behind_missing", message, clause)
        line = self.bets.get(placed.behind)
        if line is None:
            message = f"Name in 'behind' a wager placed before {bet.words()}; got {shown(placed.behind)}."
            raise Refusal("behind_unknown", message, clause)
        if not self._carries(odds, line, placed.player):
            message = f"Put {bet.words()} behind a {lines} wager of the same player: {line.words()} is none."
            raise Refusal("behind_wrong", message, clause)
        if not line.lies:
            message = f"Take {bet.words()} back: {line.words()} no longer lies on the layout."
            raise Refusal("odds_too_late", message, clause)
        if not line.point:
            message = f"Wait with {bet.words()} until {line.words()} has a point of its own."
            raise Refusal("odds_too_early", message, clause)
        return line

    def _carries(self, odds: Behind, line: Bet, player: str | int) -> bool:
        return line.placed.wager in odds.lines and line.placed.player == player

    def _check_odds(self, line: Bet) -> None:
        behind = [each for each in self.lying if each.behind is line]
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

    def _changes(self, bet: Bet) -> Changes | None:
        wager = self.rules.wagers[bet.placed.wager]
        return wager.changes if isinstance(wager, Line | Behind | Number) else None

    def _check_change(self, bet: Bet, amount: int) -> None:
        """A new amount, 0 to take it down."""
        changes = self._changes(bet)
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

    # The roll

    def works(self, bet: Bet) -> bool:
        """Whether the next roll can decide a wager other than by deciding the one it stands behind."""
        if bet.working is not None:
            return bet.working
        if self.point:
            return True
        wager = self.rules.wagers[bet.placed.wager]
        return not (isinstance(wager, Behind) and wager.off_on_come_out) and wager.name not in self.rules.rests

    def roll(self, dice: Dice) -> None:
        """Decide every wager that these dice decide; a line wager that has no point yet may get one."""
        total = sum(dice)
        for bet in self.lying:
            ruling = bet.stages[bet.point].get(dice)
            if ruling is None:
                if not bet.point and total in bet.stages:
                    bet.point = total  # only a line wager has a stage for it
            elif self.works(bet):
                bet.ruling, bet.roll = ruling, self.next_roll
            elif bet.behind is not None:
                bet.ruling, bet.roll = self.rules.off[bet.placed.wager], self.next_roll
        self._clear()
        self._move_puck(total)
        self.next_roll += 1

    def _move_puck(self, total: int) -> None:
        shooting = self.rules.game.shooting
        if not self.point:
            self.point = total if total in shooting.points else NO_POINT
        elif total in (self.point, shooting.seven):
            self.point = NO_POINT

    def _clear(self) -> None:
        self.lying = [bet for bet in self.lying if bet.lies]
