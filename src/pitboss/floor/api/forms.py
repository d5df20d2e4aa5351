"""What is sent and what comes back, as the schema tells it. Money is a string such as 10.00; times are microseconds."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from pitboss.floor.timing import Timing

Money = Annotated[str, Field(pattern=r"^-?(0|[1-9][0-9]{0,12})\.[0-9]{2}$", examples=["10.00"])]
Amount = Annotated[str, Field(pattern=r"^(0|[1-9][0-9]{0,12})\.[0-9]{2}$", examples=["10.00"])]
Name = Annotated[str, Field(min_length=1, max_length=80)]
PLAIN = r"^[^\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]*$"
"""No control characters, and no signs that turn the direction of writing around: texts end up on terminals."""
Reason = Annotated[str, Field(min_length=3, max_length=300, pattern=PLAIN, description="why, for the record")]
Password = Annotated[str, Field(min_length=1, max_length=200)]
Before = Annotated[int, Field(ge=0, le=(1 << 63) - 1)]
RequestNumber = Annotated[int, Field(ge=1, le=(1 << 31) - 1)]
RoleName = Literal["player", "dealer", "supervisor", "auditor"]


class Form(BaseModel):
    """What a client sends: nothing more than is asked for, nothing taken for something else."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Credentials(Form):
    name: Name
    password: Password


class NewPassword(Form):
    password: Password
    new_password: Password


class Nothing(Form):
    """An empty object."""


class Why(Form):
    reason: Reason


class LimitWanted(Form):
    """`null` takes a limit away, after a day."""

    kind: Literal["stake", "loss"]
    amount: Amount | None


class HouseLimit(LimitWanted):
    person: Name


class NewStaff(Form):
    name: Name
    role: Literal["dealer", "supervisor", "auditor"]
    password: Password


class Switch(Form):
    """What to close or open: the whole floor, the game, table or player of that name, or the meters of that group."""

    scope: Literal["all", "game", "table", "player", "progressive"]
    name: Annotated[str, Field(max_length=80)] = ""
    reason: Reason


Milliseconds = Annotated[int, Field(ge=0, le=24 * 60 * 60 * 1000, description="milliseconds")]
_USUAL = Timing()


class TableTiming(Form):
    """How long the table waits, and whether the house or a `person` deals (docs/floor.md)."""

    betting: Milliseconds = _USUAL.betting
    all_have_bet: Milliseconds = _USUAL.all_have_bet
    decision: Milliseconds = _USUAL.decision
    pace: Milliseconds = _USUAL.pace
    idle: Milliseconds = _USUAL.idle
    rounds_without_bet: Annotated[int, Field(ge=0, le=1000, description="rounds")] = _USUAL.rounds_without_bet
    dealt_by: Literal["house", "person"] = _USUAL.dealt_by


class TablePlan(Form):
    """A table to be opened; `table` is its setup (docs/table.md). Tables of one `group` share their meters.

    At an `exam` nobody is coached.
    """

    id: Name
    table: dict[str, Any]
    title: Annotated[str, Field(max_length=80, pattern=PLAIN)] = ""
    group: Annotated[str, Field(max_length=80)] = ""
    bots: Annotated[list[Literal["optimal", "simple", "random"]], Field(max_length=6)] = []
    exam: bool = False
    timing: TableTiming = TableTiming()


class AdjustmentWanted(Form):
    """Money into a player's wallet, or out of it if below zero."""

    kind: Literal["adjustment"]
    person: Name
    amount: Money
    reason: Reason


class CorrectionWanted(Form):
    """What a progressive meter is to show."""

    kind: Literal["correction"]
    group: Name
    meter: Literal["main", "secondary"]
    amount: Amount
    reason: Reason


class ChangeWanted(Form):
    """A parameter of the floor and its new value."""

    kind: Literal["change"]
    parameter: Name
    value: Annotated[str, Field(max_length=200)]
    reason: Reason


Wanted = Annotated[AdjustmentWanted | CorrectionWanted | ChangeWanted, Field(discriminator="kind")]


class Who(BaseModel):
    name: str
    role: RoleName
    guest: bool


class Session(BaseModel):
    """Who is signed in; nobody if `person` is null. `csrf` goes with everything that changes something."""

    person: Who | None
    csrf: str | None
    balance: str | None


class TopUp(BaseModel):
    """Fresh play money: whether I can have it now, how much it is, and why not if I cannot."""

    can: bool
    amount: str
    why_not: str | None


