"""The commands behind the events of a table at which hands are compared."""

import msgspec

from pitboss.cards import CARDS
from pitboss.money import write_money
from pitboss.script.behind.common import Behind, common, dealer, player, round_voided, supervisor
from pitboss.script.event_file import EventFile
from pitboss.showdown.procedure import DECK_SIZE
from pitboss.table.commands import STAFF
from pitboss.table.showdown import events as e
from pitboss.table.showdown.commands import SHAPES, Command, CountedHand
from pitboss.table.showdown.state import State


def _meters_read(state: State, event: e.MetersRead, file: EventFile) -> list[Command]:
    main, secondary = write_money(event.main), write_money(event.secondary)
    return [Command(do="read_meters", by="supervisor", main=main, secondary=secondary)]


def _step_done(state: State, event: e.StepDone, file: EventFile) -> list[Command]:
    position = None if isinstance(event.position, msgspec.UnsetType) else event.position
    roles = SHAPES[event.do].by if event.do in SHAPES else ()
    return [Command(do=event.do, by=by, who=event.by, position=position) for by in roles]


def _bet_placed(state: State, event: e.BetPlaced, file: EventFile) -> list[Command]:
    wagers = {name: event.chips.get(name) or write_money(cents) for name, cents in event.stakes.items()}
    coupon = write_money(event.coupon) if event.coupon else None
    return [Command(do="bet", by="player", who=event.player, position=event.position, wagers=wagers, coupon=coupon)]


def _bet_cleared(state: State, event: e.BetCleared, file: EventFile) -> list[Command]:
    """Wagers taken back, or taken back to place others there."""
    following = file.peek(1)
    clear = Command(do="clear", by="player", who=event.player, position=event.position)
    return [*(_bet_placed(state, following, file) if isinstance(following, e.BetPlaced) else []), clear]


def _stub_racked(state: State, event: e.StubRacked, file: EventFile) -> list[Command]:
    if event.counted is None:
        return [Command(do="rack_stub", by="dealer")]
    return [Command(do="count_stub", by="dealer", counted=event.counted)]


def _wagers_taken(state: State, event: e.WagersTaken, file: EventFile) -> list[Command]:
    return _of_hand("take", event.position, [*event.stakes])


def _wagers_paid(state: State, event: e.WagersPaid, file: EventFile) -> list[Command]:
    return _of_hand("pay", event.position, [row.wager for row in event.rows])


def _of_hand(do: str, position: int, wagers: list[str]) -> list[Command]:
    """All that is due at a position, or one wager by its name."""
    every = Command(do=do, by="dealer", position=position)
    return [every, *(Command(do=do, by="dealer", position=position, wager=wager) for wager in wagers[:1])]


def _cards_collected(state: State, event: e.CardsCollected, file: EventFile) -> list[Command]:
    if "dealer" in event.whose:
        return [Command(do="collect_dealer", by="dealer")]
    if len(event.whose) == 1 and event.whose[0].isdecimal():
        return [Command(do="collect", by="dealer", position=int(event.whose[0]))]
    return [Command(do="collect_discards", by="dealer")]


def _irregularity(state: State, event: e.IrregularityCalled, file: EventFile) -> list[Command]:
    by, who = (event.by, "") if event.by in STAFF else ("supervisor", event.by)
    if event.what in ("malfunction", "void_round"):
        return [round_voided(Command, event)]
    if not isinstance(event.hands, msgspec.UnsetType):
        return [_count_of_hands(state, event, event.hands)]
    if event.what == "wrong_count":
        return _wrong_count(state, event, file)
    if event.what == "device_count":
        return [Command(do="call", by=by, who=who, what=event.what, counted=event.cards)]
    whose = "dealer" if event.position is None and event.what in ("wrong_number", "card_exposed") else None
    if not isinstance(event.whose, msgspec.UnsetType):
        whose = event.whose
    card = event.card if event.what == "card_exposed" else None
    called = Command(
        do="call", by=by, who=who, what=event.what, position=event.position, whose=whose, cards=event.cards, card=card
    )
    return [called, *_misnamed(state, called), *_misdeal_counted(state, event)]


