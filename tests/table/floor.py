"""A scripted table for tests: every step is told, every card is chosen, and the books are checked after each command.

    floor = Floor("three-card-poker", dealing="hand", shuffler="device")
    floor.sit("p1", 1)
    floor.sit("p4", 4)
    floor.get_ready(stacked(["1", "4", "dealer"] * 3, {"1": "Ah Kh Qh", "dealer": "2c 5d 9s"}))
    floor.bet("p1", 1, ante="10.00")
    floor.bet("p4", 4, pair_plus="5.00")
    floor.run("decide")                                  # no more bets, the deal, the stub
    floor.decide(1, "play", "10.00")
    floor.finish()                                       # reveal, take, pay, collect
    assert floor.won("p1") == 6000                         # ante and ante bonus, in cents

Nothing runs by itself (`automatic` is "none") unless the test says so. `get_ready` brings a table that has just opened,
and one between two rounds, to the open betting.
"""

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Any

import pytest

import pitboss
from pitboss.money import read_money
from pitboss.refusal import Refusal
from pitboss.session import Session, replay
from pitboss.table.families import showdown_house as house_of
from pitboss.table.showdown import events as e
from pitboss.table.showdown.commands import SHAPES
from pitboss.table.showdown.programme import Task
from pitboss.table.showdown.setup import DECK, House
from pitboss.table.showdown.state import State
from pitboss.table.showdown.tasks import count_due
from pitboss.table.state import finished_round, state_hash

CUT = 10
"""How deep `get_ready` cuts; it lays the deck so that the order wanted comes out on top."""

BUY_IN = "10000.00"

LONGEST = 5_000
"""No test makes so many events: one that does waits for something that never comes."""


class Seeded:
    """Chance that comes out the same each time."""

    def __init__(self, seed: int = 1) -> None:
        self.random = Random(seed)

    def permutation(self, cards: int) -> Sequence[int]:
        return self.random.sample(range(cards), cards)

    def between(self, least: int, most: int) -> int:
        return self.random.randint(least, most)


def stacked(to: Iterable[str], hands: Mapping[str, str] | None = None) -> str:
    """An order of the deck in which hands come out as wanted.

    `to` says who gets the first, second, third card, as the test reads it from the text; `hands` which cards each of
    them is to get, in the order dealt. Whoever is not named, and the stub, get the cards that are left.
    """
    wanted = {whose: cards.split() for whose, cards in (hands or {}).items()}
    spoken_for = [card for cards in wanted.values() for card in cards]
    assert len(set(spoken_for)) == len(spoken_for), "a card is wanted twice"
    spare = iter([card for card in DECK if card not in spoken_for])
    order = [wanted[whose].pop(0) if wanted.get(whose) else next(spare) for whose in to]
    assert not any(wanted.values()), f"never dealt: {wanted}"
    return " ".join([*order, *spare])


def hands_of(to: Iterable[str], order: str) -> dict[str, tuple[str, ...]]:
    """The test's own deal of an order of the deck to `to`: who holds which cards, in the order dealt."""
    hands: dict[str, tuple[str, ...]] = {}
    for whose, card in zip(to, order.split(), strict=False):
        hands[whose] = (*hands.get(whose, ()), card)
    return hands


