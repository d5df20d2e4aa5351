"""How things stand at a table: which task applies, which hand is open, what is lost and what comes back.

Both `decide` and `evolve` ask here, so that what is legal and what happens never differ. What a hand comes to is never
worked out at the table: settlement is asked, with the round in the form of `pitboss settle`.
"""

from collections.abc import Callable, Iterator

import msgspec

from pitboss.refusal import Refusal
from pitboss.shoe import rounds
from pitboss.shoe.hands import BEST, TEN_VALUED, is_natural, total_of
from pitboss.shoe.rounds import RoundForm, on_hand, read_round
from pitboss.shoe.rulings import Settlement, WagerResult
from pitboss.shoe.settlement import check_given_up, check_splits, why_draw
from pitboss.table.shoe import events as e
from pitboss.table.shoe.programme import Task
from pitboss.table.shoe.setup import House
from pitboss.table.shoe.state import Box, Hand, Party, Results, Share, State, position_form, record

# Cards


def up_card(state: State) -> str:
    return state.dealer[0] if state.dealer else ""


def may_have_blackjack(state: State) -> bool:
    """Whether the dealer's up card is an ace or a picture."""
    return up_card(state)[:1] in ("A", *TEN_VALUED)


def without_blackjack(state: State) -> bool:
    """Whether everyone knows that the dealer has none."""
    return bool(state.dealer) and (state.found == "none" or not may_have_blackjack(state))


def anyone_plays(state: State) -> bool:
    return any(not box.void for box in state.boxes.values())


def open_hand(house: House, box: Box) -> int:
    """The hand that is played now, from 1; 0 where all are finished."""
    return next((number for number in range(1, len(box.hands) + 1) if _is_open(house, box, number)), 0)


def _is_open(house: House, box: Box, number: int) -> bool:
    hand = box.hands[number - 1]
    if hand.done or hand.void or hand.racked:
        return False
    if len(hand.cards) < 2:
        return True
    if box.refused or total_of(hand.cards)[0] >= BEST:
        return False
    if may_draw(house, box, number) and hand.doubles < house.rules.doubles:
        return True
    return bool(way_to_give_up(house, box, number, box.parties[0]))


def may_draw(house: House, box: Box, number: int) -> bool:
    """Whether the hand may have another card, doubled or not."""
    try:
        check_draw(house, box, number)
    except Refusal:
        return False
    return True


def check_draw(house: House, box: Box, number: int) -> None:
    """Settlement's own rule on hands after a split, asked with a card more on this one."""
    if box.is_split:
        hands = [as_settled(hand) for hand in box.hands]
        hands[number - 1].cards += hands[number - 1].cards[-1:]
        check_splits(house.rules, hands)


def is_paid_early(state: State, box: Box) -> bool:
    """A blackjack that wins whatever the hole card is."""
    natural = len(box.hands) == 1 and not box.hands[0].void and is_natural(box.hands[0].cards)
    return natural and not box.void and not box.paid and without_blackjack(state)


def draws(house: House, state: State) -> str | None:
    """The clause by which the dealer draws a card; None where the dealer stands."""
    clause = why_draw(house.rules, read_round(house.rules, record(house, state)))
    return house.cite(clause) if clause else None


# Players


def line(state: State, position: int) -> tuple[Party, ...]:
    """The players on a box as their wagers lie: whoever decides nearest the dealer, the others behind.

    The player seated there decides; where none is, the one with the highest wager, of equal ones the first.
    """
    parties = state.boxes[position].parties
    seated = state.seats.get(position)
    decides = next((party for party in parties if party.player == seated), None) or max(
        parties, key=lambda party: party.stakes["bet"]
    )
    return (decides, *(party for party in parties if party is not decides))


def share_of(party: Party, hand: int) -> Share | None:
    return party.shares[hand - 1]


def others_on(box: Box, hand: int) -> tuple[Party, ...]:
    """Those behind whoever decides who have a wager on a hand and have not given it up."""
    return tuple(party for party in box.parties[1:] if (share := share_of(party, hand)) and not share.given_up)


def way_to_give_up(house: House, box: Box, hand: int, party: Party) -> str:
    """`rescue`, `surrender` or, where the hand cannot be given up, nothing."""
    for way in ("rescue", "surrender"):
        try:
            check_giving_up(house, box, hand, party, way)
        except Refusal:
            continue
        return way
    return ""


def check_giving_up(house: House, box: Box, hand: int, party: Party, way: str) -> None:
    """Settlement's own rules on when a hand may be given up."""
    share = share_of(party, hand)
    assert share
    given = rounds.Share(share.stakes, 0, way == "rescue", way == "surrender")
    check_given_up(house.rules, box.is_split, as_settled(box.hands[hand - 1]), given)


def as_settled(hand: Hand) -> rounds.Hand:
    return rounds.Hand(hand.cards, hand.doubles, hand.void)


def places(state: State) -> Iterator[tuple[int, Party, int]]:
    """Wherever wagers can lie: a position, a player on it, and a hand, 0 for what lies beside the hands."""
    for position, box in sorted(state.boxes.items()):
        for party in box.parties:
            for hand in range(len(party.shares) + 1):
                yield position, party, hand


def lying(party: Party, hand: int) -> dict[str, int]:
    """What of a player's wagers still lies on a hand, or beside the hands."""
    if not hand:
        return party.layout
    share = share_of(party, hand)
    return share.layout if share else {}


# Settling


def by_player(settled: Settlement) -> Results:
    return {
        each.position: {
            player: tuple(rows)
            for player, rows in [("", each.wagers), *((other.player, other.wagers) for other in each.others)]
        }
        for each in settled.positions
    }


