"""What must hold after every step at a shoe, worked out from the events and not by the code that is checked."""

from collections import Counter
from typing import Any

import msgspec

import pitboss
from pitboss.drill.checks import Witness
from pitboss.session import Session
from pitboss.table import events as table
from pitboss.table.shoe import events as e
from pitboss.table.shoe.setup import House
from pitboss.table.shoe.state import State, reconstruct
from pitboss.table.shoe.views import HIDDEN
from pitboss.table.state import finished_round
from pitboss.table.views import seen, view

Who = tuple[int, str]
"""A position and a player on it."""


class ShoeWitness(Witness[House, State]):
    """With its own nets of every player on every box, and its own account of the cards."""

    def __init__(self, session: Session[House, State]) -> None:
        self.net: Counter[Who] = Counter()
        self.closed: dict[Who, dict[str, int]] = {}
        self.dealt: dict[str, list[str]] = {}
        self.order: list[str] = []
        self.tens: list[str] = []
        self.shuffled_in = False
        super().__init__(session)

    def on_the_layout(self, state: State) -> int:
        parties = [party for box in state.boxes.values() for party in box.parties]
        layouts = [party.layout for party in parties]
        layouts += [share.layout for party in parties for share in party.shares if share]
        return sum(sum(layout.values()) for layout in layouts)

    def check(self, state: State, balances: dict[str, int]) -> None:
        self._cards(state)
        self._wagers_unchanged(state)

    def _cards(self, state: State) -> None:
        """All cards of the shoe, and every ten that was found: with the floorperson or destroyed."""
        hands = [hand for box in state.boxes.values() for hand in box.hands if not hand.racked]
        there = [*state.stock, *state.rack, *state.dealer, *(card for hand in hands for card in hand.cards)]
        if state.open and there:
            assert Counter(there) == Counter(self.house.pack), f"{len(there)} cards"
        assert [*state.destroyed, *([state.ten] if state.ten else [])] == self.tens, "tens"
        if self.order:
            assert list(state.stock) == self.order, "the order of the shoe"
        assert len(state.rack) == sum(number for _, number in state.pickups), "pickups"

    def _wagers_unchanged(self, state: State) -> None:
        for (position, player), stakes in self.closed.items():
            box = state.boxes.get(position)
            party = box.party_of(player) if box else None
            assert party is None or all(party.stakes[name] == cents for name, cents in stakes.items()), (
                "a wager changed after the close"
            )

    def count_boxes(self, event: table.Event) -> None:
        super().count_boxes(event)
        if isinstance(event, e.HandTaken):
            self.boxes["tray"] += sum(event.stakes.values())
        elif isinstance(event, e.HandPaid):
            self.boxes["tray"] -= sum(row.pays for row in event.rows)
        elif isinstance(event, e.BoxVoided):
            self.boxes["tray"] -= sum(event.tray.values())

    def follow(self, event: table.Event, before: State) -> None:
        self._follow_cards(event, before)
        if isinstance(event, table.BetsClosed):
            parties = [(place, party) for place, box in before.boxes.items() for party in box.parties]
            self.closed = {(place, party.player): dict(party.stakes) for place, party in parties}
            self.net = Counter({who: -sum(stakes.values()) for who, stakes in self.closed.items()})
        elif isinstance(event, e.HandDecided):
            self.net[event.position, event.player] -= event.amount
        elif isinstance(event, e.HandPaid):
            self.net[event.position, event.player] += sum(row.stake + row.pays for row in event.rows)
        elif isinstance(event, e.BoxVoided):
            for player, cents in event.layout.items():
                self.net[event.position, player] += cents + event.tray[player]

    def _follow_cards(self, event: table.Event, before: State) -> None:
        """Every card comes off the top of the shoe as it was shuffled and cut."""
        if isinstance(event, table.Shuffled):
            self.order, self.shuffled_in = list(event.order), before.playing
        elif isinstance(event, table.DeckCut):
            self.order = self.order[event.depth :] + self.order[: event.depth]
        elif isinstance(event, table.BetsClosed):
            self.dealt, self.shuffled_in = {}, False
        elif isinstance(event, table.CardsDealt):
            for to, card, _ in event.cards:
                assert card == self.order.pop(0), "a card from nowhere"
                self.dealt.setdefault(to, []).append(card)
        elif isinstance(event, table.IrregularityCalled):
            if event.what in ("card_face_up", "dealer_overdrew"):
                assert event.card == self.order.pop(0)
            elif event.what == "ten_found" and event.card:
                self.tens.append(event.card)
        elif isinstance(event, e.HandDecided) and event.action == "split" and event.player == _decides(before, event):
            self._split(event)
        elif isinstance(event, table.TableClosed) or (isinstance(event, table.StepDone) and event.do == "spread_idle"):
            self.order = []
        elif isinstance(event, table.CardsCollected) and "dealer" in event.whose and not self.shuffled_in:
            self._rebuilt(before)

    def _split(self, event: e.HandDecided) -> None:
        """Later hands of the box are numbered on; the second card heads the new one."""
        place, at = event.position, event.hand
        later = {
            to: cards for to, cards in self.dealt.items() if to.startswith(f"{place}.") and int(to.split(".")[1]) > at
        }
        for to in later:
            del self.dealt[to]
        for to, cards in later.items():
            self.dealt[f"{place}.{int(to.split('.')[1]) + 1}"] = cards
        first, second = self.dealt[f"{place}.{at}"]
        self.dealt[f"{place}.{at}"], self.dealt[f"{place}.{at + 1}"] = [first], [second]

    def _rebuilt(self, before: State) -> None:
        """Every hand of the round can be put together again from the discard rack."""
        found = reconstruct(
            before.rack + before.dealer, (*before.pickups, (f"{before.number}: dealer", len(before.dealer)))
        )
        for to, cards in self.dealt.items():
            if to != "rack":
                assert list(found[f"{before.number}: {to}"]) == cards, f"hand {to} cannot be rebuilt"

    def after(self, before: State) -> None:
        if self.replayed.last_round is None or not before.playing or self.replayed.playing:
            return
        self.rounds += 1
        settled = pitboss.settle(finished_round(self.replayed)).as_json()
        told: dict[Who, str] = {}
        played = {each["position"]: each for each in finished_round(self.replayed)["positions"]}
        for each in settled["positions"]:
            told[each["position"], played[each["position"]]["player"]] = each["net"]
            told |= {(each["position"], other["player"]): other["net"] for other in each.get("others", ())}
        own = {who: _written(cents) for who, cents in self.net.items()}
        assert told == own, f"settle says {told}, the table {own}"
        self.closed = {}