class Floor:
    """A session in the hands of a test."""

    def __init__(self, game: str, seed: int = 1, **setup: Any) -> None:
        setup = {"automatic": "none", "given_orders": True} | setup
        self.house = house_of({"game": game, **setup})
        self.session: Session[House, State] = Session(self.house, Seeded(seed))

    # What there is to see

    @property
    def state(self) -> State:
        return self.session.state

    @property
    def log(self) -> list[e.Event]:
        return self.session.log

    @property
    def next(self) -> str:
        """The name of the step that comes now."""
        task = self.state.next
        return task.do if task else ""

    @property
    def task(self) -> Task:
        """The step that comes now, with its position and clause."""
        task: Task | None = self.state.next
        assert task is not None, "the table is closed"
        return task

    def held(self, player: str) -> int:
        """A player's chips, in cents, by the books."""
        return self.session.balances.get(f"player:{player}", 0)

    def won(self, player: str) -> int:
        """What a player has more (or, below zero, less) than was bought in."""
        bought: int = sum(each.amount for each in self.all(e.BoughtIn) if each.player == player)
        return self.held(player) - bought

    def all(self, *kinds: type[Any]) -> list[Any]:
        """The events of some kinds, in the whole log."""
        return [event for event in self.log if isinstance(event, kinds)]

    def of_round(self, *kinds: type[Any]) -> list[Any]:
        """The events of some kinds (all, if none is named) since the last close of the betting."""
        close = max(number for number, event in enumerate(self.log) if isinstance(event, e.BetsClosed))
        return [event for event in self.log[close:] if not kinds or isinstance(event, kinds)]

    def dealt(self) -> list[tuple[str, str, bool]]:
        """The cards of this round in the order they left the deck: to whom, which, whether face up."""
        return [card for event in self.of_round(e.CardsDealt) for card in event.cards]

    # What is done

    def do(self, command: str, /, by: str = "", **fields: Any) -> list[e.Event]:
        """Any command. The role is the first that may give it, unless named; the books are checked afterwards."""
        events = self.session.do({"do": command, "by": by or SHAPES[command].by[0], **fields})
        assert len(self.log) < LONGEST
        self.check()
        return events

    def refused(self, command: str, /, by: str = "", **fields: Any) -> Refusal:
        """The refusal a command gets; the test fails if it is accepted, or changes anything."""
        before, events, balances = state_hash(self.state), len(self.log), dict(self.session.balances)
        with pytest.raises(Refusal) as caught:
            self.session.do({"do": command, "by": by or SHAPES[command].by[0], **fields})
        assert state_hash(self.state) == before, "a refused command changed the table"
        assert (len(self.log), self.session.balances) == (events, balances), "a refused command left a trace"
        assert caught.value.message.endswith(".") and caught.value.code
        return caught.value

    def sit(self, player: str, position: int, chips: str = BUY_IN) -> None:
        """A player arrives with cash and buys chips."""
        self.do("sit", who=player, position=position)
        self.do("buy_in", who=player, amount=chips)

    def bet(self, player: str, position: int, coupon: str | None = None, **wagers: Any) -> list[e.Event]:
        fields = {} if coupon is None else {"coupon": coupon}
        return self.do("bet", who=player, position=position, wagers=wagers, **fields)

    def decide(self, position: int, action: str, amount: str | None = None) -> list[e.Event]:
        """The decision of whoever bet at a position."""
        fields = {} if amount is None else {"amount": amount}
        return self.do("decide", who=self.state.bets[position].player, position=position, action=action, **fields)

    def once(self, **fields: Any) -> list[e.Event]:
        """The step that comes now, by whom it belongs to; a stub whose count is due is counted. Not for decisions."""
        task = self.task
        if task.do == "rack_stub" and count_due(self.house, self.state):
            return self.do("count_stub", **fields)
        assert task.do != "decide", f"position {task.position} must decide"
        if task.by == "player":
            fields = {"who": next(iter(self.state.seats.values()))} | fields
        if "position" in SHAPES[task.do].needs:
            fields = {"position": task.position} | fields
        if task.do == "cut":
            fields = {"depth": CUT} | fields
        return self.do(task.do, task.by, **fields)

    def run(self, until: str = "") -> list[e.Event]:
        """Step after step, until `until` comes next or, if none is named, a player must decide or the round is over."""
        events: list[e.Event] = []
        while self.next != until and not (not until and self.next == "decide"):
            playing = self.state.playing
            events += self.once()
            if not until and playing and not self.state.playing:
                break
        return events

    def get_ready(self, order: str | None = None, second: str | None = None) -> None:
        """From the opening, or from the end of a round, to the open betting.

        `order` is what the next round is dealt from, `second` what the other of two decks is shuffled to. Somebody must
        be seated if the cards are to be looked over.
        """
        orders = [each for each in (order, second) if each]
        while self.next != "no_more_bets":
            if self.next == "shuffle" and orders:
                self.shuffle(orders.pop(0))
            else:
                self.once()

    def shuffle(self, order: str) -> None:
        """So that this order is dealt, after the cut too if one follows."""
        cards = order.split()
        if self.state.programme[self.state.at + 1].do == "cut":
            cards = cards[-CUT:] + cards[:-CUT]
        self.do("shuffle", order=" ".join(cards))

    def finish(self) -> list[e.Event]:
        """To the end of the round; whoever must decide has decided."""
        assert self.state.playing
        events = self.run()
        assert not self.state.playing, f"stopped at {self.next}"
        self.check_settled()
        return events

    # What must always hold

    def check(self) -> None:
        """The books balance and agree with the table, and the deck in play is whole."""
        state, balances = self.state, self.session.balances
        assert sum(balances.values()) == 0
        assert {who: cents for who, cents in state.chips.items() if cents} == {
            name.removeprefix("player:"): cents
            for name, cents in balances.items()
            if name.startswith("player:") and cents
        }
        assert balances.get("layout", 0) == sum(sum(bet.layout.values()) for bet in state.bets.values())
        cards = [*state.stock, *state.dealer, *state.community, *state.rack]
        cards += [card for hand in state.hands.values() for card in hand]
        assert not cards or sorted(cards) == sorted(DECK), "the deck in play is not whole"
        assert len(state.rack) == sum(number for _, number in state.pickups)

    def check_settled(self) -> None:
        """The round just finished, settled by `pitboss settle`, gives every position what the table gave it.

        Coupons are the table's own: settlement knows no such thing.
        """
        played = finished_round(self.state)
        net = dict.fromkeys([each["position"] for each in played["positions"]], 0)
        for each in played["positions"]:
            later = [stake for action in each["actions"] if isinstance(action, dict) for stake in action.values()]
            net[each["position"]] -= sum(cents(stake) for stake in [*each["wagers"].values(), *later])
        for event in self.of_round():
            if isinstance(event, e.WagersPaid):
                net[event.position] += sum(row.stake + row.pays for row in event.rows)
            elif isinstance(event, e.ProgressivePaid):
                net[event.position] += event.amount
            elif isinstance(event, e.SettlementReversed):
                for row in event.rows:
                    net[row.position] += sum(row.taken.values()) - sum(row.pays.values()) - row.award
            elif isinstance(event, e.HandsVoided | e.WagersVoided):
                for position, stakes in event.stakes.items():
                    net[position] += sum(stakes.values()) + event.tray[position]
        settled = pitboss.settle(played).as_json()
        assert {each["position"]: cents(each["net"]) for each in settled["positions"]} == net

    def check_replay(self) -> None:
        """The log alone makes the same table and the same books."""
        _, state, balances = replay(self.log)
        assert state_hash(state) == state_hash(self.state)
        assert balances == self.session.balances


