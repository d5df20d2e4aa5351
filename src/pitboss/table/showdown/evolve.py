"""What each event makes of a table at which hands are compared."""

from collections import defaultdict
from collections.abc import Callable, Iterable
from operator import attrgetter

import msgspec

from pitboss.cards import CARDS
from pitboss.showdown.progressive import Meters
from pitboss.table import players
from pitboss.table.evolve import Happens, registry
from pitboss.table.players import give
from pitboss.table.showdown import events as e
from pitboss.table.showdown import programme
from pitboss.table.showdown.setup import DECK, PAYOUT_CHECKS, House
from pitboss.table.showdown.standing import ONLY_IF, applies, used
from pitboss.table.showdown.state import COVER_READY, Bet, Result, State, reconstruct, record, rest_of_deck

HAPPENS: Happens = {**players.HAPPENS}
on = registry(HAPPENS)

_copy_of_bet: Callable[[Bet], Bet] = attrgetter("__copy__")(Bet)


@on(e.TableOpened)
def _(house: House, new: State, event: e.TableOpened) -> None:
    new.main, new.secondary = event.main, event.secondary
    new.programme = programme.opening(house, new.decks, new.shuffler, new.dealing)


@on(e.StepDone)
def _(house: House, new: State, event: e.StepDone) -> None:
    if event.do in ("spread", "turn_up"):
        new.shown = DECK
    elif event.do in ("view", "decline_view"):
        new.inactive = ()
    elif event.do == "spread_idle":
        if new.next and new.next.do != "spread_idle":
            new.inactive = tuple(new.seats.values())
            _be_idle(house, new)
        new.betting, new.cut, new.stock, new.rack, new.pickups = False, False, DECK, (), ()
        new.shown = DECK if house.setup.idle_face_up else ()
    elif event.do == "wash":
        new.shown = ()
    elif event.do == "load":
        _load(new, event.other)
    elif event.do == "cover":
        new.cover = "on the dealer's stack"
    elif event.do == "uncover":
        new.cover = "beside the shoe"
    elif event.do in PAYOUT_CHECKS:
        _payout_checked(house, new, event)
        return
    _forward(house, new)


def _payout_checked(house: House, new: State, event: e.StepDone) -> None:
    """Remove the done step from the programme; other steps of the same hand may come before it."""
    ahead = enumerate(new.programme[new.at :], new.at)
    at = next(n for n, task in ahead if (task.do, task.position) == (event.do, event.position))
    new.programme = new.programme[:at] + new.programme[at + 1 :]
    _skip(house, new)


@on(e.DeckReceived)
def _(house: House, new: State, event: e.DeckReceived) -> None:
    """A second deck is prepared while the first waits in the device."""
    if new.stock:
        new.other = new.stock
        new.deck = 1 - new.deck
    new.stock, new.rack, new.pickups = event.order or DECK, (), ()
    new.decks_at_table += 1
    _forward(house, new)


def _load(new: State, other: bool) -> None:
    """The deck is ready and bets are taken. Where it is the other one, the deck that was in play takes its place."""
    if other:
        new.stock, new.other = new.other, new.rack or new.stock
        new.rack, new.pickups = (), ()
        new.deck = 1 - new.deck
    new.betting = not new.playing


@on(e.Shuffled)
def _(house: House, new: State, event: e.Shuffled) -> None:
    if event.other:
        new.other = event.order
    else:
        new.stock, new.rack, new.pickups, new.cut = event.order, (), (), False
    new.shown, new.cover = (), COVER_READY
    _forward(house, new)


@on(e.DeckCut)
def _(house: House, new: State, event: e.DeckCut) -> None:
    """The cut cards go below the rest."""
    new.stock = new.stock[event.depth :] + new.stock[: event.depth]
    new.cut, new.cover = True, "in the discard rack"
    _forward(house, new)


@on(e.RecutOrdered)
def _(house: House, new: State, event: e.RecutOrdered) -> None:
    """The cut comes again before whatever was next; a deck already loaded is loaded again."""
    task = new.next
    again = programme.recut(house, new.dealing, load=bool(task and task.do != "load"))
    new.programme, new.at, new.cut = again + new.programme[new.at :], 0, False


