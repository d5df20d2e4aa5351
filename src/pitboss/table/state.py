"""The state of a table, and `evolve`: what an event makes of it. Pure: a table is the fold of its events.

No card comes from nowhere: the 52 of the deck in play are in the stock, in hands, with the dealer, on the board or in
the rack, and every event moves them from one to another.
"""

from collections.abc import Callable, Mapping
from hashlib import sha256
from typing import Any

import msgspec

from pitboss.cards import CARDS, suits
from pitboss.money import write_money
from pitboss.regulations.paytables import Share
from pitboss.showdown.progressive import Meters
from pitboss.showdown.rounds import PositionForm, RoundForm
from pitboss.showdown.rulings import PositionResult, WagerResult
from pitboss.table import events as e
from pitboss.table import programme
from pitboss.table.programme import Programme, Task
from pitboss.table.setup import House

DECK: tuple[str, ...] = tuple(CARDS)
"""The 52 cards as a spread shows them, by suit and in sequence."""

BACKS = ("red", "blue")

COVER_READY = "beside the deck"


class Bet(msgspec.Struct):
    """A position's wagers: what was placed, what still lies on the layout, what the player did.

    `returned` is what void wagers have given back already.
    """

    player: str
    stakes: dict[str, int]
    layout: dict[str, int]
    coupon: int = 0
    returned: int = 0
    actions: tuple[tuple[str, int], ...] = ()
    folded: bool = False
    void: bool = False
    forfeit: bool = False


class Result(msgspec.Struct, frozen=True):
    """What settlement says of a position: its hand in words, a row for each wager, the progressive award if it has one.

    The award is whole dollars, or `percent` of the main meter.
    """

    hand: str | None
    rows: tuple[WagerResult, ...]
    award: int = 0
    percent: bool = False

    @staticmethod
    def of(settled: PositionResult) -> "Result":
        rulings = settled.slip.rulings
        award = rulings[-1].award if rulings else 0
        return Result(settled.hand, tuple(settled.wagers), int(award), isinstance(award, Share))


class State(msgspec.Struct):
    """Everything that has become of a table. Only `evolve` makes a new one."""

    dealing: str
    shuffler: str
    decks: int
    main: int
    secondary: int
    programme: Programme = ()
    at: int = 0
    open: bool = True
    betting: bool = False
    playing: bool = False
    cut: bool = False
    number: int = 0
    # players
    chips: dict[str, int] = {}
    seats: dict[int, str] = {}
    bets: dict[int, Bet] = {}
    # cards
    deck: int = 0
    stock: tuple[str, ...] = ()
    dealt: dict[int, tuple[str, ...]] = {}
    hands: dict[int, tuple[str, ...]] = {}
    dealer: tuple[str, ...] = ()
    community: tuple[str, ...] = ()
    rack: tuple[str, ...] = ()
    pickups: tuple[tuple[str, int], ...] = ()
    other: tuple[str, ...] = ()
    shown: tuple[str, ...] = ()
    turned: str = ""
    thrown_out: bool = False
    face_up_found: int = 0
    cover: str = COVER_READY
    rounds_since_count: int = 0
    decks_at_table: int = 0
    # the round
    void_wagers: tuple[str, ...] = ()
    results: dict[int, Result] | None = None
    settling: bool = False
    meters_before: Meters | None = None
    progressive_in: dict[int, int] = {}
    last_round: RoundForm | None = None
    devices_removed: tuple[str, ...] = ()
    sequence: int = 0

    @property
    def next(self) -> Task | None:
        """What must be done now; None at a closed table."""
        return self.programme[self.at] if self.at < len(self.programme) else None


def new_state(house: House) -> State:
    """The table before its first event."""
    return State(house.dealing, house.setup.shuffler, house.setup.decks, 0, 0)


def evolve(house: House, state: State, event: e.Event) -> State:
    """The state after an event."""
    new: State = state.__copy__()  # type: ignore[attr-defined]  # twice as fast as copy.copy, and not in the stubs
    HANDLERS[type(event)](house, new, event)
    new.sequence += 1
    return new


def state_hash(state: State) -> str:
    """Two tables with the same hash are in the same state, card for card and cent for cent."""
    return sha256(msgspec.json.encode(state)).hexdigest()


