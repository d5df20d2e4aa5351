"""What a house decides about a table that deals from a shoe, and that decision made ready."""

from typing import Any

import msgspec

from pitboss import games
from pitboss.cards import CARDS
from pitboss.refusal import Refusal, shown
from pitboss.regulations.edition import EDITION
from pitboss.shoe.declaration import ShoeGame
from pitboss.shoe.procedure import USUALLY_BEHIND, Procedure, with_enough_around
from pitboss.shoe.rounds import not_offered
from pitboss.shoe.rules import Rules
from pitboss.table import setup as table

SHUFFLERS = {"none": "the dealer shuffles by hand", "device": "an automated shuffling device"}

READERS = {
    "none": "the hole card is not checked before hands are played",
    "reader": "a card reader that tells nobody more than whether there is a blackjack",
    "open_reader": "a card reader from which players could learn the hole card",
}

STEPS = (
    *("receive", "inspect", "verify", "spread", "view", "wash", "stack"),
    *("shuffle", "cut", "place_cut_card", "load", "burn"),
    *("spread_idle", "destroy", "deal", "check", "take_insurance", "reveal_hole", "draw"),
    *("take", "pay", "collect", "collect_dealer"),
)
"""Everything that can be done at its place in the order of play."""


class Setup(table.Setup, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How the cards are shuffled and the hole card is checked, and who may wager where.

    `cut_card`: how many cards lie behind it where the dealer does not say; 0 for a quarter of them. `shared_boxes`: on
    how many boxes more than one player may wager; left out, on all. Tables of the first edition did not write it.
    """

    shuffler: str = "none"
    card_reader: str = "reader"
    cut_card: int = 0
    boxes_per_player: int = 1
    players_per_box: int = 1
    shared_boxes: int | msgspec.UnsetType = msgspec.UNSET


class House(table.House):
    """Such a setup checked and made ready."""

    setup: Setup
    game: ShoeGame
    rules: Rules
    steps = STEPS

    def __init__(self, setup: Setup, edition: int = EDITION) -> None:
        game = games.shoe(setup.game)
        if game.procedure is None:
            raise Refusal("no_procedure", f"{game.title} declares no procedure, so no table can deal it.")
        super().__init__(setup, edition)
        self.rules = game.rules(setup.jurisdiction, setup.options)
        self.game = game
        self.procedure: Procedure = game.procedure
        wagers = self.procedure.wagers
        self.chips_clause, self.seated_clause = wagers.chips, wagers.seated
        self.check_devices(setup.shuffler, setup.card_reader)
        deck = [card for card in CARDS if card[0] != game.shoe.without]
        self.pack = tuple(card for card in deck for _ in range(self.rules.decks))
        self.place_of = {card: place for place, card in enumerate(deck)}
        self.behind = self._behind(setup.cut_card)
        self.boxes_per_player = self._boxes_per_player(setup.boxes_per_player)
        self.players_per_box = self._players_per_box(setup.players_per_box)
        self.shared_boxes = self._shared_boxes(setup.shared_boxes)
        if game.shared and self.players_per_box > 1 and self.shared_boxes:
            self.sharing_clause = self.cite(game.shared.limits)
        self.limits = {wager: self._limit(wager, pair) for wager, pair in setup.limits.items()}
        self.on_hand = self.rules.on_hand
        later = {*(name for name in self.on_hand if name != game.bet.name), game.insurance.name}
        self.before_deal = tuple(name for name in game.wagers() if name in self.rules.offered and name not in later)

    def most_positions(self, state: Any) -> int:
        return self.game.positions

    def limit_clause(self, wager: str) -> str:
        return self.cite(self.procedure.wagers.limits[wager])

    def step(self, do: str) -> str:
        """The clause of a step."""
        known = self.procedure.cards.get(do) or self.procedure.round[do]
        return self.cite(known.clause)

    def check_devices(self, shuffler: str, card_reader: str) -> None:
        if shuffler not in SHUFFLERS:
            raise Refusal("unknown_shuffler", f"Shuffle by one of {', '.join(SHUFFLERS)}; got {shown(shuffler)}.")
        if card_reader not in READERS:
            known = "; ".join(f"{name} ({says})" for name, says in READERS.items())
            raise Refusal("unknown_card_reader", f"Check the hole card by one of: {known}. Got {shown(card_reader)}.")

    def check_behind(self, behind: int, cards: int) -> int:
        """How many cards may lie behind the cut card, of so many."""
        least, most = with_enough_around(cards)
        if not least <= behind <= most:
            raise Refusal(
                "cut_card_depth",
                f"Put {least} to {most} cards behind the cut card; {shown(behind)} is not allowed.",
                self.cite(self.procedure.cut_card),
            )
        return behind

    def _behind(self, wanted: int) -> int:
        cards = len(self.pack)
        return self.check_behind(wanted, cards) if wanted else cards // USUALLY_BEHIND

    def _boxes_per_player(self, wanted: int) -> int:
        if not 1 <= wanted <= self.game.positions:
            raise Refusal(
                "too_many_boxes",
                f"Let a player wager on 1 to {self.game.positions} boxes; got {shown(wanted)}.",
                self.cite(self.procedure.wagers.boxes),
            )
        return wanted

    def _players_per_box(self, wanted: int) -> int:
        shared = self.game.shared
        most, clause = (shared.most, shared.clause) if shared else (1, self.procedure.wagers.boxes)
        if not 1 <= wanted <= most:
            number = "one player" if most == 1 else f"1 to {most} players"
            raise Refusal("box_too_full", f"Let {number} wager on a box; got {shown(wanted)}.", self.cite(clause))
        return wanted

    def _shared_boxes(self, wanted: int | msgspec.UnsetType) -> int:
        shared, most = self.game.shared, self.game.positions
        if isinstance(wanted, msgspec.UnsetType):
            return most if shared else 0
        if shared is None:
            message = f"Leave 'shared_boxes' out: {self.game.title} has one player on each box."
            raise Refusal("box_not_shared", message, self.cite(self.procedure.wagers.boxes))
        if not 0 <= wanted <= most:
            message = f"Set 'shared_boxes' to 0 to {most}; got {shown(wanted)}."
            raise Refusal("too_many_shared_boxes", message, self.cite(shared.limits))
        return wanted

    def _limit(self, wager: str, pair: list[str]) -> tuple[int, int]:
        if wager not in self.rules.offered:
            raise not_offered(self.rules, wager)
        return self.read_limit(wager, pair)