@on(e.DeckRemoved)
def _(house: House, new: State, event: e.DeckRemoved) -> None:
    """Another deck takes its place from its receipt on. A second deck stays where it is, in the device."""
    if event.in_device:
        new.other = ()
    else:
        new.stock, new.rack, new.pickups, new.shown = (), (), (), ()
    new.betting, new.rounds_since_count = False, 0
    _count_rounds(new, 1 - new.deck if event.in_device else new.deck, 0)
    new.decks_at_table -= 1
    rest = new.programme[new.at :]
    if not any(task.do == "receive" for task in rest):
        rest = programme.ready(house, new.dealing, other=new.decks == 2)
    new.programme, new.at = programme.prepare(house, new.shuffler, new.dealing) + rest, 0


@on(e.DeviceRemoved)
def _(house: House, new: State, event: e.DeviceRemoved) -> None:
    new.devices_removed = (*new.devices_removed, event.device)


@on(e.MethodChanged)
def _(house: House, new: State, event: e.MethodChanged) -> None:
    new.dealing, new.shuffler, new.devices_removed = event.dealing, event.shuffler, ()
    other, owed = _others_turn(new) and event.decks == 2, _shuffle_owed(house, new) if event.decks == 2 else ()
    if event.decks < new.decks:
        new.decks, new.other, new.decks_at_table = event.decks, (), event.decks
    elif any(task.do == "receive" for task in new.programme[new.at :]):
        return  # a second deck is still to come
    new.betting = new.cut = False
    new.programme, new.at = owed + programme.reshuffle(house, new.shuffler, new.dealing, other), 0


@on(e.Left)
def _(house: House, new: State, event: e.Left) -> None:
    players.HAPPENS[e.Left](house, new, event)
    if not new.seats and _between_rounds(new):
        _be_idle(house, new)


def _be_idle(house: House, new: State) -> None:
    owed = _shuffle_owed(house, new)
    new.programme = owed + programme.idle(house, new.decks, new.shuffler, new.dealing, _others_turn(new))
    new.at, new.betting, new.cut = 0, False, False


def _shuffle_owed(house: House, state: State) -> programme.Programme:
    """The shuffle of the deck that went out of play, where it is still to come: no deck is dealt as it was picked up.

    Before the other deck is loaded, the one in the rack is still this one, and is shuffled as such.
    """
    ahead = any(task.do == "shuffle" and task.other for task in state.programme[state.at :])
    return programme.shuffle_other(house) if ahead and not _others_turn(state) else ()


def _others_turn(state: State) -> bool:
    """Of two decks, whether the one not in play is to be loaded next."""
    return any(task.do == "load" and task.other for task in state.programme[state.at :])


def _between_rounds(state: State) -> bool:
    """Cards are at the table, all of them ready or being made ready for the next round."""
    ahead = {task.do for task in state.programme[state.at :]}
    return state.open and not state.playing and not {"receive", "view"} & ahead


@on(e.BetPlaced)
def _(house: House, new: State, event: e.BetPlaced) -> None:
    give(new, event.player, -sum(event.stakes.values()))
    new.bets = {**new.bets, event.position: Bet(event.player, event.stakes, event.stakes, event.coupon)}


@on(e.BetCleared)
def _(house: House, new: State, event: e.BetCleared) -> None:
    give(new, event.player, sum(event.stakes.values()))
    new.bets = {position: bet for position, bet in new.bets.items() if position != event.position}


def _change(new: State, position: int) -> Bet:
    """A copy of a position's bet, put in the old one's place, to be changed by its maker."""
    new.bets = bets = new.bets.copy()
    bets[position] = bet = _copy_of_bet(bets[position])
    return bet


def _lift(bet: Bet, wagers: Iterable[str]) -> None:
    """Wagers leave the layout."""
    bet.layout = layout = bet.layout.copy()
    for wager in wagers:
        layout.pop(wager, None)


@on(e.BetsClosed)
def _(house: House, new: State, event: e.BetsClosed) -> None:
    new.number, new.betting, new.playing, new.last_round = event.number, False, True, None
    new.rounds_since_count += 1
    _count_rounds(new, new.deck, new.deck_rounds[new.deck] + 1)
    following = programme.next_round(house, new.decks, new.shuffler, new.dealing)
    new.programme = programme.round_of_play(house, new.dealing, event.positions) + following
    new.at = -1
    _forward(house, new)


def _count_rounds(new: State, deck: int, number: int) -> None:
    """Count the rounds that a deck was dealt in without a count of its own stub."""
    red, blue = new.deck_rounds
    new.deck_rounds = (red, number) if deck else (number, blue)


@on(e.MetersRead)
def _(house: House, new: State, event: e.MetersRead) -> None:
    """A round's payouts are reckoned from what the meters show after its own contributions."""
    new.main, new.secondary = event.main, event.secondary
    if new.meters_before:
        new.meters_before = Meters(new.main, new.secondary)


