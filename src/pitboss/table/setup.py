"""What a house decides about a table before it opens, and that decision made ready: the `House`."""

from typing import Any

import msgspec

import pitboss
from pitboss import games
from pitboss.money import read_money, read_wager
from pitboss.refusal import Refusal, shown, spoken
from pitboss.showdown.procedure import Alternative, Method, Procedure
from pitboss.showdown.progressive import Meters
from pitboss.showdown.rules import Rules

SHUFFLERS = {
    "none": "the dealer shuffles by hand",
    "device": "an automated shuffling device",
    "counting_device": "a shuffling device that counts the deck after every shuffle",
}

CHIPS = ("0.50", "1.00", "2.50", "5.00", "25.00", "100.00", "500.00", "1000.00", "5000.00", "25000.00")

STEPS = (
    *("receive", "inspect", "verify", "spread", "view", "wash", "stack", "shuffle", "cut", "load"),
    *("spread_idle", "turn_up"),
    *("lock_progressive", "collect_progressive", "verify_progressive", "place_progressive"),
    *("deal", "cover", "rack_stub", "turn_card", "collect_forfeits", "collect_discards", "uncover", "reveal_dealer"),
    *("reveal", "take", "pay", "pay_progressive", "collect", "collect_dealer"),
)
"""Everything that can be done at its place in the order of play."""


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A table as its house sets it up. Only the game must be named.

    `automatic` names the steps that happen by themselves: "all", "none", or a list. `limits` holds the posted minimum
    and maximum of each wager. `given_orders` lets a script say how a shuffle comes out, which no live table allows.
    """

    game: str
    jurisdiction: str = "nj"
    options: dict[str, Any] = {}
    dealing: str = ""
    shuffler: str = "none"
    decks: int = 1
    preshuffled: bool = False
    settling: str = ""
    positions_per_player: int = 1
    limits: dict[str, list[str]] = {}
    chips: tuple[str, ...] = CHIPS
    match_play: bool = False
    idle_face_up: bool = True
    automatic: str | list[str] = "all"
    given_orders: bool = False
    inventory: str = "1000000.00"
    meters: dict[str, str] | None = None


class House:
    """A setup checked and made ready. Every choice that its text does not allow is refused with the clause."""

    def __init__(self, setup: Setup) -> None:
        if games.game(setup.game).procedure is None:
            title = games.game(setup.game).title
            raise Refusal("no_procedure", f"{title} declares no procedure, so no table can deal it.")
        game = games.showdown(setup.game)
        self.setup = setup
        self.rules: Rules = game.rules(setup.jurisdiction, setup.options)
        self.game = game
        assert game.procedure
        self.procedure: Procedure = game.procedure
        self.jurisdiction = setup.jurisdiction
        self.dealing = setup.dealing or next(
            name for name, each in self.procedure.methods.items() if each.allowed_in(self.jurisdiction)
        )
        self.check_method(self.dealing, setup.shuffler, setup.decks)
        self.alternative: Alternative = self._alternative(setup.settling)
        self.positions_per_player = self._positions_per_player(setup.positions_per_player)
        self.smallest_chip = self._smallest_chip(setup.chips)
        self.limits = {wager: self._limit(wager, pair) for wager, pair in setup.limits.items()}
        self.automatic = self._automatic(setup.automatic)
        self.inventory = read_money(setup.inventory, "inventory")
        self.meters = self._meters(setup.meters)
        self.offered = tuple(wager for wager in game.wagers() if wager in self.rules.offered)
        self.amounts_met: dict[str, int] = {}
        self.paid_hands = {side.name: self._paid_hands(side.name) for side in self.rules.sides}
        self.programmes: dict[Any, Any] = {}

    @property
    def version(self) -> str:
        return pitboss.__version__

    def cite(self, citation: Any) -> str:
        """The clause of a citation in this table's jurisdiction."""
        found: str = citation.at(self.jurisdiction)
        return found

    def method(self, dealing: str) -> Method:
        return self.procedure.methods[dealing]

    def check_method(self, dealing: str, shuffler: str, decks: int) -> None:
        """Whether the text lets this table shuffle and deal so."""
        methods = {name: m for name, m in self.procedure.methods.items() if m.allowed_in(self.jurisdiction)}
        if dealing not in methods:
            known = "; ".join(f"{name} ({method.says})" for name, method in methods.items())
            raise Refusal("unknown_dealing", f"Deal {self.game.title} by one of: {known}. Got {shown(dealing)}.")
        if shuffler not in SHUFFLERS:
            raise Refusal("unknown_shuffler", f"Shuffle by one of {', '.join(SHUFFLERS)}; got {shown(shuffler)}.")
        needed = methods[dealing].needs_shuffler
        if needed and shuffler == "none":
            raise Refusal(
                "shuffler_needed",
                "Use a shuffling device: cards dealt from the hand must be shuffled by one.",
                self.cite(needed),
            )
        if decks not in (1, 2):
            raise Refusal("wrong_decks", "Play with one deck, or with two that alternate.", self._cards("one_deck"))
        if decks == 2 and shuffler == "none":
            raise Refusal(
                "second_deck_needs_device",
                "Use one deck: a second one is allowed only with a shuffling device.",
                self._cards("second_deck"),
            )

    def _paid_hands(self, wager: str) -> dict[int, str]:
        """The hands a side wager pays, by their class, as its pay table names them."""
        table = self.rules.table(wager)
        return {line.hand_class: line.hand for line in table.lines} if table else {}

    def _cards(self, name: str) -> str:
        return self.cite(getattr(self.procedure.cards, name))

    def _alternative(self, wanted: str) -> Alternative:
        known = self.procedure.completion.alternatives
        if wanted and wanted not in known:
            raise Refusal(
                "unknown_settling",
                f"Settle by one of {', '.join(known)}; got {shown(wanted)}.",
                self.cite(next(iter(known.values())).order),
            )
        return known[wanted] if wanted else next(iter(known.values()))

    def _positions_per_player(self, wanted: int) -> int:
        rule = self.procedure.wagers
        if not 1 <= wanted <= rule.most_positions:
            raise Refusal(
                "too_many_positions",
                f"Let a player bet on 1 to {rule.most_positions} positions of {self.game.title}; got {shown(wanted)}.",
                self.cite(rule.positions),
            )
        return wanted

    def _smallest_chip(self, chips: tuple[str, ...]) -> int:
        values = sorted(read_wager(chip, "chip") for chip in chips)
        if not values or any(value % values[0] for value in values):
            raise Refusal("bad_chips", "Choose chips and plaques of which the smallest divides all the others.")
        return values[0]

    def _limit(self, wager: str, pair: list[str]) -> tuple[int, int]:
        if wager not in self.rules.offered:
            raise self.rules.not_offered(wager)
        if len(pair) != 2:
            raise Refusal("bad_limits", f"Give the {spoken(wager)} a minimum and a maximum, such as 5.00 and 500.00.")
        least, most = (read_wager(amount, f"{wager} limit") for amount in pair)
        if least > most:
            raise Refusal("bad_limits", f"Post a minimum of the {spoken(wager)} that is not over its maximum.")
        return least, most

    def _automatic(self, wanted: str | list[str]) -> frozenset[str]:
        if wanted == "all":
            return frozenset(STEPS)
        steps = [] if wanted == "none" else [wanted] if isinstance(wanted, str) else wanted
        for step in steps:
            if step not in STEPS:
                raise Refusal("unknown_step", f"{shown(step)} is no step that could be automatic: {', '.join(STEPS)}.")
        return frozenset(steps)

    def _meters(self, given: dict[str, str] | None) -> Meters:
        if self.rules.progressive is None:
            if given is not None:
                raise Refusal("meters_not_used", "Leave the meters out: no progressive is offered at this table.")
            return Meters(0, 0)
        if given is None:
            return self.rules.progressive.open()
        if given.keys() != {"main", "secondary"}:
            raise Refusal("meters_malformed", f"Give both meters, 'main' and 'secondary'; got {shown(given)}.")
        return Meters(read_money(given["main"], "main meter"), read_money(given["secondary"], "secondary meter"))


def house_of(data: Any) -> House:
    """The house of a setup as a file has it."""
    try:
        return House(msgspec.convert(data, Setup))
    except msgspec.ValidationError as error:
        raise Refusal("setup_malformed", f"Mend the table's setup: {str(error)[0].lower()}{str(error)[1:]}.") from None
