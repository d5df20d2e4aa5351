"""Rounds at tables in memory, and what a player sees whenever a decision is asked."""

from collections.abc import Iterator
from random import Random
from typing import Any

from pitboss.cards.chance import Shuffles
from pitboss.session import Session
from pitboss.table.families import house_of
from pitboss.table.views import choices, view

WHO = "ann"
CARD_GAMES = {
    "three-card-poker": "ante",
    "four-card-poker": "ante",
    "high-card-flush": "ante",
    "what-the-flush": "ante",
    "texas-holdem-bonus": "ante",
    "spanish-21": "bet",
    "double-attack-blackjack": "bet",
}

AnyTable = Session[Any, Any]


def a_table(game: str, seed: int, **setup: Any) -> AnyTable:
    table: AnyTable = Session(house_of({"game": game} | setup), Shuffles(seed))
    for place, who in ((2, WHO), (4, "bo")):
        table.do({"do": "sit", "by": "player", "who": who, "position": place})
        table.do({"do": "buy_in", "by": "player", "who": who, "amount": "1000.00"})
    return table


def decisions(table: AnyTable, seed: int, wagers: dict[str, str]) -> Iterator[dict[str, Any]]:
    """One round, decided at random: the view of `ann` before each decision of hers."""
    random = Random(seed)
    while not table.state.betting:
        step(table, random)
    for place, who in ((2, WHO), (4, "bo")):
        given = wagers if who == WHO else {next(iter(wagers)): "10.00"}
        table.do({"do": "bet", "by": "player", "who": who, "position": place, "wagers": given})
    begun = False
    while not begun or table.state.playing:
        begun = begun or table.state.playing
        task = table.state.next
        if task.do == "decide":
            seen = view(table.house, table.state, "player", WHO)
            if any(each["do"] == "decide" for each in seen["choices"]):
                yield seen
        step(table, random)


def step(table: AnyTable, random: Random) -> None:
    """Whoever is next does what is next."""
    task = table.state.next
    names = (WHO, "bo") if task.by == "player" else ("",)
    found = [each for who in names for each in choices(table.house, table.state, task.by, who) if each["do"] == task.do]
    table.do(random.choice(found))
