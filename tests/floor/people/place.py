"""A floor with an API for tests: real store, tables, people; cheap passwords, a clock that a test sets, no server."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx2 as httpx
from argon2 import PasswordHasher
from starlette.testclient import TestClient

from pitboss.fair import Entropy
from pitboss.fair.sealing import Seal
from pitboss.floor.api import install, routers
from pitboss.floor.app import Floor, make_app
from pitboss.floor.gate import COOKIE, Gate, local_origins
from pitboss.floor.means import Means
from pitboss.floor.people import People
from pitboss.floor.people.passwords import Passwords
from pitboss.floor.person import Person, Role
from pitboss.store import open_store
from pitboss.store import schema as s
from tests.chance import dealt_alike
from tests.floor.floor import KEY, SetClock

ORIGIN = "http://127.0.0.1:8000"
PASSWORD = "correct horse battery"
CHEAP = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


class Visitor:
    """A browser: its own cookies, our origin, the CSRF token it was told."""

    def __init__(self, place: "Place", name: str = "") -> None:
        self.place, self.name, self.csrf = place, name, ""
        self.client = TestClient(place.app, base_url=ORIGIN, raise_server_exceptions=False)
        self.client.portal = place.client.portal

    def headers(self) -> dict[str, str]:
        return {"origin": ORIGIN} | ({"x-csrf-token": self.csrf} if self.csrf else {})

    def get(self, path: str, **more: Any) -> httpx.Response:
        return self.client.get(path, **more)

    def post(self, path: str, body: Any = None) -> httpx.Response:
        return self.send("POST", path, body)

    def put(self, path: str, body: Any = None) -> httpx.Response:
        return self.send("PUT", path, body)

    def send(self, method: str, path: str, body: Any = None, **headers: str) -> httpx.Response:
        given = self.headers() | headers
        return self.client.request(method, path, json={} if body is None else body, headers=given)

    @property
    def token(self) -> str:
        return self.client.cookies.get(COOKIE) or ""

    def arrived(self, answer: httpx.Response) -> "Visitor":
        assert answer.status_code == 201, answer.text
        self.csrf, self.name = answer.json()["csrf"], answer.json()["person"]["name"]
        return self


class Place:
    def __init__(self, floor: Floor, people: People, clock: SetClock, app: Any, client: TestClient) -> None:
        self.floor, self.pit, self.people, self.clock = floor, floor.pit, people, clock
        self.app, self.client, self.store = app, client, floor.means.store

    def visitor(self) -> Visitor:
        return Visitor(self)

    def guest(self) -> Visitor:
        visitor = Visitor(self)
        return visitor.arrived(visitor.post("/api/session/guest"))

    def player(self, name: str) -> Visitor:
        visitor = Visitor(self)
        return visitor.arrived(visitor.post("/api/people", {"name": name, "password": PASSWORD}))

    def staff(self, name: str, role: Role) -> Visitor:
        self.people.register.add_staff(name, role, PASSWORD, by="tests")
        return self.sign_in(name)

    def sign_in(self, name: str) -> Visitor:
        visitor = Visitor(self)
        return visitor.arrived(visitor.post("/api/session", {"name": name, "password": PASSWORD}))

    def open_table(self, game: str = "three-card-poker", id_: str = "t1", **more: Any) -> None:
        self.call(self.pit.open, {"id": id_, "table": {"game": game} | more}, "tests")

    def call(self, act: Any, *given: Any) -> Any:
        """Something of the floor's, in its own loop."""
        assert self.client.portal is not None
        return self.client.portal.call(act, *given)

    def do(self, table: str, who: str, **command: Any) -> None:
        self.call(self.pit.table(table).do, Person(who, "player"), command)

    def sit(self, table: str, who: str, position: int, amount: str = "500.00") -> None:
        self.do(table, who, do="sit", position=position)
        self.do(table, who, do="buy_in", amount=amount)

    def play_a_round(self, table: str, who: str, position: int, amount: str = "10.00") -> None:
        """A wager, and the clock does the rest."""
        ante = str(self.pit.table(table).house.rules.ante)
        self.do(table, who, do="bet", position=position, wagers={ante: amount})
        self.tick(60)
        while self.pit.table(table).state.playing:
            self.tick(60)

    def tick(self, seconds: int) -> None:
        self.clock.pass_(seconds)
        self.call(self.pit.tick)

    def records(self, *kinds: str) -> list[dict[str, Any]]:
        """Records of the floor, without the promises of chance."""
        with self.store.books.moment() as connection:
            found = connection.execute(s.records.select().order_by(s.records.c.number, s.records.c.line))
            rows = [dict(row._mapping) for row in found]
        return [row for row in rows if (row["kind"] in kinds if kinds else not row["kind"].startswith("fair_"))]


@contextmanager
def a_place(
    database: str | Path,
    clock: SetClock | None = None,
    throttled: bool = False,
    program: str = "tests",
    port: int = 8000,
    entropy: Entropy | None = None,
) -> Iterator[Place]:
    clock, seal = clock or SetClock(), Seal(KEY, entropy or Entropy())
    entropy = entropy or dealt_alike()
    store = open_store(str(database), program=program, seal=seal.seal, unseal=seal.unseal)
    most = {} if throttled else {"sign_ins": 1 << 30, "arrivals": 1 << 30, "strangers": 1 << 30, "requests": 0}
    people = People(store, clock, Passwords(CHEAP), **most)
    gate = Gate(people.sessions, local_origins(port))
    floor = Floor(Means(store, clock, entropy, seal), gate)
    app = make_app(floor, routers(floor.pit, store.books, people, gate, floor.sockets.show_out))
    install(app, gate, people)
    with TestClient(app, base_url=ORIGIN, raise_server_exceptions=False) as client:
        assert client.portal is not None
        client.portal.call(floor.pit.restore)
        try:
            yield Place(floor, people, clock, app, client)
        finally:
            floor.pit.coach.close()
            store.close()