def record(house: House, state: State) -> RoundForm:
    """The round as `pitboss settle` takes it."""
    positions = [
        PositionForm(
            position,
            " ".join(state.dealt.get(position, ())),
            {name: write_money(cents) for name, cents in bet.stakes.items() if name in house.rules.offered},
            [{name: write_money(cents)} if cents else name for name, cents in bet.actions],
            bet.void,
            bet.forfeit,
        )
        for position, bet in sorted(state.bets.items())
    ]
    meters = state.meters_before
    return RoundForm(
        house.game.name,
        " ".join(_exposed_first(state)),
        positions,
        house.jurisdiction,
        msgspec.Raw(msgspec.json.encode(house.setup.options)),
        " ".join(state.community) if house.game.deal.community and state.community else None,
        {"main": write_money(meters.main), "secondary": write_money(meters.secondary)} if meters else None,
        list(state.void_wagers) or None,
    )


def finished_round(state: State) -> dict[str, Any]:
    """The last round as a line of a file for `pitboss settle`."""
    found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(state.last_round))
    return {name: held for name, held in found.items() if held is not None}


def _exposed_first(state: State) -> tuple[str, ...]:
    """The dealer's cards in the order dealt, the turned up one first."""
    if not state.turned:
        return state.dealer
    return (state.turned, *(card for card in state.dealer if card != state.turned))


def reconstruct(rack: tuple[str, ...], pickups: tuple[tuple[str, int], ...]) -> dict[str, tuple[str, ...]]:
    """Every hand of the round rebuilt from the rack: its cards in order, and in which order what was picked up."""
    hands: dict[str, tuple[str, ...]] = {}
    start = 0
    for whose, number in pickups:
        hands[whose] = hands.get(whose, ()) + rack[start : start + number]
        start += number
    return hands


# Moving on


def _forward(house: House, new: State, tasks: int = 1) -> None:
    """To the next task that applies."""
    new.at += tasks
    while new.at < len(new.programme) and not applies(house, new, new.programme[new.at]):
        new.at += 1


def applies(house: House, state: State, task: Task) -> bool:
    if task.do in _ALWAYS:
        return True
    if task.do == "decide":
        return _must_decide(house, state, task)
    if task.do == "deal":
        return _deals(house, state, task)
    if task.do == "collect_forfeits":
        return any(forfeits(house, state, position) is not None for position in state.bets)
    if task.do == "collect_discards":
        return bool(discarding(house, state))
    position = task.position
    if position not in state.hands:
        return False
    if task.do == "reveal":
        return bool(revealing(house, state, position))
    if task.do == "take":
        return bool(taken(house, state, position))
    if task.do == "pay":
        return bool(paid(house, state, position))
    if task.do == "pay_progressive":
        return award(house, state, position) is not None
    if task.do == "collect":
        return award(house, state, position) is None
    raise AssertionError(f"unknown task {task.do}")


_ALWAYS = frozenset(
    ("receive", "inspect", "verify", "spread", "view", "wash", "stack", "shuffle", "cut", "load", "no_more_bets")
    + ("spread_idle", "turn_up", "rack_stub", "turn_card", "reveal_dealer", "collect_dealer")
    + ("lock_progressive", "collect_progressive", "verify_progressive", "place_progressive")
)


def _deals(house: House, state: State, task: Task) -> bool:
    """A void hand gets no more cards, and no board is dealt for nobody."""
    if task.position:
        return not state.bets[task.position].void
    return task.to not in ("burn", "community") or any(_contests(house, state, bet) for bet in state.bets.values())


def _contests(house: House, state: State, bet: Bet) -> bool:
    """Whether a position still plays against the dealer."""
    return not (bet.folded or bet.void or bet.forfeit) and house.rules.ante in bet.stakes


def _must_decide(house: House, state: State, task: Task) -> bool:
    bet = state.bets[task.position]
    return _contests(house, state, bet) and house.rules.ante not in state.void_wagers


def forfeits(house: House, state: State, position: int) -> dict[str, int] | None:
    """What lies on the layout that a fold has lost; None where nothing is to be taken and the hand stays or is gone."""
    bet = state.bets[position]
    if not bet.folded or position not in state.hands:
        return None
    lost = {name: cents for name, cents in bet.layout.items() if not survives_fold(house, name)}
    return lost if lost or not bet.layout else None


def survives_fold(house: House, wager: str) -> bool:
    """Whether a wager on the layout is still alive after its player folded."""
    return any(bonus.name == wager and bonus.survives_fold for bonus in house.rules.bonuses)


def discarding(house: House, state: State) -> tuple[int, ...]:
    """The positions that stayed in and lay their unused cards aside; a hand that uses all of them is among them."""
    return tuple(
        position
        for position, bet in sorted(state.bets.items())
        if bet.actions and not (bet.folded or bet.void or bet.forfeit) and position in state.hands
    )


