"""A scripted shoe for tests: every step is told, every card is chosen, and the books are checked after each command.

    floor = ShoeFloor("spanish-21")
    floor.sit("p1", 1)
    floor.ready("8s 9c 7d Kh")            # the first cards out of the shoe, after the burn
    floor.bet("p1", 1, bet="10.00")
    floor.run()                           # no more bets, the deal: 1 has 8s 7d, the dealer 9c and a hidden Kh
    floor.decide(1, "stand")
    floor.finish()

Nothing runs by itself unless the test says so.
"""

import io
from collections import Counter
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

import pitboss
from pitboss.refusal import Refusal
from pitboss.regulations.edition import EDITION, FIRST
from pitboss.script import replay_answer
from pitboss.session import Session, replay
from pitboss.table import events as table
from pitboss.table.families import house_of
from pitboss.table.files import encode_event
from pitboss.table.shoe import events as e
from pitboss.table.shoe.commands import SHAPES
from pitboss.table.shoe.programme import Task
from pitboss.table.shoe.setup import House
from pitboss.table.shoe.state import State
from pitboss.table.state import finished_round, state_hash
from tests.table.floor import Seeded, cents

BUY_IN = "10000.00"
BURNT = "2c"
"""The first card of an order given by `ready`."""


class ShoeFloor:
    """A session in the hands of a test."""

    def __init__(self, game: str = "spanish-21", seed: int = 1, edition: int = EDITION, **setup: Any) -> None:
        setup = {"automatic": "none", "given_orders": True, "shuffler": "device"} | setup
        house = house_of({"game": game, **setup}, edition)
        assert isinstance(house, House)
        self.house = house
        self.session: Session[House, State] = Session(self.house, Seeded(seed))

    @property
    def state(self) -> State:
        return self.session.state

    @property
    def log(self) -> list[table.Event]:
        return self.session.log

    @property
    def next(self) -> str:
        return self.state.next.do if self.state.next else ""

    @property
    def task(self) -> Task:
        assert self.state.next is not None, "the table is closed"
        task: Task = self.state.next
        return task

    def held(self, player: str) -> int:
        return self.session.balances.get(f"player:{player}", 0)

    def won(self, player: str) -> int:
        """What a player has more than was bought in; wagers on the layout count as gone."""
        bought = sum(each.amount for each in self.all(table.BoughtIn) if each.player == player)
        return self.held(player) - int(bought)

    def all(self, *kinds: type[Any]) -> list[Any]:
        return [event for event in self.log if isinstance(event, kinds)]

    def of_round(self, *kinds: type[Any]) -> list[Any]:
        """The events of some kinds since the last close of the betting."""
        close = max(number for number, event in enumerate(self.log) if isinstance(event, table.BetsClosed))
        return [event for event in self.log[close:] if not kinds or isinstance(event, kinds)]

    def dealt(self) -> list[tuple[str, str, bool]]:
        return [card for event in self.of_round(table.CardsDealt) for card in event.cards]

    # What is done

    def do(self, command: str, /, by: str = "", **fields: Any) -> list[table.Event]:
        events = self.session.do({"do": command, "by": by or SHAPES[command].by[0], **fields})
        self.check()
        return events

    def refused(self, command: str, /, by: str = "", **fields: Any) -> Refusal:
        before, events, balances = state_hash(self.state), len(self.log), dict(self.session.balances)
        with pytest.raises(Refusal) as caught:
            self.session.do({"do": command, "by": by or SHAPES[command].by[0], **fields})
        assert state_hash(self.state) == before, "a refused command changed the table"
        assert (len(self.log), self.session.balances) == (events, balances), "a refused command left a trace"
        assert caught.value.message.endswith(".") and caught.value.code
        return caught.value

    def sit(self, player: str, position: int, chips: str = BUY_IN) -> None:
        self.do("sit", who=player, position=position)
        self.do("buy_in", who=player, amount=chips)

    def bet(self, player: str, position: int, **wagers: Any) -> list[table.Event]:
        return self.do("bet", who=player, position=position, wagers=wagers)

    def decide(self, position: int, action: str, amount: str | None = None, **fields: Any) -> list[table.Event]:
        """A decision of whoever is asked now at a position."""
        who = self.task.player or self.state.boxes[position].parties[0].player
        if amount is not None:
            fields["amount"] = amount
        return self.do("decide", who=who, position=position, action=action, **fields)

    def cannot(self, position: int, action: str, amount: str | None = None, **fields: Any) -> Refusal:
        who = self.task.player or self.state.boxes[position].parties[0].player
        if amount is not None:
            fields["amount"] = amount
        return self.refused("decide", who=who, position=position, action=action, **fields)

    def call(self, what: str, by: str = "dealer", **fields: Any) -> list[table.Event]:
        return self.do("call", by, what=what, **fields)

    def once(self, **fields: Any) -> list[table.Event]:
        """The step that comes now, by whom it belongs to; who is asked for insurance or an attack passes."""
        task = self.task
        if task.do == "decide":
            assert task.asks in ("insurance", "attack"), f"position {task.position} must decide"
            return self.decide(task.position, "pass")
        if task.by == "player":
            fields = {"who": next(iter(self.state.seats.values()))} | fields
        if task.do in ("take", "pay", "collect"):
            fields = {"position": task.position} | fields
        return self.do(task.do, task.by, **fields)

    def run(self, until: str = "") -> list[table.Event]:
        """Step after step, until `until` is next or, if none is named, a hand must be played or the round is over."""
        events: list[table.Event] = []
        while self.next != until:
            if self.next == "decide" and (until == "" and self.task.asks not in ("insurance", "attack")):
                break
            playing = self.state.playing
            events += self.once()
            if not until and playing and not self.state.playing:
                break
        return events

    def ask(self, asks: str) -> None:
        """To the decision of that kind."""
        while not (self.next == "decide" and self.task.asks == asks):
            self.once()

    def order(self, first: str, cards: Sequence[str] | None = None) -> str:
        """An order of the shoe that begins with these cards."""
        wanted = first.split()
        left = Counter(self.house.pack if cards is None else cards)
        left.subtract(wanted)
        assert min(left.values()) >= 0, "more of a card than the shoe has"
        return " ".join([*wanted, *left.elements()])

    def ready(self, first: str = "") -> None:
        """From the opening, or from a shuffle that is due, to the open betting, with these cards next in the shoe."""
        while self.next != "no_more_bets":
            if self.next == "shuffle":
                self.do("shuffle", order=self.order(f"{BURNT} {first}"))
            else:
                self.once()

    def start(self, first: str, *bets: dict[str, str], seats: Sequence[int] = (1,)) -> None:
        """Players at these positions bet, 10.00 if nothing else is said, and the round is dealt to the first turn."""
        for place in seats:
            self.sit(f"p{place}", place)
        self.ready(first)
        for number, place in enumerate(seats):
            self.bet(f"p{place}", place, **(bets[number] if number < len(bets) else {"bet": "10.00"}))

    def finish(self) -> list[table.Event]:
        """To the end of the round, if it is not over yet; whoever must decide has decided."""
        events = self.run() if self.state.boxes else []
        assert not self.state.playing, f"stopped at {self.next}"
        self.check_settled()
        return events

    # What must always hold

    def check(self) -> None:
        state, balances = self.state, self.session.balances
        assert sum(balances.values()) == 0
        for player, chips in state.chips.items():
            assert chips == balances[f"player:{player}"] >= 0
        layouts = [party.layout for box in state.boxes.values() for party in box.parties]
        layouts += [
            share.layout for box in state.boxes.values() for party in box.parties for share in party.shares if share
        ]
        assert balances.get("layout", 0) == sum(sum(layout.values()) for layout in layouts)
        hands = [hand.cards for box in state.boxes.values() for hand in box.hands if not hand.racked]
        cards = [*state.stock, *state.rack, *state.dealer, *(card for hand in hands for card in hand)]
        assert not cards or Counter(cards) == Counter(self.house.pack), "the shoe is not whole"

    def check_settled(self) -> None:
        """The round just finished, settled by `pitboss settle`, gives every player what the table gave."""
        played = finished_round(self.state)
        net: Counter[tuple[int, str]] = Counter()
        for event in self.of_round():
            if isinstance(event, e.HandDecided):
                net[event.position, event.player] -= event.amount
            elif isinstance(event, e.HandPaid):
                net[event.position, event.player] += sum(row.stake + row.pays for row in event.rows)
            elif isinstance(event, e.BoxVoided):
                for player, amount in event.layout.items():
                    net[event.position, player] += amount + event.tray[player]
        for each in played["positions"]:
            for party in (each, *(each.get("others") or ())):
                before = {name: each for name, each in party["wagers"].items() if name not in ("attack", "insurance")}
                net[each["position"], party["player"]] -= sum(map(cents, before.values()))
        settled = pitboss.settle(played).as_json()
        callers = {each["position"]: each["player"] for each in played["positions"]}
        told = {}
        for each in settled["positions"]:
            told[each["position"], callers[each["position"]]] = cents(each["net"])
            told |= {(each["position"], other["player"]): cents(other["net"]) for other in each.get("others", ())}
        assert told == {who: net[who] for who in told}

    def check_replay(self) -> None:
        """The log folds to the same table, and as an event file it is decided again, byte for byte."""
        _, state, balances = replay(self.log)
        assert state_hash(state) == state_hash(self.state)
        assert balances == self.session.balances
        opened, *rest = self.log
        assert isinstance(opened, table.TableOpened)
        if opened.rules_edition == FIRST:  # as the versions that opened such tables wrote it
            opened = msgspec.structs.replace(opened, version="0.3.0")
        lines = b"".join(encode_event(event) + b"\n" for event in (opened, *rest))
        _, remark, fine = replay_answer(io.BytesIO(lines))
        assert fine, remark
