"""WEB-02, WEB-03, WEB-04, WEB-09, AUD-04: every route of the schema, asked for by everybody and from everywhere."""

from collections.abc import Iterator
from concurrent.futures import CancelledError
from contextlib import suppress
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect

from pitboss.floor.gate import COOKIE
from pitboss.floor.people.large import HAND_PAY_DUE
from pitboss.store import Record
from pitboss.store.batch import as_text
from tests.floor.people.place import ORIGIN, PASSWORD, Place, Visitor

HOSTILE = (
    None,
    "",
    "null",
    "http://127.0.0.1",
    "http://127.0.0.1:80",
    "http://127.0.0.1:8001",
    "http://127.0.0.1:80000",
    "https://127.0.0.1:8000",
    "http://127.0.0.1:8000.evil.example",
    "http://127.0.0.1:8000@evil.example",
    "http://evil.example/http://127.0.0.1:8000",
    "http://evil-127.0.0.1:8000",
    "http://localhost.evil.example:8000",
    "http://evillocalhost:8000",
    "http://LOCALHOST:8000",
    "HTTP://127.0.0.1:8000",
    "http://127.0.0.1:8000/",
    "http://xn--localhst-1cb:8000",
    "http://0x7f.1:8000",
    "http://[::ffff:127.0.0.1]:8000",
    "file://",
    "ws://127.0.0.1:8000",
    "http://127.0.0.1:8000 http://evil.example",
)

PLAYER, OTHER, DEALER, SUPERVISOR, AUDITOR, NOBODY = "player", "other", "dealer", "supervisor", "auditor", "nobody"
EVERYBODY = {PLAYER, OTHER, DEALER, SUPERVISOR, AUDITOR, NOBODY}
SIGNED_IN = EVERYBODY - {NOBODY}
OVERSEERS = {SUPERVISOR, AUDITOR}
PLAYERS = {PLAYER, OTHER}

Route = tuple[str, str]

WHO_MAY: dict[Route, set[str]] = {
    ("get", "/healthz"): EVERYBODY,
    ("get", "/readyz"): EVERYBODY,
    ("get", "/metrics"): EVERYBODY,
    ("get", "/api/session"): EVERYBODY,
    ("post", "/api/session"): EVERYBODY,
    ("post", "/api/session/guest"): EVERYBODY,
    ("post", "/api/people"): EVERYBODY,
    ("delete", "/api/session"): SIGNED_IN,
    ("put", "/api/session/password"): SIGNED_IN,
    ("get", "/api/me/limits"): PLAYERS,
    ("put", "/api/me/limits"): PLAYERS,
    ("get", "/api/me/tables"): PLAYERS,
    ("get", "/api/me/rounds"): PLAYERS,
    ("get", "/api/lobby"): EVERYBODY,
    ("get", "/api/tables/{table}"): SIGNED_IN,
    ("get", "/api/tables/{table}/coach"): PLAYERS,
    ("get", "/api/tables/{table}/coach/expectation"): PLAYERS,
    ("get", "/api/lab/hands"): SIGNED_IN,
    ("get", "/api/lab/hand"): SIGNED_IN,
    ("get", "/api/tables/{table}/rounds"): OVERSEERS,
    ("get", "/api/tables/{table}/rounds/{number}"): {PLAYER} | OVERSEERS,
    ("get", "/api/tables/{table}/proofs"): SIGNED_IN,
    ("get", "/api/tables/{table}/proofs/{epoch}"): SIGNED_IN,
    ("get", "/api/people/{name}/rounds"): OVERSEERS,
    ("get", "/api/reports/trial-balance"): OVERSEERS,
    ("get", "/api/reports/liability"): OVERSEERS,
    ("get", "/api/reports/tables"): OVERSEERS,
    ("get", "/api/reports/significant"): OVERSEERS,
    ("get", "/api/admin/tables"): OVERSEERS,
    ("get", "/api/admin/games"): OVERSEERS,
    ("get", "/api/admin/edge"): OVERSEERS,
    ("get", "/api/admin/tables/{table}/irregularities"): OVERSEERS,
    ("post", "/api/admin/tables/{table}/reopen"): {SUPERVISOR},
    ("get", "/api/school/games"): SIGNED_IN,
    ("get", "/api/school/lesson"): SIGNED_IN,
    ("post", "/api/school/lesson"): SIGNED_IN,
    ("post", "/api/school/lesson/step"): SIGNED_IN,
    ("post", "/api/school/lesson/next"): SIGNED_IN,
    ("get", "/api/school/drills/{game}"): SIGNED_IN,
    ("post", "/api/school/drills/{game}"): SIGNED_IN,
    ("post", "/api/admin/tables"): {SUPERVISOR},
    ("post", "/api/admin/tables/{table}/close"): {SUPERVISOR},
    ("get", "/api/admin/switches"): OVERSEERS,
    ("post", "/api/admin/switches/off"): {SUPERVISOR},
    ("post", "/api/admin/switches/on"): {SUPERVISOR},
    ("get", "/api/admin/people"): OVERSEERS,
    ("post", "/api/admin/people"): {SUPERVISOR},
    ("post", "/api/admin/people/{name}/unlock"): {SUPERVISOR},
    ("put", "/api/admin/limits"): {SUPERVISOR},
    ("get", "/api/admin/parameters"): OVERSEERS,
    ("get", "/api/admin/requests"): OVERSEERS,
    ("post", "/api/admin/requests"): {SUPERVISOR},
    ("post", "/api/admin/requests/{number}/approve"): {SUPERVISOR},
    ("post", "/api/admin/requests/{number}/reject"): {SUPERVISOR},
    ("get", "/api/me/hand-pays"): PLAYERS,
    ("get", "/api/me/top-up"): PLAYERS,
    ("post", "/api/me/top-up"): PLAYERS,
    ("get", "/api/admin/hand-pays"): OVERSEERS,
    ("post", "/api/admin/hand-pays/{number}/sign"): {SUPERVISOR},
    ("get", "/api/reports/progressives"): OVERSEERS,
}
"""Who may use which route. A route of the schema that is missing here fails the test."""

