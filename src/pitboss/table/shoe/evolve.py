"""What each event makes of a table that deals from a shoe."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from pitboss.shoe.hands import is_bust
from pitboss.shoe.procedure import Effect, with_enough_around
from pitboss.shoe.rounds import on_hand
from pitboss.table import events as table
from pitboss.table import players
from pitboss.table.evolve import Happens, registry
from pitboss.table.players import give
from pitboss.table.shoe import events as e
from pitboss.table.shoe import programme
from pitboss.table.shoe.programme import Programme, Task
from pitboss.table.shoe.setup import House
from pitboss.table.shoe.standing import applies, line, open_hand, others_on, settle, way_to_give_up
from pitboss.table.shoe.state import DOUBLED, Box, Hand, Party, Share, State, record

HAPPENS: Happens = {**players.HAPPENS}
on = registry(HAPPENS)


# Moving on


def _forward(house: House, new: State, tasks: int = 1) -> None:
    """Past tasks that are done, to the next one that applies."""
    new.at += tasks
    while task := new.next:
        if task.do == "settle":
            _settle(house, new)
        elif not applies(house, new, task):
            new.at += 1
        elif first := _comes_first(house, new, task):
            _insert(new, first)
        else:
            break
    new.betting = new.open and new.next is not None and new.next.do == "no_more_bets"


def _comes_first(house: House, new: State, task: Task) -> Programme:
    """What a task needs before it can be done: cards in the shoe, and two of them in a split hand.

    Whoever refused a card that was seen does not get that very one.
    """
    if task.do in ("deal", "draw") and not new.stock:
        least, most = with_enough_around(len(new.rack))
        return programme.shuffle_discards(house, cut=least <= most)
    if task.do == "decide" and task.asks == "play":
        box = new.boxes[task.position]
        hand = open_hand(house, box)
        if len(box.hands[hand - 1].cards) < 2:
            second = programme.second_card(house, task.position, hand)
            return (programme.burn_exposed(house), second) if box.refused and new.exposed else (second,)
    return ()


def _insert(new: State, tasks: Programme) -> None:
    new.programme, new.at = tasks + new.programme[new.at :], 0


def _settle(house: House, new: State) -> None:
    """With the dealer's hand complete every wager is settled by the same rules as `pitboss settle`."""
    new.finished, new.results = settle(house, new)
    hands = tuple((position, len(box.hands)) for position, box in sorted(new.boxes.items()))
    new.programme = programme.settling(house, hands) + new.programme[new.at + 1 :]
    new.at = 0


# Boxes: what a state holds is replaced, never changed


def _put(new: State, position: int, **fields: Any) -> None:
    new.boxes = new.boxes | {position: replace(new.boxes[position], **fields)}


def _put_hand(new: State, position: int, number: int, **fields: Any) -> None:
    hands = list(new.boxes[position].hands)
    hands[number - 1] = replace(hands[number - 1], **fields)
    _put(new, position, hands=tuple(hands))


def _put_party(new: State, position: int, player: str, change: Callable[[Party], Party]) -> None:
    parties = new.boxes[position].parties
    _put(new, position, parties=tuple(change(party) if party.player == player else party for party in parties))


def _put_share(new: State, position: int, player: str, hand: int, change: Callable[[Share], Share]) -> None:
    def of_party(party: Party) -> Party:
        shares = list(party.shares)
        share = shares[hand - 1]
        shares[hand - 1] = change(share) if share else None
        return replace(party, shares=tuple(shares))

    _put_party(new, position, player, of_party)


# Cards


@on(table.TableOpened)
def _(house: House, new: State, event: table.TableOpened) -> None:
    new.programme = programme.opening(house)


@on(table.StepDone)
def _(house: House, new: State, event: table.StepDone) -> None:
    if event.do == "spread":
        new.spread = True
    elif event.do == "spread_idle":
        new.stock, new.rack, new.pickups, new.spread, new.cut = house.pack, (), (), True, False
    elif event.do == "wash":
        new.spread = False
    elif event.do == "destroy":
        new.destroyed, new.ten = (*new.destroyed, new.ten), ""
    _forward(house, new)


