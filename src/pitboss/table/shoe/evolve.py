"""What each event makes of a table that deals from a shoe."""

from msgspec.structs import replace

from pitboss.shoe.hands import is_bust
from pitboss.shoe.procedure import Effect
from pitboss.table import events as table
from pitboss.table import players
from pitboss.table.evolve import Happens, registry
from pitboss.table.players import give
from pitboss.table.shoe import events as e
from pitboss.table.shoe import programme
from pitboss.table.shoe.boxes import lift, put, put_hand, put_party, put_share
from pitboss.table.shoe.cards import lay, leave_shoe, pick_up, rack
from pitboss.table.shoe.decided import DECIDED
from pitboss.table.shoe.mishaps import EFFECTS
from pitboss.table.shoe.onward import forward, insert
from pitboss.table.shoe.programme import Programme
from pitboss.table.shoe.setup import House
from pitboss.table.shoe.standing import line
from pitboss.table.shoe.state import Box, Hand, Party, Share, State, record

HAPPENS: Happens = {**players.HAPPENS}
on = registry(HAPPENS)


# Cards


@on(table.TableOpened)
def _(house: House, new: State, event: table.TableOpened) -> None:
    new.programme = programme.opening(house)


@on(table.StepDone)
def _(house: House, new: State, event: table.StepDone) -> None:
    if event.do == "spread":
        new.spread = True
    elif event.do in ("view", "decline_view"):
        new.inactive = ()
    elif event.do == "spread_idle":
        if new.next and new.next.do != "spread_idle":
            new.inactive = tuple(new.seats.values())
            new.programme, new.at, new.betting = programme.idle(house), 0, False
        new.stock, new.rack, new.pickups, new.spread, new.cut = house.pack, (), (), True, False
    elif event.do == "wash":
        new.spread = False
    elif event.do == "destroy":
        new.destroyed, new.ten = (*new.destroyed, new.ten), ""
    forward(house, new)


@on(table.DeckReceived)
def _(house: House, new: State, event: table.DeckReceived) -> None:
    new.stock = house.pack
    forward(house, new)


@on(table.Shuffled)
def _(house: House, new: State, event: table.Shuffled) -> None:
    """All cards, or in a round those of the rack; then the shoe is shuffled again when the round is over."""
    new.stock, new.rack, new.pickups = event.order, (), ()
    new.by_device, new.cut, new.behind, new.shuffle_due = event.device, False, 0, new.playing
    new.discards_dealt = new.playing
    forward(house, new)


@on(table.DeckCut)
def _(house: House, new: State, event: table.DeckCut) -> None:
    """The cut cards go below the rest."""
    new.stock, new.cut = new.stock[event.depth :] + new.stock[: event.depth], True
    forward(house, new)


@on(table.RecutOrdered)
def _(house: House, new: State, event: table.RecutOrdered) -> None:
    assert new.next
    insert(new, programme.recut(house, new.next.do, new.playing))
    new.cut = False


@on(e.CutCardPlaced)
def _(house: House, new: State, event: e.CutCardPlaced) -> None:
    new.behind = event.behind
    forward(house, new)


@on(table.CardsDealt)
def _(house: House, new: State, event: table.CardsDealt) -> None:
    leave_shoe(new, len(event.cards))
    over: list[tuple[int, int]] = []
    for to, card, _ in event.cards:
        if to == "dealer":
            new.dealer = (*new.dealer, card)
        elif to == "rack":
            rack(new, "burnt", (card,))
        else:
            position, hand = map(int, to.split("."))
            if is_bust(lay(new, position, hand, card)):
                over.append((position, hand))
    new.at += event.tasks
    for position, hand in over:
        insert(new, programme.busted(house, position, hand))
    forward(house, new, 0)


@on(table.CardsCollected)
def _(house: House, new: State, event: table.CardsCollected) -> None:
    for whose in event.whose:
        if whose == "dealer":
            rack(new, "dealer", new.dealer)
            _round_over(house, new)
        else:
            position, hand = map(int, whose.split("."))
            pick_up(new, position, hand)
    forward(house, new, 0)


# Devices and the table


@on(table.DeviceRemoved)
def _(house: House, new: State, event: table.DeviceRemoved) -> None:
    new.shuffler_removed = True


@on(e.DevicesChanged)
def _(house: House, new: State, event: e.DevicesChanged) -> None:
    new.shuffler, new.card_reader, new.shuffler_removed = event.shuffler, event.card_reader, False


@on(table.Left)
def _(house: House, new: State, event: table.Left) -> None:
    players.HAPPENS[table.Left](house, new, event)
    ahead = {task.do for task in new.programme[new.at :]}
    if new.open and not new.seats and not new.playing and not {"receive", "view"} & ahead:
        new.programme, new.at = _owed(house, new) + programme.idle(house), 0
        new.cut = False
        forward(house, new, 0)


def _owed(house: House, new: State) -> Programme:
    """A ten that nobody has destroyed yet."""
    return programme.destroy(house) if new.ten else ()


@on(table.TableClosed)
def _(house: House, new: State, event: table.TableClosed) -> None:
    new.open, new.betting, new.programme, new.at = False, False, (), 0
    new.stock, new.rack, new.pickups, new.spread = (), (), (), False


# Wagers


@on(table.BetPlaced)
def _(house: House, new: State, event: table.BetPlaced) -> None:
    give(new, event.player, -sum(event.stakes.values()))
    before = new.boxes[event.position].parties if event.position in new.boxes else ()
    party = Party(event.player, event.stakes, event.stakes)
    new.boxes = new.boxes | {event.position: Box((*before, party))}


