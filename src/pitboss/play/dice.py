"""A person at a table of dice, who is the shooter too."""

import re
from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING

from rich.text import Text

from pitboss.dice.declaration import Behind
from pitboss.dice.rules import Rules
from pitboss.dice.throws import read_dice
from pitboss.money import read_money, write_money
from pitboss.play.coach import amount
from pitboss.play.dice_told import (
    advice_rows,
    called,
    named,
    net_of,
    on_next_roll,
    on_numbers,
    result_rows,
    with_hard,
)
from pitboss.play.dice_typed import ALL, Call, kind_and_number, kinds, read_calls
from pitboss.play.screen import QUIET, Screen
from pitboss.play.stay import WHO, Ask, Leaves, Stay
from pitboss.play.told import RESULTS, in_one_line
from pitboss.play.typed import Data
from pitboss.play.words import grouped, signed
from pitboss.refusal import Refusal, spoken
from pitboss.session import Session
from pitboss.table.dice import events as e
from pitboss.table.dice.commands import Command
from pitboss.table.dice.setup import House
from pitboss.table.dice.state import State
from pitboss.table.views import why_not

if TYPE_CHECKING:
    from pitboss.coach import Advice

EXAMPLES = "pass 10, odds 20, place 6 12, hard 8 5, hop 5-1 1"
DONE = {"call_on": "called on", "call_off": "called off", "take_down": "taken down", "change": "changed"}
WITH_ID = re.compile(r"\b(the [a-z' ]+?(?: [0-9]+)?) \"[0-9]+\"")
SENDS_OUT = Command(do="no_more_bets", by="dealer")


