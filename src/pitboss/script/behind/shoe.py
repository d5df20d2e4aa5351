"""The commands behind the events of a table that deals from a shoe."""

from pitboss.money import write_money
from pitboss.script.behind.common import Behind, common, dealer, player, round_voided, supervisor
from pitboss.script.event_file import EventFile
from pitboss.table import events as table
from pitboss.table.commands import STAFF
from pitboss.table.shoe import events as e
from pitboss.table.shoe.commands import SHAPES, Command
from pitboss.table.shoe.state import State


def _step_done(state: State, event: table.StepDone, file: EventFile) -> list[Command]:
    return [Command(do=event.do, by=by, who=event.by) for by in (SHAPES[event.do].by if event.do in SHAPES else ())]


def _bet_placed(state: State, event: table.BetPlaced, file: EventFile) -> list[Command]:
    wagers = {name: event.chips.get(name) or write_money(cents) for name, cents in event.stakes.items()}
    return [Command(do="bet", by="player", who=event.player, position=event.position, wagers=wagers)]


def _bet_cleared(state: State, event: table.BetCleared, file: EventFile) -> list[Command]:
    """Wagers taken back, or taken back to place others there."""
    following = file.peek(1)
    clear = Command(do="clear", by="player", who=event.player, position=event.position)
    return [*(_bet_placed(state, following, file) if isinstance(following, table.BetPlaced) else []), clear]


def _cards_dealt(state: State, event: table.CardsDealt, file: EventFile) -> list[Command]:
    """A card dealt, drawn by the dealer or burned: as the order of play has it."""
    do = state.next.do if state.next else "deal"
    return [Command(do=do, by="dealer")] if do in ("deal", "draw", "burn") else []


def _decided(state: State, event: e.HandDecided, file: EventFile) -> list[Command]:
    """What a split costs is not the player's to say."""
    amount = write_money(event.amount) if event.amount and event.action != "split" else None
    return [
        Command(
            do="decide",
            by="player",
            who=event.player,
            position=event.position,
            hand=event.hand or None,
            action=event.action,
            amount=amount,
            automatic=event.automatic,
        )
    ]


def _taken(state: State, event: e.HandTaken, file: EventFile) -> list[Command]:
    if state.next and state.next.do == "take_insurance":
        return [Command(do="take_insurance", by="dealer")]
    return [Command(do="take", by="dealer", position=event.position)]


def _collected(state: State, event: table.CardsCollected, file: EventFile) -> list[Command]:
    if "dealer" in event.whose:
        return [Command(do="collect_dealer", by="dealer")]
    position = event.whose[0].split(".")[0] if event.whose else ""
    return [Command(do="collect", by="dealer", position=int(position))] if position.isdecimal() else []


def _irregularity(state: State, event: table.IrregularityCalled, file: EventFile) -> list[Command]:
    """Called by a role, or by a person of any; a shoe that is empty is found by whoever shuffles."""
    if event.what in ("malfunction", "void_round"):
        return [round_voided(Command, event)]
    if event.what == "shoe_short":
        return [Command(do="shuffle", by="dealer")]
    card = event.card if event.what == "ten_found" else None
    people = [(event.by, ""), ("supervisor", event.by)] if event.by in STAFF else [("supervisor", event.by)]
    return [
        Command(do="call", by=by, who=who, what=event.what, position=event.position, card=card) for by, who in people
    ]


def _devices(state: State, event: e.DevicesChanged, file: EventFile) -> list[Command]:
    """Either device or both were named."""
    ways = [(event.shuffler, None), (None, event.card_reader), (event.shuffler, event.card_reader)]
    return [
        Command(do="change_method", by="supervisor", shuffler=shuffler, card_reader=reader) for shuffler, reader in ways
    ]


BEHIND: dict[type, Behind] = {
    **common(Command),
    table.StepDone: _step_done,
    table.DeckReceived: dealer(Command, "receive"),
    table.Shuffled: dealer(Command, "shuffle"),
    table.DeckCut: dealer(Command, "cut"),
    table.RecutOrdered: supervisor(Command, "order_recut"),
    table.DeviceRemoved: supervisor(Command, "remove_device", "device"),
    table.BetPlaced: _bet_placed,
    table.BetCleared: _bet_cleared,
    table.BetsClosed: dealer(Command, "no_more_bets"),
    table.CardsDealt: _cards_dealt,
    table.CardsCollected: _collected,
    table.IrregularityCalled: _irregularity,
    e.CutCardPlaced: dealer(Command, "place_cut_card", "behind"),
    e.BoxShared: player(Command, "consent", "position"),
    e.HandDecided: _decided,
    e.HoleChecked: dealer(Command, "check"),
    e.HoleRevealed: dealer(Command, "reveal_hole"),
    e.HandTaken: _taken,
    e.HandPaid: dealer(Command, "pay", "position"),
    e.DevicesChanged: _devices,
}