BODIES: dict[Route, Any] = {
    ("post", "/api/session"): {"name": "ann", "password": PASSWORD},
    ("post", "/api/people"): {"name": "newcomer", "password": PASSWORD},
    ("put", "/api/session/password"): {"password": PASSWORD, "new_password": "yet another one"},
    ("put", "/api/me/limits"): {"kind": "stake", "amount": "100.00"},
    ("post", "/api/admin/tables"): {"id": "new", "table": {"game": "four-card-poker"}},
    ("post", "/api/admin/tables/{table}/reopen"): {"reason": "another evening"},
    ("post", "/api/school/lesson"): {"game": "craps"},
    ("post", "/api/school/lesson/step"): {"do": "deal"},
    ("post", "/api/school/lesson/next"): {},
    ("post", "/api/school/drills/{game}"): {"question": 0, "choice": "void_all"},
    ("post", "/api/admin/tables/{table}/close"): {"reason": "the day is over"},
    ("post", "/api/admin/switches/off"): {"scope": "table", "name": "t1", "reason": "a spill"},
    ("post", "/api/admin/switches/on"): {"scope": "game", "name": "craps", "reason": "mended"},
    ("post", "/api/admin/people"): {"name": "dora", "role": "dealer", "password": PASSWORD},
    ("post", "/api/admin/people/{name}/unlock"): {"reason": "she called"},
    ("put", "/api/admin/limits"): {"person": "ann", "kind": "loss", "amount": "50.00"},
    ("post", "/api/admin/requests"): {"kind": "adjustment", "person": "ann", "amount": "5.00", "reason": "goodwill"},
    ("post", "/api/admin/requests/{number}/reject"): {"reason": "not like this"},
}
QUERIES: dict[Route, str] = {
    ("get", "/api/admin/edge"): "?game=craps",
    ("get", "/api/lab/hand"): "?game=three-card-poker&hand=Qc+6d+4h&wager=ante%3D10.00",
}
PLACES = {"{table}": "t1", "{game}": "four-card-poker", "{number}": "1", "{epoch}": "1", "{name}": "ann"}


def routes(place: Place) -> list[Route]:
    schema = place.app.openapi()
    return [(method, path) for path, methods in schema["paths"].items() for method in methods]


def address(path: str) -> str:
    for name, value in PLACES.items():
        path = path.replace(name, value)
    return path


def changes(route: Route) -> bool:
    return route[0] != "get"


