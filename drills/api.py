"""Everything the schema allows and what it does not, sent to the API: no 5xx, and every answer as it is documented.

    .venv/bin/python -m drills.api [--cases 20000] [--seed 1]

Schemathesis makes the requests from the OpenAPI schema, half of them malformed, and checks each answer's status,
content type and form against it. They are sent as a supervisor, a player, an auditor and nobody in turn, to a floor
with a table that is played at. They carry our origin and the CSRF token, else nearly all would end at the door.
"""

import argparse
import copy
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import seed as seeded
from schemathesis import GenerationMode
from schemathesis import checks as c

from tests.floor.people.place import ORIGIN, Place, Visitor, a_place

CHECKS: list[Any] = [
    c.not_a_server_error,
    c.status_code_conformance,
    c.content_type_conformance,
    c.response_headers_conformance,
    c.response_schema_conformance,
    c.negative_data_rejection,
]
OF_ITS_OWN = {"/healthz", "/readyz", "/metrics"}
"""What is not for people: its answers are texts."""


ENTRANCES = {"/api/session", "/api/session/guest", "/api/session/password", "/api/people"}
TURNS = ("supervisor", "player", "supervisor", "auditor", "supervisor", "nobody")


class Crowd:
    """Who sends the requests, in turn. Whoever was signed out by one of them signs in again."""

    def __init__(self, place: Place) -> None:
        self.place = place
        self.number = 0
        self.visitors: dict[int, Visitor] = {}

    def next(self) -> Visitor:
        self.number += 1
        turn = self.number % len(TURNS)
        if turn not in self.visitors:
            self.visitors[turn] = self._arrive(TURNS[turn])
        return self.visitors[turn]

    def heard(self, path: str, status: int) -> None:
        """Coming in and going out changes whose session a browser holds."""
        if status == 401 or (path in ENTRANCES and status < 400):
            self.visitors.pop(self.number % len(TURNS), None)

    def _arrive(self, role: str) -> Visitor:
        if role == "nobody":
            return self.place.visitor()
        if role == "player":
            return self.place.guest()
        return self.place.staff(f"staff{self.number}", "auditor" if role == "auditor" else "supervisor")


def send(visitor: Visitor, case: Any) -> Any:
    """A case as a browser of ours would send it."""
    wanted = case.as_transport_kwargs(base_url=ORIGIN)
    wanted["headers"] = {**wanted.get("headers", {}), **visitor.headers()}
    wanted.pop("cookies", None)
    ready: Any = requests.Request(**wanted).prepare()
    return visitor.client.request(ready.method, ready.url, content=ready.body or b"", headers=dict(ready.headers))


def without_cookies(schema: dict[str, Any]) -> dict[str, Any]:
    """The session is ours to send: a case that leaves it out would be sent with it all the same."""
    bare = copy.deepcopy(schema)
    bare["components"].pop("securitySchemes", None)
    for methods in bare["paths"].values():
        for operation in methods.values():
            operation.pop("security", None)
    return bare


def run(cases: int, seed: int, folder: Path) -> Counter[int]:
    """So many cases over all operations; from each status to how often it came. Raises where an answer is wrong."""
    seen: Counter[int] = Counter()
    with a_place(folder / "floor.db") as place:
        place.open_table()
        guest = place.guest()
        place.sit("t1", guest.name, 1)
        place.play_a_round("t1", guest.name, 1)
        schema = schemathesis.openapi.from_dict(without_cookies(place.app.openapi()))
        found: list[Any] = list(schema.get_all_operations())
        operations = [each.ok() for each in found]
        crowd = Crowd(place)
        while seen.total() < cases:  # some operations have but a few cases
            each = max((cases - seen.total()) // len(operations) // 2, 1)
            for operation in operations:
                for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):
                    seed += 1
                    _drive(operation, mode, crowd, seen, each, seed)
        assert sum(place.store.books.balances().values()) == 0
        place.store.watch.check()
    return seen


def _drive(operation: Any, mode: GenerationMode, crowd: Crowd, seen: Counter[int], cases: int, seed: int) -> None:
    @seeded(seed)
    @settings(
        max_examples=cases,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(generation_mode=mode))
    def each(case: Any) -> None:
        if mode is GenerationMode.POSITIVE and "table" in case.path_parameters and crowd.number % 2:
            case.path_parameters["table"] = "t1"  # else hardly a case would meet a table
        answer = send(crowd.next(), case)
        crowd.heard(operation.path, answer.status_code)
        seen[answer.status_code] += 1
        plain = operation.path in OF_ITS_OWN
        case.validate_response(answer, checks=CHECKS[:1] if plain else CHECKS)

    try:
        each()
    except (schemathesis.errors.InvalidSchema, Exception) as error:
        if "Impossible to generate negative" in str(error) or "Unsatisfiable" in type(error).__name__:
            return  # nothing about this operation can be malformed
        raise


def main() -> int:
    parser = argparse.ArgumentParser(description="Send the API what its schema allows and what it does not.")
    parser.add_argument("--cases", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        seen = run(wanted.cases, wanted.seed, Path(folder))
    print(f"{seen.total():,} cases: " + ", ".join(f"{count:,} x {status}" for status, count in sorted(seen.items())))
    return 0


if __name__ == "__main__":
    sys.exit(main())
