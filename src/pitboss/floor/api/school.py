"""The dealer's school over HTTP: a lesson of one's own, step by step, and drills for what goes wrong."""

from typing import Annotated, Any

import msgspec
from fastapi import APIRouter
from pydantic import BaseModel, Field

from pitboss import games
from pitboss.floor.api import forms as f
from pitboss.floor.api.answers import ANY, TroubleDetail, documented
from pitboss.floor.api.door import Anybody, Door
from pitboss.floor.school import Lesson, School, answered, questions
from pitboss.refusal import Refusal
from pitboss.table.families import FAMILIES


class Beginning(f.Form):
    """`whole`: from the arrival of cards or dice; else from the wagers of the first round."""

    game: f.Name
    whole: bool = False


class DealerStep(f.Form):
    """A dealer's command (docs/table.md), with the position where it needs one and the wager where one is meant."""

    do: f.Name
    position: Annotated[int, Field(ge=1, le=100)] | None = None
    wager: f.Name | None = None


class Answering(f.Form):
    question: Annotated[int, Field(ge=0, le=1_000)]
    choice: f.Name


class GameTaught(BaseModel):
    name: str
    title: str
    family: str


class Taught(BaseModel):
    games: list[GameTaught]


class DealerTool(BaseModel):
    do: str
    says: str
    at: bool
    by_wager: bool


class LessonScore(BaseModel):
    """`right` and `wrong` steps, how often the next one was `asked` for, `rounds` dealt to their end."""

    right: int
    wrong: int
    asked: int
    rounds: int


class LessonNow(BaseModel):
    """The table as its dealer sees it after a step, what happened, and the score. `refused`: the step was wrong."""

    game: str
    title: str
    family: str
    whole: bool
    view: dict[str, Any]
    events: list[dict[str, Any]]
    tools: list[DealerTool]
    score: LessonScore
    refused: TroubleDetail | None


class NextStep(BaseModel):
    do: str
    position: int | None
    says: str
    clause: str
    score: LessonScore


class DrillQuestion(BaseModel):
    """A situation; `choices` are what could follow, by name."""

    number: int
    situation: str
    choices: dict[str, str]


class Drills(BaseModel):
    game: str
    questions: list[DrillQuestion]


class DrillAnswer(BaseModel):
    right: bool
    effect: str
    does: str
    clause: str


def router_of(door: Door, school: School) -> APIRouter:
    router = APIRouter(
        prefix="/api/school", tags=["school"], route_class=door.routes(), responses=documented(*ANY, 401)
    )
    _lessons(router, school)
    _drills(router)
    return router


def _lessons(router: APIRouter, school: School) -> None:
    @router.get("/games")
    def taught(person: Anybody) -> Taught:
        """What can be learnt: every game that a table can deal."""
        found = [games.game(name) for name in games.names() if type(games.game(name)) in FAMILIES]
        return Taught(
            games=[GameTaught(name=each.name, title=each.title, family=games.family(each.name)) for each in found]
        )

    @router.post("/lesson", status_code=201, responses=documented(409, 413, 415))
    def begin(given: Beginning, person: Anybody) -> LessonNow:
        """A table of one's own; one that was there before is gone. Where the school is full a newcomer waits."""
        with school.begin(person.name, given.game, given.whole) as found:
            return _now(found)

    @router.get("/lesson", responses=documented(409))
    def lesson(person: Anybody) -> LessonNow:
        """The lesson as it stands."""
        with school.lesson(person.name) as found:
            return _now(found)

    @router.post("/lesson/step", responses=documented(409, 413, 415))
    def step(given: DealerStep, person: Anybody) -> LessonNow:
        """A step of the dealer's. A wrong one is told as `refused`, counts, and changes nothing."""
        with school.lesson(person.name) as found:
            return _now(found, found.do(given.model_dump(exclude_none=True)))

    @router.post("/lesson/next", responses=documented(409, 413, 415))
    def ask_what_is_next(given: f.Nothing, person: Anybody) -> NextStep:
        """What comes next; that it was asked for counts."""
        with school.lesson(person.name) as found:
            return NextStep(**found.hint(), score=_score(found))


def _now(lesson: Lesson, refused: Refusal | None = None) -> LessonNow:
    game: Any = lesson.house.game
    told = None
    if refused:
        told = TroubleDetail(code=refused.code, clause=refused.clause, message=refused.message)
    return LessonNow(
        game=game.name,
        title=game.title,
        family=games.family(game.name),
        whole=lesson.whole,
        view=lesson.view(),
        events=lesson.happened,
        tools=[DealerTool(**msgspec.structs.asdict(each)) for each in lesson.tools()],
        score=_score(lesson),
        refused=told,
    )


def _score(lesson: Lesson) -> LessonScore:
    return LessonScore(**msgspec.structs.asdict(lesson.score))


def _drills(router: APIRouter) -> None:
    @router.get("/drills/{game}")
    def drills(game: str, person: Anybody) -> Drills:
        """What can go wrong at a table of this game: what now?"""
        found = [DrillQuestion(**msgspec.structs.asdict(each)) for each in questions(game)]
        return Drills(game=game, questions=found)

    @router.post("/drills/{game}", responses=documented(409, 413, 415))
    def answer(game: str, given: Answering, person: Anybody) -> DrillAnswer:
        """Whether that is what follows, and what does, with its clause."""
        right, found = answered(game, given.question, given.choice)
        return DrillAnswer(right=right, effect=found.effect, does=found.does, clause=found.clause)
