"""An event file of an older edition of the rules: folded and checked, not decided again.

The rules that decided its commands may have changed, so whether a command was allowed is not checked. These are
checked: every event is possible in the table's state, steps are in the order of that edition's procedure, cards come
from the deck, no balance is negative, and every round ends as settlement under that edition says. Clauses and messages
are not compared: a corrected citation must not make an honest file look forged.
"""

from typing import Any

import msgspec

from pitboss.bank.ledger import Balances, entries, player, post
from pitboss.money import write_money
from pitboss.refusal import Refusal, shown
from pitboss.regulations.edition import FIRST
from pitboss.script.chance import RecordedChance
from pitboss.script.event_file import Broken, EventFile, kind_of, reason
from pitboss.script.holdings import Money, holdings_of, total
from pitboss.showdown.progressive import Meters
from pitboss.table import events as e
from pitboss.table.dice import events as dice
from pitboss.table.evolve import evolve, new_state
from pitboss.table.setup import House
from pitboss.table.shoe import events as shoe
from pitboss.table.showdown import events as showdown
from pitboss.table.showdown.standing import paid, taken, tasks_of_hand
from pitboss.table.state import State

OF_A_TASK: tuple[type[e.Event], ...] = (
    *(e.StepDone, e.DeckReceived, e.Shuffled, e.DeckCut, e.BetsClosed, e.CardsDealt, e.WagersTaken, e.WagersPaid),
    *(e.CardsCollected, showdown.ProgressiveCollected, showdown.StubRacked, showdown.CardTurned),
    *(showdown.DealerRevealed, showdown.HandRevealed, showdown.ProgressivePaid),
    *(shoe.CutCardPlaced, shoe.HoleChecked, shoe.HoleRevealed, shoe.HandTaken, shoe.HandPaid),
    *(dice.DiceReceived, dice.DiceOffered, dice.DiceThrown, dice.RollCalled, dice.PuckMoved),
    *(dice.LosersTaken, dice.ComeMoved, dice.WinnersPaid),
)
"""Events that only a step of the procedure makes."""

BY_HAND: tuple[type[e.Event], ...] = (e.CardsDealt, showdown.StubRacked, shoe.CutCardPlaced)
"""Events that a person's command may cause in another form than the automatic step: card by card, counted."""

WORDS = frozenset({"clause", "by", "also", "why"})
"""Fields for the reason and the person."""

NOT_OF_THE_ROUND = (e.BoughtIn, e.CashedOut, e.Tipped)

OF_A_PERSON: tuple[type[e.Event], ...] = (
    *(e.BoughtIn, e.CashedOut, e.Tipped, e.Seated, e.Left, e.BetPlaced, e.TableClosed, showdown.Decided),
    *(showdown.MethodChanged, shoe.HandDecided, shoe.BoxShared, shoe.DevicesChanged),
    *(dice.WagerPlaced, dice.WagerRaised, dice.WagerReduced, dice.WagerCalled, dice.WagersTakenDown),
    *(dice.DiceTaken, dice.DiceDeclined),
)
"""Events of people's commands. All automatic steps come before them."""

VOIDS: tuple[type[e.Event], ...] = (
    *(showdown.SettlementReversed, showdown.HandsVoided, showdown.WagersVoided, showdown.Forfeited),
    *(shoe.RoundVoided, dice.RollWagersVoided),
)
"""Events that follow an irregularity; a box may also be void by a player's decision."""


