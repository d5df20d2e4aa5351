"""What a felt is drawn from: betting areas, inscriptions, outcomes and pay tables, read off the declaration.

A page knows no game. Whatever it shows of one, it finds here or in the view.
"""

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import msgspec

from pitboss.dice.declaration import WIN, Behind, DiceGame, Hop
from pitboss.dice.rules import NO_POINT
from pitboss.floor.live import LiveTable
from pitboss.money import write_money
from pitboss.refusal import spoken
from pitboss.regulations.pages import Page
from pitboss.shoe.declaration import ShoeGame
from pitboss.showdown.declaration import Showdown

HOUSE = "Pitboss"


class Area(msgspec.Struct, frozen=True):
    """A betting area. `when`: placed `before` the deal, `later` by a decision, or `between` rolls.

    `row`: where it lies at a position, seen from the dealer: in `front` of the `line`, on it, or `behind` it.
    `exactly`: the one amount that may be placed there. `kind`: what areas for several `number`s have in common. `pays`:
    its odds, where they are inscribed on the area itself.
    """

    name: str
    title: str
    says: str
    clause: str
    when: str = "before"
    row: str = "line"
    group: str = ""
    least: str | None = None
    most: str | None = None
    exactly: str | None = None
    names_dice: bool = False
    kind: str = ""
    number: str = ""
    pays: str = ""


class Inscription(msgspec.Struct, frozen=True):
    says: str
    clause: str


class Contest(msgspec.Struct, frozen=True):
    """A way the contest with the dealer can end: in words, and what it does to each wager."""

    says: str
    results: dict[str, str]
    clause: str


class Pays(msgspec.Struct, frozen=True):
    """A pay table as it is inscribed: a hand, and what it pays."""

    title: str
    rows: list[tuple[str, str]]


class Layout(msgspec.Struct, frozen=True):
    """`per_player`: on how many positions a player may bet; `adjacent`: only side by side. `per_box`: how many players
    may bet on one position. `pages`: which pages belong to this program, so that one left open notices an upgrade.
    """

    table: str
    game: str
    title: str
    house: str
    family: str
    positions: int
    per_player: int
    adjacent: bool
    per_box: int
    pages: str
    chips: list[str]
    pays: list[Pays]
    areas: list[Area]
    inscriptions: list[Inscription]
    contests: list[Contest]
    rules: Page


CHIPS = (1_00, 5_00, 25_00, 100_00, 500_00, 1000_00)
"""The chips a player has at hand, as far as the table uses them."""


def layout_of(live: LiveTable, pages: str = "") -> Layout:
    house: Any = live.house
    game, rules = house.game, house.rules
    family, areas, inscriptions, contests = _of_family(house)
    return Layout(
        table=live.id,
        game=game.name,
        title=live.title,
        house=HOUSE,
        family=family,
        positions=house.most_positions(live.state),
        per_player=_per_player(house),
        adjacent=family == "showdown",
        per_box=getattr(house, "players_per_box", 1),
        pages=pages,
        chips=[write_money(chip) for chip in CHIPS if chip % house.smallest_chip == 0],
        areas=areas,
        inscriptions=inscriptions,
        contests=contests,
        pays=inscribed(rules.page()),
        rules=rules.page(),
    )


def _per_player(house: Any) -> int:
    """At a table of dice a player has one place, and wagers on the whole layout from it."""
    return int(getattr(house, "positions_per_player", getattr(house, "boxes_per_player", 1)))


ODDS = re.compile(r"\d+ to \d+|\d+% of the main meter|\$[\d.]+")
TITLE = re.compile(r"What the (.*?) pays|(Bonus 21s)")
"""How the printed rules head a pay table of a wager, and how they write what it pays."""


def inscribed(page: Page) -> list[Pays]:
    """The pay tables in force, as the printed rules have them."""
    found = []
    for table in page.tables:
        title = TITLE.match(table.title)
        rows = [(row[0], _on_felt(row[1])) for row in table.rows if ODDS.fullmatch(row[1])]
        if title and table.columns[1:2] == ["pays"] and rows:
            found.append(Pays((title[1] or title[2]).capitalize(), rows))
    return found


def _on_felt(pays: str) -> str:
    """An amount without its currency, which the page says once."""
    return pays.replace(" of the main meter", " of meter").replace("$", "").replace(".00", "")


def _of_family(house: Any) -> tuple[str, list[Area], list[Inscription], list[Contest]]:
    game = house.game
    if isinstance(game, Showdown):
        return "showdown", _showdown_areas(house), _showdown_inscriptions(house), _contests(house)
    if isinstance(game, ShoeGame):
        return "shoe", _shoe_areas(house), _shoe_inscriptions(house), []
    if isinstance(game, DiceGame):
        return "dice", _dice_areas(house), [], []
    return "other", [], [], []


def _area(house: Any, name: str, says: str, citation: Any, when: str = "before", **more: Any) -> Area:
    least, most = house.limits.get(name, (None, None))
    return Area(
        name=name,
        title=spoken(name),
        says=says,
        clause=house.cite(citation),
        when=when,
        least=None if least is None else write_money(least),
        most=None if most is None else write_money(most),
        **more,
    )


