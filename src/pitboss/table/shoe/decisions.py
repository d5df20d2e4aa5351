"""What players decide in a round: attack, insurance, how a hand is played, and whether others on the box join."""

from collections.abc import Callable

from pitboss.money import write_money
from pitboss.refusal import Refusal, shown
from pitboss.regulations.citation import Citation
from pitboss.shoe import rounds
from pitboss.shoe.rounds import most_beside, on_hand, read_doubled
from pitboss.shoe.settlement import check_splits, check_wagers
from pitboss.table.events import Events
from pitboss.table.players import check_held, check_limit, position_of, read_chips
from pitboss.table.shoe import events as e
from pitboss.table.shoe.commands import Command
from pitboss.table.shoe.irregular import hand_voided
from pitboss.table.shoe.programme import Task
from pitboss.table.shoe.setup import House
from pitboss.table.shoe.standing import (
    as_settled,
    check_draw,
    check_giving_up,
    may_draw,
    open_hand,
    share_of,
    way_to_give_up,
)
from pitboss.table.shoe.state import Box, Party, State
from pitboss.table.shoe.tasks import ASKS

PASS = "pass"
STAY = "stay"


def decide(house: House, state: State, command: Command, chance: object) -> Events:
    """An answer to what is asked now, by whom it is asked."""
    task, position = state.next, position_of(command)
    box = state.boxes.get(position)
    clause = house.cite(house.procedure.wagers.decides)
    if not state.playing:
        raise Refusal("no_round", "Wait for the next round: none is being played now.", house.step("decide"), position)
    if box is None or box.party_of(command.who) is None:
        message = "Decide on your own box only: you have no wager on this one in this round."
        raise Refusal("not_your_hand", message, clause, position)
    if task is None or task.do != "decide" or task.position != position:
        assert task is not None
        raise house.family.refuse_order(house, task)
    asked = task.player or box.parties[0].player
    party = box.party_of(command.who)
    assert party
    if command.who != asked:
        message = f"Leave it to {asked}, who {ASKS[task.asks]} now."
        raise Refusal("not_your_decision", message, task.clause if task.player else clause, position)
    try:
        return ASKED[task.asks](house, state, command, task, box, party)
    except Refusal as refusal:
        raise refusal.at(position) from None


def hand_asked(house: House, task: Task, box: Box) -> int:
    """The hand a decision is about; 0 where it is about the box."""
    return open_hand(house, box) if task.asks == "play" else task.hand


def _decided(command: Command, hand: int, amount: int, clause: str) -> e.HandDecided:
    assert command.action is not None
    position, automatic = position_of(command), bool(command.automatic)
    return e.HandDecided(command.who, position, hand, command.action, amount, clause, automatic)


def _check_hand(command: Command, hand: int, clause: str) -> None:
    if command.hand not in (None, hand):
        where = f"Decide on hand {hand} now" if hand else "Leave 'hand' out: this is about the whole box"
        raise Refusal("other_hand", f"{where}; got {shown(command.hand)}.", clause)


def _no_amount(command: Command, clause: str) -> None:
    if command.amount is not None:
        message = f"Leave the amount out: to {command.action} you do not choose one."
        raise Refusal("amount_not_wanted", message, clause)


def _amount(house: House, command: Command, what: str, most: int, clause: str) -> int:
    if command.amount is None:
        raise Refusal("amount_missing", f"Say how much to {what}, up to {write_money(most)}.", clause)
    return read_chips(house, command.amount, what)


def _not_allowed(command: Command, allowed: tuple[str, ...], clause: str) -> Refusal:
    known = ", ".join(allowed)
    return Refusal("action_not_allowed", f"Choose one of {known}; {shown(command.action)} cannot be chosen.", clause)


# Wagers on the dealer's up card


def _attack(house: House, state: State, command: Command, task: Task, box: Box, party: Party) -> Events:
    attack = house.game.attack
    assert attack
    return _beside(house, state, command, task, party, ("attack", attack.name))