@on(e.ProgressiveCollected)
def _(house: House, new: State, event: e.ProgressiveCollected) -> None:
    assert house.rules.progressive
    name = house.rules.progressive.name
    new.main += event.main
    new.secondary += event.secondary
    new.meters_before = Meters(new.main, new.secondary)
    new.progressive_in = event.stakes
    new.bets = bets = new.bets.copy()
    for position in event.positions:
        bets[position] = bet = _copy_of_bet(bets[position])
        _lift(bet, (name,))
    _forward(house, new)


@on(e.CardsDealt)
def _(house: House, new: State, event: e.CardsDealt) -> None:
    piles: defaultdict[str, list[str]] = defaultdict(list)
    shown = []
    for to, card, face_up in event.cards:
        piles[to].append(card)
        if face_up:
            shown.append(card)
            if to == "dealer" and house.jurisdiction in house.procedure.completion.expose:
                new.turned = card
    new.stock, new.cut = new.stock[len(event.cards) :], False
    new.hands, new.dealt = new.hands.copy(), new.dealt.copy()
    for to, cards in piles.items():
        _lay(new, to, tuple(cards))
    if shown:
        new.shown = (*new.shown, *shown)
    _forward(house, new, event.tasks)


def _lay(new: State, to: str, cards: tuple[str, ...]) -> None:
    """A pile where it belongs; `hands` and `dealt` are the caller's own."""
    if to == "dealer":
        new.dealer += cards
    elif to == "community":
        new.community += cards
    elif to == "rack":
        _rack(new, "burnt", cards)
    else:
        position = int(to)
        new.hands[position] = new.hands.get(position, ()) + cards
        new.dealt[position] = new.dealt.get(position, ()) + cards


def _rack(new: State, whose: str, cards: tuple[str, ...]) -> None:
    new.rack += cards
    new.pickups = (*new.pickups, (whose, len(cards)))


@on(e.StubRacked)
def _(house: House, new: State, event: e.StubRacked) -> None:
    if event.counted is not None:
        new.rounds_since_count = 0
        _count_rounds(new, new.deck, 0)
    _rack(new, "stub", new.stock)
    new.stock = ()
    _forward(house, new)


@on(e.CardTurned)
def _(house: House, new: State, event: e.CardTurned) -> None:
    new.turned, new.thrown_out = event.card, event.thrown_out
    if event.card not in new.shown:
        new.shown = (*new.shown, event.card)
    _forward(house, new)


@on(e.Decided)
def _(house: House, new: State, event: e.Decided) -> None:
    bet = _change(new, event.position)
    bet.actions = (*bet.actions, (event.action, event.amount))
    if event.action == "fold":
        bet.folded = True
    elif event.amount:
        bet.stakes = {**bet.stakes, event.action: event.amount}
        bet.layout = {**bet.layout, event.action: event.amount}
        give(new, event.player, -event.amount)
    if not (bet.folded and house.procedure.completion.forfeits_at_once):
        _forward(house, new)


@on(e.ForfeitsTaken)
def _(house: House, new: State, event: e.ForfeitsTaken) -> None:
    _lift(_change(new, event.position), event.stakes)
    if event.hand == "collected":
        _pick_up(new, event.position)
    task = new.next
    if task and (task.do == "decide" or (task.do == "collect_forfeits" and not applies(house, new, task))):
        _forward(house, new)


def _pick_up(new: State, position: int) -> None:
    """A hand goes to the rack; `dealt` keeps what it was."""
    new.hands = hands = new.hands.copy()
    _rack(new, str(position), hands.pop(position))


@on(e.DealerRevealed)
def _(house: House, new: State, event: e.DealerRevealed) -> None:
    """With the dealer's hand open, what every wager is owed is settled by the same rules as `pitboss settle`."""
    new.shown = (*new.shown, *(card for card in event.cards if card not in new.shown))
    _settle(house, new)
    _forward(house, new)


def _settle(house: House, new: State) -> None:
    new.finished = record(house, new)
    settled = house.rules.settle_form(new.finished)  # never refused: `decide` let only legal rounds come so far
    new.results = {each.position: Result.of(each) for each in settled.positions}


@on(e.HandRevealed)
def _(house: House, new: State, event: e.HandRevealed) -> None:
    new.shown = (*new.shown, *event.cards)
    _forward(house, new)


@on(e.WagersTaken)
def _(house: House, new: State, event: e.WagersTaken) -> None:
    new.settling, new.settled = True, (*new.settled, event)
    _lift(_change(new, event.position), event.stakes)
    _skip(house, new)