def _showdown_areas(house: Any) -> list[Area]:
    """In the order in which they lie in front of a player, the farthest from the dealer last."""
    game: Showdown = house.game
    later = [_area(house, each.name, each.says, each.clause, "later", row="front") for each in game.decisions]
    sides = [
        _area(house, each.name, each.says, each.clause, row="behind")
        for each in game.bonuses
        if each.name in house.offered
    ]
    found = [*later, _area(house, game.ante.name, game.ante.says, game.ante.clause), *sides]
    progressive = game.progressive
    if progressive and progressive.name in house.offered:
        stake = write_money(progressive.stake)
        found.append(_area(house, progressive.name, progressive.says, progressive.clause, row="behind", exactly=stake))
    return found


def _showdown_inscriptions(house: Any) -> list[Inscription]:
    """What must be read off the felt before a wager is made."""
    game: Showdown = house.game
    found = []
    if game.qualification:
        says = f"Dealer qualifies with {game.qualification.says} or better"
        found.append(Inscription(says, house.cite(game.qualification.clause)))
    for step in game.decisions:
        for limit in step.limits:
            hands = "" if limit.hands == "any hand" else f" with {limit.hands}"
            says = f"{spoken(step.name).capitalize()} {_times(step.least, limit.most)} the ante{hands}"
            found.append(Inscription(says, house.cite(limit.clause)))
    return found


def _times(least: int, most: int) -> str:
    if least < most:
        return f"{least} to {most} times"
    return "equal to" if most == 1 else f"{most} times"


def _contests(house: Any) -> list[Contest]:
    return [
        Contest(outcome.value, {wager: result.value for wager, result in pays.results.items()}, house.cite(pays.clause))
        for outcome, pays in house.game.outcomes.items()
    ]


def _shoe_areas(house: Any) -> list[Area]:
    game: ShoeGame = house.game
    found = [_area(house, game.bet.name, game.bet.says, game.bet.clause)]
    if game.attack:
        found.insert(0, _area(house, game.attack.name, game.attack.says, game.attack.clause, "later", row="front"))
    for side in (game.match, game.bust_it):
        if side and side.name in house.before_deal:
            found.append(_area(house, side.name, side.says, side.clause, row="behind"))
    insurance = game.insurance
    found.insert(0, _area(house, insurance.name, f"pays {insurance.odds}", insurance.clause, "later", row="front"))
    return found


def _shoe_inscriptions(house: Any) -> list[Inscription]:
    game: ShoeGame = house.game
    draws = "Dealer draws to 16 and soft 17" if house.rules.hits_soft_17 else "Dealer draws to 16 and stands on all 17s"
    drawn_by = house.rules.clause_of(game.dealer.hits_soft_17, game.dealer.draws)
    return [
        Inscription(f"Blackjack pays {game.blackjack.odds}", house.cite(game.blackjack.clause)),
        Inscription(draws, house.cite(drawn_by)),
        Inscription(f"Insurance pays {game.insurance.odds}", house.cite(game.insurance.clause)),
    ]


def _dice_areas(house: Any) -> list[Area]:
    game: DiceGame = house.game
    groups: dict[str, tuple[Any, ...]] = {
        "line": game.lines,
        "odds": game.behind,
        "numbers": game.numbers,
        "one roll": (*game.one_roll, *game.combined, *game.hops),
    }
    return [
        _area(
            house,
            each.name,
            house.rules.says(each),
            each.clause,
            "between",
            group=group,
            names_dice=isinstance(each, Hop),
            pays=_odds_of(house.rules, each),
            **_number_of(each.name, _commission(house.rules, each)),
        )
        for group, wagers in groups.items()
        for each in wagers
        if house.rules.offers(each)
    ]


MOST_NAMED = 3
"""Throws that are named one by one where they are paid at odds of their own."""


def _odds_of(rules: Any, wager: Any) -> str:
    """What a wager on the layout pays: "7 to 6", or "1 to 1; 2 to 1 on 2 or 12" where that depends on the throw."""
    if isinstance(wager, Hop):
        return f"{wager.easy.odds.words()}; {wager.hard.odds.words()} on a double"
    if isinstance(wager, Behind):
        return "; ".join(f"{each.odds.words()} on {_either(each.points)}" for each in wager.pays)
    totals: dict[Fraction, list[int]] = {}
    for dice, ruling in sorted(rules.stages[wager.name][NO_POINT].items(), key=lambda each: sum(each[0])):
        if ruling.result is WIN and sum(dice) not in totals.setdefault(ruling.pays, []):
            totals[ruling.pays].append(sum(dice))
    words = [
        f"{odds.numerator} to {odds.denominator}"
        + (f" on {_either(on)}" if len(totals) > 1 and len(on) <= MOST_NAMED else "")
        for odds, on in totals.items()
    ]
    return "; ".join(sorted(words, key=len))


def _either(numbers: Sequence[int]) -> str:
    *first, last = map(str, numbers)
    return f"{', '.join(first)} or {last}" if first else last


def _commission(rules: Any, wager: Any) -> str:
    """What is charged with a wager on top of its odds."""
    return f", less {wager.commission.percent} %" if rules.charged[wager.name] else ""


def _number_of(wager: str, charged: str) -> dict[str, str]:
    """A wager on a number is named for it."""
    kind, _, number = wager.rpartition("_")
    return {"kind": f"{spoken(kind)}{charged}", "number": number} if number.isdigit() else {}
