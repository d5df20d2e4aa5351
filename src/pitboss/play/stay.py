"""One person's stay at a table, whatever is played there: from the first buy-in to the cashing out."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Generic, Protocol

from rich.text import Text

from pitboss.money import read_money, write_money
from pitboss.play.coach import Coach, advice_rows, amount, name_of
from pitboss.play.screen import QUIET, Screen
from pitboss.play.told import MOST_FOUND, Law
from pitboss.play.typed import Data, read_amount
from pitboss.play.words import grouped, signed
from pitboss.refusal import Refusal, shown, spoken
from pitboss.session import AHouse, AState, Session
from pitboss.table.events import Event
from pitboss.table.felt import felt_of
from pitboss.table.views import view

if TYPE_CHECKING:
    from pitboss.coach import Advice, Offered

WHO = "you"


class Leaves(Exception):
    """The person asked to leave."""


class Ask(Protocol):
    """Where the lines come from that a person types. Raises EOFError when there are no more."""

    def __call__(self, prompt: str) -> str: ...


class Stay(Generic[AHouse, AState]):
    """Sit, bet, decide, be paid, leave. A family says what a round is and what is shown of it."""

    called = "round"
    """A round, as this family calls it."""

    def __init__(
        self,
        session: Session[AHouse, AState],
        screen: Screen,
        ask: Ask,
        bankroll: str,
        log: Callable[[list[Event]], None] = lambda events: None,
        coach: bool = False,
    ) -> None:
        self.session, self.screen, self.ask, self.log = session, screen, ask, log
        self.house: AHouse = session.house
        self.law = Law(self.house.game.name)
        self.bankroll = bankroll
        self.bought = self.wagered = 0
        self.coach = Coach(self.house.rules, coach, lambda words: screen.say(words, style=QUIET))
        self.no_figure = ""
        """Why the coach had no figure, as it was last said."""
        self.cited: list[tuple[str, str]] = []
        self.nets: dict[int, int] = {}
        log(session.log)

    def run(self) -> int:
        """Until the person leaves, or there is nothing more to read. The exit status."""
        status = 0
        self.arrive()
        try:
            while True:
                self.round()
        except (Leaves, EOFError):
            pass
        except KeyboardInterrupt:
            self.screen.say()
            status = 130
        self.screen.pause_ms = 0  # whoever leaves does not wait for the rest of a round
        self.walk_away()
        self.summary()
        return status

    # What a family says

    def seated(self) -> str:
        """Where the person sits and how the game is dealt, in a sentence or two."""
        raise NotImplementedError

    def round(self) -> None:
        """One round: wagers, decisions, results. Raises `Leaves`."""
        raise NotImplementedError

    def walk_away(self) -> None:
        """Take back or give up what is on the table, and leave the seat."""
        raise NotImplementedError

    def least_bet(self) -> int:
        """The smallest amount that a round can be played with."""
        raise NotImplementedError

    # Asking the table

    def do(self, do: str, by: str = "player", **fields: Any) -> list[Event]:
        person = {"who": WHO} if by == "player" else {}
        return self.give({"do": do, "by": by, **person, **fields})

    def give(self, command: Data) -> list[Event]:
        events = self.session.do(command)
        self.log(events)
        return events

    def view(self) -> Data:
        return view(self.house, self.session.state, "player", WHO)

    def held(self) -> int:
        return read_money(self.view()["chips"], "chips")

    def buy(self, amount: str) -> None:
        self.do("buy_in", amount=amount)
        self.bought += read_money(amount, "buy-in")

    # Asking the person

    def answer(self, explain: Callable[[], None]) -> str:
        """A line that is meant for the game; what can be typed at any prompt is dealt with here."""
        while True:
            line = self.ask("> ")
            word, _, rest = line.strip().casefold().partition(" ")
            if word in ("q", "quit", "leave", "exit"):
                raise Leaves
            if word in ("?", "help"):
                explain()
                self.screen.keys()
            elif word in ("c", "clause", "clauses"):
                self.clauses(rest.strip())
            elif word in ("r", "rules"):
                self.print_rules()
            elif word in ("v", "value", "values", "coach", "hint"):
                self.ask_coach()
            elif word in ("b", "buy") and len(rest.split()) < 2:  # more words are a wager, such as buy 4 20
                self.buy_more(rest.strip())
            else:
                return line

    def buy_more(self, typed: str) -> None:
        amount = read_amount(typed)
        try:
            if amount is None:
                raise Refusal("amount_missing", "Say for how much you buy in, such as buy 100.")
            self.buy(amount)
        except Refusal as refusal:
            self.screen.refused(refusal)
        else:
            self.screen.chips(self.held())

    def is_broke(self) -> bool:
        return self.held() < self.least_bet()

    def tell_broke(self) -> str:
        """Say that the chips do not reach, and return what Enter does about it."""
        held, least = (grouped(write_money(cents)) for cents in (self.held(), self.least_bet()))
        self.screen.say(f"Your chips, {held}, do not reach for the smallest bet, {least}.")
        return f"buy in for {grouped(self.bankroll)} more"

    def top_up(self) -> None:
        """Buy in for as much as at the start, unless a buy-in for another amount came first."""
        if self.is_broke():
            self.buy(self.bankroll)
            self.screen.chips(self.held())

    # The coach

    def ask_coach(self, again: bool = True) -> None:
        """What each choice is worth, or why there is no figure; with `again` even where that was said before."""
        try:
            self.show_advice(self.coach.advise(self.view()))
        except Refusal as refusal:
            if again or refusal.message != self.no_figure:
                self.screen.refused(refusal)
            self.no_figure = refusal.message

    def hear_coach(self) -> None:
        """What the coach says without being asked, before a decision."""
        if self.coach.always:
            self.ask_coach(again=False)

    def hear_verdict(self, seen: Data, command: Data) -> None:
        """What the coach says without being asked, after a decision that was not the best. `seen`: the view before it.

        Where there is no figure, the coach has said so before the decision.
        """
        if self.coach.always:
            try:
                verdict = self.coach.judge(seen, command, self.choice_name)
            except Refusal:
                return
            if verdict:
                self.screen.say(verdict)

    def show_advice(self, advice: "Advice") -> None:
        heads = "coach", "gains", f"per {spoken(advice.unit)}", ""
        self.screen.advice(heads, advice_rows(advice, self.choice_name), advice.says)

    def choice_name(self, asks: str, offered: "Offered") -> str:
        """A choice as this family calls it where something is asked."""
        return name_of(offered)

    def coach_sums_up(self) -> str:
        """The decisions of the stay in a sentence; nothing where none was judged."""
        coach = self.coach
        if not coach.decisions:
            return ""
        cost = f"mistakes cost {amount(coach.cost)}" if coach.cost else "no mistakes"
        return f"Coach: {coach.right} of {coach.decisions} decisions right, {cost}."

    def clauses(self, wanted: str) -> None:
        if wanted:
            found = self.law.find(wanted)
            self.screen.cited(found[:MOST_FOUND])
            if len(found) > MOST_FOUND:
                self.screen.say(f"{len(found) - MOST_FOUND} more; give a longer text to find fewer.", style=QUIET)
            if not found:
                self.screen.say(f"No clause of {self.house.game.title} holds {shown(wanted)}.")
        elif self.cited:
            self.screen.cited([self.law.row(what, clause) for what, clause in self.cited])
        else:
            self.screen.say(
                f"The clauses behind your results will be here after the first {self.called}; ? has those of now."
            )

    def print_rules(self) -> None:
        from pitboss.terminal import print_page

        print_page(self.house.rules.page())

    # Coming and going

    def arrive(self) -> None:
        game = self.house.game
        self.do("sit", position=1)
        self.buy(self.bankroll)
        self.screen.bar(game.title, game.jurisdictions[self.house.jurisdiction])
        self.screen.say(self.seated())
        if inscribed := [Text(f"{each.says}.") for each in felt_of(self.house).inscriptions]:
            self.screen.flow(inscribed, "  ")
        self.screen.keys()

    def summary(self) -> None:
        """The stay in a few lines, and the chips cashed out."""
        held, rounds = self.held(), self.session.state.number
        played = f"{rounds} {self.called}{'' if rounds == 1 else 's'}"
        self.screen.bar("You leave", played)
        self.screen.say(f"Wagered {grouped(write_money(self.wagered))} in {played}.")
        self.screen.say(f"Bought in for ${grouped(write_money(self.bought))}, cashed out {grouped(write_money(held))}.")
        self.screen.say(Text(f"Net {signed(held - self.bought)}", style="bold"))
        best = max(self.nets, key=lambda number: self.nets[number], default=0)
        if best and self.nets[best] > 0:
            self.screen.say(f"Biggest win {signed(self.nets[best])}, in {self.called} {best}.")
        if said := self.coach_sums_up():
            self.screen.say(said)
        if held:
            self.do("cash_out")

    # Clauses

    def cite(self, what: str, clause: str) -> None:
        if (what, clause) not in self.cited:
            self.cited.append((what, clause))
