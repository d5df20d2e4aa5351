"""Reports for supervisors and auditors, as JSON and as CSV."""

from datetime import UTC, datetime, timedelta
from typing import Annotated, Any, Literal

import msgspec
from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import Response

from pitboss.audit import reports
from pitboss.audit.reports import LATEST, MOST_LINES, Period, Report
from pitboss.floor.api import forms as f
from pitboss.floor.api.answers import ANY, documented
from pitboss.floor.api.door import Door, Overseer
from pitboss.refusal import Refusal
from pitboss.store import Books

PLAIN = r"^[ -~]*$"
"""What names of accounts, tables and groups are written in."""

Format = Annotated[Literal["json", "csv"], Query()]
Time = Annotated[
    str | None,
    Query(
        pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}(T[0-9]{2}:[0-9]{2}(:[0-9]{2})?Z?)?$",
        description="UTC, such as 2026-01-31 or 2026-01-31T18:00",
    ),
]

Most = Annotated[int, Query(ge=1, le=MOST_LINES)]
Before = Annotated[int, Query(ge=0, le=LATEST, description="go on before this entry; `next` of the page before")]
After = Annotated[
    str, Query(max_length=200, pattern=PLAIN, description="go on after this name; `next` of the page before")
]
Kind = Annotated[str, Query(max_length=80, pattern=r"^[a-z_]*$", description="only events of this kind")]

LINK = {"Link": {"description": 'the next page, `rel="next"`, if there is one', "schema": {"type": "string"}}}
AS_CSV: dict[int | str, dict[str, Any]] = {
    200: {"content": {"text/csv": {"schema": {"type": "string"}}}, "headers": LINK}
}
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
NOTHING = "no activity"


def period(since: Time = None, until: Time = None) -> Period:
    first, last = reports.FOREVER
    return (first if since is None else _microseconds(since)), (last if until is None else _microseconds(until))


During = Annotated[Period, Depends(period)]


def router_of(door: Door, books: Books) -> APIRouter:
    router = APIRouter(
        prefix="/api/reports", tags=["reports"], route_class=door.routes(), responses=AS_CSV | documented(*ANY, 401)
    )

    @router.get("/trial-balance", response_model=f.ReportRows)
    def trial_balance(
        person: Overseer, request: Request, after: After = "", most: Most = MOST_LINES, format: Format = "json"
    ) -> Response:
        """Accounts and what each holds; the last line is the sum of all of them, which is nothing."""
        return answer(request, reports.trial_balance(books, after, most), format)

    @router.get("/liability", response_model=f.ReportRows)
    def liability(person: Overseer, request: Request, format: Format = "json") -> Response:
        """What the house owes, and what stands against it."""
        return answer(request, reports.liability(books), format)

    @router.get("/tables", response_model=f.ReportRows)
    def tables(
        person: Overseer,
        request: Request,
        during: During,
        after: After = "",
        most: Most = MOST_LINES,
        format: Format = "json",
    ) -> Response:
        """Drop, handle, win and hold of each table in a period."""
        return answer(request, reports.tables(books, during, after, most), format)

    @router.get("/significant", response_model=f.ReportRows)
    def significant(
        person: Overseer,
        request: Request,
        during: During,
        before: Before = LATEST,
        most: Most = MOST_LINES,
        kind: Kind = "",
        format: Format = "json",
    ) -> Response:
        """What was done to the floor and what went wrong at its tables, the latest first.

        A page has `most` entries of the journal, each with all its lines.
        """
        found = reports.significant(books, during, before, most, kind, for_the_floor=False)
        return answer(request, found, format)

    @router.get("/progressives", response_model=f.ReportRows)
    def progressives(
        person: Overseer,
        request: Request,
        during: During,
        after: After = "",
        most: Most = MOST_LINES,
        format: Format = "json",
    ) -> Response:
        """Meters and parameters of every progressive as they are, and what moved in a period."""
        return answer(request, reports.progressives(books, during, after, most), format)

    return router


def answer(request: Request, report: Report, form: str) -> Response:
    """A page of a report. What has no room for `next` tells it in a header, as everything does."""
    if form == "csv":
        told = Response(report.as_csv(), media_type="text/csv; charset=utf-8")
    else:
        said = report.as_json() | {"columns": report.columns, "note": None if report.rows else NOTHING}
        told = Response(msgspec.json.encode(said), media_type="application/json")
    if report.next is not None:
        place = {"before" if isinstance(report.next, int) else "after": report.next}
        told.headers["link"] = f'<?{request.url.include_query_params(**place).query}>; rel="next"'
    return told


def _microseconds(time: str) -> int:
    """Since 1970."""
    try:
        found = datetime.fromisoformat(time.removesuffix("Z")).replace(tzinfo=UTC)
    except ValueError:
        raise Refusal("field_malformed", "Mend the time: there is no such day or hour.") from None
    return (found - EPOCH) // timedelta(microseconds=1)
