"""What was played: the rounds of a player or of a table, a round played back, and the proofs of its chance.

Read without the store's key: what is still sealed cannot be shown from here, whoever asks.
"""

from typing import Any

import msgspec
from sqlalchemy import Connection, bindparam, func, select

from pitboss.audit.reports import NOT_WAGERED, REVERSED
from pitboss.fair.epochs import Epoch, end_epoch, void_epoch
from pitboss.fair.proofs import proof
from pitboss.floor.promises import Shown
from pitboss.money import write_money
from pitboss.refusal import Refusal
from pitboss.store import Books
from pitboss.store import schema as s
from pitboss.store.batch import entries_of
from pitboss.store.reading import SALT, Kept, within

SEALED = b'{"event":"sealed"}'
LATEST = (1 << 63) - 1
OUTCOMES = ("_revealed", "_paid", "_taken", "_called", "_voided", "_reversed")
"""How the names of events end that say how a round came out, in every family of games."""


class Part(msgspec.Struct, frozen=True, kw_only=True):
    """A player's part in a round. Times are microseconds since 1970; `entry` is where in the journal it ended."""

    table: str
    round: int
    begun: int
    ended: int
    wagered: str
    returned: str
    net: str
    void: bool
    entry: int


class Recall(msgspec.Struct, frozen=True, kw_only=True):
    """A round played back for one player, with all that GLI-19 4.14.2 asks to be shown."""

    replay: bool
    table: str
    round: int
    game: str
    rules: str
    options: dict[str, Any]
    version: str
    programs: list[str]
    begun: int
    ended: int
    denomination: str
    balance_before: str
    balance_after: str
    wagered: str
    won: str
    progressive: str
    void: bool
    choices: list[dict[str, Any]]
    outcome: list[dict[str, Any]]
    steps: list[dict[str, Any]]
    proofs: list[int]


