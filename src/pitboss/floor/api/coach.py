"""The coach: what each choice is worth, at a table from what a player sees there, or for cards that somebody types."""

from fractions import Fraction
from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import BaseModel, Field

from pitboss import games
from pitboss.coach import Advice, Choice, NothingAsked, situation
from pitboss.floor.api import forms as f
from pitboss.floor.api.answers import ANY, documented
from pitboss.floor.api.door import Anybody, Door, Player
from pitboss.floor.api.running import OptionOfGame, Options, option_of, read_options
from pitboss.floor.live import LiveTable
from pitboss.floor.person import Person
from pitboss.floor.pit import Pit
from pitboss.lab.counting import family_of
from pitboss.money import read_wager, write_money
from pitboss.refusal import Refusal, shown
from pitboss.shoe.rules import Rules as ShoeRules
from pitboss.showdown.rules import Rules as ShowdownRules

Exact = Annotated[str, Field(pattern=r"^-?[0-9]+/[0-9]+$", description="an exact fraction", examples=["-9151/9212"])]
Cards = Annotated[str, Query(max_length=240, description="cards with spaces between, such as Qc 6d 4h")]
Wagers = Annotated[
    list[Annotated[str, Field(max_length=60)]], Query(max_length=10, description="wagers such as ante=10.00")
]


class CoachedChoice(BaseModel):
    """`worth` in units of the bet, `cents` in cents of this bet, `money` the same rounded; null without a figure.

    `costs`: what it gives up against the best.
    """

    action: str
    amount: str | None
    worth: Exact | None
    cents: Exact | None
    money: str | None
    costs: str | None
    best: bool


class CoachedSituation(BaseModel):
    """`asks`: what is decided. `unit` is what worths are told in, `stake` how much that is. `seen`: the cards known."""

    asks: str
    unit: str
    stake: str
    says: str
    seen: list[str]
    choices: list[CoachedChoice]


class CoachSays(BaseModel):
    """Not `ready`: it is being counted, `done` percent of it; ask again. No `advice`: I have nothing to decide now."""

    ready: bool
    done: Annotated[int, Field(ge=0, le=100)]
    advice: CoachedSituation | None


class Expectations(BaseModel):
    """What each wager gains per unit before anything is dealt. Not `ready`: it is being counted; ask again."""

    ready: bool
    done: Annotated[int, Field(ge=0, le=100)]
    wagers: dict[str, Exact]


class HandText(BaseModel):
    """A text that a game is played by: the wagers that count for a decision, and what a house may choose."""

    jurisdiction: str
    title: str
    wagers: list[str]
    options: list[OptionOfGame]


class HandGame(BaseModel):
    """What a situation of a game is made of. `hand`: how many cards it has, 0 where it grows. `dealer`: whether a card
    of the dealer's lies face up. `board`: how many community cards may be seen. `without`: the rank left out.
    `wild`: which cards are wild, in words.
    """

    game: str
    title: str
    main: str
    texts: list[HandText]
    hand: int
    dealer: bool
    board: list[int]
    decks: int
    without: str
    wild: str = ""


class HandGames(BaseModel):
    games: list[HandGame]


def router_of(door: Door, pit: Pit) -> APIRouter:
    router = APIRouter(prefix="/api", tags=["coach"], route_class=door.routes(), responses=documented(*ANY, 401, 409))

    @router.get("/tables/{table}/coach", responses=documented(404))
    async def coach(table: str, person: Player) -> CoachSays:
        """What each of my choices at this table is worth now, from what I see and nothing more."""
        live = coached(pit.table(table))
        rules = live.house.rules
        try:
            at = situation(rules, live.view(person))
        except NothingAsked:
            return CoachSays(ready=True, done=100, advice=None)
        return said(await pit.coach.advise(rules, at), pit.coach.decisions.done)

    @router.get("/tables/{table}/coach/expectation", responses=documented(404))
    async def expectation(table: str, person: Player) -> Expectations:
        """What each wager of this table gains per unit before the deal, the progressive with its meter as it stands."""
        live = coached(pit.table(table))
        found = await pit.coach.expected(live.house.rules)
        if found is None:
            return Expectations(ready=False, done=pit.coach.figures.done, wagers={})
        meter = live.link.reading[0] if live.link else 0
        return Expectations(ready=True, done=100, wagers={name: exact(each.at(meter)) for name, each in found.items()})

    @router.get("/lab/hands")
    async def hand_games(person: Anybody) -> HandGames:
        """The games whose hands can be looked at, and what a situation of each is made of."""
        return HandGames(games=[each for name in games.names() if (each := hand_game(name)) is not None])

    @router.get("/lab/hand")
    async def hand(
        person: Anybody,
        game: Annotated[str, Query(max_length=40)],
        hand: Cards,
        wager: Wagers,
        dealer: Cards = "",
        board: Cards = "",
        others: Cards = "",
        jurisdiction: f.Name = "nj",
        options: Options = "{}",
    ) -> CoachSays:
        """What each choice is worth with these cards and wagers, by a text and a house's choices; nobody is told while
        a round is played with them at an exam table."""
        not_amid_an_exam(pit, person)
        rules = games.game(game).rules(jurisdiction, read_options(options))
        found = await pit.coach.hand(rules, (hand, dealer, board, others), read_wagers(wager))
        return said(found, pit.coach.hands.done)

    return router


