"""How the API answers: one form for everything that is refused, `{"error": {"code", "clause", "message"}}`."""

from collections.abc import Sequence
from typing import Any

import msgspec
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel
from starlette.responses import Response

from pitboss.floor.people.throttle import TooOften
from pitboss.refusal import Refusal


class TroubleDetail(BaseModel):
    """What went wrong: a code for programs, the clause behind it where there is one, a sentence for people."""

    code: str
    clause: str | None
    message: str


class Trouble(BaseModel):
    """The form of every answer that is not what was asked for."""

    error: TroubleDetail


STATUS = {
    "not_signed_in": 401,
    "sign_in_failed": 401,
    "foreign_origin": 403,
    "foreign_host": 403,
    "csrf": 403,
    "not_yours": 403,
    "second_person": 403,
    "not_found": 404,
    "unknown_table": 404,
    "unknown_person": 404,
    "unknown_request": 404,
    "unknown_round": 404,
    "unknown_proof": 404,
    "unknown_group": 404,
    "unknown_hand_pay": 404,
    "method_not_allowed": 405,
    "too_large": 413,
    "not_json": 415,
    "too_many": 429,
    "too_busy": 503,
    "malfunction": 500,
    "not_kept": 500,
    "store_closed": 503,
    "store_locked": 503,
    "store_busy": 503,
    "store_denied": 503,
    "disk_full": 503,
    "disk_error": 503,
    "store_read_only": 503,
    "store_corrupt": 503,
    "store_unreachable": 503,
    "store_failed": 503,
    "heads_failed": 503,
    "floor_closing": 503,
    "floor_stopped": 503,
    "not_counted": 503,
    "field_malformed": 422,
    "field_missing": 422,
    "unknown_field": 422,
    "money_malformed": 422,
    "setup_malformed": 422,
    "bad_name": 422,
    "bad_password": 422,
    "bad_amount": 422,
    "bad_text": 422,
    "unknown_parameter": 422,
    "bad_schedule": 422,
    "unknown_game": 422,
    "wager_negative": 422,
    "wager_too_large": 422,
}
"""What is not here is a rule that does not allow it as things stand: 409."""

MEANINGS = {
    401: "nobody is signed in, or name and password do not fit",
    403: "not for this person, or not from a page of this floor",
    404: "there is no such thing",
    409: "the rules do not allow it as things stand",
    413: "the request is too large",
    415: "the body is not JSON",
    422: "the request is malformed",
    429: "too many requests",
    503: "the floor is closed, cannot keep anything, or has more to do than it can in time",
}


OF_THE_STORE = ("store_", "disk_", "heads_")
CLOSED = "Come back in a moment, or tell the house: the floor cannot keep anything now."
"""What a visitor can do about it; what an operator can, with a database's own words, is logged."""


def refused(refusal: Refusal) -> Response:
    """Whoever comes too often is told after how many seconds it is worth asking again."""
    status = STATUS.get(refusal.code, 409)
    message = CLOSED if status == 503 and refusal.code.startswith(OF_THE_STORE) else refusal.message
    answer = trouble(status, refusal.code, message, refusal.clause)
    if answer.status_code == 429 or refusal.code == "too_busy":
        answer.headers["retry-after"] = str(refusal.seconds if isinstance(refusal, TooOften) else 1)
    return answer


def trouble(status: int, code: str, message: str, clause: str | None = None) -> Response:
    said = {"error": {"code": code, "clause": clause, "message": message}}
    return Response(msgspec.json.encode(said), status, media_type="application/json")


def documented(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """For the schema: which refusals an operation may answer with."""
    found: dict[int | str, dict[str, Any]] = {
        status: {"model": Trouble, "description": MEANINGS[status]} for status in sorted(statuses)
    }
    if 429 in found:
        found[429]["headers"] = {"Retry-After": {"description": "seconds to wait", "schema": {"type": "integer"}}}
    return found


ANY = (403, 422, 429, 503)
"""Any operation may be asked for from a stranger's page, malformed, too often, or when the store is closed."""


def misshapen(error: RequestValidationError) -> Refusal:
    """What FastAPI finds wrong with a request, in a sentence. What was sent is not repeated."""
    first: Any = next(iter(error.errors()), {})
    if first.get("type") == "json_invalid":
        return Refusal("field_malformed", "Send JSON: the body is not JSON.")
    where = _place(first.get("loc", ()))
    return Refusal("field_malformed", f"Mend {where}: {_lowered(str(first.get('msg', 'it is malformed')))}.")


def _place(path: Sequence[Any]) -> str:
    """Where in the request; names that the client made up are not repeated at length."""
    inside = ".".join(str(part)[:40] for part in path[1:])
    return f"'{inside}' in the {path[0]}" if inside else f"the {path[0] if path else 'request'}"


def _lowered(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:].rstrip(".")
