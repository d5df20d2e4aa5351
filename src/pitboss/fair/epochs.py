"""An epoch: the life of one shuffle, one shoe or one shooter, from the promise of its seeds to their revelation.

    open   the commitment to the seeds is published; players may add a share each
    drawn  the first draw has frozen the shares; every draw comes from seeds and shares, in order
    ended  played, or void with a reason; the seeds are shown, and nothing is drawn any more

An `Epoch` is a value and every step makes a new one. A command that is rolled back leaves the epoch as it was, and
tried again it draws the same numbers: nobody can draw a second time in the hope of something better.
"""

import hmac
from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import NoReturn, TypeVar

import msgspec

from pitboss.fair.stream import Stream, framed
from pitboss.refusal import Refusal

MOST_SHARES = 64
SHARE_BYTES = 64
NAME_BYTES = 200

START, COMMITMENT, KEY = (f"pitboss fair 1 {use}".encode() for use in ("start", "commitment", "key"))


class Share(msgspec.Struct, frozen=True):
    """What a player adds to the chance of an epoch."""

    player: str
    share: bytes


class Permutation(msgspec.Struct, frozen=True, tag_field="draw", tag="permutation"):
    of: int
    result: tuple[int, ...]


class Between(msgspec.Struct, frozen=True, tag_field="draw", tag="between"):
    least: int
    most: int
    result: int


Draw = Permutation | Between
D = TypeVar("D", Permutation, Between)


class Epoch(msgspec.Struct, frozen=True):
    """`seeds` and `draws` are secret until it has ended; `public` is what may be shown before."""

    table: str
    number: int
    previous: bytes
    seeds: tuple[bytes, ...]
    shares: tuple[Share, ...] = ()
    draws: tuple[Draw, ...] = ()
    ended: str = ""
    why: str = ""

    def __repr__(self) -> str:
        """Without a secret: this may end in a log."""
        return f"<epoch {self.number} of {self.table}: {self.stage}>"

    __str__ = __repr__

    @property
    def stage(self) -> str:
        return self.ended or ("drawn" if self.draws else "open")

    @property
    def commitment(self) -> bytes:
        """Binds the seeds, the table, the number and, through the commitment before it, every epoch before it."""
        number = str(self.number).encode()
        return sha256(framed(COMMITMENT, self.table.encode(), number, self.previous, *self.seeds)).digest()

    def public(self) -> dict[str, object]:
        """What anyone may see at any time: no seed, no draw."""
        return {
            "table": self.table,
            "epoch": self.number,
            "previous": self.previous.hex(),
            "commitment": self.commitment.hex(),
            "keys": len(self.seeds),
            "shares": [{"player": each.player, "share": each.share.hex()} for each in self.shares],
            "stage": self.stage,
        }

    def keys(self) -> tuple[bytes, ...]:
        """One a seed, each 256 bits: what is drawn from. The shares stand in order of name, which nobody can choose."""
        shares = framed(*(framed(each.player.encode(), each.share) for each in self.shares))
        bound = (KEY, self.commitment)
        return tuple(
            hmac.digest(seed, framed(*bound, str(place).encode(), shares), "sha256")
            for place, seed in enumerate(self.seeds)
        )


def chain_start(table: str) -> bytes:
    """What a table's first commitment is chained to."""
    return sha256(framed(START, table.encode())).digest()


def open_epoch(table: str, number: int, previous: bytes, seeds: Sequence[bytes]) -> Epoch:
    _check_name(table, "table")
    assert number > 0 and len(previous) == 32 and seeds and all(len(seed) == 32 for seed in seeds)
    return Epoch(table, number, previous, tuple(seeds))