def _insurance(house: House, state: State, command: Command, task: Task, box: Box, party: Party) -> Events:
    return _beside(house, state, command, task, party, ("insure", house.game.insurance.name))


def _beside(house: House, state: State, command: Command, task: Task, party: Party, offered: tuple[str, str]) -> Events:
    """A wager that may be added now, or not."""
    action, wager = offered
    _check_hand(command, 0, task.clause)
    if command.action == PASS:
        _no_amount(command, task.clause)
        return [_decided(command, 0, 0, task.clause)]
    if command.action != action:
        raise _not_allowed(command, (action, PASS), task.clause)
    most = most_beside(house.rules, party.stakes)[wager]
    amount = _amount(house, command, action, most, task.clause)
    check_wagers(house.rules, state.dealer, party.stakes | {wager: amount})
    check_limit(house, wager, amount)
    check_held(state, command.who, amount)
    return [_decided(command, 0, amount, task.clause)]


# Playing a hand


def _play(house: House, state: State, command: Command, task: Task, box: Box, party: Party) -> Events:
    hand = open_hand(house, box)
    _check_hand(command, hand, task.clause)
    if command.action == house.game.insurance.name or command.action == "insure":
        check_wagers(house.rules, state.dealer, party.stakes | {house.game.insurance.name: 1})
    play = PLAY.get(command.action or "")
    if play is None or command.action not in actions_for(house, state, box, hand):
        # A time that has passed is told by its own clause where settlement knows one.
        if command.action in ("rescue", "surrender"):
            check_giving_up(house, box, hand, party, command.action)
        if command.action in ("double", "split") and box.hands[hand - 1].doubles:
            _check_doubles(house, party, hand, 1)
        if command.action == "split" and len(box.hands[hand - 1].cards) == 2:
            check_splits(house.rules, _hands_after_split(box, hand))
        if command.action in ("hit", "double"):
            check_draw(house, box, hand)
        raise _not_allowed(command, actions_for(house, state, box, hand), task.clause)
    amount, clause = play(house, state, command, box, party, hand)
    check_held(state, command.who, amount)
    return [_decided(command, hand, amount, house.cite(clause))]


def actions_for(house: House, state: State, box: Box, hand: int) -> tuple[str, ...]:
    """What whoever decides may do with a hand, before amounts are looked at."""
    cards, doubles = box.hands[hand - 1].cards, box.hands[hand - 1].doubles
    way = way_to_give_up(house, box, hand, box.parties[0])
    found = ["stand"]
    draws = may_draw(house, box, hand)
    if draws and not doubles:
        found += ["hit", "double"]
        if len(cards) == 2:
            found.append("split")
        if state.exposed:
            found.append("refuse")
    elif draws and doubles < house.rules.doubles:
        found.append("double")
    return tuple([*found, way] if way else found)


def _check_doubles(house: House, party: Party, hand: int, amount: int) -> None:
    share = share_of(party, hand)
    assert share
    read_doubled(house.rules, [write_money(cents) for cents in (*share.doubles, amount)], party.stakes)


def _double(house: House, state: State, command: Command, box: Box, party: Party, hand: int) -> tuple[int, Citation]:
    double, share = house.game.double, share_of(party, hand)
    assert share
    again = double.redouble_clause if share.doubles and double.redouble_clause else double.clause
    amount = _amount(house, command, "double", share.standing, house.cite(again))
    _check_doubles(house, party, hand, amount)
    return amount, again


def _split(house: House, state: State, command: Command, box: Box, party: Party, hand: int) -> tuple[int, Citation]:
    split = house.game.split
    _no_amount(command, house.cite(split.clause))
    check_splits(house.rules, _hands_after_split(box, hand))
    return cost_of_split(house, party), split.clause


def _hands_after_split(box: Box, hand: int) -> list[rounds.Hand]:
    found = [as_settled(each) for each in box.hands]
    found[hand - 1 : hand] = [rounds.Hand((card,), 0, False) for card in box.hands[hand - 1].cards]
    return found


