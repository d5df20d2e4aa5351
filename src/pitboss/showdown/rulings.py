"""What can be decided on a wager: its outcome, the odds it is paid at, the clause. A house's rulings are made ready once."""

from typing import Any

import msgspec

from pitboss.money import write_money
from pitboss.showdown.progressive import Meters


class Ruling(msgspec.Struct, frozen=True, gc=False):
    """The decision on a wager, whatever its stake. `odds` are to 1; 0 where nothing is paid by odds.

    The three pieces are its line of JSON around the two amounts; no word in them needs escaping.
    """

    wager: str
    outcome: str
    clause: str
    odds: int
    before_stake: str
    before_pays: str
    after_pays: str


def ruling(wager: str, outcome: str, clause: str, odds: int = 0) -> Ruling:
    return Ruling(
        wager,
        outcome,
        clause,
        odds,
        f'{{"wager":"{wager}","stake":"',
        f'","outcome":"{outcome}","pays":"',
        f'","clause":"{clause}"}}',
    )


class WagerResult(msgspec.Struct, gc=False):
    """What became of one wager. `pays` is on top of the stake; amounts in cents."""

    ruling: Ruling
    stake: int
    pays: int

    @property
    def wager(self) -> str:
        return self.ruling.wager

    @property
    def outcome(self) -> str:
        """win, lose, push or void."""
        return self.ruling.outcome

    @property
    def clause(self) -> str:
        return self.ruling.clause


class PositionResult(msgspec.Struct):
    """One position: its hand in words, every wager's result, and what the position gained in all."""

    position: int
    hand: str | None
    net: int
    wagers: list[WagerResult]


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
        """Written out piece by piece, which is several times faster than through a tree of dictionaries."""
        money = write_money
        positions = ",".join(
            [
                f'{{"position":{each.position},"hand":{_words(each.hand)},"net":"{money(each.net)}","wagers":['
                + ",".join(
                    [
                        f"{(made := row.ruling).before_stake}{money(row.stake)}"
                        f"{made.before_pays}{money(row.pays)}{made.after_pays}"
                        for row in each.wagers
                    ]
                )
                + "]}"
                for each in self.positions
            ]
        )
        qualifies = {None: "null", True: "true", False: "false"}[self.dealer.qualifies]
        dealer = f'{{"hand":{_words(self.dealer.hand)},"qualifies":{qualifies}}}'
        meters = f',"meters":{_meters(self.meters)}' if self.meters is not None else ""
        own = f',"id":{msgspec.json.encode(self.id).decode()}' if self.id is not None else ""
        return f'{{"game":"{self.game}","dealer":{dealer},"positions":[{positions}]{meters}{own}}}'

    def as_json(self) -> Any:
        return msgspec.json.decode(self.to_json())


def _words(words: str | None) -> str:
    return "null" if words is None else f'"{words}"'


def _meters(meters: Meters) -> str:
    return f'{{"main":"{write_money(meters.main)}","secondary":"{write_money(meters.secondary)}"}}'
