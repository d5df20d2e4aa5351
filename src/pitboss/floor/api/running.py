"""Running the pit: how tables are set up, what a change would cost, what can go wrong at them."""

from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Query
from pydantic import BaseModel, Field
from starlette.concurrency import run_in_threadpool

from pitboss import games
from pitboss.floor.api import forms as f
from pitboss.floor.api.answers import ANY, documented
from pitboss.floor.api.door import Door, Overseer, Supervisor
from pitboss.floor.people import People
from pitboss.floor.pit import Pit
from pitboss.floor.situations import situations
from pitboss.refusal import Refusal
from pitboss.regulations.options import Choice, PayTableChoice
from pitboss.store import Record
from pitboss.table.families import FAMILIES


class TableSetup(BaseModel):
    """A table and how it is set up. `why`: what keeps it from a new round, or empty."""

    id: str
    title: str
    game: str
    jurisdiction: str
    options: dict[str, Any]
    limits: dict[str, list[str]]
    status: str
    why: str
    round: int
    group: str
    bots: list[str]
    dealt_by: str


class AllTables(BaseModel):
    tables: list[TableSetup]


class OptionOfGame(BaseModel):
    """Something a house may choose. `values` are the choices that have a name; null where any amount may be set."""

    name: str
    says: str
    clause: str
    choices: str
    default: Any
    values: list[Any] | None


class GameInTheHouse(BaseModel):
    name: str
    title: str
    jurisdictions: dict[str, str]
    wagers: list[str]
    options: dict[str, list[OptionOfGame]]


class AllGames(BaseModel):
    games: list[GameInTheHouse]


class WagerEdge(BaseModel):
    wager: str
    edge: str
    favours_player: bool


class EdgesFound(BaseModel):
    """`edges` is null while the lab counts; ask again in a moment."""

    game: str
    jurisdiction: str
    options: dict[str, Any]
    edges: list[WagerEdge] | None


class Trouble(BaseModel):
    """An irregularity: by which name it is called, what has happened, what follows, by which clause."""

    what: str
    says: str
    effect: str
    does: str
    clause: str


class Troubles(BaseModel):
    table: str
    irregularities: list[Trouble]


class Reopening(f.Form):
    """What changes; options left out stay as they are, and so do limits of other wagers."""

    limits: dict[f.Name, Annotated[list[f.Amount], Field(min_length=2, max_length=2)]] = Field(default={})
    options: dict[f.Name, Any] = Field(default={})
    reason: f.Reason


class Reopened(BaseModel):
    table: str


Options = Annotated[str, Query(max_length=2_000, description="the house's choices, as a JSON object")]


def router_of(door: Door, pit: Pit, people: People) -> APIRouter:
    router = APIRouter(
        prefix="/api/admin",
        tags=["administration"],
        route_class=door.routes(recorded=True),
        responses=documented(*ANY, 401, 409),
    )
    _look(router, pit)
    _reopen(router, pit, people)
    return router


def _look(router: APIRouter, pit: Pit) -> None:
    @router.get("/tables")
    async def tables(person: Overseer) -> AllTables:
        """Every table, closed ones too, with its setup."""
        return AllTables(tables=[_setup_of(table) for table in pit.live.values()])

    @router.get("/games")
    def all_games(person: Overseer) -> AllGames:
        """The games a table can deal, and what a house may choose in each."""
        playable = [games.game(name) for name in games.names() if type(games.game(name)) in FAMILIES]
        return AllGames(games=[_game(each) for each in playable])

    @router.get("/edge")
    async def edge(person: Overseer, game: f.Name, jurisdiction: f.Name = "nj", options: Options = "{}") -> EdgesFound:
        """The house edge of every wager under these choices, from the lab."""
        chosen = read_options(options)
        found = await pit.coach.edges(games.game(game).rules(jurisdiction, chosen))
        told = None if found is None else [WagerEdge(**msgspec.structs.asdict(each)) for each in found]
        return EdgesFound(game=game, jurisdiction=jurisdiction, options=chosen, edges=told)

    @router.get("/tables/{table}/irregularities", responses=documented(404))
    async def irregularities(table: str, person: Overseer) -> Troubles:
        """What can go wrong at this table, and what it does."""
        live = pit.table(table)
        found = [Trouble(**msgspec.structs.asdict(each)) for each in situations(live.house)]
        return Troubles(table=live.id, irregularities=found)


def _reopen(router: APIRouter, pit: Pit, people: People) -> None:
    @router.post("/tables/{table}/reopen", status_code=201, responses=documented(404, 413, 415))
    async def reopen(table: str, given: Reopening, person: Supervisor) -> Reopened:
        """Other limits or pay tables, between two rounds: the table closes and goes on under a name of its own.

        A name stands for one chain of promises, made under one set of rules. Players get their chips back; meters
        go on.
        """
        successor = await pit.reopen(table, person.name, given.limits, given.options, given.reason)
        record = Record(
            kind="table_reopened", component=f"table:{successor}", who=person.name, reason=given.reason, before=table
        )
        await run_in_threadpool(people.journal.keep, record)
        return Reopened(table=successor)


def _setup_of(table: Any) -> TableSetup:
    setup = table.house.setup
    return TableSetup(
        id=table.id,
        title=table.title,
        game=setup.game,
        jurisdiction=setup.jurisdiction,
        options=dict(table.house.rules.options),
        limits=setup.limits,
        status=table.status,
        why=table.why(),
        round=table.state.number,
        group=table.link.group if table.link else "",
        bots=list(table.plan.bots),
        dealt_by=table.plan.timing.dealt_by,
    )


def _game(game: games.Game) -> GameInTheHouse:
    return GameInTheHouse(
        name=game.name,
        title=game.title,
        jurisdictions=dict(game.jurisdictions),
        wagers=list(game.wagers()),
        options={
            place: [option_of(each, place) for each in game.options(place).values()] for place in game.jurisdictions
        },
    )


def option_of(option: Any, jurisdiction: str) -> OptionOfGame:
    return OptionOfGame(
        name=option.name,
        says=option.says,
        clause=option.clause.at(jurisdiction),
        choices=option.choices(),
        default=option.default,
        values=_values(option),
    )


def _values(option: Any) -> list[Any] | None:
    """The choices that need no more than their name."""
    if isinstance(option, Choice):
        return list(option.values)
    if isinstance(option, PayTableChoice):
        labels: list[Any] = [label for label in option.tables.labels() if label and label != option.tables.licensee]
        return labels + ([None] if option.may_be_left_out else []) if labels else None
    return None


def read_options(text: str) -> dict[str, Any]:
    try:
        return msgspec.json.decode(text, type=dict[str, Any])
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        raise Refusal("field_malformed", "Give 'options' as a JSON object of names and values.") from None
