"""The lobby, tables as each person sees them, what was played there, and the proofs of its chance."""

from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Query

from pitboss.floor.api import forms as f
from pitboss.floor.api.answers import ANY, documented
from pitboss.floor.api.door import Anybody, Door, Overseer, Player
from pitboss.floor.history import LATEST, History
from pitboss.floor.live import LiveTable
from pitboss.floor.people import People
from pitboss.floor.person import Person
from pitboss.floor.pit import Pit
from pitboss.money import write_money
from pitboss.refusal import Refusal

Most = Annotated[int, Query(ge=1, le=100)]
Before = Annotated[int, Query(ge=0, le=LATEST, description="go on before this one; `next` of the page before")]


def router_of(door: Door, pit: Pit, people: People, history: History) -> APIRouter:
    router = APIRouter(prefix="/api", tags=["tables"], route_class=door.routes(), responses=documented(*ANY))

    @router.get("/lobby")
    async def lobby() -> f.Lobby:
        """Every open table; nobody has to sign in to look in."""
        cards = [msgspec.to_builtins(card) for card in pit.tables()]
        return f.Lobby.model_validate({"tables": cards, "closed": _posted(people)})

    @router.get("/tables/{table}", responses=documented(401, 404))
    async def table_view(table: str, person: Anybody) -> f.TableView:
        """A table as I see it: no card that I may not see is in it."""
        return f.TableView(view=pit.table(table).view(person))

    @router.get("/tables/{table}/rounds", responses=documented(401, 404))
    def rounds_at(table: str, person: Overseer, before: Before = LATEST, most: Most = 50) -> f.TableRounds:
        """The rounds of a table, the latest first."""
        live = pit.table(table)
        found = history.rounds_at(live.id, min(before, live.state.number + 1), most)
        rounds = [f.RoundTimes(**each) for each in found]
        return f.TableRounds(table=live.id, rounds=rounds, next=_next([each.round for each in rounds], most))

    @router.get("/tables/{table}/rounds/{number}", responses=documented(401, 404, 409))
    def replay(table: str, number: f.Before, person: Anybody, of: str = "") -> f.Replay:
        """A round step by step, when it is over: for whoever had a part in it, for supervisors and auditors.

        `of` names the player whose part is shown; players see their own.
        """
        live = pit.table(table)
        whose = _whose(person, of)
        if whose and whose not in history.players_in(live.id, number):
            raise Refusal("unknown_round", "Check the number: nobody of this name had a part in such a round here.")
        _check_over(live, number)
        setup: dict[str, Any] = msgspec.to_builtins(live.house.setup)
        found = history.recall(live.id, number, whose, setup, live.house.rules.options)
        return f.Replay.model_validate(msgspec.to_builtins(found))

    @router.get("/tables/{table}/proofs", responses=documented(401, 404))
    def proofs(table: str, person: Anybody, before: Before = LATEST, most: Most = 50) -> f.Proofs:
        """The epochs of a table that are over, the latest first."""
        found = [f.EpochOver(**each) for each in history.proofs(pit.table(table).id, before, most)]
        return f.Proofs(table=table, proofs=found, next=_next([each.entry for each in found], most))

    @router.get("/tables/{table}/proofs/{epoch}", responses=documented(401, 404, 409))
    def proof(table: str, epoch: f.Before, person: Anybody) -> dict[str, Any]:
        """The proof of an epoch, as `pitboss verify` checks it (docs/fairness.md)."""
        return history.proof(pit.table(table).id, epoch)

    @router.get("/me/tables", responses=documented(401))
    async def my_tables(person: Player) -> f.Places:
        """Where I sit or have chips: whoever walked away finds the way back."""
        return f.Places(tables=[place for live in pit.live.values() if (place := _place(live, person.name))])

    @router.get("/me/top-up", responses=documented(401))
    def may_top_up(person: Player) -> f.TopUp:
        """Whether I can have fresh play money: only if I cannot place a bet at any table any more."""
        refusal = people.top_ups.refusal(person.name, pit.live.copy().values(), owed(person))
        amount = write_money(people.top_ups.start())
        return f.TopUp(can=refusal is None, amount=amount, why_not=refusal.message if refusal else None)

    @router.post("/me/top-up", status_code=201, responses=documented(401, 409, 413, 415))
    def top_up(given: f.Nothing, person: Player) -> f.ToppedUp:
        """Fresh play money, once a minute at most."""
        granted = people.top_ups.grant(person.name, pit.live.copy().values(), owed(person))
        balance = people.register.books.balance(f"wallet:{person.name}")
        return f.ToppedUp(amount=write_money(granted), balance=write_money(balance))

    def owed(person: Person) -> int:
        return len(people.hand_pays.due_to(person.name))

    @router.get("/me/rounds", responses=documented(401))
    def my_rounds(person: Player, before: Before = LATEST, most: Most = 50) -> f.Rounds:
        """Every round I had a part in, the latest first."""
        return rounds_of(history, person.name, before, most)

    @router.get("/people/{name}/rounds", responses=documented(401, 404))
    def rounds_of_a_player(name: str, person: Overseer, before: Before = LATEST, most: Most = 50) -> f.Rounds:
        """Every round a player had a part in."""
        return rounds_of(history, people.register.person(name).name, before, most)

    return router


def _place(live: LiveTable, who: str) -> f.Place | None:
    state = live.state
    position = next((position for position, player in state.seats.items() if player == who), None)
    chips = state.chips.get(who, 0)
    if position is None and not chips:
        return None
    return f.Place(table=live.id, title=live.title, position=position, chips=write_money(chips))


def rounds_of(history: History, name: str, before: int, most: int) -> f.Rounds:
    found = [f.RoundPart(**msgspec.structs.asdict(part)) for part in history.rounds_of(name, before, most)]
    return f.Rounds(person=name, rounds=found, next=_next([each.entry for each in found], most))


def _next(places: list[int], most: int) -> int | None:
    """Where the next page begins; there is none after a page that is not full."""
    return places[-1] if len(places) == most else None


def _whose(person: Person, of: str) -> str:
    """Whose part in a round is shown. Dealers have seen what they dealt and need no more."""
    if person.role in ("supervisor", "auditor"):
        return of
    if person.role != "player" or of not in ("", person.name):
        raise Refusal("not_yours", "Look at your own rounds only.")
    return person.name


def _check_over(live: LiveTable, number: int) -> None:
    """Nobody is shown a round that is being played, in no role. The cards of the one after it may lie ready."""
    if number > live.state.number + 1:
        raise Refusal("unknown_round", "Check the number: no such round was played at this table.")
    if number > live.state.number or (number == live.state.number and live.state.playing):
        raise Refusal("round_open", "Wait until the round is over.", "GLI-19 4.16.3")


def _posted(people: People) -> dict[str, str]:
    """What everybody may know of what is closed: not which players."""
    return {what: why for what, why in people.switches.off.items() if not what.startswith("player:")}