def used(house: House, state: State, position: int) -> set[str]:
    """The cards with which a player plays on: those of the hand's value, and those that win a side wager placed."""
    hand = state.hands[position]
    return {*least_cards(hand, house.rules.ranking.of), *winning_cards(house, hand, state.bets[position].stakes)}


def winning_cards(house: House, hand: tuple[str, ...], stakes: Mapping[str, int]) -> set[str]:
    """The least cards that win the side wagers among these."""
    found: set[str] = set()
    for side in house.rules.sides:
        if side.name in stakes:
            measure = _class_of(house, side.classify)
            if measure(sum(CARDS[card] for card in hand)) in side.wins:
                found.update(least_cards(hand, measure))
    return found


def least_cards(hand: tuple[str, ...], measure: Callable[[int], int]) -> tuple[str, ...]:
    """The cards that cannot be left out without the measure of the hand falling."""
    kept = sum(CARDS[card] for card in hand)
    whole = measure(kept)
    for card in hand:
        if measure(kept - CARDS[card]) == whole:
            kept -= CARDS[card]
    return tuple(card for card in hand if kept & CARDS[card])


def revealing(house: House, state: State, position: int) -> tuple[str, ...]:
    """The cards to turn up at a position: all, or of a folded hand those that win its bonus wagers."""
    hand = state.hands[position]
    if not (state.bets[position].folded and house.procedure.completion.declares):
        return tuple(card for card in hand if card not in state.shown)
    won = {row.wager: row.stake for row in result_of(state, position).rows if row.outcome == "win"}
    winning = winning_cards(house, hand, won)
    return tuple(card for card in hand if card in winning and card not in state.shown)


def _class_of(house: House, classify: Any) -> Callable[[int], int]:
    def measure(hand: int) -> int:
        found: int = classify(suits(hand), house.rules.ranking.of(hand))
        return found

    return measure


def result_of(state: State, position: int) -> Result:
    assert state.results is not None
    return state.results[position]


def taken(house: House, state: State, position: int) -> dict[str, int]:
    """The losing wagers that still lie on the layout."""
    layout = state.bets[position].layout
    if not layout:
        return {}
    return {
        row.wager: layout[row.wager]
        for row in result_of(state, position).rows
        if row.outcome == "lose" and row.wager in layout
    }


def paid(house: House, state: State, position: int) -> tuple[e.Paid, ...]:
    """The wagers that come back to the player, with what they win. A coupon wins what the ante beside it wins."""
    bet = state.bets[position]
    bonus = house.game.ante_bonus.name if house.game.ante_bonus else None
    if not bet.layout and not bonus:
        return ()
    rows = []
    progressive = house.rules.progressive
    for row in result_of(state, position).rows:
        stake = bet.layout.get(row.wager, 0)
        if progressive and row.wager == progressive.name:
            continue
        if row.outcome in ("win", "push") and (stake or row.wager == bonus):
            coupon = row.pays if bet.coupon and row.wager in (house.rules.ante, bonus) else 0
            goes = coupon_goes(house, bet, row) if row.wager == house.rules.ante else ""
            rows.append(e.Paid(row.wager, row.outcome, stake, row.pays, coupon, row.clause, goes))
    return tuple(rows)


def bonus_hands(house: House, state: State, position: int) -> tuple[str, ...]:
    """The hands of the pay tables that a hand makes, for the dealer to announce: of the bonus wagers offered.

    Where part of a hand lies face down, folded or discarded, only what its own wagers win is told.
    """
    bet = state.bets[position]
    hand = sum(CARDS[card] for card in state.dealt[position])
    if hand.bit_count() != house.game.deal.player or house.game.deal.community:
        return ()
    found = []
    for side in house.rules.sides:
        table = house.rules.table(side.name)
        made = _class_of(house, side.classify)(hand)
        if table and (side.name in bet.stakes or not (bet.folded or house.procedure.completion.discards)):
            found += [line.hand for line in table.lines if line.hand_class == made and line.hand not in found]
    return tuple(found)


def progressive_hand(house: House, state: State, position: int) -> str:
    """The hand that wins the progressive, as its pay table names it."""
    progressive = house.rules.progressive
    assert progressive
    made = _class_of(house, progressive.classify)(sum(CARDS[card] for card in state.dealt[position]))
    return next(line.hand for line in progressive.table.lines if line.hand_class == made)


