"""A script's answers through the eyes of one person."""

from collections.abc import Iterator
from typing import Any

from pitboss.bank.ledger import Balances, player
from pitboss.money import write_money
from pitboss.refusal import Refusal, shown
from pitboss.script.lines import encode, final_line
from pitboss.table import events as e
from pitboss.table.commands import ROLES
from pitboss.table.evolve import evolve
from pitboss.table.setup import House
from pitboss.table.state import State
from pitboss.table.views import seen


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
            yield encode(seen(house, state, event, self.role, self.who))
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
