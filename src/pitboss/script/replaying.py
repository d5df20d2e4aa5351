"""An event file back into the same state.

Playing back does not take the file's word for anything. From each event the command behind it is guessed, the table
decides that command again, and what it makes must be what the file has. A file of an older edition of the rules is
folded and checked instead (`folding`).

Version 0.4.0 wrote events of the current edition without `why`. Such an event is accepted if all else is the same. The
state then differs by the reasons it holds, so the hash in the last line of such a file is not compared.
"""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import zip_longest
from typing import Any, BinaryIO, NamedTuple

import msgspec

import pitboss
from pitboss.bank.ledger import Balances, post
from pitboss.refusal import Refusal, shown
from pitboss.regulations.edition import EDITION, edition_of
from pitboss.script.behind import commands_behind
from pitboss.script.chance import RecordedChance, ends_early
from pitboss.script.event_file import Broken, EventFile, kind_of, reason, without_why
from pitboss.script.folding import Folding
from pitboss.script.lines import encode, final_line
from pitboss.table import events as e
from pitboss.table.chance import Chance
from pitboss.table.decide import open_table, step
from pitboss.table.families import house_opened
from pitboss.table.files import encode_event, event_as_json
from pitboss.table.setup import House
from pitboss.table.state import State


class Replayed(NamedTuple):
    """Where an event file ends. `complete`: it has its final line."""

    state: State
    balances: Balances
    complete: bool
    edition: int

    def final(self) -> dict[str, Any]:
        """The last line; of an older edition it says that the file was folded."""
        found = final_line(self.state, self.balances)
        return found if self.edition == EDITION else found | {"edition": self.edition, "checked": "folded"}

    def remark(self) -> str:
        """A sentence for people: how the file was checked, and whether its last line is missing; empty if neither."""
        words = []
        if self.edition != EDITION:
            words.append(
                f"this table was played under edition {self.edition} of the rules, and the current one is {EDITION}: "
                "its events were not decided again. They were folded, and their order, cards, settlements and balances "
                "are sound."
            )
        if not self.complete:
            words.append("every event follows, but the last line with the balances is missing.")
        return " ".join(words)


def replay_answer(source: BinaryIO) -> tuple[bytes, str, bool]:
    """What an event file comes to as a line of JSON, a sentence for a person, and whether the file is sound."""
    try:
        replayed = play_back(source)
    except Broken as broken:
        return encode({"error": broken.as_json()}) + b"\n", f"line {broken.line}: {broken.message}", False
    return encode(replayed.final()) + b"\n", replayed.remark(), True


def replay_file(source: BinaryIO) -> tuple[State, Balances, bool]:
    """State and balances at the end of an event file, and whether it has its final line. Raises `Broken`."""
    return play_back(source)[:3]


def play_back(source: BinaryIO) -> Replayed:
    """Where an event file ends. Raises `Broken`."""
    file = EventFile(source)
    opened = file.peek()
    if not isinstance(opened, e.TableOpened):
        message = "Start the event file with the table's opening: its first event must be table_opened."
        raise Broken(max(file.line, 1), "not_a_log", message)
    try:
        return _replay(file, opened)
    except Broken as broken:
        if opened.version != pitboss.__version__:
            broken.message += f" The file was written by pitboss {opened.version}, this is {pitboss.__version__}."
        raise


def _replay(file: EventFile, opened: e.TableOpened) -> Replayed:
    try:
        house = house_opened(opened)
    except Refusal as refusal:
        raise Broken(file.line_of(0), refusal.code, refusal.message, refusal.clause) from None
    _check_edition(file, opened)
    is_current = house.edition == EDITION
    state, balances = _decided_again(house, file, opened) if is_current else Folding(house, file).to_the_end()
    _check_final(file, state, balances, with_hash=is_current and not file.without_reasons)
    return Replayed(state, balances, file.final is not None, house.edition)


def _check_edition(file: EventFile, opened: e.TableOpened) -> None:
    """Refuse an older edition than the program's version opens tables under: the file would only be folded."""
    expected = edition_of(opened.version)
    if opened.rules_edition < expected:
        message = (
            f"pitboss {opened.version} opens tables under edition {expected} of the rules; "
            f"by this file the table has edition {opened.rules_edition}."
        )
        raise Broken(file.line_of(0), "edition_differs", message)


def _decided_again(house: House, file: EventFile, opened: e.TableOpened) -> tuple[State, Balances]:
    balances: Balances = {}
    state = _follow(house, file, balances, [lambda chance: _open_again(house, opened, chance)])
    while file.peek() is not None:
        commands = commands_behind(house, state, file)
        state = _follow(house, file, balances, [partial(step, house, state, command) for command in commands])
    return state, balances


