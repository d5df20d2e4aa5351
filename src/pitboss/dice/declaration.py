"""The words in which a dice game is declared. A game module holds one `DiceGame` and nothing else.

A wager is data: which throws win, lose or push it, at which odds, by which clause. Settlement, the printed rules and
the lab read the same tables.
"""

from collections.abc import Iterator, Mapping
from enum import Enum
from typing import TYPE_CHECKING, Any

import msgspec

from pitboss.dice.procedure import Procedure
from pitboss.dice.throws import Throws
from pitboss.regulations.citation import Basis, Citation
from pitboss.regulations.edition import FormerDefault
from pitboss.regulations.houses import check_jurisdiction
from pitboss.regulations.options import Option

if TYPE_CHECKING:
    from pitboss.dice.rules import Rules

Options = Mapping[str, Any]
"""The house's choices, resolved: every option has a value."""


class Result(Enum):
    """What a throw does to a wager: the word settlement prints."""

    WIN = "win"
    LOSE = "lose"
    PUSH = "push"


WIN, LOSE, PUSH = Result.WIN, Result.LOSE, Result.PUSH


class Pays(msgspec.Struct, frozen=True):
    """Odds: `Pays(9, 5)` is 9 to 5."""

    pays: int
    to: int = 1

    def words(self) -> str:
        return f"{self.pays} to {self.to}"


EVEN = Pays(1)
NOTHING = Pays(0)


class Row(msgspec.Struct, frozen=True):
    """Some throws and what they do. `only`: an option and its value, where the row holds under that value alone."""

    says: str
    throws: Throws
    result: Result
    clause: Citation
    odds: Pays = NOTHING
    only: tuple[str, Any] | None = None

    def holds(self, options: Options) -> bool:
        return self.only is None or options[self.only[0]] == self.only[1]


class Decides(Enum):
    """What a wager with a point waits for: the value is what wins it."""

    POINT = "the point before a seven"
    SEVEN = "a seven before the point"


class Opens(Enum):
    """When a wager may be placed."""

    COME_OUT = "before a come-out roll"
    POINT_ON = "once a point is on"
    ALWAYS = "before any roll"


class May(Enum):
    """What a player may do with a wager that lies on the layout."""

    STAY = "stays as it is until it is decided"
    REDUCE = "may be taken down or reduced, never raised"
    CHANGE = "may be raised, reduced or taken down"


class Changes(msgspec.Struct, frozen=True):
    """How a wager may be changed, and by which clause; the same for calling it on or off."""

    may: May
    clause: Citation


class Line(msgspec.Struct, frozen=True):
    """A wager with two stages: the first roll after it decides it or becomes its point, which then decides it."""

    name: str
    says: str
    clause: Citation
    opens: Opens
    opens_clause: Citation
    first: tuple[Row, ...]
    wins_with: Decides
    point_clause: Citation
    changes: Changes


class PointPays(msgspec.Struct, frozen=True):
    """What a wager on some points is paid."""

    points: tuple[int, ...]
    odds: Pays
    clause: Citation


class Cap(msgspec.Struct, frozen=True):
    """Odds behind one line wager that a player has a right to: as much as wins what that wager does.

    The house may allow no more (`option`), but not less.
    """

    line: str
    option: str
    clause: Citation


class Behind(msgspec.Struct, frozen=True):
    """Odds: a wager behind a line wager that has its point, decided with it.

    The option `limit` gives multiples of the line wager: the most that may be taken, or that a laid wager may win
    (`limits_win`). `off_on_come_out`: the clause by which it does not work on a come-out roll unless called on.
    In `says`, `{lines}` stands for the line wagers that a house takes it behind.
    """

    name: str
    says: str
    clause: Citation
    lines: tuple[str, ...]
    wins_with: Decides
    pays: tuple[PointPays, ...]
    limit: str
    limit_clause: Citation
    limits_win: bool
    works: Citation
    off_on_come_out: bool
    changes: Changes
    cap: Cap | None = None


class Commission(msgspec.Struct, frozen=True):
    """So many percent for the house. Options say whether it is taken with the bet or from the win, and of which."""

    percent: int
    taken: str
    of: str
    clause: Citation


class Rest(msgspec.Struct, frozen=True):
    """The option under whose value a wager does not work on a come-out roll unless called on."""

    option: str
    value: str
    clause: Citation


class Number(msgspec.Struct, frozen=True):
    """A wager that stays until one of its throws decides it."""

    name: str
    says: str
    clause: Citation
    rows: tuple[Row, ...]
    changes: Changes
    commission: Commission | None = None
    rest: Rest | None = None


class OneRoll(msgspec.Struct, frozen=True):
    """A wager on the next roll alone: what no row wins or pushes is lost."""

    name: str
    says: str
    clause: Citation
    rows: tuple[Row, ...]
    loses: Citation


class Combined(msgspec.Struct, frozen=True):
    """Equal parts on several one-roll wagers, placed and settled as one."""

    name: str
    says: str
    clause: Citation
    parts: tuple[str, ...]


class Hop(msgspec.Struct, frozen=True):
    """A wager that the next roll shows the two dice named with it."""

    name: str
    says: str
    clause: Citation
    easy: PointPays
    hard: PointPays
    loses: Citation


Wager = Line | Behind | Number | OneRoll | Combined | Hop


class Shooting(msgspec.Struct, frozen=True):
    """How a shooter's rolls run: a come-out roll, a point, the point again or a seven. `run`: what a round is.

    `craps`: the totals that lose a pass wager on its first roll.
    """

    points: tuple[int, ...]
    seven: int
    craps: tuple[int, ...]
    dice: Citation
    come_out: Citation
    run: Citation


class DiceGame(msgspec.Struct, frozen=True):
    """A game of two dice, one shooter, and wagers on the layout of all players."""

    name: str
    title: str
    jurisdictions: Mapping[str, str]
    shooting: Shooting
    lines: tuple[Line, ...]
    behind: tuple[Behind, ...]
    numbers: tuple[Number, ...]
    one_roll: tuple[OneRoll, ...]
    combined: tuple[Combined, ...]
    hops: tuple[Hop, ...]
    wagering: Citation
    calling: Citation
    taking_down: Citation
    voiding: Citation
    rounding: Citation
    choices: tuple[Option, ...] = ()
    former_defaults: tuple[FormerDefault, ...] = ()
    basis: tuple[Basis, ...] = ()
    procedure: Procedure | None = None

    @property
    def positions_clause(self) -> Citation:
        """By which players stand at the rail; a game that is only settled has no rail."""
        assert self.procedure
        return self.procedure.rail

    def options(self, jurisdiction: str) -> dict[str, Option]:
        return {option.name: option for option in self.choices}

    def all_wagers(self) -> Iterator[Wager]:
        for kind in (self.lines, self.behind, self.numbers, self.one_roll, self.combined, self.hops):
            yield from kind

    def wagers(self) -> tuple[str, ...]:
        return tuple(wager.name for wager in self.all_wagers())

    def rules(self, jurisdiction: str = "nj", options: Mapping[str, Any] | None = None) -> "Rules":
        """The game as one house plays it."""
        from pitboss.dice.rules import Rules

        check_jurisdiction(self, jurisdiction)
        return Rules(self, jurisdiction, {} if options is None else options)