class History:
    def __init__(self, books: Books) -> None:
        self.books = Books(books.engine, lambda body: bytes(SALT) + SEALED)

    def rounds_of(self, player: str, before: int = LATEST, most: int = 50) -> list[Part]:
        """A player's rounds, the latest first; `before` is the entry of the last one of the page before."""
        last = func.max(s.events.c.number)
        found = (
            select(s.events.c.table_name, s.events.c.round)
            .where(s.events.c.player == player, s.events.c.kind.not_in(OUTSIDE_A_ROUND))
            .group_by(s.events.c.table_name, s.events.c.round)
            .having(last < before)
            .order_by(last.desc())
            .limit(most)
        )
        with self.books.moment() as connection:
            pairs = [(row[0], row[1]) for row in connection.execute(found)]
        return [part_in(self.books.events(table, round_=number), player) for table, number in pairs]

    def rounds_at(self, table: str, before: int, most: int) -> list[dict[str, int]]:
        """A table's rounds by number, the latest first."""
        found = (
            select(s.events.c.round, func.min(s.journal.c.at), func.max(s.journal.c.at))
            .join(s.journal, s.journal.c.number == s.events.c.number)
            .where(s.events.c.table_name == table)
            .group_by(s.events.c.round)
            .order_by(s.events.c.round.desc())
            .limit(most)
        )
        with self.books.moment() as connection:
            found = found.where(*within(connection, table, before - 4 * most, before))
            return [{"round": row[0], "begun": row[1], "ended": row[2]} for row in connection.execute(found)]

    def players_in(self, table: str, number: int) -> set[str]:
        """Who had a part in a round."""
        found = select(s.events.c.player).where(
            s.events.c.table_name == table, s.events.c.player != "", s.events.c.kind.not_in(OUTSIDE_A_ROUND)
        )
        with self.books.moment() as connection:
            found = found.where(*within(connection, table, number, number + 1))
            return {row[0] for row in connection.execute(found.distinct())}

    def recall(self, table: str, number: int, player: str, setup: dict[str, Any], options: dict[str, Any]) -> Recall:
        """A round step by step, as one player's (empty: as nobody's in particular).

        `options` are all that the house chose for the table, its pay tables among them, or left as the text has it.
        """
        events = self.books.events(table, round_=number)
        if not events:
            raise Refusal("unknown_round", "Check the number: no such round was played at this table.")
        part = part_in(events, player)
        before, after = self._chips(table, player, events)
        return Recall(
            replay=True,
            table=table,
            round=number,
            game=str(setup["game"]),
            rules=str(setup.get("jurisdiction", "nj")),
            options=options,
            version=self._version_of(table, events),
            programs=self._programs_of(table, events),
            begun=part.begun,
            ended=part.ended,
            denomination=min(setup.get("chips") or ["0.01"], key=lambda chip: int(chip.replace(".", ""))),
            balance_before=before,
            balance_after=after,
            wagered=part.wagered,
            won=part.returned,
            progressive=_progressive(events, player),
            void=part.void,
            choices=[_step(each) for each in events if _is_choice(each, player)],
            outcome=[_step(each) for each in events if each.kind.endswith(OUTCOMES)],
            steps=[_step(each) for each in events],
            proofs=self._proofs_of(table, events),
        )

    def proofs(self, table: str, before: int = LATEST, most: int = 50) -> list[dict[str, Any]]:
        """The epochs that are over, the latest first; `before` is an entry of the journal."""
        found = (
            _SHOWN.where(s.records.c.number < before)
            .order_by(s.records.c.number.desc(), s.records.c.line.desc())
            .limit(most)
        )
        with self.books.moment() as connection:
            rows = connection.execute(found, {"table": table}).all()
        return [_said(row.number, msgspec.json.decode(row.after, type=Shown)) for row in rows]

    def proof(self, table: str, epoch: int) -> dict[str, Any]:
        """The proof of one epoch, for `pitboss verify`."""
        # Found by how the record begins: a table has as many epochs as it has seen shuffles or rolls, and to read every
        # one of them for each who asks would take seconds.
        begins = msgspec.json.encode({"epoch": {"table": table, "number": epoch}}).decode().removesuffix("}}") + ","
        found = _SHOWN.where(s.records.c.after.startswith(begins, autoescape=True)).order_by(s.records.c.number)
        with self.books.moment() as connection:
            row = connection.execute(found.limit(1), {"table": table}).first()
        if row is None:
            raise Refusal("unknown_proof", "Wait until the epoch is over, or check its number.")
        shown = msgspec.json.decode(row.after, type=Shown)
        events = self.books.events(table, after=shown.first - 1, upto=shown.last)
        if any(each.body == SEALED for each in events):
            raise Refusal("sealed", "Wait until the next shuffle: cards that are in play are told among these.")
        return proof(_ended(shown.epoch), [msgspec.json.decode(each.body) for each in events])

    def _programs_of(self, table: str, events: list[Kept]) -> list[str]:
        """The digest of the program that kept a round; two if the floor was started with another after its shuffle."""
        found = (
            select(s.programs.c.digest)
            .join(s.journal)
            .where(s.journal.c.number.between(events[0].number, events[-1].number), s.journal.c.table_name == table)
            .group_by(s.programs.c.digest)
            .order_by(func.min(s.journal.c.number))
        )
        with self.books.moment() as connection:
            return [row[0] for row in connection.execute(found)]

    def _version_of(self, table: str, events: list[Kept]) -> str:
        """The version of the program that a round ended under: what the floor said when it opened, else the table."""
        found = (
            select(s.records.c.after)
            .where(s.records.c.component == "floor", s.records.c.kind == "floor_opened")
            .where(s.records.c.number <= events[-1].number)
            .order_by(s.records.c.number.desc())
            .limit(1)
        )
        with self.books.moment() as connection:
            said = connection.execute(found).scalar()
        version = msgspec.json.decode(said).get("version") if said else None
        return str(version or msgspec.json.decode(self.books.events(table, upto=1)[0].body)["version"])

    def _proofs_of(self, table: str, events: list[Kept]) -> list[int]:
        """The epochs that a round was played with, as far as they are over."""
        found = (
            _SHOWN.where(s.records.c.number >= events[0].number).order_by(s.records.c.number, s.records.c.line).limit(8)
        )
        with self.books.moment() as connection:
            shown = [msgspec.json.decode(row.after, type=Shown) for row in connection.execute(found, {"table": table})]
        first, last = events[0].sequence, events[-1].sequence
        return [each.epoch.number for each in shown if each.first <= last and each.last >= first and each.epoch.draws]

    def _chips(self, table: str, player: str, events: list[Kept]) -> tuple[str, str]:
        """A player's chips at the table before and after a round: what there is now, less what moved since."""
        if not player:
            return "", ""
        account = f"chips:{table}:{player}"
        with self.books.moment() as connection:
            now = int(connection.execute(_HELD, {"name": account}).scalar() or 0)
            after = now - _moved_since(connection, account, events[-1].number + 1)
            before = now - _moved_since(connection, account, _first_wager(events, player))
        return write_money(before), write_money(after)


