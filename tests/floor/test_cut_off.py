"""INT-03: a player cut off at every message of every game, before it is sent, after it, and before the answer."""

import asyncio
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from drills.secrets import Repeating
from pitboss import games
from pitboss.dice.declaration import DiceGame
from pitboss.fair import Entropy
from pitboss.floor.live import LiveTable
from pitboss.floor.person import Person
from pitboss.floor.socket import Client
from pitboss.floor.timing import Timing, waiting
from pitboss.money import read_money
from pitboss.shoe.declaration import ShoeGame
from pitboss.showdown.declaration import Showdown
from pitboss.table.families import house_of
from pitboss.table.views import why_not
from tests.floor.floor import HOUSE, Floor, SetClock, a_floor, balances

ANN, BEN = Person("ann", "player"), Person("ben", "player")
ANSWERS = ("snapshot", "done", "error", "pong")
POINTS = ("before it is sent", "after it is sent", "before the answer")
PROTOCOL = ("ping", "watch", "again", "unwatch", "share")
MOST_ROUNDS = 250
BY_HAND = ("view", "throw", "deal")
"""What people do and the table does not: so a card can be missed."""
IN_A_ROUND = ("stand", "hit", "double", "split", "insure", "pass", "surrender")
"""Decided at a shoe by whoever is first on a box."""
ASKED_BY = {"decide refuse": "drawn_exposed", "decide wait": "card_missed", "decide dead": "card_missed"}
"""Answers to an irregularity at a shoe, and the call after which they are asked."""

Triple = tuple[str, str, str]


class Line:
    """A connection as the server has it: what was sent lies in it, and it can be cut or lose what it is given."""

    application_state = None

    def __init__(self) -> None:
        self.heard: asyncio.Queue[dict[str, str]] = asyncio.Queue()
        self.told: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.loses, self.lost = False, asyncio.Event()

    async def receive(self) -> dict[str, str]:
        return await self.heard.get()

    async def send(self, message: dict[str, str]) -> None:
        frame = json.loads(message["text"])
        if self.loses and frame["type"] in ANSWERS:
            self.lost.set()
        elif not self.loses:
            self.told.put_nowait(frame)


class Page:
    """One connection of the player, through the floor's own socket layer."""

    def __init__(self, floor: Floor) -> None:
        line: Any = Line()
        gate: Any = None
        self.line: Line = line
        self.client = Client(line, ANN, floor.pit, gate)
        self.stays = asyncio.create_task(self.client.stay())

    def say(self, said: dict[str, Any]) -> None:
        self.line.heard.put_nowait({"type": "websocket.receive", "text": json.dumps(said)})

    async def answer(self) -> dict[str, Any]:
        while (frame := await self.line.told.get())["type"] not in ANSWERS:
            pass
        return frame

    async def ask(self, said: dict[str, Any]) -> dict[str, Any]:
        self.say(said)
        return await self.answer()

    async def cut(self) -> None:
        self.client.closed.set()
        await self.stays


def as_told(view: dict[str, Any]) -> Any:
    return json.loads(msgspec.json.encode(view))


class Cut:
    """A table whose player is cut off again and again, and its twin with the same chance where nobody ever is."""

    def __init__(self, floor: Floor, twin: Floor, game: str, points: tuple[str, ...]) -> None:
        self.floor, self.twin, self.game, self.points = floor, twin, game, points
        self.table, self.same = floor.pit.table("t1"), twin.pit.table("t1")
        self.reached: set[Triple] = set()
        self.count = 0

    def is_new(self, label: str) -> bool:
        return any((self.game, label, point) not in self.reached for point in self.points)

    async def comes_back(self) -> Page:
        """With a new connection: the same state as where nothing was ever cut, and wagers shown as held."""
        page = Page(self.floor)
        shown = (await page.ask({"type": "watch", "table": "t1"}))["view"]
        assert shown == as_told(self.same.view(ANN))
        held = balances(self.floor)
        assert held == balances(self.twin)
        if self.table.state.has_wagers("ann"):
            assert held["layout:t1"] > 0 and on_show(shown) == held["layout:t1"], "the wager shows as held"
        return page

    async def say(self, label: str, said: dict[str, Any]) -> None:
        """A message with a cut at each of the points, if it was not cut there before."""
        self.count += 1
        if "command" in said:
            said = {"type": "do", "table": "t1", "command": as_sent(said["command"]) | {"key": f"k{self.count}"}}
        if not self.is_new(label):
            await self.twin_says(said)
            if said["type"] == "do":
                await self.table.do(ANN, said["command"])
            return
        if "before it is sent" in self.points:
            await (await self.comes_back()).cut()
            await (await self.comes_back()).cut()
        page = await self.comes_back()
        if "after it is sent" in self.points:
            async with self.table._turn:
                page.say(said)
                if said["type"] in ("do", "share"):
                    while page.line.heard.qsize():
                        await asyncio.sleep(0)
                    for _ in range(5):
                        await asyncio.sleep(0)
                await page.cut()
            async with self.table._turn:
                pass
        else:
            page.line.loses = True
            page.say(said)
            await page.line.lost.wait()
            await page.cut()
        await self.twin_says(said)
        page, sequence = await self.comes_back(), self.same.sequence
        await self.again(page, said, sequence)
        await page.cut()
        await (await self.comes_back()).cut()
        self.reached |= {(self.game, label, point) for point in self.points}

    async def again(self, page: Page, said: dict[str, Any], sequence: int) -> None:
        """Whoever got no answer asks again, and gets it; it has no second effect."""
        answer = await page.ask(said)
        if said["type"] == "do":
            assert (answer["type"], answer["again"], answer["sequence"]) == ("done", True, sequence), answer
        elif said["type"] == "share":
            assert answer["error"]["code"] == "share_twice"
            assert [each["player"] for each in self.table.view(ANN)["promise"]["waiting"]["shares"]] == ["ann"]
        else:
            assert answer["type"] in ("pong", "snapshot", "done")
        assert self.table.sequence == sequence

    async def twin_says(self, said: dict[str, Any]) -> None:
        if said["type"] == "do":
            await self.same.do(ANN, said["command"])
        elif said["type"] == "share":
            await self.same.share(ANN, bytes.fromhex(said["share"]))

    async def deal(self, command: dict[str, Any], by: Person = HOUSE) -> None:
        """What others do at both tables: nobody cuts them off."""
        for table in (self.table, self.same):
            await table.do(by, command)

    async def void(self) -> None:
        if self.table.state.has_wagers("ann") or self.table.state.unfinished:
            await self.deal({"do": "void_round", "by": "supervisor"})


