"""What can be decided on a wager: its outcome, the odds it is paid at, the clause. And the settlement they make up."""

from collections.abc import Callable, Sequence
from operator import itemgetter
from typing import Any, NamedTuple

import msgspec

from pitboss.memo import remembered
from pitboss.money import write_gain, write_money
from pitboss.showdown.progressive import Meters


class Ruling(msgspec.Struct, frozen=True, eq=False):
    """The decision on a wager, whatever its stake; a house's rulings are made ready once.

    `why`: what decided the wager, a word of docs/table.md. It pays `odds` to 1 on the stake of the wager `on`, which is
    the wager itself but for an ante bonus. `takes`: the stake is gone. `award`: what a progressive pays instead of
    odds.
    """

    wager: str
    outcome: str
    clause: str
    on: str
    why: str
    odds: int = 0
    takes: bool = False
    award: int = 0

    def is_even_money(self) -> bool:
        return self.odds == 1 and self.on == self.wager

    def is_reckoned(self) -> bool:
        """Whether what it pays has to be worked out."""
        return self.outcome == "win" and not self.is_even_money()


def ruling(wager: str, outcome: str, clause: str, why: str, odds: int = 0, on: str = "") -> Ruling:
    return Ruling(wager, outcome, clause, on or wager, why, odds, takes=outcome == "lose")


class Slip(msgspec.Struct, frozen=True, eq=False):
    """What all positions with the same rulings have in common, whatever their stakes: made ready once for each.

    `even` and `lost` are the wagers paid even money and those whose stake is gone; `sums` are the rulings that pay
    anything else, each with the name of its text. `rows` is the JSON of a position, every second piece a gap: the
    first for what stands before the wagers, and `texts` picks what goes into the others.
    """

    rulings: tuple[Ruling, ...]
    even: tuple[str, ...]
    lost: tuple[str, ...]
    sums: tuple[tuple[Ruling, str], ...]
    rows: list[str]
    texts: Callable[[dict[str, str]], tuple[str, ...]]


def _make_slip(rulings: tuple[Ruling, ...]) -> Slip:
    rows = [_row(made) for made in rulings]
    pieces = f'"wagers":[{",".join(row for row, _ in rows)}]}}'.split("|")
    return Slip(
        rulings,
        even=tuple(made.wager for made in rulings if made.is_even_money()),
        lost=tuple(made.wager for made in rulings if made.takes),
        sums=tuple((made, pays_of(made.wager)) for made in rulings if made.is_reckoned()),
        rows=[part for piece in pieces for part in ("", piece)],
        texts=_picks([gap for _, gaps in rows for gap in gaps]),
    )


def _picks(names: list[str]) -> Callable[[dict[str, Any]], tuple[Any, ...]]:
    """What stands under these names, as a tuple; `itemgetter` makes one of two names or more only."""
    if len(names) > 1:
        return itemgetter(*names)
    if not names:
        return lambda held: ()
    (only,) = names
    return lambda held: (held[only],)


def _row(made: Ruling) -> tuple[str, list[str]]:
    """A wager's JSON with a bar for each gap, and whose text goes there. No word in it needs escaping.

    A wager paid even money has its stake's text twice, so that it is never reckoned.
    """
    stake, pays, gaps = "0.00", "0.00", []
    if made.on == made.wager:
        stake, gaps = "|", [made.wager]
    if made.outcome == "win":
        pays, gaps = "|", [*gaps, made.wager if made.is_even_money() else pays_of(made.wager)]
    wager = f'"wager":"{made.wager}","stake":"{stake}","outcome":"{made.outcome}"'
    return f'{{{wager},"pays":"{pays}","clause":"{made.clause}","why":"{made.why}"}}', gaps


def pays_of(wager: str) -> str:
    """Under this name stands the text of what a wager is paid, beside those of the stakes."""
    return f"{wager} pays"


slip_of = remembered(_make_slip)
"""A house has few combinations of rulings."""


class WagerResult(NamedTuple):
    """What became of one wager: win, lose, push or void, and why. `pays` is on top of the stake; amounts in cents."""

    wager: str
    stake: int
    outcome: str
    pays: int
    clause: str
    why: str


class PositionResult(msgspec.Struct, gc=False):
    """One position: its hand in words, what became of every wager, and what the position gained in all.

    Stakes are in cents, and as text in `written`. `paid` holds in cents the payments that no odds give.
    """

    position: int
    hand: str | None
    stakes: dict[str, int]
    written: dict[str, str]
    paid: dict[str, int]
    slip: Slip

    @property
    def net(self) -> int:
        stakes, slip, gained = self.stakes, self.slip, 0
        for wager in slip.even:
            gained += stakes[wager]
        for wager in slip.lost:
            gained -= stakes[wager]
        for made, _ in slip.sums:
            gained += self.pays(made)
        return gained

    @property
    def wagers(self) -> list[WagerResult]:
        return [self.row(made) for made in self.slip.rulings]

    def __repr__(self) -> str:
        """One line: a slip would print every ruling that it was made from."""
        rows = ", ".join(f"{row.wager} {row.outcome}" for row in self.wagers)
        return f"position {self.position}: {write_gain(self.net)}, {self.hand or 'no hand'} ({rows})"

    def row(self, made: Ruling) -> WagerResult:
        stake = self.stakes.get(made.wager, 0)
        return WagerResult(made.wager, stake, made.outcome, self.pays(made), made.clause, made.why)

    def pays(self, made: Ruling) -> int:
        return made.odds * self.stakes[made.on] if made.odds else self.paid.get(made.wager, 0)


class DealerResult(msgspec.Struct):
    """The dealer's hand in words; `qualifies` is None where no dealer must."""

    hand: str | None
    qualifies: bool | None


class Settlement(msgspec.Struct):
    """A round settled. `to_json` gives the line that `pitboss settle` writes, `as_json` the same as data."""

    game: str
    dealer: DealerResult
    positions: Sequence[PositionResult]
    meters: Meters | None
    id: Any = None

    def __repr__(self) -> str:
        """A line for the dealer and a line for each position."""
        lines = [f"{self.game}: dealer {self.dealer.hand or 'has no hand'}", *map(repr, self.positions)]
        return "\n".join(lines)

    def to_json(self) -> str:
        positions = ",".join([_position(each) for each in self.positions])
        hand = "null" if self.dealer.hand is None else f'"{self.dealer.hand}"'
        dealer = f'{{"hand":{hand},"qualifies":{_TRUTH[self.dealer.qualifies]}}}'
        meters = f',"meters":{_meters(self.meters)}' if self.meters is not None else ""
        own = f',"id":{msgspec.json.encode(self.id).decode()}' if self.id is not None else ""
        return f'{{"game":"{self.game}","dealer":{dealer},"positions":[{positions}]{meters}{own}}}'

    def as_json(self) -> Any:
        return msgspec.json.decode(self.to_json())


def _position(each: PositionResult) -> str:
    slip, text = each.slip, each.written
    for made, name in slip.sums:
        text[name] = write_money(each.pays(made))
    rows = slip.rows.copy()
    rows[2::2] = slip.texts(text)
    hand = "null" if each.hand is None else f'"{each.hand}"'
    rows[0] = f'{{"position":{each.position},"hand":{hand},"net":"{write_money(each.net)}",'
    return "".join(rows)


_TRUTH = {None: "null", True: "true", False: "false"}


def _meters(meters: Meters) -> str:
    return f'{{"main":"{write_money(meters.main)}","secondary":"{write_money(meters.secondary)}"}}'