Made = tuple[list[e.Event], State]


def _open_again(house: House, opened: e.TableOpened, chance: Chance) -> Made:
    """The opening; which version of the code wrote it is the file's to say."""
    events, state = open_table(house, chance)
    return [msgspec.structs.replace(events[0], version=opened.version), *events[1:]], state


def _follow(house: House, file: EventFile, balances: Balances, ways: Sequence[Callable[[Chance], Made]]) -> State:
    """The state after the first way that makes what the file has next; `Broken` says how far the best of them came."""
    farthest: Broken | None = None
    for way in ways:
        try:
            events, after = way(RecordedChance(house, file))
            broken = _difference(file, events)
        except Exception as error:
            broken = _as_broken(file, error)
        if broken is None:
            for event in events:
                post(balances, event)
            file.drop(len(events))
            return after
        if farthest is None or broken.line > farthest.line:
            farthest = broken
    if farthest is None:
        message = f"No command starts with {kind_of(file.peek())}: what must come before it is missing."
        raise Broken(file.line_of(0), "does_not_follow", message)
    raise farthest


def _as_broken(file: EventFile, error: Exception) -> Broken:
    """Whatever stops the table from following is the file's fault: a table's own events never do."""
    if isinstance(error, Broken):
        return error
    start = f"The table does not allow {kind_of(file.peek())} here"
    if isinstance(error, Refusal):
        return Broken(file.line_of(0), "does_not_follow", f"{start}. {error.message}", error.clause, error.position)
    return Broken(file.line_of(0), "does_not_follow", f"{start}: {reason(error)}.")


def _difference(file: EventFile, events: list[e.Event]) -> Broken | None:
    """Where the file first has something else than the table makes."""
    for number, made in enumerate(events):
        found = file.peek(number)
        if found is None:
            return ends_early(file, kind_of(made))
        if made != found and encode_event(made) != encode_event(found):
            if encode(event_as_json(found)) == encode(without_why(event_as_json(made))):
                file.without_reasons = True
                continue
            clause, position = getattr(made, "clause", None), getattr(made, "position", None)
            return Broken(file.line_of(number), "does_not_follow", _compare(made, found), clause, position)
    return None


def _compare(made: e.Event, found: e.Event) -> str:
    if type(made) is not type(found):
        return f"The table makes {kind_of(made)} here; the file has {kind_of(found)}."
    path, own, other = _first_difference(event_as_json(made), event_as_json(found))
    return f"In {kind_of(made)} the table makes '{path}' {_shown(own)}; the file has {_shown(other)}."


class Missing:
    """Where one side has a value, the other may have none."""


def _shown(value: Any) -> str:
    return "nothing" if value is Missing else shown(value)


def _first_difference(own: Any, other: Any, path: str = "") -> tuple[str, Any, Any]:
    """Where two values differ, as deep inside as can be named, and what each of them has there."""
    if isinstance(own, dict) and isinstance(other, dict):
        pairs = [
            (f"{path}.{name}" if path else str(name), own.get(name, Missing), other.get(name, Missing))
            for name in {**own, **other}
        ]
    elif isinstance(own, list | tuple) and isinstance(other, list | tuple):
        pairs = [(f"{path}[{number}]", *both) for number, both in enumerate(zip_longest(own, other, fillvalue=Missing))]
    else:
        return path, own, other
    for inner, mine, others in pairs:
        if mine is Missing or others is Missing or encode(mine) != encode(others):
            return _first_difference(mine, others, inner)
    return path, own, other


def _check_final(file: EventFile, state: State, balances: Balances, with_hash: bool) -> None:
    """What the file says at its end must be what its events add up to; the hash is of one edition's states alone."""
    if file.final is None:
        return
    own, other = final_line(state, balances), file.final
    if own.keys() != other.keys() or not isinstance(other["balances"], dict):
        raise Broken(file.final_at, "final_malformed", "Give balances, state and rounds in the last line.")
    for account in sorted({*own["balances"], *other["balances"]}):
        held, told = own["balances"].get(account, "nothing"), other["balances"].get(account, "nothing")
        if held != told:
            message = f"By the events {shown(account)} holds {held}; the last line says {shown(told)}."
            raise Broken(file.final_at, "balances_differ", message)
    for name, code in (("rounds", "rounds_differ"), ("state", "state_differs")):
        if own[name] != other[name] and (with_hash or name != "state"):
            message = f"By the events '{name}' is {own[name]}; the last line says {shown(other[name])}."
            raise Broken(file.final_at, code, message)