def on_show(view: dict[str, Any]) -> int:
    """What of the player's chips a view shows on the layout, in cents."""
    shown: list[dict[str, str]] = []
    for place in view.get("positions", {}).values():
        shown += [place["on_layout"]] if "on_layout" in place else []
        shown += [each for party in place.get("players", []) for each in (party["beside"], *party["on_hands"])]
    shown += [{"amount": each["amount"], "commission": each["commission"]} for each in view.get("wagers", [])]
    return sum(read_money(amount, "a wager") for each in shown for amount in each.values())


def messages(game: str) -> set[str]:
    """Everything a player says in a round of a game, by its declaration: every command, and every decision in it."""
    house = house_of({"game": game})
    said = {do for do, shape in house.family.forms.shapes.items() if "player" in shape.by} - {"decide"}
    said |= {*PROTOCOL, "bet, changed"}
    if isinstance(house.game, Showdown):
        said |= {f"decide {each}" for step in house.game.decisions for each in (step.name, step.declined_by)}
    if isinstance(house.game, ShoeGame):
        said |= {f"decide {action}" for action in IN_A_ROUND}
        said |= {answer for answer, what in ASKED_BY.items() if what in games.game(game).procedure.irregularities}
        said |= {"decide attack"} if house.game.attack else {"decide rescue"}
        said = said | {"decide stay"} if house.game.shared else said - {"consent"}
    return said - ({"bet, changed"} if isinstance(house.game, DiceGame) else set())


def a_bet(table: LiveTable, amount: str = "10.00") -> dict[str, Any]:
    if isinstance(table.house.game, DiceGame):
        return {"do": "bet", "wager": "pass", "amount": amount}
    name = getattr(table.house.rules, "ante", None) or table.house.rules.game.bet.name
    return {"do": "bet", "position": 1, "wagers": {str(name): amount}}


def needs_a_bet(table: LiveTable) -> bool:
    """Nothing lies; at dice, nothing on the line before a come-out roll."""
    if isinstance(table.house.game, DiceGame):
        view = table.view(ANN)
        return not view["puck"] and not any(each["wager"] == "pass" for each in view["wagers"])
    return not table.state.has_wagers("ann")


def on_a_number(table: LiveTable) -> bool:
    """Whether a wager lies that can be called on and off."""
    return any(each["wager"] == "place_6" for each in table.view(ANN)["wagers"])


def offered(table: LiveTable, person: Person) -> dict[str, dict[str, Any]]:
    return {label_of(each): each for each in table.view(person)["choices"]}


def label_of(command: dict[str, Any]) -> str:
    return f"decide {command['action']}" if command["do"] == "decide" else str(command["do"])


def a_call(table: LiveTable, left: set[str]) -> dict[str, Any] | None:
    """What goes wrong now, if the player has not yet answered to it."""
    for answer in left & ASKED_BY.keys():
        at = {"position": 1} if ASKED_BY[answer] == "card_missed" else {}
        call = {"do": "call", "by": "dealer", "what": ASKED_BY[answer], **at}
        if not why_not(table.house, table.state, table.house.family.forms.read(call | {"who": "dealer"})):
            return call
    return None


