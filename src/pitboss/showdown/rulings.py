"""What can be decided on a wager: its outcome, the odds it is paid at, the clause. And the settlement they make up."""

from typing import Any, NamedTuple

import msgspec

from pitboss.memo import remembered
from pitboss.money import write_money
from pitboss.showdown.progressive import Meters


class Ruling(msgspec.Struct, frozen=True, eq=False):
    """The decision on a wager, whatever its stake; a house's rulings are made ready once.

    It pays `odds` to 1 on the stake of the wager `on`, which is the wager itself but for an ante bonus. `takes`: the
    stake is gone. `award`: what a progressive pays instead of odds.
    """

    wager: str
    outcome: str
    clause: str
    on: str
    odds: int = 0
    takes: bool = False
    award: int = 0


def ruling(wager: str, outcome: str, clause: str, odds: int = 0, on: str = "") -> Ruling:
    return Ruling(wager, outcome, clause, on or wager, odds, takes=outcome == "lose")


class WagerResult(NamedTuple):
    """What became of one wager: win, lose, push or void. `pays` is on top of the stake; amounts in cents."""

    wager: str
    stake: int
    outcome: str
    pays: int
    clause: str


class PositionResult(msgspec.Struct):
    """One position: its hand in words, what became of every wager, and what the position gained in all.

    `amounts` holds stake and payment of each ruling in turn, in cents.
    """

    position: int
    hand: str | None
    net: int
    rulings: list[Ruling]
    amounts: list[int]

    @property
    def wagers(self) -> list[WagerResult]:
        return [
            WagerResult(made.wager, stake, made.outcome, pays, made.clause)
            for made, stake, pays in zip(self.rulings, self.amounts[::2], self.amounts[1::2], strict=True)
        ]


class DealerResult(msgspec.Struct):
    """The dealer's hand in words; `qualifies` is None where no dealer must."""

    hand: str | None
    qualifies: bool | None


class Settlement(msgspec.Struct):
    """A round settled. `to_json` gives the line that `pitboss settle` writes, `as_json` the same as data."""

    game: str
    dealer: DealerResult
    positions: list[PositionResult]
    meters: Meters | None
    id: Any = None

    def to_json(self) -> str:
        positions = ",".join([_position(each) for each in self.positions])
        qualifies = {None: "null", True: "true", False: "false"}[self.dealer.qualifies]
        dealer = f'{{"hand":{_words(self.dealer.hand)},"qualifies":{qualifies}}}'
        meters = f',"meters":{_meters(self.meters)}' if self.meters is not None else ""
        own = f',"id":{msgspec.json.encode(self.id).decode()}' if self.id is not None else ""
        return f'{{"game":"{self.game}","dealer":{dealer},"positions":[{positions}]{meters}{own}}}'

    def as_json(self) -> Any:
        return msgspec.json.decode(self.to_json())


def _position(each: PositionResult) -> str:
    pieces = _pieces(tuple(each.rulings)).copy()
    pieces[1::2] = [str(each.position), _words(each.hand), write_money(each.net), *map(write_money, each.amounts)]
    return "".join(pieces)


def _make_pieces(rulings: tuple[Ruling, ...]) -> list[str]:
    """A position's JSON in pieces, every second one a gap for its number, words, net and amounts.

    Positions differ in little else: a house has few combinations of rulings. No word in them needs escaping.
    """
    rows = ",".join(
        f'{{"wager":"{made.wager}","stake":"|","outcome":"{made.outcome}","pays":"|","clause":"{made.clause}"}}'
        for made in rulings
    )
    pieces = f'{{"position":|,"hand":|,"net":"|","wagers":[{rows}]}}'.split("|")
    return [part for piece in pieces for part in (piece, "")][:-1]


_pieces = remembered(_make_pieces)


def _words(words: str | None) -> str:
    return "null" if words is None else f'"{words}"'


def _meters(meters: Meters) -> str:
    return f'{{"main":"{write_money(meters.main)}","secondary":"{write_money(meters.secondary)}"}}'
