"""A person with positions at a table of cards: the wagers before a deal, and a round that is stayed in to its end."""

from collections.abc import Callable

from rich.text import Text

from pitboss.money import write_money
from pitboss.play.screen import QUIET, Screen
from pitboss.play.stay import Ask, Leaves, Stay
from pitboss.play.typed import Data
from pitboss.play.words import grouped, signed
from pitboss.refusal import Refusal, spoken
from pitboss.session import AHouse, AState, Session
from pitboss.table.events import Event

USUAL_BET = 10_00


class AtPositions(Stay[AHouse, AState]):
    """Bet on each position, decide, be paid. What there is to decide and what is shown, the family says."""

    place = "position"
    gives_up = "give the hand up"
    wagers: tuple[str, ...]
    """Those placed before the deal, in the order of the layout."""

    def __init__(
        self,
        session: Session[AHouse, AState],
        screen: Screen,
        ask: Ask,
        bankroll: str,
        log: Callable[[list[Event]], None] = lambda events: None,
        coach: bool = False,
    ) -> None:
        super().__init__(session, screen, ask, bankroll, log, coach)
        self.wagers = self.before_deal()
        self.positions = tuple(range(1, self.most_positions() + 1))
        self.last = {position: dict.fromkeys(self.compulsory(), write_money(USUAL_BET)) for position in self.positions}
        self.drawn: object = None
        """What was last put on the screen, so that nothing is drawn twice."""

    # What a family says

    def most_positions(self) -> int:
        raise NotImplementedError

    def before_deal(self) -> tuple[str, ...]:
        """The wagers placed before the deal, in the order of the layout."""
        raise NotImplementedError

    def compulsory(self) -> list[str]:
        """Those that every player places."""
        raise NotImplementedError

    def read_bets(self, line: str) -> dict[str, str]:
        """Wagers as they are typed. Raises `Refusal`."""
        raise NotImplementedError

    def tell_table(self, seen: Data) -> None:
        """What stands at the table before wagers are made."""

    def warning(self, held: int) -> str:
        """Why these chips do not reach for what a player may want to add in the round; nothing where they do."""
        raise NotImplementedError

    def decide(self) -> None:
        """Every decision of the round, in the order the table asks for them."""
        raise NotImplementedError

    def results(self) -> None:
        """What became of every wager."""
        raise NotImplementedError

    def silent(self) -> Data:
        """What is decided for whoever leaves in the midst of a round."""
        raise NotImplementedError

    def explain_bets(self) -> None:
        raise NotImplementedError

    def explain_decision(self) -> None:
        raise NotImplementedError

    def least_bet(self) -> int:
        return sum(self.house.limits[wager][0] for wager in self.compulsory())

    # A round

    def round(self) -> None:
        self.bet()
        self.screen.pause()
        self.decide()
        self.results()

    def bet(self) -> None:
        """Wagers for each position, then no more bets."""
        seen = self.view()
        self.screen.bar(f"Round {seen['round'] + 1}", f"Chips ${grouped(seen['chips'])}")
        self.screen.chips(self.held())
        self.tell_table(seen)
        posted = [f"{spoken(wager)} {self.limits(wager)}" for wager in self.wagers]
        self.screen.flow([Text("Posted:"), *map(Text, posted)], "  ")
        while not self.view()["positions"]:
            for position in self.positions:
                self.bet_at(position)
            if not self.view()["positions"]:
                self.screen.say(f"Bet on a {self.place}, or q to leave.")
        if warning := self.warning(self.held()):
            self.screen.say(f"{warning} b buys in, also after the deal.")
        self.do("no_more_bets", by="dealer")
        self.screen.say("No more bets.", style="italic")
        self.drawn = None

    def bet_at(self, position: int) -> None:
        usual = self.last[position]
        at = self.at(position)
        skip = ", or - for none" if at else ""
        while True:
            broke = not self.view()["positions"] and self.is_broke()
            self.screen.choices([f"{at}[Enter] {self.tell_broke() if broke else self.spelled(usual)}"])
            self.screen.say(f"or type {self._examples()}{skip}", style=QUIET)
            line = self.answer(self.explain_bets).strip()
            if at and line.casefold() in ("-", "0", "none"):
                return
            if broke and not line:
                self.top_up()
                continue
            try:
                wagers = self.read_bets(line) if line else usual
                self.do("bet", position=position, wagers=wagers)
            except Refusal as refusal:
                self.screen.refused(refusal)
            else:
                self.last[position] = wagers
                return

    def answer_in_the_round(self) -> str:
        """Whoever has wagers in the round stays until it is over; asked twice, the hand is given up first."""
        try:
            return self.answer(self.explain_decision)
        except Leaves:
            try:
                self.do("leave")
            except Refusal as refusal:
                self.screen.refused(refusal)
            self.screen.say(f"Decide, or q once more to {self.gives_up} and leave.")
            return self.answer(self.explain_decision)

    def walk_away(self) -> None:
        """Wagers not yet in play are taken back; a hand in play is finished as a silent player's is, and settled."""
        if self.session.state.betting:
            for position in self.view()["positions"]:
                self.do("clear", position=int(position))
        elif self.session.state.playing:
            while (task := self.session.state.next) and task.do == "decide":
                self.do("decide", position=task.position, automatic=True, **self.silent())
            self.results()
        self.do("leave")

    def tell_net(self, reasons: list[str], net: int) -> None:
        """The round in one line."""
        self.screen.pause()
        self.screen.net(reasons, f"Net {signed(net)}   Chips {grouped(write_money(self.held()))}")

    # Words

    def limits(self, wager: str) -> str:
        least, most = self.house.limits[wager]
        return f"{grouped(write_money(least))} to {grouped(write_money(most))}"

    def spelled(self, wagers: dict[str, str]) -> str:
        return ", ".join(f"{spoken(wager)} {grouped(amount)}" for wager, amount in wagers.items()) or "nothing"

    def at(self, position: int) -> str:
        """What a sentence about a position starts with; nothing where there is one only."""
        return "" if len(self.positions) == 1 else f"{self.place.capitalize()} {position}: "

    def you(self, position: int) -> str:
        return "You" if len(self.positions) == 1 else f"You, {self.place} {position}"

    def _examples(self) -> str:
        order = self.wagers
        return "10" if len(order) == 1 else f"10, 10 5 or {order[0]} 10 {order[1]} 5"