def cost_of_split(house: House, party: Party) -> int:
    """A new hand has a bet of its own, and an attack where there is one."""
    return sum(on_hand(house.rules, party.stakes).values())


def _plain(cited: Callable[[House], Citation]) -> "Play":
    def play(house: House, state: State, command: Command, box: Box, party: Party, hand: int) -> tuple[int, Citation]:
        _no_amount(command, house.cite(cited(house)))
        return 0, cited(house)

    return play


Play = Callable[[House, State, Command, Box, Party, int], tuple[int, Citation]]
"""From a decision to what it adds to the layout, and the clause it is made by."""

PLAY: dict[str, Play] = {
    "hit": _plain(lambda house: house.game.bet.plays),
    "stand": _plain(lambda house: house.game.bet.plays),
    "double": _double,
    "split": _split,
    "surrender": _plain(lambda house: house.game.surrender.clause),
    "rescue": _plain(lambda house: house.game.double.rescue or house.game.surrender.clause),
    "refuse": _plain(lambda house: house.procedure.irregularities["drawn_exposed"].clause),
}


# Others on the box


def _join_double(house: House, state: State, command: Command, task: Task, box: Box, party: Party) -> Events:
    """As much as stands on the own share, or less, or nothing."""
    _check_hand(command, task.hand, task.clause)
    if command.action == STAY:
        _no_amount(command, task.clause)
        return [_decided(command, task.hand, 0, task.clause)]
    if command.action != "double":
        raise _not_allowed(command, ("double", STAY), task.clause)
    share = share_of(party, task.hand)
    assert share
    amount = _amount(house, command, "double", share.standing, task.clause)
    _check_doubles(house, party, task.hand, amount)
    check_held(state, command.who, amount)
    return [_decided(command, task.hand, amount, task.clause)]


def _join_split(house: House, state: State, command: Command, task: Task, box: Box, party: Party) -> Events:
    """A wager on each of the two hands, or the first one stays, on the hand that is named or where it lies."""
    _no_amount(command, task.clause)
    both = (task.hand, task.hand + 1)
    if command.action == STAY:
        hand = task.hand if command.hand is None else command.hand
        if hand not in both:
            message = f"Say on which hand the wager stays: {both[0]} or {both[1]}; got {shown(command.hand)}."
            raise Refusal("other_hand", message, task.clause)
        return [_decided(command, hand, 0, task.clause)]
    if command.action != "split":
        raise _not_allowed(command, ("split", STAY), task.clause)
    _check_hand(command, task.hand, task.clause)
    amount = cost_of_split(house, party)
    check_held(state, command.who, amount)
    return [_decided(command, task.hand, amount, task.clause)]


def _join_giving_up(house: House, state: State, command: Command, task: Task, box: Box, party: Party) -> Events:
    _check_hand(command, task.hand, task.clause)
    _no_amount(command, task.clause)
    way = way_to_give_up(house, box, task.hand, party)
    if command.action not in (way, STAY):
        raise _not_allowed(command, (way, STAY), task.clause)
    return [_decided(command, task.hand, 0, task.clause)]


# A card that was passed over


def _passed(house: House, state: State, command: Command, task: Task, box: Box, party: Party) -> Events:
    """The card comes later, or the hand is dead."""
    _check_hand(command, task.hand, task.clause)
    _no_amount(command, task.clause)
    if command.action not in ("wait", "dead"):
        raise _not_allowed(command, ("wait", "dead"), task.clause)
    decided = _decided(command, task.hand, 0, task.clause)
    if command.action == "wait":
        return [decided]
    return [decided, hand_voided(house, state, task.position, task.hand, task.clause)]


Asked = Callable[[House, State, Command, Task, Box, Party], Events]

ASKED: dict[str, Asked] = {
    "attack": _attack,
    "insurance": _insurance,
    "play": _play,
    "double": _join_double,
    "split": _join_split,
    "give_up": _join_giving_up,
    "passed": _passed,
}
