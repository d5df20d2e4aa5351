"""How things stand at a table: which task applies, what a position has lost, is owed, must show or may keep.

Both `decide` and `evolve` ask here, so that what is legal and what happens never differ.
"""

from collections.abc import Callable, Collection, Container
from itertools import takewhile
from typing import Any

from pitboss.cards import CARDS, suits
from pitboss.regulations.paytables import Share
from pitboss.showdown.procedure import ALL_WAGERS, BONUSES, CONTEST
from pitboss.showdown.rules import Rules
from pitboss.table.showdown import events as e
from pitboss.table.showdown.commands import Command
from pitboss.table.showdown.programme import Task
from pitboss.table.showdown.setup import House
from pitboss.table.showdown.state import Bet, Result, State


def applies(house: House, state: State, task: Task) -> bool:
    """Whether there is anything to do for a task; a programme passes over those that no longer apply."""
    only_if = ONLY_IF.get(task.do)
    return only_if is None or only_if(house, state, task)


def deals(house: House, state: State, task: Task) -> bool:
    """A void hand gets no more cards, and no board is dealt for nobody."""
    if task.position:
        return not state.bets[task.position].void
    return task.to not in ("burn", "community") or _somebody_contests(house, state)


def _somebody_contests(house: House, state: State) -> bool:
    # A loop, since a generator that `any` leaves half-way is slow to close.
    for bet in state.bets.values():  # noqa: SIM110
        if _contests(house, bet):
            return True
    return False


def _contests(house: House, bet: Bet) -> bool:
    """Whether a position still plays against the dealer."""
    return not (bet.folded or bet.void or bet.forfeit) and house.rules.ante in bet.stakes


def _must_decide(house: House, state: State, task: Task) -> bool:
    return _contests(house, state.bets[task.position]) and house.rules.ante not in state.void_wagers


def _anything_forfeit(house: House, state: State, task: Task) -> bool:
    folded = [position for position, bet in state.bets.items() if bet.folded]
    return [forfeits(house, state, position) for position in folded] != [None] * len(folded)


def _anyone_discards(house: House, state: State, task: Task) -> bool:
    return bool(discarding(house, state))


def _hides_cards(house: House, state: State, task: Task) -> bool:
    hand = state.hands.get(task.position)
    if not hand:
        return False
    if state.bets[task.position].folded:
        return bool(revealing(house, state, task.position))
    return hand[-1] not in state.shown or any(card not in state.shown for card in hand)


def _has_lost(house: House, state: State, task: Task) -> bool:
    position = task.position
    if position not in state.hands:
        return False
    layout = state.bets[position].layout
    if not layout:
        return False
    meant = house.wagers_of[task.part]
    # A loop, since a generator that `any` leaves half-way is slow to close.
    for wager in result_of(state, position).lost:  # noqa: SIM110
        if wager in layout and wager in meant:
            return True
    return False


def _is_owed(house: House, state: State, task: Task) -> bool:
    position = task.position
    if position not in state.hands:
        return False
    bet, bonus = state.bets[position], house.ante_bonus
    layout = bet.layout
    if not layout and (bet.bonus_paid or not bonus):
        return False
    meant = house.wagers_of[task.part]
    for row in result_of(state, position).back:
        wager = row.wager
        if wager in meant and (wager in layout or (wager == bonus and not bet.bonus_paid)):
            return True
    return False


def part_of(house: House, wager: str) -> str:
    """The part of a hand's wagers that one belongs to."""
    return BONUSES if wager in house.bonuses else CONTEST


def _is_owed_progressive(house: House, state: State, task: Task) -> bool:
    return task.position in state.hands and award(house, state, task.position) is not None


def _may_be_collected(house: House, state: State, task: Task) -> bool:
    """A hand stays on the layout until its progressive payout is documented."""
    return task.position in state.hands and award(house, state, task.position) is None


WAGERS = ("take", "pay")
PAYOUT = ("verify_payout", "document_payout", "pay_progressive")
"""The steps of a progressive payout, in their order."""

OF_HAND = frozenset((*WAGERS, *PAYOUT))


def tasks_of_hand(house: House, state: State) -> list[Task]:
    """What is left to do for the wagers of the hand that is being settled, in the order of the text."""
    first = state.next
    found: list[Task] = []
    if first is None or first.do not in OF_HAND:
        return found
    for task in state.programme[state.at :]:
        if applies(house, state, task):
            if task.do not in OF_HAND or task.position != first.position:
                break
            found.append(task)
    return found


