"""Administration: tables, what is closed, staff, and what takes two persons. Every request leaves one record."""

from typing import Annotated, Any, Literal

import msgspec
from fastapi import APIRouter, Query
from starlette.concurrency import run_in_threadpool

from pitboss import games
from pitboss.floor.api import forms as f
from pitboss.floor.api.answers import ANY, documented
from pitboss.floor.api.door import Door, Overseer, Supervisor
from pitboss.floor.api.session import limits_of, set_limit
from pitboss.floor.people import People
from pitboss.floor.people.hand_pays import HandPay
from pitboss.floor.people.register import Entry
from pitboss.floor.people.requests import Adjustment, Change, Correction, Deed, Request
from pitboss.floor.pit import Pit, TableCard
from pitboss.money import read_money, write_money
from pitboss.refusal import Refusal
from pitboss.store import Record

Most = Annotated[int, Query(ge=1, le=100)]
Number = Annotated[int, Query(ge=0, le=(1 << 31) - 1)]


def router_of(door: Door, pit: Pit, people: People) -> APIRouter:
    router = APIRouter(
        prefix="/api/admin",
        tags=["administration"],
        route_class=door.routes(recorded=True),
        responses=documented(*ANY, 401, 409, 413, 415),
    )
    _tables(router, pit, people)
    _switches(router, pit, people)
    _staff(router, people)
    _two_persons(router, pit, people)
    return router


def _tables(router: APIRouter, pit: Pit, people: People) -> None:
    @router.post("/tables", status_code=201)
    async def open_table(given: f.TablePlan, person: Supervisor) -> f.Done:
        """Open a table. A setup that its text does not allow is refused with the clause."""
        await pit.open(given.model_dump(), person.name)
        return f.Done()

    @router.post("/tables/{table}/close", responses=documented(404))
    async def close_table(table: str, given: f.Why, person: Supervisor) -> f.Done:
        """Close a table for good, between two rounds; its players get their chips back."""
        await pit.close(table, person.name, given.reason)
        record = Record(kind="table_closed", component=f"table:{table}", who=person.name, reason=given.reason)
        await run_in_threadpool(people.journal.keep, record)
        return f.Done()


def _switches(router: APIRouter, pit: Pit, people: People) -> None:
    @router.get("/switches")
    def switches(person: Overseer) -> f.Switches:
        """What is closed, and why."""
        return f.Switches(closed=people.switches.off)

    @router.post("/switches/off", responses=documented(404))
    async def close(given: f.Switch, person: Supervisor) -> f.Switches:
        """No new wagers from now on; rounds that are played are finished."""
        what = await run_in_threadpool(_what, given, pit, people)
        await run_in_threadpool(people.switches.turn_off, what, person.name, given.reason)
        await pit.pause(_concerned(given, pit), person.name, given.reason)
        if given.scope == "progressive":
            await pit.freeze(given.name)
        return f.Switches(closed=people.switches.off)

    @router.post("/switches/on", responses=documented(404))
    async def open_again(given: f.Switch, person: Supervisor) -> f.Switches:
        """Open again what was closed; what is closed for another reason too stays so.

        A table that stopped for a fault, or waits to be closed, goes on when it is named itself.
        """
        what = await run_in_threadpool(_what, given, pit, people)
        concerned = [pit.table(each) for each in _concerned(given, pit)]
        named = given.scope == "table"
        waits = named and any(table.why() and not _closed(people, table.id) for table in concerned)
        await run_in_threadpool(people.switches.turn_on, what, person.name, given.reason, waits)
        goes_on = [table.id for table in concerned if named or not table.stopped]
        await pit.resume([each for each in goes_on if not _closed(people, each)], person.name)
        if given.scope == "progressive":
            await pit.freeze(given.name)
        return f.Switches(closed=people.switches.off)


async def close_again(pit: Pit, people: People) -> None:
    """What is closed is closed at its tables too: the floor may have ended after the one and before the other."""
    for what, reason in people.switches.off.items():
        scope, _, name = what.partition(":")
        given = f.Switch.model_construct(scope=scope, name=name, reason=reason)
        going_on = [each for each in _concerned(given, pit) if not pit.table(each).no_new_round]
        await pit.pause(going_on, "house", reason)
        if scope == "progressive":
            await pit.freeze(name)


def _what(given: f.Switch, pit: Pit, people: People) -> str:
    """The name of a switch, for something that exists."""
    if given.scope == "all":
        return "all"
    if given.scope == "game" and given.name not in games.names():
        raise Refusal("unknown_game", f"Name one of the games: {', '.join(games.names())}.")
    if given.scope == "table":
        pit.table(given.name)
    if given.scope == "progressive" and given.name not in pit.means.links:
        raise Refusal("unknown_group", "Check the name: no table shares meters under it.")
    if given.scope == "player":
        people.register.person(given.name)
    return f"{given.scope}:{given.name}"


def _concerned(given: f.Switch, pit: Pit) -> list[str]:
    """The tables that a switch concerns. One for a player stops no table."""
    return [card.id for card in pit.tables() if _is_meant(given, card)]


def _is_meant(given: f.Switch, card: TableCard) -> bool:
    return given.scope == "all" or given.name == {"game": card.game, "table": card.id}.get(given.scope)


def _closed(people: People, table: str) -> bool:
    try:
        people.switches.check(table)
    except Refusal:
        return True
    return False