def _misnamed(state: State, called: Command) -> list[Command]:
    """A call that named a card from another place: the event has no card then. Any such card makes the same event."""
    if called.what != "card_exposed" or called.card is not None:
        return []
    own = state.dealer if called.position is None else state.dealt.get(called.position, ())
    other = next((card for card in CARDS if card not in own and card not in state.shown), None)
    return [msgspec.structs.replace(called, card=other)]


def _count_of_hands(state: State, event: e.IrregularityCalled, hands: tuple[e.HandCounted, ...]) -> Command:
    """The stub counted with hands; where they made a whole deck, the stub had what the hands did not."""
    named = tuple(CountedHand(each.cards, each.position, "dealer" if each.position is None else None) for each in hands)
    dealt = [state.dealer if each.position is None else state.dealt.get(each.position, ()) for each in hands]
    sound = len(state.stock) + sum(map(len, dealt)) - sum(each.cards for each in hands)
    counted = event.cards if event.what == "wrong_count" else sound
    who = "" if event.by == "dealer" else event.by
    return Command(do="count_stub", by="dealer", who=who, counted=counted, hands=named)


def _misdeal_counted(state: State, event: e.IrregularityCalled) -> list[Command]:
    """A wrong number of cards that the count of the stub brought out: both add up to a whole deck."""
    if event.what != "wrong_number" or event.cards is None:
        return []
    held = state.dealer if event.position is None else state.hands.get(event.position, ())
    counted = len(state.stock) + len(held) - event.cards
    return [_count(event, counted, event.position, event.cards)]


def _wrong_count(state: State, event: e.IrregularityCalled, file: EventFile) -> list[Command]:
    """The deck that is removed says how many cards there were; a hand may have been counted with the stub."""
    counted = event.cards or 0
    removed = next((each for n in range(MOST_AHEAD) if isinstance(each := file.peek(n), e.DeckRemoved)), None)
    missing = removed.counted - (counted + DECK_SIZE - len(state.stock)) if removed else 0
    hands = [(None, state.dealer), *state.hands.items()]
    with_a_hand = [_count(event, counted, position, len(held) + missing) for position, held in hands]
    return [_count(event, counted, None, None), *with_a_hand]


MOST_AHEAD = 4


def _count(event: e.IrregularityCalled, counted: int, position: int | None, cards: int | None) -> Command:
    """The count of a stub; with `cards`, those of the hand at a position or, without one, of the dealer's hand."""
    who = "" if event.by == "dealer" else event.by
    whose = "dealer" if position is None and cards is not None else None
    return Command(do="count_stub", by="dealer", who=who, counted=counted, position=position, whose=whose, cards=cards)


BEHIND: dict[type, Behind] = {
    **common(Command),
    e.StepDone: _step_done,
    e.DeckReceived: dealer(Command, "receive"),
    e.Shuffled: dealer(Command, "shuffle"),
    e.DeckCut: dealer(Command, "cut"),
    e.RecutOrdered: supervisor(Command, "order_recut"),
    e.DeviceRemoved: supervisor(Command, "remove_device", "device"),
    e.MethodChanged: supervisor(Command, "change_method", "dealing", "shuffler"),
    e.BetPlaced: _bet_placed,
    e.BetCleared: _bet_cleared,
    e.BetsClosed: dealer(Command, "no_more_bets"),
    e.ProgressiveCollected: dealer(Command, "place_progressive"),
    e.MetersRead: _meters_read,
    e.CardsDealt: dealer(Command, "deal"),
    e.StubRacked: _stub_racked,
    e.CardTurned: dealer(Command, "turn_card"),
    e.Decided: player(Command, "decide", "position", "action", "amount", "automatic"),
    e.ForfeitsTaken: dealer(Command, "collect_forfeits"),
    e.DealerRevealed: dealer(Command, "reveal_dealer"),
    e.HandRevealed: dealer(Command, "reveal", "position"),
    e.WagersTaken: _wagers_taken,
    e.WagersPaid: _wagers_paid,
    e.ProgressivePaid: dealer(Command, "pay_progressive", "position"),
    e.CardsCollected: _cards_collected,
    e.IrregularityCalled: _irregularity,
}
