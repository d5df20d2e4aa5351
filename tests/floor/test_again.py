"""INT-07: everything anybody can say at a table, every call of an irregularity among it, sent again and again."""

import asyncio
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from pitboss import games
from pitboss.cards.chance import Shuffles
from pitboss.drill.families import drilled, places
from pitboss.drill.family import AGAIN, NAMES, Data, Place, Wanted
from pitboss.floor.live import LiveTable
from pitboss.floor.person import Person
from pitboss.refusal import Refusal
from pitboss.table import events as e
from pitboss.table.decide import check, step
from tests.floor.floor import HOUSE, Floor, a_floor, balances

IDEAS = 40
"""Things that somebody might do at a moment: one that is new is done, else one that is accepted."""

STEPS, TABLES = 400, 100
"""How long a table is played, and how many at most: each is set up otherwise, and a few are enough as a rule."""

ON_A_FLOOR: Data = {"automatic": "none", "given_orders": False, "match_play": False, "idle_face_up": False}
SPREAD: Data = {"do": "spread_idle", "by": "dealer", "who": "dealer"}
SIT: Data = {"do": "sit", "by": "player", "who": "p1", "position": 1}
TURN_UP: Data = {"do": "turn_up", "by": "dealer", "who": "dealer"}
LEAVE: Data = {"do": "leave", "by": "player", "who": "p1"}
CLOSE: Data = {"do": "close", "by": "supervisor", "who": "boss"}
AT_THE_END: set[Wanted] = {("command", do) for do in ("leave", "cash_out", "spread_idle", "turn_up", "close")}
BREAKS_OFF = (
    "call",
    "void_round",
    "remove_device",
    "change_method",
    "order_recut",
    "change_dice",
    "leave",
    "pass_dice",
)

BY_ITSELF = {"shoe_short"}
"""Found by the table when the shoe is empty; a call of it is always refused."""


def declared(game: str) -> set[str]:
    """What the declaration of a game lists as irregular."""
    return {*games.game(game).procedure.irregularities}


def wanted(game: str) -> set[Wanted]:
    """Every command of a game's tables, and every irregularity of its declaration with each of its effects."""
    at = [place for place in places() if place[0] == game]
    return {found for place in at for found in of_place(place)}


def of_place(place: Place) -> set[Wanted]:
    found = {each for each in drilled(place).wanted(place) if each[0] != "refusal"}
    return found - {("command", AGAIN)}


def what_it_is(table: LiveTable, given: Data) -> set[Wanted]:
    """What a command would be now, by itself and by the irregularities it calls; nothing if it is refused."""
    try:
        command = table.house.family.forms.read(given)
        check(table.house, table.state, command)
        happened, _ = step(table.house, table.state, command, Shuffles("a guess"))
    except Refusal:
        return set()
    called = {f"{each.what}: {each.effect}" for each in happened if isinstance(each, e.IrregularityCalled)}
    return {("command", str(command.do)), *(("irregularity", name) for name in called)}


def who_gives(given: Data) -> Person:
    if given["by"] == "player":
        return Person(given["who"], "player")
    return Person("dan", "dealer") if given["by"] == "dealer" else Person("boss", "supervisor")


def as_sent(given: Data) -> Data:
    """As a person sends it: in no other name, and not as if the clock had decided."""
    return {name: held for name, held in given.items() if name not in ("who", "automatic", "key")}


async def again_and_again(floor: Floor, table: LiveTable, place: Place, given: Data, key: str) -> None:
    """Ten times at once before anything is known of it, once more, an hour late: one effect and the same answer; the
    key for anything else: refused."""
    person, sent = who_gives(given), as_sent(given) | {"key": key}
    told = await asyncio.gather(*(table.do(person, sent) for _ in range(10)))
    held = balances(floor)
    told.append(await table.do(person, sent))
    floor.clock.pass_(3600)
    told.append(await table.do(person, sent))
    assert [each.again for each in told].count(False) == 1
    [sequence] = {each.sequence for each in told}
    assert sequence == table.sequence and balances(floor) == held
    one, other = drilled(place).any_time[given["by"]]
    try:
        await table.do(person, (other if one["do"] == given["do"] else one) | {"by": given["by"], "key": key})
    except Refusal as refusal:
        assert refusal.code == "key_reused"
    else:
        raise AssertionError("a key was used for two commands")
    assert table.sequence == sequence and balances(floor) == held


