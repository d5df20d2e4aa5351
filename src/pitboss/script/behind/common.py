"""How a command is guessed from the event it starts with; what every family shares."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import msgspec

from pitboss.money import write_money
from pitboss.script.event_file import EventFile
from pitboss.table import events as e
from pitboss.table.commands import Command

Kind = TypeVar("Kind", bound=Command)

Behind = Callable[[Any, Any, EventFile], Sequence[Command]]
"""From the state, an event and what follows it in the file to the commands that may have made it."""


def dealer(kind: type[Command], do: str, *fields: str) -> Behind:
    def behind(state: Any, event: Any, file: EventFile) -> list[Command]:
        return [kind(do=do, by="dealer", **{name: getattr(event, name) for name in fields})]

    return behind


def supervisor(kind: type[Command], do: str, *fields: str) -> Behind:
    def behind(state: Any, event: Any, file: EventFile) -> list[Command]:
        who = getattr(event, "by", "")
        return [kind(do=do, by="supervisor", who=who, **{name: getattr(event, name) for name in fields})]

    return behind


def player(kind: type[Command], do: str, *fields: str) -> Behind:
    def behind(state: Any, event: Any, file: EventFile) -> list[Command]:
        given = {name: getattr(event, name) for name in fields}
        if given.get("amount") is not None:
            given["amount"] = write_money(given["amount"]) if given["amount"] else None
        return [kind(do=do, by="player", who=event.player, **given)]

    return behind


def round_voided(kind: type[Kind], event: e.IrregularityCalled) -> Kind:
    """A round that a supervisor voided, without a reason or with one."""
    reason = None if isinstance(event.reason, msgspec.UnsetType) else event.reason
    return kind(do="void_round", by="supervisor", who="" if event.by == "supervisor" else event.by, reason=reason)


def common(kind: type[Command]) -> dict[type, Behind]:
    """Behind what happens at every table; `kind` is the family's own command."""
    return {
        e.BoughtIn: player(kind, "buy_in", "amount"),
        e.CashedOut: player(kind, "cash_out"),
        e.Tipped: player(kind, "tip", "amount"),
        e.Seated: player(kind, "sit", "position"),
        e.Left: player(kind, "leave"),
        e.TableClosed: supervisor(kind, "close"),
    }