class Folding:
    """A table that follows a file, event by event."""

    def __init__(self, house: House, file: EventFile) -> None:
        self.house, self.file, self.holdings = house, file, holdings_of(house)
        self.state: State = new_state(house)
        self.balances: Balances = {}
        self.gained = Money()
        """The sum of the round's postings for each player."""
        self.carried = Money()
        """What each player had at stake when the last round ended."""
        self.called = False
        """Whether an irregularity was called since the last step or decision."""
        self.unread = (0, 0)
        """What other tables have added to linked meters: main and secondary."""

    def to_the_end(self) -> tuple[State, Balances]:
        """The state and balances at the end of the file. Raises `Broken` at the first event that is not possible."""
        while (event := self.file.peek()) is not None:
            try:
                self._follow(event)
            except Broken:
                raise
            except Refusal as refusal:
                raise self._broken(refusal.message, refusal.clause) from None
            except Exception as error:
                message = f"{kind_of(event)} is not possible in this state of the table: {reason(error)}."
                raise self._broken(message) from None
            self.file.drop(1)
        if do := self._does_by_itself():
            message = f"The events end before '{do}', which the table does by itself."
            raise Broken(self.file.line, "ends_early", message)
        return self.state, self.balances

    def _broken(self, message: str, clause: str | None = None) -> Broken:
        return Broken(self.file.line_of(0), "does_not_follow", message, clause)

    def _follow(self, event: e.Event) -> None:
        self._check_opening(event)
        self._check_task(event)
        self._check_people(event)
        self._check_irregular(event)
        before, self.state = self.state, evolve(self.house, self.state, event)
        post(self.balances, event)
        self._count(event)
        self._check_money()
        if complaint := self.holdings.cards(self.house, self.state) if self.state.open else "":
            raise self._broken(f"The cards are wrong after {kind_of(event)}. {complaint}")
        if before.playing and not self.state.playing:
            self._check_round(before)

    def _check_opening(self, event: e.Event) -> None:
        if isinstance(event, e.TableOpened) != (self.state.sequence == 0):
            raise self._broken("A table is opened once, by its first event.")
        if isinstance(event, e.TableOpened):
            wanted = self.house.opened()
            for name in ("inventory", "main", "secondary"):
                self._same("table_opened", name, getattr(wanted, name), getattr(event, name))
        elif not self.state.open and not isinstance(event, e.Left | e.CashedOut):
            raise self._broken(f"Players can only leave a closed table; the file has {kind_of(event)}.")

    def _check_task(self, event: e.Event) -> None:
        """Check that a step is the next one and moves what the automatic step would move."""
        house = self.house
        if isinstance(event, e.WagersTaken | e.WagersPaid) and house.edition > FIRST:
            self._check_settled(event)
            return
        if not isinstance(event, OF_A_TASK) or (isinstance(event, e.StepDone) and event.do in house.family.commands):
            return  # a person's command
        task = self.state.next
        if task is None:
            raise self._broken(f"No step of the procedure is due; the file has {kind_of(event)}.")
        made = self._made(task, type(event))
        if type(made) is not type(event):
            raise self._broken(f"The next step causes {kind_of(made)}; the file has {kind_of(event)}.", task.clause)
        if isinstance(event, e.CardsDealt):
            self._check_dealt(event)
        elif not isinstance(event, BY_HAND):
            own, other = figures(msgspec.to_builtins(made)), figures(msgspec.to_builtins(event))
            if own != other:
                name = next(name for name in own if own[name] != other.get(name))
                raise self._broken(
                    f"In {kind_of(event)} '{name}' must be {shown(own[name])}; the file has {shown(other.get(name))}.",
                    task.clause,
                )

    def _made(self, task: Any, kind: type[e.Event]) -> e.Event:
        """The first event of this kind that the step causes; others may come before it when a shoe runs out."""
        chance = RecordedChance(self.house, self.file)
        made = self.house.family.tasks[task.do](self.house, self.state, task, None, chance)
        return next((each for each in made if type(each) is kind), made[0])

    def _check_settled(self, event: e.WagersTaken | e.WagersPaid) -> None:
        """Wagers of the hand in turn may be settled together or one by one: each of them as settlement says.

        Edition 1 settled them together, in steps that came in their order.
        """
        house: Any = self.house
        state: Any = self.state
        if event.position not in {task.position for task in tasks_of_hand(house, state)}:
            raise self._broken(f"It is not the turn of position {event.position} to be settled.", event.clause)
        if isinstance(event, e.WagersTaken):
            sound = event.stakes.items() <= taken(house, state, event.position).items()
        else:
            due = [figures(msgspec.to_builtins(row)) for row in paid(house, state, event.position)]
            sound = all(figures(msgspec.to_builtins(row)) in due for row in event.rows)
        if not sound or event.player != state.bets[event.position].player:
            message = f"{kind_of(event)} at position {event.position} is not what settlement says."
            raise self._broken(message, event.clause)

    def _check_dealt(self, event: e.CardsDealt) -> None:
        state: Any = self.state
        cards = tuple(card for _, card, _ in event.cards)
        if cards != tuple(state.stock[: len(cards)]):
            raise self._broken("The cards dealt are not the next ones of the deck.")

    def _does_by_itself(self) -> str:
        """The step that the table does next without a person; empty if it waits for one."""
        task, waits = self.state.next, self.house.family.waits
        ready = task is not None and (task.do not in waits or waits[task.do](self.state))
        return str(task.do) if ready and task.do in self.house.automatic else ""

    def _check_irregular(self, event: e.Event) -> None:
        if isinstance(event, VOIDS) and not self.called:
            raise self._broken(f"{kind_of(event)} must follow an irregularity; none was called.")
        progressive: Any = getattr(self.house.rules, "progressive", None)
        if isinstance(event, showdown.HandsVoided) and progressive:
            state: Any = self.state
            returned = progressive.contribute(Meters(0, 0), len(event.stakes.keys() & state.progressive_in.keys()))
            self._same("hands_voided", "main", returned.main, event.main)
            self._same("hands_voided", "secondary", returned.secondary, event.secondary)
        self.called = isinstance(event, e.IrregularityCalled) or (
            self.called and not isinstance(event, (*OF_A_TASK, *OF_A_PERSON))
        )

    def _check_people(self, event: e.Event) -> None:
        state = self.state
        if isinstance(event, OF_A_PERSON) and (do := self._does_by_itself()):
            raise self._broken(f"The table does '{do}' by itself before {kind_of(event)}.")
        if isinstance(event, e.BetPlaced | dice.WagerPlaced):
            if event.player not in state.seats.values():
                raise self._broken(f"{event.player} bets without a seat.")
            if not state.betting:
                raise self._broken(f"{event.player} bets while betting is closed.")
        if isinstance(event, e.BetPlaced) and event.coupon and not getattr(self.house.setup, "match_play", False):
            raise self._broken("This table does not accept coupons.")
        if isinstance(event, showdown.Decided | shoe.HandDecided):
            self._check_turn(event)
        if isinstance(event, e.Seated) and (event.position in state.seats or event.player in state.seats.values()):
            raise self._broken(f"{event.player} cannot sit at {event.position}: seat taken, or already seated.")
        if isinstance(event, e.Left) and state.seats.get(event.position) != event.player:
            raise self._broken(f"{event.player} does not sit at position {event.position}.")
        if isinstance(event, e.CashedOut):
            self._same("cashed_out", "amount", state.chips.get(event.player, 0), event.amount)
        if isinstance(event, e.BoughtIn) and event.player not in state.seats.values():
            raise self._broken(f"{event.player} buys chips without a seat.")

    def _check_turn(self, event: showdown.Decided | shoe.HandDecided) -> None:
        task = self.state.next
        if task is None or task.do != "decide" or task.position != event.position:
            raise self._broken(f"It is not the turn of position {event.position} to decide.")

    def _same(self, kind: str, name: str, own: int, other: int) -> None:
        if own != other:
            message = f"In {kind} '{name}' must be {write_money(own)}; the file has {write_money(other)}."
            raise self._broken(message)

    def _count(self, event: e.Event) -> None:
        """Add up what the round pays each player, without coupons: those are checked where they are paid."""
        if isinstance(event, showdown.MetersRead):
            held = (self.balances["progressive_main"], self.balances["progressive_secondary"])
            self.unread = (event.main - held[0], event.secondary - held[1])
        if isinstance(event, NOT_OF_THE_ROUND):
            return
        for giver, taker, cents in entries(event):
            if cents < 0:
                raise self._broken(f"{kind_of(event)} moves a negative amount.")
            for account, moved in ((giver, -cents), (taker, cents)):
                if account.startswith("player:"):
                    self.gained[account.removeprefix("player:")] += moved
        if isinstance(event, e.WagersPaid):
            self.gained[event.player] -= sum(row.coupon for row in event.rows)

    def _check_money(self) -> None:
        """Check that chips, wagers and meters equal the postings."""
        state: Any = self.state
        for name, cents in state.chips.items():
            if cents < 0:
                raise self._broken(f"{name} would have a negative balance of {write_money(-cents)}.")
            if cents != self.balances.get(player(name), 0):
                raise self._broken(f"The chips of {name} do not equal the postings.")
        lying, posted = total(self.holdings.at_stake(self.house, state)).total(), self.balances.get("layout", 0)
        if lying != posted:
            raise self._broken(f"{_signed(lying)} lies on the layout; the postings add up to {_signed(posted)}.")
        for at, name in enumerate(("main", "secondary")):
            meter = getattr(state, name, None)
            if meter is not None and meter != self.balances[f"progressive_{name}"] + self.unread[at]:
                raise self._broken(f"The {name} meter does not equal the postings.")
            if meter is not None and meter < 0:
                raise self._broken(f"The {name} meter would be negative.")

    def _check_round(self, before: State) -> None:
        """Check every player's result of a finished round against settlement."""
        if self.state.last_round is None:
            return
        lying = total(self.holdings.at_stake(self.house, self.state))
        nets = total(self.holdings.nets(self.house, before, self.state))
        for name in {*self.gained, *nets, *lying, *self.carried}:
            gained = self.gained[name] + lying[name] - self.carried[name]
            if gained != nets[name]:
                said = f"{name} gained {_signed(gained)} in round {before.number}"
                raise self._broken(f"{said}; settlement says {_signed(nets[name])}.")
        self.gained, self.carried = Money(), lying


def _signed(cents: int) -> str:
    return f"{'-' if cents < 0 else ''}{write_money(abs(cents))}"


def figures(value: Any, path: str = "") -> dict[str, Any]:
    """Everything in an event except text, by its path, such as `rows.0.pays`."""
    if isinstance(value, dict):
        inner = [(name, held) for name, held in value.items() if name not in WORDS and not _is_words(name, held)]
    elif isinstance(value, list | tuple):
        inner = list(enumerate(value))
    else:
        return {path: value}
    found: dict[str, Any] = {}
    for name, held in inner:
        found |= figures(held, f"{path}.{name}" if path else str(name))
    return found


def _is_words(name: Any, held: Any) -> bool:
    """A hand in words; the number of a hand is a figure."""
    return name == "hand" and (held is None or isinstance(held, str))
