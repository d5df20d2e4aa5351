"""The dealer's school: a table of one's own, in memory, at which a visitor deals and programs play.

No money moves and nothing is kept. What is right is not decided here: the table itself refuses a wrong step, as it
would refuse a dealer's on the floor.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Any

import msgspec

from pitboss.fair import Entropy, Fresh
from pitboss.floor.bots import first_bet, staying
from pitboss.floor.situations import Situation, situations
from pitboss.money import write_money
from pitboss.refusal import Refusal
from pitboss.table.chance import Chance
from pitboss.table.decide import open_table, step
from pitboss.table.events import Events
from pitboss.table.evolve import evolve
from pitboss.table.families import family_of, house_of
from pitboss.table.setup import House
from pitboss.table.state import State
from pitboss.table.views import choices, seen, table

MOST_LESSONS = 200
LEFT = 30 * 60 * 1_000_000
"""Microseconds without a step after which a lesson is over, and makes room for somebody else's."""

BUY_IN = 500_00
FEWEST_CHIPS = 100_00
PLAYERS = {2: "player-2", 3: "player-3", 5: "player-5"}
"""Who plays, and where: neighbours, and somebody apart, so that the order of the positions has to be known."""

FIRST = "player-2"
"""The player who sometimes gives a hand up, so that forfeits are seen too."""

APART = "player-5"
"""The player who places the main wager alone."""

BEFORE_A_ROUND = frozenset(
    (
        *("receive", "inspect", "verify", "spread", "view", "wash", "stack", "shuffle", "cut"),
        *("place_cut_card", "load", "burn", "spread_idle", "turn_up"),
    )
)
"""What a lesson that begins with the wagers leaves to the table."""

NOT_STEPS = frozenset({"call", "remove_device", "pass_dice"})
MOST_ACTS = 500
"""Players and supervisors are done long before: more would be a table that never comes back to its dealer."""


class Score(msgspec.Struct):
    """Steps that were right and wrong, how often the next one was asked for, rounds dealt to their end."""

    right: int = 0
    wrong: int = 0
    asked: int = 0
    rounds: int = 0


class Tool(msgspec.Struct, frozen=True):
    """Something a dealer does; `at`: at a position that has to be named; `by_wager`: one wager can be named there."""

    do: str
    says: str
    at: bool
    by_wager: bool = False


class Lesson:
    """A table dealt by whoever learns."""

    def __init__(self, game: str, chance: Chance, whole: bool = False) -> None:
        self.game, self.whole, self.chance = game, whole, chance
        steps = house_of({"game": game}).steps
        automatic = [] if whole else [each for each in steps if each in BEFORE_A_ROUND]
        self.house: House = house_of({"game": game, "automatic": automatic} | _in_order(game))
        _, state = open_table(self.house, chance)
        self.state: State = state
        self.happened: list[dict[str, Any]] = []
        self.score = Score()
        self._others_act()

    def do(self, command: dict[str, Any]) -> Refusal | None:
        """A step of the dealer's. A wrong one is refused, counts, and changes nothing."""
        self.happened = []
        try:
            self._do(command | {"by": "dealer"})
        except Refusal as refusal:
            self.score.wrong += 1
            return refusal
        self.score.right += 1
        self._others_act()
        return None

    def hint(self) -> dict[str, Any]:
        """What comes next, for whoever asks."""
        self.score.asked += 1
        task = self.state.next
        if task is None:
            raise Refusal("table_closed", "Begin another lesson: this table is closed.")
        return {
            "do": task.do,
            "position": task.position or None,
            "says": self.house.family.say(self.house, task),
            "clause": task.clause,
        }

    def view(self) -> dict[str, Any]:
        """The table as its dealer sees it, without what comes next."""
        return table(self.house, self.state, "dealer") | {"next": None, "choices": []}

    def tools(self) -> list[Tool]:
        """Everything a dealer of this family does, in the order of the day."""
        shapes = self.house.family.forms.shapes
        wanted = [do for do, shape in shapes.items() if "dealer" in shape.by and do not in NOT_STEPS]
        known = [do for do in wanted if do not in self.house.automatic]
        return [Tool(do, shapes[do].says, "position" in shapes[do].needs, "wager" in shapes[do].may) for do in known]

    def _do(self, given: dict[str, Any]) -> None:
        command = self.house.family.forms.read(given)
        events, after = step(self.house, self.state, command, self.chance)
        self._tell(events)
        self.score.rounds += self.state.playing and not after.playing
        self.state = after

    def _tell(self, events: Events) -> None:
        state = self.state
        for event in events:
            self.happened.append(seen(self.house, state, event, "dealer"))
            state = evolve(self.house, state, event)

    def _others_act(self) -> None:
        for _ in range(MOST_ACTS):
            command = self._wanted()
            if command is None:
                return
            self._do(command)
        raise AssertionError("the table comes back to its dealer")

    def _wanted(self) -> dict[str, Any] | None:
        """What somebody else at the table does now."""
        state = self.state
        for place, name in PLAYERS.items():
            if wanted := self._player_wants(place, name):
                return wanted
        task = state.next
        if task is None or task.by == "dealer":
            return None
        who = [*PLAYERS.values()] if task.by == "player" else [""]
        for name in who:
            found = [each for each in choices(self.house, state, task.by, name) if each["do"] == task.do]
            if found:
                return self._chosen(name, found)
        return None if task.by == "player" else {"do": task.do, "by": task.by}

    def _player_wants(self, place: int, name: str) -> dict[str, Any] | None:
        """A seat, chips, a wager; each when it can be had."""
        state, by = self.state, {"by": "player", "who": name}
        if place not in state.seats:
            return by | {"do": "sit", "position": place}
        if state.chips.get(name, 0) < FEWEST_CHIPS and not state.playing:
            return by | {"do": "buy_in", "amount": write_money(BUY_IN)}
        if state.betting and not state.has_wagers(name):
            return by | self._bet(name)
        return None

    def _bet(self, name: str) -> dict[str, Any]:
        """The main wager, and from the neighbours the side wagers too, so that all of them have to be settled."""
        given = first_bet(self, name)
        sides = {wager: write_money(cents) for wager, cents in self.house.side_wagers().items()}
        return given | {"wagers": given["wagers"] | sides} if sides and name != APART else given

    def _chosen(self, name: str, found: list[dict[str, Any]]) -> dict[str, Any]:
        if name == FIRST and len(found) > 1:
            return found[self.chance.between(0, len(found) - 1)]
        return staying(found)


