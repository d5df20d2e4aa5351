"""The addresses of the pages beside the tables: signing in, the pit, the dealer's school, a round played back."""

from collections.abc import Mapping

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from pitboss.web.files import File, answer


def house_pages(files: Mapping[str, File]) -> APIRouter:
    """Each is a file; what it shows it asks the API for, which knows who may see it."""
    router = APIRouter(include_in_schema=False)

    @router.get("/sign-in")
    async def sign_in(request: Request) -> Response:
        return answer(request, files["sign-in.html"])

    @router.get("/pit")
    async def pit(request: Request) -> Response:
        return answer(request, files["pit.html"])

    @router.get("/school")
    async def school(request: Request) -> Response:
        return answer(request, files["school.html"])

    @router.get("/rounds/{table}/{number}")
    async def a_round(table: str, number: int, request: Request) -> Response:
        """The same page for every round; it asks for the one in its address."""
        return answer(request, files["replay.html"])

    return router