def with_share(epoch: Epoch, player: str, share: bytes) -> Epoch:
    """A player's share, once, while the epoch is open."""
    _check_name(player, "player")
    if epoch.stage != "open":
        raise Refusal("share_too_late", "Give a share for the next epoch: this one's draws have begun.")
    if not 0 < len(share) <= SHARE_BYTES:
        raise Refusal("share_malformed", f"Give a share of 1 to {SHARE_BYTES} bytes; this one has {len(share)}.")
    if any(each.player == player for each in epoch.shares):
        raise Refusal("share_twice", "Wait for the next epoch: your share for this one is already in.")
    if len(epoch.shares) == MOST_SHARES:
        raise Refusal("shares_full", f"Wait for the next epoch: {MOST_SHARES} players have given their shares.")
    shares = sorted([*epoch.shares, Share(player, share)], key=lambda each: each.player.encode())
    return msgspec.structs.replace(epoch, shares=tuple(shares))


def _check_name(name: str, what: str) -> None:
    try:
        fine = 0 < len(name.encode()) <= NAME_BYTES
    except UnicodeEncodeError:
        fine = False
    if not fine:
        raise Refusal("name_malformed", f"Name the {what} in 1 to {NAME_BYTES} bytes of plain text.")


class Drawing:
    """The chance of an epoch, for `decide`. What was drawn is in `epoch`, to be kept with the events it led to."""

    def __init__(self, epoch: Epoch) -> None:
        if epoch.ended:
            raise Refusal("epoch_over", f"Open another epoch: number {epoch.number} has ended and its seeds are known.")
        self._epoch = epoch
        self._keys = epoch.keys()
        self._draws: list[Draw] = []
        self._stream = self._wind_to(epoch.draws)

    @property
    def epoch(self) -> Epoch:
        return msgspec.structs.replace(self._epoch, draws=tuple(self._draws))

    @property
    def keys_begun(self) -> int:
        return self._stream.begun

    def permutation(self, cards: int) -> Sequence[int]:
        return self._draw(lambda stream: Permutation(cards, tuple(stream.permutation(cards)))).result

    def between(self, least: int, most: int) -> int:
        return self._draw(lambda stream: Between(least, most, stream.between(least, most))).result

    def _draw(self, draw: Callable[[Stream], D]) -> D:
        """A draw that is refused leaves nothing behind, not even half of itself in the stream."""
        try:
            drawn = draw(self._stream)
        except Refusal:
            self._stream = self._wind_to(tuple(self._draws))
            raise
        self._draws.append(drawn)
        return drawn

    def _wind_to(self, draws: tuple[Draw, ...]) -> Stream:
        """Where the stream stands after these. They are made again, so a store that changed one is found out."""
        stream = Stream(self._keys)
        self._draws = [_again(stream, draw) for draw in draws]
        if tuple(self._draws) != draws:
            _changed(self._epoch)
        return stream


def _again(stream: Stream, draw: Draw) -> Draw:
    if isinstance(draw, Permutation):
        return Permutation(draw.of, tuple(stream.permutation(draw.of)))
    return Between(draw.least, draw.most, stream.between(draw.least, draw.most))


def _changed(epoch: Epoch) -> NoReturn:
    raise Refusal(
        "epoch_changed",
        f"Close the table and restore its store: the draws kept for epoch {epoch.number} are not those of its seeds.",
    )


def end_epoch(epoch: Epoch) -> Epoch:
    """Its cards are out of play: the seeds may be shown."""
    _check_alive(epoch)
    if not epoch.draws:
        raise Refusal("nothing_drawn", "Void the epoch and say why: nothing was drawn in it.")
    return msgspec.structs.replace(epoch, ended="played")


def void_epoch(epoch: Epoch, why: str) -> Epoch:
    """Given up, for a reason that everybody can read; never without a trace."""
    _check_alive(epoch)
    if not why.strip():
        raise Refusal("reason_missing", "Say why the epoch is void: the reason is published with its seeds.")
    return msgspec.structs.replace(epoch, ended="void", why=why)


def _check_alive(epoch: Epoch) -> None:
    if epoch.ended:
        raise Refusal("epoch_over", f"Leave epoch {epoch.number} as it is: it has ended already.")
