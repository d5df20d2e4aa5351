"""Tables in files: a script of commands played out line by line, and an event file played back and checked.

A script's first line sets the table up, every later one is a command; docs/table.md describes both. Each line is
answered with the events it made or with its refusal, and the last line holds the balances.

Playing back does not take the file's word for anything. From each event the command behind it is guessed, the table
decides that command again, and what it makes must be what the file has.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from random import Random, SystemRandom
from typing import Annotated, Any, BinaryIO

import msgspec

import pitboss
from pitboss.bank.ledger import Balances, player, post
from pitboss.money import write_money
from pitboss.refusal import Refusal, shown
from pitboss.session import Session
from pitboss.settling import BYTE_ORDER_MARK, LONGEST_LINE, lines
from pitboss.showdown.procedure import DECK_SIZE, ROLES
from pitboss.table import events as e
from pitboss.table.commands import SHAPES, STAFF, Command
from pitboss.table.decide import Chance, open_table, step
from pitboss.table.evolve import evolve
from pitboss.table.files import decode_event, encode_event, event_as_json
from pitboss.table.setup import House, house_of
from pitboss.table.state import DECK, State, finished_round, new_state, state_hash
from pitboss.table.views import seen

encode = msgspec.json.encode

Line = bytes | None
"""A line of a file; None for one that is too long to be read."""


def numbered_lines(source: BinaryIO) -> Iterator[tuple[int, Line]]:
    for number, line in enumerate(lines(source), 1):
        yield number, line.removeprefix(BYTE_ORDER_MARK) if line and number == 1 else line


def read_object(line: Line) -> dict[str, Any]:
    """The JSON object of a line. Raises `Refusal`, also if a name stands twice in it and may differ."""
    if line is None:
        raise Refusal("line_too_long", f"Split this line: it may have at most {LONGEST_LINE} bytes.")
    if not line.strip():
        raise Refusal("empty_line", "Write a JSON object on this line or take it out: it is empty.")
    try:
        held = msgspec.json.decode(line)
        json.loads(line, object_pairs_hook=_once_each)
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise Refusal("not_json", f"Write one line of plain JSON here: {str(error) or 'it nests too deep'}.") from None
    if not isinstance(held, dict):
        raise Refusal("not_an_object", f"Write a JSON object on this line, in braces; got {shown(held)}.")
    return held


def _once_each(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        name = next(name for number, (name, _) in enumerate(pairs) if name in dict(pairs[:number]))
        raise Refusal("name_twice", f"Say {shown(name)} once: it stands twice in one object, and may differ.")
    return found


def final_line(state: State, balances: Balances) -> dict[str, Any]:
    """Where a table stands at the end of its file: what every account holds, the state's hash, the finished rounds."""
    return {
        "balances": {account: write_money(cents) for account, cents in sorted(balances.items())},
        "state": state_hash(state),
        "rounds": state.number - state.playing,
    }


# A script in, events and refusals out


class Shuffles:
    """Chance from a random source: one with a seed makes every run alike, the operating system's none."""

    def __init__(self, seed: int | None) -> None:
        self.source: Random = SystemRandom() if seed is None else Random(seed)

    def permutation(self, cards: int) -> Sequence[int]:
        numbers = list(range(cards))
        self.source.shuffle(numbers)
        return numbers

    def between(self, least: int, most: int) -> int:
        return self.source.randint(least, most)


