"""What a house decides about a table at which hands are compared, and that decision made ready."""

from typing import Any

import msgspec

from pitboss import games
from pitboss.cards import CARDS
from pitboss.money import read_money, write_money
from pitboss.refusal import Refusal, shown, spoken
from pitboss.regulations.edition import EDITION, FIRST
from pitboss.showdown.declaration import Showdown
from pitboss.showdown.procedure import (
    ALL_WAGERS,
    ANY_TEXT,
    BONUSES,
    CONTEST,
    Alternative,
    HandOrder,
    Method,
    Procedure,
)
from pitboss.showdown.progressive import Meters, ProgressiveRules
from pitboss.showdown.rules import Rules
from pitboss.table import setup as table
from pitboss.table.events import TableOpened

SHUFFLERS = {
    "none": "the dealer shuffles by hand",
    "device": "an automated shuffling device",
    "counting_device": "a shuffling device that counts the deck after every shuffle",
}

DECK: tuple[str, ...] = tuple(CARDS)
"""The 52 cards as a spread shows them, by suit and in sequence."""

SIDE_WAGER = 5_00

STEPS = (
    *("receive", "inspect", "verify", "spread", "view", "wash", "stack", "shuffle", "cut", "load"),
    *("spread_idle", "turn_up"),
    *("lock_progressive", "collect_progressive", "verify_progressive", "place_progressive"),
    *("deal", "cover", "rack_stub", "turn_card", "collect_forfeits", "collect_discards", "uncover", "reveal_dealer"),
    *("reveal", "take", "pay", "verify_payout", "document_payout", "pay_progressive", "collect", "collect_dealer"),
)
"""Everything that can be done at its place in the order of play."""

PAYOUT_CHECKS = ("verify_payout", "document_payout")
"""Steps before a progressive payout. If automatic, they are part of it."""