def coupon_goes(house: House, bet: Bet, row: WagerResult) -> str:
    """A coupon is collected whether its ante wins or loses; a push gives it back (readings 29 and 45)."""
    if not bet.coupon:
        return ""
    return "returned" if row.outcome == "push" else "collected"


def award(house: House, state: State, position: int) -> int | None:
    """The progressive award a position is still owed, in dollars or as a `Share`; None where there is none."""
    bet, progressive = state.bets[position], house.rules.progressive
    if progressive is None or state.results is None or position not in state.progressive_in or bet.void or bet.forfeit:
        return None
    result = result_of(state, position)
    return (Share(result.award) if result.percent else result.award) or None


# What each event does. `new` is a copy that belongs to the handler; what it holds is replaced, never changed.

Handler = Callable[[House, State, Any], None]
HANDLERS: dict[type, Handler] = {}


def on(kind: type) -> Callable[[Handler], Handler]:
    def keep(handler: Handler) -> Handler:
        HANDLERS[kind] = handler
        return handler

    return keep


@on(e.TableOpened)
def _(house: House, new: State, event: e.TableOpened) -> None:
    new.main, new.secondary = event.main, event.secondary
    new.programme = programme.opening(house, new.decks, new.shuffler, new.dealing)


@on(e.StepDone)
def _(house: House, new: State, event: e.StepDone) -> None:
    if event.do in ("spread", "turn_up"):
        new.shown = DECK
    elif event.do == "spread_idle":
        new.betting, new.cut, new.stock, new.rack, new.pickups = False, False, DECK, (), ()
        new.shown = DECK if house.setup.idle_face_up else ()
    elif event.do == "wash":
        new.shown = ()
    elif event.do == "load":
        _load(new, event.other)
    _forward(house, new)


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
    new.betting = True


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
    again = programme.recut(house, new.dealing, load=bool(task and task.do == "no_more_bets"))
    new.programme, new.at, new.cut = again + new.programme[new.at :], 0, False


@on(e.DeckRemoved)
def _(house: House, new: State, event: e.DeckRemoved) -> None:
    """Another deck takes its place from its receipt on. A second deck stays where it is, in the device."""
    if event.in_device:
        new.other = ()
    else:
        new.stock, new.rack, new.pickups, new.shown = (), (), (), ()
    new.betting, new.rounds_since_count = False, 0
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
    other = _others_turn(new) and event.decks == 2
    if event.decks < new.decks:
        new.decks, new.other, new.decks_at_table = event.decks, (), event.decks
    elif any(task.do == "receive" for task in new.programme[new.at :]):
        return  # a second deck is still to come
    new.betting = new.cut = False
    new.programme, new.at = programme.reshuffle(house, new.shuffler, new.dealing, other), 0


@on(e.BoughtIn)
def _(house: House, new: State, event: e.BoughtIn) -> None:
    new.chips = new.chips | {event.player: new.chips.get(event.player, 0) + event.amount}


@on(e.CashedOut)
def _(house: House, new: State, event: e.CashedOut) -> None:
    new.chips = {who: held for who, held in new.chips.items() if who != event.player}


@on(e.Tipped)
def _(house: House, new: State, event: e.Tipped) -> None:
    new.chips = new.chips | {event.player: new.chips[event.player] - event.amount}


@on(e.Seated)
def _(house: House, new: State, event: e.Seated) -> None:
    new.seats = new.seats | {event.position: event.player}


@on(e.Left)
def _(house: House, new: State, event: e.Left) -> None:
    new.seats = {position: who for position, who in new.seats.items() if position != event.position}
    if not new.seats and _between_rounds(new):
        new.programme, new.at = programme.idle(house, new.decks, new.shuffler, new.dealing, _others_turn(new)), 0


def _others_turn(state: State) -> bool:
    """Of two decks, whether the one not in play is to be loaded next."""
    return any(task.do == "load" and task.other for task in state.programme[state.at :])


def _between_rounds(state: State) -> bool:
    """Cards are at the table, all of them ready or being made ready for the next round."""
    ahead = {task.do for task in state.programme[state.at :]}
    return state.open and not state.playing and not {"receive", "view"} & ahead


@on(e.BetPlaced)
def _(house: House, new: State, event: e.BetPlaced) -> None:
    chips = new.chips.copy()
    chips[event.player] -= sum(event.stakes.values())
    new.chips = chips
    new.bets = new.bets | {event.position: Bet(event.player, event.stakes, event.stakes, event.coupon)}


