"""The addresses of the lab, the rules and the clauses: their pages, and what these are drawn from."""

import re
from collections.abc import Mapping

import msgspec
from fastapi import APIRouter
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from pitboss import games
from pitboss.floor.api.answers import refused
from pitboss.refusal import Refusal
from pitboss.showdown.rules import Rules
from pitboss.web.editing import Pays, posting
from pitboss.web.files import File, answer, tag_of
from pitboss.web.rulebook import chapter, titles
from pitboss.web.sheets import TYPES, parts_of
from pitboss.web.workbench import Key, Progress, Workbench

CLAUSES = Key("", "", "clauses")
"""All games' together. It is kept in memory alone: it changes with the tests too."""


def study_pages(files: Mapping[str, File]) -> APIRouter:
    router = APIRouter(include_in_schema=False)
    bench = Workbench()

    def page(path: str, name: str) -> None:
        async def shown(request: Request) -> Response:
            return answer(request, files[name])

        router.add_api_route(path, shown, methods=["GET"])

    page("/lab", "lab.html")
    page("/rules", "rules.html")
    page("/clauses", "clauses.html")
    for game in games.names():
        page(f"/lab/{game}", "game-lab.html")
        page(f"/rules/{game}", "game-rules.html")

    async def made(request: Request, key: Key, kind: str, download: str = "") -> Response:
        """The part; while it is being made, how far it is."""
        try:
            found = await bench.ask(key)
        except Refusal as refusal:
            return refused(refusal)
        if isinstance(found, Progress):
            return Response(msgspec.json.encode(found), 202, media_type="application/json")
        reply = answer(request, File(found, kind, tag_of(found)))
        if download:
            reply.headers["content-disposition"] = f'attachment; filename="{download}"'
        return reply

    @router.get("/sheets/games")
    async def all_games(request: Request) -> Response:
        return _json(request, titles())

    @router.get("/sheets/clauses")
    async def clauses(request: Request) -> Response:
        return await made(request, CLAUSES, "application/json")

    @router.get("/sheets/{game}/{text}/rules")
    def rules(game: str, text: str, request: Request) -> Response:
        return _json(request, chapter(_house(game, text)))

    @router.get("/sheets/{game}/{text}/posting")
    def may_be_posted(game: str, text: str, wager: str = "", pays: str = "") -> Response:
        """Whether the text lets a house post these odds: `200,60,12,2`, with `-` for a hand that is not paid."""
        house = _house(game, text)
        try:
            if not isinstance(house, Rules):
                raise Refusal("no_own_tables", "Leave the odds as they are: the rules of this game print all of them.")
            found = posting(house, wager, read_pays(pays))
        except Refusal as refusal:
            return refused(refusal)
        return Response(msgspec.json.encode(found), media_type="application/json")

    @router.get("/sheets/{game}/{text}/{part}")
    async def sheet(game: str, text: str, part: str, request: Request) -> Response:
        _house(game, text)
        if part not in parts_of(game):
            raise HTTPException(404)
        download = f"{game}-{text}-{part}" if part in TYPES else ""
        return await made(request, Key(game, text, part), TYPES.get(part, "application/json"), download)

    return router


def _house(game: str, text: str) -> games.HouseRules:
    """A game under a text with the usual choices of a house."""
    if game not in games.names() or text not in games.game(game).jurisdictions:
        raise HTTPException(404)
    return games.game(game).rules(text)


def _json(request: Request, value: object) -> Response:
    body = msgspec.json.encode(value)
    return answer(request, File(body, "application/json", tag_of(body)))


_PAYS = re.compile(r"-|[0-9]{1,10}").fullmatch


def read_pays(text: str) -> list[Pays]:
    """`200,60,-,2`."""
    parts = text.split(",")
    if not all(map(_PAYS, parts)):
        raise Refusal("field_malformed", "Write whole odds with commas between, and - for a hand that is not paid.")
    return [None if part == "-" else int(part) for part in parts]
