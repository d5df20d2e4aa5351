"""Players that are programs, so that a lone visitor finds a table in play. They see what a player sees, no more.

Three manners: `optimal` plays what the lab finds best, `simple` never gives up a hand, `random` does anything allowed.
What is best is counted by a process beside the floor, where no table waits while it compiles. At a shoe it is the lab's
chart, made by a process of its own once it is wanted: until then the simple way. At dice nothing is decided once a
wager lies; the best is the line wager that costs least, with all the odds behind it.
"""

import asyncio
import secrets
from contextlib import suppress
from threading import Lock, Thread
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from pitboss.dice.declaration import Opens
from pitboss.dice.rules import Rules as DiceRules
from pitboss.floor import coaching
from pitboss.floor.coaching import Coaching
from pitboss.floor.extra_tables import free_seats
from pitboss.floor.live import LiveTable
from pitboss.floor.person import BOT, Person
from pitboss.floor.pit import Pit
from pitboss.floor.showing import MANNERS
from pitboss.floor.timing import persons_in
from pitboss.floor.workers import Question, Worker
from pitboss.money import read_money, write_money
from pitboss.refusal import Refusal
from pitboss.shoe.rules import Rules as ShoeRules
from pitboss.showdown.rules import Rules
from pitboss.store import Record
from pitboss.table.setup import House
from pitboss.table.state import State

if TYPE_CHECKING:  # it brings the kernels
    from pitboss.lab.carried import Carried

Data = dict[str, Any]
View = dict[str, Any]

BUY_IN = 500_00
BANKROLL = 100_000_00
USUAL = 10_00
MILLISECOND = 1_000
QUICKEST, SLOWEST = 300, 1_800
"""Milliseconds that a bot seems to think."""
SLOWEST_WITH_PERSONS = 600
"""The same where a person has wagers: nobody waits long for a program."""
SULK = 10_000
"""Milliseconds until a bot that was refused tries again."""


class Played(Protocol):
    """A table that somebody plays at, on the floor or in the school."""

    house: House
    state: State


