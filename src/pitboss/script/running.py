"""A script in, events and refusals out."""

from collections.abc import Callable, Iterator
from typing import Annotated, Any, BinaryIO

import msgspec

from pitboss.cards.chance import Shuffles
from pitboss.refusal import Refusal, misshapen, shown
from pitboss.script.eyes import Eyes
from pitboss.script.lines import Line, encode, final_line, numbered_lines, read_object
from pitboss.session import Session
from pitboss.table import events as e
from pitboss.table.evolve import new_state
from pitboss.table.families import house_of
from pitboss.table.files import encode_event
from pitboss.table.setup import House
from pitboss.table.state import State, finished_round


class Opening(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line of a script."""

    table: dict[str, Any]
    seed: Annotated[int, msgspec.Meta(ge=0)] | None = None


class Script:
    """A script being played: `answers` takes its lines and gives theirs."""

    def __init__(self, eyes: Eyes | None = None, keep_round: Callable[[bytes], object] | None = None) -> None:
        self.eyes = eyes
        self.keep_round = keep_round
        self.session: Session[House, State] | None = None
        self.lines = self.refused = 0

    def answers(self, source: BinaryIO) -> Iterator[bytes]:
        """For each line of a script its answer, one or more lines of JSON; at the end the balances."""
        for number, line in numbered_lines(source):
            self.lines += 1
            yield b"".join(each + b"\n" for each in self._answer(number, line))
        if self.session is None and not self.refused:
            yield self._refuse(1, no_table()) + b"\n"
        if self.session is not None:
            state, balances = self.session.state, self.session.balances
            yield encode((self.eyes.final if self.eyes else final_line)(state, balances)) + b"\n"

    def _answer(self, number: int, line: Line) -> list[bytes]:
        given: dict[str, Any] = {}
        try:
            given = read_object(line)
            if "note" in given:
                _check_note(given.pop("note"))
                if not given:
                    return []
            return self._open(given) if "table" in given else self._do(number, given)
        except Refusal as refusal:
            told = self._refuse(number, refusal)
            return [told] if self.eyes is None or self.eyes.gave(given) else []

    def _refuse(self, number: int, refusal: Refusal) -> bytes:
        self.refused += 1
        return encode({"error": refusal.as_json() | {"line": number}})

    def _open(self, given: dict[str, Any]) -> list[bytes]:
        if self.session is not None:
            raise Refusal("table_already_open", "Write another script for another table: a script plays one.")
        try:
            opening = msgspec.convert(given, Opening)
        except msgspec.ValidationError as error:
            raise misshapen(error, "the first line", "it sets the table up", "setup_malformed") from None
        house = house_of(opening.table)
        self.session = Session(house, Shuffles(opening.seed))
        return self._show(new_state(house), self.session.log)

    def _do(self, number: int, given: dict[str, Any]) -> list[bytes]:
        session = self.session
        if session is None:
            raise no_table()
        before, known = session.state, len(session.log)
        session.do(given)
        made = session.log[known:]
        if not made:
            return self._repeated(number, given)
        self._keep_round(before, session.state)
        return self._show(before, made)

    def _repeated(self, number: int, given: dict[str, Any]) -> list[bytes]:
        """A key that was answered before: told so, since the same events twice would be no log of the table."""
        if self.eyes is not None and not self.eyes.gave(given):
            return []
        return [encode({"repeated": {"key": given["key"], "line": number}})]

    def _show(self, before: State, events: list[e.Event]) -> list[bytes]:
        assert self.session is not None
        if self.eyes is None:
            return [encode_event(event) for event in events]
        return list(self.eyes.look(self.session.house, before, events))

    def _keep_round(self, before: State, after: State) -> None:
        if self.keep_round and after.last_round is not None and after.last_round is not before.last_round:
            self.keep_round(encode(finished_round(after)) + b"\n")


def no_table() -> Refusal:
    return Refusal(
        "no_table", 'Start with the table\'s setup, such as {"table": {"game": "high-card-flush"}, "seed": 7}.'
    )


def _check_note(note: object) -> None:
    if not isinstance(note, str):
        raise Refusal("note_malformed", f"Write the note as text; got {shown(note)}.")