def leading(tasks: list[Task]) -> list[Task]:
    """The first tasks of a hand that are of one kind: done at once, they keep to the order of the text."""
    return list(takewhile(lambda task: task.do == tasks[0].do, tasks))


def chosen(house: House, state: State, task: Task, command: Command | None) -> Collection[str]:
    """Which of the wagers that are due to be taken or paid at a hand a step settles.

    The one that the command names; all; or, where the table does it by itself or keeps to the text's order, those whose
    turn it is.
    """
    if command and command.wager is not None:
        return (command.wager,)
    if task.part == ALL_WAGERS or (command and not house.setup.strict_order):
        return house.wagers_of[ALL_WAGERS]
    return house.wagers_of[_part_at_once(house, state, task)]


def _part_at_once(house: House, state: State, task: Task) -> str:
    """What of a hand can be taken, or paid, in one step without a change of the text's order: its part, or all."""
    do, position, programme = task.do, task.position, state.programme
    left = len(house.parts)
    for at in range(state.at, len(programme)):
        each = programme[at]
        if each.do == do and each.position == position:
            left -= 1
            if not left:
                return ALL_WAGERS
        elif each.position != position or each.do not in WAGERS or applies(house, state, each):
            break
    return task.part


def forfeits(house: House, state: State, position: int) -> dict[str, int] | None:
    """What lies on the layout that a fold has lost; None where nothing is to be taken and the hand stays or is gone."""
    bet = state.bets[position]
    if not bet.folded or position not in state.hands:
        return None
    lost = lost_by_fold(house, bet)
    return lost if lost or not bet.layout else None


def lost_by_fold(house: House, bet: Bet) -> dict[str, int]:
    """The wagers on the layout that a fold loses."""
    return {name: cents for name, cents in bet.layout.items() if name not in house.surviving_fold}


def hand_after_fold(house: House, state: State, position: int, lost: dict[str, int]) -> str:
    """A folded hand is collected with its wagers, unless a side wager of it lives on."""
    progressive = house.rules.progressive
    owed = progressive is not None and progressive.survives_fold and position in state.progressive_in
    return "stays" if owed or state.bets[position].layout.keys() - lost.keys() else "collected"


def discarding(house: House, state: State) -> tuple[int, ...]:
    """The positions that stayed in and lay their unused cards aside; a hand that uses all of them is among them."""
    return tuple(
        [
            position
            for position, bet in sorted(state.bets.items())
            if bet.actions and not (bet.folded or bet.void or bet.forfeit) and position in state.hands
        ]
    )


def used(house: House, state: State, position: int) -> int:
    """The cards with which a player plays on: those of the hand's value, and those that win a side wager placed."""
    hand = mask(state.hands[position])
    uses = house.rules.ranking.uses
    assert uses
    return uses(hand) | winning_cards(house, hand, state.bets[position].stakes)


def winning_cards(house: House, hand: int, wagers: Container[str]) -> int:
    """The least cards that win the side wagers among these."""
    c, d, h, s = own = suits(hand)
    value = house.rules.ranking.value(c, d, h, s)
    found, asked, made, least = 0, None, 0, 0
    for name, classify, paid_hands in house.sides:
        if name in wagers:
            if classify is not asked:  # neighbours often ask the same of a hand
                asked, made, least = classify, classify(own, value), 0
            if made in paid_hands and not least:
                least = least_cards(hand, _class_of(house, classify), made)
                found |= least
    return found


def mask(cards: tuple[str, ...]) -> int:
    """Cards as one number."""
    return sum(map(_card, cards))


_card = CARDS.__getitem__


def least_cards(hand: int, measure: Callable[[int], int], whole: int) -> int:
    """The cards that cannot be left out without the measure of the hand falling; `whole` is that of all its cards."""
    rest = hand
    while rest:
        card = rest & -rest
        rest -= card
        if measure(hand - card) == whole:
            hand -= card
    return hand


def counting_cards(rules: Rules, cards: tuple[str, ...]) -> tuple[str, ...]:
    """Of some cards those that make the value of the hand, in the same order."""
    hand, of = mask(cards), rules.ranking.of
    kept = least_cards(hand, of, of(hand))
    return tuple(card for card in cards if CARDS[card] & kept)