@on(table.BetCleared)
def _(house: House, new: State, event: table.BetCleared) -> None:
    give(new, event.player, sum(event.stakes.values()))
    left = tuple(party for party in new.boxes[event.position].parties if party.player != event.player)
    if left:
        put(new, event.position, parties=left)
    else:
        new.boxes = {position: box for position, box in new.boxes.items() if position != event.position}


@on(e.PlaceKept)
def _(house: House, new: State, event: e.PlaceKept) -> None:
    """Behind those who came before, in front of the rest."""
    parties = new.boxes[event.position].parties
    others = [party for party in parties if party.player != event.player]
    own = (party for party in parties if party.player == event.player)
    put(new, event.position, parties=(*others[: event.place - 1], *own, *others[event.place - 1 :]))


@on(e.BoxShared)
def _(house: House, new: State, event: e.BoxShared) -> None:
    new.consents = new.consents | {event.position: event.player}


@on(table.BetsClosed)
def _(house: House, new: State, event: table.BetsClosed) -> None:
    """Each box is now one hand, with the wager of whoever decides in front."""
    new.number, new.playing, new.last_round, new.cut = event.number, True, None, False
    new.checks = new.card_reader != "none"
    bet = house.game.bet.name
    boxes = {}
    for position in event.positions:
        parties = tuple(_with_share(party, bet) for party in line(new, position))
        boxes[position] = Box(parties, (Hand(),))
    new.boxes = boxes
    who = tuple((position, tuple(party.player for party in box.parties)) for position, box in boxes.items())
    new.programme, new.at = programme.round_of_play(house, who), 0
    forward(house, new, 0)


def _with_share(party: Party, bet: str) -> Party:
    own = {bet: party.stakes[bet]}
    beside = {name: cents for name, cents in party.stakes.items() if name != bet}
    return replace(party, layout=beside, shares=(Share(own, own),))


# Decisions


@on(e.HandDecided)
def _(house: House, new: State, event: e.HandDecided) -> None:
    task = new.next
    assert task
    if event.amount:
        give(new, event.player, -event.amount)
    tasks = DECIDED[task.asks](house, new, event, task)
    forward(house, new, tasks)


# The dealer's hand


@on(e.HoleChecked)
def _(house: House, new: State, event: e.HoleChecked) -> None:
    new.found = "blackjack" if event.blackjack else "none"
    forward(house, new)


@on(e.HoleRevealed)
def _(house: House, new: State, event: e.HoleRevealed) -> None:
    new.hole_shown = True
    forward(house, new)


# Settling


@on(e.HandTaken)
def _(house: House, new: State, event: e.HandTaken) -> None:
    new.settling = new.results is not None
    lift(new, event.position, event.hand, event.player, event.stakes)
    forward(house, new, 0)


@on(e.HandPaid)
def _(house: House, new: State, event: e.HandPaid) -> None:
    new.settling = new.results is not None
    lift(new, event.position, event.hand, event.player, {row.wager: row.stake for row in event.rows})
    give(new, event.player, sum(row.stake + row.pays for row in event.rows))
    if not event.hand:
        put_party(new, event.position, event.player, lambda party: replace(party, awarded=True))
    elif new.results is None and event.player == new.boxes[event.position].parties[-1].player:
        put(new, event.position, paid=True)
    forward(house, new, 0)


def _round_over(house: House, new: State) -> None:
    """The round is kept as `pitboss settle` takes it, and the layout is clear."""
    new.last_round, new.finished = new.finished or record(house, new), None
    new.playing = new.settling = new.checks = new.hole_shown = new.discards_dealt = False
    new.boxes, new.consents, new.dealer, new.results, new.void_wagers = {}, {}, (), None, ()
    new.found, new.exposed, new.face_up_found, new.tens_found = "", "", 0, 0
    following = programme.reshuffle(house) if new.shuffle_due else programme.bets(house)
    new.programme, new.at = _owed(house, new) + following, 0


# When something goes wrong


@on(table.IrregularityCalled)
def _(house: House, new: State, event: table.IrregularityCalled) -> None:
    """The physical side of it, by its declared effect; what it does to wagers are events of their own.

    A card that voids the round leaves the shoe as the first one of its kind did.
    """
    rule, effect = house.procedure.irregularities.get(event.what), Effect[event.effect.upper()]
    happens = EFFECTS.get(rule.effect if rule and effect is Effect.VOID_ALL else effect)
    if happens:
        happens(house, new, event)
    forward(house, new, 0)


@on(e.BoxVoided)
def _(house: House, new: State, event: e.BoxVoided) -> None:
    position = event.position
    for player, cents in event.layout.items():
        give(new, player, cents + event.tray[player])
        if event.what != "hand":
            put_party(new, position, player, lambda party: replace(party, layout={}))
    box = new.boxes[position]
    gone = [event.hand] if event.what == "hand" else range(1, len(box.hands) + 1) if event.what == "box" else []
    for hand in gone:
        for party in box.parties:
            put_share(new, position, party.player, hand, lambda share: replace(share, layout={}))
    if event.what == "box":
        put(new, position, void=True)
    elif event.what == "hand":
        put_hand(new, position, event.hand, void=True)
    forward(house, new, 0)


@on(e.RoundVoided)
def _(house: House, new: State, event: e.RoundVoided) -> None:
    """All cards come back to the rack, and the round is recorded as it stands now."""
    new.finished = None
    if any(box.paid for box in new.boxes.values()):
        new.void_wagers = (*house.game.sides(), house.game.insurance.name)
    for position, box in sorted(new.boxes.items()):
        for number in range(1, len(box.hands) + 1):
            pick_up(new, position, number)
    rack(new, "dealer", new.dealer)
    new.shuffle_due = new.shuffle_due or event.reshuffle
    _round_over(house, new)
    forward(house, new, 0)