@on(e.WagersPaid)
def _(house: House, new: State, event: e.WagersPaid) -> None:
    new.settling, new.settled = True, (*new.settled, event)
    bet, wagers = _change(new, event.position), [row.wager for row in event.rows]
    _lift(bet, wagers)
    if house.ante_bonus in wagers:
        bet.bonus_paid = True
    give(new, event.player, sum([row.stake + row.pays + row.coupon for row in event.rows]))
    _skip(house, new)


@on(e.ProgressivePaid)
def _(house: House, new: State, event: e.ProgressivePaid) -> None:
    new.main, new.secondary, new.settling = event.main, event.secondary, True
    new.settled = (*new.settled, event)
    new.progressive_in = {place: stake for place, stake in new.progressive_in.items() if place != event.position}
    give(new, event.player, event.amount)
    _skip(house, new)


@on(e.CardsCollected)
def _(house: House, new: State, event: e.CardsCollected) -> None:
    for whose in event.whose:
        if whose.isdigit():
            _pick_up(new, int(whose))
        elif whose == "dealer":
            _rack(new, "dealer", new.dealer)
        elif whose == "community":
            _rack(new, "community", new.community)
        else:
            _discard(house, new, int(whose.removesuffix(" discards")))
    if "dealer" in event.whose:
        _round_over(house, new)
    _forward(house, new)


def _discard(house: House, new: State, position: int) -> None:
    keep = used(house, new, position)
    kept: list[str] = []
    aside: list[str] = []
    for card in new.hands[position]:
        (kept if CARDS[card] & keep else aside).append(card)
    _rack(new, str(position), tuple(aside))
    new.hands = {**new.hands, position: tuple(kept)}


def _round_over(house: House, new: State) -> None:
    """The round is kept as `pitboss settle` takes it, and the layout is clear."""
    new.last_round, new.finished = new.finished or record(house, new), None
    new.playing = False
    new.bets, new.dealt, new.hands, new.dealer, new.community = {}, {}, {}, (), ()
    new.settling, new.settled = False, ()
    new.shown, new.turned, new.thrown_out, new.face_up_found = (), "", False, 0
    new.void_wagers, new.results = (), None
    new.meters_before, new.progressive_in = None, {}


@on(e.IrregularityCalled)
def _(house: House, new: State, event: e.IrregularityCalled) -> None:
    """The physical side of it; what it does to hands and wagers are events of their own."""
    if event.what == "card_face_up":
        new.face_up_found += 1
        assert event.card
        new.stock = tuple(card for card in new.stock if card != event.card)
        if event.card not in new.rack:
            _rack(new, "found face up", (event.card,))
        new.shown = (*new.shown, event.card)
    elif event.what == "card_exposed" and event.card:
        new.shown = (*new.shown, event.card)
    elif event.what == "wrong_number":
        for hand in _misdealt_hands(new, event):
            _misdeal(new, hand.position, hand.cards)


def _misdealt_hands(state: State, event: e.IrregularityCalled) -> list[e.HandCounted]:
    """The misdealt hands, short ones first: long hands may have the cards that those left on the deck."""
    if isinstance(event.hands, msgspec.UnsetType):
        return [e.HandCounted(event.cards or 0, event.position)]
    dealt = {hand: state.dealer if hand.position is None else state.dealt[hand.position] for hand in event.hands}
    return sorted(event.hands, key=lambda hand: hand.cards - len(dealt[hand]))


def _misdeal(new: State, position: int | None, cards: int) -> None:
    """The hand as it really is: cards too many came off the rest of the deck, cards too few are still on it."""
    if position is not None and position not in new.hands and position in new.dealt:
        _misdeal_picked_up(new, position, cards)
        return
    held = new.dealer if position is None else new.hands.get(position, ())
    more = cards - len(held if position is None else new.dealt.get(position, ()))
    keep = len(held) + more
    whole = held + rest_of_deck(new)
    _set_rest(new, whole[keep:])
    if position is None:
        new.dealer = whole[:keep]
    else:
        new.hands = new.hands | {position: whole[:keep]}
        aside = tuple(card for card in new.dealt.get(position, ()) if card not in held)
        new.dealt = new.dealt | {position: whole[:keep] + aside}


def _misdeal_picked_up(new: State, position: int, cards: int) -> None:
    """The same for a hand that lies in the rack already."""
    whole = reconstruct(new.rack, new.pickups)[str(position)] + rest_of_deck(new)
    new.dealt = new.dealt | {position: whole[:cards]}
    _set_packet(new, str(position), whole[:cards])
    _set_rest(new, whole[cards:])


