"""The addresses of the pages: the lobby, a table, their files, and the layout that a table's felt is drawn from."""

import msgspec
from fastapi import APIRouter
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from pitboss.floor.pit import Pit
from pitboss.table.setup import HOUSE_NAME
from pitboss.web.catalogue import catalogue
from pitboss.web.examples import HANDS
from pitboss.web.files import File, answer, read_files, tag_of
from pitboss.web.hands import counted
from pitboss.web.house import house_pages
from pitboss.web.layouts import layout_of
from pitboss.web.study import study_pages


def pages(pit: Pit) -> APIRouter:
    router = APIRouter(include_in_schema=False)
    files = read_files(house=pit.house_name or HOUSE_NAME)
    hands = _json(HANDS)
    layouts: dict[tuple[str, int], File] = {}
    edition = tag_of("".join(file.tag for file in files.values()).encode())
    router.include_router(house_pages(files))
    router.include_router(study_pages(files))

    @router.get("/")
    async def lobby(request: Request) -> Response:
        return answer(request, files["lobby.html"])

    catalogues: dict[tuple[str, ...], File] = {}

    @router.get("/catalogue")
    async def games_of_the_floor(request: Request) -> Response:
        """The games that are dealt now. Made once for the tables that are open: the terms of a table do not change."""
        tables = [table for table in pit.live.values() if table.state.open]
        key = tuple(table.id for table in tables)
        if key not in catalogues:
            catalogues.clear()
            catalogues[key] = _json(catalogue(tables))
        return answer(request, catalogues[key])

    @router.get("/tables/{table}")
    async def table_page(table: str, request: Request) -> Response:
        """The same page for every table; it asks for the layout of the one in its address."""
        return answer(request, files["table.html"])

    @router.get("/lab/hand")
    async def hand_page(request: Request) -> Response:
        return answer(request, files["hand.html"])

    @router.get("/lab/hand/examples")
    async def hand_examples(request: Request) -> Response:
        return answer(request, hands)

    @router.get("/pages/{name}")
    async def file(name: str, request: Request) -> Response:
        if name not in files:
            raise HTTPException(404)
        return answer(request, files[name])

    @router.get("/layouts/{table}")
    async def layout(table: str, request: Request) -> Response:
        """A table's rules do not change while it is open, so its layout is made once for each way of dealing that has
        other positions."""
        if table not in pit.live:
            raise HTTPException(404)
        live = pit.table(table)
        key = table, live.house.most_positions(live.state)
        if key not in layouts:
            layouts[key] = _json(layout_of(live, edition))
        return answer(request, layouts[key])

    @router.get("/hands/{table}")
    async def hand(table: str, cards: str = "", split: bool = False) -> Response:
        """Which of these cards make the hand at a table, and what it is called there."""
        if table not in pit.live:
            raise HTTPException(404)
        return Response(msgspec.json.encode(counted(pit.table(table), cards, split)), media_type="application/json")

    return router


def _json(said: object) -> File:
    body = msgspec.json.encode(said)
    return File(body, "application/json", tag_of(body))
