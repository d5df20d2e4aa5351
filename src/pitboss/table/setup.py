"""What a house decides about any table before it opens, and that decision made ready: the `House`."""

from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

import pitboss
from pitboss.money import read_money, read_wager
from pitboss.refusal import Refusal, shown, spoken
from pitboss.regulations.citation import Citation
from pitboss.regulations.edition import EDITION, FIRST, FormerDefault, options_in
from pitboss.table.events import TableOpened

if TYPE_CHECKING:
    from pitboss.table.family import Family
    from pitboss.table.state import State

CHIPS = ("0.50", "1.00", "2.50", "5.00", "25.00", "100.00", "500.00", "1000.00", "5000.00", "25000.00")

HOUSE_NAME = "Pitboss"
LONGEST_NAME = 40


def is_house_name(name: str) -> bool:
    """Whether a felt can show it."""
    return bool(name.strip()) and len(name) <= LONGEST_NAME and name.isprintable()


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A table as its house sets it up. Only the game must be named. A family adds its own choices.

    `automatic` names the steps that happen by themselves: "all", "none", or a list. `limits` holds the posted minimum
    and maximum of each wager. `given_orders` lets a script say how a shuffle comes out, which no live table allows.
    `house_name` is the licensee's name on the felt.
    """

    game: str
    jurisdiction: str = "nj"
    options: dict[str, Any] = {}
    limits: dict[str, list[str]] = {}
    chips: tuple[str, ...] = CHIPS
    automatic: str | list[str] = "all"
    given_orders: bool = False
    inventory: str = "1000000.00"
    house_name: str | msgspec.UnsetType = msgspec.UNSET


class House:
    """A setup checked and made ready. Every choice that its text does not allow is refused with the clause.

    A family's house says by which clauses chips are used, players are seated and limits posted.
    """

    steps: ClassVar[tuple[str, ...]]
    """Everything that can be done at its place in the order of play, by a person or by itself."""

    family: "Family"
    game: Any
    rules: Any
    limits: dict[str, tuple[int, int]]
    pack: tuple[str, ...] = ()
    """The cards that a shuffle puts in order; none where no cards are played with."""

    sharing_clause: str | None = None
    """The clause that allows a limit on tables with shared boxes; None if boxes are not shared here."""
    borrows_from: tuple[str, ...] = ()
    """The texts that this table's own takes some parts from."""

    chips_clause: Citation
    seated_clause: Citation

    def __init__(self, setup: Setup, edition: int = EDITION, former: tuple[FormerDefault, ...] = ()) -> None:
        self.setup = setup
        self.edition = edition
        self.options = options_in(edition, setup.options, former)
        self.jurisdiction = setup.jurisdiction
        self.smallest_chip = self._smallest_chip(setup.chips)
        self.automatic = self._automatic(setup.automatic)
        self.inventory = read_money(setup.inventory, "inventory")
        self.house_name = self._house_name(setup.house_name)
        self.amounts_met: dict[str, int] = {}
        self.written_options = msgspec.Raw(msgspec.json.encode(self.options))

    @property
    def version(self) -> str:
        return pitboss.__version__

    def opened(self) -> TableOpened:
        """The first event of this table."""
        return TableOpened(
            msgspec.to_builtins(self.setup),
            self.version,
            self.inventory,
            edition=msgspec.UNSET if self.edition == FIRST else self.edition,
        )

    def cite(self, citation: Any) -> str:
        """The clause of a citation in this table's jurisdiction."""
        found: str = citation.at(self.jurisdiction, self.borrows_from)
        return found

    def most_positions(self, state: "State") -> int:
        """How many positions there are to sit or bet at, as the table deals now."""
        raise NotImplementedError

    def side_wagers(self) -> dict[str, int]:
        """The optional wagers that a player can place with the main one, each with a usual amount in cents."""
        return {}

    def limit_clause(self, wager: str) -> str | None:
        """The clause by which a wager's minimum and maximum are posted."""
        raise NotImplementedError

    def read_limit(self, wager: str, pair: list[str]) -> tuple[int, int]:
        """The posted minimum and maximum of a wager."""
        if len(pair) != 2:
            raise Refusal("bad_limits", f"Give the {spoken(wager)} a minimum and a maximum, such as 5.00 and 500.00.")
        least, most = (read_wager(amount, f"{wager} limit") for amount in pair)
        if least > most:
            raise Refusal("bad_limits", f"Post a minimum of the {spoken(wager)} that is not over its maximum.")
        return least, most

    def _house_name(self, wanted: str | msgspec.UnsetType) -> str:
        """The licensee's name or trade name, which the felt must show."""
        if wanted is msgspec.UNSET:
            return HOUSE_NAME
        if not is_house_name(wanted):
            message = f"Give 'house_name' 1 to {LONGEST_NAME} characters; got {shown(wanted)}."
            raise Refusal("bad_house_name", message)
        return wanted.strip()

    def _smallest_chip(self, chips: tuple[str, ...]) -> int:
        values = sorted(read_wager(chip, "chip") for chip in chips)
        if not values or any(value % values[0] for value in values):
            raise Refusal("bad_chips", "Choose chips and plaques of which the smallest divides all the others.")
        return values[0]

    def _automatic(self, wanted: str | list[str]) -> frozenset[str]:
        if wanted == "all":
            return frozenset(self.steps)
        steps = [] if wanted == "none" else [wanted] if isinstance(wanted, str) else wanted
        for step in steps:
            if step not in self.steps:
                known = ", ".join(self.steps)
                raise Refusal("unknown_step", f"{shown(step)} is no step that could be automatic: {known}.")
        return frozenset(steps)