def _set_rest(new: State, rest: tuple[str, ...]) -> None:
    if new.stock or not any(whose == "stub" for whose, _ in new.pickups):
        new.stock = rest
    else:
        _set_packet(new, "stub", rest)


def _set_packet(new: State, whose: str, cards: tuple[str, ...]) -> None:
    """Other cards in a packet of the rack."""
    packets = reconstruct(new.rack, new.pickups) | {whose: cards}
    new.rack = tuple(card for packet in packets.values() for card in packet)
    new.pickups = tuple((whose, len(packet)) for whose, packet in packets.items())


@on(e.SettlementReversed)
def _(house: House, new: State, event: e.SettlementReversed) -> None:
    positions = {row.position for row in event.rows}
    new.settled = tuple([each for each in new.settled if each.position not in positions])
    new.settling = bool(new.settled)
    for row in event.rows:
        taken = sum(row.taken.values())
        _change(new, row.position).returned += taken + sum(row.returned.values())
        give(new, row.player, taken - row.gives)
        if row.source:
            assert house.rules.progressive
            new.progressive_in = new.progressive_in | {row.position: house.rules.progressive.stake}
        if row.source == "meter":
            new.main += row.award - row.reset
            new.secondary += row.reset


@on(e.HandsVoided)
def _(house: House, new: State, event: e.HandsVoided) -> None:
    new.main -= event.main
    new.secondary -= event.secondary
    stands = {} if isinstance(event.wagers, msgspec.UnsetType) else event.wagers
    if new.meters_before and event.wagers is msgspec.UNSET:
        new.meters_before = Meters(new.main, new.secondary)
    for position in event.stakes:
        bet = _change(new, position)
        bet.void, bet.layout, bet.void_wagers = True, {}, stands.get(position, ())
        bet.forfeit = bet.forfeit and bool(bet.void_wagers)
        _return(new, event, position)
    new.progressive_in = {p: stake for p, stake in new.progressive_in.items() if p not in event.stakes}
    if event.all_hands:
        _gather(house, new)
    else:
        for position in event.stakes:
            if position in new.hands:
                _pick_up(new, position)
        if new.results is not None:
            _settle(house, new)
        _skip(house, new)


def _return(new: State, event: e.HandsVoided | e.WagersVoided, position: int) -> None:
    """What lay on the layout, and what had already gone to the tray."""
    give(new, event.players[position], sum(event.stakes[position].values()) + event.tray[position])


def _gather(house: House, new: State) -> None:
    """All cards come back to the rack; they are reshuffled before anything else."""
    for position in sorted(new.hands):
        _pick_up(new, position)
    for whose, cards in (("dealer", new.dealer), ("community", new.community), ("stub", new.stock)):
        if cards:
            _rack(new, whose, cards)
    new.stock, new.finished = (), record(house, new)
    _round_over(house, new)
    new.programme, new.at, new.cut = programme.next_round(house, new.decks, new.shuffler, new.dealing), 0, False


def _skip(house: House, new: State) -> None:
    """Past tasks that no longer apply."""
    new.at -= 1
    _forward(house, new)


@on(e.WagersVoided)
def _(house: House, new: State, event: e.WagersVoided) -> None:
    new.void_wagers = event.wagers
    for position, stakes in event.stakes.items():
        bet = _change(new, position)
        _lift(bet, stakes)
        bet.returned += sum(stakes.values()) + event.tray[position]
        _return(new, event, position)
    _skip(house, new)


@on(e.Forfeited)
def _(house: House, new: State, event: e.Forfeited) -> None:
    for position in event.stakes:
        bet = _change(new, position)
        bet.forfeit, bet.layout = True, {}
        if position in new.hands:
            _pick_up(new, position)
    _skip(house, new)


@on(e.TableClosed)
def _(house: House, new: State, event: e.TableClosed) -> None:
    new.open, new.betting, new.programme, new.at = False, False, (), 0
    new.stock, new.rack, new.pickups, new.other, new.shown = (), (), (), (), ()
    new.decks_at_table = 0


# Moving on


def _forward(house: House, new: State, tasks: int = 1) -> None:
    """To the next task that applies."""
    at, programme = new.at + tasks, new.programme
    while at < len(programme) and (task := programme[at]).do in ONLY_IF and not ONLY_IF[task.do](house, new, task):
        at += 1
    new.at = at