def revealing(house: House, state: State, position: int) -> tuple[str, ...]:
    """The cards to turn up at a position: all, or of a folded hand those that win its bonus wagers."""
    hand = state.hands[position]
    if not (state.bets[position].folded and house.procedure.completion.declares):
        if {*hand}.isdisjoint(state.shown):
            return hand
        return tuple(card for card in hand if card not in state.shown)
    owed = award(house, state, position)
    if owed is None and not result_of(state, position).back:
        return ()  # no side wager of it has won
    alive = set(state.bets[position].layout)
    if owed is not None:
        alive.add(house.game.progressive.name if house.game.progressive else "")
    winning = winning_cards(house, mask(hand), alive)
    return tuple(card for card in hand if CARDS[card] & winning and card not in state.shown)


def _class_of(house: House, classify: Any) -> Callable[[int], int]:
    value = house.rules.ranking.value

    def measure(hand: int) -> int:
        c, d, h, s = own = suits(hand)
        found: int = classify(own, value(c, d, h, s))
        return found

    return measure


def result_of(state: State, position: int) -> Result:
    assert state.results is not None
    return state.results[position]


def taken(house: House, state: State, position: int) -> dict[str, int]:
    """The losing wagers that still lie on the layout."""
    layout = state.bets[position].layout
    return {wager: layout[wager] for wager in result_of(state, position).lost if wager in layout}


def paid(house: House, state: State, position: int) -> tuple[e.Paid, ...]:
    """The wagers that come back to the player, with what they win. A coupon wins what the ante beside it wins."""
    bet, ante, bonus = state.bets[position], house.rules.ante, house.ante_bonus
    rows = []
    for wager, _, outcome, pays, clause, why in result_of(state, position).back:
        stake = bet.layout.get(wager, 0)
        if stake or (wager == bonus and not bet.bonus_paid):
            coupon = pays if bet.coupon and wager in (ante, bonus) else 0
            goes = coupon_goes(bet, outcome) if wager == ante else ""
            rows.append(e.Paid(wager, outcome, stake, pays, coupon, clause, goes, why))
    return tuple(rows)


def bonus_hands(house: House, state: State, position: int) -> tuple[str, ...]:
    """The hands of the pay tables that a hand makes: of its own side wagers, or of all where the dealer announces them.

    Of a folded hand only what its own wagers win is told.
    """
    if house.game.deal.community:
        return ()
    bet = state.bets[position]
    hand = mask(state.dealt[position])
    if hand.bit_count() != house.game.deal.player:
        return ()
    c, d, h, s = own = suits(hand)
    value = house.rules.ranking.value(c, d, h, s)
    found: list[str] = []
    stakes, asked, made = bet.stakes, None, 0
    announced = house.procedure.completion.announces is not None and not bet.folded
    for wager, classify, paid_hands in house.sides:
        if announced or wager in stakes:
            if classify is not asked:
                asked, made = classify, classify(own, value)
            if made in paid_hands and paid_hands[made] not in found:
                found.append(paid_hands[made])
    return tuple(found)


def progressive_hand(house: House, state: State, position: int) -> str:
    """The hand that wins the progressive, as its pay table names it."""
    progressive = house.rules.progressive
    assert progressive
    made = _class_of(house, progressive.classify)(mask(state.dealt[position]))
    return house.paid_hands[progressive.name][made]


def coupon_goes(bet: Bet, outcome: str) -> str:
    """A coupon is collected whether its ante wins or loses; a push gives it back (readings 29 and 45)."""
    if not bet.coupon:
        return ""
    return "returned" if outcome == "push" else "collected"


def award(house: House, state: State, position: int) -> int | None:
    """The progressive award a position is still owed, in dollars or as a `Share`; None where there is none."""
    result = state.results[position] if state.results else None
    if result is None or not result.award or position not in state.progressive_in:
        return None
    bet = state.bets[position]
    if bet.void or bet.forfeit:
        return None
    return Share(result.award) if result.percent else result.award


ONLY_IF: dict[str, Callable[[House, State, Task], bool]] = {
    "deal": deals,
    "decide": _must_decide,
    "collect_forfeits": _anything_forfeit,
    "collect_discards": _anyone_discards,
    "reveal": _hides_cards,
    "take": _has_lost,
    "pay": _is_owed,
    **dict.fromkeys(PAYOUT, _is_owed_progressive),
    "collect": _may_be_collected,
}
"""Tasks that may have nothing to do; all others always have."""