def _staff(router: APIRouter, people: People) -> None:
    @router.get("/people")
    def everybody(person: Overseer, after: str = "", most: Most = 50) -> f.Entries:
        """Who there is, in order of name."""
        found = [_entry(people, each) for each in people.register.people(_askable(after), most)]
        return f.Entries(people=found, next=found[-1].name if len(found) == most else None)

    @router.post("/people", status_code=201)
    def add_staff(given: f.NewStaff, person: Supervisor) -> f.Who:
        """A dealer or an auditor. Whoever could make supervisors would be two persons at will."""
        if given.role == "supervisor":
            raise Refusal(
                "second_person",
                "Add supervisors on the machine itself, with `pitboss accounts add`: what takes two persons would take "
                "one who has made the other.",
                "ASVS 2.3.5",
            )
        added = people.register.add_staff(given.name, given.role, given.password, by=person.name)
        return f.Who(name=added.name, role=added.role, guest=added.guest)

    @router.post("/people/{name}/unlock", responses=documented(404))
    def unlock(name: str, given: f.Why, person: Supervisor) -> f.Done:
        """Let somebody sign in again who failed too often."""
        people.signing_in.unlock(name, person.name, given.reason)
        return f.Done()

    @router.put("/limits", responses=documented(404))
    def set_house_limit(given: f.HouseLimit, person: Supervisor) -> f.Limits:
        """A limit that the house sets for a player; the player's own still counts."""
        player = people.register.person(given.person)
        if player.role != "player":
            raise Refusal("not_a_player", "Name a player: nobody else stakes anything.")
        set_limit(people, player.name, "house", given, by=person.name)
        return limits_of(people, player.name)


def _askable(name: str) -> str:
    """A place in the order of names; what no name can hold comes before them all."""
    return name if name.isprintable() and not any("\ud800" <= letter <= "\udfff" for letter in name) else ""


def _entry(people: People, entry: Entry) -> f.Entry:
    person = entry.person
    return f.Entry(
        name=person.name,
        role=person.role,
        guest=person.guest,
        made_at=entry.made_at,
        locked=people.signing_in.locked(person.name),
        closed=f"player:{person.name}" in people.switches.off,
        balance=write_money(people.register.books.balance(f"wallet:{person.name}")),
    )


def _two_persons(router: APIRouter, pit: Pit, people: People) -> None:
    @router.get("/parameters")
    def parameters(person: Overseer) -> f.Parameters:
        """The parameters of the floor. A change takes a request and an approval."""
        return f.Parameters(parameters=people.parameters.values)

    @router.get("/requests")
    def requests(
        person: Overseer,
        state: Literal["", "open", "approved", "rejected"] = "",
        before: Number = (1 << 31) - 1,
        most: Most = 50,
    ) -> f.AllAsked:
        """What was asked for, the latest first."""
        found = [_asked(each) for each in people.requests.all(state, before, most)]
        return f.AllAsked(requests=found, next=found[-1].id if len(found) == most else None)

    @router.post("/requests", status_code=201, responses=documented(404))
    def ask(given: f.Wanted, person: Supervisor) -> f.Asked:
        """Ask for an adjustment, a correction of a meter or a change of a parameter."""
        return _asked(people.requests.ask(_deed(given), given.reason, person.name))

    @router.post("/requests/{number}/approve", responses=documented(404))
    async def approve(number: f.RequestNumber, given: f.Nothing, person: Supervisor) -> f.Asked:
        """By another person than the one who asked; then it is done."""
        settled = await run_in_threadpool(people.requests.approve, number, person.name)
        if isinstance(settled.deed, Correction):
            await pit.meters_corrected(settled.deed.group)
        return _asked(settled)

    @router.post("/requests/{number}/reject", responses=documented(404))
    def reject(number: f.RequestNumber, given: f.Why, person: Supervisor) -> f.Asked:
        """Not to be done; whoever asked can take it back like this."""
        return _asked(people.requests.reject(number, person.name, given.reason))

    @router.get("/hand-pays")
    def hand_pays(
        person: Overseer,
        state: Literal["", "due", "signed"] = "",
        before: Number = (1 << 31) - 1,
        most: Most = 50,
    ) -> f.HandPays:
        """Wins that two persons sign for, the latest first."""
        found = [_hand_pay(each) for each in people.hand_pays.all(before, most, state)]
        return f.HandPays(hand_pays=found, next=found[-1].id if len(found) == most else None)

    @router.post("/hand-pays/{number}/sign", responses=documented(404))
    def sign(number: f.RequestNumber, given: f.Nothing, person: Supervisor) -> f.HandPay:
        """The first signature, or by another person the second; then the winner may play on."""
        return _hand_pay(people.hand_pays.sign(number, person.name))


def _hand_pay(found: HandPay) -> f.HandPay:
    return f.HandPay.model_validate(msgspec.structs.asdict(found))


def _deed(given: f.AdjustmentWanted | f.CorrectionWanted | f.ChangeWanted) -> Deed:
    if isinstance(given, f.AdjustmentWanted):
        cents = read_money(given.amount.removeprefix("-"), "adjustment")
        return Adjustment(given.person, -cents if given.amount.startswith("-") else cents)
    if isinstance(given, f.CorrectionWanted):
        return Correction(given.group, given.meter, read_money(given.amount, "meter"))
    return Change(given.parameter, given.value)


def _asked(request: Request) -> f.Asked:
    what: dict[str, Any] = msgspec.to_builtins(request.deed)
    kind = what.pop("kind")
    if "cents" in what:
        what["amount"] = write_money(what.pop("cents"))
    told = msgspec.structs.asdict(request) | {"kind": kind, "what": what}
    del told["deed"]
    return f.Asked.model_validate(told)
