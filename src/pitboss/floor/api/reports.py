"""Reports for supervisors and auditors, as JSON and as CSV."""

from datetime import UTC, datetime, timedelta
from typing import Annotated, Any, Literal

import msgspec
from fastapi import APIRouter, Query
from fastapi.responses import Response

from pitboss.audit import reports
from pitboss.audit.reports import Period, Report
from pitboss.floor.api import forms as f
from pitboss.floor.api.answers import ANY, documented
from pitboss.floor.api.door import Door, Overseer
from pitboss.refusal import Refusal
from pitboss.store import Books

Format = Annotated[Literal["json", "csv"], Query()]
Time = Annotated[
    str | None,
    Query(
        pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}(T[0-9]{2}:[0-9]{2}(:[0-9]{2})?Z?)?$",
        description="UTC, such as 2026-01-31 or 2026-01-31T18:00",
    ),
]

AS_CSV: dict[int | str, dict[str, Any]] = {200: {"content": {"text/csv": {"schema": {"type": "string"}}}}}
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
NOTHING = "no activity"


def router_of(door: Door, books: Books) -> APIRouter:
    router = APIRouter(
        prefix="/api/reports", tags=["reports"], route_class=door.routes(), responses=AS_CSV | documented(*ANY, 401)
    )

    @router.get("/trial-balance", response_model=f.ReportRows)
    def trial_balance(person: Overseer, format: Format = "json") -> Response:
        """Every account and what it holds; the sum is nothing."""
        return answer(reports.trial_balance(books), format)

    @router.get("/liability", response_model=f.ReportRows)
    def liability(person: Overseer, format: Format = "json") -> Response:
        """What the house owes, and what stands against it."""
        return answer(reports.liability(books), format)

    @router.get("/tables", response_model=f.ReportRows)
    def tables(person: Overseer, since: Time = None, until: Time = None, format: Format = "json") -> Response:
        """Drop, handle, win and hold of each table in a period."""
        return answer(reports.tables(books, period(since, until)), format)

    @router.get("/significant", response_model=f.ReportRows)
    def significant(person: Overseer, since: Time = None, until: Time = None, format: Format = "json") -> Response:
        """What was done to the floor and what went wrong at its tables."""
        return answer(without_promises(reports.significant(books, period(since, until))), format)

    @router.get("/progressives", response_model=f.ReportRows)
    def progressives(person: Overseer, format: Format = "json") -> Response:
        """Meters and parameters of every progressive."""
        return answer(reports.progressives(books), format)

    return router


def answer(report: Report, form: str) -> Response:
    if form == "csv":
        return Response(report.as_csv(), media_type="text/csv; charset=utf-8")
    said = report.as_json() | {"columns": report.columns, "note": None if report.rows else NOTHING}
    return Response(msgspec.json.encode(said), media_type="application/json")


def period(since: str | None, until: str | None) -> Period:
    first, last = reports.FOREVER
    return (first if since is None else _microseconds(since)), (last if until is None else _microseconds(until))


def _microseconds(time: str) -> int:
    """Since 1970."""
    try:
        found = datetime.fromisoformat(time.removesuffix("Z")).replace(tzinfo=UTC)
    except ValueError:
        raise Refusal("field_malformed", "Mend the time: there is no such day or hour.") from None
    return (found - EPOCH) // timedelta(microseconds=1)


def without_promises(report: Report) -> Report:
    """The promises of each shuffle have a list of their own, and would bury everything else."""
    kind = report.columns.index("kind")
    return Report(report.title, report.columns, [row for row in report.rows if not row[kind].startswith("fair_")])
