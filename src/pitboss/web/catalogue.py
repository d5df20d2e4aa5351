"""The games as the lobby shows them: families, a sentence and a small picture of each game, the terms of each table.

Who sits where and what the meters show changes all the time and comes from the API. What is here stays the same while a
table is open.
"""

from collections.abc import Iterable
from typing import Any

import msgspec

from pitboss.floor.live import LiveTable
from pitboss.games.about import About, about
from pitboss.refusal import spoken
from pitboss.table.felt import Pays, Spot, felt_of
from pitboss.web.edges import Edge, edges_of


class FamilyTitle(msgspec.Struct, frozen=True):
    name: str
    title: str
    short: str
    says: str


FAMILIES = (
    FamilyTitle(
        "showdown", "Hand against dealer", "Hand", "One hand each, the higher wins. You bet, look, then raise or fold."
    ),
    FamilyTitle("shoe", "Shoe", "Shoe", "Twenty-one with its own rules, dealt from a shoe."),
    FamilyTitle("dice", "Dice", "Dice", "One shooter, everyone bets."),
    FamilyTitle("other", "Other games", "Other", ""),
)
"""In the order of the lobby."""


class Picture(msgspec.Struct, frozen=True):
    """Cards by code, `??` face down; a roll of dice with names of the layout; `wild`: which cards are wild."""

    dealer: list[str] = []
    board: list[str] = []
    player: list[str] = []
    rest: list[str] = []
    dice: str = ""
    numbers: list[str] = []
    lines: list[str] = []
    chips: list[int] = []
    wild: str = ""


class GameTitle(msgspec.Struct, frozen=True):
    name: str
    title: str
    family: str
    says: str
    picture: Picture


class Progressive(msgspec.Struct, frozen=True):
    """What a meter pays for, and what it costs to take part."""

    wager: str
    stake: str
    rows: list[tuple[str, str]]


class Terms(msgspec.Struct, frozen=True):
    """`main`: the wager whose limits are the stakes of the table. `edge`: of that wager, if the lab has counted it."""

    main: str
    edge: Edge | None
    progressive: Progressive | None


class Catalogue(msgspec.Struct, frozen=True):
    families: list[FamilyTitle]
    games: list[GameTitle]
    tables: dict[str, Terms]


def catalogue(tables: Iterable[LiveTable]) -> Catalogue:
    """The games of these tables in the order of their families, and the terms of each table."""
    order = [each.name for each in FAMILIES]
    titles: dict[str, GameTitle] = {}
    terms: dict[str, Terms] = {}
    for live in tables:
        house: Any = live.house
        felt = felt_of(house)
        terms[live.id] = _terms(house, felt.areas, felt.pays)
        titles.setdefault(house.game.name, _title(house.game, felt.family, felt.areas))
    shown = sorted(titles.values(), key=lambda each: order.index(each.family))
    there = {each.family for each in shown}
    return Catalogue([each for each in FAMILIES if each.name in there], shown, terms)


def _title(game: Any, family: str, areas: list[Spot]) -> GameTitle:
    declared = about(game)
    says = declared.says or in_wagers([spoken(name) for name in game.wagers()])
    return GameTitle(game.name, game.title, family, says, _picture(game, declared, areas))


MOST_NAMED = 4


def in_wagers(wagers: list[str]) -> str:
    """A sentence for a game that declares none: what can be wagered."""
    named, left = wagers[:MOST_NAMED], len(wagers) - MOST_NAMED
    if left > 0:
        return f"Wagers: {', '.join(named)} and {left} more."
    *first, last = named
    return f"Wagers: {', '.join(first)} and {last}." if first else f"One wager: {last}."


FACE_DOWN = "??"


def _picture(game: Any, declared: About, areas: list[Spot]) -> Picture:
    """The declared cards; without them as many backs as are dealt."""
    dealer, board, player = (text.split() for text in (declared.dealer, declared.board, declared.player))
    deal = getattr(game, "deal", None)
    if deal and not player:
        dealer, board, player = ([FACE_DOWN] * count for count in (deal.dealer, deal.community, deal.player))
    wild = getattr(game, "wild", None)
    numbers = list(dict.fromkeys(area.number for area in areas if area.number))
    return Picture(
        dealer=dealer,
        board=board,
        player=player,
        rest=declared.rest.split(),
        dice=declared.dice or ("3-4" if not deal and numbers else ""),
        numbers=numbers,
        lines=[area.title for area in areas if area.group == "line"],
        chips=list(declared.chips),
        wild=wild.says if wild else "",
    )


def _terms(house: Any, areas: list[Spot], pays: list[Pays]) -> Terms:
    edges = edges_of(house)
    main = edges[0].wager if edges else _main(areas)
    return Terms(main, edges[0] if edges else None, _progressive(areas, pays))


def _main(areas: list[Spot]) -> str:
    """The wager that enters the game: on the line, placed before the deal or between rolls."""
    entering = [area.name for area in areas if area.when != "later" and area.row == "line"]
    return next(iter(entering), "")


def _progressive(areas: list[Spot], pays: list[Pays]) -> Progressive | None:
    """The wager that is for one exact stake, and its pay table."""
    for area in areas:
        rows = next((each.rows for each in pays if each.title.lower() == area.title), None)
        if area.exactly and rows:
            return Progressive(area.title, area.exactly, rows)
    return None