class Bot:
    """One player at one table."""

    def __init__(self, table: LiveTable, number: int, manner: str, coach: Coaching) -> None:
        if manner not in MANNERS:
            raise Refusal("unknown_manner", f"Let bots be one of {', '.join(MANNERS)}.")
        self.table = table
        self.manner = manner
        self.coach = coach
        self.person = Person(f"{BOT}{manner}-{number}-{table.id}"[:64], "player")
        self.ready = 0
        self.sulks_until = 0

    async def act(self, now: int, hurry: bool = False) -> bool:
        """Do the next thing, if there is one and the bot has thought long enough."""
        if now < max(self.sulks_until, 0 if self._keeps_persons_waiting() else self.ready):
            return False
        try:
            command = await self.wants()
            if command is None:
                return False
            slowest = SLOWEST_WITH_PERSONS if self._plays_with_persons() else SLOWEST
            think = 0 if hurry else QUICKEST + secrets.randbelow(slowest - QUICKEST)
            self.ready = now + think * MILLISECOND
            await self.table.do(self.person, command)
            return True
        except Refusal:
            self.sulks_until = now + SULK * MILLISECOND
            return False

    def _plays_with_persons(self) -> bool:
        """Whether a person has wagers at this table."""
        return any(map(self.table.state.has_wagers, persons_in(self.table.state)))

    def _keeps_persons_waiting(self) -> bool:
        """Whether a person has bet and the bot has not: then it bets at once."""
        state = self.table.state
        return state.betting and not state.has_wagers(self.person.name) and self._plays_with_persons()

    async def wants(self) -> Data | None:
        state, name = self.table.state, self.person.name
        if not state.open or self.table.stopped:
            return None
        if name not in state.seats.values():
            return await self._sit()
        if state.chips.get(name, 0) < USUAL * 5 and not state.playing:
            await self._fund()
            return {"do": "buy_in", "amount": write_money(BUY_IN)}
        if state.betting and not self.table.no_new_round and (command := await self._bet()):
            return command
        task = state.next
        if task is not None and task.by == "player" and task.do not in self.table.house.automatic:
            return await self._decide(task.do)
        return None

    async def _bet(self) -> Data | None:
        """A wager where there is none yet. At dice the best players choose their line, and put odds behind it."""
        rules, name = self.table.house.rules, self.person.name
        state: Any = self.table.state
        best = self.manner == "optimal" and isinstance(rules, DiceRules)
        if state.has_wagers(name):
            return odds_behind(self.table, name) if best else None
        if not best:
            return first_bet(self.table, name)
        return first_bet(self.table, name, await asyncio.to_thread(best_line, rules)) if not state.puck else None

    async def _sit(self) -> Data | None:
        taken = self.table.state.seats
        places = self.table.house.most_positions(self.table.state)
        free = [place for place in range(places, 0, -1) if place not in taken]
        return {"do": "sit", "position": secrets.choice(free)} if len(free) > 1 else None

    async def _fund(self) -> None:
        """Play money from the house, written down like everybody's."""
        means, account = self.table.means, f"wallet:{self.person.name}"
        if await means.ask(means.store.desk.balance, account) < BUY_IN:
            entries = (("house", account, BANKROLL),)
            record = Record(kind="bot_funded", component=self.table.id, who=self.person.name, entries=entries)
            await means.record(record)

    async def _decide(self, do: str) -> Data | None:
        view = self.table.view(self.person)
        found = [each for each in view["choices"] if each["do"] == do]
        if not found:
            return None
        chosen = await self._chosen(view, found)
        return chosen and {name: held for name, held in chosen.items() if name not in ("by", "who")}

    async def _chosen(self, view: View, found: list[Data]) -> Data | None:
        """By the bot's manner; nothing while the best is still being counted, which another process does."""
        rules = self.table.house.rules
        if self.manner == "random":
            return secrets.choice(found)
        if self.manner == "optimal" and isinstance(rules, ShoeRules):
            return _by_chart(self.table, view, found)
        if self.manner == "optimal" and isinstance(rules, Rules):
            return await self._best(rules, view, found)
        return staying(found)

    async def _best(self, rules: Rules, view: View, found: list[Data]) -> Data | None:
        """What the lab says; where it would have to count all deals first, the simple way."""
        position = view["positions"][str(found[0]["position"])]
        seen = view["turned"] or " ".join(card for card in view["dealer"] if card != "??")
        board = " ".join(view["community"])
        if rules.game.deal.community and not board:
            return staying(found)
        try:
            times = await self.coach.best_times(rules, " ".join(position["cards"]), seen, board)
        except Refusal:
            return staying(found)
        if times is None:
            return None
        ante = read_money(position["wagers"][rules.ante], "ante")
        return next((each for each in found if _cost(each) == times * ante), None) or staying(found)


def first_bet(table: Played, name: str, wager: str = "") -> Data:
    """A usual wager, of itself on the game's own, within the posted limits."""
    house = table.house
    wager = wager or main_wager(house)
    least, most = house.limits.get(wager, (USUAL, USUAL))
    amount = write_money(min(max(USUAL, least), most))
    if "wagers" not in house.family.forms.shapes["bet"].needs:
        return {"do": "bet", "wager": wager, "amount": amount}
    position = next(place for place, who in table.state.seats.items() if who == name)
    return {"do": "bet", "position": position, "wagers": {wager: amount}}


MAIN_WAGERS = {"craps": "pass"}


def main_wager(house: House) -> str:
    """The wager that enters the game."""
    return str(getattr(house.rules, "ante", MAIN_WAGERS.get(house.setup.game, "bet")))


def least_bet(house: House) -> int:
    """The cents without which nobody plays at a table."""
    return house.limits.get(main_wager(house), (house.smallest_chip, 0))[0]


def best_line(rules: Any) -> str:
    """The line wager of a shooter that costs least with all the odds this house allows."""
    key = msgspec.json.encode([rules.game.name, rules.jurisdiction, rules.options])
    if key not in _LINES:
        from pitboss.lab.dice import DiceAnalysis
        from pitboss.lab.dice_strategy import best_lines

        of_shooter = {line.name for line in rules.game.lines if line.opens is Opens.COME_OUT}
        best = [each.line for each in best_lines(DiceAnalysis(rules)) if each.line in of_shooter]
        _LINES[key] = best[0] if best else MAIN_WAGERS[rules.game.name]
    return _LINES[key]


_LINES: dict[bytes, str] = {}


