"""What must hold after every step at a table of dice, worked out from the events alone."""

import pitboss
from pitboss.drill.checks import Witness
from pitboss.money import write_money
from pitboss.session import Session
from pitboss.table.dice import events as e
from pitboss.table.dice.setup import House
from pitboss.table.dice.state import State
from pitboss.table.state import finished_round
from pitboss.table.views import seen, view


class DiceWitness(Witness[House, State]):
    """With its own book of every wager: what its player put down for it, and what came back."""

    def __init__(self, session: Session[House, State]) -> None:
        self.net: dict[str, int] = {}
        self.decided: dict[str, tuple[int, e.Decided]] = {}
        self.closed: dict[str, int] | None = None
        self.roll = 0
        super().__init__(session)

    def on_the_layout(self, state: State) -> int:
        """Wagers that lie there and wagers still to be taken or paid, each with the commission beside it."""
        charged = self.house.rules.commission_on
        lying = [(bet.placed.wager, bet.amount) for bet in state.layout.lying.values()]
        lying += [(each.bet.placed.wager, each.bet.amount) for rows in state.due.values() for each in rows]
        return sum(amount + charged(wager, amount) for wager, amount in lying)

    def check(self, state: State, balances: dict[str, int]) -> None:
        lying = state.layout.lying
        standing = {*state.seats.values()}
        assert {bet.placed.player for bet in lying.values()} <= standing, "a wager is nobody's"
        assert all(bet.behind is None or bet.behind in lying for bet in lying.values()), "odds behind nothing"
        assert not state.shooter or state.shooter in standing, "the shooter is not at the rail"
        if state.betting:
            assert not state.due and not state.moving and state.puck == state.layout.point, "bets too early"
        if self.closed is not None:
            now = {str(id): bet.amount for id, bet in lying.items()}
            assert now == self.closed, "a wager changed after the close"

    def count_boxes(self, event: e.Event) -> None:
        super().count_boxes(event)
        if isinstance(event, e.LosersTaken):
            self.boxes["tray"] += sum(row.stake + row.commission for row in event.rows)
        elif isinstance(event, e.WinnersPaid):
            self.boxes["tray"] += sum(row.commission - row.pays for row in event.rows)

    def follow(self, event: e.Event, before: State) -> None:
        """What each wager has cost and brought, and when no wager may change."""
        if isinstance(event, e.WagerPlaced):
            self.net[event.id] = -event.amount - event.commission
        elif isinstance(event, e.WagerRaised):
            self.net[event.id] -= event.added
        elif isinstance(event, e.WagerReduced):
            self.net[event.id] += event.returned
        elif isinstance(event, e.WagersTakenDown | e.RollWagersVoided):
            for back in event.rows:
                self.net[back.id] += back.stake + back.commission
                if self.closed is not None and isinstance(event, e.RollWagersVoided):
                    del self.closed[back.id]
        elif isinstance(event, e.LosersTaken | e.WinnersPaid):
            for row in event.rows:
                self.net[row.id] += 0 if row.outcome == "lose" else row.stake + row.pays
                self.decided[row.id] = (self.roll, row)
        elif isinstance(event, e.BetsClosed):
            self.closed = {str(id): bet.amount for id, bet in before.layout.lying.items()}
        elif isinstance(event, e.RollCalled):
            self.roll, self.closed = self.roll + 1, None
            assert event.number == self.roll, "a roll that did not count was counted"
        if _bets_open_again(event):
            self.closed = None

    def after(self, before: State) -> None:
        """Every wager of a finished run has come to what settlement says, by the same roll; the others lie there."""
        if before.rolls and not self.replayed.rolls:
            self.roll = 0
        if self.replayed.last_round is None or not before.playing or self.replayed.playing:
            return
        self.rounds += 1
        settled = pitboss.settle(finished_round(self.replayed))
        lying = self.replayed.layout.lying
        for row in settled.wagers:
            if row.outcome == "open":
                assert row.id in lying or self.net[row.id] == 0, f"wager {row.id} is gone"
                continue
            assert self.net[row.id] == row.net, f"settle says {row.net} of {row.id}, the table {self.net[row.id]}"
            if row.roll is not None:
                number, paid = self.decided.pop(row.id)
                told = (number, paid.outcome, paid.stake, paid.pays, paid.commission, paid.clause)
                assert told == (row.roll, row.outcome, row.stake, row.pays, row.commission, row.clause), row.id
        assert not self.decided, "a wager was settled that was in no run"
        in_run = {row.id for row in settled.wagers}
        for id, net in self.net.items():
            assert id in in_run or id in lying or net == 0, f"wager {id} is in no run"
        self.net = {id: net for id, net in self.net.items() if id in lying}


def _bets_open_again(event: e.Event) -> bool:
    """Without a roll: the throw did not count, the dice were taken from the shooter, or everything is void."""
    if isinstance(event, e.IrregularityCalled):
        return event.effect in ("no_roll", "check_dice")
    return isinstance(event, e.DicePassed) or (isinstance(event, e.RollWagersVoided) and event.all_wagers)


def no_secret_told(session: Session[House, State], before: State, events: list[e.Event], role: str, who: str) -> None:
    """Dice lie open once they are thrown; what others have in their rails does not."""
    state = session.state
    shown = view(session.house, state, role, who)
    assert shown["chips"] == (write_money(state.chips.get(who, 0)) if role == "player" else None)
    assert shown["thrown"] == (state.thrown or None)
    for event in events:
        assert seen(session.house, before, event, role, who)["event"]