class Dice(Stay[House, State]):
    """A stay at a table of dice: what a round is to other games is here one roll, and a run is many."""

    called = "run"

    def __init__(
        self,
        session: Session[House, State],
        screen: Screen,
        ask: Ask,
        bankroll: str,
        log: Callable[[list[e.Event]], None] = lambda events: None,
        coach: bool = False,
    ) -> None:
        super().__init__(session, screen, ask, bankroll, log, coach)
        self.last = f"{self.house.game.lines[0].name} 10"
        """What Enter bets before a come-out roll."""
        self.heard: set[bool] = set()
        """Whether the coach has told the wagers of a come-out roll, and those with a point."""
        self.decided, self.expected = 0, Fraction(0)
        """Of the wagers decided, with the coach: how many, and what they gain on average, in cents."""

    @property
    def rules(self) -> Rules:
        return self.house.rules

    def least_bet(self) -> int:
        """The smallest wager with which the dice can be rolled, or while they can be rolled without one any wager."""
        limits = self.house.limits
        return min(limits[name][0] for name in (self.house.come_out_lines if self.needs_line() else limits))

    def seated(self) -> str:
        return "You stand at the rail and have the dice. Wagers are called, several in a line; Enter rolls."

    # From one roll to the next

    def round(self) -> None:
        self.take_dice()
        seen = self.view()
        point, number = seen["puck"], len(seen["rolls"]) + 1
        run = seen["round"] + (not seen["playing"])
        what = f"point {point}" if point else "come-out roll"
        self.screen.bar(f"Run {run}, roll {number}: {what}", f"Chips ${grouped(seen['chips'])}")
        if number == 1:
            self.screen.chips(self.held())
        if bool(point) not in self.heard:
            self.heard.add(bool(point))
            self.hear_coach()
        if not self.own():
            self.screen.say(f"Call wagers, such as {EXAMPLES}; place 6 off, on, down or to 24.", style=QUIET)
        drawn: object = None
        while True:
            if drawn != (drawn := self.own()):
                self.show()
            broke = not drawn and self.is_broke()
            line = self.call(broke).strip()
            if broke and not line:
                self.top_up()
                continue
            if line.casefold() == "roll" or (not line and not self.needs_line()):
                if self.refused(self.roll):
                    continue
                return
            self.carry_out(line or self.last)

    def take_dice(self) -> None:
        """Nobody else stands at the rail to take them."""
        if self.session.state.next.do == "take_dice":
            self.do("take_dice")

    def own(self) -> list[Data]:
        return [each for each in self.view()["wagers"] if each["player"] == WHO]

    def waits(self) -> Refusal | None:
        """Why the dice are not sent out yet."""
        return why_not(self.house, self.session.state, SENDS_OUT)

    def needs_line(self) -> bool:
        waits = self.waits()
        return waits is not None and waits.code == "line_wager_missing"

    def call(self, broke: bool) -> str:
        """The line a person types. Whoever has a contract on the layout is told before leaving it to the dice."""
        rolls = self.last if self.needs_line() else "roll"
        self.screen.choices([f"[Enter] {self.tell_broke() if broke else rolls}"])
        try:
            return self.answer(self.explain)
        except Leaves:
            if not self.binding():
                raise
            self.refused(lambda: self.do("leave"))
            self.screen.say("Roll, or q once more: what may come down does, and the dice decide the rest.")
            return self.answer(self.explain)

    def binding(self) -> list[Data]:
        """The person's wagers that may not be taken down."""
        free = {each["id"] for each in self.view()["choices"] if each["do"] == "take_down"}
        return [each for each in self.own() if each["id"] not in free]

    def refused(self, act: Callable[[], object]) -> bool:
        """Whether the table refuses something, which is told."""
        try:
            act()
        except Refusal as refusal:
            self.screen.refused(Refusal(refusal.code, self._in_words(refusal), refusal.clause))
            return True
        return False

    def _in_words(self, refusal: Refusal) -> str:
        """As said to the shooter, who does not know wagers by the table's numbers for them."""
        if refusal.code == "line_wager_missing":
            lines = " or ".join(spoken(each.name) for each in self.house.game.lines if self._comes_out(each.name))
            return f"Place a {lines} wager first: the shooter has one on a come-out roll."
        return WITH_ID.sub(r"\1", refusal.message).replace("_", " ")

    def _comes_out(self, wager: str) -> bool:
        return wager in self.house.come_out_lines

    # Wagers between rolls

    def carry_out(self, line: str) -> None:
        """Everything that a line calls, in its order, up to the first thing refused."""
        if line.casefold() in ("pass dice", "pass the dice", "pass the dice on"):
            self.refused(lambda: self.do("pass_dice"))
            self.take_dice()
            return
        self.refused(lambda: self._all_of(line))

    def _all_of(self, line: str) -> None:
        for call in read_calls(self.rules, line):
            before = self.view() if self.coach.always else {}
            for command in self.commands(call):
                self.told(self.give(command))
            if call.do == "bet" and self.coach.always:
                self.tell_worth(before, call)
            if call.do == "bet" and self._comes_out(call.wager):
                self.last = f"{call.words} {call.amount}".removesuffix(".00")

    def commands(self, call: Call) -> list[Data]:
        """What a call asks of the table; it is refused there where it may not be."""
        if call.do == "bet":
            return [self._bet(call)]
        meant = [each for each in self.own() if self._is_meant(call, each)]
        if call.wager == ALL:
            possible = [(each["do"], each.get("id")) for each in self.view()["choices"]]
            meant = [each for each in meant if (call.do, each["id"]) in possible]
        if not meant:
            raise self._none_meant(call)
        if call.do == "change" and len(meant) > 1:
            message = f"Say which {call.words}, by its number: {', '.join(map(named, meant))}."
            raise Refusal("several_meant", message)
        return [_command(call.do, id=each["id"], amount=call.amount) for each in _without_their_odds(call, meant)]

    def _bet(self, call: Call) -> Data:
        """On top of what lies in the same place, if that may be raised; otherwise beside it."""
        line, name, amount = self._line(call), _name(call), read_money(call.amount, "amount")
        new = _command("bet", wager=name, amount=call.amount, dice=call.dice, behind=line)
        for each in self.own():
            same_dice = call.dice in (each["dice"], (each["dice"] or "")[::-1] or None)
            if each["wager"] == name and each["behind"] == line and same_dice and (line or not each["point"]):
                more = write_money(read_money(each["amount"], "wager") + amount)
                raised = Command(do="change", by="player", who=WHO, id=each["id"], amount=more)
                if amount and why_not(self.house, self.session.state, raised) is None:
                    return _command("change", id=each["id"], amount=more)
        return new

    def _none_meant(self, call: Call) -> Refusal:
        """Nothing of that name lies there; a name that no wager has is refused by the rules."""
        if call.wager not in (ALL, *kinds(self.rules)):
            self.rules.wager(call.wager)
        done = DONE[call.do]
        if call.wager == ALL:
            return Refusal("no_such_wager", f"Leave the layout as it is: nothing of yours there can be {done}.")
        return Refusal("no_such_wager", f"Name a wager of yours on the layout: there is no {call.words} to be {done}.")

    def _is_meant(self, call: Call, wager: Data) -> bool:
        kind, number = kind_and_number(wager["wager"])
        line = next((each["wager"] for each in self.own() if each["id"] == wager["behind"]), "")
        return (
            call.wager in (ALL, kind)
            and call.number in ("", number or str(wager["point"] or ""))
            and call.dice in (None, wager["dice"], (wager["dice"] or "")[::-1])
            and call.line in ("", line)
        )

    def _line(self, call: Call) -> str | None:
        """The line wager that odds are called behind."""
        odds = self.rules.wagers.get(call.wager)
        if not isinstance(odds, Behind):
            return None
        taking = self.rules.lines_for(odds)
        lines = " or ".join(map(spoken, taking or odds.lines))
        clause = self.house.cite(odds.clause)
        can = [
            each
            for each in self.own()
            if each["wager"] in (taking or odds.lines) and each["point"] and call.line in ("", each["wager"])
            if call.number in ("", str(each["point"]))
        ]
        if not can:
            on = f" on {call.number}" if call.number else ""
            message = f"Wait with the {spoken(odds.name)} until a {lines} wager of yours has a point{on}."
            raise Refusal("odds_too_early", message, clause)
        if len(can) > 1:
            which = ", ".join(f"{spoken(each['wager'])} odds {each['point']}" for each in can)
            raise Refusal("behind_missing", f"Say behind which wager: {which}, and how much.", clause)
        found: str = can[0]["id"]
        return found

    def told(self, events: list[e.Event]) -> None:
        """What no board shows: a commission, and wagers that are gone."""
        for event in events:
            if isinstance(event, e.WagerPlaced) and event.commission:
                commission = grouped(write_money(event.commission))
                self.screen.say(f"{spoken(event.wager)}: commission {commission} goes down with it.")
            elif isinstance(event, e.WagersTakenDown):
                down = ", ".join(f"{spoken(row.wager)} {grouped(write_money(row.stake))}" for row in event.rows)
                self.screen.say(f"Down: {down}.")

    # The roll

    def roll(self) -> None:
        """The dice go out. What they decided is read from what everyone at the rail sees happen."""
        before = {each["id"]: each for each in self.own()}
        events = self.do("no_more_bets", by="dealer")
        (roll,) = [event for event in events if isinstance(event, e.RollCalled)]
        rows = [row for event in events if isinstance(event, e.LosersTaken | e.WinnersPaid) for row in event.rows]
        number = self.session.state.number
        self.nets[number] = self.nets.get(number, 0) + sum(map(net_of, rows))
        self.wagered += sum(row.stake for row in rows)
        self.expect(rows, before)
        said = self.tell_roll(roll, [event for event in events if isinstance(event, e.ComeMoved)], before)
        if rows:
            self.tell_decided(roll, rows, before, said)
        if not self.session.state.playing:
            self.run_over(number, roll.number)

    def tell_roll(self, roll: e.RollCalled, moves: list[e.ComeMoved], before: dict[str, Data]) -> str:
        """The dice, then how the stick calls them, which is returned, and what moves to a number."""
        self.screen.dice(roll.dice)
        self.screen.pause()
        said = called(self.rules, self._dice(roll), roll.point)
        self.screen.say(Text(said, style="bold"))
        for event in moves:
            moved = ", ".join(spoken(before[id]["wager"]) for id in event.wagers)
            self.screen.say(f"{moved} moves to the {event.point}.")
        return said

    def tell_decided(self, roll: e.RollCalled, rows: list[e.Decided], before: dict[str, Data], said: str) -> None:
        """A row for each wager that the roll decided, and the net."""
        self.cited = []
        for row in rows:
            self.cite(f"{named(before[row.id])} {RESULTS[row.outcome]}", row.clause)
        told = result_rows(self.rules, self._dice(roll), before, rows)
        self.screen.pause()
        self.screen.results(told)
        self.screen.pause()
        net, held = signed(sum(map(net_of, rows))), grouped(write_money(self.held()))
        self.screen.net([in_one_line(told, said.removesuffix("."))], f"Net {net}   Chips {held}")

    def _dice(self, roll: e.RollCalled) -> tuple[int, int]:
        return read_dice(roll.dice, "the dice", self.house.game.shooting.dice, self.house.jurisdiction)

    def run_over(self, number: int, rolls: int) -> None:
        run = self.session.state.last_round
        assert run
        made = points_made(self.rules, run.rolls)
        self.screen.say(
            f"The run is over: {rolls} {'roll' if rolls == 1 else 'rolls'}, "
            f"{made} {'point' if made == 1 else 'points'} made, net {signed(self.nets[number])}."
        )

    def walk_away(self) -> None:
        """What may come down does; a contract is played to its end."""
        while True:
            while free := [each for each in self.view()["choices"] if each["do"] == "take_down"]:
                self.told(self.give(free[0]))
            if not self.own():
                break
            self.take_dice()
            if self.waits():
                self.void_rest()
            else:
                self.roll()
        self.do("leave")

    def void_rest(self) -> None:
        """Without a shooter no roll can decide what still lies there."""
        for each in self.own():
            self.do("call", by="supervisor", what="wager_void", id=each["id"])
            clause = self.house.cite(self.house.game.voiding)
            self.screen.say(f"No shooter is left: {named(each)} {grouped(each['amount'])} goes back. ({clause})")

    # The coach

    def show_advice(self, advice: "Advice") -> None:
        self.screen.advice(("coach", "gains", ""), advice_rows(advice), advice.says)

    def tell_worth(self, before: Data, call: Call) -> None:
        """What a wager just made costs on average; `before`: the view when it was made."""
        try:
            advice = self.coach.advise(before)
        except Refusal:
            return
        name = with_hard(_name(call), call.dice)
        worth = next((each.worth for each in advice.choices if each.offered.action == name), None)
        if worth is not None and call.amount:
            cents = worth * read_money(call.amount, "amount")
            does = f"costs {amount(-cents)}" if cents < 0 else f"gains {amount(cents)}" if cents else "costs nothing"
            self.screen.say(f"Coach: {call.words} {grouped(call.amount)} {does} on average.")

    def expect(self, rows: list[e.Decided], before: dict[str, Data]) -> None:
        """Add what the wagers that a roll decided gain on average."""
        if self.coach.always and rows:
            gains = self.coach.expected()
            for row in rows:
                name = with_hard(row.wager, before[row.id]["dice"])
                self.decided += 1
                self.expected += row.stake * gains[name].gain if name in gains else 0

    def coach_sums_up(self) -> str:
        if not self.decided:
            return ""
        wagers = "1 wager" if self.decided == 1 else f"{self.decided} wagers"
        came, average = signed(sum(self.nets.values())), signed(round(self.expected))
        return f"Coach: {wagers} decided came to {came}. On average such wagers come to {average}."

    # What is seen

    def show(self) -> None:
        seen, own = self.view(), self.own()
        rows = on_numbers(self.rules, own)
        if rows or seen["puck"]:
            self.screen.board(list(self.house.game.shooting.points), seen["puck"] or 0, rows)
        if waiting := on_next_roll(self.rules, own):
            self.screen.flow([Text("On the next roll:"), *(Text(each) for each in waiting)], "  ")
        if own:
            lying = sum(read_money(each["amount"], "wager") for each in own)
            held = grouped(seen["chips"])
            self.screen.say(f"On the layout: {grouped(write_money(lying))}. In chips: {held}.", style=QUIET)

    def explain(self) -> None:
        """Every wager that can be made now with its clause, and what can be done with those that lie there."""
        seen, cite = self.view(), self.house.cite
        can = list(dict.fromkeys(each["wager"] for each in seen["choices"] if each["do"] == "bet"))
        rows: list[tuple[str, str]] = []
        if not self.waits():
            rows.append(("[Enter] roll", seen["next"]["clause"]))
        rows += self._wagers_in_words(can)
        doable = {each["do"] for each in seen["choices"]}
        if doable & {"call_on", "call_off"}:
            rows.append(("a wager on, a wager off", cite(self.house.game.calling)))
        if "take_down" in doable:
            rows.append(("a wager down, a wager to 20", cite(self.house.game.taking_down)))
        if "pass_dice" in doable:
            rows.append(("pass dice", cite(self.house.procedure.passing)))
        rows.append(("posted limits", cite(self.house.procedure.limits)))
        self.screen.cited([self.law.row(what, clause) for what, clause in rows])

    def _wagers_in_words(self, names: list[str]) -> list[tuple[str, str]]:
        """Wagers on a number stand together where one clause is behind them."""
        grouped_by: dict[tuple[str, str], list[str]] = {}
        for wager in names:
            kind, number = kind_and_number(wager)
            grouped_by.setdefault((kind, self.house.cite(self.rules.wagers[wager].clause)), []).append(number)
        return [
            (
                f"{spoken(kind)} {', '.join(filter(None, numbers))} {self._limits(kind, numbers)}".replace("  ", " "),
                clause,
            )
            for (kind, clause), numbers in grouped_by.items()
        ]

    def _limits(self, kind: str, numbers: list[str]) -> str:
        wager = f"{kind}_{numbers[0]}" if numbers[0] else kind
        if wager in self.house.limits:
            least, most = self.house.limits[wager]
            return f"{grouped(write_money(least))} to {grouped(write_money(most))}"
        most_behind = [self._most_behind(wager, each) for each in self.own() if each["point"]]
        return f"up to {grouped(write_money(max(most_behind)))}" if any(most_behind) else ""

    def _most_behind(self, wager: str, line: Data) -> int:
        odds = self.rules.wagers[wager]
        if not isinstance(odds, Behind) or line["wager"] not in self.rules.lines_for(odds):
            return 0
        return self.rules.most_behind(odds, line["wager"], line["point"], read_money(line["amount"], "wager"))[0]


def _command(do: str, **fields: str | None) -> Data:
    given = {field: held for field, held in fields.items() if held is not None}
    return {"do": do, "by": "player", "who": WHO, **given}


def _without_their_odds(call: Call, meant: list[Data]) -> list[Data]:
    """With a line wager its odds come down, and need not be named again."""
    going = {each["id"] for each in meant}
    return [each for each in meant if call.do != "take_down" or each["behind"] not in going]


def _name(call: Call) -> str:
    """The wager's name on the layout: odds have no number in theirs."""
    return call.wager if not call.number or "odds" in call.wager else f"{call.wager}_{call.number}"


def points_made(rules: Rules, rolls: list[str]) -> int:
    """How often a shooter's point came again."""
    point = made = 0
    for roll in rolls:
        total = sum(map(int, roll.split("-")))
        if not point:
            point = total if total in rules.game.shooting.points else 0
        elif total in (point, rules.game.shooting.seven):
            made += total == point
            point = 0
    return made
