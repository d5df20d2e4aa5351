"""MAT-01: every wager of every game under every printed table returns at least 75 %, or is listed here as an exception.

Exactly, from the analyser. A progressive is taken at its lowest: with nothing on its meter, as after a full award that
found the secondary meter empty. The top award of every table is met at least once in 10^8 rounds.
"""

from collections.abc import Iterator
from fractions import Fraction

import pytest

from pitboss import games
from pitboss.lab.analysis import Analysis
from pitboss.lab.dice import DiceAnalysis
from pitboss.lab.offers import offers
from pitboss.lab.paytables import audit
from pitboss.lab.shoe import ShoeAnalysis
from pitboss.lab.shoe_offers import shoe_offers
from pitboss.lab.worth import SideWager
from pitboss.showdown.declaration import Showdown

LEAST = Fraction(3, 4)
RAREST = Fraction(1, 10**8)

EXCEPTIONS = {
    *(("high-card-flush", jurisdiction, "progressive", label) for jurisdiction in ("nj", "ma") for label in "ABCD"),
}
"""The progressives: what these texts pay besides the meter is less than 75 %, whatever the house posts. Their odds are
shown with the pay table (`pitboss paytables`), and the meter is shown at the table."""

SHOWDOWNS = [name for name in games.names() if isinstance(games.game(name), Showdown)]


def showdown_returns(name: str) -> Iterator[tuple[tuple[str, str, str, str], Fraction, Fraction | None]]:
    """By game, jurisdiction, wager and table: what it returns, and how often its top award is met."""
    game = games.showdown(name)
    for jurisdiction in game.jurisdictions:
        options = {}
        if game.progressive:
            options = {game.progressive.name: next(iter(game.progressive.tables[jurisdiction].labels()))}
        found = Analysis(game.rules(jurisdiction, options), meter=0)
        for each in audit(found):
            top = each.worth.hands[0].probability if isinstance(each.worth, SideWager) else None
            yield (name, jurisdiction, each.wager, each.label), 1 + each.worth.gains.mean, top
        for wager, gains in found.gains.items():
            yield (name, jurisdiction, wager, "in force"), 1 + gains.mean, None


@pytest.mark.parametrize("name", SHOWDOWNS)
def test_mat_01_every_printed_table_returns_enough(name: str) -> None:
    low, seen = set(), 0
    for place, returned, top in showdown_returns(name):
        seen += 1
        if returned < LEAST and place[3] != "in force":
            low.add(place)
        elif returned < LEAST:
            assert place[2] == "progressive", place
        assert top is None or top >= RAREST, place
    assert low == {place for place in EXCEPTIONS if place[0] == name}
    assert seen >= 2


def test_mat_01_every_wager_of_craps_returns_enough() -> None:
    """Under every choice of the house that changes a wager."""
    from pitboss.dice.rules import Rules

    rules = games.game("craps").rules()
    assert isinstance(rules, Rules)
    listed = offers(DiceAnalysis(rules))
    assert len({each.wager for each in listed}) >= 45
    for each in listed:
        assert 1 + each.gain >= LEAST, each
        assert each.hits is None or each.hits >= RAREST


@pytest.mark.parametrize("name", ["spanish-21", "double-attack-blackjack"])
def test_mat_01_every_wager_of_a_shoe_returns_enough(name: str) -> None:
    """Side wagers with every number of decks; the main game as the house comes, by the chart that players carry."""
    from pitboss.shoe.rules import Rules

    rules = games.game(name).rules()
    assert isinstance(rules, Rules)
    found = ShoeAnalysis(rules)
    sides = [side.name for side in found.sides]
    for each in shoe_offers(found, sides):
        assert 1 + each.gain >= LEAST, each
        assert each.hits is None or each.hits >= RAREST
    assert 1 + found.main.gain >= LEAST