@on(e.BetCleared)
def _(house: House, new: State, event: e.BetCleared) -> None:
    _give(new, event.player, sum(event.stakes.values()))
    new.bets = {position: bet for position, bet in new.bets.items() if position != event.position}


def _give(new: State, player: str, cents: int) -> None:
    chips = new.chips.copy()
    chips[player] += cents
    new.chips = chips


def _change(new: State, position: int) -> Bet:
    """A copy of a position's bet, put in the old one's place, to be changed by its maker."""
    bet: Bet = new.bets[position].__copy__()  # type: ignore[attr-defined]
    bets = new.bets.copy()
    bets[position] = bet
    new.bets = bets
    return bet


@on(e.BetsClosed)
def _(house: House, new: State, event: e.BetsClosed) -> None:
    new.number, new.betting, new.playing, new.last_round = event.number, False, True, None
    new.rounds_since_count += 1
    following = programme.next_round(house, new.decks, new.shuffler, new.dealing)
    new.programme = programme.round_of_play(house, new.dealing, event.positions) + following
    new.at = -1
    _forward(house, new)


@on(e.ProgressiveCollected)
def _(house: House, new: State, event: e.ProgressiveCollected) -> None:
    assert house.rules.progressive
    name = house.rules.progressive.name
    new.main += event.main
    new.secondary += event.secondary
    new.meters_before = Meters(new.main, new.secondary)
    new.progressive_in = event.stakes
    for position in event.positions:
        bet = _change(new, position)
        bet.layout = {wager: cents for wager, cents in bet.layout.items() if wager != name}
    _forward(house, new)


@on(e.CardsDealt)
def _(house: House, new: State, event: e.CardsDealt) -> None:
    hands: dict[str, list[str]] = {}
    shown = []
    for to, card, face_up in event.cards:
        hands.setdefault(to, []).append(card)
        if face_up:
            shown.append(card)
            if to == "dealer" and house.jurisdiction in house.procedure.completion.expose:
                new.turned = card
    new.stock, new.cut = new.stock[len(event.cards) :], False
    for to, cards in hands.items():
        _lay(new, to, tuple(cards))
    if house.method(new.dealing).cover and all(bet.void or place in new.dealt for place, bet in new.bets.items()):
        new.cover = "on the dealer's stack"
    if shown:
        new.shown = (*new.shown, *shown)
    _forward(house, new, event.tasks)


def _lay(new: State, to: str, cards: tuple[str, ...]) -> None:
    if to == "dealer":
        new.dealer += cards
    elif to == "community":
        new.community += cards
    elif to == "rack":
        _rack(new, "burnt", cards)
    else:
        position = int(to)
        new.hands = new.hands | {position: new.hands.get(position, ()) + cards}
        new.dealt = new.dealt | {position: new.dealt.get(position, ()) + cards}


def _rack(new: State, whose: str, cards: tuple[str, ...]) -> None:
    new.rack += cards
    new.pickups = (*new.pickups, (whose, len(cards)))


@on(e.StubRacked)
def _(house: House, new: State, event: e.StubRacked) -> None:
    if event.counted is not None:
        new.rounds_since_count = 0
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
        bet.stakes = bet.stakes | {event.action: event.amount}
        bet.layout = bet.layout | {event.action: event.amount}
        chips = new.chips.copy()
        chips[event.player] -= event.amount
        new.chips = chips
    if not (bet.folded and house.procedure.completion.forfeits_at_once):
        _forward(house, new)


@on(e.ForfeitsTaken)
def _(house: House, new: State, event: e.ForfeitsTaken) -> None:
    """A hand with nothing left on the layout is collected with its wagers."""
    bet = _change(new, event.position)
    bet.layout = {name: cents for name, cents in bet.layout.items() if name not in event.stakes}
    if not bet.layout and event.position not in _owed(house, new):
        _pick_up(new, event.position)
    task = new.next
    if task and (task.do == "decide" or (task.do == "collect_forfeits" and not applies(house, new, task))):
        _forward(house, new)


def _owed(house: House, new: State) -> tuple[int, ...]:
    """Folded positions whose progressive wager lives on."""
    progressive = house.rules.progressive
    return tuple(new.progressive_in) if progressive and progressive.survives_fold else ()


def _pick_up(new: State, position: int) -> None:
    """A hand goes to the rack; `dealt` keeps what it was."""
    _rack(new, str(position), new.hands[position])
    new.hands = {place: hand for place, hand in new.hands.items() if place != position}


