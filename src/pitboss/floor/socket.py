"""The one WebSocket of a client: what it may say, what it is told. docs/floor.md has the messages.

Whatever cannot be understood is answered with a refusal, and the connection lives on; only who floods is shown out.
"""

import asyncio
from contextlib import suppress
from typing import Any, Literal

import msgspec
from starlette.responses import JSONResponse
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from pitboss.floor.gate import Gate
from pitboss.floor.hub import Outbox, as_frame
from pitboss.floor.live import where_of
from pitboss.floor.means import Means
from pitboss.floor.people.throttle import Pace, forget
from pitboss.floor.person import Person
from pitboss.floor.pit import Pit
from pitboss.refusal import Refusal, misshapen

PROTOCOL = 1
LONGEST_FRAME = 64 * 1024
PER_SECOND = 20
BURST = 60
STRIKES = 100
"""So many messages too fast, or answers not read, and the client is shown out."""
MOST_WATCHED = 50
AN_ADDRESS = 10
"""As many persons' worth of messages may come from one address."""
MOST_CONNECTIONS = 20
"""Of one person at once."""
CONNECTIONS = 2_000
"""Of all persons at once, as it comes."""
PER_ADDRESS = 500
"""Of those from one address, as it comes: a whole school may be behind it, and still not fill the floor."""
FOR_STAFF = 20
"""Of those, kept free for staff: a full floor can still be seen to."""
PATIENCE = 20
"""Seconds for a client to take one frame."""
FAREWELL = 1
"""Seconds for a client to take the word that it is shown out: one that reads nothing would be waited for for ever."""
SECOND = 1_000_000
LOOK_AGAIN = 5 * SECOND
"""How long a session is taken for granted before it is asked for again."""

FULL = Refusal("floor_full", "Come back in a moment: as many pages are connected as this floor has room for.")

CROWDED = Refusal(
    "address_full", "Close another page first: as many are connected from your address as this floor takes from one."
)

TOO_FAST = Refusal("too_fast", f"Send at most {PER_SECOND} messages a second, from all your pages together.")

NOT_SIGNED_IN, FLOODING, STOPPING = 4401, 1008, 1012

Id = str | int | None


class Said(msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True, kw_only=True):
    """What a client may say. `id` is the client's own; it comes back with the answer."""

    id: Id = None


class Watch(Said, frozen=True, tag="watch"):
    table: str


class Unwatch(Said, frozen=True, tag="unwatch"):
    table: str


class Again(Said, frozen=True, tag="again"):
    """Something was missed: the whole table once more."""

    table: str


class Do(Said, frozen=True, tag="do"):
    """`early`: the decision round of the offer that a decision before the turn answers (`early` in the view)."""

    table: str
    command: dict[str, Any]
    early: str = ""


class GiveShare(Said, frozen=True, tag="share"):
    """`share` in hex digits: the player's part in the chance of the next shuffle."""

    table: str
    share: str


class Deal(Said, frozen=True, tag="deal"):
    """Deal without waiting any longer, as far as this player is concerned."""

    table: str


class GiveTime(Said, frozen=True, tag="pace"):
    """Clocks that are `times` as long, for a player who needs more time."""

    table: str
    times: Literal[1, 2, 4]


class Ping(Said, frozen=True, tag="ping"):
    pass


Message = Watch | Unwatch | Again | Do | GiveShare | Deal | GiveTime | Ping

_decoder = msgspec.json.Decoder(Message)


class _Marked(msgspec.Struct, frozen=True):
    id: Id = None


_marks = msgspec.json.Decoder(_Marked)


def id_of(frame: str | bytes | None) -> Id:
    """The id in what is no message otherwise: whoever sent it waits for the answer to it."""
    try:
        return _marks.decode(frame or "").id
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None


def read_message(frame: str | bytes | None) -> Message:
    """A client's message. Raises `Refusal` for everything that is none."""
    if not isinstance(frame, str):
        raise Refusal("message_malformed", "Send text frames with a JSON object each.")
    try:
        message: Message = _decoder.decode(frame)
    except msgspec.ValidationError as error:
        refusal = misshapen(error, "the message", "a message cannot be carried out without it")
        raise Refusal("message_malformed", refusal.message) from None
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise Refusal("message_malformed", "Send a JSON object: this frame is not one.") from None
    return message


class Bucket:
    """How fast a client may speak: so many messages a second, and some at once."""

    def __init__(self, now: int, per_second: int = PER_SECOND, burst: int = BURST) -> None:
        self.each = SECOND // per_second
        self.most = burst * self.each
        self.filled_at = now - self.most
        self.strikes = 0

    def is_fresh(self, now: int) -> bool:
        """Whether at most half of the messages at once were used."""
        return now - self.filled_at >= self.most // 2

    def is_flooding(self, now: int) -> bool:
        return self.strikes > STRIKES and not self.is_fresh(now)

    def take(self, now: int) -> bool:
        """Whether one more message may pass."""
        self.filled_at = max(self.filled_at, now - self.most)
        if now - self.filled_at < self.each:
            self.strikes += 1
            return False
        self.filled_at += self.each
        if now - self.filled_at > self.most // 2:
            self.strikes = 0
        return True