@on(table.DeckReceived)
def _(house: House, new: State, event: table.DeckReceived) -> None:
    new.stock = house.pack
    _forward(house, new)


@on(table.Shuffled)
def _(house: House, new: State, event: table.Shuffled) -> None:
    """All cards, or in a round those of the rack; then the shoe is shuffled again when the round is over."""
    new.stock, new.rack, new.pickups = event.order, (), ()
    new.by_device, new.cut, new.behind, new.shuffle_due = event.device, False, 0, new.playing
    new.discards_dealt = new.playing
    _forward(house, new)


@on(table.DeckCut)
def _(house: House, new: State, event: table.DeckCut) -> None:
    """The cut cards go below the rest."""
    new.stock, new.cut = new.stock[event.depth :] + new.stock[: event.depth], True
    _forward(house, new)


@on(table.RecutOrdered)
def _(house: House, new: State, event: table.RecutOrdered) -> None:
    assert new.next
    _insert(new, programme.recut(house, new.next.do, new.playing))
    new.cut = False


@on(e.CutCardPlaced)
def _(house: House, new: State, event: e.CutCardPlaced) -> None:
    new.behind = event.behind
    _forward(house, new)


def _rack(new: State, whose: str, cards: tuple[str, ...]) -> None:
    """Cards into the discard rack, with a note of whose they were in which round."""
    if cards:
        new.rack += cards
        new.pickups = (*new.pickups, (f"{new.number}: {whose}", len(cards)))


@on(table.CardsDealt)
def _(house: House, new: State, event: table.CardsDealt) -> None:
    _leave_shoe(new, len(event.cards))
    over: list[tuple[int, int]] = []
    for to, card, _ in event.cards:
        if to == "dealer":
            new.dealer = (*new.dealer, card)
        elif to == "rack":
            _rack(new, "burnt", (card,))
        else:
            position, hand = map(int, to.split("."))
            if is_bust(_lay(new, position, hand, card)):
                over.append((position, hand))
    new.at += event.tasks
    for position, hand in over:
        _insert(new, programme.busted(house, position, hand))
    _forward(house, new, 0)


def _leave_shoe(new: State, cards: int) -> None:
    """So many cards come out; when the cut card does, this round is the last of the shoe."""
    new.stock = new.stock[cards:]
    if cards:
        new.exposed, new.cut = "", False
    new.shuffle_due = new.shuffle_due or len(new.stock) <= new.behind


def _lay(new: State, position: int, number: int, card: str) -> tuple[str, ...]:
    box = new.boxes[position]
    cards = (*box.hands[number - 1].cards, card)
    _put_hand(new, position, number, cards=cards)
    if len(cards) == 2 and not box.is_split:
        _put(new, position, dealt=cards)
    return cards


@on(table.CardsCollected)
def _(house: House, new: State, event: table.CardsCollected) -> None:
    for whose in event.whose:
        if whose == "dealer":
            _rack(new, "dealer", new.dealer)
            _round_over(house, new)
        else:
            position, hand = map(int, whose.split("."))
            _pick_up(new, position, hand)
    _forward(house, new, 0)


def _pick_up(new: State, position: int, number: int) -> None:
    hand = new.boxes[position].hands[number - 1]
    if not hand.racked:
        _rack(new, f"{position}.{number}", hand.cards)
        _put_hand(new, position, number, racked=True)


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
        _forward(house, new, 0)


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
        _put(new, event.position, parties=left)
    else:
        new.boxes = {position: box for position, box in new.boxes.items() if position != event.position}