class Setup(table.Setup, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How the cards are shuffled and dealt, in which order hands are settled, and where the meters start.

    `progressive_system`: whether the table is equipped with a system for progressive wagers.
    """

    dealing: str = ""
    shuffler: str = "none"
    decks: int = 1
    preshuffled: bool = False
    settling: str = ""
    positions_per_player: int = 1
    match_play: bool = False
    idle_face_up: bool = True
    meters: dict[str, str] | None = None
    strict_order: bool = False
    progressive_system: bool | msgspec.UnsetType = msgspec.UNSET


class House(table.House):
    """Such a setup checked and made ready."""

    setup: Setup
    game: Showdown
    rules: Rules
    steps = STEPS
    pack = DECK

    def __init__(self, setup: Setup, edition: int = EDITION) -> None:
        game = games.showdown(setup.game)
        if game.procedure is None:
            raise Refusal("no_procedure", f"{game.title} declares no procedure, so no table can deal it.")
        super().__init__(setup, edition)
        self.borrows_from = tuple(each.source for each in game.borrows.get(setup.jurisdiction, ()))
        self.game = game
        self.procedure: Procedure = game.procedure
        self.rules = game.rules(setup.jurisdiction, self._options(setup))
        self.chips_clause, self.seated_clause = self.procedure.wagers.chips, self.procedure.wagers.seated
        self.dealing = setup.dealing or next(
            name for name, each in self.procedure.methods.items() if each.allowed_in(self.jurisdiction)
        )
        self.check_method(self.dealing, setup.shuffler, setup.decks)
        self.alternative: Alternative = self._alternative(setup.settling)
        self.hand_order: HandOrder | None = self._hand_order()
        self.parts: tuple[str, ...] = self.hand_order.parts if self.hand_order else (ALL_WAGERS,)
        self.payout_checks = self._payout_checks()
        self.positions_per_player = self._positions_per_player(setup.positions_per_player)
        self.limits = {wager: self._limit(wager, pair) for wager, pair in setup.limits.items()}
        self.meters = self._meters(setup.meters)
        self.offered = tuple(wager for wager in game.wagers() if wager in self.rules.offered)
        self.wagers_met: dict[tuple[tuple[str, Any], ...], dict[str, int]] = {}
        self.ante_bonus = game.ante_bonus.name if game.ante_bonus else ""
        self.later_clauses = tuple(self.cite(step.clause) for step in game.decisions)
        self.paid_hands = {side.name: self._paid_hands(side.name) for side in self.rules.sides}
        self.sides = tuple((side.name, side.classify, self.paid_hands[side.name]) for side in self.rules.sides)
        self.programmes: dict[Any, Any] = {}
        self.bonuses = frozenset(bonus.name for bonus in self.rules.bonuses)
        self.wagers_of = self._wagers_of()
        self.surviving_fold = frozenset(bonus.name for bonus in self.rules.bonuses if bonus.survives_fold)

    def opened(self) -> TableOpened:
        return msgspec.structs.replace(super().opened(), main=self.meters.main, secondary=self.meters.secondary)

    def most_positions(self, state: Any) -> int:
        dealing: str = state.dealing
        return min(self.game.positions, self.method(dealing).positions)

    def side_wagers(self) -> dict[str, int]:
        found = {bonus.name: self.limits.get(bonus.name, (SIDE_WAGER, 0))[0] for bonus in self.rules.bonuses}
        progressive = self.rules.progressive
        return found | {progressive.name: progressive.stake} if progressive else found

    def limit_clause(self, wager: str) -> str:
        return self.cite(self.procedure.wagers.limits[wager])

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
                f"Use a shuffling device: {self.game.title} is not dealt by {shown(dealing)} without one.",
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

    def not_offered(self, wager: str) -> Refusal:
        """Why a wager cannot be placed before the deal at this table."""
        if self.setup.progressive_system is False and self.game.progressive and wager == self.game.progressive.name:
            message = "Take the progressive back: this table has no system for progressive wagers."
            return Refusal("no_progressive_system", message, self._system_clause())
        return self.rules.not_offered(wager)

    def _options(self, setup: Setup) -> dict[str, Any]:
        """The options chosen. A table without a system for it offers no progressive."""
        if setup.progressive_system is msgspec.UNSET:
            return setup.options
        progressive = self.game.progressive
        if progressive is None:
            message = f"Leave 'progressive_system' out: {self.game.title} has no progressive wager."
            raise Refusal("no_progressive", message)
        if setup.progressive_system:
            return setup.options
        if setup.options.get(progressive.name) is not None:
            message = "Leave the progressive out of the options, or set 'progressive_system': this table has none."
            raise Refusal("no_progressive_system", message, self._system_clause())
        options = setup.options | {progressive.name: None}
        self.written_options = msgspec.Raw(msgspec.json.encode(options))
        return options

    def _system_clause(self) -> str | None:
        handling = self.procedure.progressive
        return self.cite(handling.system) if handling and handling.system else None

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

    def _hand_order(self) -> HandOrder | None:
        """The text's order within one hand. Edition 1 had none: losing wagers were taken, then winners paid."""
        if self.edition == FIRST:
            return None
        within = self.alternative.within
        return within.get(self.jurisdiction) or within.get(ANY_TEXT)

    def _wagers_of(self) -> dict[str, frozenset[str]]:
        """The wagers of each part of a hand; an ante bonus goes with its ante."""
        later = (step.name for step in self.game.decisions)
        contest = frozenset(filter(None, (self.rules.ante, *later, self.ante_bonus)))
        return {BONUSES: self.bonuses, CONTEST: contest, ALL_WAGERS: self.bonuses | contest}

    def _payout_checks(self) -> tuple[str, ...]:
        """The checks of a progressive payout that a dealer does as steps; edition 1 had none.

        Lists of automatic steps from before these steps existed name `pay_progressive` alone, and mean all of it.
        """
        manual = tuple(step for step in PAYOUT_CHECKS if step not in self.automatic)
        part_of_the_payment = manual == PAYOUT_CHECKS and "pay_progressive" in self.automatic
        return () if part_of_the_payment or self.edition == FIRST else manual

    def _positions_per_player(self, wanted: int) -> int:
        rule = self.procedure.wagers
        if not 1 <= wanted <= rule.most_positions:
            most = "one position" if rule.most_positions == 1 else f"1 to {rule.most_positions} positions"
            raise Refusal(
                "too_many_positions",
                f"Let a player bet on {most} of {self.game.title}; got {shown(wanted)}.",
                self.cite(rule.positions),
            )
        return wanted

    def _limit(self, wager: str, pair: list[str]) -> tuple[int, int]:
        if wager not in self.rules.offered:
            raise self.not_offered(wager)
        least, most = self.read_limit(wager, pair)
        progressive = self.rules.progressive
        if self.edition > FIRST and progressive and wager == progressive.name:
            self._check_progressive_limit(progressive, least, most)
        return least, most

    def _check_progressive_limit(self, progressive: ProgressiveRules, least: int, most: int) -> None:
        """Refuse posted limits other than the amount that the text fixes for the progressive wager."""
        if (least, most) != (progressive.stake, progressive.stake):
            stake = write_money(progressive.stake)
            message = f"Post {stake} as minimum and maximum of the {spoken(progressive.name)}: it is always {stake}."
            raise Refusal("bad_limits", message, self.limit_clause(progressive.name))

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