class ToppedUp(BaseModel):
    """The fresh play money, and what the wallet holds with it."""

    amount: str
    balance: str


class Card(BaseModel):
    """A table as the lobby shows it."""

    id: str
    game: str
    title: str
    jurisdiction: str
    limits: dict[str, list[str]]
    positions: int
    taken: int
    status: str
    round: int
    meters: dict[str, str] | None
    group: str
    watching: int
    dealt_by: Literal["house", "person"]
    bots: int


class Lobby(BaseModel):
    tables: list[Card]
    closed: dict[str, str]


class Place(BaseModel):
    """A table where I have a seat or chips. `position` is null where only chips lie."""

    table: str
    title: str
    position: int | None
    chips: str


class Places(BaseModel):
    tables: list[Place]


class TableView(BaseModel):
    """A table as the person who asks sees it: what the WebSocket's snapshot holds (docs/floor.md)."""

    view: dict[str, Any]


class RoundPart(BaseModel):
    table: str
    round: int
    begun: int
    ended: int
    wagered: str
    returned: str
    net: str
    void: bool
    entry: int


class Rounds(BaseModel):
    """A player's rounds, the latest first. `next` goes into `before` for the page after; null at the end."""

    person: str
    rounds: list[RoundPart]
    next: int | None


class RoundTimes(BaseModel):
    round: int
    begun: int
    ended: int


class TableRounds(BaseModel):
    table: str
    rounds: list[RoundTimes]
    next: int | None


class Step(BaseModel):
    sequence: int
    at: int
    event: dict[str, Any]


class Replay(BaseModel):
    """A round played back, with everything a recall must show (GLI-19 4.14.2). It is marked as a replay.

    `options` are the pay tables and what else the house chose; `version` and `programs`, by their digests, kept it.
    """

    replay: Literal[True]
    table: str
    round: int
    game: str
    rules: str
    options: dict[str, Any]
    version: str
    programs: list[str]
    begun: int
    ended: int
    denomination: str
    balance_before: str
    balance_after: str
    wagered: str
    won: str
    progressive: str
    void: bool
    choices: list[Step]
    outcome: list[Step]
    steps: list[Step]
    proofs: list[int]


class EpochOver(BaseModel):
    epoch: int
    commitment: str
    ended: str
    first: int
    last: int
    entry: int


class Proofs(BaseModel):
    table: str
    proofs: list[EpochOver]
    next: int | None


class ReportRows(BaseModel):
    """A page of a report. Where a period holds nothing, `note` says so. `next`: where the next page begins, or null."""

    report: str
    columns: list[str]
    rows: list[dict[str, Any]]
    note: str | None
    next: int | str | None


class LimitNow(BaseModel):
    """`amount` holds now; `later` from `later_from` on. null is no limit."""

    setter: Literal["player", "house"]
    kind: Literal["stake", "loss"]
    amount: str | None
    later: str | None
    later_from: int


class Limits(BaseModel):
    """All of them count. What was staked and came back is of today (UTC), since the first limit."""

    person: str
    limits: list[LimitNow]
    staked: str
    returned: str


class Entry(BaseModel):
    name: str
    role: RoleName
    guest: bool
    made_at: int
    locked: bool
    closed: bool
    balance: str


class Entries(BaseModel):
    people: list[Entry]
    next: str | None


class Asked(BaseModel):
    id: int
    at: int
    kind: str
    what: dict[str, Any]
    reason: str
    asked_by: str
    state: Literal["open", "approved", "rejected"]
    settled_by: str
    settled_at: int


class AllAsked(BaseModel):
    requests: list[Asked]
    next: int | None


class HandPay(BaseModel):
    """A win that two persons sign for. `document` says when, who, where, which game and round, by what, how much."""

    id: int
    at: int
    person: str
    table: str
    amount: str
    document: dict[str, Any]
    first_by: str
    second_by: str
    paid_at: int


class WinThatWaits(BaseModel):
    """A win of mine that two persons of the house have to sign for, and how many of them have. `since`: when it was."""

    id: int
    since: int
    table: str
    round: int
    position: int
    won_by: str
    amount: str
    signatures: int


class WinsThatWait(BaseModel):
    hand_pays: list[WinThatWaits]


class HandPays(BaseModel):
    hand_pays: list[HandPay]
    next: int | None


class Switches(BaseModel):
    """What is closed, and why."""

    closed: dict[str, str]


class Parameters(BaseModel):
    parameters: dict[str, str]


class Done(BaseModel):
    done: Literal[True] = True