class Cast:
    """Ann has played a round, Otto has tipped all he had; a request of Bea's is open; craps is closed."""

    def __init__(self, place: Place) -> None:
        self.place = place
        place.open_table()
        self.everybody: dict[str, Visitor] = {
            PLAYER: place.player("ann"),
            OTHER: place.player("otto"),
            DEALER: place.staff("dan", "dealer"),
            SUPERVISOR: place.staff("sue", "supervisor"),
            AUDITOR: place.staff("aud", "auditor"),
            NOBODY: place.visitor(),
        }
        for who in SIGNED_IN:
            assert self.everybody[who].post("/api/school/lesson", {"game": "four-card-poker"}).status_code == 201
        bea = place.staff("bea", "supervisor")
        place.sit("t1", "ann", 1)
        place.play_a_round("t1", "ann", 1)
        place.play_a_round("t1", "ann", 1)
        place.sit("t1", "otto", 2, "1000.00")
        place.do("t1", "otto", do="tip", amount="1000.00")
        place.do("t1", "otto", do="leave")
        asked = {"kind": "adjustment", "person": "ann", "amount": "1.00", "reason": "rounding"}
        assert bea.post("/api/admin/requests", asked).status_code == 201
        won = as_text({"amount": "2000.00"})
        place.people.journal.keep(Record(kind=HAND_PAY_DUE, component="t1", who="bot-1", after=won))
        assert (
            bea.post(
                "/api/admin/switches/off", {"scope": "game", "name": "craps", "reason": "dice missing"}
            ).status_code
            == 200
        )

    def ask(self, who: str, route: Route, **headers: str) -> Any:
        method, path = route
        asked = address(path) + QUERIES.get(route, "")
        return self.everybody[who].send(method.upper(), asked, BODIES.get(route), **headers)


@pytest.fixture
def cast(place: Place) -> Iterator[Cast]:
    yield Cast(place)


def test_web_04_the_table_of_who_may_what_has_every_route(place: Place) -> None:
    assert {*routes(place)} == {*WHO_MAY}


@pytest.mark.parametrize("route", [*WHO_MAY], ids=" ".join)
def test_web_04_nobody_reads_or_writes_what_is_not_theirs(cast: Cast, route: Route) -> None:
    """Everybody who may not is refused first, with nothing changed; then one who may gets an answer."""
    may = WHO_MAY[route]
    before = cast.place.store.books.balances()
    for who in sorted(EVERYBODY - may):
        answer = cast.ask(who, route)
        assert answer.status_code in (401, 403, 404), (who, answer.text)
        assert answer.json()["error"]["code"] in ("not_signed_in", "not_yours", "unknown_round")
        assert (answer.status_code == 401) == (who == NOBODY)
        assert len(answer.json()["error"]) == 3
    assert cast.place.store.books.balances() == before
    for who in sorted(may)[:1]:
        assert cast.ask(who, route).status_code in (200, 201), cast.ask(who, route).text


def test_web_04_a_foreign_round_is_not_told_from_one_that_never_was(cast: Cast) -> None:
    otto = cast.everybody[OTHER]
    anns, none = otto.get("/api/tables/t1/rounds/1"), otto.get("/api/tables/t1/rounds/999")
    assert anns.status_code == none.status_code == 404
    assert anns.text == none.text
    assert otto.get("/api/tables/t1/rounds/1?of=ann").status_code == 403
    assert cast.everybody[AUDITOR].get("/api/tables/t1/rounds/1?of=ann").json()["wagered"] == "10.00"


def test_web_04_nobody_looks_into_a_round_that_is_played(cast: Cast) -> None:
    """WEB-10 too: no role, not even with the whole floor at its feet."""
    place = cast.place
    place.do("t1", "ann", do="bet", position=1, wagers={"ante": "10.00"})
    place.tick(60)
    table = place.pit.table("t1")
    assert table.state.playing
    hidden = {card for card in _order(place) if card}
    for who in (PLAYER, SUPERVISOR, AUDITOR):
        answer = cast.everybody[who].get("/api/tables/t1/rounds/3")
        assert (answer.status_code, answer.json()["error"]["code"]) == (409, "round_open")
    for who in (OTHER, DEALER, SUPERVISOR, AUDITOR):
        for path in ("/api/tables/t1", "/api/tables/t1/proofs", "/api/reports/significant", "/api/lobby", "/metrics"):
            text = cast.everybody[who].get(path).text
            shown = [card for card in hidden if f'"{card}"' in text]
            assert not (path == "/api/tables/t1" and shown), (who, path, shown)


def _order(place: Place) -> list[str]:
    """The cards of the live round, which only the store's key can read."""
    import msgspec

    dealt = [each for each in place.store.books.events("t1") if each.kind == "cards_dealt"]
    return [card for _, card, _ in msgspec.json.decode(dealt[-1].body)["cards"]]