def hand_game(name: str) -> HandGame | None:
    """None of a game without cards."""
    game = games.game(name)
    rules = game.rules()
    title = game.title
    texts = [hand_text(game, place) for place in game.jurisdictions]
    if isinstance(rules, ShowdownRules):
        seen = family_of(rules).seen
        deal = rules.game.deal
        return HandGame(
            game=name,
            title=title,
            main=rules.ante,
            texts=texts,
            hand=deal.player,
            dealer=1 in seen,
            board=list(seen) if deal.community else [],
            decks=1,
            without="",
            wild=rules.game.wild.says if rules.game.wild else "",
        )
    if isinstance(rules, ShoeRules):
        shoe = rules.game.shoe
        return HandGame(
            game=name,
            title=title,
            main=rules.game.bet.name,
            texts=texts,
            hand=0,
            dealer=True,
            board=[],
            decks=rules.decks,
            without=shoe.without,
        )
    return None


def hand_text(game: games.Game, jurisdiction: str) -> HandText:
    rules = game.rules(jurisdiction)
    names: list[str] = []
    if isinstance(rules, ShowdownRules):
        names = [rules.ante, *(each.name for each in rules.game.decisions[1:-1])]
        names += [side.name for side in rules.sides if not side.survives_fold]
    if isinstance(rules, ShoeRules):
        names = [rules.game.bet.name, *([rules.game.attack.name] if rules.game.attack else [])]
    options = [option_of(each, jurisdiction) for each in game.options(jurisdiction).values()]
    return HandText(jurisdiction=jurisdiction, title=game.jurisdictions[jurisdiction], wagers=names, options=options)


def not_amid_an_exam(pit: Pit, person: Person) -> None:
    for live in pit.live.values():
        if live.plan.exam and live.state.playing and person.name in live.state.seats.values():
            raise Refusal(
                "exam", f"Finish your round at {live.title} first: it is an exam, and no hand is calculated during it."
            )


def coached(live: LiveTable) -> LiveTable:
    if live.plan.exam:
        raise Refusal("exam", "Decide by yourself: this is an exam table, where nobody is coached.")
    return live


def read_wagers(given: list[str]) -> dict[str, int]:
    found = {}
    for each in given:
        name, mark, amount = each.partition("=")
        if not mark:
            raise Refusal("field_malformed", f"Write a wager as its name and amount, ante=10.00; got {shown(each)}.")
        found[name] = read_wager(amount, name)
    return found


def said(found: Advice | None, done: int) -> CoachSays:
    if found is None:
        return CoachSays(ready=False, done=done, advice=None)
    best = next((each.worth for each in found.choices if each.best), None)
    return CoachSays(
        ready=True,
        done=100,
        advice=CoachedSituation(
            asks=found.asks,
            unit=found.unit,
            stake=write_money(found.stake),
            says=found.says,
            seen=list(found.seen),
            choices=[told(each, found.stake, best) for each in found.choices],
        ),
    )


def told(choice: Choice, stake: int, best: Fraction | None) -> CoachedChoice:
    worth = choice.worth
    costs = None if worth is None or best is None else write_money(round((best - worth) * stake))
    return CoachedChoice(
        action=choice.offered.action,
        amount=write_money(choice.offered.amount) if choice.offered.amount else None,
        worth=None if worth is None else exact(worth),
        cents=None if worth is None else exact(worth * stake),
        money=None if worth is None else write_money(round(worth * stake)),
        costs=costs,
        best=choice.best,
    )


def exact(value: Fraction) -> str:
    return f"{value.numerator}/{value.denominator}"