def settle(house: House, state: State) -> tuple[RoundForm, Results]:
    """The round as it is recorded, and what settlement says of it; whoever decided goes without a name there."""
    form = record(house, state)
    return form, by_player(house.rules.settle_form(form))


def _early(house: House, state: State, position: int, hand: int) -> Results:
    """One hand settled before the dealer's is known: the same rules, with all other hands left out of it."""
    box = state.boxes[position]
    hands = tuple(
        each if number == hand else msgspec.structs.replace(each, void=True) for number, each in enumerate(box.hands, 1)
    )
    parties = tuple(msgspec.structs.replace(party, stakes=on_hand(house.rules, party.stakes)) for party in box.parties)
    alone = msgspec.structs.replace(box, hands=hands, parties=parties)
    form = RoundForm(
        house.game.name,
        " ".join(state.dealer),
        [position_form(position, alone)],
        card_reader=False,
        discards_dealt=state.discards_dealt,
    )
    return by_player(house.rules.settle_form(form))


def rows_for(house: House, state: State, task: Task) -> list[tuple[Party, tuple[WagerResult, ...]]]:
    """What settlement says of one hand, or of what lies beside the hands, by player in the order they lie."""
    early = task.early and state.results is None
    results = _early(house, state, task.position, task.hand) if early else state.results
    assert results is not None
    of = results[task.position]
    return [
        (party, tuple(row for row in of["" if not number else party.player] if (row.hand or 0) == task.hand))
        for number, party in enumerate(state.boxes[task.position].parties)
    ]


def lost(house: House, state: State, task: Task) -> list[tuple[Party, dict[str, int], str, dict[str, str]]]:
    """What lies there and is lost: by player, with the clause, and why each wager is."""
    found = []
    for party, rows in rows_for(house, state, task):
        there = lying(party, task.hand)
        losing = [row for row in rows if row.outcome == "lose" and there.get(row.wager, 0) > row.returned]
        if losing:
            stakes = {row.wager: there[row.wager] - row.returned for row in losing}
            found.append((party, stakes, losing[0].clause, {row.wager: row.why for row in losing}))
    return found


def back(house: House, state: State, task: Task) -> list[tuple[Party, tuple[e.Back, ...]]]:
    """What comes back, with what it wins, by player."""
    found = []
    for party, rows in rows_for(house, state, task):
        there = lying(party, task.hand)
        owed = tuple(_back(row, there) for row in rows if _comes_back(row, there, party))
        if owed:
            found.append((party, owed))
    return found


def _comes_back(row: WagerResult, there: dict[str, int], party: Party) -> bool:
    """A bonus has no stake of its own on the layout; it is paid once."""
    if not row.stake:
        return not party.awarded
    return row.wager in there and (row.outcome in ("win", "push") or row.returned > 0)


def _back(row: WagerResult, there: dict[str, int]) -> e.Back:
    stake = row.returned if row.outcome == "lose" else there.get(row.wager, 0)
    return e.Back(row.wager, row.outcome, stake, row.pays, row.clause, row.why)


# Which task applies


def applies(house: House, state: State, task: Task) -> bool:
    """Whether there is anything to do for a task; a programme passes over those that no longer apply."""
    only_if = ONLY_IF.get(task.do)
    return only_if is None or only_if(house, state, task)


def _deals(house: House, state: State, task: Task) -> bool:
    """A dead hand gets no more cards, and the dealer deals for nobody neither."""
    if not task.position:
        return anyone_plays(state)
    box = state.boxes[task.position]
    return not box.void and not (task.hand and box.hands[task.hand - 1].void)


def _must_decide(house: House, state: State, task: Task) -> bool:
    box = state.boxes[task.position]
    if box.void:
        return False
    if task.asks == "insurance":
        return up_card(state)[:1] == "A"
    if task.asks == "play":
        return state.found != "blackjack" and not box.paid and open_hand(house, box) > 0
    return True


def _is_checked(house: House, state: State, task: Task) -> bool:
    return state.checks and not state.found and may_have_blackjack(state) and anyone_plays(state)


def _insurance_lost(house: House, state: State, task: Task) -> bool:
    return state.found == "none" and bool(insured(house, state))


def insured(house: House, state: State) -> list[tuple[int, Party, int]]:
    """Insurance wagers on the layout: position, player, cents."""
    name = house.game.insurance.name
    return [
        (position, party, party.layout[name])
        for position, party, hand in places(state)
        if not hand and name in party.layout
    ]


def _has_lost(house: House, state: State, task: Task) -> bool:
    return bool(lost(house, state, task))


def _is_owed(house: House, state: State, task: Task) -> bool:
    """On a dead box nothing lies any more, but what others won may be owed to its players (reading 63)."""
    box = state.boxes[task.position]
    if task.early:
        return is_paid_early(state, box)
    return bool(back(house, state, task))


def _may_be_collected(house: House, state: State, task: Task) -> bool:
    box = state.boxes[task.position]
    hand = box.hands[task.hand - 1]
    if task.early and not box.paid and total_of(hand.cards)[0] <= BEST:
        return False
    return bool(hand.cards) and not hand.racked


ONLY_IF: dict[str, Callable[[House, State, Task], bool]] = {
    "deal": _deals,
    "decide": _must_decide,
    "cut": lambda house, state, task: not state.by_device,
    "burn": lambda house, state, task: task.asks != "exposed" or bool(state.exposed),
    "check": _is_checked,
    "take_insurance": _insurance_lost,
    "reveal_hole": lambda house, state, task: len(state.dealer) == 2 and not state.hole_shown,
    "draw": lambda house, state, task: state.hole_shown and draws(house, state) is not None,
    "take": _has_lost,
    "pay": _is_owed,
    "collect": _may_be_collected,
}
"""Tasks that may have nothing to do; all others always have."""