@on(e.PlaceKept)
def _(house: House, new: State, event: e.PlaceKept) -> None:
    """Behind those who came before, in front of the rest."""
    parties = new.boxes[event.position].parties
    others = [party for party in parties if party.player != event.player]
    own = (party for party in parties if party.player == event.player)
    _put(new, event.position, parties=(*others[: event.place - 1], *own, *others[event.place - 1 :]))


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
    _forward(house, new, 0)


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
    _forward(house, new, tasks)


def _attacks(house: House, new: State, event: e.HandDecided, task: Task) -> int:
    attack = house.game.attack
    if event.amount and attack:
        more = {attack.name: event.amount}
        place = event.position
        _put_party(new, place, event.player, lambda party: replace(party, stakes=party.stakes | more))
        _put_share(new, place, event.player, 1, lambda share: _add(share, attack.name, event.amount))
    return 1


def _insures(house: House, new: State, event: e.HandDecided, task: Task) -> int:
    if event.amount:
        more = {house.game.insurance.name: event.amount}
        _put_party(
            new,
            event.position,
            event.player,
            lambda party: replace(party, stakes=party.stakes | more, layout=party.layout | more),
        )
    return 1


def _add(share: Share, wager: str, cents: int) -> Share:
    stakes = share.stakes | {wager: share.stakes.get(wager, 0) + cents}
    layout = share.layout | {wager: share.layout.get(wager, 0) + cents}
    return replace(share, stakes=stakes, layout=layout)


def _doubled(share: Share, cents: int) -> Share:
    return replace(_add(share, DOUBLED, cents), doubles=(*share.doubles, cents))


def _plays(house: House, new: State, event: e.HandDecided, task: Task) -> int:
    """The box stays at turn as long as it has an open hand; what the decision asks for comes first."""
    position, number = event.position, event.hand
    box = new.boxes[position]
    if event.action == "hit":
        _insert(new, (programme.requested(house, position, number),))
    elif event.action == "double":
        _put_share(new, position, event.player, number, lambda share: _doubled(share, event.amount))
        _put_hand(new, position, number, doubles=box.hands[number - 1].doubles + 1)
        asked = _others_asked(house, new, position, number, "double")
        _insert(new, (*asked, programme.requested(house, position, number)))
    elif event.action == "split":
        _split(house, new, event)
        _insert(new, _others_asked(house, new, position, number, "split"))
    elif event.action == "refuse":
        _put(new, position, refused=True)
    else:
        _put_hand(new, position, number, done=True)
        _give_up(new, event)
        _insert(new, _others_asked(house, new, position, number, "give_up"))
    return 0


def _give_up(new: State, event: e.HandDecided) -> None:
    if event.action in ("surrender", "rescue"):
        given = {"surrendered" if event.action == "surrender" else "rescued": True}
        _put_share(new, event.position, event.player, event.hand, lambda share: replace(share, **given))


def _split(house: House, new: State, event: e.HandDecided) -> None:
    """Two hands of one card each. Whoever decides has a wager on both, the others for now on the first."""
    box, at = new.boxes[event.position], event.hand
    hand = box.hands[at - 1]
    hands = (*box.hands[: at - 1], *(Hand((card,)) for card in hand.cards), *box.hands[at:])
    parties = []
    for number, party in enumerate(box.parties):
        more = _fresh_share(house, party) if number == 0 else None
        parties.append(replace(party, shares=(*party.shares[:at], more, *party.shares[at:])))
    _put(new, event.position, hands=hands, parties=tuple(parties))


def _fresh_share(house: House, party: Party) -> Share:
    stakes = on_hand(house.rules, party.stakes)
    return Share(stakes, stakes)


def _others_asked(house: House, new: State, position: int, hand: int, asks: str) -> Programme:
    """The others on the box who can join what was decided."""
    box, shared = new.boxes[position], house.game.shared
    if shared is None or len(box.parties) == 1:
        return ()
    joining = others_on(box, hand)
    if asks == "give_up":
        joining = tuple(party for party in joining if way_to_give_up(house, box, hand, party))
    surrender = house.game.surrender.clause
    clause = {"double": shared.doubles, "split": shared.splits}.get(asks, surrender)
    names = tuple(party.player for party in joining)
    return programme.answers(house, position, hand, asks, names, house.cite(clause))


