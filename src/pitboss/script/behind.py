"""Which command may have made an event: what cannot be told from it makes no difference to what follows."""

from collections.abc import Callable
from typing import Any

from pitboss.money import write_money
from pitboss.script.event_file import EventFile
from pitboss.showdown.procedure import DECK_SIZE
from pitboss.table import events as e
from pitboss.table.commands import SHAPES, STAFF, Command
from pitboss.table.state import State


def commands_behind(state: State, file: EventFile) -> list[Command]:
    """The commands whose first event may be the file's next one; none for an event that never comes first."""
    event = file.peek()
    behind = BEHIND.get(type(event))
    return behind(state, event, file) if behind else []


Behind = Callable[[State, Any, EventFile], list[Command]]


def _dealer(do: str, *fields: str) -> Behind:
    def behind(state: State, event: Any, file: EventFile) -> list[Command]:
        return [Command(do=do, by="dealer", **{name: getattr(event, name) for name in fields})]

    return behind


def _supervisor(do: str, *fields: str) -> Behind:
    def behind(state: State, event: Any, file: EventFile) -> list[Command]:
        who = getattr(event, "by", "")
        return [Command(do=do, by="supervisor", who=who, **{name: getattr(event, name) for name in fields})]

    return behind


def _player(do: str, *fields: str) -> Behind:
    def behind(state: State, event: Any, file: EventFile) -> list[Command]:
        given = {name: getattr(event, name) for name in fields}
        if given.get("amount") is not None:
            given["amount"] = write_money(given["amount"]) if given["amount"] else None
        return [Command(do=do, by="player", who=event.player, **given)]

    return behind


def _step_done(state: State, event: e.StepDone, file: EventFile) -> list[Command]:
    return [Command(do=event.do, by=by, who=event.by) for by in (SHAPES[event.do].by if event.do in SHAPES else ())]


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


def _cards_collected(state: State, event: e.CardsCollected, file: EventFile) -> list[Command]:
    if "dealer" in event.whose:
        return [Command(do="collect_dealer", by="dealer")]
    if len(event.whose) == 1 and event.whose[0].isdecimal():
        return [Command(do="collect", by="dealer", position=int(event.whose[0]))]
    return [Command(do="collect_discards", by="dealer")]


def _irregularity(state: State, event: e.IrregularityCalled, file: EventFile) -> list[Command]:
    by, who = (event.by, "") if event.by in STAFF else ("supervisor", event.by)
    if event.what == "wrong_count":
        return _wrong_count(state, event, file)
    if event.what == "device_count":
        return [Command(do="call", by=by, who=who, what=event.what, counted=event.cards)]
    whose = "dealer" if event.position is None and event.what in ("wrong_number", "card_exposed") else None
    called = Command(
        do="call", by=by, who=who, what=event.what, position=event.position, whose=whose, cards=event.cards
    )
    return [called, *_misdeal_counted(state, event)]


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
    who = "" if event.by == "dealer" else event.by
    return Command(do="count_stub", by="dealer", who=who, counted=counted, position=position, cards=cards)


BEHIND: dict[type, Behind] = {
    e.StepDone: _step_done,
    e.DeckReceived: _dealer("receive"),
    e.Shuffled: _dealer("shuffle"),
    e.DeckCut: _dealer("cut"),
    e.RecutOrdered: _supervisor("order_recut"),
    e.DeviceRemoved: _supervisor("remove_device", "device"),
    e.MethodChanged: _supervisor("change_method", "dealing", "shuffler"),
    e.BoughtIn: _player("buy_in", "amount"),
    e.CashedOut: _player("cash_out"),
    e.Tipped: _player("tip", "amount"),
    e.Seated: _player("sit", "position"),
    e.Left: _player("leave"),
    e.BetPlaced: _bet_placed,
    e.BetCleared: _bet_cleared,
    e.BetsClosed: _dealer("no_more_bets"),
    e.ProgressiveCollected: _dealer("place_progressive"),
    e.CardsDealt: _dealer("deal"),
    e.StubRacked: _stub_racked,
    e.CardTurned: _dealer("turn_card"),
    e.Decided: _player("decide", "position", "action", "amount", "automatic"),
    e.ForfeitsTaken: _dealer("collect_forfeits"),
    e.DealerRevealed: _dealer("reveal_dealer"),
    e.HandRevealed: _dealer("reveal", "position"),
    e.WagersTaken: _dealer("take", "position"),
    e.WagersPaid: _dealer("pay", "position"),
    e.ProgressivePaid: _dealer("pay_progressive", "position"),
    e.CardsCollected: _cards_collected,
    e.IrregularityCalled: _irregularity,
    e.TableClosed: _supervisor("close"),
}
