"""What a felt is made of: betting spots, inscriptions, outcomes, pay tables and boxes, from a house's declaration.

Where a spot lies and what is inscribed comes from the layout that the game's text declares; where the text is silent,
from the usual layout of its family (reading 170). The pages and the drawing to scale use the same felt.
"""

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import msgspec

from pitboss.dice.declaration import WIN, Behind, DiceGame, Hop
from pitboss.dice.layout import REASONS as DICE_REASONS
from pitboss.dice.regions import Region, region_of
from pitboss.dice.rules import NO_POINT
from pitboss.money import write_money
from pitboss.refusal import spoken
from pitboss.regulations.citation import reading
from pitboss.regulations.layout import BEHIND, FRONT, LEFT, LINE, RIGHT, ROWS, Area, Box, Inscription, Part
from pitboss.regulations.pages import Page
from pitboss.shoe.declaration import ShoeGame
from pitboss.shoe.rulings import REASONS as SHOE_REASONS
from pitboss.showdown.declaration import REASONS as SHOWDOWN_REASONS
from pitboss.showdown.declaration import Showdown

USUAL = reading(170)
"""The reading for texts without a section on the layout."""


class Spot(msgspec.Struct, frozen=True):
    """A betting area as the felt has it. `when`: placed `before` the deal, `later` by a decision, or `between` rolls.

    `row`: where it lies at a position, seen from the dealer: in `front` of the `line`, on it, or `behind` it.
    `laid_by`: the clause or reading that puts it there. `exactly`: the one amount that may be placed there.
    `kind`: what spots for several `number`s have in common. `pays`: its odds, where they are inscribed on the spot
    itself. `needs`: wagers without which this one is not taken. `times` and `of`: a wager that a player
    must make or fold is at least `times` the wager `of`. `most_times`: the most that is wagered later, in that measure.
    `on_layout`: where it lies on a layout of dice.
    """

    name: str
    title: str
    says: str
    clause: str
    when: str = "before"
    row: str = LINE
    group: str = ""
    least: str | None = None
    most: str | None = None
    exactly: str | None = None
    names_dice: bool = False
    kind: str = ""
    number: str = ""
    pays: str = ""
    laid_by: str = ""
    needs: tuple[str, ...] = ()
    times: int = 0
    most_times: int = 0
    of: str = ""
    on_layout: Region | None = None


class Inscribed(msgspec.Struct, frozen=True):
    """Words on the felt, the clause of the rule they tell, and `laid_by`: why they must stand there."""

    says: str
    clause: str
    laid_by: str = ""


class Pays(msgspec.Struct, frozen=True):
    """A pay table as it is inscribed: a hand, and what it pays."""

    title: str
    rows: list[tuple[str, str]]


class Beside(msgspec.Struct, frozen=True):
    """A box on the dealer's side of the table, to the dealer's `left` or `right`."""

    name: str
    side: str
    laid_by: str


class Felt(msgspec.Struct, frozen=True):
    """`house`: the licensee's name as the layout shows it, empty where no inscription asks for it.

    `reasons`: each `why` of a settlement row in words.
    """

    family: str
    house: str
    areas: list[Spot]
    inscriptions: list[Inscribed]
    reasons: dict[str, str]
    pays: list[Pays]
    boxes: list[Beside]


def felt_of(house: Any) -> Felt:
    game = house.game
    parts = layout_of_game(game)
    named = {part.name for part in parts if isinstance(part, Inscription)}
    family, spots, inscriptions, reasons = _of_family(house, parts)
    return Felt(
        family=family,
        house=house.house_name if "house" in named else "",
        areas=_placed(house, parts, spots) if family != "dice" else spots,
        inscriptions=inscriptions,
        reasons=reasons,
        pays=inscribed(house.rules.page()) if "odds" in named else [],
        boxes=[Beside(part.name, part.side, _laid_by(house, part)) for part in parts if isinstance(part, Box)],
    )