def _joins_double(house: House, new: State, event: e.HandDecided, task: Task) -> int:
    if event.amount:
        _put_share(new, event.position, event.player, event.hand, lambda share: _doubled(share, event.amount))
    return 1


def _joins_split(house: House, new: State, event: e.HandDecided, task: Task) -> int:
    """The new hand is covered too, or the wager stays on one of the two."""
    first, second = task.hand - 1, task.hand

    def change(party: Party) -> Party:
        shares = list(party.shares)
        if event.amount:
            shares[second] = _fresh_share(house, party)
        elif event.hand == task.hand + 1:
            shares[first], shares[second] = None, shares[first]
        return replace(party, shares=tuple(shares))

    _put_party(new, event.position, event.player, change)
    return 1


def _joins_giving_up(house: House, new: State, event: e.HandDecided, task: Task) -> int:
    _give_up(new, event)
    return 1


def _waits(house: House, new: State, event: e.HandDecided, task: Task) -> int:
    """The card comes after the other players' cards; of a dead hand it does not come at all."""
    missed, *rest = new.programme[new.at + 1 :]
    if event.action == "wait":
        rest = _after_second_cards(missed, rest) if not task.hand else _before_the_reveal(missed, rest)
    new.programme, new.at = tuple(rest), 0
    return 0


def _after_second_cards(missed: Task, rest: list[Task]) -> list[Task]:
    at = _first_cards(rest)
    at = max((number + 1 for number in range(at) if rest[number].position), default=0)
    return [*rest[:at], missed, *rest[at:]]


def _first_cards(tasks: list[Task]) -> int:
    """How many cards are dealt without a break."""
    return next((number for number, task in enumerate(tasks) if task.do != "deal"), len(tasks))


def _before_the_reveal(missed: Task, rest: list[Task]) -> list[Task]:
    """With the card, the rest of that box's turn."""
    own = [task for task in rest if task.do == "decide" and task.position == missed.position]
    others = [task for task in rest if task not in own]
    at = next(number for number, task in enumerate(others) if task.do == "reveal_hole")
    return [*others[:at], missed, *own, *others[at:]]


DECIDED: dict[str, Callable[[House, State, e.HandDecided, Task], int]] = {
    "attack": _attacks,
    "insurance": _insures,
    "play": _plays,
    "double": _joins_double,
    "split": _joins_split,
    "give_up": _joins_giving_up,
    "passed": _waits,
}
"""What a decision does, by what was asked; how many tasks are done with it."""


# The dealer's hand


@on(e.HoleChecked)
def _(house: House, new: State, event: e.HoleChecked) -> None:
    new.found = "blackjack" if event.blackjack else "none"
    _forward(house, new)


@on(e.HoleRevealed)
def _(house: House, new: State, event: e.HoleRevealed) -> None:
    new.hole_shown = True
    _forward(house, new)


# Settling


def _lift(new: State, position: int, hand: int, player: str, stakes: dict[str, int]) -> None:
    """Cents leave the layout."""

    def lighter(layout: dict[str, int]) -> dict[str, int]:
        left = {name: cents - stakes.get(name, 0) for name, cents in layout.items()}
        return {name: cents for name, cents in left.items() if cents}

    if hand:
        _put_share(new, position, player, hand, lambda share: replace(share, layout=lighter(share.layout)))
    else:
        _put_party(new, position, player, lambda party: replace(party, layout=lighter(party.layout)))


@on(e.HandTaken)
def _(house: House, new: State, event: e.HandTaken) -> None:
    new.settling = new.results is not None
    _lift(new, event.position, event.hand, event.player, event.stakes)
    _forward(house, new, 0)