@pytest.mark.parametrize("route", [route for route in WHO_MAY if changes(route)], ids=" ".join)
def test_web_03_nothing_changes_from_another_page(cast: Cast, route: Route) -> None:
    """Every origin that is not ours, a body that is not JSON, no CSRF token or another's, and GET."""
    who = sorted(WHO_MAY[route] - {NOBODY})[0]
    visitor, (method, path) = cast.everybody[who], route
    before = (cast.place.store.books.balances(), len(cast.place.records()))
    for origin in HOSTILE:
        headers = {"x-csrf-token": visitor.csrf} | ({} if origin is None else {"origin": origin})
        answer = visitor.client.request(method, address(path), json=BODIES.get(route, {}), headers=headers)
        assert (answer.status_code, answer.json()["error"]["code"]) == (403, "foreign_origin"), origin
    for kind in (
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "application/jsonx",
    ):
        answer = visitor.client.request(
            method, address(path), content=b'{"a": 1}', headers=visitor.headers() | {"content-type": kind}
        )
        assert answer.status_code == 415, kind
    entrance = NOBODY in WHO_MAY[route]
    if not entrance:
        for token in ("", "0" * 64, cast.everybody[NOBODY].csrf, "\u00e9"):
            raw = [(b"origin", ORIGIN.encode()), (b"x-csrf-token", token.encode())]
            answer = visitor.client.request(method, address(path), json=BODIES.get(route, {}), headers=raw)
            assert (answer.status_code, answer.json()["error"]["code"]) == (403, "csrf")
    if ("get", path) not in WHO_MAY:
        assert visitor.get(address(path)).status_code == 405
    refused = cast.place.records("refused")
    assert cast.place.store.books.balances() == before[0]
    assert len(cast.place.records()) - before[1] == len(refused)


def test_web_03_no_route_answers_a_preflight(cast: Cast) -> None:
    for _, path in WHO_MAY:
        asks = {"origin": "http://evil.example", "access-control-request-method": "POST"}
        answer = cast.everybody[PLAYER].client.options(address(path), headers=asks)
        assert answer.status_code == 405
        assert not [name for name in answer.headers if name.startswith("access-control")]


def test_web_03_a_name_that_points_here_is_not_ours(place: Place) -> None:
    """What makes a browser take another's page for ours: its name resolves to this machine."""
    answer = place.guest().get("/api/session", headers={"host": "rebound.evil.example:8000"})
    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "foreign_host")


@pytest.mark.parametrize("origin", HOSTILE)
def test_web_02_no_socket_for_another_page(place: Place, origin: str | None) -> None:
    guest = place.guest()
    headers = {"cookie": f"{COOKIE}={guest.token}"} | ({} if origin is None else {"origin": origin})
    with pytest.raises(WebSocketDisconnect), guest.client.websocket_connect("/ws", headers=headers):
        pass


def test_web_02_no_socket_without_a_living_token(place: Place) -> None:
    guest = place.guest()
    token = guest.token
    ours = {"origin": ORIGIN, "cookie": f"{COOKIE}={token}"}
    # The test client ends the floor's side by cancelling it, and then complains that it was cancelled.
    with suppress(CancelledError), guest.client.websocket_connect("/ws", headers=ours) as socket:
        assert socket.receive_json()["type"] == "hello"
    guest.send("DELETE", "/api/session")
    for dead in (ours, {"origin": ORIGIN}, {"origin": ORIGIN, "cookie": f"{COOKIE}=nonsense"}):
        with pytest.raises(WebSocketDisconnect), guest.client.websocket_connect("/ws", headers=dead):
            pass


def test_web_02_signing_out_closes_the_socket_of_that_session_alone(place: Place) -> None:
    place.player("ann")
    here, there = place.sign_in("ann"), place.sign_in("ann")

    def ours(visitor: Visitor) -> dict[str, str]:
        return {"origin": ORIGIN, "cookie": f"{COOKIE}={visitor.token}"}

    with (
        suppress(CancelledError),
        there.client.websocket_connect("/ws", headers=ours(there)) as other,
        here.client.websocket_connect("/ws", headers=ours(here)) as own,
    ):
        for socket in (own, other):
            assert socket.receive_json()["type"] == "hello"
        assert here.send("DELETE", "/api/session").status_code == 200
        with pytest.raises(WebSocketDisconnect) as closed:
            own.receive_json()
        assert closed.value.code == 4401
        other.send_json({"type": "ping", "id": 1})
        assert other.receive_json() == {"type": "pong", "id": 1}
        assert len(place.floor.sockets.clients) == 1


