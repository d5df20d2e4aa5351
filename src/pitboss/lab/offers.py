"""What a house may offer where no tables are lettered: every wager under each choice that changes its worth.

In the shoe games the choices are decks, soft 17 and redoubling, and the odds that come with them; in craps the odds on
12, the commission, and how many odds are taken behind a line wager.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, Any, NamedTuple

from pitboss.dice.declaration import WIN
from pitboss.dice.options import WholeNumber
from pitboss.lab.dice import DiceAnalysis, Worth
from pitboss.lab.figures import FAVOURS, exact, number, percent, root
from pitboss.refusal import Refusal, shown, spoken
from pitboss.regulations.options import NONE, Choice, written
from pitboss.regulations.pages import Table

if TYPE_CHECKING:  # it brings the kernels, which dice do without
    from pitboss.lab.shoe import ShoeAnalysis

Choices = dict[str, Any]


class Offer(NamedTuple):
    """A wager under the choices that matter to it, per unit wagered; `pays` in words, the highest first."""

    wager: str
    choices: Choices
    gain: Fraction
    variance: Fraction
    hits: Fraction | None
    pays: tuple[str, ...]
    in_force: bool

    @property
    def label(self) -> str:
        """As options are written."""
        return ", ".join(f"{name}={written(value)}" for name, value in self.choices.items()) or "the only one"

    @property
    def brief(self) -> str:
        """For a plot: what is on, and numbers with what they count."""
        parts = [
            spoken(name) if value is True else f"{value} decks" if name == "decks" else f"{name}={written(value)}"
            for name, value in self.choices.items()
            if value is not False
        ]
        return ", ".join(parts) or "the only one"


def offers(found: "ShoeAnalysis | DiceAnalysis", wager: str | None = None) -> list[Offer]:
    """Wager by wager, the best for the player first."""
    known = offered_wagers(found)
    if wager is not None and wager not in known:
        raise Refusal("unknown_wager", f"Ask for a wager of this house ({', '.join(known)}); got {shown(wager)}.")
    wanted = known if wager is None else [wager]
    return sorted(_made(found, wanted), key=lambda each: (known.index(each.wager), -each.gain))


def _made(found: "ShoeAnalysis | DiceAnalysis", wanted: Sequence[str]) -> Iterator[Offer]:
    if isinstance(found, DiceAnalysis):
        return dice_offers(found, wanted)
    from pitboss.lab.shoe_offers import shoe_offers

    return shoe_offers(found, wanted)


def offered_wagers(found: "ShoeAnalysis | DiceAnalysis") -> list[str]:
    """Without counting anything."""
    if isinstance(found, DiceAnalysis):
        return list(found.wagers)
    return [found.rules.game.bet.name, *(side.name for side in found.sides)]


def values_of(options: Sequence[Any]) -> list[tuple[str, tuple[Any, ...]]]:
    """Options of a few values that change how a game is paid; whether a wager is offered does not."""
    return [
        (option.name, option.values)
        for option in options
        if isinstance(option, Choice | WholeNumber) and None not in option.values
    ]


# Dice


def dice_offers(found: DiceAnalysis, wanted: Sequence[str]) -> Iterator[Offer]:
    rules = found.rules
    values = values_of(rules.game.choices)
    names = [name for name, _ in values]
    houses = {
        chosen: DiceAnalysis(
            rules.game.rules(rules.jurisdiction, {**rules.options, **dict(zip(names, chosen, strict=True))})
        ).wagers
        for chosen in product(*(each for _, each in values))
    }
    now = tuple(rules.options[name] for name in names)
    for wager in wanted:
        if _has_odds_everywhere(found, wager):
            yield from _offers_with_odds(found, wager)
            continue
        matter = [place for place in range(len(names)) if _matters(houses, wager, place)]
        lone = {} if matter else _without_odds(found, wager)
        for chosen, worths in houses.items():
            if all(chosen[place] == now[place] for place in range(len(names)) if place not in matter):
                choices = lone | {names[place]: chosen[place] for place in matter}
                taken = chosen == now and all(rules.options[limit] is None for limit in lone)
                yield _dice_offer(wager, choices, worths[wager], taken)
        yield from _offers_with_odds(found, wager)


def _has_odds_everywhere(found: DiceAnalysis, wager: str) -> bool:
    """A line wager that no house can refuse odds behind is listed with the odds of every house."""
    return any(behind.cap is not None and behind.cap.line == wager for behind in found.rules.game.behind)


def _without_odds(found: DiceAnalysis, wager: str) -> Choices:
    """A line wager by itself is what is left where no odds are taken."""
    return {behind.limit: None for behind in found.rules.game.behind if wager in behind.lines}


def _offers_with_odds(found: DiceAnalysis, wager: str) -> Iterator[Offer]:
    """A line wager with all the odds allowed, per unit of the whole."""
    for each in found.with_odds:
        if each.line == wager:
            (limit,) = _without_odds(found, wager)
            variance = Fraction(each.gains.variance, each.average_wager**2)
            in_force = each.multiples == written(found.rules.options[limit])
            pays = ("the line 1 to 1, odds as the dice have it",)
            chosen = None if each.multiples == NONE else each.multiples
            yield Offer(wager, {limit: chosen}, -each.edge, variance, None, pays, in_force)


def _matters(houses: dict[tuple[Any, ...], dict[str, Worth]], wager: str, place: int) -> bool:
    """Whether an option changes what a wager gains anywhere."""
    seen: dict[tuple[Any, ...], Fraction] = {}
    for chosen, worths in houses.items():
        others = (*chosen[:place], *chosen[place + 1 :])
        edge = worths[wager].edge
        if seen.setdefault(others, edge) != edge:
            return True
    return False


def _dice_offer(wager: str, choices: Choices, worth: Worth, in_force: bool) -> Offer:
    pays = sorted({ruling.pays for ruling in worth.chances if ruling.result is WIN}, reverse=True)
    words = tuple(odds_words(each) for each in pays)
    if worth.commission:
        words += (f"less {percent(worth.commission, 2)} of the bet, won or lost",)
    return Offer(wager, choices, worth.gains.mean, worth.gains.variance, worth.wins, words, in_force)


def odds_words(pays: Fraction) -> str:
    return f"{pays.numerator} to {pays.denominator}"


# What is printed


def offers_tables(listed: Sequence[Offer]) -> list[Table]:
    """Wagers that depend on a choice, those alike together; then those that have one way to be paid."""
    by_wager: dict[str, list[Offer]] = {}
    for each in listed:
        by_wager.setdefault(each.wager, []).append(each)
    alike: dict[tuple[Any, ...], list[str]] = {}
    for wager, made in by_wager.items():
        alike.setdefault(tuple(tuple(_row(each, _starred(each))) for each in made), []).append(wager)
    several = {key: wagers for key, wagers in alike.items() if len(key) > 1}
    alone = {key: wagers for key, wagers in alike.items() if len(key) == 1}
    tables = [
        Table(f"{_named(wagers).capitalize()} (* in force)", HEADS, [list(row) for row in rows])
        for rows, wagers in several.items()
    ]
    if alone:
        edge = {wager: -made[0].gain for wager, made in by_wager.items()}
        rows = [
            [_named(wagers), *key[0][1:]] for key, wagers in sorted(alone.items(), key=lambda each: edge[each[1][0]])
        ]
        tables.append(Table("Wagers that no choice of the house changes", ["wager", *HEADS[1:]], rows))
    return tables


def _named(wagers: Sequence[str]) -> str:
    return ", ".join(map(spoken, wagers))


HEADS = ["choice", "house edge", "hits", "std. deviation", "pays", ""]


def _starred(each: Offer) -> str:
    return each.label + (" *" if each.in_force else "")


def _row(each: Offer, name: str) -> list[str]:
    return [
        name,
        percent(-each.gain),
        "-" if each.hits is None else percent(each.hits, 3),
        f"{root(each.variance):.4f}",
        ", ".join(each.pays),
        f"<<< {FAVOURS}" if each.gain > 0 else "",
    ]


def offer_record(each: Offer) -> dict[str, Any]:
    """An offer as a record of a data frame."""
    return {
        "wager": each.wager,
        "table": each.label,
        "in_force": each.in_force,
        "pays": ", ".join(each.pays),
        "house_edge": number(-each.gain),
        "ev": each.gain,
        "standard_deviation": root(each.variance),
        "hit_frequency": None if each.hits is None else number(each.hits),
        "favours_player": each.gain > 0,
    }


def offers_json(listed: Sequence[Offer]) -> list[dict[str, Any]]:
    return [
        {
            "wager": each.wager,
            "table": each.label,
            "options": each.choices,
            "in_force": each.in_force,
            "pays": list(each.pays),
            "house_edge": number(-each.gain),
            "ev": exact(each.gain),
            "hit_frequency": None if each.hits is None else number(each.hits),
            "standard_deviation": root(each.variance),
            "favours_player": each.gain > 0,
        }
        for each in listed
    ]