@on(e.HandPaid)
def _(house: House, new: State, event: e.HandPaid) -> None:
    new.settling = new.results is not None
    _lift(new, event.position, event.hand, event.player, {row.wager: row.stake for row in event.rows})
    give(new, event.player, sum(row.stake + row.pays for row in event.rows))
    if not event.hand:
        _put_party(new, event.position, event.player, lambda party: replace(party, awarded=True))
    elif new.results is None and event.player == new.boxes[event.position].parties[-1].player:
        _put(new, event.position, paid=True)
    _forward(house, new, 0)


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
    _forward(house, new, 0)


def _out_of_the_shoe(new: State, why: str) -> None:
    _rack(new, why, new.stock[:1])
    _leave_shoe(new, 1)


def _face_up(house: House, new: State, event: table.IrregularityCalled) -> None:
    new.face_up_found += 1
    _out_of_the_shoe(new, "found face up")


def _ten(house: House, new: State, event: table.IrregularityCalled) -> None:
    new.tens_found += 1
    new.ten = event.card or ""
    _insert(new, programme.destroy(house))


def _exposed(house: House, new: State, event: table.IrregularityCalled) -> None:
    new.exposed = event.card or ""


def _overdrew(house: House, new: State, event: table.IrregularityCalled) -> None:
    _out_of_the_shoe(new, "burnt")


def _dealer_later(house: House, new: State, event: table.IrregularityCalled) -> None:
    ahead = list(new.programme[new.at :])
    number = _first_cards(ahead)
    cards, rest = ahead[:number], ahead[number:]
    new.programme = (*(task for task in cards if task.position), *(task for task in cards if not task.position), *rest)
    new.at = 0


def _missed(house: House, new: State, event: table.IrregularityCalled) -> None:
    task = new.next
    assert task
    player = new.boxes[task.position].parties[0].player
    _insert(new, programme.passed(house, task.position, task.hand, player, event.clause))


def _no_reader(house: House, new: State, event: table.IrregularityCalled) -> None:
    """From now on the hole card is not checked, in this round either if it was not yet."""
    new.card_reader = "none"
    new.checks = new.checks and bool(new.found)


EFFECTS: dict[Effect, Callable[[House, State, table.IrregularityCalled], None]] = {
    Effect.DISCARD: _face_up,
    Effect.DESTROY: _ten,
    Effect.OFFERED: _exposed,
    Effect.BURN: _overdrew,
    Effect.LATER: _dealer_later,
    Effect.ASK: _missed,
    Effect.NO_READER: _no_reader,
}
"""All other effects move no card and change no device."""


@on(e.BoxVoided)
def _(house: House, new: State, event: e.BoxVoided) -> None:
    position = event.position
    for player, cents in event.layout.items():
        give(new, player, cents + event.tray[player])
        if event.what != "hand":
            _put_party(new, position, player, lambda party: replace(party, layout={}))
    box = new.boxes[position]
    gone = [event.hand] if event.what == "hand" else range(1, len(box.hands) + 1) if event.what == "box" else []
    for hand in gone:
        for party in box.parties:
            _put_share(new, position, party.player, hand, lambda share: replace(share, layout={}))
    if event.what == "box":
        _put(new, position, void=True)
    elif event.what == "hand":
        _put_hand(new, position, event.hand, void=True)
    _forward(house, new, 0)


@on(e.RoundVoided)
def _(house: House, new: State, event: e.RoundVoided) -> None:
    """All cards come back to the rack, and the round is recorded as it stands now."""
    new.finished = None
    if any(box.paid for box in new.boxes.values()):
        new.void_wagers = (*house.game.sides(), house.game.insurance.name)
    for position, box in sorted(new.boxes.items()):
        for number in range(1, len(box.hands) + 1):
            _pick_up(new, position, number)
    _rack(new, "dealer", new.dealer)
    new.shuffle_due = new.shuffle_due or event.reshuffle
    _round_over(house, new)
    _forward(house, new, 0)