class Client:
    """One connection of a person who has signed in."""

    def __init__(
        self, socket: WebSocket, person: Person, pit: Pit, gate: Gate, sockets: "Sockets | None" = None
    ) -> None:
        self.socket, self.person, self.pit, self.gate = socket, person, pit, gate
        self.means: Means = pit.means
        self.outbox = Outbox()
        self.watched: set[str] = set()
        self.closed = asyncio.Event()
        self.sockets = sockets
        now = self.means.clock.steady()
        self.bucket = sockets.bucket_of(person) if sockets else Bucket(now)
        self.looked_at = now

    async def stay(self) -> None:
        """Until the client leaves or is shown out."""
        self.means.counts.clients.inc()
        tasks = [asyncio.create_task(each) for each in (self._send(), self._listen(), self.closed.wait())]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            self.means.hub.gone(self.outbox)
            self.means.counts.clients.dec()

    async def _send(self) -> None:
        """One frame after the other; whoever does not take them is not waited for."""
        self._tell({"type": "hello", "protocol": PROTOCOL, "name": self.person.name, "role": self.person.role})
        with suppress(WebSocketDisconnect, RuntimeError, TimeoutError, OSError):
            while True:
                frame = await self.outbox.next()
                async with asyncio.timeout(PATIENCE):
                    await self.socket.send({"type": "websocket.send", "text": frame.decode()})

    async def _listen(self) -> None:
        while True:
            got = await self.socket.receive()
            if got["type"] == "websocket.disconnect":
                return
            in_time = self._in_time(self.means.clock.steady())
            if self._is_flooding():
                await self.close(FLOODING, "too many messages")
                return
            if not in_time:
                self._refuse(None, TOO_FAST)
                continue
            try:
                signed_in = await self._still_signed_in()
            except Refusal as refusal:  # nobody can say so now, and it is asked again with the next message
                self._refuse(None, refusal)
                continue
            if not signed_in:
                await self.close(NOT_SIGNED_IN, "sign in again")
                return
            await self._hear(got.get("text"))

    def _in_time(self, now: int) -> bool:
        """One pace for all connections of a person, and one for an address, which stops those first who ask most."""
        if not self.bucket.take(now):
            return False
        return self.sockets is None or self.sockets.has_time_for(self) or self.bucket.is_fresh(now)

    def _is_flooding(self) -> bool:
        return self.bucket.strikes > STRIKES or len(self.outbox.frames) > self.outbox.most + STRIKES

    async def _still_signed_in(self) -> bool:
        now = self.means.clock.steady()
        if now - self.looked_at < LOOK_AGAIN:
            return True
        found = await self.is_signed_in()
        self.looked_at = now
        return found

    async def is_signed_in(self) -> bool:
        """Whether the session this connection came with is still alive."""
        found = await asyncio.to_thread(self.gate.authenticate, self.socket)
        return found is not None and found.name == self.person.name

    async def _hear(self, frame: str | None) -> None:
        id_: Id = None
        try:
            message = read_message(frame)
            id_ = message.id
            await self._carry_out(message)
        except Refusal as refusal:
            self._refuse(id_of(frame) if id_ is None else id_, refusal)
        except Exception as error:
            self.means.counts.faults.inc()
            self.means.log.error("fault", where=where_of(error), error=type(error).__name__)
            self._refuse(id_, Refusal("malfunction", "Tell a supervisor: a fault kept this from being done."))

    async def _carry_out(self, message: Message) -> None:
        if isinstance(message, Ping):
            return self._tell({"type": "pong", "id": message.id})
        table = self.pit.table(message.table)
        said: dict[str, Any] = {"type": "done", "id": message.id, "table": table.id}
        if isinstance(message, Watch):
            if table.id not in self.watched and len(self.watched) >= MOST_WATCHED:
                raise Refusal("too_many_tables", f"Watch at most {MOST_WATCHED} tables at once.")
            self.watched.add(table.id)
            return table.watch(self.outbox, self.person)
        if isinstance(message, Unwatch):
            self.watched.discard(table.id)
            self.means.hub.unwatch(table.id, self.outbox)
        elif isinstance(message, Again):
            return table.again(self.outbox, self.person)
        elif isinstance(message, GiveShare):
            await table.share(self.person, _from_hex(message.share))
        elif isinstance(message, Deal):
            await table.deal(self.person)
        elif isinstance(message, GiveTime):
            await table.give_time(self.person, message.times)
        else:
            answer = await table.do(self.person, message.command, message.early)
            noted: dict[str, Any] = {"type": "noted"}  # nothing is carried out yet, so there is no sequence
            said |= noted if answer.noted else {"sequence": answer.sequence, "again": answer.again}
        return self._tell(said)

    def _refuse(self, id_: Id, refusal: Refusal) -> None:
        self._tell({"type": "error", "id": id_, "error": refusal.as_json()})

    def _tell(self, said: dict[str, Any]) -> None:
        self.outbox.answer(as_frame(said))

    async def close(self, code: int, why: str) -> None:
        """Show the client out; whether it goes by itself is not waited for."""
        with suppress(RuntimeError, WebSocketDisconnect, OSError, TimeoutError):
            if self.socket.application_state is not WebSocketState.DISCONNECTED:
                async with asyncio.timeout(FAREWELL):
                    await self.socket.close(code, why)
        self.closed.set()