async def play(cut: Cut, wanted: set[str]) -> None:
    """Rounds until everything was said, what ends them last."""
    for type_ in PROTOCOL:
        more = {"ping": {}, "share": {"table": "t1", "share": "00ff"}}.get(type_, {"table": "t1"})
        await cut.say(type_, {"type": type_, **more})
    await cut.say("sit", {"command": {"do": "sit", "position": 1}})
    await cut.say("buy_in", {"command": {"do": "buy_in", "amount": "5000.00"}})
    await cut.say("tip", {"command": {"do": "tip", "amount": "1.00"}})
    table, last = cut.table, {"leave", "cash_out", "decide stay"}
    while table.state.number < MOST_ROUNDS:
        left = {label for label in wanted - last if cut.is_new(label)}
        if not left:
            break
        found = offered(table, ANN)
        new = [label for label in found if label in left and label != "bet"]
        if table.state.betting and needs_a_bet(table) and {"view", "decline_view"} & left:
            await cut.deal({"do": "spread_idle", "by": "dealer"})
        elif table.state.betting and needs_a_bet(table):
            await cut.say("bet", {"command": a_bet(table)})
        elif table.state.betting and "bet, changed" in left:
            await cut.say("bet, changed", {"command": a_bet(table, "20.00")})
        elif table.state.betting and {"call_on", "call_off"} & left and not on_a_number(table):
            await cut.say("bet", {"command": {"do": "bet", "wager": "place_6", "amount": "12.00"}})
        elif new:
            await cut.say(new[0], {"command": found[new[0]]})
        elif call := a_call(table, left):
            await cut.deal(call)
        else:
            step = waiting(table.house, table.state, Timing())
            assert step is not None
            if "decide rescue" in left and "decide double" in found:  # only a double can be rescued
                await cut.say("decide double", {"command": found["decide double"]})
            elif step.command["do"] == "decide" and table.state.number % 2:  # what comes after staking more
                loudest = next(label for label in reversed(found) if label.startswith("decide"))
                await cut.say(loudest, {"command": found[loudest]})
            elif step.command["by"] == "player":
                await cut.say(label_of(step.command), {"command": step.command})
            else:
                await cut.deal(step.command)
    await cut.void()
    if "decide stay" in wanted:
        await share_a_box(cut)
    for do in ("leave", "cash_out"):
        await cut.say(do, {"command": {"do": do}})


async def share_a_box(cut: Cut) -> None:
    """Rounds in which the player wagers on a box of ben's, who decides for both, until he doubles and she stays."""
    table = cut.table
    for command in ({"do": "sit", "position": 2}, {"do": "buy_in", "amount": "5000.00"}):
        await cut.deal(command, BEN)
    while cut.is_new("decide stay") and table.state.number < 2 * MOST_ROUNDS:
        own, his = offered(table, ANN), offered(table, BEN)
        if table.state.betting and not table.state.has_wagers("ben"):
            for command in (a_bet(table) | {"position": 2}, {"do": "consent", "position": 2}):
                await cut.deal(command, BEN)
            await cut.say("bet", {"command": a_bet(table) | {"position": 2}})
        elif "decide stay" in own:
            await cut.say("decide stay", {"command": own["decide stay"]})
        elif "decide double" in his:
            await cut.deal(as_sent(his["decide double"]), BEN)
        else:
            step = waiting(table.house, table.state, Timing())
            assert step is not None
            by = {"ann": ANN, "ben": BEN}.get(str(step.command.get("who")), HOUSE)
            await cut.deal(step.command if by is HOUSE else as_sent(step.command), by)
    await cut.void()


def as_sent(command: dict[str, Any]) -> dict[str, Any]:
    """What a client sends of a command: who gives it the floor knows."""
    return {name: held for name, held in command.items() if name not in ("who", "automatic", "by")}


@pytest.mark.parametrize("game", games.names())
def test_int_03_cut_off_at_every_message_a_player_comes_back_to_the_same_state(tmp_path: Path, game: str) -> None:
    """INT-03: every (game, message, point), played twice with the same chance: a message is cut off once on its way."""

    async def test() -> None:
        wanted, reached = messages(game), set[Triple]()
        for points in (POINTS[:2], POINTS[2:]):
            clock, name = SetClock(), points[-1].split()[0]
            async with (
                a_floor(tmp_path / f"{name}.db", entropy=Entropy(Repeating(game).read), clock=clock) as floor,
                a_floor(tmp_path / f"{name}-twin.db", entropy=Entropy(Repeating(game).read), clock=clock) as twin,
            ):
                for each in (floor, twin):
                    for name in ("ann", "ben"):
                        await each.player(name, 10_000_000_00)
                    steps = [step for step in house_of({"game": game}).steps if step not in BY_HAND]
                    shared = {"players_per_box": 2} if "consent" in wanted else {}
                    await each.open(game, setup={"automatic": steps} | shared, timing={"dealt_by": "person"})
                cut = Cut(floor, twin, game, points)
                await play(cut, wanted)
                reached |= cut.reached
        table = {(game, message, point) for message in wanted for point in POINTS}
        assert table <= reached, f"never cut: {sorted(table - reached)}"

    asyncio.run(test())