def _in_order(game: str) -> dict[str, bool]:
    """The school teaches the order of the text, also where a table on the floor would accept another."""
    return {"strict_order": True} if "strict_order" in family_of(game).setup.__struct_fields__ else {}


class Desk(msgspec.Struct, eq=False):
    """A person's place in the school: the lesson, when it was last asked for, and whose turn at it it is."""

    at: int
    lock: Lock = msgspec.field(default_factory=Lock)
    lesson: Lesson | None = None


class School:
    """The lessons that are going on, one a person. A new one takes the place of one's own; nobody is sent away for
    somebody else. `now` is the time, in microseconds, of a clock that only goes forward."""

    def __init__(self, now: Callable[[], int]) -> None:
        self._now = now
        self._desks: dict[str, Desk] = {}
        self._chance = Fresh(Entropy())
        self._lock = Lock()
        """Of the desks, for a moment; a lesson is worked at under its own."""

    @contextmanager
    def begin(self, who: str, game: str, whole: bool) -> Iterator[Lesson]:
        """A new lesson, for as long as its first view takes. Raises `Refusal` where the school is full."""
        house_of({"game": game})  # a game that is none takes nobody's place
        desk = self._desk(who)
        with desk.lock:
            desk.lesson = Lesson(game, self._chance, whole)
            yield desk.lesson

    @contextmanager
    def lesson(self, who: str) -> Iterator[Lesson]:
        """Somebody's lesson, and nobody else's turn at it meanwhile."""
        with self._lock:
            desk = self._desks.get(who)
            if desk is not None:
                desk.at = self._now()
        if desk is None:
            raise Refusal("no_lesson", "Begin a lesson first: choose a game.")
        with desk.lock:
            if desk.lesson is None:
                raise Refusal("no_lesson", "Begin a lesson first: choose a game.")
            yield desk.lesson

    def _desk(self, who: str) -> Desk:
        with self._lock:
            now = self._now()
            if who not in self._desks and len(self._desks) >= MOST_LESSONS:
                self._clear(now)
            desk = self._desks.setdefault(who, Desk(now))
            desk.at = now
            return desk

    def _clear(self, now: int) -> None:
        """Lessons that were left make room; if nobody's was, there is none."""
        for name in [name for name, desk in self._desks.items() if desk.at <= now - LEFT]:
            del self._desks[name]
        if len(self._desks) >= MOST_LESSONS:
            raise Refusal(
                "school_full",
                f"Come back in a while: {MOST_LESSONS} lessons are going on, and nobody is sent away from one.",
            )


# Drills: what now?


class Question(msgspec.Struct, frozen=True):
    """A situation at a table, and what could follow from it."""

    number: int
    situation: str
    choices: dict[str, str]


MOST_CHOICES = 4


def questions(game: str) -> list[Question]:
    """Every situation of a game, with what follows from it among what follows from others."""
    found = situations(house_of({"game": game}))
    return [Question(number, each.says, _choices(found, number)) for number, each in enumerate(found)]


def _choices(found: list[Situation], number: int) -> dict[str, str]:
    """Neighbours in the order of the text, so that they are the same each time; the right one is not always first."""
    does = {each.effect: each.does for each in found}
    effects = [*does]
    first = effects.index(found[number].effect) - number % MOST_CHOICES
    chosen = [effects[(first + place) % len(effects)] for place in range(min(MOST_CHOICES, len(effects)))]
    return {effect: does[effect] for effect in chosen}


def answered(game: str, number: int, choice: str) -> tuple[bool, Situation]:
    """Whether a choice is right, and what is."""
    found = situations(house_of({"game": game}))
    if not 0 <= number < len(found):
        raise Refusal("unknown_question", f"Choose a question from 0 to {len(found) - 1}.")
    if choice not in _choices(found, number):
        raise Refusal("unknown_choice", "Choose one of the answers of the question.")
    return found[number].effect == choice, found[number]