def layout_of_game(game: Any) -> tuple[Part, ...]:
    """What the game's text asks of its layout, or the usual layout where the text is silent."""
    return getattr(game, "layout", ()) or (
        Inscription("house", "the name of the house", USUAL),
        *_usual_areas(game),
        Inscription("odds", "what the side wagers pay", USUAL),
        Inscription("raises", "how much may be wagered after the deal", USUAL),
        Inscription("qualifying hand", "the hand with which the dealer qualifies", USUAL),
        Inscription("rules", "what a blackjack and the insurance pay, and how the dealer draws", USUAL),
        Box("drop box", "on the dealer's side of the table, left of the dealer", USUAL, LEFT),
        Box("tip box", "on the dealer's side of the table, right of the dealer", USUAL, RIGHT),
    )


def _usual_areas(game: Any) -> tuple[Area, ...]:
    if isinstance(game, Showdown):
        first, later, sides = game.ante.name, tuple(each.name for each in game.decisions), _side_names(game)
    elif isinstance(game, ShoeGame):
        attack = (game.attack.name,) if game.attack else ()
        first, later, sides = game.bet.name, (game.insurance.name, *attack), game.sides()
    else:
        return ()
    return (
        Area("first wager", "a betting area at each position", USUAL, (first,), LINE),
        Area("later wagers", "betting areas in front of the first wager", USUAL, later, FRONT),
        Area("side wagers", "a betting area of each wager offered, behind the first", USUAL, sides, BEHIND),
    )


def _side_names(game: Showdown) -> tuple[str, ...]:
    progressive = (game.progressive.name,) if game.progressive else ()
    return (*(each.name for each in game.bonuses), *progressive)


def _placed(house: Any, parts: Sequence[Part], spots: list[Spot]) -> list[Spot]:
    """Each spot in the row that the layout declares for its wager, the row nearest to the dealer first."""
    by_name = {spot.name: spot for spot in spots}
    found = [
        msgspec.structs.replace(by_name[wager], row=area.row, laid_by=_laid_by(house, area))
        for area in parts
        if isinstance(area, Area)
        for wager in area.wagers
        if wager in by_name
    ]
    return sorted(found, key=lambda spot: ROWS.index(spot.row))


def _laid_by(house: Any, part: Part) -> str:
    where: str = house.jurisdiction
    return (part.clause if part.clause.holds_in(where) else USUAL).at(where)


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
    """An amount without its currency, which the page shows once."""
    return pays.replace(" of the main meter", " of meter").replace("$", "").replace(".00", "")


Parts = tuple[str, list[Spot], list[Inscribed], dict[str, str]]


def _of_family(house: Any, parts: Sequence[Part]) -> Parts:
    game = house.game
    asked = [part for name in ASKED for part in parts if isinstance(part, Inscription) and part.name == name]
    words = [each for part in asked for each in INSCRIBED[part.name](house, _laid_by(house, part))]
    if isinstance(game, Showdown):
        return "showdown", _showdown_areas(house), [*_wild(house), *words], SHOWDOWN_REASONS
    if isinstance(game, ShoeGame):
        return "shoe", _shoe_areas(house), words, SHOE_REASONS
    if isinstance(game, DiceGame):
        return "dice", _dice_areas(house), [], DICE_REASONS
    return "other", [], [], {}


def _area(house: Any, name: str, says: str, citation: Any, when: str = "before", **more: Any) -> Spot:
    least, most = house.limits.get(name, (None, None))
    return Spot(
        name=name,
        title=spoken(name),
        says=says,
        clause=house.cite(citation),
        when=when,
        least=None if least is None else write_money(least),
        most=None if most is None else write_money(most),
        **more,
    )


def _showdown_areas(house: Any) -> list[Spot]:
    game: Showdown = house.game
    first, *others = game.decisions
    stays_in = {"times": first.least} if first.declined_by == "fold" else {}
    later = [_area(house, first.name, first.says, first.clause, "later", **stays_in, **_at_most(game, first))]
    later += [_area(house, each.name, each.says, each.clause, "later", **_at_most(game, each)) for each in others]
    ante = _area(house, game.ante.name, game.ante.says, game.ante.clause, needs=_needs(house, game.ante.name))
    found = [*later, ante]
    found += [
        _area(house, each.name, each.says, each.clause, needs=_needs(house, each.name))
        for each in game.bonuses
        if each.name in house.offered
    ]
    progressive = game.progressive
    if progressive and progressive.name in house.offered:
        stake = write_money(progressive.stake)
        needs = _needs(house, progressive.name)
        found.append(_area(house, progressive.name, progressive.says, progressive.clause, exactly=stake, needs=needs))
    return found