def _written(cents: int) -> str:
    return f"{'-' if cents < 0 else ''}{abs(cents) // 100}.{abs(cents) % 100:02d}"


def _decides(state: State, event: e.HandDecided) -> str:
    return state.boxes[event.position].parties[0].player


def no_secret_told(
    session: Session[House, State], before: State, events: list[table.Event], role: str, who: str
) -> None:
    """Cards of the shoe and the hole card are in nobody's view, nor in the events anybody sees."""
    state = session.state
    told: Any = view(session.house, state, role, who)
    shown = [hand["cards"] for box in told["positions"].values() for hand in box["hands"]]
    assert Counter(card for cards in shown for card in cards) == Counter(
        card for box in state.boxes.values() for hand in box.hands for card in hand.cards
    )
    if len(state.dealer) > 1 and not state.hole_shown:
        assert told["dealer"] == [state.dealer[0], HIDDEN], "the hole card is seen"
    text = msgspec.json.encode({name: held for name, held in told.items() if name not in ("positions", "dealer")})
    cards = {*session.house.pack} - {state.exposed}
    assert not any(f'"{card}"'.encode() in text for card in cards), "a card of the shoe is seen"
    for event in events:
        if isinstance(event, table.Shuffled | table.CardsDealt):
            found: Any = seen(session.house, before, event, role, who)
            assert not found.get("order")
            assert all((card != HIDDEN) == up for _, card, up in found.get("cards", ()))
