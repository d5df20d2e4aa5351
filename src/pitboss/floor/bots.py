"""Players that are programs, so that a lone visitor finds a table in play. They see what a player sees, no more.

Three manners: `optimal` plays what the lab finds best, `simple` never gives up a hand, `random` does anything allowed.
"""

import asyncio
import secrets
from typing import Any

from pitboss.floor.live import LiveTable
from pitboss.floor.person import Person
from pitboss.floor.pit import Pit
from pitboss.money import read_money, write_money
from pitboss.refusal import Refusal
from pitboss.showdown.rules import Rules
from pitboss.store import Record
from pitboss.table.setup import House
from pitboss.table.state import State

Data = dict[str, Any]
View = dict[str, Any]

MANNERS = ("optimal", "simple", "random")
PREFIX = "bot-"
BUY_IN = 500_00
BANKROLL = 100_000_00
USUAL = 10_00
MILLISECOND = 1_000
QUICKEST, SLOWEST = 300, 1_800
"""Milliseconds that a bot seems to think."""
SULK = 10_000
"""Milliseconds until a bot that was refused tries again."""


class Bot:
    """One player at one table."""

    def __init__(self, table: LiveTable, number: int, manner: str) -> None:
        if manner not in MANNERS:
            raise Refusal("unknown_manner", f"Let bots be one of {', '.join(MANNERS)}.")
        self.table = table
        self.manner = manner
        self.person = Person(f"{PREFIX}{manner}-{number}-{table.id}"[:64], "player")
        self.ready = 0

    async def act(self, now: int, hurry: bool = False) -> bool:
        """Do the next thing, if there is one and the bot has thought long enough."""
        if now < self.ready:
            return False
        try:
            command = await self.wants()
            if command is None:
                return False
            think = 0 if hurry else QUICKEST + secrets.randbelow(SLOWEST - QUICKEST)
            self.ready = now + think * MILLISECOND
            await self.table.do(self.person, command)
            return True
        except Refusal:
            self.ready = now + SULK * MILLISECOND
            return False

    async def wants(self) -> Data | None:
        state, name = self.table.state, self.person.name
        if not state.open or self.table.stopped:
            return None
        if name not in state.seats.values():
            return await self._sit()
        if state.chips.get(name, 0) < USUAL * 5 and not state.playing:
            await self._fund()
            return {"do": "buy_in", "amount": write_money(BUY_IN)}
        if state.betting and not state.has_wagers(name) and not self.table.no_new_round:
            return first_bet(self.table.house, state, name)
        task = state.next
        if task is not None and task.by == "player" and task.do not in self.table.house.automatic:
            return await self._decide(task.do)
        return None

    async def _sit(self) -> Data | None:
        taken = self.table.state.seats
        places = self.table.house.most_positions(self.table.state)
        free = [place for place in range(places, 0, -1) if place not in taken]
        return {"do": "sit", "position": secrets.choice(free)} if len(free) > 1 else None

    async def _fund(self) -> None:
        """Play money from the house, written down like everybody's."""
        means, account = self.table.means, f"wallet:{self.person.name}"
        if await means.read(means.store.books.balance, account) < BUY_IN:
            entries = (("house", account, BANKROLL),)
            record = Record(kind="bot_funded", component=self.table.id, who=self.person.name, entries=entries)
            await means.record(record)

    async def _decide(self, do: str) -> Data | None:
        view = self.table.view(self.person)
        found = [each for each in view["choices"] if each["do"] == do]
        if not found:
            return None
        decide = {"optimal": _best, "simple": _simple, "random": _any}[self.manner]
        chosen = await asyncio.to_thread(decide, self.table, view, found)
        return {name: held for name, held in chosen.items() if name not in ("by", "who")}


def first_bet(house: House, state: State, name: str) -> Data:
    """A usual wager on the game's own, within the posted limits."""
    wager = str(getattr(house.rules, "ante", MAIN_WAGERS.get(house.setup.game, "bet")))
    least, most = house.limits.get(wager, (USUAL, USUAL))
    amount = write_money(min(max(USUAL, least), most))
    if "wagers" not in house.family.forms.shapes["bet"].needs:
        return {"do": "bet", "wager": wager, "amount": amount}
    position = next(place for place, who in state.seats.items() if who == name)
    return {"do": "bet", "position": position, "wagers": {wager: amount}}


MAIN_WAGERS = {"craps": "pass"}


def _any(table: LiveTable, view: View, found: list[Data]) -> Data:
    return secrets.choice(found)


def _simple(table: LiveTable, view: View, found: list[Data]) -> Data:
    return staying(found)


def staying(found: list[Data]) -> Data:
    """The smallest wager that keeps the hand; a check where there is nothing to give up."""
    kept = [each for each in found if each.get("action") not in ("fold", "surrender")]
    return min(kept or found, key=_cost)


def _cost(command: Data) -> int:
    return read_money(command["amount"], "amount") if command.get("amount") else 0


def _best(table: LiveTable, view: View, found: list[Data]) -> Data:
    """What the lab says; where it would have to count all deals first, the simple way."""
    rules = table.house.rules
    if not isinstance(rules, Rules):
        return _simple(table, view, found)
    position = view["positions"][str(found[0]["position"])]
    hand = " ".join(position["cards"])
    seen = view["turned"] or " ".join(card for card in view["dealer"] if card != "??")
    board = " ".join(view["community"])
    if rules.game.deal.community and not board:
        return _simple(table, view, found)
    ante = read_money(position["wagers"][rules.ante], "ante")
    times = _best_times(rules, hand, seen, board)
    wanted = [each for each in found if _cost(each) == times * ante]
    return wanted[0] if wanted else _simple(table, view, found)


def _best_times(rules: Rules, hand: str, seen: str, board: str) -> int:
    """How many antes the best choice places; none for a fold or a check."""
    from pitboss.lab.strategy import choices

    best = next(each.name for each in choices(rules, hand, seen or None, board or None) if each.best)
    times = best.split()[-1].removesuffix("x")
    return int(times) if times.isdigit() else 0


class Crew:
    """The bots of the whole floor. They come from the tables' plans, so they are there again after a restart."""

    def __init__(self, pit: Pit) -> None:
        self.pit = pit
        self.bots: dict[str, list[Bot]] = {}

    async def act(self, hurry: bool = False) -> int:
        """Let every bot act once that wants to; how many did."""
        now = self.pit.means.clock.steady()
        acting = [bot.act(now, hurry) for table in [*self.pit.live.values()] for bot in self._of(table)]
        return sum(await asyncio.gather(*acting))

    def _of(self, table: LiveTable) -> list[Bot]:
        if table.id not in self.bots:
            self.bots[table.id] = [Bot(table, n, manner) for n, manner in enumerate(table.plan.bots, 1)]
        return self.bots[table.id]