def _at_most(game: Showdown, step: Any) -> dict[str, Any]:
    """The most that a decision can wager, as times the ante."""
    return {"most_times": max((limit.most for limit in step.limits), default=step.least), "of": game.ante.name}


def _needs(house: Any, wager: str) -> tuple[str, ...]:
    """The wagers that the text wants next to this one before the deal."""
    found = [each.needed_with(wager) for each in house.rules.preconditions]
    return tuple(dict.fromkeys(name for name in found if name))


def _wild(house: Any) -> list[Inscribed]:
    """Which cards are wild, which a player has to know before anything else."""
    wild = house.game.wild
    return [Inscribed(wild.says, house.cite(wild.clause), USUAL.at(house.jurisdiction))] if wild else []


def _qualifying_hand(house: Any, laid_by: str) -> list[Inscribed]:
    qualification = getattr(house.game, "qualification", None)
    if not qualification:
        return []
    says = f"Dealer qualifies with {qualification.says} or better"
    return [Inscribed(says, house.cite(qualification.clause), laid_by)]


def _raises(house: Any, laid_by: str) -> list[Inscribed]:
    """How much each later wager of a showdown game may be."""
    found = []
    for step in getattr(house.game, "decisions", ()):
        for limit in step.limits:
            hands = "" if limit.hands == "any hand" else f" with {limit.hands}"
            says = f"{spoken(step.name).capitalize()} {_times(step.least, limit.most)} the ante{hands}"
            found.append(Inscribed(says, house.cite(limit.clause), laid_by))
    return found


def _times(least: int, most: int) -> str:
    if least < most:
        return f"{least} to {most} times"
    return "equal to" if most == 1 else f"{most} times"


def _shoe_areas(house: Any) -> list[Spot]:
    game: ShoeGame = house.game
    found = [_area(house, game.bet.name, game.bet.says, game.bet.clause)]
    if game.attack:
        as_much_again = {"most_times": 1, "of": game.bet.name}
        found.insert(0, _area(house, game.attack.name, game.attack.says, game.attack.clause, "later", **as_much_again))
    for side in (game.match, game.bust_it):
        if side and side.name in house.before_deal:
            found.append(_area(house, side.name, side.says, side.clause, needs=(game.bet.name,)))
    insurance = game.insurance
    found.insert(0, _area(house, insurance.name, f"pays {insurance.odds}", insurance.clause, "later"))
    return found


def _shoe_rules(house: Any, laid_by: str) -> list[Inscribed]:
    """What a blackjack and the insurance pay, and how the dealer draws."""
    game = house.game
    if not isinstance(game, ShoeGame):
        return []
    draws = "Dealer draws to 16 and soft 17" if house.rules.hits_soft_17 else "Dealer draws to 16 and stands on all 17s"
    drawn_by = house.rules.clause_of(game.dealer.hits_soft_17, game.dealer.draws)
    return [
        Inscribed(f"Blackjack pays {game.blackjack.odds}", house.cite(game.blackjack.clause), laid_by),
        Inscribed(draws, house.cite(drawn_by), laid_by),
        Inscribed(f"Insurance pays {game.insurance.odds}", house.cite(game.insurance.clause), laid_by),
    ]


INSCRIBED = {"qualifying hand": _qualifying_hand, "raises": _raises, "rules": _shoe_rules}
ASKED = tuple(INSCRIBED)
"""The inscriptions that are sentences, in the order in which they are read. Name and odds are not among them."""


def _dice_areas(house: Any) -> list[Spot]:
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
            on_layout=region_of(house.rules, each),
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
