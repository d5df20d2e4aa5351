"""An event file, read event by event, and where it is broken."""

from typing import Any, BinaryIO

from pitboss.refusal import Refusal, shown
from pitboss.regulations.edition import EDITION
from pitboss.script.lines import Line, encode, numbered_lines, read_object
from pitboss.table import events as e
from pitboss.table.files import decode_event, event_as_json


class Broken(Refusal):
    """Where an event file is not one that the table could have written, and why."""

    def __init__(
        self, line: int, code: str, message: str, clause: str | None = None, position: int | None = None
    ) -> None:
        super().__init__(code, message, clause, position)
        self.line = line

    def as_json(self) -> dict[str, object]:
        return super().as_json() | {"line": self.line}


class EventFile:
    """The events of a file, read no further ahead than somebody asks."""

    def __init__(self, source: BinaryIO) -> None:
        self.line = 0
        self.final: dict[str, Any] | None = None
        self.final_at = 0
        self.lines = numbered_lines(source)
        self.older = False
        """Whether its table was played under an older edition of the rules."""
        self.without_reasons = False
        """Whether a settled wager in it carries no `why`: the program that wrote it did not know the field."""
        self._ahead: list[tuple[int, e.Event]] = []
        self._broken: Broken | None = None

    def peek(self, number: int = 0) -> e.Event | None:
        """The next event, or the one so many after it; None past the end. Raises `Broken` at a line that is none."""
        while len(self._ahead) <= number:
            found = self._read()
            if found is None:
                return None
            self._ahead.append((self.line, found))
        return self._ahead[number][1]

    def line_of(self, number: int) -> int:
        """The line of an event that was peeked at; past the end, the last line."""
        return self._ahead[number][0] if number < len(self._ahead) else self.line

    def drop(self, number: int) -> None:
        del self._ahead[:number]

    def _read(self) -> e.Event | None:
        if self._broken:  # nobody gets past such a line, however often it is tried
            raise self._broken
        for number, line in self.lines:
            self.line = number
            if line is not None and not line.strip():
                continue
            try:
                if (event := self._read_line(line)) is not None:
                    return event
            except Refusal as refusal:
                self._broken = Broken(number, refusal.code, refusal.message, refusal.clause)
                raise self._broken from None
        return None

    def _read_line(self, line: Line) -> e.Event | None:
        held = read_object(line)
        if self.final is not None:
            raise Refusal("after_the_end", "Take this line out: the balances are the last line of an event file.")
        if held.keys() <= {"error", "repeated"}:
            return None
        if "balances" in held:
            self.final, self.final_at = held, self.line
            return None
        assert line is not None
        event = decode_event(line)
        if isinstance(event, e.TableOpened):
            self.older = event.rules_edition < EDITION
        return _as_written(event, held, self.older)


def _as_written(event: e.Event, held: dict[str, Any], older: bool) -> e.Event:
    """The event of a line that says exactly what the table writes: no field more, none less, none in another form.

    An older edition may lack fields that events have got since.
    """
    written = event_as_json(event)
    if older:
        written = _as_far_as(written, held)
    if encode(written, order="deterministic") != encode(held, order="deterministic"):
        names = [name for name in {**written, **held} if written.get(name) != held.get(name)] or ["event"]
        raise Refusal("not_as_written", f"Mend {shown(names[0])}: no table writes it so in {held['event']}.")
    if isinstance(event, e.Shuffled) and not event.order:
        raise Refusal("view_of_a_role", "Play back the table's own events: these are what one role saw of them.")
    return event


def _as_far_as(written: Any, held: Any) -> Any:
    """A value without the fields that another one does not have."""
    if isinstance(written, dict) and isinstance(held, dict):
        return {name: _as_far_as(value, held[name]) for name, value in written.items() if name in held}
    if isinstance(written, list | tuple) and isinstance(held, list) and len(written) == len(held):
        return [_as_far_as(*both) for both in zip(written, held, strict=True)]
    return written


def without_why(value: Any) -> Any:
    """An event as files have it, as version 0.4.0 wrote it: without the reasons of its settled wagers."""
    if isinstance(value, dict):
        return {name: without_why(held) for name, held in value.items() if name != "why"}
    return [without_why(each) for each in value] if isinstance(value, list | tuple) else value


def kind_of(event: e.Event | None) -> str:
    return str(type(event).__struct_config__.tag) if event else "nothing"


def reason(error: Exception) -> str:
    return f"{type(error).__name__} {error}".strip()