WANTED = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


def test_web_09_every_answer_has_the_headers(cast: Cast) -> None:
    """All routes as everybody, what is not there, what is malformed, what breaks."""
    signing_out = [("delete", "/api/session"), ("put", "/api/session/password")]
    routes = [*(route for route in WHO_MAY if route not in signing_out), *signing_out]
    answers = [cast.ask(who, route) for route in routes for who in sorted(EVERYBODY)]
    assert {answer.status_code // 100 for answer in answers} == {2, 4} and len(answers) == 6 * len(WHO_MAY)
    visitor = cast.everybody[PLAYER]
    answers += [
        visitor.get(path) for path in ("/", "/nowhere", "/openapi.json", "/docs", "/api/tables/%00", "/api/../x")
    ]
    answers.append(visitor.client.request("PATCH", "/api/lobby"))
    answers.append(visitor.client.post("/api/session", content=b"{", headers=visitor.headers()))
    answers.append(visitor.client.post("/api/session", content=b"x" * 70_000, headers=visitor.headers()))
    for answer in answers:
        assert WANTED.items() <= answer.headers.items(), answer.url
        policy = answer.headers["content-security-policy"]
        assert "default-src 'self'" in policy and "frame-ancestors 'none'" in policy and "unsafe" not in policy
        assert "server" not in answer.headers
        if answer.url.path.startswith("/api/"):
            assert answer.headers["cache-control"] == "no-store"
    assert visitor.get("/docs").status_code == 404


def test_a_fault_is_no_traceback(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("a secret")

    monkeypatch.setattr(place.pit, "tables", broken)
    answer = place.visitor().get("/api/lobby")
    assert answer.status_code == 500
    assert answer.json()["error"]["code"] == "malfunction"
    assert "secret" not in answer.text and WANTED.items() <= answer.headers.items()


@pytest.mark.parametrize("length", [True, False])
def test_web_05_a_request_too_large_is_not_read(place: Place, length: bool) -> None:
    body: Any = b'"' + b"x" * 70_000 + b'"' if length else iter([b"x" * 1000] * 100)
    headers = place.visitor().headers() | {"content-type": "application/json"}
    answer = place.visitor().client.post("/api/session", content=body, headers=headers)
    assert (answer.status_code, answer.json()["error"]["code"]) == (413, "too_large")


ADMINISTRATION = [route for route in WHO_MAY if changes(route) and route[1].startswith("/api/admin/")]
CONSEQUENCES = ("table_paused", "table_resumed", "request_settled")
"""What tables write down themselves when they are closed or opened with others, and what became of a request."""


@pytest.mark.parametrize("route", ADMINISTRATION, ids=" ".join)
def test_aud_04_every_deed_leaves_exactly_one_record(cast: Cast, route: Route) -> None:
    def new_records() -> list[dict[str, Any]]:
        found = [row for row in cast.place.records() if row["kind"] not in CONSEQUENCES]
        new, cast.seen = found[cast.seen :], len(found)  # type: ignore[attr-defined]
        return new

    cast.seen = 0  # type: ignore[attr-defined]
    new_records()
    for who in (NOBODY, PLAYER, AUDITOR):
        assert cast.ask(who, route).status_code in (401, 403)
        (record,) = new_records()
        assert (record["kind"], record["who"]) == ("refused", cast.everybody[who].name)
        assert record["component"] == f"POST {route[1]}" or record["component"] == f"PUT {route[1]}"
    sue = cast.everybody[SUPERVISOR]
    method = route[0].upper()
    assert sue.send(method, address(route[1]), {"nonsense": 1}).status_code == 422
    (record,) = new_records()
    assert (record["kind"], record["who"], record["reason"]) == ("refused", "sue", "field_malformed")
    assert sue.send(method, address(route[1]), BODIES.get(route), origin="http://evil.example").status_code == 403
    (record,) = new_records()
    assert (record["kind"], record["reason"]) == ("refused", "foreign_origin")
    assert cast.ask(SUPERVISOR, route).status_code in (200, 201)
    *opened, record = new_records()
    assert [each["kind"] for each in opened] == (["table_opened"] if route[1].endswith("/reopen") else [])
    assert record["kind"] != "refused" and "sue" in (record["who"], record["second"])
    assert record["component"]