def address_of(socket: WebSocket) -> str:
    return socket.client.host if socket.client else ""


def _from_hex(text: str) -> bytes:
    try:
        return bytes.fromhex(text)
    except ValueError:
        raise Refusal("share_malformed", "Give the share in hex digits.") from None


class Sockets:
    """All clients that are connected."""

    def __init__(self, pit: Pit, gate: Gate, most: int = CONNECTIONS, per_address: int = PER_ADDRESS) -> None:
        """`most`: connections at once, `per_address` of them from one address; 0 for any number."""
        self.pit, self.gate, self.most, self.per_address = pit, gate, most, per_address
        self.clients: set[Client] = set()
        self._buckets: dict[str, Bucket] = {}
        self._addresses = Pace(pit.means.clock, AN_ADDRESS * PER_SECOND if per_address else 0, "from your address")

    async def welcome(self, socket: WebSocket) -> None:
        """A new connection: from one of our own pages, of somebody who has signed in; or none."""
        try:
            self.gate.check_origin(socket.headers)
        except Refusal as refusal:
            return await _turn_away(socket, 403, refusal)
        try:
            person = await asyncio.to_thread(self.gate.authenticate, socket)
        except Refusal as refusal:
            return await self._not_now(socket, refusal)
        if person is None:
            return await _turn_away(socket, 401, Refusal("not_signed_in", "Sign in first."))
        self.gate.note(person, address_of(socket))
        if sum(each.person.name == person.name for each in self.clients) >= MOST_CONNECTIONS:
            return await _turn_away(socket, 429, Refusal("too_many_pages", "Close another page first."))
        if self.bucket_of(person).is_flooding(self.pit.means.clock.steady()):
            return await _turn_away(socket, 429, TOO_FAST)
        if self._is_full_for(person):
            return await self._not_now(socket, FULL)
        if self.per_address and not person.staff and self._from(address_of(socket)) >= self.per_address:
            return await self._not_now(socket, CROWDED)
        client = Client(socket, person, self.pit, self.gate, self)
        self.clients.add(client)  # before it is accepted: others who come meanwhile are counted with it
        try:
            await socket.accept()
            await client.stay()
        finally:
            self.clients.discard(client)
        return None

    async def _not_now(self, socket: WebSocket, refusal: Refusal) -> None:
        """There is no room, or the store does not answer: it may be so in a moment."""
        self.pit.means.counts.refusals.labels(refusal.code).inc()
        await _turn_away(socket, 503, refusal)

    def bucket_of(self, person: Person) -> Bucket:
        """One for all connections of a person, also those that come after: to hang up empties none."""
        now = self.pit.means.clock.steady()
        bucket = self._buckets.setdefault(person.name, Bucket(now))
        forget(self._buckets, lambda each: now - each.filled_at >= each.most)
        return bucket

    def has_time_for(self, client: Client) -> bool:
        """Whether the address of a client may send one more message."""
        return client.person.staff or self._addresses.allows(address_of(client.socket))

    def _is_full_for(self, person: Person) -> bool:
        most = self.most if person.staff else self.most - FOR_STAFF
        return self.most > 0 and len(self.clients) >= most

    def _from(self, address: str) -> int:
        return sum(address_of(each.socket) == address and not each.person.staff for each in self.clients)

    async def show_out(self, name: str) -> None:
        """A session of somebody has ended: no connection that came with it goes on, those of another one do."""
        own = [each for each in self.clients if each.person.name == name]
        await _all_out([each for each in own if not await each.is_signed_in()], NOT_SIGNED_IN, "sign in again")

    async def look_around(self) -> None:
        """Whoever says nothing is not asked who they are: here those are found whose session has run out."""
        over = [each for each in [*self.clients] if not await asyncio.to_thread(self.gate.lives, each.socket)]
        await _all_out(over, NOT_SIGNED_IN, "sign in again")

    async def close(self, why: str = "the floor is being closed") -> None:
        """The floor stops, or another takes its place."""
        await _all_out([*self.clients], STOPPING, why)


async def _all_out(clients: list[Client], code: int, why: str) -> None:
    """All at once: however many do not listen, it takes no longer than one of them."""
    await asyncio.gather(*(each.close(code, why) for each in clients))


async def _turn_away(socket: WebSocket, status: int, refusal: Refusal) -> None:
    """Before it is accepted. A browser tells its page no more than that; any other client is told why."""
    await socket.send_denial_response(JSONResponse({"error": refusal.as_json()}, status))