@on(e.DealerRevealed)
def _(house: House, new: State, event: e.DealerRevealed) -> None:
    """With the dealer's hand open, what every wager is owed is settled by the same rules as `pitboss settle`."""
    new.shown = (*new.shown, *(card for card in event.cards if card not in new.shown))
    if house.method(new.dealing).uncover:
        new.cover = "beside the shoe"
    _settle(house, new)
    _forward(house, new)


def _settle(house: House, new: State) -> None:
    settled = house.rules.settle_form(record(house, new))
    new.results = {each.position: Result.of(each) for each in settled.positions}


@on(e.HandRevealed)
def _(house: House, new: State, event: e.HandRevealed) -> None:
    new.shown = (*new.shown, *event.cards)
    _forward(house, new)


@on(e.WagersTaken)
def _(house: House, new: State, event: e.WagersTaken) -> None:
    new.settling = True
    bet = _change(new, event.position)
    bet.layout = {name: cents for name, cents in bet.layout.items() if name not in event.stakes}
    _forward(house, new)


@on(e.WagersPaid)
def _(house: House, new: State, event: e.WagersPaid) -> None:
    new.settling = True
    bet = _change(new, event.position)
    back = {row.wager for row in event.rows}
    bet.layout = {name: cents for name, cents in bet.layout.items() if name not in back}
    _give(new, event.player, sum(row.stake + row.pays + row.coupon for row in event.rows))
    _forward(house, new)


@on(e.ProgressivePaid)
def _(house: House, new: State, event: e.ProgressivePaid) -> None:
    new.main, new.secondary, new.settling = event.main, event.secondary, True
    new.progressive_in = {place: stake for place, stake in new.progressive_in.items() if place != event.position}
    _give(new, event.player, event.amount)
    _forward(house, new)


@on(e.CardsCollected)
def _(house: House, new: State, event: e.CardsCollected) -> None:
    for whose in event.whose:
        if whose == "dealer":
            _rack(new, "dealer", new.dealer)
        elif whose == "community":
            _rack(new, "community", new.community)
        elif whose.endswith("discards"):
            _discard(house, new, int(whose.split()[0]))
        else:
            _pick_up(new, int(whose))
    if "dealer" in event.whose:
        _round_over(house, new)
    _forward(house, new)


def _discard(house: House, new: State, position: int) -> None:
    hand = new.hands[position]
    keep = used(house, new, position)
    _rack(new, str(position), tuple(card for card in hand if card not in keep))
    new.hands = new.hands | {position: tuple(card for card in hand if card in keep)}


def _round_over(house: House, new: State) -> None:
    """The round is kept as `pitboss settle` takes it, and the layout is clear."""
    new.last_round = record(house, new)
    new.playing = False
    new.bets, new.dealt, new.hands, new.dealer, new.community = {}, {}, {}, (), ()
    new.settling = False
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
        _misdeal(new, event.position, event.cards or 0)


def _misdeal(new: State, position: int | None, cards: int) -> None:
    """The hand as it really is: cards too many came off the rest of the deck, cards too few are still on it."""
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


def rest_of_deck(state: State) -> tuple[str, ...]:
    """The cards not dealt: in the shoe or hand, or already in the rack as the stub."""
    return state.stock or reconstruct(state.rack, state.pickups).get("stub", ())


def _set_rest(new: State, rest: tuple[str, ...]) -> None:
    if new.stock or not any(whose == "stub" for whose, _ in new.pickups):
        new.stock = rest
        return
    packets = reconstruct(new.rack, new.pickups) | {"stub": rest}
    new.rack = tuple(card for packet in packets.values() for card in packet)
    new.pickups = tuple((whose, len(packet)) for whose, packet in packets.items())


@on(e.HandsVoided)
def _(house: House, new: State, event: e.HandsVoided) -> None:
    new.main -= event.main
    new.secondary -= event.secondary
    if new.meters_before:
        new.meters_before = Meters(new.main, new.secondary)
    for position in event.stakes:
        bet = _change(new, position)
        bet.void, bet.forfeit, bet.layout = True, False, {}
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
    _give(new, event.players[position], sum(event.stakes[position].values()) + event.tray[position])


def _gather(house: House, new: State) -> None:
    """All cards come back to the rack; they are reshuffled before anything else."""
    for position in sorted(new.hands):
        _pick_up(new, position)
    for whose, cards in (("dealer", new.dealer), ("community", new.community), ("stub", new.stock)):
        if cards:
            _rack(new, whose, cards)
    new.stock = ()
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
        bet.layout = {name: cents for name, cents in bet.layout.items() if name not in stakes}
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