class Opening(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line of a script."""

    table: dict[str, Any]
    seed: Annotated[int, msgspec.Meta(ge=0)] | None = None


class Eyes:
    """One person at the table, who sees only what that person may."""

    def __init__(self, role: str, who: str = "") -> None:
        if role not in ROLES:
            raise Refusal("unknown_role", f"See the table as one of {', '.join(ROLES)}; got {shown(role)}.")
        if role == "player" and not who:
            raise Refusal("player_missing", "Say through which player's eyes: --who is missing.")
        self.role = role
        self.who = who

    def look(self, house: House, state: State, events: list[e.Event]) -> Iterator[bytes]:
        """The events as this person sees them happen, from the state before them."""
        for event in events:
            if (visible := seen(state, event, self.role, self.who)) is not None:
                yield encode(visible)
            state = evolve(house, state, event)

    def gave(self, command: dict[str, Any]) -> bool:
        """Whether an answer is for this person: others are not told of a refusal."""
        same_person = command.get("who", "") == self.who or (self.role != "player" and not self.who)
        return "by" not in command or (command["by"] == self.role and same_person)

    def final(self, state: State, balances: Balances) -> dict[str, Any]:
        """Without the state's hash, which hidden cards go into; a player is told of no other purse."""
        whole = final_line(state, balances)
        if self.role == "player":
            whole["balances"] = {player(self.who): write_money(balances.get(player(self.who), 0))}
        del whole["state"]
        return whole


class Script:
    """A script being played: `answers` takes its lines and gives theirs."""

    def __init__(self, eyes: Eyes | None = None, keep_round: Callable[[bytes], object] | None = None) -> None:
        self.eyes = eyes
        self.keep_round = keep_round
        self.session: Session | None = None
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
            raise Refusal("setup_malformed", f"Mend the first line: {str(error)[0].lower()}{str(error)[1:]}.") from None
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


# An event file back into the same state


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
        return _as_written(held, line)


def _as_written(held: dict[str, Any], line: bytes) -> e.Event:
    """The event of a line that says exactly what the table writes: no field more, none less, none in another form."""
    try:
        event = decode_event(line)
    except Refusal:
        raise
    except Exception as error:
        raise Refusal("not_an_event", f"This line is no event of a table: {_reason(error)}.") from None
    written = event_as_json(event)
    if encode(written, order="deterministic") != encode(held, order="deterministic"):
        names = [name for name in {**written, **held} if written.get(name) != held.get(name)] or ["event"]
        raise Refusal("not_as_written", f"Mend {shown(names[0])}: no table writes it so in {held['event']}.")
    if isinstance(event, e.Shuffled) and not event.order:
        raise Refusal("view_of_a_role", "Play back the table's own events: these are what one role saw of them.")
    return event


def _reason(error: Exception) -> str:
    return f"{type(error).__name__} {error}".strip()


class Told:
    """Chance as an event file has it: each shuffle and each cut comes out as the next one there."""

    def __init__(self, file: EventFile) -> None:
        self.file = file
        self.at = 0

    def permutation(self, cards: int) -> Sequence[int]:
        event = self._next("shuffled", lambda event: bool(getattr(event, "order", None)))
        if sorted(event.order) != sorted(DECK):
            raise Broken(self.file.line_of(self.at - 1), "order_malformed", "A shuffle has each of the 52 cards once.")
        return [DECK.index(card) for card in event.order]

    def between(self, least: int, most: int) -> int:
        return int(self._next("deck_cut", lambda event: isinstance(event, e.DeckCut)).depth)

    def _next(self, kind: str, wanted: Callable[[e.Event], bool]) -> Any:
        while (event := self.file.peek(self.at)) is not None:
            self.at += 1
            if wanted(event):
                return event
        raise _ends_early(self.file, kind)


def _ends_early(file: EventFile, following: str) -> Broken:
    message = f"The events end in the midst of what the table does by itself: {following} must follow."
    return Broken(file.line, "ends_early", message)


def replay_answer(source: BinaryIO) -> tuple[bytes, str, bool]:
    """What an event file comes to as a line of JSON, a sentence for a person, and whether the file is sound."""
    try:
        state, balances, complete = replay_file(source)
    except Broken as broken:
        return encode({"error": broken.as_json()}) + b"\n", f"line {broken.line}: {broken.message}", False
    remark = "" if complete else "every event follows, but the last line with the balances is missing."
    return encode(final_line(state, balances)) + b"\n", remark, True


def replay_file(source: BinaryIO) -> tuple[State, Balances, bool]:
    """State and balances at the end of an event file, and whether it has its final line. Raises `Broken`."""
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


def _replay(file: EventFile, opened: e.TableOpened) -> tuple[State, Balances, bool]:
    try:
        house = house_of(opened.setup)
    except Refusal as refusal:
        raise Broken(file.line_of(0), refusal.code, refusal.message, refusal.clause) from None
    balances: Balances = {}
    state = _follow(file, balances, [lambda chance: _open_again(house, opened, chance)])
    while file.peek() is not None:
        commands = commands_behind(state, file)
        state = _follow(file, balances, [partial(step, house, state, command) for command in commands])
    _check_final(file, state, balances)
    return state, balances, file.final is not None


Made = tuple[list[e.Event], State]


def _open_again(house: House, opened: e.TableOpened, chance: Chance) -> Made:
    """The opening; which version of the code wrote it is the file's to say."""
    events, state = open_table(house, chance)
    return [msgspec.structs.replace(events[0], version=opened.version), *events[1:]], state


def _follow(file: EventFile, balances: Balances, ways: Sequence[Callable[[Chance], Made]]) -> State:
    """The state after the first way that makes what the file has next; `Broken` says how far the best of them came."""
    farthest: Broken | None = None
    for way in ways:
        try:
            events, after = way(Told(file))
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
        message = f"No command starts with {_kind(file.peek())}: what must come before it is missing."
        raise Broken(file.line_of(0), "does_not_follow", message)
    raise farthest


def _as_broken(file: EventFile, error: Exception) -> Broken:
    """Whatever stops the table from following is the file's fault: a table's own events never do."""
    if isinstance(error, Broken):
        return error
    start = f"The table would not let {_kind(file.peek())} happen here"
    if isinstance(error, Refusal):
        return Broken(file.line_of(0), "does_not_follow", f"{start}. {error.message}", error.clause, error.position)
    return Broken(file.line_of(0), "does_not_follow", f"{start}: {_reason(error)}.")


def _difference(file: EventFile, events: list[e.Event]) -> Broken | None:
    """Where the file first has something else than the table makes."""
    for number, made in enumerate(events):
        found = file.peek(number)
        if found is None:
            return _ends_early(file, _kind(made))
        if made != found and encode_event(made) != encode_event(found):
            clause, position = getattr(made, "clause", None), getattr(made, "position", None)
            return Broken(file.line_of(number), "does_not_follow", _compare(made, found), clause, position)
    return None


def _compare(made: e.Event, found: e.Event) -> str:
    if type(made) is not type(found):
        return f"The table makes {_kind(made)} here; the file has {_kind(found)}."
    own, other = event_as_json(made), event_as_json(found)
    name = next(name for name in own if encode(own[name]) != encode(other[name]))
    return f"In {_kind(made)} the table makes '{name}' {shown(own[name])}; the file has {shown(other[name])}."


def _kind(event: e.Event | None) -> str:
    return str(type(event).__struct_config__.tag) if event else "nothing"


def _check_final(file: EventFile, state: State, balances: Balances) -> None:
    """What the file says at its end must be what its events add up to."""
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
        if own[name] != other[name]:
            message = f"By the events '{name}' is {own[name]}; the last line says {shown(other[name])}."
            raise Broken(file.final_at, code, message)


# Which command may have made an event: what cannot be told from it makes no difference to what follows


def commands_behind(state: State, file: EventFile) -> list[Command]:
    """The commands whose first event may be the file's next one; none for an event that never comes first."""
    event = file.peek()
    behind = BEHIND.get(type(event))
    return behind(state, event, file) if behind else []


Behind = Callable[[State, Any, EventFile], list[Command]]


def _dealer(do: str, *fields: str) -> Behind:
    def behind(state: State, event: Any, file: EventFile) -> list[Command]:
        return [Command(do=do, by="dealer", **{name: getattr(event, name) for name in fields})]

    return behind


def _supervisor(do: str, *fields: str) -> Behind:
    def behind(state: State, event: Any, file: EventFile) -> list[Command]:
        who = getattr(event, "by", "")
        return [Command(do=do, by="supervisor", who=who, **{name: getattr(event, name) for name in fields})]

    return behind


def _player(do: str, *fields: str) -> Behind:
    def behind(state: State, event: Any, file: EventFile) -> list[Command]:
        given = {name: getattr(event, name) for name in fields}
        if given.get("amount") is not None:
            given["amount"] = write_money(given["amount"]) if given["amount"] else None
        return [Command(do=do, by="player", who=event.player, **given)]

    return behind


def _step_done(state: State, event: e.StepDone, file: EventFile) -> list[Command]:
    return [Command(do=event.do, by=by, who=event.by) for by in (SHAPES[event.do].by if event.do in SHAPES else ())]


def _bet_placed(state: State, event: e.BetPlaced, file: EventFile) -> list[Command]:
    wagers = {name: event.chips.get(name) or write_money(cents) for name, cents in event.stakes.items()}
    coupon = write_money(event.coupon) if event.coupon else None
    return [Command(do="bet", by="player", who=event.player, position=event.position, wagers=wagers, coupon=coupon)]


def _bet_cleared(state: State, event: e.BetCleared, file: EventFile) -> list[Command]:
    """Wagers taken back, or taken back to place others there."""
    following = file.peek(1)
    clear = Command(do="clear", by="player", who=event.player, position=event.position)
    return [*(_bet_placed(state, following, file) if isinstance(following, e.BetPlaced) else []), clear]


def _stub_racked(state: State, event: e.StubRacked, file: EventFile) -> list[Command]:
    if event.counted is None:
        return [Command(do="rack_stub", by="dealer")]
    return [Command(do="count_stub", by="dealer", counted=event.counted)]


def _cards_collected(state: State, event: e.CardsCollected, file: EventFile) -> list[Command]:
    if "dealer" in event.whose:
        return [Command(do="collect_dealer", by="dealer")]
    if len(event.whose) == 1 and event.whose[0].isdecimal():
        return [Command(do="collect", by="dealer", position=int(event.whose[0]))]
    return [Command(do="collect_discards", by="dealer")]


def _irregularity(state: State, event: e.IrregularityCalled, file: EventFile) -> list[Command]:
    by, who = (event.by, "") if event.by in STAFF else ("supervisor", event.by)
    if event.what == "wrong_count":
        return _wrong_count(state, event, file)
    if event.what == "device_count":
        return [Command(do="call", by=by, who=who, what=event.what, counted=event.cards)]
    whose = "dealer" if event.position is None and event.what in ("wrong_number", "card_exposed") else None
    called = Command(
        do="call", by=by, who=who, what=event.what, position=event.position, whose=whose, cards=event.cards
    )
    return [called, *_misdeal_counted(state, event)]


def _misdeal_counted(state: State, event: e.IrregularityCalled) -> list[Command]:
    """A wrong number of cards that the count of the stub brought out: both add up to a whole deck."""
    if event.what != "wrong_number" or event.cards is None:
        return []
    held = state.dealer if event.position is None else state.hands.get(event.position, ())
    counted = len(state.stock) + len(held) - event.cards
    return [_count(event, counted, event.position, event.cards)]


def _wrong_count(state: State, event: e.IrregularityCalled, file: EventFile) -> list[Command]:
    """The deck that is removed says how many cards there were; a hand may have been counted with the stub."""
    counted = event.cards or 0
    removed = next((each for n in range(MOST_AHEAD) if isinstance(each := file.peek(n), e.DeckRemoved)), None)
    missing = removed.counted - (counted + DECK_SIZE - len(state.stock)) if removed else 0
    hands = [(None, state.dealer), *state.hands.items()]
    with_a_hand = [_count(event, counted, position, len(held) + missing) for position, held in hands]
    return [_count(event, counted, None, None), *with_a_hand]


MOST_AHEAD = 4


def _count(event: e.IrregularityCalled, counted: int, position: int | None, cards: int | None) -> Command:
    who = "" if event.by == "dealer" else event.by
    return Command(do="count_stub", by="dealer", who=who, counted=counted, position=position, cards=cards)


BEHIND: dict[type, Behind] = {
    e.StepDone: _step_done,
    e.DeckReceived: _dealer("receive"),
    e.Shuffled: _dealer("shuffle"),
    e.DeckCut: _dealer("cut"),
    e.RecutOrdered: _supervisor("order_recut"),
    e.DeviceRemoved: _supervisor("remove_device", "device"),
    e.MethodChanged: _supervisor("change_method", "dealing", "shuffler"),
    e.BoughtIn: _player("buy_in", "amount"),
    e.CashedOut: _player("cash_out"),
    e.Tipped: _player("tip", "amount"),
    e.Seated: _player("sit", "position"),
    e.Left: _player("leave"),
    e.BetPlaced: _bet_placed,
    e.BetCleared: _bet_cleared,
    e.BetsClosed: _dealer("no_more_bets"),
    e.ProgressiveCollected: _dealer("place_progressive"),
    e.CardsDealt: _dealer("deal"),
    e.StubRacked: _stub_racked,
    e.CardTurned: _dealer("turn_card"),
    e.Decided: _player("decide", "position", "action", "amount", "automatic"),
    e.ForfeitsTaken: _dealer("collect_forfeits"),
    e.DealerRevealed: _dealer("reveal_dealer"),
    e.HandRevealed: _dealer("reveal", "position"),
    e.WagersTaken: _dealer("take", "position"),
    e.WagersPaid: _dealer("pay", "position"),
    e.ProgressivePaid: _dealer("pay_progressive", "position"),
    e.CardsCollected: _cards_collected,
    e.IrregularityCalled: _irregularity,
    e.TableClosed: _supervisor("close"),
}