def an_idea(random: Random, table: LiveTable, place: Place) -> Data | None:
    given = drilled(place).next(random, table)
    does = given.get("do")
    if does in ("close", "read_meters") or (given.get("by") == "player" and given.get("who") not in NAMES):
        return given if does == "read_meters" else None
    return None if "coupon" in given or not isinstance(does, str) else given


class Table:
    """A table of some kind, and what was sent again and again there of all that is left."""

    def __init__(self, floor: Floor, table: LiveTable, place: Place, left: set[Wanted]) -> None:
        self.floor, self.table, self.place, self.left = floor, table, place, left
        self.said = 0

    async def say(self, given: Data, found: set[Wanted]) -> None:
        self.said += 1
        if found & self.left:
            await again_and_again(self.floor, self.table, self.place, given, f"{self.table.id}-{self.said}")
            self.left -= found
        else:
            await self.table.do(who_gives(given), as_sent(given))

    async def play(self, random: Random) -> None:
        """For a while, or until nothing is left but what comes at the end."""
        for _ in range(STEPS):
            if self.left <= AT_THE_END:
                return
            ideas = [each for _ in range(IDEAS) if (each := an_idea(random, self.table, self.place))]
            possible = [(given, found) for given in ideas if (found := what_it_is(self.table, given))]
            if possible:
                await self.say(*min(possible, key=lambda each: (not each[1] & self.left, self.breaks_off(each[0]))))

    def breaks_off(self, given: Data) -> bool:
        """Keeps a round from being played; but only after one card found face up at its end has another its effect."""
        task = self.table.state.next
        if task and task.do == "rack_stub" and given.get("what") == "card_face_up":
            return False
        if given.get("what") == "hand_missed" and ("irregularity", "hand_missed: dead") in self.left:
            return False  # a box is dead only when it is passed over twice
        return given["do"] in BREAKS_OFF

    async def end(self) -> None:
        """The round is played out, everybody takes their chips and goes, the cards are spread, the table is closed."""
        table, seated = self.table, [*self.table.state.seats.values()]
        with suppress(Refusal):
            await table.do(HOUSE, {"do": "void_round"})
        while table.state.unfinished:
            table.hurry()
            await self.floor.pit.tick()
        for who in seated:
            for given in ({"do": "leave", "by": "player", "who": who}, {"do": "cash_out", "by": "player", "who": who}):
                await self.say_if_it_may_be(given)
        for given in (SPREAD, SIT, TURN_UP, LEAVE, CLOSE):
            await self.say_if_it_may_be(given)

    async def say_if_it_may_be(self, given: Data) -> None:
        if found := what_it_is(self.table, given):
            await self.say(given, found)


async def a_refusal_again_and_again(floor: Floor, table: LiveTable, what: str) -> None:
    """What the table finds by itself is nobody's to call: refused, and once more the same."""
    sent = {"do": "call", "by": "dealer", "what": what, "key": f"never-{what}"}
    before = table.sequence, balances(floor)
    told = await asyncio.gather(*(table.do(HOUSE, sent) for _ in range(10)), return_exceptions=True)
    assert {str(each) for each in told if isinstance(each, Refusal)} == {str(told[0])} and len({*map(type, told)}) == 1
    assert (table.sequence, balances(floor)) == before


@pytest.mark.parametrize("game", games.names())
def test_int_07_every_command_and_every_call_sent_again_has_one_effect(tmp_path: Path, game: str) -> None:
    """INT-07: 100 % of the commands and of the irregularities that a game's declarations list, with every effect."""

    async def test() -> None:
        left, at = wanted(game), [place for place in places() if place[0] == game]
        assert {name.split(":")[0] for kind, name in left if kind == "irregularity"} >= declared(game)
        by_itself = {name.split(":")[0] for _, name in left} & BY_ITSELF
        left = {each for each in left if each[1].split(":")[0] not in by_itself}
        for number in range(TABLES):
            place, random = at[number % len(at)], Random(f"{game} {number}")
            drawn = drilled(place).setup_for(place, random)
            setup = drawn | {name: held for name, held in ON_A_FLOOR.items() if name in drawn}
            async with a_floor(tmp_path / f"{number}.db") as floor:
                for name in NAMES:
                    await floor.player(name, 10_000_000_00)
                table = await floor.open(game, setup=setup, timing={"dealt_by": "person"})
                for what in by_itself:
                    await a_refusal_again_and_again(floor, table, what)
                there = Table(floor, table, place, left)
                await there.play(random)
                await there.end()
                assert sum(balances(floor).values()) == 0
            if not left:
                return
        raise AssertionError(f"never came: {sorted(left)}")

    asyncio.run(test())
