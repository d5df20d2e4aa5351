"""A game's rules as a page shows them: the declaration's tables, the readings, and rounds that are settled."""

from collections.abc import Iterator
from typing import Any

import msgspec

from pitboss import games
from pitboss.clauses import readings
from pitboss.refusal import spoken
from pitboss.regulations.pages import Page, Table
from pitboss.showdown.declaration import Showdown
from pitboss.web.examples import ROUNDS


class Title(msgspec.Struct, frozen=True):
    """A game in a list. `texts`: whose rules it is known by."""

    name: str
    title: str
    family: str
    texts: dict[str, str]
    wagers: list[str]


class Shown(msgspec.Struct, frozen=True):
    """Cards of an example: whose they are, and what they are called."""

    whose: str
    cards: list[str]
    says: str = ""


class Paid(msgspec.Struct, frozen=True):
    """A wager of an example, and what became of it by which clause. `returned`: the part of a lost stake given back."""

    whose: str
    wager: str
    stake: str
    outcome: str
    pays: str
    clause: str
    returned: str = ""


class Example(msgspec.Struct, frozen=True):
    """A round and its settlement. `dice`: the throws, where there are no cards."""

    says: str
    hands: list[Shown]
    dice: list[str]
    wagers: list[Paid]


class Chapter(msgspec.Struct, frozen=True):
    title: Title
    text: str
    rules: Page
    readings: Table
    examples: list[Example]


def titles() -> list[Title]:
    return [_title(name) for name in games.names()]


def _title(name: str) -> Title:
    game = games.game(name)
    return Title(
        name, game.title, games.family(name), dict(game.jurisdictions), [spoken(each) for each in game.wagers()]
    )


def chapter(house: games.HouseRules) -> Chapter:
    name = house.game.name
    rows = [[f"reading {each.number}", each.where, each.says, each.option or ""] for each in readings(name)]
    table = Table("Where the texts are silent, slip or disagree", ["reading", "where", "what is taken", "option"], rows)
    examples = [_settled(house, says, played) for says, played in ROUNDS.get(name, ())]
    return Chapter(_title(name), house.jurisdiction, house.page(), table, examples)


def _settled(house: games.HouseRules, says: str, played: dict[str, Any]) -> Example:
    """The round as `pitboss settle` has it: the same rules, the same words."""
    found = msgspec.json.decode(house.settle({"game": house.game.name, **played}).to_json())
    if games.family(house.game.name) == "dice":
        return Example(says, [], played["rolls"], list(_paid(found, "")))
    hands = [*_dealers(house, played, found), *_own(played, found)]
    wagers = [paid for each in found["positions"] for paid in _paid(each, _seat(found, each))]
    return Example(says, hands, [], wagers)


def _seat(found: dict[str, Any], position: dict[str, Any]) -> str:
    return f"position {position['position']}" if len(found["positions"]) > 1 else ""


def _dealers(house: games.HouseRules, played: dict[str, Any], found: dict[str, Any]) -> Iterator[Shown]:
    if "community" in played:
        yield Shown("board", played["community"].split())
    dealer = found.get("dealer") or {}
    qualifies = dealer.get("qualifies") if isinstance(house.game, Showdown) and house.game.qualification else None
    word = {True: ", qualifies", False: ", does not qualify", None: ""}[qualifies]
    yield Shown("dealer", played["dealer"].split(), f"{dealer.get('hand', '')}{word}")


def _own(played: dict[str, Any], found: dict[str, Any]) -> Iterator[Shown]:
    told = {each["position"]: each.get("hand", "") for each in found["positions"]}
    for each in played["positions"]:
        whose, called = _seat(found, each) or "player", told[each["position"]]
        if "hands" in each:
            for hand, says in zip(each["hands"], called.split("; "), strict=True):
                yield Shown(whose, hand["cards"].split(), says)
        else:
            yield Shown(whose, each["cards"].split(), called)


def _paid(found: dict[str, Any], whose: str) -> Iterator[Paid]:
    several = any(each.get("hand", 1) > 1 for each in found["wagers"])
    for each in found["wagers"]:
        name = spoken(each["wager"]) + (f", hand {each['hand']}" if several and "hand" in each else "")
        returned = each.get("returned", "")
        yield Paid(whose, name, each["stake"], each["outcome"], each["pays"], each["clause"], returned)