def trail(events: Iterable[e.Event]) -> list[str]:
    """What a run of events did, in a few words each: `reveal 3`, `take 3`, `collect dealer`, `deal 2 As`."""
    found: list[str] = []
    for event in events:
        found += _words(event)
    return found


def _words(event: e.Event) -> list[str]:
    if isinstance(event, e.StepDone):
        return [event.do]
    if isinstance(event, e.CardsDealt):
        return [f"deal {to} {card}" for to, card, _ in event.cards]
    if isinstance(event, e.CardsCollected):
        return [f"collect {whose}" for whose in event.whose]
    if isinstance(event, e.IrregularityCalled):
        return [f"call {event.what}"]
    if isinstance(event, e.Decided):
        return [f"{event.action} {event.position}"]
    word = WORDS.get(type(event))
    if word is None:
        return [str(type(event).__struct_config__.tag)]
    position = getattr(event, "position", None)
    return [word if position is None else f"{word} {position}"]


WORDS: dict[type, str] = {
    e.Shuffled: "shuffle",
    e.DeckCut: "cut",
    e.BetsClosed: "no_more_bets",
    e.StubRacked: "rack_stub",
    e.CardTurned: "turn_card",
    e.DealerRevealed: "reveal dealer",
    e.ForfeitsTaken: "forfeit",
    e.HandRevealed: "reveal",
    e.WagersTaken: "take",
    e.WagersPaid: "pay",
    e.ProgressivePaid: "pay_progressive",
    e.SettlementReversed: "reverse",
    e.HandsVoided: "void",
    e.WagersVoided: "void contest",
}


def cents(amount: str) -> int:
    """Money as it is written, in cents; below zero too."""
    return -read_money(amount[1:], "amount") if amount.startswith("-") else read_money(amount, "amount")