OUTSIDE_A_ROUND = ("bought_in", "cashed_out", "seated", "left", "tipped", "step_done")


def part_in(events: list[Kept], player: str) -> Part:
    """What a player put into a round and got out of it, by the bank's own reckoning of its events."""
    wagered = returned = 0
    for each in events:
        if each.kind in NOT_WAGERED or each.body == SEALED:
            continue
        for giver, taker, cents in entries_of(each.body):
            if giver == f"player:{player}" and each.kind == REVERSED:
                returned -= cents
            elif giver == f"player:{player}":
                wagered += cents
            elif taker == f"player:{player}" and each.kind == "bet_cleared":
                wagered -= cents
            elif taker == f"player:{player}":
                returned += cents
    return Part(
        table=events[0].table,
        round=events[0].round,
        begun=events[0].at,
        ended=events[-1].at,
        wagered=write_money(wagered),
        returned=write_money(returned),
        net=write_money(returned - wagered),
        void=any(each.kind.endswith("_voided") for each in events),
        entry=max(each.number for each in events if each.player == player or not player),
    )


def _step(kept: Kept) -> dict[str, Any]:
    return {"sequence": kept.sequence, "at": kept.at, "event": msgspec.json.decode(kept.body)}


def _is_choice(kept: Kept, player: str) -> bool:
    """What a player decided or put down; of everybody, if nobody is named."""
    if kept.body == SEALED or kept.kind in NOT_WAGERED or not kept.player or (player and kept.player != player):
        return False
    return _stakes(kept, kept.player) or "decided" in kept.kind or kept.kind == "bet_cleared"


def _first_wager(events: list[Kept], player: str) -> int:
    """The entry with which a player entered the round; chips bought before that are part of the balance."""
    return next((each.number for each in events if _stakes(each, player)), events[0].number)


def _stakes(kept: Kept, player: str) -> bool:
    if kept.body == SEALED or kept.kind in NOT_WAGERED:
        return False
    return any(giver == f"player:{player}" for giver, _, _ in entries_of(kept.body))


def _progressive(events: list[Kept], player: str) -> str:
    """What the meters paid to a player, and did not get back."""
    own, paid = f"player:{player}", 0
    for each in events:
        if each.kind in ("progressive_paid", REVERSED):
            for giver, taker, cents in entries_of(each.body):
                if giver.startswith("progressive_") and taker == own:
                    paid += cents
                elif giver == own and taker.startswith("progressive_"):
                    paid -= cents
    return write_money(paid)


def _moved_since(connection: Connection, account: str, number: int) -> int:
    taken, given = (
        connection.execute(statement, {"name": account, "number": number}).scalar() for statement in (_TAKEN, _GIVEN)
    )
    return int(taken or 0) - int(given or 0)


def _ended(epoch: Epoch) -> Epoch:
    """An epoch as it was shown, marked as what it is: played if anything was drawn, void if the table closed first."""
    if epoch.ended:
        return epoch
    return end_epoch(epoch) if epoch.draws else void_epoch(epoch, "the table was closed")


def _said(entry: int, shown: Shown) -> dict[str, Any]:
    epoch = _ended(shown.epoch)
    return {
        "epoch": epoch.number,
        "commitment": epoch.commitment.hex(),
        "ended": epoch.ended,
        "first": shown.first,
        "last": shown.last,
        "entry": entry,
    }


_SHOWN = select(s.records.c.number, s.records.c.line, s.records.c.after).where(
    s.records.c.component == bindparam("table"), s.records.c.kind == "fair_shown"
)
_HELD = select(s.accounts.c.cents).where(s.accounts.c.name == bindparam("name"))
_SINCE = s.postings.c.number >= bindparam("number")
_TAKEN = select(func.sum(s.postings.c.cents)).where(_SINCE, s.postings.c.taker == bindparam("name"))
_GIVEN = select(func.sum(s.postings.c.cents)).where(_SINCE, s.postings.c.giver == bindparam("name"))
