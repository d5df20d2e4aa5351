"""A declared shoe game under one jurisdiction and one house's options."""

from collections.abc import Mapping
from typing import Any

from pitboss.refusal import Refusal
from pitboss.regulations.citation import Citation
from pitboss.regulations.houses import House, check_own_rules
from pitboss.regulations.options import resolve
from pitboss.regulations.pages import Page
from pitboss.shoe.declaration import ANY_TIME, FIRST_TWO_CARDS, ShoeGame, SurrenderTimes
from pitboss.shoe.describe import describe
from pitboss.shoe.rounds import RoundForm, form_of
from pitboss.shoe.rulings import Settlement
from pitboss.shoe.settlement import settle


class Rules(House):
    """One house's rules of a shoe game. `settle` is the whole use of it; the rest is there to look at."""

    def __init__(self, game: ShoeGame, jurisdiction: str, given: Mapping[str, Any]) -> None:
        self.game = game
        self.jurisdiction = jurisdiction
        self.options = resolve(game.options(jurisdiction), given, jurisdiction, game.title)
        self.decks: int = self.options.get(game.shoe.option, game.shoe.decks[0])
        self.hits_soft_17: bool = bool(game.dealer.hits_soft_17 and self.options[game.dealer.hits_soft_17])
        redoubles = game.double.redouble and self.options[game.double.redouble]
        self.doubles = game.double.times if redoubles else 1
        self.split_hands: int = self.options.get(game.split.option, game.split.most)
        self.surrender = self._surrender_times()
        attack = (game.attack.name,) if game.attack else ()
        sides = tuple(side for side in game.sides() if self.options.get(side, True) is not None)
        self.on_hand = (game.bet.name, *attack)
        self.offered = {*self.on_hand, *sides, game.insurance.name}

    def _surrender_times(self) -> SurrenderTimes:
        surrender = self.game.surrender
        when = self.options.get(surrender.option, FIRST_TWO_CARDS)
        split = bool(surrender.split_option and self.options[surrender.split_option])
        return SurrenderTimes(draw=when != FIRST_TWO_CARDS, double=when == ANY_TIME, split=split)

    def cite(self, citation: Citation) -> str:
        return citation.at(self.jurisdiction)

    def clause_of(self, name: str, given: Citation) -> Citation:
        """The clause of an option where the house has chosen another value than the rules as given; else theirs."""
        return self.game.options(self.jurisdiction)[name].clause if self.varies(name) else given

    def varies(self, name: str) -> bool:
        """Whether the house has chosen another value of an option than the rules as given have."""
        option = self.game.options(self.jurisdiction).get(name)
        return option is not None and self.options[name] != option.default

    def rescue_clause(self, again: bool) -> Citation:
        """The clause of a rescue; after a second double the facts do not say what it gives up."""
        double = self.game.double
        found = double.rescue_again if again else double.rescue
        assert found
        return found

    def settle(self, data: Mapping[str, Any]) -> Settlement:
        """What every wager of a finished round is owed. `data` is a round in the form of `pitboss settle`.

        Raises `Refusal` if the round breaks a rule, or says that it was played under others.
        """
        form = form_of(data)
        check_own_rules(self.game, self.jurisdiction, self.options, form.jurisdiction, data.get("options"))
        if form.game != self.game.name:
            raise Refusal("other_game", f"Settle this round by its own rules: these are {self.game.title}'s.")
        return settle(self, form)

    def settle_form(self, form: RoundForm) -> Settlement:
        """The same for a round already in its form, played under these very rules."""
        return settle(self, form)

    def as_json(self) -> dict[str, Any]:
        """The rules as data, as `pitboss rules --json` prints them."""
        from pitboss.shoe.rules_json import rules_json

        return rules_json(self)

    def page(self) -> Page:
        """The rules for a person to read."""
        return describe(self)
