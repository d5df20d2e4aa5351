"""The floor over HTTP: accounts, lobby, tables, history, proofs, reports, administration. docs/api.md tells them."""

from fastapi import APIRouter, FastAPI
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from pitboss.floor.api import administration, coach, lobby, reports, running, school, session
from pitboss.floor.api.answers import refused, trouble
from pitboss.floor.api.door import Door
from pitboss.floor.api.shell import Shell
from pitboss.floor.gate import Gate
from pitboss.floor.history import History
from pitboss.floor.logs import Log
from pitboss.floor.people import People
from pitboss.floor.people.switches import closed_progressive
from pitboss.floor.pit import Pit
from pitboss.floor.school import School
from pitboss.refusal import Refusal
from pitboss.store import Books

CODES = {404: "not_found", 405: "method_not_allowed"}
SENTENCES = {
    404: "Check the address: there is nothing under it.",
    405: "Use another method: this address does not take that one.",
}

NOWHERE = f"""<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Pitboss: nothing here</title>
<link rel="stylesheet" href="/pages/base.css">
<link rel="stylesheet" href="/pages/desk.css">
<main>
<h1>Nothing here</h1>
<p>{SENTENCES[404]}</p>
<p class="doors"><a class="button act" href="/">To the lobby</a></p>
</main>
</html>
"""
"""What somebody sees who followed a link that leads nowhere."""


def routers(
    pit: Pit, books: Books, people: People, gate: Gate, show_out: session.ShowOut = session.nobody_connected
) -> list[APIRouter]:
    door, history = Door(gate, people), History(books)
    introduce(pit, people)
    return [
        session.entrances(door, people),
        session.inside(door, people, show_out),
        lobby.router_of(door, pit, people, history),
        coach.router_of(door, pit),
        reports.router_of(door, books),
        administration.router_of(door, pit, people),
        running.router_of(door, pit, people),
        school.router_of(door, School(pit.means.clock.steady)),
    ]


def introduce(pit: Pit, people: People) -> None:
    """People are told of tables what they have to know, and tables of people."""
    people.switches.game_of = lambda table: str(pit.live[table].house.setup.game) if table in pit.live else ""
    people.switches.progressive_of = pit.progressive_of
    pit.means.notes.append(people.large.records)
    pit.means.unpaid = people.hand_pays.check_none_due
    pit.means.frozen = lambda group: closed_progressive(people.switches.off, group)


def install(app: FastAPI, gate: Gate, people: People, log: Log | None = None) -> None:
    """Headers on every answer, one form for everything that is refused, no traceback, no flood from one address."""

    @app.exception_handler(Refusal)
    async def not_allowed(request: Request, refusal: Refusal) -> Response:
        return refused(refusal)

    @app.exception_handler(HTTPException)
    async def not_there(request: Request, error: HTTPException) -> Response:
        if error.status_code not in CODES:  # a body that is not even text
            return trouble(422, "field_malformed", "Send JSON: the body cannot be read.")
        answer = trouble(error.status_code, CODES[error.status_code], SENTENCES[error.status_code])
        if error.status_code == 404 and "text/html" in request.headers.get("accept", ""):  # a person's browser
            answer = HTMLResponse(NOWHERE, 404)
        answer.headers.update(error.headers or {})
        return answer

    app.add_middleware(Shell, secure=gate.secure, log=log, check=people.addresses.check)