def odds_behind(table: LiveTable, name: str) -> Data | None:
    """All the odds allowed behind a line wager that has its point and no odds yet, as far as chips go."""
    rules: Any = table.house.rules
    state: Any = table.state
    lying = state.layout.lying
    supported = {bet.behind for bet in lying.values()}
    for id_, bet in lying.items():
        if bet.placed.player != name or not bet.point or bet.behind is not None or id_ in supported:
            continue
        for behind in rules.game.behind:
            if bet.placed.wager in rules.lines_for(behind):
                most, _ = rules.most_behind(behind, bet.placed.wager, bet.point, bet.amount)
                cents = min(most, state.chips.get(name, 0))
                cents -= cents % table.house.smallest_chip
                if cents:
                    return {"do": "bet", "wager": behind.name, "amount": write_money(cents), "behind": str(id_)}
    return None


def staying(found: list[Data]) -> Data:
    """The smallest wager that keeps the hand; a check where there is nothing to give up."""
    kept = [each for each in found if each.get("action") not in ("fold", "surrender")]
    return min(kept or found, key=_cost)


def _cost(command: Data) -> int:
    return read_money(command["amount"], "amount") if command.get("amount") else 0


def _by_chart(table: LiveTable, view: View, found: list[Data]) -> Data:
    """The lab's chart, read off for the hand that is asked about. Insurance and other people's hands are left alone."""
    rules: Any = table.house.rules
    chart, asked = CHARTS.of(rules), table.state.next
    if chart is None or asked is None:
        return staying(found)
    up, actions = view["dealer"][0], {each["action"]: each for each in found}
    wanted: tuple[str, ...] = ("pass", "stay", "wait")
    if asked.asks == "attack" and chart.attacks(up):
        wanted = ("attack",)
    elif asked.asks in ("play", "give_up"):
        hand = view["positions"][str(found[0]["position"])]["hands"][(found[0].get("hand") or 1) - 1]
        advice = chart.actions(hand["cards"], up, hand["doubled"], hand["doubled"] < rules.doubles)
        wanted = advice if asked.asks == "play" else (*(GIVING_UP & {*advice}), "stay")
    return next((actions[each] for each in wanted if each in actions), None) or staying(found)


GIVING_UP = frozenset({"surrender", "rescue"})


class Charts:
    """The charts of the shoe games that are played here, each made once, in a process that ends with it."""

    def __init__(self) -> None:
        self._made: dict[bytes, Carried | None] = {}
        self._one_at_a_time = Lock()

    def of(self, rules: ShoeRules) -> "Carried | None":
        """The chart, if it is ready; if it is not begun yet, it is now."""
        key = msgspec.json.encode([rules.game.name, rules.jurisdiction, rules.options])
        with self._one_at_a_time:
            if key not in self._made:
                self._made[key] = None
                Thread(target=self._make, args=(key, rules), daemon=True).start()
            return self._made[key]

    def _make(self, key: bytes, rules: ShoeRules) -> None:
        worker = Worker()
        with suppress(Refusal):  # then the simple way it is
            self._made[key] = worker.ask(Question("chart", coaching.house(rules)), nobody_looks)
        worker.close()


def nobody_looks(done: int, parts: int) -> None:
    """How far the chart is."""


CHARTS = Charts()


class Crew:
    """The bots of the whole floor. They come from the tables' plans, so they are there again after a restart."""

    def __init__(self, pit: Pit) -> None:
        self.pit = pit
        self.bots: dict[str, list[Bot]] = {}

    async def act(self, hurry: bool = False) -> int:
        """Let every bot act once that wants to; how many did."""
        now = self.pit.means.clock.steady()
        for table in [*self.pit.live.values()]:
            await self._make_room(table)
        acting = [bot.act(now, hurry) for table in [*self.pit.live.values()] for bot in self._of(table)]
        return sum(await asyncio.gather(*acting))

    async def _make_room(self, table: LiveTable) -> None:
        """One seat is free for the next person as long as bots sit at a table: one without wagers gets up."""
        seats = table.state.seats
        if not table.state.open or free_seats(table) > 0:
            return
        ready = [who for who in seats.values() if who.startswith(BOT) and not table.state.has_wagers(who)]
        if ready:
            await table.see_off(ready[-1])

    def _of(self, table: LiveTable) -> list[Bot]:
        if table.id not in self.bots:
            known = [each for each in enumerate(table.plan.bots, 1) if each[1] in MANNERS]
            self.bots[table.id] = [Bot(table, number, manner, self.pit.coach) for number, manner in known]
        return self.bots[table.id]
