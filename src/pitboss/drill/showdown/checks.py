"""What must hold after every step of a drill, worked out from the events and not by the code that is checked."""

from typing import Any

import msgspec

import pitboss
from pitboss.drill.checks import Witness
from pitboss.session import Session
from pitboss.table.showdown import events as e
from pitboss.table.showdown.setup import DECK, House
from pitboss.table.showdown.state import State, reconstruct
from pitboss.table.showdown.views import HIDDEN
from pitboss.table.state import finished_round
from pitboss.table.views import seen, view


class ShowdownWitness(Witness[House, State]):
    """With its own meters, its own nets of every position, and its own account of who was dealt what."""

    def __init__(self, session: Session[House, State]) -> None:
        self.meters = 0
        self.net: dict[int, int] = {}
        self.coupons: dict[int, int] = {}
        self.with_coupon: set[int] = set()
        bonus = session.house.game.ante_bonus
        self.on_the_ante = {session.house.rules.ante, *((bonus.name,) if bonus else ())}
        self.closed: dict[int, dict[str, int]] = {}
        self.dealt: dict[str, list[str]] = {}
        self.misdealt = False
        self.voids = 0
        super().__init__(session)

    def on_the_layout(self, state: State) -> int:
        return sum(sum(bet.layout.values()) for bet in state.bets.values())

    def check(self, state: State, balances: dict[str, int]) -> None:
        assert state.main == balances["progressive_main"] and state.secondary == balances["progressive_secondary"]
        assert state.main + state.secondary == self.meters, "meters"
        self._cards(state)
        self._wagers_unchanged(state)

    def _cards(self, state: State) -> None:
        hands = [card for hand in state.hands.values() for card in hand]
        there = [*state.stock, *state.rack, *hands, *_not_racked(state)]
        if state.decks_at_table and (there or not state.other):
            assert sorted(there) == sorted(DECK), f"{len(there)} cards"
        if state.other:
            assert sorted(state.other) == sorted(DECK), "the other deck"
        assert bool(state.other) + bool(there) == state.decks_at_table, "decks"

    def _wagers_unchanged(self, state: State) -> None:
        for position, stakes in self.closed.items():
            if position in state.bets:
                now = state.bets[position].stakes
                assert all(now[name] == cents for name, cents in stakes.items()), "a wager changed after the close"

    def count_boxes(self, event: e.Event) -> None:
        super().count_boxes(event)
        boxes = self.boxes
        if isinstance(event, e.ForfeitsTaken | e.ProgressiveCollected):
            boxes["tray"] += sum(event.stakes.values())
        elif isinstance(event, e.Forfeited):
            boxes["tray"] += sum(sum(stakes.values()) for stakes in event.stakes.values())
        elif isinstance(event, e.HandsVoided | e.WagersVoided):
            boxes["tray"] -= sum(event.tray.values())
        elif isinstance(event, e.SettlementReversed):
            boxes["tray"] += sum(sum(row.pays.values()) + row.coupon_pays for row in event.rows)
            boxes["tray"] -= sum(sum(row.taken.values()) for row in event.rows)

    def follow(self, event: e.Event, before: State) -> None:
        """Meters and nets from the events, and what each hand was dealt."""
        if isinstance(event, e.TableOpened):
            self.meters = event.main + event.secondary
        elif isinstance(event, e.ProgressiveCollected):
            self.meters += event.main + event.secondary
        elif isinstance(event, e.ProgressivePaid):
            self.meters -= event.amount if event.source == "meter" else 0
            self.net[event.position] += event.amount
        elif isinstance(event, e.BetsClosed):
            self.closed = {place: dict(bet.stakes) for place, bet in before.bets.items()}
            self.net = {place: -sum(stakes.values()) for place, stakes in self.closed.items()}
            self.coupons, self.dealt, self.misdealt = {}, {}, False
            self.with_coupon = {place for place, bet in before.bets.items() if bet.coupon}
        elif isinstance(event, e.CardsDealt):
            for to, card, _ in event.cards:
                self.dealt.setdefault(to, []).append(card)
        elif isinstance(event, e.Decided):
            self.net[event.position] -= event.amount
        elif isinstance(event, e.WagersPaid):
            self.net[event.position] += sum(row.stake + row.pays for row in event.rows)
            coupons = self.coupons.get(event.position, 0)
            self.coupons[event.position] = coupons + sum(row.coupon for row in event.rows)
        elif isinstance(event, e.SettlementReversed):
            for row in event.rows:
                self.net[row.position] += sum(row.taken.values()) - sum(row.pays.values()) - row.award
                self.coupons[row.position] = self.coupons.get(row.position, 0) - row.coupon_pays
                self.meters += row.award if row.source == "meter" else 0
        elif isinstance(event, e.HandsVoided | e.WagersVoided):
            if isinstance(event, e.HandsVoided):
                self.meters -= event.main + event.secondary
                self.voids += event.all_hands
            for place, stakes in event.stakes.items():
                self.net[place] += sum(stakes.values()) + event.tray[place]
        elif isinstance(event, e.IrregularityCalled) and event.what == "wrong_number":
            self.misdealt = True  # the hands are no longer what was dealt
        elif isinstance(event, e.CardsCollected) and "dealer" in event.whose and not self.misdealt:
            self._rebuilt(before)

    def _rebuilt(self, before: State) -> None:
        """Every hand can be put together again from the discard rack."""
        rack = before.rack + before.community + before.dealer
        pickups = (*before.pickups, ("community", len(before.community)), ("dealer", len(before.dealer)))
        found = reconstruct(rack, pickups)
        for to, cards in self.dealt.items():
            if to != "rack":
                assert sorted(found[to]) == sorted(cards), f"hand of {to} cannot be rebuilt"

    def after(self, before: State) -> None:
        if self.replayed.last_round is None or not before.playing or self.replayed.playing:
            return
        self.rounds += 1
        settled = pitboss.settle(finished_round(self.replayed))
        for result in settled.positions:
            assert result.net == self.net[result.position], f"settle says {result.net}, the table {self.net}"
            won = sum(row.pays for row in result.wagers if row.wager in self.on_the_ante)
            coupon = won if result.position in self.with_coupon else 0
            assert self.coupons.get(result.position, 0) == coupon, "a coupon wins what its ante wins"
        if settled.meters and not all(each["void"] for each in finished_round(self.replayed)["positions"]):
            assert settled.meters.main + settled.meters.secondary == self.meters, "meters after the round"
        self.closed = {}


def _not_racked(state: State) -> tuple[str, ...]:
    return (*state.dealer, *state.community)


def no_secret_told(session: Session[House, State], before: State, events: list[e.Event], role: str, who: str) -> None:
    """No card that a role may not see is in its view of the table, nor in the events it sees."""
    state = session.state
    text = msgspec.json.encode(view(session.house, state, role, who)).decode()
    own = {place for place, bet in state.bets.items() if bet.player == who} if role == "player" else set()
    may = {*state.shown, *(card for place in own for card in state.hands.get(place, ()))}
    hidden = set(DECK) - may
    for card in hidden:
        assert f'"{card}"' not in text, f"{card} shown to {role} {who}"
    for event in events:
        if isinstance(event, e.Shuffled | e.DeckReceived | e.CardsDealt):
            told: Any = seen(session.house, before, event, role, who)
            cards = told.get("order", []) or [card for to, card, up in told.get("cards", []) if not up]
            mine = {str(place) for place, bet in before.bets.items() if bet.player == who and role == "player"}
            others = [card for (to, card, up) in told.get("cards", []) if not up and to not in mine]
            assert all(card == HIDDEN for card in others) and not told.get("order"), cards
